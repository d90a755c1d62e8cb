"""The pre-flop page's part of a scenario: single numbers, the bets after the flop, an entry for each seat.

The keys are those of a request before the flop, without the cards of the seats. Only the page has the blinds and the
ante, and the stack and players of the tables.
"""

from dataclasses import dataclass

from engine.scenario.codec import json_field
from engine.scenario.fields import CHIPS, Bounds, specs_of
from engine.scenario.reading import as_list, bounded, integer, list_of, one_of
from engine.scenario.seat_panel import (
    AfterFlop,
    SeatPanel,
    dead_money,
    least,
    panel_number,
    panel_switch,
    rake,
    rake_cap,
)

MAX_STACK = 1000.0
MAX_PLAYERS = 10
HALF_POT = AfterFlop.read({"bets": {"pot": 0.5}})
"""The bets after the flop while nothing is chosen: half the pot, once."""


def _bounties(value: object, path: str) -> tuple[float, ...]:
    return tuple(list_of(bounded(CHIPS), most=MAX_PLAYERS)(as_list(value, path), path))


@dataclass(frozen=True, kw_only=True)
class PreflopPanel(SeatPanel):
    """The values of the page, with defaults for those not set. ``players``, ``jam_players``: of the two tables;
    ``bounties`` by player, ``calls`` (how many may call) and ``ante_by``: of jam or fold with a stack for each player.
    """

    small_blind: float = panel_number(
        "Small blind", "chips",
        "<b>Small blind</b>: posted by the second to last seat. Seats act in the order of the table; in an opened "
        "tournament hand, after its big blind.",
        "0.5", 0.5, CHIPS, "blinds",
    )  # fmt: skip
    big_blind: float = panel_number(
        "Big blind", "chips", "<b>Big blind</b>: posted by the last seat; the price of a call.",
        "1", 1.0, CHIPS, "blinds",
    )  # fmt: skip
    ante: float = panel_number(
        "Ante", "chips", "<b>Ante</b>: posted by every player in addition to the blinds.",
        "0", 0.0, CHIPS, "blinds",
    )  # fmt: skip
    raise_to: float | None = panel_number(
        "Raise to", "chips",
        "<b>Raise to</b>: hero's total bet after a raise. Empty: hero cannot raise.",
        "no raise", None, CHIPS, "money",
    )  # fmt: skip
    dead_money: float | None = dead_money()
    rake: float = rake()
    rake_cap: float | None = rake_cap()
    bet: float | None = panel_number(
        "Open to", "chips",
        "<b>Open to</b>: the total of the opening bet, the only one in this model.",
        "1 BB", None, CHIPS, "seats",
    )  # fmt: skip
    least: bool = least()
    callers_behind: bool = panel_switch(
        "Callers behind",
        "<b>Callers behind</b>: the players behind a caller may call, too, each with the same share of hands; "
        "the caller has to beat all of them. Off: nobody calls behind.",
        True, "callers behind", "seats",
    )  # fmt: skip
    call_for_blinds: bool = panel_switch(
        "Call for the blinds",
        "<b>Call for the blinds</b>: a call wins only blinds and antes, as with the stake of 1 1/2 in the "
        "article (6 % and 6.6 %). Off: it wins the first bet, too.",
        False, "win blinds only", "seats",
    )  # fmt: skip
    stack: float = panel_number(
        "Stack", "chips", "<b>Stack</b>: the effective stack before blinds and antes, in chips.",
        "10", 10.0, Bounds(above=0.0, at_most=MAX_STACK), "jam",
    )  # fmt: skip
    players: int | None = json_field(integer(2, MAX_PLAYERS), None)
    jam_players: int | None = json_field(integer(2, MAX_PLAYERS), None)
    bounties: tuple[float, ...] = json_field(_bounties, ())
    calls: int = json_field(integer(1, 2), 1)
    ante_by: str = json_field(one_of("all", "big blind"), "all")
    after: AfterFlop = json_field(AfterFlop.convert, HALF_POT)


NOTHING_SET = PreflopPanel()
PANEL_FIELDS = specs_of(PreflopPanel)
BY_KEY = {spec.key: spec for spec in PANEL_FIELDS}
OF_TABLE = (*BY_KEY, "after")
"""The fields in a template of the table."""
PAGE_ONLY = (
    "small_blind", "big_blind", "ante", "bet", "least", "callers_behind", "call_for_blinds", "stack", "players",
    "jam_players", "bounties", "calls", "ante_by",
)  # fmt: skip
