"""Every formula of a document that says what a metric is, judged."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from typing import Any, NamedTuple

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.expression.nodes import Div, Expr, Mul, Num
from exactmetrics.expression.reading.tokens import Token, relation_of, tokenize
from exactmetrics.verification.checked import Hint, Span
from exactmetrics.verification.documents.pieces import Piece
from exactmetrics.verification.documents.source import Source
from exactmetrics.verification.formulas.caution import with_caution
from exactmetrics.verification.formulas.checked_formula import CheckedFormula, FormulaWord
from exactmetrics.verification.formulas.grammar import Symbol, UnreadError, is_one_metric, nodes, read
from exactmetrics.verification.formulas.loose import loose_regions
from exactmetrics.verification.formulas.regions import (
    Region,
    Weight,
    drawn_fractions,
    made_ready,
    may_be,
    name_in,
    regions,
)
from exactmetrics.verification.formulas.vocabulary import before_names, named, words

MOST_MEMBERS = 30  # of a chain of equalities
MOST_NODES = 120  # of a definition that is put into others
# A document without this has none, and is not read once more.
_MAY_HOLD = re.compile(
    r"\\[dt]?frac|\\sum|∑|[TF][PN]|\b[tf][pn]_?\b|(?i:precision|recall|positive|sensitivity|specificity|negative|accuracy)"
    r"|(?i:predictions)|_\{?[a-zA-Z]|∩|\\cap|\b[pP][oeR]\b|(?<![A-Za-z])PR?\b|\bad\b"
)
_MAY_SAY = re.compile(r"[-+*/×·÷√=]|\\[dt]?frac|\\sum|\bratio\b|\bdivided\b|\bthe same as\b|\bmean of\b")
# Which verdicts are told of a stretch.
_SAID_OF: dict[Weight, tuple[FormulaWord, ...]] = {
    "full": ("right", "wrong", "not-judged"), "if-read": ("right", "wrong"), "if-slip": ("right", "wrong"),
    "if-brackets": ("right", "wrong"), "if-right": ("right",),
}  # fmt: skip
_SIDES = re.compile(r"(?i)\b(rows?|columns?)\b[^.\n]{0,60}?\b(true|actual|predicted)\b")
_TRUE_ROWS = re.compile(r"\bconfusion_matrix\(\s*(?:y_?(?:true|test|val)?|labels|targets?)\b")
# A name with the document's own abbreviation of it: "Precision: PRE =", "Precision (Pre)".
_ABBREVIATED = re.compile(
    r"(?P<said>[A-Z][A-Za-z0-9 -]{2,40}?)\s*(?:: ?(?P<a>[A-Za-z][A-Za-z0-9]{0,5}) ?=|\((?P<b>[A-Z][A-Za-z0-9]{0,5})\))"
)
_ALIAS = re.compile(r"\((?:[\w-]+, )?([A-Za-z]+(?:_[A-Za-z0-9]+)+)\)")
_WORD = re.compile(r"[^\W\d_]+")
_FONT = re.compile(r"\\(math|text)(?:it|sf|bf|tt|sc|sl)\{(?!1\})")
_SUM_IN_WORDS = re.compile(r"\w\s*[+*/×(]\s*\w|\w\s-\s\w")
# A command of the document's own for a name.
_COMMAND = re.compile(
    r"\\(?:(?:re)?newcommand\*?|DeclareMathOperator\*?|def)\s*\{?\s*(?P<command>\\[A-Za-z]+)\s*\}?\s*\{(?P<body>(?:[^{}]|\{[^{}]*\})*)\}"
)
_COMMANDS = re.compile(r"\\[A-Za-z]+|[{}$]")


class Side(NamedTuple):
    """A side as it is printed: the ways to read it, none where it is not understood, and its stretch."""

    trees: tuple[Expr, ...]
    start: int
    stop: int
    words: bool  # whether it holds a word or a symbol
    defined: tuple[Expr, ...] = ()  # the ways to read it with the definitions of the document put in


def formulas_of(source: Source) -> list[CheckedFormula]:
    """The formulas of a document in its order."""
    text = source.whole()
    if _MAY_HOLD.search(text) is None or _MAY_SAY.search(text) is None:
        return []
    about = _Sayings()
    ready = list(made_ready(map(about.noted, source.pieces())))
    drawn = drawn_fractions(text) if source.format in ("text", "markdown") else ()
    found_in = chain(regions(ready), drawn)
    stretches = [_stretch(*one) for one in found_in]
    known = about.about(stretches)
    found = [(one, stretch.region.weight) for stretch in stretches for one in _of_stretch(stretch, known)]
    stops = sorted((one.span.stop, one.span.start.offset) for one, _ in found)
    for piece, region in ((piece, region) for piece, *texts in ready for region in loose_regions(*texts)):
        # what is judged already is found again: its end lies behind the beginning of this one
        begin = piece.position(region.start + region.text.index(" = ") + 3).offset
        after = bisect_right(stops, (begin, len(text)))
        if after == len(stops) or stops[after][1] >= piece.stop(region.start + len(region.text)):
            found += ((one, region.weight) for one in _of_stretch(_stretch(piece, region), known))
    once = {(one.span.start.offset, one.span.stop, one.metric, one.verdict): (one, weight) for one, weight in found}
    return with_caution(sorted(once.values(), key=lambda one: one[0].span.start.offset), text)


class _Stretch(NamedTuple):
    """A region with its piece and its equations, each the members between its signs; and whether these are judged."""

    piece: Piece
    region: Region
    equations: list[list[list[Token]]]
    judged: bool


def _stretch(piece: Piece, region: Region) -> _Stretch:
    text = region.text
    judged = region.weight != "full" or may_be(text, plain=region.plain)
    tokens = list(_without_groups(_tokens(text))) if judged or "=" in text else []
    return _Stretch(piece, region, list(_equations(tokens, text, region.plain)), judged)


def _tokens(text: str) -> Iterator[Token]:
    """The tokens of a region; words in a font are those of one, and sums in words the tokens of a sum."""
    for token in tokenize(_FONT.sub(r"\\\1rm{", text).replace("\\#", "  ").replace("\\;\\;", "\\\\  ")):
        if token.kind == "unit" and _SUM_IN_WORDS.search(token.text):
            inner = token.text.index("{") + 1
            for part in tokenize(token.text[inner:-1]):
                yield part._replace(position=token.position + inner + part.position)
        elif token.kind != "tag":
            yield token


def _without_groups(tokens: Iterable[Token]) -> Iterator[Token]:
    r"""The tokens without the braces round a hyphen: F1\text{-}Score."""
    held = list[Token]()
    for token in tokens:
        held.append(token)
        if len(held) == 3:
            if [one.text for one in held] == ["{", "-", "}"]:
                yield held[1]._replace(spaced=False)
                held = []
            else:
                yield held.pop(0)
    yield from held


@dataclass(frozen=True, slots=True)
class _About:
    """What a document says of its symbols: what the rows of a matrix are, "" where nothing, and names of its own.

    `definitions` are those names, and others with what each is once said to be equal to; empty without such others.
    """

    rows: str
    aliases: Mapping[str, Expr]
    definitions: Mapping[str, Expr]


class _Sayings:
    """What the pieces of a document say of its symbols, one after the other."""

    def __init__(self) -> None:
        self.sides, self.aliases = set[str](), dict[str, Symbol]()

    def noted(self, piece: Piece) -> Piece:
        """The piece, of which is kept what it says."""
        text = piece.text
        if _TRUE_ROWS.search(text):
            self.sides.add("true")
        for found in _SIDES.finditer(text):
            of_rows = found[1].lower().startswith("row") == (found[2].lower() != "predicted")
            self.sides.add("true" if of_rows else "predicted")
        for found in _COMMAND.finditer(text) if "\\" in text else ():
            name = " ".join(_COMMANDS.sub(" ", found["body"]).split())
            if (known := named(name)) is not None and known.told:
                self.aliases[found["command"]] = Symbol(name)
        for found in _ABBREVIATED.finditer(text):
            short, known = found["a"] or found["b"], named(found["said"].strip())
            if named(short) is None and known is not None and known.told:
                self.aliases[short] = Symbol(found["said"].strip())
        for found in _ALIAS.finditer(text):
            if (symbol := _introduced(text[max(0, found.start() - 60) : found.start()], found[1])) is not None:
                self.aliases[found[1]] = symbol
        return piece

    def about(self, stretches: Sequence[_Stretch]) -> _About:
        rows = next(iter(self.sides)) if len(self.sides) == 1 else ""
        return _About(rows, self.aliases, _definitions(stretches, self.aliases))


def _definitions(stretches: Sequence[_Stretch], aliases: Mapping[str, Expr]) -> dict[str, Expr]:
    """The names of a document's own that it says once what they are: `p = tp + fn`, `agreement = (a + d) / n`."""
    known, twice = dict[str, Expr](aliases), set[str]()
    for _, region, equations, _ in stretches:
        for members in equations if region.plain and region.weight == "full" and "=" in region.text else ():
            own = [token for token in members[0] if not _may_stand_before(token)]
            if len(members) != 2 or len(own) != 1 or own[0].kind != "name" or own[0] is not members[0][-1]:
                continue
            name = own[0].text
            if name in aliases or ((found := named(name)) is not None and found.told):
                continue
            trees, taken = read(members[1], True, known)
            ends = taken == len(members[1]) or members[1][taken].kind in ("stop", "row")
            if name in known and trees[:1] != (known[name],):
                twice.add(name)
            elif trees and ends and not isinstance(trees[0], Num) and _is_short(trees[0]):
                known[name] = trees[0]
    once = {name: tree for name, tree in known.items() if name not in twice}
    return once if once.keys() - aliases.keys() else {}


