"""Checking the files: their schema, their ids, the certification of every case, and that they are what is built.

Every finding names the file and, where it is about one, the case.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.errors import InputError
from exactmetrics.sheets.schema import check_shape
from exactmetrics.vectors.build import Progress, build_all
from exactmetrics.vectors.certification import FILE, Record, digest_of, read_record
from exactmetrics.vectors.check_case import check_case
from exactmetrics.vectors.check_record import faults_of_record
from exactmetrics.vectors.formulas import README
from exactmetrics.vectors.reading import BESIDE, SCHEMA_FILE, SMOKE_FILE, data_folder

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with the files: the `file`, the `case` by its id or "", and `what`."""

    file: str
    case: str
    what: str

    def __str__(self) -> str:
        """One line.

        >>> print(Finding("f1.json", "f1.macro.birds", "the expected value is another"))
        f1.json: f1.macro.birds: the expected value is another
        """
        return f"{self.file}: {self.case}: {self.what}" if self.case else f"{self.file}: {self.what}"


def check(folder: Traversable, *, progress: Progress | None = None) -> list[Finding]:
    """Every finding about the files of a folder; none if they are whole, certified and what is built.

    Args:
        folder: the folder of the files.
        progress: called with how many metrics are done, and of how many.

    Raises:
        InputError: a folder without a certification record that can be read.

    >>> from exactmetrics.vectors.reading import data_folder
    >>> check(data_folder().joinpath("nowhere"))
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: there is no certification.json in nowhere: name a folder of vectors
    """
    if not folder.joinpath(FILE).is_file():
        raise InputError(f"there is no {FILE} in {folder.name}: name a folder of vectors")
    record = read_record(folder.joinpath(FILE).read_bytes())
    built = build_all(record, progress=progress)
    files = {**built.files, **{name: _shipped(name) for name in BESIDE}, FILE: None}
    ids: Counter[str] = Counter()
    findings = [
        *(Finding(FILE, "", what) for what in faults_of_record(record, built.files)),
        *(Finding(FILE, case, "it is not certified; run `make vectors`") for case in built.uncertified),
    ]
    for name in sorted({*files, *_names(folder)}):
        file = folder.joinpath(name)
        text = file.read_bytes().decode("utf-8", "replace") if file.is_file() else None
        findings += findings_of_file(name, text, files.get(name, ""), record, ids)
    findings += [Finding("all files", case, "two cases have this id") for case, many in ids.items() if many > 1]
    return findings


def _shipped(name: str) -> str:
    return data_folder().joinpath(name).read_bytes().decode("utf-8")


def _names(folder: Traversable) -> list[str]:
    return [entry.name for entry in folder.iterdir() if entry.name.endswith((".json", ".jsonl"))]


def findings_of_file(
    name: str, text: str | None, built: str | None, record: Record, ids: Counter[str]
) -> Iterator[Finding]:
    """The findings about one file.

    Args:
        name, text: the file; None where it is missing.
        built: what it should hold; "" if it should not be there, None if that is not known.
        record: the certification record.
        ids: how often each id was seen so far; it is kept up to date.

    >>> [finding.what for finding in findings_of_file("f1.json", None, "{}", Record({"certified": {}}), Counter())]
    ['the file is missing']
    """
    if text is None:
        yield Finding(name, "", "the file is missing")
        return
    if built == "":
        yield Finding(name, "", "no such file is built")
    try:
        if name == SMOKE_FILE:
            _check_lines(text)
        elif name not in (*BESIDE, README):
            document = json.loads(text)
            check_shape(document, _schema("certification" if name == FILE else None))
            if name != FILE:
                yield from _of_cases(name, document, record, ids, same=text == built)
    except (InputError, ValueError, RecursionError) as error:
        yield Finding(name, "", f"it does not follow the schema: {error}")
    if built and text != built:
        yield Finding(
            name, "", f"line {_first_difference(text, built)} is not what is built; run `exactmetrics vectors build`"
        )


def _of_cases(name: str, document: Json, record: Record, ids: Counter[str], *, same: bool) -> Iterator[Finding]:
    """The findings about the cases; values are computed anew where the file is not what was built just now."""
    for group in document["groups"]:
        for case in group["cases"]:
            ids[case["id"]] += 1
            if same:
                digest = digest_of(document["metric"], group, case, document["inputs"][case["input"]])
                wrong = [] if record.vouches(document["metric"], digest) else ["it is not certified as it stands"]
            else:
                wrong = list(check_case(document, group, case, record))
            yield from (Finding(name, case["id"], what) for what in wrong)


def _check_lines(text: str) -> None:
    schema = _schema("smoke_line")
    for line in text.splitlines():
        check_shape(json.loads(line), schema)


def _schema(part: str | None) -> Json:
    """The schema of a metric file, or of a part of its definitions."""
    whole: Json = json.loads(_shipped(SCHEMA_FILE))
    return whole if part is None else {"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]}


def _first_difference(text: str, built: str) -> int:
    """The number of the first line that differs."""
    pairs = zip(text.split("\n"), built.split("\n"), strict=False)
    return next((at for at, (one, other) in enumerate(pairs, 1) if one != other), text.count("\n") + 1)
