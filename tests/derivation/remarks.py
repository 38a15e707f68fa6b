"""The sentences with this page's numbers read back: the classes with the highest and lowest value, a check, a mistake.

Each number is compared with what the library says when it is asked for a class or an average by itself; what a usual
mistake in a metric gives is counted here from the four counts, in the words of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from exactmetrics.api import Measured
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Undefined, root
from exactmetrics.expression.reading import read
from exactmetrics.metrics.registry import metric_named
from tests.derivation.rereading import FaultError, exact
from tests.derivation.sentences import check_chains, plain
from tests.expression.chains import read_chain

SPREAD = re.compile(r"The class value is highest for (?P<high>.*?), and lowest for (?P<low>.*?)\.(?= [A-Z]|$)")
COUNTS = re.compile(r": (?P<some>\d+) of (?:the|all) (?P<all>\d+) .*")
LOWER = re.compile(
    r"The (?P<less>[^.]*?), (?P<low>\S+(?: [=≈] \S+)?), is lower than the (?P<more>[^.]*?), (?P<high>\S+?(?: [=≈] \S+?)?)\.(?= |$)"
)
REASON = re.compile(r"The reason: a wrong prediction is still a true negative for (one|\d+) class(?:es)?\.")
OTHER = {"macro": "micro", "micro": "macro", "weighted": "macro"}


def check_classes(sentence: str, derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> str:
    """What is said of the values of classes or parts is so; the sentence without it is given back."""
    text = plain(sentence)
    for found in SPREAD.finditer(text):
        check_spread(found, derivation, measured, options)
    for found in LOWER.finditer(text):
        low, high = (leading(found[end]) for end in ("low", "high"))
        values = [part_value(found[name], derivation, measured, options) for name in ("less", "more")]
        if not holds_value(low, values[0]) or not holds_value(high, values[1]) or not values[0] < values[1]:
            raise FaultError(f"{values}: {found[0]}")
    for found in REASON.finditer(text):
        if derivation.blocks.k - 2 != (1 if found[1] == "one" else int(found[1])):
            raise FaultError(found[0])
    for pattern in (SPREAD, LOWER, REASON):
        text = pattern.sub("", text)
    return text


def check_spread(found: re.Match[str], derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> None:
    """The highest and the lowest value of the classes that take part, and which classes have them."""
    asked = {k: v for k, v in options.items() if k in ("undefined", "preset", "convention", "form", "beta")}
    metric = derivation.request.metric.name
    names = {m.label for m in derivation.page.ending.members} if derivation.page.ending else set()
    values = {label: measured.value(metric, label=label, **asked) for label in names}
    for end, pick in (("high", max), ("low", min)):
        said = COUNTS.sub("", found[end])
        best = pick(values.values())
        if not re.search(rf", {re.escape(said.rpartition(', ')[2])}$", said) or not holds_value(
            leading(said.rpartition(", ")[2]), best
        ):
            raise FaultError(f"{best} is the {end}est of {values}: {found[0]}")
        check_chains(said.rpartition(", ")[2])
        shown = derivation.blocks.labels
        for label in shown:
            is_named = label in values and values[label] == best
            if is_named and len(str(label)) < 12 and plain(str(label)) not in plain(said):
                raise FaultError(f"{label!r} has the {end}est value: {found[0]}")
        if counted := COUNTS.search(found[end]):
            if Fraction(int(counted["some"]), int(counted["all"])) != best:
                raise FaultError(f"not {best}: {counted[0]}")


def leading(chain: str) -> str:
    """A value, or about it where no exact one stands before the sign."""
    return chain.strip()


def holds_value(text: str, value: Any) -> bool:
    """Whether `7/10 = 0.7`, `≈ 0.7` or `7/10` is a value."""
    bare = text.rstrip(".,")
    if bare.startswith("≈"):
        return judge(bare[1:].strip(), value).word in ("rounded", "tie")
    first = re.split(r" [=≈] ", bare)[0]
    return bool(exact(read(first)) == value)


def part_value(name: str, derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> Any:
    """A metric by its title, with its average in front of it, of the class asked for."""
    average, _, rest = name.partition(" ")
    shared = {k: v for k, v in options.items() if k in ("undefined", "preset", "over", "weights")}
    if average in OTHER:
        return measured.value(metric_named(rest.replace(" ", "_")).name, average=average, **shared)
    label = derivation.request.label if derivation.request.label is not None else derivation.positive
    title = name.replace(" ", "_")
    return measured.value(
        metric_named(title).name, label=label, **{k: shared[k] for k in shared if k not in ("over", "weights")}
    )


def check_check(sentence: str, value: Any) -> int:
    """Every relation holds, and what the chain ends in, or has in its middle, is the value."""
    text = plain(sentence)
    count = check_chains(text)
    if not count:
        raise FaultError(f"nothing is checked in {sentence}")
    if text.startswith("The same with rounded numbers"):
        chain = read_chain(re.search(r": (.*)\.$", text)[1])  # type: ignore[index]
        last = chain.members[-1].text
        near = exact(chain.members[0].tree) if chain.members[0].tree else None
        if judge(last, value).word not in ("exact", "rounded", "tie") or near is None:
            raise FaultError(f"{last} is not {value}: {sentence}")
    elif " < " in text:
        low, middle, high = re.search(r": (\S+) < (\S+) < (\S+)\.$", text).groups()  # type: ignore[union-attr]
        if judge(middle, value).word not in ("exact", "rounded", "tie"):
            raise FaultError(f"{middle} is not {value}: {sentence}")
        if not exact(read(low)) < exact(read(middle)) < exact(read(high)):
            raise FaultError(sentence)
    elif "Multiply the result" in text:
        first = re.search(r": (.*?) = (\S+)\. This is", text)
        if first is None or not re.match(r"\(?-?[\d(]", first[1]):
            raise FaultError(f"not read: {sentence}")
    elif not text.rstrip(".").endswith(str(value)):
        raise FaultError(f"{value} is not the end of {sentence}")
    return count


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
    "informedness": lambda tp, fn, fp, tn: tp / (tp + fn) + tn / (tn + fp),
    "markedness": lambda tp, fn, fp, tn: tp / (tp + fp) + tn / (tn + fn),
    "fowlkes_mallows": lambda tp, fn, fp, tn: tp / (tp + fp) * tp / (tp + fn),
    "g_mean": lambda tp, fn, fp, tn: tp / (tp + fn) * tn / (tn + fp),
    "plr": lambda tp, fn, fp, tn: tp / fp,
    "nlr": lambda tp, fn, fp, tn: fn / tn,
}
MATRIX = {
    "accuracy": "balanced_accuracy", "average_accuracy": "accuracy", "balanced_accuracy": "accuracy",
    "kappa": "accuracy", "linearly_weighted_kappa": "kappa", "mcc": "accuracy",
}  # fmt: skip


def check_mistake(sentence: str, derivation: Derivation, measured: Measured, options: Mapping[str, Any]) -> int:
    """The number of a mistake is what the mistake gives, and not the value."""
    text, metric, average = plain(sentence), derivation.request.metric.name, options.get("average")
    if average is not None:
        shared = {k: v for k, v in options.items() if k in ("undefined", "preset", "form", "beta")}
        known = measured.value(metric, average=OTHER[average], **shared)
        if OTHER[average] not in text:
            raise FaultError(f"{OTHER[average]} is not named: {sentence}")
    elif metric in MATRIX:
        known = measured.value(MATRIX[metric], **{k: v for k, v in options.items() if k in ("undefined", "preset")})
    else:
        blocks, label = measured._blocks, derivation.request.label
        at = blocks.position(derivation.positive if label is None else label)
        counts = [Fraction(getattr(blocks, name)[at]) for name in ("tp", "fn", "fp", "tn")]
        known = CELLS[metric](*counts, **{k: Fraction(v) for k, v in options.items() if k == "beta"})
    if isinstance(known, Undefined) or known == derivation.value:
        raise FaultError(f"{known} is no mistake for {derivation.value}: {sentence}")
    found = re.search(
        r"(?:gives|is|product of .*?|agreement|result is)\b[^\d√s≈(-]*?,? ?(?P<value>(?:≈ )?[-\d(√s].*?)(?:, as kappa|, which|[.,](?= |$))",
        text,
    )
    if found is None or not holds_value(found["value"].strip(": "), known):
        raise FaultError(f"{known}: {sentence}")
    return check_chains(text) + 1


def as_root(value: Any) -> Any:
    return root(value)
