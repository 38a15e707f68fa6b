"""What a value means, in sentences: what it says, on which side of chance it lies, its scale, a choice it rests on."""

from __future__ import annotations

import re
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.ending import Ending
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.planning.tree import leaves
from exactmetrics.derivation.writing.names import meaning_text, quantity, title_of_metric
from exactmetrics.derivation.writing.surface import Surface, Written, capital
from exactmetrics.exact.rounding import exponent, is_tie, round_to
from exactmetrics.exact.values import Number, Undefined, sign
from exactmetrics.expression.evaluate import evaluate, has_value, walk
from exactmetrics.expression.nodes import Div, Leaf, Mul, Named, number
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.scales import interpretation, scales

DIGITS = 3  # of a value in a sentence that says what it means
MOST_ALIKE = 3  # classes with the same value that a sentence names
LONGEST = 24  # signs of a value beside its decimal in a sentence; of a longer one the decimal stands alone


def meaning(page: Page, surface: Surface) -> str:
    """The paragraph below the value; of an exercise only what does not tell the value."""
    if not page.title or isinstance(page.value, Undefined):
        return ""
    said, brief = says(page, surface), bool(page.ending and page.ending.look.detail == "brief")
    said = said[:1] if brief else said
    if not said or not brief:
        metric = metric_named(page.title["metric"])
        said += [_scale(metric, page, surface), _if_wrong(metric, page, surface), rests(page.ending, surface)]
    if not brief and not page.blanks:
        said.append(_accuracy(page, page.value, surface))
    if page.ending and page.ending.look.scale and not page.blanks:
        said.append(_on_scale(page.ending.look.scale, page.value, surface))
    return " ".join(filter(None, said))


def _on_scale(scale: str, value: Number, surface: Surface) -> str:
    """The word that a scale has for the value, and the values that have it."""
    found = interpretation(scales()[scale], value)
    band, ends = found.band, []
    if band.low is not None:
        ends.append(surface.say_made("scale", "from" if band.low_closed else "above", end=_inline(band.low, surface)))
    if band.high is not None:
        ends.append(surface.say_made("scale", "to" if band.high_closed else "below", end=_inline(band.high, surface)))
    made = {"word": found.word, "scale": surface.prose(found.scale.title), "ends": surface.messages.listing(ends)}
    return surface.say_made("scale", "said", **made)


def _inline(value: Fraction, surface: Surface) -> str:
    return surface.inline(surface.inline_notation.show(number(value)))


def says(page: Page, surface: Surface) -> list[str]:
    """What the value says, where it lies beside what random order gives, and which classes or parts make it so."""
    value = page.value
    if isinstance(value, Undefined) or page.blanks:
        return []
    title, metric = page.title, metric_named(page.title["metric"])
    neutral = title["how"] != "micro" and title["convention"] is None and _is_beside_chance(metric, page)
    said = []
    if clause := _clause(metric, page, value, surface):
        known = title["how"] == "micro" and "micro" in metric.averages  # a metric of the matrix, under another name
        made: dict[str, str] = {}
        if title["how"] == "micro" and not known and page.ending is not None:
            clause = capital(clause)
            n, times = page.ending.samples, page.ending.classes - 1
            made |= {"n": surface.plain(n), "times": surface.plain(times)}
            made["product"] = surface.inline(surface.notation.show(Mul((number(n), number(times)))) + f" = {n * times}")
        said.append(_of_classes(clause, page, surface, made, known=known))
    if neutral:
        key = "chance" if said else ("zero", "positive", "negative")[sign(value)]
        said.append(surface.say_made("meaning", key, value=_nearly(value, page, surface)))
    said += _spread(metric, page, surface)
    return [capital(text) for text in said]


def _is_beside_chance(metric: Metric, page: Page) -> bool:
    """Whether random order of the predictions would give 0 on average."""
    return metric.zero_at_random and page.ending is not None and page.ending.chance


def _both(found: Ending, page: Page, surface: Surface) -> list[str]:
    """What the two metrics that a value is made of say of the class, and which of them is lower."""
    say, label = surface.messages, page.title["label"]
    said = []
    clauses = []
    for part in found.pair:
        text, counts = meaning_text(metric_named(part.head.metric), "standard", say), _of_counts(part)
        percent = percent_of(evaluate(part), surface)
        if "{all}" in text and counts is not None and percent and label is not None and "{percent}" in text:
            known = {"percent": percent, "all": surface.plain(counts[1])}
            known["class"] = surface.say("meaning", "the_class", label=label)
            clauses.append(_filled(surface.prose(text), known))
    if len(clauses) == len(found.pair):  # together, for what one of them says alone could be taken for the value
        said.append(" ".join(capital(surface.say_made("meaning", "plain", meaning=clause)) for clause in clauses))
    low, high = sorted(found.pair, key=lambda part: evaluate(part))
    up = all(metric_named(part.head.metric).direction == "up" for part in found.pair)
    if up and low.head.metric != high.head.metric and evaluate(low) != evaluate(high):
        made = {
            "low_part": _part(low, page, surface),
            "high_part": _part(high, page, surface),
            "low": with_decimal(evaluate(low), found, surface),
            "high": with_decimal(evaluate(high), found, surface),
        }
        said.append(surface.say_made("meaning", "lower", **made))
    return said


