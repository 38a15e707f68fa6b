"""The style sheet of HTML documents, for pages that take in fragments."""

from __future__ import annotations

from pathlib import Path

from exactmetrics.derivation.maths_font import font_rule
from exactmetrics.derivation.render import render


def stylesheet(*, templates: str | Path | None = None) -> str:
    """The rules that an HTML document holds in its head, with the font of its formulas.

    A page with fragments links to them or takes them in.

    `templates` is a folder of your own templates, whose `html/style.html.jinja` goes before the package's.

    >>> ".steps" in stylesheet(), "<style" in stylesheet()
    (True, False)
    """
    return f"{render('html/style.html.jinja', {}, templates)}{font_rule()}\n"
