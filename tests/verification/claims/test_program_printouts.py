"""What programs print around a matrix: Weka, PyCM behind its prompt, yardstick in R, counts set in code, a story."""

from __future__ import annotations

from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from tests.cases import each


def judged(found: Verification) -> list[tuple[str | None, object, str | None, str]]:
    return [
        (c.question.metric, c.question.options.get("label", c.question.options.get("average")), c.printed, c.word)
        for c in found.claims
        if c.printed and "/" not in c.printed
    ]


PYCM = """>>> from pycm import *
>>> print(ConfusionMatrix(actual_vector=y, predict_vector=p))
Predict      L1      L2
Actual
L1           31       4

L2           6       27


Overall Statistics :

Overall ACC                                                       0.85294
Kappa                                                             0.81

Class Statistics :

Classes                                                           L1            L2
TPR(Sensitivity, recall, hit rate, or true positive rate)         0.88571       0.81818
"""


def test_pycm_behind_its_prompt() -> None:
    found = verify_document(PYCM, format="text")  # 58/68 = 0.85294, 31/35 and 27/33
    assert [(one.labels, one.rows) for one in found.data] == [(("L1", "L2"), ((31, 4), (6, 27)))]
    assert judged(found) == [
        ("accuracy", None, "0.85294", "rounded"),
        ("kappa", None, "0.81", "wrong"),  # (58/68 - 2318/68²) / (1 - 2318/68²) is about 0.705
        ("recall", "L1", "0.88571", "rounded"),
        ("recall", "L2", "0.81818", "rounded"),
    ]


@each(
    "code",
    [
        "tp, fp, fn, tn = 71, 18, 29, 182",
        "tp = 71\nfp = 18\nfn = 29  # missed\ntn = 182",
        "TP <- 71\nFP <- 18\nFN <- 29\nTN <- 182",
    ],
)
def test_counts_that_code_sets(code: str) -> None:
    text = f"```\n# the test run\n{code}\nprecision = tp / (tp + fp)\n```\n\nWe have a recall of 0.7978.\n"
    text = text.replace("```\n#", "```python\n#", 1)
    assert judged(verify_document(text, format="markdown")) == [("recall", "positive", "0.7978", "wrong")]  # 71/100


def test_four_counts_that_are_to_be_considered_are_data() -> None:
    text = (
        "Si consideri un classificatore binario con $VP = 35$, $FP = 11$, $FN = 15$, $VN = 139$.\n\nIl richiamo è 0,70."
    )
    assert judged(verify_document(text, format="latex")) == [("recall", "positive", "0,70", "exact")]
