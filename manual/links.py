"""Whether every link of the built manual leads somewhere: to a file of it, and to a place in that file; and whether
its page of the API names all that can be called.

python manual/links.py build/site
"""

from __future__ import annotations

import inspect
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import FunctionType, MethodType
from urllib.parse import unquote, urlsplit

import exactmetrics as em


class Found(HTMLParser):
    """The links of a page, the places in it, and what it loads from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what a tag says."""
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if name in given}
        self.links += [given[name] for name in ("href", "src") if name in given]
        if tag in ("script", "img", "iframe", "link") and given.get("rel") not in ("canonical",):
            self.loaded += [given[name] for name in ("href", "src") if name in given]


@cache
def read(page: Path) -> Found:
    """What is on a page."""
    found = Found()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def broken(site: Path) -> list[str]:
    """Every link that leads nowhere, and everything that another host would be asked for."""
    wrong = [] if (site / "index.html").is_file() else ["the folder itself has no page"]
    for page in sorted(site.rglob("*.html")):
        for link in read(page).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            aim = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            aim = aim / "index.html" if aim.is_dir() else aim
            if not aim.is_file():
                wrong.append(f"{page.relative_to(site)}: {link} is no file")
            elif parts.fragment and aim.suffix == ".html" and unquote(parts.fragment) not in read(aim).places:
                wrong.append(f"{page.relative_to(site)}: {link} is no place on that page")
        wrong += [f"{page.relative_to(site)}: loads {url}" for url in read(page).loaded if urlsplit(url).netloc]
    return wrong


def unnamed(site: Path) -> list[str]:
    """Every method and property, also an inherited one, that the page of all names in Python lacks."""
    classes = {name: thing for name in em.__all__ if inspect.isclass(thing := getattr(em, name))}
    documented = [
        f"exactmetrics.{name}.{member}"
        for name, cls in classes.items()
        for member, thing in inspect.getmembers(
            cls, lambda thing: isinstance(thing, FunctionType | MethodType | property)
        )
        if not member.startswith("_") and inspect.getdoc(thing)
    ]
    places = read(site / "manual" / "api.html").places
    return [f"manual/api.html: {name} is not named" for name in documented if name not in places]


if __name__ == "__main__":
    built = Path(sys.argv[1])
    sys.exit("\n".join(broken(built) + unnamed(built)) or 0)
