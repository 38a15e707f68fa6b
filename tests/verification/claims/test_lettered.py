"""Letters with a class of the data are claims where they can mean nothing else; a share of all is none."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

# Of dog: recall 38/53 = 0.717, precision 38/47 = 0.809; dogs are 53 of 160.
MATRIX = (
    "Rows of the confusion matrix are the true classes.\n\n| | cat | dog | rabbit |\n|:--|--:|--:|--:|\n"
    "| cat | 42 | 5 | 3 |\n| dog | 9 | 38 | 6 |\n| rabbit | 2 | 4 | 51 |\n\n"
)


@each(
    "text",
    [
        "$P_{dog} = 0.331$",  # may be a share
        "$P_{dog} = 53/160 = 0.331$",
        "$P_{bird} = 38/53 = 0.717$",
        "$R_{dog} = 53$",
        "$F_{dog} = 0.76$",
        "$P = 38/53 = 0.717$",
    ],
)
def test_letters_that_may_mean_anything_are_not(text: str) -> None:
    found = em.verify_document(MATRIX + text, format="markdown")
    assert [claim.word for claim in found.claims if claim.verdict is not None] == []