def _is_short(tree: Expr) -> bool:
    """Whether a definition is no longer than those that people write: each may hold others twice."""
    return sum(1 for _ in islice(nodes(tree), MOST_NODES)) < MOST_NODES


def _introduced(before: str, name: str) -> Symbol | None:
    """The metric that a name in brackets is introduced for: "the precision of class i (label_i_precision)"."""
    if not before.rstrip(" *`").endswith(tuple("abcdefghijklmnopqrstuvwxyz0123456789")):
        return None  # behind a sign it is part of a formula
    said = before.rsplit(".", 1)[-1].split()
    for start in range(len(said) - 1, -1, -1):
        for stop in range(min(len(said), start + 3), start, -1):
            found = named(" ".join(said[start:stop]))
            if found is not None and found.told:
                return Symbol(" ".join(said[start:stop]), ("i",) if "_i_" in name else ())
    return None


def _of_stretch(stretch: _Stretch, about: _About) -> Iterator[CheckedFormula]:
    piece, region, equations, judged = stretch
    for equation in equations if judged else ():
        found = _judged(piece, region, equation, about, region.text)
        yield from (one for one in found if one.verdict in _SAID_OF[region.weight] and _is_sure(one, region.weight))


# The slips that show what a formula behind words is of; those left out turn it into what the words may say of it.
_CONVINCING = frozenset(f"formula-{kind}" for kind in ("exchanged", "instead", "inverted", "operation", "of", "sign"))


