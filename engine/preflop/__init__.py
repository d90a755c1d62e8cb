"""The pre-flop laboratory: what a hand is worth before the flop, seat tables, jam or fold."""
