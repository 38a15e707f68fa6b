"""Building the files: every metric of the registry on every input that concerns it, as far as it is certified.

A file is a function of the registry, the catalogue of inputs and the certification record, so that building twice gives
the same bytes. Ids are made of what is asked: a metric or an input that comes or goes changes no other id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.vectors.ask import Ask
from exactmetrics.vectors.asks import asks_of
from exactmetrics.vectors.catalogue.collection import entries
from exactmetrics.vectors.catalogue.entry import Entry
from exactmetrics.vectors.certification import Record, digest_of
from exactmetrics.vectors.expected import written
from exactmetrics.vectors.flags import flags_of_case, flags_of_input
from exactmetrics.vectors.formulas import README, readme_text
from exactmetrics.vectors.notes import notes
from exactmetrics.vectors.reading import SMOKE_FILE, data_folder
from exactmetrics.vectors.smoke import smoke_text
from exactmetrics.vectors.subject import Subject
from exactmetrics.vectors.variants import variants_of
from exactmetrics.vectors.writing import text_of

SCHEMA = "exactmetrics/vectors/1"
VERSION = "1.1.0"  # of the data: the middle number grows with cases, the first when a published value changes
LONGEST = 4000  # characters of an expected value, in a file of one line a case
Json = dict[str, Any]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Built:
    """What was built.

    Attributes:
        files: the text of every file the data consist of, by name, without the record and the schema.
        uncertified: the ids of cases that the record neither vouches for nor withholds.
    """

    files: Mapping[str, str]
    uncertified: Sequence[str]


def build_all(record: Record, *, progress: Progress | None = None) -> Built:
    """Build every file.

    Args:
        record: what is certified; nothing else is published.
        progress: called with how many metrics are done, and of how many.

    >>> sorted(build_all(Record({"certified": {}, "not_published": {}})).files)
    ['README.md', 'smoke.jsonl']
    """
    documents, uncertified = {}, list[str]()
    metrics = [metric for metric in all_metrics() if metric.name in record.witnesses]
    for done, metric in enumerate(metrics):
        if progress is not None:
            progress(done, len(metrics))
        proposed = candidates(metric, entries())
        document = certified(proposed, record)
        uncertified += sorted(ids_of(proposed) - ids_of(document) - record.withheld.keys())
        if document["groups"]:
            documents[metric.name] = document
    files = {f"{name}.json": text_of(document) for name, document in documents.items()}
    readme = readme_text(data_folder(), (metric for metric in metrics if metric.name in documents))
    return Built({**files, SMOKE_FILE: smoke_text(documents.values()), README: readme}, uncertified)


def ids_of(document: Json) -> set[str]:
    """The ids of the cases of a file.

    >>> ids_of({"groups": []})
    set()
    """
    return {case["id"] for group in document["groups"] for case in group["cases"]}


def candidates(metric: Metric, inputs: Sequence[Entry]) -> Json:
    """The file of a metric before certification, as data: every case on these inputs.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> from exactmetrics.vectors.catalogue.entry import matrix
    >>> document = candidates(metric_named("accuracy"), [matrix("two", "two classes", [[1, 1], [0, 1]], reach="core")])
    >>> document["groups"][0]["cases"][0]["id"], document["groups"][0]["cases"][0]["expected"]["exact"]
    ('accuracy.matrix.two', '2/3')
    """
    groups: dict[tuple[Any, ...], Json] = {}
    tables: dict[str, Json] = {}
    for entry in inputs:
        cases = list(_cases(metric, entry))
        if cases:
            tables[entry.input.name] = _input(entry)
        for ask, case in cases:
            opened: Json = {
                "average": ask.average,
                "convention": ask.convention,
                "options": dict(ask.options),
                "cases": [],
            }
            groups.setdefault((ask.average, ask.convention, ask.options), opened)["cases"].append(case)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "metric": metric.name,
        "title": metric.title,
        "description": metric.doc.split("\n\n")[0].replace("\n", " "),
        "conventions": {name: c.doc.split("\n\n")[0].replace("\n", " ") for name, c in metric.conventions.items()},
        "notes": {},
        "inputs": tables,
        "groups": list(groups.values()),
    }


def _cases(metric: Metric, entry: Entry) -> Iterator[tuple[Ask, Json]]:
    subject = Subject(entry)
    for ask, value in asks_of(metric, subject):
        expected = written(value)
        if len(str(expected)) > LONGEST:
            continue
        variants = variants_of(ask, value, subject)
        flags = flags_of_case(ask, value, subject) + (["Disputed"] if variants else [])
        yield ask, _case(ask, entry, expected, variants, flags)


def _case(ask: Ask, entry: Entry, expected: Json, variants: list[Json], flags: list[str]) -> Json:
    case: Json = {"id": f"{ask.name()}.{entry.input.name}", "comment": entry.input.comment, "input": entry.input.name}
    if ask.position is not None:
        case["label"] = entry.input.labels[ask.position]
    case["expected"] = expected
    if variants:
        case["variants"] = variants
    if flags:
        case["flags"] = flags
    return case


def _input(entry: Entry) -> Json:
    flags = flags_of_input(Subject(entry))
    return {**entry.input.data, "flags": flags} if flags else dict(entry.input.data)


def certified(document: Json, record: Record) -> Json:
    """The file of a metric as it is published: the cases that are certified, with the inputs and notes they need.

    >>> from exactmetrics.metrics.registry import metric_named
    >>> certified(candidates(metric_named("accuracy"), []), Record({"certified": {}}))["groups"]
    []
    """
    groups = []
    for group in document["groups"]:
        kept = [case for case in group["cases"] if _vouched(document, group, case, record)]
        if kept:
            groups.append({**group, "cases": kept})
    used = dict.fromkeys(case["input"] for group in groups for case in group["cases"])
    tables = {name: table for name, table in document["inputs"].items() if name in used}
    bearers = [*tables.values(), *(case for group in groups for case in group["cases"])]
    flags = {flag for bearer in bearers for flag in bearer.get("flags", ())}
    told = {flag: {"bug": text} for flag, text in notes().items() if flag in flags}
    return {**document, "notes": told, "inputs": tables, "groups": groups}


def _vouched(document: Json, group: Json, case: Json, record: Record) -> bool:
    digest = digest_of(document["metric"], group, case, document["inputs"][case["input"]])
    return record.vouches(document["metric"], digest)
