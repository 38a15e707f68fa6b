"""Every key of PyCM, on seeded matrices full of zeros: each is a metric we have, or one of those listed as missing.

Its floats agree with our values to a few units in the last place. Given weights that are Fractions it computes many
keys exactly, and these values are equal to ours.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.scales import Interpretation
from tests.cases import EXHAUSTIVE, size
from tests.contracts.matrices import Rows
from tests.metrics.test_peers import PYCM_CLASS, close, pycm_of

Ask = Callable[[ConfusionMatrix, Hashable], Any]  # a tuple where PyCM gives several numbers


def metric(call: str) -> Ask:
    """A metric of a class, or of the matrix where no class is meant, as `f1 average=macro`."""
    name, *given = call.split()
    options: dict[str, Any] = dict(option.split("=") for option in given)
    return lambda cm, label: cm.value(name, **({} if label is None else {"label": label}), **options)


def of_jaccard(cm: ConfusionMatrix, _: Hashable) -> tuple[Any, Any]:
    """The sum and the mean over the classes."""
    mean = cm.value("jaccard", average="macro")
    return mean if isinstance(mean, Undefined) else mean * len(cm.labels), mean


def by_accuracy(*names: str, of_kappa: bool = False) -> Ask:
    """What is asked of the Wald interval of the accuracy, or of Cohen's kappa with its chance agreement taken as known.

    Kappa is then the accuracy moved and stretched, and so are its bounds; the standard error is stretched.
    """

    def ask(cm: ConfusionMatrix, _: Hashable) -> Any:
        found, chance = cm.interval("accuracy", method="wald", z="1.96"), Fraction(0)
        if of_kappa:
            chance = cm.value("overall_random_accuracy")
            if chance == 1:
                return (cm.value("kappa"),) * len(names)
        return tuple(
            (getattr(found, name) - (0 if name == "standard_error" else chance)) * (1 / (1 - chance)) for name in names
        )

    return ask


KNOWN = tomllib.loads(Path(__file__).with_name("pycm.toml").read_text(encoding="utf-8"))
OURS = {m.implemented_by["pycm"]: m for m in all_metrics() if "pycm" in m.implemented_by and not m.parameters}
NAMES = {key: name for name, key in PYCM_CLASS.items()}
CLASS: dict[str, Ask] = {
    **{key: metric(m.name) for key, m in OURS.items() if m.scope == "class"},
    **{key: metric(name) for key, name in NAMES.items()},
    **{key: metric(call) for key, call in KNOWN["class"].items()},
    "POP": lambda cm, _: cm.n,
    "N": lambda cm, x: cm.value("tn", label=x) + cm.value("fp", label=x),
    "TON": lambda cm, x: cm.value("tn", label=x) + cm.value("fn", label=x),
    "HD": lambda cm, x: cm.value("class_error_rate", label=x) * cm.n,
}
RATES = ("TPR", "TNR", "PPV", "NPV", "FPR", "FNR", "F1")
WHOLE: dict[str, Ask] = {
    **{key: metric(call) for key, call in KNOWN["matrix"].items()},
    **{f"{key} {a}": metric(f"{NAMES[key]} average={a.lower()}") for key in RATES for a in ("Macro", "Micro")},
    "Zero-one Loss": lambda cm, _: cm.value("error_rate") * cm.n,
    "Overall J": of_jaccard,
    "P-Value": lambda cm, _: cm.binomial_test("accuracy", "largest_class", alternative="greater"),
    "Standard Error": by_accuracy("standard_error"), "95% CI": by_accuracy("lower", "upper"),
    "Kappa Standard Error": by_accuracy("standard_error", of_kappa=True),
    "Kappa 95% CI": by_accuracy("lower", "upper", of_kappa=True),
}  # fmt: skip
# The verbal scales: the scale, and the metric that it speaks of with its options.
WORDS_CLASS, WORDS_WHOLE = KNOWN["words_of_class"], KNOWN["words_of_matrix"]
KEYS = {*CLASS, *WHOLE, *WORDS_CLASS, *WORDS_WHOLE}
# Keys that are none of our metrics. The degrees of freedom are (k - 1)^2, whatever the counts.
MISSING = {"Chi-Squared DF"}


# Keys that PyCM has no value of (None) where there is one, or the other way round, and why.
EXPLAINED = [(row["keys"], row["none"], row["why"]) for row in KNOWN["explained"]]


def full_of_zeros(number: int) -> Iterator[Rows]:
    """Matrices of two to five classes, of which most cells are zero, and of two samples at least."""
    draw = Random(14)
    while number:
        k = draw.choice((2, 2, 3, 3, 4, 5))
        rows = [[draw.choice((0, 0, 0, 1, 2, 7)) for _ in range(k)] for _ in range(k)]
        if sum(map(sum, rows)) > 1:
            number -= 1
            yield rows


def pairs(rows: Rows, peer: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every key with our value and theirs."""
    cm = ConfusionMatrix(rows)
    for key, ask in CLASS.items():
        for label, theirs in enumerate(peer.class_stat[key].values()):
            yield key, ask(cm, label), theirs
    for key, ask in WHOLE.items():
        ours, theirs = ask(cm, None), peer.overall_stat[key]
        if isinstance(ours, tuple):
            several = theirs if isinstance(theirs, tuple) else (theirs,) * len(ours)
            yield from ((key, *both) for both in zip(ours, several, strict=True))
        else:
            yield key, ours, theirs


