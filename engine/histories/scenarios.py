"""A moment of a hand as a scenario: seats with known or assumed hands, folds, board, and the chips for Kelly.

Cards that were shown at the end are known from the start: the history looks back. Who folded unseen holds what does not
play on, or any cards; in razz the up cards of folded players are dead by standing in their seats.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.equity.rules import problems
from engine.games import GAMES
from engine.histories.assumed import USUAL, Assumed, Assuming, assumed_down_cards, assumed_range, deeds
from engine.histories.folding import folded_down_cards, folded_range
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand, finite
from engine.histories.later import narrowed_down_cards, narrowed_range
from engine.histories.tracking import tracker_values
from engine.scenario import Problem, Scenario, ScenarioError, Seat
from engine.scenario.kelly import Panel
from engine.table.folding import any_cards

DECK = 52
DOWN = 2
SEVENTH = 7
"""Cards of a razz hand."""


def scenario_at(
    hand: PlayedHand,
    moment: Moment,
    hero: int | None = None,
    *,
    painted: Mapping[int, str] | None = None,
    tracked: bool = True,
    assuming: Assuming = USUAL,
) -> Scenario:
    """Return the table at a moment, with what the Kelly page needs, and its tracker if the hand is to be ``tracked``.

    ``hero``: whose decisions these are, by default the hand's own. ``painted``: ranges by player in place of those that
    are assumed, and of hands of opponents that were shown; who folds holds the part that does not play on, or any cards
    where all assumed hands together could not have been dealt.
    """
    painted = painted or {}
    hero = hand.hero if hero is None else hero
    assumed = assumed_at(hand, moment, assuming, painted)
    seats = [_seat(hand, moment, i, assumed[i]) for i in range(len(hand.names))]
    for player in can_be_painted(hand, moment, hero) & painted.keys():
        seats[player] = replace(seats[player], cards=painted[player])
    spec = GAMES[hand.game]
    board = " ".join(moment.board) if spec.has_board else ""  # a common card of razz has no place
    scenario = Scenario(hand.game, tuple(seats), board=board)
    narrow = any(
        seat.folded and row is not None and (spec.stud or not seat.cards.startswith(spec.any_hand))
        for seat, row in zip(seats, assumed, strict=True)
    )
    if narrow and problems(scenario):
        seats = [
            replace(seat, cards=any_cards(hand.game, seat.cards)) if seat.folded and row is not None else seat
            for seat, row in zip(seats, assumed, strict=True)
        ]
        scenario = replace(scenario, seats=tuple(seats))
    return replace(scenario, kelly=kelly_values(hand, moment, hero, tracked=tracked))


def can_be_painted(hand: PlayedHand, moment: Moment, hero: int) -> frozenset[int]:
    """Return whose ranges can be painted over: of all who are in, hero where its cards are not known."""
    return frozenset(player for player in moment.live if player != hero or not hand.known(player))


def assumed_at(
    hand: PlayedHand, moment: Moment, assuming: Assuming = USUAL, painted: Mapping[int, str] | None = None
) -> tuple[Assumed | None, ...]:
    """Return the assumed ranges of the players with unknown cards, of those who are in and of those who have folded."""
    did = deeds(hand, moment.moves)
    return tuple(
        None
        if hand.known(i)
        else _folded(hand, moment, i, assuming, (painted or {}).get(i, ""))
        if moment.folded[i]
        else _assumed(hand, moment, i, did[i], assuming)
        for i in range(len(hand.names))
    )


def range_at(hand: PlayedHand, moment: Moment, player: int, assuming: Assuming = USUAL) -> Assumed:
    """Return the others' assumed range of a player at a moment, also of one whose cards are known."""
    return _assumed(hand, moment, player, deeds(hand, moment.moves)[player], assuming)


def _assumed(hand: PlayedHand, moment: Moment, player: int, did: str, assuming: Assuming) -> Assumed:
    if GAMES[hand.game].stud:
        up, known = _dealt(hand, moment, player)[DOWN:6], known_cards(hand, moment)
        return narrowed_down_cards(hand, player, moment.moves, assumed_down_cards(up, did), up, known)
    gone = "".join((*moment.board, *known_cards(hand, moment)))
    kind = assuming.kind(player)
    base = assumed_range(hand, player, did, gone, kind)
    return narrowed_range(hand, player, moment.moves, base, moment.board, gone, kind)


def _folded(hand: PlayedHand, moment: Moment, player: int, assuming: Assuming, painted: str) -> Assumed | None:
    """Return the hand of a player who has folded; None: any cards."""
    if not assuming.folds:
        return None
    if GAMES[hand.game].stud:
        up = _dealt(hand, moment, player)[DOWN:6]
        return folded_down_cards(hand, player, up, known_cards(hand, moment), painted)
    gone = "".join((*moment.board, *known_cards(hand, moment)))
    return folded_range(hand, player, moment.board, gone, assuming, painted)


def known_cards(hand: PlayedHand, moment: Moment) -> tuple[str, ...]:
    """Return all cards of players that are known at a moment."""
    result = (card for i in range(len(hand.names)) for card in _dealt(hand, moment, i))
    return tuple(card for card in result if card != UNKNOWN_CARD)


def _dealt(hand: PlayedHand, moment: Moment, player: int) -> tuple[str, ...]:
    return hand.cards[player][: moment.dealt[player]]


def _seat(hand: PlayedHand, moment: Moment, player: int, assumed: Assumed | None) -> Seat:
    folded, cards = moment.folded[player], _dealt(hand, moment, player)
    if assumed is not None:
        text = assumed.cards
    elif GAMES[hand.game].stud:
        text = _stud_text(cards[: _room(hand, moment)])
    else:
        text = _pair_text(cards, folded=folded)
    return Seat(hand.names[player], text, folded)


