"""`exactmetrics verify`: statuses, formats, several files, standard input, corrected copies."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cases import each
from tests.cli.run import printed, refused, run, schema, write

FALSE = "so 60/(60 + 25) = 0.938\n"
CUT = "so 4/6 = 0.66\n"
RIGHT = "so 3/4 = 0.75\n"
DATA = ["--data", "6 1 1; 1 5 2; 2 3 7"]
TABLE = "| class | recall |\n|---|---|\n| cat | 0.750 |\n| dog | 0.667 |\n"
TWO = ["--data", "6 2; 1 2"]  # recalls 6/8 and 2/3; by columns 6/7 and 2/4
CATS = [*TWO, "--labels", "cat,dog"]
PAGE = "<p>4/6 = <b>0.66</b></p>"
MANY = "1 + 2 + ... = 3\n\n" * 20


# The document, what follows `verify FILE`, the status, and what is shown in whatever lines.
@each(("text", "options", "status", "shown"), [
    (RIGHT, [], 0, ""), (RIGHT, ["--strict"], 0, ""), (CUT, [], 0, ""), (CUT, ["--strict"], 1, ""), (FALSE, [], 1, ""),
    (FALSE, ["--strict"], 1, ""), ("1 + ... = 4", ["--strict"], 0, ""),
    (CUT, ["--rounding", "truncate", "--strict"], 0, ""), ("2/3 = 0.67", ["--rounding", "truncate", "--strict"], 1, ""),
    ("4/6 = 0,667", ["--decimal-comma", "--strict"], 0, "1 number found: 1 right"),
    ("Accuracy: 0.65", [], 0, ""), ("Accuracy: 0.65", DATA, 1, "accuracy: the data give 9/14 ≈ 0.64, not 0.65"),
    (TABLE, [*TWO, "--strict"], 0, ""),
    (TABLE, TWO, 0, "The data have the classes 0, 1; the document speaks of cat, dog."),
    (TABLE, CATS, 0, "2 numbers found: 2 right"), (TABLE, [*CATS, "--orientation", "predicted"], 1, ""),
    (MANY, [], 0, "and 15 more, which --all shows"),
    (CUT, ["--format", "markdown"], 0, "# Verification of"), (CUT, ["--format", "md"], 0, "# Verification of"),
    (CUT, ["--format", "html"], 0, "<!DOCTYPE html>"), (CUT, ["--format", "json"], 0, '{ "schema"'),
    (CUT, ["--format", "github"], 0, "::warning file="), (CUT, ["--format", "text"], 0, "/"),
    (CUT, ["--format", "html", "--language", "es"], 0, 'lang="es"'),
    (CUT, ["--format", "html", "--language", "ar"], 0, 'lang="ar"'),
])  # fmt: skip
def test_what_is_shown(tmp_path: Path, text: str, options: list[str], status: int, shown: str) -> None:
    result = run("verify", write(tmp_path, "notes.md", text), *options)
    assert (result.exit_code, result.stderr) == (status, "")
    words = " ".join(result.stdout.split())
    assert words.startswith(shown) if "--format" in options and "--language" not in options else shown in words


def test_what_is_not_shown(tmp_path: Path) -> None:
    assert "more" not in printed("verify", write(tmp_path, "a.md", MANY), "--all")
    for language in ("es", "ar"):
        assert "warning" not in printed("verify", write(tmp_path, "b.md", CUT), "--language", language)


@each("text", ["", "0.5\n", "12\n13\n14\n15\n", "1 2 3 4", "6 1; 1 5 = 3"])
def test_numbers_that_are_no_matrix_are_a_document(text: str) -> None:
    assert run("verify", "-", stdin=text).exit_code == 0


def test_data_from_standard_input_beside_a_document(tmp_path: Path) -> None:
    path = write(tmp_path, "a.md", "The accuracy is 0.9.\n")
    shown = run("verify", path, "--data", "-", stdin="6 2\n1 5\n").stdout
    assert "the data give 11/14" in " ".join(shown.split())
    said = refused("verify", "-", "--data", "-", stdin="6 2\n1 5\n")
    assert "standard input (-) can be read only once" in said
    sheet = "metric,label,printed\nrecall,0,0.75\n"
    assert "1 number found: 1 right" in run("verify", "-", "--data", "6 2; 1 5", stdin=sheet).stdout
    assert "there are no data to judge it by" in run("verify", "-", stdin=sheet).stdout


def test_a_person_sees_the_place_and_what_is_right(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", f"# Title\n\n{FALSE}")
    shown = run("verify", path).stdout.splitlines()
    line = shown.index("3 | so 60/(60 + 25) = 0.938")
    said = f"{path}:3:19: error: false: the other side gives 12/17 ≈ 0.706, not 0.938"
    assert " ".join(" ".join(shown[:line]).split()) == said
    assert shown[line + 1] == "  |                   ^^^^^"


def test_several_files_one_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    first, second = write(tmp_path, "a.md", FALSE), write(tmp_path, "b.md", RIGHT)
    result = run("verify", first, str(tmp_path / "none.md"), second)
    assert result.exit_code == 2
    assert "there is no file" in result.stderr
    assert "none.md" in result.stderr
    last = " ".join(" ".join(result.stdout.splitlines()[-2:]).split())
    assert last.endswith("2 documents: 2 numbers found: 1 right, 1 wrong. 1 file could not be used.")
    told = refused("verify", str(tmp_path))
    assert told == f"Error: {tmp_path} is a folder: name the files in it, as in {tmp_path}/*.md\n"


def test_standard_input() -> None:
    assert run("verify", "-", stdin="\ufeffx\n\n4/6 = 0.66").stdout.startswith("-:3:7: warning: truncated")
    assert run("verify", "-", stdin=b"gr\xfc\xdfe 4/6 = 0.66").stdout.startswith("-:1:13: warning")


SHEETS = {
    "a.csv": "metric,label,printed\nrecall,0,0.66\n",
    "a.toml": '# ours\n\ntitle = "a"\n[[claim]]\nmetric = "recall"\nlabel = 0\nprinted = "0.66"\n',
    "a.json": '{"title": "a", "claim": [{"metric": "recall", "label": 0, "printed": "0.66"}]}',
}


@each("name", SHEETS)
def test_a_sheet_is_one_from_standard_input_too_and_takes_the_data_beside_it(tmp_path: Path, name: str) -> None:
    path, data = write(tmp_path, name, SHEETS[name]), ("--data", "4 2; 0 3")  # recall 4/6; by columns 4/4
    for given in (path, "-"):
        result = run("verify", given, *data, "--format", "json", stdin=SHEETS[name])
        (file,) = json.loads(result.stdout)["files"]
        assert (file["format"], [claim["verdict"] for claim in file["claims"]]) == ("sheet", ["truncated"])
        for options, status in (((), 0), (("--orientation", "predicted"), 1), (("--labels", "0,1"), 0)):
            assert run("verify", given, *data, *options, stdin=SHEETS[name]).exit_code == status
        said = refused("verify", given, "--orientation", "predicted", stdin=SHEETS[name])
        assert "orientation is about data given beside" in said or "'data' is missing" in said


@each(("text", "options"), [
    ("result\n4/6 = 0.66", []), ("{4/6 = 0.66}", []), ("# A sheet\n\n```toml\n[[claim]]\n```\n4/6 = 0.66", []),
    ("title = 4/6 = 0.66", []), ("The metric, printed 4/6 = 0.66", []), (PAGE, ["--input-format", "html"]),
])  # fmt: skip
def test_other_texts_from_standard_input_are_no_sheets(text: str, options: list[str]) -> None:
    (file,) = json.loads(run("verify", "-", *options, "--format", "json", stdin=text).stdout)["files"]
    assert "0.66" in [link["right"] for link in file["links"]]
    assert not options or file["format"] == "html"


def test_json_is_as_the_schema_says(tmp_path: Path) -> None:
    paths = [write(tmp_path, name, text) for name, text in (("a.md", FALSE), ("b.md", CUT), ("c.md", "1 + ... = 4"))]
    result = run("verify", *paths, "--format", "json")
    document = json.loads(result.stdout)
    schema("verify", "verification").validate(document)
    assert result.exit_code == 1
    assert [file["path"] for file in document["files"]] == paths


def test_a_corrected_copy(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", CUT + FALSE)
    result = run("verify", path, "--fix")
    assert result.exit_code == 1
    assert (tmp_path / "notes.fixed.md").read_text(encoding="utf-8") == CUT.replace("0.66", "0.67") + FALSE
    assert Path(path).read_text(encoding="utf-8") == CUT + FALSE
    assert result.stderr.splitlines() == [
        f"{tmp_path / 'notes.fixed.md'}: 1 number corrected",
        "  1: 0.66 becomes 0.67",
        "1 number is left as it is:",
        "  2: 0.938: its right digits are not sure",
    ]
    write(tmp_path, "notes.fixed.md", "mine")
    again = run("verify", path, "--fix")
    assert again.exit_code == 2
    assert "holds something else" in again.stderr
    assert (tmp_path / "notes.fixed.md").read_text(encoding="utf-8") == "mine"
