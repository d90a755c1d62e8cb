"""The fields of the Kelly panel and of the request: one list that drives the form, the request and the scenario file.

A new field is one attribute here and its use in the engine. An attribute of ``Inputs`` is in the form, is checked, is
saved in the scenario's ``kelly`` object, and is copied to the request under the same key and read from it.
``KellyPanel`` adds the fields that only the panel has, ``RequestInputs`` those of a request. The request checks whether
the values fit together.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from engine.scenario.codec import Entries, json_field, problems_with, read_field
from engine.scenario.fields import (
    CHIPS,
    MAX_CHIPS,
    MIN_CHIPS,
    SHARE,
    SOME_CHIPS,
    Bounds,
    FieldSpec,
    described,
    specs_of,
)
from engine.scenario.kelly_responses import RANDOM, OpponentResponse, responses_from
from engine.scenario.problems import Problem
from engine.scenario.reading import Collector, boolean, or_none, text, tuple_of
from engine.scenario.tracked_hand import Tracking

MAX_OPPONENTS = 100
MAX_MULTIPLIER = 100.0
COUNT = Bounds(at_least=0, at_most=2.0**63)
DEFAULT_EQUITY_ERROR = 0.03
"""The default spread of the true equity around the computed one, because ranges are guesses: three points."""


def _always(_panel: "KellyPanel") -> bool:
    return True


def _counted(panel: "KellyPanel") -> bool:
    return panel.typed and panel.counted


def _at_showdown(panel: "KellyPanel") -> bool:
    return panel.typed or not panel.simulated


@dataclass(frozen=True, slots=True)
class KellySpec(FieldSpec):
    """A field of the Kelly panel.

    ``shown`` decides by the other values whether the field is used and visible. ``copied``: the request has the same
    value. ``shared``: the tracked hand uses the panel's value too. ``by_hand``: taking over the decision of a tracked
    hand sets it. ``of_table``: a template of the table contains it, whatever its cards are. ``of_player``: the value is
    the player's at every table. ``summary``: the text for a value that is not the default, with ``chips``, ``percent``,
    ``whole_percent`` or ``points`` in braces; a text that begins with a blank continues that of the field before.
    """

    bounds: Bounds = CHIPS
    copied: bool = False
    shared: bool = False
    by_hand: bool = False
    of_table: bool = False
    of_player: bool = False
    summary: str = ""
    shown: Callable[["KellyPanel"], bool] = _always


def _field(*words: Any, **flags: Any) -> Any:
    """Return a dataclass field; ``words`` are label, kind, help, text while empty, default and bounds of the spec."""
    return described(KellySpec("", *words, **flags))


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """The values that the panel and the request have under the same key."""

    bankroll: float | None = _field(
        "Bankroll", "chips",
        "<b>Bankroll W</b>: all your poker money, without the chips in the pot. Kelly sizes a "
        "bet so that ln W grows most on average; money that is not for poker does not belong here.",
        "needed", group="bankroll", bounds=Bounds(at_least=MIN_CHIPS, at_most=MAX_CHIPS), required=True, copied=True,
    )  # fmt: skip
    opponents: int | None = _field(
        "Opponents", "count",
        "<b>Opponents n</b>: how many will call and be at the showdown. The pot is then c + (n + 1) x.",
        "1", bounds=Bounds(at_least=1, at_most=MAX_OPPONENTS), group="outcomes", shown=lambda panel: panel.typed,
    )  # fmt: skip
    pot: float = _field(
        "Pot", "chips",
        "<b>Pot</b>: all chips in it now, including the bet that you face. With nothing to call a bet of x that "
        "n call wins pot + n x net.",
        "0", 0.0, group="pot", copied=True, shown=lambda panel: panel.pot_typed,
    )  # fmt: skip
    to_call: float = _field(
        "To call", "chips",
        "<b>To call</b>: the price of a call. A call of t wins (pot + t)/(1 + s) − t net, tied with s others. "
        "Not calling is a fold then: the pot is lost, growth 0.",
        "0", 0.0, group="pot", copied=True, shown=lambda panel: panel.pot_typed,
    )  # fmt: skip
    multiplier: float = _field(
        "Multiplier", "multiple",
        "<b>Multiplier k</b>: bet this multiple of the growth-optimal bet. Half Kelly has about "
        "k(2 − k) = 3/4 of the growth at half the swings; above 1 you risk more and grow less.",
        "1", 1.0, Bounds(above=0.0, at_most=MAX_MULTIPLIER), group="bankroll", copied=True, shared=True, of_player=True,
    )  # fmt: skip
    min_bet: float = _field(
        "Minimum bet", "chips",
        "<b>Minimum bet</b>: the smallest bet or raise, call included: x ≥ minimum, or x = 0.",
        "0", 0.0, group="limits", copied=True, by_hand=True, of_table=True, shown=lambda panel: panel.limit_bet is None,
    )  # fmt: skip
    chip: float | None = _field(
        "Smallest chip", "chips",
        "<b>Smallest chip</b>: bets are rounded down to a multiple of it, floor(x / chip) · chip, but not below the "
        "minimum. Empty: not rounded; the hand tracker bets whole chips if all stacks and blinds are whole.",
        "none", bounds=Bounds(at_least=MIN_CHIPS, at_most=MAX_CHIPS), group="limits", copied=True, shared=True,
        shown=lambda panel: panel.limit_bet is None, of_table=True, summary="smallest chip {chips}",
    )  # fmt: skip
    pot_limit: bool = _field(
        "Pot limit", "switch",
        "On: the largest bet is the size of the pot; the largest raise is the pot after your call.",
        default=False, text="Pot limit", group="limits", copied=True, shown=lambda panel: panel.limit_bet is None,
        of_table=True, summary="pot limit",
    )  # fmt: skip
    rake: float = _field(
        "Rake %", "share",
        "<b>Rake r</b>: the percentage of the pot that the house takes; hero wins (1 − r) of it.",
        "0", 0.0, Bounds(at_least=0.0, below=1.0), group="house", copied=True, shared=True, of_table=True,
        summary="rake {percent}",
    )  # fmt: skip
    rake_cap: float | None = _field(
        "Rake cap", "chips",
        "<b>Rake cap</b>: the most that the house takes from one pot, in chips: min(r · pot, cap).",
        "no cap", group="house", copied=True, shared=True, of_table=True, summary=" (cap {chips})",
    )  # fmt: skip
    p_all_fold: float = _field(
        "All fold %", "share",
        "<b>Fold equity</b>: how often everybody folds to a bet, which then wins the pot at once: "
        "g = f ln(1 + pot/W) + (1 − f) g(called).",
        "0", 0.0, SHARE, name="allFold", group="house", copied=True, summary="all fold {whole_percent}",
        shown=_at_showdown,
    )  # fmt: skip
    no_flop_no_drop: bool = _field(
        "No flop, no drop", "switch",
        "On: no rake if the hand ends before the flop, in razz before fourth street. Off: the house always takes its "
        "rake.",
        default=True, text="No flop, no drop", group="house", copied=True, shared=True, of_table=True,
    )  # fmt: skip
    flop_seen: bool = _field(
        "Flop", "switch",
        "On: a pot that ends by folds pays rake. With a result the table on the left decides it.",
        default=False, text="The flop is dealt", group="house", shown=lambda panel: panel.typed,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RequestInputs(Inputs):
    """The single values of a request, without its objects: outcomes, committed chips, choices and others."""

    max_bet: float | None = described(FieldSpec("", bounds=CHIPS))
    can_raise: bool = described(FieldSpec("", kind="switch", default=False))
    stderr: float | None = described(FieldSpec("", kind="share", bounds=SHARE))
    order_trials: int | None = described(FieldSpec("", kind="count", bounds=COUNT))


@dataclass(frozen=True, kw_only=True)
class KellyPanel(Inputs, Entries):
    """The values of the Kelly panel, with defaults for those not set: the ``kelly`` object of a scenario.

    ``seat``: the seat that is advised. ``typed``: the player typed the outcomes, as counts of showdowns if they are
    ``counted``; otherwise they are those of the result, or of hands played to their end if they are ``simulated``.
    ``pot_typed``: the player typed pot and price; otherwise they follow from the chips of all players. ``bet``: chips
    that hero considers adding. ``chips`` and ``stacks`` have one item per row: for each seat, or for hero and each
    opponent if the outcomes are typed. ``no_flop_no_drop`` false: the house takes rake without a flop too.
    ``full_bet``: at fixed limit, hero faces more than the bring-in on third street. ``answers``: the response of each
    player as an opponent. ``best_hands``: a single opponent calls with his best hands, ordered against the range that
    hero is ``credited`` with. ``kept``: seats whose range did not change when they folded (``engine.table.folding``).
    ``away``: the texts of players without chips, who are not dealt in (``engine.kelly.hand.table_sync``).
    ``tracker``: the tracked hand.
    """

    seat: int = _field("Seat", "whole", default=0, bounds=Bounds(at_least=0), by_hand=True)
    typed: bool = _field("Outcomes", "switch", default=False, by_hand=True)
    counted: bool = _field("Outcomes", "switch", default=False, by_hand=True)
    simulated: bool = _field("Outcomes", "switch", default=False)
    win: float | None = _field(
        "Win %", "share",
        "<b>Win</b>: probability of winning the whole pot alone, c + n x net. The rest is lost.",
        bounds=SHARE, group="outcomes", shown=lambda panel: panel.typed and not panel.counted,
    )  # fmt: skip
    split: tuple[float, ...] = _field(
        "Split %", "shares",
        "<b>Split</b>: probability of splitting the pot with exactly one opponent, then with two, …: "
        "<i>3.5 0.2</i>. Tied with s others the net is (c + (n + 1) x)/(1 + s) − x. The rest is lost, −x.",
        "0", (), SHARE, group="outcomes", shown=lambda panel: panel.typed and not panel.counted,
    )  # fmt: skip
    won: int | None = _field(
        "Won", "whole",
        "<b>Won</b>: how many of the showdowns against one opponent hero wins alone: Cassandra's count. From these "
        "counts it estimates the outcomes against n opponents: C(n,i) Π (win − k)/(total − k) Π (split − k)/"
        "(total − k).",
        "needed", bounds=COUNT, group="outcomes", shown=_counted,
    )  # fmt: skip
    tied: int | None = _field(
        "Split", "whole", "<b>Split</b>: how many of these showdowns are tied.",
        "0", bounds=COUNT, group="outcomes", shown=_counted,
    )  # fmt: skip
    showdowns: int | None = _field(
        "Out of showdowns", "whole", "<b>Total</b>: how many showdowns were counted. The rest is lost.",
        "needed", bounds=COUNT, group="outcomes", shown=_counted,
    )  # fmt: skip
    pot_typed: bool = _field("Pot", "switch", default=False, by_hand=True)
    chips: tuple[float | None, ...] = _field(
        "In the pot", "rows",
        "<b>In the pot</b>: all chips that this player has put in during the hand, blinds included. Pot before the "
        "bet: c = pot − Σ (theirs − hero's) over the live opponents.",
        "0", (), by_hand=True, shown=lambda panel: not panel.pot_typed, of_table=True,
    )  # fmt: skip
    stacks: tuple[float | None, ...] = _field(
        "Behind", "rows",
        "<b>Behind</b>: the chips a player can still bet. Between two players the effective stack counts, the smaller "
        "of the two. The largest bet is what every opponent can call.",
        "any", (), by_hand=True,
    )  # fmt: skip
    dead: float = _field(
        "Dead money", "chips",
        "<b>Dead money</b>: antes and chips in the pot of players who are no longer at the table. They are "
        "part of the pot before the bet: c = dead + (n + 1) · hero's chips.",
        "0", 0.0, group="pot", by_hand=True, shown=lambda panel: not panel.pot_typed, of_table=True,
    )  # fmt: skip
    put_in: float | None = _field(
        "Your bet this street", "chips",
        "<b>Your chips on this street</b>, before you act: a raise <i>to</i> counts them. Empty: before the flop "
        "your chips in the pot, on later streets 0.",
        "", group="pot", by_hand=True,
    )  # fmt: skip
    no_raise: bool = _field(
        "Raise", "switch",
        "Off: you can only call or fold, for example if an opponent is all in or the cap is reached",
        default=False, name="canRaise", text="A raise is possible", inverted=True, group="pot", by_hand=True,
    )  # fmt: skip
    bet: float | None = _field("Own bet", "chips", bounds=SOME_CHIPS, by_hand=True)
    limit_bet: float | None = _field(
        "Fixed limit", "chips",
        "<b>Fixed limit</b>: the small bet, the size of bets and raises on the first two streets. Kelly then "
        "compares the legal amounts: check, call, complete, bet, raise. Empty: no limit.",
        "no limit", bounds=SOME_CHIPS, group="limits", place=-1, by_hand=True, of_table=True,
    )  # fmt: skip
    big_bet: float | None = _field(
        "Big bet", "chips",
        "<b>Big bet</b>: the size of bets and raises on the turn and the river, in razz from fifth street on. The "
        "cards on the table decide the street.",
        "double", bounds=SOME_CHIPS, group="limits", place=-1, by_hand=True,
        shown=lambda panel: panel.limit_bet is not None and not panel.typed, of_table=True,
    )  # fmt: skip
    raise_by: float | None = _field(
        "Raise by", "chips",
        "<b>Size of a raise</b> at fixed limit, if it is not a full bet: an all-in of less than half a bet is only "
        "completed. Empty: a full bet.",
        "a bet", bounds=SOME_CHIPS, group="limits", by_hand=True, of_table=True,
        shown=lambda panel: panel.limit_bet is not None and panel.raise_by is not None,
    )  # fmt: skip
    full_bet: bool = _field(
        "Bring-in", "switch",
        "On: you face the bring-in and can complete it to the small bet. Off: you face a bet and can raise it.",
        default=False, name="bringIn", text="Facing the bring-in: complete", inverted=True, group="limits",
        by_hand=True,
    )  # fmt: skip
    least_gain: float = _field(
        "Ignore below %", "share",
        "<b>The smallest difference that matters</b>, as a share of the bankroll: actions whose growth differs by "
        "less count as equal.",
        "0.01", 0.0001, Bounds(at_least=0.0, below=1.0), name="leastGain", group="house", of_player=True,
    )  # fmt: skip
    points: float = _field(
        "Equity error, points", "share",
        "<b>How far the true equity may be off</b>, in points s, because ranges were guessed. Shows how the bet "
        "would change, and how much smaller to bet: f² / (f² + (df/dp)² s²) of it (shrinkage).",
        "3", DEFAULT_EQUITY_ERROR, SHARE, group="house", of_player=True, summary="equity error {points}",
        shown=_at_showdown,
    )  # fmt: skip
    answers: tuple[OpponentResponse | None, ...] = json_field(responses_from, (), by_seat=True)
    best_hands: bool = json_field(boolean, False)
    credited: str = json_field(text, "")
    kept: tuple[bool | None, ...] = json_field(tuple_of(or_none(boolean)), (), by_seat=True)
    away: tuple[str | None, ...] = json_field(tuple_of(or_none(text)), (), by_seat=True)
    tracker: Tracking = json_field(Tracking.convert, Tracking())

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the values that are used; a field with a problem has its default."""
        counted = (spec for spec in PANEL_FIELDS if spec.key in self.rejected and spec.shown(self))
        return tuple(problem for spec in counted for problem in problems_with(spec, self.rejected[spec.key]))

    @property
    def credited_range(self) -> str:
        """The range that hero is credited with."""
        return self.credited if self.credited.strip() else RANDOM

    def without_seat(self, seat: int, seats: int) -> Self:
        """Return the panel for the table without a seat; if hero sat there, the first seat becomes hero."""
        changed = super().without_seat(seat, seats)
        if self.seat and self.seat >= seat:
            changed = changed.with_entry("seat", self.seat - 1 if self.seat - 1 and self.seat > seat else None)
        return changed

    def answer(self, row: int) -> OpponentResponse | None:
        """Return the response of the opponent in a row, or None if he calls everything."""
        return self.answers[row] if row < len(self.answers) else None


