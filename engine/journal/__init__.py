"""The bankroll journal: decided hands kept in an SQLite file, and what they say about bankroll, advice and luck."""
