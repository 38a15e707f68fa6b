"""What every template is written in: its signs, and how line ends and white space are treated."""

from __future__ import annotations

from typing import Any

# The signs stay clear of the braces of TeX. A line that holds nothing but a statement leaves no trace on the page.
DIALECT: dict[str, Any] = {
    "block_start_string": "<%",
    "block_end_string": "%>",
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "autoescape": False,  # every string is written for its surface before it comes here
    "auto_reload": False,
}
