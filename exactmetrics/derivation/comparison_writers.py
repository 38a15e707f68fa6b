"""A comparison as a page of every format, both sides in stages and the values in a table, and as data for JSON.

The format of the JSON is `comparison.schema.json`; both sides are of `derivation.schema.json`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from exactmetrics.derivation.comparison import Aspect, Comparison
from exactmetrics.derivation.derivation_writers import StepWriter, decimal_data
from exactmetrics.derivation.json_values import label_data, value_data
from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation.terminal import column, terminal_width
from exactmetrics.derivation.planning.facts import decimal_facts
from exactmetrics.derivation.planning.page import Page, Step
from exactmetrics.derivation.render import render
from exactmetrics.derivation.report_cells import CellWriter
from exactmetrics.derivation.writing.context import page_context, title_of
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.names import quantity, reason
from exactmetrics.derivation.writing.result import key_context
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined, Value, sign, value_text
from exactmetrics.expression.nodes import Num
from exactmetrics.metrics.policy import Policy

ASKED = ("value", "decimal")  # in the table of the values
COLUMN, SCREEN = 48, 40  # digits in a row of a formula in one of two columns: of a terminal, of a screen
BETWEEN = " │ "  # columns of a terminal
LONGEST, SIGNIFICANT = 8, 3  # signs of a difference that is said exactly, and digits of any other one
WORDS = ("combine", "over", "weights")  # aspects whose values are words of the catalogue
# Steps of these kinds correspond although they are not of one kind.
ALIKE = {"substitute_parts": "substitute", "read_off": "substitute"}
Surfaces = tuple[Surface, Surface]
Steps = Sequence[dict[str, Any]]
Stage = dict[str, Steps]  # what stands side by side: steps of the "first" and the "second", or the same of "both"


def comparison_page(
    comparison: Comparison, name: str, *, data: bool, titled: bool = True, tag: str = "", mark: str = ""
) -> str:
    """The page in one format; in a document it has no title, and the difference has a number and a place for links."""
    # One surface where both sides have the same classes, else one each.
    labels = [side.blocks.labels for side in comparison._sides]
    surface = surface_for(name, comparison.look, labels[0])
    second = surface if labels[0] == labels[1] else surface_for(name, comparison.look, labels[1])
    surfaces, say = (surface, second), surface.messages
    context: dict[str, Any] = {
        "title": comparison_title(comparison, name) if titled else "",
        "sides": [_side(comparison, at, surfaces[at]) for at in (0, 1)],
        **_aspects(comparison, surface),
        **_stages(comparison, surfaces),
        "exercise": say.get("scaffold", "intro") if comparison.is_exercise else "",
        "keys": _keys(comparison, surfaces) if comparison.is_exercise and comparison.look.key else [],
        "results": _results(comparison, surfaces),
        "difference": _difference(comparison, surface, tag, mark),
        "difference_title": say.get("compare", "difference"),
        "relation": [] if comparison.is_exercise else _relation(comparison, surface),
    }
    context["data"] = _data(comparison, surfaces) if data else []
    context["numbering"] = _numbering(comparison, surfaces)  # last: it names what the formulas used
    return render(surface.format.template("comparison"), context, comparison.look.templates)


def _data(comparison: Comparison, surfaces: Surfaces) -> list[dict[str, str]]:
    """The data once where both sides have the same, else that of each side under its name."""
    out = []
    for at, side in enumerate(comparison._sides[:1] if comparison.same_data else comparison._sides):
        surface = surfaces[at]
        section = data_section(surface, side.blocks, side.cells, totals=not comparison.is_exercise)
        text = render(surface.format.template("data"), {"data": section}, comparison.look.templates)
        name = _side_name(comparison, at, surface)
        caption = "" if comparison.same_data else surface.say_made("compare", "data_of", name=name)
        out.append({"caption": caption, "text": text.strip("\n")})
    return out


def _numbering(comparison: Comparison, surfaces: Surfaces) -> str:
    lines = [numbering(surfaces[0], comparison.first.blocks)]
    if surfaces[1] is not surfaces[0]:
        lines.append(numbering(surfaces[1], comparison.second.blocks))
        if all(lines):
            pairs = zip(comparison.names, lines, strict=True)
            lines = [surfaces[0].say_made("compare", "of_side", name=name, text=text) for name, text in pairs]
    return " ".join(filter(None, lines))


def _keys(comparison: Comparison, surfaces: Surfaces) -> list[dict[str, str]]:
    """The key of either side and of their difference; in the end which value is larger, or why they are equal."""
    named = [(comparison.names[at], side.page, surfaces[at]) for at, side in enumerate(comparison._sides)]
    if comparison.page is not None:
        named.append((surfaces[0].math(comparison.page.named.body), comparison.page, surfaces[0]))
    texts = [
        surface.say_made("compare", "of_side", name=name, text=key["line"])
        for name, page, surface in named
        if (key := key_context(page, surface))
    ]
    title = surfaces[0].messages.get("scaffold", "key")
    return [{"title": title, "text": text} for text in (*texts, " ".join(_relation(comparison, surfaces[0])))]


def _results(comparison: Comparison, surfaces: Surfaces) -> dict[str, Any]:
    surface, say = surfaces[0], surfaces[0].messages
    rows = [
        [_side_name(comparison, at, of), of.math(side.page.named), *_written(side.value, side.page, of)]
        for at, (side, of) in enumerate(zip(comparison._sides, surfaces, strict=True))
    ]
    if comparison.page is not None:
        head = surface.math(comparison.page.named)
        found = _written(comparison.page.value, comparison.page, surface)
        rows.append([surface.math(comparison.page.named.body), head, *found])
    heads = ["", *(say.get("compare", word) for word in ("quantity", "exact", "decimal"))]
    return {"title": say.get("compare", "results"), "heads": heads, "rows": rows, "lines": surface.lines(heads, rows)}


def _written(value: Value, page: Page, surface: Surface) -> list[str]:
    if page.asked:
        return [surface.math(page.asked[key]) if key in page.asked else "" for key in ASKED]
    if isinstance(value, Undefined):
        return [surface.messages.get("report", "undefined"), ""]
    facts = decimal_facts(value)
    relation = "=" if facts["kind"] in ("whole", "finite") else surface.format.approx
    written = CellWriter(surface, 4).description(value) or surface.number(value)
    return [written, surface.inline(f"{relation} {facts['digits']}")]


def _difference(comparison: Comparison, surface: Surface, tag: str, mark: str) -> str:
    if comparison.page is None:
        return ""
    # The exercise, the key and the remark on what is shortened are those of the whole sheet.
    context = page_context(comparison.page, surface) | {"exercise": "", "key": None, "notes": []}
    numbered(context["result"], tag, mark)
    return render(surface.format.template("part"), context, comparison.look.templates).strip("\n")


def numbered(result: dict[str, Any], tag: str, mark: str) -> None:
    """A number at the end of a result, and at its head the place that links lead to."""
    result["title"], result["tag"] = mark + result["title"], tag
    if result["lines"]:
        result["lines"][len(result["lines"]) // 2] += tag


# Sentences: what the two sides are called, what tells them apart, which value is larger or why they are equal.


def comparison_title(comparison: Comparison, name: str = "text") -> str:
    """The title: both quantities, or what is one quantity on both sides."""
    surface = surface_for(name, comparison.look, ())
    first, second = (_side_title(comparison, at, surface) for at in (0, 1))
    if first != second:
        return surface.say_made("compare", "title", first=first, second=second)
    if comparison.titles is not None:
        one, other = (surface.plain(title) for title in comparison.titles)
        return surface.say_made("compare", "title_named", title=first, first=one, second=other)
    return surface.say_made("compare", "title_choice" if comparison.same_data else "title_data", title=first)


def _side(comparison: Comparison, at: int, surface: Surface) -> dict[str, str]:
    """What a side is called, and what it is; with the remarks on it, but for the one that says why both are equal."""
    page = comparison._sides[at].page
    written = zip(page.notes, page_context(page, surface)["notes"], strict=True)
    notes = [text for (key, _), text in written if key == "shortened" or not comparison.reasons]
    title = _side_title(comparison, at, surface)
    return {"name": _side_name(comparison, at, surface), "title": " ".join([f"{title}.", *notes]) if notes else title}


def _side_name(comparison: Comparison, at: int, surface: Surface) -> str:
    name = comparison.names[at]
    if comparison.titles is None:
        return name
    return surface.say_made("compare", "named", name=name, title=surface.plain(comparison.titles[at]))


def _side_title(comparison: Comparison, at: int, surface: Surface) -> str:
    """The title of a side; where the sides differ in what is averaged, it says so on both."""
    in_full = any(aspect.key == "combine" for aspect in comparison.differs)
    return title_of(comparison._sides[at].page, surface, in_full=in_full)


def _aspects(comparison: Comparison, surface: Surface) -> dict[str, str]:
    """What tells the two sides apart, with what it is on either one, and what they have in common."""
    say, (first, second) = surface.messages, comparison.names
    if not comparison.differs:
        return {"differ": say.get("compare", "alike"), "same": ""}
    apart = []
    for aspect in comparison.differs:
        name = _aspect_name(aspect, surface)
        a, b = (_aspect_value(aspect.key, value, surface) for value in (aspect.first, aspect.second))
        made = {"what": name, "first": first, "second": second, "a": a, "b": b}
        apart.append(name if aspect.key == "data" else surface.say_made("compare", "pair", **made))
    differ = surface.say_made("compare", "differ", what=say.listing(apart))
    alike = [_aspect_name(aspect, surface) for aspect in comparison.same]
    made = {"n": str(len(alike)), "what": say.listing(alike)}
    return {"differ": differ, "same": surface.say_made("compare", "same", **made) if alike else ""}


def _aspect_name(aspect: Aspect, surface: Surface) -> str:
    path = ("compare", "aspect", aspect.key)
    return surface.messages.get(*path) if surface.messages.has(*path) else surface.plain(aspect.key)


def _aspect_value(key: str, value: Any, surface: Surface) -> str:
    say = surface.messages
    if value is None:
        return say.get("compare", "value", "none")
    if key == "average":
        return say.get("compare", "value", str(value))
    if isinstance(value, Policy):
        return surface.say("policy", value.source, name=value.given)
    if isinstance(value, Mapping):
        return say.get("compare", "value", "given")
    if key in WORDS and isinstance(value, str):
        return say.get("compare", "value", f"{key}_{value}")
    if key == "metric":
        return quantity(surface, value)
    return surface.fact(list(value) if isinstance(value, tuple) else value)


def _relation(comparison: Comparison, surface: Surface) -> list[str]:
    """Which value is larger; or that they are equal, and why; or that there is nothing to subtract."""
    say, names = surface.messages, [_side_name(comparison, at, surface) for at in (0, 1)]
    undefined = [
        surface.say_made("compare", "undefined", name=name, reason=reason(surface, side.value))
        for name, side in zip(names, comparison._sides, strict=True)
        if isinstance(side.value, Undefined)
    ]
    if comparison.difference is None:
        return [*undefined, say.get("compare", "no_difference")]
    if comparison.difference:
        larger, smaller = names if sign(comparison.difference) > 0 else names[::-1]
        facts = decimal_facts(comparison.difference)
        exact = facts["kind"] in ("whole", "finite") and len(facts["digits"]) <= LONGEST
        digits = facts["digits"] if exact else decimal(comparison.difference, significant=SIGNIFICANT)
        made = {"larger": larger, "smaller": smaller, "by": surface.inline(digits.removeprefix("-"))}
        return [surface.say_made("compare", "larger" if exact else "larger_about", **made)]
    assert not isinstance(comparison.first.value, Undefined)
    shown = comparison.first.page.shown
    short = shown is not None and not isinstance(shown, Num)  # a value that is too long for a line
    value = surface.math(shown) if short and shown else surface.number(comparison.first.value)
    out = [surface.say_made("compare", "equal", first=names[0], second=names[1], value=value)]
    out += [say.get("identity", key) for key in comparison.reasons]
    return [*out, say.get("compare", "coincidence")] if comparison.coincidence else out


# The steps of both sides, set side by side: what corresponds stands in one stage.


def _stages(comparison: Comparison, surfaces: Surfaces) -> dict[str, Any]:
    """Both workings: as texts stage by stage, and for plain text as lines, in two columns where they fit."""
    if surfaces[0].format.breaks:  # two columns on a screen
        surfaces = _narrow(surfaces, SCREEN)
    found = _texts(comparison, surfaces)
    if surfaces[0].format.formulas:
        return {"stages": found, "lines": []}
    lines = _side_by_side(_texts(comparison, _narrow(surfaces, COLUMN)), found)
    if lines is None:  # one after the other
        texts = [stage[key] for stage in found for key in ("both", "first", "second") if stage[key]]
        lines = "\n\n".join(texts).split("\n")
    return {"stages": found, "lines": lines}


def _narrow(surfaces: Surfaces, width: float) -> Surfaces:
    first, second = (Surface(replace(s.format, width=width), s.notation.symbols, s.messages) for s in surfaces)
    return first, second


def _texts(comparison: Comparison, surfaces: Surfaces) -> list[dict[str, str]]:
    pages = comparison.first.page, comparison.second.page
    if comparison.same_data:
        pages = _with_counts_shared(*pages)
    first, second = (page_context(page, surface)["steps"] for page, surface in zip(pages, surfaces, strict=True))
    found = stages(first, second, comparison.names, surfaces[0].messages, same_data=comparison.same_data)
    of = {"first": surfaces[0], "second": surfaces[1], "both": surfaces[0]}
    templates = comparison.look.templates
    return [{key: _steps(stage.get(key, ()), surface, templates) for key, surface in of.items()} for stage in found]


def _steps(steps: Steps, surface: Surface, templates: str | None) -> str:
    if not steps:
        return ""
    context = {"steps": steps, "result": None, "notes": [], "exercise": "", "key": None}
    return render(surface.format.template("part"), context, templates).strip("\n")


def stages(first: Steps, second: Steps, names: tuple[str, str], say: Messages, *, same_data: bool) -> list[Stage]:
    """The steps in stages, each step numbered on its own side; the same steps of both stand there once.

    A step with a table is shown once only where both sides are of the same counts.
    """
    left, right = (
        [step | {"number": f"{name}{number}"} for number, step in enumerate(steps, 1)]
        for name, steps in zip(names, (first, second), strict=True)
    )
    kinds = ([ALIKE.get(step["kind"], step["kind"].removesuffix("_each")) for step in steps] for steps in (left, right))
    out: list[Stage] = []
    i = j = 0
    for a, b in [*_pairs(*kinds), (len(left), len(right))]:
        if i < a or j < b:
            out.append({"first": left[i:a], "second": right[j:b]})
        if a < len(left) and b < len(right):
            out.append(_stage(left[a], right[b], say, same_data))
        i, j = a + 1, b + 1
    return out


def _pairs(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence, as pairs."""
    best = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            best[i][j] = best[i + 1][j + 1] + 1 if a[i] == b[j] else max(best[i + 1][j], best[i][j + 1])
    found = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j] and best[i][j] == best[i + 1][j + 1] + 1:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def _stage(a: dict[str, Any], b: dict[str, Any], say: Messages, same_data: bool) -> Stage:
    number = say.listing([a["number"], b["number"]])
    if all(a.get(key) == b.get(key) for key in {*a, *b} - {"number"}) and (same_data or not a.get("table")):
        return {"both": [a | {"number": number}]}
    return {"first": [a], "second": [b]}


