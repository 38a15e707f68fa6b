"""The formulas of programs and of marked text in the signs of arithmetic, each character in its place."""

from __future__ import annotations

import re
from html import unescape

from exactmetrics.verification.documents.pieces import blanked

# A condition with a question mark behind it, and a value for where a quotient has none: `b == 0 ? 0 : a / b`.
CONDITION = r"[^?=<>!\n]*(?:[<>]=?|[=!]==?)[^?:\n]*"
_IF_NONE = r"(?:[\d.]+|None|(?:np\.|math\.|Double\.)?(?:nan|NaN)|float\([^()]*\))"
_FONT = re.compile(r"\\(?:textbf|textit|emph|underline|texttt|textsc)\s*\{(?P<content>[^{}$\\=]*)\}")
_RAISED = re.compile(r"<(sup|sub)>(\w)</\1>")
_ENTITY = re.compile(r"&(?:times|minus|divide|middot|nbsp|#215|#247|#8722|#183|#160);")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")
# What says nothing of a value: the end of a comment, casts, modules, empty brackets of a call, remarks, choices.
_NOTHING = re.compile(
    r"^\s*\*/|\*/\s*$"
    r"|\((?:double|float|int|long)\)\s?(?=[\w(])|static_cast<\w+>"
    r"|\b(?:np|numpy|math|torch|tf|jnp|self|this|K|Math|FastMath)\.(?=[a-z])|(?<=\b[tf][pn])_\b"
    r"|(?<=\w)(?<!\.sqrt)(?<!\.sum)(?<!\.mean)\(\)"
    r"|(?<=[\w)\];])\s+(?:#|%|//|-{2,}>?)\s*(?=[A-Za-z(])[^\n]*"
    rf"|(?<![\w.]){_IF_NONE}\s+if\b[^\n]*?\belse\b|\bif\b[^\n]*?\belse\s+{_IF_NONE}"
    rf"|(?<=[=(]){CONDITION}\?\s*{_IF_NONE}\s*:"
)
_OR_NONE = re.compile(rf"(?<=[=(]){CONDITION}\?(?P<formula>[^?:\n]+):\s*{_IF_NONE}")
_ASSIGNED = re.compile(r"(?<=[\w)\]] )(?:<-|:=)(?= )")
_KEYED = re.compile(r"\b\w+\[(?P<quote>[\"'])(?P<name>\w+)(?P=quote)\](?=\s*=)")  # scores["precision"] = ...
_ESCAPED = re.compile(r"(?<!\\)\\\\(?=(?:d?frac|text|cdot|times|sqrt|mathrm|left|right)\b)")
_BASE, _EXPONENT = re.compile(r"[\w)\]] ?$"), re.compile(r" ?[\d(.]")
_POINT = re.compile(r"(?<=\d)\.(?=\s*[-+*/)])")  # 2. * precision
_ATTRIBUTE = re.compile(r"\b([A-Za-z_]\w*)\.(?=[A-Za-z_]\w*\b(?!\())")
_BELOW = re.compile(r"_\((\w+)\)")
_EMPHASIS = re.compile(r"(?<![\w*])\*([^*\n=]{1,40})\*(?=\s*=)|(?<![\w\\])_{1,2}([A-Za-z][^_\n]{2,200})_{1,2}(?!\w)")


def without_marks(text: str) -> str:
    """A text with blanks for its tags and for commands of a font.

    >>> without_marks("<b>Recall</b> = TP / P")
    '   Recall     = TP / P'
    """
    if "<" in text:
        text = blanked(_TAG, _RAISED.sub(_at_level, text))
    if "&" in text:
        text = _ENTITY.sub(lambda found: unescape(found[0])[:1].ljust(len(found[0])), text)
    return _FONT.sub(_content, text) if "\\" in text else text


def in_signs_of_arithmetic(line: str) -> str:
    """A line without what says nothing of a value, and with powers, assignments and names as elsewhere.

    >>> in_signs_of_arithmetic("scores['fm'] = np.sqrt(p * r) if p > 0 else 0").split()
    ['fm', '=', 'sqrt(p', '*', 'r)']
    """
    line = _EMPHASIS.sub(lambda found: (found[1] or found[2]).center(len(found[0])), line.replace("`", " "))
    if "**" in line:
        line = _with_powers(line)
    if "?" in line:
        line = _OR_NONE.sub(_only_formula, line)
    if "." in line:
        line = _without_objects(line)
    line = _KEYED.sub(lambda found: found["name"].ljust(len(found[0])), line)
    line = _ESCAPED.sub(r" \\", blanked(_NOTHING, line))
    line = _ASSIGNED.sub(" =", _POINT.sub(" ", line))
    return _BELOW.sub(r"_{\1}", line)


def _at_level(found: re.Match[str]) -> str:
    return (("^" if found[1] == "sup" else "_") + found[2]).ljust(len(found[0]))


def _content(found: re.Match[str]) -> str:
    return found["content"].rjust(found.end("content") - found.start()) + " "


def _only_formula(found: re.Match[str]) -> str:
    return found["formula"].rjust(found.end("formula") - found.start()).ljust(len(found[0]))


def _without_objects(line: str) -> str:
    """A line without an object whose attributes it works with: `cm.tp / (cm.tp + cm.fp)`."""
    several = [found[1] for found in _ATTRIBUTE.finditer(line)]
    return _ATTRIBUTE.sub(lambda found: " " * len(found[0]) if several.count(found[1]) > 1 else found[0], line)


def _with_powers(line: str) -> str:
    """A line with one sign for powers; two stars begin and end bold text too."""
    parts, bold = line.split("**"), False
    line = parts[0]
    for part in parts[1:]:
        power = not bold and _BASE.search(line) is not None and _EXPONENT.match(part) is not None
        bold ^= not power
        line += (" ^" if power else "  ") + part
    return line
