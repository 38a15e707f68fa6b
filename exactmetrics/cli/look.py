"""The options that say how a document looks, and the writing of it in the format asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import Function, all_of, say
from exactmetrics.cli.output import deliver, style_of
from exactmetrics.derivation.saving import full_name

if TYPE_CHECKING:
    from exactmetrics.derivation.shown import Shown

# As `Shown.to` takes them; written out, so that the help needs no jinja2.
FORMATS = ("text", "text-2d", "markdown", "github", "latex", "latex-document", "html", "html-fragment", "json")


class FormatName(click.Choice[str]):
    """A format by its name, or by the ending of its files."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the format."""
        return super().convert(full_name(value), param, ctx)


FORMAT = click.option(
    "--format", "style", type=FormatName(FORMATS), help="How it is written; by default as the file's ending says."
)
LANGUAGE = click.option("--language", metavar="CODE", default="en", help="Language of the sentences; en by default.")
TEMPLATES = click.option("--templates", metavar="DIR", help="Your own templates, which go before the package's.")
DETAIL = (
    click.option("--profile", metavar="NAME", help="A source whose symbols are used, as in 002."),
    click.option(
        "--detail", metavar="[brief|full|scaffold]", default="full", help="How much is shown; full by default."
    ),
    click.option("--no-key", is_flag=True, help="Leave the key of a scaffold out."),
)

page_options: Callable[[Function], Function] = all_of((FORMAT, LANGUAGE, TEMPLATES))
detail_options: Callable[[Function], Function] = all_of(DETAIL)


def detail_from(given: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `derive` that say how it looks, taken out of the options.

    >>> given = {"profile": None, "detail": "full", "no_key": True, "language": "en", "templates": None, "metric": "f1"}
    >>> detail_from(given), given
    ({'profile': None, 'detail': 'full', 'language': 'en', 'templates': None, 'key': False}, {'metric': 'f1'})
    """
    look = {name: given.pop(name) for name in ("profile", "detail", "language", "templates")}
    return look | {"key": not given.pop("no_key")}


def write(shown: Shown, style: str | None, output: str | None, *, data: bool = True) -> None:
    """Write a document in a format, by default the one of the file's ending, to a file or to standard output.

    >>> import exactmetrics as em
    >>> write(em.ConfusionMatrix([[5, 1], [5, 7]]).derive("precision", label=0), "markdown", None, data=False)
    ... # doctest: +ELLIPSIS
    # Precision of 0
    ...
    """
    style = style_of(style, output)
    text = shown.to(style, data=data)
    deliver(text, output, json=style == "json")
    if style == "latex-document":
        from exactmetrics.derivation.typesetting import engine_of

        if (engine := engine_of(text, shown.look.language)) != "pdflatex":
            say(f"this document needs {engine}, for its letters are beyond pdflatex")
