"""What somebody can hold after his actions: against a slow reference, and actions that nobody takes."""

from dataclasses import replace

import numpy as np
import pytest

from engine.players.description import shipped_player
from engine.players.first_street import FirstStreet, first_street
from engine.players.known import LaterStreet, SeenAction, action_probability, known_range, narrowed_ranges
from engine.players.strength import holdem_strengths
from engine.ranges.holdem import parse_range
from engine.ranges.razz_products import ALL_PAIRS
from tests.reference.naive_known_ranges import slow_range

FLOP, TURN, RIVER = "Ah7h2c", "Ah7h2cKd", "Ah7h2cKd3s"
LINES = {
    "open, c-bet, barrel, call": (
        SeenAction("raise", FirstStreet("button")),
        SeenAction("raise", LaterStreet(1, last_raiser=True, board=FLOP)),
        SeenAction("raise", LaterStreet(2, last_raiser=True, board=TURN)),
        SeenAction("call", LaterStreet(3, price=0.25, board=RIVER)),
    ),
    "3-bet, check, raise": (
        SeenAction("raise", FirstStreet("big blind", 1, "button")),
        SeenAction("check", LaterStreet(1, last_raiser=True, board=FLOP)),
        SeenAction("raise", LaterStreet(1, price=0.3, last_raiser=True, board=FLOP)),
    ),
    "call, multiway": (
        SeenAction("call", FirstStreet("big blind", 1, "cutoff")),
        SeenAction("check", LaterStreet(1, 3, board=FLOP)),
        SeenAction("call", LaterStreet(1, 3, 0.2, board=FLOP)),
        SeenAction("fold", LaterStreet(2, 2, 0.4, board=TURN)),
    ),
    "check the big blind, lead": (
        SeenAction("check", FirstStreet("big blind")),
        SeenAction("raise", LaterStreet(1, 2, board=FLOP)),
        SeenAction("check", LaterStreet(2, 2, last_raiser=True, board=TURN)),
    ),
    "call a 3-bet": (
        SeenAction("raise", FirstStreet("cutoff")),
        SeenAction("call", FirstStreet("cutoff", 2, "button")),
        SeenAction("fold", LaterStreet(1, price=0.3, board=FLOP)),
    ),
    "call a jam": (SeenAction("call", FirstStreet("button", 1, "cutoff", jam=True)),),
    "raise over a jam": (SeenAction("raise", FirstStreet("button", 1, "cutoff", jam=True)),),
    "fold first in": (SeenAction("fold", FirstStreet("early")),),
}
RAZZ = {
    "complete, bet, raise, check": (
        SeenAction("raise", FirstStreet("4")),
        SeenAction("raise", LaterStreet(1, last_raiser=True, up=(3, 6), others=((2, 12),))),
        SeenAction("raise", LaterStreet(2, price=0.2, last_raiser=True, up=(3, 6, 1), others=((2, 12, 5),))),
        SeenAction("check", LaterStreet(3, up=(3, 6, 1, 11), others=((2, 12, 5, 0),), dead=(9,))),
        SeenAction("call", LaterStreet(4, price=0.15, up=(3, 6, 1, 11), others=((2, 12, 5, 0),), dead=(9,))),
    ),
    "call, fold against two": (
        SeenAction("call", FirstStreet("7", 1, "6")),
        SeenAction("fold", LaterStreet(1, 2, 0.2, up=(6, 12), others=((2, 3), (4, 9)), dead=(1, 1))),
    ),
}
COMBOS = range(0, 1326, 7)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("least", [0.0, 0.01])
def test_ranges_are_those_of_the_slow_reference(line: str, least: float) -> None:
    for name in ("tight", "neutral", "loose"):
        player = replace(shipped_player(name), least=least)
        weights = known_range(player, "holdem", LINES[line])
        assert weights.max() == 1.0
        # The least weight is added to weights whose greatest is 1, so the reference needs every combo for it.
        combos = range(1326) if least else COMBOS
        sample = weights[combos]
        assert np.allclose(sample / sample.max(), slow_range(player, "holdem", LINES[line], combos), atol=1e-12)


@pytest.mark.parametrize("line", RAZZ)
def test_ranges_of_razz_are_those_of_the_slow_reference(line: str) -> None:
    for name in ("tight", "neutral"):
        player = shipped_player(name)
        weights = known_range(player, "razz", RAZZ[line])
        hands = [i for i, pair in enumerate(ALL_PAIRS) if max(pair) < 9 and weights[i] > 0.0][::3]
        expected = slow_range(player, "razz", RAZZ[line], hands)
        assert np.allclose(weights[hands] / weights[hands].max(), expected, atol=1e-9)


@pytest.mark.parametrize("turn", [
    FirstStreet("button"), FirstStreet("big blind", 1, "button"), FirstStreet("middle", 2),
    LaterStreet(1, 2, board=FLOP), LaterStreet(2, 1, 0.3, board=TURN), LaterStreet(3, 3, 0.1, board=RIVER),
])  # fmt: skip
def test_the_actions_at_a_turn_add_up_to_1(turn: FirstStreet | LaterStreet) -> None:
    faces_price = isinstance(turn, FirstStreet) or turn.price
    kinds = ("raise", "call", "fold") if faces_price else ("raise", "check")
    total = sum(action_probability(shipped_player("neutral"), "holdem", SeenAction(kind, turn)) for kind in kinds)
    dealt = np.ones(1326)
    if isinstance(turn, LaterStreet):  # a fold for nothing tells nothing but the board
        dealt = action_probability(shipped_player("neutral"), "holdem", SeenAction("fold", replace(turn, price=0.0)))
    assert np.allclose(total, dealt)


def test_a_check_to_the_last_raiser_says_nothing() -> None:
    called = SeenAction("call", FirstStreet("big blind", 1, "button"))
    checked = SeenAction("check", LaterStreet(1, raiser_behind=True, board=FLOP))
    before, after = (known_range(shipped_player("neutral"), "holdem", line) for line in ((called,), (called, checked)))
    dealt = after > 0.0
    assert np.array_equal(after[dealt], before[dealt])
    assert np.array_equal(dealt, (before > 0.0) & (holdem_strengths(FLOP) > 0.0))


def test_the_shares_that_actions_keep() -> None:
    opened = SeenAction("raise", FirstStreet("button"))
    faces = SeenAction("fold", FirstStreet("button", 2, "big blind"))
    neutral = shipped_player("neutral")
    first, second = narrowed_ranges(neutral, "holdem", (opened, faces))
    raises = first_street(neutral, "holdem", FirstStreet("button")).raises
    folds = first_street(neutral, "holdem", FirstStreet("button", 2, "big blind")).folds
    assert first.kept == pytest.approx(raises.mean())
    assert second.kept == pytest.approx((raises * folds).sum() / raises.sum())


def test_who_never_does_it_plays_like_somebody_who_does() -> None:
    limped = SeenAction("call", FirstStreet("early"))
    (step,) = narrowed_ranges(shipped_player("neutral"), "holdem", (limped,))
    assert step.by is not None
    assert step.by.name == "loose"
    assert 0.1 < step.weights.mean() < 0.5


def test_an_action_that_nobody_takes_changes_nothing() -> None:
    start = parse_range("72o").weights
    (step,) = narrowed_ranges(
        shipped_player("tight"), "holdem", (SeenAction("raise", FirstStreet("early", 3, "middle")),), start
    )
    assert step.by is None
    assert step.kept == 1.0
    assert np.array_equal(step.weights, start)
