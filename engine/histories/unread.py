"""The parts of a hand's text that were not read: lines with an amount that no pattern knows, and brackets that are not
all cards.

Such lines are reported, never skipped: chips that were not read make every later number wrong. Chat has no effect on
the pot, nor has what sites report in addition to the play: re-buys, bounties, jackpots, time banks, places in a
tournament.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import excerpt

MAX_QUOTE_LENGTH = 120
"""Characters of a line that are quoted."""
_AMOUNT = re.compile(r"(?<![\w#:/.,])[^\w\s#:/]{0,3}(\d[\d.,]*)(?![\w:/]|[.,]\d)")
"""A number that is not part of a word, a seat number or a time."""
_CHIP_ACTION = re.compile(
    r"(?i)\b(?:posts?|posted|antes?|pays?|paid|puts?|bets?|calls?|raises?|straddles?|contributes?|completes?|folds?"
    r"|checks?|collects?|collected|all-in|places|adds?|gives?|throws?|charged?|owes)\b"
)
"""Words that move chips of the pot. A line with one of them is never harmless, whatever else it contains."""
_QUIET = re.compile(
    r"(?i)\b(?:uncalled|not called|returned to|returns? uncalled|bount(?:y|ies)|knock(?:s|ed) out|eliminat\w+|jackpot"
    r"|re-?buy\w*|add-?ons?|time ?-?bank|seconds?|secs|minutes?|deposit|prize\w*|ranking|finish\w*|place"
    r"|wins? the tournament|tournament|trny|tourney|levels?|blinds? (?:are|is|will|now|up|increase\w*)"
    r"|congratulations|tickets?|FPPs?|points|rewards?|missions?|leader ?board|joins? the table|leaves? the table"
    r"|left the table|sits? (?:out|down|in)|sitting (?:out|in|down)|sat (?:out|down|in)|disconnect\w*|connected"
    r"|timed out|moved (?:from|to) table|received a card|seating info"
    r"|is the (?:button|dealer)|number of players|players in round|button is in seat|set dealer|dealer:|draw for"
    r"|hand was run|run it (?:twice|once|three)|ran it|hand #|game (?:no|started|ended|id)|seats?:|buy-?in|free ?roll"
    r"|cap(?:ped)?\b|betting is)"
)
_CHAT = re.compile(r"(?i)^.{1,40}? (?:said|says|chats)\b *[,:\"']")
_POTS = re.compile(r"(?i)^(?:main pot|side pot|total pot|pot\b|rake\b|creating (?:main|side) pot|\*\*\*|\*\* )")
"""Lines that sum up the pots, and titles of streets."""
_BRACKETS = re.compile(
    r"(?i)(?:^dealt to (?P<dealt>.+?)|^dealing to (?P<dealing>.+?)|\bshows:?|\bshowed|\bmucks:?|\bmucked|\bfolds"
    r"|\bboard(?: \d)?:?|card dealt to (?:a spot|table)|received card:?|\bshowdown|^\*\*\* [\w ]+ \*\*\*:?"
    r"|^(?:--- ?|\*\* ?)dealing (?:flop|turn|river)[ *:]*)"
    r"\s*(?P<cards>(?:\[[^\]\n]*\]\s*)+)(?P<rest>.*)$"
)
"""Cards in brackets, after the words that introduce them."""


@dataclass(frozen=True, slots=True)
class LineCheck:
    """The check of a site's lines. ``known``: patterns of lines that are read elsewhere or have no effect."""

    known: tuple[re.Pattern[str], ...]

    def __call__(
        self,
        unread: Sequence[str],
        summary: Sequence[str],
        seats: Mapping[str, int],
        find_strange: Callable[[str], list[str]],
    ) -> tuple[tuple[str, ...], str]:
        """Return the faults of a hand, and the player who was dealt cards that cannot be read ("" if there is none).

        ``unread``: the lines of the play that no pattern has matched; ``summary``: the lines of the summary. ``seats``:
        the players' seats by name. ``find_strange``: a function that returns the words of a text that are not cards.
        """
        faults: dict[str, None] = {}
        dealt = ""
        names = sorted(seats, key=len, reverse=True)
        for line in (*unread, *summary):
            if "[" in line and (match := _BRACKETS.search(line)) is not None:
                brackets = re.findall(r"\[([^\]\n]*)\]", match["cards"])
                not_cards = [word for words in brackets for word in find_strange(words)]
                if not_cards and not _is_label(match["cards"]):
                    cards = excerpt(match["cards"].strip(), MAX_QUOTE_LENGTH)
                    faults[f"the cards {cards} cannot be read: '{not_cards[0]}' is not a card"] = None
                    dealt = dealt or match["dealt"] or match["dealing"] or ""
        for line in unread:
            if any(map(str.isdigit, line)) and not self._is_harmless(line, names):
                faults[f"unknown line: {excerpt(line, MAX_QUOTE_LENGTH)}"] = None
        return tuple(faults), dealt.strip()

    def _is_harmless(self, line: str, names: Iterable[str]) -> bool:
        """Return True if a line is known, has no amount, or has no effect on the pot."""
        if (
            line.startswith("Uncalled bet ")
            or _CHAT.match(line)
            or any(pattern.search(line) for pattern in self.known)
            or _BRACKETS.search(line)
        ):
            return True
        rest = line
        for name in names:
            # Names are removed first as they may contain digits or such words. A name that is itself a number is only
            # removed in a position that requires a name.
            if name in rest:
                behind = "" if name.strip("0123456789.,") else r"(?:(?<=^)|(?<=^Player )|(?<=^Dealt to )|(?<= to ))"
                rest = re.sub(rf"{behind}(?<![\w$]){re.escape(name)}(?!\w)", " ", rest)
        rest = " ".join(rest.split())
        if not any(amount.strip("0.,") for amount in _AMOUNT.findall(rest)) or _POTS.match(rest):
            return True
        return _QUIET.search(rest) is not None and not _CHIP_ACTION.search(_without_uncalled(rest))


