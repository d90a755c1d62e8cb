"""The page of hands from best to worst: the equity graph, the hands that reach an equity."""
