"""LaTeX pages compile with a real engine: no error, and nothing sticks out into the margin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from exactmetrics.derivation.shown import in_document
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.metrics.registry import all_metrics, metric_named
from tests.cases import each, sample
from tests.contracts.questions import questions
from tests.derivation.questions import BIRDS, FIG_23, Case, cases, example_5, matrix
from tests.latex import compile_latex

MANY = (5, 8, 10, 12)
ASKED_OF_MANY = [
    ("precision", {"average": "weighted"}), ("f1", {"average": "macro"}), ("recall", {"average": "macro"}),
    ("recall", {"average": "weighted"}), ("precision", {"average": "micro"}), ("mcc", {}), ("kappa", {}),
    ("accuracy", {}), ("balanced_accuracy", {}),
]  # fmt: skip


NEAR = 15  # points of a margin of 70, which a number of a hundred digits in the smallest type may take


def textbook() -> list[Case]:
    asked = [(BIRDS, questions(3)), (FIG_23, questions(3)[::2])]
    return [Case(matrix(rows), q.metric, q.named(), rows) for rows, found in asked for q in found]


def two_classes() -> list[Case]:
    rows = [[4, 2], [1, 2]]
    return [Case(matrix(rows), q.metric, q.named(), rows) for q in questions(2) if q.metric in ("mcc", "kappa", "f1")]


def without_values() -> list[Case]:
    return [case for k in (1, 2, 3) for case in list(cases(k))[::3]]


def partial_information() -> list[Case]:
    found = []
    of_counts = [m for m in all_metrics() if m.scope == "matrix" or not m.partition]
    for metric in of_counts:
        parameters = {p.name: p.examples[0] for p in metric.standard.parameters.values()}
        found += [Case(example_5(), metric.name, {"average": a} | parameters) for a in ("macro", "micro", "weighted")]
    return found


def many_classes() -> list[Case]:
    found = []
    for k in MANY:
        random = Random(k)
        rows = [[random.randint(0, 60) for _ in range(k)] for _ in range(k)]
        labelled = matrix(rows, [f"class {i}" for i in range(k)])
        found += [Case(labelled, metric, options, rows) for metric, options in ASKED_OF_MANY]
    return found


def large_counts() -> list[Case]:
    rows = [[12_345, 107, 402], [330, 9_876, 5], [1_001, 81, 20_003]]
    return [Case(matrix(rows), q.metric, q.named(), rows) for q in questions(3)[::4]]


def long_logarithms() -> list[Case]:
    """Counts of nine digits: each logarithm is taken apart into many, and their quotients fill pages."""
    random = Random(4)
    rows = [[random.randint(10**8, 10**9) for _ in range(4)] for _ in range(4)]
    asked = [q for q in questions(4) if metric_named(q.metric).exactness == "transcendental"]
    return [Case(matrix(rows), q.metric, q.named(), rows) for q in asked]


def compiled(found: Sequence[Case], where: Path, engine: str) -> tuple[list[str], dict[str, list[str]]]:
    """The errors of one document made of many derivations, and what is too wide in which of them."""
    bodies = [f"\\typeout{{@@{i}}}\n{_latex(case)}" for i, case in enumerate(found)]
    result = compile_latex(in_document("latex", "\n".join(bodies), ""), where, engine=engine)
    assert result.pages
    wide: dict[str, list[str]] = {}
    at = ""
    for line in result.log.splitlines():
        if line.startswith("@@"):
            at = str(found[int(line[2:])])
        elif (found_wide := re.match(r"Overfull \\[hv]box \(([\d.]+)pt", line)) and float(found_wide[1]) > NEAR:
            wide.setdefault(at, []).append(line)
    return result.errors, wide


def _latex(case: Case) -> str:
    try:
        return case.derivation.to_latex()
    except ExactMetricsError as error:
        raise AssertionError(f"{case}: {error}") from error


SAMPLES = {
    f.__name__: f
    for f in (
        textbook, two_classes, without_values, partial_information, many_classes, large_counts, long_logarithms
    )
}  # fmt: skip


@each("name", SAMPLES)
def test_compiles_within_the_margins(name: str, tmp_path: Path, tex_engine: str) -> None:
    found = sample(SAMPLES[name](), 6, 150, kind=(lambda case: case.metric) if name == "textbook" else None)
    errors, wide = compiled(found, tmp_path, tex_engine)
    assert errors == []
    assert wide == {}


def test_the_margin_is_watched(tmp_path: Path, tex_engine: str) -> None:
    body = r"\begin{align*} x &= " + " + ".join(["1000000"] * 20) + r" \end{align*}"
    assert compile_latex(in_document("latex", body, ""), tmp_path, engine=tex_engine).overfull


def test_one_derivation_is_a_document_by_itself(tmp_path: Path, tex_engine: str) -> None:
    source = matrix(BIRDS, ["bird", "cat", "dog"]).derive("precision", average="weighted").to_latex(document=True)
    result = compile_latex(source, tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []
    assert result.pages in (1, 2)


def test_what_is_subtracted_from_a_broken_sum_does_not_stand_alone() -> None:
    """Below a fraction a lone "- 1" could be read as the next storey, and above a line as the whole numerator."""
    cm = matrix([[50, 3, 7], [4, 60, 6], [10, 2, 58]], ["a", "b", "c"])
    pages = [cm.derive(name).to_latex() for name in ("cramers_v", "chi_squared", "adjusted_rand_index")]
    for page in pages:
        assert r"\begin{gathered} \begin{gathered}" not in page
        assert re.search(r"\\\\\[4pt\] [+-]\\: \d+ \\end\{gathered\}", page) is None
    assert r"\end{gathered}}{124051200} - 1 \right)" in pages[0]
    assert r"\frac{50^2 + 3^2 + 7^2 + 4^2 + 60^2 + 6^2 + 10^2 + 2^2 + 58^2 - 200}{2}" in pages[2]
