"""Betting, slowly: every pair of hands dealt card by card, the payoffs of every sequence of actions added up.

The tree is read off the actions that a solution offers at each node; pots, rake and showdowns are worked out anew.
"""

import itertools
from functools import cache

import numpy as np

RANKS = "23456789TJQKA"


def holdem_value(cards):
    """Return the value of seven cards such as ``("Ah", "Kd", ...)``: the best of all fives."""
    return max(five_value(five) for five in itertools.combinations(cards, 5))


def five_value(five):
    ranks = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    flush = len({card[1] for card in five}) == 1
    low = ranks == [12, 3, 2, 1, 0]
    straight = low or all(a - b == 1 for a, b in itertools.pairwise(ranks))
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    counts = [count for count, _ in groups]
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(counts), 0)
    if straight or flush:
        kind = max(kind, 8 if straight and flush else 5 if flush else 4)
    return kind, [3] if low else [rank for _, rank in groups]


def razz_value(ranks):
    """Return the value of a razz hand of seven ranks, ace 0: the lowest five, pairs against."""

    def of_five(five):
        groups = sorted(((five.count(rank), rank) for rank in set(five)), reverse=True)
        return [count for count, _ in groups], [rank for _, rank in groups]

    return min(of_five(five) for five in itertools.combinations(ranks, 5))


@cache
def known_value(cards):
    """Return the value of a set of seven cards, computed once."""
    return holdem_value(cards)


class Game:
    """A river, or seventh street.

    ``nodes``: the solution's node for each path; ``joint``: the weight of each pair of hands; ``shares``: what part of
    the pot the first player has at showdown, both float64[hands, hands]; ``taken``: the rake of a pot.
    """

    def __init__(self, nodes, joint, shares, pot, taken=lambda pot: 0.0):
        self.nodes, self.joint, self.shares, self.pot, self.taken = nodes, joint, shares, pot, taken

    def best(self, player, weights=None, path=(), street=(0.0, 0.0)):
        """Return the value of a best response, float64[hands of the player]: summed over the other's hands."""
        weights = self.joint if weights is None else weights
        node = self.nodes.get(path)
        if node is None:
            pay = self.payoff(path, street)[player]
            return (weights * pay).sum(axis=1 - player)
        result = []
        for action, after in self.actions(node, street):
            kept = weights
            if node["player"] != player:
                column = node["strategy"][action]
                kept = weights * (column[None, :] if node["player"] == 1 else column[:, None])
            result.append(self.best(player, kept, (*path, action), after))
        return np.max(result, axis=0) if node["player"] == player else np.sum(result, axis=0)

    def value(self, player, weights=None, path=(), street=(0.0, 0.0)):
        """Return what the play of both is worth to the player, summed over all pairs of hands."""
        weights = self.joint if weights is None else weights
        node = self.nodes.get(path)
        if node is None:
            return float((weights * self.payoff(path, street)[player]).sum())
        total = 0.0
        for action, after in self.actions(node, street):
            column = node["strategy"][action]
            kept = weights * (column[None, :] if node["player"] == 1 else column[:, None])
            total += self.value(player, kept, (*path, action), after)
        return total

    def actions(self, node, street):
        """Yield each action with the chips that both have on the street after it."""
        me = node["player"]
        for action in node["strategy"]:
            words = action.split()
            amount = max(street) if words[0] == "call" else float(words[-1]) if words[-1][0].isdigit() else street[me]
            yield action, (amount, street[1]) if me == 0 else (street[0], amount)

    def payoff(self, path, street):
        """Return the payoffs of both at the end of a path."""
        matched = min(street)
        pot = self.pot + 2 * matched
        left = pot - self.taken(pot)
        if path[-1] == "fold":
            folder = self.nodes[path[:-1]]["player"]
            pays = [left - matched, left - matched]
            pays[folder] = -matched
            return [np.full_like(self.shares, pay) for pay in pays]
        return [left * self.shares - matched, left * (1 - self.shares) - matched]


