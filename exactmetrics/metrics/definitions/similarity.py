"""Similarities and distances of two sets: the samples of a class, and the samples predicted as it.

Reference: Choi, Cha and Tappert 2010, "A survey of binary similarity and distance measures"; PyCM 4.6 `distance`.
"""

from __future__ import annotations

