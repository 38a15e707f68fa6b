"""Whether a file of tables is an answer sheet; of one that is not, what it would need."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Literal

from exactmetrics.exact.errors import ExactMetricsError, InputError
from exactmetrics.matrix.reading import read_counts
from exactmetrics.sheets.aliases import ALIASES
from exactmetrics.sheets.table import ANSWERS, EXAMPLE, is_known, key_of, separator

SUFFIXES = (".toml", ".json", ".csv", ".tsv")
KEYS = ("title", "data")  # of every sheet in TOML or JSON
_QUESTIONS = ("metric", "count", "cell")
_FIRST = re.compile(
    r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:(?:title|source|data|rules)[\w.]*[ \t]*=|\[+(?:data|rules|claim)\b)"
)
_CLAIM = re.compile(r"^(?:\[\[ *claim *\]\]|claim *=)", re.MULTILINE)
_NUMBERS = re.compile(r"[\s\d.,;\[\]]*")
_NUMBER = re.compile(r"\d+")
_FEWEST = 4  # numbers of a matrix
LARGEST = 200_000  # characters of a text that may be a matrix and nothing else
_OTHERWISE = "--input-format text reads the file as plain text"


def may_be_sheet(path: Path, text: str) -> bool:
    """Whether a file is read as an answer sheet, by its name; a notebook that is called JSON is none.

    >>> may_be_sheet(Path("answers.csv"), ""), may_be_sheet(Path("notes.md"), "")
    (True, False)
    """
    suffix = path.suffix.lower()
    return suffix in SUFFIXES and not (suffix == ".json" and _is_notebook(text))


def look_of(text: str) -> Literal["toml", "json", "csv"] | None:
    r"""Which kind of answer sheet a text without a name looks like; None for any other text.

    >>> look_of("metric,label,printed\nrecall,a,0.5"), look_of("title = 'a'\n[[claim]]"), look_of("recall = 1/2 = 0.5")
    ('csv', 'toml', None)
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return "json" if '"claim"' in text and not _is_notebook(text) else None
    if _FIRST.match(text) and _CLAIM.search(text):
        return "toml"
    columns = _columns(text)
    return "csv" if set(columns) & set(ANSWERS) and len(columns) > 1 and is_known(columns) else None


def check_is_sheet(path: Path, text: str, *, data: bool = False) -> None:
    """Refuse a file of tables that is no answer sheet; `data` says whether data are given beside it.

    Raises:
        InputError: what it lacks, and what it may be instead.

    >>> check_is_sheet(Path("answers.csv"), "metric,label,printed\\nrecall,a,0.5")
    >>> check_is_sheet(Path("answers.csv"), "name,points\\nAnn,3")
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: answers.csv is no answer sheet: its first line names no column printed (or \
value, answer, result, score) and none called expression; a sheet begins with a line such as \
metric,label,average,printed. --input-format text reads the file as plain text
    """
    suffix = path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        _check_table(path, text)
    elif suffix == ".json":
        _check_json(path, text, ("title",) if data else KEYS)


def check_no_matrix(text: str, name: str, data: str) -> None:
    """Refuse a text that is a confusion matrix and nothing else, of which there is nothing to verify.

    Args:
        text: what was read.
        name: what it is called in the message.
        data: how it is given as data.

    Raises:
        InputError: such a text.

    >>> check_no_matrix("accuracy = 0.5", "notes.txt", "notes.txt")
    >>> check_no_matrix("6 1; 1 5", "notes.txt", "notes.txt")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: notes.txt is no document but data, a confusion matrix: ...
    """
    plain = text.removeprefix("\ufeff")
    if len(plain) > LARGEST or _NUMBERS.fullmatch(plain) is None or len(_NUMBER.findall(plain)) < _FEWEST:
        return
    try:
        read_counts("-", stdin=BytesIO(plain.strip().encode()))
    except ExactMetricsError:
        return
    raise InputError(
        f"{name} is no document but data, a confusion matrix: nothing is said of it that could be right or wrong. Give "
        f"it with --data, beside the document or the sheet that is about it: exactmetrics verify FILE --data {data}. "
        f"{_OTHERWISE}"
    )


def _check_table(path: Path, text: str) -> None:
    columns = _columns(text)
    if set(columns) & set(ANSWERS):
        return
    if set(columns) & set(_QUESTIONS) or not _holds_counts(path):
        others = ", ".join(alias for alias, key in ALIASES.items() if key == "printed")
        raise InputError(
            f"{path} is no answer sheet: its first line names no column printed (or {others}) and none called "
            f"expression; a sheet begins with a line such as {EXAMPLE}. {_OTHERWISE}"
        )
    raise InputError(
        f"{path} is no answer sheet but data: a confusion matrix, or labels. Give it with --data, beside the document "
        f"or the sheet that is about it: exactmetrics verify FILE --data {path}"
    )


def _columns(text: str) -> list[str]:
    """The keys of the columns that the first line of a table names."""
    head = text.removeprefix("\ufeff").partition("\n")[0].strip()
    try:
        return [key_of(column) for column in next(csv.reader([head], delimiter=separator(text)), [])]
    except csv.Error:
        return []


def _holds_counts(path: Path) -> bool:
    try:
        read_counts(path)
    except ExactMetricsError:
        return False
    return True


def _check_json(path: Path, text: str, keys: Sequence[str]) -> None:
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        said = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"{path} is not read as JSON: {said}. {_OTHERWISE}") from None
    missing = [key for key in keys if not isinstance(found, dict) or key not in found]
    if missing:
        raise InputError(
            f"{path} is no answer sheet: {' and '.join(map(repr, missing))} "
            f"{'is' if len(missing) == 1 else 'are'} missing. A sheet is a table with title, data and claim, the list "
            f"of what was printed. {_OTHERWISE}"
        )


def _is_notebook(text: str) -> bool:
    return text.lstrip("\ufeff \r\n\t").startswith("{") and '"cells"' in text[:2000]
