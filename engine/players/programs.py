"""The players of simulations and matches: descriptions of players, and programs that play by a rule.

>>> [seat.name for seat in (read_seat_player("tight"), read_seat_player("caller"))]
['tight', 'caller']
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64
from engine.cards import COMBOS
from engine.games import GAMES
from engine.kernels.players.holdings import Holdings, new_holdings
from engine.kernels.players.playing import PlayTables
from engine.kernels.players.programs import CALLER, CASSANDRA, FOLDER, HONEST, KELLY, PUSHER, RANDOM, READER
from engine.players.description import NEUTRAL, Player, player_schema, read_player, shipped_player
from engine.players.hands import compiled
from engine.ranges.holdem_hands import class_of_combo
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario import Game
from engine.scenario.reading import fail, takes


@dataclass(frozen=True, slots=True)
class ProgramRule:
    """A program.

    ``code``: its number in the kernels; ``does``: its description; ``learns``: whether its decisions depend on earlier
    hands, which are then played one after another; ``weight``: the time of its hands relative to a described player's.
    """

    code: int
    does: str
    learns: bool = False
    weight: int = 1


PROGRAMS: dict[str, ProgramRule] = {
    "caller": ProgramRule(CALLER, "always checks and calls"),
    "folder": ProgramRule(FOLDER, "folds to every bet unless its hand is very strong"),
    "pusher": ProgramRule(PUSHER, "shoves every opening hand, and over every bet on later streets"),
    "random": ProgramRule(RANDOM, "takes a random legal action"),
    "honest": ProgramRule(HONEST, "bets, raises and calls if that is +EV, never bluffs (Hold'em Killer)", weight=30),
    "kelly": ProgramRule(KELLY, "bets the Kelly size, as if everybody called", learns=True, weight=20),
    "cassandra": ProgramRule(CASSANDRA, "bets by Cassandra's published equation", learns=True),
    "reader": ProgramRule(READER, "reads bet sizing tells in the second half of a match", learns=True),
}
DESCRIBED = -1
"""The code of a seat that plays by a description instead of a program."""
SIMULATOR = "simulator"


@dataclass(frozen=True, slots=True)
class Program:
    """A program that plays a seat, one of :data:`PROGRAMS`."""

    name: str


SeatPlayer = Player | Program


@takes(player_schema(PROGRAMS))
def read_seat_player(value: object, path: str = "player") -> SeatPlayer:
    """Read who plays a seat: the name of a shipped player or of a program, a player of a file, or a description.

    Raises:
        ScenarioError: there is no such player; the problem names the field.
    """
    if isinstance(value, Player | Program):
        return value
    if isinstance(value, str) and value in PROGRAMS:
        return Program(value)
    if value == SIMULATOR or (isinstance(value, dict) and SIMULATOR in value):
        fail(path, "a simulator cannot play inside a simulation")
    return read_player(value, path, PROGRAMS)


class SeatTables(NamedTuple):
    """The players of n seats for the kernels.

    ``tables``: the descriptions. ``players`` int64[n]: that of each seat, -1 for a program; ``programs`` int64[n]: the
    program, ``DESCRIBED`` for a description; ``models`` int64[n]: the description by which others read the actions of
    the seat, neutral for programs. ``least`` float64[d]: the weight that each hand keeps, by description.
    """

    tables: PlayTables
    players: I64
    programs: I64
    models: I64
    least: F64


def seat_tables(seats: Sequence[SeatPlayer], game: Game) -> SeatTables:
    """Return the players of some seats for the kernels."""
    models = [shipped_player(NEUTRAL) if isinstance(seat, Program) else seat for seat in seats]
    different = list({id(model): model for model in models}.values())
    numbers = np.array([next(i for i, other in enumerate(different) if other is model) for model in models])
    programs = np.array([PROGRAMS[seat.name].code if isinstance(seat, Program) else DESCRIBED for seat in seats])
    return SeatTables(
        compiled(different, game), np.where(programs == DESCRIBED, numbers, -1), programs, numbers,
        np.array([player.least for player in different], np.float64),
    )  # fmt: skip


class FirstEquities(NamedTuple):
    """Equities before the flop by class of hands: ``matchups`` float64[169, 169] of one class against another,
    ``chances`` float64[169, 2] to win and to split against one random hand."""

    matchups: F64
    chances: F64


def holdings_of(
    seats: SeatTables, game: Game, first: FirstEquities, start: F64 | None = None, *, chip: int
) -> Holdings:
    """Return the ranges of the players at a table, which some programs read, with new work space.

    ``start`` float64[seats, hands]: the weights at the beginning, by default 1 for every hand. ``chip``: the number of
    units in a chip.
    """
    hands = _hands(game)
    if start is None:
        start = np.ones((len(seats.models), len(hands)))
    if not GAMES[game].hands_are_combos:
        classes, matchups, chances = np.zeros(1, np.int16), np.zeros((1, 1), np.float32), np.zeros((1, 2))
    else:
        classes, matchups = class_of_combo()[0].astype(np.int16), first.matchups.astype(np.float32)
        chances = np.ascontiguousarray(first.chances[classes])
    return new_holdings(start, seats.models, seats.least, hands, classes, matchups, chip, chances)


@cache
def _hands(game: Game) -> I8:
    """Return the hands of a game, as in ``Holdings``."""
    return COMBOS.astype(np.int8) if GAMES[game].hands_are_combos else np.array(ALL_PAIRS, np.int8)
