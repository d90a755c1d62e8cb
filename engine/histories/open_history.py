"""Conversion of Open Hand History to PokerStars' format. It is the JSON that PokerTracker 4, Hold'em Manager 3 and home
games export.

A file has one object ``{"ohh": {...}}`` per hand, one after the other or in a list (https://hh-specs.handhistory.org,
version 1.4). The amount of a raise is the chips that it adds to the pot, but some programs write the total bet instead.
The reading is used that adds up to the pots of the hand.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from engine.cards import excerpt, plain_name
from engine.equity.jobs import CancelCheck
from engine.histories.hand import RawHand
from engine.histories.star_lines import board_line, head_line

FORM = "ohh"
_MARK = '"ohh"'
_HAND_START = re.compile(r'\{(?=[^{}]{0,400}"ohh"\s*:)')
_GAMES = {"Holdem": "Hold'em", "StudHiLo": "Stud hi-lo", "OmahaHiLo": "Omaha hi-lo"}
_LIMITS = {"NL": "No Limit", "PL": "Pot Limit", "FL": "Limit", "": "No Limit"}
_POSTS = {
    "Post Ante": "posts the ante {}",
    "Post SB": "posts small blind {}",
    "Post BB": "posts big blind {}",
    "Straddle": "posts straddle {}",
    "Post Dead": "posts dead blind {}",
    "Post Extra Blind": "posts missed blind {}",
}
_ACTIONS = {"Fold": "folds", "Check": "checks", "Bet": "bets {}", "Call": "calls {}"}
_WITHOUT_EFFECT = ("Dealt Cards", "Added Chips", "Sits Down", "Stands Up", "Shows Cards", "Mucks Cards")
_BEFORE_CARDS = ("Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind")
_CARD = re.compile(r"(?i)[2-9TJQKA][cdhs]")
MAX_NAME_LENGTH = 60
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
AMOUNT_DECIMALS = 6
"""Decimals of an amount; further digits come from binary fractions."""
BOARD_CARDS = 5


def open_hands(text: str, check_cancelled: CancelCheck) -> Iterator[RawHand]:
    """Yield the hands of a text of Open Hand History; nothing if it is of another format.

    ``check_cancelled`` is called for each hand and may raise an exception to cancel.
    """
    if _MARK not in text or text.lstrip()[:1] not in ("{", "["):
        return
    decode, number = json.JSONDecoder().raw_decode, 0
    line, line_position = 1, 0  # the line of the text at this position, counted on from hand to hand
    starts = [match.start() for match in _HAND_START.finditer(text)]
    end = 0
    for index, start in enumerate(starts):
        if start < end:
            continue  # inside the previous hand
        check_cancelled()
        value: Any = None
        try:
            value, end = decode(text, start)
        except (ValueError, RecursionError):
            # A damaged hand reaches to the beginning of the next one; its reader reports the error.
            end = starts[index + 1] if index + 1 < len(starts) else len(text)
        number += 1
        line += text.count("\n", line_position, start)
        line_position = start
        yield RawHand(number, line, FORM, f"hand {_hand_number(value, number)}", text[start:end].strip(" \n,]"))


def _hand_number(value: Any, number: int) -> str:
    """Return the site and number of a hand, or its number in the file if it has none."""
    hand = value.get(FORM) if isinstance(value, dict) else None
    if not isinstance(hand, dict) or not str(hand.get("game_number", "")).strip():
        return str(number)
    return excerpt(" ".join(f"{hand.get('site_name', '')} {hand['game_number']}".split()), MAX_NAME_LENGTH)


@dataclass(frozen=True, slots=True)
class _Event:
    """An action: the number of its round, its kind, its player's name, chips and cards."""

    round: int
    kind: str
    player: str
    chips: Decimal
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Bets:
    """The total of all bets, the part of it that nobody has matched, and the player who made that."""

    all: Decimal
    unmatched: Decimal
    player: str

    def add_up_to(self, pots: Decimal) -> bool:
        """Return True if these bets are equal to the pots, with or without the unmatched chips."""
        return pots in (self.all, self.all - self.unmatched)


