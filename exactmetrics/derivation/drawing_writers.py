"""A drawing as SVG, as TikZ, and, with the extra `picture`, as PDF and PNG."""

from __future__ import annotations

from typing import Literal

from exactmetrics.derivation.drawing import Dot, Drawing, Line, Square, Text
from exactmetrics.derivation.notation import escape
from exactmetrics.exact.errors import UsageError

Colours = dict[str, tuple[int, int, int]]

SHADES = (0, 10, 22, 36, 52, 80, 95)  # hundredths of the dark colour
LIGHT: Colours = {
    "paper": (255, 255, 255), "ink": (29, 28, 26), "muted": (94, 90, 82), "rule": (203, 198, 186),
    "heat": (29, 79, 145), "strong": (255, 255, 255),
}  # fmt: skip
DARK: Colours = {
    "paper": (23, 24, 27), "ink": (233, 230, 223), "muted": (169, 165, 155), "rule": (69, 70, 75),
    "heat": (120, 170, 235), "strong": (16, 19, 26),
}  # fmt: skip
STROKES = {"plain": "rule", "right": "ink", "guide": "muted", "curve": "heat"}  # what is drawn with a line, its colour
DOT = 4  # half the width of a point of a curve
FONT = "Helvetica, Arial, 'Noto Sans', 'DejaVu Sans', sans-serif"
PNG_SCALE = 2  # dots a unit


