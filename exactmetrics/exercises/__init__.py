"""Exercises: matrices found by search, questions about them with keys, and the grading of what was answered."""

from exactmetrics.exercises.grading import Grades, grade
from exactmetrics.exercises.sheet import ExerciseSheet, exercises

__all__ = ["ExerciseSheet", "Grades", "exercises", "grade"]
