r"""Derivations done by hand, beside ours: every line a person wrote stands in our Markdown too.

The lines below were worked out by hand and are compared by their integers in reading order, so that spacing and
brackets do not matter. Where ours goes another way, the reason is given, and what stands there instead.
"""

from __future__ import annotations

import re

from exactmetrics.expression.reading import value_of
from tests.cases import each
from tests.derivation.documents import take_apart
from tests.derivation.questions import BIRDS, FIG_23, Case, example_5, matrix
from tests.derivation.rereading import chains_of
from tests.expression.chains import read_chain

WEIGHTED_PRECISION = [
    r"\frac{1}{28} \left( \frac{8 \cdot 6}{9} + \frac{8 \cdot 5}{9} + \frac{12 \cdot 7}{10} \right)",
    r"\frac{1}{28} \left( \frac{48}{9} + \frac{40}{9} + \frac{84}{10} \right)",
    r"\frac{1}{28} \left( \frac{480}{90} + \frac{400}{90} + \frac{756}{90} \right)",
    r"\frac{1}{28} \cdot \frac{480 + 400 + 756}{90} = \frac{1}{28} \cdot \frac{1636}{90}",
    r"\frac{1636}{28 \cdot 90} = \frac{1636}{2520}",
    r"\frac{4 \cdot 409}{4 \cdot 630} = \frac{409}{630}",
]
F1_OF_CLASSES = [
    r"\frac{1}{3} \left( \frac{2 \cdot 4}{2 \cdot 4 + 11 + 1} + \frac{2 \cdot 65}{2 \cdot 65 + 1 + 26}"
    r" + \frac{2 \cdot 9}{2 \cdot 9 + 17 + 2} \right)",
    r"\frac{1}{3} \left( \frac{8}{20} + \frac{130}{157} + \frac{18}{37} \right)",
    r"\frac{1}{3} \left( \frac{2}{5} + \frac{130}{157} + \frac{18}{37} \right)",
    r"\frac{1}{3} \left( \frac{11618}{29045} + \frac{24050}{29045} + \frac{14130}{29045} \right)",
    r"\frac{1}{3} \cdot \frac{49798}{29045} = \frac{49798}{87135}",
]
F1_OF_AVERAGES = [
    r"\frac{1}{3} \left( \frac{4}{15} + \frac{65}{66} + \frac{9}{26} \right)",
    r"\frac{1}{3} \left( \frac{1144}{4290} + \frac{4225}{4290} + \frac{1485}{4290} \right)",
    r"\frac{1}{3} \cdot \frac{6854}{4290} = \frac{3427}{6435}",
    r"\frac{1}{3} \left( \frac{4}{5} + \frac{5}{7} + \frac{9}{11} \right)",
    r"\frac{1}{3} \left( \frac{308}{385} + \frac{275}{385} + \frac{315}{385} \right)",
    r"\frac{1}{3} \cdot \frac{898}{385} = \frac{898}{1155}",
    r"\frac{2 \cdot \frac{3427}{6435} \cdot \frac{898}{1155}}{\frac{3427}{6435} + \frac{898}{1155}}",
    r"\frac{2 \cdot \frac{3427}{6435} \cdot 35022}{23989 + 35022} = \frac{2 \cdot 3427 \cdot 35022}{6435 \cdot 59011}",
    r"\frac{240040788}{379735785} = \frac{6154892}{9736815}",
]
MCC = [
    r"\frac{4 \cdot 2 - 1 \cdot 2}{\sqrt{(4+1)(4+2)(2+1)(2+2)}}",
    r"\frac{6}{\sqrt{360}}",
    r"\frac{6}{6\sqrt{10}}",
    r"\frac{1}{\sqrt{10}}",
    r"\frac{\sqrt{10}}{10}",
]
PARTIAL = {  # by metric and average
    ("precision", "macro"): r"\frac{1}{3} \cdot \frac{53820 + 106808 + 59961}{141726}"
    r" = \frac{1}{3} \cdot \frac{220589}{141726} = \frac{220589}{425178}",
    ("recall", "macro"): r"\frac{1}{3} \cdot \frac{61050 + 50986 + 64130}{107855}"
    r" = \frac{1}{3} \cdot \frac{176166}{107855} = \frac{58722}{107855}",
    ("specificity", "macro"): r"\frac{1}{3} \cdot \frac{9780 + 11899 + 11970}{14670}"
    r" = \frac{1}{3} \cdot \frac{33649}{14670} = \frac{33649}{44010}",
    ("recall", "micro"): r"\frac{104}{200} = \frac{13}{25}",
    ("specificity", "micro"): r"\frac{304}{400} = \frac{19}{25}",
    ("precision", "micro"): r"\frac{104}{200} = \frac{13}{25}",
    ("precision", "weighted"): r"\frac{1}{200} \left( \frac{1590}{79} + \frac{5720}{69} + \frac{407}{26} \right)"
    r" = \frac{1}{200} \cdot \frac{2852460 + 11748880 + 2218557}{141726}"
    r" = \frac{1}{200} \cdot \frac{16819897}{141726} = \frac{16819897}{28345200}",
    ("recall", "weighted"): r"\frac{30 + 52 + 22}{200} = \frac{13}{25}",
    ("specificity", "weighted"): r"\frac{1}{200} \left( \frac{106}{3} + \frac{803}{9} + \frac{4921}{163} \right)"
    r" = \frac{1}{200} \cdot \frac{51834 + 130889 + 44289}{1467}"
    r" = \frac{1}{200} \cdot \frac{227012}{1467} = \frac{56753}{73350}",
}