def _is_sure(one: CheckedFormula, weight: Weight) -> bool:
    """Whether a slip shows that a wrong formula with words before it is one of what they name."""
    if one.verdict != "wrong" or weight not in ("if-slip", "if-brackets"):
        return True
    kind, other = ("", "") if one.slip is None else (one.slip.kind, str(one.slip.facts.get("other", "")))
    complement = any({one.metric, other} == {*pair.split()} for pair in words()["slips"]["complements"])
    return kind == "formula-brackets" or (weight == "if-slip" and kind in _CONVINCING and not complement)


def _equations(tokens: Sequence[Token], text: str, plain: bool) -> Iterator[list[list[Token]]]:
    """The members of each chain of equalities; a relation that is none ends a chain."""
    members: list[list[Token]] = [[]]
    depth = 0

    def ended() -> Iterator[list[list[Token]]]:
        nonlocal members
        if len(members) > 1:
            yield members
        members = [[]]

    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "relation" and depth <= 0:
            if relation_of(token.text) == "=" and token.text != "==":
                members.append([])
            else:
                if token.text in ("==", "!="):  # what is compared is no definition
                    members.pop()
                yield from ended()
                members = [[Token("relation", token.text, token.position, True)]]
        elif (token.kind == "row" and not (after is not None and after.kind in ("relation", "sign"))) or (
            depth <= 0
            and not (token.text == "." and after is not None and after.kind == "relation")  # Acc. =
            and (
                token.kind == "wide"
                or (token.kind == "stop" and (after is None or after.spaced or not plain))
                or (token.text in ("|", "?", "!", ":") and (plain and token.text != "|"))
                or (plain and token.text == "|" and text.count("|") > 2 and "∩" not in text and "\\cap" not in text)
            )
        ):
            yield from ended()
            depth = 0
        elif token.kind != "row":
            members[-1].append(token)
    yield from ended()


