"""What fuzzed texts are made of: signs that mean something to a reader, and whole texts to begin with."""

from __future__ import annotations

from hypothesis import strategies as st

_SIGNS = r"""
1 2 0.5 3,5 12 999 0 00 1e5 ( ) [ ] { } \{ $ $$ \( \) \[ \] = ≈ \approx == != => -> → < > ≤ + - − * ** / : ^ _ % \% ² ½
√ \frac \sqrt \text{x} \left( \right) \\ & &= ... … and is or TP FP precision recall F1 的 ، ٣ ５ ＝ | ` ``` # // -- <b>
</b> <math> <mfrac> </mfrac> <mn> </mn> <td> <tr> <pre> <!-- --> <script> &times; &#0; &#x110000; " ' , ; . é –
— \begin{align} \end{align} \begin{tabular} \begin{verbatim} \overline{3} (3) 1/0 0/0 9**9**9 {"cells":[ ]} "source":
\u0041 [data] [[claim]] metric printed = "0.5" matrix labels "x" 1e999 nan -inf ~ @ \x .. math:: ==== ====
"""
SIGNS = tuple(_SIGNS.split())
SEEDS = (
    "Precision = TP / (TP + FP) = 30 / (30 + 12) = 0.7143 (71.43 %)\n\n$$R = \\frac{3}{5} = 0.61$$\n",
    "准确率＝（50＋40）／100＝0.9，召回率＝3/4=0.75。 Der Wert ist 3/4 = 0,75; 1.234,5 + 0,5 = 1.235\n",
    "\\begin{align*} R &= \\frac{3}{4} \\\\ &= 0.76 \\end{align*} \\begin{tabular}{cc}"
    " 3/4 & 0.75 \\\\ \\end{tabular}\n",
    "| class | precision | recall |\n|---|---|---|\n| a | 3/4 = 0.75 | 0.8 |\n| b | 2/3 | 0.67 |\n\n"
    "F1 = 2*3/7\nF1 = 0.9\n",
    "<p>a = 3/4 = 0.75 &times; 1</p><math><mfrac><mn>3</mn><mn>4</mn></mfrac><mo>=</mo><mn>0.7</mn></math>"
    "<pre>1+1=3</pre>",
    '{"cells": [{"cell_type": "markdown", "source": ["a = 3/4\\n", "= 0.76"]}], "nbformat": 4}',
    "              precision    recall  f1-score   support\n\n         cat       0.75      0.60      0.67         5\n",
    'title = "t"\n[data]\nlabels = ["a", "b"]\nmatrix = [[1, 2], [3, 4]]\n[[claim]]\nmetric = "precision"\n'
    'label = "a"\nprinted = "0.25"\nexpression = "1/(1 + 3)"\n',
    '{"data": {"matrix": [[1, 2], [3, 4]]}, "claim": [{"metric": "f1", "average": "macro", "printed": "0.4"}]}',
    # Found by fuzzing: a line end inside a string of broken JSON.
    '{"cells": [{"cell_type": "markdown", "source": ["a = \n3/4", "= 0.76"]}], "nbformat": 4}',
    ";cat;dog\ncat;3;1\ndog;0;2\n",
    "y_true,y_pred,sample_weight\ncat,dog,2\ncat,cat,0.5\n",
    "6 1 1; 1 5 2; 2 3 7",
    "100 recall=0.8 precision=75% specificity=0.9",
    "9**9**9**9 = 1, (((((1))))) = 1, 1/(2-2) = 0, \\sqrt{2}\\sqrt{3} = 2.449, 0.\\overline{81} = 9/11",
)


def texts(most: int) -> st.SearchStrategy[str]:
    """At most so many signs, alone and inside one of the whole texts."""
    word = st.one_of(st.sampled_from(SIGNS), st.sampled_from([" ", "\n", "\n\n", "\t"]), st.text(max_size=6))
    made = st.lists(word, max_size=most).map("".join)
    place = st.tuples(st.sampled_from(SEEDS), st.integers(0, 400), made)
    return made | place.map(lambda t: t[0][: t[1]] + t[2] + t[0][t[1] :])
