"""Decisions of played hands as questions of the trainer: to call a bet or to fold, and late in the hand what to do
where nothing was bet.

A call contests the pot of one opponent, and nobody bets any more. The opponent holds what is assumed of him by his
play, even where his hand was shown later; in razz the up cards of all players are out of the deck. Where nothing was
bet both players' best play is computed (``engine.betting``), with the sizes that were bet among its own.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from engine.betting.panel import panel_of, situation_of
from engine.betting.run import run_betting
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.histories.assumed import Assuming
from engine.histories.betting import betting_of_hand
from engine.histories.hand import UNKNOWN_CARD, HandError, Moment, PlayedHand, RawHand
from engine.histories.prices import bets_faced, called
from engine.histories.reading import read_hand
from engine.histories.scenarios import range_at, scenario_at
from engine.ranges.orders import Order
from engine.scenario import Game, Scenario, ScenarioError, Seat
from engine.trainer.record import Record
from engine.trainer.spots import (
    LEAST_LOSS,
    LONGEST_RANGE,
    NEAREST,
    NoSpotError,
    Option,
    Question,
    due_question,
    is_open_price,
    priced,
    spot_question,
)

NAME = "Your decisions"
"""The pack of the trainer."""
ANY = "One of your hands"
DONE = "all decisions of these hands that are a question have been asked: between two players, your cards known"
OBVIOUS = 0.35
"""An equity so far from what a call needs is no question."""
TRIES = 12
"""Decisions of which the best is taken where none is open."""
DID = {"check/call": ("checked", "called"), "bet/raise": ("bet", "raised"), "fold": ("folded", "folded")}
"""The words of a player's action, without a bet and with one."""
DOWN = 2
MOST_SECONDS = 5.0
"""For both players' best play; what is not solved by then is not asked."""
Seen = Callable[[PlayedHand], tuple[PlayedHand, Assuming]]
"""The view of a hand, and the assumptions about its players."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayedPack:
    """The decisions of the heroes of ``hands`` of a game."""

    game: Game
    hands: tuple[RawHand, ...]
    seen: Seen
    title: str = ""
    name: str = NAME

    def draw(
        self, record: Record, level: int, asked: Set[str], orders: Sequence[Order], cancel: CancelToken | None
    ) -> Question:
        """Return a decision that is not among those ``asked``: one that was missed before and is due, else a random one
        that is open.

        Raises:
            Cancelled: by ``cancel``.
            NoSpotError: there is none.
        """
        cancel = cancel or CancelToken()
        known = self.name, self.game, record, level, orders, cancel
        again = due_question(*known)
        if again is not None:
            return replace(again, about=ANY)
        given = {answer.spot for answer in record.of(self.game, self.name)}
        best: tuple[float, Question] | None = None
        for tries, question in enumerate(self._questions(record.generator(), tuple(orders), asked, cancel), 1):
            cancel.guard()
            worth = _worth(question)
            if not worth:
                continue
            worth -= question.line in given
            if best is None or worth > best[0]:
                best = worth, question
            if worth >= 1 or tries >= TRIES:
                break
        if best is not None:
            return best[1]
        missed = due_question(*known, soon=True)
        if missed is None:
            raise NoSpotError(DONE)
        return replace(missed, about=ANY)

    def _questions(
        self, generator: np.random.Generator, orders: tuple[Order, ...], asked: Set[str], cancel: CancelToken
    ) -> Iterator[Question]:
        for number in generator.permutation(len(self.hands)).tolist():
            cancel.guard()
            try:
                hand, assuming = self.seen(read_hand(self.hands[number]))
            except HandError:
                continue
            if hand.game != self.game or not hand.own or not hand.reliable or UNKNOWN_CARD in hand.cards[hand.hero]:
                continue
            about = f"Hand {self.hands[number].number}"
            places = [*bets_faced(hand, hand.hero), *_unbet(hand, hand.hero)]
            for place in generator.permutation(places).tolist():
                question = _question(hand, place, assuming, orders, asked, cancel)
                if question is not None:
                    street = GAMES[hand.game].streets[hand.moments[place].street]
                    yield replace(question, pack=self.name, about=f"{about}, {street}", did=_did(hand, place))


def _worth(question: Question) -> float:
    """Return 1 for an open decision, less for one that is not, 0 where anybody sees what is best or all is the same."""
    if question.bet > 0:
        ahead = abs(question.equity - question.needed)
        return 1.0 if is_open_price(question) else 0.5 * (NEAREST < ahead < OBVIOUS)
    losses = ((question.best.ev - option.ev) / question.pot for option in question.options)
    return float(max(losses) > max(LEAST_LOSS, question.blur))


def _did(hand: PlayedHand, place: int) -> str:
    moment = hand.moments[place]
    return DID[hand.moves[moment.moves].kind][moment.price > 0]


def _unbet(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the moments at which a player of two may bet first, on the streets that are solved in a moment: the last
    two. A flop takes minutes."""
    first = len(GAMES[hand.game].streets) - 2
    for place, moment in enumerate(hand.moments[:-1]):
        if moment.street >= first and moment.to_act == player and not moment.price and len(moment.live) == DOWN:
            yield place


