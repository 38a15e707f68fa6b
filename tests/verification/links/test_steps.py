"""Steps of one calculation that stand apart: on lines of a listing, in formulas of their own, under the same name."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each


def words(text: str, form: str = "markdown") -> list[str]:
    return [str(link.word) for link in verify_links(text, format=form).links if link.word]


FENCED = "```\nHit rate = hits / all\n         = 12 / (12 + 4)\n         = 12 / 16\n         = 0.85\n```\n"
CUT = "```\nx = 3 * (4 +\n     5) /\n     9\n  = 3\n```\n"
DISPLAYS = "\\[\nR = \\frac{12}{12+6}\n\\]\n\n\\[\n= \\frac{12}{18}\n\\]\n\n\\[\n= 0.76\n\\]\n"
DOLLARS = "$$ R = \\frac{12}{12+6} $$\n\n$$ = 0.67 $$\n\n$$ \\approx 67\\% $$\n"
BROKEN = "$$\nF = 2 \\times \\frac{0.6 \\times 0.6}\n{0.6 + 0.6}\n= 0.6\n$$\n"
PARAGRAPHS = "so R = 12/(12+6)\n\n= 12/18\n\n= 0.67\n"
DIRECTIVE = ".. math::\n\n   R = \\frac{12}{18}\n\n.. math::\n\n   = 0.76\n"
COMMENTS = "    // acc = (4 + 5) / (4 + 5 + 3)\n    //     = 9 / 12\n    //     = 0.85\n"


@each(
    ("text", "form", "wanted"),
    [
        (FENCED, "markdown", ["exact", "false"]),
        (DISPLAYS, "markdown", ["exact", "false"]),
        (DOLLARS, "markdown", ["rounded", "exact"]),
        (BROKEN, "markdown", ["exact"]),
        (PARAGRAPHS, "text", ["exact", "rounded"]),
        (DIRECTIVE, "text", ["false"]),
        (COMMENTS, "text", ["exact", "false"]),
        ("<p>R = 12 / 18</p><p>= 0.76</p>", "html", ["false"]),
        ("<pre>R = 12 / 18\n  = 0.67</pre>", "html", ["rounded"]),
        ("\\begin{verbatim}\nR = 12 / 18\n  = 0.76\n\\end{verbatim}\n", "latex", ["false"]),
    ],
)  # fmt: skip
def test_a_chain_goes_on(text: str, form: str, wanted: list[str]) -> None:
    assert words(text, form) == wanted


def test_positions_behind_what_was_put_together() -> None:
    for text in (FENCED, DISPLAYS, PARAGRAPHS, COMMENTS):
        for link in verify_links(text, format="markdown").judged:
            assert text[link.where.offset :].startswith(link.left)
            assert text[link.ends.offset :].startswith(link.right)
            assert text[: link.ends.offset].count("\n") == link.ends.line - 1


@each(
    ("text", "form", "wanted"),
    [
        ("| a | 3/4 | 0.75 |\n| b | 1/3 | 0.33 |\n| c | 4/5 | 0.9 |\n", "markdown", ["exact", "rounded", "false"]),
        ("| a | 3/4 | 0.75 |\n| b | 4/5 | 0.9 |\n", "markdown", ["exact", "unread"]),  # one row shows nothing
        ("| a | 2/3 | 0.667 |\n| b | 4/5 | 0.9 |\n", "markdown", ["rounded", "false"]),  # one at three digits does
        ("| a | 1/32.6 | 1 |\n| b | 6/9 | 1 |\n| c | 3/5 | 2 |\n", "markdown", []),
        ("| 1 | 12/20 | 1 |\n| 2 | 15/20 | 2 |\n| 3 | 2/2 | 3 |\n", "markdown", []),  # the number of a row
        ("| 3/4 | 0.75 | 1 |\n| 1/4 | 0.25 | 2 |\n| 1/5 | 0.20 | 3 |\n", "markdown", ["exact"] * 3),
        ("| a | 4/5 | 0.9 |\n| b | 7 / 2 | 31 |\n", "markdown", ["unread"]),  # nothing has shown what the cells mean
        ("| **z = (0.9 - 0.2) / 0.06** | **+11.6** |\n", "markdown", ["truncated"]),
        ("| 1/2 | 3 |\n| 2020-2021 | 17 |\n", "markdown", []),
        ("<tr><td>3/4</td><td>0.75</td></tr><tr><td>1/5</td><td>0.2</td></tr><tr><td>4/5</td><td>0.9</td></tr>", "html",
         ["exact", "exact", "false"]),
        ("\\begin{tabular}{cc} a & 3/4 & 0.75 \\\\ b & 1/5 & 0.2 \\\\ c & 4/5 & 0.9 \\\\ \\end{tabular}", "latex",
         ["exact", "exact", "false"]),
        ("==== ======= =====\na    3 / 4   0.75\nb    4/5=0.9 2/5=0.4\n==== ======= =====\n", "text",
         ["exact", "false", "exact"]),
        ("12 hits of 16, so 12/16 → 0.75", "markdown", ["exact"]),
        ("12/16 => 0.85", "markdown", ["unread"]),
        ("the rate goes from 1/2 -> 5", "markdown", []),
    ],
)  # fmt: skip
def test_results_in_the_next_cell_or_behind_an_arrow(text: str, form: str, wanted: list[str]) -> None:
    assert words(text, form) == wanted
