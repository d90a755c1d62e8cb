"""The page of the pre-flop laboratory: what a hand is worth before the flop."""
