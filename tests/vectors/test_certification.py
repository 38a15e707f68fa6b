"""Certification: the record is true, and what only one implementation says is not published."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.metrics.metric import REGISTRY, metric
from exactmetrics.vectors.certification import Record, digest_of, digests_of
from exactmetrics.vectors.inputs import matrix
from tests.cases import size
from tests.oracle.ask import stated
from tests.oracle.label_sets import KNOWN
from tests.vectors import certify, label_set_peers
from tests.vectors.certify import NO_SECOND, Certifier, check, differences, record_text
from tests.vectors.files import cases, document, record


def test_the_second_implementation_agrees_with_the_record() -> None:
    """What the record does not know, and a part of what it knows; `make vectors-check` judges a tenth."""
    assert list(differences(size(200, 50))) == []


def test_every_case_has_two_witnesses_and_is_in_the_record() -> None:
    seen = set()
    for file, group, case in cases():
        digest = digest_of(file, group, case)
        seen.add((file["metric"], digest))
        letters = record().witnesses[file["metric"]][digest]
        assert letters.startswith("eo"), case["id"]
        assert ("m" in letters) is ("root" in case["expected"] or "expression" in case["expected"])
    assert seen == {(name, digest) for name, lines in record().witnesses.items() for digest in lines}
    told = record().document
    assert min(told["counts"]["y"], told["counts"]["s"]) > 1000
    assert "pycm" in told["implementations"]["y"]
    assert {name: why for name, why in told["not_published"].items() if not why.startswith(NO_SECOND)} == {}


def test_a_difference_from_the_record_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong statement, a new input on which it is wrong, a peer that speaks against a case of label sets."""
    form = REGISTRY["error_rate"].standard.forms["standard"]
    monkeypatch.setattr(form, "stated", lambda rows: Fraction(rows[0][0] != 6))
    monkeypatch.setattr(certify, "metrics_with_vectors", lambda folder: ["error_rate"])
    monkeypatch.setattr(certify, "all_metrics", lambda: [REGISTRY["error_rate"]])
    monkeypatch.setattr(certify, "all_score_metrics", list)
    monkeypatch.setitem(label_set_peers.WHOLE, "hamming_loss", lambda *given, **more: 0.25)
    monkeypatch.setattr(certify, "label_set_metrics", lambda: {"hamming_loss": True})
    monkeypatch.setattr(certify, "new_inputs", lambda: [matrix("in-front", "new", [[1, 2], [3, 4]], reach="core")])
    stated.cache_clear()
    try:
        told = "\n".join(differences(1))
        assert check() == 1
    finally:
        monkeypatch.undo()
        stated.cache_clear()  # else the wrong statement is what every later test compares with
    assert "error_rate.matrix.two-classes: the second implementation says 1 for " in told
    assert "error_rate.matrix.in-front: the second implementation says 1 for " in told
    assert "hamming_loss.sets.sets-photos: another value in scikit-learn" in told
    assert int(re.findall(r"(\d+) differences", capsys.readouterr().out)[0]) > 0


def test_without_a_second_definition_nothing_is_published(monkeypatch: pytest.MonkeyPatch) -> None:
    @metric("lost_for_a_test", scope="class", range=(0, None), optimum=0)
    def lost(c: Any) -> Any:
        """Samples of the class that were missed."""
        return c.fn

    certifier = Certifier()
    try:
        certifier.certify(lost)
    finally:
        del REGISTRY["lost_for_a_test"]
    assert certifier.withheld == {"lost_for_a_test": f"{NO_SECOND} of the convention standard"}
    assert certifier.certified == {}
    monkeypatch.delitem(KNOWN, "jaccard")
    monkeypatch.setitem(label_set_peers.WHOLE, "hamming_loss", lambda *given, **more: 0.25)
    certifier.certify_samples(lambda case: case.startswith(("jaccard.", "hamming_loss.")))
    assert certifier.of_samples_withheld["jaccard"] == f"{NO_SECOND} of the convention standard"
    assert "another value in scikit-learn" in certifier.of_samples_withheld["hamming_loss.sets.sets-photos"]
    assert not any(name.startswith(("jaccard.", "hamming_loss.sets.sets-two")) for name in certifier.of_samples)
    assert "hamming_loss.sets.sets-one-label" in certifier.of_samples  # of which scikit-learn is not asked


def test_a_case_on_which_two_disagree_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    right = digests_of(document("error_rate"))
    form = REGISTRY["error_rate"].standard.forms["standard"]
    monkeypatch.setattr(form, "stated", lambda rows: Fraction(rows[0][0] != 6))
    stated.cache_clear()
    certifier = Certifier()
    try:
        certifier.certify(REGISTRY["error_rate"])
    finally:
        monkeypatch.undo()
        stated.cache_clear()
    agreed = {line.split(" ")[0] for line in certifier.certified["error_rate"]}
    assert set(certifier.withheld) == {case for case, digest in right.items() if digest not in agreed}
    assert "error_rate.matrix.two-classes" in certifier.withheld
    assert Record(json.loads(record_text(certifier.document()))).withheld == certifier.withheld
