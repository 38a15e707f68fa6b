"""What the page in the browser asks of the library, answered without a browser."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import exactmetrics as em
from tests.cases import each
from tests.house.source import ROOT

MATRIX = "6 1 1\n1 5 2\n2 3 7"
SCORES = "y_true,y_score\n1,0.9\n1,0.5\n0,0.6\n0,0.1\n"
SCORES_OF_CLASSES = (ROOT / "docs" / "probabilities.csv").read_text(encoding="utf-8")
ASKED = {"do": "derive", "data": MATRIX, "metric": "f1", "of": "average:macro"}
# Libraries that are not in the browser; importing them there fails.
ABSENT = ("click", "rich", "sympy", "numpy", "narwhals")


def _loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "web" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # one imports the other
    spec.loader.exec_module(module)
    return module


BRIDGE, _, BUILD = map(_loaded, ("bridge", "single", "build"))
FORM = json.loads(json.dumps(BRIDGE.form()))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data are written to a file, as in the browser."""
    monkeypatch.chdir(tmp_path)


def answer(**question: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(BRIDGE.call(json.dumps(question)))
    return found


def test_the_form_offers_the_registry() -> None:
    offered = {metric["name"]: metric for metric in FORM["metrics"]}
    counted = [metric for metric in em.metrics() if metric.scope != "scores"]
    assert {metric.name for metric in counted} <= set(offered)
    for metric in counted:
        assert list(offered[metric.name]["conventions"]) == list(metric.conventions)
    assert offered["fbeta"]["conventions"]["standard"]["parameters"]["beta"]["example"]
    assert ["de", "Deutsch"] in FORM["languages"]


@each("metric", FORM["metrics"], ids=lambda metric: metric["name"])
def test_whatever_the_form_offers_has_a_page(metric: dict[str, Any]) -> None:
    of_classes = {m.name for m in em.metrics(scope="scores") if m.per_class}
    scores = SCORES_OF_CLASSES if metric["name"] in of_classes else SCORES
    data = scores if metric["scope"] == "scores" else MATRIX
    of = "average:macro" if metric["of"] == "class" and metric["scope"] != "scores" else ""
    for name, convention in metric["conventions"].items():
        parameters = {key: parameter["example"] for key, parameter in convention["parameters"].items()}
        question = {**ASKED, "data": data, "metric": metric["name"], "of": of, "convention": name, **parameters}
        found = answer(**question)
        assert found["text"].startswith("<!DOCTYPE html>"), found


def test_the_page_is_the_one_of_the_library() -> None:
    matrix = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    expected = matrix.derive("f1", average="macro", language="de")
    found = answer(**ASKED, language="de")
    assert found["text"] == expected.to_html()
    brief = matrix.derive("f1", average="macro", detail="brief")
    assert answer(**ASKED, detail="brief", format="beamer")["text"] == brief.to("beamer")
    # 12/17, 10/17 and 7/11, of which 361/561 is the mean
    assert answer(**ASKED)["said"] == "Macro F1 score: 361/561 ≈ 0.6435"


def test_a_class_is_found_by_the_name_that_the_page_was_given() -> None:
    named = {"do": "classes", "metric": "recall"}
    assert answer(**named, data=MATRIX)["classes"] == ["A", "B", "C"]
    assert answer(**named, data=MATRIX, labels='1, 2, "3"')["classes"] == ["1", "2", "3"]
    for data, labels in ((MATRIX, None), (MATRIX, "1,2,3"), ("y_true,y_pred\n007,7\n7,7\n", None)):
        given = {"data": data, **({} if labels is None else {"labels": labels})}
        for name in answer(**named, **given)["classes"]:
            found = answer(**{**ASKED, **given, "metric": "recall", "of": f"label:{name}"})
            assert "text" in found, found


def test_a_long_sum_of_logarithms_is_told_by_its_decimal() -> None:
    data = "y_true,y_score\n" + "".join(f"{i % 2},0.{100_003 + 7_919 * i % 800_000}\n" for i in range(300))
    said = answer(**{**ASKED, "data": data, "metric": "log_loss", "of": ""})["said"]
    assert re.fullmatch(r"Log loss: ≈ \d\.\d{4}", said)


def test_columns_with_other_names_are_named() -> None:
    given = {**ASKED, "data": "who,model\na,a\na,b\nb,b\n", "metric": "recall", "of": "label:a"}
    assert "“Column of the true classes”" in answer(**given)["error"]
    assert answer(**given, true="who", pred="model")["said"] == "Recall of class a: 1/2 = 0.5"
    scored = {**ASKED, "data": SCORES.replace("y_score", "p"), "metric": "roc_auc", "of": ""}
    assert "3/4" in answer(**scored, pred="p")["said"]


def test_texts_exercises_and_pictures() -> None:
    verified = answer(do="verify", text="It is $4/6 = 0.66$ and $1/2 = 0.6$.")
    assert 'class="is-error"' in verified["text"]
    assert "1 wrong" in verified["said"]
    assert answer(do="verify", text="4/6 = 0.66", format="fixed")["text"] == "4/6 = 0.67"
    for text in ("1/2 = 0.5", "1/3 = 0.5 + 0.2"):  # right, and of no sure correction: there is no other text to copy
        assert list(answer(do="verify", text=text, format="fixed")) == ["said"]
    about = {"do": "verify", "text": "The accuracy is 0.9.", "data": "5 1\n5 7"}
    assert "1 wrong" in answer(**about, about="yes")["said"]
    sheet = {"do": "exercises", "metric": "recall", "average": "macro", "number": "2", "seed": "3"}
    whole, alone = (answer(**sheet, key=key, format="markdown")["text"] for key in ("with", "alone"))
    assert whole.endswith(alone.rpartition("\n\n")[2])
    assert answer(**sheet, format="moodle")["text"].startswith("<?xml")
    assert "<svg" in answer(do="picture", data=MATRIX, shares="yes")["text"]


def test_a_statement_is_proved_or_refuted_and_a_metric_alone_has_its_formula() -> None:
    proved = answer(do="prove", statement="recall[weighted] = accuracy")
    assert proved["said"] == "Proved: recall[weighted] = accuracy"
    assert proved["text"] == em.prove("recall[weighted] = accuracy").to_html()
    refuted = {"do": "prove", "statement": "precision[macro] = recall[macro]", "language": "de"}
    assert answer(**refuted)["said"].startswith("Widerlegt: ")
    assert 'lang="de"' in answer(**refuted)["text"]
    assert answer(**refuted, format="markdown")["text"].startswith("# Widerlegt: ")
    alone = {"do": "prove", "statement": "fbeta[macro, beta=2]"}
    assert answer(**alone)["text"] == em.formula("fbeta", average="macro", beta=2).to_html()
    assert answer(**alone, format="latex")["text"].startswith(BRIDGE.NEEDS)


@each(
    "statement",
    ["accuracy =", "foo", "foo = f1", "TP", "f1[macro] 2", "f1 = P if", "", "f1[beta=2]", "accuracy = 1 = 0"],
)
def test_what_is_no_statement_is_told_as_it_was_typed(statement: str) -> None:
    error = answer(do="prove", statement=statement)["error"]
    assert "fault" not in error
    assert f"\n  {statement}\n" in error


def test_a_row_is_what_the_titles_say_unless_the_form_says_it() -> None:
    page = (ROOT / "web" / "index.html").read_text(encoding="utf-8")
    [offered] = re.findall(r'<select id="orientation".*?</select>', page)
    values = re.findall(r'<option value="([^"]*)">', offered)
    assert values == ["", "true", "predicted"]  # what is empty is not asked
    caret = {"data": ",Reference,\nPrediction,a,b\na,3,1\nb,0,2\n", "metric": "recall"}
    for value, said in zip(values, ("1", "3/4", "1"), strict=True):  # of 3 samples of a, 3 are found; or 3 of 4
        given = caret | ({"orientation": value} if value else {})
        assert answer(do="derive", of="label:a", **given)["said"].partition(": ")[2].split(" ")[0] == said
        notes = answer(do="classes", **given)["notes"]
        assert (value != "") or "rows are read as predicted classes, as the titles say (“A row is” " in " ".join(notes)
        about = {"do": "verify", "about": "yes", "text": "The recall of a is 1."}
        assert (
            "1 wrong"
            in answer(**about, data=caret["data"], **{k: v for k, v in given.items() if k == "orientation"})["said"]
        ) == (value == "true")


NAMED = {
    "y_true,y_pred\na,b\n": {"labels": "a"},
    "y_true,y_pred,id,n\na,a,1,3\na,b,2,4\n": {},
    "y_true,y_pred,n,size\na,a,1,3\na,b,2,4\n": {},
    "1/2 1/2\n1/5 4/5": {},
    "y_true,y_score\nspam,0.9\nham,0.2\n": {"metric": "roc_auc", "of": ""},
    "y_true,y_score\nspam,0.9\nspam,0.2\n": {"metric": "roc_auc", "of": ""},
    "who,model\na,a\n": {},
    "y_true,p\n1,0.9\n0,0.2\n": {"metric": "roc_auc", "of": ""},
    "6 1\n2 3": {"metric": "fbeta", "of": "label:A"},
}


def test_messages_name_the_fields_of_the_form() -> None:
    page = (ROOT / "web" / "index.html").read_text(encoding="utf-8")
    fields = dict(re.findall(r'<label for="([^"]*)">([^<]*?) *<', page))
    named = {name: fields.get(key) for key, name in re.findall(r'<[^>]* id="([^"]*)" name="([^"]*)"', page)}
    of_average = {BRIDGE.FIELDS["average"], "Average"}  # of a derivation, and of exercises
    assert {named["of"], named["average"]} == of_average
    for name, label in BRIDGE.FIELDS.items():
        assert label == {"average": named["of"], "label": named["of"], "scores": named["pred"]}.get(
            name, named.get(name)
        )
    for data, given in NAMED.items():
        question = ASKED | {"data": data} | given
        said = answer(**question)
        noticed = answer(**{key: question[key] for key in ("data", "metric")}, do="classes")
        told = " ".join([said.get("error", ""), *noticed.get("notes", [])])
        assert re.search("“[^”]*”", told), (data, told)
        assert not re.search(r"\b(true|pred|scores|labels|label|average|positive|sample_weight|supports|beta)=", told)


def test_what_the_reader_called_so_is_no_field() -> None:
    data = "y_true,y_pred,labels=1,my positive=\na,a,1,2\na,pred=3,2,2\n"
    [note] = answer(do="classes", data=data, metric="recall")["notes"]
    assert "'labels=1', 'my positive=' are not used (“Column of counts or weights” names" in note
    assert "'pred=3'" in answer(do="derive", data=data, metric="recall", of="label:pred=4")["error"]


def test_what_messages_ask_for_can_be_filled_in() -> None:
    scores = {"data": "y_true,y_score\nspam,0.9\nham,0.2\nspam,0.1\n", "metric": "roc_auc", "of": ""}
    assert ": 1/2 " in answer(**ASKED | scores, positive="spam")["said"]  # 0.9 is above 0.2, and 0.1 is not
    counted = ASKED | {"data": "y_true,y_pred,n,id\na,a,3,1\na,b,1,9\nb,b,4,7\n", "metric": "accuracy", "of": ""}
    assert ": 7/8 " in answer(**counted)["said"]
    assert ": 2/3 " in answer(**counted, sample_weight='""')["said"]
    assert ": 8/17 " in answer(**counted, sample_weight="id")["said"]
    shares = ASKED | {"data": "1/2 1/2\n1/5 4/5", "metric": "accuracy", "of": ""}
    assert ": 5/7 " in answer(**shares, supports="2,5")["said"]  # 1 of 2 and 4 of 5


@each("data", [
    "y_true,y_pred\na|b,a\na,a\n", "y_true,y_pred\na|b,b|c\nc|d,c|d\n", "y_true\ty_pred\na;b\ta\na\ta\n",
])  # fmt: skip
def test_a_set_of_labels_that_is_counted_as_one_is_told(data: str) -> None:
    [note] = answer(do="classes", metric="f1", data=data)["notes"]
    assert "is counted as one class" in note
    assert answer(do="classes", data="y_true,y_pred\nyes|no,a\na,a\n")["notes"] == []


@each("name", ["data", "labels", "true", "metric", "of", "language"])
def test_half_a_character_is_refused_in_words(name: str) -> None:
    error = answer(**ASKED | {name: "6 1\n2 \ud83d"})["error"]
    assert "line 2, column 3: half of a character (U+D83D)" in error
    assert "fault" not in error
    assert "half" in answer(do="verify", text="1/2 = 0.5 \udc00")["error"]


@pytest.mark.parametrize(("question", "said"), [
    ({"data": "6 1\n2 x"}, "'x' is not a number"), ({"data": ""}, "your data is empty"),
    ({"data": "[" * 5000}, "nested too deeply"), ({"data": "1E+999999999 1; 1 1"}, "no number"),
    ({"of": "label:cow"}, "no class is called 'cow'"), ({"of": "average:harmonic"}, "no average 'harmonic'"),
    ({"metric": "f2score"}, "f2score"), ({"metric": "fbeta", "beta": "two"}, "two"),
    ({"language": "tlh"}, "no language 'tlh'"), ({"do": "picture", "metric": "f1"}, "fault"),
    ({"do": "exercises", "number": "many"}, "“How many” must be a whole number"),
    ({"do": "exercises", "key": "lost"}, "“The key” is one of with, without, alone"),
])  # fmt: skip
def test_what_cannot_be_answered_is_told_in_words(question: dict[str, str], said: str) -> None:
    found = answer(**{**ASKED, **question})
    assert list(found) == ["error"]
    assert said in found["error"]


def test_the_page_needs_no_library_and_no_room_that_the_browser_has_not() -> None:
    absent = {f"exactmetrics.{room}" for room in BUILD.ROOMS}
    kept = [f"exactmetrics.proofs.{Path(name).stem}" for name in BUILD.OF_PROOFS]
    code = f"""
import sys, os, json, tempfile
class Absent:
    early = True  # before the archive of proofs is there
    def find_spec(self, name, path=None, target=None):
        late = name.startswith("exactmetrics.proofs.") and name not in {kept!r}
        if name in {absent!r} or (self.early and (late or name.partition(".")[0] in {ABSENT!r})):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "web")!r}]
os.chdir(tempfile.mkdtemp())
import bridge
for asked in (
    {ASKED!r}, {ASKED | {"metric": "mcc", "of": ""}!r}, {ASKED | {"data": SCORES, "metric": "roc_auc", "of": ""}!r},
    {{"do": "verify", "text": "1/2 = 0.6"}}, {{"do": "verify", "text": "recall = TP/(TP + FP)"}},
    {{"do": "exercises", "metric": "recall", "number": "1"}},
    {{"do": "picture", "data": {MATRIX!r}}},
):
    assert "text" in json.loads(bridge.call(json.dumps(asked))), asked
Absent.early = False
import sympy
archived = set(sys.modules)
for statement in ("mcc^2 = informedness*markedness if k = 2", "min(P, R) <= f1", "mcc <= f1[macro]", "f1[weighted]"):
    assert "text" in json.loads(bridge.call(json.dumps({{"do": "prove", "statement": statement}}))), statement
assert not [name for name in set(sys.modules) - archived if name.startswith(("sympy", "mpmath"))]
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
