"""The sections of what is frozen: the keys of each, and the texts that the package prints for a key.

Keys are words: lines of the corpus, questions of the registry, names of files. A new one adds a line to a file of
hashes and moves none.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import exactmetrics as em
from exactmetrics.cli import main
from exactmetrics.exercises.formats import ARCHIVE, QUIZZES
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.request import averages_of
from exactmetrics.metrics.score_registry import all_score_metrics
from tests.corpus.__main__ import parameters
from tests.corpus.cases import Case, all_cases
from tests.corpus.coverage import of_counts
from tests.house.source import ROOT
from tests.verification.real.corpus import documents, stored_bytes

INPUTS = Path(__file__).with_name("inputs.jsonl")
Texts = dict[str, str]  # by what they are of: a format, a matrix


@dataclass(frozen=True)
class Section:
    """Which keys there are, and what the package prints for one."""

    names: Callable[[], list[str]]
    texts: Callable[[str], Texts]


def hashes(texts: Texts) -> str:
    """One line: the hash of each text."""
    return " ".join(f"{name}={sha256(text.encode()).hexdigest()[:12]}" for name, text in texts.items())


# Pages


def lines() -> list[str]:
    return [case.name for case in all_cases()]


def page(line: str) -> Texts:
    return Case(line).texts


# Values: every metric in every convention and form, of a class, of the matrix and averaged

MATRICES = {
    "birds": "6 1 1; 1 5 2; 2 3 7",
    "two": "3 2; 5 7",
    "never-predicted": "5 0 1; 2 0 1; 2 0 3",
    "absent": "0 0 0; 0 5 1; 0 2 3",
}
SCORES = {"scores": "docs/scores.csv"}


def questions() -> list[str]:
    counts = [
        f"{options(metric, convention, form)}{where}"
        for metric, convention, form in of_counts()
        for where in places(metric)
    ]
    scores = [
        f"-m {metric.name}{named(metric, convention.name)}{_parameters(parameters(convention))}"
        for metric in all_score_metrics()
        for convention in metric.conventions.values()
    ]
    return [*counts, *scores]


def options(metric: Metric, convention: str, form: str) -> str:
    definition = metric.conventions[convention]
    shape = f" --form {form}" if form != next(iter(definition.forms)) else ""
    return f"-m {metric.name}{named(metric, convention)}{shape}{_parameters(parameters(definition))}"


def named(metric: Any, convention: str) -> str:
    return f" --convention {convention}" if convention != metric.standard.name else ""


def _parameters(text: str) -> str:
    return "".join(f" -p {pair}" for pair in text.split())


def places(metric: Metric) -> list[str]:
    whole = [""] if metric.scope == "matrix" else []
    return [*whole, " --label 1", *(f" -a {average}" for average in averages_of(metric))]


def answers(question: str) -> Texts:
    """What `value --json` prints of it, under two policies."""
    scored = question.split()[1] in {metric.name for metric in all_score_metrics()}
    return {
        f"{name}{policy}": printed("value", data, *question.split(), "--json", *(policy and ["--undefined", policy]))
        for name, data in (SCORES if scored else MATRICES).items()
        for policy in ("", "0")
    }


def printed(*arguments: str) -> str:
    """What a command prints, on both streams, and how it ends."""
    from click.testing import CliRunner

    run = CliRunner().invoke(main, list(arguments))
    return f"{run.exit_code}\n{run.output}".replace(f"{ROOT}/", "")


# What is judged: documents, sheets and feasibility, as the tests ask them; `python -m tests.frozen record`


@cache
def recorded() -> dict[str, tuple[str, list[Any], dict[str, Any]]]:
    """The questions by a name that is made of what is asked."""
    asked = {}
    for line in INPUTS.read_text(encoding="utf-8").splitlines():
        kind, arguments, named = json.loads(line)
        asked[f"{kind} {sha256(line.encode()).hexdigest()[:12]}"] = (kind, arguments, named)
    return asked


def judged(key: str) -> Texts:
    kind, arguments, named = recorded()[key]
    with TemporaryDirectory() as folder:
        call: Any = {"document": em.verify_document, "claims": em.verify_claims, "feasible": em.feasible}[kind]
        given = [_decoded(argument, folder) for argument in arguments]
        try:
            text = call(*given, **{name: _decoded(value, folder) for name, value in named.items()}).to_json()
        except em.ExactMetricsError as error:
            text = f"{type(error).__name__}: {error}"
        return {"json": text.replace(folder + "/", "").replace("\\/", "/")}


def files() -> list[str]:
    found = [path for e in ("md", "tex", "toml") for path in (ROOT / "worked_examples").glob(f"*/*.{e}")]
    return sorted(
        str(path.relative_to(ROOT)) for path in [*found, *(ROOT / "docs").rglob("*.md")] if path.stem != "profile"
    )


def verified(file: str) -> Texts:
    try:
        text = em.verify_document(ROOT / file).to_json()
    except em.ExactMetricsError as error:
        text = f"{type(error).__name__}: {error}"
    return {"json": text.replace(f"{ROOT}/", "")}


def real() -> list[str]:
    return [document.name for document in documents() if document.stored]


def verified_real(name: str) -> Texts:
    """The verdicts on a document of a public project, which is kept where its source and licence are."""
    [document] = [document for document in documents() if document.name == name]
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(stored_bytes(document))
        try:
            text = em.verify_document(path).to_json()
        except em.ExactMetricsError as error:
            text = f"{type(error).__name__}: {error}"
        return {"json": text.replace(folder + "/", "")}


# Exercises: a sheet of every kind in every format


KINDS = ["compute", "choice", "blanks", "error", "counts", "possible", "convention"]


@cache
def exercises() -> ExerciseSheet:
    return em.exercises(["precision", "f1", "kappa"], average="macro", number=8, seed=7, kind=KINDS[:4])


@cache
def other_kinds() -> ExerciseSheet:
    return em.exercises("recall", average="macro", number=6, seed=7, kind=KINDS[4:])


@cache
def of_scores() -> ExerciseSheet:
    return em.exercises(["roc_auc", "average_precision", "brier", "log_loss"], number=8, seed=7, kind=KINDS[:4])


@cache
def on_statements() -> ExerciseSheet:
    return em.exercises(kind=["prove", "always", "refute"], number=6, seed=7)


def sheet(format: str) -> Texts:
    made = {"usual": exercises(), "others": other_kinds(), "scores": of_scores(), "statements": on_statements()}
    return {name: _file(one, format) for name, one in made.items()}


def _file(made: ExerciseSheet, format: str) -> str:
    """A file of a sheet; of an archive its parts, each below its name."""
    if QUIZZES.get(format) != ARCHIVE:
        return made.to(format)
    with ZipFile(BytesIO(made.to_zip(format))) as archive:
        return "\n".join(f"{name}\n{archive.read(name).decode()}" for name in archive.namelist())


SECTIONS = {
    "pages": Section(lines, page),
    "values": Section(questions, answers),
    "judged": Section(lambda: list(recorded()), judged),
    "files": Section(files, verified),
    "real": Section(real, verified_real),
    "sheets": Section(lambda: list(ExerciseSheet._formats), sheet),
}


def encoded(value: Any) -> Any:
    """An argument as JSON; raises `TypeError` for what has no such form."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, Path):
        return {"file": [value.name, value.read_text(encoding="utf-8")]}
    if isinstance(value, em.ConfusionMatrix):
        return {"matrix": [encoded(value.rows), encoded(list(value.labels))]}
    if isinstance(value, dict):
        return {"dict": [[encoded(key), encoded(item)] for key, item in value.items()]}
    if isinstance(value, tuple):
        return {"tuple": [encoded(item) for item in value]}
    if isinstance(value, list):
        return [encoded(item) for item in value]
    raise TypeError(type(value).__name__)


def _decoded(value: Any, folder: str) -> Any:
    if isinstance(value, list):
        return [_decoded(item, folder) for item in value]
    if not isinstance(value, dict):
        return value
    [(kind, held)] = value.items()
    if kind == "file":
        name, text = held
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        return path
    if kind == "matrix":
        return em.ConfusionMatrix(_decoded(held[0], folder), labels=_decoded(held[1], folder))
    if kind == "dict":
        return {_hashable(_decoded(key, folder)): _decoded(item, folder) for key, item in held}
    if kind == "tuple":
        return tuple(_decoded(item, folder) for item in held)
    return {"fraction": Fraction, "decimal": Decimal}[kind](held)


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
