"""A sentence as tokens of known kinds: names, classes, averages, numbers, arithmetic, signs of equality, fillers.

Kinds: `M` a metric, `K` a count, `A` an average, `L` a class, `C` a word for class, `O` of, `J` and, `=` a sign or verb
of equality, `N` a number, `E` arithmetic before such a sign, `H` about, `P` percent, `U` a unit, `B` beta, `F` what
says nothing, `X` any other word. One `X` and the sentence is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from exactmetrics.verification.claims.vocabulary import GLUE, PRIMED, Roles, Vocabulary, word_of

_NUMBER = r"(?:[0-9]+(?:(?:[.,]|\{,\}|\\,|[\u00a0\u2009\u202f'](?=[0-9]{3}))[0-9]+)*|(?<![\w.])\.[0-9]+)"
_RAW = re.compile(
    rf"(?P<number>{_NUMBER})|(?P<command>\\[a-zA-Z]+|\\\S)"
    r"|(?P<link>\.{3,}|(?:\s\.){3,}|…|[-=]>|→|⇒|≈|≃|≅|:=|==|=|:|：)"
    r"|(?P<sign>[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
    rf"|(?P<word>{PRIMED}|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)|(?P<other>\S)"
)
_LINKS = frozenset({"approx", "simeq", "doteq", "to", "rightarrow", "longrightarrow", "leadsto"})
_SILENT = frozenset(
    [
        "text",
        "mathrm",
        "operatorname",
        "textbf",
        "textit",
        "mathit",
        "mathbf",
        "emph",
        "texttt",
        "textsf",
        "mathsf",
        "boldsymbol",
        "num",
        "quad",
        "qquad",
        "hspace",
        "item",
        "displaystyle",
        "left",
        "right",
        "big",
        "Big",
        "bigl",
        "bigr",
        "noindent",
        "mbox",
        "ensuremath",
        "textrm",
        "small",
        "large",
        "par",
        "centering",
    ]
)
_OPERATORS = frozenset(
    ["frac", "dfrac", "tfrac", "cdot", "times", "div", "left", "right", "sqrt", "big", "Big", "bigl", "bigr"]
)
_SIGNS = frozenset("+-−–*/×·⋅∗÷()[]{}^%")
_WORKING = frozenset("+-−–*/×·⋅∗÷")
_ORDER = (
    ("other", "X"), ("metric", "M"), ("count", "K"), ("average", "A"), ("beta", "B"), ("class", "C"), ("link", "="),
    ("of", "O"), ("join", "J"), ("hedge", "H"), ("percent", "P"), ("unit", "U"), ("filler", "F"),
    ("rest", "X"),
)  # fmt: skip
_FUNCTION_WORDS = frozenset({"filler", "join", "of", "link", "class", "hedge", "runs"})
_EQUALS = frozenset({"=", ":", "：", "≈", "is", "was"})
_EQUAL = re.compile(r"[\s$]*\(?([0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)[ \u202f\u00a0]?(\\?[%٪])?([ ]*[/+*×·])?")
_LONGEST = 200  # words and signs of printed arithmetic


@dataclass(slots=True)
class Token:
    """A word or number of a sentence, and where it stands in the text of its passage."""

    kind: str
    value: str
    text: str
    start: int
    end: int
    roles: Roles = field(default_factory=dict)
    numeric: bool = True  # of arithmetic: whether it holds no names
    unit: str = ""  # of a number: what it is said to be measured in; of a name: what all its numbers are


@dataclass(slots=True)
class _Raw:
    group: str
    text: str
    word: str
    start: int
    end: int


def tokens(text: str, start: int, end: int, words: Vocabulary, *, letters: bool = False) -> list[Token]:
    """The tokens of a sentence; `letters` says that P, R and F stand for precision, recall and F1.

    >>> [token.kind for token in tokens("The recall is 4/5 = 0.8 here", 0, 28, Vocabulary())]
    ['F', 'M', '=', 'E', '=', 'N', 'F']
    """
    return list(_Tokens(text, start, end, words, letters).read())


class _Tokens:
    def __init__(self, text: str, start: int, end: int, words: Vocabulary, letters: bool) -> None:
        self.text, self.words, self.letters = text, words, letters
        self.raw = [_raw(found) for found in _RAW.finditer(text, start, end)]
        self.solid = [at for at, raw in enumerate(self.raw) if not _is_silent(raw, text)]
        self.place = {at: n for n, at in enumerate(self.solid)}
        self.folds = [self.raw[at].word for at in self.solid]
        self.found: list[Token] = []
        self.capital = self.text[start:end].isupper()
        self.unworked = 0  # before this raw word no arithmetic begins that ends in a sign of equality

    def read(self) -> Iterator[Token]:
        at = 0
        while at < len(self.solid):
            size, token = self.token(at)
            self.found.append(token)
            at += size
        return iter(self.found)

    def token(self, at: int) -> tuple[int, Token]:
        raw = self.raw[self.solid[at]]
        size, roles = self.phrase(at)
        if raw.group == "number" and not (size and (size > 1 or self.follows_class() or self.names_class(at, roles))):
            return self.working(at) or self.number(at)
        if (
            raw.text in "([{-−"
            or raw.text in ("\\frac", "\\dfrac", "\\tfrac", "\\left", "\\sqrt")
            or (self.after_link() and (len(raw.text) == 1 or roles.keys() & {"count", "metric"}))
        ):
            working = self.working(at)
            if working is not None:
                return working
        if raw.text in ("-", "−") and at + 1 < len(self.solid) and self.is_signed(at):
            used, token = self.number(at + 1)
            token.text, token.start = self.text[raw.start : token.end], raw.start
            return used + 1, token
        if size:
            last = self.raw[self.solid[at + size - 1]]
            kind, value = self.kind_of(roles, raw, last.end)
            if kind == "=" and self.found and self.found[-1].text == "(":
                kind = "X"  # "(was 0.7)"
            return size, Token(kind, value, self.text[raw.start : last.end], raw.start, last.end, roles)
        if raw.group == "word" and self.follows_class():
            return 1, Token("L", raw.text, raw.text, raw.start, raw.end)
        return 1, Token(self.sign(at, raw), "", raw.text, raw.start, raw.end)

    def phrase(self, at: int) -> tuple[int, Roles]:
        size, roles = self.words.longest(self.folds, at)
        if size > 1 and any(self.raw[self.solid[at + n]].group == "link" for n in range(1, size)):
            return 0, {}
        return size, roles

    def kind_of(self, roles: Roles, raw: _Raw, end: int) -> tuple[str, str]:
        text = self.text[raw.start : end]
        if "label" in roles:
            everyday = bool(roles.keys() & _FUNCTION_WORDS) or len(text) == 1
            if not everyday and not roles.keys() & {"metric", "count", "average", "other"}:
                return "L", roles["label"]
            if everyday and text == roles["label"] and self.is_named(raw, end):
                return "L", roles["label"]
        if "letter" in roles and self.letters and text.isupper():
            return "M", roles["letter"]
        if text.isupper() and text.isascii() and roles.keys() <= _FUNCTION_WORDS and self.found and not self.capital:
            return "X", ""  # "model A", "recall ER 1.2"
        for role, kind in _ORDER:
            if role in roles:
                return kind, roles[role]
        return "X", ""

    def is_named(self, raw: _Raw, end: int) -> bool:
        """Whether a class whose name is an everyday word is meant: behind a class word, a name, in brackets, alone."""
        before = next((token for token in reversed(self.found) if token.kind not in "F=" or token.text in "(["), None)
        after = self.text[end : end + 2].lstrip("}$ ")[:1]
        if before is None:
            return after in (":", "=", ",")
        return (
            before.kind in "COL"
            or before.text in ("(", "[")
            or (before.kind in "MK" and self.text[raw.start - 1] in "_{[(")
            or (before.kind == "J" and any(t.kind == "L" for t in self.found))
        )

    def after_link(self) -> bool:
        return any(token.kind == "=" for token in self.found[-1:])

    def follows_class(self) -> bool:
        return bool(self.found) and self.found[-1].kind == "C"

    def names_class(self, at: int, roles: Roles) -> bool:
        """Whether a number that is a class is meant as one: "recall of 1 = 0.8", but not "a recall of 1 = 100%"."""
        raw = self.raw[self.solid[at]]
        if "label" not in roles or not raw.text.isdigit() or [token.kind for token in self.found[-2:]] != ["M", "O"]:
            return False
        link = self.raws(at + 1, 1)
        value = _EQUAL.match(self.text, link[0].end) if link and link[0].text in _EQUALS else None
        if value is None:
            return False
        said = float(value[1].replace(",", ".")) / (100 if value[2] else 1)
        return value[3] is not None or said != int(raw.text)

    def is_signed(self, at: int) -> bool:
        """Whether a minus belongs to the number behind it, and is no sign of working or of a range."""
        here, after = self.raw[self.solid[at]], self.raw[self.solid[at + 1]]
        before = self.found[-1] if self.found else None
        return (
            after.group == "number"
            and here.end == after.start
            and (before is None or (before.kind in "=OMLAF" and before.text not in ")]"))
        )

    def number(self, at: int) -> tuple[int, Token]:
        """A number with its percent sign, or a fraction of whole numbers."""
        raw, size = self.raw[self.solid[at]], 1
        end = raw.end
        if self.text[raw.start - 1 : raw.start] == "_" or self.text[max(0, raw.start - 2) : raw.start] == "_{":
            return 1, Token("X", "", raw.text, raw.start, raw.end)  # a class, or a position
        part = self.raws(at, 4)
        if (
            len(part) > 2
            and part[1].text == "/"
            and raw.text.isdigit()
            and part[2].text.isdigit()
            and (len(part) < 4 or part[3].text not in _SIGNS - {")"})
        ):
            size, end = 3, part[2].end
        after = self.raws(at + size, 1)
        if (
            after
            and after[0].text in ("...", "…")
            and after[0].start == end
            and not re.match(r"\s*[0-9]", self.text[after[0].end :][:9])
        ):
            return size + 1, Token("N", "", self.text[raw.start : after[0].end], raw.start, after[0].end)
        gap = int(bool(after) and after[0].text in ("\\,", "\\ ", "\\;"))  # 86.5\,\%
        sign = self.raws(at + size + gap, 1)
        if sign and sign[0].text in ("%", "\\%", "％"):
            size, end = size + gap + 1, sign[0].end
            return size, Token("N", "", self.text[raw.start : end], raw.start, end)
        words, roles = self.phrase(at + size + gap) if sign else (0, {})
        unit = "" if "label" in roles else roles.get("unit", "")
        size += (gap + words) * bool(unit)
        return size, Token("N", "", self.text[raw.start : end], raw.start, end, unit=unit)

    def raws(self, at: int, size: int) -> list[_Raw]:
        return [self.raw[n] for n in self.solid[at : at + size]]

    def working(self, at: int) -> tuple[int, Token] | None:
        """Arithmetic that ends before a sign of equality, or a fraction of LaTeX."""
        start = n = self.solid[at]
        if start < self.unworked and self.raw[n].text not in ("\\frac", "\\dfrac", "\\tfrac"):
            return None
        if self.raw[n].text in ("-", "−") and not (
            n + 1 < len(self.raw) and (self.raw[n + 1].group == "number" or self.raw[n + 1].text in ("(", "\\frac"))
        ):
            return None
        works, numeric, depth = False, True, 0
        while n < min(len(self.raw), start + _LONGEST):
            raw = self.raw[n]
            command = raw.text[1:] if raw.group == "command" else ""
            if (
                raw.group == "number"
                or raw.text in _SIGNS
                or command in _SILENT
                or command in _OPERATORS
                or raw.text in GLUE
                or command in (",", ";", "!", "%", ":")
            ):
                depth += (raw.text in "([{") - (raw.text in ")]}") if len(raw.text) == 1 else 0
                works = works or (raw.text in _WORKING and n > start) or command in _OPERATORS
            elif raw.text in (":", "x", "X") and self.divides(n):
                works = True
            elif raw.group == "word" and (size := self.named(n)):
                numeric, n = False, n + size - 1
            else:
                break
            n += 1
        ends_in_link = n < len(self.raw) and (self.raw[n].group == "link" or self.raw[n].text[1:] in _LINKS)
        self.unworked = self.unworked if ends_in_link else n
        while n > start and self.raw[n - 1].text in GLUE:
            n -= 1
        if not works or depth or n == start:
            return None
        stop = self.raw[n - 1].end
        fraction = numeric and re.fullmatch(
            r"\\[dt]?frac\s*\{\s*[0-9]+\s*\}\s*\{\s*[0-9]+\s*\}", self.text[self.raw[start].start : stop].strip("$ ")
        )
        if not ends_in_link and not fraction:
            return None
        if not numeric and re.match(r"[0-9]*[.,][0-9]", self.raw[start].text):
            return None  # a value, and then another name
        size = sum(1 for one in self.solid[at : at + _LONGEST] if one < n)
        kind = "E" if ends_in_link else "N"
        return size, Token(
            kind, "", self.text[self.raw[start].start : stop], self.raw[start].start, stop, numeric=numeric
        )

    def divides(self, n: int) -> bool:
        """Whether a colon or the letter x is a sign of division or multiplication: between two terms."""
        if not 0 < n < len(self.raw) - 1:
            return False
        before, after = self.raw[n - 1], self.raw[n + 1]
        return (before.group == "number" or before.text == ")") and (after.group == "number" or after.text == "(")

    def named(self, n: int) -> int:
        """How many raw words from `n` on are a count or a metric, or a single letter."""
        if n in self.place:
            size, roles = self.phrase(self.place[n])
            if roles.keys() & {"count", "metric"}:
                return self.solid[self.place[n] + size - 1] - n + 1
        return int(len(self.raw[n].text) == 1 and self.raw[n].text.isascii())

    def sign(self, at: int, raw: _Raw) -> str:
        if raw.group == "link" or (raw.text[1:] in _LINKS and raw.group == "command"):
            return "="
        if raw.text in (",", ";", "&", "/", "|", "、", "，", "；", "\\\\", "\\&", "\\Rightarrow", "\\implies"):
            return "J"
        if raw.text in "()[].!?。！？（）•↑↓" or raw.text in (
            "\\,",
            "\\;",
            "\\ ",
            "\\:",
            "\\!",
            "\\(",
            "\\)",
            "\\[",
            "\\]",
        ):
            return "F"
        if (
            raw.text in "-–—"
            and self.text[raw.start - 1 : raw.start] in (" ", "")
            and self.text[raw.end : raw.end + 1] == " "
        ):
            if self.found and self.found[-1].kind == "N":
                return "X"  # a range, or a difference
            named = bool(self.found) and self.found[-1].kind in "MLAF" and any(t.kind in "MLA" for t in self.found[-2:])
            follows = self.raws(at + 1, 1)
            return "=" if named and follows and follows[0].group == "number" else "J"
        return "X"


def _raw(found: re.Match[str]) -> _Raw:
    group, text = found.lastgroup or "", found[0]
    word = text[1:].casefold() if group == "command" else word_of(text)
    return _Raw(group, text, word, found.start(), found.end())


def _is_silent(raw: _Raw, text: str) -> bool:
    if raw.group == "command":
        return raw.text[1:] in _SILENT or raw.text in ("\\_",)
    if raw.text in GLUE:
        return True
    between = raw.text in "-‐‑–" and text[raw.start - 1 : raw.start].isalnum() and text[raw.end : raw.end + 1].isalnum()
    return between and not (text[raw.start - 1].isdigit() and text[raw.end].isdigit())


def without_units(found: Sequence[Token]) -> list[Token]:
    """The tokens without a unit that stands behind no number: it is that of all the numbers without their own.

    >>> said = "In nats the mutual information is 0.2187"
    >>> [(token.kind, token.unit) for token in without_units(tokens(said, 0, len(said), Vocabulary()))]
    [('F', ''), ('M', 'nats'), ('=', ''), ('N', 'nats')]
    """
    units = {token.value for token in found if token.kind == "U"}
    if len(units) > 1:
        return list(found)
    for token in found:
        token.unit = token.unit or (next(iter(units), "") if token.kind in "MN" else "")
    return [token for token in found if token.kind != "U"]


def unknown(found: Sequence[Token]) -> Token | None:
    """The first token that is in no vocabulary."""
    return next((token for token in found if token.kind == "X"), None)
