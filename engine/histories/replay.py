"""From the record of a hand to its moments: posts, turns, bets and pots by the rules of hold'em and of razz.

Where a text leaves something to the rules (whose turn it is, what a call costs) they say it; where it does not keep to
them the hand is not read. Bets that nobody matches go back, so that they are in no pot.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import NoReturn

from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Chips, Moment, Move, PlayedHand, RawHand
from engine.histories.record import Action, Amount, Record, size
from engine.histories.settlement import Settled, Showdown, settled
from engine.play.pots import chips_text
from engine.play.state import Stakes
from engine.scenario import Game

MOST_ACTIONS = 2_000
ROUNDING = Decimal("0.001")
"""Chips by which a text may have rounded the amount of a call."""
FLOP = 3
THIRD = 3
"""Cards on the flop, and of a player on third street."""
COMMON = 1
"""Cards of razz that are everybody's, where the deck is too short for seventh street."""
DOWN_AND_BOARD = 2
VARIANTS = {"NT": "no-limit hold'em", "FT": "limit hold'em", "FR": "razz"}
_GAMES: dict[str, Game] = {"NT": "holdem", "FT": "holdem", "FR": "razz"}
_LOW = "A23456789TJQK"
_DEEDS = {"fold": "folds", "call": "checks or calls", "bring-in": "brings in", "show": "shows"}


def played_hand(raw: RawHand, record: Record) -> PlayedHand:
    """Replay a record.

    Raises:
        HandError: too many players or actions, or a card twice.
        ValueError: an action is out of turn or against the rules.
    """
    game = _GAMES[record.variant]
    players, most = len(record.names), GAMES[game].max_seats
    if not 2 <= players <= most:
        raise raw.error(f"{GAMES[game].title} has 2 to {most} players here, not {players}")
    if len(record.actions) > MOST_ACTIONS:
        raise raw.error(f"more than {MOST_ACTIONS:,} actions")
    play = _Play(game, record)
    play.run()
    if not play.moments:
        raise raw.error("nothing happens in this hand")
    cards = _all_cards(raw, play, record)
    last = play.moments[-1]
    end = settled(game, record, last, Showdown(play.shown, play.mucked, play.boards(), play.back))
    misread = (*record.faults, *play.faults)
    if misread:  # what was not read may be why nobody is known to have won
        end = Settled(rake=end.rake, faults=misread if end.undecided else (*misread, *end.faults))
    return PlayedHand(
        raw=raw,
        game=game,
        variant=VARIANTS[record.variant],
        names=play.names,
        hero=_hero(play, cards) if record.hero is None else record.hero,
        stakes=_stakes(record),
        starting=tuple(map(float, record.stacks)),
        cards=cards,
        moves=tuple(play.moves),
        moments=tuple(play.moments),
        result=end.result,
        gross=end.gross,
        rake=end.rake,
        boards=record.told.boards if len(record.told.boards) > 1 else (),
        faults=end.faults,
        drop=float(record.drop),
        own=record.hero is not None or len(play.dealt_known) == 1,
        deals=record.told.deals,
        undecided=end.undecided,
    )


