"""Texts of poker sites to PokerKit's hand histories, by its parsers and what they lack: antes, limit hold'em and razz
at PokerStars. Imports PokerKit: ``engine.histories.reading`` imports this when needed.

PokerKit's own ``__call__`` prints what it cannot read and goes through the text twice more; here one hand is read at a
time, from the parts of the parser.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from re import compile as pattern
from typing import Any, ClassVar

from pokerkit.games import FixedLimitTexasHoldem, NoLimitTexasHoldem
from pokerkit.notation import (
    AbsolutePokerParser,
    ACPCProtocolParser,
    FullTiltPokerParser,
    HandHistory,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
    PokerStarsParser,
    REParser,
)
from pokerkit.utilities import parse_value

from engine.histories.hand import UNKNOWN_CARD, RawHand

Value = Callable[[str], int]
_CARDS = r"(?:10|[2-9TJQKA])[cdhs](?:,? ?(?:10|[2-9TJQKA])[cdhs])*"
_SAID = re.compile(r"^.* said, \".*\"$", re.MULTILINE)
_STAKES = re.compile(r"\(\D?([0-9.,]+)/\D?([0-9.,]+)[^)]*\)")
_STUD_STREET = pattern(r"\*\*\* (?:\dth STREET|RIVER) \*\*\*")
THIRD = 3
"""Cards on third street."""


class SiteParser(REParser):
    """What all sites share: one hand of a site as a :class:`HandHistory`."""

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand; whatever is wrong with the text is raised as PokerKit raises it."""
        text = _SAID.sub("", raw.text) + "\n\n\n"
        seats, stacks = self._parse_seats(text), self._parse_starting_stacks(text, parse_value)
        names = sorted(self._parse_players(text), key=seats.__getitem__)
        return self._history(raw, text, names, seats, stacks)

    def _history(
        self, raw: RawHand, text: str, names: list[str], seats: dict[str, int], stacks: dict[str, int]
    ) -> HandHistory:
        """Return a hold'em hand: the players begin left of the button."""
        posts, antes = self._parse_blinds_or_straddles(text, parse_value), self._parse_antes(text, parse_value)
        places = [seats[name] for name in names]
        names = self._get_ordered_players(text, self._parse_final_seat(text), posts, names, places)
        big_blind = max((posts[name] for name in names[:2]), default=0)
        for name in names[2:]:
            if posts[name] <= big_blind:  # else it is a straddle
                posts[name] = -posts[name]  # PokerKit's sign of a post out of turn
        turned = -1 if len(names) == 2 else 1  # heads up PokerKit turns the lists round
        blinds = [posts[name] for name in names][::turned]
        return HandHistory(
            antes=[antes[name] for name in names][::turned],
            blinds_or_straddles=blinds,
            **self._limits(text, max(blinds[:2])),
            starting_stacks=[stacks[name] for name in names],
            actions=self._parse_actions(text, parse_value, names),
            players=names,
        )

    def _limits(self, text: str, big_blind: int) -> dict[str, Any]:
        """Return the variant and its least bets."""
        return {"variant": self._parse_variant(text), "min_bet": big_blind}


