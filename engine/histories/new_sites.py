"""The parsers of PokerStars and the sites with the same text (such as GGPoker), of Winamax, 888poker, and Ignition with
Bovada."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from re import compile as pattern
from typing import ClassVar

from engine.histories.hand import RawHand
from engine.histories.record import Amount, DealKind, HouseDeal, TotalKind
from engine.histories.site_parser import ALWAYS, CARDS, NO_END, NUMBER, MatchedLine, ParsedPlay, SiteParser, amount_of
from engine.histories.splitting import NEVER, find_matches

_SIGN_BEFORE = r"[^\w\s\[(]{0,3} ?"
"""A currency sign that may precede a number of chips."""
_NUMBER = r"[0-9][0-9.,\u00a0 ]*"
_ALL_IN = pattern(r"(?m)^(?P<before>.+ : )All-in \D?(?P<chips>[0-9.,]+)")
_ME = r"(?: +\[ME\])? ?: "
"""The text of Ignition between a name and its action."""


class Winamax(SiteParser):
    """Winamax: hold'em of all limits and razz."""

    VARIANT = pattern(r"(?P<variant>Holdem (?:no|pot|fixed) limit|Razz fixed limit)")
    FIXED = pattern("fixed limit$")
    STAKES = pattern(r"\((?:[0-9.,]+\D?/)?([0-9.,]+)[^/)]?/([0-9.,]+)[^/)]?\)")
    FINAL_SEAT = pattern(r"#(?P<final_seat>\d+) is the button")
    SEATS = pattern(r"^Seat (?P<seat>\d+): (?P<player>.+) \((?P<stack>[0-9.,]+)")
    ANTE_POSTING = pattern(r"^(?P<player>.+) posts ante (?P<ante>[0-9.,]+)")
    BLIND_OR_STRADDLE_POSTING = pattern(r"^(?P<player>.+) posts (?:small|big) blind (?P<blind_or_straddle>[0-9.,]+)")
    HOLE_DEALING = pattern(r"^Dealt to (?P<player>.+?)(?P<cards>(?: \[(?:(?:[2-9TJQKA][cdhs]|X) ?)+\])+)$")
    BOARD_DEALING = pattern(rf"^\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\]) ?\[(?P<cards>{CARDS})\]")
    COMPLETION_BETTING_OR_RAISING = pattern(r"^(?P<player>.+) (?:bets|raises [0-9.,]+\S? to) (?P<amount>[0-9.,]+)")
    BRING_IN = pattern(r"^(?P<player>.+) brings in (?P<bring_in>[0-9.,]+)")
    STREET = pattern(r"\*\*\* \d(?:rd|th) STREET \*\*\*")
    TOTALS = ("net", "back net")
    DROP = pattern(rf"(?m)^Hold-up to Pot: total {_SIGN_BEFORE}(?P<drop>{NUMBER})")
    WON = pattern(rf"(?m)^(?!Seat \d)(?P<player>.+?) collected (?P<won>{NUMBER})")
    TOTAL = pattern(rf"(?m)^Total pot (?P<total>{NUMBER})(?![0-9.,]|k)")  # 6.02k is rounded


