"""What the two sides of a comparison are called in one format, and what tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.comparison import Aspect, Comparison
from exactmetrics.derivation.derivation import Derived
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.writing.context import title_of
from exactmetrics.derivation.writing.names import components_of, quantity, title_of_metric
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.presets import PRESETS

ALONE = ("data", "metric", "average", "label", "combine")  # aspects that a side is called by, or is described by
WORDS = ("over", "weights", "multi_class")  # aspects whose values are words of the catalogue
SIDES = ("first", "second")


class Sides:
    """Both sides of a comparison in one format."""

    def __init__(self, comparison: Comparison, name: str) -> None:
        self.of, self.look = comparison, comparison.look
        # One surface where both sides have the same classes, else one each.
        one, other = comparison._sides
        first, alike = self._surface(name, one), comparison.of_counts and one.labels == other.labels
        self.surfaces = (first, first if alike else self._surface(name, other))
        self.surface, self.say = first, first.messages
        self.combined = any(aspect.key == "combine" for aspect in comparison.differs)

    def _surface(self, name: str, side: Derived) -> Surface:
        """A surface on which two values of one name are told apart."""
        surface: Surface = writer(side._kind, "surface")(side, name, self.look)
        symbols, sides = surface.notation.symbols, self.of.sides
        if sides != "quantities":
            words = {f"{sides} {n}": surface.say_made("compare", f"{sides}_symbol", n=str(n)) for n in (1, 2)}
            written = {key: symbols.style.average(word) for key, word in words.items()}
            symbols.averages = {**symbols.averages, **written}
            if symbols.called is not None:
                symbols.called = _called_apart(symbols.called, words)
        return surface

    def title(self) -> str:
        first, second = self.title_of(0), self.title_of(1, inside=True)
        if first != self.title_of(1):
            return self.surface.say_made("compare", "title", first=first, second=second)
        if self.of.sides == "data":
            names = {key: self.name(at, inside=True) for at, key in enumerate(SIDES)}
            return self.surface.say_made("compare", "title_data", title=first, **names)
        return self.surface.say_made("compare", "title_choice" if self.of.differs else "title_once", title=first)

    def title_of(self, at: int, *, inside: bool = False) -> str:
        """What a side calculates; `inside` a sentence without a capital."""
        side, surface = self.of._sides[at], self.surfaces[at]
        asked = dict(side.page.title)
        if self.combined:
            asked["combine"] = None
        whole = title_of(Page(side.page.named, asked, [], side.value), surface)
        if not inside:
            return whole
        plain = quantity(surface, asked["metric"], average=asked["average"], label=asked["label"])
        return plain[:1] + whole[1:]

    def name(self, at: int, *, inside: bool = False) -> str:
        """What a side is called: by its number, by its data, or by what it calculates."""
        if self.of.sides == "quantities":
            return self.title_of(at, inside=inside)
        if self.of.titles is not None and self.of.sides == "data":
            return self.surface.plain(self.of.titles[at])
        key = f"{self.of.sides}_symbol" if inside else self.of.sides
        return self.surface.say_made("compare", key, n=str(at + 1))

    def listed(self, at: int) -> dict[str, str]:
        """A side in the list of what is compared."""
        name = self.name(at)
        if self.of.titles is not None and self.of.sides == "data":  # its symbol has a number
            name = self.surface.say_made(
                "compare", "named", title=name, name=self.surface.say_made("compare", "data_symbol", n=str(at + 1))
            )
        what = self.combines(at, "way") if self.combined and self.of.sides == "ways" else self.say.row(self.apart(at))
        return {"name": name + (self.say.get("list", "colon") if what else ""), "what": what}

    def combines(self, at: int, key: str) -> str:
        """How a side combines the class values."""
        side, surface = self.of._sides[at], self.surfaces[at]
        request = side.request
        made = {
            "title": surface.format.escape(title_of_metric(request.metric.name, self.say)),
            "components": surface.format.escape(components_of(request.metric, request.bound.convention.name, self.say)),
        }
        return surface.say_made("compare", key, f"{request.combine}_{request.kind}", **made)

    def apart(self, at: int) -> list[str]:
        """What tells a side from the other one, besides what it is called by."""
        found = []
        if self.of.sides != "quantities" and self.title_of(0) != self.title_of(1):
            found.append(self.title_of(at, inside=True))
        side, how = self.of._sides[at], list[str]()  # which ends with a sentence
        for aspect in self.of.differs:
            if aspect.key == "average" and self.of.sides == "quantities" and self.of.of_counts:
                path = ("compare", "how", side.page.title["how"])
                how += [self.say.get(*path)] if self.say.has(*path) else []
            elif aspect.key == "over" and side.request.average is None and side.request.metric.scope == "matrix":
                continue  # no mean over classes
            elif aspect.key not in ALONE and not self._is_in_title(aspect):
                found.append(self._aspect(aspect, at))
        return found + how

    def _is_in_title(self, aspect: Aspect) -> bool:
        page = self.of._sides[0].page
        return aspect.key == "convention" or aspect.key in page.title["parameters"]

    def _aspect(self, aspect: Aspect, at: int) -> str:
        key, value = aspect.key, (aspect.first, aspect.second)[at]
        surface = self.surfaces[at]
        word, shown = _aspect_word(key, value), _aspect_value(value, surface)
        if self.say.has("compare", "aspect", word):
            return self.surfaces[at].say_made("compare", "aspect", word, value=shown)
        return self.surfaces[at].say_made("compare", "pair", what=self.surface.plain(key), value=shown)

    def with_what(self, name: str, at: int) -> str:
        if self.of.sides == "quantities":
            return name
        what = self.combines(at, "head") if self.combined and self.of.sides == "ways" else self.say.row(self.apart(at))
        return self.surface.say_made("compare", "of_side", name=name, text=what) if what else name


def _called_apart(
    called: Callable[[str, str | None], str], words: Mapping[str, str]
) -> Callable[[str, str | None], str]:
    """The words for a value, behind them what tells it from another of the same name."""

    def named(name: str, average: str | None) -> str:
        if average is None or average not in words:
            return called(name, average)
        found = called(name, None)
        return f"{found} {words[average]}" if found else ""

    return named


def _aspect_word(key: str, value: Any) -> str:
    """The key of the phrase for what an option is on one side: of a word its own phrase."""
    if isinstance(value, Policy):
        word = value.given.removeprefix("undefined=") if value.source == "option" else "preset"
        return f"{key}_{word}" if word.isalpha() else key
    if value is None:
        return f"{key}_none"
    return f"{key}_{value}" if key in WORDS and isinstance(value, str) else key


def _aspect_value(value: Any, surface: Surface) -> str:
    if isinstance(value, Policy):
        return surface.plain(value.given.removeprefix("undefined="))
    if value is None or isinstance(value, Mapping):
        return surface.messages.get("compare", "none")
    if isinstance(value, str) and value in PRESETS:
        return surface.plain(PRESETS[value].title or value)
    if isinstance(value, tuple):  # of classes
        return surface.messages.listing([surface.name(label) for label in value])
    return surface.fact(value)
