"""`python -m exactmetrics` is the command `exactmetrics`."""

from __future__ import annotations

from exactmetrics.cli import main

if __name__ == "__main__":
    main()