class PokerStars(SiteParser, PokerStarsParser):
    """PokerStars: hold'em of all limits and razz, cash games and tournaments; of two runs of the board the first.

    What the summary tells of mucked cards counts as shown.
    """

    VARIANT = pattern(r" (?P<variant>Hold'em (?:No Limit|Pot Limit|Limit)|Razz Limit) ")
    VARIANTS: ClassVar[dict[str, str]] = {
        "Hold'em No Limit": "NT",
        "Hold'em Pot Limit": "NT",
        "Hold'em Limit": "FT",
        "Razz Limit": "FR",
    }
    ANTE_POSTING = pattern(
        r"^(?P<player>.+?): posts (?:the ante|small & big blinds) \D?(?P<ante>[0-9.]+)",
    )
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+?): posts (?:small blind|big blind|straddle|small & big blinds) \D?"
        r"(?P<blind_or_straddle>[0-9.]+)"
    )
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+?) (?:\[[^\]]*\] )?\[(?P<cards>{_CARDS})\]$")
    BOARD_DEALING = pattern(
        rf"^\*\*\* (?:FIRST )?(?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\]) \[(?P<cards>{_CARDS})\]"
    )
    COMPLETION_BETTING_OR_RAISING = pattern(
        r"^(?P<player>.+?): (?:bet|raise|complete)s (?:\D?[0-9.]+ )?(?:to )?\D?(?P<amount>[0-9.]+)"
    )
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+?): shows \[(?P<cards>{_CARDS})\]")
    BRING_IN = pattern(r"^(?P<player>.+?): brings in for \D?(?P<bring_in>[0-9.]+)")
    MUCKED = pattern(rf"^Seat \d+: (?P<player>.+?)(?: \([^)]*\))* mucked \[(?P<cards>{_CARDS})\]")

    def _history(
        self, raw: RawHand, text: str, names: list[str], seats: dict[str, int], stacks: dict[str, int]
    ) -> HandHistory:
        if self._parse_variant(text) != "FR":
            found = super()._history(raw, text, names, seats, stacks)
        else:
            found = self._razz(text, names, stacks)
        mucked = (self.MUCKED.search(line) for line in text.splitlines())
        found.user_defined_fields["_mucked"] = {
            names.index(match["player"]): self._format_cards(match)
            for names in [found.players or []]
            for match in mucked
            if match and match["player"] in names
        }
        return found

    def _razz(self, text: str, names: list[str], stacks: dict[str, int]) -> HandHistory:
        antes = self._parse_antes(text, parse_value)
        small, big = self._bets(text)
        brought = next((m for line in text.splitlines() if (m := self.BRING_IN.search(line))), None)
        return HandHistory(
            variant="FR",
            antes=[antes[name] for name in names],
            bring_in=parse_value(brought["bring_in"]) if brought else 0,
            small_bet=small,
            big_bet=big,
            starting_stacks=[stacks[name] for name in names],
            actions=self._parse_actions(text, parse_value, names),
            players=names,
        )

    def _limits(self, text: str, big_blind: int) -> dict[str, Any]:
        small, big = self._bets(text)
        if self._parse_variant(text) == "NT":
            return {"variant": "NT", "min_bet": big}
        return {"variant": "FT", "small_bet": small, "big_bet": big}

    def _bets(self, text: str) -> tuple[int, int]:
        """Return the stakes that the first line gives: the blinds, or small and big bet of a limit game."""
        found = _STAKES.search(text.splitlines()[0])
        if found is None:
            raise ValueError("the first line gives no stakes")
        return parse_value(found[1]), parse_value(found[2])

    def _parse_antes(self, s: str, parse_value: Value) -> defaultdict[str, int]:
        """Return the antes; of both blinds posted at once the smaller part is dead money, as an ante is."""
        antes = super()._parse_antes(s, parse_value)
        blinds = self._parse_blinds_or_straddles(s, parse_value)
        for name in set(self._both_posted(s)):
            antes[name] -= blinds[name]
        return antes

    def _parse_blinds_or_straddles(self, s: str, parse_value: Value) -> defaultdict[str, int]:
        posts = super()._parse_blinds_or_straddles(s, parse_value)
        both = self._both_posted(s)
        full = max((amount for name, amount in posts.items() if name not in both), default=0)
        for name in both:
            posts[name] = min(full or posts[name], posts[name])
        return posts

    def _both_posted(self, s: str) -> list[str]:
        return re.findall(r"^(.+?): posts small & big blinds ", s, re.MULTILINE)

    def _parse_players(self, s: str) -> set[str]:
        found = super()._parse_players(s)
        return found | {match["player"] for line in s.splitlines() if (match := self.BRING_IN.search(line))}

    def _parse_actions(self, s: str, parse_value: Value, players: Sequence[str]) -> list[str]:
        """Return the actions, those of razz too: cards of each street, the bring-in."""
        actions: list[str] = []
        down: dict[str, int] = defaultdict(int)
        bets: defaultdict[str, int] = defaultdict(int)
        for line in s.partition("*** SUMMARY ***")[0].splitlines():
            if _STUD_STREET.match(line):
                bets.clear()
            if (dealt := self.HOLE_DEALING.search(line)) and dealt["player"] in players:
                cards = self._format_cards(dealt)
                if "STREET" in s and not down[dealt["player"]]:
                    cards = UNKNOWN_CARD * (THIRD - len(cards) // 2) + cards
                down[dealt["player"]] += 1
                actions.append(f"d dh p{players.index(dealt['player']) + 1} {cards}")
            elif brought := self.BRING_IN.search(line):
                bets[brought["player"]] = parse_value(brought["bring_in"])
                actions.append(f"p{players.index(brought['player']) + 1} pb")
            else:
                actions += self._action(line, parse_value, players, bets)
        return actions

    def _action(self, line: str, parse_value: Value, players: Sequence[str], bets: defaultdict[str, int]) -> list[str]:
        """Return the action of a line, none or one; ``bets`` are those of the street."""
        if post := self.BLIND_OR_STRADDLE_POSTING.search(line):
            bets[post["player"]] = parse_value(post["blind_or_straddle"])
            return []
        if board := self.BOARD_DEALING.search(line):
            bets.clear()
            return [f"d db {self._format_cards(board)}"]
        for found, words in (
            (self.FOLDING.search(line), "f"),
            (self.CHECKING_OR_CALLING.search(line), "cc"),
            (shown := self.HOLE_CARDS_SHOWING.search(line), f"sm {self._format_cards(shown)}" if shown else ""),
        ):
            if found:
                return [f"p{players.index(found['player']) + 1} {words}"]
        if raised := self.COMPLETION_BETTING_OR_RAISING.search(line):
            before, amount = max(bets.values(), default=0), parse_value(raised["amount"])
            bets[raised["player"]] = amount
            return [f"p{players.index(raised['player']) + 1} " + (f"cbr {amount}" if amount > before else "cc")]
        return []


class FullTilt(SiteParser, FullTiltPokerParser):
    """Full Tilt Poker."""

    ANTE_POSTING = pattern(r"^(?P<player>.+) antes \D?(?P<ante>[0-9.,]+)")
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+) \[(?P<cards>{_CARDS})\]$")


