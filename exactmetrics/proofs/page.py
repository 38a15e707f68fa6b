"""The page of a proof, of a counterexample, or of what was not decided: as text, as Markdown, and as plain data.

The verdict comes first. Then stand what the metrics are, each side line by line with the reason of every line, and
where the statement says nothing; or the matrix that refutes it, with both values. What is said is a row of blocks, each
a paragraph or a list of formulas with their reasons, which both surfaces write in their way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from exactmetrics.derivation.look import averages_below
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.latex import Latex
from exactmetrics.derivation.notation.symbols import DEFAULT_LATEX, STYLES, Symbols, as_text
from exactmetrics.derivation.notation.terminal import folded
from exactmetrics.derivation.notation.text import Text
from exactmetrics.exact.values import Number, value_text
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import Expr, Sum
from exactmetrics.matrix.rows import inline
from exactmetrics.proofs.statement import IN_WORDS

if TYPE_CHECKING:
    from exactmetrics.proofs.proof import Proof
    from exactmetrics.proofs.witness import Witness

Surface: TypeAlias = Literal["text", "markdown"]
SCHEMA = "exactmetrics/prove/1"
WIDTH = 80  # columns of plain text
LONGEST_VALUE = 60  # characters of an exact value that is printed


class Row(NamedTuple):
    """A formula, or two with a sign between them, and why it is so."""

    formula: str
    reason: str = ""


class Block(NamedTuple):
    """A sentence or two, and the formulas that stand below it."""

    text: str
    rows: Sequence[Row] = ()


def formula(e: Expr, surface: Surface, language: str = "en") -> str:
    """A formula with the symbols of proofs: k is the number of classes, s_i and c_i are samples and predictions."""
    text = surface == "text"
    patterns = {name: as_text(one) if text else one for name, one in (DEFAULT_LATEX | {"k": "k"}).items()}
    style = STYLES["text" if text else "latex"]
    averages = {word: style.average(called) for word, called in averages_below(messages(language)).items()}
    symbols = Symbols(patterns, averages, list("123456789"), style)
    return (Text if text else Latex)(symbols).show(e)


def page(proof: Proof, surface: Surface, language: str = "en") -> str:
    """The page of a statement."""
    blocks = list(_Writer(proof, surface, messages(language)).blocks())
    return "\n\n".join(map(_text if surface == "text" else _markdown, blocks)) + "\n"


def _text(block: Block) -> str:
    """A block as plain text: reasons stand in brackets behind short formulas, and below long ones."""
    lines = [folded(block.text, WIDTH)]
    wide = max((len(row.formula) for row in block.rows if len(row.formula) <= WIDTH // 2), default=0)
    for row in block.rows:
        if not row.reason:
            lines.append(f"  {row.formula}")
        elif len(row.formula) <= wide:
            lines.append(f"  {row.formula.ljust(wide)}   ({row.reason})")
        else:
            lines += [f"  {row.formula}", f"  {' ' * wide}   ({row.reason})"]
    return "\n".join(lines)


def _markdown(block: Block) -> str:
    rows = [f"- {row.formula}" + (f" ({row.reason})" if row.reason else "") for row in block.rows]
    return "\n".join([block.text, *([""] if rows else []), *rows])


class _Writer:
    """What is said of one proof, in one language and on one surface."""

    def __init__(self, proof: Proof, surface: Surface, words: Messages) -> None:
        self.proof, self.surface, self.words = proof, surface, words

    def say(self, *path: str, **facts: str) -> str:
        return self.words.say(("proof", *path), lambda place: facts[place])

    def code(self, text: str) -> str:
        return text if self.surface == "text" else f"`{text}`"

    def shown(self, e: Expr, sign: str = "") -> str:
        """A formula as it stands in a sentence or a list, with a sign before it."""
        text = formula(e, self.surface, self.words.language)
        return f"{sign}{text}" if self.surface == "text" else f"${sign}{text}$"

    def blocks(self) -> Iterator[Block]:
        proof = self.proof
        title = self.say(proof.verdict, statement=self.code(proof.statement.text))
        yield Block(title if self.surface == "text" else f"**{title}**")
        if proof.verdict == "refuted":
            yield from self._counterexample()
            return
        if proof.verdict == "undecided":
            yield Block(self._undecided())
        else:
            yield Block(self._scope())
        yield from self._definitions()
        yield from self._sides()
        yield from self._certificate()
        if proof.verdict == "proved":
            yield from self._end()

    def _scope(self) -> str:
        """For which matrices it holds."""
        assumed = self.proof.statement.assumed
        number = assumed.classes or assumed.at_least
        said = [self.say("for_classes" if assumed.classes else "for_every", classes=str(number))]
        said += [self.say("if", condition) for condition in IN_WORDS if condition in assumed.conditions]
        if self.proof.statement.of_class:
            said.append(self.say("any_class"))
        return " ".join(said)

    def _undecided(self) -> str:
        said = [self.say("nothing_found")]
        if self.proof.demands - self.proof.statement.assumed.conditions:
            said.append(self.say("weights_demand"))
        if self.proof.decided_for:
            said.append(self.say("decided_for", classes=self.words.listing(list(map(str, self.proof.decided_for)))))
        return " ".join(said)

    def _definitions(self) -> Iterator[Block]:
        rows = []
        for one in self.proof.definitions:
            head, body = (formula(e, self.surface, self.words.language) for e in (one, one.body))
            rows.append(Row(f"{head} = {body}" if self.surface == "text" else f"${head} = {body}$"))
        if rows:
            yield Block(self.say("definitions"), rows)

    def _sides(self) -> Iterator[Block]:
        lines = self.proof.lines
        if not lines:
            return
        reasons = {line.why for line in lines}
        yield Block(self.say("symbols"))
        if "sums" in reasons:
            yield Block(self.say("known"))
        if reasons & {"two_classes", "counts"}:
            yield Block(self.say("free_counts" if "counts" in reasons else "free_cells"))
        for side in ("left", "right"):
            rows = [
                Row(self.shown(line.formula, "= " if at else ""), self.say("why", line.why))
                for at, line in enumerate(one for one in lines if one.side == side)
            ]
            yield Block(self.say(side), rows)

    def _certificate(self) -> Iterator[Block]:
        """Why the difference of an inequality is never negative."""
        proof = self.proof
        if proof.certificate is None:
            return
        from exactmetrics.proofs.told import equalities, told

        less = proof.statement.relation in ("<=", "<")
        yield Block(self.say("difference", by_side=self.say("right_less_left" if less else "left_less_right")))
        least = str(proof.statement.assumed.at_least)
        for part in told(proof.certificate):
            text = self.say("over", part.over, classes=least)
            if part.given:
                given = self.words.listing([self.shown(one) for one in part.given])
                text = f"{self.say('case', given=given)} {text}"
            rows = [Row(self.shown(part.quotient))]
            rows += [Row(self.shown(e), self.say("reason", kind)) for e, kind in part.rows]
            yield Block(text, rows)
        if proof.certificate.kind == "root":
            yield Block(self.say("squared"))
        if equal := equalities(proof.certificate):
            rows = [Row(", ".join(f"{self.shown(one)} = 0" for one in together)) for together in equal]
            yield Block(self.say("equal_classes" if proof.certificate.over == "classes" else "equal"), rows)

    def _end(self) -> Iterator[Block]:
        proof = self.proof
        last = [[line.formula for line in proof.lines if line.side == side][-1:] for side in ("left", "right")]
        said = []
        if proof.certificate is None and all(last):
            said.append(self.say("same" if last[0] == last[1] else "same_roots"))
        if any(isinstance(e, Sum) and e.zeros for one in proof.definitions for e in walk(one.body)):
            said.append(self.say("weight"))
        if said:
            yield Block(" ".join(said))
        said = [self.say("checked", count=str(proof.checked))]
        if proof.outside is not None:
            said.insert(0, self.say("outside", matrix=self.code(inline(proof.outside.rows))))
        yield Block(" ".join(said))

    def _counterexample(self) -> Iterator[Block]:
        proof, witness = self.proof, self.proof.witness
        assert witness is not None
        key = "witness" if witness.smallest else "witness_found"
        count = str(witness.samples)
        text = self.say(key, samples=self.words.say(("words", "samples"), lambda place: count))
        yield Block(text, [Row(self.code(inline(witness.rows)))])
        if witness.label is not None:
            yield Block(self.say("of_class", label=str(witness.label + 1)))
        statement = proof.statement
        values = [
            Row(f"{self.code(side)} = {_value(value)}")
            for side, value in ((statement.left_text, witness.left), (statement.right_text, witness.right))
        ]
        yield Block(self.say("values"), values)
        yield from self._definitions()
        if proof.difference is not None:
            both = " - ".join(
                side if _is_one(side) else f"({side})" for side in (statement.left_text, statement.right_text)
            )
            yield Block(self.say("instead"), [Row(f"{self.code(both)} = {self.shown(proof.difference)}")])


def _is_one(side: str) -> bool:
    """Whether a side needs no brackets."""
    return not any(sign in side for sign in "+-*/<>=") or ("[" in side and side.endswith("]") and side.count("[") == 1)


def _value(value: Number | None) -> str:
    text = value_text(value) if value is not None else ""
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


def data(proof: Proof) -> dict[str, Any]:
    """Everything that is known of a statement, as `prove.schema.json` describes it."""
    witness, values = proof.witness, proof.values
    return {
        "schema": SCHEMA,
        "statement": proof.statement.text,
        "assumed": str(proof.statement.assumed),
        "verdict": proof.verdict,
        **_matrix("witness", witness),
        "class": None if witness is None else witness.label,
        "smallest": None if witness is None else witness.smallest,
        "values": None if values is None else [value_text(value) for value in values],
        "difference": None if proof.difference is None else formula(proof.difference, "text"),
        **_matrix("outside", proof.outside),
        "definitions": [f"{formula(one, 'text')} = {formula(one.body, 'text')}" for one in proof.definitions],
        "lines": [
            {"side": line.side, "formula": formula(line.formula, "text"), "why": line.why} for line in proof.lines
        ],
        "certificate": None if proof.certificate is None else proof.certificate.kind,
        "checked": proof.checked,
        "decided_for": list(proof.decided_for),
    }


def _matrix(key: str, witness: Witness | None) -> dict[str, list[list[int]] | None]:
    return {key: None if witness is None else [list(row) for row in witness.rows]}
