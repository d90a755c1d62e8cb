"""The parsers of BetOnline, Cake Poker, the Winning Poker Network (Americas Cardroom and its skins), and of iPoker and
Merge hands as PokerTracker writes them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from re import compile as pattern
from typing import ClassVar

from engine.histories.hand import RawHand
from engine.histories.new_sites import PokerStars
from engine.histories.record import Amount, StatedEnd, TotalKind, exact
from engine.histories.site_parser import ALWAYS, CARDS, NO_END, NUMBER, MatchedLine, ParsedPlay, SiteParser, amount_of

_SIGN = r"[^\w\s\[(]{0,3}"
_CAPITALS = pattern(r"\b(10|[2-9TJQKA])([CDHS])\b")
_DEAD = pattern(r"(?m): post dead \D?([0-9.,]+)$")
_LOWERED = pattern(r"(?m)^(?P<player>.+?): (?P<deed>Posts|Folds|Calls|Checks|Bets|Raises|Reraises)\b(?P<rest>.*?)\.?$")
_TRACKER_CARD = pattern(
    r"(?i)\b(?:(?P<first>[cdhs])(?P<rank>10|[2-9tjqka])|(?P<early>10|[2-9tjqka])(?P<last>[cdhs]))\b"
)


class BetOnline(PokerStars):
    """BetOnline and its skins: hold'em of all limits; only the summary states who collects."""

    VARIANT = pattern(r": (?:Tournament #\d+: )?(?P<variant>Hold'em(?: No Limit| Pot Limit| Limit)?)")
    TOTALS: ClassVar[tuple[TotalKind, ...]] = ("pot", "net", "walk")
    STAKES = pattern(rf"[( ]\D?({NUMBER})/\D?({NUMBER})\)? - ")
    ANTE_POSTING = pattern(r"^(?P<player>.+?): ante processed \D?(?!0\.00)(?P<ante>[0-9.,]+)")
    BOARD_DEALING = pattern(rf"^\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[[^\]]+\]) ?\[(?P<cards>{CARDS})\]")
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^(?P<player>.+?): (?:posts (?:small|big) blind|post now) \D?(?P<blind_or_straddle>[0-9.,]+)"
    )
    HOLE_CARDS_SHOWING = pattern(r"^(?P<player>.+?):? shows \[?(?P<cards>(?:(?:10|[2-9TJQKA])[cdhs] ?)+)\]?$")
    WON = pattern(
        rf"(?m)^Seat \d+: (?P<player>.+?)(?: \([A-Z][^)]*\))* +(?:showed \[[^\]]*\] and won|collected) "
        rf"\({_SIGN}(?P<won>[0-9][0-9.,]*)\)"
    )

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand with the wording that most of its texts have.

        Players who leave the table fold, the only player without a name gets his name, and all pots are in the summary.
        """
        text = _LOWERED.sub(lambda at: f"{at['player']}: {at['deed'].lower()}{at['rest']}", raw.text)
        text = (
            text.replace(" in Chips)", " in chips)")
            .replace("Dealt To ", "Dealt to ")
            .replace(": reraises ", ": raises ")
        )
        text = _CAPITALS.sub(lambda card: card[1] + card[2].lower(), text)
        # The text states only the big blind of a dead post; PokerStars' line has the sum with the dead small one, 3/2
        # of it.
        text = _DEAD.sub(lambda at: f": posts small & big blinds {Decimal(at[1].replace(',', '')) * 3 / 2}", text)
        names = [seat["player"] for line in text.splitlines() if (seat := self.SEATS.search(line.strip()))]
        without_lines = [
            name
            for name in names
            if not re.search(rf"(?m)^{re.escape(name)}: |^Seat.*{re.escape(name)} .*Sitting", text)
        ]
        if len(without_lines) == 1:
            text = text.replace("Unknown player", without_lines[0])
        for name in names:
            leaving = f"\n{name} has left the table"
            if f"\n{name}: " in text.partition(leaving)[0] and f"\n{name}: folds" not in text:
                text = text.replace(leaving, f"\n{name}: folds", 1)
        play, separator, summary = text.partition("*** SUMMARY ***")
        # The play states side pots in lines of their own; their sum with the summary's pot is the total.
        pots = {match["total"] for match in BetOnline.TOTAL.finditer(play)}
        lines = list(dict.fromkeys(summary.splitlines()))
        stated_total = BetOnline.TOTAL.search("\n".join(lines))
        if pots and stated_total:
            total = sum((Decimal(pot.replace(",", "")) for pot in {*pots, stated_total["total"]}), Decimal(0))
            lines = [
                line.replace(stated_total["total"], str(total), 1) if line.startswith(stated_total[0]) else line
                for line in lines
            ]
            play = re.sub(r"(?m)^Total pot .*\n", "", play)
        return replace(raw, text=f"{play}{separator}\n" + "\n".join(lines))

    def _variant(self, raw: RawHand, text: str) -> str:
        if re.search(r"(?m)^Dealt to .+ \[(?:\w+ ){3,}", text):  # Omaha tables are labeled as hold'em, too
            raise raw.not_read("Omaha")
        return super()._variant(raw, text)

    def _stacks(self, raw: RawHand, text: str, lines: Sequence[MatchedLine]) -> dict[str, Amount]:
        """Return the stacks of the players, infinite for one who has just sat down."""
        stacks = super()._stacks(raw, text, lines)
        return {name: stack or exact("inf") for name, stack in stacks.items()}


class Cake(SiteParser):
    """Cake Poker: hold'em of all limits; the amount of an all-in is the chips that it adds."""

    VARIANT = pattern(r" (?P<variant>(?:NL|PL|FL) Hold'em) -- ")
    FIXED = pattern("^FL ")
    STAKES = pattern(rf"-- (?:-?{NUMBER}/)?{_SIGN}({NUMBER})/{_SIGN}({NUMBER}) (?:NL|PL|FL) ")
    FINAL_SEAT = pattern(r"(?m)^(?:Dealer: Seat (?P<final_seat>\d+))")
    BUTTON = pattern(r"(?m)^Seat (?P<final_seat>\d+): .* in chips\) DEALER")
    SEATS = pattern(rf"^Seat (?P<seat>\d+): (?P<player>.+) \({_SIGN}(?P<stack>{NUMBER}) in chips\)")
    ANTE_POSTING = pattern(rf"^(?P<player>.+?): posts ante of {_SIGN}(?P<ante>{NUMBER})")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^(?P<player>.+?): ?posts (?:dead blind {_SIGN}(?P<dead>{NUMBER}) and )?(?:small|big) blind "
        rf"{_SIGN}(?P<blind_or_straddle>{NUMBER})"
    )
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+) \[(?P<cards>{CARDS})\]$")
    BOARD_DEALING = pattern(rf"^\*\*\* (?:FLOP|TURN|RIVER) \*\*\* \[(?P<cards>{CARDS})\]")
    FOLDING = pattern(r"^(?P<player>.+?): folds$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+?): (?:checks$|calls )")
    COMPLETION_BETTING_OR_RAISING = pattern(
        rf"^(?P<player>.+?): (?:bets|raises to|is all in) {_SIGN}(?P<amount>{NUMBER})"
    )
    ADDED = pattern(": is all in ")
    HOLE_CARDS_SHOWING = pattern(rf"^(?P<player>.+?): shows \[ ?(?P<cards>{CARDS}) ?\]")
    KNOWN = (pattern(rf"^(?P<player>.+?): mucks \[ ?(?P<cards>{CARDS}) ?\]"),)
    WON = pattern(rf"(?m)^(?P<player>[^:\n]+?):? wins {_SIGN}(?P<won>{NUMBER})")
    END = NO_END

    def _final_seat(self, text: str) -> int:
        result = self.FINAL_SEAT.search(text) or self.BUTTON.search(text)
        return int(result["final_seat"]) if result else 0


