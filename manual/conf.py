"""The manual: the pages of the repository as they are, and the API from its docstrings (`make manual`).

Formulas become MathML, which every browser draws: no page asks another host for anything.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.ext.napoleon import Config, GoogleDocstring

import exactmetrics

project = "exactmetrics"
version = release = exactmetrics.__version__
copyright = "exactmetrics contributors"

root_doc = "manual/index"
include_patterns = [
    "manual/**.md", "*.md", "docs/**.md", "worked_examples/**.md", "exactmetrics/vectors/data/*.md",
]  # fmt: skip
extensions = ["myst_parser", "sphinx.ext.autodoc"]
default_role = "code"  # docstrings are Markdown
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
# Anchors inside a page are HTML, and csv has no colours; `manual/links.py` follows every link.
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure"]
html_theme = "furo"
html_title = "exactmetrics"
html_show_sourcelink = False
html_copy_source = False
html_math_renderer = "mathml"
html_extra_path = ["gallery/derivation.html", "index.html"]  # the second leads from the folder to the root_doc
html_static_path = ["manual.css"]
html_css_files = ["manual.css"]


TAG = re.compile(r"\\tag\{(.*?)\}")


def written(translator: Any, node: nodes.Element) -> None:
    """A formula as MathML, and its number beside it where it has one."""
    number = TAG.search(node.astext())
    formula = TAG.sub("", node.astext())
    block = isinstance(node, nodes.math_block)
    made = latex2mathml.tex2mathml(formula, as_block=block)
    beside = f'<span class="number">({number[1]})</span>' if number else ""
    translator.body.append(f'<div class="formula">{made}{beside}</div>' if block else made)
    raise nodes.SkipNode


def sections(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Sections such as "Raises:" of a docstring. That of a property is a sentence, also where it has a colon."""
    if what != "property":
        lines[:] = GoogleDocstring(lines, Config(), app, what, name, thing, options).lines()


def setup(app: Any) -> None:
    """The writer of formulas, and the reader of docstrings."""
    app.connect("autodoc-process-docstring", sections)
    app.add_html_math_renderer("mathml", (written, None), (written, None))
