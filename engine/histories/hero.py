"""A hand from the point of view of its hero: result, position, stack, and how far he went.

Hero is the player for whom the history was written; a hand that was written for nobody has only a pot and a board.
Results are net of the rake. The unit is the big blind, in razz the big bet.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand, hand_id
from engine.histories.listing import HandLine
from engine.histories.marks import NO_MARK, HandMark, MarksById
from engine.histories.prizes import TournamentHand, big_blind_seat
from engine.histories.session import HandLuck
from engine.play.state import CHIP_DECIMALS
from engine.scenario import Game
from engine.table.positions import position_name

BRING_IN, DOOR = "bring-in", "door"
DOOR_INDEX = 2
"""The index of the door card among the cards of a razz hand."""


@dataclass(frozen=True, slots=True)
class HeroHand:
    """The figures of a replayed hand.

    ``unit``: the chips of a big blind (razz: big bet), 0 if the text does not state them. ``pot``: the chips that were
    won, without the ``rake``; None if the replay contradicts the text. The other values are hero's; they are None or
    empty if there is no hero. ``net``: chips won or lost. ``stack``: the effective stack at the first decision in
    units, None if unknown. ``street``: number of the last street that hero reached. ``all_in``: number of the street on
    which the last chip went in, for hands that went to a showdown. ``cashed_out``: the chips that an all-in cash-out
    left him with, minus its cost.
    """

    game: Game
    unit: float
    pot: float | None = None
    rake: float | None = None
    board: str = ""
    net: float | None = None
    position: str = ""
    stack: float | None = None
    street: int | None = None
    all_in: int | None = None
    showdown: bool = False
    has_hero: bool = False
    cashed_out: float | None = None

    @property
    def units(self) -> float | None:
        """Hero's winnings in units."""
        return self.in_units(self.net)

    def in_units(self, chips: float | None) -> float | None:
        """Return chips in units, or None if either is unknown."""
        return None if chips is None or not self.unit else chips / self.unit


def hero_hand(hand: PlayedHand) -> HeroHand:
    """Return the figures of a hand."""
    last, stakes = hand.moments[-1], hand.stakes
    unit = stakes.big_blind or stakes.big_bet
    agrees = hand.reliable
    pot = round(last.pot - (hand.rake or 0.0), CHIP_DECIMALS) if agrees else None
    board = "".join(last.board)
    if not hand.own:
        return HeroHand(hand.game, unit, pot, hand.rake if agrees else None, board)
    hero = hand.hero
    stack = _effective_stack(hand)
    return HeroHand(
        game=hand.game,
        unit=unit,
        pot=pot,
        rake=hand.rake if agrees else None,
        board=board,
        net=None if hand.result is None else hand.result[hero],
        position=_position(hand),
        stack=stack / unit if unit and math.isfinite(stack) else None,
        street=max((moment.street for moment in hand.moments if not moment.folded[hero]), default=0),
        all_in=_all_in_street(hand),
        showdown=_is_showdown(last, hero),
        has_hero=True,
        cashed_out=cashed_out(hand, hero),
    )


def cashed_out(hand: PlayedHand, player: int) -> float | None:
    """Return the chips that an all-in cash-out left a player with, or None without a cash-out or without a result.

    They are the payment of the house, or the pot that was won minus the cost of the cash-out.
    """
    return hand.collected(player) if hand.deals_of(player, "cash-out") else None


def _is_showdown(last: Moment, hero: int) -> bool:
    """Return True if hero went to the showdown."""
    return last.to_act is None and not last.folded[hero] and len(last.live) > 1


def _position(hand: PlayedHand) -> str:
    """Return hero's position at the table; in razz "bring-in", otherwise the rank of his door card."""
    hero, players = hand.hero, len(hand.names)
    if GAMES[hand.game].stud:
        if hand.moments[0].to_act == hero:
            return BRING_IN
        door = hand.cards[hero][DOOR_INDEX] if len(hand.cards[hero]) > DOOR_INDEX else UNKNOWN_CARD
        return "" if door == UNKNOWN_CARD else f"{DOOR} {door[0]}"
    if players == 2:
        return position_name(1 - hero, players)
    no_small_blind = big_blind_seat(hand) == 0
    seats_before = (hero - (1 if no_small_blind else 2)) % players + (no_small_blind and hero == 0)
    # Positions are named as if the seat of a missing small blind were empty.
    return position_name(seats_before, players + no_small_blind)


