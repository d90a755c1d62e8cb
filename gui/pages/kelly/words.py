"""The texts of the Kelly page: the advice and its reasons, formatted numbers, summaries, names of fields."""

import math
from typing import Any

from engine import Estimate, Scenario
from engine.kelly.advice import KellyAction, check_or_fold, evaluate_bet
from engine.kelly.answer import BriefAdvice, KellyAnswer
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import kelly_panel, live_rows, panel_rows, pot_of, street_bet
from engine.kelly.request import KellyRequest
from engine.kelly.risk import Z95, break_even
from engine.kelly.sizes import (
    SLACK,
    KellyOption,
    SizeCause,
    action_options,
    example_bet,
    near_equal_actions,
    size_cause,
    vanishes,
    whole_chips_fit,
)
from engine.play.pots import effective_stacks
from engine.scenario.kelly import BY_KEY, PANEL_FIELDS
from gui.pages.kelly.question import KellyQuestion, may_call_by_hands
from gui.pages.kelly.worths import (
    advised_action,
    chips_value,
    compared_action,
    growth_difference,
    growth_value,
    size_of_difference,
)
from gui.parts.field_text import is_number, multiple_name, write_number
from gui.words.formatting import (
    NEGLIGIBLE,
    NO_BREAK,
    TO,
    action_text,
    chips,
    deals,
    growth_gap,
    number_of,
    percent,
    share_size,
    share_text,
    size_of_share,
)

COSTS = {"bet": "a bet of", "raise": "a raise of", "complete": "completing with", "call": "calling"}
MIN_SIZE_DIFFERENCE = 0.005
"""The relative difference of two bets below which no reason is given."""
ROW_FIELDS = {"chips": "in the pot", "stacks": "behind", "answers": "response to a bet"}


def advice_headline(
    answer: KellyAnswer, request: KellyRequest, put_in: float | None = None, least: float = 0.0
) -> tuple[str, str]:
    """Return the advised action as text, and the rest of the line.

    ``put_in``: hero's chips on this street; None: the text of a raise has the chips that it adds. ``least``: the
    smallest difference that matters, a share of the bankroll.
    """
    decision, brief = answer.decision, brief_advice(answer, put_in)
    if vanishes(answer, request):
        return f"{decision.capitalize()} as little as possible", ": the smaller the better; set a minimum bet"
    if same := near_equal_actions(answer, least):
        first, *others = (action_text(bet.action, bet.bet, put_in) for bet in same)
        names = [first, *(name[:1].lower() + name[1:] for name in others)]
        either = " or ".join((", ".join(names[:-1]), names[-1]))
        return either, f": no noticeable difference{_span(answer, put_in)}"
    if decision in ("check", "fold"):
        return brief, f"{_cost(answer, request)}{_span(answer, put_in)}"
    if decision == "call":
        short = ", all in for less" if answer.bet < answer.to_call * (1 - SLACK) else ""
        gain = size_of_difference(request, advised_action(answer), check_or_fold(request.wager, request.terms))
        return brief, f"{short}: {gain} more growth than folding{_span(answer, put_in)}"
    return brief, f"{_by(answer, request, put_in)}{_why_so_much(answer, request)}{_span(answer, put_in)}"


def _by(answer: KellyAnswer, request: KellyRequest, put_in: float | None) -> str:
    """Return by how much a raise of a free size goes beyond the bet that hero faces, as it follows the raise."""
    faced = answer.to_call or put_in
    if put_in is None or not faced or request.terms.choices or answer.bet <= answer.to_call:
        return ""
    return f", by {chips(answer.bet - answer.to_call)}"


