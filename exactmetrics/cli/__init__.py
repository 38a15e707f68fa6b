"""The command line: arguments are translated into calls of the public interface, and nothing is computed here.

Each command has a module of its own, which is imported when it is run, and imports what it needs inside the function
that runs: starting up costs little more than importing click.

Exit status 0 is fine, 1 findings, 2 an input that could not be used; a reader that went away gives 141 and an
interruption 130, as shells report them.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from errno import EBADF
from importlib import import_module
from signal import SIGTERM, signal

import click

from exactmetrics import __version__
from exactmetrics.cli.output import as_options
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.exact.errors import ExactMetricsError, UsageError
from exactmetrics.metrics.suggest import choices

__all__ = ["main"]

# The commands by what people want to do with them.
PURPOSES = {
    "Compute": ("value", "report", "interval"),
    "Show": ("derive", "compare", "formula", "picture", "document", "words", "metrics"),
    "Check": ("verify", "feasible", "prove", "identities"),
    "Teach": ("exercises", "grade", "examples"),
    "For maintainers": ("reference", "vectors", "conformance"),
}
COMMANDS = tuple(name for names in PURPOSES.values() for name in names)
LONGEST = max(map(len, COMMANDS))
INTERRUPTED, READER_GONE, TERMINATED = 130, 141, 143  # 128 + the signal's number
ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
LABELS = ["bird", "cat", "dog"]
INLINE = "6 1 1; 1 5 2; 2 3 7"
ABOUT = """\
exactmetrics computes classification metrics as exact numbers and shows every step of the working.
Here is one: the precision of three classes, each weighted by its support.
"""
# In double quotes, which every shell understands.
TRY = (
    f'exactmetrics value "{INLINE}" -m f1 -a macro',
    f'exactmetrics report "{INLINE}" --labels {",".join(LABELS)}',
    "exactmetrics metrics balanced_accuracy",
)


class Failure(click.ClickException):
    """An input that could not be used, shown as one message."""

    exit_code = 2


class Commands(click.Group):
    """Commands by name, imported one by one; errors become messages and exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help, grouped."""
        for purpose, names in PURPOSES.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(purpose):
                formatter.write_dl([(name.ljust(LONGEST), found.short_help or "") for name, found in commands if found])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"exactmetrics.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        _help_of(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; of an unknown one the nearest is named."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command {args[0]!r}; {choices(args[0], COMMANDS)}")
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            _refuse_repeated(command, rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> object:
        """Run, and end with a message and a status where that fails."""
        if sys.stdout is None:
            sys.stdout = _Closed()
        with suppress(ValueError):  # only the main thread of a program may set it
            signal(SIGTERM, lambda *_: sys.exit(TERMINATED))  # what is half written is taken away
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a terminal that lacks a character shows a question mark in its place
        try:
            return super().invoke(ctx)
        except ExactMetricsError as error:
            from exactmetrics.derivation.notation.terminal import no_command

            words = str if ctx.invoked_subcommand == "document" else as_options  # a specification has keys, no options
            raise Failure("\n".join(no_command(visible(words(line))) for line in str(error).splitlines())) from error
        except BrokenPipeError:
            _drop_output()
            ctx.exit(READER_GONE)
        except OSError as error:  # a full disk, for example
            if error.filename is None:
                _drop_output()
            raise Failure(
                f"cannot read or write {error.filename or 'the output'}: {error.strerror or error}"
            ) from error
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


def _help_of(command: click.Command) -> None:
    """Give a command and those below it their docstrings as help, where click found none."""
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        _help_of(below)
    if command.help is None and command.callback is not None:
        from exactmetrics.metrics.docstrings import docstring

        command.help = docstring(command.callback)


def _refuse_repeated(command: click.Command, args: Sequence[str]) -> None:
    """Refuse an option that takes one value and has several: click would take the last one without a word."""
    order: Sequence[click.Parameter] = ()
    with suppress(click.UsageError):  # which is told when the command reads its arguments
        _, _, order = command.make_parser(click.Context(command)).parse_args(list(args))
    for option in order:
        once = isinstance(option, click.Option) and not (option.multiple or option.is_flag or option.count)
        if once and order.count(option) > 1:
            raise UsageError(f"{option.opts[0]} is given {order.count(option)} times, and takes one value")


class _Closed(io.TextIOBase):
    """A standard output that the caller has closed: nothing is lost in silence."""

    def write(self, text: str) -> int:
        raise OSError(EBADF, os.strerror(EBADF))


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail on it once more when it ends."""
    with suppress(OSError, ValueError):  # an output without a file descriptor, as in tests
        output = sys.stdout.fileno()  # asked first: where there is none, nothing is left open
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output)
        os.close(nowhere)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"max_content_width": 100},
    epilog="""
    \b
    Examples:
      exactmetrics
      exactmetrics value "6 1 1; 1 5 2; 2 3 7" -m precision -a weighted
      exactmetrics derive matrix.csv -m f1 -a macro --format latex-document -o f1.tex

    Exit status: 0 fine, 1 findings, 2 the input could not be used; prove also 3, not decided.
    """,
)
@click.version_option(__version__, prog_name="exactmetrics", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Classification metrics as exact numbers, with every step of the working shown.

    Without a command: one example, worked.
    """
    if context.invoked_subcommand is None:
        from exactmetrics.api import ConfusionMatrix

        derivation = ConfusionMatrix(ROWS, labels=LABELS).derive("precision", average="weighted")
        commands = "\n".join(f"   {line}" for line in TRY)
        page = f"{ABOUT}\n{derivation.to_text().strip()}\n\nTry next (every command has --help):\n\n{commands}"
        click.echo(page)


_help_of(main)
