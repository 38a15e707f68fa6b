"""What a diagnosis holds: the verdict, the explanations that fit, and remarks on a value that is right."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request

if TYPE_CHECKING:
    from exactmetrics.derivation.derivation import Derivation


@dataclass(frozen=True, slots=True)
class Explanation:
    """One slip that leads to the printed digits.

    `kind` is one of `KINDS`, `facts` are what its sentence names, `value` is the number the slip leads to. `request`
    and `blocks` are the question and the counts that have this value; `request` is None where no question has it (a
    slip of digits). `score` is what the ranking went by.
    """

    kind: str
    facts: Mapping[str, Any]
    value: Value
    request: Request | None
    blocks: Blocks
    score: float

    def text(self, language: str = "en") -> str:
        """The sentence.

        >>> from exactmetrics.verification.diagnosis import diagnose
        >>> found = diagnose("0.83", "precision", [[5, 1, 0], [1, 6, 0], [1, 1, 3]], label=0)
        >>> found.shown[0].text("es")
        'La precisión y la exhaustividad están intercambiadas: esto es «exhaustividad».'
        """
        from exactmetrics.verification.diagnosis.wording import sentence

        return sentence(self.kind, self.facts, language)


@dataclass(frozen=True, slots=True)
class Remark:
    """What surprises about a value, without being wrong: its `kind` and what its sentence names."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The sentence.

        >>> Remark("micro").text()[:30]
        'With one true and one predicte'
        """
        from exactmetrics.verification.diagnosis.wording import sentence

        return sentence(self.kind, self.facts, language)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The verdict on a printed value, and what may have gone wrong.

    `explanations` are all that fit, the likeliest first; `shown` the first of them, no kind twice while others wait.
    """

    verdict: Verdict
    request: Request
    blocks: Blocks
    counts: Counts | None = None
    positive: Hashable | None = None
    explanations: tuple[Explanation, ...] = ()
    shown: tuple[Explanation, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def sentences(self, language: str = "en") -> list[str]:
        """The sentences of what is shown and remarked; where several values may have been meant, that it is so.

        >>> from exactmetrics.verification.diagnosis import diagnose
        >>> diagnose("0.66", "recall", [[4, 2], [0, 3]], label=0).sentences()
        ['The digits are cut off, not rounded; rounded they are 0.67.']
        """
        from exactmetrics.verification.diagnosis.wording import sentence

        said = [explanation.text(language) for explanation in self.shown]
        said += [remark.text(language) for remark in self.remarks]
        return said if self.decided else [*said, sentence("undecided", {}, language)]

    @property
    def decided(self) -> bool:
        """Whether the digits leave one value only that may have been meant.

        >>> from exactmetrics.verification.diagnosis import diagnose
        >>> diagnose("0.66", "recall", [[4, 2], [0, 3]], label=0).decided
        True
        """
        return len({explanation.value for explanation in self.explanations}) <= 1

    def derivation(self, explanation: Explanation | None = None, *, language: str = "en") -> Derivation:
        """How the right value comes about; or the value that an explanation leads to, where a question has it.

        >>> from exactmetrics.verification.diagnosis import diagnose
        >>> found = diagnose("0.8", "precision", [[4, 1], [2, 3]], label=0)
        >>> found.derivation().value, found.derivation(found.shown[0]).value
        (Fraction(2, 3), Fraction(4, 5))
        """
        from exactmetrics.derivation.derivation import Derivation
        from exactmetrics.derivation.look import Look

        request, blocks, cells = self.request, self.blocks, self.counts
        if explanation is not None:
            request = explanation.request or request
            cells = cells if explanation.blocks is blocks else None
            blocks = explanation.blocks

        def rows() -> list[list[Any]] | None:
            return None if cells is None or cells.k > 100 else cells.rows()

        return Derivation(request, blocks, rows, positive=self.positive, look=Look(language=language))
