"""One test for many cases, and how much a run does.

`each` runs a test once for every case, within one test: all cases run, and all that fail are told with what was given.
The quick run (`make test`) takes samples where the exhaustive one (`make check`, which sets EXHAUSTIVE) takes all, or a
larger sample where all would take minutes: the registry grows, and the hour that the gate may take does not.
"""

from __future__ import annotations

import functools
import inspect
import os
import re
import traceback
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import pytest

EXHAUSTIVE = bool(os.environ.get("EXHAUSTIVE"))
Test = Callable[..., None]
T = TypeVar("T")


class Run:
    """What the run asks for: conftest.py sets it."""

    first_failure_ends = False


def size(quick: int, exhaustive: int) -> int:
    """How many, in the quick and in the exhaustive run."""
    return exhaustive if EXHAUSTIVE else quick


def sample(
    things: Iterable[T],
    quick: int,
    exhaustive: int | None = None,
    *,
    kind: Callable[[T], Hashable] | None = None,
) -> list[T]:
    """So many of them, the same ones every time, in their order; in the exhaustive run all, or as many as said.

    With `kind` one of every kind is among them, even where there are more kinds than that. Hashes of the names choose:
    what is added to a list comes in at most, and only the last of so many goes out for it.

    >>> sample(range(10), 10)
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    found, number = list(things), exhaustive if EXHAUSTIVE else quick
    if number is None or len(found) <= number:
        return found
    drawn = sorted(range(len(found)), key=lambda at: crc32(f"{number} {called(found[at])}".encode(errors="replace")))
    firsts = list({kind(found[at]): at for at in reversed(drawn)}.values()) if kind else []
    chosen = list(dict.fromkeys([*firsts, *drawn]))[: max(number, len(firsts))]
    return [found[at] for at in sorted(chosen)]


def called(thing: object) -> str:
    """What a thing is called in every run: its name, or its text without places in memory and in no order of a set."""
    if isinstance(thing, tuple | list | set | frozenset):
        parts = list(map(called, thing))
        return " ".join(parts if isinstance(thing, tuple | list) else sorted(parts))
    name = getattr(thing, "name", None)
    return name if isinstance(name, str) else re.sub(r" at 0x\w+", "", str(thing))


def each(
    names: str | Sequence[str],
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
    *,
    ids: Callable[[Any], object] | Iterable[object] | None = None,
    quick: int | None = None,
    exhaustive: int | None = None,
) -> Callable[[Test], Test]:
    """Run a test for every case, as `pytest.mark.parametrize` does, but as one test.

    With `quick` the quick run takes so many of the cases only, with `exhaustive` the exhaustive one. A folder, a
    monkeypatch or what was printed is fresh for every case; other fixtures are shared by them. Cases that take time to
    make are a function without arguments, which is called when the test runs and not when it is collected.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)

    @functools.cache
    def chosen() -> list[tuple[object, Sequence[Any]]]:
        listed = list(cases() if callable(cases) else cases)
        if not listed:
            raise ValueError("a test of no cases checks nothing")
        all_values = [_values(case, len(keys)) for case in listed]
        if callable(ids):
            said: list[object] = [ids(case) for case in listed]
        else:
            said = list(ids) if ids is not None else [", ".join(map(_short, values)) for values in all_values]
        named = list(zip(said, all_values, strict=True))
        return sample(named, len(named) if quick is None else quick, exhaustive)

    if not callable(cases):
        chosen()

    def decorate(test: Test) -> Test:
        @functools.wraps(test, updated=())
        def run(*args: Any, **fixtures: Any) -> None:
            failed: list[tuple[object, BaseException]] = []
            skipped: list[BaseException] = []
            told = chosen()
            for number, (name, values) in enumerate(told):
                try:
                    with ExitStack() as stack:
                        given = {**dict(zip(others, args, strict=False)), **fixtures}
                        own = {key: _fresh(key, value, number, stack) for key, value in given.items()}
                        test(**own, **dict(zip(keys, values, strict=True)))
                except pytest.skip.Exception as skip:
                    skipped.append(skip)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the case {name}")
                    if Run.first_failure_ends:
                        raise
                    failed.append((name, error))
            if len(failed) == 1 and not isinstance(failed[0][1], pytest.fail.Exception):
                raise failed[0][1]  # with all that pytest says of it
            if failed:
                pytest.fail("\n".join(_report(failed, len(told))), pytrace=False)
            if skipped and len(skipped) == len(told):
                raise skipped[0]

        signature = inspect.signature(test)
        missing = [key for key in keys if key not in signature.parameters]
        if missing:
            raise TypeError(f"{test.__name__} takes no {', '.join(missing)}")
        rest = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        others = [parameter.name for parameter in rest]
        run.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined]
        run.pytestmark = list(getattr(test, "pytestmark", []))  # type: ignore[attr-defined]
        return run

    return decorate


def _values(case: Any, count: int) -> Sequence[Any]:
    if hasattr(case, "marks"):  # pytest.param(...)
        return tuple(case.values)
    return (case,) if count == 1 else tuple(case)


def _fresh(name: str, fixture: Any, number: int, stack: ExitStack) -> Any:
    """A fixture of pytest as a case of its own would have it."""
    if name == "tmp_path":
        folder: Path = fixture / f"case{number}"
        folder.mkdir()
        return folder
    if name == "monkeypatch":
        return stack.enter_context(fixture.context())
    if name == "capsys":
        fixture.readouterr()
    return fixture


def _report(failed: list[tuple[object, BaseException]], count: int) -> Iterator[str]:
    yield f"{len(failed)} of {count} cases fail"
    for name, error in failed:
        yield f"--- {name}"
        frames = traceback.extract_tb(error.__traceback__)
        frame = next((frame for frame in reversed(frames) if "/test" in frame.filename), frames[-1])
        yield f"{frame.filename}:{frame.lineno}: {frame.line}"
        yield "".join(traceback.format_exception_only(error)).rstrip()


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else f"{text[:300]}... ({len(text)} characters)"
