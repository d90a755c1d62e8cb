"""Lines in the manner of PokerStars, which texts of other forms are written as, so that one parser reads them all."""

from collections.abc import Sequence

STREETS = ("FLOP", "TURN", "RIVER")
"""The titles of the streets with board cards, by what number of cards they leave on the board: 3, 4, 5."""


def head_line(
    site: str, hand: str, game: str, limit: str, stakes: tuple[object, object] | None, date: str, event: str = ""
) -> str:
    """Return the first line of a hand; ``event`` is ``"Tournament #7, "`` or so, empty for a cash game."""
    written = f" ({stakes[0]}/{stakes[1]})" if stakes else ""
    return f"{site} Game #{hand}: {event}{game} {limit}{written} - {date}"


def board_line(board: Sequence[str], fresh: Sequence[str]) -> str:
    """Return the line of a street that brings the cards ``fresh`` to a ``board``."""
    shown = f" [{' '.join(board)}]" if board else ""
    return f"*** {STREETS[len(board) + len(fresh) - 3]} ***{shown} [{' '.join(fresh)}]"
