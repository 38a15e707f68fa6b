"""What the headings of a confusion matrix say: which side is the truth, which class a row or a column is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import is_one_of, sides
from exactmetrics.verification.claims.numbers import bare

_IN_BRACKETS = re.compile(r"\(([^()]{1,40})\)\s*$")
_CUT = re.compile(r"[/|\\↘⧵＼／]|\bvs\.?\b")
_VALUED = re.compile(r"\s*\([^()=]{0,20}=[^()=]{0,20}\)\s*$")


def axes(text: str) -> list[str]:
    """The sides that a text names, in order: "true" or "predicted".

    >>> axes("Actual \\\\ Predicted"), axes("Vorhersage"), axes("cat")
    (['true', 'predicted'], ['predicted'], [])
    """
    return [item.roles["axis"] for item in sides().items(text[:200]) if "axis" in item.roles]


def corner(text: str) -> tuple[str, str]:
    """What the corner of a table says of its rows and of its columns.

    >>> corner("Predicted → / Actual ↓"), corner("actual \\\\ predicted"), corner("Prediction")
    (('true', 'predicted'), ('true', 'predicted'), ('predicted', ''))
    >>> corner("Xyz / Predicted"), corner("Predicted | Xyz")
    (('', 'predicted'), ('predicted', ''))
    """
    named = axes(text)
    if len(named) == 2 and named[0] != named[1]:
        down, right = text.find("↓"), text.find("→")
        turned = (
            0 <= right < down or (right >= 0 > down and right < len(text) / 2) or (down > len(text) / 2 and right < 0)
        )
        return (named[1], named[0]) if turned else (named[0], named[1])
    if len(named) != 1:
        return "", ""
    place = _half(text, named[0])
    return (named[0], "") if place == 0 else ("", named[0])


def _half(text: str, side: str) -> int:
    """Which half of a corner cut in two names a side: 0 or 1; 0 where it is not cut, or its arrow points down."""
    if "↓" in text or "→" in text:
        return 0
    halves = halves_of(text)
    return 1 if len(halves) == 2 and axes(halves[1]) == [side] and not axes(halves[0]) else 0


def halves_of(text: str) -> list[str]:
    """The parts of a corner that is cut in two.

    >>> halves_of("actual \\\\ predicted"), halves_of("Class")
    (['actual ', ' predicted'], ['Class'])
    """
    return [half for half in _CUT.split(text) if bare(half)]


def class_of(text: str) -> str:
    """The class that a heading names, without the words for the side and for "class".

    >>> class_of("Predicted: Yes"), class_of("Actual class A"), class_of("True"), class_of("N _A = 50")
    ('Yes', 'A', 'True', '')
    """
    text = _VALUED.sub("", bare(text)).strip(" .:")
    ending = _IN_BRACKETS.search(text)
    if ending is not None and ending.start() and is_axis_only(ending[1]):
        text = text[: ending.start()].strip()
    if "=" in text or len(text) > 60:
        return ""
    items = sides().items(text)
    keep = 0
    while keep < len(items) - 1 and any(role in items[keep].roles for role in ("axis", "class", "filler", "glue")):
        if text[items[keep].end] == "-":
            break  # part of a name: I-PER
        keep += 1
        while keep < len(items) - 1 and items[keep].sort in ("link", "stop") and items[keep].text in ":：-(/.":
            keep += 1
    end = len(items)
    while end - 1 > keep and any(role in items[end - 1].roles for role in ("axis", "class")):
        end -= 1
    if not items:
        return text
    last = items[-1].end if end == len(items) and items[-1].text == ")" else items[end - 1].end
    name = text[items[keep].start : max(last, items[end - 1].end)].strip(" \\/|\"'[]")
    return name if "(" in name else name.strip("()")


def is_axis_only(text: str) -> bool:
    """Whether a text names one side, or several, and nothing else.

    >>> is_axis_only("Predicted class"), is_axis_only("cat")
    (True, False)
    """
    items = [item for item in sides().items(bare(text)[:200]) if item.sort in ("word", "number")]
    return (
        bool(items)
        and all("axis" in i.roles or "class" in i.roles or "filler" in i.roles for i in items)
        and any("axis" in i.roles for i in items)
    )


def is_total(text: str) -> bool:
    """Whether a heading stands over totals.

    >>> is_total("Total"), is_total("Row totals"), is_total("cat")
    (True, False, False)
    """
    return is_one_of("total", bare(text))


def matched(rows: Sequence[str], columns: Sequence[str]) -> tuple[list[str], list[int]] | None:
    """The labels of the columns, and the row of each of them; None where the two sides do not name the same classes.

    >>> matched(["b", "A"], ["a", "B"])
    (['a', 'B'], [1, 0])
    >>> matched(["Pos (0)", "Neg (1)"], ["Positives (0)", "Negatives (1)"])
    (['0', '1'], [0, 1])
    """
    if all(rows) and all(columns):
        for keyed in (_plain_key, _bracket_key, _sign_key):
            row_keys, column_keys = [keyed(text) for text in rows], [keyed(text) for text in columns]
            if all(row_keys) and sorted(row_keys) == sorted(column_keys) and len(set(row_keys)) == len(rows):
                labels = column_keys if keyed is _bracket_key else list(columns)
                return labels, [row_keys.index(key) for key in column_keys]
    return None


def positive_of(labels: Sequence[str]) -> str | None:
    """The class of two that counts as positive, where the names say it.

    >>> positive_of(["no", "yes"]), positive_of(["cat", "dog"]), positive_of(["0", "1"])
    ('yes', None, None)
    """
    if len(labels) != 2:
        return None
    signs = [_sign_key(label) for label in labels]
    if sorted(signs) == ["negative", "positive"]:
        return labels[signs.index("positive")]
    return None


def _plain_key(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


def _bracket_key(text: str) -> str:
    found = _IN_BRACKETS.search(text)
    return found[1].strip() if found else ""


def _sign_key(text: str) -> str:
    plain = _IN_BRACKETS.sub("", text).strip() or text
    if is_one_of("negative", plain):
        return "negative"
    return "positive" if is_one_of("positive", plain) else ""


def is_rest_of(text: str, label: str) -> bool:
    """Whether a class is all others than `label`.

    >>> is_rest_of("Not A", "A"), is_rest_of("Others", "A"), is_rest_of("B", "A")
    (True, True, False)
    """
    plain = _plain_key(text)
    return is_one_of("rest", plain) or (plain.endswith(" " + _plain_key(label)) and is_one_of("rest", plain.split()[0]))
