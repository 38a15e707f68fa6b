"""The folder that the commands of the tables are run in."""

from __future__ import annotations

from pathlib import Path

import pytest

SCORES = "y_true,y_score\n1,0.9\n1,0.7\n1,0.5\n0,0.7\n0,0.4\n0,0.2\n"
FILES = {
    "scores.csv": SCORES,
    "words.csv": SCORES.replace("\n1,", "\nyes,").replace("\n0,", "\nno,"),
    "named.csv": SCORES.replace("y_true", "t").replace("y_score", "s"),
    "negative.csv": SCORES.replace("1,", "0,"),
    "three.csv": "y_true,p_a,p_b,p_c\na,0.6,0.3,0.1\nb,0.2,0.5,0.3\nc,0.4,0.3,0.3\n",
    "four.csv": "y_true,p_a,p_b,p_c\na,.6,.3,.1\na,.3,.3,.4\nb,.2,.6,.2\nb,.4,.3,.3\n",
    "gap.csv": "y_true,y_score,w\n1,0.9,1\n0,,2\n1,0.2,1\n",
    "half.csv": "y_true,score_cat\ncat,0.9\ndog,0.3\n",
    "numbers.csv": "truth,first,second\n1,0.9,0.3\n0,0.3,0.2\n",
    "weighted.csv": "y_true,y_score,sample_weight\n1,0.9,1\n0,0.2,-1\n",
    "weights.csv": "y_true,y_score,sample_weight\n1,0.9,1\n0,0.2,nan\n",
    "weights.json": '{"y_true": [1, 0], "y_score": [2, 1], "sample_weight": [1, -1]}',
    "spam.csv": "y_true,y_pred\nspam,spam\nspam,ham\nham,ham\nham,ham\n",
    "pairs.csv": "y,p\na,a\na,b\nb,b\n",
    "turned.csv": ",cat,dog\ndog,1,7\ncat,5,2\n",
    "other.csv": "5,1\n5,7\n",
    "mixed.json": '{"labels": [1, "1"], "matrix": [[5, 1], [3, 7]]}',
    "sets.csv": "y_true,y_pred\na|b,a\nb,b\n",
    "broken.csv": b"\xff\xfe\x00",
    "broken.json": "{",
    "broken.toml": "= 3",
    "empty.csv": "",
    "broken.parquet": "x",
    "notes.md": "so 4/6 = 0.66\n",
    "key.txt": "1,2\n1/2,3/4\n",
    "sets.toml": '[data]\nn = 11\n[sets.A]\nrecall = "1/4"\n[sets.B]\nrecall = "2/3"\n',
    "scores.json": '{"data": {"n": 12}, "scores": {"recall": "1/4"}}',
    "page.toml": """title = "Recall"
[data.m]
labels = ["yes", "no"]
matrix = [[5, 1], [5, 7]]
[[block]]
data = "m"
[[block]]
id = "r"
derivation = {metric = "recall", label = "yes"}
[[block]]
text = "By {ref:r.result} it is {value:r}."
""",
}


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with every file above."""
    path = tmp_path_factory.mktemp("cli")
    for name, content in FILES.items():
        (path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (path / "templates").mkdir()
    (path / "folder.csv").mkdir()
    monkeypatch.chdir(path)
    return path
