"""The page *Compare*: two tables side by side."""
