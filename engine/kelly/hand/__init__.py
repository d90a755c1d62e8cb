"""The tracked hand: its rules, how it is saved with a scenario, its effect on the table, and its log."""
