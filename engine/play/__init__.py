"""The rules of betting at a table: the state of a hand in play, its legal actions, and its pots."""
