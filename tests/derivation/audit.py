"""A finished derivation judged as a whole: every number on the page against the value it must have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from exactmetrics.api import ConfusionMatrix, Measured
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.cells import SHOWN_MATRIX
from exactmetrics.derivation.planning.page import CountTable, Formula, Score, Step
from exactmetrics.derivation.planning.tree import every_part, leaves
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import evaluate, has_value, walk
from exactmetrics.expression.nodes import Expr, Leaf, Named, Sum
from exactmetrics.expression.reading import read
from exactmetrics.metrics.registry import metric_named
from tests.derivation.documents import Document, Section, Table, take_apart
from tests.derivation.remarks import check_check, check_classes, check_mistake
from tests.derivation.rereading import FaultError, chains_of, check_equal, check_numeric, exact, unboxed
from tests.derivation.sentences import (
    check_box,
    check_meaning,
    check_said,
    is_near,
    plain,
    printed_fraction,
    written_out,
)
from tests.expression.chains import read_chain

OF_THE_REST = {
    "recall": "specificity",
    "specificity": "recall",
    "precision": "npv",
    "npv": "precision",
    "class_accuracy": "class_accuracy",
}  # what a metric of all other classes is of the class
Show = Callable[[Expr], str]
WITHOUT_VALUE = ("undefined_counted", "undefined_omit", "undefined_propagate", "undefined_infinite")


def audit(
    derivation: Derivation, measured: Measured, value: Any, surface: str, page: str | None = None, **options: Any
) -> tuple[int, Document]:
    """Everything numeric in a finished document holds; how many members were read back, and the document.

    `value` is what the metric is known to be, `options` how the derivation was asked for; `page` is the text, where it
    is there already.
    """
    page = derivation.to(surface) if page is None else page
    if surface == "text" and "\\" in page:
        raise FaultError("a command of TeX in plain text")
    document = take_apart(page, surface)
    if len(document.steps) != len(derivation.steps):
        raise FaultError(f"{len(derivation.steps)} steps, {len(document.steps)} on the page")
    check_data(document.data, measured)
    count = 0
    for number, (section, step) in enumerate(zip(document.steps, derivation.steps, strict=True), 1):
        if section.number != number:
            raise FaultError(f"step {number} is numbered {section.number}")
        count += check_step(section, step, derivation, measured, value, options)
    count += check_result(document, value, derivation, measured, options)
    return count, document


def check_step(
    section: Section, step: Step, derivation: Derivation, measured: Measured, value: Any, options: Mapping[str, Any]
) -> int:
    """The sentences, the table and the formulas of one step."""
    if (step.table is not None) != bool(section.tables):
        raise FaultError(f"the table of step {section.number} is not on the page")
    count = 0
    if step.table is not None:
        for table in section.tables:
            count += check_counts(table, step.table, derivation.request.metric.name, measured, options)
    if step.kind == "definition":
        return count
    show = surface_for("text", derivation.look, derivation.blocks.labels).notation.show
    chains, told = chains_of(section.rows), told_chains(step, show)
    if len(chains) != len(told):
        raise FaultError(f"{len(told)} formulas in step {section.number}, {len(chains)} on the page")
    for chain, (left, members, symbolic) in zip(chains, told, strict=True):
        if bool(chain.name) != (left is not None) or len(chain.symbolic) != symbolic:
            raise FaultError(f"not what step {section.number} tells: {chain}")
        if step.kind in WITHOUT_VALUE:
            count += check_equal(chain, 0)  # the denominator
        elif members:
            count += check_equal(chain, known_value(left, members, derivation, measured, value, options))
        if len(chain.trees) != len(members):
            raise FaultError(
                f"{len(members)} members in step {section.number}, {len(chain.trees)} on the page: {chain}"
            )
    if found := re.search(r"(is|is not) 0 here\.|If \S+(?: \S+)? is not 0, then", plain(section.text)):
        zeros = [not leaf.value for leaf in leaves(derivation.page.named) if leaf.block == "tp" and _is_known(leaf)]
        if any(zeros) == (found[1] is not None):
            raise FaultError(f"not true of these counts: {found[0]}")
    check_convention(section, options)
    check_totals(plain(section.text), measured)
    check_row_total(plain(section.text), measured)
    trees = [tree for chain in chains for tree in chain.trees]
    at = next(at for at, one in enumerate(derivation.steps) if one is step)
    before = [f.members[-1] for f in derivation.steps[at - 1].formulas[-1:] if f.numeric and f.members]
    return count + check_said(section.title, section.sentences, trees, [read(show(member)) for member in before])


def counted(text: str) -> Fraction:
    """A count in a sentence, where a fraction stands in brackets."""
    return Fraction(text.strip("()"))


def check_infinite(text: str) -> None:
    """The normal quantile is infinite at 0 and at 1 alone; a sentence names each once."""
    for sentence in re.split(r"\.\W+(?=[A-Z])", text):
        at = re.findall(r"\bz\((\d+)\)", sentence) if re.search("infinite|would need", sentence) else []
        if at not in ([], ["0"], ["1"], ["0", "1"]):
            raise FaultError(f"the normal quantile is not infinite there: {sentence}")


def check_row_total(text: str, measured: Measured) -> None:
    """The row total and the number of samples, wherever one class is taken to tell how a sum over classes is made."""
    blocks = measured._blocks
    for found in re.finditer(r"Take class (.+?): (\S+) of the (\S+) samples belong to it(.*)", text, re.DOTALL):
        of = [blocks.support[at] for at, label in enumerate(blocks.labels) if plain(str(label)) == found[1]]
        if counted(found[3]) != blocks.n or counted(found[2]) not in of:
            raise FaultError(f"not {of} of {blocks.n}: {found[0]}")
        every_time = (
            r"and (\S+) of the (\S+) samples were predicted as it .*? gets one of these (\d+) predictions with "
            r"probability (\d+)/(\d+)\. So on average, (\d+)/(\d+) \S (\d+)/(\d+) of all"
        )
        for said in re.findall(every_time, found[4], re.DOTALL):
            column, n = counted(said[0]), blocks.n
            known = [column, n, column, column, n, counted(found[2]), n, column, n]
            if [*map(counted, said)] != known or column not in blocks.predicted:
                raise FaultError(f"not {known}: {said}")
        for n, row, same in re.findall(r"divided by (\S+)\. This probability times (\d+)/(\d+)", found[4]):
            if [*map(counted, (n, row, same))] != [blocks.n, counted(found[2]), blocks.n]:
                raise FaultError(f"not {found[2]} of {blocks.n}: {found[4]}")


def check_totals(text: str, measured: Measured) -> None:
    """The number of samples, and the totals of the class of which the chance of a match is told."""
    blocks = measured._blocks
    for said in re.findall(r"= (\S+) is the number of all samples|There are 2 \S (\S+) actual and predicted", text):
        if counted("".join(said)) != blocks.n:
            raise FaultError(f"{said} samples, not {blocks.n}")
    for name, *said in re.findall(
        r"Take class (.+?): it is the actual class of (\S+) samples? \(row total\) and the predicted class of (\S+) "
        r"\(column total\)\. So it is drawn with the probability \((\S+) \+ (\S+)\)/\((\d+) \S (\S+)\)",
        text,
    ):
        at = list(map(str, measured.labels)).index(name)
        s, c = blocks.support[at], blocks.predicted[at]
        if [*map(counted, said)] != [s, c, s, c, 2, blocks.n]:
            raise FaultError(f"not the totals of {name}: {said}")


def check_convention(section: Section, options: Mapping[str, Any]) -> None:
    """A value that a convention counts as a number is counted as the one asked for."""
    for found in re.findall(r"counted as (-?\d+)", plain(section.text)):
        if options.get("undefined") != int(found):
            raise FaultError(f"counted as {found}: {options}")


def _is_known(leaf: Leaf) -> bool:
    return leaf.tag is not None and leaf.tag.position is not None and not leaf.tag.rest


def told_chains(step: Step, show: Show) -> list[tuple[Expr | None, list[Expr], int]]:
    """What stands on the left, the members in numbers, and how many are in symbols; one name goes on in one chain."""
    told: list[tuple[Expr | None, list[Expr], int]] = []
    for formula in step.formulas:
        members = shown_once(formula, show)
        if not members:  # an average over no class has nothing to show
            continue
        symbolic = sum(any(isinstance(part, (Leaf, Named, Sum)) for part in walk(e)) for e in members)
        numeric = members[symbolic:]
        if told and formula.left is not None and formula.left is told[-1][0]:
            told[-1] = (formula.left, told[-1][1] + numeric, told[-1][2] + symbolic)
        else:
            told.append((formula.left, numeric, symbolic))
    return told


def shown_once(formula: Formula, show: Show) -> list[Expr]:
    """The members that are not shown just like what stands before them."""
    before, out = None if formula.left is None else show(formula.left), []
    for member in formula.members:
        if (shown := show(member)) != before:
            out.append(member)
        before = shown
    return out


def known_value(
    left: Expr | None,
    members: list[Expr],
    derivation: Derivation,
    measured: Measured,
    value: Any,
    options: Mapping[str, Any],
) -> Any:
    """What a chain is known to be equal to: the value asked for, that of a part, or of the formula on its left."""
    if left is derivation.page.named:
        return value
    if isinstance(left, Named):
        return part_value(left, measured, options)
    return evaluate(members[0] if left is None else left)


def part_value(part: Any, measured: Measured, options: Mapping[str, Any]) -> Any:
    """What a part is known to be: asked for by itself, where it can be."""
    assert isinstance(part, Named)
    own, head = evaluate(part), part.head
    if head.is_part or head.mark is not None or (head.tag is not None and (head.tag.rest or head.tag.position is None)):
        return own
    shared = {k: v for k, v in options.items() if k in ("undefined", "preset")}
    if head.average is not None:
        shared |= {k: v for k, v in options.items() if k in ("over", "weights")}
    which = {"average": head.average} if head.average else {"label": head.tag.label} if head.tag else {}
    more = {name: options[name] for name in metric_named(head.metric).parameters if name in options}
    asked = measured.value(head.metric, **which, **shared, **more)
    if asked != own:
        raise FaultError(f"{head} is {own} in the derivation and {asked} by itself")
    return asked


def check_counts(table: Table, told: CountTable, main: str, measured: Measured, options: Mapping[str, Any]) -> int:
    """The table of counts: sums of cells, counts of the class, the class's own values."""
    if told.total is not None:
        return check_terms(table, told)
    width = 1 + len(told.blocks) + len(told.scores)
    if told.sums:
        table = check_sums(table, told)
    if len(table) != len(told.rows) + 1 or any(len(row) != width for row in table):
        raise FaultError(f"{len(table)} rows of {len(table[0])} columns, not {len(told.rows) + 1} of {width}")
    parts = measured._blocks
    count = 0
    for at, (row, (label, _, _)) in enumerate(zip(table[1:], told.rows, strict=True)):
        for block, cell in zip(told.blocks, row[1:], strict=False):
            values = check_numeric(cell)
            known = (
                _weight(label, options, measured) if block == "weight" else getattr(parts, block)[parts.position(label)]
            )
            if values[-1] != known:
                raise FaultError(f"{block} of {label!r} is {known}, not {cell}")
            count += len(values)
        for score, cell in zip(told.scores, row[1 + len(told.blocks) :], strict=True):
            count += _check_score(cell, told, score, at, main, measured, options)
    return count


