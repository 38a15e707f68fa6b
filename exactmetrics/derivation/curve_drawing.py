"""A curve of scores as a drawing: its points, the lines between them, and the area below it.

The lines are those of the area that is told below the drawing: between the points of a ROC curve they are straight, and
precision stands at each recall for the stretch before it, which is how the average precision adds up.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from exactmetrics.derivation.drawing import PAD, Dot, Drawing, Line, Text, width_of
from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.words import OwnWords, messages_in, words_of
from exactmetrics.derivation.writing.names import title_of_metric
from exactmetrics.exact.rounding import decimal, stripped
from exactmetrics.exact.values import value_text
from exactmetrics.metrics.curves import curve_named
from exactmetrics.metrics.score_request import score_metric_named

SIDE = 400  # units of an axis
SIZE = 14  # of the letters
TICKS = 5  # parts of an axis
DOTS = 40  # points of a curve that are marked each
NAMED = 12  # points whose thresholds are written beside them
PLACES = 4
Pair = tuple[int, int]


class CurvePoint(NamedTuple):
    """A point of a curve, and the threshold that it belongs to; None: nothing is predicted."""

    x: Fraction
    y: Fraction
    threshold: Fraction | None


class CurvePicture(Drawing):
    """A curve of scores as a picture; made by `Scores.picture`."""

    def __init__(
        self, name: str, points: Sequence[CurvePoint], area: Fraction, *, theme: str, language: str, words: OwnWords
    ) -> None:
        super().__init__(theme)
        say = messages_in(language, words_of(words))
        kind = curve_named(name)
        names = [title_of_metric(metric, say) for metric in (kind.across, kind.up)]
        self.title = say.get("picture", name)
        self.description = say.say(("picture", "curve"), {"across": names[0], "up": names[1]}.__getitem__)
        self.left, self.top = PAD + 5 * SIZE, PAD
        self._axes(names, say)
        places = [self._place(point.x, point.y) for point in points]
        path = _in_steps(places) if kind.steps else places
        base = self._place(0, 0)[1]
        self.lines.insert(0, Line((*path, (path[-1][0], base), (path[0][0], base)), "area"))
        if not kind.steps:  # the curve of guesses
            self.lines.append(Line((self._place(0, 0), self._place(1, 1)), "guide"))
        self.lines.append(Line(tuple(path), "curve"))
        self._points(points, places, names, say)
        exact, told = value_text(area), decimal(area, places=PLACES)
        equal = "=" if Fraction(told) == area else "≈"
        about = "" if area.denominator == 1 else f" {equal} {say.number(told)}"
        title = title_of_metric(score_metric_named(kind.area).name, say)
        legend = say.say(("picture", "shaded"), {"metric": title, "value": exact + about}.__getitem__)
        y = self.top + SIDE + 5 * SIZE
        self.texts.append(Text(self.left, y, legend, SIZE, "start"))
        ends = (text.x + width_of(text.text, text.size) for text in self.texts if text.anchor == "start")
        self.width = max(self.left + SIDE + SIZE, *ends) + PAD
        self.height = y + SIZE + PAD

    def _place(self, x: Fraction | int, y: Fraction | int) -> Pair:
        return self.left + round(x * SIDE), self.top + round((1 - y) * SIDE)

    def _axes(self, names: Sequence[str], say: Messages) -> None:
        """Lines at equal parts of both axes, their numbers, and what the axes are."""
        for at in range(TICKS + 1):
            part = Fraction(at, TICKS)
            self.lines += [
                Line((self._place(part, 0), self._place(part, 1)), "rule"),
                Line((self._place(0, part), self._place(1, part)), "rule"),
            ]
            text = say.number(decimal(part, places=1))
            x, y = self._place(part, part)
            self.texts.append(Text(x, self.top + SIDE + SIZE, text, SIZE, kind="muted"))
            self.texts.append(Text(self.left - SIZE // 2, y, text, SIZE, "end", "muted"))
        self.texts.append(Text(self.left + SIDE // 2, self.top + SIDE + 3 * SIZE, names[0], SIZE))
        self.texts.append(Text(PAD + SIZE // 2, self.top + SIDE // 2, names[1], SIZE, turned=90))

    def _points(
        self, points: Sequence[CurvePoint], places: Sequence[Pair], names: Sequence[str], say: Messages
    ) -> None:
        """The points of a short curve, with their thresholds where there is room for them."""
        if len(points) > DOTS:
            return
        taken: list[tuple[int, int, int]] = []
        for point, (x, y) in zip(points, places, strict=True):
            if point.threshold is None:
                continue
            threshold = say.number(_short(point.threshold))
            made = {"threshold": threshold, "across": names[0], "up": names[1]}
            made |= {"x": value_text(point.x), "y": value_text(point.y)}
            self.dots.append(Dot(x, y, say.say(("picture", "point"), made.__getitem__)))
            wide, down = width_of(threshold, SIZE * 3 // 4), y + SIZE
            free = all(x + 8 > end or x + 8 + wide < start or abs(down - row) > SIZE for start, end, row in taken)
            if len(points) <= NAMED and free:
                taken.append((x + 8, x + 8 + wide, down))
                self.texts.append(Text(x + 8, down, threshold, SIZE * 3 // 4, "start"))

    def __repr__(self) -> str:
        return f"<CurvePicture, {self.width} × {self.height}>"


def _in_steps(places: Sequence[Pair]) -> list[Pair]:
    """The corners of a curve that is, up to each point, as high as the point."""
    path: list[Pair] = []
    for before, here in pairwise(places):
        path += [(before[0], here[1]), here]
    return path


def _short(value: Fraction) -> str:
    """A threshold as a decimal where it is a short one, else as a fraction."""
    text = decimal(value, significant=PLACES + 2)
    return stripped(text) if Fraction(text) == value else value_text(value)
