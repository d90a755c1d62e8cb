"""PokerKit's replay of a history as moments. Imports PokerKit: only ``engine.histories.reading`` imports this, when
needed.

The chips are those of PokerKit's state as long as the pot is not paid: of a hand that everybody folded, those before.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pokerkit.notation import HandHistory
from pokerkit.state import (
    BetCollection,
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
from pokerkit.utilities import Rank

from engine.cards import shown
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Chips, Moment, Move, PlayedHand, RawHand
from engine.histories.phh import VARIANTS
from engine.histories.settling import covered, replayable
from engine.kelly.hand.table import Stakes
from engine.kelly.pot import chips_text
from engine.scenario import Game

MOST_ACTIONS = 2_000
FLOP = 3
THIRD = 3
"""Cards on the flop, and of a player on third street."""
COMMON = 1
"""Cards of razz that are everybody's, where the deck is too short for seventh street."""
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
    try:
        history, tape, state = _taped(raw, history, game)
    except ValueError:
        if (other := covered(history)) is None:
            raise
        history, tape, state = _taped(raw, other, game)
    if not tape.moments:
        raise raw.error("nothing happens in this hand")
    kept = history.user_defined_fields
    drop, spare = kept.get("_drop", 0), kept.get("_spare", {})
    cards = _cards(raw, tape, kept.get("_mucked", {}))
    return PlayedHand(
        raw=raw,
        game=game,
        variant=VARIANTS[history.variant],
        names=tape.names,
        hero=kept.get("_hero", _hero(tape, cards)),
        stakes=_stakes(history, drop),
        starting=_without([stack - spare.get(i, 0) for i, stack in enumerate(history.starting_stacks)], drop),
        cards=cards,
        moves=tuple(tape.moves),
        moments=tuple(tape.moments),
        result=_result(state, tape, drop),
        drop=float(drop),
    )


def _taped(raw: RawHand, history: HandHistory, game: Game) -> tuple[HandHistory, "_Tape", State]:
    """Return a history as PokerKit has replayed it, what has happened in it, and PokerKit's state at its end."""
    history = replayable(history, told=raw.form == "phh")
    kept = history.user_defined_fields
    names = _names(history.players, len(history.starting_stacks))
    tape = _Tape(game, names, kept.get("_drop", 0), kept.get("_spare", {}))
    state = history.create_state()
    for now, _ in history.state_actions:
        state = now
        tape.take(state)
    return history, tape, state


