"""What went wrong with a printed value: the explanations that fit its digits, ranked.

To add a class of slips, write one small function beside its like, and give its sentence to the message catalogues.
"""

from __future__ import annotations

from exactmetrics.verification.diagnosis.diagnose import KINDS, diagnose
from exactmetrics.verification.diagnosis.result import Diagnosis, Explanation

__all__ = ["KINDS", "Diagnosis", "Explanation", "diagnose"]
