"""Any text at all: right arithmetic is never accused, a changed digit is found and repaired; no crash, no hang."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.verification.documents.opening import FORMATS
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.links import document_links
from exactmetrics.verification.links.document_links import links_of, verify_links
from exactmetrics.verification.links.edits import KINDS
from exactmetrics.verification.links.habits import breaches
from exactmetrics.verification.links.plain import masked
from exactmetrics.verification.links.repairs import nearby_numbers, repairs
from exactmetrics.verification.verify import verify_document
from tests.cases import each, sample, size
from tests.growth import assert_linear

# Documents made up at random: arithmetic of known value, set in running text of several languages.

# What stands before and behind a chain; {} is the chain.
SENTENCES = {
    "en": ["The precision is {}, which is fine.", "Precision = {}", "so we get {} for class A.", "- Recall: {}.",
           "With these counts (see Fig. 3) the score becomes {}.", "| F1 | {} | yes |", "**Accuracy** = {}"],
    "es": ["La precisión es {}, como se ve.", "Exactitud = {}", "por lo tanto obtenemos {} y sigue.", "1. Valor: {}"],
    "de": ["Die Genauigkeit ist {}, also gut.", "Trefferquote = {}", "Daraus folgt {} für Klasse A.", "* F-Maß: {}"],
    "fr": ["La précision vaut {}, donc bien.", "Rappel = {}", "on obtient {} pour la classe A.", "> Score : {}"],
    "pt": ["A precisão é {}, portanto boa.", "Revocação = {}", "obtemos {} e continuamos."],
    "zh": ["准确率＝{}，因此很好。", "召回率为 {}。", "所以 F1 = {}，其中 A 类"],
    "ja": ["適合率は {} です。", "再現率 = {}、したがって"],
}  # fmt: skip
COMMA = frozenset({"es", "de", "fr", "pt"})


@dataclass
class Written:
    """A chain as text: the value it has, what was printed for it, how many links both sides of which are numbers."""

    text: str
    value: Fraction
    printed: str
    links: int


def rounded(value: Fraction, places: int) -> str:
    """The value at so many places, by the standard library and not by the package under test."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN))


def expression(rng: random.Random, latex: bool) -> tuple[str, Fraction]:
    """A quotient, a sum, a harmonic or a weighted mean of whole numbers, written one way or the other."""
    a, b, c, d = (rng.randint(1, 99) for _ in range(4))
    times = rng.choice([r" \times ", r" \cdot "]) if latex else rng.choice([" * ", " × ", "·", " x "])

    def over(top: str, bottom: str) -> str:
        if latex:
            return rf"\frac{{{top}}}{{{bottom}}}"
        sign = rng.choice([" / ", "/"])
        return f"({top}){sign}({bottom})" if not top.isdigit() else f"{top}{sign}({bottom})"

    kind = rng.randrange(5)
    if kind == 0:
        return over(f"{a}", f"{a} + {b}"), Fraction(a, a + b)
    if kind == 1:
        return over(f"{a} + {b}", f"{a} + {b} + {c} + {d}"), Fraction(a + b, a + b + c + d)
    if kind == 2:
        return over(f"2{times}{a}", f"2{times}{a} + {b} + {c}"), Fraction(2 * a, 2 * a + b + c)
    if kind == 3:
        return f"1 - {over(str(a), f'{a} + {b}')}", 1 - Fraction(a, a + b)
    return over(f"{a}{times}{b} + {c}{times}{d}", f"{a} + {c}"), Fraction(a * b + c * d, a + c)


def chain(rng: random.Random, comma: bool, latex: bool) -> Written:
    """An expression, perhaps a step, the result as a decimal, perhaps as a percentage."""
    text, value = expression(rng, latex)
    places = rng.choice([2, 3, 4])
    printed = rounded(value, places)
    point = ("{,}" if latex else ",") if comma else "."
    shown = printed.replace(".", point)
    about = rng.choice([r" \approx ", " = "]) if latex else rng.choice([" = ", " ≈ "])
    links = 1
    if rng.random() < 0.3:
        step = (
            rf"\frac{{{value.numerator}}}{{{value.denominator}}}" if latex else f"{value.numerator}/{value.denominator}"
        )
        text, links = f"{text} = {step}", 2
    text = f"{text}{about}{shown}"
    if rng.random() < 0.2 and value < 1:
        percent = rounded(value * 100, max(0, places - 2)).replace(".", point)
        text, links = f"{text} = {percent}" + (r"\%" if latex else rng.choice(["%", " %"])), links + 1
    return Written(text, value, shown, links)


