"""Lines in PokerStars' format. Texts of other formats are converted to it so that one parser reads them all."""

from collections.abc import Sequence

STREETS = ("FLOP", "TURN", "RIVER")
"""The titles of the streets that leave 3, 4 and 5 cards on the board."""


def head_line(
    site: str, hand: str, game: str, limit: str, stakes: tuple[object, object] | None, date: str, event: str = ""
) -> str:
    """Return the first line of a hand. ``event``: such as ``"Tournament #7, "``, empty for a cash game."""
    written = f" ({stakes[0]}/{stakes[1]})" if stakes else ""
    return f"{site} Game #{hand}: {event}{game} {limit}{written} - {date}"


def board_line(board: Sequence[str], fresh: Sequence[str]) -> str:
    """Return the line of a street that adds the cards ``fresh`` to a ``board``."""
    shown = f" [{' '.join(board)}]" if board else ""
    return f"*** {STREETS[len(board) + len(fresh) - 3]} ***{shown} [{' '.join(fresh)}]"
