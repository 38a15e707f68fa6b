"""What the page asks of the library: a question as JSON, an answer as JSON.

It runs in the reader's browser and imports nothing of it, so that tests call it as it is. Every question is the values
of a form, all of them texts; what was not filled in is not asked. What a first derivation does not need is imported
where it is used, for the reader waits for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import exactmetrics as em
from exactmetrics.exact.arguments import renamed
from exactmetrics.exact.values import LONGEST_SHOWN
from exactmetrics.matrix.labels import match_text
from exactmetrics.matrix.written_labels import names_of, seeming_set, split_list

# Data are read as a file without an ending, whose kind is told by its text; messages call it by its name.
DATA = Path("your data")
NEEDS = "% In the preamble: \\usepackage{amsmath,booktabs,longtable} and \\usepackage[table]{xcolor}\n"
# What the form calls the arguments that messages of the library name.
COLUMN_OF_PREDICTIONS = "Column of the predicted classes, or of the scores"
FIELDS = {
    "labels": "Names of the classes",
    "orientation": "A row is",
    "true": "Column of the true classes",
    "pred": COLUMN_OF_PREDICTIONS,
    "scores": COLUMN_OF_PREDICTIONS,
    "sample_weight": "Column of counts or weights",
    "supports": "True samples of each class",
    "positive": "Positive class",
    "average": "Average or class",
    "label": "Average or class",
    "convention": "Convention",
    "undefined": "What stands for 0/0",
    "detail": "Level of detail",
    "language": "Language of the result",
    "kind": "Kind",
    "number": "How many",
    "seed": "Seed",
    "classes": "Classes",
    "places": "Decimal places",
    "key": "The key",
    "statement": "A statement, or a metric alone",
}
KEYS: dict[str, bool | str] = {"with": True, "without": False, "alone": "alone"}
HALF = re.compile("[\ud800-\udfff]")  # of a character beyond the first 65,536, which UTF-16 writes in two
PICTURE = """<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"/><title>The confusion matrix</title>
<style>:root {{ color-scheme: light dark }} body {{ margin: 0; padding: 1.5rem; text-align: center }}
svg {{ max-width: 100%; height: auto }}</style></head><body>{svg}</body></html>"""


def form() -> dict[str, Any]:
    """Everything the form offers, from the registry, so that no list is kept by hand; asked when the page is built."""
    from exactmetrics.derivation.look import DETAILS
    from exactmetrics.derivation.messages import languages, messages
    from exactmetrics.exercises.kinds import MAKERS as KINDS
    from exactmetrics.metrics.policy import WORDS
    from exactmetrics.metrics.request import AVERAGES

    return {
        "metrics": [_offered(metric) for metric in em.metrics() if getattr(metric, "table", True)],
        "averages": AVERAGES,
        "details": DETAILS,
        "undefined": list(WORDS),
        "kinds": list(KINDS),  # without those on statements, which need all that proves
        "languages": [[code, messages(code).get("language")] for code in languages()],
    }


def _offered(metric: Any) -> dict[str, Any]:
    """A metric that there is a derivation of; of one of scores in its first convention alone."""
    from exactmetrics.metrics.request import AVERAGES, averages_of

    conventions = [metric.standard] if metric.scope == "scores" else metric.conventions.values()
    return {
        "name": metric.name,
        "title": metric.title,
        "scope": metric.scope,
        "of": getattr(metric, "of", metric.scope),
        "averages": AVERAGES if metric.scope == "scores" else averages_of(metric),
        "conventions": {
            convention.name: {
                "description": convention.description,
                "parameters": {
                    each.name: {"meaning": each.meaning, "domain": each.domain, "example": str(each.examples[0])}
                    for each in convention.parameters.values()
                },
            }
            for convention in conventions
        },
    }


def _of_scores(metric: str) -> bool:
    """Whether it is a metric of scores."""
    from exactmetrics.metrics.registry import found_metric

    if found_metric(metric) is not None:
        return False
    from exactmetrics.metrics.score_registry import found_score_metric

    return found_score_metric(metric) is not None


def _data(given: dict[str, str], *, scored: bool = False) -> Any:
    """The data of the page, whose fields are taken out of `given`: counts, or for a metric of scores these."""
    DATA.write_text(given.pop("data", ""), encoding="utf-8")
    labels, orientation = names_of(given.pop("labels", None)), given.pop("orientation", None)
    true, other, positive = (given.pop(name, None) for name in ("true", "pred", "positive"))
    weight, supports = given.pop("sample_weight", None), given.pop("supports", None)
    weight = "" if weight == '""' else weight  # none, also where one is called so
    if scored:
        return em.Scores.read(DATA, true=true, scores=other, labels=labels, positive=positive, sample_weight=weight)
    sizes = None if supports is None else split_list(supports)
    return em.read(
        DATA, true=true, pred=other, labels=labels, orientation=orientation, sample_weight=weight, supports=sizes
    )


def classes(metric: str = "", **given: str) -> dict[str, Any]:
    """The classes of the data, for the form, and what was remarked when they were read."""
    scored = bool(metric) and _of_scores(metric)
    found = _data(given, scored=scored)
    notes = [_worded(note) for note in getattr(found, "notes", ())]
    if not scored and (one := seeming_set(found.labels)):
        notes.append(f"{one!r} is counted as one class; with --multilabel the command line reads it as a set of labels")
    return {"classes": [str(getattr(label, "name", label)) for label in found.labels], "notes": notes}


def _worded(message: str, metric: str = "") -> str:
    """A message of the library with the names of fields in the place of those of arguments."""
    named = FIELDS | {name: name for name in _parameters(metric)}
    said = renamed(message, named, lambda name: f"“{named[name]}”")
    return re.sub(r" \(in a command, [^)]*\)", "", said)


def _parameters(metric: str) -> list[str]:
    """The names of a metric's parameters, which the form calls so too."""
    from exactmetrics.metrics.registry import found_metric
    from exactmetrics.metrics.score_registry import found_score_metric

    found = (found_metric(metric) or found_score_metric(metric)) if metric else None
    return list(found.parameters) if found else []


