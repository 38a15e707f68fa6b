"""Documents in other people's pytest runs: collected by the configuration, each false link a failure at its line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from exactmetrics.testing.collect import _matches
from tests.house.source import ROOT

pytest_plugins = ["pytester"]

RIGHT = "Recall is 4/6 = 0.67.\n"
WRONG = "Recall is 4/6 = 0.67.\n\nAccuracy is 7/9 = 0.87.\n\nHere 1/2 = 0.6 and 1/5 = 0.3.\n"
CUT = "Recall is 4/6 = 0.66.\n"
PLUGIN = ("-p", "exactmetrics.testing.plugin", "-p", "no:cacheprovider")


def configured(pytester: pytest.Pytester, *more: str, documents: str = "docs/*.md") -> None:
    lines = ["[tool.pytest.ini_options]", f'exactmetrics_documents = ["{documents}"]', *more]
    pytester.makefile(".toml", pyproject="\n".join(lines))
    (pytester.path / "docs").mkdir()
    pytester.makepyfile(test_own="def test_own():\n    pass\n")


def write(pytester: pytest.Pytester, **texts: str) -> None:
    for name, text in texts.items():
        (pytester.path / "docs" / f"{name}.md").write_text(text, encoding="utf-8")


def test_a_right_document_is_one_test_that_passes(pytester: pytest.Pytester) -> None:
    configured(pytester)
    write(pytester, right=RIGHT)
    result = pytester.runpytest_inprocess(*PLUGIN, "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["docs/right.md::numbers PASSED*"])


def test_each_false_link_fails_at_its_line(pytester: pytest.Pytester) -> None:
    configured(pytester)
    write(pytester, right=RIGHT, wrong=WRONG)
    result = pytester.runpytest_inprocess(*PLUGIN, "-v")
    result.assert_outcomes(passed=2, failed=3)
    result.stdout.fnmatch_lines([
        "docs/wrong.md::line 3 FAILED*",
        "docs/wrong.md::line 5 column * FAILED*",
        "docs/wrong.md::line 5 column * FAILED*",
        "*7/9 = 0.87: false*",
        "*wrong.md:3: false",
        "*wrong.md:5: false",
    ])  # fmt: skip
    assert "Traceback" not in result.stdout.str()
    assert "runtest" not in result.stdout.str()


def test_a_notebook_fails_at_its_cells(pytester: pytest.Pytester) -> None:
    configured(pytester, documents="docs/*.ipynb")
    printed = {"output_type": "stream", "name": "stdout", "text": ["7/9 = 0.87 and 1/5 = 0.3\n"]}
    cells = [
        {"cell_type": "markdown", "source": ["# A\n", "\n", "Here 1/2 = 0.6.\n"]},
        {"cell_type": "code", "source": [], "outputs": [printed]},
    ]
    text = json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}, indent=1)
    (pytester.path / "docs" / "n.ipynb").write_text(text, encoding="utf-8")
    result = pytester.runpytest_inprocess(*PLUGIN, "-v")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines([
        "docs/n.ipynb::cell 1, line 3 FAILED*",
        "docs/n.ipynb::cell 2, output line 1 column 1 FAILED*",
        "docs/n.ipynb::cell 2, output line 1 column 16 FAILED*",
        "*n.ipynb: cell 1, line 3: false",
    ])  # fmt: skip


def test_one_failure_can_be_asked_for(pytester: pytest.Pytester) -> None:
    configured(pytester)
    write(pytester, wrong=WRONG)
    pytester.runpytest_inprocess(*PLUGIN, "docs/wrong.md::line 3").assert_outcomes(failed=1)
    pytester.runpytest_inprocess(*PLUGIN, "docs/wrong.md").assert_outcomes(failed=3)
    pytester.runpytest_inprocess(*PLUGIN, "test_own.py").assert_outcomes(passed=1)


def test_documents_outside_the_test_paths_are_checked_in_a_whole_run(pytester: pytest.Pytester) -> None:
    configured(pytester, 'testpaths = ["tests"]')
    (pytester.path / "tests").mkdir()
    (pytester.path / "test_own.py").rename(pytester.path / "tests" / "test_own.py")
    write(pytester, wrong=WRONG)
    pytester.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=1, failed=3)
    pytester.runpytest_inprocess(*PLUGIN, "tests").assert_outcomes(passed=1)


def test_strictness_is_an_option(pytester: pytest.Pytester) -> None:
    configured(pytester)
    write(pytester, cut=CUT)
    pytester.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=2)
    pytester.runpytest_inprocess(*PLUGIN, "-o", "exactmetrics_strict=true").assert_outcomes(passed=1, failed=1)


def test_data_are_for_the_documents_they_name(pytester: pytest.Pytester) -> None:
    """Recall of "yes" is 5/10: right in one document, wrong in the other, whose data are others."""
    claim = "| class | precision | recall |\n|---|---|---|\n| yes | 0.83 | 0.50 |\n| no | 0.58 | 0.88 |\n"
    configured(pytester, 'exactmetrics_data = ["docs/a.md = a.csv", "docs/b.md = b.csv"]')
    write(pytester, a=claim, b=claim)
    (pytester.path / "a.csv").write_text(",yes,no\nyes,5,5\nno,1,7\n", encoding="utf-8")
    (pytester.path / "b.csv").write_text(",yes,no\nyes,6,4\nno,1,7\n", encoding="utf-8")
    result = pytester.runpytest_inprocess(*PLUGIN, "-v")
    result.stdout.fnmatch_lines(["docs/a.md::*PASSED*", "docs/b.md::line 3* FAILED*"])


def test_what_cannot_be_read_is_an_error_and_no_crash(pytester: pytest.Pytester) -> None:
    configured(pytester, 'exactmetrics_data = ["missing.csv"]')
    write(pytester, a=RIGHT)
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*missing.csv*"])
    assert "INTERNALERROR" not in result.stdout.str()


def test_a_pattern_out_of_the_project_is_refused(pytester: pytest.Pytester) -> None:
    configured(pytester, documents="../*.md")
    result = pytester.runpytest_inprocess(*PLUGIN)
    assert result.ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize("arguments", [(), ("test_own.py",)])
def test_a_pattern_that_fits_nothing_is_refused(pytester: pytest.Pytester, arguments: tuple[str, ...]) -> None:
    """Else the guard would be off unnoticed: doc for docs."""
    configured(pytester, documents='doc/*.md", "docs/*.md')
    write(pytester, right=RIGHT)
    result = pytester.runpytest_inprocess(*PLUGIN, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*exactmetrics_documents: 'doc/[*].md' fits no file below*"])


def test_data_of_no_document_are_refused(pytester: pytest.Pytester) -> None:
    configured(pytester, 'exactmetrics_data = ["doc/a.md = a.csv"]')
    write(pytester, a=RIGHT)
    result = pytester.runpytest_inprocess(*PLUGIN)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*exactmetrics_data: 'doc/a.md' fits none of the documents*"])


def test_a_failure_says_what_is_right(pytester: pytest.Pytester) -> None:
    """Specificity of yes is 7/8, of a 2x2 table counted by hand."""
    configured(pytester, 'exactmetrics_data = ["a.csv"]')
    (pytester.path / "a.csv").write_text(",yes,no\nyes,5,5\nno,1,7\n", encoding="utf-8")
    write(pytester, a="| class | specificity |\n|---|---|\n| yes | 0.58 |\n")
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.stdout.fnmatch_lines([
        "*specificity, class yes is printed as 0.58 (yes, specificity): wrong",
        "  exact value: 7/8 = 0.875 (0.88 at the digits printed)",
    ])  # fmt: skip


def test_other_peoples_runs_load_nothing(tmp_path: Path) -> None:
    """Without documents in the configuration not one module of the engine is imported."""
    (tmp_path / "test_own.py").write_text(
        "import sys\n\n\ndef test_own():\n"
        "    loaded = {name for name in sys.modules if name.startswith('exactmetrics')}\n"
        "    assert loaded == {'exactmetrics', 'exactmetrics.testing', 'exactmetrics.testing.plugin'}\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", *PLUGIN, str(tmp_path / "test_own.py")]
    run = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_two_stars_stand_for_any_folders() -> None:
    names = ("docs/a.md", "docs/b/c/a.md", "a.md", "docs/a.txt")
    assert [_matches(Path(name), "docs/**/*.md") for name in names] == [True, True, False, False]
