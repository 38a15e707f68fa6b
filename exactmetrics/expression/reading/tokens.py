"""The tokens of printed arithmetic, in LaTeX, Markdown or plain text.

One regular expression, tried at each position; every alternative is linear. What carries no value (spaces, `$`, `&`,
`\\left`, font commands) gives no token. Letters and unknown commands are `name` tokens, which the grammar refuses.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

Relation: TypeAlias = Literal["=", "≈", "<", ">", "≤", "≥", "≠"]

VULGAR = {
    "¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10), "⅓": (1, 3), "⅔": (2, 3),
    "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


class Token(NamedTuple):
    """A piece of arithmetic: its kind, its text as printed, where it starts, whether a space stands before it."""

    kind: str
    text: str
    position: int
    spaced: bool


# Scripts that write no space between a word and a number: their letters are never part of a name with digits.
UNSPACED = "\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
# Vowel signs and accents that stand for themselves in the text: parts of the word they follow.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0980-\u09e3\u0a00-\u0dff"
)
_RELATION = (
    r"\\approx(?:eq)?|\\simeq|\\sim(?![a-zA-Z])|\\doteq|\\cong|\\equiv|\\leq?(?![a-zA-Z])|\\geq?(?![a-zA-Z])|\\neq?(?![a-zA-Z])"
    r"|\\lt(?![a-zA-Z])|\\gt(?![a-zA-Z])|[:=<>!]=|[=≈≃≅≡<>≤≥≠]"
)
_SKIP = (
    r"[\s\u200b$&~`]+|\\[,;:!> ()\[\]]|\\(?:left|right|middle)(?![a-zA-Z])\.?"
    r"|\\(?:begin|end)\s*\{(?:aligned|align\*?|equation\*?|gather(?:ed|\*)?|multlined|multline\*?|split|eqnarray\*?)\}"
    r"|\\(?:big|Big|bigg|Bigg|bigl|bigr|Bigl|Bigr|biggl|biggr|Biggl|Biggr|displaystyle|textstyle|limits"
    r"|boxed|fbox|mathbf|boldsymbol|bm|underline|thinspace|nonumber|notag)(?![a-zA-Z])"
    r"|\\(?:text|textrm|textbf|textit|mathrm|mbox)\s*(?=\{(?:[^\w{}\\]|[0-9_])*\})"
)
_VULGAR = "".join(VULGAR)
_EXPONENT = r"(?:[eE][+-]?[0-9]+(?![a-zA-Z0-9.]))?"
# A period under a dot at each end, or with lines or dots over it that are characters of their own behind its digits.
_DOT = r"\\dot\s*(?:\{\s*[0-9]\s*\}|[0-9])"
_OVER = "[\u0304\u0305\u0307]"
_PERIODS = rf"|{_DOT}(?:[0-9]*{_DOT})?|(?:[0-9]{_OVER})+(?:[0-9]+{_OVER})?"
_MARKED = re.compile(rf"\\dot(?![a-z])|[0-9]{_OVER}|[.,]\([0-9]")  # what one of these is written with
_DOTS = r"(?:\.\.\.|…|\\l?dots(?![a-zA-Z]))"
_LOG = r"(?:ln|log(?:_?[0-9]{1,9}|_\{[0-9]{1,9}\}|[₀-₉]{1,9}))(?=\()"
_PICK = r"(?<![\w.])(?:max|min|abs|sgn|arcsin|z)(?=\()"  # no method of something
_REST = rf"""
    |(?P<dots>{_DOTS}|\\cdots(?![a-zA-Z])|⋯)
    |(?P<skip>{_SKIP})
    |(?P<relation>{_RELATION})
    |(?P<power>\*\*|\^)
    |(?P<times>\\times(?![a-zA-Z])|\\cdot(?![a-zA-Z])|\\ast(?![a-zA-Z])|\\\*|[*×·∗⋅])
    |(?P<over>\\div(?![a-zA-Z])|[/÷∕⁄])
    |(?P<sign>[+\-−])
    |(?P<open>\\\{{|\\lbrace(?![a-zA-Z])|\\lvert(?![a-zA-Z])|[(\[{{])
    |(?P<close>\\\}}|\\rbrace(?![a-zA-Z])|\\rvert(?![a-zA-Z])|[)\]}}])
    |(?P<pick>\\(?:max|min|arcsin)(?![a-zA-Z])|\\(?:mathrm|operatorname)\{{(?:max|min|sgn|arcsin|z)\}}|{_PICK})
    |(?P<frac>\\(?:[dtcsx]|nice)?frac(?![a-zA-Z]))
    |(?P<root>\\(?:sqrt|root)(?![a-zA-Z])|sqrt(?![a-zA-Z_])|[√∛∜])
    |(?P<log>\\ln(?![a-zA-Z])|\\(?:mathrm|operatorname|text)\{{ln\}}|{_LOG}
        |\\(?:log|(?:mathrm|operatorname)\{{log\}})\s*_\s*(?:[0-9]|\{{\s*[0-9]{{1,9}}\s*\}}))
    |(?P<pi>(?<=\}}\{{)(?:\\pi(?=\}})|π)|(?<=/)(?:\\?pi(?![a-zA-Z0-9_])|π)|(?<=/\()(?:\\?pi|π)(?=\)))
    |(?P<percent>\\?%)
    |(?P<vulgar>[{_VULGAR}])
    |(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+)
    |(?P<unit>\\(?:text|textrm|mathrm|mbox)\s*\{{[^{{}}]*\}})
    |(?P<wide>\\q?quad(?![a-zA-Z]))
    |(?P<tag>\\(?:tag\*?|label)\s*\{{[^{{}}]*\}})
    |(?P<row>\\\\|\\cr(?![a-zA-Z]))
    |(?P<name>\\[a-zA-Z]+|\\.|[{UNSPACED}]+|[^\W\d_](?:(?![{UNSPACED}])[^\W_]|[{_MARKS}])*|_)
    |(?P<stop>[.,;])
    |(?P<other>.)
