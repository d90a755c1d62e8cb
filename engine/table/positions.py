"""The names of the positions at a table."""

_SHORT: dict[int, tuple[str, ...]] = {
    5: ("UTG", "CO", "BTN", "SB", "BB"),
    6: ("UTG", "MP", "CO", "BTN", "SB", "BB"),
}
_LATE = ("LJ", "HJ", "CO", "BTN", "SB", "BB")
POSITIONS = ("UTG", "UTG+1", "UTG+2", "UTG+3", "MP", *_LATE)
"""The names at all tables of up to ten players, in the order of action before the flop."""


def position_names(players: int) -> tuple[str, ...]:
    """Return the names of the positions of a table in the order of action before the flop.

    >>> position_names(6)
    ('UTG', 'MP', 'CO', 'BTN', 'SB', 'BB')
    >>> position_names(2)
    ('SB', 'BB')
    """
    if players < 2:
        return ("",) * players
    if players < len(_LATE) + 1:
        return _SHORT.get(players, _LATE[-players:])
    early = (f"UTG+{number}" if number else "UTG" for number in range(players - len(_LATE)))
    return (*early, *_LATE)


def position_name(index: int, players: int) -> str:
    """Return the name of the position that acts at ``index`` (0-based) before the flop."""
    return position_names(players)[index]
