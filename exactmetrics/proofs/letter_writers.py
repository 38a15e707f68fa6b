"""The page of a derivation in letters in every format, and as data for JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.blocks import Block, Table
from exactmetrics.derivation.derivation_writers import StepWriter
from exactmetrics.derivation.json_values import label_data
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import value_text
from exactmetrics.expression.nodes import Expr, Leaf, Num
from exactmetrics.proofs.letters import LetterDerivation, Solution
from exactmetrics.proofs.step_pages import page_of, steps_data, surface_of, title_of

SCHEMA = "exactmetrics/letters/1"


def letters_page(made: LetterDerivation, name: str, *, data: bool = True) -> str:
    """The page in one format; `data` says whether the matrix stands on it."""
    surface = _surface(made, name)
    return page_of(made, surface, [_matrix(made, surface)] if data else [])


def letters_title(made: LetterDerivation, *, capital: bool = True) -> str:
    """The title of a document around it."""
    return title_of(made, _surface(made, "text"), capital=capital)


def letters_data(made: LetterDerivation) -> dict[str, Any]:
    """Everything that is known of it, as `letters.schema.json` describes it."""
    surface, request = _surface(made, "text"), made.request
    writer = StepWriter(surface, _surface(made, "markdown"))
    return {
        "schema": SCHEMA,
        "language": made.look.language,
        "title": title_of(made, surface),
        "labels": [label_data(label) for label in made.matrix.labels],
        "matrix": [list(row) for row in made.matrix.rows],
        "metric": request.name,
        "label": label_data(request.label),
        "average": request.average,
        "formula": writer.tree(made.formula),
        "solution": None if made.solution is None else _solution(made.solution),
        "steps": steps_data(made, surface, writer),
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
    patterns = {letter: _pattern(letter, name) for letter in made.matrix.letters}
    return surface_of(made, name, made.matrix.labels, patterns)


def _pattern(letter: str, name: str) -> str:
    base, _, below = letter.partition("_")
    base = base.rstrip("0123456789") if not below else base
    below = below or letter[len(base) :]
    if name.startswith("text"):
        return letter
    greek = f"\\{base}" if len(base) > 1 else base
    return f"{greek}_{{{below}}}" if below else greek


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
