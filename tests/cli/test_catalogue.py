"""The group, `metrics` and `examples`: what the command says of itself, of metrics, and of worked examples."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

import exactmetrics as em
import exactmetrics._resources as resources
from exactmetrics.cli import COMMANDS, TRY
from exactmetrics.examples import collection
from exactmetrics.metrics.presets import PRESETS
from tests.cases import each, sample
from tests.cli.run import printed, refused, run
from tests.examples.support import ROOT, ledger, name_of, sheet_files

README = Path(__file__).resolve().parents[2] / "README.md"


def test_no_arguments_show_a_worked_example() -> None:
    shown = printed()
    assert all(name in shown for name in ("bird", "cat", "dog"))
    assert "P_weighted = 409/630 ≈ 0.6492\n" in shown
    lines = shown.splitlines()
    assert all(lines[:2])
    assert [line.strip() for line in lines[-3:]] == list(TRY)
    assert [line for line in TRY if not printed(*shlex.split(line)[1:])] == []


def test_every_command_has_help_with_an_example_and_says_the_same_of_data() -> None:
    said = set()
    for command in COMMANDS:
        shown = printed(command, "--help")
        assert f"Examples:\n    exactmetrics {command}" in shown
        assert f"\n  {command} " in printed("--help")
        _, taken, rest = " ".join(shown.split()).partition(" DATA is a file (CSV,")
        said |= {rest.partition("true class.")[0]} if taken else set()
    assert len(said) == 1
    assert printed("--version") == f"exactmetrics {em.__version__}\n"


def test_the_page_of_the_readme_is_what_the_command_prints() -> None:
    pages = re.findall(r"^```\n\$ exactmetrics ([^\n]*)\n(.*?)\n```$", README.read_text(encoding="utf-8"), re.M | re.S)
    assert pages
    for command, page in pages:
        assert run(*shlex.split(command)).stdout.rstrip("\n") == page


def test_the_catalogue_names_every_metric_once_and_every_alias_and_fits() -> None:
    listing = printed("metrics")
    lines = listing.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Most taught:"
    named = [line.split()[0] for line in lines if re.match("  [a-z]", line)]
    assert named[:3] == ["accuracy", "precision", "recall"]
    assert sorted(named) == sorted(metric.name for metric in em.metrics())
    words = set(re.findall(r"[\w-]+", listing))
    assert {alias for metric in em.metrics() for alias in metric.aliases} <= words


def test_the_help_groups_the_commands_by_what_they_are_for() -> None:
    told = printed("--help")
    places = [told.index(f"\n{purpose}:\n") for purpose in ("Compute", "Show", "Check", "Teach", "For maintainers")]
    assert places == sorted(places)
    assert [name for name in COMMANDS if told.count(f"\n  {name} ") != 1] == []


@each("name", ["precision", "sensitivity", "F1-score"])
def test_one_entry(name: str) -> None:
    assert printed("metrics", name).split() == em.explain(name).split()


def test_no_line_of_an_entry_is_wider_than_where_it_is_read() -> None:
    every = [
        printed("metrics", "--conventions"),
        *(printed("metrics", name) for name in sample([m.name for m in em.metrics()], 40)),
    ]
    lines = [line for text in every for line in text.splitlines()]
    assert len(lines) > 1000
    assert [line for line in lines if len(line) > 80] == []


def test_disagreements_hold_every_convention_form_and_preset() -> None:
    shown = printed("metrics", "--conventions")
    entries = {text.partition(":")[0]: text for text in shown.split("\n\n") if text}
    for metric in em.metrics():
        several = [c for c in metric.conventions.values() if len(c.forms) > 1]
        if len(metric.conventions) > 1 or several:
            assert metric.name in entries
            own = printed("metrics", metric.name, "--conventions")
            assert own.strip() in shown
            for convention in metric.conventions.values():
                assert convention.description in " ".join(own.split())
                assert len(metric.conventions) == 1 or f"convention {convention.name}\n" in own
                assert len(convention.forms) == 1 or all(form in own for form in convention.forms)
    assert [preset.name for preset in PRESETS.values() if preset.name not in shown] == []
    assert "\ntp:" not in shown  # nobody disagrees on it
    assert ">>>" not in shown


@each(("metric", "preset", "stance"), [
    # Known from the libraries' own documentation: zero_division=0 in scikit-learn, "None" in PyCM.
    ("precision", "sklearn-1.9", "0/0: 0"), ("precision", "pycm-4.6", "0/0: propagate"),
    # yardstick's balanced accuracy is another number; scikit-learn drops classes without true samples.
    ("balanced_accuracy", "yardstick-1.4", "convention: recall-specificity"),
    ("balanced_accuracy", "sklearn-1.9", "over: true"), ("mcc", "torchmetrics", "where all are right"),
])  # fmt: skip
def test_the_stances_of_presets(metric: str, preset: str, stance: str) -> None:
    told = printed("metrics", metric, "--conventions")
    assert told.startswith(f"{metric}: ")
    rows = [" ".join(row.split()) for row in re.split(r"\n    (?=\S)", told)]
    assert [row for row in rows if row.startswith(preset) and stance in row]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of one source that may be changed, with golden documents that are up to date."""
    root = tmp_path / "worked_examples"
    shutil.copytree(ROOT / "000", root / "000")
    monkeypatch.setattr(collection, "worked_examples_root", lambda: root)
    monkeypatch.setattr(collection, "worked_examples_dir", lambda: root)
    assert run("examples", "--write").exit_code == 0
    return root


def test_the_list_of_examples_names_every_sheet_and_counts_every_claim() -> None:
    lines = printed("examples").splitlines()[2:]
    assert [line.split()[0] for line in lines] == [name_of(path) for path in sheet_files()]
    assert sum(int(line.split()[-1]) for line in lines) >= len(ledger())
    assert len(printed("examples", "000").splitlines()) == 2 + len(list(ROOT.glob("000/[!p]*.toml")))
    assert len(printed("examples", "002/figure_23").splitlines()) == 3


def test_a_wrong_verdict_and_what_cannot_be_read_are_findings(copy: Path) -> None:
    result = run("examples", "--check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{len(list(ROOT.glob('000/[!p]*.toml')))} sheets" in result.stdout
    sheet = copy / "000" / "weighted_averages.toml"
    text = sheet.read_text(encoding="utf-8")
    assert 'verdict = "rounded"' in text
    sheet.write_text(text.replace('verdict = "rounded"', 'verdict = "exact"', 1), encoding="utf-8")
    (copy / "000" / "broken.toml").write_text("title = ", encoding="utf-8")
    result = run("examples", "--check")
    assert result.exit_code == 1
    assert all(part in result.stdout for part in ("000/weighted_averages: ", "'rounded'", "000/broken"))


def test_a_changed_golden_file_is_a_finding_until_it_is_written(copy: Path) -> None:
    golden = copy / "000" / "weighted_averages.md"
    before = golden.read_bytes()
    golden.write_bytes(before.replace(b"409", b"410"))
    result = run("examples", "--check", "000/weighted_averages")
    assert result.exit_code == 1
    assert "weighted_averages.md" in result.stdout
    result = run("examples", "--write")
    assert (result.exit_code, result.stdout.splitlines()) == (0, [str(golden)])
    assert golden.read_bytes() == before
    assert run("examples", "--check").exit_code == 0
    result = run("examples", "--write")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "up to date" in result.stderr


def test_a_collection_that_cannot_be_written(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "worked_examples_root", lambda: object())
    monkeypatch.setattr(collection, "worked_examples_dir", resources.worked_examples_dir)
    assert "cannot be written" in refused("examples", "--write")
