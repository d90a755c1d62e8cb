"""The page of starting hands (razz)."""
