"""The page of made hands (hold'em)."""
