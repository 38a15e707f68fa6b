"""The page of a proof, of a counterexample, or of what was not decided, in every format, and as plain data.

The verdict comes first. Then stand what the metrics are, each side line by line with the reason of every line, and
where the statement says nothing; or the matrix that refutes it, with both values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from exactmetrics.derivation.blocks import Block, Items, Paragraph
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.look import Look, averages_below
from exactmetrics.derivation.notation.symbols import DEFAULT_LATEX, STYLES, Symbols, as_text
from exactmetrics.derivation.notation.terminal import folded
from exactmetrics.derivation.telling import title_block, written
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import Number, value_text
from exactmetrics.expression.evaluate import children, walk
from exactmetrics.expression.nodes import ANY, SECOND, Abs, Add, Div, Expr, Leaf, Log, Max, Min, Neg, Num, Sum
from exactmetrics.matrix.rows import inline
from exactmetrics.proofs.statement import IN_WORDS
from exactmetrics.proofs.trees import ONE, added, letter

if TYPE_CHECKING:
    from exactmetrics.proofs.proof import Proof
    from exactmetrics.proofs.told import Line
    from exactmetrics.proofs.witness import Witness

SCHEMA = "exactmetrics/prove/1"
WIDTH = 80  # columns of plain text
LONGEST_VALUE = 60  # characters of an exact value that is printed
# Counts in sentences of the catalogue, which stand there as plain text has them.
_COUNT = (
    r"(?<![A-Za-z_])(?:(?:TP|FP|FN|TN|[scuv])_i|c_j|m_i,j|delta_i,j|TP|FP|FN|TN|[NKTMWUVABCEkij]|[sc](?= =))"
    r"(?![A-Za-z_’'])"
)
MARK = 0xE000  # the first character of those that stand for formulas in a sentence
_IN_TEXT = re.compile(rf"([{chr(MARK)}-{chr(MARK + 99)}]|{_COUNT}(?: [-=+] (?:{_COUNT}|\d+))*)")
_BLOCK_OF = {"TP": "tp", "FP": "fp", "FN": "fn", "TN": "tn", "s": "support", "c": "predicted"}


# The sentences that are told where one of these is in a formula.
SYMBOLS: dict[str, set[object]] = {
    "cells_are": {"cell"}, "gaps_are": {"gap"}, "largest_are": {"row_largest", "column_largest"}, "logs": {Log},
    "larger": {Max}, "smaller": {Min},
}  # fmt: skip
# Signs between two sides, where they are written otherwise.
SIGNS = {"latex": {"<=": r"\le", ">=": r"\ge"}, "mathml": {"=": "<mo>=</mo>", "<=": "<mo>≤</mo>", ">=": "<mo>≥</mo>"}}
FREE = (
    "counts",
    "cells",
    "others",
    "matrix",
    "samples",
)  # what a certificate is over that needs no sums of the classes


_X, _Y = letter("x"), letter("y")
_APART = Abs(Add((_X, Neg(_Y))))
# The larger and the smaller of two values, and what they are.
EXTREMES = tuple(
    (kind((_X, _Y)), Div(Add((_X, _Y, apart)), Num(Fraction(2)))) for kind, apart in ((Max, _APART), (Min, Neg(_APART)))
)


class Row(NamedTuple):
    """A formula, or two with a sign between them, and why it is so."""

    formula: str
    reason: str = ""


class Part(NamedTuple):
    """A sentence or two, and the formulas that stand below it."""

    text: str
    rows: Sequence[Row] = ()


def surface_of(name: str, language: str = "en") -> Surface:
    """The surface of a format with the symbols of proofs: k is the number of classes, cells have numbers below them."""
    format, look = FORMATS[name], Look(language=language)
    text, style = format.style == "text", STYLES[format.style]
    patterns = {name: as_text(one) if text else one for name, one in (DEFAULT_LATEX | {"k": "k"}).items()}
    averages = {word: style.average(called) for word, called in averages_below(look.messages).items()}
    return Surface(format, Symbols(patterns, averages, list(map(style.label, "123456789")), style), look.messages)


def formula(e: Expr, language: str = "en") -> str:
    """A formula as plain text."""
    return surface_of("text", language).notation.show(e)


def page(proof: Proof, name: str, language: str = "en") -> str:
    """The page of a statement in one format."""
    surface = surface_of(name, language)
    writer = PageWriter(proof, surface)
    blocks = [*title_block(writer.title()), *(block for part in writer.parts() for block in _blocks(part, surface))]
    text = written("derivation", blocks, surface, Look(language=language), title=writer.title())
    return text if surface.format.formulas else folded(text, WIDTH)


def title(proof: Proof, language: str = "en") -> str:
    """The title of a document around a proof."""
    return PageWriter(proof, surface_of("text", language)).title()


def _blocks(part: Part, surface: Surface) -> list[Block]:
    """A sentence, and a list of formulas with their reasons: in plain text these stand in a column of their own."""
    said: list[Block] = [Paragraph("said", part.text)] if part.text else []
    if not part.rows:
        return said
    reasons = [f"({row.reason})" if row.reason else "" for row in part.rows]
    if surface.format.formulas:
        lines = [" ".join(filter(None, both)) for both in zip((row.formula for row in part.rows), reasons, strict=True)]
        return [*said, Items("formulas", lines)]
    lines, wide = [], max((len(row.formula) for row in part.rows if len(row.formula) <= WIDTH // 2), default=0)
    for row, reason in zip(part.rows, reasons, strict=True):
        if not reason:
            lines.append(row.formula)
        elif len(row.formula) <= wide:
            lines.append(f"{row.formula.ljust(wide)}   {reason}")
        else:
            lines += [row.formula, f"{' ' * wide}   {reason}"]
    return [*said, Items("lines", lines)]


def _sum_of(text: str) -> Expr:
    """Counts that are added and subtracted, as the tree of it."""
    first, *others = text.split(" ")
    terms = [_count(first)]
    for sign, name in zip(others[::2], others[1::2], strict=True):
        terms.append(_count(name) if sign == "+" else Neg(_count(name)))
    return added(terms)


def _count(text: str) -> Expr:
    """A count or a number by how plain text writes it."""
    name, _, below = text.partition("_")
    if name in _BLOCK_OF:
        return Leaf(_BLOCK_OF[name], {"": ONE, "i": ANY, "j": SECOND}[below], None)
    if name in ("N", "k"):
        return Leaf(name.lower(), None, None)
    if text in ("m_i,j", "delta_i,j"):
        return Leaf("cell" if name == "m" else "gap", replace(ANY, other=SECOND), None)
    return Num(Fraction(name)) if name.isdigit() else letter(text)


def _within(e: Expr) -> Iterator[Expr]:
    """Every node of a formula, also of what is added up over the classes."""
    yield e
    for part in (e.body,) if isinstance(e, Sum) else children(e):
        yield from _within(part)


def code(text: str, surface: Surface) -> str:
    """A text as it is typed in."""
    before, after = surface.format.code
    return f"{before}{text if before == '`' else surface.plain(text)}{after}"


def typed(rows: Sequence[Sequence[int]], surface: Surface) -> str:
    """A matrix as it is typed in; where sentences run from right to left, as a formula, which does not."""
    if surface.messages.direction == "ltr":
        return code(inline(rows), surface)
    shown = {"latex": r"\text{%s}", "mathml": "<mtext>%s</mtext>"}.get(surface.format.style, "%s")
    return surface.inline(shown % inline(rows))


class PageWriter:
    """What is said of one proof on one surface."""

    def __init__(self, proof: Proof, surface: Surface) -> None:
        self.proof, self.surface, self.words = proof, surface, surface.messages

    def say(self, *path: str, **facts: str) -> str:
        return self.surface.say_made("proof", *path, **facts)

    def say_counts(self, *path: str, **facts: str | Sequence[Expr]) -> str:
        """A sentence of the catalogue with counts in it, each set as a formula; so are facts that are formulas."""
        formulas = {name: value for name, value in facts.items() if not isinstance(value, str)}
        marks = {name: chr(MARK + at) for at, name in enumerate(formulas)}
        known = {marks[name]: value for name, value in formulas.items()}
        parts = _IN_TEXT.split(self.say(*path, **{**facts, **marks}))  # type: ignore[arg-type]
        for at in range(1, len(parts), 2):
            parts[at] = self._equal(*known[parts[at]]) if parts[at] in known else self._counts(parts[at])
        return "".join(part if at % 2 else self._prose(part) for at, part in enumerate(parts))

    def _prose(self, text: str) -> str:
        """Words between formulas, with the blanks at their ends."""
        inside = text.strip()
        return text.replace(inside, self.surface.prose(inside), 1) if inside else text

    def _counts(self, text: str) -> str:
        """Counts and signs between them as a formula."""
        return self._equal(*map(_sum_of, text.split(" = ")))

    def _equal(self, *sides: Expr) -> str:
        """Formulas that are equal, as one."""
        return self.surface.inline(self._sign("=").join(map(self.surface.notation.show, sides)))

    def _sign(self, sign: str) -> str:
        style = self.surface.format.style
        made = SIGNS.get(style, {}).get(sign, sign)
        return made if style == "mathml" else f" {made} "

    def code(self, text: str) -> str:
        return code(text, self.surface)

    def shown(self, e: Expr, sign: str = "") -> str:
        """A formula as it stands in a sentence or a list, with a sign before it."""
        return self.surface.inline(f"{self._sign(sign).lstrip() if sign else ''}{self.surface.notation.show(e)}")

    def title(self) -> str:
        return self.say(self.proof.verdict, statement=self.code(self.proof.statement.text))

    def parts(self) -> Iterator[Part]:
        proof = self.proof
        if proof.verdict == "refuted":
            yield from self._counterexample()
            return
        yield Part(self._undecided() if proof.verdict == "undecided" else self._scope())
        yield from self.definitions()
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

    def definitions(self) -> Iterator[Part]:
        rows = []
        for one in self.proof.definitions:
            if self.shown(one) != self.shown(one.body):
                rows.append(Row(self._equal(one, one.body)))
        if rows:
            yield Part(self.say("definitions"), rows)

    def symbols(self) -> Part:
        """What the counts are, and the cells and the largest of them where they are used."""
        proof = self.proof
        trees = [*(one.body for one in proof.definitions), *(line.formula for line in proof.lines)]
        found = {type(e) if not isinstance(e, Leaf) else e.block for one in trees for e in _within(one)}
        said = [self.say_counts("symbols")]
        said += [
            self.say_counts(key, gap="delta_i,j", larger=EXTREMES[0], smaller=EXTREMES[1])
            for key, kinds in SYMBOLS.items()
            if found & kinds
        ]
        return Part(" ".join(said))

    def _sides(self) -> Iterator[Part]:
        lines = self.proof.lines
        if not lines:
            return
        reasons = {line.why for line in lines}
        yield self.symbols()
        shown = self.proof.certificate
        if "sums" in reasons or (shown is not None and shown.over not in FREE):
            yield Part(self.say_counts("known"))
        if reasons & {"two_classes", "counts"}:
            either = "either_class" if self.proof.statement.of_class else ""
            keys = ["free_counts"] if "counts" in reasons else ["free_cells", either]
            yield Part(" ".join(self.say_counts(key) for key in keys if key))
        for side in ("left", "right"):
            rows = [
                Row(self.shown(line.formula, "=" if at else ""), self.say("why", line.why))
                for at, line in enumerate(one for one in lines if one.side == side)
            ]
            yield Part(self.say(side), rows)

    def _certificate(self) -> Iterator[Part]:
        """Why the difference of an inequality is never negative."""
        proof = self.proof
        if proof.certificate is None:
            return
        from exactmetrics.proofs.told import FACTS, SHORT, equalities, told

        less, d = proof.statement.relation in ("<=", "<"), letter("D")
        by_side = self.say("right_less_left" if less else "left_less_right")
        forms = [self._difference(side, less=less) for side in (0, -1)]
        chain = [*forms, *([] if proof.certificate.over in ("counts", "cells") else [proof.certificate.subject])]
        shown = [e for e in dict.fromkeys(chain) if e is not None]
        rows = [Row(self._equal(d, e) if not at else self.shown(e, "=")) for at, e in enumerate(shown)]
        yield Part(self.say_counts("difference", by_side=by_side, it=[d]), rows)
        parts = list(told(proof.certificate, forms[-1]))
        for part in parts:
            given = self.words.listing([self.shown(one) for one in part.given])
            text = [self.say("case", given=given)] if part.given and part.key != "of_class" else []
            used = {e for line in part.lines for e in walk(line.formula)}
            if letter("K") in used:
                text.append(self.say_counts("beyond", classes=str(proof.statement.assumed.at_least)))
            facts: dict[str, str | Sequence[Expr]] = {
                "given": given,
                "it": [part.it],
                "short": [SHORT.get(part.key, part.it)],
                **FACTS,
            }
            if used & {letter("W"), letter("M")} or letter("K") not in used:  # k alone needs no other count
                text.append(self.say_counts("over", part.key, **facts))
            yield Part(" ".join(text), [self._row(line) for line in part.lines])
        if any(part.given for part in parts):
            yield Part(self.say("all_cases"))
        yield Part(self.say("concluded", by_side=by_side))
        if equal := equalities(proof.certificate):
            rows = [Row(self.words.listing([f"{self.shown(one)} = 0" for one in together])) for together in equal]
            yield Part(self.say("equal_classes" if proof.certificate.over == "classes" else "equal"), rows)

    def _difference(self, at: int, *, less: bool) -> Expr | None:
        """The difference of both sides in their first or their last form."""
        lines = self.proof.lines
        if not lines:
            return None
        more, fewer = (
            [e.formula for e in lines if e.side == side][at]
            for side in (("right", "left") if less else ("left", "right"))
        )
        return more if fewer == Num(Fraction(0)) else Add((more, Neg(fewer)))

    def _row(self, line: Line) -> Row:
        reason = self.say("reason", line.reason) if line.reason else ""
        if line.bound is not None:
            one, sign, *others = line.bound
            first, *rest = map(self.surface.notation.show, (one, *others))
            reason = self.surface.inline(f"{first}{self._sign(sign)}{self._sign('=').join(rest)}")
        sides = [e for e in (line.equals, line.formula) if e is not None]
        return Row(self.shown(line.formula, "=") if line.follows else self._equal(*sides), reason)

    def less(self, one: str, other: str) -> str:
        """A side of a statement less another one, as they were typed in."""
        return self.code(" - ".join(side if _is_one(side) else f"({side})" for side in (one, other)))

    def _end(self) -> Iterator[Part]:
        proof = self.proof
        last = [[line.formula for line in proof.lines if line.side == side][-1:] for side in ("left", "right")]
        said = []
        if proof.certificate is None and all(last):
            squares = "same_absolute" if any(isinstance(e, Abs) for one in last for e in walk(one[0])) else "same_roots"
            said.append(self.say("same" if last[0] == last[1] else squares))
        if any(isinstance(e, Sum) and e.zeros for one in proof.definitions for e in walk(one.body)):
            said.append(self.say("weight"))
        if said:
            yield Part(" ".join(said))
        said = [self.say("checked", count=str(proof.checked))]
        if proof.outside is not None:
            said.insert(0, self.say("outside", matrix=typed(proof.outside.rows, self.surface)))
        yield Part(" ".join(said))

    def _counterexample(self) -> Iterator[Part]:
        proof, witness = self.proof, self.proof.witness
        assert witness is not None
        key = "witness" if witness.smallest else "witness_found"
        count = str(witness.samples)
        text = self.say(key, samples=self.words.say(("words", "samples"), lambda place: count))
        yield Part(text, [Row(typed(witness.rows, self.surface))])
        if witness.label is not None:
            yield Part(self.say("of_class", label=str(witness.label + 1)))
        statement = proof.statement
        values = [
            Row(f"{self.code(side)} = {_value(value)}")
            for side, value in ((statement.left_text, witness.left), (statement.right_text, witness.right))
        ]
        yield Part(self.say("values"), values)
        if proof.decided_for:
            yield Part(self.say("decided_for", classes=self.words.listing(list(map(str, proof.decided_for)))))
        yield from self.definitions()
        if proof.definitions or proof.difference is not None:
            yield self.symbols()
        if proof.difference is not None:
            both = self.less(statement.left_text, statement.right_text)
            yield Part(self.say("instead"), [Row(f"{both} = {self.shown(proof.difference)}")])


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
        "difference": None if proof.difference is None else formula(proof.difference),
        **_matrix("outside", proof.outside),
        "definitions": [f"{formula(one)} = {formula(one.body)}" for one in proof.definitions],
        "lines": [{"side": line.side, "formula": formula(line.formula), "why": line.why} for line in proof.lines],
        "certificate": None if proof.certificate is None else proof.certificate.kind,
        "checked": proof.checked,
        "decided_for": list(proof.decided_for),
    }


def _matrix(key: str, witness: Witness | None) -> dict[str, list[list[int]] | None]:
    return {key: None if witness is None else [list(row) for row in witness.rows]}
