"""The Winning Poker Network (Americas Cardroom and its skins): the texts that it wrote until 2019, and those since."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from re import compile as pattern
from typing import ClassVar

from engine.histories.hand import RawHand
from engine.histories.record import Amount, Told
from engine.histories.site_parser import CARDS, NO_END, NUMBER, Play, SiteParser


def _chips(group: str) -> str:
    """Return the pattern of a number of chips."""
    return rf"\$?(?P<{group}>{NUMBER})"


class Winning(SiteParser):
    """Texts since 2019: hold'em of all limits."""

    VARIANT = pattern(
        r"(?m)^(?:Game )?Hand #\d+ - .*?(?P<variant>Holdem ?\((?:No|Pot|Fixed) Limit\)|Holdem ?\(Limit\))"
    )
    STAKES = pattern(rf" - \$?({NUMBER})/\$?({NUMBER}) - ")
    FINAL_SEAT = pattern(r"Seat #(?P<final_seat>\d+) is the button")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \(\$?[0-9.,]+\)")
    STARTING_STACKS = pattern(rf"^Seat \d+: (?P<player>.+) \({_chips('starting_stack')}\)")
    ANTE_POSTING = pattern(rf"^(?P<player>.+) posts ante {_chips('ante')}")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^(?P<player>.+) (?:posts (?:the (?:small|big) blind|straddle)|straddles) {_chips('blind_or_straddle')}"
    )
    BOTH = pattern(rf"^(?P<player>.+) posts(?: dead)? {_chips('both')}")
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+) \[(?P<cards>{CARDS})\]$")
    BOARD_DEALING = pattern(
        rf"^\*\*\* (?:FIRST )?(?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\]) \[(?P<cards>{CARDS})\]"
    )
    FOLDING = pattern(r"^(?P<player>.+) folds$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+) (?:checks$|calls )")
    COMPLETION_BETTING_OR_RAISING = pattern(rf"^(?P<player>.+) (?:bets|caps|raises \$?{NUMBER} to) {_chips('amount')}")
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+) shows \[(?P<cards>{CARDS})\]")
    WON = pattern(rf"(?m)^(?!Seat \d)(?P<player>.+?) collected {_chips('won')}")
    RAKE = pattern(rf"(?i)(?:Rake|JP Fee) \$?(?P<rake>{NUMBER})")

    def _variant_of(self, found: str) -> str | None:
        return None if not found else "NT" if "No Limit" in found or "Pot Limit" in found else "FT"


class WinningBefore(SiteParser):
    """Texts until 2019: hold'em; a raise tells the chips that it adds, and the limit shows in the blinds alone."""

    VARIANT = pattern(r"(?m)^Game ID: .*\((?P<variant>Hold'em)\)")
    VARIANTS: ClassVar[dict[str, str]] = {"Hold'em": "NT"}
    STAKES = pattern(rf"Game ID: \d+ ({NUMBER})/({NUMBER}) ")
    FINAL_SEAT = pattern(r"Seat (?P<final_seat>\d+) is the button")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \([0-9.,]+\)")
    STARTING_STACKS = pattern(rf"^Seat \d+: (?P<player>.+) \((?P<starting_stack>{NUMBER})\)")
    ANTE_POSTING = pattern(rf"^Player (?P<player>.+?) (?:posts )?ante \((?P<ante>{NUMBER})\)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^Player (?P<player>.+?) (?:has (?:small|big) blind|posts|straddle) \((?P<blind_or_straddle>{NUMBER})\)"
    )
    HOLE_DEALING = pattern(rf"^Player (?P<player>.+) received card: \[(?P<cards>{CARDS})\]")
    BOARD_DEALING = pattern(rf"^\*\*\* (?:FLOP|TURN|RIVER) \*\*\*:? (?:\[[^\]]+\] )?\[(?P<cards>{CARDS})\]$")
    FOLDING = pattern(r"^Player (?P<player>.+) folds$")
    CHECKING_OR_CALLING = pattern(r"^Player (?P<player>.+) (?:checks$|calls \()")
    COMPLETION_BETTING_OR_RAISING = pattern(
        rf"^Player (?P<player>.+) (?:bets|raises|allin|caps) \((?P<amount>{NUMBER})\)"
    )
    HOLE_CARDS_SHOWING = pattern(rf"^\*?Player (?P<player>.+?) shows: .*?\[(?P<cards>{CARDS})\]")
    NET = pattern(
        rf"(?m)^\*?Player (?P<player>.+?) (?:shows|mucks|does|doesn't)\b.*?(?P<sign>Wins|Loses): (?P<net>{NUMBER})"
    )
    TOTAL = pattern(rf"(?m)^Pot: (?P<total>{NUMBER})")
    RAKE = pattern(rf"(?i)(?:Rake|JP fee) (?P<rake>{NUMBER})")
    END = NO_END

    def _variant(self, raw: RawHand, text: str) -> str:
        variant = super()._variant(raw, text)
        stakes = self._stakes(raw, text)
        blinds = [match for line in text.splitlines() if (match := self.BLIND_OR_STRADDLE_POSTING.search(line))]
        posted = {match["blind_or_straddle"] for match in blinds}
        return "FT" if stakes and str(stakes[0]) in posted and str(stakes[1]) not in posted else variant

    def _told(self, text: str, names: Sequence[str], play: Play) -> Told:
        """Return what the text says of the end; it does not tell the fee of tables with a jackpot."""
        stated = super()._told(text, names, play)
        return replace(stated, rake=None, total=None) if "(JP" in text.partition("\n")[0] else stated

    def _raised_to(self, bets: Mapping[str, Amount], player: str, amount: Amount, line: str) -> Amount:
        return bets[player] + amount
