"""What programs print around a matrix: Weka, PyCM behind its prompt, yardstick in R, counts set in code, a story."""

from __future__ import annotations

from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.claims.story import story_in
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from tests.cases import each

# 49 + 47 + 45 = 141 of 180 right = 78.3333 %; setosa: recall 49/60 = 0.817, precision 49/54 = 0.907
WEKA = """=== Summary ===

Correctly Classified Instances         141               78.3333 %
Incorrectly Classified Instances        39               31.6667 %
Kappa statistic                          0.675

=== Detailed Accuracy By Class ===

                 TP Rate  FP Rate  Precision  Recall   F-Measure  Class
                 0.817    0.042    0.907      0.817    0.860      Iris-setosa
                 0.783    0.108    0.283      0.783    0.783      Iris-versicolor
                 0.750    0.175    0.682      0.750    0.714      Iris-virginica
Weighted Avg.    0.783    0.108    0.791      0.783    0.786

=== Confusion Matrix ===

  a  b  c   <-- classified as
 49  1 10 |  a = Iris-setosa
  2 47 11 |  b = Iris-versicolor
  3 12 45 |  c = Iris-virginica
"""


def judged(found: Verification) -> list[tuple[str | None, object, str | None, str]]:
    return [
        (c.question.metric, c.question.options.get("label", c.question.options.get("average")), c.printed, c.word)
        for c in found.claims
        if c.printed and "/" not in c.printed
    ]


def test_weka_prints_its_matrix_last() -> None:
    claims = judged(verify_document(WEKA, format="text"))
    assert len(claims) == 3 + 4 * 5
    assert [claim for claim in claims if claim[3] == "wrong"] == [
        ("error_rate", None, "31.6667 %", "wrong"),  # 39/180 = 21.6667 %
        ("precision", "Iris-versicolor", "0.283", "wrong"),  # 47/60
    ]
    assert ("accuracy", None, "78.3333 %", "rounded") in claims
    assert ("precision", "weighted", "0.791", "rounded") in claims


def test_two_runs_of_weka_have_a_matrix_each() -> None:
    other = WEKA.replace("0.283", "0.783").replace("31.6667", "21.6667")
    claims = judged(verify_document(other + "\n" + WEKA, format="text"))
    assert len(claims) == 46
    assert {claim[3] for claim in claims[:23]} == {"exact", "rounded"}
    assert [claim[2] for claim in claims[23:] if claim[3] == "wrong"] == ["31.6667 %", "0.283"]


def test_scores_of_other_classes_are_not_given_to_the_next_matrix() -> None:
    text = WEKA.replace("0.860      Iris-setosa", "0.860      Rose").replace("0.283", "0.783")
    assert {claim.verdict for claim in verify_document(text, format="text").claims} == {None}


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


YARDSTICK = """```r
conf_mat(res, truth, estimate)
#>           Truth
#> Prediction  pos  neg
#>        pos  227   50
#>        neg   31  192
metrics(res)
#> # A tibble: 4 × 3
#>   .metric     .estimator .estimate
#>   <chr>       <chr>          <dbl>
#> 1 accuracy    binary         0.838
#> 2 precision   binary         0.819
#> 3 sens        binary         0.819
#> 4 roc_auc     binary         0.912
```
"""


def test_yardstick_with_its_signs_of_output() -> None:
    found = verify_document(YARDSTICK, format="markdown")  # 419/500, 227/277 = 0.819, 227/258 = 0.880
    assert [(one.labels, one.orientation) for one in found.data] == [(("pos", "neg"), "predicted")]
    assert judged(found) == [
        ("accuracy", None, "0.838", "exact"),
        ("precision", "pos", "0.819", "rounded"),
        ("recall", "pos", "0.819", "wrong"),
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


@each("code", ["tp = fp = fn = tn = 0", "tp, fp, fn, tn = 0, 0, 0, 0", "tp = 3 * 4\nfp = 1\nfn = 2\ntn = x"])
def test_counters_and_formulas_are_no_counts(code: str) -> None:
    assert recognised(source_of(f"```python\n{code}\n```\n\nA recall of 0.8.\n", "markdown")).data == []


FLU = "Of 100 patients, 40 had the flu; "
FRAUD = "of 2,000 payments, 180 were fraud. The model caught 133 of these and falsely flagged 21 good ones."


@each(
    ("text", "rows"),
    [
        (FLU + "the test found 36 of them and wrongly flagged 6 healthy ones.", [[36, 4], [6, 54]]),
        (FRAUD, [[133, 47], [21, 1799]]),
        (FLU + "the test found 46 of them and wrongly flagged 6 healthy ones.", None),
        (FLU + "the test found 36 of them and wrongly flagged 6 % of the others.", None),
        (FLU + "the test found 36 and the doctor found 30 of them.", None),
    ],
)  # fmt: skip
def test_four_counts_told_as_a_story(text: str, rows: list[list[int]] | None) -> None:
    found = story_in(text)
    assert (None if found is None else found[0]) == rows


def test_values_beside_a_story() -> None:
    text = FLU + "the test found 36 of them and wrongly flagged 6 healthy ones.\n\n"
    found = verify_document(text + "The sensitivity is 0.90 and the specificity is 0.96.\n", format="text")
    assert judged(found) == [("recall", "positive", "0.90", "exact"), ("specificity", "positive", "0.96", "wrong")]


def test_four_counts_that_are_to_be_considered_are_data() -> None:
    text = (
        "Si consideri un classificatore binario con $VP = 35$, $FP = 11$, $FN = 15$, $VN = 139$.\n\nIl richiamo è 0,70."
    )
    assert judged(verify_document(text, format="latex")) == [("recall", "positive", "0,70", "exact")]


def test_values_that_code_gives_in_comments() -> None:
    code = (
        "tp, fp, fn, tn = 71, 18, 29, 182\nrecall = tp / (tp + fn)  # 71 / 100 = 0.71\nlr = 0.1 * 0.5 ** 2  # 0.025\n"
    )
    code += "precision = tp / (tp + fp)  # 71 / (71 + 18) = 0.71\nf1 = 2 * p * r / (p + r)  # about 0.5 for noise\n"
    claims = judged(verify_document(f"```python\n{code}```\n", format="markdown"))
    assert claims == [("recall", "positive", "0.71", "exact"), ("precision", "positive", "0.71", "wrong")]


def test_an_object_that_holds_a_matrix_and_its_scores() -> None:
    text = '{"confusion_matrix": [[90, 8, 2], [12, 70, 18], [4, 10, 86]], "n": 300, "accuracy": 0.83,\n'  # 246/300
    text += ' "macro_f1": 0.8178, "recall": 0.9, "baseline": {"accuracy": 0.71}, "threshold": 0.5}\n'
    claims = judged(verify_document(f"# Run\n\n```json\n{text}```\n", format="markdown"))
    assert claims == [("accuracy", None, "0.83", "wrong"), ("f1", "macro", "0.8178", "rounded")]
