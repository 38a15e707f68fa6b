"""The definitions. Each file registers its metrics when it is imported, which is when one of them is first asked for.

`python scripts/where_defined.py` writes down which file that is, after a metric or a name was added.
"""

# The order of all metrics: file by file.
FILES = (
    "counts", "rates", "overall", "scores", "agreement", "similarity", "information", "association", "discrimination",
    "distances", "log_scores", "pairs", "root_distances", "overlap",
)  # fmt: skip
