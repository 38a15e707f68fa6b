"""Derivations as data: pages, steps and trees as JSON, with their schema."""
