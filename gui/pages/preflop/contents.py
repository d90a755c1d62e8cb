"""From the engine's answers to what the views draw. No Qt."""

from collections.abc import Sequence

import numpy as np

from engine import __version__
from engine.preflop.answer import Action, PreflopAnswer
from engine.preflop.decision import Decided, FlopCells, joined
from engine.preflop.request import PreflopRequest
from engine.ranges.bases import base_of
from engine.scenario.preflop import BetSize
from gui.charts.drawing import Heading
from gui.look.formatting import percent
from gui.pages.preflop.asks import EveryHand, TwoHands, played, seen_action
from gui.pages.preflop.hands import AllHands, HandWorth, ranked
from gui.pages.preflop.model import Situation
from gui.pages.preflop.spread import Series, Spread
from gui.pages.preflop.words import HandNumbers, action_name, chips, telling_digits, worth

HOLLOW = ("hollow: given up", "hollow: given up, as going on would lose; what the action itself costs is not taken off")
MAP = ("colour: the best action", "blue: raise, orange: call or check, plain: fold; the deeper, the more it is worth")


def situation_brief(situation: Situation) -> str:
    """Return the situation on one line."""
    request = situation.request
    if request is None:
        return ""
    names = [f"{o.name} {_doing(o.cards, o.calls, folded=o.folded)}" for o in request.opponents]
    return " · ".join(names)


def _doing(cards: str | None, calls: str | None, *, folded: bool) -> str:
    """Say what an opponent does, and with what: before the flop its street filters wait."""
    if folded:
        return "folded"
    return f"in with {base_of(cards)}" if cards is not None else f"comes along with {base_of(calls or '')}"


def situation_lines(request: PreflopRequest) -> tuple[str, ...]:
    """Return all of the situation, for paper; street filters wait before the flop and are left out."""
    lines = [f"Hero: {base_of(request.hero)}, {chips(request.hero_chips)} in"]
    for o in request.opponents:
        text = f"{o.name}: {_doing(o.cards, o.calls, folded=o.folded)}, {chips(o.chips)} in"
        if o.cards is not None and o.calls is not None and not o.folded:
            text += f", goes on with {base_of(o.calls)}"
        lines.append(text + (f", against a raise with {base_of(o.calls_raise)}" if o.calls_raise is not None else ""))
    parts = [f"price {chips(request.price)}"]
    parts += [f"raise to {chips(request.raise_to)}"] if request.raise_to is not None else []
    parts += [f"dead money {chips(request.dead_money)}"] if request.dead_money else []
    called, raised = _bets(request.bets_called), _bets(request.bets_raised)
    parts.append(f"after the flop {called}" if called == raised else f"after the flop {called} (raised: {raised})")
    paid = ", ".join(dict.fromkeys(percent(share, exact_digits=0) for share in request.paid))
    parts += [f"opponents pay {paid} of it"]
    parts += [f"rake {percent(request.rake)}"] if request.rake else []
    parts += [f"dead {request.dead}"] if request.dead.strip() else []
    return (*lines, "; ".join(parts))


def _bets(bets: BetSize) -> str:
    return f"{percent(bets.amount, exact_digits=0)} of the pot" if bets.of_pot else f"{chips(bets.amount)} chips"


def origin_of(answer: PreflopAnswer) -> str:
    """Return how the numbers came about."""
    how = "exact, every flop, no seed needed"
    if answer.method == "sampled":
        how = f"sampled, seed {answer.request.run.seed}, intervals 95\u00a0%"
    return f"Before the flop, bad flops given up: {how} · Steel Wheel {__version__}"


def heading_of(situation: Situation, answer: PreflopAnswer, title: str, remarks: tuple[str, str], stem: str) -> Heading:
    """Return what stands round a drawing of an answer; ``remarks``: how to read it, in short and in full."""
    short, full = remarks
    lines = situation_lines(answer.request)
    return Heading(title, short, situation_brief(situation), lines, (full,), origin_of(answer), stem)


