"""PyCM's functions of four counts, given Fractions: they compute exactly, and what they return is equal to ours."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

from pycm.distance import DISTANCE_MAPPER, DistanceType

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.values import Undefined
from tests.cases import each, size
from tests.contracts.matrices import Rows
from tests.contracts.phrases import samples
from tests.metrics.test_peers import close, pycm_of
from tests.metrics.test_pycm_keys import full_of_zeros

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
    "GuttmanLambdaA": "guttman_lambda_a", "GuttmanLambdaB": "guttman_lambda_b", "AMPLE": "ample",
    "BeniniII": "loevinger_h", "ForbesII": "loevinger_h", "KuhnsV": "kuhns_5", "KuhnsVI": "kuhns_6",
}  # fmt: skip
OF_FRACTIONS = {"Eyraud": "eyraud", "KoppenI": "scott_pi"}  # formulas of fractions of all samples
WITH_ROOTS = {
    "KuhnsVII": "kuhns_7", "Dennis": "dennis", "Digby": "digby", "Goodall": "goodall",
    "AndresMarzoDelta": "andres_marzo_delta", "BaroniUrbaniBuserI": "baroni_urbani_buser_1",
    "BaroniUrbaniBuserII": "baroni_urbani_buser_2",
}  # fmt: skip
draw = Random(5)
MATRICES: list[Rows] = [
    [[draw.choice((0, 0, 1, 2, 7, 30)) for _ in range(2)] for _ in range(2)] for _ in range(size(100, 400))
]
FULL = [rows for rows in MATRICES if any(map(any, rows))]


def theirs(name: str, rows: Rows, whole: int = 1) -> Any:
    (tp, fn), (fp, tn) = [[Fraction(cell, whole) for cell in row] for row in rows]
    return DISTANCE_MAPPER[DistanceType[name]](tp, fp, fn, tn)


def value(rows: Rows, name: str) -> Any:
    return ConfusionMatrix(rows, labels=["x", "y"]).value(name, label="x")


def same(ours: Any, their: Any) -> bool:
    if their == "None" or isinstance(ours, Undefined):
        return their == "None" and isinstance(ours, Undefined)
    return bool(ours == their) or (isinstance(their, float) and abs(float(ours) - their) <= 1e-9 * max(1, abs(their)))


@each(("name", "ours"), {**OURS, **OF_FRACTIONS}.items())
def test_pycm_gives_the_same_number(name: str, ours: str) -> None:
    compared = Counter[bool]()
    for rows in FULL:
        whole = sum(map(sum, rows)) if name in OF_FRACTIONS else 1
        assert same(value(rows, ours), theirs(name, rows, whole)), (rows, value(rows, ours))
        compared[isinstance(value(rows, ours), Undefined)] += 1
    assert compared[False] > 40


def test_distances_with_roots() -> None:
    compared = dict.fromkeys(WITH_ROOTS, 0)
    for rows in full_of_zeros(size(60, 500)):
        cm, peer = ConfusionMatrix(rows), pycm_of(rows)
        for name, ours in WITH_ROOTS.items():
            for label, their in enumerate(peer.distance(metric=DistanceType[name]).values()):
                found = cm.value(ours, label=label)
                assert isinstance(found, Undefined) is (their == "None"), (name, rows, their)
                if their != "None":
                    assert close(found, their), (name, rows, their)
                    compared[name] += 1
    assert min(compared.values()) > 60


def test_lambda_of_either_class() -> None:
    for rows in FULL:
        ours = ConfusionMatrix(rows).value("goodman_kruskal_lambda", convention="symmetric")
        assert same(ours, theirs("GoodmanKruskalLambda", rows)), (rows, ours)


def test_of_counts_these_are_other_numbers() -> None:
    """Twice as many samples of each kind change what should not change."""
    rows, twice = [[8, 2], [1, 9]], [[16, 4], [2, 18]]
    for name, ours in OF_FRACTIONS.items():
        assert theirs(name, rows) != theirs(name, twice)
        assert value(rows, ours) == value(twice, ours)


def test_kendall_by_its_pairs_and_what_pycm_gives_for_it() -> None:
    for rows in FULL:
        pairs = list(combinations(samples(rows), 2))
        if pairs and len(pairs) < 2000:
            sides = [(a - b) * (p - q) for (a, p), (b, q) in pairs]
            assert value(rows, "kendall_tau_a") == Fraction(sum(sides), len(pairs)), rows
    assert theirs("KendallTau", [[20, 7], [3, 11]]) == Fraction(21, 820)
    assert value([[20, 7], [3, 11]], "kendall_tau_a") == Fraction(199, 820)


def right(groups: Rows) -> int:
    """How many guesses are right if in each group the most frequent is guessed."""
    return sum(map(max, groups))


def test_anderberg_by_its_guesses_and_what_pycm_gives_for_it() -> None:
    """Of two classes the two values are one."""
    for rows in FULL:
        turned = [list(column) for column in zip(*rows, strict=True)]
        known, unknown = right(rows) + right(turned), right([list(map(sum, turned))]) + right([list(map(sum, rows))])
        cm = ConfusionMatrix(rows, labels=["x", "y"])
        expected = Fraction(known - unknown, 2 * sum(map(sum, rows)))
        assert {cm.value("anderberg_d", label=label) for label in "xy"} == {expected}, rows
    assert theirs("Anderberg", [[20, 7], [3, 11]]) == Fraction(8, 41)
    assert theirs("Anderberg", [[11, 3], [7, 20]]) == value([[20, 7], [3, 11]], "anderberg_d") == Fraction(6, 41)


def test_aickins_alpha() -> None:
    """Of two classes and without zeros PyCM's steps come near to the formula, if it takes enough of them.

    With its own 0.0001 between two steps it is off by up to 2/100, and far below 0 its steps come near to nothing.
    """
    draw = Random(1990)
    for _ in range(size(100, 1000)):
        rows = [[draw.randint(1, 60) for _ in "ab"] for _ in "ab"]
        ours, peer = value(rows, "aickin_alpha"), pycm_of(rows)
        if ours >= Fraction(-2, 5):
            assert abs(float(ours) - peer.aickin_alpha(max_iter=10**5, epsilon=1e-15)) < 1e-11, rows
            assert abs(float(ours) - peer.aickin_alpha()) < 2e-2, rows


def test_aickins_alpha_of_his_model_is_the_weight_of_the_agreement() -> None:
    """Aickin 1990: with probability alpha both agree for a cause, on a class in proportion to what chance agrees on."""
    shares = [Fraction(n, 7) for n in (1, 2, 4)]
    for alpha, p, q in product([Fraction(n, 9) for n in (0, 1, 4, 8)], shares, shares):
        s = p * q + (1 - p) * (1 - q)
        rows = [
            [(1 - alpha) * p * q + alpha * p * q / s, (1 - alpha) * p * (1 - q)],
            [(1 - alpha) * (1 - p) * q, (1 - alpha) * (1 - p) * (1 - q) + alpha * (1 - p) * (1 - q) / s],
        ]
        assert value(rows, "aickin_alpha") == alpha
