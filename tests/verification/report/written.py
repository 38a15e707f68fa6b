"""Documents with numbers in them whose verdicts follow from the arithmetic, and what a person sees of a report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from functools import cache
from xml.etree.ElementTree import Element

from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from tests.derivation import hostile

LANGUAGES = ("en", "es", "ar", "de", "fr")
NAMES = [*hostile.TEX, *hostile.MARKDOWN, *hostile.HTML, *hostile.TEMPLATES, *hostile.SCRIPTS, *hostile.HIDDEN]
BLOCK = re.compile(
    r"^(?P<place>\S.*):(?P<line>\d+):(?P<column>\d+): (?P<level>\w+): (?P<word>[\w-]+): (?P<head>.*(?:\n  .*)*)\n"
    r" *\d+ \| (?P<source>.*)\n *\| (?P<lead> *)(?P<carets>\^+)(?: (?P<again>.*))?\n(?P<facts>(?:^ .*\n)*)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Seen:
    """A finding as it stands in a report for a terminal."""

    line: int
    column: int
    level: str
    word: str
    pointed: str
    head: str
    facts: str


def rounded(value: Fraction, places: int) -> str:
    """The nearest decimal, by another implementation than the package's."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN))


def seen(report: str) -> list[Seen]:
    """The findings of a report that show their line, with what the carets point at."""
    found = []
    for match in BLOCK.finditer(report):
        start, stop = len(match["lead"]), len(match["lead"]) + len(match["carets"])
        shown, column = "", 0
        for ch in match["source"]:
            shown += ch if start <= column < stop else ""
            column += terminal_width(ch)
        place = int(match["line"]), int(match["column"])
        head, facts = " ".join(match["head"].split()), re.sub(r"\n    +", " ", match["facts"])
        found.append(Seen(*place, match["level"], match["word"], shown, head, facts))
    return found


def lines_of(page: Element) -> dict[int, str]:
    """The lines of the document that a page shows, by their numbers."""
    found: dict[int, str] = {}
    for line in (e for e in page.iter("div") if (e.get("class") or "").split()[:1] == ["line"]):
        number, source = list(line)
        found[int(number.text or "")] = "".join(source.itertext())
    return found


def marks(page: Element) -> Iterator[tuple[str, str]]:
    """What is marked in the document, and as what."""
    for span in page.iter("span"):
        if span.get("class") == "src":
            yield from (("".join(mark.itertext()), mark.get("class") or "") for mark in span.iter("mark"))


@cache
def hostile_document() -> Verification:
    """A text in which strangers' names stand around equalities that do not hold."""
    lines = [f"{name} so 60/(60 + 25) = 0.938 and {name}" for name in NAMES[::4]]
    lines += [f"{name} and 4/6 = 0.66 {name}" for name in NAMES]
    found = verify_document("\n\n".join(lines), claims=False)
    found.path = "<b>a\x1b[31m\u202eb</b>.md"
    return found
