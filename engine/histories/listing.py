"""The list of hands: the contents of a line, read from the text of a hand in some microseconds, without replaying it.

A hand that turns out to be broken when it is replayed keeps its line. Sorting and searching are up to the caller.
"""

import re
from dataclasses import dataclass, field, replace

from engine.cards import plain_name
from engine.histories.hand import RawHand
from engine.histories.splitting import FORMS, UNKNOWN, find_matches, find_on_lines
from engine.histories.suits import english_cards
from engine.histories.tagged import CONVERTED_FORMS, in_stars_format
from engine.histories.unread import plain_amounts

CARD_LENGTH = 2
"""Characters of a card."""
DEAL_LINE = "*** HOLE CARDS ***"
"""The line before which cards may have been drawn for the button."""
VARIANT_TITLES = {"NT": "No limit", "FT": "Limit", "FR": "Razz"}
_SEATED = r"^Seat (\d+): (.+?) \(\s*\D?[0-9.,]+(?: [A-Z]{3})?(?: in chips)? ?\)"
_DATE = r"(?P<year>\d{4})[/-](?P<month>\d{1,2})[/-](?P<day>\d{1,2})(?: -)? (?P<time>\d{1,2}:\d{2}(?::\d{2})?)"
_TIME_FIRST = r"(?P<time>\d{1,2}:\d{2}:\d{2}) \S+ - (?P<year>\d{4})/(?P<month>\d{2})/(?P<day>\d{2})"
_WRITTEN_OUT = r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d{1,2}),? (?P<time>\d{1,2}:\d{2}:\d{2}) \S+ (?P<year>\d{4})"
_HOLE = r"^Dealt to (.+?) ?((?: ?\[[^\]\n]+\])+)"
_BRACKETS = re.compile(r"\[([^\]\n]*)\]")
_SUIT_FIRST = re.compile(r"[CDHScdhs][2-9TJQKA]")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_KEY = re.compile(r"^[ \t]*(\w+)[ \t]*=[ \t]*(\[[^]\n]*\n[\s\S]{0,1000}?\](?=[ \t]*(?:#.*)?$)|.*)", re.MULTILINE)
"""A key of PHH with its value, which may be a list over several lines."""
_SIGNS = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "INR": "₹",
    "BRL": "R$",
    "CAD": "C$",
    "AUD": "A$",
    "SEK": "kr",
    "DKK": "DKK ",
    "NOK": "NOK ",
    "PLN": "zł",
    "CNY": "¥",
}
"""The signs of currencies by their codes. Three countries share the sign of crowns, so two of them keep their code."""
_CODE = re.compile(rf"\b(?:{'|'.join(_SIGNS)})\b")
_MONEY = re.compile(r"[A-Z]{1,2}\$|Rs\.?(?= ?\d)|(?<!\w)kr(?=[. ]?\d)|(?<=\d)[ .]?kr\b|zł|m฿|[$€£¥₹₮฿₽]")
_SIGN_ALIASES = {"Rs": "₹", "Rs.": "₹"}
_TOURNAMENT = re.compile(r"(?i)tourn|tourney|trny|sit ?& ?go")
_EVENT = re.compile(r"(?i)(?:tournament|tourney|trny)[ :]{0,2}#?[ ]?(\d{4,})")
HEAD_LENGTH = 400
"""Number of characters of a hand in which the number of its tournament is looked for."""
_FIRST_CHIPS = re.compile(r"(?m)^Seat \d+[^\n]*$|\bchips=\"[^\"\n]*\"")
_TEXTS = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_NUMBER = re.compile(r"-?[0-9][0-9._]*|inf")
_DEALT = re.compile(r"['\"]d dh p(\d+) (\S+?)['\" ]")


