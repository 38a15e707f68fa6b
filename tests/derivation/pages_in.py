"""Pages of the whole registry in a language, and the words that may stand on them."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import exactmetrics as em
from exactmetrics.derivation.messages import messages
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from tests.cases import EXHAUSTIVE, sample
from tests.contracts.questions import questions
from tests.derivation.catalogues import catalogue, sentences, words

METRICS = all_metrics()


def named_in(language: str) -> list[Metric]:
    """The metrics a language names; of any other its pages have the English title and sentences."""
    return [m for m in METRICS if ("metric", m.name, "title") in catalogue(language)]


def names_of_the_program(language: str) -> set[str]:
    """Words that are typed as they are: conventions, forms, parameters, options, presets, and letters and functions."""
    found = {"macro", "micro", "undefined", "omit", "propagate", "over", "scikit", "learn", "chi", "phi", "max", "sgn"}
    for metric in named_in(language):
        found |= set(metric.parameters)
        for convention in metric.conventions.values():
            found |= words(convention.name.replace("-", " ")) | words(" ".join(convention.forms))
    return found


def english_words() -> set[str]:
    """What English pages say: the catalogue, and the titles and descriptions of the definitions."""
    said = [*sentences("en"), *(m.title for m in METRICS), *(m.doc.split("Reference:")[0] for m in METRICS)]
    return words(" ".join(said))


def of_html(page: str) -> str:
    """The words of an HTML page that are read or spoken."""
    spoken = re.findall(r'(?:aria-label|title|alt)="([^"]*)"', page)
    seen = re.sub(r"<style.*?</style>|<math.*?</math>", " ", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", seen) + " ".join(spoken)


def without_names(page: str, language: str) -> str:
    """A page without names that are typed as they are: the paragraph of them, and those of functions, set as code."""
    head = messages(language).get("result", "more", "names")
    kept = "\n\n".join(paragraph for paragraph in page.split("\n\n") if head not in paragraph)
    return re.sub("`[^`]*`", " ", kept)


@cache
def pages(language: str) -> list[tuple[str, str]]:
    """Every question of the metrics a language names on a matrix with zeros, under policies, and reports."""
    rows = [[6, 0, 1], [1, 0, 2], [0, 0, 0]]
    cm = em.ConfusionMatrix(rows, labels=["x", "y", "z"])
    out = []
    named = [m.name for m in named_in(language)]
    plain = sample([m.name for m in named_in(language) if not m.parameters], 40)
    of_classes = [m.name for m in named_in(language) if not (m.parameters or m.partition)]
    looks = list(product((None, 0, "omit"), ("full", "scaffold")))
    for at, question in enumerate(sample([q for q in questions(3) if q.metric in named], 25)):
        options = dict(question.options)
        if "label" in options:
            options["label"] = "xyz"[options["label"]]
        for shift in (0, 3) if EXHAUSTIVE else (0,):  # both details, the policies by turns
            undefined, detail = looks[(at + shift) % len(looks)]
            derivation = cm.derive(question.metric, undefined=undefined, language=language, detail=detail, **options)
            out.append((f"{question} {undefined} {detail}", without_names(derivation.to_markdown(), language)))
    for preset in (None, "sklearn"):
        out.append((f"report {preset}", cm.report(metrics=plain, preset=preset, language=language).to_markdown()))
    partial = em.OneVsRest.from_counts({"x": {"tp": 3, "fn": 1, "fp": 2}, "y": {"tp": 5, "fn": 2, "fp": 1}})
    out += [("partial", partial.derive("f1", average="macro", language=language).to_markdown())]
    out += [("partial report", partial.report(metrics=of_classes, language=language).to_markdown())]
    out += [("float", cm.derive("fbeta", label="x", beta=0.5, language=language).to_markdown())]
    pairs = [({"average": "macro"}, {"average": "macro", "combine": "averages"}), ({"label": "x"}, {"label": "y"})]
    for first, second in pairs:
        sides = [cm.derive("f1", language=language, **side) for side in (first, second)]
        out.append((f"{first} {second}", without_names(em.compare(*sides).to_markdown(), language)))
    shown = [cm.derive("mcc", language=language), cm.derive("f1", label="x", language=language)]
    out += [
        ("html", of_html(document.to("html"))) for document in (*shown, cm.report(metrics=plain, language=language))
    ]
    big = em.ConfusionMatrix([[1] * 55 for _ in range(55)])
    return [*out, ("big report", big.report(metrics=plain, language=language).to_markdown())]
