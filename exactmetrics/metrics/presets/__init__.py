"""Presets: what a library or a source means by the same names, as versioned data, each rule with its citation.

One file a preset. A row of it states one behaviour for some metrics: `rule` is what stands for 0/0 (a number, a word,
or a table by outcome), `chosen_with` the option of theirs that chooses another number and says by a warning that one
was chosen, any other key a default of theirs, `cited` where it was seen. With `within` the row is limited
to a context: the metric asked for (recall inside balanced accuracy), an average, a convention, or "binary" for two
classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from typing import Any

from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.policy import WORDS, ByOutcome, Policy, Rule
from exactmetrics.metrics.suggest import choices

LIBRARIES = ("sklearn-1.9", "pycm-4.6", "yardstick-1.4", "torchmetrics-1.9")
SOURCES = ("source-000", "source-001", "source-002", "source-003", "source-004")
NOT_OPTIONS = ("metrics", "cited", "rule", "within", "chosen_with")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named, versioned bundle: rules for 0/0 and defaults by metric, each with its citation.

    `rules` and `defaults` are keyed by metric or context.metric; `citations` by the key of the rule, or by the key and
    the option of the default ("f1.form"). The `title` is what a reader who does not know the name is told, the `call`
    how a function of a library is called, with the places of the function and its options.
    """

    name: str
    rules: Mapping[str, Rule]
    defaults: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    citations: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    chosen_with: Mapping[str, str] = field(default_factory=dict)
    call: str = ""

    @property
    def policy(self) -> Policy:
        """The rules that hold everywhere, as a policy that cites the preset."""
        return Policy("preset", self.name, "propagate", self.rules)

    def policy_for(self, metric: str, *, convention: str = "", classes: int | None = None) -> Policy:
        """The rules that hold when a metric is asked for, in a convention and of a matrix of so many classes.

        Metrics inside it may follow other rules there.
        """
        rules = dict(self.rules)
        for context in (metric, convention, *(["binary"] if classes == 2 else [])):
            prefix = f"{context}."
            rules.update({key.removeprefix(prefix): rule for key, rule in self.rules.items() if key.startswith(prefix)})
        return Policy("preset", self.name, "propagate", rules)

    def usual(self, metric: str, average: str | None = None) -> dict[str, Any]:
        """The defaults of a metric, of one class or matrix or averaged."""
        return {**self.defaults.get(metric, {}), **self.defaults.get(f"{average}.{metric}", {})}

    def stance(self, metric: str) -> dict[str, str]:
        """What it says of a metric: what stands for 0/0 and the defaults, also in contexts of their own.

        >>> preset_named("torchmetrics").stance("mcc")
        {'0/0': '0', '0/0 (binary)': '1 where all are right, -1 where none is'}
        """
        found: dict[str, str] = {}
        for key, rule in self.rules.items():
            where = _where(key, metric)
            if where is not None:
                found[f"0/0{where}"] = (
                    f"{rule.all_right} where all are right, {rule.all_wrong} where none is"
                    if isinstance(rule, ByOutcome)
                    else str(rule)
                )
        for key, defaults in self.defaults.items():
            where = _where(key, metric)
            if where is not None:
                found.update({f"{option}{where}": str(value) for option, value in defaults.items()})
        return found


def _where(key: str, metric: str) -> str | None:
    """In which context an entry speaks of a metric, None if of another one."""
    context, _, inner = key.rpartition(".")
    if inner == metric:
        return f" ({context})" if context else ""
    return f" of its {inner}" if context == metric else None


def preset(name: str, rows: Iterable[Mapping[str, Any]], title: str = "", call: str = "") -> Preset:
    """The preset of these rows; a rule or a default that is stated twice is a mistake in the data."""
    rules: dict[str, Rule] = {}
    defaults: dict[str, dict[str, Any]] = {}
    citations: dict[str, str] = {}
    chosen: dict[str, str] = {}
    for row in rows:
        options = {key: value for key, value in row.items() if key not in NOT_OPTIONS}
        within = f"{row['within']}." if "within" in row else ""
        for key in [f"{within}{metric}" for metric in row["metrics"].split()]:
            cited = [f"{key}.{option}" for option in options]
            if "rule" in row:
                rules[key] = _rule(row["rule"])
                chosen |= {key: row["chosen_with"]} if "chosen_with" in row else {}
                cited.append(key)
            if options:
                defaults.setdefault(key, {}).update(options)
            if twice := citations.keys() & cited:
                raise ValueError(f"{name}: {', '.join(sorted(twice))} is stated twice")
            citations.update(dict.fromkeys(cited, row["cited"]))
    return Preset(name, rules, defaults, citations, title, chosen, call)


def _rule(said: str | Mapping[str, str]) -> Rule:
    if isinstance(said, str):
        return WORDS[said] if said in WORDS else Fraction(said)
    return ByOutcome(**{outcome: Fraction(value) for outcome, value in said.items()})


def _read(name: str) -> Preset:
    import tomllib  # most questions name no preset

    said = tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return preset(name, said["row"], said.get("title", ""), said.get("call", ""))


PRESETS: dict[str, Preset] = {name: _read(name) for name in (*LIBRARIES, *SOURCES)}
ALIASES = {"fahmy-2023": "source-002", **{name.removeprefix("source-"): name for name in SOURCES}}


def preset_named(name: str) -> Preset:
    """The preset of a name; a library without its version is the newest known. Case does not matter."""
    key = str(name).strip().lower().replace("scikit-learn", "sklearn")
    key = ALIASES.get(key, key)
    if key in PRESETS:
        return PRESETS[key]
    versions = [known for known in LIBRARIES if known.rpartition("-")[0] == key]
    if versions:
        return PRESETS[max(versions, key=lambda name: [int(part) for part in name.rpartition("-")[2].split(".")])]
    raise UsageError(f"no preset {name!r}; {choices(key, PRESETS)}")
