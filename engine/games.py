"""The two games as data."""

from dataclasses import dataclass

from engine.scenario import Game, Problem, Scenario


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What is fixed by the rules and by our limits."""

    title: str
    max_seats: int
    hole_cards: int
    board_cards: int
    any_hand: str
    """The text of a hand that may be anything."""
    classes: tuple[str, ...]
    """Names of the classes of a final hand, worst to best in hold'em, best to worst in razz."""
    details: tuple[str, ...] = ()
    """Names that ``run.detail`` may ask for."""


GAMES: dict[Game, GameSpec] = {
    "holdem": GameSpec(
        "Hold'em",
        max_seats=10,
        hole_cards=2,
        board_cards=5,
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
        details=("matrix", "next_card", "flops"),
    ),
    "razz": GameSpec(
        "Razz",
        max_seats=8,
        hole_cards=7,
        board_cards=0,
        any_hand="x",
        classes=("5", "6", "7", "8", "9", "10", "11", "12", "13", "paired"),
        details=("outcomes", "joint", "next_card", "path", "sensitivity", "starting_hands"),
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