def check_sums(table: Table, told: CountTable) -> Table:
    """The last row adds up the columns; the table without it."""
    *rest, last = table
    for column, total in list(zip(zip(*rest[1:], strict=True), last, strict=True))[1:]:
        if total and sum(check_numeric(cell)[-1] for cell in column) != exact(read_chain(total).members[0].tree):
            raise FaultError(f"{total} is not the sum of {column}")
    return rest


def check_terms(table: Table, told: CountTable) -> int:
    """The terms of a long sum: each over the common denominator, and their numerators added."""
    head, *rows, last = table
    found = re.search(r"\d+$", plain(head[-1]))
    assert found is not None
    common, count, numerators, bottoms = int(found[0]), 0, [], []
    if len(rows) + told.left_out != len(told.rows) + told.left_out:
        raise FaultError(f"{len(rows)} terms of {len(told.rows)}")
    for row, (label, _, _), chain in zip(rows, told.rows, told.scores[0].chains, strict=True):
        _, term, factor, numerator = row
        values = check_numeric(term)
        if values[-1] != evaluate(chain.members[0]):
            raise FaultError(f"the term of {label!r} is not {term}")
        top, bottom = printed_fraction(term)
        if [bottom * int(factor), top * int(factor)] != [common, int(plain(numerator).replace("−", "-"))]:
            raise FaultError(f"{row} is not over {common}")
        numerators.append(top * int(factor))
        bottoms.append(bottom)
        count += len(values) + 2
    if not told.left_out and (int(plain(last[-1])) != sum(numerators) or lcm(*bottoms) != common):
        raise FaultError(f"{last} is not the sum over {common}")
    if int(plain(last[-1])) != told.total:
        raise FaultError(f"{last} is not {told.total}")
    return count + 1


