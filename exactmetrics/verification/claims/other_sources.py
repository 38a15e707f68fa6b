"""Sentences that are about something else by their form: a question, a work by its year, another model by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.tokens import folded

_YEAR = re.compile(r"(?:19|20)[0-9]{2}[a-f]?")
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
_PLACES = frozenset({"sec", "section", "chap", "chapter", "appendix", "eq", "eqs", "equation", "tab", "gl", "gleichung",
                     "abschnitt", "kapitel", "abb", "seccion", "capitulo", "cap", "ec", "sezione", "secao"})  # fmt: skip
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
    return _is_dated(items[low:high], text) or _is_of_year(before) or _is_named(before) or _is_picture(before)


def is_place(item: Item) -> bool:
    """Whether a word may have the number of a figure, a section or an equation behind it.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> [is_place(item) for item in Vocabulary().items("Section 3")]
    [True, False]
    """
    return "own" in item.roles or folded(item.text) in _PLACES


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
    """Whether a model is named before a colon: one of the usual ones, or an acronym that is no class."""
    colon = next((at for at, item in enumerate(before) if item.sort == "link" and item.text in ":："), 0)
    named = before[:colon]
    if not named or any("label" in item.roles for item in named):
        return False
    return any(folded(item.text) in _MODELS for item in named) or (
        len(named) < 3 and _is_acronym(named[0]) and not named[0].roles
    )


def _is_acronym(item: Item) -> bool:
    letters = [c for c in item.text if c.isalpha()]
    return item.sort == "word" and len(letters) > 1 and sum(c.isupper() for c in letters) > 1 and item.text.isascii()


def _is_picture(before: Sequence[Item]) -> bool:
    """Whether a picture is the subject: "Fig. 3 shows a recall of"."""
    if not before or folded(before[0].text) not in _PICTURE:
        return False
    rest = [item for item in before[1:] if item.text != "."]
    return len(rest) > 1 and rest[0].sort == "number" and "reach" in rest[1].roles
