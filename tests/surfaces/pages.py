"""The Markdown pages that the gates read: every worked example, and the whole registry on counts that find faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import exactmetrics as em
from exactmetrics._resources import worked_examples_dir
from exactmetrics.derivation.look import DETAILS
from exactmetrics.derivation.messages import languages
from exactmetrics.derivation.shown import Shown
from tests.cases import sample
from tests.contracts.questions import questions
from tests.derivation.questions import BIRDS, FIG_23, Case, cases, example_5, matrix

DISPLAY = re.compile(r"^\$\$ (.*) \$\$$", re.MULTILINE)
INLINE = re.compile(r"(?<![\\$])\$(?!\$)([^$\n]+)\$(?!\$)")
FENCE = re.compile(r"^```math\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"\$`([^`]+)`\$")
HOSTILE = ["a|b`c`", "$x$ **y**", "```math"]


@dataclass(frozen=True)
class Markdown:
    """A finished page with the name it is called by in a failure."""

    name: str
    text: str
    github: bool = False

    @property
    def displays(self) -> list[str]:
        """Its displayed formulas, as they were written."""
        return (FENCE if self.github else DISPLAY).findall(self.text)

    @property
    def inlines(self) -> list[str]:
        """Its formulas inside sentences and tables."""
        if self.github:
            return CODE.findall(FENCE.sub("", self.text))
        return INLINE.findall(DISPLAY.sub("", self.text))

    @property
    def formulas(self) -> list[str]:
        return [*self.displays, *self.inlines]


def derivations() -> list[Case]:
    """Every question on three classes, those on two, partial counts, degenerate counts, every language and detail."""
    found = [Case(matrix(BIRDS), q.metric, q.named(), BIRDS) for q in sample(questions(3), 40, 250)]
    pair = [[4, 2], [1, 2]]
    found += [Case(matrix(pair), q.metric, q.named(), pair) for q in questions(2) if q not in questions(3)]
    found += [Case(matrix(FIG_23), q.metric, q.named(), FIG_23) for q in sample(questions(3)[::3], 12, 80)]
    found += [Case(example_5(), m, {"average": a}) for m in ("precision", "f1") for a in ("macro", "micro", "weighted")]
    found += [Case(matrix(BIRDS, HOSTILE), "f1", {"average": "macro"}, BIRDS)]
    found += [case for k in (1, 2, 3, 5) for case in sample(list(cases(k))[::4], 8, 60)]
    looks = [{"detail": detail} for detail in DETAILS] + [{"language": language} for language in languages()]
    asked: list[tuple[str, dict[str, Any]]] = [("precision", {"average": "weighted"}), ("mcc", {}), ("kappa", {})]
    return found + [Case(matrix(BIRDS), metric, {**options, **look}) for look in looks for metric, options in asked]


def reports() -> Iterator[em.Report]:
    """Reports with undefined values, policies that acted, counts only, and names that are not harmless."""
    absent = [[6, 0, 0], [1, 0, 2], [2, 0, 7]]
    for rows in (BIRDS, absent, [[0, 3], [3, 0]], [[3]]):
        yield em.ConfusionMatrix(rows).report(metrics="all")
        yield em.ConfusionMatrix(rows).report(metrics="all", undefined=0, places=2)
    yield em.ConfusionMatrix(BIRDS, labels=HOSTILE).report(metrics="all", preset="sklearn")
    yield example_5().report(metrics="all")
    for language in languages():
        yield em.ConfusionMatrix(absent).report(metrics="all", undefined="omit", language=language)


TUTORIAL: dict[str, Any] = {
    "title": "From counts to $F_1$",
    "data": {"birds": {"labels": ["bird", "cat", "dog"], "matrix": BIRDS}, "pair": {"matrix": [[5, 1], [5, 7]]}},
    "block": [
        {"text": "A price of $5 and an inline $a_{i} < b$, then\n\n$$\n\\frac{1}{k}\n\\sum_i x_i\n$$\n\nand words."},
        {"data": "birds"},
        {"id": "f1", "derivation": {"data": "birds", "metric": "f1", "average": "macro"}},
        {"derivation": {"data": "pair", "metric": "mcc"}},
        {"text": "By {ref:f1.result} it is {value:f1}."},
        {"report": "pair"},
    ],
}


def others() -> Iterator[tuple[str, Shown]]:
    """Comparisons, and a document with the author's own formulas and numbered equations."""
    cm = matrix(BIRDS, ["bird", "cat", "dog"])
    averages = [cm.derive("f1", average="macro", combine=how) for how in ("scores", "averages")]
    yield "combine", em.compare(*averages)
    yield "micro and macro", em.compare(*(cm.derive("precision", average=how) for how in ("micro", "macro")))
    yield "roots", em.compare(cm.derive("mcc"), matrix(FIG_23).derive("mcc"))
    yield "document", em.document(TUTORIAL)


@cache
def made(github: bool) -> list[Markdown]:
    """The pages of the registry and the reports, made now."""
    name = "github" if github else "markdown"
    found = [Markdown(str(case), case.derivation.to(name), github) for case in derivations()]
    found += [Markdown(repr(report), report.to(name), github) for report in reports()]
    return found + [Markdown(title, page.to(name), github) for title, page in others()]


@cache
def goldens() -> list[Markdown]:
    """The Markdown of the worked examples, as it is published."""
    root = worked_examples_dir()
    return [Markdown(str(p.relative_to(root)), p.read_text(encoding="utf-8")) for p in sorted(root.glob("*/*.md"))]


def portable() -> list[Markdown]:
    """All pages in the portable dialect."""
    return goldens() + made(False)
