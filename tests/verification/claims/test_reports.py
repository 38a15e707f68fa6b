"""Reports that contradict themselves: what is wrong is found without data, and nothing else is accused."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics import ConfusionMatrix
from tests.cases import each

ROWS = [[50, 3, 2], [8, 45, 1], [4, 2, 148]]


def report(rows: list[list[int]], *, places: int = 2, cut: bool = False) -> list[list[str]]:
    """The cells of a report of a matrix as scikit-learn prints it, its numbers rounded or cut."""
    cm = ConfusionMatrix(rows)
    shown = "truncate" if cut else "half-even"

    def number(name: str, **of: object) -> str:
        return em.decimal(cm.value(name, **of), places=places, rounding=shown)  # type: ignore[arg-type]

    names, n = ("precision", "recall", "f1"), sum(map(sum, rows))
    found = [
        [f"class {at}", *(number(name, label=at) for name in names), str(sum(rows[at]))] for at in range(len(rows))
    ]
    found.append(["accuracy", "", "", number("accuracy"), str(n)])
    return found + [
        [f"{average} avg", *(number(name, average=average) for name in names), str(n)]
        for average in ("macro", "weighted")
    ]


def printed(cells: list[list[str]]) -> str:
    lines = [["", "precision", "recall", "f1-score", "support"], *cells]
    return "```\n" + "".join("".join(cell.rjust(12) for cell in row) + "\n" for row in lines) + "```\n"


def errors(text: str) -> list[tuple[str | None, str | None]]:
    found = em.verify_document(text, format="markdown")
    return [(one.printed, one.word) for one in found.claims if one.level == "error"]


@each("places", [1, 2, 3, 4])
@each("cut", [False, True])
def test_a_report_that_is_right_is_not_accused(places: int, cut: bool) -> None:
    assert errors(printed(report(ROWS, places=places, cut=cut))) == []


ALTERED = {
    (0, 1): "0.31", (1, 2): "0.33", (2, 3): "0.57", (3, 3): "0.82", (4, 1): "0.60", (4, 3): "0.98", (5, 2): "0.72",
    (0, 4): "505", (3, 4): "936", (4, 4): "236", (5, 4): "363",
}  # fmt: skip


@each(("place", "altered"), list(ALTERED.items()))
def test_every_number_of_a_report_is_held_to_the_others(place: tuple[int, int], altered: str) -> None:
    cells = report(ROWS)
    cells[place[0]][place[1]] = altered
    assert errors(printed(cells))
    assert {word for _, word in errors(printed(cells))} == {"inconsistent-data"}


def test_the_finding_names_the_numbers_that_do_not_go_together() -> None:
    cells = report(ROWS)
    cells[4][3] = "0.98"
    found = em.verify_document(printed(cells), format="markdown")
    (finding,) = found.findings("error")
    said = [hint.text() for hint in finding.hints]
    values = [row[3] for row in cells[:3]]
    assert finding.printed == "0.98"
    assert len(said) == 1
    assert all(value in said[0] for value in values)


def test_where_rows_may_be_left_out_nothing_is_said() -> None:
    cells = report(ROWS)
    assert errors(printed([cells[0], *cells[2:]])) == []


@each("of", ["averages", "scores"])
def test_f1_is_averaged_in_either_way(of: str) -> None:
    cells = report([[5, 0, 5], [9, 1, 0], [0, 0, 10]])
    cm = ConfusionMatrix([[5, 0, 5], [9, 1, 0], [0, 0, 10]])
    cells[4][3] = em.decimal(cm.value("f1", average="macro", combine=of), places=2)  # type: ignore[arg-type]
    assert errors(printed(cells)) == []


@each("row", [["samples avg", "0.10", "0.20", "0.15"], ["micro avg", "0.50", "0.92", "0.65"]])
def test_other_averages_are_left_alone(row: list[str]) -> None:
    assert errors(printed([*report(ROWS)[:3], [*row, "263"]])) == []


def test_averages_of_means_over_runs_are_not_held_to_them() -> None:
    cells = report(ROWS)
    cells[4][1] = ALTERED[4, 1]
    assert errors(f"Weighted as the folds are:\n\n{printed(cells)}") == []
