"""The page of one metric in Markdown, and the index of all pages.

Everything on it is asked of the registry and computed on one small example: no formula and no number is typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.api.scores import Scores
from exactmetrics.derivation.explain import (
    FormulaText,
    range_text,
    reference,
    symbols_of,
    traits,
    undefined_where,
)
from exactmetrics.derivation.look import DEFAULT
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.latex import Latex
from exactmetrics.derivation.render import render
from exactmetrics.derivation.score_writers import score_part, score_surface
from exactmetrics.derivation.telling import derivation_blocks, question_block, written
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.names import (
    description,
    idea_text,
    parameter_texts,
    title_of_metric,
    title_with_average,
)
from exactmetrics.derivation.writing.surface import Surface, capital, surface_for
from exactmetrics.exact.values import Value, value_text
from exactmetrics.matrix.rows import inline
from exactmetrics.metrics.identities import equal_averages, theorem_of
from exactmetrics.metrics.metric import Bound, Convention, Form, Metric
from exactmetrics.metrics.presets import LIBRARIES, PRESETS
from exactmetrics.metrics.registry import all_metrics, any_metric, found_metric, metric_named, needs_cells
from exactmetrics.metrics.request import averages_of
from exactmetrics.metrics.scales import scales_of
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.reference.calls import arguments, command_options, in_decimal, literal

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
LABELS = ["bird", "cat", "dog"]
# Scores of one class against the rest, of three classes, where a metric needs every class, and one ranking.
OF_ONE = ([1, 1, 1, 0, 0, 0], ["0.9", "0.7", "0.5", "0.7", "0.4", "0.2"])
OF_EACH = (["a", "b", "c"], [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.5", "0.4", "0.1"]])
OF_RANKING = ([[3, 2, 3, 0, 1, 2]], [["0.9", "0.8", "0.7", "0.6", "0.5", "0.4"]])
PLACES = 6
Options = dict[str, Any]


def metric_page(name: str) -> str:
    """The reference page of a metric, by its name or an alias, in Markdown.

    >>> print(metric_page("PPV").splitlines()[0])
    # Precision
    """
    metric, say = any_metric(name), messages()
    context = {
        "title": capital(metric.title),
        "name": metric.name,
        "scope": metric.scope,
        "description": [*description(metric, metric.standard.name, say), idea_text(metric, metric.standard.name, say)],
        "conventions": [_convention(metric, convention, say) for convention in metric.conventions.values()],
        "symbols": [
            (symbol, what, found.name if (found := found_metric(key)) else "")
            for symbol, key, what in symbols_of(metric, say, Latex)
        ],
        "traits": traits(metric, say),
        "needs": _needs(metric),
        "identities": list(_identities(metric, say)),
        "aliases": metric.aliases,
        "elsewhere": _elsewhere(metric),
        "scales": scales_of(metric),
        "references": list(dict.fromkeys(r for c in metric.conventions.values() if (r := reference(c.doc)))),
        **(_on_scores(metric) if isinstance(metric, ScoreMetric) else _on_a_matrix(metric, say)),
    }
    return render("reference/metric.md.jinja", context)


def index_page() -> str:
    """The list of all pages, by what a metric is of."""
    say, groups = messages(), dict[str, list[Options]]()
    for metric in (*all_metrics(), *all_score_metrics()):
        title, what = capital(metric.title), description(metric, metric.standard.name, say)[0]
        groups.setdefault(metric.scope, []).append({"name": metric.name, "title": title, "description": what})
    return render("reference/index.md.jinja", {"groups": groups})


def _convention(metric: Metric, convention: Convention, say: Messages) -> Options:
    """One convention with its formulas, form by form, and what is known of its values."""
    forms = () if metric.scope == "scores" else convention.forms.values()  # of scores a definition is told in words
    parameters = [(name, *parameter_texts(metric, convention.name, name, say)) for name in convention.parameters]
    return {
        "name": convention.name,
        "standard": convention is metric.standard,
        "description": description(metric, convention.name, say),
        "forms": [_form(metric, convention, form, say) for form in forms],
        "parameters": parameters,
        "range": range_text(convention.range, say),
        "best": "" if convention.optimum is None or metric.scope == "scores" else value_text(convention.optimum),
    }


def _form(metric: Metric, convention: Convention, form: Form, say: Messages) -> Options:
    made = FormulaText(Bound(metric, convention, form, {}), named_parts=True, notation=Latex)
    return {
        "name": form.name,
        "classes": form.classes,
        "formulas": [made.definition, *map(made.defined, made.parts.values())],
        "undefined": say.either(undefined_where(made, say, "$")),
    }


def _needs(metric: Metric) -> str:
    """What data a metric is computed from."""
    if isinstance(metric, ScoreMetric):
        return "probabilities" if metric.probabilities else "each" if metric.per_class else "scores"
    return "order" if metric.ordinal else "cells" if needs_cells(metric) else "counts"


def _identities(metric: Metric, say: Messages) -> Iterator[Options]:
    """The averages that are a metric of the matrix, whatever the counts, from both sides."""
    pairs = [(metric.name, average, other) for average, other in metric.averages.items()]
    pairs += [(name, str(average), metric.name) for name, average in equal_averages().get((metric.name, None), {})]
    for name, average, other in pairs:
        average_of, matrix = capital(title_with_average(name, average, say)), title_of_metric(other, say)
        yield {
            "average": average_of if name == metric.name else f"[{average_of}]({name}.md)",
            "matrix": matrix if other == metric.name else f"[{matrix}]({other}.md)",
            "why": say.get("identity", theorem_of(metric_named(name), average)),
        }


def _elsewhere(metric: Metric) -> list[tuple[str, str, str]]:
    """Each library and source with its name for the metric, and what its preset says of it."""
    stances = {name: stance for name, preset in PRESETS.items() if (stance := preset.stance(metric.name))}
    called = {
        next((known for known in LIBRARIES if known.startswith(f"{library}-")), library): name
        for library, name in metric.implemented_by.items()
    }
    return [
        (name, called.get(name, ""), "; ".join(f"{key}: {what}" for key, what in stances.get(name, {}).items()))
        for name in called | stances
    ]


def _on_a_matrix(metric: Metric, say: Messages) -> Options:
    """The metric on the matrix: each of its numbers, and one of them worked out."""
    cm = ConfusionMatrix(ROWS, labels=LABELS)
    usual = _parameters(metric.standard)
    asked = usual | ({"label": LABELS[-1]} if metric.scope == "class" else {})
    brief = cm.derive(metric.name, detail="brief", **asked).page
    surface = surface_for("markdown", cm.derive(metric.name, **asked).look, LABELS)
    worked = page_context(brief, surface)
    worked["steps"] = [step for step in worked["steps"] if step["kind"] != "definition"]  # it stands above
    told = page_context(cm.derive(metric.name, **asked).page, surface)["result"].get("remarks", ())
    return {
        "matrix": {"labels": LABELS, "rows": ROWS},
        "data": f"cm = em.ConfusionMatrix({ROWS}, labels={literal(LABELS)})",
        "answers": [_answer(options, cm.value(metric.name, **options)) for options in _questions(metric)],
        "worked": _worked(worked, surface),
        "mistake": next((remark["text"] for remark in told if remark["kind"] == "mistake"), ""),
        "python": f'cm.derive("{metric.name}"{arguments(asked)})',
        "command": " ".join(
            [
                f'exactmetrics derive "{inline(ROWS)}" --labels {",".join(LABELS)}',
                *command_options(metric, {"metric": metric.name} | asked),
            ]
        ),
    }


def _questions(metric: Metric) -> Iterator[Options]:
    """The options of every number that a metric has on the matrix, under each of its conventions."""
    for convention in metric.conventions.values():
        own = {} if convention is metric.standard else {"convention": convention.name}
        own |= _parameters(convention)
        if metric.scope == "matrix":
            yield own
            if convention is metric.standard:
                yield from (own | {"label": LABELS[-1]}, own | {"average": "macro"})
            continue
        yield from (own | {"label": label} for label in LABELS)
        yield from (own | {"average": average} for average in averages_of(metric))
        if convention.composite:
            yield from (own | {"average": average, "combine": "averages"} for average in ("macro", "weighted"))


def _on_scores(metric: ScoreMetric) -> Options:
    """The metric on the scores, under each of its conventions."""
    several, ranked = metric.per_class, metric.graded and metric.of == "samples"
    data = OF_RANKING if ranked else OF_EACH if several else OF_ONE
    average = {"average": "macro"} if several and metric.of == "class" else {}
    scores, found = Scores(*data), []
    for convention in metric.conventions.values():
        own = {} if convention is metric.standard else {"convention": convention.name}
        own |= _required(convention) | average
        full = own | _parameters(convention)
        found += [_answer(one, scores.value(metric.name, **one)) for one in ([own] if own == full else [own, full])]
    typed = ", ".join(map(literal, data))
    asked = _required(metric.standard) | average
    derivation = scores.derive(metric.name, **asked)
    worked = _worked(score_part(derivation, "markdown"), score_surface(derivation, "markdown"))
    return {
        "matrix": None, "answers": found, "worked": worked, "mistake": "", "data": f"scores = em.Scores({typed})",
        "python": f'scores.derive("{metric.name}"{arguments(asked)})', "command": "",
    }  # fmt: skip


def _worked(context: Options, surface: Surface) -> str:
    blocks = [*question_block(context), *derivation_blocks(context, level=3)]
    return written("part", blocks, surface, DEFAULT)


def _parameters(convention: Convention) -> Options:
    """A value for each parameter, as it is typed."""
    texts = {name: value_text(p.examples[0]) for name, p in convention.parameters.items()}
    return {name: int(text) if text.isdigit() else text for name, text in texts.items()}


def _required(convention: Convention) -> Options:
    """A value for each parameter that may not be left out."""
    found = _parameters(convention)
    return {name: found[name] for name, parameter in convention.parameters.items() if not parameter.optional}


def _answer(options: Options, value: Value) -> Options:
    return {"call": arguments(options), "value": value_text(value), "decimal": in_decimal(value, PLACES)}
