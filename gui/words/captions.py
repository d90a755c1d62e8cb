"""Captions of a result: the lines on charts, exported pictures and texts; names for files; ranges in numbers."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from engine import (
    GAMES,
    Scenario,
    ScenarioError,
    Seat,
    SeatResult,
    Snapshot,
    __version__,
    has_common_card,
    ranges_by_street,
)
from engine.cards import COMBO_MASKS, COMBOS, RAZZ_RANKS, TextError, parse_cards
from engine.ranges.holdem import live
from engine.ranges.holdem_shares import FOLD_PROFILE
from engine.ranges.orders import Order
from engine.ranges.street_filters import BOARD_OF_STREET, STREETS, Street
from engine.table.folding import dealt_in
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import Weights, at_street, known_mask, read_seat
from engine.table.slots import seat_cards
from gui.words.formatting import NO_BREAK, as_combos, count, deals, interval, number_of
from gui.words.games import GAME_WORDS


@dataclass(frozen=True, slots=True, eq=False)
class SeatStreets:
    """The range of a seat on each street that is dealt.

    ``weights`` are float64[1326] before card removal, by street; the key None is before the flop. Streets on which they
    are not known yet are missing. ``pending`` are the dealt streets whose filters wait for equities.
    """

    weights: Mapping[Street | None, Weights]
    pending: tuple[Street, ...] = ()

    @property
    def current(self) -> Weights:
        """The weights on the last street that is known."""
        return list(self.weights.values())[-1]

    @property
    def filtered(self) -> Street | None:
        """The last street on which a filter has removed hands, or None if none has."""
        steps = pairwise(self.weights.items())
        taken = [street for (_, before), (street, after) in steps if ((before > 0) & ~(after > 0)).any()]
        return taken[-1] if taken else None


def dealt_streets(scenario: Scenario) -> tuple[Street, ...]:
    """Return the streets that are dealt."""
    cards = len(plain_cards(scenario.board) or ())
    return tuple(street for street in STREETS if BOARD_OF_STREET[street] <= cards)


def seat_streets(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> SeatStreets:
    """Return the filtered range of a seat by street. Equities for filters are computed by the run of the table.

    If the table cannot be computed, only filters that the board alone decides are applied.
    """
    streets = dealt_streets(scenario)
    if ">" not in scenario.seats[seat].cards:
        return SeatStreets(dict.fromkeys((None, *streets), read_seat(scenario, seat, orders).weights))
    # There are two kinds of street filters. Those that the cards alone decide are applied here. Those by equity
    # (``by_table``) need the equities of the complete table, which only its run computes.
    read = {street: read_seat(at_street(scenario, street), seat, orders) for street in (None, *streets)}
    if not any(part.by_table for part in read.values()):
        return SeatStreets({street: part.weights for street, part in read.items()})
    try:
        known = ranges_by_street(dealt_in(scenario), orders, at_once=True)
    except ScenarioError:
        return SeatStreets({street: part.weights for street, part in read.items() if not part.by_table})
    pending = tuple(street for street in streets if street not in known)
    return SeatStreets({street: weights[seat] for street, weights in known.items()}, pending)


def equities_pending(scenario: Scenario, orders: Sequence[Order] = ()) -> bool:
    """Return whether street filters go by equities that have not been worked out yet."""
    filtered = (i for i, seat in enumerate(scenario.seats) if ">" in seat.cards)
    return any(seat_streets(scenario, i, orders).pending for i in filtered)


def glance_shares(snapshot: Snapshot) -> tuple[str, tuple[str, ...]]:
    """Return the name of the classes of a game and their chance for each seat; both are empty for a game without."""
    glance = GAME_WORDS[snapshot.scenario.game].glance
    if glance is None:
        return "", ()
    estimates = (seat.estimate for seat in snapshot.seats)
    return glance.forms[0], tuple("" if e is None else glance.share(e) for e in estimates)


STEM_LIMIT = 60
_DEFAULT_NAME = re.compile(r"Seat \d+")


NOT_DEALT_IN = "empty"
PAIRED = "paired"
"""The outcome class of razz hands without five ranks."""


def why_no_equity(seat: SeatResult) -> str:
    """Return the reason why a seat has no numbers."""
    return "folded" if seat.folded else NOT_DEALT_IN


def seats_line(scenario: Scenario) -> str:
    """Return every seat that is dealt in with its cards, as in ``Hero: AhKh vs CO: 22+, KQo; folded: UTG: 15%``."""
    active = " vs ".join(f"{s.name}: {s.cards.strip()}" for s in scenario.seats if s.plays)
    folded = ", ".join(f"{s.name}: {_folds(s)}" for s in scenario.seats if s.folded and not s.empty)
    return f"{active}; folded: {folded}" if folded else active


def _folds(seat: Seat) -> str:
    text = seat.cards.strip()
    return f"{text} (folding range: weaker hands more often)" if text == FOLD_PROFILE else text


def brief(scenario: Scenario) -> str:
    """Return the cards on one line, as in ``AhKh vs random ×5 · Board 7h 8h 2c``; default names are left out."""
    hands: list[str] = []
    for seat in scenario.seats:
        if seat.plays:
            hands.append(
                seat.cards.strip() if _DEFAULT_NAME.fullmatch(seat.name) else f"{seat.name} {seat.cards}".strip()
            )
    runs = [(text, len(list(group))) for text, group in groupby(hands)]
    active = " vs ".join(f"{text} ×{size}" if size > 1 else text for text, size in runs)
    folded = sum(seat.folded and not seat.empty for seat in scenario.seats)
    parts = (active, f"{folded} folded" if folded else "", cards_line(scenario))
    return " · ".join(part for part in parts if part)


def cards_line(scenario: Scenario) -> str:
    """Return the board and the dead cards, as in ``Board 7h 8h 2c · Dead Ks``; empty without any."""
    parts = (("Board", scenario.board), ("Dead", scenario.dead))
    return " · ".join(f"{title} {text.strip()}" for title, text in parts if text.strip())


def street_name(scenario: Scenario) -> str:
    """Return the name of the next card on a hold'em board, as in *turn*."""
    return {3: "turn", 4: "river"}.get(board_size(scenario), "next")