def _refuse_halves(asked: dict[str, str]) -> None:
    """Half a character is none, and no file can hold it."""
    for name, text in asked.items():
        if found := HALF.search(text):
            where = {"data": "your data", "text": "the text"}.get(name, f"“{FIELDS.get(name, name)}”")
            line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
            raise em.InputError(
                f"{where}, line {line}, column {column}: half of a character (U+{ord(found[0]):04X}), whose other half "
                "is missing. Delete it, or enter the character anew."
            )


def derive(metric: str, of: str = "", **given: Any) -> tuple[Any, str]:
    """A derivation. `of` is an average, as in "average:macro", or a class, as in "label:cat"."""
    found = _data(given, scored=_of_scores(metric))
    kind, _, name = of.partition(":")
    if kind:
        given[kind] = match_text(name, found.labels) if kind == "label" else name
    made = found.derive(metric, **given)
    return made, f"{made.to_text(data=False).splitlines()[0]}: {_number(made.value)}"


def _number(value: Any) -> str:
    """An exact value, with its decimal where it is not one already."""
    try:
        decimal, all_digits = em.decimal(value, places=4), em.decimal(value)
    except em.UndefinedValueError:
        return "undefined"
    if not isinstance(value, Fraction) and len(str(value)) > LONGEST_SHOWN:
        return f"≈ {decimal}"  # the page shows the working
    if all_digits == str(value):
        return str(value)
    is_all = isinstance(value, Fraction) and Fraction(all_digits) == value
    return f"{value} = {all_digits}" if is_all else f"{value} ≈ {decimal}"


def verify(text: str, about: str = "", language: str = "", **given: str) -> tuple[Any, str]:
    """A document with its marks; `about` says that it is about the data."""
    found = em.verify_document(text, data=_data(given) if about else None)
    found.path = "text"  # what its report calls it, in every language
    return found, found.to_text().rstrip().splitlines()[-1].removeprefix(f"{found.path}: ")


