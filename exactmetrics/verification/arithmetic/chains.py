"""Chains of a clause: sides with relations between them, and the verdict on each link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule, decimal
from exactmetrics.expression.links import SOUND, judge_link, printed_in
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading.tokens import Relation, Token, relation_of
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.arithmetic.alternatives import otherwise, period_at
from exactmetrics.verification.arithmetic.functions import unread_function
from exactmetrics.verification.arithmetic.hundredfold import without_unit
from exactmetrics.verification.arithmetic.rounded import rounded_whole
from exactmetrics.verification.arithmetic.segments import Run, runs_of
from exactmetrics.verification.arithmetic.sides import Side, first_side, is_algebra, is_unit, last_side, whole
from exactmetrics.verification.arithmetic.units import may_convert

REMARK = Why("remark")
_WEAK = frozenset({"false", "unread", "undefined", "interval"})


@dataclass(slots=True)
class SideChain:
    """Sides and the relations between them, one fewer, with the tokens of these."""

    sides: list[Side]
    relations: list[Relation] = field(default_factory=list)
    signs: list[Token] = field(default_factory=list)


def chains_of(clause: Sequence[Token], comma: bool) -> Iterator[SideChain]:
    """The chains of a clause; a side between two relations that is not all arithmetic ends one and begins another.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> text = "P = 3/4 = 0.75 and 4/5 = 0.8"
    >>> [len(chain.sides) for chain in chains_of(marked(tokenize(text), formula=False), False)]
    [3, 2]
    """
    parts, signs = _at_relations(clause)
    chain = SideChain([first_side(parts[0], comma)])
    for at, part in enumerate(parts[1:], 1):
        chain.relations.append(relation_of(signs[at - 1].text))
        chain.signs.append(signs[at - 1])
        bracketed = signs[at - 1].text == "(" or signs[at - 1].text[:1].isalpha()
        if at == len(parts) - 1:
            chain.sides.append(last_side(part, comma))
            if bracketed:
                chain.sides[-1].doubt = REMARK
            break
        left, right = _middle(part, comma)
        chain.sides.append(left)
        if right is not None:
            yield chain
            chain = SideChain([right])
    yield chain


def judged(chain: SideChain, comma: bool, rule: RoundingRule) -> list[Verdict | None]:
    """One verdict a link; None where a side is symbolic.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [v.word for v in judged(next(chains_of(tokenize("3/4 = 0.75 = 75%"), False)), False, "nearest") if v]
    ['exact', 'exact']
    """
    verdicts: list[Verdict | None] = []
    first: Expr | None = None
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:], strict=False):
        relation = "≈" if right.hedged and relation == "=" else relation
        verdict, plain = _judge(left, relation, right, comma, rule)
        if verdict is None or not plain or verdict.word not in SOUND or relation not in ("=", "≈"):
            first = None
        elif first is None:
            first = left.tree
        elif left.tree is not None and right.tree is not None:
            verdict, first = _chained(first, left.tree, right.tree, verdict, relation, rule)
        verdicts.append(verdict)
    return verdicts


def _chained(
    first: Expr, left: Expr, right: Expr, verdict: Verdict, relation: Relation, rule: RoundingRule
) -> tuple[Verdict, Expr | None]:
    """The verdict seen from the first side of the chain too, and the side to compare with from here on."""
    seen = judge_link(first, right, relation=relation, rule=rule)
    if seen.word in SOUND:
        return verdict, first
    shorter, longer = printed_in(left), printed_in(right)
    if seen.word == "false" and shorter is not None and longer is not None and longer.places > shorter.places:
        return seen, None  # digits that the number before it does not have
    return replace(seen, word="chained", level="warn", why=Why("chained")), None


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


def _middle(part: Sequence[Token], comma: bool) -> tuple[Side, Side | None]:
    """The side between two relations as one; or as the end of one chain and the beginning of another."""
    runs = runs_of(part)
    if len(runs) == 1:
        run = runs[0]
        return (Side(run.tokens) if run.symbols else whole(run.tokens, comma)), None
    if len(runs) == 2 and is_unit(runs[1]) and runs[0].tokens and not runs[0].symbols:
        return last_side(part, comma), None
    if is_algebra(runs) and not _parted(runs):
        if runs[-1].tokens and not runs[-1].symbols and len(runs) > 2:
            return last_side(part, comma), first_side(part, comma)
        return Side(part), None
    return last_side(part, comma), first_side(part, comma)


def _one_slip(left: Side, right: Side) -> bool:
    """Whether the percentage on the right is the number on the left but for one digit."""
    value = None if left.tree is None else value_of(left.tree)
    printed = right.tokens[0].text.replace(",", ".")
    if not isinstance(value, Fraction):
        return False
    wanted = decimal(value * 100, places=len(printed.partition(".")[2]))
    return len(wanted) == len(printed) > 3 and sum(a != b for a, b in zip(wanted, printed, strict=True)) == 1


def _is_bare_whole(side: Side) -> bool:
    numbers = [token for token in side.tokens if token.kind not in ("open", "close", "sign")]
    return len(numbers) == 1 and numbers[0].text.isdigit() and len(side.tokens) <= 3


def _parted(runs: Sequence[Run]) -> bool:
    """Whether a sign of multiplication set apart stands between a number and a name: "0.75 · coverage"."""
    first = runs[0].tokens
    return (
        len(runs) == 2
        and len(first) > 1
        and first[-1].kind == "times"
        and first[-1].spaced
        and not (runs[1].tokens or runs[1].symbols)
    )


def _judge(left: Side, relation: Relation, right: Side, comma: bool, rule: RoundingRule) -> tuple[Verdict | None, bool]:
    """The verdict on a link, and whether it is that of the sides as they were read first."""
    verdict = _as_printed(left, relation, right, rule)
    if verdict is None:
        return unread_function(left, right), True
    if verdict.word not in _WEAK or relation not in ("=", "≈"):
        return verdict, True
    other = otherwise(left, relation, right, comma, rule)
    if other is not None and (verdict.word != "interval" or other.word in SOUND):
        return other, False
    if verdict.word == "unread" and not (_looks_like_arithmetic(left) and _looks_like_arithmetic(right)):
        return None, True
    if verdict.word != "false":
        return verdict, True
    verdict = _as_unit(left, relation, right, comma, rule) or verdict
    if left.unit and left.unit != right.unit and left.doubt:
        return None, True
    if (left.unit or right.unit) and left.tree is not None and right.tree is not None:
        convertible = left.unit != right.unit and may_convert(value_of(left.tree), value_of(right.tree))
        _settle_units(left, right, convertible)
    doubt = left.doubt or right.doubt or _bare(left, right)
    if doubt and (left.quiet if left.doubt else right.quiet):
        return None, True
    if doubt and not (doubt is REMARK and _one_slip(left, right)):
        return replace(verdict, word="unread", level="note", why=doubt), True
    return rounded_whole(left, right, verdict), True


def _as_unit(left: Side, relation: Relation, right: Side, comma: bool, rule: RoundingRule) -> Verdict | None:
    """The verdict with a percent sign for a unit where the other side multiplies by 100; that is what is not equal."""
    for side, other in ((left, right), (right, left)):
        bare = without_unit(side.tokens, other.tokens)
        if bare and len(bare) < len(side.tokens):
            tree = whole(bare, comma).tree
            side.tree = side.tree if tree is None else tree
            return _as_printed(left, relation, right, rule)
    return None


def _settle_units(left: Side, right: Side, convertible: bool) -> None:
    """Without the doubt about units where they are the same, or where no change of units makes the difference."""
    for side in (left, right):
        if side.unit and side.doubt and not convertible:
            side.doubt = None


def _as_printed(left: Side, relation: Relation, right: Side, rule: RoundingRule) -> Verdict | None:
    for side in (left, right):
        if side.error is not None:
            return Verdict("unread", "note", "", None, reason=str(side.error), why=side.error.why)
    if left.tree is None or right.tree is None:
        return None
    return judge_link(left.tree, right.tree, relation=relation, rule=rule)


def _bare(left: Side, right: Side) -> Why | None:
    """Doubt about bare numbers: a key, the numerator of a fraction that lost its bar, digits in brackets."""
    short = all(side.tokens and len(side.tokens[-1].text) == 1 for side in (left, right))
    if all(_is_bare_whole(side) for side in (left, right)) and (left.opens or short):
        return Why("bare-numbers")
    if len(right.tokens) == 4 and period_at(right.tokens) == 0:
        return Why("digits-in-brackets")
    texts = [side.tokens[0].text if len(side.tokens) == 1 else "" for side in (left, right)]
    if all(texts) and texts[0].isdigit() != texts[1].isdigit() and not texts[0].startswith("\\"):
        return Why("lost-bar")
    return None


def _looks_like_arithmetic(side: Side) -> bool:
    """Whether a side holds an operation, or is one number."""
    if side.tree is not None or side.error is None:
        return side.tree is not None
    kinds = {token.kind for token in side.tokens}
    return bool(kinds & {"percent", "times", "over", "sign", "frac", "root", "power", "dots"}) and "number" in kinds
