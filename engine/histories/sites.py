"""The parsers of Full Tilt Poker, PartyPoker, iPoker, Ongame, Absolute Poker and the ACPC, and the table of all
parsers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from operator import itemgetter
from re import compile as pattern

from engine.cards import excerpt
from engine.histories.hand import RawHand
from engine.histories.more_sites import BetOnline, Cake, Tracker, Winning, WinningBefore
from engine.histories.new_sites import Ignition, Pacific, PokerStars, Winamax
from engine.histories.record import Amount, BetLimits, HandAction, ParsedHand, StatedEnd, exact
from engine.histories.site_parser import (
    ALWAYS,
    CARDS,
    GAMES_BY_HOLE_CARDS,
    NO_END,
    NUMBER,
    MatchedLine,
    SiteParser,
    amount_of,
)
from engine.histories.splitting import NEVER
from engine.histories.tagged import CONVERTED_FORMS, ConvertedParser

_NAME = '(?P<player>[^"]+)'
_BOTH_BLINDS = re.compile(r" - Posts dead \D?([0-9.,]+) dead \D?([0-9.,]+)")
_NUMBER = re.compile(r'<action\b[^>]*\bno="(\d+)"')
_MANY_CARDS = re.compile(r'<cards\b[^>]*\btype="Pocket"[^>]*>\s*(?P<cards>(?:\w+\s+){2,}\w+)\s*</cards>')
_SUM = re.compile(r'<action\b[^>]*\bsum="[^0-9"]{0,5}(?P<sum>[0-9][0-9.,]*)')
_CARDS_TAG = re.compile(r"<cards\b[^>]*>(?P<cards>[^<]*)</cards>")
_TAG_CARD = re.compile(r"(?i)[CDHS](?:10|[2-9TJQKA])|X+")
_PLAYER = re.compile(rf'\bplayer="{_NAME}"')


class FullTilt(SiteParser):
    """Full Tilt Poker: hold'em of all limits and razz."""

    VARIANT = pattern(
        r" - (?:\D?[0-9.,]+ Cap |CAP )?(?P<variant>(?:No Limit|Pot Limit|Limit|NL|PL|FL) Hold'em|Limit Razz|Razz)\b"
    )
    FIXED = pattern(r"^(?:Limit|FL) ")
    STAKES = pattern(r"- \D?([0-9.,]+)/\D?([0-9.,]+)(?![/0-9])")
    CAP = pattern(r"- \D?(?P<cap>[0-9.,]+) Cap ")
    FINAL_SEAT = pattern(r"The button is in seat #(?P<final_seat>\d+)")
    BOARD_DEALING = pattern(
        rf"^\*\*\* (?:FLOP(?: 1)? \*\*\*|(?:TURN|RIVER)(?: 1)? \*\*\* \[[^\]]+\]) \[(?P<cards>{CARDS})\]"
    )
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \(\D?(?P<stack>[0-9.,]+)\)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) antes \D?(?P<ante>[0-9.,]+)")
    DEAD = pattern(r"^(?P<player>.+) posts a dead small blind of \D?(?P<dead>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+) (?:posts the (?:small|big) blind of|posts) \D?(?P<blind_or_straddle>[0-9.,]+)"
    )
    HOLE_DEALING = PokerStars.HOLE_DEALING
    COMPLETION_BETTING_OR_RAISING = pattern(
        r"^(?P<player>.+) (?:bets|raises to|completes it to) \D?(?P<amount>[0-9.,]+)"
    )
    BRING_IN = pattern(r"^(?P<player>.+) brings in for \D?(?P<bring_in>[0-9.,]+)")
    STREET = pattern(r"\*\*\* \d(?:RD|TH) STREET \*\*\*")
    KNOWN = (pattern(rf"^(?P<player>.+) mucks \[(?P<cards>{CARDS})\]"),)
    WON = pattern(
        r"(?m)^(?P<player>.+?) (?:wins|ties for) (?:the |side |main )*pot(?: #?\d)? \(\D?(?P<won>[0-9][0-9.,]*)\)"
    )
    CHAT = pattern(r"^(?!Seat \d|Board:)[^\[\]\n]{1,40}?: ")
    QUIET = pattern(r"^\S.* adds [^\w\s]?[0-9.,]+$")
    TOTALS = ("pot", "walk")
    LISTED = pattern(r"(?m)^Seat (?P<seat>\d+): (?P<player>.+?)(?: \(| collected| folded| didn't| mucked| showed|$)")

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand without the checks of players who are all in before the cards."""
        before, mark, after = raw.text.partition("*** HOLE CARDS ***")
        return replace(raw, text=re.sub(r"(?m)^.+ checks$", "", before) + mark + after)

    def _seats(self, text: str, lines: Sequence[MatchedLine]) -> dict[str, int]:
        """Return the seats, which only the summary lists for observed hands."""
        seats = super()._seats(text, lines)
        return seats or {line["player"]: int(line["seat"]) for line in self.LISTED.finditer(text)}

    def _stacks(self, raw: RawHand, text: str, lines: Sequence[MatchedLine]) -> dict[str, Amount]:
        """Return the stacks of the players, infinite for observed hands."""
        stacks = super()._stacks(raw, text, lines)
        return stacks or dict.fromkeys(self._seats(text, lines), exact("inf"))


class Everest(FullTilt):
    """Everest Poker: the text of Full Tilt Poker except for collecting and dead blinds."""

    STAKES = pattern(r" - \D?([0-9.,]+)/\D?([0-9.,]+) - ")
    ANTE_POSTING = pattern(r"^(?P<player>.+) posts the ante of \D?(?P<ante>[0-9.,]+)")
    DEAD = pattern(r"^(?P<player>.+) posts the dead blind of \D?(?P<dead>[0-9.,]+)")
    BOARD_DEALING = pattern(rf"^\*\*\* (?:FLOP|TURN|RIVER) \*\*\* \[(?P<cards>{CARDS})\]")
    KNOWN = (pattern(rf"^(?P<player>.+?) mucked \[(?P<cards>{CARDS})\]"),)
    WON = pattern(r"(?m)^(?P<player>.+?) collects \D?(?P<won>[0-9][0-9.,]*)")


class Party(SiteParser):
    """PartyPoker: hold'em of all limits."""

    VARIANT = pattern(r"(?P<variant>\b(?:(?:NL|PL|FL) +)?Texas Hold'em\b|\bTexas Holdem Game Table \((?:NL|PL|FL)\))")
    FIXED = pattern(r"\bFL\b")
    STAKES = pattern(r"(?m)^\D?([0-9.,]+)/\D?([0-9.,]+) |(?:Blinds|Stakes|Blinds-Antes)\(([0-9., ]+)/([0-9., ]+)")
    FINAL_SEAT = pattern(r"Seat (?P<final_seat>\d+) is the button")
    SEATS = pattern(r"^[Ss]eat (?P<seat>\d+): (?P<player>.+) \( *\D?(?P<stack>[0-9.,]+)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) posts ante (?:of )?[\[(] *\D?(?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+) posts (?:small blind|big blind|straddle) [\[(] *\D?(?P<blind_or_straddle>[0-9.,]+)"
    )
    BOTH = pattern(r"^(?P<player>.+) posts big blind \+ dead [\[(] *\D?(?P<both>[0-9.,]+)")
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+?) \[ *(?P<cards>{CARDS}) *\]$")
    BOARD_DEALING = pattern(rf"^\*\* Dealing (?:Flop|Turn|River) \*\* (?:: +)?\[ *(?P<cards>{CARDS}) *\]")
    FOLDING = pattern(r"^(?P<player>.+) folds\.?$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+) (?:checks\.?$|calls [\[(])")
    COMPLETION_BETTING_OR_RAISING = pattern(
        r"^(?P<player>.+) (?:(?:bets|raises|is all-In ) [\[(] *\D?|raises \D?[0-9.,]+ to \D?)(?P<amount>[0-9.,]+)"
    )
    HOLE_CARDS_SHOWING = pattern(
        rf"^(?P<player>.+?) (?:shows|doesn't show|(?:Cashed out +)?balance .*?) ?\[ *(?P<cards>{CARDS}) *\]"
    )
    NET = pattern(
        r"(?m)^(?P<player>.+?) (?:Cashed out +)?balance .*?\b(?P<sign>lost|net -|net) ?[^\w\s]{0,2}"
        r"(?P<net>[0-9][0-9.,]*)"
    )
    ADDED = pattern(r"^(?!.* to )")
    LIVE = pattern(r"^.+ posts small blind [\[(]")
    CASH_OUT = pattern(r"(?m)^(?P<player>.+?)(?P<house> Cashout Amount is )\D?(?P<amount>[0-9][0-9.,]*)")
    CHOICE = pattern(r"(?m)^(?P<player>.+?) opted for cash-out")
    CHAT = pattern(r"^(?!Board:|Main Pot|Side Pot|Trny|Blinds)[^\[\]\n]{1,40}?: |^>")
    QUIET = pattern(
        r"^(?:.+? (?:Cash-out Premium % is|probabilty is) [0-9.]+$|Blinds(?:-Antes)?\(|Stakes\()"
        r"|^.+ balance \D?[0-9.,]+\b"
    )
    RAKE = pattern(rf"\bRake: \D?(?P<rake>{NUMBER})")
    SMALL = pattern(r"(?m)^(?P<player>.+) posts small blind [\[(]")
    BIG = pattern(r"(?m)^(?P<player>.+) posts big blind [\[(]")
    WON = pattern(r"(?m)^(?P<player>.+?) wins \D?(?P<won>[0-9][0-9.,]*)")
    END = NO_END

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand; some texts lack the line end after a player who sits out."""
        return replace(raw, text=re.sub(r"( is sitting out)(?=\S)", r"\1\n", raw.text))

    def _head(self, raw: RawHand, text: str) -> str:
        return text.partition("** Dealing down cards **")[0]

    def _players(self, text: str, lines: Sequence[MatchedLine]) -> set[str]:
        """Return the players who take part. In tournaments, whose text has no blinds, the big blind may only win."""
        won = {result["player"] for result in self.WON.finditer(text)}
        return super()._players(text, lines) | (won & super()._seats(text, lines).keys())

    def _seats(self, text: str, lines: Sequence[MatchedLine]) -> dict[str, int]:
        """Return the seats with doubled numbers.

        A player who sat down after the seats were listed and posts a big blind gets a number between two of them.
        """
        seats = {name: 2 * seat for name, seat in super()._seats(text, lines).items()}
        for name in self._posted(text):
            if name not in seats:
                before = self._before(text, lines, name)
                seats[name] = (seats[before] if before in seats else self._final_seat(text)) + 1
        return seats

    def _final_seat(self, text: str) -> int:
        return 2 * super()._final_seat(text)

    def _stacks(self, raw: RawHand, text: str, lines: Sequence[MatchedLine]) -> dict[str, Amount]:
        """Return the stacks of the players, infinite for one who has just sat down."""
        stacks = super()._stacks(raw, text, lines)
        return stacks | {name: exact("inf") for name in self._posted(text) if not stacks.get(name)}

    def _posted(self, text: str) -> list[str]:
        """Return the players who post a big blind; the first is the one whose turn it is."""
        return [result["player"] for result in self.BIG.finditer(text)]

    def _before(self, text: str, lines: Sequence[MatchedLine], name: str) -> str:
        """Return the player seated before ``name``: the small blind for the big blind, otherwise the one who acts
        before; "" if there is none."""
        big, *_ = self._posted(text)
        if name == big:
            small = self.SMALL.search(text)
            return small["player"] if small else ""
        acted = [line.player for line in lines if line.kind in ("fold", "call", "raise")]
        first = acted.index(name) if name in acted else 0
        return acted[first - 1] if first else big


def _tag(tag: str, /, **attributes: str) -> re.Pattern[str]:
    """Return the pattern of a tag with these attributes in any order."""
    lookaheads = (rf'(?=[^>]*\b{key}="{text}")' for key, text in attributes.items())
    return pattern(rf"<{tag}\b{''.join(lookaheads)}")


def _sum(group: str) -> str:
    """Return the pattern of an amount with a currency sign on either side."""
    return rf'[^0-9"]{{0,5}}(?P<{group}>[0-9][0-9.,]*)[^0-9"]{{0,5}}'


class IPoker(SiteParser):
    """iPoker Network: hold'em of all limits, with antes, all-in as an action of its own, and suits in capitals.

    The actions of a round are listed in the order of the seats; their numbers give the order of play.
    """

    VARIANT = pattern(r"<gametype>\s*(?P<variant>\w[^<\n]*?)\s*(?:[^\w\s]{0,4}[0-9.,]+/|\b[A-Z]{3}[0-9]|<)")
    STAKES = pattern(r"<gametype>[^<\n]*?\D?([0-9.,]+)/\D?([0-9.,]+)")
    FINAL_SEAT = _tag("player", seat=r"(?P<final_seat>\d+)", dealer="1")
    SEATS = _tag("player", seat=r"(?P<seat>\d+)", name=_NAME, chips=_sum("stack"))
    ANTE_POSTING = _tag("action", player=_NAME, type="15", sum=_sum("ante"))
    BLIND_OR_STRADDLE_POSTING = _tag("action", player=_NAME, type="[12]", sum=_sum("blind_or_straddle"))
    HOLE_DEALING = pattern(
        _tag("cards", player=_NAME, type="Pocket").pattern + r"[^>]*>(?P<cards>[0-9TJQKACDHScdhs ]{4,})</cards>"
    )
    BOARD_DEALING = pattern(
        _tag("cards", type="(?:Flop|Turn|River)").pattern + r"[^>]*>(?P<cards>[0-9TJQKACDHScdhs ]+)</cards>"
    )
    FOLDING = _tag("action", player=_NAME, type="0")
    CHECKING_OR_CALLING = _tag("action", player=_NAME, type="[34]")
    COMPLETION_BETTING_OR_RAISING = _tag("action", player=_NAME, type="(?:5|6|7|23)", sum=_sum("amount"))
    HOLE_CARDS_SHOWING = NEVER
    ADDED = _tag("action", type="[67]")
    END = "</game>"

    WON = _tag("player", name=_NAME, win=r'[^0-9"]{0,5}(?P<won>[0-9.,]*[1-9][0-9.,]*)[^0-9"]{0,5}')
    RAKE = pattern(r'\brakeamount="\D?(?P<rake>[0-9.,]+)"')

    def _variant(self, raw: RawHand, text: str) -> str:
        """Return the variant, no limit if the head does not name it.

        Raises HandError if a player has more than two hole cards, even if the head says hold'em.
        """
        variant = super()._variant(raw, text) if "<gametype>" in raw.about else "NT"
        cards = _MANY_CARDS.search(text)
        if cards is not None:
            raise raw.not_read(
                GAMES_BY_HOLE_CARDS.get(len(cards["cards"].split()), "a game with more than two hole cards")
            )
        return variant

    def _unread(self, unread: Sequence[str], end: str, seats: Mapping[str, int]) -> tuple[tuple[str, ...], str]:
        """Return the tags of actions and cards that were not read."""
        faults = [
            f"unknown action: {excerpt(line, 120)}"
            for line in unread
            if (action := _SUM.search(line)) is not None and amount_of(action["sum"])
        ]
        dealt = ""
        for tag in _CARDS_TAG.finditer("\n".join(unread)):
            strange = [card for card in tag["cards"].split() if not _TAG_CARD.fullmatch(card)]
            if strange:
                faults.append(
                    f"the cards {excerpt(tag['cards'].strip(), 60)} cannot be read: '{strange[0]}' is not a card"
                )
                player = _PLAYER.search(tag[0])
                dealt = dealt or (player["player"] if player else "")
        return tuple(faults), dealt

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand with one tag per line, and the actions of each round in the order of play."""
        result: list[str] = []
        for part in re.split(r"(?=<round )", re.sub(r">\s*<", ">\n<", raw.text.partition(self.END)[0])):
            lines = part.splitlines()
            actions = [(int(no[1]), line) for line in lines if (no := _NUMBER.search(line))]
            result += [line for line in lines if not _NUMBER.search(line)]
            result += [line for _, line in sorted(actions, key=itemgetter(0))]
        return replace(raw, text="\n".join(result))

    def _variant_of(self, name: str) -> str | None:
        game, _, limit = name.partition(" ")
        return None if game != "Holdem" else "FT" if limit == "L" else "NT"

    def _head(self, raw: RawHand, text: str) -> str:
        return raw.about

    def _cards(self, words: str) -> list[str]:
        return [word[1] + word[0].lower() for word in words.replace("10", "T").split()]


