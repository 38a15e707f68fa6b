"""Building the files: every metric of the registry on every input that concerns it, as far as it is certified.

A file is a function of the registry, the catalogue of inputs and the certification record, so that building twice gives
the same bytes. Ids are made of what is asked: a metric or an input that comes or goes changes no other id.

A metric, a convention or a composite form that is new waits for `make vectors`. Until then the file of its metric stays
as it was published: a convention is a variant of the cases there are, and would take their certification from them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from exactmetrics._resources import writable
from exactmetrics.derivation.explain import FormulaText, undefined_where
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.saving import save_text
from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.metric import Bound, Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.vectors.catalogue import entries
from exactmetrics.vectors.certification import FILE, Record, digest_of, read_record
from exactmetrics.vectors.expected import written
from exactmetrics.vectors.flags import flags_of_case, flags_of_input, notes
from exactmetrics.vectors.inputs import Entry
from exactmetrics.vectors.label_set_vectors import LABEL_SETS, every_label_set_case
from exactmetrics.vectors.questions import Ask, Subject, asks_of, variants_of
from exactmetrics.vectors.reading import (
    BESIDE,
    INPUTS_FILE,
    SMOKE_FILE,
    data_folder,
    metrics_with_vectors,
    read_document,
)
from exactmetrics.vectors.score_vectors import SCORES, every_score_case
from exactmetrics.vectors.smoke import line_of, smoke_text

SCHEMA = "exactmetrics/vectors/2"
VERSION = "1.2.0"  # of the data: the middle number grows with cases, the first when a published value changes
LONGEST = 4000  # characters of an expected value, in a file of one line a case
README = "README.md"
BEGIN, END = "<!-- formulas: written by exactmetrics vectors build -->\n", "<!-- end of formulas -->"
HEAD = ("schema", "version", "metric", "title", "description", "conventions")
SAMPLE_FILES = {SCORES: every_score_case, LABEL_SETS: every_label_set_case}
Json = dict[str, Any]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Built:
    """What was built: the text of every file by name, without the record and what stands beside the data."""

    files: Mapping[str, str]
    unpublished: Sequence[str]  # what the record neither vouches for nor withholds: it waits for `make vectors`
    kept: Collection[str]  # names of files that stay as they were published, for something of their metric waits


def build_all(record: Record, *, progress: Progress | None = None, anew: bool = False) -> Built:
    """Build every file from what is certified, for nothing else is published.

    `progress` is called with how many metrics are done, and of how many; `anew` says that the record was made just now,
    so that no metric waits for it.
    """
    documents: dict[str, Json] = {}
    unpublished, kept = list[str](), list[str]()
    metrics = [metric for metric in all_metrics() if metric.name in record.witnesses]
    for done, metric in enumerate(metrics):
        if progress is not None:
            progress(done, len(metrics))
        if not anew and (waits := what_waits(metric)):
            unpublished.append(f"{metric.name}: {waits}")
            kept.append(f"{metric.name}.json")
            documents[metric.name] = _published(metric.name)
            continue
        proposed = candidates(metric, entries())
        document = certified(proposed, record)
        left = ids_of(proposed) - ids_of(document) - record.withheld.keys()
        unpublished += [f"{metric.name}: {len(left)} cases, such as {min(left)}"] if left else []
        if document["groups"]:
            documents[metric.name] = document
    known = record.witnesses.keys() | record.withheld.keys()
    unpublished += [metric.name for metric in all_metrics() if metric.name not in known]
    shown = [(metric, documents[metric.name]["conventions"]) for metric in metrics if metric.name in documents]
    files = {f"{name}.json": text_of(document) for name, document in documents.items()}
    shared = inputs_text(documents.values())
    beside = {
        INPUTS_FILE: shared,
        SMOKE_FILE: smoke_text(documents.values()),
        README: readme_text(data_folder(), shown),
    }
    for kind, every in SAMPLE_FILES.items():
        beside[kind.name], waiting = kind.build(every(), kind.letters(data_folder()))
        unpublished += [f"{name}: {what}" for name, what in waiting.items() if name not in record.withheld]
    return Built({**files, **beside}, unpublished, kept)


def _published(metric: str) -> Json:
    return {**read_document(data_folder(), metric), "schema": SCHEMA, "version": VERSION}


def what_waits(metric: Metric) -> str:
    """Which conventions, or composite forms of them, came after the file of a metric was published; "" if none did."""
    if not data_folder().joinpath(f"{metric.name}.json").is_file():
        return ""
    document = _published(metric.name)
    if not document["conventions"].keys() <= metric.conventions.keys():
        return ""  # one that was published is gone, which is a fault and no waiting
    combined = {group["convention"] for group in document["groups"] if "combine" in group["options"]}
    new = [name for name in metric.conventions if name not in document["conventions"]]
    forms = [n for n, c in metric.conventions.items() if n not in new and c.composite and n not in combined]
    return ", ".join([*(f"convention {name}" for name in new), *(f"composite form of {name}" for name in forms)])


def ids_of(document: Json) -> set[str]:
    return {case["id"] for group in document["groups"] for case in group["cases"]}


def candidates(metric: Metric, inputs: Sequence[Entry]) -> Json:
    """The file of a metric before certification, as data: every case on these inputs."""
    groups: dict[tuple[Any, ...], Json] = {}
    tables: dict[str, Json] = {}
    for entry in inputs:
        subject = Subject(entry)
        cases = list(_cases(metric, subject))
        if cases:
            flags = flags_of_input(subject)
            tables[entry.input.name] = {**entry.input.data, **({"flags": flags} if flags else {})}
        for ask, case in cases:
            opened: Json = {
                "average": ask.average, "convention": ask.convention, "options": dict(ask.options), "cases": []
            }  # fmt: skip
            groups.setdefault((ask.average, ask.convention, ask.options), opened)["cases"].append(case)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "metric": metric.name,
        "title": metric.title,
        "description": metric.standard.description,
        "conventions": {name: c.description for name, c in metric.conventions.items()},
        "notes": {},
        "inputs": tables,
        "groups": list(groups.values()),
    }


def _cases(metric: Metric, subject: Subject) -> Iterator[tuple[Ask, Json]]:
    data = subject.entry.input
    for ask, value in asks_of(metric, subject):
        expected = written(value)
        if len(str(expected)) > LONGEST:
            continue
        case: Json = {"id": f"{ask.name()}.{data.name}", "input": data.name}
        if ask.position is not None:
            case["label"] = data.labels[ask.position]
        case["expected"] = expected
        flags = flags_of_case(ask, value, subject)
        if variants := variants_of(ask, value, subject):
            case["variants"] = variants
            flags = [*flags, "Disputed"]
        if flags:
            case["flags"] = flags
        yield ask, case


def certified(document: Json, record: Record) -> Json:
    """The file of a metric as it is published: the cases that are certified, with the inputs and notes they need."""
    groups = []
    for group in document["groups"]:
        kept = [case for case in group["cases"] if record.vouches(document["metric"], digest_of(document, group, case))]
        if kept:
            groups.append({**group, "cases": kept})
    used = {case["input"] for group in groups for case in group["cases"]}
    tables = {name: table for name, table in document["inputs"].items() if name in used}
    bearers = [*tables.values(), *(case for group in groups for case in group["cases"])]
    flags = {flag for bearer in bearers for flag in bearer.get("flags", ())}
    told = {flag: {"bug": text} for flag, text in notes().items() if flag in flags}
    return {**document, "notes": told, "inputs": tables, "groups": groups}


def text_of(document: Mapping[str, Any]) -> str:
    """The file of a metric as JSON with a line a case, so that files are compared line by line.

    The inputs stand in a file of their own; which one a case has, its id says.
    """
    lines = ["{", *(f"  {line_of(key)}: {line_of(document[key])}," for key in HEAD)]
    groups = ",\n".join(map(_group_text, document["groups"]))
    return "\n".join([*lines, '  "groups": [', *([groups] if groups else []), "  ]", "}"]) + "\n"


def inputs_text(documents: Iterable[Json]) -> str:
    """The file of what the files of all metrics share, with a line an input and a line a note."""
    tables, flags = dict[str, Any](), set[str]()
    for document in documents:
        tables |= document["inputs"]
        flags |= document["notes"].keys()
    named = [entry.input.name for entry in entries() if entry.input.name in tables]
    order = dict.fromkeys([*named, *tables])  # one that is no longer in the catalogue is published all the same
    told = {
        "notes": {flag: {"bug": text} for flag, text in notes().items() if flag in flags},
        "inputs": {name: tables[name] for name in order},
    }
    lines = [f"  {line_of(key)}: {line_of(value)}," for key, value in (("schema", SCHEMA), ("version", VERSION))]
    for key, found in told.items():
        rows = ",\n".join(f"    {line_of(name)}: {line_of(value)}" for name, value in found.items())
        lines += [f"  {line_of(key)}: {{", *([rows] if rows else []), "  }," if key == "notes" else "  }"]
    return "\n".join(["{", *lines, "}"]) + "\n"


def _group_text(group: Mapping[str, Any]) -> str:
    head = ", ".join(f"{line_of(key)}: {line_of(group[key])}" for key in ("average", "convention", "options"))
    told = [{key: value for key, value in case.items() if key != "input"} for case in group["cases"]]
    cases = ",\n".join(f"      {line_of(case)}" for case in told)
    return f'    {{{head}, "cases": [\n{cases}\n    ]}}'


def readme_text(folder: Traversable, shown: Iterable[tuple[Metric, Iterable[str]]]) -> str:
    """The README of a folder with the formulas of these metrics under these conventions in their place.

    No formula is typed: each definition runs on counts without values, and what it leaves behind is shown.
    """
    text = folder.joinpath(README).read_bytes().decode("utf-8")
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise InputError(f"{README} has no place for the formulas: write {BEGIN.strip()} and {END} into it")
    say = messages("en")
    rows = [_formula_row(metric, name, say) for metric, conventions in shown for name in conventions]
    lines = ["| metric | of a | convention | formula | no value where |", "|:--|:--|:--|:--|:--|", *rows]
    table = "\n".join(lines) + "\n"
    return f"{head}{BEGIN}{table}{END}{tail}"


def _formula_row(metric: Metric, name: str, say: Messages) -> str:
    convention = metric.conventions[name]
    made = FormulaText(Bound(metric, convention, convention.pick(None, metric.name), {}))
    zeros = undefined_where(made, say)
    cells = [f"`{metric.name}`", metric.scope, name, _code(made.definition), ", ".join(map(_code, zeros))]
    return f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    """A text as code inside a cell of a table."""
    return "`" + text.replace("|", "\\|") + "`"


def write_all(
    path: Path | None = None, *, record: Record | None = None, progress: Progress | None = None
) -> tuple[list[str], Sequence[str]]:
    """Build the files and write those that changed, into a folder or into that of the package.

    Another folder becomes complete: the record, the schema and the clients of the package are written beside. `record`
    is one that was made just now. Gives the names of the files written or deleted, and what is not published because
    nobody certified it.

    Raises:
        InputError: a published case has another value now, or is gone; nothing is written.
    """
    shipped = {name: data_folder().joinpath(name).read_bytes() for name in (FILE, *BESIDE)}
    built = build_all(record or read_record(shipped[FILE]), progress=progress, anew=record is not None)
    for name in metrics_with_vectors(data_folder()):
        now = built.files.get(f"{name}.json")
        published = json.loads(data_folder().joinpath(f"{name}.json").read_bytes())
        if lost := ids_of(published) - ids_of(json.loads(now)) if now else set():
            raise InputError(
                f"{name}: {len(lost)} published cases would be lost, such as {min(lost)}: they have other values now, "
                "or none that is certified"
            )
    folder = path or writable(data_folder(), "the vectors", ", or name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    beside = {} if path is None else {name: text.decode("utf-8") for name, text in shipped.items()}
    return write_changed(folder, {**built.files, **beside}), built.unpublished


def write_changed(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Write the files that differ, each whole or not at all; delete those of metrics that are no more; say which."""
    changed = []
    for name, text in files.items():
        file = folder / name
        if not file.is_file() or file.read_bytes() != text.encode():
            file.parent.mkdir(parents=True, exist_ok=True)
            save_text(text, str(file))
            changed.append(name)
    for metric in metrics_with_vectors(folder):
        if f"{metric}.json" not in files:
            (folder / f"{metric}.json").unlink()
            changed.append(f"{metric}.json")
    return changed
