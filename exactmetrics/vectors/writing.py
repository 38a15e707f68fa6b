"""The text of a file: JSON with one line an input and one line a case, so that a difference is read line by line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

HEAD = ("schema", "version", "metric", "title", "description", "conventions")
TABLES = ("notes", "inputs")


def text_of(document: Mapping[str, Any]) -> str:
    r"""The text of the file of a metric.

    >>> document = {key: "" for key in HEAD} | {"notes": {}, "inputs": {"one": {"kind": "matrix"}}, "groups": []}
    >>> print(text_of(document).splitlines()[9])
      "inputs": {
    """
    lines = ["{", *(f"  {line_of(key)}: {line_of(document[key])}," for key in HEAD)]
    for key in TABLES:
        rows = (f"    {line_of(name)}: {line_of(value)}" for name, value in document[key].items())
        lines += [f"  {line_of(key)}: {{", *_joined(rows), "  },"]
    lines += ['  "groups": [', *_joined(map(_group, document["groups"])), "  ]", "}"]
    return "\n".join(lines) + "\n"


def line_of(value: object) -> str:
    """A value as JSON on one line; texts stay readable outside ASCII.

    >>> line_of({"a": ["猫", None]})
    '{"a": ["猫", null]}'
    """
    return json.dumps(value, ensure_ascii=False)


def _group(group: Mapping[str, Any]) -> str:
    head = ", ".join(f"{line_of(key)}: {line_of(group[key])}" for key in ("average", "convention", "options"))
    cases = ",\n".join(f"      {line_of(case)}" for case in group["cases"])
    return f'    {{{head}, "cases": [\n{cases}\n    ]}}'


def _joined(lines: Iterable[str]) -> Iterator[str]:
    text = list(lines)
    yield from (f"{line}," for line in text[:-1])
    yield from text[-1:]
