"""From a file to the texts of its hands: the format is told by how a hand begins, also where a file mixes them.

One pass over the text, so that thousands of hands are found in a moment; whether a hand can be replayed is another
matter (``engine.histories.replay``).
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import cache
from heapq import merge
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from engine.cards import shown
from engine.equity.jobs import Guard, unguarded
from engine.histories.hand import RawHand
from engine.histories.open_history import open_hands
from engine.histories.pokernow import is_pokernow, pokernow_hands
from engine.histories.suits import letters_of

ANY = ("",)
"""Stands in every text: nothing is known of a pattern."""
NEVER = re.compile(r"(?!)")
"""Matches nothing."""
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT)


@cache
def required_words(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Return texts of which at least one stands in whatever ``pattern`` matches, :data:`ANY` where none are known."""
    if pattern is NEVER:
        return ()
    if pattern.flags & re.IGNORECASE:
        return ANY
    return _words(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))


def found(pattern: re.Pattern[str], text: str, begin: int = 0) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern whose required words stand on the line on which it begins to match."""
    places = [text.find(word, begin) for word in required_words(pattern)]
    first = min((place for place in places if place >= 0), default=None)
    if first is not None:
        yield from pattern.finditer(text, max(text.rfind("\n", 0, first) + 1, begin))


def found_on_lines(
    pattern: re.Pattern[str],
    text: str,
    begin: int = 0,
    end: int | None = None,
    *,
    words: tuple[str, ...] = (),
    without: Container[int] = (),
) -> Iterator[re.Match[str]]:
    """Yield the matches, between two ends of lines, of a pattern that matches on a single line.

    ``words`` stand in place of the required ones of the pattern; lines that begin at places of ``without`` are left
    out.
    """
    words, end = words or required_words(pattern), len(text) if end is None else end
    starts: set[int] = set()
    for word in words:
        at = text.find(word, begin, end)
        while at >= 0:
            starts.add(text.rfind("\n", begin, at) + 1 or begin)
            line_end = text.find("\n", at, end)
            at = text.find(word, line_end + 1, end) if line_end >= 0 else -1
    for start in sorted(starts):
        if start not in without:
            line_end = text.find("\n", start, end)
            yield from pattern.finditer(text, start, line_end if line_end >= 0 else end)


def found_in_lines(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the first match of a pattern in each line that has one."""
    if any(word in text for word in required_words(pattern)):
        yield from filter(None, map(pattern.search, text.splitlines()))


def _words(nodes: Any) -> tuple[str, ...]:
    """Return the best required words of a parsed sequence: few and long ones."""
    choices: list[tuple[str, ...]] = [ANY]
    run = ""
    for operation, value in nodes:
        if operation is _constants.LITERAL:
            run += chr(value)
            continue
        choices.append((run,))
        run = ""
        if operation is _constants.SUBPATTERN and not value[1] & re.IGNORECASE:
            choices.append(_words(value[-1]))
        elif operation is _constants.BRANCH:
            branches = [_words(branch) for branch in value[1]]
            choices.append(ANY if ANY in branches else tuple(word for words in branches for word in words))
        elif operation in _REPEATS and value[0]:
            choices.append(_words(value[2]))
    choices.append((run,))
    return max(choices, key=lambda words: (min(map(len, words)), -len(words)))


LONGEST_HAND = 200_000
"""Characters of one hand: a longer text is none, and slow to search."""
BEGINNING = 200
"""Bytes by which an encoding is told."""
LONGEST_NAME = 60
"""Characters of the name of a hand."""
AT_ONCE = 50_000
"""Characters that are searched in one go: some milliseconds."""
UNREAD_SHOWS = 40_000
"""Characters in which the head of a hand is looked for that is not understood."""
READABLE = (
    "PokerStars, GGPoker, Winamax, 888poker, Ignition with Bovada, PartyPoker, iPoker, the Winning Poker Network, "
    "BetOnline, CoinPoker, Merge, Microgaming, Boss, Cake, Everest, Full Tilt, Ongame, Absolute Poker and the ACPC"
)
NOTHING = (
    "this is no hand history that can be read: those are PHH files, Open Hand History, logs of PokerNow, and the texts "
    f"of {READABLE}"
)


@dataclass(frozen=True, slots=True)
class Form:
    """A format: the title, a ``mark`` without which a text has no hand of it, and the pattern of the line with which a
    hand begins; its group is the hand's name."""

    title: str
    mark: str
    start: str