@dataclass(frozen=True, slots=True)
class HandLine:
    """A line of the list; texts are empty if the hand does not state them.

    ``won``: who won how much, as written. ``currency``: the sign of the money, empty for tournaments and play money.
    ``event``: the number of the tournament.
    """

    raw: RawHand
    game: str
    stakes: str
    players: tuple[str, ...]
    hero: str
    cards: str
    date: str
    won: str
    currency: str = ""
    event: str = ""
    words: str = field(init=False, repr=False, compare=False)
    """The text in which a search looks, in lower case."""

    def __post_init__(self) -> None:
        players, hero = tuple(map(plain_name, self.players)), plain_name(self.hero)
        parts = (self.raw.name, self.game, self.stakes, *players, hero, self.cards, self.date, self.won)
        for name, value in (("players", players), ("hero", hero), ("words", "\n".join(parts).lower())):
            object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class _SitePatterns:
    """The patterns of a site, whose groups contain the values.

    ``seats`` has the seat and the player, ``won`` the player and the chips. ``ended``: only the summary states who has
    won.
    """

    game: re.Pattern[str]
    stakes: re.Pattern[str]
    seats: re.Pattern[str]
    date: re.Pattern[str] = re.compile(_DATE)
    hole: re.Pattern[str] = re.compile(_HOLE, re.MULTILINE)
    won: re.Pattern[str] = re.compile(r"^(?P<player>.+?) collected \(?\D?(?P<won>[0-9.,]+)\)?", re.MULTILINE)
    ended: bool = False


def _patterns(game: str, stakes: str, seats: str = _SEATED, *, ended: bool = False, **more: str) -> _SitePatterns:
    """Return the compiled patterns of a site."""
    compiled = {key: re.compile(text, re.MULTILINE) for key, text in more.items()}
    return _SitePatterns(re.compile(game), re.compile(stakes), re.compile(seats, re.MULTILINE), **compiled, ended=ended)


