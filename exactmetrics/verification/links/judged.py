"""The verdict on each link of a chain: as it stands, in another reading that people do write, or left open.

A link that holds in any reading is right. One that does not is false only where nothing else can be meant: no doubt
about a side, no bare numbers, no layout in which a fraction has lost its bar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, zip_longest

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule, decimal
from exactmetrics.exact.values import Irrational
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.links import ORDER, SOUND, judge_link, printed_in
from exactmetrics.expression.nodes import Div, Expr, Function, Literal, Pi
from exactmetrics.expression.reading.grammar import MAX_LENGTH, parse
from exactmetrics.expression.reading.tokens import Relation, Token
from exactmetrics.verification.links.clauses import NUMBERS, OPERANDS, partners, text_tokens
from exactmetrics.verification.links.sides import WORDY, WORKED, Chain, Side, chains_of, whole
from exactmetrics.verification.links.vocabulary import FUNCTIONS, MULTIPLES

HELD = frozenset({*SOUND, "float", "truncated", "interval"})
READINGS = 4  # of one side
_WEAK = frozenset({"false", "unread", "undefined", "interval"})
_WRONG = frozenset({"false", "interval"})
_HUNDRED = frozenset({"100", "100.0", "100,0"})
_HUNDREDFOLD = re.compile(r"\*\(?H|H\)?\*|H\(")
_SHAPES = {"times": "*", "open": "(", "close": ")"}
_SEPARATED = re.compile("[.,]")
_AFTER = r"(?:[0-9]{1,2}|[0-9]{4,})(?![0-9])"  # no thousand ends there: with the other sign that is no number
_DECIMAL = {False: re.compile(rf"[0-9]\.{_AFTER}"), True: re.compile(rf"[0-9],{_AFTER}")}
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:[.,][0-9]{3})+")
_CUTS = 6  # tried of one side
_LONGEST = 60  # tokens of a side that is looked through for a sign that parts it
_NEARLY = Fraction(1, 10)  # 1024 to the fourth power is that near to 1000 to the fourth
_CLOSE = Fraction(3, 2)  # no change of units makes less of a difference
_VALUES = frozenset({"frac", "vulgar", "root"})  # that may stand behind a number as its factor, or begin anew
_SHAPE = {"number": "n", "over": "/", "frac": "f", "vulgar": "v", "open": "", "close": "", "edge": ""}
_PURE = re.compile(r"[\s0-9.,+*/×·÷()%^−-]*[0-9)%][\s0-9.,+*/×·÷()%^−-]*")
_SIGN = re.compile(r"[+*/×·÷−-]")

Judged = tuple[Chain, list[Verdict | None]]


def chains_judged(
    clause: Sequence[Token], text: str, comma: bool, rule: RoundingRule, *, above: str = ""
) -> Iterator[Judged]:
    """The chains of a clause of a plain text with one verdict a link; None where a side is symbolic.

    `above` is the line before the text, where one stands close to it.
    """
    chains = list(chains_of(clause, comma))
    for chain, after in zip_longest(chains, chains[1:]):
        if after is not None and _is_parted(chain, after, rule):
            chain.sides[-1].doubt = None
        verdicts = judged(chain, comma, rule)
        doubtful = any(verdict is not None and verdict.word in ("false", "unread") for verdict in verdicts)
        if doubtful or any(side.error is not None for side in chain.sides):
            chain, verdicts = _other_numerals(chain, verdicts, text, comma, rule)
            verdicts = _parted(chain, verdicts, comma, rule)
            verdicts = [_unless_torn(chain, at, verdict, text, above) for at, verdict in enumerate(verdicts)]
        yield chain, verdicts


def _is_parted(chain: Chain, after: Chain, rule: RoundingRule) -> bool:
    """Whether a name behind a number begins another equality, for as its factor it would make a chain that is false."""
    worked, number = chain.sides[-2:]
    other = next((side.tree for side in after.sides if side.tree is not None), None)
    if number.doubt is None or number.doubt.kind != "factor" or worked.tree is None or other is None:
        return False
    return judge_link(worked.tree, other, rule=rule).word not in HELD


def judged(chain: Chain, comma: bool, rule: RoundingRule) -> list[Verdict | None]:
    """One verdict a link; the first member of the chain is compared with every later one too."""
    verdicts: list[Verdict | None] = []
    first: Side | None = None  # the side that all so far are equal to
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:], strict=False):
        relation = "≈" if right.hedged and relation == "=" else relation
        verdict, plain = _judge(left, relation, right, first, comma, rule)
        if verdict is None or not plain or verdict.word not in SOUND or relation not in ("=", "≈"):
            first = None
        elif first is None:
            first = left
        else:
            verdict, first = _seen_from(first, left, right, verdict, relation, rule)
        verdicts.append(verdict)
    return verdicts


def _seen_from(
    first: Side, left: Side, right: Side, verdict: Verdict, relation: Relation, rule: RoundingRule
) -> tuple[Verdict, Side | None]:
    """The verdict seen from the first side of the chain too, and the side to compare with from here on."""
    if first.tree is None or left.tree is None or right.tree is None:
        return verdict, None
    seen = judge_link(first.tree, right.tree, relation=relation, rule=rule)
    if seen.word in SOUND:
        return verdict, first
    shorter, longer = printed_in(left.tree), printed_in(right.tree)
    if seen.word == "false" and shorter is not None and longer is not None and longer.places > shorter.places:
        return seen, None  # digits that the number before it does not have
    return replace(seen, word="chained", level="warn", why=Why("chained")), None


def _may_name_a_coefficient(*trees: Expr) -> bool:
    """Whether there is a pi that may be no number; below an arc sine it is one."""
    parts = [part for tree in trees for part in walk(tree)]
    return any(isinstance(e, Pi) for e in parts) and not any(isinstance(e, Function) for e in parts)


def _judge(
    left: Side, relation: Relation, right: Side, first: Side | None, comma: bool, rule: RoundingRule
) -> tuple[Verdict | None, bool]:
    """The verdict on a link, and whether it is that of the sides as they were read first."""
    for side in (left, right):
        if side.error is not None:
            verdict = Verdict("unread", "note", "", None, reason=str(side.error), why=side.error.why)
            break
    else:
        if left.tree is None or right.tree is None:
            return _unread_function(left, right), True
        verdict = judge_link(left.tree, right.tree, relation=relation, rule=rule)
        if verdict.word not in SOUND and _may_name_a_coefficient(left.tree, right.tree):
            reason = "'pi' stands where a number is expected"  # it may be a coefficient
            return Verdict("unread", "note", "", None, reason=reason, why=Why("number-expected", "pi")), True
    if verdict.word not in _WEAK or relation not in ("=", "≈"):
        return verdict, True
    other = otherwise(left, relation, right, comma, rule)
    if other is not None and (verdict.word != "interval" or other.word in SOUND):
        return other, False
    if verdict.word == "unread" and not (_looks_like_arithmetic(left, right) and _looks_like_arithmetic(right, left)):
        return _unread_function(left, right), True
    bare = verdict.word == "interval" and bool(left.number and right.number)
    if not (bare or verdict.word == "false") or left.tree is None or right.tree is None:
        return verdict, True
    if left.unit and left.unit != right.unit and left.doubt:
        return None, True
    for pair in _percent_as_unit(left.tree, left.tokens, right.tree, right.tokens, comma):
        if is_hundredfold(left.tokens) or is_hundredfold(right.tokens):
            left.read_as(pair[0])  # the factor makes the sign a unit: that is what is not equal
            right.read_as(pair[1])
            verdict = judge_link(*pair, relation=relation, rule=rule)
    doubt = _doubt(left, right, first, rule)
    if doubt is None:
        verdict = _rounded_whole(left, right, verdict)
        doubt = _rough(left, relation, right) if verdict.word == "false" else None
    if doubt is None:
        return verdict, True
    quiet = left.quiet if left.doubt else right.quiet
    if quiet and not any(side.worked or side.tokens[0].kind == "vulgar" for side in (left, right)):
        return None, True
    return replace(verdict, word="unread", level="note", why=doubt), True


def _doubt(left: Side, right: Side, first: Side | None, rule: RoundingRule) -> Why | None:
    """What else two sides that are not equal may mean; None where it is nothing."""
    assert left.tree is not None
    assert right.tree is not None
    for side in (left, right):
        if side.doubt is None:
            continue
        if side.doubt.kind == "unit" and side.unit not in MULTIPLES:
            ratio = _ratio(left, right)
            if left.unit == right.unit or (ratio is not None and 1 / _CLOSE < ratio < _CLOSE):
                continue
        return side.doubt
    word = left.unit or right.unit
    if word and _is_prefixed(_ratio(left, right)):
        return Why("unit", word)
    unclear = _two_meanings(left.tokens) or _two_meanings(right.tokens)
    if unclear is not None:
        return unclear
    if isinstance(left.value, Irrational) is not isinstance(right.value, Irrational):
        rounded = printed_in(left.tree) or printed_in(right.tree)
        if rounded is None or rounded.kind != "decimal":
            return Why("unlike-roots")  # one of them may be rounded on the way
    if len(left.tokens) > 2 and left.tokens[1].text == "÷" and left.tokens[0].kind == "number":
        behind = whole(left.tokens[2:], False)  # `Teil 15 : 5 + 2 = 7`
        if behind.tree is not None and behind.worked and judge_link(behind.tree, right.tree, rule=rule).word in HELD:
            return Why("numbered-label")
    if not (left.number and right.number):
        return None
    if first is not None and first.tree is not None and first is not left and not _is_lost_bar(left, right):
        seen = judge_link(first.tree, right.tree, rule=rule)
        if seen.word == "false":
            return None  # it is not equal to what is worked out either
    if any(token.kind == "percent" for token in (*left.tokens, *right.tokens)) and is_slip(left, right):
        return None
    return Why("lost-bar") if _is_lost_bar(left, right) else Why("bare-numbers")


def _rough(left: Side, relation: Relation, right: Side) -> Why | None:
    """Whether no digits are claimed: whole numbers that are about the same, or the whole part of a quotient."""
    assert left.tree is not None
    assert right.tree is not None
    a, b, tree = left.value, right.value, left.tree
    if not isinstance(a, Fraction) or not isinstance(b, Fraction) or b.denominator != 1 or not b:
        return None
    nodes = (*walk(left.tree), *walk(right.tree))
    if any(isinstance(node, Literal) and node.half_unit is not None for node in nodes):
        return None
    about = relation == "≈" and abs(a - b) * 10 < abs(b)
    plain = isinstance(tree, Div) and isinstance(tree.num, Literal) and isinstance(tree.den, Literal)
    return Why("rounded-whole") if about or (plain and a.denominator != 1 and int(a) == b) else None


def _is_lost_bar(left: Side, right: Side) -> bool:
    """Whether one number is whole and the other a decimal, as where the numerator of a fraction is all that is left."""
    plain = all(len(side.tokens) == 1 for side in (left, right)) and not left.number.startswith("\\")
    return plain and left.number.isdigit() != right.number.isdigit()


def is_slip(left: Side, right: Side) -> bool:
    """Whether the number on the right is that on the left, perhaps as a percentage, but for a digit or two swapped."""
    value = left.value
    if not isinstance(value, Fraction) or not right.number:
        return False
    printed = right.number.replace(",", ".")
    percent = any(token.kind == "percent" for token in right.tokens)
    wanted = decimal(value * 100 if percent else value, places=len(printed.partition(".")[2]))
    if len(wanted) != len(printed) or len(printed) <= 3:
        return False
    pairs = list(zip(wanted.replace(".", ""), printed.replace(".", ""), strict=True))
    unlike = [at for at, (a, b) in enumerate(pairs) if a != b]
    if len(unlike) == 2 and unlike[1] - unlike[0] == 1:
        return pairs[unlike[0]] == pairs[unlike[1]][::-1]
    return len(unlike) == 1


def _ratio(left: Side, right: Side) -> Fraction | None:
    a, b = left.value, right.value
    return abs(a / b) if isinstance(a, Fraction) and isinstance(b, Fraction) and b else None


def _is_prefixed(ratio: Fraction | None) -> bool:
    """Whether two numbers differ by what the prefix of a unit says: a power of 1000, or of 1024."""
    larger = max(ratio, 1 / ratio) if ratio else 0
    return any(abs(larger / 1000**k - 1) <= _NEARLY for k in range(1, 5))


def is_hundredfold(tokens: Sequence[Token]) -> bool:
    """Whether a side multiplies by 100 and has no percent sign: not `\\frac{85}{100}`, nor `100/(100 + 20)`."""
    if any(token.kind == "percent" for token in tokens):
        return False
    shape = "".join("H" if token.text in _HUNDRED else _SHAPES.get(token.kind, ".") for token in tokens)
    return _HUNDREDFOLD.search(shape) is not None


def _rounded_whole(left: Side, right: Side, verdict: Verdict) -> Verdict:
    """The verdict on two sides that differ, softened where one is the other as the nearest whole number."""
    for side, other in ((right, left), (left, right)):
        assert side.tree is not None
        assert other.tree is not None
        divided = any(token.kind in ("over", "frac", "percent") for token in other.tokens)
        if divided and side.number.isdigit() and len(side.number) > 1:
            near = judge_link(other.tree, side.tree, relation="≈")
            if near.word == "rounded":
                return replace(near, level="note", why=Why("rounded-whole"))
    return verdict


def _unread_function(left: Side, right: Side) -> Verdict | None:
    """The verdict where a side is a function of numbers, or a word works with it; None for any other symbolic side."""
    side, other = (left, right) if left.tree is None and left.error is None else (right, left)
    if side.tree is not None or side.error is not None or (other.tree is None and other.error is None):
        return None
    if side.doubt is not None and side.doubt.kind == "worked-with":
        return Verdict("unread", "note", "", None, why=side.doubt)
    broken = next((t.text for t in side.tokens if t.text[:1] == "\\" and t.text[1:].isdigit()), "")
    if broken and other.number:
        return Verdict("unread", "note", "", None, why=Why("number-expected", broken))  # no command of LaTeX
    names = [t.text.strip("\\_").lower() for t in side.tokens if t.kind in ("word", "symbol", "group")]
    names = [name for name in names if name]
    if names and FUNCTIONS.issuperset(names) and any(t.kind == "number" for t in side.tokens):
        return Verdict("unread", "note", "", None, why=Why("function", names[0]))
    near = side.tokens[0 if side is right else -1] if side.tokens else None
    alone = near is not None and near.kind in NUMBERS and (side is right or near.spaced)
    if (alone and other.worked) or (
        other.number and _near_quotient(side.tokens, side is right)
    ):  # what is beside the numbers may only part them
        beside = next((t.text for t in side.tokens if t.kind in WORDY), side.tokens[-1].text)
        return Verdict("unread", "note", "", None, why=Why("beside", beside))
    return None


def _near_quotient(tokens: Sequence[Token], right: bool) -> bool:
    """Whether a number that is divided by one stands at the sign of a side: at its begin on the right, else its end."""
    shape = "".join(_SHAPE.get(token.kind, ".") for token in tokens)
    return re.search(r"^(?:n/n|fnn|v)" if right else r"(?:n/n|fnn|v)$", shape) is not None


def _looks_like_arithmetic(side: Side, other: Side) -> bool:
    """Whether a side holds an operation, or is one number, or several beside what is worked out."""
    if side.tree is not None or side.error is None:
        return side.tree is not None
    kinds = {token.kind for token in side.tokens}
    worked = bool(kinds & (WORKED | {"percent", "dots", "vulgar"})) or (other.tree is not None and other.worked)
    return worked and "number" in kinds


def otherwise(left: Side, relation: Relation, right: Side, comma: bool, rule: RoundingRule) -> Verdict | None:
    """The best verdict of the other readings of the sides of a link, if one of them holds."""
    found = []
    rights = _readings_of(right, comma, False)
    for a, of_a in _readings_of(left, comma, True):
        for b, of_b in rights:
            if a is not left.tree or b is not right.tree:
                found.append(judge_link(a, b, relation=relation, rule=rule))
            for c, d in _percent_as_unit(a, of_a, b, of_b, comma):
                found.append(judge_link(c, d, relation="≈" if relation == "=" else relation, rule=rule))
    held = [verdict for verdict in found if verdict.word in HELD]
    if held:
        return min(held, key=lambda verdict: ORDER.index(verdict.word))
    return _mixed_thousands(left, relation, right, comma, rule)


def _readings_of(side: Side, comma: bool, left: bool) -> list[tuple[Expr, Sequence[Token]]]:
    """The trees of a side with their tokens: as it stands, and in a few other readings."""
    out = [(side.tree, side.tokens)] if side.tree is not None else []
    if not side.tokens or side.tokens[-1].position - side.tokens[0].position > MAX_LENGTH:
        return out
    others = ((tree_of(tokens, comma), tokens) for tokens in _other_tokens(side.tokens, left) if tokens)
    return out + list(islice(((tree, tokens) for tree, tokens in others if tree is not None), READINGS))


def tree_of(tokens: Sequence[Token], comma: bool) -> Expr | None:
    """The tree of tokens that are arithmetic from end to end; None where they are none."""
    if not tokens:
        return None
    try:
        return parse(tokens, tokens[-1].position + len(tokens[-1].text), decimal_comma=comma)
    except ReadingError:
        return None


def _percent_as_unit(
    left: Expr, of_left: Sequence[Token], right: Expr, of_right: Sequence[Token], comma: bool
) -> Iterator[tuple[Expr, Expr]]:
    """The sides with the percent sign of one taken for a unit: the other reckons in percent or multiplies by 100.

    A bare number below 2 is no percentage that somebody wrote so: there the factor of 100 is missing.
    """
    for marked, other, turned in ((of_right, of_left, False), (of_left, of_right, True)):
        hundred = any(t.text in _HUNDRED for t in other)
        bare = [token for token in marked if token.kind != "percent"]
        if not bare or len(bare) == len(marked) or (not hundred and any(t.kind == "percent" for t in other)):
            continue
        tree = tree_of(bare, comma)
        if tree is not None and (hundred or (isinstance(tree, Literal) and tree.value >= 2)):
            yield (tree, right) if turned else (left, tree)


def _mixed_thousands(left: Side, relation: Relation, right: Side, comma: bool, rule: RoundingRule) -> Verdict | None:
    """Left open where the link holds if a decimal of three digits is a thousand: `46 * 200.5 = 9.223`."""
    for side, other in ((left, right), (right, left)):
        number = next((token.text for token in side.tokens if _GROUPED.fullmatch(token.text)), "")
        if not number or other.tree is None:
            continue
        tokens = [t._replace(text=re.sub("[.,]", "", t.text)) if t.text == number else t for t in side.tokens]
        tree = tree_of(tokens, comma)
        if tree is not None:
            pair = (tree, other.tree) if side is left else (other.tree, tree)
            verdict = judge_link(*pair, relation=relation, rule=rule, inputs=False)
            if verdict.word in HELD:
                return replace(verdict, word="unread", level="note", why=Why("separator", number))
    return None


def _other_tokens(tokens: Sequence[Token], left: bool) -> Iterator[Sequence[Token]]:
    """Other readings that people do write, each as the tokens that are left or put together."""
    if len(tokens) == 1:
        return
    ends = partners(tokens)
    last = tokens[-1]
    start = next((at for at, end in ends.items() if end == len(tokens) - 1), 0)
    apart = tokens[start].spaced or last.text == "]" or (len(tokens) > 1 and tokens[-2].kind == "percent")
    if last.kind == "close" and start and apart and tokens[start - 1].kind not in ("times", "over", "sign"):
        yield tokens[:start]  # a remark or a source in brackets behind it
    if not left and last.kind == "super":
        yield tokens[:-1]  # a footnote
    end = ends.get(0)
    if left and end is not None and end <= 2 and end + 1 < len(tokens) and tokens[end + 1].spaced:
        yield tokens[end + 1 :]  # the number of an equation or an item
    for at in range(len(tokens) - 2):
        close = tokens[at + 1].kind == "sign" and not (tokens[at + 1].spaced or tokens[at + 2].spaced)
        if tokens[at].text == "10" and close and tokens[at + 2].text.isdigit():
            power = Token("power", "^", tokens[at + 1].position, False)  # 10-5 for what was once printed 10⁻⁵
            yield [*tokens[: at + 1], power, *tokens[at + 1 :]]
    for at in range(1, len(tokens)):
        operand = tokens[at - 1].kind in (*NUMBERS, "percent", "close")
        gap = operand and (tokens[at].kind in NUMBERS or _is_negative(tokens[at : at + 2]))
        if gap or (tokens[at].kind in ("stop", "over") and tokens[at].text in ",:"):
            yield tokens[at + (not gap) :] if left else tokens[:at]  # one of two numbers belongs elsewhere


def _is_negative(tokens: Sequence[Token]) -> bool:
    """Whether a sign stands apart from what is before it and close to the number behind it."""
    return len(tokens) > 1 and tokens[0].kind == "sign" and tokens[0].spaced and not tokens[1].spaced


def _two_meanings(tokens: Sequence[Token]) -> Why | None:
    r"""Products without a sign that may mean something else: a mixed number 2\frac{1}{2}, 1/2(3), a period 0.1(6)."""
    for before, one, two in zip([None, *tokens], tokens, tokens[1:], strict=False):
        if one.kind != "number" or not one.text.isdigit():
            decimal_of = one.kind == "number" and two.text == "(" and not two.spaced
            if decimal_of and tokens[-1].text == ")" and tokens[-2].text.isdigit() and tokens[-3] is two:
                return Why("digits-in-brackets")
        elif two.kind in ("vulgar", "frac") or (two.kind == "open" and before is not None and before.kind == "over"):
            return Why("two-numbers", two.text)
    return None


def _other_numerals(chain: Chain, verdicts: list[Verdict | None], text: str, comma: bool, rule: RoundingRule) -> Judged:
    """The chain read with the other decimal sign, if it then holds; an inequality holds too easily to tell."""
    spans = [side.span for side in chain.sides if side.tokens]
    start, end = min(a for a, _ in spans), max(b for _, b in spans)
    separated = _SEPARATED.search(text, start, end)
    if not separated or _DECIMAL[comma].search(text, start, end) or not {"=", "≈"}.issuperset(chain.relations):
        return chain, verdicts
    tokens = [t._replace(position=t.position + start) for t in text_tokens(text[start:end], comma=not comma)]
    others = list(chains_of(tokens, not comma))
    if len(others) != 1 or len(others[0].sides) != len(chain.sides) or any(s.error for s in others[0].sides):
        return chain, verdicts
    again = judged(others[0], not comma, rule)
    holds = all(v is None or v.word not in ("false", "unread") for v in again)
    kept = all(new is not None or old is None for new, old in zip(again, verdicts, strict=True))
    return (others[0], again) if holds and kept else (chain, verdicts)


def _parted(chain: Chain, verdicts: Sequence[Verdict | None], comma: bool, rule: RoundingRule) -> list[Verdict | None]:
    """The verdicts, left open where a sign set apart, or a fraction, may begin another equality.

    `3/4 = 0.75 – 2/4 = 0.5` holds nowhere as one chain and everywhere as two.
    """
    out = list(verdicts)
    for at in range(1, len(chain.sides) - 1):
        pair = verdicts[at - 1], verdicts[at]
        if any(verdict is None or verdict.word not in _WRONG for verdict in pair):
            continue
        left, side, right = chain.sides[at - 1 : at + 2]
        parts = (
            b
            for a, b in _halves(side.tokens)
            if _meets(left, whole(a, comma), rule) or _meets(whole(b, comma), right, rule)
        )
        if (begins := next(parts, None)) is not None:
            first = begins[0]
            why = Why("two-numbers", first.text) if first.kind in _VALUES else Why("parting-dash")
            out[at - 1 : at + 1] = [replace(v, word="unread", level="note", why=why) for v in pair if v is not None]
    last, (left, right) = out[-1], chain.sides[-2:]
    if last is not None and last.word == "false" and _ends_at_dash(left, right, comma, rule):
        out[-1] = replace(last, word="unread", level="note", why=Why("parting-dash"))
    return out


def _ends_at_dash(left: Side, right: Side, comma: bool, rule: RoundingRule) -> bool:
    """Whether the result stands before a dash that is set apart: `3/4 = 0.75 – 12 cats`."""
    parts = [part for part, _ in _halves(right.tokens) if right.tokens[len(part)].text in "-–−"]
    return any(_meets(left, whole(part, comma), rule) for part in parts)


def _meets(left: Side, right: Side, rule: RoundingRule) -> bool:
    sides = left.tree, right.tree
    return sides[0] is not None and sides[1] is not None and judge_link(*sides, rule=rule, inputs=False).word in HELD  # type: ignore[arg-type]


def _halves(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Sequence[Token]]]:
    """What stands before and behind the first signs set apart."""
    tried = 0
    for at, token in enumerate(tokens[1:_LONGEST], 1):
        if token.kind in _VALUES and tokens[at - 1].kind in OPERANDS and tried < _CUTS:
            tried += 1
            yield tokens[:at], tokens[at:]  # a product without a sign, or two numbers
        if (
            token.kind in ("sign", "times", "over")
            and token.spaced
            and tokens[at - 1].kind in OPERANDS
            and tried < _CUTS
        ):
            tried += 1
            yield tokens[:at], tokens[at + 1 :]
            if token.kind == "sign":
                yield tokens[:at], tokens[at:]


def _unless_torn(chain: Chain, at: int, verdict: Verdict | None, text: str, above: str) -> Verdict | None:
    """The verdict, left open where lines of bare arithmetic around the link may be the parts of a fraction."""
    if verdict is None or verdict.word not in _WRONG:
        return verdict
    left, right = chain.sides[at], chain.sides[at + 1]
    begin, end = left.span[0], right.span[1]
    line = text.rfind("\n", 0, begin) + 1
    before = text[text.rfind("\n", 0, max(0, line - 1)) + 1 : max(0, line - 1)] if line else above
    torn = not at and not text[line:begin].strip() and _is_part(before)
    if not torn and right.tokens and right.worked:
        stop = text.find("\n", end)
        stop = len(text) if stop < 0 else stop
        torn = not text[end:stop].strip() and _is_part(text[stop + 1 : stop + 200].partition("\n")[0])
    return replace(verdict, word="unread", level="note", why=Why("lost-bar")) if torn else verdict


def _is_part(line: str) -> bool:
    """Whether a line is, or ends with, arithmetic that nothing is said to equal."""
    if len(line) > 200:
        return False
    said = re.split("[=≈]", line)
    return _PURE.fullmatch(said[-1]) is not None and (
        len(said) == 1 or _SIGN.search(said[-1].strip(" +-*")) is not None
    )
