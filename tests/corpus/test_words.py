"""What is said on the pages: no internals, no words of another language, each sentence where it is true."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from exactmetrics.derivation.look import averages_below
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.metrics.presets import PRESETS
from tests.corpus.cases import OTHER_LANGUAGES, Case
from tests.corpus.readers import derivations, every_case
from tests.derivation.catalogues import catalogue, prose, sentences, words
from tests.derivation.conditions import (
    check_conditions,
    check_introductions,
    check_plainness,
    check_reductions,
    check_steps,
)
from tests.derivation.html_reader import parsed
from tests.derivation.pages_in import english_words, named_in, names_of_the_program, of_html, without_names
from tests.derivation.test_html import check_core, check_loads_nothing, check_well_formed

INTERNALS = re.compile(r"Fraction\(|Root\(|Undefined\(|Num\(|<[a-z_.]+ object|\bNone\b|\{\{ |<%|<<|[\x01-\x08]")


@every_case()
def test_no_page_shows_what_is_inside_the_program(case: Case) -> None:
    for format, text in case.texts.items():
        assert not (leak := INTERNALS.search(text)), (format, leak)
    if not {"strange-names", "subset_accuracy"} & set(case.name.split()):  # sets stand in braces
        assert not set("{}\\$") & set(case.texts["text"] + case.texts["text-2d"])


@every_case(derivations)
def test_titles_and_sentences_are_said_where_they_are_true(case: Case) -> None:
    check_conditions(case.derivation)


@every_case(derivations)
def test_sentences_are_short_and_plain(case: Case) -> None:
    check_plainness(case.texts["markdown"])


@every_case(derivations)
def test_a_symbol_is_introduced_before_it_is_used(case: Case) -> None:
    check_introductions(case.derivation)


@every_case(derivations)
def test_what_is_reduced_stays_reduced(case: Case) -> None:
    check_reductions(case.derivation)


@every_case(derivations)
def test_steps_are_few_and_different(case: Case) -> None:
    check_steps(case.derivation, case.texts["text"])


@every_case()
def test_html_is_well_formed_core_and_loads_nothing(case: Case) -> None:
    page = case.texts["html"]
    check_well_formed(page)
    check_loads_nothing(page)
    check_core(parsed(page))


@every_case(lambda case: case.verb == "report" and "derivations" not in case.name)
def test_reports_keep_to_80_columns(case: Case) -> None:
    assert [line for line in case.texts["text"].splitlines() if terminal_width(line) > 80] == []


def named(case: Case, language: str) -> bool:
    """Whether the language names every metric of the page; of others the English title and sentences stand there."""
    told = {path[1] for path in catalogue(language) if path[0] == "metric"}
    return {name for asked in case.asked for name in asked.metric.split(",")} <= told


@cache
def foreign(language: str) -> set[str]:
    """English words that the language does not have."""
    presets = words(" ".join(PRESETS))
    return english_words() - words(" ".join(sentences(language))) - names_of_the_program(language) - presets


@every_case(lambda case: case.in_every_language)
def test_no_english_word_stands_on_a_page_of_another_language(case: Case) -> None:
    labels = (str(label) for asked in case.asked for label in asked.source.labels)
    names = words(" ".join(labels)) | words(case.name.replace("_", " "))  # a convention, as it is typed
    for language in OTHER_LANGUAGES:
        if named(case, language):
            text = without_names(case.texts[f"markdown.{language}"], language)
            head = re.escape(messages(language).get("result", "more", "names"))
            typed = rf"<code.*?</code>|<p[^>]*>(?:(?!</p>).)*{head}.*?</p>"
            page = re.sub(typed, " ", case.texts[f"html.{language}"], flags=re.DOTALL)
            said = words(prose(text)) | words(of_html(page))
            assert said & foreign(language) - names == set(), language


@every_case(lambda case: case.in_every_language and case.verb != "report")
def test_pages_of_all_languages_hold_the_same_formulas(case: Case) -> None:
    english = case.texts["markdown"].replace(r"\text{label ", r"\text{class ")  # of label sets, in English
    for language in OTHER_LANGUAGES:
        other = re.sub(r"(\d)\{,\}(?=\d)", r"\1.", case.texts[f"markdown.{language}"])
        other = other.replace(rf"\text{{{messages(language).get('words', 'below')} ", r"\text{class ")
        for word, name in averages_below(messages(language)).items():
            other = re.sub(rf"\\text\{{{name}(?=[,}}])", rf"\\text{{{word}", other)
        formulas = [re.findall(r"\$\$ .*? \$\$", page) for page in (english, other)]
        assert formulas[0] == formulas[1], language
        assert formulas[0] or case.verb == "compare" or "=" not in english, language
        inline = [Counter(re.findall(r"(?<!\$)\$[^$]+\$(?!\$)", page)) for page in (english, other)]
        apart = (inline[0] - inline[1]) + (inline[1] - inline[0])
        # A symbol stands behind a name that does not begin with its letter, a formula for a word that is inflected.
        assert apart.total() <= 2, language


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_there_are_english_words_to_look_for(language: str) -> None:
    assert len(foreign(language)) > 200
    assert len(named_in(language)) > 60
