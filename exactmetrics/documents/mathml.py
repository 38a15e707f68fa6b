r"""An author's formula as MathML, where it keeps to a small documented part of LaTeX; anything else is left alone.

The part: letters, numbers, `_` and `^`, `\frac`, `\sqrt`, `\sum` and `\prod` with limits, signs, Greek letters,
brackets also with `\left` and `\right`, `\text`, `\mathrm`, `\operatorname`, accents and spaces.
"""

from __future__ import annotations

import re
from html import escape

from exactmetrics.documents.mathml_signs import ACCENTS, BRACKETS, LARGE, LETTERS, SIGNS, SPACES, WORDS

LONGEST, DEEPEST = 4000, 30  # characters of a formula, groups inside one another
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SPACE = re.compile(r"\s*")
_TEXT = re.compile(r"\s*\{([^{}\\$]*)\}")


class _UnknownError(Exception):
    """The formula has a part that is not known here."""


def formula_mathml(formula: str, *, display: bool = False) -> str | None:
    r"""The formula as a `math` element; None where it uses what is not known here.

    >>> formula_mathml(r"x_1 < \frac{1}{2}")
    '<math dir="ltr"><msub><mi>x</mi><mn>1</mn></msub><mo>&lt;</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'
    >>> formula_mathml(r"\begin{cases} x \end{cases}") is None, formula_mathml("x^") is None
    (True, True)
    """
    if len(formula) > LONGEST:
        return None
    reader = _Formula(formula)
    try:
        inner = "".join(reader.row())
    except _UnknownError:
        return None
    if reader.peek():  # a bracket or brace that closes nothing
        return None
    block = ' display="block"' if display else ""
    return f'<math{block} dir="ltr">{inner}</math>'


class _Formula:
    """A formula read from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.depth = text, 0, 0

    def peek(self) -> str:
        """The next token that is no space; empty at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = self.at if found is None else found.end()
        token = _TOKEN.match(self.text, self.at)
        return "" if token is None else token[0]

    def take(self) -> str:
        token = self.peek()
        self.at += len(token)
        return token

    def expect(self, token: str) -> None:
        if self.take() != token:
            raise _UnknownError

    def row(self, *ends: str) -> list[str]:
        """Items up to one of the tokens that end the row, or to the end of its group."""
        items = []
        while self.peek() not in ("", "}", r"\right", *ends):
            items.append(self.scripted())
        return items

    def scripted(self) -> str:
        """An item with what stands below and above it."""
        token = self.peek()
        base = "<mrow></mrow>" if token in ("_", "^") else self.number() or self.atom()
        scripts: dict[str, str] = {}
        while (sign := self.peek()) in ("_", "^"):
            if sign in scripts:
                raise _UnknownError
            self.take()
            scripts[sign] = self.atom()
        below, above = scripts.get("_"), scripts.get("^")
        kind = ("sub" if below else "") + ("sup" if above else "")
        if not kind:
            return base
        if token in LARGE:
            kind = {"sub": "under", "sup": "over", "subsup": "underover"}[kind]
        return f"<m{kind}>{base}{below or ''}{above or ''}</m{kind}>"

    def number(self) -> str | None:
        """A number of several digits, which is one item."""
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return f"<mn>{found[0]}</mn>"

    def atom(self) -> str:
        """One letter, digit, sign or group; what a script or a fraction takes."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise _UnknownError
        made = self.one(self.take())
        self.depth -= 1
        return made

    def one(self, token: str) -> str:
        """What a token stands for, with what it takes."""
        if token == "{":
            items = self.row()
            self.expect("}")
            return items[0] if len(items) == 1 else f"<mrow>{''.join(items)}</mrow>"
        if token.startswith("\\"):
            return self.command(token)
        if token in BRACKETS:
            return f'<mo stretchy="false">{BRACKETS[token]}</mo>'
        if token in SIGNS:
            return f"<mo>{escape(SIGNS[token])}</mo>"
        if token.isdecimal() and token.isascii():
            return f"<mn>{token}</mn>"
        if token.isalpha():
            return f"<mi>{escape(token)}</mi>"
        raise _UnknownError

    def command(self, name: str) -> str:
        """What a command stands for."""
        if name in (r"\frac", r"\dfrac", r"\tfrac"):
            return f"<mfrac>{self.atom()}{self.atom()}</mfrac>"
        if name == r"\sqrt":
            return self.root()
        if name == r"\left":
            return self.fenced()
        if name in (r"\text", r"\mathrm", r"\operatorname"):
            return self.words(name)
        if name in ACCENTS:
            sign, stretchy = ACCENTS[name]
            return f'<mover accent="true">{self.atom()}<mo stretchy="{stretchy}">{sign}</mo></mover>'
        if name in BRACKETS:
            return f'<mo stretchy="false">{BRACKETS[name]}</mo>'
        if name in LETTERS:
            return f"<mi>{LETTERS[name]}</mi>"
        if name in WORDS:
            return f"<mi>{name[1:]}</mi><mo>&#x2061;</mo>"
        if name in SPACES:
            return f'<mspace width="{SPACES[name]}"/>'
        if name not in LARGE and name not in SIGNS:
            raise _UnknownError
        return f"<mo>{escape(LARGE.get(name) or SIGNS[name])}</mo>"

    def root(self) -> str:
        """A square root, or with `[n]` another one."""
        if self.peek() != "[":
            return f"<msqrt>{self.atom()}</msqrt>"
        self.take()
        index = "".join(self.row("]"))
        self.expect("]")
        return f"<mroot>{self.atom()}<mrow>{index}</mrow></mroot>"

    def fenced(self) -> str:
        """What stands between brackets as high as itself."""
        opened = self.bracket()
        inner = "".join(self.row())
        self.expect(r"\right")
        closed = self.bracket()
        return f"<mrow>{_fence(opened, 'prefix')}{inner}{_fence(closed, 'postfix')}</mrow>"

    def bracket(self) -> str:
        token = self.take()
        if token == ".":
            return ""
        if token not in BRACKETS:
            raise _UnknownError
        return BRACKETS[token]

    def words(self, name: str) -> str:
        """Upright words."""
        found = _TEXT.match(self.text, self.at)
        if found is None:
            raise _UnknownError
        self.at = found.end()
        words = escape(found[1])
        if name == r"\text":
            return f"<mtext>{words.replace(' ', chr(0xA0))}</mtext>"
        upright = ' mathvariant="normal"' if len(words) == 1 else ""
        return f"<mi{upright}>{''.join(words.split())}</mi>"


def _fence(sign: str, form: str) -> str:
    return f'<mo form="{form}" fence="true" stretchy="true">{sign}</mo>' if sign else ""
