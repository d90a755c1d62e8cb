"""Betting from a street on with two players: both players' best play, the worth of each hand, and how far the play can
be beaten."""
