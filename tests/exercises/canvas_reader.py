"""Reads a package of QTI 1.2 as Canvas does, and scores an answer.

Written from nothing of ours: the specification of QTI 1.2 (ASI XML binding), the packages that Canvas exports, and the
gem `qti` with which Canvas reads them (lib/qti/v1/models/interactions).
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from fractions import Fraction
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZipFile

PACKAGE = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"
QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
TYPES = {
    "multiple_choice_question": "response_lid", "fill_in_multiple_blanks_question": "response_lid",
    "short_answer_question": "response_str", "numerical_question": "response_str", "essay_question": "response_str",
}  # fmt: skip


class NotImported(Exception):  # noqa: N818
    """What Canvas would leave out."""


@dataclass
class Question:
    """One question: its kind, its text, what is offered for each response, and how it is scored."""

    kind: str
    title: str
    text: str
    offered: dict[str, dict[str, str]]
    rules: list[Element]
    feedback: dict[str, str] = field(default_factory=dict)

    def score(self, given: dict[str, str]) -> tuple[Fraction, list[str]]:
        """The part of the points for an answer to each response, and the feedback that is shown."""
        points, shown = Fraction(0), []
        chosen = {name: {text: id for id, text in self.offered.get(name, {}).items()}.get(text, text)
                  for name, text in given.items()}  # fmt: skip
        for rule in self.rules:
            conditions = rule.find("conditionvar") or ()
            # Canvas writes the spellings of a short answer side by side, and takes any of them.
            any_will_do = self.kind == "short_answer_question"
            if not (any if any_will_do else all)(self._holds(node, chosen) for node in conditions):
                continue
            for node in rule.findall("displayfeedback"):
                shown.append(self.feedback[node.attrib["linkrefid"]])
            for node in rule.findall("setvar"):
                worth = Fraction(node.text or "") / 100
                points = points + worth if node.attrib["action"] == "Add" else worth
            if rule.get("continue") == "No" and rule.find("setvar[@action='Set']") is not None:
                break
        return points, shown

    def _holds(self, node: Element, given: dict[str, str]) -> bool:
        if node.tag == "other":
            return True
        if node.tag in ("or", "and"):
            return (any if node.tag == "or" else all)(self._holds(child, given) for child in node)
        answer, text = given.get(node.attrib["respident"], ""), node.text or ""
        if self.kind != "numerical_question":
            return answer.strip().lower() == text.lower()
        try:
            off = Fraction(answer) - Fraction(text)
        except ValueError:
            return False
        return {"varequal": off == 0, "vargte": off >= 0, "varlte": off <= 0}[node.tag]


def read(data: bytes) -> list[Question]:
    with ZipFile(io.BytesIO(data)) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    manifest = ElementTree.fromstring(files["imsmanifest.xml"])
    (resource,) = manifest.iter(f"{PACKAGE}resource")
    if resource.get("type") != "imsqti_xmlv1p2":
        raise NotImported("no quiz")
    root = ElementTree.fromstring(files[resource[0].attrib["href"]])
    for node in root.iter():
        if not node.tag.startswith(QTI):
            raise NotImported(node.tag)
        node.tag = node.tag.removeprefix(QTI)
    if root.tag != "questestinterop" or root.find("assessment/section") is None:
        raise NotImported("no assessment with a section")
    return [_question(item) for item in root.findall("assessment/section/item")]


def _question(item: Element) -> Question:
    facts = {one.findtext("fieldlabel"): one.findtext("fieldentry") for one in item.iter("qtimetadatafield")}
    kind, text = facts["question_type"], item.findtext("presentation/material/mattext") or ""
    responses = [one for one in item.find("presentation") if one.tag != "material"]  # type: ignore[union-attr]
    if kind not in TYPES or {one.tag for one in responses} != {TYPES[kind]} or facts["points_possible"] != "1":
        raise NotImported(f"{kind} with {[one.tag for one in responses]}")
    offered = {}
    for one in responses:
        labels = [label for label in one.iter("response_label") if len(label)]
        texts = {label.attrib["ident"]: label.findtext("material/mattext") or "" for label in labels}
        offered[one.attrib["ident"]] = texts
    if kind == "fill_in_multiple_blanks_question":
        for one in responses:
            word = one.findtext("material/mattext") or ""
            if f"[{word}]" not in text or one.attrib["ident"] != f"response_{word}":
                raise NotImported(f"no place for {word}")
    feedback = {
        one.attrib["ident"]: one.findtext("flow_mat/material/mattext") or "" for one in item.iter("itemfeedback")
    }
    rules = item.findall("resprocessing/respcondition")
    for node in item.iter("displayfeedback"):
        if node.attrib["linkrefid"] not in feedback:
            raise NotImported("feedback that is not there")
    return Question(kind, item.attrib["title"], text, offered, rules, feedback)
