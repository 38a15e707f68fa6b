"""The end of a page: lines done by hand, what is said of a value and what is not, and that every number of it holds."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.derivation.notation.symbols import TEXT, Symbols
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.writing.more import primes
from exactmetrics.exact.values import Undefined, root
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each, sample
from tests.derivation.documents import Document, take_apart
from tests.derivation.endings import check_end
from tests.derivation.questions import BIRDS, FIG_23, Case, cases, matrix
from tests.derivation.rereading import FaultError

ANIMALS = matrix(BIRDS, ["bird", "cat", "dog"])
UNNAMED = em.ConfusionMatrix([[3, 0, 1], [2, 0, 1], [0, 0, 5]])
PATIENTS = matrix([[4, 2], [1, 2]], ["sick", "healthy"])
_TEXT = Text(Symbols({}, {}, (), TEXT))


def end_of(counts: em.ConfusionMatrix, metric: str, **options: Any) -> str:
    """The page from its result on, in Markdown."""
    return counts.derive(metric, **options).to_markdown().partition("## Result\n\n")[2]


def taken_apart(case: Case, surface: str, text: str | None = None, **look: Any) -> Document:
    return take_apart(text or case.measured.derive(case.metric, **case.options, **look).to(surface), surface)


# Lines of pages that were written by hand.


def test_the_value_of_a_mean_and_what_it_means() -> None:
    page = end_of(ANIMALS, "precision", average="weighted")
    assert r"$$ \boxed{P _{\text{weighted}} = \frac{409}{630} \approx 0.6492} $$" in page
    assert (
        "On average, with each class weighted by its number of samples, about 65% of the samples predicted as a class "
        "really belong to it. The class value is highest for class dog, $7/10 = 0.7$, and lowest for class cat, "
        r"$5/9 \approx 0.5556$. There, 5 of the 9 samples predicted as class cat really belong to it. The scale goes "
        "from 0 (worst) to 1 (best). Accuracy is another number: 18 of all 28 samples were predicted correctly, "
        r"$18/28 \approx 0.6429$."
    ) in page
    assert (
        "**Check.** A weighted mean lies between the smallest and the largest class value: $0.5556 < 0.6492 < 0.7$."
    ) in page
    assert (
        "**Common mistake.** Do not forget the weights. Without them, every class counts the same, and the result is "
        r"macro precision, $(2/3 + 5/9 + 7/10)/3 = 173/270 \approx 0.6407$."
    ) in page


UNDEFINED = r"""**Macro precision is undefined, because class B was never predicted.** The precision of class B would be 0 divided by 0, and division by 0 is not possible. So one of the 3 values of the mean is missing.

You can still report a number. Choose one of these conventions, and say which one you chose. All of them use the sum of the other values:

$$ \frac{3}{5} + \frac{5}{7} = \frac{3 \cdot 7}{5 \cdot 7} + \frac{5 \cdot 5}{7 \cdot 5} = \frac{21 + 25}{35} = \frac{46}{35} $$

| convention | macro precision | decimal |
|:---|:---|---:|
| count the precision of class B as 0 | $\frac{1}{3} \left( \frac{46}{35} + 0 \right) = \frac{46}{105}$ | $\approx 0.4381$ |
| count the precision of class B as 1 | $\frac{1}{3} \left( \frac{46}{35} + \frac{35}{35} \right) = \frac{81}{105} = \frac{27}{35}$ | $\approx 0.7714$ |
| leave class B out (mean of 2 classes) | $\frac{1}{2} \cdot \frac{46}{35} = \frac{46}{70} = \frac{23}{35}$ | $\approx 0.6571$ |

