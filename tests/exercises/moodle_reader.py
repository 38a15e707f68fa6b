"""Reads Moodle XML as Moodle's import does: what it accepts, what it refuses, and how it scores an answer.

Written from the rules of Moodle itself, and from nothing of ours: docs.moodle.org "Moodle XML format", "Embedded
Answers (Cloze) question type", and of its source question/format/xml/format.php (`import_headers`, `import_answer`),
question/type/shortanswer/question.php (`compare_string_with_wildcard`), question/type/numerical/question.php
(`get_matching_answer`), question/type/multianswer/questiontype.php (`ANSWER_REGEX`),
question/type/essay/questiontype.php and lib/questionlib.php (`get_fraction_options`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from xml.etree import ElementTree

# The only grades an answer may have; another one stops the import.
GRADES = {"100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25", "20",
          "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0"}  # fmt: skip
FORMATS = {"html", "moodle_auto_format", "plain_text", "markdown"}
ESSAYS = {"editor", "editorfilepicker", "plain", "monospaced", "noinline"}
NUMBERING = {"none", "abc", "ABCD", "123", "iii", "IIII"}
_ANSWER = r".+?(?<!\\|&)(?=[~#}]|$)"
_ALTERNATIVE = rf"(=|%(-?[0-9]+(?:[.,][0-9]*)?)%)?({_ANSWER})(#(.*?(?<!\\)(?=[~}}]|$)))?"
_PLAIN = re.sub(r"\((?!\?)", "(?:", _ALTERNATIVE)
CLOZE = re.compile(r"\{([0-9]*):(NUMERICAL|NM|MULTICHOICE|MC|SHORTANSWER|SA|MW):" rf"({_PLAIN}(?:~{_PLAIN})*)\}}")


class NotImported(Exception):  # noqa: N818
    """What Moodle would refuse."""


@dataclass
class Answer:
    text: str
    grade: Fraction
    feedback: str
    tolerance: Fraction | None = None


@dataclass
class Read:
    """One question as it stands in the bank."""

    kind: str
    name: str
    text: str
    answers: list[Answer] = field(default_factory=list)
    blanks: list[list[Answer]] = field(default_factory=list)
    key: str = ""  # of an essay, for whoever marks it

    def score(self, given: str) -> tuple[Fraction, str]:
        """The points for an answer and what the student is told: those of the first answer that matches."""
        for answer in self.answers:
            if self._matches(given, answer):
                return answer.grade, answer.feedback
        return Fraction(0), ""

    def _matches(self, given: str, answer: Answer) -> bool:
        if self.kind == "numerical":
            number = re.fullmatch(r"\s*([+-]?\d*\.?\d+(?:[eE][+-]?\d+)?)\s*", given)  # a unit is a question of its own
            assert answer.tolerance is not None
            return number is not None and abs(Fraction(number[1]) - Fraction(answer.text)) <= answer.tolerance
        if self.kind == "multichoice":
            return given == answer.text
        pattern = r".*".join(map(re.escape, re.split(r"(?<!\\)\*", answer.text))).replace(r"\\\*", r"\*")
        return re.fullmatch(pattern, given.strip(), re.IGNORECASE | re.DOTALL) is not None


def read(text: str) -> tuple[str, list[Read]]:
    """The category and the questions of a file."""
    root = ElementTree.fromstring(text)
    if root.tag != "quiz":
        raise NotImported(f"the root is {root.tag}, not quiz")
    category, found = "", []
    for node in root:
        kind = node.get("type")
        if node.tag != "question" or kind is None:
            raise NotImported(f"{node.tag} without a type")
        if kind == "category":
            category = _text(node.find("category"))
            if not category.startswith(("$course$/", "$module$/", "$system$/")):
                raise NotImported("a category without its context")
        else:
            found.append(_question(node, kind))
    return category, found


def _question(node: ElementTree.Element, kind: str) -> Read:
    name, asked = _text(node.find("name")), node.find("questiontext")
    if not name or asked is None or asked.get("format") not in FORMATS:
        raise NotImported("a question without a name, a text or the format of it")
    made = Read(kind, name, _text(asked))
    if kind == "cloze":
        made.blanks = [_cloze(match[3]) for match in CLOZE.finditer(made.text)]
        if not made.blanks:
            raise NotImported("no field in a cloze")
        return made
    if kind == "essay":
        facts, key = {child.tag: child.text for child in node}, node.find("graderinfo")
        if facts.get("responseformat") not in ESSAYS or key is None or key.get("format") not in FORMATS:
            raise NotImported("an essay that does not say how it is written, or what its marker is told")
        made.key = _text(key)
        return made
    if kind not in ("shortanswer", "numerical", "multichoice"):
        raise NotImported(f"no question type {kind}")
    made.answers = [_answer(one, kind) for one in node.findall("answer")]
    if not made.answers or max(answer.grade for answer in made.answers) != 1:
        raise NotImported("no answer has the whole grade")
    if kind == "multichoice":
        options = {child.tag: child.text for child in node}
        if options.get("single") not in ("true", "false") or options.get("answernumbering") not in NUMBERING:
            raise NotImported("a choice that does not say how it is shown")
        if len(made.answers) < 2:
            raise NotImported("a choice of fewer than two answers")
    return made


def _answer(node: ElementTree.Element, kind: str) -> Answer:
    grade = node.get("fraction", "")
    if grade.removeprefix("-") not in GRADES:
        raise NotImported(f"no grade {grade!r}")
    feedback, tolerance = node.find("feedback"), node.findtext("tolerance")
    if feedback is not None and feedback.get("format") not in FORMATS:
        raise NotImported("feedback without a format")
    if kind == "numerical" and (tolerance is None or re.fullmatch(r"[+-]?\d*\.?\d+", _text(node)) is None):
        raise NotImported(f"{_text(node)!r} is no number with a tolerance")
    reach = None if tolerance is None else Fraction(tolerance)
    return Answer(_text(node), Fraction(grade) / 100, _text(feedback), reach)


def _cloze(alternatives: str) -> list[Answer]:
    found = []
    for match in re.finditer(f"~?{_ALTERNATIVE}", alternatives):
        grade = Fraction(1) if match[1] == "=" else Fraction(match[2] or 0) / 100
        text = re.sub(r'\\([}~#"\\])', r"\1", match[3])
        found.append(Answer(text, grade, match[5] or ""))
    return found


def _text(node: ElementTree.Element | None) -> str:
    return "" if node is None else (node.findtext("text") or "").strip()
