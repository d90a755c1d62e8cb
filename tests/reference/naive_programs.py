"""Slow and obvious play of whole hands by descriptions and programs: every range is followed from action to action."""

from functools import cache
from itertools import combinations

import numpy as np

from engine.cards import COMBO_MASKS, COMBOS, card_text, razz_rank
from engine.equity.razz.lows import low_tables
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.players.strength import low_distribution, lower_share, new_low_work
from engine.kernels.razz.low import HANDS
from engine.kernels.tables import high_tables
from engine.players.description import later_street_names, shipped_player
from engine.players.first_hands import FIRST_HANDS
from engine.players.first_street import FirstStreet, first_street
from engine.players.flops import SCALE
from engine.players.later_streets import (
    against_opponents,
    bet_probability,
    continue_probability,
    raise_probability,
    updated_weights,
)
from engine.players.programs import Program
from engine.players.strength import holdem_strengths, razz_strengths
from engine.preflop.matchups import class_matchups
from engine.ranges.holdem_hands import class_of_combo
from engine.ranges.razz_products import ALL_PAIRS
from tests.reference.naive_play import Hand

FLOP_STEPS = (7, 16, 23)


def free(cards):
    """Return which combos have none of some cards."""
    return COMBO_MASKS & np.uint64(sum(1 << int(card) for card in cards)) == 0


def showdowns(own, board):
    """Return the results of one hand against each combo, 1, 1/2 or 0; NaN where a card is there twice."""
    rows = np.array([[*own, *board]] * (1 + len(COMBOS)), np.int8)
    rows[1:, :2] = COMBOS
    values = np.zeros(len(rows), np.uint16)
    evaluate_hands(rows, high_tables(), values)
    result = (values[0] > values[1:]) + 0.5 * (values[0] == values[1:])
    return np.where(free([*own, *board]), result, np.nan)


@cache
def runout_equities(own, board):
    """Return the equity of a hand against each combo on a board: the mean of all last cards, or of some pairs."""
    deck = [card for card in range(52) if card not in (*own, *board)]
    runouts = {5: [()], 4: [(card,) for card in deck]}.get(len(board))
    if runouts is None:
        runouts = [(deck[i], deck[(i + step) % len(deck)]) for step in FLOP_STEPS for i in range(len(deck))]
    rows = np.array([showdowns(own, [*board, *runout]) for runout in runouts])
    with np.errstate(invalid="ignore"):
        counted = (~np.isnan(rows)).sum(axis=0)
        return np.where(counted > 0, np.nansum(rows, axis=0) / np.maximum(counted, 1), 0.0)


@cache
def razz_strengths_of(up, opponents, dead):
    return razz_strengths(up, opponents, dead)


