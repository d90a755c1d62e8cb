"""The texts of the page: the answer and its values, the exploitability of the play, the situation, problems."""

import math
from collections.abc import Sequence

import numpy as np

from engine import GAMES, Problem
from engine.betting.action_names import action_text
from engine.betting.panel import BettingSituation, is_limit, limit_of, sizes_of, stack_of
from engine.betting.request import BettingRequest
from engine.betting.run import TreeSize, expected_seconds
from engine.betting.view import HandRows, NodeView
from engine.betting.watch import BettingView
from engine.scenario.betting import BY_KEY, sizes_to_text
from gui.pages.betting.player_view import DOT, capital, labeled, rounded_chips
from gui.words.formatting import NO_BREAK, chips, count, duration, number_of, percent

GERUNDS = {"check": "checking", "call": "calling", "fold": "folding", "bet": "betting", "raise to": "raising to"}
ALL_IN, GOING_ALL_IN = "all in", "going all in"
RARE = 0.005
"""Actions below this frequency are left out of the answer."""
MIN_HAND_FREQUENCY = 0.02
"""Actions below this frequency are left out of the text about a single hand."""
PURE = 0.95
"""An action with at least this frequency is called the play of a hand, without its frequency."""
EVEN = 5e-3
"""EVs that differ by no more than this share of the pot count as equal."""
HONEST = (
    "Two players with these ranges and bet sizes only; each knows the range of the other. "
    "The solution is an equilibrium (GTO): neither player gains by deviating from it."
)


def gerund(action: str) -> str:
    """Return the gerund of an action, such as ``betting 120``."""
    if action.startswith(ALL_IN):
        return GOING_ALL_IN
    for word, form in GERUNDS.items():
        if action.startswith(word):
            return form + action[len(word) :]
    return action


def actions_line(node: NodeView) -> str:
    """Return the frequencies of the actions at a node, as in ``Check 62 % · Bet 100: 38 %``; "" if nobody decides."""
    frequent = [action for action in node.actions if action.frequency is not None and action.frequency >= RARE]
    return DOT.join(
        labeled(capital(action.text), percent(action.frequency or 0.0, exact_digits=0)) for action in frequent
    )


def hand_or_turn_line(view: BettingView, names: Sequence[str], hand: str) -> str:
    """Return the line below the actions: about the hand that the user has named, or whose turn it is."""
    node = view.node
    if node.seat is None:
        return terminal_line(view, names)
    result = hand_of(node, hand)
    if result is not None:
        seat, name = result
        return hand_line(node.hands[seat], name, names[seat], seat == node.seat, node)
    return f"{names[node.seat]} to act."


def terminal_line(view: BettingView, names: Sequence[str]) -> str:
    """Return a description of a node at which nobody decides: cards are dealt, or the hand is over."""
    node = view.node
    if node.cards is not None:
        return "Choose the next card below or on the deck." if node.board else "Choose the next up cards below."
    last = view.steps[-1] if view.steps else None
    if last is not None and last.text == "fold" and last.seat is not None:
        return f"{names[last.seat]} folds, {names[1 - last.seat]} wins the pot."
    return "Showdown."


def same_hand(one: str, other: str) -> bool:
    """Return True if two texts name the same hand; the order of its cards does not matter."""
    return _sorted(one) == _sorted(other)


def _sorted(hand: str) -> tuple[str, ...]:
    """Return the cards of a hand in a fixed order: two cards with suits in hold'em, ranks in razz."""
    text = "".join(hand.split()).replace("10", "T")
    if any(letter in "shdc" for letter in text.lower()[1::2]) and len(text) == 4:
        return tuple(sorted((text[:2].capitalize(), text[2:].capitalize())))
    return tuple(sorted(text.upper()))


