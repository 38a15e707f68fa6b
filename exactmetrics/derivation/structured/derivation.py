"""A derivation as data for JSON: the question, the counts, the exact value, and every step with its formulas as trees.

The format is `derivation.schema.json`, published with the package. Exact numbers are texts, for readers of JSON keep
no more than 53 bits of a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.structured.steps import StepWriter, decimal_data
from exactmetrics.derivation.structured.values import acted_data, label_data, value_data
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.values import value_text
from exactmetrics.expression.nodes import Num
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.sheets.schema import schema_named

if TYPE_CHECKING:
    from exactmetrics.derivation.derivation import Derivation

SCHEMA = "exactmetrics/derivation/1"


def derivation_schema() -> Mapping[str, Any]:
    """The published JSON Schema of a derivation.

    >>> derivation_schema()["title"]
    'Derivation'
    """
    return schema_named("derivation", __package__)


def derivation_data(derivation: Derivation) -> dict[str, Any]:
    """The derivation as dictionaries, lists, texts and small whole numbers.

    >>> import exactmetrics as em
    >>> data = derivation_data(em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy"))
    >>> data["value"], data["decimal"]["period"], [step["kind"] for step in data["steps"]][:3]
    ('2/3', '6', ['definition', 'counts', 'substitute'])
    >>> last = data["steps"][-1]["formulas"][0]["members"][-1]
    >>> last["text"], last["latex"], last["value"], last["tree"]
    ('2/3', '\\\\frac{2}{3}', '2/3', {'node': 'number', 'value': '2/3'})
    """
    page, labels = derivation.page, derivation.blocks.labels
    surface = surface_for("text", derivation.look, labels)
    written = page_context(page, surface)
    writer = StepWriter(surface, surface_for("markdown", derivation.look, labels))
    steps = zip(page.steps, written["steps"], strict=True)
    return {
        "schema": SCHEMA,
        "language": derivation.look.language,
        "detail": derivation.look.detail,
        "title": written["title"],
        "question": _question(derivation),
        "data": _counts(derivation),
        **_value(derivation),
        "applied": [acted_data(acted) for acted in derivation.outcome.acted],
        "wide": page.wide,
        "result": {
            "left": writer.head(page.named),
            "text": written["result"]["text"],
            "shown": None if page.shown is None or isinstance(page.shown, Num) else writer.tree(page.shown),
        },
        "steps": [writer.step(step, said) for step, said in steps],
        "key": _key(derivation),
        "notes": [
            writer.note(key, facts, text) for (key, facts), text in zip(page.notes, written["notes"], strict=True)
        ],
    }


def _value(derivation: Derivation) -> dict[str, Any]:
    """The value and its decimal, which an exercise leaves to its key."""
    page = derivation.page
    found = value_data(page.value) | {"decimal": decimal_data(page.decimal) if page.decimal else None}
    if page.blanks:
        found |= dict.fromkeys(("value", "float", "sign", "square", "decimal"))
    return found


def _key(derivation: Derivation) -> list[dict[str, Any]] | None:
    """The answers of an exercise by the letters of their blanks; None where there are none, or the key is left out."""
    if derivation.look.detail != "scaffold" or not derivation.look.key:
        return None
    return [{"blank": letter, "answer": answer} for letter, answer in derivation.key]


def _question(derivation: Derivation) -> dict[str, Any]:
    """What was asked, with everything that was left to the preset or the defaults."""
    asked = derivation.request
    return {
        "metric": asked.metric.name,
        "label": label_data(asked.label),
        "average": asked.average,
        "form": asked.bound.chosen.name,
        "convention": asked.bound.convention.name,
        "combine": asked.combine if asked.average else None,
        "parameters": {name: value_text(value) for name, value in asked.parameters.items()},
        "over": asked.over if isinstance(asked.over, str) else [label_data(label) for label in asked.over],
        "weights": _weights(asked.weights) if asked.average == "weighted" else None,
        "undefined": asked.policy.given.removeprefix("undefined=") if asked.policy.source == "option" else None,
        "preset": asked.preset.name if asked.preset else None,
    }


def _weights(weights: str | Mapping[Any, Any]) -> str | list[dict[str, Any]]:
    """How classes are weighted: by a count, or each as given."""
    if isinstance(weights, str):
        return weights
    return [{"label": label_data(label), "weight": str(weight)} for label, weight in weights.items()]


def _counts(derivation: Derivation) -> dict[str, Any]:
    """The counts: the matrix where there is one, and what every class counts."""
    blocks, cells = derivation.blocks, derivation.cells
    return {
        "labels": [label_data(label) for label in blocks.labels],
        "n": value_text(blocks.n),
        "partition": blocks.partition,
        "matrix": None if cells is None else [[value_text(c) for c in row] for row in cells],
        "counts": {name: _column(blocks, name) for name in BLOCKS},
        "notes": [str(note) for note in blocks.notes],
    }


def _column(blocks: Blocks, name: str) -> list[str]:
    return [value_text(count) for count in getattr(blocks, name)]
