"""Every key of PyCM, on seeded matrices full of zeros: each is a metric we have, or one of those listed as missing.

Its floats agree with our values to a few units in the last place. Given weights that are Fractions it computes many
keys exactly, and these values are equal to ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.scales import Interpretation
from tests.cases import EXHAUSTIVE, size
from tests.contracts.matrices import Rows
from tests.metrics.test_peers import PYCM_CLASS, close, pycm_of

Ask = Callable[[ConfusionMatrix, Hashable], Any]  # a tuple where PyCM gives several numbers


def metric(name: str, **options: Any) -> Ask:
    """A metric of a class, or of the matrix where no class is meant."""
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


OURS = {m.implemented_by["pycm"]: m for m in all_metrics() if "pycm" in m.implemented_by and not m.parameters}
CLASS: dict[str, Ask] = {
    **{key: metric(m.name) for key, m in OURS.items() if m.scope == "class"},
    **{key: metric(name) for name, key in PYCM_CLASS.items()},
    "F0.5": metric("fbeta", beta="1/2"), "F2": metric("fbeta", beta=2), "PR": metric("prevalence"),
    "Y": metric("informedness"), "GI": metric("informedness"), "OOC": metric("fowlkes_mallows"),
    "IBA": metric("index_of_balanced_accuracy", alpha=1), "AUC": metric("balanced_accuracy"), "POP": lambda cm, _: cm.n,
    "N": lambda cm, x: cm.value("tn", label=x) + cm.value("fp", label=x),
    "TON": lambda cm, x: cm.value("tn", label=x) + cm.value("fn", label=x),
    "DP": metric("discriminant_power", convention="log10"),
    "HD": lambda cm, x: cm.value("class_error_rate", label=x) * cm.n,
}  # fmt: skip
RATES = ("TPR", "TNR", "PPV", "NPV", "FPR", "FNR", "F1")
NAMES = {key: name for name, key in PYCM_CLASS.items()}
WHOLE: dict[str, Ask] = {
    "Overall ACC": metric("accuracy"), "ACC Macro": metric("average_accuracy"), "Kappa": metric("kappa"),
    "Overall MCC": metric("mcc"), "Hamming Loss": metric("error_rate"),
    "Zero-one Loss": lambda cm, _: cm.value("error_rate") * cm.n,
    "AUNU": metric("balanced_accuracy", average="macro"), "AUNP": metric("balanced_accuracy", average="weighted"),
    "ARI": metric("adjusted_rand_index"), "Chi-Squared": metric("chi_squared"), "Phi-Squared": metric("phi_squared"),
    "Cramer V": metric("cramers_v"), "Pearson C": metric("contingency_coefficient"),
    "Overall RACC": metric("overall_random_accuracy"), "Overall RACCU": metric("overall_unbiased_random_accuracy"),
    **{f"{key} Macro": metric(NAMES[key], average="macro") for key in RATES},
    **{f"{key} Micro": metric(NAMES[key], average="micro") for key in RATES},
    "Scott PI": metric("scott_pi"), "Kappa Unbiased": metric("scott_pi"), "Bennett S": metric("bennett_s"),
    "Kappa No Prevalence": metric("pabak"),
    "Gwet AC1": metric("gwet_ac1"), "Krippendorff Alpha": metric("krippendorff_alpha"),
    "CBA": metric("class_balance_accuracy"),
    "Bangdiwala B": metric("bangdiwala_b"), "CSI": metric("icsi", average="macro"),
    "Reference Entropy": metric("reference_entropy"), "Response Entropy": metric("response_entropy"),
    "Joint Entropy": metric("joint_entropy"), "Conditional Entropy": metric("conditional_entropy"),
    "Cross Entropy": metric("cross_entropy"), "KL Divergence": metric("kl_divergence"),
    "Mutual Information": metric("mutual_information"), "RCI": metric("homogeneity"),
    "Overall CEN": metric("cen"), "Overall MCEN": metric("mcen"),
    "NIR": metric("no_information_rate"),
    "Lambda A": metric("goodman_kruskal_lambda"),
    "Lambda B": metric("goodman_kruskal_lambda", convention="predicted"),
    "RR": metric("global_performance_index"), "Overall J": of_jaccard,
    "P-Value": lambda cm, _: cm.binomial_test("accuracy", "largest_class", alternative="greater"),
    "Standard Error": by_accuracy("standard_error"), "95% CI": by_accuracy("lower", "upper"),
    "Kappa Standard Error": by_accuracy("standard_error", of_kappa=True),
    "Kappa 95% CI": by_accuracy("lower", "upper", of_kappa=True),
}  # fmt: skip
# The verbal scales: the scale, the metric that it speaks of, and its options.
WORDS_CLASS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "PLRI": ("pycm-plr", "plr", {}), "NLRI": ("pycm-nlr", "nlr", {}), "AUCI": ("pycm-auc", "balanced_accuracy", {}),
    "DPI": ("pycm-dp", "discriminant_power", {"convention": "log10"}), "MCCI": ("pycm-mcc", "mcc", {}),
    "QI": ("pycm-q", "yule_q", {}),
}  # fmt: skip
WORDS_WHOLE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "SOA1(Landis & Koch)": ("pycm-landis-koch", "kappa", {}), "SOA2(Fleiss)": ("pycm-fleiss", "kappa", {}),
    "SOA3(Altman)": ("pycm-altman", "kappa", {}), "SOA4(Cicchetti)": ("pycm-cicchetti", "kappa", {}),
    "SOA5(Cramer)": ("pycm-cramers-v", "cramers_v", {}), "SOA6(Matthews)": ("pycm-mcc", "mcc", {}),
    "SOA7(Lambda A)": ("pycm-lambda", "goodman_kruskal_lambda", {}),
    "SOA8(Lambda B)": ("pycm-lambda", "goodman_kruskal_lambda", {"convention": "predicted"}),
    "SOA9(Krippendorff Alpha)": ("pycm-alpha", "krippendorff_alpha", {}),
    "SOA10(Pearson C)": ("pycm-contingency-coefficient", "contingency_coefficient", {}),
}  # fmt: skip
KEYS = {*CLASS, *WHOLE, *WORDS_CLASS, *WORDS_WHOLE}
# Keys that are none of our metrics. The degrees of freedom are (k - 1)^2, whatever the counts.
MISSING = {"Chi-Squared DF"}


class Explained(NamedTuple):
    """Keys that PyCM has no value of where there is one, or the other way round, and why."""

    keys: tuple[str, ...]
    none: bool  # whether it is PyCM that has none
    why: str


EXPLAINED = (
    Explained(("AGM",), False, "of a class that is not found its specificity is not asked, which need not exist"),
    Explained(("AUNP",), True, "a class without samples has no recall, and no weight either: here it takes no part"),
    Explained(
        ("Overall CEN", "Overall MCEN"),
        True,
        "a class without samples and predictions has none; here it has no weight either",
    ),
    Explained(("Q", "DOR", "QI"), True, "computed of the likelihood ratios, which need not exist"),
    Explained(("Cross Entropy",), False, "a class with samples that is never predicted is passed over"),
    Explained(("KL Divergence",), True, "of a class without samples the logarithm of 0 is asked; here it adds nothing"),
)


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
    asked = [(key, scale, None, peer.overall_stat[key]) for key, scale in WORDS_WHOLE.items()]
    asked += [
        (key, scale, label, word)
        for key, scale in WORDS_CLASS.items()
        for label, word in enumerate(peer.class_stat[key].values())
    ]
    for key, (scale, name, options), label, word in asked:
        of = options if label is None else {**options, "label": label}
        try:
            yield key, cm.interpret(name, scale=scale, **of), word
        except UndefinedValueError:
            yield key, None, word


def explained(key: str, theirs: Any) -> str | None:
    return next((row.why for row in EXPLAINED if key in row.keys and row.none is (theirs == "None")), None)


def test_every_key_is_compared_or_listed_as_missing() -> None:
    peer = pycm_of([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    assert {*peer.class_stat, *peer.overall_stat} == KEYS | MISSING
    assert not KEYS & MISSING


def test_floats() -> None:
    news, met = Counter[str](), set()
    for rows in full_of_zeros(size(60, 1000)):
        for key, ours, theirs in pairs(rows, pycm_of(rows)):
            if (theirs == "None") is not isinstance(ours, Undefined):
                why = explained(key, theirs)
                met.add(why)
                news[f"{key}: {ours!r} and {theirs!r} of {rows}"] += why is None
            elif theirs != "None" and not close(ours, theirs):
                news[f"{key}: {float(ours)!r} and {theirs!r} of {rows}"] += 1
    assert +news == Counter()
    if EXHAUSTIVE:
        assert met == {row.why for row in EXPLAINED}


def test_words() -> None:
    """The exact value decides. Where it is a cut of the scale, a float on the other side has the other word."""
    met = Counter[str]()
    for rows in full_of_zeros(size(60, 1000)):
        for key, ours, theirs in words(rows, pycm_of(rows)):
            if (ours.word if ours else "none") == theirs.lower():
                met[key] += ours is not None
            elif theirs == "None":
                assert explained(key, theirs), (key, str(ours), rows)
            else:
                assert ours is not None, (key, rows)
                assert ours.value in (ours.band.low, ours.band.high), (key, str(ours), theirs, rows)
                met["a cut"] += 1
    assert met.keys() == {*WORDS_CLASS, *WORDS_WHOLE, "a cut"}


def test_weights_that_are_fractions_give_the_same_fractions() -> None:
    exact = Counter[str]()
    for rows in full_of_zeros(size(30, 1000)):
        peer = pycm_of(rows, sample_weight=[Fraction(1)] * sum(map(sum, rows)))
        for key, ours, theirs in pairs(rows, peer):
            if type(theirs) in (int, Fraction) and not (isinstance(ours, Undefined) and explained(key, theirs)):
                assert ours == theirs, (key, rows)
                exact[key] += 1
    assert len(exact) >= 50, sorted(exact)
