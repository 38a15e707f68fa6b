"""Answer sheets and the worked examples: load, check against the exact values, render."""
