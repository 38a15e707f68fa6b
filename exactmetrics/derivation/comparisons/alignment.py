"""The steps of two derivations set side by side: what corresponds stands in one stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.planning.page import Page, Step

Steps = Sequence[dict[str, Any]]
# Steps of these kinds correspond although they are not of one kind.
ALIKE = {"substitute_parts": "substitute", "read_off": "substitute"}


@dataclass(frozen=True, slots=True)
class Stage:
    """What stands side by side: steps of the first and of the second, or steps that are the same in both."""

    first: Steps = ()
    second: Steps = ()
    both: Steps = ()


def stages(first: Steps, second: Steps, *, names: tuple[str, str], messages: Messages, same_data: bool) -> list[Stage]:
    """The steps in stages, each step numbered on its own side; the same steps of both stand there once.

    Args:
        first, second: steps as `page_context` writes them.
        names: what the two sides are called.
        messages: the catalogue, for a number that two sides share.
        same_data: whether both sides are of the same counts; a step is shown once only then, or where it names none.

    >>> from exactmetrics.derivation.messages import messages
    >>> one = [{"kind": "definition", "text": "x"}, {"kind": "part"}, {"kind": "substitute", "text": "1"}]
    >>> two = [{"kind": "definition", "text": "x"}, {"kind": "substitute_parts", "text": "2"}, {"kind": "reduce"}]
    >>> found = stages(one, two, names=("A", "B"), messages=messages(), same_data=True)
    >>> [[[step["number"] for step in side] for side in (s.both, s.first, s.second)] for s in found]
    [[['A1 and B1'], [], []], [[], ['A2'], []], [[], ['A3'], ['B2']], [[], [], ['B3']]]
    """
    left, right = _numbered(first, names[0]), _numbered(second, names[1])
    out: list[Stage] = []
    i = j = 0
    for a, b in [*_pairs(_kinds(first), _kinds(second)), (len(left), len(right))]:
        if i < a or j < b:
            out.append(Stage(left[i:a], right[j:b]))
        if a < len(left) and b < len(right):
            out.append(_stage(left[a], right[b], messages, same_data))
        i, j = a + 1, b + 1
    return out


def _numbered(steps: Steps, name: str) -> list[dict[str, Any]]:
    return [step | {"number": f"{name}{number}"} for number, step in enumerate(steps, 1)]


def _kinds(steps: Steps) -> list[str]:
    return [ALIKE.get(step["kind"], step["kind"].removesuffix("_each")) for step in steps]


def _pairs(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence, as pairs."""
    best = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            best[i][j] = best[i + 1][j + 1] + 1 if a[i] == b[j] else max(best[i + 1][j], best[i][j + 1])
    found = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j] and best[i][j] == best[i + 1][j + 1] + 1:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def _stage(a: dict[str, Any], b: dict[str, Any], messages: Messages, same_data: bool) -> Stage:
    number = messages.listing([a["number"], b["number"]])
    if all(a.get(key) == b.get(key) for key in {*a, *b} - {"number"}) and (same_data or not a.get("table")):
        return Stage(both=[a | {"number": number}])
    return Stage([a], [b])


def with_counts_shared(first: Page, second: Page) -> tuple[Page, Page]:
    """Two pages about the same counts: where one table of counts holds all of the other, both get it, and one legend.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> pages = with_counts_shared(cm.derive("f1", average="macro").page, cm.derive("recall", average="macro").page)
    >>> [page.steps[1].table.blocks for page in pages]
    [['support', 'predicted', 'tp'], ['support', 'predicted', 'tp']]
    """
    steps = [next((step for step in page.steps if step.table is not None), None) for page in (first, second)]
    a, b = steps
    if a is None or b is None or a.table is None or b.table is None or first.blanks or second.blanks:
        return first, second
    table = max(a.table, b.table, key=lambda table: len(table.blocks))
    least = min(a.table, b.table, key=lambda table: len(table.blocks))
    if not set(least.blocks) <= set(table.blocks) or [r[1] for r in table.rows] != [r[1] for r in least.rows]:
        return first, second
    alone = dict.fromkeys(leaf for step in (a, b) for leaf in step.facts["leaves"] if leaf.tag is None)
    shared = Step("counts", facts=a.facts | {"leaves": [*alone, *table.columns]}, table=table)
    pages = [
        replace(page, steps=[shared if (step is a or step is b) else step for step in page.steps])
        for page in (first, second)
    ]
    return pages[0], pages[1]