"""  # noqa: E501
REWARDS = (
    "Counting as 0 gives class B the worst value of the scale. Counting as 1 gives the best value of the scale, so it "
    "rewards predictions that never name a class. Leaving out hides class B: the mean says nothing about it."
)


def test_what_can_be_reported_where_a_value_is_missing() -> None:
    page = end_of(UNNAMED, "precision", average="macro")
    assert page.startswith(UNDEFINED)
    assert page.removeprefix(UNDEFINED) == (
        f"{REWARDS} scikit-learn counts the precision of class B as 0 and shows a warning. You can choose "
        "another convention there with `zero_division`.\n"
    )


def test_what_a_program_counts_has_a_name() -> None:
    """One value by its class, several together; the metric alone where it speaks of no class."""
    several = end_of(em.ConfusionMatrix([[3, 0, 0], [1, 0, 0], [2, 0, 0]]), "precision", average="macro")
    assert "scikit-learn counts them as 0 and shows a warning." in several
    alone = end_of(em.ConfusionMatrix([[3, 0], [1, 0]]), "precision", label=1)
    assert "scikit-learn counts the precision of class " in alone


def test_the_value_of_a_root() -> None:
    page = end_of(PATIENTS, "mcc", detail="full")
    assert r"$$ \boxed{\mathrm{MCC} = \frac{\sqrt{10}}{10} \approx 0.3162} $$" in page
    assert (
        "The same predictions in random order would give 0 on average. Here it is about $0.3162$, which is greater. An "
        "MCC of 1 means that every prediction is correct, and $-1$ means that every prediction is wrong."
    ) in page
    assert (
        r"**More digits.** $\sqrt{10}/10 \approx 0.3162277660168379$. The value is irrational: it is not equal to any "
        "fraction. Its square is $1/10$."
    ) in page
    assert (
        "**Check without a root.** $0.3162^2 = 0.09998244 < 0.1 < 0.10004569 = 0.3163^2$, so the value lies between "
        "$0.3162$ and $0.3163$."
    ) in page


APPENDIX = r"""## More

**More digits.** $409/630 \approx 0.6492063492063492$; the digits under the line repeat: $0.6\overline{492063}$.

**Least common multiple.** $3 = 3$, $9 = 3^2$, $10 = 2 \cdot 5$, so the least common multiple is $2 \cdot 3^2 \cdot 5 = 90$.

**Greatest common divisor.** $2520 = 1 \cdot 1636 + 884$, $1636 = 1 \cdot 884 + 752$, $884 = 1 \cdot 752 + 132$, $752 = 5 \cdot 132 + 92$, $132 = 1 \cdot 92 + 40$, $92 = 2 \cdot 40 + 12$, $40 = 3 \cdot 12 + 4$, $12 = 3 \cdot 4$. The last divisor is 4.

