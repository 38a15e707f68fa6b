"""Statements altered at one place, and what must hold of whatever becomes of one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from exactmetrics.exact.errors import UsageError
from exactmetrics.proofs.alterations import Changes, alterations, altered
from exactmetrics.proofs.proof import prove
from exactmetrics.proofs.statement import read_statement
from tests.proofs.oracle import allowed, holds, matrices


def mutants(texts: Sequence[str], changes: Changes, known: Sequence[str], *, seed: int, number: int) -> list[str]:
    """Some of the statements that one change makes of others; conditions stay, and `known` ones are none."""
    made = {altered(text, one) for text in texts for one in alterations(text, changes)}
    others = sorted(made - {*known})
    return random.Random(seed).sample(others, min(number, len(others)))


def check_altered(text: str) -> None:
    """One is proved only where it holds on every small matrix, and refuted by one on which it does not."""
    try:
        statement = read_statement(text)
        proof = prove(text, seconds=2)
    except UsageError:
        return
    if proof.verdict == "proved":
        said = [holds(statement, rows) for rows in matrices() if allowed(statement, rows)]
        assert False not in said
        assert True in said
    elif proof.verdict == "refuted":
        assert proof.witness is not None
        assert holds(statement, proof.witness.rows) is False
