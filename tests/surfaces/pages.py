"""Finished Markdown, and whether the programs that read it find the formulas that were written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.surfaces.readers import Found, shown

DISPLAY = re.compile(r"^\$\$ (.*) \$\$$", re.MULTILINE)
INLINE = re.compile(r"(?<![\\$])\$(?!\$)([^$\n]+)\$(?!\$)")
FENCE = re.compile(r"^```math\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"\$`([^`]+)`\$")
QUOTED = re.compile(r"^```latex\n.*?^```$", re.DOTALL | re.MULTILINE)  # code that a page shows as it is printed


@dataclass(frozen=True)
class Markdown:
    """A finished page with the name it is called by in a failure."""

    name: str
    text: str
    github: bool = False

    @property
    def displays(self) -> list[str]:
        """Its displayed formulas, as they were written."""
        return FENCE.findall(self.text) if self.github else DISPLAY.findall(QUOTED.sub("", self.text))

    @property
    def inlines(self) -> list[str]:
        """Its formulas inside sentences and tables."""
        if self.github:
            return CODE.findall(FENCE.sub("", self.text))
        return INLINE.findall(DISPLAY.sub("", QUOTED.sub("", self.text)))


def written(page: Markdown) -> list[Found]:
    return sorted([(True, f) for f in page.displays] + [(False, f) for f in page.inlines])


def unlike(pages: list[Markdown], found: list[list[Found]]) -> list[str]:
    """The names of the pages whose formulas were read otherwise than written."""
    assert len(found) == len(pages)
    return [page.name for page, formulas in zip(pages, found, strict=True) if sorted(formulas) != written(page)]


def unchanged(page: Markdown, html: str) -> bool:
    """Whether every formula stands in the HTML between its dollar signs, as often as it was written."""
    text = " ".join(shown(html).split())
    displays, inlines = ([" ".join(f.split()) for f in fs] for fs in (page.displays, page.inlines))
    ok = all(text.count(f"$$ {f} $$") >= displays.count(f) for f in set(displays))
    rest = re.sub(r"\$\$ [^$]* \$\$", "", text)
    return ok and all(rest.count(f"${f}$") >= inlines.count(f) for f in set(inlines))