def integers(member: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", member))


def by_hand(lines: list[str]) -> list[tuple[int, ...]]:
    """The members of the hand-made lines, each line true in itself."""
    found = []
    for line in lines:
        members = read_chain(line).members
        values = {value_of(m.tree) for m in members if m.tree is not None}
        assert len(values) == 1
        found += [integers(m.text) for m in members]
    return found


def ours(case: Case) -> list[tuple[int, ...]]:
    page = take_apart(case.derivation.to_markdown(), "markdown")
    return [integers(text) for section in page.steps[1:] for chain in chains_of(section.rows) for text in chain.texts]


ANIMALS, SIGNS = matrix(BIRDS, ["bird", "cat", "dog"]), matrix([[4, 2], [1, 2]], ["positive", "negative"])
CASES = {
    "weighted precision": (WEIGHTED_PRECISION, Case(ANIMALS, "precision", {"average": "weighted"})),
    "mean of F1": (F1_OF_CLASSES, Case(matrix(FIG_23, "ABC"), "f1", {"average": "macro"})),
    "F1 of means": (F1_OF_AVERAGES, Case(matrix(FIG_23, "ABC"), "f1", {"average": "macro", "combine": "averages"})),
    "MCC": (MCC, Case(SIGNS, "mcc", {"form": "binary", "positive": "positive"})),
} | {
    f"example 5, {average} {metric}": ([line], Case(example_5(), metric, {"average": average}))
    for (metric, average), line in PARTIAL.items()
}  # fmt: skip


# What stands on our page instead of a line done by hand, and why.
INSTEAD: dict[str, dict[str, str]] = {
    # F1 is written with support and predictions, which is defined wherever F1 is, and needs two counts less.
    "mean of F1": {
        F1_OF_CLASSES[0]: r"\frac{1}{3} \left( \frac{2 \cdot 4}{5 + 15} + \frac{2 \cdot 65}{91 + 66}"
        r" + \frac{2 \cdot 9}{11 + 26} \right)"
    },
    # 814/52 is not reduced to 407/26: terms that carry a weight are added as they stand unless that saves a good deal.
    "example 5, weighted precision": {
        PARTIAL["precision", "weighted"].rpartition(" = ")[0]: r"\frac{1}{200} \left( \frac{1590}{79} + \frac{5720}{69}"
        r" + \frac{814}{52} \right) = \frac{1}{200} \cdot \frac{5704920 + 23497760 + 4437114}{283452}"
        r" = \frac{1}{200} \cdot \frac{33639794}{283452}"
    },
}  # fmt: skip


@each("name", CASES)
def test_every_line_done_by_hand_stands_on_our_page(name: str) -> None:
    lines, case = CASES[name]
    shown = ours(case)
    other = INSTEAD.get(name, {})
    missing = [m for m in by_hand(lines) if m not in shown]
    assert missing == by_hand(list(other))
    assert [m for m in by_hand(list(other.values())) if m not in shown] == []
