"""Numbers given as about so much: right within the coarser reading, never an error, whatever the word and language."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

# 131 of 160 are right: accuracy 0.81875; macro F1 0.8165...
MATRIX = (
    "Rows of the confusion matrix are the true classes.\n\n| | cat | dog | rabbit |\n|:--|--:|--:|--:|\n"
    "| cat | 42 | 5 | 3 |\n| dog | 9 | 38 | 6 |\n| rabbit | 2 | 4 | 51 |\n\n"
)
SENTENCES = [
    "The accuracy is about {}.",
    "The accuracy is roughly {}.",
    "The accuracy is approx. {}.",
    "The accuracy is nearly {}.",
    "The accuracy is close to {}.",
    "An accuracy of roughly {} was found.",
    "It reaches around {} accuracy.",
    "Accuracy: about {}",
    "The accuracy (approximately {}) is fine.",
    "Die Accuracy beträgt etwa {}.",
    "Die Accuracy liegt bei rund {}.",
    "Die Accuracy ist circa {}.",
    "L'exactitude est d'environ {}.",
    "La exactitud es de unos {}.",
    "A acurácia é cerca de {}.",
    "La accuratezza è circa {}.",
    "Accuracy wynosi około {}.",
    "准确率约为{}。",
]


@each("sentence", SENTENCES)
@each(("printed", "level"), [
    ("80%", "note"), ("82%", "ok"), ("83%", "warn"), ("90%", "note"), ("70%", "warn"), ("81%", "note"),
])  # fmt: skip
def test_about_so_much_is_judged_by_its_last_digit(sentence: str, printed: str, level: str) -> None:
    """81.875%: within ten of 80% and 90%, not of 70%; within one of 81% and 82%, not of 83%."""
    found = em.verify_document(MATRIX + sentence.format(printed), format="markdown")
    assert [(claim.printed, claim.level) for claim in found.claims] == [(printed, level)]
    (claim,) = found.claims
    assert [hint.kind for hint in claim.hints] == ["hedged"] or level != "note"
    assert claim.correction is None


def test_the_report_says_so() -> None:
    found = em.verify_document(MATRIX + "The accuracy is about 80%.", format="markdown")
    assert "with more digits it is 0.8188" in found.to_text(width=400)
    assert found.to_dict(language="es")["claims"][0]["level"] == "note"


def test_without_such_a_word_it_is_wrong() -> None:
    for text in ("The accuracy is 80%.", "The accuracy = 80%.", "We are about to see: the accuracy is 80%."):
        found = em.verify_document(MATRIX + text, format="markdown")
        assert [claim.level for claim in found.claims] == ["error"]