"""
# What running text and sums consist of, tried first: of the alternatives behind these, none could take it but those
# of the same kind, `root`, `log`, `pick` and `pi`. The letter pi is a number in a denominator only, for it names a
# coefficient.
_PI = r"(?<=/)pi(?![a-zA-Z0-9_])"
_WORDS = rf"sqrt(?![a-zA-Z_])|{_LOG}|{_PICK}|{_PI}"
_OFTEN = rf"[ \n]*(?:(?P<plain>(?!{_WORDS})[a-zA-Z](?:(?![{UNSPACED}])[^\W_]|[{_MARKS}])*)"
_OFTEN += r"|(?P<whole>[0-9]+(?=[ )}+*/=]))|(?P<opening>\(|\{(?!,))|(?P<closing>[)}])|(?P<adding>\+)|"
_KINDS = {"plain": "name", "whole": "number", "opening": "open", "closing": "close", "adding": "sign"}
_PATTERNS: dict[tuple[bool, bool, bool, bool], re.Pattern[str]] = {}


def _pattern(decimal_comma: bool, thousands: bool, repeating: bool, rare: bool) -> re.Pattern[str]:
    """The tokens' expression where numbers are written that way; `rare` with the seldom marks of a period."""
    key = (decimal_comma, thousands, repeating, rare)
    if key not in _PATTERNS:
        point = r"(?:\{,\}|,)" if decimal_comma else r"\."
        between = (
            r"(?:\.|\\,|['’\u00a0\u202f]|\u2009+)" if decimal_comma else r"(?:\{,\}|,|\\,|['’\u00a0\u202f]|\u2009+)"
        )
        # groups of decimals: three digits each, or behind a kern, which is blanked with several thin spaces
        group = r"(?<=[^0-9][0-9]{3})(?:\\,|\u2009)[0-9]{1,3}|\u2009\u2009+[0-9]+"
        more = rf"(?:(?:{group})(?![.,]?[0-9]|\s?\^))*" if thousands else ""
        if not thousands:
            between = r"(?!)" if decimal_comma else r"\{,\}"
        indian = r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?![0-9])|" if thousands and not decimal_comma else ""
        whole = rf"(?:[0-9]{{1,3}}(?:{between}[0-9]{{3}})+(?![0-9])|{indian}[0-9]+)"
        period = r"\\(?:overline|bar)\s*\{\s*[0-9]+\s*\}" + (r"|\([0-9]+\)" if repeating else "")
        periodic = rf"[0-9]*{point}[0-9]*(?:{period})"
        if rare:
            periodic = rf"[0-9]*{point}[0-9]*?(?:{period}{_PERIODS})|[0-9]+{point}\([0-9]+\)"
        number = (
            rf"(?P<periodic>{periodic})"
            rf"|(?P<number>(?:{whole}(?:{point}[0-9]+{more})?|{point}[0-9]+{more}){_EXPONENT}(?:(?<=[0-9]){_DOTS})?)"
        )
        # dots of an elision are tried after numbers: "0.66..." announces a cut
        _PATTERNS[key] = re.compile(f"{_OFTEN}{number}{_REST})", re.VERBOSE | re.DOTALL)
    return _PATTERNS[key]


def tokenize(
    text: str, *, decimal_comma: bool = False, thousands: bool = False, repeating: bool = False
) -> list[Token]:
    """The tokens of any text; whether they make sense is the grammar's question."""
    tokens: list[Token] = []
    add, new, skipped = tokens.append, tuple.__new__, False  # `Token(...)` itself takes twice as long
    rare = _MARKED.search(text) is not None
    for found in _pattern(decimal_comma, thousands, repeating, rare).finditer(text):
        kind, group = found.lastgroup or "other", found.lastindex or 0
        if kind == "skip":
            skipped = True
            continue
        place = found.start(group)
        add(new(Token, (_KINDS.get(kind, kind), found[group], place, skipped or place > found.start())))
        skipped = False
    return _with_commas(tokens) if any(token.kind == "pick" for token in tokens) else tokens


def _with_commas(tokens: list[Token]) -> list[Token]:
    """The tokens with the signs that part what the largest or the smallest is taken of as `comma`."""
    out, lists = list[Token](), list[bool]()  # of each open bracket whether it is such a list
    for token in tokens:
        if token.kind == "open":
            lists.append(bool(out) and out[-1].kind == "pick")
        elif token.kind == "close" and lists:
            lists.pop()
        comma = token.kind == "stop" and token.text in ",;" and lists[-1:] == [True]
        out.append(token._replace(kind="comma") if comma else token)
    return out


_RELATIONS: dict[str, Relation] = {
    "≈": "≈", "≃": "≈", "≅": "≈", "\\approx": "≈", "\\simeq": "≈", "\\doteq": "≈", "\\cong": "≈",
    "\\sim": "≈", "\\approxeq": "≈",
    "<": "<", "\\lt": "<", ">": ">", "\\gt": ">", "≤": "≤", "<=": "≤", "\\le": "≤", "\\leq": "≤",
    "≥": "≥", ">=": "≥", "\\ge": "≥", "\\geq": "≥", "≠": "≠", "!=": "≠", "\\ne": "≠", "\\neq": "≠",
}  # fmt: skip


def relation_of(sign: str) -> Relation:
    """The relation that a printed sign stands for."""
    return _RELATIONS.get(sign, "=")
