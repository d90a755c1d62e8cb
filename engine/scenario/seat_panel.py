"""The common values of the pages *Pre-flop* and *Third street*: bets on later streets, and an entry for each seat.

The JSON has the keys of a request without the cards of the seats: ``hero`` (with ``seat`` if it is not the first) and
``opponents``, a list with an entry for each other seat in their order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from engine.scenario.codec import Entries, JsonObject, json_field, plain
from engine.scenario.fields import CHIPS, SHARE, SOME_CHIPS, Bounds, FieldKind, FieldSpec, described, specs_of
from engine.scenario.reading import Collector, Convert, as_list, fail, integer, is_number, text


@dataclass(frozen=True, slots=True)
class BetSize:
    """Hero's chips after the flop: ``amount`` chips, or that share of the pot (``of_pot``)."""

    amount: float
    of_pot: bool = False

    def chips(self, pot: float) -> float:
        """Return the chips with ``pot`` in the middle."""
        return self.amount * pot if self.of_pot else self.amount

    def to_json(self) -> Any:
        """Return it as a request writes it."""
        return {"pot": self.amount} if self.of_pot else self.amount


@dataclass(frozen=True, slots=True)
class BetSizes(JsonObject):
    """The sizes after a call and after a raise, if they differ."""

    called: BetSize = json_field(key="call")
    raised: BetSize = json_field(key="raise")


def any_number(value: object, path: str) -> float:
    """Return a number of any size unchanged."""
    return value if is_number(value) else fail(path, "expected a number")


def read_bet_size(value: object, path: str, amount: Convert[float] = any_number) -> BetSize:
    """Read chips, or an object with a share of the ``pot``; ``amount`` reads the number."""
    if isinstance(value, BetSize):
        return BetSize(amount(value.amount, f"{path}.pot" if value.of_pot else path), value.of_pot)
    if not isinstance(value, Mapping):
        return BetSize(amount(value, path))
    fields = Collector(value, ("pot",), path)
    size = BetSize(fields.take("pot", amount, 0.0, required=True), of_pot=True)
    fields.done()
    return size


def read_bet_sizes(value: object, path: str, amount: Convert[float] = any_number) -> BetSize | BetSizes:
    """Read one size for all actions, or an object with a size after a ``call`` and one after a ``raise``."""
    if isinstance(value, BetSizes):
        value = {"call": value.called, "raise": value.raised}
    if not isinstance(value, Mapping) or not set(value) & {"call", "raise"}:
        return read_bet_size(value, path, amount)
    fields, size = Collector(value, ("call", "raise"), path), partial(read_bet_size, amount=amount)
    called, raised = (fields.take(key, size, BetSize(0.0), required=True) for key in ("call", "raise"))
    fields.done()
    return BetSizes(called, raised)


def paid_shares(value: object, path: str, share: Convert[float] = any_number) -> float | tuple[float, ...]:
    """Read the share of hero's bets that all opponents pay, or a list with a share for each of them."""
    if not isinstance(value, list | tuple):
        return share(value, path)
    fields = Collector({path: value}, (path,))
    shares = fields.take_all(path, share, 1.0)
    fields.done()
    return shares


@dataclass(frozen=True, slots=True)
class PaidByAction(JsonObject):
    """The shares that opponents pay after a call and after a raise, each one for all or one each."""

    called: float | tuple[float, ...] = json_field(paid_shares, key="call")
    raised: float | tuple[float, ...] = json_field(paid_shares, key="raise")


def read_paid(value: object, path: str, share: Convert[float] = any_number) -> float | tuple[float, ...] | PaidByAction:
    """Read what :func:`paid_shares` reads, or an object with that after a ``call`` and after a ``raise``."""
    if isinstance(value, PaidByAction):
        value = {"call": value.called, "raise": value.raised}
    if not isinstance(value, Mapping):
        return paid_shares(value, path, share)
    fields = Collector(value, ("call", "raise"), path)
    usual: float | tuple[float, ...] = 1.0
    shares: Convert[float | tuple[float, ...]] = partial(paid_shares, share=share)
    called, raised = (fields.take(key, shares, usual, required=True) for key in ("call", "raise"))
    fields.done()
    return PaidByAction(called, raised)


@dataclass(frozen=True, kw_only=True)
class AfterFlop(Entries):
    """The bets after the flop; ``paid``: the share of it that opponents pay, one for all or one each. None: as their
    players call."""

    bets: BetSize | BetSizes | None = json_field(read_bet_sizes, None)
    paid: float | tuple[float, ...] | PaidByAction | None = json_field(read_paid, None)


