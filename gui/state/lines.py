"""Tables from one line of text, and the game that a line belongs to which names none."""

from collections.abc import Sequence
from dataclasses import replace

from engine import GAMES, Game, Scenario, ScenarioError
from engine.cards import TextError
from engine.formats.one_line import parse_line
from engine.ranges.orders import Order
from engine.table.hand_texts import HANDS
from gui.state.scenario_files import checked


def read_line(text: str, game: Game, orders: Sequence[Order] = ()) -> Scenario:
    """Read a table that can be computed from one line.

    One that names no game is of ``game``. Where it cannot be read so it is of another one in which it can, if it has a
    board that ``game`` has none for, or nothing in it is a hand of ``game``: ``A23 v 456`` is razz.

    Raises:
        ScenarioError: it is none; the problems are those of ``game``.
    """
    try:
        return checked(parse_line(text, game), orders)
    except ScenarioError as error:
        board = any(problem.field == "board" for problem in error.problems) and not GAMES[game].board_cards
        for other in GAMES:
            found = _of_game(text, other, orders) if other != game else None
            if found is not None and (board or not _has_hand(found, game, orders)):
                return found
        raise


def _of_game(text: str, game: Game, orders: Sequence[Order]) -> Scenario | None:
    try:
        found = checked(parse_line(text, game), orders)
    except ScenarioError:
        return None
    return found if found.game == game else None


def _has_hand(table: Scenario, game: Game, orders: Sequence[Order]) -> bool:
    """Return whether a seat's text is a hand or a range of ``game``, too."""
    here = Scenario(game, tuple(replace(seat, cards="") for seat in table.seats))
    return any(_is_hand(seat.cards, here, orders) for seat in table.seats)


def _is_hand(text: str, table: Scenario, orders: Sequence[Order]) -> bool:
    """Return whether ``text`` is a hand or a range of the table's game."""
    try:
        HANDS[table.game].checked(text, table, orders)
    except (TextError, ScenarioError):
        return False
    return True
