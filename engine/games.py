"""The games as data: what their rules fix, and our limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.scenario import Game, Problem, Scenario


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What is fixed by the rules and by our limits."""

    title: str
    max_seats: int
    hole_cards: tuple[str, ...]
    """Names of the cards of a hand, as they are dealt."""
    board_cards: int
    streets: tuple[str, ...]
    """Names of the betting rounds."""
    any_hand: str
    """The text of a hand that may be anything."""
    classes: tuple[str, ...]
    """Names of the classes of a final hand, worst to best in hold'em, best to worst in razz."""
    details: Mapping[str, str] = field(default_factory=dict)
    """The names that ``run.detail`` may ask for, quick ones first, and what each computes in words."""
    combo_ranges: bool = False
    """Whether the texts of hands are weights of combos: they have shares by an order of hands, a complement, and
    notations of other programs."""
    ranks_only: bool = False
    """Whether a card counts by its rank alone, so that a rank is a card."""
    stud: bool = False
    """Whether hands are dealt street by street, from the door card on face up: each card keeps its place, and a
    bring-in opens the betting."""
    fixed_limit: bool = False
    """Whether bets are of fixed limit unless something else is said."""


GAMES: dict[Game, GameSpec] = {
    "holdem": GameSpec(
        "Hold'em",
        max_seats=10,
        hole_cards=("first card", "second card"),
        board_cards=5,
        streets=("preflop", "flop", "turn", "river"),
        any_hand="random",
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
            "matrix": "the equity of every hand",
            "made": "the made hands",
            "next_card": "the next cards",
            "next_street": "the hands on the next street",
            "runouts": "turns and rivers",
            "flopped": "the flopped hands",
            "flops": "the flops",
        },
        combo_ranges=True,
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
            "outcomes": "the exact outcomes",
            "joint": "who beats whom",
            "next_card": "the next cards",
            "next_pair": "the next cards of two seats",
            "path": "the way from third street",
            "sensitivity": "one more dead card",
            "starting_hands": "the starting hands",
            "down_cards": "the down cards",
        },
        ranks_only=True,
        stud=True,
        fixed_limit=True,
    ),
}


def option_problems(scenario: Scenario) -> list[Problem]:
    """Return what is wrong with the names that ``run.detail`` asks for."""
    known = GAMES[scenario.game].details
    return [
        Problem("run.detail", f"unknown detail '{name}'; known are: {', '.join(known) or 'none yet'}")
        for name in scenario.run.detail
        if name not in known
    ]
