"""Messages that name arguments, as `average=` or `average='macro'`, in the words of who shows them: options, fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

# What stands in quotation marks is somebody's text, whatever it looks like; an apostrophe behind a letter opens none.
_QUOTED = r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?!\w)|“[^”]*”"
# A list is one of Python, in a call that stays as it is.
_VALUE, _END = r"['\"(]|\.?\d", r"[\s,;:.)]|$"


def renamed(message: str, names: Iterable[str], called: Callable[[str], str]) -> str:
    """A message in which each of these arguments is what it is `called`; its value, if it has one, stands apart.

    >>> renamed("give label= (as in 'label=1') or average='macro'", ["label", "average"], "--{}".format)
    "give --label (as in 'label=1') or --average 'macro'"
    """
    wanted = rf"(?<!\w)(?P<name>{'|'.join(names)})=(?:(?=(?P<value>{_VALUE}))|(?={_END}))"

    def said(found: re.Match[str]) -> str:
        return called(found["name"]) + " " * (found["value"] is not None) if found["name"] else found[0]

    return re.sub(f"{_QUOTED}|{wanted}", said, message, flags=re.DOTALL)
