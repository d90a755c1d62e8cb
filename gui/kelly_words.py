"""Kelly in words: the advice on one line for people who never heard of it, and numbers as they are shown."""

import math
from collections.abc import Mapping
from typing import Any

from engine import KellyRequest, evaluate_bet
from gui.formatting import NO_BREAK, percent
from gui.kelly_fields import multiple_name

Answer = Mapping[str, Any]
DIGITS = 4
THIN = "\u202f"
ADDED = {"bet": "Bet", "raise": "Raise, adding", "complete": "Complete, adding", "call": "Call"}
NEGLIGIBLE = 5e-8


def chips(value: float) -> str:
    """Return an amount in four digits or in whole chips, as in ``118.3`` or ``12 050``."""
    if value == 0.0:
        return "0"
    digits = max(0, DIGITS - 1 - math.floor(math.log10(abs(value)) + 1e-12))
    text = f"{value:,.{min(digits, 6)}f}".replace(",", THIN)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed_chips(value: float) -> str:
    """Return an amount with its sign."""
    return f"{'−' if value < 0 else '+'}{chips(abs(value))}" if chips(abs(value)) != "0" else "0"


def growth_size(value: float) -> str:
    """Return the size of a growth in percent of the bankroll, as in ``0.02 %``: two digits that mean something."""
    size = 100.0 * abs(value)
    if size < 100 * NEGLIGIBLE:
        return f"0{NO_BREAK}%"
    digits = min(max(2, 1 - math.floor(math.log10(size))), 6) if size < 1 else 2
    return f"{size:.{digits}f}{NO_BREAK}%"


def growth_text(value: float | None) -> str:
    """Return a growth with its sign; None is the loss of everything for ever."""
    if value is None:
        return "−∞"
    if abs(value) < NEGLIGIBLE:
        return f"0{NO_BREAK}%"
    return f"{'−' if value < 0 else '+'}{growth_size(value)}"


def headline(answer: Answer, request: KellyRequest) -> str:
    """Return what to do on one line."""
    decision = answer["decision"]
    if decision == "check":
        return f"Check{_cost(answer, request)}{_span(answer)}"
    if decision == "fold":
        return f"Fold{_cost(answer, request)}{_span(answer)}"
    size = chips(answer["bet"])
    if decision == "call":
        return f"Call {size}{_gain(answer)}{_span(answer)}"
    share = f" ({multiple_name(request.terms.multiplier)})" if not request.terms.choices else ""
    if answer["bet"] >= request.wager.bankroll * (1 - 1e-9):
        share = ", all of it"
    return f"{ADDED[decision]} {size}{share}{_span(answer)}"


def brief_advice(answer: Answer) -> str:
    """Return the advice in two words, as for the log: ``Bet 118``, ``Check``."""
    decision = answer["decision"]
    return decision.capitalize() if decision in ("check", "fold") else f"{ADDED[decision]} {chips(answer['bet'])}"


def reason(answer: Answer, request: KellyRequest) -> str:
    """Return why, in a sentence that needs no knowledge of Kelly."""
    decision = answer["decision"]
    if decision == "fold":
        needed, wins = answer["break_even"]["growth"], request.wager.outcomes.equity
        return f"It takes {percent(needed)} to win for a call to pay, and you have {percent(wins)} of the pot."
    if decision == "check":
        return "Any bet would, in the long run, make your bankroll grow more slowly than checking does."
    gain = answer["growth"] - answer["growth_at_zero"]
    versus = "folding" if request.terms.zero == "fold" else "checking"
    text = f"Your bankroll grows {growth_size(gain)} more than by {versus}; "
    return f"{text}on average {signed_chips(answer['chip_ev'])} chips."


def example_bet(answer: Answer, request: KellyRequest) -> tuple[str, float] | None:
    """Return an action to compare a check or fold with: the best of those weighed, else half the pot."""
    if answer["bets"]:
        best = max(answer["bets"], key=lambda b: -math.inf if b["growth"] is None else b["growth"])
        return best["action"], best["bet"]
    most = request.terms.max_bet
    limit = request.wager.bankroll if most is None else min(most, request.wager.bankroll)
    size = min(0.5 * request.facts.total or 0.01 * request.wager.bankroll, limit)
    step = request.terms.chip or 10.0 ** math.floor(math.log10(size)) if size > 0.0 else 0.0
    size = math.floor(size / step + 1e-9) * step if step else 0.0
    return ("bet", size) if size > 0.0 else None


def _cost(answer: Answer, request: KellyRequest) -> str:
    example = example_bet(answer, request)
    if example is None:
        return ""
    action, size = example
    lost = answer["growth_at_zero"] - evaluate_bet(request.wager, action, size).growth
    name = "a bet of" if action == "bet" else "a raise of" if action == "raise" else "calling"
    if math.isinf(lost):
        return f": {name} {chips(size)} could cost everything"
    return f": {name} {chips(size)} would cost {growth_size(lost)} growth"


def _gain(answer: Answer) -> str:
    return f": {growth_size(answer['growth'] - answer['growth_at_zero'])} more growth than folding"


def _span(answer: Answer) -> str:
    """Return the 95% interval of the advice that the sampling error leaves; nothing where it is one thing."""
    if "interval" not in answer:
        return ""
    low, high = (answer["interval"][end] for end in ("low", "high"))
    if low["decision"] == high["decision"] and (low["bet"] == 0.0 or chips(low["bet"]) == chips(high["bet"])):
        return ""
    ends = [brief_advice(end).lower() if low["decision"] != high["decision"] else chips(end["bet"])
            for end in (low, high)]  # fmt: skip
    between = "–" if low["decision"] == high["decision"] else " to "
    return f", 95{NO_BREAK}% interval {ends[0]}{between}{ends[1]}"
