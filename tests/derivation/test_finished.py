"""Every finished derivation holds: each displayed row, table, sentence and decimal is read back from the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.values import Undefined
from tests.cases import each, sample, size
from tests.contracts.matrices import matrices as any_matrix
from tests.contracts.questions import questions, questions_of
from tests.derivation.audit import audit
from tests.derivation.documents import SURFACES, Document, Section
from tests.derivation.questions import BIRDS, FIG_23, POLICIES, Case, cases, example_5, matrix
from tests.derivation.rereading import chains_of
from tests.derivation.sentences import plain


def judge_case(case: Case, surfaces: Sequence[str] = SURFACES) -> int:
    """Read one derivation back on each of these surfaces, and compare their numbers."""
    derivation, value = case.derivation, case.value
    assert derivation.value == value, str(case)
    count, pages = 0, []
    for surface in surfaces:
        try:
            lines, page = audit(derivation, case.measured, value, surface, **case.options)
        except Exception as fault:
            fault.add_note(f"{surface}: {case}")
            raise
        count += lines
        pages.append(numbers(page, defined=not isinstance(value, Undefined)))
    assert all(page == pages[0] for page in pages), str(case)
    return count


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


@each("k", range(1, 7))
def test_every_question_on_matrices_full_of_zeros(k: int) -> None:
    # The surfaces take turns, two at a time; the first textbook matrix is read on all of them.
    asked = sample(cases(k), 8, 200)
    count = sum(judge_case(case, SURFACES[at % 2 :: 2]) for at, case in enumerate(asked))
    assert count > size(6, 9) * len(asked)  # members read back; fewer means that rows were not found


@each("rows", [BIRDS, FIG_23], ids=["birds", "figure 23"])
def test_every_question_on_the_textbook_matrices(rows: list[list[int]]) -> None:
    for at, question in enumerate(sample(questions(3) if rows is BIRDS else questions(3)[::2], 20, 250)):
        surfaces = SURFACES if rows is BIRDS else SURFACES[at % 2 :: 2]
        judge_case(Case(matrix(rows), question.metric, question.named(), rows), surfaces)


@each("average", ["macro", "micro", "weighted"])
@each("metric", ["precision", "recall", "specificity", "f1", "npv"])
def test_partial_information(metric: str, average: str) -> None:
    judge_case(Case(example_5(), metric, {"average": average}))


@given(st.data())
def test_any_question_on_any_matrix(data: st.DataObject) -> None:
    rows = data.draw(any_matrix())
    question = data.draw(st.sampled_from(questions_of(rows)))
    policy = data.draw(st.sampled_from(POLICIES))
    judge_case(Case(matrix(rows), question.metric, question.named() | {"undefined": policy}, rows))


@each("k", [9, 12])
def test_many_classes(k: int) -> None:
    random = Random(k)
    rows = [[random.choice([0, random.randint(0, 60)]) for _ in range(k)] for _ in range(k)]
    labelled = matrix(rows, [f"c{i}" for i in range(k)])
    asked = product(("precision", "f1", "recall", "accuracy", "kappa"), ("macro", "micro", "weighted"))
    for metric, average in sample(asked, 7):
        judge_case(Case(labelled, metric, {"average": average, "undefined": 0}, rows))
