"""Shares said in words and logarithms are arithmetic; other functions of numbers are told as not read."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each


@each(("text", "left", "word"), [
    ("We take 5% of 1,000 = 50 mails.", "5% of 1,000", "exact"),
    ("We take 5% of 1,000 = 60 mails.", "5% of 1,000", "false"),
    ("5 percent of 40 = 2", "5 percent of 40", "exact"),
    ("Krank sind 80 % von 250 = 200.", "80 % von 250", "exact"),
    ("Krank sind 80 % von 250 = 205.", "80 % von 250", "false"),
    ("3 out of 4 = 75%", "3 out of 4", "exact"),
    ("4 von 6 ≈ 66,7 %", "4 von 6", "rounded"),
    ("45 of 50 = 80 %", "45 of 50", "false"),
])  # fmt: skip
def test_a_share_in_words_is_a_product_or_a_quotient(text: str, left: str, word: str) -> None:
    link, = verify_links(text).links  # fmt: skip
    assert (link.left, link.word) == (left, word)
    assert text[link.where.offset :].startswith(left)


@each("text", [
    "Step 3 of 4 = the last but one", "version 2 of 3 = 0.5", "the 5% of people = 3 of them", "5% of F1 = 0.4",
])  # fmt: skip
def test_no_share_is_read_into_other_words(text: str) -> None:
    assert [link for link in verify_links(text).links if link.level in ("warn", "error")] == []


@each(("text", "name"), [
    (r"$\log 8 = 3$", "log"), (r"$\exp 2 = 7.389$", "exp"), (r"$\binom{5}{2} = 10$", "binom"),
    ("floor(0.3) = 0", "floor"), ("mean(0.5, 0.7) = 0.6", "mean"), ("$5! = 120$", "!"),
])  # fmt: skip
def test_a_function_of_numbers_is_told_as_not_read(text: str, name: str) -> None:
    link, = verify_links(text).links  # fmt: skip
    assert link.word == "unread"
    assert link.verdict is not None
    assert link.verdict.why == ("function", name)


@each(("text", "word"), [
    (r"$\log_2 8 = 3$", "exact"), (r"$\log_{10} 1000 = 3$", "exact"), ("log2(12/3) = 2", "exact"),
    ("max(0.3, 0.5) = 0.5", "exact"), (r"$7/\min(12, 10) = 0.7$", "exact"), (r"$\lvert 3 - 5 \rvert = 2$", "exact"),
    (r"$-\ln 0.5 = 0.693$", "rounded"), (r"$\ln 2 = 0.694$", "false"),
    (r"$-\frac{1}{4} \log_2 \frac{1}{4} - \frac{3}{4} \log_2 \frac{3}{4} = 0.8113$", "rounded"),
    (r"$-\frac{1}{4} \log_2 \frac{1}{4} - \frac{3}{4} \log_2 \frac{3}{4} = 0.8112$", "truncated"),
    (r"$\frac{\ln 3}{\ln 5} = 0.6826$", "rounded"), (r"$\log_4 8 = \frac{3}{2}$", "exact"),
    (r"$\ln 6 = \ln 2 + \ln 3$", "exact"), (r"$\ln 6 = \ln 2 + \ln 4$", "false"),
])  # fmt: skip
def test_a_logarithm_is_calculated(text: str, word: str) -> None:
    """The natural logarithm of 2 is 0.693147, the binary entropy of 1/4 is 0.811278, and ln 3 over ln 5 is 0.682606."""
    (link,) = verify_links(text).links
    assert link.word == word


@each("text", [
    "The mean = 0.5", "It took 15 min = 0.25 h", "log loss = 0.69", "accuracy max = 0.9", "Wow, 0.9! F1 = 0.8",
])  # fmt: skip
def test_names_are_no_functions_of_numbers(text: str) -> None:
    assert verify_links(text).unread == []


@each(("text", "word"), [
    ("An accuracy of $3/8 = 0.365$ was found.", "false"), ("an accuracy of 3/8 = 0.375", "exact"),
    ("It falls by $4/38 \\approx 0.115$", "false"), ("Die Genauigkeit von $85/100 = 0{,}86$ ist gut", "false"),
    ("une précision de 3/4 = 0,75", "exact"), ("half of 3/4 = 0.375", "unread"), ("2 of 3/4 = 0.75", "unread"),
    ("the square root of 16/25 = 0.8", "unread"), ("die Hälfte von 3/4 = 0,375", "unread"), ("log 8/2 = 0.6", "unread"),
    ("divided by 3/4 = 1.3", "unread"), ("Thus 3 of 8 = 0.385", "false"),
])  # fmt: skip
def test_a_preposition_is_an_operation_only_behind_one(text: str, word: str) -> None:
    link, = verify_links(text).links  # fmt: skip
    assert link.word == word


@each(("text", "word"), [
    ("$3/8 \\neq 0.375$", "unread"), ("3/8 ≠ 0.375", "unread"), ("$3/8 \\neq 0.38$", "exact"),
    ("\\begin{equation}\n3/8 \\neq 0.375\n\\end{equation}", "false"),
])  # fmt: skip
def test_an_inequality_is_not_read_with_the_other_decimal_sign(text: str, word: str) -> None:
    link, = verify_links(text).links  # fmt: skip
    assert link.word == word


@each("text", [
    "x = 1/2 (a + b) = 0.708", r"$\frac12 (a+b) = 0.708$", r"$BA = \frac{1}{2}\left(TPR + TNR\right) = 0.708$",
    "0.5 (a + b) = 0.708",
])  # fmt: skip
def test_a_bracket_of_names_behind_a_fraction_is_a_factor(text: str) -> None:
    assert [link.word for link in verify_links(text).links if link.word is not None] == []


@each("text", ["70 (TP + TN) / 100 = 0.7", "45/50 (TP / all) = 0.9", "15 (TP) + 5 (FP) = 20"])
def test_a_bracket_of_names_behind_a_count_is_a_remark(text: str) -> None:
    assert [link.word for link in verify_links(text).judged] == ["exact"]
