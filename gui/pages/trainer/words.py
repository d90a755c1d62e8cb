"""The sentences of the page."""

from engine import Estimate, Scenario
from engine.training.record import RECENT, Record
from gui.look.formatting import NO_BREAK, count, interval, percent

ASK = "What is the equity of {name}? Type a number and press Enter."
AGAIN = "You have missed this one before. "
COMPUTING = "Your guess is {guess}. The equity is being computed …"
EXACT_GUESS = 0.0005
"""Errors below a twentieth of a point are none."""


def points(share: float) -> str:
    """Return a difference of shares in percentage points, as in ``3.2 points``."""
    return f"{100 * share:.1f}{NO_BREAK}points"


def question(spot: Scenario, *, again: bool) -> str:
    """Return what is asked of a spot."""
    return f"{AGAIN if again else ''}{ASK.format(name=spot.seats[0].name)}"


def answer_parts(guess: float, found: Estimate) -> tuple[str, str]:
    """Return the equity, and how far the guess is off."""
    error = guess - found.equity
    off = "just right" if abs(error) < EXACT_GUESS else f"{points(abs(error))} too {'high' if error > 0 else 'low'}"
    sure = interval(found.stderr)
    head = percent(found.equity, found.stderr) + (f" {sure}" if sure else "")
    return head, f" your guess of {percent(guess, exact_digits=1)} is {off}. Enter goes on."


def score(record: Record) -> str:
    """Return how the guesses have been."""
    if record.mean is None or record.recent_mean is None:
        return "Your mean error stands here after the first guess."
    recent, means = min(RECENT, len(record.guesses)), (points(record.recent_mean), points(record.mean))
    if recent == record.given:
        return f"Mean error: {means[1]} over {recent} guess{'' if recent == 1 else 'es'}."
    return f"Mean error: {means[0]} over the last {recent}, {means[1]} over all {count(record.given)}."
