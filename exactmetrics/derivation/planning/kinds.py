"""The kinds of steps: what a step of a derivation can be, each with one line of meaning in the message catalogue.

A step's own kind is finer: "reduce_each" is reducing in several places at once, "undefined_omit" a part without a value
that is left out. `kind_of` tells of which of the `KINDS` it is.
"""

from __future__ import annotations

from exactmetrics.derivation.messages import messages

KINDS = (
    "definition",
    "counts",
    "convention",
    "undefined",
    "part",
    "substitute",
    "multiply",
    "add",
    "subtract",
    "common_denominator",
    "one_fraction",
    "divide",
    "reduce",
    "root",
    "result",
    "decimal",
)

# The finer kinds that are not called after theirs.
_FINER = {
    "weight_zero": "convention",
    "substitute_parts": "substitute",
    "read_off": "substitute",
    "parts_alike": "convention",  # what is left out, and why
    "add_up": "add",
    "add_or_subtract": "add",
    "put_together": "add",
    "subtract_numerators": "subtract",
    "calculate": "multiply",
    "difference": "definition",
    "clear": "one_fraction",
    "lowest": "reduce",
    "cancel": "reduce",
    "reduce_terms": "reduce",
    "zero": "divide",
    "rationalise": "root",
    "collect": "root",
    "collect_like": "root",
}


def kind_of(kind: str) -> str:
    """Which of the kinds a step is of.

    Raises:
        KeyError: no step has that kind.

    >>> kind_of("reduce_each"), kind_of("undefined_omit"), kind_of("root_square"), kind_of("subtract_numerators")
    ('reduce', 'undefined', 'root', 'subtract')
    """
    single = kind.removesuffix("_each")
    if single in KINDS:
        return single
    return _FINER.get(single) or {"root": "root", "undefined": "undefined"}[single.partition("_")[0]]


def meanings(language: str = "en") -> dict[str, str]:
    """What each kind of step does, in one line.

    >>> meanings()["reduce"], list(meanings("es")) == list(KINDS)
    ('A fraction is brought to lowest terms.', True)
    """
    say = messages(language)
    return {kind: say.get("kind", kind) for kind in KINDS}
