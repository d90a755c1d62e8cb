"""The scenario that the player has set up: one frozen value, the same as the scenario file.

Texts stay as the player wrote them; ``engine.equity.holdem.prepare`` and ``engine.equity.razz.setup`` give them
meaning.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from engine.cards import MAX_NAME_LENGTH, plain_name, spelled_cards, whole_text
from engine.scenario.ask import AskPanel
from engine.scenario.betting import BettingPanel
from engine.scenario.codec import JsonObject, json_field, object_of_class, schema_of_class
from engine.scenario.fields import FieldSpec, described
from engine.scenario.names import DEFAULT_GAME, PANELS, Dialect, Game, GameTable, Method
from engine.scenario.played import MatchPanel, SimulationPanel
from engine.scenario.preflop import PreflopPanel
from engine.scenario.problems import Problem, ScenarioError, naming, seat_field, weights_too_small
from engine.scenario.reading import (
    Convert,
    boolean,
    integer,
    list_schema,
    mapping,
    one_of,
    or_none,
    positive_number,
    takes,
    text,
    text_up_to,
    tuple_of,
    unread,
)
from engine.scenario.seat_panel import ThirdPanel
from engine.scenario.tournament import Tournament, read_tournament

if TYPE_CHECKING:
    from engine.scenario.kelly import KellyPanel  # the type of an attribute; the module itself reads scenarios

__all__ = (
    "DEFAULT_GAME",
    "NAME",
    "PANELS",
    "AskPanel",
    "BettingPanel",
    "Dialect",
    "Game",
    "GameTable",
    "MatchPanel",
    "Method",
    "PreflopPanel",
    "Problem",
    "RangeName",
    "RunOptions",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SimulationPanel",
    "SubRange",
    "ThirdPanel",
    "Tournament",
    "naming",
    "seat_field",
    "weights_too_small",
)  # fmt: skip


NAME, LIMIT = text_up_to(MAX_NAME_LENGTH), or_none(positive_number)


@dataclass(frozen=True, slots=True)
class RangeName(JsonObject):
    """A named range: its ``text`` as written, its ``folders`` (outermost first), and its game."""

    INNER = ("folders", "game")
    name: str = json_field(NAME)
    text: str = json_field(text)
    folders: tuple[str, ...] = ()
    game: Game = DEFAULT_GAME

    @property
    def title(self) -> str:
        """The name with its folders, as in ``BTN (6-max RFI)``."""
        return f"{self.name} ({', '.join(self.folders)})" if self.folders else self.name


@dataclass(frozen=True, slots=True)
class Seat(JsonObject):
    """A player: the name, the text of its cards or range, and whether it has folded.

    Control characters are removed from the name (``plain_name``). Lone surrogates, which no file can contain, are
    replaced, and so are ranks written as numbers, such as 12 for a queen (``spelled_cards``).
    """

    name: str = json_field(NAME, absent=None)
    cards: str = json_field(text)
    folded: bool = json_field(boolean, default=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))
        object.__setattr__(self, "cards", spelled_cards(whole_text(self.cards))[0])

    @property
    def empty(self) -> bool:
        """Whether the text is blank: such a seat is not dealt in."""
        return not self.cards.strip()

    @property
    def plays(self) -> bool:
        """Whether it contests the pot: it is dealt in and has not folded."""
        return not (self.folded or self.empty)


@dataclass(frozen=True, slots=True)
class SubRange(JsonObject):
    """The action of a hold'em seat with some of its hands. No result depends on it.

    ``cards``: the range text (empty: none yet); ``color``: the number of its color, from 0.
    """

    seat: int = json_field(integer(0))
    name: str = json_field(NAME)
    cards: str = json_field(text, "")
    color: int = json_field(integer(0), 0, absent=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))
        object.__setattr__(self, "cards", whole_text(self.cards))


@dataclass(frozen=True, slots=True)
class RunOptions(JsonObject):
    """The options of a run: the method, the seed and the limits of a sampled run (None: no limit).

    The described fields are in the form of the run options.
    """

    OPTIONAL = ("detail",)
    method: Method = json_field(one_of(*get_args(Method)), default="auto")
    seed: int = described(FieldSpec("", "Seed", "seed", empty="1", default=1, convert=integer(0)))
    max_trials: int | None = described(
        FieldSpec("", "Max. deals", "trials", empty="no limit", convert=or_none(integer(1)))
    )
    target_stderr: float | None = described(
        FieldSpec("", "Standard error, % points", "points", empty="0.02", name="targetError", convert=LIMIT)
    )
    max_seconds: float | None = described(
        FieldSpec("", "Time limit, seconds", "seconds", empty="no limit", name="seconds", convert=LIMIT)
    )
    detail: tuple[str, ...] = json_field(tuple_of(text), default=())


def _panel(convert: Convert[Any]) -> Convert[Any]:
    """Return the converter of the contents of a page."""
    schema = {"type": ["object", "null"], "description": "what a page holds; the results do not depend on it"}
    return takes(schema)(or_none(convert))


def _kelly(value: object, path: str) -> "KellyPanel":
    from engine.scenario.kelly import read_panel  # computing equities does not need it

    return read_panel(mapping(value, path))


@dataclass(frozen=True, slots=True)
class Scenario(JsonObject):
    """A complete situation. ``board`` and ``dead`` are card texts. ``kelly``, ``preflop``, ``betting``, ``third``,
    ``ask``, ``simulation`` and ``match`` are the values of these pages. ``tournament``: what chips are worth.
    ``subranges``: the actions of hold'em seats. ``names``: the player's own ranges that the texts name."""

    OPTIONAL = ("dialect", "order", *PANELS, "subranges", "names")
    game: Game = json_field(one_of(*get_args(Game)))
    seats: tuple[Seat, ...] = json_field(unread(list_schema(schema_of_class(Seat), low=1)))
    board: str = json_field(text, "")
    dead: str = json_field(text, "")
    run: RunOptions = json_field(
        object_of_class(RunOptions), RunOptions(), help_="how the request is computed, and when it ends"
    )
    dialect: Dialect = json_field(one_of(*get_args(Dialect)), "core")
    order: str | None = json_field(or_none(text), None)
    kelly: "KellyPanel | None" = json_field(_panel(_kelly), None)
    preflop: PreflopPanel | None = json_field(_panel(PreflopPanel.convert), None)
    betting: BettingPanel | None = json_field(_panel(BettingPanel.convert), None)
    third: ThirdPanel | None = json_field(_panel(ThirdPanel.convert), None)
    tournament: Tournament | None = json_field(or_none(read_tournament), None)
    ask: AskPanel | None = json_field(_panel(AskPanel.convert), None)
    simulation: SimulationPanel | None = json_field(_panel(SimulationPanel.convert), None)
    match: MatchPanel | None = json_field(_panel(MatchPanel.convert), None)
    subranges: tuple[SubRange, ...] = json_field(tuple_of(object_of_class(SubRange)), ())
    names: tuple[RangeName, ...] = json_field(tuple_of(object_of_class(RangeName)), ())

    def __post_init__(self) -> None:
        """Write board and dead cards in one spelling, and drop panels without any value, so that equal tables compare
        equal."""
        for key in ("board", "dead"):
            object.__setattr__(self, key, spelled_cards(getattr(self, key))[0])
        for key in PANELS:
            panel = getattr(self, key)
            if panel is not None and panel.empty:
                object.__setattr__(self, key, None)

    @property
    def without_panels(self) -> "Scenario":
        """The table alone, without the panels of pages."""
        nothing: dict[str, Any] = dict.fromkeys(PANELS)
        return replace(self, **nothing)

    def with_seat(self, seat: int, **changes: Any) -> "Scenario":
        """Return the scenario with changes of one seat."""
        seats = (*self.seats[:seat], replace(self.seats[seat], **changes), *self.seats[seat + 1 :])
        return replace(self, seats=seats)

    def without_seat(self, seat: int) -> "Scenario":
        """Return the scenario without a seat. The panels lose its entries, and later seats move up.

        Questions of the page *Ask* are not changed (``engine.questions.one_text.without_seat``).
        """
        panels = {key: panel.without_seat(seat, len(self.seats)) for key in PANELS if (panel := getattr(self, key))}
        parts = (part for part in self.subranges if part.seat != seat)
        subranges = tuple(replace(part, seat=part.seat - (part.seat > seat)) for part in parts)
        return replace(self, seats=(*self.seats[:seat], *self.seats[seat + 1 :]), subranges=subranges, **panels)

    @property
    def active_seats(self) -> tuple[int, ...]:
        """The numbers of the seats that contest the pot."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.plays)
