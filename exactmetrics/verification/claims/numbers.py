"""Printed numbers: in a cell, behind a name, at the end of a chain; whole counts."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import read_printed
from exactmetrics.expression.reading.numerals import comma_here

_NUMBER = re.compile(
    r"[-−]?(?:[0-9]+(?:\{?[.,]\}?[0-9]+)*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3}(?![0-9a-zA-Z]))?"
    r"(?:(?:\s|\\[,;: ]|~){0,2}\\?[%％])?"
)
_FRACTION = re.compile(r"[0-9]{1,12}\s?/\s?[0-9]{1,12}|\\[dt]?frac\s?\{\s?([0-9]{1,12})\s?\}\s?\{\s?([0-9]{1,12})\s?\}")
_WORDY_CELL = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9_+ ]{0,40}=\s*|[A-Za-z]{1,2}(?:[ _]{1,2}[A-Za-z0-9]{1,4})?\s*:?\s+)?"
    r"([0-9]{1,3}(?:[,.'’ \u00a0\u2009\u202f][0-9]{3})+|[0-9]{1,15})"
    r"(?:\s*[(\[]?\s*(?:TP|FN|FP|TN|[0-9.,]{1,6}\s?%)\s?[0-9]?\s*[)\]]?|\s*\([^()]{1,60}\))?",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"[\s$}]{0,3}(?:[+*/^×÷·±∗⋅=≈<>](?!\*)|[-−–](?=[\s0-9.(])|\\(?:frac|times|cdot|pm|left|sum|approx|leq?|geq?|div)\b)|\(|\s?:\s?[0-9(]|\s?(?:[→⇒➜⟶]|[-=]{1,2}>)\s?[.0-9]"
)
_FACTOR = re.compile(
    r"\s*(?:[+*×·±∗⋅(\[](?!\*)|[-−](?=[\s0-9.(])|\\(?:frac|times|cdot|pm|left|sum|text|mathrm)\b)|[A-Za-z]"
)
_DOTS = re.compile(r"(?<=[0-9])(?:\.\.\.|…|(?:\\,)?\\l?dots)[\s$]*$")
_ONE = re.compile(r"1(?:[.,]0+)?|100(?:[.,]0+)?\s?\\?[%％]")
_WORDED = r"\s*(?:plus|minus|times|mal|fois|moins|meno|menos|veces|per|divided|sum|half|Summe)\b"
_WORDS = re.compile(_WORDED)
_OPERATOR = re.compile(rf"[\s}}]{{0,3}}(?:[+×÷^±](?=\s*[\w\\({{])|\\(?:times|cdot|pm|left|sum|div)\b)|{_WORDED}")
_TERM = re.compile(rf"{_OPERATOR.pattern}|[\s}}]{{0,3}}[-−–*/·∗⋅](?=\s*[\w\\({{])")
_MARKS = re.compile(
    r"[*`$†‡]|\\(?:textbf|mathbf|text|textit|cellcolor|num|bf)\b(?:\[[^\]]{0,20}\])?|\\[ ,;&]|</?[a-zA-Z][^<>]{0,200}>"
)
_GROUPED = re.compile(r"(?:[ \u00a0\u2009\u202f'’]|\\,)[0-9]{3}(?![0-9])")
_UNDEFINED = frozenset({"nan", "n/a", "undefined"})
_THIN = re.compile(r"\\[,;: ]|~")
_NUM = re.compile(r"(?:\\num\s?)?\{([^{}]{1,40}(?:\{,\}[0-9]{1,30})?)\}")
MAX_COUNT = 15  # digits of a count


def bare(text: str) -> str:
    """The text of a cell without the marks of emphasis and formulas.

    >>> bare(" **0.85** "), bare("$\\\\textbf{12}$")
    ('0.85', '12')
    """
    return _MARKS.sub(" ", text).replace("{,}", ",").replace("{", " ").replace("}", " ").strip()


def number_in(text: str, comma: bool) -> tuple[int, int] | None:
    """Where the one number of a cell stands, if the cell is a number.

    >>> number_in(" **0.85**", False), number_in("3 apples", False)
    ((3, 7), None)
    """
    if len(text) > 200:
        return None
    plain = bare(text)
    found = _NUMBER.fullmatch(plain)
    if found is None and plain.lower() not in _UNDEFINED:
        return None
    first = re.search(re.escape(plain.split("\\")[0].split()[0] if plain else ""), text)
    if first is None or not plain or not readable(plain, comma):
        return None
    inner = _NUMBER.match(text, first.start())
    return first.start(), inner.end() if inner and found else first.end()


def number_at(text: str, start: int, comma: bool) -> tuple[str, int] | None:
    """The printed number that begins at a place, and where it ends.

    >>> number_at("is 85 %.", 3, False)
    ('85 %', 7)
    """
    if start > 0 and text[start - 1] in "-−" and (start < 2 or text[start - 2] in " (:="):
        return None
    found = _NUMBER.match(text, start)
    if found is None or not readable(found[0], comma):
        return None
    if found[0].isdigit() and _GROUPED.match(text, found.end()):
        return None  # the beginning of 1 234
    if found.end() < len(text) and (
        (text[found.end()].isalpha() and text[found.end()].isascii()) or text[found.end()] in "/÷-–_^"
    ):
        return None
    return found[0], found.end()


def is_score(printed: str) -> bool:
    """Whether a number may be a value of a metric and hardly anything else: a decimal up to 1, a percentage.

    >>> is_score("0.85"), is_score("85 %"), is_score("1"), is_score("3.5"), is_score("250%")
    (True, True, False, False, False)
    """
    digits = (
        _THIN.sub("", printed).replace("\\", "").replace("{", "").replace("}", "").replace(",", ".").replace("−", "-")
    )
    percent = digits.endswith(("%", "％"))
    found = re.fullmatch(r"-?[0-9]{0,3}(?:\.[0-9]{1,30})?", digits.rstrip(" %％"))
    if found is None or not found[0].strip("-") or not (percent or "." in digits):
        return False
    return abs(Decimal(found[0])) <= (100 if percent else 1)


def goes_on(text: str, end: int) -> bool:
    """Whether arithmetic, a range or another relation follows a number that ends at a place.

    >>> goes_on("0.5 + x", 3), goes_on("0.5, 0.7", 3), goes_on("0.5 ± 0.1", 3)
    (True, False, True)
    """
    return _GOES_ON.match(text, end) is not None


def is_factor(text: str, end: int) -> bool:
    """Whether more of a product or a sum follows a side of an equality: `1/2 (1 + x)`.

    >>> is_factor("1/2 (1 + x)", 3), is_factor("1/2 = 0.5", 3)
    (True, False)
    """
    return _FACTOR.match(text, end) is not None


def is_term(text: str, printed: str, start: int, end: int) -> bool:
    """Whether a number from `start` to `end` only begins a side in letters: `1 - FPR`, `1/2 sum of recalls`.

    Behind any number but one a dash or a dot may as well part what is said from what comes next.

    >>> is_term("1 - FPR = 0.75", "1", 0, 1), is_term("0.7 - so F1 = 0.8", "0.7", 0, 3)
    (True, False)
    """
    if "/" in printed or "frac" in printed:
        return is_factor(text, end) or _WORDS.match(text, end) is not None
    sign = _TERM if _ONE.fullmatch(printed) else _OPERATOR
    return sign.match(text, end) is not None and not text[:start].endswith(("-", "−"))


def printed_side(text: str, start: int, end: int, comma: bool, *, final: bool) -> tuple[str, int, int] | None:
    """The number or fraction that a side of an equality is, with its place; a fraction only where no decimal follows.

    >>> printed_side("= 0.85", 2, 6, False, final=True), printed_side("= 3/4", 2, 5, False, final=False)
    (('0.85', 2, 6), None)
    """
    if (dots := _DOTS.search(text, start, end)) is not None:  # they say that the digits before them are cut
        end = dots.start()
    side = text[start:end].strip().strip("$").strip()
    if (inner := _NUM.fullmatch(side)) is not None and readable(inner[1], comma):
        start = text.index(inner[1], start)
        return inner[1], start, start + len(inner[1])
    if _NUMBER.fullmatch(side) and readable(side, comma):
        after = re.match(r"(?:\s|\\[,;: ]|~){0,2}\\?[%％]", text[end : end + 6])
        behind = end + after.end() if after and "%" not in side else end
        return (side if behind == end else text[start:behind]), start, behind
    found = _FRACTION.fullmatch(side)
    if found is None or not final:
        return None
    return (f"{found[1]}/{found[2]}" if found[1] else side.replace(" ", "")), start, end


@lru_cache(maxsize=20_000)
def readable(text: str, comma: bool) -> bool:
    """Whether a text is a printed number as the document writes numbers.

    >>> readable("0,85", False), readable("0,8,5", True)
    (True, False)
    """
    plain = _THIN.sub("", text.replace("％", "%"))
    for written in {comma, comma_here(plain, comma)}:  # 0,85 is no doubtful number among \\num{0.85}
        try:
            read_printed(plain, decimal_comma=written, thousands=True)
        except ReadingError:
            continue
        return True
    return False


def count_in(text: str) -> int | None:
    """The count of a cell of a confusion matrix; a name, a percentage or a sort of outcome may stand with it.

    >>> count_in("TP = 40"), count_in("1,200"), count_in("12 (30 %)"), count_in("0.5")
    (40, 1200, 12, None)
    """
    plain = text.strip()
    if plain.isascii() and plain.isdigit() and len(plain) <= MAX_COUNT:
        return int(plain)
    if len(text) > 80:
        return None
    plain = bare(text)
    found = _WORDY_CELL.fullmatch(plain) if plain else None
    if found is None:
        return None
    digits = re.sub(r"[^0-9]", "", found[1])
    return int(digits) if len(digits) <= MAX_COUNT else None
