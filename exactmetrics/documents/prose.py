"""The author's text: a limited Markdown, as a tree of nodes.

Read are headings, paragraphs, emphasis, code, lists, block quotes, tables and links; formulas between `$` or `$$`; and
references in braces: `{ref:id}`, `{value:id}`, `{decimal:id:places}`, `{percent:id:places}`. HTML is text like any
other, and pictures are refused: a page stands by itself. Links lead to http, https and mailto, to pages beside this
one, or to `#id`. What looks like a reference and is none is an error; a brace after a backslash is a brace.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from exactmetrics.documents.formulas import check_commands
from exactmetrics.exact.errors import InputError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

REFERENCE = re.compile(r"\{(ref|value|decimal|percent):([^{}:\s]*)(?::([^{}:\s]*))?\}")
KNOWN = "{ref:id}, {value:id}, {decimal:id:4} and {percent:id:1}"
_LIKE_WORDS = re.compile(r"\{\s*(?:[^\W\d_]+\s*:|(?:ref|value|decimal|percent)\b)[^{}\n]{0,40}\}?", re.IGNORECASE)
_LIKE_IN_FORMULA = re.compile(r"(?<!\\)\{\s*(?:ref|value|decimal|percent)\s*:[^{}\n]{0,40}\}?", re.IGNORECASE)
# With a scheme, to a place in this page, or to a page beside it: no scheme, and no other host.
LINK = re.compile(r"(?:https?://|mailto:|#)\S+|(?!//)(?![^/?#]*:)[^\s\\#]\S*", re.IGNORECASE)


def parse_prose(text: str) -> SyntaxTreeNode:
    """The tree of a text.

    Raises:
        InputError: a picture, a link to anything else, or a formula that is none.

    >>> root = parse_prose("A *short* text, see {ref:macro}: $x^2$.")
    >>> [node.type for node in root.children[0].children[0].children]
    ['text', 'em', 'text', 'reference', 'text', 'math', 'text']
    """
    from markdown_it.tree import SyntaxTreeNode

    root = SyntaxTreeNode(_parser().parse(text))
    for node in root.walk():
        if node.type == "link" and not LINK.fullmatch(str(node.attrs.get("href", ""))):
            target = str(node.attrs.get("href", ""))
            raise InputError(f"the link {target!r} leads nowhere: write https://, mailto:, page.html or #id")
        if node.type == "image":
            raise InputError(
                f"the picture {node.attrs.get('src')!r} cannot be shown: a document holds text and formulas"
            )
        if node.type == "math":
            check_formula(node.content)
    return root


def check_formula(formula: str) -> None:
    r"""Refuse what is no single formula: unbalanced braces, a dollar sign, a command that reaches outside.

    Raises:
        InputError: what is wrong with it.

    >>> check_formula(r"\frac{1}{2}")
    >>> check_formula(r"\frac{1}{2")
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: the formula '\\frac{1}{2' has braces that do not match
    """
    if found := _LIKE_IN_FORMULA.search(REFERENCE.sub("", formula)):
        raise _mistyped(found[0])
    check_commands(formula)
    depth = 0
    for brace in re.findall(r"(?<!\\)(?:\\\\)*([{}])", formula):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            break
    if depth:
        raise InputError(f"the formula {formula!r} has braces that do not match")
    if re.search(r"(?<!\\)[$%]", formula) or "\n\n" in formula:
        raise InputError(f"the formula {formula!r} holds a bare $ or %; write \\$ or \\%")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.disable(["html_inline", "html_block", "reference"])
    made.validateLink = lambda url: True  # type: ignore[method-assign]  # links are judged here, with a message
    made.inline.ruler.before("escape", "math", _math)
    made.inline.ruler.before("escape", "reference", _reference)
    return made


def _math(state: StateInline, silent: bool) -> bool:
    """`$...$` within a line of text, as pandoc reads it, and `$$...$$`."""
    found = re.compile(r"\$\$(.+?)\$\$|\$(?!\s)((?:[^$\\]|\\.)+?)(?<!\s)\$(?!\d)", re.DOTALL).match(
        state.src, state.pos
    )
    if found is None or found.end() > state.posMax:
        return False
    if not silent:
        token = state.push("math", "", 0)
        token.content = (found[1] or found[2]).strip()
        token.meta = {"display": found[1] is not None}
    state.pos = found.end()
    return True


def _reference(state: StateInline, silent: bool) -> bool:
    found = REFERENCE.match(state.src, state.pos)
    if found is None or found.end() > state.posMax:
        if like := _LIKE_WORDS.match(state.src, state.pos):
            raise _mistyped(like[0])
        return False
    if not silent:
        token = state.push("reference", "", 0)
        token.content = found[0]
    state.pos = found.end()
    return True


def _mistyped(text: str) -> InputError:
    return InputError(
        f"{text!r} looks like a reference and is none: there are {KNOWN}, without blanks; for a brace write \\{{"
    )


def reference_in(text: str) -> tuple[str, str, str | None]:
    """What a reference asks for, of which id, and with which further word.

    >>> reference_in("{decimal:macro:4}")
    ('decimal', 'macro', '4')
    """
    found = REFERENCE.fullmatch(text)
    assert found is not None
    return found[1], found[2], found[3]


def linked(root: Any) -> list[str]:
    """The places of the document itself that the links of a text lead to.

    >>> linked(parse_prose("[there](#macro.result), [elsewhere](page.html#macro)"))
    ['macro.result']
    """
    targets = [str(node.attrs["href"]) for node in root.walk() if node.type == "link"]
    return [target[1:] for target in targets if target.startswith("#")]


def mentioned(root: Any) -> list[str]:
    """The references of a text, those inside formulas too.

    >>> mentioned(parse_prose("See {ref:a}, that is $x = {value:b}$."))
    ['{ref:a}', '{value:b}']
    """
    found = []
    for node in root.walk():
        if node.type == "reference":
            found.append(node.content)
        elif node.type == "math":
            found += [match[0] for match in REFERENCE.finditer(node.content)]
    return found
