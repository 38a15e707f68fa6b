"""Every question about scores that has an answer has a derivation, on every surface, whose every line holds.

The inputs are those of the reference vectors: ties, weights, absent classes, empty sets, edges of bins. What is right
says the independent definition of `tests/oracle/scores.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import mpmath
import pytest
from jsonschema import Draft202012Validator
from sklearn.metrics import roc_auc_score

import exactmetrics as em
from exactmetrics.derivation.messages import languages
from exactmetrics.derivation.score_derivation import ScoreDerivation
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined, value_text
from exactmetrics.metrics.metric import Convention
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.vectors.score_vectors import SCORES
from tests.cases import each, sample
from tests.derivation.catalogues import LANGUAGES, catalogue, prose, sentences, words
from tests.derivation.documents import SURFACES, take_apart
from tests.derivation.pages_in import english_words
from tests.derivation.rereading import chains_of, check_equal
from tests.latex import compile_latex, joined
from tests.oracle.scores import score_answer
from tests.scores.test_derivation import SCHEMA, without_decimal
from tests.vectors.files import DATA

FILE = json.loads((DATA / SCORES.name).read_text(encoding="utf-8"))
AVERAGES = (None, "macro", "weighted", "micro", "samples")
PLACES = 30
WORDS = re.compile(r"\\(?:mathrm|text)\{(\w+)\}")


class Question(NamedTuple):
    """What is asked of an input; the options are those of `Scores.value`."""

    input: str
    metric: str
    convention: str
    options: dict[str, Any]

    @property
    def kind(self) -> tuple[Any, ...]:
        """What the page depends on: the definition, the average, and whether one class is the positive one."""
        averaged = self.options.get("average"), self.options.get("multi_class")
        return self.metric, self.convention, *averaged, "positive" in FILE["inputs"][self.input]


@cache
def scores_of(name: str) -> em.Scores:
    data = FILE["inputs"][name]
    more = {key: data[key] for key in ("positive", "sample_weight") if key in data}
    return em.Scores(data["y_true"], data["scores"], labels=data["labels"], **more)


def parameters_of(convention: Convention) -> Iterator[dict[str, str]]:
    """An example of each parameter; where they may be left out, also none."""
    given = {name: value_text(p.examples[0]) for name, p in convention.parameters.items()}
    yield given
    if len(given) > 1:
        yield {name: value_text(p.examples[-1]) for name, p in convention.parameters.items()}


def options_of(metric: ScoreMetric, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A class, or an average."""
    if metric.of == "samples":
        yield {}
        return
    yield {"label": data.get("positive", data["labels"][-1])}
    for average, versus in product(AVERAGES[1:], (None, "ovo")):
        yield {"average": average} | ({"multi_class": versus} if versus else {})


@cache
def questions() -> tuple[Question, ...]:
    """Those that have an answer."""
    found = []
    for name, data in FILE["inputs"].items():
        for metric in all_score_metrics():
            for convention, options in product(metric.conventions.values(), options_of(metric, data)):
                for parameters in parameters_of(convention):
                    question = Question(name, metric.name, convention.name, options | parameters)
                    try:
                        value_of(question)
                    except (UsageError, em.InputError):  # it is no question about such samples
                        continue
                    found.append(question)
    return tuple(found)


def value_of(question: Question, **more: Any) -> Any:
    return scores_of(question.input).value(question.metric, convention=question.convention, **question.options, **more)


def derived(question: Question, **more: Any) -> ScoreDerivation:
    return scores_of(question.input).derive(question.metric, convention=question.convention, **question.options, **more)


def right_answer(question: Question, undefined: str = "propagate") -> Any:
    options = dict(question.options)
    label, average = options.pop("label", None), options.pop("average", None)
    case = {
        "metric": question.metric, "convention": question.convention, "label": label, "average": average,
        "options": options | {"undefined": undefined},
    }  # fmt: skip
    return score_answer(case, FILE["inputs"][question.input])