def words(rows: Rows, peer: Any) -> Iterator[tuple[str, Interpretation | None, str]]:
    """Every word of a scale with ours, or None where there is no value."""
    cm = ConfusionMatrix(rows)
    asked: list[tuple[str, dict[str, Any], str]] = [(key, {}, peer.overall_stat[key]) for key in WORDS_WHOLE]
    asked += [
        (key, {"label": label}, word) for key in WORDS_CLASS for label, word in enumerate(peer.class_stat[key].values())
    ]
    for key, of, word in asked:
        scale, name, *given = {**WORDS_CLASS, **WORDS_WHOLE}[key].split()
        try:
            yield key, cm.interpret(name, scale=scale, **of, **dict(option.split("=") for option in given)), word
        except UndefinedValueError:
            yield key, None, word


def explained(key: str, theirs: Any) -> str | None:
    return next((why for keys, none, why in EXPLAINED if key in keys and none is (theirs == "None")), None)


def test_every_key_is_compared_or_listed_as_missing() -> None:
    peer = pycm_of([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    assert {*peer.class_stat, *peer.overall_stat} == KEYS | MISSING
    assert not KEYS & MISSING


def test_floats_and_words() -> None:
    """Of words the exact value decides: where it is a cut of the scale, a float beside it has the other word."""
    news, reasons, met = Counter[str](), set(), Counter[str]()
    for rows in full_of_zeros(size(40, 1000)):
        peer = pycm_of(rows)
        for key, ours, theirs in pairs(rows, peer):
            if (theirs == "None") is not isinstance(ours, Undefined):
                reasons.add(why := explained(key, theirs))
                news[f"{key}: {ours!r} and {theirs!r} of {rows}"] += why is None
            elif theirs != "None" and not close(ours, theirs):
                news[f"{key}: {float(ours)!r} and {theirs!r} of {rows}"] += 1
        for key, ours, theirs in words(rows, peer):
            if (ours.word if ours else "none") == theirs.lower():
                met[key] += ours is not None
            elif theirs == "None":
                assert explained(key, theirs), (key, str(ours), rows)
            else:
                assert ours is not None, (key, rows)
                assert ours.value in (ours.band.low, ours.band.high), (key, str(ours), theirs, rows)
                met["a cut"] += 1
    assert +news == Counter()
    assert met.keys() == {*WORDS_CLASS, *WORDS_WHOLE, "a cut"}
    assert not EXHAUSTIVE or reasons == {why for _, _, why in EXPLAINED}


def test_weights_that_are_fractions_give_the_same_fractions() -> None:
    exact = Counter[str]()
    for rows in full_of_zeros(size(30, 1000)):
        peer = pycm_of(rows, sample_weight=[Fraction(1)] * sum(map(sum, rows)))
        for key, ours, theirs in pairs(rows, peer):
            if type(theirs) in (int, Fraction) and not (isinstance(ours, Undefined) and explained(key, theirs)):
                assert ours == theirs, (key, rows)
                exact[key] += 1
    assert len(exact) >= 50, sorted(exact)
