"""The sentences with this page's numbers read back: the classes with the highest and lowest value, a check, a mistake.

Each number is compared with what the library says when it is asked for a class or an average by itself; what a usual
mistake in a metric gives is counted here from the four counts, in the words of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.api import Measured
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.exact.values import Irrational, Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.reading import read
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics, metric_named
from tests.derivation.rereading import FaultError, exact
from tests.derivation.sentences import ARITHMETIC, check_chains, is_near, plain

SPREAD = re.compile(
    r"The class value is highest for (?P<high>.*?), and lowest for (?P<low>.*?)\.(?= [A-Z]|$)"
    r"(?: There, (?P<some>\d+) of (?:the|all) (?P<all>\d+) [^.]*\.)?"
)
PLAIN = r"[^\s,]+?(?: \* [^\s,]+?)*"
NUMBER = rf"(?:≈ )?{PLAIN}(?: [=≈] {PLAIN})?"
LOWER = re.compile(
    rf"The (?P<less>[^.]*?), (?P<low>{NUMBER}), is lower than the (?P<more>[^.]*?), (?P<high>{NUMBER})\.(?= [A-Z]|$)"
)
REASON = re.compile(
    r"Even if every prediction is wrong, each one is still a true negative for (one|\d+) class(?:es)?\."
)
BOTH = re.compile(
    r"(?:(?:About|Less than|More than) )?\d+% of (?:the|all) \d+ [^.]*\. "
    r"(?:(?:About|Less than|More than) )?\d+% of (?:the|all) \d+ [^.]*\."
)
OTHER = {"macro": "micro", "micro": "macro", "weighted": "macro"}


def check_classes(sentence: str, derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> str:
    """What is said of the values of classes or parts is so; the sentence without it is given back."""
    text = plain(sentence)
    for found in SPREAD.finditer(text):
        check_spread(found, derivation, measured, options)
    for found in LOWER.finditer(text):
        low, high = (found[end] for end in ("low", "high"))
        check_chains(f"{low}."), check_chains(f"{high}.")
        values = [part_value(found[name], derivation, measured, options) for name in ("less", "more")]
        if not holds_value(low, values[0]) or not holds_value(high, values[1]) or not values[0] < values[1]:
            raise FaultError(f"{values}: {found[0]}")
    for found in REASON.finditer(text):
        if derivation.blocks.k - 2 != (1 if found[1] == "one" else int(found[1])):
            raise FaultError(found[0])
    for found in BOTH.finditer(text):
        check_both(found[0], derivation, measured)
    optimum = derivation.request.bound.convention.optimum
    if (best := re.search(r"The best value is (\S+)\.", text)) and optimum != Fraction(best[1]):
        raise FaultError(f"{optimum} is the best value: {best[0]}")
    for found in re.finditer(r"% of (?:the|all) (\d+) (?=(samples[^.]*))", text):
        if Fraction(found[1]) not in totals_of(measured, derivation.request.label, found[2]):
            raise FaultError(f"nothing has {found[1]} samples: {sentence}")
    for pattern in (SPREAD, LOWER, REASON, BOTH):
        text = pattern.sub("", text)
    return text


def totals_of(measured: Measured, label: Any, said: str) -> set[Fraction]:
    """How many samples those are of which something is said, of a class; or all the totals that they may be."""
    blocks, found = measured._blocks, {Fraction(measured._blocks.n)}
    for at, (tp, fn, fp, tn) in enumerate(zip(blocks.tp, blocks.fn, blocks.fp, blocks.tn, strict=True)):
        if label is not None and blocks.labels[at] != label:
            continue
        told = [work(tp, fn, fp, tn)[1] for pattern, work in COUNTED.items() if re.match(pattern, said)]
        if label is not None and told:
            return set(map(Fraction, told))
        found |= {Fraction(x) for x in (tp + fn, tp + fp, fp + tn, fn + tn, tp + fn + fp)}
    return found


COUNTED = {  # what is said of samples of a class, by its four counts
    r"samples predicted as .* really belong to it": lambda tp, fn, fp, tn: (tp, tp + fp),
    r"samples predicted as .* belong to another class": lambda tp, fn, fp, tn: (fp, tp + fp),
    r"samples of .* were predicted correctly": lambda tp, fn, fp, tn: (tp, tp + fn),
    r"samples of .* were predicted as another class": lambda tp, fn, fp, tn: (fn, tp + fn),
    r"samples that do not belong to .* were not predicted as it": lambda tp, fn, fp, tn: (tn, tn + fp),
    r"samples that do not belong to .* were predicted as it": lambda tp, fn, fp, tn: (fp, tn + fp),
    r"samples that were not predicted as .* do not belong to it": lambda tp, fn, fp, tn: (tn, tn + fn),
    r"samples that were not predicted as .* do belong to it": lambda tp, fn, fp, tn: (fn, tn + fn),
    r"samples belong to .*": lambda tp, fn, fp, tn: (tp + fn, tp + fn + fp + tn),
    r"samples were predicted as .*": lambda tp, fn, fp, tn: (tp + fp, tp + fn + fp + tn),
}


def check_both(sentence: str, derivation: Derivation, measured: Measured) -> None:
    """Two percentages of samples of the class that is asked for."""
    blocks, label = measured._blocks, derivation.request.label
    at = blocks.position(derivation.positive if label is None else label)
    counts = [Fraction(getattr(blocks, name)[at]) for name in ("tp", "fn", "fp", "tn")]
    for clause in re.split(r"\. (?=\S)", sentence):
        found = re.match(
            r"(?i)(?P<word>about |less than |more than )?(?P<percent>\d+)% of (?:the|all) (?P<n>\d+) (?P<rest>.*)",
            clause,
        )
        assert found is not None
        [(some, of)] = [count(*counts) for said, count in COUNTED.items() if re.match(said, found["rest"])]
        percent, exactly = int(found["percent"]), 100 * some / of
        near = {
            "about ": abs(exactly - percent) <= Fraction(1, 2),
            "less than ": 0 < exactly < 1,
            "more than ": 99 < exactly < 100,
        }
        if int(found["n"]) != of or not near.get((found["word"] or "").lower(), exactly == percent):
            raise FaultError(f"{some} of {of}: {clause}")


def check_spread(found: re.Match[str], derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> None:
    """The highest and the lowest value of the classes that take part, and which classes have them."""
    asked = {
        k: v
        for k, v in options.items()
        if k in ("undefined", "preset", "convention", "form", *derivation.request.parameters)
    }
    members = derivation.page.ending.members if derivation.page.ending else []
    names = {member.label for member in members}
    metric = members[0].part.head.metric  # balanced accuracy is a mean of recalls
    if metric != derivation.request.metric.name:
        asked = {k: v for k, v in asked.items() if k in ("undefined", "preset")}
    values = {label: measured.value(metric, label=label, **asked) for label in names}
    if found["some"] and Fraction(int(found["some"]), int(found["all"])) != min(values.values()):
        raise FaultError(f"not {min(values.values())}: {found[0]}")
    for end, pick in (("high", max), ("low", min)):
        said = found[end]
        best = pick(values.values())
        if not re.search(rf", {re.escape(said.rpartition(', ')[2])}$", said) or not holds_value(
            said.rpartition(", ")[2], best
        ):
            raise FaultError(f"{best} is the {end}est of {values}: {found[0]}")
        check_chains(said.rpartition(", ")[2])
        shown = derivation.blocks.labels
        for label in shown:
            is_named = label in values and values[label] == best
            if is_named and len(str(label)) < 12 and plain(str(label)) not in plain(said):
                raise FaultError(f"{label!r} has the {end}est value: {found[0]}")


def holds_value(text: str, value: Any) -> bool:
    """Whether a chain such as `(2 + 5)/10 = 7/10 ≈ 0.7`, or a decimal behind ≈, is a value."""
    if text.startswith("≈"):
        return is_near(text[1:].strip(), value)
    return bool(exact(read(re.split(r" [=≈] ", text)[0])) == value)


def part_value(name: str, derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> Any:
    """A metric by its title, with its average in front of it, of the class asked for."""
    average, _, rest = name.partition(" ")
    shared = {k: v for k, v in options.items() if k in ("undefined", "preset", "over", "weights")}
    if average in OTHER:
        return measured.value(metric_named(rest.replace(" ", "_")).name, average=average, **shared)
    label = derivation.request.label if derivation.request.label is not None else derivation.positive
    title, of_class, named = name.partition(" of class ")
    if of_class:
        label = next(at for at in measured.labels if plain(str(at)) == plain(named))
    title = title.replace(" ", "_")
    return measured.value(
        metric_named(title).name, label=label, **{k: shared[k] for k in shared if k not in ("over", "weights")}
    )


def check_check(sentence: str, value: Any, derivation: Derivation) -> int:
    """Every relation holds; the value is what stands in the middle, is multiplied, or stands at the end."""
    text = plain(sentence)
    count = check_chains(text)
    if found := re.search(r": ([^:]+) < ([^:]+) < ([^:]+)\.$", text):
        low, middle, high = found.groups()
        ending = derivation.page.ending
        assert ending is not None
        parts = [evaluate(part) for part in [m.part for m in ending.members] or ending.pair]
        for printed, end in ((low, min(parts)), (high, max(parts))):
            if not is_near(printed, end) and exact(read(printed)) != end:
                raise FaultError(f"{printed} is not {end}: {sentence}")
        ends = isinstance(value, Irrational) or exact(read(low)) < exact(read(middle)) < exact(read(high))
        if not (is_near(middle, value) or exact(read(middle)) == value) or not ends:
            raise FaultError(f"{middle} is not {value}: {sentence}")
    elif found := re.match(r"The result times .*?: \(?(?P<value>-?[\d/]+)\)?[ *]*\(?\S+?\)? = ", text):
        if exact(read(found["value"])) != value:
            raise FaultError(f"{value} is not multiplied in {sentence}")
    elif not re.search(rf"(?<![\d/-]){re.escape(str(value))}\.$", text):
        raise FaultError(f"{value} is not the end of {sentence}")
    return count + 1


CELLS: dict[str, Callable[..., Any]] = {  # what a usual mistake gives, from the counts of a class
    "precision": lambda tp, fn, fp, tn: tp / (tp + fn),
    "recall": lambda tp, fn, fp, tn: tp / (tp + fp),
    "specificity": lambda tp, fn, fp, tn: tn / (tn + fn),
    "npv": lambda tp, fn, fp, tn: tn / (tn + fp),
    "fpr": lambda tp, fn, fp, tn: fp / (fp + tp),
    "fnr": lambda tp, fn, fp, tn: fn / (fn + tn),
    "fdr": lambda tp, fn, fp, tn: fp / (fp + tn),
    "for": lambda tp, fn, fp, tn: fn / (fn + tp),
    "f1": lambda tp, fn, fp, tn: (tp / (tp + fp) + tp / (tp + fn)) / 2,
    "fbeta": lambda tp, fn, fp, tn, beta: (1 + beta) * tp / ((1 + beta) * tp + beta * fn + fp),
    "jaccard": lambda tp, fn, fp, tn: tp / ((tp + fn) + (tp + fp)),
    "index_of_balanced_accuracy": lambda tp, fn, fp, tn, alpha: tp / (tp + fn) * (tn / (tn + fp)),
    "informedness": lambda tp, fn, fp, tn: tp / (tp + fn) + tn / (tn + fp),
    "markedness": lambda tp, fn, fp, tn: tp / (tp + fp) + tn / (tn + fn),
    "fowlkes_mallows": lambda tp, fn, fp, tn: tp / (tp + fp) * tp / (tp + fn),
    "g_mean": lambda tp, fn, fp, tn: tp / (tp + fn) * tn / (tn + fp),
    "plr": lambda tp, fn, fp, tn: tp / fp,
    "nlr": lambda tp, fn, fp, tn: fn / tn,
    "class_error_rate": lambda tp, fn, fp, tn: (fp + fn) / (tp + fn),
    "lift": lambda tp, fn, fp, tn: tp / (tp + fp) / ((tp + fp) / (tp + fn + fp + tn)),
    "p4": lambda tp, fn, fp, tn: (tp / (tp + fp) + tp / (tp + fn) + tn / (tn + fp) + tn / (tn + fn)) / 4,
    "icsi": lambda tp, fn, fp, tn: tp / (tp + fp) + tp / (tp + fn),
    "baulieu_1": lambda tp, fn, fp, tn: tp / (tp + fp) * tp / (tp + fn),
    "baulieu_2": lambda tp, fn, fp, tn: tp / (tp + fp) * tp / (tp + fn),
    "dispersion": lambda tp, fn, fp, tn: tp * tn / (tp + fn + fp + tn) ** 2,
    "benini_1": lambda tp, fn, fp, tn: (tp * tn - fp * fn) / ((tp + fn) * (tp + fp)),
    "eyraud": lambda tp, fn, fp, tn: (tp * tn - fp * fn) / ((tp + fn) * (tp + fp) * (tn + fn) * (tn + fp)),
    "net_benefit": lambda tp, fn, fp, tn, w: (tp - fp) / (tp + fn + fp + tn),
    "kendall_tau_a": lambda tp, fn, fp, tn: 2 * (tp + tn - fp - fn) / ((tp + fn + fp + tn) * (tp + fn + fp + tn - 1)),
}


def _guessed(columns: Sequence[Any], largest: Sequence[Any]) -> Fraction:
    """The wrong guesses of the predicted class that become right if the actual one is known, over all wrong ones."""
    wrong = sum(columns) - max(columns)
    return Fraction(wrong - (sum(columns) - sum(largest)), wrong)


OF_CLASSES: dict[str, Callable[[Any, Any], Any]] = {  # and from the columns and the largest cell of each row
    "no_information_rate": lambda columns, _: Fraction(max(columns), sum(columns)),
    "goodman_kruskal_lambda": _guessed,
}


def metric_of(sentence: str) -> Metric:
    """The metric that a mistake is said to give: the one whose title stands before the number."""
    sentence = sentence.replace(r"\textquotesingle{}", "'")
    titles = {m.title: m for m in all_metrics()} | {"observed agreement": metric_named("accuracy")}
    named = [title for title in titles if re.search(rf"\b{re.escape(title)}, [^a-z\s]", sentence, re.IGNORECASE)]
    if not named:
        raise FaultError(f"no metric is named: {sentence}")
    return titles[max(named, key=len)]


def check_mistake(sentence: str, derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> int:
    """The number of a mistake is what the mistake gives, and not the value."""
    text, metric, average = plain(sentence), derivation.request.metric.name, options.get("average")
    if average is not None:
        shared = {
            k: v for k, v in options.items() if k in ("undefined", "preset", "form", *derivation.request.parameters)
        }
        known = measured.value(metric, average=OTHER[average], **shared)
        if OTHER[average] not in text:
            raise FaultError(f"{OTHER[average]} is not named: {sentence}")
    elif "Do not forget the square root" in text and derivation.request.metric.scope == "matrix":
        known = derivation.value * derivation.value  # type: ignore[operator]
    elif metric in OF_CLASSES:
        blocks, at = measured._blocks, derivation.request.label
        columns, largest = blocks.predicted, blocks.row_largest
        if at is not None:
            tp, fn, fp, tn = (getattr(blocks, name)[blocks.position(at)] for name in ("tp", "fn", "fp", "tn"))
            columns, largest = [tp + fp, fn + tn], [max(tp, fn), max(fp, tn)]
        known = OF_CLASSES[metric](columns, largest)
    elif metric not in CELLS:
        wrong, label = metric_of(text), derivation.request.label
        shared = {k: v for k, v in options.items() if k in ("undefined", "preset")}
        if wrong.scope == "class" or label is not None:
            shared["label"] = derivation.positive if label is None else label
        known = measured.value(wrong.name, **shared)
    else:
        blocks, label = measured._blocks, derivation.request.label
        at = blocks.position(derivation.positive if label is None else label)
        counts = [Fraction(getattr(blocks, name)[at]) for name in ("tp", "fn", "fp", "tn")]
        known = CELLS[metric](
            *counts, **{k: Fraction(v) for k, v in options.items() if k in derivation.request.parameters}
        )
    if isinstance(known, Undefined) or known == derivation.value:
        raise FaultError(f"{known} is no mistake for {derivation.value}: {sentence}")
    chains = [found[0].strip(" .") for found in ARITHMETIC.finditer(text) if re.search(r"\d", found[0])]
    if not chains or not holds_value(chains[-1], known):
        raise FaultError(f"{known}: {sentence}")
    return check_chains(text) + 1
