r"""Running text as the tokens' expression reads it best: what is no arithmetic, and what is written around it, blanked.

One table of rewriting rules, each as long as what it replaces, so that positions stay true. Addresses become a word,
emphasis blanks, arrows and tags of line breaks the ends of clauses, an `x` between numbers a times sign; the signs
around formulas become marks. Every expression is linear: none repeats over blanks that another may begin with.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from exactmetrics.verification.links.vocabulary import LABELS, SIGNS, alternatives

OPEN, CLOSE = "\x02", "\x03"  # where a formula begins and ends in running text
BREAK = "\x04"  # the end of a cell
ARROW = "\x05"  # an arrow, behind which a result may stand
THIN = "\u2009"  # a small space: several of them part the digits of one number

_Found: TypeAlias = re.Match[str]
_New: TypeAlias = Callable[[_Found], str]

_SCRIPTS = (
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
    0x17E0, 0x1810, 0xFF10, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6,
)  # fmt: skip
_PLAIN: dict[int, str] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # wide forms
    **dict.fromkeys((0x85, 0x2028, 0x2029), "\n"),
    **dict.fromkeys((0xFF0C, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F), ";"),
    **{zero + digit: str(digit) for zero in _SCRIPTS for digit in range(10)},
    **SIGNS,
}


def _blank(found: _Found) -> str:
    return " " * len(found[0]) if "\n" not in found[0] else re.sub(r"[^\n]", " ", found[0])


def _word(found: _Found) -> str:
    return "u" * len(found[0])


def _sign(sign: str) -> _New:
    """The sign in the place of what was found, and blanks."""
    return lambda found: sign + _blank(found)[len(sign) :]


def _last(sign: str) -> _New:
    return lambda found: _blank(found)[1:] + sign


def _only(group: int) -> _New:
    """What a group holds, in its place, and blanks around it."""

    def kept(found: _Found) -> str:
        start, stop = found.start(group) - found.start(), found.end(group) - found.start()
        return " " * start + found[group] + " " * (len(found[0]) - stop)

    return kept


def _quantity(found: _Found) -> str:
    r"""`\SI{38.5}{\percent}`: the number in its place and its unit at the end; a percentage as one."""
    unit = "%" if found[2].strip() in ("\\percent", "\\%", "%") else " " + re.sub("[^a-zA-Z]", " ", found[2]).strip()
    number = found[1].rjust(found.end(1) - found.start())
    return number + unit.rjust(len(found[0]) - len(number))


_INLINE = re.compile(
    "a|abbr|b|big|cite|code|del|em|font|i|ins|kbd|label|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var|math"
)
_LEVELS = {"<sup>": "^(   ", "</sup>": ")     ", "<sub>": "_(   ", "</sub>": ")     "}


def _tag(found: _Found) -> str:
    """Nothing for a tag inside a line, the end of a cell for any other."""
    name = re.sub(r"\W.*", "", found[0].strip("</"), flags=re.DOTALL).lower()
    return _blank(found) if _INLINE.fullmatch(name) or found[0].startswith("<!") else BREAK + _blank(found)[1:]


def _space(found: _Found) -> str:
    r"""A small space between digits as one within a number, else blanks; a wide one, as `\quad`, parts numbers."""
    sizes = [
        0.0 if minus else float(size.replace(",", ".")) * _UNITS[unit] for minus, size, unit in _SIZE.findall(found[0])
    ]
    if "phantom" not in found[0] and (not sizes or max(sizes) >= _WIDE):
        return _sign("\\quad")(found)
    text, start, end = found.string, found.start(), found.end()
    within = text[max(0, start - 1) : start].isdigit() and text[end : end + 1].isdigit()
    return (THIN if within else " ") * len(found[0]) if "\n" not in found[0] else _blank(found)


def _colon(found: _Found) -> str:
    """A colon set apart behind a number divides, unless the number belongs to a name: `F1 : 2/3`, `Run 7 : 2/3`."""
    before = _NAME_BEFORE.search(found.string[max(0, found.start() - 40) : found.start()])
    if before is None:
        return " ÷ "
    name, gap = before[1], before[2]
    label = name.lower() in LABELS if gap else len(name) > 1 or name.isupper()
    return " ; " if label else " ÷ "


def _about(found: _Found) -> str:
    """A tilde is a relation behind worked arithmetic or a sign of equality; before any other number it says "about"."""
    return found[0].replace("~", "≈" if found[1] else " ")


_NAME_BEFORE = re.compile(r"(?:^|[^\w\\])([^\W\d_]+)([ \u00a0]?)\d+$")
_RELATION_BEFORE = re.compile(r"(?:[=≈<>&]|\\(?:approx|simeq|sim|leq?|geq?))\s*$")
_NUMBER = r"[0-9][0-9.,\u00a0]*"
_PERCENT = r"(?:\\?%|percent|per cent|Prozent|pour cent|por ciento|por cento|procent)"
_OF = rf"(?:{alternatives('share_of')}|du|от)"
_INSIDE = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,80}\}){0,120}\}){0,200}"
_POINTS = "pt=1 bp=1 sp=0 pc=12 in=72 cm=28 mm=2.8 dd=1 cc=13 nd=1 nc=13 em=10 ex=4 mu=.56 fil=1e3 fill=1e3 filll=1e3"
_UNITS = {unit: float(size) for unit, size in re.findall("([a-z]+)=([^ ]+)", _POINTS)}  # those of TeX
_WIDE = 5  # points: half an em
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_LENGTH = rf"[-+]?\s?(?:[0-9]{{1,9}}(?:[.,][0-9]{{0,9}})?|[.,][0-9]{{1,9}})\s?(?:true\s?)?(?:{_UNIT})"
_GLUE = rf"{_LENGTH}(?:\s?plus\s?{_LENGTH})?(?:\s?minus\s?{_LENGTH})?"
_SIZE = re.compile(rf"(-?)\s?((?<![0-9.,])[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)\s?(?:true\s?)?({_UNIT})")
_LABEL = r"(?:[^{}]|\{[^{}]{0,80}\}){0,120}"
_RELATION = r"[=≈<>≤≥]|\\(?:approx|simeq|leq?|geq?|neq?)"
_COMMANDS = "[dt]?frac|times|cdot|text|approx|sqrt|left|right|quad|leq?|geq?|mathrm|operatorname|div|sum"
_MATH = "aligned|align|equation|gather|split|eqnarray|multline"

_Rule: TypeAlias = tuple[tuple[str, ...], str, _New | str]
# What must stand in a text for a rule to have anything to do, the expression, and what stands there then.
_PROSE: tuple[_Rule, ...] = (
    (("](",), r"\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)", _blank),  # the target of a link
    (("[^",), r"\[\^[^\[\]\n]{1,40}\]", _blank),  # a footnote
    (("{",), r"\{[:.#][^{}\n]*\}|\{(?:width|height)=[^{}\n]*\}", _blank),  # attributes
    (("&",), r"&(?:nbsp|thinsp|ensp|emsp);|&#160;", _blank),
    (("<su", "</su"), r"</?su[bp]>", lambda found: _LEVELS[found[0]]),
    (("<",), r"<(?:br|BR)\s?/?>|</?(?:p|li|tr|div)>", _sign("\n")),
    (("<",), r"</?[a-zA-Z][^<>\n]{0,2000}>|<!--(?:[^-<]|-(?!->)|<(?!!--)){0,4000}-->", _tag),
    (("===", "---", "***", "___", "~~~", "###", "- - ", "= = "), r"[=~_*#]{3,}|-{3,}|(?:[-=_] ){3,}", _blank),
    (("*",), r"(?<![\w*\\)])(\*{1,3})(?=[^\s*])([^*\n]*(?:\n[^*\n]+)?[^\s*\\])\1(?![\w*(])", _only(2)),
    (("*",), r"(?<![\w*\\)])(\*{1,3})(?=[^\s*])([^*\n]*(?:\n[^*\n]+)?[^\s*\\])\1(?![\w*(])", _only(2)),
    (("_",), r"(?<![\w\\])(_{1,3})(?=[^\s_])([^_\n]*[^\s_\\])\1(?!\w)", _only(2)),
    (("~~",), "~~", "  "),
    (("~",), r"~=|=~|≈=", _last("≈")),
    (
        ("~",),
        r"([/÷+×*·] ?[0-9.,]+ ?~(?= ?[0-9]{0,3}[.,][0-9])|\) ?~(?= ?[0-9])|= ?~)|(?<![\w~])~(?=[ \t]?[0-9])",
        _about,
    ),
    ((". ",), rf"(?<![^\W\d_])({alternatives('hedges')})\.(?=\s[0-9.])", _only(1)),
    (
        (" point", " pp", "rozentp", "punto", "punti", "ponto", "procent"),
        rf"(?i)(?<=[0-9]) ?(?:{alternatives('points', between='|')})(?!\w)",
        _sign("%"),
    ),
    ((" : ",), r"(?<=[0-9)\]}%]) : (?=[-(0-9\x02])", _colon),
    ((":",), r":(?![=\d])|(?<![\d)]):(?!=)", ";"),
    # "5% of 1,000 = 50" is a product, "45 of 50 = 90%" a quotient
    (
        (" o", " v", " d", " a", " z", " из", " от"),
        rf"(?<=[0-9])(\s?){_PERCENT}(\s){_OF}(\s)(?={_NUMBER}\s?[=≈])",
        lambda f: "%".ljust(len(f[0]) - 2) + "× ",
    ),
    (
        (" o", " v", " d", " a", " z", " из", " от"),
        rf"(?<=[0-9])\s(?:out )?{_OF}\s(?={_NUMBER}\s?[=≈]\s?(?:{_NUMBER}\s?\\?%|0[.,][0-9]))",
        _sign(" ÷"),
    ),
    (("  ", "\t"), r"(?m)^[ \t]*[A-Za-z](?=(?:\t| {2,})\d)", _blank),  # a class before its column, no factor
    ((" ",), r"\d(?<![\d.,]\d)\d{0,2}(?: \d{3})+(?![\d])", lambda f: f[0].replace(" ", "\u00a0")),
)
_EVERYWHERE: tuple[_Rule, ...] = (
    (("// ", "# ", "-- ", "; "), r"(?m)^[ \t]*(?:/{2,}!?|#+|--|;+)(?=[ \t])", _blank),
    (("//", "#"), r"(?<=[\d)] )[ \t]*(?://|#)[ \t]*(?=[=≈][ \t]?[\d.])", _blank),  # 3 / 4  # = 0.75
    (("//", "#"), r"(?<=[ \t]{2})(?://|#)(?=[ \t])", _sign(";")),
    ((">", "<-"), r"<?[-=~]{1,3}>|<[-]{1,2}(?=\s)|\|->|(?<![=<>!:])=>", _sign(ARROW)),
    (("<<", ">>"), r"<{2,3}|>{2,3}", lambda found: "@" * len(found[0])),
    (
        ("\\\\",),
        rf"(?<!\\)\\\\(?=(?:{_COMMANDS})(?![a-zA-Z]))",
        lambda _: " \\",
    ),  # a backslash escaped twice is no end of a row
    (("\\\\",), r"(?<=\\\\)\[[^\[\]\n]{0,20}\]", _blank),
    (("phantom",), rf"\\h?phantom\s?\{{{_INSIDE}\}}", _blank),
    (
        ("\\h", "\\m", "kern", "\\ens", "vphantom"),
        rf"\\vphantom\s?\{{{_INSIDE}\}}|\\(?:m?kern|[hm]skip)\s?{_GLUE}(?: (?=[0-9]))?|\\[hm]space\*?\s?\{{{_INSIDE}\}}"
        r"|\\(?:hfill?|hss|enspace|enskip)(?![a-zA-Z])",
        _space,
    ),
    (
        ("\\",),
        r"\\(?:to|rightarrow|Rightarrow|longrightarrow|Longrightarrow|implies|iff|Leftrightarrow|therefore)(?![a-zA-Z])",
        _sign(ARROW),
    ),
    (
        ("\\begin", "\\end"),
        rf"\\(?:begin|end)\s?\{{(?!{_MATH})[a-zA-Z]+\*?\}}(?:\[[^\[\]\n]{{0,80}}\])?(?:\{{[^{{}}\n]{{0,80}}\}})?",
        _sign(BREAK),
    ),
    (("\\^{}", "\\texts"), r"\\\^\{\}|\\textsuperscript(?=\s?\{)", _sign("^")),
    (("brace",), rf"\\(?:under|over)brace\s?(\{{{_INSIDE}\}})\s?[_^]\s?(?:\{{{_LABEL}\}}|\\?[a-zA-Z0-9])", _only(1)),
    (("stackrel", "erset"), rf"\\(?:stackrel|overset|underset)\s?\{{{_LABEL}\}}\s?\{{\s?({_RELATION})\s?\}}", _only(1)),
    (("\\SI", "\\qty"), r"\\(?:SI|qty)\s?(?:\[[^\[\]\n]{0,40}\])?(\{[^{}]{1,40}\})\{([^{}]{0,40})\}", _quantity),
    (("color",), r"\\(?:textcolor|color|colorbox)\s?(?:\[[^\[\]\n]{0,40}\])?\{[^{}\n]{0,40}\}", _blank),
    (("\\num", "\\ensure", "cancel", "\\uline", "\\hl"), r"\\(?:num|ensuremath|[bx]?cancel|uline|hl)(?=\s?\{)", _blank),
    # the sign between the columns of a formula, unless it stands beside a relation
    (
        ("&",),
        r"&(?!\s?(?:[-=+−<>≈≤≥&/*]|\\(?:approx|simeq|sim|leq?|geq?|times|cdot|q?quad|div|text|mbox)(?![a-zA-Z])))",
        lambda f: f[0] if _RELATION_BEFORE.search(f.string[max(0, f.start() - 12) : f.start()]) else BREAK,
    ),
    (
        ("-", "/", "."),
        r"\d(?<![\d.]\d)(?:\d{3}-\d\d-\d\d|\d{3}/\d\d/\d\d|\d?\.\d{1,2}\.\d{2,4}|\d*(?:\.\d+){2,})(?![\d])",
        _word,
    ),
    (("x", "X"), r"(?<=[0-9)\]}%\x03])([ \t]?)[xX](?=[ \t]?[-−(\[{0-9.\x02])", lambda f: f[1] + "×"),
    (("_",), r"(?<=\d)_(?=\d{3}(?!\d))", "\u00a0"),
    (("0·",), r"(?<![\d.])0·(?=\d)", "0."),
)
_ADDRESS = re.compile(
    r"(?:https?|ftp|file|doi)://[^\s<>\"|]+|\bwww\.[^\s<>\"|]+|\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}|\bdoi:\S+"
)
# A dollar that opens a formula has no price behind it and a partner in the same paragraph.
_FORMULA = re.compile(
    r"\$(?<!\\\$)\$(?P<two>[^$]+)\$\$"
    r"|\$(?<![\\$\w]\$)(?!\s*[0-9.,]+(?:\s[^$]*)?$)(?P<one>(?:[^$\\]|\\.)+?)(?<!\\)\$(?![0-9])"
    r"|\\\((?P<round>(?:[^\\]|\\(?![()]))+)\\\)|\\(?<!\\\\)\[(?P<square>(?:[^\\]|\\(?![\[\]]))+)\\\]",
    re.DOTALL,
)


def _formula(found: _Found) -> str:
    name = found.lastgroup or "one"
    pad = " " * (found.start(name) - found.start() - 1)
    return f"{OPEN}{pad}{found[name]}{pad}{CLOSE}"


def _compiled(rules: tuple[_Rule, ...]) -> tuple[tuple[tuple[str, ...], re.Pattern[str], _New | str], ...]:
    return tuple((needed, re.compile(expression), new) for needed, expression, new in rules)


_RULES = _compiled(_EVERYWHERE)
_RULES_OF_PROSE = _compiled(_PROSE) + _RULES


def masked(text: str, *, formula: bool = False, code: bool = False) -> str:
    """The text of a piece in plain form, as long as before; `formula` where all of it is one."""
    if not formula and ("$" in text or "\\(" in text or "\\[" in text):
        text = _FORMULA.sub(_formula, text)
    if not text.isascii():
        text = text.translate(_PLAIN)
    if "\f" in text or "\v" in text:
        text = text.replace("\f", "\n").replace("\v", "\n")
    if "{:}" in text:
        text = text.replace("{:}", " ÷ ")
    if "://" in text or "www." in text or "@" in text or "doi:" in text:
        text = _ADDRESS.sub(_word, text)
    for needed, expression, new in _RULES if formula or code else _RULES_OF_PROSE:
        for sign in needed:
            if sign in text:
                text = expression.sub(new, text)
                break
    return text
