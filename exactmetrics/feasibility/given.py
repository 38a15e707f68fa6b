"""The scores as they are given: names through the registry, numbers with their digits, each with what it allows."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError, ReadingError, UsageError
from exactmetrics.exact.printed import Printed, read_printed
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.exact.values import Number
from exactmetrics.feasibility.target import Target, target_of
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.identities import usual_key
from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, Request, resolve
from exactmetrics.views.value import compute

OWN = ("metric", "printed", "rounding", "tolerance")
FILLER = ("avg", "average", "averaged")


@dataclass(frozen=True, slots=True)
class Outside:
    """A number that no counts give: the score's name and number, the ends of the range, whether it may be a percent."""

    name: str
    printed: str
    low: Number | int | None
    high: Number | int | None
    percent: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """One printed score: the `name` shown, the resolved question, the text printed, and the values it allows.

    `target` is None where the number lies outside the range of the metric, and `outside` then says so.
    """

    name: str
    request: Request
    printed: str
    target: Target | None
    outside: Outside | None = None

    def __str__(self) -> str:
        return f"{self.name} = {self.printed}"

    def within(self, target: Target) -> Score | None:
        """The same score with other values, those within the range of the metric; None where there are none."""
        kept = target.clipped(*reach(self.request))
        return None if kept is None else replace(self, target=kept)


def reach(request: Request) -> tuple[Fraction | None, Fraction | None]:
    """The ends of what a score can be: of the range of the metric, and of what stands for 0/0, which may lie outside.

    >>> reach(resolve("dispersion", label=0, labels=(0, 1), undefined=1))
    (Fraction(-1, 4), Fraction(1, 1))
    """
    return _with_what_stands(request, *request.bound.convention.bounds)


def _with_what_stands(request: Request, low: Any, high: Any) -> tuple[Any, Any]:
    for rule in (request.policy.default, *request.policy.rules.values()):
        for stands in (rule.all_right, rule.all_wrong) if isinstance(rule, ByOutcome) else (rule,):
            if isinstance(stands, Fraction):
                low = None if low is None else min(low, stands)
                high = None if high is None else max(high, stands)
    return low, high


def holds(scores: Iterable[Score], blocks: Blocks, positive: Hashable | None = None) -> bool:
    """Whether counts give every score as printed: the definitions themselves are run, under the policy."""
    for score in scores:
        if score.target is None or not score.target.holds(compute(score.request, blocks, positive).value):
            return False
    return True


