"""The collection: finding the sheets, checking what is on record, writing the golden documents."""

from __future__ import annotations

import re
import shutil
import stat
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from exactmetrics.derivation.notation.symbols import DEFAULT_LATEX
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.values import Value
from exactmetrics.examples.collection import check_all, check_sheet, discover, write_all
from exactmetrics.expression.reading import value_of
from exactmetrics.metrics.presets import preset_named
from exactmetrics.metrics.registry import metric_named
from exactmetrics.sheets.sheet import answer
from tests.cases import each
from tests.examples.support import MINIMAL, ROOT, name_of, sheet_files, sheet_of
from tests.expression.chains import judge_chain, read_chains
from tests.latex import compile_latex
from tests.sheets.loading import load_sheet

SOURCES = ("000", "001", "002", "003", "004")
DERIVED = (
    MINIMAL + '[[derive]]\nmetric = "accuracy"\n[[claim]]\nmetric = "accuracy"\nprinted = "0.83"\nverdict = "rounded"\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection of one sheet, with its golden documents."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.toml").write_text(DERIVED, encoding="utf-8")
    (tmp_path / "a" / "profile.toml").write_text("title = 'not a sheet'", encoding="utf-8")
    write_all(root=tmp_path)
    return tmp_path


def kinds(folder: Path) -> list[str]:
    return [finding.kind for finding in check_all(root=folder).findings]


def test_everything_on_record_is_what_is_computed() -> None:
    calls: list[tuple[str, int, int]] = []
    report = check_all(progress=lambda *call: calls.append(call))
    assert [str(finding) for finding in report.findings] == []
    assert report.ok
    assert (report.sheets, report.claims) == (len(sheet_files()), 439)
    assert sum(report.verdicts.values()) == 439
    assert [name for name, _, _ in calls] == list(map(name_of, sheet_files()))
    assert [done for _, done, _ in calls] == list(range(len(calls)))


def test_names_of_sources_and_sheets() -> None:
    assert {example.source for example in discover()} == set(SOURCES)
    assert [example.name for example in discover(["002/figure_23.toml", "003"])] == [
        "002/figure_23", "003/definitions", "003/formulas",
    ]  # fmt: skip
    with pytest.raises(UsageError, match="no worked example '002/figure_24'; did you mean '002/figure_23'"):
        discover(["002/figure_24"])


def test_a_missing_a_changed_and_an_orphaned_document(folder: Path) -> None:
    assert (kinds(folder), write_all(root=folder)) == ([], [])
    text = (folder / "a" / "one.md").read_text(encoding="utf-8")
    (folder / "a" / "one.md").write_text(text.replace("5/6", "5/7"), encoding="utf-8")
    (folder / "a" / "one.tex").unlink()
    (folder / "a" / "two.md").write_text("", encoding="utf-8")
    line = 1 + next(number for number, row in enumerate(text.splitlines()) if "5/6" in row)
    found = [str(finding) for finding in check_all(root=folder).findings]
    assert f"a/one.md: differs from line {line} on" in found[0]
    assert "a/one.tex: is missing" in found[1]
    assert "a/two.md: there is no sheet" in found[2]
    assert write_all(root=folder) == [folder / "a" / "one.md", folder / "a" / "one.tex"]
    assert (folder / "a" / "one.md").read_text(encoding="utf-8") == text
    (folder / "a" / "two.md").unlink()
    (folder / "a" / "one.md").write_bytes(text.encode().replace(b"\n", b"\r\n"))
    assert kinds(folder) == ["golden"]


def test_wrong_and_unusable_sheets_are_findings(folder: Path) -> None:
    path = folder / "a" / "one.toml"
    path.write_text(DERIVED.replace('"0.83"', '"0.84"'), encoding="utf-8")
    assert set(kinds(folder)) == {"verdict", "golden"}
    for broken in (DERIVED.replace("title", "titel"), DERIVED.replace('= "accuracy"\n[[claim', '= "acuracy"\n[[claim')):
        path.write_text(broken, encoding="utf-8")
        assert kinds(folder) == ["error"]
        with pytest.raises((InputError, UsageError)):
            write_all(root=folder)
    path.write_bytes(b"title = '\xff'")
    assert kinds(folder) == ["error"]


def test_writing_leaves_nothing_else_behind_and_keeps_the_mode(folder: Path) -> None:
    path = folder / "a" / "one.md"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o600)
    write_all(root=folder)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(file.name for file in path.parent.iterdir()) == ["one.md", "one.tex", "one.toml", "profile.toml"]


def test_checking_writes_nothing(folder: Path) -> None:
    shutil.rmtree(folder / "a")
    (folder / "a").mkdir()
    (folder / "a" / "one.toml").write_text(DERIVED, encoding="utf-8")
    check_all(root=folder)
    assert [file.name for file in (folder / "a").iterdir()] == ["one.toml"]


