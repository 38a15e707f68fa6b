"""Checking the files: their schema, their ids, the certification of every case, and that they are what is built.

Every finding names the file and, where it is about one, the case. What only waits for `make vectors`, such as a metric
that is new, is no fault of the files: it is listed beside the findings.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.sheets.schema import check_shape
from exactmetrics.vectors.build import README, VERSION, Progress, build_all
from exactmetrics.vectors.certification import FILE, Record, digest_of, digests_of, read_record
from exactmetrics.vectors.expected import written
from exactmetrics.vectors.inputs import read_input
from exactmetrics.vectors.questions import Ask
from exactmetrics.vectors.reading import (
    BESIDE,
    INPUTS_FILE,
    LABEL_SETS_FILE,
    SCHEMA_FILE,
    SCORES_FILE,
    SMOKE_FILE,
    data_folder,
    whole,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

# Of the schema, by file.
PARTS = {FILE: "certification", INPUTS_FILE: "shared", SCORES_FILE: "scores", LABEL_SETS_FILE: "label_sets"}
NEEDED = frozenset("eo")  # the definitions of the registry, and the second implementation
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with the files: the `file`, the `case` by its id or "", and `what`."""

    file: str
    case: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: {self.case}: {self.what}" if self.case else f"{self.file}: {self.what}"


def check(folder: Traversable, *, progress: Progress | None = None) -> tuple[list[Finding], Sequence[str]]:
    """Every finding about the files of a folder, none if they are whole, certified and what is built; and what waits.

    `progress` is called with how many metrics are done, and of how many. A folder without a certification record that
    can be read is an InputError.
    """
    if not folder.joinpath(FILE).is_file():
        raise InputError(f"there is no {FILE} in {folder.name}: name a folder of vectors")
    record = read_record(folder.joinpath(FILE).read_bytes())
    built = build_all(record, progress=progress)
    files = {**built.files, **{name: _shipped(name) for name in BESIDE}, FILE: None}
    ids: Counter[str] = Counter()
    findings = [Finding(FILE, "", what) for what in faults_of_record(record, built.files)]
    shared = _shared(folder, built.files[INPUTS_FILE])
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith((".json", ".jsonl"))]
    for name in sorted({*files, *names}):
        file = folder.joinpath(name)
        text = file.read_bytes().decode("utf-8", "replace") if file.is_file() else None
        findings += findings_of_file(name, text, files.get(name, ""), record, ids, shared, kept=name in built.kept)
    findings += [Finding("all files", case, "two cases have this id") for case, many in ids.items() if many > 1]
    return findings, built.unpublished


def _shared(folder: Traversable, built: str) -> Json:
    """The inputs that a folder holds; those that are built where it holds none that can be read."""
    file = folder.joinpath(INPUTS_FILE)
    try:
        shared: Json = json.loads(file.read_bytes() if file.is_file() else built)
        check_shape(shared, _schema("shared"))
    except (InputError, ValueError, RecursionError):  # which is a finding about that file
        shared = json.loads(built)
    return shared


def _shipped(name: str) -> str:
    return data_folder().joinpath(name).read_bytes().decode("utf-8")


def findings_of_file(
    name: str, text: str | None, built: str | None, record: Record, ids: Counter[str], shared: Json, *,
    kept: bool = False,
) -> Iterator[Finding]:  # fmt: skip
    """The findings about one file, whose text is None where it is missing.

    `built` is what it should hold: "" if it should not be there, None if that is not known; `kept` says that this was
    read and not computed. `shared` are the inputs and notes of all files, and how often each id was seen is kept in
    `ids`.
    """
    if text is None:
        yield Finding(name, "", "the file is missing")
        return
    if built == "":
        yield Finding(name, "", "no such file is built")
    try:
        if name == SMOKE_FILE:
            for line in text.splitlines():
                check_shape(json.loads(line), _schema("smoke_line"))
        elif name not in (*BESIDE, README):
            document = json.loads(text)
            check_shape(document, _schema(PARTS.get(name)))
            if name not in PARTS:
                yield from _of_cases(name, whole(document, shared), record, ids, computed=text == built and not kept)
    except (InputError, ValueError, RecursionError) as error:
        yield Finding(name, "", f"it does not follow the schema: {error}")
    if built and text != built:
        pairs = zip(text.split("\n"), built.split("\n"), strict=False)
        first = next((at for at, (one, other) in enumerate(pairs, 1) if one != other), text.count("\n") + 1)
        yield Finding(name, "", f"line {first} is not what is built; run `exactmetrics vectors build`")