@dataclass(frozen=True, slots=True)
class Reader:
    """How scores are read: the labels of the classes, the positive one, the rounding rule, the policy and so on."""

    labels: tuple[Hashable, ...]
    positive: Hashable | None = None
    rounding: RoundingRule = "nearest"
    tolerance: Fraction | None = None
    options: Mapping[str, Any] | None = None

    def read(self, scores: object) -> list[Score]:
        """Read a mapping from names to numbers, or a list of pairs or of mappings with "metric" and "printed".

        >>> [score] = Reader(("a", "b"), positive="a").read({"macro f1": "0.87"})
        >>> print(score, score.request.average, score.target)
        macro f1 = 0.87 macro [173/200, 7/8]
        """
        if isinstance(scores, Mapping):
            pairs: Iterable[Any] = [scores] if "metric" in scores and "printed" in scores else scores.items()
        elif isinstance(scores, Sequence) and not isinstance(scores, str):
            pairs = scores
        else:
            raise UsageError(f"give the scores as a mapping such as {{'f1': '0.87'}}, not a {type(scores).__name__}")
        found = [self._one(entry) for entry in pairs]
        if not found:
            raise UsageError("no scores were given; give at least one, such as accuracy='0.91'")
        return found

    def _one(self, entry: Any) -> Score:
        if not isinstance(entry, Mapping):
            if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 2:
                raise UsageError(f"a score is a pair of name and number, or a mapping; not {str(entry)[:80]!r}")
            name, printed = entry
            if not isinstance(name, Mapping):
                return self._score(str(name), *self.split(str(name)), printed)
            entry = {**name, "printed": printed}
        if "metric" not in entry or "printed" not in entry:
            raise UsageError(f'a score needs "metric" and "printed"; got {", ".join(map(repr, entry)) or "nothing"}')
        asked = {str(key): value for key, value in entry.items() if key not in OWN}
        metric, options = self.split(str(entry["metric"]))
        name = " ".join([str(entry["metric"]), *(f"{key}={value}" for key, value in asked.items())])
        within = self.tolerance if entry.get("tolerance") is None else tolerance_of(entry["tolerance"])
        reader = replace(self, rounding=check_rule(entry.get("rounding", self.rounding)), tolerance=within)
        return reader._score(name, metric, options | asked, entry["printed"])

    def split(self, name: str) -> tuple[str, dict[str, Any]]:
        """The metric of a name, and the average, label or beta named with it.

        >>> reader = Reader(("cat", "dog"))
        >>> reader.split("weighted-precision"), reader.split("f1_macro"), reader.split("recall[dog]")
        (('precision', {'average': 'weighted'}), ('f1', {'average': 'macro'}), ('recall', {'label': 'dog'}))
        >>> reader.split("f1[macro, combine=averages]"), reader.split("F0.5[dog]")
        (('f1', {'average': 'macro', 'combine': 'averages'}), ('fbeta', {'label': 'dog', 'beta': '0.5'}))
        """
        options: dict[str, Any] = {}
        text = name.strip()
        if _known(text):
            return text, options
        if found := re.fullmatch(r"([^\[]*[^\[\s])\s*\[(.+)\]", text):
            text = found[1]
            options |= self._inside(found[2].strip())
        if not _known(text):
            words = [word for word in re.split(r"[\s_-]+", text) if word.lower() not in FILLER]
            for place in (0, -1):
                if len(words) > 1 and words[place].lower() in AVERAGES and "average" not in options:
                    options["average"] = words.pop(place).lower()
            text = "_".join(words)
        if (beta := re.fullmatch(r"([fF])_?(\d+(?:\.\d+)?)(?:_score)?", text)) and not _known(text):
            text, options["beta"] = f"{beta[1].lower()}beta", beta[2]
        return text, options

    def _inside(self, text: str) -> dict[str, Any]:
        """What square brackets say: an average, a class, and options such as combine=averages, with commas between."""
        if any(str(label) == text for label in self.labels):
            return {"label": self.label(text)}
        found: dict[str, Any] = {}
        for part in (part.strip() for part in text.split(",")):
            key, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals:
                key, value = ("average", key.lower()) if key.lower() in AVERAGES else ("label", key)
            if key in found:
                raise UsageError(f"[{text[:80]}] says {key} twice")
            found[key] = self.label(value) if key == "label" else value
        return found

    def label(self, text: str) -> Hashable:
        """The class of a label written as text."""
        same: list[Hashable] = [x for x in self.labels if x == text] or [x for x in self.labels if str(x) == text]
        if len(same) != 1:
            names = ", ".join(map(repr, self.labels[:8]))
            if near := get_close_matches(text.lower(), AVERAGES, n=1):
                raise UsageError(
                    f"no class and no average {text!r}; did you mean {near[0]!r}? The classes are {names}."
                )
            raise UsageError(f"no class {text!r}; the classes are {names}. Name them with supports= or labels=.")
        return same[0]

    def _score(self, name: str, metric: str, options: dict[str, Any], printed: object) -> Score:
        options = {**self._defaults(metric, options), **options}
        if "label" in options:
            options["label"] = self.label(str(options["label"]))
        alone = "label" not in options and "average" not in options
        if alone and self.positive is None and metric_named(metric).scope == "class":
            classes = [f"{name}[{label}]" for label in self.labels[:2]]
            raise UsageError(
                f"{name} is a metric of one class, and nothing says which: name it as {' or '.join(classes)}, name an "
                f"average, as {name}[macro], or say which class is positive with positive="
            )
        request = resolve(metric, positive=self.positive if alone else None, labels=self.labels, **options)
        if request.policy.default == "raise":
            raise UsageError("undefined='raise' is no answer here; choose propagate, 0, 1 or omit")
        if "form" not in options:  # a form of its own may be undefined where the metric has a value
            request = self._same_on_every_matrix(request)
        number = _number(name, printed)
        low, high = _with_what_stands(request, *request.bound.convention.range)
        kept = target_of(number, self.rounding, self.tolerance).clipped(*reach(request))
        percent = high == 1 and number.value is not None and 1 < number.value <= 100
        outside = None if kept else Outside(name, number.text.strip(), low, high, percent)
        return Score(name, request, str(printed), kept, outside)

    def _same_on_every_matrix(self, request: Request) -> Request:
        """An average that is a metric of the matrix whatever the counts, as that: it is easier to search."""
        key = usual_key(request)
        other = None if key is None else request.metric.averages.get(request.average or "")
        if other is None or request.bound.parameters:
            return request
        return replace(resolve(other, labels=self.labels), policy=request.policy, preset=request.preset)

    def _defaults(self, metric: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of every score; how averages combine concerns only averages of what is made of other metrics."""
        found = dict(self.options or {})
        if "combine" in found:
            conventions = metric_named(metric).conventions.values()
            if "average" not in options or not any(convention.composite for convention in conventions):
                del found["combine"]
        return found


def tolerance_of(value: object) -> Fraction:
    """How far a printed number may lie from the exact one, as a number that is not negative."""
    found = exact_number(value)
    if found is None or found < 0:
        raise UsageError(f"tolerance must be a number that is not negative, such as '0.01', not {str(value)[:80]!r}")
    return found


def _known(name: str) -> bool:
    try:
        metric_named(name)
    except UsageError:
        return False
    return True


def _number(name: str, printed: object) -> Printed:
    """A printed number from text, for its digits matter; a whole number or a fraction stands for itself."""
    if isinstance(printed, (float, Decimal)):
        text = str(printed)[:80]
        raise UsageError(
            f"{name} is {text}, which has lost the digits it was printed with: write '{text}', or '{text}0' if that "
            "is what is printed"
        )
    if isinstance(printed, bool) or not isinstance(printed, (str, int, Fraction)):
        raise InputError(f"{name} is {str(printed)[:80]!r}; give the printed number as text, such as '0.91'")
    try:
        return read_printed(printed if isinstance(printed, str) else str(printed))
    except ReadingError as error:
        cure = "give the number as it was printed, such as '0.91'"
        if isinstance(printed, str) and (point := re.fullmatch(r"\s*([+-]?\d*),(\d+\s*%?)\s*", printed)):
            cure = f"write it with a decimal point: {point[1] or '0'}.{point[2].strip()}"
        raise InputError(f"{name}: {error}; {cure}") from None
