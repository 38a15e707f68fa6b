"""The formulas of documents as trees: the nodes of arithmetic, with `Symbol` and `Over` for what is of the field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Abs, Add, Div, Expr, Max, Min, Mul, Neg, Num, Pow, Sqrt
from exactmetrics.expression.reading.tokens import SUPERSCRIPTS, VULGAR, Token
from exactmetrics.verification.formulas.vocabulary import greek, is_count, letters, named, subscripts, words

DEEPEST = 30  # brackets inside one another
LONGEST_NAME = 6  # words of a name
LONGEST = 400  # signs and words of a side
LARGEST_DEGREE = 9  # of powers inside one another
MOST_SUMS = 3  # inside one another: each is as many terms as there are classes
_SUMS = {"\\sum": "sum", "Σ": "sum", "∑": "sum", "sum": "sum", "\\prod": "", "∏": ""}
_CALLED = {"sum": "sum", "avg": "mean", "mean": "mean", "average": "mean", "diag": "diag", "tr": "trace",
           "trace": "trace", "float": "", "rowSums": "rows", "colSums": "columns", "diagonal": "diag",
           "abs": "abs", "max": "max", "min": "min", "sqrt": "sqrt"}  # fmt: skip
_GUARDS = ("eps", "epsilon", "EPS", "EPSILON", "varepsilon", "ε")
_OF_CLASSES = ("macro", "micro", "weighted")
_CUPS = {"\\cap": "∩", "∩": "∩", "\\cup": "∪", "∪": "∪"}
_WORD = re.compile(r"[^\W\d_][^\W_]*$")


class UnreadError(Exception):
    """A formula that is not understood."""


@dataclass(slots=True, unsafe_hash=True)
class Symbol(Expr):
    """A name of the field with what stands below it, or with the two classes of a cell."""

    name: str
    below: tuple[str, ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class Over(Expr):
    """A sum or a mean over classes; `index` is "" where none is said, `other` is what it does not run over.

    `limit` is the letter for how many there are.
    """

    kind: str
    index: tuple[str, ...]
    body: Expr
    limit: str = ""
    other: str = ""


def nodes(e: Expr) -> Iterator[Expr]:
    """All nodes of a tree, those that a sum is taken of too."""
    yield e
    if isinstance(e, Over):
        yield from nodes(e.body)
    elif not isinstance(e, (Symbol, Num)):
        for child in children(e):
            yield from nodes(child)


def is_one_metric(e: Expr) -> bool:
    """Whether a side is the name of one metric or count and of nothing else."""
    if not isinstance(e, Symbol) or (found := named(e.name)) is None:
        return False
    scores = words()["scores"]
    averaged = len(e.name) == 1 and any(subscripts().get(tag) in _OF_CLASSES for tag in e.below)  # P_macro
    return (
        found.told
        or averaged
        or (e.name in scores["names"].split() and e.below[:1] in [(one,) for one in ("1", *scores["beta"].split())])
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """How a sign is taken that binds in two ways: a sum as far as its term, or as far as its bracket."""

    wide: bool = False
    plain: bool = False  # running text, where two words beside one another are no product


NONE: Mapping[str, Expr] = {}


class Reader:
    """One pass over the tokens, one method a rule."""

    def __init__(self, tokens: Sequence[Token], reading: Reading, aliases: Mapping[str, Expr] = NONE) -> None:
        self.tokens, self.at, self.depth, self.reading, self.aliases = tokens, 0, 0, reading, aliases
        self.sums = 0  # that are open

    # tokens

    def kind(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at].kind if at < len(self.tokens) else "end"

    def word(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at].text if at < len(self.tokens) else ""

    def _word_at(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def took(self, *texts: str) -> bool:
        found = self.word() in texts and self.at < len(self.tokens)
        self.at += found
        return found

    def expect(self, *texts: str) -> None:
        if not self.took(*texts):
            raise UnreadError(self.word())

    # rules

    def sum(self) -> Expr:
        out = self.product()
        while self.kind() == "sign":
            minus = self.word() != "+"
            self.at += 1
            if not minus and self._guards():
                continue
            before = self.at - 1
            try:
                term = self.product()
            except UnreadError:
                if not (minus and self.reading.plain and self.tokens[before].spaced):
                    raise
                self.at = before  # a dash, behind which words go on
                break
            out = out + (Neg(term) if minus else term)
        return out

    def _guards(self) -> bool:
        """Whether a number stands here that only keeps a quotient from having no value, which is then behind."""
        if self.word().lstrip("\\") not in _GUARDS and not (self.kind() == "number" and "e-" in self.word()):
            return False
        self.at += 3 if (self.word(1), self.word(2)) == ("(", ")") else 1
        return True

    def product(self) -> Expr:
        out = self.beside()
        while self.kind() in ("times", "over"):
            over = self.kind() == "over"
            self.at += 1
            factor = self.beside()
            out = Div(out, factor) if over else out * factor
        return out

    def beside(self) -> Expr:
        """Factors beside one another without a sign."""
        out = self.signed()
        while self.kind() in ("name", "unit", "frac", "root", "number", "open") or self.word() == "|":
            if self.word() in ("\\}", ")") or not self._begins():
                break
            out = out * self.power()
        return out

    def _begins(self) -> bool:
        """Whether what stands here may be a factor: a word that is none ends the formula."""
        if self.kind() == "number":
            return False
        if self.reading.plain and self.tokens[self.at].spaced and self.kind(-1) not in ("number", "vulgar"):
            return False
        if self.kind() not in ("name", "unit"):
            return True
        at = self.at
        try:
            self.atom()
        except UnreadError:
            return False
        finally:
            self.at = at
        return True

    def signed(self) -> Expr:
        if self.kind() == "sign":
            minus = self.word() != "+"
            self.at += 1
            inside = self.signed()
            return Neg(inside) if minus else inside
        return self.power()

    def power(self) -> Expr:
        base = self.atom()
        while self.word() == "." and self.word(1) in _CALLED and self.word(2) == "(":
            self.at += 3
            base = self._of(_CALLED[self.word(-2)], base, self._axis())
            self.expect(")")
        while self.kind() in ("power", "super") or (self.kind() == "percent" and isinstance(base, Num)):
            if self.kind() == "percent":
                base = base / 100
                self.at += 1
                continue
            if self.kind() == "super":
                exponent = self.word().translate(SUPERSCRIPTS)
                self.at += 1
            else:
                self.at += 1
                exponent = "".join(self.group()) if self.word() in "{(" else self.word()
                self.at += 0 if self.tokens[self.at - 1].text in "})" else 1
            if exponent in ("1/2", "0.5", "\\frac12"):
                base = Sqrt(base)
            elif exponent in ("-1", "−1"):
                base = Num(Fraction(1)) / base
            elif exponent in ("2", "3") and _degree(base) * int(exponent) <= LARGEST_DEGREE:
                base = Pow(base, int(exponent))
            else:
                raise UnreadError(exponent)
        return base

    def group(self) -> list[str]:
        """The words of a bracket, which is then behind."""
        start, depth = self.at, 0
        while self.at < len(self.tokens):
            depth += (self.kind() == "open") - (self.kind() == "close")
            self.at += 1
            if not depth:
                return [token.text for token in self.tokens[start + 1 : self.at - 1]]
        raise UnreadError("{")

    def inside(self) -> Expr:
        """What stands in the bracket that begins here."""
        close = {"(": ")", "[": "]", "{": "}", "\\{": "\\}", "\\lbrace": "\\rbrace"}.get(self.word())
        if close is None:
            raise UnreadError(self.word())
        self.at += 1
        self.depth += 1
        if self.depth > DEEPEST:
            raise UnreadError("depth")
        out = self.sum()
        self.expect(close)
        self.depth -= 1
        return out

    def argument(self) -> Expr:
        """What a command of LaTeX is of: a group, or one sign."""
        return self.inside() if self.kind() == "open" else self.atom()

    def atom(self) -> Expr:
        kind, text = self.kind(), self.word()
        if kind == "number":
            self.at += 1
            if not re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6}", text):
                raise UnreadError(text)
            return Num(Fraction(text))
        if kind == "vulgar":
            self.at += 1
            return Num(Fraction(*VULGAR[text]))
        if kind == "frac":
            self.at += 1
            if self.kind() == "number" and len(self.word()) == 2:
                self.at += 1
                return Div(Num(Fraction(self.word(-1)[0])), Num(Fraction(self.word(-1)[1])))
            top = self.argument()
            return Div(top, self.argument())
        if kind == "root":
            self.at += 1
            if self.word() == "[" and self.group() != ["2"]:
                raise UnreadError("root")
            return Sqrt(self.argument())
        if kind == "open":
            return self.inside()
        if kind == "pick":
            self.at += 1
            return self.called({"max": "max", "min": "min", "abs": "abs"}.get(text.strip("\\"), "?"))
        if text in ("|", "\\lvert"):
            return self.size()
        if text in _SUMS and (text not in ("sum",) or self.word(1) != "("):
            return self.over()
        if text in _CALLED and self.word(1) == "(":
            self.at += 1
            return self.called(_CALLED[text])
        if kind in ("name", "unit"):
            return self.named()
        raise UnreadError(text)

    # what is of the field

    def size(self) -> Expr:
        """The size of a set, of a cut or a union of two, or what a number is without its sign."""
        self.at += 1
        start = self.at
        while self.word() not in ("|", "\\rvert", ""):
            self.at += 1
        inner = Reader(self.tokens[start : self.at], self.reading, self.aliases)
        if not self.took("|", "\\rvert"):
            raise UnreadError("|")
        parts = [inner.letter()]
        sign = _CUPS.get(inner.word(), "")
        if sign:
            inner.at += 1
            parts.append(inner.letter())
        if inner.kind() == "sign" and not sign:
            inner.at = 0
            out: Expr = Abs(inner.sum())
        else:
            (name, below), *rest = parts
            out = Symbol(f"|{name}{sign}{rest[0][0] if rest else ''}|", below)
        if inner.kind() != "end":
            raise UnreadError("|")
        return out

    def letter(self) -> tuple[str, tuple[str, ...]]:
        """A letter, with an accent, and what stands below it."""
        text, accent = self.word(), ""
        self.at += 1
        if text == "\\hat":
            accent = "hat "
            if self.took("{"):
                text = self.word()
                self.at += 1
                self.expect("}")
            else:
                text = self.word()
                self.at += 1
        if not (_WORD.match(text) and len(text) <= 3):
            raise UnreadError(text)
        name, plain = accent + text, text.rstrip("0123456789")
        if len(plain) == 2 and plain[1] in "ls":  # a letter below that lost its sign
            return accent + plain[0], (plain[1],)
        return name, self.below()

    def over(self) -> Expr:
        kind = _SUMS[self.word()]
        self.at += 1
        if not kind:
            raise UnreadError("product")
        index, limit, other = tuple[str, ...](), "", ""
        for _ in range(2):
            if self.took("_"):
                said = self._taken()
                index, other = _condition(said)
            elif self.kind() == "power":
                self.at += 1
                limit = _limit(self._taken())
        if (right := self._indicator()) is not None:
            return right
        self.sums += 1
        if self.sums > MOST_SUMS:
            raise UnreadError("sums")
        body = self.sum() if self.reading.wide else self.product()
        self.sums -= 1
        return Over(kind, index, body, limit, other)

    def _taken(self) -> list[str]:
        """The words of a group, or one sign."""
        if self.word() == "{":
            return self.group()
        self.at += 1
        return [self.word(-1)]

    def _indicator(self) -> Expr | None:
        """What counts the samples that are predicted right: 1(y = ŷ)."""
        rest = "".join(token.text for token in self.tokens[self.at :]).replace(" ", "")
        found = re.match(r"(?:1|\\mathbf\{1\}|\\mathbb\{[1I]\}|I|\\mathbb1|𝟙)[\[({]\\?\{?"
                         r"((?:\\hat\{?)?[yŷ]\}?_?\w?\)?)=((?:\\hat\{?)?[yŷ]\}?_?\w?)\\?\}?[\])}]", rest)  # fmt: skip
        if found is None or found[1] == found[2]:
            return None
        length = 0
        while length < found.end():
            length += len(self.word().replace(" ", ""))
            self.at += 1
        return Symbol("correct predictions")

    def called(self, function: str) -> Expr:
        """A function by its name and what it is of."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise UnreadError("depth")
        self.took("{")
        self.expect("(")
        listed = self.took("[")
        parts, axis = [self.sum()], ""
        while self.took(",", ";"):
            if not (axis := self._axis()) and not (function == "max" and self._guards()):
                parts.append(self.sum())
        if listed:
            self.expect("]")
        self.expect(")")
        self.depth -= 1
        if function == "sum" and listed:
            return Add(tuple(parts)) if len(parts) > 1 else parts[0]
        if function in ("max", "min") and len(parts) > 1:
            return (Max if function == "max" else Min)(tuple(parts))
        if len(parts) != 1:
            raise UnreadError(function)
        return parts[0] if function in ("max", "min") else self._of(function, parts[0], axis)

    def _axis(self) -> str:
        """The axis that a sum is said to be along; "" where none is said."""
        if self.word() not in ("axis", "dim") or self.word(1) != "=":
            return ""
        self.at += 3
        return self.word(-1)

    def _of(self, function: str, inner: Expr, axis: str) -> Expr:
        """A function of something; sums of a matrix are along an axis, or of all its cells."""
        if function in ("rows", "columns"):
            function, axis = "sum", "1" if function == "rows" else "0"
        if function == "sqrt":
            return Sqrt(inner)
        if function == "abs":
            return Abs(inner)
        if axis and not (function == "sum" and axis in ("0", "1") and _is_matrix(inner)):
            raise UnreadError(f"axis={axis}")
        if isinstance(inner, Symbol) and _is_matrix(inner):
            if function == "diag":
                return Symbol(inner.name, ("i", "i"))
            if axis:
                return Symbol(inner.name, ("i", ".") if axis == "1" else (".", "i"))
            if function in ("sum", "trace"):
                return Symbol("n total" if function == "sum" else "correct predictions")
        if function == "sum" and isinstance(inner, Symbol) and inner.below == ("i", "i"):
            return Symbol("correct predictions")
        if function in ("sum", "mean"):
            return Over(function, (), inner)
        if function:
            raise UnreadError(function)
        return inner

    def named(self) -> Expr:
        """The longest name that begins here, and what stands below it."""
        start, run = self.at, self._run()
        if run[0] in self.aliases and self._word_at(self._ends[0]) != "_":
            self.at = self._ends[0]
            return self.aliases[run[0]]
        for size in range(len(run), 0, -1):
            text = " ".join(run[:size]).strip()
            sign = self._ends[size - 1]
            ends = sign + 1 == len(self.tokens) and self.tokens[sign].kind == "sign"
            raised = sign + 2 == len(self.tokens) and self.tokens[sign].kind == "power"
            if (ends or raised) and named(text + self.tokens[-1].text) is not None:
                self.at = len(self.tokens)  # LR+, LR^+
                return Symbol(text + self.tokens[-1].text)
            known = named(text) is not None
            if known or (size == 1 and self._word_at(sign) == "_"):
                self.at = sign
                below = self.below()
                if below and (joined := _joined(text, below[0])) in words()["symbols"]:  # p_o, n_samples
                    text, below = joined, below[1:]
                elif below and text in ("N", "n") and is_count(below[0]):  # N_TP
                    text, below = below[0], below[1:]
                elif not known:
                    self.at = start
                    continue
                if self.kind() == "power" and (above := self._average_above()):
                    below += (above,)
                if self.word() == "(" and not self.tokens[self.at].spaced:
                    below += self.arguments(text)
                while self.word() == "[" and not self.tokens[self.at].spaced and len(below) < 2:
                    below += tuple(one for one in self.group() if one != ",")
                if self.word() == "(" and self.word(2) == ")" and named(self.word(1)) == named(text):
                    self.at += 3  # True Positives (TP)
                return Symbol(" ".join(text.replace("\\_", " ").replace("_", " ").split()), below)
        split = letters(run[0])
        if split is None:
            found = re.fullmatch(r"(.*[^\W\d_]{2}|F1|f1)_?([0-9])|([FP])([0-9])", run[0])
            if found and found[1] and named(found[1]) is not None:
                self.at = self._ends[0]
                return Symbol(found[1], (found[2],))
            raise UnreadError(run[0])
        self.at = self._ends[0]
        parts: list[Expr] = [Symbol(letter) for letter in split[:-1]]
        return Mul((*parts, Symbol(split[-1], self.below())))

    def _run(self) -> list[str]:
        """The words that may be one name, and in `_ends` where each of them ends."""
        run, ends, at = list[str](), list[int](), self.at
        while len(run) < LONGEST_NAME and at < len(self.tokens):
            token = self.tokens[at]
            if token.text in ("\\operatorname", "\\mathrm", "\\hat", "\\text") and at + 3 < len(self.tokens):
                inner, start = [], at
                at += 2
                while at < len(self.tokens) and self.tokens[at].text != "}":
                    inner.append(self.tokens[at].text)
                    at += 1
                run.append(("hat " if token.text == "\\hat" else "") + " ".join(inner))
                if self.tokens[start + 1].text != "{":
                    raise UnreadError(token.text)
            elif token.text in ("'", "’") and run and self._joins(at):
                run[-1] += "'" + self.tokens[at + 1].text
                at += 1
                ends.pop()
            elif token.kind == "unit":
                run.append(token.text.partition("{")[2].rstrip("}").strip())
            elif token.kind == "name" and token.text in ("\\_", "_") and run and self._joins(at):
                run[-1] += "_" + self.tokens[at + 1].text
                at += 1
                ends.pop()
            elif token.kind == "sign" and run and token.text == "-" and not token.spaced and self._joins(at, run[-1]):
                run.append(self.tokens[at + 1].text)
                at += 1
            elif token.kind == "name" and greek(token.text) != token.text:
                run.append(greek(token.text))
            elif token.kind == "name" and token.text[0] not in "\\_":
                run.append(token.text)
            elif token.kind == "name" and self._is_command(token.text):
                run.append(token.text if token.text in self.aliases else token.text[1:])
            else:
                break
            at += 1
            ends.append(at)
        self._ends = ends
        if not run:
            raise UnreadError(self.word())
        return run

    def _is_command(self, text: str) -> bool:
        """Whether a command stands for a name: one of the document's own, or one that is called as what it prints."""
        found = named(text[1:]) if len(text) > 2 and text[0] == "\\" else None
        return text in self.aliases or (found is not None and found.told)

    def _joins(self, at: int, before: str = "") -> bool:
        """Whether a line or a hyphen joins two words of a name, which may end with the letter of an average."""
        if at + 1 >= len(self.tokens):
            return False
        after = self.tokens[at + 1]
        if self.tokens[at].text in ("'", "’"):
            return after.text == "s" and not after.spaced
        long = len(after.text) > 1 or before.lower() in subscripts()
        return (after.kind == "name" and long and after.text[0] != "\\" and not after.spaced) or (
            self.tokens[at].text == "\\_" and after.kind == "name"
        )

    def below(self) -> tuple[str, ...]:
        if not self.took("_", "\\_"):
            return ()
        if self.took("\\"):
            pass
        said = self._taken()
        out = list[str]()
        for text in said:
            text = re.sub(r"^\\(?:text|textrm|mathrm|mbox)\s*\{(.*)\}$", r"\1", text).strip()
            text = greek(text)
            if text in ("", "{", "}", ",", "_", "=", "\\text", "\\mathrm", "(", ")", "\\,"):
                continue
            known = text in subscripts() or text.isdigit() or len(text) == 1
            digit = re.fullmatch(r"([0-9])(\w+)", text)
            if digit and not text.isdigit():
                out += [digit[1], digit[2]]
            elif (
                len(text) == 2
                and text.isalpha()
                and not known
                and not is_count(text)
                and text in (text.upper(), text.lower())
            ):
                out += list(text)  # the two classes of a cell
            elif text.isdigit() and len(text) == 2:
                out += list(text)
            else:
                out.append(text)
        return tuple(out)

    def _average_above(self) -> str:
        """The average that stands above a name, as in F_1^{macro}, which is then behind; "" where none does."""
        start = self.at
        self.at += 1
        said = [re.sub(r"^\\(?:text|textrm|mathrm|mbox)\s*\{(.*)\}$", r"\1", one).strip(" ()") for one in self._taken()]
        if len(said) == 1 and subscripts().get(said[0]) in _OF_CLASSES and len(said[0]) > 1:
            return said[0]
        self.at = start
        return ""

    def arguments(self, name: str) -> tuple[str, ...]:
        """The classes of a cell, or the sets that a metric is of, in brackets behind a name."""
        at = self.at
        said = self.group()
        names = [text for text in said if text not in (",", "_", "\\hat", "{", "}")]
        meanings = named(name).meanings  # type: ignore[union-attr]
        if "," in said and len(names) == 2 and "cell" in meanings and all(len(one) == 1 for one in names):
            return tuple(names)
        if "," in said and len(names) in (2, 4) and ("cell" not in meanings) and all(_WORD.match(one) for one in names):
            return ()  # of two sets
        if len(said) == 1 == len(said[0]) and said[0].isalpha() and named(name).told:  # type: ignore[union-attr]
            return (said[0],)
        self.at = at
        return ()


