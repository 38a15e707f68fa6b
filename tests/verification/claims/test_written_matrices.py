"""Matrices written out in every form, with every label and count, are read back as they were."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from tests.cases import each, size

Rows = list[list[int]]
Labels = list[str]
NAMES = [
    "cat",
    "dog",
    "bird",
    "not spam",
    "I-PER",
    "O",
    "classe",
    "猫",
    "кот",
    "x_1",
    "Smooth Road",
    "A",
    "B",
    "7",
    "19",
]


def bars(labels: Labels, rows: Rows, corner: str, totals: bool) -> str:
    head = [corner, *labels] + (["Total"] if totals else [])
    lines = [head, ["---"] * len(head)]
    for label, row in zip(labels, rows, strict=True):
        lines.append([label, *map(str, row)] + ([str(sum(row))] if totals else []))
    if totals:
        sums = [sum(column) for column in zip(*rows, strict=True)]
        lines.append(["Total", *map(str, sums), str(sum(sums))])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def tabs(labels: Labels, rows: Rows, corner: str, totals: bool) -> str:
    row_side, column_side = corner.split(" \\ ")
    lines = [f"\t\t{column_side}" + "\t" * (len(labels) - 1), "\t".join(["", "", *labels])]
    for at, (label, row) in enumerate(zip(labels, rows, strict=True)):
        lines.append("\t".join(["" if at else row_side, label, *map(str, row)]))
    return "\n".join(lines)


def latex(labels: Labels, rows: Rows, corner: str, totals: bool) -> str:
    names = [label.replace("_", "\\_") for label in labels]
    body = [" & ".join([corner.replace(" \\ ", " / "), *names])]
    body += [" & ".join([name, *map(str, row)]) for name, row in zip(names, rows, strict=True)]
    lines = " \\\\ \\hline\n".join(body)
    return f"\\begin{{tabular}}{{l|{'r' * len(labels)}}}\n{lines} \\\\\n\\end{{tabular}}"


def html(labels: Labels, rows: Rows, corner: str, totals: bool) -> str:
    row_side, column_side = corner.split(" \\ ")
    head = f'<tr><td></td><th colspan="{len(labels)}">{column_side}</th></tr>'
    head += f"<tr><th>{row_side}</th>" + "".join(f"<th>{label}</th>" for label in labels) + "</tr>"
    body = ""
    for label, row in zip(labels, rows, strict=True):
        body += f"<tr><th>{label}</th>" + "".join(f"<td>{count}</td>" for count in row) + "</tr>"
    return f"<table>{head}{body}</table>"


def columns(labels: Labels, rows: Rows, corner: str, totals: bool) -> str:
    """As R prints it: the side of the columns over them, that of the rows in the corner."""
    row_side, column_side = corner.split(" \\ ")
    wide = max(map(len, [*labels, row_side])) + 1
    lines = [
        " " * (wide + 2) + column_side,
        row_side.ljust(wide) + "".join("  " + label.rjust(wide) for label in labels),
    ]
    for label, row in zip(labels, rows, strict=True):
        lines.append(label.rjust(wide) + "".join("  " + str(count).rjust(wide) for count in row))
    return "```\n" + "\n".join(lines) + "\n```"


FORMS: dict[str, tuple[str, Callable[[Labels, Rows, str, bool], str]]] = {
    "bars": ("markdown", bars), "tabs": ("text", tabs), "latex": ("latex", latex), "html": ("html", html),
    "columns": ("markdown", columns),
}  # fmt: skip
CORNERS = {
    "Actual \\ Predicted": "true", "Prediction \\ Reference": "predicted", "真实 \\ 预测": "true",
    "Vorhersage \\ Wahr": "predicted", "Gold \\ System": "true", "Clase real \\ Clase predicha": "true",
}  # fmt: skip


@st.composite
def matrices(draw: st.DrawFn) -> tuple[Labels, Rows]:
    size = draw(st.integers(2, 5))
    labels = draw(st.lists(st.sampled_from(NAMES), min_size=size, max_size=size, unique=True))
    count = st.integers(0, 99_999)
    rows = draw(st.lists(st.lists(count, min_size=size, max_size=size), min_size=size, max_size=size))
    rows[0][0] = max(1, rows[0][0])
    return labels, rows


@each("form", FORMS)
@settings(max_examples=size(30, 60), deadline=None)
@given(matrix=matrices(), corner=st.sampled_from(sorted(CORNERS)), totals=st.booleans())
def test_a_written_matrix_is_read_back(form: str, matrix: tuple[Labels, Rows], corner: str, totals: bool) -> None:
    labels, rows = matrix
    format, write = FORMS[form]
    text = "Some words before.\n\n" + write(labels, rows, corner, totals) + "\n\nSome words after.\n"
    (found,) = recognised(source_of(text, format)).data
    assert [str(label).replace("\\_", "_") for label in found.labels] == labels
    assert [list(row) for row in found.rows or ()] == rows
    assert found.orientation == CORNERS[corner]