def _weight(label: Any, options: Mapping[str, Any], measured: Measured) -> Fraction:
    """The weight of a class in a weighted mean; 1 in any other."""
    weights, blocks = options.get("weights", "support"), measured._blocks
    if options.get("average") != "weighted":
        return Fraction(1)
    if isinstance(weights, Mapping):
        return Fraction(weights.get(label, 0))
    return Fraction(getattr(blocks, weights)[blocks.position(label)])


def _check_score(
    cell: str, told: CountTable, score: Score, at: int, main: str, measured: Measured, options: Mapping[str, Any]
) -> int:
    """The value of a class: asked for by itself, with a star where a convention gives it, or a word."""
    assert isinstance(score.head, Named)
    head, members = score.head.head, score.chains[at].members
    label, position, _ = told.rows[at]
    marked, left_out = position in score.marked, not _weight(label, options, measured)
    policy = {k: v for k, v in options.items() if k in ("undefined", "preset")}
    rest = head.tag is not None and head.tag.rest
    by_itself = not (head.is_part or (rest and head.metric not in OF_THE_REST))  # whether it can be asked for so
    if not by_itself:
        own: Any = evaluate(members[0]) if members else None
        known = replaced = Undefined(head.metric, label, Fraction(0), Fraction(0)) if own is None else own
    else:
        metric = OF_THE_REST[head.metric] if rest else head.metric
        named = ("convention", "form", *metric_named(main).parameters) if head.metric == main else ()
        more = {k: options[k] for k in named if k in options}
        known, replaced = (measured.value(metric, label=label, **more, **asked) for asked in ({}, policy))
    starred = bool(re.search(r"(?:\\?\*|\^\{\\ast\}\$)$", cell))
    if left_out:  # no convention is needed for it
        replaced = known
    if starred != (marked and bool(members)) or (starred and by_itself and not isinstance(known, Undefined)):
        raise FaultError(f"{cell} for {head.metric} of {label!r}: {known}")
    if isinstance(replaced, Undefined):
        if cell != "undefined" or members:
            raise FaultError(f"{head.metric} of {label!r} is undefined, not {cell}")
        return 1
    values = check_numeric(re.sub(r"\\?\*$|\^\{\\ast\}(?=\$$)", "", cell))
    if values[-1] != replaced:
        raise FaultError(f"{head.metric} of {label!r} is {replaced}, not {cell}")
    return len(values)


