"""What others call the keys of a claim; tables are read with these names, other sheets are told which key is meant."""

from __future__ import annotations

ALIASES = {
    "class": "label", "value": "printed", "answer": "printed", "result": "printed", "score": "printed",
    "measure": "metric", "formula": "expression", "working": "expression", "calculation": "expression",
    "place": "where",
}  # fmt: skip