@dataclass(frozen=True, kw_only=True)
class SeatEntry(Entries):
    """The values of a seat on the page. ``seat``: hero's seat; ``kind``: the name of the player whose play fills the
    texts that are not written, ``bluffs`` another share of bluffs than his; ``input``: a value of a file that is not an
    object."""

    seat: int = json_field(integer(0), 0)
    chips: float | None = described(
        FieldSpec(
            "in", "In pot", "chips",
            "<b>In pot</b>: chips that this player has already put in. Empty: the blind of the seat.", bounds=CHIPS,
        )
    )  # fmt: skip
    calls: str | None = json_field(text, None)
    calls_raise: str | None = json_field(text, None)
    raises: str | None = json_field(text, None)
    raises_raise: str | None = json_field(text, None)
    kind: str | None = json_field(text, None)
    bluffs: float | None = described(
        FieldSpec(
            "bluffs", "Bluffs %", "share",
            "<b>Bluffs</b>: the percentage of this player's first raises that are bluffs: the next hands that he would "
            "not raise for value. Empty: as the type of player.",
            bounds=Bounds(at_least=0.0, at_most=0.99),
        )
    )  # fmt: skip
    input: Any = None


def read_seats(value: object, path: str) -> tuple[SeatEntry | None, ...]:
    """Read the entries of all opponents; a value that is not an object is stored as ``input``."""
    known = (SeatEntry, dict, type(None))
    items = (item if isinstance(item, known) else SeatEntry(input=item) for item in as_list(value, path))
    return tuple(None if item is None else SeatEntry.convert(item, path) for item in items)


def _seats_to_json(entries: tuple[SeatEntry | None, ...]) -> list[Any]:
    return [plain(one) if one is None or one.input is None else one.input for one in entries]


def panel_number(
    label: str, kind: FieldKind, meaning: str, empty: str, default: float | None, bounds: Bounds, group: str
) -> Any:
    """Return a field for a number; ``meaning`` is its help, ``empty`` the text that it shows while nothing is set."""
    return described(FieldSpec("", label, kind, meaning, empty, default, bounds, group=group))


def panel_switch(label: str, meaning: str, default: bool, text: str, group: str) -> Any:
    """Return a field that is on or off; ``meaning`` is its help, ``text`` the text of the switch."""
    return described(FieldSpec("", label, "switch", meaning, default=default, text=text, group=group))


def dead_money() -> Any:
    """Return the field for chips of players who have folded, and antes."""
    return panel_number(
        "Dead money", "chips",
        "<b>Dead money</b>: chips in the pot of players who are out of the hand. Empty: the antes of all seats.",
        "antes", None, CHIPS, "money",
    )  # fmt: skip


def rake() -> Any:
    """Return the field for the rake, a share of the final pot."""
    return panel_number(
        "Rake %", "share", "<b>Rake</b>: the percentage of the pot that the house takes.", "0", 0.0, SHARE, "money",
    )  # fmt: skip


def rake_cap() -> Any:
    """Return the field for the largest rake of one pot."""
    return panel_number(
        "Rake cap", "chips", "<b>Rake cap</b>: the most that the house takes from one pot, in chips.",
        "no cap", None, CHIPS, "money",
    )  # fmt: skip