def check_data(section: Section, measured: Measured) -> None:
    """The matrix with its margins, or the counts of every class, and how missing ones were found."""
    blocks, cells = measured._blocks, measured._cells()
    if cells is not None and blocks.k <= SHOWN_MATRIX:
        table, *four = section.tables
        for found in four:
            check_four(found, measured)
        expected = [[*row, sum(row)] for row in cells]
        expected.append([sum(column) for column in zip(*expected, strict=True)])
        for row, known in zip(table[1:], expected, strict=True):
            found = [count_in(cell) for cell in row[1:]]
            if found != [Fraction(x) for x in known]:
                raise FaultError(f"the data has {row}, not {known}")
        return
    for table in section.tables:
        check_counts_of_classes(table, measured)
    for row in section.rows:
        check_deduction(row)


def check_four(table: Table, measured: Measured) -> None:
    """The four counts of a class as a matrix of two, with its totals: those of some class."""
    known = []
    blocks = measured._blocks
    for tp, fn, fp, tn in zip(blocks.tp, blocks.fn, blocks.fp, blocks.tn, strict=True):
        known.append([[tp, fn, tp + fn], [fp, tn, fp + tn], [tp + fp, fn + tn, tp + fn + fp + tn]])
    found = [[count_in(cell) for cell in row[1:]] for row in table[1:]]
    letters = [re.sub(r" =.*", "", cell) for row in table[1:3] for cell in row[1:3]]
    if found not in known or letters != ["TP", "FN", "FP", "TN"]:
        raise FaultError(f"the four counts of no class: {table}")


