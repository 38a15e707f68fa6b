"""A small part of LaTeX read into MathML: the formulas that an author writes, and the patterns that symbols have.

A formula with anything that is not known here is left alone, and such a pattern is an error, so that nothing is ever
shown wrongly.
"""

from __future__ import annotations

import re
from html import escape

from exactmetrics.exact.errors import InputError

LONGEST, DEEPEST = 4000, 30  # characters of a formula, groups inside one another

# fmt: off
_GREEK = """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ
    pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π
    Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ ell ℓ
"""
LETTERS = {f"\\{name}": letter for name, letter in re.findall(r"(\w+) (\w|∞)", _GREEK)}
LARGE = {r"\sum": "∑", r"\prod": "∏"}  # what stands under and over them are limits
SIGNS = {sign: sign for sign in "+=<>/,;:!.'"} | {
    "-": "−", "*": "∗", "'": "′", r"\cdot": "⋅", r"\times": "×", r"\div": "÷", r"\pm": "±", r"\approx": "≈",
    r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥", r"\ne": "≠", r"\neq": "≠", r"\equiv": "≡", r"\sim": "∼",
    r"\in": "∈", r"\cap": "∩", r"\cup": "∪", r"\to": "→", r"\rightarrow": "→", r"\Rightarrow": "⇒", r"\dots": "…",
    r"\ldots": "…", r"\cdots": "⋯", r"\mid": "∣", r"\%": "%", r"\colon": ":",
}
BRACKETS = {sign: sign for sign in "()[]|"} | {
    r"\{": "{", r"\}": "}", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\lfloor": "⌊", r"\rfloor": "⌋",
    r"\lceil": "⌈", r"\rceil": "⌉", r"\langle": "⟨", r"\rangle": "⟩",
}
# fmt: on
ACCENTS = {r"\hat": ("^", "false"), r"\bar": ("¯", "false"), r"\tilde": ("~", "false"), r"\overline": ("¯", "true")}
FUNCTIONS = (r"\log", r"\ln", r"\exp", r"\min", r"\max")
SPACES = {r"\,": ".167em", r"\:": ".222em", r"\;": ".278em", r"\!": "-.167em", r"\quad": "1em", r"\qquad": "2em"}
SPACES |= {"\\ ": ".25em"}

_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SPACE = re.compile(r"\s*")
_TEXT = re.compile(r"\s*\{([^{}\\$]*)\}")


def formula_mathml(formula: str, *, display: bool = False) -> str | None:
    r"""An author's formula as a `math` element; None where it uses what is not known here.

    >>> formula_mathml(r"x_1 < \frac{1}{2}")
    '<math dir="ltr"><msub><mi>x</mi><mn>1</mn></msub><mo>&lt;</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'
    >>> formula_mathml(r"\begin{cases} x \end{cases}") is None, formula_mathml("x^") is None
    (True, True)
    """
    try:
        items = _Formula(formula).whole() if len(formula) <= LONGEST else None
    except _UnknownError:
        items = None
    block = ' display="block"' if display else ""
    return None if items is None else f'<math{block} dir="ltr">{"".join(items)}</math>'


def mathml_symbol(pattern: str, index: str, mark: str = "") -> str:
    """The MathML of a pattern: `index` is MathML already, or empty; `mark` is plain text set above on the right."""
    has_power = re.search(r"\^\S*$", pattern)  # where a mark would stand
    above = "^<mark>" if mark and not has_power else ""
    reader = _Pattern(pattern.replace("<avg>", "<i>") + above, index, mark)
    try:
        return reader.group(reader.whole())
    except _UnknownError as unknown:
        raise InputError(
            f"the pattern {pattern!r} of a symbol has {str(unknown)!r}, which has no meaning there: write it with "
            "letters, \\text, \\mathrm, _ and ^"
        ) from None


class _UnknownError(Exception):
    """A token that is not known, or stands where it means nothing."""


