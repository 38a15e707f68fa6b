"""Nothing that the package prints has changed unseen: `python -m tests.frozen show CASE` shows a difference."""

from __future__ import annotations

from zlib import crc32

import pytest

from tests.cases import EXHAUSTIVE
from tests.corpus.cases import Case
from tests.corpus.readers import every_case
from tests.frozen.__main__ import HASHES, difference, recorded
from tests.frozen.sections import SECTIONS, hashes

# What is meant to differ is written anew, and the diff of the hashes is part of the commit.
ADVICE = (
    'differs: look at it with `python -m tests.frozen show "{}"`; where it is meant: `python -m tests.frozen write`'
)
PARTS = 6  # of a section, so that workers share it; the quick run takes one


@every_case()
def test_pages_are_as_recorded(case: Case) -> None:
    assert difference("pages", case.name, case.texts) == [], ADVICE.format(case.name)


@pytest.mark.parametrize("part", range(PARTS if EXHAUSTIVE else 1))
@pytest.mark.parametrize("section", [name for name in SECTIONS if name != "pages"])
def test_texts_are_as_recorded(section: str, part: int) -> None:
    keys = [key for key in SECTIONS[section].names() if crc32(key.encode()) % PARTS == part]
    changed = {key: names for key in keys if (names := difference(section, key, SECTIONS[section].texts(key)))}
    assert changed == {}, ADVICE.format(next(iter(changed)))


def test_every_section_is_recorded() -> None:
    assert {path.stem for path in HASHES.glob("*.txt")} == set(SECTIONS)
    for section in SECTIONS:
        names, known = set(SECTIONS[section].names()), set(recorded(section))
        assert known - names == set()
        assert len(names - known) < len(names) / 10, "run: python -m tests.frozen write"  # what is new, as a metric


def test_a_changed_text_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.frozen.__main__.recorded", lambda section: {"a case": hashes({"text": "1/2", "html": "x"})}
    )
    assert difference("pages", "a case", {"text": "1/2", "html": "x"}) == []
    assert difference("pages", "a case", {"text": "1/3", "html": "x"}) == ["text"]
    assert difference("pages", "another case", {"text": "1/3"}) == []
