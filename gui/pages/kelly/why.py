"""Why so much and not another size, from computed numbers: Cassandra's bet, her count of the pot, the player's own."""

import math

from engine.kelly.advice import Choice, evaluate_bet
from engine.kelly.answer import KellyAnswer
from engine.kelly.request import KellyRequest
from engine.kelly.sizes import vanishes
from gui.look.formatting import NEGLIGIBLE, percent
from gui.pages.kelly.question import Question
from gui.pages.kelly.words import (
    action_text,
    brief_advice,
    chips,
    growth_gap,
    growth_text,
    share_size,
    signed_chips,
    size_text,
)
from gui.parts.field_text import multiple_name

SAME = 0.005
"""Bets that differ by less than this share of them need no reason."""


def why_retained(question: Question) -> str:
    """Return why the retained pot is not the one that Cassandra's examples would have; empty where it is."""
    values, request = question.values, question.weighed
    committed = None if values is None else values.get("committed")
    if request is None or not isinstance(committed, dict):
        return ""
    own, gone = committed.get("hero") or 0.0, committed.get("folded") or 0.0
    retained = request.facts.retained
    if not own + gone or retained <= 0.0:
        return ""
    names = [f"your own {chips(own)}"] * bool(own) + [f"{chips(gone)} of folded or dead money"] * bool(gone)
    left = " and ".join(names)
    other = chips(retained - own - gone)
    return (
        f"Why {chips(retained)} retained in the pot and not {other}? Cassandra's examples leave {left} out; "
        "who wins the pot wins that too."
    )


def why_cassandra(question: Question) -> str:
    """Return why the advice is not what Cassandra bets; empty where it is, or while its estimate is missing."""
    answer, request = question.answer, question.request
    if answer is None or request is None or question.counting:
        return ""
    theirs = answer.cassandra
    if theirs.decision == answer.decision and math.isclose(theirs.chips, answer.bet, rel_tol=SAME):
        return ""
    ours = size_text(answer.bet, answer, request) if answer.bet else answer.decision
    published = math.isclose(theirs.chips, theirs.fraction * request.wager.bankroll)
    named = chips(theirs.bet if published else theirs.chips) if theirs.chips else theirs.decision
    sentences = [f"Why {ours} and not {named}, as Cassandra has it?", _cause(answer, request, question.multiplied)]
    if theirs.chips:
        other = evaluate_bet(request.wager, theirs.decision, theirs.chips)
        sentences.append(_difference("The advice", other, answer, request))
    return " ".join(sentence for sentence in sentences if sentence)


def _cause(answer: KellyAnswer, request: KellyRequest, multiplied: float | None) -> str:
    wager, terms = request.wager, request.terms
    if terms.multiplier != 1.0:
        return f"It bets full Kelly, and you asked for {multiple_name(terms.multiplier)}."
    if wager.reaction is not None or wager.p_all_fold:
        return "It takes it that everybody calls."
    if wager.orders is not None or wager.reach:
        return "It takes it that every opponent can match the whole bet."
    if wager.pot > 0.0 and (answer.cassandra.chips > answer.bet):
        anyway = "a call" if terms.price else "a check"
        pot = f"the {chips(wager.pot)} chips retained in the pot"
        return f"Its equation takes {pot} for odds on every chip that you add, though {anyway} wins them too."
    if multiplied is not None:
        truth = percent(answer.probabilities.win, exact_digits=1)
        product = percent(multiplied, exact_digits=1)
        return f"It multiplies your odds against one opponent: {product} to beat all, and really it is {truth}."
    if wager.rake:
        return "It knows no rake."
    return "It does not compare with the other actions that you have." if terms.price else ""


def _difference(subject: str, other: Choice, answer: KellyAnswer, request: KellyRequest) -> str:
    """Return what the advised action, the ``subject``, has beside another one: chips, growth and risk."""
    earned, gained = answer.chip_ev - other.chip_ev, growth_gap(answer.growth, other.growth)
    bankroll = request.wager.bankroll
    own, theirs = (percent(size / bankroll, exact_digits=1) for size in (answer.bet, other.chips))
    more = f"{subject} has {chips(abs(earned))} {'more' if earned >= 0 else 'fewer'} chips on average"
    if math.isinf(other.growth):
        return f"{more}, but cannot lose the whole bankroll."
    if abs(gained) < NEGLIGIBLE:
        return "Both grow the bankroll alike: on a draw the advice puts the fewest chips in."
    join = "and" if (earned >= 0) == (gained > 0) else "but"
    growth = f"{share_size(gained)} {'more' if gained > 0 else 'less'} growth"
    return f"{more}, {join} {growth}, with {own} of the bankroll at risk instead of {theirs}."


def own_text(question: Question) -> str:
    """Return what the player's own bet is worth, and what it is worth beside the advice; empty without one."""
    own, request, answer = question.own_bet, question.weighed, question.answer
    if own is None or request is None:
        return ""
    worth = f"{action_text(own.action, own.chips, question.put_in)}: {signed_chips(own.chip_ev)} chips"
    if answer is None:
        return f"{worth} on average."
    worth += f", growth {growth_text(own.growth if math.isfinite(own.growth) else None)}"
    if own.action == answer.decision and math.isclose(own.chips, answer.bet, rel_tol=SAME):
        return f"{worth}: the advice."
    advice = "as little as you may" if vanishes(answer, request) else brief_advice(answer, question.put_in).lower()
    return f"{worth}. Why {advice}? {_difference('It', own, answer, request)}"
