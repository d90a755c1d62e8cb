"""The request that the *Betting* page makes of its values (``engine.scenario.betting``), and edits of these values.

Missing values have defaults: a stack of three pots, one bet size, limits in proportion to the pot.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.betting.deals import street_number
from engine.betting.request import KEYS, BettingRequest, request_of, small_bet_streets, starting_streets
from engine.games import GAMES
from engine.ranges.orders import Order
from engine.scenario import BettingPanel, Problem, RangeName, RunOptions, Scenario, ScenarioError
from engine.scenario.betting import NOTHING_SET, Limit, Size, Sizes, TreeEdit, sizes_to_json
from engine.scenario.codec import plain
from engine.scenario.reading import Collector, problems_in
from engine.table.folding import dealt_in
from engine.table.serialize import scenario_from_json, scenario_to_json, with_full_board

PAGE_KEYS = ("hand", "path", "flops", "sizes", "limit")
"""The keys of the panel that a request does not have, or that it has in another form."""
SizesKind = Literal["bets", "raises", "donks"]
"""The attributes of :class:`Sizes`."""
STACK_OF_POT = 3.0
"""The default stack, in pots."""
SMALL_BET, BIG_BET = 0.1, 0.2
"""The default bets of a fixed limit as shares of the pot: on the flop, and on later streets."""
ONE = Sizes((Size("pot", 0.66),), (Size("times", 3.0),))
TWO = Sizes((Size("pot", 0.33), Size("pot", 0.75)), (Size("times", 3.0),))
NOT_TWO = "Betting is for two players: enter cards or ranges for two seats on the left, and fold the others."
NO_BOARD = "Betting starts on the flop: put three, four or five cards on the board."
EARLY = "Betting starts on fifth street: enter five to seven cards for both players, x for an unknown card."


@dataclass(frozen=True, slots=True)
class BettingSituation:
    """The request that the page makes. Without a ``request`` there are ``problems`` with fields, or ``missing`` names
    the part of the table that is not there yet."""

    scenario: Scenario
    request: BettingRequest | None = None
    problems: tuple[Problem, ...] = ()
    missing: str = ""

    @property
    def values(self) -> dict[str, Any]:
        """The request as JSON, to which ``steelwheel betting`` gives the same answer."""
        return betting_values(self.scenario)

    @property
    def panel(self) -> BettingPanel:
        """The values of the page."""
        return betting_panel(self.scenario)

    @property
    def streets(self) -> tuple[str, ...]:
        """The remaining streets, the current one first; all streets of the game if betting cannot begin yet."""
        return streets_to_come(self.scenario)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two players."""
        first, second = (self.scenario.seats[seat].name for seat in self.scenario.active_seats)
        return first, second


def betting_panel(scenario: Scenario) -> BettingPanel:
    """Return the panel of the page."""
    return scenario.betting or NOTHING_SET


def streets_to_come(scenario: Scenario) -> tuple[str, ...]:
    """Return the remaining streets, the current one first; all streets of the game if betting cannot begin yet."""
    try:
        return starting_streets(scenario)[street_number(scenario) :]
    except ScenarioError:
        return starting_streets(scenario)


def is_limit(scenario: Scenario) -> bool:
    """Return True if the limit is fixed, because the player chose it or the game has no other."""
    panel = betting_panel(scenario)
    return panel.limit is not None or "limit" in panel.rejected or GAMES[scenario.game].fixed_limit


def stack_of(scenario: Scenario) -> float | None:
    """Return the stack in chips, or None at a fixed limit if nobody can run out of chips."""
    panel = betting_panel(scenario)
    if panel.stack is not None or is_limit(scenario):
        return panel.stack
    return STACK_OF_POT * panel.pot


def sizes_of(scenario: Scenario) -> tuple[Mapping[str, Sizes], ...]:
    """Return the bet sizes on all streets of the game: one object for both players, or one for each."""
    streets, given = starting_streets(scenario), betting_panel(scenario).sizes
    return tuple({street: player.get(street, ONE) for street in streets} for player in given or ({},))


def limit_of(scenario: Scenario) -> Limit:
    """Return the fixed limit, with a bet for each street of the game."""
    panel, streets = betting_panel(scenario), starting_streets(scenario)
    small = small_bet_streets(scenario.game)
    given = panel.limit or Limit({})
    default = {street: float(f"{(SMALL_BET if street in small else BIG_BET) * panel.pot:.4g}") for street in streets}
    return replace(given, bets={street: given.bets.get(street, default[street]) for street in streets})


