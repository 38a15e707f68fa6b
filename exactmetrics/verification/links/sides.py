"""The sides of a chain, as far as running text lets them be read, and what is doubtful about them.

A side is a run of arithmetic that touches the relation: before the first relation what follows the last word, behind
the last one what comes before the first word; between two relations it must be arithmetic as a whole, or it ends one
chain and begins another. What it may mean else is kept as a doubt: only without one is a link that fails an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.values import Value
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading.grammar import MAX_LENGTH, parse
from exactmetrics.expression.reading.tokens import Relation, Token, relation_of
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.links.clauses import (
    NUMBERS,
    OPERANDS,
    OPERATORS,
    STARTS,
    is_quantity,
    is_unspaced,
    last_word,
    partners,
)
from exactmetrics.verification.links.plain import OPEN
from exactmetrics.verification.links.vocabulary import (
    AGGREGATES,
    BINDING,
    CENT,
    HEDGES,
    LABELS,
    PER,
    PERCENT,
    PREPOSITIONS,
    SAYING,
    UNITS,
)
from exactmetrics.verification.links.vocabulary import OPERANDS as WORKED_WITH

WORKED = OPERATORS | {"frac", "root", "log", "pick"}
_PER_MILLE = "‰"
WORDY = frozenset({"word", "symbol", "group", "junk", "break", "edge"})
_SEPARATE = frozenset({"word", "junk", "edge", "wide", "break"})
_NOT_PLAIN = WORDY | {"wide"}


@dataclass(slots=True)
class Side:
    """One side: its tokens, its tree if it is arithmetic, else the error or that it is symbolic.

    `doubt` names another meaning that the text may have; with `quiet` that meaning is no arithmetic at all. `hedged`
    says that a word such as "about" stands before it, `opens` that a chain begins with it; `unit` is the word of a unit
    behind it.
    """

    tokens: Sequence[Token]
    tree: Expr | None = None
    error: ReadingError | None = None
    doubt: Why | None = None
    quiet: bool = False
    hedged: bool = False
    opens: bool = False
    unit: str = ""
    _value: Value | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def value(self) -> Value | None:
        """The exact value of a side that was read, and is within the limits."""
        if self._value is None and self.tree is not None:
            self._value = value_of(self.tree)
        return self._value

    def read_as(self, tree: Expr) -> None:
        """Take another reading."""
        self.tree, self._value = tree, None

    @property
    def symbolic(self) -> bool:
        """Whether the side names something instead of being arithmetic."""
        return self.tree is None and self.error is None

    @property
    def span(self) -> tuple[int, int]:
        """Where the side stands in the text."""
        if not self.tokens:
            return 0, 0
        last = self.tokens[-1]
        return self.tokens[0].position, last.position + len(last.text)

    @property
    def worked(self) -> bool:
        """Whether something is worked out in it, beyond a sign at its beginning."""
        return any(t.kind in WORKED for t in self.tokens[1:]) or self.tokens[0].kind in ("frac", "root", "log", "pick")

    @property
    def number(self) -> str:
        """The text of the one number that it is, with or without sign, brackets and percent sign; else empty."""
        found = [token for token in self.tokens if token.kind not in ("open", "close", "sign", "percent", "edge")]
        return found[0].text if len(found) == 1 and found[0].kind in NUMBERS else ""


@dataclass(slots=True)
class Chain:
    """Sides and the relations between them, one fewer, with the tokens of these."""

    sides: list[Side]
    relations: list[Relation] = field(default_factory=list)
    signs: list[Token] = field(default_factory=list)


@dataclass(slots=True)
class _Run:
    """Tokens of arithmetic without a word between them; `symbols` says whether names are part of it.

    `before` is the word (or other separator) that it follows, None at the beginning of the side.
    """

    before: Token | None
    tokens: list[Token] = field(default_factory=list)
    symbols: bool = False


def chains_of(clause: Sequence[Token], comma: bool) -> Iterator[Chain]:
    """The chains of a clause."""
    parts, signs = _at_relations(clause)
    chain = Chain([side_before(parts[0], comma)])
    for at, part in enumerate(parts[1:], 1):
        sign = signs[at - 1]
        chain.relations.append(relation_of(sign.text))
        chain.signs.append(sign)
        if at == len(parts) - 1:
            left, right = side_behind(part, comma), None
        else:
            left, right = _between_relations(part, comma)
        if left.symbolic and (number := _before_name(part, chain.sides[-1], comma)):
            left, right = number, right or Side(part[1:])
        chain.sides.append(left)
        if right is not None:
            yield chain
            chain = Chain([right])
    if chain.signs:
        yield chain


def whole(tokens: Sequence[Token], comma: bool) -> Side:
    """A side that is to be arithmetic from end to end, but for the star of a footnote or a stop behind it."""
    tokens = list(tokens)
    if [t.kind for t in tokens[-4:]] == ["power", "open", "times", "close"]:
        del tokens[-4:]
    while len(tokens) > 1 and tokens[-1].kind in ("times", "stop", "power"):
        tokens.pop()
    if not any(t.kind in NUMBERS for t in tokens):
        return Side(tokens)
    start, end = tokens[0].position, tokens[-1].position + len(tokens[-1].text)
    if end - start > MAX_LENGTH:
        what = f"{end - start} characters in one member; at most {MAX_LENGTH} are read"
        return Side(tokens, error=ReadingError(what, start, kind="too-long", word=str(end - start)))
    try:
        return Side(tokens, tree=parse(tokens, end, decimal_comma=comma), doubt=_other_meaning(tokens))
    except ReadingError as error:
        return Side(tokens) if _is_list(tokens) else Side(tokens, error=error.with_traceback(None))


def _at_relations(clause: Sequence[Token]) -> tuple[list[list[Token]], list[Token]]:
    """The tokens between relations, and the relations; of two relations in a row the more cautious one stays."""
    parts, signs = [list[Token]()], list[Token]()
    for token in clause:
        if token.kind != "relation":
            parts[-1].append(token)
        elif signs and all(t.kind == "edge" for t in parts[-1]):
            if relation_of(token.text) != "=":
                signs[-1] = token
        else:
            signs.append(token)
            parts.append([])
    return parts, signs


def side_before(part: Sequence[Token], comma: bool) -> Side:
    """The side that a chain begins with: what follows the last word."""
    return _before(_runs(part), part, comma)


def side_behind(part: Sequence[Token], comma: bool) -> Side:
    """The side that a chain ends with: what stands before the first word, perhaps behind words such as "about"."""
    return _behind(_runs(part), part, comma)


def _before(runs: Sequence[_Run], part: Sequence[Token], comma: bool) -> Side:
    run = runs[-1]
    if run.symbols or not run.tokens:
        return Side(run.tokens or part)
    if run.before is not None:
        return _after_word(run, part, comma)
    side = whole(run.tokens, comma)
    side.opens = True
    if side.tree is not None and run.tokens[0].kind == "sign" and len(run.tokens) > 1 and run.tokens[1].spaced:
        side.doubt = Why("leading-sign", run.tokens[0].text)
    return side


def _behind(runs: Sequence[_Run], part: Sequence[Token], comma: bool) -> Side:
    hedged = False
    while len(runs) > 1 and not runs[0].tokens and runs[1].before and last_word(runs[1].before) in HEDGES:
        runs, hedged = runs[1:], True
    run = runs[0]
    if run.symbols or not run.tokens:
        return Side(run.tokens or part)
    side = whole(run.tokens, comma) if len(runs) == 1 else _before_word(runs, comma)
    side.hedged = hedged
    return side


def _between_relations(part: Sequence[Token], comma: bool) -> tuple[Side, Side | None]:
    """The side between two relations as one; or as the end of one chain and the beginning of another."""
    runs = _runs(part)
    first = runs[0]
    if len(runs) == 1:
        return (Side(first.tokens) if first.symbols else whole(first.tokens, comma)), None
    if len(runs) == 2 and first.tokens and not first.symbols and _is_unit(runs[1]):
        return _behind(runs, part, comma), None
    parted = len(runs) == 2 and _ends_apart(first) and not (runs[1].tokens or runs[1].symbols)
    parted = parted and first.tokens[-1].kind == "times"
    if _is_algebra(runs) and not parted:
        last_is_plain = bool(runs[-1].tokens) and not runs[-1].symbols and len(runs) > 2
        return (_behind(runs, part, comma), _before(runs, part, comma)) if last_is_plain else (Side(part), None)
    return _behind(runs, part, comma), _before(runs, part, comma)


def _before_name(part: Sequence[Token], before: Side, comma: bool) -> Side | None:
    """The arithmetic that a side begins with, where what stands apart behind it may be a factor or name something else.

    So it is with the first result of `3/4 = 0.75 R = 1/3`; None where nothing is worked out before it.
    """
    if before.tree is None:
        return None
    tokens = [token for token in part if token.kind != "edge"]
    size = _apart(tokens, worked=before.worked)
    if not size or not tokens[size].spaced:
        return None
    follower = tokens[size]
    doubt = Why("two-numbers" if follower.kind in NUMBERS else "factor", follower.text)
    if tokens[size - 1].kind in OPERATORS and tokens[size].kind == "word":
        size, doubt = size - 1, Why("trailing-sign", tokens[size - 1].text)
    side = whole(tokens[:size], comma)
    side.doubt = doubt
    return None if side.tree is None else side


def _apart(tokens: Sequence[Token], *, worked: bool) -> int:
    """Where what may be a name begins, or another number or bracket behind what is worked out; 0 where nothing does."""
    for at, token in enumerate(tokens):
        behind = worked and at > 0 and tokens[at - 1].kind in OPERANDS and token.spaced
        if token.kind in WORDY or (behind and token.kind in NUMBERS | {"open"}):
            return at
        worked = worked or token.kind in WORKED
    return 0


def _runs(side: Sequence[Token]) -> list[_Run]:
    """The runs of a side, at least one; remarks in brackets behind a number are left out."""
    if _NOT_PLAIN.isdisjoint([token.kind for token in side]):
        return [_Run(None, list(side))]
    runs = [_Run(None)]
    side = _without_edges(side)
    ends = partners(side)
    wordy = [0, *accumulate(token.kind in WORDY for token in side)]
    at = 0
    while at < len(side):
        token, run, end = side[at], runs[-1], ends.get(at)
        if end is not None and wordy[end] > wordy[at]:
            if not _is_remark(side, at, end):
                run.symbols = True
                run.tokens.append(token._replace(kind="symbol"))
            at = end
        elif token.kind == "group":
            run.symbols = run.symbols or not (at and side[at - 1].kind in OPERANDS)
        elif token.kind in _SEPARATE:
            runs.append(_Run(token))
            follower = side[at + 1] if at + 1 < len(side) else None
            called = follower is not None and follower.kind in ("open", "group", "symbol", "super", "power")
            if called and token.kind == "word" and not follower.spaced and not is_unspaced(token.text):  # type: ignore[union-attr]
                runs[-1].symbols = True  # a function and what it is called with
                runs[-1].tokens.append(token._replace(kind="symbol"))
        else:
            run.symbols = run.symbols or token.kind == "symbol"
            run.tokens.append(token)
        at += 1
    return runs


def _is_remark(side: Sequence[Token], at: int, end: int) -> bool:
    """Whether a bracket with words is a remark on the number before it: `15 (TP) + 5 (FP)`, not `2(TP)`.

    Behind a fraction words that are added or multiplied are a factor: `1/2 (TPR + TNR)`.
    """
    if not at or side[at - 1].kind not in OPERANDS or side[at].text not in "([":
        return False
    before, inner = side[at - 1], side[at + 1 : end]
    told = any(a.kind == "word" and b.kind == "number" for a, b in pairwise(inner))  # (95% CI 0.2-0.9)
    if not told and any(t.kind in ("sign", "times", "power") for t in inner[1:]):
        divides = at > 1 and side[at - 2].kind in ("over", "frac")
        if before.kind != "number" or not before.text.isdigit() or divides:
            return False
    if not side[at].spaced:
        return any(t.kind == "word" for t in inner) and all(t.kind not in OPERATORS for t in inner)
    return any(t.kind in ("word", "symbol") for t in inner)


def _without_edges(side: Sequence[Token]) -> list[Token]:
    """Without the marks of formulas, except where one stands between two numbers."""
    out: list[Token] = []
    following = ""
    follows = [""] * len(side)  # the kind of the next token that is no edge
    for at in range(len(side) - 1, -1, -1):
        follows[at] = following
        if side[at].kind != "edge":
            following = side[at].kind
    dropped = False
    for token, after in zip(side, follows, strict=True):
        if token.kind == "edge" and not (out and out[-1].kind in OPERANDS and after in STARTS):
            dropped = True
            continue
        out.append(token._replace(spaced=True) if dropped else token)
        dropped = False
    return out


def _is_algebra(runs: Sequence[_Run]) -> bool:
    """Whether words are worked with, as in `2 TP / (2 TP + FP)`, instead of standing between two numbers."""
    if any(run.tokens and run.tokens[0].kind in OPERATORS | {"close", "super"} for run in runs[1:]):
        return True
    return any(run.tokens and run.tokens[-1].kind in ("times", "over", "power") for run in runs[:-1])


def _ends_apart(run: _Run) -> bool:
    """Whether a run ends with a sign of multiplication or division set apart: "0.75 · coverage"."""
    return len(run.tokens) > 1 and run.tokens[-1].kind in ("times", "over") and run.tokens[-1].spaced


def _after_word(run: _Run, part: Sequence[Token], comma: bool) -> Side:
    word, tokens = run.before, run.tokens
    assert word is not None
    first, name = tokens[0], last_word(word)
    if word.kind == "word" and _works_with(word, part):
        return Side(tokens, doubt=Why("worked-with", word.text) if len(tokens) > 2 else None)
    if word.kind == "word" and (is_quantity(name) or (not first.spaced and not is_unspaced(name))):
        before = next((a.kind for a, b in pairwise(part) if b is word), "word")
        if not (first.spaced and before == "word" and first.kind in STARTS and len(tokens) > 2):
            return Side(tokens)
        side = whole(tokens, comma)  # "b 3/4 = 0.75": a product, or the letter of an item
        side.doubt, side.opens = Why("factor", word.text), True
        return side
    if word.kind == "junk" and not first.spaced:
        return Side(tokens)
    doubt: Why | None = None
    if first.kind == "sign" and len(tokens) > 1:
        if not (tokens[1].spaced and first.spaced):
            return Side(tokens)
        doubt, tokens = Why("dash", first.text), tokens[1:]
    elif first.kind in OPERATORS:
        return Side(tokens)
    side = whole(tokens, comma)
    side.opens = True
    own = any(a.text == OPEN and b.position == first.position for a, b in pairwise(part))  # a formula begins with it
    if len(tokens) <= 2 and tokens[-1].kind != "super" and (name not in SAYING or tokens[0].text.isdigit()) and not own:
        doubt, side.quiet = Why("word-beside", word.text), True
    elif name in AGGREGATES and not side.worked:
        doubt = Why("taken-of", word.text)
    elif name in LABELS or word.kind == "junk":
        doubt = Why("label-before", word.text)
    side.doubt = doubt or side.doubt
    return side


def _works_with(word: Token, tokens: Sequence[Token]) -> bool:
    """Whether a word makes something else of the arithmetic behind it: "half of 3/4" does, "an accuracy of 3/4" not.

    A preposition does so where a number or the name of an operation stands before it.
    """
    name = last_word(word)
    if name not in PREPOSITIONS:
        return name in BINDING
    standing = (token for token in reversed(tokens) if token.position < word.position and token.kind != "edge")
    before = next(standing, None)
    return before is None or before.kind != "word" or last_word(before) in WORKED_WITH


def _before_word(runs: Sequence[_Run], comma: bool) -> Side:
    tokens, follower = list(runs[0].tokens), runs[1]
    word = follower.before
    assert word is not None
    if _ends_apart(runs[0]) and not follower.symbols:
        side = whole(tokens[:-1], comma)  # "0.75 · coverage": a sign that parts as well as one that multiplies
        side.doubt = Why("trailing-sign", tokens[-1].text)
        return side
    if _is_algebra(runs[:2]):
        return Side(tokens)
    doubt = Why("dash", tokens.pop().text) if tokens[-1].kind == "sign" and len(tokens) > 1 else None
    name, unit = last_word(word), ""
    if tokens[-1].kind == "number" and _says_percent(runs, name):
        tokens.append(Token("percent", "%", word.position - 1, True))
    side = whole(tokens, comma)
    if word.text == _PER_MILLE:
        doubt, unit = Why("unit", word.text), word.text
    elif word.kind == "word" and not doubt and tokens[-1].kind != "percent":
        if name in UNITS:
            doubt, unit = Why("unit", word.text), name
        elif is_quantity(name):
            return Side(tokens)
        elif word.text.isupper() and len(word.text) <= 3 and not follower.tokens and len(runs) == 2:
            doubt = Why("factor", word.text)
        elif name in BINDING and not (name in PREPOSITIONS and all(not run.tokens for run in runs[1:3])):
            doubt = Why("goes-on-behind", word.text)
        else:
            unit = name
    side.doubt, side.unit = doubt or side.doubt, unit
    return side


def _is_unit(run: _Run) -> bool:
    return run.before is not None and run.before.kind == "word" and not run.tokens and last_word(run.before) in UNITS


def _says_percent(runs: Sequence[_Run], name: str) -> bool:
    """Whether the words behind the first run say percent."""
    second = runs[2].before if name in PER and len(runs) > 2 and not runs[1].tokens else None
    return name in PERCENT or (second is not None and last_word(second) in CENT)


def _other_meaning(tokens: Sequence[Token]) -> Why | None:
    """What numbers and signs may mean together besides arithmetic: a time, a ratio, a range."""
    if any(t.text == ":" and not t.spaced for t in tokens):
        return Why("ratio")
    parted = [t for t in tokens[1::2] if t.text == "/" and t.spaced]
    if len(parted) > 1 and 2 * len(parted) + 1 == len(tokens) and all(t.kind == "number" for t in tokens[::2]):
        return Why("ratio")  # the sizes of parts: 3845 / 884 / 270
    if tokens and tokens[0].text == "+":
        tokens = tokens[1:]
    if len(tokens) not in (3, 4) or [t.kind for t in tokens[:3]] != ["number", "sign", "number"]:
        return None
    low, sign, high = tokens[:3]
    if sign.text == "+" or sign.spaced != high.spaced or (sign.spaced and sign.text != "–"):
        return None
    return Why("range") if _size(low.text) < _size(high.text) else None


def _size(number: str) -> Fraction:
    """A rough size, enough to tell a range from a difference."""
    digits = number[:20].replace(",", ".", 1).replace("\u00a0", "")
    return Fraction(digits) if digits.replace(".", "", 1).isdigit() else Fraction(0)


def _is_list(tokens: Sequence[Token]) -> bool:
    """Whether the tokens list numbers, as `[1, 0, 2]` or the cells of a matrix, which is no arithmetic."""
    kinds = [t.kind for t in tokens]
    if any(kind in ("times", "over", "frac", "root", "log", "pick", "power") for kind in kinds):
        return False
    if "stop" in kinds and kinds[0] == "open":
        return True
    adjacent = sum(a in OPERANDS and b in STARTS - {"open"} for a, b in pairwise(kinds))
    return (adjacent > 1 or kinds.count("stop") > 1) and "sign" not in kinds
