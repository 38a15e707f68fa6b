"""Reading: the dialects that spreadsheets and programs write, and the place of every fault."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.matrix import label_files
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.label_files import split
from exactmetrics.matrix.labels import match_text
from exactmetrics.matrix.pairs import count_pairs
from exactmetrics.matrix.reading import read_counts
from tests.cases import each

AB = Counts.from_rows([[3, 1], [0, 2]], labels=["a", "b"])


def written(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@each(
    "text",
    [
        ",a,b\na,3,1\nb,0,2\n", "a,b\n3,1\n0,2", "a,3,1\nb,0,2", "\ufeff;a;b\r\na;3,0;1\r\nb;0;2\r\n",
        "true\\pred\ta\tb\na\t3\t1\nb\t0\t2\n", '"","a","b"\n"a",3,1\n"b",0,2\n', "a b\na 3 1\nb 0 2\n",
        ",a,b\n\na, 3 , 1\nb,0,2\n\n", ",a,b\na,3,1\nb,0,2\n".encode("utf-16"), ",a,b\ra,3,1\rb,0,2\r",
        "sep=;\r\n;a;b\r\na;3;1\r\nb;0;2\r\n", "SEP=|\n|a|b\na|3|1\nb|0|2\n", ";a;b;;\na;3;1;;\nb;0;2;;\n;;;;\n",
        ";a;b\na;3;1;;;\nb;0;2\n", "Confusion matrix of my model\n\n,a,b\na,3,1\nb,0,2\n",
        "Confusion matrix;;\nRun 3;;\n;a;b\na;3;1\nb;0;2\n", "Results\na,b\n3,1\n0,2\n", "a b\n3,0 1,0\n0,0 2,0\n",
    ],
)  # fmt: skip
def test_matrix_dialects(tmp_path: Path, text: str | bytes) -> None:
    assert read_counts(written(tmp_path, "m.csv", text)) == AB


@each("table", [";a;b\na;{0};{1}\nb;0;7\n", "{0}\t{1}\n0\t7\n", "a;b\n{0};{1}\n0;7\n"])
@each(
    ("cell", "beside", "read"),
    [
        ("1.234", "5,5", 1234), ("1.234", "0.5", Fraction(1234, 1000)), ("1.234", "0.125", Fraction(1234, 1000)),
        ("1.234", "1234.567", Fraction(1234, 1000)), ("1.234", "2.345.678", 1234), ("1.234", "2.345,6", 1234),
        ("1,234", "0,125", Fraction(1234, 1000)), ("1,234", "1.5", 1234), ("1.234,5", "1", Fraction(12345, 10)),
        ("1,234.5", "1", Fraction(12345, 10)), ("1.234.567", "1", 1234567), ("1.2340", "1", Fraction(1234, 1000)),
        ("0.234", "1", Fraction(234, 1000)),
    ],
)  # fmt: skip
def test_the_other_numbers_tell_which_mark_is_decimal(
    tmp_path: Path, table: str, cell: str, beside: str, read: Fraction
) -> None:
    assert read_counts(written(tmp_path, "m.csv", table.format(cell, beside))).cells[0, 0] == read


@each(
    ("one", "other"),
    [("1.234.567", "0.5"), ("1,234,567", "0,5"), ("0.5", "5,5"), ("1.234.567", "1,234,567"), ("1.234,5", "1,234.5")],
)
def test_numbers_that_contradict_each_other_are_refused(tmp_path: Path, one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        with pytest.raises(
            InputError, match=r"line 2, column 2: by '.*' the decimal mark of the table is the point"
        ) as told:
            read_counts(written(tmp_path, "m.csv", f";a;b\na;{first};1\nb;{second};7\n"))
        assert repr(one) in str(told.value)
        assert repr(other) in str(told.value)


@each("cell", ["1.234", "1,234", "-1.234"])
@each("beside", ["5", "1234", "2.345", "2.345;7.000", "2.345.678;0.5"])
def test_a_number_that_may_be_two_is_refused(tmp_path: Path, cell: str, beside: str) -> None:
    first, _, second = beside.partition(";")
    text = f";a;b\na;{cell};{first}\nb;{second or 0};7\n".replace(",.", "." if "," in cell else "")
    if "," in cell:
        text = text.replace(first, first.replace(".", ",")).replace("0.5", "0,5")
    with pytest.raises(InputError, match=r"line 2, column 2: '-?1[.,]234' may be -?1234 or -?1234/1000"):
        read_counts(written(tmp_path, "m.csv", text))


def test_weights_are_read_as_the_other_weights_say(tmp_path: Path) -> None:
    text = "y_true;y_pred;sample_weight\na;b;1.234\na;a;{}\n"
    assert read_counts(written(tmp_path, "l.csv", text.format("0.5"))).cells[0, 1] == Fraction(1234, 1000)
    assert read_counts(written(tmp_path, "l.csv", text.format("0,5"))).cells[0, 1] == 1234
    with pytest.raises(InputError, match=r"line 2, column 3: '1\.234' may be 1234 or 1234/1000"):
        read_counts(written(tmp_path, "l.csv", text.format("3")))
    # Where the comma separates cells, the point is the decimal mark.
    comma = text.format("3").replace(";", ",")
    assert read_counts(written(tmp_path, "l.csv", comma)).cells[0, 1] == Fraction(1234, 1000)


@each("above", ["sep=;\n", "Predictions of March\n", "sep=;\nPredictions\n\n"])
def test_what_stands_above_label_columns(tmp_path: Path, above: str) -> None:
    text = f"{above}y_true;y_pred;;\na;b;;\na;a\n;;;\nb;b;;\n"
    assert read_counts(written(tmp_path, "l.csv", text)).rows() == [[1, 1], [0, 1]]
    assert read_counts("-", stdin=io.StringIO(text)).rows() == [[1, 1], [0, 1]]
    fault = above.count("\n") + 4
    with pytest.raises(InputError, match=rf"line {fault}, column 2: the label is empty"):
        read_counts(written(tmp_path, "l.csv", f"{above}y_true;y_pred\na;b\nb;b\na;\n"))


def test_a_first_row_that_is_short_is_no_title(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 1"):
        read_counts(written(tmp_path, "m.csv", "5,,\n1,2,3\n4,5,6\n"))
    with pytest.raises(InputError, match="line 2"):
        read_counts(written(tmp_path, "m.csv", "a,,,\nb,0,2,5\nc,1,1,5\n"))


NFC, NFD = "caf\u00e9", "cafe\u0301"


@each(
    ("name", "text"),
    [
        ("m.csv", f",{NFC},b\n{NFD},3,1\nb,0,2\n"),
        ("m.csv", f",{NFD},b\n{NFD},3,1\nb,0,2\n"),
        ("l.csv", f"y_true,y_pred\n{NFC},{NFD}\n{NFD},{NFC}\n{NFD},{NFD}\n{NFC},b\nb,b\nb,b\n"),
        ("m.json", f'{{"{NFC}": {{"{NFD}": 3, "b": 1}}, "b": {{"b": 2}}}}'),
        ("m.json", f'{{"labels": ["{NFD}", "b"], "matrix": [[3, 1], [0, 2]]}}'),
    ],
)
def test_a_name_is_one_however_unicode_writes_it(tmp_path: Path, name: str, text: str) -> None:
    counts = read_counts(written(tmp_path, name, text))
    by_name = Counts.from_rows([[3, 1], [0, 2]], labels=[NFC, "b"])
    assert counts == (by_name if counts.labels[0] == NFC else by_name.reorder(["b", NFC]))
    assert counts.position(NFD) == counts.position(NFC)
    assert match_text(NFD, counts.labels) == NFC


def test_two_ways_of_writing_a_name_in_one_table_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="twice"):
        read_counts(written(tmp_path, "m.csv", f",{NFC},{NFD}\n{NFC},3,1\n{NFD},0,2\n"))
    with pytest.raises(InputError, match="twice"):
        read_counts(written(tmp_path, "m.json", f'{{"{NFC}": {{"b": 3}}, "{NFD}": {{"b": 3}}, "b": {{"b": 2}}}}'))


@each("columns", [list, pl.Series])
def test_labels_of_a_program_stay_as_they_are(columns: Any) -> None:
    """As in every library: two texts that differ are two labels, and `labels-composed` of the vectors says so."""
    counts = count_pairs(columns([NFC, NFD]), columns([NFC, NFC]))
    assert set(counts.labels) == {NFC, NFD}


def test_matrix_without_names_and_decimal_commas(tmp_path: Path) -> None:
    assert read_counts(written(tmp_path, "m.csv", "3,1\n0,2")).labels == (0, 1)
    assert read_counts(written(tmp_path, "m.csv", '"",0,1\n0,3,1\n1,0,2')).labels == (0, 1)
    assert read_counts(written(tmp_path, "m.csv", "1,5;1\n0;2"), labels=["a", "b"]).tp == [Fraction(3, 2), 2]
    assert read_counts(written(tmp_path, "m.csv", ",a,b\na,3,1\nb,0,2"), orientation="predicted") == AB.transpose()
    assert read_counts(written(tmp_path, "m.csv", ",b,a\nb,2,0\na,1,3"), labels=["a", "b"]) == AB


def test_columns_in_another_order_are_aligned_with_a_note(tmp_path: Path) -> None:
    counts = read_counts(written(tmp_path, "m.csv", ",b,a\na,1,3\nb,2,0\n"))
    assert counts == AB
    assert "by name" in counts.notes[0]


@each(
    ("name", "text", "said"),
    [
        ("m.csv", ",a,b\na,3,x\nb,0,2\n", r"m\.csv, line 2, column 3: 'x'"),
        ("m.csv", ",a,b\na,3,\nb,0,2\n", r"line 2, column 3: the cell is empty"),
        ("m.csv", "3,-1\n0,2", r"line 1, column 2 is -1"),
        ("m.csv", "3,1\n0", r"line 2: 1 counts where 2"),
        ("m.csv", ",a,b\na,3,1\nc,0,2", r"only the rows name 'c'.*only the columns name 'b'"),
        ("m.csv", ",a,a\na,3,1\na,0,2", r"'a' twice"),
        ("m.csv", "", "empty"),
        ("m.csv", b"a\x00b", "binary"),
        ("m.csv", "ä,b\n1,2\n3,4".encode("latin1"), r"line 1, column 1: the byte 0xe4 is not UTF-8\."),
        ("m.csv", b"\xff\xfe\xfd", r"line 1, column 3: the byte 0xfd is not UTF-16\."),
        ("m.csv", b"\xef\xbb\xbfa,b\n\xff\xfe1,2\n3,4\n", r"line 2, column 1: the byte 0xff is not UTF-8\."),
        ("m.csv", b"Title\n,a,b\n\xff\xfea,1,2\nb,3,4\n", r"line 3, column 1: the byte 0xff is not UTF-8\."),
        (
            "l.csv",
            b"y_true,y_pred\n" + b"a,b\n" * 9 + b"\xff\xfea,b\n",
            r"line 11, column 1: the byte 0xff is not UTF-8",
        ),
        ("l.csv", b"T\ny_true,y_pred\n" + b"a,b\n" * 9 + b"a\0,b\n", r"line 12, column 2: a null byte"),
        ("l.csv", b"i,y_true,y_pred\n1,a,b\n\xff\xfe,a,b\n", r"line 3, column 1: the byte 0xff is not UTF-8"),
        ("m.csv", ",a,b\na,1,2\nb,3,4\n".encode("utf-16-le"), "UTF-16 without a byte order mark"),
        ("l.csv", "y_true,y_pred\na,b\n".encode("utf-16-be"), "UTF-16 without a byte order mark"),
        ("m.csv", '"a,b\n1,2', r"line \d: unexpected end"),
        ("m.csv", "a\n1,5", r"line 2, column 1: '1,5'"),
        ("m.csv", "first,second\na,b\nb,b\n", r"named with true= and pred="),
        ("l.csv", "y_true,y_pred\na,\nb,b", r"l\.csv, line 2, column 2: the label is empty"),
        ("l.csv", "y_true,y_pred\na,b\na,b,c\n", r"line 3: the row has 3 cells, and the header names 2"),
        ("l.csv", "y_true,y_pred,sample_weight\na,b,-1", r"line 2, column 3: the weight '-1'"),
        ("l.csv", "y_true,y_pred\n", "no rows"),
        ("m.json", '{"matrix": [[3, 1],\n[0, 2]', r"m\.json, line 2, column 7"),
        ("m.json", '{"matrx": [[1]]}', r"unknown key 'matrx'.*Did you mean 'matrix'"),
        ("m.json", '{"matrix": [[1]], "y_true": [1]}', "has matrix and y_true"),
        ("m.json", '{"matrix": [[1]], "n": 1}', "'n' does not go with 'matrix'"),
        ("m.json", '{"matrix": [[1]], "matrix": [[2]]}', "'matrix' is given twice"),
        ("m.json", '{"y_true": ["a"]}', "lacks y_pred"),
        ("m.json", '{"matrix": [[NaN]]}', r"m\.json: .*NaN"),
        ("m.json", "5", "int"),
        ("m.json", '{"matrix": null}', "the matrix is a NoneType"),
        ("m.json", "[[1, 2, 3], [3, 4, 7], 9]", "row 3 of the matrix is 9"),
        ("m.json", "[" * 100_000, "deep"),
        ("m.toml", "a = = 1", r"m\.toml: .*line 1, column 5"),
        ("m.toml", "[data]\n[rules]", "none of them"),
    ],
)
def test_faults_are_placed(tmp_path: Path, name: str, text: str | bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_counts(written(tmp_path, name, text))


@each("name", ["a" * 5_000, "a/" * 2_500 + "b", "a\0b"], ids=["long", "deep", "null"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    for ending in ("", ".csv", ".json", ".xlsx", ".xls", ".parquet", "/*.csv", "/*.parquet"):
        for source in (name + ending, Path(name + ending)):
            with pytest.raises(InputError, match=r"cannot be read|the pattern .* fits no|there is no file"):
                read_counts(source)


cell = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=4)
awkward = st.one_of(cell, st.sampled_from(["a,b", 'say "x"', "two\nlines", "semi;colon", "01"]))


@given(st.lists(st.tuples(awkward, awkward), min_size=1, max_size=12), st.sampled_from(",;\t"))
def test_label_columns_come_back_as_the_csv_module_wrote_them(pairs: list[tuple[str, str]], mark: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=mark)
    writer.writerows([("y_true", "y_pred"), *pairs])
    counts = read_counts("-", stdin=io.StringIO(text.getvalue(), newline=""))
    expected = count_pairs([true for true, _ in pairs], [pred for _, pred in pairs])
    by_text = {(str(counts.labels[i]), str(counts.labels[j])): count for (i, j), count in counts.cells.items()}
    assert by_text == {(expected.labels[i], expected.labels[j]): count for (i, j), count in expected.cells.items()}


def test_label_columns(tmp_path: Path) -> None:
    plain = written(tmp_path, "l.csv", 'y_true,y_pred\r\na,b\r\na,a\r\n"a",a\r\n\r\nb,b')
    assert read_counts(plain).rows() == [[2, 1], [0, 1]]
    more = written(tmp_path, "l.csv", "id,guess,truth\n1,b,a\n2,a,a\n")
    assert read_counts(more, true="truth", pred="guess").rows() == [[1, 1], [0, 0]]
    with pytest.raises(UsageError, match=r"no column 'gues'.*Did you mean 'guess'"):
        read_counts(more, true="truth", pred="gues")
    weighted = written(tmp_path, "l.csv", "y_true;y_pred;sample_weight\na;b;0,1\na;b;0,2\n")
    assert read_counts(weighted).n == Fraction(3, 10)
    whole = read_counts(written(tmp_path, "l.csv", "y_true,y_pred\n10,2\n2,2\n"), labels=[2, 10, 3])
    assert whole.labels == (2, 10, 3)
    assert read_counts(written(tmp_path, "l.csv", "y_true,y_pred\n01,2\n2,2\n")).labels == ("01", "2")


def test_lines_that_repeat_are_split_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless a quoted label may go on in the next line; then the whole file is split."""
    texts: list[list[str]] = []

    def noted(lines: Iterable[str], mark: str) -> Iterator[tuple[str, ...]]:
        texts.append(list(lines))
        return split(texts[-1], mark)

    monkeypatch.setattr(label_files, "split", noted)
    plain = written(tmp_path, "l.csv", "y_true,y_pred\n" + 'a,b\n"b",b\n' * 500)
    assert read_counts(plain).rows() == [[0, 500], [0, 500]]
    assert texts[1:] == [["a,b"], ['"b",b']]
    texts.clear()
    quoted = written(tmp_path, "l.csv", "y_true,y_pred\n" + 'a,b\n"a\nb",b\n' * 500)
    assert read_counts(quoted).rows() == [[0, 0, 500], [0, 0, 500], [0, 0, 0]]
    assert "".join(texts[-1]) == quoted.read_text(encoding="utf-8")


