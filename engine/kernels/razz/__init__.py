"""Kernels of razz."""
