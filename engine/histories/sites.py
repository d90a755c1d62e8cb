"""Texts of poker sites to PokerKit's hand histories, by its parsers and what they lack, and the table of all sites.
Imports PokerKit: ``engine.histories.reading`` imports this when needed.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from operator import itemgetter
from re import compile as pattern
from typing import ClassVar

from pokerkit.games import FixedLimitTexasHoldem, NoLimitTexasHoldem
from pokerkit.notation import (
    AbsolutePokerParser,
    ACPCProtocolParser,
    FullTiltPokerParser,
    HandHistory,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
)
from pokerkit.utilities import parse_value

from engine.histories.hand import RawHand
from engine.histories.new_sites import Ignition, Pacific, Winamax
from engine.histories.site_parser import CARDS, NO_END, SiteParser
from engine.histories.stars import PokerStars

_NAME = '(?P<player>[^"]+)'
_NUMBER = re.compile(r'<action\b[^>]*\bno="(\d+)"')


class FullTilt(SiteParser, FullTiltPokerParser):
    """Full Tilt Poker: hold'em of all limits and razz."""

    VARIANT = pattern(
        r" - (?:\D?[0-9.,]+ Cap |CAP )?(?P<variant>(?:No Limit|Pot Limit|Limit|NL|PL|FL) Hold'em|Limit Razz|Razz)\b"
    )
    VARIANTS: ClassVar[dict[str, str]] = {
        **{f"{limit} Hold'em": "NT" for limit in ("No Limit", "Pot Limit", "NL", "PL")},
        **{f"{limit} Hold'em": "FT" for limit in ("Limit", "FL")},
        **dict.fromkeys(("Limit Razz", "Razz"), "FR"),
    }
    STAKES = pattern(r"- \D?([0-9.,]+)/\D?([0-9.,]+)(?![/0-9])")
    CAP = pattern(r"- \D?(?P<cap>[0-9.,]+) Cap ")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \(\D?[0-9.,]+\)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) (?:antes|posts a dead small blind of) \D?(?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+) (?:posts the (?:small|big) blind of|posts) \D?(?P<blind_or_straddle>[0-9.,]+)"
    )
    HOLE_DEALING = pattern(r"^Dealt to (?P<player>.+?)(?P<cards>(?: \[(?:[2-9TJQKA][cdhs] ?)+\])+)$")
    FOLDING = pattern(r"^(?P<player>.+) folds$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+) (?:checks$|calls )")
    COMPLETION_BETTING_OR_RAISING = pattern(
        r"^(?P<player>.+) (?:bets|raises to|completes it to) \D?(?P<amount>[0-9.,]+)"
    )
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+) shows \[(?P<cards>{CARDS})\]")
    BRING_IN = pattern(r"^(?P<player>.+) brings in for \D?(?P<bring_in>[0-9.,]+)")
    STREET = pattern(r"\*\*\* \d(?:RD|TH) STREET \*\*\*")


