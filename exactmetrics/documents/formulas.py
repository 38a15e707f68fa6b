"""What an author's formula may hold: commands of mathematics, by name. TeX can read files and define commands, so
whatever is not on the list is refused, and so is its notation for characters, `^^`.
"""

from __future__ import annotations

import re

from exactmetrics.exact.errors import InputError

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


def check_commands(formula: str) -> None:
    r"""Refuse a command or an environment that is no mathematics.

    Raises:
        InputError: what is not on the list.

    >>> check_commands(r"\frac{1}{2} \le \sum_{i} x_i")
    >>> check_commands(r"\input{x}")
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.InputError: the formula '\\input{x}' uses \input, which is no mathematics; leave it out
    """
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
