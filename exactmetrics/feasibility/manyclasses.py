"""Many classes with known supports: all building blocks of a partition that give the scores.

First every class gets a tp, then a number predicted; sums over the classes are bounded by what is chosen and by what
the others may still add. The blocks come from a matrix exactly when the predicted add up to n and no class has more
errors than there are (FP + FN ≤ n − ΣTP). What the bounds leave undecided is decided by the exact values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.candidates import Candidates, Row, pairs
from exactmetrics.feasibility.coupled import Window, exclude_each_other
from exactmetrics.feasibility.enclosed import Ends
from exactmetrics.feasibility.evaluate import holds
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.margins import Margins
from exactmetrics.feasibility.outer import Sum, outer_of
from exactmetrics.feasibility.watched import Watched, least_right, share_right, watched_score
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import ByOutcome


class ManyClassSearch:
    """The scores for classes of given supports.

    >>> from exactmetrics.feasibility.given import Reader
    >>> scores = Reader(("a", "b", "c")).read({"accuracy": "5/6", "macro recall": "0.83"})
    >>> search = ManyClassSearch(scores, ("a", "b", "c"), [2, 2, 2], Budget(10_000))
    >>> [(blocks.tp, blocks.predicted) for blocks in search.solutions()][:1]
    [([2, 2, 1], [3, 2, 1])]
    """

    def __init__(self, scores: Sequence[Score], labels: Sequence[Hashable], supports: Sequence[int], budget: Budget):
        self.scores, self.labels, self.supports = scores, tuple(labels), supports
        self.n, self.budget = sum(supports), budget
        self.sums: list[tuple[Sum, Score]] = []
        self.watched: list[Watched] = []
        self.decided = True  # whether the watched scores and those of single classes are all there are
        for score in scores:
            self._watch(score)
        self.most_wrong = self.n - least_right(scores, self.n)
        tables = [self._rows(i) for i in range(len(labels))]
        self.order = sorted(range(len(labels)), key=lambda i: sum(len(row.predicted) for row in tables[i]))
        self.tables = [tables[i] for i in self.order]
        self.rest = [self._rest(level) for level in range(len(labels) + 1)] if all(tables) else []
        self.margins = [self._margins_from(level) for level in range(len(labels) + 1)] if all(tables) else []

    def _watch(self, score: Score) -> None:
        found = outer_of(score.request, self.labels, self.supports)
        target = score.target
        if _own(score, None):
            return
        if found is None or target is None or target.kind != "interval":
            self.decided = False
            return
        outer, sums = found
        places = list(range(len(self.sums), len(self.sums) + len(sums)))
        self.sums += [(made, score) for made in sums]
        self.watched.append(watched_score(outer, places, target))

    def _rows(self, i: int) -> list[Row]:
        label, support = self.labels[i], self.supports[i]
        own = [score for score in self.scores if _own(score, label)]
        tps, predicted = pairs(label, support, self.n, own, self.budget, self.most_wrong)
        of_class = Candidates(label, support, self.n, tps, predicted)
        self.budget.spend(len(tps) * len(self.sums) // 4)
        rows = of_class.rows([of_class.adds(made, score.request) for made, score in self.sums])
        guess = share_right(self.scores)
        return sorted(rows, key=lambda row: abs(row.tp - guess * support))

    def solutions(self) -> Iterator[Blocks]:
        """Every solution, as building blocks."""
        if all(self.tables) and not exclude_each_other(self.tables, self._windows(), self.budget):
            for rows in self._choose_tp(0, [], [(0, 0)] * len(self.sums), Margins()):
                yield from self._choose_predicted(rows)

    def _windows(self) -> list[Window]:
        """The windows of sums that are scores but for a factor and a constant."""
        plain = [watched for watched in self.watched if watched.outer is None]
        return [Window(watched.places[0], watched.ends[0], watched.ends[1]) for watched in plain]

    def _state(self, sums: Sequence[Ends]) -> int:
        """−1 where some score cannot be met, 1 where all are met beyond doubt, else 0."""
        worst = 1
        for watched in self.watched:
            state = watched.state(sums)
            if state < 0:
                return -1
            worst = min(worst, state)
        return worst

    def _choose_tp(
        self, level: int, chosen: list[Row], base: Sequence[Ends], margins: Margins
    ) -> Iterator[list[Row]]:  # fmt: skip
        """Every choice of rows that the bounds allow."""
        if level == len(self.tables):
            yield list(chosen)
            return
        support, later = self.supports[self.order[level]], self.margins[level + 1]
        for row in self.tables[level]:
            self.budget.spend()
            now = margins.with_row(row, support)
            if not now.fit(later, self.n):
                continue
            sums = [(a + x, b + y) for (a, b), x, y in zip(base, row.low, row.high, strict=True)]
            if self._state([(a + x, b + y) for (a, b), (x, y) in zip(sums, self.rest[level + 1], strict=True)]) >= 0:
                chosen.append(row)
                yield from self._choose_tp(level + 1, chosen, sums, now)
                chosen.pop()

    def _margins_from(self, level: int) -> Margins:
        """What the classes from a level on have at least, or at most."""
        tables = self.tables[level:]
        return Margins(
            sum(min(row.tp for row in table) for table in tables),
            sum(min(row.first for row in table) for table in tables),
            sum(max(row.last for row in table) for table in tables),
        )

    def _rest(self, level: int) -> list[Ends]:
        """What the classes from a level on may add to every sum."""
        found = []
        for j in range(len(self.sums)):
            tables = self.tables[level:]
            low = sum(min(row.low[j] for row in table) for table in tables)
            found.append((low, sum(max(row.high[j] for row in table) for table in tables)))
        return found

    def _choose_predicted(self, rows: Sequence[Row]) -> Iterator[Blocks]:
        """Every choice of predicted numbers for chosen tps."""
        wrong = self.n - sum(row.tp for row in rows)
        fitting = []
        for place, row in zip(self.order, rows, strict=True):
            most = wrong + 2 * row.tp - self.supports[place]  # FP + FN ≤ n − ΣTP
            fitting.append([(p, adds) for p, adds in zip(row.predicted, row.adds, strict=True) if p <= most])
        if all(fitting):
            yield from PredictedSearch(self, rows, fitting).solutions()

    def blocks(self, rows: Sequence[Row], predicted: Sequence[int]) -> Blocks:
        """The building blocks of chosen counts, in the order of the labels.

        >>> ManyClassSearch([], ("a", "b"), [1, 1], Budget(99)).blocks([Row(1), Row(0)], [1, 1]).tp
        [1, 0]
        """
        places = {place: i for i, place in enumerate(self.order)}
        order = [places[i] for i in range(len(self.labels))]
        return Blocks(
            self.labels, n=self.n, tp=[rows[i].tp for i in order], support=list(self.supports),
            predicted=[predicted[i] for i in order],
        )  # fmt: skip


class PredictedSearch:
    """The numbers predicted for chosen tps, which add up to n.

    Args:
        search: the search this belongs to.
        rows: the chosen rows, in its order.
        fitting: for each the candidates left: the number predicted and what it adds to every sum.
    """

    def __init__(
        self, search: ManyClassSearch, rows: Sequence[Row], fitting: Sequence[Sequence[tuple[int, list[Ends]]]]
    ) -> None:
        self.search, self.rows, self.fitting = search, rows, fitting
        self.last = dict(fitting[-1])
        self.rest: list[tuple[int, int, list[Ends]]] = [(0, 0, [(0, 0)] * len(search.sums))]
        for candidates in reversed(fitting):
            low, high, ends = self.rest[0]
            own = [
                (a + min(x for x, _ in column), b + max(y for _, y in column))
                for (a, b), column in zip(ends, zip(*(adds for _, adds in candidates), strict=True), strict=True)
            ]
            numbers = [p for p, _ in candidates]
            self.rest.insert(0, (low + min(numbers), high + max(numbers), own))

    def solutions(self) -> Iterator[Blocks]:
        """Every solution."""
        yield from self._choose(0, [], 0, [(0, 0)] * len(self.search.sums))

    def _choose(self, level: int, chosen: list[int], total: int, base: Sequence[Ends]) -> Iterator[Blocks]:
        search = self.search
        least, most, rest = self.rest[level + 1]
        if level == len(self.rows) - 1:
            need = search.n - total
            candidates = [(need, self.last[need])] if need in self.last else []
        else:
            candidates = list(self.fitting[level])
        for predicted, adds in candidates:
            if not least <= search.n - total - predicted <= most:
                continue
            search.budget.spend()
            sums = [(a + x, b + y) for (a, b), (x, y) in zip(base, adds, strict=True)]
            state = search._state([(a + x, b + y) for (a, b), (x, y) in zip(sums, rest, strict=True)])
            if state < 0:
                continue
            chosen.append(predicted)
            if level < len(self.rows) - 1:
                yield from self._choose(level + 1, chosen, total + predicted, sums)
            else:
                found = search.blocks(self.rows, chosen)
                if (state > 0 and search.decided) or holds(search.scores, found):
                    yield found
            chosen.pop()


def _own(score: Score, label: Hashable | None) -> bool:
    """Whether a score is of one class alone (of this one, if a label is given)."""
    request = score.request
    if request.label is None or any(isinstance(rule, ByOutcome) for rule in request.policy.rules.values()):
        return False
    return label is None or request.label == label
