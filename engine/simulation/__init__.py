"""Simulation: plays a hand to its end many times after each of hero's actions, and returns their EVs.

The players at the table act as their descriptions or programs say (``engine.players``).
"""
