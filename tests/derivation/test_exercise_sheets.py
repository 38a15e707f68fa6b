"""Exercise sheets: what the key calls a blank is what the page calls it, and a sheet for students tells no answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import exactmetrics as em
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.planning.page import Blank
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div
from tests.cases import each
from tests.derivation.test_detail import blanks_of
from tests.derivation.test_wide import counts

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
NAMES = ["bird", "cat", "dog"]
LANGUAGES = ["en", "es", "ar", "de", "fr"]
FORMATS = ["text", "text-2d", "markdown", "github", "latex", "html", "html-fragment", "json"]
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("precision", {"label": "cat"}), ("precision", {"average": "weighted"}), ("f1", {"average": "macro"}),
    ("f1", {"average": "macro", "combine": "averages"}), ("mcc", {}), ("kappa", {}), ("accuracy", {}),
]  # fmt: skip
LETTER = r"[a-zA-Z](?:[2-9]|[1-9]\d+)?"
# How a format writes a blank: its letter, then room to write.
BLANKS = {
    "text": rf"\(({LETTER})\)_{{3,}}",
    "markdown": rf"\{{\}}\^\{{\(({LETTER})\)\}}\\underline\{{\\phantom",
    "html": rf'<mtext class="letter">\(({LETTER})\)</mtext><mtext class="blank">',
}
LOOKS_LIKE = {"text-2d": "text", "github": "markdown", "latex": "markdown", "html-fragment": "html"}
ENTRY = rf"\(({LETTER})\)(?:\s|~|\\ )"  # in a key, before the answer
RULE = {"text": "\n----------", "markdown": "\n---\n", "github": "\n---\n", "latex": "\\clearpage", "html": "<details"}


def sheet(metric: str, options: dict[str, Any], **look: Any) -> em.Derivation:
    return em.ConfusionMatrix(ROWS, labels=NAMES).derive(metric, detail="scaffold", **options, **look)


def marks(page: str, style: str) -> set[str]:
    """The letters of the blanks on a page."""
    if style == "json":
        return set(lettered(json.loads(page)["steps"])) | set(re.findall(BLANKS["text"], page))
    return set(re.findall(BLANKS[LOOKS_LIKE.get(style, style)], page))


def lettered(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        if data.get("node") == "blank":
            yield data["letter"]
        if isinstance(data.get("blank"), str):
            yield data["blank"]
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from lettered(part)


def entries(page: str, style: str) -> list[str]:
    """The letters of the key at the end of a page."""
    if style == "json":
        return [entry["blank"] for entry in json.loads(page)["key"]]
    start = page.rindex(RULE[{"text-2d": "text", "html-fragment": "html"}.get(style, style)])
    return re.findall(ENTRY, page[start:])


@each("language", LANGUAGES)
@each("style", FORMATS)
def test_every_mark_of_the_key_is_on_the_page_and_the_other_way_round(style: str, language: str) -> None:
    for metric, options in QUESTIONS:
        derivation = sheet(metric, options, language=language)
        known = [letter for letter, _ in derivation.key]
        page = derivation.to(style)
        assert len(known) == len(set(known)) > 0
        assert entries(page, style) == known, metric
        if style != "json":
            assert marks(page, style) == set(known), metric
        else:  # the result is asked for in a sentence
            assert marks(page, style) <= set(known)
        assert not re.search(r"_\{?\(\d+\)|\^\{\(\d+\)\}|\(\d+\)_", page), "a blank with a number"


@each("k", [31, 60, 101, 200])
@each(("metric", "options"), [*QUESTIONS[1:], ("precision", {"label": 30})], ids=str)
def test_of_many_classes_the_key_holds_what_is_on_the_page(k: int, metric: str, options: dict[str, Any]) -> None:
    derivation = em.ConfusionMatrix(counts(k)).derive(metric, detail="scaffold", **options)
    for style in ("text", "markdown"):
        page = derivation.to(style)
        known = [letter for letter, _ in derivation.key]
        assert entries(page, style) == known
        assert marks(page, style) == set(known)


@each("k", [31, 200])
def test_the_data_of_an_exercise_hold_no_margins(k: int) -> None:
    rows = counts(k)
    derivation = em.ConfusionMatrix(rows).derive("recall", label=k - 1, detail="scaffold", key=False)
    support = sum(rows[-1])
    assert ("b", str(support)) in em.ConfusionMatrix(rows).derive("recall", label=k - 1, detail="scaffold").key
    assert not re.search(rf"(?<!\d){support}(?!\d)", derivation.to_markdown())


def test_one_row_of_counts_is_asked_for() -> None:
    derivation = sheet("precision", {"label": "cat"})
    assert [answer for _, answer in derivation.key][:2] == ["5", "9"]  # 5 of 1 + 5 + 3 predicted


COMPARED = [("precision", {"label": "cat"}), ("precision", {"label": "dog"})]


def compared(**look: Any) -> em.Comparison:
    return em.compare(*(sheet(metric, options, **look) for metric, options in COMPARED))


@each("language", LANGUAGES)
@each("style", [style for style in FORMATS if style not in ("json", "latex")])
def test_a_comparison_has_one_letter_for_one_number(style: str, language: str) -> None:
    comparison = compared(language=language)
    page, known = comparison.to(style), [letter for letter, _ in comparison.key]
    assert len(known) == len(set(known))
    assert marks(page, style) == set(known)
    start = page.index(RULE["html"]) if "html" in style else page.rindex("\n---")
    assert re.findall(ENTRY, page[start:]) == known
    assert marks(page[start:], style) == set(), "after the key comes no blank"


@each("style", FORMATS)
def test_a_comparison_for_students_tells_no_answer(style: str) -> None:
    page = compared(key=False).to(style)
    for told in ("5/9", "7/10", r"\frac{5}{9}", "0.5556", "-13", "13}", "0.144", '"greater"', '"less"'):
        assert told not in page
    assert compared().difference is not None


def test_the_difference_of_a_comparison_is_worked_out_right() -> None:
    """7/10 - 5/9 = 63/90 - 50/90 = 13/90, by hand: the larger value minus the smaller one."""
    assert compared().key[-1][1] == "0.1444"


def test_a_document_for_students_has_no_key() -> None:
    spec = {
        "title": "Exercises", "detail": "scaffold", "data": {"m": {"matrix": ROWS, "labels": NAMES}},
        "block": [{"data": "m"}, {"derivation": {"metric": "precision", "label": "cat"}},
                  {"comparison": [{"metric": "precision", "label": "cat"}, {"metric": "precision", "label": "dog"}]}],
    }  # fmt: skip
    for style in FORMATS:
        teacher = em.document(spec).to(style)
        students = em.document(spec | {"key": False}).to(style)
        assert students == em.document(spec, key=False).to(style)
        assert "0.5556" in teacher
        for told in ("0.5556", "-13", "Key"):
            assert told not in students, style


def test_counts_that_are_equal_by_chance_are_two_blanks() -> None:
    """Class b has 5 correct predictions and 5 predictions, and class c 5 correct ones, none of them the same."""
    exercise = em.ConfusionMatrix([[5, 0, 2], [0, 5, 3], [0, 0, 5]]).derive(
        "precision", average="macro", detail="scaffold"
    )
    table = next(step.table for step in exercise.steps if step.table is not None)
    asked = [cell.value for _, _, cells in table.rows for cell in cells if isinstance(cell.value, Blank)]
    assert [blank.value for blank in asked] == [5, 5, 5, 10]
    assert len({blank.letter for blank in asked}) == 4
    put_in = next(step for step in exercise.steps if step.kind == "substitute").formulas[0].members[0]
    chains = [table.scores[0].chains[at].members[-1] for at in (1, 2)]
    assert {blank.letter for e in chains for blank in blanks_of(e)} == {b.letter for b in blanks_of(put_in)}


def test_a_result_that_is_equal_to_a_part_by_chance_is_no_part() -> None:
    """Chance agreement and kappa are both 1/3 here: (5/9 - 1/3)/(1 - 1/3) = (2/9)/(2/3), by hand."""
    exercise = em.ConfusionMatrix([[3, 1, 2], [2, 4, 1], [1, 1, 3]]).derive("kappa", detail="scaffold")
    [chance] = [
        s for s in exercise.steps if s.kind == "part" and evaluate(s.formulas[-1].members[-1]) == Fraction(1, 3)
    ]
    top = blanks_of(chance.formulas[-1].members[-1])[0]
    result = blanks_of(exercise.page.asked["value"])
    assert [blank.value for blank in result] == [1, 3]
    assert top.letter != result[0].letter
    quotient = exercise.steps[-1].formulas[-1].members[0]
    assert isinstance(quotient, Div)
    assert blanks_of(quotient.num)[0].letter != blanks_of(quotient.den)[0].letter, "2/9 and 2/3 are two fractions"


@each("language", LANGUAGES)
def test_an_exercise_without_a_value_says_so(language: str) -> None:
    cm, look = em.ConfusionMatrix([[6, 0], [1, 0]]), {"detail": "scaffold", "language": language}
    said = messages(language).get("scaffold", "nothing")
    for average in ("macro", "weighted"):
        assert said in " ".join(cm.derive("precision", average=average, **look).to_text().split())
    assert said not in " ".join(cm.derive("recall", label=0, **look).to_text().split())
    both = em.compare(*(cm.derive("precision", average=average, **look) for average in ("macro", "weighted")))
    assert said in " ".join(both.to_text().split())
    one = em.compare(cm.derive("recall", label=0, **look), cm.derive("precision", average="macro", **look))
    assert said not in " ".join(one.to_text().split())


def test_a_letter_stands_for_one_meaning() -> None:
    """Class B has the F1 score 2*4/(8 + 7) = 8/15, and 8 predictions by chance; class C has 8/14 = 4/7."""
    exercise = em.ConfusionMatrix([[8, 3, 1], [0, 4, 3], [1, 1, 4]], labels=list("ABC")).derive(
        "f1", average="macro", detail="scaffold"
    )
    rows = [
        re.findall(rf"\(({LETTER})\)_", row)
        for row in exercise.to_text().splitlines()
        if row.strip()[:2] in ("B ", "C ")
    ]
    assert rows == [["a", "b", "c"], ["d", "e", "f"], list("abcgh"), list("defijkl")]
    added = next(step for step in exercise.steps if step.kind == "add_fractions").formulas[0].members[1]
    # 16*5/(21*5) + 8*7/(15*7) + 4*15/(7*15): the factor 7 is not the denominator 7, nor 15 the denominator 15.
    asked = blanks_of(added)
    assert [blank.value for blank in asked] == [16, 5, 21, 5, 8, 7, 15, 7, 4, 15, 7, 15]
    letters = [blank.letter for blank in asked]
    assert len(set(letters)) == 9
    assert (letters[1], letters[5], letters[9]) == (letters[3], letters[7], letters[11])


def test_what_is_one_meaning_has_one_letter() -> None:
    """Here chance agreement is 147/441 = 1/3, and kappa (3/7)/(2/3) = (3/7)*(3/2) = 9/14, by hand."""
    exercise = em.ConfusionMatrix([[6, 1, 0], [1, 6, 0], [2, 1, 4]]).derive("kappa", detail="scaffold")
    quotient, inverted, product, _ = (blanks_of(e) for e in exercise.steps[-1].formulas[-1].members)
    a, b, c, d = quotient
    assert [blank.value for blank in quotient] == [3, 7, 2, 3]
    assert len({blank.letter for blank in quotient}) == 4
    assert inverted == [a, b, d, c]
    assert product == [a, d, b, c]
    chance = [step for step in exercise.steps if step.kind == "part"][-1]
    (gcd, top, again, bottom), last = (blanks_of(e) for e in chance.formulas[-1].members[-2:])
    assert (again, last) == (gcd, [top, bottom])


def test_no_blank_is_called_as_a_class() -> None:
    """Class b has no blank (b) beside it; with its answers the letters stay in order."""
    exercise = em.ConfusionMatrix([[8, 3, 1], [0, 4, 3], [1, 1, 4]], labels=["a", "b", "A"]).derive(
        "f1", average="macro", detail="scaffold"
    )
    letters = [letter for letter, _ in exercise.key]
    assert letters[:4] == ["c", "d", "e", "f"]
    assert letters[letters.index("z") + 1] == "B"
    assert marks(exercise.to_text(), "text") == set(letters)
