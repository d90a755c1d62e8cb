"""Razz on third street: the EV of a hand for a player who may give up a bad fourth street."""
