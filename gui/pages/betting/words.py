"""The texts of the page: the first line, its worth, how far the play can be beaten, the origin of the numbers."""

import math
from collections.abc import Sequence

import numpy as np

from engine import Problem
from engine.betting.panel import BettingSituation, is_limit, limit_of, sizes_of, stack_of
from engine.betting.run import TreeSize
from engine.betting.view import HandRows, NodeView
from engine.betting.watch import BettingView
from engine.scenario.betting import BY_KEY, sizes_to_text
from gui.pages.betting.player_view import capital, rounded_chips
from gui.words.formatting import NO_BREAK, chips, count, number_of, percent

GERUNDS = {"check": "checking", "call": "calling", "fold": "folding", "bet": "betting", "raise to": "raising to"}
ALL_IN, GOING_ALL_IN = "all in", "going all in"
RARE = 0.005
"""Actions that are rarer are not in the first line, unless nothing else is."""
SELDOM = 0.02
"""Of a hand, what is played more rarely is not in the line."""
PURE = 0.95
"""An action that is taken so often is the play of a hand."""
EVEN = 5e-3
"""Chips, as a share of the pot, that count as no difference."""
HONEST = (
    "Two players, these sizes, these ranges: both know both ranges, and neither plays any other size. "
    "Best play is an equilibrium: nobody gains by leaving it alone."
)


def gerund(action: str) -> str:
    """Return an action as it is done, as in ``betting 120``."""
    if action.startswith(ALL_IN):
        return GOING_ALL_IN
    for word, form in GERUNDS.items():
        if action.startswith(word):
            return form + action[len(word) :]
    return action


def headline(node: NodeView) -> str:
    """Return the actions of the player who decides, as in ``Check 62 %, bet 100 38 %``; empty where nobody decides."""
    frequent = [action for action in node.actions if action.frequency is not None and action.frequency >= RARE]
    texts = [f"{action.name} {percent(action.frequency or 0.0, exact_digits=0)}" for action in frequent]
    return capital(", ".join(texts)) + "." if texts else ""


def rest_of_line(view: BettingView, names: Sequence[str], hand: str) -> str:
    """Return the line after the headline: the actions of a hand, or whose turn it is."""
    node = view.node
    if node.seat is None:
        return where(view, names)
    result = hand_of(node, hand)
    if result is not None:
        seat, name = result
        return hand_line(node.hands[seat], name, names[seat], seat == node.seat, node)
    return f"{names[node.seat]} decides."


def where(view: BettingView, names: Sequence[str]) -> str:
    """Return the name of a node at which nobody decides: cards come, or the hand is over."""
    node = view.node
    if node.cards is not None:
        return "The next card comes: choose it below or on the deck." if node.board else "The next up cards come."
    last = view.steps[-1] if view.steps else None
    if last is not None and last.text == "fold" and last.seat is not None:
        return f"{names[last.seat]} folds: {names[1 - last.seat]} takes the pot."
    return "The hand is over: showdown."


def same_hand(one: str, other: str) -> bool:
    """Return whether two texts name the same hand, in whatever order its cards stand."""
    return _sorted(one) == _sorted(other)


def _sorted(hand: str) -> tuple[str, ...]:
    words = "".join(hand.split()).replace("10", "T")
    if any(letter in "shdc" for letter in words.lower()[1::2]) and len(words) == 4:
        return tuple(sorted((words[:2].capitalize(), words[2:].capitalize())))
    return tuple(sorted(words.upper()))


def hand_of(node: NodeView, hand: str) -> tuple[int, str] | None:
    """Return the player, of the two the one who decides first, and the row of the hand that the line is about: the one
    that was named, else the single hand of a player. None where there is none.
    """
    order = (0, 1) if node.seat in (None, 0) else (1, 0)
    for player in order:
        for name in node.hands[player].names:
            if hand and same_hand(name, hand):
                return player, name
    if hand:
        return None
    single = (player for player in order if len(node.hands[player].names) == 1)
    return next(((player, node.hands[player].names[0]) for player in single), None)


def hand_line(rows: HandRows, hand: str, name: str, decides: bool, node: NodeView) -> str:
    """Return the best action of a hand, as in ``Hero's AhKd: bet 100, +12.4 chips over checking.``"""
    place = rows.names.index(hand)
    whose = f"{possessive(name)} {hand}"
    ev = float(rows.ev[place])
    if not math.isfinite(ev):
        return f"{whose} cannot be held here."
    if not decides or not len(rows.evs):
        return f"{whose} is worth {rounded_chips(ev, node.pot)} chips here."
    evs, shares = rows.evs[:, place], rows.frequencies[:, place]
    if not np.isfinite(evs).all():
        return f"{whose}: not known."
    order = np.argsort(-evs)
    best, second = int(order[0]), int(order[min(1, len(order) - 1)])
    ahead = float(evs[best] - evs[second])
    if best == second:
        return f"{whose}: {node.actions[best].name}."
    if ahead <= EVEN * node.pot and shares[best] < PURE:
        played = [i for i in range(len(shares)) if shares[i] >= SELDOM]
        mixed = [f"{node.actions[i].name} {percent(float(shares[i]), exact_digits=0)}" for i in played]
        return f"{whose}: {', '.join(mixed)}, which are worth the same."
    often = "" if shares[best] >= PURE else f" ({percent(float(shares[best]), exact_digits=0)} of the time)"
    over = gerund(node.actions[second].name)
    return f"{whose}: {node.actions[best].name}{often}, {signed(ahead, node.pot)} chips over {over}."


