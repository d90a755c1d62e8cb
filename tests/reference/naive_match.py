"""Slow and obvious play of a match: one hand after another, from the same cards and the same random decisions."""

from copy import deepcopy
from itertools import count
from types import SimpleNamespace

import numpy as np

from engine.kelly.growth import Wager, growth
from engine.kelly.outcomes import Outcomes
from engine.kelly.solver import optimal_fraction
from engine.kernels.players.playing import BUTTON, FIXED_LIMIT, deal_cards, new_hand_state, start_streams
from engine.matches.request import read_match_request, units
from engine.play.pots import pot_facts
from engine.players.description import shipped_player
from engine.players.first_hands import FIRST_HANDS
from engine.players.first_street import FirstStreet, first_street
from engine.players.hands import seed_words
from engine.players.programs import Program
from tests.reference.naive_play import Hand, finish_hand, random_numbers
from tests.reference.naive_programs import ProgramHand

EDGES, FIXED_EDGES = (0.5, 1, 2, 4), (0.1, 0.2, 0.3, 0.5)


class MatchRules:
    """The rules of programs for a hand; ``bet_log`` has (seat, size, strength against all, against one)."""

    def __init__(self, match, seating, *arguments):
        super().__init__(*arguments)
        self.match, self.seating, self.bet_log, self.last_class = match, seating, [], {}

    def act(self, seat):
        call, pot = min(self.price - self.bets[seat], self.stacks[seat]), self.pot_after_call(seat)
        opponents, street = len(self.live()) - 1, self.street
        strength = self.strength(seat) if street else None
        reopened = super().act(seat)
        *_, kind, chips = self.log[-1]
        if kind == "raise" and street:
            size = (chips - call) / pot
            self.last_class[seat] = sum(size > edge for edge in self.match.edges)
            self.bet_log.append((seat, size, strength, strength ** (1 / opponents)))
        return reopened

    def pot_after_call(self, seat):
        return sum(self.paid) + min(self.price - self.bets[seat], self.stacks[seat])

    def decide(self, seat):
        player = self.match.request.players[self.seating[seat]]
        call = min(self.price - self.bets[seat], self.stacks[seat])
        rule = getattr(self, player.program, None) if player.program else None
        result = rule(seat, call) if rule else "described"
        return super().decide(seat) if result == "described" else result

    def caller(self, seat, call):
        return call

    def folder(self, seat, call):
        return call if not call or (self.street and self.strength(seat) > 0.95) else None

    def pusher(self, seat, call):
        if self.street and not self.price:
            return 0
        if not self.street:
            actions = first_street(shipped_player("neutral"), self.game, FirstStreet(self.positions[seat]))
            hands = FIRST_HANDS[self.game]
            assert len(actions.raises) == hands.count
            if next(self.draws) >= float(actions.raises[self.hand(seat)].astype("float32")):
                return None if call else 0
        return self.legal(seat, self.bets[seat] + self.stacks[seat])

    def random(self, seat, call):
        least = self.legal(seat, self.price + max(self.least_raise, self.rules.big_blind))
        pot = self.legal(seat, self.price + self.pot_after_call(seat))
        actions = [call] + [None] * (call > 0) + [least] * (least > call) + [pot] * (pot > call and pot != least)
        return actions[int(next(self.draws) * len(actions))]

    def kelly(self, seat, call):
        if not self.street:
            return "described"
        others = [other for other in self.live() if other != seat]
        chance = np.prod([self.against(seat, self.weights[other], other) for other in others])
        facts = pot_facts(
            self.paid[seat], [self.paid[other] for other in others],
            folded=sum(self.paid) - sum(self.paid[other] for other in (seat, *others)),
            behind=[self.stacks[other] for other in others],
        )  # fmt: skip
        bankroll = max(self.match.bankrolls[self.seating[seat]] - self.paid[seat], 1)
        outcomes = Outcomes(float(chance), (0.0,) * len(others), 1.0 - float(chance))
        wager = Wager(bankroll, facts.retained, outcomes, reach=facts.reach)
        best = optimal_fraction(wager) * bankroll
        to = self.stacks[seat] if self.rules.limit == FIXED_LIMIT else int(best + 1e-6)
        raised = self.legal(seat, self.bets[seat] + to)
        zero = (0, growth(wager, 0.0)) if not call else (None, 0.0)
        choices = [zero] + [(x, growth(wager, x)) for x in dict.fromkeys((call, raised)) if 0 < x <= bankroll]
        return max(choices, key=lambda choice: choice[1])[0]

    def reader(self, seat, call):
        if not self.street or not call or 2 * self.match.hand < self.match.hands or self.raiser is None:
            return "described"
        shown = self.match.seen.get((self.seating[self.raiser], self.last_class.get(self.raiser, 0)))
        if not shown:
            return "described"
        theirs, opponents = np.mean(shown), len(self.live()) - 1
        own = self.strength(seat) ** (1 / opponents)
        wins = own * (1 - theirs) / (own * (1 - theirs) + theirs * (1 - own))
        return call if wins * own ** (opponents - 1) * self.pot_after_call(seat) > call else None

    def simulator(self, seat, call):
        player, rest = self.match.request.players[self.seating[seat]], self.stacks[seat]
        pot = sum(min(chips, self.paid[seat] + call) for chips in self.paid) + call
        sizes = self.price + pot // 2, self.price + pot, self.bets[seat] + rest
        raises = sorted({self.legal(seat, to) for to in sizes} - set(range(call + 1)))
        actions = [*([None] if call else []), call, *raises]
        if len(actions) == 1:
            return actions[0]
        seed = np.array([int(next(self.draws) * 2**53) for _ in range(2)], np.uint64)
        values = [0.0] * len(actions)
        for sample in range(player.samples):
            random = np.zeros((2, 4), np.uint64)
            start_streams(seed, sample, random)
            cards, board, deck = self.sampled(seat, random_numbers(random[0]))
            for i, chips in enumerate(actions):
                if chips is not None:
                    trial = self.trial(cards, board, deck, random_numbers(random[1]))
                    values[i] += trial.finish(seat, chips) - rest - self.raked(trial, seat)
        return actions[values.index(max(values))]

    def raked(self, trial, seat):
        """Return what a player pays of the rake."""
        request, pot = self.match.request, sum(trial.paid)
        cap = np.inf if request.rake_cap is None else units(request.rake_cap)
        rake = min(int(request.rake * pot + 1e-9), cap) if trial.street else 0
        return rake * (trial.stacks[seat] - trial.before_pots[seat]) / pot

    def sampled(self, seat, draws):
        """Return the cards of all seats, the board and the deck, of which what a seat does not see is drawn."""
        stud, street = self.rules.stud, self.street
        others = [other for other in self.live() if other != seat]
        seen = list(self.cards[seat][: street + 3 if stud else 2])
        seen += [card for other in range(self.n) if other != seat for card in self.up[other] if stud]
        seen += [] if stud or not street else self.board[: street + 2]
        unknown = [card for card in range(52) if card not in seen]
        combos = [(low, high) for i, high in enumerate(unknown) for low in unknown[:i]]
        cards, board, deck = deepcopy(self.cards), list(self.board), list(self.deck)
        sums = {}
        for other in others:
            weights = [self.weights[other][self.number(combo)] for combo in combos]
            sums[other] = np.cumsum(weights if any(weights) else [1.0] * len(combos))
        for _ in range(100):
            drawn = []
            for other in others:
                at = int(np.searchsorted(sums[other], next(draws) * sums[other][-1], side="right"))
                drawn.append(combos[min(at, len(combos) - 1)])
                if len({card for combo in drawn for card in combo}) < 2 * len(drawn):
                    break
            else:
                break
        else:
            drawn = []
        rest = [card for card in unknown if not any(card in combo for combo in drawn)]

        def take():
            at = int(next(draws) * len(rest))
            rest[at], card = rest[-1], rest[at]
            rest.pop()
            return card

        for i, other in enumerate(others):
            cards[other][:2] = drawn[i] if drawn else (take(), take())
        if not stud:
            known = street + 2 if street else 0
            board[known:] = [take() for _ in range(5 - known)]
            return cards, board, deck
        for card in range(street + 3, 6):
            for other in self.live():
                cards[other][card] = take()
        if street < 4:
            first = 6 * self.n
            for card in range(min(first, 51), min(first + len(self.live()), 52)):
                deck[card] = take()
        else:
            for other in others:
                if self.cards[other][6] != self.cards[seat][6]:
                    cards[other][6] = take()
        return cards, board, deck

    def number(self, combo):
        """Return the number of a hand of two cards in ranges."""
        return Hand.hand(SimpleNamespace(cards=[combo], game=self.game), 0)

    def trial(self, cards, board, deck, draws):
        """Return a copy of this hand with other cards and decisions, played by descriptions."""
        trial = TrialHand.__new__(TrialHand)
        other = "draws", "match", "players", "models"
        trial.__dict__ = deepcopy({key: value for key, value in self.__dict__.items() if key not in other}) | {
            "players": self.models,
            "draws": draws,
        }
        trial.cards, trial.board, trial.deck = deepcopy(cards), board, deck
        return trial


