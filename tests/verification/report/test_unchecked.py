"""What was left unchecked is listed in every report, and never summed up as right."""

from __future__ import annotations

import json

import pytest

from exactmetrics.verification.report import content, findings
from exactmetrics.verification.verify import verify_document
from tests.cases import each

PLAIN = findings.unjudged
ALONE = "The accuracy is 0.912. The recall of class dog is 0.66."


def test_claims_without_data_are_listed_and_nothing_is_said_to_be_right() -> None:
    found = verify_document(ALONE, format="markdown")
    text = found.to_text()
    assert "2 numbers were not judged" in text
    assert "  line 1, column 17: accuracy: 0.912: there are no data to judge it by\n" in text
    for report in (text, found.to_markdown(), found.to_html(), found.to_github()):
        assert "2 numbers found: 2 not judged" in report
    for report in (found.to_markdown(), found.to_html()):
        assert "accuracy: 0" in report
    assert '<details class="unjudged"><summary>2 numbers were not judged' in found.to_html()


@each(
    ("text", "said"),
    [
        ("1/2 = 0.5", "1 number found: 1 right"),
        ("1/2 = 0.5. " + ALONE, "3 numbers found: 1 right, 2 not judged"),
        ("1/2 = 0.5, 1 + ... = 4", "2 numbers found: 1 right, 1 not judged"),
        ("", "No number was found that can be judged."),
        ("a = b", "No number was found that can be judged."),
        ("1/2 = 0.6. " + ALONE, "3 numbers found: 1 wrong, 2 not judged"),
    ],
)
def test_the_summary_says_what_was_not_checked(text: str, said: str) -> None:
    assert f"-: {said}\n" in verify_document(text, format="markdown").to_text(width=300)


def test_a_long_list_is_cut_in_the_terminal_only_where_not_all_is_asked_for() -> None:
    found = verify_document("\n\n".join(f"The accuracy is 0.{at}1." for at in range(1, 10)), format="markdown")
    assert "and 4 more" in found.to_text()
    assert "more" not in found.to_text(all=True)
    assert found.to_text(all=True).count("accuracy: 0.") == 9


def test_json_sums_up() -> None:
    found = json.loads(verify_document("4/6 = 0.66, 1/2 = 0.6, 3/4 = 0.75, 1 + ... = 4. " + ALONE).to_json())
    assert found["worst"] == found["files"][0]["worst"] == "error"
    assert found["summary"] == {"error": 1, "warn": 1, "note": 0, "ok": 1, "unread": 1, "unjudged": 3, "found": 6}
    assert found["files"][0]["coverage"]["claims"] == 2
    assert found["files"][0]["coverage"]["claims_checked"] == 0


def test_what_was_not_judged_is_gathered_once_for_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    found, gathered = verify_document(ALONE, format="markdown"), list[object]()
    for module in (findings, content):
        monkeypatch.setattr(module, "unjudged", lambda *given: (gathered.append(given), PLAIN(*given))[1])
    for write in (found.to_text, found.to_markdown, found.to_html):
        gathered.clear()
        write()
        assert len(gathered) == 1, write