class _Hand:
    """The fields of a hand, read once.

    Raises:
        ValueError: a field is missing or has the wrong type.
    """

    def __init__(self, hand: Mapping[str, Any]) -> None:
        """Read players, rounds and pots of ``hand``, a hand of JSON, and its actions as events.

        Players with equal names get their identifier after the name. ``names``: by identifier. ``players``: those with
        a seat, each as its object and the name.
        """
        self.fields = hand
        players = _objects(hand, "players")
        names = [plain_name(str(player.get("name") or f"Player {player.get('id')}")) for player in players]
        pairs = list(zip(players, names, strict=True))
        unique = [(player, name if names.count(name) == 1 else f"{name} {player.get('id')}") for player, name in pairs]
        self.names = {player["id"]: name for player, name in unique if "id" in player}
        self.players = [(player, name) for player, name in unique if "seat" in player]
        self.rounds = _objects(hand, "rounds")
        self.pots = _objects(hand, "pots")
        rounds = enumerate(_objects(one, "actions") for one in self.rounds)
        self.acts = [self._act(number, action) for number, actions in rounds for action in actions]

    def _act(self, number: int, action: Mapping[str, Any]) -> _Event:
        player = self.names.get(action.get("player_id"))
        if player is None:
            raise ValueError(f"an action of the player {action.get('player_id')!r}, who is not at the table")
        return _Event(number, str(action.get("action", "")), player, _chips(action.get("amount")), _cards(action))

    @property
    def hero(self) -> str | None:
        """The player for whom the hand was written, or None."""
        return self.names.get(self.fields.get("hero_player_id"))

    def bets(self, *, added: bool) -> "_Bets":
        """Return the chips that were put in. ``added``: the amount of a raise is the chips that it adds, not the total
        bet."""
        total: defaultdict[str, Decimal] = defaultdict(Decimal)
        street_bets: defaultdict[str, Decimal] = defaultdict(Decimal)
        dead, number = Decimal(0), 0
        for act in self.acts:
            if act.round != number:
                number, street_bets = act.round, defaultdict(Decimal)
            if act.kind in ("Post Ante", "Post Dead"):
                dead += act.chips
            elif act.kind in _POSTS or act.kind in _ACTIONS or act.kind == "Raise":
                more = act.chips - street_bets[act.player] if act.kind == "Raise" and not added else act.chips
                street_bets[act.player] += more
                total[act.player] += more
        # The largest total exceeds the second one by the chips that nobody has matched.
        second, largest = sorted([Decimal(0), Decimal(0), *total.values()])[-2:]
        last = max(total, key=total.__getitem__, default="")
        return _Bets(sum(total.values(), dead), largest - second, last)


def open_lines(raw: RawHand) -> Iterator[str]:
    """Yield the lines of a hand.

    Raises:
        UnsupportedGameError: the hand is of razz.
        ValueError: the text is not a hand of Open Hand History, or a field is missing.
    """
    value = json.loads(raw.text, parse_float=Decimal)
    fields = value.get(FORM) if isinstance(value, dict) else None
    if not isinstance(fields, dict):
        raise ValueError("there is no object 'ohh'")
    if fields.get("game_type") == "Razz":  # the format does not state which cards of a stud hand are face up
        raise raw.not_read("razz in Open Hand History")
    hand = _Hand(fields)
    yield _head(hand)
    yield f"Table '{plain_name(str(fields.get('table_name', '')))}' Seat #{fields.get('dealer_seat', 0)} is the button"
    for player, name in hand.players:
        yield f"Seat {player['seat']}: {name} ({_chips(player.get('starting_stack'))} in chips)"
    pots = sum((_chips(pot.get("amount")) for pot in hand.pots), Decimal(0))
    # Some programs write the total of a raise. The documented reading wins unless only the other one adds up to the
    # pots.
    added = hand.bets(added=True).add_up_to(pots) or not hand.bets(added=False).add_up_to(pots)
    yield from _play(hand, added=added)
    yield from _end(hand, pots, hand.bets(added=added))


def _head(hand: _Hand) -> str:
    """Return the head of a hand."""
    fields = hand.fields
    kind, limit = str(fields.get("game_type", "")), fields.get("bet_limit")
    betting = str(limit.get("bet_type", "")) if isinstance(limit, dict) else ""
    about = fields.get("tournament_info")
    event = ""
    if fields.get("tournament"):
        number = about.get("tournament_number", "") if isinstance(about, dict) else ""
        event = f"Tournament #{number}, " if number else "Tournament, "
    sign = "" if event else SIGNS.get(str(fields.get("currency", "")), "")
    small, big = (_chips(fields.get(key)) for key in ("small_blind_amount", "big_blind_amount"))
    if betting == "FL":  # the stakes of fixed limit are the bets
        small, big = big, 2 * big
    date = re.sub(r"[TZ]", " ", str(fields.get("start_date_utc", ""))).replace("-", "/").partition(".")[0].strip()
    site = plain_name(str(fields.get("site_name") or fields.get("network_name") or "Open Hand History"))
    number = re.sub(r"\W", "", str(fields.get("game_number", ""))) or "0"
    game = _GAMES.get(kind, kind)
    return head_line(site, number, game, _LIMITS.get(betting, betting), (f"{sign}{small}", f"{sign}{big}"), date, event)