def geometric(scenario: Scenario) -> Sizes:
    """Return the bet that puts the stacks in by equal shares of the pot on the remaining streets.

    With shares s of the pot P the pot after n streets is P (1 + 2 s)^n, which has to be P + 2 stacks.
    """
    pot, stack, streets = betting_panel(scenario).pot, stack_of(scenario) or 0.0, len(streets_to_come(scenario))
    share = ((1.0 + 2.0 * stack / pot) ** (1.0 / streets) - 1.0) / 2.0
    # The very number that is read from "33.33%", so that a saved table has this preset, too.
    return Sizes((Size("pot", round(100.0 * share, 2) / 100.0),), (Size("all in"),))


@dataclass(frozen=True, slots=True)
class Preset:
    """A choice of sizes for all streets; ``sizes`` returns them for a table, or is None for a fixed limit."""

    key: str
    title: str
    why: str
    sizes: Callable[[Scenario], Sizes] | None


PRESETS = (
    Preset("one", "One size", "Bets of 66 % of the pot, raises to 3x the bet", lambda _: ONE),
    Preset("two", "Two sizes", "Bets of 33 % and 75 % of the pot, raises to 3x the bet", lambda _: TWO),
    Preset(
        "geometric", "Geometric", "The same percentage of the pot on every street, all in on the last one", geometric
    ),
    Preset("limit", "Fixed limit", "One size for the bets and raises of a street, up to a cap", None),
)


def preset_of(scenario: Scenario) -> str:
    """Return the key of the selected preset, or "" if the sizes are the player's own."""
    if is_limit(scenario):
        return "limit"
    (first, *others), streets = sizes_of(scenario), streets_to_come(scenario)
    if others:
        return ""
    for preset in PRESETS:
        if preset.sizes is not None and all(first[street] == preset.sizes(scenario) for street in streets):
            return preset.key
    return ""


def with_preset(scenario: Scenario, key: str) -> Scenario:
    """Return the scenario with the sizes of a preset, without edits of the tree."""
    preset = next(preset for preset in PRESETS if preset.key == key)
    if preset.sizes is None:
        return with_entries(scenario, sizes=None, edits=None, limit=limit_of(scenario))
    sizes = preset.sizes(with_entries(scenario, limit=None))
    return with_entries(scenario, limit=None, edits=None, sizes=(dict.fromkeys(starting_streets(scenario), sizes),))


def with_sizes(
    scenario: Scenario, street: str, *, player: int | None, kind: SizesKind, sizes: tuple[Size, ...] | None
) -> Scenario:
    """Return the scenario with other sizes of a ``kind`` on a street, of both players (``player`` None) or of one."""
    all_sizes = [dict(one) for one in sizes_of(scenario)]
    if player is not None and len(all_sizes) == 1:
        all_sizes.append(dict(all_sizes[0]))
    for index, one in enumerate(all_sizes):
        if player in (None, index):
            changes: dict[str, Any] = {kind: sizes}
            one[street] = replace(one[street], **changes)
    return with_entries(scenario, sizes=tuple(all_sizes))


def with_edit(
    scenario: Scenario, path: tuple[str, ...], add: tuple[Size, ...] = (), remove: tuple[Size, ...] = ()
) -> Scenario:
    """Return the scenario with sizes added or removed at the decision at the end of ``path`` and below it.

    Sizes that were added there before are taken back when they are removed, and the reverse.
    """
    others = tuple(edit for edit in betting_panel(scenario).edits if edit.path != path)
    known = next((edit for edit in betting_panel(scenario).edits if edit.path == path), TreeEdit(path))
    added = (*(size for size in known.add if size not in remove), *(s for s in add if s not in known.remove))
    removed = (*(s for s in known.remove if s not in add), *(s for s in remove if s not in known.add))
    edit = TreeEdit(path, tuple(dict.fromkeys(added)), tuple(dict.fromkeys(removed)))
    return with_entries(scenario, edits=(*others, *((edit,) if edit.add or edit.remove else ())) or None)


TREE_KEYS = ("sizes", "limit", "all_in_from", "edits")
"""The keys of the panel that a saved tree has."""


