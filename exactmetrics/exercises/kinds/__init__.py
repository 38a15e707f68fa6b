"""The kinds of exercises: what each makes of a matrix and a value; None where it can make nothing of them.

Those of `ON_STATEMENTS` are about no matrix; `on_statements` makes them, which needs all that proves.
"""

from collections.abc import Callable

from exactmetrics.exercises.kinds.blanks import blanks
from exactmetrics.exercises.kinds.choice import choice
from exactmetrics.exercises.kinds.convention import convention
from exactmetrics.exercises.kinds.counts import counts
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.kinds.error import error
from exactmetrics.exercises.kinds.possible import possible
from exactmetrics.exercises.question import Exercise

MAKERS: dict[str, Callable[[Exercise, Draw], Exercise | None]] = {
    "compute": lambda exercise, _: exercise,
    "choice": choice,
    "blanks": blanks,
    "error": error,
    "counts": counts,
    "possible": possible,
    "convention": convention,
}
ON_STATEMENTS = ("prove", "always", "refute")
KINDS = (*MAKERS, *ON_STATEMENTS)
ONE_CLASS = ("counts", "possible")  # kinds that ask of one class against the others
