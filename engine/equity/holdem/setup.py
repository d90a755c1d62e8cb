"""A hold'em table with all texts read: known cards and the weights of all combos, ready to compute with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import ldexp

import numpy as np

from engine.arrays import F64, Bools, Places
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask, combo_index
from engine.games import GAMES
from engine.ranges.weight_text import exponent_of, scale_of, scaled_by, scaled_up


@dataclass(frozen=True, eq=False)
class HoldemSetup:
    """The input of the hold'em methods. It has at least one possible deal.

    ``weights`` float64[active seats, 1326]: the weight of each combo (``cards.combo_index``) of each active seat, 0 if
    it is not in the range or contains a known card (board, dead, a folded seat's known hand). ``folded`` float64[folded
    ranges, 1326]: the same for the folded seats whose range removes cards from the deck. Folded seats with any two
    cards are omitted, because they change no probability; folded seats with one known combo are in ``dead``.

    ``board`` has 0 to 5 cards; ``dead`` has all other cards that are known to be out of play. ``seed`` and ``detail``
    are those of the run. ``scales``: the exponents of the powers of two by which the weights of the active seats were
    multiplied (``scaled_up``); empty if they were not. ``dealt``: the combo of each active seat if all hands of the
    table are known and none has a folded range; otherwise empty.
    """

    weights: F64
    folded: F64
    board: tuple[int, ...]
    dead: tuple[int, ...]
    seed: int
    detail: tuple[str, ...] = ()
    scales: tuple[int, ...] = ()
    # Not a value of ``__init__``: what ``dataclasses.replace`` makes of a setup has other weights or cards.
    dealt: tuple[int, ...] = field(default=(), init=False)

    @cached_property
    def combos(self) -> tuple[Places, ...]:
        """The combos of each hand that have weight, int64[n] each: active seats first, then folded ranges."""
        if self.dealt:
            return tuple(np.array(self.dealt).reshape(-1, 1))
        return tuple(hand.nonzero()[0] for hand in (*self.weights, *self.folded))


@dataclass(frozen=True, slots=True, eq=False)
class TableHands:
    """The hands of all seats of a table as their texts say, in the order of the seats.

    ``weights`` float64[1326] each, before card removal; ``folded``: whether each seat has folded; ``known``: the two
    cards of each seat that holds one particular combo, by seat; ``board`` and ``dead`` are cards.
    """

    weights: tuple[F64, ...]
    folded: tuple[bool, ...]
    known: Mapping[int, tuple[int, int]]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    def setup(self, seed: int = 1, detail: tuple[str, ...] = ()) -> HoldemSetup:
        """Return the setup of the hold'em methods. It may have no possible deal, which callers check first."""
        dead = (*self.dead, *(c for seat, cards in self.known.items() if self.folded[seat] for c in cards))
        if len(self.known) == len(self.weights):
            return self._dealt(dead, seed, detail)
        mask = card_mask((*self.board, *dead))
        unknown = (COMBO_MASKS & np.uint64(mask)) == 0
        possible = [
            weights if seat in self.known else np.where(unknown, weights, 0.0)
            for seat, weights in enumerate(self.weights)
        ]
        active = [hand for hand, folded in zip(possible, self.folded, strict=True) if not folded]
        ranges = [scaled_up(hand) for seat, hand in enumerate(possible) if self.folded[seat] and seat not in self.known]
        scales = tuple(scale_of(hand) for hand in active)
        return HoldemSetup(
            weights=_stack(scaled_by(hand, exponent) for hand, exponent in zip(active, scales, strict=True)),
            # A folded range in which all possible combos weigh the same is any two cards: it changes no probability.
            folded=_stack(hand for hand in ranges if np.any(hand[unknown] != hand[unknown][0])),
            board=self.board,
            dead=dead,
            seed=seed,
            detail=detail,
            scales=scales,
        )

    def _dealt(self, dead: tuple[int, ...], seed: int, detail: tuple[str, ...]) -> HoldemSetup:
        """Return the setup of a table at which all hands are known; looking for their combos would take longer than
        computing it."""
        active = [seat for seat, folded in enumerate(self.folded) if not folded]
        combos = tuple(combo_index(*self.known[seat]) for seat in active)
        weights, scales = np.zeros((len(active), len(COMBOS))), []
        for row, seat, combo in zip(weights, active, combos, strict=True):
            weight = float(self.weights[seat][combo])
            scales.append(exponent_of(weight))
            row[combo] = ldexp(weight, scales[-1])
        setup = HoldemSetup(weights, _stack(()), self.board, dead, seed, detail, tuple(scales))
        object.__setattr__(setup, "dealt", combos)
        return setup


def _stack(rows: Iterable[F64]) -> F64:
    listed = list(rows)
    return np.concatenate(listed).reshape(-1, len(COMBOS)) if listed else np.zeros((0, len(COMBOS)))


def two_before_flop(setup: HoldemSetup) -> bool:
    """Return whether two active seats play before the flop, without dead cards or folded ranges."""
    return len(setup.weights) == 2 and not len(setup.folded) and not setup.board and not setup.dead


def to_come(setup: HoldemSetup) -> int:
    """Return the number of board cards that are still to come."""
    return GAMES["holdem"].board_cards - len(setup.board)


def available(setup: HoldemSetup) -> Bools:
    """Return the cards that are neither on the board nor dead, bool[52]."""
    free = np.ones(DECK_SIZE, dtype=bool)
    free[list(setup.board + setup.dead)] = False
    return free


def hands(setup: HoldemSetup) -> F64:
    """Return the weights of all hands that remove cards, float64[hands, 1326]: active seats first, then folded
    ranges."""
    return np.concatenate([setup.weights, setup.folded]) if len(setup.folded) else setup.weights