class Ongame(SiteParser):
    """Ongame Network: hold'em of all limits."""

    VARIANT = pattern(r"\((?P<variant>(?:NO_LIMIT|POT_LIMIT|LIMIT) TEXAS_HOLDEM) ")
    FIXED = pattern("^LIMIT ")
    STAKES = pattern(r"TEXAS_HOLDEM \D?([0-9.,]+)/\D?([0-9.,]+)")
    FINAL_SEAT = pattern(r"Button: seat (?P<final_seat>\d+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+) posts (?:small|big) blind \(\D?(?P<blind_or_straddle>[0-9.,]+)\)"
    )
    COMPLETION_BETTING_OR_RAISING = pattern(r"^(?P<player>.+) (?:bets|raises) \D?(?P<amount>[0-9.,]+)")
    ADDED = pattern(r"^(?!.* bets )")
    HOLE_CARDS_SHOWING = pattern(
        rf"^Seat \d+: (?P<player>.+) \(\D?[0-9.,]+\), net: [+-]?\D?[0-9.,]+, \[(?P<cards>{CARDS})\]"
    )
    NET = pattern(r"(?m)^Seat \d+: (?P<player>.+) \(\D?[0-9.,]+\), net: (?P<sign>[+-]?)\D?(?P<net>[0-9][0-9.,]*)")
    RAKE = pattern(r"(?m)^Rake taken: \D?(?P<rake>[0-9][0-9.,]*)")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \(\D?(?P<stack>[0-9.,]+)\)(?!,)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) posts ante \(?\D?(?P<ante>[0-9.,]+)")
    DEAD = pattern(r"^(?P<player>.+) posts dead blind \(?\D?(?P<dead>[0-9.,]+)")
    BOARD_DEALING = pattern(rf"^(?:--- )?Dealing (?:flop|turn|river) \[(?P<cards>{CARDS})\]")
    HOLE_DEALING = pattern(rf"^Dealing to (?P<player>.+): \[(?P<cards>{CARDS})\]$")
    END = NO_END

    def _head(self, raw: RawHand, text: str) -> str:
        return "\n".join(text.splitlines()[:4])


class Absolute(SiteParser):
    """Absolute Poker: no-limit and limit hold'em."""

    VARIANT = pattern(
        r"(?i)\b(?P<variant>Holdem(?: \(1 on 1\)| \w+ Normal Tournament)? +(?:No Limit|Pot Limit|Normal))\b"
    )
    FIXED = pattern(r"(?i) normal$")
    FINAL_SEAT = pattern(r" Seat #(?P<final_seat>\d+) is the(?: dead)? dealer")
    SEATS = pattern(r"^Seat (?P<seat>\d+) - (?P<player>.+) \(\D?(?P<stack>[0-9.,]+) in chips\)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) - Ante \D?(?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+) - Posts (?:small blind |big blind )?\D?(?P<blind_or_straddle>[0-9][0-9.,]*)"
        r"(?: dead \D?(?P<dead>[0-9.,]+))?"
    )
    TOTALS = ("pot", "walk")
    STAKES = pattern(r"(?:Limit|Normal|NORMAL) \D?([0-9.,]+)/\D?([0-9.,]+)")
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+) \[(?P<cards>{CARDS})\]$")
    BOARD_DEALING = pattern(rf"^\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\]) \[(?P<cards>{CARDS})\]")
    FOLDING = pattern(r"^(?P<player>.+) - Folds")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+) - C(?:all|heck)s")
    COMPLETION_BETTING_OR_RAISING = pattern(
        r"^(?P<player>.+) - (?:Bets|Raises|All-In(?:\(Raise\))?) \D?(?P<amount>[0-9.,]+)"
    )
    ADDED = ALWAYS
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+) - Shows \[(?P<cards>{CARDS})\]")
    WON = pattern(r"(?m)^(?P<player>.+?) Collects \D?(?P<won>[0-9][0-9.,]*)")
    TOTAL = pattern(r"(?m)^Total Pot\(\D?(?P<total>[0-9][0-9.,]*)\)")
    RAKE = pattern(r"Rake \(\D?(?P<rake>[0-9][0-9.,]*)\)")

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand. Players who are all in before the cards have posted; of both blinds posted together the
        small one is dead."""
        before, mark, after = raw.text.partition("*** POCKET CARDS ***")
        before = _BOTH_BLINDS.sub(
            lambda both: f" - Posts {amount_of(both[1]) - amount_of(both[2])} dead {both[2]}", before
        )
        return replace(raw, text=before.replace(" - All-In ", " - Posts ") + mark + after)


_ACPC = re.compile(
    r"\s*(?:STATE:\d+:(?P<actions>[^:]*):(?P<cards>[^:]*):(?P<results>[^:]*):(?P<players>[^:\s]*)"
    r"|(?P<names>[^:\s]+):\d+:(?P<play>[^:]*):(?P<dealt>[^:\s]*)(?::(?P<won>[^:\s]*))?)"
)
_ACPC_ACTION = re.compile(r"f|c|r(\d*)|/|b\d+")
FIXED_LIMITS = BetLimits(small_bet=10, big_bet=20)


def acpc_record(raw: RawHand) -> ParsedHand:
    """Return the record of a line of the Annual Computer Poker Competition or of Pluribus.

    Without amounts the game is fixed limit. Two players begin with 200 big blinds. Amounts are totals over the whole
    hand.
    """
    values = _ACPC.match(raw.text)
    if values is None:
        raise ValueError("this is not an ACPC line")
    names = (values["players"] or values["names"]).split("|")
    text, cards_text = values["actions"] or values["play"] or "", values["cards"] or values["dealt"]
    limit = "r" in text and re.search(r"r\d", text) is None
    heads_up = len(names) == 2
    blinds = ((5, 10) if limit else (50, 100)) + (0,) * (len(names) - 2)
    stack = (240 if limit else 20_000) if heads_up else 10_000
    posts = blinds[::-1] if heads_up else blinds
    hole_cards, *boards = cards_text.split("/")
    cards = [_two_letters(cards) for cards in hole_cards.split("|")]
    actions = [HandAction("deal", player, cards=dealt) for player, dealt in enumerate(cards)]
    actions += _acpc_actions(text, [_two_letters(cards) for cards in boards], list(posts), stack, limit=limit)
    folded = {action.player for action in actions if action.verb == "fold"}
    actions += [HandAction("show", i, cards=dealt) for i, dealt in enumerate(cards) if i not in folded]
    results = [exact(chips) for chips in (values["results"] or values["won"] or "").split("|") if chips]
    return ParsedHand(
        variant="FT" if limit else "NT",
        names=tuple(names),
        stacks=(stack,) * len(names),
        antes=(0,) * len(names),
        posts=posts,
        actions=tuple(actions),
        limits=FIXED_LIMITS if limit else BetLimits(min_bet=100),
        stated=StatedEnd(net=dict(enumerate(results)) if len(results) == len(names) else {}),
    )


def _two_letters(text: str) -> tuple[str, ...]:
    """Return a text split into cards."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def _acpc_actions(
    text: str, boards: list[tuple[str, ...]], totals: list[Amount], stack: Amount, *, limit: bool
) -> list[HandAction]:
    """Return the actions of a line, which names no players: they act in turn if they are in and have chips."""
    actions: list[HandAction] = []
    count, street = len(totals), 0
    folded: set[int] = set()
    street_start: Amount = 0
    largest = max(totals)
    turn = 1 if count == 2 else 2 % count
    for result in _ACPC_ACTION.finditer(text):
        word = result[0]
        if word == "/":
            street += 1
            actions.append(HandAction("board", cards=boards[street - 1]))
            street_start, turn = largest, 0
            continue
        if word[0] == "b":
            continue
        if len([i for i in range(count) if i not in folded and totals[i] < stack]) == 0:
            continue  # all in: the line has only a sign per street
        # Players who are out or all in are skipped.
        while turn in folded or totals[turn] >= stack:
            turn = (turn + 1) % count
        if word == "f":
            folded.add(turn)
            actions.append(HandAction("fold", turn))
        elif word == "c":
            totals[turn] = min(largest, stack)
            actions.append(HandAction("call", turn))
        else:
            bet = FIXED_LIMITS.small_bet if street < 2 else FIXED_LIMITS.big_bet
            largest = largest + bet if limit else exact(result[1])
            totals[turn] = largest
            actions.append(HandAction("raise", turn, largest - street_start))
        turn = (turn + 1) % count
    actions += [HandAction("board", cards=cards) for cards in boards[street:]]
    return actions


_PARSERS: dict[str, type[SiteParser]] = {
    "stars": PokerStars,
    "fulltilt": FullTilt,
    "party": Party,
    "ongame": Ongame,
    "absolute": Absolute,
    "ipoker": IPoker,
    "winamax": Winamax,
    "pacific": Pacific,
    "ignition": Ignition,
    "winning": Winning,
    "winning before": WinningBefore,
    "betonline": BetOnline,
    "cake": Cake,
    "tracker": Tracker,
    "tracker merge": Tracker,
    "everest": Everest,
    **dict.fromkeys(CONVERTED_FORMS, ConvertedParser),
}


@cache
def _parser(form: str) -> SiteParser:
    """Return the parser of a format."""
    return _PARSERS[form]()


def site_record(raw: RawHand) -> ParsedHand:
    """Return the record of a site's hand.

    Raises:
        HandError: the game is not supported.
        ValueError: the text contradicts itself.
    """
    return acpc_record(raw) if raw.form == "acpc" else _parser(raw.form).record(raw)