def exercises(metric: str, average: str = "", key: str = "", **options: str) -> tuple[Any, str]:
    """A sheet of exercises with its key."""
    if key and key not in KEYS:
        raise em.UsageError(f"key= is one of {', '.join(KEYS)}, not {key!r}")
    numbers = {name: _whole(name, options.pop(name)) for name in ("number", "seed", "classes", "places")
               if name in options}  # fmt: skip
    if "labels" in options:
        numbers["labels"] = split_list(options.pop("labels"))
    made = em.exercises(metric, average=average or None, **numbers, **options)
    return made, f"{len(made.items)} exercise{'s' * (len(made.items) > 1)}"


def picture(shares: str = "", **given: str) -> tuple[Any, str]:
    """The matrix drawn."""
    found = _data(given)
    if not isinstance(found, em.ConfusionMatrix):
        raise em.InputError("the data are counts of classes and no matrix, of which alone there is a picture")
    return found.picture(shares=bool(shares), **given), "The matrix is drawn."


def prove(statement: str = "", language: str = "en") -> tuple[Any, str]:
    """A statement proved or refuted; of a metric alone its formula."""
    from exactmetrics.proofs.statement import Asked, StatementError, read_statement

    try:
        alone = read_statement(f"{statement} = 0").left
    except StatementError:  # a whole statement, or what is none, of which the error is told as it was typed
        alone = None
    if isinstance(alone, Asked):
        from exactmetrics.derivation.look import Look
        from exactmetrics.proofs.formula import MetricFormula

        formula = MetricFormula(alone.request, look=Look.asked(templates=None, words=None, language=language))
        return formula, formula.to_text().splitlines()[0]
    proof = em.prove(statement)
    return proof, proof.to_text(language=language).splitlines()[0]


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise em.UsageError(f"{name}= must be a whole number, not {text!r}") from None


MAKERS: dict[str, Callable[..., tuple[Any, str]]] = {
    "derive": derive, "verify": verify, "exercises": exercises, "picture": picture, "prove": prove,
}  # fmt: skip


def _written(made: Any, asked: dict[str, str], format: str) -> str:
    """What was made, in a format."""
    if asked["do"] == "picture":
        drawn: str = made.to("svg" if format == "html" else format).decode()
        return PICTURE.format(svg=drawn, language=asked.get("language", "en")) if format == "html" else drawn
    if asked["do"] == "verify" or hasattr(made, "verdict"):  # which are told in the language that is asked last
        return str(made.to(format, language=asked.get("language", "en")))
    if asked["do"] == "exercises":
        from exactmetrics.exercises.formats import QUIZZES

        if format != "json" and format not in QUIZZES:  # these hold the answers, whatever is asked
            return str(made.to(format, key=KEYS[asked.get("key", "with")]))
    needs = NEEDS if format == "latex" else ""
    return f"{needs}{made.to(format)}"


def _corrected(made: Any) -> dict[str, str]:
    """A text with the corrections that are sure, and how many these are; without any there is no other text."""
    from exactmetrics.verification.report.fixing import fixed

    found = fixed(made)
    n, left = len(found.applied), len(found.left)
    if not n:
        why = f"No correction is sure; {left} to look at." if left else "Nothing is to be corrected."
        return {"said": f"{why} Nothing was copied."}
    done = f"{n} number{'s' * (n != 1)} corrected"
    return {"text": found.text, "said": f"{done}; {left} to look at." if left else f"{done}."}


def call(request: str) -> str:
    """Answer one question of the page; an error of the library comes back as its sentence."""
    asked = json.loads(request)
    try:
        return json.dumps(_answer(asked))
    except em.ExactMetricsError as error:
        return json.dumps({"error": _worded(str(error), asked.get("metric", ""))})
    except (RecursionError, MemoryError):
        return json.dumps({"error": "This is too large, or nested too deeply, for a browser."})
    except Exception as error:  # the reader is told, and the interpreter lives on
        return json.dumps(
            {"error": f"This is a fault of the library, please report it: {type(error).__name__}: {error}"}
        )


def _answer(asked: dict[str, str]) -> dict[str, Any]:
    _refuse_halves(asked)
    format, given = asked.get("format", "html"), {name: asked[name] for name in asked if name not in ("do", "format")}
    if asked["do"] == "classes":
        return classes(**given)
    made, said = MAKERS[asked["do"]](**given)
    return _corrected(made) if format == "fixed" else {"text": _written(made, asked, format), "said": said}
