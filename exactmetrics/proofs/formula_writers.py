"""The page on a formula in every format, and as data for JSON."""

from __future__ import annotations

from typing import Any

from exactmetrics.derivation.derivation_writers import StepWriter
from exactmetrics.proofs.formula import MetricFormula
from exactmetrics.proofs.step_pages import page_of, steps_data, surface_of, title_of

SCHEMA = "exactmetrics/formula/1"


def formula_page(made: MetricFormula, name: str, *, data: bool = True) -> str:
    """The page in one format; there are no data that could be left out."""
    return page_of(made, surface_of(made, name))


def formula_title(made: MetricFormula, *, capital: bool = True) -> str:
    """The title of a document around it."""
    return title_of(made, surface_of(made, "text"), capital=capital)


def formula_data(made: MetricFormula) -> dict[str, Any]:
    """Everything that is known of it, as `formula.schema.json` describes it."""
    surface, request = surface_of(made, "text"), made.request
    return {
        "schema": SCHEMA,
        "language": made.look.language,
        "title": title_of(made, surface),
        "question": {
            "metric": request.name,
            "average": request.average,
            "form": request.bound.chosen.name,
            "convention": request.bound.convention.name,
            "combine": request.combine if request.average else None,
            "parameters": {name: str(value) for name, value in request.parameters.items()},
        },
        "steps": steps_data(made, surface, StepWriter(surface, surface_of(made, "markdown"))),
    }
