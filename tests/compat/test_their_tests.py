"""scikit-learn's own tests, with its functions replaced before they are imported: what fails is known, and why."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sklearn.metrics

from tests.cases import each
from tests.house.source import ROOT

METRICS = Path(sklearn.metrics.__file__).parent
# By why: none of them is about a number.
FAILING = {
    "they ask whether a number is a float": {
        "test_classification_report_dictionary_output",
        "test_ranking_metric_pos_label_types",
    },
    "they ask for a dtype of floats": {"test_confusion_matrix_normalize", "test_confusion_matrix_dtype"},
    "an error in other words": {
        "test_hinge_loss_multiclass_no_consistent_pred_decision_shape",
        "test_d2_brier_score_raises",
    },
    "nan in an array of objects": {"test_precision_recall_f1_score_with_an_empty_prediction"},
    "a tuple of arrays taken as one array": {
        "test_classification_metric_pos_label_types",
        "test_det_curve_sanity_check",
    },
}
# How many pass and fail, of those that are no tests of array libraries.
FIGURES = {
    "tests/test_classification.py": (241, 12),
    "tests/test_ranking.py": (243, 5),
    "cluster/tests/test_supervised.py": (57, 0),
}


@pytest.mark.long
@each("name", FIGURES)
def test_what_fails_is_known(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.compat.replaced", "-p", "no:cacheprovider", "-c", os.devnull,
         f"--rootdir={ROOT}", "--import-mode=importlib", "-q", "-rf", "-W", "ignore", "--tb=no", str(METRICS / name)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    failed = re.findall(r"^FAILED \S*::(\w+)", run.stdout, re.MULTILINE)
    assert set(failed) <= set().union(*FAILING.values()), run.stdout
    passed = int(re.findall(r"(\d+) passed", run.stdout)[0])
    if sklearn.__version__.startswith("1.9."):
        assert (passed, len(failed)) == FIGURES[name]
    assert passed > 50