class Pacific(SiteParser):
    """888poker and its skins: hold'em of all limits, in English; the amount of a raise is the chips that it adds."""

    VARIANT = pattern(r"(?P<variant>(?:No|Pot|Fix|Fixed) Limit Holdem)")
    FIXED = pattern("^Fix")
    LIMIT_STAKES_ARE_BLINDS = True
    STAKES = pattern(
        rf"^{_SIGN_BEFORE}([0-9][0-9.,]*) ?{_SIGN_BEFORE}/{_SIGN_BEFORE}([0-9][0-9.,]*) ?{_SIGN_BEFORE}Blinds"
    )
    FINAL_SEAT = pattern(r"Seat (?P<final_seat>\d+) is the button")
    SEATS = pattern(rf"^Seat (?P<seat>\d+): (?P<player>.*) \( {_SIGN_BEFORE}(?P<stack>{_NUMBER}){_SIGN_BEFORE}\)")
    ANTE_POSTING = pattern(rf"^(?P<player>.*) posts ante \[{_SIGN_BEFORE}(?P<ante>{_NUMBER})")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^(?P<player>.*) posts (?:(?:small|big) blind|straddle|dead blind) "
        rf"\[(?:{_SIGN_BEFORE}(?P<dead>{_NUMBER}){_SIGN_BEFORE} ?\+ )?{_SIGN_BEFORE}(?P<blind_or_straddle>{_NUMBER})"
    )
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.*) \[ (?P<cards>{CARDS}) \]$")
    BOARD_DEALING = pattern(rf"^\*\* Dealing (?:flop|turn|river) \*\* \[ (?P<cards>{CARDS}) \]")
    FOLDING = pattern(r"^(?P<player>.*) folds$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.*) (?:checks$|calls \[)")
    COMPLETION_BETTING_OR_RAISING = pattern(rf"^(?P<player>.*) (?:bets|raises) \[{_SIGN_BEFORE}(?P<amount>{_NUMBER})")
    ADDED = ALWAYS
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.*) (?:shows|mucks) \[ (?P<cards>{CARDS}) \]")
    WON = pattern(rf"(?m)^(?P<player>.*?) collected \[ {_SIGN_BEFORE}(?P<won>{_NUMBER})")
    END = NO_END

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand without folds before the deal: these players have not posted and are not dealt in."""
        before, mark, after = raw.text.partition("** Dealing down cards **")
        lines = [line for line in before.splitlines() if not self.FOLDING.match(line.strip())]
        return replace(raw, text="\n".join([*lines, mark]) + after)

    def _head(self, raw: RawHand, text: str) -> str:
        return next((line for line in text.splitlines()[:6] if "Blinds" in line), "")


class Ignition(SiteParser):
    """Ignition, Bovada and Bodog: hold'em of all limits; all cards are dealt face up, and players are named by
    position."""

    VARIANT = pattern(r"(?P<variant>HOLDEM(?:ZonePoker)? *(?:Tournament|No Limit|Pot Limit|Fixed Limit|Limit)?)")
    FIXED = pattern(r"(?:Fixed|HOLDEM) Limit$")
    DEALER = pattern(rf"(?m)^(?P<player>.+?){_ME}Set dealer")
    SEATS = pattern(r"^Seat \d+: (?P<player>.+?)(?P<me> +\[ME\])? \(\D{0,2}(?P<stack>[0-9.,]+) in chips\)")
    ANTE_POSTING = pattern(rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}Ante chip \D?(?P<ante>[0-9.,]+)")
    DEAD = pattern(rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}Dead chip \D?(?P<dead>[0-9.,]+)")
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
        rf"^(?!Seat[ +]\d)(?P<player>.+?){_ME}(?:Bets|Raises|All-in)(?: chip info)?(?:\([\w-]+\))? "
        r"(?:\D?[0-9.,]+ to )?\D?(?P<amount>[0-9.,]+)"
    )
    HOLE_CARDS_SHOWING = NEVER
    SHOWN = pattern(rf"^(?P<player>.+?){_ME}(?:Showdown|Mucks) \[")
    TOTALS = ("pot", "walk")
    LIVE = pattern(rf"{_ME}Posts chip ")
    CARDS = "*** HOLE CARDS ***"

    WON = pattern(rf"(?m)^(?P<player>.+?){_ME}Hand [Rr]esult(?:-Side [Pp]ot)? \D?(?P<won>[0-9][0-9.,]*)")
    TOTAL = pattern(r"(?m)^Total Pot\(\D{0,2}(?P<total>[0-9][0-9.,]*)\)")

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand without repeated lines. Players who are all in before the cards have posted that much."""
        lines = [line.strip() for line in raw.text.splitlines()]
        once = [line for line, before in zip(lines, ["", *lines], strict=False) if line != before]
        before, mark, after = "\n".join(once).partition(self.CARDS)
        antes = [amount_of(match["ante"]) for line in once if (match := self.ANTE_POSTING.search(line))]

        def posted(match: re.Match[str]) -> str:
            ante = match["before"] not in before.replace(match[0], "") and amount_of(match["chips"]) <= max(
                antes, default=0
            )
            return f"{match['before']}{'Ante' if ante else 'Posts'} chip {match['chips']}"

        return replace(raw, text=_ALL_IN.sub(posted, before) + mark + after)

    def _hero(self, raw: RawHand, names: Sequence[str]) -> int | None:
        seats = filter(None, (self.SEATS.match(line.strip()) for line in raw.text.splitlines()))
        mine = next((seat["player"] for seat in seats if seat["me"]), None)
        return names.index(mine) if mine in names else None

    def _seats(self, text: str, lines: Sequence[MatchedLine]) -> dict[str, int]:
        """Return the seats numbered in the order of the list; the stated numbers are not always those of the table."""
        listed = dict.fromkeys(line.player for line in lines if line.kind == "seat")
        return {name: number for number, name in enumerate(listed, 1)}

    def _final_seat(self, text: str) -> int:
        dealer = self.DEALER.search(text)
        listed = [seat["player"] for line in text.splitlines() if (seat := self.SEATS.match(line))]
        return listed.index(dealer["player"]) + 1 if dealer and dealer["player"] in listed else 0

    def _read_play(
        self, text: str, lines: Sequence[MatchedLine], players: Sequence[str], posts: Mapping[str, Amount]
    ) -> ParsedPlay:
        """Return the play. The showdown lines state the best five cards, so each player shows the two that he was
        dealt."""
        play = super()._read_play(text, lines, players, posts)
        for result in filter(None, map(self.SHOWN.search, text.partition(self.CARDS)[2].splitlines())):
            if own := play.seen.get(result["player"]):
                play.show(result["player"], own)
        return play

    def _raised_to(self, bets: dict[str, Amount], player: str, amount: Amount, line: str) -> Amount:
        if ": Bets " in line:  # old texts of fixed limit do not name the street
            bets.clear()
        is_total = " to " in line or "All-in(raise" in line or "All-in" not in line
        return amount + (0 if is_total else bets[player])


