"""The tracked hand: its rules, how it is saved with a scenario, what it makes of the table, and its log."""
