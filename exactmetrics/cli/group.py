"""The group of commands: loads each when it is needed, and turns errors into messages and exit statuses.

Exit status 0 is fine, 1 findings, 2 an input that could not be used; a reader that went away gives 141 and an
interruption 130, as shells report them.
"""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module

import click

from exactmetrics.cli.output import visible
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.metrics.suggest import choices

COMMANDS = (
    "value", "derive", "report", "compare", "document", "metrics", "verify", "feasible", "examples", "vectors",
    "conformance",
)  # fmt: skip
INTERRUPTED, READER_GONE = 130, 141  # 128 + the signal's number


class Failure(click.ClickException):
    """An input that could not be used, shown as one message."""

    exit_code = 2


class Commands(click.Group):
    """Commands by name, imported one by one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"exactmetrics.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is asked for; of an unknown one the nearest is named."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command {args[0]!r}; {choices(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run, and end with a message and a status where that fails."""
        _never_fail_to_encode()
        try:
            return super().invoke(ctx)
        except ExactMetricsError as error:
            words = str if ctx.invoked_subcommand == "document" else as_options  # a specification has keys, no options
            raise Failure("\n".join(visible(words(line)) for line in str(error).splitlines())) from error
        except BrokenPipeError:
            _stop_writing()
            ctx.exit(READER_GONE)
        except OSError as error:  # a full disk, for example
            raise Failure(
                f"cannot read or write {error.filename or 'the output'}: {error.strerror or error}"
            ) from error
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


OPTION = re.compile(r"\b(label|average|positive|form|convention|combine|over|weights|undefined|preset|true|pred|labels"
                    r"|places|significant|rounding|orientation|profile|language|detail|format|supports|parts|bounds"
                    r")=(?=[\s,'\"\d.(]|$)")  # fmt: skip


def as_options(message: str) -> str:
    """A message of the library in the words of the command line.

    >>> as_options("give label= (one of 'a', 'b') or average='macro'")
    "give --label (one of 'a', 'b') or --average 'macro'"
    """
    return re.sub(r" ?(?<=--)(\w+) (?=[\s,.(]|$)", r"\1", OPTION.sub(r"--\1 ", message)).replace("  ", " ")


def _never_fail_to_encode() -> None:
    """Let a terminal that lacks a character show a question mark in its place."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _stop_writing() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not complain when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
