"""Slow and obvious play of whole hands by descriptions, from the same cards and the same random decisions."""

from itertools import pairwise

from engine.cards import RAZZ_RANKS, card_text, combo_index, razz_rank
from engine.kernels.players.playing import FIXED_LIMIT, POT_LIMIT
from engine.players.description import later_street_names
from engine.players.first_hands import FIRST_HANDS, position_at
from engine.players.first_street import FirstStreet, first_street
from engine.players.flops import SCALE
from engine.players.later_streets import against_opponents, bet_probability, continue_probability, raise_probability
from engine.players.strength import holdem_strengths, razz_strengths
from engine.ranges.razz_products import ALL_PAIRS
from tests.reference.naive_betting import holdem_value, razz_value


def random_numbers(state):
    """Yield the numbers in [0, 1) of xoshiro256++ from its four words."""
    s, size = [int(word) for word in state], 2**64

    def turned(word, bits):
        return (word << bits | word >> 64 - bits) % size

    while True:
        yield ((turned((s[0] + s[3]) % size, 23) + s[0]) % size >> 11) / 2**53
        t = (s[1] << 17) % size
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turned(s[3], 45)


class Hand:
    """One hand: ``play`` returns the final stacks and the actions (street, seat, kind, chips)."""

    def __init__(self, game, rules, players, stacks, button, cards, board, deck, draws):
        self.game, self.rules, self.players, self.button, self.draws = game, rules, players, button, draws
        self.cards, self.board, self.deck = [list(row) for row in cards], list(board), list(deck)
        self.stacks, self.n = list(stacks), len(stacks)
        self.paid, self.bets = [0] * self.n, [0] * self.n
        self.folded = [stack == 0 for stack in stacks]
        self.up = [self.cards[seat][2:3] for seat in range(self.n)]
        self.log, self.street, self.price, self.least_raise = [], 0, 0, 0
        self.raises, self.raiser, self.raiser_before, self.limpers = 0, None, None, 0
        self.may_raise = [True] * self.n
        self.waiting = set()

    def live(self):
        return [seat for seat in range(self.n) if not self.folded[seat]]

    def after(self, seat):
        return [(seat + step) % self.n for step in range(1, self.n + 1)]

    def put(self, seat, chips):
        chips = min(chips, self.stacks[seat])
        self.stacks[seat] -= chips
        self.paid[seat] += chips
        self.bets[seat] += chips
        return chips

    def play(self):
        for seat in self.live():
            self.put(seat, self.rules.ante)
            self.bets[seat] = 0
        last = self.bring_in() if self.rules.stud else self.blinds()
        streets = ["first", *later_street_names(self.game)]
        for street in range(len(streets)):
            self.street = street
            if street:
                last = self.begin_street(streets[street])
            self.bet_round(last)
            largest, second = sorted(self.bets)[-1], sorted(self.bets)[-2]
            if largest > second:
                seat = self.bets.index(largest)
                self.stacks[seat] += largest - second
                self.paid[seat] -= largest - second
            if len(self.live()) == 1:
                break
        self.settle()
        return self.stacks, self.log

    def blinds(self):
        order = [seat for seat in self.after(self.button) if not self.folded[seat]]
        if len(order) == 2:
            order.reverse()
        self.order = order[2:] + order[:2] if len(order) > 2 else order
        for seat, blind in zip(order, (self.rules.small_blind, self.rules.big_blind), strict=False):
            self.put(seat, blind)
        self.price = self.least_raise = self.rules.big_blind
        self.positions = {seat: position_at(i, len(order)) for i, seat in enumerate(self.order)}
        return order[1]

    def bring_in(self):
        last = max(self.live(), key=lambda seat: (razz_rank(self.cards[seat][2]), -(self.cards[seat][2] % 4)))
        self.put(last, self.rules.bring_in)
        self.price = self.rules.bring_in
        self.positions = {seat: RAZZ_RANKS[razz_rank(self.cards[seat][2])] for seat in self.live()}
        self.may_raise[last] = False
        return last

    def begin_street(self, name):
        self.bets, self.price, self.least_raise, self.raises = [0] * self.n, 0, 0, 0
        self.raiser_before, self.raiser = self.raiser, None
        self.may_raise = [True] * self.n
        if not self.rules.stud:
            return self.button
        for i, seat in enumerate(self.live()):
            if name != "seventh":
                self.up[seat].append(self.cards[seat][self.street + 2])
            else:
                left = self.deck[6 * self.n :]
                self.cards[seat][6] = left[i] if len(left) >= len(self.live()) else self.deck[min(6 * self.n, 51)]

        def shown(seat):
            ranks = [razz_rank(card) for card in self.up[seat]]
            pattern = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
            return pattern, sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)

        order = [seat for seat in self.after(self.button) if not self.folded[seat]]
        return (min(order, key=shown) - 1) % self.n

    def bet_round(self, last, acted=None):
        if acted is None:
            acted = {last} if self.rules.stud and not self.street else set()
        seat = last
        while len(self.live()) > 1:
            able = [i for i in self.live() if self.stacks[i] > 0]
            turn = None
            for i in self.after(seat):
                if i in able and (self.bets[i] < self.price or (len(able) > 1 and i not in acted)):
                    turn = i
                    break
            if turn is None:
                return
            before = self.price
            reopened = self.act(turn)
            if reopened:
                acted = set()
            assert before <= self.price
            acted.add(turn)
            seat = turn

    def act(self, seat):
        """Let a seat act; return whether everybody may raise again."""
        chips = self.decide(seat)
        call = min(self.price - self.bets[seat], self.stacks[seat])
        if chips is None:
            self.folded[seat] = True
            self.log.append((self.street, seat, "fold", 0))
            return False
        kind = "raise" if chips > call else "call" if chips else "check"
        self.log.append((self.street, seat, kind, chips))
        self.put(seat, chips)
        self.may_raise[seat] = False
        if kind == "call" and not self.raises and not self.street:
            self.limpers += 1
        if kind != "raise":
            return False
        added, size = self.bets[seat] - self.price, max(self.least_raise, self.rules.big_blind)
        if self.rules.limit == FIXED_LIMIT:
            size = self.fixed_bet()
        full = added >= size or (self.rules.limit == FIXED_LIMIT and self.price < size <= self.bets[seat])
        self.least_raise, self.price = max(added, self.least_raise), self.bets[seat]
        self.raises, self.raiser = self.raises + 1, seat
        if full:
            self.may_raise = [i != seat for i in range(self.n)]
        return full

    def fixed_bet(self):
        return self.rules.big_bet if self.street >= 2 else self.rules.small_bet

    def legal(self, seat, to):
        """Return the chips of the nearest legal action that is not above a raise ``to``."""
        call, total = min(self.price - self.bets[seat], self.stacks[seat]), self.bets[seat] + self.stacks[seat]
        others = [i for i in self.live() if i != seat and self.stacks[i] > 0]
        if not self.may_raise[seat] or not others or total <= self.price:
            return call
        if self.rules.limit == FIXED_LIMIT:
            counted = self.raises + (not self.rules.stud and not self.street)
            if len(self.live()) > 2 and counted >= self.rules.cap:
                return call
            bet = self.fixed_bet()
            return min(bet if self.price < bet else self.price + bet, total) - self.bets[seat]
        if self.rules.limit == POT_LIMIT:
            to = min(to, self.price + sum(self.paid) + call)
        if to >= total:
            return self.stacks[seat]
        return to - self.bets[seat] if to >= self.price + max(self.least_raise, self.rules.big_blind) else call

    def decide(self, seat):
        """Return the chips that a seat adds, None for a fold."""
        play = self.players[seat].games[self.game]
        call = min(self.price - self.bets[seat], self.stacks[seat])
        if not self.street:
            jam = self.raiser is not None and (self.stacks[self.raiser] == 0 or call == self.stacks[seat])
            raiser = None if self.raiser is None else self.positions[self.raiser]
            turn = FirstStreet(self.positions[seat], self.raises, raiser, jam)
            actions, hand = first_street(self.players[seat], self.game, turn), self.hand(seat)
            drawn = next(self.draws)
            if drawn < float(actions.raises[hand].astype("float32")):
                sizes, to = play.sizes, 0
                if sizes and not self.raises:
                    to = int(self.rules.big_blind * (sizes.open + sizes.per_limper * self.limpers))
                elif sizes:
                    to = int(self.price * (sizes.three_bet if self.raises == 1 else sizes.four_bet))
                total = self.bets[seat] + self.stacks[seat]
                return self.legal(seat, total if 3 * to > total else to)
            together = float((actions.raises[hand] + actions.calls[hand]).astype("float32"))
            return call if drawn < together or not call else None
        street = play.later[later_street_names(self.game)[self.street - 1]]
        pot = sum(min(chips, self.paid[seat] + call) for chips in self.paid) + call
        strength, drawn = self.strength(seat), next(self.draws)
        if not self.price:
            bets = bet_probability(street, strength, last_raiser=self.raiser_before == seat)
            stays = 1.0
        else:
            bets = raise_probability(street, strength, call / pot)
            stays = continue_probability(street, strength, call / pot)
        if drawn < bets:
            share = 1.0
            if self.rules.limit != FIXED_LIMIT:
                size, total = next(self.draws), sum(weight for _, weight in street.sizes)
                ends = [sum(w for _, w in street.sizes[: i + 1]) / total for i in range(len(street.sizes))]
                share = next((s for (s, _), end in zip(street.sizes, ends, strict=True) if size < end), 0.0)
            return self.legal(seat, self.price + int(share * pot))
        return call if drawn < stays else None

    def hand(self, seat):
        one, other = self.cards[seat][:2]
        if not FIRST_HANDS[self.game].by_door:
            return combo_index(one, other)
        return ALL_PAIRS.index(tuple(sorted((razz_rank(one), razz_rank(other)))))

    def strength(self, seat):
        others = [i for i in self.live() if i != seat]
        if self.rules.stud:
            up = {i: [razz_rank(card) for card in self.up[i]] for i in range(self.n)}
            dead = [rank for i in range(self.n) if i != seat and self.folded[i] for rank in up[i]]
            last = razz_rank(self.cards[seat][6]) if self.street == 4 else None
            pair = ALL_PAIRS[self.hand(seat)]
            return float(razz_strengths(up[seat], [up[i] for i in others], dead, last, [pair])[0])
        board = self.board[: self.street + 2]
        strength = holdem_strengths("".join(map(card_text, board)))[self.hand(seat)]
        return float(against_opponents(round(strength * SCALE) / SCALE if self.street == 1 else strength, len(others)))

    def settle(self):
        live = self.live()
        values = dict.fromkeys(live, 0)
        if len(live) > 1:
            for seat in live:
                if self.rules.stud:
                    values[seat] = razz_value([razz_rank(card) for card in self.cards[seat]])
                else:
                    values[seat] = holdem_value([card_text(card) for card in (*self.cards[seat][:2], *self.board)])
        best = min if self.rules.stud else max
        levels = [0, *sorted({self.paid[seat] for seat in live})]
        for below, level in pairwise(levels):
            contenders = [seat for seat in live if self.paid[seat] >= level]
            top = level == levels[-1]
            pot = sum((chips if top else min(chips, level)) - min(chips, below) for chips in self.paid)
            value = best(values[seat] for seat in contenders)
            winners = [seat for seat in self.after(self.button) if seat in contenders and values[seat] == value]
            for i, seat in enumerate(winners):
                self.stacks[seat] += pot // len(winners) + (i < pot % len(winners))


def finish_hand(hand, last, acted):
    """Play a hand from its middle to its end and return the stacks; ``last``: the seat before the one that acts,
    ``acted``: the seats that need not act again."""
    names = ["first", *later_street_names(hand.game)]
    for street in range(hand.street, len(names)):
        if hand.street < street:
            hand.street, acted = street, set()
            last = hand.begin_street(names[street])
        hand.bet_round(last, acted)
        largest, second = sorted(hand.bets)[-1], sorted(hand.bets)[-2]
        if largest > second:
            seat = hand.bets.index(largest)
            hand.stacks[seat] += largest - second
            hand.paid[seat] -= largest - second
        if len(hand.live()) == 1:
            break
    hand.settle()
    return hand.stacks
