"""What a sentence says of the rows of a matrix: each half by its own noun; where it is not sure, nothing."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.verification.claims.rows_said import rows_in
from tests.cases import each

MATRIX = "| | cat | dog |\n|--|--|--|\n| cat | 30 | 10 |\n| dog | 20 | 40 |\n\n"


@each(
    "text",
    [
        "rows are what happened, columns what was predicted",
        "Rows are human labels, columns are model outputs",
        "Rows: weather; columns: predicted.",
        "Rows are species, columns predicted species.",
        "Rows are the sky. Columns are the predictions.",
        "The columns give the prediction, the rows the weather.",
        "True classes in rows, predicted classes in columns",
        "the true classes (rows) and the predicted classes (columns)",
        "The predicted classes (columns) against the true classes (rows)",
        "Rows and columns are the true and predicted classes, respectively.",
        "Predicted and true classes are the columns and the rows.",
        "Each row represents the instances in an actual class while each column represents those in a predicted class.",
        "Each row is a true class and shows how often it was predicted.",
        "- Rows: actual\n- Columns: predicted",
        "Die Zeilen sind die Tiere, die Spalten die Vorhersagen.",
        "In den Spalten steht die Vorhersage, in den Zeilen das Wetter.",
        "Les lignes sont les espèces, les colonnes les classes prédites.",
        "Las filas son lo que pasó y las columnas lo predicho.",
        "Le righe sono gli animali, le colonne le classi previste.",
        "As linhas são o que aconteceu e as colunas o que foi previsto.",
        "строки — животные, столбцы — предсказанные классы",
        "行表示动物，列表示预测类别",
        "混同行列の行は動物、列は予測です。",
        "행은 동물, 열은 예측",
    ],
)
def test_rows_are_the_truth_where_columns_are_the_predictions(text: str) -> None:
    assert rows_in(text) == "true"


@each(
    "text",
    [
        "The rows are what was predicted; the columns are what happened.",
        "Rows are the model outputs, columns the human labels.",
        "Predictions are in rows, the weather in columns.",
        "Zeilen: Vorhersagen, Spalten: Wetter",
        "Columns are the true classes of the confusion matrix.",
    ],
)
def test_rows_are_the_predictions(text: str) -> None:
    assert rows_in(text) == "predicted"


@each(
    "text",
    [
        "Rows are the sky, columns the weather.",
        "The target column is the species.",  # of a table of samples
        "We add a column with the predicted values.",
        "Each row is a flower whose species we predict.",
        "Each row shows what the model made of one true class.",
        "Each row shows the predictions for one true class.",
        "Rows are true classes, columns are true classes.",
        "Rows and columns of the confusion matrix have the same order.",
        "我们对测试集进行预测",  # 进行 is one word
        "예측을 수행한다",
    ],
)
def test_what_is_not_said_is_not_read(text: str) -> None:
    assert rows_in(text) == ""


@each(("said", "worst"), [
    ("Here is the confusion matrix; rows are what happened, columns what was predicted.", "ok"),
    ("Here is the confusion matrix; rows are what was predicted, columns what happened.", "error"),
])  # fmt: skip
def test_claims_are_judged_as_the_sentence_says(said: str, worst: str) -> None:
    """Recall of cat is 30/40 with true classes in rows, precision 30/50; 0.750 and 0.600 the other way round."""
    text = f"{said}\n\n{MATRIX}The recall of cat is 0.75 and the precision of dog is 0.8.\n"
    found = em.verify_document(text, format="markdown")
    assert (found.worst, len(found.claims), found.data[0].rows_by) == (worst, 2, "words")
