"""Which metrics, conventions, steps and sentences the corpus does not have twice, and cases that add them.

    python -m tests.corpus          # what is missing; 1 where a metric, a convention or a form is
    python -m tests.corpus add      # write the lines that cover it into cases.txt: they add cases and move none

A sentence that no candidate says needs a case by hand: a line of cases.txt, in the grammar of tests/corpus/cases.py.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any
from zlib import crc32

from exactmetrics.derivation.look import DETAILS, profile_names
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.values import value_text
from exactmetrics.metrics.metric import Convention, Metric
from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.request import averages_of
from exactmetrics.metrics.score_registry import all_score_metrics
from tests.corpus.cases import CASES, Case, all_cases, own_inputs, reference_inputs
from tests.corpus.coverage import TWICE, Feature, covered, of_counts, wanted

# Data whose pages are like those of teaching, and data on which something is missing, large or odd.
PLAIN = (
    "birds",
    "two-classes",
    "four-classes",
    "textbook-002-figure_23",
    "drawn-2-1",
    "drawn-3-1",
    "drawn-3-2",
    "weights-whole",
)
ODD = (
    "one-sample", "no-samples", "only-class", "one-class-wrong", "one-class-mixed", "one-predicted", "perfect",
    "nothing-right", "absent-class", "absent-but-predicted", "never-predicted", "chance", "one-class-of-three",
    "all-wrong", "perfect-uneven", "last-class-absent", "two-absent", "crossed", "equal-margins", "equal-errors",
    "labels-whole", "labels-boolean", "labels-case", "labels-unicode", "labels-awkward", "weights-fractions",
    "fractions", "shares", "thirds", "counts-1e9", "counts-1e18", "drawn-5-1", "drawn-5-2", "drawn-6-1", "drawn-8-1",
    "exactly-zero-three", "decimal-tie", "seven", "nine", "ten", "eleven", "twelve", "forty",
    "strange-names", "long-names", "counts:example-5", "counts:one-class", "counts:two-of-three",
)  # fmt: skip
LOOKS = (
    *[f"detail={detail}" for detail in DETAILS], *[f"undefined={policy}" for policy in ("0", "1", "omit")],
    *[f"profile={name}" for name in profile_names()], *[f"preset={name}" for name in PRESETS],
    "symbols=words", "places=2", "places=7",
)  # fmt: skip
OF_AVERAGES = (
    "over=true",
    "over=predicted",
    "over=present",
    'over=["#0"]',
    "weights=predicted",
    'weights={"#0":"1/2"}',
)
DRAWN = 4000  # candidates for what the cases of the registry have not met


def spread(key: str, options: Any) -> Any:
    """One of several, by a name alone, so that it stays when the registry grows."""
    return options[crc32(key.encode()) % len(options)]


def of_registry() -> Iterator[list[str]]:
    """Lines about each metric, convention and form: alternatives of a plain question, and of an average on odd data."""
    for metric, convention, form in of_counts():
        definition = metric.conventions[convention]
        named = f" convention={convention}" if convention != metric.standard.name else ""
        named += f" form={form}" if form != next(iter(definition.forms)) else ""
        base = f"{metric.name}{named}{parameters(definition)}"
        plain = "" if metric.scope == "matrix" else " label=#1"
        two = definition.forms[form].classes == 2
        first = ["two-classes", "drawn-2-1"] if two else [spread(base, PLAIN), "birds", "two-classes"]
        yield [f"derive {data} {base}{extra}" for data in first for extra in (plain, " label=#0", "")]
        average = spread(base, averages_of(metric))
        data = [spread(base + "odd", ODD), spread(base + "again", ODD), "birds"]
        look = spread(base + "look", ("", *LOOKS))
        lines = [f"derive {name} {base} average={average} {look}".rstrip() for name in data]
        yield lines + [
            f"derive {name} {base}{extra}" for name in [*data, "drawn-2-2"] for extra in (plain, " label=#0")
        ]
    for score in all_score_metrics():
        for convention in score.conventions.values():
            named = f" convention={convention.name}" if convention is not score.standard else ""
            base = f"{score.name}{named}{parameters(convention)}"
            names = sorted(reference_inputs("scores"), key=lambda name: crc32(f"{base} {name}".encode()))
            yield [f"derive scores:{name} {base}" for name in names]
            extras = ("average=macro", "average=weighted", "label=#1", "average=macro multi_class=ovo", "average=micro")
            extra = spread(base, extras)
            yield [f"derive scores:{name} {base} {extra}" for name in reversed(names)] + [
                f"derive scores:{name} {base}" for name in reversed(names)
            ]


def parameters(convention: Convention) -> str:
    return "".join(f" {name}={value_text(p.examples[0])}" for name, p in convention.parameters.items())


TAUGHT = ("precision", "recall", "f1", "accuracy", "balanced_accuracy", "mcc", "kappa", "jaccard", "specificity")
OF_SETS = (
    "precision", "recall", "f1", "jaccard", "fbeta beta=2", "subset_accuracy", "hamming_loss", "specificity", "mcc",
)  # fmt: skip
AVERAGED = ("average=macro", "average=micro", "average=weighted", "average=macro combine=averages", "label=#0")
OF_SCORES = (
    "", "", "average=macro", "average=weighted", "average=micro", "average=samples", "label=#0",
    "average=macro multi_class=ovo", "average=weighted multi_class=ovo", "undefined=0", "undefined=omit average=macro",
)  # fmt: skip
KINDS_OF_LINES = {"question": 8, "comparison": 2, "averages": 2, "report": 1, "sets": 3, "scores": 6}


def drawn(seed: int) -> Iterator[str]:
    """Any question on any data, with any look; comparisons, reports, samples with label sets and with scores."""
    random = Random(seed)
    arrangements, scores = list(of_counts()), list(all_score_metrics())
    matrices = [*reference_inputs("inputs"), *own_inputs()["matrix"]]
    while True:
        data = random.choice([random.choice(ODD), random.choice(PLAIN), random.choice(matrices)])
        question, look = drawn_question(random, *random.choice(arrangements)), random.choice(("", *LOOKS))
        match random.choices(*zip(*KINDS_OF_LINES.items(), strict=True))[0]:
            case "question":
                line = f"derive {data} {question} {look}"
            case "comparison":
                other = f"{random.choice(TAUGHT)} {random.choice(('', *AVERAGED))}"
                line = f"compare {data} {question} {look} | {data} {other}"
            case "averages":
                name, other = random.choice(TAUGHT[:3]), random.choice([data, data, random.choice(PLAIN)])
                first, second = (f"{name} {random.choice(AVERAGED)} {random.choice(('', *OF_AVERAGES))}" for _ in "ab")
                line = f"compare {data} {first} {look} | {other} {second}"
            case "report":
                named = ",".join(sorted({random.choice(arrangements)[0].name for _ in range(6)} - {"fbeta"}))
                below = random.choice(("", "", "derivations=full"))
                look = look if look.startswith(("undefined", "preset", "places")) else ""
                line = f"report {data} {random.choice(('default', named))} {look} {below}"
            case "sets":
                name = random.choice(list(reference_inputs("label_sets")))
                average = random.choice(("average=samples", *AVERAGED, ""))
                line = f"derive sets:{name} {random.choice(OF_SETS)} {average} {look}"
            case _:
                score = random.choice(scores)
                convention = random.choice(list(score.conventions.values()))
                named = f"convention={convention.name}" if convention is not score.standard else ""
                name = random.choice(list(reference_inputs("scores")))
                line = f"derive scores:{name} {score.name} {named} {parameters(convention)} {random.choice(OF_SCORES)}"
        yield " ".join(line.split())


def drawn_question(random: Random, metric: Metric, convention: str, form: str) -> str:
    """A metric in a convention and a form, of a class, of the matrix or averaged over chosen classes."""
    definition = metric.conventions[convention]
    words = [metric.name]
    words += [f"convention={convention}"] * (convention != metric.standard.name)
    words += [f"form={form}"] * (form != next(iter(definition.forms)))
    words += [parameters(definition), random.choice(("", "label=#0", "label=#1", *("average",) * 3))]
    if words[-1] == "average":
        words[-1] = f"average={random.choice(averages_of(metric))}"
        words.append(random.choice(("", *OF_AVERAGES)))
        words += ["combine=averages"] * (definition.forms[form].composite and random.random() < 0.5)
    return " ".join(words)


def features_of(line: str) -> set[Feature] | None:
    """What a line covers; None where nothing answers it."""
    try:
        return covered(Case(line))
    except (ExactMetricsError, KeyError, IndexError, TypeError):  # the last: an option that it does not take
        return None


def add(counted: Counter[Feature], known: set[str], pool: ProcessPoolExecutor, number: int) -> list[str]:
    """Write the lines that cover what is missing, as far as candidates do."""
    added: list[str] = []
    missing = {feature for feature in wanted() if counted[feature] < TWICE}

    def take(line: str, features: set[Feature] | None) -> bool:
        if not features or line in known or not features & missing:
            return False
        counted.update(features)
        missing.difference_update([feature for feature in features if counted[feature] >= TWICE])
        known.add(line)
        added.append(line)
        with CASES.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        return True

    lists = list(of_registry())
    firsts = [line for line in (alternatives[0] for alternatives in lists) if line not in known]
    asked = dict(zip(firsts, pool.map(features_of, firsts, chunksize=8), strict=True))
    for alternatives in lists:
        any(take(line, asked[line] if line in asked else features_of(line)) for line in alternatives)
    candidates = [line for line, _ in zip(drawn(len(known)), range(number), strict=False)]
    for line, features in zip(candidates, pool.map(features_of, candidates, chunksize=16), strict=True):
        take(line, features)
    return added


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.corpus", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("do", nargs="?", choices=("add",))
    parser.add_argument("--drawn", type=int, default=DRAWN, help="how many candidates are drawn")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    counted: Counter[Feature] = Counter()
    with ProcessPoolExecutor(asked.jobs) as pool:
        names = [case.name for case in all_cases()]
        for name, features in zip(names, pool.map(features_of, names, chunksize=8), strict=True):
            if features is None:
                raise SystemExit(f"nothing answers the case: {name}")
            counted.update(features)
        if asked.do == "add":
            added = add(counted, set(names), pool, asked.drawn)
            print(f"{len(added)} cases added; `python -m tests.frozen write` records their texts")
    left = sorted((feature for feature in wanted() if counted[feature] < TWICE), key=str)
    for feature in left:
        print(counted[feature], *feature)
    print(f"{len(names)} cases; {len(left)} features are not there twice")
    return int(any(feature[0] == "asked" for feature in left))


if __name__ == "__main__":
    sys.exit(main())
