"""`exactmetrics verify`: statuses, formats, several files, standard input, colours, corrected copies."""

from __future__ import annotations

import json
import re
from pathlib import Path

from exactmetrics.verification.report.structured import verify_schema
from tests.cases import each
from tests.cli.run import on_terminal, printed, process, refused, run, write

FALSE = "so 60/(60 + 25) = 0.938\n"
CUT = "so 4/6 = 0.66\n"
RIGHT = "so 3/4 = 0.75\n"


@each(("text", "options", "status"), [
    (RIGHT, [], 0), (RIGHT, ["--strict"], 0), (CUT, [], 0), (CUT, ["--strict"], 1), (FALSE, [], 1),
    (FALSE, ["--strict"], 1), ("1 + ... = 4", ["--strict"], 0), (CUT, ["--rounding", "truncate", "--strict"], 0),
    ("2/3 = 0.67", ["--rounding", "truncate", "--strict"], 1),
])  # fmt: skip
def test_the_status(tmp_path: Path, text: str, options: list[str], status: int) -> None:
    result = run("verify", write(tmp_path, "notes.md", text), *options)
    assert result.exit_code == status
    assert result.stderr == ""


@each("matrix", ["6 1 1; 1 5 2; 2 3 7", "6,1,1\n1,5,2\n2,3,7\n", "\ufeff6 1\n1 5\n", "[[6, 1], [1, 5]]"])
def test_data_in_the_place_of_a_document_are_refused_with_the_cure(tmp_path: Path, matrix: str) -> None:
    said = refused("verify", "-", stdin=matrix)
    assert "standard input is no document but data, a confusion matrix" in said
    assert "verify FILE --data -" in said
    assert refused("verify", "-", "--data", "6 2; 1 5", stdin=matrix) == said
    path = write(tmp_path, "counts.txt", matrix)
    assert f"verify FILE --data {path}" in refused("verify", path)
    for given in (path, "-"):
        result = run("verify", given, "--input-format", "text", stdin=matrix)
        assert (result.exit_code, "No number was found" in " ".join(result.stdout.split())) == (0, True)


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
    at = shown.index("3 | so 60/(60 + 25) = 0.938")
    said = f"{path}:3:19: error: false: the other side gives 12/17 ≈ 0.706, not 0.938"
    assert " ".join(" ".join(shown[:at]).split()) == said
    assert shown[at + 1] == "  |                   ^^^^^"


def test_several_files_with_one_that_is_not_there(tmp_path: Path) -> None:
    first, second = write(tmp_path, "a.md", FALSE), write(tmp_path, "b.md", RIGHT)
    result = run("verify", first, str(tmp_path / "none.md"), second)
    assert result.exit_code == 2
    assert "there is no file" in result.stderr
    assert "none.md" in result.stderr
    last = " ".join(" ".join(result.stdout.splitlines()[-2:]).split())
    assert last.endswith("2 documents: 2 numbers found: 1 right, 1 wrong. 1 file could not be used.")