HEADS = {"samples": "support", "predicted samples": "predicted", "TP": "tp", "FN": "fn", "FP": "fp", "TN": "tn"}


def check_counts_of_classes(table: Table, measured: Measured) -> None:
    """Given counts and found ones are those of their class, and where a cell shows how, that is equal to it."""
    blocks = measured._blocks
    if table[0][0] != "class":  # what the four counts are
        return
    heads = [head.partition(" = ")[0] for head in table[0][1:]]
    named = [label for label in map(str, blocks.labels) if label in {row[0] for row in table[1:]}]
    whole = len(table) == 1 + blocks.k  # a class of which no count is missing has no row
    places = range(blocks.k) if whole else [list(map(str, blocks.labels)).index(label) for label in named]
    for row, at in zip(table[1:], places, strict=True):
        for head, cell in zip(heads, row[1:], strict=True):
            if not cell:
                continue
            known = blocks.n - blocks.support[at] if head == "other samples" else getattr(blocks, HEADS[head])[at]
            if set(check_numeric(cell)) != {Fraction(known)}:
                raise FaultError(f"{head} of {blocks.labels[at]!r} is {known}, not {cell}")


def count_in(cell: str) -> Fraction:
    """The count in a cell, which may be set off and stand after the letters of what it is."""
    bare = re.sub(r"^[TF][PN] = ", "", cell)
    return Fraction(bare.replace(r"\textbf", "").strip("*{}[]"))


def check_deduction(row: str) -> None:
    """The numbers of name = numbers = value, and of a chain of numbers only, are equal."""
    values = [exact(m.tree) for m in read_chain(row).members if m.tree is not None]
    if not values or len(set(values)) != 1:
        raise FaultError(f"{values} are not equal in {row}")


def check_result(
    document: Document, value: Any, derivation: Derivation, measured: Measured, options: Mapping[str, Any]
) -> int:
    """The boxed value with its decimal and what is said of it; or why there is none, and what conventions make."""
    result, main = document.result, derivation.request.metric.name
    if isinstance(value, Undefined):
        if "undefined" not in result.text:
            raise FaultError(f"undefined, but the page says {result}")
        check_infinite(plain(result.text))
        sums = sum(check_equal(chain, chain.values()[0]) for chain in chains_of(result.rows))
        ends = dict(zip(("worst", "best"), derivation.request.bound.convention.range, strict=True))
        if derivation.request.metric.direction == "down":
            ends = {"worst": ends["best"], "best": ends["worst"]}
        for counted, which in re.findall(r"Counting as (\d+) gives [^.]*the (best|worst) value", plain(result.text)):
            if int(counted) != ends[which]:
                raise FaultError(f"{counted} is not the {which} value")
        if wrong := [n for n in re.findall(r"(\d+) has no logarithm", plain(result.text)) if int(n)]:
            raise FaultError(f"{wrong} has a logarithm")
        check_missing(result, derivation)
        return sums + sum(check_conventions(table, measured, main, options) for table in result.tables)
    check_convention(result, options)
    count = check_box(list(map(unboxed, result.rows)), result.text, value)
    terms = {len(e.terms) for e in every_part(derivation.page.named) if isinstance(e, Sum)}
    check_number_of_classes(result, measured, main, options, terms)
    for sentence in result.sentences:
        rest = check_classes(sentence, derivation, measured, options)
        count += check_meaning(rest, value, derivation.request.bound.convention.range)
    if "Check" in document.remarks:
        count += check_check(document.remarks["Check"], value, derivation)
    if "Common mistake" in document.remarks:
        count += check_mistake(document.remarks["Common mistake"], derivation, measured, options)
    return count


