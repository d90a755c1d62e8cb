"""Decisions on the first street: the EV of hands before the flop, seat tables, jam or fold; ``third`` for razz."""
