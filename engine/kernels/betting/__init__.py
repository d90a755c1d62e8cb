"""Walks of a betting tree: what both players' hands are worth at each decision, and what they do there."""
