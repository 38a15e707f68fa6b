"""Several names and several numbers in one sentence: "Precision and recall of dog are 0.8 and 0.7"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.names import REACH, is_class_letter, is_of_class, may_belong
from exactmetrics.verification.claims.numbers import goes_on, number_at
from exactmetrics.verification.claims.sentences import mentions
from exactmetrics.verification.claims.stepping import behind, past_joints
from exactmetrics.verification.claims.wording import read_name

_NAMING = ("metric", "weak", "letter", "count", "average")
Printed = tuple[str, int, int]  # the digits, and where they begin and end


def joined_names(items: Sequence[Item], at: int) -> list[Sequence[Item]]:
    """The names that end before an item, joined by commas and a last "and"; nothing where there is no such list.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> items = Vocabulary().items("So the accuracy, precision and macro recall are")
    >>> [" ".join(item.text for item in part[-2:]) for part in joined_names(items, len(items) - 1)]
    ['the accuracy', 'precision', 'macro recall']
    """
    parts, joins, end, place = list[Sequence[Item]](), list[str](), at, at
    while place > max(0, at - 2 * REACH):
        item = items[place - 1]
        joins_two = "conj" in item.roles and not is_class_letter(items, place - 1)
        join = "and" if joins_two else "," if item.text in ",，、" else ""
        if join:
            if place < end or not joins:
                parts.append(items[place:end])
                joins.append(join)
            elif join == "and":
                joins[-1] = join
            end = place - 1
        elif not (may_belong(items, place - 1) or item.text in "()[]" or mentions(item)):
            break
        place -= 1
    if place == 0 or not (items[place - 1].sort == "number" or items[place - 1].text in "%％"):
        parts.append(items[place:end])  # what stands right behind a number belongs to that one
    return _naming(parts, joins)


def _naming(parts: Sequence[Sequence[Item]], joins: Sequence[str]) -> list[Sequence[Item]]:
    """Of parts from the last one back those that are names."""
    if len(parts) < 2 or joins[0] != "and" or not _names(parts[0]):
        return []
    kept = [parts[0]]
    for part in parts[1:]:
        if not _names(part):
            break
        kept.append(part)
    return kept[::-1] if len(kept) > 1 else []


def _names(part: Sequence[Item]) -> bool:
    return any(role in item.roles for item in part for role in _NAMING) or any(map(mentions, part))


def joined_numbers(text: str, items: Sequence[Item], at: int, comma: bool) -> tuple[list[Printed], int]:
    """The numbers from an item on that only commas and "and" part, and the item behind them; none in arithmetic.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> text = "0.8, 70 % and 0.6, respectively"
    >>> joined_numbers(text, Vocabulary().items(text), 0, False)[0]
    [('0.8', 0, 3), ('70 %', 5, 9), ('0.6', 14, 17)]
    """
    found, last = list[Printed](), at
    while at < len(items) and items[at].sort == "number" and not items[at].sub:
        number = number_at(text, items[at].start, comma)
        if number is None or goes_on(text, number[1]):
            return [], last
        found.append((number[0], items[at].start, number[1]))
        last = behind(items, at, number[1])
        at = past_joints(items, last, ",，、")
    return found, last


def paired(parts: Sequence[Sequence[Item]]) -> list[Name] | None:
    """The names of a list, each whole: what is said once of all is said of each; None where that is not sure.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> vocabulary = Vocabulary(); vocabulary.add_labels(["dog"])
    >>> items = vocabulary.items("Precision and recall of dog")
    >>> [(name.metric, name.label) for name in paired([items[:1], items[2:]])]
    [('precision', 'dog'), ('recall', 'dog')]
    >>> items = vocabulary.items("macro and micro F1")
    >>> [(name.metric, name.average) for name in paired([items[:1], items[2:]])]
    [('f1', 'macro'), ('f1', 'micro')]
    """
    names = [read_name(part) for part in parts]
    if any("silent" in item.roles for part in parts for item in part):
        return None
    whole = [name for name in names if name is not None]
    if len(whole) == len(names):
        return shared(whole)
    if len(whole) != 1 or whole[0].count or (names[0] is None and names[-1] is None):
        return None
    return _varied(whole[0], [name is None for name in names], parts)


def shared(names: list[Name]) -> list[Name] | None:
    """Several metrics, each with the average of the first or the class of the last; None where that is not sure.

    >>> [name.label for name in shared([Name("precision"), Name("recall", label="dog")]) or ()]
    ['dog', 'dog']
    """
    first, last = names[0], names[-1]
    bare = [name for name in names if not (name.label or name.average) and is_of_class(name)]
    if not bare:
        return names
    if last.label is not None and not any(name.label or name.average for name in names[:-1]):
        return [replace(name, label=last.label, numeric=last.numeric) if name in bare else name for name in names]
    if first.average and not any(name.label or name.average for name in names[1:]):
        return [replace(name, average=first.average) if name in bare else name for name in names]
    return None if any(name.label or name.average for name in names) else names


def _varied(whole: Name, open: Sequence[bool], parts: Sequence[Sequence[Item]]) -> list[Name] | None:
    """One metric of several classes or averages."""
    out = list[Name]()
    for is_open, part in zip(open, parts, strict=True):
        labels = {item.roles["label"] for item in part if mentions(item)}
        averages = {item.roles["average"] for item in part if "average" in item.roles}
        if len(labels) + len(averages) != 1:
            return None
        if not is_open:
            out.append(whole)
        elif labels and not whole.average:
            out.append(replace(whole, label=labels.pop()))
        elif averages and whole.label is None:
            out.append(replace(whole, average=averages.pop()))
        else:
            return None
    return out
