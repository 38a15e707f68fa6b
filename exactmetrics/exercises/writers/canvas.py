"""A sheet of exercises as a package of QTI 1.2 with Canvas's own kinds of questions.

Of QTI 2.1 Canvas takes choices, and no rules by which a number is marked. A short answer is right in any spelling that
is expected; Canvas has no part of the points and no feedback for a wrong one. A choice has the feedback of each slip.

Reference: the packages that Canvas exports, and github.com/instructure/qti, which Canvas reads them with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from xml.etree.ElementTree import Element

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.pages import said
from exactmetrics.exercises.question import Exercise, points_text
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.writers.direction import directed
from exactmetrics.exercises.writers.expected import blanks, expected, form_of, half_unit, question, subject, working
from exactmetrics.exercises.writers.shading import shaded
from exactmetrics.exercises.writers.tree import file_text, node

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
TYPES = {
    "choice": "multiple_choice_question",
    "blanks": "fill_in_multiple_blanks_question",
    "fraction": "short_answer_question",
    "decimal": "numerical_question",
    "essay": "essay_question",
}
WHOLE = 100  # the points of a question, in Canvas's per cent


def canvas_files(sheet: ExerciseSheet) -> dict[str, str]:
    """The files of the package, by their names in it."""
    say = messages(sheet.language)
    title = escape.plain(subject(sheet))
    section = node("section", *(_item(exercise, sheet, say) for exercise in sheet.items), ident="root_section")
    quiz = node("questestinterop", node("assessment", section, ident="quiz", title=title), xmlns=QTI)
    file = node("file", href="quiz/quiz.xml")
    manifest = node(
        "manifest",
        node("metadata", node("schema", "IMS Content"), node("schemaversion", "1.1.3")),
        node("organizations"),
        node("resources", node("resource", file, identifier="quiz", type="imsqti_xmlv1p2")),
        xmlns=PACKAGE, identifier="manifest",
    )  # fmt: skip
    return {"imsmanifest.xml": file_text(manifest), "quiz/quiz.xml": file_text(quiz)}


def _item(exercise: Exercise, sheet: ExerciseSheet, say: Messages) -> Element:
    form = form_of(exercise)
    facts = {"question_type": TYPES[form], "points_possible": points_text(exercise.points)}
    fields = [node("qtimetadatafield", node("fieldlabel", name), node("fieldentry", fact))
              for name, fact in facts.items()]  # fmt: skip
    text = shaded(question(exercise, sheet))
    ways = {"choice": _choice, "blanks": _blanks, "fraction": _short, "decimal": _number, "essay": _essay}
    shown, rules, feedback = ways[form](exercise, say)
    if form == "fraction":
        text += f"\n<p>{escape.html(said(say, 'typed'))}</p>"
    if form == "blanks":
        text += "".join(f"\n<p>{escape.html(one.name)} [{one.letter}]</p>" for one in blanks(exercise, say))
    feedback = {"general_fb": working(exercise, sheet)} | feedback
    score = node("outcomes", node("decvar", maxvalue=str(WHOLE), minvalue="0", varname="SCORE", vartype="Decimal"))
    return node(
        "item",
        node("itemmetadata", node("qtimetadata", *fields)),
        node("presentation", _material(directed(text, say)), *shown),
        node("resprocessing", score, _tells(node("other"), "general_fb"), *rules),
        *(node("itemfeedback", node("flow_mat", _material(directed(html, say))), ident=name)
          for name, html in feedback.items()),
        ident=f"item{exercise.id}", title=escape.plain(f"{exercise.heading} ({exercise.id})"),
    )  # fmt: skip


Asked = tuple[list[Element], list[Element], dict[str, str]]  # how it is answered and marked, and its feedback


def _choice(exercise: Exercise, say: Messages) -> Asked:
    options = expected(exercise, say)
    answers = list(_numbered(one.text for one in options))
    rules, feedback = [], {}
    for one, (name, _) in zip(options, answers, strict=True):
        chosen = node("varequal", name, respident="response1")
        rules.append(_tells(chosen, f"{name}_fb"))
        feedback[f"{name}_fb"] = escape.html(one.feedback)
        if one.word == "right":
            right = _scores(node("varequal", name, respident="response1"))
    return [_offered("response1", answers)], [*rules, right], feedback


def _short(exercise: Exercise, say: Messages) -> Asked:
    right = [one.text for one in expected(exercise, say) if one.word == "right"]
    return [_typed()], [_scores(*(node("varequal", text, respident="response1") for text in right))], {}


def _number(exercise: Exercise, say: Messages) -> Asked:
    text, half = exercise.answer, Fraction(half_unit(exercise))
    places = (exercise.places or 0) + 1
    ends = {"vargte": Fraction(text) - half, "varlte": Fraction(text) + half}
    between = node("and", *(node(tag, decimal(end, places=places), respident="response1") for tag, end in ends.items()))
    return [_typed("Decimal")], [_scores(node("or", node("varequal", text, respident="response1"), between))], {}


def _essay(exercise: Exercise, say: Messages) -> Asked:
    return [_typed()], [], {}


def _blanks(exercise: Exercise, say: Messages) -> Asked:
    shown, rules, found = [], [], blanks(exercise, say)
    share = decimal(Fraction(WHOLE, len(found)), places=2)
    for one in found:
        response, answers = f"response_{one.letter}", list(_numbered(one.right, one.letter))
        shown.append(_offered(response, answers, one.letter))
        for name, _ in answers:
            rules.append(_scores(node("varequal", name, respident=response), points=share, action="Add"))
    return shown, rules, {}


def _numbered(texts: Iterable[str], prefix: str = "answer") -> Iterator[tuple[str, str]]:
    return ((f"{prefix}{at}", text) for at, text in enumerate(texts, 1))


def _offered(response: str, answers: Iterable[tuple[str, str]], word: str = "") -> Element:
    labels = [node("response_label", _material(escape.html(text)), ident=name) for name, text in answers]
    named = [node("material", node("mattext", word))] if word else []
    return node("response_lid", *named, node("render_choice", *labels), ident=response, rcardinality="Single")


def _typed(kind: str = "String") -> Element:
    label = node("response_label", ident="answer1", rshuffle="No")
    return node("response_str", node("render_fib", label, fibtype=kind), ident="response1", rcardinality="Single")


def _scores(*conditions: Element, points: str = str(WHOLE), action: str = "Set") -> Element:
    """Points for an answer that meets one of these conditions."""
    scored = node("setvar", points, action=action, varname="SCORE")
    return node("respcondition", node("conditionvar", *conditions), scored, continue_="No")


def _tells(condition: Element, name: str) -> Element:
    """Feedback that is shown where a condition holds; what follows is looked at all the same."""
    told = node("displayfeedback", feedbacktype="Response", linkrefid=name)
    return node("respcondition", node("conditionvar", condition), told, continue_="Yes")


def _material(html: str) -> Element:
    return node("material", node("mattext", html, texttype="text/html"))