@cache
def _usual_numbers() -> frozenset[Fraction]:
    return frozenset(map(Fraction, words()["numbers"]["usual"].split()))


_DASHES = ("-", "\u2013", "\u2014", "\u2212", "\u2192")
_ENDING = frozenset(
    """where for if with and or otherwise when which while as is are the which that whereas so but thus hence else among
    i e note because since can both here not""".split()  # noqa: SIM905
)


def _judged(
    piece: Piece, region: Region, members: list[list[Token]], about: _About, text: str
) -> Iterator[CheckedFormula]:
    if len(members) > MOST_MEMBERS:
        return
    left = _left(members[0], region.plain, about)
    rest = members[1:]
    if left is None:
        if len(rest) < 2:
            return
        if region.plain:
            yield from _judged(piece, region, rest, about, text)
            return
        side = _side(rest[0], region.plain, about, last=False)
        if not side.trees or not side.words:
            return
        left, rest = side, rest[1:]
    sides = list[tuple[list[Token], Side]]()
    for at, member in enumerate(rest):
        last = at + 1 == len(rest)
        side = _side(member, region.plain, about, last=last)
        sides.append((member, side))
        if region.plain and not last and member and side.stop <= member[-1].position:
            yield from _judged(piece, region, rest[at:], about, text)  # the next name stands behind it
            break
    for member, side in sides:
        if not side.words:
            continue
        name = _with_beta(left.trees[0], side)
        found = _verdict(name, side, about)
        if found is None or (found[0] == "not-judged" and not _is_listed(name)):
            continue
        verdict, facts = found
        if verdict == "not-judged" and not (_operates(member) and _is_of_field(member)):
            continue
        begin, stop = region.shown or (region.start + side.start, region.start + side.stop)
        yield replace(
            CheckedFormula(
                Span(piece.position(begin), piece.stop(stop)),
                " ".join(text[left.start : left.stop].split()),
                " ".join(piece.text[begin:stop].split()),
                _metric_name(name),
                verdict,
            ),
            **facts,
        )


def _is_listed(name: Expr) -> bool:
    """Whether a formula that is not judged is listed: one of a metric, or of a symbol that is no single letter."""
    return is_one_metric(name) or (isinstance(name, Symbol) and " " in name.name and bool(_metric_name(name)))


def _with_beta(name: Expr, side: Side) -> Expr:
    """The name of a score F, with the parameter that its formula holds: F = (1 + β²)PR / (β²P + R)."""
    from exactmetrics.verification.formulas.meaning import symbols

    scores = words()["scores"]
    if isinstance(name, Symbol) and len(name.name) == 1 and name.name in scores["names"].split() and not name.below:
        for tree in (*side.trees, *side.defined):
            for one in symbols(tree):
                if one.name in scores["beta"].split():
                    return replace(name, below=(one.name,))
    return name


def _operates(member: Sequence[Token]) -> bool:
    return any(token.kind in ("sign", "times", "over", "frac") or token.text in ("\\sum", "∑") for token in member)


def _is_of_field(member: Sequence[Token]) -> bool:
    """Whether a name of one metric or count stands in a side."""
    said = (
        token.text.partition("{")[2].rstrip("}") or token.text for token in member if token.kind in ("name", "unit")
    )
    return any((found := named(one)) is not None and found.told for one in said)


def _metric_name(e: Expr) -> str:
    from exactmetrics.verification.formulas.meaning import metric_of

    found = named(e.name) if isinstance(e, Symbol) else None
    return metric_of(e, found.meanings[0])[0] if found is not None and isinstance(e, Symbol) else ""


