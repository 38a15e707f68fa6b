"""The two sides of a link, as far as running text lets them be read, and what is doubtful about them.

The first side of a chain is read from its end back to the last word, the last one from its beginning to the first
word; between two relations a side must be arithmetic as a whole, or it ends one chain and begins another. What a side
may mean else is kept as doubt: a link that does not hold is an error only where no doubt is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading.grammar import MAX_LENGTH, parse
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.marks import OPERATORS, is_letter, is_unspaced, last_word
from exactmetrics.verification.arithmetic.meanings import is_list, other_meaning
from exactmetrics.verification.arithmetic.prepositions import works_with
from exactmetrics.verification.arithmetic.segments import Run, near_begin, near_end, runs_of
from exactmetrics.verification.arithmetic.words import (
    BINDING,
    CENT,
    HEDGES,
    LABELLING,
    PER,
    PER_MILLE,
    PERCENT,
    PREPOSITIONS,
    SAYING,
    TAKEN_OF,
    UNITS,
)


@dataclass(slots=True)
class Side:
    """One side: its tokens, its tree if it is arithmetic, else the error or that it is symbolic.

    `doubt` names another meaning that the text may have; with `quiet` that meaning is no arithmetic at all. `hedged`
    says that a word such as "about" stands before it, `opens` that a chain begins with it; `unit` is the word of a unit
    behind it, about which the doubt is then.
    """

    tokens: Sequence[Token]
    tree: Expr | None = None
    error: ReadingError | None = None
    doubt: Why | None = None
    quiet: bool = False
    hedged: bool = False
    opens: bool = False
    unit: str = ""

    @property
    def symbolic(self) -> bool:
        """Whether the side names something instead of being arithmetic.

        >>> Side([]).symbolic
        True
        """
        return self.tree is None and self.error is None

    @property
    def span(self) -> tuple[int, int]:
        """Where the side stands in the text.

        >>> Side([Token("number", "12", 5, False)]).span
        (5, 7)
        """
        if not self.tokens:
            return 0, 0
        last = self.tokens[-1]
        return self.tokens[0].position, last.position + len(last.text)


def whole(tokens: Sequence[Token], comma: bool) -> Side:
    """A side that is to be arithmetic from end to end.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> whole(tokenize("3/4*"), False).tree is not None
    True
    """
    tokens = list(tokens)
    while len(tokens) > 1 and tokens[-1].kind in ("times", "stop"):
        tokens.pop()  # the star of a footnote, a stop
    if [t.kind for t in tokens[-4:]] == ["power", "open", "times", "close"]:
        del tokens[-4:]
    elif len(tokens) > 1 and tokens[-1].kind == "power":
        tokens.pop()
    if not tokens or not any(t.kind in ("number", "periodic", "vulgar") for t in tokens):
        return Side(tokens)
    start, end = tokens[0].position, tokens[-1].position + len(tokens[-1].text)
    if end - start > MAX_LENGTH:
        what = f"{end - start} characters in one member; at most {MAX_LENGTH} are read"
        return Side(tokens, error=ReadingError(what, start, kind="too-long", word=str(end - start)))
    try:
        side = Side(tokens, tree=parse(tokens, end, decimal_comma=comma))
        side.doubt = other_meaning(tokens)
        return side
    except ReadingError as error:
        return Side(tokens) if is_list(tokens) else Side(tokens, error=error)


def first_side(tokens: Sequence[Token], comma: bool) -> Side:
    """The side that a chain begins with: what follows the last word.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> first_side(marked(tokenize("which gives 3 + 4"), formula=False), False).doubt
    >>> first_side(marked(tokenize("for class 1"), formula=False), False).quiet
    True
    """
    run = runs_of(near_end(tokens))[-1]
    if run.symbols or not run.tokens:
        return Side(run.tokens or tokens)
    if run.before is None:
        side = whole(run.tokens, comma)
        side.opens = True
        if side.tree is not None and _dangling_sign(run.tokens):
            side.doubt = Why("leading-sign", run.tokens[0].text)
        return side
    return _after_word(run, tokens, comma)


def last_side(tokens: Sequence[Token], comma: bool) -> Side:
    """The side that a chain ends with: what stands before the first word.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> [t.text for t in last_side(marked(tokenize("0.75 for class A"), formula=False), False).tokens]
    ['0.75']
    """
    runs = runs_of(near_begin(tokens))
    hedged = False
    while len(runs) > 1 and not runs[0].tokens and runs[1].before and last_word(runs[1].before) in HEDGES:
        runs.pop(0)
        hedged = True
    run = runs[0]
    if run.symbols or not run.tokens:
        return Side(run.tokens or tokens)
    side = whole(run.tokens, comma) if len(runs) == 1 else _before_word(runs, comma)
    side.hedged = hedged
    return side


def is_algebra(runs: Sequence[Run]) -> bool:
    """Whether words are worked with, as in `2 TP / (2 TP + FP)`, instead of standing between two numbers.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> [is_algebra(runs_of(marked(tokenize(t), formula=False))) for t in ("TP / 5", "0.5 and 3/4")]
    [True, False]
    """
    for run in runs[1:]:
        if run.tokens and run.tokens[0].kind in OPERATORS | {"close", "super"}:
            return True
    return any(run.tokens and run.tokens[-1].kind in ("times", "over", "power") for run in runs[:-1])


def _after_word(run: Run, before: Sequence[Token], comma: bool) -> Side:
    word, first = run.before, run.tokens[0]
    assert word is not None
    name = last_word(word)
    single_letter = is_letter(name)
    if word.kind == "word" and works_with(word, before):
        return Side(run.tokens, doubt=Why("worked-with", word.text) if len(run.tokens) > 2 else None)
    if word.kind == "word" and (single_letter or (not first.spaced and not is_unspaced(name))):
        return Side(run.tokens)
    if word.kind == "junk" and not first.spaced:
        return Side(run.tokens)
    doubt: Why | None = None
    quiet, tokens = False, run.tokens
    if first.kind == "sign" and len(tokens) > 1:
        if not (tokens[1].spaced and first.spaced):
            return Side(tokens)
        doubt, tokens = Why("dash", first.text), tokens[1:]
    elif first.kind in OPERATORS:
        return Side(tokens)
    side = whole(tokens, comma)
    if len(tokens) <= 2 and tokens[-1].kind != "super" and (name not in SAYING or tokens[0].text.isdigit()):
        doubt, quiet = Why("word-beside", word.text), True
    elif name in TAKEN_OF and not any(token.kind in OPERATORS | {"frac"} for token in tokens):
        doubt = Why("taken-of", word.text)
    elif name in LABELLING or word.kind == "junk":
        doubt = Why("label-before", word.text)
    side.doubt, side.quiet, side.opens = doubt or side.doubt, quiet, True
    return side


def _before_word(runs: Sequence[Run], comma: bool) -> Side:
    tokens, follower = list(runs[0].tokens), runs[1]
    word = follower.before
    assert word is not None
    if tokens[-1].kind in ("times", "over") and tokens[-1].spaced and len(tokens) > 1 and not follower.symbols:
        side = whole(tokens[:-1], comma)  # "0.75 · coverage": a sign that parts as well as one that multiplies
        side.doubt, side.quiet = Why("trailing-sign", tokens[-1].text), True
        return side
    if is_algebra(runs[:2]):
        return Side(tokens)
    doubt: Why | None = None
    unit = ""
    if tokens[-1].kind == "sign" and len(tokens) > 1:
        doubt = Why("dash", tokens.pop().text)
    name = last_word(word)
    if _is_percent(runs, name) and tokens[-1].kind == "number":
        tokens.append(Token("percent", "%", word.position - 1, True))
    side = whole(tokens, comma)
    if word.text == PER_MILLE:
        doubt, unit = Why("unit", word.text), word.text
    if word.kind == "word" and not doubt and tokens[-1].kind != "percent":
        if is_letter(name) and name not in UNITS:
            return Side(tokens)
        if name in UNITS and not doubt:
            unit = name
            doubt = Why("unit", word.text)
        elif word.text.isupper() and len(word.text) <= 3 and not follower.tokens and len(runs) == 2:
            doubt = Why("factor", word.text)
        elif name in BINDING and not (name in PREPOSITIONS and all(not run.tokens for run in runs[1:3])):
            doubt = Why("goes-on-behind", word.text)
    side.doubt, side.unit = doubt or side.doubt, unit
    return side


def is_unit(run: Run) -> bool:
    """Whether a run is a unit and nothing else.

    >>> is_unit(Run(Token("word", "ms", 0, True))), is_unit(Run(Token("word", "and", 0, True)))
    (True, False)
    """
    return run.before is not None and run.before.kind == "word" and not run.tokens and last_word(run.before) in UNITS


def _is_percent(runs: Sequence[Run], name: str) -> bool:
    """Whether the words behind the first run say percent."""
    if name in PERCENT:
        return True
    second = runs[2].before if name in PER and len(runs) > 2 and not runs[1].tokens else None
    return second is not None and last_word(second) in CENT


def _dangling_sign(tokens: Sequence[Token]) -> bool:
    return tokens[0].kind == "sign" and len(tokens) > 1 and tokens[1].spaced
