"""Faults of derivation pages that the exhaustive run finds and that are not mended yet, by the test that finds them.

A test that stands here is run and reported as an expected failure in the exhaustive run; the quick run, whose samples
it passes, it must pass. What is mended goes from here.
"""

from __future__ import annotations

WIDE = "some wide tables and formulas of rare questions stick out of the margins, by up to 320 pt"
KNOWN_FAULTS = {
    "test_beamer.py::test_frames_hold_what_is_on_them": WIDE,
}
