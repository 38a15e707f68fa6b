"""One mistake on a random matrix."""

from __future__ import annotations

import random
from fractions import Fraction

from tests.verification.diagnosis import generator as g
from tests.verification.diagnosis import slips_of_averages
from tests.verification.diagnosis.slips import SLIPS

MODULES = (slips_of_averages,)  # importing it fills the table of mistakes
F = Fraction
CAUSES = tuple(SLIPS)


def simulated(rng: random.Random, cause: str, places: int) -> g.Slip | None:
    """One mistake of a kind on a random matrix; None where it happens to print the right digits."""
    k = rng.randint(2, 6)
    rows = g.matrix(rng, k, round(10 ** rng.uniform(1.302, 3.301)))
    try:
        metric, options, right, wrong = SLIPS[cause](rng, rows, places)
    except (ZeroDivisionError, IndexError):
        return None
    printed = wrong if isinstance(wrong, str) else g.rounded(wrong, places)
    good = g.rounded(right, places)
    if F(printed) == F(good):
        return None
    return g.Slip(cause, printed, good, metric, options, rows, right)