_WON = r"(?P<player>\S.*?) {} \(?\D?(?P<won>[0-9.,]*[0-9])"
_TRACKED = (
    r"[:|YN ] +((?:Texas )?(?:Hold'?em|Omaha[\w /]*?)\s+(?:NL|PL|FL)?)",
    r"(?:NL|PL|FL|Limit) +\(?(\D?[0-9.,]+/\D?[0-9.,]+)",
)
_TRACKED_WINS = r"^(?P<player>.+?): wins \D?(?P<won>[0-9.,]*[0-9])(?!.*uncalled)"
_SITES = {
    "stars": _patterns(r"((?:Hold'em|Razz|Omaha|\d Card)[\w' /-]*?(?:Limit)?) (?:-|\()", r"\(([^)\n]*/[^)\n]*)\)"),
    "fulltilt": _patterns(
        r" - ((?:No Limit|Limit|Pot Limit) [\w']+)",
        r" - ([^-\n]*/[^-\n]*?) - ",
        date=_TIME_FIRST,
        won=_WON.format("wins the pot"),
    ),
    "party": _patterns(
        r"\b((?:NL|FL|PL)? ?Texas Hold'?em(?: Game Table \(\w\w\))?)",
        r"(?m)^(\S+(?: [A-Z]{3})?) (?:Tourney )?(?:NL|FL|PL)? ?Texas",
        date=_WRITTEN_OUT,
        won="^" + _WON.format("(?:wins|(?:Cashed out +)?balance .*? collected)"),
    ),
    "ongame": _patterns(
        r"\((\w+ TEXAS_HOLDEM)",
        r"TEXAS_HOLDEM ([^,)\n]+)",
        date=_WRITTEN_OUT,
        hole=r"^Dealing to (.+?): \[([^\]\n]+)\]",
        won=r"won by (?P<player>.+?) \(\D?(?P<won>[0-9.,]+)\)",
    ),
    "absolute": _patterns(
        r": (Holdem.*? Limit)",
        r"Limit ([^,\n-]+?)(?:,| -)",
        r"^Seat (\d+) - (.+?) \(\D?[0-9.,]+ in chips\)",
        won="^" + _WON.format("Collects"),
    ),
    "winamax": _patterns(
        r" - ((?:Holdem|Razz|Omaha|[\w-]+ Card|[\w -]+)[\w /'-]*? (?:no|pot|fixed) limit) \(",
        r" limit \(([^)\n]*)\)",
        r"^Seat (\d+): (.+?) \([0-9.,]+\S{0,3}\)$",
        won=r"^(?P<player>.+?) collected (?P<won>[0-9.,]+)",
    ),
    "pacific": _patterns(
        r"Blinds ((?:No|Pot|Fix|Fixed) Limit [\w' /-]*?) - ",
        r"(?m)^(.*?) Blinds",
        r"^Seat (\d+): (.*?) \( [^)\n]*\)$",
        date=r"(?P<day>\d{2}) (?P<month>\d{2}) (?P<year>\d{4}) (?P<time>\d{1,2}:\d{2}:\d{2})",
        won=r"^(?P<player>.*?) collected \[ *\D?(?P<won>[0-9.,]+)",
    ),
    "ignition": _patterns(
        r"((?:HOLDEM|OMAHA|7CARD)[\w /]*?(?:Limit|Tournament)?)(?: -| #|,|$)",
        r"(?:Level \d+ )?\(([0-9.,]+/[0-9.,]+)\)",
        r"^Seat (\d+): (.+?)(?: +\[ME\])? \(\D?[0-9.,]+ in chips\)",
        hole=r"^(.+?) +\[ME\] ?: Card dealt to a spot \[([^\]\n]+)\]",
        won=r"^(?P<player>.+?)(?: +\[ME\])? ?: Hand result(?:-Side pot)? \D?(?P<won>[0-9.,]+)",
    ),
    "winning": _patterns(
        r"Hand #\d+ - (\w+ ?\([\w ]+\))",
        r" - (\$?[0-9.,]+/\$?[0-9.,]+) - ",
        r"^Seat (\d+): (.+) \(\$?[0-9.,]+\)",
        won=r"^(?P<player>.+?) collected \$?(?P<won>[0-9.,]+)",
    ),
    "winning before": _patterns(
        r"Game ID: .*\(([^()\n]+)\)",
        r"Game ID: \d+ ([0-9.,]+/[0-9.,]+) ",
        r"^Seat (\d+): (.+) \([0-9.,]+\)",
        hole=r"^Player (.+) received card: (\[[^\]\n]+\](?:\nPlayer .+ received card: \[[^\]\n]+\])?)",
        won=r"^\*Player (?P<player>.+?) (?:shows|mucks)\b.*?Collects: (?P<won>[0-9.,]*[0-9])",
    ),
    "betonline": _patterns(
        r": (?:Tournament #\d+: )?(Hold'em(?: No Limit| Pot Limit| Limit)?)",
        r"[( ](\$?[0-9.,]+/\$?[0-9.,]+)\)? - ",
        won=r"^Seat \d+: (?P<player>.+?) (?:showed \[[^\]]*\] and won|collected) \(\D?(?P<won>[0-9.,]+)\)",
        ended=True,
    ),
    "cake": _patterns(
        r" ((?:NL|PL|FL) [\w' /]+?) -- ",
        r"-- (?:-?[0-9.,]+/)?(\D?[0-9.,]+/\D?[0-9.,]+) [NPF]L ",
        date=r"(?P<year>\d{4})[/.-](?P<month>\d{2})[/.-](?P<day>\d{2}) - (?P<time>\d{2}:\d{2}:\d{2})",
        won="^" + _WON.format("wins"),
    ),
    "tracker": _patterns(*_TRACKED, won=_TRACKED_WINS, ended=True),
    "tracker merge": _patterns(
        *_TRACKED,
        won=_TRACKED_WINS,
        date=r"(?P<month>\d{2})/(?P<day>\d{2})/(?P<year>\d{4}) (?P<time>\d{2}:\d{2}:\d{2})",
        ended=True,
    ),
    "everest": _patterns(
        r" - ((?:No Limit|Limit|Pot Limit) [\w']+)",
        r" - ([^-\n]*/[^-\n]*?) - ",
        date=r"(?P<time>\d{1,2}:\d{2}:\d{2}) - (?P<year>\d{4})/(?P<month>\d{2})/(?P<day>\d{2})",
        won="^" + _WON.format("collects"),
        ended=True,
    ),
    "ipoker": _patterns(
        r"<gametype>([^<\n]*?)(?: \D?[0-9.,]+/| *<)",
        r"<gametype>[^<\n]*?(\D?[0-9.,]+/\D?[0-9.,]+)",
        r'<player\b[^>\n]*?\bname="([^"\n]+)"',
        hole=r'<cards\b(?=[^>\n]*\btype="Pocket")[^>\n]*?\bplayer="([^"\n]+)"[^>\n]*>([0-9TJQKACDHScdhs ]{4,})<',
        won=r"(?!)(?P<player>)(?P<won>)",
    ),
}


