"""What pages on a formula and pages in letters share: their surface, their title, and their steps."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from exactmetrics.derivation.blocks import Block
from exactmetrics.derivation.derivation_writers import StepWriter
from exactmetrics.derivation.planning.page import Step
from exactmetrics.derivation.telling import steps_block, title_block, written
from exactmetrics.derivation.writing.context import step_context, titled
from exactmetrics.derivation.writing.names import quantity
from exactmetrics.derivation.writing.surface import Surface, Written, surface_for

if TYPE_CHECKING:
    from exactmetrics.proofs.formula import MetricFormula
    from exactmetrics.proofs.letters import LetterDerivation

Made: TypeAlias = "MetricFormula | LetterDerivation"


def surface_of(made: Made, name: str, labels: Sequence[Hashable] = (), own: Mapping[str, str] | None = None) -> Surface:
    """The surface of a format, with symbols of its own; k is the number of classes unless a source has a letter."""
    surface = surface_for(name, made.look, labels)
    symbols, usual = surface.notation.symbols, {"k": "k"} if made.look.profile is None else {}
    symbols.patterns = {**symbols.patterns, **usual, **(own or {})}
    return surface


def page_of(made: Made, surface: Surface, data: Sequence[Block] = ()) -> str:
    """The page in one format, its data below the title."""
    title = title_of(made, surface)
    blocks = [*title_block(title), *data, *steps_block(steps_of(made, surface), 2)]
    return written("derivation", blocks, surface, made.look, title=title)


def title_of(made: Made, surface: Surface, *, capital: bool = True) -> str:
    """The title, which may stand inside a sentence."""
    return surface.say(made._kind, "title", metric=Written(titled(made.page.title, surface, capital=capital)))


def steps_of(made: Made, surface: Surface) -> list[dict[str, Any]]:
    """The steps as a template takes them, numbered."""
    return [_step(step, surface, made) | {"number": at} for at, step in enumerate(made.steps, 1)]


def _step(step: Step, surface: Surface, made: Made) -> dict[str, Any]:
    found = step_context(step, surface, made.page)
    if step.kind == "always_equal":
        names = [quantity(surface, metric, average=average) for metric, average in step.facts["equal"]]
        equal = surface.say_made("formula", "equal", others=surface.messages.listing(names))
        found["text"] = f"{equal} {found['text']}"
    return found


def steps_data(made: Made, text: Surface, writer: StepWriter) -> list[dict[str, Any]]:
    """The steps as data."""
    pairs = zip(made.steps, steps_of(made, text), strict=True)
    return [writer.step(at, *both) for at, both in enumerate(pairs, 1)]
