"""When a formula that differs from a definition is called wrong: not accusing goes before finding.

It is, if it stands right behind the name of what it defines and goes on to no more than its own end; if its symbols are
unmistakable, so that nobody has to guess what a letter of the document's own stands for; if its arithmetic can be read
in one way; and if it is neither said under a condition nor quoted as an error. Any other one is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.formulas.notations import CONDITION
from exactmetrics.verification.formulas.regions import Weight
from exactmetrics.verification.formulas.spoken import metrics_in
from exactmetrics.verification.formulas.vocabulary import named, words

_GREEK = "alpha|beta|gamma|delta|epsilon|varepsilon|eta|theta|lambda|mu|nu|pi|rho|sigma|tau|phi|omega"
_LETTER = rf"(?:\\(?:{_GREEK})\b|[A-Za-zα-ω])"
_ALONE = rf"(?<![A-Za-zα-ω\\_{{])({_LETTER})(?:_(?:\w|\{{[^}}]{{0,20}}\}}|[+-]))?(?![A-Za-zα-ω(])"
# A letter that is said to be something: by a sign, or by words before or behind it.
_SIGN = re.compile(rf"{_ALONE}\s*\$?\s*(?:=|:=|≡|\\equiv|\\coloneqq)(?!=)")
_BEFORE = re.compile(rf"(?i:\b(?:let|write|denote|call|set|where|with|and)\b)[^.$\n]{{0,20}}\$?{_ALONE}")
_BEHIND = re.compile(rf"{_ALONE}\$?\s+(?i:be|for|denotes?|stands?|means?|(?:is|are) the)\b")
_PAIR = re.compile(r"(?<![A-Za-z\\{])[A-Z]{2}(?![A-Za-z])")  # a product without a sign, or a name of its own
_INDEX = re.compile(r"_(?:\w|\{[^}]*\})")
# The cells of a matrix, and the observed and the chance agreement.
_CELL = re.compile(rf"{_LETTER}_(?:\{{\s*\w\s*,?\s*\w\s*\}}|\w\w)|(?<![A-Za-z])[pP]_?\{{?[oeac0]\}}?(?![A-Za-z])")
_NOT_LETTERS = re.compile(
    rf"\\(?:text|mathrm|operatorname|mathit|mathbf|textrm|textit)\s*\{{[^{{}}]*\}}|\\(?!(?:{_GREEK})\b)[A-Za-z]+"
)
_OTHER_NAME = re.compile(r"\s*(?:[/,(=]|or|aka)?\s*(?P<name>[A-Za-z][\w -]{1,40}?)\)?(?=\s*(?:[:=|&]|$))")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
# A condition of code that says none of a formula behind it: for where a quotient has no value, or of a count.
_CHOICE = re.compile(
    r"\bif\b[^\n]*(?:\belse\b|:\s*return [\w.]+\n)"
    r"|\bif\b[^\n]*\b(?:[tf][pn]|[TF][PN]|precision|recall|p|r|n|den\w*|total|len|sum|isnan)\b[^\n]*(?:[=!<>]=|[<>])[^\n]*\n"
    r"|\bif\b[^\n]*[:{]\s*\w+ ?\+= ?1\b"
)
# Data for which a formula is another one: FP = 0, FN = FP, prevalence = 1/2.
_SPECIAL = re.compile(
    r"(?<![/+*(-] )\b(?:[TF][PN]|N|prevalence|recall|precision|specificity|accuracy|[TF][PN]R|β|\\?beta)\$?\s*=\s*\$?"
    r"(?:[TF][PN]|2 ?P|[01](?:/2|\.0|\.5)?|\\frac\{1\}\{2\}|0?\.5|N/2)\b(?!\s*[-+*/(]|\.\d)"
)
_DRAWN = re.compile(r"[^\n]{0,20}(?:\n[\s#%*/]*)-{4,}")  # the line of a fraction, which goes on below it
# Counts that are given to each other's names, and classes in another order.
_RENAMED = re.compile(r"labels ?= ?\[1, ?0\]|\b([tf][pn]), ?([tf][pn]) ?= ?\2, ?\1\b")
# Before a name: what makes another thing of it.
_ANOTHER = re.compile(
    r"(?i:[a-z]-|\b(?:loss|lack|complement|inverse|reciprocal|variance|expectation|change|gain|drop|decrease|increase)"
    r" (?:of|in) (?:the )?)$|\w\}?[\[(]\s*(?:\\(?:text|mathrm)\s*\{)?$"
)
_SENTENCE = re.compile(r"[.?!]\s|\n\s*\n|\n#|\n[ \t]*(?:[-*+•]|\d+[.)])\s")
SENTENCE, AROUND = 200, 220  # characters that are looked at: a sentence, and what is said right beside a formula
# Between a name and its formula stand a relation and marks of a format.
_SPACE = (
    r"(?:[\s$*&`\"'(\[{|_]|\\\\|\\[,;:! ]|\\(?:left|displaystyle|quad)\b|\\\(|\\\[|<[^<>]{0,80}>"
    r"|~|:math:|(?:np|math|torch|self)\.)*"
)
_RIGHT_BEHIND = re.compile(
    rf"[)\]}}]*{_SPACE}(?::|=|[-–—](?=\s)|:=|==|≡|←|<-|\\equiv|\\coloneqq|&equals;|(?:,?\s*which\s+)?(?:is:?|equals|are)(?:\s+(?:defined|calculated|computed"
    rf"|given|obtained)\s+(?:as|by)|\s+equal\s+to)?)?{_SPACE}(?:{CONDITION}\?\s*)?$"
)
_RETURNED = re.compile(r"\s*\([^()]*\)[^\n]*:.*?\breturn\s+\(?", re.DOTALL)
_IN_ROW = re.compile(r"[^|&=]*(?:[|&][^|&=]{0,200}){0,3}[|&][\s$`*]*")
# What may stand behind a formula.
_END = re.compile(
    r"(?:\s*[)\]}])*[*_]*\s*(?:if\b[^\n]*\belse\b|$|\n|[.,;:!?|&<=≈~$%#`\"'\\]|\((?!\w*[+*/])|--|[—–→]|-\s+\w+\s+[a-z]|(?:and|or|where|with|for|which|while|when|in|but|as|is)\b)"
)
_TWO_READINGS = re.compile(
    r"/\s*(?!sqrt|float|max|abs)[A-Za-z0-9]+\s*(?:\(|\\left|\\sum|∑|\\frac|\\big)"  # 1/2 (a + b)
    r"|--|&|(?:\\[;,: ]|~|\\(?:quad|qquad|enspace|hspace\{[^}]*\}))\s*\\(?:text|mathrm)"  # two formulas side by side
    r"|(?<!\\)\b(?:over|minus|times)\b"  # spoken, without brackets
    r"|(?i:[tf][pn])\b\s*[)}]?\s*\+\s*[12]\b"  # a smoothed count
    r"|(?<![A-Za-z\\])[A-Z]\s*\((?![^()]*[+*/-])[^()]*,"  # a function of two things
)
_BETA, _SQUARE = re.compile(r"beta|β|alpha|α"), re.compile(r"\^\{?2|\*\*\s*2|²")
_MEAN = re.compile(r"\s*(?:\\[dt]?frac\s*\{?\s*1|1\s*/).{0,40}(?:\\sum|∑)", re.DOTALL)
_SETS = re.compile(r"\|\s*[A-Z]\s*\||\\in\s*\{?[A-Za-z]|∈\s*[A-Za-z]")
_LIMIT = re.compile(r"(?:\\sum|∑)[^^]{0,30}\^\s*\{?\s*([A-Za-z])")


def with_caution(found: Iterable[tuple[CheckedFormula, Weight]], text: str) -> list[CheckedFormula]:
    """The formulas of a document, of which those are not judged that may be right in their place."""
    pairs = list(found)
    every = [one for one, _ in pairs]
    if not any(one.verdict == "wrong" for one in every):
        return every
    if _RENAMED.search(text) is not None:
        return [one if one.verdict != "wrong" or _lacks_brackets(one) else _unjudged(one) for one in every]
    right = [one for one in every if one.verdict == "right"]
    surely = [*right, *filter(_lacks_brackets, every)]
    twice = {(one.span.start.offset, one.span.stop) for one in right}
    own = _own_letters(text) - {_bare(one.left) for one in right}
    return [
        one
        if one.verdict != "wrong"
        or ((one.span.start.offset, one.span.stop) not in twice and _convicts(one, weight, own, surely, text))
        else _unjudged(one)
        for one, weight in pairs
    ]


def _unjudged(one: CheckedFormula) -> CheckedFormula:
    return replace(one, verdict="not-judged", witness=None, slip=None)


def _convicts(
    one: CheckedFormula,
    weight: Weight,
    own: frozenset[str],
    surely: list[CheckedFormula],
    text: str,
) -> bool:
    start, stop = one.span.start.offset, one.span.stop
    return (
        (
            weight in ("if-slip", "if-brackets")  # words stand between, and the slip shows what it is of
            or _stands_behind_its_name(one, text)
            or _stands_behind_its_equal(one, surely, text)
        )
        and _END.match(text[stop : stop + 60]) is not None
        and not text[stop : stop + 4].lstrip("`*$\"')] ").startswith("?")
        and _DRAWN.match(text[stop : stop + 120]) is None
        and _TWO_READINGS.search(text[start:stop]) is None
        and _is_unmistakable(one, own)
        and not _is_hedged(start, stop, text)
    )


def _stands_behind_its_name(one: CheckedFormula, text: str) -> bool:
    """Whether nothing but a relation stands between the name and the formula, and it is no row of several names."""
    start = one.span.start.offset
    before = text[max(0, start - SENTENCE) : start]
    pattern = r"\s+".join(map(re.escape, one.left.split()))
    names = list(re.finditer(pattern, before))
    if not names:
        return one.span.start.offset == 0
    behind = before[names[-1].end() :]
    other = _OTHER_NAME.match(behind)
    while other is not None and named(other["name"]) == named(one.left):
        behind = behind[other.end() :]
        other = _OTHER_NAME.match(behind)
    if _lacks_brackets(one) and "\n" not in behind and _names_only(behind, one.left):
        return True
    if not any(pattern.fullmatch(behind) for pattern in (_RIGHT_BEHIND, _RETURNED, _IN_ROW)):
        return False
    if _ANOTHER.search(before[: names[-1].start()]):
        return False
    several = before[: names[-1].start()].rstrip(" \t").endswith(",")
    return not (several and text[one.span.stop :].lstrip().startswith(","))


def _stands_behind_its_equal(one: CheckedFormula, surely: list[CheckedFormula], text: str) -> bool:
    """Whether it goes on a chain whose member before it surely is of the name, right or without its brackets."""
    start = one.span.start.offset
    before = [other.span.stop for other in surely if other.left == one.left and other.span.stop <= start]
    return any(_RIGHT_BEHIND.match(text[stop:start]) for stop in before if start - stop < SENTENCE)


def _names_only(behind: str, left: str) -> bool:
    """Whether no other metric is named between a name and its formula: Recall = Sensitivity = TP / TP + FN."""
    meant = named(left)
    return all(named(one) == meant for one in metrics_in(behind))


def _lacks_brackets(one: CheckedFormula) -> bool:
    """Whether brackets alone are missing: that shows what it is of."""
    return one.slip is not None and one.slip.kind == "formula-brackets"


def _is_unmistakable(one: CheckedFormula, own: frozenset[str]) -> bool:
    """Whether each letter of a formula has one meaning: precision and recall together, N, cells of a matrix."""
    said = words()["convicting"]
    if _lacks_brackets(one):
        return True
    if one.metric in said["not_metrics"] or _folded(one.left) in said["not_names"]:
        return False
    if one.metric in said["not_means"] and _MEAN.match(one.printed):
        return False
    weights = {*_BETA.findall(one.printed)}  # one alpha may stand for the square of beta
    if weights and (
        one.metric != words()["scores"]["with_beta"] or weights & {"alpha", "α"} or not _SQUARE.search(one.printed)
    ):
        return False
    if any(limit not in said["limits"] for limit in _LIMIT.findall(one.printed)):
        return False
    if any(named(pair) is None and pair not in said["together"] for pair in _PAIR.findall(one.printed)):
        return False
    letters = _letters(_SETS.sub(" ", _CELL.sub(" ", one.printed)))
    pairs = [pair for pair in said["together"] if {*pair} <= letters]
    known = {*said["letters"], *(letter for pair in pairs for letter in pair)}
    if one.metric == words()["scores"]["with_beta"]:
        known |= {*said["of_fbeta"]}
    return letters <= known and not own & letters


def _is_hedged(start: int, stop: int, text: str) -> bool:
    sentences = _SENTENCE.split(text[max(0, start - SENTENCE) : start])
    sentence = _CHOICE.sub(" ", sentences[-1])
    before, behind = text[max(0, start - AROUND) : start], text[stop : stop + AROUND]
    paragraph = f"{_PARAGRAPH.split(before)[-1]} {_PARAGRAPH.split(behind)[0]}"
    return bool(
        _said("condition").search(sentence)
        or any(_said("special").search(one) or _SPECIAL.search(one) for one in sentences[-2:])
        or _said("quoted").search(f"{before} {behind}")
        or _said("negative").search(paragraph)
    )


@cache
def _said(kind: str) -> re.Pattern[str]:
    said = words()["hedged"][kind]
    return re.compile(r"(?i)(?<!\w)(?:" + "|".join(map(re.escape, said)) + r")(?!\w)")


def _own_letters(text: str) -> frozenset[str]:
    """The letters that a document says a meaning of."""
    return frozenset(_bare(one[1]) for pattern in (_SIGN, _BEFORE, _BEHIND) for one in pattern.finditer(text))


def _letters(printed: str) -> set[str]:
    """The single letters of a side, without those below others."""
    alone = _INDEX.sub("", _NOT_LETTERS.sub(" ", printed))
    return set(map(_bare, re.findall(rf"(?<![A-Za-zα-ω])({_LETTER})(?![A-Za-zα-ω])", alone)))


def _bare(text: str) -> str:
    """A letter without what is below it."""
    return _INDEX.sub("", text).strip("$ \\")


def _folded(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))