def document(seed: int) -> tuple[str, list[Written]]:
    """A document of some sentences in one language, with the chains in it in reading order."""
    rng = random.Random(seed)
    language = rng.choice(sorted(SENTENCES))
    comma = language in COMMA and rng.random() < 0.8
    parts, chains = [], []
    for _ in range(rng.randint(4, 9)):
        latex = rng.random() < 0.4
        written = chain(rng, comma, latex)
        inside = f"${written.text}$" if latex else written.text
        parts.append(rng.choice(SENTENCES[language]).format(inside))
        chains.append(written)
    return rng.choice(["\n\n", "\n\n", "  \n\n"]).join(parts) + "\n", chains


SOUND = {"exact", "rounded", "tie"}
HINTED = {"false", "truncated", "float", "chained"}
seeds = st.integers(0, 10**9)


@given(seeds)
@settings(max_examples=size(37, 150), deadline=None)
def test_right_chains_are_all_found_and_never_accused(seed: int) -> None:
    text, chains = document(seed)
    verdicts = [link.word for link in verify_links(text).links if link.word]
    assert set(verdicts) <= SOUND, text
    assert len(verdicts) == sum(chain.links for chain in chains), text


@given(seeds)
@settings(max_examples=size(37, 150), deadline=None)
def test_one_wrong_digit_is_found(seed: int) -> None:
    """Truncated and float digits are one digit away from right ones too, so their words count as found."""
    text, chains = document(seed)
    rng = random.Random(seed)
    chain = rng.choice(chains)
    places = [k for k, char in enumerate(chain.printed) if char.isdigit() and k]
    at = rng.choice(places)
    digit = rng.choice([d for d in "0123456789" if d != chain.printed[at]])
    wrong = chain.printed[:at] + digit + chain.printed[at + 1 :]
    head, _, tail = chain.text.rpartition(chain.printed)
    found = verify_links(text.replace(chain.text, head + wrong + tail, 1))
    assert HINTED & {link.word for link in found.links}, text


@given(seeds)
@settings(max_examples=size(30, 60), deadline=None)
def test_repairs_make_the_link_right_and_hold_the_right_result(seed: int) -> None:
    text, _ = document(seed)
    rng = random.Random(seed)
    value = rng.randint(2, 9)
    found = verify_links(f"{text}\n\nNow {value} + 3 * 4 = {value + 13}.\n")
    at = len(found.links) - 1
    link = found.links[at]
    assert link.word == "false"
    offered = repairs(link, nearby_numbers(found.links, at))
    assert offered
    assert any(repair.right == str(value + 12) for repair in offered)
    assert {repair.kind for repair in offered} <= set(KINDS)
    for repair in offered[:5]:
        (again,) = verify_links(f"{repair.left} = {repair.right}").links
        assert again.word in SOUND, repair


# What strangers send.

PIECES = """
1 2 0.5 3,5 12 999 ( ) [ ] { } \\{ $ $$ \\( \\) \\[ \\] = ≈ \\approx < > + - * ** / : ^ _ \\frac \\sqrt \\text{x} \\\\ &
&= % \\% ² ½ √ ... and is TP 的 | ` ``` # <b> </b> <math> <mfrac> </mfrac> <mn> <!-- --> <script> &times; &#0; \" ٣ ，
\\begin{align} \\end{align} \\begin{tabular} 。 \\ {"cells":[ {"source":["a"]} \\u0041 e5 1e999 x ~ @ -- -> => == != é –
— \\overline{3} (3) 1/0 0/0 9**9**9
"""
SIGNS = [*PIECES.split(), " ", "\n", "\n\n", "\t", "\x00", "\x02", "\x03", "\x04"]


@given(st.lists(st.sampled_from(SIGNS), max_size=60), st.sampled_from(FORMATS))
@settings(max_examples=size(60, 400))
def test_any_text_is_read(parts: list[str], form: str) -> None:
    found = verify_links("".join(parts), format=form)
    list(breaches(found))
    for at, link in enumerate(found.links):
        assert link.where.line >= 1
        if link.word == "false" and at < 3:
            assert repairs(link, nearby_numbers(found.links, at))


