"""Documents made up for tests: arithmetic of known value, set in running text of several languages."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

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