def test_a_folder_is_told_how_to_be_named(tmp_path: Path) -> None:
    result = run("verify", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr == f"Error: {tmp_path} is a folder: name the files in it, as in {tmp_path}/*.md\n"
    assert result.stdout == ""


def test_standard_input() -> None:
    result = run("verify", "-", stdin="\ufeffx\n\n4/6 = 0.66")
    assert result.stdout.startswith("-:3:7: warning: truncated")
    assert run("verify", "-", stdin=b"gr\xfc\xdfe 4/6 = 0.66").stdout.startswith("-:1:13: warning")
    refused("verify", "-", "-", stdin="1")
    refused("verify", "-", "--fix", stdin="1")


SHEETS = {
    "a.csv": "metric,label,printed\nrecall,0,0.66\n",
    "a.toml": '# ours\n\ntitle = "a"\n[[claim]]\nmetric = "recall"\nlabel = 0\nprinted = "0.66"\n',
    "a.json": '{"title": "a", "claim": [{"metric": "recall", "label": 0, "printed": "0.66"}]}',
}


@each("name", SHEETS)
def test_a_sheet_is_one_from_standard_input_too_and_takes_the_data_beside_it(tmp_path: Path, name: str) -> None:
    path, data = write(tmp_path, name, SHEETS[name]), ("--data", "4 2; 0 3")  # recall 4/6; by columns 4/4
    for given in ((path,), ("-",)):
        result = run("verify", *given, *data, "--format", "json", stdin=SHEETS[name])
        (found,) = json.loads(result.stdout)["files"]
        assert (found["format"], [claim["verdict"] for claim in found["claims"]]) == ("sheet", ["truncated"])
        assert run("verify", *given, *data, stdin=SHEETS[name]).exit_code == 0
        assert run("verify", *given, *data, "--orientation", "predicted", stdin=SHEETS[name]).exit_code == 1
        assert run("verify", *given, *data, "--labels", "0,1", stdin=SHEETS[name]).exit_code == 0
        said = refused("verify", *given, "--orientation", "predicted", stdin=SHEETS[name])
        assert "orientation is about data given beside" in said or "'data' is missing" in said


@each("text", [
    "result\n4/6 = 0.66", "{4/6 = 0.66}", "# A sheet\n\n```toml\n[[claim]]\n```\n4/6 = 0.66", "title = 4/6 = 0.66",
    "The metric, printed 4/6 = 0.66",
])  # fmt: skip
def test_other_texts_from_standard_input_are_no_sheets(text: str) -> None:
    (found,) = json.loads(run("verify", "-", "--format", "json", stdin=text).stdout)["files"]
    assert "0.66" in [link["right"] for link in found["links"]]


def test_the_format_of_the_document_can_be_told(tmp_path: Path) -> None:
    path = write(tmp_path, "page.txt", "<p>4/6 = <b>0.66</b></p>")
    found = json.loads(printed("verify", path, "--input-format", "html", "--format", "json"))
    assert found["files"][0]["format"] == "html"
    assert [link["right"] for link in found["files"][0]["links"]] == ["0.66"]


def test_decimal_commas_can_be_told(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", "4/6 = 0,667")
    assert run("verify", path, "--decimal-comma", "--strict").exit_code == 0
    assert json.loads(run("verify", path, "--decimal-comma", "--format", "json").stdout)["files"][0]["links"]


def test_named_values_are_checked_against_data(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", "Accuracy: 0.65")
    assert run("verify", path).exit_code == 0
    result = run("verify", path, "--data", "6 1 1; 1 5 2; 2 3 7")
    assert result.exit_code == 1
    assert "accuracy: the data give 9/14 ≈ 0.64, not 0.65" in " ".join(result.stdout.split())
    assert "no such" in refused("verify", path, "--data", "no such").lower()


def test_names_and_rows_of_the_data_can_be_said(tmp_path: Path) -> None:
    table = "| class | recall |\n|---|---|\n| cat | 0.750 |\n| dog | 0.667 |\n"
    path = write(tmp_path, "notes.md", table)
    matrix = "6 2; 1 2"  # recalls 6/8 and 2/3; by columns 6/7 and 2/4
    assert run("verify", path, "--data", matrix, "--strict").exit_code == 0
    assert "The data have the classes 0, 1; the document speaks of cat, dog." in " ".join(
        printed("verify", path, "--data", matrix).split()
    )
    told = printed("verify", path, "--data", matrix, "--labels", "cat,dog")
    assert "2 numbers found: 2 right" in " ".join(told.split())
    assert run("verify", path, "--data", matrix, "--labels", "cat,dog", "--orientation", "predicted").exit_code == 1
    assert "--data, which is not given" in refused("verify", path, "--labels", "cat,dog")
    assert '"true" or "predicted"' in refused("verify", path, "--orientation", "up")


@each(("name", "content"), [
    ("paper.pdf", b"%PDF-1.5\n"), ("pic.png", b"\x89PNG\r\n\x1a\n\x00"), ("bad.ipynb", b'{"a": 1}'), ("x.md", b"1\x00"),
])  # fmt: skip
def test_what_is_no_document_is_refused(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = run("verify", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {path} is ")
    if name != "bad.ipynb":
        assert run("verify", "-", stdin=content).stderr.startswith("Error: standard input is ")


@each(("style", "start"), [
    ("markdown", "# Verification of"), ("md", "# Verification of"), ("html", "<!DOCTYPE html>"),
    ("json", '{\n  "schema"'),
    ("github", "::warning file="), ("text", "/"),
])  # fmt: skip
def test_formats(tmp_path: Path, style: str, start: str) -> None:
    assert printed("verify", write(tmp_path, "notes.md", CUT), "--format", style).startswith(start)


def test_json_is_as_the_schema_says(tmp_path: Path) -> None:
    from jsonschema import Draft202012Validator

    paths = [write(tmp_path, name, text) for name, text in (("a.md", FALSE), ("b.md", CUT), ("c.md", "1 + ... = 4"))]
    result = run("verify", *paths, "--format", "json")
    document = json.loads(result.stdout)
    Draft202012Validator(verify_schema()).validate(document)
    assert result.exit_code == 1
    assert [file["path"] for file in document["files"]] == paths


def test_a_report_is_written_to_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", CUT)
    assert printed("verify", path, "-o", str(tmp_path / "report.html")) == ""
    assert "<mark" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "would be written over" in refused("verify", path, "-o", path)
    for ending in ("tex", "xyz", "pdf"):
        said = refused("verify", path, "-o", str(tmp_path / f"report.{ending}"))
        assert f"no format is written to .{ending}: name a file that ends in one of .txt, .md," in said
        assert ".tex," not in said
    assert "write .html, and let pandoc" in refused("verify", path, "-o", str(tmp_path / "report.docx"))


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


def test_all_lifts_the_limits(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", "1 + 2 + ... = 3\n\n" * 20)
    assert "and 15 more, which --all shows" in printed("verify", path)
    assert "more" not in printed("verify", path, "--all")


@each("language", ["es", "ar"])
def test_languages(tmp_path: Path, language: str) -> None:
    path = write(tmp_path, "notes.md", CUT)
    assert "warning" not in printed("verify", path, "--language", language)
    assert f'lang="{language}"' in printed("verify", path, "--language", language, "--format", "html")


def test_options_that_do_not_exist() -> None:
    assert "nearest" in refused("verify", "x.md", "--rounding", "nearst")
    refused("verify")


def test_colours_are_for_terminals_only(tmp_path: Path) -> None:
    path = write(tmp_path, "notes.md", FALSE)
    shown = on_terminal("verify", path, columns=60, statuses=(1,))
    assert "\x1b[31m\x1b[1merror\x1b[0m" in shown
    plain = re.sub(r"\x1b\[\d*m", "", shown)
    assert max(len(line) for line in plain.splitlines() if not line.startswith(path)) <= 60
    assert "\x1b" not in on_terminal("verify", path, statuses=(1,), NO_COLOR="1")
    piped = process("verify", path)
    assert (piped.returncode, b"\x1b" in piped.stdout, piped.stderr) == (1, False, b"")
    assert b"\x1b[31m" in process("verify", path, FORCE_COLOR="1").stdout


def test_no_message_is_a_command_of_a_build(tmp_path: Path) -> None:
    path = write(tmp_path, "n.md", CUT)
    for data in ("x\n::error file=a::pwn.csv", "x\n  ::add-mask::y", "1 2; 3 ##[error]4"):
        said = refused("verify", path, "--format", "github", "--data", data)
        assert not [line for line in said.splitlines() if line.lstrip().startswith("::") or "##[" in line]
