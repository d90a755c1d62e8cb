"""Captions of a result: the lines on charts, exported pictures and texts; names for files; ranges in numbers."""

import re
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from engine import GAMES, Scenario, Seat, SeatResult, Snapshot, __version__
from engine.cards import COMBO_MASKS, COMBOS, RAZZ_RANKS, TextError, parse_cards
from engine.ranges.holdem import live
from engine.ranges.holdem_shares import FOLD_PROFILE
from engine.ranges.orders import Order
from engine.table.seat_ranges import Weights, known_mask
from engine.table.slots import seat_cards
from gui.look.formatting import NO_BREAK, count, deals, interval
from gui.look.seat_streets import SeatStreets, seat_streets

STEM_LIMIT = 60
_DEFAULT_NAME = re.compile(r"Seat \d+")


NOT_DEALT_IN = "not dealt in"
PAIRED = "paired"
"""The outcome class of razz hands without five ranks."""


def why_no_equity(seat: SeatResult) -> str:
    """Return what stands in place of the numbers of a seat that has none."""
    return "folded" if seat.folded else NOT_DEALT_IN


def seats_line(scenario: Scenario) -> str:
    """Return every seat that is dealt in with its cards, as in ``Hero: AhKh v CO: 22+, KQo; folded: UTG: 15%``."""
    active = " v ".join(f"{s.name}: {s.cards.strip()}" for s in scenario.seats if s.plays)
    folded = ", ".join(f"{s.name}: {_folds(s)}" for s in scenario.seats if s.folded and not s.empty)
    return f"{active}; folded: {folded}" if folded else active


def _folds(seat: Seat) -> str:
    text = seat.cards.strip()
    return f"{text} (the weaker a hand, the likelier)" if text == FOLD_PROFILE else text


def brief(scenario: Scenario) -> str:
    """Return the cards on one line, as in ``AhKh v random ×5 · Board 7h 8h 2c``; names only where given."""
    hands: list[str] = []
    for seat in scenario.seats:
        if seat.plays:
            hands.append(
                seat.cards.strip() if _DEFAULT_NAME.fullmatch(seat.name) else f"{seat.name} {seat.cards}".strip()
            )
    runs = [(text, len(list(group))) for text, group in groupby(hands)]
    active = " v ".join(f"{text} ×{size}" if size > 1 else text for text, size in runs)
    folded = sum(seat.folded and not seat.empty for seat in scenario.seats)
    parts = (active, f"{folded} folded" if folded else "", cards_line(scenario))
    return " · ".join(part for part in parts if part)


def cards_line(scenario: Scenario) -> str:
    """Return the board and the dead cards, as in ``Board 7h 8h 2c · Dead Ks``; empty where there are none."""
    parts = (("Board", scenario.board), ("Dead", scenario.dead))
    return " · ".join(f"{title} {text.strip()}" for title, text in parts if text.strip())


def street_name(scenario: Scenario) -> str:
    """Return the name of the card that comes next on a hold'em board, as in *turn*."""
    return {3: "turn", 4: "river"}.get(board_size(scenario), "next")


def board_size(scenario: Scenario) -> int:
    """Return how many cards lie on the board; none where its text is not finished."""
    try:
        return len(parse_cards(scenario.board))
    except TextError:
        return 0


def inputs(scenario: Scenario) -> tuple[str, ...]:
    """Return the lines that name the cards a picture is about."""
    return tuple(line for line in (seats_line(scenario), cards_line(scenario)) if line)


def provenance(snapshot: Snapshot) -> str:
    """Return how the numbers came about, enough to get them again: method, deals, seed and version."""
    game = GAMES[snapshot.scenario.game].title
    how = f"exact over {deals(snapshot.deals)}, no seed needed"
    if snapshot.method == "sampled":
        seed = snapshot.scenario.run.seed
        how = f"sampled, {deals(snapshot.deals)}, seed {seed}, intervals and bands 95\u00a0%"
    return f"{game}, showdown equity: {how} · Steel Wheel {__version__}"


