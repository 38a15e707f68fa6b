"""Peers that may be missing: a machine of development need not have torch, and `make conformance` does."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

PACKAGES = {
    "scikit-learn": "sklearn", "PyCM": "pycm", "imbalanced-learn": "imblearn", "torchmetrics": "torchmetrics",
}  # fmt: skip


def want(peer: str) -> None:
    """Skip a test whose peer is not installed; with PEERS set, all of them must be."""
    if find_spec(PACKAGES[peer]) is None:
        if os.environ.get("PEERS"):
            pytest.fail(f"{peer} is not installed, and PEERS says that all peers are")
        pytest.skip(f"{peer} is not installed; make conformance installs it")
