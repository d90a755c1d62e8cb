"""The values of the pages on which whole hands are played: the rules of the table, a match, and a simulation.

The keys are those of a request of ``steelwheel match`` or ``simulate``, except that ``limit`` is a word and that the
sizes of a fixed limit and the blinds are fields of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from engine.scenario.codec import Entries, json_field
from engine.scenario.fields import CHIPS, SHARE, SOME_CHIPS, Bounds, form_field, specs_of
from engine.scenario.names import Game
from engine.scenario.reading import as_list, integer, one_of, or_none, text

Structure = Literal["none", "pot", "fixed"]
MAX_HANDS = 1_000_000_000
USUAL_STACK = 100.0
USUAL_PLAYERS = ("tight", "neutral", "loose")


def _names(value: object, path: str) -> tuple[str | None, ...]:
    read = or_none(text)
    return tuple(read(item, f"{path}[{seat}]") for seat, item in enumerate(as_list(value, path)))


@dataclass(frozen=True, kw_only=True)
class TableRules(Entries):
    """The rules of betting. ``limit``: no limit, pot limit or fixed limit in hold'em; razz is always fixed limit."""

    limit: Structure = json_field(one_of("none", "pot", "fixed"), "none")
    small: float = form_field(
        "Small bet", "chips", "<b>Small bet</b>: the bet of the earlier streets at a fixed limit.",
        "2", 2.0, SOME_CHIPS,
    )  # fmt: skip
    big: float = form_field(
        "Big bet", "chips", "<b>Big bet</b>: the bet of the later streets at a fixed limit.",
        "4", 4.0, SOME_CHIPS,
    )  # fmt: skip
    bring_in: float = form_field(
        "Bring-in", "chips", "<b>Bring-in</b>: posted by the highest door card on third street.",
        "0.5", 0.5, SOME_CHIPS,
    )  # fmt: skip
    rake: float = form_field(
        "Rake %", "share", "<b>Rake</b>: the percentage of the pot that the house takes.", "0", 0.0, SHARE,
    )  # fmt: skip
    rake_cap: float | None = form_field(
        "Rake cap", "chips", "<b>Rake cap</b>: the most that the house takes from one pot, in chips.",
        "no cap", None, CHIPS,
    )  # fmt: skip

    def limit_value(self, *, stud: bool) -> dict[str, float] | str | None:
        """Return the limit as a request has it; stud games are played at a fixed limit."""
        if stud or self.limit == "fixed":
            return {"small": self.small, "big": self.big}
        return "pot" if self.limit == "pot" else None


@dataclass(frozen=True, kw_only=True)
class MatchPanel(TableRules):
    """The values of the page *Match*. ``players``: the names of the players and programs."""

    players: tuple[str | None, ...] = json_field(_names, USUAL_PLAYERS)
    stack: float = form_field(
        "Stack", "chips", "<b>Stack</b>: the chips of each player at the start of a hand.", "100", 100.0, SOME_CHIPS,
    )  # fmt: skip
    small_blind: float = form_field(
        "Small blind", "chips", "<b>Small blind</b>, in chips.", "0.5", 0.5, CHIPS,
    )  # fmt: skip
    big_blind: float = form_field(
        "Big blind", "chips", "<b>Big blind</b>, in chips.", "1", 1.0, SOME_CHIPS,
    )  # fmt: skip
    ante: float | None = form_field(
        "Ante", "chips", "<b>Ante</b>: posted by every player. Empty: none in hold'em, 0.25 in razz.",
        "default", None, CHIPS,
    )  # fmt: skip
    hands: int = form_field(
        "Hands", "trials",
        "<b>Hands</b>: how many hands are played. With <i>same cards for everybody</i> each deal is played once for "
        "each seating, which counts as that many hands.",
        "100000", 100_000, convert=integer(1, MAX_HANDS),
    )  # fmt: skip
    seed: int = form_field(
        "Seed", "whole", "<b>Seed</b>: the same seed deals the same cards.", "1", 1, Bounds(at_least=0, at_most=2**53),
    )  # fmt: skip
    carry: bool = form_field(
        "Stacks carry over", "switch",
        "<b>Stacks carry over</b>: a player without chips is out. Off: every stack is full before each hand, and each "
        "deal is played once for each seating, so that everybody gets the same cards.",
        default=False, text="stacks carry over (no rebuy)",
    )  # fmt: skip

    def request(self, game: Game, *, stud: bool) -> dict[str, Any]:
        """Return the JSON values of the request, with the names of the players; ``stud``: whether it is a stud
        game."""
        values: dict[str, Any] = {
            "steelwheel_match": 1, "game": game, "players": list(self.players), "stack": self.stack,
            "hands": self.hands, "seed": self.seed, "top_up": not self.carry, "rake": self.rake,
        }  # fmt: skip
        values |= {"ante": self.ante} if self.ante is not None else {}
        values |= {"rake_cap": self.rake_cap} if self.rake_cap is not None else {}
        limit = self.limit_value(stud=stud)
        values |= {"limit": limit} if limit is not None else {}
        blinds: dict[str, Any] = {"blinds": [self.small_blind, self.big_blind]}
        return values | ({"bring_in": self.bring_in} if stud else blinds)


