"""Kernels of simulations: hands played to their end from any point."""