def _left(tokens: Sequence[Token], plain: bool, about: _About) -> Side | None:
    """What an equation names: the end of its left side, behind words that say nothing else of it."""
    if not tokens or any(token.kind == "relation" for token in tokens):
        return None
    tokens = _without_remark(tokens[:-1] if tokens[-1].text == "." else tokens)
    if len(tokens) == 1 and tokens[0].kind == "unit" and (inside := name_in(tokens[0].text)):
        return Side((Symbol(inside),), tokens[0].position, tokens[0].position + len(tokens[0].text), True)
    for start in range(max(0, len(tokens) - 14) if plain else 0, len(tokens)):
        if len(tokens[start].text) <= 2 and _may_stand_before(tokens[start]) and tokens[start].kind == "name" and plain:
            continue  # "as" is no product
        if start and not _may_stand_before(tokens[start - 1]) and not (start == 1 and tokens[0].text == "and"):
            continue
        trees, taken = read(tokens[start:], False, about.aliases)
        if taken != len(tokens) - start or not trees:
            continue
        name = trees[0]
        if isinstance(name, Mul) and len(name.factors) == 2 and all(isinstance(one, Symbol) for one in name.factors):
            first, second = name.factors
            assert isinstance(first, Symbol)
            assert isinstance(second, Symbol)
            if not first.below and len(second.name) == 1:  # "precision p_i", where p is what it is called
                name = Symbol(first.name, second.below)
        if plain and not isinstance(name, Symbol):
            return None
        return Side((name,), tokens[start].position, tokens[-1].position + len(tokens[-1].text), True)
    return None


def _without_remark(tokens: Sequence[Token]) -> Sequence[Token]:
    """The left side without its other name in brackets: "Precision (PPV)"."""
    if len(tokens) > 3 and tokens[-1].text == ")" and tokens[-1].kind == "close":
        at = max((n for n, token in enumerate(tokens) if token.text == "("), default=0)
        inner = tokens[at + 1 : -1]
        if at and tokens[at].spaced and all(token.kind in ("name", "unit", "sign") for token in inner):
            return tokens[:at]
    return tokens


def _may_stand_before(token: Token) -> bool:
    said = [word.lower() for word in _WORD.findall(token.text.partition("{")[2] or token.text)]
    if token.kind in ("name", "unit"):
        return bool(said) and all(word in before_names() for word in said) and token.text[:1] != "_"
    symbol = token.kind == "other" and not token.text.isalnum() and token.text not in "|'"  # a picture
    return symbol or token.kind == "wide" or token.text in (":", "*", "•", "-", "–", "\\item", '"', "#", "\u2014", ")")


def _side(tokens: Sequence[Token], plain: bool, about: _About, *, last: bool) -> Side:
    """A side that something is said to be equal to; without trees where it is not understood."""
    tokens = list(tokens)
    while tokens and (tokens[-1].kind in ("stop", "row", "wide") or tokens[-1].text in ("*", "\\item", '"', "'")):
        tokens.pop()
    if not tokens:
        return Side((), 0, 0, False)
    start, stop = tokens[0].position, tokens[-1].position + len(tokens[-1].text)
    has_name = any(token.kind in ("name", "unit") and _WORD.search(token.text) for token in tokens)
    trees, taken = read(tokens, plain, about.aliases)
    defined, reach = read(tokens, plain, about.definitions) if about.definitions else ((), 0)
    if reach > taken:
        trees, taken = (), reach
    elif reach < taken or defined == trees:
        defined = ()
    if (trees or defined) and taken < len(tokens):
        after = tokens[taken]
        said = [word.lower() for word in _WORD.findall(after.text.partition("{")[2] or after.text)]
        ends = after.kind in ("name", "unit") and bool(said) and said[0] in _ENDING
        ends = ends or (plain and after.spaced and after.text in _DASHES and _is_words(tokens[taken + 1 :]))
        ends = ends or (plain and not last and after.kind in ("name", "unit") and "_" not in after.text)
        percent = after.kind == "percent" and taken + 1 == len(tokens)
        if not (ends or percent or (after.text == "(" and _is_remark(tokens[taken:], plain))):
            trees = defined = ()
        else:
            stop = tokens[taken - 1].position + len(tokens[taken - 1].text)
            has_name = any(token.kind in ("name", "unit") and _WORD.search(token.text) for token in tokens[:taken])
    return Side(trees, start, stop, has_name, defined)


def _is_words(tokens: Sequence[Token]) -> bool:
    """Whether words go on behind a dash: two names beside one another without a sign."""
    return len(tokens) > 1 and tokens[0].kind == tokens[1].kind == "name" and tokens[1].spaced


def _is_remark(tokens: Sequence[Token], plain: bool) -> bool:
    """Whether what a bracket begins is no part of a formula: words, or the value of a parameter."""
    return (plain and tokens[0].spaced and not _operates(tokens)) or any(one.kind == "relation" for one in tokens)


