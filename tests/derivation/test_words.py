"""The reader's own words stand in the sentences of every page and nowhere else; a strange file of them is refused."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from html import unescape
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation.look import DETAILS
from exactmetrics.derivation.words import LONGEST, LONGEST_FILE, MOST, messages_in, texts_of, words_of
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.metrics.registry import metric_named
from tests.cases import EXHAUSTIVE, each, size
from tests.cli.run import printed, refused, write
from tests.contracts.questions import questions
from tests.derivation.hostile import HTML, MARKDOWN, PUNCTUATION, TEMPLATES, TEX
from tests.derivation.questions import BIRDS, EXAMPLE_5, check_says, matrix
from tests.house.source import ROOT
from tests.house.test_import_cost import loaded
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
ANIMALS = matrix(BIRDS, NAMES)
MACRO: dict[str, Any] = {"average": "macro"}
FORMATS = ["text", "text-2d", "markdown", "github", "latex", "html", "json"]
ACCENTS = {"words": {"samples": "élèves d'ici"}, "names": {"recall": "sensibilité vraie"}}


def in_place(text: str, words: dict[str, str]) -> str:
    """An independent replacement: word for word, with a capital where there was one."""
    for old, new in words.items():
        for one, other in ((old, new), (old.capitalize(), new.capitalize())):
            text = re.sub(rf"(?<![\w]){one}(?![\w])", other, text)
    return text


@each("format", ["markdown", "github", "latex", "html"])
def test_the_page_is_the_same_but_for_the_words(format: str) -> None:
    """Word for word, what a search in the finished page would make of it."""
    cm, changed, share = matrix(BIRDS, "abc"), 0, size(40, 10)
    for question in questions(3):
        mark = crc32(f"{format} {question}".encode())
        # Averages of logarithms and of absolute values have tables so wide that a longer word leaves no room for words.
        exactness = metric_named(question.metric).exactness
        wide = "average" in question.options and (exactness == "transcendental" or question.metric == "bray_curtis")
        if mark % share == 0 and not wide:
            look = {"detail": DETAILS[mark // share % len(DETAILS)], **question.named()}
            plain, own = (cm.derive(question.metric, words=words, **look).to(format) for words in (None, SAMPLES))
            assert own == in_place(plain, PATIENTS["words"])
            changed += own != plain
    assert changed > 3


def test_other_pages_are_the_same_but_for_the_words() -> None:
    never = matrix([[0, 0], [3, 0]])
    parts = em.OneVsRest.from_counts(dict(EXAMPLE_5))
    for make in (
        lambda words: matrix(BIRDS).report(metrics=["f1", "mcc", "kappa", "npv"], derivations=True, words=words),
        lambda words: never.derive("precision", undefined="omit", words=words, **MACRO),
        lambda words: never.derive("precision", words=words, **MACRO),
        lambda words: parts.derive("precision", words=words, **MACRO),
        lambda words: em.compare(
            *(matrix(BIRDS).derive("f1", combine=how, words=words, **MACRO) for how in ("scores", "averages"))
        ),
    ):
        assert make(SAMPLES).to_markdown() == in_place(make(None).to_markdown(), PATIENTS["words"])
        assert make(SAMPLES).to_markdown() != make(None).to_markdown()


@each("format", FORMATS)
def test_classes_keep_their_names_and_letters_of_other_languages_come_through(format: str) -> None:
    """A class may be called as a word is that the reader replaces, or as one that stands for it."""
    for strange in (["sample", "samples", "recall"], ["patient", "patients", "sensitivity"]):
        cm = matrix(BIRDS, strange)
        page = unescape(cm.derive("precision", average="weighted", words=PATIENTS, detail="full").to(format))
        assert all(len(re.findall(rf"\b{name}\b", page)) >= 2 for name in strange)
        html = cm.report(words=PATIENTS).to_html(document=False)
        assert all(f"<bdi>{label}</bdi>" in html for label in strange)
    page = ANIMALS.derive("recall", average="micro", words=ACCENTS, symbols="words").to(format)
    check_says(unescape(page).replace("\xa0", " "), ["élèves d'ici", "sensibilité vraie"])


def test_a_name_is_found_by_an_alias() -> None:
    assert words_of({"names": {"tpr": "hit rate"}}) == words_of({"names": {"recall": "hit rate"}})


OF_SCORES = {
    "names": {"auc": "AUROC", "precision": "PPV", "log_loss": "cross entropy"},
    "symbols": {"roc_auc": "A_{<i>}", "average_precision": r"\mathrm{Q}_{<i>}"},
}


def test_metrics_of_scores_are_in_the_list_of_words_and_load_only_where_they_are_named() -> None:
    listed = printed("words")
    assert '\n# roc_auc = "ROC AUC"' in listed
    assert "\n# roc_auc = '\\mathrm{AUC}_{<i>}'" in listed
    page = (
        f"from exactmetrics import ConfusionMatrix as C; C([[5, 1], [5, 7]]).derive('mcc', words={PATIENTS}).to_text()"
    )
    assert not [name for name in loaded(page) if "score_registry" in name or "score_definitions" in name]
    assert "Macro PPV" in ANIMALS.derive("precision", words=OF_SCORES, **MACRO).to_text()


def test_a_word_is_replaced_once() -> None:
    """Two words may change places."""
    own = {"words": {"row": "column", "column": "row", "rows": "columns", "columns": "rows"}}
    plain, page = (ANIMALS.derive("precision", words=words, **MACRO).to_text() for words in (None, own))
    for old, new in (("row", "column"), ("column", "row")):
        assert len(re.findall(rf"\b{old}s?\b", page, re.I)) == len(re.findall(rf"\b{new}s?\b", plain, re.I)) > 0


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


@each(("language", "gender"), [(language, gender) for language in NEVER for gender in NEVER[language]])
def test_no_article_is_left_of_the_old_name(language: str, gender: str) -> None:
    noun = SOME[language][gender].partition(" ")[2]
    ending = {"m": "er", "f": "e", "n": "es"}[gender] if language == "de" else ""
    never = re.compile(rf"(?i)\b(?:{NEVER[language][gender]})[ ’](?:{noun[:3]}\w* )?{noun.split()[-1]}\b")
    for metric in ("precision", "f1", "specificity", "fpr"):
        own = messages_in(language, words_of({"names": {metric: SOME[language][gender]}}))
        assert own.get("metric", metric, "title") == noun.replace("neue ", f"neu{ending} ")
        assert [text for text in texts_of(own) if never.search(text)] == []


@each("language", ["en", "de", "fr", "es", "ar"] if EXHAUSTIVE else ["de"])
def test_the_list_of_words_is_a_file_of_words(language: str, tmp_path: Path) -> None:
    """As it is it changes nothing, and each line of it can be used; it has the words that pages are made of."""
    listed = printed("words", "--language", language)
    assert words_of(write(tmp_path, "all.toml", listed)) == words_of({})
    lines = re.findall(r"^# (\S+ = .*)$", listed, re.MULTILINE)
    words = lines[: [line[0] for line in lines].index("t")]
    for at in range(0, len(words), MOST):
        file = write(tmp_path, "some.toml", "[words]\n" + "\n".join(words[at : at + MOST]))
        page, plain = (ANIMALS.derive("f1", language=language, words=own, **MACRO).to_text() for own in (file, None))
        assert page == plain
    plain = ANIMALS.derive("kappa", language=language, detail="full").to_text()
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
    own = {"symbols": {"tp": r"\mathrm{Hits}_{<i>}", "recall": r"\hat{\rho}_{w,<i>}", "support": r"\text{of}_{<i>}"}}
    plain, page = (ANIMALS.derive("recall", average="weighted", words=words) for words in (None, own))
    for format in ("markdown", "latex", "text"):
        assert re.findall(r"\d+", page.to(format)) == re.findall(r"\d+", plain.to(format))
        assert "Hits" in page.to(format)
    assert r"\hat{\rho} _{w,i}" in page.to_markdown()
    assert '<mover accent="true"><mi>ρ</mi>' in page.to_html()


@each("format", ["text", "markdown"])
def test_the_verifier_finds_no_fault_with_words(format: str) -> None:
    page = ANIMALS.derive("fowlkes_mallows", symbols="words", words=PATIENTS, **MACRO).to(format)
    assert em.verify_document(page).findings("error", "warn") == []


# What comes from strangers.


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


def test_a_page_in_own_words_compiles(tmp_path: Path) -> None:
    cm = matrix([[(7 * i * j + 3 * i + j) % 23 + 9 * (i == j) for j in range(6)] for i in range(6)], list("UVWXYZ"))
    own = ACCENTS | {"symbols": {"tp": r"\mathrm{Hit}_{<i>}", "support": r"\hat{\sigma}_{<i>}"}}
    page = cm.derive("f1", combine="averages", average="weighted", words=own, symbols="words")
    result = compile_latex(page.to_latex(document=True), tmp_path, engine=needed("tex"))
    assert (result.errors, result.overfull) == ([], [])


# Every way in.


def test_comparison_report_picture_and_json() -> None:
    sides = [ANIMALS.derive("recall", average=average, words=PATIENTS) for average in ("macro", "weighted")]
    for page in (em.compare(*sides).to_markdown(), ANIMALS.report(words=PATIENTS, derivations=True).to_markdown()):
        assert "sensitivity" in page
        shown = re.sub(r"\]\(#[^)]*\)|<a id=[^>]*>", "", page)  # but for the names of places
        assert not re.search(r"\b(samples?|recall|macro)\b", shown, re.IGNORECASE)
    assert "unweighted avg" in ANIMALS.report(words=PATIENTS).to_text()
    assert "actual class" in ANIMALS.picture(words={"words": {"true": "actual"}}).to_svg()
    assert "patients" in json.dumps(json.loads(sides[0].to_json())["steps"])


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


def test_a_document_keeps_the_words_of_its_author_and_names_its_own(tmp_path: Path) -> None:
    page = em.document(SPEC, words=PATIENTS, symbols="words", places=7).to_markdown()
    kept = ["The samples of a sample", "A *sample* is a sample, and recall is recall."]
    check_says(page, [*kept, r"\text{weighted sensitivity}", "0.6428571"])
    assert not re.search(r"\b(samples?|recall)\b", page.replace(kept[0], "").replace(kept[1], ""), re.IGNORECASE)
    write(tmp_path, "patients.toml", FILE)
    spec = tmp_path / "page.json"
    spec.write_text(json.dumps(SPEC | {"words": "patients.toml", "symbols": "words", "places": 7}), encoding="utf-8")
    assert printed("document", str(spec), "--format", "markdown") == page
    assert "0.64286" in printed("document", str(spec), "--format", "markdown", "--places", "5")
    spec.write_text(json.dumps(SPEC | {"words": "pupils.toml"}), encoding="utf-8")
    assert "words: there is no file" in refused("document", str(spec))


@each(
    "command",
    ["derive -m recall -a macro", "compare -m recall -a macro --versus average=weighted", "report",
     "report --derivations --symbols words"],
)  # fmt: skip
def test_the_command_line(tmp_path: Path, command: str) -> None:
    file = str(write(tmp_path, "patients.toml", FILE))
    name, *options = command.split()
    asked = [name, "6 1 1; 1 5 2; 2 3 7", *options, "--words", file]
    check_says(page := printed(*asked), ["patients", "sensitivity"])
    assert not re.search(r"\b(samples?|recall)\b", page, re.IGNORECASE)
    assert "would be written over" in refused(*asked, "-o", file)


@each(
    ("command", "said"),
    [
        ("derive -m accuracy --symbols leters", "did you mean 'letters'?"),
        ("derive -m accuracy --places -1", "places must be a whole number from 0 on"),
        ("derive -m accuracy --places 1001", "at most 1000 digits are written"),
        ("derive -m accuracy --words nowhere.toml", "there is no file nowhere.toml"),
        ("report --symbols words", "give --derivations too"),
    ],
)
def test_wrong_options(command: str, said: str) -> None:
    name, *options = command.split()
    assert said in refused(name, "5 1; 5 7", *options)


@each("format", FORMATS[:-1])
def test_as_many_digits_as_are_allowed(format: str) -> None:
    """47/72 is 0.65277..., in 1000 digits behind the point, and a root has as many."""
    recall, mcc = ANIMALS.derive("recall", places=1000, **MACRO), ANIMALS.derive("mcc", places=1000)
    assert re.search(rf"0\.652{'7' * 996}8(?!\d)", recall.to(format))
    assert re.search(r"0\.\d{1000}(?!\d)", mcc.to(format))
    assert re.search(r"\d{1000}", em.compare(recall, mcc).to(format))


# docs/words.md does what it says.

TEXT = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, german = blocks("toml")
    assert words_of(write(tmp_path, "meine.toml", german))
    Path("patients.toml").write_text(file, encoding="utf-8")
    Path("matrix.csv").write_text("6,1,1\n1,5,2\n2,3,7\n", encoding="utf-8")
    test = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "words.md", "words.md", 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.attempted >= 7
    assert outcome.failed == 0, "".join(report)
    first, second, third = (shlex.split(line) for line in re.findall("^exactmetrics ([^>\n]*)", TEXT, re.MULTILINE))
    assert '# "Klasse" = "Klasse"' in printed(*third)
    assert "28 patients" in printed(*first)
    assert printed(*second) == ""
    page = Path("report.html").read_text(encoding="utf-8")
    assert "28 patients" in page
    assert "sensitivity" in page