def hand_line(raw: RawHand) -> HandLine:
    """Return the line of a hand; what cannot be found in its text stays empty."""
    if raw.form == "phh":
        return _phh_line(raw)
    if raw.form == UNKNOWN:
        return HandLine(raw, "", "", (), "", "", "", "")
    if raw.form == "acpc":
        return _acpc_line(raw)
    if raw.form in CONVERTED_FORMS:
        try:
            lines = in_stars_format(raw)
        except (ValueError, ArithmeticError, LookupError):  # reported when the hand is replayed
            lines = raw
        return replace(_site_line(lines, _SITES["stars"]), raw=raw)
    return _site_line(raw, _SITES[raw.form])


def _site_line(raw: RawHand, site: _SitePatterns) -> HandLine:
    """Return the line of a hand of a site."""
    text, searched = raw.text, f"{raw.about}\n{raw.text}" if raw.about else raw.text
    game, stakes = site.game.search(searched), site.stakes.search(searched)
    text = plain_amounts(english_cards(text, raw.letters))
    head = text.partition("SUMMARY")[0]  # the summary names the players again
    players = dict.fromkeys(result[result.lastindex or 0] for result in find_on_lines(site.seats, head))
    hero_cards = _hero_cards(site, text.partition(DEAL_LINE)[2] or text)
    won = ", ".join(
        f"{result['player']} {result['won']}"
        for result in find_on_lines(site.won, text if site.ended else head)
        if "won" in result.re.groupindex
    )
    written = stakes[1].strip() if stakes else ""
    return HandLine(
        raw=raw,
        game=game[1].strip() if game else FORMS[raw.form].title,
        stakes=written,
        players=tuple(players),
        hero=hero_cards[0],
        cards=hero_cards[1],
        date=_date(site, searched),
        won=won,
        currency=_currency(written, searched),
        event=tournament_number(text),
    )


def tournament_number(text: str) -> str:
    """Return the number of the tournament in the head of a hand, or "" for other hands."""
    match = _EVENT.search(text[:HEAD_LENGTH])
    return match[1] if match else ""


def _currency(stakes: str, text: str) -> str:
    """Return the sign of the money in the stakes or in the first player's stack, or "" for a tournament."""
    # A word such as Tournament in front of the first seat marks a tournament, whose chips are no money.
    chips = _FIRST_CHIPS.search(text)
    if _TOURNAMENT.search(text[: chips.start()] if chips else text):
        return ""
    stack = chips[0].rpartition("(")[2] if chips else ""
    code = _CODE.search(stakes) or _CODE.search(stack)
    if code:
        return _SIGNS[code[0]]
    sign = _MONEY.search(stakes) or _MONEY.search(stack)
    return _SIGN_ALIASES.get(sign[0], sign[0].strip(" .\u00a0")) if sign else ""


def _hero_cards(site: _SitePatterns, text: str) -> tuple[str, str]:
    """Return the first player whose hidden cards are stated, with his cards. Of the other players a razz hand states
    only one card, the door."""
    seen: set[str] = set()
    for result in find_matches(site.hole, text):
        cards = _without_blanks(" ".join(_BRACKETS.findall(result[2])) or result[2])
        if result[1] not in seen and len(cards) > CARD_LENGTH:
            return result[1], cards
        seen.add(result[1])
    return "", ""