def board_size(scenario: Scenario) -> int:
    """Return the number of cards on the board; 0 if its text is not complete."""
    try:
        return len(parse_cards(scenario.board))
    except TextError:
        return 0


def chips_note(scenario: Scenario) -> str:
    """Return a note that a page counts chips rather than prizes if the table is of a tournament, or ""."""
    if scenario.tournament is None:
        return ""
    return "In chips, not in tournament money: the seat row shows the equity that a call needs in money."


def inputs(scenario: Scenario) -> tuple[str, ...]:
    """Return the lines that name the cards a picture is about."""
    return tuple(line for line in (seats_line(scenario), cards_line(scenario)) if line)


def common_card_note(scenario: Scenario) -> str:
    """Return a note if the deck is too small for seven cards each, so that all players share the last one, or ""."""
    if not has_common_card(scenario):
        return ""
    return f"{number_of(sum(seat.plays for seat in scenario.seats), 'player')}: seventh street is a community card"


def provenance(snapshot: Snapshot, more: str = "") -> str:
    """Return a line with method, deals, seed and version, with which the numbers can be reproduced.

    ``more`` describes how the numbers next to those of the result were computed.
    """
    game = GAMES[snapshot.scenario.game].title
    how = f"exact, {deals(snapshot.deals)}"
    if snapshot.method == "sampled":
        seed = snapshot.scenario.run.seed
        how = f"sampled, {deals(snapshot.deals)}, seed {seed}, 95\u00a0% intervals and bands"
    how = "; ".join(filter(None, (how, more, common_card_note(snapshot.scenario))))
    return f"{game}, all-in equity: {how} · Steel Wheel {__version__}"


