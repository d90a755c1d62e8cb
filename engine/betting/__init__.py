"""Betting from a street on with two players: both players' best play, what each hand is worth, and how far the play
found can be beaten.
"""
