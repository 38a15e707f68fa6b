"""The machine: six steps from a question about data to a text, the same ones for counts, sets of labels and scores.

    ask       what the definition makes of these data: its formula with every number at its place, and its value
    plan      which parts of it are worked out class by class or in a table, and which by themselves, in which order
    work      the steps, as formulas and keys of sentences: each line follows from the one before
    tell      what of it a reader is told: all, a paragraph for a slide, blanks for what is to be found
    lay out   what is too long for a page is cut, and blanks have their letters
    write     the sentences, formulas and tables in one format, as blocks, and these by its template

Data and views differ, nothing else does: `ask` runs the one definition of a metric (`metrics/`) on leaves that know
their name and their number (`views/trace.py` for counts, `scores/trace.py` for scores). `plan` looks at the recorded
tree alone (`planning/`, `class_tables.py`; for scores the sums that were recorded, `score_steps.py`), `work` at the
plan (`working/`, one rule of arithmetic a function). What is said is decided up to here, as keys of the message
catalogue with their facts; how it is said and what it looks like, `write` knows alone (`writing/`, `notation/`,
`telling.py`).

A report, a comparison, a document and an exercise are made of such pages, and are blocks in the end.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Protocol

from exactmetrics._writers import writer
from exactmetrics.derivation.brief import in_brief
from exactmetrics.derivation.exercise import lettered, scaffolded
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.planning.wide import fitted

if TYPE_CHECKING:
    from exactmetrics.derivation.derivation import Derived


class Plan(Protocol):
    """What will be worked out, and in which order."""

    def work(self) -> Page:
        """The steps."""


class Recorded(Protocol):
    """What a definition made of the data."""

    def plan(self) -> Plan:
        """The parts of the formula in their order."""


def page_of(asked: Derived, *, after: int = 0) -> Page:
    """A derivation as data, for no format; `after` blanks on the same sheet have the letters before its own.

    >>> import exactmetrics as em
    >>> page = page_of(em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy"))
    >>> page.value, [step.kind for step in page.steps]
    (Fraction(2, 3), ['definition', 'substitute_reduce'])
    """
    return lay_out(tell(work(plan(ask(asked))), asked.look.detail), asked.labels, after=after)


def ask(asked: Derived) -> Recorded:
    """Run the definition on the data and record what it does; the value, and the policies that acted, are known."""
    return asked._recorded()


def plan(recorded: Recorded) -> Plan:
    """Find the parts of the recorded formula, and put them in order."""
    return recorded.plan()


def work(planned: Plan) -> Page:
    """Work the parts out, step by step."""
    return planned.work()


def tell(page: Page, detail: str) -> Page:
    """A page in the detail asked for: "brief" for a slide, "scaffold" with blanks for the numbers to be found."""
    if detail == "brief":
        return in_brief(page)
    return scaffolded(page) if detail == "scaffold" else page


def lay_out(page: Page, labels: Sequence[Hashable], *, after: int = 0) -> Page:
    """Cut what is too long for a page; letter the blanks on it, `after` so many others on the same sheet."""
    page = fitted(page)
    return lettered(page, labels, after=after) if page.blanks else page


def write(asked: Derived, name: str, *, data: bool) -> str:
    """The page in a format, below its data if these are wanted.

    >>> import exactmetrics as em
    >>> write(em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy"), "text", data=False).splitlines()[0]
    'Accuracy'
    """
    written: str = writer(asked._kind, "page")(asked, name, data=data)
    return written
