"""The page *Simulate*."""
