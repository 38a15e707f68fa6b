"""Every number on every page holds, on every surface: rows, tables, sentences and decimals are read back."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import exactmetrics as em
from exactmetrics.derivation.score_derivation import ScoreDerivation
from exactmetrics.derivation.score_writers import score_surface
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.nodes import Num
from exactmetrics.expression.reading import read_value
from tests.corpus.cases import Case
from tests.corpus.readers import derivations, every_case, with_ends, with_short_numbers
from tests.derivation.audit import audit
from tests.derivation.documents import Document, Section, take_apart
from tests.derivation.endings import check_end
from tests.derivation.pages import check_page
from tests.derivation.rereading import chains_of
from tests.derivation.sentences import plain
from tests.multilabel.test_derivation import check as check_samples
from tests.scores.reading import UNPRINTED, check_columns, check_slide
from tests.scores.reading import check_page as check_scores
from tests.surfaces.blocks import linear_page

SURFACES = ("text", "markdown", "latex", "html", "github", "text-2d")


@every_case(derivations)
def test_derivations_hold_and_surfaces_agree(case: Case) -> None:
    derivation, value = case.derivation, case.value
    assert derivation.value == value
    pages = []
    for surface in SURFACES:
        members, page = audit(derivation, case.measured, value, surface, page=case.texts[surface], **case.options)
        assert members >= least_members(case), surface  # fewer means that formulas were not found
        pages.append(numbers(page, defined=not isinstance(value, Undefined)))
    # Of source 000 the symbols have numbers, and not the same ones on every surface.
    assert case.look.get("profile") == "000" or all(page == pages[0] for page in pages)


@every_case(with_ends)
def test_the_end_of_a_derivation_holds(case: Case) -> None:
    for surface in SURFACES:
        document = take_apart(case.texts[surface], surface)
        check_end(document, case.value, case.measured, case.derivation, case.options)


def least_members(case: Case) -> int:
    """How many members of chains a page has at least: those that no other member is written like."""
    worked = [formula for step in case.derivation.steps for formula in step.formulas if formula.numeric]
    return sum(len(set(formula.members)) for formula in worked)


def numbers(page: Document, *, defined: bool) -> list[Any]:
    """Every number of a document in reading order, without those of its symbols."""
    sections = [_numbers(section, _cells(section), defined=True) for section in page.steps[1:]]
    sentences = [_digits(plain(section.text)) for section in page.steps]
    ends = _digits(plain(page.result.text))
    # What each convention gives: a calculation that has room on one surface may have none on another.
    cells = [cell.rpartition(" = ")[2] for cell in _cells(page.result)]
    return [sections, sentences, _numbers(page.result, cells, defined=not defined), ends]


def _cells(section: Section) -> list[str]:
    return [cell for table in section.tables for row in table[1:] for cell in row]


def _numbers(section: Section, cells: list[str], *, defined: bool) -> list[Any]:
    members = (
        [text for chain in chains_of(section.rows) for text in chain.texts] if defined else section.rows[1:][-1:]
    )  # the box: a value before it may be broken
    return [_digits(text) for text in [" ".join(members), *cells]]


def _digits(text: str) -> list[str]:
    """The numbers, without the degrees of roots: before the root on one surface, after it on another."""
    return re.findall(r"\d+", re.sub(r"\\sqrt\[\d+\]|\^[({]1/\d+[)}]", "", text))


@every_case(
    lambda case: (
        case.verb == "compare"
        and case.look.get("detail") != "scaffold"
        and with_short_numbers(case)
        and "forty" not in case.name
    )
)
def test_comparisons_hold(case: Case) -> None:
    made: Any = case.made
    has_numbers = not isinstance(made.first.value, Undefined)
    for surface in ("text", "markdown", "latex", "html"):
        assert check_page(made, surface, case.texts[surface]) >= has_numbers, surface


@every_case(lambda case: case.verb == "derive" and case.kind == "scores")
def test_pages_of_scores_hold(case: Case) -> None:
    made: Any = case.made
    assert made.value == case.value
    if case.look.get("detail") == "scaffold":
        return  # read below, with its key
    if isinstance(made.value, Undefined):
        assert not made.page.is_worked_out
        return
    if case.look.get("detail") == "brief":
        return  # read below, for all questions
    check_columns(made)
    for surface in SURFACES:
        text = linear_page(case.texts[surface]) if surface == "text-2d" else case.texts[surface]
        check_scores(text, "text" if surface == "text-2d" else surface, made.value)


@every_case(lambda case: case.verb == "derive" and case.kind == "scores" and "detail" not in case.look)
def test_slides_of_scores_hold(case: Case) -> None:
    made: Any = case.shown(detail="brief")
    if made.page.is_worked_out:
        check_slide(made.to_text(), made.value)


@every_case(lambda case: case.verb == "derive" and case.kind == "scores" and "detail" not in case.look)
def test_an_exercise_on_scores_is_the_working_with_blanks(case: Case) -> None:
    """With the answers of its key an exercise says what the derivation says, blank by blank."""
    made: Any = case.made
    exercise = case.shown(detail="scaffold")
    assert isinstance(exercise, ScoreDerivation)
    if not made.page.is_worked_out:
        assert not exercise.key
        return
    assert exercise.key
    show = score_surface(exercise, "text").notation.show
    sums = {
        b.letter: show(Num(b.value)) for b in exercise.page.blanks if not b.text and not isinstance(b.value, Fraction)
    }
    steps = [re.sub(r".*?(?=\n2\. )|\nResult\n.*", "", one.to_text(), flags=re.DOTALL) for one in (exercise, made)]
    assert re.search(r"\([a-zA-Z]\d*\)_{3,}", steps[0]) or UNPRINTED.search(" ".join(steps[1].split()))
    filled = re.sub(r"\(([a-zA-Z]\d*)\)_{3,}", lambda found: {**dict(exercise.key), **sums}[found[1]], steps[0])
    assert re.sub(r"[\s()]|---+", "", filled) == re.sub(r"[\s()]|---+", "", steps[1])


def of_samples(case: Case) -> bool:
    """Whether it is the working of an average over samples."""
    is_average = case.verb == "derive" and case.kind == "sets" and case.options.get("average") == "samples"
    is_read = case.metric in ("precision", "recall", "f1", "jaccard") and "weights" not in case.name
    return is_average and is_read and case.look.get("detail", "standard") == "standard" and "preset" not in case.options


@every_case(of_samples)
def test_pages_of_samples_hold(case: Case) -> None:
    made: Any = case.made
    for surface in ("text", "markdown", "latex", "html"):
        assert check_samples(made, surface, case.texts[surface]) > 0, surface


def support_of(case: Case, label: Any) -> Any:
    """How many samples of a file of scores a class has, or their weight, by a way of its own."""
    samples = case.measured._samples
    at = samples.labels.index(label)
    has = samples.indicators[at] if samples.indicators else [one == at for one in samples.truth]
    return sum(weight for weight, own in zip(samples.weights or [1] * samples.size, has, strict=True) if own)


@every_case(lambda case: case.verb == "report")
def test_rows_of_reports_are_values(case: Case) -> None:
    """Each row of the data is what the question gives by itself."""
    made: Any = case.made
    for row in made.data()["rows"]:
        asked = {key: row[key] for key in ("label", "average") if row[key] is not None}
        policy = {name: case.options[name] for name in ("undefined", "preset") if name in case.options}
        if case.kind == "scores" and row["metric"] == "support":
            assert row["value"] == str(support_of(case, row["label"]))
            continue
        value = case.measured.value(row["metric"], **asked, **policy)
        assert isinstance(value, Undefined) if row["value"] is None else value == read_value(row["value"])


CELL = re.compile(r"(?<![\w/(){}.])(?<![-+] )(-?\d+/[1-9]\d*) ([=≈]|\\approx) (-?\d+\.\d+)")


@every_case(lambda case: case.verb != "compare")
def test_a_fraction_beside_a_decimal_is_that_number(case: Case) -> None:
    """On every page in text, `=` stands between the two only where they are equal."""
    for exact, sign, decimal in CELL.findall(case.texts["text"]):
        places = len(decimal.partition(".")[2])
        value, shown = read_value(exact), read_value(decimal)
        assert (value == shown) is (sign == "="), (exact, decimal)
        assert em.decimal(value, places=places) == decimal or 2 * 10**places * abs(value - shown) <= 1, (exact, decimal)  # type: ignore[operator]
