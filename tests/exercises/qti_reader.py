"""Reads a package of QTI as a player does: what the schema allows, and what response processing makes of an answer.

Written from the specification and from nothing of ours: IMS Question and Test Interoperability 2.1, "Assessment Test,
Section, and Item Information Model" (15 Expressions, 8 Response Processing) and the content model of `imsqti_v2p1.xsd`;
3.0 has the same model with other names, but for the body of a modal feedback.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import PurePosixPath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZipFile

SPACES = {
    "http://www.imsglobal.org/xsd/imsqti_v2p1": "2.1", "http://www.imsglobal.org/xsd/imsqtiasi_v3p0": "3.0",
    "http://www.w3.org/1998/Math/MathML": "math",
}  # fmt: skip
PACKAGES = {
    "2.1": ("http://www.imsglobal.org/xsd/imscp_v1p1", "QTIv2.1 Package", "1.0.0", "xmlv2p1"),
    "3.0": ("http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1", "QTI Package", "3.0.0", "xmlv3p0"),
}
INLINE = "span|em|strong|code|sub|sup|math"
STATIC = f"p|div|ul|ol|table|h[1-6]|{INLINE}"
FLOW = f"{STATIC}|textEntryInteraction"
EXPRESSION = "variable|baseValue|correct|isNull|not|or|and|match|equal|stringMatch|product|sum|divide|gte|lte"
RULE = "responseCondition|setOutcomeValue"
# What stands in an element, as an expression over the names of its children.
CHILDREN = {
    "assessmentItem": "(responseDeclaration )*(outcomeDeclaration )*(stylesheet )*(itemBody )?(responseProcessing )?"
    "(modalFeedback )*",
    "responseDeclaration": "(defaultValue )?(correctResponse )?", "outcomeDeclaration": "(defaultValue )?",
    "defaultValue": "(value )+", "correctResponse": "(value )+", "value": "", "stylesheet": "",
    "itemBody": "((p|div|ul|ol|table|h[1-6]|choiceInteraction|extendedTextInteraction) )*",
    "choiceInteraction": "(prompt )?(simpleChoice )+",
    "simpleChoice": f"(({STATIC}) )*", "textEntryInteraction": "", "extendedTextInteraction": "(prompt )?",
    "modalFeedback": f"(({STATIC}) )*",
    "responseProcessing": f"(({RULE}) )*",
    "responseCondition": "responseIf (responseElseIf )*(responseElse )?",
    "responseIf": f"({EXPRESSION}) (({RULE}) )*", "responseElseIf": f"({EXPRESSION}) (({RULE}) )*",
    "setOutcomeValue": f"({EXPRESSION}|testVariables) ",
    "variable": "", "baseValue": "", "correct": "", "testVariables": "",
    **dict.fromkeys(("isNull", "not"), f"({EXPRESSION}) "),
    **dict.fromkeys(("match", "equal", "stringMatch", "divide", "gte", "lte"), f"(({EXPRESSION}) ){{2}}"),
    **dict.fromkeys(("or", "and", "product"), f"(({EXPRESSION}) )+"), "sum": f"(({EXPRESSION}|testVariables) )+",
    **dict.fromkeys(("p", "span", "em", "strong", "code", "sub", "sup", *(f"h{n}" for n in range(1, 7))),
                    f"(({INLINE}|textEntryInteraction) )*"),
    **dict.fromkeys(("div", "li", "td", "th"), f"(({FLOW}) )*"), **dict.fromkeys(("ul", "ol"), "(li )*"),
    "table": "(caption )?(thead )?(tfoot )?(tbody )+", **dict.fromkeys(("thead", "tbody"), "(tr )+"),
    "tr": "((th|td) )*",
    "assessmentTest": "(outcomeDeclaration )*(testPart )+(outcomeProcessing )?",
    "testPart": "(itemSessionControl )?(assessmentSection )+", "itemSessionControl": "",
    "assessmentSection": "(assessmentItemRef )*", "assessmentItemRef": "", "outcomeProcessing": "(setOutcomeValue )*",
}  # fmt: skip
XML = "{http://www.w3.org/XML/1998/namespace}"
# The attributes of an element; all of those in front of the bar are needed.
ATTRIBUTES = {
    "assessmentItem": f"identifier title adaptive timeDependent {XML}lang |", "itemBody": "| class dir",
    "p": "| class dir", "div": "| class dir",
    "responseDeclaration": "identifier cardinality baseType |",
    "outcomeDeclaration": "identifier cardinality | baseType externalScored",  # the last one is of 3.0 alone
    "extendedTextInteraction": "responseIdentifier | expectedLines",
    "stylesheet": "href type |", "choiceInteraction": "responseIdentifier shuffle maxChoices |",
    "simpleChoice": "identifier |", "textEntryInteraction": "responseIdentifier | expectedLength",
    "modalFeedback": "outcomeIdentifier identifier showHide |", "setOutcomeValue": "identifier |",
    "variable": "identifier |", "baseValue": "baseType |", "correct": "identifier |",
    "equal": "toleranceMode |", "stringMatch": "caseSensitive |", "testVariables": "variableIdentifier |",
    "assessmentTest": "identifier title |", "testPart": "identifier navigationMode submissionMode |",
    "itemSessionControl": "| showFeedback maxAttempts", "assessmentSection": "identifier title visible |",
    "assessmentItemRef": "identifier href |", "th": "| class scope colspan", "td": "| class colspan",
}  # fmt: skip
IDENTIFIER = re.compile(r"[A-Za-z_][\w.-]*")
INTEGER, MOST = re.compile(r"[+-]?\d+"), 2**31 - 1  # of the base type `integer`

Value = Fraction | str | bool | None


class Invalid(Exception):  # noqa: N818
    """What the schema or the specification does not allow."""


@dataclass
class Item:
    """One item: it takes responses as they are typed, and gives outcomes and the feedback that is shown."""

    root: Element
    kinds: dict[str, str] = field(default_factory=dict)
    right: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in self.root.findall("responseDeclaration"):
            self.kinds[one.attrib["identifier"]] = one.attrib["baseType"]
            self.right[one.attrib["identifier"]] = one.findtext("correctResponse/value") or ""

    @property
    def text(self) -> str:
        return " ".join("".join(self.root.find("itemBody").itertext()).split())  # type: ignore[union-attr]

    def played(self, **responses: str) -> tuple[Value, list[str]]:
        """The score, and the texts of the feedback that is shown, in order."""
        known: dict[str, Value] = {name: _typed(kind, responses.get(name, "")) for name, kind in self.kinds.items()}
        for one in self.root.findall("outcomeDeclaration"):
            start = one.findtext("defaultValue/value")
            known[one.attrib["identifier"]] = None if start is None else _typed(one.attrib["baseType"], start)
        for rule in self.root.find("responseProcessing"):  # type: ignore[union-attr]
            self._run(rule, known)
        shown = [one for one in self.root.findall("modalFeedback")
                 if known[one.attrib["outcomeIdentifier"]] == one.attrib["identifier"]]  # fmt: skip
        return known["SCORE"], [" ".join("".join(one.itertext()).split()) for one in shown]

    def _run(self, rule: Element, known: dict[str, Value]) -> None:
        if rule.tag == "setOutcomeValue":
            known[rule.attrib["identifier"]] = self._value(rule[0], known)
            return
        for branch in rule:
            if self._value(branch[0], known) is True:
                for inner in branch[1:]:
                    self._run(inner, known)
                return

    def _value(self, node: Element, known: dict[str, Value]) -> Value:
        if node.tag == "variable":
            return known[node.attrib["identifier"]]
        if node.tag == "baseValue":
            return _typed(node.attrib["baseType"], node.text or "")
        if node.tag == "correct":
            name = node.attrib["identifier"]
            return _typed(self.kinds[name], self.right[name])
        found = [self._value(child, known) for child in node]
        if node.tag == "isNull":
            return found[0] is None
        if node.tag == "or":
            return True if True in found else None if None in found else False
        if None in found:
            return None
        return _operated(node, found)


def _operated(node: Element, found: list[Value]) -> Value:
    numbers = [one for one in found if isinstance(one, Fraction)]
    first = found[0]
    match node.tag:
        case "not":
            return not first
        case "and":
            return all(found)
        case "match" | "equal":
            return first == found[1]
        case "stringMatch":
            return str(first).lower() == str(found[1]).lower()
        case "gte":
            return numbers[0] >= numbers[1]
        case "lte":
            return numbers[0] <= numbers[1]
        case "sum":
            return sum(numbers, Fraction(0))
        case "divide":
            return numbers[0] / numbers[1]
        case "product":
            whole = Fraction(1)
            for one in numbers:
                whole *= one
            if all(child.get("baseType") != "float" for child in node) and abs(whole) > MOST:
                raise Invalid(f"{whole} is no integer of QTI")
            return whole
    raise Invalid(node.tag)


def _typed(kind: str, text: str) -> Value:
    """A value of a base type, as it is typed or written; nothing, and what is no number, is NULL."""
    if kind in ("identifier", "string"):
        return text or None
    if kind == "integer" and (INTEGER.fullmatch(text) is None or abs(int(text)) > MOST):
        return None
    try:
        return Fraction(text)
    except ValueError:
        return None


def read(data: bytes, version: str) -> dict[str, Item]:
    """The items of a package, by their paths; what does not hold together is Invalid."""
    with ZipFile(io.BytesIO(data)) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    _check_manifest(files, version)
    test = _read(files["test.xml"], version)
    listed = [node.attrib["href"] for node in test.iter("assessmentItemRef")]
    items = {name: Item(_read(files[name], version)) for name in listed}
    for name, item in items.items():
        _check_item(item)
        style = PurePosixPath(name).parent / item.root.find("stylesheet").attrib["href"]  # type: ignore[union-attr]
        if str(style).replace("items/../", "") not in files:
            raise Invalid(f"no {style}")
    return items


def _check_manifest(files: dict[str, str], version: str) -> None:
    space, schema, number, kind = PACKAGES[version]
    root = ElementTree.fromstring(files["imsmanifest.xml"])
    names = {"": space}
    if root.tag != f"{{{space}}}manifest" or [
        root.findtext("metadata/schema", namespaces=names), root.findtext("metadata/schemaversion", namespaces=names)
    ] != [schema, number]:  # fmt: skip
        raise Invalid("the manifest is that of another version")
    resources = root.findall("resources/resource", names)
    hrefs = {one.attrib["href"] for one in resources}
    if hrefs | {"imsmanifest.xml"} != set(files):
        raise Invalid(f"the manifest lists {hrefs}")
    ids = {one.attrib["identifier"] for one in resources}
    kinds = {one.attrib["type"] for one in resources}
    if kinds != {f"imsqti_test_{kind}", f"imsqti_item_{kind}", "webcontent"}:
        raise Invalid(f"resources of {kinds}")
    for one in resources:
        if {node.attrib["identifierref"] for node in one.findall("dependency", names)} - ids:
            raise Invalid("a dependency on nothing")


def _read(text: str, version: str) -> Element:
    root = ElementTree.fromstring(text)
    _named(root, version)
    return root


def _named(node: Element, version: str) -> None:
    """Without namespaces and in the names of 2.1, each element looked up in the content model."""
    space, _, name = node.tag[1:].partition("}")
    if SPACES.get(space) == "math":
        if any(child.tag[1:].partition("}")[0] != space for child in node.iter()):
            raise Invalid("what is no MathML stands in it")
        node.tag = "math"
        node[:] = []
        return
    if SPACES.get(space) != version:
        raise Invalid(f"{node.tag} is of no version")
    if version == "3.0":
        name = _camel(name.removeprefix("qti-"))
        node.attrib = {_camel(key): value for key, value in node.attrib.items()}
        if name == "modalFeedback":
            if [child.tag for child in node] != [f"{{{space}}}qti-content-body"]:
                raise Invalid("a feedback without its body")
            node[:] = list(node[0])
    node.tag = name
    for child in node:
        _named(child, version)
    children = "".join(f"{child.tag} " for child in node)
    if name not in CHILDREN or re.fullmatch(CHILDREN[name], children) is None:
        raise Invalid(f"<{name}> holds {children}")
    needed, _, more = (f" {ATTRIBUTES.get(name, '| class')} ").partition("|")
    given = set(node.attrib)
    if not set(needed.split()) <= given or given - set(needed.split()) - set(more.split()):
        raise Invalid(f"<{name}> has the attributes {given}")


def _camel(name: str) -> str:
    return re.sub("-([a-z])", lambda found: found[1].upper(), name)


def _check_item(item: Item) -> None:
    """Names are names, each declared once, and what is referred to is declared."""
    declared = [one.attrib["identifier"] for one in item.root if one.tag.endswith("Declaration")]
    feedback = [(one.attrib["outcomeIdentifier"], one.attrib["identifier"]) for one in item.root.iter("modalFeedback")]
    for name in [*declared, *(name for _, name in feedback)]:
        if IDENTIFIER.fullmatch(name) is None:
            raise Invalid(f"{name!r} is no identifier")
    if len(set(declared)) < len(declared) or len(set(feedback)) < len(feedback):
        raise Invalid("something is declared twice")
    used = {node.attrib["identifier"] for node in item.root.iter() if node.tag in ("variable", "setOutcomeValue")}
    asked = [node.attrib["responseIdentifier"] for node in item.root.iter() if "responseIdentifier" in node.attrib]
    if used - set(declared) or sorted(asked) != sorted(item.kinds):
        raise Invalid(f"{used} and {asked} of {declared}")
