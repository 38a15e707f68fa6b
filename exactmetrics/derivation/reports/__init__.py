"""Reports: every metric that applies to the counts, as rows, as JSON and as a page in every format."""
