"""Tournaments: what chips are worth in prizes, and the equity that a call needs there."""
