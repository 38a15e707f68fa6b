"""A name that is worked out on one line and has its result on the next: `P = 50 / 60`, then `P = 0.833`.

The end of the first chain and the first number of the second are linked where the name is the same, nothing stands
between, and the first chain ends with arithmetic and not with a result of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.links import judge_link
from exactmetrics.verification.arithmetic.alternatives import HELD, otherwise
from exactmetrics.verification.arithmetic.chains import SideChain
from exactmetrics.verification.arithmetic.sides import Side

_MARKS = re.compile(r"[\s*_`$\x02\x03\x04&>'\"|#/\\\[\](){}:-]+|\\(?:text|mathrm|mathbf|textbf)(?![a-z])")
_NOTHING = re.compile(
    r"(?:[\s*_`$\x02\x03\x04&>'\"|#/.,;:-]|\\\\|\\[\[\]]|\\(?:begin|end)\{[a-z]+\*?\}|<[^<>\n]{0,80}>)*"
)
_LETTER = re.compile(r"[^\W\d_]")
_WORKED = frozenset({"over", "times", "frac", "root", "power", "sign"})
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Ending:
    """A chain that ends with arithmetic: its name, and the side it ends with."""

    name: str
    side: Side


def name_of(plain: str, chain: SideChain) -> str:
    """The name that a line begins with and that its chain is about; empty where there is none.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.chains import chains_of
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> text = "so: **P(A)** = 3/4"
    >>> name_of(text, next(chains_of(marked(tokenize(text), formula=False), False)))
    'sopa'
    """
    if chain.sides[0].tree is not None or chain.sides[0].error is not None:
        return ""
    place = chain.signs[0].position
    head = plain[plain.rfind("\n", 0, place) + 1 : place]
    if len(head) > LONGEST_NAME or _LETTER.search(head) is None:
        return ""
    return _MARKS.sub("", head).lower()


def ending_of(plain: str, chain: SideChain) -> Ending | None:
    """How a chain ends, where it ends with arithmetic at the end of a line.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.chains import chains_of
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> ends = [ending_of(t, next(chains_of(marked(tokenize(t), formula=False), False))) for t in ("P = 3/4", "P = 3")]
    >>> [end and end.name for end in ends]
    ['p', None]
    """
    side = chain.sides[-1]
    if side.tree is None or side.doubt or not any(token.kind in _WORKED for token in side.tokens):
        return None
    name = name_of(plain, chain)
    rest = plain[side.span[1] :].partition("\n")[0]
    return Ending(name, side) if name and _NOTHING.fullmatch(rest) else None


def nothing_between(text: str) -> bool:
    """Whether a stretch of text holds only blanks and marks of formulas.

    >>> nothing_between("$$ \\n\\n $$"), nothing_between(" so ")
    (True, False)
    """
    return len(text) < 400 and _NOTHING.fullmatch(text) is not None


def carried(ending: Ending, name: str, chain: SideChain, comma: bool, rule: RoundingRule) -> Verdict | None:
    """The verdict on a result against the arithmetic on the line before; None where they are not to be compared.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.chains import chains_of
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> one, two = (next(chains_of(marked(tokenize(t), formula=False), False)) for t in ("P = 3/4", "P = 0.75"))
    >>> print(carried(ending_of("P = 3/4", one), "p", two, False, "nearest").word)
    exact
    """
    if name != ending.name or len(chain.sides) < 2:
        return None
    left, relation, right = ending.side, chain.relations[0], chain.sides[1]
    if left.tree is None or right.tree is None or relation not in ("=", "≈"):
        return None
    verdict = judge_link(left.tree, right.tree, relation=relation, rule=rule)
    if verdict.word in HELD:
        return verdict
    other = otherwise(left, relation, right, comma, rule)
    if other is not None:
        return other
    plainly = verdict.word == "false" and not right.doubt and _is_result(right)
    return verdict if plainly else None


def _is_result(side: Side) -> bool:
    """Whether a side is one decimal or percentage, and no further formula."""
    kinds = [token.kind for token in side.tokens if token.kind != "edge"]
    return kinds in (["number"], ["number", "percent"]) and not (len(kinds) == 1 and side.tokens[0].text.isdigit())