class _Tape:
    """What has happened so far, taken from PokerKit's state after each of its steps.

    ``drop``: chips of the house that are in the pot; for PokerKit the first player has posted them. ``spare``: chips by
    player that only PokerKit knows of; below zero, that it does not know of.
    """

    def __init__(self, game: Game, names: tuple[str, ...], drop: int, spare: Mapping[int, int]) -> None:
        self.names = names
        self.moments: list[Moment] = []
        self.moves: list[Move] = []
        self.cards: list[list[str]] = [[] for _ in names]
        self.shown: dict[int, list[str]] = {}
        self.dealt_known: set[int] = set()
        """The players whose hidden cards were known when they were dealt."""
        self.board: list[str] = []
        self._game = game
        self._drop = drop
        self._spare = spare
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
        totals = (-payoff - ante for payoff, ante in zip(state.payoffs, self._antes, strict=True))
        stacks = (stack - self._spare.get(i, 0) for i, stack in enumerate(state.stacks))
        rows = zip(stacks, state.bets, totals, _without(self._antes, self._drop), strict=True)
        self._chips = tuple(Chips(float(stack), float(bet), float(total), ante) for stack, bet, total, ante in rows)
        self._pot = float(state.total_pot_amount)

    def _note(self, operation: Operation) -> str:
        """Note an operation; return the words of an action."""
        match operation:
            case BetCollection() if not self._chips:  # of antes, without what nobody else had the chips for
                antes = _without(operation.bets, self._drop)
                self.moves += [Move("ante", player, ante) for player, ante in enumerate(antes) if ante]
            case BlindOrStraddlePosting() if operation.amount:
                self.moves.append(Move("post", operation.player_index, float(operation.amount)))
            case HoleDealing():
                self._take_cards(operation.player_index, operation.cards, operation.statuses)
            case BoardDealing():
                self._take_board([repr(card) for card in operation.cards])
            case HoleCardsShowingOrMucking():
                if any(operation.hole_cards):
                    self.shown[operation.player_index] = [repr(card) for card in operation.hole_cards]
                elif not operation.hole_cards:  # mucked, in all-in play before all cards are dealt too
                    self._folded[operation.player_index] = True
            case _ if isinstance(operation, _ACTIONS):
                return self._act(operation)
        return ""

    def _take_cards(self, player: int, cards: Sequence[Any], up: Sequence[bool]) -> None:
        self.cards[player] += [repr(card) for card in cards]
        if any(card and not open_ for card, open_ in zip(cards, up, strict=True)):
            self.dealt_known.add(player)

    def _take_board(self, cards: list[str]) -> None:
        """Put cards on the board: of several runs the first; in razz the one that is everybody's seventh."""
        spec = GAMES[self._game]
        cards = cards[: (spec.board_cards or COMMON) - len(self.board)]
        self.board += cards
        if spec.board_cards and cards and len(self.board) >= FLOP:
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
        self.moments.append(
            Moment(
                street=self._street,
                words=words,
                actor=actor,
                board=tuple(self.board),
                dealt=dealt,
                folded=tuple(self._folded),
                chips=self._chips,
                pot=self._pot,
                to_act=to_act,
                price=price,
                moves=len(self.moves),
                even_antes=state.ante_trimming_status,
            )
        )
        self._dealing = False

    def _deal(self, state: State) -> None:
        """Note a moment of dealing; it stands for all cards of its street."""
        if GAMES[self._game].board_cards:
            street = max(len(self.board) - 2, 0)
        else:
            live = [len(cards) for cards, folded in zip(self.cards, self._folded, strict=True) if not folded]
            last = len(GAMES[self._game].streets) - 1
            street = last if self.board else min(max(max(live) - THIRD, 0), last)
        if self._dealing and street == self._street:
            self.moments.pop()
        elif street > self._street and not GAMES[self._game].board_cards:
            self.moves.append(Move("street"))
        self._street = street
        self._add(state, GAMES[self._game].streets[street], None)
        self._dealing = True


def _without(chips: Sequence[int], drop: int) -> tuple[float, ...]:
    """Return chips by player without those of the house, which the first one has brought along."""
    first, *others = chips
    return tuple(map(float, (first - drop, *others)))


def _result(state: State, tape: "_Tape", drop: int) -> tuple[float, ...] | None:
    """Return what each player has won or lost; None where the hand has no end, or not all hands at its end were shown:
    PokerKit takes cards that were not shown for unknown ones and splits the pot.
    """
    left = [player for player, live in enumerate(state.statuses) if live]
    if state.status or (len(left) > 1 and any(UNKNOWN_CARD in tape.shown.get(i, [UNKNOWN_CARD]) for i in left)):
        return None
    return _without(state.payoffs, -drop)


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


def _stakes(history: HandHistory, drop: int) -> Stakes:
    blinds = sorted(float(abs(post)) for post in (history.blinds_or_straddles or [])[:2])
    small, big = blinds if len(blinds) == 2 else (0.0, *blinds, 0.0)[:2]
    big = max(big, float(history.min_bet or 0))  # who posted it may have had less
    fixed = history.small_bet is not None
    return Stakes(
        small_blind=small,
        big_blind=big,
        ante=max(_without(history.antes[:: -1 if len(history.antes) == 2 else 1], drop)),
        bring_in=float(history.bring_in or 0),
        fixed=fixed,
        small_bet=float(history.small_bet or 0),
        big_bet=float(history.big_bet or 0),
    )


def told_error(error: Exception) -> str:
    """Return what PokerKit says of a hand that it cannot replay, on one line; where it says no sentence, as with a
    missing key, that the hand does not agree with itself."""
    if isinstance(error, KeyError) and error.args == (Rank.UNKNOWN,):
        return "an up card is not known, so that it is open who acts"
    if isinstance(error, ArithmeticError):
        return "a number in it is too large"
    text = str(error)
    return (
        shown(text, 200) if isinstance(error, ValueError) and text else "its players, amounts and actions do not agree"
    )
