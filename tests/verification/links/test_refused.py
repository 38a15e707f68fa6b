"""Layouts that are no equalities, or not as they stand: what documents were once accused of, and what was missed."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each


def words(text: str) -> list[str]:
    return [str(link.word) for link in verify_links(text, format="markdown").links if link.word is not None]


@each("text", [
    "F1 = 2 ×\n0.6 × 0.4\n0.6 + 0.4\n= 0.48", "= 2 × 0.6 × 0.4\n0.6 + 0.4 = 0.48", "Recall =\n60\n60 + 25\n= 0.938",
    "F1 = 0.48 = 2 × 0.6 × 0.4\n0.6 + 0.4\n", "60\n60 + 25 = 0.938",  # fractions of a PDF
    "85%   ~1.2", "time ~1.5  ~2.5", "~80,000 (~60,000)", "about 80,000 ~ 60,000 of them",  # a tilde says "about"
    "0.7 ~ 0.8", "$0.7 \\sim 0.8$", "0.7∼0.8",  # a range
    "R=0.01 = 0.505", "P(>0.74) = 0.691", "P(X > 0.74) = 0.691", "x = 0.5 = 0.6",
    "10!/(3!7!) = 121", r"$\frac{10!}{3!7!} = 121$", "4!/2!2! = 7", "5! / 2 = 61",
    "52 * 2.3 = 73 million", "46 * 200.5 = 9.223",
    "5 / 2 = 2 (integer division)", "2^10 = 1024 ≈ 10^3", "1000/3 ≈ 330", "10-5 = 0.00001", "1.2 × 10−5 = 0.000012",
    "In GF(7) we have 3 * 5 = 1.", "XOR: 1 ^ 1 = 0",
    "2 × 32 × 32 × 128² × 4096 ≈ 137 GFLOPs", "2^20 * 4 = 4.2 Mbit", "1234.56 = 1.234,56", "18/20 gives [0.70, 0.97]",
    "2 + 2 = 5 is wrong.", "It is untrue that 2 + 2 = 5.", "Is 1/2 = 0.6? No.", "Suppose 1/2 = 0.7, then so be it.",
    "Das ist falsch: 1/2 = 0.6.", r"$2\frac{1}{2} = 2.6$", "1/2(3) = 0.2", "5000/√63000000 = 5000/7938",
])  # fmt: skip
def test_nothing_is_accused(text: str) -> None:
    assert not {"false", "interval", "truncated"} & set(words(text)), words(text)


@each(("text", "wanted"), [
    ("80% [200/(200+50)]", ["exact"]), ("81% [200/(200+50)]", ["false"]), ("a share of 0.8 (200/(200+50)).", ["exact"]),
    ("8/17, about 47.06%", ["rounded"]), ("8/17, about 47.60%", ["false"]), ("3 of 8, or about 37.5%", ["exact"]),
    ("TP/(TP+FN)\n= 84/116 = 0.724", ["rounded"]), ("Sensitivity = TP/(TP+FN) = 84/116 = 0.742", ["false"]),
    ("0.885 (88.5 %)", ["exact"]), ("0.885 (85.8 %)", ["false"]), ("0.885 (i.e. 88.5 %)", ["exact"]),
    ("0.885 (12 %)", []), (r"$\\frac{1}{2} = 0.6$", ["false"]), (r"a = 3 \\times 4 = 13", ["false"]),
    ("3/7 ~ 0.44", ["false"]), ("3/7 = ~0.43", ["rounded"]), ("9/10 = 0.9 = 0.92", ["exact", "false"]),
    ("0,3 * 0,3 = 0,10", ["interval"]), ("0.3 - 0.3 + 0.5 = 0.7", ["false"]),  # the same number is one number
    ("2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.851", ["false"]),
])  # fmt: skip
def test_what_is_read(text: str, wanted: list[str]) -> None:
    assert words(text) == wanted


def test_shares_of_a_table_show_what_stands_beside_counts() -> None:
    rows = "| a | n |\n|---|---|\n| x | 12/15 (80%) |\n| y | 11/15 (73%) |\n| z | 3/15 (20%) |\n"
    assert words(f"{rows}| w | 9/15 (15%) |") == ["exact", "rounded", "exact", "false"]
    assert words(f"{rows}\nOther: 9/15 (15%)") == ["exact", "rounded", "exact", "unread"]
    assert words("| x | 9/15 (15%) |\n| y | 3/15 (2%) |") == ["unread", "unread"]