**Totals.** Rows: $6 + 1 + 1 = 8$, $1 + 5 + 2 = 8$, $2 + 3 + 7 = 12$. Columns: $6 + 1 + 2 = 9$, $1 + 5 + 3 = 9$, $1 + 2 + 7 = 10$. All samples: $8 + 8 + 12 = 28$.
"""  # noqa: E501


def test_the_appendix_of_a_full_page() -> None:
    assert APPENDIX in end_of(ANIMALS, "precision", average="weighted", detail="full")
    assert "## More" not in end_of(ANIMALS, "precision", average="weighted")


def test_a_convention_that_was_chosen_is_named_and_the_others_stand_in_the_appendix() -> None:
    page = end_of(UNNAMED, "precision", average="macro", undefined=0, detail="full")
    assert "This value depends on a convention: the precision of class B is undefined and is counted as 0." in page
    assert (
        r"**Other conventions.** Counted as 1, the result is $27/35 \approx 0.7714$; left out of the mean, the result "
        r"is $23/35 \approx 0.6571$."
    ) in page
    left_out = end_of(UNNAMED, "precision", average="macro", undefined="omit")
    assert "the precision of class B is undefined, so class B is left out of the mean." in left_out


@each(
    ("rows", "metric", "reason"),
    [
        ([[4, 0], [0, 0]], "kappa", "because $p_e$ is $1$, so the denominator is 0."),
        ([[4, 0], [0, 0]], "mcc", "because every sample was predicted as class A."),
        ([[4, 1], [0, 0]], "mcc", "because every sample belongs to class A."),
        ([[4, 0, 0], [1, 0, 0], [2, 0, 0]], "mcc", "because every sample was predicted as class A."),
    ],
    ids=str,
)
def test_a_metric_of_the_matrix_says_why_it_is_undefined_and_no_more(
    rows: list[list[int]], metric: str, reason: str
) -> None:
    page = end_of(em.ConfusionMatrix(rows), metric)
    assert page.startswith("**")
    assert page.rstrip().endswith(f"is undefined, {reason}**")


@each(
    ("rows", "metric", "label", "reason"),
    [
        ([[0, 3], [0, 5]], "precision", "no", "class no was never predicted"),
        ([[0, 0], [1, 5]], "recall", "no", "there are no samples of class no"),
        ([[0, 0], [0, 5]], "f1", "no", "class no has no samples and was never predicted"),
        ([[3, 0], [2, 0]], "npv", "no", "every sample was predicted as class no"),
        ([[3, 2], [0, 0]], "specificity", "no", "every sample belongs to class no"),
    ],
)
def test_the_reason_is_about_the_data(rows: list[list[int]], metric: str, label: str, reason: str) -> None:
    page = end_of(matrix(rows, ["no", "yes"]), metric, label=label)
    assert f"is undefined, because {reason}.**" in page
    assert page.count("| count the ") == 2  # no mean, so nothing can be left out


def test_several_missing_values() -> None:
    page = end_of(em.ConfusionMatrix([[0, 3, 0], [0, 5, 0], [0, 2, 0]]), "precision", average="macro")
    assert "because classes A and C were never predicted.**" in page
    assert "So 2 of the 3 values of the mean are missing." in page
    assert (
        r"| count the 2 missing values as 1 | $\frac{1}{3} \left( \frac{1}{2} + \frac{4}{2} \right) = \frac{5}{6}$ |"
        in page
    )
    assert "All of them use the sum" not in page  # there is one other value


@each(
    ("rows", "said"),
    [
        ([[4, 2], [1, 2]], "about $0.3162$, which is greater."),
        ([[2, 2], [1, 1]], "0, too."),
        ([[1, 2], [2, 1]], "about $-0.3333$, which is less."),
    ],
)
def test_a_value_is_compared_with_random_orders(rows: list[list[int]], said: str) -> None:
    page = end_of(em.ConfusionMatrix(rows), "mcc")
    assert f"The same predictions in random order would give 0 on average. Here it is {said}" in page


@each(
    ("metric", "options", "said"),
    [  # by hand: 28 samples make 56 pairs of a sample and another class, of which 28 are wrong at most
        ("specificity", {"average": "micro"}, "With 3 classes, the scale goes from $1/2$ (worst) to 1 (best)."),
        ("fpr", {"average": "micro"}, "With 3 classes, the scale goes from 0 (best) to $1/2$ (worst)."),
        ("recall", {"average": "micro"}, "The scale goes from 0 (worst) to 1 (best)."),
        ("specificity", {"average": "macro"}, "The best value is 1."),
        ("specificity", {"label": "cat"}, "The scale goes from 0 (worst) to 1 (best)."),
        ("informedness", {"average": "macro"}, "The best value is 1."),
        ("fpr", {"average": "macro"}, "The best value is 0."),
        ("average_accuracy", {}, "The best value is 1."),
        ("balanced_accuracy", {}, "The scale goes from 0 (worst) to 1 (best)."),
        # the chance disagreement depends on the number of samples, so does the worst value
        ("krippendorff_alpha", {"average": "micro"}, "The best value is 1."),
    ],
    ids=str,
)
def test_a_scale_goes_to_values_that_there_are(metric: str, options: dict[str, Any], said: str) -> None:
    assert said in end_of(ANIMALS, metric, **options)


@each(
    ("rows", "metric", "said"),
    [  # by hand: 12/15 and 3/15 of the sick, 47/785 and 738/785 of the others
        ([[12, 3], [47, 738]], "plr", "is predicted as this class about $13.4$ times as often as a sample of another"),
        ([[12, 3], [47, 738]], "nlr", "is predicted about $0.213$ times as often for samples of class sick as for"),
        ([[12, 3], [47, 738]], "dor", "are about $62.8$ times as high for a sample of class sick as for a sample"),
        ([[9, 1], [1, 9]], "plr", "$9$ times as often as"),
        ([[4, 2], [1, 2]], "informedness", "about 33 percentage points more often than other samples"),
        ([[1, 3], [4, 4]], "informedness", "25 percentage points less often than other samples"),
        ([[51, 49], [50, 50]], "informedness", "as it 1 percentage point more often than"),
        ([[4, 2], [1, 2]], "markedness", "30 percentage points more often than other samples"),
    ],
    ids=str,
)
def test_what_a_difference_and_a_ratio_mean(rows: list[list[int]], metric: str, said: str) -> None:
    assert said in end_of(matrix(rows, ["sick", "healthy"]), metric, label="sick")


def test_a_ratio_of_1_is_not_counted_in_times() -> None:
    page = end_of(matrix([[2, 2], [1, 1]], ["sick", "healthy"]), "plr", label="sick")
    assert "times as often" not in page
    assert "1 means that the prediction tells nothing about the class." in page


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
        if metric.neutral:
            options: list[dict[str, Any]] = [{}] if metric.scope == "matrix" else [{"label": 0}, {"average": "macro"}]
            for asked in options:
                total: Any = sum((table.value(metric.name, **asked) for table in tables), Fraction(0))
                assert total == 0, (metric, asked)


# Of which classes something is said.

ABSENT_C = [[3, 1, 0], [2, 4, 0], [0, 0, 0]]  # recalls 3/4 and 2/3, nothing of class c
NEVER_C = [[3, 1, 0], [2, 4, 0], [0, 3, 0]]  # precisions 3/5 and 4/8, with the weights 4 and 6


@each(
    ("rows", "metric", "options", "said"),
    [
        (ABSENT_C, "recall", {"over": "true"}, "On average over 2 of the 3 classes, about 71% of the samples of a"),
        (ABSENT_C, "recall", {"over": ["b"]}, "About 67% of the samples of class b were predicted correctly."),
        (ABSENT_C, "recall", {"average": "weighted"}, "On average, with each class weighted by its number of samples,"),
        (NEVER_C, "precision", {"average": "weighted", "undefined": "omit"},
         "In the weighted average over 2 of the 3 classes, 54% of the samples predicted as a class really belong to "
         "it."),
        # Of class c the precision is missing, of class d the recall: no class is left out of both means.
        ([[4, 0, 0, 0], [0, 0, 0, 5], [5, 7, 0, 0], [0, 0, 0, 0]], "f1", {"combine": "averages"},
         "| leave the 2 missing values out |"),
        # Two values are missing, of one class.
        ([[2, 0], [0, 0]], "f1", {"form": "harmonic"}, "| leave class b out (1 class is left) |"),
    ],
    ids=str,
)  # fmt: skip
def test_of_which_classes_something_is_said(
    rows: list[list[int]], metric: str, options: dict[str, Any], said: str
) -> None:
    assert said in end_of(matrix(rows), metric, **{"average": "macro"} | options)


def test_a_value_of_one_class_is_left_out_of_no_mean() -> None:
    page = matrix([[2, 0], [0, 0]]).derive("f1", form="harmonic", label="b", undefined="omit").to_text()
    assert "is undefined, because class b was never predicted." in page
    assert "left out" not in page


@each("surface", ["markdown", "latex", "html", "text"])
def test_what_is_not_on_the_page_is_not_spoken_of(surface: str) -> None:
    derivation = matrix(ABSENT_C).derive("recall", average="macro", over="true")
    pages = [derivation.to(surface), derivation.to(surface, data=False)]
    assert [bool(re.search("the (bold|shaded) number|the number in brackets", page)) for page in pages] == [True, False]


@each("surface", ["text", "markdown", "latex", "html"])
def test_a_calculation_has_room_in_a_table_of_conventions_whatever_marks_its_words(surface: str) -> None:
    rows = [[0] * 5, [0] * 5, [0] * 5, [0, 0, 0, 0, 1], [0, 0, 0, 0, 195]]
    page = matrix(rows).derive("precision", average="macro").to(surface)
    [table] = take_apart(page, surface).result.tables
    assert [row[1].count("=") for row in table[1:]] == [2, 1, 0]  # 1/5 (195/196 + 0) = 195/980 = 39/196


# When a sentence is not said.


def test_nothing_is_said_where_it_would_not_be_true() -> None:
    alike = matrix([[3, 1], [1, 3]], ["x", "y"])
    page = end_of(alike, "precision", average="macro")
    assert "Check" not in page  # both class values are 3/4
    assert "Accuracy is another" not in page  # it is the same number
    assert r"= \frac{3}{4} = 0.75}" in page
    assert "75% of the samples predicted as a class really belong to it" in page
    assert "about 75%" not in page
    assert "Check" not in end_of(alike, "accuracy")
    exercise = ANIMALS.derive("precision", average="weighted", detail="scaffold").to_markdown().partition("**Key.")[0]
    for told in ("65%", "0.6492", "5/9", "Accuracy is another"):
        assert told not in exercise


@each(
    ("right", "wrong", "said"),
    [(1, 999, "Less than 1% of all"), (999, 1, "More than 99% of all"), (0, 3, "0% of all"), (3, 0, "100% of all")],
)
def test_percent_never_rounds_to_none_or_all(right: int, wrong: int, said: str) -> None:
    assert f"{said} {right + wrong} samples were predicted correctly." in end_of(
        em.ConfusionMatrix([[right, wrong], [0, 0]]), "accuracy"
    )


def test_a_second_way_to_the_value() -> None:
    """By hand: recalls 3/4, 5/8, 7/12 and specificities 17/20, 16/20, 13/16; of dogs 7/12 over 3/16."""
    assert (
        "**Check.** The same value follows from the means of its parts: macro recall is $(3/4 + 5/8 + 7/12)/3 = 47/72$ "
        "and macro specificity is $(17/20 + 4/5 + 13/16)/3 = 197/240$, so $47/72 + 197/240 - 1 = 341/720$."
    ) in end_of(ANIMALS, "informedness", average="macro")
    assert (
        "**Check.** The result times the false positive rate of class dog must be the recall of class dog: "
        "$(28/9)(3/16) = 7/12$."
    ) in end_of(ANIMALS, "plr", label="dog")


def test_the_check_of_a_harmonic_mean() -> None:
    page = end_of(matrix(FIG_23, "ABC"), "f1", average="macro", combine="averages")
    assert (
        r"The macro precision, $3427/6435 \approx 0.5326$, is lower than the macro recall, $898/1155 \approx 0.7775$."
    ) in page
    assert "**Check.** A harmonic mean lies between its two numbers: $0.5326 < 0.6321 < 0.7775$." in page


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
    assert (None if found is None else (found[0], _TEXT.show(found[1]))) == shown


def test_more_places() -> None:
    page = ANIMALS.derive("precision", average="weighted", places=6).to_markdown()
    assert r"\frac{409}{630} \approx 0.649206}" in page


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


@each("metric", ["precision", "mcc", "kappa"])
def test_a_wrong_digit_is_seen(metric: str) -> None:
    options: dict[str, Any] = {"average": "macro"} if metric == "precision" else {}
    for counts in (ANIMALS, UNNAMED):
        case = Case(counts, metric, options)
        derivation = counts.derive(metric, **options)
        text = derivation.to_markdown()
        start = text.index("## Result")
        seen = 0
        numbers = [
            at for at in range(start, len(text)) if text[at].isdecimal() and "$" in text[text.rindex("\n", 0, at) : at]
        ]
        for at in sample(numbers, 30):
            mutant = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
            try:
                document = take_apart(mutant, "markdown")
                check_end(document, case.value, counts, derivation, options)
            except (FaultError, AssertionError, ZeroDivisionError, ValueError):
                seen += 1
        assert seen > 0.6 * min(30, len(numbers)), (metric, seen, len(numbers))


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


def test_a_note_that_a_value_is_the_accuracy_is_true() -> None:
    told = 0
    for k in (2, 3):
        for case in sample(list(cases(k)), 400):
            page = case.derivation.page
            if {"weighted_recall", "micro"} & {key for key, _ in page.notes} and not isinstance(case.value, Undefined):
                assert case.value == case.measured.value("accuracy"), str(case)
                told += 1
    assert told > 10


def test_the_rand_index_that_is_warned_of_is_calculated() -> None:
    """Counted from all pairs of samples."""
    rows = [[50, 3, 7], [4, 60, 6], [10, 2, 58]]
    pairs = [(i, j) for i, row in enumerate(rows) for j, n in enumerate(row) for _ in range(n)]
    agree = sum((a == b) == (p == q) for at, (a, p) in enumerate(pairs) for b, q in pairs[:at])
    page = em.ConfusionMatrix(rows, labels=["a", "b", "c"]).derive("adjusted_rand_index").to_text()
    assert f"1 - (6600 + 6581 - 2*4739)/19900 = {agree}/19900" in " ".join(page.split())


def test_a_root_leaves_the_denominator_of_a_class_value_step_by_step() -> None:
    """Of the first class, with the recall 5/6 and the false positive rate 1/10."""
    cm = em.ConfusionMatrix([[50, 3, 7], [4, 60, 6], [10, 2, 58]], labels=["a", "b", "c"])
    page = cm.derive("prevalence_threshold", average="macro").to_text()
    assert "((3*sqrt(10)) * (5*sqrt(30) - 3*sqrt(10)))/((5*sqrt(30) + 3*sqrt(10)) * (5*sqrt(30) - 3*sqrt(10)))" in page


def test_chi_squared_as_a_part_begins_with_its_counts_and_is_reduced_in_a_step_of_its_own() -> None:
    cm = em.ConfusionMatrix([[50, 3, 7], [4, 60, 6], [10, 2, 58]], labels=["a", "b", "c"])
    for name in ("cramers_v", "chi_squared"):
        page = cm.derive(name).to_text()
        assert "200 * (50^2/(60*64) + 3^2/(60*65)" in page
        assert f"((268811148 - 124051200)/124051200) = 200 * ({268811148 - 124051200}/124051200)" in page
