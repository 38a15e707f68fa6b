"""The undefined as a value: which ratio has none, and why. Arithmetic and truth on it raise."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NoReturn

from exactmetrics.exact.errors import UndefinedValueError

if TYPE_CHECKING:
    from exactmetrics.exact.values import Root, Symbolic


class Undefined:
    """A value that does not exist: the `metric`, the class (`label`), the ratio that has no value, and its kind.

    The ratio is `numerator` over `denominator`, and `reason` says so in English words. `kind` is "indeterminate" for
    0/0 and "infinite" for x/0 with x not 0, whose `sign` is then 1 or -1. Equality is structural, `float()` is nan, and
    arithmetic, order and truth raise `UndefinedValueError`.

    For other languages the facts stand apart: `cause` is "ratio" or "no_class" (an average over no class), and `metric`
    is the `name` of a metric after its `average`, if it has one.

    >>> from fractions import Fraction
    >>> value = Undefined("precision", "L", Fraction(0), Fraction(0)); print(value)
    undefined: precision of L is 0/0
    >>> float(value)
    nan
    >>> value.metric, value.label, value.numerator, value.denominator, value.reason
    ('precision', 'L', Fraction(0, 1), Fraction(0, 1), 'precision of L is 0/0')
    >>> value = Undefined("recall", None, Fraction(0), Fraction(0), average="macro", cause="no_class"); print(value)
    undefined: macro recall has no class left to average over
    >>> value.metric, value.name, value.average, value.cause
    ('macro recall', 'recall', 'macro', 'no_class')
    """

    __slots__ = ("average", "cause", "denominator", "label", "metric", "name", "numerator", "reason")

    def __init__(
        self,
        metric: str,
        label: Hashable | None,
        numerator: Fraction | Root | Symbolic | None,
        denominator: Fraction | Root | Symbolic | None = None,
        reason: str = "",
        *,
        average: str | None = None,
        cause: Literal["ratio", "no_class"] = "ratio",
    ) -> None:
        self.name, self.average, self.cause = metric, average, cause
        self.metric, self.label = f"{average} {metric}" if average else metric, label
        self.numerator, self.denominator = numerator, denominator
        self.reason = reason or self._reason()

    def _reason(self) -> str:
        if self.cause == "no_class":
            return f"{self.metric} has no class left to average over"
        where = f"{self.metric} of {self.label}" if self.label is not None else self.metric
        return f"{where} is {self.numerator}/{self.denominator}"

    @property
    def kind(self) -> Literal["indeterminate", "infinite"]:
        """ "infinite" for x/0 with x not 0, else "indeterminate".

        >>> from fractions import Fraction
        >>> Undefined("lr", None, Fraction(3), Fraction(0)).kind, Undefined("lr", None, Fraction(0), Fraction(0)).kind
        ('infinite', 'indeterminate')
        """
        return "infinite" if self.numerator else "indeterminate"

    @property
    def sign(self) -> int:
        """The sign of an infinite ratio; 0 for an indeterminate one.

        >>> from fractions import Fraction
        >>> Undefined("lr", None, Fraction(-3), Fraction(0)).sign, Undefined("lr", None, Fraction(0), Fraction(0)).sign
        (-1, 0)
        """
        number = self.numerator
        return (number > 0) - (number < 0) if number else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Undefined) and self._key() == other._key()

    def _key(self) -> tuple[object, ...]:
        return (self.metric, self.label, self.numerator, self.denominator, self.reason)

    def __hash__(self) -> int:
        return hash(self._key())

    def __float__(self) -> float:
        return float("nan")

    def __repr__(self) -> str:
        return f"Undefined({self.metric!r}, {self.label!r}, {self.numerator!r}, {self.denominator!r})"

    def __str__(self) -> str:
        return f"undefined: {self.reason}"

    def _refuse(self, *_: object) -> NoReturn:
        raise UndefinedValueError(f"no arithmetic on an undefined value ({self.reason}); choose undefined=0, 1 or omit")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __neg__ = __pow__ = __abs__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse

    def __bool__(self) -> bool:
        self._refuse()
