"""The page of flops (hold'em)."""
