"""What the templates of a comparison place: both sides in stages, the values in a table, the difference worked out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.comparisons.alignment import Stage, stages, with_counts_shared
from exactmetrics.derivation.comparisons.columns import COLUMN, two_columns, wrapped
from exactmetrics.derivation.comparisons.sentences import (
    comparison_title,
    differences,
    relation,
    side_name,
    side_title,
    similarities,
)
from exactmetrics.derivation.document import Derivation
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.planning.decimals import decimal_facts
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.render import render
from exactmetrics.derivation.reports.cells import CellWriter
from exactmetrics.derivation.writing.context import page_context
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.result import key_context
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.exact.values import Undefined, Value

if TYPE_CHECKING:
    from exactmetrics.derivation.comparisons.comparison import Comparison

ASKED = ("value", "decimal")  # in the table of the values
SCREEN = 40  # digits in a row of a formula in one of two columns on a screen


def comparison_body(
    comparison: Comparison, name: str, *, data: bool, titled: bool = True, tag: str = "", mark: str = ""
) -> str:
    """The page of a comparison in one format.

    Args:
        comparison, name: what is written, and the name of the format.
        data: whether the data are shown.
        titled: whether it has a title, which it has not inside a document.
        tag, mark: the number of the difference in a document, and the place links lead to.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> recalls = em.compare(cm.derive("recall", label=0), cm.derive("recall", label=1))
    >>> comparison_body(recalls, "text", data=False).splitlines()[2:4]
    ['A: Recall of 0', 'B: Recall of 1']
    """
    surfaces = _surfaces(comparison, name)
    surface = surfaces[0]
    context: dict[str, Any] = {
        "title": comparison_title(comparison, name) if titled else "",
        "sides": [_side(comparison, at, surfaces[at]) for at in (0, 1)],
        "differ": differences(comparison, surface),
        "same": similarities(comparison, surface),
        **_stages(comparison, name, surfaces),
        **_exercise(comparison, surfaces),
        "results": _results(comparison, surfaces),
        "difference": _difference(comparison, surface, tag, mark),
        "difference_title": surface.messages.get("compare", "difference"),
        "relation": [] if comparison.is_exercise else relation(comparison, surface),
    }
    context["data"] = _data(comparison, surfaces) if data else []
    context["numbering"] = _numbering(comparison, surfaces)
    return render(surface.format.template("comparison"), context, comparison.look.templates)


def _surfaces(comparison: Comparison, name: str) -> tuple[Surface, Surface]:
    """One surface where both sides have the same classes, else one each."""
    labels = [side.blocks.labels for side in (comparison.first, comparison.second)]
    first = surface_for(name, comparison.look, labels[0])
    return first, first if labels[0] == labels[1] else surface_for(name, comparison.look, labels[1])


def _side(comparison: Comparison, at: int, surface: Surface) -> dict[str, str]:
    """What a side is called, and what it is; with the remarks on it, but for the one that says why both are equal."""
    side = (comparison.first, comparison.second)[at]
    written = zip(side.page.notes, page_context(side.page, surface)["notes"], strict=True)
    notes = [text for (key, _), text in written if key == "shortened" or not comparison.reasons]
    title = side_title(comparison, at, surface)
    return {"name": side_name(comparison, at, surface), "title": " ".join([f"{title}.", *notes]) if notes else title}


def _data(comparison: Comparison, surfaces: tuple[Surface, Surface]) -> list[dict[str, str]]:
    """The data once where both sides have the same, else that of each side under its name."""
    out = []
    for at, side in enumerate((comparison.first, comparison.second)):
        if at and comparison.same_data:
            break
        surface = surfaces[at]
        section = data_section(surface, side.blocks, side.cells, totals=not comparison.is_exercise)
        text = render(surface.format.template("data"), {"data": section}, comparison.look.templates)
        name = side_name(comparison, at, surface)
        caption = "" if comparison.same_data else surface.say_made("compare", "data_of", name=name)
        out.append({"caption": caption, "text": text.strip("\n")})
    return out


def _numbering(comparison: Comparison, surfaces: tuple[Surface, Surface]) -> str:
    lines = [numbering(surfaces[0], comparison.first.blocks)]
    if surfaces[1] is not surfaces[0]:
        lines.append(numbering(surfaces[1], comparison.second.blocks))
        if all(lines):
            pairs = zip(comparison.names, lines, strict=True)
            lines = [surfaces[0].say_made("compare", "of_side", name=name, text=text) for name, text in pairs]
    return " ".join(filter(None, lines))


def _stages(comparison: Comparison, name: str, surfaces: tuple[Surface, Surface]) -> dict[str, Any]:
    """Both workings: as texts stage by stage, and for plain text as lines, in two columns where they fit."""
    if surfaces[0].format.breaks:  # two columns on a screen
        surfaces = _narrow(surfaces[0], SCREEN), _narrow(surfaces[1], SCREEN)
    found = [_texts(stage, surfaces, comparison.look) for stage in _staged(comparison, surfaces)]
    if surfaces[0].format.formulas:
        return {"stages": found, "lines": []}
    narrow = tuple(_narrow(surface) for surface in surfaces)
    fitted = [_texts(stage, narrow, comparison.look) for stage in _staged(comparison, (narrow[0], narrow[1]))]
    return {"stages": found, "lines": _side_by_side(fitted, found) or _one_after_the_other(found)}


def _narrow(surface: Surface, width: float = COLUMN) -> Surface:
    """The same surface with less room for formulas."""
    return Surface(replace(surface.format, width=width), surface.notation.symbols, surface.messages)


def _staged(comparison: Comparison, surfaces: tuple[Surface, Surface]) -> list[Stage]:
    pages = comparison.first.page, comparison.second.page
    if comparison.same_data:
        pages = with_counts_shared(*pages)
    first, second = (page_context(page, surface)["steps"] for page, surface in zip(pages, surfaces, strict=True))
    return stages(first, second, names=comparison.names, messages=surfaces[0].messages, same_data=comparison.same_data)


def _texts(stage: Stage, surfaces: tuple[Surface, ...], look: Look) -> dict[str, str]:
    pairs = {"first": surfaces[0], "second": surfaces[1], "both": surfaces[0]}
    return {key: _steps(getattr(stage, key), surface, look) for key, surface in pairs.items()}


def _steps(steps: Any, surface: Surface, look: Look) -> str:
    if not steps:
        return ""
    context = {"steps": steps, "result": None, "notes": [], "exercise": "", "key": None}
    return render(surface.format.template("part"), context, look.templates).strip("\n")


def _side_by_side(fitted: list[dict[str, str]], whole: list[dict[str, str]]) -> list[str] | None:
    """The stages in two columns, what both share over the whole width; None where they do not fit."""
    lines: list[str] = []
    for stage, wide in zip(fitted, whole, strict=True):
        if stage["both"]:
            lines += [*wide["both"].split("\n"), ""]
            continue
        columns = two_columns(wrapped(stage["first"]), wrapped(stage["second"]))
        if columns is None:
            return None
        lines += [*columns, ""]
    return lines[:-1]


def _one_after_the_other(whole: list[dict[str, str]]) -> list[str]:
    texts = [stage[key] for stage in whole for key in ("both", "first", "second") if stage[key]]
    return "\n\n".join(texts).split("\n")


def _exercise(comparison: Comparison, surfaces: tuple[Surface, Surface]) -> dict[str, Any]:
    """What an exercise says first, and the key of either side and of their difference."""
    say = surfaces[0].messages
    if not comparison.is_exercise:
        return {"exercise": "", "keys": []}
    keys = _keys(comparison, surfaces) if comparison.look.key else []
    return {"exercise": say.get("scaffold", "intro"), "keys": keys}


def _keys(comparison: Comparison, surfaces: tuple[Surface, Surface]) -> list[dict[str, str]]:
    """The key of either side and of their difference; in the end which value is larger, or why they are equal."""
    named = [(comparison.names[at], side.page, surfaces[at]) for at, side in enumerate(_sides(comparison))]
    if comparison.page is not None:
        named.append((surfaces[0].math(comparison.page.named.body), comparison.page, surfaces[0]))
    texts = [
        surface.say_made("compare", "of_side", name=name, text=key["line"])
        for name, page, surface in named
        if (key := key_context(page, surface))
    ]
    title = surfaces[0].messages.get("scaffold", "key")
    return [{"title": title, "text": text} for text in (*texts, " ".join(relation(comparison, surfaces[0])))]


def _sides(comparison: Comparison) -> tuple[Derivation, Derivation]:
    return comparison.first, comparison.second


def _results(comparison: Comparison, surfaces: tuple[Surface, Surface]) -> dict[str, Any]:
    """A table of the values, exact and decimal, and of their difference."""
    surface, say = surfaces[0], surfaces[0].messages
    rows = [_row(comparison, at, surfaces[at]) for at in (0, 1)]
    if comparison.page is not None:
        head = surface.math(comparison.page.named)
        found = _written(comparison.page.value, comparison.page, surface)
        rows.append([surface.math(comparison.page.named.body), head, *found])
    heads = ["", *(say.get("compare", word) for word in ("quantity", "exact", "decimal"))]
    return {"title": say.get("compare", "results"), "heads": heads, "rows": rows, "lines": surface.lines(heads, rows)}


def _row(comparison: Comparison, at: int, surface: Surface) -> list[str]:
    side: Derivation = (comparison.first, comparison.second)[at]
    return [
        side_name(comparison, at, surface),
        surface.math(side.page.named),
        *_written(side.value, side.page, surface),
    ]


def _written(value: Value, page: Page, surface: Surface) -> list[str]:
    """A value and its decimal, or in an exercise the blanks for them."""
    if page.asked:
        return [surface.math(page.asked[key]) if key in page.asked else "" for key in ASKED]
    if isinstance(value, Undefined):
        return [surface.messages.get("report", "undefined"), ""]
    facts = decimal_facts(value)
    relation = "=" if facts["kind"] in ("whole", "finite") else surface.format.approx
    exact = CellWriter(surface, 4).exact(value)
    written = exact if " " in exact else surface.number(value)
    return [written, surface.inline(f"{relation} {facts['digits']}")]


def _difference(comparison: Comparison, surface: Surface, tag: str, mark: str) -> str:
    if comparison.page is None:
        return ""
    # The exercise, the key and the remark on what is shortened are those of the whole sheet.
    context = page_context(comparison.page, surface) | {"exercise": "", "key": None, "notes": []}
    numbered(context["result"], tag, mark)
    return render(surface.format.template("part"), context, comparison.look.templates).strip("\n")


def numbered(result: dict[str, Any], tag: str, mark: str) -> None:
    """A number at the end of a result, and at its head the place that links lead to.

    >>> result = {"title": "Exact result", "tag": "", "lines": ["x = 1"]}
    >>> numbered(result, "   (2)", ""); result["lines"]
    ['x = 1   (2)']
    """
    result["title"], result["tag"] = mark + result["title"], tag
    if result["lines"]:
        result["lines"][len(result["lines"]) // 2] += tag
