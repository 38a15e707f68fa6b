r"""Derivations done by hand, beside ours: every line a person wrote stands on our page too, and every sentence.

The chains below were worked out by hand, and so were the sentences between them. They are compared by the text that
Markdown has, with spaces as one. Where ours goes another way, the reason is given, and what stands there instead.
"""

from __future__ import annotations

import re

from exactmetrics.expression.reading import value_of
from tests.cases import each
from tests.derivation.questions import BIRDS, FIG_23, Case, example_5, matrix
from tests.expression.chains import read_chain

WEIGHTED_PRECISION = [
    r"P _{\text{weighted}} = \frac{1}{N} \sum_i s_i \cdot P_i",
    "Multiply each class value by its weight, add up over all classes ($\\sum_i$), and divide by the sum"
    " of the weights,"
    " $N$:",
    "$6/9 = 2/3$",
    r"P _{\text{weighted}}"
    r" = \frac{1}{28} \left( 8 \cdot \frac{2}{3} + 8 \cdot \frac{5}{9} + 12 \cdot \frac{7}{10} \right)"
    r" = \frac{1}{28} \left( \frac{16}{3} + \frac{40}{9} + \frac{84}{10} \right)",
    r"The least common multiple of the denominators is $90 = 3 \cdot 30 = 9 \cdot 10 = 10 \cdot 9$.",
    r"\frac{16}{3} + \frac{40}{9} + \frac{84}{10} = \frac{16 \cdot 30}{3 \cdot 30} + \frac{40 \cdot 10}{9 \cdot 10}"
    r" + \frac{84 \cdot 9}{10 \cdot 9} = \frac{480 + 400 + 756}{90} = \frac{1636}{90}",
    "Divide by 28 and reduce.",
    r"\frac{1}{28} \cdot \frac{1636}{90} = \frac{1636}{2520} = \frac{4 \cdot 409}{4 \cdot 630} = \frac{409}{630}",
    "The 4 is the greatest common divisor of 1636 and 2520.",
    r"\boxed{P _{\text{weighted}} = \frac{409}{630} \approx 0.6492}",
    "On average, with each class weighted by its number of samples, about 65% of the samples predicted as a class "
    "really belong to it.",  # by hand "of the predictions of a class are correct", which readers took for accuracy
    "The scale goes from 0 (worst) to 1 (best).",
    "A weighted mean lies between the smallest and the largest class value: $0.5556 < 0.6492 < 0.7$.",
]
MCC = [
    r"\mathrm{TP} \cdot \mathrm{TN} - \mathrm{FP} \cdot \mathrm{FN} = 4 \cdot 2 - 1 \cdot 2 = 8 - 2 = 6",
    "The four sums under its root are the totals of the columns and rows: 5, 6, 3 and 4.",
    r"\sqrt{(4 + 1)(4 + 2)(2 + 1)(2 + 2)} = \sqrt{5 \cdot 6 \cdot 3 \cdot 4} = \sqrt{360}",
    "The largest square number that divides 360 is $36 = 6^2$.",
    r"\sqrt{360} = \sqrt{36 \cdot 10} = \sqrt{36} \cdot \sqrt{10} = 6 \sqrt{10}",
    r"Cancel the 6. Then multiply numerator and denominator by $\sqrt{10}$, so that no root is left in"
    r" the denominator.",
    r"\frac{6}{6 \sqrt{10}} = \frac{1}{\sqrt{10}} = \frac{1 \cdot \sqrt{10}}{\sqrt{10} \cdot \sqrt{10}}"
    r" = \frac{\sqrt{10}}{10}",
    r"\boxed{\mathrm{MCC} = \frac{\sqrt{10}}{10} \approx 0.3162}",
]
KAPPA = [
    r"\kappa = \frac{p_o - p_e}{1 - p_e}",
    "The numerator is the improvement over chance. The denominator is the largest possible improvement,"
    " because $p_o$ is"
    " at most 1.",
    r"p_o = \frac{1}{N} \sum_i \mathrm{TP}_i",
    r"\frac{6 + 5 + 7}{28} = \frac{18}{28} = \frac{9}{14}",
    "Take class bird: 8 of the 28 samples belong to it (row total), and 9 of the 28 samples were"
    " predicted as it (column"
    " total).",
    r"p_e = \sum_i \frac{s_i}{N} \cdot \frac{c_i}{N}",
    r"\frac{8}{28} \cdot \frac{9}{28} + \frac{8}{28} \cdot \frac{9}{28} + \frac{12}{28} \cdot \frac{10}{28}",
    r"= \frac{72 + 72 + 120}{784} = \frac{264}{784} = \frac{8 \cdot 33}{8 \cdot 98} = \frac{33}{98}",
    "The common denominator is 98.",
    r"p_o - p_e = \frac{9}{14} - \frac{33}{98} = \frac{9 \cdot 7}{14 \cdot 7} - \frac{33}{98}"
    r" = \frac{63 - 33}{98} = \frac{30}{98}",
    r"1 - p_e = \frac{98}{98} - \frac{33}{98} = \frac{65}{98}",
    "Numerator and denominator both have the denominator 98, so 98 cancels.",
    r"\kappa = \frac{30/98}{65/98} = \frac{30}{65} = \frac{5 \cdot 6}{5 \cdot 13} = \frac{6}{13}",
    r"\boxed{\kappa = \frac{6}{13} \approx 0.4615}",
    "The predictions reach about 46% of the possible improvement over chance.",
]
UNDEFINED = [
    r"P _{\text{macro}} = \frac{1}{3} \sum_i P_i",
    "**Macro precision is undefined, because class B was never predicted.** The precision of class B"
    " would be 0 divided by"
    " 0, and division by 0 is not possible. So one of the 3 values of the mean is missing.",
    r"\frac{3}{5} + \frac{5}{7} = \frac{3 \cdot 7}{5 \cdot 7} + \frac{5 \cdot 5}{7 \cdot 5}"
    r" = \frac{21 + 25}{35} = \frac{46}{35}",
    r"\frac{1}{3} \left( \frac{46}{35} + 0 \right) = \frac{46}{105}",
    r"\frac{1}{3} \left( \frac{46}{35} + \frac{35}{35} \right) = \frac{81}{105} = \frac{27}{35}",
    r"\frac{1}{2} \cdot \frac{46}{35} = \frac{46}{70} = \frac{23}{35}",
    "scikit-learn counts the precision of class B as 0 and shows a warning.",
    "You can choose another convention there with `zero_division`.",
]
F1_OF_CLASSES = [
    r"2 \cdot 4/(15 + 5) = 8/20 = 2/5",
    r"2 \cdot 65/(66 + 91) = 130/157",
    r"\frac{2}{5} + \frac{130}{157} + \frac{18}{37}",
    r"\frac{2 \cdot 5809}{5 \cdot 5809} + \frac{130 \cdot 185}{157 \cdot 185} + \frac{18 \cdot 785}{37 \cdot 785}",
    r"\frac{11618 + 24050 + 14130}{29045} = \frac{49798}{29045}",
    r"\frac{1}{3} \cdot \frac{49798}{29045} = \frac{49798}{87135}",
    "This fraction cannot be reduced: 49798 and 87135 have no common divisor except 1.",
]
F1_OF_AVERAGES = [
    r"\frac{1144 + 4225 + 1485}{4290} = \frac{6854}{4290}",
    r"\frac{1}{3} \cdot \frac{6854}{4290} = \frac{6854}{12870} = \frac{2 \cdot 3427}{2 \cdot 6435} = \frac{3427}{6435}",
    r"\frac{308 + 275 + 315}{385} = \frac{898}{385}",
    r"\frac{1}{3} \cdot \frac{898}{385} = \frac{898}{1155}",
    r"= \frac{6435}{3427} + \frac{1155}{898}",
]
PARTIAL = {  # by metric and average
    ("precision", "macro"): [
        r"No two of 79, 69 and 26 have a common factor greater than 1. So the common denominator is"
        r" $79 \cdot 69 \cdot 26 = 141726$.",
        r"\frac{53820 + 106808 + 59961}{141726}",
        r"\frac{1}{3} \cdot \frac{220589}{141726} = \frac{220589}{425178}",
    ],
    ("recall", "macro"): [
        r"\frac{61050 + 50986 + 64130}{107855}",
        r"\frac{1}{3} \cdot \frac{176166}{107855} = \frac{176166}{323565} = \frac{3 \cdot 58722}{3 \cdot 107855}"
        r" = \frac{58722}{107855}",
    ],
    ("specificity", "macro"): [
        r"\frac{9780 + 11899 + 11970}{14670}",
        r"\frac{1}{3} \cdot \frac{33649}{14670} = \frac{33649}{44010}",
    ],
    ("recall", "micro"): [r"\frac{104}{200}", r"\frac{8 \cdot 13}{8 \cdot 25} = \frac{13}{25}"],
    ("specificity", "micro"): [r"\frac{304}{400}", r"\frac{16 \cdot 19}{16 \cdot 25} = \frac{19}{25}"],
    ("precision", "micro"): [r"\frac{104}{200}", r"\frac{8 \cdot 13}{8 \cdot 25} = \frac{13}{25}"],
    ("recall", "weighted"): [
        "The denominator of recall is the number of samples, so it cancels in each product.",
        r"\frac{30 + 52 + 22}{200}",
        r"\frac{8 \cdot 13}{8 \cdot 25} = \frac{13}{25}",
    ],
    ("specificity", "weighted"): [
        r"\frac{1}{200} \cdot \frac{227012}{1467}",
        r"= \frac{56753}{73350}",
    ],
}


