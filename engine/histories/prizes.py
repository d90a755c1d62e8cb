"""Hands of tournaments: who posts the big blind, and results in prizes by what stacks are worth before and after.

What a hand was worth in prizes at the last chip is the mean, over all that could come, of what everybody's stacks would
have been worth, not the worth of mean stacks. All-ins of others count: they move what hero's chips are worth.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import fsum, isinf

import numpy as np

from engine.equity.jobs import Guard, unguarded
from engine.equity.workers import CancelToken
from engine.histories.all_in import ChipsLaw, chips_law
from engine.histories.hand import PlayedHand
from engine.histories.listing import tournament_number
from engine.histories.session import HandLuck
from engine.histories.winners import WinnerLaws
from engine.play.state import CHIP_DECIMALS
from engine.scenario.preflop import PreflopPanel
from engine.scenario.tournament import Tournament
from engine.tournament.calls import Players, values_after


@dataclass(frozen=True, slots=True)
class TournamentHand:
    """A hand of a tournament, by its ``number`` in the list: the number of the ``event``, hero, the stacks of all
    players ``before`` and ``after`` it, and what these could be at the last chip (``law``, empty where nothing was
    open)."""

    number: int
    event: str
    hero: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    law: ChipsLaw = ()

    def in_prizes(self, prizes: Tournament) -> HandLuck:
        """Return the hand in prizes, those of its tournament, in which others may sit at other tables."""
        players = Players.of(replace(prizes, stacks=self.before, big_blind=None))
        others = players.stacks[len(self.before) :]

        def worth(stacks: tuple[float, ...]) -> float:
            return float(values_after(np.array([*stacks, *others]), players.stacks, players.payouts)[self.hero])

        start, net = worth(self.before), worth(self.after)
        law = tuple(sorted((p, round(worth(stacks) - start, CHIP_DECIMALS)) for p, stacks in self.law))
        expected = fsum(p * value for p, value in law) if law else net - start
        return HandLuck(self.number, net - start, expected, law)


def tournament_hand(hand: PlayedHand, laws: WinnerLaws, guard: Guard = unguarded) -> TournamentHand | None:
    """Return a hand of a tournament as its hero has played it; None for other hands, and where stacks are not known.

    Raises:
        Cancelled: raised by ``guard``.
    """
    event = tournament_number(hand.raw.text)
    if not event or not hand.own or hand.result is None or any(map(isinf, hand.starting)):
        return None
    after = tuple(round(stack + won, CHIP_DECIMALS) for stack, won in zip(hand.starting, hand.result, strict=True))
    return TournamentHand(hand.raw.number, event, hand.hero, hand.starting, after, chips_law(hand, laws, guard))


def prize_lucks(
    hands: Mapping[int, TournamentHand], prizes: Mapping[str, Tournament], cancel: CancelToken
) -> Iterator[dict[int, HandLuck]]:
    """Yield the hands in prizes, of the tournaments whose ``prizes`` are known, by number."""
    result = {}
    for number, hand in hands.items():
        cancel.guard()
        if hand.event in prizes:
            result[number] = hand.in_prizes(prizes[hand.event])
    yield result


def big_blind_seat(hand: PlayedHand) -> int:
    """Return who posts the big blind of a hold'em hand: the first player of two, or where nobody posts a small blind;
    else the second one."""
    return 0 if _dead_small_blind(hand) or len(hand.names) == 2 else 1


def _dead_small_blind(hand: PlayedHand) -> bool:
    """Return whether nobody posts a small blind, as the player whose turn it was has gone."""
    posts = {move.player: move.chips for move in hand.moves if move.kind == "post"}
    return 0 in posts and 1 not in posts and posts[0] >= hand.stakes.big_blind


def with_blinds(panel: PreflopPanel, hand: PlayedHand) -> PreflopPanel:
    """Return what the pre-flop page holds with the blinds and the ante of a hold'em hand."""
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
