"""What is asked of statements on metrics: a proof, a matrix that refutes one, or which of several is always true.

The four statements of a choice differ in two places, each altered or not. So each differs from two others in one place,
and the true one is known by nothing but the metrics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Number, value_text
from exactmetrics.exercises.kinds.draw import shuffled
from exactmetrics.exercises.question import Exercise, Option, Pen
from exactmetrics.expression.nodes import Expr, Named
from exactmetrics.matrix.rows import inline
from exactmetrics.proofs.alterations import Alteration, alterations, altered
from exactmetrics.proofs.proof import Proof, prove
from exactmetrics.proofs.statement import IN_WORDS, Statement, read_statement
from exactmetrics.proofs.witness import Rows, Witness, smallest

AMONG = 400  # matrices that a witness is looked for among, so that it is small and soon found
LTR, END = "\u2066", "\u2069"  # around what runs from left to right, where a plain text does not

Below = Callable[[int], int]


class Wrong(NamedTuple):
    """A statement that is not always true, with the smallest matrix on which it is not."""

    statement: Statement
    witness: Witness


@dataclass(frozen=True, slots=True)
class OnStatements:
    """The statements that the sheet shows, what refutes those that are not asked for, and the page of the one that is:
    its proof, or what refutes it."""

    statements: tuple[Statement, ...]
    proof: Proof
    refuted: tuple[Witness | None, ...]
    shows_data = False

    def prompt(self, exercise: Exercise, pen: Pen) -> str:
        """The question, and of which matrices and classes the statements are."""
        say, assumed = pen.say, self.proof.statement.assumed
        facts = {"classes": str(assumed.classes or assumed.at_least)}
        about = "about_exactly" if assumed.classes else "about_at_least"
        said = [say.get("exercises", exercise.kind), say.say(("exercises", about), facts.__getitem__)]
        said += [say.get("proof", "if", condition) for condition in IN_WORDS if condition in assumed.conditions]
        said += [say.get("proof", "any_class")] if any(one.of_class for one in self.statements) else []
        return " ".join([*said, *([say.get("exercises", "write_matrix")] if exercise.kind == "refute" else [])])

    def shown(self, exercise: Exercise, pen: Pen) -> list[str]:
        """The statements, with numbers where there are several, and what the metrics in them are."""
        sides, defined = self._trees()
        lines = [pen.line(pair, one.relation) for pair, one in zip(sides, self.statements, strict=True)]
        numbered = [f"{at}. {line}" for at, line in enumerate(lines, 1)] if lines[1:] else lines
        writer = pen.about(replace(self.proof, definitions=defined))
        return ["\n\n".join(numbered), *map(pen.part, writer.definitions())]

    def legend(self, pen: Pen) -> str:
        """What the letters are, which need be said once."""
        return pen.part(pen.about(self.proof).symbols())

    def told(self, exercise: Exercise, pen: Pen) -> list[str]:
        """The page of the proof, or of the matrix that refutes it; of several statements also why the others fail."""
        page = list(map(pen.part, pen.about(self.proof).parts()))
        if exercise.kind == "refute":
            return [*page, pen.say.get("exercises", "any_other")]
        if exercise.kind == "prove":
            return page
        right = pen.say.say(("exercises", "always_true"), {"n": str(self.refuted.index(None) + 1)}.__getitem__)
        wrong = [
            fails(at, one, pen.say, pen.matrix, pen.exact) for at, one in enumerate(self.refuted, 1) if one is not None
        ]
        return [right, "\n".join(f"- {one}" for one in wrong), *page]

    def _trees(self) -> tuple[list[tuple[Expr, Expr]], tuple[Named, ...]]:
        """Both sides of each statement with what they name, and the definitions of that."""
        from exactmetrics.proofs.trees import definitions, with_definitions

        trees = with_definitions(*(side for one in self.statements for side in (one.left, one.right)))
        known = {one.head: one for tree in trees for one in definitions(tree)}
        return list(zip(trees[::2], trees[1::2], strict=True)), tuple(known.values())


def fails(
    number: int, witness: Witness, say: Messages, matrix: Callable[[Rows], str], exact: Callable[[Number], str]
) -> str:
    """On which matrix a statement does not hold, and what its sides are there."""
    assert witness.left is not None
    assert witness.right is not None
    facts = {"n": str(number), "label": "" if witness.label is None else str(witness.label + 1)}
    facts |= {"matrix": matrix(witness.rows), "left": exact(witness.left), "right": exact(witness.right)}
    return say.say(("exercises", "fails_of_class" if facts["label"] else "fails"), facts.__getitem__)


def made(id: str, kind: str, text: str, holds: bool, below: Below, language: str) -> Exercise | None:
    """The exercise of a kind on a statement, which holds or not; None where there is none."""
    say, order = messages(language), list[Wrong | None]()
    if kind == "refute" and holds:
        changed = (_refuted(altered(text, one)) for one in _plausible(text, below))
        text = next((one.statement.text for one in changed if one is not None), text)
    elif kind == "always":
        order += _square(text, below)
        if not order:
            return None
    proof = prove(text)
    if proof.verdict != ("refuted" if kind == "refute" else "proved"):
        return None
    order.insert(below(len(order) + 1), None)
    shown = tuple(proof.statement if one is None else one.statement for one in order)
    task = OnStatements(shown, proof, tuple(None if one is None else one.witness for one in order))
    options = tuple(_options(task, say)) if kind == "always" else ()
    model = None if options else "" if proof.witness is None else inline(proof.witness.rows)
    title = say.get("exercises", f"title_{kind}")
    return Exercise(id, kind, title, proof.statement, options=options, task=task, model=model)


def _options(task: OnStatements, say: Messages) -> Iterator[Option]:
    def plain(text: str) -> str:
        return f"{LTR}{text}{END}" if say.direction == "rtl" else text

    for at, witness in enumerate(task.refuted, 1):
        text, told = say.say(("exercises", "statement"), {"n": str(at)}.__getitem__), say.get("exercises", "right")
        if witness is not None:
            told = fails(at, witness, say, lambda rows: plain(inline(rows)), lambda value: plain(value_text(value)))
        yield Option(str(at), text, witness is None, told)


def _square(text: str, below: Below) -> list[Wrong]:
    """A statement with one alteration, with another one, and with both, in any order, all false; none of them else."""
    found: list[tuple[Alteration, Wrong]] = []
    for one in _plausible(text, below):
        false = _refuted(altered(text, one))
        if false is None:
            continue
        for other, also in found:
            apart = one.end <= other.start or other.end <= one.start
            both = _refuted(altered(text, one, other)) if apart else None
            if both is not None and len({both.statement.text, also.statement.text, false.statement.text}) == 3:
                return list(shuffled([false, also, both], below))
        found.append((one, false))
    return []


def _refuted(text: str) -> Wrong | None:
    try:
        statement = read_statement(text)
        witness = smallest(statement, AMONG)
    except UsageError:  # no metric has this average, or no value is exact
        return None
    return None if witness is None else Wrong(statement, witness)


def _plausible(text: str, below: Below) -> Iterator[Alteration]:
    """The alterations in any order: of names those that stand once on their side, for one that stands on none; of other
    parts those outside of the brackets with the parameters of a metric."""
    middle = len(read_statement(text).left_text)
    words = [re.findall(r"\w+", side) for side in (text[:middle], text[middle:])]
    for one in shuffled(list(alterations(text)), below):
        name, side = text[one.start : one.end], words[one.start > middle]
        if one.other.isidentifier():
            fits = side.count(name) == 1 and one.other not in words[0] + words[1]
        else:
            fits = text.count("[", 0, one.start) == text.count("]", 0, one.start)
        if fits:
            yield one
