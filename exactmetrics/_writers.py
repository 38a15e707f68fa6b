"""Which function writes which kind of result: the one table of writers, so that no result imports what writes it.

"page" is the page in a format, "title" the title of a document around it, "json" the data of its JSON, "sentence" what
is said of it. Writers stand in rooms above this one and are imported when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

WRITERS = {
    ("derivation", "page"): "exactmetrics.derivation.derivation_writers:derivation_page",
    ("derivation", "title"): "exactmetrics.derivation.derivation_writers:derivation_title",
    ("derivation", "json"): "exactmetrics.derivation.derivation_writers:derivation_data",
    ("derivation", "surface"): "exactmetrics.derivation.derivation_writers:derivation_surface",
    ("derivation", "data"): "exactmetrics.derivation.derivation_writers:counts_data",
    ("score_derivation", "page"): "exactmetrics.derivation.derivation_writers:derivation_page",
    ("score_derivation", "title"): "exactmetrics.derivation.score_writers:score_title",
    ("score_derivation", "json"): "exactmetrics.derivation.score_writers:score_derivation_data",
    ("score_derivation", "data"): "exactmetrics.derivation.score_writers:score_data",
    ("score_derivation", "surface"): "exactmetrics.derivation.score_writers:score_surface",
    ("score_page", "context"): "exactmetrics.derivation.score_writers:score_context",
    ("comparison", "page"): "exactmetrics.derivation.comparison_writers:comparison_page",
    ("comparison", "title"): "exactmetrics.derivation.comparison_writers:comparison_title",
    ("comparison", "json"): "exactmetrics.derivation.comparison_json:comparison_data",
    ("report", "page"): "exactmetrics.derivation.report_writers:report_page",
    ("report", "title"): "exactmetrics.derivation.report_writers:report_title",
    ("report", "json"): "exactmetrics.derivation.report_writers:report_data",
    ("score_report", "intro"): "exactmetrics.derivation.score_writers:intro_of_report",
    ("formula", "page"): "exactmetrics.proofs.formula_writers:formula_page",
    ("formula", "title"): "exactmetrics.proofs.formula_writers:formula_title",
    ("formula", "json"): "exactmetrics.proofs.formula_writers:formula_data",
    ("picture", "svg"): "exactmetrics.derivation.drawing_writers:svg",
    ("picture", "tikz"): "exactmetrics.derivation.drawing_writers:tikz",
    ("picture", "in_page"): "exactmetrics.derivation.drawing_writers:in_page",
    ("picture", "converted"): "exactmetrics.derivation.drawing_writers:converted",
    ("feasibility", "text"): "exactmetrics.feasibility.pages:text_page",
    ("feasibility", "markdown"): "exactmetrics.feasibility.pages:markdown_page",
    ("feasibility", "data"): "exactmetrics.feasibility.pages:data_of",
    ("feasibility", "json"): "exactmetrics.feasibility.pages:json_text",
    ("document", "page"): "exactmetrics.documents.page:document_page",
    ("document", "title"): "exactmetrics.documents.page:document_title",
    ("document", "parts"): "exactmetrics.documents.page:document_parts",
    ("document", "json"): "exactmetrics.documents.page:document_data",
    ("exercises", "page"): "exactmetrics.exercises.pages:page",
    ("exercises", "json"): "exactmetrics.exercises.pages:key_data",
    ("exercises", "archive"): "exactmetrics.exercises.writers.archive:archive",
    ("exercises", "moodle"): "exactmetrics.exercises.writers.moodle:moodle_xml",
    ("exercises", "qti"): "exactmetrics.exercises.writers.qti:qti_files",
    ("exercises", "qti3"): "exactmetrics.exercises.writers.qti:qti3_files",
    ("exercises", "nbgrader"): "exactmetrics.exercises.writers.nbgrader:notebook",
    ("exercises", "rexams"): "exactmetrics.exercises.writers.rexams:rexams_files",
    ("exercises", "canvas"): "exactmetrics.exercises.writers.canvas:canvas_files",
    ("exercises", "anki"): "exactmetrics.exercises.writers.anki:notes",
    ("grades", "page"): "exactmetrics.exercises.grade_pages:grades_page",
    ("verification", "page"): "exactmetrics.verification.report.pages:page",
    ("verification", "lines"): "exactmetrics.verification.report.terminal:lines",
    ("verification", "dict"): "exactmetrics.verification.report.structured:verification_data",
    ("verification", "findings"): "exactmetrics.verification.report.document:placed_findings",
    ("verification", "fixed"): "exactmetrics.verification.report.fixing:fixed",
    ("hint", "sentence"): "exactmetrics.verification.diagnosis.wording:sentence",
    ("passed", "sentence"): "exactmetrics.verification.report.wording:passed_sentence",
    ("remark", "sentence"): "exactmetrics.verification.report.wording:remark_sentence",
    ("why", "sentence"): "exactmetrics.verification.reasons:sentence_of",
}


def writer(kind: str, what: str) -> Callable[..., Any]:
    """The function that writes something of a kind of result."""
    module, _, function = WRITERS[kind, what].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found
