"""Conformance: how far other implementations are from the exact values of the reference vectors.

A peer, one file each, is asked case by case in a process of its own and leaves answers; an implementation in any other
language leaves the same answers in a file. Both are judged by the same rules and shown in one table.
"""
