"""The short paragraphs around a derivation: the question that it answers, a check of its value, and a usual mistake."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.derivation.checks import calculation
from exactmetrics.derivation.ending import Ending
from exactmetrics.derivation.notation.breaking import width
from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.writing.meaning import bare, with_decimal
from exactmetrics.derivation.writing.names import mistake_text, quantity, question_text
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.values import Irrational, Number, Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Max, Min, Named, Num, whole_number
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import SAMPLES

WIDEST = 34  # digits of a calculation in a sentence
MORE_PLACES = 4  # digits more than the page shows, with which a check is tried
Remark = dict[str, str]  # its kind, the title before it, and its text


def question(page: Page, surface: Surface) -> Remark | None:
    """What the value answers, in plain words."""
    title, say = page.title, surface.messages
    if not title or title["convention"] or title["how"] == "combined" or is_of_class_of_matrix(page):
        return None
    text = question_text(metric_named(title["metric"]), say)
    if not text:
        return None
    asked = say.filled(surface.prose(text), {"class": class_named(page, surface)}.__getitem__)
    return _remark("question", surface.say_made("question", title["how"], question=asked), surface)


def class_named(page: Page, surface: Surface) -> str:
    """What sentences call the class that a value is of: any class, if it is an average."""
    label = page.title["label"]
    if label is None:
        return surface.messages.get("meaning", "a_class")
    return surface.say("meaning", "the_class", label=label)


def is_of_class_of_matrix(page: Page) -> bool:
    """Whether a metric of the matrix is asked for a class, or averaged: its sentences speak of the whole matrix."""
    title = page.title
    return metric_named(title["metric"]).scope == "matrix" and (title["average"] or title["label"]) is not None


def remarks(page: Page, surface: Surface) -> list[Remark]:
    """The check of a value and the mistake to avoid, as far as there are any; an exercise has neither."""
    found = page.ending
    if found is None or not page.title or page.blanks or found.look.detail == "brief":
        return []
    told = {"check": _check(page, found, surface), "mistake": _mistake(page, found, surface)}
    return [_remark(kind, text, surface) for kind, text in told.items() if text]


def _remark(kind: str, text: str, surface: Surface) -> Remark:
    return {"kind": kind, "title": surface.messages.get("remark", kind), "text": text}


def _check(page: Page, found: Ending, surface: Surface) -> str:
    """The value by another way, or else between which values it lies."""
    way = found.second_way
    if way is None or sum(map(width, way.members)) > WIDEST:
        return _between(page, found, surface)
    if way.kind == "times_back":
        made = {"chain": _short(way.members, surface), "part": _called(way.parts[0], surface)}
        return surface.say_made("check", "times_back", below=_called(way.parts[1], surface), **made)
    parts = [
        surface.say_made("check", "mean", part=_called(part, surface), chain=_short(calculation(part), surface))
        for part in way.parts
    ]
    return surface.say_made(
        "check", "of_means", parts=surface.messages.listing(parts), chain=_short(way.members, surface)
    )


def _short(members: list[Expr], surface: Surface) -> str:
    """A chain in a sentence; its last member alone where it is long."""
    if sum(map(width, members)) > WIDEST:
        members = members[-1:]
    return surface.inline(" = ".join(dict.fromkeys(_shown(e, surface) for e in members)))


def _shown(e: Expr, surface: Surface) -> str:
    """A formula on one line; of a mean the sum comes first."""
    show = surface.inline_notation.show
    if isinstance(e, Div) and isinstance(e.num, Add) and (n := whole_number(e.den)):
        return f"({show(e.num)})/{n}"
    if (
        isinstance(e, Div)
        and isinstance(e.num, Num)
        and whole_number(e.den) is None
        and not isinstance(e.den, Max | Min)
    ):  # counts that are no whole numbers
        return f"({show(e.num)})/({show(e.den)})"
    return show(e)


def _called(part: Named, surface: Surface) -> str:
    label = part.head.tag.label if part.head.tag is not None else None
    return quantity(surface, part.head.metric, average=part.head.average, label=label)


def _between(page: Page, found: Ending, surface: Surface) -> str:
    """Between which numbers a mean lies; nothing where all of them are equal."""
    if not isinstance(page.value, (Fraction, Irrational)):
        return ""
    key, say = page.title["metric"], surface.messages
    if found.members:
        key, parts = "weighted_mean" if found.weighted else "mean_of_classes", [m.part for m in found.members]
    elif found.pair and say.has("check", key):
        parts = found.pair
    else:
        return ""
    ends = [pick(map(evaluate, parts)) for pick in (min, max)]
    shown = _in_order([ends[0], page.value, ends[1]], found, surface)
    return surface.say_made("check", key, chain=surface.inline(shown)) if shown else ""


def _in_order(values: list[Number], found: Ending, surface: Surface) -> str:
    """Three numbers, each smaller than the next, with as many digits as tell them apart; empty where two are equal."""
    if not values[0] < values[1] < values[2]:
        return ""
    for places in range(found.look.places, found.look.places + MORE_PLACES):
        digits = [in_few_digits(value, places) for value in values]
        shown = [Num(value) if about is None else about[1] for value, about in zip(values, digits, strict=True)]
        if evaluate(shown[0]) < evaluate(shown[1]) < evaluate(shown[2]):
            return " < ".join(map(surface.notation.show, shown))
    return ""


def _mistake(page: Page, found: Ending, surface: Surface) -> str:
    """What is often calculated instead, with the number that it gives."""
    if found.mistake is None or isinstance(page.value, Undefined):
        return ""
    title, metric = page.title, metric_named(page.title["metric"])
    made = {"value": with_decimal(found.mistake.value, found, surface)}
    members = found.mistake.members
    if len(members) > 1 and sum(map(width, members)) <= WIDEST:
        shown, value = _shown(members[0], surface), bare(found.mistake.value, found, surface)
        if shown != surface.one_line(found.mistake.value):
            equals = "" if value.startswith(surface.format.approx) else "= "
            made["value"] = surface.inline(f"{shown} {equals}{value}")
    if found.mistake.average is None:
        if is_of_class_of_matrix(page):
            return ""
        text = mistake_text(metric, surface.messages)
        return surface.messages.filled(surface.prose(text), (made | {"class": class_named(page, surface)}).__getitem__)
    made["other"] = quantity(surface, title["metric"], average=found.mistake.average)
    accurate = found.partition and found.mistake.average == "micro" and metric.averages.get("micro")
    if accurate:
        made["also"] = quantity(surface, accurate)
    average = "macro" if title["average"] == SAMPLES else title["average"]
    key = f"{average}_also" if accurate else average
    return surface.say_made("mistake", key, **made)
