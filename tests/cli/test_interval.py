"""Confidence intervals and the binomial test on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cases import each
from tests.cli.run import MATRIX, printed, refused, schema, write

PAIRS = "y_true,y_pred\nspam,spam\nspam,ham\nham,ham\nham,ham\n"


def test_a_metric_and_its_counts_are_the_same_interval(tmp_path: Path) -> None:
    shown = printed("interval", "1/2", "--z", "1.96")
    assert (
        printed("interval", write(tmp_path, "pairs.csv", PAIRS), "-m", "recall", "--label", "spam", "--z", "1.96")
        == shown
    )
    assert printed("interval", "-", "-m", "recall", "--positive", "spam", "--z", "1.96", stdin=PAIRS) == shown
    assert shown.splitlines()[0] == "proportion  1/2 = 0.5"
    assert shown.splitlines()[-1] == "method      Wilson, z = 49/25 as given"


def test_bounds_that_can_be_written() -> None:
    shown = printed("interval", "20/20", "--method", "clopper_pearson", "--places", "3").splitlines()
    assert shown[1:3] == ["lower       (1/40)^(1/20) ≈ 0.832", "upper       1"]
    assert printed("interval", "5/10", "--method", "wald", "--z", "2").splitlines()[1] == (
        "lower       1/2 - sqrt(10)/10 ≈ 0.1837722339831621"
    )


@each("arguments", [
    ("81/263",), ("81/263", "--z", "2"), ("0/4", "--method", "clopper_pearson"), ("2/4", "--method", "wald"),
    ("3/4", "--p0", "0.5"), (MATRIX, "-m", "accuracy", "--p0", "largest_class", "--alternative", "greater"),
    (MATRIX, "-m", "recall", "-a", "micro", "--places", "40"), (MATRIX, "-m", "ppv", "--label", "2"),
])  # fmt: skip
def test_json(arguments: tuple[str, ...]) -> None:
    found = json.loads(printed("interval", *arguments, "--json"))
    assert list(schema("interval").iter_errors(found)) == []
    lines = dict(line.split(maxsplit=1) for line in printed("interval", *arguments).splitlines())
    for end in ("lower", "upper"):
        assert lines[end].endswith(found[end]["decimal"])
        assert (found[end]["value"] is None) == lines[end].startswith("≈")
    assert ("P-value" in lines) == (found["test"] is not None)
    assert (found["confidence"] is None) == ("as given" in lines["method"])


def test_what_json_says() -> None:
    found = json.loads(printed("interval", MATRIX, "-m", "ppv", "--label", "2", "--json", "--p0", "1/2"))
    assert [found[key] for key in ("metric", "average", "label", "k", "n", "proportion", "method", "confidence")] == [
        "precision", None, "2", 7, 10, "7/10", "wilson", "19/20"
    ]  # fmt: skip
    assert found["z"]["exactness"] == found["lower"]["exactness"] == "transcendental"
    assert found["test"]["p_value"]["value"] == "11/32"


@each(("arguments", "message"), [
    ((MATRIX,), "no metric given"),
    ((MATRIX, "-m", "f1", "--label", "1"), "f1 is no proportion of samples"),
    ((MATRIX, "-m", "recall"), "give --label"),
    ((MATRIX, "-m", "recall", "-m", "precision", "--label", "1"), "this takes one metric"),
    (("5/3",), "5 is more than 3"),
    (("0/0",), "n must be at least 1"),
    (("3/5", "--confidence", "95"), "95% is 19/20"),
    (("3/5", "--confidence", "0.9", "--z", "2"), "give --confidence or --z, not both"),
    (("3/5", "--method", "exact"), "no method 'exact'"),
    (("3/5", "--method", "clopper_pearson", "--z", "2"), "has no z: give --confidence"),
    (("3/5", "--alternative", "less"), "--alternative goes with --p0"),
    (("3/5", "--p0", "largest_class"), "3/5 names none"),
    (("3/5", "--p0", "7"), "p0 must be a number between 0 and 1"),
    (("3/5", "--p0", "0.5", "--alternative", "more"), "no alternative 'more'"),
    (("3/5", "--places", "-1"), "places must be a whole number"),
    (("3/5", "--places", "1001"), "at most 1000 digits"),
])  # fmt: skip
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("interval", *arguments)


def test_label_sets(tmp_path: Path) -> None:
    sets = write(tmp_path, "sets.csv", "y_true,y_pred\na|b,a\nb,b\n")
    shown = printed("interval", sets, "--multilabel", "-m", "recall", "--label", "b", "--z", "2")
    assert shown == printed("interval", "1/2", "--z", "2")
