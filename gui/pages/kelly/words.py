"""Kelly in words: the advice on one line for people who never heard of it, and numbers as they are shown."""

import math

from engine.kelly.advice import evaluate_bet, nothing
from engine.kelly.answer import BriefAdvice, KellyAnswer
from engine.kelly.options import Option
from engine.kelly.request import KellyRequest
from engine.kelly.sizes import ROUNDED, SLACK, SizeCause, alike, example_bet, size_cause, vanishes, whole_chips_fit
from gui.look.formatting import NEGLIGIBLE, NO_BREAK, TO, percent
from gui.look.formatting import THIN as THIN
from gui.look.formatting import action_text as action_text
from gui.look.formatting import chips as chips
from gui.look.formatting import growth_gap as growth_gap
from gui.look.formatting import growth_text as growth_text
from gui.look.formatting import share_size as share_size
from gui.look.formatting import share_text as share_text
from gui.look.formatting import signed_chips as signed_chips
from gui.parts.field_text import multiple_name

COSTS = {"bet": "a bet of", "raise": "a raise of", "complete": "completing with", "call": "calling"}


def headline(
    answer: KellyAnswer, request: KellyRequest, put_in: float | None = None, least: float = 0.0
) -> tuple[str, str]:
    """Return what to do, and the rest of the line. ``put_in``: hero's chips on this street; None: a raise says what it
    adds. ``least``: the smallest difference that matters, a share of the bankroll.
    """
    decision, brief = answer.decision, brief_advice(answer, put_in)
    if vanishes(answer, request):
        return f"{decision.capitalize()} as little as you may", ": the smaller the better, set a least bet"
    if same := alike(answer, least):
        first, *others = (action_text(bet.action, bet.bet, put_in) for bet in same)
        names = [first, *(name[:1].lower() + name[1:] for name in others)]
        either = " or ".join((", ".join(names[:-1]), names[-1]))
        return either, f": no difference you could notice{_span(answer, put_in)}"
    if decision in ("check", "fold"):
        return brief, f"{_cost(answer, request)}{_span(answer, put_in)}"
    if decision == "call":
        short = ", as much as the stacks allow" if answer.bet < answer.to_call * (1 - SLACK) else ""
        return brief, f"{short}{_gain(answer)}{_span(answer, put_in)}"
    return brief, f"{_by(answer, request, put_in)}{_why_so_much(answer, request)}{_span(answer, put_in)}"


def _by(answer: KellyAnswer, request: KellyRequest, put_in: float | None) -> str:
    """Return by how much a raise of a free size goes beyond the bet that hero faces, as it follows the raise."""
    faced = answer.to_call or put_in
    if put_in is None or not faced or request.terms.choices or answer.bet <= answer.to_call:
        return ""
    return f", by {chips(answer.bet - answer.to_call)}"


