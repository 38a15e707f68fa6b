"""Documents as streams of pieces: text that may hold arithmetic, and where every character of it stands."""