class Party(SiteParser, PartyPokerParser):
    """PartyPoker: hold'em of all limits."""

    VARIANT = pattern(r"(?m)(?P<variant>\b(?:NL|PL|FL)? *Texas Hold'em)\b")
    VARIANTS: ClassVar[dict[str, str]] = {
        "NL Texas Hold'em": "NT",
        "PL Texas Hold'em": "NT",
        "Texas Hold'em": "NT",
        "FL Texas Hold'em": "FT",
    }
    STAKES = pattern(r"^\D?([0-9.,]+)/\D?([0-9.,]+) |(?:Blinds|Stakes|Blinds-Antes)\(([0-9., ]+)/([0-9., ]+)")
    FINAL_SEAT = pattern(r"Seat (?P<final_seat>\d+) is the button")
    SEATS = pattern(r"^[Ss]eat (?P<seat>\d+): (?P<player>.+) \( *\D?[0-9.,]+")
    STARTING_STACKS = pattern(r"^[Ss]eat \d+: (?P<player>.+) \( *\D?(?P<starting_stack>[0-9.,]+)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) posts ante (?:of )?\[ *\D?(?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+) posts (?:small blind|big blind|straddle) \[ *\D?(?P<blind_or_straddle>[0-9.,]+)"
    )
    BOTH = pattern(r"^(?P<player>.+) posts big blind \+ dead \[ *\D?(?P<both>[0-9.,]+)")
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+?) \[ *(?P<cards>{CARDS}) *\]$")
    BOARD_DEALING = pattern(rf"^\*\* Dealing (?:Flop|Turn|River) \*\* \[ *(?P<cards>{CARDS}) *\]")
    FOLDING = pattern(r"^(?P<player>.+) folds\.?$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+) (?:checks\.?$|calls \[)")
    COMPLETION_BETTING_OR_RAISING = pattern(r"^(?P<player>.+) (?:bets|raises|is all-In ) \[ *\D?(?P<amount>[0-9.,]+)")
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+?) shows \[ *(?P<cards>{CARDS}) *\]")
    SMALL = pattern(r"(?m)^(?P<player>.+) posts small blind \[")
    BIG = pattern(r"(?m)^(?P<player>.+) posts big blind \[")
    WINS = pattern(r"(?m)^(?P<player>.+?) wins \D?[0-9]")
    END = NO_END

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand; some texts lack the end of a line behind who sits out."""
        return super().history(replace(raw, text=re.sub(r"( is sitting out)(?=\S)", r"\1\n", raw.text)))

    def _head(self, raw: RawHand, text: str) -> str:
        return text.partition("** Dealing down cards **")[0]

    def _parse_players(self, s: str) -> set[str]:
        """Return who plays: in tournaments, whose blinds are not told, the big blind may do nothing but win."""
        won = {found["player"] for found in self.WINS.finditer(s)}
        return super()._parse_players(s) | (won & super()._parse_seats(s).keys())

    def _parse_seats(self, s: str) -> dict[str, int]:
        """Return the seats, their numbers doubled: who has sat down since they were listed, and posts a big blind, sits
        between two of them.
        """
        seats = {name: 2 * seat for name, seat in super()._parse_seats(s).items()}
        for name in self._posted(s):
            if name not in seats:
                before = self._before(s, name)
                seats[name] = (seats[before] if before in seats else self._parse_final_seat(s)) + 1
        return seats

    def _parse_final_seat(self, s: str) -> int:
        return 2 * super()._parse_final_seat(s)

    def _stacks(self, raw: RawHand, text: str) -> dict[str, int]:
        """Return what the players can lose; that of who has just sat down is not known."""
        stacks = super()._stacks(raw, text)
        return stacks | {name: parse_value("inf") for name in self._posted(text) if not stacks.get(name)}

    def _posted(self, s: str) -> list[str]:
        """Return who posts a big blind: the one whose turn it is first."""
        return [found["player"] for found in self.BIG.finditer(s)]

    def _before(self, s: str, name: str) -> str:
        """Return who sits before somebody: of the big blind the small one, else who acts before; "" if nobody does."""
        big, *_ = self._posted(s)
        if name == big:
            small = self.SMALL.search(s)
            return small["player"] if small else ""
        kinds = (self.FOLDING, self.CHECKING_OR_CALLING, self.COMPLETION_BETTING_OR_RAISING)
        acted = [found["player"] for line in s.splitlines() for kind in kinds if (found := kind.search(line))]
        first = acted.index(name) if name in acted else 0
        return acted[first - 1] if first else big


def _tag(tag: str, /, **attributes: str) -> re.Pattern[str]:
    """Return the pattern of a tag with these attributes, in whatever order."""
    wanted = (rf'(?=[^>]*\b{key}="{text}")' for key, text in attributes.items())
    return pattern(rf"<{tag}\b{''.join(wanted)}")


class IPoker(SiteParser, IPokerNetworkParser):
    """iPoker Network: hold'em of all limits, with antes, all in as an action of its own, and suits in capitals.

    The actions of a round stand in the order of the seats there; their numbers tell how they came.
    """

    VARIANT = pattern(r"<gametype>\s*(?P<variant>\w[^<\n]*?)\s*(?:[^\w\s]?[0-9.,]+/|\b[A-Z]{3}[0-9]|<)")
    STAKES = pattern(r"<gametype>[^<\n]*?\D?([0-9.,]+)/\D?([0-9.,]+)")
    FINAL_SEAT = _tag("player", seat=r"(?P<final_seat>\d+)", dealer="1")
    SEATS = _tag("player", seat=r"(?P<seat>\d+)", name=_NAME)
    STARTING_STACKS = _tag("player", name=_NAME, chips=r"\D?(?P<starting_stack>[0-9.,]+)")
    ANTE_POSTING = _tag("action", player=_NAME, type="15", sum=r"\D?(?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = _tag("action", player=_NAME, type="[12]", sum=r"\D?(?P<blind_or_straddle>[0-9.,]+)")
    HOLE_DEALING = pattern(
        _tag("cards", player=_NAME, type="Pocket").pattern + r"[^>]*>(?P<cards>[0-9TJQKACDHScdhs ]{4,})</cards>"
    )
    BOARD_DEALING = pattern(
        _tag("cards", type="(?:Flop|Turn|River)").pattern + r"[^>]*>(?P<cards>[0-9TJQKACDHScdhs ]+)</cards>"
    )
    FOLDING = _tag("action", player=_NAME, type="0")
    CHECKING_OR_CALLING = _tag("action", player=_NAME, type="[34]")
    COMPLETION_BETTING_OR_RAISING = _tag("action", player=_NAME, type="(?:5|6|7|23)", sum=r"\D?(?P<amount>[0-9.,]+)")
    ADDED = _tag("action", type="[67]")
    END = "</game>"

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand, its actions in the order of their numbers."""
        return super().history(replace(raw, text=_in_order(raw.text.partition(self.END)[0])))

    def _variant(self, raw: RawHand, text: str) -> str:
        return super()._variant(raw, text) if "<gametype>" in raw.about else "NT"

    def _variant_of(self, found: str) -> str | None:
        game, _, limit = found.partition(" ")
        return None if game != "Holdem" else "FT" if limit == "L" else "NT"

    def _head(self, raw: RawHand, text: str) -> str:
        return raw.about

    def _cards(self, words: str) -> list[str]:
        return [word[1] + word[0].lower() for word in words.replace("10", "T").split()]

    def _get_completion_betting_or_raising_to_amount(
        self, bets: defaultdict[str, int], player: str, completion_betting_or_raising_amount: int, line: str
    ) -> int:
        return completion_betting_or_raising_amount + (bets[player] if self.ADDED.search(line) else 0)