def _palette(colours: Colours) -> Colours:
    """The colours by what they are for, those of the shades with them."""
    heat, paper = colours["heat"], colours["paper"]
    shades = {
        f"step-{at}": tuple((a * part + b * (100 - part)) // 100 for a, b in zip(heat, paper, strict=True))
        for at, part in enumerate(SHADES)
    }
    return {**colours, "count": colours["ink"], **shades}  # type: ignore[dict-item]


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def svg(picture: Drawing, *, theme: str | None = None, alone: bool = True) -> str:
    """SVG with its colours as attributes; of the theme "auto" a rule changes them where the reader's page is dark.

    Of a page around it, which is not `alone`, it takes the paper and the namespace.
    """
    theme = theme or picture.theme
    colours = _palette(DARK if theme == "dark" else LIGHT)
    space = 'xmlns="http://www.w3.org/2000/svg" ' if alone else ""
    lines = [
        f'<svg class="matrix-picture" {space}width="{picture.width}" height="{picture.height}" '
        f'viewBox="0 0 {picture.width} {picture.height}" role="img" direction="ltr" '
        f'font-family="{FONT}">',
        f"<title>{escape.html(picture.title)}</title>",
        f"<desc>{escape.html(picture.description)}</desc>",
    ]
    if theme == "auto":
        rules = [f".matrix-picture .{name} {{ fill: {_hex(colour)} }}" for name, colour in _palette(DARK).items()]
        frames = [f".matrix-picture .{name} {{ stroke: {_hex(DARK[ink])} }}" for name, ink in STROKES.items()]
        lines.append(f"<style>@media (prefers-color-scheme: dark) {{ {' '.join([*rules, *frames])} }}</style>")
    if alone:
        white = _hex(colours["paper"])
        lines.append(f'<rect class="paper" width="{picture.width}" height="{picture.height}" fill="{white}"/>')
    lines += [_svg_square(square, colours) for square in (*picture.squares, *picture.key)]
    lines += [_svg_line(line, colours) for line in picture.lines]
    lines += [_svg_dot(dot, colours) for dot in picture.dots]
    lines += [_svg_text(text, colours) for text in picture.texts]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _svg_square(square: Square, colours: Colours) -> str:
    frame, ink, width = ("right", "ink", 2) if square.right else ("plain", "rule", 1)
    says = f"<title>{escape.html(square.says)}</title>" if square.says else ""
    return (
        f'<rect class="step-{square.shade} {frame}" x="{square.x}" y="{square.y}" width="{square.side}" '
        f'height="{square.side}" fill="{_hex(colours[f"step-{square.shade}"])}" stroke="{_hex(colours[ink])}" '
        f'stroke-width="{width}">{says}</rect>'
    )


def _svg_line(line: Line, colours: Colours) -> str:
    points = " ".join(f"{x},{y}" for x, y in line.points)
    if line.kind == "area":
        return f'<polygon class="step-1" points="{points}" fill="{_hex(colours["step-1"])}"/>'
    name, width = "plain" if line.kind == "rule" else line.kind, 2 if line.kind == "curve" else 1
    dashes = ' stroke-dasharray="4 4"' if line.kind == "guide" else ""
    return (
        f'<polyline class="{name}" points="{points}" fill="none" stroke="{_hex(colours[STROKES[name]])}" '
        f'stroke-width="{width}"{dashes}/>'
    )


def _svg_dot(dot: Dot, colours: Colours) -> str:
    says = f"<title>{escape.html(dot.says)}</title>"
    return f'<circle class="heat" cx="{dot.x}" cy="{dot.y}" r="{DOT}" fill="{_hex(colours["heat"])}">{says}</circle>'


def _svg_text(text: Text, colours: Colours) -> str:
    # A third of its size puts a line of digits in the middle; not every reader knows dominant-baseline.
    down = text.size * 7 // 20
    place = f'x="{text.x}" y="{text.y + down}"'
    if text.turned:
        moved = f"translate({text.x} {text.y}) rotate(-{text.turned})"
        place = f'transform="{moved}" y="{down if text.turned == 90 else 0}"'
    return (
        f'<text class="{text.kind}" {place} font-size="{text.size}" text-anchor="{text.anchor}" '
        f'fill="{_hex(colours[text.kind])}">{escape.html(text.text)}</text>'
    )


UNIT = 60  # hundredths of a point in LaTeX


def tikz(picture: Drawing) -> str:
    r"""A tikzpicture in the colours of the theme, light unless that is dark; a document loads tikz for it."""
    colours = _palette(DARK if picture.theme == "dark" else LIGHT)
    lines = [
        r"% needs \usepackage{tikz}",
        r"% on a slide: \resizebox*{!}{.75\textheight}{...}",
        rf"\begin{{tikzpicture}}[x=0.{UNIT}pt,y=-0.{UNIT}pt,inner sep=0pt,outer sep=0pt]",
        rf"\fill[{_rgb('fill', colours['paper'])}] (0,0) rectangle ({picture.width},{picture.height});",
    ]
    for square in (*picture.squares, *picture.key):
        ink, width = ("ink", "0.9pt") if square.right else ("rule", "0.4pt")
        look = f"{_rgb('fill', colours[f'step-{square.shade}'])},{_rgb('draw', colours[ink])},line width={width}"
        x, y, side = square.x, square.y, square.side
        lines.append(rf"\path[{look}] ({x},{y}) rectangle ({x + side},{y + side});")
    lines += [_tikz_line(line, colours) for line in picture.lines]
    lines += [
        rf"\fill[{_rgb('fill', colours['heat'])}] ({dot.x},{dot.y}) circle[radius={DOT}];" for dot in picture.dots
    ]
    lines += [_tikz_text(text, colours) for text in picture.texts]
    return "\n".join([*lines, r"\end{tikzpicture}"]) + "\n"


def _tikz_line(line: Line, colours: Colours) -> str:
    points = " -- ".join(f"({x},{y})" for x, y in line.points)
    if line.kind == "area":
        return rf"\fill[{_rgb('fill', colours['step-1'])}] {points} -- cycle;"
    ink = STROKES["plain" if line.kind == "rule" else line.kind]
    look = f"line width={'1.2pt' if line.kind == 'curve' else '0.4pt'}{',dashed' if line.kind == 'guide' else ''}"
    return rf"\draw[{_rgb('draw', colours[ink])},{look}] {points};"


def _rgb(key: str, colour: tuple[int, int, int]) -> str:
    return "{}={{rgb,255:red,{};green,{};blue,{}}}".format(key, *colour)


ANCHORS: dict[Literal["start", "middle", "end"], str] = {"start": "west", "middle": "center", "end": "east"}


def _tikz_text(text: Text, colours: Colours) -> str:
    size = text.size * UNIT // 10
    font = rf"font=\fontsize{{{size // 10}.{size % 10}}}{{{size // 10 + 1}}}\selectfont"
    turned = f",rotate={text.turned}" if text.turned else ""
    look = f"anchor={ANCHORS[text.anchor]},{_rgb('text', colours[text.kind])},{font}{turned}"
    # A box of one height for all texts, so that letters that reach below the line do not lift it.
    return rf"\node[{look}] at ({text.x},{text.y}) {{\smash{{{escape.latex(text.text)}}}\vphantom{{0}}}};"


LINE = 448  # points of a line of text of an A4 page with margins of 25 mm


def in_page(picture: Drawing, folder: str) -> str:
    """The picture inside a page of HTML or LaTeX or a frame, no larger than it; nothing where there are no drawings."""
    if folder == "html":
        return f'<figure class="drawing">\n{svg(picture, alone=False)}</figure>\n'
    if folder not in ("latex", "beamer"):
        return ""
    drawn = tikz(picture)
    if folder == "beamer":
        drawn = f"\\resizebox*{{!}}{{.75\\textheight}}{{%\n{drawn}}}"
    elif picture.width * UNIT > LINE * 100:
        drawn = f"\\resizebox{{\\linewidth}}{{!}}{{%\n{drawn}}}"
    return f"\\begin{{center}}\n{drawn}\\end{{center}}\n"


def converted(picture: Drawing, format: str) -> bytes:
    """The picture as PDF or PNG, by way of SVG; light, unless the theme is dark."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:  # OSError: the package is there, and the library cairo is not
        raise UsageError(
            f"pictures are converted to {format} with cairosvg, which is not usable here ({error}): "
            "pip install 'exactmetrics[picture]', or write .svg or .tex"
        ) from None
    source = svg(picture, theme="dark" if picture.theme == "dark" else "light").encode("utf-8", errors="replace")
    made: bytes = (
        cairosvg.svg2pdf(bytestring=source) if format == "pdf" else cairosvg.svg2png(bytestring=source, scale=PNG_SCALE)
    )
    return made
