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
from exactmetrics.feasibility.target import Target, target_of
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, Request, resolve

POOLED = ("precision", "recall", "f1")  # their micro averages are the accuracy, for all wrong ones are an FP and an FN
OWN = ("metric", "printed", "rounding", "tolerance")
FILLER = ("avg", "average", "averaged")


@dataclass(frozen=True, slots=True)
class Outside:
    """A number that no counts give: the score's name and number, the ends of the range, whether it may be a percent."""

    name: str
    printed: str
    low: int | None
    high: int | None
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
        """Print the score as `name = number`."""
        return f"{self.name} = {self.printed}"


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
        if isinstance(entry, Mapping):
            return self._of_mapping(dict(entry))
        if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 2:
            raise UsageError(f"a score is a pair of name and number, or a mapping; not {str(entry)[:80]!r}")
        name, printed = entry
        if isinstance(name, Mapping):
            return self._of_mapping({**name, "printed": printed})
        metric, options = self.split(str(name))
        return self._score(str(name), metric, options, printed)

    def _of_mapping(self, given: dict[Any, Any]) -> Score:
        if "metric" not in given or "printed" not in given:
            raise UsageError(f'a score needs "metric" and "printed"; got {", ".join(map(repr, given)) or "nothing"}')
        metric, options = self.split(str(given["metric"]))
        options |= {str(key): value for key, value in given.items() if key not in OWN}
        name = " ".join([str(given["metric"]), *(f"{key}={value}" for key, value in given.items() if key not in OWN)])
        rounding = check_rule(given.get("rounding", self.rounding))
        return self._score(name, metric, options, given["printed"], rounding, given.get("tolerance"))

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
        if found := re.fullmatch(r"(.+?)\s*\[(.+)\]", text):
            text = found[1]
            options |= self._inside(found[2].strip())
        if not _known(text):
            words = [word for word in re.split(r"[\s_-]+", text) if word.lower() not in FILLER]
            for place in (0, -1):
                if len(words) > 1 and words[place].lower() in AVERAGES and "average" not in options:
                    options["average"] = words.pop(place).lower()
            text = "_".join(words)
        if (beta := re.fullmatch(r"[fF]_?(\d+(?:\.\d+)?)(?:_score)?", text)) and not _known(text):
            text, options["beta"] = "fbeta", beta[1]
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
        """The class of a label written as text.

        >>> Reader((1, 2)).label("2")
        2
        """
        same: list[Hashable] = [x for x in self.labels if x == text] or [x for x in self.labels if str(x) == text]
        if len(same) != 1:
            names = ", ".join(map(repr, self.labels[:8]))
            if near := get_close_matches(text.lower(), AVERAGES, n=1):
                raise UsageError(
                    f"no class and no average {text!r}; did you mean {near[0]!r}? The classes are {names}."
                )
            raise UsageError(f"no class {text!r}; the classes are {names}. Name them with supports= or labels=.")
        return same[0]

    def _score(
        self,
        name: str,
        metric: str,
        options: Mapping[str, Any],
        printed: object,
        rounding: str = "",
        tolerance: Any = None,
    ) -> Score:
        options = {**self._defaults(metric, options), **options}
        if "label" in options:
            options["label"] = self.label(str(options["label"]))
        positive = self.positive if "label" not in options and "average" not in options else None
        if self.positive is None and "label" not in options and "average" not in options:
            self._check_class(name, metric)
        request = resolve(metric, positive=positive, labels=self.labels, **options)
        if (
            metric_named(metric).name in POOLED
            and options.get("average") == "micro"
            and request.combine == "scores"
            and not {"over", "form"} & {*options}
        ):
            # One number on every matrix, and easier to search. (Of averages F1 has no value where no sample is right.)
            request = replace(resolve("accuracy", labels=self.labels), policy=request.policy, preset=request.preset)
        if request.policy.default == "raise":
            raise UsageError("undefined='raise' is no answer here; choose propagate, 0, 1 or omit")
        number = _number(name, printed)
        within = self.tolerance if tolerance is None else tolerance_of(tolerance)
        target = target_of(number, check_rule(rounding or self.rounding), within)
        low, high = request.bound.convention.range
        kept = target.clipped(low, high)
        return Score(name, request, str(printed), kept, None if kept else _outside(name, number, low, high))

    def _check_class(self, name: str, metric: str) -> None:
        """Refuse a metric of one class where nothing says which class, with the names that say it."""
        if metric_named(metric).scope != "class":
            return
        classes = [f"{name}[{label}]" for label in self.labels[:2]]
        raise UsageError(
            f"{name} is a metric of one class, and nothing says which: name it as {' or '.join(classes)}, name an "
            f"average, as {name}[macro], or say which class is positive with positive="
        )

    def _defaults(self, metric: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of every score; how averages combine concerns only averages of what is made of other metrics."""
        found = dict(self.options or {})
        if "combine" in found:
            conventions = metric_named(metric).conventions.values()
            if "average" not in options or not any(convention.composite for convention in conventions):
                del found["combine"]
        return found


def tolerance_of(value: object) -> Fraction:
    """How far a printed number may lie from the exact one, as a number that is not negative.

    >>> tolerance_of("0.01")
    Fraction(1, 100)
    """
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


def _outside(name: str, number: Printed, low: int | None, high: int | None) -> Outside:
    """What is to be said of a number that cannot be a value of the metric."""
    percent = high == 1 and number.value is not None and 1 < number.value <= 100
    return Outside(name, number.text.strip(), low, high, percent)