FORMS: dict[str, Form] = {
    "stars": Form(
        "PokerStars",
        "#",
        r"(?:PokerStars|POKERSTARS|MPLPoker|(?:PP)?Poker|Full\ Tilt(?=\ (?:Rush\ )?Hand)|Run\ It\ Once\ Poker"
        r"|PokerMaster|PokerBros|GGPoker|Suprema(?:\ ?Poker)?|Natural8)\ (?:\w+\ ){0,3}?(?:Hand|Game|GAME)\ \#(\w+):.*",
    ),
    "fulltilt": Form("Full Tilt Poker", "Tilt", r"Full\ ?Tilt\ ?Poker(?:\.\w+)?\ Game\ \#(\d+):.*"),
    "party": Form(
        "PartyPoker", "Game ", r"(?:Game\ \#(\d+)\ starts\..*|\*{5}\ Hand\ History\ [Ff]or\ Game\ (\w+)\ \*{5}.*)"
    ),
    "ongame": Form("Ongame Network", "History for hand", r"\*{5}\ History\ for\ hand\ (\S+)(?:\ \(.*\))?\ \*{5}.*"),
    "absolute": Form("Absolute Poker", "Stage #", r"Stage\ \#(\w+)\b.*"),
    "ipoker": Form("iPoker Network", "<game ", r'<game\s[^>]*?\bgamecode="(\d+)"[^>]*>'),
    "winamax": Form("Winamax", "Winamax", r"Winamax\ Poker\ -\ .*?\bHandId:\ \#([\d-]+)\ -\ .*"),
    "pacific": Form("888poker", "Hand History", r"\*{5}\ (?:\S+\ ){1,3}?Hand\ History\ [Ff]or\ Game\ (\d+)\ \*{5}.*"),
    "ignition": Form(
        "Ignition", "Hand #", r"(?:Ignition|Bovada|Bodog(?:\.\w+|\ [A-Z]{2})?)\ (?:Casino\ )?Hand\ \#(\d+).*"
    ),
    "winning": Form("Winning Poker Network", "Hand #", r"(?:Game\ )?Hand\ \#(\d+)\ -\ .*"),
    "winning before": Form("Winning Poker Network", "Game ID: ", r"Game\ ID:\ (\d+)\ .*"),
    "betonline": Form(
        "BetOnline", "Game #", r"(?:BetOnline\ Poker|PayNoRake|ActionPoker(?:\.com)?|Gear\ Poker)\ Game\ \#(\d+):.*"
    ),
    "cake": Form("Cake Poker", "Hand#", r"[\W_]{0,2}(?:ï»¿)?Hand\#(\w+)\ -\ .*"),
    "tracker": Form("PokerTracker", "GAME #", r"GAME\ \#(\d+)(?::|\ ).*"),
    "tracker merge": Form("PokerTracker", " #", r"(?:MERGE_GAME|Merge\ Game)\ \#([\d-]+)(?::|\ ).*"),
    "everest": Form("Everest Poker", "EverestPoker", r"EverestPoker\ Game\ \#(\d+):.*"),
    "prima text": Form("Microgaming", "** ", r"\*\*\ (?:Game\ ID|Hand\ \#)\ ?(\d+)\ .*starting.*"),
    "merge": Form("Merge", "<game id=", r'(?:<description\b[^>]*>\s*)?<game\s+id="([\d-]+)"[^>]*>'),
    "boss": Form("Boss Media", "<HISTORY ", r'<HISTORY\s+ID="(\d+)"[^>]*>'),
    "prima": Form("Microgaming", "<Game ", r'<Game\s[^>]*?\bid="(\d+)"[^>]*>'),
    "coinpoker": Form("CoinPoker", "CoinPoker Hand #", r"CoinPoker\ Hand\ \#(\d+):.*"),
    "ohh": Form("Open Hand History", NEVER.pattern, NEVER.pattern),
    "pokernow": Form("PokerNow", NEVER.pattern, NEVER.pattern),
    "acpc": Form("ACPC", "|", r"(?:STATE:(\d+):|[^:\s]+:(\d+):)[^:\n]*:[^:|\n]*\|[^:\n]*:[^:\n]+(?::[^:\n]+)?"),
}
_STARTS = {
    name: re.compile(rf"(?P<{name.replace(' ', '_')}>{line[0]}(?:{form.start}){line[1]})", re.MULTILINE | re.VERBOSE)
    for name, form in FORMS.items()
    for line in [("", "") if "<" in form.start[:25] else (r"^[ \t]*", "$")]
}
"""The beginnings of hands by form: lines, and tags, of which there may be several on one line."""
UNKNOWN = "unknown"
"""The form of a line that looks like the head of a hand and is not understood."""
_HEAD = re.compile(
    r"(?P<unknown>^[ \t]*\**[ \t]*(?P<site>[A-Z0-9][\w'&. -]{1,40}?)[ ](?:Hand|Game|HAND|GAME|Stage)"
    r"(?:[ ]ID:|[ ]?\#)[ ]?(?P<hand>\w*\d\w*)\b.*$)",
    re.MULTILINE,
)
_OTHERS = (
    ("PKR", r"^Starting Hand #\d+$"),
    ("Seals with Clubs", r"^Site: Seals With Clubs"),
    ("Entraction", r"^Game # \d+ - .* - Table \""),
    ("Enet", r"^Game #\d+: .*\([^)]*/[^)]*\) - [\d:]+ [\d.]+ - %"),
    ("Unibet", r"^Game #\d+: Table .* - No Limit Hold'Em Banzai"),
    ("KingsClub", r"^#\d+: .* - [\d.,]+/[\d.,]+(?: .*)?$\n^\d{4}-\d\d-\d\d "),
)
"""Sites whose texts are not read and whose heads do not name them."""
_SAVED = re.compile(r"<HandHistory\b[\s\S]{0,4000}?<Site>\s*(?P<site>[\w .-]+?)\s*</Site>")
"""The XML in which the tracker DriveHUD saves hands, with the site that they are of."""
_NAMED = re.compile(r"(?i)\b(9 ?stacks|pokerbaazi|adda52|spartan ?poker|pokerdangal|betclic|pokermatch|wpt ?global)\b")
"""Names of sites whose texts are not read, wherever they stand."""
_NAMES = {"9stacks": "9stacks", "pokerbaazi": "PokerBaazi", "adda52": "Adda52", "betclic": "Betclic"}
_CUT_IN = re.compile(r"(?P<stars>PokerStars (?:\w+ ){0,2}(?:Hand|Game) #(\d+): .{0,300}?\d{4}/\d\d/\d\d)")
_SECTION = re.compile(r"^[ \t]*\[[ \t]*(\"[^\"\n]*\"|'[^'\n]*'|[\w.-]+)[ \t]*\][ \t]*(?:\#.*)?$", re.MULTILINE)
_VARIANT = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_HAND_NAME = re.compile(r"^[ \t]*hand[ \t]*=[ \t]*(?:'([^'\n]*)'|\"([^\"\n]*)\"|([^\s#]+))", re.MULTILINE)
_PARTY_TITLE = "***** Hand"


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, else Western European, in which old sites wrote.

    Line ends of Windows become plain ones here, where a long text has one byte a character.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    high = data[1:BEGINNING:2]
    if high.count(0) * 2 > len(high):  # UTF-16 whose mark has been lost
        return data.decode("utf-16-le", "replace")
    data = data.replace(b"\r\n", b"\n")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def split_hands(text: str, guard: Guard = unguarded) -> tuple[RawHand, ...]:
    """Return the hands of a file or a pasted text, in their order; empty where there is none.

    ``guard`` is called every few milliseconds.
    """
    text = text.removeprefix("\ufeff").replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    if whole := tuple(open_hands(text, guard)) or pokernow_hands(text, guard):
        return whole
    sites = tuple(_site_hands(text, guard))
    pacific = [raw for raw in sites if raw.form == "pacific"]
    if pacific and (letters := letters_of("\n".join(raw.text for raw in pacific))):
        sites = tuple(replace(raw, letters=letters) if raw.form == "pacific" else raw for raw in sites)
    return sites or tuple(_phh_hands(text, guard))


