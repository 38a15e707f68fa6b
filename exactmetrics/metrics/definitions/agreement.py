"""Agreement beyond chance of the whole matrix, as coders and judges measure it: each with its own idea of chance.

Reference: Cohen 1968; Scott 1955; Bennett, Alpert and Goldstein 1954; Gwet 2008; Krippendorff 2019.
"""

from __future__ import annotations