def judged_links(markdown: str) -> Iterator[tuple[str, str]]:
    """Every relation between two numbers: the formula it stands in, and the verdict."""
    for display, inline in re.findall(
        r"\$\$ (.+?) \$\$|(?<!\$)\$([^$]+)\$(?!\$)", markdown
    ):  # on a line of its own or not
        formula = re.sub(r"\\boxed\{(.*)\}", r"\1", display or inline)
        formula = re.sub(r"\\overline\{(\d+)\}", r"\1...", formula)
        for chain in read_chains(formula):
            yield from ((formula, verdict.word) for verdict in judge_chain(chain) if verdict is not None)


def test_every_equality_of_the_golden_documents_holds() -> None:
    links = [link for path in sheet_files() for link in judged_links(path.with_suffix(".md").read_text("utf-8"))]
    assert [link for link in links if link[1] not in ("exact", "rounded")] == []
    assert len(links) > 500


def named_values(section: str) -> Iterator[tuple[str, Value]]:
    """Every number that a section of a document says a symbol is equal to."""
    for formula in re.findall(r"\$\$ (.+?) \$\$", section):
        for chain in read_chains(re.sub(r"\\boxed\{(.*)\}", r"\1", formula)):
            if chain.members[0].symbolic:
                exactly = [m for m, relation in zip(chain.members[1:], chain.relations, strict=True) if relation == "="]
                yield from ((chain.members[0].text, value_of(m.tree)) for m in exactly if m.tree is not None)


@each("path", sheet_files(), ids=name_of)
def test_a_golden_document_states_every_derived_value_and_every_step_has_it(path: Path) -> None:
    sheet, text = sheet_of(path), path.with_suffix(".md").read_text(encoding="utf-8")
    derived = [dict.fromkeys(named_values(section)) for section in text.split("\n## ")[1:]]
    assert [len({name for name, _ in values}) for values in derived] == [len(values) for values in derived]
    assert sum(map(len, derived)) >= len(sheet.derive)
    boxed = re.findall(r"\\boxed\{.*? = (.+?)(?: (?:=|\\approx) .+)?\} \$\$$", text, re.MULTILINE)
    expected = [str(answer(sheet, question)) for question in sheet.derive]
    assert [re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2", value) for value in boxed] == expected


@each("path", sheet_files(), ids=name_of, quick=4)
def test_a_golden_page_compiles(path: Path, tmp_path: Path, tex_engine: str) -> None:
    """No error, no overfull box, no missing glyph."""
    result = compile_latex(path.with_suffix(".tex").read_text(encoding="utf-8"), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])
    assert result.pages


@each("source", SOURCES)
def test_a_profile(source: str) -> None:
    profile = tomllib.loads((ROOT / source / "profile.toml").read_text(encoding="utf-8"))
    assert {"title", "citation", "preset", "index", "letter", "averages", "symbols"} <= set(profile)
    assert preset_named(profile["preset"]).name == f"source-{source}"
    assert set(profile["averages"]) == {"macro", "micro", "weighted"}
    assert set(profile["symbols"]) == {"latex", "text"}
    # A symbol for a name that no formula uses would never be seen.
    counts = {"tp", "fp", "fn", "tn", "support", "predicted", "weight", "n", "k", "beta"}
    for notation in profile["symbols"].values():
        assert all(name in counts or metric_named(name).name == name for name in notation)
        assert set(notation) <= set(DEFAULT_LATEX)
    for pattern in profile["symbols"]["latex"].values():
        assert pattern.count("{") == pattern.count("}")
    assert set(profile["symbols"]["latex"]) == set(profile["symbols"]["text"])


def test_the_preset_of_a_source_answers_as_its_claims_spell_out() -> None:
    checked = 0
    for sheet in (sheet_of(path) for path in sheet_files() if path.parent.name == "002"):
        for asked in (claim.question for claim in sheet.claims):
            kept = {key: option for key, option in asked.options.items() if key not in ("convention", "combine")}
            if kept != asked.options:
                assert answer(sheet, replace(asked, options={**kept, "preset": "source-002"})) == answer(sheet, asked)
                checked += 1
    assert checked >= 12


def test_the_readme_lists_every_sheet_and_its_own_is_right() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d{3}) \| .+? \| (.+) \|", text, re.M)
    listed = [f"{source}/{stem}" for source, stems in rows for stem in re.findall(r"`(\w+)`", stems)]
    assert sorted(listed) == sorted(map(name_of, sheet_files()))
    (example,) = re.findall(r"```toml\n(.+?)```", text, re.DOTALL)
    sheet = load_sheet(example)
    assert (len(sheet.claims), len(sheet.values), len(sheet.derive)) == (2, 1, 1)
    assert check_sheet(sheet) == []
