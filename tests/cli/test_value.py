"""`value`, `interval` and `feasible`: what is printed for what is asked, its JSON, and what is said besides."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.cases import each
from tests.cli.run import FIGURE_23, MATRIX, printed, refused, run, schema

if TYPE_CHECKING:
    pass

M, FIGURE, ZERO = f"'{MATRIX}'", f"'{FIGURE_23}'", "'6 0; 1 0' --labels a,b"
CONVEX = f"{FIGURE} -m fbeta -a macro --combine averages --convention convex -p beta=4/5"
BIG = "'50 3 7; 4 60 6; 10 2 58'"
TIE = "'1 7; 0 0' -m accuracy"  # 1/8 lies half way between 0.12 and 0.13
ODD = """'5 1; 3 7' --labels '"a, b",c=d' -m recall"""
WORDS = "'5 1; 3 7' --labels true,other -m recall -a macro --over"

# What follows `value`, and what is printed. Worked by hand in the sources: articles on weighted averages (409/630,
# 841/1309) and Fahmy Amin 2023, Fig. 23.
ANSWERS = [
    (f"{M} -m precision -a weighted", "409/630"), (f"{M} -m f1 -a weighted", "841/1309"),
    (f"{FIGURE} -m f1 -a macro", "49798/87135"), (f"{FIGURE} -m f1 -a macro --combine averages", "6154892/9736815"),
    (CONVEX, "3077446/5414541"), (f"{M} -m precision -a weighted --places 20", "0.64920634920634920635"),
    (f"{M} -m precision -a weighted --significant 3", "0.649"),
    (f"{M} -m precision -a weighted --places 3 --rounding truncate", "0.649"),
    (f"{M} -m precision -a weighted --places 0", "1"), (f"{TIE} --places 2 --rounding half-even", "0.12"),
    (f"{TIE} --places 2 --rounding half-up", "0.13"), (f"{TIE} --places 2 --rounding truncate", "0.12"),
    (f"{TIE} --places 2 --rounding nearest", "0.12"), (f"{TIE} --places 2 --rounding any", "0.12"),
    (f"{TIE} --rounding half-up", "1/8"),
    # 173/270 and 47/72 are the means of 6/9, 5/9, 7/10 and of 6/8, 5/8, 7/12.
    (f"{M} -m PPV -m recall -a macro", "precision  173/270\nrecall     47/72"),
    (f"{M} -m PPV -m recall -a macro --places 3", "precision  0.641\nrecall     0.653"),
    (f"{M} -m accuracy -m kappa --places 4", "accuracy  0.6429\nkappa     0.4615"),
    # F2 is 5 TP / (4 support + predicted) = 35/58 for dog.
    (f"{M} -m fbeta -m recall -p beta=2 --label 2", "fbeta   35/58\nrecall  7/12"),
    # labels: found by their text, with commas and equals signs, and words of the interface
    ("'5 1; 3 7' --labels no,yes -m recall --positive yes", "7/10"),
    ("'5 1; 3 7' --labels no,yes -m recall --label yes", "7/10"), ("'5 1; 3 7' -m recall --label 1", "7/10"),
    ("'5 1; 3 7' -m recall -a macro --over 1", "7/10"),
    ("'5 1; 3 7' -m recall -a weighted --weights 0=0,1=1/3", "7/10"),
    ("'5 1; 3 7' --labels 7,8 -m recall --label 8", "7/10"), (f"{ODD} --label 'a, b'", "5/6"),
    (f"""{ODD} -a macro --over '"a, b"'""", "5/6"), (f"""{ODD} -a weighted --weights '"a, b=0",c=d=1'""", "7/10"),
    (f"{WORDS} true,", "5/6"),  # "true" chooses the classes that are true somewhere; "true," is the class of that name
    (f"{WORDS} true", "23/30"), ("'5 1; 3 7' --orientation predicted -m recall --label 0", "5/8"),
    ("pairs.csv --true y --pred p -m recall --label a", "1/2"),
    ("pairs.csv --true p --pred y -m recall --label a", "1"),
    # scores
    ("scores.csv -m AUC", "5/6"), ("scores.csv -m roc_auc --places 3", "0.833"),
    ("scores.csv -m auc -m ap", "roc_auc            5/6\naverage_precision  29/36"),
    ("scores.csv -m pauc -p max_fpr=1/3 --convention area", "1/6"), ("words.csv -m auc --positive yes", "5/6"),
    ("scores.csv -m auc --positive 0", "1/6"), ("named.csv -m auc --true t --scores s", "5/6"),
    ("scores.csv -m recall --threshold 0.6", "2/3"), ("words.csv -m precision --threshold 0.6 --positive yes", "2/3"),
    ("three.csv -m auc -a macro", "11/12"), ("three.csv -m auc --label c", "3/4"),
    ("three.csv -m auc -a macro --multi-class ovo", "11/12"),
    ("three.csv -m top_k_accuracy -p k=1 --scores p_a,p_b,p_c --labels a,b,c", "2/3"),
    # scikit-learn: f1_score(y == "a", scores >= 0.5), and with average="macro"
    ("four.csv -m f1 --label a --threshold 0.5", "2/3"), ("four.csv -m f1 --label a -a macro --threshold 0.5", "11/15"),
]  # fmt: skip


@each(("question", "answer"), ANSWERS)
def test_answers(folder: Path, question: str, answer: str) -> None:
    data, *options = shlex.split(question)
    assert printed("value", data, *options) == f"{answer}\n"
    if data.endswith(".csv"):
        assert printed("value", "-", *options, stdin=(folder / data).read_text()) == f"{answer}\n"


# What follows `value`, what is printed, and what is told besides.
TOLD = [
    (f"{ZERO} -m precision --label b", "undefined", "precision of b is 0/0"),
    (f"{ZERO} -m precision -m recall --label b", "precision  undefined\nrecall     0", "precision of b is 0/0"),
    ("turned.csv -m recall --label cat", "5/7", "Note: "),
    ("scores.csv -m f1 --threshold best", "6/7", "at least 1/2"),
    ("scores.csv -m fbeta -p beta=0 --threshold best", "1", "at least 9/10"),
    # two of two, and one sample of b, from 3/10 on
    ("four.csv -m f1 --label a --threshold best", "4/5", "predicted as a: samples that score at least 3/10"),
    # (200 * 168 - 13360) / (200^2 - 13360) with 60 * 64 + 70 * 65 + 70 * 71 = 13360; F1: 100/124, 120/135 and 116/141.
    # They were, in silence, those of the class against the rest, or the mean of these over the classes.
    (f"{BIG} -m kappa -m f1 -a macro", "kappa  253/333\nf1     33019/39339",
     "Note: average macro is for f1 alone: kappa is asked for the whole matrix\n"),
    (f"{BIG} --labels a,b,c -m acc -m recall --label b -m kappa",
     "accuracy  21/25\nrecall    6/7\nkappa     253/333",
     "Note: label b is for recall alone: accuracy and kappa are asked for the whole matrix\n"),
    # Balanced accuracy over a and b alone is the mean of 50/60 and 60/70.
    (f"{BIG} --labels a,b,c -m kappa -m recall -m balanced_accuracy -a macro --over a,b",
     "kappa              253/333\nrecall             71/84\nbalanced_accuracy  71/84",
     "Note: average macro is for recall alone: kappa and balanced_accuracy are asked for the whole matrix\n"),
    ("sets.csv -m accuracy", "1/2", "'a|b' is counted as one class: --multilabel reads it as the set of its labels"),
]  # fmt: skip


@each(("question", "answer", "told"), TOLD)
def test_what_is_told_besides(folder: Path, question: str, answer: str, told: str) -> None:
    result = run("value", *shlex.split(question))
    assert (result.exit_code, result.stdout) == (0, f"{answer}\n")
    assert told in result.stderr
    assert "--multilabel" not in run("value", "sets.csv", "-m", "subset_accuracy", "--multilabel").stderr


def as_json(question: str) -> Any:
    result = run("value", *shlex.split(question), "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    for found in answer if isinstance(answer, list) else [answer]:
        schema("value").validate(found)
        assert list(found) == list(schema("value").schema["required"])
    return answer


BIGGEST = 10**299


@each(("question", "entries"), [
    (f"{M} -m PPV -a weighted --preset scikit-learn", {
        "metric": "precision", "average": "weighted", "label": None, "form": "standard", "convention": "standard",
        "combine": "scores", "preset": "sklearn-1.9", "value": "409/630", "decimal": "0.6492063492063492",
        "float": 0.6492063492063492, "exactness": "rational", "sign": None, "square": None, "applied": [],
        "reason": None,
    }),
    # A root is normative in sign and square.
    (f"{M} -m mcc", {
        "value": "5*sqrt(29)/58", "sign": 1, "square": "25/116", "exactness": "algebraic", "average": None,
        "label": None, "combine": None,
    }),
    # TP TN - FP FN = -5, rows sum to 5 and 5, columns to 3 and 7: 25/(5*5*3*7) is no square.
    ("'1 4; 2 3' -m mcc", {"sign": -1, "square": "1/21"}),
    ("'2 3 1; 0 4 1; 2 2 5' -m mcc -a macro", {"exactness": "algebraic", "sign": None, "square": None}),
    (f"{ZERO} -m precision --label b", {"value": None, "decimal": None, "float": None, "exactness": "undefined"}),
    (f"'{BIGGEST} 1; 0 {BIGGEST}e999' -m tp -a micro",
     {"value": str(BIGGEST * 10**999 + BIGGEST), "float": None, "exactness": "rational"}),  # larger than every double
    ("negative.csv -m auc", {"metric": "roc_auc", "label": "1", "value": None}),
    ("'5 1; 3 7' --labels no,yes -m recall --positive yes", {"label": "yes"}),
    ("'5 1; 3 7' --labels 7,8 -m recall --label 8", {"value": "7/10"}),
])  # fmt: skip
def test_json(folder: Path, question: str, entries: dict[str, object]) -> None:
    answer = as_json(question)
    assert {key: answer[key] for key in entries} == entries
    if answer["value"] is None:
        assert "0/0" in answer["reason"]


@each(("options", "exact", "stands"), [
    ("--undefined 0", "3/7", "0"), ("--undefined 1", "13/14", "1"), ("--undefined omit", "6/7", None),
    ("--preset sklearn", "3/7", "0"),
])  # fmt: skip
def test_a_policy_that_acts_is_told(folder: Path, options: str, exact: str, stands: str | None) -> None:
    question = f"{ZERO} -m precision -a macro {options}"
    answer = as_json(question)
    (applied,) = answer["applied"]
    assert [answer["value"], *(applied[key] for key in ("metric", "label", "value", "ratio"))] == [
        exact, "precision", "b", stands, "0/0",
    ]  # fmt: skip
    result = run("value", *shlex.split(question))
    assert result.stdout == f"{exact}\n"
    assert "Note: precision of b is 0/0" in result.stderr
    applied = as_json("negative.csv -m auc --undefined 1")["applied"]
    assert [(rule["metric"], rule["value"]) for rule in applied] == [("roc_auc", "1")]


def test_a_metric_and_its_counts_are_the_same_interval(folder: Path) -> None:
    shown = printed("interval", "1/2", "--z", "1.96")
    spam = (folder / "spam.csv").read_text()
    for question, stdin in (
        ("spam.csv -m recall --label spam", None),
        ("- -m recall --positive spam", spam),
        ("sets.csv --multilabel -m recall --label b", None),
    ):
        assert printed("interval", *shlex.split(question), "--z", "1.96", stdin=stdin) == shown
    assert shown.splitlines()[0] == "proportion  1/2 = 0.5"
    assert shown.splitlines()[-1] == "method      Wilson, z = 49/25 as given"


def test_bounds_that_can_be_written() -> None:
    shown = printed("interval", "20/20", "--method", "clopper_pearson", "--places", "3").splitlines()
    assert shown[1:3] == ["lower       (1/40)^(1/20) ≈ 0.832", "upper       1"]
    wald = printed("interval", "5/10", "--method", "wald", "--z", "2").splitlines()
    assert wald[1] == "lower       1/2 - sqrt(10)/10 ≈ 0.1837722339831621"


@each("question", [
    "81/263", "81/263 --z 2", "0/4 --method clopper_pearson", "2/4 --method wald", "3/4 --p0 0.5",
    f"{M} -m accuracy --p0 largest_class --alternative greater", f"{M} -m recall -a micro --places 40",
    f"{M} -m ppv --label 2",
])  # fmt: skip
def test_json_of_an_interval(question: str) -> None:
    arguments = shlex.split(question)
    found = json.loads(printed("interval", *arguments, "--json"))
    assert list(schema("interval").iter_errors(found)) == []
    lines = dict(line.split(maxsplit=1) for line in printed("interval", *arguments).splitlines())
    for end in ("lower", "upper"):
        assert lines[end].endswith(found[end]["decimal"])
        assert (found[end]["value"] is None) == lines[end].startswith("≈")
    assert ("P-value" in lines) == (found["test"] is not None)
    assert (found["confidence"] is None) == ("as given" in lines["method"])


def test_what_json_of_an_interval_says() -> None:
    found = json.loads(printed("interval", MATRIX, "-m", "ppv", "--label", "2", "--json", "--p0", "1/2"))
    assert [found[key] for key in ("metric", "average", "label", "k", "n", "proportion", "method", "confidence")] == [
        "precision", None, "2", 7, 10, "7/10", "wilson", "19/20"
    ]  # fmt: skip
    assert found["z"]["exactness"] == found["lower"]["exactness"] == "transcendental"
    assert found["test"]["p_value"]["value"] == "11/32"


YES = "--n 100 --positives 40 accuracy=0.91 f1=0.87"
NO = "--n 100 accuracy=0.915 --rounding half-even"
OPEN = "--labels a,b,c accuracy=0.333 f1[macro]=0.334 mcc=0.123 --budget 0.2"
SUPPORTS = "--supports A=5,B=91,C=4 accuracy=0.91"
PARTS = "--parts 52+94,74+37 accuracy=0.573 --tolerance 0.001"


@each(("question", "status", "shown"), [
    (YES, 0, ("Feasible", "31   9   0  60", "recall = 0.775 (31/40)")),
    (NO, 1, ("Infeasible", "accuracy can be 0.91 (91/100) or 0.92 (23/25)")),
    (OPEN, 3, ("Not decided",)),
    (f"{SUPPORTS} recall[A]=0.4", 0, ("Feasible",)),
    (f"{SUPPORTS} recall[A]=0.5", 1, ("Infeasible",)),
    ("--supports A=5,B=4 recall[A]=0.6", 0, ("Feasible",)),
    ("--supports A=5,B=4 recall[macro]=0.55", 0, ("Feasible",)),
    ("--supports A=5,B=4 --positive B recall=0.5", 0, ("Feasible",)),
    ("--n 9 --supports A=4,B=? accuracy=8/9", 0, ("Feasible",)),
    (f"{PARTS} recall=0.768", 0, ("",)),
    (f"{PARTS} recall=0.568 balanced_accuracy=0.662", 1, ("",)),
    ("sets.toml", 1, ("",)),
    ("sets.toml --n 12 --format markdown", 0, ("", "| A | 3 | 9 | 0 | 0 |")),
    (f"{YES} --language es", 0, ("Factible",)),
])  # fmt: skip
def test_feasible(folder: Path, question: str, status: int, shown: tuple[str, ...]) -> None:
    result = run("feasible", *shlex.split(question))
    assert (result.exit_code, result.stderr) == (status, "")
    assert result.stdout.startswith(shown[0])
    assert all(part in result.stdout for part in shown[1:])


@each("question", [YES, NO, OPEN])
def test_json_of_what_is_feasible(question: str) -> None:
    answer = json.loads(run("feasible", *shlex.split(question), "--json").stdout)
    schema("feasible", "feasibility").validate(answer)
    assert answer["rounding"] == ("half-even" if question == NO else "nearest")


def test_ways_to_name_an_average() -> None:
    """All mean the same: the matrices are those of the first."""
    solutions = [
        json.loads(run("feasible", "--supports", "A=3,B=4,C=2", f"{name}=0.61", "--json").stdout)["solutions"]
        for name in ("f1[macro]", "macro_f1", "f1_macro", "macro-F1", "macro avg f1-score", "F1[macro]")
    ]
    assert all(solution == solutions[0] for solution in solutions)


def test_a_metric_of_one_class_needs_one_and_the_message_names_what_to_write() -> None:
    said = refused("feasible", "--supports", "A=5,B=4", "accuracy=0.5", "recall=0.5")
    assert "name it as recall[A] or recall[B], name an average, as recall[macro]" in said
    assert "--positive" in said
    assert "--label" not in said
    assert "--average" not in said


def test_several_problems_in_one_file(folder: Path) -> None:
    rows = "".join(f'[[problem]]\nname = "row {r}"\nscores = {{recall = "{r}"}}\n' for r in ("0.50", "1.2"))
    (folder / "rows.toml").write_text("data = {n = 10}\n" + rows)
    result = run("feasible", "rows.toml")
    assert result.exit_code == 1
    assert result.stdout.index("row 0.50") < result.stdout.index("row 1.2")
    tables = json.loads(run("feasible", "rows.toml", "--json").stdout)
    assert [(table["problem"], table["feasible"]) for table in tables] == [("row 0.50", True), ("row 1.2", False)]
    for table in tables:
        schema("feasible", "feasibility").validate(table)


ARRAY, TWO = "[[50 3]\n [ 4 43]]\n", "[[50 3]\n [ 4 43]]\n\n[[5 3]\n [ 4 43]]\n"
UNDERSTOOD = "standard input, line 1: read as array of 2 × 2; rows are true classes, which the text does not say"


def test_text_as_people_have_it_is_read_with_a_line_on_how() -> None:
    found = run("value", "-", "-m", "accuracy", stdin=ARRAY)
    assert (found.stdout, found.stderr) == ("93/100\n", f'Note: {UNDERSTOOD} (--orientation "predicted" turns them)\n')
    answer = json.loads(run("value", "-", "-m", "accuracy", "--json", stdin=ARRAY).stdout)
    schema("value").validate(answer)
    assert answer["read"] == {
        "kind": "array", "place": "line 1", "classes": 2, "rows": "true", "rows_by": "assumed", "positive": None,
        "totals": False, "not_used": [],
    }  # fmt: skip
    four = run("value", "TP=40 FP=10 FN=5 TN=45", "-m", "mcc", "-m", "f1", "--json")
    schema("value").validate(json.loads(four.stdout)[0])
    assert [one["read"]["kind"] for one in json.loads(four.stdout)] == ["counts", "counts"]
    assert "inline text, line 1: read as four counts; 'positive' is the positive class" in four.stderr
    assert "read" not in json.loads(printed("value", "6 1; 2 3", "-m", "accuracy", "--json"))


@each("command", ["report -", "derive - -m kappa", "compare - -m accuracy --versus metric=kappa", "picture -"])
def test_other_commands_read_text_too(command: str) -> None:
    name, *rest = shlex.split(command)
    found = run(name, *rest, *(["--format", "svg"] if name == "picture" else []), stdin=ARRAY)
    assert found.exit_code == 0
    assert found.stderr.startswith(f"Note: {UNDERSTOOD}")
    assert found.stderr.count("Note: ") == 1


def test_a_matrix_is_chosen_by_its_number() -> None:
    assert "choose one by its number, --matrix 2." in refused("value", "-", "-m", "accuracy", stdin=TWO)
    assert run("value", "-", "-m", "accuracy", "--matrix", "2", stdin=TWO).stdout == "48/55\n"
    assert "holds 2 matrices" in refused("value", "-", "-m", "accuracy", "--matrix", "3", stdin=TWO)
    assert "--matrix" in refused("value", "sets.csv", "-m", "hamming_loss", "--multilabel", "--matrix", "1")
    assert "--matrix" in refused("value", "scores.csv", "-m", "roc_auc", "--matrix", "1")
    assert "Expecting" not in refused("value", "-", "-m", "accuracy", stdin="[[50 3]\n [ 4 x]]\n")
