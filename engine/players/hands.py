"""Whole hands played by descriptions of players, and the statistics that follow from a description.

>>> from engine.players.description import shipped_player
>>> rows = {row.title: row for row in statistics_of(shipped_player("neutral"), "holdem", hands=2000)}
>>> 0.2 < rows["VPIP"].share < 0.3
True
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from engine.arrays import F32, I16, I64, U64
from engine.cards import COMBOS, DECK_SIZE, razz_rank
from engine.equity.razz.lows import low_tables
from engine.equity.workers import Workers
from engine.games import GAMES
from engine.kernels.players.playing import (
    BUTTON,
    FIXED_LIMIT,
    NO_LIMIT,
    STATISTICS,
    CardTables,
    HandState,
    PlayTables,
    Rules,
    deal_cards,
    new_hand_state,
    play_hands,
    play_on,
    start_hand,
    start_streams,
)
from engine.kernels.players.strength import new_low_work
from engine.kernels.razz.low import HANDS
from engine.kernels.tables import high_tables
from engine.players.description import Player, later_street_names
from engine.players.first_hands import FIRST_HANDS
from engine.players.first_street import FirstStreet, first_street
from engine.players.flops import SCALE, flop_table
from engine.players.later_streets import MAX_POINTS
from engine.ranges.razz_pairs import indices_of
from engine.scenario import Game
from engine.scenario.codec import JsonObject
from engine.scenario.names import GameTable


@dataclass(frozen=True, slots=True)
class DescribedTable:
    """The table at which a description shows its statistics: its ``seats`` and ``stack`` in chips of which ``unit``
    make a chip of the description, its rules, and the titles of the statistics."""

    seats: int
    stack: int
    rules: Rules
    titles: tuple[tuple[int, str, str], ...]


_HOLDEM_TITLES = (
    (0, "VPIP", "puts chips in voluntarily before the flop"),
    (1, "PFR", "raises before the flop"),
    (2, "3-bet", "re-raises an open"),
    (3, "Fold to 3-bet", "folds to a 3-bet after opening"),
    (4, "C-bet", "bets the flop as the last raiser before it"),
    (5, "Fold to c-bet", "folds to a c-bet"),
    (6, "WTSD", "goes to showdown after seeing the flop"),
    (7, "W$SD", "wins at showdown"),
    (8, "AF", "makes bets and raises per call after the flop"),
)
_RAZZ_TITLES = (
    (0, "VPIP", "puts chips in on third street beyond the bring-in"),
    (1, "Complete", "completes when nobody has"),
    (2, "Call a completion", "calls or raises one completion"),
    (3, "Fold fourth", "folds on fourth street"),
    (6, "Showdown", "goes to showdown after seeing fourth street"),
    (7, "W$SD", "wins at showdown"),
    (8, "AF", "makes bets and raises per call from fourth street on"),
)
CHIP = 100
"""Whole chips of a kernel in one chip of the tables of :data:`DESCRIBED`."""
DESCRIBED: GameTable[DescribedTable] = GameTable("table to describe players", {
    "holdem": DescribedTable(6, 100 * CHIP, Rules(0, NO_LIMIT, 0, 50, 100, 0, 100, 200, 4), _HOLDEM_TITLES),
    "razz": DescribedTable(8, 100 * CHIP, Rules(1, FIXED_LIMIT, 25, 0, 0, 50, 200, 400, 4), _RAZZ_TITLES),
})  # fmt: skip
"""Hold'em: six players with 100 big blinds, blinds 0.5 and 1. Razz: eight with 100 chips, limits 2 and 4, ante 0.25,
bring-in 0.5."""
DESCRIBED_HANDS = 100_000
CHUNK = 250
"""Hands that a thread plays at a time."""


@dataclass(frozen=True, slots=True)
class ImpliedStatistic(JsonObject):
    """A statistic that a description implies: its title, the player's action, its count and the number of chances.

    For the aggression factor the two counts are those of bets and raises, and of calls.
    """

    INNER = ("title",)
    title: str
    counts: str
    times: int
    chances: int

    @property
    def share(self) -> float:
        """Times / chances, NaN without a chance."""
        return self.times / self.chances if self.chances else float("nan")


def statistics_of(
    player: Player, game: Game, *, hands: int = DESCRIBED_HANDS, seed: int = 1
) -> tuple[ImpliedStatistic, ...]:
    """Return the statistics of a table full of one player, from ``hands`` seeded hands."""
    table = DESCRIBED[game]
    counts, _ = play([player] * table.seats, game, table.rules, table.stack, hands=hands, seed=seed)
    total = counts.sum(axis=0)
    return tuple(
        ImpliedStatistic(title, does, int(total[row, 0]), int(total[row, 1])) for row, title, does in table.titles
    )


def play(
    players: Sequence[Player],
    game: Game,
    rules: Rules,
    stack: int,
    *,
    hands: int,
    seed: int = 1,
    first: int = 0,
    workers: int | None = None,
) -> tuple[I64, I64]:
    """Play hands number ``first`` to ``first + hands - 1`` of a seed, each with ``stack`` chips at every seat.

    Return the counts of the statistics, int64[seats, STATISTICS, 2], and the chips that each seat won, int64[seats].
    ``workers``: the number of threads, by default one per processor; the result does not depend on it.
    """
    different = list({id(player): player for player in players}.values())
    seats = np.array([next(i for i, other in enumerate(different) if other is player) for player in players])
    tables, words = compiled(different, game), seed_words(seed)

    def chunk(number: int) -> Callable[[], tuple[I64, I64]] | None:
        start = number * CHUNK
        return None if start >= hands else partial(played, first + start, min(CHUNK, hands - start))

    def played(start: int, count: int) -> tuple[I64, I64]:
        state = new_hand_state(len(players))
        state.players[:] = seats
        counts, totals = np.zeros((len(players), STATISTICS, 2), np.int64), np.zeros(len(players), np.int64)
        play_hands(start, count, words, stack, rules, tables, card_tables(game), state, counts, totals)
        return counts, totals

    with Workers(workers, in_place=hands <= CHUNK) as pool:
        results = [result for _, result in pool.in_order(chunk)]
    return sum((counts for counts, _ in results[1:]), results[0][0]), sum(
        (won for _, won in results[1:]), results[0][1]
    )


def finished_hands(
    players: Sequence[Player], game: Game, rules: Rules, stack: int, hands: int, seed: int = 1
) -> Iterator[HandState]:
    """Yield each of the hands that :func:`play` plays, when it is over; the state is the same object every time."""
    state, words = new_hand_state(len(players)), seed_words(seed)
    tables, cards = compiled(players, game), card_tables(game)
    for hand in range(hands):
        start_streams(words, hand, state.random)
        state.deck[:], state.stacks[:], state.players[:] = np.arange(DECK_SIZE), stack, np.arange(len(players))
        state.numbers[BUTTON] = hand % len(players)
        deal_cards(rules, state)
        start_hand(rules, state)
        play_on(rules, tables, cards, state)
        yield state


def seed_words(seed: int) -> U64:
    """Return the words uint64[2] from which the streams of cards and of decisions of each hand start."""
    return np.asarray(np.random.SeedSequence(seed).generate_state(2, np.uint64), np.uint64)


def compiled(players: Sequence[Player], game: Game) -> PlayTables:
    """Return the tables of the descriptions of some players for the kernels; the arrays are those of ``PlayTables``.

    The first axis of each array is the player's place in ``players``.
    """
    hands, streets = FIRST_HANDS[game], later_street_names(game)
    positions = hands.positions
    shape = (len(players), len(hands.situations), len(positions), len(positions) + 1)
    row_of, rows = np.zeros(shape, np.int16), list[F32]()
    found: dict[tuple[int, object, str, bool], int] = {}
    for number, player in enumerate(players):
        for raises, situation in enumerate(hands.situations):
            for own, position in enumerate(positions):
                for place, raiser in enumerate((*positions, None)):
                    row = player.games[game].first_street[situation.key].row(position, raiser)
                    # Rows with the same texts share one entry, unless door cards change the meaning of a text.
                    key = (number, row, position if hands.by_door else "", raises == 0)
                    if key not in found:
                        found[key] = len(rows)
                        actions = first_street(player, game, FirstStreet(position, raises, raiser))
                        pair = np.stack([actions.raises, actions.raises + actions.calls], axis=1)
                        rows.append(pair.astype(np.float32))
                    row_of[number, raises, own, place] = found[key]
    last = hands.situations[-1]
    sizes = [player.games[game].sizes for player in players]
    opens = [[0.0] * 4 if x is None else [x.open, x.per_limper, x.three_bet, x.four_bet] for x in sizes]
    curves, points = np.zeros((len(players), len(streets), 3, MAX_POINTS, 2)), np.ones((len(players), len(streets), 3))
    margins = np.zeros((len(players), len(streets), 2))
    bet_sizes = np.zeros((len(players), len(streets), MAX_POINTS, 2))
    most_sizes = 1
    for number, player in enumerate(players):
        for at, street in enumerate(streets):
            play = player.games[game].later[street]
            for which, curve in enumerate((play.bet, play.last_raiser or play.bet, play.raise_)):
                curves[number, at, which, : len(curve)] = curve
                points[number, at, which] = len(curve)
            margins[number, at] = play.margin, play.width
            weights = np.cumsum([weight for _, weight in play.sizes])
            bet_sizes[number, at, :, 0] = play.sizes[-1][0]
            bet_sizes[number, at, : len(weights), 0] = [size for size, _ in play.sizes]
            bet_sizes[number, at, :, 1] = 1.0
            bet_sizes[number, at, : len(weights), 1] = weights / weights[-1]
            most_sizes = max(most_sizes, len(weights))
    return PlayTables(
        row_of, np.array(rows), -1 if last.raise_key else len(hands.situations) - 1, np.array(opens), curves,
        points.astype(np.int64), margins, np.ascontiguousarray(bet_sizes[:, :, :most_sizes]),
    )  # fmt: skip


def card_tables(game: Game) -> CardTables:
    """Return the tables of cards for the kernels, with new work space; ``hand_of`` int16[52, 52] is that of a game."""
    flops = flop_table()
    return CardTables(
        _hand_of(GAMES[game].hands_are_combos), high_tables(), low_tables(), flops.rows, flops.turned, flops.combos,
        _flop_equities(), new_low_work(), np.zeros((2, HANDS)),
    )  # fmt: skip


@cache
def _flop_equities() -> F32:
    """Return the equities of the table of flops, float32[1755, 1326]."""
    return flop_table().equities.astype(np.float32) / np.float32(SCALE)


@cache
def _hand_of(combos: bool) -> I16:
    """Return the hand of two hole cards, int16[52, 52]: its combo, or its pair of ranks of down cards."""
    result = np.zeros((DECK_SIZE, DECK_SIZE), np.int16)
    for combo, (high, low) in enumerate(COMBOS.tolist()):
        ranks = sorted((razz_rank(high), razz_rank(low)))
        hand = combo if combos else indices_of([(ranks[0], ranks[1])])[0]
        result[high, low] = result[low, high] = hand
    return result
