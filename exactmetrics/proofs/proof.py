"""Prove a statement on metrics for every matrix, or refute it by the smallest matrix on which it does not hold.

An equality is proved where both sides have one normal form, an inequality where a certificate says why the difference
is never negative. Whatever is proved is also looked at on random matrices with the exact values that everybody is
given; a difference there would be an error of this package, and is raised as one. Where neither a proof nor a
counterexample is found, the verdict is "undecided", and it is tried for two, three and four classes.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from exactmetrics.derivation.look import Look
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Number
from exactmetrics.expression.nodes import Expr, Named
from exactmetrics.metrics.suggest import choices
from exactmetrics.proofs import FORMATS
from exactmetrics.proofs.statement import Condition, Statement, read_statement
from exactmetrics.proofs.witness import Witness, checked, is_ordered, random_matrices, refuted, where_undefined

if TYPE_CHECKING:
    from exactmetrics.proofs.inequality import Shown
    from exactmetrics.proofs.normal import Normal
    from exactmetrics.proofs.ratios import Ratio
    from exactmetrics.proofs.trees import Writer

Verdict: TypeAlias = Literal["proved", "refuted", "undecided"]
Side: TypeAlias = Literal["left", "right", "difference"]
# Why a line is so: as it was asked, by the definitions, with sums written out for two classes, in free counts, by what
# sums of counts are, in cells.
Why: TypeAlias = Literal["asked", "definitions", "both", "counts", "sums", "two_classes", "cells"]
SECONDS = 8.0  # for a proof, and as many for the smallest counterexample
FIXED = (2, 3, 4)  # numbers of classes for which a statement is tried where it is not decided for all
SECONDS_FIXED = 2.0  # for each of them
LONGEST_DIFFERENCE = 70  # characters of a difference that is told


class ProofError(RuntimeError):
    """A proof that a matrix contradicts: an error of this package, which nobody's statement should meet."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a proof: a side of the statement, or the difference of both, in some form, and why it has it."""

    side: Side
    formula: Expr
    why: Why


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of a `statement`.

    `verdict` is "proved", "refuted" or "undecided"; `witness` the matrix that refutes it, `outside` the smallest one on
    which a side has no value, of which the statement says nothing; `definitions` what the metrics are, `lines` how the
    sides come to their forms; `difference` is left minus right, where it is short; `certificate` says why an inequality
    holds; `checked` is in how many random cases a proof was seen to hold, `decided_for` for which numbers of classes a
    statement is proved that is not decided for all; `demands` is what a proof needs of every class, as weighted means
    may.

    >>> from exactmetrics import prove
    >>> proof = prove("specificity[micro] = accuracy")
    >>> proof
    <specificity[micro] = accuracy: refuted>
    >>> proof.verdict, proof.witness.rows, proof.values
    ('refuted', ((0, 0, 0), (0, 0, 0), (0, 1, 0)), (Fraction(1, 2), Fraction(0, 1)))
    >>> proof.difference is None, len(proof.definitions)
    (False, 2)
    >>> proof = prove("recall[macro] = balanced_accuracy")
    >>> proof.outside.rows, [line.why for line in proof.lines], proof.checked > 30, proof.certificate
    (((0, 0), (0, 1)), ['asked', 'definitions', 'asked', 'definitions'], True, None)
    >>> proof.statement.relation, proof.demands, proof.decided_for
    ('=', frozenset(), ())
    """

    statement: Statement
    verdict: Verdict
    witness: Witness | None = None
    outside: Witness | None = None
    definitions: tuple[Named, ...] = ()
    lines: tuple[Line, ...] = ()
    difference: Expr | None = None
    certificate: Shown | None = None
    checked: int = 0
    decided_for: tuple[int, ...] = ()
    demands: frozenset[Condition] = frozenset()

    def __repr__(self) -> str:
        return f"<{self.statement.text}: {self.verdict}>"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def values(self) -> tuple[Number, Number] | None:
        """The exact values of both sides on the matrix that refutes it.

        >>> from exactmetrics import prove
        >>> prove("precision[weighted] = accuracy").values
        (Fraction(1, 1), Fraction(1, 2))
        """
        if self.witness is None or self.witness.left is None or self.witness.right is None:
            return None
        return self.witness.left, self.witness.right

    def to(self, format: str, *, language: str = "en") -> str:
        r"""The page of the proof or of the counterexample in a format by its name, or its data as "json".

        The formats are "text", "markdown", "github", "latex", "latex-document", "html", "html-fragment" and "json".

        Raises:
            UsageError: a format or a language that does not exist.

        >>> from exactmetrics import prove
        >>> print(prove("f1 = dice").to("latex").splitlines()[0])
        \section*{Proved: \texttt{f1 = dice}}
        """
        import json

        from exactmetrics.derivation.messages import check_language
        from exactmetrics.derivation.shown import WRITTEN, in_document
        from exactmetrics.proofs.page import page, title

        if format not in FORMATS:
            raise UsageError(f"no proof is written as {format!r}; {choices(format, FORMATS)}")
        check_language(language)
        if format == "json":
            return json.dumps(self.to_dict(), indent=2)
        name, alone = WRITTEN[format]
        body = page(self, name, language)
        return in_document(name, body, title(self, language), Look(language=language)) if alone else body

    def to_text(self, *, language: str = "en") -> str:
        """The page of the proof or of the counterexample, for a terminal.

        >>> from exactmetrics import prove
        >>> print(prove("f1 = dice + 1").to_text().splitlines()[0])
        Refuted: f1 = dice + 1
        """
        return self.to("text", language=language)

    def to_markdown(self, *, language: str = "en") -> str:
        """The page as Markdown, with formulas in LaTeX.

        >>> from exactmetrics import prove
        >>> print(prove("f1 = dice").to_markdown().splitlines()[0])
        # Proved: `f1 = dice`
        """
        return self.to("markdown", language=language)

    def to_latex(self, *, document: bool = False, language: str = "en") -> str:
        """A LaTeX fragment, or with `document` a file that compiles by itself.

        >>> from exactmetrics import prove
        >>> prove("f1 = dice").to_latex(document=True).count("begin{document}")
        1
        """
        return self.to("latex-document" if document else "latex", language=language)

    def to_html(self, *, document: bool = True, language: str = "en") -> str:
        """One self-contained HTML file, or without `document` its inner part.

        >>> from exactmetrics import prove
        >>> print(prove("f1 = dice").to_html().splitlines()[0])
        <!DOCTYPE html>
        """
        return self.to("html" if document else "html-fragment", language=language)

    def to_dict(self) -> dict[str, Any]:
        """Everything that is known of the statement, for JSON.

        >>> from exactmetrics import prove
        >>> prove("precision[weighted] = accuracy").to_dict()["witness"]
        [[0, 0], [1, 1]]
        """
        from exactmetrics.proofs.page import data

        return data(self)


def prove(statement: str, *, seconds: float | None = None) -> Proof:
    """Prove a statement on metrics for every matrix, or refute it by the smallest matrix on which it does not hold.

    A statement is two sides with `=`, `<=`, `<`, `>=` or `>` between them. A side is made of metrics by any of their
    names, with an average or parameters in brackets (`f1[macro]`, `fbeta[macro, beta=2]`); of TP, FP, FN, TN, P and R
    of any one class; of T (correct predictions), N (samples), k (classes) and numbers; by `+ - * / ^`, `sqrt`, `min`,
    `max` and `abs`; of `sum(...)` over all classes. Behind `if` stand conditions, joined by `and`: `k = 2`, `k >= 3`,
    `every class is predicted`, `every class has samples`. It is said of all matrices on which both sides have a value.
    `seconds` bounds the search; 8 where it is not given.

    Raises `UsageError` for a statement that is not understood, with its place.

    >>> prove("precision[micro] = accuracy").verdict
    'proved'
    >>> proof = prove("precision[weighted] = accuracy")
    >>> proof.verdict, proof.witness.rows, proof.values
    ('refuted', ((0, 0), (1, 1)), (Fraction(1, 1), Fraction(1, 2)))
    >>> prove("mcc^2 = informedness*markedness").verdict, prove("mcc^2 = informedness*markedness if k = 2").verdict
    ('refuted', 'proved')
    """
    read = read_statement(statement)
    seconds = SECONDS if seconds is None else seconds
    if not isinstance(seconds, (int, float)) or not 0 < seconds <= 600:
        raise UsageError(f"seconds= is a number above 0, at most 600, not {seconds!r}")
    matrices = list(random_matrices(read.assumed))
    against = checked(read, matrices)[1]
    attempt = _Attempt(read, time.monotonic() + seconds)
    if against is None and attempt.holds:
        return attempt.proved(matrices)
    witness = refuted(read, time.monotonic() + (seconds if against else seconds / 2))
    if witness is not None:
        return attempt.refuted(witness)
    return attempt.undecided()


class _Attempt:
    """An attempt to prove a statement, and what came of it."""

    def __init__(self, statement: Statement, deadline: float) -> None:
        from exactmetrics.proofs.trees import definitions, with_definitions
        from exactmetrics.views.general import NotGeneralError

        self.statement, self.deadline = statement, deadline
        self.sides: list[Expr] = []
        with suppress(NotGeneralError):  # a counterexample may be found all the same
            self.sides = with_definitions(statement.left, statement.right)
        known = [one for side in self.sides for one in definitions(side)]
        self.definitions = tuple({one.head: one for one in known}.values())  # those inside stand last
        self.normal: Normal | None = None
        self.forms: list[Ratio] = []
        self.certificate: Shown | None = None

    @cached_property
    def holds(self) -> bool:
        """Whether the statement is proved."""
        classes = self.statement.assumed.classes
        if classes == FIXED[0] and self._of(classes, self.deadline):  # in four counts, which says more than sums do
            return True
        if self._of(None, self.deadline) and not self.demands - self.statement.assumed.conditions:
            return True
        return classes in FIXED[1:] and self._of(classes, self.deadline)

    @property
    def demands(self) -> frozenset[Any]:
        return frozenset(getattr(self.normal, "demands", ()))

    def _of(self, classes: int | None, deadline: float) -> bool:
        """Whether it is proved for a number of classes, or for all."""
        from exactmetrics.proofs.normal import EveryMatrix, FixedMatrix
        from exactmetrics.proofs.ratios import NoFormError, TooLongError

        if not self.sides or (self.statement.of_class and (classes or 2) > 2 and is_ordered(self.statement)):
            return False  # the first of several classes is not like the others where they have an order
        known = self.statement.assumed.classes
        self.normal = EveryMatrix(deadline, known) if classes is None else FixedMatrix(classes, deadline)
        self.forms = []
        try:
            self.forms = [self.normal.form(side) for side in self.sides]
            if classes is not None and self._demands_of_sums(deadline) - self.statement.assumed.conditions:
                return False
            return self._related()
        except (NoFormError, TooLongError):
            return False
        except ZeroDivisionError:
            raise UsageError(f"a side of {self.statement.text!r} divides by 0, whatever the matrix") from None

    def _demands_of_sums(self, deadline: float) -> set[str]:
        """What weighted means demand of every class, which is seen where a class is any."""
        from exactmetrics.proofs.normal import EveryMatrix

        every = EveryMatrix(deadline)
        for side in self.sides:
            every.form(side)
        return every.demands

    def _related(self) -> bool:
        left, right = self.forms
        relation = self.statement.relation
        difference = left - right if relation in ("=", ">=", ">") else right - left
        if not difference:
            return relation in ("=", "<=", ">=")
        if relation == "=":
            return False
        self.certificate = self._never_negative(difference)
        return self.certificate is not None and (relation in ("<=", ">=") or self.certificate.strict)

    def _never_negative(self, difference: Ratio) -> Shown | None:
        from exactmetrics.proofs.inequality import never_negative

        assert self.normal is not None
        return never_negative(self.normal, difference, self.statement.assumed.at_least)

    # what is told

    def _lines(self) -> tuple[Line, ...]:
        """How each side comes to its form."""
        from exactmetrics.proofs.rewriting import both_classes
        from exactmetrics.proofs.trees import spelt_out

        lines = list[Line]()
        writer, forms, why = self._writer()
        spelt = list(map(spelt_out, self.sides))
        for side, tree, full, form in zip(("left", "right"), self.sides, spelt, forms, strict=True):
            formulas: list[tuple[Expr, Why]] = [(tree, "asked"), (full, "definitions")]
            if why == "two_classes" and (written := both_classes(tree)) is not None:
                formulas.append((written, "both"))
            formulas.append((writer.tree(form), why))
            if spelt[0] == spelt[1]:  # nothing is left to be shown
                del formulas[2:]
            last: Expr | None = None
            for formula, reason in formulas:
                if formula != last:
                    lines.append(Line(side, formula, reason))  # type: ignore[arg-type]
                last = formula
        return tuple(lines)

    def _writer(self) -> tuple[Writer, Sequence[Ratio], Why]:
        """What writes the forms, the forms as it writes them, and why the sides have them."""
        from exactmetrics.proofs.normal import EveryMatrix, FixedMatrix
        from exactmetrics.proofs.trees import IN_COUNTS, OfCounts, in_counts, writer_of

        normal = self.normal
        if isinstance(normal, FixedMatrix):
            return writer_of(normal), self.forms, "two_classes" if normal.size == 2 else "cells"
        assert isinstance(normal, EveryMatrix)
        free = [in_counts(normal, form) for form in self.forms]
        if self.statement.of_class and None not in free:
            return OfCounts(normal, IN_COUNTS), free, "counts"  # type: ignore[return-value]
        return writer_of(normal), self.forms, "sums"

    def proved(self, matrices: Sequence[Any]) -> Proof:
        held, against = checked(self.statement, matrices)
        if against is not None:
            raise ProofError(f"{self.statement.text!r} was proved, and does not hold on {against.rows}")
        outside = where_undefined(self.statement, time.monotonic() + 1)
        if not held:  # nothing is said of a statement that is about no matrix
            return replace(self.undecided(), outside=outside)
        return Proof(
            self.statement, "proved", None, outside, self.definitions, self._told(), certificate=self.certificate,
            checked=held, demands=self.demands,
        )  # fmt: skip

    def _told(self) -> tuple[Line, ...]:
        from exactmetrics.proofs.ratios import TooLongError

        try:
            return self._lines()
        except TooLongError:  # proved, and too long to be printed
            return ()

    def refuted(self, witness: Witness) -> Proof:
        """What becomes of a statement that a matrix refutes; its forms say what is true instead."""
        if not self.forms:
            self._of(self.statement.assumed.classes if self.statement.assumed.classes in FIXED else None, self.deadline)
        two = self.statement.assumed.classes is None and len(witness.rows) > FIXED[0]  # the smallest has more of them
        decided = FIXED[:1] if two and self.statement.assumed.allows(FIXED[0]) and self._is_proved_for(FIXED[0]) else ()
        difference = self._difference()
        return Proof(self.statement, "refuted", witness, None, self.definitions, (), difference, decided_for=decided)

    def _difference(self) -> Expr | None:
        """Left minus right, where that is short."""
        from exactmetrics.proofs.page import formula
        from exactmetrics.proofs.ratios import NoFormError, TooLongError

        if self.statement.relation != "=" or len(self.forms) < 2 or self.demands - self.statement.assumed.conditions:
            return None
        try:
            writer, (left, right), _ = self._writer()
            tree = writer.tree(left - right)
        except (TooLongError, NoFormError, ZeroDivisionError):
            return None
        return tree if len(formula(tree)) <= LONGEST_DIFFERENCE else None

    def _is_proved_for(self, classes: int) -> bool:
        """Whether the statement is proved for a number of classes, and holds on random matrices of it."""
        assumed = replace(self.statement.assumed, classes=classes)
        fixed = _Attempt(replace(self.statement, assumed=assumed), time.monotonic() + SECONDS_FIXED)
        held = fixed._of(classes, fixed.deadline)
        return held and checked(fixed.statement, list(random_matrices(assumed)))[1] is None

    def undecided(self) -> Proof:
        """What is left to be said: for which numbers of classes it is proved."""
        assumed, demands = self.statement.assumed, self.demands
        lines = self._told() if self.forms else ()
        decided = [] if assumed.classes else list(takewhile(self._is_proved_for, filter(assumed.allows, FIXED)))
        return Proof(self.statement, "undecided", None, None, self.definitions, lines, decided_for=tuple(decided),
                     demands=demands)  # fmt: skip
