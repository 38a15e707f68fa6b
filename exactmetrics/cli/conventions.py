"""The disagreements as text: conventions and forms of a metric, and what each preset says of it."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.api import metrics
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.metrics.presets import PRESETS, Preset
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.score_registry import found_score_metric


def disagreements(name: str | None) -> str:
    """Every metric that has conventions or forms, or that presets treat differently; or one metric."""
    if name is None:
        return "\n\n".join("\n".join(_entry(metric)) for metric in metrics() if _is_disputed(metric))
    metric = found_score_metric(name) or metric_named(name)
    if not _is_disputed(metric):
        raise UsageError(f"nothing is on record that authors or libraries disagree on about {metric.name}")
    return "\n".join(_entry(metric))


def _is_disputed(metric: Metric) -> bool:
    stances = {frozenset(stance.items()) for preset in PRESETS.values() if (stance := _stance_of(preset, metric.name))}
    several_forms = any(len(convention.forms) > 1 for convention in metric.conventions.values())
    return len(metric.conventions) > 1 or several_forms or len(stances) > 1


def _entry(metric: Metric) -> Iterator[str]:
    yield f"{metric.name}: {metric.title}"
    for convention in metric.conventions.values():
        if len(metric.conventions) > 1:
            yield f"  convention {convention.name}"
        for line in convention.doc.partition("\n>>>")[0].strip().splitlines():
            yield f"    {line}".rstrip()
        if len(convention.forms) > 1:
            yield f"    Forms: {', '.join(convention.forms)}."
    stances = {preset.name: _stance_of(preset, metric.name) for preset in PRESETS.values()}
    if any(stances.values()):
        yield "  presets"
        width = max(map(len, stances))
        for name, stance in stances.items():
            if stance:
                yield f"    {name:{width}}  " + "; ".join(f"{key}: {what}" for key, what in stance.items())


def _stance_of(preset: Preset, metric: str) -> dict[str, str]:
    """What a preset says of a metric: what stands for 0/0 and the defaults, also in contexts of their own."""
    found: dict[str, str] = {}
    for key, rule in preset.rules.items():
        where = _where(key, metric)
        if where is not None:
            found[f"0/0{where}"] = (
                f"{rule.all_right} where all are right, {rule.all_wrong} where none is"
                if isinstance(rule, ByOutcome)
                else str(rule)
            )
    for key, defaults in preset.defaults.items():
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
