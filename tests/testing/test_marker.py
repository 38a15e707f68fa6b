"""The marker in somebody's test suite: the example of docs/testing.md, and what goes wrong."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

from exactmetrics.testing import vectors
from tests.cases import each
from tests.house.source import ROOT

EXAMPLE = r"^```python\n(.*?)^```"


def examples() -> list[str]:
    return re.findall(EXAMPLE, (ROOT / "docs" / "testing.md").read_text(encoding="utf-8"), re.M | re.S)


def suite(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a test file in a folder of its own, with the plugin whether it is installed or not."""
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "exactmetrics.testing.plugin", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "--strict-markers", *options, "test_it.py"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_example_of_the_documentation_runs(tmp_path: Path) -> None:
    example, _ = examples()
    assert len(example.splitlines()) <= 12
    found = suite(tmp_path, example)
    cases = vectors("f1", average="macro", undefined="0", flags=["AbsentClass", "NeverPredicted"])
    assert found.returncode == 0, found.stdout
    assert f"{len(cases)} passed" in found.stdout
    assert len(cases) > 20


def test_the_example_of_scores_runs(tmp_path: Path) -> None:
    found = suite(tmp_path, examples()[1])
    cases = [*vectors("roc_auc"), *vectors("ndcg", k=3)]
    assert found.returncode == 0, found.stdout
    assert f"{len(cases)} passed" in found.stdout
    assert len(cases) > 20


MARKED = """
import pytest
from exactmetrics.testing import assert_exact

@pytest.mark.exactmetrics("recall", average="macro", undefined="0", ulps=1)
def test_it(vector):
    recalls = [row[i] / sum(row) if sum(row) else 0 for i, row in enumerate(vector.rows)]
    assert_exact(float(sum(recalls) / len(recalls)){error}, vector)
"""


def test_a_wrong_library_is_found_case_by_case(tmp_path: Path) -> None:
    found = suite(tmp_path, MARKED.replace("{error}", " * 0.999"), "--tb=line")
    assert found.returncode == 1
    assert "test_it[recall.macro.birds]" in found.stdout
    assert "ulps off (1 allowed)" in found.stdout


def test_one_case_can_be_run_alone(tmp_path: Path) -> None:
    found = suite(tmp_path, MARKED.replace("{error}", ""), "-k", "recall.macro.birds")
    assert found.returncode == 0, found.stdout
    assert "1 passed" in found.stdout


@each(
    ("text", "message"),
    [
        ('@pytest.mark.exactmetrics("recal")\ndef test_it(vector): ...', "no metric 'recal'"),
        ("@pytest.mark.exactmetrics\ndef test_it(vector): ...", "the mark names one metric"),
        ('@pytest.mark.exactmetrics("f1", "macro")\ndef test_it(vector): ...', "and options by name"),
        ('@pytest.mark.exactmetrics("recall")\ndef test_it(): ...', "takes an argument called vector"),
    ],
)
def test_what_is_wrong_with_a_marker_is_said(tmp_path: Path, text: str, message: str) -> None:
    found = suite(tmp_path, f"import pytest\n{text}\n")
    assert found.returncode != 0
    assert message in found.stdout
    assert "pluggy" not in found.stdout


def test_runs_without_the_marker_load_nothing_of_the_package(tmp_path: Path) -> None:
    check = "import sys\ndef test_it(): assert not {'exactmetrics.metrics', 'sympy', 'numpy'} & set(sys.modules)\n"
    found = suite(tmp_path, check)
    assert found.returncode == 0, found.stdout


def test_the_sessions_of_the_documentation_run() -> None:
    text = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    sessions = re.findall(r"^```pycon\n(.*?)^```", text, re.M | re.S)
    assert sessions
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, {}, "docs/testing.md", None, 0)
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0
