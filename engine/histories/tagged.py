"""Conversion of other formats to PokerStars' format, so that one parser reads them all; this module has the XML formats
of Merge, Boss and Microgaming.

Merge and Microgaming refer to players by their seats. Amounts that a site states as added chips keep that meaning: such
a line ends in "more".
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from html import unescape
from typing import ClassVar

from engine.histories.coinpoker import coinpoker_lines
from engine.histories.hand import RawHand
from engine.histories.new_sites import PokerStars
from engine.histories.open_history import open_lines
from engine.histories.pokernow import pokernow_lines
from engine.histories.record import TotalKind
from engine.histories.star_lines import board_line, head_line

Tag = tuple[str, Mapping[str, str]]
"""The name of a tag and its attributes."""
_TAG = re.compile(r"<(?P<name>[A-Za-z]\w*)\b(?P<attributes>[^<>]*)>|</(?P<end>\w+)")
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*\"([^\"]*)\"")
_PRIMA_TEXT = re.compile(r"(?P<rank>10|[2-9TJQKA]) of (?P<suit>[cdhs])")
_LIMITS = {"NL": "No Limit", "PL": "Pot Limit", "FL": "Limit"}
_MERGE_GAMES = {"Holdem": "Hold'em", "Holdem Tournament": "Hold'em", "Razz": "Razz"}
_MERGE_STREETS = {
    "BRING_IN": "3rd",
    "FOURTH_STREET": "4th",
    "FIFTH_STREET": "5th",
    "SIXTH_STREET": "6th",
    "SEVENTH_STREET": "7th",
}
_MERGE_ACTIONS = {
    "ANTE": "posts the ante {}",
    "SMALL_BLIND": "posts small blind {}",
    "BIG_BLIND": "posts big blind {}",
    "INITIAL_BLIND": "posts big blind {}",
    "RETURN_BLIND": "posts missed blind {}",
    "BRING_IN": "brings in for {}",
    "COMPLETE": "raises to {}",
    "BET": "bets {}",
    "RAISE": "raises to {}",
    "ALL_IN": "raises to {} more",
    "CALL": "calls {}",
    "CHECK": "checks",
    "FOLD": "folds",
    "SIT_OUT": "folds",
}
_ADDED_UNTIL = "20100908"
"""The day from which Merge states raises as the total bet that they make."""
_MERGE_SHOWN = {"SHOWN": "{}: shows [{}]", "MUCKED": "Seat 1: {} mucked [{}]"}
_BOSS_POSTS = {
    "HAND_SB": "posts small blind",
    "HAND_BB": "posts big blind",
    "HAND_AB": "posts small & big blinds",
    "HAND_DSB": "posts dead blind",
}
_BOSS_ACTIONS = {
    "HAND_ANTE": "posts the ante {}",
    "ACTION_BET": "bets {}",
    "ACTION_RAISE": "raises to {}",
    "ACTION_ALLIN": "raises to {}",
    "ACTION_CALL": "calls",
    "ACTION_CHECK": "checks",
    "ACTION_FOLD": "folds",
}
_BOSS_GAMES = {"GAME_THM": "Hold'em", "GAME_OMA": "Omaha", "GAME_OMAHL": "Omaha hi/lo", "GAME_FCD": "five card draw"}
_BOSS_RANKS, _BOSS_SUITS = "A23456789TJQK", "dchs"
_PRIMA_ACTIONS = {
    "Ante": "posts the ante {}",
    "SmallBlind": "posts small blind {}",
    "BigBlind": "posts big blind {}",
    "Bet": "raises to {} more",
    "AllIn": "raises to {} more",
    "Call": "calls",
    "Check": "checks",
    "Fold": "folds",
}
_PRIMA_BOARD = {"DealFlop": "FLOP", "DealTurn": "TURN", "DealRiver": "RIVER"}
_PRIMA_LINES = (
    (
        r"- (?P<p>.+) sitting in seat (?P<seat>\d+) with \D{0,3}(?P<chips>[0-9.,]+)",
        "Seat {seat}: {p} ({chips} in chips)",
    ),
    (r"(?P<p>.+) posted the (?P<what>small|big) blind - \D{0,3}(?P<chips>[0-9.,]+)", "{p}: posts {what} blind {chips}"),
    (r"(?P<p>.+) posted (?:the )?ante - \D{0,3}(?P<chips>[0-9.,]+)", "{p}: posts the ante {chips}"),
    (r"(?P<p>.+) (?:raised(?: to)?|bet|went all-in)(?: -)? \D{0,3}(?P<chips>[0-9.,]+)", "{p}: raises to {chips} more"),
    (r"(?P<p>.+) called\b.*", "{p}: calls"),
    (r"(?P<p>.+) checked", "{p}: checks"),
    (r"(?P<p>.+) (?:[Qq]uick )?[Ff]olded", "{p}: folds"),
    (r"\*\* Dealing cards? to (?P<p>.+?): (?P<cards>.+)", "Dealt to {p} [{cards}]"),
    (r"(?P<p>.+) shows: (?P<cards>.+)", "{p}: shows [{cards}]"),
    (r"(?P<p>.+) mucks: (?P<cards>.+)", "Seat 1: {p} mucked [{cards}]"),
    (r"(?P<p>.+) wins \D{0,3}(?P<chips>[0-9.,]+) from .*", "{p} collected {chips} from pot"),
)
_PRIMA_PATTERNS = tuple((re.compile(pattern), form) for pattern, form in _PRIMA_LINES)
_PRIMA_POSTED = re.compile(r"(?P<p>.+) posted to play - \D{0,3}(?P<chips>[0-9.,]+)")
_PRIMA_DEALT = re.compile(r"\*\* Dealing the (?P<street>flop|turn|river): (?P<cards>.+)")
_PRIMA_HEAD = re.compile(
    r"\*\* (?:Game ID|Hand #) ?(?P<id>\d+).*?starting - (?P<date>[\d-]+ [\d:]+)\s*\*\* (?P<table>.*) "
    r"\[(?:(?P<kind>\w+ Table) )?(?P<game>[^\]]+)\] \((?P<small>[0-9.,]+)\|(?P<big>[0-9.,]+) (?P<limit>NL|PL|FL)"
)
_PRIMA_BUTTON = re.compile(r"sitting in seat (\d+) .*\[Dealer\]")


class ConvertedParser(PokerStars):
    """The parser of hands that are converted by :func:`in_stars_format`."""

    TOTALS: ClassVar[tuple[TotalKind, ...]] = ("pot", "net", "walk")
    ADDED = re.compile(r" more$")

    def _prepared(self, raw: RawHand) -> RawHand:
        return in_stars_format(raw)


def in_stars_format(raw: RawHand) -> RawHand:
    """Return a hand of another format with its text in PokerStars' format."""
    return replace(raw, text="\n".join(_CONVERTERS[raw.form](raw)), about="")


