"""Building: the same bytes every time, ids that stay, nothing that depends on what else there is, and what is new waits
for `make vectors`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from exactmetrics.cli import Commands
from exactmetrics.exact.errors import InputError
from exactmetrics.metrics import registry
from exactmetrics.metrics.metric import REGISTRY, metric
from exactmetrics.metrics.registry import metric_named
from exactmetrics.vectors import build
from exactmetrics.vectors.build import build_all, candidates, certified, text_of, write_all, write_changed
from exactmetrics.vectors.catalogue import entries
from exactmetrics.vectors.certification import FILE, digests_of, read_record
from exactmetrics.vectors.check import check
from exactmetrics.vectors.flags import flags_of_case, flags_of_input, notes
from exactmetrics.vectors.inputs import matrix
from exactmetrics.vectors.questions import Ask, Subject
from tests.cases import each
from tests.vectors.files import DATA, METRICS, ROOT, document, only, record

# Published once, published always: of every id of a release, with its value, six digits of the SHA-256, by metric.
PUBLISHED = Path(__file__).with_name("published.json")


def lines(text: str) -> set[str]:
    return {line.rstrip(",") for line in text.splitlines() if '"id"' in line}


def marks(name: str) -> list[str]:
    """Of every case its id with all that it expects; the record's digest has variants too, which may come."""
    told = [case["id"] + json.dumps(case["expected"]) for group in document(name)["groups"] for case in group["cases"]]
    return [hashlib.sha256(line.encode()).hexdigest()[:6] for line in told]


def test_every_id_and_value_that_was_published_is_there() -> None:
    """Renaming an input, an example or a metric would take ids away from those who rely on them.

    A release adds its own: `python -c "from tests.vectors.test_build import published; published('1.2.0')"`.
    """
    for release, metrics in json.loads(PUBLISHED.read_text(encoding="utf-8")).items():
        lost = {
            name: {found[at : at + 6] for at in range(0, len(found), 6)} - set(marks(name))
            for name, found in metrics.items()
        }
        assert not any(lost.values()), (release, lost)
        assert sum(map(len, metrics.values())) > 6 * 10_000


def published(release: str) -> None:
    """Write down what a release publishes."""
    told = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    found = {**told, release: {name: "".join(marks(name)) for name in METRICS}}
    PUBLISHED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


@each("name", ["kappa", "for", "informedness"])
def test_the_file_is_what_is_built(name: str) -> None:
    """`make check` compares all of them."""
    built = text_of(certified(candidates(metric_named(name), entries()), record()))
    assert built == (DATA / f"{name}.json").read_text(encoding="utf-8")


@each(("rows", "flags"), [
    ([[1, 0], [0, 0]], ["AbsentClass", "NeverPredicted", "OneClass", "OneSample"]), ([[0, 0], [0, 0]], ["NoSamples"]),
    ([[2**31 - 1, 1], [1, 1]], []), ([[2**31, 1], [1, 1]], ["Overflow32"]),
    ([[2**53, 1], [1, 1]], ["Overflow32", "ProductOverflow"]), ([["1/2", 1], [1, 1]], ["FractionalCounts"]),
    ([[2**53 + 1, 1], [1, 1]], ["Overflow32", "Overflow53", "ProductOverflow"]),
])  # fmt: skip
def test_flags_are_found(rows: list[list[Any]], flags: list[str]) -> None:
    assert flags_of_input(Subject(matrix("x", "x", rows))) == flags
    assert set(flags) <= set(notes())
    two = Subject(matrix("two", "two classes", [[1, 1], [0, 1]], reach="core"))
    for name, told in (("recall", ["Transposition"]), ("tp", [])):
        ask = Ask(name, None, "standard", 0)
        assert flags_of_case(ask, two.answer(ask), two) == told


def test_no_published_value_is_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def changed(*asked: Any) -> dict[str, Any]:
        found = deepcopy(candidates(*asked))
        found["groups"][0]["cases"][0]["expected"]["exact"] = "1/7"
        return found

    monkeypatch.setattr(build, "candidates", changed)
    monkeypatch.setattr(build, "all_metrics", lambda: [metric_named("accuracy")])
    monkeypatch.setattr(build, "metrics_with_vectors", lambda folder: ["accuracy"])
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


def test_one_more_metric_changes_no_other_file_and_waits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @metric("lost_for_a_test", scope="class", range=(0, None), optimum=0)
    def lost(c: Any) -> Any:
        """Samples of the class that were missed."""
        return c.fn

    try:
        monkeypatch.setattr(registry, "_names", dict(REGISTRY).copy)
        built = text_of(certified(candidates(metric_named("error_rate"), entries()), record()))
        assert built == (DATA / "error_rate.json").read_text(encoding="utf-8")
        assert "lost_for_a_test.class=0.birds" in build.ids_of(candidates(lost, entries()[:20]))
    finally:
        del REGISTRY["lost_for_a_test"]
    monkeypatch.setattr(build, "all_metrics", lambda: [metric_named("error_rate"), lost])
    assert check(folder) == ([], ["lost_for_a_test"])


