"""What a verification and several of them can be written as; and the report on several documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.look import Look
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.saving import format_of, full_name, save_text
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices

if TYPE_CHECKING:
    import os

    from exactmetrics.verification.reports.several import Refused
    from exactmetrics.verification.reports.terminal import Styled
    from exactmetrics.verification.verified import Verification

FORMATS = ("text", "markdown", "html", "html-fragment", "json", "github")


class Reported:
    """Base of what is reported in several formats; a subclass says which verifications it holds.

    >>> from exactmetrics.verification.verify import verify_document
    >>> found = verify_document("1/2 = 0.5")
    >>> print(found.to_text().splitlines()[-1])
    1 link judged, 0 with symbols, 0 not read
    >>> isinstance(found, Reported)
    True
    """

    __slots__ = ()

    def _verifications(self) -> Sequence[Verification]:
        raise NotImplementedError

    def _refused(self) -> Sequence[Refused]:
        """The files that were to be reported on and could not be used."""
        return ()

    def to(self, format: str, *, language: str = "en", templates: str | None = None, all: bool = False) -> str:
        """The report in a format by its name or its ending, as `exactmetrics verify --format` takes it.

        With `all` text, Markdown and HTML leave nothing out; JSON and the commands for GitHub never do.

        Raises:
            UsageError: a format or a language that does not exist.

        >>> from exactmetrics.verification.verify import verify_document
        >>> verify_document("1/2 = 0.5").to("md").splitlines()[2]
        'Nothing wrong was found.\\\\'
        """
        format = full_name(format)
        if format == "text":
            return self.to_text(language=language, all=all)
        if format == "markdown":
            return self.to_markdown(language=language, templates=templates, all=all)
        if format in ("html", "html-fragment"):
            return self.to_html(document=format == "html", language=language, templates=templates, all=all)
        if format == "github":
            return self.to_github(language=language)
        if format == "json":
            return self.to_json(language=language)
        raise UsageError(f"no format {format!r} of a verification; {choices(format, FORMATS)}")

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, language: str = "en") -> None:
        """Write the report to a file, whole or not at all, by default in the format that the file's ending names.

        Raises:
            UsageError: an ending that no format is written to, or a format that does not exist.
            InputError: a file that cannot be written.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from exactmetrics.verification.verify import verify_document
        >>> with TemporaryDirectory() as folder:
        ...     verify_document("1/2 = 0.5").save(f"{folder}/report.html")
        ...     Path(folder, "report.html").read_text(encoding="utf-8").splitlines()[0]
        '<!DOCTYPE html>'
        """
        save_text(self.to(format_of(path, FORMATS) if format is None else format, language=language), path)

    def to_text(self, *, language: str = "en", width: int = 80, all: bool = False) -> str:
        """The report for a terminal of so many columns; with `all` nothing is left out, however much there is.

        >>> from exactmetrics.verification.verify import verify_document
        >>> print(verify_document("1/2 = 0.6").to_text().splitlines()[0])
        -:1:7: error: false: the two sides are not equal
        """
        from exactmetrics.verification.reports.terminal import plain

        return plain(self.lines(language=language, width=width, all=all))

    def lines(self, *, language: str = "en", width: int = 80, all: bool = False) -> list[Styled]:
        """The lines of `to_text`, each as stretches of text with the style they may be painted in.

        >>> from exactmetrics.verification.verify import verify_document
        >>> verify_document("1/2 = 0.6").lines()[0][2]
        ('error', 'error')
        """
        from exactmetrics.verification.reports.terminal import report_lines, total_lines

        say, found, refused = _messages(language), self._verifications(), self._refused()
        several = len(found) + len(refused) > 1
        pages = [report_lines(one, say, width=width, all=all, brief=several) for one in found]
        if several:
            pages.append(total_lines(found, say, refused=refused, width=width))
        empty: Styled = []
        return [line for at, page in enumerate(pages) for line in ([empty] if at else []) + page]

    def to_markdown(self, *, language: str = "en", templates: str | None = None, all: bool = False) -> str:
        """The report as Markdown that every dialect reads alike; `templates` is a directory of your own templates.

        With `all` nothing is left out, and the numbers that were not judged are listed.

        >>> from exactmetrics.verification.verify import verify_document
        >>> print(verify_document("1/2 = 0.6").to_markdown().splitlines()[7])
        ### error: false, line 1, column 7
        """
        from exactmetrics.verification.reports.markdown import markdown_overview, markdown_report

        say, found, refused = _messages(language), self._verifications(), self._refused()
        pages = [markdown_report(one, say, templates=templates, all=all) for one in found]
        if len(found) + len(refused) > 1:
            pages.insert(0, markdown_overview(found, refused, say, templates=templates))
        return "\n".join(pages)

    def to_html(
        self, *, document: bool = True, language: str = "en", templates: str | None = None, all: bool = False
    ) -> str:
        """The document with its marks in place, as one self-contained HTML file without script, or a part of a page.

        `templates` is a directory of your own templates; with `all` no finding is left out, however many there are.

        >>> from exactmetrics.verification.verify import verify_document
        >>> print(verify_document("1/2 = 0.6").to_html().splitlines()[0])
        <!DOCTYPE html>
        """
        from exactmetrics.derivation.shown import in_document
        from exactmetrics.verification.reports.excerpt import visible
        from exactmetrics.verification.reports.webpage import web_overview, web_report

        say, found, refused = _messages(language), self._verifications(), self._refused()
        pages = [web_report(one, say, number=at, templates=templates, all=all) for at, one in enumerate(found, 1)]
        if len(found) + len(refused) > 1:
            pages.insert(0, web_overview(found, refused, say, templates=templates))
        body = "".join(pages)
        if not document:
            return body
        several = say.say(("verify", "title_many"), lambda _: str(len(found)))
        one = visible(found[0].path or "-") if len(found) == 1 else ""
        title = say.say(("verify", "title"), lambda _: one) if one else several
        return in_document("html", body, title, Look(language=language, templates=templates))

    def to_github(self, *, language: str = "en") -> str:
        """The findings as annotations of a build: commands that GitHub reads from the log of a workflow.

        >>> from exactmetrics.verification.verify import verify_document
        >>> verify_document("1/2 = 0.6").to_github()[:24]
        '::error file=-,line=1,co'
        """
        from exactmetrics.verification.reports.github import commands, harmless, refusal
        from exactmetrics.verification.reports.overview import summary_line

        say, lines = _messages(language), list[str]()
        for one in self._verifications():
            lines += [*commands(one, say), harmless(summary_line(one, say))]
        lines += [refusal(one) for one in self._refused()]
        return "".join(f"{line}\n" for line in lines)

    def to_json(self, *, indent: int | None = 2, language: str = "en") -> str:
        """Everything that was found, as JSON that a published schema describes; `language` is that of its sentences.

        >>> import json
        >>> from exactmetrics.verification.verify import verify_document
        >>> json.loads(verify_document("1/2 = 0.6").to_json())["files"][0]["links"][0]["verdict"]
        'false'
        """
        import json

        from exactmetrics.verification.reports.overview import level_counts, worst_of

        found, refused = self._verifications(), self._refused()
        made: dict[str, Any] = {
            "schema": "exactmetrics/verify/1",
            "worst": worst_of(found),
            "summary": level_counts(found),
            "files": [one.to_dict(language=language) for one in found],
            "refused": [{"path": one.path, "message": one.message} for one in refused],
        }
        return escape.json(json.dumps(made, ensure_ascii=False, allow_nan=False, indent=indent))

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.to_html(document=False)


class Reports(Reported):
    """The verifications of several documents, reported together; `refused` are the files that could not be used.

    >>> from exactmetrics.verification.verify import verify_document
    >>> both = Reports([verify_document("1/2 = 0.5"), verify_document("1/2 = 0.6")])
    >>> both.worst, len(both.verifications)
    ('error', 2)
    """

    def __init__(self, verifications: Sequence[Verification], refused: Sequence[Refused] = ()) -> None:
        self.verifications, self.refused = list(verifications), list(refused)

    def _verifications(self) -> Sequence[Verification]:
        return self.verifications

    def _refused(self) -> Sequence[Refused]:
        return self.refused

    @property
    def worst(self) -> str:
        """The worst level of anything in them: "ok", "note", "warn" or "error"."""
        from exactmetrics.verification.reports.overview import worst_of

        return worst_of(self.verifications)


def _messages(language: str) -> Any:
    return messages(Look(language=language).language)
