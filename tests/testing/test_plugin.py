"""The plugin in other people's pytest runs: documents that fail at their lines, marked tests run for each case."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sklearn.metrics  # noqa: F401  # loaded once, not by each run; so is the next

from exactmetrics.testing import vectors
from tests.house.source import ROOT

pytest_plugins = ["pytester"]

PLUGIN = ("-p", "pytest_exactmetrics", "-p", "no:cacheprovider", "--strict-markers")
RIGHT = "Recall is 4/6 = 0.67.\n"
WRONG = "Recall is 4/6 = 0.67.\n\nAccuracy is 7/9 = 0.87.\n\nHere 1/2 = 0.6 and 1/5 = 0.3.\n"
CUT = "Recall is 4/6 = 0.66.\n"
CLAIM = "| class | precision | recall |\n|---|---|---|\n| yes | 0.83 | 0.50 |\n| no | 0.58 | 0.88 |\n"
COUNTS = ",yes,no\nyes,5,5\nno,1,7\n"


def configure(project: pytest.Pytester, documents: str, *more: str) -> None:
    lines = ["[tool.pytest.ini_options]", f"exactmetrics_documents = [{documents}]", *more]
    project.makefile(".toml", pyproject="\n".join(lines))
    project.makepyfile(test_own="def test_own():\n    pass\n")


def write(project: pytest.Pytester, texts: dict[str, str | bytes]) -> None:
    for name, text in texts.items():
        file = project.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_each_document_is_judged_by_itself(pytester: pytest.Pytester) -> None:
    """What is false fails at its line, and what cannot be read alone: an error would end the run before any test.

    Recall of yes is 5/10 in the data of a, as it says; 6/10, counted by hand, in those of b.
    """
    data = ["docs/a.md = a.csv", "docs/b.md = b.csv", "docs/lost.md = missing.csv"]
    configure(pytester, '"docs/*.md", "docs/*.ipynb"', f"exactmetrics_data = {data}")
    printed = {"output_type": "stream", "name": "stdout", "text": ["7/9 = 0.87 and 1/5 = 0.3\n"]}
    code = {"cell_type": "code", "source": [], "outputs": [printed]}
    cells = [{"cell_type": "markdown", "source": ["# A\n", "\n", "Here 1/2 = 0.6.\n"]}, code]
    notebook = {"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}
    write(pytester, {"docs/n.ipynb": json.dumps(notebook, indent=1), "docs/right.md": RIGHT, "docs/wrong.md": WRONG})
    write(pytester, {"docs/a.md": CLAIM, "docs/b.md": CLAIM, "a.csv": COUNTS, "b.csv": COUNTS.replace("5,5", "6,4")})
    write(pytester, {"docs/image.md": b"\x89PNG\r\n\x1a\n\x00", "docs/binary.md": b"\x00\xff\xfe\x81" * 99})
    write(pytester, {"docs/lost.md": CLAIM})
    result = pytester.runpytest_inprocess(*PLUGIN, "-v")
    result.assert_outcomes(passed=3, failed=12)
    result.stdout.fnmatch_lines_random([
        "docs/right.md::numbers PASSED*",
        "docs/wrong.md::line 3 FAILED*",
        "docs/wrong.md::line 5 column 6 FAILED*",
        "docs/wrong.md::line 5 column 20 FAILED*",
        "7/9 = 0.87: false*",
        "*wrong.md:3: false",
        "*wrong.md:5: false",
        "docs/n.ipynb::cell 1, line 3 FAILED*",
        "docs/n.ipynb::cell 2, output line 1 column 1 FAILED*",
        "docs/n.ipynb::cell 2, output line 1 column 16 FAILED*",
        "*n.ipynb: cell 1, line 3: false",
        "docs/a.md::numbers PASSED*",
        "docs/b.md::line 3* FAILED*",
        "*recall, class yes is printed as 0.50 (yes, recall): wrong",
        "  exact value: 3/5 = 0.6 (0.60 at the digits printed)",
        *(f"docs/{name}.md::document FAILED*" for name in ("binary", "image", "lost")),
        "*image.md is an image, not text: give the document it belongs to",
        "*binary.md is a binary file, not text: give Markdown, *",
        "*missing.csv*",
        "*lost.md: not verified",
    ])  # fmt: skip
    assert not {"Traceback", "runtest"} & set(re.findall(r"\w+", result.stdout.str()))


@pytest.mark.parametrize(("arguments", "outcomes"), [
    ("docs/wrong.md::line 3", {"failed": 1}),
    ("docs/wrong.md", {"failed": 3}),
    ("tests", {"passed": 1}),
    ("", {"passed": 1, "failed": 3}),  # also where they lie outside the test paths
    ("-o exactmetrics_documents=docs/cut.md", {"passed": 2}),
    ("-o exactmetrics_documents=docs/cut.md -o exactmetrics_strict=true", {"passed": 1, "failed": 1}),
    ("-o exactmetrics_documents=docs/**/*.md", {"passed": 3, "failed": 3}),  # ** stands for any folders, and for none
])  # fmt: skip
def test_what_runs(pytester: pytest.Pytester, arguments: str, outcomes: dict[str, int]) -> None:
    configure(pytester, '"docs/wrong.md"', 'testpaths = ["tests"]')
    write(pytester, {"tests/test_own.py": "def test_own(): pass\n", "docs/wrong.md": WRONG, "docs/cut.md": CUT})
    write(pytester, {"docs/a/b/right.md": RIGHT, "docs/a/right.txt": RIGHT, "right.md": RIGHT})
    given = [arguments] if "::" in arguments else arguments.split()
    pytester.runpytest_inprocess(*PLUGIN, *given).assert_outcomes(**outcomes)


@pytest.mark.parametrize(("documents", "data", "arguments", "message"), [
    ('"../*.md"', "", (), "exactmetrics_documents: '../[*].md' leads out of *"),
    ('"doc/*.md", "docs/*.md"', "", (), "exactmetrics_documents: 'doc/[*].md' fits no file below*"),
    ('"doc/*.md", "docs/*.md"', "", ("test_own.py",), "exactmetrics_documents: 'doc/[*].md' fits no file below*"),
    ('"docs/*.md"', "doc/a.md = a.csv", (), "exactmetrics_data: 'doc/a.md' fits none of the documents*"),
])  # fmt: skip
def test_a_guard_is_never_off_unnoticed(
    pytester: pytest.Pytester, documents: str, data: str, arguments: tuple[str, ...], message: str
) -> None:
    configure(pytester, documents, f'exactmetrics_data = ["{data}"]' if data else "")
    write(pytester, {"docs/a.md": RIGHT})
    result = pytester.runpytest_inprocess(*PLUGIN, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{message}"])


@pytest.mark.parametrize("name", ["pytest_exactmetrics", "exactmetrics.testing.plugin"])
def test_a_run_that_asks_for_nothing_loads_nothing(tmp_path: Path, name: str) -> None:
    """Without documents and marks no module of the package is imported; that of the old name is a line."""
    old = {"exactmetrics", "exactmetrics.testing", name} if name.endswith(".plugin") else set()
    loaded = "{name for name in sys.modules if name.removeprefix('pytest_').startswith('exactmetrics')}"
    code = f"import sys\n\ndef test_own():\n    assert {loaded} == {old | {'pytest_exactmetrics'}}\n"
    (tmp_path / "test_own.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", name, *PLUGIN[2:], "test_own.py"]
    path = f"{ROOT}:{ROOT / 'pytest-exactmetrics'}"
    environment = {"PYTHONPATH": path, "PATH": ""}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


PAGES = [ROOT / "docs" / "testing.md", ROOT / "pytest-exactmetrics" / "README.md"]
EXAMPLES = re.findall(r"^```python\n(.*?)^```", "".join(page.read_text("utf-8") for page in PAGES), re.M | re.S)


@pytest.mark.parametrize(("example", "asked"), list(enumerate([
    [("f1", {"average": "macro", "undefined": "0", "flags": ["AbsentClass", "NeverPredicted"]})],
    [("roc_auc", {}), ("ndcg", {"k": 3})],
    [("f1", {"average": "micro", "smoke": True})],
])))  # fmt: skip
def test_the_examples_of_the_documentation_run(pytester: pytest.Pytester, example: int, asked: list[Any]) -> None:
    pytester.makepyfile(test_it=EXAMPLES[example])
    cases = sum(len(vectors(metric, **options)) for metric, options in asked)
    pytester.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=cases)


def test_a_wrong_library_is_found_case_by_case(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=EXAMPLES[2].replace("(found,", "(found * 0.999,"))
    result = pytester.runpytest_inprocess(*PLUGIN, "-k", "drawn-6-3")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*ulps off (2 allowed)*", "FAILED test_it.py::test_micro_f1[[]f1.micro.drawn-6-3]*"])


@pytest.mark.parametrize(("text", "message"), [
    ('@pytest.mark.exactmetrics("recal")\ndef test_it(vector): ...', "no metric 'recal'"),
    ("@pytest.mark.exactmetrics\ndef test_it(vector): ...", "the mark names one metric"),
    ('@pytest.mark.exactmetrics("f1", "macro")\ndef test_it(vector): ...', "and options by name"),
    ('@pytest.mark.exactmetrics("recall")\ndef test_it(): ...', "takes an argument called vector"),
])  # fmt: skip
def test_what_is_wrong_with_a_mark_is_said(pytester: pytest.Pytester, text: str, message: str) -> None:
    pytester.makepyfile(test_it=f"import pytest\n{text}\n")
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*{message}*"])
    assert "pluggy/" not in result.stdout.str()


CALLS = {
    'assert_exact(0.5, "1/3")': "0.5 is not 1/3 = *",
    "assert_exact(0.5, 0.5)": "0.5 is no exact value*",
    'assert_exact(0.5, "1/2", convention="over=true")': "convention= goes with a case*",
    'assert_exact(1, vectors("f1")[0], convention="convex")': "*has no value under 'convex'; there are *",
    'assert_document("1/2 = 0.6")': "1 thing is not right",
    'assert_document("test_it.py")': "*is the name of a file: give Path('test_it.py')*",
    'assert_printed("0.6", "recall", "1 1; 0 1", label=0)': "recall (label=0) is printed as 0.6: *",
    'assert_printed(0.82, "recall", "1 1; 0 1")': "assert_printed takes *: write '0.82' and not 0.82*",
    'assert_printed("0.6", "recal", "1 1; 0 1")': "*did you mean 'recall'*",
    'assert_printed("0.6", "recall", "1 1; 0 1", lable=0)': "*lable*",
    'assert_printed("0.6", "recall", "none.csv")': "*none.csv*",
}


def test_a_failure_is_told_at_the_line_of_the_caller(pytester: pytest.Pytester) -> None:
    tests = "".join(f"\n\ndef test_{number}():\n    {call}\n" for number, call in enumerate(CALLS))
    pytester.makepyfile(test_it=f"from exactmetrics.testing import *{tests}")
    result = pytester.runpytest_inprocess(*PLUGIN)
    result.assert_outcomes(failed=len(CALLS))
    result.stdout.fnmatch_lines([f"E   {'*Error: ' + message}" for message in CALLS.values()])
    assert set(re.findall(r"^(\S+\.py):\d+: ", result.stdout.str(), re.M)) == {"test_it.py"}
    assert not {"diagnose", "During", "direct"} & set(re.findall(r"\w+", result.stdout.str()))
