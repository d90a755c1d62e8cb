"""PokerStars and the sites that write the same text, such as GGPoker: hold'em of all limits and razz."""

from dataclasses import replace
from re import compile as pattern
from typing import ClassVar

from engine.histories.hand import RawHand
from engine.histories.site_parser import CARDS, SiteParser

_SIGN = r"[^\w\s\[(]{0,3}"
_AMOUNT = rf"{_SIGN}[0-9.,]+"


class PokerStars(SiteParser):
    """Cash games and tournaments; of two runs of the board the first. Cards that were shown at a fold are known, and
    mucked ones of the summary.
    """

    VARIANT = pattern(
        r"(?<!Split)(?<!Double)(?<!6\+)[ (](?P<variant>Hold'em (?:No Limit|Pot Limit|Limit)|Razz(?: Limit)?)[ ,)]"
    )
    VARIANTS: ClassVar[dict[str, str]] = {
        "Hold'em No Limit": "NT",
        "Hold'em Pot Limit": "NT",
        "Hold'em Limit": "FT",
        "Razz Limit": "FR",
        "Razz": "FR",
    }
    FINAL_SEAT = pattern(r"#(?P<final_seat>\d+) is the button")
    STAKES = pattern(r"[(,]\s*\D{0,3}([0-9.,]+)/\D{0,3}([0-9.,]+)")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \(\D{0,3}(?P<stack>[0-9.,]+) in chips")
    CAP = pattern(r"- \D?(?P<cap>[0-9.,]+) Cap\b")
    DROP = pattern(r"(?m)^(?:Cash Drop to Pot : total|STP added:) \D?(?P<drop>[0-9.,]+)")
    ANTE_POSTING = pattern(r"^(?P<player>.+?): posts the ante \D?(?P<ante>[0-9.,]+)")
    DEAD = pattern(r"^(?P<player>.+?): posts dead blind \D?(?P<dead>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+?): (?:posts (?:small blind|big blind|button blind|straddle|missed blind)|straddle) \D?"
        r"(?P<blind_or_straddle>[0-9.,]+)"
    )
    BOTH = pattern(r"^(?P<player>.+?): posts small & big blinds \D?(?P<both>[0-9.,]+)")
    HOLE_DEALING = pattern(r"^Dealt to (?P<player>.+?)(?P<cards>(?: \[(?:[2-9TJQKA][cdhs] ?)+\])+)$")
    BOARD_DEALING = pattern(
        rf"^\*\*\* (?:FIRST )?(?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\]) \[(?P<cards>{CARDS})\]"
    )
    FOLDING = pattern(r"^(?P<player>.+?): folds")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+?): c(?:alls|hecks)")
    COMPLETION_BETTING_OR_RAISING = pattern(
        rf"^(?P<player>.+?): (?:(?:bet|raise|complete)s|Bet & Muck) (?:{_AMOUNT} )?(?:to )?\D?(?P<amount>[0-9.,]+)"
    )
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+?): shows \[(?P<cards>{CARDS})\]")
    BRING_IN = pattern(r"^(?P<player>.+?): brings in for \D?(?P<bring_in>[0-9.,]+)")
    STREET = pattern(r"\*\*\* (?:\d(?:rd|th) STREET|RIVER) \*\*\*")
    KNOWN = (
        pattern(rf"^(?P<player>.+?): folds \[(?P<cards>{CARDS})\]"),
        pattern(rf"^Seat \d+: (?P<player>.+?)(?: \([^)]*\))* mucked \[(?P<cards>{CARDS})\]"),
    )
    WON = pattern(rf"(?m)^(?!Seat \d)(?P<player>.+?) collected \(?{_SIGN}(?P<won>[0-9][0-9.,]*)\)?(?: from|$)")

    def _prepared(self, raw: RawHand) -> RawHand:
        return replace(raw, text=raw.text.replace("Rs. ", "₹")) if "Rs. " in raw.text else raw
