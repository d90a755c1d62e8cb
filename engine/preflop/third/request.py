"""The question of ``steelwheel third`` and of the window's page: a situation on third street in razz, read strictly.

It is a request before the flop (``engine.preflop.request``) whose hands are razz texts of three slots: every text is
read here, so that a :class:`ThirdRequest` can be computed; a request with problems raises a ``ScenarioError`` that
names all of them.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.cards import TextError
from engine.games import GAMES
from engine.preflop.request import (
    CHIPS,
    EVERYTHING,
    OPPONENT_KEYS,
    REQUEST_VERSION,
    Opponent,
    PreflopRequest,
    check_folded,
    check_version,
    inside,
    opponent_name,
    take_opponents,
    take_run,
    take_stakes,
    take_text,
)
from engine.ranges.razz import read_hand
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_shares import find_down_order
from engine.ranges.razz_text import RazzItem, parse_razz_cards
from engine.scenario import Problem, ScenarioError
from engine.scenario.reading import Collector, boolean, or_none, text

THIRD = 3
DOOR = 2
KEYS = (
    "steelwheel_third", "hero", "opponents", "dead", "dead_money", "raise_to", "after", "rake", "rake_cap", "run",
    "doors", "order",
)  # fmt: skip
MOST_OPPONENTS = GAMES["razz"].max_seats - 1


@dataclass(frozen=True, slots=True)
class DoorOpponent(Opponent):
    """A player beside hero; one that is still to act holds any two cards behind its ``door``."""

    door: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdRequest(PreflopRequest):
    """A checked situation on third street. ``hero``: a text of three slots, or ``random``: any two cards behind
    ``door``. ``doors``: completing is also valued with each door in place of hero's."""

    opponents: tuple[DoorOpponent, ...]
    door: str | None = None
    doors: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the request as JSON values; :func:`read_third_request` is the way back."""
        values = PreflopRequest.to_json(self)
        del values["steelwheel_preflop"]
        if self.door is not None:
            values["hero"] = {"door": self.door, "in": self.hero_chips}
        for opponent, entry in zip(self.opponents, values["opponents"], strict=True):
            if opponent.door is not None:
                entry["door"] = opponent.door
        return {"steelwheel_third": REQUEST_VERSION, **values, **({"doors": True} if self.doors else {})}


def read_third_request(value: object) -> ThirdRequest:
    """Check a request.

    Raises:
        ScenarioError: all problems, each naming its field and, in a text, the position; ``incomplete`` marks a value
            not yet given.
    """
    fields = Collector(value, KEYS)
    check_version(fields, "steelwheel_third", REQUEST_VERSION)
    order = _order(fields)
    hero = inside(fields, "hero", ("cards", "door", "in"))
    cards, door = take_hand(hero, "cards", order), take_door(hero)
    if hero.good("cards", "door") and hero.given("cards") == hero.given("door"):
        both = "give cards or door, not both" if hero.given("door") else "give hero's cards, or its door for any two"
        hero.note("cards", both, incomplete=not hero.given("door"))
    hero_chips = hero.take("in", CHIPS, 0.0)
    opponents = take_opponents(fields, (*OPPONENT_KEYS, "door"), MOST_OPPONENTS, partial(_opponent, order=order))
    request = ThirdRequest(
        hero=cards or EVERYTHING, door=door, opponents=opponents,
        **take_stakes(fields, hero_chips, opponents, "a completion"), dead=_dead(fields), run=take_run(fields, ()),
        doors=fields.take("doors", boolean, default=False), order=order,
    )  # fmt: skip
    if request.doors and request.raise_to is None and fields.good("raise_to", "doors"):
        fields.note("raise_to", "doors are valued by completing: give the amount", incomplete=True)
    fields.done()
    return request


def _order(fields: Collector) -> str | None:
    name = fields.take("order", or_none(text), None)
    try:
        find_down_order(name)
    except ScenarioError as error:
        fields.problems += error.problems
        return None
    return name


def _dead(fields: Collector) -> str:
    value = fields.take("dead", text, "")
    try:
        parse_razz_cards(value)
    except TextError as error:
        fields.problems.append(Problem.from_text("dead", error))
    return value


def _opponent(fields: Collector, index: int, order: str | None) -> DoorOpponent:
    folded = fields.take("folded", boolean, default=False)
    cards, door = take_hand(fields, "cards", order), take_door(fields)
    behind = None if cards is None and door is None else door_of(cards, door)
    calls, calls_raise = (_take_down(fields, key, behind, order) for key in ("calls", "calls_raise"))
    if fields.given("cards") and fields.given("door"):
        fields.note("door", "the door is the third slot of cards already")
    if folded:
        check_folded(fields, "the hand that it folds is missing, as in xxJ")
    elif not fields.given("cards"):
        if not fields.given("calls"):
            what = "give cards (it has acted and holds these) or door and calls (it is still to act)"
            fields.note("calls", what, incomplete=True)
        if not fields.given("door"):
            fields.note("door", "the door card of who is still to act is missing", incomplete=True)
    chips = fields.take("in", CHIPS, 0.0)
    return DoorOpponent(opponent_name(fields, index), chips, cards, calls, calls_raise, folded, door)


def take_hand(fields: Collector, key: str, order: str | None) -> str | None:
    """Return a text of three slots whose third is a particular card, None where there is none or it cannot be read."""
    value = take_text(fields, key, "type a hand of three cards (A46, (8-8-)7)")
    try:
        if value is not None:
            hand_items(value, order)
        return value
    except TextError as error:
        fields.problems.append(Problem.from_text(fields.path(key), error))
        return None


def hand_items(value: str, order: str | None = None) -> tuple[RazzItem, ...]:
    """Return the items of a hand of three cards, the door a particular one; ``order``: that of shares of down cards.

    Raises:
        TextError: it cannot be read or is no such hand.
    """
    items = read_hand(value, order=order).text.items
    doors = set()
    for item in items:
        slots = item.slots
        if len(slots) != THIRD:
            at = slots[THIRD].position if len(slots) > THIRD else slots[-1].position
            raise TextError("a hand on third street has three cards: two down, the door up, as in A46 or xxJ", at)
        if not slots[DOOR].particular:
            raise TextError("the door is one particular card, as the 7 in (8-8-)7", slots[DOOR].position)
        doors.add(slots[DOOR].rank)
        if len(doors) > 1:
            raise TextError("all hands of a player have the same door", slots[DOOR].position)
    return items


def take_door(fields: Collector) -> str | None:
    """Return the text of one particular card, None where there is none or it cannot be read."""
    value = take_text(fields, "door", "type the door card (7, T)")
    try:
        if value is not None and len(parse_razz_cards(value)) != 1:
            raise TextError("the door is one card", 0)
        return value
    except TextError as error:
        fields.problems.append(Problem.from_text(fields.path("door"), error))
        return None


def _take_down(fields: Collector, key: str, door: int | None, order: str | None) -> str | None:
    """Return a text of down cards behind a ``door`` (None: unknown), None where there is none or it cannot be read."""
    value = take_text(fields, key, "type down cards ((8-8-), A7-, 30%) or random")
    try:
        if value is not None:
            down_weights(value, door, order)
        return value
    except TextError as error:
        fields.problems.append(Problem.from_text(fields.path(key), error))
        return None


def door_of(value: str | None, door: str | None) -> int:
    """Return the rank of a door card, 0 ace: that of a hand, or ``door``."""
    return parse_razz_cards(door)[0].rank if door is not None else hand_items(value or "")[0].slots[DOOR].rank
