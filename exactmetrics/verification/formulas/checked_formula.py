"""What is said of a formula of a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from exactmetrics.exact.printed import Level
from exactmetrics.verification.checked import Correction, Hint, Span

if TYPE_CHECKING:
    from exactmetrics.verification.formulas.deciding import Shown

SLIPS = (
    "brackets", "exchanged", "instead", "transposed", "sign", "operation", "too-many", "factor", "square", "root",
    "inverted", "complement", "mean-of-sum", "minus-one", "averaged", "arithmetic", "geometric", "of",
)  # fmt: skip
KINDS = (*(f"formula-{slip}" for slip in SLIPS), "formula-is", "formula-differs")
FormulaWord: TypeAlias = Literal["right", "wrong", "not-judged"]


@dataclass(frozen=True, slots=True)
class CheckedFormula:
    """A formula by the metric or count that it names, as it is printed, with its verdict.

    `metric` is what the left side names, `left` its text; `convention` says by which convention or average it is right,
    "" by the usual definition. Of a wrong one `witness` is the smallest matrix on which it differs, `slip` the one
    change that makes it right, where there is one; `average` is that of what it names, and `one_class` says that it is
    in counts without a class.
    """

    span: Span
    left: str
    printed: str
    metric: str
    verdict: FormulaWord
    convention: str = ""
    witness: Shown | None = None
    slip: Hint | None = None
    average: str = ""
    one_class: bool = False

    @property
    def level(self) -> Level | None:
        """An error where it is wrong; None where it is not judged."""
        return {"right": "ok", "wrong": "error"}.get(self.verdict)  # type: ignore[return-value]

    @property
    def definition(self) -> str:
        """What is right instead of a wrong one; "" where that is no formula of one line."""
        from exactmetrics.verification.formulas.definitions import definition_in_signs

        return definition_in_signs(self.metric, self.average, self.one_class) if self.verdict == "wrong" else ""

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What is said of a wrong one: the slip, what is right, and the matrix on which it differs."""
        shown = self.witness
        differs = () if shown is None else (Hint("formula-differs", shown.facts()),)
        named = {"other": self.metric, **({"averaged": self.average} if self.average else {})}
        right = (Hint("formula-is", {**named, "formula": self.definition}),) if self.definition else ()
        return (*(() if self.slip is None else (self.slip,)), *right, *differs)

    @property
    def more(self) -> tuple[Hint, ...]:
        return ()

    @property
    def correction(self) -> Correction | None:
        return None
