"""Languages: every catalogue is whole, nothing in it is idle, and no English word stands on a page of another one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics._resources import templates_root
from exactmetrics.derivation.messages import Messages, languages, messages
from exactmetrics.derivation.planning.page import KINDS, kind_of
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.exact.errors import UsageError
from exactmetrics.expression.nodes import Head, Named
from exactmetrics.metrics.metric import REGISTRY, Metric, Part
from exactmetrics.metrics.metric import metric as define_metric
from exactmetrics.metrics.score_registry import all_score_metrics
from tests.cases import each
from tests.derivation.catalogues import (
    LANGUAGES,
    Path_,
    catalogue,
    common,
    literals,
    places,
    sentences,
    words,
)
from tests.derivation.pages_in import METRICS, english_words, named_in, names_of_the_program
from tests.derivation.questions import matrix
from tests.latex import compile_latex, joined
from tests.tools import module, needed


def test_the_languages_there_are() -> None:
    assert set(languages()) == {"en", *LANGUAGES}
    assert [messages(code).direction for code in ("en", "ar", "de", "es", "fr")] == [
        "ltr",
        "rtl",
        "ltr",
        "ltr",
        "ltr",
    ]


@each("language", LANGUAGES)
def test_a_catalogue_has_the_sentences_of_the_english_one(language: str) -> None:
    english, other = common("en"), common(language)
    assert sorted(english.keys() - other.keys()) == []
    assert sorted(other.keys() - english.keys()) == []


@each("language", LANGUAGES)
def test_a_sentence_names_the_same_facts_in_every_language(language: str) -> None:
    other = common(language)
    different = {
        path: (said, other[path])
        for path, said in common("en").items()
        if path in other and places(said) != places(other[path])
    }
    assert different == {}


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


def parts_of(metric: Metric) -> list[Head]:
    """The parts that the definition of a metric gives names to."""
    options: dict[str, Any] = {"label": "a"} if metric.scope == "class" else {}
    options |= {name: p.examples[0] for name, p in metric.standard.parameters.items()}
    tree = matrix([[5, 1], [5, 7]]).derive(metric.name, **options).page.named
    return list(dict.fromkeys(part.head for part in every_part(tree) if isinstance(part, Named) and part.head.title))


def of_metric(metric: Metric) -> tuple[dict[Path_, str], dict[Path_, str]]:
    """What a language says of a metric that it names, each with the English, and what it may say besides."""
    top = ("metric", metric.name)
    needed = {(*top, key): "" for key in ("title", "short")}
    mistake = metric.mistake.text if metric.mistake else ""
    needed |= {(*top, "question"): metric.question, (*top, "mistake"): mistake}
    needed |= {(*top, "neutral"): metric.neutral, (*top, "reads"): " ".join(reading.text for reading in metric.reads)}
    more: dict[Path_, str] = {(*top, key): "" for key in ("gender", "note")} | {(*top, "idea"): metric.idea}
    for head in parts_of(metric):
        part = metric.parts.get(head.metric, Part(""))  # of some the title says all
        said = {"title": head.title, "doc": part.doc, "why": part.why}
        needed |= {(*top, "parts", head.metric, key): text for key, text in said.items()}
    for convention in metric.conventions.values():
        table = top if convention is metric.standard else (*top, convention.name)
        own = convention is metric.standard or convention.meaning != metric.standard.meaning
        needed |= {(*table, "doc"): convention.description}
        more |= {(*table, "meaning"): convention.meaning if own else ""}
        needed |= {(*table, f"doc_{form.name}"): form.doc for form in convention.forms.values()}
        needed |= {(*table, p, key): "-" for p in convention.parameters for key in ("meaning", "domain")}
        more |= {(*table, "note"): ""}
    always = {(*top, "title"), (*top, "short")}
    return {path: text for path, text in needed.items() if text or path in always}, more


@each("language", LANGUAGES)
def test_what_a_language_says_of_metrics(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A translation is optional and whole; how far a language has come is printed, and is no failure."""
    say, named = catalogue(language), named_in(language)
    said = {path for path in say if path[0] == "metric"}
    for metric in named:
        needed, more = of_metric(metric)
        assert needed.keys() <= say.keys(), metric.name
        for path, english in (needed | {path: more[path] for path in more.keys() & said if more[path]}).items():
            text = " ".join(say[path]) if isinstance(say[path], list) else say[path]
            assert places(text) == places(english), path
        assert len(say.get(("metric", metric.name, "reads"), [])) == len(metric.reads)
        genders = common(language)["average", "weighted"]
        assert isinstance(genders, str) or say["metric", metric.name, "gender"] in genders.keys() - {"by", "other"}
        said -= needed.keys() | more.keys()
    for metric in all_score_metrics():  # whose definitions record no parts
        own = {("metric", metric.name, key) for key in ("title", "short")}
        for convention in metric.conventions.values():
            table = ("metric", metric.name, *(() if convention is metric.standard else (convention.name,)))
            own |= {(*table, "doc")}
            own |= {(*table, p, key) for p in convention.parameters for key in ("meaning", "domain")}
        assert own <= said or own.isdisjoint(said), metric.name
        said -= own | {("metric", metric.name, "gender")}
    assert said == set(), "of no metric that exists and has a title"
    missing = [m.name for m in METRICS if m not in named]
    missing += [m.name for m in all_score_metrics() if ("metric", m.name, "title") not in say]
    every = len(METRICS) + len(all_score_metrics())
    with capsys.disabled():
        print(f"\n{language}: {every - len(missing)} of {every} metrics named; {', '.join(missing) or 'none'} missing")


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