def series_of(answer: PreflopAnswer, action: Action, name: str, color: int, note: str) -> Series | None:
    """Return what the flops of an action are worth to each hand of hero's, over all who may see them.

    A sampled answer knows the histogram alone: its bins stand for the flops in them. None: no flop is seen.
    """
    if answer.decided is not None:
        cells = flop_cells(answer.decided, action.action)
        values, weights = (np.zeros(0), np.zeros(0)) if cells is None else (cells.raw, cells.p)
    elif action.flops is not None:
        low, high = action.flops.low, action.flops.high
        weights = np.array(action.flops.raw)
        values = low + (np.arange(len(weights)) + 0.5) / len(weights) * (high - low)
    else:
        return None
    able = weights > 0
    if not able.any():
        return None
    return Series(name, color, values[able], weights[able] / weights.sum(), note)


def flop_cells(decided: Decided, action: str) -> FlopCells | None:
    """Return the flops of all hands of hero's after an action; None where nobody sees one."""
    at = [plan.name for plan in decided.situation.actions].index(action)
    sets = enumerate(decided.situation.actions[at].sets())
    found = [cells for number, players in sets if players for cells in decided.set_cells(at, number)]
    return joined(found) if found else None


def action_spread(situation: Situation, answer: PreflopAnswer, color: int) -> Spread | None:
    """Return the histograms of all actions."""
    found = []
    for action in played(answer):
        note = f"{percent(action.bettable or 0.0, exact_digits=0)} of the flops are worth a bet"
        name = action_name(action.action, answer.request.raise_to)
        value = worth(action.ev, action.stderr, exact_digits=telling_digits(answer))
        series = series_of(answer, action, f"{name}: {value}", color, note)
        found += [series] if series is not None else []
    if not found:
        return None
    stem = file_stem(situation)
    return Spread(heading_of(situation, answer, "What the flops are worth, in chips", HOLLOW, stem), tuple(found))


def all_hands(situation: Situation, found: EveryHand) -> AllHands:
    """Return all classes in their order."""
    answer = found.answer
    hands = [
        HandWorth(name, dict(row.evs), row.best, found.equities[name], max(row.stderrs.values(), default=0.0))
        for name, row in answer.classes.items()
    ]
    title = "What every hand is worth before the flop"
    heading = heading_of(situation, answer, title, MAP, file_stem(situation, "all"))
    return AllHands(heading, ranked(hands))


def two_spread(situation: Situation, two: TwoHands, colors: Sequence[int], wanted: str = "") -> Spread | None:
    """Return two hands laid over one another."""
    found = []
    for name, answer, color in zip(two.names, two.answers, colors, strict=True):
        action = seen_action(answer, wanted)
        if action is None:
            continue
        note = f"{worth(action.ev, action.stderr)}, {percent(action.bettable or 0.0, exact_digits=0)} worth a bet"
        series = series_of(answer, action, name, color, note)
        found += [series] if series is not None else []
    if len(found) < 2:
        return None
    answer = two.answers[0]
    title = f"{two.names[0]} and {two.names[1]}: what their flops are worth, in chips"
    heading = heading_of(situation, answer, title, HOLLOW, file_stem(situation, "two"))
    return Spread(heading, tuple(found), overlaid=True)


def numbers_of(name: str, answer: PreflopAnswer, wanted: str = "") -> HandNumbers | None:
    """Return what sets a hand apart from another."""
    action = seen_action(answer, wanted)
    return None if action is None else HandNumbers(name, action.ev, action.bettable or 0.0, action.stderr)


def file_stem(situation: Situation, hero: str = "") -> str:
    """Return a name for files about the situation, without suffix."""
    text = hero or situation.hero
    kept = "".join(sign for sign in text if sign.isalnum() or sign in "+-")[:40]
    return f"preflop-{kept or 'range'}"