def how_exact(snapshot: Snapshot) -> str:
    """Return that a result is exact, else its deals and the widest of its intervals."""
    if snapshot.method == "exact":
        return "exact"
    error = max((seat.estimate.stderr for seat in snapshot.active if seat.estimate), default=0.0)
    return f"{deals(snapshot.deals)}, {interval(error)}"


def file_stem(scenario: Scenario, what: str) -> str:
    """Return a file name without its suffix, as in ``AhKh-v-random-7h8h2c-convergence``."""
    cards = "-v-".join(seat.cards for seat in scenario.seats if seat.plays)
    text = re.sub(r"[^A-Za-z0-9+,.-]+", "", "-".join(part for part in (cards, scenario.board) if part))
    text = re.sub(r",+", "_", text)[:STEM_LIMIT].strip("-._")
    return f"{text or scenario.game}-{dashed(what)}"


def dashed(name: str) -> str:
    """Return the name of a chart as a part of a file name: ``card-map`` of ``cardMap``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def class_of_low(low: str) -> str:
    """Return the outcome class of an exact low: ``8`` of ``8-6-4-2-A``, ``11`` of one with a jack."""
    return str(RAZZ_RANKS.index(low[0]) + 1)


def combo_counts(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> tuple[int, int] | None:
    """Return the combos of a seat's range before and after removal; None where it holds no range.

    Known are the board, the dead cards and the cards of all other seats that hold two particular ones.
    """
    text = scenario.seats[seat].cards
    if not GAMES[scenario.game].combo_ranges or not text.strip() or seat_cards(scenario, seat) is not None:
        return None
    held = seat_streets(scenario, seat, orders).now > 0
    if not held.any():
        return None
    blocked = (COMBO_MASKS & np.uint64(known_mask(scenario, seat))) != 0
    return int(held.sum()), int((held & ~blocked).sum())


def filter_caption(scenario: Scenario, seat: int, streets: SeatStreets) -> tuple[tuple[str, ...], str]:
    """Return how many of its combos the filter of a seat has left, in forms of falling length, and what that means;
    no form where no filter has taken any away.
    """
    street = streets.filtered
    if street is None:
        return (), ""
    free = (COMBO_MASKS & np.uint64(known_mask(scenario, seat))) == 0
    left, whole = (count(int(((weights > 0) & free).sum())) for weights in (streets.now, streets.weights[None]))
    return (
        f"{left} of {whole}, {street}",
        f"{left}/{whole}",
    ), f"The filter leaves {left} of {whole} combos on the {street}"


def expansion(weights: Weights, known: int) -> tuple[str, ...]:
    """Return what a range comes to: combos before and after removal, its weight, its share of all combos."""
    left = live(weights, known)
    before, after = int(np.count_nonzero(weights)), int(np.count_nonzero(left))
    if not before:
        return ("no hand",)
    combos = f"{count(before)} combo{'' if before == 1 else 's'}"
    lines = [combos if after == before else f"{combos}, {count(after)} left"]
    weight = float(left.sum())
    share = f"{100 * weight / len(COMBOS):.2f}{NO_BREAK}% of {len(COMBOS)}"
    mixed = np.any((left > 0) & (left < 1))
    lines.append(f"weight {weight:.1f}, {share}" if mixed else share)
    return tuple(lines)


def fold_caption(weights: Weights) -> tuple[str, ...]:
    """Return what a folded seat's row says of the hands that it folds, the longest form first.

    The text of such a seat is the complement of what it plays: ``random, !15%`` has 1126 of 1326 combos and reads
    *folds 85 %*. Hands that may be anything say nothing of how often it folds.
    """
    share = float(weights.sum()) / len(COMBOS)
    if share == 1:
        return "any hand", "any"
    return f"folds {100 * share:.0f}{NO_BREAK}%", f"{100 * share:.0f}{NO_BREAK}%"