def _schema(part: str | None) -> Json:
    """The schema of a metric file, or of a part of its definitions."""
    whole: Json = json.loads(_shipped(SCHEMA_FILE))
    return whole if part is None else {"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]}


def _of_cases(name: str, document: Json, record: Record, ids: Counter[str], *, computed: bool) -> Iterator[Finding]:
    """The findings about the cases; values are computed anew where the file is not what was computed just now."""
    for group in document["groups"]:
        for case in group["cases"]:
            ids[case["id"]] += 1
            if not computed:
                wrong = list(check_case(document, group, case, record))
            elif case["input"] in document["inputs"] and record.vouches(
                document["metric"], digest_of(document, group, case)
            ):
                continue
            else:
                wrong = ["it is not certified as it stands"]
            yield from (Finding(name, case["id"], what) for what in wrong)


def check_case(document: Json, group: Json, case: Json, record: Record) -> Iterator[str]:
    """What is wrong with a case, in words: its id, its certification, or its expected value computed anew.

    The file, the group and the case have been checked against the schema.
    """
    table = document["inputs"].get(case["input"])
    if table is None:
        yield f"there is no input {case['input']!r}"
        return
    if not record.vouches(document["metric"], digest_of(document, group, case)):
        yield "it is not certified as it stands"
    try:
        data = read_input(case["input"], table)
        ask = _ask_of(document["metric"], group, case, data.labels)
        if case["id"] != f"{ask.name()}.{data.name}":
            yield f"its id should be {ask.name()}.{data.name}"
        if case["expected"] != written(ask.value(data.counts().blocks())):
            yield "the expected value is computed otherwise"
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        yield f"it cannot be computed: {error}"


def _ask_of(metric: str, group: Json, case: Json, labels: Sequence[Hashable]) -> Ask:
    """The question of a case; ValueError if its label is none of the input's."""
    position = None
    if "label" in case:
        told = [(type(label), label) for label in labels]  # True and 1 are equal, and two labels
        position = told.index((type(case["label"]), case["label"]))
    options = tuple(sorted(group["options"].items()))
    return Ask(metric, group["average"], group["convention"], position, options)


def faults_of_record(record: Record, built: Mapping[str, str]) -> Iterator[str]:
    """Every fault of a record: what it says of the cases that are built, and that it says nothing else."""
    document = record.document
    if document["version"] != VERSION:
        yield f"it is of version {document['version']}, and the data are of version {VERSION}; run `make vectors`"
    for name in sorted(record.witnesses.keys() - {metric.name for metric in all_metrics()}):
        yield f"{name} is not in the registry; run `make vectors`"
    letters: Counter[str] = Counter()
    shared = json.loads(built[INPUTS_FILE])
    for metric, lines in document["certified"].items():
        file = built.get(f"{metric}.json")
        known = set(digests_of(whole(json.loads(file), shared)).values()) if file else set()
        seen: set[str] = set()
        for line in lines:
            digest, _, said = line.partition(" ")
            letters.update(said)
            if not set(said) >= NEEDED or not set(said) <= document["implementations"].keys():
                yield f"{metric}: {line}: it takes the witnesses e and o, and others that are named; run `make vectors`"
            if digest in seen or digest not in known:
                yield f"{metric}: {digest} is {'there twice' if digest in seen else 'of no case'}; run `make vectors`"
            seen.add(digest)
    if letters != Counter(document["counts"]):
        yield "the counts of the witnesses are others; run `make vectors`"
