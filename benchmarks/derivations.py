"""Documents: full derivations in Markdown against a handcalcs cell of the same formula, and reports in text.

A handcalcs cell assigns the counts and the formula, and shows the formula with its numbers and its value as a double;
it runs in a notebook's shell, without a notebook. It shows no steps, so there is no peer for all that is on our page.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from measure import Contest, contest

import exactmetrics as em

PEER = "handcalcs cell"
LIMITS = {3: 1 / 4, 100: 1}  # a cell of three classes takes some 20 ms, and nobody waits for a page of 5
ASKED = (
    ("precision", {"average": "weighted"}), ("f1", {"average": "macro"}), ("kappa", {}), ("mcc", {}),
)  # fmt: skip
Rows = list[list[int]]


def matrix(k: int) -> em.ConfusionMatrix:
    """A matrix of k classes, the textbook one for three."""
    if k == 3:
        return em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    return em.ConfusionMatrix(rows_of(k, random.Random(k), 300))


def rows_of(k: int, draw: random.Random, diagonal: int) -> Rows:
    """Random counts, more of them on the diagonal."""
    return [[draw.randint(0, 20) + diagonal * (i == j) for j in range(k)] for i in range(k)]


def source(metric: str, rows: Rows) -> str:
    """The cell: the counts of every class, then the formula of the metric in them."""
    k = len(rows)
    supports, predicted = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
    counts = zip(range(k), (rows[i][i] for i in range(k)), supports, predicted, strict=True)
    given = "".join(f"t_{i} = {t}\ns_{i} = {s}\nc_{i} = {c}\n" for i, t, s, c in counts)

    def total(term: str) -> str:
        return " + ".join(term.replace("#", str(i)) for i in range(k))

    formula = {
        "precision": f"P_w = 1/N*({total('s_#*t_#/c_#')})",
        "f1": f"F_M = 1/k*({total('2*t_#/(s_# + c_#)')})",
        "kappa": f"kappa = (({total('t_#')})/N - ({total('s_#*c_#')})/N**2)/(1 - ({total('s_#*c_#')})/N**2)",
        "mcc": f"MCC = (N*({total('t_#')}) - ({total('s_#*c_#')}))"
        f"/((N**2 - ({total('s_#**2')}))*(N**2 - ({total('c_#**2')})))**(1/2)",
    }[metric]
    return f"{given}N = {sum(supports)}\nk = {k}\n{formula}\n"


def cell(metric: str, rows: Rows) -> Callable[[], object]:
    """What runs the cell and shows it, into a pipe instead of a notebook."""
    shell = InteractiveShell.instance()
    import handcalcs.render  # noqa: F401  (registers its magic with the shell that is there)

    text = source(metric, rows)

    def run() -> object:
        with capture_output() as captured:
            shell.run_cell_magic("render", "", text)
        assert captured.outputs
        return captured

    return run


def contests() -> Iterator[Contest]:
    """Derivations of a small and a large matrix, and reports."""
    for k, repeat in ((3, 50), (100, 5)):
        cm = matrix(k)
        for metric, options in ASKED:
            runs = {"exactmetrics": derivations(cm, metric, options, repeat), PEER: cell(metric, cm.rows)}
            yield per_derivation(contest(f"derivation of {metric} in Markdown, {k} classes", runs), repeat, LIMITS[k])
    for k, repeat in ((3, 50), (100, 2)):
        cm = matrix(k)
        report = {"exactmetrics": lambda cm=cm: cm.report().to_text()}
        yield contest(f"report in text from counts, {k} classes", report, repeat=repeat)
        of_all = {"exactmetrics": lambda cm=cm: cm.report(metrics="all").to_text()}
        yield contest(f"report of all metrics in text from counts, {k} classes", of_all, rounds=5)


def derivations(cm: em.ConfusionMatrix, metric: str, options: dict[str, str], repeat: int) -> Callable[[], object]:
    """Several full derivations, for one alone is too short to time."""
    return lambda: [cm.derive(metric, **options).to_markdown() for _ in range(repeat)]


def per_derivation(found: Contest, repeat: int, limit: float) -> Contest:
    """The contest with our time divided by the number of derivations in a run."""
    seconds = {**found.seconds, found.ours: [s / repeat for s in found.seconds[found.ours]]}
    return Contest(found.title, seconds, {PEER: limit})
