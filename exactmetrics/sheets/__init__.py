"""Answer sheets: printed answers with the data they are about, read from TOML and JSON, and both verdicts on each."""
