"""Sentences about the work of others are not judged, whatever periods stand in them; those about the data are."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.claims.abbreviations import is_abbreviation
from tests.cases import each

# 42 + 38 + 51 of 160 are right: accuracy 0.819; recall of dog 38/53 = 0.717.
MATRIX = (
    "Rows of the confusion matrix are the true classes.\n\n| | cat | dog | rabbit |\n|:--|--:|--:|--:|\n"
    "| cat | 42 | 5 | 3 |\n| dog | 9 | 38 | 6 |\n| rabbit | 2 | 4 | 51 |\n\n"
)


@each(
    "sentence",
    [
        "The baseline of Smith et al. (2019) has an accuracy of 0.702.",
        "The model of Jones et al. [7] has an accuracy of 0.702.",
        "In other papers (e.g. Lee) the accuracy is 0.702.",
        "Another net, cf. Lee, has an accuracy of 0.702.",
        "Another net, i.e. that of Dr. Lee, has an accuracy of 0.702.",
        "A baseline, resp. that of Prof. Lee, has an accuracy of 0.702.",
        "Bei anderen Modellen, z. B. dem von Lee, ist die Accuracy 0.702.",
        "Bei anderen Modellen, d. h. ohne Daten, ist die Accuracy 0.702.",
        "Avec d'autres modèles, p. ex. celui de Lee, accuracy = 0.702.",
        "Fig. 3 shows a recall of 0.70 for dog.",
        "Kumar (2020): accuracy 0.702.",
        "As in (Kumar, 2020), the accuracy is 0.702.",
        "SVM: accuracy 0.78.",
        "Logistic regression: accuracy 0.78.",
        "The same model had an accuracy of 0.75 last year.",
        "Two years ago the model had an accuracy of 0.75.",
        "The 2018 accuracy is 0.7.",
        "Exercise: for which matrix is the accuracy 0.9?",
        "Is the accuracy 0.9?",
        "In the previous version (v1.8) we had an accuracy of 0.61.",
        "Our target for v0.5 is an accuracy of 0.95.",
        "Unlike in v1.8, we had an accuracy of 0.61 there.",
        "See Sec. 3.2, where the accuracy is 0.61.",
        "- accuracy 0.712 (v1.3)",
        "Version 1.2: accuracy = 0.61",
        "Reader 2 alone: accuracy 81.0 %.",
        "Experiment 16 had accuracy 0.862.",
        "kNN | accuracy = 0.79",
        "GPT-4 accuracy: 0.51",
        "Ours is known; theirs: accuracy 0.51",
        "Second run: accuracy 0.91",
        "Table 4: accuracy 0.91",
        "Fig. 2: accuracy = 0.51",
        "Accuracy >= 0.90",
        "Accuracy > 0.90",
        "$\\text{Accuracy} \\geq 0.90$",
        "Ziel für 2023 ist eine Accuracy von 0,95.",
        "Vorher war die Accuracy 0,61.",
        "Gefordert ist eine Accuracy von 0,91.",
        "Angenommen, die Accuracy ist 0,51.",
        "Ohne Filter: Accuracy 0,61",
        "Une exactitude de 0,95 serait nécessaire en médecine.",
        "Supposons que l'exactitude = 0,51.",
        "El objetivo es una exactitud de 0,95.",
        "Supongamos que la exactitud es 0,51.",
        "L'obiettivo è una accuratezza di 0,95.",
        "Versione 1.2: accuratezza = 0,61",
        "Versão 1.2: acurácia = 0,61",
        "Celem jest accuracy 0,95.",
        "Vroeger: accuracy = 0,61",
        "Tidigare: accuracy = 0,61",
        "Версия 1.2: доля правильных ответов = 0,61",
        "目標は正解率0.95です。",
        "正解率0.95が必要です。",
        "目标是准确率0.95。",
        "版本1.2.3的准确率为0.61。",
        "정확도 0.95가 필요하다.",
    ],
)
def test_what_is_of_another_source_is_counted_and_not_judged(sentence: str) -> None:
    found = em.verify_document(MATRIX + sentence, format="markdown")
    assert (found.claims, found.worst) == ([], "ok")
    assert {one.why for one in found.passed} <= {"about", "wording"}
    assert found.passed or "=" in sentence


@each(
    "sentence",
    [
        "See Tab. 2. The accuracy is 0.702.",
        "As in Eq. 3, the accuracy is 0.702.",
        "By Eq. (3), the accuracy is 0.702.",
        "Our model (see Sec. 2) has an accuracy of 0.702.",
        "The model mixes cats, dogs, etc. The accuracy is 0.702.",
        "Is that enough? No. The accuracy is 0.702.",
        "Others were better. The accuracy is 0.702.",
        "Results: accuracy 0.702.",
        "Solution: the accuracy is 0.702.",
        "Step 2: accuracy 0.702.",
        "For the 2019 samples: what of them? The accuracy is 0.702.",
        "What is the accuracy? It is simple: accuracy 0.702.",
        "Ergebnis: Accuracy 0,702",
        "Lösung: die Accuracy ist 0,702.",
        "Résultats : exactitude = 0,702",
        "Passo 3: accuratezza = 0,702",
    ],
)
def test_what_is_of_the_data_is_judged(sentence: str) -> None:
    found = em.verify_document(MATRIX + sentence, format="markdown")
    assert [(claim.printed, claim.word) for claim in found.claims] in ([("0.702", "wrong")], [("0,702", "wrong")])


def test_an_older_version_is_not_judged_by_the_matrix_of_a_newer_one() -> None:
    text = f"# 1.4.0\n\n{MATRIX}- accuracy 0.819 (was 0.712)\n\n# 1.3.2\n\n- accuracy 0.712, macro F1 0.698\n"
    found = em.verify_document(text, format="markdown")
    assert [(claim.printed, claim.word) for claim in found.claims if claim.word] == [("0.819", "rounded")]
    numbered = em.verify_document(f"# 1.2 Data\n\n{MATRIX}# 1.3 Results\n\nThe accuracy is 0.712.\n")
    assert [claim.word for claim in numbered.claims] == ["wrong"]


def test_one_of_two_systems_is_not_judged_by_the_last_matrix() -> None:
    """Accuracy of A: 247/300 = 0.823, of B the same; recall of A 61/100, of B 83/100."""
    head = "| | Predicted yes | Predicted no |\n|--|--|--|\n"
    text = f"## A\n\n{head}| Actual yes | 61 | 39 |\n| Actual no | 14 | 186 |\n\n"
    text += f"## B\n\n{head}| Actual yes | 83 | 17 |\n| Actual no | 36 | 164 |\n\n"
    found = em.verify_document(f"{text}## Summary\n\nThe recall of system A is 0.610.\n", format="markdown")
    assert (found.claims, len(found.passed)) == ([], 1)


@each(("text", "kept"), [
    ("Smith et al. has.", "Smith et al. has|"),
    ("of class B. The recall", "of class B| The recall"),
    ("see Nr. 3. Then", "see Nr. 3| Then"),
    ("The answer is no. Then", "The answer is no| Then"),
    ("Hunde usw. Die", "Hunde usw| Die"),
    ("u. a. die, z.B. so. Und", "u. a. die, z.B. so| Und"),
    ("w.r.t. all, cf. Lee", "w.r.t. all, cf. Lee"),
    ("the cat. It, p. ex. vs. that", "the cat| It, p. ex. vs. that"),
])  # fmt: skip
def test_periods_of_abbreviations(text: str, kept: str) -> None:
    ends = {at for at, c in enumerate(text) if c == "." and not is_abbreviation(text, at)}
    assert "".join("|" if at in ends else c for at, c in enumerate(text)) == kept


@each(
    "text",
    [
        "accuracy = 131/160 = 0.719\nThe model is old.",
        "Accuracy = (42 + 38 + 51)÷160 = 0.719\nWith a threshold of 0.8, one might reach a recall of 0.99.",
        "See Figure 3.2 on page 47.\nAccuracy = 131/160 = 0.719\nSee Fig. 2.",
        "Macro averages and others: the accuracy is 0.719.",
    ],
)
def test_a_line_without_a_period_is_a_sentence_where_the_next_begins_one(text: str) -> None:
    found = em.verify_document(MATRIX + text, format="markdown")
    assert [(claim.printed, claim.word) for claim in found.claims] == [("0.719", "wrong")]
