"""What is right, in the messages of assertions: the exact value, the digits it should have, and how far off it was."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.derivation.messages import Messages
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Undefined, value_text

LONG = 60  # characters of an exact value that a message shows


def right_value(verdict: Verdict, say: Messages, *, comma: bool = False) -> list[str]:
    """The exact value, also at the digits printed, and the difference; what is not known is left out.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.exact.printed import judge
    >>> right_value(judge("0.66", Fraction(2, 3)), messages())
    ['exact value: 2/3 ≈ 0.666667 (0.67 at the digits printed)', 'printed minus exact: -1/150 ≈ -0.00666667']
    """
    value = verdict.value
    if value is None or isinstance(value, Undefined):
        lines = [said(say, "undefined", reason=verdict.reason)]
    elif verdict.expected is None:
        lines = [said(say, "exact", value=_shown(value, comma))]
    else:
        lines = [said(say, "exact_digits", value=_shown(value, comma), digits=_written(verdict.expected, comma))]
    if verdict.difference is not None:
        lines.append(said(say, "difference", difference=_shown(verdict.difference, comma)))
    return lines


def said(say: Messages, key: str, **facts: str) -> str:
    """A sentence of the messages of assertions.

    >>> from exactmetrics.derivation.messages import messages
    >>> said(messages(), "equality", printed="1/2 = 0.6", word="false")
    '1/2 = 0.6: false'
    """
    return say.say(("assertion", key), facts.__getitem__)


def _written(text: str, comma: bool) -> str:
    return text.replace(".", ",") if comma else text


def _shown(value: Number, comma: bool) -> str:
    """A value in full, and as a decimal where that is shorter to read."""
    text, short = value_text(value), decimal(value)
    if text == short:
        return text
    same = isinstance(value, Fraction) and len(short) <= LONG and Fraction(short) == value
    told = short if same else decimal(value, significant=6)
    told = _written(told, comma)
    return f"{text} {'=' if same else '≈'} {told}" if len(text) <= LONG else f"≈ {told}"