def check_number_of_classes(
    result: Section, measured: Measured, main: str, options: Mapping[str, Any], terms: set[int]
) -> None:
    """How many classes there are, and the worst value: that of one sample of each class, predicted as the next one."""
    for part, whole in re.findall(r"average over (\d+) of the (\d+) classes", plain(result.text)):
        if int(whole) != len(measured.labels) or int(part) not in terms:
            raise FaultError(f"{terms} of {len(measured.labels)} classes, not {part} of {whole}")
    found = re.search(r"With (\d+) classes, the scale goes from (.+?) \((\w+)\) to (.+?) \(", plain(result.text))
    if found is None:
        return
    labels = list(measured.labels)
    wrong = ConfusionMatrix([[int(one == other) for other in labels[1:] + labels[:1]] for one in labels], labels=labels)
    options = {name: given for name, given in options.items() if name not in ("undefined", "preset")}
    worst = wrong.value(main, **options, undefined="propagate")
    if int(found[1]) != len(labels) or exact(read(found[2] if found[3] == "worst" else found[4])) != worst:
        raise FaultError(f"{worst} with {len(labels)} classes, not {found[0]}")


def check_missing(result: Section, derivation: Derivation) -> None:
    """How many values are missing, of how many classes, and which number a program puts there."""
    ending = derivation.page.ending
    assert ending is not None
    missing = {part.head for part in ending.missing + ending.acted}
    classes = {head.tag.label for head in missing if head.tag is not None}
    members = {member.label for member in ending.members}
    lacking = {member.label for member in ending.members if not has_value(member.part)}
    terms = {len(e.terms) for e in every_part(derivation.page.named) if isinstance(e, Sum)}
    programs = {str(ending.software.rules[derivation.request.metric.name])} if ending.software else set()
    text = plain(" ".join([*result.sentences, *(row[0] for table in result.tables for row in table)]))
    for pattern, known in {
        r"\bdenominator is (\d+)": {"0"},
        r"So (one|\d+) of the \d+ values": {"one" if len(lacking) == 1 else str(len(lacking))},
        r"of the (\d+) values of the mean": {str(len(members))},
        r"the (\d+) missing values": {str(len(missing))},
        r"the (\d+) classes": {str(len(classes))},
        r"(\d+) class(?:es)?(?: is left| are left|\))": {str(n - len(classes)) for n in terms},
        r"counts [^.]* as (\S+?)(?: and shows a warning)?\.(?: You|$)": programs,
    }.items():
        if wrong := {*re.findall(pattern, text)} - known:
            raise FaultError(f"{wrong}, not {known} in {text}")


def check_conventions(table: Table, measured: Measured, main: str, options: Mapping[str, Any]) -> int:
    """What the value is under each convention: calculated, and its decimal."""
    count = 0
    for said, calculated, digits in table[1:]:
        chosen = re.search(r"^count .* as (\S+)$", plain(said))
        known = measured.value(main, **{**options, "undefined": int(chosen[1]) if chosen else "omit"})
        if isinstance(known, Undefined):
            if digits:
                raise FaultError(f"{said}: {known}, not {digits}")
            continue
        values = check_numeric(calculated) if calculated else []  # a long fraction stands there as a decimal alone
        if values[-1:] != [known][: len(values)] or not (calculated or digits):
            raise FaultError(f"{said}: {known}, not {calculated}")
        if not digits and known.denominator == 1:
            continue
        sign, _, decimal = written_out(plain(digits)).strip().partition(" ")
        if not (is_near(decimal, known) if sign == "≈" else exact(read(decimal)) == known):
            raise FaultError(f"{digits} of {known}")
        count += len(values) + 1
    return count
