"""What a preset is, and the rows it is written in.

A row states one behaviour of a library or a source for some metrics, with the citation that backs it. A rule or a
default that holds only somewhere is filed under its context: the metric that was asked for ("balanced_accuracy.recall":
recall inside balanced accuracy), the average ("macro.specificity") or "binary" for a matrix of two classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.metrics.policy import Policy, Rule


@dataclass(frozen=True, slots=True)
class Preset:
    """A named, versioned bundle: rules for 0/0 and defaults by metric, each with its citation.

    `rules` and `defaults` are keyed by metric or context.metric; `citations` by the key of the rule, or by the key and
    the option of the default ("f1.form").
    """

    name: str
    rules: Mapping[str, Rule]
    defaults: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    citations: Mapping[str, str] = field(default_factory=dict)

    @property
    def policy(self) -> Policy:
        """The rules that hold everywhere, as a policy that cites the preset."""
        return Policy("preset", self.name, "propagate", self.rules)

    def policy_for(self, metric: str, *, classes: int | None = None) -> Policy:
        """The rules that hold when a metric is asked for, of a matrix of so many classes.

        Args:
            metric: the name of the metric asked for; metrics inside it may follow other rules there.
            classes: how many classes the matrix has; only two makes a difference.

        >>> from exactmetrics.metrics.presets import preset_named
        >>> preset_named("yardstick").policy_for("recall").decide("recall", 1, 2)
        'omit'
        >>> preset_named("yardstick").policy_for("balanced_accuracy").decide("recall", 1, 2)
        'propagate'
        """
        rules = dict(self.rules)
        for context in (metric, "binary") if classes == 2 else (metric,):
            prefix = f"{context}."
            rules.update({key.removeprefix(prefix): rule for key, rule in self.rules.items() if key.startswith(prefix)})
        return Policy("preset", self.name, "propagate", rules)

    def usual(self, metric: str, average: str | None = None) -> dict[str, Any]:
        """The defaults of a metric, of one class or matrix or averaged.

        Args:
            metric: the name of the metric asked for.
            average: "macro", "micro", "weighted", or None.

        >>> from exactmetrics.metrics.presets import preset_named
        >>> preset_named("torchmetrics").usual("npv", "macro"), preset_named("torchmetrics").usual("npv", "micro")
        ({'weights': 'support', 'over': 'present'}, {'weights': 'support'})
        """
        return {**self.defaults.get(metric, {}), **self.defaults.get(f"{average}.{metric}", {})}


@dataclass(frozen=True, slots=True)
class Row:
    """One cited behaviour: a rule for 0/0, defaults, or both, of some metrics in some context."""

    metrics: tuple[str, ...]
    citation: str
    rule: Rule | None
    options: Mapping[str, Any]
    within: str

    def entries(self) -> list[str]:
        """The keys of the metrics, with the context before each."""
        return [f"{self.within}.{name}" if self.within else name for name in self.metrics]


def row(metrics: str, citation: str, *, rule: Rule | None = None, within: str = "", **options: Any) -> Row:
    """One line of a preset.

    Args:
        metrics: names of metrics, separated by spaces.
        citation: where the behaviour was seen: version, function, input and result, or the place in a text.
        rule: what stands for 0/0, if the row says so.
        within: the context the row is limited to: a metric, an average, or "binary".
        options: defaults of the metrics: convention, combine, form, over, weights.

    >>> row("precision recall", "a citation", within="macro", over="true").entries()
    ['macro.precision', 'macro.recall']
    """
    return Row(tuple(metrics.split()), citation, rule, options, within)


def preset(name: str, *rows: Row) -> Preset:
    """The preset of these rows; a rule or a default that is stated twice is a mistake in the data.

    >>> preset("example-1.0", row("f1", "a citation", form="count")).citations
    {'f1.form': 'a citation'}
    """
    rules: dict[str, Rule] = {}
    defaults: dict[str, dict[str, Any]] = {}
    citations: dict[str, str] = {}
    for line in rows:
        for key in line.entries():
            cited = [f"{key}.{option}" for option in line.options]
            if line.rule is not None:
                rules[key] = line.rule
                cited.append(key)
            if line.options:
                defaults.setdefault(key, {}).update(line.options)
            if twice := citations.keys() & cited:
                raise ValueError(f"{name}: {', '.join(sorted(twice))} is stated twice")
            citations.update(dict.fromkeys(cited, line.citation))
    return Preset(name, rules, defaults, citations)