def _tags(text: str) -> list[Tag]:
    """Return the tags of a text in order; an end tag is ``/name`` without attributes."""
    return [
        (f"/{match['end']}", {})
        if match["end"]
        else (match["name"], {key: unescape(value) for key, value in _ATTRIBUTE.findall(match["attributes"])})
        for match in _TAG.finditer(text)
    ]


def _merge(raw: RawHand) -> Iterator[str]:
    """Yield the lines of a hand of Merge."""
    tags = _tags(raw.text)
    about = next((at for name, at in tags if name == "description"), None)
    if about is None:  # it is above the first hand of the file
        about = next((at for name, at in _tags(raw.about) if name == "description"), {})
    game = next((at for name, at in tags if name == "game"), {})
    limit = re.match(r"[A-Za-z ]*", about.get("stakes", ""))
    blinds = re.search(r"([0-9.,]+)/\D?([0-9.,]+)", about.get("stakes", ""))
    start = re.sub(r"\D", "", game.get("starttime", "")).ljust(14, "0")
    kind = about.get("type", "").strip()
    event = "Tournament, " if "Tournament" in kind else ""
    date = f"{start[:4]}/{start[4:6]}/{start[6:8]} {start[8:10]}:{start[10:12]}:{start[12:14]}"
    stakes = (blinds[1], blinds[2]) if blinds else None
    written = limit[0].strip() if limit else ""
    yield head_line("Merge", game.get("id", ""), _MERGE_GAMES.get(kind, kind), written, stakes, date, event)
    dealer = next((at["dealer"] for name, at in tags if name == "players" and "dealer" in at), "-1")
    names = {at["seat"]: at.get("nickname", "") for name, at in tags if name == "player" and "seat" in at}
    posted = _merge_posts(tags) if event else {}
    yield f"Table: Seat #{int(dealer) + 1} is the button"
    for name, at in tags:
        if name == "player" and "seat" in at:
            chips = Decimal(re.sub(r"[^0-9.]", "", at.get("balance", "")) or 0) + posted.get(at["seat"], 0)
            yield f"Seat {int(at['seat']) + 1}: {at.get('nickname', '')} ({chips} in chips)"
    yield from _merge_play(tags, names, added=start < _ADDED_UNTIL)


