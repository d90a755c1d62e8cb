"""What can be done at a table: cards in their slots, ranges of seats, folding."""
