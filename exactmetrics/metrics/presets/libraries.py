"""The presets of libraries, one module each, named for the library and the version whose behaviour was recorded."""

from __future__ import annotations

from exactmetrics.metrics.presets.of_pycm import PYCM_4_6
from exactmetrics.metrics.presets.of_sklearn import SKLEARN_1_9
from exactmetrics.metrics.presets.of_torchmetrics import TORCHMETRICS_1_9
from exactmetrics.metrics.presets.of_yardstick import YARDSTICK_1_4
from exactmetrics.metrics.presets.preset import Preset

LIBRARIES: tuple[Preset, ...] = (SKLEARN_1_9, PYCM_4_6, YARDSTICK_1_4, TORCHMETRICS_1_9)
