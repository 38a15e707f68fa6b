"""Verification written out: for a terminal, as Markdown, as a web page, for a build, and as a corrected copy."""
