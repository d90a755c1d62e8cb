"""Statistics of players, learned from hand histories: counts, frequencies with their errors, and ranges made from
them."""
