"""MathML Core, written directly from the tree.

The pieces put elements around what is structure; digits and signs stay bare while a formula is put together, as in
every notation, and `marked_up` gives each its own element when the formula is whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactmetrics.derivation.notation.breaking import Broken
from exactmetrics.derivation.notation.printer import ATOM, PRODUCT, fraction_of, has_fractions
from exactmetrics.derivation.planning.page import letter_of
from exactmetrics.exact.digits import int_text
from exactmetrics.expression.nodes import Expr, Joined

_OVER: dict[Joined, str] = {"sum": "∑", "product": "∏", "largest": "max"}
LOGS = ("<mi>ln</mi>", "<msub><mi>log</mi>")
SPACED = '<mo rspace="0.17em">\u2062</mo>'  # a number before the name of a function
TIMES, APPLY = "<mo>⋅</mo>", "<mo>\u2062</mo>"  # a dot, and a product without a sign
_SIGNS = {"-": "−", "<": "&lt;", ">": "&gt;", "&": "&amp;"}
_LINE = "_"  # what a blank is made of, which is seen also where there is no style sheet to draw a box
_TALL = ("<mfrac", "<munder", "<mtable")
_TIGHT = ' lspace="0" rspace="0"'
_FORMS = {"(": f' form="prefix"{_TIGHT}', ")": f' form="postfix"{_TIGHT}'}
OVER = f"<mo{_TIGHT}>/</mo>"
_PART = re.compile(
    r"(?P<leaf><(?P<name>mi|mn|mo|mtext)\b[^>]*>[^<]*</(?P=name)>)|(?P<close></[a-z]+>)|(?P<open><[a-z][^>]*>)"
    r"|(?P<number>[0-9]+(?:\.[0-9]*)?)|(?P<space>\s+)|(?P<word>[^\W\d_]+)|(?P<sign>.)"
)


class Mathml(Broken):
    """Formulas for HTML, with wide sums in rows."""

    dot = "⋅"

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        main = ' linethickness="0.1em"' if "<mfrac" in top[0] or "<mfrac" in bottom[0] else ""
        return f"<mfrac{main}>{_one(top[0])}{_one(bottom[0])}</mfrac>", ATOM

    def side(self, e: Expr) -> tuple[str, int]:
        """A fraction inside a fraction is written on one line."""
        found = fraction_of(e)
        if found is None and has_fractions(e):
            return InlineMathml(self.symbols)._piece(e)
        return super().side(e) if found is None else (f"{int_text(found[0])}{OVER}{int_text(found[1])}", PRODUCT)

    def paren(self, inside: str) -> str:
        """Brackets, growing where there is something tall in them; else Chromium leaves room for the largest ones."""
        grow = "" if any(tag in inside for tag in _TALL) else ' stretchy="false"'
        return f"<mrow><mo{_FORMS['(']}{grow}>(</mo>{_one(inside)}<mo{_FORMS[')']}{grow}>)</mo></mrow>"

    def power(self, base: str, exponent: int) -> str:
        """A power; of a symbol with an index the two stand one above the other."""
        if base.startswith("<msub>") and base.endswith("</msub>") and base.count("<msub>") == 1:
            return f"<msubsup>{base[6:-7]}{_one(str(exponent))}</msubsup>"
        return f"<msup>{_one(base)}{_one(str(exponent))}</msup>"

    def radical(self, inside: str, degree: str = "") -> str:
        if not degree:
            return f"<msqrt>{inside}</msqrt>"
        return f"<mroot>{_one(inside)}{_one(degree)}</mroot>"

    def gap(self, count: int) -> str:
        return f"<mover><mo>⋯</mo><mn>{count}</mn></mover>"

    def cut(self, first: str, count: int, last: str) -> str:
        return f"<mrow>{first}{self.gap(count)}{last}</mrow>"

    pi = "<mi>π</mi>"

    def log_sign(self, base: int | None) -> str:
        return LOGS[0] if base is None else f"{LOGS[1]}<mn>{base}</mn></msub>"

    def picked(self, name: str, inside: str) -> str:
        return f"<mrow><mi>{name}</mi><mo>\u2061</mo>{self.paren(inside)}</mrow>"

    def absolute(self, inside: str) -> str:
        grow = "" if any(tag in inside for tag in _TALL) else ' stretchy="false"'
        before, after = (f'<mo form="{form}"{_TIGHT}{grow}>|</mo>' for form in ("prefix", "postfix"))
        return f"<mrow>{before}{_one(inside)}{after}</mrow>"

    unequal, comma = "<mo>≠</mo>", "<mo>,</mo>"

    def total(self, body: str, whole: bool, pairs: str = "", joined: Joined = "sum") -> str:
        sign = _OVER[joined]
        letter = self.symbols.style.letter(self.symbols.letter)
        if pairs:
            return f"<mrow><munder><mo>∑</mo><mrow>{pairs}</mrow></munder>{_one(body)}</mrow>"
        below = letter if whole else f"<mrow>{letter}<mo>∈</mo><mi>{self.symbols.set_letter}</mi></mrow>"
        return f"<mrow><munder><mo>{sign}</mo>{below}</munder>{_one(body)}</mrow>"

    def times(self, left: str, right: str, *, bracketed: bool) -> str:
        before_log = bracketed and right.startswith(LOGS)
        return f"{left}{SPACED if before_log else APPLY if bracketed else TIMES}{right}"

    def blank(self, number: int, room: int) -> str:
        return f'<mtext class="letter">({letter_of(number)})</mtext><mtext class="blank">{_LINE * (room + 1)}</mtext>'

    def stacked(self, rows: list[str]) -> str:
        lines = "".join(f"<mtr><mtd>{row}</mtd></mtr>" for row in rows)
        return f'<mtable class="stack" displaystyle="true">{lines}</mtable>'

    def continued(self, sign: str, rest: str) -> str:
        return f'<mo form="infix">{_SIGNS.get(sign, sign)}</mo>{rest}'


class InlineMathml(Mathml):
    """Formulas for a table or a sentence: fractions on one line, with a slash."""

    room = 10**9

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        above = top[0] if top[1] > PRODUCT else self.paren(top[0])
        below = bottom[0] if bottom[1] > PRODUCT else self.paren(bottom[0])
        return f"{above}{OVER}{below}", PRODUCT


def _one(piece: str) -> str:
    """A piece as one argument of an element."""
    if piece.isdigit():
        return f"<mn>{piece}</mn>"
    alone = piece.startswith("<") and piece.endswith(">") and piece.count("<") == 2
    return piece if alone else f"<mrow>{piece}</mrow>"


def marked_up(formula: str) -> str:
    """The formula with an element around every bare number and sign; done twice it changes nothing more."""
    return "".join(_parts(formula))


def _form(sign: str, after_value: bool) -> str:
    """The attributes of a sign: whether it stands before, after or between, and the room around it."""
    if sign in _FORMS:
        return _FORMS[sign] + ' stretchy="false"'
    if sign == "/":
        return _TIGHT
    return ' form="prefix"' if sign in "+-−" and not after_value else ""


def _parts(formula: str) -> Iterator[str]:
    after_value = False  # whether what stands before can be followed by a sign between two terms
    for found in _PART.finditer(formula):
        kind, text = found.lastgroup, found[0]
        if kind == "space":
            continue
        if found["leaf"] is not None:
            yield text
            after_value = found["name"] != "mo" or 'form="postfix"' in text
        elif kind == "number":
            yield f"<mn>{text}</mn>"
            after_value = True
        elif kind == "word":
            yield f"<mi>{text}</mi>"
            after_value = True
        elif kind == "sign":
            yield f"<mo{_form(text, after_value)}>{_SIGNS.get(text, text)}</mo>"
            after_value = text == ")"
        else:
            yield text
            after_value = kind == "close"
