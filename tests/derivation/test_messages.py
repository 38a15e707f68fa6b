"""Catalogues: sentences with places and forms, plurals, lists and numbers of each language."""

from __future__ import annotations

import pytest

from exactmetrics.derivation.messages import Messages, languages, messages
from exactmetrics.derivation.words import Reworded, Words
from exactmetrics.exact.errors import UsageError


def test_a_catalogue_knows_its_language() -> None:
    assert languages() == ["ar", "de", "en", "es", "fr"]
    assert (messages("ar").direction, messages("es").direction, messages("es").get("language")) == (
        "rtl",
        "ltr",
        "español",
    )
    assert [messages("ar").plural(n) for n in (1, 2, 7, 11, 100)] == ["one", "two", "few", "many", "other"]


def test_sentences() -> None:
    say = messages()
    assert say.get("step", "reduce", "title") == "Reduce"
    assert (say.has("step", "reduce", "text"), say.has("step", "reduce")) == (True, False)
    assert say.find("step", "no such step") is None
    for path in (("step", "reduce"), ("step", "none", "text")):
        with pytest.raises(UsageError, match=f"the message catalogue en has no sentence {'.'.join(path)}"):
            say.get(*path)
    counts = {"1": "1 sample", "$1$": "1 sample", "1,001": "1,001 samples", "many": "many samples"}
    assert {n: say.say(("words", "samples"), lambda name, n=n: n) for n in counts} == counts  # type: ignore[misc]


def test_lists_and_numbers() -> None:
    say = messages()
    assert [say.listing(items) for items in ([], ["9"], ["9", "9", "10"])] == ["", "9", "9, 9 and 10"]
    assert (say.row(["1 = a", "2 = b"]), say.either(["a = 0", "b = 0"])) == ("1 = a, 2 = b", "a = 0 or b = 0")
    assert say.grouped(1048576) == "1,048,576"


def test_what_a_language_does_not_say_is_said_in_english_with_its_plurals() -> None:
    english = Messages(
        {
            "plural": {"one": {"from": 1, "to": 1}},
            "words": {"samples": {"by": "n", "one": "1 sample", "other": "{n} samples"}, "total": "total"},
            "data": {"intro": "{n} of {k}", "cells": {"by": "n", "one": "a cell", "other": "{n} cells"}},
        }
    )
    other = Messages(
        {
            "plural": {"one": {"from": 0, "to": 9}},
            "words": {"samples": {"by": "n", "one": "wenig", "other": "{n} Proben"}},
            "data": {"intro": "{k}: {n}"},
        },
        "xx",
        english,
    )

    def said(*path: str, **facts: str) -> str:
        return other.say(path, facts.__getitem__)

    assert (said("words", "samples", n="5"), said("words", "samples", n="12")) == ("wenig", "12 Proben")
    assert (said("data", "cells", n="1"), said("data", "cells", n="5")) == ("a cell", "5 cells")
    assert (said("data", "intro", n="1", k="2"), other.get("words", "total")) == ("2: 1", "total")
    assert (other.has("words", "total"), other.has("words", "none"), other.find("none")) == (True, False, None)
    with pytest.raises(UsageError, match=r"the message catalogue xx has no sentence words\.none"):
        other.get("words", "none")


def test_the_readers_own_words_stand_in_english_sentences_too() -> None:
    silent = Messages({}, "xx", messages())
    own = Reworded(silent, Words(words=(("sample", "patient"), ("samples", "patients"))))
    assert own.say(("data", "four", "intro"), str) == "For one class, every patient is one of these four:"
