"""Kernels of hold'em: evaluation, exact equity by enumeration and sweeps, sampled equity."""
