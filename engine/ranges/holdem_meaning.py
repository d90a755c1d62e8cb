"""The answer of the verb ``range`` about a hold'em text; and PioSOLVER's range texts, which differ from ours.

In PioSOLVER ``T9s+`` climbs, the first of two weights of a hand is used, and weights are relative: they may exceed 1.
"""

import math
import re
from typing import Any

import numpy as np

from engine.cards import (
    TextError,
    card_mask,
    check_length,
    combo_text,
    excerpt,
    parse_cards,
    plain_signs,
    spelled_cards,
)
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
"""The weight of combos that have not occurred yet in the text."""
MAX_WEIGHT = 1_000_000
"""Maximum relative weight; a larger number is probably a mistake."""


def read_pio(text: str) -> HoldemRange:
    """Parse ``text`` as PioSOLVER does: hands with weights (``AA,AKs:0.5``), separated by commas or blanks.

    Raises:
        TextError: something cannot be read (with its position), or no combo remains.
    """
    check_length(text)
    text = plain_signs(text)
    weights, notices = np.full(COMBO_COUNT, NO_WEIGHT), list[str]()
    if not _ITEM.search(text):
        raise TextError("no hand is given")
    for result in _ITEM.finditer(text):
        word, sign, number = result[0].partition(":")
        hands = read_hands(word, result.start(), "climb") if word else None
        if hands is None:
            raise TextError(
                unreadable_message(word or ":", text[: result.start()], text[result.end() :]), result.start()
            )
        weight = _weight(number, result.start() + len(word) + 1) if sign else 1.0
        combos, notice = hands
        new = combos[weights[combos] == NO_WEIGHT]
        weights[new] = weight
        if len(new) < len(combos):
            notices.append(
                f"'{excerpt(result[0])}': if a hand is given twice, the earlier weight is used, as in PioSOLVER"
            )
        notices += [notice] if notice else []
    weights[weights == NO_WEIGHT] = 0.0
    max_weight = float(weights.max())
    if not max_weight > 0:
        raise TextError("no combo is left in this range")
    if max_weight > 1:
        weights = weights / max_weight
        notices = [f"weights go up to {max_weight:g}: all weights are divided by it", *notices]
    more = (f"{len(notices) - MAX_NOTICES} more notices",) if len(notices) > MAX_NOTICES else ()
    return HoldemRange(weights, (*notices[:MAX_NOTICES], *more), "pio")


def _weight(number: str, at: int) -> float:
    if not _WEIGHT.fullmatch(number):
        raise TextError(f"'{excerpt(number)}' is not a weight; a weight looks like 0.5", at)
    if not float(number) <= MAX_WEIGHT:
        raise TextError(f"a weight of {excerpt(number)} is above {MAX_WEIGHT:,}", at)
    return float(number)


PROGRAMS = ("pio",)
"""Programs with a reader of their own, because they read the same text differently."""

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
    """Return the combos of ``text``, which of them remain given the cards ``known`` and the ``board``, and notices, as
    JSON.

    ``program``: a member of ``PROGRAMS`` whose rules apply to the text. ``write``: adds the text in the notation of
    another program. ``names``: named ranges in addition to the presets.

    Raises:
        ScenarioError: something cannot be read, or a filter needs the equities of other seats; it names the field.
    """
    ranking = find_order(order)
    on_board, known_cards = _cards("board", board, MAX_BOARD_CARDS), _cards("known", known, None)
    with naming("text"):
        complete = read_pio(text) if program == "pio" else parse_range(text, dialect, ranking, names)
        remaining = filtered(complete, on_board, card_mask(known_cards))
    for filter_ in remaining.streets:
        # filtered() stops at the first filter by equity. If its street is dealt, the combos that remain are unknown
        # here.
        if is_dealt(filter_, on_board) and filter_.equity_position is not None:
            message = "equities need other seats; only solve applies this filter"
            raise ScenarioError(Problem("text", message, filter_.equity_position))
    spelled = (*spelled_cards(board)[1], *spelled_cards(known)[1])
    removed = removal_notices(remaining, card_mask((*on_board, *known_cards)))
    notices = [*spelled, *notation_notices(remaining), *remaining.notices, *removed]
    notices += waiting_notices(remaining.streets, on_board)
    meaning = _numbers(remaining, card_mask((*on_board, *known_cards))) | {
        "canonical": format_range(complete),
        "notices": notices,
    }
    if write:
        core = write == "core"
        meaning["written"] = write_range(complete if core else remaining, write)
        notices += unwritable(remaining.weights, write)
        notices += () if core else unwritten_streets(complete.streets)
    return meaning


def _numbers(range_: HoldemRange, mask: int) -> dict[str, Any]:
    """Return the part of the meaning that is numbers: all combos with weights, and what remains without known cards.

    ``mask``: the known cards, one bit each. They reduce the live counts and the weight, but not ``combos`` and
    ``count``.
    """
    combos = sorted((int(i) for i in np.flatnonzero(range_.weights)), key=sort_key)
    live_weights = live(range_.weights, mask)
    weight = math.fsum(live_weights)
    return {
        "combos": {combo_text(i): float(range_.weights[i]) for i in combos},
        "count": range_.count,
        "live_count": int(np.count_nonzero(live_weights)),
        "weight": weight,
        "share": weight / COMBO_COUNT,
    }


def _cards(field: str, text: str, max_cards: int | None) -> tuple[int, ...]:
    with naming(field):
        cards = tuple(card for card, _ in parse_cards(text))
    if max_cards is not None and len(cards) > max_cards:
        raise ScenarioError(Problem(field, f"at most {max_cards} cards, not {len(cards)}"))
    return cards