def unread_site(text: str) -> str:
    """Return what to say of hands of a site whose texts are not read; empty for any other text."""
    beginning = text.replace("\r\n", "\n")[:UNREAD_SHOWS]
    result = _HEAD.search(beginning)
    site = " ".join(result["site"].split()) if result else ""
    site = next((name for name, head in _OTHERS if re.search(head, beginning, re.MULTILINE)), site)
    if (saved := _SAVED.search(beginning)) is not None:
        site = f"{saved['site']} in the XML of DriveHUD"
    elif not site and (named := _NAMED.search(beginning)) is not None:
        site = _NAMES.get(named[1].lower().replace(" ", ""), named[1])
    return f"hands of {site} are not read; those of {READABLE} are, and PHH files" if site else ""


def looks_like_hands(text: str) -> bool:
    """Return whether a pasted text is meant to be a hand history: it has the beginning of one."""
    lines = text.replace("\r\n", "\n")
    if next(open_hands(lines, unguarded), None) or is_pokernow(lines):
        return True
    if any(FORMS[name].mark in lines and start.search(lines) for name, start in _STARTS.items()):
        return True
    return bool(_VARIANT.search(text)) and "actions" in text


def _parts(text: str, guard: Guard) -> Iterator[tuple[int, int]]:
    """Yield the ends of parts of a long text, which are ends of lines; other threads get their turn between them."""
    begin = 0
    while begin < len(text):
        guard()
        end = text.find("\n", begin + AT_ONCE) + 1 or len(text)
        yield begin, end
        begin = end


