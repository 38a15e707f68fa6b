"""Nothing is passed over: of arithmetic in any layout of the test documents each result is judged, or listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import exactmetrics as em
from exactmetrics.verification.documents.opening import format_of, text_of
from exactmetrics.verification.report.findings import findings
from exactmetrics.verification.verified import Verification
from tests.cases import each, sample
from tests.verification.real.corpus import documents, stored_bytes
from tests.verification.test_cases import cases, groups

# An equality as an expression that shares nothing with the reading finds it: its result is group 1 or 2.
EQUALITY = re.compile(
    r"(?<![\w.])(?:\d+ ?/ ?\d+|\\frac\{\d+\}\{\d+\}) ?(?:=|≈|\\approx) ?(\d*\.\d+)(?![\d.%])"
    r"|(?<![\w.])\d*\.\d+ ?= ?(\d+ ?/ ?\d+)"
)
COLUMNS = re.compile(r"^ *={2,} +={2,}", re.MULTILINE)  # of a table whose columns stand where its rule says
PARTED = (
    " ",
    "  ",
    "\t",
    "\f",
    "\v",
    "\x85",
    "\u2028",
    "\u2029",
    "\u00a0",
    "\u3000",
    ", ",
    "; ",
    " / ",
    " · ",
    " and ",
)
NAMED = (
    "P = 3/4 = 0.76{}R = 1/3 = 0.34", "3/4 = 0.76{}1/3 = 0.34", "P = 0.76 = 3/4{}R = 0.34 = 1/3",
    "P(A) = 3/4 = 0.76{}P(B) = 1/3 = 0.34", "P_1 = 3/4 = 0.76{}P_2 = 1/3 = 0.34", "P: 3/4 = 0.76{}R: 1/3 = 0.34",
    "TP/(TP+FP) = 3/4 = 0.76{}TP/(TP+FN) = 1/3 = 0.34", "Precision = 3/4 = 0.76{}Recall = 1/3 = 0.34",
    "ACC = 3/4 = 0.76{}MCC = 1/3 = 0.34", "π = 3/4 = 0.76{}ρ = 1/3 = 0.34",
)  # fmt: skip


Layout = tuple[str, str, str | None]


def covered(found: Verification, place: int) -> bool:
    """Whether what stands there is judged or listed."""
    spans = [(one.link.where.offset, one.link.stop) for one in found.links if one.word is not None]
    of_claims = (one.span for one in (*found.claims, *found.passed))
    spans += [(span.start.offset, span.stop) for span in of_claims if span is not None]
    return any(start <= place < stop for start, stop in spans)


def layouts() -> Iterator[Layout]:
    """What stands before and behind an equality in the documents of `cases/`, and their format: each layout once."""
    seen = set[tuple[str, str]]()
    for group in groups():
        (table,) = group.values
        for text, form, _ in cases(table) if table["of"] != "sheet" else ():
            if form in ("html", "notebook") or COLUMNS.search(text):
                continue
            for found in EQUALITY.finditer(text):
                before, behind = text[: found.start()], text[found.end() :]
                near = before[before.rfind("\n\n") + 1 :], behind[: behind.find("\n\n") + 1 or None]
                shape = tuple(re.sub(r"[^\W\d_]+", "w", part) for part in near)
                if shape not in seen and covered(em.verify_document(text, format=form), found.start()):
                    seen.add(shape)  # type: ignore[arg-type]
                    yield before, behind, form


def test_two_equalities_on_one_line_are_judged_or_listed_in_every_layout() -> None:
    for at, (before, behind, form) in enumerate(sample(list(layouts()), 12)):
        formula = re.search(r"[$\\]", before[-40:] + behind[:40]) is not None  # where such a sign works with the name
        for place, mark in enumerate(
            PARTED[: -3 if formula else None], at
        ):  # each layout meets each mark and each name
            fed = NAMED[place % len(NAMED)].format(mark)
            found = em.verify_document(before + fed + behind, format=form)
            missing = [one for one in ("0.76", "0.34") if not covered(found, len(before) + fed.index(one))]
            assert not missing, before[-80:] + fed + behind[:80]


def test_every_quotient_of_the_stored_documents_is_judged_or_listed() -> None:
    seen = 0
    for document in documents():
        if document.stored:
            text = text_of(stored_bytes(document))
            places = [found.start(1 if found[1] else 2) for found in EQUALITY.finditer(text)]
            seen += len(places)
            found = em.verify_document(text, format=format_of(Path(document.name), text[:4000])) if places else None
            assert found is None or all(covered(found, place) for place in places), document.name
    assert seen > 20


@each("named", NAMED)
@each("mark", PARTED)
def test_both_results_are_judged_where_a_name_or_the_end_of_a_line_parts_them(mark: str, named: str) -> None:
    found = em.verify_document(named.format(mark))
    words = [one.word for one in found.links if one.word is not None]
    line_end = mark in "\f\v\x85\u2028\u2029" and "3/4{}" not in named  # else 3 may have lost its bar in a layout
    if line_end or (mark in " \t\u00a0\u3000" and named[0] in "PATπ" and ":" not in named):
        assert words.count("false") == 2, words


@each(("text", "words"), [
    ("P = 3/4 = 0.75 R = 3/4 = 0.75", ["exact", "exact"]),
    ("3/4 = 0.76 R = 0.75", ["unread"]),  # R may be 0.987
    ("The gain is 3/4 = 0.76 R", ["unread"]),
    ("rates: 1963/32699=0.060,1010/59662=0.017", ["rounded", "rounded"]),
])  # fmt: skip
def test_a_factor_is_left_open_where_it_may_be_one(text: str, words: list[str]) -> None:
    assert [one.word for one in em.verify_document(text).links if one.word is not None] == words


FIRST_RIGHT = (
    "P = 3/4 = 0.75{}R = 2/5 = 0.41", "3/4 = 0.75{}2/5 = 0.41", "P_1 = 3/4 = 0.75{}P_2 = 2/5 = 0.41",
    "3/4 = 75%{}2/5 = 41%", "0.75 = 3/4{}0.41 = 2/5", "3 of 4 = 75%{}2 of 5 = 41%", "¾ = 0.75{}⅖ = 0.41",
)  # fmt: skip
LAYOUTS = ("{}", "So {}.", "| a | {} |\n|---|---|", "- {}", "> {}", "# {}", "3/4 = 0.75 - {}", "2/4 = 0.5 / {}")


@each("named", FIRST_RIGHT)
@each("mark", [*PARTED, " _ ", " (b) ", "` `", "...", " ... ", " // ", "//"])
def test_the_second_result_is_told_where_the_first_is_right(mark: str, named: str) -> None:
    for layout in LAYOUTS:
        text = layout.format(named.format(mark))
        found = em.verify_document(text, format="markdown")
        places = [text.index("41"), *([text.index("2/5")] if named.startswith("0.75 =") else [])]
        told = [(one.start.offset, one.stop) for one in findings(found) if one.start is not None]
        assert any(start <= place < stop for start, stop in told for place in places), text


@each("between", [r"\ ", r"\,", "~", r"\;", r"\:", ""])
def test_a_right_result_before_another_fraction_is_not_accused(between: str) -> None:
    for last, words in (("0.41", ["unread", "unread"]), ("0.3", ["false", "exact"])):  # 3/4 * 2/5 = 0.3
        found = em.verify_document(rf"\[\frac{{3}}{{4}} = 0.75 {between} \frac{{2}}{{5}} = {last}\]", format="latex")
        assert [one.word for one in found.links] == words


STRAY = (
    " 10", " 2", " 2024", " (95% CI 0.2-0.9)", " 3 times.", "\u00a012", " 7 8", " 10% of them", " ½", " [0.2, 0.9]",
    " 1/3", " 0.81", " -1", " (see 1-2)", " 2. So R = 1/2 = 0.5",
)  # fmt: skip


@each("stray", STRAY)
def test_an_equality_is_judged_or_listed_whatever_number_stands_behind_it(stray: str) -> None:
    for equality in ("P = 3/4 = 0.70", "3/4 = 0.70", "So P = 6/8 = 3/4 = 0.70", "P = 2 + 2 = 5", "P = 0.70 = 3/4"):
        for text in (
            equality + stray,
            f"cat {equality}{stray}\ndog {equality} 9",
            f"a {equality}, b {equality}{stray}",
        ):
            found = em.verify_document(text)
            places = [one.end() - 1 for one in re.finditer(re.escape(equality), text)]
            assert all(covered(found, place) for place in places), text


@each(("space", "joins"), [
    ("\\kern1pt", True), ("\\kern.16667em ", True), ("\\mkern 3mu", True), ("\\hskip 1pt plus 1pt", True),
    ("\\kern 0,1true cm ", True), ("\\hspace{1pt}", True), ("\\mskip-2mu", True), ("\\vphantom{0}", True),
    ("\\hskip 1em plus 1fil ", False), ("\\kern5pt ", False), ("\\hspace*{\\fill}", False),
    ("\\hskip0pt plus1fill ", False),
])  # fmt: skip
def test_a_small_space_stands_within_a_number_and_a_wide_one_parts_numbers(space: str, joins: bool) -> None:
    for text, apart, joined in (
        ("$3/4 = 0.7{}5$", "truncated", "exact"), ("$3/4 = 0.7{}6$", "truncated", "false"),
        ("$12{}345 + 1 = 12{}346$", "false", "exact"), ("$12{}345 + 1 = 12{}347$", "false", "false"),
        ("$3/4 = {}0.70$", "false", "false"), ("$3/4 = {}0.75$", "exact", "exact"),
        ("$3/4 {}= 0.70$", "false", "false"),
    ):  # fmt: skip
        found = em.verify_document(text.replace("{}", space))
        assert [one.word for one in found.links if one.word is not None] == [joined if joins else apart], text


@each(("text", "words"), [  # 3/4 = 0.75, 1/3 = 0.333...
    ("$3/4 = \\vphantom{0}0.70$", ["false"]), ("$3/4 = \\phantom{\\frac{1}{2}}0.70$", ["false"]),
    ("$1/3 = 0.333\\,333$", ["rounded"]), ("$1/3 = 0.333\\,334$", ["false"]), ("$1/4 = 0.25\\,10$", ["exact"]),
    ("$1/400 = 2.500\\,10^{-3}$", ["unread"]),
    ("P = 3/4 = 0.70 10", ["false"]), ("P = 3/4 = 0.75 10", ["exact"]), ("P = 3/4 = 0.70\u00a012", ["false"]),
    ("cat 3/4 = 0.70 6\ndog 1/3 = 0.34 9", ["false", "false"]), ("P = 3/4 = 0.70 (95% CI 0.2-0.9)", ["false"]),
    ("1. P = 3/4 = 0.70 2. R = 1/3 = 0.34", ["false", "false"]),
    ("P = 3/4 = 0.70 10 R = 1/3 = 0.34", ["false", "false"]),
    ("$P = 3/4 = 0.70\\hspace{1cm}R = 1/3 = 0.34$", ["false", "false"]),
    ("$P = 3/4 = 0.70\\hfill R = 1/3 = \\quad 0.34$", ["false", "false"]),
    ("$3/4 = \\phantom{0}0.70$", ["false"]), ("$P \\quad = \\quad 3/4 \\hspace{1em} = 0.70$", ["false"]),
    ("$P = 3/4 = 0.70\\kern1cm R = 1/3 = 0.34$", ["false", "false"]), ("Item b 3/4 = 0.70", ["unread"]),
    ("$P = 3/4 = 0.70\\kern 2em R = 1/3 = 0.34$", ["false", "false"]), ("$3/4 = 0.75\\kern1em 12$", ["exact"]),
    ("$P = 3/4 = 0.70\\hskip 1em plus 1fil R = 1/3 = 0.34$", ["false", "false"]),
    ("P = 3/4 = 0.75 -1 R = 1/3 = 0.33", ["exact", "rounded"]), ("3/4 = 0.76 -1", ["false"]),
    ("3/4 = 0.70 -1", ["false"]), ("3/4 = 0.75 -1", ["exact"]), ("3/4 = 1.75 -1", ["exact"]),
    ("2 + 2 = 5 -7", ["false"]),
    ("P = 3/4 = 0.70 -1 R = 1/3 = 0.33", ["false", "rounded"]), ("P = 3/4 = 0.70 −1", ["false"]),
    ("P = 3/4 = 0.75 - 12 cats", ["unread"]), ("P = 3/4 = 0.70 - 12 cats", ["false"]),
    ("1/3 = 0.333 333", ["rounded"]), ("1/3 = 0.334 333", ["unread"]), ("35 + 22 = 5 7", ["unread"]),
    ("$\\3/4 = 0.76, 1/3 = 0.34$", ["unread", "false"]),  # no command: something before the 3 is lost
    ("7/2 = 3 1/2", ["unread"]), ("$$3/4 = 0.70 10$$", ["unread"]), ("P = 6/8 = 3 4 = 0.75", ["unread"]),
])  # fmt: skip
def test_a_number_alone_behind_a_decimal_ends_the_equality(text: str, words: list[str]) -> None:
    assert [one.word for one in em.verify_document(text).links if one.word is not None] == words
