"""Kernels of the pre-flop laboratory."""