def _why_so_much(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the reason of the size of a bet, as it follows the bet."""
    name = multiple_name(request.terms.multiplier)
    texts: dict[SizeCause, str] = {
        "fixed limit": "",
        "everything": ", all in",
        "smallest": ", the minimum bet",
        "pot limit": ", the pot-limit maximum",
        "capped": ", limited by the effective stack",
        "rounded": f" ({name}, in whole chips)",
        "multiple": f" ({name})",
    }
    return texts[size_cause(answer, request)]


def brief_advice(answer: KellyAnswer | BriefAdvice, put_in: float | None = None) -> str:
    """Return the advice in two words, as for the log: ``Bet 118``, ``Check``; ``put_in`` as in ``advice_headline``."""
    return action_text(answer.decision, answer.bet, put_in)


def size_text(size: float, answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the chips of a bet like the advised one as text, or a phrase if ever smaller bets would be better."""
    if size == answer.bet and vanishes(answer, request):
        return "the smallest"
    return chips(size) if size else request.terms.zero


def option_name(option: KellyOption, put_in: float | None) -> str:
    """Return the name of an option, a usual size in brackets."""
    name = action_text(option.choice.action, option.choice.chips, put_in)
    return f"{name} ({option.size})" if option.size else name


def advice_reason(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the reason for the advice, in a sentence that needs no knowledge of Kelly."""
    decision = answer.decision
    if decision in ("fold", "call"):
        return _price_reason(answer, request)
    if decision == "check":
        return _check_reason(answer, request)
    text = gain_over_nothing(answer, request)
    call = next((b for b in answer.bets if b.action == "call"), None)
    if call is not None and call.growth is not None:
        text += f"; {gain_text(request, advised_action(answer), compared_action(call))} over calling {chips(call.bet)}"
    limit = ", in the limit of ever smaller bets" if vanishes(answer, request) else ""
    return f"{text}{limit}.{_answered(answer, request)}"


def gain_over_nothing(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the chips and growth that the advice gains over a check or fold, as in ``+0.96 chips and +0.004 % growth
    over checking``.
    """
    zero = check_or_fold(request.wager, request.terms)
    over = "folding" if zero.action == "fold" else "checking"
    return f"{gain_text(request, advised_action(answer), zero)} over {over}"


def gain_text(request: KellyRequest, choice: KellyAction, other: KellyAction) -> str:
    """Return how many chips and how much growth an action has more than another one of finite growth."""
    earned, share = choice.chip_ev - other.chip_ev, growth_gap(choice.growth, other.growth)
    # A difference that is displayed as 0 contradicts nothing, whatever its sign: it is not joined by "but".
    against = share if share_text(share)[0] != "0" else 0.0
    join = "but" if earned * against < 0.0 else "and"
    more = growth_difference(request, choice, other)
    return f"{chips_value(request, choice, other)} chips {join} {more} growth"


def _answered(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the opponents' response to the advised bet, or "" if they cannot fold."""
    reaction = answer.answered
    if reaction is None:
        return ""
    who = "The opponent folds" if request.wager.opponents == 1 else "All fold"
    if reaction.equity_called is None:
        return f" {who} every time."
    return (
        f" {who} {percent(reaction.folds)} of the time; called, you have "
        f"{percent(reaction.equity_called, request.stderr or 0.0)} equity."
    )


def answers_text(request: KellyRequest) -> str:
    """Return the assumption about those who answer a bet, as it follows "and that"."""
    reaction, n = request.wager.response, request.wager.opponents
    if reaction is None:
        callers = "the opponent calls" if n == 1 else "both opponents call" if n == 2 else f"all {n} opponents call"
        folds = request.wager.p_all_fold
        return f"{callers}, or everybody folds ({100 * folds:g} %)" if folds else callers
    if reaction.rows:
        return "the opponent folds to each bet as listed"
    if n > 1:
        return "each opponent responds to a bet as set"
    if reaction.described is not None:
        return f"the opponent folds, calls and raises as {reaction.described.name}"
    share = reaction.folds[0]
    often = "so often that a bluff breaks even" if share is None else f"{100 * share:g}{NO_BREAK}% of the time"
    best = " and calls with his best hands" if reaction.hands is not None else ""
    return f"the opponent folds to a bet {often}{best}"


def _check_reason(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return why the advice is to check: the first reason that applies."""
    if request.pot_limit == 0.0:
        return "At pot limit you cannot bet into an empty pot: enter the pot or the minimum bet."
    if request.terms.max_bet == 0.0:
        return "No chips left to bet: you or an opponent is all in."
    if not answer.bets and not whole_chips_fit(request):
        return "No multiple of the smallest chip is within the limits."
    if answer.fraction and not answer.bets:
        return "The best bet would be less than the smallest chip."
    best, terms = answer.fraction * request.wager.bankroll, request.terms
    weighed = max((b.bet for b in answer.bets), default=0.0)
    if terms.multiplier > 1.0 and not terms.choices and best and weighed > max(best, terms.min_bet):
        return (
            f"This multiple of Kelly bets too much: the best bet is {chips(best)}, and about twice that gains nothing."
        )
    if _lost(answer, request) < NEGLIGIBLE:
        return "In the long run no bet grows your bankroll faster than checking."
    bet = "Any bet" if not answer.fraction else "Every legal bet"
    return f"{bet} would grow your bankroll more slowly than checking in the long run."


def cassandra_text(answer: KellyAnswer) -> str:
    """Return Cassandra's bet as published, the action that it amounts to, and its cost against the advice."""
    bet = answer.cassandra
    text, here = chips(bet.bet), chips(bet.chips)
    if not math.isclose(bet.chips, bet.bet, rel_tol=SLACK):
        text += f" (here {bet.decision}{f' {here}' if bet.chips else ''})"
    if bet.growth is None:
        return f"{text}, could lose everything"
    lost = growth_gap(answer.growth, bet.growth)
    half = Z95 * (bet.growth_lost_stderr or 0.0) * math.exp(max(answer.growth, bet.growth))
    size = size_of_share(lost, half) if half > 0.0 else share_size(lost)
    return f"{text}, grows {size} more" if lost <= -NEGLIGIBLE else f"{text}, costs {size}"


def _price_reason(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return how much of the pot a call needs, and how much of it hero has."""
    if answer.break_even is None:
        return "You have no chips left to call."
    owned, needed = request.wager.outcomes.equity, answer.break_even.growth
    have = f"You have {percent(owned, request.stderr or 0.0)} equity"
    if answer.decision == "fold":
        return f"{have}; you need {percent(needed)} to call."
    on_average = f"{gain_over_nothing(answer, request)}."
    pays = f" and need {percent(needed)}" if owned >= needed else ""  # splits may pay where wins do not
    return f"{have}{pays}; {on_average}"


def _cost(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the cost of an example of a bet that is not advised, as the end of a sentence; "" without one."""
    example = example_bet(answer, request)
    if example is None:
        return ""
    action, size = example
    lost, name = _lost(answer, request), COSTS[action]
    if math.isinf(lost):
        return f": {name} {chips(size)} could cost everything"
    if lost < NEGLIGIBLE:
        return f": {name} {chips(size)} would gain nothing"
    done, other = check_or_fold(request.wager, request.terms), evaluate_bet(request.wager, action, size)
    return f": {name} {chips(size)} would cost {size_of_difference(request, done, other)} growth"


def _lost(answer: KellyAnswer, request: KellyRequest) -> float:
    """Return the growth that the example bet costs; infinite if it may lose the whole bankroll."""
    example = example_bet(answer, request)
    if example is None:
        return math.inf
    growth = evaluate_bet(request.wager, *example).growth
    return growth_gap(answer.growth_at_zero, growth) if math.isfinite(growth) else math.inf


def _span(answer: KellyAnswer, put_in: float | None) -> str:
    """Return the 95% interval of the advice by the sampling error, or "" if both ends are the same."""
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


# Without a bankroll.


def odds_line(request: KellyRequest) -> tuple[str, str]:
    """Return what to do by the pot odds, and why: the share of the pot that a call needs, and that there is."""
    wager, price = request.wager, request.facts.to_call
    have = percent(wager.outcomes.equity, request.stderr or 0.0)
    if not price:
        return f"You have {have} equity", ""
    won = wager.after_rake(wager.won_by_call(price) + price) - price
    needed = percent(break_even(wager.bankroll, won, price).chip_ev)
    worth = next(o.choice.chip_ev for o in action_options(request) if o.choice.action == "call")
    return "Call" if worth > 0.0 else "Fold", f" by pot odds: need {needed}, have {have}"


def odds_reason(request: KellyRequest, put_in: float | None) -> str:
    """Return the average gain of each action."""
    worth = {option_name(option, put_in): chips_value(request, option.choice) for option in action_options(request)}
    texts = [f"{name[:1].lower()}{name[1:]} {value}" for name, value in worth.items()]
    return f"EV in chips: {', '.join(texts)}."


# The reasons for the size of the advised bet.


def why_retained(question: KellyQuestion) -> str:
    """Return why the retained pot differs from that of Cassandra's examples, or "" if it does not."""
    inputs, request = question.inputs, question.weighed
    committed = None if inputs is None else inputs.get("committed")
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
        f"Why {chips(retained)} in the pot and not {other}? Cassandra's examples leave {left} out; "
        "the winner of the pot gets these chips too."
    )


def why_cassandra(question: KellyQuestion) -> str:
    """Return why the advice differs from Cassandra's bet, or "" if it does not or its estimate is missing."""
    answer, request = question.answer, question.request
    if answer is None or request is None or question.counting:
        return ""
    theirs = answer.cassandra
    if theirs.decision == answer.decision and math.isclose(theirs.chips, answer.bet, rel_tol=MIN_SIZE_DIFFERENCE):
        return ""
    ours = size_text(answer.bet, answer, request) if answer.bet else answer.decision
    named = chips(theirs.chips) if theirs.chips else theirs.decision
    sentences = [f"Why {ours} and not Cassandra's {named}?", _cause(answer, request, question.multiplied)]
    if theirs.chips:
        other = evaluate_bet(request.wager, theirs.decision, theirs.chips)
        sentences.append(_difference("The advice", other, answer, request))
    return " ".join(sentence for sentence in sentences if sentence)


def _cause(answer: KellyAnswer, request: KellyRequest, multiplied: float | None) -> str:
    """Return why the simple formula advises another bet, or "" if no cause is known.

    ``multiplied``: the product of the odds against each opponent, if that differs from the probability to beat all.
    """
    # Several causes may apply; only the first of this list is named.
    wager, terms = request.wager, request.terms
    if terms.multiplier != 1.0:
        return f"It bets full Kelly; you use {multiple_name(terms.multiplier)}."
    if wager.response is not None or wager.p_all_fold:
        return "It assumes that everybody calls."
    if wager.finishing_orders is not None or wager.reach:
        return "It assumes that every opponent can cover the bet."
    if wager.pot > 0.0 and (answer.cassandra.chips > answer.bet):
        anyway = "a call" if terms.price else "a check"
        pot = f"the {chips(wager.pot)} chips already in the pot"
        return f"Its equation pays {pot} again for every chip that you add, although {anyway} can win them already."
    if multiplied is not None:
        truth = percent(answer.probabilities.win, exact_digits=1)
        product = percent(multiplied, exact_digits=1)
        return (
            f"It multiplies your odds against one opponent: {product} to beat all; the actual probability is {truth}."
        )
    if wager.rake:
        return "It ignores rake."
    return "It does not compare the bet with your other actions." if terms.price else ""


def _difference(subject: str, other: KellyAction, answer: KellyAnswer, request: KellyRequest) -> str:
    """Return how the advised action (``subject``) differs from another one in chips, growth and risk."""
    earned, growth_gain = answer.chip_ev - other.chip_ev, growth_gap(answer.growth, other.growth)
    bankroll = request.wager.bankroll
    own, theirs = (percent(size / bankroll, exact_digits=1) for size in (answer.bet, other.chips))
    done = advised_action(answer)
    sampled = chips_value(request, done, other).lstrip("+−") if abs(earned) else chips(0.0)
    more = f"{subject} wins {sampled} {'more' if earned >= 0 else 'fewer'} chips on average"
    if math.isinf(other.growth):
        return f"{more}, but cannot lose the whole bankroll."
    if abs(growth_gain) < NEGLIGIBLE:
        return "Both grow the bankroll equally; the advice then risks fewer chips."
    join = "and" if (earned >= 0) == (growth_gain > 0) else "but"
    growth = f"grows the bankroll {size_of_difference(request, done, other)} {'more' if growth_gain > 0 else 'less'}"
    return f"{more} {join} {growth}, with {own} at risk instead of {theirs}."


def own_text(question: KellyQuestion) -> str:
    """Return the value of the user's own bet and its difference from the advice, or "" without one."""
    own, request, answer = question.own_bet, question.weighed, question.answer
    if own is None or request is None:
        return ""
    worth = f"{action_text(own.action, own.chips, question.put_in)}: {chips_value(request, own)} chips"
    if answer is None:
        return f"{worth} on average."
    worth += f", growth {growth_value(request, own)}"
    if own.action == answer.decision and math.isclose(own.chips, answer.bet, rel_tol=MIN_SIZE_DIFFERENCE):
        return f"{worth}: the advice."
    advice = "as little as possible" if vanishes(answer, request) else brief_advice(answer, question.put_in).lower()
    return f"{worth}. Why {advice}? {_difference('It', own, answer, request)}"


def fixed_sizes_text(question: KellyQuestion) -> str:
    """Return why the user cannot choose the size of a bet."""
    if street_bet(question.scenario) is not None:
        return "Fixed limit: the chart compares every legal bet."
    if question.weighed is not None and question.weighed.terms.choices:
        return "The chart compares the listed bets."
    return "No raise is possible: call or fold."


# The texts of the form below its lines and in the summary of *more*.


def pot_summary(question: KellyQuestion) -> str:
    """Return the pot and the largest bet; empty without a request."""
    request = question.weighed
    if question.simulated:
        panel = kelly_panel(question.scenario)
        total = panel.pot if panel.pot_typed else pot_of(question.scenario).total
        price = f", {chips(question.price)} to call" if question.price else ""
        return "; ".join((f"pot {chips(total)}{price}", *effective(question.scenario)))
    if request is None:
        return ""
    facts, terms, n = request.facts, request.terms, request.wager.opponents
    before = f" ({chips(facts.retained)} before the bet)" if facts.retained != facts.total else ""
    price = f", {chips(facts.to_call)} to call" if facts.to_call else ""
    texts = [f"pot {chips(facts.total)}{before}{price}", number_of(n, "caller")]
    limit = street_bet(question.scenario)
    if limit is not None:
        texts.append(f"bets of {chips(limit)} on this street")
    elif terms.max_bet is not None:
        largest = "without a new side pot" if request.wager.reach else "that all can call"
        largest = "that anybody can call" if request.wager.finishing_orders is not None else largest
        largest = "at pot limit" if terms.max_bet == request.pot_limit else largest
        texts.append(f"largest bet {largest} {chips(terms.max_bet)}")
    return "; ".join((*texts, *effective(question.scenario)))


def effective(scenario: Scenario) -> tuple[str, ...]:
    """Return a text of the effective stacks against each opponent, where stacks were given; else none."""
    rows, stacks = panel_rows(scenario), kelly_panel(scenario).stacks
    known = {row: stack for row, stack in zip(rows, stacks, strict=False) if stack is not None}
    own = next((stack for row, stack in known.items() if row.hero), None)
    others = {row.name: stack for row, stack in known.items() if not (row.hero or row.folded)}
    if own is None or not others:
        return ()
    sizes = effective_stacks(own, list(others.values()))
    texts = [f"{name} {chips(size)}" for name, size in zip(others, sizes, strict=True)]
    return (f"effective stack{'s' if len(texts) > 1 else ''} {', '.join(texts)}",)


def side_pots_text(request: KellyRequest) -> str:
    """Return how the side pots are paid by a joint result, and how that was computed, without a full stop."""
    paid = "each goes to the best hand in it"
    if not request.order_trials:
        return f"Side pots are exact: {paid}"
    return f"Side pots are sampled ({deals(request.order_trials)}, ± is the 95{NO_BREAK}% interval): {paid}"


def outcomes_summary(question: KellyQuestion) -> str:
    """Return the outcomes of the result, or those that follow from typed ones."""
    estimate, request = question.estimate, question.weighed
    if estimate is not None:
        return shares_text(estimate, estimate.stderr)
    if request is None:
        return " "
    outcomes = request.wager.outcomes
    if kelly_panel(question.scenario).counted:
        return f"estimate: {shares_text(outcomes)}"
    return f"the rest is lost: {percent(outcomes.lose)}"


def shares_text(outcomes: Outcomes | Estimate, stderr: float = 0.0) -> str:
    """Return how often hero wins, splits and loses."""
    win, split, lose = (percent(share, stderr) for share in (outcomes.win, sum(outcomes.split), outcomes.lose))
    return f"win {win}, split {split}, lose {lose}"


def panel_summary(question: KellyQuestion, scenario: Scenario) -> tuple[str, ...]:
    """Return the summary of the settings behind *more*: the source of the outcomes, the opponents' responses, and all
    values that differ from their defaults.
    """
    panel = kelly_panel(scenario)
    if panel.typed:
        who = "outcomes from counts" if panel.counted else "outcomes typed"
    else:
        who = f"{question.hero}'s equity"
    parts = ["hands played to their end"] if question.simulated else [who, _answers(scenario)]
    parts += ["chips by player"] if not panel.pot_typed and any(panel.chips) else []
    parts += ["opponents' stacks"] if any(s is not None for s in panel.stacks[1:]) else []
    parts += [f"dead money {chips(panel.dead)}"] if panel.dead and not panel.pot_typed else []
    # A summary that begins with a blank continues that of the field before it, and is omitted without that one.
    follows = False
    for spec in PANEL_FIELDS:
        value = getattr(panel, spec.key)
        counts = bool(spec.summary) and value != spec.default and spec.shown(panel)
        text = spec.summary.format(**_texts(value)) if counts else ""
        if text.startswith(" ") and follows:
            parts[-1] += text
        elif counts and not text.startswith(" "):
            parts.append(text)
        follows = counts
    return tuple(parts)


def _texts(value: Any) -> dict[str, str]:
    """Return a number as the summaries of fields may name it."""
    if not is_number(value):
        return {}
    shares = {"percent": percent(value, exact_digits=1), "whole_percent": percent(value, exact_digits=0)}
    return {"chips": chips(value), "points": write_number(100 * value), **shares}


def _answers(scenario: Scenario) -> str:
    """Return the answers to a bet of the opponents who are still in."""
    live, panel = live_rows(scenario), kelly_panel(scenario)
    names = {row.index: row.name for row in panel_rows(scenario)}
    texts = []
    for row in live:
        answer = panel.answer(row)
        if answer is None:
            continue
        if answer.way == "fold":
            share = "?" if answer.fold is None else write_number(round(100 * answer.fold, 6))
            texts.append(f"{names[row]} folds {share} %")
        elif answer.way == "defend":
            texts.append(f"{names[row]} folds by MDF")
        elif answer.way == "rows":
            texts.append(f"{names[row]} responds to listed bets")
        elif answer.way == "player":
            texts.append(f"{names[row]} responds as {answer.player_name}")
    if may_call_by_hands(scenario) and panel.best_hands:
        texts.append(f"calls with the best hands against {panel.credited_range}")
    if not texts:
        return "everybody calls a bet" if len(live) > 1 else "the opponent calls a bet"
    return ", ".join(texts)


def panel_field_title(field: str, scenario: Scenario) -> str:
    """Return the name of a field of the panel for people: ``CO: behind`` for ``stacks1``."""
    if field in BY_KEY:
        return BY_KEY[field].label
    if field == "credited":
        return "He puts you on"
    for row in panel_rows(scenario):
        for key, title in ROW_FIELDS.items():
            if field == f"{key}{row.index}":
                return f"{row.name}: {title}"
    return ""
