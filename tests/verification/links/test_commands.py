"""Commands of LaTeX around numbers and relations change nothing of what is judged."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.links.plain import masked
from tests.cases import each


@each(("text", "word"), [
    (r"$3/8 = \SI{37.5}{\percent}$", "exact"), (r"$3/8 = \SI{38.5}{\percent}$", "false"),
    (r"$3/8 = \qty{38.5}{\percent}$", "false"), (r"$3/8 \stackrel{!}{=} 0.385$", "false"),
    (r"$\underbrace{3/8}_{\text{share}} = 0.375$", "exact"), (r"$\overbrace{\frac{3}{8}}^{x} = 0.385$", "false"),
    (r"\[ 3/8 \overset{(1)}{=} 0.375 \]", "exact"), (r"$\cancel{3}/8 = 0.375$", "exact"),
    (r"$\textcolor{red}{3/8} = \num{0.385}$", "false"),
])  # fmt: skip
def test_links_with_commands_are_judged(text: str, word: str) -> None:
    link, = verify_links(text).links  # fmt: skip
    assert link.word == word
    assert text[link.where.offset : link.left_stop] == link.left


@each("text", [
    r"\underbrace{" * 500, r"\underbrace{{{{" * 300, r"\stackrel{" * 800, r"\SI{1}{" * 900,
])  # fmt: skip
def test_commands_that_are_never_closed_stay_as_they_are(text: str) -> None:
    assert masked(text, formula=True) == text
