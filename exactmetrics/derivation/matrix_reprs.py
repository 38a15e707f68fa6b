"""What a notebook shows of a confusion matrix: a short table in HTML, and the same for TeX."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.escape import plain
from exactmetrics.derivation.writing.class_labels import called
from exactmetrics.matrix.blocks import Blocks

MOST = 30  # classes; a larger matrix shows its size alone
# Colours of the text itself, and a shade that can be seen on light paper and on dark.
TABLE = "border-collapse: collapse; font-variant-numeric: tabular-nums; color: inherit"
CELL = "padding: .2em .6em; text-align: right; background: none"
RIGHT = "padding: .2em .6em; text-align: right; font-weight: bold; background: rgb(70 150 90 / .25)"
RULE = "; border-top: 1px solid currentColor"


def html_matrix(blocks: Blocks, rows: Sequence[Sequence[object]]) -> str:
    """The matrix as an HTML table whose headings say what they are of; its names are text, whatever they hold."""
    names = [f"<bdi>{escape.html(name)}</bdi>" for name in called([plain(label) for label in blocks.labels])]

    def row(head: str, cells: Sequence[object], total: object, right: int | None = None, rule: str = "") -> str:
        looks = [RIGHT if j == right else CELL for j in range(len(cells))] + [CELL]
        counts = [str(c) for c in (*cells, total)]
        made = [f'<td style="{look}{rule}">{text}</td>' for look, text in zip(looks, counts, strict=True)]
        return f'<tr><th scope="row" style="{CELL}{rule}">{head}</th>{"".join(made)}</tr>'

    heads = "".join(f'<th scope="col" style="{CELL}">{name}</th>' for name in ("true / predicted", *names, "total"))
    lines = [row(name, cells, blocks.support[i], i) for i, (name, cells) in enumerate(zip(names, rows, strict=True))]
    caption = "Rows are true classes, columns are predicted classes."
    return "\n".join(
        [
            f'<table style="{TABLE}">',
            f'<caption style="text-align: start; color: inherit">{caption}</caption>',
            f"<thead><tr>{heads}</tr></thead>",
            f"<tbody>\n{chr(10).join(lines)}\n</tbody>",
            f"<tfoot>{row('total', blocks.predicted, blocks.n, rule=RULE)}</tfoot>",
            "</table>",
        ]
    )


def latex_matrix(blocks: Blocks, rows: Sequence[Sequence[object]]) -> str:
    r"""The matrix as an array in a formula, which MathJax and LaTeX read alike."""
    names = [rf"\text{{{escape.latex(name)}}}" for name in called([plain(label) for label in blocks.labels])]
    body = [
        [name, *(rf"\mathbf{{{c}}}" if i == j else str(c) for j, c in enumerate(cells)), str(blocks.support[i])]
        for i, (name, cells) in enumerate(zip(names, rows, strict=True))
    ]
    head = " & ".join([r"\text{true / predicted}", *names, r"\text{total}"])
    total = " & ".join([r"\text{total}", *map(str, blocks.predicted), str(blocks.n)])
    table = r" \\ ".join(" & ".join(line) for line in body)
    return rf"$\begin{{array}}{{l{'r' * (len(names) + 1)}}} {head} \\ \hline {table} \\ \hline {total} \end{{array}}$"
