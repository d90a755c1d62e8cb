"""The page *Third street*."""
