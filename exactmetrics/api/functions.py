"""Public functions: reading counts, listing metrics, explaining one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.api.catalogue import Catalogue
from exactmetrics.api.matrix import ConfusionMatrix, OneVsRest
from exactmetrics.matrix.blocks import Blocks

if TYPE_CHECKING:
    from exactmetrics.derivation.comparison import Comparison
    from exactmetrics.derivation.derivation import Derived


def read(
    source: Any,
    *,
    true: str | None = None,
    pred: str | None = None,
    orientation: str | None = None,
    labels: Sequence[Hashable] | None = None,
    sample_weight: str | None = None,
    supports: Sequence[Any] | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    matrix: int | None = None,
) -> ConfusionMatrix | OneVsRest:
    """Counts from a file (CSV, TSV, XLSX, JSON, TOML, parquet), from standard input (`-`), or from an inline matrix.

    `true` and `pred` name the columns of a file of labels, and `sample_weight` the one that says how often each row
    counts: by default one that is called so, `count`, `Freq`, `n` or the like; "" is none. `orientation` says what a
    row of a matrix is, "true" or "predicted" classes: by default true ones, unless titles beside the names say
    otherwise. `supports`, the true samples of each class, restore the counts of a matrix of shares. `sheet` is that of
    a workbook with several, `encoding` that of a text which is not UTF-8, as in "cp1252". What was noticed, as columns
    that are not used, is in `notes`. A file of partial counts gives a `OneVsRest`.

    Text that is none of these is read as `verify` reads it: what programs print (arrays, tables, four counts), a
    document, JSON of other programs. The first of `notes` then says what was understood. Of several matrices in it
    `matrix` chooses one, by its number from 1.

    Raises `InputError` naming file, line and column where the input cannot be used.

    >>> read("6 1 1; 1 5 2; 2 3 7").value("accuracy")
    Fraction(9, 14)
    >>> read("TP=40 FP=10 FN=5 TN=45").value("precision")
    Fraction(4, 5)
    """
    from exactmetrics.verification.reading import read_data

    found, positive = read_data(
        source, true=true, pred=pred, orientation=orientation, labels=labels, sample_weight=sample_weight,
        supports=supports, sheet=sheet, encoding=encoding, matrix=matrix,
    )  # fmt: skip
    return OneVsRest(found) if isinstance(found, Blocks) else ConfusionMatrix._of(found, positive)


def metrics(*, scope: str | None = None, exactness: str | None = None, implemented_by: str | None = None) -> Catalogue:
    """The registry: every metric, or those of a scope ("class", "matrix", "scores"), of an exactness ("rational",
    "algebraic"), or that a library has ("sklearn", "pycm", "torchmetrics", "yardstick"). The list shows itself as a
    table.

    >>> metrics(scope="matrix")  # doctest: +ELLIPSIS
    name ... of a    also called
    ...
    accuracy ... matrix  acc, overall_accuracy, accuracy_score
    ...
    >>> "mcc" in [m.name for m in metrics(exactness="algebraic")]
    True
    """
    from exactmetrics.metrics.registry import all_metrics, check_traits
    from exactmetrics.metrics.score_registry import all_score_metrics

    check_traits(scope, exactness, implemented_by)
    return Catalogue(
        m
        for m in [*all_metrics(), *all_score_metrics()]
        if scope in (None, m.scope)
        and exactness in (None, m.exactness)
        and (implemented_by is None or implemented_by in m.implemented_by)
    )


def explain(name: str, *, language: str = "en") -> str:
    """A metric explained: description, definition, domain, range, forms, conventions, names elsewhere; generated.

    `language` is the language of the sentences, "en" by default.

    >>> print(explain("ppv").splitlines()[0])
    precision (a metric of one class)
    """
    from exactmetrics.derivation.explain import explanation

    return explanation(name, language=language)


def compare(first: Derived, second: Derived, *, names: Sequence[str] | None = None) -> Comparison:
    """Two derivations one after the other, with the exact difference of their values.

    Made for what is easily taken for each other: two ways of averaging, two conventions, matrices, metrics or classes.

    Args:
        first, second: derivations, made by `derive`, both from counts or both from scores; the page looks as the first
            one does.
        names: what the reader knows the two by, as in `names=("Filter A", "Filter B")`.

    Raises:
        UsageError: something that is no derivation, or names that are not two different texts.

    >>> cm = read("6 1 1; 1 5 2; 2 3 7")
    >>> compare(cm.derive("recall", average="macro"), cm.derive("recall", average="weighted")).difference
    Fraction(5, 504)
    """
    from exactmetrics.derivation.comparison import Comparison

    return Comparison(first, second, names=names)
