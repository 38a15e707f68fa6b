"""Every claim of an answer sheet has the line and the column of its answer, in TOML, CSV and JSON."""

from __future__ import annotations

import json
import random
from typing import Any

from exactmetrics.sheets.places import places_in_json
from exactmetrics.sheets.sheet import parse_sheet
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each

TOML = 'title = "A"\ndata.matrix = [[4, 2], [0, 3]]\n\n[[claim]]\nmetric = "accuracy"\nprinted = "0.77"\n'
CSV = "metric,printed\naccuracy,0.77\n"
JSON = (
    '{"title": "A", "data": {"matrix": [[4, 2], [0, 3]]},\n"claim": [\n{"metric": "accuracy",\n  "printed": "0.77"}]}'
)


@each(("text", "data", "place"), [
    (TOML, None, (6, 12)), (CSV, [[4, 2], [0, 3]], (2, 10)), (JSON, None, (4, 15)),
])  # fmt: skip
def test_a_report_names_the_line(text: str, data: Any, place: tuple[int, int]) -> None:
    found = verify_claims(text, data=data)
    (claim,) = found.claims
    assert claim.span is not None
    assert (claim.span.start.line, claim.span.start.column) == place
    assert text[claim.span.start.offset : claim.span.stop] == "0.77"
    assert found.to_text().startswith(f"-:{place[0]}:{place[1]}: claim[1]: warning: truncated")
    assert "#r1-f0" in found.to_html()


def test_a_sheet_that_is_no_text_names_the_claim() -> None:
    found = verify_claims(json.loads(JSON))
    assert found.claims[0].span is None
    assert found.to_text().startswith("-: claim[1]: warning: truncated")


def test_in_json_however_it_is_written() -> None:
    """Of 200 sheets, indented, shuffled, with escapes, with another list of claims before, each answer is found."""
    drawn = random.Random(5)
    answers = ["0.5", "nan", "½", 'a "b" \\ c', "}, {", "[", "0.6667"]
    for _ in range(200):
        claims = list[dict[str, str]]()
        for at in range(drawn.randint(1, 5)):
            key = drawn.choice(["printed", "printed", "expression"])
            claim = [("metric", "recall"), ("label", str(at)), (key, drawn.choice(answers)), ("where", "printed")]
            if key == "printed" and drawn.random() < 0.5:
                claim.append(("expression", "1/2"))
            drawn.shuffle(claim)
            claims.append(dict(claim))
        parts: list[tuple[str, object]] = [
            ("title", '"claim": [{}]'),
            ("data", {"matrix": [[1, 0], [0, 1]]}),
            ("claim", claims),
        ]
        drawn.shuffle(parts)
        text = json.dumps(dict(parts), indent=drawn.choice([None, 1, 4]), ensure_ascii=drawn.random() < 0.5)
        read = parse_sheet(text, format="json").claims
        for one, place in zip(read, places_in_json(text, read), strict=True):
            assert place is not None
            wanted = one.expression if one.printed is None else one.printed
            assert json.loads(f'"{text[place.start : place.stop]}"') == wanted
            before = text[: place.start]
            assert place.line == len(before.split("\n"))
            assert place.column == len(before.rpartition("\n")[2]) + 1