def _in_order(text: str) -> str:
    """Return iPoker's text with the actions of each round in the order of their numbers, behind its cards."""
    found: list[str] = []
    for part in re.split(r"(?=<round )", re.sub(r">\s*<", ">\n<", text)):
        lines = part.splitlines()
        actions = [(int(no[1]), line) for line in lines if (no := _NUMBER.search(line))]
        found += [line for line in lines if not _NUMBER.search(line)]
        found += [line for _, line in sorted(actions, key=itemgetter(0))]
    return "\n".join(found)


class Ongame(SiteParser, OngameNetworkParser):
    """Ongame Network; PokerKit wants a blank behind a seat, which pasted texts have lost."""

    VARIANT = pattern(r"\((?P<variant>(?:NO_LIMIT|POT_LIMIT|LIMIT) TEXAS_HOLDEM) ")
    VARIANTS: ClassVar[dict[str, str]] = {
        "NO_LIMIT TEXAS_HOLDEM": "NT",
        "POT_LIMIT TEXAS_HOLDEM": "NT",
        "LIMIT TEXAS_HOLDEM": "FT",
    }
    STAKES = pattern(r"TEXAS_HOLDEM \D?([0-9.,]+)/\D?([0-9.,]+)")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \(\D?[0-9.,]+\)(?!,)")
    STARTING_STACKS = pattern(r"^Seat \d+: (?P<player>.+) \(\D?(?P<starting_stack>[0-9.,]+)\)(?!,)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) posts ante \(?\D?(?P<ante>[0-9.,]+)")
    BOARD_DEALING = pattern(rf"^(?:--- )?Dealing (?:flop|turn|river) \[(?P<cards>{CARDS})\]")
    HOLE_DEALING = pattern(rf"^Dealing to (?P<player>.+): \[(?P<cards>{CARDS})\]$")
    FOLDING = pattern(r"^(?P<player>.+) folds$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+) (?:checks$|calls )")
    END = NO_END

    def _head(self, raw: RawHand, text: str) -> str:
        return "\n".join(text.splitlines()[:4])


class Absolute(SiteParser, AbsolutePokerParser):
    """Absolute Poker: no-limit and limit hold'em."""

    VARIANT = pattern(
        r"(?i)\b(?P<variant>Holdem(?: \(1 on 1\)| \w+ Normal Tournament)? +(?:No Limit|Pot Limit|Normal))\b"
    )
    ANTE_POSTING = pattern(r"^(?P<player>.+) - (?:Ante|Posts \D?[0-9.,]+ dead) \D?(?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+) - Posts (?:small blind |big blind )?\D?(?P<blind_or_straddle>[0-9][0-9.,]*)"
    )
    STAKES = pattern(r"(?:Limit|Normal|NORMAL) \D?([0-9.,]+)/\D?([0-9.,]+)")
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+) \[(?P<cards>{CARDS})\]$")

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand; who is all in before the cards has posted so much."""
        before, mark, after = raw.text.partition("*** POCKET CARDS ***")
        return super().history(replace(raw, text=before.replace(" - All-In ", " - Posts ") + mark + after))

    def _variant_of(self, found: str) -> str | None:
        return None if not found else "FT" if found.lower().endswith(" normal") else "NT"


class ACPC(ACPCProtocolParser):
    """The protocol of the Annual Computer Poker Competition, and of Pluribus: its games as they were played there."""

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand; whatever is wrong with the text is raised as PokerKit raises it."""
        found = next((match for start in self.HAND if (match := start.match(raw.text))), None)
        if found is None:
            raise ValueError("this is no line of the ACPC")
        return self._parse(found, parse_value)


def _acpc(raw: RawHand) -> ACPC:
    """Return the parser for a line: without amounts the bets are fixed; two players begin with 200 big blinds."""
    actions = raw.text.split(":")[2]
    limit = "r" in actions and re.search(r"r\d", actions) is None
    two = raw.text.count("|") == 2
    if limit:
        return ACPC(FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20), 240 if two else 10_000)
    return ACPC(NoLimitTexasHoldem((), True, 0, (50, 100), 100), 20_000 if two else 10_000)


PARSERS: dict[str, Callable[[], SiteParser]] = {
    "stars": PokerStars,
    "fulltilt": FullTilt,
    "party": Party,
    "ongame": Ongame,
    "absolute": Absolute,
    "ipoker": IPoker,
    "winamax": Winamax,
    "pacific": Pacific,
    "ignition": Ignition,
}


def site_history(raw: RawHand) -> HandHistory:
    """Return the hand of a site as PokerKit has it; whatever is wrong with the text is raised as PokerKit raises it."""
    return _acpc(raw).history(raw) if raw.form == "acpc" else PARSERS[raw.form]().history(raw)
