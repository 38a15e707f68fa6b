"""Sentences that say in words how a metric is worked out: a grammar of ratios, sums, means and shares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from exactmetrics.verification.formulas.vocabulary import COUNTS, before_names, named

_IS = (
    r"(?:,?\s+which)?\s+(?:is\s+about|is:?|are|equals|refers\s+to|can(?:\s+then|\s+also)?\s+be)\s+(?:(?:also|always|exactly|simply|just|mathematically|then|thus|therefore)\s+)*"
    r"(?:(?:defined|derived|calculated|computed|given|obtained|found|determined|expressed)\s+(?:as|by)\s+|equal\s+to\s+)?"
)
_SENTENCE = re.compile(
    rf"(?<![\w'’-])(?P<name>(?:[A-Za-z][\w'’-]{{0,40}}[ \t]+){{0,4}}[A-Za-z][\w'’-]{{0,40}})"
    rf"(?:\s{{0,4}}\([^()=]{{0,60}}\))?{_IS}"
    r"(?P<side>(?:[^.,;:\n]|[.:](?=\S)|\n(?!\s*\n))+)"
)
_ENDS = re.compile(
    r"\s{0,4}(?:\band (?=[\w ()]{2,60} (?:is|are|equals|=)\b)|\b(?:where|which|when|while|with|for|in the|and is)\b)"
)
_DIVIDING = re.compile(r"(?<!calculated )(?<!computed )\bby (?P<side>dividing (?:[^.,;:\n]|[.](?=\S)){5,160})")
NEAR = 300  # characters before a formula in which its name, or what "it" is, is looked for
_PRONOUNS = ("it", "this")
_MADE_OF = re.compile(r"\b(?:mean|average|product|ratio|combin\w+|balance\w*)\b[^.:\n]*$")
_NUMBER = (
    r"(?:(?:the|a|all|total|overall|both|no\.)\s+|(?:number|count|amount|no\.)\s+of\s+"
    r"|(?:predicted|actual)\s+(?=(?:true|false)\s))*"
)
_BINARY = (
    (r"(?:ratio|fraction|quotient)\s+(?:of|between)\s+(.+?)\s+(?:to|over|divided\s+by|and)\s+(.+)", "({})/({})"),
    (r"(?:dividing|divide)\s+(.+?)\s+by\s+(.+)", "({})/({})"),
    (r"(.+?),?\s+divided\s+by\s+(.+)", "({})/({})"),
    (r"harmonic\s+mean\s+(?:of|between)\s+(.+?)\s+and\s+(.+)", "2*({0})*({1})/(({0})+({1}))"),
    (r"geometric\s+mean\s+(?:of|between)\s+(.+?)\s+and\s+(.+)", "sqrt(({})*({}))"),
    (r"(?:arithmetic\s+mean|mean|average)\s+of\s+(.+?)\s+and\s+(.+)", "(({})+({}))/2"),
)  # fmt: skip
_RULES = tuple((re.compile(rf"(?is)(?:(?:the|a|by)\s+)*{pattern}"), form) for pattern, form in _BINARY)
_SUM = re.compile(r"(?:the\s+)?(?:sum|total(?:\s+number)?)\s+of\s+(?:both\s+)?", re.DOTALL)
_PRODUCT = re.compile(
    r"(?is)(?P<twice>(?:twice|two\s+times|2\s+times)\s+)?(?:the\s+)?product\s+of\s+(?P<a>.+?)\s+and\s+(?P<b>.+)"
)
_SHARED = re.compile(r"(\w+)\s+and\s+(\w+)\s+(positives|negatives)$")  # true and false positives
_SIGNS = re.compile(r"[\w\s+*/()×·÷-]+$")
_LEAD_NAME = re.compile(r"[^A-Za-z]*(?:[IVX]+\.[^A-Za-z]*)?(?P<name>[A-Za-z][\w -]{1,40}?)[*_]*:")
_IN_TICKS = re.compile(r"`([\w -]+)`")
_WORDS = re.compile(r"[A-Za-z][A-Za-z' -]*$")


class Said(NamedTuple):
    """A name, the formula that is said of it, where that stands, and whether it may be more than it says.

    That is so where both are said to be the same, which may be so for some data, and where the name has words before it
    that may make another one of it, as in "balanced error rate". It is `apart` where the name stands in the words
    before, and the sentence says "it".
    """

    name: str
    formula: str
    start: int
    stop: int
    unsure: bool
    apart: bool = False


def as_signs(text: str) -> Iterator[Said]:
    """What the sentences of a text say in words, in signs.

    >>> [(one.name, one.formula) for one in as_signs("Recall is the ratio of true positives to the sum of TP and FN.")]
    [('Recall', '(true positives)/(TP + FN)')]
    """
    if not any(word in text for word in (" is ", " is: ", " are ", " equals ", " refers ", " be ", "by dividing")):
        return
    if "by dividing" in text:
        yield from _by_dividing(text)
    found = _SENTENCE.search(text)
    while found is not None:
        name, side = name_at_end(found["name"]), _ENDS.split(found["side"])[0]
        before = found["name"].rpartition(name)[0] if name else ""
        sure = re.search(r"[-−+*/×\d]\s{0,4}$", text[max(0, found.start() - 6) : found.start()]) is None
        sure = sure and {word.lower() for word in before.split()} <= before_names()
        side = _IN_TICKS.sub(r" \1 ", side)
        side = "`".join(side.split("`")[:2]).rstrip(" `*")  # code ends what is said
        start = found.start("side")
        same = re.match(r"the\s+same\s+as\s+", side)
        formula = _named(side[same.end() :]) if same else in_signs(side.replace("`", " "))
        apart = formula is not None and not name and found["name"].split()[-1].lower() in _PRONOUNS
        if apart:
            name = only_name(near_before("", text, found.start())) or _of_paragraph(text[: found.start()])
        if name and formula is not None:
            yield Said(
                name,
                formula,
                start + (same.end() if same else 0),
                start + len(side),
                same is not None or not sure,
                apart,
            )
        found = _SENTENCE.search(text, start + max(1, len(side)))


def _of_paragraph(before: str) -> str:
    """The metric that the paragraph begins with, as "**Precision:** ..."."""
    lead = _LEAD_NAME.match(before.rsplit("\n", 1)[-1])
    return name_at_end(lead["name"]) if lead else ""


def _by_dividing(text: str) -> Iterator[Said]:
    """Sentences that go on with it: "precision evaluates the purity, by dividing TP by all predicted positives"."""
    for found in _DIVIDING.finditer(text):
        sentence = re.split(r"[.!?]\s", text[: found.start()])[-1]
        name, formula = (
            only_name(sentence) or only_name(near_before("", text, found.start())),
            in_signs(found["side"]),
        )
        if name and formula is not None:
            yield Said(name, formula, found.start("side"), found.end("side"), False, True)


def near_before(near: str, text: str, at: int) -> str:
    """What stands shortly before a place of a text, which itself stands behind `near`."""
    return (near + text[max(0, at - NEAR) : at])[-NEAR:]


def only_name(text: str) -> str:
    """The name of the one metric that a text speaks of; "" where there are several, or none."""
    found = metrics_in(text)
    return found[0] if len(found) == 1 else ""


def metrics_in(text: str) -> list[str]:
    """The metrics that a text speaks of, each by its first name."""
    found = dict[tuple[str, ...], str]()
    for name, _ in _names(text):
        if (one := named(name)) is not None:
            found.setdefault(one.meanings, name)
    return list(found.values())


def last_metric(text: str) -> str:
    """The metric that a text names last, but for those that another one is made of; "" where it names none.

    >>> last_metric("The F1 score is the mean of precision and recall"), last_metric("a wombat")
    ('F1 score', '')
    """
    before = ""
    for name, start in _names(text):
        if not (before and _MADE_OF.search(text[:start])):
            before = name
    return before


def _names(text: str) -> Iterator[tuple[str, int]]:
    """The names of metrics in a text, with their places."""
    said = list(re.finditer(r"[A-Za-z][\w'’-]*", text))
    at = 0
    while at < len(said):
        for size in (4, 3, 2, 1):
            name = " ".join(one[0] for one in said[at : at + size])
            one = named(name)
            if one is not None and one.told and one.meanings[0] not in COUNTS:
                yield name, said[at].start()
                at += size - 1
                break
        at += 1


def name_at_end(text: str) -> str:
    """The longest name of one metric at the end of a stretch."""
    said = text.split()
    if said[-1:] in (["score"], ["metric"], ["value"]) and named(" ".join(said[-2:])) is None:
        said.pop()
    for at in range(len(said)):
        found = named(" ".join(said[at:]))
        if found is not None and found.told:
            return " ".join(said[at:])
    return ""


def in_signs(side: str) -> str | None:
    """A side in signs; None where it is none of the forms.

    >>> in_signs("The harmonic mean of precision and recall")
    '2*(precision)*(recall)/((precision)+(recall))'
    """
    side = " ".join(side.split())
    if not re.search(r"[/*=×÷]", side):
        side = re.sub(r"\s*\([^()]*\)", "", side)  # what words stand for: "all predicted positives (TP + FP)"
    for pattern, form in _RULES:
        found = pattern.fullmatch(side)
        if found is not None:
            parts = [_terms(part) for part in found.groups()]
            return None if None in parts else form.format(*parts)
    inner = re.fullmatch(r"(?:the\s+)?(?:ratio|fraction|quotient|quantity)\s+(.+)", side)
    side = inner[1] if inner else side
    signs = re.sub(r"\bplus\b", "+", re.sub(r"\bminus\b", "-", side))
    return signs if _SIGNS.fullmatch(signs) and re.search(r"[+*/×÷]|\s-\s|\b1 ?[-−]", signs) else None


def _terms(text: str) -> str | None:
    """A name, or several that are added up."""
    text = text.strip(" `")
    if (found := _PRODUCT.fullmatch(text)) is not None:
        a, b = _named(found["a"]), _named(found["b"])
        return f"{'2*' * bool(found['twice'])}({a})*({b})" if a and b else None
    summed = _SUM.match(text)
    if summed and " and " not in text and "+" not in text and " plus " not in text:
        summed = None  # the total number of predictions
    text = text[summed.end() :] if summed else text
    if (shared := _SHARED.fullmatch(text)) is not None:
        text = f"{shared[1]} {shared[3]} and {shared[2]} {shared[3]}"
    pattern = r"\s*(?:,\s*(?:and\s+)?|\band\b|\bplus\b|\+)\s*" if summed else r"\s*(?:\bplus\b|\+)\s*"
    parts = [_named(part) for part in re.split(pattern, text)]
    if None not in parts:
        return " + ".join(filter(None, parts))
    return text if _SIGNS.fullmatch(text) and re.search("[+*/×]", text) else None


def _named(text: str) -> str | None:
    """A name of the field without the words before it; None where it is none."""
    text = text.strip()
    if not _WORDS.fullmatch(text):
        return None
    for short in (text, re.sub(rf"^{_NUMBER}", "", text)):
        if short and named(short) is not None:
            return short
    return None
