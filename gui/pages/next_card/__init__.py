"""The pages of next cards, one for each game."""
