"""Slow and obvious play of a hand from its middle to its end, and finite sums for hands that are nearly over."""

from itertools import combinations

from engine.cards import RAZZ_RANKS, razz_rank
from engine.players.first_hands import position_at
from tests.reference.naive_betting import holdem_value
from tests.reference.naive_play import finish_hand
from tests.reference.naive_programs import ProgramHand


class MidHand(ProgramHand):
    """A hand at hero's turn; ``betting``: the facts of :class:`engine.simulation.betting.Betting` by seat."""

    def __init__(self, game, players, betting, cards, board, deck, draws, weights, ups):
        rules = betting.rules
        super().__init__(
            game, rules, players, betting.stacks.tolist(), betting.button, cards, board, deck, draws, start=weights
        )
        self.paid, self.bets = betting.paid.tolist(), betting.bets.tolist()
        self.folded = [bool(folded) for folded in betting.folded]
        self.up, self.street, self.price = ups, betting.street, betting.price
        self.least_raise, self.raises, self.limpers = betting.last_raise, betting.raises, betting.limpers
        self.raiser = None if betting.raiser < 0 else betting.raiser
        self.raiser_before = None if betting.raiser_before < 0 else betting.raiser_before
        self.acted = {seat for seat in range(self.n) if betting.acted[seat]}
        self.may_raise = [seat not in self.acted for seat in range(self.n)]
        if rules.stud:
            self.positions = {seat: RAZZ_RANKS[razz_rank(self.cards[seat][2])] for seat in self.live()}
        else:
            order = self.after(self.button)
            order = order[2:] + order[:2] if self.n > 2 else order[::-1]
            self.positions = {seat: position_at(i, self.n) for i, seat in enumerate(order)}
        self.forced = None

    def decide(self, seat):
        if self.forced is None:
            return super().decide(seat)
        chips, self.forced = self.forced, None
        return chips

    def result(self, hero, chips):
        """Return the chips that hero has won when the hand is over, after adding ``chips`` now."""
        before, self.forced = self.stacks[hero], chips
        return finish_hand(self, (hero - 1) % self.n, set(self.acted))[hero] - before


def side_pot_value(hands, paid, deck, board):
    """Return what each of some hold'em players gets, on the average over all boards, from chips ``paid`` by each."""
    totals, count = [0.0] * len(hands), 0
    for more in combinations(deck, 5 - len(board)):
        values = [holdem_value([*hand, *board, *more]) for hand in hands]
        below = 0
        for level in sorted(set(paid)):
            in_pot = [i for i in range(len(hands)) if paid[i] >= level]
            pot = (level - below) * len(in_pot)
            best = max(values[i] for i in in_pot)
            winners = [i for i in in_pot if values[i] == best]
            for i in winners:
                totals[i] += pot / len(winners)
            below = level
        count += 1
    return [total / count for total in totals]