_SIGN = r"[^\w\s\[(]{0,3}"
_POSITIONS = r"(?: \((?:button|small blind|big blind)\))*"
"""The position of a player in the summary."""
_AMOUNT = rf"{_SIGN}[0-9.,]+"


class PokerStars(SiteParser):
    """PokerStars: cash games and tournaments; if the board is dealt twice, the first run. Cards that were shown at a
    fold or mucked in the summary are known."""

    VARIANT = pattern(
        r"(?<!Split)(?<!Double)(?<!6\+)[ (](?P<variant>Hold'em (?:No Limit|Pot Limit|Limit)|Razz(?: Limit)?)[ ,)]"
    )
    FIXED = pattern("^Hold'em Limit$")
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
        pattern(rf"^Seat \d+: (?P<player>.+?){_POSITIONS} mucked \[(?P<cards>{CARDS})\]"),
    )
    SHOWED = pattern(rf"^Seat \d+: (?P<player>.+?){_POSITIONS} showed \[(?P<cards>{CARDS})\]")
    AWARDED = pattern(
        rf"(?m)^Seat \d+: (?P<player>.+?){_POSITIONS} (?:showed \[[^\]]*\] and )?(?P<won>won|collected) \("
    )
    NOT_AWARDED = pattern(r"\(pot not awarded")
    CASH_OUT = pattern(
        rf"(?m)^(?P<player>.+?)(?:(?P<house>:? [Cc]ashed [Oo]ut the hand for )|: Receives Cashout \(){_SIGN}"
        rf"(?P<amount>[0-9][0-9.,]*)(?:\)| \| Cash Out Fee {_SIGN}(?P<fee>[0-9][0-9.,]*)|$)"
    )
    RISK = pattern(rf"(?m)^(?P<player>.+?): Pays Cashout Risk \({_SIGN}(?P<amount>[0-9][0-9.,]*)\)")
    CHOICE = pattern(r"(?m)^(?P<player>.+?): Chooses to EV Cashout")
    PREMIUM = pattern(rf"(?m)^(?P<player>.+?): pays? premium of all-in insurance \({_SIGN}(?P<amount>[0-9][0-9.,]*)\)")
    PAYOUT = pattern(
        rf"(?m)^(?P<player>.+?): (?=[^(\n]*insurance)(?=[^(\n]*(?:receiv|payout|compensat|claim|collect|paid out))"
        rf"[^(\n]*\({_SIGN}(?P<amount>[0-9][0-9.,]*)\)"
    )
    SIDE = pattern(
        rf"(?m)^Seat \d+: (?P<player>.+?){_POSITIONS} (?:showed|mucked|won|lost|collected|folded)\b.*?, "
        rf"(?P<what>EV Cashout|Cashout Risk|AII Premium|AII \w+) \({_SIGN}(?P<amount>[0-9][0-9.,]*)\)"
    )
    TOTALS: ClassVar[tuple[TotalKind, ...]] = ("pot", "walk", "net")  # "net": exports of Holdem Manager
    QUIET = pattern(r"^.+?: get an all-in insurance \(premium ")
    WON = pattern(rf"(?m)^(?!Seat \d)(?P<player>.+?) collected \(?{_SIGN}(?P<won>[0-9][0-9.,]*)\)?(?: from|$)")

    def _deals(self, text: str, names: Sequence[str], play: ParsedPlay) -> tuple[HouseDeal, ...]:
        """Return the deals with the house, including those that only the summary states."""
        deals = super()._deals(text, names, play)
        known = {(deal.kind, deal.player) for deal in deals}
        for side in find_matches(self.SIDE, text):
            kind: DealKind = "cash-out" if "Cashout" in side["what"] else "insurance"
            if side["player"] in names and (kind, names.index(side["player"])) not in known:
                amount, pays = amount_of(side["amount"]), side["what"] in ("Cashout Risk", "AII Premium")
                received, paid = (0, amount) if pays else (amount, 0)
                deals = (*deals, HouseDeal(kind, names.index(side["player"]), received, paid))
        return deals
