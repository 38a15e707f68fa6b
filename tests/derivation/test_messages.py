"""Catalogues: sentences with places and forms, plurals, lists and numbers of each language."""

from __future__ import annotations

import pytest

from exactmetrics.derivation.messages import languages, messages
from exactmetrics.exact.errors import UsageError


def test_a_catalogue_knows_its_language() -> None:
    assert languages() == ["ar", "en", "es"]
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
