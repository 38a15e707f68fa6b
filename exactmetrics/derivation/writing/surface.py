"""A surface: how one format writes formulas, names and sentences. The templates put them in their places."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from copy import copy
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.formats import FORMATS, Format
from exactmetrics.derivation.look import Look, symbols
from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.breaking import SYMBOL, Broken, in_rows, width
from exactmetrics.derivation.notation.escape import is_right_to_left
from exactmetrics.derivation.notation.symbols import Symbols
from exactmetrics.derivation.notation.terminal import text_table
from exactmetrics.derivation.notation.two_d import chain_boxes, lines_of
from exactmetrics.derivation.planning.page import Formula, Said
from exactmetrics.derivation.words import NO_WORDS
from exactmetrics.derivation.writing.class_labels import Labels
from exactmetrics.derivation.writing.names import title_of_metric, title_with_average
from exactmetrics.exact.digits import fraction_text, int_text
from exactmetrics.exact.values import Number
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Div, Expr, Leaf, Named, Num, Sum
from exactmetrics.matrix.blocks import BLOCKS

# Invisible characters that keep formulas and tables in their order where a text runs from right to left (UAX #9).
LTR, EITHER, END, LEFT_TO_RIGHT = "\u2066", "\u2068", "\u2069", "\u200e"

LONG = 60  # characters of a formula in a sentence, from which on it may be broken before a relation
NAMES_IN_FULL = 50  # long names that are written out
LONG_NUMBER = 10**12  # a number below stands in a line as it is
# The whole part of a decimal in the formulas of each style, and the point behind it; in LaTeX words are skipped.
DECIMALS = {
    "text": re.compile(r"(?<![\w.])(\d+)\.(?=\d)"),
    "latex": re.compile(r"\\text\{(?:[^{}]|\{[^{}]*\})*\}|(?<![\d.])(\d+)\.(?=\d)"),
    "mathml": re.compile(r"(<mn>\d+)\.(?=\d)"),
}
INDENT = 3  # columns that a text sets off its formulas by
LETTER, SPARE = 0.95, 10  # digits of a letter in words, and of a line that are left free
BEFORE = 8  # digits of a line that are kept for what stands on the left
SCRIPT = 0.75  # digits of a letter below or above a symbol
# The name of a column, a file or a metric, as formats escape it: whoever looks for it types its letters as they are.
_IDENTIFIER = re.compile(r"\S*?\w(?:\\?[_.])\w")
_UNSEEN, _SIGN = re.compile(r"\\[a-z]+(?=\{)|[{}$_^]"), re.compile(r"\\[a-z]+ ?")
_SCRIPT = re.compile(r" ?[_^](?:\w|\\[a-z]+|\{(?:[^{}]|\{[^{}]*\})*\})")  # what stands below or above a symbol
LONGEST_DRAWN = 2000  # characters of a member that is drawn; of a longer one, pages high, nothing could be seen


def seen(text: str) -> int:
    """About how many characters of a written text are seen."""
    return len(_SIGN.sub("x", _UNSEEN.sub("", text)))


def capital(text: str) -> str:
    """A text with its first letter as a capital, unless it begins with an identifier.

    >>> [capital(text) for text in ("the data", "roc_auc of class 1", "preds.csv: 3/4")]
    ['The data', 'roc_auc of class 1', 'preds.csv: 3/4']
    """
    return text if _IDENTIFIER.match(text) else text[:1].upper() + text[1:]


class Written(str):
    """A text that is written for a surface already."""

    __slots__ = ()


class Surface:
    """One format with the symbols and the language of one document."""

    def __init__(self, format: Format, symbols: Symbols, messages: Messages, labels: Sequence[Hashable] = ()) -> None:
        self.format, self.messages, self.labels = format, messages, Labels(labels)
        self.notation, self.inline_notation = format.notation(symbols), format.inline_notation(symbols)
        self.display = None if format.display is None else format.display(symbols)
        self._point = messages.get("number", "decimal")
        self._isolates = messages.direction == "rtl" and not format.formulas
        self.several = False  # whether what is defined holds for several matrices
        self.in_matrix = True  # whether the counts of a small matrix are shown cell by cell
        self.others: dict[str, Surface] = {}  # for parts of the page that are about something else than classes
        self.four_told = False  # whether the page says beside the matrix what TP, FN, FP and TN are

    @property
    def in_words(self) -> bool:
        """Whether formulas call metrics by words, which say what they are."""
        return self.notation.symbols.called is not None

    def math(self, e: Expr) -> str:
        return self.inline(self.notation.show(e))

    def inline(self, formula: str) -> str:
        """A written formula between the format's signs; in plain text from right to left it is set off by isolates."""
        before, after = self.format.open_math, self.format.close_math
        long = self.format.breaks and len(re.sub(r"<[^>]*>", "", formula)) > LONG
        parts = re.split(r" (?=[=≈] )", formula) if long else [formula]
        return self._set_off(" ".join(f"{before}{self.finished(part)}{after}" for part in parts), LTR)

    def finished(self, formula: str) -> str:
        return self._in_language(self.format.finish(formula))

    def _in_language(self, formula: str) -> str:
        """A formula whose decimals are those of the language; what is called by a decimal keeps its point."""
        if self._point == ".":
            return formula
        style, point = self.format.style, f"{{{self._point}}}" if self.format.style == "latex" else self._point
        return DECIMALS[style].sub(lambda n: n[0] if n[1] is None else f"{n[1]}{point}", formula)

    def plain(self, text: object) -> str:
        """A text that is no sentence, escaped; set off where a sentence runs from right to left."""
        return self._set_off(self._name(int_text(text) if isinstance(text, int) else str(text)), EITHER)

    def name(self, label: Hashable) -> str:
        return self._name(self.labels.shown(label))

    def called(self, label: Hashable) -> str:
        return self._set_off(self.name(label), EITHER)

    def in_full(self) -> list[str]:
        """The names that were too long for the page, each after what the page calls it."""
        known = self.labels.in_full()
        pairs = [(self._name(shown), self._name(full)) for shown, full in known[:NAMES_IN_FULL]]
        listed = [self.say_made("data", "pair", index=shown, label=full) for shown, full in pairs]
        return [*listed, "…"] if len(known) > NAMES_IN_FULL else listed

    def _name(self, text: str) -> str:
        before, after = self.format.around
        if self.format.isolates and not self._isolates and is_right_to_left(text):
            before, after = EITHER, END  # or it would turn the numbers beside it
        return f"{before}{self.format.escape(text)}{after}"

    def _set_off(self, text: str, isolate: str) -> str:
        return f"{isolate}{text}{END}" if self._isolates and not (text.strip().isdigit() or not text.strip()) else text

    def number(self, value: Number) -> str:
        return self.inline(self.one_line(value))

    def one_line(self, value: Number) -> str:
        return fraction_text(value) if isinstance(value, Fraction) else self.inline_notation.show(Num(value))

    def chain(self, formula: Formula) -> dict[str, Any]:
        """A chain in rows that are not too wide, what is equal to what; in plain text also as lines.

        On paper a left side stands above the rows where it is wide, makes no room for a member, or costs a row.
        """
        left = "" if formula.left is None else self.notation.show(formula.left)
        members = formula.shown or formula.members
        room, named, above = self.format.width, 0.0, False
        if formula.left is not None:
            room -= BEFORE if self.format.formulas else len(left)
            wider = self.width(formula.left) - SYMBOL if self.format.paper else self.wider(formula.left)
            named = max(0.0, wider - SPARE) if self.format.formulas else 0.0
            over = wider + SYMBOL - BEFORE  # what no room is kept for
            above = self.format.paper and over > 0 and any(self.width(e) > room - over for e in members)
        size = self.notation.type_for(members) if self.format.paper and isinstance(self.notation, Broken) else ""
        rows = self._rows(members, left, room, 0.0 if above else named, size)
        if named and self.format.paper and not above:
            free = self._rows(members, left, room, size=size)
            above = len(free) + 1 < len(rows)
            rows = free if above else rows
        left_side, lines = self.finished(left), self._drawn(formula, left, rows)
        return {
            "left": left_side, "above": above, "rows": rows, "relation": "=", "lines": lines, "size": size,
            "again": self._again(rows),
        }  # fmt: skip

    def _again(self, rows: Sequence[str]) -> list[int]:
        """The rows before which a frame may end, in a chain that is too high for one."""
        found, used = list[int](), 0
        for at, row in enumerate(rows) if self.format.lines else ():
            high = (2 if "\\frac" in row else 1) * (1 + row.count(r"\\"))
            if at and used + high > self.format.lines:
                found.append(at)
                used = 0
            used += high
        return found

    def group(self, text: str, chains: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Chains that are set as one block behind a text, in the smallest type that one of them needs."""
        types = [*self.notation.smaller] if isinstance(self.notation, Broken) else []
        sizes = {chain["size"] for chain in chains}
        size = next((one for one in reversed(types) if one in sizes), "")
        return {"text": text, "formulas": chains, "size": size}

    def _rows(self, members: Sequence[Expr], before: str, room: float, named: float = 0.0, size: str = "") -> list[str]:
        """The rows of a chain; the words on its left take `named` digits more than a symbol does."""
        notation = self.notation
        if named and isinstance(notation, Broken):
            notation = copy(notation)
            notation.room -= named
        if size and isinstance(notation, Broken):
            scale = notation.smaller[size]
            notation, room, named = notation.in_type(scale), room / scale, named / scale
        texts: list[str] = []
        widths: list[float] = []
        for member in members:
            shown = notation.alone(member)
            if shown != before:  # a count is its own definition
                texts.append(shown)
                widths.append((self.width(member) if self.format.formulas else len(shown)) + 3)
            before = shown
        return [self.finished(" = ".join(texts[at] for at in row)) for row in in_rows(widths, room - named)]

    def width(self, e: Expr) -> float:
        """How wide a formula will be, in digits."""
        return width(e) + self.wider(e)

    def wider(self, e: Expr) -> float:
        """How many digits wider a formula is than with short symbols, for its words or for long symbols on paper."""
        if not (self.in_words or self.format.paper):
            return 0.0
        if isinstance(e, Named) and self.in_words:
            return LETTER * max(0, len(self.notation.symbols.words(e.head)) - 4)
        if isinstance(e, (Leaf, Named)):
            shown = self.notation.show(e) if self.format.paper else ""
            scripts = max(map(seen, _SCRIPT.findall(shown)), default=0)
            return max(0.0, LETTER * seen(_SCRIPT.sub("", shown)) + SCRIPT * scripts - SYMBOL)
        return sum(map(self.wider, (e.body,) if isinstance(e, Sum) else children(e)))

    def _drawn(self, formula: Formula, left: str, rows: list[str]) -> list[str]:
        """The lines of a chain where the format is plain text: nothing but relations stands below its left side."""
        if self.format.formulas:
            return []
        if self.display is None:
            starts = [f"{left} = ", f"{' ' * len(left)} = "] if left else ["", "= "]
            return [f"{starts[min(at, 1)]}{row}" for at, row in enumerate(rows)]
        show, members = self.display.show, []
        for member in formula.shown or formula.members:
            drawn = show(member)
            members.append(drawn if len(drawn) <= LONGEST_DRAWN else self.notation.show(member))
        before = "" if formula.left is None else show(formula.left)
        room = int(self.format.width) - INDENT
        return list(map(self._in_language, lines_of(list(chain_boxes(left, before, members, room)))))

    def lines(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1, rule_before: int | None = None
    ) -> list[str]:
        """The lines of a table where the format is plain text; the others have tables of their own."""
        if self.format.formulas:
            return []
        if not self._isolates:
            return text_table(head, rows, left=left, rule_before=rule_before)
        lines = [[self._set_off(cell, EITHER) for cell in row] for row in (head, *rows)]
        return [LEFT_TO_RIGHT + line for line in text_table(lines[0], lines[1:], left=left, rule_before=rule_before)]

    def fact(self, value: Any) -> str:
        """What a sentence names: a formula, a number, several of them, or a name."""
        if isinstance(value, int) and type(value) is not bool and 0 <= value < LONG_NUMBER:  # a few digits: no escaping
            before, after = self.format.around
            return f"{before}{value}{after}"
        if isinstance(value, Expr):
            return self.inline(self.inline_notation.show(value)) if isinstance(value, Div) else self.math(value)
        if isinstance(value, Fraction):
            return self.number(value)
        if isinstance(value, list):
            return self.messages.listing([self.fact(v) for v in value])
        if isinstance(value, Said):
            return self.said(value)
        if isinstance(value, Formula):
            return self.inline(" = ".join(map(self.inline_notation.show, value.members)))
        return value if isinstance(value, Written) else self.plain(value)

    def said(self, said: Said) -> str:
        """A sentence of a page."""
        return self.say(*said.path, **said.facts)

    def letter(self, *, second: bool = False) -> str:
        """The letter of any class, or of a second one."""
        symbols = self.notation.symbols
        return self.inline(symbols.style.letter(symbols.second_letter if second else symbols.letter))

    def defined(self, text: str, term: str, behind: str = "") -> str:
        """A sentence with the term that it defines set off, where it first stands, and what stands behind it."""
        before, after = self.format.emphasis
        *first, last = term.split(
            " "
        )  # what agrees with the last word may end otherwise: der "negative Vorhersagewert"
        words = [rf"{re.escape(word[:-2])}\w{{1,2}}" if len(word) > 4 else re.escape(word) for word in first]
        any_form = r"\s".join([*words, re.escape(last)])
        return re.sub(any_form, lambda n: f"{before}{n[0]}{after}{behind}", text, count=1, flags=re.IGNORECASE)

    def prose(self, text: str) -> str:
        """The text of a metric's author, escaped where the format needs it."""
        if not self.format.escape_prose:
            return text
        parts = re.split(r"(\s*\{\w+\}\s*|^$)", text)  # every second one is a place to be filled
        return "".join(part if at % 2 or not part else self.format.escape(part) for at, part in enumerate(parts))

    def say(self, *path: str, **facts: Any) -> str:
        return self.messages.say(path, lambda name: self._fact(name, facts[name]))

    def _fact(self, name: str, value: Any) -> str:
        """A fact by its name: "label" is a class, "labels" are several, "set" is the letter of those that take part.

        "letter" and "second_letter" are those of any class, and of another one.
        """
        if name == "set":
            return self.notation.symbols.set_letter
        if name == "letter":
            return self.letter()
        if name == "second_letter":
            return self.letter(second=True)
        if name == "metric_name":
            return self.format.escape(title_of_metric(value, self.messages))
        if name == "given":  # a number as it was typed, which may be a decimal
            return self.plain(self.messages.number(value))
        if name == "labels":
            return self.messages.listing([self.called(label) for label in value])
        return self.called(value) if name == "label" else self.fact(value)

    def say_made(self, *path: str, **made: str) -> str:
        """A sentence whose facts are written for this surface already."""
        return self.messages.say(path, made.__getitem__)


def surface_for(name: str, look: Look, labels: Sequence[Hashable]) -> Surface:
    """The surface of a format, with the symbols and the language of a look, for the classes of a matrix."""
    format = FORMATS[name]
    return Surface(format, _symbols(look, labels, format.style), look.messages, labels)


def _symbols(look: Look, labels: Sequence[Hashable], style: str) -> Symbols:
    """The symbols of a look, or the words that stand for those of metrics."""
    given, say = look.words or NO_WORDS, look.messages
    found = symbols(look.profile, labels, style=style, given=given, say=say)
    if look.symbols == "words":
        kept = {*BLOCKS, *dict(given.symbols)}
        found.called = lambda name, average: "" if name in kept else title_with_average(name, average, say)
    return found
