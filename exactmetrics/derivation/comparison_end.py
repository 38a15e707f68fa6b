"""The end of a comparison in one format: both values in a table, why they differ, and what they mean.

Every remark is a step without a number, so that each format writes it as it writes a step.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.comparison_names import Sides
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.difference import (
    Weighed,
    changes,
    mirrored,
    programs,
    same_numerator,
    theorem,
    weighed,
    widest,
)
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.planning.page import Formula
from exactmetrics.derivation.planning.tree import distinct
from exactmetrics.derivation.planning.wide import MOST_CLASSES
from exactmetrics.derivation.report_cells import CellWriter
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.derivation.writing.meaning import beside, says, sign_of, with_decimal, worst_value
from exactmetrics.derivation.writing.more import more_context
from exactmetrics.derivation.writing.names import components_of, title_of_metric
from exactmetrics.derivation.writing.result import LINE, in_a_line
from exactmetrics.derivation.writing.surface import Written, capital
from exactmetrics.exact.rounding import decimal, stripped
from exactmetrics.exact.values import Number, Undefined, sign
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Neg, Num
from exactmetrics.metrics.request import resolve
from exactmetrics.views.value import compute

LONG_VALUE = 30  # characters of an exact value in the table
LONG_ROW = 66  # letters of names and exact values that do not fit a page of paper beside the decimals
OF_ONE = ("weighted_recall", "micro")  # remarks on a single value, which say no more than that two are equal
Note = dict[str, Any]


def _note(title: str, text: str = "", **parts: Any) -> Note:
    made = {"kind": "note", "number": 0, "title": title, "text": text, "terms": [], "items": []}
    return made | {"groups": [], "table": None, "after": ""} | parts


class End:
    """What stands behind both calculations."""

    def __init__(self, sides: Sides) -> None:
        self.sides, self.of, self.surface, self.say = sides, sides.of, sides.surface, sides.say
        self.weighed: Weighed | None = None
        self.divided: tuple[Fraction, Fraction, Fraction] | None = None
        if self.of.of_counts and self.of.difference and self.of.same_data and not self.of.is_exercise:
            self.weighed = weighed(*self.of.of_counts) if self.of.sides == "quantities" else None
            self.divided = same_numerator(*self.of.of_counts)

    @property
    def has_reason(self) -> bool:
        """Whether the page says why the values differ."""
        return self.weighed is not None or self.divided is not None

    # the values

    def results(self) -> dict[str, Any]:
        """The table of both values and their difference, and what there is to say of it."""
        of, heads = self.of, [self.say.get("compare", word) for word in ("exact", "decimal")]
        title = self.sides.title_of(0, inside=True)
        heads = [title if title == self.sides.title_of(1, inside=True) else "", *heads]
        rows = [] if of.is_one else [self._row(at) for at in (0, 1)]
        if rows and (by := self._difference()):
            rows.append(by)
        said = [] if of.is_exercise else [*self._larger(), *self.equal(), *self.undefined()]
        if (scale := self.scale() or self._better()) and not of.is_exercise and rows:
            said.append(scale)
        long = sum(max(map(len, column)) for column in list(zip(*rows, strict=True))[:2]) > LONG_ROW
        table = {"heads": heads, "rows": rows, "lines": self.surface.lines(heads, rows), "long": long}
        return {"title": self.say.get("compare", "results"), "said": " ".join(said), **table}

    def _row(self, at: int) -> list[str]:
        side, surface = self.of._sides[at], self.sides.surfaces[at]
        label = self.sides.with_what(self.sides.name(at, inside=True), at)
        if asked := side.page.asked:
            return [label, *(surface.math(asked[key]) if key in asked else "" for key in ("value", "decimal"))]
        if isinstance(side.value, Undefined):
            return [label, self.say.get("report", "undefined"), ""]
        shown = side.page.shown  # a value that is too long for the page as it stands there
        short = surface.number(side.value) if shown is None or isinstance(shown, Num) else surface.math(shown)
        return [label, self._described(side.value) or short, self._decimal(side.value)]

    def _described(self, value: Number) -> str:
        return CellWriter(self.surface, self.of.places).description(value, longest=LONG_VALUE)

    def _decimal(self, value: Number) -> str:
        """A decimal with as many digits as tell the two values apart."""
        text = decimal(value, places=self.of.places)
        equal = isinstance(value, Fraction) and Fraction(text) == value
        return self.surface.inline(f"{sign_of(equal, self.surface)} {stripped(text) if equal else text}")

    def _size(self) -> Number | None:
        """The larger value minus the smaller one; None where that is 0 or there is none."""
        by = self.of.difference
        return by if not by or sign(by) > 0 else -by

    def _ends(self, **how: bool) -> dict[str, str]:
        """What the side with the larger value is called, and the other one."""
        ends = (("larger", self.of.larger), ("smaller", 1 - self.of.larger))
        return {key: self.sides.name(at, inside=how.get(key, True)) for key, at in ends}

    def _difference(self) -> list[str]:
        """The row of the difference; none where there is none."""
        if self.of.blank is not None:
            return [self.say.get("compare", "difference_asked"), "", self.surface.math(self.of.blank)]
        size = self._size()
        if self.of.is_exercise or not size:
            return []
        label = self.surface.say_made("compare", "difference", **self._ends())
        return [label, self._described(size) or self.surface.number(size), self._decimal(size)]

    def _larger(self) -> list[str]:
        """Which value is the larger one, and by how much."""
        size = self._size()
        if not size:
            return []
        text = decimal(size, places=self.of.places)
        exact = isinstance(size, Fraction) and Fraction(text) == size
        shown = self.surface.inline(stripped(text) if exact else text)
        shown = shown if exact else self.surface.say_made("meaning", "about", percent=shown)
        own = self.of.sides == "quantities"
        key = "larger" if own else "larger_value"
        said = [self.surface.say_made("compare", key, size=shown, **self._ends(larger=not own))]
        if isinstance(size, Fraction) and self._described(size) and len(str(size.denominator)) <= LINE:
            value = self.surface.inline(in_a_line(size, self.surface))
            said.append(self.surface.say_made("compare", "exactly", value=value))
        return said

    def equal(self) -> list[str]:
        """That both values are equal, and why."""
        of, page = self.of, self.of.first.page
        if of.difference is None or of.difference or isinstance(of.first.value, Undefined):
            return []
        value = self.surface.number(of.first.value) if page.shown is None else self.surface.math(page.shown)
        if of.reasons == ["question"]:
            return [self.surface.say_made("compare", "one_value", value=value)]
        named = of.sides == "ways" and bool(of.reasons)
        key = "equal_ways" if named else "equal"
        first, second = (self.sides.name(at, inside=bool(at)) for at in (0, 1))
        made = {} if named else {"first": first, "second": second}
        out = [self.surface.say_made("compare", key, value=value, **made)]
        out += [self.say.get("identity", reason) for reason in of.reasons]
        return [*out, self.say.get("compare", "coincidence")] if of.coincidence else out

    def undefined(self) -> list[str]:
        """Which side is undefined, and that there is no difference."""
        if not any(isinstance(side.value, Undefined) for side in self.of._sides):
            return []
        said = [
            self.surface.say_made("compare", "undefined", name=self.sides.name(at, inside=True))
            for at, side in enumerate(self.of._sides)
            if isinstance(side.value, Undefined)
        ]
        return [*said, self.say.get("compare", "no_difference")]

    def scale(self) -> str:
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
        if first is not second and (
            self.say.has("meaning", "of", first.name) or self.say.has("meaning", "of", second.name)
        ):
            return ""
        ends = {"low": Written(str(low).replace("-", "−")), "high": Written(str(high))}
        return self.surface.say("compare", f"scale_{first.direction}", **ends)

    def _better(self) -> str:
        """Whether a larger value of one metric is better, of two sets of scores, where no scale says so."""
        if self.of.of_counts or self.of.sides != "data" or not self.of.difference:
            return ""
        return self.say.get("compare", f"better_{self.of.first.request.metric.direction}")

    # the remarks

    def notes(self) -> list[Note]:
        """Why both values differ, what they mean, which one programs report, and the remarks on either side."""
        brief = self.of.look.detail == "brief"
        found = [] if self.of.is_exercise or not self.of.difference else list(self._why())
        if not self.of.is_exercise and not brief:
            found += [*self._means(), *self._mistake(), *self._software()]
        title = self.say.get("note", "title")
        found += [_note(title, text) for text in self._remarks()]
        return [*found, *self._more()] if self.of.look.detail == "full" else found

    def _remarks(self) -> list[str]:
        """The notes on either side, each once."""
        shown: dict[str, str] = {}
        for side, surface in zip(self.of._sides, self.sides.surfaces, strict=True):
            told = [note for note in side.page.notes if not self.of.reasons or note[0] not in OF_ONE]
            shown |= dict.fromkeys((surface.say("note", key, **facts) for key, facts in told), "")
        return [*shown]

    def _why(self) -> Iterator[Note]:
        """Why the values differ, where the weights, the denominators or the order of two means are the reason."""
        title = self.say.get("compare", "why")
        if self.sides.combined and self.of.sides == "ways" and self.of.of_counts:
            yield _note(title, " ".join(self._why_order(self.of.of_counts)))
        elif self.weighed is not None:
            yield self._why_weights(title, self.weighed)
        elif self.of.sides == "data" and self.of.of_counts and (found := changes(*self.of.of_counts)):
            values, label = found
            metric = title_of_metric(self.of.first.request.metric.name, self.say)
            made = {"label": self.surface.called(label), "metric": self.surface.format.escape(metric)}
            heads = [self.sides.name(at) for at in (0, 1)]
            rows = {one: list(values[one]) for one in values if len(values) <= MOST_CLASSES or one == label}
            table = self._table(heads, {one: [self._short(value) for value in row] for one, row in rows.items()})
            yield _note(title, self.surface.say_made("compare", "why_classes", **made), table=table)
        elif self.divided is not None:
            below = {key: self.divided[1 + at] for key, at in (("small", self.of.larger), ("big", 1 - self.of.larger))}
            facts = {key: Written(name) for key, name in self._ends().items()}
            yield _note(title, self.surface.say("compare", "why_divided", top=self.divided[0], **below, **facts))

    def _why_weights(self, title: str, found: Weighed) -> Note:
        """By which weights two values are means of the class values, and the class that explains most."""
        say = self.surface.say_made
        metric = title_of_metric(found.parts[found.label].head.metric, self.say)
        made = {"label": self.surface.called(found.label), "metric": self.surface.format.escape(metric)}
        said = [say("compare", "why_weights", **made)]
        for at, weights in enumerate(found.weights):
            counts = {"weight": self.surface.number(1 / weights.total), "total": self.surface.number(weights.total)}
            said.append(say("compare", f"why_{weights.of}", name=self.sides.name(at, inside=True), **counts, **made))
        ends = {"mean": self.sides.name(found.mean, inside=True), **self._ends()}
        ends["heavier"] = self.sides.name(found.heavier, inside=True)
        after = [say("compare", "why_high" if found.high else "why_low", **made, **ends)]
        if self.of.look.detail == "brief":  # a slide has no room for more
            return _note(title, " ".join([said[0], *after]))
        after += [say("compare", "other_way", **ends)] if self.of.other_way else []
        groups = []
        for at, side in enumerate(self.of._sides):
            line = found.line(at) if found.averages[at] == "micro" else []
            if line:
                text = say("compare", "check", name=self.sides.name(at, inside=True))
                formula = self.surface.chain(Formula(side.page.named, line))
                groups.append(self.surface.group(" ".join([*after, text]), [formula]))
                after = []
        table = self._table_of_weights(found, made["metric"])
        return _note(title, " ".join(said), table=table, groups=groups, after=" ".join(after))

    def _table_of_weights(self, found: Weighed, metric: str) -> dict[str, Any]:
        """The class values and their weights on either side; of many classes the one that explains most."""
        labels = [*found.parts] if len(found.parts) <= MOST_CLASSES else [found.label]
        names = (self.surface.math(side.page.named) for side in self.of._sides)
        heads = [metric, *(self.surface.say_made("compare", "weight", name=name) for name in names)]
        rows = {
            label: [self._short(evaluate(found.parts[label])), *(self._weight(found, at, label) for at in (0, 1))]
            for label in labels
        }
        return self._table(heads, rows)

    def _table(self, columns: list[str], rows: dict[Hashable, list[str]]) -> dict[str, Any]:
        """A table of classes, as that of a step."""
        word = self.say.get("words", "class")
        named: list[dict[str, Any]] = [{"label": self.surface.name(at), "cells": cells} for at, cells in rows.items()]
        lines = [[row["label"], *row["cells"]] for row in named]
        made = {"class_word": word, "columns": columns, "sides": ["left"] * len(columns), "rows": named, "long": False}
        return made | {"lines": self.surface.lines([word, *columns], lines, left=len(columns) + 1)}

    def _short(self, value: Number) -> str:
        """A value with its decimal."""
        ending = self.of.first.page.ending
        assert ending is not None
        return with_decimal(value, ending, self.surface)

    def _weight(self, found: Weighed, at: int, label: Hashable) -> str:
        """A weight as the quotient of counts that it is, with its decimal."""
        weights, ending = found.weights[at], self.of.first.page.ending
        part, weight = weights.parts.get(label, Fraction(0)), weights.weight(label)
        assert ending is not None
        if part.denominator > 1 or weights.total.denominator > 1 or weight in (0, 1):
            return self._short(weight)
        shown = self.surface.inline_notation.show(Div(Num(part), Num(weights.total)))
        return self.surface.inline(f"{shown}{beside(in_few_digits(weight, ending.look.places), self.surface)}")

    def _why_order(self, sides: tuple[Derivation, Derivation]) -> list[str]:
        """Why the value from averages is another one, with the class values of this page."""
        scores, averages = (
            next(side for side in sides if side.request.combine == how) for how in ("scores", "averages")
        )
        ways = {"scores": sides.index(scores) + 1, "averages": sides.index(averages) + 1}
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

    def _means(self) -> Iterator[Note]:
        """What either value says, and which of two averages answers which question."""
        if self.of.is_one or not self.of.of_counts:  # what a value of scores says stands below it
            return
        said: dict[str, None] = {}
        for at, (side, surface) in enumerate(zip(self.of._sides, self.sides.surfaces, strict=True)):
            if self.scale():
                told = " ".join(says(side.page, surface))
                own = self.of.sides == "quantities" or not told
                name = self.sides.name(at)
                said[told if own else surface.say_made("compare", "of_side", name=name, text=told)] = None
            use = f"use_{self.weighed.averages[at]}" if self.weighed else ""
            if self.say.has("compare", use):
                said[surface.say_made("compare", use, name=self.sides.name(at, inside=True))] = None
        if text := " ".join(filter(None, said)):
            yield _note(self.say.get("compare", "means"), text)

    def _mistake(self) -> Iterator[Note]:
        """The value that comes out where rows and columns are mixed up, for the class where it is farthest off."""
        metrics = [side.request.metric for side in self.of._sides]
        for side in (self.of.of_counts or ()) if self.of.sides == "quantities" and not self.of.is_one else ():
            metric, other = side.request.metric, mirrored(side.request.metric)
            usual = side.request.bound.convention is metric.standard
            if other is None or other in metrics or not usual:
                continue
            asked = side.blocks.labels if side.request.label is None else [side.request.label]
            found = []
            for label in asked[:MOST_CLASSES]:
                value, wrong = (compute(resolve(m.name, label=label), side.blocks).value for m in (metric, other))
                if isinstance(value, Fraction) and isinstance(wrong, Fraction) and value != wrong:
                    found.append((abs(value - wrong), label, value, wrong))
            if found:
                _, label, value, wrong = max(found, key=lambda one: one[0])
                titles = [title_of_metric(m.name, self.say) for m in (metric, other)]
                named = {
                    key: Written(self.surface.format.escape(t))
                    for key, t in zip(("metric", "other"), titles, strict=True)
                }
                facts = {"label": label, "value": value, "wrong": wrong, **named}
                yield _note(self.say.get("compare", "mistake"), self.surface.say("compare", "mixed_up", **facts))
                return

    def _software(self) -> Iterator[Note]:
        """Which side programs report, where it is known."""
        found = []
        before, after = self.surface.format.code
        for at, side in enumerate(self.of._sides if self.sides.combined and self.of.sides == "ways" else ()):
            for name, call in programs(side.request):
                code = f"{before}{self.surface.prose(call)}{after}"
                made = {"software": self.surface.prose(name), "side": self.sides.name(at, inside=True), "call": code}
                found.append(self.surface.say_made("compare", "software", **made))
        if found:
            say = self.surface.say_made("compare", "say", title=self.sides.title_of(0, inside=True))
            yield _note(self.say.get("compare", "software_title"), " ".join([*found, say]))

    def _more(self) -> Iterator[Note]:
        """The appendix of a full page: the difference worked out, and what either side adds, what is the same once."""
        size, values = self._size(), [self.of.first.value, self.of.second.value]
        large, small = values[self.of.larger], values[1 - self.of.larger]
        short = isinstance(size, Fraction) and not self._described(size)
        if size and short and isinstance(large, Fraction) and isinstance(small, Fraction) and not self.of.is_exercise:
            start = Add((Num(large), Neg(Num(small))))
            line = distinct([start, *(form for work in work_out(start) for form in work.members)])
            groups = [self.surface.group("", [self.surface.chain(Formula(None, line))])]
            title = self.surface.say_made("compare", "difference", **self._ends())
            yield _note(capital(title), groups=groups)
        found: dict[tuple[str, str], list[int]] = {}
        for at, (side, surface) in enumerate(zip(self.of._sides, self.sides.surfaces, strict=True)):
            for entry in (
                (more_context(side.page, surface) or {"entries": []})["entries"] if not side.page.blanks else []
            ):
                found.setdefault((entry["title"], entry["text"]), []).append(at)
        for (title, text), of in found.items():
            name = self.surface.math(self.of._sides[of[0]].page.named)
            alone = len(of) == 1 and not self.of.is_one
            yield _note(self.surface.say_made("compare", "of_side", name=name, text=title) if alone else title, text)
