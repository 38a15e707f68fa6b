r"""Symbols in MathML, read off the patterns that profiles write: a small closed language, not TeX.

Letters side by side are one identifier; `\text{...}`, `\mathrm{...}`, Greek letters, `_`, `^`, `\hat`, `\sum`, bars and
a few signs are all there is. Anything else is an error, so that no pattern is ever shown wrongly.
"""

from __future__ import annotations

import re
from html import escape as escaped

from exactmetrics.exact.errors import InputError

_TOKEN = re.compile(r"\\(?:text|mathrm|mathit)\{[^{}]*\}|\\[A-Za-z]+|<i>|[A-Za-z]+|[0-9]+|\s+|.")
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_LETTERS = {name: letter for letter, name in _GREEK.items()}
_LETTERS |= {name.capitalize(): letter.upper() for name, letter in _LETTERS.items()}
_SIGNS = {
    "+": "+", "-": "−", "=": "=", ",": ",", "(": "(", ")": ")", "/": "/", "|": "|", r"\cap": "∩", r"\cup": "∪",
    r"\in": "∈", r"\vert": "|", r"\cdot": "⋅",
}  # fmt: skip


def mathml_symbol(pattern: str, index: str, mark: str = "") -> str:
    r"""The MathML of a pattern: `index` is MathML already, or empty; `mark` is plain text set above on the right.

    Raises:
        InputError: a pattern with a command that is not known here.

    >>> mathml_symbol(r"\mathrm{TP}_{<i>}", "<mi>a</mi>"), mathml_symbol(r"\mathrm{TP}_{<i>}", "")
    ('<msub><mi>TP</mi><mi>a</mi></msub>', '<mi>TP</mi>')
    >>> mathml_symbol(r"F_{\beta,<i>}", "")
    '<msub><mi>F</mi><mi>β</mi></msub>'
    """
    reader = _Pattern(pattern, index)
    items = reader.row()
    if reader.peek():
        raise reader.refusal()
    if mark and items:
        base, below, above = items[-1]
        items[-1] = (base, below, above or f"<mtext>{escaped(mark)}</mtext>")
    return _row(items)


_Item = tuple[str, str, str]  # a base, what stands below on its right, and what stands above


class _Pattern:
    """A pattern read from left to right."""

    def __init__(self, pattern: str, index: str) -> None:
        self.pattern, self.index = pattern, index
        self.tokens = [t for t in _TOKEN.findall(pattern.replace("<avg>", "<i>")) if not t.isspace()]
        self.at, self.bars = 0, 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def refusal(self) -> InputError:
        return InputError(
            f"the pattern {self.pattern!r} of a symbol has {self.peek()!r}, which has no meaning there: write it with "
            "letters, \\text, \\mathrm, _ and ^"
        )

    def row(self) -> list[_Item]:
        """Items up to the end of the group."""
        items: list[_Item] = []
        while self.peek() not in ("", "}"):
            base, scripts = self.atom(), {"_": "", "^": ""}
            while self.peek() in scripts:
                sign = self.take()
                scripts[sign] = self.atom()
            items.append((base, scripts["_"], scripts["^"]))
        items = [item for item in items if item[0]]
        while items and items[-1][0] == "<mo>,</mo>" and not self.index:  # F_{\beta,<i>} of no class
            items.pop()
        return items

    def atom(self) -> str:
        """One letter, word, number, sign or group."""
        token = self.peek()
        if token == "{":
            self.take()
            inner = _row(self.row())
            if self.peek() != "}":
                raise self.refusal()
            self.take()
            return inner
        if (made := self.single(token)) is None:
            raise self.refusal()
        return made

    def single(self, token: str) -> str | None:
        """What one token stands for; None where it stands for nothing."""
        if token in ("", "}", "_", "^"):
            return None
        self.take()
        if token == "<i>":
            return self.index
        if token.startswith(("\\text{", "\\mathrm{", "\\mathit{")):
            word = token.partition("{")[2][:-1]
            upright = ' mathvariant="normal"' if len(word) == 1 else ""  # mtext would count as space beside a sign
            return f"<mi{upright}>{escaped(word)}</mi>"
        if token == r"\hat":
            return f'<mover accent="true">{self.atom()}<mo stretchy="false">^</mo></mover>'
        if token == r"\sum":
            return "<mo>∑</mo>"
        if token[1:] in _LETTERS and token[0] == "\\":
            return f"<mi>{_LETTERS[token[1:]]}</mi>"
        if token in _SIGNS:
            return self.sign(_SIGNS[token])
        if token.isascii() and token.isalnum():
            return f"<mn>{token}</mn>" if token.isdigit() else f"<mi>{token}</mi>"
        self.at -= 1
        return None

    def sign(self, sign: str) -> str:
        """A sign; bars open and close in turn."""
        if sign != "|":
            return f"<mo>{sign}</mo>"
        self.bars += 1
        form = "prefix" if self.bars % 2 else "postfix"
        return f'<mo form="{form}" stretchy="false">|</mo>'


def _row(items: list[_Item]) -> str:
    made = [_scripted(*item) for item in items]
    return made[0] if len(made) == 1 else f"<mrow>{''.join(made)}</mrow>" if made else ""


def _scripted(base: str, below: str, above: str) -> str:
    """A base with its scripts: a sum has them under and over it."""
    kind = {(True, False): "sub", (False, True): "sup", (True, True): "subsup"}.get((bool(below), bool(above)))
    if kind is None:
        return base
    if base == "<mo>∑</mo>":
        kind = {"sub": "under", "sup": "over", "subsup": "underover"}[kind]
    return f"<m{kind}>{base}{below}{above}</m{kind}>"
