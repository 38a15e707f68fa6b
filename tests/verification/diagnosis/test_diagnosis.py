"""The diagnosis of printed values: real cases, simulated mistakes, and no accusation of what is right."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import RULES, decimal
from exactmetrics.exact.values import Undefined
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import resolve
from exactmetrics.sheets.sheet import Sheet, metric_options
from exactmetrics.sheets.verdicts import Judged, judge_claims
from exactmetrics.verification.diagnosis import KINDS, Diagnosis, diagnose
from exactmetrics.verification.diagnosis.library import LIBRARY, Candidate, explains
from exactmetrics.views.value import compute
from tests.cases import each, size
from tests.derivation.catalogues import catalogue
from tests.sheets.loading import load_sheet
from tests.verification.diagnosis.slips import CAUSES, matrix, simulated

ROOT = Path(__file__).parents[3]
SHEETS = [path for path in sorted(ROOT.glob("worked_examples/*/*.toml")) if path.name != "profile.toml"]
ROWS = [[60, 10, 10], [10, 50, 20], [20, 30, 70]]
COUNTS = ("tp", "fp", "fn", "tn", "support", "predicted")
REMARKS = ("outside", "impossible", "undecided")


def claims(sheet: Sheet) -> list[tuple[Judged, Diagnosis]]:
    """The claims of a sheet about metrics and counts of classes, each with its diagnosis."""
    found = []
    for judged in judge_claims(sheet):
        question, data = judged.claim.question, sheet.data
        name = question.metric or question.count
        if judged.claim.printed is None or not (question.metric or name in COUNTS):
            continue
        options = metric_options(sheet.rules, data, question) if question.metric else dict(question.options)
        given = data.counts or data.blocks
        found.append((judged, diagnose(
            judged.claim.printed, str(name), given, rule=sheet.rules.rounding, positive=data.positive, **options
        )))  # fmt: skip
    return found


@each("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_claims_of_the_sources(path: Path) -> None:
    """What is right is not accused; chained values are found without the printed expression; labels are matched."""
    for judged, found in claims(load_sheet(path)):
        assert judged.verdict is not None
        if judged.verdict.level == "ok":
            assert (found.verdict.word, found.explanations) == (judged.verdict.word, ()), judged.claim
            continue
        first = found.explanations[0].kind
        if judged.verdict.word == "inconsistent-data":
            assert first == "digit-typo", judged.claim  # 38 where 98 is right
        elif judged.verdict.word == "wrong":
            assert (first, path.stem) == ("other-class", "example_4"), judged.claim
        else:
            kind = {"chained": "chained-rounding", "truncated": "truncated", "float": "float-digits"}
            assert (found.verdict.word, first) == (judged.verdict.word, kind[judged.verdict.word]), judged.claim


def test_the_labels_of_example_4_are_read_in_another_order() -> None:
    found = [d for _, d in claims(load_sheet(ROOT / "worked_examples/002/example_4.toml")) if d.explanations]
    other = {(d.request.label, d.explanations[0].facts["label"]) for d in found}
    assert other == {("L", "M"), ("M", "L")}


# simulated mistakes


@each(("places", "first", "count"), [(2, 0.6, size(3, 5)), (3, 0.7, size(5, 10)), (4, 0.8, size(3, 5))], quick=2)
def test_simulated_mistakes(places: int, first: float, count: int) -> None:
    rng = random.Random(places)
    hits, firsts, alone, right, runs = 0, 0, 0, 0, 0
    for cause in CAUSES:
        done = 0
        while done < count:
            slip = simulated(rng, cause, places)
            if slip is None:
                continue
            done += 1
            found = diagnose(slip.printed, slip.metric, slip.rows, **slip.options)
            assert found.verdict.level != "ok", slip
            kinds = [explanation.kind for explanation in (*found.shown, *found.more)]
            assert len(kinds) == len(set(kinds)) <= 5
            assert len(found.shown) <= 1
            runs, hits, firsts = runs + 1, hits + (cause in kinds), firsts + (kinds[:1] == [cause])
            alone, right = alone + len(found.shown), right + (cause in [one.kind for one in found.shown])
    assert hits >= 0.9 * runs
    assert firsts >= first * runs
    assert right >= 0.85 * alone
    assert alone >= 0.6 * runs


@each(("places", "most"), [(2, 0.5), (3, 0.25), (4, 0.1)])
def test_a_number_that_nothing_explains_is_seldom_explained(places: int, most: float) -> None:
    """Random digits: what fits them by chance is not shown as if it were the cause."""
    rng, shown, runs = random.Random(places), 0, 0
    while runs < size(40, 120):
        slip = simulated(rng, "digit-typo", places)
        if slip is None:
            continue
        found = diagnose(f"{rng.random():.{places}f}", slip.metric, slip.rows, **slip.options)
        runs, shown = runs + 1, shown + len(found.shown)
    assert shown <= most * runs


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("accuracy", {}), ("kappa", {}), ("mcc", {}), ("balanced_accuracy", {}), ("precision", {"average": "macro"}),
    ("f1", {"average": "macro"}), ("f1", {"average": "weighted", "combine": "averages"}), ("npv", {"label": 0}),
    ("fbeta", {"label": 1, "beta": 2}), ("recall", {"average": "weighted"}), ("jaccard", {"average": "micro"}),
    ("tp", {"label": 0}), ("mcc", {"label": 1}),
]  # fmt: skip


@each("rule", RULES)
def test_a_right_value_is_never_accused(rule: str) -> None:
    rng = random.Random(rule)
    for _ in range(12):
        rows = matrix(rng, rng.randint(2, 6), rng.randint(20, 2000))
        blocks = Counts.from_rows(rows).blocks()
        for metric, options in QUESTIONS:
            value = compute(resolve(metric, **options), blocks).value
            assert not isinstance(value, Undefined)
            for places in (1, 2, 3, 4, 6):
                wanted = {"nearest": "half-up", "any": "truncate"}.get(rule, rule)
                printed = decimal(value, places=places, rounding=wanted)
                found = diagnose(printed, metric, rows, rule=rule, **options)
                assert (found.verdict.level, found.explanations) == ("ok", ()), (printed, metric, options, rows)


def test_every_explanation_leads_to_the_printed_digits() -> None:
    rng = random.Random(5)
    for cause in CAUSES:
        slip = simulated(rng, cause, 3)
        if slip is None:
            continue
        for one in diagnose(slip.printed, slip.metric, slip.rows, **slip.options).explanations:
            if one.kind not in ("truncated", "fewer-digits", "digit-typo", "digits-transposed", "rounding-rule"):
                assert not isinstance(one.value, Undefined)
                assert decimal(one.value, places=3) == slip.printed or one.kind == "float-digits", (slip, one)
            if one.request is not None:
                again = compute(one.request, one.blocks).value
                assert again == one.value, (slip, one)


# single cases


@each(("printed", "metric", "options", "word", "kind"), [
    ("0.71", "accuracy", {}, "wrong", "count-typo"),
    ("64", "accuracy", {}, "wrong", "percent-scale"),
    ("64.3", "accuracy", {}, "wrong", "percent-scale"),
    ("0.462", "precision", {"label": "a"}, "wrong", "count-typo"),
    ("0.642", "accuracy", {}, "truncated", "truncated"),
    ("0.357", "accuracy", {}, "wrong", "complement"),
    ("0.667", "recall", {"label": "a"}, "wrong", "precision-recall-swapped"),
    ("0.646", "accuracy", {}, "wrong", "digit-typo"),
    ("0.644", "accuracy", {}, "wrong", "digit-typo"),
    ("0.65", "accuracy", {}, "wrong", "rounding-rule"),
    ("0.6400", "accuracy", {}, "wrong", "fewer-digits"),
    ("0.634", "accuracy", {}, "wrong", "digits-transposed"),
    ("0.214", "recall", {"label": "a"}, "wrong", "divided-by-all"),  # 60/280, not 60/80
    ("0.607", "specificity", {"label": "a"}, "wrong", "divided-by-all"),  # 170/280, not 170/200
])  # fmt: skip
def test_single_cases(printed: str, metric: str, options: dict[str, Any], word: str, kind: str) -> None:
    """Worked out by hand: the accuracy of the matrix is 180/280 = 0.642857..."""
    counts = Counts.from_rows(ROWS, labels=["a", "b", "c"])
    found = diagnose(printed, metric, counts, **options)
    assert found.verdict.word == word
    assert kind in [explanation.kind for explanation in found.explanations], found.shown


def test_a_policy_is_named_first_where_the_value_is_undefined() -> None:
    gap = Counts.from_rows([[60, 0, 10], [10, 0, 20], [20, 0, 70]], labels=["a", "b", "c"])
    found = diagnose("0.0", "precision", gap, label="b")
    assert (found.verdict.word, found.shown[0].kind, found.shown[0].facts) == (
        "undefined", "undefined-policy", {"policy": "0"}
    )  # fmt: skip
    dash = diagnose("nan", "precision", gap, label="b", undefined=0)
    assert (dash.verdict.word, dash.shown[0].facts) == ("other-convention", {"policy": "propagate"})


def test_identities_are_explained_and_not_flagged() -> None:
    for metric, average, kind in (("f1", "micro", "micro"), ("recall", "weighted", "weighted-recall")):
        found = diagnose("0.643", metric, ROWS, average=average)
        assert (found.explanations, [remark.kind for remark in found.remarks]) == ((), [kind])
    # scikit-learn 1.9.1 on this matrix: weighted precision 5/6, recall 3/4, F1 11/15
    found = diagnose("0.733", "f1", [[1, 1], [0, 2]], average="weighted")
    assert (found.verdict.level, [remark.kind for remark in found.remarks]) == ("ok", ["outside"])


def test_rounding_is_thought_of_before_a_mistyped_digit() -> None:
    """MCC is 0.6413 to four digits: 0.642 is rounded up, and nobody hit a wrong key."""
    rows = [[61, 10], [12, 45]]
    mcc = diagnose("0.652", "mcc", rows)
    assert mcc.verdict.expected == "0.651"
    assert [one.kind for one in mcc.shown] == ["rounding-rule"]
    assert [one.kind for one in diagnose("0.6510", "mcc", rows).shown] == ["fewer-digits"]
    accuracy = diagnose("0.65", "accuracy", ROWS)  # 0.643
    kinds = [one.kind for one in accuracy.explanations]
    assert kinds.index("rounding-rule") < kinds.index("digit-typo")


def test_the_derivation_of_the_right_value_is_offered() -> None:
    cm = em.ConfusionMatrix(ROWS, labels=["a", "b", "c"])
    assert diagnose("0.667", "recall", cm, label="a").derivation(language="es").value == Fraction(3, 4)


def test_explanations_of_one_rank_are_not_shown() -> None:
    """0.8 is the recall, and one of several other things: nothing is said, and all of it kept."""
    found = diagnose("0.8", "precision", [[4, 1], [2, 3]], label=0)
    assert found.shown == ()
    assert found.more[0].kind == "precision-recall-swapped"


def test_every_kind_has_its_sentence() -> None:
    known = {path[1] for path in catalogue("en") if path[0] == "diagnosis"}
    assert known == {*KINDS, *REMARKS}


def test_a_kind_is_added_in_one_place() -> None:
    @explains("one-half")
    def _half(case: Any) -> Any:
        yield Candidate(Fraction(1, 2), {})

    try:
        assert "one-half" in [one.kind for one in diagnose("0.500", "accuracy", ROWS).explanations]
        with pytest.raises(ValueError, match="registered twice"):
            explains("one-half")(_half)
    finally:
        LIBRARY.pop("one-half")


def test_numbers_that_cannot_be_read_and_questions_that_make_no_sense() -> None:
    assert diagnose("abc", "accuracy", ROWS).verdict.word == "unread"
    assert diagnose("0,643", "accuracy", ROWS, decimal_comma=True).verdict.word == "rounded"
    with pytest.raises(UsageError, match="digits matter"):
        diagnose(0.643, "accuracy", ROWS)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no rounding rule"):
        diagnose("0.643", "accuracy", ROWS, rule="up")  # type: ignore[arg-type]
