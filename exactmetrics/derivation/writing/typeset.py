"""Documents typeset once: of a question asked again only the numbers are written, into the page as it was set before.

A page is the same but for its numbers whenever the same steps are taken and their formulas break into as many rows. The
templates lay such a page out once, with marks where numbers go; the marks are then filled for every matrix. A page
whose numbers do not all go to places known here is left to the templates, and a layout is not relied on before it has
given, for other matrices of other sizes too, the very page that the templates give.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from exactmetrics.derivation.look import Look
from exactmetrics.derivation.planning.counts import Cells
from exactmetrics.derivation.planning.page import Page, Step
from exactmetrics.derivation.planning.reuse import SharedPlan, shared_plan
from exactmetrics.derivation.planning.wide import fitted
from exactmetrics.derivation.render import render
from exactmetrics.derivation.writing.context import cell_texts, page_context, sentence
from exactmetrics.derivation.writing.data import SHOWN_CLASSES, data_places, data_section, data_texts, numbering
from exactmetrics.derivation.writing.highlight import highlight_of
from exactmetrics.derivation.writing.result import result_context
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request

FORMATS = ("markdown", "github", "latex")  # whose templates place texts, and ask of a text at most whether it is empty
PROOFS = 2  # matrices of different sizes for which a layout has to give the page of the templates
MOST = 256  # layouts that are kept of a question in a format
_OPEN, _CLOSE = "\ue000", "\ue001"  # around the number of a place: private use, dropped from names
_MARK = re.compile(rf"{_OPEN}(\d+){_CLOSE}")
Place = tuple[Any, Any]  # what holds a text, and its key there


def typeset(
    request: Request,
    blocks: Blocks,
    cells: Callable[[], Cells | None],
    *,
    positive: Hashable | None,
    name: str,
    look: Look,
    data: bool,
) -> str | None:
    """The page of a question in a format; None where it has to be made anew.

    >>> from exactmetrics.metrics.request import resolve
    >>> blocks = Blocks("ab", n=9, tp=[4, 3], support=[5, 4], predicted=[5, 4])
    >>> made = typeset(
    ...     resolve("accuracy"), blocks, lambda: None, positive=None, name="markdown", look=Look(), data=False
    ... )
    >>> print(made.splitlines()[0])
    # Accuracy
    """
    if name not in FORMATS or look.detail != "full" or look.templates or blocks.notes or blocks.deductions:
        return None
    shared = shared_plan(request, blocks, positive)
    if shared is None:
        return None
    setter = shared.written.get((name, look))
    if setter is None:
        setter = shared.written[name, look] = Typesetter(shared, name, look, blocks.labels)
    made: str = setter.page(blocks, cells(), data=data)
    return made


class Typesetter:
    """Writes the pages of one question in one format."""

    def __init__(self, shared: SharedPlan, name: str, look: Look, labels: Sequence[Hashable]) -> None:
        self._plan = shared.plan
        self._surface = surface_for(name, look, labels)
        self._template = self._surface.format.template("derivation")
        self._layouts: OrderedDict[Hashable, Layout] = OrderedDict()

    def page(self, blocks: Blocks, cells: Cells | None, *, data: bool) -> str:
        """The finished page of a matrix."""
        surface = self._surface
        page = fitted(self._plan.page(blocks, cells))
        texts: list[str] = []
        kinds = tuple([self._step(step, texts) for step in page.steps])
        result = result_context(page, surface)
        texts += [held[key] for held, key in _result_places(result)]
        if data:
            at = highlight_of(page.named, blocks.k).position if blocks.k > SHOWN_CLASSES else None
            texts += data_texts(surface, blocks, cells, at)
        widths = tuple(map(len, map(str, (blocks.n, *blocks.predicted)))) if surface.format.paper else None
        layout_of = kinds, result["squares"] is None, data, cells is None, len(page.notes), widths
        layout = self._layouts.get(layout_of)
        counts = blocks.n, blocks.tp, blocks.support, blocks.predicted, cells
        if layout is not None and layout.serves(counts):
            return layout.filled(texts)
        context = self._context(page, blocks, cells, data=data)
        written = render(self._template, context)
        if layout is None:
            layout = self._layouts[layout_of] = self._laid_out(page, context, texts)
            if len(self._layouts) > MOST:
                self._layouts.popitem(last=False)
        layout.try_on(texts, written, counts)
        return written

    def _step(self, step: Step, texts: list[str]) -> Hashable:
        """What of a step decides how it is laid out; its numbers are added to the texts."""
        if step.kind == "definition":
            return step.kind
        surface = self._surface
        if step.table is not None:
            texts.append(sentence(step, surface))
            for cells in cell_texts(step.table, surface):
                texts += cells
            table = step.table
            return step.kind, bool(table.scores), table.terms is None, bool(table.numerators), table.left_out
        said = bool(step.facts) and sentence(step, surface)
        if said:
            texts.append(said)
        rows = [surface.rows(formula) for formula in step.formulas]
        for row in rows:
            texts += row
        return step.kind, bool(said), tuple(map(len, rows))

    def _context(self, page: Page, blocks: Blocks, cells: Cells | None, *, data: bool) -> dict[str, Any]:
        """What the template is given."""
        surface = self._surface
        context = page_context(page, surface)
        shown = highlight_of(page.named, blocks.k)
        context["data"] = data_section(surface, blocks, cells, shown) if data else None
        context["numbering"] = numbering(surface, blocks)
        return context

    def _laid_out(self, page: Page, context: dict[str, Any], texts: list[str]) -> Layout:
        """The layout of a page; one that never serves where its texts do not all have places."""
        places = _places(context, page)
        if [held[key] for held, key in places] != texts:
            return Layout("")
        for at, (held, key) in enumerate(places):
            held[key] = f"{_OPEN}{at}{_CLOSE}"
        return Layout(render(self._template, context))


def _places(context: dict[str, Any], page: Page) -> list[Place]:
    """Where in what a template is given the texts stand that depend on counts, in the order of the texts."""
    found: list[Place] = []
    for step, said in zip(page.steps, context["steps"], strict=True):
        if step.kind == "definition":
            continue
        if step.table is not None:
            found.append((said, "text"))
            found += [(row["cells"], at) for row in said["table"]["rows"] for at in range(len(row["cells"]))]
            continue
        if step.facts and said["text"]:
            found.append((said, "text"))
        found += [(formula["rows"], at) for formula in said["formulas"] for at in range(len(formula["rows"]))]
    found += _result_places(context["result"])
    return found + data_places(context["data"]) if context["data"] else found


def _result_places(result: dict[str, Any]) -> list[Place]:
    squares = result["squares"]
    proof: list[Place] = [] if squares is None else [(squares, "formula"), (squares, "between")]
    return [(result, "formula"), (result, "text"), *proof]


class Layout:
    """A page with marks where texts go.

    It serves in place of the templates for the counts it was right for, and for all once it was right for `PROOFS`
    matrices of different sizes.

    >>> layout = Layout("P = \\ue0001\\ue001/\\ue0000\\ue001")
    >>> layout.try_on(["9", "6"], "P = 6/9", (28, [6, 22]))
    >>> layout.serves((28, [6, 22])), layout.serves((28, [7, 21])), layout.filled(["8", "6"])
    (True, False, 'P = 6/8')
    """

    __slots__ = ("_counts", "_order", "_pieces", "_sizes")

    def __init__(self, page: str) -> None:
        self._pieces = _MARK.split(page)
        self._order = list(map(int, self._pieces[1::2]))
        self._sizes: set[Any] | None = set()  # of the matrices it was right for; None once it was wrong
        self._counts: Any = None  # the last ones it was right for

    def serves(self, counts: tuple[Any, ...]) -> bool:
        """Whether it may stand in for the templates; `counts` begin with the number of samples."""
        return self._sizes is not None and (len(self._sizes) >= PROOFS or self._counts == counts)

    def try_on(self, texts: list[str], written: str, counts: tuple[Any, ...]) -> None:
        """Compare it with the page that the templates give; one that was wrong once never serves."""
        if self._sizes is not None and self._order and self.filled(texts) == written:
            self._sizes.add(counts[0])
            self._counts = counts
        else:
            self._sizes = None

    def filled(self, texts: list[str]) -> str:
        """The page with the texts in their places."""
        pieces = self._pieces.copy()
        pieces[1::2] = [texts[at] for at in self._order]
        return "".join(pieces)
