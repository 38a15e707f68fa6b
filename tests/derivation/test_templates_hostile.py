"""A user's templates may place what they are given, and nothing else: every attempt at more is refused, at once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError, InputError
from tests.derivation.hostile_templates import BOMBS, ESCAPES, MORE, READING
from tests.growth import Peak

SECONDS = 2.0  # of processor time: a fifth is the most that is usual; what is not stopped takes minutes, or all memory
TRIES = 3  # on a busy machine, with the garbage of thousands of tests, a try can take many times as long
MEMORY = 64_000_000  # bytes at the most, beyond what was there
PAGE = "text/report.txt.jinja"
SECRET = "the crown jewels"
CM = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])


@pytest.fixture(scope="module", autouse=True)
def _first_page() -> None:
    """What is imported and cached with the first page is not to be measured with the first template."""
    CM.report(metrics="all").to_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of templates, with a secret beside it."""
    (tmp_path / "secret.jinja").write_text(SECRET)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.jinja").write_text(SECRET)
    made = tmp_path / "templates"
    (made / "text").mkdir(parents=True)
    (made / "text" / "notes.txt").write_text(SECRET)
    return made


def links(folder: Path) -> None:
    (folder / "text" / "link.jinja").symlink_to(folder.parent / "secret.jinja")
    (folder / "out").symlink_to(folder.parent / "outside")


def write(folder: Path, text: str, name: str = PAGE) -> None:
    (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))


def refused(folder: Path) -> str:
    """The message with which the page is refused, soon and without much memory."""
    spent = []
    for _ in range(TRIES):
        with Peak() as peak:
            start = time.process_time()
            with pytest.raises(ExactMetricsError) as caught:
                CM.report(metrics="all", templates=folder).to_text()
            spent.append((time.process_time() - start) / (10 if peak.traced else 1))
        if spent[-1] < SECONDS:
            break
    assert min(spent) < SECONDS, spent
    assert peak.bytes < MEMORY, f"{peak.bytes} bytes"
    assert SECRET not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("text", ESCAPES)
def test_nothing_leads_out_of_a_template(text: str, folder: Path) -> None:
    write(folder, f"one\n{text}\n")
    message = refused(folder)
    assert message.startswith(f"{folder / PAGE}, line 2: "), message
    assert len(message) < 1000


@pytest.mark.parametrize("text", READING)
def test_nothing_else_is_read(text: str, folder: Path) -> None:
    if "link.jinja" in text or "out/" in text:
        links(folder)
    write(folder, f"one\n{text}\n")
    message = refused(folder)
    assert str(folder / PAGE) in message or "is a link out of" in message
    assert "root:" not in message


def test_the_page_itself_is_no_link_out(folder: Path) -> None:
    (folder / PAGE).symlink_to(folder.parent / "secret.jinja")
    assert "is a link out of" in refused(folder)


def test_memory_that_is_given_back_is_seen() -> None:
    with Peak() as peak:
        held = bytearray(2 * MEMORY)
        del held
    assert peak.bytes > MEMORY


@pytest.mark.parametrize("name", BOMBS)
def test_nothing_grows(name: str, folder: Path) -> None:
    write(folder, BOMBS[name])
    for more, text in MORE.items():
        if more.removeprefix("text/")[:4] in BOMBS[name]:
            write(folder, text, more)
    message = refused(folder)
    assert len(message) < 1000


def test_a_page_is_written_whole_or_not_at_all(folder: Path, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from exactmetrics.cli import main

    write(folder, "a page, and then << nothing >>")
    output = tmp_path / "page.txt"
    answer = CliRunner().invoke(main, ["report", "5 1; 5 7", "--templates", str(folder), "-o", str(output)])
    assert answer.exit_code == 2
    assert not output.exists()


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    for wrong in (tmp_path / "missing", tmp_path / "file", "a" * 5_000, "a\0b"):
        (tmp_path / "file").write_text("")
        with pytest.raises(InputError, match="there is no folder of templates"):
            CM.report(metrics="all", templates=wrong).to_text()
    with pytest.raises(InputError, match="holds none by a name that is used"):
        CM.report(metrics="all", templates=tmp_path).to_text()