MATCH_FIELDS = {spec.key: spec for spec in specs_of(MatchPanel)}


@dataclass(frozen=True, kw_only=True)
class SimulationPanel(TableRules):
    """The values of the page *Simulate*.

    ``hero``, ``button``: seats (None: the first and the last one). ``players``: by seat the name of a player or
    program, None for the usual one. ``actions``: of hero, separated by commas; "": the usual ones.
    """

    hero: int = json_field(integer(0), 0)
    button: int | None = json_field(or_none(integer(0)), None)
    pot: float | None = form_field(
        "Pot", "chips",
        "<b>Pot</b>: all chips in the middle, the bets of this street included. Empty: those bets alone.",
        "the bets", None, CHIPS,
    )  # fmt: skip
    min_bet: float = form_field(
        "Minimum bet", "chips", "<b>Minimum bet</b>: the smallest bet, the big blind as a rule.",
        "1", 1.0, SOME_CHIPS,
    )  # fmt: skip
    ante: float = form_field(
        "Ante", "chips", "<b>Ante</b>: posted by every player; used on third street in razz.",
        "0.25", 0.25, CHIPS,
    )  # fmt: skip
    stacks: tuple[float | None, ...] = form_field(
        "Stack", "rows", "<b>Stack</b>: the chips that this player has left.", "100", (), CHIPS, name="stack",
    )  # fmt: skip
    street_bets: tuple[float | None, ...] = form_field(
        "Bet", "rows", "<b>Bet</b>: the chips that this player has put in on this street.", "0", (), CHIPS, name="bet",
    )  # fmt: skip
    actions: str = form_field(
        "Actions", "text",
        "<b>Actions</b>: the actions of hero that are compared, separated by commas, such as <i>fold, call, raise 16, "
        "raise pot, all in</i>. Empty: fold or check, call, half the pot, pot and all in, as far as they are legal.",
        "fold or check, call, half the pot, pot, all in", "", convert=text,
    )  # fmt: skip
    players: tuple[str | None, ...] = json_field(_names, (), by_seat=True)

    def request(self, seats: int, *, stud: bool) -> dict[str, Any]:
        """Return the JSON values of the request for a table of ``seats`` seats, without the table; ``stud``: whether
        it is a stud game."""
        bets = [self.item("street_bets", seat) or 0.0 for seat in range(seats)]
        stacks = [self.item("stacks", seat) for seat in range(seats)]
        values: dict[str, Any] = {
            "steelwheel_simulation": 1, "hero": self.hero_seat(seats), "button": self.button_seat(seats),
            "pot": self.pot_before(seats), "street_bets": bets,
            "stacks": [USUAL_STACK if stack is None else stack for stack in stacks],
            "limit": self.limit_value(stud=stud), "min_bet": self.min_bet, "rake": self.rake, "rake_cap": self.rake_cap,
            "actions": [text.strip() for text in self.actions.split(",") if text.strip()],
            "players": [self.item("players", seat) for seat in range(seats)],
        }  # fmt: skip
        return values | ({"ante": self.ante, "bring_in": self.bring_in} if stud else {})

    def pot_before(self, seats: int) -> float:
        """Return the chips in the middle before hero's action at a table of ``seats`` seats."""
        return sum(self.item("street_bets", seat) or 0.0 for seat in range(seats)) if self.pot is None else self.pot

    def at_turn(
        self, hero: int, button: int, pot: float, stacks: Sequence[float | None], bets: Sequence[float]
    ) -> Self:
        """Return the panel for a hand at the turn of the seat ``hero``; ``stacks`` and ``bets`` by seat (None:
        unknown)."""
        return self.with_entries({
            "hero": hero or None, "button": button, "pot": pot, "stacks": list(stacks), "street_bets": list(bets),
            "players": [None if seat == hero else name for seat, name in enumerate(self.players)] or None,
            "actions": None,
        })  # fmt: skip

    def with_limit(self, small: float | None, big: float | None) -> Self:
        """Return the panel at a fixed limit, or without a limit if ``small`` is None."""
        return self.with_entries({"limit": None if small is None else "fixed", "small": small, "big": big})

    def hero_seat(self, seats: int) -> int:
        """Return hero's seat at a table of ``seats`` seats: the first if the chosen one does not exist."""
        return self.hero if self.hero < seats else 0

    def button_seat(self, seats: int) -> int:
        """Return the seat of the button at a table of ``seats`` seats: the last one unless another is chosen."""
        return self.button if self.button is not None and self.button < seats else seats - 1

    def without_seat(self, seat: int, seats: int) -> Self:
        """Return the panel for the table without a seat."""
        hero, button = self.hero_seat(seats), self.button
        moved: dict[str, Any] = {
            "hero": (0 if hero == seat else hero - (hero > seat)) or None,
            "button": None if button is None or button == seat else button - (button > seat),
        }
        return super().without_seat(seat, seats).with_entries(moved)


SIMULATION_FIELDS = {spec.key: spec for spec in specs_of(SimulationPanel)}
