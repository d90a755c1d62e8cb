"""Without a bankroll: the pot odds and what each action earns on average, in words."""

from engine.kelly.options import options
from engine.kelly.request import KellyRequest
from engine.kelly.risk import break_even
from gui.look.formatting import percent
from gui.pages.kelly.words import option_name, signed_chips


def odds_line(request: KellyRequest) -> tuple[str, str]:
    """Return what to do by the pot odds, and why: the share of the pot that a call needs, and that there is."""
    wager, price = request.wager, request.facts.to_call
    have = percent(wager.outcomes.equity, request.stderr or 0.0)
    if not price:
        return f"You have {have} of the pot", ""
    won = wager.after_rake(wager.won_by_call(price) + price) - price
    needed = percent(break_even(wager.bankroll, won, price).chip_ev)
    worth = next(o.choice.chip_ev for o in options(request) if o.choice.action == "call")
    return "Call" if worth > 0.0 else "Fold", f" by pot odds: need {needed}, have {have}"


def odds_reason(request: KellyRequest, put_in: float | None) -> str:
    """Return what each action earns on average."""
    worth = {option_name(option, put_in): option.choice.chip_ev for option in options(request)}
    told = [f"{name[:1].lower()}{name[1:]} {signed_chips(value)}" for name, value in worth.items()]
    return f"Chips on average: {', '.join(told)}."