def _joined(letter: str, below: str) -> str:
    """A letter and what stands below it as one symbol; agreements are the same in capitals: P_O."""
    return f"{letter} {below}".lower() if letter in "Pp" and below.lower() in ("o", "e", "0") else f"{letter} {below}"


def read(tokens: Sequence[Token], plain: bool, names: Mapping[str, Expr] = NONE) -> tuple[tuple[Expr, ...], int]:
    """The ways to read a side, and how many tokens they take."""
    found, taken = dict[Expr, None](), 0
    if len(tokens) > LONGEST:
        return (), 0
    plain = plain and not any(token.text.startswith("\\") for token in tokens)  # LaTeX without its marks
    for wide in (False, True):
        reader = Reader(tokens, Reading(wide, plain), names)
        try:
            tree = reader.sum()
        except (UnreadError, RecursionError):
            continue
        if reader.at >= taken:
            if reader.at > taken:
                found = {}
            found[tree], taken = None, reader.at
    return tuple(found), taken


def _is_matrix(e: Expr) -> bool:
    """Whether a symbol stands for a whole matrix of counts."""
    return isinstance(e, Symbol) and not e.below and (found := named(e.name)) is not None and "cell" in found.meanings


def _degree(e: Expr) -> int:
    """How often something is multiplied by itself inside a tree, at most."""
    if isinstance(e, Over):
        return _degree(e.body)
    inside = 1 if isinstance(e, Symbol) else max(map(_degree, children(e)), default=1)
    return inside * e.exponent if isinstance(e, Pow) else inside


