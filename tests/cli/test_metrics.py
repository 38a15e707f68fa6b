"""`metrics`: the catalogue, one entry, the disagreements."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics.metrics.presets import PRESETS
from tests.cases import each
from tests.cli.run import printed, refused


def test_the_catalogue_names_every_metric_once_and_every_alias() -> None:
    lines = printed("metrics").splitlines()
    assert lines[0].startswith("name")
    assert [line.split()[0] for line in lines[2:]] == [metric.name for metric in em.metrics()]
    for metric, line in zip(em.metrics(), lines[2:], strict=True):
        assert all(alias in line for alias in metric.aliases)
        assert metric.scope in line


@each("name", ["precision", "sensitivity", "F1-score"])
def test_one_entry(name: str) -> None:
    assert printed("metrics", name).strip() == em.explain(name).strip()


def test_an_entry_that_does_not_exist() -> None:
    assert "'recall'" in refused("metrics", "recal")
    assert "'recall'" in refused("metrics", "recal", "--conventions")


def test_disagreements_hold_every_convention_form_and_preset() -> None:
    entries = {text.partition(":")[0]: text for text in printed("metrics", "--conventions").split("\n\n") if text}
    shown = printed("metrics", "--conventions")
    for metric in em.metrics():
        several = [c for c in metric.conventions.values() if len(c.forms) > 1]
        if len(metric.conventions) > 1 or several:
            assert metric.name in entries
            own = printed("metrics", metric.name, "--conventions")
            assert own.strip() in shown
            for convention in metric.conventions.values():
                assert convention.doc.splitlines()[0] in own
                assert len(metric.conventions) == 1 or f"convention {convention.name}\n" in own
                assert len(convention.forms) == 1 or all(form in own for form in convention.forms)


def test_the_stances_of_presets() -> None:
    # Known from the libraries' own documentation: zero_division=0 in scikit-learn, "None" in PyCM.
    lines = {line.split()[0]: line for line in printed("metrics", "precision", "--conventions").splitlines() if line}
    assert "0/0: 0" in lines["sklearn-1.9"]
    assert "0/0: propagate" in lines["pycm-4.6"]
    # yardstick's balanced accuracy is another number; scikit-learn drops classes without true samples.
    own = {
        line.split()[0]: line for line in printed("metrics", "balanced_accuracy", "--conventions").splitlines() if line
    }
    assert "convention: recall-specificity" in own["yardstick-1.4"]
    assert "over: true" in own["sklearn-1.9"]


def test_every_rule_and_default_is_shown() -> None:
    shown = printed("metrics", "--conventions")
    for preset in PRESETS.values():
        assert preset.name in shown


def test_metrics_nobody_disagrees_on() -> None:
    assert "\ntp:" not in printed("metrics", "--conventions")
    refused("metrics", "tp", "--conventions")


def test_no_code_is_shown() -> None:
    assert ">>>" not in printed("metrics", "--conventions")


def test_what_presets_say_of_a_metric() -> None:
    assert PRESETS["sklearn-1.9"].stance("balanced_accuracy") == {"over": "true"}
    shown = printed("metrics", "mcc", "--conventions").splitlines()
    assert shown[0] == "mcc: Matthews correlation coefficient"
    assert any(line.startswith("    torchmetrics") and "where all are right" in line for line in shown)
