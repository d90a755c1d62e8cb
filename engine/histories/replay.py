"""The replay of a hand's record: posts, turns, bets and pots by the rules of hold'em and razz, moment by moment.

Anything that the text leaves open (whose turn it is, the price of a call) follows from the rules; a hand that breaks
them is not read. Bets that nobody matches are returned, so that they are in no pot.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import NoReturn

from engine.cards import RAZZ_RANKS
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Chips, HandMove, Moment, PlayedHand, RawHand
from engine.histories.record import Amount, HandAction, ParsedHand, size
from engine.histories.settlement import Settlement, Showdown, settle_hand
from engine.play.pots import chips_text
from engine.play.state import Stakes
from engine.scenario import Game
from engine.table.first_to_act import board_key

MAX_ACTIONS = 2_000
MAX_ROUNDING = Decimal("0.001")
"""Chips by which a text may have rounded the amount of a call."""
FLOP_CARDS = 3
THIRD_STREET_CARDS = 3
COMMUNITY_CARDS = 1
"""Number of community cards in razz if the deck is too short for seventh street."""
HOLE_CARDS = 2
"""Number of hole cards in hold'em, and of first down cards in razz."""
VARIANTS = {"NT": "no-limit hold'em", "FT": "limit hold'em", "FR": "razz"}
_GAMES: dict[str, Game] = {"NT": "holdem", "FT": "holdem", "FR": "razz"}
_ACTION_TEXTS = {"fold": "folds", "call": "checks or calls", "bring-in": "brings in", "show": "shows"}


def replay_record(raw: RawHand, record: ParsedHand) -> PlayedHand:
    """Return the played hand of a record.

    Raises:
        HandError: there are too many players or actions, or a card is dealt twice.
        ValueError: an action is out of turn or against the rules.
    """
    game = _GAMES[record.variant]
    players, max_players = len(record.names), GAMES[game].max_seats
    if not 2 <= players <= max_players:
        raise raw.error(f"{GAMES[game].title} has 2 to {max_players} players here, not {players}")
    if len(record.actions) > MAX_ACTIONS:
        raise raw.error(f"more than {MAX_ACTIONS:,} actions")
    replay = _Replay(game, record)
    replay.run()
    if not replay.moments:
        raise raw.error("this hand has no actions")
    cards = _all_cards(raw, replay, record)
    last = replay.moments[-1]
    end = settle_hand(game, record, last, Showdown(replay.shown, replay.mucked, replay.boards(), replay.back))
    misread = (*record.faults, *replay.faults)
    if misread:  # what could not be read may be the reason why the winner is unknown
        end = Settlement(rake=end.rake, faults=misread if end.undecided else (*misread, *end.faults))
    return PlayedHand(
        raw=raw,
        game=game,
        variant=VARIANTS[record.variant],
        names=replay.names,
        hero=_hero(replay, cards) if record.hero is None else record.hero,
        stakes=_stakes(record),
        starting=tuple(map(float, record.stacks)),
        cards=cards,
        moves=tuple(replay.moves),
        moments=tuple(replay.moments),
        result=end.result,
        gross=end.gross,
        rake=end.rake,
        boards=record.stated.boards if len(record.stated.boards) > 1 else (),
        faults=end.faults,
        drop=float(record.drop),
        own=record.hero is not None or len(replay.dealt_known) == 1,
        deals=record.stated.deals,
        undecided=end.undecided,
    )