def _merge_posts(tags: Iterable[Tag]) -> dict[str, Decimal]:
    """Return the posts of each seat: in tournaments the stated stacks are those after the posts."""
    result: dict[str, Decimal] = {}
    for name, at in tags:
        if name == "round" and at.get("id") in ("PREFLOP", "THIRD_STREET"):
            break
        if name == "event":
            result[at.get("player", "")] = result.get(at.get("player", ""), Decimal(0)) + Decimal(at.get("amount", "0"))
    return result


def _merge_play(tags: list[Tag], names: Mapping[str, str], *, added: bool) -> Iterator[str]:
    """Yield the play. On each street the cards come first although the file has them after the actions; shown cards
    come at the end."""
    actions = {**_MERGE_ACTIONS, **({"RAISE": "raises to {} more"} if added else {})}
    cards = _MergeCards(names)
    for street, events, card_tags in _merge_rounds(tags):
        if street in _MERGE_STREETS:
            yield f"*** {_MERGE_STREETS[street]} STREET ***"
        for at in card_tags:
            yield from cards.dealt(at)
        yield from _merge_actions(street, events, names, actions)
    yield from cards.shown_hands()
    for name, at in tags:
        if name == "winner":
            winner, chips = names.get(at.get("player", ""), ""), at.get("amount", "")
            uncalled = at.get("uncalled") == "true"
            yield f"Uncalled bet ({chips}) returned to {winner}" if uncalled else f"{winner} collected {chips} from pot"


class _MergeCards:
    """The cards of a hand so far, from its tags: the board, and the most cards seen of each player."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._board: list[str] = []
        self._seen: dict[str, list[str]] = {}
        self._shown: dict[str, str] = {}
        """The form of the line about each player who shows or mucks his hand."""

    def dealt(self, at: Mapping[str, str]) -> Iterator[str]:
        """Yield the line of a tag with cards, if it deals any."""
        player, kind, listed = self._names.get(at.get("player", ""), ""), at.get("type", ""), at.get("cards", "")
        cards = [card for card in listed.split(",") if len(card) in (2, 3) and card != "null"]
        if kind == "COMMUNITY" and len(cards) > len(self._board):
            yield board_line(self._board, cards[len(self._board) :])
            self._board = cards
        elif kind == "HOLE":
            yield f"Dealt to {player} [{' '.join(cards)}]"
        elif kind == "DRAW_DRAWN_CARDS":
            # All cards of a stud player: two down cards, then up to four up cards, which everybody sees.
            up = [card for card in listed.split(",")[2:6] if card != "null"]
            yield f"Dealt to {player} [{' '.join(up)}]"
        elif kind in _MERGE_SHOWN:
            self._shown[player] = _MERGE_SHOWN[kind]
        if kind != "COMMUNITY" and len(cards) >= len(self._seen.get(player, ())):
            self._seen[player] = cards

    def shown_hands(self) -> Iterator[str]:
        """Yield a line for each player who shows or mucks his hand."""
        for player, form in self._shown.items():
            yield form.format(player, " ".join(self._seen[player]))


def _merge_actions(
    street: str, events: Sequence[Mapping[str, str]], names: Mapping[str, str], actions: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of a street's actions; ``actions``: the form of each type of action."""
    for number, at in enumerate(events):
        action = actions.get(at.get("type", ""), "")
        if street == "BLINDS" and at.get("type") == "ALL_IN":  # the whole stack goes into a blind
            small = not any(event.get("type") == "SMALL_BLIND" for event in events[:number])
            action = actions["SMALL_BLIND" if small else "BIG_BLIND"]
        if action and ("{}" not in action or float(at.get("amount") or 0)):
            yield f"{names.get(at.get('player', ''), '')}: {action.format(at.get('amount'))}"