class TrialHand(Hand):
    """A hand that is played from its middle to its end."""

    def decide(self, seat):
        if self.forced is None:
            return super().decide(seat)
        chips, self.forced = self.forced, None
        return chips

    def settle(self):
        self.before_pots = list(self.stacks)
        super().settle()

    def finish(self, seat, chips):
        """Return the chips of a seat at the end, if it adds ``chips`` now."""
        self.forced = chips
        return finish_hand(self, (seat - 1) % self.n, {i for i in range(self.n) if not self.may_raise[i]})[seat]


class QuickHand(MatchRules, Hand):
    """A hand of which no program reads what others can hold."""


class ReadHand(MatchRules, ProgramHand):
    """A hand with programs that read what others can hold, which takes long."""


class NaiveMatch:
    """Plays a match; ``results`` has the units that each player won in each hand."""

    def __init__(self, value):
        self.request = read_match_request(value)
        request, n = self.request, len(self.request.players)
        self.rules, rotations = request.rules, request.rotations
        self.edges = EDGES if request.fixed is None else FIXED_EDGES
        self.hands = -(-request.hands // rotations) * rotations
        self.seen, self.results, self.bets, self.rakes = {}, [], [[] for _ in range(n)], np.zeros(n)
        self.won_from = np.zeros((n, n))
        stacks, start_bankrolls = [units(request.stack)] * n, [units(chips) for chips in request.bankroll]
        self.bankrolls = list(start_bankrolls)
        deals, learns = self.hands // rotations, any(player.learns for player in request.players)
        reads = {player.program for player in request.players} & {"honest", "kelly", "simulator"}
        for number in range(self.hands):
            self.hand = number
            deal, rotation = divmod(self.hand, rotations)
            if learns and rotation == 0 and deal * 50 // deals > (deal - 1) * 50 // deals:
                self.bankrolls = list(start_bankrolls)
            seating = [(seat - rotation) % n for seat in range(n)]
            start = [units(request.stack) if request.top_up else stacks[player] for player in seating]
            if sum(map(bool, start)) < 2:
                break
            button = next(seat % n for seat in count(deal % n) if start[seat % n])
            state = new_hand_state(n)
            start_streams(seed_words(request.seed), self.hand, state.random)
            decisions = random_numbers(state.random[1].copy())
            start_streams(seed_words(request.seed), deal, state.random)
            state.stacks[:], state.numbers[BUTTON] = start, button
            deal_cards(self.rules, state)
            entries = [request.players[player] for player in seating]
            players = [Program("honest") if entry.program == "honest" else entry.player for entry in entries]
            hand = (ReadHand if reads else QuickHand)(
                self, seating, request.game, self.rules, players, start, button, state.cards.tolist(),
                state.board.tolist(), state.deck.tolist(), decisions,
            )  # fmt: skip
            after, _ = hand.play()
            self.book(hand, start, after, seating)
            self.bankrolls = [
                chips + won if chips + won > 0 else first
                for chips, won, first in zip(self.bankrolls, self.results[-1], start_bankrolls, strict=True)
            ]
            stacks = [stack + won for stack, won in zip(stacks, self.results[-1], strict=True)]

    def book(self, hand, start, after, seating):
        paid, pot = hand.paid, sum(hand.paid)
        won = [end - begin + put for begin, end, put in zip(start, after, paid, strict=True)]
        rake = int(self.request.rake * pot + 1e-9) if hand.street else 0
        if self.request.rake_cap is not None:
            rake = min(rake, units(self.request.rake_cap))
        charged, row = 0, [0] * len(seating)
        for seat, player in enumerate(seating):
            due = rake * sum(won[: seat + 1]) // pot
            row[player] = after[seat] - start[seat] - (due - charged)
            self.rakes[player] += due - charged
            charged = due
        self.results.append(row)
        # What a seat put in beyond what it won is booked to those who won more than they put in: with a single pot.
        if len({paid[seat] for seat in hand.live()}) == 1:
            net = [end - begin for begin, end in zip(start, after, strict=True)]
            gained = sum(x for x in net if x > 0)
            for i, gain in enumerate(net):
                for j, loss in enumerate(net):
                    if gain > 0 > loss:
                        self.won_from[seating[i], seating[j]] += gain * -loss / gained
                        self.won_from[seating[j], seating[i]] -= gain * -loss / gained
        for seat, size, strength, single in hand.bet_log:
            self.bets[seating[seat]].append((size, strength))
            if len(hand.live()) > 1 and not hand.folded[seat]:
                size_class = sum(size > edge for edge in self.edges)
                self.seen.setdefault((seating[seat], size_class), []).append(single)
