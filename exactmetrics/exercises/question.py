"""One exercise as data: what is asked, what answers it, and what its sheet and its key show.

An exercise is answered in one of three ways, whatever its kind: by choosing one of its `options`, by filling in its
`fields`, or by a number, where it has neither. Whoever writes or grades exercises needs no case for each kind.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, cast

from exactmetrics.api import ConfusionMatrix
from exactmetrics.api.scores import Scores
from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.score_grid import written
from exactmetrics.exact.rounding import decimal, stripped
from exactmetrics.exact.values import Number, value_text
from exactmetrics.exercises.slips import Slip
from exactmetrics.expression.nodes import Expr
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request
from exactmetrics.proofs.statement import Statement

if TYPE_CHECKING:
    from exactmetrics.proofs.page import PageWriter, Part
    from exactmetrics.proofs.proof import Proof

NO_REQUEST = cast(Request, None)  # of a statement, which asks for no metric
PLACES = 4  # of an answer that is no fraction
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of classes
MARKS = LETTERS.lower()  # of options, which are told from classes by being small
# The shares of the points that an answer gets, where nobody says otherwise.
SHARES = {"right": Fraction(1), "rounded": Fraction(1, 2), "slip": Fraction(0)}


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose: its letter, how it is printed, whether it is right, and what is said to whoever takes it.

    `slip` is the wrong way that leads to it, where there is one.
    """

    letter: str
    text: str
    right: bool
    feedback: str
    slip: Slip | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One number to fill in: its letter, its answer, what it is called if it is no blank of a page.

    `wrong` are other numbers, each with the kind and the sentence of the slip that leads to it.
    """

    letter: str
    answer: str
    name: str = ""
    wrong: tuple[tuple[str, str, str], ...] = ()


class Pen(Protocol):
    """How one format writes what an exercise says."""

    say: Messages

    def math(self, members: Sequence[Expr], sign: str = "=") -> str:
        """A chain of equal expressions, or of others with a sign between them, as Markdown."""

    def line(self, members: Sequence[Expr], sign: str = "=") -> str:
        """The same on a line of its own, with fractions as large as they are there."""

    @property
    def between(self) -> str:
        """What stands between two boxes in a line."""

    def box(self, what: Expr, letter: str, *, wide: bool) -> str:
        """What is to be filled in: its symbol, and an empty box with its letter, a wide one for a fraction."""

    def exact(self, value: Number) -> str:
        """An exact value as Markdown: a fraction as it is typed, a root as a formula where the format has these."""

    def plain(self, text: str) -> str:
        """A text without any meaning in Markdown."""

    def strong(self, text: str) -> str:
        """A text that stands out, as Markdown, where the format can show that."""

    def prose(self, text: str) -> str:
        """Markdown that was written elsewhere, with its signs as formulas."""

    def pair(self, what: str, value: str) -> str:
        """What something is called, and its value."""

    def legend(self, symbols: Sequence[Expr]) -> str:
        """What symbols stand for, in a sentence, as Markdown."""

    def matrix(self, rows: Sequence[Sequence[int]]) -> str:
        """A matrix as it is typed in, as Markdown."""

    def about(self, proof: Proof) -> PageWriter:
        """What writes the page of a proof in this format."""

    def part(self, part: Part) -> str:
        """A part of such a page as Markdown."""


class Task(Protocol):
    """What a kind of exercises asks for that is more than a value of the data; its texts are Markdown."""

    shows_data: bool  # whether the sheet shows the matrix, or the scores

    def prompt(self, exercise: Exercise, pen: Pen) -> str:
        """The question."""

    def shown(self, exercise: Exercise, pen: Pen) -> list[str]:
        """What the sheet shows below the question and the data."""

    def told(self, exercise: Exercise, pen: Pen) -> list[str]:
        """Why the answer is right, for the key."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question about a matrix, scores or a statement, its `data`: its id on the sheet, its kind, what is asked for,
    and the value that answers it.

    `title` is what is asked for, as it stands inside a sentence, and `question` the metric with its options, as an
    answer sheet has them. `places` says how many places are asked; an
    exact fraction is where it is None. `slips` are the wrong ways that lead to another number, each number once.
    `task` is what a kind asks for besides the value itself. It is worth so many `points`, and a slip
    the share of them that is `partial_credit`.

    On a statement there is neither `request` nor `value`. Where the answer is open, `model` is one that is right: a
    matrix, or nothing where a proof is asked for.
    """

    id: str
    kind: str
    title: str
    data: ConfusionMatrix | Scores | Statement
    request: Request = NO_REQUEST
    question: Mapping[str, Any] = field(default_factory=dict)
    value: Number = Fraction(0)
    places: int | None = None
    slips: tuple[Slip, ...] = ()
    options: tuple[Option, ...] = ()
    fields: tuple[Field, ...] = ()
    task: Task | None = None
    model: str | None = None
    partial_credit: Fraction = SHARES["slip"]
    points: Fraction = Fraction(1)

    @property
    def shares(self) -> dict[str, Fraction]:
        """What answers get of the points, by what they are."""
        return SHARES | {"slip": self.partial_credit}

    def share(self, word: str) -> Fraction:
        """What an answer gets of the points that is what this word says."""
        return self.shares.get(word, Fraction(0))

    def worth(self, word: str) -> Fraction:
        """The points of such an answer."""
        return self.points * self.share(word)

    @property
    def marks(self) -> list[str]:
        """The letters of options, without those that are names of classes."""
        return [letter for letter in MARKS if letter not in self.labels]

    @property
    def labels(self) -> Sequence[Hashable]:
        """The names of the classes."""
        return () if isinstance(self.data, Statement) else self.data.labels

    @property
    def counts(self) -> Counts:
        """The counts of a matrix."""
        return self.matrix._counts

    @property
    def matrix(self) -> ConfusionMatrix:
        """The data, where they are a matrix."""
        assert isinstance(self.data, ConfusionMatrix)
        return self.data

    @property
    def given(self) -> dict[str, Any]:
        """The data as a document and a key have them."""
        if isinstance(self.data, ConfusionMatrix):
            return {"labels": list(self.counts.labels), "matrix": self.counts.rows()}
        if isinstance(self.data, Statement):
            return {"statement": self.data.text}
        samples = self.data._samples
        scores = [written(score, fractions=False) for score in samples.exact_of(samples.positive or 0)]
        return {"y_true": [samples.labels[at] for at in samples.truth], "scores": scores}

    @property
    def totals(self) -> set[int]:
        """The numbers of samples, of which students make denominators; of scores also that of the pairs."""
        if isinstance(self.data, ConfusionMatrix):
            return {int(one) for one in (*self.counts.support, *self.counts.predicted, self.counts.n)}
        assert isinstance(self.data, Scores)
        positives = sum(label == self.data.positive for label in self.given["y_true"])
        n = int(self.data.n)
        return {positives, n - positives, n, positives * (n - positives)}

    @property
    def heading(self) -> str:
        """The title as it stands by itself."""
        return self.title[:1].upper() + self.title[1:]

    @property
    def answer(self) -> str:
        """The answer as it is asked for: the text of an option, the numbers of named fields, or the value."""
        if self.options:
            return next(option.text for option in self.options if option.right)
        if self.model is not None:
            return self.model
        named = [f"{field.name} = {field.answer}" for field in self.fields if field.name]
        return ", ".join(named) or self.printed

    @property
    def about(self) -> str:
        """What it is about: the name of its metric, or a statement."""
        return "statement" if isinstance(self.data, Statement) else self.request.metric.name

    @property
    def is_open(self) -> bool:
        """Whether no list of answers holds all that are right, so that a learning system leaves them to a person."""
        return self.model is not None

    @property
    def shows_data(self) -> bool:
        """Whether the sheet shows the matrix, or the scores."""
        return self.task is None or self.task.shows_data

    @property
    def is_by_line(self) -> bool:
        """Whether the options are numbered lines that the question shows, so that nobody need list them again."""
        return bool(self.options) and self.options[0].letter.isdigit()

    @property
    def printed(self) -> str:
        """The value as it is asked for."""
        return printed(self.value, self.places)


def asked_for(exercise: Exercise, shown: str) -> dict[str, str]:
    """What is asked for as a sentence names it, as it is shown there; English has no article before "Cohen's"."""
    return {"value": shown, "owner": "yes" if "'s " in exercise.title else "no"}


def points_text(points: Fraction) -> str:
    """Points as gradebooks and learning systems read them: a decimal, of six places at most.

    >>> points_text(Fraction(1)), points_text(Fraction(1, 3))
    ('1', '0.333333')
    """
    return stripped(decimal(points, places=6))


def printed(value: Number, places: int | None) -> str:
    """A number as options and keys have it; a whole one has no places."""
    whole = isinstance(value, Fraction) and value.denominator == 1
    return value_text(value) if places is None or whole else decimal(value, places=places)


def options_of(question: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `value` for a question as an answer sheet has it."""
    return {key: value for key, value in question.items() if key not in ("metric", "parameters")} | dict(
        question.get("parameters", {})
    )