def _question(
    hand: PlayedHand, place: int, assuming: Assuming, orders: tuple[Order, ...], asked: Set[str], cancel: CancelToken
) -> Question | None:
    moment, hero = hand.moments[place], hand.hero
    pots = [pot for pot in called(moment, hero).pots() if hero in pot.players]
    others = {player for pot in pots for player in pot.players if player != hero}
    if len(others) != 1 or any(len(pot.players) != DOWN for pot in pots):
        return None
    table = _duel(hand, moment, others.pop(), assuming)
    spot = Question("", table, 0.0)
    if len(spot.line) > LONGEST_RANGE or spot.line in asked:
        return None
    known = spot_question("", table, orders, cancel)
    if known is None:
        return None
    if moment.price > 0:
        return priced(known, sum(pot.chips for pot in pots) - moment.price, moment.price)
    return _played(hand, place, known, assuming, orders, cancel)


def _duel(hand: PlayedHand, moment: Moment, other: int, assuming: Assuming) -> Scenario:
    """Return hero's hand against what is assumed of the other."""
    own = scenario_at(hand, moment, hand.hero, tracked=False, assuming=assuming)
    seats = (
        Seat(own.seats[hand.hero].name, own.seats[hand.hero].cards),
        Seat(hand.names[other], range_at(hand, moment, other, assuming).cards),
    )
    dead = ""
    if GAMES[hand.game].stud:
        up = (
            hand.cards[player][:dealt][DOWN:6]
            for player, dealt in enumerate(moment.dealt)
            if player not in (hand.hero, other)
        )
        dead = "".join(card[0] for cards in up for card in cards if card != UNKNOWN_CARD)
    return Scenario(hand.game, seats, board=own.board, dead=dead)


def _played(
    hand: PlayedHand,
    place: int,
    known: Question,
    assuming: Assuming,
    orders: tuple[Order, ...],
    cancel: CancelToken,
) -> Question | None:
    """Return the question what to do where nothing was bet, by both players' best play with the bet that was made there
    among its sizes; None where that cannot be computed."""
    try:
        table = betting_of_hand(hand, hand.moments[place + 1], hand.hero, Scenario(hand.game, ()), None, assuming)
        request = situation_of(table, orders).request
        if request is None:
            return None
        run = run_betting(replace(request, max_seconds=MOST_SECONDS), cancel=cancel, abandon=cancel)
        *_, final = (None, *run)
        if final is None or final.progress.exploitability is None:
            return None
        panel = panel_of(table)
        path = (panel.path or ())[:-1]
        node = final.solution.view(final.solution.walker.follow(path), path)
    except ScenarioError:
        return None
    blur = final.progress.exploitability / request.pot
    if blur > LEAST_LOSS or node.seat is None:
        return None
    rows = node.hands[node.seat]
    row = rows.row(panel.hand or "")
    if row is None or len(node.actions) < DOWN or not np.isfinite(rows.evs[:, row]).all():
        return None
    values = zip(node.actions, rows.evs[:, row].tolist(), rows.frequencies[:, row].tolist(), strict=True)
    options = tuple(Option(action.name, ev, frequency) for action, ev, frequency in values)
    return replace(known, pot=node.pot, options=options, blur=blur)