def _part(part: Named, page: Page, surface: Surface) -> str:
    """A part by its name; of which class it is stands there where the page is not of a class."""
    tag = part.head.tag
    label = tag.label if tag is not None and page.title["label"] is None else None
    return quantity(surface, part.head.metric, average=part.head.average, label=label)


def _accuracy(page: Page, value: Number, surface: Surface) -> str:
    """The accuracy beside an average that could be taken for it."""
    found = page.ending
    if found is None or found.right is None:
        return ""
    right, accuracy = found.right, Fraction(*found.right)
    if right[1] == 1 or accuracy == value or (found.mistake and found.mistake.value == accuracy):
        return ""
    if not _clause(metric_named(page.title["metric"]), page, value, surface):
        return ""
    ratio = f"{right[0]}/{right[1]}"
    chain = surface.inline(f"{ratio}{beside(in_few_digits(accuracy, found.look.places), surface)}")
    made = {"right": surface.plain(str(right[0])), "n": surface.plain(str(right[1])), "ratio": chain}
    return surface.say_made("meaning", "other_than_accuracy", **made)


def _of_classes(clause: str, page: Page, surface: Surface, made: dict[str, str], *, known: bool) -> str:
    """The clause as a sentence that says of which classes it is true."""
    how, alone = page.title["how"], _alone(page)
    if alone[1:]:
        key = "macro_chosen" if how == "macro" else "weighted_chosen"
        counts = {"n": str(len(alone)), "k": str(page.ending.classes if page.ending else "")}
        return surface.say_made("meaning", key, meaning=clause, **counts)
    return surface.say_made("meaning", "plain" if known or alone else how, meaning=clause, **made)


def _alone(page: Page) -> list[Hashable]:
    return page.ending.alone if page.ending else []


def _clause(metric: Metric, page: Page, value: Number, surface: Surface) -> str:
    """What a value says, with its number; empty where nothing is known to be true of it."""
    say, title = surface.messages, page.title
    averaged = title["average"] is not None
    if title["how"] == "combined" or (metric.scope == "matrix" and (averaged or title["label"] is not None)):
        return ""
    convention = title["convention"] or metric.standard.name
    if title["how"] == "micro":  # a pool of all classes is no class: it means what it is equal to
        if not (page.ending and page.ending.partition):
            return ""
        if "micro" in metric.averages:
            metric = metric_named(metric.averages["micro"])
            convention = metric.standard.name
    text = surface.prose(meaning_text(metric, convention, say))
    pooled = title["how"] == "micro" and metric.scope == "class"
    improves = not metric.zero_at_random or (sign(value) > 0 and _is_beside_chance(metric, page))
    known = {"percent": percent_of(value, surface) if improves else ""}
    known["points"] = _points(value, surface)
    if not averaged:
        known["value"] = _three_digits(value, surface)
    of_one = title["label"] if title["label"] is not None or len(_alone(page)) != 1 else _alone(page)[0]
    if of_one is not None:
        known["class"] = surface.say("meaning", "the_class", label=of_one)
    else:
        known["class"] = say.get("meaning", "a_class")
    counts = _of_counts(page.named)
    if not averaged and counts:
        known["all"] = surface.plain(counts[1])
    wanted = [name for name in ("percent", "points", "value") if f"{{{name}}}" in text]
    if (
        not wanted
        or not all(known.get(name) for name in wanted)
        or (pooled and not _is_counted_again(metric, page, counts))
    ):
        return ""
    return _filled(text, known)


def _is_counted_again(metric: Metric, page: Page, counts: tuple[int, int] | None) -> bool:
    """Whether a micro average is that of a metric of the matrix, or counts each sample for all classes but one."""
    found = page.ending
    if metric.scope == "matrix" or found is None or counts is None:
        return metric.scope == "matrix"
    return found.classes > 2 and counts[1] == found.samples * (found.classes - 1)


def _filled(text: str, known: dict[str, str]) -> str:
    """A meaning with its places filled; without how many there are of something where that is not known."""
    if "all" not in known:
        text = re.sub(r"\S*\{all\} ", "", text)  # with an article that is written to the number
    for name, shown in known.items():
        text = text.replace(f"{{{name}}}", shown)
    return text


