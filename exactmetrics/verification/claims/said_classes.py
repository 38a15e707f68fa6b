"""The classes of a matrix without headings, as the words right before it name them: `(cat, dog)`, "classes: a, b".

They are taken only where they are as many as the matrix has rows and nothing but its sentence stands between. A program
may print classes in another order than the text: what is said without a word on rows or columns counts for its
printouts only where the names are in the order of the alphabet, in which programs sort them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactmetrics.verification.claims.lexicon import is_one_of, names, places, sides
from exactmetrics.verification.claims.outcome_words import outcome_of, outcome_words

LONGEST = 400  # characters of the sentence before a matrix
WORDS = 3  # of the name of a class
_OPENED = re.compile(
    r"(?:\s|\$|:|：|\\\[|\\\(|\\left[\[(.]?|\\(?:begin|end)\{[a-z]{1,20}\*?\}|(?:np\.|numpy\.)?(?:array|matrix)\(|\b\w{1,20}\s?=)\Z"
)
_BRACKET = re.compile(r"\(([^()\n]{3,300})\)[\s.:：]*\Z")
_MARKS = re.compile(r"\\[a-zA-Z]+\s?(?=\{)|[{}$*`\"'“”„«»]|\\[,; ]")
_COMMA = re.compile(r"\s*[,，、]\s*")
_LIST = re.compile(r"\s{0,3}(?:[:：(=]\s{0,3}|\s)([^;:：()\[\].=!?\n]{3,300})")
_NAME = re.compile(r"[^\W_][\w+#-]*(?: [\w+#-]+)*")
_CODE = re.compile(r"\w[(\[]|=|_")  # of a program
_END = re.compile(r"[.!?。](?=\s)|\n\s*\n")
_APART = ("axis", "rows", "columns", "matrix", "figure")
_NO_NAME = ("metric", "weak", "average", "glue", "verb", "of", "class", "percent", "reach")


def said_classes(text: str, size: int, *, printed: bool) -> list[str]:
    """The names of `size` classes that a text gives to the matrix right behind it; nothing where that is not sure.

    `printed` says that the matrix stands in a block of its own, as a program prints it.

    >>> said_classes("The confusion matrix (rows: actual, columns: predicted): (cat, bird)", 2, printed=True)
    ['cat', 'bird']
    >>> said_classes("Confusion matrix (rows: actual; classes: low, high):", 2, printed=True)
    ['low', 'high']
    >>> said_classes("Confusion matrix (actual, predicted):", 2, printed=True)
    []
    """
    text = text[-2 * LONGEST :]
    for _ in range(12):
        opened = _OPENED.search(text, max(0, len(text) - 40))
        if opened is None:
            break
        text = text[: opened.start()]
    last = 0
    for found in _END.finditer(text.rstrip(), max(0, len(text) - LONGEST)):
        last = found.end()
    sentence = text[max(last, len(text) - LONGEST) :]
    bracket = _BRACKET.search(sentence)
    told = (_names_in(bracket[1], size) if bracket is not None else []) or next(_listed(sentence, size), [])
    laid_out = any(role in item.roles for item in places().items(sentence) for role in ("rows", "columns"))
    return told if not printed or laid_out or told == sorted(told) else []


def _listed(sentence: str, size: int) -> Iterator[list[str]]:
    """The lists behind the word "classes", the last first; nothing but words may follow them."""
    for item in reversed(places().items(sentence)):
        if not is_one_of("class", item.text):
            continue
        found = _LIST.match(sentence, item.end)
        if found is None or _CODE.search(sentence, found.end()) is not None:
            continue
        told = _names_in(_without_verb(found[1]), size)
        if told:
            yield told


def _without_verb(text: str) -> str:
    """A list without the verb before it, or the one behind it with all that follows: "cat, dog and fox is"."""
    items = names().items(text)
    begin = items[0].end if items and "verb" in items[0].roles else 0
    end = next((item.start for item in items if item.start > begin and "verb" in item.roles), len(text))
    return text[begin:end]


def _names_in(text: str, size: int) -> list[str]:
    """The parts of a list if they are as many names, each of a class and no two the same."""
    plain = " ".join(_MARKS.sub("", text).split())
    parts = [part.strip() for part in _COMMA.split(plain)]
    if len(parts) < size or not parts[-1]:
        words = parts[-1].split() if parts else []
        joint = [at for at, word in enumerate(words) if is_one_of("conj", word)]
        if len(joint) == 1 and (joint[0] or len(parts) > 1):
            rest = [" ".join(words[: joint[0]]), " ".join(words[joint[0] + 1 :])]
            parts = [*parts[:-1], *filter(None, rest)]
    elif " " in parts[-1] and is_one_of("conj", parts[-1].split()[0]):
        parts[-1] = parts[-1].split(maxsplit=1)[-1]
    sure = len(parts) == size and len(set(parts)) == size and all(_is_name(part, size) for part in parts)
    return parts if sure else []


def _is_name(text: str, size: int) -> bool:
    """Whether a text may be the name of a class: no side, row, metric or outcome; a number only if it counts them."""
    if text.isdigit():
        return len(text) < 4 and int(text) <= size
    if _NAME.fullmatch(text) is None or len(text.split()) > WORDS:
        return False
    if any(role in item.roles for lexicon in (sides(), places()) for item in lexicon.items(text) for role in _APART):
        return False
    if any(outcome_of(item) is not None for item in outcome_words().items(text)):
        return False
    if len(text) == 1:
        return size > 2 or text not in "PRpr"
    told, unlike = names().items(text), _NO_NAME if " " not in text else _NO_NAME[:3]
    return not any(role in item.roles for item in told for role in unlike)
