"""What a text says the rows of a matrix are: each half of its sentence read by its own noun, "rows" or "columns"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from exactmetrics.verification.claims.lexicon import Item, listed_words, places
from exactmetrics.verification.claims.tokens import folded

LONGEST = 20_000  # characters of a text that are read
_ENDS = ".!?。"
_APART = ",;，、；()[]（）/|"
_OTHER = {"true": "predicted", "predicted": "true"}
_SIGNS = {  # nouns of one sign: what may stand before and behind them where they are words of their own
    "行": (frozenset("一每各的中以其和该按のは、，；：（「阵陣"), None),
    "列": (frozenset("一每各的中以其和该按のは、，；：（「阵陣"), None),
    "행": (frozenset("각、，（"), frozenset("은는이가의에을들:,=) ")),
    "열": (frozenset("각、，（"), frozenset("은는이가의에을들:,=) ")),
}
_JOINING = frozenset(
    {"while", "whereas", "wahrend", "tandis", "mientras", "enquanto", "mentre", "terwijl", "medan", "а"}
)
_WHAT = frozenset({"what", "how", "was", "wie", "ce", "que", "lo", "che", "wat", "hoe", "vad", "hur", "co", "jak"})
_DOING = frozenset({"predict", "predicts"})  # "each row is a flower whose species we predict" tells no side
NEAR = 3  # words between a noun and the side that is said of it first


class _Word(NamedTuple):
    """A noun, "rows" or "columns", or a side, "true" or "predicted": its clause and its place in the sentence."""

    is_noun: bool
    value: str
    clause: int
    place: int


def rows_in(text: str) -> str:
    """What the rows are by the last sentence that says it: "true", "predicted", or "" where none does for sure.

    >>> rows_in("Rows are what happened, columns what was predicted."), rows_in("True classes in rows.")
    ('true', 'true')
    >>> rows_in("Predicted (columns) against actual (rows)"), rows_in("Rows are what the model made of true cats.")
    ('true', '')
    """
    if len(text) > LONGEST:
        return ""
    items = places().items(text)
    about_matrix = any("matrix" in item.roles or "rows" in item.roles for item in items)
    said = ""
    for sentence in _sentences(items, text):
        sides = _read(_words(sentence, text), sentence)
        if "rows" in sides or about_matrix:
            said = _of_rows(sides) or said
    return said


def _of_rows(sides: dict[str, str]) -> str:
    """What the rows are, by what is said of them and of the columns; empty where the two contradict each other."""
    rows, columns = sides.get("rows", ""), sides.get("columns", "")
    return "" if rows and rows == columns else rows or _OTHER.get(columns, "")


def _sentences(items: Sequence[Item], text: str) -> Iterator[list[Item]]:
    sentence = list[Item]()
    for item in items:
        if item.sort == "break" or item.text in _ENDS:
            yield sentence
            sentence = []
        else:
            sentence.append(item)
    yield sentence


def _words(sentence: Sequence[Item], text: str) -> list[_Word]:
    """The nouns and sides of a sentence; what stands twice in a row counts once."""
    words, clause, last = list[_Word](), 0, -1
    for at, item in enumerate(sentence):
        joins = folded(item.text) in _joining() and last not in (-1, at - 1)  # no word that joins two nouns
        if item.text in _APART or joins or (at and "\n" in text[sentence[at - 1].end : item.start]):
            clause += 1
        noun = "rows" if "rows" in item.roles else "columns" if "columns" in item.roles else ""
        noun = noun if noun and _is_word(text, item) else ""
        value = noun or ("" if folded(item.text) in _DOING else item.roles.get("axis", ""))
        if value:
            last = at
        if value and not (words and words[-1][:3] == (bool(noun), value, clause)):
            words.append(_Word(bool(noun), value, clause, at))
    return words


@cache
def _joining() -> frozenset[str]:
    return _JOINING | {folded(word) for word in listed_words()["plain"]["conj"]}


def _is_word(text: str, item: Item) -> bool:
    """Whether a noun of one sign stands for itself, not in another word: "进行预测", "行列"."""
    if item.text not in _SIGNS:
        return True
    beside, behind = _SIGNS[item.text]
    before, after = text[: item.start][-1:], text[item.end : item.end + 1]
    return (before in beside or before.isascii()) and after not in _SIGNS and (behind is None or after in behind)


def _read(words: Sequence[_Word], sentence: Sequence[Item]) -> dict[str, str]:
    """The side of each noun, as far as it is sure: of its own clause first, then of those that follow in pairs."""
    return _by_clause(words) or _in_order(words) or _of_one(words, sentence)


def _by_clause(words: Sequence[_Word]) -> dict[str, str]:
    """The sides of nouns that are alone in their clause with one side; nothing where two clauses contradict."""
    said = dict[str, str]()
    for clause in dict.fromkeys(word.clause for word in words):
        nouns = {word.value for word in words if word.clause == clause and word.is_noun}
        sides = {word.value for word in words if word.clause == clause and not word.is_noun}
        if len(nouns) == len(sides) == 1:
            (noun,), (side,) = nouns, sides
            if said.setdefault(noun, side) != side:
                return {}
    return said


def _in_order(words: Sequence[_Word]) -> dict[str, str]:
    """The sides of two nouns that follow each other: each with its own, or both nouns and then both sides."""
    kept = [word for at, word in enumerate(words) if at == 0 or word[:2] != words[at - 1][:2]]
    shape = "".join("n" if word.is_noun else "s" for word in kept)
    values = [word.value for word in kept]
    if shape in ("nsns", "snsn", "nssn", "snns"):
        pairs = [(values[0], values[1]), (values[2], values[3])]
    elif shape in ("nnss", "ssnn"):
        pairs = [(values[0], values[2]), (values[1], values[3])]
    else:
        return {}
    said = dict((b, a) if a in _OTHER else (a, b) for a, b in pairs)
    return said if len(said) == 2 else {}


def _of_one(words: Sequence[_Word], sentence: Sequence[Item]) -> dict[str, str]:
    """The side of the only noun that is named: next to it in brackets, or the truth right behind it.

    What is predicted may be said of true classes: "each row shows the predictions for one true class".
    """
    if len(words) < 2 or sum(word.is_noun for word in words) != 1:
        return {}
    noun = next(at for at, word in enumerate(words) if word.is_noun)
    if len(words) == 2:
        between = sentence[words[0].place + 1 : words[1].place]
        alone = all(item.text in "([:=" for item in between)
        return {words[noun].value: words[1 - noun].value} if alone else {}
    if noun + 1 < len(words) and words[noun + 1].value == "true" and words[noun + 1].clause == words[noun].clause:
        between = sentence[words[noun].place + 1 : words[noun + 1].place]
        if noun == 0 and len(between) <= NEAR and not any(folded(item.text) in _WHAT for item in between):
            return {words[noun].value: "true"}
    return {}
