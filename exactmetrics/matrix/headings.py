"""How the two columns of labels are usually headed, so that a file need not be told about."""

from __future__ import annotations

from collections.abc import Sequence

TRUE = (
    "y_true", "true", "true label", "true class", "label", "target", "truth", "ground truth", "gold", "actual",
    "reference", "observed",
)  # fmt: skip
PRED = (
    "y_pred", "pred", "predicted", "predicted label", "predicted class", "prediction", "predictions", "y_hat",
    "y hat", "pred label",
)  # fmt: skip


def usual_columns(names: Sequence[str]) -> tuple[str, str] | None:
    """The names of the true and of the predicted column; None unless there is exactly one of each.

    `y_true` and `y_pred` go before all others. Capitals, "_" and "-" do not matter.

    >>> usual_columns(["id", "Actual", "predicted"]), usual_columns(["cat", "dog"]), usual_columns(["true", "false"])
    (('Actual', 'predicted'), None, None)
    """
    if "y_true" in names and "y_pred" in names:
        return "y_true", "y_pred"
    true, pred = _headed(names, TRUE), _headed(names, PRED)
    return (true[0], pred[0]) if len(true) == len(pred) == 1 else None


def _headed(names: Sequence[str], words: Sequence[str]) -> list[str]:
    known = {_plain(word) for word in words}
    return [name for name in names if _plain(name) in known]


def _plain(name: str) -> str:
    return name.strip().casefold().replace("_", " ").replace("-", " ")
