"""Rebuild resources/players/habits.json, the habits of the shipped players: ``python packaging/build_habits.py``.

Seeded hands are played at tables of one kind and at tables of all kinds, written as histories, read and counted like
any other. Of the decisions on later streets the strengths and prices are kept, as evenly spaced examples: with them a
learned player's curves are fitted to his frequencies. The file is written only if any number differs.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.cards import cards_text, combo_index, razz_rank
from engine.games import GAMES
from engine.histories.players.counting import (
    KEYS,
    PlayerHand,
    StatisticsTally,
    counted_positions,
    counts_of,
    total_count,
)
from engine.histories.players.habits import ALL_POSITIONS, FILE, FORMAT_VERSION
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.kernels.players.playing import (
    FOLD,
    LOG_CHIPS,
    LOG_KIND,
    LOG_PRICE,
    LOG_SEAT,
    LOG_STREET,
    LOGGED,
    RAISE,
    HandState,
)
from engine.matches.phh import match_hand_text
from engine.players.description import SHIPPED, later_street_names, shipped_players
from engine.players.flops import SCALE, flop_table
from engine.players.hands import DESCRIBED, finished_hands
from engine.players.strength import holdem_strengths, razz_strengths
from engine.scenario import Game

SAME_HANDS, MIXED_HANDS = 8_000, 20_000
"""Hands of a table of one kind, and of tables of all kinds."""
SEATS = {"holdem": (6, 9), "razz": (8,)}
EXAMPLES = {"bet": 40, "lead": 40, "facing": 100}
"""Kept examples of each decision."""
MAX_EXAMPLES = 800
"""Decisions of each kind and street whose strengths are computed."""
FLOP_CARDS = 3
MIN_CHANCES = 60
"""A share of fewer chances is left out."""
Wanted = Callable[[int, int, str], bool]
"""Whether an example of a seat's decision on a street is wanted."""


