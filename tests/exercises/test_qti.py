"""Packages of QTI, read and played by a reader of the specification."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from zipfile import ZipFile

import pytest

import exactmetrics as em
from exactmetrics.exercises.writers.xhtml import HTML, INSTEAD
from tests.cases import each, sample
from tests.exercises.qti_reader import Invalid, read
from tests.exercises.quizzes import HOSTILE, METRICS, every_kind, hostile, made
from tests.house.source import ROOT

VERSIONS = each(("format", "version"), [("qti", "2.1"), ("qti3", "3.0")])
RIGHT = "This is right."


@VERSIONS
def test_a_fraction_is_compared_by_its_cross_product(format: str, version: str) -> None:
    sheet = em.exercises("f1", average="macro", number=1, seed=7)
    (item,) = read(sheet.to_zip(format), version).values()
    assert sheet.items[0].answer == "28/45"
    for k in (1, 2, 7, 1000, -1):
        score, shown = item.played(NUMERATOR=str(28 * k), DENOMINATOR=str(45 * k))
        assert (score, shown[0], len(shown)) == (1, RIGHT, 2)  # the other one is the working
    for given in ("28/0", "0/0", "/45", "28/", "/", "27/45", "0.6/1", "x/y"):
        top, _, bottom = given.partition("/")
        assert item.played(NUMERATOR=top, DENOMINATOR=bottom)[0] == 0, given
    values = [slip for slip in sheet.items[0].slips if isinstance(slip.value, Fraction)]
    assert len(values) > 20
    for slip in values:
        top, bottom = 2 * slip.value.numerator, 2 * slip.value.denominator
        score, shown = item.played(NUMERATOR=str(top), DENOMINATOR=str(bottom))
        assert (score, shown[0]) == (Fraction(1, 4), slip.text)
    assert "28/45" not in item.text


@VERSIONS
def test_a_whole_number_needs_no_denominator(format: str, version: str) -> None:
    sheet = em.exercises("tp", number=1, label="A")
    (item,) = read(sheet.to_zip(format), version).values()
    answer = sheet.items[0].answer
    assert item.played(NUMERATOR=answer)[0] == item.played(NUMERATOR=answer, DENOMINATOR="1")[0] == 1


@VERSIONS
def test_decimal_places(format: str, version: str) -> None:
    sheet = em.exercises("mcc", number=2, places=3)
    for exercise, item in zip(sheet.items, read(sheet.to_zip(format), version).values(), strict=True):
        right = Fraction(exercise.answer)
        for off in (Fraction(0), Fraction(4, 10_000), Fraction(-5, 10_000)):
            assert item.played(RESPONSE=em.decimal(right + off, places=4))[0] == 1
        assert item.played(RESPONSE=em.decimal(right + Fraction(6, 10_000), places=4))[0] != 1
        slip = exercise.slips[0]
        assert item.played(RESPONSE=em.decimal(slip.value, places=3))[1][0] == slip.text


@VERSIONS
def test_choices_and_blanks(format: str, version: str) -> None:
    sheet = made(kind=["choice", "blanks"], number=2)
    choice, blanks = read(sheet.to_zip(format), version).values()
    for at, option in enumerate(sheet.items[0].options):
        score, shown = choice.played(RESPONSE=f"ANSWER{at}")
        assert (score, shown[0]) == (option.right, option.feedback)
    key = [(field.letter, field.answer) for field in sheet.items[1].fields]
    assert blanks.right == {f"BLANK_{letter}": answer for letter, answer in key}
    assert blanks.played(**blanks.right)[0] == 1
    first = f"BLANK_{key[0][0]}"
    assert blanks.played(**blanks.right | {first: "x"})[0] == Fraction(len(key) - 1, len(key))
    assert blanks.played()[0] == 0


@each("metric", sample(METRICS, 4))
def test_every_key_is_right(metric: str) -> None:
    sheet = every_kind(metric)
    for format, version in (("qti", "2.1"), ("qti3", "3.0")):
        items = read(sheet.to_zip(format), version)
        assert len(items) == len(sheet.items)
        for exercise, item in zip(sheet.items, items.values(), strict=True):
            assert item.played(**item.right)[0] == 1
            assert item.played(**dict.fromkeys(item.right, "x"))[0] == 0
            for field in exercise.fields:
                for text, _, told in field.wrong:
                    score, shown = item.played(**{f"BLANK_{field.letter}": text})
                    assert score == Fraction(1, 4 * len(exercise.fields))
                    assert shown[0] == f"{field.name} = {text}: {told}"


@each("name", HOSTILE)
def test_any_name_of_a_class(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = hostile(monkeypatch, name)
    for format, version in (("qti", "2.1"), ("qti3", "3.0")):
        for item in read(sheet.to_zip(format), version).values():
            assert name in item.text


def test_every_element_of_a_page_has_a_place_in_qti() -> None:
    pages = [
        ROOT / "templates" / "html" / f"{name}.html.jinja"
        for name in ("data", "derivation", "formula", "part", "result")
    ]
    tags = {tag for page in pages for tag in re.findall(r"<([a-z]\w*)", page.read_text("utf-8"))}
    assert "aside" in tags
    assert {tag for tag in tags if not tag.startswith("m")} <= HTML | set(INSTEAD)


def test_the_reader_refuses_what_a_player_refuses() -> None:
    data = made(number=1).to_zip("qti")
    changes = {
        b"<itemBody>": b"<itemBody><img/>", b'toleranceMode="exact"': b"", b">45</baseValue": b">44</baseValue",
        b'identifier="BELOW" cardinality': b'identifier="BELOV" cardinality', b"<p>Comp": b"<p><div/>Comp",
        b"items/item1.xml": b"items/item2.xml", b"QTIv2.1": b"QTIv2.0",
    }  # fmt: skip
    _answered(data)
    for old, new in changes.items():
        packed, changed = ZipFile(io.BytesIO(data)), io.BytesIO()
        with ZipFile(changed, "w") as again:
            for name in packed.namelist():
                again.writestr(name, packed.read(name).replace(old, new))
        with pytest.raises((Invalid, KeyError)):
            _answered(changed.getvalue())


def _answered(data: bytes) -> None:
    for item in read(data, "2.1").values():
        if item.played(**item.right)[0] != 1:
            raise Invalid("the right answer is not")
