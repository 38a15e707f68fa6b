"""The certification record: which cases several independent implementations agreed on, by a digest of each case.

The record is made in the checkout, where the second implementation is; it ships with the data, so that a case can be
checked against it anywhere. A digest covers what is asked, of what, and every value that is expected.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from exactmetrics.exact.errors import InputError

FILE = "certification.json"
SCHEMA = "exactmetrics/certification/1"
DIGITS = 16  # of SHA-256, in hexadecimal: 64 bits
Json = Mapping[str, Any]


def digest_of(document: Json, group: Json, case: Json) -> str:
    """The digest of a case of a file: the first digits of the SHA-256 of its question, its input and its values."""
    table = document["inputs"][case["input"]]
    question = [
        document["metric"], group["average"], group["convention"], group["options"], case["id"], case.get("label")
    ]  # fmt: skip
    counts = {key: value for key, value in table.items() if key not in ("comment", "flags")}
    told = [*question, counts, case["expected"], case.get("variants", [])]
    text = json.dumps(told, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:DIGITS]


def digests_of(document: Json) -> dict[str, str]:
    return {case["id"]: digest_of(document, group, case) for group in document["groups"] for case in group["cases"]}


class Record:
    """The certification record, with its `document` as the file holds it."""

    def __init__(self, document: Json) -> None:
        self.document = document
        # By metric, by digest: which implementations agreed, as letters of the table `implementations`.
        self.witnesses: dict[str, dict[str, str]] = {
            metric: dict(line.split(" ") for line in lines) for metric, lines in document["certified"].items()
        }

    @property
    def withheld(self) -> Mapping[str, str]:
        """What is not published, a metric or a case, and why."""
        found: Mapping[str, str] = self.document["not_published"]
        return found

    def vouches(self, metric: str, digest: str) -> bool:
        return digest in self.witnesses.get(metric, {})


def read_record(text: bytes | str) -> Record:
    """The record of a file; InputError where it holds none."""
    try:
        document = json.loads(text)
        if document["schema"] != SCHEMA:
            raise InputError(f"{FILE} has the schema {document['schema']!r}, and {SCHEMA!r} is read")
        return Record(document)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{FILE} is no certification record: {error}; write it anew with `make vectors`") from error
