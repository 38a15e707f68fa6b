"""One deduction: a count found from counts already known, with its working.

Printed it reads `FN_K = support_K − TP_K = 53 − 30 = 23`; the terms carry all that a derivation needs to print it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from .exact_count import Count

SYMBOLS = {"tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN", "support": "support", "predicted": "predicted", "n": "n"}


def symbol(count: str, label: Hashable | None) -> str:
    """Name a count of a class (TP_K), or of all (n, with label None).

    >>> symbol("fn", "K"), symbol("n", None)
    ('FN_K', 'n')
    """
    return SYMBOLS[count] if label is None else f"{SYMBOLS[count]}_{label}"


@dataclass(frozen=True, slots=True)
class Term:
    """One signed term of a deduction; `factor` is +1 or -1, or another exact number after elimination."""

    factor: Count
    count: str
    label: Hashable | None
    value: Count


@dataclass(frozen=True, slots=True)
class Deduction:
    """A count of a class (or n, with label None) found as the sum of its terms.

    Attributes:
        label, count: what was found, such as "K" and "fn"; the label of n is None.
        identity: the identity used, in words of symbols, such as "support = TP + FN".
        terms: the signed terms that add up to it.
        value: what was found.
    """

    label: Hashable | None
    count: str
    identity: str
    terms: tuple[Term, ...]
    value: Count

    def __str__(self) -> str:
        """Print the step, symbols first, then numbers."""
        names = " ".join(signed(term.factor, symbol(term.count, term.label), i) for i, term in enumerate(self.terms))
        numbers = " ".join(signed(term.factor, str(term.value), i) for i, term in enumerate(self.terms))
        middle = f" = {numbers}" if len(self.terms) > 1 or self.terms[0].factor != 1 else ""
        return f"{symbol(self.count, self.label)} = {names}{middle} = {self.value}"


def signed(factor: Count, text: str, position: int) -> str:
    """Print a term with its sign; the first term shows a sign only when it is negative.

    >>> signed(-1, "TP", 1), signed(1, "n", 0), signed(2, "n", 1)
    ('− TP', 'n', '+ 2·n')
    """
    size = abs(factor)
    body = text if size == 1 else f"{size}·{text}"
    if position == 0:
        return body if factor > 0 else f"−{body}"
    return f"+ {body}" if factor > 0 else f"− {body}"
