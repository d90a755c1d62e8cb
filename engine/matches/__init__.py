"""Matches: programs and described players play against each other."""
