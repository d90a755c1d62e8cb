"""The bankroll journal: played hands with their decisions, stored in an SQLite file, and their evaluation: bankroll,
cost of deviating from the advice, luck."""
