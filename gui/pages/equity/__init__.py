"""The page of equities: the table of results, convergence, final hands."""
