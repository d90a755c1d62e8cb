"""Hands of tournaments: the seat of the big blind, and results in prize money from the value of the stacks (ICM).

A hand is worth, at the last chip, the mean value of the stacks over all outcomes, not the value of the mean stacks.
All-ins of other players count as well because they change the value of hero's chips.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import fsum, isinf

import numpy as np

from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.workers import CancelToken
from engine.histories.all_in import StacksDistribution, stacks_distribution
from engine.histories.hand import PlayedHand
from engine.histories.listing import tournament_number
from engine.histories.session import HandLuck
from engine.histories.winners import WinnerCache
from engine.play.state import CHIP_DECIMALS
from engine.scenario.preflop import PreflopPanel
from engine.scenario.tournament import Tournament
from engine.tournament.calls import TournamentPlayers, values_after


@dataclass(frozen=True, slots=True)
class TournamentHand:
    """A hand of a tournament.

    ``number``: its number in the list. ``event``: the number of the tournament. ``before``, ``after``: the stacks of
    all players. ``distribution``: the joint distribution of the stacks at the last chip, empty if nothing was open.
    """

    number: int
    event: str
    hero: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    distribution: StacksDistribution = ()

    def in_prizes(self, prizes: Tournament) -> HandLuck:
        """Return the prize money that the hand won, and its expectation.

        ``prizes``: those of its tournament, whose other players may sit at other tables.
        """
        players = TournamentPlayers.of(replace(prizes, stacks=self.before, big_blind=None))
        others = players.stacks[len(self.before) :]

        def prize_value(stacks: tuple[float, ...]) -> float:
            return float(values_after(np.array([*stacks, *others]), players.stacks, players.payouts)[self.hero])

        start, net = prize_value(self.before), prize_value(self.after)
        distribution = tuple(
            sorted((p, round(prize_value(stacks) - start, CHIP_DECIMALS)) for p, stacks in self.distribution)
        )
        expected = fsum(p * value for p, value in distribution) if distribution else net - start
        return HandLuck(self.number, net - start, expected, distribution)


def tournament_hand(
    hand: PlayedHand, winner_cache: WinnerCache, check_cancelled: CancelCheck = never_cancelled
) -> TournamentHand | None:
    """Return a tournament hand as its hero played it, or None if it is another kind of hand or its stacks are unknown.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    event = tournament_number(hand.raw.text)
    if not event or not hand.own or hand.result is None or any(map(isinf, hand.starting)):
        return None
    after = tuple(round(stack + won, CHIP_DECIMALS) for stack, won in zip(hand.starting, hand.result, strict=True))
    return TournamentHand(
        hand.raw.number,
        event,
        hand.hero,
        hand.starting,
        after,
        stacks_distribution(hand, winner_cache, check_cancelled),
    )


def prize_lucks(
    hands: Mapping[int, TournamentHand], prizes: Mapping[str, Tournament], cancel: CancelToken
) -> Iterator[dict[int, HandLuck]]:
    """Yield one mapping of hand numbers to luck: the prize money that a hand won, and the expected amount.

    It contains the hands of tournaments whose ``prizes`` are known. This is an iterator, because every computation in
    the background is one.
    """
    result = {}
    for number, hand in hands.items():
        cancel.check_cancelled()
        if hand.event in prizes:
            result[number] = hand.in_prizes(prizes[hand.event])
    yield result


def big_blind_seat(hand: PlayedHand) -> int:
    """Return who posts the big blind of a hold'em hand: the first player heads up or if nobody posts a small blind,
    otherwise the second one."""
    return 0 if _dead_small_blind(hand) or len(hand.names) == 2 else 1


def _dead_small_blind(hand: PlayedHand) -> bool:
    """Return True if nobody posts a small blind because the player whose turn it was has left."""
    posts = {move.player: move.chips for move in hand.moves if move.kind == "post"}
    return 0 in posts and 1 not in posts and posts[0] >= hand.stakes.big_blind


def with_blinds(panel: PreflopPanel, hand: PlayedHand) -> PreflopPanel:
    """Return the panel of the pre-flop page with the blinds and the ante of a hold'em hand."""
    antes = {move.player for move in hand.moves if move.kind == "ante"}
    alone = antes == {big_blind_seat(hand)}
    return panel.with_entries(
        {
            "small_blind": 0.0 if _dead_small_blind(hand) else hand.stakes.small_blind,
            "big_blind": hand.stakes.big_blind,
            "ante": hand.stakes.ante,
            "ante_by": "big blind" if alone else "all",
        }
    )