def test_hashes_and_locales_do_not_matter() -> None:
    code = (
        "from exactmetrics.vectors.build import *\nfrom exactmetrics.metrics.registry import metric_named\nimport sys\n"
        "sys.stdout.buffer.write(text_of(candidates(metric_named('error_rate'), entries())).encode())"
    )
    for seed, locale in (("1", "C"), ("2", "C.UTF-8")):
        env = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale}
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, env=env)
        assert done.stdout.decode() == text_of(candidates(metric_named("error_rate"), entries()))


def test_a_convention_that_is_new_waits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the cases has a variant more: `make vectors` builds anew, and what nobody certified is left out."""
    changed = metric_named("error_rate")

    @changed.convention("right_for_a_test")
    def right(m: Any) -> Any:
        """The share that is right."""
        return m.sum(lambda c: c.tp) / m.n

    try:
        assert check(folder) == ([], ["error_rate: convention right_for_a_test"])
        file, kept_record = folder / "error_rate.json", read_record((folder / FILE).read_bytes())
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace('"exact": "5/14"', '"exact": "6/14"', 1), encoding="utf-8")
        found = "\n".join(map(str, check(folder)[0]))
        assert "the expected value is computed otherwise" in found, "what was read is not believed"
        file.write_text(text, encoding="utf-8")
        kept, anew = build_all(kept_record), build_all(kept_record, anew=True)
        assert (kept.kept, anew.kept) == (["error_rate.json"], [])
        assert anew.unpublished, "nearly every case has a variant more, which nobody has certified"
        assert len(anew.files["error_rate.json"]) < len(kept.files["error_rate.json"])
        form = changed.standard.pick(None, "error_rate")
        other = type(form)(form.name, lambda m: m.sum(lambda c: c.tp) / m.n)
        monkeypatch.setitem(changed.standard.forms, form.name, other)
        told = [finding.what for finding in check(folder)[0]]
        assert told.count("the expected value is computed otherwise") > 40
    finally:
        del changed.conventions["right_for_a_test"]


@each(("composite", "waits"), [(True, ["error_rate: composite form of standard"]), (False, [])])
def test_of_new_forms_those_that_are_composite_wait(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, composite: bool, waits: list[str]
) -> None:
    folder, standard = only(monkeypatch, tmp_path, "error_rate"), metric_named("error_rate").standard
    standard.form("parts_for_a_test", composite=composite)(standard.pick(None, "error_rate").define)
    try:
        assert check(folder) == ([], waits)
    finally:
        del standard.forms["parts_for_a_test"]


def test_what_is_not_certified_waits_and_what_is_withheld_does_not(folder: Path) -> None:
    def record_is(kept: Any) -> None:
        (folder / FILE).write_text(json.dumps(kept), encoding="utf-8")

    def findings() -> str:
        return "\n".join(map(str, check(folder)[0]))

    kept = json.loads((folder / FILE).read_bytes())
    birds = "error_rate.matrix.birds"
    digest = digests_of(document("error_rate"))[birds]
    kept["certified"]["error_rate"] = [line for line in kept["certified"]["error_rate"] if digest not in line]
    record_is(kept)
    assert f"error_rate.json: {birds}: it is not certified as it stands" in findings()
    assert f"error_rate: 1 cases, such as {birds}" in check(folder)[1]
    assert f'"{birds}"' not in build_all(read_record(json.dumps(kept))).files["error_rate.json"]
    del kept["certified"]["error_rate"]
    record_is(kept)
    assert "error_rate" in check(folder)[1]
    kept["not_published"]["error_rate"] = "no second implementation"
    record_is(kept)
    (folder / "error_rate.json").unlink()
    assert "error_rate.json" not in findings()
    assert "error_rate" not in check(folder)[1]


def test_only_changed_files_are_written(tmp_path: Path) -> None:
    assert write_changed(tmp_path, {"a.json": "{}\n", "b.json": "[]\n"}) == ["a.json", "b.json"]
    assert write_changed(tmp_path, {"a.json": "{}\n", "b.json": "{}\n"}) == ["b.json"]
    assert write_changed(tmp_path, {"a.json": "{}\n"}) == ["b.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_the_command(folder: Path) -> None:
    def vectors(*arguments: object) -> tuple[int, str]:
        done = CliRunner().invoke(Commands(), ["vectors", *map(str, arguments)])
        return done.exit_code, done.output

    assert vectors("check", folder) == (0, "every case is certified and is what is computed\n")
    (folder / "error_rate.json").unlink()
    assert vectors("check", folder) == (1, "error_rate.json: the file is missing\n1 findings\n")
    status, told = vectors("check", folder.parent)
    assert (status, "there is no certification.json" in told) == (2, True)
    assert vectors("build", folder.parent / "new")[0] == 0
    assert (folder.parent / "new" / "error_rate.json").read_bytes() == (DATA / "error_rate.json").read_bytes()
    assert (folder.parent / "new" / "README.md").is_file()
