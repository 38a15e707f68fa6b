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


# What an author's formula may hold: commands of mathematics, by name. TeX can read files and define commands, so
# whatever is not on the list is refused, and so is its notation for characters, `^^`.
_GREEK = """alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho
varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"""
_LAYOUT = """frac dfrac tfrac cfrac binom sqrt left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl
Biggr text textbf textit mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol operatorname boxed
overline underline hat bar tilde vec dot widehat widetilde overset underset stackrel overbrace underbrace substack
begin end quad qquad limits nolimits displaystyle textstyle scriptstyle phantom hphantom vphantom cr"""
_SIGNS = """cdot times div pm mp ast star circ bullet oplus otimes cap cup setminus wedge vee neg lnot land lor
lt gt le leq ge geq ne neq approx approxeq simeq sim cong equiv doteq propto ll gg in notin ni subset subseteq supset
supseteq emptyset varnothing forall exists to rightarrow leftarrow Rightarrow Leftarrow leftrightarrow Leftrightarrow
implies iff mapsto longrightarrow uparrow downarrow sum prod int iint oint lim max min sup inf arg det dim exp log ln
lg sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh gcd Pr mid nmid parallel perp angle partial nabla infty
ldots cdots vdots ddots dots dotsc dotsb prime hbar ell Re Im langle rangle lfloor rfloor lceil rceil lvert rvert lVert
rVert vert Vert lbrace rbrace lbrack rbrack backslash colon bmod pmod mod therefore because square checkmark S P"""
COMMANDS = frozenset(f"{_GREEK} {_LAYOUT} {_SIGNS}".split())
_BLOCKS = "aligned gathered split cases matrix pmatrix bmatrix vmatrix Bmatrix smallmatrix array"
ENVIRONMENTS = frozenset(_BLOCKS.split())
_COMMAND = re.compile(r"\\([A-Za-z]+|.)", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*(?:\{([^{}]*)\})?")


def parse_prose(text: str) -> SyntaxTreeNode:
    """The tree of a text; InputError for a picture, a link to anything else, or a formula that is none."""
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
    """Refuse what is no single formula: unbalanced braces, a dollar sign, a command that reaches outside."""
    if found := _LIKE_IN_FORMULA.search(REFERENCE.sub("", formula)):
        raise _mistyped(found[0])
    _check_commands(formula)
    depth = 0
    for brace in re.findall(r"(?<!\\)(?:\\\\)*([{}])", formula):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            break
    if depth:
        raise InputError(f"the formula {formula!r} has braces that do not match")
    if re.search(r"(?<!\\)[$%]", formula) or "\n\n" in formula:
        raise InputError(f"the formula {formula!r} holds a bare $ or %; write \\$ or \\%")


def _check_commands(formula: str) -> None:
    """Refuse a command or an environment that is no mathematics."""
    if "^^" in formula:
        raise InputError(f"the formula {formula!r} holds ^^, which TeX reads as another character; leave it out")
    for name in _COMMAND.findall(formula):
        if name.isalpha() and name not in COMMANDS:
            raise InputError(f"the formula {formula!r} uses \\{name}, which is no mathematics; leave it out")
    for name in _ENVIRONMENT.findall(formula):
        if name.removesuffix("*") not in ENVIRONMENTS:
            raise InputError(
                f"the formula {formula!r} uses the environment {name!r}; there are {', '.join(sorted(ENVIRONMENTS))}"
            )


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
    """What a reference asks for, of which id, and with which further word."""
    found = REFERENCE.fullmatch(text)
    assert found is not None
    return found[1], found[2], found[3]


def linked(root: Any) -> list[str]:
    """The places of the document itself that the links of a text lead to."""
    targets = [str(node.attrs["href"]) for node in root.walk() if node.type == "link"]
    return [target[1:] for target in targets if target.startswith("#")]


def mentioned(root: Any) -> list[str]:
    """The references of a text, those inside formulas too."""
    found = []
    for node in root.walk():
        if node.type == "reference":
            found.append(node.content)
        elif node.type == "math":
            found += [match[0] for match in REFERENCE.finditer(node.content)]
    return found
