"""A comparison as a page of every format: what both sides use, either calculation whole, and both values in a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.comparison import Comparison
from exactmetrics.derivation.comparison_end import End
from exactmetrics.derivation.comparison_names import SIDES, Sides
from exactmetrics.derivation.derivation import Derivation, Derived
from exactmetrics.derivation.notation.two_d import named_line
from exactmetrics.derivation.planning.cells import SHOWN_MATRIX
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.derivation.telling import (
    comparison_blocks,
    data_blocks,
    result_blocks,
    steps_block,
    title_block,
    written,
)
from exactmetrics.derivation.writing.context import page_context, without_blanks
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.matrix_tables import class_asked
from exactmetrics.derivation.writing.meaning import rests
from exactmetrics.derivation.writing.result import key_context
from exactmetrics.expression.nodes import Expr, Leaf

Tags = Mapping[str, tuple[str, str]]  # by "first" and "second": the number of a result, and the place of links to it
OWN = ("wins", "ties")  # counts of scores whose numbers the definition does not tell


def comparison_page(
    comparison: Comparison, name: str, *, data: bool, titled: bool = True, tags: Tags | None = None, level: int = 2
) -> str:
    """The page in one format; in a document it has no title, and the results have numbers and places for links."""
    return _Writer(comparison, name).page(data=data, titled=titled, tags=tags or {}, level=level)


def comparison_title(comparison: Comparison, name: str = "text") -> str:
    """The title: both quantities, or what is one quantity on both sides."""
    return Sides(comparison, name).title()


def told_apart(first: Derived, second: Derived, name: str = "text") -> list[str]:
    """What tells a derivation from another one of the same title; nothing where both are the same question."""
    return Sides(Comparison(first, second), name).apart(0)


class _Writer(Sides):
    """One comparison in one format."""

    def page(self, *, data: bool, titled: bool, tags: Tags, level: int) -> str:
        of, end = self.of, End(self)
        for surface in self.surfaces:
            surface.in_matrix = data or not titled  # in a document the data stand before
        context: dict[str, Any] = {
            "data": self._data() if data else [],  # first: what it tells of counts needs no symbols
            "title": self.title() if titled else "",
            "intro": self._intro(why=end.has_reason),
            "sides": [] if of.reasons == ["question"] else self._listed(),
            "exercise": self._exercise(),
            "sections": self._sections(tags, end, level),
            "results": end.results(),
            "notes": end.notes(),
            "keys": self._keys(end) if of.is_exercise and self.look.key else [],
        }
        context["numbering"] = self._numbering()  # last: it names what the formulas used
        title = context["title"]
        blocks = [*title_block(title), *comparison_blocks(context, self.surface, level=level)]
        return written("comparison", blocks, self.surface, self.look, title=self.title(), whole=titled)

    def _intro(self, *, why: bool) -> str:
        """The question of the page, or that both sides are one."""
        of, say = self.of, self.surface.say_made
        if of.is_one:
            return self.say.get("compare", "intro_question" if of.reasons == ["question"] else "intro_once")
        titles = {key: self.title_of(at, inside=True) for at, key in enumerate(SIDES)}
        if titles["first"] != titles["second"]:
            return say("compare", "asked_why" if why else "asked", **titles)
        names = {key: self.name(at, inside=True) for at, key in enumerate(SIDES)}
        before, after = self.surface.format.emphasis
        title = f"{before}{titles['first']}{after}"
        return say("compare", "asked_choice" if self.combined else f"asked_{of.sides}", title=title, **names)

    def _exercise(self) -> str:
        """What to do with the blanks, or why there are none."""
        if self.of.is_exercise:
            return self.say.get("scaffold", "intro")
        return without_blanks(self.of.first.page, self.surface) and without_blanks(self.of.second.page, self.surface)

    def _listed(self) -> list[dict[str, str]]:
        """What is compared, where that says more than the question."""
        sides = [self.listed(at) for at in (0, 1)]
        return sides if self.of.is_one or self.of.titles else [side for side in sides if side["what"]]

    # the data and the calculations

    def _data(self) -> list[dict[str, Any]]:
        """The data once where both sides have the same, else that of each side under its name."""
        sides = self.of.of_counts
        sections = list(self._counted(sides)) if sides else self._scored()
        several = len(sections) > 1
        return [
            {"caption": self.name(at) if several else "", "blocks": data_blocks(section, self.surfaces[at])}
            for at, section in enumerate(sections)
        ]

    def _scored(self) -> list[dict[str, Any]]:
        """The scores of each side; once where both say the same of them, from the side that lists them."""
        pairs = zip(self.of._sides, self.surfaces, strict=True)
        found = [writer(side._kind, "data")(side, surface) for side, surface in pairs]
        if not self.of.same_data or found[0]["intro"] != found[1]["intro"]:
            return found
        return [next((one for one in found if one["rows"]), found[0])]

    def _counted(self, sides: tuple[Derivation, Derivation]) -> Iterator[dict[str, Any]]:
        of = self.of
        asked = {class_asked(side.page.named) for side in sides} - {None}
        for at, side in enumerate(sides[:1] if of.same_data else sides):
            surface = self.surfaces[at]
            own = {class_asked(side.page.named)} if not of.same_data else asked
            one = next(iter(own)) if of.pages[0] is None and len(own) == 1 else None
            how = {"totals": not of.is_exercise, "brief": self.look.detail == "brief"}
            pages = [told.page for told in (sides if of.same_data else (side,))]
            section = data_section(
                surface,
                side.blocks,
                side.cells,
                None if of.is_exercise and side.blocks.k <= SHOWN_MATRIX else one,
                pages=pages,
                **how,
            )
            surface.four_told = one is not None and not of.is_exercise and section["kind"] == "matrix"
            yield section

    def _numbering(self) -> str:
        if self.of.of_counts is None:
            return ""
        first, second = self.of.of_counts
        lines = [numbering(self.surfaces[0], first.blocks)]
        if self.surfaces[1] is not self.surfaces[0]:
            lines.append(numbering(self.surfaces[1], second.blocks))
            if all(lines):
                lines = [
                    self.surface.say_made("compare", "of_side", name=self.name(at), text=text)
                    for at, text in enumerate(lines)
                ]
        return " ".join(filter(None, lines))

    def _sections(self, tags: Tags, end: End, level: int) -> list[dict[str, Any]]:
        """What both sides use, then either calculation to its value, without what stands at the end."""
        out: list[dict[str, Any]] = []
        told: list[Expr] = []
        for at, page in enumerate(self.of.pages, -1):
            if page is None:
                continue
            surface = self.surfaces[max(at, 0)]
            page = self._defined_once(page)
            steps_of = [replace(step, symbols=[one for one in step.symbols if one not in told]) for step in page.steps]
            told += [
                one for step in page.steps for one in step.symbols if isinstance(one, Leaf)
            ]  # that of a count once
            context = page_context(replace(page, steps=steps_of), surface)
            for step in context["steps"]:
                step["number"] = step["number"] if len(context["steps"]) > 1 else 0
            steps = steps_block(context["steps"], level)
            if at < 0:
                out.append({"title": self.say.get("compare", "shared"), "blocks": steps})
                continue
            if self.of.of_counts and end.scale() and not page.blanks:
                context["meaning"] = rests(page.ending, surface)
            context["exercise"] = self.of.is_exercise
            tag, mark = tags.get(SIDES[at], ("", ""))
            if end.weighed is not None:  # its table tells the class values
                context["result"]["remarks"] = []
            context["result"]["remarks"] = [r for r in context["result"].get("remarks", ()) if r["kind"] == "check"]
            numbered(context["result"], tag)
            out.append({"title": mark + self._section_title(at), "blocks": [*steps, *result_blocks(context)]})
        return out

    def _defined_once(self, page: Page) -> Page:
        """A page without the sentence on its metric where it is that of the page before; of other data without more."""
        before = self.of.pages[1]
        if before is None or page is before or page is not self.of.pages[-1] or not (before.steps and page.steps):
            return page
        step, first = page.steps[0], before.steps[0]
        if page.writer != Page.writer:  # of scores
            return (
                replace(page, steps=page.steps[1:])
                if before.title == page.title and _defined_alike(before, page)
                else page
            )
        said = ("metric", "convention", "form", "classes")
        if {step.kind, first.kind} != {"definition"} or any(step.facts[key] != first.facts[key] for key in said):
            return page
        if self.of.sides == "data" and before.title == page.title and not any(map(_is_of_all, step.symbols)):
            told = [one.formulas for one in before.steps if one.kind == "from_counts"]
            return replace(
                page, steps=[one for one in page.steps[1:] if one.kind != "from_counts" or one.formulas not in told]
            )
        return replace(page, steps=[replace(step, facts=step.facts | {"defined": True}), *page.steps[1:]])

    def _section_title(self, at: int) -> str:
        """The heading over a calculation: what the side is called, and what it does."""
        if self.of.sides == "ways" and self.of.is_one:
            return self.say.get("compare", "calculation")
        return self.with_what(self.name(at), at)

    def _keys(self, end: End) -> list[dict[str, str]]:
        """The key of either side and of the difference; in the end why equal values are equal."""
        texts = [
            self.surface.say_made("compare", "of_side", name=self.name(at), text=key["line"])
            for at, (side, surface) in enumerate(zip(self.of._sides, self.surfaces, strict=True))
            if (key := key_context(side.page, surface))
        ]
        if self.of.blank is not None:
            value = self.surface.inline(self.of.blank.answer)
            texts.append(self.surface.say_made("scaffold", "entry", number=self.of.blank.letter, value=value))
        texts += [text for text in (" ".join([*end.equal(), *end.undefined()]),) if text]
        return [{"title": self.say.get("scaffold", "key"), "text": text} for text in texts]


def _defined_alike(one: Page, other: Page) -> bool:
    """Whether two definitions say the same: the numbers that they tell are those of all samples."""
    told = [
        {
            (part.block, part.value)
            for part in every_part(page.named)
            if isinstance(part, Leaf) and part.block not in OWN
        }
        for page in (one, other)
    ]
    return told[0] == told[1]


def _is_of_all(symbol: Expr) -> bool:
    """Whether a symbol is the number of all samples, which other data have otherwise."""
    return isinstance(symbol, Leaf) and symbol.tag is None


def numbered(result: dict[str, Any], tag: str) -> None:
    """A number at the end of a result that is defined."""
    if result["defined"]:
        result["tag"] = tag
        if rows := result["lines"]:
            rows[named_line(rows)] += tag
