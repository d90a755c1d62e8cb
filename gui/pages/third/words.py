"""The page of third street in words."""

from engine.third.answer import Action, ThirdAnswer
from engine.third.request import ThirdRequest
from gui.look.formatting import chips, margin, percent, worth

LEFT_OUT = (
    ("Nobody raises again", "A completion is called or folded to; a raise behind it is not looked at."),
    ("opponents pay on every fourth street", "Opponents never fold after fourth street: they pay their share on it."),
    ("bets are one amount", "All bets from fourth street on are one amount, which hero puts in if he goes on."),
    ("a free card counts as nothing", "A fourth street that is given up is worth 0, also where checking is free."),
)
"""What the model leaves out: in short, and in a sentence."""


def action_name(action: str, request: ThirdRequest) -> str:
    """Return an action as the answer names it, as in ``Complete to 2``."""
    if action == "complete" and request.raise_to is not None:
        return f"Complete to {chips(request.raise_to)}"
    return action.capitalize()


def headline(answer: ThirdAnswer) -> tuple[str, str]:
    """Return what to do, and what that is worth over the next best action."""
    ordered = sorted(answer.actions, key=lambda action: (action.action != answer.best, -action.ev))
    best, second = ordered[0], ordered[1]
    error = best.stderr + second.stderr
    around = margin(error)
    over = f"{worth(best.ev - second.ev, error)}{f' ({around})' if around else ''}"
    rest = f"  worth {over} chips over {_phrase(second.action)}"
    return action_name(best.action, answer.request), rest


def _phrase(action: str) -> str:
    return {"fold": "a fold", "call": "a call", "check": "a check", "complete": "completing"}[action]


def reason(answer: ThirdAnswer) -> str:
    """Return in one sentence why the best action is the best."""
    played = [action for action in answer.actions if action.action != "fold"]
    action = next((a for a in played if a.action == answer.best), max(played, key=lambda a: a.ev))
    if action.everybody_folds > 1 - 1e-9:
        return "Everybody folds every time."
    going = f"hero goes on with {percent(action.playable, exact_digits=0)} of the fourth streets"
    share = f"{percent(action.equity, exact_digits=0)} of the pot at the showdown"
    if answer.best == "fold":
        return f"{_phrase(action.action).capitalize()} would lose {chips(-action.ev)}: {going}, with {share}."
    if action.everybody_folds > 0:
        folds = percent(action.everybody_folds, exact_digits=0)
        return f"Everybody folds {folds} of the time; otherwise {going}, with {share}."
    return f"{going[:1].upper()}{going[1:]}, with {share}."


def method_line(answer: ThirdAnswer) -> str:
    """Return how the numbers came about."""
    how = "exact" if answer.method == "exact" else f"sampled, {answer.trials or 0:,} deals"
    return f"{how}: {answer.reason}"


def ev_text(action: Action) -> str:
    """Return the worth of an action with its interval."""
    around = margin(action.stderr)
    return f"{worth(action.ev, action.stderr, exact_digits=3)}{f' {around}' if around else ''}"
