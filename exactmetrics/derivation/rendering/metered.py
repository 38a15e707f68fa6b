"""A parsed template made to count: every loop, block and macro counts its steps, every text that is written its length.

`meter` changes the tree: a tick at the head of every body, a counting filter round what a loop runs over and round what
is compared; plain text becomes a constant, for constants pass through the environment's `finalize` and text does not;
`a ~ b` becomes `[a, b] | join`, whose result is counted before it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

TICK, EACH, SCALAR, CONTAINER, PART = "_tick", "_each", "_scalar", "_container", "_part"


def meter(tree: nodes.Template) -> nodes.Template:
    """The same template, counting.

    >>> from jinja2 import Environment
    >>> tree = meter(Environment().parse("{% for x in xs %}a{{ x }}{% endfor %}"))
    >>> [node.name for node in tree.find_all(nodes.Filter)]
    ['_tick', '_each']
    """
    _Metered().visit(tree)
    return tree


class _Metered(NodeTransformer):
    """Inside out, so that the size of a body is that of what will run."""

    def get_visitor(self, node: nodes.Node) -> Callable[..., nodes.Node] | None:
        """What changes a kind of node, after its parts."""
        change = CHANGES.get(type(node))
        return None if change is None else lambda node: change(self.generic_visit(node))


def _body(node: nodes.Template | nodes.Block | nodes.Macro | nodes.CallBlock) -> nodes.Node:
    count = nodes.Const(_size(node.body), lineno=node.lineno)
    node.body.insert(0, nodes.ExprStmt(_filter(count, TICK), lineno=node.lineno))
    return node


def _loop(node: nodes.For) -> nodes.Node:
    node.iter = _filter(node.iter, EACH, nodes.Const(_size(node.body), lineno=node.lineno))
    return node


def _output(node: nodes.Output) -> nodes.Node:
    node.nodes = [
        nodes.Const(part.data, lineno=part.lineno) if isinstance(part, nodes.TemplateData) else part
        for part in node.nodes
    ]
    return node


def _item(node: nodes.Getitem) -> nodes.Node:
    if not isinstance(node.arg, nodes.Slice):
        return node
    ends = [end or nodes.Const(None, lineno=node.lineno) for end in (node.arg.start, node.arg.stop)]
    return _filter(node.node, PART, *ends)


def _concatenation(node: nodes.Concat) -> nodes.Node:
    return _filter(nodes.List(node.nodes, lineno=node.lineno), "join")


def _comparison(node: nodes.Compare) -> nodes.Node:
    node.expr = _filter(node.expr, SCALAR)
    for operand in node.ops:
        operand.expr = _filter(operand.expr, CONTAINER if operand.op in ("in", "notin") else SCALAR)
    return node


CHANGES: dict[type[nodes.Node], Callable[[Any], nodes.Node]] = {
    nodes.Template: _body,
    nodes.Block: _body,
    nodes.Macro: _body,
    nodes.CallBlock: _body,
    nodes.For: _loop,
    nodes.Output: _output,
    nodes.Getitem: _item,
    nodes.Concat: _concatenation,
    nodes.Compare: _comparison,
}


def _filter(node: Any, name: str, *args: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(node, name, list(args), [], None, None, lineno=node.lineno)


def _size(body: list[nodes.Node]) -> int:
    """How many parts a body has, itself counted as one."""
    return 1 + sum(_size(list(node.iter_child_nodes())) for node in body)
