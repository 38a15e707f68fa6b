"""How scores are read, and how much may be done: what every question shares, whatever its data are."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.feasibility.budget import Budget, Progress
from exactmetrics.feasibility.given import Reader, tolerance_of

LIMIT = 20
STEPS = 2_000_000
BRANCHES = 100_000  # of means, where a step is a whole linear program
ENDLESS = 10**15  # steps, where the clock alone decides


@dataclass(frozen=True, slots=True)
class Terms:
    """The rounding rule or tolerance, the `options` of every score, how many matrices are listed, and the budget.

    `open_` names what nobody said, and `mixed` says whether some score has a rule or tolerance of its own.
    """

    rounding: RoundingRule = "nearest"
    tolerance: Fraction | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: int = LIMIT
    steps: int | None = None
    seconds: float | None = None
    progress: Progress | None = None
    open_: tuple[str, ...] = ()
    mixed: bool = False

    def reader(self, labels: tuple[Hashable, ...], positive: Hashable | None) -> Reader:
        """What reads the scores of some classes.

        >>> [score] = Terms(rounding="truncate").reader(("a", "b"), "a").read({"f1": "0.5"})
        >>> print(score.target)
        [1/2, 3/5)
        """
        return Reader(labels, positive, self.rounding, self.tolerance, self.options)

    def budget(self, *, steps: int = STEPS, told: bool = True) -> Budget:
        """A new budget; without a number of steps the usual one, or the clock alone if that is set.

        >>> Terms().budget().steps, Terms(steps=9).budget().steps, Terms(seconds=1).budget().steps == ENDLESS
        (2000000, 9, True)
        """
        usual = steps if self.seconds is None else ENDLESS
        return Budget(
            usual if self.steps is None else self.steps, self.seconds, self.progress if told else None
        )  # fmt: skip


def terms_of(
    *, rounding: RoundingRule, tolerance: object, limit: object, steps: object, seconds: object,
    progress: Progress | None, open_: tuple[str, ...] = (), mixed: bool = False, **options: object,
) -> Terms:  # fmt: skip
    """Read what was asked for, and refuse what is no number of the right kind.

    >>> terms_of(rounding="any", tolerance="0.01", limit=3, steps=None, seconds=2, progress=None, undefined=0).options
    {'undefined': 0}
    """
    for name, value, least in (("limit", limit, 0), ("steps", steps, 1)):
        if value is None and name == "steps":
            continue
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise UsageError(f"{name} must be a whole number that is at least {least}, not {value!r}")
    clock = None if seconds is None else exact_number(seconds)
    if seconds is not None and (clock is None or clock <= 0):
        raise UsageError(f"seconds must be a number greater than 0, not {str(seconds)[:80]!r}")
    given = {key: value for key, value in options.items() if value is not None}
    return Terms(
        check_rule(rounding), None if tolerance is None else tolerance_of(tolerance), given,
        limit if isinstance(limit, int) else LIMIT, steps if isinstance(steps, int) else None,
        None if clock is None else float(clock), progress, open_, mixed,
    )  # fmt: skip
