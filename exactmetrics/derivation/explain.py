"""A metric explained in plain text: everything the registry knows of it, and its formulas as the trace records them.

No formula is typed anywhere: each definition is run on counts without values, and what it leaves behind is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation.printer import Notation
from exactmetrics.derivation.notation.symbols import AVERAGES, DEFAULT_LATEX, LATEX, TEXT, Symbols, as_text
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.derivation.writing.names import (
    description,
    idea_text,
    parameter_texts,
    part_texts,
    part_title,
    title_of_metric,
)
from exactmetrics.expression.evaluate import children, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Function, Leaf, Log, Mul, Named, Num, Pow, Sqrt, Sum
from exactmetrics.matrix.blocks import BLOCKS
from exactmetrics.metrics.metric import Bound, Convention, Metric, Range
from exactmetrics.metrics.presets import PRESETS
from exactmetrics.metrics.registry import any_metric
from exactmetrics.views.recorded import recorded


def explanation(name: str, *, language: str = "en") -> str:
    """What there is to know of a metric."""
    metric, say = any_metric(name), messages(language)
    lines, title = [_fill(say, f"head_{metric.scope}", metric=metric.name)], title_of_metric(metric.name, say)
    if title != metric.name.replace("_", " "):
        lines.append(title[:1].upper() + title[1:])
    lines += ["", *description(metric, metric.standard.name, say)]
    lines += [idea] if (idea := idea_text(metric, metric.standard.name, say)) else []
    for convention in metric.conventions.values():
        lines += ["", *_convention(metric, convention, say)]
    symbols = [_fill(say, "symbol", symbol=symbol, meaning=what) for symbol, _, what in symbols_of(metric, say)]
    lines += ["", *_section(say, "symbols", symbols)] if symbols else []
    lines += ["", *traits(metric, say), *_names(metric, say)]
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
    of_scores = metric.scope == "scores"  # whose definitions read no counts, and are told in words
    for form in () if of_scores else convention.forms.values():
        made = FormulaText(Bound(metric, convention, form, {}), named_parts=True)
        limits = [] if form.classes is None else [_fill(say, "classes", k=form.classes)]
        named = [_fill(say, "form", name=form.name)] if len(convention.forms) > 1 else []
        note = f"    ({say.row([*named, *limits])})" if named or limits else ""
        lines.append(f"  {made.definition}{note}")
        lines += [f"  {made.defined(part)}" for part in made.parts.values()]
        where = undefined_where(made, say)
        lines += [f"    {_fill(say, 'undefined_where', where=say.either(where))}"] if where else []
    for name in convention.parameters:
        meaning, domain = parameter_texts(metric, convention.name, name, say)
        lines.append(f"  {_fill(say, 'parameter', name=name, meaning=meaning, domain=domain)}")
    lines.append(f"  {_fill(say, 'range', range=range_text(convention.range, say))}")
    if convention.optimum is not None and not of_scores:
        lines.append(f"  {_fill(say, 'optimum', optimum=convention.optimum)}")
    return [title, *lines]


def undefined_where(made: FormulaText, say: Messages, mark: str = "") -> list[str]:
    """What leaves a formula without a value, each of it as an equation between marks."""
    found = []
    for text, where in made.denominators.items():
        equation = f"{text} = 0"
        said = _fill(say, "zero_in_sum" if where else "zero", expression=text)
        more = f" < {where}" if isinstance(where, str) else ""
        found.append(said.replace(equation, f"{mark}{equation}{more}{mark}", 1))
    return found


def range_text(range_: Range, say: Messages) -> str:
    """The values that a metric takes, in words.

    >>> from exactmetrics.derivation.messages import messages
    >>> range_text((0, None), messages())
    'from 0 up'
    """
    low, high = range_
    key = {(True, True): "any", (False, True): "from", (True, False): "up_to"}.get(
        (low is None, high is None), "from_to"
    )
    return _fill(say, key, low=low, high=high)


def symbols_of(metric: Metric, say: Messages, notation: type[Notation] = Text) -> list[tuple[str, str, str]]:
    """The symbols that the formulas of a metric hold: what each stands for by its name, and what that means.

    There are none of a metric of scores.
    """
    if metric.scope == "scores":
        return []
    found: dict[str, str] = {}
    parts: dict[str, str] = {}
    for convention in metric.conventions.values():
        for form in convention.forms.values():
            made = FormulaText(Bound(metric, convention, form, {}), named_parts=True, notation=notation)
            found |= made.symbols
            for name in made.parts:
                said = (part_title(name, metric.name, say), part_texts(metric.name, name, say)[0])
                parts[name] = ": ".join(filter(None, said))
    return [
        (
            symbol,
            key,
            parts.get(key) or (say.get("explain", key) if say.has("explain", key) else _title(key, metric, say)),
        )
        for symbol, key in found.items()
    ]


def _title(key: str, metric: Metric, say: Messages) -> str:
    for convention in metric.conventions.values():
        if key in convention.parameters:
            return parameter_texts(metric, convention.name, key, say)[0]
    return title_of_metric(key, say)


def _made_of(metric: Metric) -> str:
    """The function whose values the values of a metric are made of, where it is no logarithm."""
    if metric.exactness != "transcendental" or metric.scope == "scores":
        return ""
    parts = walk(recorded(Bound(metric, metric.standard, None, {})))
    return next((part.name for part in parts if isinstance(part, Function)), "")


def traits(metric: Metric, say: Messages) -> list[str]:
    """What is always true of the values of a metric, each in a sentence."""
    lines = [say.get("explain", f"direction_{metric.direction}")]
    if metric.optimum_if_wrong:
        lines.append(say.get("meaning", "if_wrong"))
    lines.append(say.get("explain", f"exactness_{_made_of(metric) or metric.exactness}"))
    if metric.scope != "scores":
        lines.append(say.get("explain", "scale_free" if metric.scale_free else "not_scale_free"))
    if metric.partition:
        lines.append(say.get("explain", "partition"))
    return lines


def _names(metric: Metric, say: Messages) -> list[str]:
    """What else a metric is called, and what other programs do where it has no value."""
    lines = []
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
    cited = doc.partition("Reference:")[2].split("\n\n")[0]
    return " ".join(cited.split())


class FormulaText:
    """The formula of a metric in one form of one convention: what it is, where it has no value, what its symbols are.

    The definition runs on the trace view, for a class on the letter of a sum, whose leaves have no count; for a matrix
    on a small one, of which only the names are shown.
    """

    def __init__(self, bound: Bound, *, named_parts: bool = False, notation: type[Notation] = Text) -> None:
        self.named = recorded(bound)
        self.parts = {p.head.metric: p for p in walk(self.named) if isinstance(p, Named) and p.head.is_part}
        if not named_parts:  # else what the definition gives a name to has a formula of its own
            self.named = Named(self.named.head, _without_parts(self.named.body))
        style, patterns = LATEX, DEFAULT_LATEX
        if notation is Text:
            style, patterns = TEXT, {name: as_text(pattern) for name, pattern in DEFAULT_LATEX.items()}
        # Both classes of the small matrix stand for any class: the binary form of a metric speaks of the first one.
        self._notation = notation(Symbols(patterns, AVERAGES, ("i", "i"), style))
        divisors = _denominators(self.named, False)
        self._divisors = [(d, where) for d, where in divisors if not _is_number_of_classes(d) and not _is_positive(d)]

    @property
    def definition(self) -> str:
        return self.defined(self.named)

    def defined(self, named: Named) -> str:
        """The formula of what has a name; of a count only the name."""
        left, right = self._notation.show(named), self._notation.show(named.body)
        return left if left == right else f"{left} = {right}"

    @property
    def denominators(self) -> dict[str, bool | str]:
        """What must not be zero, and whether that is for any class of a sum, or for one of which a count is not 0."""
        found: dict[str, bool | str] = {}
        for den, where in self._divisors:
            found.setdefault(self._notation.show(den), where if isinstance(where, bool) else self._notation.show(where))
        return found

    @property
    def symbols(self) -> dict[str, str]:
        """The symbols that occur, but for its own, with the count, parameter or metric each stands for."""
        found: dict[str, str] = {}
        for tree in (self.named.body, *(den for den, _ in self._divisors)):
            for part in _shown(tree):
                if isinstance(part, Leaf):
                    back = part.tag is not None and part.tag.second and part.tag.other is not None
                    found.setdefault(self._notation.show(part), f"{part.block}_to" if back else part.block)
                elif isinstance(part, Named):
                    found.setdefault(self._notation.show(part), part.head.metric)
        return found


def _without_parts(e: Expr) -> Expr:
    """The parts that a definition gives a name to, written into it."""
    if isinstance(e, Named):
        return _without_parts(e.body) if e.head.is_part else e
    return rebuild(e, _without_parts)


def _shown(e: Expr) -> Iterator[Expr]:
    """The nodes a formula shows: of a sum its summand, of a metric its name."""
    yield e
    if isinstance(e, Named) and not e.head.is_part:
        return
    if isinstance(e, Sqrt) and e.classes:
        yield Leaf("k", None, None)  # its degree
    for part in (e.body,) if isinstance(e, Sum) else children(e):
        yield from _shown(part)


# Counts that are not 0 where another one is not.
NOT_ZERO = {"cell": {"support", "predicted", "n"}, "support": {"support", "n"}, "predicted": {"predicted", "n"}}


def _denominators(e: Expr, in_sum: bool) -> Iterator[tuple[Expr, bool | Expr]]:
    """What is divided by, in the formula and in the metrics it names, innermost first, and whether inside a sum.

    A product with a logarithm is 0 where its weight is: what is divided by in it matters only where the weight is not.
    """
    if isinstance(e, Mul) and isinstance(e.factors[-1], Log) and isinstance(e.factors[-1].arg, Div):
        weight, below = e.factors[0], e.factors[-1].arg.den
        yield from _denominators(weight, in_sum)
        count = weight.num if isinstance(weight, Div) else weight
        known = NOT_ZERO.get(count.block, set()) | {count.block} if isinstance(count, Leaf) else set()
        if not all(part.block in known for part in _shown(below) if isinstance(part, Leaf)):
            yield below, count
        return
    if isinstance(e, Log):
        above = e.arg.num if isinstance(e.arg, Div) else e.arg
        yield from ((factor, False) for factor in (above.factors if isinstance(above, Mul) else (above,)))
        return
    if isinstance(e, Function) and e.name == "z":  # of 0 and of 1 there is no quantile
        yield from _denominators(e.arg, in_sum)
        yield from ((e.arg, False), (1 - e.arg, False))
        return
    for part in (e.body,) if isinstance(e, Sum) else children(e):
        yield from _denominators(part, in_sum or (isinstance(e, Sum) and e.but is None))
    if isinstance(e, Div):
        den = e.den
        while isinstance(den, (Div, Pow)):  # a quotient is zero where its numerator is, a power where its base is
            den = den.num if isinstance(den, Div) else den.base
        yield den, in_sum and any(isinstance(part, Leaf | Named) and _of_a_class(part) for part in _shown(den))


def _of_a_class(e: Leaf | Named) -> bool:
    return (e.tag if isinstance(e, Leaf) else e.head.tag) is not None


def _is_number_of_classes(e: Expr) -> bool:
    """Whether a divisor is the number of classes or a plain number, which is never zero."""
    if isinstance(e, Leaf):
        return e.block == "k"
    return not any(isinstance(part, (Leaf, Named)) for part in _shown(e))


def _is_positive(e: Expr) -> bool:
    """Whether it is more than 0 whatever the counts are: a positive number and what is not negative are added."""
    if isinstance(e, Num):
        return isinstance(e.value, Fraction) and e.value > 0
    return isinstance(e, Add) and all(map(_is_not_negative, e.terms)) and any(map(_is_positive, e.terms))


def _is_not_negative(e: Expr) -> bool:
    match e:
        case Leaf():
            return e.block in (*BLOCKS, "n")
        case Mul(factors):
            return all(map(_is_not_negative, factors))
        case Div(num, den):
            return _is_not_negative(num) and _is_positive(den)
        case Pow(base):
            return _is_not_negative(base)
    return _is_positive(e)