def _with_counts_shared(first: Page, second: Page) -> tuple[Page, Page]:
    """Pages about the same counts: where one table of counts holds all of the other, both get it, and one legend."""
    a, b = (next((step for step in page.steps if step.table is not None), None) for page in (first, second))
    if a is None or b is None or a.table is None or b.table is None or first.blanks or second.blanks:
        return first, second
    tables = a.table, b.table
    table, least = max(tables, key=lambda t: len(t.blocks)), min(tables, key=lambda t: len(t.blocks))
    if not set(least.blocks) <= set(table.blocks) or [r[1] for r in table.rows] != [r[1] for r in least.rows]:
        return first, second
    alone = dict.fromkeys(leaf for step in (a, b) for leaf in step.facts["leaves"] if leaf.tag is None)
    shared = Step("counts", facts=a.facts | {"leaves": [*alone, *table.columns]}, table=table)
    one, other = (
        replace(page, steps=[shared if (step is a or step is b) else step for step in page.steps])
        for page in (first, second)
    )
    return one, other


def _side_by_side(fitted: list[dict[str, str]], whole: list[dict[str, str]]) -> list[str] | None:
    """The stages in two columns, what both share over the whole width; None where they do not fit."""
    lines: list[str] = []
    for stage, wide in zip(fitted, whole, strict=True):
        if stage["both"]:
            lines += [*wide["both"].split("\n"), ""]
            continue
        columns = _two_columns(_wrapped(stage["first"]), _wrapped(stage["second"]))
        if columns is None:
            return None
        lines += [*columns, ""]
    return lines[:-1]


