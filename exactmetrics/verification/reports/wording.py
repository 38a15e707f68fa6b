"""What a report says of a finding, and of a document as a whole, in a language of the catalogues; always plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.writing.names import title_of_metric
from exactmetrics.exact.errors import UsageError, Why
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Undefined, Value, value_text
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.documents.cells import CellPlace
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.links.printed_sides import printed_side
from exactmetrics.verification.reasons import sentence_of
from exactmetrics.verification.reports.contradictions import contradicting
from exactmetrics.verification.reports.entries import Entry

LONGEST = 40  # characters of a number that are shown; a longer one is shown by its ends
LONGEST_TEXT = 300  # characters of a stranger's expression that are repeated
_HABITS = frozenset({"digits", "zeros", "rounding", "ties"})
_LONG = re.compile(rf"\d{{{LONGEST},}}")


def head(entry: Entry, say: Messages) -> str:
    """What is the matter, in a few words.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.reports.entries import entries
    >>> from exactmetrics.verification.verify import verify_document
    >>> entry, = entries(verify_document("4/6 = 0.66"))
    >>> head(entry, messages())
    'the digits are cut off, not rounded'
    """
    if entry.level == "note" and entry.word in ("interval", "truncated") and isinstance(entry.found, CheckedClaim):
        return say.get("verify", "working_rounded")
    if _is_right_all_the_same(entry):
        return say.get("verify", "working_unread" if entry.word == "unread" else "working")
    return say.get("verify", "habit") if _is_habit(entry) else say.get("verify", "word", entry.word)


def sentence(words: str) -> str:
    """A few words as a sentence.

    >>> sentence("the two sides are not equal")
    'The two sides are not equal.'
    """
    return f"{words[:1].upper()}{words[1:]}."


def facts(entry: Entry, say: Messages) -> Iterator[tuple[str, str]]:
    """Everything else that is said of a finding: what kind of thing is said, and what.

    >>> from exactmetrics.derivation.messages import messages
    >>> from exactmetrics.verification.reports.entries import entries
    >>> from exactmetrics.verification.verify import verify_document
    >>> entry, = entries(verify_document("4/6 = 0.66"))
    >>> dict(facts(entry, messages()))["exact"]
    '2/3 ≈ 0.67'
    """
    found = entry.found
    claim = found if isinstance(found, CheckedClaim) else entry.right
    if claim is not None and not contradicting(claim):
        yield "claim", asked(claim.question, say)
    yield from _numbers(entry, say)
    if isinstance(found, CheckedClaim) and found.expression and found.expression_verdict is not None:
        word = say.get("verify", "name", found.expression_verdict.word)
        made = {"expression": cut(found.expression), "word": word}
        yield "expression", say.say(("verify", "expression_text"), made.__getitem__)
    if entry.word != "unanswered" and (why := why_unread(entry)) is not None:
        yield "why", sentence_of(why, say.language)
    for hint in entry.hints:
        said = hint.text(say.language)
        told = not hint.repaired or hint.repaired in said or hint.kind.startswith("result")
        yield "hint", said if told else f"{said} {cut(hint.repaired)}"
    if entry.correction is not None:
        made = {"old": entry.correction.old, "new": entry.correction.new}
        yield "correction", say.say(("verify", "correction_text"), made.__getitem__)


def why_unread(entry: Entry) -> Why | None:
    """Why something was not read or not checked: the number, or the arithmetic printed before it.

    >>> from exactmetrics.verification.reports.entries import entries
    >>> from exactmetrics.verification.verify import verify_document
    >>> why_unread(entries(verify_document("20-30 = 3"))[0])
    Why(kind='range', word='')
    """
    claim = entry.found if isinstance(entry.found, CheckedClaim) else None
    if claim is not None and claim.why is not None:
        return claim.why
    verdicts = (entry.verdict, None if claim is None else claim.expression_verdict)
    return next((v.why for v in verdicts if v is not None and v.word == "unread"), None)


def place_words(start: Position, cell: CellPlace | None, say: Messages) -> str:
    """A place in a few words: line and column, or a notebook's cell and the line of it.

    >>> from exactmetrics.derivation.messages import messages
    >>> place_words(Position(5, 7, 90), None, messages())
    'line 5, column 7'
    >>> place_words(Position(5, 7, 90), CellPlace(3, 5, True), messages())
    'cell 3, output line 5'
    """
    if cell is not None:
        made = {"cell": str(cell.cell), "line": str(cell.line)}
        return say.say(("verify", "place_output" if cell.output else "place_cell"), made.__getitem__)
    made = {"line": str(start.line), "column": str(start.column)}
    return say.say(("verify", "place"), made.__getitem__)


def asked(question: Question, say: Messages) -> str:
    """What a claim says that its number is.

    >>> from exactmetrics.derivation.messages import messages
    >>> asked(Question(metric="ppv", options={"average": "macro"}), messages())
    'precision, macro'
    """
    if question.cell is not None:
        made = {"row": str(question.cell[0]), "column": str(question.cell[1])}
        return say.say(("verify", "cell"), made.__getitem__)
    parts = [_title(question.metric, say) if question.metric else question.count or ""]
    for key, option in question.options.items():
        if key == "label":
            parts.append(say.say(("verify", "of_class"), {"label": str(option)}.__getitem__))
        elif say.has("compare", "value", str(option)):
            parts.append(say.get("compare", "value", str(option)))
        else:
            parts.append(f"{key} = {option}")
    parts += [f"{key} = {number}" for key, number in question.parameters.items()]
    return say.row(parts)


def short(value: Value) -> str:
    """An exact value as text; of a very long number the ends.

    >>> short(Fraction(10**60, 7))
    '100000…000000/7'
    """
    return _LONG.sub(lambda found: f"{found[0][:6]}…{found[0][-6:]}", value_text(value))


def cut(text: str) -> str:
    """A stranger's text, in one line and not too long.

    >>> cut("1 +\\n 2"), len(cut("1 + " * 1000))
    ('1 + 2', 300)
    """
    line = " ".join(text[: 4 * LONGEST_TEXT].split())
    return line if len(line) <= LONGEST_TEXT else line[: LONGEST_TEXT - 1] + "…"


def _numbers(entry: Entry, say: Messages) -> Iterator[tuple[str, str]]:
    """The exact value, with the decimal that should have been printed, and how far the printed one is from it."""
    verdict = entry.verdict
    if verdict is None or verdict.value is None or isinstance(verdict.value, Undefined) or entry.word == "unread":
        return
    yield "exact", _with_decimal(verdict.value, _expected(entry), entry.comma)
    if verdict.difference and entry.level != "note" and verdict.level not in ("ok", "note"):
        exact = _with_decimal(verdict.difference, decimal(verdict.difference, significant=3), entry.comma)
        yield "difference", say.say(("verify", "difference_text"), lambda _: exact)


def _expected(entry: Entry) -> str:
    """The value as it should be printed; with four digits where no decimal is printed."""
    verdict = entry.verdict
    assert verdict is not None
    if verdict.word == "tie" and verdict.places is not None:
        assert isinstance(verdict.value, Fraction)  # nothing else lies half way
        return decimal(verdict.value, places=verdict.places + 1)
    if not isinstance(entry.found, CheckedClaim):
        side = printed_side(entry.found.link)
        if side is not None and side.value == verdict.value:
            return side.expected()
    if verdict.expected is not None:
        return verdict.expected
    assert verdict.value is not None
    assert not isinstance(verdict.value, Undefined)
    return decimal(verdict.value, significant=4)


def _with_decimal(value: Number, text: str, comma: bool) -> str:
    exact = short(value)
    if exact == text or (isinstance(value, Fraction) and value.denominator == 1):
        return exact
    plain = text.replace(",", ".").rstrip("%")
    scale = 100 if text.endswith("%") else 1
    same = isinstance(value, Fraction) and len(plain) < LONGEST and Fraction(plain) == value * scale
    return f"{exact} {'=' if same else '≈'} {text.replace('.', ',') if comma else text}"


def _title(metric: str, say: Messages) -> str:
    from exactmetrics.metrics.registry import metric_named

    try:
        return title_of_metric(metric_named(metric).name, say)
    except UsageError:  # a sheet may ask for what does not exist; that it does is said as the reason
        return metric


def _is_right_all_the_same(entry: Entry) -> bool:
    """Whether the value is right by the data, and only the arithmetic printed before it is not."""
    found = entry.found
    if entry.right is not None:
        return True
    if not isinstance(found, CheckedClaim) or found.verdict is None or found.expression_verdict is None:
        return False
    return found.verdict.level in ("ok", "note") and found.expression_verdict.level in ("error", "warn")


def _is_habit(entry: Entry) -> bool:
    return entry.level == "note" and any(hint.kind in _HABITS for hint in entry.hints)
