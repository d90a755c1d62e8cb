"""The texts of the pre-flop page: answers, situations and amounts in words."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine import __version__
from engine.equity.details.next_cards import Z95
from engine.preflop.answer import PreflopAction, PreflopAnswer, ValueChange
from engine.preflop.request import PreflopRequest
from engine.ranges.bases import base_of
from engine.scenario.seat_panel import BetSize
from gui.pages.preflop.model import PreflopPageSituation
from gui.words.formatting import NO_BREAK, margin, percent, sampled_percent, worth

MINUS = "−"
DIGITS, MAX_DIGITS = 4, 4
_FIELD = re.compile(r"^[a-z_]+(\[\d+\])?(\.\w+)*: ")

LEFT_OUT = (
    (
        "One re-raise",
        "Players of a type raise again as often as their type does; then all others fold, and you call or fold, "
        "whichever is better. Ranges that you typed never raise, and nobody raises a limp.",
    ),
    ("opponents pay on every flop", "Opponents pay the same share of the bets on every flop, good or bad."),
    ("no stack limits", "Everybody can cover all bets: there are no stacks and no side pots."),
    (
        "free cards are worth 0",
        "If checking is free, a flop that you give up counts as 0: the EV is a lower bound.",
    ),
)
"""The simplifications of the model, each in short and in a sentence."""


@dataclass(frozen=True, slots=True)
class HandNumbers:
    """A class of hands: the EV of an action, the share of its flops that it bets, and the standard error of the EV."""

    name: str
    worth: float
    bettable: float
    stderr: float = 0.0

    @property
    def worth_text(self) -> str:
        """The EV, with its interval if it is sampled."""
        around = margin(self.stderr)
        return f"{worth(self.worth, self.stderr)} ({around})" if around else worth(self.worth)


def short_chips(value: float) -> str:
    """Return an amount of chips as short as possible, as in ``2.5`` or ``−1``."""
    if abs(value) < 5e-7:
        return "0"
    # As many decimals as leave DIGITS significant digits; the logarithm of a power of ten may come out too small.
    digits = min(max(0, DIGITS - 1 - math.floor(math.log10(abs(value)) + 1e-12)), 6)
    text = f"{abs(value):.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{MINUS if value < 0 else ''}{text}"


def signed(value: float) -> str:
    """Return an amount of chips with its sign, as in ``+2.5``; 0 has none."""
    text = short_chips(value)
    return text if text == "0" or text.startswith(MINUS) else f"+{text}"


def action_word(action: str) -> str:
    """Return the name of an action with a capital letter."""
    return action.capitalize()


def action_name(action: str, raise_to: float | None) -> str:
    """Return the name of an action with its amount, as in ``Raise to 3``."""
    return f"Raise to {short_chips(raise_to)}" if action == "raise" and raise_to is not None else action_word(action)


def headline(answer: PreflopAnswer, raise_to: float | None) -> tuple[str, str]:
    """Return two texts: the best action with its EV, and the others with theirs, the better first."""
    digits = telling_digits(answer)
    parts = [_valued(action, raise_to, digits) for action in _in_order(answer)]
    return f"{parts[0]} chips", "".join(f"{NO_BREAK}· {part}" for part in parts[1:])


def telling_digits(answer: PreflopAnswer) -> int:
    """Return the number of decimals with which the EVs of all actions differ."""
    values = [action.ev for action in answer.actions]
    return next((n for n in (2, 3) if len({f"{v:.{n}f}" for v in values}) == len(values)), MAX_DIGITS)


def _in_order(answer: PreflopAnswer) -> list[PreflopAction]:
    """Return the actions, the best first; of equal ones ``answer.best`` is the first."""
    return sorted(answer.actions, key=lambda action: (action.action != answer.best, -action.ev))


def _valued(action: PreflopAction, raise_to: float | None, digits: int) -> str:
    around = f" ({margin(action.stderr)})" if action.stderr > 0 else ""
    value = worth(action.ev, action.stderr, exact_digits=digits)
    return f"{action_name(action.action, raise_to)}:{NO_BREAK}{value}{around}"


def sentence(notice: str) -> str:
    """Return a notice of the engine as a sentence, without the name of its field."""
    text = _FIELD.sub("", notice)
    return f"{text[:1].upper()}{text[1:]}."


def reason(answer: PreflopAnswer) -> str:
    """Return in one sentence why the best action is the best."""
    played = [action for action in _in_order(answer) if action.action != "fold"]
    if not played:
        return ""
    action = played[0]
    flops = f"{sampled_percent(action.playable, action.playable_stderr)} of flops"
    alone = action.everybody_folds or 0.0
    raised = sum(row.p for row in action.raised)
    nobody = f"everybody folds {sampled_percent(alone, action.everybody_folds_stderr)} of the time"
    share = f"{sampled_percent(action.equity, action.equity_stderr)} equity on average"
    if alone > 1 - 1e-9:
        return "Everybody folds every time."
    if answer.best == "fold":
        text = f"You could continue on only {flops} ({share}), not enough to pay {short_chips(action.cost)} chips for"
        return f"{text}; {nobody}." if alone > 0 else f"{text}."
    if alone > 0:
        again = f", somebody raises {percent(raised, exact_digits=0)}" if raised > 0 else ""
        return f"{nobody[0].upper()}{nobody[1:]}{again}; otherwise you continue on {flops}, with {share}."
    if raised > 0:
        again = f"Somebody raises {percent(raised, exact_digits=0)} of the time"
        return f"{again}; otherwise you continue on {flops}, with {share}."
    return f"You continue on {flops}, with {share}."


def two_hands(first: HandNumbers, second: HandNumbers, share: float) -> str:
    """Return a sentence that compares two hands; ``share`` is the all-in equity of the first against the second."""
    if abs(share - 0.5) < 5e-5:
        ahead, behind, verb = first, second, "ties with"
    else:
        ahead, behind = (first, second) if share > 0.5 else (second, first)
        verb = "is ahead of"
    pot = percent(max(share, 1 - share))
    better, worse = (first, second) if first.worth >= second.worth else (second, first)
    flops = (
        f"{better.name} continues on {percent(better.bettable, exact_digits=0)} of flops, "
        f"{worse.name} on {percent(worse.bettable, exact_digits=0)}"
    )
    values = f"{better.worth_text} vs {worse.worth_text} chips"
    opening = f"{ahead.name} {verb} {behind.name} ({pot} all-in equity)"
    if better.worth - worse.worth < Z95 * math.hypot(better.stderr, worse.stderr):
        return f"{opening}; the sample does not show yet which hand has the higher EV: {values}. {flops}."
    if better is ahead or verb == "ties with":
        too = " too" if better is ahead else ""
        return f"{opening}, and {better.name} has the higher EV{too}: {values}. {flops}."
    return f"{opening}, but {better.name} has the higher EV: {values}. {flops}."


def in_words(changes: tuple[ValueChange, ...], request: PreflopRequest) -> str:
    """Return a sentence about the changes against the pinned table, or "" if there are none."""
    parts = []
    for change in changes:
        if change.actions[1] != "fold":
            around = margin(change.stderr)
            value = f"{worth(change.change, change.stderr)}{f' ({around})' if around else ''}"
            was = worth(change.before, change.stderr)
            parts.append(f"{action_name(change.actions[1], request.raise_to)} {value} (was {was})")
    return f"EV change from the pinned table in chips: {'; '.join(parts)}." if parts else ""


def situation_brief(situation: PreflopPageSituation) -> str:
    """Return the range or the play of each opponent, on one line, or "" without a request."""
    request = situation.request
    if request is None:
        return ""
    names = [f"{o.name} {_doing(o.cards, o.calls, folded=o.folded)}" for o in request.opponents]
    return " · ".join(names)


def _doing(cards: str | None, calls: str | None, *, folded: bool) -> str:
    """Return the action of an opponent with its range, without the street filters, which act only after the flop."""
    if folded:
        return "folded"
    return f"has {base_of(cards)}" if cards is not None else f"calls or limps with {base_of(calls or '')}"


def situation_lines(request: PreflopRequest) -> tuple[str, ...]:
    """Return the complete situation in lines, for printing; street filters are left out."""
    lines = [f"Hero: {base_of(request.hero)}, {short_chips(request.hero_chips)} in the pot"]
    for o in request.opponents:
        text = f"{o.name}: {_doing(o.cards, o.calls, folded=o.folded)}, {short_chips(o.chips)} in the pot"
        if o.cards is not None and o.calls is not None and not o.folded:
            text += f", continues with {base_of(o.calls)}"
        for what, hands in {
            "vs a raise with": o.calls_raise, "raises with": o.raises, "raises again with": o.raises_raise
        }.items():  # fmt: skip
            text += f", {what} {base_of(hands)}" if hands is not None else ""
        lines.append(text)
    parts = [f"to call {short_chips(request.price)}"]
    parts += [f"raise to {short_chips(request.raise_to)}"] if request.raise_to is not None else []
    parts += [f"raised to {short_chips(to)}" for to in (request.raises_to.called,) if to is not None]
    parts += [f"raised again to {short_chips(to)}" for to in (request.raises_to.raised,) if to is not None]
    parts += [f"dead money {short_chips(request.dead_money)}"] if request.dead_money else []
    called, raised = _bets(request.bets_called), _bets(request.bets_raised)
    parts.append(
        f"bets after the flop: {called}" if called == raised else f"bets after the flop: {called} (raised: {raised})"
    )
    paid = _shares(request.paid)
    if request.paid_raised not in (None, request.paid):
        paid = f"{paid} (raised: {_shares(request.paid_raised or ())})"
    parts += [f"opponents pay {paid} of these bets"]
    parts += [f"rake {percent(request.rake)}"] if request.rake else []
    parts += [f"dead cards {request.dead}"] if request.dead.strip() else []
    return (*lines, "; ".join(parts))


def _shares(shares: Sequence[float]) -> str:
    return ", ".join(dict.fromkeys(percent(share, exact_digits=0) for share in shares))


def _bets(bets: BetSize) -> str:
    return f"{percent(bets.amount, exact_digits=0)} of the pot" if bets.of_pot else f"{short_chips(bets.amount)} chips"


def origin_of(answer: PreflopAnswer) -> str:
    """Return how the numbers were computed."""
    how = "exact, all flops"
    if answer.method == "sampled":
        how = f"sampled, seed {answer.request.run.seed}, 95\u00a0% intervals"
    return f"Preflop EV, bad flops given up: {how} · Steel Wheel {__version__}"


def situation_file_stem(situation: PreflopPageSituation, hero: str = "") -> str:
    """Return the name of files about the situation, without suffix."""
    text = hero or ("random" if situation.request is None else base_of(situation.request.hero))
    kept = "".join(sign for sign in text if sign.isalnum() or sign in "+-")[:40]
    return f"preflop-{kept or 'range'}"
