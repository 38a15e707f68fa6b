"""What the author of a metric writes is well formed and true: its sentences are read, and counted from the samples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import log
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.exact.errors import UndefinedValueError
from exactmetrics.exact.values import Undefined, sign
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Named
from exactmetrics.metrics.metric import Convention, Metric
from exactmetrics.metrics.registry import components, metric_named
from exactmetrics.metrics.texts import english
from tests.cases import each, size
from tests.contracts import phrases
from tests.contracts.matrices import BIRDS, FIG_23, Rows
from tests.contracts.phrases import NAMES, TOLD, NoValue, Seen, count, mean, parameters_of, said, transposed, value
from tests.contracts.test_registry import CONVENTIONS, METRICS, name_of

MATRICES: list[Rows] = [BIRDS, FIG_23, [[3, 2], [5, 7]], [[7, 1, 1, 2], [1, 4, 3, 1], [2, 5, 9, 1], [3, 1, 4, 8]]]
FEW: list[Rows] = [
    [[2, 1], [0, 2]], [[1, 2], [2, 1]], [[2, 0, 1], [1, 1, 0], [0, 1, 0]], [[0, 1, 1], [0, 1, 0], [2, 0, 1]],
]  # fmt: skip
SQUARES = [[list(cells[:2]), list(cells[2:])] for cells in product(range(size(3, 4)), repeat=4)]
CUBES = [[list(cells[i : i + 3]) for i in (0, 3, 6)] for cells in product(range(2), repeat=9)]
ALL_WRONG = [[[0, a, b], [c, 0, d], [e, f, 0]] for a, b, c, d, e, f in product(range(3), repeat=6)]
NONE_RIGHT = [[[0, 9, 0], [0, 0, 8], [7, 0, 0]], [[0, 9, 0], [0, 0, 0], [0, 0, 0]], *ALL_WRONG[1 :: size(7, 1)]]

WORDS = 28  # of a sentence
BANNED = re.compile(
    r"\b(above|below|expand\w*|rightly|true class\w*|true label\w*|labels?|support|row of \d|rest of|what remains"
    r"|neither|as they are|stands?|works? out|worked out|together|combine\w*|has no value|policy|option\w*|presets?"
    r"|propagate\w*|plain|pooled|shares?|clear\w*|rationalise|inside out|leaves the|for ever|blocks of"
    r"|significant|rounded|floating|the next step|thus|hence|therefore|thereby|respectively|whereas|viz|let|denotes?"
    r"|yields?|obtain\w*|in terms of|w\.r\.t|obviously|trivially|simply|just|of course|note that|told|up to|the text"
    r"|the source|right)\b|\b(i\.e|e\.g)\.",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) ", text)


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def said_of(m: Metric, key: str) -> Any:
    return english(m.name, key) or ""


def parts_of(m: Metric) -> dict[str, dict[str, str]]:
    """What is said of the parts of a definition; of some the title says all."""
    return {name: part for name, part in (english(m.name, "parts") or {}).items() if "doc" in part}


def docs_of(c: Convention) -> list[str]:
    """What it is said to be, in each of its forms."""
    return [text for key, text in english(*c.path).items() if key.startswith("doc")]


def texts_of(m: Metric) -> Iterator[tuple[str, int, set[str]]]:
    """What has to be full sentences, how many there may be, and what places for values they may have."""
    of_class = {"class"} if m.scope == "class" else set()
    for c in m.conventions.values():
        yield from ((text, 9, set()) for text in docs_of(c))
        yield (
            c.meaning and c.meaning[0].upper() + c.meaning[1:] + ".",
            1,
            {"percent", "value", "points", "all"} | of_class,
        )
    yield said_of(m, "idea"), 2, set()
    yield (question := said_of(m, "question")) and question.replace("? ", ". ") + ".", 9, of_class
    yield said_of(m, "mistake"), 9, {"value"} | of_class
    reads = [*said_of(m, "reads"), *said_of(m, "reads_binary")]
    yield from ((text, 9, {*parts_of(m), "tp", "tn", "fp", "fn", "totals"}) for text in reads)
    for part in parts_of(m).values():
        why = part.get("why", "")
        yield from (("It is " + part["doc"] + ".", 9, set()), (why, 5, {"class", "row", "column", "n"}))


@each("m", METRICS, ids=name_of)
def test_texts_are_full_sentences_of_the_house(m: Metric) -> None:
    for text, most, known in texts_of(m):
        for sentence in sentences(text) if text else ():
            assert sentence[0].isupper() or sentence[0] == "{", sentence
            assert sentence.endswith("."), sentence
            assert len(sentence.split()) <= WORDS, sentence
            banned = BANNED.search(sentence.replace(f" {m.title} ", " "))  # its own name it may say, whatever it is
            assert not banned, (banned, sentence)
        assert len(sentences(text)) <= most, text
        assert places(text) <= known, text
    title = re.escape(phrases.CALLED.get(m.name, m.title)) + " of a class" * (m.scope == "class")
    for c in m.conventions.values():
        for text in docs_of(c):
            opened = re.compile(rf"(The )?{title} (is|are) ", 0 if text.startswith("The") else re.IGNORECASE)
            assert opened.match(text), text
        assert not BANNED.search(english(*c.path, "note") or "")
        if c.meaning:
            assert c.meaning[0] == "{" or c.meaning[0].islower()
            assert len(re.findall(r"\{(?:percent|value|points)\}", c.meaning)) == 1
            assert "all" not in places(c.meaning) or re.search(r"\{percent\} of (the|all) \{all\} ", c.meaning)
            assert m.scope != "class" or "class" in places(c.meaning)
            # Only a part of something is a percentage: nothing is said of a value below 0.
            assert "percent" not in places(c.meaning) or c.range in ((-1, 1), (0, 1))
    assert not m.zero_at_random or ((low := m.standard.range[0]) is not None and low < 0)
    question, mistake = said_of(m, "question"), said_of(m, "mistake")
    assert "?" not in question
    assert not question or ("class" in places(question)) == (m.scope == "class")
    assert bool(mistake) == (m.wrong is not None)
    if m.wrong is not None:
        assert mistake.count("{value}") == 1
        named = metric_named(m.wrong).title.partition(" ")[0] if isinstance(m.wrong, str) else ""
        assert named in mistake + " accuracy"
    assert len(said_of(m, "reads")) <= 3
    assert all(part["doc"].startswith("the ") for part in parts_of(m).values())


# Which weights is said by the parameter; a correlation and a changed Jaccard index have a test of their own, and what
# has powers that are no whole ones, or a case of its own, is held against PyCM.
ELSEWHERE = {"adjusted_geometric_mean", "digby", "fbeta", "mcc", "tversky"}


def read(sentence: str, rows: Rows, of: int, known: dict[str, Any]) -> Any:
    """What a description says that the value is."""
    what = re.sub(r"^.*? (is|are) ", "", sentence, count=1).removesuffix(".")
    if what in phrases.OF_MATRIX:
        return phrases.OF_MATRIX[what](Seen(rows))
    told = said(what if "reciprocals" in what else re.sub(r":.*", "", what), rows, of, known)
    assert told is not None, "a sentence of a new kind: add it to the grammar of phrases"
    return told


@each(("m", "convention"), CONVENTIONS, ids=name_of)
def test_a_description_is_true(m: Metric, convention: Convention) -> None:
    options: dict[str, Any] = {"convention": convention.name, **parameters_of(m, convention.name)}
    if m.exactness == "transcendental" or ((m.name in ELSEWHERE or parts_of(m)) and convention is m.standard):
        return
    first, *more = sentences(convention.description)
    for rows in MATRICES:
        for of in range(len(rows)):
            here: dict[str, Any] = {}
            for found in (re.fullmatch(r"Here, (.+?) is (.+)\.", text) for text in more):
                if found is not None:
                    here[found[1]] = said(found[2], rows, of, here)
            told = read(first, rows, of, here)
            assert told == value(rows, m, of if m.scope == "class" else None, **options), (rows, of)


@each("m", [m for m in METRICS if parts_of(m)], ids=name_of)
def test_the_parts_of_a_definition_are_what_is_said(m: Metric) -> None:
    for rows in FEW:
        tree = ConfusionMatrix(rows, labels=list(NAMES[: len(rows)])).derive(m.name).page.named
        parts = {part.head: part for part in every_part(tree) if isinstance(part, Named) and part.head.is_part}
        told = parts_of(m)
        assert {head.metric for head in parts} == told.keys()
        known: dict[str, Any] = {}
        for head, part in parts.items():
            title = f"the {told[head.metric]['title']}"
            known[title] = phrases.OF_MATRIX[told[head.metric]["doc"]](Seen(rows))
            assert evaluate(part) == known[title], (head.metric, rows)
        if (chance := known.get("the chance agreement")) is not None:
            known["the improvement of the predictions over chance"] = known["the observed agreement"] - chance
            known["the largest possible improvement over chance"] = 1 - chance
        assert read(sentences(m.standard.description)[0], rows, 0, known) == value(rows, m), rows


def test_a_correlation_and_a_changed_jaccard_index_are_what_is_said() -> None:
    """Each false positive and each false negative counts as many times as is said, and nothing else otherwise."""
    for tp, fn, fp, tn in [[Fraction(x) for row in rows for x in row] for rows in SQUARES[1:]]:
        got = value([[tp, fn], [fp, tn]], metric_named("mcc"))
        covariance = phrases.covariance(tp, fn, fp, tn)
        variances = phrases.variance(tp + fn, fp + tn) * phrases.variance(tp + fp, fn + tn)
        if variances:
            assert (got**2, sign(got)) == (covariance**2 / variances, sign(covariance))
            assert sign(got) == sign(tp * tn - fp * fn)  # what is said behind the formula
        else:
            assert isinstance(got, Undefined)
        for alpha, beta in product((0, 1, 3), repeat=2):
            got = value([[tp, fn], [fp, tn]], metric_named("tversky"), 0, alpha=alpha, beta=beta)
            counted = value([[tp, beta * fn], [alpha * fp, tn]], metric_named("jaccard"), 0)
            assert isinstance(got, Undefined) if isinstance(counted, Undefined) else got == counted


# What a value means

FRACTION = re.compile(r"(on average over the classes, )?\{percent\} of (.+)")


@each(("m", "convention"), [(m, c) for m, c in CONVENTIONS if c.meaning], ids=name_of)
def test_a_meaning_is_true(m: Metric, convention: Convention) -> None:
    """A percentage is of the samples that are said; the others are counted as the tables say."""
    if (repeated := phrases.TABLES["repeated"].get(convention.meaning)) is not None:
        assert sentences(m.standard.description)[0].endswith(f" is {repeated}.")
        return
    found = FRACTION.fullmatch(convention.meaning)
    for rows in MATRICES:
        classes = range(len(rows))
        got = [value(rows, m, c if m.scope == "class" else None, convention=convention.name) for c in classes]
        if found is None:
            holds = phrases.MEANINGS[convention.meaning.replace(" nats ", " bits ")]
            for c in classes if m.scope == "class" else [0]:
                in_bits = float(got[c]) / log(2) if " nats " in convention.meaning else got[c]
                assert holds(Seen(rows, c, in_bits)), (rows, c)
            continue
        clause = (found[2].replace("a class", "{class}") if found[1] else found[2]).replace("{all} ", "")
        [(of, told)] = [(TOLD[of], TOLD[told]) for of, told in product(TOLD, TOLD) if of + told == clause]
        parts = [count(rows, phrases.both(of, told), c) / count(rows, of, c) for c in classes]
        assert got == (parts if m.scope == "class" else [mean(parts) if found[1] else parts[0]] * len(rows))
        assert m.scope == "class" or found[1] or "{class}" not in clause


@each("m", [m for m in METRICS if m.independent is not None], ids=name_of)
def test_a_value_says_whether_the_predictions_depend_on_the_class(m: Metric) -> None:
    for rows in SQUARES:
        if not isinstance(got := Seen(rows).ask(m.name), Undefined):
            independent = [[sum(row) * column for column in map(sum, transposed(rows))] for row in rows]
            n = sum(map(sum, rows))
            assert (got == m.independent) == ([[cell * n for cell in row] for row in rows] == independent), rows


@each("m", METRICS, ids=name_of)
def test_the_worst_micro_average_is_that_without_a_correct_prediction(m: Metric) -> None:
    """By search: the scale of a micro average goes to what it has where every prediction is wrong, and is reached."""
    low, high = m.standard.range
    if m.scope != "class" or m.direction == "none" or m.standard.optimum not in (low, high) or high is None:
        return
    if not m.scale_free:  # no scale is told: a value depends on the number of samples too
        return
    options: dict[str, Any] = {"average": "micro", **parameters_of(m)}
    for pool in (SQUARES[:: size(3, 1)], CUBES[:: size(8, 1)]):
        # How bad a value can be is read off a page, and depends on the number of classes alone.
        wrong = ConfusionMatrix(pool[-1], labels=list(NAMES[: len(pool[-1])])).derive(m.name, **options)
        worst = wrong.page.ending.wrong
        for rows in pool:
            got = value(rows, m, **options)
            if not isinstance(got, Undefined) and worst is not None:
                assert worst <= got <= 1 if m.direction == "up" else 0 <= got <= worst, rows
                assert got == worst or any(rows[i][i] for i in range(len(rows))), rows


@each(("m", "convention"), [(m, c) for m, c in CONVENTIONS if c.optimum is not None], ids=name_of)
def test_when_a_value_is_the_best_one(m: Metric, convention: Convention) -> None:
    """By search: where a metric says so the best value means that every prediction is correct, and the other way round;
    one of the matrix says whether a matrix without a correct prediction has it too.
    """
    options: dict[str, Any] = {"convention": convention.name, **parameters_of(m, convention.name)}
    of, agree = 0 if m.scope == "class" else None, True
    for rows in (*SQUARES, *CUBES[:: size(5, 1)]):
        got = value(rows, m, of, **options)
        correct = sum(map(sum, rows)) == sum(rows[i][i] for i in range(len(rows)))
        if not isinstance(got, Undefined):
            agree = agree and (got == convention.optimum) == correct
            assert got == convention.optimum or not (correct and m.optimum_only), rows
    assert agree is m.optimum_only
    if of is None:
        assert any(value(rows, m, **options) == convention.optimum for rows in NONE_RIGHT) is m.optimum_if_wrong


# Why a metric is made so


def idea_holds(text: str, m: Metric, s: Seen) -> bool | None:
    """Whether an idea, or a sentence of it, is true of a value; None if it is not understood."""
    if text in phrases.COUNTLESS:
        return bool(s.got == Seen(phrases.COUNTLESS[text](s), s.c).ask(m.name))
    if found := re.fullmatch(r"It is (\d+) (only )?if (.+)\.", text):
        if found[3] not in phrases.CONDITIONS:
            return None
        is_so, is_value = phrases.CONDITIONS[found[3]](s), s.got == int(found[1])
        return (is_so or not is_value) if found[2] else (is_value or not is_so)
    told = [
        holds(s, *values)
        for template, holds in phrases.IDEAS.items()
        for slots in phrases.filled(template, text)
        if None not in (values := [said(slot, s.rows, s.c) for slot in slots])
    ]
    return all(told) if told else None


@each("m", [m for m in METRICS if said_of(m, "idea")], ids=name_of)
def test_an_idea_is_true(m: Metric) -> None:
    counted, idea = 0, said_of(m, "idea")
    for rows in (*MATRICES, *SQUARES[:: size(3, 1)], *CUBES[:: size(5, 1)]):
        for c in range(len(rows)) if m.scope == "class" else [0]:
            s = Seen(rows, c, value(rows, m, c if m.scope == "class" else None, **parameters_of(m)))
            with suppress(NoValue, ZeroDivisionError, UndefinedValueError):
                if not isinstance(s.got, Undefined):
                    told = [idea_holds(idea, m, s)]
                    if told == [None]:
                        told = [idea_holds(sentence, m, s) for sentence in sentences(idea)]
                    assert None not in told, "a sentence of a new kind: add it to the ideas"
                    assert all(told), (rows, c)
                    counted += 1
    assert counted > 60


def test_what_an_average_from_averages_is_made_of() -> None:
    made = {(m.name, c.name): [x.name for x in components(c)] for m, c in CONVENTIONS if components(c)}
    both = ["precision", "recall"]
    assert made.items() >= {("f1", "standard"): both, ("fbeta", "standard"): both, ("fbeta", "convex"): both}.items()
