"""The sections of the corpus: what each writes, in pieces that can be made one by one."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

import exactmetrics as em
from exactmetrics.cli import main
from tests.frozen.questions import METRICS, POLICIES, matrices, matrix, questions

ROOT = Path(__file__).resolve().parents[2]
INPUTS = Path(__file__).with_name("inputs.jsonl")
FORMATS = ("text", "text-2d", "markdown", "github", "latex", "html-fragment", "json")
STANDALONE = ("latex-document", "html")
LANGUAGES = ("en", "en", "en", "en", "es", "ar")
DETAILS = ("full", "full", "full", "brief", "full", "scaffold", "full")
PROFILES = (None, None, None, None, None, None, None, None, "001", "002", "003")

Texts = Iterator[tuple[str, str]]


def said(ask: Callable[..., object], *arguments: Any, **options: Any) -> str:
    """What is answered, or which error is raised."""
    try:
        return str(ask(*arguments, **options))
    except em.ExactMetricsError as fault:
        return f"{type(fault).__name__}: {fault}"


def derived(cm: Any, name: str, to: str, **options: Any) -> str:
    text: str = cm.derive(name, **options).to(to)
    return text


def represented(cm: Any, name: str, **options: Any) -> str:
    return repr(cm.value(name, **options))


def reported(cm: Any, to: str, **options: Any) -> str:
    text: str = cm.report(metrics="all", **options).to(to)
    return text


def compared(first: Any, second: Any, to: str, **options: Any) -> str:
    """Two questions, each of a matrix, a metric and options, side by side."""
    one, two = (cm.derive(name, **asked) for cm, name, asked in (first, second))
    return em.compare(one, two, **options).to(to)


def in_json(call: Any, *arguments: Any, **options: Any) -> str:
    text: str = call(*arguments, **options).to_json()
    return text


def derivations(at: int) -> Texts:
    """Every question about one matrix, each in the next format, policy, detail, language and profile."""
    rows = matrices()[at]
    cm = matrix(rows)
    turn = at * 5
    for name in METRICS:
        texts = []
        for question in questions(metric(name), len(rows)):
            turn += 1
            format = FORMATS[turn % 7] if turn % 31 else STANDALONE[turn % 2]
            options = {
                "undefined": POLICIES[(turn // 7) % 4],
                "detail": DETAILS[(turn // 3) % 7],
                "language": LANGUAGES[(turn // 5) % 6],
                "profile": PROFILES[(turn // 2) % 11],
            }
            texts.append(f"{question} {options} {format}\n" + said(derived, cm, name, format, **question, **options))
        yield f"derivation {at:02d} {name}", "\n".join(texts)


def values(at: int) -> Texts:
    """`value --json` of every question, and the values of the public interface under every policy."""
    rows = matrices()[at]
    cm, inline = matrix(rows), "; ".join(" ".join(map(str, row)) for row in rows)
    run = CliRunner()
    for name in METRICS:
        texts = []
        for question in questions(metric(name), len(rows)):
            for policy in POLICIES:
                texts.append(said(represented, cm, name, **question, undefined=policy))
        for options in ([], ["-a", "macro"], ["-a", "micro"], ["-a", "weighted"], ["--label", "0"]):
            for policy in ("propagate", "0", "omit"):
                answer = run.invoke(main, ["value", inline, "-m", name, "--json", "--undefined", policy, *options])
                texts.append(answer.output)
        yield f"value {at:02d} {name}", "\n".join(texts)


def reports(at: int) -> Texts:
    """The report on one matrix in every format."""
    rows = matrices()[at]
    cm = matrix(rows)
    below: list[Any] = [False, "brief", "full"] if len(rows) < 5 else [False]
    for format in FORMATS + STANDALONE:
        texts = [
            said(reported, cm, format, derivations=d, undefined=p, language=la)
            for d in below
            for p, la in zip(POLICIES, ("en", "es", "ar", "en"), strict=True)
        ]
        yield f"report {at:02d} {format}", "\n".join(texts)


def comparisons(at: int) -> Texts:
    """Pairs of derivations side by side, in every format."""
    rows, other = matrices()[at], matrices()[(at + 12) % 60]
    one, two = matrix(rows), matrix(other)
    for number, name in enumerate(METRICS):
        asked = list(questions(metric(name), len(rows)))
        first, second = asked[at % len(asked)], asked[(at * 3 + 5) % len(asked)]
        looks: dict[str, Any] = {"detail": DETAILS[(at + number) % 7], "language": LANGUAGES[(at + number) % 6]}
        format = (FORMATS + STANDALONE)[(at + number) % 9]
        texts = [
            said(compared, (one, name, first | looks), (one, name, second), format),
            said(compared, (one, name, first), (two, name, first), format, names=("Filter A", "Filter B")),
        ]
        yield f"comparison {at:02d} {name}", "\n".join(texts)


def pages(at: int) -> Texts:
    """Explanations, the catalogue, documents, the worked examples' derivations: each once."""
    if at == 0:
        for language in ("en", "es", "ar"):
            yield f"explanation {language}", "\n".join(em.explain(name, language=language) for name in METRICS)
    if at in (1, 2, 3):
        language = ("en", "es", "ar")[at - 1]
        document = em.document(ROOT / "docs" / "tutorial.toml", language=language)
        for format in FORMATS + STANDALONE:
            yield f"document {language} {format}", said(document.to, format)
    if at >= 4:
        examples = sorted((ROOT / "worked_examples").glob("*/*.toml"))
        examples = [e for e in examples if e.stem != "profile"]
        if at - 4 < len(examples):
            yield from example(examples[at - 4])


