"""Label columns of 10^6 samples against the same labels as integers, numbered by the engine that holds the column.

Counting texts may take as long as the engine needs to number them, and three times what the integers take. Columns that
are numbered already (a Categorical, a dictionary) have the second part alone. Integers of very many classes are
measured against one sort of the pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from measure import Contest, contest

from exactmetrics.matrix.pairs import count_pairs

SAMPLES = 1_000_000
Numbering = Callable[[Any], object]


def columns(codes: Any, names: Any) -> Iterator[tuple[str, Any, Numbering | None]]:
    """The same labels in the columns of each library, with what numbers them there; None where they are numbered."""
    texts = names[codes].tolist()
    arrow, polars, pandas = pa.chunked_array([texts]), pl.Series(texts), pd.Series(texts)
    yield "numpy str", names[codes], partial(np.unique, return_inverse=True)
    yield "pandas str", pandas, pd.factorize
    yield "pandas object", pandas.astype(object), pd.factorize
    yield "pandas Categorical", pandas.astype("category"), None
    yield "polars String", polars, lambda side: side.cast(pl.Categorical)
    yield "polars Categorical", polars.cast(pl.Categorical), None
    yield "arrow string", arrow, pa.ChunkedArray.dictionary_encode
    yield "arrow dictionary", arrow.dictionary_encode(), None


def limit(true: Any, pred: Any, numbering: Numbering | None, integers: tuple[Any, Any]) -> None:
    """What counting the labels may take."""
    if numbering is not None:
        numbering(true)
        numbering(pred)
    for _ in range(3):
        count_pairs(*integers)


def contests() -> Iterator[Contest]:
    """A thousand classes in every kind of column, and a hundred thousand integers."""
    draw = np.random.default_rng(7)
    for k in (1_000, 100_000):
        integers = draw.integers(0, k, SAMPLES), draw.integers(0, k, SAMPLES)
        names = np.array([f"class {code:06}" for code in range(k)])
        wanted = count_pairs(*integers)
        for (name, true, numbering), (_, pred, _) in zip(*(columns(side, names) for side in integers), strict=True):
            if k > 1_000 and numbering is not None and name != "arrow string":
                continue  # sorting a million texts takes long, and shows nothing more
            counted = count_pairs(true, pred)
            assert (counted.tp, counted.support, counted.predicted) == (wanted.tp, wanted.support, wanted.predicted)
            runs: dict[str, Callable[[], object]] = {
                "exactmetrics": partial(count_pairs, true, pred),
                "numbering, 3 × integers": partial(limit, true, pred, numbering, integers),
            }
            yield contest(f"10^6 labels, {name}, {k} classes", runs, targets={"numbering, 3 × integers": 1.0}, rounds=5)
        sort = partial(np.unique, integers[0] * k + integers[1], return_counts=True)
        runs = {"exactmetrics": partial(count_pairs, *integers), "numpy's sort of the pairs": sort}
        yield contest(
            f"10^6 labels, integers, {k} classes", runs, targets={"numpy's sort of the pairs": 10.0}, rounds=5
        )