PANEL_FIELDS: tuple[KellySpec, ...] = tuple(spec for spec in specs_of(KellyPanel) if isinstance(spec, KellySpec))
BY_KEY = {spec.key: spec for spec in PANEL_FIELDS}
COPIED_TO_REQUEST = tuple(spec.key for spec in PANEL_FIELDS if spec.copied)
SHARED_WITH_PANEL = tuple(spec.key for spec in PANEL_FIELDS if spec.shared)
"""Values of the panel that the tracked hand uses too."""
SET_BY_HAND = tuple(spec.key for spec in PANEL_FIELDS if spec.by_hand)
"""Values that are set by copying a tracked hand; the others do not change."""
OF_TABLE = tuple(spec.key for spec in PANEL_FIELDS if spec.of_table)
OF_PLAYER = tuple(spec.key for spec in PANEL_FIELDS if spec.of_player)


def form_fields(group: str) -> tuple[KellySpec, ...]:
    """Return the fields of a group of the form, in their order."""
    return tuple(sorted((spec for spec in PANEL_FIELDS if spec.group == group), key=lambda spec: spec.place))


def read_request_inputs(fields: Collector) -> RequestInputs:
    """Return the single values of a request; problems are noted in ``fields``."""
    return RequestInputs(**{spec.key: read_field(fields, spec) for spec in specs_of(RequestInputs)})


def read_panel(values: Mapping[str, Any]) -> KellyPanel:
    """Return the values of the ``kelly`` object of a file."""
    return KellyPanel.read(values)
