"""Programs that read finished Markdown: pandoc, MyST's parser, CommonMark without mathematics, KaTeX."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tests.house.source import ROOT
from tests.tools import needed

Found = tuple[bool, str]  # whether a formula is displayed, and its source
BETWEEN = "PAGE ENDS HERE"


def pandoc(pages: Sequence[str], dialect: str) -> list[list[Found]]:
    """The formulas that pandoc finds in each page, read in one go."""
    text = f"\n\n{BETWEEN}\n\n".join(pages)
    command = [needed("pandoc"), "--from", dialect, "--to", "json"]
    run = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
    found: list[list[Found]] = [[]]
    for block in json.loads(run.stdout)["blocks"]:
        if "".join(_words(block)) == BETWEEN.replace(" ", ""):
            found.append([])
        found[-1] += _math(block)
    return found


def _math(node: Any) -> Iterator[Found]:
    """The formulas in a part of pandoc's tree."""
    if isinstance(node, dict) and node.get("t") == "Math":
        yield node["c"][0]["t"] == "DisplayMath", node["c"][1].strip()
    elif isinstance(node, (dict, list)):
        for part in node.values() if isinstance(node, dict) else node:
            yield from _math(part)


def _words(node: Any) -> Iterator[str]:
    if isinstance(node, dict) and node.get("t") == "Str":
        yield node["c"]
    elif isinstance(node, (dict, list)):
        for part in node.values() if isinstance(node, dict) else node:
            yield from _words(part)


def myst(page: str) -> list[Found]:
    """The formulas that MyST's parser finds, with the options that MyST gives to it."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.use(dollarmath_plugin, allow_labels=True, allow_space=True, allow_digits=True, double_inline=False)
    return [(t.type.startswith("math_block"), t.content.strip()) for t in _all(parser.parse(page)) if "math" in t.type]


def github(page: str) -> list[Found]:
    """The fences and the code between dollar signs that a parser of GitHub's Markdown leaves to the formulas."""
    found: list[Found] = []
    tokens = list(_all(MarkdownIt("commonmark").enable("table").parse(page)))
    for at, token in enumerate(tokens):
        if token.type == "fence" and token.info.strip() == "math":
            found.append((True, token.content.strip("\n")))
        elif token.type == "code_inline" and at and at + 1 < len(tokens):
            before, after = tokens[at - 1].content, tokens[at + 1].content
            if re.fullmatch(r"[a-z_0-9.]+(\([a-z_0-9.,/ =\"']*\))?", token.content) and not before.endswith("$"):
                continue  # the name of a function or an option, or a call
            assert before.endswith("$"), f"code that is no formula: {token.content}"
            assert after.startswith("$"), f"code that is no formula: {token.content}"
            found.append((False, token.content))
    return found


def _all(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def plain_html(page: str) -> str:
    """A page as CommonMark with tables, which knows no mathematics, makes HTML of it."""
    return MarkdownIt("commonmark").enable("table").render(page)


def shown(html: str) -> str:
    """The text that HTML shows: without tags, entities resolved."""
    return unescape(re.sub(r"<[^>]+>", "", html))


def node(asked: Sequence[dict[str, Any]]) -> list[Any]:
    """The answers of KaTeX and commonmark.js, by one process."""
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    environment = {**os.environ, "NODE_PATH": needed("katex")}
    script = str(ROOT / "tests" / "katex" / "read.js")
    run = subprocess.run(
        [needed("node"), script], input=lines.encode(), capture_output=True, check=True, env=environment
    )
    return [json.loads(line) for line in run.stdout.decode().splitlines()]
