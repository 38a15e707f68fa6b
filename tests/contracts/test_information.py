"""What the descriptions of information say, by other ways to the same numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.logs import log
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.verification.verify import verify_document
from tests.cases import size
from tests.contracts.matrices import Rows, matrices

ENTROPIES = ("reference_entropy", "response_entropy", "joint_entropy", "conditional_entropy")
IN_BITS = (*ENTROPIES, "cross_entropy", "kl_divergence", "mutual_information")


def ask(rows: Rows, name: str, **options: Any) -> Any:
    return ConfusionMatrix(rows, labels=list("abcde"[: len(rows)])).value(name, **options)


@given(matrices())
@settings(max_examples=size(30, 300))
def test_entropies_are_told_by_each_other(rows: Rows) -> None:
    """Cover and Thomas 2006, figure 2.2; Rosenberg and Hirschberg 2007 make homogeneity of the conditional entropy."""
    actual, predicted, joint, conditional, cross, divergence, mutual = (ask(rows, name) for name in IN_BITS)
    if isinstance(actual, Undefined):
        assert not sum(map(sum, rows))
        return
    for name, bits in zip(IN_BITS, (actual, predicted, joint, conditional, cross, divergence, mutual), strict=True):
        nats = ask(rows, name, convention="natural")
        assert isinstance(bits, Undefined) == isinstance(nats, Undefined)
        assert isinstance(bits, Undefined) or bits == nats == 0 or nats / bits == log(Fraction(2))
    turned = [list(column) for column in zip(*rows, strict=True)]
    assert conditional == joint - actual
    assert mutual == actual + predicted - joint == predicted - conditional
    assert isinstance(cross, Undefined) or divergence == cross - actual
    assert joint == ask(turned, "joint_entropy")
    assert ask(turned, "reference_entropy") == predicted
    homogeneity, completeness = ask(rows, "homogeneity"), ask(rows, "completeness")
    if actual:
        assert homogeneity == 1 - ask(turned, "conditional_entropy") / actual
    if predicted:
        assert completeness == 1 - conditional / predicted
    if actual and predicted:
        assert ask(rows, "nmi", convention="max") == min(homogeneity, completeness)
        assert ask(rows, "nmi", convention="min") == max(homogeneity, completeness)
    if actual and mutual:  # a harmonic mean, and the one that is called normalized, in which beta is 1
        for beta in (1, Fraction(1, 3), 5):
            assert (1 + beta) / ask(rows, "v_measure", beta=beta) == actual / mutual + beta * predicted / mutual
        assert ask(rows, "nmi") == ask(rows, "v_measure", beta=1)


@given(matrices(least=1))
@settings(max_examples=size(15, 150))
def test_information_scores(rows: Rows) -> None:
    for label in "abcde"[: len(rows)]:
        precision, prevalence = (ask(rows, name, label=label) for name in ("precision", "prevalence"))
        assert ask(rows, "information_score", label=label) == log(precision / prevalence, 2)


def test_a_fair_coin_tells_one_bit() -> None:
    assert ask([[1, 0], [0, 1]], "reference_entropy") == 1
    assert ask([[1, 1], [1, 1]], "joint_entropy") == 2
    assert ask([[1, 1], [1, 1]], "mutual_information") == 0
    assert ask([[2, 0], [0, 2]], "homogeneity") == ask([[0, 2], [2, 0]], "nmi") == 1


def test_a_wrong_number_is_judged_whatever_it_is_of() -> None:
    """Explanations multiply values, and of logarithms no product is exact."""
    table = "| | predicted: a | predicted: b |\n|:--|--:|--:|\n| actual: a | 6 | 1 |\n| actual: b | 2 | 5 |\n\n"
    for metric in (m for m in all_metrics() if m.exactness == "transcendental" and m.scope == "matrix"):
        if not metric.parameters:
            verified = verify_document(f"{table}The {metric.title} is 7.123.\n")
            assert [finding.word for finding in verified.findings("error")] != [], metric


def test_a_part_says_which_numbers_are_put_in() -> None:
    """Also where no fraction of the sum can be reduced."""
    page = ConfusionMatrix([[3, 1], [1, 6]], labels=["a", "b"]).derive("homogeneity").to_text()
    assert "H_actual = (4/11) * log2(11/4) + (7/11) * log2(11/7)" in page
