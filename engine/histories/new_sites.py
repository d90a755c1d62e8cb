"""Winamax, 888poker, and Ignition with Bovada and Bodog: sites that PokerKit has no parser for. Imports PokerKit."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from re import compile as pattern
from typing import ClassVar

from pokerkit.notation import HandHistory
from pokerkit.utilities import UNMATCHABLE_PATTERN

from engine.histories.hand import RawHand
from engine.histories.site_parser import CARDS, NO_END, Play, SiteParser, Value

_CHIPS = r"[^\w\s\[(]{0,3} ?"
"""What may stand before a number of chips: a sign."""
_NUMBER = r"[0-9][0-9.,\u00a0 ]*"
_ME = r"(?: +\[ME\])? ?: "
"""What Ignition writes between a name and what it does."""


class Winamax(SiteParser):
    """Winamax: hold'em of all limits and razz."""

    VARIANT = pattern(r"(?P<variant>Holdem (?:no|pot|fixed) limit|Razz fixed limit)")
    VARIANTS: ClassVar[dict[str, str]] = {
        "Holdem no limit": "NT",
        "Holdem pot limit": "NT",
        "Holdem fixed limit": "FT",
        "Razz fixed limit": "FR",
    }
    STAKES = pattern(r"\((?:[0-9.,]+\D?/)?([0-9.,]+)[^/)]?/([0-9.,]+)[^/)]?\)")
    FINAL_SEAT = pattern(r"#(?P<final_seat>\d+) is the button")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \([0-9.,]+")
    STARTING_STACKS = pattern(r"^Seat \d+: (?P<player>.+) \((?P<starting_stack>[0-9.,]+)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) posts ante (?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(r"^(?P<player>.+) posts (?:small|big) blind (?P<blind_or_straddle>[0-9.,]+)")
    HOLE_DEALING = pattern(r"^Dealt to (?P<player>.+?)(?P<cards>(?: \[(?:(?:[2-9TJQKA][cdhs]|X) ?)+\])+)$")
    BOARD_DEALING = pattern(rf"^\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\]) ?\[(?P<cards>{CARDS})\]")
    FOLDING = pattern(r"^(?P<player>.+) folds$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+) (?:checks$|calls )")
    COMPLETION_BETTING_OR_RAISING = pattern(r"^(?P<player>.+) (?:bets|raises [0-9.,]+\S? to) (?P<amount>[0-9.,]+)")
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+) shows \[(?P<cards>{CARDS})\]")
    BRING_IN = pattern(r"^(?P<player>.+) brings in (?P<bring_in>[0-9.,]+)")
    STREET = pattern(r"\*\*\* \d(?:rd|th) STREET \*\*\*")

    def _get_completion_betting_or_raising_to_amount(
        self, bets: defaultdict[str, int], player: str, completion_betting_or_raising_amount: int, line: str
    ) -> int:
        return completion_betting_or_raising_amount


class Pacific(SiteParser):
    """888poker and its skins: hold'em of all limits, in English; a raise tells the chips that it adds."""

    VARIANT = pattern(r"(?P<variant>(?:No|Pot|Fix|Fixed) Limit Holdem)")
    VARIANTS: ClassVar[dict[str, str]] = {
        "No Limit Holdem": "NT",
        "Pot Limit Holdem": "NT",
        "Fix Limit Holdem": "FT",
        "Fixed Limit Holdem": "FT",
    }
    LIMIT_STAKES_ARE_BLINDS = True
    STAKES = pattern(rf"^{_CHIPS}([0-9][0-9.,]*) ?{_CHIPS}/{_CHIPS}([0-9][0-9.,]*) ?{_CHIPS}Blinds")
    FINAL_SEAT = pattern(r"Seat (?P<final_seat>\d+) is the button")
    SEATS = pattern(rf"^Seat (?P<seat>\d+): (?P<player>.*) \( {_CHIPS}{_NUMBER}{_CHIPS}\)")
    STARTING_STACKS = pattern(rf"^Seat \d+: (?P<player>.*) \( {_CHIPS}(?P<starting_stack>{_NUMBER}){_CHIPS}\)")
    ANTE_POSTING = pattern(rf"^(?P<player>.*) posts (?:ante|dead blind) \[{_CHIPS}(?P<ante>{_NUMBER})")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^(?P<player>.*) posts (?:(?:small|big) blind|straddle|dead blind) "
        rf"\[(?:[^+\]]*\+ )?{_CHIPS}(?P<blind_or_straddle>{_NUMBER})"
    )
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.*) \[ (?P<cards>{CARDS}) \]$")
    BOARD_DEALING = pattern(rf"^\*\* Dealing (?:flop|turn|river) \*\* \[ (?P<cards>{CARDS}) \]")
    FOLDING = pattern(r"^(?P<player>.*) folds$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.*) (?:checks$|calls \[)")
    COMPLETION_BETTING_OR_RAISING = pattern(rf"^(?P<player>.*) (?:bets|raises) \[{_CHIPS}(?P<amount>{_NUMBER})")
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.*) (?:shows|mucks) \[ (?P<cards>{CARDS}) \]")
    END = NO_END

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand; who folds before the cards has not posted and is not dealt in."""
        before, mark, after = raw.text.partition("** Dealing down cards **")
        lines = [line for line in before.splitlines() if not self.FOLDING.match(line.strip())]
        return super().history(replace(raw, text="\n".join([*lines, mark]) + after))

    def _head(self, raw: RawHand, text: str) -> str:
        return next((line for line in text.splitlines()[:6] if "Blinds" in line), "")

    def _get_completion_betting_or_raising_to_amount(
        self, bets: defaultdict[str, int], player: str, completion_betting_or_raising_amount: int, line: str
    ) -> int:
        return bets[player] + completion_betting_or_raising_amount


class Ignition(SiteParser):
    """Ignition, Bovada and Bodog: hold'em of all limits; all cards are dealt face up, and names are positions."""

    VARIANT = pattern(r"(?P<variant>HOLDEM(?:ZonePoker)? *(?:Tournament|No Limit|Pot Limit|Fixed Limit|Limit)?)")
    DEALER = pattern(rf"(?m)^(?P<player>.+?){_ME}Set dealer")
    SEATS = pattern(r"^Seat \d+: (?P<player>.+?)(?P<me> +\[ME\])? \(\D{0,2}[0-9.,]+ in chips\)")
    STARTING_STACKS = pattern(
        r"^Seat \d+: (?P<player>.+?)(?: +\[ME\])? \(\D{0,2}(?P<starting_stack>[0-9.,]+) in chips\)"
    )
    ANTE_POSTING = pattern(rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}(?:Ante chip|Dead chip) \D?(?P<ante>[0-9.,]+)")
    BOTH = pattern(rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}Posts dead chip \D?(?P<both>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}(?:(?:Ante/)?Small [Bb]lind|Big [Bb]lind(?:/Bring in)?|Posts chip|"
        r"Straddle) \D?(?P<blind_or_straddle>[0-9.,]+)"
    )
    HOLE_DEALING = pattern(rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}Card dealt to a spot \[(?P<cards>{CARDS})\]")
    BOARD_DEALING = pattern(
        rf"^(?:\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\])|Card dealt to table) ?\[(?P<cards>{CARDS})\]"
    )
    FOLDING = pattern(rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}Folds?\b")
    CHECKING_OR_CALLING = pattern(rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}(?:Checks?|Calls?)\b")
    COMPLETION_BETTING_OR_RAISING = pattern(
        rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}(?:Bets|Raises|All-in)(?:\([\w-]+\))? "
        r"(?:\D?[0-9.,]+ to )?\D?(?P<amount>[0-9.,]+)"
    )
    HOLE_CARDS_SHOWING = UNMATCHABLE_PATTERN
    SHOWN = pattern(rf"^(?P<player>.+?){_ME}(?:Showdown|Mucks) \[")
    CARDS = "*** HOLE CARDS ***"

    def _variant_of(self, found: str) -> str | None:
        return None if not found else "FT" if found.endswith(("Fixed Limit", "HOLDEM Limit")) else "NT"

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand; lines that stand there again and again happened once; who is all in before the cards has
        posted so much.
        """
        lines = [line.strip() for line in raw.text.splitlines()]
        once = [line for line, before in zip(lines, ["", *lines], strict=False) if line != before]
        before, mark, after = "\n".join(once).partition(self.CARDS)
        found = super().history(replace(raw, text=before.replace("All-in", "Posts chip") + mark + after))
        mine = next((seat["player"] for line in lines if (seat := self.SEATS.match(line)) and seat["me"]), None)
        if mine in (found.players or []):
            found.user_defined_fields["_hero"] = (found.players or []).index(mine)
        return found

    def _parse_seats(self, s: str) -> dict[str, int]:
        """Return the seats in the order in which they are listed; the numbers are not always those of the table."""
        names = [seat["player"] for line in s.splitlines() if (seat := self.SEATS.match(line))]
        return {name: number for number, name in enumerate(names, 1)}

    def _parse_final_seat(self, s: str) -> int:
        dealer = self.DEALER.search(s)
        return self._parse_seats(s).get(dealer["player"], 0) if dealer else 0

    def _read_play(self, s: str, parse_value: Value, players: Sequence[str], posts: Mapping[str, int]) -> Play:
        """Return the play; at the showdown a line tells the five best cards, here the two that were dealt."""
        play = super()._read_play(s, parse_value, players, posts)
        for found in filter(None, map(self.SHOWN.search, s.partition(self.CARDS)[2].splitlines())):
            if own := play.seen.get(found["player"]):
                play.show(found["player"], own)
        return play

    def _get_completion_betting_or_raising_to_amount(
        self, bets: defaultdict[str, int], player: str, completion_betting_or_raising_amount: int, line: str
    ) -> int:
        told_whole = " to " in line or "All-in(raise" in line or "All-in" not in line
        return completion_betting_or_raising_amount + (0 if told_whole else bets[player])
