"""Decisions of played hands as questions of the trainer: call or fold against a bet, and what to do late in the hand if
nobody has bet.

A call contests the pot with one opponent, without further betting. The opponent's range is assumed from his play even
if his hand was shown later; in razz the up cards of all players are out of the deck. If nobody has bet, the equilibrium
of both players is computed (``engine.betting``) with the bet sizes of the hand among its sizes.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from engine.betting.action_names import action_text
from engine.betting.panel import betting_panel, betting_situation
from engine.betting.run import run_betting
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.histories.assumed import Assumptions
from engine.histories.best_play import Judgement
from engine.histories.betting import betting_of_hand
from engine.histories.decisions import bets_faced, moment_if_called
from engine.histories.hand import UNKNOWN_CARD, HandError, Moment, PlayedHand, RawHand
from engine.histories.reading import read_hand
from engine.histories.scenarios import range_at, scenario_at
from engine.ranges.orders import Order
from engine.scenario import Game, Scenario, ScenarioError, Seat
from engine.trainer.hand_packs import MIN_LOSS
from engine.trainer.questions import (
    MAX_RANGE,
    MIN_PRICE_DISTANCE,
    ActionOption,
    NoSpotError,
    SpotQuestion,
    is_open_price,
    priced,
)
from engine.trainer.record import TrainingRecord
from engine.trainer.spots import due_question, spot_question

PACK_NAME = "Your decisions"
"""The name of the pack in the trainer."""
JUDGED_NAME = "Your mistakes"
"""The name of the pack of judged decisions."""
ALL_JUDGED_ASKED = "you have played all mistakes of these hands"
DUE_LABEL = "One of your hands"
ALL_ASKED = "you have played all decisions of these hands (two players left, your cards known)"
MAX_EQUITY_GAP = 0.35
"""Above this difference between equity and break-even equity the decision is obvious and skipped."""
MAX_TRIES = 12
"""Number of decisions after which the best one so far is used if none of them is close."""
ACTION_TEXTS = {"check/call": ("checked", "called"), "bet/raise": ("bet", "raised"), "fold": ("folded", "folded")}
"""The texts of a player's action without a bet and facing one."""
DOWN_CARDS = 2
MAX_SOLVE_SECONDS = 5.0
"""Time limit for solving a situation; one that takes longer is skipped."""
HandView = Callable[[PlayedHand], tuple[PlayedHand, Assumptions]]
"""A function that returns the hand to display, and the assumptions about its players."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayedPack:
    """The decisions of the heroes of ``hands`` of one game, as a pack of the trainer."""

    game: Game
    hands: tuple[RawHand, ...]
    seen: HandView
    title: str = ""
    name: str = PACK_NAME

    def draw(
        self, record: TrainingRecord, level: int, used: Set[str], orders: Sequence[Order], cancel: CancelToken | None
    ) -> SpotQuestion:
        """Return a decision that is not among those ``used``: one that was missed before and is due, otherwise a
        random close one.

        Raises:
            Cancelled: raised by ``cancel``.
            NoSpotError: no decision is left.
        """
        cancel = cancel or CancelToken()
        lookup = self.name, self.game, record, level, orders, cancel
        again = due_question(*lookup)
        if again is not None:
            return replace(again, about=DUE_LABEL)
        answered = {answer.spot for answer in record.of(self.game, self.name)}
        best: tuple[float, SpotQuestion] | None = None
        for tries, question in enumerate(self._questions(record.generator(), tuple(orders), used, cancel), 1):
            cancel.check_cancelled()
            score = _score(question)
            if not score:
                continue
            # Decisions that were answered before come after all others.
            score -= question.line in answered
            if best is None or score > best[0]:
                best = score, question
            if score >= 1 or tries >= MAX_TRIES:
                break
        if best is not None:
            return best[1]
        missed = due_question(*lookup, soon=True)
        if missed is None:
            raise NoSpotError(ALL_ASKED)
        return replace(missed, about=DUE_LABEL)

    def _questions(
        self, generator: np.random.Generator, orders: tuple[Order, ...], asked: Set[str], cancel: CancelToken
    ) -> Iterator[SpotQuestion]:
        """Yield the questions of all hands in random order."""
        for number in generator.permutation(len(self.hands)).tolist():
            cancel.check_cancelled()
            try:
                hand, assumptions = self.seen(read_hand(self.hands[number]))
            except HandError:
                continue
            if hand.game != self.game or not hand.own or not hand.reliable or UNKNOWN_CARD in hand.cards[hand.hero]:
                continue
            about = f"Hand {self.hands[number].number}"
            indices = [*bets_faced(hand, hand.hero), *_first_to_bet(hand, hand.hero)]
            for index in generator.permutation(indices).tolist():
                question = _question(hand, index, assumptions, orders, asked, cancel)
                if question is not None:
                    street = GAMES[hand.game].streets[hand.moments[index].street]
                    yield replace(question, pack=self.name, about=f"{about}, {street}", did=_action_text(hand, index))


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision of the hero of a hand that best play has judged."""

    raw: RawHand
    judgement: Judgement
    game: Game


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPack:
    """Decisions of one game that best play has judged, as a pack of the trainer: their answers are known."""

    game: Game
    decisions: tuple[JudgedDecision, ...]
    seen: HandView
    title: str = ""
    name: str = JUDGED_NAME

    def draw(
        self, record: TrainingRecord, level: int, used: Set[str], orders: Sequence[Order], cancel: CancelToken | None
    ) -> SpotQuestion:
        """Return a random decision that is not among those ``used``; those that were answered before come last.

        Raises:
            Cancelled: raised by ``cancel``.
            NoSpotError: no decision is left.
        """
        cancel = cancel or CancelToken()
        answered = {answer.spot for answer in record.of(self.game, self.name)}
        known: SpotQuestion | None = None
        for number in record.generator().permutation(len(self.decisions)).tolist():
            cancel.check_cancelled()
            question = self._question(self.decisions[number], tuple(orders), used, cancel)
            if question is not None and question.line not in answered:
                return question
            known = known or question
        if known is None:
            raise NoSpotError(ALL_JUDGED_ASKED)
        return known

    def _question(
        self, decision: JudgedDecision, orders: tuple[Order, ...], asked: Set[str], cancel: CancelToken
    ) -> SpotQuestion | None:
        """Return the question of a decision, or None if it was used already or its hand cannot be read any more."""
        judgement, raw = decision.judgement, decision.raw
        try:
            hand, assumptions = self.seen(read_hand(raw))
        except HandError:
            return None
        moment = hand.moments[judgement.moment]
        (other,) = (player for player in moment.live if player != hand.hero)
        question = _unsolved_question(hand, moment, other, assumptions, orders, asked, cancel)
        if question is None:
            return None
        street = GAMES[hand.game].streets[judgement.street]
        return replace(
            question,
            pack=self.name,
            pot=judgement.pot,
            bet=moment.price,
            options=tuple(ActionOption(action_text(one.action), one.ev, one.frequency) for one in judgement.actions),
            blur=judgement.bound / judgement.pot,
            about=f"Hand {raw.number}, {street}",
            did=_action_text(hand, judgement.moment),
        )