class Party(SiteParser, PartyPokerParser):
    """PartyPoker."""

    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+?) \[ *(?P<cards>{_CARDS}) *\]$")


class IPoker(SiteParser, IPokerNetworkParser):
    """iPoker Network, with antes, all in as an action of its own, and suits in capitals."""

    ANTE_POSTING = pattern(r'<action\b.*\bplayer="(?P<player>.+?)".*\btype="15".*\bsum="\D?(?P<ante>[0-9.,]+)".*/>')
    HOLE_DEALING = pattern(
        r'<cards\b.*\btype="Pocket".*\bplayer="(?P<player>.+?)".*>(?P<cards>[0-9TJQKACDHScdhs ]{4,})</cards>'
    )
    BOARD_DEALING = pattern(r'<cards\b.*\btype="(?:Flop|Turn|River)".*>(?P<cards>[0-9TJQKACDHScdhs ]+)</cards>')
    COMPLETION_BETTING_OR_RAISING = pattern(
        r'<action\b.*\bplayer="(?P<player>.+?)".*\btype="(?:5|6|7|23)".*\bsum="\D?(?P<amount>[0-9.,]+)".*/>'
    )

    def _format_cards(self, m: re.Match[str]) -> str:
        words = m["cards"].replace("10", "T").split()
        return "".join(word[1] + word[0].lower() for word in words)

    def _get_completion_betting_or_raising_to_amount(
        self, bets: defaultdict[str, int], player: str, completion_betting_or_raising_amount: int, line: str
    ) -> int:
        added = 'type="6"' in line.split() or 'type="7"' in line.split()
        return completion_betting_or_raising_amount + (bets[player] if added else 0)


class Ongame(SiteParser, OngameNetworkParser):
    """Ongame Network; PokerKit wants a blank behind a seat, which pasted texts have lost."""

    SEATS = pattern(r"Seat (?P<seat>\d+): (?P<player>.+) \(\D?[0-9.,]+\)(?!,)")
    STARTING_STACKS = pattern(r"Seat \d+: (?P<player>.+) \(\D?(?P<starting_stack>[0-9.,]+)\)(?!,)")
    BOARD_DEALING = pattern(rf"^(?:--- )?Dealing (?:flop|turn|river) \[(?P<cards>{_CARDS})\]")
    HOLE_DEALING = pattern(rf"^Dealing to (?P<player>.+): \[(?P<cards>{_CARDS})\]$")


class Absolute(SiteParser, AbsolutePokerParser):
    """Absolute Poker."""

    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+) \[(?P<cards>{_CARDS})\]$")


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
}


def site_history(raw: RawHand) -> HandHistory:
    """Return the hand of a site as PokerKit has it; whatever is wrong with the text is raised as PokerKit raises it."""
    return _acpc(raw).history(raw) if raw.form == "acpc" else PARSERS[raw.form]().history(raw)
