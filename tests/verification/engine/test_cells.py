"""What a later cell of a notebook prints is about the matrix of an earlier one, unless something new was trained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exactmetrics.verification.verify import verify_document
from tests.cases import each

MATRIX = "| actual \\ predicted | a | b |\n|---|---|---|\n| a | 6 | 2 |\n| b | 1 | 3 |"


def markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def code(text: str, printed: str) -> dict[str, Any]:
    output = [{"output_type": "stream", "name": "stdout", "text": printed}]
    return {"cell_type": "code", "metadata": {}, "source": text, "outputs": output, "execution_count": 1}


PRINTED = code("pred = model.predict(x)\nprint(confusion_matrix(y, pred))", "[[6 2]\n [1 3]]\n")
WRONG = code("print('accuracy =', accuracy_score(y, pred))", "accuracy = 0.719\n")  # 9/12
OTHER = code("pred = forest.fit(x, y).predict(x)\nprint('accuracy =', accuracy_score(y, pred))", "accuracy = 0.719\n")


@each(("cells", "words"), [
    ([markdown(MATRIX), WRONG], ["wrong"]),
    ([PRINTED, WRONG], ["wrong"]),
    ([PRINTED, markdown("Now the accuracy."), code("1", "x\n"), WRONG], ["wrong"]),
    ([PRINTED, OTHER], [None]),
    ([PRINTED, markdown("## Another model"), WRONG], [None]),
    ([WRONG, PRINTED], [None]),
])  # fmt: skip
def test_outputs_of_later_cells(tmp_path: Path, cells: list[dict[str, Any]], words: list[str | None]) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    assert [claim.word for claim in verify_document(path).claims] == words
