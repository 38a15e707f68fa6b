"""PyCM's functions of four counts, given Fractions: they compute exactly, and what they return is equal to ours."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from pycm.distance import DISTANCE_MAPPER, DistanceType

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Undefined
from tests.cases import each, size
from tests.contracts.matrices import Rows
from tests.contracts.phrases import samples

OURS = {
    "BaulieuI": "baulieu_1", "BaulieuII": "baulieu_2", "BaulieuIII": "baulieu_3", "BaulieuV": "baulieu_5",
    "BaulieuVI": "baulieu_6", "BaulieuVIII": "baulieu_8", "BaulieuIX": "baulieu_9", "BaulieuXI": "baulieu_11",
    "BaulieuXIV": "baulieu_14", "BatageljBren": "batagelj_bren", "BeniniI": "benini_1", "Canberra": "dice_distance",
    "Clement": "clement", "Dispersion": "dispersion", "Faith": "faith_similarity", "ForbesI": "forbes_i",
    "FleissLevinPaik": "fleiss_levin_paik", "Fossum": "fossum", "Hamann": "hamann", "HarrisLahey": "harris_lahey",
    "HawkinsDotson": "hawkins_dotson", "KoppenII": "koppen_2", "KuderRichardson": "kuder_richardson",
    "KuhnsI": "kuhns_1", "KentFosterI": "kent_foster_1", "KentFosterII": "kent_foster_2",
    "KuhnsII": "kuhns_2", "KuhnsIII": "kuhns_3", "KuhnsIV": "kuhns_4", "BaulieuVII": "baulieu_7",
    "BaulieuX": "baulieu_10", "BaulieuXII": "baulieu_12", "BaulieuXIII": "baulieu_13", "BaulieuXV": "baulieu_15",
    "GuttmanLambdaA": "guttman_lambda_a", "GuttmanLambdaB": "guttman_lambda_b",
}  # fmt: skip
OF_FRACTIONS = {"Eyraud": "eyraud", "KoppenI": "scott_pi"}  # formulas of fractions of all samples
draw = Random(5)
MATRICES: list[Rows] = [
    [[draw.choice((0, 0, 1, 2, 7, 30)) for _ in range(2)] for _ in range(2)] for _ in range(size(100, 400))
]


def theirs(name: str, rows: Rows, whole: int = 1) -> Any:
    (tp, fn), (fp, tn) = [[Fraction(cell, whole) for cell in row] for row in rows]
    return DISTANCE_MAPPER[DistanceType[name]](tp, fp, fn, tn)


def same(ours: Any, their: Any) -> bool:
    if their == "None":
        return isinstance(ours, Undefined)
    if isinstance(their, float):
        return not isinstance(ours, Undefined) and abs(float(ours) - their) <= 1e-9 * max(1, abs(their))
    return bool(ours == their)


@each("name", OURS, ids=str)
def test_pycm_gives_the_same_number(name: str) -> None:
    compared = Counter[bool]()
    for rows in MATRICES:
        ours = ConfusionMatrix(rows, labels=["x", "y"]).value(OURS[name], label="x")
        if sum(map(sum, rows)) or not isinstance(ours, Undefined):
            assert same(ours, theirs(name, rows)), (rows, ours)
            compared[isinstance(ours, Undefined)] += 1
    assert compared[False] > 40


def test_lambda_of_either_class() -> None:
    for rows in MATRICES:
        if any(map(any, rows)):
            ours = ConfusionMatrix(rows).value("goodman_kruskal_lambda", convention="symmetric")
            assert same(ours, theirs("GoodmanKruskalLambda", rows)), (rows, ours)


@each("name", OF_FRACTIONS, ids=str)
def test_of_fractions_of_all_samples_pycm_gives_the_same_number(name: str) -> None:
    for rows in MATRICES:
        if n := sum(map(sum, rows)):
            ours = ConfusionMatrix(rows, labels=["x", "y"]).value(OF_FRACTIONS[name], label="x")
            assert same(ours, theirs(name, rows, n)), (rows, ours)


def test_of_counts_these_are_other_numbers() -> None:
    """Twice as many samples of each kind change what should not change."""
    rows, twice = [[8, 2], [1, 9]], [[16, 4], [2, 18]]
    for name in OF_FRACTIONS:
        assert theirs(name, rows) != theirs(name, twice)
        both = [ConfusionMatrix(x, labels=["x", "y"]).value(OF_FRACTIONS[name], label="x") for x in (rows, twice)]
        assert both[0] == both[1]


def test_kendall_by_its_pairs_and_what_pycm_gives_for_it() -> None:
    for rows in MATRICES:
        pairs = list(combinations(samples(rows), 2))
        if pairs and len(pairs) < 2000:
            sides = [(a - b) * (p - q) for (a, p), (b, q) in pairs]
            ours = ConfusionMatrix(rows, labels=["x", "y"]).value("kendall_tau_a", label="x")
            assert ours == Fraction(sum(sides), len(pairs)), rows
    rows = [[20, 7], [3, 11]]
    assert theirs("KendallTau", rows) == Fraction(21, 820)
    assert ConfusionMatrix(rows, labels=["x", "y"]).value("kendall_tau_a", label="x") == Fraction(199, 820)


def test_anderberg_by_its_guesses_and_what_pycm_gives_for_it() -> None:
    """The guesses that are right are counted sample by sample; of two classes the two values are one."""
    for rows in MATRICES:
        pairs = samples(rows)
        if not pairs:
            continue
        right = Counter[str]()
        for known, asked in (("actual", "predicted"), ("predicted", "actual")):
            columns = [[actual if one == "actual" else guess for actual, guess in pairs] for one in (known, asked)]
            for value in (0, 1):
                right["known"] += max(
                    Counter(b for a, b in zip(*columns, strict=True) if a == value).values(), default=0
                )
            right["not known"] += max(Counter(columns[1]).values())
        cm = ConfusionMatrix(rows, labels=["x", "y"])
        expected = Fraction(right["known"] - right["not known"], 2 * len(pairs))
        assert {cm.value("anderberg_d", label=label) for label in "xy"} == {expected}, rows
    assert theirs("Anderberg", [[20, 7], [3, 11]]) == Fraction(8, 41)
    assert theirs("Anderberg", [[11, 3], [7, 20]]) == Fraction(6, 41)
    assert ConfusionMatrix([[20, 7], [3, 11]], labels=["x", "y"]).value("anderberg_d", label="x") == Fraction(6, 41)
