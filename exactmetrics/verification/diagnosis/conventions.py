"""Numbers that are right by another convention, and confusions about beta."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.policy import policy_named
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains


@explains("undefined-policy", plausibility=2.0, convention=True)
def _policy(case: Case) -> Candidates:
    if any(not all(row) for row in (case.blocks.support, case.blocks.predicted, case.blocks.tp)) or case.blocks.k < 3:
        for word in ("propagate", "0", "1", "omit"):
            yield from case.run(replace(case.request, policy=policy_named(word), preset=None), policy=word)


@explains("other-convention", convention=True)
def _convention(case: Case) -> Candidates:
    for name, convention in case.request.metric.conventions.items():
        if convention is not case.request.bound.convention and not convention.parameters:
            bound = Bound(case.request.metric, convention, None, {})
            yield from case.run(replace(case.request, bound=bound, parameters={}), convention=convention.unit or name)


@explains("beta-convex", plausibility=2.0, convention=True)
def _convex(case: Case) -> Candidates:
    beta = case.request.parameters.get("beta")
    if beta is not None:
        other = "standard" if case.request.bound.convention.name == "convex" else "convex"
        yield from _beta(case, beta, other)


@explains("beta-squared", plausibility=1.5)
def _squared(case: Case) -> Candidates:
    """beta squared once more; or beta not squared, which is the convex form of 1/(1 + beta)."""
    beta = case.request.parameters.get("beta")
    if beta is not None:
        convex = case.request.bound.convention.name == "convex"
        yield from _beta(case, beta * beta, "convex" if convex else "standard")
        if not convex:
            yield from _beta(case, 1 / (1 + beta), "convex")


@explains("beta-inverted", plausibility=1.5)
def _inverted(case: Case) -> Candidates:
    beta = case.request.parameters.get("beta")
    if beta is not None and case.request.bound.convention.name == "convex":
        yield from _beta(case, 1 - beta, "convex")
    elif beta:
        yield from _beta(case, 1 / beta, "standard")


@explains("beta-other")
def _other_beta(case: Case) -> Candidates:
    if case.name in ("f1", "fbeta"):
        for beta in map(Fraction, ("1", "1/2", "2")):
            if beta != case.request.parameters.get("beta", 1):
                yield from _beta(case, beta, "standard")


def _beta(case: Case, beta: Fraction, convention: str) -> Iterator[Candidate]:
    if case.name not in ("f1", "fbeta"):  # another metric means something else by its beta
        return
    parameter = case.request.metric.conventions.get(convention, case.request.bound.convention).parameters.get("beta")
    if parameter is None or parameter.check(beta):
        yield from case.run(case.asking("fbeta", {"beta": beta}, convention=convention), beta=str(beta))
