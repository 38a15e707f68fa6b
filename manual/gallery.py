"""The gallery of the manual: one derivation on every surface, made anew at each build.

    python manual/gallery.py FOLDER

Typeset pages need pdflatex and pdftoppm; without them the gallery shows the LaTeX source alone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import exactmetrics as em

MATRIX = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
SCORES = em.Scores([1, 1, 0, 1, 0, 0, 1, 0], ["0.9", "0.8", "0.7", "0.6", "0.6", "0.4", "0.3", "0.1"])
DERIVATION = MATRIX.derive("precision", average="weighted")
INTRODUCTION = """# One derivation on every surface

The same matrix and the same question, the weighted average of the precision, in each format. The code is

```python
import exactmetrics as em

cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
derivation = cm.derive("precision", average="weighted")
```
"""


def main(folder: Path) -> None:
    """Write the page and the pictures on it."""
    folder.mkdir(parents=True, exist_ok=True)
    DERIVATION.save(folder / "derivation.html")
    MATRIX.picture(shares=True).save(folder / "matrix.svg")
    SCORES.picture("roc").save(folder / "roc.svg")
    parts = [
        INTRODUCTION,
        section(
            "In a browser",
            'derivation.save("derivation.html")',
            '<iframe src="../../derivation.html" title="HTML"></iframe>',
        ),
        typeset(folder, "A typeset page", "latex-document"),
        typeset(folder, "Slides", "beamer-document"),
        section("In a terminal", "print(derivation.to_text())", fenced(DERIVATION.to_text())),
        section(
            "With drawn fractions",
            "print(derivation.to_text(two_dimensional=True))",
            fenced(DERIVATION.to_text(two_dimensional=True)),
        ),
        section("Markdown", "derivation.to_markdown()", fenced(DERIVATION.to_markdown(), "markdown")),
        section("LaTeX", "derivation.to_latex()", fenced(DERIVATION.to_latex(), "latex")),
        section("The matrix", "cm.picture(shares=True)", "![The confusion matrix](matrix.svg)"),
        section("A curve of scores", 'scores.picture("roc")', "![The ROC curve](roc.svg)"),
    ]
    (folder / "index.md").write_text("\n".join(parts), encoding="utf-8")


def section(title: str, call: str, shown: str) -> str:
    """A surface: its name, the call, and what it gives."""
    return f"## {title}\n\n`{call}`\n\n{shown}\n"


def fenced(text: str, language: str = "text") -> str:
    """A text as it is written."""
    return f"````{language}\n{text.rstrip()}\n````"


def typeset(folder: Path, title: str, format: str) -> str:
    """The pages that TeX makes, as pictures."""
    if not all(map(shutil.which, ("pdflatex", "pdftoppm"))):
        return ""
    DERIVATION.save(folder / f"{format}.tex", format=format)
    run(folder, "pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{format}.tex")
    run(folder, "pdftoppm", "-r", "80", "-png", f"{format}.pdf", format)
    pages = [f"![Page {at}]({made.name})" for at, made in enumerate(sorted(folder.glob(f"{format}-*.png")), 1)]
    return section(title, f'derivation.save("{format}.tex", format="{format}")', "\n\n".join(pages))


def run(folder: Path, *command: str) -> None:
    """Run a program in the folder; its output is shown only where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
