"""Wording of a wrong choice: the nearest name, and all names."""

from __future__ import annotations

from collections.abc import Iterable


def choices(wrong: object, names: Iterable[object], *, aliases: Iterable[str] = ()) -> str:
    """What to offer instead of a name that does not exist; aliases may be meant, and are not listed.

    >>> choices("recal", ["precision", "recall"])
    "did you mean 'recall'? Choose from: precision, recall"
    >>> choices("sensitvity", ["precision", "recall"], aliases=["sensitivity"])
    "did you mean 'sensitivity'? Choose from: precision, recall"
    """
    from difflib import get_close_matches  # only met on the way to an error

    texts = [str(n) for n in names]
    near = get_close_matches(str(wrong), [*texts, *aliases], n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}{'C' if hint else 'c'}hoose from: {', '.join(texts)}"