def _verdict(name: Expr, side: Side, about: _About) -> tuple[FormulaWord, dict[str, Any]] | None:
    """The verdict on a side, with its convention, or its witness and slip; None where it holds no symbol."""
    try:
        return _decided(name, side, about)
    except (UnreadError, ExactMetricsError):
        return "not-judged", {}


def _decided(name: Expr, side: Side, about: _About) -> tuple[FormulaWord, dict[str, Any]] | None:
    from exactmetrics.verification.formulas.deciding import Question, has_number, trees_of
    from exactmetrics.verification.formulas.meaning import average_of, sums, symbols, tags_of
    from exactmetrics.verification.formulas.slips import slip_of

    unjudged: tuple[FormulaWord, dict[str, Any]] = ("not-judged", {})
    trees = [tree for one in side.trees for tree in trees_of(name, one)]
    defined = [tree for one in side.defined for tree in trees_of(name, one)]
    if not trees and not defined:
        return unjudged
    first = [*trees, *defined][0]
    if not any(True for _ in symbols(first)) or _is_same(name, first):
        return None
    if any(has_number(tree, _usual_numbers()) for tree in (*side.trees, *side.defined)):
        return unjudged
    left = next(symbols(name), None)
    if isinstance(name, Symbol) and left in set(symbols(first)):
        return None  # worked on: recall = recall / k, TP = TP + 1
    question = Question(name, about.rows)
    read = bool(trees)
    for tree in (*trees, *defined):
        try:
            found = question.agreement(tree)
        except UnreadError:
            read = False
            continue
        if found is not None:
            return "right", {"convention": found[1].said}
    if not read or not is_one_metric(name) or not _may_be_wrong(name, side.trees[0]):
        return unjudged
    if (
        isinstance(name, Symbol)
        and (tags_of(name, set()) or average_of(name, set()))
        and not any(one.below or average_of(one, set()) for one in symbols(side.trees[0]))
        and not any(True for _ in sums(side.trees[0]))
    ):
        return unjudged  # of one class, or an average, in counts of which it is not said of which class they are
    usual = question.usual(side.trees[0])
    shown = None if usual is None or usual[0].loose else question.shown(side.trees[0], usual)
    if usual is None or shown is None:
        return unjudged
    slip = slip_of(question, side.trees[0])
    metric, scores = _metric_name(name), words()["scores"]
    if slip is not None and slip.facts.get("other") in words()["not_wrong"].get(metric, ()):
        return unjudged
    if metric == scores["with_beta"] and Question(Symbol(scores["called"]), about.rows).agreement(side.trees[0]):
        return unjudged  # it is said for one beta
    average = average_of(name, set()) if isinstance(name, Symbol) else ""
    return "wrong", {
        "witness": shown,
        "slip": None if slip is None else Hint(f"formula-{slip.kind}", slip.facts),
        "average": average,
        "one_class": usual[0].binary or not usual[0].over,
    }


def _is_same(name: Expr, tree: Expr) -> bool:
    """Whether a side is another name of the same metric, as the function of a library is."""
    return isinstance(tree, Symbol) and not tree.below and _metric_name(tree) == _metric_name(name) != ""


def _may_be_wrong(name: Expr, tree: Expr) -> bool:
    """Whether a side surely is a whole definition: no value beside another, no share, and not a part of a quotient."""
    from exactmetrics.verification.formulas.meaning import meanings_of, symbols
    from exactmetrics.verification.formulas.vocabulary import COUNTS, OF_MATRIX

    found = [{*meanings_of(symbol.name)} for symbol in symbols(tree)]
    if any(one & {*words()["not_parts"]["metrics"]} for one in found):
        return False  # a coefficient by a letter that is that of another one elsewhere
    metric = _metric_name(name)
    if metric in words()["of_class"] and any(s.below and _metric_name(s) == metric for s in symbols(tree)):
        return False  # a mean that says of what it is
    if isinstance(tree, Symbol) or all(one & {*OF_MATRIX} for one in found):
        return False
    chance = words()["chance"]
    if any(chance["part"] in one for one in found) and metric != chance["metric"]:
        return False  # each has its own p_e
    if metric in COUNTS:
        return all(one & {*COUNTS, *OF_MATRIX, "cell"} for one in found)
    divides = any(isinstance(node, Div) and not isinstance(node.den, Num) for node in nodes(tree))
    return divides or not any(one <= {*COUNTS} for one in found)
