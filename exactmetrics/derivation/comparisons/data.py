"""A comparison as data for JSON: both derivations, what tells them apart, and the exact difference with its steps.

The format is `comparison.schema.json`, published with the package; both sides are of `derivation.schema.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.comparisons.aspects import Aspect
from exactmetrics.derivation.exercises.lettering import answer
from exactmetrics.derivation.planning.decimals import decimal_facts
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.structured.steps import StepWriter, decimal_data
from exactmetrics.derivation.structured.values import label_data, value_data
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.exact.values import sign, value_text
from exactmetrics.expression.nodes import Num
from exactmetrics.metrics.policy import Policy
from exactmetrics.sheets.schema import schema_named

if TYPE_CHECKING:
    from exactmetrics.derivation.comparisons.comparison import Comparison

SCHEMA = "exactmetrics/comparison/1"


def comparison_schema() -> Mapping[str, Any]:
    """The published JSON Schema of a comparison.

    >>> comparison_schema()["title"]
    'Comparison'
    """
    return schema_named("comparison", __package__)


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """The comparison as dictionaries, lists, texts and numbers.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> data = comparison_data(em.compare(cm.derive("recall", label=0), cm.derive("recall", label=1)))
    >>> data["differs"], data["same"], data["relation"], data["difference"]["decimal"]["digits"]
    ([{'aspect': 'label', 'first': 0, 'second': 1}], ['data', 'metric'], 'greater', '0.25')
    """
    return {
        "schema": SCHEMA,
        "names": list(comparison.names),
        "titles": None if comparison.titles is None else list(comparison.titles),
        "first": comparison.first.data(),
        "second": comparison.second.data(),
        "same": [aspect.key for aspect in comparison.same],
        "differs": [_aspect(aspect) for aspect in comparison.differs],
        "relation": _relation(comparison),
        "theorems": [] if _is_secret(comparison) else comparison.reasons,
        "coincidence": comparison.coincidence and not _is_secret(comparison),
        "difference": _difference(comparison),
    }


def _is_secret(comparison: Comparison) -> bool:
    """Whether nothing of the result is told: in an exercise without its key."""
    return comparison.is_exercise and not comparison.look.key


def _relation(comparison: Comparison) -> str | None:
    """How the first value is to the second; None where one of them is undefined, or it is to be found."""
    if comparison.difference is None or _is_secret(comparison):
        return None
    return ("equal", "greater", "less")[sign(comparison.difference)]


def _aspect(aspect: Aspect) -> dict[str, Any]:
    data = aspect.key == "data"
    sides = {"first": aspect.first, "second": aspect.second}
    return {"aspect": aspect.key} | {key: None if data else _plain(value) for key, value in sides.items()}


def _plain(value: Any) -> Any:
    """An option as JSON has it: a word, a number as text, a list, or a table of weights."""
    if isinstance(value, Policy):
        return value.given
    if isinstance(value, Fraction):
        return value_text(value)
    if isinstance(value, Mapping):
        return {str(label): str(weight) for label, weight in value.items()}
    return [label_data(item) for item in value] if isinstance(value, (list, tuple)) else label_data(value)


def _difference(comparison: Comparison) -> dict[str, Any] | None:
    if comparison.difference is None or (_is_secret(comparison) and comparison.page is None):
        return None
    steps = [] if comparison.page is None else _steps(comparison.page, comparison)
    found = value_data(comparison.difference) | {"decimal": decimal_data(decimal_facts(comparison.difference))}
    if comparison.is_exercise:
        found |= dict.fromkeys(("value", "float", "sign", "square", "decimal"))
    return {**found, "shown": _shown(comparison), "steps": steps, "key": _key(comparison)}


def _shown(comparison: Comparison) -> dict[str, Any] | None:
    """The difference as a page shows it, where it is too long for one."""
    page = comparison.page
    if page is None or page.shown is None or isinstance(page.shown, Num) or page.blanks:
        return None
    return StepWriter(*_surfaces(comparison)).tree(page.shown)


def _surfaces(comparison: Comparison) -> tuple[Surface, Surface]:
    return surface_for("text", comparison.look, ()), surface_for("markdown", comparison.look, ())


def _key(comparison: Comparison) -> list[dict[str, str]] | None:
    """The answers of an exercise to what is asked of the difference; those of the sides are in their own keys."""
    if comparison.page is None or not comparison.page.blanks or not comparison.look.key:
        return None
    return [{"blank": blank.letter, "answer": answer(blank)} for blank in comparison.page.blanks]


def _steps(page: Page, comparison: Comparison) -> list[dict[str, Any]]:
    text, latex = _surfaces(comparison)
    writer, written = StepWriter(text, latex), page_context(page, text)["steps"]
    return [writer.step(step, said) for step, said in zip(page.steps, written, strict=True)]
