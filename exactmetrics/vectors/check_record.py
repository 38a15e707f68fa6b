"""Checking the certification record: what it says of the cases that are built, and that it says nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping

from exactmetrics.metrics.registry import all_metrics
from exactmetrics.vectors.build import VERSION
from exactmetrics.vectors.certification import Record, digest_of

NEEDED = frozenset("eo")  # the definitions of the registry, and the second implementation


def faults_of_record(record: Record, built: Mapping[str, str]) -> Iterator[str]:
    """Every fault of a record, in a sentence.

    Args:
        record: the record.
        built: the text of every file that is built from it, by name.

    >>> document = {"version": VERSION, "implementations": {"e": "a", "o": "b"}, "counts": {}, "certified": {},
    ...             "not_published": {}}
    >>> [fault for fault in faults_of_record(Record(document), {}) if "nothing is said" not in fault]
    []
    >>> next(faults_of_record(Record({**document, "version": "0.0.1"}), {}))
    'it is of version 0.0.1, and the data are of version 1.1.0; run `make vectors`'
    """
    document = record.document
    if document["version"] != VERSION:
        yield f"it is of version {document['version']}, and the data are of version {VERSION}; run `make vectors`"
    yield from _of_registry(record)
    yield from _of_witnesses(record)
    yield from _of_digests(record, built)


def _of_registry(record: Record) -> Iterator[str]:
    """Every metric is either certified, or on the list of those that are not, with the reason."""
    names = {metric.name for metric in all_metrics()}
    for name in sorted(names - record.witnesses.keys() - record.withheld.keys()):
        yield f"{name} is in the registry and nothing is said of it; run `make vectors`"
    for name in sorted(record.witnesses.keys() - names):
        yield f"{name} is not in the registry; run `make vectors`"


def _of_witnesses(record: Record) -> Iterator[str]:
    """Two implementations at least have agreed on every case, and each is named."""
    letters: Counter[str] = Counter()
    for metric, lines in record.document["certified"].items():
        for line in lines:
            said = line.partition(" ")[2]
            letters.update(said)
            if not set(said) >= NEEDED or not set(said) <= record.document["implementations"].keys():
                yield f"{metric}: {line}: it takes the witnesses e and o, and others that are named; run `make vectors`"
    if letters != Counter(record.document["counts"]):
        yield "the counts of the witnesses are others; run `make vectors`"


def _of_digests(record: Record, built: Mapping[str, str]) -> Iterator[str]:
    """Each digest is there once, and of a case that is built."""
    for metric, lines in record.document["certified"].items():
        known = _digests(built.get(f"{metric}.json", '{"groups": []}'))
        for digest, many in Counter(line.partition(" ")[0] for line in lines).items():
            if many > 1 or digest not in known:
                yield f"{metric}: {digest} is {'there twice' if many > 1 else 'of no case'}; run `make vectors`"


def _digests(text: str) -> set[str]:
    document = json.loads(text)
    return {
        digest_of(document["metric"], group, case, document["inputs"][case["input"]])
        for group in document["groups"]
        for case in group["cases"]
    }
