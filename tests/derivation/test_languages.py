"""Languages: every catalogue is whole, nothing in it is idle, and numbers are written as the language writes them.

That no English word stands on a page of another language is read in tests/corpus.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics._resources import template_text, templates_root
from exactmetrics.derivation.messages import Messages, languages, messages
from exactmetrics.derivation.planning.page import KINDS, kind_of
from exactmetrics.derivation.words import Reworded, Words
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.metric import REGISTRY
from exactmetrics.metrics.metric import metric as define_metric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.texts import of_metrics, split
from tests.cases import EXHAUSTIVE, each, size
from tests.derivation.catalogues import LANGUAGES, Path_, catalogue, common, literals, places, sentences, words
from tests.derivation.pages_in import METRICS, english_words, named_in, names_of_the_program
from tests.derivation.questions import BIRDS, matrix
from tests.latex import compile_latex, joined
from tests.tools import needed


def test_the_languages_there_are() -> None:
    assert languages() == ["ar", "de", "en", "es", "fr"] == sorted(["en", *LANGUAGES])
    assert [messages(code).direction for code in languages()] == ["rtl", "ltr", "ltr", "ltr", "ltr"]
    assert messages("es").get("language") == "español"


@each("language", LANGUAGES)
def test_a_catalogue_has_the_sentences_of_the_english_one_with_the_same_facts(language: str) -> None:
    english, other = common("en"), common(language)
    assert english.keys() ^ other.keys() == set()
    assert [path for path, said in english.items() if places(said) != places(other[path])] == []


@each("language", ["en", *LANGUAGES])
def test_a_sentence_of_several_forms_has_one_for_every_plural(language: str) -> None:
    categories = {*(path[1] for path in catalogue(language) if path[0] == "plural"), "other"}
    for path, said in catalogue(language).items():
        if isinstance(said, dict) and "by" in said and said["by"] not in ("gender", "how", "owner"):
            forms = {form for form in said if form != "by" and not form.isdigit()}  # 0 may be said by itself
            assert forms == categories, path


@each(("language", "n", "form"), [
    # From CLDR 44, "Language Plural Rules": the sample numbers of these languages (integers below a million).
    ("ar", 1, "one"), ("ar", 2, "two"), ("ar", 3, "few"), ("ar", 10, "few"), ("ar", 103, "few"), ("ar", 1010, "few"),
    ("ar", 11, "many"), ("ar", 26, "many"), ("ar", 111, "many"), ("ar", 1011, "many"), ("ar", 99, "many"),
    ("ar", 100, "other"), ("ar", 102, "other"), ("ar", 202, "other"), ("ar", 300, "other"), ("ar", 1000, "other"),
    ("es", 1, "one"), ("es", 0, "other"), ("es", 2, "other"), ("es", 16, "other"),
    ("de", 1, "one"), ("de", 0, "other"), ("de", 2, "other"), ("de", 16, "other"),
    ("fr", 0, "one"), ("fr", 1, "one"), ("fr", 2, "other"), ("fr", 17, "other"),
])  # fmt: skip
def test_plurals(language: str, n: int, form: str) -> None:
    assert messages(language).plural(n) == form


def test_no_sentence_is_idle() -> None:
    whole, begin, end = literals()
    templates = " ".join(f.read_text(encoding="utf-8") for f in Path(str(templates_root())).rglob("*.jinja"))

    def used(key: str) -> bool:
        put_together = any(b and key.startswith(b) for b in begin) or any(e and key.endswith(e) for e in end)
        return key in whole or key.removesuffix("_each") in whole or put_together or f".{key}" in templates

    idle = [path for path in common("en") if not all(used(key) for key in path[:2])]
    assert idle == []


def of_metric(name: str) -> tuple[set[Path_], set[Path_]]:
    """Where a language has to say something of a metric that it names, and where it may."""
    english = {path for path in catalogue("en") if path[:2] == ("metric", name)}
    described = {path[:-1] for path in english if path[-1] == "doc" and "parts" not in path}
    more = {(*table, key) for table in described for key in ("idea", "meaning", "note")}
    return english - more | {("metric", name, "short")}, more | {("metric", name, "gender")}


@each("language", LANGUAGES)
def test_what_a_language_says_of_metrics(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A translation is optional and whole; how far a language has come is printed, and is no failure."""
    say, english = catalogue(language), catalogue("en")
    said = {path for path in say if path[0] == "metric"}
    every, named = ({path[1] for path in texts if path[0] == "metric"} for texts in (english, say))
    genders = common(language)["average", "weighted"]
    for name in named:
        needed, more = of_metric(name)
        assert needed <= said, name
        said -= needed | more
        if isinstance(genders, dict) and name not in {metric.name for metric in all_score_metrics()}:
            assert say["metric", name, "gender"] in genders.keys() - {"by", "other"}
    assert said == set(), "of no metric that exists, or what it has not"
    for path in {path for path in say if path[0] == "metric"} & english.keys():
        own, said_there = ([text] if isinstance(text, str) else text for text in (say[path], english[path]))
        assert len(own) == len(said_there), path
        assert places(" ".join(own)) == places(" ".join(said_there)), path
    missing = sorted(every - named)
    with capsys.disabled():
        print(f"\n{language}: {len(named)} of {len(every)} metrics named; {', '.join(missing) or 'none'} missing")