def holdem_pairs(hands, board):
    """Return joint weights and shares of the pot on a whole board; ``hands``: (name, weight) of both players."""
    cards = [board[i : i + 2] for i in range(0, len(board), 2)]
    joint = np.zeros([len(own) for own in hands])
    shares = np.zeros_like(joint)
    for i, (one, weight) in enumerate(hands[0]):
        for j, (other, other_weight) in enumerate(hands[1]):
            used = [one[:2], one[2:], other[:2], other[2:], *cards]
            if len(set(used)) == len(used):
                joint[i, j] = weight * other_weight
            a, b = (holdem_value([hand[:2], hand[2:], *cards]) for hand in (one, other))
            shares[i, j] = 0.5 * (a > b) + 0.5 * (a >= b)
    return joint, shares


def razz_pairs(names, ups, live):
    """Return joint weights and shares on seventh street: private cards dealt from ``live`` (rank: cards) one by one."""
    deck = [rank for rank, count in enumerate(live) for _ in range(count)]
    joint = np.zeros([len(own) for own in names])
    shares = np.zeros_like(joint)
    place = [{name: i for i, name in enumerate(own)} for own in names]
    for one in itertools.combinations(range(len(deck)), 3):
        rest = [i for i in range(len(deck)) if i not in one]
        for other in itertools.combinations(rest, 3):
            i, j = (place[p].get("".join("A23456789TJQK"[deck[c]] for c in sorted(who)))
                    for p, who in enumerate((one, other)))  # fmt: skip
            if i is None or j is None:
                continue
            a, b = (razz_value([*up, *(deck[c] for c in who)]) for up, who in zip(ups, (one, other), strict=True))
            joint[i, j] += 1
            shares[i, j] = 0.5 * (a < b) + 0.5 * (a <= b)
    return joint, shares


def walked_by_pairs(solution):
    """Return both players' EV and the exploitability of a hold'em solution from any street on: every pair of hands is
    dealt every card, and each player's strategies are looked up by the names of his hands.
    """
    walker, request = solution.walker, solution.request
    names, weights = solution.deals.labels[0], solution.deals.weights
    board = [request.table.board[i : i + 2] for i in range(0, len(request.table.board), 2)]
    unknown = 52 - len(board) - len(request.table.dead.split()) - 4
    hands = [[(name[:2], name[2:]) for name in own] for own in names]
    pairs = {
        (i, j): weights[0][i] * weights[1][j]
        for i, one in enumerate(hands[0])
        for j, other in enumerate(hands[1])
        if not set(one) & set(other)
    }

    def paid(node, folder, cards, pair, player):
        called = min(node.chips)
        pot = request.pot + 2 * called
        left = pot - min(request.rake * pot, request.rake_cap)
        if folder is not None:
            return -called if folder == player else left - called
        mine, other = (known_value(frozenset((*hands[p][pair[p]], *cards))) for p in (player, 1 - player))
        return left * (0.5 * (mine > other) + 0.5 * (mine >= other)) - called

    def value(at, cards, reach, player, best, folder=None):
        node, result = walker.node(at), np.zeros(len(names[player]))
        if not node.children:
            for pair, weight in reach.items():
                result[pair[player]] += weight * paid(node, folder, cards, pair, player)
            return result
        if not node.actions:
            for card in walker.cards_to_come(at):
                kept = {pair: weight / (unknown - len(cards) + len(board)) for pair, weight in reach.items()
                        if card not in hands[0][pair[0]] + hands[1][pair[1]]}  # fmt: skip
                result += value(walker.deal(at, card, "path"), [*cards, card], kept, player, best)
            return result
        acting = node.player
        places = [at.names[acting].index(name) for name in names[acting]]
        shares, values = walker.strategy(at)[:, places], []
        for action, name in enumerate(node.actions):
            kept = reach
            if acting != player:
                kept = {pair: weight * shares[action, pair[acting]] for pair, weight in reach.items()}
            below = walker.act(at, action)
            values.append(value(below, cards, kept, player, best, acting if name == "fold" else None))
        if acting != player:
            return np.sum(values, axis=0)
        return np.max(values, axis=0) if best else (shares * values).sum(axis=0)

    total = sum(pairs.values())
    ev, most = ([value(walker.start, board, pairs, player, best).sum() / total for player in (0, 1)]
                for best in (False, True))  # fmt: skip
    return ev, (sum(most) - sum(ev)) / 2
