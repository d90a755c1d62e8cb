"""The habits of players, learned from the open hands: counts, shares with their errors, and ranges from them."""