def tree_json(scenario: Scenario) -> dict[str, Any]:
    """Return the tree of the page as JSON: the sizes of all streets or the fixed limit, and from when a bet is all in.

    It has keys of a betting request, so that it can be pasted into one.
    """
    panel = betting_panel(scenario)
    threshold = {} if panel.all_in_from is None else {"all_in_from": panel.all_in_from}
    if is_limit(scenario):
        return {"limit": limit_of(scenario).to_json()}
    edits = {"edits": plain(panel.edits)} if panel.edits else {}
    return {"sizes": sizes_to_json(sizes_of(scenario)), **threshold, **edits}


def with_tree(scenario: Scenario, tree: Mapping[str, Any]) -> Scenario:
    """Return the scenario with a tree of :func:`tree_json`; other keys of ``tree`` are ignored."""
    return with_entries(scenario, **{key: tree.get(key) for key in TREE_KEYS})


def with_limit(scenario: Scenario, street: str | None, value: float | None) -> Scenario:
    """Return the scenario with another bet of a street, or another cap if ``street`` is None.

    ``value`` None: the default.
    """
    given = betting_panel(scenario).limit or Limit({})
    if street is None:
        return with_entries(scenario, limit=replace(given, cap=4 if value is None else int(value)))
    bets = {name: bet for name, bet in given.bets.items() if name != street}
    return with_entries(scenario, limit=replace(given, bets=bets if value is None else {**bets, street: value}))


def with_entries(scenario: Scenario, **entries: Any) -> Scenario:
    """Return the scenario with other entries of the page; None removes an entry."""
    return replace(scenario, betting=betting_panel(scenario).with_entries(entries))


def inputs_of(scenario: Scenario) -> dict[str, Any]:
    """Return the values of the request that the page makes, by key and without the table.

    Each is a value of the panel, or the rejected input of a field.
    """
    panel = betting_panel(scenario)
    values = {key: value for key, value in panel.entries.items() if key not in PAGE_KEYS}
    values = {"pot": panel.pot, **values}
    stack = stack_of(scenario)
    if stack is not None:
        values.setdefault("stack", stack)
    # The seat may have been folded since it was selected.
    if panel.first is not None and panel.first not in scenario.active_seats:
        del values["first"]
    if scenario.kelly is not None and scenario.kelly.bankroll is not None:
        values.setdefault("bankroll", scenario.kelly.bankroll)
    if is_limit(scenario):
        values["limit"] = panel.rejected.get("limit", limit_of(scenario))
    else:
        sizes = sizes_of(scenario)
        values["sizes"] = panel.rejected.get("sizes", sizes if len(sizes) > 1 else sizes[0])
    return values


def table_of(scenario: Scenario) -> Scenario:
    """Return the table of the request: the seats that are dealt in, without panels and options of other runs."""
    # The request of JSON does not have the folders of names; without them both requests are equal.
    names = tuple(RangeName(name.name, name.text, game=scenario.game) for name in scenario.names)
    return dealt_in(replace(scenario.without_panels, run=RunOptions(), subranges=(), names=names))


def betting_values(scenario: Scenario) -> dict[str, Any]:
    """Return the request that the page makes of a table as JSON, for *Copy as request* and saved solutions."""
    return {"steelwheel_betting": 1, "table": scenario_to_json(table_of(scenario)), **plain(inputs_of(scenario))}


def scenario_of(values: Mapping[str, Any]) -> Scenario:
    """Return the table of a JSON request, with the rest of the request on the page.

    Raises:
        ScenarioError: the table cannot be read.
    """
    rest = {key: value for key, value in values.items() if key not in ("steelwheel_betting", "table")}
    return replace(scenario_from_json(values["table"]), betting=BettingPanel.read(rest))


def betting_situation(scenario: Scenario, orders: Iterable[Order] = ()) -> BettingSituation:
    """Return the request that the page makes; its table may name one of the player's own ``orders`` of hands."""
    if len(scenario.active_seats) != 2:
        return BettingSituation(scenario, missing=NOT_TWO)
    try:
        with problems_in("table"):
            table = with_full_board(table_of(scenario))
        return BettingSituation(scenario, request_of(table, Collector(inputs_of(scenario), KEYS), orders))
    except ScenarioError as error:
        missing = ""
        if any(problem.field == "table.board" for problem in error.problems):
            missing = NO_BOARD
        elif GAMES[scenario.game].stud and any(p.field.startswith("table.seats") for p in error.problems):
            missing = EARLY
        return BettingSituation(scenario, None, error.problems, missing)
