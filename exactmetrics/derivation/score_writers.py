"""A derivation from scores as a page of every format, and as data for JSON.

The templates are those of all derivations; the format of the JSON is `score_derivation.schema.json`.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.derivation_writers import StepWriter, key_data
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.json_values import acted_data, label_data, value_data, without_value
from exactmetrics.derivation.look import Look, averages_below
from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.symbols import STYLES, Symbols, as_text
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.planning.page import Blank, Formula, Said, Step
from exactmetrics.derivation.planning.tree import every_part, put_in
from exactmetrics.derivation.score_derivation import ScoreDerivation
from exactmetrics.derivation.score_grid import (
    LISTED,
    MOST_CLASSES,
    MOST_ROWS,
    PLACES,
    Ends,
    Grid,
    Label,
    Labels,
    Score,
    Title,
    in_fractions,
    written,
)
from exactmetrics.derivation.score_report import ScoreReport
from exactmetrics.derivation.score_steps import ScorePage
from exactmetrics.derivation.words import NO_WORDS
from exactmetrics.derivation.writing.context import assembled, formula_groups, step_context
from exactmetrics.derivation.writing.meaning import percent_of
from exactmetrics.derivation.writing.names import (
    averaged_title,
    description,
    title_of_metric,
    title_with_average,
)
from exactmetrics.derivation.writing.result import result_context
from exactmetrics.derivation.writing.surface import Surface, Written, capital
from exactmetrics.exact.logs import log
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Undefined, value_text
from exactmetrics.expression.nodes import ANY, Div, Expr, Leaf, Log, Mul, Named, Num, number
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.scores.column import exact_key
from exactmetrics.scores.compute import scored_class
from exactmetrics.scores.samples import Samples
from exactmetrics.scores.trace import TracedScore
from exactmetrics.scores.view import AllValues, ClassValues
from exactmetrics.views.trace import mark_of

SCHEMA = "exactmetrics/score-derivation/1"
MOST_LOGARITHMS = 4  # of a value that is printed: one line of text
ROUNDED = 6  # digits behind the point of another one
PATTERNS = {
    "wins": "W", "ties": "T", "positives": r"n_{\text{pos}}", "negatives": r"n_{\text{neg}}", "gained": "g_{<i>}",
    "tp": r"\mathrm{TP}_{<i>}", "predicted": "c_{<i>}", "score": "p_{<i>}", "own_score": "p_{<i>}",
    "truth": "y_{<i>}",
    "class_size": "n_{<i>}", "sizes": "N", "k": "k",
    "before": "B_{<i>}", "bin_weight": "n_{<i>}", "bin_right": "r_{<i>}", "bin_confidence": "c_{<i>}",
    "rate": "r_{<i>}",
    "largest_rate": r"\max r_{i}", "n": "N", "pair_mean": "m_{<i>}", "class_pairs": "c",
    "pair_size": "n_{<i>}", "sample_weight": "w_{<i>}", "joined": "g_{<i>}", "height": "h_{<i>}",
    "mean_value": "m", "sum": "S", **{f"sum_{n}": f"S_{{{n}}}" for n in range(1, 10)},
    "nearest_fpr": r"\mathrm{FPR}", "nearest_fnr": r"\mathrm{FNR}", "outcomes_of_shares": "w_{<i>}",
    "model_loss": "L", "usual_loss": "L_{0}", "share": "s", "own_share": "s_{<i>}", "area_up_to": "A",
    "strip": "t_{<i>}", "max_fpr": "M", "area_between": "A", "low": "a", "high": "b", "strip_start": "u_{<i>}",
    "strip_end": "v_{<i>}", "rise": "d_{<i>}", "intercept": "c_{<i>}",
    "fpr_before": "a", "fpr_after": "b", "gap_before": "d", "gap_after": "e",
    "place": "<i>", "place_gain": "g_{<i>}", "ideal_gain": r"g^{\text{best}}_{<i>}", "ideal_dcg": r"\mathrm{IDCG}",
    "ranking_gain": r"\mathrm{DCG}_{<i>}", "ranking_ideal": r"\mathrm{IDCG}_{<i>}",
    "ranking_share": r"\mathrm{NDCG}_{<i>}",
    "sample_term": "q_{<i>}",
    **dict.fromkeys(("depth", "misplaced", "own_precision", "in_top", "cumulated", "lacking", "outcomes"), "v_{<i>}"),
}  # fmt: skip
# Where only the first places of a ranking count: the key of what is said then.
RANKED = {"place": "first_places", "ranking_gain": "ranking_gain_first", "ranking_share": "ranking_share_first"}
# What the symbols are limited by, as the definition names it.
LIMITS = {"in_top": "k", "largest_rate": "least", "area_up_to": "high"}
PRECISION = "P_{<i>}"  # of the samples from a score on


def score_part(derivation: ScoreDerivation, name: str) -> dict[str, Any]:
    """The steps and the result in one format, for a page that says what the metric is and shows the data itself."""
    context = score_context(derivation.page, score_surface(derivation, name))
    context["steps"][0]["text"] = ""
    return context


def score_title(derivation: ScoreDerivation, *, capital: bool = True) -> str:
    """The title of a document around it; small inside a sentence."""
    return _title(derivation.page, score_surface(derivation, "text"), first=capital)


def score_surface(derivation: ScoreDerivation, name: str, look: Look | None = None) -> Surface:
    """The surface of a format, with the symbols of scores; the letter of any score or sample is i."""
    look = look or derivation.look
    format, page = FORMATS[name], derivation.page
    parts = every_part(page.named)
    used = {
        part.head.metric if isinstance(part, Named) else part.block for part in parts if isinstance(part, (Named, Leaf))
    }
    own = {metric.name: metric.symbol for metric in (*all_metrics(), *all_score_metrics())}
    given = dict((look.words or NO_WORDS).symbols)
    patterns = {name: own.get(name, PRECISION) for name in used} | PATTERNS | given
    style, request = STYLES[format.style], derivation.request
    mark = (mark_of(request.bound) or "").replace("_", "-")
    if style.name == "text":
        patterns = {key: as_text(pattern) for key, pattern in patterns.items()}
    above = mark and (f"[{mark}]" if style.name == "text" else rf"^{{\text{{{mark}}}}}")
    patterns["class_value"] = patterns["sample_value"] = patterns.get(request.name, request.metric.symbol) + above
    over = f",{request.multi_class}" if request.multi_class == "ovo" else ""
    say = look.messages
    averages = {key: style.average(word + over) for key, word in averages_below(say).items()}
    symbols = Symbols(patterns, averages, [], style)
    if look.symbols == "words":
        spoken = own.keys() - given.keys()
        symbols.called = lambda name, average: title_with_average(name, average, say) if name in spoken else ""
    return Surface(format, symbols, say, derivation.samples.labels)


def _title(page: ScorePage, surface: Surface, *, first: bool = True) -> str:
    title, request = surface.prose(_name(page, surface)), page.request
    title = capital(title) if first else title
    if not page.samples.binary and request.label is not None:
        title = surface.say("title", "label", title=Written(title), label=request.label)
    if (convention := mark_of(request.bound)) is None:
        return title
    extra = surface.say("title", "convention", convention=convention)
    return surface.say_made("title", "with", title=title, extra=extra)


def _name(page: ScorePage, surface: Surface) -> str:
    """What the value is called."""
    metric, average = page.request.metric, page.request.average
    title = title_of_metric(metric.name, surface.messages)
    title = averaged_title(title, average, metric.name, surface.messages) if average else title
    over_pairs = page.request.multi_class == "ovo"
    return surface.say_made("scores", "title_of_pairs", title=title) if over_pairs else title


def score_context(page: ScorePage, surface: Surface) -> dict[str, Any]:
    """The derivation itself, without its data section."""
    defined = not isinstance(page.value, Undefined)
    notes = [surface.messages.get("scores", "read_as")] if page.samples.floats == "binary" else []
    if page.acted:
        notes.append(surface.say_made("result", "rests", policy=surface.plain(page.request.policy.given)))
    return assembled(
        page,
        surface,
        [_step_context(step, page, surface) for step in page.steps],
        title=_title(page, surface),
        question=None,
        result=result_context(page, surface, most=MOST_LOGARITHMS) if defined else _undefined(page, surface),
        meaning=_meaning(page, surface) if page.is_worked_out and not page.blanks else "",
        notes=notes,
    )


def _step_context(step: Step, page: ScorePage, surface: Surface) -> dict[str, Any]:
    """A step as its template takes it: the definition and the table are those of scores."""
    if step.kind == "definition":
        return _definition(step, page, surface)
    return _table_step(step, page, surface) if step.kind == "table" else step_context(step, surface, page)


def _undefined(page: ScorePage, surface: Surface) -> dict[str, Any]:
    value, say = page.value, surface.messages
    assert isinstance(value, Undefined)
    if not page.samples.n:
        reason = say.get("scores", "no_sample")
    elif value.cause == "no_class":
        reason = say.get("undefined", "no_class_left")
    elif value.cause == "logarithm":
        reason = say.get("scores", "no_logarithm")
    elif page.grid.why is not None:
        reason = surface.said(page.grid.why)
    elif "usual_loss" in _symbols(page.named):
        reason = say.get("scores", "no_usual_loss")
    else:
        reason = say.get("scores", "no_negative" if page.scored.positives else "no_positive")
    made = {"head": surface.math(page.named), "reason": reason}
    bold = surface.say_made("result", "undefined", **made)
    title = surface.messages.get("result", "title")
    return {"title": title, "defined": False, "bold": bold, "text": "", "conventions": None}


def _meaning(page: ScorePage, surface: Surface) -> str:
    value = page.value
    logs = [part for part in every_part(page.named) if isinstance(part, Log)]
    assert not isinstance(value, Undefined)
    if page.request.average not in (None, "micro") or not page.grid.says:
        return ""
    key = f"meaning_{page.grid.meaning or page.grid.formula or page.request.metric.name}"
    if not surface.messages.has("scores", key):
        return ""
    made = (
        {"half": _log_of_two(logs[0], surface)}
        if logs and "sample" in page.over
        else {"percent": percent_of(value, surface)}
    )
    meant = capital(surface.say_made("scores", key, **made))
    by_weight = "pair" in page.over and page.samples.weights is not None
    return f"{meant} {surface.messages.get('scores', 'weight_of_pair')}" if by_weight else meant


def _log_of_two(of: Log, surface: Surface) -> str:
    """What a probability of one half loses."""
    if of.base == 2:
        return surface.inline(surface.notation.show(number(1)))
    shown = surface.notation.show(Log(number(2), of.base))
    return f"{surface.inline(shown)} ({_rounded(log(2, of.base), PLACES, surface)})"


# the data


def score_data(derivation: ScoreDerivation, surface: Surface) -> dict[str, Any]:
    """How many samples there are of each side, and their scores where they are few."""
    page = derivation.page
    samples, scored = page.samples, page.scored
    several = _several(page)
    classes = "intro_classes" if page.request.metric.probabilities else "intro_scores"
    if "place" in page.over:
        classes = "intro_ranking"
    label = page.request.label if page.request.label is not None else samples.labels[samples.positive or 0]
    intro = _intro(samples, surface, several=classes if several else "", scored=scored, label=label)
    of_class = page.request.metric.of == "class" and page.request.average is None
    of_classes = page.request.average is not None or "class pair" in page.over
    table = {}
    if of_classes and samples.size <= MOST_ROWS and len(samples.columns) <= MOST_CLASSES:
        given = _table(_given(samples), surface)
        table = {"words": {"class": given["class_word"]}, **{key: given[key] for key in ("columns", "rows", "lines")}}
    elif of_class and samples.weights is None:
        table = _sides_table(samples, scored, surface)
    return _data_section(intro, table, surface)


def scores_data(samples: Samples, surface: Surface, *, brief: bool) -> dict[str, Any]:
    """The same of the scores of the positive class of two, whatever is asked about them; or the table alone."""
    label = samples.labels[samples.positive or 0]
    scored = scored_class(samples, label)
    intro = "" if brief else _intro(samples, surface, several="", scored=scored, label=label)
    return _data_section(intro, _sides_table(samples, scored, surface), surface)


def _data_section(intro: str, table: dict[str, Any], surface: Surface) -> dict[str, Any]:
    say = surface.messages
    return {
        "kind": "scores", "intro": intro, "words": {"class": say.get("scores", "samples")},
        "columns": [say.get("scores", "scores")], "rows": [], "lines": [],
        "labels": [], "notes": [], "unused": "", "four": None, "size": "normal",
        **dict.fromkeys(("all_samples", "missing", "consistency")), **table,
    }  # fmt: skip


def _intro(samples: Samples, surface: Surface, *, several: str, scored: ClassValues, label: Hashable) -> str:
    """How many samples there are of each side, or, where all classes are meant, the sentence of the key `several`."""
    say = surface.messages
    sides = {side: getattr(scored, side) for side in ("positives", "negatives")}
    if several and samples.binary and len(samples.columns) < samples.k:
        other = samples.labels[1 - (samples.positive or 0)]
        said = [surface.say("scores", "intro_one_column", label=samples.scored[0], other=other)]
    elif several:
        said = [say.get("scores", several)]
    elif samples.weights is not None:
        made = {side: surface.plain(value_text(count)) for side, count in sides.items()}
        said = [surface.say_made("scores", "intro_weighted", **made)]
    else:
        made = {side: _number_of(side, count, surface) for side, count in sides.items()}
        said = [surface.say_made("scores", "intro", **made)]
    if label not in (1, True) and not several:
        said.append(surface.say("scores", "positive_class", label=label))
    return " ".join([*said, *([say.get("scores", "weighted")] if samples.weights is not None else [])])


def intro_of_report(report: ScoreReport, surface: Surface) -> str:
    """What the values of a report are of."""
    samples, label = report.samples, report.samples.labels[report.samples.positive or 0]
    several = "" if samples.positive is not None else "intro_ranking" if samples.grades else "intro_scores"
    told = _intro(samples, surface, several=several, scored=scored_class(samples, label), label=label)
    return f"{told} {surface.messages.get('scores', 'read_as')}" if samples.floats == "binary" else told


def _sides_table(samples: Samples, scored: ClassValues, surface: Surface) -> dict[str, Any]:
    """The scores of each side, where they are few."""
    if samples.size > LISTED:
        return {}
    say = surface.messages
    between = say.get("list", "semicolon" if say.get("number", "decimal") == "," else "comma")
    listed = {side: _listed(scored, samples, side) for side in (1, 2)}
    shown = iter(_column([*listed[1], *listed[2]], surface))
    rows: list[dict[str, Any]] = [
        {"label": say.get("scores", word), "cells": [between.join(next(shown) for _ in listed[side])]}
        for side, word in ((1, "positive"), (2, "negative"))
        if listed[side]
    ]
    if any(len(row["cells"][0]) > LISTED for row in rows):
        return {}
    pairs = [[row["label"], *row["cells"]] for row in rows]
    heads = [say.get("scores", word) for word in ("samples", "scores")]
    return {"rows": rows, "lines": surface.lines(heads, pairs, left=2) if rows else []}


def _several(page: ScorePage) -> bool:
    """Whether all classes are asked about, none of which is positive then."""
    request = page.request
    return request.average is not None or (request.metric.of == "samples" and page.samples.positive is None)


def _number_of(side: str, count: Fraction, surface: Surface) -> str:
    return surface.say_made("scores", side, n=surface.plain(value_text(count)))


def _given(samples: Samples) -> Grid:
    """The samples with their classes and scores."""
    own, weights = AllValues(samples).own, samples.weights
    scores = zip(*map(samples.exact_of, map(samples.position, samples.scored)), strict=True)
    rows: list[list[Any]] = [
        [at + 1, Labels([samples.labels[place] for place in own(at)]), *map(Score, row)]
        for at, row in enumerate(scores)
    ]
    heads = [Label(label) for label in samples.labels] if len(samples.columns) == samples.k else ["score"]
    if weights is not None:
        heads, rows = [*heads, "weight"], [[*row, weight] for row, weight in zip(rows, weights, strict=True)]
    return Grid("means", ["sample", "class", *heads], rows)


def _listed(scored: ClassValues, samples: Samples, side: int) -> list[Score]:
    """The scores of the positive (1) or the negative (2) samples, the highest first."""
    found = zip(*scored.ranking, strict=True)
    return [Score(exact_key(row[0], samples.floats)) for row in found for _ in range(int(row[side]))]


def _column(entries: list[Any], surface: Surface) -> list[str]:
    """The entries of a column: where one of its numbers is no short decimal, those that can be are fractions."""
    fractions = in_fractions(score for entry in entries for score in _scores_of(entry))
    return [_shown(entry, surface, fractions=fractions) for entry in entries]


def _scores_of(entry: Any) -> list[Fraction]:
    if isinstance(entry, Ends):
        return [entry.low, entry.high]
    return [entry.value] if isinstance(entry, Score) else []


def _shown(entry: Any, surface: Surface, *, fractions: bool = False) -> str:
    """An entry of a table: a score as a decimal where it is one, a chain, a number, a word, or nothing."""
    if entry is None or entry == "":
        return ""
    if isinstance(entry, Score):
        shown = _score(entry.value, surface, fractions=fractions)
        if not entry.word:
            return shown
        word = surface.messages.get("scores", entry.word)
        return surface.say_made("words", "head", word=word, label=shown)
    if isinstance(entry, Label):
        return surface.name(entry.name)
    if isinstance(entry, Labels):
        return ", ".join(map(surface.name, entry.names))
    if isinstance(entry, Title):
        return surface.prose(title_of_metric(entry.name, surface.messages))
    if isinstance(entry, Ends):
        low, high = (_score(end, surface, fractions=fractions) for end in (entry.low, entry.high))
        return f"{low}–{high}"
    if isinstance(entry, Irrational):
        return _rounded(entry, PLACES, surface)
    if isinstance(entry, Formula):
        return surface.inline(" = ".join(map(surface.inline_notation.show, entry.members)))
    if isinstance(entry, Leaf) and entry.value is not None:
        return surface.inline(f"{surface.notation.show(entry)} = {value_text(entry.value)}")
    if isinstance(entry, Blank) and isinstance(entry.value, Irrational):  # rounded, as the numbers beside it
        return surface.inline(f"{surface.format.approx} {surface.notation.show(entry)}")
    if isinstance(entry, Expr):
        return surface.math(entry)
    if isinstance(entry, str):
        return surface.messages.get("words" if entry in ("total", "class") else "scores", entry)
    return value_text(entry)


def _score(value: Fraction, surface: Surface, *, fractions: bool = False) -> str:
    """A score as a decimal where it is a short one, else as a fraction; one that is long either way is rounded."""
    text = written(value, fractions=fractions)
    if text:
        plain = text.replace(".", "", 1).isdigit()
        return surface.messages.number(text) if plain else surface.inline(text)
    return _rounded(value, ROUNDED, surface)


def _rounded(value: Any, places: int, surface: Surface) -> str:
    digits = in_few_digits(value, places)
    shown = decimal(value, significant=places) if digits is None else surface.notation.show(digits[1])
    return surface.inline(f"{surface.format.approx} {shown}")


# the steps that are of scores alone


def _step(title: str, text: str, **more: Any) -> dict[str, Any]:
    return {"kind": "scores", "title": title, "text": text, "terms": [], "items": [], "intro": "", "groups": [],
            "table": None, "after": ""} | more  # fmt: skip


def _definition(step: Step, page: ScorePage, surface: Surface) -> dict[str, Any]:
    """What the metric is, what its symbols stand for, and its formula."""
    metric, say = page.request.metric, surface.messages
    title = title_of_metric(metric.name, say)
    doc = surface.prose(description(metric, page.request.bound.convention.name, say)[0])
    if page.grid.defines:
        made = {"k": surface.plain(value_text(page.given.get("bins", Fraction(0))))}
        doc += f" {surface.say_made('scores', page.grid.defines, **made)}"
    formulas = [replace(formula) for formula in step.formulas]
    if len(formulas) > 1:
        formulas[1].said = [Said(("step", "definition", "with"))]
    if average := page.request.average:
        made = {"doc": doc, "name": capital(surface.prose(_name(page, surface)))}
        doc = surface.say_made(*_of_average(page, average), **made)
    facts = _symbols(page.named)
    if "joined" in facts:
        facts["gained"] = facts["joined"]
    if page.grid.formula == "area":
        facts["limit"] = page.request.parameters["max_fpr"]
    if page.grid.formula == "scaled_mean":
        assert isinstance(page.named.body, Div)
        below = page.named.body.den
        facts["divisor"] = below.value if isinstance(below, Num) else below
    weighted = page.samples.weights is not None
    keys = [f"formula_{key}" for key in ([page.grid.formula] if page.grid.formula else [metric.name, page.grid.usual])]
    formulas[0].said = [Said(("scores", _key(key, weighted, say)), facts) for key in keys if say.has("scores", key)][:1]
    base = page.request.parameters.get("base", Fraction(1))
    if base.denominator > 1 and page.samples.size == 1:  # its logarithms are quotients of natural ones
        formulas[0].said.insert(0, Said(("scores", "natural"), {"base": base}))
    text, items = surface.defined(doc, surface.prose(title)), _items(page, surface)
    groups = formula_groups(Step("definition", formulas), surface)
    if step.facts.get("brief"):
        return _step(say.get("step", "definition", "title"), " ".join([text, *items]), groups=groups)
    intro = say.get("step", "definition", "symbols")
    return _step(say.get("step", "definition", "title"), text, items=items, intro=intro, groups=groups)


def _of_average(page: ScorePage, average: str) -> tuple[str, ...]:
    """The path of the sentence that says what an average is."""
    if page.request.multi_class == "ovo":
        return ("scores", f"{average}_of_pairs")
    if average in ("micro", "samples"):
        return ("scores", f"{average}_is")
    if average == "weighted" and page.samples.weights is not None:
        return ("scores", "weighted_by_weights")
    return ("step", "definition", "macro" if average == "macro" else "weighted_support")


def _symbols(named: Named) -> dict[str, Any]:
    """The counts that a formula names, by their names, and the parts of it that have one."""
    found: dict[str, Any] = {}
    for part in every_part(named.body):
        if isinstance(part, Leaf):
            found.setdefault(part.block, _bare(part))
        elif isinstance(part, Named):
            found.setdefault({"roc_auc": "area", "cut_precision": "part"}.get(part.head.metric, part.head.metric), part)
    return found


def _bare(leaf: Leaf) -> Leaf:
    return Leaf(leaf.block, leaf.tag, None)


def _items(page: ScorePage, surface: Surface) -> list[str]:
    """What each symbol stands for; the numbers of samples that are known with their values."""
    named = page.named
    items = []
    for key, symbol in _symbols(named).items():
        if key in ("wins", "ties"):
            made = {"symbol": surface.math(symbol)}
        elif key == "negatives":
            continue  # told with the positive samples
        elif isinstance(symbol, Named) or symbol.tag is not None or _leaf(named, key).value is None:
            made = {"symbol": surface.math(symbol)}
        else:
            made = {"symbol": _with_value(named, key, surface)}
        if key == "positives":
            key = "sides" if any(isinstance(p, Leaf) and p.block == "negatives" for p in every_part(named)) else key
            if key == "sides":
                made |= {"negatives": _with_value(named, "negatives", surface), "product": _product(named, surface)}
        if key in ("outcomes", "cumulated"):
            letters: dict[Expr, Expr] = {}
            for leaf in (TracedScore.score, TracedScore.truth):
                letters[leaf] = Leaf(leaf.block, None, None)
                made[leaf.block] = surface.math(letters[leaf])
            made["term"] = surface.math(put_in(page.given[key], letters))
        if key in LIMITS:
            made["k"] = surface.plain(value_text(page.given[LIMITS[key]]))
        first = page.request.parameters.get("k")
        if first is not None and first < page.samples.k and key in RANKED:
            key, made["k"] = RANKED[key], surface.plain(value_text(first))
        if key.startswith("ranking_"):
            made |= {part: surface.math(Leaf(f"ranking_{part}", ANY, None)) for part in ("gain", "ideal")}
            made["base"] = surface.plain(value_text(page.request.parameters.get("base", Fraction(2))))
        if key == "bin_right" and page.samples.positive is not None:
            key += "_of_two"  # the positive samples stand for the right ones
        left_out = any(acted.value is None for acted in page.acted)
        if left_out and key in ("k", "n", "sizes"):
            key += "_counted"  # a policy leaves out what has no value
        if key == "area_between":
            made |= {end: surface.plain(value_text(_known(_leaf(named, end)))) for end in ("low", "high")}
        sentence = _key(f"symbol_{key}", page.samples.weights is not None, surface.messages)
        if surface.messages.find("scores", sentence) is not None:
            items.append(surface.say_made("scores", sentence, **made, i=surface.letter()))
        elif not key.startswith("sum"):  # another metric, or a rate; what a part is says its formula
            what = surface.prose(title_of_metric(key, surface.messages))
            items.append(surface.say_made("step", "definition", "symbol", what=what, **made))
    for key, leaf in page.parameters.items():
        shown = surface.inline(f"{surface.notation.show(_bare(leaf))} = {value_text(_known(leaf))}")
        made = {"symbol": shown, "k": surface.plain(value_text(_known(leaf)))}
        items.append(surface.say_made("scores", f"symbol_{key}", **made))
    return items


def _key(key: str, weighted: bool, say: Messages) -> str:
    """The key of a sentence, or of the one that speaks of sums of weights."""
    return f"{key}_weighted" if weighted and say.has("scores", f"{key}_weighted") else key


def _leaf(named: Named, block: str) -> Leaf:
    return next(part for part in every_part(named) if isinstance(part, Leaf) and part.block == block)


def _with_value(named: Named, block: str, surface: Surface) -> str:
    leaf = _leaf(named, block)
    if surface.several:
        return surface.math(_bare(leaf))
    return surface.inline(f"{surface.notation.show(_bare(leaf))} = {value_text(_known(leaf))}")


def _known(leaf: Leaf) -> Fraction:
    """The number of a count or of a parameter that has one."""
    assert leaf.value is not None
    return leaf.value


def _product(named: Named, surface: Surface) -> str:
    up, down = (_leaf(named, block) for block in ("positives", "negatives"))
    product = Mul((_bare(up), _bare(down)))
    if surface.several:
        return surface.math(product)
    return surface.inline(f"{surface.notation.show(product)} = {value_text(_known(up) * _known(down))}")


def _table_step(step: Step, page: ScorePage, surface: Surface) -> dict[str, Any]:
    """The table of the pairs, of the scores in order, or of the samples."""
    grid, scored, say = step.grid, page.scored, surface.messages
    assert grid is not None
    pairs = value_text(scored.positives * scored.negatives)
    title = surface.say_made("scores", f"title_{grid.name}", n=pairs)
    after = ""
    if grid.left_out:
        made = {"shown": str(len(grid.rows)), "k": str(len(grid.rows) + grid.left_out)}
        after = surface.say_made("scores", "left_out", **made)
    notes = [say.get("scores", note) if isinstance(note, str) else _said(note, surface) for note in grid.notes]
    text = " ".join([say.get("scores", f"text_{grid.name}"), *notes])
    return _step(title, text, table=_table(grid, surface), after=after)


def _said(said: Said, surface: Surface) -> str:
    """A sentence whose facts may be scores, which are shown as in the table."""
    facts = {name: Written(_shown(fact, surface)) if isinstance(fact, Score) else fact
             for name, fact in said.facts.items()}  # fmt: skip
    return surface.say(*said.path, **facts)


def _table(grid: Grid, surface: Surface) -> dict[str, Any]:
    heads = _column(grid.heads, surface)
    below = [*grid.rows, grid.total] if grid.total else grid.rows
    rows = [list(row) for row in zip(*(_column(list(one), surface) for one in zip(*below, strict=True)), strict=True)]
    bottom = [rows.pop()] if grid.total else []
    lines = surface.lines(heads, [*rows, *bottom], rule_before=len(rows) if bottom else None)
    return {
        "class_word": heads[0],
        "columns": heads[1:],
        "sides": ["right"] * (len(heads) - 1),
        "rows": [{"label": row[0], "cells": row[1:]} for row in [*rows, *bottom]],
        "lines": lines,
        "long": False,
    }


# JSON


def score_derivation_data(derivation: ScoreDerivation) -> dict[str, Any]:
    """Everything on the page as data; sentences as plain text, formulas as text, as LaTeX and as trees."""
    text, page = score_surface(derivation, "text"), derivation.page
    written, writer = score_context(page, text), StepWriter(text, score_surface(derivation, "markdown"))
    request, scored = derivation.request, page.scored
    shown = [page.steps[0].formulas[:1], *(step.formulas for step in page.steps[1:])]
    chains = [[writer.formula(formula) for formula in formulas] for formulas in shown]
    look, found = derivation.look, value_data(page.value)
    return {
        "schema": SCHEMA,
        "language": look.language,
        "detail": look.detail,
        "title": written["title"],
        "question": {
            "metric": request.metric.name,
            "label": label_data(request.label),
            "average": request.average,
            "multi_class": request.multi_class if request.average in ("macro", "weighted") else None,
            "convention": request.bound.convention.name,
            "parameters": {name: value_text(given) for name, given in request.parameters.items()},
            "floats": derivation.samples.floats,
        },
        "data": {
            "labels": [label_data(label) for label in derivation.samples.labels],
            "n": value_text(derivation.samples.n),
            "positives": None if _several(page) else value_text(scored.positives),
            "negatives": None if _several(page) else value_text(scored.negatives),
        },
        **(found if not page.blanks else {key: without_value(found)[key] for key in found}),
        "applied": [acted_data(acted) for acted in derivation.outcome.acted],
        "meaning": written["meaning"],
        "steps": [
            {
                "number": number,
                "title": step["title"],
                "text": step["text"],
                "symbols": step["items"],
                "table": _table_data(step["table"]),
                "formulas": formulas,
                "after": step["after"],
            }
            for number, (step, formulas) in enumerate(zip(written["steps"], chains, strict=True), 1)
        ],
        "more": written["more"]["entries"] if written["more"] else [],
        "key": key_data(derivation),
        "notes": written["notes"],
    }


def _table_data(table: dict[str, Any] | None) -> dict[str, Any] | None:
    if table is None:
        return None
    rows = [[row["label"], *row["cells"]] for row in table["rows"]]
    return {"columns": [table["class_word"], *table["columns"]], "rows": rows}
