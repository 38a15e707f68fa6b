"""What the page asks of the library: a question as JSON, an answer as JSON.

It runs in the reader's browser and imports nothing of it, so that tests call it as it is. Every question is the values
of a form, all of them texts; what was not filled in is not asked. What a first derivation does not need is imported
where it is used, for the reader waits for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import exactmetrics as em
from exactmetrics.exact.values import LONGEST_SHOWN
from exactmetrics.matrix.labels import match_text
from exactmetrics.matrix.written_labels import names_of, split_list

# Data are read as a file without an ending, whose kind is told by its text; messages call it by its name.
DATA = Path("your data")
NEEDS = "% In the preamble: \\usepackage{amsmath,booktabs,longtable} and \\usepackage[table]{xcolor}\n"
PICTURE = """<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"/><title>The confusion matrix</title>
<style>:root {{ color-scheme: light dark }} body {{ margin: 0; padding: 1.5rem; text-align: center }}
svg {{ max-width: 100%; height: auto }}</style></head><body>{svg}</body></html>"""


def form() -> dict[str, Any]:
    """Everything the form offers, from the registry, so that no list is kept by hand; asked when the page is built."""
    from exactmetrics.derivation.look import DETAILS
    from exactmetrics.derivation.messages import languages, messages
    from exactmetrics.exercises.sheet import KINDS
    from exactmetrics.metrics.policy import WORDS
    from exactmetrics.metrics.request import AVERAGES

    return {
        "metrics": [_offered(metric) for metric in em.metrics() if getattr(metric, "table", True)],
        "averages": AVERAGES,
        "details": DETAILS,
        "undefined": list(WORDS),
        "kinds": KINDS,
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
    labels, orientation = names_of(given.pop("labels", None)), given.pop("orientation", "true")
    true, other = given.pop("true", None), given.pop("pred", None)
    if scored:
        return em.Scores.read(DATA, true=true, scores=other, labels=labels)
    return em.read(DATA, true=true, pred=other, labels=labels, orientation=orientation)


def classes(metric: str, **given: str) -> dict[str, Any]:
    """The classes of the data, for the form, and what was remarked when they were read."""
    found = _data(given, scored=_of_scores(metric))
    return {
        "classes": [str(getattr(label, "name", label)) for label in found.labels],
        "notes": list(getattr(found, "notes", ())),
    }


def derive(metric: str, of: str = "", **given: Any) -> tuple[Any, str]:
    """A derivation. `of` is an average, as in "average:macro", or a class, as in "label:cat"."""
    scored = _of_scores(metric)
    found = _data(given, scored=scored)
    kind, _, name = of.partition(":")
    if kind:
        given[kind] = match_text(name, found.labels) if kind == "label" else name
    if scored:
        given.pop("detail", None)  # a page about scores has one level
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


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise em.UsageError(f"{name} must be a whole number, not {text!r}") from None


MAKERS: dict[str, Callable[..., tuple[Any, str]]] = {
    "derive": derive, "verify": verify, "exercises": exercises, "picture": picture,
}  # fmt: skip


def _written(made: Any, asked: dict[str, str], format: str) -> str:
    """What was made, in a format."""
    if asked["do"] == "picture":
        drawn: str = made.to("svg" if format == "html" else format).decode()
        return PICTURE.format(svg=drawn, language=asked.get("language", "en")) if format == "html" else drawn
    if asked["do"] == "verify":
        return str(made.to(format, language=asked.get("language", "en")))
    if asked["do"] == "exercises":
        from exactmetrics.exercises.formats import QUIZZES

        if format != "json" and format not in QUIZZES:  # these hold the answers, whatever is asked
            return str(made.to(format, key={"without": False, "alone": "alone"}.get(asked.get("key", ""), True)))
    needs = NEEDS if format == "latex" else ""
    return f"{needs}{made.to(format)}"


def _corrected(made: Any) -> tuple[str, str]:
    """A text with the corrections that are sure, and how many these are."""
    from exactmetrics.verification.report.fixing import fixed

    found = fixed(made)
    n, left = len(found.applied), len(found.left)
    if not n and not left:
        return found.text, "Nothing is to be corrected."
    done = f"{n} number{'s' * (n != 1)} corrected" if n else "No correction is sure, the text is as it was"
    return found.text, f"{done}; {left} to look at." if left else f"{done}."


def call(request: str) -> str:
    """Answer one question of the page; an error of the library comes back as its sentence."""
    try:
        asked = json.loads(request)
        if asked["do"] == "classes":
            return json.dumps(classes(**{name: value for name, value in asked.items() if name != "do"}))
        format = asked.pop("format", "html")
        made, said = MAKERS[asked["do"]](**{name: value for name, value in asked.items() if name != "do"})
        text, said = _corrected(made) if format == "fixed" else (_written(made, asked, format), said)
        return json.dumps({"text": text, "said": said})
    except em.ExactMetricsError as error:
        return json.dumps({"error": str(error)})
    except (RecursionError, MemoryError):
        return json.dumps({"error": "This is too large, or nested too deeply, for a browser."})
    except Exception as error:  # the reader is told, and the interpreter lives on
        return json.dumps(
            {"error": f"This is a fault of the library, please report it: {type(error).__name__}: {error}"}
        )
