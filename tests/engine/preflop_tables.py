"""Random situations before the flop on small decks, and their check against every deal, card by card."""

import random
from fractions import Fraction

import pytest

from engine.cards import card_text
from engine.preflop.request import read_preflop_request
from engine.preflop.run import solve_preflop
from engine.preflop.situation import read_preflop_situation
from tests.reference.naive_preflop import naive_action

EXACT = 1e-9
HALF = Fraction(1, 2)


def range_text(chosen):
    return ", ".join(f"{card_text(a)}{card_text(b)}:{float(weight)!r}" for (a, b), weight in chosen.items())


def some_hands(rng, deck, least, most):
    hands = [(a, b) for a in deck for b in deck if a > b]
    chosen = rng.sample(hands, rng.randint(least, most))
    return {hand: rng.choice([Fraction(1), Fraction(1), HALF, Fraction(1, 4)]) for hand in chosen}


def any_two(deck):
    return {(a, b): Fraction(1) for a in deck for b in deck if a > b}


class Table:
    """A random situation: the request, and what the reference needs of it."""

    def __init__(self, seed, folded, *, raises=False):
        self.raises = raises
        rng = self.rng = random.Random(seed)
        size = 13 if folded else 12
        suits = [s for s in range(4) for _ in range(rng.choice((0, 1, 3, 5)))] or [0]
        cards = {4 * rng.randrange(13) + rng.choice(suits) for _ in range(40)}
        deck = sorted(cards)[:size]
        while len(deck) < size:
            deck = sorted({*deck, rng.randrange(52)})
        self.deck = deck
        self.hero = some_hands(rng, deck, 1, 3)
        self.players = [self._opponent() for _ in range(2)]
        entries = [entry for entry, _, _ in self.players]
        if folded:
            held = some_hands(rng, deck, 2, 12)
            self.players.append(({}, (held, {}, {}), (held, {}, {})))
            entries.append({"cards": range_text(held), "folded": True, "in": 0.25})
        self.request = {
            "hero": {"cards": range_text(self.hero), "in": rng.choice([0, 0.5])},
            "opponents": entries,
            "dead": " ".join(card_text(card) for card in range(52) if card not in deck),
            "dead_money": rng.choice([0, 1.5]),
            "raise_to": 3,
            "after": {"bets": {"call": 2, "raise": {"pot": 0.5}}, "paid": [1, 0.5, 0][: len(entries)]},
            "rake": rng.choice([0, 0.05]),
            "rake_cap": rng.choice([None, 0.4]),
        }
        if raises:
            self.request |= {"raises_to": {"call": 4, "raise": 7}, "stack": rng.choice([8, 100])}

    def _opponent(self):
        rng, deck = self.rng, self.deck
        called = some_hands(rng, deck, 3, 20)
        entry, raised = {"in": rng.choice([0, 1]), "calls": range_text(called)}, called
        if rng.random() < 0.7:
            raised = some_hands(rng, deck, 2, 15)
            entry["calls_raise"] = range_text(raised)
        held, acts = any_two(deck), rng.random() < 0.5
        if not acts:
            held = some_hands(rng, deck, 5, 25)
            entry["cards"] = range_text(held)
        goes = product_of(held, called)
        before = held if acts else goes
        kept = product_of(before, raised) if "calls_raise" in entry else goes
        return entry, (held, *self._parts(entry, "raises", held, goes)), (
            held, *self._parts(entry, "raises_raise", before, kept)
        )  # fmt: skip

    def _parts(self, entry, key, before, goes):
        """Return what of the weights ``goes`` sees the flop, and what raises."""
        if not self.raises or self.rng.random() < 0.2:
            return goes, {}
        text = some_hands(self.rng, self.deck, 1, 12)
        entry[key] = range_text(text)
        again = {hand: min(weight, goes.get(hand, 0)) for hand, weight in product_of(before, text).items()}
        return {hand: weight - again.get(hand, 0) for hand, weight in goes.items()}, again


def product_of(weights, others):
    return {hand: weight * others.get(hand, 0) for hand, weight in weights.items()}


def raw_value(situation, plan, places, *, raised=False):
    """Return the formula of the SPEC for EVraw, and the pot's terms as fractions; ``raised``: hero called a raise."""
    request = situation.request
    to = plan.raised if raised else plan.level

    def raw(share, together):
        chips = [Fraction(opponent.chips) for opponent in request.opponents]
        level = Fraction(to)
        pot = Fraction(request.dead_money) + level
        pot += sum(max(level, chip) if i in together else chip for i, chip in enumerate(chips))
        bet = Fraction(plan.bets.amount) * (pot if plan.bets.of_pot else 1)
        if raised and request.stack is not None:
            bet = min(bet, max(Fraction(request.stack) - level, Fraction()))
        paid = sum(Fraction(request.paid[i]) for i in together) * bet
        rake = Fraction(request.rake) * (pot + bet + paid)
        if request.rake_cap is not None:
            rake = min(rake, Fraction(request.rake_cap))
        return share * (pot + paid - rake) - (1 - share) * bet

    return raw


def check_against_every_deal(table):
    """Compare the answer to a random situation with the sums over all its deals."""
    request = read_preflop_request(table.request)
    situation = read_preflop_situation(request)
    answer = solve_preflop(request)
    assert answer.method == "exact"
    for at, (plan, result) in enumerate(zip(situation.actions, answer.actions[1:], strict=True)):
        players = [player[1 + at] for player in table.players]
        naive = naive_action(table.hero, players, frozenset(table.deck))
        raw = raw_value(situation, plan, request.opponents)
        middle = Fraction(request.middle)
        cost, raised_cost = Fraction(plan.cost), Fraction(plan.raised) - Fraction(request.hero_chips)
        again = naive.answers(raw_value(situation, plan, request.opponents, raised=True), cost, raised_cost)
        ev = naive.expected(raw, middle, cost) + sum(p * worth for p, _, _, worth in again.values())
        assert result.ev == pytest.approx(float(ev), abs=EXACT)
        assert {row.opponent for row in result.raised if row.p > EXACT} == set(again)
        for row in result.raised:
            if row.p > EXACT:
                right = tuple(float(x) for x in again[row.opponent])
                assert (row.p, row.equity, row.called, row.ev) == pytest.approx(right, abs=EXACT)
        alone = sum(naive.alone.values(), Fraction()) / naive.total()
        assert result.everybody_folds == pytest.approx(float(alone), abs=EXACT)
        sets = naive.sets(raw)
        assert {row.opponents for row in result.sets if row.p > EXACT} == set(sets)
        for row in result.sets:
            if row.p > EXACT:
                assert (row.p, row.equity, row.playable) == pytest.approx(
                    tuple(float(x) for x in sets[row.opponents]), abs=EXACT
                )