class Tracker(SiteParser):
    """Hands of iPoker and Merge as PokerTracker writes them: hold'em of all limits."""

    VARIANT = pattern(r"(?P<variant>(?:Texas )?Hold'?em\s+(?:NL|PL|FL|No Limit|Pot Limit|Limit))\b")
    FIXED = pattern(r"(?:FL|em Limit)$")
    STAKES = pattern(rf"(?:NL|PL|FL|Limit) +\(?{_SIGN}({NUMBER})/{_SIGN}({NUMBER})")
    FINAL_SEAT = pattern(r"(?m)^Seat (?P<final_seat>\d+): .* in chips\) DEALER")
    SEATS = pattern(rf"^Seat (?P<seat>\d+): (?P<player>.+) \({_SIGN}(?P<stack>{NUMBER}) in chips\)")
    ANTE_POSTING = pattern(rf"^(?P<player>.+?): Post Ante(?: Allin)? {_SIGN}(?P<ante>{NUMBER})")
    DEAD = pattern(rf"^(?P<player>.+?): Post DB {_SIGN}(?P<dead>{NUMBER})")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^(?P<player>.+?): (?:Post )?[SB]B(?: Allin)? {_SIGN}(?P<blind_or_straddle>{NUMBER})"
    )
    HOLE_DEALING = pattern(r"^Dealt to (?P<player>.+) \[(?P<cards>[0-9A-Za-z ]+)\]$")
    BOARD_DEALING = pattern(r"^\*\*\* (?:FLOP|TURN|RIVER) \*\*\* \[(?P<cards>[0-9A-Za-z ]+)\]")
    FOLDING = pattern(r"^(?P<player>.+?): Fold$")
    CHECKING_OR_CALLING = pattern(r"^(?P<player>.+?): (?:Check$|Call )")
    COMPLETION_BETTING_OR_RAISING = pattern(
        rf"^(?P<player>.+?): (?:Bet|Raise(?: \(NF\))?(?: to)?|Allin) {_SIGN}(?P<amount>{NUMBER})"
    )
    ADDED = pattern(": Allin ")
    HOLE_CARDS_SHOWING = pattern(r"^(?P<player>.+?): Shows \[(?P<cards>[0-9A-Za-z ]+)\]")
    KNOWN = (pattern(r"^(?P<player>.+?): Mucks \[(?P<cards>[0-9A-Za-z ]+)\]"),)
    WON = pattern(rf"(?m)^(?P<player>.+?): wins {_SIGN}(?P<won>{NUMBER})(?!.*\(uncalled\))")
    END = NO_END

    def _stacks(self, raw: RawHand, text: str, lines: Sequence[MatchedLine]) -> dict[str, Amount]:
        """Return the stacks of the players; in tournaments of Merge the text states them after the posts."""
        stacks = super()._stacks(raw, text, lines)
        if not re.match(r"(?i)merge.*tournament", text):
            return stacks
        posts, antes = self._posts(lines), self._antes(lines)
        return {name: stack + posts[name] + antes[name] for name, stack in stacks.items()}

    def _cards(self, text: str) -> list[str]:
        """Return the cards of a text, whose suits may be in front or behind, in lower or upper case."""
        return [
            (at["rank"] or at["early"]).upper().replace("10", "T") + (at["first"] or at["last"]).lower()
            for at in _TRACKER_CARD.finditer(text)
        ]


