"""Hold'em equities: reading a table, the exact methods, sampling, and the details of a result."""