class _Replay:
    """The state of a hand while its record is replayed."""

    def __init__(self, game: Game, record: ParsedHand) -> None:
        """Begin the replay of ``record``, before blinds and antes.

        Names are made unique by the number of the player. Chips are counted in the exact amounts of the record. The
        lists ``_bets`` (chips on this street), ``_totals`` (on all streets), ``_antes`` and ``_folded`` have an entry
        for each player.
        """
        count = len(record.names)
        names: list[str] = []
        for i, name in enumerate(record.names):
            name = name.strip() or f"Player {i + 1}"
            names.append(f"{name} ({i + 1})" if name in names else name)
        self.names = tuple(names)
        self.moments: list[Moment] = []
        self.moves: list[HandMove] = []
        self.cards: list[list[str]] = [[] for _ in range(count)]
        self.shown: dict[int, tuple[str, ...]] = {}
        self.mucked: set[int] = set()
        self.back: dict[int, float] = {}
        """Chips that were returned because nobody matched them, by player."""
        self.faults: list[str] = []
        """Amounts of the text that differ from those by the rules."""
        self.dealt_known: set[int] = set()
        """The players whose hidden cards were known when they were dealt."""
        self.board: list[str] = []
        self._further_cards: list[str] = []
        """Cards after a complete board: those of further runs."""
        self._game, self._record = game, record
        self._count = count
        self._stacks: list[Amount] = list(record.stacks)
        self._bets: list[Amount] = [0] * count
        self._totals: list[Amount] = [0] * count
        self._antes: list[float] = [0.0] * count
        self._pot: Amount = record.drop
        self._even = 0.0
        self._folded = [False] * count
        self._street = -1
        """The number of the street, -1 before the deal."""
        self._actors: list[int] = []
        """The players who still have to act, in order."""
        self._sitting_out: set[int] = set()
        """Players who sit out and are all in with a post. They fold later."""
        self._brought_in = True
        self._last_raise: Amount = 0
        self._rows: tuple[Chips, ...] = ()
        self._dealing = False
        """True while cards of a street are being dealt whose moment has not been noted yet."""

    def run(self) -> None:
        """Replay all actions of the record."""
        self._post()
        self._dealing = True
        for number, action in enumerate(self._record.actions):
            match action.verb:
                case "deal":
                    self._deal(action)
                case "board":
                    self._deal_board(action)
                case "show":
                    self._show(action, number)
                case _:
                    self._act(action, number)
        self._finish_dealing(len(self._record.actions))
        while not self._actors and self._deal_from_summary():  # board cards that only the summary has, after an all-in
            pass

    def _deal_from_summary(self) -> bool:
        """Deal the next street from the board of the summary. Return True if there are cards for it."""
        board = self._record.stated.boards[0] if len(self._record.stated.boards) == 1 else ()
        known = len(self.board)
        end = known + 1 if known else FLOP_CARDS
        if len(self._live()) < 2 or end > len(board) or sorted(board[:known]) != sorted(self.board):
            return False
        self._deal_board(HandAction("board", cards=tuple(board[known:end])))
        return True

    def boards(self) -> tuple[tuple[str, ...], ...]:
        """Return all boards if the board was dealt several times, otherwise the only one up to its last dealt card."""
        stated = self._record.stated.boards
        if len(stated) > 1:
            return stated
        # Every run shares the cards that were on the board at the last decision.
        common = max((len(moment.board) for moment in self.moments if moment.to_act is not None), default=0)
        run_length = len(self.board) - common
        runs = [
            self._further_cards[begin : begin + run_length]
            for begin in range(0, len(self._further_cards), run_length or 1)
        ]
        return (tuple(self.board), *((*self.board[:common], *run) for run in runs))

    def _post(self) -> None:
        """Post antes, dead chips and blinds."""
        record = self._record
        dead = record.dead or (0,) * self._count
        antes = [min(ante, stack) for ante, stack in zip(record.antes, record.stacks, strict=True)]
        behind = [stack - ante for ante, stack in zip(antes, record.stacks, strict=True)]
        if record.even:
            # The largest ante counts only up to the second largest: nobody can win the excess.
            full_ante = sorted(antes)[-2]
            antes = [min(ante, full_ante) for ante in antes]
            self._even = float(full_ante)
        for player, ante in enumerate(antes):
            dead_chips = min(dead[player], behind[player])
            behind[player] -= dead_chips
            paid = ante + dead_chips
            self._stacks[player] -= paid
            self._pot += paid
            self._antes[player] = float(paid)
            if paid:
                self.moves.append(HandMove("ante", player, float(paid)))
        for player, post in enumerate(record.posts):
            chips = min(size(post), behind[player])
            if chips:
                self._put(player, chips)
                self.moves.append(HandMove("post", player, float(chips)))
        self._rows = self._chips()

    def _put(self, player: int, chips: Amount) -> None:
        """Move chips of a player from his stack into the pot as a bet."""
        self._stacks[player] -= chips
        self._bets[player] += chips
        self._totals[player] += chips
        self._pot += chips

    def _chips(self) -> tuple[Chips, ...]:
        rows = zip(self._stacks, self._bets, self._totals, self._antes, strict=True)
        return tuple(Chips(float(stack), float(bet), float(total), ante) for stack, bet, total, ante in rows)

    def _live(self) -> list[int]:
        return [player for player, folded in enumerate(self._folded) if not folded]

    def _check_betting_over(self, cards_text: str) -> None:
        """Raise an error unless the betting is over, so that cards can be dealt.

        If nobody has bet on a later street, players whose checks the text leaves out count as having checked.
        """
        if self._street > 0 and not max(self._bets) and not self._record.strict:
            self._actors = []
        if self._actors or (self._street >= 0 and len(self._live()) < 2):
            raise ValueError(f"{cards_text} cannot be dealt here")

    def _deal(self, action: HandAction) -> None:
        """Deal cards to a player: at the start, in razz on every street."""
        player, cards = action.player, action.cards
        cards_text = f"the cards {''.join(cards)} dealt to {self.names[player]}"
        # The player has all cards of this street already, so these belong to the next one: a razz street in between had
        # no visible action.
        if self._dealing and len(self.cards[player]) == self._street_cards() and self._can_deal_unseen():
            self._finish_dealing(-1)
        if not self._dealing:
            self._check_betting_over(cards_text)
            self._dealing = True
        if self._folded[player] or len(self.cards[player]) + len(cards) > self._street_cards():
            raise ValueError(f"{cards_text} cannot be dealt here")
        down = self._hidden_count(len(self.cards[player]), len(cards))
        if any(card != UNKNOWN_CARD for card in cards[:down]) or (down < 0 and cards[-1] != UNKNOWN_CARD):
            self.dealt_known.add(player)
        self.cards[player] += cards

    def _hidden_count(self, had: int, fresh: int) -> int:
        """Return how many of the first new cards are hidden from the others, or -1 if only the last one is (seventh
        street)."""
        if GAMES[self._game].has_board:
            return fresh
        return max(HOLE_CARDS - had, 0) if had + fresh < 7 else -1

    def _street_cards(self) -> int:
        """Return how many cards a player has after the street that is being dealt."""
        return HOLE_CARDS if GAMES[self._game].has_board else min(THIRD_STREET_CARDS + self._street + 1, 7)

    def _deal_board(self, action: HandAction) -> None:
        """Deal board cards; in razz the community card that replaces everybody's seventh."""
        spec, cards = GAMES[self._game], action.cards
        max_cards = spec.board_cards or COMMUNITY_CARDS
        if len(self.board) >= max_cards:
            self._further_cards += cards
            return
        self._finish_dealing(-1, board=True)
        self._check_betting_over(f"the cards {''.join(cards)} on the board")
        if spec.has_board and len(self.board) + len(cards) > max(FLOP_CARDS, len(self.board) + 1):
            raise ValueError(f"the cards {''.join(cards)} on the board cannot be dealt here")
        cards = cards[: max_cards - len(self.board)]
        self.board += cards
        self._dealing = True
        if spec.has_board and len(self.board) >= FLOP_CARDS:
            self.moves.append(HandMove("street", cards=tuple(self.board if len(self.board) == FLOP_CARDS else cards)))
            self._finish_dealing(-1)

    def _finish_dealing(self, following: int, *, board: bool = False) -> None:
        """Begin the betting of a street that has been dealt. ``following``: the index of the next action, -1 if
        unknown."""
        if not self._dealing or (board and self._street >= 0):
            return
        spec = GAMES[self._game]
        if spec.has_board:
            street = max(len(self.board) - HOLE_CARDS, 0)
        else:
            street = min(self._street + 1, len(spec.streets) - 1)
        # Cards that the text does not show are unknown ones, so that every hand has as many as are dealt by now.
        if self._street < 0 or not spec.has_board:
            room = self._street_cards() if spec.has_board or not self.board else 0
            for player in self._live():
                self.cards[player] += [UNKNOWN_CARD] * (room - len(self.cards[player]))
        if street > max(self._street, 0) and not spec.has_board:
            self.moves.append(HandMove("street"))
        self._dealing = False
        self._street = street
        self._begin_betting(following)
        self._note(spec.streets[street], None)

    def _begin_betting(self, following: int) -> None:
        """Set who has to act on the street, in which order."""
        record = self._record
        self._last_raise = 0
        self._brought_in = self._street > 0 or not record.limits.bring_in
        if self._street == 0:
            folds = {action.player for action in self._record.actions if action.verb == "fold"}
            self._sitting_out = {player for player in folds if not self._stacks[player]}
        first = self._first(following)
        order = [(first + step) % self._count for step in range(self._count)]
        can_act = set() if self._is_bomb_pot() else self._can_act()
        self._actors = [player for player in order if player in can_act or self._sits_out(player)]
        # A single player who has matched every bet, against opponents who are all in, has nothing to decide.
        if self._actors and len(self._actors) == 1 and self._bets[self._actors[0]] >= max(self._bets):
            self._actors = []
        if not self._actors:
            self._collect()

    def _is_bomb_pot(self) -> bool:
        """Return True before the flop of a hand that has antes but no blinds, and whose flop comes without any
        betting."""
        if self._street or any(self._bets) or self._record.strict or not GAMES[self._game].has_board:
            return False
        first = next((action.verb for action in self._record.actions if action.verb != "deal"), "")
        return first == "board" and any(self._antes)

    def _sits_out(self, player: int) -> bool:
        """Return True if a player is in although he sits out, all in."""
        return player in self._sitting_out and not self._folded[player]

    def _can_act(self) -> set[int]:
        """Return the players who have chips that somebody else can match."""
        live = self._live()
        totals = sorted((self._bets[i] + self._stacks[i], i) for i in live)
        if len(totals) < 2:
            return set()
        (second, _), (_, deepest) = totals[-2:]
        # A player's opponents can match up to the largest total of the others: for the player with most chips that is
        # the second largest.
        matchable = {i: second if i == deepest else totals[-1][0] for i in live}
        return {i for i in live if self._stacks[i] and matchable[i] > self._bets[i]}

    def _first(self, following: int) -> int:
        """Return the first player to act on the street. ``following``: the index of the next action."""
        record = self._record
        if not GAMES[self._game].has_board:
            return self._first_in_razz(following)
        if self._street:
            return 0
        if record.text_leads and (stated := self._first_in_text(following)) is not None:
            return stated
        signed = [bet if post > 0 else -bet for bet, post in zip(self._bets, record.posts, strict=True)]
        return (max(range(self._count), key=lambda i: (signed[i], i)) + 1) % self._count

    def _first_in_text(self, following: int) -> int | None:
        """Return the player of the next action of the text."""
        acts = ("fold", "call", "raise", "bring-in")
        later = self._record.actions[max(following, 0) :]
        return next((action.player for action in later if action.verb in acts), None)

    def _first_in_razz(self, following: int) -> int:
        """Return the first player to act in razz: on third street the highest up card, later the lowest visible
        hand."""
        stated = self._first_in_text(following) if following >= 0 else None
        if stated is not None and self._record.text_leads:
            return stated
        live = self._live()
        up = {player: self.cards[player][HOLE_CARDS : 2 + min(self._street + 1, 4)] for player in live}
        if any(UNKNOWN_CARD in cards for cards in up.values()):
            if stated is None:
                return live[0]
            raise ValueError("an up card is unknown, so it is unclear who acts")
        if self._street == 0:
            return max(live, key=lambda i: (RAZZ_RANKS.index(up[i][0][0]), "cdhs".index(up[i][0][1])))
        return min(live, key=lambda i: (board_key([RAZZ_RANKS.index(card[0]) for card in up[i]]), i))

    def _collect(self) -> None:
        """End the betting of a street and return a bet that nobody has matched."""
        top, second = sorted(self._bets)[-1:-3:-1]
        if top > second:
            player = self._bets.index(top)
            back = top - second
            self._stacks[player] += back
            self._totals[player] -= back
            self._pot -= back
            self.back[player] = self.back.get(player, 0.0) + float(back)
        self._bets = [0] * self._count
        self._rows = self._chips()

    def _call_price(self, player: int) -> Amount:
        """Return the chips that a player needs to stay in."""
        if not self._brought_in:
            return 0
        price = max(self._bets)
        if self._street == 0 and price:
            price = max(price, self._record.least_call)
        return min(self._stacks[player], price - self._bets[player])

    def _act(self, action: HandAction, number: int) -> None:
        """Replay an action of a player."""
        self._finish_dealing(number)
        player = action.player
        early = not self._stacks[player] or not self._record.strict  # a player who leaves the table folds out of turn
        if action.verb == "fold" and early and player in self._actors:
            self._actors.remove(player)
            self._actors.insert(0, player)
        if not self._actors and self._street >= 0 and self._can_deal_unseen():
            self._dealing = True
            self._finish_dealing(number)
        elif not self._actors:
            self._deal_from_summary()
        if not self._actors or self._actors[0] != player:
            self._reject(action)
        self._actors.pop(0)
        before = self._bets[player]
        words = self._take(action)
        if len(self._live()) == 1 or self._has_no_decision(number):
            self._actors = []
        if not self._actors:
            self._collect()
        else:
            rows = list(self._rows)
            put = self._bets[player] != before
            if put:
                stack, bet, total = self._stacks[player], self._bets[player], self._totals[player]
                rows[player] = Chips(float(stack), float(bet), float(total), self._antes[player])
                self._rows = tuple(rows)
        self._note(words, player)

    def _has_no_decision(self, number: int) -> bool:
        """Return True if the last player to act has no decision because all others are all in for less; the text then
        has no action of his."""
        if self._record.strict or len(self._actors) != 1:
            return False
        last = self._actors[0]
        return (
            self._bets[last] >= max(self._bets)
            and not any(self._stacks[i] for i in self._live() if i != last)
            and self._first_in_text(number + 1) != last
        )

    def _can_deal_unseen(self) -> bool:
        """Return True if a street of razz follows whose cards the text may not show at all."""
        streets = len(GAMES[self._game].streets)
        return not GAMES[self._game].has_board and len(self._live()) > 1 and self._street < streets - 1

    def _take(self, action: HandAction) -> str:
        """Move the chips of an action and return its text."""
        player = action.player
        match action.verb:
            case "fold":
                self._folded[player] = True
                self.moves.append(HandMove("fold", player))
                return "folds"
            case "call":
                return self._call(player, action.amount)
            case "bring-in":
                chips = min(self._stacks[player], self._record.limits.bring_in)
                self._put(player, chips)
                self._brought_in = True
                self.moves.append(HandMove("bring-in", player, float(chips)))
                return f"brings in {chips_text(float(chips))}"
        price = max(self._bets)
        # A bet beyond the stacks of all opponents counts as a call, and the excess is returned.
        covered = all(self._stacks[i] + self._bets[i] <= price for i in self._live() if i != player)
        if covered and self._street >= 0 and price > self._bets[player] and not self._record.strict:
            over = float(action.amount - self._bets[player] - self._call_price(player))
            self.back[player] = self.back.get(player, 0.0) + max(over, 0.0)
            return self._call(player)  # nobody can call more, so the raise counts as a call
        self._check_raise(action, price)
        chips = action.amount - self._bets[player]
        self._put(player, chips)
        self._brought_in = True
        self._last_raise = max(self._last_raise, action.amount - price)
        order = [(player + step) % self._count for step in range(1, self._count)]
        self._actors = [i for i in order if (not self._folded[i] and self._stacks[i]) or self._sits_out(i)]
        self.moves.append(HandMove("bet/raise", player, float(chips)))
        return f"{'raises to' if price else 'bets'} {chips_text(float(action.amount))}"

    def _call(self, player: int, stated_chips: Amount = 0) -> str:
        """Match the largest bet. ``stated_chips``: the chips that the text says were added, 0 if it does not say."""
        self._brought_in = True
        chips = self._call_price(player)
        matched = max(self._bets) - self._bets[player]
        if stated_chips and matched < chips and size(stated_chips - matched) <= MAX_ROUNDING:
            behind = [self._bets[i] + self._stacks[i] for i in self._live() if i != player]
            if max(behind) <= max(self._bets):  # nobody can bet more than the short big blind
                chips = matched
        if stated_chips and size(stated_chips - chips) > MAX_ROUNDING:
            self.faults.append(
                f"the hand history has {self.names[player]} call {chips_text(float(stated_chips))} instead of "
                f"{chips_text(float(chips))}"
            )
        self._put(player, chips)
        self.moves.append(HandMove("check/call", player, float(chips)))
        return f"calls {chips_text(float(chips))}" if chips else "checks"

    def _check_raise(self, action: HandAction, price: Amount) -> None:
        """Raise an error if a raise is too small for the rules or larger than the player's chips."""
        player, all_chips = action.player, self._stacks[action.player] + self._bets[action.player]
        if not price < action.amount <= all_chips:
            self._reject(action)
        if not self._record.strict or self._record.variant != "NT" or action.amount == all_chips:
            return
        others = [self._stacks[i] + self._bets[i] for i in self._live() if i != player]
        if action.amount < price + max(self._last_raise, self._record.limits.min_bet) and max(others) > action.amount:
            self._reject(action)

    def _show(self, action: HandAction, number: int) -> None:
        """Note cards that a player shows, or that he mucks them."""
        self._finish_dealing(number)
        player = action.player
        if self._actors and (self._record.strict or not self._street or max(self._bets)):
            self._reject(action)
        self._actors = []
        if action.cards:
            self.shown[player] = action.cards
        elif action.known:
            self.shown[player] = tuple(self.cards[player])
        else:
            self.mucked.add(player)
            if not self._folded[player] and not self._all_dealt():
                self._folded[player] = True

    def _all_dealt(self) -> bool:
        """Return True if the last card of the hand has been dealt."""
        spec = GAMES[self._game]
        return len(self.board) == spec.board_cards if spec.has_board else self._street == len(spec.streets) - 1

    def _reject(self, action: HandAction) -> NoReturn:
        """Raise the error that an action is out of turn or against the rules."""
        deed = _ACTION_TEXTS.get(action.verb, f"bets or raises {action.amount}")
        raise ValueError(f"{self.names[action.player]} {deed} out of turn or against the rules")

    def _note(self, words: str, actor: int | None) -> None:
        """Note the moment after an action or after the deal of a street."""
        to_act = self._actors[0] if self._actors else None
        self.moments.append(
            Moment(
                street=self._street,
                words=words,
                actor=actor,
                board=tuple(self.board),
                dealt=tuple(map(len, self.cards)),
                folded=tuple(self._folded),
                chips=self._rows,
                pot=float(self._pot),
                to_act=to_act,
                price=0.0 if to_act is None else float(self._call_price(to_act)),
                moves=len(self.moves),
                even_ante=self._even,
            )
        )


