"""What `exactmetrics` prints without arguments: one example, worked, and what to try next."""

from __future__ import annotations

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
LABELS = ["bird", "cat", "dog"]
INLINE = "6 1 1; 1 5 2; 2 3 7"

ABOUT = """\
exactmetrics computes classification metrics as exact numbers and shows every step of the working.
Here is one: the precision of three classes, each weighted by its support.
"""
# In double quotes, which every shell understands.
TRY = (
    f'exactmetrics value "{INLINE}" -m f1 -a macro',
    f'exactmetrics report "{INLINE}" --labels {",".join(LABELS)}',
    "exactmetrics metrics balanced_accuracy",
)


def welcome() -> str:
    """The text, ended by a line end.

    >>> lines = welcome().splitlines()
    >>> lines[0].startswith("exactmetrics computes"), lines[-1].strip()
    (True, 'exactmetrics metrics balanced_accuracy')
    """
    from exactmetrics.api import ConfusionMatrix

    derivation = ConfusionMatrix(ROWS, labels=LABELS).derive("precision", average="weighted")
    commands = "\n".join(f"   {line}" for line in TRY)
    return f"{ABOUT}\n{derivation.to_text().strip()}\n\nTry next (every command has --help):\n\n{commands}\n"
