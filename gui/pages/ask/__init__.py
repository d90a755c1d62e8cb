"""The page *Ask*: the probability of an event, and the equity of each seat if it happens."""
