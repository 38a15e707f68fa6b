"""Plain exact counts: cells, margins, building blocks, and the many ways to read them.

The modules: `counts` (the table), `blocks` (TP, FP, FN, TN of every class), `labels` and `exact_count` (what may stand
in them), `rows`, `pairs`, `lists`, `columns` and `reading` (where counts come from), `identities`, `partial` and
`repair` (counts of which only some are known). Nothing is imported here, so that each use loads only what it needs.
"""