def check_value(found: Any, right: Any) -> None:
    """Alike, a number with logarithms by its digits."""
    if isinstance(right, str):
        assert isinstance(found, Undefined)
    elif isinstance(right, Fraction):
        assert found == right
    else:
        with mpmath.workdps(PLACES + 10):
            shown = em.decimal(found, places=PLACES)
            assert abs(mpmath.mpf(str(shown)) - right.digits()) < mpmath.mpf(10) ** (1 - PLACES)


def check_page(page: str, surface: str, value: Any) -> int:
    """Every chain holds, and those of the value are equal to it; of a value that is too long the page has decimals."""
    document = take_apart(WORDS.sub(r"\1", page), surface)
    rows = [without_decimal(row) for row in document.result.rows]
    after = [*rows[1:], ""]  # a long value stands below its name
    results = chains_of([row for row, other in zip(rows, after, strict=True) if "=" in row or other.startswith("=")])
    read = sum(check_equal(chain, value) for chain in results)
    names = {chain.name for chain in results}
    for section in document.steps[1:]:
        for chain in chains_of(section.rows):
            read += check_equal(chain, value if chain.name in names else chain.values()[0])
    return read


def test_every_kind_of_question_is_asked() -> None:
    asked = {question.kind[:4] for question in questions()}
    for metric in all_score_metrics():
        of_class = metric.of == "class"
        for convention in metric.conventions:
            averages = {kind[2:] for kind in asked if kind[:2] == (metric.name, convention)}
            every = {(average, None) for average in AVERAGES} | {("macro", "ovo"), ("weighted", "ovo")}
            assert averages == (every if of_class else {(None, None)}), (metric.name, convention)


@each("surface", SURFACES)
def test_every_answer_is_derived(surface: str) -> None:
    read = whole = 0
    for question in sample(questions(), 160, 700, kind=lambda one: one.kind):
        right, derivation = right_answer(question), derived(question)
        check_value(derivation.value, right)
        page = derivation.to(surface)
        if isinstance(derivation.value, Undefined):
            assert not derivation.page.working
            continue
        assert derivation.page.working, question
        found = check_page(page, surface, derivation.value)
        read, whole = read + found, whole + (found > 1)
    assert read > 4 * whole > 400


def test_every_answer_as_data_and_in_every_language() -> None:
    for question in sample(questions(), 160, 400, kind=lambda one: one.kind[:4]):
        derivation = derived(question)
        data = derivation.data()
        Draft202012Validator(SCHEMA).validate(data)
        assert data["value"] == (None if isinstance(derivation.value, Undefined) else value_text(derivation.value))
        asked = data["question"]
        assert (asked["average"], asked["label"]) == tuple(map(question.options.get, ("average", "label")))
        assert asked["multi_class"] == (
            question.options.get("multi_class", "ovr") if asked["average"] in ("macro", "weighted") else None
        )
        formulas = re.findall(r"\$\$.*\$\$", derivation.to_markdown())
        for language in languages():
            page = derived(question, language=language).to_markdown()
            assert re.findall(r"\$\$.*\$\$", page.replace("{,}", ".")) == formulas, (question, language)


@each("language", LANGUAGES)
def test_no_english_word_stands_on_a_page_of_another_language(language: str) -> None:
    """Of the metrics that a language names, in every convention."""
    metrics = all_score_metrics()
    english = [text for m in metrics for text in (m.title, *(c.description for c in m.conventions.values()))]
    foreign = (english_words() | words(" ".join(english))) - words(" ".join(sentences(language)))
    named = {m.name for m in metrics if ("metric", m.name, "title") in catalogue(language)}
    asked = [question for question in questions() if question.metric in named]
    for question in sample(asked, 60, 300, kind=lambda one: one.kind[:2]):
        page = derived(question, language=language).to_markdown()
        names = [*map(str, FILE["inputs"][question.input]["labels"]), *question.convention.split("_")]
        assert words(prose(page)) & foreign - words(" ".join(names)) == set(), question