def _why_so_much(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return what the size of a bet comes from, as it follows the bet."""
    name = multiple_name(request.terms.multiplier)
    texts: dict[SizeCause, str] = {
        "fixed limit": "",
        "everything": ", all of it",
        "smallest": ", the smallest bet",
        "pot limit": ", all that pot limit allows",
        "capped": ", as much as the stacks allow",
        "rounded": f" ({name}, in whole chips)",
        "multiple": f" ({name})",
    }
    return texts[size_cause(answer, request)]


def brief_advice(answer: KellyAnswer | BriefAdvice, put_in: float | None = None) -> str:
    """Return the advice in two words, as for the log: ``Bet 118``, ``Check``; ``put_in`` as in ``headline``."""
    return action_text(answer.decision, answer.bet, put_in)


def size_text(size: float, answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the chips of a bet that is like the advised one, or what to do without it; no number stands for the limit
    of ever smaller bets.
    """
    if size == answer.bet and vanishes(answer, request):
        return "the smallest"
    return chips(size) if size else request.terms.zero


def option_name(option: Option, put_in: float | None) -> str:
    """Return what an option is called, a usual size in brackets."""
    name = action_text(option.choice.action, option.choice.chips, put_in)
    return f"{name} ({option.size})" if option.size else name


def reason(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return why, in a sentence that needs no knowledge of Kelly."""
    decision = answer.decision
    if decision in ("fold", "call"):
        return _price_reason(answer, request)
    if decision == "check":
        return _check_reason(answer, request)
    text = over_nothing(answer, request)
    call = next((b for b in answer.bets if b.action == "call"), None)
    if call is not None and call.growth is not None:
        worth = gained(answer.chip_ev - call.chip_ev, growth_gap(answer.growth, call.growth))
        text += f"; {worth} over calling {chips(call.bet)}"
    limit = ", in the limit of ever smaller bets" if vanishes(answer, request) else ""
    return f"{text}{limit}.{_answered(answer, request)}"


def over_nothing(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return what the advice has beside a check or fold, chips and growth, as in ``+0.96 chips and +0.004 % growth over
    checking``.
    """
    zero = nothing(request.wager, request.terms)
    over = "folding" if zero.action == "fold" else "checking"
    return f"{gained(answer.chip_ev - zero.chip_ev, growth_gap(answer.growth, zero.growth))} over {over}"


def gained(earned: float, share: float) -> str:
    """Return a difference of chips and of growth, a share of the bankroll, to the same action."""
    against = share if share_text(share)[0] != "0" else 0.0
    join = "but" if earned * against < 0.0 else "and"
    return f"{signed_chips(earned)} chips {join} {share_text(share)} growth"


def _answered(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return what opponents answer to the advised bet, where they may fold."""
    found = answer.answered
    if found is None:
        return ""
    who = "The opponent folds" if request.wager.opponents == 1 else "All fold"
    if found.equity_called is None:
        return f" {who} to it every time."
    return f" {who} {percent(found.folds)} of the time; called, you have {percent(found.equity_called)} of the pot."


def answers_text(request: KellyRequest) -> str:
    """Return what is taken for granted of those who answer a bet, as it follows "and that"."""
    reaction, n = request.wager.reaction, request.wager.opponents
    if reaction is None:
        callers = "the opponent calls" if n == 1 else "both opponents call" if n == 2 else f"all {n} opponents call"
        folds = request.wager.p_all_fold
        return f"{callers}, or everybody folds ({100 * folds:g} %)" if folds else callers
    if reaction.rows:
        return "the opponent folds to each bet as listed"
    if n > 1:
        return "each opponent answers a bet by himself, as set"
    share = reaction.folds[0]
    often = "so often that a bluff breaks even" if share is None else f"{100 * share:g}{NO_BREAK}% of the time"
    best = " and calls with his best hands" if reaction.hands is not None else ""
    return f"the opponent folds to a bet {often}{best}"


def _check_reason(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return why nothing is bet."""
    if request.pot_limit == 0.0:
        return "At pot limit an empty pot allows no bet: type what is in the middle, or the minimum."
    if request.terms.max_bet == 0.0:
        return "There are no chips left to bet: you or an opponent is all in."
    if not answer.bets and not whole_chips_fit(request):
        return "No whole number of the smallest chip lies within the limits."
    if answer.fraction and not answer.bets:
        return "The best bet would be less than the smallest chip."
    best, terms = answer.fraction * request.wager.bankroll, request.terms
    weighed = max((b.bet for b in answer.bets), default=0.0)
    if terms.multiplier > 1.0 and not terms.choices and best and weighed > max(best, terms.min_bet):
        return f"So large a multiple bets too much: the best bet is {chips(best)}, and about twice that gains nothing."
    if _lost(answer, request) < NEGLIGIBLE:
        return "No bet would, in the long run, make your bankroll grow faster than checking does."
    bet = "Any bet" if not answer.fraction else "Every bet that is allowed"
    return f"{bet} would, in the long run, make your bankroll grow more slowly than checking does."


def cassandra_text(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return Cassandra's bet as published, what it comes to here, and what it costs against the advice."""
    found = answer.cassandra
    text, here = chips(found.bet), chips(found.chips)
    wanted = (found.bet, found.fraction * request.wager.bankroll)
    if not any(math.isclose(found.chips, size, rel_tol=ROUNDED) for size in wanted):
        text += f" (here {found.decision}{f' {here}' if found.chips else ''})"
    if found.growth is None:
        return f"{text}, could lose everything"
    lost = growth_gap(answer.growth, found.growth)
    size = share_size(lost)
    return f"{text}, grows {size} more" if lost <= -NEGLIGIBLE else f"{text}, costs {size}"


def _price_reason(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return how much of the pot a call needs, and how much of it hero has."""
    if answer.break_even is None:
        return "There is nothing left to call with."
    owned, needed = request.wager.outcomes.equity, answer.break_even.growth
    have = f"You have {percent(owned, request.stderr or 0.0)} of the pot"
    if answer.decision == "fold":
        return f"{have}; a call pays only from {percent(needed)} on."
    on_average = f"{over_nothing(answer, request)}."
    pays = f", and a call pays from {percent(needed)} on" if owned >= needed else ""  # splits may pay where wins do not
    return f"{have}{pays}; {on_average}"


def _cost(answer: KellyAnswer, request: KellyRequest) -> str:
    example = example_bet(answer, request)
    if example is None:
        return ""
    action, size = example
    lost = _lost(answer, request)
    name = COSTS[action]
    if math.isinf(lost):
        return f": {name} {chips(size)} could cost everything"
    if lost < NEGLIGIBLE:
        return f": {name} {chips(size)} would gain nothing"
    return f": {name} {chips(size)} would cost {share_size(lost)} growth"


def _lost(answer: KellyAnswer, request: KellyRequest) -> float:
    """Return the growth that the bet to compare with costs; infinite where it may cost everything."""
    example = example_bet(answer, request)
    if example is None:
        return math.inf
    growth = evaluate_bet(request.wager, *example).growth
    return growth_gap(answer.growth_at_zero, growth) if math.isfinite(growth) else math.inf


def _gain(answer: KellyAnswer) -> str:
    return f": {share_size(growth_gap(answer.growth, answer.growth_at_zero))} more growth than folding"


def _span(answer: KellyAnswer, put_in: float | None) -> str:
    """Return the 95% interval of the advice that the sampling error leaves; nothing where it is one thing."""
    if answer.interval is None:
        return ""
    low, high = (answer.interval.low, answer.interval.high)
    if low.decision == high.decision and (low.bet == 0.0 or chips(low.bet) == chips(high.bet)):
        return ""
    already = put_in or 0.0 if low.decision in ("bet", *TO) else 0.0
    ends = [
        brief_advice(end, put_in).lower() if low.decision != high.decision else chips(end.bet + already)
        for end in (low, high)
    ]
    between = "–" if low.decision == high.decision else " to "
    return f", 95{NO_BREAK}% interval {ends[0]}{between}{ends[1]}"
