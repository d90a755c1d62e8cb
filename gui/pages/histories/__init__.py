"""Hands from elsewhere: a list of played hands, and one of them moment by moment."""
