r"""What an author's formula may be made of, by its command: letters, signs, brackets, words and spaces."""

from __future__ import annotations

import re

_GREEK = """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ
    pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π
    Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ ell ℓ
"""
LETTERS = {f"\\{name}": letter for name, letter in re.findall(r"(\w+) (\w|∞)", _GREEK)}
LARGE = {r"\sum": "∑", r"\prod": "∏"}  # what stands under and over them are limits
SIGNS = {sign: sign for sign in "+=<>/,;:!.'"} | {
    "-": "−", "*": "∗", "'": "′", r"\cdot": "⋅", r"\times": "×", r"\div": "÷", r"\pm": "±", r"\approx": "≈",
    r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥", r"\ne": "≠", r"\neq": "≠", r"\equiv": "≡", r"\sim": "∼",
    r"\in": "∈", r"\cap": "∩", r"\cup": "∪", r"\to": "→", r"\rightarrow": "→", r"\Rightarrow": "⇒", r"\dots": "…",
    r"\ldots": "…", r"\cdots": "⋯", r"\mid": "∣", r"\%": "%", r"\colon": ":",
}  # fmt: skip
BRACKETS = {sign: sign for sign in "()[]|"} | {
    r"\{": "{", r"\}": "}", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\lfloor": "⌊", r"\rfloor": "⌋",
    r"\lceil": "⌈", r"\rceil": "⌉", r"\langle": "⟨", r"\rangle": "⟩",
}  # fmt: skip
ACCENTS = {r"\hat": ("^", "false"), r"\bar": ("¯", "false"), r"\tilde": ("~", "false"), r"\overline": ("¯", "true")}
WORDS = (r"\log", r"\ln", r"\exp", r"\min", r"\max")
SPACES = {r"\,": ".167em", r"\:": ".222em", r"\;": ".278em", r"\!": "-.167em", r"\quad": "1em", r"\qquad": "2em"}
SPACES |= {"\\ ": ".25em"}
