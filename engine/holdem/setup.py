"""A hold'em scenario with all texts read: card arrays and weights, ready to compute with."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import (
    COMBO_MASKS,
    COMBOS,
    DECK_SIZE,
    TextError,
    card_mask,
    card_text,
    parse_cards,
    read_card,
)
from engine.games import GAMES
from engine.holdem.deals import deal_exists
from engine.ranges.holdem import live, parse_range
from engine.ranges.orders import Order
from engine.ranges.scaling import scale_of, scaled_up
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

SPEC = GAMES["holdem"]
NAMED_CARDS = 4


@dataclass(frozen=True, slots=True, eq=False)
class HoldemSetup:
    """What the hold'em methods compute with.

    ``weights`` float64[active seats, 1326]: the weight of each combo (``cards.combo_index``) of each active
    seat, 0 where it is not in the range or touches a known card (board, dead, a folded seat's known cards).
    ``folded`` float64[folded ranges, 1326]: the same for the folded seats whose range takes cards out of the
    deck; folded seats whose cards are wholly unknown change nothing and are left out, those with one known
    combo are in ``dead``. ``board`` holds 0 to 5 cards; ``dead`` every other card that is known to be out of
    play. ``seed`` and ``detail`` are those of the run. ``scales``: the exponents of the powers of two by which the
    weights of the active seats were multiplied (``scaled_up``); none: they are as they were. There is at least one
    possible deal.
    """

    weights: NDArray[np.float64]
    folded: NDArray[np.float64]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    seed: int
    detail: tuple[str, ...] = ()
    scales: tuple[int, ...] = ()


def prepare_holdem(scenario: Scenario, order: Order | None = None) -> HoldemSetup:
    """Read all texts of a hold'em scenario; percentages go by ``order``, None is the default one.

    Raises:
        ScenarioError: what keeps it from being computed, in all fields.
    """
    return read_holdem(scenario, order)[0]


def read_holdem(scenario: Scenario, order: Order | None = None) -> tuple[HoldemSetup, tuple[NDArray[np.float64], ...]]:
    """Return what :func:`prepare_holdem` does and the range of each seat by its text, before removal: float64[1326],
    the weight of each combo.

    Raises:
        ScenarioError: as there.
    """
    reader = _Reader(scenario, order)
    if reader.problems:
        raise ScenarioError(*reader.problems)
    setup = reader.setup()
    problem = _deal_problem(setup)
    if problem:
        raise ScenarioError(problem)
    return setup, reader.ranges


class _Reader:
    """Reads the fields one after the other and collects their problems.

    ``_places`` maps each known card to its place; ``_hands`` holds the weights of the seats, None where they
    cannot be read; ``_known`` the seats with one particular combo and its cards.
    """

    def __init__(self, scenario: Scenario, order: Order | None) -> None:
        self._scenario = scenario
        self._order = order
        self.problems: list[Problem] = []
        self._places: dict[int, str] = {}
        self._check_options()
        self._known: dict[int, tuple[int, int]] = {}
        self._hands = [self._read_seat(index) for index in range(len(scenario.seats))]
        self._board = self._read_cards("board", scenario.board, "on the board", SPEC.board_cards)
        self._dead = self._read_cards("dead", scenario.dead, "dead", DECK_SIZE)
        for index in range(len(scenario.seats)):
            self._check_left(index)

    @property
    def ranges(self) -> tuple[NDArray[np.float64], ...]:
        """The weights of the seats by their texts, float64[1326] each; all of them only if there are no problems."""
        return tuple(weights for weights in self._hands if weights is not None)

    def setup(self) -> HoldemSetup:
        """Return the arrays; only if there are no problems."""
        seats = self._scenario.seats
        folded_known = [c for i, cards in self._known.items() if seats[i].folded for c in cards]
        dead = (*self._dead, *folded_known)
        mask = card_mask((*self._board, *dead))
        left = [(s.folded, live(h, mask)) for s, h in zip(seats, self._hands, strict=True) if h is not None]
        hands = [(is_folded, scaled_up(h)) for is_folded, h in left]
        unknown = (COMBO_MASKS & np.uint64(mask)) == 0
        folded = [
            h for i, (is_folded, h) in enumerate(hands) if is_folded and i not in self._known and _matters(h[unknown])
        ]
        return HoldemSetup(
            weights=_stack(h for is_folded, h in hands if not is_folded),
            folded=_stack(folded),
            board=self._board,
            dead=dead,
            seed=self._scenario.run.seed,
            detail=self._scenario.run.detail,
            scales=tuple(scale_of(h) for is_folded, h in left if not is_folded),
        )

    def _complain(self, field: str, message: str, position: int | None = None, *, incomplete: bool = False) -> None:
        self.problems.append(Problem(field, message, position, incomplete))

    def _check_options(self) -> None:
        seats = self._scenario.seats
        if len(seats) > SPEC.max_seats:
            self._complain("seats", f"hold'em has at most {SPEC.max_seats} seats, not {len(seats)}")
        if all(seat.folded for seat in seats):
            self._complain("seats", "at least one seat has to be active")

    def _read_cards(self, field: str, text: str, where: str, most: int) -> tuple[int, ...]:
        try:
            cards = parse_cards(text)
        except TextError as error:
            self.problems.append(Problem.from_text(field, error))
            return ()
        if len(cards) > most:
            self._complain(field, f"at most {most} cards, not {len(cards)}", cards[most][1])
        for card, position in cards:
            self._place(card, field, where, position)
        return tuple(card for card, _ in cards)

    def _place(self, card: int, field: str, where: str, position: int) -> None:
        if card in self._places:
            self._complain(field, f"{card_text(card)} is already {self._places[card]}", position)
        else:
            self._places[card] = where

    def _read_seat(self, index: int) -> NDArray[np.float64] | None:
        text, field = self._scenario.seats[index].cards, seat_field(index)
        if not text.strip():
            self._complain(field, "type a hand (AhAd), a range (22+, ATs+) or random", incomplete=True)
            return None
        lone = _lone_card(text)
        if lone is not None:
            self._complain(field, f"one more card, as in {card_text(lone)}{_other_card(lone)}", incomplete=True)
            self._place_in_seat([lone], index)
            return None
        try:
            weights = parse_range(text, self._scenario.dialect, self._order).weights
        except TextError as error:
            self.problems.append(Problem.from_text(field, error))
            return None
        combos = np.flatnonzero(weights)
        if len(combos) == 1:
            high, low = (int(c) for c in COMBOS[combos[0]])
            self._known[index] = high, low
            self._place_in_seat((high, low), index)
        return weights

    def _place_in_seat(self, cards: Iterable[int], index: int) -> None:
        seat = self._scenario.seats[index]
        for card in cards:
            self._place(card, seat_field(index), f"held by {seat.name}", _position(card, seat.cards))

    def _check_left(self, index: int) -> None:
        """Complain if the cards known elsewhere leave nothing of the range of a seat."""
        weights = self._hands[index]
        if weights is None or index in self._known:
            return
        mask = card_mask(self._places)
        if not live(weights, mask).any():
            used = int(np.bitwise_or.reduce(COMBO_MASKS[weights > 0])) & mask
            blockers = [c for c in self._places if used >> c & 1][:NAMED_CARDS]
            places = ", ".join(f"{card_text(c)} is {self._places[c]}" for c in blockers)
            self._complain(seat_field(index), f"no hand of this range is left: {places}")


def _lone_card(text: str) -> int | None:
    """Return the card if ``text`` is one card and nothing else."""
    try:
        cards = parse_cards(text)
    except TextError:
        return None
    return cards[0][0] if len(cards) == 1 else None


def _other_card(card: int) -> str:
    return next(text for text in ("Kd", "Qd") if text != card_text(card))


def _position(card: int, text: str) -> int:
    """Return where ``card`` stands in ``text``, 0 where it is not written out."""
    for at in range(len(text)):
        try:
            if read_card(text, at)[0] == card:
                return at
        except TextError:
            continue
    return 0


def _matters(weights: NDArray[np.float64]) -> bool:
    """Return whether a folded seat with these weights (of all live combos) changes what the others hold."""
    return bool(np.any(weights != weights[0]))


def _stack(rows: Iterable[NDArray[np.float64]]) -> NDArray[np.float64]:
    return np.array(list(rows), dtype=np.float64).reshape(-1, len(COMBOS))


def _deal_problem(setup: HoldemSetup) -> Problem | None:
    """Return why there is no deal, None if there is one."""
    hands = [*setup.weights, *setup.folded]
    left = DECK_SIZE - len(setup.board) - len(setup.dead)
    needed = len(SPEC.hole_cards) * len(hands) + SPEC.board_cards - len(setup.board)
    if needed > left:
        return Problem("dead", f"not enough cards: {needed} are to be dealt and {left} are left")
    if not deal_exists(hands):
        return Problem("seats", "no deal is possible: the hands of these seats need the same cards")
    return None
