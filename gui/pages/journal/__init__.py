"""The page *Journal*: the bankroll over time with the one that the advice would have led to."""
