"""The printed arithmetic of the five sources: every link of the ledger, and lines as the sources print them."""

from __future__ import annotations

import csv
from pathlib import Path

from exactmetrics._resources import worked_examples_dir
from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each

with (Path(__file__).parent / "ledger.csv").open(encoding="utf-8", newline="") as file:
    LEDGER = list(csv.DictReader(file))


@each("row", LEDGER, ids=lambda row: f"{row['source']}-{row['line']}-{row['expression']}")
def test_ledger(row: dict[str, str]) -> None:
    (link,) = verify_links(f"{row['expression']} = {row['printed']}").links
    assert link.word == row["verdict"]


def test_the_ledger_holds_what_the_sources_are_known_for() -> None:
    false = [(row["source"], row["line"]) for row in LEDGER if row["verdict"] == "false"]
    assert false == [("002", "458"), ("002", "561"), ("002", "682"), ("002", "802"), ("002", "849")]
    assert [row["line"] for row in LEDGER if row["verdict"] == "truncated"] == ["101", "103"]


DOCUMENTS = sorted(path for end in ("md", "tex") for path in worked_examples_dir().glob(f"*/*.{end}"))


@each("path", DOCUMENTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_our_own_working_is_read_and_never_accused(path: Path) -> None:
    found = verify_links(path)
    assert {link.word for link in found.judged} <= {"exact", "rounded", "tie"}
    # "the classes are numbered: 1 = 0", and a fraction of symbols over a sum of symbols, of which the 2 is read alone
    assert [link.left for link in found.unread if not link.left.isdigit() and link.left != r"\frac{2}"] == []


@each(
    ("line", "words"),
    [
        (r"$$f_{\text{weighted}} = \frac{2}{28} \left( \frac{8(6)}{8+9} + \frac{8(5)}{8+9} + \frac{12(7)}{12+10} "
         r"\right) = \frac{841}{1309} \approx 0.6424751718869367.$$", ["exact", "float"]),
        (r"$$\text{Recall}_L = \frac{60}{60 + 25} = 0.938$$", ["false"]),
        (r"$$Specificity_{micro} = \frac{1}{2} + (1 + Precision_{micro}) = \frac{1}{2} + (1 + 0.842) = 0.921$$",
         ["false"]),
        (r"$$\text{Accuracy} = \frac{4 + 65 + 9}{3} = 0.729$$", ["false"]),
        (r"$$Recall_1 = \frac{Tp_1}{Tp_1 + Fn_1} = \frac{4}{6} = 0.66$$", ["truncated"]),
        (r"$$WeightedAverageRecall = \frac{6}{9} * 0.66 + \frac{6}{9} * 0.66 \quad (10)$$", []),
        (r"$$y\_true = [0 \ 1 \ 0 \ 0 \ 0 \ 1 \ 0 \ 1 \ 0]$$", []),
        (r"$$M = \begin{bmatrix} 6 & 1 & 1 \\ 1 & 5 & 2 \\ 2 & 3 & 7 \end{bmatrix}$$", []),
        (r"$$\text{Recall}_A = \frac{4}{5}, \quad \text{Recall}_B = \frac{65}{91}$$", []),
        (r"$$F_{\beta A} (\beta = 0.8) = \frac{0.267 \times 0.8}{(0.8 \times 0.8) + (0.2 \times 0.267)} = 0.308$$",
         ["rounded"]),
        ("$$\\begin{aligned} TP_A &= c_{11} = 32 \\\\ TN_A &= c_{22} + c_{23} = 38 + 4 + 9 + 28 = 79 \\\\ FP_A &= 9 "
         "+ 12 = 22 \\end{aligned}$$", ["exact", "false"]),
        (r"$$N = 50 + 20 + 0 + 0 + 60 + 4 + 1 + 5 + 54 = 194 \text{ samples}$$", ["exact"]),
    ],
)  # fmt: skip
def test_lines(line: str, words: list[str]) -> None:
    assert [link.word for link in verify_links(line).links if link.word] == words