@each("language", ["en", *LANGUAGES])
def test_the_tables_of_metrics_are_the_last_ones(language: str) -> None:
    """They are read one by one: what stood behind them would be lost."""
    rest, tables = split(language)
    read = {name: table for text in tables.values() for name, table in tomllib.loads(text)["metric"].items()}
    assert {**tomllib.loads(rest), "metric": read} == tomllib.loads(template_text(f"messages/{language}.toml"))
    assert of_metrics(language).items() >= read.items()


def test_a_metric_without_a_translation_is_spoken_of_in_english() -> None:
    @define_metric("lost_for_a_test", scope="class", title="share lost", optimum=0, direction="down")
    def lost(c: Any) -> Any:
        """Share of the class that was missed.

        Reference: nobody.
        """
        return c.fn / c.support

    try:
        cm = em.ConfusionMatrix([[6, 1], [1, 5]], labels=["a", "b"])
        for language in LANGUAGES:
            assert "share lost" in cm.derive("lost_for_a_test", average="macro", language=language).to_text().lower()
            assert "Share of the class that was missed." in em.explain("lost_for_a_test", language=language)
    finally:
        del REGISTRY["lost_for_a_test"]


@each("language", ["en", *LANGUAGES])
def test_sentences_of_metrics_stand_by_themselves(language: str) -> None:
    """A metric may have any name: what is said of one stands in a table of its own."""
    of_metrics = {path[2].removesuffix("_two") for path in catalogue(language) if path[:2] == ("meaning", "of")}
    assert of_metrics
    assert of_metrics <= {metric.name for metric in METRICS}


def test_every_kind_of_step_has_its_meaning() -> None:
    for language in languages():
        assert {path[1] for path in catalogue(language) if path[0] == "kind"} == set(KINDS)
    steps = {path[1] for path in catalogue("en") if path[0] == "step" and path[-1] == "title"}
    assert {kind_of(step) for step in steps} == set(KINDS) - {"result", "decimal"}


# Catalogues: sentences with places and forms, plurals, lists and numbers.


def test_sentences() -> None:
    say = messages()
    assert say.get("step", "reduce", "title") == "Reduce"
    assert (say.has("step", "reduce", "text"), say.has("step", "reduce")) == (True, False)
    assert say.find("step", "no such step") is None
    for path in (("step", "reduce"), ("step", "none", "text")):
        with pytest.raises(UsageError, match=f"the message catalogue en has no sentence {'.'.join(path)}"):
            say.get(*path)
    counts = {"1": "1 sample", "$1$": "1 sample", "1,001": "1,001 samples", "many": "many samples"}
    assert {n: say.say(("words", "samples"), lambda name, n=n: n) for n in counts} == counts  # type: ignore[misc]


def test_lists_and_numbers() -> None:
    say = messages()
    assert [say.listing(items) for items in ([], ["9"], ["9", "9", "10"])] == ["", "9", "9, 9 and 10"]
    assert (say.row(["1 = a", "2 = b"]), say.either(["a = 0", "b = 0"])) == ("1 = a, 2 = b", "a = 0 or b = 0")
    assert say.grouped(1048576) == "1,048,576"


def test_what_a_language_does_not_say_is_said_in_english_with_its_plurals() -> None:
    english = Messages(
        {
            "plural": {"one": {"from": 1, "to": 1}},
            "words": {"samples": {"by": "n", "one": "1 sample", "other": "{n} samples"}, "total": "total"},
            "data": {"intro": "{n} of {k}", "cells": {"by": "n", "one": "a cell", "other": "{n} cells"}},
        }
    )
    other = Messages(
        {
            "plural": {"one": {"from": 0, "to": 9}},
            "words": {"samples": {"by": "n", "one": "wenig", "other": "{n} Proben"}},
            "data": {"intro": "{k}: {n}"},
        },
        "xx",
        english,
    )

    def said(*path: str, **facts: str) -> str:
        return other.say(path, facts.__getitem__)

    assert (said("words", "samples", n="5"), said("words", "samples", n="12")) == ("wenig", "12 Proben")
    assert (said("data", "cells", n="1"), said("data", "cells", n="5")) == ("a cell", "5 cells")
    assert (said("data", "intro", n="1", k="2"), other.get("words", "total")) == ("2: 1", "total")
    assert (other.has("words", "total"), other.has("words", "none"), other.find("none")) == (True, False, None)
    with pytest.raises(UsageError, match=r"the message catalogue xx has no sentence words\.none"):
        other.get("words", "none")


