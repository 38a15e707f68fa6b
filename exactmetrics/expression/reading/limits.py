"""What the reader refuses: the limits, and the errors that say so.

Printed arithmetic may come from anywhere, so nothing of it may cost more than a moment.
"""

from __future__ import annotations

from exactmetrics.exact.errors import ReadingError

MAX_LENGTH = 4_000  # characters a member
MAX_DEPTH = 60  # brackets, fractions and roots inside one another
MAX_HEIGHT = 150  # levels of a tree: a row of divisions nests without brackets
MAX_DIGITS = 2_000  # digits a number
MAX_EXPONENT = 64  # the size of a power's exponent
MAX_BITS = 16_384  # bits of a numerator or a denominator while evaluating
MAX_ROOTS = 4  # unlike square roots in one value


def check_length(text: str, max_length: int = MAX_LENGTH) -> None:
    """Refuse a member that is longer than `max_length` characters.

    >>> check_length("1 + 1", 5)
    >>> check_length("1 + 10", 5)
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.ReadingError: 6 characters in one member; at most 5 are read
    """
    if len(text) > max_length:
        what = f"{len(text)} characters in one member; at most {max_length} are read"
        raise ReadingError(what, max_length, kind="too-long", word=str(len(text)))


def check_exponent(exponent: int, position: int) -> None:
    """Refuse an exponent beyond the limit.

    >>> check_exponent(-64, 0)
    >>> check_exponent(65, 0)
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.ReadingError: exponent 65; at most 64 is read
    """
    if abs(exponent) > MAX_EXPONENT:
        what = f"exponent {exponent}; at most {MAX_EXPONENT} is read"
        raise ReadingError(what, position, kind="too-large", word=str(exponent))


def check_digits(number: str, position: int) -> None:
    """Refuse a number written with too many characters.

    >>> check_digits("0.643", 0)
    >>> check_digits("9" * 2001, 0)
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.ReadingError: a number of 2001 digits; at most 2000 are read
    """
    if len(number) > MAX_DIGITS:
        what = f"a number of {len(number)} digits; at most {MAX_DIGITS} are read"
        raise ReadingError(what, position, kind="too-long", word=str(len(number)))
