"""Two derivations side by side: what tells them apart, both workings, and the exact difference."""