def test_parquet(tmp_path: Path) -> None:
    pl.DataFrame({"y_true": ["a", "b"], "y_pred": ["b", "b"]}).write_parquet(tmp_path / "l.parquet")
    assert read_counts(tmp_path / "l.parquet").rows() == [[0, 1], [0, 1]]
    with pytest.raises(InputError, match=r"no file .*m\.parquet"):
        read_counts(tmp_path / "m.parquet")


def test_structured_tables(tmp_path: Path) -> None:
    tables = ['{"labels": ["a", "b"], "matrix": [[3, 1], [0, 2]]}', '{"a": {"a": 3, "b": 1}, "b": {"b": 2}}']
    tables.append('{"y_true": ["a", "a", "a", "a", "b", "b"], "y_pred": ["a", "a", "a", "b", "b", "b"]}')
    tables.append(
        '{"title": "x", "data": {"labels": ["a", "b"], "matrix": [[3, 0], [1, 2]], "orientation": "predicted"}}'
    )
    for text in tables:
        assert read_counts(written(tmp_path, "m.json", text)) == AB
        assert read_counts("-", stdin=io.StringIO(text)) == AB
    assert read_counts(written(tmp_path, "m.json", "[[0.1]]")).n == Fraction(1, 10)
    top = read_counts(written(tmp_path, "m.json", '{"y_true": ["a"], "y_pred": [["b", "a"]]}'))
    assert isinstance(top, Blocks)
    assert top.predicted == [1, 1]