class _Formula:
    """A formula read from left to right."""

    token = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
    empty = "<mrow></mrow>"  # a group with nothing in it

    def __init__(self, text: str) -> None:
        self.text, self.at, self.depth = text, 0, 0

    def whole(self) -> list[str]:
        """All items; a bracket or brace that closes nothing is an error."""
        items = self.row()
        if self.peek():
            raise _UnknownError(self.peek())
        return items

    def peek(self) -> str:
        """The next token that is no space; empty at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = self.at if found is None else found.end()
        token = self.token.match(self.text, self.at)
        return "" if token is None else token[0]

    def take(self) -> str:
        token = self.peek()
        self.at += len(token)
        return token

    def expect(self, token: str) -> None:
        if (found := self.take()) != token:
            raise _UnknownError(found)

    def row(self, *ends: str) -> list[str]:
        """Items up to one of the tokens that end the row, or to the end of its group."""
        items = []
        while self.peek() not in ("", "}", r"\right", *ends):
            items.append(self.scripted())
        return items

    def group(self, items: list[str]) -> str:
        return items[0] if len(items) == 1 else f"<mrow>{''.join(items)}</mrow>" if items else self.empty

    def scripted(self) -> str:
        token = self.peek()
        base = self.empty if token in ("_", "^") else self.number() or self.atom()
        scripts: dict[str, str] = {}
        while (sign := self.peek()) in ("_", "^"):
            if sign in scripts:
                raise _UnknownError(sign)
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
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return f"<mn>{found[0]}</mn>"

    def atom(self) -> str:
        """One letter, digit, sign or group; what a script or a fraction takes."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise _UnknownError(self.peek())
        made = self.one(self.take())
        self.depth -= 1
        return made

    def one(self, token: str) -> str:
        if token == "{":
            items = self.row()
            self.expect("}")
            return self.group(items)
        if token in BRACKETS:
            return f'<mo stretchy="false">{BRACKETS[token]}</mo>'
        if token in LARGE or token in SIGNS:
            return f"<mo>{escape(LARGE.get(token) or SIGNS[token])}</mo>"
        if token.startswith("\\"):
            return self.command(token)
        if token.isdecimal() and token.isascii():
            return f"<mn>{token}</mn>"
        if token.isalpha():
            return f"<mi>{escape(token)}</mi>"
        raise _UnknownError(token)

    def command(self, name: str) -> str:
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
        if name in LETTERS:
            return f"<mi>{LETTERS[name]}</mi>"
        if name in FUNCTIONS:
            return f"<mi>{name[1:]}</mi><mo>&#x2061;</mo>"
        if name in SPACES:
            return f'<mspace width="{SPACES[name]}"/>'
        raise _UnknownError(name)

    def root(self) -> str:
        """A square root, or with `[n]` another one."""
        if self.peek() != "[":
            return f"<msqrt>{self.atom()}</msqrt>"
        self.take()
        index = "".join(self.row("]"))
        self.expect("]")
        return f"<mroot>{self.atom()}<mrow>{index}</mrow></mroot>"

    def fenced(self) -> str:
        opened = self.fence("prefix")
        inner = "".join(self.row())
        self.expect(r"\right")
        return f"<mrow>{opened}{inner}{self.fence('postfix')}</mrow>"

    def fence(self, form: str) -> str:
        token = self.take()
        if token == ".":  # none on this side
            return ""
        if token not in BRACKETS:
            raise _UnknownError(token)
        return f'<mo form="{form}" fence="true" stretchy="true">{BRACKETS[token]}</mo>'

    def words(self, name: str) -> str:
        words = self.braced()
        if name == r"\text":
            return f"<mtext>{words.replace(' ', chr(0xA0))}</mtext>"
        return _upright("".join(words.split()), alone=len(words) == 1)

    def braced(self) -> str:
        found = _TEXT.match(self.text, self.at)
        if found is None:
            raise _UnknownError(self.peek())
        self.at = found.end()
        return escape(found[1])


class _Pattern(_Formula):
    """The pattern of a symbol: letters side by side are one name, `<i>` is the class, bars open and close in turn."""

    token = re.compile(r"\\[A-Za-z]+|<\w+>|[A-Za-z]+|.")
    empty = ""

    def __init__(self, pattern: str, index: str, mark: str) -> None:
        super().__init__(pattern)
        self.index, self.mark, self.bars = index, mark, 0

    def row(self, *ends: str) -> list[str]:
        items = [item for item in super().row(*ends) if item]
        while items and items[-1] == "<mo>,</mo>" and not self.index:  # F_{\beta,<i>} of no class
            items.pop()
        return items

    def one(self, token: str) -> str:
        if token in ("<i>", "<mark>"):
            return self.index if token == "<i>" else f"<mtext>{escape(self.mark)}</mtext>"
        if BRACKETS.get(token) == "|":
            self.bars += 1
            return f'<mo form="{"prefix" if self.bars % 2 else "postfix"}" stretchy="false">|</mo>'
        return f"<mo>{token}</mo>" if token in ("(", ")") else super().one(token)

    def words(self, name: str) -> str:
        words = self.braced()
        return _upright(words, alone=len(words) == 1)  # mtext would count as space beside a sign


def _upright(word: str, *, alone: bool) -> str:
    upright = ' mathvariant="normal"' if alone else ""  # one letter would be set in italics
    return f"<mi{upright}>{word}</mi>"
