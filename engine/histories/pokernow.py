"""Conversion of the log of PokerNow to PokerStars' format. The log is a CSV file of entries with the newest first.

Amounts of calls and raises are the player's total bet afterwards. The log states the cards of its owner but not who the
owner is: it is the player who later shows these cards, or the only one who sits in every hand in which the owner is
dealt cards.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from engine.cards import plain_name
from engine.equity.jobs import CancelCheck
from engine.histories.hand import RawHand
from engine.histories.star_lines import board_line, head_line

FORM = "pokernow"
_START = re.compile(
    r"-- starting hand #(?P<number>\d+)\s*(?:\(id: (?P<id>\w+)\))?\s*\(?(?P<game>[^()\"]*?)\)?\s*"
    r"\((?:dealer: \"(?P<dealer>.+)\"|dead button)\)"
)
_SEAT = re.compile(r"#(?P<seat>\d+) \"(?P<player>.+?)\" \((?P<stack>[\d.,]+)\)")
_OWN = re.compile(r"Your hand is (?P<cards>.+)")
_BOARD = re.compile(r"(?i)(?P<street>flop|turn|river)(?P<second> \(second run\))?:[^\[]*\[(?P<cards>[^\]]*)\]")
_ENTRY = re.compile(r"\"(?P<player>.+?)\" (?P<deed>[a-z].*)")
_AMOUNT = r"(?P<chips>[\d.,]+)"
_ALL_IN = re.compile(r" and go(?:es)? all[ -]in\b\.?")
_ACTIONS = tuple(
    (re.compile(pattern), form)
    for pattern, form in (
        (rf"posts an ante of {_AMOUNT}", "posts the ante {}"),
        (rf"(?:posts a bet of|calls) {_AMOUNT} \(bomb pot bet\)", "posts the ante {}"),
        (rf"posts a small blind of {_AMOUNT}", "posts small blind {}"),
        (rf"posts a big blind of {_AMOUNT}", "posts big blind {}"),
        (rf"posts a straddle of {_AMOUNT}", "posts straddle {}"),
        (rf"posts a miss(?:ing|ed) small blind of {_AMOUNT}", "posts dead blind {}"),
        (rf"posts a miss(?:ing|ed) big blind of {_AMOUNT}", "posts missed blind {}"),
        (rf"calls(?: with)? {_AMOUNT}", "calls {added}"),
        (rf"bets(?: with)? {_AMOUNT}", "bets {}"),
        (rf"raises(?: with| to)? {_AMOUNT}", "raises to {}"),
        (rf"all in with {_AMOUNT}", "raises to {}"),
        (r"folds(?P<chips>)", "folds"),
        (r"checks(?P<chips>)", "checks"),
    )
)
_BLIND = re.compile(rf"posts a (small|big) blind of {_AMOUNT}")
_SHOWN = re.compile(r"shows an? (?P<cards>[^.]+)")
_COLLECTED = re.compile(rf"(?:collected|wins|gained) {_AMOUNT}(?: from pot)?")
_RETURNED = re.compile(rf"Uncalled bet of {_AMOUNT} returned to \"(?P<player>.+?)\"")
_CARD = re.compile(r"(10|[2-9TJQKA])\s*([♠♥♦♣shdc])")
_SUITS = dict(zip("♠♥♦♣", "shdc", strict=True))
_GAMES = {"texas hold'em": "Hold'em", "texas holdem": "Hold'em", "omaha hi": "Omaha hi", "omaha hi/lo": "Omaha hi-lo"}
_HEADER = re.compile(r"\s*\"?entry\"?,\"?at\"?")
_HERO_PREFIX = "hero: "
"""The beginning of :attr:`RawHand.about`, which the name of the log's owner follows."""
COLUMNS = ("entry", "at")


def is_pokernow(text: str) -> bool:
    """Return True if ``text``, which may be cut off, begins as a log of PokerNow and names a hand."""
    return _HEADER.match(text) is not None and (" hand #" in text or "Player stacks:" in text)


def pokernow_hands(text: str, check_cancelled: CancelCheck) -> tuple[RawHand, ...]:
    """Return the hands of a log, the oldest first; () if the text is of another format.

    ``check_cancelled`` is called for each hand and may raise an exception to cancel.
    """
    if not is_pokernow(text):
        return ()
    hands: list[RawHand] = []
    for line, entries in _entries_of_hands(text):
        check_cancelled()
        start = _START.match(entries[0][0])
        assert start is not None
        name = start["id"] or f"{start['number']} of {entries[0][1]}"
        written = "\n".join([entries[0][1], *(" ".join(entry.split()) for entry, _ in entries)])
        hands.append(RawHand(len(hands) + 1, line, FORM, f"hand {name}", written))
    about = f"{_HERO_PREFIX}{_owner(raw.text for raw in hands)}"
    return tuple(RawHand(raw.number, raw.line, FORM, raw.name, raw.text, about) for raw in hands)


