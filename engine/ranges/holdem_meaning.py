"""What a hold'em range text means, as the verb ``range`` answers."""

import math
from typing import Any

import numpy as np

from engine.cards import card_mask, combo_text, parse_cards, spelled_cards
from engine.games import GAMES
from engine.ranges.filtered import filtered, is_dealt, unwritten_streets, waiting_notices
from engine.ranges.holdem import (
    HoldemRange,
    format_range,
    live,
    notation_notices,
    parse_range,
    removal_notices,
    write_range,
)
from engine.ranges.holdem_format import sort_key
from engine.ranges.notations import Notation, unwritable
from engine.ranges.orders import COMBO_COUNT, find_order
from engine.ranges.pio import read_pio
from engine.scenario import Dialect, Problem, ScenarioError, naming

PROGRAMS = ("pio",)
"""Programs whose texts can be read by their own rules where these differ from ours."""

MOST_ON_BOARD = GAMES["holdem"].board_cards


def describe_holdem(
    text: str,
    known: str = "",
    board: str = "",
    dialect: Dialect = "core",
    order: str | None = None,
    program: str | None = None,
    write: Notation | None = None,
) -> dict[str, Any]:
    """Return the combos of ``text``, what the cards ``known`` and on the ``board`` leave of them, its canonical form
    and what a reader might not expect.

    ``program`` is one of ``PROGRAMS``, by whose rules the text is read; ``write`` adds the text of another program.

    Raises:
        ScenarioError: something cannot be read, or a filter takes the equities of other seats, naming the field.
    """
    found_order = find_order(order)
    on_board, out = _cards("board", board, MOST_ON_BOARD), _cards("known", known, None)
    with naming("text"):
        whole = read_pio(text) if program == "pio" else parse_range(text, dialect, found_order)
        left = filtered(whole, on_board, card_mask(out))
    for filter_ in left.streets:
        if is_dealt(filter_, on_board) and filter_.equity_at is not None:
            told = "equities take other seats; only solve applies this filter"
            raise ScenarioError(Problem("text", told, filter_.equity_at))
    spelled = (*spelled_cards(board)[1], *spelled_cards(known)[1])
    removed = removal_notices(left, card_mask((*on_board, *out)))
    notices = [*spelled, *notation_notices(left), *left.notices, *removed]
    notices += waiting_notices(left.streets, on_board)
    meaning = _numbers(left, card_mask((*on_board, *out))) | {"canonical": format_range(whole), "notices": notices}
    if write:
        core = write == "core"
        meaning["written"] = write_range(whole if core else left, write)
        notices += unwritable(left.weights, write)
        notices += () if core else unwritten_streets(whole.streets)
    return meaning


def _numbers(range_: HoldemRange, mask: int) -> dict[str, Any]:
    combos = sorted((int(i) for i in np.flatnonzero(range_.weights)), key=sort_key)
    left = live(range_.weights, mask)
    weight = math.fsum(left)
    return {
        "combos": {combo_text(i): float(range_.weights[i]) for i in combos},
        "count": range_.count,
        "live_count": int(np.count_nonzero(left)),
        "weight": weight,
        "share": weight / COMBO_COUNT,
    }


def _cards(field: str, text: str, most: int | None) -> tuple[int, ...]:
    with naming(field):
        cards = tuple(card for card, _ in parse_cards(text))
    if most is not None and len(cards) > most:
        raise ScenarioError(Problem(field, f"at most {most} cards, not {len(cards)}"))
    return cards