@each(("tn", "fine"), [(98, True), (38, False)])
def test_known_counts_in_toml(tmp_path: Path, tn: int, fine: bool) -> None:
    text = f"[data.counts]\nK = {{support = 53, tp = 30, tn = {tn}}}\n"
    text += "L = {support = 110, tp = 52, tn = 73}\nM = {support = 37, tp = 22, tn = 133}\n"
    path = written(tmp_path, "m.toml", text)
    if fine:
        blocks = read_counts(path)
        assert isinstance(blocks, Blocks)
        assert blocks.fp == [49, 17, 30]
    else:
        with pytest.raises(ContradictionError, match="TN_K 38 → 98"):
            read_counts(path)


@each("source", ["3 1; 0 2", "3,1\n0,2", "[[3, 1], [0, 2]]", " 3 1 ;0 2; ", "3.0 1; 0 4/2", "3, 1; 0, 2"])
def test_inline_and_standard_input(source: str) -> None:
    assert read_counts(source).rows() == [[3, 1], [0, 2]]
    assert read_counts("-", stdin=io.BytesIO(source.encode()), labels=["a", "b"]) == AB


def test_what_a_file_holds_is_told_in_one_pass() -> None:
    with pytest.raises(InputError, match="line 2: 2 counts where 1 is expected"):
        read_counts("-", stdin=io.StringIO("#" * 100 + "\n1 2\n3 4\n"))
    commented = "# ## [a]\n  #\nlabels = ['a', 'b']\nmatrix = [[3, 1], [0, 2]]\n"
    assert read_counts("-", stdin=io.StringIO(commented)) == AB


