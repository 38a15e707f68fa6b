"""Readers of derivations from scores: each takes one, made or in a format, and raises where it does not hold."""

from __future__ import annotations

import re
from typing import Any

from exactmetrics import Undefined
from exactmetrics.derivation.score_derivation import ScoreDerivation
from tests.derivation.documents import take_apart
from tests.derivation.rereading import chains_of, check_equal

WORDS = re.compile(r"\\(?:mathrm|text)\{(\w+)\}")
UNPRINTED = re.compile(r"(made|sum) of \S*\d+\S* logarithms|too long to print")


def check_numbers(derivation: ScoreDerivation, format: str) -> int:
    """Every chain of equal terms holds, and those of the value are equal to it; how many terms were read.

    `format` is one of `SURFACES`. Of a value that is too long the page says so.
    """
    if isinstance(derivation.value, Undefined):
        assert not derivation.page.is_worked_out
        return 0
    return check_page(derivation.to(format), format, derivation.value)


def check_page(page: str, format: str, value: Any) -> int:
    """As `check_numbers`, of a text."""
    document = take_apart(WORDS.sub(r"\1", page), format)
    rows = [without_decimal(row) for row in document.result.rows]
    after = [*rows[1:], ""]  # a long value stands below its name
    results = chains_of([row for row, other in zip(rows, after, strict=True) if "=" in row or other.startswith("=")])
    read = sum(check_equal(chain, value) for chain in results)
    names = {chain.name for chain in results}
    for section in document.steps[1:]:
        for chain in chains_of(section.rows):
            read += check_equal(chain, value if chain.name in names else chain.values()[0])
    assert read or UNPRINTED.search(" ".join(page.split())), page
    return read


def check_slide(page: str, value: Any) -> None:
    """Every chain below the definition of a brief page in text holds, and one is equal to the value."""
    calculated = page.partition("\nCalculation.")[2] or page.rpartition("\nResult.")[2]
    rows = [without_decimal(row.strip()) for row in calculated.splitlines() if row.startswith("   ") and "=" in row]
    chains = [chain for chain in chains_of(rows) if chain.values()]
    for chain in chains:
        check_equal(chain, chain.values()[0])
    assert any(chain.values()[0] == value for chain in chains) or UNPRINTED.search(" ".join(page.split())), page


def without_decimal(row: str) -> str:
    """A row of the result without the decimal behind it."""
    return re.sub(r"\s*(\\approx|≈)\s*-?[0-9.]+|(?<=[0-9}]) = -?0\.[0-9]+", "", row)


def check_columns(derivation: ScoreDerivation) -> None:
    """Where a number of a column is no short decimal, the others are fractions as well, if they are short ones."""
    if isinstance(derivation.value, Undefined):
        return
    for table in take_apart(derivation.to_text(), "text").steps[1].tables:
        for column in zip(*(row for row in table[1:] if len(row) == len(table[0])), strict=True):
            cells = [cell for cell in column if re.fullmatch("-?[0-9./]+", cell)]
            if len(cells) == len([cell for cell in column if cell and "≈" not in cell]):
                assert not (any("/" in cell for cell in cells) and any("." in cell for cell in cells)), column


def check_length(derivation: ScoreDerivation) -> None:
    """However many samples and classes there are, a page is no longer than a reader's patience."""
    lines = derivation.to_text().splitlines()
    assert len(lines) < 80
    assert max(map(len, lines)) < 200
