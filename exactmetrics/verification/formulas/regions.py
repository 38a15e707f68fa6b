"""Where the formulas of a document stand: stretches of its text that say of a name what it is.

A name and its formula stand in an equation, in two cells of a row, on the two sides of a colon in a list, under a
heading, in a function and what it returns, or in a sentence. Each is given to the reader as an equation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias
from urllib.parse import unquote

from exactmetrics.verification.claims.grids import cells_of
from exactmetrics.verification.documents.pieces import Mark, Piece
from exactmetrics.verification.formulas.notations import in_signs_of_arithmetic, without_marks
from exactmetrics.verification.formulas.spoken import (
    NEAR,
    as_signs,
    in_signs,
    metrics_in,
    name_at_end,
    near_before,
    only_name,
)
from exactmetrics.verification.formulas.vocabulary import before_names, heads_of_formulas, methods, named

_MATH = re.compile(
    r"\$\$(.+?)\$\$|\$([^$]+?)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]"
    r"|\\begin\{((?:equation|align|gather|multline|eqnarray|displaymath|math)\*?)\}(.+?)\\end\{\5\}",
    re.DOTALL,
)
_OF_MATH = (1, 2, 3, 4, 6)  # the groups of what is inside
# An equation in quotation marks, in brackets, or as code inside of a sentence.
_ENCLOSED = re.compile(
    r"`([^`=]{1,60}=[^`]{1,240})`|'([^'\n=]{1,60}=[^'\n]{1,240})'|\"([^\"\n=]{1,60}=[^\"\n]{1,240})\""
    r"|\(([^()=\n'\"`]{1,60}=(?:[^()=\n]|\([^()=\n]*\)){1,240})\)"
)
# What makes a value of others, and a stretch without which there is none.
_OPERATION = re.compile(r"[-−+*/×·÷√]|\\[dt]?frac|\\sum|\\cdot|\\times|\bdivided by\b|\bover\b|\bplus\b|\bminus\b")
_MAY_BE = re.compile(
    rf"(?:=|<-|\bis\b|\bequals\b).{{0,300}}?(?:{_OPERATION.pattern})|=\s*(?:\\(?:text|mathrm|frac|sum)|[A-Za-z]+_)",
    re.DOTALL,
)
_NAME = re.compile(
    r"(?i)t(?:rue|)[ _]?p|\b[tf][pn]s?\b|positive|negative|precision|recall|sensitivity|specificity|\\cap|∩"
    r"|(?<![A-Za-z])PR?\b|[TF][PN]R|[PN]PV|[a-zA-Z]_|\bp[oe]\b|\bad\b|\ba\b|\\sum|support|accurac|samples|predictions|confm"
    r"|\bcm\b|\bR\b|agree"
)
_COMMENT = re.compile(r"^\s*(?:#+|//+!?|--|;+|\*|%+|/\*+|'{3}|\"{3})?[ \t]*")
_BULLET = re.compile(r"^[\s>|]*(?:[-*•+]\s+|\d+[.)]\s+)?")
_GOES_ON, _IS_MORE = re.compile(r"[-+*/×·÷=(]$"), re.compile(r"\s*[-+*/×·÷)]")
_MARKS = re.compile(r"\\(?:textbf|textit|emph|text|texttt|mathrm)\s*\{([^{}]*)\}|[*_`$\\{}\"'’]")
_OTHER_NAME = re.compile(
    r"\s*\((?P<inner>[^()=]*)\)\s*$|\s+of\s+(?:the|a|our|this)\s+(?:model|classifier|test|system)\s*$"
)
_DISPLAYED = re.compile(
    r"\s*(?:\{\s*\\(?:displaystyle|large|Large)\b|\\(?:mathbf|boldsymbol|bm|boxed)\s*\{)(?P<inner>.*)\}\s*", re.DOTALL
)
_LEAD = re.compile(r"[^\w\\]*(?:\\item\b[^\w\\]*)?")
_BEGINS = r"(?P<name>[\w\\][^\n:=|]{0,60}?)"
_LISTED = re.compile(_BEGINS + r"\s*(?::|\s[-–—])[\s*`\"'}]+(?::math:`)?(?P<formula>\S[^\n]*)$")
_BARE = re.compile(_BEGINS + r"\s+(?P<formula>(?:\((?![\w+-]+\)\s)|[A-Z][A-Za-z]+\s*[-+*/]|[A-Z]{2}\b)[^\n]*)$")
_SIGN = re.compile(r"[A-Za-z)}\]`$] ?(?:[-+*/×·÷]|\\[dt]?frac|\\times|\\cdot)|\\[dt]?frac|√|\\sqrt|1 ?[-−]|\d ?[*·×]")
_DEFINED = re.compile(r"^.{2,80}?:.*\b(?:ratio|mean|divided|dividing|average|sum)\b.*$", re.MULTILINE)
_REMARK = re.compile(r"[\"'],?\s*$|\s+\((?=[A-Za-z]+ [a-z])|</?br|<|//|\s#")  # what is said behind a formula
# The head of a function in the languages that people write in.
_FUNCTION = re.compile(
    r"[ \t]*(?:(?:def|function|func|fun|fn|sub)\s+(?P<name>\w+)\s*\(|(?:(?:public|private|protected|static|final|inline"
    r"|const|virtual|override|async|export|double|float|auto|def|var|let|number)\s+)+(?P<typed>\w+)\s*(?:\(|=\s*\([^()]*\)\s*=>)"
    r"|(?P<assigned>[\w.]+)\s*(?:<-|=)\s*function\s*\()"
)
_RETURNED = re.compile(r"[ \t]*return[ \t]+(?P<formula>[^\n;]+);?")
_OTHER_STEP = re.compile(r"[ \t]*(?:if|for|while|try|with|class|\w+ *=)\b|[^\"'#]*[^=!<>]=[^=]")
_PICTURE = re.compile(
    r"(?:codecogs\.com/\w+(?:\.\w+)?\?|/math\?math=)(?:([^\"'\s<>]{3,600}?)(?=[\"'\s<>]|\)\s|\)?$)|([^\"'<>]{3,600})(?=[\"']))"
)
SHORTEST_WORD = 5  # letters of a name that may be of two metrics: "precisão"
LONGEST_ROW, LONGEST_HEADING = 1_000, 60  # characters
LONGEST_PIECE = 16_000  # characters that are read
# What may be said of a formula: where it stands beside its name it is none unless it is read; where words stand
# between, it is wrong only by one slip, or by brackets that are missing; and where both are said to be the same, never.
Weight: TypeAlias = Literal["full", "if-read", "if-slip", "if-brackets", "if-right"]
_LAYOUTS: tuple[tuple[re.Pattern[str], Weight], ...] = ((_LISTED, "if-read"), (_BARE, "if-brackets"))
_HEAD = re.compile(r"\b(?:def|class|fun|fn|func|function|sub|double|float|auto|public|static|const)\b")
_CLASS = re.compile(r"[ \t]*class\s+(?P<name>\w+)")
_NAME_BEFORE = re.compile(r"(?P<name>[^:–—]{1,60}?(?:\([^()]{0,30}\))?)[^\w ]*(?:[:–—]|\s-)\s+[^\s$]+\s+\S")
# A formula in brackets at the end of a line, or in mathematics: what stands before it are words.
_IN_BRACKETS = re.compile(r"(?P<words>[^=]*?)\((?P<formula>(?:[^()=]|\([^()=]*\))+)\)[\s.:;`'\"?]*$")
_IN_CODE = re.compile(r"(?P<words>[^=`]*?)`(?P<formula>[^`=]+)`")
_BEHIND_SIGN = re.compile(r"(?P<words>[^=]*?[\w.]) = (?P<formula>[^=<]+?)(?:\s{3,}[^\n]*|[\s.]*)$")
_MATH_AT_END = re.compile(r"(?P<words>[^=$\\]*?)(?:\$\$?|\\\()(?P<formula>[^$=]+)(?:\$\$?|\\\))[\s.|]*$")
_QUOTIENT = re.compile(r"/|\\[dt]?frac")
_NO_TOPIC = re.compile(r"=|[{};]\s*$|^\s*(?:/\*\*|return\b)")  # another formula, or code
_MEAN_OF = re.compile(r"\b(?:mean|average)\s+of\b")
_IT_IS = re.compile(r"^(?:(?:this|it|which) )?(?:is|are) (?:actually |simply )?")
_SAID_TO_BE = re.compile(
    r"\s(?:is|are|equals)(?:\s+(?:also|then))?(?:\s+(?:defined|given|computed|calculated|expressed))?(?:\s+(?:as|by|to))?\s*:?\s*$"
)
_SPOKEN = re.compile(r"(?i)\b(?:divided by|ratio of|fraction of|mean of)\b")
_DRAWN = re.compile(
    r"^(?P<above>[^\n]{1,200})\n[ \t#%*/>]{0,80}(?:(?P<name>[\w -]{1,40}?) *= *)?"
    r"-{4,}[ \t]*\n(?P<below>[^\n]{1,200})",
    re.MULTILINE,
)
# A line that goes on with the formula of what was named before it.
_ONLY_FORMULA = re.compile(
    r"[\s*#/%|>-]*+(?:(?:@returns?|returns:|formula:?|\\item)\s*+)?(?P<sign>=\s++)?(?:(?:\\\(|\$)\s*+)?"
    r"(?P<formula>(?!\s)[\w +*/().×·÷{}\\^-]*+)(?:(?:\\\)|\$)?[\s.,;]*+$)"
)
_MANY_WORDS = re.compile(r"(?:[A-Za-z]+\s+){4}")  # beside one another: no formula of words


@dataclass(slots=True)
class Region:
    """A stretch of a piece that holds equations: its text, and the place of its first character in the piece.

    `shown` is the stretch of the piece that is reported, where the text is not that of the piece.
    """

    text: str
    start: int
    plain: bool
    weight: Weight = "full"
    shown: tuple[int, int] | None = None


def made_ready(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, str, str]]:
    """Pieces with their text as it is read, empty where it is too long, and the end of what stands before it."""
    near = ""
    for piece in pieces:
        text = without_marks(piece.text)
        yield piece, text if len(text) <= LONGEST_PIECE else "", near
        near = (near + "\n" * (not near.endswith("\n")) + text)[-NEAR:]


def regions(ready: Iterable[tuple[Piece, str, str]]) -> Iterator[tuple[Piece, Region]]:
    """The stretches of pieces that may hold formulas."""
    before, functions, table = "", _Functions(), _Table()
    for piece, text, near in ready:
        if text:
            if (under := _under(before, near, text, piece)) is not None:
                yield piece, under
            for region in (
                *(_bare_lines(near, text, piece) if piece.kind != "math" else ()),
                *functions.returned(text),
                *_beside(text, table),
                *_said(text),
                *_in_pictures(piece.text),
                *_equations(text, piece),
            ):
                yield piece, region
        before = text or piece.text


def may_be(text: str, *, plain: bool) -> bool:
    """Whether a stretch has a relation, an operation, and in running text a name of the field."""
    return _MAY_BE.search(text) is not None and (not plain or _NAME.search(text) is not None)


def _as_equation(name: str, formula: str, start: int, weight: Weight = "if-read") -> Region:
    """A formula that begins there, behind its name and a sign."""
    before = f"{name} = "
    plain = in_signs_of_arithmetic(formula.replace("$", " "))
    return Region(before + plain, start - len(before), plain=True, weight=weight)


def name_in(text: str) -> str:
    """The name that a stretch consists of, without marks of a format; "" where it is not that of one metric."""
    if len(text) > LONGEST_HEADING + 40:
        return ""
    plain = " ".join(_MARKS.sub(lambda found: found[1] or " ", text).split()).strip(" :.#")
    remark = _OTHER_NAME.search(plain)
    short = plain[: remark.start()] if remark and _says_no_more(plain, remark) else plain
    first, _, rest = short.partition(" ")
    for name in (text.strip(), plain, short, rest if first.lower() in before_names() else ""):
        found = named(name) if name else None
        if found is not None and (found.told or (len(found.meanings) > 1 and len(name) > SHORTEST_WORD)):
            return name
    return _name_of_several(plain)


def _says_no_more(text: str, remark: re.Match[str]) -> bool:
    """Whether a remark behind a name is another name of the same metric, or its abbreviation: no class, no variant."""
    meant = named(text[: remark.start()])
    said = [one.strip() for one in re.split(r"[,;/]| or ", remark["inner"] or "") if one.strip()]
    known = [(one, named(one)) for one in said]
    return meant is not None and all(meant.meanings[0] in two.meanings if two else one.isupper() for one, two in known)


def _name_of_several(text: str) -> str:
    """The first of several names of one metric: "Precision / Positive Predictive Value", "Recall Sensitivity"."""
    said = text.replace("/", " / ").split()
    for at in range(1, len(said)):
        first, rest = " ".join(said[:at]), " ".join(said[at:])
        one, other = named(first.rstrip(" ,/|")), named(_OTHER_NAME.sub("", rest).lstrip(" ,/|("))
        if one is not None and other is not None and one.told and one == other:
            return first.rstrip(" ,/|")
    return ""


def _is_formula(text: str) -> bool:
    return "=" not in text and _OPERATION.search(text) is not None and re.search("[A-Za-z]", text) is not None


class _Functions:
    """Functions with the name of a metric that return a formula, or the method of a class with such a name.

    Their lines may be pieces each. Where a function does something before, its formula is wrong only by one slip.
    """

    def __init__(self) -> None:
        self.name = self.of_class = ""
        self.weight: Weight = "if-read"

    def returned(self, text: str) -> Iterator[Region]:
        if not self.name and _HEAD.search(text) is None:
            return
        start = 0
        for line in text.splitlines(keepends=True):
            if (head := _CLASS.match(line)) is not None:
                self.of_class = name_in(head["name"])
            elif (head := _FUNCTION.match(line)) is not None:
                called = head["name"] or head["typed"] or head["assigned"]
                self.name, self.weight = name_in(called), "if-read"
                if not self.name and self.of_class and called in methods():
                    self.name, self.weight = self.of_class, "if-slip"
            elif self.name and (found := _RETURNED.match(line)) is not None:
                if _is_formula(found["formula"]):
                    yield _as_equation(self.name, found["formula"], start + found.start("formula"), self.weight)
                    self.name = ""
            elif _OTHER_STEP.match(line):
                self.weight = "if-slip"
            start += len(line)


def drawn_fractions(text: str) -> Iterator[tuple[Piece, Region]]:
    """Fractions that are drawn over three lines of a document; their name stands in the first or the second."""
    for found in _DRAWN.finditer(text) if "----" in text else ():
        before, sign, num = ("", "", found["above"]) if found["name"] else found["above"].partition("=")
        name = name_in(_COMMENT.sub("", found["name"] or before))
        num, den = (_COMMENT.sub("", one).strip() for one in (num, found["below"]))
        if name and bool(sign) != bool(found["name"]) and _is_formula(f"{num}/{den}"):
            start, line = found.start("below"), text.count("\n", 0, found.start("below")) + 1
            below = Piece(found["below"], "prose", (Mark(0, start, line, 1),))
            yield (
                below,
                Region(
                    in_signs_of_arithmetic(f"{name} = ({num})/({den})"), 0, True, "if-slip", (0, len(found["below"]))
                ),
            )


class _Table:
    """The heads of the table that a row stands in, which may be pieces each."""

    def __init__(self) -> None:
        self.heads: list[str] | None = None

    def row(self, text: str) -> list[tuple[str, int]]:
        """The cells of a row, each with its place; the first row of a table is that of its heads."""
        if not any(sign in text for sign in "|&\t"):
            self.heads = None
            return []
        cells = cells_of(text.removesuffix("\\\\"), "|&\t")
        if self.heads is None:
            self.heads = [cell.strip(" *_`:\n").lower() for cell, _ in cells]
        return cells

    def weight(self, column: int) -> Weight:
        """What may be said of a formula in a column: below a head that is of something else it is never wrong."""
        heads = self.heads or []
        head = heads[column].split() if column < len(heads) else []
        return "if-read" if not any(heads) or not heads_of_formulas().isdisjoint(head) else "if-right"


def _beside(text: str, table: _Table) -> Iterator[Region]:
    """Names with their formulas in rows and lists."""
    rows = [(row, table.row(row)) for row in re.split(r"(?<=\\\\)", text)]
    if _SIGN.search(text) is None:
        return
    start = 0
    for row, cells in rows:
        yield from _in_row([(cell, start + at) for cell, at in cells], table)
        for line in row.splitlines(keepends=True):
            if len(line) <= LONGEST_ROW and _SIGN.search(line):
                yield from _in_line(line, start)
            start += len(line)


def _in_line(line: str, start: int) -> Iterator[Region]:
    """The formula of a line that begins with its name."""
    behind = _behind_words(line, start)
    for pattern, weight in _LAYOUTS if behind is None else ():
        at = _behind_lead(pattern, line)
        formula = _REMARK.split(at["formula"].removesuffix("\\\\"))[0] if at else ""
        if at and _is_formula(formula.split("=")[0]) and (name := name_in(at["name"])):
            yield _as_equation(name, formula, start + at.start("formula"), weight)
            return
    if behind is not None:
        yield behind


def _behind_words(line: str, start: int) -> Region | None:
    """The formula at the end of a line whose words before it name one metric."""
    for pattern in (_IN_BRACKETS, _IN_CODE, _MATH_AT_END, _BEHIND_SIGN):
        found = _behind_lead(pattern, line)
        if found is None or _SIGN.search(found["formula"]) is None or _SIGN.search(found["words"]):
            continue
        holds = _is_formula if pattern is _MATH_AT_END else _holds_only_formula
        if holds(found["formula"]) and len(metrics_in(found["words"])) == 1:
            begins = _NAME_BEFORE.match(found["words"])
            name = name_in(begins["name"]) if begins else ""
            if pattern is _BEHIND_SIGN and not name:
                continue
            weight: Weight = "if-slip" if name else "if-brackets"
            name = name or only_name(found["words"])
            return _as_equation(name, found["formula"], start + found.start("formula"), weight)
    return None


def _behind_lead(pattern: re.Pattern[str], line: str) -> re.Match[str] | None:
    """What a pattern finds behind the bullet of a line."""
    lead = _LEAD.match(line)
    return pattern.match(line, lead.end() if lead else 0)


def _in_row(cells: list[tuple[str, int]], table: _Table) -> Iterator[Region]:
    """The first formula behind each cell with a name; of two names side by side neither has one."""
    name = before = ""
    for column, (cell, at) in enumerate(cells):
        if name and _is_formula(cell) and len(cell) <= LONGEST_ROW:
            yield _as_equation(name, cell, at, table.weight(column))
            name = ""
        elif name and _SPOKEN.search(cell) and (formula := in_signs(cell.strip(" .*"))):
            yield Region(f"{name} = {formula}", 0, True, "if-right", (at, at + len(cell)))
        elif cell.strip():
            found = name_in(cell.strip().rsplit("\n", 1)[-1])
            name = "" if found and before else found or name
            before = found


def _heading(text: str) -> str:
    """The metric that a piece names and says nothing else of."""
    if len(text) > LONGEST_ROW or len(text.strip()) > LONGEST_HEADING or "\n" in text.strip():
        return ""
    found = re.fullmatch(r"\s*\\(?:sub)*(?:section|paragraph)\*?\{([^{}]*)\}\s*", text)
    return name_in(re.sub(r"^\W*[\d.]*", "", found[1] if found else text))


def _under(before: str, near: str, text: str, piece: Piece) -> Region | None:
    """The formula that alone stands in a piece, under a heading with its name, or behind words about it."""
    if piece.kind != "math" and "$" not in text and "\\" not in text:
        return None
    found = _MATH.fullmatch(text.strip())
    inner = text if piece.kind == "math" else ""
    if found:
        inner = next(filter(None, (found[n] for n in _OF_MATH)), "")
    if not inner or not _is_formula(inner):
        return None
    heading = _heading(before)
    weight: Weight = "if-slip" if heading else "if-brackets"
    heading = heading or _topic(near)
    return _as_equation(heading, inner, text.index(inner), weight) if heading else None


def _holds_only_formula(text: str) -> bool:
    return _ONLY_FORMULA.match(text) is not None and _MANY_WORDS.search(text) is None and _is_formula(text)


def _topic(before: str) -> str:
    """The metric that the last line with one is about; "" where it names several but as what is made of them."""
    for line in reversed(before.splitlines()):
        several = [] if _MEAN_OF.search(line) else metrics_in(line)
        if len(several) > 1 or _NO_TOPIC.search(line):
            return ""
        if several:
            return several[0]
    return ""


def _bare_lines(near: str, text: str, piece: Piece) -> Iterator[Region]:
    """Lines that hold nothing but a formula, behind one with the name of what it is of."""
    start = 0
    for line in text.splitlines(keepends=True) if _QUOTIENT.search(text) or _SPOKEN.search(text) else ():
        side = line.strip(" \t*.:`\n") if _SPOKEN.search(line) and len(line) <= LONGEST_ROW else ""
        if side and (formula := in_signs(side)) and (name := _topic(near_before(near, text, start))):
            begin = start + line.index(side)
            yield Region(f"{name} = {formula}", 0, True, "if-brackets", (begin, begin + len(side)))
        found = _ONLY_FORMULA.match(line) if _QUOTIENT.search(line) and len(line) <= LONGEST_ROW else None
        if found and (found["sign"] or piece.kind != "code" or line.lstrip()[:1] in "*#/"):
            inner = found["formula"].rstrip(" .")
            if _holds_only_formula(inner) and (name := _topic(near_before(near, text, start))):
                yield _as_equation(name, inner, start + found.start("formula"), "if-brackets")
        start += len(line)


def _said(text: str) -> Iterator[Region]:
    """Sentences: "precision is the ratio of true positives to all predicted positives"."""
    for line in _DEFINED.finditer(text):
        listed = _behind_lead(_LISTED, line[0]) if len(line[0]) <= LONGEST_ROW else None
        said = re.split(r"[.,] ", listed["formula"])[0].rstrip(" .*`\r") if listed else ""
        side = _IT_IS.sub("", said)
        if listed and (formula := in_signs(side)) and (name := name_in(listed["name"])):
            start = line.start() + listed.start("formula") + len(said) - len(side)
            yield Region(f"{name} = {formula}", 0, True, "if-read", (start, start + len(side)))
    for name, formula, start, stop, unsure, apart in as_signs(text):
        weight: Weight = "if-right" if unsure else "if-slip" if apart else "if-read"
        yield Region(f"{name} = {formula}", 0, True, weight, (start, stop))


def _in_pictures(text: str) -> Iterator[Region]:
    """Formulas that a service is asked to draw, in its address."""
    for found in _PICTURE.finditer(text):
        inner = re.sub(
            r"\\(?:Large|large|bg_white|dpi\{\d+\})", " ", unquote(found[1] or found[2]).replace("&space;", " ")
        )
        yield Region(inner, 0, plain=False, shown=found.span(1 if found[1] else 2))


def _equations(text: str, piece: Piece) -> Iterator[Region]:
    if not may_be(text, plain=True):
        return
    if piece.kind == "math" and _MATH.search(text) is None:
        yield Region(text, 0, plain=False)
        return
    end, held = 0, None
    for found in _MATH.finditer(text) if piece.kind in ("prose", "math", "listing") else ():
        group = next(n for n in _OF_MATH if found[n] is not None)
        inner, start = found[group], found.start(group)
        if (displayed := _DISPLAYED.fullmatch(inner)) is not None:
            inner, start = displayed["inner"], start + displayed.start("inner")
        between = text[end : found.start()]
        if held is not None and not between.strip() and inner.lstrip(" &").startswith("="):
            held.text = text[held.start : found.end(group)].replace("$", " ")
        else:
            if held is not None:
                yield held
            line = between.rsplit("\n", 1)[-1]
            yield from _lines(between[: len(between) - len(line)], end, piece)
            joins = inner.lstrip(" &").startswith("=") or line.rstrip().endswith("=")
            said = None if joins or "=" in inner else _SAID_TO_BE.search(line)
            if said and (name := name_at_end(line[: said.start()])):
                yield from _lines(line, end + len(between) - len(line), piece)
                held = _as_equation(name, inner, start)
            elif joins:
                start = end + len(between) - len(line)
                held = Region(text[start : found.end(group)].replace("$", " "), start, plain=True)
            else:
                yield from _lines(line, end + len(between) - len(line), piece)
                held = Region(inner, start, plain=False)
        end = found.end()
    if held is not None:
        yield held
    yield from _lines(text[end:], end, piece)


def _lines(text: str, start: int, piece: Piece) -> Iterator[Region]:
    """Equations that are enclosed, and the lines of plain text without them."""
    if "=" not in text and "<-" not in text:
        return
    for found in _ENCLOSED.finditer(text):
        group = next(n for n in range(1, 5) if found[n] is not None)
        left, _, formula = found[group].partition("=")
        if may_be(found[group], plain=True) and (name := name_in(left.rsplit(",", 1)[-1])):
            yield _as_equation(name, formula, start + found.end(group) - len(formula), "full")
            text = text[: found.start()] + ";".ljust(len(found[0])) + text[found.end() :]
    held: Region | None = None
    for line in text.splitlines(keepends=True):
        plain = in_signs_of_arithmetic(line)
        lead = _COMMENT.match(plain) if piece.kind == "code" else _BULLET.match(plain)
        plain = " " * lead.end() + plain[lead.end() :] if lead else plain
        if held is not None and (_GOES_ON.search(held.text.rstrip()) or _IS_MORE.match(plain) or
                                 held.text.count("(") > held.text.count(")")):  # fmt: skip
            held.text += plain
        else:
            if held is not None:
                yield held
            held = Region(plain, start, plain=True)
        start += len(line)
    if held is not None:
        yield held
