"""The hands of both players and the cards that can come, as arrays for the walks of the betting tree.

In hold'em, cards that differ only by a symmetry of suits are dealt once, with a map between the hands. In razz suits do
not matter, and each deal has a matrix with the joint distribution of both hands.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS, DECK_SIZE, RAZZ_RANKS, combo_index, combo_text, parse_cards
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.rules import prepare
from engine.games import GAMES
from engine.kernels.betting.cards import Cards, Combos, RazzHands
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from engine.ranges.orders import Order
from engine.ranges.razz_text import RazzText, parse_razz
from engine.scenario import GameTable, Problem, Scenario, ScenarioError, naming, seat_field
from engine.table.folding import any_cards

if TYPE_CHECKING:
    from engine.equity.holdem.setup import HoldemSetup
    from engine.equity.razz.setup import RazzSeat, RazzSetup

FLOP, RIVER = 3, 5
BOARDS_AT_ONCE = 16
FIFTH, SEVENTH = 5, 7
DOWN, UP = 2, 4
RANK_COUNT = 13
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """The hands and cards of a table.

    ``weights`` float64[hands]: of both players' hands at the start. ``labels``: the texts of the hands, by level (the
    number of deals so far) and player. ``turns`` and ``rivers``: the numbers of different first and second cards.
    ``opener``: the player who acts first at the start. ``left_out``: facts about the table that are ignored. ``dealt``:
    the texts of the cards of a first deal in razz. ``suits``: the permutations of suits to which the maps of hands
    belong in hold'em.
    """

    cards: Cards
    weights: tuple[Array, Array]
    labels: tuple[tuple[tuple[str, ...], ...], ...]
    turns: int
    rivers: int
    opener: int
    left_out: tuple[str, ...]
    dealt: tuple[str, ...] = ()
    suits: tuple[tuple[int, ...], ...] = ()

    @property
    def levels(self) -> int:
        """The number of streets."""
        return len(self.labels)


def street_number(table: Scenario) -> int:
    """Return the index of a table's street: 0 for the flop, or for fifth street in razz.

    Raises:
        ScenarioError: betting does not begin there, or the cards of the street cannot be read.
    """
    if GAMES[table.game].has_board:
        with naming("board"):
            size = len(parse_cards(table.board))
        if not FLOP <= size <= RIVER:
            raise ScenarioError(Problem("board", f"betting needs three to five board cards, found {size}"))
        return size - FLOP
    sizes = set()
    for seat in table.active_seats:
        text = _razz_text(table, seat)
        lengths = {len(item.slots) for item in text.items}
        if len(lengths) != 1 or not FIFTH <= min(lengths) <= SEVENTH:
            message = "betting starts on fifth street: enter five to seven cards, x for an unknown one"
            raise ScenarioError(Problem(seat_field(seat), message, 0))
        sizes |= lengths
    if len(sizes) != 1:
        raise ScenarioError(Problem("seats", "both players must be on the same street"))
    return sizes.pop() - FIFTH


def _razz_text(table: Scenario, seat: int) -> RazzText:
    with naming(seat_field(seat)):
        return parse_razz(table.seats[seat].cards, order=table.order)


def deals_of(
    table: Scenario,
    first: int,
    orders: Iterable[Order] = (),
    *,
    symmetric: bool = True,
    check_cancelled: CancelCheck = never_cancelled,
) -> Deals:
    """Return the deals of a table.

    ``first``: the player who acts first; in razz only if both boards are equal. ``orders``: the player's custom
    rankings of hands, one of which the table may name. ``symmetric``: whether equivalent cards can be dealt once, which
    is wrong if locks treat suits differently.

    Raises:
        ScenarioError: the table has no possible deal, or cards that betting cannot use.
        Cancelled: by ``check_cancelled``; sorting wide ranges on every board takes seconds.
    """
    return _DEALS[table.game](table, first, orders, symmetric, check_cancelled)


def _left_out(table: Scenario) -> tuple[str, ...]:
    """Return texts of the facts that the answer does not take into account."""
    folded = [seat.name for seat in table.seats if seat.folded]
    return tuple(f"card removal of the hand that {name} folded" for name in folded)


# Hold'em.

_NO_RANKS = RazzHands(
    np.zeros((2, 0, 0, 0), np.float32),
    np.zeros(0, np.int32),
    np.zeros((0, 2, 0), np.int16),
    np.zeros((0, 2, 0), np.int32),
    np.zeros((2, 0, 13), np.int16),
)


class _Suits:
    """The permutations of suits that change neither the board nor the dead cards nor a range.

    Without ``symmetric`` only the identity. ``fixed``: the sets of cards that must not change; ``weights``
    float64[1326] and ``own``, the combos with weight, of both players.
    """

    def __init__(
        self, fixed: Iterable[set[int]], weights: Sequence[Array], own: Sequence[NDArray[np.intp]], *, symmetric: bool
    ) -> None:
        """Collect the permutations that keep all sets and weights, each with its map of combos.

        ``_maps`` has int64[1326] for each permutation: the combo that each combo becomes. ``_index`` has int64[1326]
        for each player: the position of a combo in his list ``own``, -1 for combos without weight.
        """
        sets = list(fixed)
        self.permutations: list[tuple[int, ...]] = []
        self._maps: list[NDArray[np.intp]] = []
        self._own = own
        self._index = [np.full(len(COMBOS), -1, np.int64) for _ in own]
        for index, combos in zip(self._index, own, strict=True):
            index[combos] = np.arange(len(combos))
        for suits in itertools.permutations(range(4)) if symmetric else [(0, 1, 2, 3)]:
            if all({moved(card, suits) for card in cards} == cards for cards in sets):
                mapped = np.array([combo_index(moved(int(a), suits), moved(int(b), suits)) for a, b in COMBOS])
                if all(np.array_equal(weight[mapped], weight) for weight in weights):
                    self.permutations.append(suits)
                    self._maps.append(mapped)

    def hand_maps(self) -> NDArray[np.uint16]:
        """Return the hand that each permutation turns each hand of a player into, uint16[permutations, 2, hands].

        Hands are indices into the player's list ``own``; the shorter list is padded with 0.
        """
        max_hands = max(len(combos) for combos in self._own)
        maps = np.zeros((len(self._maps), 2, max_hands), np.uint16)
        for row, mapped in enumerate(self._maps):
            for player, combos in enumerate(self._own):
                maps[row, player, : len(combos)] = self._index[player][mapped[combos]]
        return maps

    def orbits(self, cards: Sequence[int], fixed: int | None = None) -> list[list[tuple[int, int]]]:
        """Group the cards that are equivalent, given that the card ``fixed`` has been dealt.

        Each group is a list of (card, number of a permutation that maps it to the first card of the group).
        """
        numbers = [i for i, suits in enumerate(self.permutations) if fixed is None or moved(fixed, suits) == fixed]
        identity = self.permutations.index((0, 1, 2, 3))
        groups: list[list[tuple[int, int]]] = []
        seen: set[int] = set()
        for card in cards:
            if card in seen:
                continue
            group = {card: identity}
            for number in numbers:
                for other in cards:
                    if other not in group and moved(other, self.permutations[number]) == card:
                        group[other] = number
            seen |= set(group)
            groups.append(list(group.items()))
        return groups


def moved(card: int, suits: Sequence[int]) -> int:
    """Return ``card`` with its suit permuted by ``suits``."""
    return (card & ~3) | suits[card & 3]


def _holdem_deals(
    table: Scenario, first: int, orders: Iterable[Order], symmetric: bool, check_cancelled: CancelCheck
) -> Deals:
    """Return the deals of a hold'em table: both players' combos, and the turn and river cards up to symmetry.

    ``turns`` and ``rivers`` are groups of equivalent cards (see :meth:`_Suits.orbits`). The tree is walked for the
    first card of each group only; the values of the others are those of the first with the suits of the hands permuted.
    On a flop the turn is the first deal and the river the second, on a turn there are only second deals.
    """
    setup = cast("HoldemSetup", prepare(table, orders))
    board, gone = list(setup.board), {*setup.board, *setup.dead}
    weights = [np.array(row) for row in setup.weights]
    own = [np.flatnonzero(row) for row in weights]
    hands = [len(combos) for combos in own]
    suits = _Suits((set(board), set(setup.dead)), weights, own, symmetric=symmetric)
    live = [card for card in range(DECK_SIZE) if card not in gone]
    unknown = DECK_SIZE - len(gone) - 4
    turns = suits.orbits(live) if len(board) == FLOP else []
    if turns:
        first_cards = [group[0][0] for group in turns]
        # After the first card only the permutations that do not move it are symmetries.
        rivers = [suits.orbits([c for c in live if c != card], card) for card in first_cards]
        boards = [
            [*board, card, group[0][0]] for card, groups in zip(first_cards, rivers, strict=True) for group in groups
        ]
    else:
        rivers = [suits.orbits(live)] if len(board) == FLOP + 1 else []
        boards = [[*board, group[0][0]] for groups in rivers for group in groups] or [board]
    max_hands = max(hands)
    high, low = (np.zeros((2, max_hands), np.uint8) for _ in range(2))
    twin = np.full((2, max_hands), max_hands, np.uint16)
    indices = [{int(combo): i for i, combo in enumerate(combos)} for combos in own]
    for player, combos in enumerate(own):
        high[player, : len(combos)], low[player, : len(combos)] = COMBOS[combos].T
        twin[player, : len(combos)] = [indices[1 - player].get(int(combo), max_hands) for combo in combos]
    step_cards = [np.concatenate([side, side, side[::-1]], axis=1) for side in (high, low)]
    combos_of = Combos(
        high, low, twin, suits.hand_maps(), step_cards[0], step_cards[1], *_steps(boards, own, check_cancelled)
    )
    river_groups = [group for groups in rivers for group in groups]
    # A level is a street: a flop has three levels, a river has one.
    levels = RIVER - len(board) + 1
    # A card comes with the probability 1 / (cards that neither player has): both players' four cards are unknown here,
    # and the walks give weight 0 to the hands that contain it.
    shares = [1 / (unknown - i) for i in range(levels - 1)]
    cards = Cards(
        np.array([hands] * levels, np.int32), False, *_flat(turns),
        np.cumsum([0, *(len(groups) for groups in rivers)]).astype(np.int32), *_flat(river_groups),
        np.array([*([1.0] * (2 - len(shares))), *shares]), np.zeros(max(len(turns), 1), np.int8), combos_of, _NO_RANKS,
    )  # fmt: skip
    names = tuple(tuple(combo_text(int(combo)) for combo in combos) for combos in own)
    start = (weights[0][own[0]], weights[1][own[1]])
    return Deals(
        cards,
        start,
        (names,) * levels,
        len(turns),
        len(river_groups),
        first,
        _left_out(table),
        (),
        tuple(suits.permutations),
    )


def _flat(groups: Sequence[Sequence[tuple[int, int]]]) -> tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.int16]]:
    """Return the start of each group, and the cards and permutation numbers of all groups in a row."""
    firsts = np.cumsum([0, *(len(group) for group in groups)]).astype(np.int32)
    pairs = [pair for group in groups for pair in group] or [(-1, 0)]
    return firsts, np.array([card for card, _ in pairs], np.int8), np.array([row for _, row in pairs], np.int16)


class _Steps(NamedTuple):
    """The order of hands on each board; see :class:`engine.kernels.betting.cards.Combos`."""

    steps: NDArray[np.uint16]
    step_count: NDArray[np.int32]
    after: NDArray[np.uint16]


def _steps(boards: Sequence[Sequence[int]], own: Sequence[NDArray[np.intp]], check_cancelled: CancelCheck) -> _Steps:
    """Return the order in which the kernel of showdowns visits the hands of both players on each board.

    ``own``: the combos of both players. The hands are codes, as in :class:`engine.kernels.betting.cards.Combos`. Sorted
    once here, they need no sorting during the iterations, of which there are thousands.
    """
    max_hands = max(len(combos) for combos in own)
    after = np.zeros((len(boards), 2, max_hands), np.uint16)
    count = np.zeros((len(boards), 2), np.int32)
    codes: tuple[list[NDArray[np.uint16]], list[NDArray[np.uint16]]] = ([], [])
    beyond = np.iinfo(np.uint16).max + 1  # no value is as large
    of_other = np.zeros((BOARDS_AT_ONCE, beyond + 1), np.bool_)
    for start in range(0, len(boards), BOARDS_AT_ONCE):
        check_cancelled()
        some = np.array(boards[start : start + BOARDS_AT_ONCE], np.int8)
        rows, row = slice(start, start + len(some)), np.arange(len(some))[:, None]
        values = [_values(some, combos) for combos in own]
        for player, (mine, other) in enumerate((values, values[::-1])):
            # The sort keys put equal hands in the order: the player's own, the opponent's, the player's own again. The
            # sum that the kernel has at the first is the weight beaten, at the second beaten or tied.
            own_codes, other_codes = np.arange(mine.shape[1]), np.arange(other.shape[1])
            live = other >= 0
            of_other[row, other] = live  # a table of all values: four times as fast as np.isin, which sorts both
            tied = of_other[row, mine] & (mine >= 0)
            of_other[row, other] = False
            after[rows, player, : mine.shape[1]] = np.where(tied, max_hands + own_codes, own_codes)
            keys = np.concatenate(
                [3 * mine, 3 * np.where(live, other, beyond) + 1, 3 * np.where(tied, mine, beyond) + 2], axis=1
            )
            together = np.concatenate([own_codes, 2 * max_hands + other_codes, max_hands + own_codes])
            codes[player].append(together[np.argsort(keys, axis=1, kind="stable")].astype(np.uint16))
            count[rows, player] = mine.shape[1] + live.sum(axis=1) + tied.sum(axis=1)
    steps = np.zeros((len(boards), 2, int(count.max())), np.uint16)
    positions = np.arange(steps.shape[2])
    for player, parts in enumerate(codes):
        for start, part in zip(range(0, len(boards), BOARDS_AT_ONCE), parts, strict=True):
            check_cancelled()
            rows, width = slice(start, start + len(part)), min(part.shape[1], steps.shape[2])
            used = positions[:width] < count[rows, player, None]
            steps[rows, player, :width] = np.where(used, part[:, :width], 0)
    return _Steps(steps, count, after)


def _values(boards: NDArray[np.int8], combos: NDArray[np.intp]) -> NDArray[np.int32]:
    """Return the showdown values of combos on each board, int32[boards, hands], -1 for combos with a card of it."""
    pairs = COMBOS[combos].astype(np.int8)
    seven = np.empty((len(boards), len(combos), 7), np.int8)
    seven[:, :, :2], seven[:, :, 2:] = pairs, boards[:, None]
    possible = ~(pairs[:, :, None] == boards[:, None, None]).any(axis=(2, 3))
    values = np.zeros(int(possible.sum()), np.uint16)
    evaluate_hands(seven[possible], high_tables(), values)
    result = np.full(possible.shape, -1, np.int32)
    result[possible] = values
    return result


# Razz.


@dataclass(frozen=True, slots=True, eq=False)
class _RazzSeat:
    """The cards of a razz seat.

    ``shown``: the ranks of the up cards. ``held``: the specified down cards, which both players know. ``private``
    int64[n, 13]: the possible multisets of the other down cards, as counts by rank; ``ways`` float64[n]: their weights.
    """

    shown: tuple[int, ...]
    held: tuple[int, ...]
    private: NDArray[np.int64]
    ways: Array

    def label(self, row: NDArray[np.int64]) -> str:
        """Return the text of a hand: its private ranks from low to high."""
        ranks = sorted([*self.held, *np.repeat(np.arange(RANK_COUNT), row).tolist()])
        return "".join(RAZZ_RANKS[rank] for rank in ranks)


def _razz_deals(
    table: Scenario, first: int, _orders: Iterable[Order], _symmetric: bool, check_cancelled: CancelCheck
) -> Deals:
    """Return the deals of a razz table: a joint distribution of both private hands after each deal.

    Level 0 is the street of the table. A table on fifth street has a first deal, an up card for each player, with one
    state for each pair of their ranks. The deal of seventh street is a private card: it adds no states, but the hands
    of the last level have one rank more. The order and the values of hands at showdown are computed on that level only.
    """
    street = street_number(table)
    # Nothing is assumed about the hand that a player has folded: it is any hand, with his up cards.
    folded = (replace(seat, cards=any_cards(table.game, seat.cards)) if seat.folded else seat for seat in table.seats)
    setup = cast("RazzSetup", prepare(replace(table, seats=tuple(folded))))
    live = setup.live.copy()
    seats = [
        _razz_seat(table, seat, setup.active[index], street, live) for index, seat in enumerate(table.active_seats)
    ]
    levels = 3 - street
    rows, grown = _razz_hands(seats, levels)
    pairs = [(a, b) for a in range(RANK_COUNT) for b in range(RANK_COUNT) if live[a] and live[b] - (a == b) > 0]
    states = [_RazzState(live, tuple(seat.shown for seat in seats), 1.0)]
    unknown = int(live.sum() - sum(own[0][0].sum() for own in rows))
    firsts: list[int] = []
    joints: list[NDArray[np.float32]] = []
    lows: list[NDArray[np.int32]] = []
    orders: list[NDArray[np.int16]] = []
    hands = np.array([[len(own[level]) for own in rows] for level in range(levels)], np.int32)
    max_hands = int(hands.max())
    for level in range(levels):
        # Probabilities are 1 / (number of ordered pairs of unknown cards): the factors in ``dealt`` and ``_joint``
        # count the cards of each rank, so that their products are the joint distribution of cards and hands.
        if level:
            states = [replace(state, weight=state.weight / (unknown * (unknown - 1))) for state in states]
            unknown -= 2
        if 0 < level < levels - 1:
            states = [states[0].dealt(pair) for pair in pairs]
        firsts.append(len(joints))
        for state in states:
            check_cancelled()
            own = [player_rows[level] for player_rows in rows]
            order, low = _showdown_order(seats, state, own, max_hands, complete=level == levels - 1)
            both = [order[player, : len(player_rows)] for player, player_rows in enumerate(own)]
            joint = np.zeros((max_hands, max_hands), np.float32)
            joint[: len(own[0]), : len(own[1])] = state.weight * _joint(state.live, own)[np.ix_(*both)]
            joints.append(np.array([joint.T, joint]))
            lows.append(low)
            orders.append(order)
    openers = np.array([_opener(state.shown, first) for state in states], np.int8)
    turns = len(pairs) if levels == 3 else 0
    one = np.arange(max(turns, 1) + 1, dtype=np.int32)
    code, same = np.full(max(turns, 1), -1, np.int8), np.zeros(max(turns, 1), np.int16)
    ranks = RazzHands(np.stack(joints, axis=1), np.array(firsts, np.int32), np.array(orders), np.array(lows), grown)
    firsts_of_turns = one if turns else np.zeros(1, np.int32)
    cards = Cards(
        hands, True, firsts_of_turns, code, same, one, one, code, same, np.ones(2), openers, _NO_COMBOS, ranks
    )
    labels = tuple(
        tuple(tuple(seat.label(row) for row in own[level]) for seat, own in zip(seats, rows, strict=True))
        for level in range(levels)
    )
    dealt = tuple(f"{RAZZ_RANKS[a]} {RAZZ_RANKS[b]}" for a, b in pairs) if turns else ()
    opener = _opener(tuple(seat.shown for seat in seats), first)
    weights = seats[0].ways, seats[1].ways
    return Deals(cards, weights, labels, turns, max(turns, 1) * (levels > 1), opener, _left_out(table), dealt)


@dataclass(frozen=True, slots=True, eq=False)
class _RazzState:
    """The up cards of both players after some deals.

    ``live`` int64[13]: the remaining cards by rank. ``shown``: the ranks of both players' up cards. ``weight``: how
    often these cards come.
    """

    live: NDArray[np.int64]
    shown: tuple[tuple[int, ...], ...]
    weight: float

    def dealt(self, pair: tuple[int, int]) -> "_RazzState":
        """Return the state after another up card for each player."""
        live, weight = self.live.copy(), self.weight
        for rank in pair:
            weight *= float(live[rank])
            live[rank] -= 1
        return _RazzState(live, tuple((*ups, rank) for ups, rank in zip(self.shown, pair, strict=True)), weight)


def _razz_hands(seats: Sequence[_RazzSeat], levels: int) -> tuple[list[list[NDArray[np.int64]]], NDArray[np.int16]]:
    """Return both players' hands by level, and the hands that the last card makes of them (``RazzHands.grown``)."""
    rows = [[seat.private] * max(levels - 1, 1) for seat in seats]
    if levels == 1:
        return rows, np.full((2, 1, RANK_COUNT), -1, np.int16)
    tables = []
    for own in rows:
        more, table = _with_one_more(own[0])
        own.append(more)
        tables.append(table)
    grown = np.full((2, max(map(len, tables)), RANK_COUNT), -1, np.int16)
    for player, table in enumerate(tables):
        grown[player, : len(table)] = table
    return rows, grown


