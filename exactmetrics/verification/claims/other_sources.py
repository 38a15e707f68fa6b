"""Sentences that are about something else by their form: a question, a work by its year, another model by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import Item, is_one_of
from exactmetrics.verification.claims.tokens import folded

_YEAR = re.compile(r"(?:19|20)[0-9]{2}[a-f]?")
_VERSION = re.compile(  # a heading over what was so in one of several versions
    r"\W*(?:v\.?\s?[0-9]+(?:\.[0-9]+)+|(?:version|release|versión|versione|versão|versie|версия|wersja)\s+v?[0-9]+(?:\.[0-9]+)*"
    r"|[0-9]+\.[0-9]+\.[0-9]+)(?=[\])]?\s*(?:$|\n|[-–—(\[]|[0-9]{4}))",
    re.IGNORECASE,
)
_QUESTION = "?？؟"
# Names of models that open what is said of one of several: "Logistic regression: accuracy 0.78".
_MODELS = frozenset(
    {
        "svm", "knn", "cnn", "rnn", "lstm", "gru", "mlp", "bert", "roberta", "gpt", "xgboost", "lightgbm", "catboost",
        "adaboost", "resnet", "vgg", "lda", "qda", "cart", "forest", "regression", "bayes", "tree", "neighbors",
        "neighbours", "boosting", "bagging", "perceptron", "transformer", "regressie", "regresion", "regressao",
        "regressione", "entscheidungsbaum", "arbol", "arbre", "albero", "arvore", "forets", "wald", "zufallswald",
    }
)  # fmt: skip
_PLACES = frozenset(
    {
        "sec", "section", "chap", "chapter", "appendix", "eq", "eqs", "equation", "tab", "gl", "gleichung", "abschnitt",
        "kapitel", "abb", "seccion", "capitulo", "cap", "ec", "sezione", "secao",
    }
)  # fmt: skip
_SAYING = ("label", "metric", "weak", "verb", "average", "mean")  # what tells a sentence from the name of somebody
MOST_WORDS = 4  # of a name before a colon
# Words that may head what is said of the data at hand, and those that have a number then.
_STEPS = frozenset(
    {
        "step", "question", "answer", "solution", "part", "task", "exercise", "example", "problem", "schritt", "frage",
        "aufgabe", "teil", "beispiel", "losung", "etape", "exercice", "exemple", "partie", "paso",
        "pregunta", "ejercicio", "ejemplo", "parte", "passo", "domanda", "esercizio", "esempio", "exercicio", "exemplo",
        "pergunta", "stap", "vraag", "opgave", "voorbeeld", "steg", "fraga", "uppgift", "exempel", "krok", "zadanie",
        "przykład", "przyklad", "шаг", "вопрос", "задача", "пример", "adım", "soru", "ornek",
    }
)  # fmt: skip
_HEADINGS = _STEPS | frozenset(
    {
        "result", "results", "evaluation", "summary", "overall", "overview", "conclusion", "conclusions", "quality",
        "interpretation", "discussion", "calculation", "calculations", "computation", "remember", "note", "hint",
        "remark", "important", "answers", "solutions", "metrics", "scores", "measures", "outcome", "report", "finding",
        "findings", "averages", "check", "correct", "exactly", "rounded", "short", "brief", "formula", "definition",
        "following",
        "ergebnis", "ergebnisse", "zusammenfassung", "auswertung", "bewertung", "antwort", "berechnung", "merke",
        "hinweis", "fazit", "insgesamt", "rechnung", "kennzahlen", "resultat", "resultats", "reponse", "bilan",
        "calcul", "calculs", "remarque", "resume", "evaluacion", "resultado", "resultados", "respuesta", "solucion",
        "resumen", "calculo", "calculos", "nota", "risultato", "risultati", "risposta", "soluzione",
        "calcolo", "calcoli", "riassunto", "valutazione", "conclusione", "resposta", "solucao", "resumo", "avaliacao",
        "conclusao", "resultaat", "resultaten", "antwoord", "oplossing", "berekening", "samenvatting", "svar",
        "losning", "berakning", "sammanfattning", "wynik", "wyniki", "odpowiedz", "rozwiazanie", "obliczenia",
        "podsumowanie", "результат", "результаты", "ответ", "решение", "итог", "итого", "вычисление", "sonuc",
        "sonuclar", "cevap", "cozum", "hesaplama", "ozet",
    }
)  # fmt: skip
_WHERE = frozenset({"where", "wo", "donde", "dove", "onde", "waar", "gdzie", "где"})
_PICTURE = frozenset({"fig", "figs", "figure", "abb", "abbildung", "figura", "рис", "рисунок", "图", "図"})


def is_of_another_source(text: str, items: Sequence[Item], low: int, start: int, high: int) -> bool:
    """Whether the sentence of the items from `low` to `high`, whose name begins at `start`, is of another source.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> def told(text):
    ...     items = Vocabulary().items(text)
    ...     name = next(i for i, item in enumerate(items) if item.text == "accuracy")
    ...     end = next((i for i, item in enumerate(items) if item.text == "?"), len(items))
    ...     return is_of_another_source(text, items, 0, name, end)
    >>> told("Kumar (2020): accuracy 0.7"), told("Is the accuracy 0.7?"), told("Results: accuracy 0.7")
    (True, True, False)
    """
    if high < len(items) and items[high].text in _QUESTION:
        return True
    before = items[low:start]
    return (
        _is_dated(items[low:high], text)
        or _is_of_year(before)
        or _is_named(before)
        or _is_picture(before)
        or _is_numbered(before, text)
    )


def is_place(item: Item) -> bool:
    """Whether a word may have the number of a figure, a section or an equation behind it.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> [is_place(item) for item in Vocabulary().items("Section 3")]
    [True, False]
    """
    return folded(item.text) in _PLACES or is_one_of("figure", item.text)


def is_version(heading: str) -> bool:
    """Whether a heading stands over what was so in one of several versions.

    >>> [is_version(text) for text in ("## 1.3.2", "v1.2 (2020)", "Version 2", "1.2 Results", "2.1.3 Results")]
    [True, True, True, False, False]
    """
    return _VERSION.match(heading) is not None


def _is_dated(sentence: Sequence[Item], text: str) -> bool:
    """Whether a year in brackets stands in a sentence."""
    return any(
        item.sort == "number"
        and _YEAR.fullmatch(item.text) is not None
        and text[: item.start].rstrip()[-1:] in ("(", "[", ",")
        and text[item.end : item.end + 2].lstrip("abcdef")[:1] in (")", "]")
        for item in sentence
    )


def _is_of_year(before: Sequence[Item]) -> bool:
    """Whether a year stands right before the name: "the 2018 accuracy"."""
    words = [item for item in before if "glue" not in item.roles]
    return bool(words) and words[-1].sort == "number" and _YEAR.fullmatch(words[-1].text) is not None


def _is_named(before: Sequence[Item]) -> bool:
    """Whether what stands before a colon or a bar may be another model, person, run or figure, and is no heading."""
    colon = max((at for at, item in enumerate(before) if item.text in ":：|"), default=0)
    named = [item for item in before[:colon] if item.sort in ("word", "number")]
    if not 0 < len(named) <= MOST_WORDS or any(role in item.roles for item in named for role in _SAYING):
        return False
    if any(folded(item.text) in _MODELS for item in named) or _is_acronym(named[0]):
        return True
    for at, item in enumerate(named):
        counted = at > 0 and (folded(named[at - 1].text) in _STEPS or "class" in named[at - 1].roles)
        if item.sort == "number" and not counted:
            return True
        if item.sort == "word" and not item.roles and folded(item.text) not in _HEADINGS:
            return True
    return False


def _is_numbered(before: Sequence[Item], text: str) -> bool:
    """Whether one of several is the subject, or a place where it says so: "Experiment 16 had", "GPT-4 recall"."""
    words = [item for item in before if item.text != "."]
    last = words[-1] if words else None
    if last is not None and last.sort == "number" and text[last.start - 1 : last.start] == "-":
        return True
    for one, other, then in zip(words, words[1:], words[2:], strict=False):
        if one.sort != "word" or other.sort != "number" or "class" in one.roles:
            continue
        if ("own" in one.roles and not is_place(one) and "reach" in then.roles) or (
            is_place(one) and any(folded(item.text) in _WHERE for item in words)
        ):
            return True
    return False


def _is_acronym(item: Item) -> bool:
    letters = [c for c in item.text if c.isalpha()]
    return item.sort == "word" and len(letters) > 1 and sum(c.isupper() for c in letters) > 1 and item.text.isascii()


def _is_picture(before: Sequence[Item]) -> bool:
    """Whether a picture is the subject: "Fig. 3 shows a recall of"."""
    if not before or folded(before[0].text) not in _PICTURE:
        return False
    rest = [item for item in before[1:] if item.text != "."]
    return len(rest) > 1 and rest[0].sort == "number" and "reach" in rest[1].roles
