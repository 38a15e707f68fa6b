"""Whether a sentence speaks of the data at hand at all, or of another model, other people, a wish, a condition."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from exactmetrics.verification.claims.intended import is_intended, is_of_bracketed
from exactmetrics.verification.claims.lexicon import Item, Vocabulary
from exactmetrics.verification.claims.other_sources import is_of_another_source, is_place
from exactmetrics.verification.claims.sentences import bounds
from exactmetrics.verification.claims.tokens import folded

_UNSURE = frozenset({"when", "with", "using", "on", "in", "by", "at", "under", "via", "through", "as", "once", "given",
                     "from", "during", "without", "within", "across", "mit", "bei", "auf", "unter", "avec", "con",
                     "sur", "dans", "com", "em", "su", "for", "of"})  # fmt: skip
_SUPPOSED = _UNSURE | {"assuming", "assumes", "assumed", "supposing", "supposed", "say", "para", "pour", "fur", "bei",
                       "angenommen", "suponiendo", "asumiendo", "supposant", "supondo", "assumindo"}  # fmt: skip
_OTHERS = frozenset({"that", "reported", "wanted", "given", "if", "when", "until"})
_KNOWN = (
    "metric", "weak", "count", "average", "label", "class", "filler", "mean", "glue", "verb", "of", "neutral", "own",
    "reach", "conj", "letter", "hedge",
)  # fmt: skip
_MEANS = frozenset({"means", "indicates", "implies", "tells", "says", "bedeutet", "signifie", "significa"})
_CITED = re.compile(r"\[[0-9]{1,3}(?:\s?[,;–-]\s?[0-9]{1,3})*\]|\\cite")
_SAYS = frozenset({"is", "means", "would", "indicates", "says", "tells", "implies", "mean", "bedeutet", "ist",
                   "signifie", "est", "significa", "es", "e"})  # fmt: skip


def is_of_other_things(text: str, items: Sequence[Item], start: int, at: int, end: int, *, told: bool) -> bool:
    """Whether a sentence may speak of something else than the data at hand: another model, a wish, a condition.

    `start` is where the name of its number begins, `at` the number, `end` where its digits end; `told` says that
    arithmetic is printed with it, which then says what it is about.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> def told(text):
    ...     items = Vocabulary().items(text)
    ...     at = next(i for i, item in enumerate(items) if item.sort == "number")
    ...     name = next(i for i, item in enumerate(items) if item.text == "accuracy")
    ...     return not is_of_other_things(text, items, name, at, items[at].end, told=False)
    >>> told("The model reaches an accuracy of 0.9."), told("A human reaches an accuracy of 0.9.")
    (True, False)
    >>> told("The accuracy is 0.9."), told("After pruning, the accuracy is 0.9.")
    (True, False)
    """
    low, high = bounds(items, at, text)
    wide = [*items[low:at], *items[at + 1 : high]]
    if any("blocker" in item.roles and "metric" not in item.roles and "label" not in item.roles for item in wide):
        return True
    if told:
        return False
    if items[start:at] and _is_condition(items[low:at]):
        return True
    if any("elsewhere" in item.roles and "label" not in item.roles for item in wide):
        return True
    if is_intended(text, items[low : max(start, low + 1)]) or is_of_bracketed(items[low:start]):
        return True
    if is_of_another_source(text, items, low, start, high) or _is_cited(text, items[low].start, items[high - 1].end):
        return True
    after = at
    while after < high and items[after].start < end:
        after += 1
    return (
        _is_one_of_several(items[low:at])
        or _is_of_another(items[low:start])
        or _is_general(items[low:start], items[start:at], items[after:high])
        or _is_told_of_another(items[after:high])
    )


def is_about_others(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a heading is about something else than the data at hand, by a word such as "baseline".

    >>> is_about_others("Baseline", Vocabulary()), is_about_others("Value", Vocabulary())
    (True, False)
    """
    return any(
        ("blocker" in item.roles or "elsewhere" in item.roles) and "label" not in item.roles
        for item in vocabulary.items(text[:80])
    )


def _is_cited(text: str, start: int, end: int) -> bool:
    """Whether a sentence names the work that it is about: "[12]"."""
    return _CITED.search(text, start, min(len(text), end + 12)) is not None


