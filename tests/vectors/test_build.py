"""Building: the same bytes every time, ids that stay, and nothing that depends on what else there is."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from exactmetrics.cli import Commands
from exactmetrics.exact.errors import InputError
from exactmetrics.metrics import registry
from exactmetrics.metrics.metric import REGISTRY, metric
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors.build import VERSION, build_all, candidates, certified, text_of, write_all, write_changed
from exactmetrics.vectors.catalogue import entries
from exactmetrics.vectors.certification import FILE, read_record
from exactmetrics.vectors.check import check, findings_of_file
from exactmetrics.vectors.inputs import matrix
from tests.cases import each
from tests.vectors.files import DATA, METRICS, ROOT, document, only, record, shared

QUICK = ("accuracy", "error_rate")
# Published once, published always: of every id of a release, with its value, six digits of the SHA-256, by metric.
PUBLISHED = json.loads(Path(__file__).with_name("published.json").read_text(encoding="utf-8"))


def ids(found: Any) -> list[str]:
    return [case["id"] for group in found["groups"] for case in group["cases"]]


def lines(text: str) -> set[str]:
    return {line.rstrip(",") for line in text.splitlines() if '"id"' in line}


def marks(name: str) -> list[str]:
    """Of every case its id with all that it expects; the record's digest has variants too, which may come."""
    told = [case["id"] + json.dumps(case["expected"]) for group in document(name)["groups"] for case in group["cases"]]
    return [hashlib.sha256(one.encode()).hexdigest()[:6] for one in told]


def test_every_id_and_value_that_was_published_is_there() -> None:
    """Renaming an input, an example or a metric would take ids away from those who rely on them.

    A release adds its own: `python -c "from tests.vectors.test_build import published; published('1.2.0')"`.
    """
    for release, metrics in PUBLISHED.items():
        lost = {
            name: {found[at : at + 6] for at in range(0, len(found), 6)} - set(marks(name))
            for name, found in metrics.items()
        }
        assert not any(lost.values()), (release, lost)
        assert sum(map(len, metrics.values())) > 6 * 10_000


