"""The public objects: counts tied to the rooms that compute, show and read. All logic is in those rooms."""

from exactmetrics.api.functions import compare, explain, metrics, read
from exactmetrics.api.matrix import ConfusionMatrix, OneVsRest
from exactmetrics.api.measured import Measured

__all__ = ["ConfusionMatrix", "Measured", "OneVsRest", "compare", "explain", "metrics", "read"]
