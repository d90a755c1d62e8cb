"""A moment of a hand as a scenario: seats with known or assumed hands, folds, board, and the chips for the Kelly page.

The history looks back: cards shown at the end are known from the start. A player who folded unseen holds the part of
his range that folds, or any cards. In razz the up cards of folded players are dead because they are in
their seats.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.equity.rules import problems
from engine.games import GAMES
from engine.histories.assumed import DEFAULT_ASSUMPTIONS, AssumedRange, Assumptions, assumed_range
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand
from engine.histories.tracking import tracker_values
from engine.scenario import Problem, Scenario, ScenarioError, Seat
from engine.scenario.kelly import KellyPanel
from engine.table.folding import any_cards

DECK_CARDS = 52
DOWN_CARDS, LAST_UP_CARD = 2, 6
RAZZ_CARDS = 7


def scenario_at(
    hand: PlayedHand,
    moment: Moment,
    hero: int | None = None,
    *,
    painted: Mapping[int, str] | None = None,
    tracked: bool = True,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> Scenario:
    """Return the table at a moment, with the values of the Kelly page; with its hand tracker if ``tracked``.

    ``hero``: the player who decides, by default the hand's hero. ``painted``: the ranges that the user painted, by
    player. They replace assumed ranges and shown hands of opponents. ``assumptions``: the assumptions about unseen
    cards. A player who folded gets any cards if all assumed hands together could not have been dealt.
    """
    painted = painted or {}
    hero = hand.hero if hero is None else hero
    assumed = assumed_at(hand, moment, assumptions, painted)
    seats = [_seat(hand, moment, i, assumed[i]) for i in range(len(hand.names))]
    for player in can_be_painted(hand, moment, hero) & painted.keys():
        seats[player] = replace(seats[player], cards=painted[player])
    spec = GAMES[hand.game]
    board = " ".join(moment.board) if spec.has_board else ""  # a scenario of razz has no community card
    scenario = Scenario(hand.game, tuple(seats), board=board)
    # Folded ranges can exclude each other's cards. If no deal is possible with them, every folded player gets any
    # cards.
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
    # The ranges of players who are in can be so narrow that together they need cards that are gone.
    if any(row is not None for row in assumed) and problems(scenario):
        seats = [
            replace(seat, cards=any_cards(hand.game, seat.cards)) if row is not None and i not in painted else seat
            for i, (seat, row) in enumerate(zip(seats, assumed, strict=True))
        ]
        scenario = replace(scenario, seats=tuple(seats))
    return replace(scenario, kelly=kelly_panel_at(hand, moment, hero, tracked=tracked))


def can_be_painted(hand: PlayedHand, moment: Moment, hero: int) -> frozenset[int]:
    """Return the players whose ranges the user can paint: all who are in, including hero if his cards are unknown."""
    return frozenset(player for player in moment.live if player != hero or not hand.known(player))


def assumed_at(
    hand: PlayedHand,
    moment: Moment,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
    painted: Mapping[int, str] | None = None,
) -> tuple[AssumedRange | None, ...]:
    """Return the assumed ranges at a moment, by player; None for a player whose cards are known or who may hold any
    cards."""
    return tuple(
        None
        if hand.known(i) or (moment.folded[i] and not assumptions.folds)
        else assumed_range(
            hand, moment, i, assumptions, known_player_cards(hand, moment),
            (painted or {}).get(i, "") if moment.folded[i] else "",
        )
        for i in range(len(hand.names))
    )  # fmt: skip


def range_at(
    hand: PlayedHand, moment: Moment, player: int, assumptions: Assumptions = DEFAULT_ASSUMPTIONS
) -> AssumedRange:
    """Return the range that the other players assume for a player who is in, even if the history shows his cards."""
    result = assumed_range(hand, moment, player, assumptions, known_player_cards(hand, moment, hidden=player))
    assert result is not None  # only players who have folded may have none
    return result


def known_player_cards(hand: PlayedHand, moment: Moment, hidden: int | None = None) -> tuple[str, ...]:
    """Return all cards of players that are known at a moment, of the player ``hidden`` only his up cards."""
    rows = [(i, _dealt_cards(hand, moment, i)) for i in range(len(hand.names))]
    result = (card for i, cards in rows for card in (cards[DOWN_CARDS:LAST_UP_CARD] if i == hidden else cards))
    return tuple(card for card in result if card != UNKNOWN_CARD)


def _dealt_cards(hand: PlayedHand, moment: Moment, player: int) -> tuple[str, ...]:
    """Return the cards that a player has been dealt up to a moment."""
    return hand.cards[player][: moment.dealt[player]]


def _seat(hand: PlayedHand, moment: Moment, player: int, assumed: AssumedRange | None) -> Seat:
    """Return the seat of a player: the assumed range if there is one, otherwise his cards."""
    folded, cards = moment.folded[player], _dealt_cards(hand, moment, player)
    if assumed is not None:
        text = assumed.cards
    elif GAMES[hand.game].stud:
        text = _stud_text(cards[: _max_razz_cards(hand, moment)])
    else:
        text = _pair_text(cards, folded=folded)
    return Seat(hand.names[player], text, folded)


def unseen_text(hand: PlayedHand, moment: Moment, player: int) -> str:
    """Return the text of a player's hand as the others see it if it is not shown."""
    cards = _dealt_cards(hand, moment, player)
    return (
        _stud_text(cards[: _max_razz_cards(hand, moment)]) if GAMES[hand.game].stud else _pair_text(cards, folded=True)
    )


