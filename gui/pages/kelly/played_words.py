"""The texts and the chart of an advice on simulated outcomes: the best action, how sure it is, and a bar for each."""

import math

from engine import __version__
from engine.kelly.risk import Z95
from engine.kelly.simulated import UNDECIDED_ERRORS, SimulatedGrowth
from gui.charts.ticks import category_ticks
from gui.charts.values import Amount, Axis, Bar, Bars, Chart, Empty, Heading, ReadOut, Row, Rule
from gui.pages.kelly.question import KellyQuestion
from gui.words.captions import brief, file_stem, inputs
from gui.words.formatting import (
    action_text,
    change_in_chips,
    change_in_growth,
    chips,
    grown,
    growth_gap,
    growth_text,
    number_of,
    signed_chips,
    size_of_share,
)

NO_PLAYED_GROWTH = Empty("Bankroll growth by action", ("The bankroll growth of each action is drawn here.",))
THICK, MAX_THICKNESS, LABELS, ROOM = 0.62, 26.0, 0.4, 0.04
NOTE = "e^g − 1, g = E ln(1 + x/W) over hands played to their end; lines: 95 % intervals; filled: best action"


def played_name(one: SimulatedGrowth, put_in: float | None) -> str:
    """Return the name of an action with its chips, as in ``Raise to 24``."""
    verb, _, to = one.action.partition(" ")
    if one.action == "all in":
        return f"All in {chips(one.bet or 0.0)}"
    if to:
        return f"{'Raise to' if verb == 'raise' else verb.capitalize()} {to}"
    return action_text(verb, one.bet or 0.0, put_in)


def near_best(question: KellyQuestion) -> list[SimulatedGrowth]:
    """Return the advised action and those that may be as good, by the error of the difference."""
    assert question.played is not None
    advice = question.played.advice
    return [
        one for one in advice.bets
        if one.action == advice.decision
        or (one.behind_best is not None
            and abs(one.behind_best) <= UNDECIDED_ERRORS * (one.behind_best_stderr or math.inf))
    ]  # fmt: skip


def played_line(question: KellyQuestion) -> tuple[str, str]:
    """Return the best action, and how much faster the bankroll grows by it than by the next best."""
    assert question.played is not None
    advice, put_in = question.played.advice, question.put_in
    best = advice.bet(advice.decision)
    head = played_name(best, put_in)
    if best.growth is None:
        return head, ": every action can lose the whole bankroll"
    if advice.undecided:
        names = [_small(played_name(one, put_in)) for one in near_best(question)]
        if len(names) == 2:
            return head, f": {names[0] if names[1] == _small(head) else names[1]} may be as good"
        return head, f": {names[0]} to {names[-1]} may be as good" if len(names) > 1 else ""
    others = [
        one for one in advice.bets if one is not best and one.growth is not None and (one.behind_best or 0.0) > 0.0
    ]
    if not others:
        return head, ""
    second = min(others, key=lambda one: one.behind_best or 0.0)
    assert second.growth is not None
    gap = growth_gap(best.growth, second.growth)
    more = size_of_share(gap, Z95 * (second.behind_best_stderr or 0.0))
    return head, f": {more} more growth than {_small(played_name(second, put_in))}"


def played_reason(question: KellyQuestion) -> str:
    """Return the growth and the chips that the best action earns, and from how many deals that is known."""
    assert question.played is not None
    advice = question.played.advice
    best = advice.bet(advice.decision)
    return f"{_growth(best)} growth, EV {_chips(best)} chips, from {number_of(advice.trials or 0, 'deal')}."


def played_assumptions(question: KellyQuestion, players: list[str]) -> str:
    """Return the assumptions of an advice on simulated outcomes; ``players``: the description of each seat's play."""
    assert question.played is not None
    notices = [text for text in question.played.advice.notices if not text.startswith("table.")]
    return " ".join((f"The hand is played to its end: {', '.join(players)}.", *notices))


def _small(name: str) -> str:
    return f"{name[:1].lower()}{name[1:]}"


def _growth(one: SimulatedGrowth) -> str:
    return growth_text(None) if one.growth is None else change_in_growth(one.growth, Z95 * (one.growth_stderr or 0.0))


