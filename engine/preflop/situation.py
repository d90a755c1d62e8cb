"""A request before the flop with its texts as weights: the ranges of all players, action by action."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask, parse_cards
from engine.equity.holdem.deals import deal_exists
from engine.preflop.request import Opponent, PreflopRequest
from engine.ranges.holdem import live, notation_notices, parse_range
from engine.ranges.holdem_hands import EVERY_HAND
from engine.ranges.orders import Order, find_order
from engine.scenario import Problem, ScenarioError
from engine.scenario.seat_panel import BetSize

BOARD_CARDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class FlopPlayer:
    """An opponent in one of hero's actions, with its index ``place`` in the request.

    ``goes``, ``raises`` and ``stays`` float64[1326] are the weights of its hands with which it sees the flop, raises
    after hero's action, and folds.
    """

    place: int
    goes: F64
    raises: F64
    stays: F64

    @property
    def holds(self) -> F64:
        """The weights of all its hands, float64[1326]."""
        return self.goes + self.raises + self.stays


@dataclass(frozen=True, slots=True, eq=False)
class PreflopPlan:
    """One of hero's actions that is no fold.

    ``cost``: the chips that hero adds; ``level``: the chips that a player who continues has in the middle; ``bets``:
    hero's bets after the flop. ``coming``: the opponents who may see the flop. ``taken`` float64[n, 1326]: the hands
    of opponents who never do, which change the remaining deck; opponents with any two cards do not. ``raised``: the
    chips that hero and an opponent who has raised after the action have in the middle, if hero calls the raise.
    """

    name: str
    cost: float
    level: float
    bets: BetSize
    coming: tuple[FlopPlayer, ...]
    taken: F64
    raised: float = 0.0

    @property
    def raisers(self) -> tuple[int, ...]:
        """The indices in ``coming`` of the opponents who may raise after the action."""
        return tuple(i for i, player in enumerate(self.coming) if player.raises.any())

    @property
    def hands(self) -> int:
        """The number of hands in addition to hero's that have to be dealt."""
        return len(self.coming) + len(self.taken)

    def sets(self) -> list[tuple[FlopPlayer, ...]]:
        """Return all sets of opponents who may see the flop together, the empty set included, smaller sets first."""
        result = []
        for come in product((False, True), repeat=len(self.coming)):
            if all(
                player.goes.any() if yes else player.stays.any() for player, yes in zip(self.coming, come, strict=True)
            ):
                result.append(tuple(player for player, yes in zip(self.coming, come, strict=True) if yes))
        return sorted(result, key=lambda players: (len(players), [player.place for player in players]))


@dataclass(frozen=True, slots=True, eq=False)
class PreflopSituation:
    """A request that can be computed.

    ``hero`` float64[1326]: the weights of hero's hands; ``dead``: the dead cards; ``actions``: all but the fold, the
    cheapest first. ``held``: for each opponent the weights of its hands, float64[1326], and whether they differ from
    any two cards.
    """

    request: PreflopRequest
    hero: F64
    dead: tuple[int, ...]
    actions: tuple[PreflopPlan, ...]
    held: tuple[tuple[F64, bool], ...]
    notices: tuple[str, ...]


def read_preflop_situation(request: PreflopRequest, orders: Iterable[Order] = ()) -> PreflopSituation:
    """Return a request with its texts as weights; ``orders`` are the user's own orders of hands.

    Raises:
        ScenarioError: no deal is possible.
    """
    order = find_order(request.order, orders)
    dead = tuple(card for card, _ in parse_cards(request.dead))
    read = _Reading(request, order, card_mask(dead))
    held = [read.weights(opponent.cards) for opponent in request.opponents]
    hero = read.weights(request.hero)
    needed, left = 2 * (1 + len(held)) + BOARD_CARDS, DECK_SIZE - len(dead)
    if needed > left:
        raise ScenarioError(Problem("dead", f"not enough cards: {needed} needed, {left} left"))
    if not deal_exists([hero, *(holds for holds in held if (holds == 0).any())]):
        raise ScenarioError(Problem("opponents", "no deal is possible: these ranges need the same cards"))
    called = "call" if request.price > request.hero_chips else "check"
    names = [(called, request.price, request.bets_called, request.raises_to.called)]
    if request.raise_to is not None:
        names.append(("raise", request.raise_to, request.bets_raised, request.raises_to.raised))
    actions = tuple(read.plan(*values, held) for values in names)
    matter = tuple((holds, read.matters(holds)) for holds in held)
    odd = request.odd_chips(lambda place: request.opponents[place].calls in EVERY_HAND.names)
    return PreflopSituation(request, hero, dead, actions, matter, (*odd, *read.notices()))


