"""What is promised to the reader runs: docstrings of the public names, and the README."""

from __future__ import annotations

import doctest
import inspect
import re

import pytest

import exactmetrics
from tests.house.source import ROOT

README = ROOT / "README.md"
BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples(thing: object) -> int:
    """How many doctest examples the docstring of a function, or of a class and its own methods, holds."""
    docs = [inspect.getdoc(thing)]
    if inspect.isclass(thing):
        docs += [inspect.getdoc(member) for name, member in vars(thing).items() if not name.startswith("_")]
    return sum(len(doctest.DocTestParser().get_examples(doc)) for doc in docs if doc)


@pytest.mark.parametrize("name", exactmetrics.__all__)
def test_a_public_name_is_documented(name: str) -> None:
    thing = getattr(exactmetrics, name)
    # The docstring a dataclass writes for itself is only its signature.
    doc = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
    assert doc
    assert not doc.startswith(f"{name}(")
    if not (inspect.isclass(thing) and issubclass(thing, Exception)):
        assert examples(thing) > 0, f"{name} shows no example"


def test_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = BLOCK.findall(README.read_text(encoding="utf-8"))
    assert blocks, "the README shows no Python"
    session = "\n".join(block for block in blocks if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", str(README), 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.attempted > 0
    assert outcome.failed == 0, "".join(report)
    for block in blocks:
        if ">>>" not in block:
            compile(block, "README.md", "exec")
