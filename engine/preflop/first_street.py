"""The base of the pages *Pre-flop* and *Third street*: a table as the situation of the first street.

A :class:`FirstStreetGame` describes one of the two games. Its methods show the seats of a table as rows of the page,
make the request of the page, and edit the table; edits are pure functions that return a new scenario. Hands are the
texts of the seats, and the panel that the page saves with the scenario has all other values. A value of a file that
cannot be read is displayed at its field, and saved unchanged until it is edited.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from engine.players.description import NEUTRAL, Player, RaiseSizes, shipped_player, shipped_players
from engine.preflop.request import (
    CHIPS,
    FirstStreetRequest,
    HandChecks,
    Hero,
    Opponent,
    StreetInputs,
    check_count,
    take_stakes,
)
from engine.preflop.seat_play import SeatTurn, Street, shipped, texts_of
from engine.ranges.orders import Order
from engine.scenario import Game, PreflopPanel, Problem, Scenario, ThirdPanel
from engine.scenario.played import SimulationPanel
from engine.scenario.reading import Collector, is_number, or_none, text
from engine.scenario.seat_panel import BetSize, BetSizes, SeatEntry, SeatPanel
from engine.table.serialize import scenario_from_json

State = Literal["in", "to act", "folded", "out"]
ANY = "random"
"""The text of any two cards."""
CALLS, RAISES = ("calls", "calls_raise"), ("raises", "raises_raise")
AGAIN = dict(zip(RAISES, ("call", "raise"), strict=True))
"""The keys of the ranges with which a player raises after hero's call and after hero's raise, and hero's action."""
NO_PLAYERS: Mapping[str, Player] = {}
Panel = TypeVar("Panel", PreflopPanel, ThirdPanel)
Request = TypeVar("Request", bound=FirstStreetRequest)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of the table as the page shows it.

    ``text`` is its hand or range on the first street. The ranges of a kind of player depend on the ``spot``: the
    position (``early`` to ``big blind``) in hold'em, the door card in razz (``A`` to ``K``, "" if it is not known).
    ``chips`` are the chips that it has in the middle, ``posted`` those of them that are a blind or the bring-in;
    ``calls`` and ``calls_raise`` are the texts of its ranges, ``raises`` and ``raises_raise`` those of its raises after
    hero's call and after hero's raise, "" if there are none. These may be any JSON value if a file has a damaged one.
    ``locked``: it has paid the price, so that it cannot fold to a call. ``kind``: the name of the player as whom it
    plays, "" if its hands are its own; ``bluffs``: the share of bluffs among its first raises if it is another than
    that player's.
    """

    seat: int
    name: str
    hero: bool
    state: State
    text: str
    spot: str
    position_name: str
    posted: float
    chips: Any
    calls: Any = ""
    calls_raise: Any = ""
    raises: Any = ""
    raises_raise: Any = ""
    locked: bool = False
    kind: str = ""
    bluffs: float | None = None

    @property
    def is_opponent(self) -> bool:
        """Whether it plays against hero, or has folded."""
        return not self.hero and self.state != "out"


class SeatPosition(NamedTuple):
    """The spot and the position name of a seat as in :class:`SeatRow`, and the chips that it has posted."""

    spot: str = ""
    name: str = ""
    posted: float = 0.0


@dataclass(frozen=True, slots=True)
class PanelRequest(Generic[Request]):
    """The request of a page, or None if it has ``problems`` or no opponent; ``seats`` are those of its opponents."""

    request: Request | None = None
    seats: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()


class FirstStreetGame(ABC, Generic[Panel, Request]):
    """The first street of one game; ``key`` is the attribute of a scenario with the panel of its page."""

    game: Game
    unknown_hands: tuple[str, ...] = ()
    """The texts of folded hands that take no particular cards out of the deck."""
    raises_again = False
    """Whether opponents raise after hero's action."""

    def __init__(self, key: str, nothing_set: Panel, example: Mapping[str, Any]) -> None:
        self._key, self._example_json = key, example
        self._nothing_set: Panel = nothing_set

    @cached_property
    def example(self) -> Scenario:
        """The situation that the page shows while the table is empty."""
        return scenario_from_json(self._example_json)

    @abstractmethod
    def _hand_text(self, scenario: Scenario, seat: int) -> str:
        """Return the hand or range of a seat on this street."""

    @abstractmethod
    def _acts(self, scenario: Scenario, seat: int) -> bool:
        """Return whether a seat that has not folded is still to act."""

    @abstractmethod
    def _positions(self, scenario: Scenario, states: Sequence[State]) -> Iterable[SeatPosition]:
        """Return the position of each seat of a table."""

    @abstractmethod
    def _lock(self, row: SeatRow) -> SeatRow:
        """Return the row of a seat that is still to act and has paid the price."""

    @abstractmethod
    def _checks(self, scenario: Scenario, problems: list[Problem], orders: Iterable[Order]) -> HandChecks:
        """Return the checks of the texts of a table."""

    @abstractmethod
    def _hands(self, row: SeatRow) -> tuple[str | None, str | None]:
        """Return the texts of the cards and of the door that a request has for a seat, None for those it has not."""

    @abstractmethod
    def _make_request(self, scenario: Scenario, **values: Any) -> Request:
        """Return the request with the attributes ``values``."""

    @abstractmethod
    def _street(self, rows: Sequence[SeatRow], scenario: Scenario) -> tuple[Street, Mapping[int, SeatTurn]]:
        """Return the actions so far on the street, and the seats that are dealt in, by their number."""

    @abstractmethod
    def _simulated_stakes(self, panel: Panel, price: float) -> dict[str, Any]:
        """Return the stakes on the page *Simulate*; ``price``: the most chips that a seat has in."""

    def _simulated_hand(self, scenario: Scenario, row: SeatRow) -> str:
        """Return the text of a seat on the page *Simulate*."""
        return row.text

    def simulated(self, scenario: Scenario) -> Scenario:
        """Return the table with the chips and players of this street as values of the page *Simulate*.

        Who is still to act holds any cards, and plays as the type of player that the page has for him; who has acted
        holds the hands that the page has for him. Cards of later streets are taken off the table.
        """
        rows, panel, hero = self.rows(scenario), self.panel(scenario), self.hero_seat(scenario)
        seats = tuple(
            replace(seat, cards=ANY if row.state == "to act" and seat.empty else self._simulated_hand(scenario, row))
            for seat, row in zip(scenario.seats, rows, strict=True)
        )
        bets = [float(row.chips) if row.state != "out" and is_number(row.chips) else 0.0 for row in rows]
        antes = panel.ante * sum(row.state != "out" for row in rows)
        dead = antes if panel.dead_money is None else panel.dead_money
        # The seats are in the order of action: the last two are the blinds, and heads up the first has the button.
        button = len(rows) - 3 if len(rows) > 2 else 0
        values = (scenario.simulation or SimulationPanel()).at_turn(hero, button, sum(bets) + dead, (), bets)
        players = [row.kind or None for row in rows]
        stakes = self._simulated_stakes(panel, max(bets))
        values = values.with_entries({"players": players if any(players) else None, **stakes})
        return replace(scenario, seats=seats, board="", simulation=values)

    default_kind = ""
    """The name of the player as whom somebody plays who is still to act while nothing else is written."""

    def settled(self, scenario: Scenario) -> Scenario:
        """Return the scenario after an edit, with all values adjusted that depend on it."""
        return scenario

    def panel(self, scenario: Scenario) -> Panel:
        """Return the values of the page."""
        panel: Panel | None = getattr(scenario, self._key)
        return panel or self._nothing_set

    def hero_seat(self, scenario: Scenario) -> int:
        """Return the seat that the page is about."""
        return self.panel(scenario).hero_seat(len(scenario.seats))

    def entry(self, scenario: Scenario, seat: int) -> SeatEntry:
        """Return the values of a seat on the page."""
        return self.panel(scenario).entry_of(seat, len(scenario.seats))

    def rows(self, scenario: Scenario) -> tuple[SeatRow, ...]:
        """Return all seats of the table."""
        hero = self.hero_seat(scenario)
        states = [self._state(scenario, seat, hero) for seat in range(len(scenario.seats))]
        rows = []
        for seat, position in enumerate(self._positions(scenario, states)):
            entry = self.entry(scenario, seat)
            chips, calls, calls_raise, raises, raises_raise = (
                (position.posted if key == "in" else "") if (value := entry.entered(key)) is None else value
                for key in ("in", *CALLS, *RAISES)
            )
            acts = states[seat] == "to act"
            row = SeatRow(
                seat=seat, name=scenario.seats[seat].name, hero=seat == hero, state=states[seat],
                text=self._hand_text(scenario, seat), spot=position.spot, position_name=position.name,
                posted=position.posted, chips=chips, calls=calls, calls_raise=calls_raise, raises=raises,
                raises_raise=raises_raise, bluffs=entry.bluffs,
            )  # fmt: skip
            assumed = not row.hero and (acts or (row.state == "in" and self._is_unknown(row.text)))
            row = replace(row, kind=entry.kind or (self.default_kind if assumed and calls == calls_raise == "" else ""))
            rows.append(row)
        price = price_of(rows)
        rows = self._played(rows, scenario)
        return tuple(self._lock(row) if has_paid(row, price) else row for row in rows)

    def _played(self, rows: list[SeatRow], scenario: Scenario) -> list[SeatRow]:
        """Return the rows with the texts of those who play as a shipped player and have none."""
        street, turns = self._street(rows, scenario)
        result = []
        for row in rows:
            player = shipped(row.kind)
            if player is None or row.seat not in turns or row.hero or not is_number(row.chips):
                result.append(row)
                continue
            texts = self._texts(row, street, turns[row.seat], player)
            calls, calls_raise = row.calls or texts["calls"], row.calls_raise or texts["calls_raise"]
            held = texts.get("cards", "") if self._is_unknown(row.text) else ""
            raises, raises_raise = (getattr(row, key) or texts.get(key, "") for key in RAISES)
            row = replace(row, raises=raises, raises_raise=raises_raise, text=held or row.text)
            result.append(replace(row, calls=calls, calls_raise=calls_raise))
        return result

    def _texts(self, row: SeatRow, street: Street, turn: SeatTurn, player: Player) -> dict[str, str]:
        """Return the texts of an opponent who plays as ``player``; ``cards`` only if he has acted,
        ``calls`` "" if he has paid the price."""
        sizes, acts = player.games[self.game].sizes, row.state == "to act"
        if row.bluffs is not None:
            player = replace(player, bluffs=row.bluffs)
        owes = street.owes(turn)
        texts = {
            "calls": texts_of(player, self.game, (street.answer(turn, sizes),)) if acts or owes else "",
            "calls_raise": texts_of(player, self.game, (street.answer_to_raise(turn, sizes),)),
        }
        if self.raises_again:
            again = street.answer(turn, sizes, "raise again"), street.answer_to_raise(turn, sizes, "raise again")
            # Descriptions raise limpers with all hands that they raise first: limping would be the best trap.
            may = (acts or owes) and bool(street.raises), True
            texts |= {
                key: texts_of(player, self.game, (action,)) if can else ""
                for key, action, can in zip(RAISES, again, may, strict=True)
            }
        if acts:
            return texts
        return texts | {"cards": self._hand(row, texts_of(player, self.game, street.taken(turn, sizes), street.least))}

    def _is_unknown(self, text: str) -> bool:
        """Return whether the hand of somebody who has acted is what his player does it with."""
        return False

    def _hand(self, row: SeatRow, text: str) -> str:
        """Return the hand of a seat that holds ``text``."""
        return text

    def texts(self, scenario: Scenario, seat: int, player: Player) -> dict[str, str] | None:
        """Return the texts of an opponent who plays as ``player``, by key; None if he is not in the hand or has no
        position."""
        rows = self.rows(scenario)
        street, turns = self._street(rows, scenario)
        row = rows[seat]
        if seat not in turns or row.hero or row.state not in ("in", "to act") or not is_number(row.chips):
            return None
        return self._texts(row, street, turns[seat], player)

    def bluffs_of(self, scenario: Scenario, seat: int) -> float | None:
        """Return the share of bluffs in the range of a shipped player who has raised first, or None."""
        rows = self.rows(scenario)
        row, (street, turns) = rows[seat], self._street(rows, scenario)
        player = shipped(row.kind)
        if player is None or row.state != "in" or seat not in turns:
            return None
        first, *_ = street.taken(turns[seat], None)
        if first.does != "raise" or first.turn.raises:
            return None
        return player.bluffs if row.bluffs is None else row.bluffs

    def kind_of(self, scenario: Scenario, seat: int, players: Mapping[str, Player] = NO_PLAYERS) -> str:
        """Return the name of the player as whom an opponent plays; "" if his hands are his own. ``players``: those who
        do not ship, by name."""
        row = self.rows(scenario)[seat]
        player = shipped(row.kind) or players.get(row.kind)
        texts = None if player is None else self.texts(scenario, seat, player)
        if texts is None:
            return ""
        written = {"calls": row.calls, "calls_raise": row.calls_raise, "cards": row.text}
        own = (
            key
            for key in written
            if written[key] != texts.get(key, written[key]) and not (row.locked and key == "calls")
        )
        return "" if any(own) else row.kind

    def with_kind(self, scenario: Scenario, seat: int, player: Player) -> Scenario:
        """Return the scenario with an opponent who plays as a player does.

        The texts of a player who does not ship are written into it.
        """
        texts = self.texts(scenario, seat, player)
        if texts is None:
            return scenario
        if "cards" in texts:
            scenario = self._with_hand(scenario, seat, texts["cards"])
        is_shipped = shipped(player.name) is not None
        entries = {key: None if is_shipped else texts.get(key) or None for key in (*CALLS, *RAISES)}
        kind = None if player.name == self.default_kind and "cards" not in texts else player.name
        return self.with_entries(scenario, seat, entries | {"kind": kind})

    def with_text(self, scenario: Scenario, seat: int, key: str, value: str) -> Scenario:
        """Return the scenario with a text of an opponent, whose hands are his own then, unless a shipped player has the
        same."""
        row = self.rows(scenario)[seat]
        own = {name: getattr(row, name) for name in CALLS} | {key: value}
        for player in shipped_players():
            texts = self.texts(scenario, seat, player) or {}
            if {name: text for name, text in texts.items() if name not in RAISES} == own:
                return self.with_kind(scenario, seat, player)
        entries = {name: text or None for name, text in own.items() if row.kind or name == key}
        entries |= dict.fromkeys(RAISES)
        return self.with_entries(scenario, seat, entries | {"kind": None})

    def followed(self, before: Scenario, after: Scenario, players: Mapping[str, Player] = NO_PLAYERS) -> Scenario:
        """Return the scenario ``after`` an edit, in which opponents who played as a player do so in the new situation.

        ``players``: those who do not ship, by name. Hands that were changed by hand stay.
        """
        result = after
        for seat in range(min(len(before.seats), len(after.seats))):
            kind = self.entry(after, seat).kind
            player = shipped(kind or "") or players.get(kind or "")
            same = self._hand_text(before, seat) == self._hand_text(after, seat)
            if player is not None and same and self.kind_of(before, seat, players) == kind:
                result = self.with_kind(result, seat, player)
        return result

    def _with_hand(self, scenario: Scenario, seat: int, text: str) -> Scenario:
        """Return the scenario with the hands that an opponent holds."""
        return scenario.with_seat(seat, cards=text)

    def _state(self, scenario: Scenario, seat: int, hero: int) -> State:
        """Return the state of a seat; hero is always in. An empty seat is out unless it is still to act."""
        if seat == hero:
            return "in"
        if scenario.seats[seat].folded:
            return "folded"
        if self._acts(scenario, seat):
            return "to act"
        return "out" if scenario.seats[seat].empty else "in"

    def request(self, scenario: Scenario, orders: Iterable[Order] = ()) -> PanelRequest[Request]:
        """Return the request that the page makes of the table; ``orders`` are the user's own.

        Folded seats of which nothing is known leave their chips in the middle and change nothing else.
        """
        panel, rows = self.panel(scenario), self.rows(scenario)
        # A folded hand about which nothing is known takes no particular cards, so its seat is no opponent.
        others = [row for row in rows if row.is_opponent]
        absent = [row for row in others if row.state == "folded" and row.text.strip().lower() in self.unknown_hands]
        playing: list[SeatRow] = [row for row in others if row not in absent]
        if not playing:
            return PanelRequest(problems=tuple(_panel_problems(panel)))
        problems = list[Problem]()
        checks = self._checks(scenario, problems, orders)
        Collector(panel.unknown, checks.REQUEST.keys(StreetInputs), "", problems)
        hero = rows[self.hero_seat(scenario)]
        cards, door = self._hands(hero)
        checks.check_hero(cards, door)
        Collector(self.entry(scenario, hero.seat).unknown, checks.REQUEST.keys(Hero), "hero", problems)
        hero_chips = checks.take(hero.chips, "hero.in", CHIPS, 0.0)
        counted = enumerate(playing if check_count(checks, len(playing)) else ())
        raises_to = self._raises_to(scenario, rows) if self.raises_again else {}
        opponents = tuple(self._opponent(scenario, row, index, checks, raises_to) for index, row in counted)
        antes = panel.ante * (1 + len(others))
        left = sum(float(row.chips) for row in absent if is_number(row.chips))
        stakes: dict[str, Any] = {
            **{key: getattr(panel, key) for key in ("raise_to", "rake", "rake_cap") if key not in panel.rejected},
            "dead_money": (antes if panel.dead_money is None else float(panel.dead_money)) + left,
            "after": panel.rejected.get("after", panel.after.entries),
        }
        if raises_to:
            stakes |= {
                "raises_to": {AGAIN[key]: to for key, to in raises_to.items()},
                "stack": self._stack(scenario, rows),
            }
        if "after" not in panel.rejected and panel.after.paid is None and not problems:
            chips = [float(row.chips) for row in (hero, *playing)]
            middle = float(stakes["dead_money"]) + sum(chips)
            paid = {name: self._paid(scenario, playing, hero, name, middle) for name in ("call", "raise")}
            stakes["after"] = {**stakes["after"], "paid": paid}
        amounts = take_stakes(Collector(stakes, tuple(stakes), "", problems), hero_chips, opponents, checks)
        checks.check_dead(scenario.dead)
        seats = tuple(row.seat for row in playing)
        # The problems of the panel come first: in the request its rejected values are replaced by defaults.
        problems = [at_page_field(problem, seats) for problem in problems]
        problems[:0] = _panel_problems(panel)
        if problems:
            return PanelRequest(None, seats, tuple(problems))
        run = replace(scenario.run, detail=())
        request = self._make_request(
            scenario, hero=cards or ANY, door=door, opponents=opponents, **amounts, dead=scenario.dead, run=run,
            order=scenario.order,
        )  # fmt: skip
        return PanelRequest(request, seats)

    @abstractmethod
    def _pays(self, scenario: Scenario, row: SeatRow, texts: Sequence[str], hero: SeatRow, price: float) -> float:
        """Return how much of a bet on the next street an opponent pays with the hands of all ``texts``; ``price``: the
        share of the call in the pot after it."""

    @abstractmethod
    def _one_bet(self, scenario: Scenario, bets: float, pot: float, price: float) -> float:
        """Return the first of the later bets in chips; ``bets`` is their total."""

    def _raises_to(self, scenario: Scenario, rows: Sequence[SeatRow]) -> dict[str, float]:
        """Return to how many chips opponents raise after hero's call and after hero's raise, by the key of the raise.

        A raise that nobody makes is left out.
        """
        street, turns = self._street(rows, scenario)
        raisers = [row for row in rows if row.is_opponent and row.state != "folded" and row.seat in turns]
        result = {}
        for key, before in {RAISES[0]: price_of(rows), RAISES[1]: street.raise_to}.items():
            sizes = [self._sizes(row) for row in raisers if getattr(row, key)]
            to = max((street.raises_to(one, after_raise=key == RAISES[1]) for one in sizes if one), default=0.0)
            if before is not None and to > before:
                result[key] = to
        return result

    def _sizes(self, row: SeatRow) -> RaiseSizes | None:
        return (shipped(row.kind) or shipped_player(NEUTRAL)).games[self.game].sizes

    def _stack(self, scenario: Scenario, rows: Sequence[SeatRow]) -> float:
        return self._street(rows, scenario)[0].stack

    def _paid(
        self, scenario: Scenario, playing: Sequence[SeatRow], hero: SeatRow, action: str, middle: float
    ) -> tuple[float, ...]:
        """Return how much of the later bets each opponent pays after hero's ``call`` or ``raise``."""
        panel, sizes = self.panel(scenario), self.panel(scenario).after.bets
        level = price = price_of((hero, *playing))
        if action == "raise":
            level = max(level, panel.raise_to or 0.0)
        if isinstance(sizes, BetSizes):
            sizes = sizes.called if action == "call" else sizes.raised
        size = sizes or BetSize(0.0)
        result = []
        for row in playing:
            pot = middle + max(level - float(hero.chips), 0.0) + max(level - float(row.chips), 0.0)
            bet = self._one_bet(scenario, size.chips(pot), pot, price)
            keys = ["text"] if row.state == "in" else []
            keys += ["calls_raise"] if action == "raise" and row.calls_raise else []
            keys += ["calls"] if action == "call" or row.state == "in" or not row.calls_raise else []
            texts = [str(getattr(row, key)) for key in keys if getattr(row, key)]
            folded = row.state == "folded" or bet <= 0
            result.append(1.0 if folded else self._pays(scenario, row, texts, hero, bet / (pot + 2.0 * bet)))
        return tuple(round(share, 4) for share in result)

    def _opponent(
        self, scenario: Scenario, row: SeatRow, index: int, checks: HandChecks, raises_to: Mapping[str, float]
    ) -> Opponent:
        """Return the opponent of a seat as an entry of the request; its number there is ``index``. ``raises_to``: the
        raises that are possible.

        Values that cannot be read are added to ``checks.problems`` and replaced by defaults. A folded seat calls
        nothing.
        """
        field = f"opponents[{index}]"
        cards, door = self._hands(row)
        chips, folded = checks.take(row.chips, f"{field}.in", CHIPS, 0.0), row.state == "folded"
        texts = {
            key: checks.take(getattr(row, key) or None, f"{field}.{key}", or_none(text), None)
            for key in (*CALLS, *raises_to)
            if not folded
        }
        opponent = Opponent(name=row.name, chips=chips, cards=cards, folded=folded, door=door, **texts)
        checks.check_opponent(opponent, field)
        if not folded:
            Collector(self.entry(scenario, row.seat).unknown, checks.REQUEST.keys(Opponent), field, checks.problems)
        return opponent

    def with_panel(self, scenario: Scenario, panel: Panel) -> Scenario:
        """Return the scenario with other values of the page."""
        changes: dict[str, Any] = {self._key: panel}
        return self.settled(replace(scenario, **changes))

    def with_number(self, scenario: Scenario, key: str, value: object) -> Scenario:
        """Return the scenario with another value of the page; None removes it."""
        return self.with_panel(scenario, self.panel(scenario).with_entry(key, value))

    def with_after(self, scenario: Scenario, key: str, value: object) -> Scenario:
        """Return the scenario with another entry of the bets on later streets."""
        return self.with_number(scenario, "after", self.panel(scenario).after.with_entry(key, value))

    def with_entries(self, scenario: Scenario, seat: int, values: Mapping[str, Any]) -> Scenario:
        """Return the scenario with other values of a seat; None removes one."""
        return self.with_panel(scenario, self.panel(scenario).with_seat(seat, len(scenario.seats), values))

    def with_hero(self, scenario: Scenario, seat: int) -> Scenario:
        """Return the scenario as another seat sees it, which keeps its chips and loses its calls."""
        return self.with_panel(scenario, self.panel(scenario).with_hero(seat, len(scenario.seats)))

    def with_example(self, scenario: Scenario) -> Scenario:
        """Return a table with the seats and the values of the example."""
        panel = self.panel(scenario).with_entries(self.panel(self.example).entries)
        changes: dict[str, Any] = {self._key: panel}
        return replace(scenario, seats=self.example.seats, **changes)


