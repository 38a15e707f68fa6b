"""Documents made up at random: right arithmetic is never accused, a changed digit is always found, and repaired."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.repairs import nearby_numbers, repairs
from tests.cases import size
from tests.verification.links.written import document

SOUND = {"exact", "rounded", "tie"}
HINTED = {"false", "truncated", "float", "chained"}
seeds = st.integers(0, 10**9)


@given(seeds)
@settings(max_examples=size(37, 150), deadline=None)
def test_right_chains_are_all_found_and_never_accused(seed: int) -> None:
    text, chains = document(seed)
    verdicts = [link.word for link in verify_links(text).links if link.word]
    assert set(verdicts) <= SOUND, text
    assert len(verdicts) == sum(chain.links for chain in chains), text


@given(seeds)
@settings(max_examples=size(37, 150), deadline=None)
def test_one_wrong_digit_is_found(seed: int) -> None:
    """Truncated and float digits are one digit away from right ones too, so their words count as found."""
    text, chains = document(seed)
    rng = random.Random(seed)
    chain = rng.choice(chains)
    places = [k for k, char in enumerate(chain.printed) if char.isdigit() and k]
    at = rng.choice(places)
    digit = rng.choice([d for d in "0123456789" if d != chain.printed[at]])
    wrong = chain.printed[:at] + digit + chain.printed[at + 1 :]
    head, _, tail = chain.text.rpartition(chain.printed)
    found = verify_links(text.replace(chain.text, head + wrong + tail, 1))
    assert HINTED & {link.word for link in found.links}, text


@given(seeds)
@settings(max_examples=size(30, 60), deadline=None)
def test_repairs_make_the_link_right_and_hold_the_right_result(seed: int) -> None:
    text, _ = document(seed)
    rng = random.Random(seed)
    value = rng.randint(2, 9)
    found = verify_links(f"{text}\n\nNow {value} + 3 * 4 = {value + 13}.\n")
    at = len(found.links) - 1
    link = found.links[at]
    assert link.word == "false"
    offered = repairs(link, nearby_numbers(found.links, at))
    assert offered
    assert any(repair.right == str(value + 12) for repair in offered)
    for repair in offered[:5]:
        (again,) = verify_links(f"{repair.left} = {repair.right}").links
        assert again.word in SOUND, repair
