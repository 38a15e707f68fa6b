"""The published files: the schema as others read it, ids, size, what they cover, and what the README says of them."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import averages_of
from exactmetrics.sheets.schema import check_shape
from exactmetrics.vectors.catalogue import entries
from exactmetrics.vectors.flags import notes
from tests.cases import size
from tests.tools import needed
from tests.vectors.files import DATA, METRICS, as_written, cases, document, record, schema, shared, smoke

MEGABYTES = 12
README = (DATA / "README.md").read_text(encoding="utf-8")


def part(name: str) -> Any:
    return {"$ref": f"#/$defs/{name}", "$defs": schema()["$defs"]}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


def test_another_validator_accepts_the_files() -> None:
    """The first cases of every group; the package's own checker looks at every one."""
    validator = Draft202012Validator(schema())
    Draft202012Validator(part("shared")).validate(shared())
    for short in map(as_written, METRICS):
        cut = {**short, "groups": [{**group, "cases": group["cases"][: size(1, 2)]} for group in short["groups"]]}
        validator.validate(cut)


def test_another_validator_accepts_the_smoke_set_and_the_record() -> None:
    lines = Draft202012Validator(part("smoke_line"))
    for line in smoke():
        lines.validate(line)
    Draft202012Validator(part("certification")).validate(
        {**record().document, "certified": {name: found[:5] for name, found in record().document["certified"].items()}}
    )


BROKEN = [
    ("id", "F1.macro.birds"), ("id", "f1"), ("label", 1.5), ("label", None), ("flags", ["low"]), ("input", "birds"),
    ("expected", {}), ("expected", {"exact": "1/2"}), ("expected", {"undefined": {"kind": "0/0"}}), ("extra", 1),
    ("expected", {"exact": "1/2", "root": {"sign": 1, "square": "2"}}), ("variants", []),
]  # fmt: skip


def test_both_validators_refuse_the_same() -> None:
    for key, value in BROKEN:
        case = {**as_written("accuracy")["groups"][0]["cases"][0], key: value}
        assert not Draft202012Validator(part("case")).is_valid(case), (key, value)
        with pytest.raises(ValueError, match=r"^(in |at the top)"):
            check_shape(case, part("case"))


def test_ids_are_unique_and_made_of_what_is_asked() -> None:
    many = Counter(case["id"] for _, _, case in cases())
    assert max(many.values()) == 1
    assert len(many) >= 10_000
    for found, group, case in cases():
        assert case["id"].startswith(f"{found['metric']}.{group['average'] or ''}"), case["id"]
        assert case["id"].endswith(f".{case['input']}")
        for option in group["options"].items():
            assert ".{}={}.".format(*option) in case["id"]


def test_the_files_are_small_enough() -> None:
    assert sum(path.stat().st_size for path in DATA.iterdir()) < MEGABYTES * 10**6


def test_every_average_and_convention_is_there() -> None:
    for name in METRICS:
        groups = [(group["average"], group["convention"]) for group in document(name)["groups"]]
        assert {a for a, _ in groups} == {None, *averages_of(metric_named(name))}, name
        assert {c for _, c in groups} == set(document(name)["conventions"]) <= set(metric_named(name).conventions)


def test_every_flag_has_a_note_and_a_case() -> None:
    used = {flag for found, _, case in cases() for flag in case.get("flags", ())}
    used |= {flag for name in METRICS for table in document(name)["inputs"].values() for flag in table.get("flags", ())}
    assert used == set(notes())
    for name in METRICS:
        bearers = [*document(name)["inputs"].values(), *(c for g in document(name)["groups"] for c in g["cases"])]
        assert set(document(name)["notes"]) == {flag for bearer in bearers for flag in bearer.get("flags", ())}


def test_every_input_that_is_published_is_in_the_catalogue() -> None:
    """The other way round is not demanded: a new input waits for `make vectors`."""
    used = {name for metric in METRICS for name in document(metric)["inputs"]}
    assert used <= {entry.input.name for entry in entries()}
    assert len(used) > 160


def test_the_kinds_of_numbers_are_there() -> None:
    """What the coverage promises, looked for in the files and not in the catalogue."""
    tables = {name: table for metric in METRICS for name, table in document(metric)["inputs"].items()}
    types = {type(label) for table in tables.values() for label in table.get("labels", ())}
    assert types == {str, int, bool}
    assert any(not label.isascii() for t in tables.values() for label in t.get("labels", ()) if type(label) is str)
    assert max(table.get("classes", 0) for table in tables.values()) == 1000
    counts = [int(x) for t in tables.values() for row in t.get("rows", ()) for x in row if "/" not in str(x)]
    for order in (10**9, 10**15, 10**18):
        assert any(order // 2 < count < 2 * order for count in counts)
    kinds = Counter(next(iter(case["expected"])) for _, _, case in cases())
    assert set(kinds) == {"exact", "root", "expression", "undefined"}
    assert {c["expected"]["undefined"]["kind"] for _, _, c in cases() if "undefined" in c["expected"]} >= {
        "0/0", "+/0", "no class"
    }  # fmt: skip


def test_the_smoke_set_covers() -> None:
    assert len(smoke()) == 500
    assert {line["metric"] for line in smoke()} == set(METRICS)
    assert {flag for line in smoke() for flag in line["flags"]} == set(notes()) - {"ManyClasses"}
    by_id = {case["id"]: (found, group, case) for found, group, case in cases()}
    for line in smoke():
        _, group, case = by_id[line["id"]]
        assert (line["average"], line["convention"], line["options"]) == tuple(
            group[key] for key in ("average", "convention", "options")
        )
        assert {k: v for k, v in case["expected"].items() if k in line and k != "undefined"}.items() <= line.items()


def test_the_readme_shows_a_line_of_the_smoke_set() -> None:
    shown = json.loads(re.findall(r"^```json\n(.*?)^```", README, re.M | re.S)[0])
    assert shown in smoke()


def test_the_readme_names_every_field_and_option() -> None:
    for name, rule in schema()["$defs"].items():
        for field in rule.get("properties", ()):
            assert f"`{field}`" in README or f'"{field}"' in README, f"{name}.{field}"
    for field in schema()["properties"]:
        assert f"`{field}`" in README
    parameters = {name for metric in all_metrics() for name in metric.parameters}
    asked = {option for _, group, _ in cases() for option in group["options"].items()}
    for name, value in asked:
        assert f"`{name}`" in README
        assert name in parameters or f"`{value}`" in README, (name, value)


def test_the_readme_loop_over_a_file_runs() -> None:
    """It names every case of F1 once, each with its input."""
    _, loop = re.findall(r"^```js\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    before = 'const fs = require("fs"); let many = 0; const check = (a, c, o, l, input) => { many += "kind" in input };'
    code = f"{before}\n{loop}\nconsole.log(many);"
    run = subprocess.run([needed("node"), "-e", code], cwd=DATA, capture_output=True, text=True, check=True)
    assert int(run.stdout) == sum(len(group["cases"]) for group in document("f1")["groups"])


def test_the_readme_program_runs() -> None:
    """The start in JavaScript, as it is printed, in the folder of the files."""
    program, _ = re.findall(r"^```js\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    run = subprocess.run([needed("node"), "-e", program], cwd=DATA, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"[1-9]\d* right\n", run.stdout)
