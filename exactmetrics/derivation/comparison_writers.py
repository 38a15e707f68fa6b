"""A comparison as a page of every format: what both sides use, either calculation whole, and both values in a table.

As data for JSON it is as `comparison.schema.json` says; both sides are of `derivation.schema.json`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.comparison import Aspect, Comparison
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.derivation_writers import decimal_data
from exactmetrics.derivation.difference import Weights, programs, pull, theorem, widest
from exactmetrics.derivation.json_values import label_data, value_data
from exactmetrics.derivation.planning.facts import decimal_facts
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.render import render
from exactmetrics.derivation.report_cells import CellWriter
from exactmetrics.derivation.writing.context import page_context, title_of
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.matrix_tables import MOST, class_asked
from exactmetrics.derivation.writing.meaning import sign_of, with_decimal, worst_value
from exactmetrics.derivation.writing.names import components_of, quantity, title_of_metric
from exactmetrics.derivation.writing.result import key_context
from exactmetrics.derivation.writing.surface import Surface, Written, capital, surface_for
from exactmetrics.exact.rounding import decimal, stripped
from exactmetrics.exact.values import Number, Undefined, sign, value_text
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Num
from exactmetrics.metrics.policy import Policy
from exactmetrics.metrics.presets import PRESETS

LONG_VALUE = 30  # characters of an exact value in the table
LONG_ROW = 66  # letters of names and exact values that do not fit a page of paper beside the decimals
SHORT = 12  # digits of an exact difference that stands in the table
ALONE = ("data", "metric", "average", "label", "combine")  # aspects that a side is called by, or is described by
ASKING = ("?", "؟")  # behind a heading that is a question
OF_ONE = ("weighted_recall", "micro")  # remarks on a single value
WORDS = ("over", "weights")  # aspects whose values are words of the catalogue
SIDES = ("first", "second")
Tags = Mapping[str, tuple[str, str]]  # by "first" and "second": the number of a result, and the place of links to it


def comparison_page(
    comparison: Comparison, name: str, *, data: bool, titled: bool = True, tags: Tags | None = None
) -> str:
    """The page in one format; in a document it has no title, and the results have numbers and places for links."""
    return _Writer(comparison, name).page(data=data, titled=titled, tags=tags or {})


def comparison_title(comparison: Comparison, name: str = "text") -> str:
    """The title: both quantities, or what is one quantity on both sides."""
    return _Writer(comparison, name).title()


def told_apart(first: Derivation, second: Derivation, name: str = "text") -> list[str]:
    """What tells a derivation from another one of the same title; nothing where both are the same question."""
    return _Writer(Comparison(first, second), name).apart(0)


class _Writer:
    """One comparison in one format."""

    def __init__(self, comparison: Comparison, name: str) -> None:
        self.of, self.look = comparison, comparison.look
        # One surface where both sides have the same classes, else one each.
        labels = [side.blocks.labels for side in comparison._sides]
        first = self._surface(name, labels[0])
        self.surfaces = (first, first if labels[0] == labels[1] else self._surface(name, labels[1]))
        self.surface, self.say = first, first.messages
        self.combined = any(aspect.key == "combine" for aspect in comparison.differs)

    def _surface(self, name: str, labels: Any) -> Surface:
        """A surface on which two values of one name are told apart."""
        surface = surface_for(name, self.look, labels)
        symbols, sides = surface.notation.symbols, self.of.sides
        if sides != "quantities":
            words = {f"{sides} {n}": surface.say_made("compare", f"{sides}_symbol", n=str(n)) for n in (1, 2)}
            written = {key: symbols.style.average(word) for key, word in words.items()}
            symbols.averages = {**symbols.averages, **written}
            if symbols.called is not None:
                symbols.called = _called_apart(symbols.called, words)
        return surface

    def page(self, *, data: bool, titled: bool, tags: Tags) -> str:
        of = self.of
        context: dict[str, Any] = {
            "data": self._data() if data else [],  # first: what it tells of counts needs no symbols
            "title": self.title() if titled else "",
            "intro": self._intro(),
            "sides": [] if of.reasons == ["question"] else [self._side(at) for at in (0, 1)],
            "exercise": self.say.get("scaffold", "intro") if of.is_exercise else "",
            "sections": self._sections(tags),
            "results": self._results(),
            "notes": self._notes(),
            "keys": self._keys() if of.is_exercise and self.look.key else [],
        }
        context["numbering"] = self._numbering()  # last: it names what the formulas used
        return render(self.surface.format.template("comparison"), context, self.look.templates)

    # what the sides are called

    def title(self) -> str:
        first, second = self._title(0), self._title(1, inside=True)
        if first != self._title(1):
            return self.surface.say_made("compare", "title", first=first, second=second)
        if self.of.sides == "data":
            names = {key: self.name(at, inside=True) for at, key in enumerate(SIDES)}
            return self.surface.say_made("compare", "title_data", title=first, **names)
        return self.surface.say_made("compare", "title_choice" if self.of.differs else "title_once", title=first)

    def _title(self, at: int, *, inside: bool = False) -> str:
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
            return self._title(at, inside=inside)
        if self.of.titles is not None and self.of.sides == "data":
            return self.surface.plain(self.of.titles[at])
        key = f"{self.of.sides}_symbol" if inside else self.of.sides
        return self.surface.say_made("compare", key, n=str(at + 1))

    def _side(self, at: int) -> dict[str, str]:
        """A side in the list of what is compared."""
        name = self.name(at)
        if self.of.titles is not None and self.of.sides == "data":  # its symbol has a number
            name = self.surface.say_made(
                "compare", "named", title=name, name=self.surface.say_made("compare", "data_symbol", n=str(at + 1))
            )
        what = self._combined(at, "way") if self.combined and self.of.sides == "ways" else self.say.row(self.apart(at))
        return {"name": name, "what": what}

    def _combined(self, at: int, key: str) -> str:
        """How a side combines the class values."""
        side, surface = self.of._sides[at], self.surfaces[at]
        request = side.request
        made = {
            "title": surface.format.escape(title_of_metric(request.metric.name, self.say)),
            "components": surface.format.escape(components_of(request.metric, request.bound.convention.name, self.say)),
        }
        return surface.say_made("compare", key, f"{request.combine}_{request.average}", **made)

    def apart(self, at: int) -> list[str]:
        """What tells a side from the other one, besides what it is called by."""
        found = []
        if self.of.sides != "quantities" and self._title(0) != self._title(1):
            found.append(self._title(at, inside=True))
        for aspect in self.of.differs:
            if aspect.key == "average" and self.of.sides == "quantities":
                path = ("compare", "how", self.of._sides[at].page.title["how"])
                found += [self.say.get(*path)] if self.say.has(*path) else []
            elif aspect.key not in ALONE and not self._is_in_title(aspect):
                found.append(self._aspect(aspect, at))
        return found

    def _is_in_title(self, aspect: Aspect) -> bool:
        page = self.of._sides[0].page
        return aspect.key == "convention" or aspect.key in page.title["parameters"]

    def _aspect(self, aspect: Aspect, at: int) -> str:
        key, value = aspect.key, (aspect.first, aspect.second)[at]
        word, shown = _aspect_word(key, value), _aspect_value(value, self.surfaces[at])
        if self.say.has("compare", "aspect", word):
            return self.surfaces[at].say_made("compare", "aspect", word, value=shown)
        return self.surfaces[at].say_made("compare", "pair", what=self.surface.plain(key), value=shown)

    def _intro(self) -> str:
        of = self.of
        if of.is_one:
            return self.say.get("compare", "intro_question" if of.reasons == ["question"] else "intro_once")
        if of.sides == "data":
            return self.say.get("compare", "intro_data")
        if not self.combined or of.sides != "ways":
            return self.say.get("compare", "intro")
        before, after = self.surface.format.emphasis
        return self.surface.say_made("compare", "intro_choice", title=f"{before}{self._title(0, inside=True)}{after}")

    # the data and the calculations

    def _data(self) -> list[dict[str, str]]:
        """The data once where both sides have the same, else that of each side under its name."""
        out, of = [], self.of
        asked = {class_asked(side.page.named) for side in of._sides} - {None}
        for at, side in enumerate(of._sides[:1] if of.same_data else of._sides):
            surface = self.surfaces[at]
            own = {class_asked(side.page.named)} if not of.same_data else asked
            one = next(iter(own)) if of.pages[0] is None and len(own) == 1 else None
            how = {"totals": not of.is_exercise, "brief": self.look.detail == "brief"}
            pages = [told.page for told in (of._sides if of.same_data else (side,))]
            section = data_section(
                surface,
                side.blocks,
                side.cells,
                None if of.is_exercise and side.blocks.k <= MOST else one,
                pages=pages,
                **how,
            )
            surface.four_told = one is not None and not of.is_exercise and section["kind"] == "matrix"
            text = render(surface.format.template("data"), {"data": section}, self.look.templates)
            out.append({"caption": "" if of.same_data else self.name(at), "text": text.strip("\n")})
        return out

    def _numbering(self) -> str:
        lines = [numbering(self.surfaces[0], self.of.first.blocks)]
        if self.surfaces[1] is not self.surfaces[0]:
            lines.append(numbering(self.surfaces[1], self.of.second.blocks))
            if all(lines):
                lines = [
                    self.surface.say_made("compare", "of_side", name=self.name(at), text=text)
                    for at, text in enumerate(lines)
                ]
        return " ".join(filter(None, lines))

    def _sections(self, tags: Tags) -> list[dict[str, str]]:
        """What both sides use, then either calculation to its value; the numbers of the steps run through the page."""
        out: list[dict[str, str]] = []
        number, told = 0, set[str]()
        for at, page in enumerate(self.of.pages, -1):
            if page is None:
                continue
            surface = self.surfaces[max(at, 0)]
            context = page_context(self._defined_once(page), surface) | {
                "question": None,
                "exercise": "",
                "key": None,
                "notes": [],
                "more": None,
            }
            for step in context["steps"]:
                number += 1
                step["number"] = number
                step["items"] = [item for item in step["items"] if item not in told]  # a symbol is introduced once
                told |= {item for item in step["items"] if self.of.same_data or not _says_number(item)}
            steps = self._rendered("part", context | {"result": None})
            if at < 0:
                out.append({"title": self.say.get("compare", "shared"), "text": steps, "result": ""})
                continue
            if self._scale():
                context["meaning"] = ""
            context["exercise"] = self.of.is_exercise
            tag, mark = tags.get(SIDES[at], ("", ""))
            context["result"]["remarks"] = [
                one for one in context["result"].get("remarks", ()) if one["kind"] == "check"
            ]
            numbered(context["result"], tag)
            result = self._rendered("result", context)
            out.append({"title": mark + self._section_title(at), "text": steps, "result": result})
        return out

    def _defined_once(self, page: Page) -> Page:
        """A page without the sentence on its metric where it is that of the page before."""
        before, step = self.of.pages[1], page.steps[0]
        if before is None or page is before or page is not self.of.pages[-1] or before.steps[0].kind != step.kind:
            return page
        said = ("metric", "convention", "form", "classes")
        if step.kind != "definition" or any(step.facts[key] != before.steps[0].facts[key] for key in said):
            return page
        return replace(page, steps=[replace(step, facts=step.facts | {"defined": True}), *page.steps[1:]])

    def _rendered(self, template: str, context: dict[str, Any]) -> str:
        return render(self.surface.format.template(template), context, self.look.templates).strip("\n")

    def _section_title(self, at: int) -> str:
        """The heading over a calculation: what the side is called, and what it does."""
        if self.of.sides == "ways" and self.of.is_one:
            return self.say.get("compare", "calculation")
        return self._with_what(self.name(at), at)

    def _with_what(self, name: str, at: int) -> str:
        if self.of.sides == "quantities":
            return name
        what = self._combined(at, "head") if self.combined and self.of.sides == "ways" else self.say.row(self.apart(at))
        return self.surface.say_made("compare", "of_side", name=name, text=what) if what else name

    # the values, and what there is to say of them

    def _results(self) -> dict[str, Any]:
        of, heads = self.of, [self.say.get("compare", word) for word in ("exact", "decimal")]
        title = self._title(0, inside=True)
        heads = [title if title == self._title(1, inside=True) else "", *heads]
        rows = [] if of.is_one else [self._row(at) for at in (0, 1)]
        if rows and (by := self._difference()):
            rows.append(by)
        said = [] if of.is_exercise else [*self._larger(), *self._equal(), *self._undefined()]
        if self._scale() and not of.is_exercise and rows:
            said.append(self._scale())
        long = sum(max(map(len, column)) for column in list(zip(*rows, strict=True))[:2]) > LONG_ROW
        table = {"heads": heads, "rows": rows, "lines": self.surface.lines(heads, rows), "long": long}
        return {"title": self.say.get("compare", "results"), "said": " ".join(said), **table}

    def _row(self, at: int) -> list[str]:
        side, surface = self.of._sides[at], self.surfaces[at]
        page = side.page
        label = self._with_what(self.name(at, inside=True), at)
        if page.asked:
            return [
                label,
                *(surface.math(page.asked[key]) if key in page.asked else "" for key in ("value", "decimal")),
            ]
        if isinstance(side.value, Undefined):
            return [label, self.say.get("report", "undefined"), ""]
        long = CellWriter(surface, self.of.places).description(side.value, longest=LONG_VALUE)
        exact = long or self._exact(side.value, page, surface)
        return [label, exact, self._decimal(side.value, surface)]

    @staticmethod
    def _exact(value: Number, page: Page, surface: Surface) -> str:
        """A value in the table; one that is too long for it as it stands on the page."""
        return surface.number(value) if page.shown is None or isinstance(page.shown, Num) else surface.math(page.shown)

    def _decimal(self, value: Number, surface: Surface) -> str:
        """A decimal with as many digits as tell the two values apart."""
        text = decimal(value, places=self.of.places)
        equal = isinstance(value, Fraction) and Fraction(text) == value
        return surface.inline(f"{sign_of(equal, surface)} {stripped(text) if equal else text}")

    def _difference(self) -> list[str]:
        """The row of the difference; none where there is none."""
        of, by = self.of, self.of.difference
        if of.blank is not None:
            return [self.say.get("compare", "difference_asked"), "", self.surface.math(of.blank)]
        if of.is_exercise or by is None or not by:
            return []
        size = by if sign(by) > 0 else -by
        names = {key: self.name(at, inside=True) for key, at in (("larger", of.larger), ("smaller", 1 - of.larger))}
        label = self.surface.say_made("compare", "difference", **names)
        short = isinstance(size, Fraction) and len(f"{size.numerator}{size.denominator}") <= SHORT
        return [label, self.surface.number(size) if short else "", self._decimal(size, self.surface)]

    def _larger(self) -> list[str]:
        """Which value is the larger one, and by how much."""
        of, by = self.of, self.of.difference
        if not by:
            return []
        text = decimal(by if sign(by) > 0 else -by, places=of.places)
        exact = isinstance(by, Fraction) and Fraction(text) == abs(by)
        size = self.surface.inline(stripped(text) if exact else text)
        size = size if exact else self.surface.say_made("meaning", "about", percent=size)
        names = {
            key: self.name(at, inside=of.sides != "quantities" or key == "smaller")
            for key, at in (("larger", of.larger), ("smaller", 1 - of.larger))
        }
        return [
            self.surface.say_made(
                "compare", "larger" if of.sides == "quantities" else "larger_value", size=size, **names
            )
        ]

    def _equal(self) -> list[str]:
        """That both values are equal, and why."""
        of = self.of
        if of.difference is None or of.difference or isinstance(of.first.value, Undefined):
            return []
        value = self._exact(of.first.value, of.first.page, self.surface)
        if of.reasons == ["question"]:
            return [self.surface.say_made("compare", "one_value", value=value)]
        named = of.sides == "ways" and bool(of.reasons)
        key = "equal_ways" if named else "equal"
        first, second = (self.name(at, inside=bool(at)) for at in (0, 1))
        made = {} if named else {"first": capital(first), "second": second}
        out = [self.surface.say_made("compare", key, value=value, **made)]
        out += [self.say.get("identity", reason) for reason in of.reasons]
        return [*out, self.say.get("compare", "coincidence")] if of.coincidence else out

    def _undefined(self) -> list[str]:
        """Which side is undefined, and that there is no difference."""
        if self.of.difference is not None:
            return []
        said = [
            self.surface.say_made("compare", "undefined", name=self.name(at, inside=True))
            for at, side in enumerate(self.of._sides)
            if isinstance(side.value, Undefined)
        ]
        return [*said, self.say.get("compare", "no_difference")]

    def _scale(self) -> str:
        """The scale of both values, where it is one."""
        picked = [side.request.metric.pick(side.page.title["convention"]) for side in self.of._sides]
        metrics = [side.request.metric for side in self.of._sides]
        (low, high), (first, second) = picked[0].range, metrics
        best = {"up": high, "down": low}.get(first.direction)
        alike = first.direction == second.direction and picked[0].range == picked[1].range
        whole = all(one.optimum == best for one in picked)
        if not alike or not whole or low is None or high is None or best is None:
            return ""
        worst = [worst_value(side.request.metric, side.page) for side in self.of._sides]
        if any(end not in (low, high) for end in worst):
            return ""
        if first is not second and (self.say.has("meaning", first.name) or self.say.has("meaning", second.name)):
            return ""
        ends = {"low": Written(str(low).replace("-", "−")), "high": Written(str(high))}
        return self.surface.say("compare", f"scale_{first.direction}", **ends)

    def _notes(self) -> list[dict[str, str]]:
        """Why both values differ, which one programs report, and the remarks on either side."""
        found: list[dict[str, str]] = []
        if self.of.difference and not self.of.is_exercise and (why := self._why()):
            found.append({"title": self.say.get("compare", "why"), "text": " ".join(why)})
        if self.combined and self.of.sides == "ways" and (text := self._software()):
            found.append({"title": self.say.get("compare", "software_title"), "text": text})
        shown: dict[str, str] = {}
        for side, surface in zip(self.of._sides, self.surfaces, strict=True):
            told = [note for note in side.page.notes if note[0] not in OF_ONE]
            shown |= dict.fromkeys((surface.say("note", key, **facts) for key, facts in told), "")
        found += ({"title": self.say.get("note", "title"), "text": text} for text in shown)
        return [note | {"title": note["title"] + ("" if note["title"].endswith(ASKING) else ".")} for note in found]

    def _why(self) -> list[str]:
        """Why the values differ, where the weights of the classes or the order of two means is the reason."""
        if self.combined and self.of.sides == "ways":
            return self._why_order()
        return self._why_weights() if [aspect.key for aspect in self.of.differs] == ["average"] else []

    def _why_weights(self) -> list[str]:
        """By which weights two averages differ, told of the class that explains most."""
        found, say = pull(self.of.first, self.of.second), self.surface.say_made
        ending = self.of.first.page.ending
        if found is None or ending is None:
            return []
        title = title_of_metric(found.part.head.metric, self.say)
        made = {"label": self.surface.called(found.label), "metric": self.surface.format.escape(title)}
        said = [self.say.get("compare", "why_weights")]
        for at, weights in enumerate(found.weights):
            part = weights.parts.get(found.label, Fraction(0))
            counts = {
                "part": self.surface.plain(value_text(part)),
                "total": self.surface.plain(value_text(weights.total)),
            }
            counts["weight"] = self._weight(weights, found.label)
            said.append(say("compare", f"why_{weights.of}", name=self.name(at, inside=True), **counts, **made))
        ends = {key: self.name(at, inside=True) for key, at in (("mean", found.mean), ("heavier", found.heavier))}
        made["value"] = with_decimal(evaluate(found.part), ending, self.surface)
        return [*said, say("compare", "why_high" if found.high else "why_low", **made, **ends)]

    def _weight(self, weights: Weights, label: Hashable) -> str:
        """A weight as the quotient that it was told as; one that is 0 or no quotient of counts as a number."""
        part = weights.parts.get(label, Fraction(0))
        if not part or weights.of == "weight" or not part.denominator == weights.total.denominator == 1:
            return self.surface.number(weights.weight(label))
        return self.surface.inline(self.surface.inline_notation.show(Div(Num(part), Num(weights.total))))

    def _why_order(self) -> list[str]:
        """Why the value from averages is another one, with the class values of this page."""
        scores, averages = (
            next(side for side in self.of._sides if side.request.combine == how) for how in ("scores", "averages")
        )
        ways = {"scores": self.of._sides.index(scores) + 1, "averages": self.of._sides.index(averages) + 1}
        request = averages.request
        made = {"components": components_of(request.metric, request.bound.convention.name, self.say)}
        facts: dict[str, Any] = {**ways, **{key: Written(self.surface.format.escape(x)) for key, x in made.items()}}
        key = "why_order"
        if found := widest(averages):
            key = "why_mixed"
            for end, (metric, label, value) in zip(("low", "high", "beside"), found, strict=True):
                title = self.surface.format.escape(title_of_metric(metric, self.say))
                facts |= {end: value, f"{end}_label": Written(self.surface.called(label))}
                facts |= {f"{end}_metric": Written(title)}
        said = [self.surface.say("compare", key, **facts)]
        if theorem(scores, averages):
            said.append(self.surface.say("compare", "why_never", **facts))
        return said

    def _software(self) -> str:
        """Which side programs report, where it is known."""
        found = []
        before, after = self.surface.format.code
        for at, side in enumerate(self.of._sides):
            for name, call in programs(side.request):
                code = f"{before}{self.surface.prose(call)}{after}"
                made = {"software": self.surface.prose(name), "side": self.name(at, inside=True), "call": code}
                found.append(self.surface.say_made("compare", "software", **made))
        title = self._title(0, inside=True)
        return " ".join([*found, self.surface.say_made("compare", "say", title=title)]) if found else ""

    def _keys(self) -> list[dict[str, str]]:
        """The key of either side and of the difference; in the end why equal values are equal."""
        texts = [
            self.surface.say_made("compare", "of_side", name=self.name(at), text=key["line"])
            for at, (side, surface) in enumerate(zip(self.of._sides, self.surfaces, strict=True))
            if (key := key_context(side.page, surface))
        ]
        if self.of.blank is not None:
            value = self.surface.inline(self.of.blank.answer)
            texts.append(self.surface.say_made("scaffold", "entry", number=self.of.blank.letter, value=value))
        texts += [text for text in (" ".join([*self._equal(), *self._undefined()]),) if text]
        return [{"title": self.say.get("scaffold", "key"), "text": text} for text in texts]


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


def _says_number(item: str) -> bool:
    """Whether an entry of a list of symbols gives the number of its symbol, which other data have otherwise."""
    return "=" in re.sub("<[^>]*>", "", item)


def numbered(result: dict[str, Any], tag: str) -> None:
    """A number at the end of a result that is defined."""
    if result["defined"]:
        result["tag"] = tag
        if result["lines"]:
            result["lines"][len(result["lines"]) // 2] += tag


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
    return surface.fact(list(value) if isinstance(value, tuple) else value)


# As data for JSON.


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    # In an exercise without its key nothing of the result is told.
    secret = comparison.is_exercise and not comparison.look.key
    difference = None if secret else comparison.difference
    return {
        "schema": "exactmetrics/comparison/2",
        "sides": comparison.sides,
        "titles": None if comparison.titles is None else list(comparison.titles),
        "first": comparison.first.data(),
        "second": comparison.second.data(),
        "same": [aspect.key for aspect in comparison.same],
        "differs": [
            {"aspect": aspect.key, "first": _plain(aspect.first), "second": _plain(aspect.second)}
            for aspect in comparison.differs
        ],
        "relation": None if difference is None else ("equal", "greater", "less")[sign(difference)],
        "theorems": [] if secret else comparison.reasons,
        "coincidence": comparison.coincidence and not secret,
        "difference": _difference_data(comparison),
    }


def _plain(value: Any) -> Any:
    """An option as JSON has it: a word, a number as text, a list, or a table of weights."""
    if isinstance(value, Policy):
        return value.given
    if isinstance(value, Fraction):
        return value_text(value)
    if isinstance(value, Mapping):
        return {str(label): str(weight) for label, weight in value.items()}
    return [label_data(item) for item in value] if isinstance(value, (list, tuple)) else label_data(value)


def _difference_data(comparison: Comparison) -> dict[str, Any] | None:
    if comparison.difference is None:
        return None
    found = value_data(comparison.difference) | {"decimal": decimal_data(decimal_facts(comparison.difference))}
    blank, places = comparison.blank, comparison.places
    if blank is not None:
        found |= dict.fromkeys(("value", "float", "sign", "square", "decimal"))
        key = {"blank": blank.letter, "answer": blank.answer} if comparison.look.key else None
        return found | {"printed": None, "key": key}
    return found | {"printed": decimal(comparison.difference, places=places), "key": None}
