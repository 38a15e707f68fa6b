"""Where a sentence begins and ends, the class it speaks of, and whether it speaks of the data at hand at all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.abbreviations import is_abbreviation
from exactmetrics.verification.claims.lexicon import Item, Vocabulary
from exactmetrics.verification.claims.other_sources import is_of_another_source, is_place
from exactmetrics.verification.claims.tokens import folded

WIDE = 40  # words and signs of a sentence to each side of a number that are looked at
_ENDS = ".!?。;；！？؟"
_BULLET = re.compile(r"\n\s*(?:[-*+•–]|\\item|[0-9]{1,2}[.)])\s")
_FOR = frozenset({"for", "fur", "pour", "para", "bei", "per", "in", "en", "im"})
_UNSURE = frozenset({"when", "with", "using", "on", "in", "by", "at", "under", "via", "through", "as", "once", "given",
                     "from", "during", "without", "within", "across", "mit", "bei", "auf", "unter", "avec", "con",
                     "sur", "dans", "com", "em", "su", "for", "of"})  # fmt: skip
_SUPPOSED = _UNSURE | {"assuming", "assumes", "assumed", "supposing", "supposed", "say", "para", "pour", "fur", "bei",
                       "angenommen", "suponiendo", "asumiendo", "supposant", "supondo", "assumindo"}  # fmt: skip
_OTHERS = frozenset({"that", "reported", "wanted", "given", "if", "when", "until"})
_KNOWN = (
    "metric", "weak", "count", "average", "label", "class", "filler", "mean", "glue", "verb", "of", "neutral", "own",
    "reach", "conj", "letter",
)  # fmt: skip
_SAYS = frozenset({"is", "means", "would", "indicates", "says", "tells", "implies", "mean", "bedeutet", "ist",
                   "signifie", "est", "significa", "es", "e"})  # fmt: skip


def bounds(items: Sequence[Item], at: int, text: str) -> tuple[int, int]:
    """The first item of the sentence around a place, and the place behind its last one; as far as `WIDE` to each side.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "So it is. The recall is 0.5! Yes."
    >>> items = Vocabulary().items(text)
    >>> low, high = bounds(items, 6, text)
    >>> items[low].text, items[high - 1].text
    ('The', '0.5')
    """
    low, high = at, at + 1
    while low > max(0, at - WIDE) and not _parts(items[low - 1], items[low], text):
        low -= 1
    while high < min(len(items), at + WIDE) and not _parts(items[high - 1], items[high], text):
        if ends_sentence(items[high], text):
            break
        high += 1
    return low, high


def ends_sentence(item: Item, text: str) -> bool:
    """Whether a sentence ends with an item, which is no period of an abbreviation.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "Lee et al. are right."
    >>> [ends_sentence(item, text) for item in Vocabulary().items(text) if item.text == "."]
    [False, True]
    """
    return item.sort == "break" or (item.text in _ENDS and not is_abbreviation(text, item.start))


def _parts(before: Item, after: Item, text: str) -> bool:
    """Whether a sentence, or an entry of a list, ends between two items."""
    if ends_sentence(before, text):
        return True
    between = text[before.end : after.start]
    return "\n" in between and _BULLET.search(between + " ") is not None


def class_spoken_of(items: Sequence[Item], low: int, at: int) -> str | None:
    """The class that the beginning of a sentence names: "For dog, ...", "The dog class has ...", "Class A: ...".

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog"])
    >>> items = vocabulary.items("The dog class has recall 0.5")
    >>> class_spoken_of(items, 0, len(items) - 1)
    'dog'
    """
    place = low
    while place < at and ("neutral" in items[place].roles or items[place].text == ","):
        place += 1
    opens = place < at and folded(items[place].text) in _FOR
    place += opens
    classed = False
    while place < at and _leads(items[place]):
        classed = classed or "class" in items[place].roles
        place += 1
    if place + 1 >= at or not (_begins(items[place]) or (classed and items[place].sort in ("word", "number"))):
        return None
    known = mentions(items[place])
    label = items[place].roles.get("label", items[place].text)
    place += 1
    while place < at and "class" in items[place].roles:
        classed, place = True, place + 1
    goes_on = items[place].text in ",:：" if opens or classed else items[place].text in ":："
    if opens and known and ("neutral" in items[place].roles or "reach" in items[place].roles):
        goes_on = True  # "for dog we get"
    if not (goes_on or (known and not opens and "reach" in items[place].roles)):
        return None
    return None if others(items, place, at, label) else label


def _leads(item: Item) -> bool:
    """Whether a word may stand before the name of a class."""
    return ("glue" in item.roles or "class" in item.roles) and not mentions(item)


def _begins(item: Item) -> bool:
    """Whether an item is the name of a class, as at the beginning of a sentence."""
    label = item.roles.get("label", "")
    return mentions(item) or (len(label) > 1 and item.text == label[0].upper() + label[1:])


def mentions(item: Item) -> bool:
    """Whether an item is the name of a class of the document, in its own spelling or in the plural.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog", "a"])
    >>> [mentions(item) for item in vocabulary.items("a dog")]
    [False, True]
    """
    label = item.roles.get("label")
    return label is not None and len(label) > 1 and item.text in (label, f"{label}s") and not item.text.isdigit()


def others(items: Sequence[Item], low: int, at: int, label: str | None) -> tuple[str, ...]:
    """The classes and averages that are named between two places, but for `label`.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog", "cat"])
    >>> others(vocabulary.items("the dog and the macro mean"), 0, 5, "cat")
    ('dog', '~macro')
    """
    named = [item.roles["label"] for item in items[low:at] if mentions(item)]
    averages = ["~" + item.roles["average"] for item in items[low:at] if "average" in item.roles]
    return tuple(dict.fromkeys(name for name in (*named, *averages) if name != label))


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
    if is_of_another_source(text, items, low, start, high):
        return True
    after = at
    while after < high and items[after].start < end:
        after += 1
    return (
        _is_of_another(items[low:start])
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
    return article and first is not None and folded(first.text) in _SAYS and "of" in name[-1].roles if name else False


def _is_told_of_another(after: Sequence[Item]) -> bool:
    """Whether what follows the number, up to the next comma, may say whom or which case it is about."""
    tail = list[Item]()
    for item in after:
        if item.sort in ("stop", "link") or "conj" in item.roles:
            break
        tail.append(item)
    if not tail:
        return False
    first = folded(tail[0].text)
    return first in _OTHERS or (first in _UNSURE and bool(_unknown(tail)))


def _unknown(items: Sequence[Item]) -> list[Item]:
    """The words that are in no list, and the numbers that are not those of a figure, a section or a class."""
    items = [item for item in items if item.text not in ".("]
    return [
        item
        for before, item in zip([None, *items], items, strict=False)
        if (item.sort == "word" and not is_place(item) and (not _is_known(item) or _is_letter(before, item)))
        or (item.sort == "number" and not (before is not None and (is_place(before) or "class" in before.roles)))
    ]


def _is_known(item: Item) -> bool:
    return any(role in item.roles for role in _KNOWN)


def _is_letter(before: Item | None, item: Item) -> bool:
    """Whether an item is the letter that tells one of several from another: "model A"."""
    is_one = len(item.text) == 1 and item.text.isupper() and "label" not in item.roles
    return is_one and before is not None and "filler" in before.roles
