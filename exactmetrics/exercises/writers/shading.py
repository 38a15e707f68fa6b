"""The shaded diagonal of a matrix where no style sheet goes with a page."""

SHADED = ('class="diagonal"', 'class="diagonal" style="background: #ddd; font-weight: bold"')


def shaded(html: str) -> str:
    """HTML whose shading stands in the table itself: a page has a style sheet, and a question has none."""
    return html.replace(*SHADED)
