"""What is no arithmetic in running text, blanked out; what is written around it, made plain.

Every replacement keeps the length of the text, so that positions stay true. Addresses become a word, marks of emphasis
spaces, arrows and line-break tags ends of clauses, an `x` between numbers a times sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from exactmetrics.verification.arithmetic.commands import without_commands
from exactmetrics.verification.arithmetic.signs import ARROW, plain
from exactmetrics.verification.arithmetic.words import OF

OPEN, CLOSE = "\x02", "\x03"  # where a formula begins and ends in running text
BREAK = "\x04"  # the end of a cell

_Edit = Callable[[str], str]


def _blank(found: re.Match[str]) -> str:
    return "".join(c if c == "\n" else " " for c in found[0])


def _word(found: re.Match[str]) -> str:
    return "u" * len(found[0])


def _first(sign: str) -> Callable[[re.Match[str]], str]:
    return lambda found: sign + " " * (len(found[0]) - 1)


_ADDRESS = re.compile(
    r"(?:https?|ftp|file|doi)://[^\s<>\"|]+|\bwww\.[^\s<>\"|]+|\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}|\bdoi:\S+"
)
_TARGET = re.compile(r"\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)")
_ATTRIBUTES = re.compile(r"\{[:.#][^{}\n]*\}|\{(?:width|height)=[^{}\n]*\}")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,2000}>|<!--(?:[^-<]|-(?!->)|<(?!!--)){0,4000}-->")
_INLINE = frozenset(
    {
        "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "label", "mark",
        "q", "s", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "math",
    }
)  # fmt: skip
_ENTITY = re.compile(r"&(?:nbsp|thinsp|ensp|emsp);|&#160;")
_TIMES = re.compile(r"([0-9)\]}%\x03]\s*)[xX](?=\s*[-−(\[{0-9.\x02])")
_HEX = re.compile(r"\b0[xX][0-9a-fA-F]+\b")
_DATE = re.compile(r"\d(?<![\d.]\d)(?:\d{3}-\d\d-\d\d|\d{3}/\d\d/\d\d|\d?\.\d{1,2}\.\d{2,4}|\d*(?:\.\d+){2,})(?![\d])")
_ARROW = re.compile(r"<?[-=~]{1,3}>|<[-]{1,2}(?=\s)|\|->|(?<![=<>!:])=>")
_SHIFT = re.compile(r"<{2,3}|>{2,3}")
_ARROW_COMMAND = re.compile(
    r"\\(?:to|rightarrow|Rightarrow|longrightarrow|Longrightarrow|implies|iff|Leftrightarrow|therefore)(?![a-zA-Z])"
)
_RULE = re.compile(r"[=~_*#]{3,}|-{3,}|(?:[-=_] ){3,}")
_STRONG = re.compile(r"(?<![\w*\\)])(\*{1,3})(?=[^\s*])([^*\n]*(?:\n[^*\n]+)?[^\s*\\])\1(?![\w*(])")
_UNDERLINED = re.compile(r"(?<![\w\\])(_{1,3})(?=[^\s_])([^_\n]*[^\s_\\])\1(?!\w)")
_STRUCK = re.compile(r"~~")
_GLUED = re.compile(r"([/÷] ?[0-9]+|\))~(?=[0-9]{0,3}[.,][0-9])")  # "3/4~0.75"; "0.7~0.8" is a range
_SHORTENED = re.compile(r"\b(ca|approx|appr|aprox|env|rd|ung|cca|ok)\.(?=\s*[0-9.])")
_POINTS = re.compile(
    r"([0-9]) ?(?:percentage points?|pp|Prozentpunkte?n?|points? de pourcentage|puntos? porcentual(?:es)?"
    r"|punt[oi] percentual[ei]|pontos? percentua(?:l|is)|procentpunten|procentenheter)(?![\w])"
)
_ABOUT = re.compile(r"~=|=~|≈=|(?<![\w~])~(?=[ \t]*[0-9])|(?<=[0-9)%]) ~ (?=[0-9(])")
# "5% of 1,000 = 50" is a product, "45 of 50 = 90%" a quotient, where a relation follows and nothing else.
_OF = rf"(?:{OF}|du|от)"
_NUMBER = r"[0-9][0-9.,\u00a0]*"
_PERCENT = r"(?:\\?%|percent|per cent|Prozent|pour cent|por ciento|por cento|procent)"
_PERCENT_OF = re.compile(rf"([0-9]\s?{_PERCENT})(\s{_OF}\s)(?={_NUMBER}\s*[=≈])")
_OUT_OF = re.compile(rf"([0-9])(\s(?:out )?{_OF}\s)(?={_NUMBER}\s*[=≈]\s*(?:{_NUMBER}\s?\\?%|0[.,][0-9]))")
_RATIO = re.compile(r"(?<=[0-9)\]}%]) : (?=[-(0-9\x02])")
_COLON = re.compile(r":(?![=\d])|(?<![\d)]):(?!=)")
_SPACED_GROUPS = re.compile(r"\d(?<![\d.,]\d)\d{0,2}(?: \d{3})+(?![\d])")
_UNDERSCORED = re.compile(r"(?<=\d)_(?=\d{3}(?!\d))")
_MIDDLE_DOT = re.compile(r"(?<![\d.])0·(?=\d)")
_ROW_GAP = re.compile(r"(?<=\\\\)\[[^\[\]\n]{0,20}\]")
_COLUMN = re.compile(
    r"&(?!\s*(?:[-=+−<>≈≤≥&/*]|\\(?:approx|simeq|sim|leq?|geq?|times|cdot|q?quad|div|text|mbox)(?![a-zA-Z])))"
)
_BEFORE_COLUMN = ("=", "≈", "<", ">", "&", "\\approx", "\\simeq", "\\sim", "\\le", "\\leq", "\\ge", "\\geq")
_ENVIRONMENT = re.compile(
    r"\\(?:begin|end)\s*\{(?!aligned|align|equation|gather|split|eqnarray|multline)[a-zA-Z]+\*?\}"
    r"(?:\[[^\[\]\n]{0,80}\])?(?:\{[^{}\n]{0,80}\})?"
)
_COMMENTED = re.compile(r"^[ \t]*(?:/{2,}!?|#+|--|;+)(?=[ \t])", re.MULTILINE)
_BEHIND_CODE = re.compile(r"(?<=[ \t]{2})(?://|#)(?=[ \t])")
_RESULT_BEHIND = re.compile(r"(?<=[\d)] )[ \t]*(?://|#)[ \t]*(?=[=≈][ \t]*[\d.])")
_ROW_NAME = re.compile(r"^[ \t]*[A-Za-z](?=(?:\t| {2,})\d)", re.MULTILINE)  # a class before its column, no factor
_RAISED = re.compile(r"\\\^\{\}|\\textsuperscript(?=\s*\{)")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\n]{1,40}\]")
_SUB_TAGS = {"<sup>": "^(   ", "</sup>": ")     ", "<sub>": "_(   ", "</sub>": ")     "}
_SUB_TAG = re.compile("|".join(map(re.escape, _SUB_TAGS)))
_LINE_TAG = re.compile(r"<(?:br|BR)\s*/?>|</?(?:p|li|tr|div)>")
_CELL_TAG = re.compile(r"</?(?:td|th)>")


def _tags(text: str) -> str:
    text = _SUB_TAG.sub(lambda found: _SUB_TAGS[found[0]], text)
    text = _CELL_TAG.sub(_first(BREAK), _LINE_TAG.sub(_first("\n"), text))
    return _TAG.sub(_tag, text)


def _columns(text: str) -> str:
    """The sign between columns of a formula as an end of a cell, unless it stands beside a relation."""

    def changed(found: re.Match[str]) -> str:
        before = text[max(0, found.start() - 12) : found.start()].rstrip()
        return found[0] if before.endswith(_BEFORE_COLUMN) else BREAK

    return _COLUMN.sub(changed, text)


def _tag(found: re.Match[str]) -> str:
    """Nothing for a tag inside a line, the end of a cell for any other."""
    name = re.sub(r"\W.*", "", found[0].strip("</"), flags=re.DOTALL).lower()
    return _blank(found) if name in _INLINE or found[0].startswith("<!") else BREAK + _blank(found)[1:]


def _stars(text: str) -> str:
    for _ in range(3):  # emphasis inside emphasis
        changed = _STRONG.sub(lambda found: " " * len(found[1]) + found[2] + " " * len(found[1]), text)
        if changed == text:
            break
        text = changed
    return text


def _underlines(text: str) -> str:
    return _UNDERLINED.sub(lambda found: " " * len(found[1]) + found[2] + " " * len(found[1]), text)


def _behind_code(text: str) -> str:
    """Comments behind code as clauses of their own, except where they say what comes out of it: `3 / 4  # = 0.75`."""
    return _BEHIND_CODE.sub(_first(";"), _RESULT_BEHIND.sub(_blank, text))


def _colons(text: str) -> str:
    return _COLON.sub(";", _RATIO.sub(" ÷ ", text))


def _percentage_points(text: str) -> str:
    return _POINTS.sub(lambda found: f"{found[1]}%".ljust(len(found[0])), text)


def _words_for_signs(text: str) -> str:
    """Shares in words as arithmetic, where an equality is made of them."""
    text = _PERCENT_OF.sub(lambda f: f"{f[1][0]}%".ljust(len(f[1])) + " ×".ljust(len(f[2])), text)
    return _OUT_OF.sub(lambda f: f[1] + " ÷".ljust(len(f[2])), text)


# What must stand in a text for an edit to have anything to do, and the edit.
_EVERYWHERE: tuple[tuple[tuple[str, ...], _Edit], ...] = (
    (("// ", "# ", "-- ", "; "), lambda t: _behind_code(_COMMENTED.sub(_blank, t))),
    ((">", "<-"), lambda t: _ARROW.sub(_first(ARROW), t)),
    (("<<", ">>"), lambda t: _SHIFT.sub(lambda found: "@" * len(found[0]), t)),
    (("\\",), lambda t: _ROW_GAP.sub(_blank, _ARROW_COMMAND.sub(_first(ARROW), t))),
    (("\\begin", "\\end"), lambda t: _ENVIRONMENT.sub(_first(BREAK), t)),
    (("\\^{}", "\\texts"), lambda t: _RAISED.sub(_first("^"), t)),
    (
        ("\\num", "\\ensure", "color", "brace", "\\stackrel", "erset{", "\\SI", "\\qty", "cancel{", "\\uline", "\\hl"),
        without_commands,
    ),
    (("&",), _columns),
    (("-", "/", "."), lambda t: _DATE.sub(_word, t)),
    (("0x", "0X"), lambda t: _HEX.sub(_word, t)),
    (("x", "X"), lambda t: _TIMES.sub(r"\1×", t)),
    (("_",), lambda t: _UNDERSCORED.sub("\u00a0", t)),
    (("0·",), lambda t: _MIDDLE_DOT.sub("0.", t)),
)
_PROSE: tuple[tuple[tuple[str, ...], _Edit], ...] = (
    (("](",), lambda t: _TARGET.sub(_blank, t)),
    (("[^",), lambda t: _FOOTNOTE.sub(_blank, t)),
    (("{",), lambda t: _ATTRIBUTES.sub(_blank, t)),
    (("&",), lambda t: _ENTITY.sub(_blank, t)),
    (("<",), _tags),
    (("===", "---", "***", "___", "~~~", "###", "- - ", "= = "), lambda t: _RULE.sub(_blank, t)),
    (("*",), _stars),
    (("_",), _underlines),
    (("~~",), lambda t: _STRUCK.sub("  ", t)),
    (("~",), lambda t: _GLUED.sub(r"\1≈", t)),
    (("a. ", "ox. ", "pr. ", "env. ", "rd. ", "ung. ", "ok. "), lambda t: _SHORTENED.sub(r"\1 ", t)),
    ((" point", " pp", "ozentp", "orcentual", "ercentua", "ocentp", "ocente"), _percentage_points),
    (("~",), lambda t: _ABOUT.sub(lambda f: f[0].replace("~", "≈").replace("=", " ").replace("≈ ", " ≈", 1), t)),
    ((":",), _colons),
    ((" of ", " von ", " de ", " du ", " di ", " van ", " av ", " af ", " z ", " из ", " от "), _words_for_signs),
    (("  ", "\t"), lambda t: _ROW_NAME.sub(_blank, t)),
    ((" ",), lambda t: _SPACED_GROUPS.sub(lambda f: f[0].replace(" ", "\u00a0"), t)),
)


def masked(text: str, *, formula: bool = False, code: bool = False) -> str:
    """The text of a piece as the tokens' expression reads it best, as long as before.

    >>> masked("**F1** = 2 x 3 -> see https://a.b/?c=1")
    '  F1   = 2 × 3 \\x05  see uuuuuuuuuuuuuuuu'
    """
    text = plain(text)
    if "{:}" in text:
        text = text.replace("{:}", " ÷ ")
    if "://" in text or "www." in text or "@" in text or "doi:" in text:
        text = _ADDRESS.sub(_word, text)
    if not formula and not code:
        text = _edited(text, _PROSE)
    return _edited(text, _EVERYWHERE)


def _edited(text: str, edits: tuple[tuple[tuple[str, ...], _Edit], ...]) -> str:
    for needed, edit in edits:
        for sign in needed:
            if sign in text:
                text = edit(text)
                break
    return text