def _without_uncalled(line: str) -> str:
    """Return a line without the words of a returned bet, which contain the word "bet"."""
    return re.sub(r"(?i)uncalled (?:portion of )?bet|not called|portion of bet", "", line)


def _is_label(brackets: str) -> bool:
    """Return True for brackets that contain a label instead of cards, such as [ME] or [Mucked]."""
    return re.fullmatch(r"(?i)\[(?:ME|mucked|hidden|unknown| *)\]\s*", brackets) is not None


_SIGNS = r"[A-Z]{1,3}\$|Rs\.?|kr\.?|zł|m฿|m₿|฿|Kč|Ft|лв\.?|lei|CHF|₮|USDT|mBTC|BTC"
_BEFORE = re.compile(rf"[(/](?P<sign>{_SIGNS})[ \u00a0]?(?=\d)")
_BEHIND = re.compile(rf"\d[ \u00a0]?(?P<sign>{_SIGNS}|[€$£₹₽])(?=[)/]| in chips)")
_SPLIT_THOUSANDS = re.compile(r"(?<=\d)[\u00a0\u202f](?=\d{3}(?!\d))")
HEAD_LINES = 12
"""Number of lines that contain the stakes and the first stacks."""


def plain_amounts(text: str) -> str:
    """Return a text without currencies of several letters, and without those that follow the number.

    ``(R$25/R$50 BRL)``, ``Rs. 25`` (even with a no-break space) and ``5,77 €`` become 25, 50, 25 and 5,77. Only the
    signs of the stakes and of the first stacks are removed, so that a name such as ``kr8`` keeps its letters.

    >>> plain_amounts("Hold'em Limit (R$25/R$50)")
    "Hold'em Limit (25/50)"
    """
    if "<" in text[:1]:
        return text
    if "\u00a0" in text or "\u202f" in text:
        text = _SPLIT_THOUSANDS.sub("", text)
    head = "\n".join(text.split("\n", HEAD_LINES)[:HEAD_LINES])
    before = {match["sign"] for match in _BEFORE.finditer(head)}
    behind = {match["sign"] for match in _BEHIND.finditer(head)}
    for sign in sorted(before, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(sign)}[ \u00a0]?(?=\d)", "", text)
    for sign in sorted(behind, key=len, reverse=True):
        text = re.sub(rf"(?<=\d)[ \u00a0]?{re.escape(sign)}(?!\w)", "", text)
    return text
