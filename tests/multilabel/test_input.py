"""What samples with any number of labels are read from, and what is said of what cannot be."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pytest
import scipy.sparse

from exactmetrics import ConfusionMatrix, Multilabel, compare
from exactmetrics.exact.errors import InputError, UsageError
from tests.cases import each, size
from tests.cli.run import printed, refused, run, schema, write
from tests.multilabel.drawn import drawn, sets

TRUE, PRED = [["sea", "sun"], ["sun"], [], ["sand", "sea"]], [["sea"], ["sun", "sand"], [], ["sand", "sea"]]
BEACH = Multilabel.from_label_sets(TRUE, PRED)
ROWS = [[[int(label in row) for label in ("sand", "sea", "sun")] for row in side] for side in (TRUE, PRED)]
CSV = "y_true,y_pred\nsea|sun,sea\nsun,sun|sand\n,\nsand|sea,sand|sea\n"


def same(other: Multilabel) -> bool:
    asked: dict[str, Any] = {"average": "samples", "undefined": 1}
    values = [(m.building_blocks(), m.value("f1", **asked), m.sample_values("f1", undefined=1)) for m in (other, BEACH)]
    return values[0] == values[1]


def test_every_form_in_memory() -> None:
    names = ["sand", "sea", "sun"]
    frames = [pandas.DataFrame(side, columns=names) for side in ROWS]
    for true, pred in (
        ROWS, [list(map(tuple, side)) for side in ROWS], [np.array(side) for side in ROWS],
        [np.array(side, dtype=bool) for side in ROWS], [np.array(side, dtype=float) for side in ROWS],
        [scipy.sparse.csr_matrix(side) for side in ROWS], frames,
        [polars.DataFrame(side, schema=names, orient="row") for side in ROWS], [ROWS[0], frames[1]],
    ):  # fmt: skip
        assert same(Multilabel.from_indicators(true, pred, labels=names))
    assert same(Multilabel.from_indicators(*frames))
    for kind in (set, tuple, frozenset, np.array, pandas.Series):
        assert same(Multilabel.from_label_sets(*([kind(row) for row in side] for side in (TRUE, PRED))))
    assert Multilabel.from_indicators(*ROWS).labels == (0, 1, 2)
    assert Multilabel.from_label_sets([[2, 1]], [[np.int64(1)]]).labels == (1, 2)
    assert Multilabel.from_label_sets([["a"]], [["b"]], labels=["c", "b", "a"]).labels == ("c", "b", "a")


def test_frames() -> None:
    texts = {"y": ["sea;sun", "sun", "", "sand;sea"], "p": ["sea", "sun;sand", None, "sand;sea"]}
    for frame in (pandas.DataFrame(texts), polars.DataFrame(texts), polars.LazyFrame(texts), pyarrow.table(texts)):
        assert same(Multilabel.from_frame(frame, true="y", pred="p"))
    lists = polars.DataFrame({"y": TRUE, "p": PRED, "w": [1, 1, 1, 1]})
    assert same(Multilabel.from_frame(lists, true="y", pred="p", sample_weight="w"))
    assert same(Multilabel.from_frame(lists.to_pandas(), true="y", pred="p"))
    columns = {f"{side}{at}": [row[at] for row in ROWS[side]] for side in (0, 1) for at in range(3)}
    for frame in (pandas.DataFrame(columns), polars.DataFrame(columns)):
        names = ["sand", "sea", "sun"]
        true, pred = ({name: f"{side}{at}" for at, name in enumerate(names)} for side in (0, 1))
        assert same(Multilabel.from_frame(frame, true=true, pred=pred))
        assert same(Multilabel.from_frame(frame, true=list(true.values()), pred=list(pred.values()), labels=names))
    with pytest.raises(UsageError, match="go together"):
        Multilabel.from_frame(lists, true="y", pred=["p"])
    with pytest.raises(UsageError, match="no column 'q'"):
        Multilabel.from_frame(lists, true="y", pred="q")
    with pytest.raises(InputError, match="not a data frame"):
        Multilabel.from_frame([1], true="y", pred="p")


def test_files(tmp_path: Path) -> None:
    indicators = ["true_sand,true_sea,true_sun,pred_sand,pred_sea,pred_sun"]
    indicators += [",".join(map(str, [*t, *p])) for t, p in zip(*ROWS, strict=True)]
    records = [{"y_true": t, "y_pred": p} for t, p in zip(TRUE, PRED, strict=True)]
    for name, text in {
        "sets.csv": CSV,
        "semicolons.tsv": CSV.replace(",", "\t").replace("|", ";"),
        "spaces.csv": CSV.replace("|", " | "),
        "weights.csv": "y_true,y_pred,sample_weight\n" + "\n".join(f"{line},1" for line in CSV.split()[1:]),
        "indicators.csv": "\n".join(indicators),
        "named.csv": "\n".join(indicators).replace("true_", "y_true_").replace("pred_", "y_pred_"),
        "records.json": json.dumps(records),
    }.items():
        assert same(Multilabel.read(write(tmp_path, name, text))), name
    other = write(tmp_path, "other.csv", CSV.replace("y_true,y_pred", "gold labels,model").replace("|", " and "))
    assert same(Multilabel.read(other, true="gold labels", pred="model", separator=" and "))
    named = write(tmp_path, "indicators.json", json.dumps({"y_true": ROWS[0], "y_pred": ROWS[1]}))
    assert same(Multilabel.read(named, labels=["sand", "sea", "sun"]))
    rows = write(tmp_path, "rows.json", '{"y_true": [[1, 0], [0, 1]], "y_pred": [[1, 0], [1, 1]]}')
    assert Multilabel.read(rows, labels=["sea", "sun"]).value("precision", label="sea") == Fraction(1, 2)
    one = Multilabel.read(write(tmp_path, "one.json", '{"y_true": [[1], [0]], "y_pred": [[1], [1]]}'))
    assert one.labels == (0, 1)  # one name a sample
    numbers = Multilabel.read(write(tmp_path, "numbers.csv", "y_true,y_pred\n2|10,10\n3,2\n"))
    assert numbers.labels == (2, 3, 10)
    parquet = tmp_path / "sets.parquet"
    polars.DataFrame({"y_true": TRUE, "y_pred": PRED}).write_parquet(parquet)
    assert same(Multilabel.read(parquet))


@each(
    ("name", "text", "told"),
    [
        ("s.csv", "a,b\nx,y\n", "label sets stand in a column y_true and a column y_pred"),
        ("s.csv", "true_a,pred_b\n1,0\n", "no column pred_a for the label 'a'"),
        ("s.csv", "true_a,pred_a\n1,2\n", "y_pred at position 0, column 0 (label 'a'), holds '2'; indicators are 0"),
        ("s.csv", "true_a,pred_a\n1,\n", "holds ''; indicators are 0 and 1"),
        ("s.csv", "y_true,y_pred\n", "there are no samples"),
        ("s.csv", "y_true,y_pred\na|a,b\n", "y_true at position 0 names 'a' twice"),
        ("s.csv", "y_true,y_pred\n,\n", "no sample has a label"), ("s.csv", "y_true,y_pred\na\n", "it has 1 cell,"),
        ("s.json", '{"y_true": [{"a": 1}, ["b"]], "y_pred": [["a"], ["b"]]}', "y_true, sample 1, is {'a': 1}"),
        ("s.json", '{"y_true": [["a"], ["b"]], "y_pred": [["a"], ["b", ["c"]]]}', "sample 2, at position 1 is ['c']"),
        ("s.json", '{"y_true": {"a": 1}, "y_pred": 3}', "It has 'y_true', 'y_pred', and none is a list"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used(name: str, text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        Multilabel.read(write(tmp_path, name, text))
    assert told in str(raised.value)


@each("command", ["value", "derive"])
@each("sets", [{"y_true": [["sea", "sun"], ["sun"]], "y_pred": [["sea"], ["sun"]]}, {"y_true": [[1]], "y_pred": [1]}])
def test_label_sets_without_the_option_that_reads_them(command: str, sets: Any, tmp_path: Path) -> None:
    """It ended in a TypeError of Python."""
    data = write(tmp_path, "sets.json", json.dumps(sets))
    assert "with --multilabel" in refused(command, data, "-m", "f1", "-a", "macro")


@each(
    ("true", "pred", "told"),
    [
        ([[1, 0]], [[1, 0], [0, 1]], "y_true has 1 row and y_pred has 2"),
        ([[1, 0]], [[1]], "y_pred has 1 column, and y_true has 2"),
        ([[1, 0], [1]], [[1, 0], [0, 1]], "y_true at position 1 has 1 entry, and the first row 2"),
        ([[1, 2]], [[1, 0]], "y_true at position 0, column 1, holds 2"),
        ([[1, 0]], [[1, 0.7]], "Scores are compared with a threshold first"),
        (np.array([[1, 0]]), np.array([[1, 0.7]]), "Scores are compared with a threshold first"),
        (np.array([[1.0, float("nan")]]), np.array([[1, 0]]), "column 1, holds nan"),
        ([[1, None]], [[1, 0]], "holds None"),
        ([1, 0], [[1, 0], [1, 0]], "y_true at position 0 is 1: give a row of 0 and 1"),
        (np.array([1, 0]), [[1, 0], [1, 0]], "y_true at position 0 is 1: give a row of 0 and 1"),
        ([], [], "are empty: there are no samples"),
        ([[]], [[]], "the rows of y_true are empty"),
        (np.zeros((2, 0)), np.zeros((2, 0)), "the rows of y_true are empty"),
        ("ab", [[1]], "give a list with a row of 0 and 1 for each sample"),
        ([{"a"}], [{"a"}], "Sets of labels are read by from_label_sets"),
        (pandas.DataFrame({"a": [1]}), pandas.DataFrame({"b": [1]}), "must be the same labels in the same order"),
    ],
)
def test_indicators_that_cannot_be_used(true: Any, pred: Any, told: str) -> None:
    with pytest.raises(InputError) as raised:
        Multilabel.from_indicators(true, pred)
    assert told in str(raised.value)


@each(
    ("true", "pred", "options", "told"),
    [
        ([["a"]], [["a"], []], {}, "y_true has 1 row and y_pred has 2"),
        (["a", "b"], [["a"], []], {}, "y_true at position 0 is 'a', a str: give the labels of a sample as a set"),
        ([["a"], 3], [[], []], {}, "y_true at position 1 is 3"),
        ([["a"], ["cta"]], [["a"], ["b"]], {"labels": ["a", "b", "cat"]}, "Did you mean 'cat'?"),
        ([["a"]], [["x"]], {"labels": ["a"]}, "y_pred at position 0 has the label 'x', which is none of labels=: 'a'"),
        ([["a", None]], [[]], {}, "missing label"),
        ([["a", ["b"]]], [[]], {}, "y_true at position 0"),
        ([[1, True]], [[]], {}, "names 1 twice"),
        ([[1]], [[True]], {}, "mix 1 (int) and True (bool)"),
        ([[]], [[]], {}, "name the labels there are with labels="),
        ([], [], {}, "are empty"),
        ([["a"]], [["a"]], {"labels": ["a", "a"]}, "names 'a' twice"),
        ([["a"]], [["a"]], {"sample_weight": [1, 2]}, "sample_weight has 2 weights for 1 sample;"),
        ([["a"]], [["a"]], {"sample_weight": [-1]}, "cannot be negative"),
        ({"a"}, {"a"}, {}, "give a list with a set of labels for each sample"),
    ],
)
def test_label_sets_that_cannot_be_used(true: Any, pred: Any, options: Any, told: str) -> None:
    with pytest.raises(InputError) as raised:
        Multilabel.from_label_sets(true, pred, **options)
    assert told in str(raised.value)


def test_both_forms_agree() -> None:
    for one in drawn(size(20, 200), seed=77):
        labels = list("abcdefgh"[: len(one.true[0])])
        first = Multilabel.from_indicators(np.array(one.true), np.array(one.pred), labels=labels)
        second = Multilabel.from_label_sets(sets(one.true), sets(one.pred), labels=labels)
        assert first.building_blocks() == second.building_blocks()
        assert first.label_powerset() == second.label_powerset()


def test_one_label_a_sample_is_a_confusion_matrix() -> None:
    matrix = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    pairs = [(i, j) for i, row in enumerate(matrix.rows) for j, n in enumerate(row) for _ in range(n)]
    ours = Multilabel.from_label_sets([[i] for i, _ in pairs], [[j] for _, j in pairs])
    for metric in ("precision", "recall", "f1"):
        for average in ("macro", "micro", "weighted"):
            assert ours.value(metric, average=average) == matrix.value(metric, average=average)
    assert ours.value("subset_accuracy") == ours.value("f1", average="samples") == matrix.value("accuracy")
    assert ours.value("hamming_loss") == 2 * matrix.value("error_rate") / 3


def test_what_it_shows_of_itself() -> None:
    assert repr(BEACH) == "<Multilabel of 4 samples, 3 labels>"
    assert (BEACH.n, BEACH.labels) == (4, ("sand", "sea", "sun"))
    weighted = Multilabel.from_label_sets(TRUE, PRED, sample_weight=[1, "1/2", 2, 0])
    assert weighted.n == Fraction(7, 2)
    with pytest.raises(InputError, match="from_label_sets"):
        Multilabel([[1]])  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="same kind of counts"):
        compare(BEACH.derive("f1", average="samples"), BEACH.derive("f1", average="micro"))
    both = (BEACH.derive("f1", average="samples", undefined=0, combine=how) for how in ("scores", "averages"))
    assert compare(*both).to_text()


def test_the_commands(tmp_path: Path) -> None:
    file = write(tmp_path, "sets.csv", CSV)
    assert printed("value", file, "--multilabel", "-m", "f1", "-a", "micro") == "4/5\n"
    assert printed("value", "-", "--multilabel", "-m", "f1", "--label", "sun", stdin=CSV) == "2/3\n"
    result = run("value", file, "--multilabel", "-m", "f1", "-a", "samples", "--undefined", "0")
    assert (result.exit_code, result.stdout) == (0, "7/12\n")
    assert result.stderr == "Note: f1 of sample 3 is 0/0, taken as 0 (the policy undefined=0)\n"
    answer = json.loads(printed("value", file, "--multilabel", "-m", "exact_match", "--json"))
    schema("value").validate(answer)
    assert (answer["metric"], answer["value"]) == ("subset_accuracy", "1/2")
    assert "Samples recall" in printed("derive", file, "--multilabel", "-m", "recall", "-a", "samples")
    assert "samples avg" in printed("report", file, "--multilabel", "--undefined", "0")
    split = write(tmp_path, "split.csv", CSV.replace("|", "/"))
    assert printed("value", split, "--multilabel", "--separator", "/", "-m", "subset_accuracy") == "1/2\n"
    for arguments, told in {
        ("value", file, "-m", "f1", "-a", "samples"): "--multilabel",
        ("value", file, "-m", "subset_accuracy"): "--multilabel",
        ("value", file, "--separator", "|", "-m", "f1", "-a", "macro"): "goes with --multilabel",
        ("value", file, "--multilabel", "-m", "roc_auc"): "metrics of scores",
        ("value", file, "--multilabel", "-m", "f1", "--threshold", "1/2"): "--threshold",
        ("value", "1 2; 3 4", "--multilabel", "-m", "subset_accuracy"): "an inline matrix holds counts",
        ("picture", file, "--multilabel"): "no matrix",
    }.items():
        assert told in " ".join(refused(*arguments).split()), arguments
