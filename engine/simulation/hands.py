"""Single hands of a simulation, which can be replayed action by action."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import RAZZ_RANKS, card_text, razz_rank
from engine.games import GAMES
from engine.kernels.players.playing import (
    CALL,
    CHECK,
    FOLD,
    HAND_SIZE,
    LOG_CHIPS,
    LOG_KIND,
    LOG_PRICE,
    LOG_SEAT,
    LOG_STREET,
    LOGGED,
    STREET,
    HandState,
)
from engine.scenario import Game
from engine.scenario.codec import JsonObject

DOWN_CARDS, DOOR_CARDS = 2, 3
PLAIN_ACTIONS = {FOLD: "fold", CHECK: "check", CALL: "call"}
"""The names of the actions without an amount."""


@dataclass(frozen=True, slots=True)
class SimulatedAction(JsonObject):
    """An action: its street, the seat in the table, its text (``raise to 16``), and the chips that it adds."""

    street: str
    seat: int
    action: str
    chips: float


@dataclass(frozen=True, slots=True)
class SimulatedHand(JsonObject):
    """A hand that was played to its end.

    ``cards``: the cards of each seat, "" for one that had folded before; ``actions``: hero's action and all later ones;
    ``result``: the chips that hero wins or loses from his action on; ``won``: the chips that each seat got from the
    pot, without an uncalled bet. ``phh``: the hand as a PHH text, with an invented line of play up to hero's turn; ""
    if no such line was found. ``turn``: the index of hero's turn among the moments of its replay.
    """

    cards: tuple[str, ...]
    board: str
    actions: tuple[SimulatedAction, ...]
    result: float
    showdown: bool
    won: tuple[float, ...]
    phh: str
    turn: int


def simulated_hand(
    game: Game, rows: Sequence[int], bets: Sequence[int], unit: int, streets: Sequence[str], result: float,
    state: HandState, phh: str, turn: int,
) -> SimulatedHand:  # fmt: skip
    """Return a finished hand.

    ``rows``: the row in ``state`` of each seat of the table, -1 for a folded one; ``bets``: the bets at hero's turn, by
    row, in units; ``unit``: the number of units in a chip; ``streets``: the names of all streets; ``result``: hero's
    result in units; ``phh`` and ``turn``: see :class:`SimulatedHand`.
    """
    street = int(state.numbers[STREET])
    live = [row for row in range(len(state.folded)) if state.folded[row] == 0]
    dealt = DOWN_CARDS
    if GAMES[game].stud:
        dealt = HAND_SIZE if len(live) > 1 else min(street + DOOR_CARDS, HAND_SIZE)
    text = _rank_text if GAMES[game].ranks_only else card_text
    cards = tuple("".join(map(text, state.cards[row, :dealt].tolist())) if row >= 0 else "" for row in rows)
    board = ""
    if GAMES[game].has_board and street:
        board = "".join(map(card_text, state.board[: street + 2].tolist()))
    actions = tuple(_actions(rows, bets, unit, streets, state))
    won = tuple(int(state.won[row]) / unit if row >= 0 else 0.0 for row in rows)
    return SimulatedHand(cards, board, actions, result / unit, len(live) > 1, won, phh, turn)


def _rank_text(card: int) -> str:
    return RAZZ_RANKS[razz_rank(card)]


def _actions(
    rows: Sequence[int], bets: Sequence[int], unit: int, streets: Sequence[str], state: HandState
) -> Iterator[SimulatedAction]:
    """Yield the actions in the log of a hand, which begins with hero's; ``bets``: the bets at his turn, by row."""
    street, bet = -1, list(bets)
    for row in state.log[: state.numbers[LOGGED]].tolist():
        if street >= 0 and row[LOG_STREET] != street:
            bet = [0] * len(bet)
        street, kind, chips = row[LOG_STREET], row[LOG_KIND], row[LOG_CHIPS]
        bet[row[LOG_SEAT]] += chips
        to = f"{bet[row[LOG_SEAT]] / unit:g}"
        text = PLAIN_ACTIONS.get(kind) or (f"raise to {to}" if row[LOG_PRICE] else f"bet {to}")
        yield SimulatedAction(streets[street], rows.index(row[LOG_SEAT]), text, chips / unit)