LONG = size(1_000, 8_000)  # and four times as many
HOSTILE: dict[str, Callable[[int], str]] = {
    "brackets": lambda n: "(" * n + " 1 = 1",
    "nested": lambda n: "(" * (n // 10) + "1 = 1" + ")" * (n // 10),
    "dollars": lambda n: "$" * n + "1 = 1",
    "formulas": lambda n: "\\(" * (n // 2) + "1 = 1",
    "displays": lambda n: "\\[" * (n // 2) + "1 = 1",
    "tags": lambda n: "<a " * (n // 3) + "1 = 1",
    "quoted tags": lambda n: '<a "' * (n // 4) + "1 = 1",
    "entities": lambda n: "&amp" * (n // 4) + "1 = 1",
    "stars": lambda n: "**a " * (n // 4) + "1 = 1",
    "underlines": lambda n: "_a " * (n // 3) + "1 = 1",
    "targets": lambda n: "]((" * (n // 3) + "1 = 1",
    "towers": lambda n: "9**9**9**9 = " * (n // 13),
    "long number": lambda n: "9" * n + " = 1",
    "many factors": lambda n: "9^64 * " * (n // 8) + "1 = 2",
    "quotients": lambda n: "1/" * (n // 2) + "1 = 2",
    "fractions": lambda n: "\\frac{" * (n // 15) + "1" + "}{2}" * (n // 15) + " = 1",
    "spaces": lambda n: " " * n + "1 = 2",
    "dashes": lambda n: "-" * n + "> 1 = 2",
    "addresses": lambda n: "a." * (n // 2) + "@ 1 = 2",
    "mixed numbers": lambda n: "1 1/2 " * (n // 6) + "= 2",
    "comments": lambda n: "<!--" * (n // 4),
    "elements": lambda n: "<math>" + "<mfrac>" * (n // 7) + "<mn>1</mn>",
    "lists": lambda n: "[" * n,
    "keys": lambda n: '{"a":' * (n // 5),
    "strings in lists": lambda n: "[" * (n // 2) + '"a",' * (n // 8),
    "bars": lambda n: "1" + "|" * n + "1 = 2",
    "formulas apart": lambda n: "1 = 2 " + "$ " * (n // 2) + "1 = 2",
    "bulleted": lambda n: "- " * (n // 2) + "1 = 2",
    "backslashes": lambda n: '"' + "\\" * n,
}


@each(("name", "form"), sample(product(sorted(HOSTILE), FORMATS), 1, kind=lambda case: case[0]))
def test_hostile_texts_end_soon(name: str, form: str) -> None:
    def read(text: str) -> None:
        document_links._chains.cache_clear()  # what is read again would take no time
        verify_links(text, format=form)

    assert_linear(read, HOSTILE[name], LONG)


def test_a_long_document_is_not_kept(tmp_path: Path) -> None:
    path, count = tmp_path / "long.md", size(2000, 4000)
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write("Nothing of interest stands here, whatever it may be. " * 10 + "\n\n")
            few = number % 50  # numbers seen lately are remembered, so many of them
            file.write(f"The total is {few} + 1 = {few + 1} here.\n\n")
    links = links_of(source_of(path))
    next(links)
    tracemalloc.start()
    assert sum(link.word == "exact" for link in links) == count - 1
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < path.stat().st_size / 8


def test_a_line_without_end_is_read_in_parts() -> None:
    text = "word " * 20_000 + "3/4 = 0.76 " + "word " * 20_000
    (link,) = verify_links(text).links
    assert (link.word, link.where.line, link.where.column) == ("false", 1, 100_001)


@each("text", [r"\underbrace{" * 500, r"\underbrace{{{{" * 300, r"\stackrel{" * 800, r"\SI{1}{" * 900])
def test_commands_that_are_never_closed_stay_as_they_are(text: str) -> None:
    assert masked(text, formula=True) == text


def test_many_false_links_cost_little_more_than_few() -> None:
    """The edits tried are bounded over the whole document."""

    def chain(length: int) -> str:
        return " = ".join(f"{number}/7" for number in range(1, length + 1))

    assert_linear(lambda text: verify_document(text, format="markdown"), chain, 100)
