"""Classification metrics as exact numbers, with every step of the working shown.

The public names are listed in `__all__`. Each is imported from its room when it is first used (PEP 562), so that
`import exactmetrics` itself costs next to nothing.

>>> import exactmetrics as em
>>> cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
>>> cm.value("precision", average="weighted")
Fraction(409, 630)
"""

from __future__ import annotations

import sys

__version__ = "0.1.0"

# Type checkers take this name as true; importing it from `typing` would cost more than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from exactmetrics.api import ConfusionMatrix, OneVsRest, compare, explain, metrics, read
    from exactmetrics.api.multilabel import Multilabel
    from exactmetrics.api.scores import Scores
    from exactmetrics.derivation.comparison import Comparison
    from exactmetrics.derivation.derivation import Derivation
    from exactmetrics.derivation.report import Report
    from exactmetrics.documents import Document, document
    from exactmetrics.exact.certified import Certified
    from exactmetrics.exact.constants import WithPi
    from exactmetrics.exact.errors import (
        ContradictionError,
        ExactMetricsError,
        InputError,
        MissingCountsError,
        ReadingError,
        UndefinedValueError,
        UsageError,
    )
    from exactmetrics.exact.logs import Logarithmic
    from exactmetrics.exact.printed import judge
    from exactmetrics.exact.rounding import decimal
    from exactmetrics.exact.values import Root, Symbolic, Undefined
    from exactmetrics.exercises import exercises, grade
    from exactmetrics.feasibility import Feasibility, feasible
    from exactmetrics.intervals.binomial import binomial_test
    from exactmetrics.intervals.proportion import Interval, proportion_interval
    from exactmetrics.proofs.formula import MetricFormula, formula
    from exactmetrics.proofs.identities import Identity, identities
    from exactmetrics.proofs.letters import LetterMatrix
    from exactmetrics.proofs.proof import Proof, prove
    from exactmetrics.verification.verified import Verification
    from exactmetrics.verification.verify import verify_document
    from exactmetrics.verification.verify_sheet import verify_claims
    from exactmetrics.views.symbol import to_sympy
else:
    ModuleType = type(sys)

__all__ = [
    "Certified", "Comparison", "ConfusionMatrix", "ContradictionError", "Derivation", "Document", "ExactMetricsError",
    "Feasibility", "Identity", "InputError", "Interval", "LetterMatrix", "Logarithmic", "MetricFormula",
    "MissingCountsError", "Multilabel", "OneVsRest", "Proof", "ReadingError", "Report", "Root", "Scores", "Symbolic",
    "Undefined", "UndefinedValueError", "UsageError", "Verification", "WithPi", "binomial_test", "compare", "decimal",
    "document", "exercises", "explain", "feasible", "formula", "grade", "identities", "judge", "metrics",
    "proportion_interval", "prove", "read", "to_sympy", "verify_claims", "verify_document",
]  # fmt: skip

# Where each is imported from on first use.
_ROOMS = {
    "exactmetrics.api": ("ConfusionMatrix", "OneVsRest", "compare", "explain", "metrics", "read"),
    "exactmetrics.api.multilabel": ("Multilabel",),
    "exactmetrics.api.scores": ("Scores",),
    "exactmetrics.derivation.comparison": ("Comparison",),
    "exactmetrics.derivation.derivation": ("Derivation",),
    "exactmetrics.derivation.report": ("Report",),
    "exactmetrics.documents": ("Document", "document"),
    "exactmetrics.exact.errors": (
        "ContradictionError", "ExactMetricsError", "InputError", "MissingCountsError", "ReadingError",
        "UndefinedValueError", "UsageError",
    ),
    "exactmetrics.exact.printed": ("judge",),
    "exactmetrics.exact.rounding": ("decimal",),
    "exactmetrics.exact.constants": ("WithPi",),
    "exactmetrics.exact.logs": ("Logarithmic",),
    "exactmetrics.exact.values": ("Root", "Symbolic", "Undefined"),
    "exactmetrics.exercises": ("exercises", "grade"),
    "exactmetrics.feasibility": ("Feasibility", "feasible"),
    "exactmetrics.intervals.binomial": ("binomial_test",),
    "exactmetrics.exact.certified": ("Certified",),
    "exactmetrics.intervals.proportion": ("Interval", "proportion_interval"),
    "exactmetrics.proofs.formula": ("MetricFormula", "formula"),
    "exactmetrics.proofs.identities": ("Identity", "identities"),
    "exactmetrics.proofs.letters": ("LetterMatrix",),
    "exactmetrics.proofs.proof": ("Proof", "prove"),
    "exactmetrics.verification.verified": ("Verification",),
    "exactmetrics.verification.verify": ("verify_document",),
    "exactmetrics.verification.verify_sheet": ("verify_claims",),
    "exactmetrics.views.symbol": ("to_sympy",),
}  # fmt: skip
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}


def _public(name: str) -> object:
    """Import the public `name` from its room."""
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def _on_first_use(name: str) -> object:
    """Import a public name when it is first asked for, and keep it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = _public(name)
    globals()[name] = value
    return value


# Hidden from type checkers, which would otherwise accept every misspelt name.
if not TYPE_CHECKING:
    __getattr__ = _on_first_use


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return [*__all__, "__version__"]


class _Package(ModuleType):
    """This module, where `metrics` and `exercises` stay the public functions.

    Rooms have the same names, and the import system binds every imported room to its package: without this class
    `exactmetrics.metrics` would be the function or the room, depending on what was imported before. The room is
    reached as `from exactmetrics.metrics import ...`.
    """


def _function(name: str) -> property:
    """The public function of a name, whatever was bound to it; the import system may bind the room without effect."""

    def bind_room(package: ModuleType, value: object) -> None:
        if not isinstance(value, ModuleType):
            raise AttributeError(f"exactmetrics.{name} is the public function and cannot be replaced")

    return property(lambda package: _public(name), bind_room)


# Set from outside the class body, where type checkers would take them for attributes of every module.
for _name in ("metrics", "exercises"):
    setattr(_Package, _name, _function(_name))
sys.modules[__name__].__class__ = _Package
