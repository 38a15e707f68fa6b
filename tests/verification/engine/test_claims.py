"""Claims of documents: judged against data given or found, either way round, on either scale; impossible values."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim, Span
from exactmetrics.verification.claims.found import FoundClaim, Recognised
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.judging.document_claims import DocumentClaims
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.verified import FoundData
from exactmetrics.verification.verify import verify_document
from tests.cases import each

# Recall of cat 3/4, of dog 2/2; precision of cat 3/3, of dog 2/3; accuracy 5/6.
ROWS = ((3, 1), (0, 2))
TABLE = FoundData("Table 1", ("cat", "dog"), ROWS)
MARKDOWN = "| actual \\ predicted | cat | dog |\n|---|---|---|\n| cat | 3 | 1 |\n| dog | 0 | 2 |\n\n"


def said(metric: str, printed: str, line: int = 1, **more: Any) -> FoundClaim:
    options: dict[str, Any] = {key: more[key] for key in ("label", "average") if key in more}
    span = Span(Position(line, 1, 100 * line), 100 * line + len(printed))
    return FoundClaim(
        Question(metric=metric, options=options), printed, "", span, more.get("expression"), more.get("data", 0)
    )


def checked(*claims: FoundClaim, data: FoundData | None = TABLE, **options: Any) -> list[CheckedClaim]:
    found = Recognised([] if data is None else [data], list(claims))
    return DocumentClaims(found, **options).checked(options.pop("habits", Habits()))


def words(*claims: FoundClaim, **options: Any) -> list[str | None]:
    return [one.word for one in checked(*claims, **options)]


def test_both_verdicts() -> None:
    (one,) = checked(said("recall", "0.75", label="cat", expression="3/5"))
    assert (one.word, one.level, one.value) == ("exact", "error", Fraction(3, 4))
    assert one.expression_verdict is not None
    assert one.expression_verdict.word == "false"
    assert [hint.kind for hint in one.hints] == ["expression-wrong"]


def test_numbers_of_a_table_in_percent_are_not_accused() -> None:
    claims = [
        said("recall", "75.0", label="cat"),
        said("accuracy", "83.3", 2),
        said("precision", "66.7", 3, label="dog"),
    ]
    assert words(*claims) == ["exact", "rounded", "rounded"]
    assert [one.printed for one in checked(*claims)] == ["75.0", "83.3", "66.7"]
    assert words(said("recall", "75 %", label="cat"), said("accuracy", r"83.3\%", 2)) == ["exact", "rounded"]


def test_decimal_commas() -> None:
    assert words(said("accuracy", "0,83"), said("recall", "0,74", 2, label="cat"), decimal_comma=True) == [
        "rounded", "wrong",
    ]  # fmt: skip


def test_a_fraction_in_two_lines() -> None:
    assert words(said("accuracy", r"\frac{5}{6}"), said("accuracy", r"\frac{4}{6}", 2)) == ["exact", "wrong"]


def test_corrections_of_claims() -> None:
    cut, habit = said("precision", "0.66", label="dog"), Habits(rounding="truncate")
    (one,) = checked(cut)
    assert one.correction is not None
    assert (one.correction.start, one.correction.old, one.correction.new) == (100, "0.66", "0.67")
    assert DocumentClaims(Recognised([TABLE], [cut])).checked(habit)[0].correction is None
    assert checked(said("recall", "0.57", label="cat"))[0].correction is None
    (percent,) = checked(said("precision", "66.66 %", label="dog"))
    assert percent.correction is not None
    assert (percent.correction.old, percent.correction.new) == ("66.66", "66.67")


def test_identities_that_surprise_are_explained_and_not_accused() -> None:
    """Micro recall is the accuracy, where a sample has one class; so is recall weighted by support."""
    micro, weighted = checked(said("recall", "0.83", average="micro"), said("recall", "0.83", 2, average="weighted"))
    assert [(one.level, [hint.kind for hint in one.hints]) for one in (micro, weighted)] == [
        ("ok", ["micro"]), ("ok", ["weighted-recall"]),
    ]  # fmt: skip


def test_counts_with_separators_of_thousands() -> None:
    data = FoundData("", ("cat", "dog"), ((1234, 1), (0, 2)))
    span = Span(Position(1, 1, 0), 5)
    right, wrong = (
        FoundClaim(Question(count="tp", options={"label": "cat"}), printed, "", span, data=0)
        for printed in ("1,234", "1,243")
    )
    first, second = checked(right, wrong, data=data)
    assert (first.word, second.word, second.hints[0].kind) == ("exact", "wrong", "digits-transposed")


def rounded(value: Fraction, places: int) -> str:
    """The nearest decimal, by the fractions' own rounding."""
    return f"{float(round(value, places)):.{places}f}"