class _Reading:
    """Turns the texts of a request into weights; ``mask`` has a bit for each dead card."""

    def __init__(self, request: PreflopRequest, order: Order, mask: int) -> None:
        self._request, self._order, self._mask = request, order, mask

    def weights(self, text: str | None) -> F64:
        """Return the weights of a text without dead cards, float64[1326]; None means any two cards."""
        if text is None:
            return live(np.ones(len(COMBOS)), self._mask)
        return live(parse_range(text, self._request.dialect, self._order).weights, self._mask)

    def plan(self, name: str, level: float, bets: BetSize, raised: float | None, held: list[F64]) -> PreflopPlan:
        """Return the plan of an action, after which opponents raise to ``raised``.

        ``held`` float64[1326] each: the hands of the opponents.
        """
        coming, taken = [], []
        # Opponents who never see the flop are dealt only if their range changes the deck; any two cards do not.
        for place, (opponent, holds) in enumerate(zip(self._request.opponents, held, strict=True)):
            goes, raises = self._goes_on(name, opponent, holds)
            if goes.any() or raises.any():
                coming.append(FlopPlayer(place, goes, raises, np.maximum(holds - goes - raises, 0.0)))
            elif self.matters(holds):
                taken.append(holds)
        stacked = np.array(taken, dtype=np.float64).reshape(-1, len(COMBOS))
        cost = level - self._request.hero_chips
        return PreflopPlan(name, cost, level, bets, tuple(coming), stacked, raised or 0.0)

    def notices(self) -> tuple[str, ...]:
        """Return notices about texts that may mean something else than they seem to, each with its field."""
        texts = [("hero.cards", self._request.hero)]
        for i, opponent in enumerate(self._request.opponents):
            for key in ("cards", "calls", "calls_raise", "raises", "raises_raise"):
                if (text := getattr(opponent, key)) is not None:
                    texts.append((f"opponents[{i}].{key}", text))
        ranges = [(field, parse_range(text, self._request.dialect, self._order)) for field, text in texts]
        return tuple(
            f"{field}: {notice}" for field, range_ in ranges for notice in (*notation_notices(range_), *range_.notices)
        )

    def _goes_on(self, name: str, opponent: Opponent, holds: F64) -> tuple[F64, F64]:
        """Return the weights of the hands with which an opponent calls hero's action, and with which it raises it.

        ``name``: hero's action; ``holds`` float64[1326]: the opponent's range. Both results are float64[1326]; a hand
        that does both is in each with a part of its weight.
        """
        if opponent.folded:
            return np.zeros(len(COMBOS)), np.zeros(len(COMBOS))
        goes = before = holds if opponent.calls is None else holds * self.weights(opponent.calls)
        raises = opponent.raises
        if name == "raise":
            # A player who has acted continues against a raise with a part of its calling range; one who is still to act
            # has a range of its own for that.
            raises, before = opponent.raises_raise, holds if opponent.cards is None else goes
            goes = goes if opponent.calls_raise is None else before * self.weights(opponent.calls_raise)
        else:
            before = holds
        again = np.zeros(len(COMBOS)) if raises is None else np.minimum(before * self.weights(raises), goes)
        return goes - again, again

    def matters(self, holds: F64) -> bool:
        """Return whether a player's hands differ from any two live cards."""
        possible = holds[(COMBO_MASKS & np.uint64(self._mask)) == 0]
        return bool(np.any(possible != possible[0]))
