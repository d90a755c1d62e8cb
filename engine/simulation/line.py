"""Invents a line of play that leads to hero's turn, so that a simulated hand can be written from its beginning.

A request contains the pot and the bets, but not the actions that led to them. In the invented line the chips of earlier
streets are antes, everybody checks on these streets, and the bets of hero's street are made in the first order of
actions that the rules allow.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import RAZZ_RANKS, card_text, razz_rank
from engine.kernels.players.playing import CALL, CHECK, FIXED_LIMIT, FOLD, POST, RAISE, HandState, Rules
from engine.table.first_to_act import SUIT_ORDER, board_key

Move = tuple[int, int, int, int]
"""The street, the row, the kind of action and the chips that it adds, as the log of ``HandState`` has them."""
DOOR, MAX_UP_CARDS = 2, 4
MAX_STATES = 20_000
"""The search for a line is given up after this many states of the street."""


@dataclass(frozen=True, slots=True)
class HeroTurn:
    """The table at hero's turn; lists are by row of ``HandState``, amounts in units.

    ``order``: the rows in the order of seats, the one left of the button first; ``waits``: the rows that have still to
    act after hero.
    """

    rules: Rules
    street: int
    hero: int
    order: tuple[int, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    folded: tuple[bool, ...]
    waits: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Street:
    """A state of the betting on hero's street: the ``bets`` by row, the rows that still have to act in ``queue``, the
    rows that have ``folded``, and the size of the largest raise so far."""

    bets: tuple[int, ...]
    queue: tuple[int, ...]
    folded: frozenset[int]
    raise_size: int


def posted_blinds(turn: HeroTurn) -> tuple[int, ...]:
    """Return the blinds that the players have posted, by row; all 0 if hero's street has no blinds."""
    posts = [0] * len(turn.bets)
    if not turn.rules.stud and turn.street == 0:
        small, big = turn.order[:2] if len(turn.order) > 2 else turn.order[::-1]
        posts[big] = min(turn.bets[big], turn.rules.big_blind)
        bet = turn.bets[small]
        posts[small] = bet if bet < turn.rules.big_blind else turn.rules.big_blind // 2
    return tuple(posts)


def line_to(turn: HeroTurn, state: HandState) -> list[Move] | None:
    """Return actions that lead to hero's turn, or None if the search finds none; ``state`` contains the up cards."""
    moves, out = list[Move](), [row for row in turn.order if turn.folded[row]]
    early = {row for row in out if not turn.bets[row]} if turn.street else set[int]()
    for street in range(turn.street):
        gone = early if street else set[int]()
        able = [row for row in turn.order if row in early or turn.stacks[row] + turn.bets[row]]
        for row in _in_order(turn, street, state, able):
            if row not in gone:
                moves.append((street, row, FOLD if row in early else CHECK, 0))
    able = [row for row in turn.order if row not in early and (turn.folded[row] or turn.stacks[row] + turn.bets[row])]
    posts = posted_blinds(turn)
    moves += [(turn.street, row, POST, posts[row]) for row in turn.order if posts[row]]
    # Before the flop the last of the largest blinds acts last.
    last = max(turn.order, key=lambda i: (posts[i], turn.order.index(i)))
    queue = _in_order(turn, turn.street, state, able, last)
    begun, brought = _Street(posts, tuple(queue), frozenset(early), 0), list[Move]()
    if turn.rules.stud and turn.street == 0 and turn.rules.bring_in and queue:
        bring_in = min(turn.rules.bring_in, turn.bets[queue[0]])
        brought = [(0, queue[0], POST, bring_in)]
        begun = _Street(_with(posts, queue[0], bring_in), tuple(queue[1:]), begun.folded, 0)
    found = _search(turn, begun, set())
    return None if found is None else [*moves, *brought, *((turn.street, *move) for move in found)]


def _in_order(turn: HeroTurn, street: int, state: HandState, rows: Sequence[int], last: int | None = None) -> list[int]:
    """Return rows in the order in which they act on a street; ``last``: the row that acts last before the flop."""
    first = 0
    if turn.rules.stud:
        live = [row for row in rows if not turn.folded[row]]
        up = {row: state.cards[row, DOOR : DOOR + min(street + 1, MAX_UP_CARDS)].tolist() for row in live}
        if street == 0:
            row = max(live, key=lambda i: (RAZZ_RANKS.index(_rank(up[i][0])), SUIT_ORDER.index(card_text(up[i][0])[1])))
        else:
            row = min(live, key=lambda i: (board_key([razz_rank(card) for card in up[i]]), turn.order.index(i)))
        first = turn.order.index(row)
    elif street == 0:
        first = 0 if last is None else turn.order.index(last) + 1
    return [row for row in (*turn.order[first:], *turn.order[:first]) if row in rows]


def _rank(card: int) -> str:
    return RAZZ_RANKS[razz_rank(card)]


def _search(turn: HeroTurn, at: _Street, failed: set[_Street]) -> list[tuple[int, int, int]] | None:
    """Return the actions (row, kind, chips) from the state ``at`` to hero's turn, or None if there are none.

    ``failed`` collects the states from which no actions lead to hero's turn, so that none is searched twice.
    """
    if not at.queue or at in failed or len(failed) > MAX_STATES:
        return None
    folded = frozenset(row for row in turn.order if turn.folded[row])
    row, rest = at.queue[0], at.queue[1:]
    if row == turn.hero and at.bets == turn.bets and at.folded == folded and frozenset(rest) == turn.waits:
        return []
    for kind, bet in _options(turn, at, row):
        chips = bet - at.bets[row]
        bets = _with(at.bets, row, bet)
        if kind == FOLD:
            following = _Street(bets, rest, at.folded | {row}, at.raise_size)
        elif kind == RAISE:
            after = turn.order.index(row) + 1
            queue = tuple(
                other
                for other in (*turn.order[after:], *turn.order[: after - 1])
                if other not in at.folded and _behind(turn, at, other)
            )
            following = _Street(bets, queue, at.folded, max(at.raise_size, bet - max(at.bets)))
        else:
            following = _Street(bets, rest, at.folded, at.raise_size)
        line = _search(turn, following, failed)
        if line is not None:
            return [(row, kind, chips), *line]
    failed.add(at)
    return None


def _options(turn: HeroTurn, at: _Street, row: int) -> Iterator[tuple[int, int]]:
    """Yield the actions of a row that can still lead to hero's turn: the kind, and the row's bet after the action."""
    price, own, target, rules = max(at.bets), at.bets[row], turn.bets[row], turn.rules
    folds = turn.folded[row] and own == target
    if folds and price > own:
        yield FOLD, own
    if price <= target:
        yield (CALL if price > own else CHECK), price
    elif turn.stacks[row] == 0 and not turn.folded[row] and target > own:
        yield CALL, target
    for level in sorted({bet for bet in turn.bets if price < bet <= target}, reverse=True):
        all_in = level == target and turn.stacks[row] == 0
        least = rules.big_blind if rules.limit != FIXED_LIMIT else 0
        if all_in or level - price >= max(at.raise_size if least else 0, least):
            yield RAISE, level
    if folds and price == own:
        yield FOLD, own


def _behind(turn: HeroTurn, at: _Street, row: int) -> bool:
    """Return whether a row has chips left to act with."""
    return turn.folded[row] or turn.stacks[row] + turn.bets[row] > at.bets[row]


def _with(bets: tuple[int, ...], row: int, bet: int) -> tuple[int, ...]:
    return (*bets[:row], bet, *bets[row + 1 :])
