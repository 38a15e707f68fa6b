"""What cannot be used is status 2 and a message that names the cure, and nothing is written."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.cases import each
from tests.cli.run import FIGURE_23, MATRIX, refused, run, write
from tests.tools import module

M = f"'{MATRIX}'"
WEIGHTED = "-m precision -a weighted"
VERSUS = f"compare '{FIGURE_23}' -m f1 -a macro --versus"
COUNTS = "holds scores and no predictions: ask for metrics of scores"
KEY = "the key is the JSON that `exactmetrics exercises` writes with --key key.json"
NO_SCORES = ("auc needs the scores of single samples, and an inline matrix holds counts alone", "a file with a header")
TWO_FILES = "-o is given 2 times, and this writes one file"
CLOPPER = "interval 3/5 --method clopper_pearson --z 2"

# What is typed, and what its message holds.
ROWS = [
    # data
    (f"value no_such_file.csv {WEIGHTED}", "no_such_file.csv"),
    (f"value templates {WEIGHTED}", "the folder templates holds no .parquet, .csv or .tsv file"),
    (f"value '' {WEIGHTED}", "empty"), (f"value '6 1; 1' {WEIGHTED}", "row"), (f"value '6 x; 1 2' {WEIGHTED}", "'x'"),
    (f"value {M} --orientation sideways {WEIGHTED}", "sideways"), (f"value {WEIGHTED}", "DATA"),
    (f"value broken.csv {WEIGHTED}", "broken.csv"), (f"value broken.json {WEIGHTED}", "broken.json"),
    (f"value broken.toml {WEIGHTED}", "broken.toml"), (f"value empty.csv {WEIGHTED}", "empty.csv"),
    (f"value folder.csv {WEIGHTED}", "folder.csv"),  # cannot be read by anybody, root included
    ("value '3 1 4; 0 2 2; 3 3 6' -m mcc", "name every class with --labels"),
    # names
    ("unknown", "unknown"), (f"deriv {M}", "no command 'deriv'; did you mean 'derive'?"),
    (f"value {M} {WEIGHTED} --unknown", "--unknown"), (f"derive {M} {WEIGHTED} --format word", "word"),
    (f"derive {M} {WEIGHTED} --language xx", "xx"), (f"derive {M} {WEIGHTED} --profile xx", "xx"),
    ("examples --check --write", "--write"), ("examples no-such", "no-such"), ("examples 020", "002"),
    ("metrics no-such", "no-such"), ("metrics recal", "'recall'"), ("metrics recal --conventions", "'recall'"),
    ("metrics tp --conventions", "tp"), ("metrics sensitvity", "did you mean 'sensitivity' (recall)"),
    (f"value {M} -m recal -a macro", "'recall'"), (f"value {M} -m recall -a makro", "macro"),
    (f"value {M} --labels bird,cat,dog -m recall --label brid", "bird"),
    (f"value {M} -m recall -a macro --preset sklaern", "sklearn"), ("value mixed.json -m recall --label 1", "'1'"),
    (f"value {M} --labels a,b,a -m mcc", "labels names 'a' twice, as number 1 and as number 3"),
    # options
    (f"value {M}", "-m f1", "`exactmetrics metrics` lists all"), (f"value {M} -m recall", "--label"),
    (f"value {M} -m recall --label 1 -a macro", "average"),
    (f"value {M} -m recall -a macro --combine averages", "combine"),
    (f"value {M} -m recall -a macro --form harmonic", "form"),
    (f"value {M} -m recall -a macro --weights support", "weights"),
    (f"value {M} -m f1 -a macro --average micro", "-a is given 2 times, and takes one value"),
    (f"derive {M} -m precision -m recall -a macro", "-m is given 2 times"),
    (f"compare --versus average=micro {M} -m precision -m recall -a macro", "-m is given 2 times"),
    (f"value {M} -m kappa -m mcc -a macro", "kappa, mcc are metrics of the whole matrix", "--average 'macro'"),
    (f"value {M} -m precision -m recall -p beta=2 -a macro", "precision, recall have no parameter 'beta'"),
    (f"value {M} -m fbeta --label 1 -p beta=1 -p beta=2", "twice"),
    *((f"value {M} -m fbeta --label 1 -p {given}", "beta") for given in (
        "beta", "beta=", "=2", "beta=x", "beta=0/0", "gamma=2", "label=1", "metric=f1", "self=1", "positive=1",
        "form=count",
    )),
    *((f"value '5 1; 3 7' -m recall -a weighted --weights {given}", "weight") for given in (
        "0=1,0=2", "0=1,1", "0=x,1=1", "0=-1,1=1", "0=1", "neither",
    )),
    ("value '5 1; 3 7' -m recall -a weighted --weights 0=1,2=1", "no class is called '2'"),
    ("value '6 0; 1 0' -m precision -a macro --undefined raise", "precision"),
    # digits: a value that is undefined is refused them too
    *((f"value '{data}' -m accuracy {digits}", message) for data in ("1 7; 0 0", "0 0; 0 0") for digits, message in (
        ("--places 3 --significant 3", "significant"), ("--places -1", "places"), ("--significant 0", "significant"),
        ("--rounding up", "up"),
    )),
    (f"value {M} {WEIGHTED} --places x", "--places"),
    (f"value {M} {WEIGHTED} --places 100000000", "at most 10000 digits"),
    (f"value {M} {WEIGHTED} --significant 100000000", "at most 10000 digits"), (f"report {M} --places -1", "places"),
    # scores
    ("value scores.csv -m auc -m f1", "one kind at a time"),
    ("value scores.csv -m auc --over true", "--over does not go with auc"),
    ("value scores.csv -m auc --threshold 0.5", "--threshold does not go with auc"),
    ("value scores.csv -m auc -p beta=1", "no parameter 'beta'"),
    ("value scores.csv -m top_k_accuracy -p k=two", "top_k_accuracy: k must be a whole number from 1 on"),
    ("value scores.csv -m ndcg", "a ranking (dcg, ndcg) is a row of relevances"),
    ("value scores.csv -m ndcg@3", "-m ndcg -p k=3"), ("value scores.csv -m f1 --scores y_score", "--threshold"),
    ("value scores.csv -m f1", "holds scores and no predictions: --threshold"),
    ("value scores.csv -m f1 --threshold half", "'half'"),
    ("value scores.csv -m f1 -m mcc --threshold best", "for one metric"),
    ("value scores.csv -m f1 --multi-class ovo", "--multi-class"),
    ("value scores.csv -m auc --scores p", "no column 'p'"), ("value scores.csv -m auc --positive 2", "2"),
    ("value four.csv -m f1 --threshold 0.5", "say with --label which class, one of 'a', 'b', 'c'"),
    ("value four.csv -m f1 -a macro --threshold 0.5", "say with --label which class, one of 'a', 'b', 'c'"),
    ("value weighted.csv -m auc", "weighted.csv, row 3: sample_weight is -1: a count"),
    ("value weights.csv -m auc", "weights.csv, row 3: sample_weight is the text 'nan'"),
    ("value weights.json -m auc", "weights.json: sample_weight at position 1 is -1"),
    *((f"{command} '{data}' -m auc", *NO_SCORES) for command in ("value", "derive") for data in (
        MATRIX, "[[50,3,7],[4,60,6],[10,2,58]]", '{"matrix": [[1, 2], [3, 4]]}',
    )),
    *((f"{command} {data}", f"{data} {COUNTS}") for data in ("scores.csv", "three.csv") for command in (
        "report -m mcc", "compare -m f1 -a macro --versus average=micro",
    )),
    ("report gap.csv", "gap.csv, row 3: y_score is empty"), ("report gap.csv --sample-weight w", "y_score is empty"),
    ("report half.csv", "for some classes ('score_cat') and none for 'dog'"),
    ("report numbers.csv", "a confusion matrix has a row and a column", "--scores COLUMN reads a column as scores"),
    ("report words.csv --true t", "no column 't'"), ("report words.csv --pred p", "no column 'p'"),
    ("report scores.csv --preset sklearn", "--preset does not go with a report on scores"),
    ("report scores.csv -m gini -m mcc", "gini is a metric of scores and mcc of predictions"),
    ("report scores.csv --threshold high", "--threshold 'high' is neither a number"),
    # compare, report, picture, document
    (f"{VERSUS} averag=micro", "--versus knows no 'averag'; did you mean 'average'"),
    (f"{VERSUS} average", "--versus takes KEY=VALUE"),
    (f"{VERSUS} average=micro --versus average=macro", "given twice"),
    (f"{VERSUS} average=nosuch", "no average 'nosuch'"), (f"{VERSUS} data=nosuch.csv", "nosuch.csv"),
    (f"{VERSUS} beta=2", "--versus knows no 'beta'"), (f"{VERSUS} nosuch=", "--versus knows no 'nosuch'"),
    *((f"{VERSUS} {given}", "goes with metrics of scores, such as roc_auc; f1 is of predictions")
      for given in ("multi_class=", "multi_class=ovo", "scores=p")),
    ("compare spam.csv -m accuracy --versus metric=roc_auc --versus scores=p", "one is of counts and one of scores"),
    (f"compare {M} -m mcc --versus 'data=6 1; 2'", "--versus data=6 1; 2: the matrix is ragged"),
    (f"compare {M} -m mcc --labels a,b,c --versus 'data=6 1; 2 3'", "--versus data=6 1; 2 3: "),
    (f"report {M} -m kapa", "did you mean 'kappa'"), (f"report {M} -m fbeta", "takes beta"),
    (f"report {M} -m mcc --all", "leave -m out"), (f"picture {M} --format png", "name a file with -o"),
    (f"picture {M} -o m.gif", "ends in .svg, .tex, .pdf, .png"),
    ("""picture '{"counts": {"a": {"tp": 5, "fp": 1, "fn": 2, "tn": 4}}, "partition": false}'""", "no matrix"),
    *((f"picture scores.csv --curve roc {option}", f"{option.split()[0]} does not go with --curve") for option in (
        "--shares", "--pred a", "--separator ';'", "--orientation predicted",
    )),
    ("document nosuch.toml", "there is no file nosuch.toml"),
    # intervals
    (f"interval {M}", "no metric given"), (f"interval {M} -m f1 --label 1", "f1 is no proportion of samples"),
    (f"interval {M} -m recall", "give --label"),
    (f"interval {M} -m recall -m precision --label 1", "this takes one metric"), ("interval 5/3", "5 is more than 3"),
    ("interval 0/0", "n must be at least 1"), ("interval 3/5 --confidence 95", "95% is 19/20"),
    ("interval 3/5 --confidence 0.9 --z 2", "give --confidence or --z, not both"),
    ("interval 3/5 --method exact", "no method 'exact'"), (CLOPPER, "has no z: give --confidence"),
    ("interval 3/5 --alternative less", "--alternative goes with --p0"),
    ("interval 3/5 --p0 largest_class", "3/5 names none"),
    ("interval 3/5 --p0 7", "p0 must be a number between 0 and 1"),
    ("interval 3/5 --p0 0.5 --alternative more", "no alternative 'more'"),
    ("interval 3/5 --places -1", "places must be a whole number"),
    ("interval 3/5 --places 1001", "at most 1000 digits"),
    # feasible
    ("feasible accurcy=0.9", "did you mean 'accuracy'"), ("feasible accuracy", "neither NAME=NUMBER"),
    ("feasible accuracy=", "NAME=NUMBER"), ("feasible =0.5", "NAME=NUMBER"), ("feasible f1[macro=0.5", "NAME=NUMBER"),
    ("feasible accuracy=nine --n 9", "nine"), ("feasible accuracy=0.9 --supports A", "CLASS=SAMPLES"),
    ("feasible accuracy=0.9 --supports A=1,A=2", "twice"), ("feasible accuracy=0.9 --parts 3", "POSITIVES+NEGATIVES"),
    ("feasible accuracy=0.9 --n 9 --positives 10", "positives = 10 is more than n = 9"),
    ("feasible accuracy=0.9 --rounding up", "half-up"), ("feasible accuracy=0.9 --budget 0 --n 9", "greater than 0"),
    ("feasible accuracy=0.9 --language xx", "no language 'xx'"), ("feasible missing.toml", "cannot be read"),
    ("feasible 'accuracy 0.912'", "did you mean accuracy=0.912?"), ("feasible accuracy 0.912", "NAME=NUMBER"),
    ("feasible 'accuracy: 0.912' f1=0.8", "did you mean accuracy=0.912?"),
    ("feasible accuracy=0,912", "decimal point: 0.912"), ("feasible", "Missing argument"),
    ("feasible --supports A=5,B=91,C=4 accuracy=0.91 recall[D]=0.5", "no class 'D'"),
    ("feasible --n 100 --positives 40 accuracy=0.91 -o a.html", "no answer is written as html"),
    # exercises
    ("exercises", "are about a metric: name one (-m, metric=)"),
    ("exercises -m roc_auc --classes 3", "--classes is for exercises on matrices"),
    ("exercises -m f1 --samples 20", "as in --samples 20,60, and not '20'"),
    ("exercises -m f1 -p beta=2", "f1 has no parameter 'beta'"),
    ("exercises -m f1 --undefined 0", "give --average too"),
    ("exercises -m f1 -a macro --undefined raise", "needs a value: choose from omit, 0, 1"),
    ("exercises -m f1 -a macro --undefined propagate", "choose from omit, 0, 1"),
    ("exercises -m f1 -a macro --undefined skip", "choose from omit, 0, 1"),
    ("exercises -m f1 --samples 6,6 -n 30", "Give a larger --samples"),
    ("exercises -m f1 -a macro --denominator 3", "or a larger --denominator"),
    ("exercises -m prevalence -a macro -n 2", "Give fewer exercises"),
    ("exercises -m f1 --classes 4 --labels A,B", "leave --classes out"),
    ("exercises -m f1 -o s.doc", ".md, .markdown, .tex, .html, .htm, .json, .xml, .qti.zip, .qti3.zip,"),
    ("exercises -m f1 --key k.xml", "a key holds the answers alone"),
    ("exercises -m f1 --key k.zip", "a key holds the answers alone"),
    ("exercises -m f1 --key k.anki.txt", "a key holds the answers alone"),
    ("exercises -m f1 --kind essay", "no kind 'essay'"), ("exercises -m f1 -o sheet.pdf", "run pdflatex on it"),
    ("exercises -m f1 --format beamer", "no format 'beamer'"),
    ("exercises -m f1 --format qti", "write it to a file, quiz.qti.zip"),
    ("exercises -m f1 -o s.html -o q.xml --no-key", "always holds its key"),
    ("exercises -m f1 -o s.html --key s.html", "two of the files are one"),
    ("exercises -m f1 -o s.html -o q.zip", "name the file quiz.qti.zip"),
    ("exercises -m f1 -o s.html -o - --format html", "--format is that of one file"),
    ("grade nowhere.json nowhere.csv", "nowhere.json"), ("grade key.txt key.txt", KEY),
    # verify
    ("verify", "Missing argument"), ("verify x.md --rounding nearst", "nearest"),
    ("verify notes.md --labels cat,dog", "--data, which is not given"),
    ("verify notes.md --orientation up", '"true" or "predicted"'), ("verify notes.md --data 'no such'", "no such"),
    ("verify - -", "can be"), ("verify - --fix", "--fix"),
    # files: the formats by their endings, one file, and inputs that are not written over
    *((f"derive {M} -m mcc -o x{ending}", f"no format is written to {ending.lower()}: ", "give --format")
      for ending in (".pdf", ".docx", ".ipynb", ".rst", ".PDF", ".csv", ".mdx", ".v2")),
    *((f"verify notes.md -o r.{ending}",
       f"no format is written to .{ending}: name a file that ends in one of .txt, .md, .markdown, .html")
      for ending in ("tex", "xyz", "pdf")),
    ("verify notes.md -o r.docx", "write .html, and let pandoc"),
    *((f"{command} -o x.html -o x.tex", TWO_FILES) for command in (
        f"derive {M} -m mcc", f"compare {M} -m mcc --versus metric=kappa", f"report {M}", f"picture {M}",
        "reference mcc", "feasible accuracy=0.9",
    )),
    (f"derive {M} {WEIGHTED} -o missing/out.txt", "missing", "there is no directory"),
    (f"derive {M} {WEIGHTED} -o templates", "directory"), (f"derive {M} -m precision -o other.csv", "--label"),
    *((f"{command} -o {output}", "would be written over: name another file")
      for command in ("derive other.csv -m mcc", "report other.csv",
                      "compare other.csv -m mcc --versus metric=accuracy",
                      f"compare {M} -m mcc --versus data=other.csv")
      for output in ("other.csv", "./templates/../other.csv", "link.csv", "hard.csv")),
    ("document page.toml -o page.toml", "written over"), ("feasible scores.json -o scores.json", "written over"),
    ("verify notes.md -o notes.md", "would be written over"),
    ("picture other.csv -o other.csv --format svg", "is read, and would be written over"),
]  # fmt: skip


def test_messages(folder: Path) -> None:
    (folder / "link.csv").symlink_to("other.csv")
    (folder / "hard.csv").hardlink_to("other.csv")

    def state() -> list[tuple[str, bytes]]:
        return [(str(path), path.read_bytes() if path.is_file() else b"") for path in sorted(folder.rglob("*"))]

    before = state()

    @each("row", ROWS)
    def message(row: tuple[str, ...]) -> None:
        line, *messages = row
        said = refused(*shlex.split(line))
        assert [part for part in messages if part not in said] == [], said

    message()
    assert state() == before


def test_a_matrix_is_no_document(folder: Path) -> None:
    for matrix in ("6 1 1; 1 5 2; 2 3 7", "6,1,1\n1,5,2\n2,3,7\n", "\ufeff6 1\n1 5\n", "[[6, 1], [1, 5]]"):
        said = refused("verify", "-", stdin=matrix)
        assert "standard input is no document but data, a confusion matrix" in said
        assert "verify FILE --data -" in said
        assert refused("verify", "-", "--data", "6 2; 1 5", stdin=matrix) == said
        path = write(folder, "counts.txt", matrix)
        assert f"verify FILE --data {path}" in refused("verify", path)
        for given in (path, "-"):
            result = run("verify", given, "--input-format", "text", stdin=matrix)
            assert (result.exit_code, "No number was found" in " ".join(result.stdout.split())) == (0, True)


@each(("name", "content"), [
    ("paper.pdf", b"%PDF-1.5\n"), ("pic.png", b"\x89PNG\r\n\x1a\n\x00"), ("bad.ipynb", b'{"a": 1}'), ("x.md", b"1\x00"),
])  # fmt: skip
def test_other_files_are_no_document(tmp_path: Path, name: str, content: bytes) -> None:
    path = write(tmp_path, name, content)
    assert refused("verify", path).startswith(f"Error: {path} is ")
    if name != "bad.ipynb":
        assert refused("verify", "-", stdin=content).startswith("Error: standard input is ")


@each(("old", "new", "message"), [
    ("{value:r}", "{value:s}", "page.toml: block 3 (text): there is no 's' to refer to"),
    ('"recall"', '"recal"', "page.toml: block 2 (derivation): "),
    ("title", "titel", "there is no key 'titel'; did you mean 'title'"),
    ('label = "yes"', 'label = "maybe"', "maybe"),
])  # fmt: skip
def test_what_is_wrong_in_a_specification(folder: Path, tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (folder / "page.toml").read_text(encoding="utf-8")
    assert message in refused("document", write(tmp_path, "page.toml", text.replace(old, new)))


def test_a_specification_is_told_of_keys_and_not_of_options(tmp_path: Path) -> None:
    table = {"title": "T", "data": {"m": {"matrix": [[5, 1], [5, 7]]}}, "block": [{"derivation": {"metric": "recall"}}]}
    message = refused("document", write(tmp_path, "spec.json", json.dumps(table)), "--format", "text")
    assert "label=" in message
    assert "--" not in message.partition("Error: ")[2]


def test_what_the_user_called_so_is_no_option(tmp_path: Path) -> None:
    data = write(tmp_path, "m.csv", 'y_true,y_pred,title=1,"it\'s label="\na,a,1,2\na,points=3,2,2\n')
    said = run("value", data, "-m", "accuracy").stderr
    assert "the columns 'title=1', \"it's label=\" are not used (--sample-weight names one of counts)" in said
    said = refused("value", data, "-m", "recall", "--label", "points=4")
    assert "no class is called 'points=4'" in said
    assert "'points=3'" in said


def test_a_broken_parquet_file(folder: Path) -> None:
    module("polars")
    assert "broken.parquet cannot be read as parquet" in refused(*shlex.split(f"value broken.parquet {WEIGHTED}"))


def test_no_message_is_a_command_of_a_build(folder: Path) -> None:
    for data in ("x\n::error file=a::pwn.csv", "x\n  ::add-mask::y", "1 2; 3 ##[error]4"):
        said = refused("verify", "notes.md", "--format", "github", "--data", data)
        assert not [line for line in said.splitlines() if line.lstrip().startswith("::") or "##[" in line]
