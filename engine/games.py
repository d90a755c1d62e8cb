"""The games as data: the numbers and properties that their rules fix, and the limits of this program.

Code asks for the property that it depends on, never for the name of a game (a test).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from engine.scenario import Game, GameTable, Problem, RunOptions, Scenario, Seat


@dataclass(frozen=True, slots=True)
class DetailSpec:
    """A detail: its title in ``words``, the class of its ``value`` in ``engine.equity.details``, and the ``factory`` in
    ``engine``, a function that takes a result and returns the work. Both are imported when they are needed.

    ``tables``: small ones, as ``AA v random | 2c 3d 4s 8h`` (or more, ``| sampled``), which need all its kernels.
    """

    words: str
    value: str
    factory: str
    tables: tuple[str, ...]

    def load_value(self) -> Any:
        """Return the class of the value."""
        return _loaded(f"details.{self.value}")

    def load_factory(self) -> Any:
        """Return the function that computes it."""
        return _loaded(self.factory)


def _loaded(path: str) -> Any:
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"engine.equity.{module}"), name)


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The row of a game."""

    title: str
    max_seats: int
    hole_cards: tuple[str, ...]
    """Names of the cards of a hand, in dealing order."""
    board_cards: int
    streets: tuple[str, ...]
    """Names of the betting rounds."""
    any_hand: str
    """The text of a hand of which nothing is known."""
    classes: tuple[str, ...]
    """Names of the classes of a final hand by their height: worst to best, or best to worst if the low hand wins."""
    details: Mapping[str, DetailSpec] = field(default_factory=dict)
    """The details by their names in ``run.detail``, quick ones first."""
    hands_are_combos: bool = False
    """Whether a hand is one of the 1,326 combos of two cards, and the text of a seat a range: weights of combos. Ranges
    have percentages by an order of hands, complements, subranges, and notations of other programs."""
    low: bool = False
    """Whether the lowest hand wins."""
    ranks_only: bool = False
    """Whether suits never matter, so that cards are written and stored by their ranks."""
    stud: bool = False
    """Whether each player is dealt cards street by street, from the door card on face up: each card keeps its place,
    and a bring-in opens the betting."""
    fixed_limit: bool = False
    """Whether bets are of fixed limit unless something else is said."""
    share_spread: float = 1.0
    """The largest spread of the shares of final hands in sampled deals, as a multiple of the binomial one.

    Measured over 200 seeds of 20,000 deals on fourteen tables: hold'em 0.3 to 1.2 (the most with six seats of one wide
    range, as several deals share a board), razz 0.5 to 1.02.
    """
    turn_share_spread: float = 1.0
    """The same while one card of the board is to come: several deals share all hands, which then decide nearly alone.

    Measured over 100 seeds on four tables with four to six ranges: 1.2 to 1.7, 1.5 on average.
    """

    @property
    def has_board(self) -> bool:
        """Whether the players share cards on a board."""
        return self.board_cards > 0

    def detail_words(self, name: str, default: str = "") -> str:
        """Return the title of a detail, or ``default`` if the game has no such detail."""
        return self.details[name].words if name in self.details else default


FLOP, TURN, DEALT = "AA v KK | 2c 3d 4s", "AA v random | 2c 3d 4s 8h", "AhAd v random v random | | sampled"
SIXTH, FIVE = "A 2 3 4 5 9 v (8-8-)8 9 T J", "(8-8-8-) v (7-7-) v A29 v x v x | | sampled"
"""The texts of small tables, for :func:`small_table`."""

