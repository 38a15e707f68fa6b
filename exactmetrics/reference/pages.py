"""All pages of the reference, written into a folder."""

from __future__ import annotations

from pathlib import Path

from exactmetrics.derivation.saving import save_text
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.reference.conventions import conventions_page
from exactmetrics.reference.identities import identities_page
from exactmetrics.reference.metric_page import index_page, metric_page


def all_pages() -> dict[str, str]:
    """Every page by its name below the folder of the documentation."""
    metrics = (*all_metrics(), *all_score_metrics())
    pages = {f"reference/{metric.name}.md": metric_page(metric.name) for metric in metrics}
    return pages | {
        "reference/README.md": index_page(),
        "conventions.md": conventions_page(),
        "identities.md": identities_page(),
    }


def write_pages(folder: Path) -> list[str]:
    """Write every page that is not what it should be into a folder, which need not exist; their names."""
    pages = {folder / name: text for name, text in all_pages().items()}
    new = [path for path, text in pages.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in new:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_text(pages[path], str(path))
    return list(map(str, new))
