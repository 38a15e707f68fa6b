"""The words of a language's pages as a file of words, ready to be changed: made of its catalogue."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.notation.symbols import DEFAULT_LATEX
from exactmetrics.derivation.nouns import Agreement, Noun
from exactmetrics.derivation.words import texts_of
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.metrics.score_registry import all_score_metrics

SHORTEST, IN_FRONT = 4, 8  # letters of a word that is listed, and words in front of it that are shown
ABOUT = """\
# The words of the pages in {language}, the most frequent first, each with words that stand in front of it.
# Change what is to be another word, take away the # in front of it, and give the file: --words FILE."""
_LETTER = r"[^\W\d_][\u0300-\u036f\u064b-\u065f]*"  # with its marks
_WORD = re.compile(rf"(?:{_LETTER})+(?:-(?:{_LETTER})+)*")


def word_list(language: str = "en") -> str:
    """A file of words in which every line is still a comment.

    >>> word, _, before = word_list("de").splitlines()[4].partition("  # ")
    >>> word, {"der", "einer", "jede"} <= {*before.split(", ")}
    ('# "Klasse" = "Klasse"', True)
    """
    said = messages(language)
    count, before = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for text in texts_of(said):
        for part in re.split(r"\{\w+\}|[.,:;()«»„“]", text):
            words = _WORD.findall(part)
            for front, word in zip(["", *words], words, strict=False):
                count[word] += 1
                before[word][front.lower()] += bool(front)
    lines = [ABOUT.format(language=said.get("language")), "", "[words]"]
    for word, _ in count.most_common():
        if len(word) >= SHORTEST and not (word[0].isupper() and word.lower() in count):
            front = ", ".join(one for one, n in before[word].most_common(IN_FRONT) if n)
            lines.append(f'# "{word}" = "{word}"' + (f"  # {front}" if front else ""))
    agreement = Agreement(said.find("noun"))
    lines += ["", "[names]"]
    of_scores = all_score_metrics()
    for metric in [*all_metrics(), *of_scores]:
        title = said.get("metric", metric.name, "title")
        noun = Noun(title, str(said.find("metric", metric.name, "gender") or "other"))
        lines.append(f'# {metric.name} = "{agreement.with_article(noun)}"')
    lines += [f'# {key} = "{word}"' for key in AVERAGES if isinstance(word := said.find("average", key), str)]
    symbols = DEFAULT_LATEX | {metric.name: metric.symbol for metric in of_scores}
    lines += ["", "[symbols]", *(f"# {name} = '{pattern}'" for name, pattern in symbols.items())]
    return "\n".join(lines)
