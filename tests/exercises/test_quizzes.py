"""Files of the learning systems, each read by a reader of its rules: what answers are worth; safe names."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import html5lib
import pytest
from markdown_it import MarkdownIt

import exactmetrics as em
from exactmetrics.exercises.formats import QUIZZES
from exactmetrics.exercises.slips import slip_text
from exactmetrics.exercises.writers.moodle import cloze_text
from exactmetrics.exercises.writers.xhtml import HTML, INSTEAD
from exactmetrics.verification.diagnosis.library import LIBRARY
from tests.cases import EXHAUSTIVE, each
from tests.exercises import canvas_reader, moodle_reader, qti_reader
from tests.exercises.moodle_reader import NotImported
from tests.exercises.qti_reader import Invalid
from tests.exercises.quizzes import HOSTILE, METRICS, SCORED, every_kind, hostile, made
from tests.exercises.systems import SYSTEMS, anki, answers_of, autograded, cells, for_students, rexams
from tests.house.source import ROOT

ARCHIVES = [name for name, ending in QUIZZES.items() if ending == ".zip"]
CHOSEN = METRICS if EXHAUSTIVE else ["f1", "recall", "kappa", "g_mean", "roc_auc", "log_loss"]
VERSIONS = {"qti": "2.1", "qti3": "3.0"}


def markdown(text: str) -> str:
    return str(MarkdownIt("commonmark").enable("table").render(text))


def visible(html: str) -> str:
    """What a reader sees of HTML; a script in it is a fault."""
    tree = html5lib.parseFragment(html, namespaceHTMLElements=False)
    assert not list(tree.iter("script"))
    assert not [name for node in tree.iter() for name in node.attrib if str(name).startswith("on")]
    return " ".join("".join(tree.itertext()).split())


# Answers


@each(("metric", "places", "credit", "system"), product(CHOSEN, (None, 3), ("0", "1/4"), SYSTEMS), quick=14)
def test_every_answer_has_its_points(metric: str, places: int | None, credit: str, system: str) -> None:
    """A right one, none, every option, and every slip with its sentence; Canvas gives no part of the points."""
    sheet = every_kind(metric, places=places, partial_credit=credit)
    play = SYSTEMS[system](sheet)
    for exercise in sheet.items:
        for answer, worth, told, slip in answers_of(exercise):
            points, shown = play(exercise, answer)
            if system == "canvas":
                assert abs(points - (0 if slip else worth)) < Fraction(1, 100), answer
            elif not (system == "our own" and slip and exercise.places):  # which slip is rounded so, it works out anew
                assert abs(Fraction(points or 0) - worth) < Fraction(1, 10**9), (answer, points)
            if not ((slip and system == "canvas") or (system == "our own" and (exercise.options or exercise.places))):
                assert told in shown, answer


SHEET = em.exercises("f1", average="macro", number=1, seed=7, partial_credit="1/4")  # 28/45; the micro average is 16/25
MICRO = "This is the micro average, not the macro one."
ROUNDED = "This is right, but rounded: an exact fraction is asked for."
GIVEN: dict[str, tuple[Any, str]] = {
    **{f"{28 * k}/{45 * k}": (1, "") for k in (1, 2, 7, 12)}, "28/0": (0, ""), "0/0": (0, ""), "28/": (0, ""),
    "/45": (0, ""), "27/45": (0, ""), "45/28": (0, ""), "x/y": (0, ""), "": (0, ""), "16/25": (Fraction(1, 4), MICRO),
    "0.6222": (Fraction(1, 2), ROUNDED), "0.6223": (0, ""), "28": (0, ""),
}  # fmt: skip


@each("system", [name for name in SYSTEMS if name != "our own"])
def test_a_fraction_is_asked(system: str) -> None:
    [exercise], play = SHEET.items, SYSTEMS[system](SHEET)
    assert exercise.answer == "28/45"
    for answer, (points, told) in GIVEN.items():
        if points == 1 and system == "canvas" and answer not in ("28/45", "56/90"):
            continue
        if points in (0, 1) or system in ("moodle", "nbgrader") or (system != "canvas" and "/" in answer):
            given, shown = play(exercise, answer)
            assert given == points, (answer, given)
            assert told in shown
    if system in VERSIONS:
        assert play(exercise, "-28/-45")[0] == 1
        assert play(exercise, "28000/45000")[1].startswith("This is right.")


@each("system", [name for name in SYSTEMS if name != "our own"])
def test_a_wrong_number_gets_nothing_unless_that_is_asked_for(system: str) -> None:
    """The accuracy for an MCC and whatever else a slip leads to had a quarter of the points."""
    sheet = em.exercises(["mcc", "precision"], number=2, classes=2, seed=7)
    play = SYSTEMS[system](sheet)
    for exercise in sheet.items:
        assert play(exercise, exercise.answer)[0] == 1
        places = exercise.places
        texts = [str(one.value) if places is None else em.decimal(one.value, places=places) for one in exercise.slips]
        assert len(texts) > 5
        assert {play(exercise, text)[0] for text in texts} == {0}


@each("system", ["our own", "qti", "qti3", "nbgrader"])
def test_a_system_counts_the_points_of_an_exercise(system: str) -> None:
    sheet = every_kind("f1", points=3, partial_credit="1/4")
    play = SYSTEMS[system](sheet)
    for exercise in sheet.items:
        for answer, worth, _, slip in answers_of(exercise):
            if not (system == "our own" and slip and exercise.places):
                assert abs(Fraction(play(exercise, answer)[0] or 0) - 3 * worth) < Fraction(1, 10**9), answer


def test_a_system_is_told_the_points_of_an_exercise() -> None:
    sheet = em.exercises("f1", number=3, kind=["compute", "choice", "blanks"], points=[3, "1/2", 2], seed=3)
    assert re.findall("<defaultgrade>(.*)</defaultgrade>", sheet.to("moodle")) == ["3", "0.5"]
    found = cells(sheet)
    assert [found[f"test-{at}"].metadata.nbgrader.points for at in (1, 2, 3)] == [3, 0.5, 2]
    with ZipFile(io.BytesIO(sheet.to_zip("canvas"))) as packed:
        text = packed.read("quiz/quiz.xml").decode()
    assert re.findall("points_possible</fieldlabel><fieldentry>([^<]*)", re.sub(r">\s+<", "><", text)) == [
        "3",
        "0.5",
        "2",
    ]
    assert [file.meta.get("expoints") for file in rexams(sheet).values()] == ["3", "0.5", "2"]


NUMBER = re.compile(r"(?<![^\W_])\d+(?:[.,/]\d+)*")  # not that of F1


@each(("metric", "language"), product(["precision", "fbeta", "kappa", "mcc", "accuracy", "specificity"],
                                      ["en", "de", "es", "fr", "ar"]), quick=8)  # fmt: skip
def test_no_slip_tells_the_right_value(metric: str, language: str) -> None:
    """Neither as a number nor as what stands in its fraction; nor which line is the wrong one."""
    options = {"beta": 2} if metric == "fbeta" else {}
    sheet = em.exercises(metric, number=3, kind=["compute", "choice", "error"], seed=3, language=language, **options)
    for exercise in sheet.items:
        told = [option.feedback for option in exercise.options if not option.right]
        told += [] if exercise.is_by_line else [slip.text for slip in exercise.slips]
        assert told
        value = exercise.value
        texts = {str(value), *(em.decimal(value, places=places) for places in range(2, 7))} - {"1", "2"}
        if isinstance(value, Fraction):
            texts |= {f"{value.numerator * k}/{value.denominator * k}" for k in range(2, 99)}
        if exercise.is_by_line:
            texts = {next(option.letter for option in exercise.options if option.right)}
        for sentence in told:
            assert not texts & {number.replace(",", ".") for number in NUMBER.findall(sentence)}, sentence


@each("language", ["en", "de", "es", "fr", "ar"])
def test_no_sentence_for_a_student_has_a_place_for_the_right_value(language: str) -> None:
    right = ("EXPECTED", "COUNT", "DENOMINATOR", "FACTOR")
    shown = ("average", "asked", "label", "over", "other", "averaged", "policy", "convention", "beta", "order", "n",
             "digits", "row", "column", "new", "old")  # fmt: skip
    facts = dict(zip(("expected", "count", "denominator", "factor"), right, strict=True)) | dict.fromkeys(shown, "x")
    for kind in LIBRARY:
        plain = facts | {"other": "f1", "average": "macro", "asked": "micro", "over": "all"}
        plain.pop("averaged")
        told = slip_text(kind, plain, language)
        assert not [word for word in right if word in told], told


@each(("credit", "percent"), [("1/3", "33.33333"), ("1/7", "14.28571"), (0.3, "30"), ("1/8", "12.5"), (1, "100")])
def test_moodle_takes_the_shares_that_it_knows(credit: Any, percent: str) -> None:
    text = em.exercises("recall", number=1, label="A", partial_credit=credit).to("moodle")
    moodle_reader.read(text)
    assert f'fraction="{percent}"' in text
    for share, said in (("0.35", "'1/3' or '2/5'"), ("1/100", "'0' or '1/20'")):
        with pytest.raises(em.UsageError, match=f"give partial_credit={said}"):
            em.exercises("recall", number=1, label="A", partial_credit=share).to("moodle")


@each("credit", [-1, "5/4", "half", None, True])
def test_partial_credit_is_a_share(credit: Any) -> None:
    with pytest.raises(em.UsageError, match="partial_credit= must be a share of the points from 0 to 1"):
        em.exercises("recall", number=1, partial_credit=credit)


@each("system", VERSIONS)
def test_a_whole_number_needs_no_denominator(system: str) -> None:
    sheet = em.exercises("tp", number=1, label="A")
    play = SYSTEMS[system](sheet)
    for answer in (sheet.items[0].answer, f"{sheet.items[0].answer}/1"):
        assert play(sheet.items[0], answer)[0] == 1


@each("system", ["qti", "qti3", "moodle"])
def test_decimal_places_are_right_within_half_a_unit(system: str) -> None:
    sheet = em.exercises("mcc", number=2, places=3)
    play = SYSTEMS[system](sheet)
    for exercise in sheet.items:
        points = [
            play(exercise, em.decimal(Fraction(exercise.answer) + Fraction(off, 10_000), places=4))[0] == 1
            for off in (0, 4, -5, 6)
        ]
        assert points == [True, True, True, False]


# Archives and files


def test_an_archive_is_the_same_at_any_time() -> None:
    for format in ARCHIVES:
        data = made().to_zip(format)
        assert data == made().to_zip(format)
        for entry in ZipFile(io.BytesIO(data)).infolist():
            assert (entry.date_time, entry.create_system, entry.compress_type) == ((1980, 1, 1, 0, 0, 0), 3, ZIP_STORED)


def test_the_name_of_a_file_says_the_format(tmp_path: Path) -> None:
    sheet = made(number=2)
    for format, ending in QUIZZES.items():
        path = tmp_path / f"quiz.{format}{ending}"
        sheet.save(path)
        text = sheet.to_zip(format) if ending == ".zip" else sheet.to(format).rstrip("\n").encode() + b"\n"
        assert path.read_bytes() == text
        with pytest.raises(em.UsageError, match="always holds its key"):
            sheet.save(tmp_path / f"x{ending}", format=format, key=False)
    sheet.save(tmp_path / "quiz.ipynb")
    assert (tmp_path / "quiz.ipynb").read_bytes() == (tmp_path / "quiz.nbgrader.ipynb").read_bytes()
    sheet.save(tmp_path / "quiz.zip", format="qti")
    for call, said in (
        (lambda: sheet.save(tmp_path / "quiz.zip"), r"name the file quiz\.qti\.zip"),
        (lambda: sheet.to("qti"), r"quiz\.qti\.zip"), (lambda: sheet.to_zip("moodle"), "no archive 'moodle'"),
    ):  # fmt: skip
        with pytest.raises(em.UsageError, match=said):
            call()


@each("language", ["en", "de", "es", "fr", "ar"])
def test_other_languages_and_what_runs_from_right_to_left(language: str) -> None:
    sheet = made(language=language, number=1, kind="compute")
    begins = {"canvas": '&lt;div lang="ar" dir="rtl"&gt;', "qti": 'itemBody class="rtl"',
              "qti3": 'qti-item-body class="rtl" dir="rtl"'}  # fmt: skip
    for format in ARCHIVES:
        with ZipFile(io.BytesIO(sheet.to_zip(format))) as packed:
            for name in [name for name in packed.namelist() if name.endswith(("item1.xml", "quiz.xml"))]:
                root = ElementTree.fromstring(packed.read(name))
                assert (begins[format] in packed.read(name).decode()) is (language == "ar")
                if format in VERSIONS:
                    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == language
    for text in anki(sheet.to("anki"))[1][0][1:]:
        assert ('<div lang="ar" dir="rtl">' in text) is (language == "ar")


@each("name", HOSTILE)
def test_any_name_of_a_class(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = hostile(monkeypatch, name)
    for question in [*moodle_reader.read(sheet.to("moodle"))[1], *canvas_reader.read(sheet.to_zip("canvas"))]:
        assert name in visible(question.text)
    for format, version in VERSIONS.items():
        assert all(name in item.text for item in qti_reader.read(sheet.to_zip(format), version).values())
    for _, front, back in anki(sheet.to("anki"))[1]:
        assert name in visible(front)
        visible(back)
        assert not re.search(r"\[(sound:|latex|\$)|\\[(\[]|\{\{", front + back)
    for exercise in rexams(sheet).values():
        assert name in visible(markdown(exercise.question))
    found = cells(sheet)
    for item in sheet.items:
        assert name in visible(markdown(found[f"text-{item.id}"].source))
        assert autograded(found, item.id, None)[0] == 1


# Moodle


def test_a_moodle_file_has_a_category_and_is_no_longer_than_it_need_be() -> None:
    """Ten questions with every slip were 1.2 MB when each slip had twelve multiples."""
    text = made(number=10, kind="compute").to("moodle")
    assert len(text) < 500_000
    category, questions = moodle_reader.read(text)
    assert category.startswith("$course$/top/exactmetrics/")
    assert len({question.name for question in questions}) == 10
    assert all(len(question.answers) > 50 for question in questions)
    [cloze] = moodle_reader.read(made(number=1, kind="blanks").to("moodle"))[1]
    value = Fraction(made(number=1, kind="blanks").items[0].fields[-1].answer)
    multiples = [f"{value.numerator * k}/{value.denominator * k}" for k in range(1, 13)]
    assert [one.text for one in cloze.blanks[-1] if one.grade == 1] == multiples


@each("text", ["9/14", "a}b", "a~b", "a#b", 'a"b', "a\\b", "}~#"])
def test_what_ends_an_answer_of_a_cloze_is_escaped(text: str) -> None:
    (found,) = moodle_reader.CLOZE.finditer("{1:SHORTANSWER:=" + cloze_text(text) + "}")
    assert [one.text for one in moodle_reader._cloze(found[3])] == [text]


def test_the_readers_refuse_what_the_systems_refuse() -> None:
    text = em.exercises("recall", number=1, label="A", partial_credit="1/4").to("moodle")
    for old, new in {'fraction="100"': 'fraction="50"', "<quiz>": "<quiz><x/>", "$course$": "course",
                     'fraction="25"': 'fraction="24"'}.items():  # fmt: skip
        with pytest.raises(NotImported):
            moodle_reader.read(text.replace(old, new))
    data = made(number=1).to_zip("qti")
    _answer_right(data)
    for before, after in {
        b"<itemBody>": b"<itemBody><img/>", b'toleranceMode="exact"': b"", b">45</baseValue": b">44</baseValue",
        b'identifier="BELOW" cardinality': b'identifier="BELOV" cardinality', b"<p>Comp": b"<p><div/>Comp",
        b"items/item1.xml": b"items/item2.xml", b"QTIv2.1": b"QTIv2.0",
    }.items():  # fmt: skip
        packed, changed = ZipFile(io.BytesIO(data)), io.BytesIO()
        with ZipFile(changed, "w") as again:
            for name in packed.namelist():
                again.writestr(name, packed.read(name).replace(before, after))
        with pytest.raises((Invalid, KeyError)):
            _answer_right(changed.getvalue())


def _answer_right(data: bytes) -> None:
    for item in qti_reader.read(data, "2.1").values():
        if item.played(**item.right)[0] != 1:
            raise Invalid("the right answer is not")


def test_every_element_of_a_page_has_a_place_in_qti() -> None:
    names = ("formula", "page")
    pages = [(ROOT / "templates" / "html" / f"{name}.html.jinja").read_text("utf-8") for name in names]
    tags = {tag for page in pages for tag in re.findall(r"<([a-z]\w*)", page)}
    assert "figure" in tags
    assert {tag for tag in tags if not tag.startswith("m")} <= HTML | set(INSTEAD)


# nbgrader


@each(("metric", "places"), product(CHOSEN, (None, 3)))
def test_what_a_student_sees_of_a_notebook(metric: str, places: int | None) -> None:
    """No solution and no test; nbgrader puts an error in the place of a solution, which an answer above it avoids."""
    sheet = every_kind(metric, places=places)
    found = cells(sheet)
    assert len(found) == 1 + 3 * len(sheet.items)
    for exercise in sheet.items:
        assert autograded(found, exercise.id, None)[0] == found[f"test-{exercise.id}"].metadata.nbgrader.points == 1
        assert for_students(found[f"test-{exercise.id}"].source) == ""
        blank = for_students(found[f"answer-{exercise.id}"].source)
        assert blank.count(f"answer_{exercise.id} = ") == 1
        with pytest.raises(NotImplementedError):
            exec(blank, {})
        known: dict[str, Any] = {}
        exec(blank.replace(": ...", ": '7'").replace(" = ...", " = 'a'"), known)
        expected = {field.letter: "7" for field in exercise.fields} if exercise.fields else "a"
        assert known[f"answer_{exercise.id}"] == expected
        for word in ("...", "'Z'", "None", "'28/0'", "{}"):
            assert autograded(found, exercise.id, word)[0] == 0


def test_a_quotient_that_python_works_out_is_rounded() -> None:
    sheet = em.exercises("precision", number=12, seed=5)
    found = cells(sheet)
    for exercise in sheet.items:
        top, bottom = exercise.value.as_integer_ratio()  # type: ignore[union-attr]
        exact = Fraction(repr(top / bottom)) == exercise.value
        assert autograded(found, exercise.id, f"{top}/{bottom}")[0] == (1 if exact else 0.5)
    for text in ("Fraction(28, 45)", "Fraction(84, 135)", "Fraction('28/45')"):
        assert autograded(cells(SHEET), "1", text) == (1, "This is right.")


# R/exams and Anki


@each(("metric", "places"), product(CHOSEN, (None, 3)))
def test_r_exams_reads_every_file(metric: str, places: int | None) -> None:
    sheet = every_kind(metric, places=places)
    files = rexams(sheet)
    assert list(files) == [f"{metric}-{n}.Rmd" for n in range(1, len(sheet.items) + 1)]
    for exercise, file in zip(sheet.items, files.values(), strict=True):
        if exercise.fields:
            assert (file.meta["extype"], file.solutions) == ("cloze", [field.answer for field in exercise.fields])
        elif exercise.options:
            at = file.meta["exsolution"].index("1")
            assert (file.meta["extype"], exercise.options[at].right) == ("schoice", True)
            assert [visible(markdown(text)) for text in file.questionlist] == [one.text for one in exercise.options]
        else:
            kind = "string" if exercise.places is None else "num"
            assert (file.meta["extype"], file.meta["exsolution"]) == (kind, exercise.answer)
            assert exercise.places is None or Fraction(file.meta["extol"]) == Fraction(1, 2 * 10**exercise.places)


@each("metric", CHOSEN)
def test_anki_reads_every_note(metric: str) -> None:
    sheet = every_kind(metric)
    head, rows = anki(sheet.to("anki"))
    assert (head["separator"], head["html"], head["guid column"]) == ("tab", "true", "1")
    assert head["columns"].split("\t") == ["id", "Front", "Back"]
    assert len({row[0] for row in rows}) == len(rows) == len(sheet.items)
    for exercise, (_, front, back) in zip(sheet.items, rows, strict=True):
        shown = exercise.given["scores"][0] if metric in SCORED else str(exercise.counts.n)
        assert shown in visible(front)
        if exercise.kind == "compute":
            assert visible(back).startswith(exercise.answer)
            assert exercise.answer not in visible(front).replace("3/8", "") or "/" not in exercise.answer
        elif exercise.options:
            right = next(option for option in exercise.options if option.right)
            assert f"{right.letter}: {right.feedback}" in visible(back)


def test_a_note_is_the_same_when_its_words_change() -> None:
    """Another language has other words; another seed, metric or class has other cards."""
    ids = {language: [row[0] for row in anki(made(language=language).to("anki"))[1]] for language in ("en", "de")}
    assert ids["en"] == ids["de"]
    for other in ({"seed": 8}, {"metric": "recall"}, {"average": "micro"}):
        assert not set(ids["en"]) & {row[0] for row in anki(made(**other).to("anki"))[1]}