def _of_counts(named: Named) -> tuple[int, int] | None:
    """How many of how many samples a value is a fraction of; None where it is made in another way, or of one sample."""
    body = named.body
    if named.applied is not None or not isinstance(body, Div):
        return None
    if any(isinstance(e, Named) or (isinstance(e, Leaf) and e.value is None) for e in walk(body)):
        return None  # made of other metrics, or of no class
    if not has_value(body):
        return None
    top, bottom = evaluate(body.num), evaluate(body.den)
    if not isinstance(top, Fraction) or not isinstance(bottom, Fraction) or top.denominator * bottom.denominator > 1:
        return None
    return (top.numerator, bottom.numerator) if bottom != 1 else None


def _spread(metric: Metric, page: Page, surface: Surface) -> list[str]:
    """For which classes the values of a mean are highest and lowest, or which of two metrics is the lower one."""
    found = page.ending
    if found is None:
        return []
    if found.pair:
        return _both(found, page, surface)
    if not found.members:
        return []
    values = [evaluate(member.part) for member in found.members]
    least, most = min(values), max(values)
    classes = [[m.label for m, v in zip(found.members, values, strict=True) if v == end] for end in (most, least)]
    if least == most or max(map(len, classes)) > MOST_ALIKE:
        return []
    of = [surface.say("meaning", "of_classes", n=len(one), label=one[0], labels=one) for one in classes]
    shown = {"high": with_decimal(most, found, surface), "low": with_decimal(least, found, surface)}
    named = next(m.part for m, v in zip(found.members, values, strict=True) if v == least)
    text = meaning_text(metric, page.title["convention"] or metric.standard.name, surface.messages)
    counts = _of_counts(named) if "{all}" in text and len(classes[1]) == 1 else None
    key = "spread"
    if counts is not None:
        known = {"percent": surface.plain(counts[0]), "all": surface.plain(counts[1])}
        known["class"] = surface.say("meaning", "the_class", label=classes[1][0])
        shown["clause"] = capital(_filled(surface.prose(text), known))
        key = "spread_in_counts"
    return [surface.say_made("meaning", key, high_classes=of[0], low_classes=of[1], **shown)]


def _about(shown: str, surface: Surface) -> str:
    return surface.say_made("meaning", "about", percent=shown)


def _nearly(value: Number, page: Page, surface: Surface) -> str:
    """A value by its decimal."""
    found = in_few_digits(value, page.ending.look.places if page.ending else DIGITS)
    if found is None:
        return surface.number(value)
    shown = surface.inline(surface.notation.show(found[1]))
    return shown if found[0] else _about(shown, surface)


def percent_of(value: Number, surface: Surface) -> str:
    """A fraction of a whole in percent; empty for what is none."""
    if not 0 <= value <= 1:
        return ""
    whole = round_to(value * 100, 0, "half-up")
    if whole in (0, 100) and whole != value * 100:
        return surface.messages.get("meaning", "more" if whole else "less").replace("%", surface.prose("%"))
    text = surface.messages.get("number", "percent").replace("{n}", str(whole)).replace("%", surface.prose("%"))
    return text if whole == value * 100 else _about(text, surface)


def _points(value: Number, surface: Surface) -> str:
    """A difference of two fractions of a whole in percentage points, with its direction; empty where it is small."""
    points = round_to(value * 100, 0, "half-up")
    if not points:
        return ""
    text = surface.say_made("meaning", "points_more" if points > 0 else "points_less", n=str(abs(points)))
    return text if points == value * 100 else _about(text, surface)


def _three_digits(value: Number, surface: Surface) -> str:
    """A value greater than 0 with three digits, or four where it ends in a half; empty for any other, and near 1."""
    if sign(value) <= 0:
        return ""
    places = DIGITS - 1 - exponent(value)
    places += is_tie(value, places)
    near = round_to(value, places) / Fraction(10) ** places
    if near == 1:
        return ""
    digits = in_few_digits(near, DIGITS + 2)
    shown = surface.number(near) if digits is None else surface.inline(surface.notation.show(digits[1]))
    return shown if near == value else _about(shown, surface)


