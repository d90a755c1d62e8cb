"""Small hold'em setups for tests, and the same as plain mappings for the reference."""

from fractions import Fraction

import numpy as np

from engine.cards import COMBOS, parse_cards
from engine.equity.holdem.prepare import prepare_holdem
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.results import Estimate
from engine.scenario import Scenario, Seat
from tests.reference.naive_holdem import Combo, Showdowns


def prepared(*cards: str, board: str = "", dead: str = "", folded: tuple[int, ...] = ()) -> HoldemSetup:
    """Return the setup of seats with ``cards``, those numbered in ``folded`` having folded."""
    seats = tuple(Seat(f"P{i + 1}", text, i in folded) for i, text in enumerate(cards))
    return prepare_holdem(Scenario("holdem", seats, board, dead))


def with_weights(*ranges: dict[str, float], board: str = "", dead: str = "") -> HoldemSetup:
    """Return the setup of seats whose combos (``AhKd``) have any weights at all."""
    weights = np.zeros((len(ranges), len(COMBOS)))
    lookup = {tuple(combo): i for i, combo in enumerate(COMBOS.tolist())}
    for row, range_ in zip(weights, ranges, strict=True):
        for text, weight in range_.items():
            row[lookup[tuple(sorted(cards(text), reverse=True))]] = weight
    return HoldemSetup(weights, np.zeros((0, len(COMBOS))), cards(board), cards(dead), 1)


def cards(text: str) -> tuple[int, ...]:
    """Return the card numbers of ``text``."""
    return tuple(card for card, _ in parse_cards(text))


def mappings(weights: np.ndarray) -> list[dict[Combo, Fraction]]:
    """Return ranges float64[n, 1326] as mappings from combos to weights."""
    return [{tuple(COMBOS[i].tolist()): Fraction(row[i]) for i in np.flatnonzero(row)} for row in weights]


def showdowns(setup: HoldemSetup) -> Showdowns:
    """Return the exact numbers of ``setup`` the slow way."""
    return Showdowns(mappings(setup.weights), setup.board, setup.dead, mappings(setup.folded))


def assert_equal(found: tuple[Estimate, ...], expected: Showdowns) -> None:
    """Compare all numbers of all seats with the reference, within rounding."""
    for seat, estimate in enumerate(found):
        shares = [float(p) for p in expected.shares[seat]]
        assert abs(estimate.equity - float(expected.equity[seat])) < 1e-12
        np.testing.assert_allclose([estimate.win, *estimate.split], shares, atol=1e-12)
        assert abs(estimate.lose - (1 - sum(shares))) < 1e-12
        np.testing.assert_allclose(
            list(estimate.classes.values()), [float(p) for p in expected.classes[seat]], atol=1e-12
        )
