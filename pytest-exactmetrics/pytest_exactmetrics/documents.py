"""Documents as test files: what the plugin does where the configuration names documents.

Each is verified when it is collected. What is right is one test that passes; each thing that is not right is a test of
its own that fails at its line. One that cannot be read is a test that fails: an error would end the whole run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from exactmetrics.exact.errors import ExactMetricsError
    from exactmetrics.testing.documents import Fault

DOCUMENTS, STRICT, DATA = "exactmetrics_documents", "exactmetrics_strict", "exactmetrics_data"


class Documents:
    """The documents of one pytest run.

    A run without arguments checks all of them; with arguments those below the files and folders that are named.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.root: Path = config.rootpath
        self.patterns: list[str] = config.getini(DOCUMENTS)
        self.strict: bool = config.getini(STRICT)
        self.data = [_data_line(line) for line in config.getini(DATA)]
        found = [path for pattern in self.patterns for path in self._named(pattern)]
        for pattern, _ in self.data:
            if not any(_matches(path.relative_to(self.root), pattern) for path in found):
                raise pytest.UsageError(f"{DATA}: {pattern!r} fits none of the documents that {DOCUMENTS} names")
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            config.args += [str(path) for path in _beside(sorted({path.resolve() for path in found}), config)]

    def _named(self, pattern: str) -> list[Path]:
        """The documents of a pattern; one without any guards nothing, and is a mistake."""
        if Path(pattern).is_absolute() or ".." in Path(pattern).parts:
            raise pytest.UsageError(f"{DOCUMENTS}: {pattern!r} leads out of {self.root}; name documents inside it")
        found = [path for path in self.root.glob(pattern) if path.is_file()]
        if not found:
            raise pytest.UsageError(
                f"{DOCUMENTS}: {pattern!r} fits no file below {self.root}; name documents that are there, "
                "such as docs/**/*.md, or leave the pattern out"
            )
        return found

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if not file_path.is_relative_to(self.root):
            return None
        name = file_path.relative_to(self.root)
        if not any(_matches(name, pattern) for pattern in self.patterns):
            return None
        made: pytest.Collector = DocumentFile.from_parent(parent, path=file_path)
        assert isinstance(made, DocumentFile)
        made.strict, made.about = self.strict, self._data_of(name)
        return made

    def _data_of(self, name: Path) -> Path | None:
        """The data of a document: those of the last line that fits."""
        fitting = [file for pattern, file in self.data if _matches(name, pattern)]
        return self.root / fitting[-1] if fitting else None


def _beside(found: list[Path], config: pytest.Config) -> Iterator[Path]:
    """The documents that pytest would not come upon: those outside the folders it goes through."""
    given = [(config.invocation_params.dir / arg.partition("::")[0]).resolve() for arg in config.args]
    for path in found:
        if not any(path.is_relative_to(folder) for folder in given):
            yield path


class DocumentFile(pytest.File):
    """A document: verified when it is collected."""

    strict = False
    about: Path | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each thing that is not right; one that passes where there is none, or fails where none is read."""
        from exactmetrics.exact.errors import ExactMetricsError
        from exactmetrics.testing.documents import faults

        try:
            _, wrong = faults(self.path, data=self.about, strict=self.strict)
        except ExactMetricsError as error:
            unread: Any = DocumentItem.from_parent(self, name="document")
            unread.error = error
            yield unread
            return
        if not wrong:
            yield DocumentItem.from_parent(self, name="numbers")
        for name, fault in zip(_names(wrong), wrong, strict=True):
            item: Any = DocumentItem.from_parent(self, name=name)
            item.fault = fault
            yield item


class DocumentItem(pytest.Item):
    """One thing that is not right, or why a document is not read; without either, a document in which all is right."""

    fault: Fault | None = None
    error: ExactMetricsError | None = None

    def runtest(self) -> None:
        if self.error is not None:
            raise self.error
        if self.fault is not None:
            raise _NotRightError(str(self.fault))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The place, what is printed there, and what may have gone wrong, without a traceback."""
        if excinfo.value is self.error:
            return f"{self.error}\n\n{self.path}: not verified"
        if self.fault is None or not isinstance(excinfo.value, _NotRightError):
            return super().repr_failure(excinfo)
        place = f":{self.fault.line}" if _in_file(self.fault) else f": {self.fault.place}"
        return f"{self.fault}\n\n{self.path}{place}: {self.fault.word}"

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file and the line, from 0."""
        line = self.fault.line - 1 if self.fault is not None and self.fault.line and _in_file(self.fault) else None
        return self.path, line, f"{self.path.name}: {self.name}"


class _NotRightError(AssertionError):
    """Something a document prints is not right."""


def _in_file(fault: Fault) -> bool:
    """Whether its line is one of the file; that of a notebook is one of a cell."""
    return fault.place in ("", f"line {fault.line}")


def _names(wrong: list[Fault]) -> list[str]:
    """The line of each fault, with its column where a line has several, or a number where that is the same too."""
    lines = [fault.place or f"line {fault.line}" for fault in wrong]
    names = [
        line if lines.count(line) == 1 else f"{line} column {fault.column}"
        for line, fault in zip(lines, wrong, strict=True)
    ]
    return [
        name if names.count(name) == 1 else f"{name} ({names[:at].count(name) + 1})" for at, name in enumerate(names)
    ]


def _matches(name: Path, pattern: str) -> bool:
    """Whether a path fits a pattern; ** stands for any folders, and for none."""
    return _fits(name.parts, Path(pattern).parts)


def _fits(parts: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(_fits(parts[at:], pattern[1:]) for at in range(len(parts) + 1))
    return bool(parts) and fnmatch(parts[0], pattern[0]) and _fits(parts[1:], pattern[1:])


def _data_line(line: str) -> tuple[str, str]:
    """A line "docs/*.md = data.csv", or a file that is for all documents."""
    pattern, equals, file = (part.strip() for part in line.partition("="))
    return (pattern, file) if equals else ("**/*", pattern)
