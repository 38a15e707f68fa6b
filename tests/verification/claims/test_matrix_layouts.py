"""Matrices in the layouts of many tools and languages: the same cells, classes and sides are read from each."""

from __future__ import annotations

from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verified import FoundData
from tests.cases import each


def data(text: str, format: str = "markdown") -> list[FoundData]:
    return recognised(source_of(text, format)).data


# The words of a language for predicted and actual before a class, and its words for the positive and negative class.
SIDES = {
    "en": ("Predicted", "Actual", "yes", "no"),
    "en, short": ("Pred.", "Act.", "yes", "no"),
    "en, colon": ("Predicted:", "Actual:", "yes", "no"),
    "de": ("vorhergesagt", "tatsächlich", "positiv", "negativ"),
    "de, ill": ("vorhergesagt", "tatsächlich", "krank", "gesund"),
    "fr": ("Prédit", "Réel", "malade", "sain"),
    "es": ("Predicho", "Real", "sí", "no"),
    "es, ill": ("Predicho", "Real", "enfermo", "sano"),
    "pt": ("Previsto", "Real", "doente", "saudável"),
    "it": ("Predetto:", "Reale:", "sì", "no"),
    "nl": ("voorspeld", "werkelijk", "ziek", "gezond"),
    "sv": ("Förutsagd", "Verklig", "ja", "nej"),
    "pl": ("Przewidywane", "Rzeczywiste", "chory", "zdrowy"),
    "ru": ("Предсказанный", "Истинный", "положительный", "отрицательный"),
    "tr": ("Tahmin", "Gerçek", "pozitif", "negatif"),
    "zh": ("预测为", "实际为", "正", "负"),
    "zh, fan": ("预测", "真实", "正例", "反例"),
    "ja": ("予測", "実際", "陽性", "陰性"),
    "ko": ("예측", "실제", "양성", "음성"),
}


@each("totals", [False, True])
@each("language", SIDES)
def test_sides_in_every_heading(language: str, totals: bool) -> None:
    predicted, actual, yes, no = SIDES[language]
    joint = "" if language.startswith("zh") else " "
    lines = [
        f"| | {predicted}{joint}{yes} | {predicted}{joint}{no} |",
        "|--|--|--|",
        f"| **{actual}{joint}{yes}** | 90 | 30 |",
        f"| **{actual}{joint}{no}** | 20 | 70 |",
    ]
    if totals:
        lines = [line + end for line, end in zip(lines, (" Total |", "--|", " 120 |", " 90 |"), strict=True)]
        lines.append("| Total | 110 | 100 | 210 |")
    text = "\n".join(lines) + "\n"
    found = data(text)
    assert [(one.labels, one.rows, one.orientation) for one in found] == [((yes, no), ((90, 30), (20, 70)), "true")]
    assert found[0].positive == yes


def test_caret_and_r_print_predictions_in_rows() -> None:
    text = """```
Confusion Matrix and Statistics

          Reference
Prediction cat dog
       cat   8   1
       dog   2   9
```"""
    assert [(one.labels, one.rows, one.orientation) for one in data(text)] == [
        (("cat", "dog"), ((8, 1), (2, 9)), "predicted")
    ]


@each(
    "text",
    [
        r"""\begin{tabular}{cc|cc}
 & & \multicolumn{2}{c}{Predicted} \\
 & & cat & dog \\ \hline
\multirow{2}{*}{Actual} & cat & 8 & 2 \\
 & dog & 1 & 9 \\
\end{tabular}""",
        r"""\begin{tabular}{l|rr|r} & \multicolumn{2}{c|}{Predicted class} & \\ \cline{2-3}
Actual class & cat & dog & Total \\ \hline cat & $8$ & $2$ & $10$ \\ dog & $1$ & $9$ & $10$ \\ \hline
Total & 9 & 11 & 20 \\ \end{tabular}""",
    ],
)
def test_latex_with_cells_over_several(text: str) -> None:
    assert [(one.labels, one.rows, one.orientation) for one in data(text, "latex")] == [
        (("cat", "dog"), ((8, 2), (1, 9)), "true")
    ]


@each(
    "head",
    [
        "<tr><td colspan=2 rowspan=2></td><th colspan=2>Predicted</th></tr><tr><th>cat</th><th>dog</th></tr>",
        "<tr><th rowspan='2'></th><th></th><th colspan='2'>Predicted class</th></tr>"
        "<tr><th></th><th>cat</th><th>dog</th></tr>",
    ],
)
def test_html_with_cells_over_several(head: str) -> None:
    rows = "<tr><th rowspan=2>Actual</th><th>cat</th><td>8</td><td>2</td></tr><tr><th>dog</th><td>1</td><td>9</td></tr>"
    assert [(one.labels, one.rows, one.orientation) for one in data(f"<table>{head}{rows}</table>", "html")] == [
        (("cat", "dog"), ((8, 2), (1, 9)), "true")
    ]


def test_lists_of_other_sizes_and_of_code_that_is_silent_name_no_classes() -> None:
    for code in ("labels=['a', 'b', 'c']", "colors=['red', 'blue']", "labels=['a', 'a']"):
        text = f"```python\nprint(confusion_matrix(y_test, y_pred, {code}))\n```\n\n```\n[[8 2]\n [1 9]]\n```\n"
        assert [one.labels for one in data(text)] == [(0, 1)]
    text = "Three classes: wasp, bee and ant. The confusion matrix:\n\n```\n[[8 2 1]\n [1 9 1]\n [1 1 7]]\n```\n"
    assert [one.labels for one in data(text)] == [(0, 1, 2)]  # a program may have sorted them


@each("form", ["{0} = {1}", "{1} ({0})", "{0}: {1}", "{0} {1}", "**{1}** ({0})"])
@each("names", ["TP|FN|FP|TN", "VP|FN|FP|VN", "RP|FN|FP|RN"])
def test_outcomes_in_the_cells(names: str, form: str) -> None:
    a, b, c, d = (form.format(name, count) for name, count in zip(names.split("|"), (90, 30, 20, 70), strict=True))
    text = f"| | Predicted up | Predicted down |\n|--|--|--|\n| Actual up | {a} | {b} |\n| Actual down | {c} | {d} |\n"
    assert [(one.rows, one.orientation, one.positive) for one in data(text)] == [(((90, 30), (20, 70)), "true", "up")]
    turned = (
        f"| | Predicted up | Predicted down |\n|--|--|--|\n| Actual up | {a} | {c} |\n| Actual down | {b} | {d} |\n"
    )
    assert [one.orientation for one in data(turned)] == ["unknown"]  # the cells contradict the headings
