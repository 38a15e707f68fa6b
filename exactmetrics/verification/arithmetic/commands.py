"""Commands of LaTeX that stand around numbers and relations, blanked out as far as they say nothing of the value.

`\\SI{38.5}{\\percent}` is a percentage, `\\stackrel{!}{=}` a relation, `\\underbrace{3/8}_{share}` what is over the
brace. Every replacement keeps the length of the text.
"""

from __future__ import annotations

import re

_INSIDE = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,80}\}){0,120}\}){0,200}"
_LABEL = r"(?:[^{}]|\{[^{}]{0,80}\}){0,120}"
_QUANTITY = re.compile(r"\\(?:SI|qty)\s*(?:\[[^\[\]\n]{0,40}\])?(\{[^{}]{1,40}\})\{([^{}]{0,40})\}")
_OVER_RELATION = re.compile(
    rf"\\(?:stackrel|overset|underset)\s*\{{{_LABEL}\}}\s*\{{\s*([=≈<>≤≥]|\\(?:approx|simeq|leq?|geq?|neq?))\s*\}}"
)
_BRACE = re.compile(rf"\\(?:under|over)brace\s*(\{{{_INSIDE}\}})\s*[_^]\s*(?:\{{{_LABEL}\}}|\\?[a-zA-Z0-9])")
_AROUND = re.compile(r"\\(?:num|ensuremath|cancel|bcancel|xcancel|uline|hl)(?=\s*\{)")
_COLORED = re.compile(r"\\(?:textcolor|color|colorbox)\s*(?:\[[^\[\]\n]{0,40}\])?\{[^{}\n]{0,40}\}")
_UNIT = re.compile(r"[^a-zA-Z]")


def without_commands(text: str) -> str:
    r"""The text with what such commands say of a number or a relation, and nothing else of them.

    >>> " ".join(without_commands(r"\underbrace{3/8}_{\text{share}} \stackrel{!}{=} \SI{38.5}{\percent}").split())
    '{3/8} = {38.5} %'
    """
    if "brace" in text:
        text = _BRACE.sub(lambda found: found[1].rjust(found.end(1) - found.start()).ljust(len(found[0])), text)
    if "stackrel" in text or "erset" in text:
        text = _OVER_RELATION.sub(lambda found: found[1].rjust(len(found[0])), text)
    if "\\SI" in text or "\\qty" in text:
        text = _QUANTITY.sub(_quantity, text)
    if "color" in text:
        text = _COLORED.sub(lambda found: " " * len(found[0]), text)
    return _AROUND.sub(lambda found: " " * len(found[0]), text)


def _quantity(found: re.Match[str]) -> str:
    """The number in its place, and its unit at the end; a percentage as one."""
    unit = "%" if found[2].strip() in ("\\percent", "\\%", "%") else " " + _UNIT.sub(" ", found[2]).strip()
    number = found[1].rjust(found.end(1) - found.start())
    return number + unit.rjust(len(found[0]) - len(number))
