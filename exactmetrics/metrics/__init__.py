"""What a metric is: its definition with traits, the registry, averaging, and the conventions for undefined values."""