def _merge_rounds(tags: Iterable[Tag]) -> Iterator[tuple[str, list[Mapping[str, str]], list[Mapping[str, str]]]]:
    """Yield each round's street, its events and its cards."""
    street, events, cards = "", [], []  # type: tuple[str, list[Mapping[str, str]], list[Mapping[str, str]]]
    for name, at in tags:
        if name == "round":
            yield street, events, cards
            street, events, cards = at.get("id", ""), [], []
        elif name == "event":
            events.append(at)
        elif name == "cards":
            cards.append(at)
    yield street, events, cards


def _boss(raw: RawHand) -> Iterator[str]:
    """Yield the lines of a hand of Boss Media."""
    tags = _tags(raw.text)
    hand = next((at for name, at in tags if name == "HISTORY"), {})
    small, _, big = hand.get("STAKES", "").partition("/")
    event = "Tournament, " if hand.get("GAMEKIND") == "GAMEKIND_TOURNAMENT" else ""
    seconds = hand.get("DATE", "")
    date = f"{datetime.fromtimestamp(int(seconds), UTC):%Y/%m/%d %H:%M:%S}" if seconds.isdecimal() else ""
    game = hand.get("GAME", "")
    limit = _LIMITS.get(hand.get("LIMIT", ""), hand.get("LIMIT", ""))
    stakes = (small, big) if small and big else None
    yield head_line("Boss", hand.get("ID", ""), _BOSS_GAMES.get(game, game), limit, stakes, date, event)
    ante = _boss_ante(tags) if event else Decimal(0)
    for name, at in tags:
        if name == "PLAYER":
            if at.get("DEALER") == "Y":
                yield f"Table: Seat #{at.get('SEAT')} is the button"
            yield f"Seat {at.get('SEAT')}: {at.get('NAME')} ({Decimal(at.get('AMOUNT') or 0) + ante} in chips)"
    posts = [at for name, at in tags if name == "ACTION" and at.get("KIND") in _BOSS_POSTS]
    for at in sorted(posts, key=lambda at: tuple(_BOSS_POSTS).index(at["KIND"])):
        yield f"{at.get('PLAYER')}: {_BOSS_POSTS[at['KIND']]} {at.get('VALUE')}"
    if ante:
        yield from (f"{at.get('PLAYER')}: posts the ante {ante}" for _, at in tags if at.get("TYPE") == "HAND_DEAL")
    yield from _boss_play(tags)
    end = next((at for name, at in tags if name == "SHOWDOWN"), {})
    if "POT" in end:
        yield f"*** SUMMARY ***\nTotal pot {end['POT']} | Rake {end.get('RAKE') or 0}"