def _score(question: SpotQuestion) -> float:
    """Return 1 for a close decision, less for others, and 0 if the best action is obvious or all actions are equal."""
    if question.bet > 0:
        gap = abs(question.equity - question.needed)
        return 1.0 if is_open_price(question) else 0.5 * (MIN_PRICE_DISTANCE < gap < MAX_EQUITY_GAP)
    losses = ((question.best.ev - option.ev) / question.pot for option in question.options)
    return float(max(losses) > max(MIN_LOSS, question.blur))


def _action_text(hand: PlayedHand, index: int) -> str:
    """Return the text of hero's action."""
    moment = hand.moments[index]
    return ACTION_TEXTS[hand.moves[moment.moves].kind][moment.price > 0]


def _first_to_bet(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the moments of heads-up play at which a player can bet first on the last two streets. Earlier streets take
    minutes to solve."""
    first = len(GAMES[hand.game].streets) - 2
    for index, moment in enumerate(hand.moments[:-1]):
        if moment.street >= first and moment.to_act == player and not moment.price and len(moment.live) == 2:
            yield index


def _question(
    hand: PlayedHand,
    index: int,
    assumptions: Assumptions,
    orders: tuple[Order, ...],
    asked: Set[str],
    cancel: CancelToken,
) -> SpotQuestion | None:
    """Return the question of a decision, or None if it is not between two players, was used already, or cannot be
    computed."""
    moment, hero = hand.moments[index], hand.hero
    pots = [pot for pot in moment_if_called(moment, hero).pots() if hero in pot.players]
    others = {player for pot in pots for player in pot.players if player != hero}
    if len(others) != 1 or any(len(pot.players) != 2 for pot in pots):
        return None
    known = _unsolved_question(hand, moment, others.pop(), assumptions, orders, asked, cancel)
    if known is None:
        return None
    if moment.price > 0:
        return priced(known, sum(pot.chips for pot in pots) - moment.price, moment.price)
    return _solved_question(hand, index, known, assumptions, orders, cancel)


def _unsolved_question(
    hand: PlayedHand,
    moment: Moment,
    other: int,
    assumptions: Assumptions,
    orders: tuple[Order, ...],
    asked: Set[str],
    cancel: CancelToken,
) -> SpotQuestion | None:
    """Return the question for hero's equity at a moment, or None if it was used already or cannot be computed."""
    table = _heads_up_table(hand, moment, other, assumptions)
    spot = SpotQuestion("", table, 0.0)
    if len(spot.line) > MAX_RANGE or spot.line in asked:
        return None
    return spot_question("", table, orders, cancel)


def _heads_up_table(hand: PlayedHand, moment: Moment, other: int, assumptions: Assumptions) -> Scenario:
    """Return hero's hand against the assumed range of the other player."""
    own = scenario_at(hand, moment, hand.hero, tracked=False, assumptions=assumptions)
    seats = (
        Seat(own.seats[hand.hero].name, own.seats[hand.hero].cards),
        Seat(hand.names[other], range_at(hand, moment, other, assumptions).cards),
    )
    dead = ""
    if GAMES[hand.game].stud:
        up = (
            hand.cards[player][:dealt][DOWN_CARDS:6]
            for player, dealt in enumerate(moment.dealt)
            if player not in (hand.hero, other)
        )
        dead = "".join(card[0] for cards in up for card in cards if card != UNKNOWN_CARD)
    return Scenario(hand.game, seats, board=own.board, dead=dead)


def _solved_question(
    hand: PlayedHand,
    index: int,
    known: SpotQuestion,
    assumptions: Assumptions,
    orders: tuple[Order, ...],
    cancel: CancelToken,
) -> SpotQuestion | None:
    """Return the question what to do if nobody has bet, from the equilibrium with the bet of the hand among the sizes.

    It is None if the equilibrium cannot be computed accurately enough in time.
    """
    try:
        table = betting_of_hand(hand, hand.moments[index + 1], hand.hero, Scenario(hand.game, ()), None, assumptions)
        request = betting_situation(table, orders).request
        if request is None:
            return None
        run = run_betting(replace(request, max_seconds=MAX_SOLVE_SECONDS), cancel=cancel, abandon=cancel)
        *_, final = (None, *run)
        if final is None or final.progress.exploitability is None:
            return None
        panel = betting_panel(table)
        path = (panel.path or ())[:-1]
        node = final.solution.view(final.solution.walker.follow(path), path)
    except ScenarioError:
        return None
    # With a large exploitability the EVs of the options are too uncertain to judge an answer.
    blur = final.progress.exploitability / request.pot
    if blur > MIN_LOSS or node.seat is None:
        return None
    rows = node.hands[node.seat]
    row = rows.row(panel.hand or "")
    if row is None or len(node.actions) < 2 or not np.isfinite(rows.evs[:, row]).all():
        return None
    values = zip(node.actions, rows.evs[:, row].tolist(), rows.frequencies[:, row].tolist(), strict=True)
    options = tuple(ActionOption(action.text, ev, frequency) for action, ev, frequency in values)
    return replace(known, pot=node.pot, options=options, blur=blur)