def possessive(name: str) -> str:
    """Return whose something is."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def situation_line(view: BettingView, names: Sequence[str]) -> str:
    """Return pot, price, how often this node comes, and its worth to both."""
    node = view.node
    price = f", {chips(node.to_call)} to call" if node.to_call else ""
    parts = [f"Pot {chips(node.pot)}{price}"]
    if view.steps:
        parts.append(f"reached in {percent(node.probability, exact_digits=1)} of the deals")
    evs, equities = (zip(names, pair, strict=True) for pair in (node.evs, node.equities))
    if None in node.evs:
        parts.append("no hands arrive here")
    else:
        parts.append("EV " + ", ".join(f"{name} {rounded_chips(ev or 0.0, node.pot)}" for name, ev in evs))
        parts.append(
            "equity " + ", ".join(f"{name} {percent(share or 0.0, exact_digits=1)}" for name, share in equities)
        )
    return f"{NO_BREAK}· ".join(parts)


def stuck_line(bits: int) -> str:
    """Return why a run ended short of its target; ``bits``: how its numbers are stored."""
    if bits == 16:
        return "numbers stored in 16 bits cannot come closer (storage 32 can)"
    return "rounding allows no better play"


def error_line(view: BettingView) -> str:
    """Return how far the play can be beaten, and how sure the EVs are by that."""
    progress, request = view.node_progress, view.solution.request
    iterations = number_of(progress.iterations, "iteration")
    result = progress.exploitability
    if result is None and view.solution.solver.left_out is not None:
        return "From a file without its last streets: the exploitability of this play is not known."
    if result is None:
        return f"Stopped after {iterations}, before the exploitability of this play was known: let it go on."
    result = max(result, 0.0)
    what = "Best response to these habits: exploitability" if request.fixed else "Exploitability"
    amount = f"{share_of_pot(result / request.pot)} of the pot ({chips_of(result, 2)} chips a hand)"
    target = f"target {share_of_pot(request.target)}"
    if progress.evaluated is not None and progress.evaluated != progress.iterations:
        earlier = number_of(progress.evaluated, "iteration")
        return f"The play after {iterations}; {what[:1].lower()}{what[1:]} after {earlier}: {amount}, {target}."
    line = f"{what} {amount} after {iterations}, {target}"
    if progress.stuck:
        line += f"; {stuck_line(request.storage)}"
    if request.rake:
        return f"{line}. With a rake no single value of the game bounds the EVs."
    return f"{line}. The EVs at the start are those of perfect play within ±{NO_BREAK}{chips_of(2 * result, 2)} chips."


def chips_of(value: float, digits: int) -> str:
    """Return an amount in so many digits that count."""
    return chips(float(f"{value:.{digits}g}"))


def signed(value: float, pot: float) -> str:
    """Return a difference with its sign, in the digits that matter beside a pot."""
    text = rounded_chips(abs(value), pot)
    return text if not text.strip("0.") else f"{'−' if value < 0 else '+'}{text}"


def share_of_pot(share: float) -> str:
    """Return a small share in percent, two digits of it."""
    size = 100.0 * share
    digits = 2 if size >= 0.1 or size <= 0 else min(1 - math.floor(math.log10(size)), 6)
    return f"{size:.{digits}f}".rstrip("0").rstrip(".") + f"{NO_BREAK}%"


def gain_line(view: BettingView, names: Sequence[str]) -> str:
    """Return what the locks of a view are worth and to whom; "" without locks."""
    gain = view.gain
    if gain is None:
        return ""
    pot, error = view.solution.request.pot, 2 * sum(max(one, 0.0) for one in gain.exploitability)
    give_or_take = f"(±{NO_BREAK}{chips_of(error, 2)})"
    if len(gain.locked) == 1:
        worth = f"{signed(gain.ev, pot)} chips a hand to {names[gain.player]}"
        return f"Knowing these habits is worth {worth} {give_or_take}."
    each = " and ".join(f"{name} {signed(ev, pot)}" for name, ev in zip(names, gain.evs, strict=True))
    return f"Both players have habits; compared with best play of both: {each} chips a hand {give_or_take}."


def setup_line(situation: BettingSituation) -> str:
    """Return the situation in one line, as in ``Pot 100, stacks 300; bets 66 %, raises 3x``."""
    scenario = situation.scenario
    stack = stack_of(scenario)
    parts = [f"Pot {chips(situation.panel.pot)}"]
    if stack is not None:
        parts.append(f"stacks {chips(stack)}")
    if is_limit(scenario):
        limit = limit_of(scenario)
        bets = dict.fromkeys(chips(limit.bets[street]) for street in situation.streets)
        parts.append(f"fixed limit {'/'.join(bets)}, {limit.cap} bets a street")
    else:
        street, *_ = situation.streets
        for name, player in zip(("", "the other's "), sizes_of(scenario), strict=False):
            sizes = player[street]
            parts.append(f"{name}bets {sizes_to_text(sizes.bets) or 'none'}")
            parts.append(f"{name}raises {sizes_to_text(sizes.raises) or 'none'}")
    return ", ".join(parts)


def size_line(size: TreeSize) -> str:
    """Return how large a tree is."""
    return f"{count(size.nodes)} nodes, {memory(size.bytes)} of memory"


def memory(size: int) -> str:
    """Return an amount of memory, as in ``1.2 MB``."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:.3g}{NO_BREAK}{name}"
    return f"{size}{NO_BREAK}bytes"


FIELD_TITLES = {"sizes": "Sizes", "limit": "Limits", "first": "Acts first", "fixed": "Habits", "table": "Table"}


def problem_line(problem: Problem) -> str:
    """Return a problem with its place."""
    key = problem.field.split(".")[0].split("[")[0]
    title = BY_KEY[key].label if key in BY_KEY else FIELD_TITLES.get(key, "")
    return f"{title}: {problem.message}." if title else f"{capital(problem.message)}."