class _Play:
    """The hand as far as it has been played."""

    def __init__(self, game: Game, record: Record) -> None:
        count = len(record.names)
        names: list[str] = []
        for i, name in enumerate(record.names):
            name = name.strip() or f"Player {i + 1}"
            names.append(f"{name} ({i + 1})" if name in names else name)
        self.names = tuple(names)
        self.moments: list[Moment] = []
        self.moves: list[Move] = []
        self.cards: list[list[str]] = [[] for _ in range(count)]
        self.shown: dict[int, tuple[str, ...]] = {}
        self.mucked: set[int] = set()
        self.back: dict[int, float] = {}
        """Chips that went back since nobody matched them, by player."""
        self.faults: list[str] = []
        """In what the text does not keep to the amounts that the rules give."""
        self.dealt_known: set[int] = set()
        """The players whose hidden cards were known when they were dealt."""
        self.board: list[str] = []
        self._more: list[str] = []
        """Cards behind a whole board: another run."""
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
        """The number of the street; -1 before the deal."""
        self._actors: list[int] = []
        """The players still to act, the first one next."""
        self._sitting: set[int] = set()
        """The players who sit out, all in with a post, and fold."""
        self._brought_in = True
        self._last_raise: Amount = 0
        self._rows: tuple[Chips, ...] = ()
        self._dealing = False
        """Whether cards of a street are being dealt, whose moment is not yet there."""

    def run(self) -> None:
        """Play all actions of the record."""
        self._post()
        self._dealing = True
        for number, action in enumerate(self._record.actions):
            match action.verb:
                case "deal":
                    self._deal(action)
                case "board":
                    self._turn(action)
                case "show":
                    self._show(action, number)
                case _:
                    self._act(action, number)
        self._finish_dealing(len(self._record.actions))
        while not self._actors and self._turn_next():  # cards that the summary alone has, where all were all in
            pass

    def _turn_next(self) -> bool:
        """Turn the cards of the next street up that stand in the summary; return whether there are any."""
        board = self._record.told.boards[0] if len(self._record.told.boards) == 1 else ()
        known = len(self.board)
        end = known + 1 if known else FLOP
        if len(self._live()) < 2 or end > len(board) or sorted(board[:known]) != sorted(self.board):
            return False
        self._turn(Action("board", cards=tuple(board[known:end])))
        return True

    def boards(self) -> tuple[tuple[str, ...], ...]:
        """Return all boards that were dealt to the end, where there are several; else the only one as far as it is."""
        stated = self._record.told.boards
        if len(stated) > 1:
            return stated
        common = max((len(moment.board) for moment in self.moments if moment.to_act is not None), default=0)
        own = len(self.board) - common
        runs = [self._more[begin : begin + own] for begin in range(0, len(self._more), own or 1)]
        return (tuple(self.board), *((*self.board[:common], *run) for run in runs))

    def _post(self) -> None:
        """Post antes, dead chips and blinds."""
        record = self._record
        dead = record.dead or (0,) * self._count
        antes = [min(ante, stack) for ante, stack in zip(record.antes, record.stacks, strict=True)]
        left = [stack - ante for ante, stack in zip(antes, record.stacks, strict=True)]
        if record.even:
            most = sorted(antes)[-2]
            antes = [min(ante, most) for ante in antes]
            self._even = float(most)
        for player, ante in enumerate(antes):
            lost = min(dead[player], left[player])
            left[player] -= lost
            paid = ante + lost
            self._stacks[player] -= paid
            self._pot += paid
            self._antes[player] = float(paid)
            if paid:
                self.moves.append(Move("ante", player, float(paid)))
        for player, post in enumerate(record.posts):
            chips = min(size(post), left[player])
            if chips:
                self._put(player, chips)
                self.moves.append(Move("post", player, float(chips)))
        self._rows = self._chips()

    def _put(self, player: int, chips: Amount) -> None:
        self._stacks[player] -= chips
        self._bets[player] += chips
        self._totals[player] += chips
        self._pot += chips

    def _chips(self) -> tuple[Chips, ...]:
        rows = zip(self._stacks, self._bets, self._totals, self._antes, strict=True)
        return tuple(Chips(float(stack), float(bet), float(total), ante) for stack, bet, total, ante in rows)

    def _live(self) -> list[int]:
        return [player for player, folded in enumerate(self._folded) if not folded]

    def _closed(self, what: str) -> None:
        """Check that nobody has to act any more, so that cards can come; where nobody has bet, who does nothing in
        the text has checked."""
        if self._street > 0 and not max(self._bets) and not self._record.strict:
            self._actors = []
        if self._actors or (self._street >= 0 and len(self._live()) < 2):
            raise ValueError(f"{what} do not come here")

    def _deal(self, action: Action) -> None:
        """Deal cards to a player: at first, in razz on each street."""
        player, cards = action.player, action.cards
        what = f"the cards {''.join(cards)} dealt to {self.names[player]}"
        if self._dealing and len(self.cards[player]) == self._room() and self._can_deal_unseen():
            self._finish_dealing(-1)
        if not self._dealing:
            self._closed(what)
            self._dealing = True
        if self._folded[player] or len(self.cards[player]) + len(cards) > self._room():
            raise ValueError(f"{what} do not come here")
        down = self._down(len(self.cards[player]), len(cards))
        if any(card != UNKNOWN_CARD for card in cards[:down]) or (down < 0 and cards[-1] != UNKNOWN_CARD):
            self.dealt_known.add(player)
        self.cards[player] += cards

    def _down(self, had: int, fresh: int) -> int:
        """Return how many of the first new cards are not seen by others; -1: the last one."""
        if GAMES[self._game].has_board:
            return fresh
        return max(DOWN_AND_BOARD - had, 0) if had + fresh < 7 else -1

    def _room(self) -> int:
        """Return how many cards a player has when the street that is being dealt is."""
        return DOWN_AND_BOARD if GAMES[self._game].has_board else min(THIRD + self._street + 1, 7)

    def _turn(self, action: Action) -> None:
        """Turn cards of the board up; in razz the one that is everybody's seventh."""
        spec, cards = GAMES[self._game], action.cards
        most = spec.board_cards or COMMON
        if len(self.board) >= most:
            self._more += cards
            return
        self._finish_dealing(-1, board=True)
        self._closed(f"the cards {''.join(cards)} on the board")
        if spec.has_board and len(self.board) + len(cards) > max(FLOP, len(self.board) + 1):
            raise ValueError(f"the cards {''.join(cards)} on the board do not come here")
        cards = cards[: most - len(self.board)]
        self.board += cards
        self._dealing = True
        if spec.has_board and len(self.board) >= FLOP:
            self.moves.append(Move("street", cards=tuple(self.board if len(self.board) == FLOP else cards)))
            self._finish_dealing(-1)

    def _finish_dealing(self, following: int, *, board: bool = False) -> None:
        """Begin the betting of a street that has been dealt; ``following``: the place of the next action."""
        if not self._dealing or (board and self._street >= 0):
            return
        spec = GAMES[self._game]
        if spec.has_board:
            street = max(len(self.board) - DOWN_AND_BOARD, 0)
        else:
            street = min(self._street + 1, len(spec.streets) - 1)
        if self._street < 0 or not spec.has_board:
            room = self._room() if spec.has_board or not self.board else 0
            for player in self._live():
                self.cards[player] += [UNKNOWN_CARD] * (room - len(self.cards[player]))
        if street > max(self._street, 0) and not spec.has_board:
            self.moves.append(Move("street"))
        self._dealing = False
        self._street = street
        self._begin_betting(following)
        self._note(spec.streets[street], None)

    def _begin_betting(self, following: int) -> None:
        record = self._record
        self._last_raise = 0
        self._brought_in = self._street > 0 or not record.limits.bring_in
        if self._street == 0:
            folds = {action.player for action in self._record.actions if action.verb == "fold"}
            self._sitting = {player for player in folds if not self._stacks[player]}
        first = self._first(following)
        order = [(first + step) % self._count for step in range(self._count)]
        can_act = set() if self._is_bomb_pot() else self._can_act()
        self._actors = [player for player in order if player in can_act or self._sits(player)]
        if self._actors and len(self._actors) == 1 and self._bets[self._actors[0]] >= max(self._bets):
            self._actors = []
        if not self._actors:
            self._collect()

    def _is_bomb_pot(self) -> bool:
        """Return True before the flop of a hand without blinds in which the flop comes without any betting."""
        if self._street or any(self._bets) or self._record.strict or not GAMES[self._game].has_board:
            return False
        first = next((action.verb for action in self._record.actions if action.verb != "deal"), "")
        return first == "board" and any(self._antes)

    def _sits(self, player: int) -> bool:
        """Return whether a player is in who sits out, all in."""
        return player in self._sitting and not self._folded[player]

    def _can_act(self) -> set[int]:
        """Return the players who have chips that anybody else can match."""
        live = self._live()
        behind = sorted((self._bets[i] + self._stacks[i], i) for i in live)
        if len(behind) < 2:
            return set()
        (second, _), (_, most) = behind[-2:]
        top = {i: second if i == most else behind[-1][0] for i in live}
        return {i for i in live if self._stacks[i] and top[i] > self._bets[i]}

    def _first(self, following: int) -> int:
        record = self._record
        if not GAMES[self._game].has_board:
            return self._first_in_razz(following)
        if self._street:
            return 0
        if record.text_leads and (stated := self._told_first(following)) is not None:
            return stated
        signed = [bet if post > 0 else -bet for bet, post in zip(self._bets, record.posts, strict=True)]
        return (max(range(self._count), key=lambda i: (signed[i], i)) + 1) % self._count

    def _told_first(self, following: int) -> int | None:
        """Return who acts next by the text."""
        acts = ("fold", "call", "raise", "bring-in")
        later = self._record.actions[max(following, 0) :]
        return next((action.player for action in later if action.verb in acts), None)

    def _first_in_razz(self, following: int) -> int:
        """Return who acts first: on third street the highest up card, later the lowest hand that is seen."""
        stated = self._told_first(following) if following >= 0 else None
        if stated is not None and self._record.text_leads:
            return stated
        live = self._live()
        up = {player: self.cards[player][DOWN_AND_BOARD : 2 + min(self._street + 1, 4)] for player in live}
        if any(UNKNOWN_CARD in cards for cards in up.values()):
            if stated is None:
                return live[0]
            raise ValueError("an up card is not known, so that it is open who acts")
        if self._street == 0:
            return max(live, key=lambda i: (_LOW.index(up[i][0][0]), "cdhs".index(up[i][0][1])))
        return min(live, key=lambda i: (_open_value(up[i]), i))

    def _collect(self) -> None:
        """End the betting of a street: a bet that nobody has matched goes back."""
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
        """Return a player's price to stay in."""
        if not self._brought_in:
            return 0
        price = max(self._bets)
        if self._street == 0 and price:
            price = max(price, self._record.least_call)
        return min(self._stacks[player], price - self._bets[player])

    def _act(self, action: Action, number: int) -> None:
        self._finish_dealing(number)
        player = action.player
        early = not self._stacks[player] or not self._record.strict  # who leaves the table folds at once
        if action.verb == "fold" and early and player in self._actors:
            self._actors.remove(player)
            self._actors.insert(0, player)
        if not self._actors and self._street >= 0 and self._can_deal_unseen():
            self._dealing = True
            self._finish_dealing(number)
        elif not self._actors:
            self._turn_next()
        if not self._actors or self._actors[0] != player:
            self._wrong(action)
        self._actors.pop(0)
        before = self._bets[player]
        words = self._take(action)
        if len(self._live()) == 1 or self._decided(number):
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

    def _decided(self, number: int) -> bool:
        """Return whether the last to act has nothing to decide, as the text has it: all others are all in for less."""
        if self._record.strict or len(self._actors) != 1:
            return False
        last = self._actors[0]
        return (
            self._bets[last] >= max(self._bets)
            and not any(self._stacks[i] for i in self._live() if i != last)
            and self._told_first(number + 1) != last
        )

    def _can_deal_unseen(self) -> bool:
        """Return whether a street of razz follows of which no card is seen."""
        streets = len(GAMES[self._game].streets)
        return not GAMES[self._game].has_board and len(self._live()) > 1 and self._street < streets - 1

    def _take(self, action: Action) -> str:
        """Move the chips of an action; return it in words."""
        player = action.player
        match action.verb:
            case "fold":
                self._folded[player] = True
                self.moves.append(Move("fold", player))
                return "folds"
            case "call":
                return self._call(player, action.amount)
            case "bring-in":
                chips = min(self._stacks[player], self._record.limits.bring_in)
                self._put(player, chips)
                self._brought_in = True
                self.moves.append(Move("bring-in", player, float(chips)))
                return f"brings in {chips_text(float(chips))}"
        price = max(self._bets)
        covered = all(self._stacks[i] + self._bets[i] <= price for i in self._live() if i != player)
        if covered and self._street >= 0 and price > self._bets[player] and not self._record.strict:
            over = float(action.amount - self._bets[player] - self._call_price(player))
            self.back[player] = self.back.get(player, 0.0) + max(over, 0.0)
            return self._call(player)  # nobody has the chips to call more
        self._check_raise(action, price)
        chips = action.amount - self._bets[player]
        self._put(player, chips)
        self._brought_in = True
        self._last_raise = max(self._last_raise, action.amount - price)
        order = [(player + step) % self._count for step in range(1, self._count)]
        self._actors = [i for i in order if (not self._folded[i] and self._stacks[i]) or self._sits(i)]
        self.moves.append(Move("bet/raise", player, float(chips)))
        return f"{'raises to' if price else 'bets'} {chips_text(float(action.amount))}"

    def _call(self, player: int, told: Amount = 0) -> str:
        """Match the largest bet; ``told``: the chips that the text says are added, 0 if it does not say."""
        self._brought_in = True
        chips = self._call_price(player)
        matched = max(self._bets) - self._bets[player]
        if told and matched < chips and size(told - matched) <= ROUNDING:
            behind = [self._bets[i] + self._stacks[i] for i in self._live() if i != player]
            if max(behind) <= max(self._bets):  # nobody has the chips for the rest of a short big blind
                chips = matched
        if told and size(told - chips) > ROUNDING:
            self.faults.append(
                f"the text has {self.names[player]} call {chips_text(float(told))}, but {chips_text(float(chips))} "
                f"is due"
            )
        self._put(player, chips)
        self.moves.append(Move("check/call", player, float(chips)))
        return f"calls {chips_text(float(chips))}" if chips else "checks"

    def _check_raise(self, action: Action, price: Amount) -> None:
        player, most = action.player, self._stacks[action.player] + self._bets[action.player]
        if not price < action.amount <= most:
            self._wrong(action)
        if not self._record.strict or self._record.variant != "NT" or action.amount == most:
            return
        others = [self._stacks[i] + self._bets[i] for i in self._live() if i != player]
        if action.amount < price + max(self._last_raise, self._record.limits.min_bet) and max(others) > action.amount:
            self._wrong(action)

    def _show(self, action: Action, number: int) -> None:
        """Note cards that are shown, or that a player does not show any."""
        self._finish_dealing(number)
        player = action.player
        if self._actors and (self._record.strict or not self._street or max(self._bets)):
            self._wrong(action)
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
        spec = GAMES[self._game]
        return len(self.board) == spec.board_cards if spec.has_board else self._street == len(spec.streets) - 1

    def _wrong(self, action: Action) -> NoReturn:
        deed = _DEEDS.get(action.verb, f"bets or raises {action.amount}")
        raise ValueError(f"{self.names[action.player]} {deed} out of turn or against the rules")

    def _note(self, words: str, actor: int | None) -> None:
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