_NO_COMBOS = Combos(
    np.zeros((2, 0), np.uint8), np.zeros((2, 0), np.uint8), np.zeros((2, 0), np.uint16), np.zeros((0, 2, 0), np.uint16),
    np.zeros((2, 0), np.uint8), np.zeros((2, 0), np.uint8), np.zeros((0, 2, 0), np.uint16), np.zeros((0, 2), np.int32),
    np.zeros((0, 2, 0), np.uint16),
)  # fmt: skip


def _showdown_order(
    seats: Sequence[_RazzSeat], state: _RazzState, own: Sequence[NDArray[np.int64]], max_hands: int, *, complete: bool
) -> tuple[NDArray[np.int16], NDArray[np.int32]]:
    """Return both players' hands in the order of their values at showdown, and these values.

    ``own``: the hands of each player, int64[n, 13]. The order is int16[2, max_hands], the indices of the hands, and the
    values are int32[2, max_hands], 0 beyond n. If hands are not ``complete``, the order is unchanged and all values 0.
    """
    from engine.equity.razz.lows import evaluate

    order, low = np.tile(np.arange(max_hands, dtype=np.int16), (2, 1)), np.zeros((2, max_hands), np.int32)
    for player, seat in enumerate(seats if complete else ()):
        fixed, count = np.bincount([*state.shown[player], *seat.held], minlength=RANK_COUNT), len(own[player])
        values = evaluate(own[player] + fixed)
        order[player, :count] = np.argsort(values, kind="stable")
        low[player, :count] = values[order[player, :count]]
    return order, low