def tables(game: Game) -> Iterator[tuple[list[int], int, int]]:
    """Yield tables: the kind at each seat, the number of hands, and a seed."""
    for seats in SEATS[game]:
        share = len(SEATS[game])
        for kind in range(len(SHIPPED)):
            yield [kind] * seats, SAME_HANDS // share, 10 * seats + kind
        yield [(seat * 2 + seat // 3) % len(SHIPPED) for seat in range(seats)], MIXED_HANDS // share, 10 * seats + 9


def decisions(state: HandState, game: Game, wanted: Wanted) -> Iterator[tuple[int, int, str, float, float]]:
    """Yield seat, street (from 1), decision (``bet``, ``lead`` or ``facing`` the first bet), strength and price of the
    decisions on later streets of which examples are ``wanted``."""
    rules, seats = DESCRIBED[game].rules, state.folded.shape[0]
    paid, bets, live = [rules.ante] * seats, [0] * seats, set(range(seats))
    street, raises, raiser, previous = 0, 0, -1, -1
    dealt = dict.fromkeys(range(seats), 3)
    for row in state.log[: state.numbers[LOGGED]].tolist():
        seat, kind = row[LOG_SEAT], row[LOG_KIND]
        while row[LOG_STREET] > street:
            street, raises, previous, raiser, bets = street + 1, 0, raiser, -1, [0] * seats
            dealt |= dict.fromkeys(live, min(street + 3, 6))
        if street and raises < 2:
            call = min(row[LOG_PRICE] - bets[seat], DESCRIBED[game].stack - paid[seat])
            pot = sum(min(each, paid[seat] + call) for each in paid) + call
            what = "facing" if raises else "bet" if previous == seat else "lead"
            if wanted(seat, street, what):
                yield seat, street, what, strength(state, game, seat, street, live, dealt), call / pot
        bets[seat] += row[LOG_CHIPS]
        paid[seat] += row[LOG_CHIPS]
        if kind == FOLD:
            live.discard(seat)
        elif kind == RAISE:
            raises, raiser = raises + 1, seat


def strength(state: HandState, game: Game, seat: int, street: int, live: set[int], dealt: dict[int, int]) -> float:
    """Return the strength of a seat's hand against all opponents; ``dealt``: cards of each seat that were seen."""
    others = [other for other in live if other != seat]
    if not GAMES[game].stud:
        combo = combo_index(*state.cards[seat, :2])
        return board_strength(state.board[: street + 2].tolist(), combo) ** len(others)
    ranks = [[razz_rank(card) for card in row] for row in state.cards.tolist()]
    gone = [other for other in range(len(ranks)) if other != seat and other not in live]
    dead = [rank for other in gone for rank in ranks[other][2 : dealt[other]]]
    low, high = sorted(ranks[seat][:2])
    up_end, last = min(street + 3, 6), ranks[seat][6] if street == len(later_street_names(game)) else None
    return float(
        razz_strengths(ranks[seat][2:up_end], [ranks[i][2:up_end] for i in others], dead, last, [(low, high)])[0]
    )


def board_strength(board: list[int], combo: int) -> float:
    """Return the strength of a combo on a board; on a flop it is looked up."""
    if len(board) > FLOP_CARDS:
        return float(holdem_strengths(cards_text(board))[combo])
    table, (low, middle, high) = flop_table(), sorted(board)
    flop = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return float(table.equities[table.rows[flop], table.combos[table.turned[flop], combo]]) / SCALE


def shares(hands: list[PlayerHand]) -> dict[str, dict[str, float]]:
    """Return the share of each statistic by position, and over all of them."""
    counts, result = counts_of(hands), dict[str, dict[str, float]]()
    for statistic in KEYS:
        positions = counted_positions(statistic)
        rows = {ALL_POSITIONS: total_count(counts, statistic)}
        rows |= {position: counts[statistic, position] for position in positions if (statistic, position) in counts}
        known = {
            position: round(row.times / row.chances, 4) for position, row in rows.items() if row.chances >= MIN_CHANCES
        }
        result |= {statistic: known} if known else {}
    return result


def evenly(rows: list[tuple[float, float]], what: str) -> list[object]:
    """Return examples, evenly spaced by strength minus price."""
    ordered, count = sorted(rows, key=lambda row: row[0] - row[1]), min(EXAMPLES[what], len(rows))
    chosen = [ordered[int((i + 0.5) * len(ordered) / count)] for i in range(count)]
    return [[round(x, 3) for x in row] if what == "facing" else round(row[0], 3) for row in chosen]


def habits(game: Game) -> dict[str, object]:
    """Return the habits of the shipped players in a game."""
    hands: list[list[PlayerHand]] = [[] for _ in SHIPPED]
    examples: dict[tuple[int, int, str], list[tuple[float, float]]] = {}
    table, players = DESCRIBED[game], shipped_players()
    for kinds, count, seed in tables(game):
        names = [f"{SHIPPED[kind]} {seat}" for seat, kind in enumerate(kinds)]
        tally = StatisticsTally()

        def wanted(seat: int, street: int, what: str, kinds: list[int] = kinds) -> bool:
            return len(examples.get((kinds[seat], street, what), ())) < MAX_EXAMPLES

        play = finished_hands([players[kind] for kind in kinds], game, table.rules, table.stack, count, seed)
        for number, state in enumerate(play):
            stacks = [table.stack] * len(kinds)
            text = match_hand_text(number, names, stacks, (state.stacks - table.stack).tolist(), table.rules, state)
            tally.add(read_hand(split_hands(text)[0]))
            # One hand in three: examples of many tables rather than of the first.
            for seat, street, what, strong, price in decisions(state, game, wanted) if number % 3 == 0 else ():
                examples.setdefault((kinds[seat], street, what), []).append((strong, price))
        for player, rows in tally.statistics().players.items():
            hands[SHIPPED.index(player.name.split()[0])] += rows.values()
        print(game, names, count, flush=True)
    return {
        kind: {
            "shares": shares(hands[index]),
            "later": {
                street: {what: evenly(examples.get((index, number, what), []), what) for what in EXAMPLES}
                for number, street in enumerate(later_street_names(game), 1)
            },
        }
        for index, kind in enumerate(SHIPPED)
    }


def main() -> None:
    """Play the hands, then compare or write the file."""
    games: dict[str, object] = {game: habits(game) for game in GAMES}
    value = {"steelwheel_habits": FORMAT_VERSION, **games}
    if FILE.exists() and json.loads(FILE.read_text(encoding="utf-8")) == value:
        print(f"{FILE} holds the same numbers")
        return
    FILE.write_text(json.dumps(value) + "\n", encoding="utf-8")
    print(f"{FILE} written, {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
