"""What can be written in several formats: the methods that derivations, reports, documents and verifications share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from exactmetrics._writers import writer
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.maths_font import font_rule
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.terminal import WIDTH, folded
from exactmetrics.derivation.render import render
from exactmetrics.derivation.saving import format_of, full_name, save_text
from exactmetrics.derivation.typesetting import directed, tex_of
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices

if TYPE_CHECKING:
    import os

# By name: the format of the body, and whether it is set in a document that stands by itself.
WRITTEN = {name: (name, name == "html") for name in FORMATS} | {
    "latex-document": ("latex", True),
    "beamer-document": ("beamer", True),
    "html-fragment": ("html", False),
}


class Written:
    """Base of what is written: a result that holds its data, and whose kind has its writers in the one table."""

    __slots__ = ()
    _kind: ClassVar[str]  # by which the table of writers knows it
    _formats: ClassVar[Sequence[str]]

    def _written(self, format: str, **options: Any) -> str:
        page: str = writer(self._kind, "page")(self, format, **options)
        return page

    def to(self, format: str, **options: Any) -> str:
        """The document in a format by its name or its ending, as the command line's `--format` takes it.

        `options` are those of the method of the format, such as `data=False` or `language="es"`.

        Raises:
            UsageError: a format that does not exist.

        >>> import exactmetrics as em
        >>> print(em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy").to("markdown").splitlines()[0])
        # Accuracy
        >>> em.verify_document("1/2 = 0.5").to("md").splitlines()[2]
        '1 number found: 1 right'
        """
        format = full_name(format)
        if format not in self._formats:
            raise UsageError(f"no format {format!r}; {choices(format, self._formats)}")
        return self._written(format, **options)

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, **options: Any) -> None:
        """Write the document to a file, whole or not at all, by default in the format that the file's ending names.

        Args:
            path: the file, as in "mcc.tex", "mcc.md", "mcc.html", "mcc.json" or "mcc.txt".
            format: another format, as `to` takes it.
            options: those of `to`.

        Raises:
            UsageError: an ending that no format is written to, or a format that does not exist.
            InputError: a file that cannot be written.

        >>> import exactmetrics as em
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy").save(f"{folder}/accuracy.md")
        ...     print(Path(folder, "accuracy.md").read_text(encoding="utf-8").splitlines()[0])
        # Accuracy
        """
        save_text(self.to(format_of(path, self._formats) if format is None else format, **options), path)

    def __str__(self) -> str:
        return self.to("text")


class Shown(Written):
    """Base of what templates lay out in every format, its formulas with it.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
    >>> isinstance(cm.report(), Shown), isinstance(cm.derive("accuracy"), Shown)
    (True, True)
    """

    _formats = (*WRITTEN, "json")
    _wide: ClassVar[int] = WIDTH  # columns of its pages in plain text
    look: Look

    def _written(self, format: str, *, data: bool = True) -> str:  # type: ignore[override]
        if format == "json":
            return self.to_json()
        name, alone = WRITTEN[format]
        body = self._page(name, data=data)
        return in_document(name, body, writer(self._kind, "title")(self), self.look) if alone else body

    def _page(self, name: str, *, data: bool) -> str:
        """The page in one format, without what a document puts around it; plain text in lines of a terminal."""
        body: str = writer(self._kind, "page")(self, name, data=data)
        return body if FORMATS[name].formulas else folded(body, self._wide)

    def data(self) -> dict[str, Any]:
        """What `to_json` writes, as dictionaries and lists.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> cm.report().data()["schema"], cm.derive("accuracy").data()["value"]
        ('exactmetrics/report/1', '2/3')
        >>> em.compare(cm.derive("recall", label=0), cm.derive("recall", label=1)).data()["difference"]["value"]
        '1/4'
        >>> em.document({"title": "Words", "block": [{"text": "A *word*."}]}).data()["blocks"][0]["markdown"]
        'A *word*.'
        """
        found: dict[str, Any] = writer(self._kind, "json")(self)
        return found

    def to_text(self, *, data: bool = True, two_dimensional: bool = False) -> str:
        """Plain text for a terminal; `data=False` leaves the matrix out.

        With `two_dimensional` fractions stand one over the other, and roots and sums are drawn.

        >>> import exactmetrics as em
        >>> derivation = em.ConfusionMatrix([[5, 1], [5, 7]], labels=["cat", "dog"]).derive("precision", label="cat")
        >>> [line for line in derivation.to_text(data=False).splitlines() if "= TP" in line]
        ['   P_cat = TP/(TP + FP)']
        >>> lines = derivation.to_text(data=False, two_dimensional=True).splitlines()
        >>> at = next(at for at, line in enumerate(lines) if "P_cat" in line)
        >>> print("\\n".join(lines[at - 1 : at + 2]))
                     TP
           P_cat = ───────
                   TP + FP
        """
        return self.to("text-2d" if two_dimensional else "text", data=data)

    def to_markdown(self, *, data: bool = True, github: bool = False) -> str:
        r"""Markdown with formulas between dollar signs, in the subset that all dialects read alike.

        With `github` formulas stand in fences and in code, where GitHub changes nothing in them.

        >>> import exactmetrics as em
        >>> derivation = em.ConfusionMatrix([[5, 1], [5, 7]], labels=["cat", "dog"]).derive("precision", label="cat")
        >>> [line for line in derivation.to_markdown(data=False).splitlines() if r"\frac{\mathrm" in line]
        ['$$ P _{\\text{cat}} = \\frac{\\mathrm{TP}}{\\mathrm{TP} + \\mathrm{FP}} $$']
        >>> lines = derivation.to_markdown(data=False, github=True).splitlines()
        >>> print("\n".join(lines[lines.index("```math"):][:3]))
        ```math
        P _{\text{cat}} = \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}
        ```
        """
        return self.to("github" if github else "markdown", data=data)

    def to_latex(self, *, document: bool = False, data: bool = True) -> str:
        r"""A LaTeX fragment, or with `document` a file that compiles by itself.

        A fragment needs amsmath, booktabs, longtable, and xcolor with its option `table`.

        >>> import exactmetrics as em
        >>> derivation = em.ConfusionMatrix([[5, 1], [5, 7]], labels=["cat", "dog"]).derive("precision", label="cat")
        >>> print(derivation.to_latex(data=False).splitlines()[0])
        \section*{Precision of class cat}
        >>> print(derivation.to_latex(document=True).splitlines()[0])
        \documentclass[11pt]{article}
        """
        return self.to("latex-document" if document else "latex", data=data)

    def to_html(self, *, document: bool = True, data: bool = True) -> str:
        """One self-contained HTML file with MathML and no script, or without `document` its inner part, unstyled.

        >>> import exactmetrics as em
        >>> derivation = em.ConfusionMatrix([[5, 1], [5, 7]], labels=["cat", "dog"]).derive("precision", label="cat")
        >>> print(derivation.to_html().splitlines()[0])
        <!DOCTYPE html>
        >>> print(derivation.to_html(document=False, data=False).splitlines()[1])
        <h1>Precision of class <bdi>cat</bdi></h1>
        """
        return self.to("html" if document else "html-fragment", data=data)

    def to_json(self, *, indent: int | None = 2) -> str:
        """JSON with every value in full, as a published schema describes it.

        >>> import exactmetrics as em
        >>> import json
        >>> found = json.loads(em.ConfusionMatrix([[5, 1], [5, 7]]).report().to_json())
        >>> found["n"], found["matrix"], found["rows"][0]["metric"], found["rows"][0]["value"]
        (18, [[5, 1], [5, 7]], 'support', '6')
        """
        import json

        return escape.json(json.dumps(self.data(), ensure_ascii=False, allow_nan=False, indent=indent))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows; no HTML, for an export to Markdown would print it."""
        return {"text/plain": self.to_text(), "text/markdown": self.to_markdown(), "text/latex": self.to_latex()}


def in_document(name: str, body: str, title: str, look: Look = DEFAULT) -> str:
    """A file that stands by itself around one or more pages of a format."""
    format, said = FORMATS[name], look.messages
    tex = tex_of(said, body) if format.ending == "tex" else {}
    context = {
        "body": directed(tex, body) if tex else body,
        "title": format.escape(title),
        "language": look.language,
        "direction": said.direction,
        "maths_font": font_rule() if "<math" in body else "",
        "tex": tex,
    }
    return render(format.template("document"), context, look.templates)
