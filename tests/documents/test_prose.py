"""The author's text on every surface: the same words, the same structure, nothing alive that was not asked for."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import exactmetrics as em
from exactmetrics.derivation.shown import in_document
from exactmetrics.documents.prose import check_formula, linked, mentioned, parse_prose, reference_in
from exactmetrics.exact.errors import InputError
from tests.cases import each
from tests.latex import compile_latex

RICH = """
# A heading

Words with *stress*, **more stress**, `a_code` and a [link](https://example.org/a_b?c=1&d=%41#e).
A second line, 50% & $x_i^2 < 3$.\\
A third.

1. first
2. second
   - inner
   - other

> A quotation.

| left | right |
|:--|--:|
| a | 1 |

    verbatim <b>

$$\\frac{1}{2}$$

***

The end.
"""

HOSTILE = [
    "<script>alert(1)</script>", "<b onclick=x>b</b>", "\\input{/etc/passwd}", "100% & #1 ^ ~ _ { }",
    "a \\\\ b", "$", "a|b", "`\\`", "&lt;b&gt;", "<!-- x -->", "\\begin{document}", "{{ 7*7 }} << 7 >> <% x %>",
    "[x](javascript:alert)", "-- --- ''", "!(x)", "\u202egnp.exe",
    "# no heading", "\\# no heading", "1\\. no list", "* * *x", "猫 קָט قط",
]  # fmt: skip


def page(text: str) -> em.Document:
    return em.document({"title": "T", "block": [{"text": text}]})


def body(text: str, format: str) -> str:
    return page(text).parts(format)[0]["text"]


def words(html: str) -> str:
    """What a reader of HTML reads."""
    text = " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
    return text.replace("$$ ", "$$").replace(" $$", "$$")


def commonmark(text: str) -> str:
    return MarkdownIt("commonmark", {"html": False}).enable("table").render(text)


@each("text", [RICH, *(text for text in HOSTILE if "javascript" not in text)])
def test_markdown_is_read_as_it_was_written(text: str) -> None:
    """An independent pass over our Markdown gives the words and tags of a pass over the author's."""
    theirs = commonmark(text).replace("h1>", "h2>")
    ours = commonmark(body(text, "markdown")).replace(r"\lt", "&lt;")  # no tag for readers without formulas
    clean = "".join(ch for ch in theirs if ch != "\u202e")
    assert words(ours) == words(clean)
    assert re.findall(r"<(\w+)", ours) == re.findall(r"<(\w+)", clean)


@each("text", HOSTILE)
def test_nothing_is_alive_in_html(text: str) -> None:
    try:
        made = body(text, "html")
    except InputError:
        assert "javascript" in text  # a link that leads nowhere is refused
        return
    tags = set(re.findall(r"<\s*/?\s*(\w+)", made))
    assert tags <= {"p", "em", "strong", "code", "h2", "h3", "ul", "ol", "li", "hr", "pre"}
    assert "onclick" not in re.sub(r">[^<]*<", "><", made)


def test_hostile_words_compile(tmp_path: Path, tex_engine: str) -> None:
    texts = [t for t in HOSTILE if "javascript" not in t and t.isascii()]
    source = "\n\n".join([body(RICH, "latex"), *(body(t, "latex") for t in texts)])
    result = compile_latex(in_document("latex", source, ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []
    assert r"\input{" not in source


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=40))
def test_any_words_survive_markdown(text: str) -> None:
    try:
        made = body("x " + text, "markdown")
    except InputError:
        return
    assert words(commonmark(made)) == words(commonmark(body(made, "markdown")))  # written twice it is the same


def test_the_structure_on_paper_and_on_a_terminal() -> None:
    latex, text = body(RICH, "latex"), body(RICH, "text")
    for piece in (r"\section*{A heading}", r"\emph{stress}", r"\textbf{more stress}", r"\texttt{a\_code}", "50\\% \\&",
                  r"\href{https://example.org/a\_b?c=1\&d=\%41\#e}{link}", r"\begin{enumerate}", r"\begin{itemize}",
                  r"\begin{quote}", r"\begin{tabular}{lr}", "$x_i^2 < 3$", "\\frac{1}{2}"):  # fmt: skip
        assert piece in latex
    lines = text.splitlines()
    assert lines[:2] == ["A heading", "========="]
    pieces = ["1. first", "2. second", "   - inner", "> A quotation.", "   verbatim <b>", "   \\frac{1}{2}", "A third."]
    assert [piece for piece in pieces if piece not in lines] == []
    assert "link <https://example.org/a_b?c=1&d=%41#e>" in " ".join(lines)


@each(("text", "message"), [
    ("[x](file:///etc/passwd)", "leads nowhere"), ("[x](javascript:alert(1))", "leads nowhere"),
    ("[x](//example.org/a)", "leads nowhere"), ("[x](data:text/html,a)", "leads nowhere"),
    ("[x](java&#9;script:alert)", "leads nowhere"),
    ("{ref: r}", "'{ref: r}' looks like a reference"), ("{Ref:r}", "looks like a reference"),
    ("{ref:r }", "looks like a reference"), ("{foo:r}", "looks like a reference"),
    ("see {ref:r", "'{ref:r' looks like a reference"), ("$x = {value: r}$", "looks like a reference"),
    ("![x](picture.png)", "cannot be shown"), ("$\\input{x}$", "no mathematics"),
    ("$\\frac{1}{2$", "braces that do not match"), ("$}{$", "braces that do not match"), ("$50%$", "holds a bare"),
])  # fmt: skip
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_prose(text)


@each("text", ["$5 and $6", "a $ b", "\\$x$", "`$x$`", "5$"])
def test_a_dollar_is_not_always_a_formula(text: str) -> None:
    assert "math" not in {node.type for node in parse_prose(text).walk()}


def test_formulas_stay_as_they_are() -> None:
    formula = r"\sum_{i=1}^n \frac{a_i}{b_i} \\ x * y * z"
    check_formula(formula)
    for format in ("markdown", "latex", "text"):
        assert formula in body(f"See ${formula}$.", format)
    assert r'<code class="math">' in body(f"See ${formula}$.", "html")


def test_braces_that_are_no_references() -> None:
    assert "{foo:r}" in words(body(r"\{foo:r} `{ref: r}` $x_{i:j}$", "html"))
    assert words(commonmark(body(r"\{foo:r}", "markdown"))) == "{foo:r}"


def test_relative_links() -> None:
    for target in ("page.html", "../a.html#x", "a/b?c=1", "/top.html"):
        assert f'<a href="{target}">' in body(f"[x]({target})", "html")


@each("formula", [
    r"\frac{<b>}{2}",
    r"\text{<script>}",
    "x<y>z&amp;",
    r"\widehat{<i>}",
    r"\sqrt " * 300 + "x",
    "{" * 90 + "}" * 90,
    r"\left(x",
    r"x^",
    r"\mathrm{<}",
    r"\sqrt[<]{x}",
])  # fmt: skip
def test_formulas_are_escaped_in_html(formula: str) -> None:
    root = ElementTree.fromstring(f"<r>{body(f'See ${formula}$.', 'html')}</r>")  # well-formed, and nothing alive
    alive = {element.tag for element in root.iter()} - {"r", "p", "code", "math"}
    assert all(re.fullmatch(r"m[a-z]+", tag) for tag in alive)


def test_a_formula_in_mathml() -> None:
    """The presentation MathML that the specification (MathML Core) gives for these."""
    made = body(r"$\sum_{i=1}^n \frac{x_i}{2}$", "html")
    assert made.endswith(
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>"
        "<mfrac><msub><mi>x</mi><mi>i</mi></msub><mn>2</mn></mfrac></math></p>"
    )
    assert body("$x$ is", "github") == "$`x`$ is"


def test_what_a_text_refers_to() -> None:
    root = parse_prose("A *short* text, see {ref:macro}: $x = {value:b}$, [there](#macro.result), [else](page.html#m)")
    types = [node.type for node in root.children[0].children[0].children]
    assert types == ["text", "em", "text", "reference", "text", "math", "text", "link", "text", "link"]
    assert (mentioned(root), linked(root)) == (["{ref:macro}", "{value:b}"], ["macro.result"])
    assert reference_in("{decimal:macro:4}") == ("decimal", "macro", "4")
    check_formula(r"\frac{1}{2} \le \sum_{i} x_i")
    for wrong, said in ((r"\frac{1}{2", "has braces that do not match"), (r"\input{x}", r"uses \\input, which is no")):
        with pytest.raises(InputError, match=said):
            check_formula(wrong)