GAMES: GameTable[GameSpec] = GameTable("rules", {
    "holdem": GameSpec(
        "Hold'em",
        max_seats=10,
        hole_cards=("first card", "second card"),
        board_cards=5,
        streets=("preflop", "flop", "turn", "river"),
        any_hand="random",
        share_spread=1.2,
        turn_share_spread=1.5,
        classes=(
            "high card",
            "pair",
            "two pair",
            "three of a kind",
            "straight",
            "flush",
            "full house",
            "four of a kind",
            "straight flush",
        ),
        details={
            "matrix": DetailSpec("the equity of every hand", "matrix.Matrix", "holdem.details.matrix", (TURN, DEALT)),
            "made": DetailSpec("the made hands", "made.MadeEquities", "holdem.details.made", (f"{TURN} | sampled",)),
            "next_card": DetailSpec("the next cards", "next_cards.NextCards", "holdem.details.next_card", (TURN,)),
            "next_street": DetailSpec(
                "the hands on the next street", "matrix.NextStreet", "holdem.runouts.next_street", (TURN,)
            ),
            "runouts": DetailSpec("turns and rivers", "next_cards.Runouts", "holdem.runouts.runouts", (FLOP,)),
            "flopped": DetailSpec("the flopped hands", "made.Flopped", "holdem.details.flopped", ("AA v random",)),
            "flops": DetailSpec(
                "the flops", "next_cards.Flops", "holdem.details.flops", (DEALT, "AA v random", "AhAd v KhKd v QhJh")
            ),
        },
        hands_are_combos=True,
    ),
    "razz": GameSpec(
        "Razz",
        max_seats=8,
        hole_cards=(
            "first down card",
            "second down card",
            "door card",
            "fourth street",
            "fifth street",
            "sixth street",
            "seventh street",
        ),
        board_cards=0,
        streets=("third street", "fourth street", "fifth street", "sixth street", "seventh street"),
        any_hand="x",
        classes=("5", "6", "7", "8", "9", "10", "11", "12", "13", "paired"),
        details={
            "outcomes": DetailSpec("the final hands", "lows.Lows", "razz.outcomes.outcomes", (SIXTH, FIVE)),
            "joint": DetailSpec("low against low", "lows.Meetings", "razz.outcomes.joint", (SIXTH,)),
            "next_card": DetailSpec(
                "the next cards", "next_cards.NextRanks", "razz.next_card.next_ranks", (SIXTH, FIVE)
            ),
            "next_pair": DetailSpec(
                "the next cards of two seats", "next_cards.NextPairs", "razz.next_card.next_pair", (SIXTH,)
            ),
            "path": DetailSpec("equity by street", "next_cards.StreetPath", "razz.derived.path", (SIXTH,)),
            "sensitivity": DetailSpec(
                "one more dead card",
                "next_cards.DeadCards",
                "razz.next_card.dead_card_sensitivity",
                (f"{SIXTH} | | sampled",),
            ),
            "starting_hands": DetailSpec(
                "the starting hands",
                "starting_hands.StartingHands",
                "razz.starting.starting_hands",
                (SIXTH, f"{SIXTH} | | sampled"),
            ),
            "down_cards": DetailSpec("the down cards", "starting_hands.DownPairs", "razz.by_pair.down_cards", (SIXTH,)),
        },
        low=True,
        ranks_only=True,
        stud=True,
        fixed_limit=True,
    ),
})  # fmt: skip

FIRST_BIG_BET_STREET = 2
"""At a fixed limit the bets of the first two streets are small ones, those from this street on are big ones."""


def option_problems(scenario: Scenario) -> list[Problem]:
    """Return a problem for each unknown name in ``run.detail``."""
    known = GAMES[scenario.game].details
    return [
        Problem("run.detail", f"unknown detail '{name}'; available: {', '.join(known) or 'none yet'}")
        for name in scenario.run.detail
        if name not in known
    ]


def small_table(game: Game, text: str, *details: str) -> Scenario:
    """Return the scenario of a text such as ``AA v random | 2c 3d 4s 8h | sampled``, whose run requests ``details``."""
    cards, board, method = (*(part.strip() for part in text.split("|")), "", "")[:3]
    seats = tuple(Seat(f"Seat {i + 1}", hand) for i, hand in enumerate(cards.split(" v ")))
    return Scenario(game, seats, board, run=RunOptions(method="sampled" if method else "auto", detail=details))
