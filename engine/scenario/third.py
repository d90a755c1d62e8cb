"""The values that the page of third street saves with a razz scenario: single numbers, the bets after
fourth street, an entry for each seat.

The keys are those of a request on third street, without what the seats hold; and what only the page has: the ante and
the bring-in.
"""

from dataclasses import dataclass

from engine.scenario.entries import CHIPS, LIMIT, entry
from engine.scenario.fields import specs_of
from engine.scenario.seat_panel import AfterFlop, SeatPanel, dead_money, panel_number, rake, rake_cap, read_after

AFTER_FOURTH = AfterFlop.read({"bets": 4, "paid": 1})
"""The bets after fourth street while nothing is chosen."""


@dataclass(frozen=True, kw_only=True)
class ThirdPanel(SeatPanel):
    """The values of the page, with defaults for those that are not set."""

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
    dead_money: float | None = dead_money()
    rake: float = rake()
    rake_cap: float | None = rake_cap()
    after: AfterFlop = entry(read_after, AFTER_FOURTH)


THIRD_FIELDS = specs_of(ThirdPanel)
THIRD_OF_TABLE = (*(spec.key for spec in THIRD_FIELDS), "after")
"""The fields in a template of the table."""