def hand_of(node: NodeView, hand: str) -> tuple[int, str] | None:
    """Return the player (0 or 1) and the name of the hand that the answer is about, or None.

    This is the hand that the user has named; without one, the hand of a player who has a single hand. The player who
    decides comes first.
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
    """Return the best action of a hand, as in ``Hero's AhKd: bet 100, 12.4 chips better than checking.``

    ``rows``: the hands of the player called ``name``, who has the choice if ``decides``.
    """
    index = rows.names.index(hand)
    subject = f"{possessive(name)} {hand}"
    ev = float(rows.ev[index])
    if not math.isfinite(ev):
        return f"{name} cannot have {hand} here."
    if not decides or not len(rows.evs):
        return f"{subject}: EV {rounded_chips(ev, node.pot)} chips."
    evs, shares = rows.evs[:, index], rows.frequencies[:, index]
    if not np.isfinite(evs).all():
        return f"{subject}: EV unknown."
    order = np.argsort(-evs)
    best, second = int(order[0]), int(order[min(1, len(order) - 1)])
    ahead = float(evs[best] - evs[second])
    if best == second:
        return f"{subject}: {node.actions[best].text}."
    # A mixed hand whose actions are worth the same has no best action: its frequencies are the answer.
    if ahead <= EVEN * node.pot and shares[best] < PURE:
        played = [i for i in range(len(shares)) if shares[i] >= MIN_HAND_FREQUENCY]
        mixed = [labeled(node.actions[i].text, percent(float(shares[i]), exact_digits=0)) for i in played]
        return f"{subject} mixes: {DOT.join(mixed)} (same EV)."
    frequency = "" if shares[best] >= PURE else f" ({percent(float(shares[best]), exact_digits=0)} of the time)"
    over = gerund(node.actions[second].text)
    return (
        f"{subject}: {node.actions[best].text}{frequency}, {rounded_chips(ahead, node.pot)} chips better than {over}."
    )


def possessive(name: str) -> str:
    """Return the possessive form of a name."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def situation_line(view: BettingView, names: Sequence[str]) -> str:
    """Return pot, price, the probability of the node, and both players' EV and equity."""
    node = view.node
    price = f", {chips(node.to_call)} to call" if node.to_call else ""
    parts = [f"Pot {chips(node.pot)}{price}"]
    if view.steps:
        parts.append(f"reached {percent(node.probability, exact_digits=1)} of the time")
    evs, equities = (zip(names, pair, strict=True) for pair in (node.evs, node.equities))
    if None in node.evs:
        parts.append("no hand reaches this decision")
    else:
        values = ", ".join(labeled(name, rounded_chips(ev or 0.0, node.pot)) for name, ev in evs)
        parts.append(f"EV {values} chips")
        parts.append(
            "equity " + ", ".join(labeled(name, percent(share or 0.0, exact_digits=1)) for name, share in equities)
        )
    return f"{NO_BREAK}· ".join(parts)


def stuck_line(bits: int) -> str:
    """Return the reason why a run ended short of its target; ``bits``: the size of its stored numbers."""
    if bits == 16:
        return "16-bit storage cannot be more accurate; 32-bit storage can"
    return "rounding errors prevent a better solution"


def error_line(view: BettingView, *, locks: bool = True) -> str:
    """Return the exploitability of the play, and the bound on the error of the EVs that follows from it.

    ``locks``: say if it is that of a best response to locks.
    """
    progress, request = view.node_progress, view.solution.request
    iterations = number_of(progress.iterations, "iteration")
    result = progress.exploitability
    if result is None and view.solution.solver.left_out is not None:
        return "Opened from a file without its last streets: exploitability unknown."
    if result is None:
        return f"Stopped after {iterations}, before the exploitability was computed: continue the run (F5)."
    result = max(result, 0.0)
    name = "Best response to the lock: exploitability" if request.fixed and locks else "Exploitability"
    amount = f"{pot_share_text(result / request.pot)} of the pot ({chips_of(result, 2)} chips)"
    target = f"target {pot_share_text(request.target)}"
    # The exploitability is computed now and then only: it may belong to an earlier iteration than the displayed play.
    if progress.evaluated is not None and progress.evaluated != progress.iterations:
        earlier = number_of(progress.evaluated, "iteration")
        return f"Strategy after {iterations}; {name[:1].lower()}{name[1:]} after {earlier}: {amount}, {target}."
    line = f"{name} {amount} after {iterations} ({target})"
    if progress.stuck:
        line += f"; {stuck_line(request.storage)}"
    if request.rake:
        return f"{line}. With rake, the EVs can be off by more than that."
    return f"{line}. EVs at the root are accurate to ±{NO_BREAK}{chips_of(2 * result, 2)} chips."


def chips_of(value: float, digits: int) -> str:
    """Return an amount of chips with ``digits`` significant digits."""
    return chips(float(f"{value:.{digits}g}"))


def signed_amount(value: float, pot: float) -> str:
    """Return a difference in chips with its sign, rounded to about a thousandth of the pot."""
    text = rounded_chips(abs(value), pot)
    return text if not text.strip("0.") else f"{'−' if value < 0 else '+'}{text}"


def pot_share_text(share: float) -> str:
    """Return a share of the pot in percent, with two decimals or two significant digits."""
    size = 100.0 * share
    digits = 2 if size >= 0.1 or size <= 0 else min(1 - math.floor(math.log10(size)), 6)
    return f"{size:.{digits}f}".rstrip("0").rstrip(".") + f"{NO_BREAK}%"


