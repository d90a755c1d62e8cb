"""Folding a seat: its text becomes the complement of the played hands, in a form that can be inverted exactly.

``random, !( ... )`` contains the original text of the played range, so that unfolding restores the original text, even
from a file: ``15%`` becomes ``random, !15%``, and ``22+, KQo:0.5`` becomes ``random, !(22+, KQo:0.5)``. Known cards and
hands that may be anything have no complement and stay unchanged. For a range with street filters the complement has
the hands that its last filter removes: ``22+ > flop top pair+`` becomes ``22+ > flop !(top pair+)``. Razz:
``ranges.razz_folds``.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.games import GAMES
from engine.ranges.holdem_shares import FOLD_PROFILE
from engine.ranges.orders import Order
from engine.ranges.razz_folds import any_behind, turned
from engine.scenario import Game, Scenario, Seat
from engine.table.seat_ranges import read_seat
from engine.table.slots import with_seat_text

CHIP_HINTS = {
    "random": "Any two cards",
    "x": "Unknown hand",
    FOLD_PROFILE: "Folding range of an unknown player: the weaker a hand, the more often it is folded",
}
"""Explanations of the texts of :func:`offered_text`."""

_WORD = re.compile(r"[^\s,;:@!()\[\]]+")
"""A single hand or share, which needs no brackets."""
_WORD_FORM = re.compile(rf"random, !({_WORD.pattern})")
_LAST_STREET = re.compile(r"(.*>\s*(?:flop|turn|river)\s*)(.*?)\s*", re.DOTALL | re.IGNORECASE)
_TAKEN_OUT = re.compile(r"!\((.*)\)", re.DOTALL)
_LIST_FORM = re.compile(r"random, !\((.*)\)", re.DOTALL)


def with_fold(scenario: Scenario, seat: int, folded: bool, orders: Sequence[Order] = ()) -> Scenario:
    """Return the scenario with ``seat`` folded or not. ``orders`` are the user's own rankings of hands.

    A seat of a tracked hand can fold with its range unchanged, which ``KellyPanel.kept`` records; unfolding does not
    change it then, either.
    """
    old_seat = scenario.seats[seat]
    if old_seat.folded == folded:
        return scenario
    text, kelly = old_seat.cards, scenario.kelly
    if kelly is not None and not folded and kelly.item("kept", seat):
        kelly = kelly.with_item("kept", seat, None)
    elif GAMES[scenario.game].hands_are_combos:
        text = (_folded if folded else _unfolded)(scenario, seat, orders)
    elif GAMES[scenario.game].stud and text.strip():
        text = turned(text, scenario.order)
    return replace(scenario.with_seat(seat, cards=text, folded=folded), kelly=kelly)


def offered_text(scenario: Scenario, seat: int) -> str:
    """Return the text that one click gives to a seat: any cards, or the folding range if it has folded."""
    old_seat = scenario.seats[seat]
    profile = old_seat.folded and GAMES[scenario.game].hands_are_combos and old_seat.cards.strip() != FOLD_PROFILE
    return FOLD_PROFILE if profile else GAMES[scenario.game].any_hand


def any_cards(game: Game, text: str) -> str:
    """Return the text of any cards instead of a range; in a stud game the up cards stay."""
    return any_behind(text) if GAMES[game].stud else GAMES[game].any_hand


def can_turn(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> bool:
    """Return True if a seat's range has a complement: it has several combos, and not all with full weight."""
    weights = read_seat(scenario, seat, orders).weights
    return bool(np.count_nonzero(weights) > 1 and (weights < 1).any())


def _folded(scenario: Scenario, seat: int, orders: Sequence[Order]) -> str:
    """Return the text of the hands that a seat folds if it plays those of its current text.

    That is the complement, or the original range if the text is a complement itself. If the text has street filters,
    the last one is reversed. A single combo and a range of all hands are left unchanged.
    """
    text = scenario.seats[seat].cards
    if ">" in text:
        return _other_half(scenario, seat, orders)
    inner = _inside(text)
    if inner is None and not can_turn(scenario, seat, orders):
        return text
    plain = inner is not None and _inside(inner) is None  # else unfolding would not bring this text back
    if inner is not None and plain and can_turn(with_seat_text(scenario, seat, inner), seat, orders):
        return inner
    return _complement(text)


def _unfolded(scenario: Scenario, seat: int, orders: Sequence[Order]) -> str:
    """Return the text of the hands that a seat plays if it folds its current text."""
    text = scenario.seats[seat].cards
    if ">" in text:
        return _other_half(scenario, seat, orders)
    inner = _inside(text)
    if inner is not None:
        return inner
    return _complement(text) if can_turn(scenario, seat, orders) else text


def _other_half(scenario: Scenario, seat: int, orders: Sequence[Order]) -> str:
    """Return the text with its last filter inverted; the text itself if no hand would remain."""
    text = scenario.seats[seat].cards
    result = _LAST_STREET.fullmatch(text)
    if not result or not read_seat(scenario, seat, orders).weights.any():
        return text
    dropped = _TAKEN_OUT.fullmatch(result[2])
    items = dropped[1] if dropped and _is_closed(dropped[1]) else f"!({result[2]})"
    turned = f"{result[1]}{'' if result[1][-1].isspace() else ' '}{items}"
    return turned if read_seat(with_seat_text(scenario, seat, turned), seat, orders).weights.any() else text


def _complement(text: str) -> str:
    return f"random, !{text}" if _WORD.fullmatch(text) else f"random, !({text})"


def _inside(text: str) -> str | None:
    """Return the original text if ``text`` is its complement as written by this module, else None."""
    result = _WORD_FORM.fullmatch(text) or _LIST_FORM.fullmatch(text)
    return result[1] if result and _complement(result[1]) == text and _is_closed(result[1]) else None


def _is_closed(text: str) -> bool:
    """Return True if the brackets in ``text`` are balanced. Otherwise its last bracket closes another list."""
    depth = 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0


def dealt_in(scenario: Scenario) -> Scenario:
    """Return the scenario to compute, with empty seats as folded random hands; unchanged if no active seat has
    cards."""
    if not any(seat.plays for seat in scenario.seats):
        return scenario
    away = GAMES[scenario.game].any_hand
    seats = tuple(replace(seat, cards=away, folded=True) if seat.empty else seat for seat in scenario.seats)
    return replace(scenario, seats=seats)


def takes_part(game: Game, seat: Seat) -> bool:
    """Return True if ``seat`` affects the result: it is not empty and has not folded unknown cards."""
    return not (seat.empty or (seat.folded and seat.cards.strip() == GAMES[game].any_hand))
