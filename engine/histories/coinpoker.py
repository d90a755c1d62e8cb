"""Conversion of CoinPoker's texts, which are nearly those of PokerStars, to PokerStars' format."""

import re
from collections.abc import Iterator

from engine.histories.hand import RawHand

_HEAD = re.compile(r"CoinPoker Hand #(?P<id>\d+): (?P<game>[^(\n]*?) ?\((?P<stakes>[^)\n]*)\) ?-? ?(?P<date>.*)")
_GAMES = {"NLH": "Hold'em No Limit", "PLH": "Hold'em Pot Limit", "FLH": "Hold'em Limit", "LH": "Hold'em Limit"}
_OTHER_GAMES = {"PLO": "Omaha", "PLO4": "Omaha", "PLO5": "5 Card Omaha", "PLO6": "6 Card Omaha"}
_LINES = (
    (re.compile(r"^(?P<player>.+?): ALLIN (?P<chips>\S+)$"), "{player}: raises to {chips} more"),
    (re.compile(r"^(?P<player>.+?): RETURN (?P<chips>\S+)$"), "Uncalled bet ({chips}) returned to {player}"),
    (re.compile(r"^(?P<player>.+?): STRADDLE (?P<chips>\S+)$"), "{player}: posts straddle {chips}"),
    (re.compile(r"^(?P<player>.+?): posts auto big blind (?P<chips>\S+)$"), "{player}: posts missed blind {chips}"),
    (re.compile(r"^(?P<player>.+?): posts ante (?P<chips>\S+)$"), "{player}: posts the ante {chips}"),
)


def coinpoker_lines(raw: RawHand) -> Iterator[str]:
    """Yield the lines of a hand. The amount of an all-in is the chips that it adds."""
    first, *lines = raw.text.splitlines()
    head = _HEAD.match(first.strip())
    if head is None:
        yield first
    else:
        kind, _, more = head["game"].strip().partition(" ")
        game = _GAMES.get(kind) or _OTHER_GAMES.get(f"{kind}{more}") or _OTHER_GAMES.get(kind) or head["game"]
        small, big = (*head["stakes"].split("/"), "")[:2]
        yield f"CoinPoker Game #{head['id']}: {game} ({small}/{big}) - {head['date']}"
    for line in map(str.strip, lines):
        match, form = next(((result, form) for pattern, form in _LINES if (result := pattern.match(line))), (None, ""))
        line = line if match is None else form.format(**match.groupdict())
        yield re.sub(r"\[ +| +\]", lambda result: result[0].strip(), line)