def example(path: Path) -> Texts:
    """Every derivation of a worked example in every format and detail."""
    held = tomllib.loads(path.read_text(encoding="utf-8"))
    where = f"{path.parent.name}/{path.stem}"
    if "matrix" not in held.get("data", {}):
        return
    data = held["data"]
    cm = em.ConfusionMatrix(data["matrix"], labels=data.get("labels"), positive=data.get("positive"))
    for format in FORMATS:
        texts = []
        for asked in held.get("derive", []):
            for detail in ("full", "brief", "scaffold"):
                options = {k: v for k, v in asked.items() if k != "metric"}
                texts.append(said(derived, cm, asked["metric"], format, detail=detail, **options))  # type: ignore[misc]
        yield f"example {where} {format}", "\n".join(texts)


def judged(at: int) -> Texts:
    """The JSON of everything the tests verify or ask `feasible`, one line of `inputs.jsonl` each."""
    line = _inputs()[at]
    kind, arguments, options = json.loads(line)
    with TemporaryDirectory() as folder:
        given = [_decoded(a, folder) for a in arguments]
        named = {k: _decoded(v, folder) for k, v in options.items()}
        call: Any = {"document": em.verify_document, "claims": em.verify_claims, "feasible": em.feasible}[kind]
        text = said(in_json, call, *given, **named)
        yield f"{kind} {at:04d}", text.replace(folder + "/", "").replace("\\/", "/")


def files(at: int) -> Texts:
    """The JSON of `verify` on every worked example and page of the documentation."""
    path = _files()[at]
    yield f"file {path.relative_to(ROOT)}", said(in_json, em.verify_document, path).replace(f"{ROOT}/", "")


def _decoded(x: Any, folder: str) -> Any:
    if isinstance(x, list):
        return [_decoded(y, folder) for y in x]
    if not isinstance(x, dict):
        return x
    [(kind, held)] = x.items()
    if kind == "file":
        name, text = held
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        return path
    if kind == "matrix":
        return em.ConfusionMatrix(_decoded(held[0], folder), labels=_decoded(held[1], folder))
    if kind == "dict":
        return {_hashable(_decoded(k, folder)): _decoded(v, folder) for k, v in held}
    if kind == "tuple":
        return tuple(_decoded(y, folder) for y in held)
    return {"fraction": Fraction, "decimal": Decimal}[kind](held)


def _hashable(x: Any) -> Any:
    return tuple(x) if isinstance(x, list) else x


def _inputs() -> list[str]:
    return INPUTS.read_text(encoding="utf-8").splitlines() if INPUTS.exists() else []


def _files() -> list[Path]:
    found = [p for e in ("md", "tex", "toml") for p in (ROOT / "worked_examples").glob(f"*/*.{e}")]
    found += (ROOT / "docs").rglob("*.md")
    return sorted(p for p in found if p.stem != "profile")


def metric(name: str) -> Any:
    """A metric of the registry by its name."""
    return next(m for m in em.metrics() if m.name == name)


# By name: what makes one piece, and how many pieces there are.
SECTIONS: dict[str, tuple[Callable[[int], Texts], Callable[[], int]]] = {
    "derivations": (derivations, lambda: 60),
    "values": (values, lambda: 60),
    "reports": (reports, lambda: 60),
    "comparisons": (comparisons, lambda: 60),
    "pages": (pages, lambda: 40),
    "judged": (judged, lambda: len(_inputs())),
    "files": (files, lambda: len(_files())),
}


def whole_lines(text: str) -> str:
    """A text without what changes from run to run: addresses of objects, and times."""
    return re.sub(r" at 0x[0-9a-f]+", "", text)
