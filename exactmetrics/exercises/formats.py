"""The files that learning systems import: their formats, and which one the name of a file says."""

from __future__ import annotations

import os

from exactmetrics.derivation.saving import BY_WAY_OF, ENDINGS, ending_of, format_of
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
    if ending in ENDINGS:
        return format_of(path)
    if not fitting:
        return _other(path, [f".{name}{one}" if _is_shared(one) else one for name, one in QUIZZES.items()])
    if len(fitting) > 1:
        names = ", ".join(f"quiz.{name}{ending}" for name in fitting)
        raise UsageError(f"{ending} is the ending of several formats: name the file {names}; or give format=")
    return fitting[0]


def format_of_key(path: str | os.PathLike[str]) -> str:
    """The format that the name of a key says; a file for a learning system holds the questions too.

    >>> format_of_key("key.json")
    'json'
    """
    if ending_of(path) in ENDINGS and (word := format_of_sheet(path)) not in QUIZZES:
        return word
    raise UsageError(
        f"{os.fspath(path)} is no name of a key: a key holds the answers alone, in a file that ends in one of "
        f"{', '.join(name for name in ENDINGS if name)} (.json is read by `exactmetrics grade`); a file for a learning "
        "system holds the questions too, and is written with -o"
    )


def _other(path: str | os.PathLike[str], more: list[str]) -> str:
    """The format of a file of another ending; one that nothing is written to is refused with all that there are."""
    ending = ending_of(path)
    if ending in BY_WAY_OF or (os.path.exists(path) and not os.path.isfile(path)):
        return format_of(path)
    endings = ", ".join([*(name for name in ENDINGS if name), *more])
    raise UsageError(f"no format is written to {ending}: name a file that ends in one of {endings}; or give format=")


def _is_shared(ending: str) -> bool:
    """Whether several formats have this ending, so that the word before it says which one is meant."""
    return ending in ENDINGS or list(QUIZZES.values()).count(ending) > 1
