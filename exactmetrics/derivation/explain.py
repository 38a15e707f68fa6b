"""A metric explained in plain text: everything the registry knows of it, and its formulas as the trace records them.

No formula is typed anywhere: each definition is run on counts without values, and what it leaves behind is printed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.derivation.formulas import FormulaText
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.writing.names import description, parameter_texts, title_of_metric
from exactmetrics.metrics.metric import Bound, Convention, Metric
from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.registry import metric_named


def explanation(name: str, *, language: str = "en") -> str:
    """What there is to know of a metric.

    Args:
        name: a name or alias.
        language: the language of the sentences.

    Raises:
        UsageError: no metric has that name, or there is no such language.

    >>> for line in explanation("ppv").splitlines()[:6]: print(line)
    precision (class metric)
    <BLANKLINE>
    Of the samples predicted as the class, the share that belong to the class.
    <BLANKLINE>
    Definition
      P_i = TP_i/c_i
    """
    metric, say = metric_named(name), messages(language)
    lines, title = [_fill(say, f"head_{metric.scope}", metric=metric.name)], title_of_metric(metric.name, say)
    if title != metric.name.replace("_", " "):
        lines.append(title[:1].upper() + title[1:])
    lines += ["", *description(metric, metric.standard.name, say)]
    for convention in metric.conventions.values():
        lines += ["", *_convention(metric, convention, say)]
    lines += ["", *_symbols(metric, say), "", *_traits(metric, say)]
    references = [r for c in metric.conventions.values() for r in [reference(c.doc)] if r]
    lines += ["", *_section(say, "references", list(dict.fromkeys(references)))] if references else []
    return "\n".join(lines) + "\n"


def _fill(say: Messages, key: str, **facts: Any) -> str:
    return say.say(("explain", key), lambda name: str(facts[name]))


def _section(say: Messages, key: str, lines: list[str]) -> list[str]:
    return [say.get("explain", key), *(f"  {line}" for line in lines)]


def _convention(metric: Metric, convention: Convention, say: Messages) -> list[str]:
    """One convention: its formulas form by form, where they have no value, its range and its parameters."""
    standard = convention is metric.standard
    title = say.get("explain", "definition") if standard else _fill(say, "convention", name=convention.name)
    lines = [] if standard else [f"  {line}" for line in description(metric, convention.name, say)]
    for form in convention.forms.values():
        made = FormulaText(Bound(metric, convention, form, {}))
        limits = [] if form.classes is None else [_fill(say, "classes", k=form.classes)]
        named = [_fill(say, "form", name=form.name)] if len(convention.forms) > 1 else []
        note = f"    ({say.row([*named, *limits])})" if named or limits else ""
        lines.append(f"  {made.definition}{note}")
        where = [
            _fill(say, "zero_in_sum" if in_sum else "zero", expression=text)
            for text, in_sum in made.denominators.items()
        ]
        lines += [f"    {_fill(say, 'undefined_where', where=say.either(where))}"] if where else []
    for p in convention.parameters.values():
        meaning, domain = parameter_texts(metric, convention.name, p, say)
        lines.append(f"  {_fill(say, 'parameter', name=p.name, meaning=meaning, domain=domain)}")
    lines.append(f"  {_fill(say, 'range', range=_range(convention.range, say))}")
    if convention.optimum is not None:
        lines.append(f"  {_fill(say, 'optimum', optimum=convention.optimum)}")
    return [title, *lines]


def _range(range_: tuple[int | None, int | None], say: Messages) -> str:
    low, high = range_
    if low is None and high is None:
        return say.get("explain", "any")
    if high is None:
        return _fill(say, "from", low=low)
    return _fill(say, "up_to", high=high) if low is None else _fill(say, "from_to", low=low, high=high)


def _symbols(metric: Metric, say: Messages) -> list[str]:
    """What the symbols of the formulas stand for."""
    found: dict[str, str] = {}
    for convention in metric.conventions.values():
        for form in convention.forms.values():
            found |= FormulaText(Bound(metric, convention, form, {})).symbols
    texts = []
    for symbol, key in found.items():
        meaning = say.get("explain", key) if say.has("explain", key) else _title(key, metric, say)
        texts.append(_fill(say, "symbol", symbol=symbol, meaning=meaning))
    return _section(say, "symbols", texts)


def _title(key: str, metric: Metric, say: Messages) -> str:
    """The title of a metric or a count, or what a parameter means."""
    for convention in metric.conventions.values():
        if key in convention.parameters:
            return parameter_texts(metric, convention.name, convention.parameters[key], say)[0]
    return title_of_metric(key, say)


def _traits(metric: Metric, say: Messages) -> list[str]:
    """Names, kind of number, and what others do where there is no value."""
    lines = [say.get("explain", f"direction_{metric.direction}"), say.get("explain", f"exactness_{metric.exactness}")]
    lines.append(say.get("explain", "scale_free" if metric.scale_free else "not_scale_free"))
    if metric.partition:
        lines.append(say.get("explain", "partition"))
    if metric.aliases:
        lines.append(_fill(say, "aliases", names=say.row(metric.aliases)))
    if metric.implemented_by:
        names = say.row([f"{library} {name}" for library, name in metric.implemented_by.items()])
        lines.append(_fill(say, "implemented_by", names=names))
    rules = [f"{p.name} {_rule(p.rules[metric.name])}" for p in PRESETS.values() if metric.name in p.rules]
    if rules:
        lines.append(_fill(say, "presets", rules=say.row(rules)))
    return lines


def _rule(rule: Any) -> str:
    if isinstance(rule, (str, Fraction)):
        return str(rule)
    return f"{rule.all_right}|{rule.all_wrong}"  # all samples predicted rightly, none


def reference(doc: str) -> str:
    """The reference a docstring cites.

    >>> reference("Share of it.\\n\\nReference: Someone 1999.\\n\\n>>> 1\\n1")
    'Someone 1999.'
    """
    cited = doc.partition("Reference:")[2].split("\n\n")[0]
    return " ".join(cited.split())
