"""What is to be said of a document as a whole: how its data were read, where it does not say so itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exactmetrics._writers import writer

if TYPE_CHECKING:
    from exactmetrics.verification.checked import Span

KINDS = ("classes-differ", "data-kept", "data-replaced", "shares-true", "shares-predicted", "shares-all")


@dataclass(frozen=True, slots=True)
class Remark:
    """A note on the data of a document: of `KINDS`, with what its sentence names.

    `span` is the place of the matrix in the file, None where the data were given.
    """

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = None

    def text(self, language: str = "en") -> str:
        """The sentence, plain text: to be escaped by whoever shows it."""
        return str(writer("remark", "sentence")(self, language))
