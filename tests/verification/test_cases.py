"""Documents with the verdicts that are right for them: the tables of `cases/`, each row a text and what is said of it.

A `[[group]]` holds `cases` that are judged in one way: each is a text, or a list of a text and its verdicts, in their
order; a text alone has the `verdicts` of its group, or none. In a text, `{name}` stands for that of `[texts]`, or for
each of the values that `fill` has for it, in a table of lists, or in a list of tables. A group says further

- `of`: what is compared: `links` (equalities that have a verdict), `hints` (what explains them), `claims` (of metrics),
  `decimals` (claims that are no fraction), `accused` (errors and warnings of both sorts, or of the levels in `only`),
  `all` (claims, then what is not judged), `findings` (errors and warnings as reports have them), `report` (its lines),
  `fixed` (the text when what is sure is corrected), `repairs` (of the first equality that is wrong), `habits`,
  `data` (matrices), `sheet` (of an answer sheet, or the message that refuses it), `worst`;
- `as`: what is told of each, by the names in `link`, `hint`, `claim`, `passed` and `matrix` below; `passed_as` the same
  of what is not judged; `only` the verdicts that are compared, `first` or `last` if only that one, `among` if there may
  be others, `contains` if they are parts of what is told, `any_order`; `levels` that no claim may be outside of;
- `above`: a text that stands above each, or the names of some in `[texts]`, of which each is tried, or in the quick run
  `quick` one of them; `below`: what stands below each;
- `file`: under what name a sheet stands in a file;
- `format` (one, or several that are each tried; a notebook has the text in a cell), `data`, `labels`, `orientation`,
  `decimal_comma`: how the documents are read.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import pytest

from exactmetrics.exact.errors import InputError
from exactmetrics.verification.checked import CheckedClaim, CheckedLink
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.judging.given_data import given_data
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.habits import habits_of
from exactmetrics.verification.links.repairs import nearby_numbers, repairs
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.report.findings import Finding
from exactmetrics.verification.verified import FoundData
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import EXHAUSTIVE

Group = dict[str, Any]
FOLDER = Path(__file__).parent / "cases"
OPTIONS = ("data", "labels", "orientation", "decimal_comma")
AS = {
    "links": "{word}", "hints": "{word}: {kinds}", "claims": "{metric} {of} {printed} {word}",
    "decimals": "{metric} {printed} {word}", "accused": "{printed}", "all": "{printed} {word}",
    "habits": "{0.digits} {0.zeros} {0.rounding} {0.ties}", "repairs": "{0.kind}: {0.left} = {0.right}",
    "findings": "{printed} {word}: {kinds}", "data": "{labels}: {rows}, {orientation}",
}  # fmt: skip


def groups() -> Iterator[Any]:
    for path in sorted(FOLDER.glob("*.toml")):
        tables = tomllib.loads(path.read_text("utf-8"))
        for group in tables["group"]:
            above = group.get("above", "")
            group["texts"] = tables.get("texts", {})
            group["above"] = [group["texts"].get(one, one) for one in (above if isinstance(above, list) else [above])]
            yield pytest.param(group, id=f"{path.stem}: {group['name']}")


def link(one: Link, text: str) -> dict[str, object]:
    assert not text or "\n" in one.left or text[one.where.offset : one.left_stop] == one.left
    assert not text or text[one.ends.offset : one.stop] == one.right
    assert not text or text.count("\n", 0, one.ends.offset) + 1 == one.ends.line
    why, of = one.why or ("", "")
    return {"word": one.word, "left": one.left, "right": one.right, "why": why, "about": of, "sign": one.relation}


def hint(one: CheckedLink) -> dict[str, object]:
    facts = {"expected": "", "rule": "", **{key: fact for hint in one.hints for key, fact in hint.facts.items()}}
    repaired = one.hints[0].repaired if one.hints else ""
    kinds = " ".join(hint.kind for hint in one.hints)
    return {**facts, "word": one.word, "level": one.level, "kinds": kinds, "repaired": repaired}


def claim(one: CheckedClaim) -> dict[str, object]:
    question, options = one.question, one.question.options
    beta, average = question.parameters.get("beta"), options.get("average")
    return {
        "metric": f"{question.metric}[{beta}]" if beta else question.metric, "printed": one.printed, "word": one.word,
        "of": f"~{average}" if average else options.get("label", ""), "level": one.level,
        "convention": options.get("convention"), "hints": " ".join(hint.kind for hint in one.hints),
    }  # fmt: skip


def finding(one: Finding) -> dict[str, object]:
    return {
        "printed": one.printed, "word": one.word, "kinds": " ".join(hint.kind for hint in one.hints),
        "hints": " ".join(hint.text() for hint in one.hints), "line": one.start and one.start.line,
        "repaired": " ".join(hint.repaired for hint in one.hints),
        "expected": " ".join(str(hint.facts.get("expected", "")) for hint in one.hints),
    }  # fmt: skip


def passed(one: Passed, text: str) -> dict[str, object]:
    return {"why": one.why, "word": one.word, "printed": text[one.span.start.offset : one.span.stop]}


def matrix(one: FoundData) -> dict[str, object]:
    rows = "; ".join(" ".join(map(str, row)) for row in one.rows or ())
    labels = " ".join(map(str, one.labels))
    return {"labels": labels, "rows": rows, "orientation": one.orientation, "positive": one.positive}


def cases(group: Group) -> Iterator[tuple[str, str | None, list[str]]]:
    """The documents of a group, the format of each, and its verdicts."""
    fill, formats = group.get("fill", {}), group.get("format")
    if isinstance(fill, dict):
        fill = [dict(zip(fill, row, strict=True)) for row in product(*fill.values())]
    for case in group["cases"]:
        text, *verdicts = [case, *group.get("verdicts", [])] if isinstance(case, str) else case
        ways = list(product(group["above"], formats if isinstance(formats, list) else [formats], fill))
        if group.get("quick") and not EXHAUSTIVE:
            ways = [ways[crc32(text.encode()) % len(ways)]]
        for above, form, row in ways:
            document, *wanted = (
                filled(part, {**group["texts"], **row}) for part in (above + text + group.get("below", ""), *verdicts)
            )
            yield document, form, wanted


def filled(text: str, values: dict[str, str]) -> str:
    for key, value in values.items():
        text = text.replace(f"{{{key}}}", value)
    return text


def sheet(group: Group, text: str, form: str | None) -> Iterator[str]:
    """The verdicts of an answer sheet, or why it is refused; as a file of a name, or a text."""
    data = given_data(group["data"], labels=group.get("labels")) if "data" in group else None
    say = group.get("as", "{word}").format
    try:
        if "file" not in group:
            found = verify_claims(text, data=data, **({"format": form} if form else {}))
        else:
            with TemporaryDirectory() as folder:
                path = Path(folder, group["file"])
                path.write_text(text, encoding="utf-8")
                assert verify_document(path, format="text").format == "text"
                found = verify_document(path)
    except InputError as error:
        yield str(error)
        return
    for one in found.claims:
        worked = one.expression_verdict
        yield say(**claim(one), expression=worked and worked.word)


def told(group: Group, text: str, form: str | None) -> Iterator[str]:
    """What is said of a document, in the words of its group."""
    of, options = group["of"], {key: group[key] for key in OPTIONS if key in group}
    say, only = group.get("as", AS.get(of, "")).format, group.get("only")
    if form == "notebook":
        text = json.dumps({"cells": [{"cell_type": "markdown", "source": text.splitlines(keepends=True)}]})
    if of == "data":
        yield from (say(**matrix(one)) for one in recognised(source_of(text, form or "markdown"), **options).data)
    elif of == "links":
        links = [one for one in verify_links(text, format=form, **options).links if one.word in (only or [one.word])]
        yield from (say(**link(one, "" if form in ("html", "notebook") else text)) for one in links if one.word)
    elif of == "sheet":
        yield from sheet(group, text, form)
    elif of == "habits":
        yield say(habits_of(verify_links(text)))
    elif of == "repairs":
        links = verify_links(text).links
        wrong = next((at for at, one in enumerate(links) if one.word in ("false", "chained")), None)
        yield from map(say, repairs(links[wrong], nearby_numbers(links, wrong)) if wrong is not None else ())
    elif of == "hints":
        yield from (
            say(**hint(one)) for one in verify_document(text, format=form, claims=False, **options).links if one.word
        )
    else:
        found = verify_document(text, format=form, **options)
        claims = [one for one in found.claims if one.question.metric]
        for one in claims:
            assert one.span is None or text[one.span.start.offset : one.span.stop] == one.printed
            assert one.level in group.get("levels", [one.level]), claim(one)
        if of == "worst":
            yield found.worst
        elif of == "report":
            yield from found.to_text(width=200).splitlines()
        elif of == "fixed":
            yield found.fixed().removeprefix(group["above"][0])
        elif of == "findings":
            yield from (say(**finding(one)) for one in found.findings(*(only or ("error", "warn"))))
        elif of == "accused":
            said = [(one.level, one.printed) for one in found.claims]
            said += [(one.level, one.link.right) for one in found.links]
            wrong = dict.fromkeys(printed for level, printed in said if level in (only or ("error", "warn")))
            yield from (say(printed=printed) for printed in wrong)  # a claim may be an equality as well
        else:
            if of == "decimals":
                claims = [one for one in claims if one.printed and "/" not in one.printed and "frac" not in one.printed]
            yield from (say(**claim(one)) for one in claims if one.word in (only or [one.word]))
            not_judged = group.get("passed_as", "not judged: {why} {word}").format
            yield from (not_judged(**passed(one, text)) for one in found.passed if of == "all")


@pytest.mark.parametrize("group", list(groups()))
def test_what_is_said_of_a_document(group: Group) -> None:
    wrong = []
    for text, form, wanted in cases(group):
        found = [said if group["of"] == "fixed" else " ".join(said.split()) for said in told(group, text, form)]
        found = found[-1 if group.get("last") else 0 : 1 if group.get("first") else None]
        if group.get("among"):
            found = [one for one in found if one in wanted]
        if group.get("any_order"):
            found, wanted = sorted(found), sorted(wanted)
        if group.get("contains"):
            found = [part if any(part in one for one in found) else f"not {part}, but {found}" for part in wanted]
        if found != wanted:
            wrong.append(f"{text}\n--- is said to be {found}, not {wanted}")
    assert not wrong, "\n\n".join(wrong)
