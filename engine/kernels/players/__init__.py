"""Kernels of players: the strength of hands, and whole hands played by descriptions."""