def _wrapped(text: str) -> list[str]:
    """The lines of a page, its sentences broken; what is set off, formulas and tables, stays as it is."""
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        lines += [line] if not line or line.startswith(" ") else textwrap.wrap(line, COLUMN)
    return lines


def _two_columns(first: list[str], second: list[str]) -> list[str] | None:
    """Lines side by side; None where one of them is wider than a column."""
    if any(terminal_width(line) > COLUMN for line in (*first, *second)):
        return None
    return [f"{column(a, COLUMN)}{BETWEEN}{b}".rstrip() for a, b in zip_longest(first, second, fillvalue="")]


# As data for JSON.


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    # In an exercise without its key nothing of the result is told.
    secret = comparison.is_exercise and not comparison.look.key
    difference = None if secret else comparison.difference
    return {
        "schema": "exactmetrics/comparison/1",
        "names": list(comparison.names),
        "titles": None if comparison.titles is None else list(comparison.titles),
        "first": comparison.first.data(),
        "second": comparison.second.data(),
        "same": [aspect.key for aspect in comparison.same],
        "differs": [
            {"aspect": aspect.key, "first": _plain(aspect.first), "second": _plain(aspect.second)}
            for aspect in comparison.differs
        ],
        "relation": None if difference is None else ("equal", "greater", "less")[sign(difference)],
        "theorems": [] if secret else comparison.reasons,
        "coincidence": comparison.coincidence and not secret,
        "difference": None if secret and comparison.page is None else _difference_data(comparison),
    }