def _chips(one: SimulatedGrowth) -> str:
    half = Z95 * (one.chip_ev_stderr or 0.0)
    return change_in_chips(one.chip_ev, half) if half > 0.0 else signed_chips(one.chip_ev)


def _behind(one: SimulatedGrowth, best: SimulatedGrowth) -> str:
    if one.growth is None or best.growth is None or one is best:
        return "best" if one is best else "–"
    return change_in_growth(one.growth - best.growth, Z95 * (one.behind_best_stderr or 0.0))


def played_chart(question: KellyQuestion) -> Chart | None:
    """Return a bar for the growth of each action with its 95 % interval, or None before the first advice."""
    if question.played is None:
        return None
    advice, table = question.played
    best, seat = advice.bet(advice.decision), question.seat
    names = tuple(played_name(one, question.put_in) for one in advice.bets)
    values = [-math.inf if one.growth is None else grown(one.growth) for one in advice.bets]
    errors = [Z95 * (one.growth_stderr or 0.0) * math.exp(one.growth or 0.0) for one in advice.bets]
    known = [(x, e) for x, e in zip(values, errors, strict=True) if math.isfinite(x)]
    low, high = min((0.0, *(x - e for x, e in known))), max((0.0, *(x + e for x, e in known)))
    span = high - low or 1.0
    low -= ROOM * span
    end = high + LABELS / (1.0 - LABELS) * span
    bars = tuple(
        Bar(place, THICK, 0.0, max(value, low), seat, hollow=one is not best, error=error,
            labels=(f"{_growth(one)}, {_chips(one)} chips", _growth(one)), bold=one is best)
        for place, (one, value, error) in enumerate(zip(advice.bets, values, errors, strict=True))
    )  # fmt: skip

    def read(_x: float, y: float) -> ReadOut | None:
        place = math.floor(y + 0.5)
        if not 0 <= place < len(advice.bets):
            return None
        one = advice.bets[place]
        rows = [
            Row(seat, "growth", (_growth(one),)), Row(seat, "against the best", (_behind(one, best),)),
            Row(seat, "EV in chips", (_chips(one),)),
        ]  # fmt: skip
        return ReadOut(
            names[place], tuple(rows), (low + high) / 2, float(place), region=(low, end, place - 0.5, place + 0.5)
        )

    rows = [
        (name, Amount(one.bet or 0.0), None if one.growth is None else grown(one.growth), one.growth_stderr,
         Amount(one.chip_ev), one.chip_ev_stderr)
        for name, one in zip(names, advice.bets, strict=True)
    ]  # fmt: skip
    notes = (f"not final: {question.under_way}", NOTE) if question.under_way else (NOTE,)
    origin = f"Simulation of {number_of(advice.trials or 0, 'deal')} · Steel Wheel {__version__}"
    heading = Heading(
        f"Bankroll growth by action, {question.hero}", brief(table), inputs(table), notes, origin,
        file_stem(table, "kelly-simulated"), always=False,
    )  # fmt: skip
    return Chart(
        heading,
        Axis(low, end),
        Axis(-0.5, len(names) - 0.5, category_ticks(names), grid=False),
        (Bars(bars, lying=True, max_thickness=MAX_THICKNESS), Rule(0.0, dash="solid")),
        (("action", "chips", "growth", "growth standard error", "chip EV", "chip EV standard error"), rows),
        read=read,
        stops=tuple(((low + high) / 2, float(place)) for place in range(len(names))),
        down=True,
        exported=len(names) > 1,
    )


def played_own_text(question: KellyQuestion, own: float | None) -> str:
    """Return the growth of the player's own bet compared with the advice; "" if that bet was not simulated.

    ``own``: the chips that the bet adds.
    """
    if own is None or question.played is None:
        return ""
    advice = question.played.advice
    mine = next((one for one in advice.bets if one.bet is not None and math.isclose(one.bet, own, rel_tol=0.005)), None)
    if mine is None or mine.growth is None:
        return ""
    text = f"{played_name(mine, question.put_in)}: {_chips(mine)} chips, growth {_growth(mine)}"
    return (
        f"{text}: the advice."
        if mine.action == advice.decision
        else f"{text}, {_behind(mine, advice.bet(advice.decision))} against the advice."
    )
