"""The saved form of a tracked hand: the start of its session, the actions since then, and the ranges that come back.

``engine.kelly.hand.session`` plays the actions; these values are read and written without it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from engine.scenario.codec import Entries, JsonObject, json_field
from engine.scenario.fields import CHIPS, Bounds, FieldSpec, described, fields_of
from engine.scenario.names import Game
from engine.scenario.problems import Problem, ScenarioError
from engine.scenario.reading import (
    MAX_FLOAT,
    as_list,
    boolean,
    integer,
    list_of,
    number,
    one_of,
    or_none,
    text,
    tuple_of,
)

Kind = Literal[
    "ante", "post", "bring-in", "check", "call", "bet", "raise", "complete", "fold", "cards", "street", "showdown",
    "hand", "rebuy",
]  # fmt: skip
UNREADABLE = Problem("tracker", "the tracked hand in this file cannot be read")
BETTOR = "second pair+, flush draw, open-ended"
PLAYS_ON = "low pair+, flush draw, open-ended, gutshot"
"""Defaults of version 1.0 for the hands that bet, and for those that do not fold to a bet."""
NEEDED = "needed"


def _ranking(value: object, path: str) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, list_of(list_of(integer(0)))(value, path)))


@dataclass(frozen=True, slots=True)
class TrackedAction(JsonObject):
    """One step of a session.

    ``player``: the seat that acts (None: the seat whose turn it is); for ``street`` the seat that acts first on it
    (None: the first one left of the button). ``chips``: the chips added by a forced bet, bet, raise or rebuy; those of
    a call, a completion and a fixed-limit bet follow from the rules. ``cards``: the player's cards (for ``cards``), or
    the new cards of the board (for ``street``). ``ranking``: the showdown, best hands first, with players who tie in
    one group; players left out win nothing. ``rake``: the chips taken from the pot. ``note``: a text for the log, such
    as the advice. ``unchecked``: the size of a bet or raise is not checked, since the site that dealt the hand accepted
    it. ``range``: the text of the player's range before this action narrowed it; "" if it did not.
    """

    OPTIONAL = ("player", "chips", "cards", "ranking", "rake", "note", "unchecked", "range")
    kind: Kind = json_field(one_of(*get_args(Kind)))
    player: int | None = json_field(integer(0), default=None)
    chips: float | None = json_field(number(0.0, MAX_FLOAT), default=None)
    cards: str = json_field(text, default="")
    ranking: tuple[tuple[int, ...], ...] = json_field(_ranking, default=())
    rake: float = json_field(number(0.0, MAX_FLOAT), default=0.0)
    note: str = json_field(text, default="")
    unchecked: bool = json_field(boolean, default=False)
    range: str = json_field(text, default="")


def action_from(value: object) -> TrackedAction:
    """Parse a saved action; null counts as a missing key.

    Raises:
        ScenarioError: ``value`` is not a valid action.
    """
    given = {key: x for key, x in value.items() if x is not None} if isinstance(value, Mapping) else value
    try:
        return TrackedAction.from_json(given, "tracker")
    except ScenarioError:
        raise ScenarioError(UNREADABLE) from None


def _always(_setup: "SessionSetup", _stud: bool) -> bool:
    return True


def _without_bring_in(_setup: "SessionSetup", stud: bool) -> bool:
    return not stud


def _fixed_limit(setup: "SessionSetup", _stud: bool) -> bool:
    return setup.fixed


@dataclass(frozen=True, slots=True)
class SetupSpec(FieldSpec):
    """A field of the set-up. ``stake``: a forced bet or a limit. ``shown`` decides whether the field is visible, by the
    other values and by whether the game is stud."""

    bounds: Bounds = CHIPS
    stake: bool = False
    shown: Callable[["SessionSetup", bool], bool] = _always


def _amount(title: str, empty: str, tip: str, default: float | None = None, **flags: Any) -> Any:
    return described(SetupSpec("", title, "chips", tip, empty, default, **flags))


def _names(value: object, path: str) -> tuple[str, ...]:
    return tuple(str(name) for name in as_list(value, path))


def _kinds(value: object, path: str) -> tuple[str | Mapping[str, Any], ...]:
    return tuple(kind if isinstance(kind, Mapping) else str(kind) for kind in as_list(value, path))


@dataclass(frozen=True, kw_only=True)
class SessionSetup(Entries):
    """The start of a session: the players and their chips, blinds and limits, and where in a hand it is joined.

    ``names``, ``game``, ``board``: those of the table when the session began. ``session``: its name in a journal.
    ``common``: it is played with the bankroll of all tables. ``kinds``: by seat as whom somebody plays: the name of a
    shipped player, "" for neutral, or a description (``engine.players.description``). ``bettor``, ``caller``: the hands
    that remain in the range of a player who bets or calls; "": as his description plays. ``half_bet``: whether the
    half-bet rule of fixed limit applies (``Stakes``); None: yes in a new session, no in a session that began before the
    rule was known. ``any_folds``: a player who folds may hold any cards, not only hands that would not play on.
    """

    names: tuple[str, ...] = json_field(_names, (), once=True)
    game: Game | None = json_field(one_of(*get_args(Game)), None, once=True)
    stacks: tuple[float | None, ...] = described(
        SetupSpec(
            "", "Stack", "rows",
            "All chips in front of the player before the hand; empty: the largest stack that you entered", NEEDED,
            (),
        )
    )  # fmt: skip
    bankroll: float | None = _amount("Your bankroll", NEEDED, "It includes the stack at the table.")
    small_blind: float = _amount(
        "Small blind", "0", "Posted by the player left of the button, heads-up by the button", 0.0,
        stake=True, shown=_without_bring_in,
    )  # fmt: skip
    big_blind: float = _amount(
        "Big blind", "0", "Posted by the next player; also the minimum bet in no-limit", 0.0,
        stake=True, shown=_without_bring_in,
    )  # fmt: skip
    ante: float = _amount("Ante", "0", "Posted by everybody before the deal; dead money", 0.0, stake=True)
    bring_in: float = _amount(
        "Bring-in", "0", "Razz: posted by the highest door card", 0.0, stake=True, shown=lambda _setup, stud: stud
    )
    small_bet: float | None = _amount(
        "Small bet", NEEDED, "Fixed limit: bet and raise on the first two streets", stake=True, shown=_fixed_limit
    )
    big_bet: float | None = _amount(
        "Big bet", "double", "Fixed limit: bet and raise on later streets", stake=True, shown=_fixed_limit
    )
    pot: float = _amount(
        "Pot so far", "0", "If you join on a later street: the chips already in the pot", 0.0,
        once=True, shown=lambda setup, _stud: setup.street > 0,
    )  # fmt: skip
    dead: float = json_field(number(0.0, MAX_FLOAT), 0.0)
    fixed: bool = json_field(boolean, False)
    half_bet: bool | None = json_field(or_none(boolean), None)
    hero: int = json_field(integer(), 0)
    button: int | None = json_field(integer(), None)
    street: int = json_field(integer(), 0, once=True)
    board: str = json_field(text, "", once=True)
    session: str = json_field(text, "", once=True)
    common: bool = json_field(boolean, False, once=True)
    kinds: tuple[str | Mapping[str, Any], ...] = json_field(_kinds, ())
    bettor: str = json_field(text, "")
    caller: str = json_field(text, "")
    any_folds: bool = json_field(boolean, False)

    @property
    def largest_stack(self) -> float | None:
        """The largest typed stack, which players without a typed stack have too, or None if none is typed."""
        return max((stack for stack in self.stacks if stack is not None), default=None)

    def with_all_stacks(self, count: int) -> "SessionSetup":
        """Return the set-up with the stacks of ``count`` players, where at least that of the first is typed.

        A short stack limits what everybody can win, so that it is nobody else's unless it is typed for him.
        """
        largest = self.largest_stack
        if largest is None or self.stacks[0] is None:
            return self
        stacks = (*self.stacks, *[None] * count)[:count]
        return self.with_entry("stacks", [largest if stack is None else stack for stack in stacks])


OF_SESSION = tuple(key for key, form in fields_of(SessionSetup).items() if form.once)
"""The keys of a set-up that belong to one session only."""


def _actions(value: object, path: str) -> tuple[TrackedAction, ...]:
    return tuple(item if isinstance(item, TrackedAction) else action_from(item) for item in as_list(value, path))


@dataclass(frozen=True, kw_only=True)
class Tracking(Entries):
    """The tracked hand. ``actions``: None until it has begun; ``ranges``: by seat, restored with the next hand."""

    setup: SessionSetup = json_field(SessionSetup.convert, SessionSetup())
    actions: tuple[TrackedAction, ...] | None = json_field(_actions, None)
    ranges: tuple[str | None, ...] = json_field(tuple_of(or_none(text)), ())

    @property
    def begun(self) -> bool:
        """Whether a hand is tracked, even if it cannot be read."""
        return self.actions is not None or "actions" in self.rejected
