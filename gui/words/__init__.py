"""Texts of the window: captions, numbers as text, the words of each game."""
