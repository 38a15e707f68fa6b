"""What to say of a metric's name that is not known: what it is made of, how it is asked for, or what it is like.

A name is like another where it is its beginning, word by word (`sens`, `balanced_acc`), where all of its words occur in
the other (`weighted_kappa`), or where it is the other misspelt. Short words are abbreviations: one letter makes another
metric of them, so they are never corrected. Where nothing is alike the message says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.multilabel_names import reading_of

OF_RANKS = re.compile(r"top_?(?:\d+|k)(?:_.*)?|.*_at_(?:\d+|k)|.*@(?:\d+|k)")
AVERAGES = {"macro": "macro", "mean": "macro", "micro": "micro", "weighted": "weighted", "samples": "samples"}
FILLERS = frozenset({"score", "index", "coefficient", "coef", "value", "metric"})
SHORTEST = 2  # letters of a name that another may begin with
SHORT = 4  # letters from which on a word can be misspelt
ALIKE = 0.75  # of two words, as difflib measures it
MOST = 3  # names that are offered
OF_ENTROPIES = frozenset({
    "theils_u", "theil_u", "uncertainty_coefficient", "entropy_coefficient", "coefficient_of_uncertainty",
})  # fmt: skip
OF_ALL_TABLES = re.compile(r"ami|adjusted_mutual_.*")
LONGEST = 60  # letters of an unknown name that a message shows


def unknown_metric(name: str, key: str, names: Mapping[str, Metric], *, of_scores: bool = False) -> UsageError:
    """The error for a name; `key` is the name in lower snake case, `names` has every name and alias.

    With `of_scores` these are the metrics of scores.

    >>> from exactmetrics.metrics.registry import all_metrics
    >>> names = {name: metric for metric in all_metrics() for name in (metric.name, *metric.aliases)}
    >>> print(unknown_metric("macro F1", "macro_f1", names))
    no metric 'macro F1': it is f1 with average="macro", on the command line -m f1 -a macro
    """
    if len(key) > LONGEST:
        name = f"{str(name)[:LONGEST]}…"
    if beta := re.fullmatch(r"f_?(\d+(?:\.\d+)?)(?:_score)?", key):
        return UsageError(
            f"no metric {name!r}; the F score with beta = {beta[1]} is fbeta with the parameter beta={beta[1]}"
        )
    if key in OF_ENTROPIES:
        return UsageError(
            f"no metric {name!r}, for it has two values: U(actual class | predicted class) is homogeneity, and "
            "U(predicted class | actual class) completeness"
        )
    if OF_ALL_TABLES.fullmatch(key):
        return UsageError(
            f"no metric {name!r}; exactmetrics.compat.sklearn.adjusted_mutual_info_score(y_true, y_pred) computes it"
        )
    if reading_of(name):
        return UsageError(
            f"no metric {name!r} of counts: it is of samples that have any number of labels each. "
            f'Multilabel.from_label_sets(y_true, y_pred).value("{key}") computes it; on the command line --multilabel'
        )
    if error := _of_first_places(name, key):
        return error
    if not of_scores and (error := _of_scores(name)):
        return error
    if not of_scores and OF_RANKS.fullmatch(key):
        return UsageError(
            f"no metric {name!r}: it is made of ranked predictions, and a confusion matrix holds one prediction for "
            "each sample. OneVsRest.from_top_k counts lists of predictions, and Scores has top_k_accuracy"
        )
    if asked := _averaged(key, names):
        metric, average = asked
        return UsageError(
            f'no metric {name!r}: it is {metric} with average="{average}", on the command line -m {metric} -a {average}'
        )
    others = _names_of_counts() if of_scores else _names_of_scores()
    kind = "predictions" if of_scores else "scores"
    near = [(one, _offered(one, names[one])) for one in dict.fromkeys(_near(key, names))]
    far = [(one, f"{_offered(one, others[one])} of {kind}") for one in _near(key, others) if one not in names]
    if far and (not near or _likeness(key, far[0][0]) > _likeness(key, near[0][0])):
        near = [far[0], *near] if near else far
    if near:
        shown = " or ".join(told for _, told in near[:MOST])
        return UsageError(f"no metric {name!r}; did you mean {shown}? `exactmetrics metrics` lists all")
    return UsageError(f"no metric {name!r}, and none of a similar name; `exactmetrics metrics` lists all")


def _of_first_places(name: str, key: str) -> UsageError | None:
    """The error for a name such as `ndcg@3`, if the metric has the first places for a parameter."""
    found = re.fullmatch(r"(\w+?)_?(?:@|_at_)_?(\d+|k)", key)
    metric = _names_of_scores().get(found[1]) if found else None
    if found is None or metric is None or "k" not in metric.parameters:
        return None
    k = found[2] if found[2].isdigit() else "3"
    return UsageError(
        f'no metric {name!r}: it is {metric.name} with k={k}, Scores(y_true, scores).value("{metric.name}", k={k}), on '
        f"the command line -m {metric.name} -p k={k}"
    )


def _of_scores(name: str) -> UsageError | None:
    """The error for what is made of scores, if a name is that of such a metric."""
    from exactmetrics.metrics.score_registry import found_score_metric

    metric = found_score_metric(name)
    if metric is None:
        return None
    return UsageError(
        f"no metric {name!r} of counts: it is made of the scores or probabilities of single samples, and a confusion "
        f'matrix holds counts alone. Scores(y_true, scores).value("{metric.name}") computes it'
    )


def _names_of_scores() -> Mapping[str, Metric]:
    from exactmetrics.metrics.score_registry import score_names

    return score_names()


def _names_of_counts() -> Mapping[str, Metric]:
    from exactmetrics.metrics.metric import REGISTRY, with_aliases

    return with_aliases(REGISTRY)


def _likeness(key: str, name: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, key, name).ratio()


def _offered(name: str, metric: Metric) -> str:
    return repr(name) if name == metric.name else f"{name!r} ({metric.name})"


def _averaged(key: str, names: Mapping[str, Metric]) -> tuple[str, str] | None:
    """The metric and the average that a name such as `f1_macro` is made of."""
    words = key.split("_")
    for average, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
        metric = names.get("_".join(rest)) or names.get("".join(rest))
        if average in AVERAGES and metric is not None and metric.scope != "matrix":
            return metric.name, AVERAGES[average]
    return None


def _near(key: str, names: Mapping[str, Metric]) -> Iterator[str]:
    """The names that are like a key, the likest first, each metric once."""
    words, every = _telling(key), key.split("_")
    if len(key) > LONGEST or len("".join(words)) < SHORTEST:
        return
    seen: set[str] = set()
    for alike in (_same_words, _begins, _misspelt, _holds):
        for name, metric in names.items():
            if metric.name not in seen and (alike(words, _telling(name)) or alike(every, name.split("_"))):
                seen.add(metric.name)
                yield name


def _telling(name: str) -> list[str]:
    return [word for word in name.split("_") if word not in FILLERS]


def _same_words(words: list[str], other: list[str]) -> bool:
    return "".join(words) == "".join(other)


def _begins(words: list[str], other: list[str]) -> bool:
    """Whether the words begin those of the other name, one after the other."""
    return len(words) <= len(other) and all(there.startswith(here) for here, there in zip(words, other, strict=False))


def _misspelt(words: list[str], other: list[str]) -> bool:
    if len(words) != len(other):  # an underscore too many or too few
        return min(len("".join(words)), len("".join(other))) >= 2 * SHORT and _alike("".join(words), "".join(other))
    return all(
        here == there
        or (min(len(here), len(there)) >= SHORT and _alike(here, there))
        or (len(words) > 1 and sorted(here) == sorted(there))  # letters in another order, as in roc_acu
        for here, there in zip(words, other, strict=True)
    )


def _alike(here: str, there: str) -> bool:
    from difflib import SequenceMatcher  # only met on the way to an error

    matcher = SequenceMatcher(None, here, there)
    return matcher.real_quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE  # the former looks at the lengths alone


def _holds(words: list[str], other: list[str]) -> bool:
    return set(words) <= set(other)
