"""Worked examples with their golden derivations, one folder a source; installed as `exactmetrics.worked_examples`."""
