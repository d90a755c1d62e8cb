"""The results of a journal in words."""

import math
from dataclasses import dataclass
from datetime import datetime

from engine.journal.history import Deviation, Fan, Luck
from engine.journal.records import Act, Decision, Hand
from gui.look.formatting import NO_BREAK, action_text, chips, count, growth_size, percent, signed_chips
from gui.state.journal import Overview

NOT_READ = "The journal is being read …"
NOT_KEPT = "Hands are not kept: choose a journal to have them kept from the next step on."
EMPTY = (
    "No hand has ended yet. Play one through the hand tracker of the page Kelly: what you were advised, what you did "
    "and what it brought is kept here by itself."
)
FAN_TIP = (
    "Where the bankroll would be had the last decision of each hand been as advised: its result is drawn 4,000 times "
    "from what it may bring; cards, prices and the chips put in before it stay. Chips put in between hands are "
    "put in there too; of chips taken out, the same part is"
)
HALVED_TIP = (
    "How likely play alone would have lost half of the bankroll, counted from the first hand, after one of the hands; "
    "chips put in do not make up for it"
)
DEVIATION_TIP = (
    "Growth of the bankroll that was given up by doing something else than advised, all decisions together; a check "
    "and what followed it on the same street are one"
)
LUCK_TIP = (
    "Chips since the last decision of hands with a showdown, beside what was to be expected then of a bet that is "
    "called; one ± is ordinary"
)
CRUMB = 0.005
"""Fewer chips than this are a rounding of typed numbers."""


def headline(overview: Overview | None) -> str:
    """Return how the bankroll has changed, on one line."""
    if overview is None:
        return NOT_READ
    if overview.problem:
        return f"The journal cannot be read: {overview.problem}."
    if overview.chosen is None and overview.rows:
        return NOT_KEPT
    if overview.curve is None or len(overview.curve.bankroll) < 2:
        return EMPTY
    first, last = float(overview.curve.bankroll[0]), float(overview.curve.bankroll[-1])
    hands, added = hands_text(len(overview.curve.bankroll) - 1), overview.curve.added
    change = "" if first <= 0.0 else f", {'−' if last < first else '+'}{percent(abs(last / first - 1))}"
    if abs(added) >= CRUMB:
        moved = f"{chips(abs(added))} {'put in' if added > 0.0 else 'taken out'} between hands"
        change = f", {moved}, {signed_chips(last - first - added)} by play"
    return f"{hands}: from {chips(first)} to {chips(last)} chips{change}."


def hands_text(number: int) -> str:
    """Return a number of hands."""
    return f"{count(number)} hand{'' if number == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the page: its title, its text, and the meaning of both."""

    title: str
    text: str
    meaning: str


def facts(overview: Overview) -> tuple[Fact, ...]:
    """Return further results; none where no hand has ended."""
    advised, done, cost, luck = overview.advised, overview.done, overview.deviation, overview.luck
    if advised is None or done is None or cost is None or luck is None:
        return ()
    return (
        Fact("As advised", fan_text(advised), FAN_TIP),
        Fact("Half lost", halved_text(advised, done), HALVED_TIP),
        Fact("Deviating", deviation_text(cost, overview.hands), DEVIATION_TIP),
        Fact("Luck", luck_text(luck), LUCK_TIP),
    )


def fan_text(fan: Fan) -> str:
    """Return where the advice would have led."""
    low, middle, high = (chips(float(ends[-1])) for ends in (fan.low, fan.middle, fan.high))
    return f"{low} … {high} chips in 90{NO_BREAK}% of the cases, half of them above {middle}"


def halved_text(advised: Fan, done: Fan) -> str:
    """Return how likely half of the bankroll would have been lost at some time."""
    shares = (percent(fan.p_halved, fan.stderr, exact_digits=1) for fan in (advised, done))
    return "at some time: chance {} by the advice, {} by what was done".format(*shares)


def deviation_text(cost: Deviation, hands: tuple[Hand, ...]) -> str:
    """Return the growth that deviating from the advice has cost, and the decision that cost most."""
    number = f"{count(cost.decisions)} decision{'' if cost.decisions == 1 else 's'}"
    if not cost.deviated:
        return f"every advice was followed, in {number}" if cost.decisions else "no decision had an advice"
    text = f"in {count(cost.deviated)} of {number}: {given_up_text(cost.growth)} growth given up"
    if cost.worst is None:
        return text
    hand, place = cost.worst
    worst = hands[hand].counted[place][-1]
    done, advised = (act_text(act, worst.put_in) for act in (worst.done, worst.advised))
    return f"{text}, most in hand {hand + 1} ({worst.street}: {done}, not {advised})"


def luck_text(luck: Luck) -> str:
    """Return the chips won at showdowns and the chips that were to be expected."""
    if not luck.showdowns:
        return "no showdown yet after a decision with an advice"
    times = f"{count(luck.showdowns)} showdown{'' if luck.showdowns == 1 else 's'}"
    expected = f"{signed_chips(luck.expected)} ± {chips(luck.stderr)}"
    return f"{signed_chips(luck.luck)} chips: {times} brought {signed_chips(luck.won)}, expected were {expected}"


def given_up_text(growth: float) -> str:
    """Return a growth that was given up; below 0 more was taken than the advice has."""
    if math.isinf(growth):
        return "all (everything was risked)"
    return f"{'−' if growth < 0 and growth_size(-growth)[0] != '0' else ''}{growth_size(-growth)}"


def act_text(act: Act, put_in: float | None) -> str:
    """Return an action as the tracker says it: a raise is *to* all that is in on the street, ``put_in`` by then."""
    return action_text(act.action, act.chips, put_in).lower() if act.chips else act.action


def same_act(decision: Decision) -> bool:
    """Return whether the advice was followed, as it is shown."""
    return act_text(decision.advised, decision.put_in) == act_text(decision.done, decision.put_in)


def moment_text(at: str) -> str:
    """Return a saved time; a text that is none as it is."""
    try:
        return f"{datetime.fromisoformat(at):%Y-%m-%d %H:%M}"
    except ValueError:
        return at