def _condition(said: list[str]) -> tuple[tuple[str, ...], str]:
    """The letters that a sum runs over, and the one that it leaves out."""
    text = "".join(said).replace("\\,", "").replace("\\neq", "≠").replace("\\ne", "≠").replace("!=", "≠")
    text = text.replace("\\not=", "≠").replace("\\in", "∈").replace("\\text", "")
    if (found := re.fullmatch(r"(\w)(?:=[01])?", text)) or (found := re.fullmatch(r"(\w)∈\{?\w+\}?", text)):
        return (found[1],), ""
    if found := re.fullmatch(r"(\w)(?:=[01],?)?,?(?:\1)?≠(\w)", text):
        return (found[1],), found[2]
    if found := re.fullmatch(r"(\w),(\w)(?:=[01])?", text):
        return (found[1], found[2]), ""
    raise UnreadError(text)


def _limit(said: list[str]) -> str:
    """The letter for how many classes there are."""
    text = "".join(said).replace("\\text", "").replace("|", "")
    text = re.sub(r"^\{?(.*?)\}?$", r"\1", text)
    found = re.fullmatch(r"(\w|n_\{?classes\}?|n_\{?samples\}?)(?:[-−]1)?", text)
    if found is None:
        raise UnreadError(text)
    return found[1]
