"""A decision of betting as the Kelly page takes it: how often each bet makes the opponent fold, as at equilibrium, and
how hero does against the hands that call (a raise counts as a call).
"""

import numpy as np

from engine.betting.classes import weighted_mean
from engine.betting.view import NodeView
from engine.kelly.fields import Panel
from engine.kelly.panel_answers import Answer, ListedBet

DIGITS = 4
"""Decimals of the shares of the list."""


def listed_bets(node: NodeView, hand: str = "") -> tuple[ListedBet, ...]:
    """Return the bets and raises of a decision with the answers to them: for ``hand``, else on average over all hands
    of the player who decides. A tie counts as half a win.
    """
    if node.seat is None:
        return ()
    rows = node.hands[node.seat]
    place = rows.row(hand)
    weight = rows.joint if place is None else np.eye(len(rows.names))[place]
    result = []
    for one in node.balances:
        folds = weighted_mean(one.folds, weight)
        wins = weighted_mean(one.equity, weight * (1.0 - np.nan_to_num(one.folds)))
        if folds is not None:
            win = None if wins is None else round(wins, DIGITS)
            result.append(ListedBet(one.chips, round(folds, DIGITS), win))
    return tuple(result)


def kelly_at(panel: Panel, node: NodeView, hero: int, opponent: int, hand: str = "") -> Panel:
    """Return the values of the Kelly page with the pot, the price and the opponent's answers of a decision of hero's;
    ``hero`` and ``opponent`` are their places at the table.
    """
    answer = Answer("rows", rows=listed_bets(node, hand))
    entries = {"seat": hero or None, "pot_typed": True, "pot": node.pot, "to_call": node.to_call or None}
    return panel.with_entries({**entries, "best_hands": None, "bet": None}).with_item("answers", opponent, answer)
