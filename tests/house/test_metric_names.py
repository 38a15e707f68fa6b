"""A metric is named in metrics/ only; everything else asks the registry, or a trait."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from exactmetrics.metrics.registry import all_metrics
from tests.house.imports import room
from tests.house.source import module_name, package_files

# Counts of a class are metrics too, but they are first what every matrix consists of; and `for` is a word of Python.
COUNTS = {"tp", "fp", "fn", "tn", "support", "predicted", "for"}
# The explanations of wrong answers are about what people mix up; `compat` translates the names of a library.
EXEMPT = ("exactmetrics.metrics.", "exactmetrics.verification.diagnosis.", "exactmetrics.compat.")
# What a library calls its functions, and the program that shows readers of the vectors how to use them.
PEERS = ("sklearn", "sklearn_samples", "pycm", "torchmetrics", "torchmetrics_samples", "imblearn")
ABOUT_OTHERS = (
    *(f"exactmetrics.conformance.{name}" for name in PEERS),
    "exactmetrics.vectors.data.clients.client",
)
ALLOWED = {
    ("conformance", "precision"): "how many bits the floats of a library have",
    ("cli", "precision"): "the question that the welcome of the command line answers",
    ("scores", "confidence"): "a heading over scores",
    **{(name, "confidence"): "that of an interval" for name in ("intervals", "api", "cli")},
    ("matrix", "actual"): "a heading over the true classes",
    **{
        ("feasibility", name): "the usual scores of two classes, whose range is told where they were not given"
        for name in ("prevalence", "accuracy", "precision", "recall", "specificity", "f1")
    },
    **{("exercises", name): "the score of a class that stands beside any other" for name in ("recall", "precision")},
    **{("derivation", name): "an axis of the ROC curve, at the head of a column" for name in ("fpr", "fnr", "recall")},
    ("derivation", "kappa"): "the Greek letter",
    ("derivation", "phi"): "the Greek letter",
}


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Every string of the code with its line; docstrings are not code.

    >>> list(strings("'a docstring'\\nf = 'f1'"))
    [(2, 'f1')]
    """
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


def named(source: str, module: str) -> list[str]:
    """The metrics, by any of their names, that a module names without leave."""
    return [
        f"{module}:{line} names {text!r}"
        for line, text in strings(source)
        if text in NAMES and (room(module), text) not in ALLOWED
    ]


NAMES = {name for metric in all_metrics() for name in (metric.name, *metric.aliases)} - COUNTS


def test_no_metric_is_named() -> None:
    found = []
    for path in package_files():
        module = module_name(path)
        if not f"{module}.".startswith(EXEMPT) and module not in ABOUT_OTHERS:
            found += named(path.read_text(encoding="utf-8"), module)
    assert not found, "\n".join(found)


def test_a_name_is_seen() -> None:
    for line in ("x = m.name == 'kappa'", "T = {'f1': 1}", "def f(name='recall'): ...", "f'{a[\"mcc\"]}'"):
        assert named(line, "exactmetrics.views.value"), line


def test_what_is_no_name() -> None:
    assert (
        named(
            "'''kappa'''\ndef f(c): \n  'recall'\n  return c.tp, c.leaf('tp'), 'recall of'", "exactmetrics.views.value"
        )
        == []
    )
