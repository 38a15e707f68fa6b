"""Faults of derivation pages that the exhaustive run finds and that are not mended yet, by the test that finds them.

A test that stands here is run and reported as an expected failure in the exhaustive run; the quick run, whose samples
it passes, it must pass. What is mended goes from here.
"""

from __future__ import annotations

WIDE = "some wide tables and formulas of rare questions stick out of the margins, by up to 320 pt"
KNOWN_FAULTS = {
    "test_comparison.py::test_the_way_from_averages_is_never_the_smaller_one_where_that_is_said": (
        "with fractional or absent classes the sentence is not always where the theorem holds"
    ),
    "test_conditions.py::test_sentences_are_short_and_plain": "a weighted meaning in percentage points has 33 words",
    "test_conditions.py::test_steps_are_few_and_different": (
        "F-beta from averages repeats a sentence, and has more than seven steps with undefined classes"
    ),
    "test_detail.py::test_an_exercise_of_any_matrix_is_complete_with_its_key": "a minus behind a plus in a key",
    "test_detail.py::test_a_brief_derivation_is_a_slide": "13 lines for a micro average of two parts",
    "test_finished.py::test_every_question_on_matrices_full_of_zeros": "harmonic F-beta of undefined parts",
    "test_finished.py::test_any_question_on_any_matrix": "a sentence on a denominator that is not the one that cancels",
    "test_beamer.py::test_frames_hold_what_is_on_them": WIDE,
    "test_fitting.py::test_no_matrix_is_wider_than_the_page": WIDE,
    "test_latex.py::test_compiles_within_the_margins": WIDE,
    "test_golden_latex.py::test_golden_pages_compile": WIDE,
    "test_mutants.py::test_every_changed_digit_of_the_result_is_seen": "of pages without a result a digit is not seen",
    "test_result.py::test_every_number_of_the_end_holds": "a row of HTML that begins with its relation is not read",
}
