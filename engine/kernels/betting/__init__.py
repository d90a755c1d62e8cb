"""Walks of a betting tree: the values of both players' hands and their strategies at each decision."""
