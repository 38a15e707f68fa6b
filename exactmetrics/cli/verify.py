"""`exactmetrics verify`: documents and answer sheets, every printed number judged."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactmetrics.cli.options import LANGUAGE, OF_FILE, OUTPUT, FormatName, keep_inputs, of_file
from exactmetrics.cli.output import deliver, on_terminal, say_all, shown_progress, style_of
from exactmetrics.derivation.notation.escape import visible
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.written_labels import names_of

if TYPE_CHECKING:
    from exactmetrics.derivation.look import Look
    from exactmetrics.verification.documents.watched import Progress
    from exactmetrics.verification.verified import Refused, Reports, Verification

FORMATS = ("text", "markdown", "html", "json", "github")
DOCUMENTS = ("markdown", "latex", "text", "html", "notebook")
# What stands in an annotation already, and what is no metric.
NOT_TO_NAME = ("unfilled", "misnamed", "negative", "numbering")
LONG = 200_000  # bytes of a document whose progress is shown
NARROW, WIDE = 40, 120  # columns of a report on a terminal
STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True}, "warn": {"fg": "yellow", "bold": True}, "note": {"fg": "cyan", "bold": True},
    "path": {"bold": True}, "strong": {"bold": True}, "gutter": {"fg": "blue"}, "dim": {"dim": True},
}  # fmt: skip


@click.command(
    "verify",
    short_help="Printed numbers of documents and answer sheets, judged.",
    epilog="""
    \b
    Examples:
      exactmetrics verify tutorial.md chapter.tex lecture.ipynb
      exactmetrics verify paper.md --data "6 1 1; 1 5 2; 2 3 7" --format html -o report.html
      exactmetrics verify answers.csv --data matrix.csv
      exactmetrics verify tutorial.md --fix
      cat answer.txt | exactmetrics verify -

    \b
    Exit status: 0 nothing wrong, 1 errors (with --strict warnings too, with --require-checked also a file in which
    nothing was checked), 2 a file or an option that cannot be used.
    """,
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--data", metavar="DATA", help="What named values are checked against: a file or an inline matrix.")
@OF_FILE
@click.option(
    "--labels",
    metavar="A,B,...",
    help="Names of the classes of --data as the documents have them, in the order of the data.",
)
@click.option(
    "--orientation",
    metavar="[true|predicted]",
    help="What a row of a confusion matrix is; by default as the document says.",
)
@click.option("--rounding", metavar="[nearest|half-even|half-up|truncate|any]",
              help="How digits should be rounded; by default as a sheet says, else nearest (either tie).")  # fmt: skip
@click.option("--format", "style", type=FormatName(FORMATS), help="How the report is written; text by default.")
@click.option("--input-format", type=click.Choice(DOCUMENTS), help="What the files are; by default as they are named.")
@click.option("--decimal-comma/--decimal-point", "decimal_comma", default=None, help="How numbers are written.")
@click.option("--strict", is_flag=True, help="Warnings count as errors for the exit status.")
@click.option("--require-checked", "checked", is_flag=True,
              help="A file in which nothing was checked counts as an error for the exit status.")  # fmt: skip
@click.option("--fix", is_flag=True, help="Write a corrected copy beside each document, as in notes.fixed.md.")
@click.option("--annotate", is_flag=True,
              help="Write a copy with a line to be filled in for each number that was not judged.")  # fmt: skip
@click.option("--all", "every", is_flag=True,
              help="Leave nothing out, however much there is, and list the numbers that were not judged.")  # fmt: skip
@LANGUAGE
@click.option("--templates", metavar="DIR", help="Your own templates of Markdown and HTML reports.")
@OUTPUT
@click.pass_context
def command(
    context: click.Context, /, files: tuple[str, ...], style: str | None, strict: bool, checked: bool, fix: bool,
    annotate: bool, every: bool, language: str, templates: str | None, output: str | None, **given: Any,
) -> None:  # fmt: skip
    """Judge every printed number of documents: each equality by exact arithmetic, each named value by the data.

    FILE is a document (Markdown, LaTeX, text, HTML, a notebook), an answer sheet (TOML, JSON or CSV), or - for standard
    input. A sheet in CSV begins with a line such as metric,label,average,printed and needs --data; all its keys are
    in docs/answer_sheets.md and answer_sheet.schema.json. For an equality that does not hold the report says where it
    is, what is exact, and which slips would explain it. What looks like arithmetic and was not understood is listed,
    never passed over, and so are named values that there are no data for.

    With --annotate a copy of one document goes to standard output, or where -o says: below each number that was not
    judged and may be the value of a metric stands a line such as <!-- exact: ? = 0.8 -->, to be filled in as
    <!-- exact: recall[cat] = 0.8 -->; a number that has one gets no other.
    With --fix the digits that are sure are corrected in a copy beside the document, which is never written over.
    """
    from exactmetrics.derivation.look import Look
    from exactmetrics.verification.report.content import is_idle
    from exactmetrics.verification.verified import Reports

    if [*files, given["data"]].count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    if fix and "-" in files:
        raise UsageError("--fix writes a copy beside a document, and standard input is none: name the file")
    keep_inputs(output, [*files, given["data"]], templates)
    if annotate:
        asked = {"--fix": fix, "--format": style, "--all": every, "--strict": strict, "--require-checked": checked,
                 "--templates": templates}  # fmt: skip
        if other := next((name for name, value in asked.items() if value), None):
            raise UsageError(f"--annotate writes a copy with lines to be filled in and no report: leave out {other}")
        _annotate(files, given, output)
        return
    style, look = style_of(style, output, FORMATS), Look(language=language, templates=templates)
    found, refused = _verified(files, given)
    reports, failed = Reports(found, refused), bool(refused)
    if found:
        _show(reports, style, output, look, every)
    if fix:
        failed = _fix(found, look.language) or failed
    bad = reports.worst in (("error", "warn") if strict else ("error",)) or (checked and any(map(is_idle, found)))
    context.exit(2 if failed else 1 if bad else 0)


def _verified(files: Sequence[str], given: dict[str, Any]) -> tuple[list[Verification], list[Refused]]:
    """The verifications of the files that can be read; of the others a message."""
    from exactmetrics.verification.verified import Refused

    options = _options(given)
    found, refused = list[Any](), list[Refused]()
    with shown_progress("verify", unit="%") as tell:
        for at, name in enumerate(files):
            part = _part(tell, at, len(files))
            try:
                found.append(_of_stdin(options, part) if name == "-" else _of_file(name, options, part))
            except InputError as error:
                click.echo(f"Error: {visible(str(error))}", err=True)
                refused.append(Refused(name, str(error)))
            if tell is not None and len(files) > 1:
                tell(100 * (at + 1) // len(files), 100)
    return found, refused


def _annotate(files: Sequence[str], given: dict[str, Any], output: str | None) -> None:
    """Write the copy of one document that has lines for the numbers which were not judged."""
    from exactmetrics.derivation.saving import save_data
    from exactmetrics.verification.claims.annotations import annotated
    from exactmetrics.verification.documents.opening import rewritten
    from exactmetrics.verification.documents.source import source_of

    if len(files) != 1 or files[0] == "-":
        raise UsageError("--annotate writes the copy of one document: name one file")
    found = _of_file(files[0], _options(given), None)
    if found.format == "sheet":
        raise UsageError("an answer sheet names its numbers; --annotate is for documents")
    path = Path(files[0])
    text = source_of(path, found.format).whole()
    rst = found.format == "text" and path.suffix.lower() in (".rst", ".rest")
    copy = annotated(text, found.format, _to_be_named(found, text), rst=rst)
    data = rewritten(path, text, copy)
    if output is None or output == "-":
        click.echo(data, nl=False)
    else:
        save_data(data, output)


def _to_be_named(found: Verification, text: str) -> list[tuple[int, int]]:
    """Where the numbers stand that were not judged and may be values of metrics; none that an annotation gives."""
    from exactmetrics.verification.claims.annotations import annotations_in

    said = {one.start.offset for one in annotations_in(text, found.format)}
    spans = [one.span for one in found.passed if one.why not in NOT_TO_NAME]
    spans += [one.span for one in found.claims if one.level is None and one.question.metric and one.span is not None]
    return sorted({(span.start.offset, span.stop) for span in spans if span.start.offset not in said})


def _part(tell: Progress | None, at: int, files: int) -> Progress | None:
    """The progress of one of the files, in percent of all of them."""
    if tell is None:
        return None
    return lambda done, every: tell(100 * (at * every + done) // (every * files), 100)


def _options(given: dict[str, Any]) -> dict[str, Any]:
    from exactmetrics.exact.rounding import check_rule
    from exactmetrics.matrix.rows import turned
    from exactmetrics.verification.judging.given_data import given_data

    if given["rounding"] is not None:
        check_rule(given["rounding"])
    labels, side = names_of(given["labels"]), given["orientation"]
    if labels is not None and given["data"] is None:
        raise UsageError("--labels names the classes of --data, which is not given")
    file = of_file(dict(given))
    for option, said in file.items():
        if said is not None and given["data"] is None:
            raise UsageError(f"--{option.replace('_', '-')} says how --data is read, which is not given")
    turned(side or "true")
    data = None if given["data"] is None else given_data(given["data"], labels=labels, orientation=side, **file)
    say_all(() if data is None else data.blocks.notes)
    options = {"data": data, "labels": labels, "orientation": side, "rule": given["rounding"]}
    return options | {"decimal_comma": given["decimal_comma"], "format": given["input_format"]}


def _of_file(name: str, options: dict[str, Any], progress: Progress | None) -> Verification:
    from exactmetrics.sheets.table import check_no_matrix
    from exactmetrics.verification.documents.opening import text_of
    from exactmetrics.verification.verify import verify_document

    path = Path(name)
    if path.is_dir():
        raise InputError(f"{name} is a folder: name the files in it, as in {path / '*.md'}")
    long = path.is_file() and path.stat().st_size >= LONG
    if path.suffix.lower() == ".txt" and path.is_file() and not long and options["format"] is None:
        check_no_matrix(text_of(path.read_bytes()), name, name)
    with _little_garbage() if long else nullcontext():
        return verify_document(path, **options, progress=progress if long else None)


@contextmanager
def _little_garbage() -> Iterator[None]:
    """With a rarer search for garbage, of which there is little: in a long document it takes a quarter of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _of_stdin(options: dict[str, Any], progress: Progress | None) -> Verification:
    """What standard input holds: a document, or an answer sheet, which is known by its look."""
    from exactmetrics.exact.limits import bounded
    from exactmetrics.matrix.textfile import standard_input
    from exactmetrics.sheets.table import check_no_matrix, look_of
    from exactmetrics.verification.documents.opening import text_of
    from exactmetrics.verification.documents.refused import SEARCHED, check_text
    from exactmetrics.verification.verify import verify_document
    from exactmetrics.verification.verify_sheet import verify_claims

    stream = standard_input().buffer
    head = stream.read(SEARCHED)
    check_text(head, "standard input")
    raw = bounded(stream, "standard input", head)
    text = text_of(raw)
    kind = look_of(text) if options["format"] is None else None
    if kind is not None:
        found = verify_claims(text, **{**options, "format": kind})
    else:
        if options["format"] is None:
            check_no_matrix(text, "standard input", "-")
        found = verify_document(text, **options, progress=progress if len(raw) >= LONG else None)
    found.path, found.source = "-", text
    return found


def _show(reports: Reports, style: str, output: str | None, look: Look, every: bool) -> None:
    if style != "text":
        page = reports.to(style, language=look.language, templates=look.templates, all=every)
        deliver(page, output, json=style == "json")
        return
    terminal = on_terminal() and output in (None, "-")
    width = min(WIDE, max(NARROW, shutil.get_terminal_size().columns)) if terminal else 80
    lines = reports.lines(language=look.language, width=width, all=every)
    painted = (terminal or bool(os.environ.get("FORCE_COLOR"))) and not os.environ.get("NO_COLOR")
    if not painted or output not in (None, "-"):
        deliver("".join("".join(text for _, text in line).rstrip() + "\n" for line in lines), output)
        return
    for line in lines:
        click.echo("".join(click.style(text, **STYLES.get(kind, {})) for kind, text in line), color=True)


def _fix(found: Sequence[Verification], language: str) -> bool:
    """Write the corrected copies and say what was changed; whether one could not be written."""
    from exactmetrics.verification.report.fixing import fix_report

    failed = False
    for one in found:
        try:
            said = fix_report(one, language)
        except InputError as error:
            said, failed = [f"Error: {error}"], True
        for line in said:
            click.echo(visible(line), err=True)
    return failed
