"""The disagreements as text: conventions and forms of a metric, and what each preset says of it."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.api import metrics
from exactmetrics.derivation.explain import reference
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.writing.names import description
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.registry import any_metric


def disagreements(name: str | None) -> str:
    """Every metric that has conventions or forms, or that presets treat differently; or one metric."""
    if name is None:
        return "\n\n".join("\n".join(_entry(metric)) for metric in metrics() if _is_disputed(metric))
    metric = any_metric(name)
    if not _is_disputed(metric):
        raise UsageError(f"nothing is on record that authors or libraries disagree on about {metric.name}")
    return "\n".join(_entry(metric))


def _is_disputed(metric: Metric) -> bool:
    stances = {frozenset(stance.items()) for preset in PRESETS.values() if (stance := preset.stance(metric.name))}
    several_forms = any(len(convention.forms) > 1 for convention in metric.conventions.values())
    return len(metric.conventions) > 1 or several_forms or len(stances) > 1


def _entry(metric: Metric) -> Iterator[str]:
    yield f"{metric.name}: {metric.title}"
    for convention in metric.conventions.values():
        if len(metric.conventions) > 1:
            yield f"  convention {convention.name}"
        described, *notes = description(metric, convention.name, messages())
        cited = [f"Reference: {text}"] if (text := reference(convention.doc)) else []
        yield from (f"    {paragraph}" for paragraph in (described, " ".join([*notes, *cited])) if paragraph)
        if len(convention.forms) > 1:
            yield f"    Forms: {', '.join(convention.forms)}."
    stances = {preset.name: preset.stance(metric.name) for preset in PRESETS.values()}
    if any(stances.values()):
        yield "  presets"
        width = max(map(len, stances))
        for name, stance in stances.items():
            if stance:
                yield f"    {name:{width}}  " + "; ".join(f"{key}: {what}" for key, what in stance.items())
