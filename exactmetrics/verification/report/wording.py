"""What a report says of a number, in a language of the catalogues; always plain text, to be escaped by who shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.writing.names import title_of_metric, word_for
from exactmetrics.exact.errors import UsageError, Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Undefined, value_text
from exactmetrics.metrics.registry import metric_named
from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim, CheckedLink
from exactmetrics.verification.documents.cells import CellPlace
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.links.printed_sides import printed_side
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.reasons import sentence_of
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.report.findings import Finding, contradicting

LONGEST = 40  # characters of a number that are shown; a longer one is shown by its ends
LONGEST_TEXT = 300  # characters of a stranger's expression that are repeated
CLASSES = 8  # classes that a remark names
_HABITS = frozenset({"digits", "zeros", "rounding", "ties"})
_LONG = re.compile(rf"\d{{{LONGEST},}}")


def head(one: Finding, say: Messages) -> str:
    """What is the matter: what the other side or the data give, and what is printed."""
    found, verdict = one.found, one.verdict
    word = say.get("verify", "word", one.word)
    if one.level == "note" and one.word in ("interval", "truncated") and isinstance(found, CheckedClaim):
        return say.get("verify", "working_rounded")
    if one.level == "note" and any(hint.kind in _HABITS for hint in one.hints):
        return say.get("verify", "habit")
    if one.right:
        gives = _right_value(one, _of_arithmetic(one))
        return say.say(("verify", "working" if gives else "working_unread"), lambda _: gives)
    known = verdict is not None and verdict.value is not None and not isinstance(verdict.value, Undefined)
    if one.word == "interval" and isinstance(found, CheckedLink) and printed_side(found.link) is None:
        return word  # two workings, neither of them a printed number
    if not known or one.word in ("unread", "inconsistent-data") or one.level not in ("error", "warn"):
        return word
    facts = {"value": right_value(one), "printed": cut(one.printed), "what": ""}
    key = "chain_gives" if one.word == "chained" else "gives"
    if isinstance(found, CheckedClaim) and found.verdict is not None:
        key, facts["what"] = "data_give", asked(found.question, say)
    return say.say(("verify", key), facts.__getitem__)


def facts(one: Finding, say: Messages, *, all: bool = False) -> Iterator[tuple[str, str]]:
    """What is said of a finding beside its head: what kind of thing, and what; `all` with what fits besides."""
    claim, verdict, told = one.claim, one.verdict, head(one, say)
    if claim is not None and not contradicting(claim) and (what := asked(claim.question, say)) not in told:
        yield "claim", what
    if one.word != "unread" and (right := right_value(one)):
        if right not in told:
            yield "exact", right
        if verdict is not None and verdict.difference and verdict.level in ("error", "warn"):
            off = _written(verdict.difference, decimal(verdict.difference, significant=3), one.comma)
            yield "difference", say.say(("verify", "difference_text"), lambda _: off)
    if claim is not None and claim.expression and claim.expression_verdict is not None:
        made = {"expression": cut(claim.expression), "word": say.get("verify", "name", claim.expression_verdict.word)}
        yield "expression", say.say(("verify", "expression_text"), made.__getitem__)
    yield from reasons(one, say)
    if one.correction is not None:
        made = {"old": one.correction.old, "new": one.correction.new}
        yield "correction", say.say(("verify", "correction_text"), made.__getitem__)
    for hint in one.more if all else ():
        yield "besides", hint.text(say.language)


def reasons(one: Finding, say: Messages) -> Iterator[tuple[str, str]]:
    """Why something was not read, and the explanations that are shown."""
    if one.word != "unanswered" and (why := why_unread(one)) is not None:
        yield "why", sentence_of(why, say.language)
    for hint in one.hints:
        said = hint.text(say.language)
        told = not hint.repaired or hint.repaired in said or hint.kind.startswith("result")
        yield "hint", said if told else f"{said} {cut(hint.repaired)}"


def why_unread(one: Finding) -> Why | None:
    """Why something was not read or not judged: the number, or the arithmetic printed before it."""
    if isinstance(one.found, CheckedClaim) and one.found.why is not None:
        return one.found.why
    if isinstance(one.found, CheckedFormula):
        return None
    verdicts = one.found.verdicts if isinstance(one.found, CheckedClaim) else [one.found.link.verdict]
    return next((v.why for v in verdicts if v is not None and v.word == "unread"), None)


def _of_arithmetic(one: Finding) -> Verdict | None:
    """The verdict against what stands beside the digits."""
    if isinstance(one.found, CheckedLink):
        return one.found.link.verdict
    return one.found.expression_verdict if isinstance(one.found, CheckedClaim) else None


def right_value(one: Finding) -> str:
    """The exact value with the decimal that should have been printed; empty where there is none."""
    return _right_value(one, one.verdict)


def _right_value(one: Finding, verdict: Verdict | None) -> str:
    if verdict is None or verdict.value is None or isinstance(verdict.value, Undefined):
        return ""
    if verdict.word == "tie" and verdict.places is not None:  # half way between two decimals: one digit more
        return _written(verdict.value, decimal(verdict.value, places=verdict.places + 1), one.comma)
    side = printed_side(one.found.link) if isinstance(one.found, CheckedLink) else None
    if side is not None and side.value == verdict.value:
        return _written(verdict.value, side.expected(), one.comma)
    return _written(verdict.value, verdict.expected or decimal(verdict.value, significant=4), one.comma)


def _written(value: Number, text: str, comma: bool) -> str:
    exact = _LONG.sub(lambda found: f"{found[0][:6]}…{found[0][-6:]}", value_text(value))
    if exact == text or (isinstance(value, Fraction) and value.denominator == 1):
        return exact
    plain, scale = text.replace(",", ".").rstrip("%"), 100 if text.endswith("%") else 1
    same = isinstance(value, Fraction) and len(plain) < LONGEST and Fraction(plain) == value * scale
    return f"{exact} {'=' if same else '≈'} {text.replace('.', ',') if comma else text}"


def asked(question: Question, say: Messages) -> str:
    """What a claim says that its number is."""
    if question.cell is not None:
        made = {"row": str(question.cell[0]), "column": str(question.cell[1])}
        return say.say(("verify", "cell"), made.__getitem__)
    title = _title(question.metric, say) if question.metric else question.count or ""
    parts = [cut(question.called) or title]
    for key, option in question.options.items():
        if key == "label":
            parts.append(say.say(("verify", "of_class"), {"label": str(option)}.__getitem__))
        elif say.find("average", str(option)):
            parts.append(word_for(str(option), question.metric or "", say))
        else:
            parts.append(f"{key} = {option}")
    parameters = {} if question.called else question.parameters
    return say.row([*parts, *(f"{key} = {number}" for key, number in parameters.items())])


def _title(metric: str, say: Messages) -> str:
    try:
        return title_of_metric(metric_named(metric).name, say)
    except UsageError:  # a sheet may ask for what does not exist; that it does is said as the reason
        return metric


def place_words(start: Position, cell: CellPlace | None, say: Messages) -> str:
    """A place in a few words: line and column, or a notebook's cell and the line of it."""
    if cell is not None:
        made = {"cell": cell.name, "line": str(cell.line)}
        return say.say(("verify", "place_output" if cell.output else "place_cell"), made.__getitem__)
    made = {"line": str(start.line), "column": str(start.column)}
    return say.say(("verify", "place"), made.__getitem__)


def count_of(key: str, n: int, say: Messages) -> str:
    """So many of something."""
    return say.say(("verify", key), lambda _: str(n))


def passed_sentence(one: Passed, language: str = "en") -> str:
    return messages(language).say(("verify", "passed", one.why), lambda _: cut(one.word))


def remark_sentence(remark: Remark, language: str = "en") -> str:
    say = messages(language)

    def shown(place: str) -> str:
        fact = remark.facts[place]
        if isinstance(fact, tuple):
            return say.row([*map(str, fact[:CLASSES]), *(["…"] if len(fact) > CLASSES else [])])
        return say.get("verify", f"rows_{fact}") if place == "side" else str(fact)

    shares = remark.kind.startswith("shares-")  # of which pages of such a matrix say the same
    return say.say(("data", remark.kind.replace("-", "_")) if shares else ("verify", "remark", remark.kind), shown)


def cut(text: str) -> str:
    """A stranger's text, in one line and not too long."""
    line = " ".join(text[: 4 * LONGEST_TEXT].split())
    return line if len(line) <= LONGEST_TEXT else line[: LONGEST_TEXT - 1] + "…"