def _matches(
    pattern: re.Pattern[str], text: str, guard: Guard, mark: str = "", without: Container[int] = ()
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern of whole lines, which hold ``mark``, without those that begin at some places."""
    words = (mark,) if mark else ()
    for begin, end in _parts(text, guard):
        yield from found_on_lines(pattern, text, begin, end, words=words, without=without)


def _starts(name: str, text: str, guard: Guard) -> Iterator[re.Match[str]]:
    """Yield the beginnings of hands of a form; tags may be written over several lines."""
    mark = FORMS[name].mark
    if mark not in text:
        return
    if mark.startswith("<"):
        for begin, end in _parts(text, guard):
            yield from _STARTS[name].finditer(text, begin, end)
    else:
        yield from _matches(_STARTS[name], text, guard, mark)


def _site_hands(text: str, guard: Guard) -> Iterator[RawHand]:
    values = (_starts(name, text, guard) for name in _STARTS)
    begun = (start for start in merge(*values, key=re.Match.start) if not _belongs_to_last(text, start))
    starts = list(merge(begun, _within_lines(text), key=re.Match.start))
    if starts:
        known = {start.start() for start in starts}
        heads = [head for head in _matches(_HEAD, text, guard, without=known) if head.start() not in known]
        starts = list(merge(starts, heads, key=re.Match.start))
    described = bool(starts) and starts[0][0].startswith("<description")
    about = text[: starts[0].end() if described else starts[0].start()] if starts else ""
    line, counted = 1, 0
    for number, start in enumerate(starts, 1):
        end = starts[number].start() if number < len(starts) else len(text)
        line += text.count("\n", counted, start.start())
        counted = start.start()
        form = str(start.lastgroup)
        named = start.groups()[start.re.groupindex[form] :]
        name = start["hand"] if form == UNKNOWN else next(filter(None, named))
        form = form.replace("_", " ")
        yield RawHand(number, line, form, f"hand {name}", text[start.start() : end].strip("\n "), about[-2000:])


def _within_lines(text: str) -> Iterator[re.Match[str]]:
    """Yield the beginnings of PokerStars' hands within a line, where the hand before was cut off."""
    at = text.find("PokerStars ")
    while at >= 0:
        if at and text[at - 1] not in "\n \t\"'" and (result := _CUT_IN.match(text, at)):
            yield result
        at = text.find("PokerStars ", at + 1)


def _belongs_to_last(text: str, found: re.Match[str]) -> bool:
    """Return whether this is the title of PartyPoker behind the line with which the hand began."""
    if found.lastgroup != "party" or not found[0].lstrip().startswith(_PARTY_TITLE):
        return False
    before = text[max(found.start() - 200, 0) : found.start()]
    return f"Game #{re.sub(r'[^0-9]', '', found[0])} starts" in before


def _phh_hands(text: str, guard: Guard) -> Iterator[RawHand]:
    if next(_matches(_VARIANT, text, guard), None) is None:
        return
    sections = list(_matches(_SECTION, text, guard))
    if sections:
        cuts = [(values.start(), values[1].strip("\"'")) for values in sections]
    else:
        values = [match.start() for match in _matches(_VARIANT, text, guard)]
        cuts = [(0, ""), *((at, "") for at in values[1:])]
    line, counted = 1, 0
    for number, (start, section) in enumerate(cuts, 1):
        end = cuts[number][0] if number < len(cuts) else len(text)
        line += text.count("\n", counted, start)
        counted = start
        body = text[start:end]
        name = _HAND_NAME.search(body)
        title = next(filter(None, name.groups()), "") if name else section or str(number)
        yield RawHand(number, line, "phh", f"hand {shown(title, LONGEST_NAME)}", body)


LOOKED_AT = 40_000
"""Characters that are searched."""
LEAST_WORDS = 3
"""So many different words of a language make a history one in it."""
WORDS = {
    "German": r"Platz \d+:|Sitz \d+:|Hand Nr|Karten auf der Hand|austeilen|\bTisch\b|checkt|passt|geht mit"
    r"|callt|setzt|erhöht|gewinnt|zusammenfassung|gesamtpot|verteilt an|gibt auf|einsatz",
    "French": r"Siège \d+|Place \d+|cartes fermées|distribution|se couche|suit|relance|\bmise\b|parole|remporte"
    r"|résumé|donnés? à|petite blinde|grosse blinde|pot total",
    "Spanish": r"Asiento \d+|cartas|se retira|\bpasa\b|iguala|apuesta|sube|resumen|repartidas? a|ciega|\bmesa\b"
    r"|bote total|se lleva",
    "Italian": r"Posto \d+|carte coperte|passa|chiama|\bvede\b|rilancia|punta|bussa|riepilogo|sommario"
    r"|piccolo buio|grande buio|tavolo|piatto|\bmano\b|vince",
    "Portuguese": r"Lugar \d+|Assento \d+|cartas da mão|desiste|\bpaga\b|aumenta|aposta|sumário|resumo"
    r"|distribuídas? a|\bmesa\b|pote total|\bmão\b|recolhe",
    "Dutch": r"Stoel \d+|Plaats \d+|gesloten kaarten|\bpast\b|gaat mee|verhoogt|zet in|samenvatting|\btafel\b"
    r"|wint|deelt",
    "Swedish or Danish": r"Plats \d+|Plads \d+|hålkort|lägger sig|synar|höjer|satsar|sammanfattning|bord\b|vinner"
    r"|folder|samler|satser",
    "Polish": r"Miejsce \d+|karty własne|pasuje|sprawdza|przebija|podbija|stawia|podsumowanie|\bstół\b|wygrywa"
    r"|czeka",
    "Russian": r"Место \d+|закрытые карты|\bпас\b|пасует|чек|колл|уравнивает|рейз|повышает|ставит|ставка|итог"
    r"|стол|раздача|выигрывает",
    "Chinese": r"座位|底牌|弃牌|跟注|加注|下注|看牌|过牌|总结|底池",
    "Japanese": r"シート|ホールカード|フォールド|コール|レイズ|ベット|チェック|サマリー",
}
SITES = (
    "PokerStars",
    "GGPoker",
    "Winamax",
    "888poker",
    "PartyPoker",
    "iPoker",
    "Full Tilt",
    "Ignition",
    "Bovada",
    "Unibet",
)
_CARDS = re.compile(r"\[ ?(?:[2-9TJQKA]|10)[hdcs♥♦♣♠](?:[ ,]*(?:[2-9TJQKA]|10)[hdcs♥♦♣♠])* ?\]")
_ENGLISH = re.compile(r"Seat \d+:|HOLE CARDS|SUMMARY|Dealt to|\bfolds\b|\braises\b")


def language_of(text: str) -> tuple[str, str]:
    """Return the language of a hand history that is not in English, and the site that it names, as far as it does.

    Both are empty for any other text.
    """
    beginning = text[:LOOKED_AT]
    if not _CARDS.search(beginning) or len(set(_ENGLISH.findall(beginning))) >= LEAST_WORDS:
        return "", ""
    values = {name: _different(words, beginning) for name, words in WORDS.items()}
    language = max(values, key=lambda name: values[name])
    if values[language] < LEAST_WORDS:
        return "", ""
    return language, next((site for site in SITES if site.lower() in beginning.lower()), "")


def _different(words: str, text: str) -> int:
    """Return how many of the words there are, whatever their numbers and capitals."""
    return len({re.sub(r"\d+", "", word.lower()) for word in re.findall(words, text, re.IGNORECASE)})


def in_another_language(text: str) -> str:
    """Return what to say of a hand history that is not in English; empty for any other text."""
    language, site = language_of(text)
    if not language:
        return ""
    of_site = f" of {site}" if site else ""
    return f"this is a hand history{of_site} in {language}: set the client to English, and save the hands anew"
