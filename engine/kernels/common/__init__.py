"""Shared by the kernels of both games: random numbers, and the order of compiling."""
