"""The page on a formula in every format, and as data for JSON."""

from __future__ import annotations

from typing import Any

from exactmetrics.derivation.derivation_writers import StepWriter
from exactmetrics.derivation.planning.page import Step
from exactmetrics.derivation.telling import steps_block, title_block, written
from exactmetrics.derivation.writing.context import step_context, titled
from exactmetrics.derivation.writing.names import quantity
from exactmetrics.derivation.writing.surface import Surface, Written, surface_for
from exactmetrics.proofs.formula import MetricFormula

SCHEMA = "exactmetrics/formula/1"


def formula_page(made: MetricFormula, name: str, *, data: bool = True) -> str:
    """The page in one format; there are no data that could be left out."""
    surface = _surface(made, name)
    title = _title(made, surface)
    blocks = [*title_block(title), *steps_block(_steps(made, surface), 2)]
    return written("derivation", blocks, surface, made.look, title=title)


def formula_title(made: MetricFormula, *, capital: bool = True) -> str:
    """The title of a document around it."""
    return _title(made, _surface(made, "text"), capital=capital)


def formula_data(made: MetricFormula) -> dict[str, Any]:
    """Everything that is known of it, as `formula.schema.json` describes it."""
    surface, request = _surface(made, "text"), made.request
    writer = StepWriter(surface, _surface(made, "markdown"))
    told = zip(made.steps, _steps(made, surface), strict=True)
    return {
        "schema": SCHEMA,
        "language": made.look.language,
        "title": _title(made, surface),
        "question": {
            "metric": request.name,
            "average": request.average,
            "form": request.bound.chosen.name,
            "convention": request.bound.convention.name,
            "combine": request.combine if request.average else None,
            "parameters": {name: str(value) for name, value in request.parameters.items()},
        },
        "steps": [writer.step(at, *both) for at, both in enumerate(told, 1)],
    }


def _surface(made: MetricFormula, name: str) -> Surface:
    """The surface of a format, on which k is the number of classes unless a source has a letter of its own."""
    surface = surface_for(name, made.look, ())
    if made.look.profile is None:
        symbols = surface.notation.symbols
        symbols.patterns = {**symbols.patterns, "k": "k"}
    return surface


def _title(made: MetricFormula, surface: Surface, *, capital: bool = True) -> str:
    metric = Written(titled(made.page.title, surface, capital=capital))
    return surface.say("formula", "title", metric=metric)


def _steps(made: MetricFormula, surface: Surface) -> list[dict[str, Any]]:
    """The steps as a template takes them, numbered."""
    return [_step(step, surface, made) | {"number": at} for at, step in enumerate(made.steps, 1)]


def _step(step: Step, surface: Surface, made: MetricFormula) -> dict[str, Any]:
    found = step_context(step, surface, made.page)
    if step.kind == "always_equal":
        names = [quantity(surface, metric, average=average) for metric, average in step.facts["equal"]]
        told = surface.say_made("formula", "equal", others=surface.messages.listing(names))
        found["text"] = f"{told} {found['text']}"
    return found
