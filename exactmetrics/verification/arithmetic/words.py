"""Words that decide how a number beside them is to be taken, in the languages that documents are written in."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Names of functions: as words before a number, and as commands of LaTeX.
_CALLED = _words(
    """
    log ln lg log2 log10 exp sin cos tan cot arcsin arccos arctan tanh max min sup inf gcd lcm ggt kgv mcm mod abs floor
    ceil round choose over sigmoid relu softmax var std binom comb perm
    """
)
# What may say what a value is, "an accuracy of 3/4", or be part of an operation, "half of 3/4".
PREPOSITIONS = _words(
    "by of von vom de del du da do di des dos das из от 的 の auf aus sur sobre por par durch entre out"
)
# The words between a share and the whole, as alternatives of a regular expression.
OF = "of|von|de|di|van|av|af|z|из"
# A number after these is worked with by the word: "log 8 = 3" and "20 % of 50 + 5" start no equality.
BINDING = (
    _CALLED
    | PREPOSITIONS
    | _words(
        """
    remainder rest reste resto reszta 余 余り div sqrt modulo times plus minus divided multiplied squared από per pro
    mal geteilt más mas menos moins fois veces vezes più meno diviso sd se prob argmax argmin diff det rank trace
    """
    )
)
# What prepositions are part of an operation behind.
WORKED_WITH = _words(
    """
    half halves third thirds quarter quarters fifth fifths tenth tenths twice double triple sum difference product
    quotient ratio log logarithm root square cube inverse reciprocal mean average median percent percentage complement
    multiple remainder power maximum minimum max min part parts divided multiplied out two three four five ten
    hälfte drittel viertel fünftel zehntel doppelte dreifache summe differenz produkt quotient verhältnis logarithmus
    wurzel quadrat kehrwert mittel mittelwert durchschnitt prozent komplement vielfaches rest teil teile geteilt
    dividiert multipliziert moitié tiers quart somme différence produit rapport logarithme racine carré inverse moyenne
    pourcent complément divisé multiplié mitad tercio tercios cuarto suma diferencia producto cociente logaritmo raíz
    cuadrado inverso media promedio ciento complemento doble dividido multiplicado metà terzo quarto somma differenza
    prodotto quoziente radice quadrato reciproco doppio diviso moltiplicato metade terço soma diferença produto
    quociente raiz média dobro helft derde kwart som verschil wortel gemiddelde gedeeld hälften summan delat medelvärdet
    połowa połowy suma średnia половина половины сумма корень среднее 一半 平均
    """
)
# What these make of numbers is not read.
FUNCTIONS = _CALLED | _words(
    """
    sinh cosh dbinom tbinom mean avg average median sum prod lfloor rfloor lceil rceil vert lvert rvert bmod pmod
    operatorname atop !
    """
)
# What follows these is what they are taken of, or is equal to them.
TAKEN_OF = _words("mean avg average sum total difference product ratio quotient")
# A whole number after these is their number: "class 1", "Fig. 3", "step 2".
LABELLING = _words(
    """
    class classes klasse klassen clase clases classe label labels fig figs figure figures abb abbildung figura
    table tab tabelle tabla tableau tabela eq eqs equation formula gleichung ecuación equação step schritt paso
    étape passo example exercise beispiel ejemplo exemple exemplo question problem q no nr nº num number case
    fall caso cas group grupo gruppe groupe section chapter chap kapitel part teil day tag level layer node
    feature row column col line item model sample experiment test fold epoch round week month year id version
    type top note page pages 类 类别 第 图 表 クラス 図 例 問 클래스
    """
)
# The value follows these, perhaps not to the last digit.
HEDGES = _words(
    """
    about approximately approx around circa ca roughly nearly almost exactly only just etwa rund ungefähr zirka
    fast nur genau aproximadamente aprox cerca casi exactamente sólo solo environ presque exactement seulement
    quase apenas exatamente 约 大约 約 およそ 略 rounded gerundet 약 대략
    yaklaşık около примерно приблизительно ok około circa cerca cirka khoảng sekitar kira ungefär omtrent noin
    تقريبا حوالي लगभग approssimativamente
    """
)
# After these a single number is what the sentence speaks of, not the number of something.
SAYING = _words(
    """
    is are was were equals equal gives give get gets yields be becomes has have obtain obtains ist sind beträgt
    ergibt war gleich es son da obtenemos tenemos igual est sont donne vaut é são dá obtemos è sono that thus so
    hence therefore then also donc así por lo tanto 是 为 等于 得 は が
    """
)
# What follows these says again, in another way, what stands before them.
SAYING_AGAIN = _words("i e ie that is d h z b also soit also equals")
ALTERNATIVES = _words("or oder ou o od ili или veya lub eller of atau hoặc albo 或 或者 または 또는 أو या")
# A number before these is a measured quantity, which may be stated in another unit on the other side.
UNITS = _words(
    """
    ω mω kω mv kv ma µa μa nf µf μf pf mh db kpa mpa hpa bar mbar kn nm µm μm µs μs ns ev kev mev ppm ppb kr zł грн руб
    m cm mm km kg g mg s ms min h hr hrs l ml dl px pt em gb mb kb tb b bits bit bytes byte hz khz mhz ghz w kw
    kwh v a j kj cal kcal n pa c f k mol dollars dollar usd eur euro euros cents cent seconds second sec minutes
    minute hours hour days day weeks week months month years year meters meter metres metre feet foot ft inch
    inches in miles mile yards lb lbs oz dozen degrees degree rad sekunden minuten stunden tage wochen jahre
    horas minutos segundos días años heures secondes jours ans dias anos thousand million billion mio tsd x fold
    times bps pp 万 亿 元 円 時間 分 秒 日 年
    """
)
# Words for the percent sign.
PERCENT = _words("percent pct prozent procent percento パーセント")
PER_MILLE = "‰"
PER, CENT = _words("per por pour"), _words("cent ciento cento")
# One letter that is a word: the rest stand for quantities.
LETTER_WORDS = _words("a e i o u y à è é w z")
