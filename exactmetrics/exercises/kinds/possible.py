"""Whether printed scores can come from any counts: true ones, or ones that are changed until none can have them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from exactmetrics.derivation.messages import messages
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.kinds.one_class import BESIDE, Given, asked, beside, feasibility, listed, sizes
from exactmetrics.exercises.question import Exercise, Option, Pen
from exactmetrics.exercises.slips import is_possible
from exactmetrics.feasibility import Feasibility

PLACES = 2  # of a score, where nobody asks for others
NEAR = 9  # units of the last place by which a score is changed at most
WITNESS = 2  # paragraphs with the counts, before what follows from them


@dataclass(frozen=True, slots=True)
class Reported:
    """The scores as they are printed, and what is known of them."""

    scores: tuple[tuple[Given, str], ...]
    found: Feasibility
    shows_data = False

    def prompt(self, exercise: Exercise, pen: Pen) -> str:
        places = len(self.scores[0][1].partition(".")[2])
        return sizes(exercise, "possible", pen, places=str(places))

    def shown(self, exercise: Exercise, pen: Pen) -> list[str]:
        return [listed(self.scores, pen)]

    def told(self, exercise: Exercise, pen: Pen) -> list[str]:
        """The counts that give the scores, or why none do; how the scores were read the question says."""
        verdict, *rest = self.found.to_markdown(language=pen.say.language).split("\n\n")
        return list(map(pen.prose, [verdict, *rest[: WITNESS if self.found else -1]]))


def possible(exercise: Exercise, draw: Draw) -> Exercise | None:
    """Scores that are true, or nearly so."""
    names = [name for name in BESIDE if name != exercise.request.metric.name]
    other = beside(exercise, names[draw.below(len(names))], draw.language)
    if other is None:
        return None
    places = PLACES if draw.places is None else draw.places
    given = [other, asked(exercise)]
    printed = [decimal(one.value, places=places) for one in given]
    if draw.below(2):
        changed = _changed(exercise, given, printed, draw)
        if changed is None:
            return None
        printed = changed
    scores = tuple(zip(given, printed, strict=True))
    found = feasibility(exercise, scores)
    if found.feasible is None:
        return None
    say = messages(draw.language)
    told = [say.get("exercises", sentence) for sentence in ("right", "has_counts" if found else "has_none")]
    options = tuple(
        Option(letter, say.get("exercises", word), right, told[not right])
        for letter, (word, right) in zip(exercise.marks, (("yes", bool(found)), ("no", not found)), strict=False)
    )
    return replace(exercise, options=options, task=Reported(scores, found))


def _changed(exercise: Exercise, given: list[Given], printed: list[str], draw: Draw) -> list[str] | None:
    """The scores with one of them changed by as little as makes them impossible."""
    first, up = draw.below(len(given)), draw.below(2)
    for step in range(1, NEAR + 1):
        for at in (first, 1 - first):
            places = len(printed[at].partition(".")[2])
            for sign in (1, -1) if up else (-1, 1):
                number = Fraction(printed[at]) + Fraction(sign * step, 10**places)
                if number <= 0 or not is_possible(number, given[at].request):
                    continue
                tried = [*printed]
                tried[at] = decimal(number, places=places)
                if feasibility(exercise, list(zip(given, tried, strict=True))).feasible is False:
                    return tried
    return None
