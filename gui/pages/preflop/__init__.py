"""The page of the pre-flop laboratory: the EV of hands before the flop, and razz on third street in ``third``."""