def _effective_stack(hand: PlayedHand) -> float:
    """Return the chips that hero can lose to a player who is still in at hero's first decision, infinite if unknown."""
    hero = hand.hero
    first = next((i for i, moment in enumerate(hand.moments) if moment.actor == hero), len(hand.moments))
    folded = hand.moments[max(first - 1, 0)].folded
    others = [chips for i, chips in enumerate(hand.starting) if i != hero and not folded[i]]
    if math.inf in (hand.starting[hero], *others):
        return math.inf
    return min(hand.starting[hero], max(others, default=0.0))


def _all_in_street(hand: PlayedHand) -> int | None:
    """Return the street on which hero's last chip went in, or the last one that his opponents could lose; None if there
    was no such showdown."""
    last, hero = hand.moments[-1], hand.hero
    if not _is_showdown(last, hero):
        return None
    # Nobody can bet any more when at most one player has chips left: the last action was the all-in.
    if sum(last.chips[i].stack > 0.0 for i in last.live) <= 1:
        return max((moment.street for moment in hand.moments if moment.actor is not None), default=0)
    if last.chips[hero].stack > 0.0:
        return None
    return next(moment.street for moment in hand.moments if moment.chips[hero].stack <= 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class HandFacts:
    """The figures of the hands of a list in addition to their lines, by number of the hand.

    ``heroes``: the replays so far. ``broken``: why a hand cannot be read. ``other``: the game of a hand that is not
    supported. ``lucks``: the all-in adjusted results of hands with a result of hero. ``tournaments``: the stacks of
    hands of tournaments; ``prizes``: their results in prize money. ``marks``: the user's marks by :func:`hand_id`.
    """

    heroes: Mapping[int, HeroHand] = field(default_factory=dict)
    broken: Mapping[int, str] = field(default_factory=dict)
    other: Mapping[int, str] = field(default_factory=dict)
    lucks: Mapping[int, HandLuck] = field(default_factory=dict)
    tournaments: Mapping[int, TournamentHand] = field(default_factory=dict)
    prizes: Mapping[int, HandLuck] = field(default_factory=dict)
    marks: MarksById = field(default_factory=dict)

    def mark(self, line: HandLine) -> HandMark:
        """Return the user's marks of a hand."""
        return self.marks.get(hand_id(line.raw), NO_MARK) if self.marks else NO_MARK


@dataclass(frozen=True, slots=True)
class WinningsSummary:
    """Hero's winnings over ``hands`` hands, of which ``counted`` have a known result.

    ``units``: the sum in units. ``money``: the sums by currency. ``per_100``: units per 100 hands, with its standard
    error ``stderr``; both are None for fewer than two hands. ``prizes``: the number of tournament hands with known
    prizes, their result and the all-in adjusted one.
    """

    hands: int = 0
    counted: int = 0
    units: float = 0.0
    money: tuple[tuple[str, float], ...] = ()
    per_100: float | None = None
    stderr: float | None = None
    prizes: tuple[int, float, float] = (0, 0.0, 0.0)


def winnings_summary(lines: Iterable[HandLine], facts: HandFacts) -> WinningsSummary:
    """Return the sums over the hands with a known result of hero."""
    hands, units, prizes = 0, [], []
    money: dict[str, list[float]] = {}
    for line in lines:
        hands += 1
        if line.raw.number in facts.prizes:
            prizes.append(facts.prizes[line.raw.number])
        hero = facts.heroes.get(line.raw.number)
        if hero is None or hero.net is None:
            continue
        if line.currency:
            money.setdefault(line.currency, []).append(hero.net)
        if hero.unit:
            units.append(hero.net / hero.unit)
    values, counted = np.array(units), len(units)
    several = counted > 1
    return WinningsSummary(
        hands=hands,
        counted=counted,
        units=math.fsum(units),
        money=tuple((sign, round(math.fsum(chips), CHIP_DECIMALS)) for sign, chips in sorted(money.items())),
        per_100=100 * float(values.mean()) if several else None,
        stderr=100 * float(values.std(ddof=1)) / math.sqrt(counted) if several else None,
        prizes=(len(prizes), math.fsum(hand.net for hand in prizes), math.fsum(hand.expected for hand in prizes)),
    )
