"""The request of ``steelwheel third`` and of the window's page: a situation on third street in razz.

It is a request before the flop (``engine.preflop.request``) whose hands are razz texts of three slots. All texts are
parsed while it is read; a request with problems raises a ``ScenarioError`` that names all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from engine.cards import TextError
from engine.games import GAMES
from engine.preflop.request import (
    EVERYTHING,
    FirstStreetRequest,
    HandChecks,
    Opponent,
    StreetInputs,
    check_version,
    take_hero,
    take_opponents,
    take_run,
    take_stakes,
)
from engine.ranges.razz import read_razz_hand
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_shares import find_down_order
from engine.ranges.razz_text import RazzItem, parse_razz_cards
from engine.scenario import Problem, ScenarioError
from engine.scenario.codec import read_fields
from engine.scenario.reading import Collector

THIRD = 3
"""The cards of a hand on third street."""
DOOR = 2
"""The index of the door card in a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdRequest(FirstStreetRequest):
    """A checked situation on third street.

    ``hero`` is a text of three slots, or ``random`` for any two cards behind ``door``. ``doors``: completing is also
    evaluated for each other door card that hero could have.
    """

    VERSION_KEY = "steelwheel_third"
    OMITTED = frozenset({"dialect", "raises", "raises_raise", "raises_to", "stack"})
    doors: bool = False


class ThirdChecks(HandChecks):
    """Checks hands of three cards with a known door, and texts of down cards behind a door."""

    REQUEST = ThirdRequest
    MAX_OPPONENTS = GAMES["razz"].max_seats - 1
    RAISING = "a completion"
    MISSING: ClassVar[Mapping[str, str]] = {
        "calls": "give cards (has acted with this range) or door and calls (still to act)",
        "door": "the door card of this player is missing",
    }
    MISSING_FOLDED = "the folded hand is missing, such as xxJ"

    def __init__(self, problems: list[Problem], order: str | None) -> None:
        """Check the ranking ``order``; an unknown one is a problem, and the hands are then read with the default."""
        super().__init__(problems)
        self._order: str | None = None
        try:
            find_down_order(order)
            self._order = order
        except ScenarioError as error:
            problems += error.problems

    def check_hero(self, cards: str | None, door: str | None) -> None:
        """Check hero's hand: its cards or its door are given, not both."""
        self._check_hand(cards, door, "hero")
        if not self.has_problem("hero", "hero.cards", "hero.door") and (cards is None) == (door is None):
            both = "give cards or door, not both" if door is not None else "give hero's cards, or its door for any two"
            self.note("hero.cards", both, incomplete=door is None)

    def check_ranges(self, opponent: Opponent, field: str) -> None:
        """Check an opponent's hand or door, and its texts of down cards behind that door."""
        door = self._check_hand(opponent.cards, opponent.door, field)
        parse = partial(down_weights, door=door, order=self._order)
        for key in ("calls", "calls_raise"):
            value = getattr(opponent, key)
            self.parsed(value, f"{field}.{key}", "type down cards ((8-8-), A7-, 30%) or random", parse)
        if all(self.is_given(opponent, key, field) for key in ("cards", "door")):
            self.note(f"{field}.door", "the third card of cards is the door card already")

    def check_dead(self, dead: str) -> None:
        """Check the text of the dead cards."""
        try:
            parse_razz_cards(dead)
        except TextError as error:
            self.problems.append(Problem.from_text("dead", error))

    def _check_hand(self, cards: str | None, door: str | None, field: str) -> int | None:
        """Check both texts and return the rank of the door card, or None if neither can be read."""
        hand = partial(hand_items, order=self._order)
        items = self.parsed(cards, f"{field}.cards", "type a hand of three cards (A46, (8-8-)7)", hand)
        rank = self.parsed(door, f"{field}.door", "type the door card (7, T)", _door_rank)
        return rank if rank is not None or items is None else items[0].slots[DOOR].rank


def read_third_request(value: object) -> ThirdRequest:
    """Read and check a request.

    Raises:
        ScenarioError: the request has problems. Each names its field and, in a text, the position; ``incomplete``
            marks a value that is not given yet.
    """
    fields = Collector(value, ThirdRequest.keys(StreetInputs))
    check_version(fields, ThirdRequest.VERSION_KEY)
    order = read_fields(fields, StreetInputs, "order")
    checks = ThirdChecks(fields.problems, **order)
    hero, door, chips = take_hero(fields, checks)
    opponents = take_opponents(fields, checks)
    stakes, dead = take_stakes(fields, chips, opponents, checks), read_fields(fields, StreetInputs, "dead")
    checks.check_dead(**dead)
    request = ThirdRequest(
        hero=hero or EVERYTHING, door=door, opponents=opponents, **stakes, **dead, run=take_run(fields, ()),
        **read_fields(fields, StreetInputs, "doors"), **order,
    )  # fmt: skip
    if request.doors and request.raise_to is None and fields.good("raise_to", "doors"):
        fields.note("raise_to", "steals need the amount of the completion", incomplete=True)
    fields.done()
    return request


def hand_items(value: str, order: str | None = None) -> tuple[RazzItem, ...]:
    """Return the items of the text of a hand of three cards, all with the same known door.

    ``order``: the ranking of hands that shares of down cards (``30%``) refer to.

    Raises:
        TextError: it cannot be read, or is not such a hand.
    """
    items = read_razz_hand(value, order=order).text.items
    doors = set()
    for item in items:
        slots = item.slots
        if len(slots) != THIRD:
            position = slots[THIRD].position if len(slots) > THIRD else slots[-1].position
            raise TextError("a hand on third street has two down cards and a door card, such as A46 or xxJ", position)
        if not slots[DOOR].particular:
            raise TextError("the door must be one card, such as the 7 in (8-8-)7", slots[DOOR].position)
        doors.add(slots[DOOR].rank)
        if len(doors) > 1:
            raise TextError("all hands of a player must have the same door card", slots[DOOR].position)
    return items


def _door_rank(value: str) -> int:
    cards = parse_razz_cards(value)
    if len(cards) != 1:
        raise TextError("the door must be one card", 0)
    return cards[0].rank


def door_of(cards: str | None, door: str | None) -> int:
    """Return the rank of a door card (0: ace): that of ``door``, or the door of the hand ``cards`` if it is None."""
    return parse_razz_cards(door)[0].rank if door is not None else hand_items(cards or "")[0].slots[DOOR].rank
