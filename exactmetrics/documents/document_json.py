"""A document as data for JSON: its blocks in order, with their numbers, texts and derivations.

The format is `document.schema.json`, published with the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.structured.values import label_data
from exactmetrics.documents.parts import Parts
from exactmetrics.exact.values import value_text
from exactmetrics.matrix.blocks import BLOCKS
from exactmetrics.sheets.schema import schema_named

if TYPE_CHECKING:
    from exactmetrics.documents.content import Item
    from exactmetrics.documents.document import Document

SCHEMA = "exactmetrics/document/1"


def document_schema() -> Mapping[str, Any]:
    """The published JSON Schema of a document.

    >>> document_schema()["title"]
    'Document'
    """
    return schema_named("document", __package__)


def document_data(document: Document) -> dict[str, Any]:
    """The document as dictionaries, lists, texts and numbers; the author's text is Markdown with references put in.

    >>> import exactmetrics as em
    >>> page = em.document({"title": "T", "data": {"m": {"matrix": [[1]]}}, "block": [{"data": "m"}]})
    >>> document_data(page)["blocks"][0]["number"], document_data(page)["blocks"][0]["data"]["n"]
    (1, '1')
    """
    made = Parts(document._content, "markdown")
    blocks = [_block(item, part, made) for item, part in zip(document.items, made.all(), strict=True)]
    return {"schema": SCHEMA, "title": document.spec.title, "language": document.look.language, "blocks": blocks}


def _block(item: Item, part: dict[str, str], made: Parts) -> dict[str, Any]:
    kind = item.block.kind
    head = {"kind": kind, "id": item.block.id, "number": item.number or None, "equations": dict(item.equations)}
    if kind == "text":
        given = {"title": item.block.table["title"]} if "title" in item.block.table else {}
        return head | given | {"markdown": part["text"]}
    if kind == "equation":
        return head | {"latex": made.formula(item)}
    if kind == "data":
        return head | {"title": item.block.table.get("title", item.shown.title), "data": _counts(item.shown.measured)}
    return head | {"title": item.block.table.get("title", ""), kind: item.shown.data()}


def _counts(measured: Any) -> dict[str, Any]:
    blocks, cells = measured._blocks, measured._cells()
    return {
        "labels": [label_data(label) for label in blocks.labels],
        "n": value_text(blocks.n),
        "matrix": None if cells is None else [[value_text(count) for count in row] for row in cells],
        "counts": {name: [value_text(count) for count in getattr(blocks, name)] for name in BLOCKS},
    }
