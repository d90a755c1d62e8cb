"""The page of tournaments: what chips are worth in prizes, and deals."""
