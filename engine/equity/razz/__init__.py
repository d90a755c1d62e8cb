"""Razz: from hand texts to methods."""