def _scale(metric: Metric, page: Page, surface: Surface) -> str:
    """How far the metric goes and which end is the best, or a sentence of the metric's own."""
    say, title, picked = surface.messages, page.title, metric.pick(page.title["convention"])
    low, high = picked.range
    named = {"low": low, "high": high}
    ends = {name: _end(end, surface) for name, end in named.items() if end is not None}
    of_class = metric.scope == "class" or title["label"] is None
    own = title["convention"] is None and title["average"] is None and of_class  # an average means something else
    if own or high is None:  # or its largest value is no whole number
        two = page.ending is not None and page.ending.classes == 2
        for key in (f"{metric.name}_two", metric.name)[not two :]:
            if say.has("meaning", "of", key):
                return surface.say_made("meaning", "of", key, **ends)
    if metric.direction == "none" and picked.optimum is not None:
        return surface.say_made("meaning", "best_inside", best=_end(picked.optimum, surface)) if own else ""
    tells = metric.independent if title["convention"] is None and title["average"] is None else None
    key, best = metric.direction, {"up": high, "down": low}.get(metric.direction)
    if low is None or (key != "none" and picked.optimum != best) or (key == "none" and high is None):
        return ""
    if tells is not None:
        key = key if high is not None else f"{key}_open"
        return surface.say_made("meaning", f"{key}_independent", independent=_end(tells, surface), **ends)
    if high is None or key == "none":
        return surface.say_made("meaning", key if high is not None else f"{key}_open", **ends)
    worst = worst_value(metric, page)
    if worst is None:
        return surface.say_made("meaning", "best", best=ends["high" if key == "up" else "low"])
    if worst not in picked.range:
        ends["low" if key == "up" else "high"] = surface.number(worst)
        k = page.ending.classes if page.ending else 0
        scale = surface.say_made("meaning", f"{key}_classes", k=str(k), **ends)
        if k > 2 and key == "up" and any(leaf.block == "tn" for leaf in leaves(page.named)):
            scale += " " + surface.say_made("meaning", "true_negative_for", n=str(k - 2))
        return scale
    return surface.say_made("meaning", key, **ends)


def _if_wrong(metric: Metric, page: Page, surface: Surface) -> str:
    """That the best value does not mean correct predictions; of a single class every prediction is correct."""
    single = page.ending is not None and page.ending.classes < 2
    return surface.messages.get("meaning", "if_wrong") if metric.optimum_if_wrong and not single else ""


def worst_value(metric: Metric, page: Page) -> Number | None:
    """The worst value that there is for so many classes, of a metric with a best and a worst end; None if not known."""
    title, (low, high) = page.title, metric.pick(page.title["convention"]).range
    end = low if metric.direction == "up" else high
    worst = Fraction(end) if isinstance(end, int) else end
    if (
        page.ending is None
        or title["how"] == "combined"
        or (title["average"] is None and (metric.scope == "class" or title["label"] is not None))
    ):
        return worst
    wrong = page.ending.wrong
    by_counts = title["how"] == "micro" and page.ending.partition and not page.ending.acted and metric.scale_free
    return wrong if wrong == worst or by_counts else None


def _end(n: Number | int, surface: Surface) -> str:
    """The end of a scale, or another number on it."""
    if isinstance(n, int):
        return surface.plain(n) if n >= 0 else surface.number(Fraction(n))
    return surface.number(n)


def rests(ending: Ending | None, surface: Surface) -> str:
    """That a convention put a number in the place of what has no value, or left it out."""
    if ending is None or not ending.acted:
        return ""
    said = []
    acted = [(part, part.applied.value) for part in ending.acted if part.applied]
    for metric, value in dict.fromkeys((part.head.metric, value) for part, value in acted):
        parts = [part for part, given in acted if (part.head.metric, given) == (metric, value)]
        head = parts[0].head
        facts: dict[str, Any] = {"n": len(parts), "label": None if head.tag is None else head.tag.label}
        facts["value"] = value.numerator if value is not None and value.denominator == 1 else value
        facts["metric"] = Written(surface.format.escape(title_of_metric(head.metric, surface.messages)))
        key = "omitted" if value is None else "counted" if head.tag is not None else "alone"
        said.append(surface.say("policy", key, **facts))
    keys = ["rests", *["rests_too"] * (len(said) - 1)]
    return " ".join(surface.say("result", key, policy=Written(one)) for key, one in zip(keys, said, strict=True))


def with_decimal(value: Number, ending: Ending, surface: Surface) -> str:
    """A value inside a sentence, with its decimal; a long one by its decimal alone."""
    return surface.inline(bare(value, ending, surface))


def bare(value: Number, ending: Ending, surface: Surface) -> str:
    """The same without the signs of a formula around it."""
    found, text = in_few_digits(value, ending.look.places), surface.one_line(value)
    if found is not None and len(f"{value}") > (LONGEST if isinstance(value, Fraction) else 2 * LONGEST):
        return f"{sign_of(found[0], surface)} {surface.inline_notation.show(found[1])}"
    return f"{text}{beside(found, surface)}"


def beside(found: Any, surface: Surface) -> str:
    """A decimal of few digits behind an exact value, with the sign between them."""
    return "" if found is None else f" {sign_of(found[0], surface)} {surface.notation.show(found[1])}"


def sign_of(exact: bool, surface: Surface) -> str:
    return "=" if exact else surface.format.approx
