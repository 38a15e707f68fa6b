"""The files that learning systems import: their formats, and which one the name of a file says."""

from __future__ import annotations

import os

from exactmetrics.derivation.saving import ENDINGS, ending_of, format_of
from exactmetrics.exact.errors import UsageError

# Each by its name, with the ending of its files. All of them hold the answers, by which the system marks.
QUIZZES = {
    "moodle": ".xml",
    "qti": ".zip",
    "qti3": ".zip",
    "nbgrader": ".ipynb",
    "rexams": ".zip",
    "canvas": ".zip",
    "anki": ".txt",
}
ARCHIVE = ".zip"


def format_of_sheet(path: str | os.PathLike[str]) -> str:
    """The format that the name of a file says: by its ending, or by the word before the ending that several have.

    >>> for name in ("sheet.tex", "quiz.xml", "quiz.qti.zip", "cards.anki.txt", "sheet.txt"):
    ...     print(format_of_sheet(name))
    latex-document
    moodle
    qti
    anki
    text
    """
    ending = ending_of(path)
    fitting = [name for name, one in QUIZZES.items() if one == ending]
    word = os.path.splitext(os.path.splitext(path)[0])[1].lower().removeprefix(".")
    if word in fitting:
        return word
    if not fitting or ending in ENDINGS:
        return format_of(path)
    if len(fitting) > 1:
        names = ", ".join(f"quiz.{name}{ending}" for name in fitting)
        raise UsageError(f"{ending} is the ending of several formats: name the file {names}; or give format=")
    return fitting[0]