def _without_blanks(cards: str) -> str:
    """Return cards as ``AhKd`` even if a site writes blanks or the suit first; hidden cards are dropped."""
    words = (word.replace("10", "T") for word in re.split(r"[\s,\[\]]+", cards) if word.strip("X"))
    return "".join(word[1] + word[0].lower() if _SUIT_FIRST.fullmatch(word) else word for word in words)


def _date(site: _SitePatterns, text: str) -> str:
    """Return the date as ``2009-07-01 00:00:26``, so that dates sort as texts."""
    result = site.date.search(text)
    if not result:
        return ""
    month = result["month"]
    time = result["time"] if result["time"].count(":") > 1 else f"{result['time']}:00"
    number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month) if month.isdecimal() else 0
    return f"{result['year']}-{number:02}-{int(result['day']):02} {time.zfill(8)}"


def _phh_line(raw: RawHand) -> HandLine:
    """Return the line of a PHH hand."""
    keys = {result[1]: result[2] for result in _KEY.finditer(raw.text)}
    names = [single or double for single, double in _TEXTS.findall(keys.get("players", ""))]
    count = len(_NUMBER.findall(keys.get("starting_stacks", "")))
    players = tuple(names or [f"Player {i + 1}" for i in range(min(count, 10))])
    first: dict[int, str] = {}
    for result in _DEALT.finditer(raw.text):
        first.setdefault(int(result[1]), result[2])
    # The hero is the only player whose cards are known from the beginning.
    known = [(player, cards) for player, cards in first.items() if not cards.startswith("??")]
    hero_cards = known[0] if len(known) == 1 else (0, "")
    variant = keys.get("variant", "").strip("'\" ")
    bets = _NUMBER.findall(keys.get("blinds_or_straddles", ""))[:2]
    bets = bets if variant == "NT" else [keys[key].strip() for key in ("small_bet", "big_bet") if key in keys]
    sign = keys.get("currency_symbol", "").strip("'\" ")
    return HandLine(
        raw=raw,
        game=VARIANT_TITLES.get(variant, variant),
        # A hand simulated from a later street has no blinds; the stakes of its table are in a field of our own.
        stakes=keys.get("_stakes", "").strip("'\" ") or "/".join(f"{sign}{bet}" for bet in bets),
        players=players,
        hero=players[hero_cards[0] - 1] if 0 < hero_cards[0] <= len(players) else "",
        cards=hero_cards[1].replace("?", ""),
        date=_phh_date(keys),
        won=_winners(keys, players),
        currency=sign or _SIGNS.get(keys.get("currency", "").strip("'\" "), ""),
    )


def _phh_date(keys: dict[str, str]) -> str:
    if not all(keys.get(key, "").strip().isdecimal() for key in ("year", "month", "day")):
        return keys.get("year", "").strip()
    date = f"{keys['year'].strip()}-{int(keys['month']):02}-{int(keys['day']):02}"
    return f"{date} {keys.get('time', '').strip()}".strip()


def _winners(keys: dict[str, str], players: tuple[str, ...]) -> str:
    """Return who won how much: as written, or from the stacks before and after the hand."""
    won = [float(number) for number in _NUMBER.findall(keys.get("winnings", ""))]
    if not won:
        before, after = (_NUMBER.findall(keys.get(key, "")) for key in ("starting_stacks", "finishing_stacks"))
        won = [float(b) - float(a) for a, b in zip(before, after, strict=False) if "inf" not in (a, b)]
    pairs = zip(players, won, strict=False)
    return ", ".join(f"{player} {chips:.10g}" for player, chips in pairs if chips > 0)


def _acpc_line(raw: RawHand) -> HandLine:
    """Return the line of a hand of the ACPC."""
    parts = raw.text.strip().split(":")
    names = parts[5] if parts[0] == "STATE" and len(parts) > 5 else parts[0]
    results = parts[4].split("|") if len(parts) > 4 else []
    pairs = zip(names.split("|"), results, strict=False)
    won = ", ".join(f"{name} {chips}" for name, chips in pairs if not chips.startswith("-") and chips.strip("0."))
    return HandLine(raw, "ACPC", "", tuple(names.split("|")), "", "", "", won)
