"""Files and frames of scores."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow
import pytest

from exactmetrics import Scores, Undefined, decimal, read
from exactmetrics.exact.errors import ExactMetricsError
from tests.cases import each

Y = ["no", "yes", "yes", "no"]
P = ["0.1", "0.35", "0.8", "0.4"]
ROWS = "\n".join(f"{y},{p},2" for y, p in zip(Y, P, strict=True))


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@each(("name", "text"), [
    ("a.csv", f"y_true,y_score,sample_weight\n{ROWS}\n"), ("a.csv", f"sep=,\nlabel,Score,sample_weight\n{ROWS}\n"),
    ("a.tsv", f"y_true,probability,sample_weight\n{ROWS}\n".replace(",", "\t")),
    ("a.csv", f"truth;y-score;sample_weight\n{ROWS}\n".replace(",", ";").replace(".", ",")),
    ("a.txt", f"y_true,y_score,other\n{ROWS}\n"), ("a.json", json.dumps({"y_true": Y, "y_score": P})),
    ("a.json", "[" + ",".join(f'{{"y_true": "{y}", "score": {p}}}' for y, p in zip(Y, P, strict=True)) + "]"),
    ("a.toml", f"y_true = {Y}\nscores = [{', '.join(P)}]\n"),
])  # fmt: skip
def test_files_of_one_column(tmp_path: Path, name: str, text: str) -> None:
    scores = Scores.read(written(tmp_path, name, text), positive="yes")
    assert scores.value("roc_auc") == Fraction(3, 4)
    assert scores.value("brier") == sum((Fraction(p) - (y == "yes")) ** 2 for y, p in zip(Y, P, strict=True)) / 4


def test_weights_count(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", "y_true,y_score,sample_weight\n1,0.5,1/3\n0,0.7,0.5\n0,0.2,2\n")
    assert Scores.read(path).value("auc") == Fraction(2) / (Fraction(1, 2) + 2)


def test_columns_by_class(tmp_path: Path) -> None:
    lines = ["y,p_cat,p_dog,p_bird", "cat,0.5,0.3,0.2", "dog,0.1,0.8,0.1", "bird,0.2,0.2,0.6"]
    path = written(tmp_path, "a.csv", "\n".join(lines))
    for scores in (
        Scores.read(path, true="y"),
        Scores.read(path, true="y", scores={"cat": "p_cat", "dog": "p_dog", "bird": "p_bird"}),
        Scores.read(path, true="y", scores=["p_cat", "p_dog", "p_bird"], labels=["cat", "dog", "bird"]),
    ):
        assert scores.value("roc_auc", average="macro") == 1
        assert scores.value("top_k_accuracy", k=1) == 1


def test_workbooks_and_parquet(tmp_path: Path) -> None:
    frame = pandas.DataFrame({"y_true": Y, "y_score": list(map(float, P))})
    frame.to_excel(tmp_path / "a.xlsx", index=False)
    frame.to_parquet(tmp_path / "a.parquet")
    for name in ("a.xlsx", "a.parquet"):
        scores = Scores.read(tmp_path / name, positive="yes")
        assert scores.value("roc_auc") == Fraction(3, 4)
        assert scores.value("average_precision") == Fraction(5, 6)


@each("make", [pandas.DataFrame, polars.DataFrame, polars.LazyFrame, pyarrow.table], ids=str)
def test_frames(make: Any) -> None:
    frame = make({"y": [0, 1, 1, 0], "p": [0.1, 0.35, 0.8, 0.4], "q": [0.9, 0.65, 0.2, 0.6], "w": [1, 2, 1, 1]})
    one = Scores.from_frame(frame, true="y", scores="p", sample_weight="w")
    assert one.value("roc_auc") == Fraction(4, 6)
    two = Scores.from_frame(frame, true="y", scores=["q", "p"], positive=1)
    assert two.value("roc_auc") == Fraction(3, 4) == two.value("roc_auc", label=0)


@each(("name", "text", "options", "where"), [
    ("a.csv", "y_true,y_score\n", {}, "a header and no rows"), ("a.csv", "", {}, "empty"),
    ("a.csv", "a,b\n1,2\n", {}, "no column of true classes by name"),
    ("a.csv", "y_true,b\n1,2\n", {}, "no column of scores by name"),
    ("a.csv", "y_true,score,prob\n1,2,3\n", {}, "several columns of scores"),
    ("a.csv", "y_true,b\n1,2\n", {"scores": "B"}, "Did you mean 'b'"),
    ("a.csv", "y_true,y_score\n1,2,3\n", {}, "row 2: it has 3 cells, and the header names 2"),
    ("a.csv", "y_true,y_score\n1,\n0,1\n", {}, "row 2: y_score is empty: a score is missing there"),
    ("a.csv", "y_score,y_true\n1,a\n2,\n3,b\n", {"positive": "a"},
     "a.csv, row 3, column 2: the label is empty; drop that row or name the class."),
    ("a.csv", "y_true,p_a,p_\na,1,2\n,1,2\n", {}, "row 3, column 1: the label is empty"),
    ("a.csv", "y_true,y_score\n1,x\n0,1\n", {}, "row 2: y_score is 'x'"),
    ("a.csv", "y_true,y_score,y_score\n1,2,3\n", {}, "more than one column 'y_score'"),
    ("a.csv", "y_true,p_a,p_b\na,1,2\nb,1,2\nc,1,2\n", {}, "none for 'c'"),
    ("a.csv", "y_true,p_a,p_b,score_a,score_b\na,1,2,2,1\nb,1,2,2,1\n", {},
     "several columns of scores for a class by name"),
    ("a.csv", "y_true,p_0,p_1,p_value\n0,1,0,3\n1,0,1,3\n", {},
     "a column 'p_value', and 'value' is no class such as 0, 1. Say with labels= which"),
    ("a.json", '{"y_true": [{"a": 1}, 2], "y_score": [1, 2]}', {}, "y_true at position 0 is {'a': 1}, a dict"),
    ("a.json", '{"y_true": [2, [1, 0]], "y_score": [1, 2]}', {}, "y_true at position 1 is [1, 0], a list"),
    ("a.json", '{"y_true": [[1, 0], 2], "y_score": [[1, 2], [3, 4]]}', {}, "y_true at position 1 is 2"),
    ("a.json", '{"y_true": [[1, 0], {"a": 1}], "y_score": [[1, 2], [3, 4]]}', {}, "y_true at position 1 is {'a': 1}"),
    ("a.json", '{"y_true": {"a": 1}, "y_score": 3}', {}, "It has 'y_true', 'y_score', and none is a list"),
])  # fmt: skip
def test_files_that_are_refused(tmp_path: Path, name: str, text: str, options: dict[str, Any], where: str) -> None:
    with pytest.raises(ExactMetricsError) as error:
        Scores.read(written(tmp_path, name, text), **options)
    assert where in str(error.value)


def test_words_for_nothing_are_names_as_in_files_of_labels(tmp_path: Path) -> None:
    names = ("NA", "NULL", "None", "nan")
    labels = written(tmp_path, "a.csv", "y_true,y_pred\n" + "".join(f"{name},{name}\n" for name in names))
    scores = written(tmp_path, "b.csv", "y_true,y_score\n" + "".join(f"{name},0.5\n" for name in names[:2]))
    assert (read(labels).labels, Scores.read(scores, positive="NA").labels) == (names, names[:2])


def test_columns_that_no_name_tells_the_class_of_are_noted(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", "y_true,u,v,p_0,p_1\n1,0.1,0.9,0.2,0.8\n0,0.7,0.3,0.6,0.4\n")
    [told, _] = Scores.read(path, scores=["u", "v"]).notes
    assert told == (
        "the columns are read as scores of the classes in their order, 'u' as those of 0, 'v' as those of 1; "
        '"compare --scores u --versus scores=v" compares two models'
    )
    for options in ({"scores": ["p_1", "p_0"]}, {"scores": ["u", "v"], "labels": [1, 0]}, {"scores": "u"}, {}):
        assert ["not used" in note for note in Scores.read(path, **options).notes] == [True]
    many = written(tmp_path, "b.csv", "y_true,u,v,o\na,1,0,0\nb,0,1,0\nc,0,0,1\n")
    [told] = Scores.read(many, scores=["u", "v", "o"]).notes
    assert told.endswith("'u' as those of 'a', 'v' as those of 'b', 'o' as those of 'c'")


def test_rows_of_classes_and_of_relevance(tmp_path: Path) -> None:
    """They ended in a TypeError of Python."""
    text = '{"y_true": [[3, 2, 3, 0, 1, 2]], "y_score": [[0.9, 0.8, 0.7, 0.6, 0.5, 0.4]]}'
    # The worked example of Wikipedia's article "Discounted cumulative gain": DCG 6.861, NDCG at 6 of 7.141 (0.961).
    ranking = Scores.read(written(tmp_path, "ranking.json", text))
    assert decimal(ranking.value("dcg"), places=3) == "6.861"
    assert decimal(ranking.value("ndcg"), places=3) == "0.961"
    # docs/scores.md, "Any number of classes a sample".
    text = '{"y_true": [[1, 0, 0], [0, 0, 1]], "y_score": [[0.75, 0.5, 1], [1, 0.2, 0.1]]}'
    assert Scores.read(written(tmp_path, "sets.json", text)).value("coverage_error") == Fraction(5, 2)


def test_files_that_are_not_there() -> None:
    for name in ("nowhere.csv", "nowhere.parquet"):
        with pytest.raises(ExactMetricsError, match="no file"):
            Scores.read(name)


ABSENT = "y_true,score_ant,score_bee,score_cow\nant,.6,.3,.1\nant,.3,.3,.4\nbee,.2,.6,.2\nbee,.4,.3,.3\n"


def absent(folder: Path) -> list[Scores]:
    """Scores of three classes, the last of which no sample is of: from files and frames, however they are named."""
    path = written(folder, "a.csv", ABSENT)
    frame = pandas.read_csv(path, dtype=str)
    columns = list(frame)[1:]
    records = json.dumps(frame.to_dict("records"))
    numbers = {"0": "ant", "1": "bee", "2": "cow"}
    numbered = ABSENT
    for number, label in numbers.items():
        numbered = numbered.replace(label, number)
    return [
        Scores.read(path),
        Scores.read(path, labels=["ant", "bee", "cow"]),
        Scores.read(path, scores=columns[::-1]),
        Scores.read(written(folder, "a.json", records)),
        Scores.read(written(folder, "b.csv", numbered)),
        Scores.from_frame(frame, true="y_true", scores=columns),
        Scores.from_frame(frame, true="y_true", scores=columns[::-1]),
    ]


def test_a_class_without_samples_is_one_of_the_classes(tmp_path: Path) -> None:
    """Its column was left out without a word: Hand and Till's measure was 3/4, of the one pair ant and bee."""
    for scores in absent(tmp_path):
        assert len(scores.labels) == 3
        assert isinstance(scores.value("hand_till"), Undefined)
        # Two samples are among the two highest for sure, and two are in a tie for the second place, 1/2 each.
        assert scores.value("top_k_accuracy", k=2) == Fraction(3, 4)
        assert scores.value("brier") == Fraction(99, 200)
        # scikit-learn: roc_auc_score(label_binarize(y, classes=["ant", "bee", "cow"]), rows, average="micro") = 0.78125
        assert scores.value("roc_auc", average="micro") == Fraction(25, 32)


def test_only_labels_leave_a_column_out(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", ABSENT)
    assert Scores.read(path, labels=["ant", "bee"]).value("hand_till") == Fraction(3, 4)
    assert Scores.read(path, scores=["score_bee", "score_ant"]).value("roc_auc", label="ant") == Fraction(3, 4)


def test_the_order_of_classes_is_that_of_their_columns(tmp_path: Path) -> None:
    """It was that of the samples, on which the ranked probability score depends."""
    rows = ["high,0.5,0.3,0.2", "low,0.1,0.8,0.1"]
    for lines in (rows, rows[::-1]):
        path = written(tmp_path, "a.csv", "\n".join(["y_true,p_low,p_middle,p_high", *lines]))
        scores = Scores.read(path)
        assert scores.labels == ("low", "middle", "high")
        # (0.5^2 + 0.8^2 + 0.9^2 + 0.1^2) / 2, the squares of the cumulated differences
        assert scores.value("ranked_probability_score") == Fraction(171, 200)
