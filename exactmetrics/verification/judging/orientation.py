"""What the rows of a matrix are, where nobody says: which of the two readings the claims about it fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.sheets.sheet import Data, Rules
from exactmetrics.sheets.verdicts import Judged
from exactmetrics.verification.judging.checked_claims import Asked, judged_alone
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.verified import FoundData


@dataclass(frozen=True, slots=True)
class Fit:
    """Of `of` claims whose value depends on what the rows are, so many fit one reading, and the `other` one."""

    of: int = 0
    fit: int = 0
    other: int = 0


def fit_of(asked: Sequence[Asked], data: Data, turned: Sequence[Asked], other: Data, rules: Rules) -> Fit:
    """How many claims fit each of two readings; `turned` are the same claims as they are asked of the `other` data.

    >>> from exactmetrics.sheets.sheet import Claim, Question
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> claims = [Asked(Claim(Question(metric="recall", options={"label": 0}), printed="0.67"))]
    >>> claims += [Asked(Claim(Question(metric="accuracy"), printed="0.78"))]
    >>> fit_of(claims, given_data([[4, 2], [0, 3]]), claims, given_data([[4, 0], [2, 3]]), Rules())
    Fit(of=1, fit=1, other=0)
    """
    pairs = [
        (judged_alone(one, data, rules), judged_alone(same, other, rules))
        for one, same in zip(asked, turned, strict=True)
    ]
    told = [(a, b) for a, b in pairs if a.exact != b.exact and (a.verdict is not None or b.verdict is not None)]
    return Fit(len(told), sum(_is_right(a) for a, _ in told), sum(_is_right(b) for _, b in told))


def remark_of(data: FoundData) -> Remark | None:
    """What is to be noted of data whose rows were read as the claims fit; nothing where it makes no difference.

    >>> remark_of(FoundData("", ("a", "b"), ((3, 1), (0, 2)), orientation="predicted", fits=(3, 3, 0))).facts
    {'side': 'predicted', 'fit': 3, 'of': 3, 'other': 0}
    """
    if data.fits is None or not data.fits[0]:
        return None
    of, fit, other = data.fits
    return Remark("rows-read", {"side": data.orientation, "fit": fit, "of": of, "other": other}, data.span)


def _is_right(judged: Judged) -> bool:
    return judged.verdict is not None and judged.verdict.level == "ok"
