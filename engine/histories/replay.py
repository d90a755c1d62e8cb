"""PokerKit's replay of a history as moments. Imports PokerKit: only ``engine.histories.reading`` imports this, when
needed.

The chips are those of PokerKit's state as long as the pot is not paid: of a hand that everybody folded, those before.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from pokerkit.notation import HandHistory
from pokerkit.state import (
    AntePosting,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    State,
)

from engine.cards import shown
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Chips, Moment, Move, PlayedHand, RawHand
from engine.histories.phh import VARIANTS
from engine.kelly.hand.table import Stakes
from engine.kelly.pot import chips_text
from engine.scenario import Game

MOST_ACTIONS = 2_000
FLOP = 3
THIRD = 3
"""Cards on the flop, and of a player on third street."""
_GAMES: dict[str, Game] = {"NT": "holdem", "FT": "holdem", "FR": "razz"}
_ACTIONS = (Folding, CheckingOrCalling, CompletionBettingOrRaisingTo, BringInPosting)


def played_hand(raw: RawHand, history: HandHistory) -> PlayedHand:
    """Replay a history; what PokerKit complains about is raised as it raises it.

    Raises:
        HandError: too many players or actions, or a card twice.
    """
    game = _GAMES[history.variant]
    players, most = len(history.starting_stacks), GAMES[game].max_seats
    if not 2 <= players <= most:
        raise raw.error(f"{GAMES[game].title} has 2 to {most} players here, not {players}")
    if len(history.actions) > MOST_ACTIONS:
        raise raw.error(f"more than {MOST_ACTIONS:,} actions")
    tape = _Tape(game, _names(history.players, players))
    for state, _ in history.state_actions:
        tape.take(state)
    if not tape.moments:
        raise raw.error("nothing happens in this hand")
    cards = _cards(raw, tape, history.user_defined_fields.get("_mucked", {}))
    return PlayedHand(
        raw=raw,
        game=game,
        variant=VARIANTS[history.variant],
        names=tape.names,
        hero=_hero(tape, cards),
        stakes=_stakes(history),
        starting=tuple(float(stack) for stack in history.starting_stacks),
        cards=cards,
        moves=tuple(tape.moves),
        moments=tuple(tape.moments),
    )


class _Tape:
    """What has happened so far, taken from PokerKit's state after each of its steps."""

    def __init__(self, game: Game, names: tuple[str, ...]) -> None:
        self.names = names
        self.moments: list[Moment] = []
        self.moves: list[Move] = []
        self.cards: list[list[str]] = [[] for _ in names]
        self.shown: dict[int, list[str]] = {}
        self.dealt_known: set[int] = set()
        """The players whose hidden cards were known when they were dealt."""
        self.board: list[str] = []
        self._game = game
        self._read = 0
        self._dealing = False
        """Whether the last moment is one of dealing, which more cards of the same street replace."""
        self._antes: list[int] = []
        self._chips: tuple[Chips, ...] = ()
        self._pot = 0.0
        self._folded = [False] * len(names)
        self._street = 0

    def take(self, state: State) -> None:
        """Note what is new."""
        fresh = state.operations[self._read :]
        self._read = len(state.operations)
        paid = any(isinstance(operation, ChipsPushing) for operation in fresh)
        acts = [self._note(operation) for operation in fresh]
        if not paid:
            self._count(state)
        words = [words for words in acts if words]
        if words:
            actor = next(op.player_index for op in fresh if isinstance(op, _ACTIONS))
            self._add(state, words[-1], actor)
        elif any(isinstance(operation, BoardDealing | HoleDealing) for operation in fresh):
            self._deal(state)

    def _count(self, state: State) -> None:
        """Take over the chips of the state."""
        if not self._chips:  # antes are in, blinds in front
            self._antes = [-p - b for p, b in zip(state.payoffs, state.bets, strict=True)]
        rows = zip(state.stacks, state.bets, state.payoffs, self._antes, strict=True)
        self._chips = tuple(Chips(float(s), float(b), float(-p - ante), float(ante)) for s, b, p, ante in rows)
        self._pot = float(state.total_pot_amount)

    def _note(self, operation: Operation) -> str:
        """Note an operation; return the words of an action."""
        match operation:
            case AntePosting() if operation.amount:
                self.moves.append(Move("ante", operation.player_index, float(operation.amount)))
            case BlindOrStraddlePosting() if operation.amount:
                self.moves.append(Move("post", operation.player_index, float(operation.amount)))
            case HoleDealing():
                self._take_cards(operation.player_index, operation.cards, operation.statuses)
            case BoardDealing():
                self._take_board([repr(card) for card in operation.cards])
            case HoleCardsShowingOrMucking():
                if any(operation.hole_cards):  # else they were mucked
                    self.shown[operation.player_index] = [repr(card) for card in operation.hole_cards]
            case _ if isinstance(operation, _ACTIONS):
                return self._act(operation)
        return ""

    def _take_cards(self, player: int, cards: Sequence[Any], up: Sequence[bool]) -> None:
        self.cards[player] += [repr(card) for card in cards]
        if any(card and not open_ for card, open_ in zip(cards, up, strict=True)):
            self.dealt_known.add(player)

    def _take_board(self, cards: list[str]) -> None:
        """Put cards on the board: of several runs the first, in razz the common card is nobody's."""
        if GAMES[self._game].board_cards:
            cards = cards[: GAMES[self._game].board_cards - len(self.board)]
            self.board += cards
            if cards and len(self.board) >= FLOP:
                self.moves.append(Move("street", cards=tuple(self.board if len(self.board) == FLOP else cards)))

    def _act(self, operation: Any) -> str:
        player = operation.player_index
        before = self._chips[player].bet if self._chips else 0.0
        match operation:
            case Folding():
                self._folded[player] = True
                self.moves.append(Move("fold", player))
                return "folds"
            case CheckingOrCalling():
                self.moves.append(Move("check/call", player, float(operation.amount)))
                return f"calls {chips_text(float(operation.amount))}" if operation.amount else "checks"
            case BringInPosting():
                self.moves.append(Move("bring-in", player, float(operation.amount)))
                return f"brings in {chips_text(float(operation.amount))}"
        price, amount = max(chips.bet for chips in self._chips), float(operation.amount)
        self.moves.append(Move("bet/raise", player, amount - before))
        return f"raises to {chips_text(amount)}" if price else f"bets {chips_text(amount)}"

    def _add(self, state: State, words: str, actor: int | None) -> None:
        to_act = state.actor_index
        price = float(state.checking_or_calling_amount or 0) if to_act is not None else 0.0
        dealt = tuple(len(cards) for cards in self.cards)
        board, folded = tuple(self.board), tuple(self._folded)
        moves = len(self.moves)
        self.moments.append(
            Moment(self._street, words, actor, board, dealt, folded, self._chips, self._pot, to_act, price, moves)
        )
        self._dealing = False

    def _deal(self, state: State) -> None:
        """Note a moment of dealing; it stands for all cards of its street."""
        if GAMES[self._game].board_cards:
            street = max(len(self.board) - 2, 0)
        else:
            live = [len(cards) for cards, folded in zip(self.cards, self._folded, strict=True) if not folded]
            street = min(max(max(live) - THIRD, 0), len(GAMES[self._game].streets) - 1)
        if self._dealing and street == self._street:
            self.moments.pop()
        elif street > self._street and not GAMES[self._game].board_cards:
            self.moves.append(Move("street"))
        self._street = street
        self._add(state, GAMES[self._game].streets[street], None)
        self._dealing = True