def _joint(live: NDArray[np.int64], own: Sequence[NDArray[np.int64]]) -> Array:
    """Return in how many orders of cards both hands can be dealt, float64[hands, hands].

    With n live cards of a rank, k of them can be dealt in n (n - 1) ... (n - k + 1) orders; ranks are independent.
    """
    falling = np.ones((RANK_COUNT, 8))
    for count in range(1, 8):
        falling[:, count] = falling[:, count - 1] * np.maximum(live - count + 1, 0)
    ways = np.ones((len(own[0]), len(own[1])))
    for rank in range(RANK_COUNT):
        ways *= falling[rank][own[0][:, rank][:, None] + own[1][:, rank][None, :]]
    return ways


def _merged(private: NDArray[np.int64], ways: Array) -> tuple[NDArray[np.int64], Array]:
    """Return the different multisets among ``private`` int64[n, 13], with the sums of their ``ways`` float64[n]."""
    rows, row_of = np.unique(private, axis=0, return_inverse=True)
    total = np.zeros(len(rows))
    np.add.at(total, row_of.ravel(), ways)
    return rows, total


def _with_one_more(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return the multisets with one card more, and the index of the one that each rank makes, int16[rows, 13].

    The index is -1 if a multiset has all four cards of the rank.
    """
    more = rows[:, None, :] + np.eye(RANK_COUNT, dtype=np.int64)[None]
    possible = (more <= 4).all(axis=2)
    result, row_of = np.unique(more.reshape(-1, RANK_COUNT), axis=0, return_inverse=True)
    table = row_of.reshape(len(rows), RANK_COUNT)
    return result, np.where(possible, table, -1).astype(np.int16)


def _opener(shown: Sequence[tuple[int, ...]], first: int) -> int:
    """Return the player who acts first: the one with the lower board, or ``first`` if both are equal."""
    from engine.table.first_to_act import board_key

    keys = [board_key(ranks) for ranks in shown]
    return first if keys[0] == keys[1] else int(keys[1] < keys[0])


def _razz_seat(table: Scenario, seat: int, setup: "RazzSeat", street: int, live: NDArray[np.int64]) -> _RazzSeat:
    """Return the cards of a seat.

    ``setup``: the seat as prepared for equities, in which a text with several items has complete hands as choices, up
    cards included. Here all items must have the same up cards; these are removed from the choices and from ``live``.

    Raises:
        ScenarioError: an up card is not a single rank, or items leave different slots free.
    """
    text = _razz_text(table, seat)
    field = seat_field(seat)
    ups = [item.slots[DOWN : DOWN + min(street + 3, UP)] for item in text.items]
    ranks = []
    for index, slots in enumerate(zip(*ups, strict=True)):
        different = {slot.rank for slot in slots}
        if len(different) > 1 or not all(slot.particular for slot in slots):
            message = f"up card {index + 1} is face up: enter one rank"
            raise ScenarioError(Problem(field, message, slots[0].position))
        ranks.append(different.pop())
    held, several = [], len(text.items) > 1
    free = 0
    for slot in (*text.items[0].slots[:DOWN], *text.items[0].slots[SEVENTH - 1 :]):
        free += slot.free
        if slot.particular and not several:
            held.append(slot.rank)
    if several and len({tuple(slot.free for slot in item.slots) for item in text.items}) > 1:
        raise ScenarioError(Problem(field, "all hands of this range must leave the same cards open", 0))
    private, ways = setup.choices.copy(), setup.ways.copy()

    if several:
        for rank in ranks:
            private[:, rank] -= 1
            live[rank] -= 1
    for _ in range(free):
        more = private[:, None, :] + np.eye(RANK_COUNT, dtype=np.int64)[None]
        private, ways = _merged(more.reshape(-1, RANK_COUNT), np.repeat(ways, RANK_COUNT))
    return _RazzSeat(tuple(ranks), tuple(held), *_merged(private, ways))


_DEALS: GameTable[Callable[[Scenario, int, Iterable[Order], bool, CancelCheck], Deals]] = GameTable(
    "deals of betting", {"holdem": _holdem_deals, "razz": _razz_deals}
)