def _pair_text(cards: tuple[str, ...], *, folded: bool) -> str:
    """Return the cards of a hold'em hand as text. A folded hand that is known only in part counts as any two cards."""
    known = [card for card in cards if card != UNKNOWN_CARD]
    if len(known) == DOWN_CARDS:
        return "".join(known)
    return f"{known[0]}x" if known and not folded else GAMES["holdem"].any_hand


def _max_razz_cards(hand: PlayedHand, moment: Moment) -> int:
    """Return how many cards of a razz hand can be written. If the deck is too short for seven each, the seventh is a
    community card."""
    folded = sum(dealt for i, dealt in enumerate(moment.dealt) if moment.folded[i])
    return RAZZ_CARDS if RAZZ_CARDS * len(moment.live) + folded <= DECK_CARDS else RAZZ_CARDS - 1


def _stud_text(cards: tuple[str, ...]) -> str:
    """Return the slots of a razz hand; unknown cards after the last known one are left out."""
    slots = ["x" if card == UNKNOWN_CARD else card for card in cards]
    while len(slots) > 1 and slots[-1] == "x":
        slots.pop()
    return " ".join(slots) or GAMES["razz"].any_hand


def flop_scenario(hand: PlayedHand, moment: Moment, hero: int, painted: Mapping[int, str] | None = None) -> Scenario:
    """Return hero's hand against the range with which one opponent reached the flop, without a board.

    The opponent is the player with the largest bet at the moment. ``painted``: the texts of ranges that the user has
    chosen himself, by player; any other range is assumed.

    Raises:
        ScenarioError: the game has no flop, hero has no opponent, or hero's cards are unknown.
    """
    others = [player for player in moment.live if player != hero]
    cards = hand.cards[hero][:DOWN_CARDS]
    for rejected, message in (
        (GAMES[hand.game].stud, "only hold'em has flops"),
        (UNKNOWN_CARD in cards, "hero's cards are unknown"),
        (not others, "no opponent is left in the hand"),
    ):
        if rejected:
            raise ScenarioError(Problem("seats", message))
    opponent = max(others, key=lambda player: (moment.chips[player].bet, -player))
    flop = hand.first_of(1)
    begin = hand.moments[flop] if flop is not None and moment.street else moment
    text = (painted or {}).get(opponent) or range_at(hand, begin, opponent).cards
    return Scenario(hand.game, (Seat(hand.names[hero], "".join(cards)), Seat(hand.names[opponent], text)))


def kelly_panel_at(hand: PlayedHand, moment: Moment, hero: int, *, tracked: bool) -> KellyPanel:
    """Return the values of the Kelly panel at a moment: bets, stacks and limits, and the hand's actions if ``tracked``.

    The bankroll is hero's stack since the history knows of no other money.
    """
    chips = moment.chips
    stack = chips[hero].stack
    result: dict[str, Any] = {
        "seat": hero or None,
        "bankroll": stack if 0.0 < stack < math.inf else None,
        "chips": [_rounded(player.total) for player in chips],
        "stacks": [
            None if moment.folded[i] or math.isinf(player.stack) else _rounded(player.stack)
            for i, player in enumerate(chips)
        ],
        "dead": _rounded(moment.pot - sum(player.total for player in chips)) or None,
        "no_raise": None if any(moment.chips[i].stack > 0.0 for i in moment.live if i != hero) else True,
    }
    if hand.stakes.fixed:
        result |= {"limit_bet": hand.stakes.small_bet, "big_bet": hand.stakes.big_bet}
        is_full_bet = moment.street == 0 and max(player.bet for player in chips) >= hand.stakes.small_bet
        result["full_bet"] = is_full_bet or None  # further bets raise it instead of completing it
    else:
        # The minimum raise is the call plus the last raise, which is approximated by the difference of the two largest
        # bets.
        bets = sorted((chips.bet for chips in moment.chips), reverse=True)
        last_raise = max(bets[0] - bets[1], hand.stakes.big_blind) if bets[0] else hand.stakes.big_blind
        min_bet = min(moment.to_call(hero) + last_raise, moment.chips[hero].stack)
        result["min_bet"] = _rounded(min_bet) if min_bet else None
    result["tracker"] = tracker_values(hand, moment, hero) if tracked else None
    return KellyPanel().with_entries(result)


def _rounded(chips: float) -> float:
    """Return chips without the rounding errors of float sums, whole numbers as int."""
    rounded = round(chips, 6)
    return int(rounded) if rounded.is_integer() else rounded


def moment_json(hand: PlayedHand, moment: Moment, hero: int) -> dict[str, Any]:
    """Return the facts of a moment that its scenario does not contain: street, action, pots, prices and stacks."""
    return {
        "street": GAMES[hand.game].streets[moment.street],
        "actor": None if moment.actor is None else hand.names[moment.actor],
        "action": moment.words,
        "pot": _rounded(moment.pot),
        "pots": [
            {"chips": _rounded(pot.chips), "players": [hand.names[i] for i in pot.players]} for pot in moment.pots()
        ],
        "to_act": None if moment.to_act is None else hand.names[moment.to_act],
        "price": _rounded(moment.price),
        "hero": hand.names[hero],
        "to_call": 0 if moment.folded[hero] else _rounded(moment.to_call(hero)),
        "stacks": [None if math.isinf(chips.stack) else _rounded(chips.stack) for chips in moment.chips],
        "bets": [_rounded(chips.bet) for chips in moment.chips],
        "committed": [_rounded(chips.total + chips.ante) for chips in moment.chips],
        "folded": list(moment.folded),
    }