def unseen_text(hand: PlayedHand, moment: Moment, player: int) -> str:
    """Return the cards known to the others of a player's hand that is not shown."""
    cards = _dealt(hand, moment, player)
    return _stud_text(cards[: _room(hand, moment)]) if GAMES[hand.game].stud else _pair_text(cards, folded=True)


def _pair_text(cards: tuple[str, ...], *, folded: bool) -> str:
    """Return the cards of a hold'em hand as text; one that folded and is known in part is any two cards."""
    known = [card for card in cards if card != UNKNOWN_CARD]
    if len(known) == DOWN:
        return "".join(known)
    return f"{known[0]}x" if known and not folded else GAMES["holdem"].any_hand


def _room(hand: PlayedHand, moment: Moment) -> int:
    """Return how many cards of a razz hand can be written: the seventh is a common one where the deck is too short."""
    folded = sum(dealt for i, dealt in enumerate(moment.dealt) if moment.folded[i])
    return SEVENTH if SEVENTH * len(moment.live) + folded <= DECK else SEVENTH - 1


def _stud_text(cards: tuple[str, ...]) -> str:
    """Return the slots of a razz hand; those behind the last known card need not be written."""
    slots = ["x" if card == UNKNOWN_CARD else card for card in cards]
    while len(slots) > 1 and slots[-1] == "x":
        slots.pop()
    return " ".join(slots) or GAMES["razz"].any_hand


def flop_table(hand: PlayedHand, moment: Moment, hero: int, painted: Mapping[int, str] | None = None) -> Scenario:
    """Return hero's hand against the range with which an opponent has come to the flop, as assumed or ``painted``, on
    no board; the opponent is the one with the largest bet of a moment.

    Raises:
        ScenarioError: there are no flops, no opponent, or hero's cards are not known.
    """
    others = [player for player in moment.live if player != hero]
    cards = hand.cards[hero][:DOWN]
    for wrong, message in (
        (GAMES[hand.game].stud, "only hold'em has flops"),
        (UNKNOWN_CARD in cards, "hero's cards are not known"),
        (not others, "nobody else is in"),
    ):
        if wrong:
            raise ScenarioError(Problem("seats", message))
    opponent = max(others, key=lambda player: (moment.chips[player].bet, -player))
    flop = hand.first_of(1)
    begin = hand.moments[flop] if flop is not None and moment.street else moment
    text = (painted or {}).get(opponent) or range_at(hand, begin, opponent).cards
    return Scenario(hand.game, (Seat(hand.names[hero], "".join(cards)), Seat(hand.names[opponent], text)))


def kelly_values(hand: PlayedHand, moment: Moment, hero: int, *, tracked: bool) -> Panel:
    """Return the Kelly panel's values at a moment: who put in what, stacks, limits; the hand if it is ``tracked``.

    The bankroll is what hero has in front: the history knows of no other.
    """
    chips = moment.chips
    stack = chips[hero].stack
    result: dict[str, Any] = {
        "seat": hero or None,
        "bankroll": stack if 0.0 < stack < math.inf else None,
        "chips": [_round(player.total) for player in chips],
        "stacks": [
            None if moment.folded[i] or math.isinf(player.stack) else _round(player.stack)
            for i, player in enumerate(chips)
        ],
        "dead": _round(moment.pot - sum(player.total for player in chips)) or None,
        "no_raise": None if any(moment.chips[i].stack > 0.0 for i in moment.live if i != hero) else True,
    }
    if hand.stakes.fixed:
        result |= {"limit_bet": hand.stakes.small_bet, "big_bet": hand.stakes.big_bet}
        whole = moment.street == 0 and max(player.bet for player in chips) >= hand.stakes.small_bet
        result["full_bet"] = whole or None  # it is raised and not completed
    else:
        bets = sorted((chips.bet for chips in moment.chips), reverse=True)
        raised = max(bets[0] - bets[1], hand.stakes.big_blind) if bets[0] else hand.stakes.big_blind
        least = min(moment.to_call(hero) + raised, moment.chips[hero].stack)
        result["min_bet"] = _round(least) if least else None
    result["tracker"] = tracker_values(hand, moment, hero) if tracked else None
    return Panel().with_entries(result)


def _round(chips: float) -> float:
    """Return chips without the noise of sums of floats, whole ones as integers."""
    rounded = round(chips, 6)
    return int(rounded) if rounded.is_integer() else rounded


def moment_json(hand: PlayedHand, moment: Moment, hero: int) -> dict[str, Any]:
    """Return the facts of a moment besides its scenario: street, what happened, pot, prices, stacks."""
    return {
        "street": GAMES[hand.game].streets[moment.street],
        "actor": None if moment.actor is None else hand.names[moment.actor],
        "action": moment.words,
        "pot": _round(moment.pot),
        "pots": [
            {"chips": _round(pot.chips), "players": [hand.names[i] for i in pot.players]} for pot in moment.pots()
        ],
        "to_act": None if moment.to_act is None else hand.names[moment.to_act],
        "price": _round(moment.price),
        "hero": hand.names[hero],
        "to_call": 0 if moment.folded[hero] else _round(moment.to_call(hero)),
        "stacks": [finite(chips.stack) if math.isinf(chips.stack) else _round(chips.stack) for chips in moment.chips],
        "bets": [_round(chips.bet) for chips in moment.chips],
        "committed": [_round(chips.total + chips.ante) for chips in moment.chips],
        "folded": list(moment.folded),
    }
