"""Named numbers and confusion matrices of a document: `recognised`.

A number is claimed only where every word of its sentence, or the headings of its table, are in the grammar. It is about
a matrix only where its place says so: the same cell of a notebook, the same printout or table, or the passage under it
up to the next heading, the next matrix, the next code, or a line with a name of something else.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, takewhile

from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.feasibility.given import Reader as Scores
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.reading import read_counts
from exactmetrics.metrics.registry import found_metric, metric_named
from exactmetrics.metrics.summary import RATES, RECALL, SCORE
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import Span
from exactmetrics.verification.claims.annotations import UNFILLED, Annotation, annotations_in
from exactmetrics.verification.claims.found import MAX_CLAIMS, MAX_DATA, FoundClaim, Recognised, is_open
from exactmetrics.verification.claims.grammar import Lead, Named, NotReadError, lead_of, read_sentence
from exactmetrics.verification.claims.grids import Grid, bars, latex, lines_of
from exactmetrics.verification.claims.matrices import (
    Side,
    Table,
    TableReader,
    are_shares_of,
    count_in,
    label_of,
)
from exactmetrics.verification.claims.metric_tables import (
    Entry,
    MetricTables,
    class_alone,
    classes_said,
    is_of_all,
    of_one_class,
)
from exactmetrics.verification.claims.numbering import Counted, Numbered, indices, line_ends, numbered
from exactmetrics.verification.claims.passages import Passage, passages
from exactmetrics.verification.claims.programs import (
    Class,
    Lines,
    Output,
    Pairs,
    Session,
    Shown,
    counted,
    functions,
    in_comments,
    outputs,
    words_of,
)
from exactmetrics.verification.claims.tokens import Token, tokens, unknown
from exactmetrics.verification.claims.vocabulary import OUTCOMES, Vocabulary, atoms
from exactmetrics.verification.documents.pieces import TASK, blanked
from exactmetrics.verification.documents.source import Source
from exactmetrics.verification.passed import Passed, Why
from exactmetrics.verification.verified import FoundData

_SENTENCE = re.compile(
    r"(?<=[.!?])\s+(?=[^\W\d_a-z]|[$*\\`])|(?<=[。！？])|\\\\(?=\s)|;\s"
    r"|\n(?=[ \t]*[^\W\d_][^\n:=]{0,60}[:=])|(?<=[0-9%.;:)*])[ \t]*\n(?=[ \t]*[^\W\d_a-z])"
)
_SILENT = re.compile(
    r"\\(?:begin|end|label|tag|documentclass|usepackage|vspace|hspace|ref|cite)\s*\*?(?:\[[^\[\]]*\])?\{[^{}]*\}"
    r"|\[\^[^\[\]]{1,20}\]"
)
_HUNDRED = re.compile(
    r"(?:[×xX*·⋅∗]|\\times|\\cdot)\s*[({]?100[)}]?(?![.0-9])|(?<![.0-9])100[)}]?\s*(?:[×x*·⋅∗]|\\times|\\cdot)"
)
_OPENING = re.compile(  # with an index of R, but not that of "[500] accuracy: 0.9" in a log
    r"\s*(?:\(?(?:[a-zA-Z]|[0-9]{1,2}|[ivx]{1,4})[).][ \t]+|[-*•#>]+[ \t]+"
    r"|\[[0-9]{1,6},?\][ \t]+(?=[\"']|(?:[^\W\d_][0-9]+|[^0-9\n])*(?:\n|$)))"
)
_COUNTED = re.compile(r"\s*[0-9]+\t")  # the number of a row
_NUMBERING = re.compile(r"\s*(?:#+\s*)?(?:[0-9]+(?:\.[0-9]+)*[.)]?|[a-zA-Z][.)])\s+")
_BETA = re.compile(r"(?:\\beta|β|\bbeta)\s*=\s*([0-9]+(?:[.,][0-9]+)?)")
_OTHER_BETA = re.compile(r"β|\\?beta\b|\bF[-_ ]?\{?(?:2|0[.,]5)", re.IGNORECASE)
_CALL = re.compile(
    r"(?:confusion_matrix|ConfusionMatrix(?:Display)?(?:\.from_predictions)?|confusionMatrix)\s*\(\s*([^,()]*(?:\([^()]*\))?[^,()]*),\s*([^,()]*(?:\([^()]*\))?[^,()]*)"
)
TITLE = 8  # words that the name of something else has at most
_FORMULA = re.compile(r"\s*(?:\$|\\\[|\\begin|!\[)")  # or a picture: neither begins another subject
_GAP = re.compile(r"\S\s{2,}(?=\S)")
_METHOD = re.compile(r"\s*(?:>>>\s*)?(\w+)\.\w+")
_NAMES = re.compile(r"\b(?:labels|target_names|class_names|classes)\s*=\s*\[([^\[\]]{1,2000})\]")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"|([^,\s]+)")
_MATRIX = re.compile(r"(?:\A|confusion[\w.]*)\s*\Z", re.IGNORECASE)  # the call of a matrix, or none
_POSITIVE = re.compile(r"'?Positive'?\s+Class\s*:\s*(\S[^\r\n]*)", re.IGNORECASE)
_VALUED = re.compile(r"^[ \t#>]*[^\W\d][^\n:]{2,40} : ([0-9][0-9.]*)[ \t]*\r?$", re.MULTILINE)
_SETS = re.compile(
    r"^[ \t]*((?:[tf][pn][ \t]*,?[ \t]*){1,4}(?:=|<-)[ \t]*[0-9]+(?:[ \t]*,[ \t]*[0-9]+)*)[ \t]*;?[ \t]*(?:#.*)?$",
    re.IGNORECASE | re.MULTILINE,
)
_GIVES = re.compile(  # arguments of a call: true_positives=40
    r"(?<![\w.])([tf])(?:rue|alse)_?([pn])(?:ositives?|egatives?)[ \t]*=[ \t]*([0-9]+)(?![\w.])", re.IGNORECASE
)
_SIGNATURE = re.compile(r"\b(?:def|lambda|function)\b[^\n]*")  # whose defaults are no data
_FRACTIONS = re.compile(r"[0-9]*[.,][0-9]+(?:\s?\\?[%٪])?|[0-9]+\s?\\?[%٪]")
_NEGATIVE = re.compile(r"[-−][0-9](?:[0-9,.'’]*[0-9])?")
_VALUE = re.compile(r"[0-9][.,][0-9]|[0-9]/[0-9]+\s*=|=\s*[0-9]+/[0-9]")  # which no title and no heading has
_PAIRED = re.compile(  # "(Act/Pred)", "actual by predicted": of rows and columns
    r"\(\s*([^()/\\]{2,20})[/\\]([^()/\\]{2,20})\)|(\w{2,20}) (?:by|\*) (\w{2,20})"
)
_SCALED = re.compile(  # counts in thousands, shares, weights
    r"\bsupports?\b[^.\n|]{0,40}(?:%|\bper ?cent|\bthousand|\bmillion|\bhundred|\bweight|\bshare|\bfraction)"
    r"|\bin (?:thousand|million|hundred)s?\b",
    re.IGNORECASE,
)
_RULES = re.compile(r"[-+=|]{3,}")  # in which +- is no sign
_SECTIONS = frozenset({"\\section", "\\subsection", "\\subsubsection", "\\paragraph"})
_LINES, _SIDES = frozenset({"rows", "columns"}), frozenset({"true", "predicted"})
FOLLOWING = 12  # passages behind a matrix that may say which class is positive
NEIGHBOURS = 3  # passages before and behind an array in which its report may stand
PAIRS = 4  # of classes that are data of what is said behind them, at least
DOUBLE = 15  # digits of a number as programs print it whole
NOTED = 200  # characters of a sentence that is listed
NEAR = 1_000  # characters before and behind a table that may say what its numbers are


def recognised(
    source: Source, *, decimal_comma: bool = False, labels: Iterable[str] = (), any_table: bool = False
) -> Recognised:
    """The matrices of a document and the numbers it names, in reading order; never an error, whatever it holds.

    `labels` are classes that are known before it is read: those of data that are given. Matrices of more than
    200 classes, and what comes after 1,000 matrices or 100,000 named numbers, are passed over. With `any_table` a
    square of counts is a confusion matrix though no word says so: the document is given as data.

    >>> from exactmetrics.verification.documents.source import source_of
    >>> text = '''| actual \\\\ predicted | cat | dog |
    ... |---|---|---|
    ... | cat | 3 | 1 |
    ... | dog | 0 | 2 |
    ...
    ... The recall of class dog is 0.75, the accuracy 5/6 = 0.83.'''
    >>> found = recognised(source_of(text, "markdown"))
    >>> found.data[0].labels, found.data[0].orientation
    (('cat', 'dog'), 'true')
    >>> [(claim.question.metric, claim.question.label, claim.printed, claim.data) for claim in found.claims]
    [('recall', 'dog', '0.75', 0), ('accuracy', None, '0.83', 0)]
    """
    reader = _Reader(list(passages(source.pieces())), decimal_comma, list(labels), any_table)
    found = reader.read()
    for one in annotations_in(source.whole(), source.format):
        reader.annotated(one)
    found.claims.sort(key=lambda claim: claim.span.start.offset)
    return found


@dataclass(slots=True)
class _Scope:
    """What holds where the reader is: the matrix that is bound, what a heading says, the four counts told so far."""

    data: int | None = None
    lead: Lead = field(default_factory=Lead)
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    waiting: list[FoundClaim] = field(default_factory=list)  # numbers of a printout before its matrix
    closed: bool = False
    section: int = 0
    owned: int = 0  # how many data with a name in front
    home: Passage | None = None  # where the last data stand
    subject: str = ""  # what the last code calls methods of: in a session its printouts are about one thing


class _Reader:
    def __init__(self, found: list[Passage], comma: bool, labels: Sequence[str], any_table: bool) -> None:
        self.passages, self.comma, self.any_table = found, comma, any_table
        self.words = Vocabulary()
        self.known = set(labels)
        self.words.add_labels(labels)
        self.tables: dict[int, list[Table]] = {}
        self.bare: dict[int, list[Table]] = {}  # arrays that no word calls matrices
        self.reports: dict[int, list[list[int]]] = {}  # the supports of each
        self.shares: dict[int, list[Table]] = {}  # matrices that tell no counts
        self.found = Recognised()
        self.passed: dict[int, Passed] = {}
        self.scope = _Scope()
        self.scopes: list[
            tuple[int, int, int | None]
        ] = []  # where passages begin, their cells, what is bound behind them
        self.units = 0
        self.at = 0  # the passage that is read
        self.title = ""  # the last heading
        text = "\n".join(passage.text for passage in found[:5_000])
        self.words.add_names(text)
        betas = {number.replace(",", ".") for number in _BETA.findall(text)}
        self.beta = betas.pop() if len(betas) == 1 else ""
        self.has_beta = _OTHER_BETA.search(text) is not None
        said = {
            role
            for word in set(re.findall(r"[^\W\d_]{4,}", text[:500_000]))
            if (role := self.words.roles(word).get("metric"))
        }
        self.letters = said.issuperset(RATES)
        self.named = {name.split("|")[0] for name in said}
        computes = any(name in text for name in (*functions(), "y_true", "y_pred"))
        self.session = Session() if computes else None
        self.unprinted = list[Shown]()  # statements of code whose output has not come
        self.computed: dict[int, FoundClaim] = {}  # by code that the document shows, each by its place
        self.pairs: dict[Pairs, int] = {}  # of classes in code, and their data
        self.numbers: list[Numbered] = []  # whole numbers beside the names of metrics
        self.ends: tuple[Passage, dict[int, Counted]] | None = None  # of the passage that is read

    def read(self) -> Recognised:
        reader = TableReader(self.words)
        for at, passage in enumerate(self.passages):
            tables = list[Table]()
            for table in reader.tables(passage.text, passage.shape):
                if any(table.start < other.end and other.start < table.end for other in tables):
                    continue
                if table.partial or not self.is_matrix(at, table):
                    self.bare.setdefault(at, []).append(table)
                elif not self.has_negative(passage, _negative_of(passage, table)):
                    tables.append(table)
            tables.sort(key=lambda table: table.start)
            if not tables and (shares := list(reader.tables_of_shares(passage.text, passage.shape))):
                self.shares[at] = [replace(table, evident=self.is_matrix(at, table)) for table in shares]
            if tables:
                self.tables[at] = tables
                for table in tables:
                    self.settle(reader, at, table)
                    if table.named:
                        self.words.add_labels(table.labels)
                        self.known |= set(map(str, table.labels))
            if passage.shape == "block":
                self.add_classes(at, passage)
        for at, table in self.of_reports():
            self.tables[at] = sorted([*self.tables.get(at, ()), table], key=lambda one: one.start)
            self.settle(reader, at, table)
        for at, passage in enumerate(self.passages):
            self.passage(at, passage)
            self.scopes.append((passage.piece.position(0).offset, passage.cell, self.scope.data))
        self.found.claims = [one for one in self.found.claims if one.span.start.offset not in self.computed]
        self.found.claims += self.computed.values()
        self.without_numbering()
        self.name_positive()
        self.found.claims.sort(key=lambda claim: claim.span.start.offset)
        claimed = {claim.span.start.offset for claim in self.found.claims}
        self.found.passed = [one for place, one in sorted(self.passed.items()) if place not in claimed]
        return self.found

    # Matrices

    def is_matrix(self, at: int, table: Table) -> bool:
        """Whether words call a table a confusion matrix: in its headings, beside it, in the sentence or code before."""
        if table.evident or (self.any_table and not table.in_order):
            return True
        passage = self.passages[at]
        before = passage.text[: table.start].rpartition("\n\n")[2] if passage.shape != "block" else passage.text
        return self.calls_matrix(before) or any(self.calls_matrix(text) for text in self.before(at))

    def of_reports(self) -> list[tuple[int, Table]]:
        """The arrays without a word whose rows add up to the supports of the reports beside them, as many as these."""
        found = list[tuple[int, Table]]()
        for at, tables in self.bare.items() if self.reports else ():
            near = [n for n in self.beside(at) if n in self.reports]
            supports = [sorted(one) for n in near for one in self.reports[n]]
            others = [table for n in self.beside(at) for table in (*self.tables.get(n, ()), *self.bare.get(n, ()))]
            for table in tables:
                sums = sorted(map(sum, table.rows))
                same = sum(sorted(map(sum, one.rows)) == sums for one in others)
                if (table.kind == "array" or table.partial) and same == supports.count(sums):
                    table.by_supports = True
                    found.append((at, table))
        return found

    def beside(self, at: int) -> list[int]:
        """The passages of the same cell, or of three before and behind one up to a heading."""
        of_cell = takewhile(lambda n: self.passages[n].cell == self.passages[at].cell, range(at, len(self.passages)))
        behind = list(islice(takewhile(lambda n: n == at or not self.passages[n].heading, of_cell), NEIGHBOURS + 1))
        of_cell = takewhile(lambda n: self.passages[n].cell == self.passages[at].cell, range(at - 1, -1, -1))
        return [*islice(takewhile(lambda n: not self.passages[n].heading, of_cell), NEIGHBOURS), *behind]

    def calls_matrix(self, text: str) -> bool:
        folds = atoms(text[-2_000:].replace("_", " "))
        return (
            any("matrix" in self.words.longest(folds, n)[1] for n in range(len(folds)))
            or _CALL.search(text) is not None
        )

    def before(self, at: int) -> Iterator[str]:
        """The passages before one that may say what it is: the code of its cell, or the two before it."""
        passage = self.passages[at]
        if passage.output:
            yield from (other.text for other in self.passages[max(0, at - 20) : at] if other.cell == passage.cell)
            return
        for n in range(at - 1, max(-1, at - 3), -1):
            other = self.passages[n]
            if other.shape in ("text", "code") and n not in self.tables:
                yield other.text
            if other.heading or other.shape not in ("text", "code"):
                break

    def settle(self, reader: TableReader, at: int, table: Table) -> None:
        """Names, sides and the positive class of a matrix, as the text beside it and the code before it say them."""
        passage = self.passages[at]
        before = [*self.before(at), *([passage.text[: table.start]] if passage.shape == "block" else [])]
        beside = [*before, table.title, passage.text[: table.start], passage.text[table.end : table.end + 400]]
        beside += [
            other.text for other in self.passages[at + 1 : at + 2] if other.shape == "text" and not other.heading
        ]
        for text in beside:
            if not table.named and (names := _names_in(text, len(table.labels))):
                table.labels, table.named = names, True
            side = self.rows_said(reader, text)
            if side and table.orientation == "unknown":
                table.orientation = side
            elif side and side != table.orientation:
                table.orientation, table.contradicted = "unknown", True
                break
        if table.orientation == "unknown":
            table.orientation = next((side for text in before if (side := self.called(reader, text))), "unknown")
        told = next(filter(None, map(_POSITIVE.search, self.behind(at, table))), None)
        name = "" if told is None else told[1].strip(" '\"`")
        positive = label_of(name, table.labels)
        positive = label_of(reader.name(name), table.labels) if positive is None else positive
        if positive is not None:
            table.positive = positive
        elif len(table.labels) == 2 and {str(one) for one in table.labels} == {"0", "1"}:
            table.positive, table.sure = next(label for label in table.labels if str(label) == "1"), False

    def behind(self, at: int, table: Table) -> Iterator[str]:
        """What stands behind a table, up to the next heading, code or matrix: R parts what it prints by blank lines."""
        yield self.passages[at].text[table.end :]
        for other in self.passages[at + 1 : at + 1 + FOLLOWING]:
            if other.heading or other.shape == "code" or self.calls_matrix(other.text):
                return
            yield other.text

    def name_positive(self) -> None:
        """Note the positive class that a printout without a matrix names behind its lines of names and numbers."""
        unbound = {claim.span.start.offset: claim for claim in self.found.claims if claim.data is None}
        for at, passage in enumerate(self.passages):
            before = 0
            for told in _POSITIVE.finditer(passage.text) if passage.shape != "code" and unbound else ():
                stretches = [(passage, before, told.start()), *(() if before else self.before_positive(at))]
                before, self.units = told.end(), self.units + 1
                for other, start, end in stretches:
                    for line in _VALUED.finditer(other.text, start, end):
                        claim = unbound.get(other.piece.position(line.start(1)).offset)
                        if claim is not None:
                            claim.positive = claim.positive or told[1].strip(" '\"`")
                            claim.printout = claim.printout or self.units

    def before_positive(self, at: int) -> Iterator[tuple[Passage, int, int]]:
        """The passages that may be of one printout with a later one that names its positive class."""
        for other in self.passages[max(0, at - FOLLOWING) : at][::-1]:
            if other.heading or other.shape == "code" or _POSITIVE.search(other.text):
                return
            yield other, 0, len(other.text)

    def rows_said(self, reader: TableReader, text: str) -> Side | None:
        """What the rows are, as a sentence says it: "rows are true classes, columns predicted ones".

        A sentence that speaks of rows alone, or of columns alone, must have no word that is not in the vocabulary.
        """
        text = text[-4_000:]
        for start, end in _sentences(text):
            found = [one for one in reader.roles_in(text[start:end]) if one[0] in _LINES or one[0] in _SIDES]
            roles = [role for role, _, _ in found]
            for paired in _PAIRED.finditer(text[start:end]):
                one, two = (reader.side(word) for word in paired.groups() if word)
                if {one, two} == _SIDES:
                    return "true" if one == "true" else "predicted"
            lines, sides = sum(role in _LINES for role in roles), sum(role in _SIDES for role in roles)
            if not lines or not sides or len(set(roles)) < len(roles) or sides > lines:
                continue
            if lines == 1:
                apart = roles[0] in _LINES or found[1][1] > found[0][2]
                if not apart or any(
                    t.kind in "XNE" and not t.roles.keys() & _LINES for t in self.said(text[start:end])
                ):
                    continue
            if roles[0] in _LINES and roles[1:2] and roles[1] in _LINES and len(roles) == 4:
                pairs = dict(zip(roles[:2], roles[2:], strict=True))
            elif len(roles) == 4 and roles[0] in _SIDES and roles[1] in _SIDES:
                pairs = dict(zip(roles[2:], roles[:2], strict=True))
            else:
                order = pairwise(roles) if roles[0] in _LINES else pairwise(roles[::-1])
                pairs = {one: two for one, two in order if one in _LINES and two in _SIDES}
            if pairs.get("rows") != pairs.get("columns"):
                return "true" if pairs.get("rows") == "true" or pairs.get("columns") == "predicted" else "predicted"
        return None

    def said(self, text: str) -> list[Token]:
        """The tokens of a sentence; words for rows, columns and sides are known in it."""
        return [t for t in tokens(text, 0, len(text), self.words) if not t.roles.keys() & (_LINES | _SIDES)]

    def called(self, reader: TableReader, code: str) -> Side | None:
        """What the rows of a matrix are that a call returns: its first argument, which is the truth by convention."""
        sides = set[Side]()
        if re.search(r"\)\.T\b|transpose", code):
            return None
        for first, second in _CALL.findall(code):
            one, two = (reader.side(argument.replace("_", " ").replace(".", " ")) for argument in (first, second))
            sides.add("predicted" if (one, two) in (("predicted", "true"), ("predicted", "")) else "true")
        return sides.pop() if len(sides) == 1 else None

    def add_classes(self, at: int, passage: Passage) -> None:
        """The classes that a report with their supports names, which are words from then on."""
        read = MetricTables(self.words, passage.text)
        for _, entries in read.printed(0, len(passage.text)):
            counts = [entry for entry in entries if entry.name.value == "support"]
            if counts:
                supports = [count_in(one.number.text) or 0 for one in counts if not one.average]
                self.reports.setdefault(at, []).append(supports)
                labels = {entry.label for entry in entries if entry.label and not entry.label.isdigit()}
                self.words.add_labels(labels)

    # Passages in reading order

    def passage(self, at: int, passage: Passage) -> None:
        text, shape, self.at = passage.text, passage.shape, at
        tables = self.tables.get(at, [])
        if shape != "text":
            self.leave(passage, self.shares.get(at, ()))
        if passage.heading:
            self.heading(passage)
        elif shape == "code":
            self.code(at, passage)
        elif shape == "rows":
            self.rows(passage, tables)
        elif shape == "block":
            self.block(passage, tables)
        else:
            masked = blanked(_SILENT, text)
            for grid in latex(text) if "\\begin" in text else []:
                if not any(table.start == grid.start for table in tables):
                    self.typeset(passage, grid)
                masked = masked[: grid.start] + " " * (grid.end - grid.start) + masked[grid.end :]
            shares = self.shares.get(at, [])
            tables = tables or shares
            parts = [0, *(table.start for table in tables), len(text)]
            for n, (start, end) in enumerate(pairwise(parts)):
                if n:
                    start = tables[n - 1].end
                    if shares:
                        self.leave(passage, tables[n - 1 : n])
                    else:
                        self.bind(passage, tables[n - 1])
                self.sentences(passage, masked, start, end)

    def leave(self, passage: Passage, shares: Sequence[Table]) -> None:
        """Below a matrix of shares nothing is said of the counts before, unless it shows these."""
        if self.scope.data is None or self.scope.data < 0:
            return
        bound = self.found.data[self.scope.data]
        for table in shares:
            is_matrix = table.evident or sorted(table.labels, key=str) == sorted(bound.labels, key=str)
            if is_matrix and bound.rows is not None and not are_shares_of(table, bound.rows):
                self.close(passage, table.start)

    def heading(self, passage: Passage) -> None:
        plain = re.sub(r"\\(?=[%&#_$])|[*`]", "", _SILENT.sub("", passage.text))
        self.title = " ".join(re.sub(r"\\[a-zA-Z]+\*?|[{}]", "", plain).split())[:NOTED]
        numbering = _NUMBERING.match(passage.text)
        start = numbering.end() if numbering else 0
        found = self.tokens(passage, start, len(passage.text))
        if self.says_number(passage, found):
            return
        lead = lead_of([t for t in found if t.text not in _SECTIONS and "section" not in t.roles])
        if lead is None or not found:
            self.close(passage)
        else:
            self.scope.lead = lead

    def says_number(self, passage: Passage, found: list[Token]) -> bool:
        """Whether a heading is a claim: of the matrix before, unless it fits another, such as one that follows."""
        try:
            said = read_sentence(found, self.scope.lead) if any(t.kind == "=" for t in found) else []
        except NotReadError:
            return False
        self.units += 1
        for one in said:
            self.say(passage, one, self.scope.data, unit=self.units)
        return bool(said)

    def close(self, passage: Passage, at: int = 0) -> None:
        """From here on nothing is said of the matrix before."""
        last, ends = self.found.data[-1].span if self.found.data else None, self.found.ends
        if last is not None and not passage.cell and (not ends or ends[-1].offset < last.start.offset):
            ends.append(passage.piece.position(at))  # of a notebook nobody sees the lines
        self.scope.data, self.scope.lead, self.scope.counts, self.scope.closed = None, Lead(), {}, True
        self.scope.section += 1
        self.scope.owned = 0

    def code(self, at: int, passage: Passage) -> None:
        """Code begins something new; counts that it sets to numbers are data."""
        subject, before = _subject(passage.text), self.passages[at - 1]
        if (
            at
            and before.shape != "code"
            and not before.piece.comment
            and (not subject or subject != self.scope.subject)
        ):
            self.close(passage)
        self.scope.subject = subject
        size = len(self.found.data)
        for found in _SETS.finditer(passage.text):
            names, _, numbers = re.sub(r"<-", "=", found[1]).partition("=")
            for name, number in zip(re.findall(r"[a-zA-Z]+", names), re.findall(r"[0-9]+", numbers), strict=False):
                self.count(name.casefold(), int(number), passage, found.start(), found.end())
        for found in _GIVES.finditer(blanked(_SIGNATURE, passage.text)):
            self.count("".join(found.group(1, 2)).casefold(), int(found[3]), passage, found.start(), found.end())
        for table in self.tables.get(at, []):
            self.bind(passage, table)
        if len(self.found.data) - size > 1:
            self.scope.data = None  # which of them what follows is about is not said
        if self.session is not None:
            self.computes(at, passage)
        printed = passage.text.replace("#", " ")  # a block of code, or a comment in it, may hold a report
        read = MetricTables(self.words, printed, letters=self.letters)
        for _, entries in read.printed(0, len(printed)):
            self.entries(passage, read, entries)

    def computes(self, at: int, passage: Passage) -> None:
        """The numbers that code prints, in its comments or in what stands behind it, of classes that it holds."""
        assert self.session is not None
        before = self.session.lists()
        shown = self.session.run(passage.text)
        prints_anything = any(Lines() in one.parts for one in shown)
        if (lists := self.session.lists()) != before or prints_anything:
            self.bind_lists(passage, {} if prints_anything else lists)
        is_session = ">>>" in passage.text  # in which what a statement prints stands right behind it
        for one in in_comments(shown, passage.text):
            self.say_computed(passage, one)
        behind = self.passages[at + 1 : at + 3]
        if behind[:1] and behind[0].shape == "text" and not behind[0].heading and len(behind[0].text.split()) <= TITLE:
            behind = behind[1:]
        if behind and behind[0].shape == "block" and behind[0].cell == passage.cell:
            printed = [one for one in shown if not is_session or one.end == shown[-1].end]
            for one in outputs([*self.unprinted, *printed], behind[0].text):
                self.say_computed(behind[0], one)
            self.unprinted = []
        else:
            self.unprinted += words_of(shown) if not passage.cell and not is_session else []

    def bind_lists(self, passage: Passage, lists: Mapping[str, tuple[Class, ...]]) -> None:
        """The only two lists that are called true and predicted classes are the data of what follows."""
        reader, named = TableReader(self.words), dict[str, list[tuple[Class, ...]]]()
        for name, found in lists.items():
            named.setdefault(reader.side(name.replace("_", " ")), []).append(found)
        true, predicted = named.get("true", ()), named.get("predicted", ())
        if len(true) == len(predicted) == 1 and len(true[0]) == len(predicted[0]) >= PAIRS:
            self.scope.data = self.data_of_pairs((true[0], predicted[0]), passage, 0, len(passage.text))
        elif self.scope.data in self.pairs.values():
            self.scope.data = None

    def data_of_pairs(self, pairs: Pairs, passage: Passage, start: int, end: int) -> int:
        """The place of the data that pairs of classes are, noted where they are met first."""
        if pairs not in self.pairs:
            labels, rows = counted(pairs)
            positive = 1 if labels in ((0, 1), (-1, 1)) else None
            table = Table(labels, rows, start, end, "true", positive, sure=False, kind="array")
            self.pairs[pairs] = self.add_data(table, passage)
        return self.pairs[pairs]

    def say_computed(self, passage: Passage, one: Output) -> None:
        """Note a number that a program prints; what is printed to the last digit of a float is the program's own."""
        printed = passage.text[one.start : one.end]
        if len(printed.strip("-0.")) >= DOUBLE:
            return
        span = Span(passage.piece.position(one.start), passage.piece.stop(one.end))
        data = self.data_of_pairs(one.value.pairs, passage, one.start, one.end)
        self.computed[span.start.offset] = FoundClaim(
            one.value.question, printed, f"line {span.start.line}", span, data=data, percent=one.value.percent
        )

    def rows(self, passage: Passage, tables: Sequence[Table]) -> None:
        for table in tables:
            self.bind(passage, table)
        if not tables:
            before = len(self.found.claims)
            for grid in bars(passage.text, 0, len(passage.text)):
                self.metric_table(passage, grid)
            if "\t" in passage.text:  # which may stand in a sentence, or behind the mark of an item
                for start, end in self.unread_lines(passage, self.found.claims[before:], 0, len(passage.text)):
                    self.sentences(passage, passage.text, start, end)
            elif passage.text.startswith(" |"):  # the rows of a web page
                for start, end in self.unread_lines(passage, self.found.claims[before:], 0, len(passage.text)):
                    self.sentence(passage, passage.text, start, end, paragraph=False)

    def typeset(self, passage: Passage, grid: Grid) -> None:
        """A table of LaTeX: what it says of metrics, and its lines of which no number was read."""
        before = len(self.found.claims)
        self.metric_table(passage, grid)
        for start, end in self.unread_lines(passage, self.found.claims[before:], grid.start, grid.end):
            self.sentence(passage, passage.text, start, end, paragraph=False)

    def unread_lines(
        self, passage: Passage, claims: Sequence[FoundClaim], first: int, last: int
    ) -> Iterator[tuple[int, int]]:
        """The lines of a table with the name of a metric and numbers, of which none is a claim or listed."""
        read = {claim.span.start.offset for claim in claims}
        for start, end in lines_of(passage.text, first, last):
            number = _COUNTED.match(passage.text, start, end)
            start = number.end() if number else start
            found = self.tokens(passage, start, end)
            numbers = [passage.piece.position(token.start).offset for token in found if token.kind == "N"]
            listed = any(place in read or place in self.passed for place in numbers)
            if numbers and not listed and any(token.kind == "M" for token in found):
                yield start, end

    def metric_table(self, passage: Passage, grid: Grid) -> None:
        read = MetricTables(self.words, passage.text, letters=self.letters)
        entries = read.read(grid)
        self.entries(passage, read, entries)
        for cell in (cell for row in grid.rows for cell in row if not entries and not read.unread):
            if (
                cell.plain
                and cell.plain[-1].isdigit()
                and any(t.kind == "K" for t in self.tokens(passage, cell.start, cell.end))
            ):
                self.sentence(passage, passage.text, cell.start, cell.end, paragraph=False)

    def entries(self, passage: Passage, read: MetricTables, entries: list[Entry]) -> None:
        """The numbers of a table of results: four counts are its data, the rest are claims that stand together."""
        self.units += 1
        if entries and self.is_of_runs(passage, entries):
            self.found.runs.add(self.units)
        groups: dict[str | None, dict[str, Entry]] = {}
        for entry in entries:
            if entry.name.value in OUTCOMES:
                groups.setdefault(entry.label, {})[entry.name.value] = entry
        own: dict[str | None, int] = {}
        for label, group in groups.items():
            values = {name: count_in(entry.number.text) for name, entry in group.items()}
            once = sum(entry.label == label and entry.name.value in OUTCOMES for entry in entries) == 4
            places = [entry.number for entry in group.values()]
            if (
                once and len(values) == 4 and None not in values.values()
                and (label is None or label not in self.known) and not self.has_negative(passage, places)
            ):  # fmt: skip
                counts = {name: (value or 0, 0) for name, value in values.items()}
                own[label] = self.add_data(self.four(counts, places[0].start, places[-1].end), passage)
        self.scope.data = own.get(None, self.scope.data)
        for entry in entries:
            if entry.label not in own:
                self.entry(passage, entry, read.classed)
            elif entry.name.value not in OUTCOMES:  # accuracy of one class is recall for some authors
                hedged = entry.label is not None and is_of_all(entry.name) and RECALL not in self.named
                named = Named(entry.name, entry.number, None, "", entry.expression, entry.percent, hedged)
                self.say(passage, named, own[entry.label], where=entry.text)
        for number in read.numbering:
            self.pass_over(passage, number, number.text, "numbering", "")
        for number, word in read.unread:
            self.pass_over(passage, number, passage.text[number.start : number.end], "word" if word else "row", word)

    def is_of_runs(self, passage: Passage, entries: list[Entry]) -> bool:
        """Whether a table, its heading or the text beside it says that its numbers are means over runs, or scaled."""
        first, last = entries[0].number.start, entries[-1].number.end
        beside = [self.title, passage.text[max(0, first - NEAR) : last + NEAR]]
        for others in (self.passages[max(0, self.at - 2) : self.at][::-1], self.passages[self.at + 1 : self.at + 2]):
            own = takewhile(lambda other: not other.heading, others)
            beside += [other.text[:NEAR] + other.text[-NEAR:] for other in own if other.shape == "text"]
        if any(map(_SCALED.search, beside)):
            return True
        return any(self.words.holds(_RULES.sub(" ", text), "runs") for text in beside)

    def entry(self, passage: Passage, entry: Entry, classed: bool) -> None:
        lead = self.scope.lead
        label = entry.label or (lead.label if not entry.average else None)
        average = entry.average or (lead.average if not entry.label else "")
        named = Named(entry.name, entry.number, label, average, entry.expression, entry.percent, led=True)
        self.say(passage, named, self.scope.data, where=entry.text, unit=self.units, classed=classed)

    def block(self, passage: Passage, tables: Sequence[Table]) -> None:
        """A printout: its matrices, its tables, its lines, each bound to the matrix it holds, or stands under."""
        text = passage.text
        read = MetricTables(self.words, text, letters=self.letters)
        events: list[tuple[int, int, str, object]] = [(t.start, t.end, "data", t) for t in tables]
        typeset = [g for g in latex(text) if not _inside(g.start, tables)] if "\\begin" in text else []
        events += [(g.start, g.end, "grid", g) for g in typeset]
        apart: list[Table | Grid] = [*tables, *typeset]
        events += [(g.start, g.end, "table", e) for g, e in read.printed(0, len(text)) if not _inside(g.start, apart)]
        if text.count("|") > 3:
            events += [
                (g.start, g.end, "table", read.read(g))
                for drawn in bars(text, 0, len(text))
                for g in read.parted(drawn)
                if not tables and len(g.rows) > 1
            ]
        covered = [(start, end) for start, end, _, _ in events]
        events += [(start, end, "line", None) for start, end in _outside(text, covered)]
        events.sort(key=lambda event: event[:2])
        segment = list[tuple[str, object]]()
        for start, end, kind, held in events:
            before = len(self.found.claims)
            if kind == "data" and isinstance(held, Table):
                segment.append(("data", self.bind(passage, held)))
            elif kind == "grid" and isinstance(held, Grid):
                self.typeset(passage, held)
            elif kind == "table":
                self.entries(passage, read, held)  # type: ignore[arg-type]
            else:
                self.scope.closed = False
                self.sentence(passage, text, start, end, paragraph=False)
                if self.scope.closed:
                    self.settle_segment(segment)
                    segment = []
            segment += [("claim", claim) for claim in self.found.claims[before:]]
        self.settle_segment(segment)

    def settle_segment(self, segment: list[tuple[str, object]]) -> None:
        """Bind the numbers of a printout to the matrix it prints; of several, to the next where numbers come first."""
        places = [n for n, (kind, _) in enumerate(segment) if kind == "data"]
        if not places:
            return
        first = segment[0][0] == "claim"
        for n, (kind, held) in enumerate(segment):
            if kind != "claim" or not isinstance(held, FoundClaim):
                continue
            if len(places) == 1:
                held.data = segment[places[0]][1]  # type: ignore[assignment]
            else:
                near = [p for p in places if p > n][:1] if first else [p for p in places if p < n][-1:]
                held.data = segment[near[0]][1] if near else None  # type: ignore[assignment]

    # Sentences

    def tokens(self, passage: Passage, start: int, end: int, text: str | None = None) -> list[Token]:
        return tokens(passage.text if text is None else text, start, end, self.words, letters=self.letters)

    def sentences(self, passage: Passage, text: str, start: int, end: int) -> None:
        """The sentences of a paragraph; behind one with a word that is unknown the others may be about anything."""
        self.scope.closed = False
        data = self.scope.data
        for first, last in _sentences(text[start:end]):
            understood = self.sentence(passage, text, start + first, start + last, paragraph=True)
            if not understood and self.scope.data is not None:
                data, self.scope.data = self.scope.data, None
            elif self.scope.data is not None:
                data = self.scope.data
        if not self.scope.closed:
            self.scope.data = data

    def sentence(self, passage: Passage, text: str, start: int, end: int, *, paragraph: bool) -> bool:
        """Read one sentence; whether it was understood."""
        if TASK in text[start:end] or text[start:end].rstrip().endswith(("?", "？")):
            return False  # what is to be done, or asked
        opening = _OPENING.match(text, start, end)
        start = opening.end() if opening else start
        if self.is_of_nothing(text[start:end]):
            return False
        found = self.tokens(passage, start, end, text)
        numbers = [token for token in found if token.kind == "N"]
        names = [token for token in found if token.kind in "MK"]
        strange = unknown(found)
        if not numbers:
            return self.without_number(passage, found, start, text[start:end], strange)
        if (label := self.class_said(passage, text[start:end])) is not None:
            self.scope.lead = Lead(label)
            return True
        try:
            said = read_sentence(found, self.scope.lead)
        except NotReadError:
            self.counts_behind(passage, found)
            if (
                strange is not None
                and paragraph
                and ((title := text[start:end].rstrip(" *_\n")).endswith((":", "：")) and len(title.split()) <= TITLE)
            ):
                self.close(passage, start)
            if names or self.scope.data is not None:
                why: Why = "word" if strange else "wording"
                fractions = [n for n in numbers if _FRACTIONS.fullmatch(n.text)]
                for number in fractions if names else fractions[:1]:  # where no name stands, one tells of all
                    self.pass_over(passage, number, text[start:end], why, strange.text if strange else "")
            return strange is None
        units = {unit for one in said for unit in _units_of(one.name)}
        foreign = next((token.unit for token in found if token.unit and token.unit not in units), "")
        if foreign:  # 8 bits of something else, of which the other numbers of the sentence may be
            for number in numbers:
                self.pass_over(passage, number, text[start:end], "word", foreign)
            return True
        counts = [one for one in said if one.name.value in OUTCOMES and one.label is None]
        self.counts(passage, counts)
        for one in said:
            if one not in counts:
                self.say(passage, one, self.scope.data, told=True)
        return True

    def class_said(self, passage: Passage, text: str) -> str | None:
        """The class, called by a number, that a line says of those below it; "Classes: 5" says how many there are."""
        label = class_alone(text.strip(), self.words)
        if label not in self.known:
            return None
        data = self.scope.data
        size = len(self.known if data is None or data < 0 else self.found.data[data].labels)
        if label != str(size) or self.scope.lead.label:
            return label
        return label if len(classes_said(passage.text, self.words) & self.known) > 1 else None

    def is_of_nothing(self, text: str) -> bool:
        """Whether numbers surely say nothing: no name stands beside or over them, and no matrix that they may be of.

        Nearly all lines of a log are such ones.
        """
        if self.scope.data is not None or self.scope.lead.name is not None or _VALUE.search(text) is None:
            return False
        return not text.rstrip(" *_\n").endswith((":", "：")) and not self.words.may_name(text)

    def counts_behind(self, passage: Passage, found: list[Token]) -> None:
        """The four counts that end a sentence which begins with other words."""
        last = max((n for n, token in enumerate(found) if token.kind == "X"), default=-1)
        first = next((n for n, token in enumerate(found) if n > last and token.kind == "K"), len(found))
        try:
            said = read_sentence(found[first:])
        except NotReadError:
            said = []
        if not {one.name.value for one in said} >= set(OUTCOMES):
            if {token.value for token in found if token.kind == "K"} >= set(OUTCOMES):
                self.close(passage, found[0].start)  # counts of something else
        else:
            self.scope.owned += last >= 0
            self.counts(passage, [one for one in said if one.name.value in OUTCOMES and one.label is None])

    def counts(self, passage: Passage, counts: list[Named]) -> None:
        """Note counts; one that is named twice says that the sentence is about several things."""
        if len({one.name.value for one in counts}) < len(counts):
            self.scope.counts = {}
            return
        shares = {one.name.value for one in counts if count_in(one.number.text) is None}
        if shares == set(OUTCOMES):
            self.close(passage, counts[0].number.start)  # of something else, of which there are no counts
        for one in counts:
            value = None if passage.text[one.number.end :][:1].isalpha() else count_in(one.number.text)  # "12a"
            if value is not None and not self.has_negative(passage, [one.number]):
                self.count(one.name.value, value, passage, one.number.start, one.number.end)

    def has_negative(self, passage: Passage, numbers: Iterable[Token]) -> bool:
        """Whether some of the numbers that are counts are negative; these are listed."""
        found = [number for number in numbers if (count_in(number.text) or 0) < 0]
        for number in found:
            self.pass_over(passage, number, number.text, "negative", "")
        return bool(found)

    def without_number(
        self, passage: Passage, found: list[Token], start: int, text: str, strange: Token | None
    ) -> bool:
        """A line without numbers: what it says of those that follow, or the name of something else."""
        title = text.rstrip(" *_\n")
        is_title = len(title.split()) <= TITLE and not title.endswith((".", "!", "?", "。", ",", ";"))
        if strange is not None and not strange.roles.keys() & (_LINES | _SIDES):
            gap = _GAP.search(title)
            of_row = gap is not None and strange.start < start + gap.start()  # what is printed beside its value
            if is_title and not of_row and re.search(r"\w", title) and not _FORMULA.match(title):
                self.close(passage, start)
            return False
        lead = lead_of(found)
        if lead is not None and is_title and "'Positive'" not in text:  # that is said of the lines above
            self.scope.lead = lead
        return True

    def say(
        self,
        passage: Passage,
        named: Named,
        data: int | None,
        *,
        where: str = "",
        unit: int = 0,
        told: bool = False,
        classed: bool = False,
    ) -> None:
        """Note a claim."""
        piece, number = passage.piece, named.number
        if told and self.scope.owned > 1 and self.scope.home is not passage:
            data = None  # of several counts with names in front
        name, also = self.meant(named)
        over = self.scope.lead.name
        if (
            over is not None
            and over.value != named.name.value
            and atoms(over.text)[-len(atoms(named.name.text)) :] == atoms(named.name.text)
        ):
            name = ""  # "accuracy" under "balanced accuracy"
        if not name or len(self.found.claims) >= MAX_CLAIMS:
            return self.pass_over(passage, number, named.name.text, "class", "")
        base, _, beta = name.partition("[")
        parameter, _, beta = beta.rstrip("]").rpartition("=")
        beta = beta or (named.beta or self.beta if name.endswith("[]") else "")
        base, _, average = base.partition("~")
        average = average or named.average
        if name.endswith("[]") and not beta:
            return self.pass_over(passage, number, named.name.text, "class", "")
        options: dict[str, Hashable] = {}
        is_count, hedged = named.name.kind == "K", named.hedged
        if base == "support" and average:
            base, hedged = "n", True  # that of the classes which are shown
        if is_count and base == "n":
            pass
        elif is_count or is_open(Question(metric=base)):
            if named.label is not None:
                options["label"] = named.label
            elif average and not is_count:
                options["average"] = average
        elif named.led and average:
            return self.pass_over(passage, number, named.name.text, "class", "")
        elif named.led and named.label is not None:
            options = {"label": named.label}  # accuracy of one class is recall for some authors
            hedged = base != metric_named(RECALL).averages["macro"] or RECALL not in self.named
        question = Question(
            None if is_count else base,
            base if is_count else None,
            None,
            options,
            {parameter or "beta": beta} if beta else {},
            named.name.text if parameter else "",
        )
        if is_count and base not in ("n",) and "label" not in options:
            return None
        if measured := number.unit or named.name.unit:
            convention = _units_of(named.name).get(measured)
            if convention is None:
                return self.pass_over(passage, number, named.name.text, "word", measured)
            options["convention"] = convention
        start, stop = piece.position(number.start), piece.stop(number.end)
        expression, percent = named.expression.text.strip(" $") if named.expression else None, named.percent
        at = _HUNDRED.search(expression or "")
        if expression and at and (number.text.endswith("%") or not at.start() or at.end() == len(expression)):
            expression, percent = None, True
        place = where or self.title or f"line {start.line}"
        claim = FoundClaim(
            question,
            number.text,
            place,
            Span(start, stop),
            expression,
            data,
            told,
            percent,
            also,
            hedged,
            unit,
            classed and named.label is not None,
        )
        self.found.claims.append(claim)
        if not is_count:
            self.numbers.append(numbered(claim, named.name, number, passage.text, self.line_ends(passage), self.at))
        return None

    def without_numbering(self) -> None:
        """List the numbers that count the names they stand beside, one after another: these are no values."""
        counted = [*indices(self.numbers)]
        for claim in counted:
            self.passed[claim.span.start.offset] = Passed(claim.span, claim.where, "numbering")
        if counted:
            gone = set(map(id, counted))
            self.found.claims = [claim for claim in self.found.claims if id(claim) not in gone]

    def line_ends(self, passage: Passage) -> dict[int, Counted]:
        if self.ends is None or self.ends[0] is not passage:
            before = self.passages[self.at - 1].text if self.at and not passage.heading else ""
            self.ends = passage, line_ends(passage.text, self.words, before)
        return self.ends[1]

    def meant(self, named: Named) -> tuple[str, str]:
        """The metric of a name, and the other that it may mean; "" where that is not sure."""
        name, _, also = named.name.value.partition("|")
        if name == "f?":
            return ("", "") if self.has_beta else (SCORE, "")
        if named.label is not None and (of_class := of_one_class(name)):
            name = of_class
        return name, "" if also in self.named else also

    def pass_over(self, passage: Passage, number: Token, text: str, why: Why, word: str) -> None:
        start = passage.piece.position(number.start)
        span = Span(start, passage.piece.stop(number.end))
        self.passed[start.offset] = Passed(span, " ".join(text.split())[:NOTED], why, word=word)

    def annotated(self, said: Annotation) -> None:
        """Note a number that the author names, of the data he names or of those that are bound where it stands."""
        span = Span(said.start, said.stop)
        if said.name == UNFILLED:
            self.found.passed.append(Passed(span, f"{UNFILLED} = {said.printed}", "unfilled"))
            return
        data = self.data_of(said)
        labels = () if data is None else self.found.data[data].labels
        try:
            metric, options = Scores(labels or tuple(sorted(self.known))).split(said.name)
            known = metric_named(metric)
        except ExactMetricsError as error:
            self.found.passed.append(Passed(span, f"{said.name} = {said.printed}", "misnamed", word=str(error)))
            return
        beta = {"beta": options.pop("beta")} if "beta" in options else {}
        question = Question(known.name, options=options, parameters=beta)
        self.found.claims.append(FoundClaim(question, said.printed, said.name, span, data=data, said=True))

    def data_of(self, said: Annotation) -> int | None:
        """The data of an annotation: the matrix of a number, the rows it gives, or what is bound where it stands."""
        if said.data.isdigit() and said.data:
            return int(said.data) - 1 if 0 < int(said.data) <= len(self.found.data) else None
        if said.data:
            try:
                given = read_counts(said.data)
            except ExactMetricsError:
                return None
            if not isinstance(given, Counts):
                return None
            rows = tuple(tuple(row) for row in given.rows())
            self.found.data.append(FoundData("", given.labels, rows, Span(said.start, said.stop), "true"))
            self.found.tables.append(None)
            self.found.sections.append(-len(self.found.data))
            return len(self.found.data) - 1
        near = min(self.scopes, key=lambda scope: abs(scope[0] - said.start.offset), default=None)
        if near is not None and near[1]:
            own = {data for _, cell, data in self.scopes if cell == near[1] and data is not None}
            return own.pop() if len(own) == 1 else None
        before = [data for start, _, data in self.scopes if start < said.start.offset]
        bound = before[-1] if before else None
        return 0 if bound is None and len(self.found.data) == 1 else bound  # which else could he mean

    # Data

    def bind(self, passage: Passage, table: Table) -> int:
        self.scope.counts, self.scope.closed = {}, False
        if len(self.found.data) >= MAX_DATA:
            return -1
        self.scope.lead = Lead()
        self.scope.data = self.add_data(table, passage)
        for role, label, cell in table.totals:
            at = cell.start + len(cell.text) - len(cell.text.lstrip(" *$`"))
            number = Token("N", "", cell.text.strip(" *$`\n"), at, at + len(cell.text.strip(" *$`\n")))
            if number.text.isdigit():
                self.say(
                    passage, Named(Token("K", role, "", at, at), number, label or None), self.scope.data, where=role
                )
        return self.scope.data

    def add_data(self, table: Table, passage: Passage) -> int:
        piece = passage.piece
        span = Span(piece.position(table.start), piece.stop(max(table.end, table.start + 1)))
        rows = tuple(tuple(row) for row in table.rows)
        data = FoundData(self.title, tuple(table.labels), rows, span, table.orientation, table.positive)
        self.found.data.append(data)
        self.found.tables.append(table)
        self.found.sections.append(self.scope.section)
        self.scope.home = passage
        self.found.unsure.update({len(self.found.data) - 1} if not table.sure else set())
        self.found.unnamed.update({len(self.found.data) - 1} if not table.named else set())
        self.found.by_supports.update({len(self.found.data) - 1} if table.by_supports else set())
        return len(self.found.data) - 1

    def count(self, name: str, value: int, passage: Passage, start: int, end: int) -> None:
        """Note one of the four counts of two classes; four different ones in a row are data."""
        counts = self.scope.counts
        if name in counts:
            counts.clear()
        counts[name] = (value, start)
        if len(counts) == 4:
            table = self.four(counts, start, end)
            data = None if self.scope.data is None or self.scope.data < 0 else self.found.data[self.scope.data]
            self.scope.counts = {}
            if data is not None and data.rows is not None and len(data.rows) > 2:
                return
            self.scope.data = self.add_data(table, passage)

    def four(self, counts: dict[str, tuple[int, int]], start: int, end: int) -> Table:
        tp, fn, fp, tn = (counts[name][0] for name in ("tp", "fn", "fp", "tn"))
        return Table(("positive", "negative"), [[tp, fn], [fp, tn]], start, end, "true", "positive", kind="counts")


