"""Statements for exercises: those of the registry of identities, or those that are given.

Those of the registry come by their level: of one class, in TP, FP, FN and TN; of averages and of the matrix, by sums
over the classes; inequalities. A level comes when the one before is used up, so that a sheet has one as long as it
lasts. What is the definition of a metric is nothing to prove.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from exactmetrics.exact.errors import UsageError
from exactmetrics.exercises.question import Exercise
from exactmetrics.expression.nodes import Leaf, Named
from exactmetrics.proofs.statement import Asked, Statement, everything, read_statement

LEVELS = (1, 2, 3)
PROVE, REFUTE = "prove", "refute"  # the kinds that need a true statement, and one that is not


class Statements:
    """Draws the statements of one sheet: about a metric, or any; `taken` are those that it has, by kind."""

    def __init__(
        self,
        metric: str | None,
        given: Sequence[str],
        level: int | None,
        *,
        seed: int,
        language: str,
        taken: set[tuple[str, str]],
    ) -> None:
        self.metric, self.given, self.level = metric, given, level
        self.language, self.taken = language, taken
        self.random = Random(seed).random

    def below(self, k: int) -> int:
        return int(self.random() * k)

    def exercise(self, id: str, kind: str) -> Exercise:
        """The next exercise of a kind; UsageError where no statement is left for it.

        A statement comes twice where there is no other, and never for one kind.
        """
        from exactmetrics.exercises.kinds.on_statements import made

        self.check(kind)
        for before in (("", kind), (kind,)):
            for text, holds in self._pool:
                if any((one, text) in self.taken for one in before) or self._is_unfit(kind, holds):
                    continue
                exercise = made(id, kind, text, holds, self.below, self.language)
                self.taken.add((kind, text))  # also where nothing is made of it
                if exercise is not None:
                    self.taken.add(("", text))
                    return exercise
        for text, holds in self._pool:
            if self._is_unfit(kind, holds):
                found = "proved" if holds else "refuted"
                raise UsageError(
                    f"{text!r} is {found}, so there is nothing to {kind}: ask for another kind than {kind}"
                )
        raise UsageError(
            f"no statement{self._about} is left for another exercise of the kind {kind!r}: give fewer exercises, or "
            f"more statements with statement=, or ask for another kind than {kind}"
        )

    def _is_unfit(self, kind: str, holds: bool) -> bool:
        """Whether a statement that is given is of the other truth than what a kind asks for."""
        return bool(self.given) and ((kind == PROVE and not holds) or (kind == REFUTE and holds))

    def takes(self, kind: str) -> bool:
        """Whether there are statements."""
        return bool(self._pool)

    def check(self, kind: str) -> None:
        """Refuse a kind where there are no statements."""
        if not self._pool:
            raise UsageError(
                f"the registry has no statement{self._about}: give one with statement=, or ask for exercises of "
                f"another kind than {kind}; `exactmetrics identities` lists those that there are"
            )

    @property
    def _about(self) -> str:
        level = "" if self.level is None or self.given else f" of level {self.level}"
        return level + ("" if self.metric is None or self.given else f" on {self.metric}")

    @cached_property
    def _pool(self) -> list[tuple[str, bool]]:
        """The statements in the order in which they come, and whether each is true."""
        from exactmetrics.proofs.identities import AVERAGES, identities

        if self.given:
            return [(text, _is_true(text)) for text in self.given]
        rows = [(read_statement(one.statement), one) for one in identities()]
        usual = {name for statement, one in rows if one.group != AVERAGES for name in _metrics(statement)}
        found = []
        for statement, one in rows:
            names, level = _metrics(statement), _level(statement)
            fits = names <= usual if self.metric is None else self.metric in names
            if fits and self.level in (None, level) and not (one.holds and _is_definition(statement)):
                found.append((level, self.random(), statement.text, one.holds))
        return [(text, holds) for _, _, text, holds in sorted(found)]


def _level(statement: Statement) -> int:
    return 3 if statement.relation != "=" else 1 if statement.of_class else 2


def _asked(statement: Statement) -> list[Asked]:
    sides = (statement.left, statement.right)
    return [part for side in sides for part in everything(side, summed=True) if isinstance(part, Asked)]


def _metrics(statement: Statement) -> set[str]:
    return {one.request.metric.name for one in _asked(statement)}


def _is_definition(statement: Statement) -> bool:
    """Whether one side is what the other one is defined to be, or says that in counts, or as the mean that it is; of
    the counts of one class alone nothing else is said."""
    from exactmetrics.proofs.trees import definitions, with_definitions

    sides = with_definitions(statement.left, statement.right)
    if any(isinstance(one, Named) and one.body == other for one, other in (sides, sides[::-1])):
        return True
    if not _asked(statement):
        return statement.of_class
    averaged = [one for one in _asked(statement) if one.request.average]
    counts = {one.head.metric for side in sides for one in definitions(side) if averaged and isinstance(one.body, Leaf)}
    alone = isinstance(statement.left, Asked) and len(_metrics(statement) - counts) == 1
    return statement.relation == "=" and alone and averaged in ([], [statement.left])


def _is_true(text: str) -> bool:
    """Whether a statement that is given is true; one that is not decided is refused."""
    from exactmetrics.proofs.proof import prove

    verdict = prove(text).verdict
    if verdict == "undecided":
        raise UsageError(f"{text!r} is neither proved nor refuted, so it has no key: leave it out")
    return verdict == "proved"
