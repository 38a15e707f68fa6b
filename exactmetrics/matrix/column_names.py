"""What the columns of a file or a frame are by their names: labels, and how often a row counts.

A table of counted pairs, as R, pandas, Spark, SQL and Excel write it, has one row for each pair of labels and its
number of samples beside it. What such a column is called is listed here; that a column was taken for the counts is said
in a notice, and so is every column that is not used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from ..exact.errors import Notice, UsageError
from .exact_count import number
from .labels import did_you_mean, listed

TRUE = (
    "y_true", "true", "true label", "true class", "actual label", "actual class", "label", "target", "truth",
    "ground truth", "gold", "actual", "reference", "observed",
)  # fmt: skip
PRED = (
    "y_pred", "pred", "predicted", "predicted label", "predicted class", "prediction", "predictions", "y_hat",
    "y hat", "pred label",
)  # fmt: skip
WEIGHT = "sample_weight"
Rows = Mapping[tuple[Hashable, Hashable, object], int]  # true, predicted and a cell, and how many rows are alike
# What the words of a title begin with that says which side of a matrix it stands at.
SIDES = {
    "true": (
        "actual", "true", "truth", "ground", "gold", "reference", "observed", "target", "tatsächlich", "wahr",
        "wirklich", "réel", "réal", "vrai", "observé", "real", "verdader", "observad", "فعلي", "الفعلي", "حقيقي",
        "الحقيقي",
    ),
    "predicted": (
        "pred", "classified", "output", "vorherges", "vorhersage", "prognos", "prédi", "prévu", "estimé", "predi",
        "estimad", "pronostic", "متوقع", "المتوقع", "تنبؤ", "التنبؤ",
    ),
}  # fmt: skip
# What a column of counts is called: "n" and "nn" by dplyr, "N" by data.table, "Freq" by R's tables.
COUNTING = {
    "n", "nn", "count", "counts", "counted", "cnt", "freq", "freqs", "occurrences", "tally", "weight", "weights", "wt",
    "anzahl", "häufigkeit", "häufigkeiten", "gewicht", "effectif", "effectifs", "fréquence", "frecuencia",
    "frecuencias", "cantidad", "recuento", "cuenta", "العدد", "عدد", "التكرار", "تكرار",
}  # fmt: skip
# What may as well be something else of a sample, or is what a program writes where there is no name: "0" by pandas, "x"
# and "value" by R, "f0_", "_c2", "EXPR$0" and "(No column name)" by engines of SQL.
PERHAPS = {
    "0", "x", "value", "values", "f0", "expr$0", "no column name", "len", "size", "sizes", "total", "totals", "times",
    "number", "numbers", "num", "nombre", "número", "frequency", "frequencies", "cases", "samples", "observations",
    "instances", "v1", "v3",
}  # fmt: skip
COUNTED = {
    "1", "all", "star", "sample", "samples", "row", "rows", "case", "cases", "record", "records", "observation",
    "observations", "obs", "instance", "instances", "item", "items", "example", "examples", "pair", "pairs",
    "occurrence", "occurrences", "absolute", "abs", "number", "num", "total", "nombre", "número",
}  # fmt: skip
OF = {"of", "von", "de"}
# What spreadsheets write before the name of the column that they counted, whatever this is, or added up.
COUNT_OF, SUM_OF = {"count", "anzahl", "nombre", "cuenta", "recuento"}, {"sum", "summe", "somme", "suma"}


def plain(name: object) -> str:
    """A name without what does not matter in it: capitals, "_" and "-"."""
    return str(name).strip().casefold().replace("_", " ").replace("-", " ")


def usual_columns(names: Sequence[str]) -> tuple[str, str] | None:
    """The names of the true and of the predicted column; None unless there is exactly one of each.

    `y_true` and `y_pred` go before all others. Capitals, "_" and "-" do not matter.
    """
    if "y_true" in names and "y_pred" in names:
        return "y_true", "y_pred"
    true, pred = ([name for name in names if plain(name) in map(plain, words)] for words in (TRUE, PRED))
    return (true[0], pred[0]) if len(true) == len(pred) == 1 else None


def side_of(title: str) -> str | None:
    """Which classes a title speaks of, "true" or "predicted"; None where of neither, or of both.

    >>> side_of("Actual class"), side_of("Vorhergesagt"), side_of("Confusion matrix"), side_of("actual vs. predicted")
    ('true', 'predicted', None, None)
    """
    words = re.findall(r"[^\W\d_]+", title.casefold())
    sides = [side for side, begins in SIDES.items() if any(word.startswith(begins) for word in words)]
    return sides[0] if len(sides) == 1 else None


def names_counts(name: object) -> bool:
    """Whether a column is called as one of counts or weights is.

    >>> [name for name in ("Freq", "count(*)", "Count of y_pred", "n_samples", "id", "country") if names_counts(name)]
    ['Freq', 'count(*)', 'Count of y_pred', 'n_samples']
    """
    words = re.findall(r"\w+", plain(name).replace("#", " number of "))
    if not words:
        return False
    if set(words) <= COUNTING | COUNTED | OF:
        return not COUNTING.isdisjoint(words) or (len(words) > 1 and words[0] in ("number", "num", "nombre", "número"))
    first, second, *_ = [*words, "", ""]
    parted = second in OF or "(" in str(name)  # as in "Count of id" and "count(id)"
    return parted and (first in COUNT_OF or (first in SUM_OF and words[-1] in COUNTING))


def may_count(name: object) -> bool:
    """Whether a column is called as some of counts are, and others.

    >>> [name for name in ("size", "0", "_c2", "EXPR$0", "(No column name)", "age") if may_count(name)]
    ['size', '0', '_c2', 'EXPR$0', '(No column name)']
    """
    text = plain(name).strip(" ()")
    return text in PERHAPS or re.fullmatch(r"c\d+", text) is not None


def weight_column(names: Iterable[str], asked: str | None, source: str, besides: Iterable[str] = ()) -> str | None:
    """The column that says how often each row counts: the one asked for, `sample_weight`, or one that is called so.

    None where there is none, or "" was asked for. The columns `besides` hold something else. One that was found by its
    name is to be looked at: `holds_counts`.
    """
    taken = set(besides)
    known = [name for name in names if name not in taken]
    if asked:
        if asked not in known:
            raise UsageError(f"{source} has no column {asked!r}; it has {listed(names)}.{did_you_mean(asked, known)}")
        return asked
    if asked == "":
        return None
    if WEIGHT in known:
        return WEIGHT
    if called := [name for name in known if names_counts(name)]:
        if len(called) > 1:
            raise UsageError(
                f"{source} has several columns that may be the counts of its rows: {listed(called)}. Name one with "
                'sample_weight=, or none with sample_weight="".'
            )
        return called[0]
    perhaps = [name for name in known if may_count(name)]
    return perhaps[0] if len(perhaps) == 1 else None


def is_sure(weight: str | None, asked: str | None) -> bool:
    """Whether nothing is to be asked of a column of counts: there is none, it was asked for, or has the very name."""
    return weight is None or bool(asked) or weight == WEIGHT


def counts_column(
    names: Iterable[str], asked: str | None, source: str, besides: Iterable[str], rows: Callable[[str], Rows]
) -> str | None:
    """The column of `weight_column`, unless it was found by its name and holds no counts; `rows` are those with it."""
    weight = weight_column(names, asked, source, besides)
    if weight is None or is_sure(weight, asked) or holds_counts(weight, rows(weight)):
        return weight
    return None


def sample_rows(truth: Iterable[Hashable], cells: Iterable[object]) -> Rows:
    """The rows of samples whose predictions say nothing of whether a column holds counts."""
    return Counter((label, None, cell) for label, cell in zip(truth, cells, strict=True))


def holds_counts(name: str, rows: Rows) -> bool:
    """Whether a column does hold counts.

    Texts are none, and neither are numbers that number the rows: one each, from 0 or 1 on, beside pairs that repeat. A
    name that others have too is one of whole numbers beside pairs of which none repeats.
    """
    cells = [_number(cell) for _, _, cell in rows]
    if not any(cell is not None for cell in cells):
        return False
    repeated = len({pair[:2] for pair in rows}) < sum(rows.values())
    if not names_counts(name):
        return not repeated and all(cell is not None and cell == int(cell) >= 0 for cell in cells)
    numbering = len(cells) == sum(rows.values()) and None not in cells
    return not (repeated and numbering and set(cells) in (set(range(len(cells))), set(range(1, len(cells) + 1))))


def _number(cell: Any) -> Any:
    """A cell that may be a count, as a number; None for a text, or nothing."""
    if isinstance(cell, str):
        return number(cell) if number(cell) is not None else number(cell, decimal_comma=True)
    return None if cell is None or isinstance(cell, bool) or cell != cell else cell


def noticed(names: Iterable[str], used: Iterable[str], weight: str | None, asked: str | None) -> tuple[Notice, ...]:
    """What is said of the columns: which one was found by its name to hold the counts, and which are not used."""
    counted = (
        ()
        if weight is None or is_sure(weight, asked)
        else (Notice(f'every row counts as often as its {weight!r} says (one each: sample_weight="")'),)
    )
    return (*counted, *not_used(names, [*used, weight]))


def not_used(names: Iterable[str], used: Iterable[str | None]) -> tuple[Notice, ...]:
    """What is said of the columns that are not used."""
    known = set(used)
    left = [name for name in names if name not in known and str(name).strip()]
    if not left:
        return ()
    told = f"column {listed(left)} is" if len(left) == 1 else f"columns {listed(left)} are"
    return (Notice(f"the {told} not used (sample_weight= names one of counts)"),)
