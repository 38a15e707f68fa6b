"""Drawings for a file or a page, and that of the confusion matrix: where every square, name and count stands.

Nothing is cut off: a square is as wide as its longest text, the margins are as wide as the names, and a name too long
for a margin is called by its beginning and a number, which stands in full below. How wide a text will be is estimated,
rather too wide than too narrow, for the font is the reader's.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

from exactmetrics._writers import writer
from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.escape import name_of
from exactmetrics.derivation.notation.terminal import breadth, fitted
from exactmetrics.derivation.planning.page import Cells
from exactmetrics.derivation.saving import ending_of, save_data
from exactmetrics.derivation.words import OwnWords, messages_in, words_of
from exactmetrics.derivation.writing.class_labels import called
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.suggest import choices

MOST = 60  # classes of the largest matrix that is drawn
PAD = 16  # around the drawing
LEAST = 26  # the width of a drawing in letters, so that the key of the shades has room
Theme = Literal["auto", "light", "dark"]
FORMATS = ("svg", "tex", "pdf", "png")
STEPS = 6  # shades from light to dark, besides none
STRONG = 5  # from this shade on the count is written in the light colour
Kind = Literal["ink", "muted", "count", "strong"]
COUNT_KINDS: tuple[Kind, Kind] = ("count", "strong")


@dataclass(frozen=True, slots=True)
class Text:
    """A text at a point: which end of it stands there, its size, and whether it is turned, by 45 or 90 degrees."""

    x: int
    y: int
    text: str
    size: int
    anchor: Literal["start", "middle", "end"] = "middle"
    kind: Kind = "ink"
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Square:
    """A square by its corner, how dark it is, and whether it lies on the diagonal."""

    x: int
    y: int
    side: int
    shade: int
    right: bool
    says: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; an `area` is what it encloses, a `guide` is dashed."""

    points: tuple[tuple[int, int], ...]
    kind: Literal["area", "rule", "guide", "curve"]


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a curve, and what it says."""

    x: int
    y: int
    says: str


class Drawing:
    """What is drawn, in whole units, and the files that are made of it.

    `width` and `height` are those of the whole drawing; `squares`, `key`, `lines`, `dots` and `texts` what stands on
    it, the later ones on top.
    """

    title: str
    description: str
    width: int
    height: int

    def __init__(self, theme: str) -> None:
        if theme not in get_args(Theme):
            raise UsageError(f"no theme {theme!r}; {choices(theme, get_args(Theme))}")
        self.theme = theme
        self.squares: list[Square] = []
        self.key: list[Square] = []
        self.lines: list[Line] = []
        self.dots: list[Dot] = []
        self.texts: list[Text] = []

    def to_svg(self) -> str:
        """The picture as SVG, a file that stands by itself."""
        return str(writer("picture", "svg")(self))

    def to_tikz(self) -> str:
        r"""The picture as a tikzpicture, for a LaTeX document that loads tikz."""
        return str(writer("picture", "tikz")(self))

    def to(self, format: str) -> bytes:
        """The bytes of a file in a format: "svg", "tex", "pdf" or "png"."""
        if format not in FORMATS:
            raise UsageError(f"no format {format!r} of pictures; {choices(format, FORMATS)}")
        if format in ("svg", "tex"):
            return (self.to_svg() if format == "svg" else self.to_tikz()).encode("utf-8", errors="replace")
        converted: bytes = writer("picture", "converted")(self, format)
        return converted

    def save(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:
        """Write the picture to a file, by default in the format that its ending names: .svg, .tex, .pdf or .png."""
        save_data(self.to(picture_format(path) if format is None else format), path)

    def _repr_svg_(self) -> str:
        return self.to_svg()


class Picture(Drawing):
    """The confusion matrix as a picture; made by `ConfusionMatrix.picture`."""

    def __init__(
        self, blocks: Blocks, cells: Cells, *, shares: bool, theme: str, language: str, words: OwnWords
    ) -> None:
        super().__init__(theme)
        if blocks.k > MOST:
            raise UsageError(f"a picture shows at most {MOST} classes, and there are {blocks.k}")
        say = messages_in(language, words_of(words))
        self.title = say.get("picture", "title")
        self.description = say.say(("picture", "description"), {"k": str(blocks.k)}.__getitem__)
        self._draw(blocks, cells, say, shares=shares)

    def _draw(self, blocks: Blocks, cells: Cells, say: Messages, *, shares: bool) -> None:
        k = blocks.k
        size = 16 if k <= 12 else 13 if k <= 24 else 11
        full = [name_of(label) for label in blocks.labels]
        names = called(full)
        parts = (
            [[_share(c, s, say) for c in row] for row, s in zip(cells, blocks.support, strict=True)] if shares else []
        )
        written = [str(c) for row in cells for c in row] + [text for row in parts for text in row]
        side = max(3 * size, max(width_of(text, size) for text in written) + size, (4 if shares else 3) * size)
        longest = max(width_of(name, size) for name in names)
        slanted = longest > side - 6
        rise = longest * 5 // 7 + size if slanted else 2 * size  # of the names over the columns
        left, top, whole = PAD + 2 * size + longest + 10, PAD + 2 * size + rise, k * side
        over = longest * 5 // 7 - side // 2 if slanted else 0  # what the last name reaches beyond the squares
        right = left + whole + max(over, 0) + PAD
        spare = max(0, LEAST * size - right)
        left += spare // 2
        for i, row in enumerate(cells):
            for j, c in enumerate(row):
                x, y, step = left + j * side, top + i * side, shade(c, blocks.support[i])
                self.squares.append(Square(x, y, side, step, i == j, _says(say, full, i, j, c)))
                middle, base, kind = x + side // 2, y + side // 2, COUNT_KINDS[step >= STRONG]
                apart = size * 5 // 8 if parts else 0
                self.texts.append(Text(middle, base - apart, str(c), size, kind=kind))
                if parts:
                    self.texts.append(Text(middle, base + apart, parts[i][j], size * 3 // 4, kind=kind))
        self.squares.sort(key=lambda square: square.right)  # the frames of the diagonal on top
        for i, name in enumerate(names):
            middle = i * side + side // 2
            self.texts.append(Text(left - 10, top + middle, name, size, "end"))
            at = Text(left + middle, top - 8, name, size, "start", turned=45)
            self.texts.append(at if slanted else Text(left + middle, top - size, name, size))
        self.texts.append(Text(left + whole // 2, PAD + size // 2, say.get("picture", "predicted"), size, kind="muted"))
        beside = Text(
            PAD + (spare + size) // 2, top + whole // 2, say.get("picture", "true"), size, kind="muted", turned=90
        )
        self.texts.append(beside)
        bottom = max(top + whole, top + (whole + width_of(beside.text, size)) // 2)
        self._below(say, names, full, (size, bottom, right + spare))

    def _below(self, say: Messages, names: Sequence[str], full: Sequence[str], frame: tuple[int, int, int]) -> None:
        """The key of the shades, and the long names in full, in lines as wide as the drawing."""
        size, y, wide = frame
        letter, key = 62 * size * 7 // 8, PAD + (STEPS + 1) * size + 10  # a hundredth of a unit; where its text begins
        y += 2 * size
        self.key = [Square(PAD + at * size, y - size // 2, size, at, False, "") for at in range(STEPS + 1)]
        for at, line in enumerate(fitted(say.get("picture", "legend"), (wide - key - PAD) * 100 // letter)):
            y += at and size * 5 // 4
            self.texts.append(Text(key, y, line, size * 7 // 8, "start", "muted"))
        room = (wide - 2 * PAD) * 100 // letter  # letters of a line
        for name, whole in zip(names, full, strict=True):
            if name != whole and whole not in name:
                for line in fitted(f"{name} = {whole}", room):
                    y += size * 3 // 2
                    self.texts.append(Text(PAD, y, line, size * 7 // 8, "start", "muted"))
        self.width, self.height = wide, y + size + PAD

    def __repr__(self) -> str:
        return f"<Picture of {len(self.squares)} counts, {self.width} × {self.height}>"


def picture_format(path: str | os.PathLike[str]) -> str:
    """The format that the ending of a file names."""
    ending = ending_of(path).removeprefix(".")
    if ending not in FORMATS:
        raise UsageError(
            f"no picture is written to {f'.{ending}' if ending else 'a name without ending'}: name a file that ends "
            f"in .{', .'.join(FORMATS)}"
        )
    return ending


def width_of(text: str, size: int) -> int:
    """About how wide a text is, in the units of the drawing."""
    return int(breadth(text) * size * 62) // 100 + 1


def shade(count: Any, support: Any) -> int:
    """The step of a share: 0 for nothing, else from 1 to the number of steps, rounded up exactly."""
    return int(-(-count * STEPS // support)) if count > 0 and support > 0 else 0


def _share(count: Any, support: Any, say: Messages) -> str:
    if not support:
        return "–"
    return f"{say.number(decimal(Fraction(count) * 100 / Fraction(support), places=1))} %"


def _says(say: Messages, names: Sequence[str], i: int, j: int, count: Any) -> str:
    return say.say(("picture", "cell"), {"true": names[i], "predicted": names[j], "n": str(count)}.__getitem__)
