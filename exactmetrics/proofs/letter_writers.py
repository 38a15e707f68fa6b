"""The page of a derivation in letters in every format, and as data for JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.blocks import Block, Table
from exactmetrics.derivation.derivation_writers import StepWriter
from exactmetrics.derivation.json_values import label_data
from exactmetrics.derivation.telling import steps_block, title_block, written
from exactmetrics.derivation.writing.context import step_context, titled
from exactmetrics.derivation.writing.surface import Surface, Written, surface_for
from exactmetrics.exact.values import value_text
from exactmetrics.expression.nodes import Expr, Leaf, Num
from exactmetrics.proofs.letters import LetterDerivation, Solution

SCHEMA = "exactmetrics/letters/1"


def letters_page(made: LetterDerivation, name: str, *, data: bool = True) -> str:
    """The page in one format; `data` says whether the matrix stands on it."""
    surface = _surface(made, name)
    title = _title(made, surface)
    blocks = [*title_block(title), *([_matrix(made, surface)] if data else []), *steps_block(_steps(made, surface), 2)]
    return written("derivation", blocks, surface, made.look, title=title)


def letters_title(made: LetterDerivation, *, capital: bool = True) -> str:
    """The title of a document around it."""
    return _title(made, _surface(made, "text"), capital=capital)


def letters_data(made: LetterDerivation) -> dict[str, Any]:
    """Everything that is known of it, as `letters.schema.json` describes it."""
    surface, request = _surface(made, "text"), made.request
    writer = StepWriter(surface, _surface(made, "markdown"))
    told = zip(made.steps, _steps(made, surface), strict=True)
    return {
        "schema": SCHEMA,
        "language": made.look.language,
        "title": _title(made, surface),
        "labels": [label_data(label) for label in made.matrix.labels],
        "matrix": [list(row) for row in made.matrix.rows],
        "metric": request.name,
        "label": label_data(request.label),
        "average": request.average,
        "formula": writer.tree(made.formula),
        "solution": None if made.solution is None else _solution(made.solution),
        "steps": [writer.step(at, *both) for at, both in enumerate(told, 1)],
    }


def _solution(found: Solution) -> dict[str, Any]:
    return {
        "letter": found.letter,
        "value": value_text(found.value),
        "exact": [value_text(one) for one in found.exact],
        "whole": list(found.whole),
        "about": list(found.about),
        "rounded": None if found.rounded is None else list(found.rounded),
    }


def formula_text(made: LetterDerivation) -> str:
    """The value in letters, as plain text."""
    return _surface(made, "text").notation.show(made.formula)


def _surface(made: LetterDerivation, name: str) -> Surface:
    """The surface of a format, on which a letter is its own symbol."""
    surface = surface_for(name, made.look, made.matrix.labels)
    symbols = surface.notation.symbols
    usual = {"k": "k"} if made.look.profile is None else {}
    symbols.patterns = {
        **symbols.patterns,
        **usual,
        **{letter: _pattern(letter, name) for letter in made.matrix.letters},
    }
    return surface


def _pattern(letter: str, name: str) -> str:
    base, _, below = letter.partition("_")
    base = base.rstrip("0123456789") if not below else base
    below = below or letter[len(base) :]
    if name.startswith("text"):
        return letter
    greek = f"\\{base}" if len(base) > 1 else base
    return f"{greek}_{{{below}}}" if below else greek


def _title(made: LetterDerivation, surface: Surface, *, capital: bool = True) -> str:
    return surface.say("letters", "title", metric=Written(titled(made.page.title, surface, capital=capital)))


def _matrix(made: LetterDerivation, surface: Surface) -> Block:
    """The matrix, with names as heads: rows are true classes."""
    say = surface.messages
    true, predicted = ([f"{say.get('words', side)}: {surface.name(label)}" for label in made.matrix.labels]
                       for side in ("true", "predicted"))  # fmt: skip
    show = surface.inline_notation.show
    cells = [[surface.inline(show(_shown(cell))) for cell in row] for row in made.matrix.rows]
    rows = [[name, *row] for name, row in zip(true, cells, strict=True)]
    heads = ["", *predicted]
    return Table("counts", heads, rows, ["left", *["right"] * len(predicted)], surface.lines(heads, rows))


def _shown(cell: int | str) -> Expr:
    return Leaf(cell, None, None) if isinstance(cell, str) else Num(Fraction(cell))


def _steps(made: LetterDerivation, surface: Surface) -> list[dict[str, Any]]:
    """The steps as a template takes them, numbered."""
    return [step_context(step, surface, made.page) | {"number": at} for at, step in enumerate(made.steps, 1)]