def published(release: str) -> None:
    """Write down what a release publishes."""
    found = {**PUBLISHED, release: {name: "".join(marks(name)) for name in METRICS}}
    Path(__file__).with_name("published.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


@each("name", ["kappa", "for", "informedness"])
def test_the_file_is_what_is_built(name: str) -> None:
    """`make check` compares all of them."""
    built = text_of(certified(candidates(metric_named(name), entries()), record()))
    assert built == (DATA / f"{name}.json").read_text(encoding="utf-8")


def test_no_published_value_is_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def changed(*asked: Any) -> dict[str, Any]:
        found = deepcopy(candidates(*asked))
        found["groups"][0]["cases"][0]["expected"]["exact"] = "1/7"
        return found

    monkeypatch.setattr("exactmetrics.vectors.build.candidates", changed)
    monkeypatch.setattr("exactmetrics.vectors.build.all_metrics", lambda: [metric_named("accuracy")])
    monkeypatch.setattr("exactmetrics.vectors.build.metrics_with_vectors", lambda folder: ["accuracy"])
    case = document("accuracy")["groups"][0]["cases"][0]["id"]
    with pytest.raises(InputError, match=rf"accuracy: \d+ published cases would be lost, such as {re.escape(case)}: "):
        write_all(tmp_path / "vectors")
    assert not (tmp_path / "vectors").exists()


def test_one_more_input_changes_no_other_case() -> None:
    more = [matrix("in-front", "one more", [[1, 2], [3, 4]], reach="core"), *entries()]
    before = text_of(candidates(metric_named("accuracy"), entries()))
    after = text_of(candidates(metric_named("accuracy"), more))
    assert lines(before) < lines(after)
    assert all("in-front" in line for line in lines(after) - lines(before))


def test_one_more_metric_changes_no_other_file(monkeypatch: pytest.MonkeyPatch) -> None:
    @metric("lost_for_a_test", scope="class", range=(0, None), optimum=0)
    def lost(c: Any) -> Any:
        """Samples of the class that were missed."""
        return c.fn

    try:
        monkeypatch.setattr(registry, "_names", dict(REGISTRY).copy)
        built = text_of(certified(candidates(metric_named("error_rate"), entries()), record()))
        assert built == (DATA / "error_rate.json").read_text(encoding="utf-8")
        assert "lost_for_a_test.class=0.birds" in ids(candidates(lost, entries()))
    finally:
        del REGISTRY["lost_for_a_test"]


def test_hashes_and_locales_do_not_matter() -> None:
    code = (
        "from exactmetrics.vectors.build import *\nfrom exactmetrics.metrics.registry import metric_named\nimport sys\n"
        "sys.stdout.buffer.write(text_of(candidates(metric_named('error_rate'), entries())).encode())"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale},
        ).stdout
        for seed, locale in (("1", "C"), ("2", "C.UTF-8"))
    }  # fmt: skip
    assert len(texts) == 1


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A small set of vectors, whole and right."""
    only(monkeypatch, tmp_path / "data", *QUICK)
    return tmp_path / "data"


def findings(folder: Path) -> str:
    return "\n".join(map(str, check(folder)[0]))


def test_a_whole_folder_has_no_findings(folder: Path) -> None:
    assert findings(folder) == ""


def test_whatever_is_changed_is_found(folder: Path) -> None:
    file = folder / "accuracy.json"
    text = file.read_text(encoding="utf-8")
    changes = {
        '"exact": "9/14"': '"exact": "8/14"', '"flags": ["Transposition"]': '"flags": ["Trans"]',
        f'"version": "{VERSION}"': '"version": "1.0.1"', "accuracy.matrix.birds": "accuracy.matrix.bird",
        "\n  ]": "\n\n  ]",
        '"accuracy.matrix.two-classes"': '"accuracy.matrix.birds"',
    }  # fmt: skip
    for old, new in changes.items():
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert "accuracy.json" in findings(folder), new
    file.write_text(text, encoding="utf-8")
    assert findings(folder) == ""


def test_the_findings_say_which_case_and_what(folder: Path) -> None:
    file = folder / "accuracy.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"exact": "9/14"', '"exact": "8/14"', 1), encoding="utf-8")
    told = findings(folder)
    assert "accuracy.json: accuracy.matrix.birds: it is not certified as it stands" in told
    assert "accuracy.json: accuracy.matrix.birds: the expected value is computed otherwise" in told
    file.write_text(text.replace("accuracy.matrix.two-classes", "accuracy.matrix.birds", 1), encoding="utf-8")
    assert "accuracy.matrix.birds: two cases have this id" in findings(folder)
    file.write_text(text[:-10], encoding="utf-8")
    assert "accuracy.json: it does not follow the schema" in findings(folder)
    file.unlink()
    assert "accuracy.json: the file is missing" in findings(folder)
    (folder / "mine.json").write_text("{}", encoding="utf-8")
    assert "mine.json: no such file is built" in findings(folder)


def test_junk_in_a_file_is_a_finding_and_no_crash() -> None:
    random = Random(1)
    text = (DATA / "error_rate.json").read_text(encoding="utf-8")
    for _ in range(60):
        spoilt = json.loads(text)
        case = random.choice(random.choice(spoilt["groups"])["cases"])
        table = random.choice([spoilt, case, case["expected"], spoilt["groups"][0]])
        table[random.choice(list(table))] = random.choice([None, -1, "x", [], {}, 1.5, True, 10**30, "1/0"])
        found = list(findings_of_file("error_rate.json", json.dumps(spoilt), text, record(), Counter(), shared()))
        assert found, spoilt
    for _ in range(60):
        at = random.randrange(len(text))
        spoilt = text[:at] + random.choice('0123456789"{}[],:.e-/') + text[at + 1 :]
        assert spoilt == text or list(
            findings_of_file("error_rate.json", spoilt, text, record(), Counter(), shared())
        ), at


def test_what_is_not_certified_is_found(folder: Path) -> None:
    kept = json.loads((folder / FILE).read_bytes())
    kept["certified"]["accuracy"] = kept["certified"]["accuracy"][1:]
    (folder / FILE).write_text(json.dumps(kept), encoding="utf-8")
    assert "accuracy.json: accuracy.matrix.birds: it is not certified as it stands" in findings(folder)
    assert "accuracy: 1 cases, such as accuracy.matrix.birds" in check(folder)[1]
    assert "accuracy.matrix.birds" not in build_all(read_record(json.dumps(kept))).files["accuracy.json"]
    del kept["certified"]["accuracy"]
    (folder / FILE).write_text(json.dumps(kept), encoding="utf-8")
    assert "accuracy" in check(folder)[1]
    kept["not_published"]["accuracy"] = "no second implementation"
    (folder / FILE).write_text(json.dumps(kept), encoding="utf-8")
    (folder / "accuracy.json").unlink()
    assert "accuracy" not in findings(folder)
    assert "accuracy" not in check(folder)[1]


@each("text", ["", "[]", "{}", '{"schema": "exactmetrics/certification/2"}', '{"schema": 1, "certified": 2}'])
def test_a_record_that_is_none(folder: Path, text: str) -> None:
    (folder / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"certification\.json"):
        check(folder)


def test_only_changed_files_are_written(tmp_path: Path) -> None:
    assert write_changed(tmp_path, {"a.json": "{}\n", "b.json": "[]\n"}) == ["a.json", "b.json"]
    assert write_changed(tmp_path, {"a.json": "{}\n", "b.json": "{}\n"}) == ["b.json"]
    assert write_changed(tmp_path, {"a.json": "{}\n"}) == ["b.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_the_command(folder: Path) -> None:
    run = CliRunner().invoke(Commands(), ["vectors", "check", str(folder)])
    assert (run.exit_code, run.output) == (0, "every case is certified and is what is computed\n")
    (folder / "error_rate.json").unlink()
    run = CliRunner().invoke(Commands(), ["vectors", "check", str(folder)])
    assert (run.exit_code, run.output) == (1, "error_rate.json: the file is missing\n1 findings\n")
    run = CliRunner().invoke(Commands(), ["vectors", "check", str(folder.parent)])
    assert run.exit_code == 2
    assert "there is no certification.json" in run.output
    run = CliRunner().invoke(Commands(), ["vectors", "build", str(folder.parent / "new")])
    assert run.exit_code == 0
    assert (folder.parent / "new" / "error_rate.json").read_bytes() == (DATA / "error_rate.json").read_bytes()
    assert (folder.parent / "new" / "README.md").is_file()
