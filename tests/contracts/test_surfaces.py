"""Every metric, average, form, convention and policy is rendered on every surface, and none of it leaks internals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import exactmetrics as em
from exactmetrics.cli.options import FORMATS as OF_THE_COMMAND
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.shown import WRITTEN
from exactmetrics.exact.values import Undefined
from tests.cases import each, sample, size
from tests.contracts.questions import QUESTIONS, Question, questions
from tests.derivation.questions import POLICIES, matrix
from tests.surfaces.pages import others, reports

NEVER_PREDICTED = [[6, 0, 0], [1, 0, 2], [2, 0, 7]]  # so that the policies act
PAIR = [[4, 2], [1, 0]]
SURFACES = [*WRITTEN, "json"]
OF_THREE = questions(3)
ASKED = sample(QUESTIONS, 60)
INTERNALS = re.compile(r"Fraction\(|Root\(|Undefined\(|Num\(|<[a-z_.]+ object|\bNone\b|\{\{|<%|<<|[\x01-\x08]")


@cache
def derived(at: int, policy: object) -> Derivation:
    """The question at this place, on counts of which some ratios are 0/0."""
    question = ASKED[at]
    rows = NEVER_PREDICTED if question in OF_THREE else PAIR
    return matrix(rows).derive(question.metric, undefined=policy, **question.named())


def asked(surface: str) -> Iterator[tuple[Question, object, Derivation]]:
    """Every question, each policy by turns: over the surfaces every question meets every policy."""
    shift = SURFACES.index(surface)
    for at, question in enumerate(ASKED):
        policy = POLICIES[(at + shift) % len(POLICIES)]
        yield question, policy, derived(at, policy)


def test_the_command_knows_every_surface() -> None:
    assert set(OF_THE_COMMAND) == set(SURFACES)


@each("surface", SURFACES)
def test_every_question_renders(surface: str) -> None:
    seen = defined = 0
    for question, policy, derivation in asked(surface):
        seen += 1
        text = derivation.to(surface)
        assert not (leak := INTERNALS.search(text)), (str(question), policy, leak)
        if surface.startswith("text"):
            assert not set("{}\\$") & set(text), (str(question), policy)
        if not isinstance(derivation.value, Undefined):
            defined += 1
            if surface == "json":
                digits = derivation.page.decimal["digits"]
            elif Fraction(1, 100) < abs(derivation.value) < 100:
                digits = em.decimal(derivation.value, places=4).rstrip("0").rstrip(".")
            else:  # with fewer or more digits after the point
                continue
            assert digits.lstrip("-") in text, (str(question), policy, digits)
    assert seen >= size(60, len(QUESTIONS))
    assert defined > 0.7 * seen


# Slides are of one value.
@each("surface", [surface for surface in SURFACES if not surface.startswith("beamer")], quick=2)
def test_reports_comparisons_and_documents_render(surface: str) -> None:
    pages = [*reports(), *(page for _, page in others())]
    assert len(pages) > 12
    for page in pages:
        text = page.to(surface)
        assert len(text) > 300
        assert not (leak := INTERNALS.search(text)), (repr(page), leak)
