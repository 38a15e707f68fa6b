"""The closed grammar of sentences: a sentence is read as a whole, every word and every number of it, or not at all.

NAME [of CLASS | AVERAGE] (is | = | : | of) NUMBER, several joined; NUMBER NAME; one name and several CLASS NUMBER;
several names are as many numbers; a class or an average in front, for all that follow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from exactmetrics.verification.claims.tokens import Token, without_units

_NAMING = "MKALCOJP"
_LISTED = re.compile(r"NP?(?:J+NP?)+OC?(LJ+(?:LJ+)*L)")
_ARROWS = frozenset({"→", "->", "=>", "⇒", "\\to", "\\rightarrow"})  # from one number to another


@dataclass(frozen=True, slots=True)
class Lead:
    """What stands before a sentence and goes on to hold: a class, an average, a metric in a heading."""

    label: str | None = None
    average: str = ""
    name: Token | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A number and what it is called: the token of its name, its class, its average, the arithmetic before it."""

    name: Token
    number: Token
    label: str | None = None
    average: str = ""
    expression: Token | None = None
    percent: bool = False
    hedged: bool = False
    beta: str = ""
    led: bool = False  # its class or average stands in front, for all that follow


class NotReadError(Exception):
    """The sentence is not of the grammar."""


def read_sentence(found: Sequence[Token], lead: Lead = Lead()) -> list[Named]:
    """What a sentence says; empty where it names no number.

    >>> from exactmetrics.verification.claims.tokens import tokens
    >>> from exactmetrics.verification.claims.vocabulary import Vocabulary
    >>> said = "Precision and recall are 0.9 and 0.8"
    >>> [(one.name.value, one.number.text) for one in read_sentence(tokens(said, 0, len(said), Vocabulary()))]
    [('precision', '0.9'), ('recall', '0.8')]
    """
    if any(token.kind == "X" for token in found):
        raise NotReadError
    plain, beta = _without_beta([token for token in without_units(found) if token.kind not in "FH"])
    said = _Sentence(plain, lead).read()
    hedged = any(token.kind == "H" for token in found)
    return [replace(one, hedged=one.hedged or hedged, beta=one.beta or beta) for one in said]


def lead_of(found: Sequence[Token]) -> Lead | None:
    """What a heading or a line without numbers says of what follows; None where it has an unknown word."""
    if any(token.kind in "XEU" for token in found):
        return None
    if any(token.kind == "N" for token in found[1:]):
        return None
    labels = {token.value for token in found if token.kind == "L"}
    averages = {token.value for token in found if token.kind == "A"}
    names = [token for token in found if token.kind == "M"]
    if len(labels) > 1 or len(averages) > 1:
        return Lead()
    only = names[0] if len({name.value for name in names}) == 1 else None
    return Lead(next(iter(labels), None), next(iter(averages), ""), only)


def _without_beta(found: list[Token]) -> tuple[list[Token], str]:
    """The tokens without what is said of beta, and its value."""
    kept, beta, at = list[Token](), "", 0
    while at < len(found):
        ahead = "".join(token.kind for token in found[at : at + 3])
        if ahead[:1] == "B" and ahead[1:2] in ("N", "=") and "N" in ahead:
            used = ahead.index("N") + 1
            beta = _plain(found[at + used - 1].text)
            at += used
        elif (
            found[at].value == "fbeta[]"
            and ahead[1:] == "=N"
            and "".join(t.kind for t in found[at + 3 : at + 5]) in ("=N", "=E")
        ):
            kept.append(found[at])
            beta, at = _plain(found[at + 2].text), at + 3
        else:
            kept.append(found[at])
            at += 1
    return kept, beta


def _plain(number: str) -> str:
    return number.replace("{,}", ".").replace(",", ".")