def flat(text: str) -> str:
    """A text without the spaces that only set it."""
    return re.sub(r"\s+", "", text.replace("\\%", "%").replace("\\-", "-"))


def joined(page: str) -> str:
    """A page whose chains are not broken into rows."""
    rows: list[str] = []
    for block in page.split("\n\n"):
        found = re.fullmatch(r"\$\$ (.*) \$\$", block)
        left, _, rest = found[1].partition(" = ") if found else ("", "", "")
        if (
            found
            and rows
            and rows[-1].startswith("$$")
            and (found[1].startswith("= ") or rows[-1].startswith(f"$$ {left} = "))
        ):
            rows[-1] = f"{rows[-1]} = {found[1][2:] if found[1].startswith('= ') else rest}"
        else:
            rows.append(f"$$ {found[1]}" if found else block)
    return flat("\n".join(rows))


ANIMALS, PATIENTS = matrix(BIRDS, ["bird", "cat", "dog"]), matrix([[4, 2], [1, 2]], ["sick", "healthy"])
NEVER = matrix([[3, 0, 1], [2, 0, 1], [0, 0, 5]], "ABC")
CASES = {
    "weighted precision": (WEIGHTED_PRECISION, Case(ANIMALS, "precision", {"average": "weighted"})),
    "kappa": (KAPPA, Case(ANIMALS, "kappa", {})),
    "MCC": (MCC, Case(PATIENTS, "mcc", {"positive": "sick"})),
    "undefined": (UNDEFINED, Case(NEVER, "precision", {"average": "macro"})),
    "mean of F1": (F1_OF_CLASSES, Case(matrix(FIG_23, "ABC"), "f1", {"average": "macro"})),
    "F1 of means": (F1_OF_AVERAGES, Case(matrix(FIG_23, "ABC"), "f1", {"average": "macro", "combine": "averages"})),
} | {
    f"example 5, {average} {metric}": (lines, Case(example_5(), metric, {"average": average}))
    for (metric, average), lines in PARTIAL.items()
}