def test_the_readers_own_words_stand_in_english_sentences_too() -> None:
    silent = Messages({}, "xx", messages())
    own = Reworded(silent, Words(words=(("sample", "patient"), ("samples", "patients"))))
    assert own.say(("data", "four", "intro"), str) == "For one class, every patient is one of these four:"


# Pages.


@each("language", LANGUAGES)
def test_no_english_word_stands_in_an_explanation(language: str) -> None:
    foreign = english_words() - words(" ".join(sentences(language))) - names_of_the_program(language)
    for metric in named_in(language):
        if crc32(f"{language} {metric.name}".encode()) % size(7, 1):
            continue
        text = em.explain(metric.name, language=language)
        said = re.sub(r"^ .*[=].*$|\w+_\w+", " ", text[: text.rindex("\n\n")], flags=re.MULTILINE)
        libraries = [words(f"{library} {name}") for library, name in metric.implemented_by.items()]
        names = words(" ".join([metric.name, *metric.aliases]).replace("_", " "))
        assert words(said) & foreign - names.union(*libraries) == set(), metric.name


# CLDR 44, numbers/symbols/decimal and percentFormat (digits 0 to 9): en 0.5 and 65%, de, fr and es 0,5 and 65 %.
WRITTEN = {"en": (r"\.", "65%"), "ar": (r"\.", "65%"), "de": (",", "65\u00a0%"), "es": (",", "65\u00a0%"),
           "fr": (",", "65\u00a0%")}  # fmt: skip


@each("format", ["text", "text-2d", "markdown", "latex", "html"])
@each("language", list(WRITTEN))
def test_numbers_are_written_as_the_language_writes_them(language: str, format: str) -> None:
    """Class names that look like decimals keep their points."""
    point, percent = WRITTEN[language]
    cm = matrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], ["a", "1.5", "c"])
    decimals = re.compile(rf"(?<![\w.,}}])\d+(?:{point}|\{{{point}\}})\d{{2,}}")
    other = re.compile(r"\d[.]\d{2,}" if point == "," else r"\d(?:,|\{,\})\d{2,}")
    for options in ({"metric": "precision", "average": "weighted"}, {"metric": "recall", "label": "1.5"}):
        page = cm.derive(language=language, detail="full", **options).to(format).rpartition("</style>")[2]
        assert len(decimals.findall(page)) >= 1
        assert other.findall(page) == []
        assert "1.5" in page.replace("\\.", ".")
        assert not re.search(r"\b1(?:,|\{,\})5\b", page)
        if options["metric"] == "precision":
            assert percent in page.replace("\\%", "%").replace("~", "\u00a0")


@each("format", ["text", "markdown", "latex", "html"])
@each("language", LANGUAGES)
def test_the_verifier_reads_the_numbers_of_a_language(language: str, format: str) -> None:
    page = matrix(BIRDS).derive("recall", label="a", language=language, detail="full").to(format)
    verified = em.verify_document(page, format=format)
    assert verified.findings("error", "warn") == []
    assert verified.decimal_comma == (WRITTEN[language][0] == ",")
    wrong = re.sub(r"(0(?:[.,]|\{,\})7)(\d)", lambda n: n[1] + str((int(n[2]) + 5) % 10), page)
    assert verified.decimal_comma == em.verify_document(wrong, format=format).decimal_comma
    assert em.verify_document(wrong, format=format).findings("error")


def test_an_unknown_language_names_those_there_are() -> None:
    cm = matrix([[5, 1], [5, 7]])
    for ask in (
        lambda: cm.derive("accuracy", language="xx").to_text(),
        lambda: cm.report(metrics="all", language="xx").to_text(),
        lambda: em.explain("f1", language="xx"),
    ):
        with pytest.raises(UsageError, match=r"no language 'xx'; .*ar, de, en, es, fr"):
            ask()


@pytest.mark.xdist_group("lualatex")  # one worker looks whether it works
@each("language", LANGUAGES if EXHAUSTIVE else ("fr",))
def test_documents_compile(language: str, tmp_path: Path) -> None:
    engine = needed("lualatex" if language == "ar" else "tex")
    rows = [[6, 0, 1], [1, 0, 2], [0, 0, 3]]
    cm = em.ConfusionMatrix(rows, labels=["bird", "ave", "cat"])
    shown = [
        cm.derive("precision", average="weighted", undefined=0, language=language),
        cm.derive("mcc", language=language, detail="scaffold"),
        cm.report(metrics=["f1", "mcc", "mutual_information"], language=language),
    ]
    sources = [document.to("latex-document") for document in shown]
    assert {"lualatex" in source.splitlines()[0] for source in sources} == {language == "ar"}
    result = compile_latex(joined(sources), tmp_path, engine=engine)
    assert (result.errors, result.overfull) == ([], [])
