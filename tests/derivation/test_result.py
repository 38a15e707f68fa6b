"""The end of a page: lines done by hand, and what is said of a value and what is not.

That every number of it holds is read in tests/corpus.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.writing.more import primes
from exactmetrics.exact.values import Undefined, root
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each
from tests.derivation.documents import Document, take_apart
from tests.derivation.endings import check_end
from tests.derivation.questions import BIRDS, FIG_23, check_says, flat, matrix
from tests.derivation.rereading import FaultError

ANIMALS = matrix(BIRDS, ["bird", "cat", "dog"])
UNNAMED = em.ConfusionMatrix([[3, 0, 1], [2, 0, 1], [0, 0, 5]])
PATIENTS = matrix([[4, 2], [1, 2]], ["sick", "healthy"])
ALIKE = matrix([[3, 1], [1, 3]], ["x", "y"])
TEN = em.ConfusionMatrix([[50, 3, 7], [4, 60, 6], [10, 2, 58]], labels=["a", "b", "c"])


def end_of(counts: em.ConfusionMatrix, metric: str, **options: Any) -> str:
    """The page from its result on, in Markdown."""
    return counts.derive(metric, **options).to_markdown().partition("## Result\n\n")[2]


# Lines of pages that were written by hand.

UNDEFINED = r"""**Macro precision is undefined, because class B was never predicted.** The precision of class B would be 0 divided by 0, and division by 0 is not possible. So one of the 3 values of the mean is missing.

You can still report a number. Choose one of these conventions, and say which one you chose. All of them use the sum of the other values:

$$ \frac{3}{5} + \frac{5}{7} = \frac{3 \cdot 7}{5 \cdot 7} + \frac{5 \cdot 5}{7 \cdot 5} = \frac{21 + 25}{35} = \frac{46}{35} $$

| convention | macro precision | decimal |
|:---|:---|---:|
| count the precision of class B as 0 | $\frac{1}{3} \left( \frac{46}{35} + 0 \right) = \frac{46}{105}$ | $\approx 0.4381$ |
| count the precision of class B as 1 | $\frac{1}{3} \left( \frac{46}{35} + \frac{35}{35} \right) = \frac{81}{105} = \frac{27}{35}$ | $\approx 0.7714$ |
| leave class B out (mean of 2 classes) | $\frac{1}{2} \cdot \frac{46}{35} = \frac{46}{70} = \frac{23}{35}$ | $\approx 0.6571$ |

"""  # noqa: E501
APPENDIX = r"""## More

**More digits.** $409/630 \approx 0.6492063492063492$; the digits under the line repeat: $0.6\overline{492063}$.

**Least common multiple.** $3 = 3$, $9 = 3^2$, $10 = 2 \cdot 5$, so the least common multiple is $2 \cdot 3^2 \cdot 5 = 90$.

**Greatest common divisor.** $2520 = 1 \cdot 1636 + 884$, $1636 = 1 \cdot 884 + 752$, $884 = 1 \cdot 752 + 132$, $752 = 5 \cdot 132 + 92$, $132 = 1 \cdot 92 + 40$, $92 = 2 \cdot 40 + 12$, $40 = 3 \cdot 12 + 4$, $12 = 3 \cdot 4$. The last divisor is 4.