def price_of(rows: Iterable[SeatRow]) -> float:
    """Return the largest amount of chips that a seat has put in, which is the price of a call."""
    return max((row.chips for row in rows if row.state != "out" and is_number(row.chips)), default=0.0)


def has_paid(row: SeatRow, price: float) -> bool:
    """Return whether a seat is still to act and has put in the price."""
    return row.state == "to act" and is_number(row.chips) and row.chips >= price


def _panel_problems(panel: SeatPanel) -> list[Problem]:
    """Return the problems of single numbers, and of entries that have no field of their own on the page."""
    expected = {"hero": "an object", "opponents": "a list"}
    damaged = [(key, kind) for key, kind in expected.items() if key in panel.rejected]
    entries = enumerate(panel.opponents)
    damaged += [(f"opponents[{index}]", "an object") for index, entry in entries if entry and entry.input is not None]
    return [*panel.problems, *(Problem(key, f"expected {kind}; nothing of it is used") for key, kind in damaged)]


def at_page_field(problem: Problem, seats: Sequence[int]) -> Problem:
    """Return a problem of a request under the name of the page's field: ``calls2`` for the calls of seat 2.

    ``seats`` are those of the opponents in the request.
    """
    head, _, rest = problem.field.partition(".")
    if head == "hero":
        return replace(problem, field="in_hero" if rest == "in" else "hero")
    index = head[len("opponents[") : -1]
    if not head.startswith("opponents[") or not index.isdigit() or int(index) >= len(seats):
        return problem
    return replace(problem, field=f"{rest.partition('[')[0] or 'seat'}{seats[int(index)]}")
