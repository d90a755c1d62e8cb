"""Kernels of razz: low hands, exact contests rank by rank, sampled deals."""