# What stands on our page instead of a line done by hand, and why.
INSTEAD: dict[str, dict[str, str]] = {
    "MCC": {
        # a factor 1 is not written
        MCC[6]: r"\frac{6}{6 \sqrt{10}} = \frac{1}{\sqrt{10}} = \frac{\sqrt{10}}{\sqrt{10} \cdot \sqrt{10}}"
        r" = \frac{\sqrt{10}}{10}",
    },
    "example 5, weighted specificity": {
        # 8030/90 is not reduced: products and sums are reduced at the end alone
        PARTIAL["specificity", "weighted"][0]: r"\frac{518340 + 1308890 + 442890}{14670} = \frac{2270120}{14670}",
    },
    "kappa": {
        # by what a fraction is reduced is shown at the end of every part
        KAPPA[3]: r"\frac{6 + 5 + 7}{28} = \frac{18}{28} = \frac{2 \cdot 9}{2 \cdot 14} = \frac{9}{14}",
        # the difference of the numerators is shown, as in the line above it
        KAPPA[10]: r"1 - p_e = 1 - \frac{33}{98} = \frac{98}{98} - \frac{33}{98} = \frac{98 - 33}{98} = \frac{65}{98}",
        # what is done, and not its outcome alone
        KAPPA[11]: "Numerator and denominator have the same denominator, 98. Multiply both by 98, so that it cancels.",
    },
}  # fmt: skip


@each("name", CASES)
def test_every_line_done_by_hand_stands_on_our_page(name: str) -> None:
    lines, case = CASES[name]
    page, other = joined(case.derivation.to_markdown()), INSTEAD.get(name, {})
    assert [line for line in lines if flat(line) not in page] == list(other)
    assert [line for line in other.values() if flat(line) not in page] == []


@each("name", CASES)
def test_every_line_done_by_hand_is_true(name: str) -> None:
    lines, _ = CASES[name]
    judged = 0
    for line in [*lines, *INSTEAD.get(name, {}).values()]:
        if re.search("[a-z]{4}", re.sub(r"\\[a-z]+", "", line)):  # a sentence
            continue
        values = {value_of(m.tree) for m in read_chain(line.strip("$=> ")).members if m.tree is not None}
        assert len(values) <= 1 or r"\approx" in line, line
        judged += len(values)
    assert judged
