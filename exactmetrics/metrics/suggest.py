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
    plain = {text.casefold(): text for text in reversed([*texts, *aliases])}
    near = get_close_matches(str(wrong).casefold(), plain, n=1)
    hint = f"did you mean {plain[near[0]]!r}? " if near else ""
    return f"{hint}{'C' if hint else 'c'}hoose from: {', '.join(texts)}"