@each("undefined", ["0", "1", "omit"])
def test_a_policy_for_a_part_of_an_average_is_on_its_page(undefined: str) -> None:
    """A class that lacks a value has the one of the policy in the table, or none, and the mean is worked out."""
    worked = 0
    for question in questions():
        if question.options.get("average") not in ("macro", "samples") or "multi_class" in question.options:
            continue
        if not isinstance(value_of(question), Undefined):
            continue
        derivation = derived(question, undefined=undefined)
        check_value(derivation.value, right_answer(question, undefined))
        if not isinstance(derivation.value, Undefined):
            worked += check_page(derivation.to_markdown(), "markdown", derivation.value)
            counted = " that have a value." in " ".join(derivation.to_text().split())
            assert counted is (undefined == "omit")
            assert derivation.to_text().count(f"the policy undefined={undefined}") == 1
    assert worked > 20


def test_what_lacks_a_value_is_named() -> None:
    for name, options, said in (
        ("three-absent", {"metric": "roc_auc", "average": "macro"}, "there is no sample of class c"),
        ("three-absent", {"metric": "roc_auc", "average": "macro", "multi_class": "ovo"}, "no sample of class c"),
        ("three-absent", {"metric": "hand_till"}, "there is no sample of class c"),
        ("only-positive", {"metric": "roc_auc", "average": "micro"}, None),
        ("sets-empty", {"metric": "roc_auc", "average": "samples"}, "sample 1 has no class"),
        ("only-positive", {"metric": "d2_brier"}, "all samples belong to one class"),
    ):
        text = " ".join(scores_of(name).derive(**options).to_text().split())  # type: ignore[arg-type]
        assert said is None or said in text, text
        assert ("undefined" in text) is (said is not None)
        assert "that have a value" not in text  # nothing is left out
    every = em.Scores([[1, 1]], [[1, 2]]).derive("roc_auc", average="samples").to_text()
    assert "sample 1 has every class" in " ".join(every.split())
    none = scores_of("sets-empty").derive("roc_auc", average="samples", undefined="omit").to_text()
    assert "no class is left" not in none
    gone = em.Scores([[1, 1]], [[1, 2]]).derive("roc_auc", average="samples", undefined="omit").to_text()
    assert "no class is left for the mean" in " ".join(gone.split())


@each("language", ["en", "fr"])
def test_latex_sets_every_page_within_its_width(language: str, tex_engine: str, tmp_path: Path) -> None:
    kind = (lambda one: (one.metric, *one.kind[2:4])) if language == "en" else (lambda one: one.metric)
    asked = sample(questions(), 40, 200, kind=kind)
    derivations = [derived(question, language=language) for question in asked]
    wide = many(40, 8)
    for scores, options in (
        (wide[False], {"multi_class": "ovo"}),
        (wide[True], {}),
        (wide[True], {"average": "samples"}),
    ):
        derivations.append(scores.derive("roc_auc", language=language, **({"average": "macro"} | options)))
    alike: dict[str, list[str]] = {}
    for derivation in derivations:
        page = derivation.to("latex-document")
        alike.setdefault(page.partition(r"\begin{document}")[0], []).append(page)
    for at, pages in enumerate(alike.values()):
        (folder := tmp_path / str(at)).mkdir()
        result = compile_latex(joined(pages), folder, engine=tex_engine)
        assert not result.errors
        assert not result.overfull


def text_of(scores: em.Scores, metric: str, **options: Any) -> tuple[str, list[list[str]]]:
    """The words of a page, and the table of its second step."""
    page = scores.derive(metric, **options).to_text()
    return " ".join(page.split()), take_apart(page, "text").steps[1].tables[0]


TRUTH = ["bird", "cat", "cat", "dog", "bird", "dog"]
ROWS = [[60, 30, 10], [20, 50, 30], [70, 10, 20], [10, 20, 70], [30, 30, 40], [50, 25, 25]]
THREE = em.Scores(TRUTH, [[Fraction(x, 100) for x in row] for row in ROWS])


