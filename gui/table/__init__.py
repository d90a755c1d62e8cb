"""The left side of the window: board, seats, dead cards, deck."""
