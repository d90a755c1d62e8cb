"""The names of the positions at a table, the same everywhere."""

_SHORT: dict[int, tuple[str, ...]] = {
    5: ("UTG", "CO", "BTN", "SB", "BB"),
    6: ("UTG", "MP", "CO", "BTN", "SB", "BB"),
}
_LATE = ("LJ", "HJ", "CO", "BTN", "SB", "BB")
POSITIONS = ("UTG", "UTG+1", "UTG+2", "UTG+3", "MP", *_LATE)
"""The names at all tables of up to ten players, the first to act before the flop first."""


def position_names(players: int) -> tuple[str, ...]:
    """Return the names of the positions of a table, the first to act before the flop first: ``UTG``, ``UTG+1``, .. ,
    ``CO``, ``BTN``, ``SB``, ``BB``; of two players ``SB`` and ``BB``; of one none."""
    if players < 2:
        return ("",) * players
    if players < len(_LATE) + 1:
        return _SHORT.get(players, _LATE[-players:])
    early = (f"UTG+{place}" if place else "UTG" for place in range(players - len(_LATE)))
    return (*early, *_LATE)


def position_name(place: int, players: int) -> str:
    """Return the name of the position that is the ``place``-th to act before the flop, from 0."""
    return position_names(players)[place]