def test_a_micro_average_pools_the_pairs_of_all_classes() -> None:
    pooled = [(name == own, score) for own, row in zip(TRUTH, ROWS, strict=True)
              for name, score in zip(("bird", "cat", "dog"), row, strict=True)]  # fmt: skip
    pairs = [(a, b) for (x, a), (y, b) in product(pooled, pooled) if x and not y]
    wins, ties = sum(a > b for a, b in pairs), sum(a == b for a, b in pairs)
    text, table = text_of(THREE, "roc_auc", average="micro")
    assert table[-1][-2:] == [f"W = {wins}", f"T = {ties}"]
    assert table[-1][1:3] == ["6", "12"]
    assert "Each sample counts once for each class, and is positive there if it belongs to this class." in text
    one = em.Scores([1, 1, 0], ["0.9", "0.4", "0.3"])
    assert "The score for class 0 is 1 minus this score." in text_of(one, "roc_auc", average="micro")[0]


def test_the_table_of_pairs_of_classes_counts_pairs_of_samples() -> None:
    """Every two rows by themselves, and scikit-learn's value."""
    text, table = text_of(THREE, "roc_auc", average="macro", multi_class="ovo")
    names, rows = ["bird", "cat", "dog"], iter(table[1:])
    for first, second in combinations(names, 2):
        areas = []
        for up, down in ((first, second), (second, first)):
            at = names.index(up)
            sides = [[row[at] for own, row in zip(TRUTH, ROWS, strict=True) if own == side] for side in (up, down)]
            wins, ties = (sum(how(a, b) for a, b in product(*sides)) for how in (int.__gt__, int.__eq__))
            areas.append(Fraction(2 * wins + ties, 8))
            found = next(rows)
            assert found[:5] == [up, down, "4", str(int(wins)), str(int(ties))]
            assert Fraction(found[5]) == areas[-1]
        assert Fraction(found[6]) == sum(areas) / 2
    given = [[x / 100 for x in row] for row in ROWS]
    for average in ("macro", "weighted"):
        derivation = THREE.derive("roc_auc", average=average, multi_class="ovo")
        assert float(derivation.value) == pytest.approx(
            roc_auc_score(TRUTH, given, average=average, multi_class="ovo"), abs=1e-15
        )
    assert text.startswith("Macro ROC AUC over pairs of classes")
    assert "A derivation from these samples alone" in text_of(THREE, "ap", average="macro", multi_class="ovo")[0]


def test_the_pages_of_conventions_say_and_show_what_is_other() -> None:
    """By hand, of two samples with the probabilities 0.4, which is on the edge of two of five bins, and 0.9."""
    two = em.Scores([1, 0], ["0.4", "0.9"])
    text, table = text_of(two, "ece", bins=5, convention="lower_bound")
    assert table[1][0] == "0.4–0.6"
    assert "A bin holds its lower bound, and the last one also 1." in text
    text, table = text_of(two, "ece", bins=5)
    assert table[1][0] == "0.2–0.4"
    assert "A bin holds its upper bound, and the first one also 0." in text
    text, table = text_of(two, "brier", convention="halved")
    assert [row[2:] for row in table[1:]] == [["0.6", "0.4", "0.72"], ["0.1", "0.9", "1.62"]]
    assert "Divide the mean of the values by 2" in text
    assert text_of(two, "brier", convention="original")[1] == table
    text, table = text_of(two, "hinge_loss", convention="squared")
    assert [row[-3:] for row in table[1:]] == [["0.4", "0.6", "0.36"], ["-0.9", "1.9", "3.61"]]
    text, table = text_of(THREE, "rps", convention="normalized")
    assert "Divide the mean of the values by k - 1" in text
    assert table[1][-1] == "0.17"  # (0.6 - 1)^2 + (0.9 - 1)^2
    text, table = text_of(em.Scores([1, 0, 1], [3, 2, 1]), "pr_auc", convention="thresholds")
    assert [row[1] for row in table[1:]] == ["0", "1"]
    text, table = text_of(em.Scores([1, 0, 1, 0], [4, 3, 2, 1]), "partial_roc_auc", max_fpr=1, convention="area")
    assert "pAUC[area] = sum_i t_i" in text
    assert text.startswith("Partial ROC AUC (convention area) ")
    assert table[-1][-1] == "0.75"
    text, table = text_of(em.Scores([1, 0, 1, 0], [4, 3, 2, 1]), "log_auc", low="1/4", high=1, convention="trapezoid")
    assert [row[3] for row in table[2:] if row[3]] == ["0.5", "1"]
    assert "h_i * ln(v_i/u_i)" in text