def _all_cards(raw: RawHand, play: _Replay, record: ParsedHand) -> tuple[tuple[str, ...], ...]:
    """Return all cards of the players that were ever seen; cards shown later replace unknown ones."""
    result = [list(cards) for cards in play.cards]
    for player, cards in {**record.known, **play.shown}.items():
        new_cards = [card for card in cards if card != UNKNOWN_CARD and card not in result[player]]
        for index, card in enumerate(result[player]):
            if card == UNKNOWN_CARD and new_cards:
                result[player][index] = new_cards.pop(0)
    seen = [card for card in (*play.board, *(card for cards in result for card in cards)) if card != UNKNOWN_CARD]
    if len(set(seen)) < len(seen):
        repeated = next(card for card in seen if seen.count(card) > 1)
        raise raw.error(f"{repeated} is dealt twice")
    return tuple(map(tuple, result))


def _hero(play: _Replay, cards: Sequence[Sequence[str]]) -> int:
    """Return the player for whom the history was written; otherwise, of those whose cards are known, the one who stayed
    in longest."""
    if len(play.dealt_known) == 1:
        return next(iter(play.dealt_known))
    known = [i for i, own in enumerate(cards) if any(card != UNKNOWN_CARD for card in own[:2])]
    moments_in = [sum(not moment.folded[i] for moment in play.moments) for i in range(len(cards))]
    return max(known or range(len(cards)), key=lambda i: (moments_in[i], -i))


def _stakes(record: ParsedHand) -> Stakes:
    """Return the stakes of a record."""
    blinds = sorted(float(size(post)) for post in record.posts[:2])
    small, big = blinds if len(blinds) == 2 else (0.0, *blinds, 0.0)[:2]
    # A big blind that is all in for less than the small blind is not the size of the blind.
    if len(record.posts) > 2 and 0 < record.posts[1] < record.posts[0]:
        small = big
    return Stakes(
        small_blind=small,
        big_blind=max(big, float(record.limits.min_bet)),  # who posted it may have had less
        ante=float(max(record.antes, default=0)),
        bring_in=float(record.limits.bring_in),
        fixed=bool(record.limits.small_bet),
        small_bet=float(record.limits.small_bet),
        big_bet=float(record.limits.big_bet),
    )