def _names(players: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """Return the names, each once: ``Player 1`` where there is none."""
    names: list[str] = []
    for i in range(count):
        name = (players or [])[i].strip() if players else ""
        name = name or f"Player {i + 1}"
        names.append(f"{name} ({i + 1})" if name in names else name)
    return tuple(names)


def _cards(raw: RawHand, tape: _Tape, mucked: dict[int, str]) -> tuple[tuple[str, ...], ...]:
    """Return all cards of the players that were ever seen; those shown take the places of unknown ones."""
    found = [list(cards) for cards in tape.cards]
    told = {**{i: _pairs(text) for i, text in mucked.items()}, **tape.shown}
    for player, cards in told.items():
        left = [card for card in cards if card != UNKNOWN_CARD and card not in found[player]]
        for at, card in enumerate(found[player]):
            if card == UNKNOWN_CARD and left:
                found[player][at] = left.pop(0)
    seen = [card for card in (*tape.board, *(card for cards in found for card in cards)) if card != UNKNOWN_CARD]
    twice = next((card for card in seen if seen.count(card) > 1), None)
    if twice is not None:
        raise raw.error(f"{twice} is dealt twice")
    return tuple(tuple(cards) for cards in found)


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _hero(tape: _Tape, cards: Sequence[Sequence[str]]) -> int:
    """Return whose cards the history was written for; else, of those whose cards are known, who stayed longest."""
    if len(tape.dealt_known) == 1:
        return next(iter(tape.dealt_known))
    known = [i for i, own in enumerate(cards) if any(card != UNKNOWN_CARD for card in own[:2])]
    left = [_stayed(tape.moments, i) for i in range(len(cards))]
    return max(known or range(len(cards)), key=lambda i: (left[i], -i))


def _stayed(moments: Iterable[Moment], player: int) -> int:
    """Return in how many moments a player is in the hand."""
    return sum(not moment.folded[player] for moment in moments)


def _stakes(history: HandHistory) -> Stakes:
    blinds = sorted(float(abs(post)) for post in (history.blinds_or_straddles or [])[:2])
    small, big = blinds if len(blinds) == 2 else (0.0, *blinds, 0.0)[:2]
    big = max(big, float(history.min_bet or 0))  # who posted it may have had less
    fixed = history.small_bet is not None
    return Stakes(
        small_blind=small,
        big_blind=big,
        ante=float(max(history.antes, default=0)),
        bring_in=float(history.bring_in or 0),
        fixed=fixed,
        small_bet=float(history.small_bet or 0),
        big_bet=float(history.big_bet or 0),
    )


def told_error(error: Exception) -> str:
    """Return what PokerKit says of a hand that it cannot replay, on one line."""
    return shown(str(error) or type(error).__name__, 200)
