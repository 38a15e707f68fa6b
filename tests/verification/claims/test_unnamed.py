"""No named value is passed over in silence because arithmetic is printed before it: it is a claim, or it is counted."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

MATRIX = (
    "The confusion matrix:\n\n| actual \\ predicted | cat | dog | owl |\n|--|--|--|--|\n| cat | 40 | 5 | 5 |\n"
    "| dog | 4 | 30 | 6 |\n| owl | 2 | 3 | 25 |\n\n"
)
NAMES = (
    "Recall (mouse)", "The recall of mouse", "Recall_mouse", "mouse recall", "Recall[mouse]", "Recall @ 5",
    "Recall (old model)", "Recall of the second model", "Precision", "Train recall", "For mouse, recall",
    "Recall cat/dog", "Recall class 7",
)  # fmt: skip
WORKINGS = (
    " = 0.80", " = 40/50 = 0.80", " is 40/50 = 0.80", ": 40/50 = 0.80", r" = $\frac{40}{50} = 0.80$",
    " = TP/(TP+FN) = 40/50 = 0.80", r": $\frac{TP}{TP+FN} = \frac{40}{40+10} = 0.80$",
)  # fmt: skip


@each("name", NAMES)
def test_a_value_with_working_is_counted_like_one_without(name: str) -> None:
    for working in WORKINGS:
        text = f"{MATRIX}{name}{working}.\n"
        found = em.verify_document(text, format="markdown")
        at = text.rindex("0.80")
        counted = [one.span for one in found.claims] + [one.span for one in found.passed]
        assert at in [span.start.offset for span in counted if span is not None], (name, working)
        assert not [claim for claim in found.claims if claim.level == "error"], (name, working)


@each("text", [
    "The recall is good. The share is 40/50 = 0.80.",  # another sentence
    "40/50 = 0.80",
    "Recall counts hits. For them $x = 40/50 = 0.80$.",
])  # fmt: skip
def test_arithmetic_of_no_metric_is_not_counted(text: str) -> None:
    assert em.verify_document(MATRIX + text, format="markdown").passed == []