def _chips(group: str) -> str:
    """Return the pattern of a number of chips."""
    return rf"\$?(?P<{group}>{NUMBER})"


class Winning(SiteParser):
    """The Winning Poker Network since 2019: hold'em of all limits."""

    VARIANT = pattern(
        r"(?m)^(?:Game )?Hand #\d+ - .*?(?P<variant>Holdem ?\((?:No|Pot|Fixed) Limit\)|Holdem ?\(Limit\))"
    )
    TOTALS = ("pot", "net", "back")
    FIXED = pattern(r"^(?!.*(?:No|Pot) Limit)")
    STAKES = pattern(rf" - \$?({NUMBER})/\$?({NUMBER}) - ")
    FINAL_SEAT = pattern(r"Seat #(?P<final_seat>\d+) is the button")
    SEATS = pattern(rf"^Seat (?P<seat>\d+): (?P<player>.+) \({_chips('stack')}\)")
    ANTE_POSTING = pattern(rf"^(?P<player>.+) posts ante {_chips('ante')}")
    BLIND_OR_STRADDLE_POSTING = pattern(
        rf"^(?P<player>.+) (?:posts (?:the (?:small|big) blind|straddle)|straddles) {_chips('blind_or_straddle')}"
    )
    BOTH = pattern(rf"^(?P<player>.+) posts(?: dead)? {_chips('both')}")
    HOLE_DEALING = pattern(rf"^Dealt to (?P<player>.+) \[(?P<cards>{CARDS})\]$")
    BOARD_DEALING = PokerStars.BOARD_DEALING
    COMPLETION_BETTING_OR_RAISING = pattern(rf"^(?P<player>.+) (?:bets|caps|raises \$?{NUMBER} to) {_chips('amount')}")
    WON = pattern(rf"(?m)^(?!Seat \d)(?P<player>.+?) collected {_chips('won')}")
    RAKE = pattern(rf"(?i)(?:Rake|JP Fee) \$?(?P<rake>{NUMBER})")