def _open_value(cards: Sequence[str]) -> tuple[object, ...]:
    """Return the value of up cards in razz; the lowest hand acts first."""
    ranks = [_LOW.index(card[0]) for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def _all_cards(raw: RawHand, play: _Play, record: Record) -> tuple[tuple[str, ...], ...]:
    """Return all cards of the players that were ever seen; those shown take the places of unknown ones."""
    result = [list(cards) for cards in play.cards]
    for player, cards in {**record.known, **play.shown}.items():
        left = [card for card in cards if card != UNKNOWN_CARD and card not in result[player]]
        for at, card in enumerate(result[player]):
            if card == UNKNOWN_CARD and left:
                result[player][at] = left.pop(0)
    seen = [card for card in (*play.board, *(card for cards in result for card in cards)) if card != UNKNOWN_CARD]
    if len(set(seen)) < len(seen):
        twice = next(card for card in seen if seen.count(card) > 1)
        raise raw.error(f"{twice} is dealt twice")
    return tuple(map(tuple, result))


def _hero(play: _Play, cards: Sequence[Sequence[str]]) -> int:
    """Return whose cards the history was written for; else, of those whose cards are known, who stayed longest."""
    if len(play.dealt_known) == 1:
        return next(iter(play.dealt_known))
    known = [i for i, own in enumerate(cards) if any(card != UNKNOWN_CARD for card in own[:2])]
    left = [sum(not moment.folded[i] for moment in play.moments) for i in range(len(cards))]
    return max(known or range(len(cards)), key=lambda i: (left[i], -i))


def _stakes(record: Record) -> Stakes:
    blinds = sorted(float(size(post)) for post in record.posts[:2])
    small, big = blinds if len(blinds) == 2 else (0.0, *blinds, 0.0)[:2]
    if (
        len(record.posts) > 2 and 0 < record.posts[1] < record.posts[0]
    ):  # the big blind is all in for less than the small
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