def _plain(value: Any) -> Any:
    """An option as JSON has it: a word, a number as text, a list, or a table of weights."""
    if isinstance(value, Policy):
        return value.given
    if isinstance(value, Fraction):
        return value_text(value)
    if isinstance(value, Mapping):
        return {str(label): str(weight) for label, weight in value.items()}
    return [label_data(item) for item in value] if isinstance(value, (list, tuple)) else label_data(value)


def _difference_data(comparison: Comparison) -> dict[str, Any] | None:
    if comparison.difference is None:
        return None
    found = value_data(comparison.difference) | {"decimal": decimal_data(decimal_facts(comparison.difference))}
    if comparison.is_exercise:
        found |= dict.fromkeys(("value", "float", "sign", "square", "decimal"))
    page, shown, steps, key = comparison.page, None, [], None
    if page is not None:
        text, latex = (surface_for(name, comparison.look, ()) for name in ("text", "markdown"))
        writer = StepWriter(text, latex)
        if page.shown is not None and not isinstance(page.shown, Num) and not page.blanks:
            shown = writer.tree(page.shown)  # as a page shows it, where it is too long for one
        written = page_context(page, text)["steps"]
        steps = [writer.step(step, said) for step, said in zip(page.steps, written, strict=True)]
        if page.blanks and comparison.look.key:  # those of the sides are in their own keys
            key = [{"blank": blank.letter, "answer": blank.answer} for blank in page.blanks]
    return {**found, "shown": shown, "steps": steps, "key": key}
