"""Scenarios and results as text: JSON files and the one line that the window and the command line read."""