class _Sentence:
    def __init__(self, found: list[Token], lead: Lead) -> None:
        self.found, self.lead = found, lead
        self.kinds = "".join(token.kind for token in found)
        self.label, self.average = lead.label, lead.average
        self.led = lead.label is not None or bool(lead.average)
        self.in_front = False  # whether a class stands at the head of a group: "for class cat the recall is ..."
        self.said: list[Named] = []
        self.at = 0

    def read(self) -> list[Named]:
        while self.at < len(self.found):
            before = self.at
            self.item()
            if self.at == before:
                raise NotReadError
        return self.said

    def item(self) -> None:
        """One name or several with their numbers; or a number before its name; or what holds for all that follow."""
        start = self.at
        while self.at < len(self.found) and (self.kinds[self.at] in _NAMING or self.names_class_behind(start)):
            self.at += 1
        group = self.found[start : self.at]
        names = _distinct([token for token in group if token.kind in "MK"])
        kinds = self.kinds[start : self.at].lstrip("J")
        self.in_front = kinds[:1] == "O" and "M" in kinds and not set(kinds[: kinds.index("M")]) - set("OCLAJ")
        labels = _values(group, "L")
        averages = _values(group, "A")
        expression = self.links()
        if self.at >= len(self.found) or self.kinds[self.at] != "N":
            if names and (
                self.at < len(self.found) or not {n.value for n in names} <= {"f?", *(s.name.value for s in self.said)}
            ):
                raise NotReadError
            if len(labels) > 1 or len(averages) > 1 or expression is not None:
                raise NotReadError
            if not names:
                self.label = labels[0] if labels else None if averages else self.label
                self.average = averages[0] if averages else "" if labels else self.average
                self.led = self.led or bool(labels or averages)
            return
        percent = any(token.kind == "P" for token in group)
        if expression is not None and not names and not labels and not averages:
            self.chain(expression)  # an equality of its own
            return
        if not names:
            own = self.unnamed(labels, averages)
            if own is None:
                return
            names = [own]
        if len(names) > 1:
            self.several(group, names, labels, averages, percent)
        elif len(labels) > 1 or len(averages) > 1:
            self.several_of_one(names[0], self.numbers(), labels, averages, percent)
        elif not labels and not averages and (behind := self.classes_behind()) is not None:
            self.several_of_one(names[0], self.numbers(), behind, [], percent)
            self.at = len(self.found)
        else:
            self.of_one(names[0], labels, averages, percent, expression)

    def names_class_behind(self, start: int) -> bool:
        """Whether a sign stands between a name and its class: "recall: cat 0.8"."""
        ahead = self.kinds[self.at : self.at + 2]
        return ahead[0] == "=" and ahead[1:] in ("L", "A", "C") and "M" in self.kinds[start : self.at]

    def unnamed(self, labels: list[str], averages: list[str]) -> Token | None:
        """Numbers without a name before them: the heading's or, right behind, their own; None where that is read."""
        if (labels or averages) and self.lead.name is not None:
            return self.lead.name
        number = self.found[self.at]
        at = self.at + 1 + (self.kinds[self.at + 1 : self.at + 2] == "P")
        percent = at > self.at + 1
        stop = at
        while stop < len(self.found) and self.kinds[stop] in "MKALCO":
            stop += 1
        behind = self.found[at:stop]
        names = _distinct([token for token in behind if token.kind in "MK"])
        labels, averages = labels + _values(behind, "L"), averages + _values(behind, "A")
        if len(names) != 1 or len(labels) > 1 or len(averages) > 1 or self.kinds[stop : stop + 1] in ("N", "="):
            raise NotReadError
        self.say(names[0], number, labels, averages, percent=percent)
        self.at = stop
        return None

    def several(
        self, group: list[Token], names: list[Token], labels: list[str], averages: list[str], percent: bool
    ) -> None:
        """Several names and as many numbers; a class or an average right before a later name is of that name alone."""
        numbers = self.numbers()
        if len(numbers) != len(names):
            raise NotReadError
        before = [group[n - 1] if (n := group.index(name)) and group[n - 1].kind in "LA" else None for name in names]
        inside = [t for t in group[group.index(names[0]) : group.index(names[-1])] if t.kind in "LA"]
        if inside:
            if any(token not in before for token in inside) or len(inside) < len(labels) + len(averages) - 1:
                raise NotReadError
            for name, own, (number, sign) in zip(names, before, numbers, strict=True):
                kind = own.kind if own is not None else ""
                value = [own.value] if own is not None else []
                self.say(name, number, value * (kind == "L"), value * (kind == "A"), percent=percent or sign)
                self.label, self.average = self.lead.label, self.lead.average
            return
        if len(labels) > 1 or len(averages) > 1:
            raise NotReadError
        tail_labels, tail_averages = self.tail()
        for name, (number, sign) in zip(names, numbers, strict=True):
            self.say(name, number, labels or tail_labels, averages or tail_averages, percent=percent or sign)

    def classes_behind(self) -> list[str] | None:
        """The classes that end a sentence behind as many numbers: "is 0.1 and 0.2 for cat and dog"."""
        found = _LISTED.fullmatch(self.kinds, self.at)
        return None if found is None else _values(self.found[found.start(1) :], "L")

    def several_of_one(
        self, name: Token, numbers: list[tuple[Token, bool]], labels: list[str], averages: list[str], percent: bool
    ) -> None:
        """One name, and a number for each of several classes or averages."""
        about = [([label], list[str]()) for label in labels] or [([], [average]) for average in averages]
        if len(numbers) != len(about) or (labels and averages):
            raise NotReadError
        for (own_labels, own_averages), (number, own) in zip(about, numbers, strict=True):
            self.say(name, number, own_labels, own_averages, percent=percent or own)

    def of_one(
        self, name: Token, labels: list[str], averages: list[str], percent: bool, expression: Token | None
    ) -> None:
        """One name with its number, and others for other classes behind it."""
        while True:
            numbers = self.chain(expression)
            tail_labels, tail_averages = self.tail()
            if (labels and tail_labels) or (averages and tail_averages):
                raise NotReadError
            for number, working, own in numbers:
                self.say(name, number, labels or tail_labels, averages or tail_averages, working, percent or own)
            ahead = self.at
            while self.kinds[ahead : ahead + 1] == "J":
                ahead += 1
            follows = self.kinds[ahead:]
            if tail_labels or tail_averages:
                if follows[:1] != "N" or not _ends_in_class(follows):
                    return
                self.at, labels, averages, expression = ahead, [], [], None
                continue
            size = next(
                (
                    len(form)
                    for form in ("CL=", "L=", "CL", "L", "A=", "A")
                    if follows.startswith(form) and follows[len(form) : len(form) + 1] in ("N", "E")
                ),
                0,
            )
            if not size or not (labels or averages):
                return
            labels, averages = (
                _values(self.found[ahead : ahead + size], "L"),
                _values(self.found[ahead : ahead + size], "A"),
            )
            self.at = ahead + size
            expression = self.links()

    def links(self) -> Token | None:
        """Signs of equality with the arithmetic between them; the last arithmetic of numbers alone."""
        expression = None
        while self.at < len(self.found) and (self.kinds[self.at] in "=E" or self.kinds[self.at : self.at + 2] == "ON"):
            token = self.found[self.at]
            if token.kind == "E":
                expression = token if token.numeric else None
            self.at += 1
        return expression

    def chain(self, expression: Token | None) -> list[tuple[Token, Token | None, bool]]:
        """A number and those that are said equal to it, or stand in brackets in percent or in another unit."""
        found = list[tuple[Token, Token | None, bool]]()
        while self.kinds[self.at : self.at + 1] == "N":
            number = self.found[self.at]
            self.at += 1
            percent = self.kinds[self.at : self.at + 1] == "P"
            self.at += percent
            found.append((number, expression, percent))
            after = self.kinds[self.at : self.at + 2]
            if after[:1] == "=" or after[:1] == "E":
                back = self.at
                if self.found[back].text in _ARROWS:
                    if self.kinds[self.at + 1 : self.at + 2] not in ("M", "K"):
                        raise NotReadError
                    self.at += 1
                    return found  # "TP = 40, FP = 10 → precision = 0.8"
                expression = self.links()
                if self.kinds[self.at : self.at + 1] != "N":
                    if self.kinds[self.at : self.at + 1] not in ("", "M", "J") or not self.found[back].text.isalpha():
                        raise NotReadError
                    return found  # "... was obtained"
            elif after[:1] != "N" or not _is_said_again(number, self.found[self.at]):
                return found
            elif number.text.isdigit() and not number.unit:
                found.pop()  # how many there are, before their share
        if not found:
            raise NotReadError
        return found

    def numbers(self) -> list[tuple[Token, bool]]:
        """Numbers joined by commas, "and" or slashes."""
        found, at = list[tuple[Token, bool]](), self.at
        while at < len(self.found) and self.kinds[at] in "NJP":
            if self.kinds[at] == "N":
                found.append((self.found[at], self.kinds[at + 1 : at + 2] == "P"))
                self.at = at + 1 + found[-1][1]
            elif self.kinds[at] == "J" and self.kinds[at + 1 : at + 2] not in ("N", "J"):
                break
            at += 1
        return found

    def tail(self) -> tuple[list[str], list[str]]:
        """The class or the average behind a number: "0.8 for class cat"."""
        for form in ("OCL", "OLC", "OL", "CL", "LC", "L", "OA", "A"):
            after = self.kinds[self.at + len(form) : self.at + len(form) + 1]
            if self.kinds.startswith(form, self.at) and after not in ("=", "N", "M", "E"):
                part = self.found[self.at : self.at + len(form)]
                self.at += len(form)
                return _values(part, "L"), _values(part, "A")
        return [], []

    def say(
        self,
        name: Token,
        number: Token,
        labels: list[str],
        averages: list[str],
        expression: Token | None = None,
        percent: bool = False,
    ) -> None:
        if labels or averages:
            self.label, self.average, self.led = (
                (labels[0] if labels else None),
                (averages[0] if averages else ""),
                self.in_front,
            )
        own = bool(labels or averages)
        hedged = not own and not self.led and (self.label is not None or bool(self.average))
        self.said.append(
            Named(name, number, self.label, self.average, expression, percent, hedged, led=self.led or own)
        )


def _is_said_again(number: Token, behind: Token) -> bool:
    """Whether a number right behind another is the same one as a percentage, or in another unit."""
    percentage = "%" in behind.text and "%" not in number.text
    return percentage or ("" not in (number.unit, behind.unit) and number.unit != behind.unit)


def _ends_in_class(kinds: str) -> bool:
    """Whether behind the number ahead a class stands as well."""
    return any(kinds.startswith("N" + form) for form in ("OCL", "OL", "CL", "L", "OA", "A", "POL", "PL"))


def _values(found: Sequence[Token], kind: str) -> list[str]:
    return list(dict.fromkeys(token.value for token in found if token.kind == kind))


def _distinct(names: list[Token]) -> list[Token]:
    """The names without those that only repeat the one before in other words: "recall (sensitivity)"."""
    kept = list[Token]()
    for name in names:
        if kept and set(kept[-1].value.split("|")) & set(name.value.split("|")):
            kept[-1] = min(kept[-1], name, key=lambda one: one.value.count("|"))
        else:
            kept.append(name)
    return kept
