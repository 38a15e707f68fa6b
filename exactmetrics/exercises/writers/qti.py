"""A sheet of exercises as a package of IMS QTI, version 2.1 or 3.0: an item each exercise, and a test of all of them.

A fraction has two boxes, for numerator and denominator, and is compared by its cross product, so every equal fraction
is right and one over 0 is nothing. Every slip has its feedback, and the working is shown after the answer.

Reference: imsglobal.org/question, "QTI v2.1 Implementation Guide" and "Assessment, Section and Item Information Model";
3.0 has the same model, whose names are written `qti-assessment-item` for `assessmentItem`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar
from xml.etree.ElementTree import Element

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.pages import said
from exactmetrics.exercises.question import Exercise, points_text
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.writers.expected import (
    Expected,
    blanks,
    expected,
    form_of,
    half_unit,
    is_shuffled,
    question,
    subject,
    working,
)
from exactmetrics.exercises.writers.tree import file_text, node
from exactmetrics.exercises.writers.xhtml import HTML, STYLE, block, elements

CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
STYLESHEET = "style/exercises.css"
One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class Version:
    """What tells one version of QTI from another."""

    items: str  # the namespace of items and tests
    manifest: str
    schema: str
    schema_version: str
    kind: str  # of resources in the manifest


OLD = Version(
    "http://www.imsglobal.org/xsd/imsqti_v2p1", "http://www.imsglobal.org/xsd/imscp_v1p1",
    "QTIv2.1 Package", "1.0.0", "xmlv2p1",
)  # fmt: skip
NEW = Version(
    "http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
    "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1", "QTI Package", "3.0.0", "xmlv3p0",
)  # fmt: skip


def qti_files(sheet: ExerciseSheet) -> dict[str, str]:
    """The files of a package of version 2.1, by their names in it."""
    return _package(sheet, OLD)


def qti3_files(sheet: ExerciseSheet) -> dict[str, str]:
    """The files of a package of version 3.0, by their names in it."""
    return _package(sheet, NEW)


def _package(sheet: ExerciseSheet, version: Version) -> dict[str, str]:
    say = messages(sheet.language)
    items = {f"item{exercise.id}": _item(exercise, sheet, say, version) for exercise in sheet.items}
    made = {f"items/{name}.xml": _written(item, version) for name, item in items.items()}
    test = _written(_test(sheet, list(items)), version)
    return {"imsmanifest.xml": _manifest(list(items), version), "test.xml": test, STYLESHEET: STYLE, **made}


def _item(exercise: Exercise, sheet: ExerciseSheet, say: Messages, version: Version) -> Element:
    form = form_of(exercise)
    ways = {"choice": _choice, "blanks": _blanks, "fraction": _fraction, "decimal": _decimal, "essay": _essay}
    made = ways[form](exercise, say)
    shown = _set("WORKING", _value("identifier", "SHOWN"))
    root = node(
        "assessmentItem",
        *made.asked,
        _outcome("SCORE", "float", "0"), _outcome("WORKING", "identifier"),
        *(_outcome(name, "identifier") for name in dict.fromkeys(outcome for outcome, _ in made.feedback)),
        *made.kept,
        node("stylesheet", href=f"../{STYLESHEET}", type="text/css"),
        node("itemBody", block(question(exercise, sheet)), *made.boxes),
        node("responseProcessing", *made.rules, shown),
        *(_feedback(outcome, name, node("p", text)) for (outcome, name), text in made.feedback.items()),
        _feedback("WORKING", "SHOWN", block(working(exercise, sheet))),
        identifier=f"item{exercise.id}", title=escape.plain(exercise.heading), adaptive="false", timeDependent="false",
    )  # fmt: skip
    root.set("xml:lang", say.language)
    if form == "essay" and version is NEW:  # version 2.1 has no word for it
        next(one for one in root.iter("outcomeDeclaration") if one.get("identifier") == "SCORE").set(
            "externalScored", "human"
        )
    if say.direction == "rtl":
        for element in (part for tag in ("itemBody", "modalFeedback") for part in root.iter(tag)):
            for body in [element] if element.tag == "itemBody" else element:
                body.set("class", "rtl")  # by the style sheet: version 2.1 has no attribute for it
                if version is NEW:
                    body.set("dir", "rtl")
    return root


@dataclass(frozen=True, slots=True)
class Interaction:
    """How an item is answered: its responses, what it keeps of them, its boxes, how it is marked, and feedback."""

    asked: Sequence[Element]
    boxes: Sequence[Element]
    rules: Sequence[Element]
    feedback: dict[tuple[str, str], str]  # by the outcome that shows it, and its own name
    kept: Sequence[Element] = ()


def _choice(exercise: Exercise, say: Messages) -> Interaction:
    answers = dict(_named(expected(exercise, say)))
    right = next(name for name, one in answers.items() if one.word == "right")
    is_right = node("match", _variable("RESPONSE"), node("correct", identifier="RESPONSE"))
    choices = [node("simpleChoice", one.text, identifier=name) for name, one in answers.items()]
    shuffle = "true" if is_shuffled(exercise) else "false"
    return Interaction(
        [_response("RESPONSE", "identifier", right)],
        [node("choiceInteraction", *choices, responseIdentifier="RESPONSE", shuffle=shuffle, maxChoices="1")],
        [_when([(is_right, [_score(exercise.points)])]),
         _set("FEEDBACK", _variable("RESPONSE"))],
        {("FEEDBACK", name): one.feedback for name, one in answers.items()},
    )  # fmt: skip


def _fraction(exercise: Exercise, say: Messages) -> Interaction:
    """Two boxes; a whole number may be written without a denominator.

    The products are of the kind `float`, which is whole up to 2**53; an integer of QTI ends at 2**31.
    """
    values: dict[Fraction, Expected] = {}
    for one in expected(exercise, say):
        if one.value is not None and one.word != "rounded":  # decimals do not fit into the boxes
            values.setdefault(one.value, one)
    zero = node("equal", _variable("BELOW"), _value("integer", "0"), toleranceMode="exact")
    cases = [(node("or", node("isNull", _variable("NUMERATOR")), zero), [_score(Fraction(0))])]
    for name, (value, one) in _named(values.items()):
        sides = (
            node("product", _variable("NUMERATOR"), _value("float", str(value.denominator))),
            node("product", _variable("BELOW"), _value("float", str(value.numerator))),
        )
        cases.append((node("equal", *sides, toleranceMode="exact"), _judged(name, one, exercise)))
    given = node("not", node("isNull", _variable("DENOMINATOR")))
    assert isinstance(exercise.value, Fraction)
    return Interaction(
        [_response("NUMERATOR", "integer", str(exercise.value.numerator)),
         _response("DENOMINATOR", "integer", str(exercise.value.denominator))],
        [node("p", said(say, "boxes")), node("p", _box("NUMERATOR"), " / ", _box("DENOMINATOR"))],
        [_when([(given, [_set("BELOW", _variable("DENOMINATOR"))])]), _when(cases)],
        {("FEEDBACK", name): one.feedback for name, (_, one) in _named(values.items())},
        [_outcome("BELOW", "integer", "1")],
    )  # fmt: skip


def _decimal(exercise: Exercise, say: Messages) -> Interaction:
    answers, half = expected(exercise, say), Fraction(half_unit(exercise))
    cases = [(_near(Fraction(one.text), half, exercise), _judged(name, one, exercise)) for name, one in _named(answers)]
    return Interaction(
        [_response("RESPONSE", "float", answers[0].text)],
        [node("p", _box("RESPONSE"))],
        [_when(cases)],
        {("FEEDBACK", name): one.feedback for name, one in _named(answers)},
    )


def _near(value: Fraction, half: Fraction, exercise: Exercise) -> Element:
    """Between the ends of what is rounded to a value; few players know the tolerance of `equal`."""
    places = (exercise.places or 0) + 1
    ends = {"gte": decimal(value - half, places=places), "lte": decimal(value + half, places=places)}
    return node("and", *(node(tag, _variable("RESPONSE"), _value("float", end)) for tag, end in ends.items()))


def _blanks(exercise: Exercise, say: Messages) -> Interaction:
    """A box each blank, and of the points the part of the blanks that are right."""
    found, rules, feedback = blanks(exercise, say), [], {}
    for blank in found:
        response = f"BLANK_{blank.letter}"
        # An empty one is no text to compare, and not every player passes over it.
        cases = [(node("isNull", _variable(response)), [_set("FILLED", _variable("FILLED"))])]
        for name, one in _named(blank.answers):
            same = node("stringMatch", _variable(response), _value("string", one.text), caseSensitive="false")
            more = node("sum", _variable("FILLED"), _value("float", points_text(exercise.worth(one.word))))
            done = [_set("FILLED", more)]
            if one.word == "slip":
                done.append(_set(f"FEEDBACK_{blank.letter}", _value("identifier", name)))
                feedback[f"FEEDBACK_{blank.letter}", name] = f"{blank.name} {one.text}: {one.feedback}"
            cases.append((same, done))
        rules.append(_when(cases))
    share = node("divide", _variable("FILLED"), _value("integer", str(len(found))))
    boxes = [node("li", node("p", f"{blank.name} ", _box(f"BLANK_{blank.letter}"))) for blank in found]
    return Interaction(
        [_response(f"BLANK_{blank.letter}", "string", blank.right[0]) for blank in found],
        [node("ul", *boxes, class_="blanks")],
        [*rules, _set("SCORE", share)],
        feedback,
        [_outcome("FILLED", "float", "0")],
    )


def _essay(exercise: Exercise, say: Messages) -> Interaction:
    """A box for a text, to which a person gives the points."""
    asked = node("responseDeclaration", identifier="RESPONSE", cardinality="single", baseType="string")
    return Interaction(
        [asked], [node("extendedTextInteraction", responseIdentifier="RESPONSE", expectedLines="15")], [], {}
    )


def _named(answers: Iterable[One]) -> Iterator[tuple[str, One]]:
    """Each answer with the name of its feedback."""
    return ((f"ANSWER{at}", one) for at, one in enumerate(answers))


def _judged(name: str, one: Expected, exercise: Exercise) -> list[Element]:
    return [_score(exercise.worth(one.word)), _set("FEEDBACK", _value("identifier", name))]


def _response(name: str, kind: str, right: str) -> Element:
    correct = node("correctResponse", node("value", right))
    return node("responseDeclaration", correct, identifier=name, cardinality="single", baseType=kind)


def _outcome(name: str, kind: str, start: str | None = None) -> Element:
    made = node("outcomeDeclaration", identifier=name, cardinality="single", baseType=kind)
    if start is not None:
        made.append(node("defaultValue", node("value", start)))
    return made


def _box(name: str) -> Element:
    return node("textEntryInteraction", responseIdentifier=name, expectedLength="8")


def _variable(name: str) -> Element:
    return node("variable", identifier=name)


def _value(kind: str, text: str) -> Element:
    return node("baseValue", text, baseType=kind)


def _set(name: str, value: Element) -> Element:
    return node("setOutcomeValue", value, identifier=name)


def _score(points: Fraction) -> Element:
    return _set("SCORE", _value("float", points_text(points)))


def _when(cases: Sequence[tuple[Element, Sequence[Element]]]) -> Element:
    """The first of these conditions that holds, and what it does."""
    tags = ["responseIf", *["responseElseIf"] * (len(cases) - 1)]
    return node(
        "responseCondition",
        *(node(tag, condition, *rules) for tag, (condition, rules) in zip(tags, cases, strict=True)),
    )


def _feedback(outcome: str, name: str, body: Element) -> Element:
    return node("modalFeedback", body, outcomeIdentifier=outcome, identifier=name, showHide="show")


def _test(sheet: ExerciseSheet, items: Sequence[str]) -> Element:
    title = escape.plain(subject(sheet))
    references = [node("assessmentItemRef", identifier=name, href=f"items/{name}.xml") for name in items]
    section = node("assessmentSection", *references, identifier="section", title=title, visible="true")
    control = node("itemSessionControl", showFeedback="true", maxAttempts="1")
    part = node(
        "testPart", control, section, identifier="part", navigationMode="nonlinear", submissionMode="individual"
    )
    score = node("sum", node("testVariables", variableIdentifier="SCORE"))
    return node(
        "assessmentTest", _outcome("SCORE", "float", "0"), part, node("outcomeProcessing", _set("SCORE", score)),
        identifier="test", title=title,
    )  # fmt: skip


def _manifest(items: Sequence[str], version: Version) -> str:
    def resource(name: str, kind: str, path: str, *needed: str) -> Element:
        files = [node("file", href=path), *(node("dependency", identifierref=one) for one in needed)]
        return node("resource", *files, identifier=name, type=kind, href=path)

    listed = [resource(f"{name}-resource", f"imsqti_item_{version.kind}", f"items/{name}.xml", "style")
              for name in items]  # fmt: skip
    needed = [f"{name}-resource" for name in items]
    resources = [
        resource("test-resource", f"imsqti_test_{version.kind}", "test.xml", *needed),
        *listed,
        resource("style", "webcontent", STYLESHEET),
    ]
    kind = [node("schema", version.schema), node("schemaversion", version.schema_version)]
    return file_text(
        node("manifest", node("metadata", *kind), node("organizations"), node("resources", *resources),
             xmlns=version.manifest, identifier="manifest")
    )  # fmt: skip


def _written(root: Element, version: Version) -> str:
    """An item or a test in the names of its version."""
    root.set("xmlns", version.items)
    if version is NEW:
        for element in list(elements(root)):
            if element.tag == "modalFeedback":
                body = node("qti-content-body", *element)
                element[:] = [body]
            if element.tag not in HTML:
                element.tag = "qti-" + _kebab(element.tag)
            element.attrib = {_kebab(name): value for name, value in element.attrib.items()}
    return file_text(root)


def _kebab(name: str) -> str:
    return CAPITAL.sub("-", name).lower()