def _boss_ante(tags: list[Tag]) -> Decimal:
    """Return the ante of a tournament whose text does not state it: each player's share of the pot beyond the bets.

    It has to be added to the stated stacks, which are those after the ante.
    """
    kinds = [at.get("TYPE") for _, at in tags]
    pots = [at["POT"] for name, at in tags if "POT" in at and (at.get("VALUE") == "BOARD_FLOP" or name == "SHOWDOWN")]
    if "HAND_ANTE" in kinds or not pots:
        return Decimal(0)
    bets: defaultdict[str, Decimal] = defaultdict(Decimal)
    for name, at in tags:
        if at.get("TYPE") == "HAND_BOARD":
            break
        if name == "ACTION" and re.fullmatch(r"[0-9.]+", at.get("VALUE", "")):
            player, chips = at.get("PLAYER", ""), Decimal(at["VALUE"])
            if at["TYPE"] == "ACTION_CALL":
                chips = min(max(bets.values()), chips if chips > bets[player] else bets[player] + chips)
            bets[player] = chips
    second = sorted([Decimal(0), *bets.values()])[-2:][0]
    # The excess of the largest bet over the second one is returned, so it is not in the pot.
    matched = sum((min(chips, second) for chips in bets.values()), Decimal(0))
    return max(Decimal(pots[0]) - matched, Decimal(0)) / kinds.count("HAND_DEAL")


def _boss_play(tags: list[Tag]) -> Iterator[str]:
    """Yield the play of a hand of Boss Media."""
    board: list[str] = []
    for (name, at), cards in _with_cards(tags, "CARD", _boss_card):
        player, chips, kind = at.get("PLAYER", ""), at.get("VALUE", ""), at.get("TYPE", "")
        if name == "RESULT":
            if len(cards) > 1:
                yield f"{player}: shows [{' '.join(cards)}]"
            if float(at.get("WIN") or 0):
                yield f"{player} collected {at['WIN']} from pot"
        elif kind == "HAND_DEAL" and cards:
            yield f"Dealt to {player} [{' '.join(cards)}]"
        elif kind == "HAND_BOARD" and len(cards) > len(board):
            yield board_line(board, cards[len(board) :])
            board = cards
        elif kind in _BOSS_ACTIONS:
            yield f"{player}: {_BOSS_ACTIONS[kind].format(chips)}"


def _with_cards(
    tags: Iterable[Tag], name: str, read: Callable[[Mapping[str, str]], str]
) -> Iterator[tuple[Tag, list[str]]]:
    """Yield the tags that are not cards, each with the cards that follow it."""
    last: Tag | None = None
    cards: list[str] = []
    for tag in tags:
        if tag[0] == name:
            cards += filter(None, [read(tag[1])])
        elif not tag[0].startswith("/"):
            if last is not None:
                yield last, cards
            last, cards = tag, []
    if last is not None:
        yield last, cards


def _boss_card(at: Mapping[str, str]) -> str:
    """Return a card, or "" for a hidden one, which has no number."""
    number = at.get("LINK", "")
    if not number.isdecimal() or int(number) >= len(_BOSS_RANKS) * len(_BOSS_SUITS):
        return ""
    suit, rank = divmod(int(number), len(_BOSS_RANKS))
    return _BOSS_RANKS[rank] + _BOSS_SUITS[suit]


def _prima(raw: RawHand) -> Iterator[str]:
    """Yield the lines of a hand of Microgaming that is written in XML."""
    tags = _tags(raw.text)
    hand = next((at for name, at in tags if name == "Game"), {})
    seats = {at["num"]: at for name, at in tags if name == "Seat" and "alias" in at}
    small, _, big = hand.get("stakes", "").partition("|")
    event = "Tournament, " if hand.get("istournament") == "1" else ""
    game, limit = (
        hand.get("gametype", "").removeprefix("Multi Table ").removeprefix("Single Table "),
        hand.get("betlimit", ""),
    )
    stakes = (small, big) if big else None
    date = hand.get("date", "").replace("-", "/")
    yield head_line("Microgaming", hand.get("id", ""), game, _LIMITS.get(limit, limit), stakes, date, event)
    for number, at in seats.items():
        if at.get("dealer") == "true":
            yield f"Table: Seat #{number} is the button"
        yield f"Seat {number}: {at['alias']} ({at.get('balance')} in chips)"
    adds = "hhversion" in hand
    actions = {**_PRIMA_ACTIONS, "Raise": "raises to {} more" if adds else "raises to {}"}
    names = {number: at["alias"] for number, at in seats.items()}
    yield from _prima_play(tags, names, actions, small)
    if hand.get("rake", "").isdecimal() and not event:
        yield f"*** SUMMARY ***\nRake {Decimal(hand['rake']) / 100}"