def _negative_of(passage: Passage, table: Table) -> list[Token]:
    """Where the negative counts of a matrix stand; a class before them may be called so as well."""
    negative = [count for row in table.rows for count in row if count < 0]
    places = _NEGATIVE.finditer(passage.text, table.start, table.end) if negative else ()
    found = [Token("N", "", at[0], at.start(), at.end()) for at in places if count_in(at[0]) in negative]
    return found[-len(negative) :]


def _names_in(text: str, k: int) -> tuple[str, ...]:
    """The names that code gives k classes; numbers out of their order only where they are not those of a report."""
    numbers = tuple(map(str, range(k)))
    for found in _NAMES.finditer(text):
        names = tuple(a or b or c for a, b, c in _QUOTED.findall(found[1]))
        turned = set(names) == set(numbers) and names != numbers
        if k == len(names) == len(set(names)) and not (turned and not _MATRIX.search(_called(text, found.start()))):
            return names
    return ()


def _called(text: str, place: int) -> str:
    """What is called with the argument at a place; "" where nothing is."""
    depth = 0
    for at in range(place - 1, max(0, place - 2_000) - 1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth < 0:
            return text[max(0, at - 80) : at]
    return ""


def _subject(code: str) -> str:
    """The name that all lines of code begin with, calling a method of it."""
    found = {named[1] if (named := _METHOD.match(line)) else "" for line in code.splitlines() if line.strip()}
    return found.pop() if len(found) == 1 else ""


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a paragraph begin and end."""
    at = 0
    for found in [*_SENTENCE.finditer(text), None]:
        stop = len(text) if found is None else found.start()
        if text[at:stop].strip():
            yield at, stop
        at = len(text) if found is None else found.end()


def _outside(text: str, covered: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The lines of a printout, and what of them stands before and behind its tables."""
    for start, end in lines_of(text):
        at = start
        for first, last in [*sorted(pair for pair in covered if pair[0] < end and pair[1] > start), (end, end)]:
            if text[at : max(at, first)].strip():
                yield at, first
            at = max(at, last)


def _inside(place: int, tables: Sequence[Table | Grid]) -> bool:
    return any(table.start <= place < table.end for table in tables)


def _units_of(name: Token) -> dict[str, str]:
    """The units that a metric is measured in, with the convention of each."""
    base = re.split(r"[\[~]", name.value)[0]
    known = found_metric(base) if name.kind == "M" else None
    return {} if known is None else {one.unit: key for key, one in reversed(known.conventions.items()) if one.unit}
