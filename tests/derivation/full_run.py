"""The full re-reading run: every metric on many random matrices, on every surface, and every digit changed.

The tests read a part of this again at every change; this is all of it, for a release:

    python -m tests.derivation.full_run --matrices 200 --samples 200 --seed 1

Every metric is asked of every matrix, of 1 to 8 classes with many zeros; its averages, classes, forms, conventions,
parameters and policies take turns. Each finished document is taken apart and read back: every equality on it must hold
exactly. Then one digit after the other is changed, in every row of every step, and each change must be seen.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from exactmetrics.exact.values import Undefined
from tests.contracts.questions import Question, questions
from tests.derivation.audit import audit
from tests.derivation.documents import Document
from tests.derivation.json_mutants import JsonPage
from tests.derivation.questions import POLICIES, Case, matrix
from tests.derivation.rereading import FaultError, unboxed
from tests.derivation.test_finished import numbers
from tests.derivation.test_mutants import accepted, mutated
from tests.surfaces.test_derivation_json import check as check_json

PAGES = ("text", "text-2d", "markdown", "github", "latex", "html")
SIZES = range(1, 9)


@dataclass
class Tally:
    """What was read on one surface."""

    documents: int = 0
    equalities: int = 0
    members: int = 0
    mutants: int = 0
    missed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def random_rows(random: Random, k: int) -> list[list[int]]:
    """A matrix of k classes, small or large counts, as a rule with zeros; sometimes a whole row or column of them."""
    most, empty = random.choice([1, 2, 9, 50, 300, 10**6]), random.choice([0, 0.2, 0.5, 0.8])
    rows = [[0 if random.random() < empty else random.randint(0, most) for _ in range(k)] for _ in range(k)]
    at = random.randrange(k)
    turn = random.random()
    if turn < 0.15:
        rows[at] = [0] * k
    elif turn < 0.3:
        for row in rows:
            row[at] = 0
    return rows


def cases(matrices: int, seed: int) -> Iterator[Case]:
    """Every metric on every matrix, each time with the next of its questions and policies."""
    random = Random(seed)
    turns: Counter[tuple[int, str]] = Counter()
    by_size = {k: _by_metric(k) for k in SIZES}
    for at in range(matrices):
        k = SIZES[at % len(SIZES)]
        rows = random_rows(random, k)
        for number, (metric, asked) in enumerate(by_size[k].items()):
            turn = turns[k, metric]
            turns[k, metric] += 1
            question = asked[turn * 7 % len(asked) if len(asked) % 7 else turn % len(asked)]
            policy = POLICIES[(turn + number) % len(POLICIES)]
            yield Case(matrix(rows), metric, question.named() | {"undefined": policy}, rows)


def _by_metric(k: int) -> dict[str, list[Question]]:
    found: dict[str, list[Question]] = defaultdict(list)
    for question in questions(k):
        found[question.metric].append(question)
    return found


def reread(case: Case, tallies: dict[str, Tally]) -> None:
    """One derivation on every surface."""
    value, pages = case.value, []
    for surface in PAGES:
        tally = tallies[surface]
        try:
            members, page = audit(case.derivation, case.measured, value, surface, **case.options)
        except Exception as fault:  # whatever goes wrong is a finding of the run
            tally.faults.append(f"{case}: {fault!r}")
            continue
        tally.documents += 1
        tally.members += members
        tally.equalities += equalities(page)
        pages.append((surface, numbers(page, defined=not isinstance(value, Undefined))))
    for surface, found in pages[1:]:
        if found != pages[0][1]:
            tallies[surface].faults.append(f"{case}: other numbers than in {pages[0][0]}")
    _reread_json(case, tallies["json"])


def _reread_json(case: Case, tally: Tally) -> None:
    try:
        document = json.loads(case.derivation.to_json())
        tally.members += check_json(document, case)
        tally.equalities += JsonPage(document).check()
    except Exception as fault:
        tally.faults.append(f"{case}: {fault!r}")
    else:
        tally.documents += 1


def equalities(page: Document) -> int:
    """How many relations between numbers, or between a name and a number, a page states and was held to."""
    count = 0
    for section in [*page.steps[1:], page.result]:
        count += sum(unboxed(row).count("=") for row in section.rows)
        count += sum(cell.count("=") for table in section.tables for row in table[1:] for cell in row)
    return count


def mutate(case: Case, surface: str, tally: Tally, random: Random) -> None:
    """Every digit of every row of the steps, one after the other, changed to another one."""
    derivation = case.derivation
    _, page = audit(derivation, case.measured, case.value, surface, **case.options)
    for section, step in zip(page.steps, derivation.steps, strict=True):
        if step.kind in ("definition", "from_counts") or not section.rows:
            continue
        if not accepted(section, step, case, derivation):
            raise FaultError(f"step {section.number} is refused as it stands: {section.rows}")
        for mutant in mutated(section, str(random.random())):
            tally.mutants += 1
            if accepted(mutant, step, case, derivation):
                tally.missed.append(f"{surface}: {case}: {mutant.rows}")


def mutate_everywhere(case: Case, tallies: dict[str, Tally], random: Random) -> None:
    """The mutants of one derivation, on every surface."""
    for surface in PAGES:
        try:
            mutate(case, surface, tallies[surface], random)
        except Exception as fault:
            tallies[surface].faults.append(f"{case}: {fault!r}")
    tally = tallies["json"]
    for seen, what in JsonPage(json.loads(case.derivation.to_json())).mutants(random):
        tally.mutants += 1
        if not seen:
            tally.missed.append(f"json: {case}: {what}")


def sampled(found: list[Case], samples: int, seed: int) -> set[int]:
    """Which derivations have their digits changed: some with a value, and with counts of no more than three digits."""
    small = [at for at, case in enumerate(found) if max(map(max, case.rows)) <= 300]
    worth = [at for at in small if not isinstance(found[at].value, Undefined)]
    return set(Random(seed).sample(worth, min(samples, len(worth))))


def table(tallies: dict[str, Tally]) -> str:
    """What was read, surface by surface."""
    heads = ("surface", "documents", "equalities", "members", "mutants", "missed", "faults")
    rows = [
        (name, t.documents, t.equalities, t.members, t.mutants, len(t.missed), len(t.faults))
        for name, t in tallies.items()
    ]
    total = ("all", *(sum(column) for column in list(zip(*rows, strict=True))[1:]))
    lines = [heads, *rows, total]
    return "\n".join(
        f"{line[0]!s:<10}" + "".join(f"{x:>12,}" if isinstance(x, int) else f"{x:>12}" for x in line[1:])
        for line in lines
    )


def main() -> int:
    """Run it; 1 where something does not hold or is not seen."""
    parser = argparse.ArgumentParser(description="Read every number of many finished derivations back.")
    parser.add_argument("--matrices", type=int, default=200, help="random matrices, each asked for every metric")
    parser.add_argument("--samples", type=int, default=200, help="derivations of which every digit is changed")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tallies: dict[str, Any] = {surface: Tally() for surface in (*PAGES, "json")}
    start, found = process_time(), list(cases(asked.matrices, asked.seed))
    changed, random = sampled(found, asked.samples, asked.seed), Random(asked.seed)
    for at, case in enumerate(found):
        reread(case, tallies)
        if at in changed:
            mutate_everywhere(case, tallies, random)
        if at % 100 == 99:
            print(f"{at + 1} of {len(found)} derivations\n{table(tallies)}", file=sys.stderr, flush=True)
    print(f"seed {asked.seed}: {asked.matrices} matrices, {len(found)} derivations, {process_time() - start:.0f} s")
    print(table(tallies))
    for tally in tallies.values():
        for text in (*tally.faults[:10], *tally.missed[:10]):
            print(text)
    return int(any(tally.faults or tally.missed for tally in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