class WinningBefore(SiteParser):
    """The Winning Poker Network until 2019: hold'em; the amount of a raise is the chips that it adds, and the limit
    follows from the blinds alone."""

    VARIANT = pattern(r"(?m)^Game ID: .*\((?P<variant>Hold'em)\)")
    TOTALS = ("pot", "net")
    STAKES = pattern(rf"Game ID: \d+ ({NUMBER})/({NUMBER}) ")
    FINAL_SEAT = pattern(r"Seat (?P<final_seat>\d+) is the button")
    SEATS = pattern(rf"^Seat (?P<seat>\d+): (?P<player>.+) \((?P<stack>{NUMBER})\)")
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
    ADDED = ALWAYS
    HOLE_CARDS_SHOWING = pattern(rf"^\*?Player (?P<player>.+?) shows: .*?\[(?P<cards>{CARDS})\]")
    NET = pattern(
        rf"(?m)^\*?Player (?P<player>.+?) (?:shows|mucks|does|doesn't)\b.*?(?P<sign>Wins|Loses): (?P<net>{NUMBER})"
    )
    ALL_IN = pattern(rf"^Player (?P<player>.+) allin \((?P<chips>{NUMBER})\)$")
    TOTAL = pattern(rf"(?m)^Pot: (?P<total>{NUMBER})")
    RAKE = pattern(rf"(?i)(?:Rake|JP fee) (?P<rake>{NUMBER})")
    END = NO_END

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand. A player who is all in before the cards has posted: an ante, otherwise a blind."""
        lines = list(map(str.strip, raw.text.splitlines()))
        dealt = next((i for i, line in enumerate(lines) if " received " in line), 0)
        anted = {
            ante["player"]: amount_of(ante["ante"])
            for line in lines[:dealt]
            if (ante := self.ANTE_POSTING.search(line))
        }
        blind = next((i for i, line in enumerate(lines[:dealt]) if self.BLIND_OR_STRADDLE_POSTING.search(line)), dealt)
        for i, line in enumerate(lines[:dealt]):
            if (post := self.ALL_IN.match(line)) is not None:
                chips, player = post["chips"], post["player"]
                is_ante = player not in anted and i < blind and amount_of(chips) <= max(anted.values(), default=0)
                lines[i] = f"Player {player} {'ante' if is_ante else 'posts'} ({chips})"
        return replace(raw, text="\n".join(lines))

    def _variant(self, raw: RawHand, text: str) -> str:
        """Return the variant: fixed limit if the big blind is the first of both stakes.

        The head does not name the limit, but in fixed limit it states both bets instead of the blinds.
        """
        variant = super()._variant(raw, text)
        stakes = self._stakes(raw, text)
        blinds = [match for line in text.splitlines() if (match := self.BLIND_OR_STRADDLE_POSTING.search(line))]
        posted = {match["blind_or_straddle"] for match in blinds if " has big blind " in match.string}
        return "FT" if stakes and str(stakes[0]) in posted and str(stakes[1]) not in posted else variant

    def _stated_end(self, text: str, names: Sequence[str], play: ParsedPlay) -> StatedEnd:
        """Return the end of the hand. Tables with a jackpot take a fee of at most a big blind without stating it."""
        stated = super()._stated_end(text, names, play)
        head = text.partition("\n")[0]
        if "(JP" not in head:
            return stated
        stakes = self.STAKES.search(head)
        return replace(stated, rake=None, total=None, fee=amount_of(stakes[2]) if stakes else 0)
