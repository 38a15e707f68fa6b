"""A sheet of exercises as a page: a document of texts, tables and derivations, with its key at the end, apart or not.

Here too: the JSON of the key, by which answers are graded; its format is `exercises.schema.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from exactmetrics._writers import writer
from exactmetrics.api.scores import Scores
from exactmetrics.derivation.derivation import Derived
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.look import Look
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.terminal import folded
from exactmetrics.derivation.render import render
from exactmetrics.derivation.score_grid import written
from exactmetrics.derivation.shown import WRITTEN, in_document
from exactmetrics.derivation.writing.links import LATEX_FALLBACK
from exactmetrics.derivation.writing.names import title_of_metric
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.documents import document
from exactmetrics.documents.page import Parts
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.printed import Printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, value_text
from exactmetrics.exercises.formats import QUIZZES
from exactmetrics.exercises.question import PLACES, Exercise, Option, Pen, asked_for, options_of, points_text
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.slips import Slip
from exactmetrics.expression.nodes import Expr, Leaf, Num
from exactmetrics.expression.reading.answers import read_answer
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.proofs.statement import Statement

if TYPE_CHECKING:
    from exactmetrics.exercises.kinds.on_statements import OnStatements
    from exactmetrics.proofs.page import PageWriter, Part
    from exactmetrics.proofs.proof import Proof

Blocks = list[dict[str, Any]]
OF_SAMPLES = ("truth", "own_score")  # of which there is one for each sample
SHORT = 12  # letters of options that stand in a row: numbers, yes and no
SCHEMA = "exactmetrics/exercises/1"
DECIMAL = re.compile(r"(?<![\d.])\d+(?:\\?\.)\d+(?!\.?\d)")  # in Markdown, which escapes its point
ROOM = re.compile(r"<mtext>(_{4,})(?=</mtext>)")  # of a blank, which a style sheet frames
BRACKETS = r"\\?\((?:[^()]|\([^()]*\))*\)"
FACTORS = rf"(?:\d+|pi|\w*{BRACKETS})(?:\\?[*/^](?:\d+|pi|\w*{BRACKETS}))*"
EXACT = re.compile(rf"(?<![\w.])(?:\\?-)?{FACTORS}(?: \\?[+-] {FACTORS})*(?= ≈)")  # in Markdown, before its decimal
SIGNS = {"<=": r"\le", ">=": r"\ge"}
SPECIAL = re.compile(r"[\\`*_\[\]<>$|~#&{}]")  # what means something within a line of Markdown, or of a document


def page(sheet: ExerciseSheet, format: str, *, key: bool | str = True) -> str:
    """The page in a format; `key` is True (at the end), False (left out) or "alone"."""
    check_key(format, key)
    if format == "json":
        return json_text(sheet)
    if format in QUIZZES:
        text: str = writer("exercises", format)(sheet)
        return text
    name, alone = WRITTEN[format]
    body = _body(sheet, name, key)
    body = body if FORMATS[name].formulas else folded(body)
    return in_document(name, body, _title(sheet, key), Look(language=sheet.language)) if alone else body


def _body(sheet: ExerciseSheet, format: str, key: bool | str) -> str:
    """The exercises with a line for the name, each kept together on a page, and the key on pages of its own."""
    asked, told = _groups(sheet, format, key=key)
    made = document(specification(sheet, [*asked, *told], key=key))
    written = Parts(made.content, format)
    parts = iter(written.all())
    blocks = []
    for at, group in enumerate([*asked, *told]):
        for part in islice(parts, len(group)):
            heading = "" if part["kind"] == "derivation" else part["heading"]  # that of the key says it
            blocks.append(part | {"heading": heading, "begins": False, "ends": False, "is_first": at == 0})
            blocks[-1] |= {"answers": [], "has_room": False}
            blocks[-1] |= {"is_key": at >= len(asked), "is_apart": at == len(asked) > 0}
        blocks[-len(group)]["begins"] = blocks[-1]["ends"] = True
        blocks[-1] |= _paper(sheet.items[at]) if at < len(asked) else {}
    say = messages(sheet.language)
    head = {name: FORMATS[format].escape(said(say, name)) for name in ("name", "date", "points", "answer")}
    most = sum((exercise.points for exercise in sheet.items), Fraction(0))
    context = {
        "title": written.plain(_title(sheet, key)), "contents": [], "contents_title": "",
        "fallback": LATEX_FALLBACK, "blocks": blocks, "head": head if asked else None, "most": _shown(most, say),
        "variant": said(say, "variant", n=str(sheet.seed)),
    }  # fmt: skip
    page = render(FORMATS[format].template("sheet"), context)
    return ROOM.sub(r'<mtext class="blank">\1', page) if FORMATS[format].folder == "html" else page


def _paper(exercise: Exercise) -> dict[str, Any]:
    """What is to be written below an exercise on paper, and whether there is room to work; boxes are in the working."""
    named = [field.name for field in exercise.fields if field.name]
    has_boxes = bool(exercise.fields) and not named
    answers = [] if has_boxes or exercise.answer == "" else named or [""]  # a proof has no line to stand in
    return {"answers": answers, "has_room": not has_boxes and not exercise.is_by_line}


def _shown(points: Fraction, say: Messages) -> str:
    """Points as a decimal, or as a fraction where that is none."""
    text = points_text(points)
    return say.number(text) if Fraction(text) == points else str(points)


def check_key(format: str, key: bool | str) -> None:
    """Refuse a key that is none, and a sheet without its key in a format that always holds it."""
    if key not in (True, False, "alone"):
        raise UsageError(f'key is True, False or "alone", and not {key!r}')
    if not key and (format == "json" or format in QUIZZES):
        raise UsageError(f"a sheet as {format} always holds its key: for students write the sheet in another format")


def specification(
    sheet: ExerciseSheet, groups: Sequence[Sequence[dict[str, Any]]], *, key: bool | str
) -> dict[str, Any]:
    """The specification of the document of some groups of blocks."""
    places = {exercise.places for exercise in sheet.items} - {None}
    data = {f"m{exercise.id}": exercise.given for exercise in sheet.items if exercise.about != "statement"}
    return {
        "title": _title(sheet, key), "language": sheet.language, "numbers": False,
        **({"places": places.pop()} if len(places) == 1 else {}),
        **({"data": data} if data else {}),
        "block": [block for group in groups for block in group],
    }  # fmt: skip


def _groups(sheet: ExerciseSheet, format: str, *, key: bool | str) -> tuple[list[Blocks], list[Blocks]]:
    """The blocks of each exercise, and those of each key."""
    pens = [(exercise, _Pen(exercise, sheet.language, format)) for exercise in sheet.items]
    firsts = {
        type(exercise.data): exercise
        for exercise, _ in reversed(pens)
        if exercise.shows_data or isinstance(exercise.data, Statement)
    }
    asked = [
        exercise_blocks(exercise, pen, explained=exercise is firsts.get(type(exercise.data)))
        for exercise, pen in pens
        if key != "alone"
    ]
    told, defined = [], set()
    for exercise, pen in pens if key else ():
        known = str({name: option for name, option in exercise.question.items() if name != "label"})
        told.append(key_blocks(exercise, pen, defined=known in defined))
        defined |= {known} if exercise.shows_data else set()
    return asked, told


def exercise_parts(exercise: Exercise, sheet: ExerciseSheet, format: str, *, key: bool | str = False) -> list[str]:
    """The blocks of one exercise alone, as HTML or Markdown: what it asks, or what its key says."""
    alone = ExerciseSheet(sheet.metrics, sheet.seed, [exercise], sheet.language)  # its title is not shown
    asked, told = _groups(alone, format, key=key)
    return [part["text"] for part in document(specification(alone, [*asked, *told], key=key)).parts(format)]


def explanation(exercise: Exercise, sheet: ExerciseSheet, format: str) -> list[str]:
    """Why the answer is right, as HTML or Markdown: what the key says, and the working."""
    found, task = [], exercise.task
    if task is not None:
        found += exercise_parts(exercise, sheet, format, key="alone")[:1]
    if exercise.shows_data:
        whole = {"html": "html-fragment"}.get(format, format)
        found.append(solution(exercise, language=sheet.language).to(whole, data=False).strip())
    return found


def said(say: Messages, sentence: str, **facts: str) -> str:
    """A sentence about exercises."""
    return say.say(("exercises", sentence), facts.__getitem__)


def solution(exercise: Exercise, *, language: str, detail: str = "standard") -> Derived:
    """The working; with the detail "scaffold" the one with blanks."""
    options = options_of(exercise.question) | ({} if exercise.places is None else {"places": exercise.places})
    assert not isinstance(exercise.data, Statement)
    return exercise.data.derive(exercise.request.metric.name, language=language, detail=detail, **options)


def surface_of(derivation: Derived, format: str) -> Surface:
    """The surface of the symbols of a derivation."""
    made: Surface = writer(derivation._kind, "surface")(derivation, format, derivation.look)
    return made


class _Pen:
    """Writes for formats that show formulas and bold words, or for plain text."""

    def __init__(self, exercise: Exercise, language: str, format: str) -> None:
        self.say, self.is_plain = messages(language), format == "text"
        self._is_html = FORMATS[format].folder == "html"
        name = "text" if self.is_plain else "markdown"
        if isinstance(exercise.data, Statement):
            from exactmetrics.proofs.page import surface_of as surface_of_proofs

            self._surface = surface_of_proofs(name, language)
        else:
            self._surface = surface_of(solution(exercise, language=language), name)
        self._of_scores = isinstance(exercise.data, Scores)
        if isinstance(exercise.data, Scores):
            self._surface.notation.symbols.indices = list(map(self.say.number, _names_of_scores(exercise)))
        self._mark = self.say.get("words", FORMATS[format].marking)

    def math(self, members: Sequence[Expr], sign: str = "=") -> str:
        between = sign if self.is_plain else SIGNS.get(sign, sign)
        shown = f" {between} ".join(map(self._surface.notation.show, members))
        shown = self._surface.finished(shown)
        return self.plain(shown) if self.is_plain else f"${shown}$"

    def line(self, members: Sequence[Expr], sign: str = "=") -> str:
        shown = self.math(members, sign)
        return shown if self.is_plain or self._is_html else rf"$\displaystyle {shown[1:]}"

    @property
    def between(self) -> str:
        return "   " if self.is_plain else r" $\qquad$ "

    def box(self, what: Expr, letter: str, *, wide: bool) -> str:
        room, name = "_" * (8 if wide else 5), self._surface.notation.show(what)
        if self.is_plain:
            return self.plain(f"{name} = ({letter}) {room}")
        # Rules as high as digits written by hand; MathML, which has no frames, shows a row of lines as one.
        empty = rf"\boxed{{\{'Bigg' if wide else 'Big'}.\phantom{{{'0' * len(room)}}}}}"
        shown = rf"\text{{{room}}}" if self._is_html else empty
        return rf"${self._surface.finished(name)} = (\mathrm{{{letter}}})\;{shown}$"

    def exact(self, value: Number) -> str:
        return (
            self.plain(value_text(value)) if isinstance(value, Fraction) or self.is_plain else self.math([Num(value)])
        )

    def plain(self, text: str) -> str:
        return SPECIAL.sub(r"\\\g<0>", text)

    def strong(self, text: str) -> str:
        return self.plain(text) if self.is_plain else f"**{self.plain(text)}**"

    def prose(self, text: str) -> str:
        text = DECIMAL.sub(lambda found: self.say.number(found[0].replace("\\", "")), text)
        text = EXACT.sub(lambda found: self._typeset(found[0]), text)
        return text.replace("**", "") if self.is_plain else text.replace("≈", r"$\approx$")  # LaTeX may lack the sign

    def _typeset(self, text: str) -> str:
        """An exact value that stands in Markdown, as this format writes it."""
        value = read_answer(text.replace("\\", ""))
        return text if isinstance(value, Printed) else self.exact(value)

    def matrix(self, rows: Sequence[Sequence[int]]) -> str:
        from exactmetrics.proofs.page import typed

        shown = typed(rows, self._surface)
        return self.plain(shown) if self.is_plain else shown

    def about(self, proof: Proof) -> PageWriter:
        from exactmetrics.proofs.page import PageWriter

        return PageWriter(proof, self._surface)

    def part(self, part: Part) -> str:
        rows = [f"- {row.formula} ({row.reason})" if row.reason else f"- {row.formula}" for row in part.rows]
        text = "\n\n".join(filter(None, [part.text, "\n".join(rows)]))
        return self.plain(text) if self.is_plain else text

    def pair(self, what: str, value: str) -> str:
        return self.say.say(("compare", "pair"), {"what": what, "value": value}.__getitem__)

    def legend(self, symbols: Sequence[Expr]) -> str:
        say, told = self.say, []
        if self._of_scores:
            return self._legend_of_scores([symbol for symbol in symbols if isinstance(symbol, Leaf)])
        for symbol in symbols:
            path = ("brief", f"legend_{symbol.block}") if isinstance(symbol, Leaf) else ()
            if path and say.has(*path):
                told.append(say.say(path, {"symbol": self.math([symbol]), "mark": self._mark}.__getitem__))
        return say.say(("brief", "legend"), {"symbols": say.listing(told)}.__getitem__) if told else ""

    def _legend_of_scores(self, symbols: Sequence[Leaf]) -> str:
        """The sentences of derivations from scores, and how samples are numbered."""
        say, surface = self.say, self._surface
        letter = surface.notation.symbols.style.letter(surface.notation.symbols.letter)
        shown = [{"symbol": self.math([symbol]), "i": letter if self.is_plain else f"${letter}$"} for symbol in symbols]
        told = [
            say.say(("scores", f"symbol_{symbol.block}"), made.__getitem__)
            for symbol, made in zip(symbols, shown, strict=True)
        ]
        numbered = any(symbol.block in OF_SAMPLES for symbol in symbols)
        return " ".join([*told, *([said(say, "numbered")] if numbered else [])])


def _names_of_scores(exercise: Exercise) -> list[str]:
    """What stands below a symbol: the score that it is of, or the number of the sample."""
    samples = cast(Scores, exercise.data)._samples
    if cast(ScoreRequest, exercise.request).metric.of == "samples":
        return [str(at + 1) for at in range(samples.size)]
    keys = sorted({*samples.exact_of(samples.positive or 0)}, reverse=True)
    return [written(key, fractions=False) for key in keys]


def question_text(exercise: Exercise, pen: Pen) -> str:
    """What is asked, in words and as Markdown."""
    say = pen.say
    if exercise.task is not None:
        texts = [exercise.task.prompt(exercise, pen)]
    else:
        texts = [said(say, exercise.kind, **asked_for(exercise, pen.strong(exercise.title)))]
    if exercise.kind == "compute":
        texts.append(said(say, "fraction") if exercise.places is None else said(say, "places", n=str(exercise.places)))
    if isinstance(exercise.request, ScoreRequest) and exercise.request.metric.probabilities:
        texts.append(said(say, "probabilities"))
    policy = exercise.question.get("undefined")
    if policy is not None and exercise.kind != "convention":
        texts.append(said(say, "omit") if policy == "omit" else said(say, "counted", value=str(policy)))
    return " ".join(texts)


def exercise_blocks(exercise: Exercise, pen: Pen, *, explained: bool = True) -> list[dict[str, Any]]:
    """The blocks of one exercise in a document: its text, its data, what its kind shows, its fields, its options.

    How data are read is said of those that are `explained`.
    """
    data, say, task = f"m{exercise.id}", pen.say, exercise.task
    blocks: list[dict[str, Any]] = [
        {
            "title": said(say, "exercise_points", n=exercise.id, points=_shown(exercise.points, say)),
            "text": question_text(exercise, pen),
        }
    ]
    if exercise.shows_data:
        blocks.append({"data": data} if explained else {"data": data, "detail": "brief"})
    if task is not None:
        blocks += [{"text": text} for text in task.shown(exercise, pen)]
    if isinstance(exercise.data, Statement) and explained:
        blocks.append({"text": cast("OnStatements", task).legend(pen)})
    if exercise.options and not exercise.is_by_line:
        texts = [option_text(one, say) for one in exercise.options]
        options = [pen.pair(one.letter, pen.plain(text)) for one, text in zip(exercise.options, texts, strict=True)]
        in_a_row = max(map(len, texts)) <= SHORT
        blocks.append({"text": pen.between.join(options) if in_a_row else "\n".join(f"- {one}" for one in options)})
    return blocks


def option_text(option: Option, say: Messages) -> str:
    """An option as the language has it: a number with its own decimal sign, and a minus that is no hyphen."""
    is_number = option.text.replace(".", "").replace("-", "").isdigit()
    return say.number(option.text).replace("-", "\N{MINUS SIGN}") if is_number else option.text


def key_blocks(exercise: Exercise, pen: Pen, *, defined: bool = False) -> list[dict[str, Any]]:
    """The answer, why it is right, what the wrong options are, what stands in the fields, and the working.

    The definition is left out where it is `defined` above.
    """
    say, told = pen.say, [] if exercise.task is None else exercise.task.told(exercise, pen)
    lines = told if exercise.is_by_line or exercise.is_open else [_answer_line(exercise, pen), *told]
    if not told:
        lines += [f"- {pen.pair(one.letter, pen.plain(one.feedback))}" for one in exercise.options if not one.right]
    facts = {"name": said(say, "key_of", n=exercise.id), "title": exercise.heading}
    blocks: list[dict[str, Any]] = [{"title": say.say(("document", "heading"), facts.__getitem__)}]
    blocks[0]["text"] = "\n\n".join(lines)
    if exercise.shows_data:
        shown = {"derivation": {"data": f"m{exercise.id}", **exercise.question}, "detail": "brief"}
        blocks.append(shown | ({"definition": False} if defined else {}))
    return blocks


def _answer_line(exercise: Exercise, pen: Pen) -> str:
    """The answer: an option with its letter, the fields, or the exact value and its decimal."""
    say, right = pen.say, next((option for option in exercise.options if option.right), None)
    if exercise.task is not None:
        answer = pen.plain(say.number(exercise.answer) if exercise.answer == exercise.printed else exercise.answer)
    else:
        exact, places = pen.exact(exercise.value), exercise.places
        number = say.number(decimal(exercise.value, places=PLACES if places is None else places))
        whole = isinstance(exercise.value, Fraction) and exercise.value.denominator == 1
        answer = exact if whole else f"{exact} ({number})" if places is None else f"{number} ({exact})"
    return answer if right is None else pen.pair(right.letter, answer)


def _title(sheet: ExerciseSheet, key: bool | str) -> str:
    if sheet.title is not None and key != "alone":
        return sheet.title
    title = "title_of_key" if key == "alone" else "title"
    return said(messages(sheet.language), title, metric=sheet.title or _title_of_sheet(sheet))


def _title_of_sheet(sheet: ExerciseSheet) -> str:
    """What the exercises about each metric ask for; where each has a class of its own, the metric."""
    say, titles = messages(sheet.language), []
    for name in sheet.metrics:
        asked = {exercise.title for exercise in sheet.items if exercise.about == name}
        titles.append(asked.pop() if len(asked) == 1 else title_of_metric(name, say))
    title = say.listing(titles) or said(say, "statements")
    return title[:1].upper() + title[1:]


def json_text(sheet: ExerciseSheet) -> str:
    """The key for grading."""
    return escape.json(json.dumps(key_data(sheet), ensure_ascii=False, indent=2))


def key_data(sheet: ExerciseSheet) -> dict[str, Any]:
    """The key for grading: every exercise with its data, its question, its answer, its options or its blanks."""
    return {
        "schema": SCHEMA,
        **({"metric": sheet.metrics[0]} if len(sheet.metrics) == 1 else {"metrics": list(sheet.metrics)}),
        "seed": sheet.seed, "language": sheet.language,
        "points": {word: str(share) for word, share in sheet.items[0].shares.items()},
        "exercises": [_exercise_data(exercise) for exercise in sheet.items],
    }  # fmt: skip


def _slip_data(slip: Slip) -> dict[str, str]:
    return {"slip": slip.kind, "misconception": slip.text} | ({"other": slip.other} if slip.other else {})


def _exercise_data(exercise: Exercise) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": exercise.id, "kind": exercise.kind, **exercise.given,
        **({"question": dict(exercise.question), "places": exercise.places} if exercise.question else {}),
        **({"answer": exercise.answer} if exercise.answer else {}),
        **({"points": str(exercise.points)} if exercise.points != 1 else {}),
    }  # fmt: skip
    if exercise.options:
        found["options"] = [
            {"letter": option.letter, "value": option.text, "right": option.right}
            | ({} if option.slip is None or option.right else _slip_data(option.slip))
            for option in exercise.options
        ]
    if exercise.fields:
        found["blanks"] = [
            {"letter": field.letter, "answer": field.answer}
            | ({"name": field.name} if field.name else {})
            | (
                {"wrong": [{"value": value, "slip": kind, "misconception": text} for value, kind, text in field.wrong]}
                if field.wrong
                else {}
            )
            for field in exercise.fields
        ]
    return found
