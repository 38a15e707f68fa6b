"""A document to be read: a file or a text, its format, its pieces, how it writes numbers. It may be read repeatedly."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from exactmetrics.expression.reading.numerals import Numerals, numerals_of
from exactmetrics.verification.documents.notebook import notebook_pieces
from exactmetrics.verification.documents.opening import Format, format_of, opened, stream_lines
from exactmetrics.verification.documents.pieces import Piece, continued
from exactmetrics.verification.documents.refused import check_file, check_notebook
from exactmetrics.verification.documents.text import text_pieces
from exactmetrics.verification.documents.watched import Progress, Watch
from exactmetrics.verification.documents.webpage import html_pieces

SHORT = 30_000  # characters of a document that are held while it is verified


@dataclass(frozen=True, slots=True)
class Source:
    """A file by its path, or a text, and its format; `watch` is told where a piece that is read stands.

    It is read for its numerals, its links, its claims and its formulas: `kept` holds the pieces of a short one.
    """

    path: Path | None
    text: str
    format: Format
    watch: Watch | None = None
    kept: list[list[Piece]] = field(default_factory=list, repr=False, compare=False)

    def pieces(self) -> Iterator[Piece]:
        """The pieces of the document, those of a long one read anew; the file is open only while they are asked for."""
        for piece in self.kept[0] if self.kept else self._read():
            if self.watch is not None:
                self.watch.at(piece.position(0).offset)
            yield piece

    def _read(self) -> Iterator[Piece]:
        found, size = list[Piece](), 0
        with self._stream() as stream:
            for piece in continued(_pieces(stream, self.format)):
                size += len(piece.text)
                if size <= SHORT:
                    found.append(piece)
                else:
                    found.clear()
                yield piece
        if size <= SHORT:
            self.kept.append(found)

    def whole(self) -> str:
        """Its text, as it stands in the file."""
        with self._stream() as stream:
            return stream.read()

    def numerals(self) -> Numerals:
        """How the document writes numbers: the pieces that hold relations are asked."""
        return numerals_of(_asked(self.pieces()))

    def watched(self, tell: Progress, passes: int) -> Source:
        """This document, with the course of its reading and judging told; it will be read so many times."""
        size = len(self.text) if self.path is None else self.path.stat().st_size
        return replace(self, watch=Watch(tell, max(size, 1), passes))

    def _stream(self) -> IO[str]:
        return io.StringIO(self.text, newline="") if self.path is None else opened(self.path)


def source_of(source: str | Path, format: str | None = None) -> Source:
    """The source of a path or of a text itself.

    Raises:
        InputError: a file that cannot be read, or that is no text.
    """
    if isinstance(source, Path):
        check_file(source)
        with opened(source) as stream:
            found = Source(source, "", format_of(source, stream.read(4000), format))
            if found.format == "notebook":
                stream.seek(0)
                check_notebook(stream, str(source))
        return found
    return Source(None, source, format_of(None, source[:4000], format))


def _pieces(stream: IO[str], format: Format) -> Iterator[Piece]:
    if format == "html":
        return html_pieces(stream)
    if format == "notebook":
        return notebook_pieces(stream)
    return text_pieces(stream_lines(stream), latex=format == "latex", markdown=format == "markdown")


def _asked(pieces: Iterable[Piece]) -> Iterator[str]:
    return (piece.text for piece in pieces if piece.kind != "code")
