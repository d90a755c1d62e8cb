"""The actions of a hold'em seat (``Scenario.subranges``) as the window edits them."""

from dataclasses import replace

from engine.ranges.actions import Action
from engine.scenario import Scenario, SubRange


def actions_of(scenario: Scenario, seat: int) -> tuple[Action, ...]:
    """Return the actions of a seat in order; none where nobody has made any."""
    return tuple(Action(part.name, part.cards, part.color) for part in scenario.subranges if part.seat == seat)


def with_actions(scenario: Scenario, seat: int, actions: tuple[Action, ...]) -> Scenario:
    """Return the scenario with other actions of a seat."""
    others = tuple(part for part in scenario.subranges if part.seat != seat)
    own = tuple(SubRange(seat, action.name, action.text, action.color) for action in actions)
    return replace(scenario, subranges=tuple(sorted((*others, *own), key=lambda part: part.seat)))
