"""Derivations of label sets: the reader of their pages in tests/corpus, hostile names, words and other languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from exactmetrics import Multilabel, OneVsRest
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.words import check_said, texts_of
from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from tests.cases import EXHAUSTIVE, each, sample
from tests.derivation.documents import Document, Table, take_apart
from tests.derivation.hostile import HTML, MARKDOWN, TEMPLATES, TEX
from tests.derivation.rereading import FaultError, chains_of, check_equal, check_numeric
from tests.latex import compile_latex, joined

BEACH = Multilabel.from_label_sets(
    [["sea", "sun"], ["sun"], [], ["sand", "sea"]], [["sea"], ["sun", "sand"], [], ["sand", "sea"]]
)
COUNTS = ("tp", "fp", "fn")


def check(derivation: Derivation, surface: str, page: str | None = None) -> int:
    """Every chain and every table of a page about samples holds; how many members were read."""
    document = take_apart(derivation.to(surface) if page is None else page, surface)
    blocks: Any = derivation.blocks
    value = derivation.value
    count = check_data(document, blocks)
    for section, step in zip(document.steps[1:], derivation.steps[1:], strict=True):
        for table in section.tables:
            if step.table is not None and step.table.total is None:
                count += check_values(table, derivation, step.table.blocks)
        for chain in chains_of(section.rows):
            whole = chain.name.endswith(("samples", "samples}}")) and chain.trees
            count += check_equal(chain, value if whole else chain.values()[0]) if chain.trees else 0
    for chain in chains_of([without_decimal(row) for row in document.result.rows]):
        count += check_equal(chain, value if chain.name else chain.values()[0])
    return count


def check_data(document: Document, blocks: Any) -> int:
    """Each row says the labels of its sample and how many there are of each kind."""
    [table] = document.data.tables
    assert table[0][0] == "sample"
    for row, at in zip(table[1:], range(blocks.k), strict=False):
        assert row[0] == str(blocks.labels[at])
        if blocks.sets:
            true, pred = ([] if "none" in cell else cell.split(", ") for cell in row[1:3])
            pair = [list(map(str, side.names)) for side in blocks.sets[at]]
            assert [true, pred] == pair
            found = [len({*true} & {*pred}), len({*pred} - {*true}), len({*true} - {*pred})]
        else:
            found = [int(cell) for cell in row[1:4]]
        shown = row[3:6] if blocks.sets else row[1:4]
        if list(map(int, shown)) != [getattr(blocks, count)[at] for count in COUNTS] or list(map(int, shown)) != found:
            raise FaultError(f"{row} of {blocks!r}")
        if blocks.weighted and check_numeric(row[-1]) != [blocks.times[at]]:
            raise FaultError(f"{row[-1]} is not the weight {blocks.times[at]}")
    return len(table)


def check_values(table: Table, derivation: Derivation, columns: list[str]) -> int:
    """The counts are those of the samples, and the value of each is that of its counts, asked for by themselves."""
    blocks: Any = derivation.blocks
    metric = derivation.request.metric.name
    counts = {at: {name: getattr(blocks, name)[at] for name in ("tp", "fp", "fn", "tn")} for at in range(blocks.k)}
    known = list(OneVsRest.from_counts(counts, partition=False).values(metric).values())
    assert len(table) == 1 + blocks.k
    read = 0
    for at, (row, expected) in enumerate(zip(table[1:], known, strict=True)):
        for name, cell in zip(columns, row[1:], strict=False):
            count = blocks.times[at] if name == "weight" else getattr(blocks, name)[at]
            if check_numeric(cell) != [count]:
                raise FaultError(f"{name} is {count}, not {cell}")
        if isinstance(expected, Undefined):
            assert row[-1] == "undefined" or re.search(r"\*|ast", row[-1]), row
            continue
        values = check_numeric(row[-1])
        if set(values) != {expected}:
            raise FaultError(f"{row} is not {expected}")
        read += len(values)
    return read


def without_decimal(row: str) -> str:
    """A row of the result without the decimal behind it."""
    return re.sub(r"\s*(\\approx|≈)\s*[0-9.]+|(?<=[0-9}]) = 0\.[0-9]+", "", row)


def test_a_wrong_digit_is_seen() -> None:
    derivation = BEACH.derive("precision", average="samples", undefined=0)
    page = derivation.to("text")
    start, wrong, seen = page.index("2. "), 0, 0
    assert check(derivation, "text", page) > 15
    lines = [m.span() for m in re.compile(r"^ {3}.*$", re.MULTILINE).finditer(page, start, page.index("\nResult"))]
    for at in sample([at for a, b in lines for at in range(a, b) if page[at].isdigit()], 60):
        mutant = page[:at] + str((int(page[at]) + 1) % 10) + page[at + 1 :]
        wrong += 1
        try:
            check(derivation, "text", mutant)
        except (FaultError, AssertionError, ReadingError, ValueError, ZeroDivisionError):
            seen += 1
    assert wrong > 20
    assert seen > 0.8 * wrong  # the counts beside a value are those of the data, which it is not held against here


def test_pages_speak_of_labels_and_samples() -> None:
    """No page about labels speaks of classes, and none about samples of samples that are labels."""
    titles = "|".join(m.title.replace(" ", r"\s+") for m in all_metrics() if "class" in m.title)
    asked = [{"average": "samples"}, {"average": "macro"}, {"average": "micro"}, {"label": "sun"}]
    for metric in (m for m in all_metrics() if m.scope == "class" and not m.partition):
        options: dict[str, Any] = {name: p.examples[0] for name, p in metric.standard.parameters.items()}
        mark = crc32(metric.name.encode())
        for one in asked if EXHAUSTIVE else [asked[mark % 4]] * (mark % 2):
            page = BEACH.derive(metric.name, undefined=(0, "propagate")[mark // 4 % 2], **one, **options).to_text()
            page = re.sub(titles, "", page, flags=re.IGNORECASE)
            assert not re.findall(r".*\bclass(?:es)?\b.*", page), (metric.name, one)


def hostile(names: list[str], number: int) -> Multilabel:
    """Samples that have each of some names, a few at a time."""
    some = sample(list(dict.fromkeys(names)), number)
    rows = [some[at : at + 4] for at in range(0, len(some), 4)]
    return Multilabel.from_label_sets(rows, [*rows[1:], []], labels=some)


def test_hostile_names_are_escaped() -> None:
    ours = hostile([*TEX, *MARKDOWN, *HTML, *TEMPLATES], 40)
    for asked in ({"metric": "f1", "average": "samples", "undefined": 0}, {"metric": "subset_accuracy"}):
        derivation = ours.derive(**asked)
        page = derivation.to_html()
        assert not re.search(r"<(script|b|img|svg|a)[ >]", page.partition("<main")[2] or page)
        for surface in ("markdown", "text", "latex"):
            document = take_apart(derivation.to(surface), surface)
            heads = document.data.tables[0][0]
            assert heads[0] in ("sample", "actual labels")
            assert {len(row) for row in document.data.tables[0]} == {len(heads)}


@each("format", ["latex-document", "beamer-document"])
def test_latex_sets_every_page_within_its_width(format: str, tex_engine: str, tmp_path: Path) -> None:
    ours = hostile([*TEX, *MARKDOWN, *HTML], 12)
    made = [ours.derive("f1", average="samples", undefined=0), ours.derive("subset_accuracy")]
    made += [BEACH.derive("hamming_loss")]
    result = compile_latex(joined([one.to(format) for one in made]), tmp_path, engine=tex_engine)
    assert not result.errors
    assert not result.overfull


def test_other_languages_and_words_of_the_reader() -> None:
    with pytest.raises(UsageError, match="no words yet in the language 'de'"):
        BEACH.derive("f1", average="samples", language="de")
    assert "Makro" in BEACH.derive("f1", average="macro", language="de").to_text()
    words = {"words": {"sample": "photo", "samples": "photos"}, "names": {"f1": "Dice"}}
    page = BEACH.derive("f1", average="samples", undefined=0, words=words).to_text()
    assert "photo 3 has no actual and no predicted label" in " ".join(page.split())
    assert "Dice" in page


def test_every_phrase_of_the_vocabulary_is_said() -> None:
    english = messages()
    said = re.sub(r"\{\w+\}", "…", "\n".join(texts_of(english)))
    for of in ("labels", "samples", "sets"):
        for phrase in english.own("multilabel", f"of_{of}", "words"):
            check_said(phrase, phrase, said, "en", of)
