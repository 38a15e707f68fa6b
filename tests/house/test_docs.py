"""What is promised to the reader runs: docstrings of the public names, the README and the pages of Python."""

from __future__ import annotations

import doctest
import inspect
import re

import pytest

import exactmetrics
from tests.cases import each
from tests.house.documented import is_called, is_field, members, names_shown
from tests.house.source import ROOT

PAGES = ["README.md", "docs/python.md", "docs/pictures.md"]
BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)

CLASSES = [
    name
    for name in exactmetrics.__all__
    if inspect.isclass(getattr(exactmetrics, name)) and not issubclass(getattr(exactmetrics, name), Exception)
]
MEMBERS = [(cls, name) for cls in CLASSES for name, _ in members(getattr(exactmetrics, cls))]


def examples(thing: object) -> int:
    """How many doctest examples the docstring of a function, or of a class and its own methods, holds."""
    docs = [inspect.getdoc(thing)]
    if inspect.isclass(thing):
        docs += [inspect.getdoc(member) for name, member in vars(thing).items() if not name.startswith("_")]
    return sum(len(doctest.DocTestParser().get_examples(doc)) for doc in docs if doc)


@each("name", exactmetrics.__all__)
def test_a_public_name_is_documented(name: str) -> None:
    thing = getattr(exactmetrics, name)
    # The docstring a dataclass writes for itself is only its signature.
    doc = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
    assert doc
    assert not doc.startswith(f"{name}(")
    if not (inspect.isclass(thing) and issubclass(thing, Exception)):
        assert examples(thing) > 0, f"{name} shows no example"


@each(("owner", "name"), MEMBERS, ids=map(".".join, MEMBERS))
def test_a_public_member_is_documented(owner: str, name: str) -> None:
    """A method shows itself in an example of its own; a property or a field may do so in one of its class."""
    cls = getattr(exactmetrics, owner)
    member = inspect.getattr_static(cls, name)
    shown = names_shown(cls)
    own, of_class = shown.get(name, set()), shown[""]
    doc = cls.__doc__ if is_field(member) else inspect.getdoc(getattr(cls, name))
    assert doc, f"{owner}.{name} has no docstring"
    if is_field(member):
        assert f"`{name}`" in doc, f"the docstring of {owner} does not say what `{name}` is"
    assert name in (own if is_called(member) else own | of_class), f"no example shows {owner}.{name}"


def test_a_member_without_example_is_seen() -> None:
    class Owner:
        """An owner.

        >>> Owner().shown
        1
        """

        @property
        def shown(self) -> int:
            return 1

        @property
        def hidden(self) -> int:
            return 2

    assert set(dict(members(Owner))) == {"shown", "hidden"}
    assert not is_called(vars(Owner)["shown"])
    assert names_shown(Owner)[""] == {"Owner", "shown"}


@each("page", PAGES)
def test_the_pages_of_python_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks, f"{page} shows no Python"
    session = "\n".join(block for block in blocks if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(session, {}, page, str(ROOT / page), 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.attempted > 0
    assert outcome.failed == 0, "".join(report)
    for block in blocks:
        if ">>>" not in block:
            compile(block, page, "exec")