# pages


@each(("language", "metric"), [(code, m) for code in LANGUAGES for m in named_in(code)], ids=str, quick=80)
def test_no_english_word_stands_in_an_explanation(language: str, metric: Metric) -> None:
    text = em.explain(metric.name, language=language)
    references = text.rindex("\n\n")
    libraries = [words(f"{library} {name}") for library, name in metric.implemented_by.items()]
    own = names_of_the_program(language).union(*libraries) | words(" ".join(metric.aliases).replace("_", " "))
    said = re.sub(r"^ .*[=].*$|\w+_\w+", " ", text[:references], flags=re.MULTILINE)
    foreign = english_words() - words(" ".join(sentences(language))) - own - words(metric.name.replace("_", " "))
    assert words(said) & foreign == set()


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
    for options in (
        {"metric": "precision", "average": "weighted"},
        {"metric": "mcc"},
        {"metric": "recall", "label": "1.5"},
    ):
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
    cm = matrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    page = cm.derive("precision", average="macro", language=language, detail="full").to(format)
    found = em.verify_document(page, format=format)
    assert found.findings("error", "warn") == []
    assert found.decimal_comma == (WRITTEN[language][0] == ",")
    wrong = re.sub(r"(0(?:[.,]|\{,\})6)(\d)", lambda n: n[1] + str((int(n[2]) + 5) % 10), page)
    assert len(em.verify_document(wrong, format=format).findings("error")) >= 2


def test_titles_agree_with_their_nouns_in_spanish() -> None:
    cm = matrix([[5, 1], [5, 7]])
    titles = {
        "precision": "Precisión ponderada",
        "f1": "Valor F1 ponderado",
        "fpr": "Tasa de falsos positivos ponderada",
        "jaccard": "Índice de Jaccard ponderado",
        "tp": "Verdaderos positivos ponderados",
    }
    for metric, title in titles.items():
        assert cm.derive(metric, average="weighted", language="es").to_text().splitlines()[0] == title


def test_reasons_and_policies_are_said_in_the_language() -> None:
    cm = em.ConfusionMatrix([[6, 0], [1, 0]], labels=["a", "b"])
    none = cm.derive("precision", label="b", language="es")
    assert "contar precisión de la clase b como 0" in none.to_text()
    assert str(none.value) == "undefined: precision of b is 0/0"  # Python users keep the English reason
    counted = cm.derive("precision", average="macro", preset="sklearn", language="es").to_text()
    assert "en la clase b, la métrica «precisión» no está definida y cuenta como 0." in " ".join(counted.split())
    nothing = em.ConfusionMatrix([[0]]).derive("recall", average="macro", undefined="omit", language="es").to_text()
    assert "Exhaustividad macro: valor no definido, porque no queda ninguna clase para la media." in nothing


def test_formulas_in_arabic_text_are_set_off_and_tables_run_from_the_left() -> None:
    cm = em.ConfusionMatrix([[5, 1], [5, 7]], labels=["a", "b"])
    text = cm.derive("precision", label="a", language="ar").to_text()
    opened, closed = (sum(text.count(sign) for sign in signs) for signs in ("\u2066\u2067\u2068", "\u2069"))
    assert opened == closed > 0
    assert "\u20665/6 ≈ 0.8333\u2069" in text  # the recall, that the precision is mistaken for
    ruled = [line for line in text.splitlines() if "---" in line]
    assert ruled
    assert all(line.strip().startswith("\u200e") for line in ruled)
    english = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("precision", label=0).to_text()
    assert not re.search("[\u2066-\u2069\u200e]", english)


def test_an_unknown_language_names_those_there_are() -> None:
    cm = matrix([[5, 1], [5, 7]])
    for ask in (
        lambda: cm.derive("accuracy", language="xx").to_text(),
        lambda: cm.report(metrics="all", language="xx").to_text(),
        lambda: em.explain("f1", language="xx"),
    ):
        with pytest.raises(UsageError, match=r"no language 'xx'; .*ar, de, en, es, fr"):
            ask()


def test_a_missing_sentence_is_an_error_that_names_it() -> None:
    with pytest.raises(UsageError, match=r"catalogue xx has no sentence step\.reduce\.text"):
        Messages({}, "xx").get("step", "reduce", "text")


def test_a_remark_on_the_order_of_columns_is_said_in_the_language() -> None:
    pandas = module("pandas")
    table = pandas.DataFrame([[1, 5], [6, 0]], index=["a", "b"], columns=["b", "a"])
    text = em.ConfusionMatrix(table).derive("accuracy", language="es").to_text()
    assert "Las columnas venían en el orden b y a. Aquí están en el orden de las filas: a y b." in text


# documents


@pytest.mark.xdist_group("lualatex")  # one worker looks whether it works
@each("language", LANGUAGES, quick=2)
def test_documents_compile(language: str, tmp_path: Path) -> None:
    engine = needed("lualatex" if language == "ar" else "tex")
    rows = [[6, 0, 1], [1, 0, 2], [0, 0, 3]]
    cm = em.ConfusionMatrix(rows, labels=["bird", "ave", "cat"])
    shown = [
        cm.derive("precision", average="weighted", undefined=0, language=language),
        cm.derive("mcc", language=language, detail="scaffold"),
        cm.report(metrics="all", language=language),
    ]
    sources = [document.to("latex-document") for document in shown]
    assert {"lualatex" in source.splitlines()[0] for source in sources} == {language == "ar"}
    result = compile_latex(joined(sources), tmp_path, engine=engine)
    assert (result.errors, result.overfull) == ([], [])
