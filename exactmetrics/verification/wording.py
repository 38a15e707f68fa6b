"""The sentence of a hint, in a language of the catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.verification.diagnosis.wording import sentence

if TYPE_CHECKING:
    from exactmetrics.verification.checked import Hint

# Hints whose sentence is another one by what a rule says: kind and rule, and the sentence.
_BY_RULE = {
    ("tie", "half-even"): "tie-half-even",
    ("tie", "half-up"): "tie-half-up",
    ("tie", "both"): "tie-both",
    ("zeros", "kept"): "zeros-kept",
    ("zeros", "stripped"): "zeros-stripped",
    ("rounding", "truncate"): "rounding-truncate",
    ("rounding", "nearest"): "rounding-nearest",
    ("ties", "half-even"): "ties-half-even",
    ("ties", "half-up"): "ties-half-up",
}


def hint_sentence(hint: Hint, language: str = "en") -> str:
    """The sentence of a hint; plain text, to be escaped by whoever shows it.

    >>> from exactmetrics.verification.checked import Hint
    >>> hint_sentence(Hint("sign", {"expected": "-0.125"}))
    'The sign is lost or wrong: the value is -0.125.'
    >>> hint_sentence(Hint("bracket", {"old": "", "new": "("}, "(1 + 1) / 2 = 1"))
    'Brackets may be missing, or too many: (1 + 1) / 2 = 1 holds.'
    """
    say = messages(language)
    key = _BY_RULE.get((hint.kind, str(hint.facts.get("rule"))), hint.kind)
    if say.find("hint", key) is None:
        return sentence(hint.kind, hint.facts, language)
    facts = {**hint.facts, "repaired": hint.repaired}
    return say.say(("hint", key), lambda place: _fact(facts[place], say))


def _fact(fact: object, say: Messages) -> str:
    return say.row([str(item) for item in fact]) if isinstance(fact, tuple) else str(fact)
