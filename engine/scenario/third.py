"""What the page of third street saves with a razz scenario: single numbers, the bets after fourth street, an entry for
each seat.

The keys are those of a request on third street, without what the seats hold, as before the flop (``preflop``); and what
only the page has: the ante and the bring-in.
"""

from dataclasses import dataclass
from functools import cached_property

from engine.scenario.entries import CHIPS, LIMIT, SHARE, Entries, entry, problems_with
from engine.scenario.fields import specs_of
from engine.scenario.preflop import (
    AfterFlop,
    SeatEntry,
    panel_number,
    read_after,
    read_seat,
    read_seats,
    seats_to_json,
)
from engine.scenario.problems import Problem

AFTER_FOURTH = AfterFlop.read({"bets": 4, "paid": 1})
"""The bets after fourth street while nothing is chosen."""


@dataclass(frozen=True, kw_only=True)
class ThirdPanel(Entries):
    """What the page saves, with defaults for what is not set."""

    ante: float = panel_number(
        "Ante", "chips", "<b>Ante</b>: what every player has put in; it lies in the middle.",
        "0.25", 0.25, CHIPS, "money",
    )  # fmt: skip
    bring_in: float = panel_number(
        "Bring-in", "chips", "<b>Bring-in</b>: what the highest door card has put in: the price of a call.",
        "0.5", 0.5, CHIPS, "money",
    )  # fmt: skip
    raise_to: float = panel_number(
        "Complete to", "chips", "<b>Complete to</b>: all that hero has in the middle after completing or raising.",
        "2", 2.0, LIMIT, "money",
    )  # fmt: skip
    dead_money: float | None = panel_number(
        "Dead money", "chips",
        "<b>Dead money</b>: chips in the middle of nobody who still plays. Empty: the antes of all seats.",
        "antes", None, CHIPS, "money",
    )  # fmt: skip
    rake: float = panel_number(
        "Rake %", "share", "<b>Rake</b>: the share of the final pot that the house takes.", "0", 0.0, SHARE, "money",
    )  # fmt: skip
    rake_cap: float | None = panel_number(
        "Rake at most", "chips", "<b>Cap</b>: the most that is taken from one pot, in chips.",
        "no cap", None, CHIPS, "money",
    )  # fmt: skip
    after: AfterFlop = entry(read_after, AFTER_FOURTH, AfterFlop.to_json)
    hero: SeatEntry = entry(read_seat, SeatEntry(), SeatEntry.to_json)
    opponents: tuple[SeatEntry | None, ...] = entry(read_seats, (), seats_to_json)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the single numbers; a wrong one counts as not set."""
        wrong = (spec for spec in THIRD_FIELDS if spec.key in self.rejected)
        return tuple(problem for spec in wrong for problem in problems_with(spec, self.rejected[spec.key]))


THIRD_FIELDS = specs_of(ThirdPanel)
THIRD_OF_TABLE = (*(spec.key for spec in THIRD_FIELDS), "after")
"""What a template of the table has."""
