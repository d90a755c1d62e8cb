"""The meaning of a hold'em range text, as the verb ``range`` answers; range texts of PioSOLVER by its own rules, which
differ from ours for the same text.

In those ``T9s+`` climbs, of a hand given twice the earlier weight stands, and weights may be above 1: they are
relative.
"""

import math
import re
from typing import Any

import numpy as np

from engine.cards import TextError, card_mask, check_length, combo_text, parse_cards, plain_signs, shown, spelled_cards
from engine.games import GAMES
from engine.ranges.filtered import filtered, is_dealt, unwritten_streets, waiting_notices
from engine.ranges.holdem import (
    MAX_NOTICES,
    HoldemRange,
    format_range,
    live,
    notation_notices,
    parse_range,
    removal_notices,
    write_range,
)
from engine.ranges.holdem_format import sort_key
from engine.ranges.holdem_hands import read_hands
from engine.ranges.holdem_hints import unreadable_message
from engine.ranges.notations import Notation, unwritable
from engine.ranges.orders import COMBO_COUNT, find_order
from engine.ranges.weight_text import NUMBER
from engine.scenario import Dialect, Problem, RangeName, ScenarioError, naming

_ITEM = re.compile(r"[^\s,;]+")
_WEIGHT = re.compile(NUMBER)
NO_WEIGHT = -1.0
MAX_WEIGHT = 1_000_000
"""Weights are relative; beyond this one a number is a slip."""


def read_pio(text: str) -> HoldemRange:
    """Read ``text`` as PioSOLVER does: hands with weights (``AA,AKs:0.5``), parted by commas or blanks.

    Raises:
        TextError: something cannot be read (with its position), or no combo is left.
    """
    check_length(text)
    text = plain_signs(text)
    weights, notices = np.full(COMBO_COUNT, NO_WEIGHT), list[str]()
    if not _ITEM.search(text):
        raise TextError("no hand is given")
    for result in _ITEM.finditer(text):
        word, mark, number = result[0].partition(":")
        hands = read_hands(word, result.start(), "climb") if word else None
        if hands is None:
            raise TextError(
                unreadable_message(word or ":", text[: result.start()], text[result.end() :]), result.start()
            )
        weight = _weight(number, result.start() + len(word) + 1) if mark else 1.0
        combos, notice = hands
        fresh = combos[weights[combos] == NO_WEIGHT]
        weights[fresh] = weight
        if len(fresh) < len(combos):
            notices.append(f"'{shown(result[0])}': of a hand given twice the earlier weight stands, as in PioSOLVER")
        notices += [notice] if notice else []
    weights[weights == NO_WEIGHT] = 0.0
    greatest = float(weights.max())
    if not greatest > 0:
        raise TextError("no combo is left in this range")
    if greatest > 1:
        weights = weights / greatest
        notices = [f"weights go up to {greatest:g}: all are divided by it", *notices]
    more = (f"{len(notices) - MAX_NOTICES} more notices",) if len(notices) > MAX_NOTICES else ()
    return HoldemRange(weights, (*notices[:MAX_NOTICES], *more), "pio")


def _weight(number: str, at: int) -> float:
    if not _WEIGHT.fullmatch(number):
        raise TextError(f"'{shown(number)}' is no weight; a weight looks like 0.5", at)
    if not float(number) <= MAX_WEIGHT:
        raise TextError(f"a weight of {shown(number)} is above {MAX_WEIGHT:,}", at)
    return float(number)


PROGRAMS = ("pio",)
"""Programs whose texts can be read by their own rules where these differ from ours."""

MAX_BOARD_CARDS = GAMES["holdem"].board_cards


def describe_holdem(
    text: str,
    known: str = "",
    board: str = "",
    dialect: Dialect = "core",
    order: str | None = None,
    program: str | None = None,
    write: Notation | None = None,
    names: tuple[RangeName, ...] = (),
) -> dict[str, Any]:
    """Return the combos of ``text``, what the cards ``known`` and on the ``board`` leave of them, its canonical form
    and what a reader might not expect.

    ``program`` is one of ``PROGRAMS``, by whose rules the text is read; ``write`` adds the text of another program;
    ``names`` are those of ranges beside the presets.

    Raises:
        ScenarioError: something cannot be read, or a filter takes the equities of other seats, naming the field.
    """
    found_order = find_order(order)
    on_board, out = _cards("board", board, MAX_BOARD_CARDS), _cards("known", known, None)
    with naming("text"):
        whole = read_pio(text) if program == "pio" else parse_range(text, dialect, found_order, names)
        left = filtered(whole, on_board, card_mask(out))
    for filter_ in left.streets:
        if is_dealt(filter_, on_board) and filter_.equity_position is not None:
            message = "equities take other seats; only solve applies this filter"
            raise ScenarioError(Problem("text", message, filter_.equity_position))
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
