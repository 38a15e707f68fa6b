"""The reader's own words stand in the sentences of every page and nowhere else; a strange file of them is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.derivation.look import DETAILS
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.words import LONGEST, LONGEST_FILE, MOST, messages_in, texts_of, words_of
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.matrix.blocks import BLOCKS
from exactmetrics.metrics.registry import all_metrics, metric_named
from tests.cases import each, sample
from tests.cli.run import printed, refused, write
from tests.contracts.questions import questions
from tests.derivation.hostile import HTML, MARKDOWN, PUNCTUATION, TEMPLATES, TEX
from tests.derivation.questions import BIRDS, EXAMPLE_5, matrix
from tests.derivation.rereading import chains_of
from tests.latex import compile_latex
from tests.tools import needed

PATIENTS = {
    "words": {"sample": "patient", "samples": "patients"},
    "names": {"recall": "sensitivity", "macro": "unweighted"},
    "symbols": {"tp": r"H_{<i>}"},
}
SAMPLES = {"words": PATIENTS["words"]}
FILE = r"""
[words]
sample = "patient"
samples = "patients"

[names]
recall = "sensitivity"
macro = "unweighted"

[symbols]
tp = 'H_{<i>}'
"""
NAMES = ["bird", "cat", "dog"]
MACRO: dict[str, Any] = {"average": "macro"}
PARTS: dict[Any, Any] = dict(EXAMPLE_5)
WORDS = ["text", "text-2d", "markdown", "github", "latex", "html", "json"]


def spoken(page: str) -> str:
    """A page in one line, for words are folded differently where they are longer."""
    return " ".join(unescape(page).split())


def in_place(text: str, words: dict[str, str]) -> str:
    """An independent replacement: word for word, with a capital where there was one."""
    for old, new in words.items():
        for one, other in ((old, new), (old.capitalize(), new.capitalize())):
            text = re.sub(rf"(?<![\w]){one}(?![\w])", other, text)
    return text


FORMATS = ["markdown", "github", "latex", "html"]
SOME_METRICS = sample([metric.name for metric in all_metrics() if not metric.parameters], 40)


@each("detail", DETAILS)
@each("format", FORMATS)
def test_the_page_is_the_same_but_for_the_words(format: str, detail: str) -> None:
    """Word for word, what a search in the finished page would make of it."""
    cm, seen = matrix(BIRDS, "abc"), False
    # Averages of logarithms and of absolute values have tables so wide that a longer word leaves no room for words.
    found = [
        q
        for q in questions(3)
        if "average" not in q.options
        or (metric_named(q.metric).exactness != "transcendental" and q.metric != "bray_curtis")
    ]
    turn = FORMATS.index(format) + DETAILS.index(detail)  # in a format every question has one detail
    for question in sample(found, 10 * len(DETAILS))[turn % len(DETAILS) :: len(DETAILS)]:
        plain, own = (
            cm.derive(question.metric, words=words, detail=detail, **question.named()).to(format)
            for words in (None, SAMPLES)
        )
        assert own == in_place(plain, PATIENTS["words"])
        seen = seen or own != plain
    assert seen


@each(
    "page",
    [
        lambda words: matrix(BIRDS).report(metrics=SOME_METRICS, derivations=True, words=words),
        lambda words: matrix([[0, 0], [3, 0]]).derive("precision", average="macro", undefined="omit", words=words),
        lambda words: matrix([[0, 0], [3, 0]]).derive("precision", average="macro", words=words),
        lambda words: em.OneVsRest.from_counts(PARTS).derive("precision", average="macro", words=words),
        lambda words: em.compare(
            *(matrix(BIRDS).derive("f1", average="macro", combine=how, words=words) for how in ("scores", "averages"))
        ),
    ],
)
def test_other_pages_are_the_same_but_for_the_words(page: Callable[[Any], Any]) -> None:
    plain = page(None).to("markdown")
    assert page(SAMPLES).to("markdown") == in_place(plain, PATIENTS["words"]) != plain


@each("format", WORDS)
def test_classes_keep_their_names(format: str) -> None:
    """A class may be called as a word is that the reader replaces, or as one that stands for it."""
    for strange in (["sample", "samples", "recall"], ["patient", "patients", "sensitivity"]):
        cm = matrix(BIRDS, strange)
        page = spoken(cm.derive("precision", average="weighted", words=PATIENTS, detail="full").to(format))
        assert len(re.findall(rf"\b{strange[0]}\b", page)) >= 2
        assert len(re.findall(rf"\b{strange[1]}\b", page)) >= 2
        assert len(re.findall(rf"\b{strange[2]}\b", page)) >= 2
        html = matrix(BIRDS, strange).report(words=PATIENTS).to_html(document=False)
        assert {label: html.count(f"<bdi>{label}</bdi>") > 0 for label in strange} == dict.fromkeys(strange, True)


def test_names_stand_in_titles_sentences_and_below_symbols() -> None:
    page = spoken(matrix(BIRDS, NAMES).derive("f1", average="macro", words=PATIENTS).to_markdown())
    assert page.startswith("# Unweighted F1 score")
    assert "sensitivity" in page
    assert not re.search(r"\b(recall|macro)\b", page, re.IGNORECASE)
    assert r"\mathrm{F1} _{\text{unweighted}} =" in page
    report = spoken(matrix(BIRDS, NAMES).report(words=PATIENTS).to_text())
    assert "sensitivity" in report
    assert "unweighted avg" in report
    assert not re.search(r"\b(recall|macro)\b", report, re.IGNORECASE)


def test_a_name_is_found_by_an_alias() -> None:
    assert words_of({"names": {"tpr": "hit rate"}}) == words_of({"names": {"recall": "hit rate"}})


def test_terms_stay_whole() -> None:
    """Where "true" and "class" are other words, true positives and class accuracy are not."""
    own = {"words": {"true": "actual", "positives": "ones", "class": "group"}}
    page = spoken(matrix(BIRDS, NAMES).derive("recall", label="cat", words=own).to_text())
    assert "true positives" in page
    assert "actual positives" not in page
    assert not re.search(r"\bclass\b", page)
    term = {"words": {"true positives": "hits"}}
    assert "true positives" not in spoken(matrix(BIRDS, NAMES).derive("recall", label="cat", words=term).to_text())


def test_phrases_go_before_words() -> None:
    own = {"words": {"sample": "case", "samples": "cases", "28 samples": "x"}}
    with pytest.raises(ExactMetricsError, match="more than words"):
        words_of(own)
    page = spoken(
        matrix(BIRDS, NAMES)
        .derive("accuracy", words={"words": {"the number of": "how many", "number": "count"}})
        .to_text()
    )
    assert "how many" in page
    assert "the number of" not in page


def test_a_word_is_replaced_once() -> None:
    """Two words may change places."""
    own = {"words": {"row": "column", "column": "row", "rows": "columns", "columns": "rows"}}
    plain = spoken(matrix(BIRDS, NAMES).derive("precision", average="macro").to_text())
    page = spoken(matrix(BIRDS, NAMES).derive("precision", average="macro", words=own).to_text())
    for one, other in (("row", "column"), ("column", "row")):
        assert len(re.findall(rf"\b{one}s?\b", page, re.I)) == len(re.findall(rf"\b{other}s?\b", plain, re.I)) > 0


@each("language", ["es", "ar", "de", "fr"])
def test_in_another_language(language: str) -> None:
    word = {
        "es": ("muestras", "pacientes"),
        "ar": ("عيّنة", "مريض"),
        "de": ("Fälle", "Patienten"),
        "fr": ("observations", "patients"),
    }[language]
    own = {"words": dict([word]), "names": {"recall": "TPR"}}
    cm = matrix(BIRDS, NAMES)
    pages = [
        cm.derive("recall", average="micro", language=language, words=words).to_markdown() for words in (None, own)
    ]
    assert word[0] in pages[0]
    assert word[1] in pages[1]
    assert not re.search(rf"(?<!\w){word[0]}(?!\w)", pages[1])
    assert "TPR" in pages[1].splitlines()[0]


USUAL = {
    "de": {
        "words": {
            "Fall": "Patient", "Fälle": "Patienten", "Fällen": "Patienten", "Klasse": "Diagnose",
            "Klassen": "Diagnosen",
            "tatsächliche": "wirkliche",
        },
        "names": {"precision": "der positive Vorhersagewert", "recall": "die Sensitivität"},
    },
    "fr": {
        "words": {
            "une observation": "un patient", "toutes les observations": "tous les patients",
            "observations": "patients", "réelle": "constatée",
        },
        "names": {"precision": "la valeur prédictive positive", "recall": "la sensibilité"},
    },
    "es": {
        "words": {"una muestra": "un paciente", "todas las muestras": "todos los pacientes", "clase": "categoría"},
        "names": {"precision": "el valor predictivo positivo", "recall": "la sensibilidad"},
    },
}  # fmt: skip


@each(
    ("language", "metric", "sentence"),
    [
        ("de", "precision", "# Gewichteter positiver Vorhersagewert"),
        ("de", "precision", "Der positive Vorhersagewert einer Diagnose ist die Anzahl ihrer richtigen Vorhersagen"),
        (
            "de",
            "precision",
            "Jede Zeile ist eine wirkliche Diagnose (die Diagnose, zu der ein Patient wirklich gehört).",
        ),
        ("de", "precision", "Das Gewicht einer Diagnose ist ihre Anzahl von Patienten."),
        ("de", "recall", "# Gewichtete Sensitivität"),
        ("de", "recall", "Die Sensitivität ($R_i$) einer Diagnose ist"),
        ("de", "recall", "Die gewichtete Sensitivität ist immer gleich der Genauigkeit,"),
        ("de", "f1", "das harmonische Mittel aus ihrem positiven Vorhersagewert und ihrer Sensitivität:"),
        ("fr", "precision", "# Valeur prédictive positive pondérée"),
        ("fr", "precision", "le nombre de patients prédits comme cette classe"),
        ("fr", "precision", "(la classe à laquelle un patient appartient vraiment)"),
        ("fr", "recall", "# Sensibilité pondérée"),
        ("fr", "recall", "La moyenne pondérée de la sensibilité est toujours égale à l’exactitude"),
        ("fr", "f1", "la moyenne harmonique de sa valeur prédictive positive et de sa sensibilité"),
        ("es", "precision", "# Valor predictivo positivo ponderado"),
        ("es", "precision", "el número de todos los pacientes que se predijeron como esta categoría"),
        ("es", "recall", "# Sensibilidad ponderada"),
    ],
)
def test_what_stands_beside_a_noun_agrees_with_it(language: str, metric: str, sentence: str) -> None:
    page = matrix(BIRDS, NAMES).derive(metric, average="weighted", language=language, words=USUAL[language])
    assert sentence in spoken(page.to_markdown().replace("*", ""))


# Words in front of a noun that those of one gender never have.
NEVER = {
    "de": {
        "m": "die|das|ihre|ihrer|zur|dieselbe|eine|einer|jede|keine",
        "f": "das|den|dem|des|ihr|ihrem|ihren|zum|beim|am|vom",
        "n": "die|ihre|ihrer|zur|den|ihren|eine|einer|jede|keine",
    },
    "fr": {"m": "la|sa|une|cette|l", "f": "le|du|au|son|un|ce|l"},
    "es": {"m": "la|una|esta|ninguna", "f": "el|del|al|un|este"},
}  # fmt: skip
SOME = {
    "de": {"m": "der neue Wert", "f": "die neue Rate", "n": "das neue Maß"},
    "fr": {"m": "le taux voulu", "f": "la valeur voulue"},
    "es": {"m": "el valor nuevo", "f": "la tasa nueva"},
}


@each("gender", "mfn")
@each("language", list(NEVER))
def test_no_article_is_left_of_the_old_name(language: str, gender: str) -> None:
    if gender not in SOME[language]:
        return
    noun = SOME[language][gender].partition(" ")[2]
    ending = {"m": "er", "f": "e", "n": "es"}[gender] if language == "de" else ""
    never = re.compile(rf"(?i)\b(?:{NEVER[language][gender]})[ ’](?:{noun[:3]}\w* )?{noun.split()[-1]}\b")
    for metric in ("precision", "recall", "accuracy", "f1", "specificity", "fpr", "fdr", "npv"):
        own = messages_in(language, words_of({"names": {metric: SOME[language][gender]}}))
        assert own.get("metric", metric, "title") == noun.replace("neue ", f"neu{ending} ")
        assert [one for one in map(own.worded, texts_of(messages(language))) if never.search(one)] == []


def test_a_name_without_an_article_is_called_a_metric() -> None:
    own = {"names": {"precision": "Positive Predictive Value"}}
    page = spoken(matrix(BIRDS, NAMES).derive("precision", average="weighted", language="de", words=own).to_text())
    assert page.startswith("Gewichteter Wert: Positive Predictive Value ")
    assert "Die Metrik Positive Predictive Value einer Klasse ist" in page


@each("language", ["en", "de", "fr", "es", "ar"], quick=2)
def test_the_list_of_words_is_a_file_of_words(language: str, tmp_path: Path) -> None:
    """As it is it changes nothing, and each line of it can be used; it has the words that pages are made of."""
    listed = printed("words", "--language", language)
    assert words_of(write(tmp_path, "all.toml", listed)) == words_of({})
    lines = re.findall(r"^# (\S+ = .*)$", listed, re.MULTILINE)
    words, rest = (lines[: [line[0] for line in lines].index("t")], lines[-40:])
    for at in range(0, len(words), MOST):
        file = write(tmp_path, "some.toml", "[words]\n" + "\n".join(words[at : at + MOST]))
        page = matrix(BIRDS, NAMES).derive("f1", average="macro", language=language, words=file)
        assert page.to_text() == matrix(BIRDS, NAMES).derive("f1", average="macro", language=language).to_text()
    assert rest
    plain = matrix(BIRDS, NAMES).derive("kappa", language=language, detail="full").to_text()
    known = set(re.findall(r'^# "([^"]+)"', listed, re.MULTILINE))
    said = set(re.findall(r"(?<!\S)[^\W\d_]{6,}(?=[ .])", plain))
    assert len({word for word in said if {word, word[:1].lower() + word[1:]} & known}) > 0.8 * len(said)


@each(
    ("language", "key", "near"),
    [("en", "sampel", '"sample"'), ("de", "zebra", "exactmetrics words --language de"), ("fr", "gender", '"'),
     ("de", "Fäle", '"Fälle"'), ("fr", "observasion", '"observation"'),
     ("en", "the actual clas", '"the actual class"')],
)  # fmt: skip
def test_a_word_that_no_page_says_is_an_error(language: str, key: str, near: str, tmp_path: Path) -> None:
    file = write(tmp_path, "own.toml", f'[words]\n"{key}" = "x"')
    message = refused("derive", "6 1; 1 5", "-m", "accuracy", "--language", language, "--words", str(file))
    assert f"{file}: [words] {key}: no page in this language ({language}) says" in message
    assert near in message


def test_symbols_change_no_number() -> None:
    cm, numbers = matrix(BIRDS, NAMES), re.compile(r"\d+")
    own = {"symbols": {"tp": r"\mathrm{Hits}_{<i>}", "recall": r"\hat{\rho}_{w,<i>}", "support": r"\text{of}_{<i>}"}}
    for format in ("markdown", "latex", "text"):
        plain = cm.derive("recall", average="weighted").to(format)
        page = cm.derive("recall", average="weighted", words=own).to(format)
        assert numbers.findall(page) == numbers.findall(plain)
        assert "Hits" in page
    assert r"\hat{\rho} _{w,i}" in cm.derive("recall", average="weighted", words=own).to_markdown()
    html = cm.derive("recall", average="weighted", words=own).to_html()
    assert '<mover accent="true"><mi>ρ</mi>' in html


# words in formulas


def test_metrics_are_called_by_words() -> None:
    page = matrix(BIRDS, NAMES).derive("precision", average="macro", symbols="words")
    assert r"\text{macro precision} = \frac{1}{3}" in page.to_markdown()
    assert r"\text{precision}_i" in page.to_markdown()
    assert "macro precision = " in page.to_text()
    assert "<mi>macro precision</mi>" in page.to_html()
    assert not re.search(r"\bP_", page.to_text())
    assert "TP_i" in page.to_text()


@each(
    "name", [metric.name for metric in all_metrics() if metric.name not in BLOCKS and not metric.parameters], quick=60
)
def test_lines_in_words_read_back(name: str) -> None:
    """Every line behind the definition that begins with the name is a chain of numbers, each the exact value."""
    metric, cm = metric_named(name), matrix([[5, 1], [2, 7]], ["ill", "sound"])
    for average in ("macro", "weighted") if metric.scope == "class" else (None,):
        derivation = cm.derive(name, symbols="words", average=average)
        called = f"{average} {metric.title}" if average else metric.title
        for format, start in (("text", "   " + called.replace("-", "_")), ("markdown", rf"\text{{{called}}}")):
            rows = [row.strip("$ ") for row in derivation.to(format).splitlines() if start in row][1:]
            assert rows
            for row in rows:
                shown = re.split(r" (?:≈|\\approx) ", row)[0]
                if "=" not in shown:  # a decimal alone, behind a value that takes the whole line
                    continue
                (chain,) = chains_of([shown.removeprefix(r"\boxed{") if shown.count("{") > shown.count("}") else shown])
                assert set(chain.values()) == {derivation.value}


@each("name", ["balanced_accuracy", "fowlkes_mallows", "kappa"])
def test_the_verifier_finds_no_fault_with_words(name: str) -> None:
    cm = matrix(BIRDS, NAMES)
    options: dict[str, Any] = {"average": "macro"} if name == "fowlkes_mallows" else {}
    for format in ("text", "markdown"):
        found = em.verify_document(cm.derive(name, symbols="words", words=PATIENTS, **options).to(format))
        assert found.findings("error", "warn") == []


def test_own_symbols_go_before_words() -> None:
    own = {"symbols": {"precision": "Q_{<i>}"}}
    page = matrix(BIRDS, NAMES).derive("f1", average="macro", symbols="words", combine="averages", words=own).to_text()
    assert "macro F1 score" in page
    assert "Q_macro" in page
    assert "macro recall" in page


# what comes from strangers


def refusal(tables: Any) -> str:
    with pytest.raises(ExactMetricsError) as caught:
        words_of(tables)
    return str(caught.value)


@each("text", [*TEX, *MARKDOWN, *HTML, *TEMPLATES, *PUNCTUATION])
def test_no_markup_is_a_word(text: str) -> None:
    """What is no plain word is refused, as a word, as a name and as a symbol; a plain word is what it seems."""
    if re.fullmatch(r"[a-zA-Z]+(?:[ '-][a-zA-Z]+)*", text):
        return
    for tables in ({"words": {"sample": text}}, {"words": {text: "patient"}}, {"names": {"recall": text}}):
        assert re.search("more than words|a blank too many", refusal(tables))
    if re.fullmatch(r"[\w ,]*[A-Za-z][\w ,]*|\{\w+\}", text):  # letters beside letters, a subscript, a group
        return
    assert "[symbols] tp" in refusal({"symbols": {"tp": text}})


@each(
    ("tables", "said"),
    [
        ({"word": {}}, r"there is no table [word]; did you mean 'words'? Choose from: words, names, symbols"),
        ({"words": 3}, "[words] is no table"),
        ({"words": ["a"]}, "[words] is no table"),
        ({"words": {"sample": 3}}, "[words] sample: 3 is no text"),
        ({"words": {"sample": {"one": "a"}}}, "[words] sample: "),
        ({"words": {"sample": ""}}, "[words] sample: '' is more than words"),
        ({"words": {"": "a"}}, "'' is more than words"),
        ({"words": {"sample": "a" * (LONGEST + 1)}}, f"at most {LONGEST} characters"),
        ({"words": {"a" * 10_000: "b"}}, f"at most {LONGEST} characters"),
        ({"words": {"sample": "a\u0007b"}}, "cannot be seen"),
        ({"words": {"sample": "a\u202eb"}}, "cannot be seen"),
        ({"words": {"sample": "a\u200bb"}}, "cannot be seen"),
        ({"words": {"sample": "a\nb"}}, "a blank too many"),
        ({"words": {"sample": " a"}}, "a blank too many"),
        ({"words": {"sample": "a  b"}}, "a blank too many"),
        ({"words": {"sample": "3 a"}}, "a letter first"),
        ({"words": {"sample": "a--b"}}, "more than words"),
        ({"words": {"{samples}": "a"}}, "more than words"),
        ({"words": {f"w{'x' * (n % 30)}{n}": "b" for n in range(MOST + 1)}}, f"at most {MOST} are read"),
        ({"names": {"recal": "a"}}, "[names] recal: no metric 'recal'; did you mean 'recall'"),
        ({"names": {"marco": "a"}}, "[names] marco: there is no such metric or average; did you mean 'macro'?"),
        ({"names": {"recall": "a", "tpr": "b"}}, "[names] tpr: recall is given twice, as 'a' and as 'b'"),
        ({"symbols": {"supprt": "a"}}, "supprt: no metric 'supprt'; did you mean 'support'"),
        ({"symbols": {"macro": "M"}}, "[symbols] macro: an average has no symbol of its own"),
        ({"symbols": {"tp": ""}}, "'' is no symbol"),
        ({"symbols": {"tp": "<i>"}}, "'' is no symbol"),
        ({"symbols": {"tp": r"\frac{1}{2}"}}, r"'\\frac' is no symbol"),
        ({"symbols": {"tp": r"\input{x}"}}, r"'\\input' is no symbol"),
        ({"symbols": {"tp": r"\text{a$b$}"}}, "more than words"),
        ({"symbols": {"tp": r"\text{a_b}"}}, "more than words"),
        ({"symbols": {"tp": r"\mathrm{é}"}}, "letters that formulas do not have"),
        ({"symbols": {"tp": "a^2"}}, "'^' is no symbol"),
        ({"symbols": {"tp": "a_{<i>"}}, "which has no meaning there"),
        ({"symbols": {"tp": "a}"}}, "which has no meaning there"),
        ({"symbols": {"tp": "a_b_c"}}, "which has no meaning there"),
        ({"symbols": {"tp": "a_"}}, "no meaning there"),
        ({"symbols": {"tp": "a\\"}}, "is no symbol"),
        ({"symbols": {"tp": "é"}}, "'é' is no symbol"),
        ({"symbols": {"tp": "{" * 39 + "a"}}, "no meaning there"),
    ],
)
def test_what_is_wrong_is_said_with_table_and_key(tables: Any, said: str) -> None:
    message = refusal(tables)
    assert message.startswith("words: ")
    assert said in message
    assert len(message) < 500


@each(
    ("text", "said"),
    [
        ("[words]\nsample = 'a'\nsample = 'b'", "not read as TOML"),
        ("[words", "not read as TOML"),
        ("[words]\nFälle = 'a'", 'stands in quotes: "Fälle" = ...'),
        ("[words]\na sample = 'a'", 'stands in quotes: "a sample" = ...'),
        ("[" * 200, "nested too deeply"),
        ("a." * 100 + "b = 1", "more than 50 parts"),
        ("# " + "x" * LONGEST_FILE, f"at most {LONGEST_FILE:,} characters"),
        ("[words]\nsample = '\x07'", "not read as TOML"),
        ('[names]\nrecal = "a"', "[names] recal: no metric 'recal'"),
        (b"[words]\nsample = '\xff'", "is not UTF-8"),
        (b"\x7fELF\x00\x00", "binary file"),
    ],
)
def test_a_strange_file_is_refused_by_its_name(tmp_path: Path, text: str | bytes, said: str) -> None:
    file = write(tmp_path, "patients.toml", text)
    assert said in refusal(file)
    assert refusal(file).startswith(str(file))


@each("given", [3, ["a"], b"x"])
def test_what_is_neither_file_nor_table(given: Any) -> None:
    assert "path of a TOML file or its tables" in refusal(given)


ACCENTS = {"words": {"samples": "élèves d'ici"}, "names": {"recall": "sensibilité vraie"}}


@each("format", WORDS)
def test_letters_of_other_languages_come_through(format: str) -> None:
    page = spoken(matrix(BIRDS, NAMES).derive("recall", average="micro", words=ACCENTS, symbols="words").to(format))
    assert "élèves d'ici" in page
    assert "sensibilité vraie" in page.replace("\xa0", " ")


def test_a_page_in_own_words_compiles(tmp_path: Path) -> None:
    cm = matrix([[(7 * i * j + 3 * i + j) % 23 + 9 * (i == j) for j in range(6)] for i in range(6)], list("UVWXYZ"))
    own = ACCENTS | {"symbols": {"tp": r"\mathrm{Hit}_{<i>}", "support": r"\hat{\sigma}_{<i>}"}}
    asked: dict[str, Any] = {"average": "weighted", "words": own, "symbols": "words"}
    for at, page in enumerate([cm.derive("npv", **asked), cm.derive("f1", combine="averages", **asked)]):
        folder = tmp_path / str(at)
        folder.mkdir()
        found = compile_latex(page.to_latex(document=True), folder, engine=needed("tex"))
        assert found.errors == []
        assert found.overfull == []


# every way in


def test_comparison_report_picture_and_json() -> None:
    cm = matrix(BIRDS, NAMES)
    sides = [cm.derive("recall", average=average, words=PATIENTS) for average in ("macro", "weighted")]
    for page in (em.compare(*sides).to_markdown(), cm.report(words=PATIENTS, derivations=True).to_markdown()):
        assert "sensitivity" in page
        shown = re.sub(r"\]\(#[^)]*\)|<a id=[^>]*>", "", page)  # but for the names of places
        assert not re.search(r"\b(samples?|recall|macro)\b", shown, re.IGNORECASE)
    assert "actual class" in cm.picture(words={"words": {"true": "actual"}}).to_svg()
    steps = json.loads(sides[0].to_json())["steps"]
    assert any("patients" in json.dumps(step) for step in steps)


SPEC: dict[str, Any] = {
    "title": "The samples of a sample",
    "data": {"m": {"labels": NAMES, "matrix": BIRDS}},
    "block": [
        {"text": "A *sample* is a sample, and recall is recall."},
        {"data": "m", "picture": True},
        {"derivation": {"metric": "recall", "average": "weighted"}},
        {"report": "m"},
    ],
}


def test_a_document_keeps_the_words_of_its_author(tmp_path: Path) -> None:
    page = em.document(SPEC, words=PATIENTS, symbols="words").to_markdown()
    assert "The samples of a sample" in page
    assert "A *sample* is a sample, and recall is recall." in page
    rest = page.replace("A *sample* is a sample, and recall is recall.", "").replace("The samples of a sample", "")
    assert not re.search(r"\b(samples?|recall)\b", rest, re.IGNORECASE)
    assert r"\text{weighted sensitivity}" in rest


def test_a_document_names_its_words(tmp_path: Path) -> None:
    write(tmp_path, "patients.toml", FILE)
    spec = tmp_path / "page.json"
    spec.write_text(json.dumps(SPEC | {"words": "patients.toml", "symbols": "words", "places": 7}), encoding="utf-8")
    page = printed("document", str(spec), "--format", "markdown")
    assert page == em.document(SPEC, words=PATIENTS, symbols="words", places=7).to_markdown()
    assert "0.6428571" in page
    assert "0.64286" in printed("document", str(spec), "--format", "markdown", "--places", "5")
    spec.write_text(json.dumps(SPEC | {"words": "pupils.toml"}), encoding="utf-8")
    assert "words: there is no file" in refused("document", str(spec))


@each(
    "command",
    [
        ["derive", "-m", "recall", "-a", "macro"],
        ["compare", "-m", "recall", "-a", "macro", "--versus", "average=weighted"],
        ["report"],
        ["report", "--derivations", "--symbols", "words"],
    ],
)
def test_the_command_line(tmp_path: Path, command: list[str]) -> None:
    file = write(tmp_path, "patients.toml", FILE)
    page = printed(command[0], "6 1 1; 1 5 2; 2 3 7", *command[1:], "--words", str(file))
    assert "patients" in page
    assert "sensitivity" in page
    assert not re.search(r"\b(samples?|recall)\b", page, re.IGNORECASE)
    assert "would be written over" in refused(
        command[0], "6 1 1; 1 5 2; 2 3 7", *command[1:], "--words", str(file), "-o", str(file)
    )


@each(
    ("options", "said"),
    [
        (["--symbols", "leters"], "did you mean 'letters'?"),
        (["--places", "-1"], "places must be a whole number from 0 on"),
        (["--places", "1001"], "at most 1000 digits are written"),
        (["--words", "nowhere.toml"], "there is no file nowhere.toml"),
    ],
)
def test_wrong_options(options: list[str], said: str) -> None:
    assert said in refused("derive", "5 1; 5 7", "-m", "accuracy", *options)


@each("format", [format for format in WORDS if format != "json"])
def test_as_many_digits_as_are_allowed(format: str) -> None:
    """47/72 is 0.65277..., in 1000 digits behind the point, and a root has as many."""
    recall, mcc = (
        matrix(BIRDS, NAMES).derive(name, places=1000, **more) for name, more in (("recall", MACRO), ("mcc", {}))
    )
    assert re.search(rf"0\.652{'7' * 996}8(?!\d)", recall.to(format))
    assert re.search(r"0\.\d{1000}(?!\d)", mcc.to(format))
    assert re.search(r"\d{1000}", em.compare(recall, mcc).to(format))


def test_symbols_of_a_report_are_those_of_its_derivations() -> None:
    assert "give --derivations too" in refused("report", "5 1; 5 7", "--symbols", "words")


def test_a_words_file_by_path_and_by_its_tables(tmp_path: Path) -> None:
    file = write(tmp_path, "patients.toml", FILE)
    pages = [
        matrix(BIRDS, NAMES).derive("recall", words=words, average="macro") for words in (file, Path(file), PATIENTS)
    ]
    assert len({page.to_text() for page in pages}) == 1