def least() -> Any:
    """Return the field for the weight that every hand keeps."""
    return panel_switch(
        "At least 1 % of every hand",
        "<b>At least 1 % of every hand</b>: in the range of a player with a type every hand keeps a weight of "
        "at least 1 %, because nobody always plays true to type (selective sampling).",
        False, "at least 1 % of every hand", "seats",
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SeatPanel(Entries):
    """The base of the values that such a page saves: the entry of hero's seat, and those of the other seats."""

    hero: SeatEntry = json_field(SeatEntry.convert, SeatEntry())
    opponents: tuple[SeatEntry | None, ...] = json_field(read_seats, (), _seats_to_json)

    def hero_seat(self, seats: int) -> int:
        """Return hero's seat at a table of ``seats`` seats: the selected one, or the first if it does not exist."""
        return self.hero.seat if self.hero.seat < seats else 0

    def entry_of(self, seat: int, seats: int) -> SeatEntry:
        """Return the entry of a seat at a table of ``seats`` seats; it is empty if the file has none."""
        hero = self.hero_seat(seats)
        if seat == hero:
            return self.hero
        index = seat - (seat > hero)  # hero has no entry among the opponents
        return (self.opponents[index] if index < len(self.opponents) else None) or SeatEntry()

    def by_seat(self, seats: int) -> list[SeatEntry]:
        """Return the entries of all seats."""
        return [self.entry_of(seat, seats).with_entry("seat", None) for seat in range(seats)]

    def with_seats(self, entries: Sequence[SeatEntry], hero: int, further: Sequence[SeatEntry | None] = ()) -> Self:
        """Return the panel with the entries of all seats, where hero's is the seat ``hero``.

        ``further``: entries of a file for seats that the table does not have.
        """
        own = (entries[hero] if hero < len(entries) else SeatEntry()).with_entry("seat", hero or None)
        others = [None if entry.empty else entry for seat, entry in enumerate(entries) if seat != hero]
        others += further
        while others and others[-1] is None:
            others.pop()
        changes: dict[str, Any] = {} if own == self.hero else {"hero": None if own.empty else own}
        if tuple(others) != self.opponents:
            changes["opponents"] = tuple(others) or None
        return self.with_entries(changes)

    def with_seat(self, seat: int, seats: int, values: Mapping[str, Any]) -> Self:
        """Return the panel with other values in a seat's entry; None removes a value."""
        entries = self.by_seat(seats)
        entries[seat] = replace(entries[seat].with_entries(values), input=None)
        return self.with_seats(entries, self.hero_seat(seats), self.opponents[seats - 1 :])

    def with_hero(self, seat: int, seats: int) -> Self:
        """Return the panel with another seat as hero's, which keeps its chips and loses its calls."""
        entries = self.by_seat(seats)
        entries[seat] = entries[seat].only(("in",))
        return self.with_seats(entries, seat, self.opponents[seats - 1 :])

    def without_seat(self, seat: int, seats: int) -> Self:
        """Return the panel for the table without a seat, whose entry is removed."""
        hero, entries = self.hero_seat(seats), self.by_seat(seats)
        del entries[seat]
        return self.with_seats(entries, 0 if seat == hero else hero - (seat < hero), self.opponents[seats - 1 :])


IN_MIDDLE, BLUFFS = specs_of(SeatEntry)
PAID = FieldSpec(
    "paid", "Opponents pay %", "share",
    "<b>Opponents pay</b>: the percentage of hero's bets after the flop that each opponent who sees it also puts in, "
    "on every flop. Empty: as often as this type of player calls such a bet with his range, separately after a call "
    "and after a raise.",
    "by type", None, SHARE,
)  # fmt: skip
BETS = FieldSpec(
    "bets", "Chips", "chips", "<b>Bets after the flop</b>: the total of hero's bets on a flop where hero continues.",
    "0", 0.0, CHIPS,
)  # fmt: skip
POT_SHARE = FieldSpec(
    "pot", "% of the pot", "share",
    "<b>Bets after the flop</b>: the total of hero's bets on a flop where hero continues, in % of the pot.",
    "0", 0.0, Bounds(at_least=0.0, at_most=1e6), name="betsOfPot",
)  # fmt: skip


AFTER_FOURTH = AfterFlop.read({"bets": 4})
"""The bets after fourth street while nothing is chosen."""


@dataclass(frozen=True, kw_only=True)
class ThirdPanel(SeatPanel):
    """The values of the page, with defaults for those that are not set."""

    ante: float = panel_number(
        "Ante", "chips", "<b>Ante</b>: posted by every player.",
        "0.25", 0.25, CHIPS, "money",
    )  # fmt: skip
    bring_in: float = panel_number(
        "Bring-in", "chips", "<b>Bring-in</b>: posted by the highest door card; the price of a call.",
        "0.5", 0.5, CHIPS, "money",
    )  # fmt: skip
    raise_to: float = panel_number(
        "Complete to", "chips", "<b>Complete to</b>: hero's total bet after completing or raising.",
        "2", 2.0, SOME_CHIPS, "money",
    )  # fmt: skip
    dead_money: float | None = dead_money()
    rake: float = rake()
    rake_cap: float | None = rake_cap()
    least: bool = least()
    after: AfterFlop = json_field(AfterFlop.convert, AFTER_FOURTH)


THIRD_FIELDS = specs_of(ThirdPanel)
LEAST_SWITCH = next(spec for spec in THIRD_FIELDS if spec.key == "least")
THIRD_OF_TABLE = (*(spec.key for spec in THIRD_FIELDS), "after")
"""The fields in a template of the table."""