class ProgramHand(Hand):
    """A hand with programs at some seats; ``start``: the weights of all seats' hands, by default 1."""

    def __init__(self, game, rules, players, *rest, start=None):
        super().__init__(game, rules, players, *rest)
        self.models = [shipped_player("neutral") if isinstance(one, Program) else one for one in players]
        count = FIRST_HANDS[game].count
        self.weights = [np.ones(count) if start is None else start[seat].copy() for seat in range(self.n)]

    def act(self, seat):
        probabilities = self.probabilities(seat)
        reopened = super().act(seat)
        kind = self.log[-1][2]
        if kind != "fold":
            self.weights[seat] = updated_weights(self.weights[seat], probabilities[kind], self.models[seat].least)
        return reopened

    def first_turn(self, seat, *, raises, raiser, all_in):
        raiser_position = None if raiser is None else self.positions[raiser]
        return first_street(
            self.models[seat],
            self.game,
            FirstStreet(self.positions[seat], raises, raiser_position, raiser is not None and all_in),
        )

    def probabilities(self, seat):
        """Return the probability of each kind of action with every hand."""
        call = min(self.price - self.bets[seat], self.stacks[seat])
        if not self.street:
            all_in = self.raiser is not None and (self.stacks[self.raiser] == 0 or call == self.stacks[seat])
            row = self.first_turn(seat, raises=self.raises, raiser=self.raiser, all_in=all_in)
            raises = row.raises if row.raises.any() else row.calls
            return {"raise": raises, "call": row.calls, "check": 1 - row.raises}
        street = self.models[seat].games[self.game].later[later_street_names(self.game)[self.street - 1]]
        strengths, possible = self.all_strengths(seat, len(self.live()) - 1)
        if not self.price:
            bets = bet_probability(street, strengths, last_raiser=self.raiser_before == seat)
            return {"raise": bets * possible, "check": (1 - bets) * possible}
        price = call / (sum(min(chips, self.paid[seat] + call) for chips in self.paid) + call)
        goes_on, raises = continue_probability(street, strengths, price), raise_probability(street, strengths, price)
        return {"raise": raises * possible, "call": (goes_on - raises) * possible, "check": possible}

    def all_strengths(self, seat, opponents):
        """Return the strength of each hand of a seat, and whether it can hold it."""
        if self.rules.stud:
            up = [[razz_rank(card) for card in cards] for cards in self.up]
            others = [up[i] for i in self.live() if i != seat]
            dead = [rank for i in range(self.n) if self.folded[i] for rank in up[i]]
            strengths = razz_strengths_of(tuple(up[seat]), tuple(map(tuple, others)), tuple(dead))
            seen = np.bincount([*up[seat], *dead, *(rank for cards in others for rank in cards)], minlength=13)
            return strengths, np.array([self.ways(pair, 4 - seen) > 0 for pair in ALL_PAIRS])
        board = self.board[: self.street + 2]
        strengths = holdem_strengths("".join(map(card_text, board)))
        strengths = np.round(strengths * SCALE) / SCALE if self.street == 1 else strengths
        return against_opponents(strengths, opponents), free(board)

    @staticmethod
    def ways(pair, live):
        low, high = pair
        return live[low] * (live[low] - 1) // 2 if low == high else live[low] * live[high]

    def decide(self, seat):
        if not isinstance(self.players[seat], Program):
            return super().decide(seat)
        call = min(self.price - self.bets[seat], self.stacks[seat])
        if self.players[seat].name == "caller":
            return call
        if self.players[seat].name == "folder":
            return call if not call or (self.street and self.strength(seat) > 0.95) else None
        if self.players[seat].name == "pusher":
            return self.pusher(seat, call)
        if self.players[seat].name == "random":
            pot = sum(self.paid) + call
            raises = [self.legal(seat, self.price + max(self.least_raise, self.rules.big_blind))]
            raises.append(self.legal(seat, self.price + pot))
            choices = [call, *([None] if call else []), *sorted({chips for chips in raises if chips > call})]
            return choices[int(next(self.draws) * len(choices))]
        if not self.street:
            return self.honest_first(seat, call)
        equity = 1.0
        for other in self.live():
            if other != seat:
                equity *= self.against(seat, self.weights[other], other)
        pot = sum(min(chips, self.paid[seat] + call) for chips in self.paid) + call
        if call and equity * pot <= call:
            return None
        chips = self.legal(seat, self.price + pot // 2)
        if chips > call and equity * (pot + self.expected(seat, chips, pot + chips - call)) > chips:
            return chips
        return call

    def pusher(self, seat, call):
        if not self.street:
            row = first_street(self.models[seat], self.game, FirstStreet(self.positions[seat]))
            if next(self.draws) >= float(row.raises[self.hand(seat)].astype("float32")):
                return None if call else 0
        elif not self.price:
            return 0
        return self.legal(seat, self.bets[seat] + self.stacks[seat])

    def expected(self, seat, chips, after):
        """Return the chips that the others are expected to add."""
        total = 0.0
        for other in self.live():
            added = min(self.bets[seat] + chips - self.bets[other], self.stacks[other])
            if other == seat or added <= 0:
                continue
            street = self.models[other].games[self.game].later[later_street_names(self.game)[self.street - 1]]
            strengths, possible = self.all_strengths(other, len(self.live()) - 1)
            weights = self.weights[other] * self.equities(seat, other)[1] * possible
            goes_on = continue_probability(street, strengths, added / (after + added))
            total += added * (float(weights @ goes_on / weights.sum()) if weights.any() else 1.0)
        return total

    def honest_first(self, seat, call):
        sizes, to = self.models[seat].games[self.game].sizes, 0
        if sizes and not self.raises:
            to = int(self.rules.big_blind * (sizes.open + sizes.per_limper * self.limpers))
        elif sizes:
            to = int(self.price * (sizes.three_bet if self.raises == 1 else sizes.four_bet))
        total = self.bets[seat] + self.stacks[seat]
        raised = self.legal(seat, total if 3 * to > total else to)
        values = {None: 0.0} if call else {}
        values[call] = self.first_value(seat, call)
        if raised > call:
            values[raised] = self.first_value(seat, raised)
        return max(values, key=values.__getitem__)

    def first_value(self, seat, chips):
        """Return the mean over all sets of opponents who go on, each of whom decides for himself."""
        to = self.bets[seat] + chips
        level = max(to, self.price)
        raises, raiser = self.raises + (to > self.price), seat if to > self.price else self.raiser
        facts = []
        for other in self.live():
            if other == seat:
                continue
            added = min(level - self.bets[other], self.stacks[other])
            weights, goes_on = self.weights[other], 1.0
            if added > 0:
                all_in = chips == self.stacks[seat] or added == self.stacks[other]
                row = self.first_turn(other, raises=raises, raiser=raiser, all_in=all_in)
                plays = weights * (row.raises + row.calls)
                ways = self.equities(seat, other)[1]
                goes_on = float(plays @ ways / (weights @ ways)) if (weights @ ways) else 1.0
                weights = plays
            equity = self.against(seat, weights, other) if goes_on else 0.0
            facts.append((goes_on, equity, max(added, 0)))
        value = 0.0
        for size in range(len(facts) + 1):
            for callers in combinations(range(len(facts)), size):
                chance = share = 1.0
                pot = sum(self.paid) + chips
                for i, (goes_on, equity, added) in enumerate(facts):
                    chance *= goes_on if i in callers else 1 - goes_on
                    if i in callers:
                        share *= equity
                        pot += added
                value += chance * share * pot
        return value - chips

    def against(self, seat, weights, other):
        """Return the equity of a seat's hand against a range of another one."""
        equities, ways = self.equities(seat, other)
        total = float(weights @ ways)
        return float(weights @ (ways * equities)) / total if total else float(ways @ equities / ways.sum())

    def equities(self, seat, other):
        """Return the equity of a seat's hand against each hand of another one, and in how many ways he can hold it."""
        if self.rules.stud:
            return self.razz_equities(seat, other)
        own = [int(card) for card in self.cards[seat][:2]]
        board = [int(card) for card in self.board[: self.street + 2]] if self.street else []
        ways = free([*own, *board]).astype(float)
        if not self.street:
            classes = class_of_combo()[0]
            return class_matchups().equity[classes[self.hand(seat)], classes], ways
        return runout_equities(tuple(own), tuple(board)), ways

    def razz_equities(self, seat, other):
        known = [razz_rank(card) for card in self.cards[seat][: self.street + 3]]
        live = np.full(13, 4) - np.bincount(known, minlength=13)
        for i in range(self.n):
            if i != seat:
                live -= np.bincount([razz_rank(card) for card in self.up[i]], minlength=13)
        own_ways, ways = np.zeros((2, HANDS))
        low_distribution(np.bincount(known, minlength=13), live, 7 - len(known), low_tables(), new_low_work(), own_ways)
        equities, counts = np.zeros(len(ALL_PAIRS)), np.zeros(len(ALL_PAIRS))
        for k, pair in enumerate(ALL_PAIRS):
            counts[k] = self.ways(pair, live)
            if counts[k]:
                theirs = np.bincount([*pair, *(razz_rank(card) for card in self.up[other])], minlength=13)
                rest = live - np.bincount(pair, minlength=13)
                low_distribution(theirs, rest, 7 - int(theirs.sum()), low_tables(), new_low_work(), ways)
                equities[k] = lower_share(own_ways, ways)
        return equities, counts
