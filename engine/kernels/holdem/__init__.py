"""Kernels of hold'em."""
