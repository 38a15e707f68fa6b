"""The direction of a text in a system whose own pages may run the other way."""

from exactmetrics.derivation.messages import Messages


def directed(html: str, say: Messages) -> str:
    """HTML that says its language and its direction, where that is from right to left.

    >>> from exactmetrics.derivation.messages import messages
    >>> directed("<p>1</p>", messages("ar")), directed("<p>1</p>", messages("fr"))
    ('<div lang="ar" dir="rtl"><p>1</p></div>', '<p>1</p>')
    """
    return html if say.direction == "ltr" else f'<div lang="{say.language}" dir="{say.direction}">{html}</div>'
