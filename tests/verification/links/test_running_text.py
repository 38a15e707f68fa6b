"""Equalities in running text, in several languages: where a side ends, what is a link, what is only a name."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each

# One case a line: the text, then the verdicts of the links that have one. `¶` is the end of a line.
CASES = r"""
The score is (50 + 40) / 100 = 0.9 which is high. | exact
Precision = TP / (TP + FP) = 30 / (30 + 12) = 0.7143 (71.43 %) | rounded exact
30 / 42 = 0.7143 (71.53 %) | rounded false
p = 0.75 (25 %) of 60 (70 %) |
30 / 42 = 0.7143 (71.43 %) = 5/7 | rounded exact rounded
Precision: 30/42 = 0.714 | rounded
Precision - 30/42 = 0.714 | rounded
**Precision** = **30/42** = **0.714**. | rounded
P = 3/4 = 0.75, R = 3/5 = 0.6 and F = 2*0.75*0.6/(0.75+0.6) = 0.667 | exact exact rounded
with 3/4 = 0.75 and 3/5 = 0.61. | exact false
con 3/4 = 0,75 y 3/5 = 0,6 | exact exact
mit 3/4 = 0,75 und 3/5 = 0,61 | exact false
la précision vaut 45/50 = 0,9 et le rappel 45/60 = 0,75 | exact exact
N = 12 + 5 + 9 = 26 samples | exact
we get 4 + 6 = 11 | false
class 1 = 0.5 |
Recall@5 = 3/5 = 0.7 | false
for class 1 + 2 = 4 | unread
F1 = 2 TP / (2 TP + FP + FN) = 2*3/(2*3+1+2) = 0.667 | rounded
20% of 50 + 5 = 15 | unread
log(8)/log(2) = 3 | unread
log2 8 = 3 |
3! = 6 and 4! = 24 | unread unread
C(5,2) = 10 |
max(0.5, 0.7) = 0.7 | exact
80-100 = 4.0 | unread
3-5 = moderate |
1 km = 1000 m |
24 × 7 = 168 hours = 7 days | exact
3 × 60 = 3 hours | unread
2x + 3 = 7 |
x = 2 x 3 = 7 | false
(2) 3 + 4 = 7 | exact
2) 3 + 4 = 7 | exact
Step 2: 4 + 5 = 9 | exact
See Eq. 3. 3 + 4 = 7 | exact
ratio 3:4 = 0.75 | exact
8 : 4 = 3 | false
10:30 = 5 | unread
2 1/2 + 1/2 = 3 | unread
$2\frac{1}{2} = 2.5$ | unread
$15 (TP) + 10 (FP) + 70 (TN) + 5 (FN) = 101$ | false
TP (50) / (TP (50) + FP (10)) = 0.83 |
准确率＝（50＋40）／100＝0.9，召回率＝3/4=0.75。 | exact exact
准确率为90/100=0.8，因此很好 | false
FP = 3(中性) + 2(负面) = 6 | false
精度は 90/100 = 0.9 です | exact
정확도는 90/100 = 0.91입니다 | false
الدقة = ٩٠ / ١٠٠ = ٠٫٩ | exact
الدقة = ٩٠ / ١٠٠ = ٠٫٨ | false
(50+40)/100 × 100 = 90 % | exact
0,3 / (0,3 + 0,7) ×100 = 30% | exact
2 × (94.4 × 85.0) / (94.4 + 85.0) = 89.5% | rounded
9/10 = 0.9% | false
90/100 = 0.9 = 91% | exact false
1000/3 = 333 | rounded
1000/3 = 334 | false
1,234 + 5,678 = 6,912 | exact
1,00,000 + 1 = 1,00,001 | exact
10 000 + 5 000 = 15 000 | exact
1.234,5 + 0,5 = 1.235 und 0,85 | exact
3/7 ~ 0.43 | rounded
3/7 = approximately 0.44 | false
y_true = [1, 0, 1] |
if x == 5 / 2 == 2 | unread
see https://a.example/?x=3/4=0.7 |
<img width="500" height=300> |
| Precision | 3/4 = 0.75 | 5 | | exact
0.85 < 0.9 | exact
0.95 < 0.9 | unread
The ratio 4/3 (= 1.33) is | rounded
Score (see 3/4 = 0.76) is | false
17 ≡ 2 (mod 5) | unread
10 % 3 = 1 | unread
30/42 = 0.714[1] | rounded
30/42 = 0.714¹ | rounded
30/42 = 0.714* | rounded
30/42 = 0.714 (3) | rounded
30/42 = 0.719 (3) | false
$5 + $3 = $9 | false
1 + 2 + ... + 9 = 45 | unread
2^3 = 8, 2**3 = 9, 10⁻³ = 0.001 | exact false exact
1.5 x 10^-3 = 0.0015 | exact
F_β (β = 0.8) = 3/4 = 0.75 | exact
The sum is 3 +¶4 = 7 | exact
The ratio is 30/42¶= 0.714 as | rounded
TN = 3 + 4¶   + 9 + 8 = 24 | exact
0.3 and¶0.5 = 0.8 |
3/4 = 0.75¶3/5 = 0.6 | exact exact
= (0.6 + 0.8 + 0.5) / 3¶= 1.9 / 3¶= 0.6333 | exact rounded
80+10 = 90 = 0.89 | exact unread
$P = \frac{3}{4} = 0.75$ and $R$ = $\frac{3}{5}$ = 0.7 | exact false
$0.\bar{81} = 9/11$ | exact
0·75 = 3/4 | exact
3 – 1 = 2 | exact
2020-2021 = 5 | unread
0.9 × 0.8 = 0.72 → 0.72 + 0.1 = 0.82 | exact exact
sum: 1/2+1/3=5/6; 1/2 - 1/3 = 1/5 | exact false
3/4=0.75,4/5=0.8 | exact exact
0.1 + 0.2 = 0.30000000000000004 | float
Total = 50 (TP) + 5 (FN) = 55 | exact
1 = 0 | unread
index = 60 / (60 + 20) = 0,75 · Abdeckung = (60-12)/60 = 0,8 | exact exact
2F/(2+2F) = 0.667 |
cos²(30°) = 0,75 |
\(x = 1 - \frac16 \approx 0.8333\) | rounded
$$\frac{2.5}{3} \ln n \approx 0.833 \ln n$$ |
f(0.5, 0.7) = 0.35 |
0.5, 0.7 = 0.35 |
mean of 3 and 5 = 4 |
3 of 4 = 0.75 | exact
H = -(0.5 × log2 0.5 + 0.5 × log2 0.5) = 1 |
⌊7/2⌋ = 3 |
7 // 2 = 3 | unread
5 - 3 = 2 points, 8 - 2 = 7 points | exact false
√(3² + 4²) = √25 = 6 | exact false
0 + 1 / 2 = 0.5 | exact
1 + 1 / 2 = 1 | false
4/6 = 0.66 | truncated
$$ 7 + 8 = 16 $$ | false
- 7 + 8 = 15 | exact
> 7 + 8 = 15 | exact
# 7 + 8 = 16 | false
mean (3 + 5) / 2 = 5 | false
x̄ = (3+4+5)/3 = 4 | exact
+ 4 = 7 | unread
sum = (5_000_000 + 12_000_000) / 300 = 56_666.67 cents | rounded
mean = (100*1 + 200*9)/10 = 190ms. | exact
R = 1,24 × (150 / (56 × 240)) = 13,84 mΩ | unread
gain = ($93 - $92) × 0.31 = $0.31 | exact
$1/k = 1/1.5 = \frac{2}{3} \approx 0.666667$ | exact rounded
1/2 = 50 percent of all | exact
1/2 = 51 Prozent | false
1/2 = 50 por ciento y 3/4 = 76 por ciento | exact false
7 / 2 = 3 remainder 1 | unread
1 << 3 = 8 |
5!-100 = 20 | unread
(1, 2) · (3, 4) = 11 | unread
stack[5] = 0; x[1] = 2 |
$19/30 \approx 0.6333^{\ast}$ | rounded
a <b>3</b>/4 = <i>0.85</i> | false
\begin{aligned} TN &= 38 + 4 \\ &\quad + 9 + 28 \\ &= 78 \end{aligned} | false
$$\frac{\begin{gathered} 1 + 2 \\[4pt] +\: 3 \end{gathered}}{12} = \frac{1}{2}$$ | exact
PPV = 0.9×0.01 / (0.9×0.01 + 0.1×0.99) = 0.009/0.108 = 0.083 = 8.3 % | exact rounded exact
MCC = (90*85 - 15*10)/sqrt((90+15)(90+10)(85+15)(85+10)) = 7500/sqrt(99750000) = 0.751 | exact rounded
\begin{eqnarray} P & = & \frac{5}{6} \\ & \approx & 83.4\% \end{eqnarray} | false
$\num{0.75} = 3/4$ and $\textcolor{red}{3/4} = 0.86$ | exact false
class 0:    2/3 = 0.67      2/2 = 1.00       2 * 0.67 * 1.00 / (0.67 + 1.00) = 0.85 | rounded exact false
G (A, B) = (0,94)-(7/14)*(0,985) – (7/14)*(0,592) = 0,1515 | exact
-(9/14) log2(9/14) – (5/14) log2 (5/14) = 0,94 | unread
en el caso anterior, 810/(90+810)= 90\%. Y 95/ (95+5)= 96\%. | exact false
10<sup>3</sup> = 1000, x<sub>1</sub> = 3<br>3/4 = 0.75 | exact exact
the note says '3/4 = 0.85' and ‘4/5 = 0.8’ | false exact
f'(2) = 4 and f'(3) = 3 * 2 = 6 | exact
share = 60/80 s ≈ 0.75 s | exact
202 / 8 ≈ 24.9 F per month | false
$R = \frac{8}{4} = 3 \text{ Ω}$ | unread
3 × 60 = 185 minutes | false
part = 5/6 = 0.833 or 83.3 % | rounded exact
part = 5/6 = 0,833, oder 83,3 % | rounded exact
占比＝5/6≈0.833（约83.3%）和4/5=0.8（80%） | rounded exact exact exact
비율 = 5/6 ≈ 0.833 (약 83.3%) | rounded exact
$5 \sin 30 - 2 = 7$ and 250\sin 53 - 120 = 80 | unread unread
acc = tp / n    // 9/12 = 0.85 (rows) | false
acc = 9 / 12   # = 0.75 | exact
दर है 9/12 = 0.85। फिर 3/4 = 0.75। | false exact
так что 3/4 = 0,75 и 4/5 = 0,9 | exact false
النسبة 3/4 = 0.75 و 4/5 = 0.9 | exact false
The square is 6² = 37 | false
the root: 5000/√(63000000) = 5000/7937 = 0.63 | unread rounded
70/73 = 0.96  34/(34+43) = 0.54 | rounded false
po = 3/4 = 0.75 (1, 3 agree; 2 does not)¶pe = 2/4 = 0.6 | exact false
the recall is 87 / (87 +¶30) = 0.744 | rounded
values: 0 (default)¶=1 | unread
9\^{}2 = 82 and 9\textsuperscript{2} = 81 | false exact
/// mean = (1 + 0) / 2      = 0.6 | false
"""


def cases() -> list[tuple[str, list[str]]]:
    rows = [line.rpartition("|") for line in CASES.strip().splitlines()]
    return [(text.rstrip().replace("¶", "\n"), words.split()) for text, _, words in rows]


@each(("text", "words"), cases())
def test_verdicts(text: str, words: list[str]) -> None:
    found = verify_links(text)
    assert [link.word for link in found.links if link.word] == words


def test_double_rounding_is_chained_and_more_digits_are_false() -> None:
    assert [link.word for link in verify_links("4/9 ≈ 0.4445 ≈ 0.445").links] == ["false", "tie"]
    assert [link.word for link in verify_links("4447/10000 ≈ 0.445 ≈ 0.45").links] == ["rounded", "chained"]
    assert [link.word for link in verify_links("9/10 = 0.9 = 0.92").links] == ["exact", "false"]


def test_what_is_not_read_says_why() -> None:
    (link,) = verify_links("1 + 2 + ... + 9 = 45").unread
    assert link.level == "note"
    assert "leaves terms out" in link.reason


def test_the_difference_is_exact() -> None:
    (link,) = verify_links("60/(60+25) = 0.938").judged
    assert str(link.difference) == "1973/8500"
    assert str(link.value) == str(link.left_value) == "12/17"


def test_coverage_counts_every_link_once() -> None:
    found = verify_links("P = 3/4 = 0.75, S = 1 + ... + 9 = 45")
    counts = found.coverage
    assert (counts.links, counts.judged, counts.symbolic, counts.unread) == (4, 1, 2, 1)
    assert counts.links == counts.judged + counts.symbolic + counts.unread == len(found.links)
    assert len(found.judged) == 1
