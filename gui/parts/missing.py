"""Why a page has nothing to show yet."""

from engine import Scenario
from gui.state.session import Session

NO_CARDS = "Fill in the seats on the left: click cards, type them, or write a range."
SOME_WITHOUT_CARDS = (
    "Some seats have no cards yet: type them, or “x” for a hand of which nothing is known.\n"
    "A seat that does not play is folded or removed."
)
NO_OPPONENT = "A seat alone wins every pot: give a second one cards or a range."
COMPUTING = "Computing…"
PROBLEM = "The table cannot be computed as it is: the status line says why."
STOPPED = "The run was stopped before this was known: start it again with F5."


def why_missing(scenario: Scenario, session: Session) -> str:
    """Return what has to be done, or waited for, before a detail of hold'em can be there."""
    filled = sum(seat.plays for seat in scenario.seats)
    if filled < 2:
        return NO_OPPONENT if filled else NO_CARDS
    if session.problems:
        return PROBLEM
    return COMPUTING if session.state != "idle" else STOPPED


def is_alone(scenario: Scenario) -> bool:
    """Say whether a single seat is dealt in and has not folded: it wins every pot, there are no equities to tell."""
    return sum(seat.plays for seat in scenario.seats) == 1


def why_missing_in_razz(scenario: Scenario, session: Session, teach: str) -> str:
    """Return the same for razz; ``teach``: what the page says to an empty table."""
    if not any(seat.cards.strip() for seat in scenario.seats):
        return teach
    if session.problems:
        return SOME_WITHOUT_CARDS if all(problem.incomplete for problem in session.problems) else PROBLEM
    return COMPUTING if session.state != "idle" else STOPPED