def _prima_play(tags: list[Tag], names: Mapping[str, str], actions: Mapping[str, str], small: str) -> Iterator[str]:
    """Yield the play of a hand of Microgaming."""
    board: list[str] = []
    for (name, at), cards in _with_cards(tags, "Card", _prima_card):
        player, chips, kind = names.get(at.get("seat", ""), ""), at.get("value", ""), at.get("type", "")
        if name == "Seat" and "amount" in at:
            yield f"{names.get(at['num'])} collected {at['amount']} from pot"
        elif name != "Action":
            continue
        elif kind in _PRIMA_BOARD:
            yield board_line(board, cards)
            board += cards
        elif kind == "DealCards" and cards:
            yield f"Dealt to {player} [{' '.join(cards)}]"
        elif kind == "ShowCards" and cards:
            yield f"{player}: shows [{' '.join(cards)}]"
        elif kind == "MuckCards" and cards:
            yield f"Seat 1: {player} mucked [{' '.join(cards)}]"
        elif kind == "PostedToPlay":
            yield _prima_posted(player, chips, small)
        elif kind in actions:
            yield f"{player}: {actions[kind].format(chips)}"


def _prima_card(at: Mapping[str, str]) -> str:
    return at.get("value", "").replace("10", "T") + at.get("suit", "")


def _prima_posted(player: str, chips: str, small: str) -> str:
    """Return the line of a player who posts to play: a dead small blind, or a big blind and a dead small one."""
    value = Decimal(chips.replace(",", ""))
    if small and value <= Decimal(small.replace(",", "")):
        return f"{player}: posts dead blind {value}"
    return f"{player}: posts small & big blinds {value + value / 2}"


def _prima_text(raw: RawHand) -> Iterator[str]:
    """Yield the lines of a hand of Microgaming as PokerTracker writes it."""
    head = _PRIMA_HEAD.search(raw.text)
    if head is None:
        raise raw.error("the header of the hand is not understood")
    game, stakes = head["game"], (head["small"], head["big"])
    event = "Tournament, " if head["kind"] else ""
    date = head["date"].replace("-", "/")
    yield head_line("Microgaming", head["id"], game, _LIMITS[head["limit"]], stakes, date, event)
    button = _PRIMA_BUTTON.search(raw.text)
    yield f"Table: Seat #{button[1]} is the button" if button else "Table"
    board: list[str] = []
    for line in map(str.strip, raw.text.splitlines()):
        if street := _PRIMA_DEALT.fullmatch(line):
            cards = _prima_cards(street["cards"]).split()
            yield board_line(board, cards)
            board += cards
        elif posted := _PRIMA_POSTED.fullmatch(line):
            yield _prima_posted(posted["p"], posted["chips"], head["small"])
        else:
            matches = ((pattern.match(line), form) for pattern, form in _PRIMA_PATTERNS)
            for match, form in matches:
                if match is not None:
                    groups = match.groupdict()
                    yield form.format(**{**groups, "cards": _prima_cards(groups.get("cards") or "")})
                    break


def _prima_cards(words: str) -> str:
    return " ".join(match["rank"].replace("10", "T") + match["suit"] for match in _PRIMA_TEXT.finditer(words))


_CONVERTERS: Mapping[str, Callable[[RawHand], Iterator[str]]] = {
    "merge": _merge,
    "boss": _boss,
    "prima": _prima,
    "prima text": _prima_text,
    "ohh": open_lines,
    "pokernow": pokernow_lines,
    "coinpoker": coinpoker_lines,
}
CONVERTED_FORMS = tuple(_CONVERTERS)
"""The formats that are converted to PokerStars' format."""
