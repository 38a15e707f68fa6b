"""What is to be said of a document as a whole: how its data were read, where it does not say so itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactmetrics.verification.checked import Span

KINDS = ("rows-read", "positive-read", "classes-differ")
SHOWN = 8  # classes that are named


@dataclass(frozen=True, slots=True)
class Remark:
    """A note on the data of a document: of `KINDS`, with what its sentence names.

    `span` is the place of the matrix in the file, None where the data were given.
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = None

    def text(self, language: str = "en") -> str:
        """The sentence, plain text: to be escaped by whoever shows it.

        >>> Remark("classes-differ", {"data": ("0", "1"), "document": ("cat", "dog")}).text()[:66]
        'The data have the classes 0, 1; the document speaks of cat, dog. N'
        """
        from exactmetrics.derivation.messages import messages

        say = messages(language)

        def shown(place: str) -> str:
            fact = self.facts[place]
            if place == "side":
                return say.get("verify", f"rows_{fact}")
            return (
                say.row([*map(str, fact[:SHOWN]), *(["…"] if len(fact) > SHOWN else [])])
                if isinstance(fact, tuple)
                else str(fact)
            )

        return say.say(("verify", "remark", self.kind), shown)