def _is_one_of_several(said: Sequence[Item]) -> bool:
    """Whether what is said before a number is about one of several: "day 2"."""
    return any(
        "numbered" in item.roles and after.sort == "number" and not after.sub
        for item, after in itertools.pairwise(said)
    )


def _is_condition(said: Sequence[Item]) -> bool:
    """Whether a prevalence is that of a population that is supposed: "with a prevalence of", "assuming"."""
    place = next((at for at in range(len(said) - 1, -1, -1) if said[at].roles.get("metric") == "prevalence"), 0)
    while place > 0 and ("glue" in said[place - 1].roles and folded(said[place - 1].text) not in _UNSURE):
        place -= 1
    return place > 0 and folded(said[place - 1].text) in _SUPPOSED


def _is_of_another(before: Sequence[Item]) -> bool:
    """Whether what stands before the name may say whom or which case it is about."""
    colon = max((at for at, item in enumerate(before) if item.sort == "link" and item.text in ":："), default=-1)
    if colon > 0 and folded(before[0].text) in _UNSURE and _unknown(before[1:colon]):
        return True
    before = before[colon + 1 :]
    if not before:
        return False
    if any("reach" in item.roles for item in before) and any(item.sort == "word" for item in _unknown(before)):
        return True
    first = next((at for at, item in enumerate(before) if "conj" not in item.roles), 0)
    comma = next((at for at, item in enumerate(before) if item.text in ",，、"), len(before))
    return folded(before[first].text) in _UNSURE and bool(_unknown(before[:comma]))


def _is_general(before: Sequence[Item], name: Sequence[Item], after: Sequence[Item]) -> bool:
    """Whether a sentence says what such a value means: "An accuracy of 0.9 is ..."."""
    begin = [item for item in (*before, *name) if item.sort == "word"]
    first = next((item for item in after if item.sort == "word"), None)
    article = bool(begin) and folded(begin[0].text) in ("a", "an", "ein", "eine", "une", "un", "una", "uma")
    if first is None or not name or "of" not in name[-1].roles:
        return False
    return folded(first.text) in (_SAYS if article else _MEANS)


def _is_told_of_another(after: Sequence[Item]) -> bool:
    """Whether what follows the number, up to the next comma, may say whom or which case it is about."""
    tail = list[Item]()
    for item in after:
        if item.sort in ("stop", "link") or "conj" in item.roles:
            break
        tail.append(item)
    if not tail:
        return _is_bracketed(after)
    first = folded(tail[0].text)
    return first in _OTHERS or (first in _UNSURE and bool(_unknown(tail)))


def _is_bracketed(after: Sequence[Item]) -> bool:
    """Whether a bracket behind a number says whose it is: "0.91 (SVM)"."""
    if len(after) < 2 or after[0].text not in "([":
        return False
    inside = list(itertools.takewhile(lambda item: item.text not in ")]", after[1:]))
    return bool(inside) and inside[0].sort == "word" and any(item.sort == "word" for item in _unknown(inside))


def _unknown(items: Sequence[Item]) -> list[Item]:
    """The words that are in no list, and the numbers that are not those of a figure, a section or a class."""
    items = [item for item in items if item.text not in ".("]
    return [
        item
        for before, item, after in zip([None, *items], items, [*items[1:], None], strict=False)
        if (item.sort == "word" and not is_place(item) and (not _is_known(item) or _is_letter(before, item)))
        or (item.sort == "number" and not (before is not None and (is_place(before) or _gives(before, after))))
    ]


def _gives(before: Item, after: Item | None) -> bool:
    """Whether a number is a class, or the value of what is named before or behind it."""
    named = any(role in before.roles for role in ("class", "verb", "metric", "weak"))
    return named or (after is not None and ("metric" in after.roles or "weak" in after.roles))


def _is_known(item: Item) -> bool:
    return any(role in item.roles for role in _KNOWN)


def _is_letter(before: Item | None, item: Item) -> bool:
    """Whether an item is the letter that tells one of several from another: "model A"."""
    is_one = len(item.text) == 1 and item.text.isupper() and "label" not in item.roles
    return is_one and before is not None and "filler" in before.roles