def test_a_pair_without_a_value_names_the_class() -> None:
    """The samples of two classes, and a column for a third one."""
    scores = em.Scores(TRUTH[:3], [[Fraction(x) for x in row] for row in ROWS[:3]], labels=["bird", "cat", "dog"])
    for metric, options in (
        ("hand_till", {}),
        ("roc_auc", {"average": "macro", "multi_class": "ovo"}),
        ("average_precision", {"average": "weighted", "multi_class": "ovo"}),
    ):
        value = scores.value(metric, **options)
        assert isinstance(value, Undefined)
        assert value.why == "there are no samples of the class dog"
        text = scores.derive(metric, **options).to_text()
        assert "there is no sample of class dog" in text
        assert "that have a value" not in text


def test_a_symbol_tells_conventions_and_averages_apart() -> None:
    one = em.Scores(TRUTH, [[Fraction(x, 100) for x in row] for row in ROWS])
    heads = set()
    for convention in (None, "halved", "original"):
        text = one.derive("brier", convention=convention).to_text()
        mark = f"[{convention}]" if convention else ""
        assert f"   BS{mark} = " in text
        assert text.startswith(f"Brier score (convention {convention})\n" if convention else "Brier score\n")
    for average, versus in (("macro", None), ("macro", "ovo"), ("weighted", None), ("weighted", "ovo")):
        page = one.derive("roc_auc", average=average, multi_class=versus)
        document = take_apart(page.to_text(), "text")
        heads.add(chains_of([without_decimal(row) for row in document.result.rows])[0].name)
        assert (r"\text{" + average + (",ovo" if versus else "") + "}") in page.to_markdown()
    assert len(heads) == 4
    text = one.derive("pr_auc", average="macro", convention="thresholds").to_text()
    assert "PRAUC_macro[thresholds] = 1/k * sum_i PRAUC_i[thresholds]" in text
    assert (
        one.derive("pr_auc", label="cat", convention="thresholds")
        .to_text()
        .startswith("Area under the precision-recall curve of class cat (convention thresholds)\n")
    )


@each("surface", SURFACES)
def test_the_scores_of_few_samples_stand_on_the_pages_of_averages(surface: str) -> None:
    asked: list[tuple[str, dict[str, str]]] = [("hand_till", {})]
    asked += [(name, {"average": a}) for name in ("ap", "pr_auc", "log_auc") for a in ("micro", "macro", "weighted")]
    asked += [("roc_auc", {"average": "macro", "multi_class": "ovo"})]
    for metric, options in asked:
        [table] = take_apart(THREE.derive(metric, **options).to(surface), surface).data.tables
        assert table[0] == ["sample", "class", "bird", "cat", "dog"]
        for at, row in enumerate(table[1:]):
            assert row[:2] == [str(at + 1), TRUTH[at]]
            assert [100 * Fraction(x) for x in row[2:]] == ROWS[at]
    assert not take_apart(many(21, 3)[False].derive("hand_till").to(surface), surface).data.tables
    assert not take_apart(many(9, 5)[False].derive("hand_till").to(surface), surface).data.tables


def test_the_numbers_of_a_column_are_of_one_kind() -> None:
    """Where one is no short decimal, the others are fractions as well, if they are short ones."""
    for question in sample(questions(), 160, 400, kind=lambda one: one.kind[:4]):
        if isinstance(value_of(question), Undefined):
            continue
        for table in take_apart(derived(question).to_text(), "text").steps[1].tables:
            for column in zip(*(row for row in table[1:] if len(row) == len(table[0])), strict=True):
                cells = [cell for cell in column if re.fullmatch("-?[0-9./]+", cell)]
                if len(cells) == len([cell for cell in column if cell and "≈" not in cell]):
                    assert not (any("/" in cell for cell in cells) and any("." in cell for cell in cells)), column


