"""The race of exponential times that gives the places of many players in a tournament."""
