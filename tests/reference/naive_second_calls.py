"""Jam or fold with two calls, dealt card by card: slow and obvious.

The law of the game: each later hand is dealt without the jammer's two cards only, and a showdown is one of disjoint
hands of the same classes, on any board.
"""

import random
from collections.abc import Sequence
from itertools import combinations
from statistics import fmean, stdev
from typing import Any

import numpy as np

from engine.cards import RANKS, card_text
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from tests.reference.naive_jam import Game

Combo = tuple[int, int]


def class_name(combo: Combo) -> str:
    """Return the class of two cards, as in ``AKs``."""
    one, two = sorted(map(card_text, combo), key=lambda card: -RANKS.index(card[0]))
    return one[0] + two[0] + ("" if one[0] == two[0] else "s" if one[1] == two[1] else "o")


def simulated(game: Game, names: Sequence[str], hands: int, seed: int) -> list[tuple[float, float]]:
    """Return what each player has after a hand on average, with the standard error; ``names`` of the classes by which
    the play of ``game`` is given."""
    rng, number = random.Random(seed), {name: at for at, name in enumerate(names)}
    by_class: dict[int, list[Combo]] = {}
    for combo in combinations(range(52), 2):
        by_class.setdefault(number[class_name(combo)], []).append(combo)
    own = {combo: at for at, combos in by_class.items() for combo in combos}
    deck, results = list(own), []
    shown: list[tuple[tuple[int, ...], list[list[int]]]] = []
    for _ in range(hands):
        contenders, classes = _played(game, rng, deck, own)
        if len(contenders) == 1:
            results.append(game.end(tuple(contenders), (0,)))
        else:
            shown.append((tuple(contenders), _dealt(rng, [by_class[at] for at in classes])))
    for contenders, dealt in shown:
        values = np.zeros(len(dealt), np.uint16)
        evaluate_hands(np.array(dealt, np.int8), high_tables(), values)
        places = [sum(other > value for other in set(values.tolist())) for value in values.tolist()]
        results.append(game.end(contenders, tuple(places)))
    return [(fmean(column), stdev(column) / hands**0.5) for column in zip(*results, strict=True)]


def _played(game: Game, rng: random.Random, deck: list[Combo], own: Any) -> tuple[list[int], list[int]]:
    """Return who is all in, with the classes; nobody: the big blind alone."""
    players = len(game.stacks)
    contenders: list[int] = []
    classes: list[int] = []
    gone: set[int] = set()
    for player in range(players):
        combo = rng.choice(deck)
        while gone & set(combo):
            combo = rng.choice(deck)
        at = own[combo]
        if not contenders:
            often = game.jam[player][at] if player < players - 1 else 1.0
        else:
            often = (game.call if len(contenders) == 1 else game.over)[(*contenders, player)][at]
        if rng.random() < often:
            gone = gone or set(combo)
            contenders.append(player)
            classes.append(at)
            if len(contenders) == 3:
                break
    return contenders, classes


def _dealt(rng: random.Random, combos: list[list[Combo]]) -> list[list[int]]:
    """Return disjoint hands of some classes with a board, seven cards each."""
    while True:
        hands = [rng.choice(each) for each in combos]
        cards = {card for hand in hands for card in hand}
        if len(cards) == 2 * len(hands):
            board = rng.sample([card for card in range(52) if card not in cards], 5)
            return [[*hand, *board] for hand in hands]
