"""What is said of the rest under a root: which squares were looked for."""

from __future__ import annotations

import re

import exactmetrics as em
from exactmetrics.derivation.working.roots import take_square_out
from exactmetrics.exact.square import BOUND
from exactmetrics.expression.nodes import Sqrt, number
from tests.cases import each


@each(
    ("prime", "bound"),
    [(99_999_989, None), (100_000_007, BOUND)],  # the primes on both sides of the square of the bound
)
def test_what_is_left_under_a_root_is_said_to_be_searched_only_up_to_the_bound(prime: int, bound: int | None) -> None:
    work = take_square_out(Sqrt(number(4 * prime)))
    assert work is not None
    assert work.facts == {"number": 4 * prime, "factor": 2, "rest": prime, "bound": bound}
    assert take_square_out(Sqrt(number(prime))) is None


@each(
    ("rows", "said"),
    [
        ([[3, 1], [1, 7]], None),
        ([[5, 1], [2, 4]], r"The largest square number that divides (\d+) is (\d+) = "),
        ([[400, 71], [130, 1501]], rf"No square of a number from 2 to {BOUND} divides the rest, (\d+)\."),
    ],
)
def test_the_note_on_the_rest_under_a_root_is_true(rows: list[list[int]], said: str | None) -> None:
    text = " ".join(em.ConfusionMatrix(rows).derive("mcc").to_text().split())
    found = None if said is None else re.search(said, text)
    assert (found is None) is (said is None), text
    if found is not None:
        number, square = (int(n) for n in (*found.groups(), "1")[:2])
        assert all(number // square % factor**2 for factor in range(2, BOUND + 1))
