"""Reads an exercise in R/Markdown as R/exams does.

Written from its documentation and from nothing of ours: www.R-exams.org, "First steps", `?read_exercise` and
`?read_metainfo` of the package `exams`, and from knitr's patterns for code, `knitr::all_patterns$md`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SECTIONS = ("Question", "Solution", "Meta-information")
TYPES = {"num", "mchoice", "schoice", "string", "cloze"}
CHUNK = re.compile(r"^[\t >]*```+\s*\{([a-zA-Z0-9_]+.*)\}\s*$", re.M)
INLINE = re.compile(r"(?<!``)`r[ #]([^`]+)\s*`")


class NotRead(Exception):  # noqa: N818
    """What R/exams would stop at, or run."""


@dataclass
class Exercise:
    """One exercise: its texts, the items of its lists, and what its last section says."""

    question: str
    questionlist: list[str]
    solution: str
    solutionlist: list[str]
    meta: dict[str, str]

    @property
    def solutions(self) -> list[str]:
        return self.meta["exsolution"].split("|")

    @property
    def types(self) -> list[str]:
        return self.meta["exclozetype"].split("|")


def read(text: str) -> Exercise:
    if CHUNK.search(text) or INLINE.search(text):
        raise NotRead("code")
    found = re.split(r"^([A-Z][a-z-]+)\n=+$", text, flags=re.M)
    if found[0].strip() or tuple(found[1::2]) != SECTIONS:
        raise NotRead(f"the sections are {found[1::2]}")
    question, questionlist = _list(found[2])
    solution, solutionlist = _list(found[4])
    meta = dict(re.findall(r"^(ex\w+): *(.*)$", found[6], re.M))
    made = Exercise(question, questionlist, solution, solutionlist, meta)
    _check(made)
    return made


def _list(text: str) -> tuple[str, list[str]]:
    parts = re.split(r"^Answerlist\n-+$", text, flags=re.M)
    if len(parts) > 2:
        raise NotRead("two lists of answers")
    items = re.findall(r"^\* +(.*)$", parts[1], re.M) if len(parts) == 2 else []
    return parts[0].strip(), items


def _check(made: Exercise) -> None:
    kind, right = made.meta.get("extype"), made.meta.get("exsolution")
    if kind not in TYPES or right is None or not made.meta.get("exname"):
        raise NotRead(f"{made.meta} is not enough")
    if kind == "schoice":
        if re.fullmatch("[01]+", right) is None or right.count("1") != 1:
            raise NotRead(f"{right} is no single choice")
        if not len(right) == len(made.questionlist) == len(made.solutionlist):
            raise NotRead("not an answer each")
    elif kind == "string" and made.meta.get("exstringtype", "string") not in ("string", "essay", "file"):
        raise NotRead(f"{made.meta} is no text")
    elif kind == "cloze":
        if not len(made.solutions) == len(made.types) == len(made.questionlist) or set(made.types) - TYPES:
            raise NotRead("not a type and a solution for each blank")
        for one, answer in zip(made.types, made.solutions, strict=True):
            if one == "num":
                float(answer)
    elif kind == "num" and (float(right) != float(right) or float(made.meta.get("extol", "0")) < 0):
        raise NotRead(f"{right} is no number")