def test_the_definition_fits_the_number_of_classes() -> None:
    """Of the classes of a page it says what its value is made of, and of others nothing."""
    two = em.Scores([1, 0], ["0.4", "0.9"])
    both = {"ece": {"bins": 5}, "mce": {"bins": 5}, "brier": {}}
    for metric, options in both.items():
        of_two, of_three = (text_of(one, metric, **options)[0] for one in (two, THREE))
        assert ("positive class" in of_two, "positive class" in of_three) == (True, False)
        assert ("Bins are intervals" in of_three) is (metric != "brier")
    assert "the squares of all classes are added up" in text_of(THREE, "brier")[0]
    assert "two classes" not in text_of(THREE, "brier", convention="original")[0]


def test_of_weights_the_page_adds_up() -> None:
    """By hand: the positive weights are 3/2 and 1/2, of precision 1 and 2/3; pairs weigh 6, those won 9/2 + 1."""
    weighted = em.Scores([1, 0, 1, 0], ["0.9", "0.8", "0.7", "0.3"], sample_weight=["3/2", 1, "1/2", 2])
    text, _ = text_of(weighted, "roc_auc")
    assert "The weights of the positive samples add up to 2, those of the negative ones to 3." in text
    assert "The weights of all pairs add up to n_pos*n_neg = 6." in text
    assert "The weight of a pair is the product of the weights of both samples." in text
    assert "is the number of" not in text
    text, _ = text_of(weighted, "average_precision")
    assert "AP = 1/2 * ((3/2) * 1 + (1/2) * (2/3))" in text
    assert "is the number of" not in text
    rows = em.Scores(TRUTH, [[Fraction(x, 100) for x in row] for row in ROWS], sample_weight=[1, 2, 3, 1, "1/2", 1])
    for options in ({"average": "weighted"}, {"average": "weighted", "multi_class": "ovo"}):
        assert "number of samples" not in text_of(rows, "roc_auc", **options)[0]


def test_the_last_step_of_a_logarithmic_area_says_what_is_divided() -> None:
    scores = em.Scores([1, 1, 1, 0, 0, 0], ["0.9", "0.7", "0.5", "0.7", "0.4", "0.2"])
    assert "The denominator is ln(100) = 2*ln(10)." in text_of(scores, "log_auc")[0]
    assert "The denominator is" not in text_of(scores, "log_auc", low="1/6", high=1)[0]
    for low, said in (("1/6", True), ("8/27", False), ("1/3", False)):  # over ln(27/8) terms stay together; ln(3)/ln(3)
        text = text_of(scores, "log_auc", low=low, high=1)[0]
        assert ("Each term of the numerator is divided by the denominator" in text) is said


def many(number: int, k: int) -> dict[bool, em.Scores]:
    """So many samples with a score of each class: of one class each, or of any number."""
    draw = Random(36)
    rows = [[draw.randint(1, 999) for _ in range(k)] for _ in range(number)]
    shares = [[Fraction(x, 1000 * k) for x in row] for row in rows]
    one = [f"c{at % k}" for at in range(number)]
    sets = [[draw.randint(0, 1) for _ in range(k)] for _ in range(number)]
    return {False: em.Scores(one, shares, labels=[f"c{at}" for at in range(k)]), True: em.Scores(sets, shares)}


def test_pages_of_many_samples_and_classes_are_short() -> None:
    scores = many(300, 20)
    asked = [
        (metric, convention, options, sets)
        for metric in all_score_metrics()
        for convention in metric.conventions.values()
        for options in options_of(metric, {"labels": ["c1"]})
        for sets in (False, True)
        if "label" not in options
    ]
    pages = 0
    for metric, convention, options, sets in sample(asked, 24, 80, kind=lambda one: one[0].table):
        more = next(iter(parameters_of(convention))) | ({"bins": 10} if "bins" in convention.parameters else {})
        try:
            text = scores[sets].derive(metric.name, convention=convention.name, **options, **more).to_text()
        except UsageError:  # it is no question about such samples
            continue
        pages += 1
        assert len(text.splitlines()) < 80, text
        assert all(len(line) < 200 for line in text.splitlines()), text
    assert pages > 12


def test_a_metric_without_an_average_says_so() -> None:
    with pytest.raises(UsageError, match="is a metric of all scores, and has no average"):
        scores_of("three").derive("hand_till", average="macro")
