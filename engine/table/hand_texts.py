"""The cards of a hand as its text has them: one row of ``HANDS`` a game, from a text to slots and back."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.cards import TextError, card_text, parse_cards, spelled_cards
from engine.games import GAMES
from engine.ranges.holdem import parse_range
from engine.ranges.orders import Order, find_order
from engine.ranges.razz_text import RazzDeck, parse_razz, parse_razz_cards, slot_texts
from engine.scenario import GameTable, Scenario, ScenarioError, naming

HOLDEM_SLOTS, RAZZ_SLOTS = len(GAMES["holdem"].hole_cards), len(GAMES["razz"].hole_cards)
UNKNOWN = "x"
"""The text of an empty slot."""
NO_BRACKETS = {ord("("): None, ord(")"): None}
Groups = Sequence[tuple[int, int]]
"""The slots ``[start, stop)`` of each group in round brackets."""


@dataclass(frozen=True, slots=True)
class HandText:
    """How a game reads and writes the text of a seat.

    ``slots``: the texts of the cards in its slots, or None for a range. ``groups``: which slots are in brackets.
    ``written``: the text of such cards. ``is_range``: whether the text is more than particular cards. ``checked``: a
    text on one line in the form in which a seat stores it; raises TextError if it is no hand. ``meaning``: the meaning
    of a text given known cards, as JSON, with the arguments of ``describe_holdem`` for hold'em; raises ScenarioError.
    ``meaning_lines``: the same as lines of text.
    """

    slots: Callable[[str], tuple[str, ...] | None]
    groups: Callable[[str], Groups]
    written: Callable[[Sequence[str], Groups], str]
    is_range: Callable[[str], bool]
    checked: Callable[[str, Scenario, Sequence[Order]], str]
    meaning: Callable[..., dict[str, Any]]
    meaning_lines: Callable[[dict[str, Any]], Iterator[str]]


@lru_cache(maxsize=512)
def plain_cards(text: str) -> tuple[int, ...] | None:
    """Return the cards of a text that consists of cards only, else None."""
    try:
        return tuple(c for c, _ in parse_cards(text))
    except TextError:
        return None


def _holdem_slots(text: str) -> tuple[str, ...] | None:
    cards = plain_cards(text)
    return None if cards is None or len(cards) > HOLDEM_SLOTS else tuple(card_text(card) for card in cards)


def _no_groups(_: str) -> Groups:
    return ()


def _holdem_written(tokens: Sequence[str], _: Groups) -> str:
    return "".join(tokens)


def _is_holdem_range(text: str) -> bool:
    return plain_cards(text) is None


def _checked_holdem(text: str, scenario: Scenario, orders: Sequence[Order]) -> str:
    """Return the text as a seat stores it: two cards in canonical form, a range unchanged.

    Raises:
        TextError: it is not a range, or the table's ranking of hands is unknown.
    """
    cards = plain_cards(text)
    if cards is not None and len(cards) == HOLDEM_SLOTS:
        return "".join(card_text(card) for card in cards)
    try:
        order = find_order(scenario.order, orders)
    except ScenarioError as error:
        raise TextError(str(error)) from error
    parse_range(text, scenario.dialect, order, scenario.names)
    return text


def _razz_slots(text: str) -> tuple[str, ...] | None:
    """Return the texts of the seven slots, with groups ignored, or None for several hands."""
    slots = slot_texts(text.translate(NO_BRACKETS))
    return None if slots is None else (*slots, *(UNKNOWN for _ in range(RAZZ_SLOTS - len(slots))))


def _razz_groups(text: str) -> Groups:
    """Return the groups of a single hand as pairs of slots (start, stop), or none if it is a range or cannot be
    read."""
    try:
        items = parse_razz(text).items
    except TextError:
        return ()
    if len(items) > 1 or _razz_slots(text) is None:
        return ()
    groups = [slot.group for slot in items[0].slots]
    return [(groups.index(group), groups.index(group) + groups.count(group)) for group in range(max(groups) + 1)]


def _razz_written(tokens: Sequence[str], groups: Groups) -> str:
    """Return the text of razz slots: without empty slots at the end, with brackets around groups of two cards or
    more."""
    signs = list(tokens)
    while signs and signs[-1] == UNKNOWN:
        signs.pop()
    for start, stop in groups:
        last = min(stop, len(signs)) - 1
        if last > start:
            signs[start], signs[last] = f"({signs[start]}", f"{signs[last]})"
    return " ".join(signs)


def _is_razz_range(text: str) -> bool:
    slots = _razz_slots(text)
    return slots is None or any(len(sign) > 1 and sign[1] not in "shdc" for sign in slots)


def _checked_razz(text: str, _: Scenario, __: Sequence[Order]) -> str:
    parse_razz(text)
    return text


def _holdem_meaning(text: str, *rules: Any) -> dict[str, Any]:
    from engine.ranges.holdem_meaning import describe_holdem

    return describe_holdem(text, *rules)


def _holdem_lines(meaning: dict[str, Any]) -> Iterator[str]:
    """Yield the meaning of a hold'em range as lines of text."""
    yield meaning["canonical"]
    yield f"{meaning['count']} combos, {meaning['live_count']} of them live"
    yield f"weight {meaning['weight']:.10g}, {meaning['share']:.4%} of all combos"
    yield from (f"note: {notice}" for notice in meaning["notices"])
    if "written" in meaning:
        yield meaning["written"]


def _razz_meaning(text: str, known: str, order: str | None = None) -> dict[str, Any]:
    """Return the meaning of a razz text as JSON, given the ``known`` cards.

    Raises:
        ScenarioError: a text cannot be read; the field is ``known`` or ``text``.
    """
    from engine.ranges.razz import describe_razz

    with naming("known"):
        deck = RazzDeck()
        for card in parse_razz_cards(spelled_cards(known)[0]):
            deck.take(card)
    with naming("text"):
        return describe_razz(text, known, order)


def _razz_lines(meaning: dict[str, Any]) -> Iterator[str]:
    yield meaning["canonical"]
    for row in meaning["items"]:
        cards = f"{row['down']} / {row['up'] or '-'}"
        yield f"{cards}: {row['combos']} ways, weight {row['weight']:.10g}, {row['share']:.4%}"
    yield from (f"note: {notice}" for notice in meaning["notices"])


HANDS: GameTable[HandText] = GameTable(
    "texts of hands",
    {
        "holdem": HandText(
            _holdem_slots,
            _no_groups,
            _holdem_written,
            _is_holdem_range,
            _checked_holdem,
            _holdem_meaning,
            _holdem_lines,
        ),
        "razz": HandText(
            _razz_slots, _razz_groups, _razz_written, _is_razz_range, _checked_razz, _razz_meaning, _razz_lines
        ),
    },
)
