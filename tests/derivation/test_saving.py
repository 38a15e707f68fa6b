"""Files are written whole or not at all, in the format their ending names; LaTeX with the engine its letters need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics._writers import WRITERS, writer
from exactmetrics.derivation.explain import reference
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.saving import ended, format_of, full_name, save_text
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.typesetting import directed, engine_of, tex_of
from exactmetrics.exact.errors import InputError, UsageError

CM = em.ConfusionMatrix([[3, 1], [0, 2]])


def test_names_of_formats() -> None:
    names = {"md": "markdown", "tex": "latex-document", "text-2d": "text-2d", "html": "html"}
    assert {name: full_name(name) for name in names} == names
    files = {"mcc.tex": "latex-document", "mcc.MD": "markdown", "mcc": "text", "/dev/null": "text"}
    assert {file: format_of(file) for file in files} == files
    with pytest.raises(UsageError, match=r"no format is written to \.rst: write \.md, and let pandoc convert it; or"):
        format_of("mcc.rst")
    with pytest.raises(
        UsageError, match=r"\.rst: name a file that ends in one of \.txt, \.html, \.htm; or give format="
    ):
        format_of("mcc.rst", ["text", "html"])
    assert FORMATS["markdown"].template("derivation") == "markdown/derivation.md.jinja"
    assert [FORMATS[f].repeating("0.", "3") for f in ("markdown", "text")] == [r"0.\overline{3}", "0.(3)"]


def test_files(tmp_path: Path) -> None:
    file, link = tmp_path / "accuracy.txt", tmp_path / "link.txt"
    link.symlink_to(file)
    for text in ("9/14", "9/14\n\n"):
        save_text(text, link)
        assert (file.read_text(encoding="utf-8"), link.is_symlink()) == ("9/14\n", True)
    assert ended("9/14\n\n") == ended("9/14") == "9/14\n"
    wrong = {tmp_path: "it is a directory; name a file in it", tmp_path / "no" / "a.txt": "there is no directory"}
    for path, said in wrong.items():
        with pytest.raises(InputError, match=said):
            save_text("9/14", path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["accuracy.txt", "link.txt"]


@pytest.mark.parametrize("shown", [CM.picture(), CM.report()], ids=["picture", "report"])
def test_what_cannot_name_a_file(shown: Any) -> None:
    for format in (None, "tex"):
        with pytest.raises(InputError, match=r"cannot write 'a\\x00': the name of a file has no null character"):
            shown.save("a\0", format=format)
        for path in (5, None, b"a.tex"):
            with pytest.raises(UsageError, match=r"a file is named by a text or a path, as in 'result\.html', not by"):
                shown.save(path, format=format)


def test_engines() -> None:
    assert [engine_of("caf\u00e9"), engine_of("\u732b"), engine_of("", "ar")] == ["pdflatex", "lualatex", "lualatex"]
    assert tex_of(messages(), "\u732b")["fallback"]
    turned = "true {\\textdir TRT \u05d0\u05d1}"
    assert directed({"engine": "lualatex", "fonts": []}, "true \u05d0\u05d1") == turned
    assert directed({"engine": "pdflatex", "fonts": []}, "true \u05d0\u05d1") == "true \u05d0\u05d1"


def test_references() -> None:
    assert reference("Share of it.\n\nReference: Someone\n1999.\n\n>>> 1\n1") == "Someone 1999."


# Every kind of result is written as page, title and JSON.


def test_every_row_leads_to_a_function() -> None:
    assert all(callable(writer(*row)) for row in WRITERS)


def test_every_result_has_its_rows_and_knows_none_of_them() -> None:
    for result in (em.Derivation, em.Comparison, em.Report, em.Document):
        assert issubclass(result, Shown)
        rows = {what: home.partition(":")[0] for (kind, what), home in WRITERS.items() if kind == result._kind}
        assert {"page", "title", "json"} <= set(rows)
        assert result.__module__ not in rows.values()
