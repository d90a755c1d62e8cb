"""The page *Journal*: the bankroll over time beside what the advice would have meant."""
