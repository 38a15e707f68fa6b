"""The words that may stand on the pages of a language."""

from __future__ import annotations

import re

from exactmetrics.derivation.messages import messages
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.registry import all_metrics
from tests.derivation.catalogues import catalogue, sentences, words

METRICS = all_metrics()


def named_in(language: str) -> list[Metric]:
    """The metrics a language names; of any other its pages have the English title and sentences."""
    return [m for m in METRICS if ("metric", m.name, "title") in catalogue(language)]


def names_of_the_program(language: str) -> set[str]:
    """Words that are typed as they are: conventions, forms, parameters, options, presets, and letters and functions."""
    found = {"macro", "micro", "undefined", "omit", "propagate", "over", "scikit", "learn", "chi", "phi", "max", "sgn"}
    found |= words(" ".join(PRESETS))
    for metric in named_in(language):
        found |= set(metric.parameters)
        for convention in metric.conventions.values():
            found |= words(convention.name.replace("-", " ")) | words(" ".join(convention.forms))
    return found


def english_words() -> set[str]:
    """What English pages say."""
    return words(" ".join(sentences("en")))


def of_html(page: str) -> str:
    """The words of an HTML page that are read or spoken."""
    spoken = re.findall(r'(?:aria-label|title|alt)="([^"]*)"', page)
    seen = re.sub(r"<style.*?</style>|<math.*?</math>", " ", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", seen) + " ".join(spoken)


def without_names(page: str, language: str) -> str:
    """A page without names that are typed as they are: the paragraph of them, those of functions, set as code, and
    those of places that links lead to."""
    head = messages(language).get("result", "more", "names")
    kept = "\n\n".join(paragraph for paragraph in page.split("\n\n") if head not in paragraph)
    return re.sub(r"`[^`]*`|(?<=\])\(#[^)]*\)|<a id=[^>]*>", " ", kept)