**Totals.** Rows: $6 + 1 + 1 = 8$, $1 + 5 + 2 = 8$, $2 + 3 + 7 = 12$. Columns: $6 + 1 + 2 = 9$, $1 + 5 + 3 = 9$, $1 + 2 + 7 = 10$. All samples: $8 + 8 + 12 = 28$.
"""  # noqa: E501


def test_blocks_written_by_hand() -> None:
    assert end_of(UNNAMED, "precision", average="macro") == (
        f"{UNDEFINED}Counting as 0 gives class B the worst value of the scale. Counting as 1 gives the best value of "
        "the scale, so it rewards predictions that never name a class. Leaving out hides class B: the mean says "
        "nothing about it. scikit-learn counts the precision of class B as 0 and shows a warning. You can choose "
        "another convention there with `zero_division`.\n"
    )
    assert APPENDIX in end_of(ANIMALS, "precision", average="weighted", detail="full")
    assert "## More" not in end_of(ANIMALS, "precision", average="weighted")


ABSENT_C = [[3, 1, 0], [2, 4, 0], [0, 0, 0]]  # recalls 3/4 and 2/3, nothing of class c
NEVER_C = [[3, 1, 0], [2, 4, 0], [0, 3, 0]]  # precisions 3/5 and 4/8, with the weights 4 and 6
RISK = [[12, 3], [47, 738]]  # 12/15 and 3/15 of the sick, 47/785 and 738/785 of the others
MACRO: dict[str, Any] = {"average": "macro"}
SICK = ["sick", "healthy"]
NO_YES = ["no", "yes"]
RANDOM = "The same predictions in random order would give 0 on average. Here it is "
ENDS: list[tuple[Any, str, dict[str, Any], list[str]]] = [
    (ANIMALS, "precision", {"average": "weighted"}, [
        r"$$ \boxed{P _{\text{weighted}} = \frac{409}{630} \approx 0.6492} $$",
        "On average, with each class weighted by its number of samples, about 65% of the samples predicted as a class "
        "really belong to it. The class value is highest for class dog, $7/10 = 0.7$, and lowest for class cat, "
        r"$5/9 \approx 0.5556$. There, 5 of the 9 samples predicted as class cat really belong to it. The scale goes "
        "from 0 (worst) to 1 (best). Accuracy is another number: 18 of all 28 samples were predicted correctly, "
        r"$18/28 \approx 0.6429$.",
        "**Check.** A weighted mean lies between the smallest and the largest class value: $0.5556 < 0.6492 < 0.7$.",
        "**Common mistake.** Do not forget the weights. Without them, every class counts the same, and the result is "
        r"macro precision, $(2/3 + 5/9 + 7/10)/3 = 173/270 \approx 0.6407$."]),
    (ANIMALS, "precision", {"average": "weighted", "places": 6}, [r"\frac{409}{630} \approx 0.649206}"]),
    # What a program counts has a name: one value by its class, several together.
    (em.ConfusionMatrix([[3, 0, 0], [1, 0, 0], [2, 0, 0]]), "precision", MACRO,
     ["scikit-learn counts them as 0 and shows a warning."]),
    (em.ConfusionMatrix([[3, 0], [1, 0]]), "precision", {"label": 1},
     ["scikit-learn counts the precision of class "]),
    (PATIENTS, "mcc", {"detail": "full"}, [
        r"$$ \boxed{\mathrm{MCC} = \frac{\sqrt{10}}{10} \approx 0.3162} $$",
        f"{RANDOM}about $0.3162$, which is greater. An "
        "MCC of 1 means that every prediction is correct, and $-1$ means that every prediction is wrong.",
        r"**More digits.** $\sqrt{10}/10 \approx 0.3162277660168379$. The value is irrational: it is not equal to any "
        "fraction. Its square is $1/10$.",
        "**Check without a root.** $0.3162^2 = 0.09998244 < 0.1 < 0.10004569 = 0.3163^2$, so the value lies between "
        "$0.3162$ and $0.3163$."]),
    (em.ConfusionMatrix([[2, 2], [1, 1]]), "mcc", {}, [f"{RANDOM}0, too."]),
    (em.ConfusionMatrix([[1, 2], [2, 1]]), "mcc", {}, [f"{RANDOM}about $-0.3333$, which is less."]),
    (UNNAMED, "precision", {**MACRO, "undefined": 0, "detail": "full"}, [
        "This value depends on a convention: the precision of class B is undefined and is counted as 0.",
        r"**Other conventions.** Counted as 1, the result is $27/35 \approx 0.7714$; left out of the mean, the result "
        r"is $23/35 \approx 0.6571$."]),
    (UNNAMED, "precision", {**MACRO, "undefined": "omit"},
     ["the precision of class B is undefined, so class B is left out of the mean."]),
    # Why a value is undefined is said of the data.
    (em.ConfusionMatrix([[4, 0], [0, 0]]), "kappa", {}, ["because $p_e$ is $1$, so the denominator is 0.**"]),
    (em.ConfusionMatrix([[4, 0], [0, 0]]), "mcc", {},
     ["because every sample was predicted as class A.**", "| count the Matthews correlation coefficient as 0 | $0$ |",
      "scikit-learn counts the Matthews correlation coefficient as 0."]),
    (em.ConfusionMatrix([[4, 1], [0, 0]]), "mcc", {}, ["because every sample belongs to class A.**"]),
    (em.ConfusionMatrix([[4, 0, 0], [1, 0, 0], [2, 0, 0]]), "mcc", {},
     ["because every sample was predicted as class A.**"]),
    (matrix([[0, 3], [0, 5]], NO_YES), "precision", {"label": "no"}, ["because class no was never predicted.**"]),
    (matrix([[0, 0], [1, 5]], NO_YES), "recall", {"label": "no"}, ["because there are no samples of class no.**"]),
    (matrix([[0, 0], [0, 5]], NO_YES), "f1", {"label": "no"},
     ["because class no has no samples and was never predicted.**"]),
    (matrix([[3, 0], [2, 0]], NO_YES), "npv", {"label": "no"}, ["because every sample was predicted as class no.**"]),
    (matrix([[3, 2], [0, 0]], NO_YES), "specificity", {"label": "no"}, ["because every sample belongs to class no.**"]),
    (em.ConfusionMatrix([[0, 3, 0], [0, 5, 0], [0, 2, 0]]), "precision", MACRO, [
        "because classes A and C were never predicted.**", "So 2 of the 3 values of the mean are missing.",
        r"| count the 2 missing values as 1 | $\frac{1}{3} \left( \frac{1}{2} + \frac{4}{2} \right) = \frac{5}{6}$ |"]),
    # A scale goes to values that there are. 28 samples make 56 pairs of a sample and another class, of which 28 are
    # wrong at most. The chance disagreement of alpha depends on the number of samples, so does the worst value.
    (ANIMALS, "specificity", {"average": "micro"}, ["With 3 classes, the scale goes from $1/2$ (worst) to 1 (best)."]),
    (ANIMALS, "fpr", {"average": "micro"}, ["With 3 classes, the scale goes from 0 (best) to $1/2$ (worst)."]),
    (ANIMALS, "recall", {"average": "micro"}, ["The scale goes from 0 (worst) to 1 (best)."]),
    (ANIMALS, "specificity", MACRO, ["The best value is 1."]),
    (ANIMALS, "specificity", {"label": "cat"}, ["The scale goes from 0 (worst) to 1 (best)."]),
    (ANIMALS, "fpr", MACRO, ["The best value is 0."]),
    (ANIMALS, "average_accuracy", {}, ["The best value is 1."]),
    (ANIMALS, "balanced_accuracy", {}, ["The scale goes from 0 (worst) to 1 (best)."]),
    (ANIMALS, "krippendorff_alpha", {"average": "micro"}, ["The best value is 1."]),
    # What a difference and a ratio mean.
    (matrix(RISK, SICK), "plr", {"label": "sick"},
     ["is predicted as this class about $13.4$ times as often as a sample of another"]),
    (matrix(RISK, SICK), "nlr", {"label": "sick"},
     ["is predicted about $0.213$ times as often for samples of class sick as for"]),
    (matrix(RISK, SICK), "dor", {"label": "sick"},
     ["are about $62.8$ times as high for a sample of class sick as for a sample"]),
    (matrix([[9, 1], [1, 9]], SICK), "plr", {"label": "sick"}, ["$9$ times as often as"]),
    (matrix([[2, 2], [1, 1]], SICK), "plr", {"label": "sick"},
     ["1 means that the prediction tells nothing about the class."]),
    (PATIENTS, "informedness", {"label": "sick"},
     ["about 33 percentage points more often than other samples"]),
    (matrix([[1, 3], [4, 4]], SICK), "informedness", {"label": "sick"},
     ["25 percentage points less often than other samples"]),
    (matrix([[51, 49], [50, 50]], SICK), "informedness", {"label": "sick"},
     ["as it 1 percentage point more often than"]),
    (PATIENTS, "markedness", {"label": "sick"}, ["30 percentage points more often than other samples"]),
    # Of which classes something is said.
    (matrix(ABSENT_C), "recall", {**MACRO, "over": "true"},
     ["On average over 2 of the 3 classes, about 71% of the samples of a"]),
    (matrix(ABSENT_C), "recall", {**MACRO, "over": ["b"]},
     ["About 67% of the samples of class b were predicted correctly."]),
    (matrix(ABSENT_C), "recall", {"average": "weighted"},
     ["On average, with each class weighted by its number of samples,"]),
    (matrix(NEVER_C), "precision", {"average": "weighted", "undefined": "omit"},
     ["In the weighted average over 2 of the 3 classes, 54% of the samples predicted as a class really belong to it."]),
    # Of class c the precision is missing, of class d the recall: no class is left out of both means.
    (matrix([[4, 0, 0, 0], [0, 0, 0, 5], [5, 7, 0, 0], [0, 0, 0, 0]]), "f1", {**MACRO, "combine": "averages"},
     ["| leave the 2 missing values out |"]),
    (matrix([[2, 0], [0, 0]]), "f1", {**MACRO, "form": "harmonic"},  # two values are missing, of one class
     ["| leave class b out (1 class is left) |"]),
    (matrix([[2, 0], [0, 0]]), "f1", {"form": "harmonic", "label": "b", "undefined": "omit"},
     ["is undefined, because class b was never predicted and there are no samples of class b."]),
    # Percent never rounds to none or all.
    (em.ConfusionMatrix([[1, 999], [0, 0]]), "accuracy", {}, ["Less than 1% of all 1000 samples were"]),
    (em.ConfusionMatrix([[999, 1], [0, 0]]), "accuracy", {}, ["More than 99% of all 1000 samples were"]),
    (em.ConfusionMatrix([[0, 3], [0, 0]]), "accuracy", {}, ["0% of all 3 samples were predicted correctly."]),
    (em.ConfusionMatrix([[3, 0], [0, 0]]), "accuracy", {}, ["100% of all 3 samples were predicted correctly."]),
    (ALIKE, "precision", MACRO,
     [r"= \frac{3}{4} = 0.75}", "75% of the samples predicted as a class really belong to it"]),
    # A second way to the value: recalls 3/4, 5/8, 7/12 and specificities 17/20, 16/20, 13/16; of dogs 7/12 over 3/16.
    (ANIMALS, "informedness", MACRO, [
        "**Check.** The same value follows from the means of its parts: macro recall is $(3/4 + 5/8 + 7/12)/3 = 47/72$ "
        "and macro specificity is $(17/20 + 4/5 + 13/16)/3 = 197/240$, so $47/72 + 197/240 - 1 = 341/720$.",
        "The best value is 1."]),
    (ANIMALS, "plr", {"label": "dog"}, [
        "**Check.** The result times the false positive rate of class dog must be the recall of class dog: "
        "$(28/9)(3/16) = 7/12$."]),
    (matrix(FIG_23, "ABC"), "f1", {**MACRO, "combine": "averages"}, [
        r"The macro precision, $3427/6435 \approx 0.5326$, is lower than the macro recall, $898/1155 \approx 0.7775$.",
        "**Check.** A harmonic mean lies between its two numbers: $0.5326 < 0.6321 < 0.7775$."]),
]  # fmt: skip
UNSAID = [
    (ALIKE, "precision", MACRO, ["Check", "Accuracy is another", "about 75%"]),  # both class values are 3/4
    (ALIKE, "accuracy", {}, ["Check"]),
    (matrix([[2, 2], [1, 1]], SICK), "plr", {"label": "sick"}, ["times as often"]),
    (matrix([[2, 0], [0, 0]]), "f1", {"form": "harmonic", "label": "b", "undefined": "omit"}, ["left out"]),
    (em.ConfusionMatrix([[0, 3, 0], [0, 5, 0], [0, 2, 0]]), "precision", MACRO, ["All of them use the sum"]),
    (em.ConfusionMatrix([[0, 0], [0, 0]]), "mcc", {}, ["convention", "| count"]),  # nothing was counted
    (em.ConfusionMatrix([[4, 0], [0, 0]]), "mcc", MACRO, ["scikit-learn"]),  # which has no MCC of a class
]  # fmt: skip


@each(("counts", "metric", "options", "told"), ENDS)
def test_what_the_end_says(counts: em.ConfusionMatrix, metric: str, options: dict[str, Any], told: list[str]) -> None:
    check_says(end := end_of(counts, metric, **options), told)
    if "label" in options and "undefined, because" in end and "undefined" not in options:
        assert end.count("| count the ") == 2  # no mean, so nothing can be left out


@each(("counts", "metric", "options", "untold"), UNSAID)
def test_nothing_is_said_where_it_would_not_be_true(
    counts: em.ConfusionMatrix, metric: str, options: dict[str, Any], untold: list[str]
) -> None:
    check_says(end_of(counts, metric, **options), [], untold)


@each("rows", [[[4, 2], [1, 2]], [[1, 1], [2, 1]], [[2, 0, 1], [1, 1, 0], [0, 1, 1]]], ids=str)
def test_predictions_in_random_order_have_the_value_0_on_average(rows: list[list[int]]) -> None:
    """What the sentence says, counted out over all orders of the predictions."""
    true = [i for i, row in enumerate(rows) for n in row for _ in range(n)]
    predicted = [j for row in rows for j, n in enumerate(row) for _ in range(n)]
    tables = []
    for order in set(permutations(predicted)):
        made = [[0] * len(rows) for _ in rows]
        for i, j in zip(true, order, strict=True):
            made[i][j] += 1
        tables.append(em.ConfusionMatrix(made))
    for metric in all_metrics():
        if metric.zero_at_random:
            options: list[dict[str, Any]] = [{}] if metric.scope == "matrix" else [{"label": 0}, {"average": "macro"}]
            for asked in options:
                total: Any = sum((table.value(metric.name, **asked) for table in tables), Fraction(0))
                assert total == 0, (metric, asked)


@each("surface", ["markdown", "latex", "html", "text"])
def test_the_end_on_every_surface(surface: str) -> None:
    """What is not on the page is not spoken of; a calculation has room in a table of conventions beside any marks."""
    derivation = matrix(ABSENT_C).derive("recall", average="macro", over="true")
    pages = [derivation.to(surface), derivation.to(surface, data=False)]
    assert [bool(re.search("the (bold|shaded) number|the number in brackets", page)) for page in pages] == [True, False]
    rows = [[0] * 5, [0] * 5, [0] * 5, [0, 0, 0, 0, 1], [0, 0, 0, 0, 195]]
    [table] = take_apart(matrix(rows).derive("precision", average="macro").to(surface), surface).result.tables
    assert [row[1].count("=") for row in table[1:]] == [2, 1, 0]  # 1/5 (195/196 + 0) = 195/980 = 39/196


# Digits.


@each(
    ("value", "shown"),
    [
        (Fraction(409, 630), (False, "0.6492")),
        (Fraction(13, 25), (True, "0.52")),
        (Fraction(3), None),
        (Fraction(12345, 7), (False, "1763.57")),
        (Fraction(1, 3000), (False, "0.000333")),
        (Fraction(1, 200), (True, "0.005")),
        (Fraction(9, 32), (True, "0.28125")),
        (Fraction(-7, 32), (True, "-0.21875")),
        (Fraction(28124, 10**5) + Fraction(1, 3 * 10**6), (False, "0.2812")),
        (Fraction(24690, 2 * 10**12), (False, "1.23*10^-8")),
        (Fraction(1235, 10**11), (True, "1.235*10^-8")),
        (Fraction(1, 3 * 10**8), (False, "3.33*10^-9")),
        (Fraction(1, 10**7), (True, "1*10^-7")),
        (Fraction(9999999, 10**7), (True, "0.9999999")),
        (Fraction(2 * 10**9 - 1, 2 * 10**9), (True, "0.9999999995")),
        (Fraction(-3, 7), (False, "-0.4286")),
        (Fraction(600002, 299999), (False, "2.00001")),
        (root(Fraction(1, 10)), (False, "0.3162")),
    ],
    ids=str,
)
def test_the_decimal_beside_a_value(value: Any, shown: tuple[bool, str] | None) -> None:
    found = in_few_digits(value, 4)
    assert (None if found is None else (found[0], Text(Symbols({}, {}, (), TEXT)).show(found[1]))) == shown


@each(
    "rows, metric, said",
    [
        ([[9, 15], [8, 16]], "plr", "predicted as this class $1.125$ times as often"),
        ([[2, 1], [1, 23]], "plr", "predicted as this class $16$ times as often"),
        ([[9, 15], [10, 14]], "plr", "predicted as this class $0.9$ times as often"),
        ([[41, 23], [23, 41]], "kappa", r"\frac{9}{32} = 0.28125}"),
        ([[41, 55], [55, 41]], "mcc", r"Here it is about $-0.1458$, which is less."),
        ([[7, 9], [8, 8]], "mcc", "Here it is about"),
    ],
)
def test_a_half_is_not_rounded(rows: Any, metric: str, said: str) -> None:
    label = {"label": "yes"} if metric == "plr" else {}
    assert said in matrix(rows, ["yes", "no"]).derive(metric, **label).to_markdown()


def test_long_values() -> None:
    def page(high: int, k: int) -> str:
        rows = [[(i * 7919 + j * 104729) % high + 1 for j in range(k)] for i in range(k)]
        return end_of(em.ConfusionMatrix(rows), "precision", average="macro", detail="full")

    medium = page(3000, 4)  # 13 to 40 digits: the value in a line by itself
    value, box, *_ = re.findall(r"^\$\$ (.*) \$\$$", medium, re.MULTILINE)
    assert re.fullmatch(r"P _\{\\text\{macro\}\} = \\frac\{\d{13,40}\}\{\d{13,40}\}", value)
    assert re.fullmatch(r"\\boxed\{P _\{\\text\{macro\}\} \\approx 0\.\d{4}\}", box)
    long = page(10**9, 9)
    assert "It is too long to print." in long
    assert re.findall(r"^\$\$", long, re.MULTILINE) == ["$$"]
    assert "**Exact value.** In groups of five digits, the numerator is " in long


@each("n", [2, 90, 97, 1024, 2 * 3 * 5 * 7 * 11, 999983 * 999979])
def test_primes(n: int) -> None:
    found, product = primes(n), 1
    for p, times in found:
        assert all(p % d for d in range(2, min(p, 1000)))
        product *= p**times
    assert product == n


@each(("metric", "options"), [("precision", MACRO), ("mcc", {}), ("kappa", {})])
def test_a_wrong_digit_is_seen(metric: str, options: dict[str, Any]) -> None:
    for counts in (ANIMALS, UNNAMED):
        derivation, value = counts.derive(metric, **options), counts.value(metric, **options)
        text = derivation.to_markdown()
        digits = [
            at
            for at in range(text.index("## Result"), len(text))
            if text[at].isdecimal() and "$" in text[text.rindex("\n", 0, at) : at]
        ]
        chosen = sorted(digits, key=lambda at: crc32(f"{metric} {at}".encode()))[:12]
        seen = 0
        for at in chosen:
            mutant = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
            try:
                check_end(take_apart(mutant, "markdown"), value, counts, derivation, options)
            except (FaultError, AssertionError, ZeroDivisionError, ValueError):
                seen += 1
        assert seen > 0.6 * len(chosen), (metric, seen)


def test_json_has_what_the_page_says() -> None:
    data = UNNAMED.derive("precision", average="macro").data()["result"]
    assert [(row["undefined"], row["value"]) for row in data["conventions"]["rows"]] == [
        ("0", "46/105"),
        ("1", "27/35"),
        ("omit", "23/35"),
    ]
    assert data["text"].startswith("Macro precision is undefined, because class B was never predicted. ")
    whole = ANIMALS.derive("precision", average="weighted", detail="full").data()["result"]
    assert (whole["decimal"], whole["exact"], whole["conventions"]) == ("0.6492", False, None)
    assert [item["kind"] for item in whole["more"]] == ["digits", "lcm", "gcd", "totals", "names"]
    assert whole["check"].startswith("A weighted mean lies between")


def test_an_undefined_value_is_one() -> None:
    assert isinstance(UNNAMED.value("precision", average="macro"), Undefined)
    with pytest.raises(FaultError):
        check_end(Document(), UNNAMED.value("precision", average="macro"), UNNAMED, UNNAMED.derive("accuracy"), {})


def test_working_that_was_done_by_hand() -> None:
    # The Rand index that is warned of, counted from all pairs of samples.
    pairs = [(i, j) for i, row in enumerate(TEN.rows) for j, n in enumerate(row) for _ in range(int(n))]
    agree = sum((a == b) == (p == q) for at, (a, p) in enumerate(pairs) for b, q in pairs[:at])
    page = flat(TEN.derive("adjusted_rand_index").to_text())
    assert f"1 - (6600 + 6581 - 2*4739)/19900 = {agree}/19900" in page
    # A root leaves the denominator: of the first class, with the recall 5/6 and the false positive rate 1/10.
    page = TEN.derive("prevalence_threshold", average="macro").to_text()
    assert "((3*sqrt(10)) * (5*sqrt(30) - 3*sqrt(10)))/((5*sqrt(30) + 3*sqrt(10)) * (5*sqrt(30) - 3*sqrt(10)))" in page
    for name in ("cramers_v", "chi_squared"):
        page = TEN.derive(name).to_text()
        assert "200 * (50^2/(60*64) + 3^2/(60*65)" in page
        assert f"((268811148 - 124051200)/124051200) = 200 * ({268811148 - 124051200}/124051200)" in page
