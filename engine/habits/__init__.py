"""What players do, learned from the hands that are open: counts, shares with their errors, and ranges from them."""