def _play(hand: _Hand, *, added: bool) -> Iterator[str]:
    """Yield posts, cards and actions. ``added``: the amount of a raise is the chips that it adds."""
    posts = [act for act in hand.acts if act.kind in _BEFORE_CARDS]
    yield from (f"{act.player}: {_POSTS[act.kind].format(act.chips)}" for act in posts)
    yield "*** HOLE CARDS ***"
    dealt = [act for act in hand.acts if act.kind == "Dealt Cards" and act.cards]
    for act in sorted(dealt, key=lambda act: act.player != hand.hero):
        if act.player == hand.hero or hand.hero is None:
            yield f"Dealt to {act.player} [{' '.join(act.cards)}]"
    board: list[str] = []
    second: list[str] = []
    for number, one in enumerate(hand.rounds):
        street, cards = str(one.get("street", "")), list(_cards(one))
        if street in ("Flop", "Turn", "River") and cards:
            fresh = [card for card in cards if card not in board]
            if len(board) + len(fresh) > BOARD_CARDS or second:  # cards of a second run
                second += fresh
            elif fresh:
                yield board_line(board, fresh)
                board += fresh
        for act in (act for act in hand.acts if act.round == number and act.kind not in _BEFORE_CARDS):
            yield from _action(act, added=added)
    if second:
        yield "*** SUMMARY ***"
        yield f"FIRST Board [{' '.join(board)}]"
        yield f"SECOND Board [{' '.join([*board[: BOARD_CARDS - len(second)], *second])}]"
    known = [act for act in dealt if act.player != hand.hero and hand.hero is not None]
    yield from (f"Seat 1: {act.player} mucked [{' '.join(act.cards)}]" for act in known)


def _action(act: _Event, *, added: bool) -> Iterator[str]:
    """Yield the line of an action, if it has one."""
    if act.kind == "Raise":
        yield f"{act.player}: raises to {act.chips}{' more' if added else ''}"
    elif act.kind == "Shows Cards" and act.cards:
        yield f"{act.player}: shows [{' '.join(act.cards)}]"
    elif act.kind == "Mucks Cards" and act.cards:
        yield f"Seat 1: {act.player} mucked [{' '.join(act.cards)}]"
    elif act.kind == "Added To Pot":
        yield f"STP added: {act.chips}"
    elif act.kind in _ACTIONS:
        yield f"{act.player}: {_ACTIONS[act.kind].format(act.chips)}"
    elif act.kind not in _WITHOUT_EFFECT:
        yield f"{act.player}: {act.kind} {act.chips}"  # the parser reports this line as not understood


def _end(hand: _Hand, pots: Decimal, bets: _Bets) -> Iterator[str]:
    """Yield who got what: the uncalled bet if the pots do not include it, the pots, deals with the house, and the
    rake."""
    if bets.unmatched and bets.all - bets.unmatched == pots:
        yield f"Uncalled bet ({bets.unmatched}) returned to {bets.player}"
    for pot in hand.pots:
        for win in _objects(pot, "player_wins"):
            name = hand.names.get(win.get("player_id"))
            if name is not None and _chips(win.get("win_amount")):
                yield f"{name} collected {_chips(win.get('win_amount'))} from pot"
            if name is not None and _chips(win.get("cashout_amount")):
                paid, fee = _chips(win.get("cashout_amount")), _chips(win.get("cashout_fee"))
                yield f"{name} cashed out the hand for {paid} | Cash Out Fee {fee}"
    rake = sum((_chips(pot.get(key)) for pot in hand.pots for key in ("rake", "jackpot")), Decimal(0))
    yield "*** SUMMARY ***"
    yield f"Total pot {pots} | Rake {rake}"


def _objects(fields: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
    """Return the list of objects of a field, () if it is missing."""
    values = fields.get(key) or ()
    if not isinstance(values, list | tuple) or not all(isinstance(value, dict) for value in values):
        raise ValueError(f"'{key}' has to be a list of objects")
    return values


def _chips(value: object) -> Decimal:
    """Return an amount without the digits that a binary fraction adds, 0 for a missing one."""
    if value is None:
        return Decimal(0)
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise ValueError(f"{value!r} is not an amount")
    try:
        amount = round(Decimal(value), AMOUNT_DECIMALS)
    except ArithmeticError:
        raise ValueError(f"{value!r} is not an amount") from None
    plain = amount.normalize()
    return plain.quantize(Decimal(1)) if plain == plain.to_integral_value() else plain


def _cards(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the known cards of an action or a round."""
    cards = fields.get("cards") or ()
    if not isinstance(cards, list | tuple) or not all(isinstance(card, str) for card in cards):
        raise ValueError("'cards' has to be a list of texts")
    plain = (card.strip().replace("10", "T") for card in cards)
    return tuple(f"{card[0].upper()}{card[1].lower()}" for card in plain if _CARD.fullmatch(card))
