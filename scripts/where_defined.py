"""Writes exactmetrics/metrics/where_defined.py: which file of definitions says what a name means.

    python scripts/where_defined.py            # write it
    python scripts/where_defined.py --check    # 1 where it is not what would be written: `make check` asks

A question about one metric then imports the file of that metric alone. A name that is missing there is found too, after
all files are imported.
"""

from __future__ import annotations

import sys
from pathlib import Path

from exactmetrics.metrics.metric import Metric, plain_key
from exactmetrics.metrics.registry import all_metrics

TARGET = Path(__file__).resolve().parent.parent / "exactmetrics/metrics/where_defined.py"
HEAD = '''"""Which file of definitions says what a name means: written by scripts/where_defined.py, never by hand."""

from __future__ import annotations

'''


def module_text(metrics: list[Metric]) -> str:
    """The module for the metrics of the registry."""
    files = {metric.name: metric.module.rpartition(".")[2] for metric in metrics}
    names = {alias: metric.name for metric in metrics for alias in metric.aliases}
    titles = {key: metric.name for metric in metrics if (key := plain_key(metric.title)) not in {*files, *names}}
    return HEAD + "\n".join(
        (
            _table("FILE_OF", "each metric, in the order of the definitions", files),
            _table("NAMES", "every other name", names),
            _table("TITLES", "what sentences call it, where that is none of the names", titles),
        )
    )


def _table(name: str, what: str, entries: dict[str, str]) -> str:
    lines = "".join(f'    "{key}": "{value}",\n' for key, value in entries.items())
    return f"# {what}\n{name} = {{\n{lines}}}\n"


if __name__ == "__main__":
    text = module_text(all_metrics())
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, encoding="utf-8")
    elif text != TARGET.read_text(encoding="utf-8"):
        sys.exit(f"{TARGET.name} is not current: run python scripts/where_defined.py")
