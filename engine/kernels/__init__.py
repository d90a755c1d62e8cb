"""Compiled kernels: arrays in, caller-owned arrays out. The only code that Numba compiles."""