def written(seed: int) -> list[str]:
    """A page with a matrix, a table of precision and recall, and the accuracy, all right."""
    rng = random.Random(seed)
    names = ["cat", "dog", "bird", "horse"][: rng.choice([2, 3, 4])]
    rows = [[rng.randint(1, 60) for _ in names] for _ in names]
    lines = [f"| actual \\ predicted | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [f"| {name} | {' | '.join(map(str, row))} |" for name, row in zip(names, rows, strict=True)]
    lines += ["", "| Class | Precision | Recall |", "|---|---|---|"]
    for name, row, column, at in zip(names, rows, zip(*rows, strict=True), range(len(names)), strict=True):
        precision, recall = Fraction(row[at], sum(column)), Fraction(row[at], sum(row))
        lines.append(f"| {name} | {rounded(precision, 3)} | {rounded(recall, 3)} |")
    right, whole = sum(row[at] for at, row in enumerate(rows)), sum(map(sum, rows))
    return [*lines, "", f"The accuracy is {right}/{whole} = {rounded(Fraction(right, whole), 4)}."]


@each("seed", range(12))
def test_a_document_whose_values_are_all_right_is_not_accused(seed: int) -> None:
    lines = written(seed)
    found = verify_document("\n".join(lines), format="markdown")
    assert len(found.claims) == len(lines) - 7 + 1  # classes are in two tables; two values of each, and the accuracy
    assert [one for one in found.claims if one.level != "ok"] == []
    assert found.worst == "ok"


@each("seed", range(12))
def test_one_wrong_number_in_it_is_found_where_it_stands(seed: int) -> None:
    rng, lines = random.Random(seed), written(seed)
    at = lines.index("| Class | Precision | Recall |") + 2
    row = lines[at].split(" | ")
    right = row[1]
    row[1] = f"{(float(right) + rng.choice([0.123, 0.377, 0.611])) % 1:.3f}"
    text = "\n".join([*lines[:at], " | ".join(row), *lines[at + 1 :]])
    (wrong,) = [one for one in verify_document(text, format="markdown").claims if one.level != "ok"]
    assert (wrong.word, wrong.printed, wrong.level) == ("wrong", row[1], "error")
    assert wrong.span is not None
    assert text[wrong.span.start.offset : wrong.span.stop] == row[1]
    assert wrong.verdict is not None
    assert wrong.verdict.expected == right


def test_a_whole_document() -> None:
    found = verify_document(
        MARKDOWN + "The recall of class cat is 0.75 and the accuracy is 5/6 = 0.83.", format="markdown"
    )
    assert [(one.question.metric, one.word) for one in found.claims] == [("recall", "exact"), ("accuracy", "rounded")]
    assert found.data[0].labels == ("cat", "dog")
    assert found.worst == "ok"
    assert verify_document(MARKDOWN + "The recall of class cat is 0.75.", claims=False).claims == []


def test_data_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "matrix.csv"
    file.write_text(",cat,dog\ncat,3,1\ndog,0,2\n", encoding="utf-8")
    found = verify_document("The recall of class cat is 0.57, the accuracy is 0.83.", data=file)
    assert [one.word for one in found.claims] == ["wrong", "rounded"]
    wrong = found.claims[0]
    derivation = wrong.derivation()
    assert derivation is not None
    assert derivation.value == Fraction(3, 4)
    assert "digits-transposed" in [hint.kind for hint in wrong.hints]