def gain_line(view: BettingView, names: Sequence[str]) -> str:
    """Return the EV that the node locks of a view cost one player and gain the other; "" without locks.

    After the run it also contains the loss of the locked play to a best response.
    """
    gain = view.gain
    if gain is None:
        return ""
    pot, error = view.solution.request.pot, 2 * sum(max(one, 0.0) for one in gain.exploitability)
    accuracy, losses = f"(±{NO_BREAK}{chips_of(error, 2)})", _losses(view, names)
    if len(gain.locked) == 1:
        ev = f"{signed_amount(gain.ev, pot)} chips per hand"
        return f"{names[gain.player]} gains {ev} {accuracy} by exploiting the lock.{losses}"
    evs = ", ".join(labeled(name, signed_amount(ev, pot)) for name, ev in zip(names, gain.evs, strict=True))
    return f"Both players are locked. Compared with the equilibrium: {evs} chips per hand {accuracy}.{losses}"


def _losses(view: BettingView, names: Sequence[str]) -> str:
    """Return how far the play of each locked player can be exploited, as sentences after a space; "" if unknown."""
    pot = view.solution.request.pot
    known = zip(names, view.gain.losses if view.gain is not None else (), strict=False)
    return "".join(
        f" A best response to the locked play of {name} wins {signed_amount(loss, pot)} "
        f"({pot_share_text(max(loss, 0.0) / pot)} of the pot)."
        for name, loss in known
        if loss is not None
    )


def setup_line(situation: BettingSituation) -> str:
    """Return the situation in one line, as in ``Pot 100, stacks 300, bets 66%, raises 3x``."""
    scenario = situation.scenario
    stack = stack_of(scenario)
    parts = [f"Pot {chips(situation.panel.pot)}"]
    if stack is not None:
        parts.append(f"stacks {chips(stack)}")
    if situation.panel.played:
        parts.append(f"after {' · '.join(map(action_text, situation.panel.played))}")
    if is_limit(scenario):
        limit = limit_of(scenario)
        bets = dict.fromkeys(chips(limit.bets[street]) for street in situation.streets)
        parts.append(f"fixed limit {'/'.join(bets)}, {number_of(limit.cap, 'bet')} per street")
    else:
        street, *_ = situation.streets
        for name, player in zip(("", "other player "), sizes_of(scenario), strict=False):
            sizes = player[street]
            for kind, some in (("bets", sizes.bets), ("raises", sizes.raises)):
                parts.append(f"{name}{kind} {sizes_to_text(some)}" if some else f"{name}no {kind}")
        if situation.panel.edits:
            parts.append(f"sizes changed at {number_of(len(situation.panel.edits), 'decision')}")
    return ", ".join(parts)


MIN_EXPECTED_SECONDS = 1.0
"""Shorter times are not stated."""


def size_line(size: TreeSize, request: BettingRequest) -> str:
    """Return the nodes and the memory of the tree of a request, and about how long it will take if that is known."""
    line, time = f"{count(size.nodes)} nodes, {memory(size.bytes)} of memory", expected_time(size, request)
    return f"{line}, {time} to {pot_share_text(request.target)} of the pot" if time else line


def expected_time(size: TreeSize, request: BettingRequest) -> str:
    """Return about how long it takes to solve a tree, as in ``about 17 s``; "" if that is short or not known."""
    # With locks there is a run without them first, for comparison.
    seconds = expected_seconds(size.numbers, request.target) * (2 if request.fixed else 1)
    known = GAMES[request.table.game].has_board and seconds >= MIN_EXPECTED_SECONDS
    return f"about {duration(seconds)}" if known else ""


def memory(size: int) -> str:
    """Return a number of bytes in a suitable unit, as in ``1.2 MB``."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:.3g}{NO_BREAK}{name}"
    return f"{size}{NO_BREAK}bytes"


FIELD_TITLES = {
    "sizes": "Bet sizes",
    "limit": "Fixed limit",
    "first": "First to act",
    "fixed": "Node lock",
    "played": "Actions so far",
    "edits": "Sizes at one decision",
    "table": "Table",
}


def problem_line(problem: Problem) -> str:
    """Return the message of a problem, after the title of its field."""
    key = problem.field.split(".")[0].split("[")[0]
    title = BY_KEY[key].label if key in BY_KEY else FIELD_TITLES.get(key, "")
    return f"{title}: {problem.message}." if title else f"{capital(problem.message)}."