def _entries_of_hands(text: str) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Yield the line at which each hand starts, and its entries with their times in order."""
    reader = csv.DictReader(io.StringIO(text.lstrip()))
    rows: list[tuple[int, str, str]] = []
    for row in reader:
        if row.get("entry") and row.get("at"):
            rows.append((reader.line_num, row["entry"], row["at"]))
    # The log may begin with the latest entry.
    if len(rows) > 1 and rows[0][2] > rows[-1][2]:
        rows.reverse()
    hand: list[tuple[str, str]] = []
    start_line = 0
    for line, entry, at in rows:
        if _START.match(entry):
            if hand:
                yield start_line, hand
            start_line, hand = line, []
        if hand or _START.match(entry):
            hand.append((entry, at))
    if hand:
        yield start_line, hand


def _owner(hands: Iterable[str]) -> str:
    """Return the player, with his id, whose cards the log states, or "" if that is unknown."""
    possible: set[str] | None = None
    for text in hands:
        own = _OWN.search(text)
        seated = {seat["player"] for seat in _SEAT.finditer(text)}
        if own is None:
            continue
        cards = set(_cards(own["cards"]))
        matches = filter(None, map(_ENTRY.fullmatch, text.splitlines()))
        shows = [(match["player"], _SHOWN.match(match["deed"])) for match in matches]
        shown = {player: set(_cards(show["cards"])) for player, show in shows if show is not None}
        for player, seen in shown.items():
            if seen == cards:
                return player
        # A player who shows other cards than the owner's is not the owner.
        others = {player for player, seen in shown.items() if seen and not seen <= cards}
        possible = (seated if possible is None else possible & seated) - others
    return possible.pop() if possible is not None and len(possible) == 1 else ""


def pokernow_lines(raw: RawHand) -> Iterator[str]:
    """Yield the lines of a hand.

    Raises:
        ValueError: the text has no players.
    """
    date, first, *entries = raw.text.splitlines()
    start = _START.match(first)
    seats = next((list(_SEAT.finditer(line)) for line in entries if line.startswith("Player stacks:")), [])
    if start is None or not seats:
        raise ValueError("the player stacks are missing")
    names = _names(seat["player"] for seat in seats)
    blinds = {match[1]: match["chips"] for match in filter(None, map(_BLIND.search, entries))}
    stakes = (blinds["small"], blinds["big"]) if len(blinds) == 2 else None
    limit, _, game = start["game"].strip().partition(" Limit ")
    kind = _GAMES.get(game.lower(), game or start["game"])
    yield head_line("PokerNow", start["number"], kind, f"{limit} Limit", stakes, _date(date))
    dealer = next((seat["seat"] for seat in seats if seat["player"] == start["dealer"]), None)
    yield f"Table 'PokerNow' Seat #{dealer} is the button" if dealer else "Table 'PokerNow'"
    for seat in seats:
        yield f"Seat {seat['seat']}: {names[seat['player']]} ({seat['stack']} in chips)"
    yield from _play(entries, names, names.get(raw.about.removeprefix(_HERO_PREFIX), ""))


def _names(players: Iterable[str]) -> dict[str, str]:
    """Return each player's name by his ``name @ id`` in the log; the id stays if two have the same name."""
    listed = list(players)
    short_names = {player: plain_name(re.sub(r" [@#] [\w-]+$", "", player)) or player for player in listed}
    return {
        player: name if list(short_names.values()).count(name) == 1 else player for player, name in short_names.items()
    }


def _date(text: str) -> str:
    return re.sub(r"[TZ]", " ", text).replace("-", "/").partition(".")[0].strip()


def _play(entries: Iterable[str], names: dict[str, str], hero: str) -> Iterator[str]:
    """Yield posts, cards, actions and the end; the summary has the boards if there are two."""
    board: list[str] = []
    second: list[str] = []
    bets: dict[str, Decimal] = {}
    for entry in entries:
        if own := _OWN.match(entry):
            if hero:
                yield f"Dealt to {hero} [{' '.join(_cards(own['cards']))}]"
        elif street := _BOARD.match(entry):
            # The entry of a street repeats the cards that were on the board before.
            fresh = [card for card in _cards(street["cards"]) if card not in board]
            bets = {}
            if street["second"]:
                second += fresh
            elif fresh:
                yield board_line(board, fresh)
                board += fresh
        elif back := _RETURNED.match(entry):
            yield f"Uncalled bet ({back['chips']}) returned to {names.get(back['player'], back['player'])}"
        elif (match := _ENTRY.fullmatch(entry)) and match["player"] in names:
            yield from _action_line(names[match["player"]], _ALL_IN.sub("", match["deed"]), bets)
    if second:
        yield "*** SUMMARY ***"
        yield f"FIRST Board [{' '.join(board)}]"
        yield f"SECOND Board [{' '.join([*board[: len(board) - len(second)], *second])}]"


def _action_line(name: str, action: str, bets: dict[str, Decimal]) -> Iterator[str]:
    """Yield the line of a player's action, and update his bet on the street."""
    for pattern, form in _ACTIONS:
        if match := pattern.match(action):
            chips = match["chips"].replace(",", "")
            added = ""
            if chips and "ante" not in form and "dead" not in form:
                added = str(Decimal(chips) - bets.get(name, Decimal(0)))
                bets[name] = Decimal(chips)
            yield f"{name}: {form.format(chips, added=added)}"
            return
    if show := _SHOWN.match(action):
        yield f"{name}: shows [{' '.join(_cards(show['cards']))}]"
    elif collected := _COLLECTED.match(action):
        yield f"{name} collected {collected['chips']} from pot"
    elif re.match(r"(?:posts|calls|bets|raises|all in)\b", action):
        yield f"{name}: {action}"  # the parser reports this line as not understood


def _cards(text: str) -> list[str]:
    """Return the cards of a text such as ``10♥, K♦``."""
    return [f"{match[1].replace('10', 'T')}{_SUITS.get(match[2], match[2])}" for match in _CARD.finditer(text)]