@each(
    ("source", "said"),
    [
        ("matrix.cvs", "no file .*matrix.cvs.*Did you mean 'matrix.csv'"),
        ("nowhere/matrix.csv", "folder nowhere does not exist"), ("matrix", "no file"),
        (".", "matrix.csv has no two columns of labels"), ("", "empty"), ("3 x; 0 2", "row 1, column 2: 'x'"),
        ("3 1; 0", "ragged"), (5, "int"),
    ],
)  # fmt: skip
def test_bad_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: Any, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "matrix.csv", "1")
    with pytest.raises(InputError, match=said):
        read_counts(source)


def test_labels_are_matched_by_text() -> None:
    assert match_text("1", [0, 1]) == 1
    with pytest.raises(UsageError, match="several labels: 1, '1'"):
        match_text("1", [1, "1"])
    with pytest.raises(UsageError, match="no class is called 'x'"):
        match_text("x", [1, 2])


@each(
    ("names", "read"),
    [
        (["--5", "3"], ["--5", "3"]), (["-5", "3"], [-5, 3]), (["-", "3"], ["-", "3"]), (["٣", "3"], ["٣", "3"]),
        (["-0", "3"], ["-0", "3"]), (["5-", "3"], ["5-", "3"]),
    ],
)  # fmt: skip
def test_names_are_whole_numbers_only_in_their_usual_form(names: list[str], read: list[object]) -> None:
    first, second = names
    assert read_counts("-", stdin=io.StringIO(f"x,{first},{second}\n{first},3,1\n{second},0,2\n")).labels == tuple(read)
    pairs = f"y_true,y_pred\n{first},{first}\n{second},{first}\n"
    assert set(read_counts("-", stdin=io.StringIO(pairs)).labels) == set(read)


def test_a_file_is_opened_once_for_its_head_and_once_for_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, opened, plain = written(tmp_path, "l.csv", "y_true,y_pred\na,b\n"), list[Path](), Path.open
    monkeypatch.setattr(Path, "open", lambda file, mode: (opened.append(file), plain(file, mode))[1])
    read_counts(path)
    assert opened == [path, path]