def how_exact(snapshot: Snapshot) -> str:
    """Return that a result is exact, else its deals and the widest of its intervals."""
    if snapshot.method == "exact":
        return "exact"
    error = max((seat.estimate.stderr for seat in snapshot.active if seat.estimate), default=0.0)
    return f"{deals(snapshot.deals)}, {interval(error)}"


def file_stem(scenario: Scenario, what: str) -> str:
    """Return a file name without its suffix, as in ``AhKh-v-random-7h8h2c-convergence``."""
    cards = "-v-".join(seat.cards for seat in scenario.seats if seat.plays)
    # Only characters that are safe in the file names of every system.
    text = re.sub(r"[^A-Za-z0-9+,.-]+", "", "-".join(part for part in (cards, scenario.board) if part))
    text = re.sub(r",+", "_", text)[:STEM_LIMIT].strip("-._")
    return f"{text or scenario.game}-{dashed(what)}"


def dashed(name: str) -> str:
    """Return the name of a chart as a part of a file name: ``card-map`` of ``cardMap``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def class_of_low(low: str) -> str:
    """Return the outcome class of an exact low: ``8`` of ``8-6-4-2-A``, ``11`` of one with a jack."""
    return str(RAZZ_RANKS.index(low[0]) + 1)


def errors_clause(errors: Iterable[float | None]) -> str:
    """Return a clause that states how exact the numbers are."""
    widest = max((error for error in errors if error), default=0.0)
    return f"; sampled, at most {interval(widest)} (95{NO_BREAK}%)" if widest else ""


def combo_counts(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> tuple[int, int] | None:
    """Return the combos of a seat's range before and after card removal, or None if it has no range.

    Known are the board, the dead cards and the cards of all other seats that hold two particular ones.
    """
    text = scenario.seats[seat].cards
    if not GAMES[scenario.game].hands_are_combos or not text.strip() or seat_cards(scenario, seat) is not None:
        return None
    held = seat_streets(scenario, seat, orders).current > 0
    if not held.any():
        return None
    blocked = (COMBO_MASKS & np.uint64(known_mask(scenario, seat))) != 0
    return int(held.sum()), int((held & ~blocked).sum())


def filter_caption(scenario: Scenario, seat: int, streets: SeatStreets) -> tuple[tuple[str, ...], str]:
    """Return how many combos the filter of a seat leaves, in texts from long to short, and an explanation.

    There are no texts if no filter removes any combo.
    """
    street = streets.filtered
    if street is None:
        return (), ""
    free = (COMBO_MASKS & np.uint64(known_mask(scenario, seat))) == 0
    left, whole = (count(int(((weights > 0) & free).sum())) for weights in (streets.current, streets.weights[None]))
    return (
        f"{left} of {whole}, {street}",
        f"{left}/{whole}",
    ), f"After the filter {left} of {whole} combos are left on the {street}"


def expansion(weights: Weights, known: int) -> tuple[str, ...]:
    """Return the size of a range: combos before and after removal, its weight, its share of all combos."""
    left = live(weights, known)
    before, after = int(np.count_nonzero(weights)), int(np.count_nonzero(left))
    if not before:
        return ("no hands",)
    whole = as_combos(count(before))
    lines = [whole if after == before else f"{whole}, {count(after)} left"]
    weight = float(left.sum())
    share = f"{100 * weight / len(COMBOS):.2f}{NO_BREAK}% of all hands"
    mixed = np.any((left > 0) & (left < 1))
    lines.append(f"weight {weight:.1f}, {share}" if mixed else share)
    return tuple(lines)


def fold_caption(share: float) -> tuple[str, ...]:
    """Return captions of a folded seat, the longest first, such as *folds 85 %* and *85 %*.

    ``share``: the share of all combos in the range that it folds. For ``random, !15%``, which folds all but the top
    15 %, that is 1,126 of 1,326 combos. A folded seat with any hand gets *any hand*, because it may not fold all hands.
    """
    if share == 1:
        return "any hand", "any"
    return f"folds {100 * share:.0f}{NO_BREAK}%", f"{100 * share:.0f}{NO_BREAK}%"
