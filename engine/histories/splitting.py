"""Splitting a file into the texts of its hands. The format is recognized by the first line of a hand, even in files
that mix formats.

It takes one pass over the text, so a file may contain many thousands of hands. Whether a hand can be replayed is
decided later (:mod:`engine.histories.replay`).
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import cache
from heapq import merge
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from engine.cards import excerpt
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.histories.hand import RawHand
from engine.histories.open_history import open_hands
from engine.histories.pokernow import is_pokernow, pokernow_hands
from engine.histories.suits import letters_of

NO_REQUIRED_WORDS = ("",)
"""The required words of a pattern about which nothing is known: the empty string is in every text."""
NEVER = re.compile(r"(?!)")
"""A pattern that matches nothing."""
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT)


@cache
def required_words(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Return texts of which every match of ``pattern`` contains at least one.

    Returns :data:`NO_REQUIRED_WORDS` if none are known. Searching a text for fixed words is much faster than matching a
    pattern, so lines without them are skipped.
    """
    if pattern is NEVER:
        return ()
    if pattern.flags & re.IGNORECASE:
        return NO_REQUIRED_WORDS
    return _words(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))


def find_matches(pattern: re.Pattern[str], text: str, begin: int = 0) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern, starting at the first line that contains one of its required words."""
    positions = [text.find(word, begin) for word in required_words(pattern)]
    first = min((position for position in positions if position >= 0), default=None)
    if first is not None:
        yield from pattern.finditer(text, max(text.rfind("\n", 0, first) + 1, begin))


def find_on_lines(
    pattern: re.Pattern[str],
    text: str,
    begin: int = 0,
    end: int | None = None,
    *,
    words: tuple[str, ...] = (),
    without: Container[int] = (),
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that matches within single lines, between two line ends of the text.

    ``words``: used instead of the required words of the pattern. ``without``: starts of lines that are skipped.
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


def first_match_per_line(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the first match of a pattern in each line that has one."""
    if any(word in text for word in required_words(pattern)):
        yield from filter(None, map(pattern.search, text.splitlines()))


def _words(nodes: Any) -> tuple[str, ...]:
    """Return the best required words of a parsed pattern.

    Candidates are every run of literal characters and the required words of each group, of each repetition that occurs
    at least once, and of all branches of an alternative together. The set whose shortest word is longest wins, then the
    smaller one.
    """
    choices: list[tuple[str, ...]] = [NO_REQUIRED_WORDS]
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
            choices.append(
                NO_REQUIRED_WORDS
                if NO_REQUIRED_WORDS in branches
                else tuple(word for words in branches for word in words)
            )
        elif operation in _REPEATS and value[0]:
            choices.append(_words(value[2]))
    choices.append((run,))
    return max(choices, key=lambda words: (min(map(len, words)), -len(words)))


MAX_HAND_LENGTH = 200_000
"""Characters of one hand; longer texts are no hands, and slow to search."""
ENCODING_SAMPLE = 200
"""Number of bytes by which the encoding is recognized."""
MAX_NAME_LENGTH = 60
CHUNK_LENGTH = 50_000
"""Number of characters that are searched without a break, which takes some milliseconds."""
MAX_HEAD_SEARCH = 40_000
"""Number of characters that are searched for the head of a hand of an unknown site."""
READABLE_SITES = (
    "PokerStars, GGPoker, Winamax, 888poker, Ignition with Bovada, PartyPoker, iPoker, the Winning Poker Network, "
    "BetOnline, CoinPoker, Merge, Microgaming, Boss, Cake, Everest, Full Tilt, Ongame, Absolute Poker and the ACPC"
)
NOT_A_HISTORY = (
    "this is not a supported hand history. Supported: PHH files, Open Hand History, PokerNow logs, and hand histories "
    f"of {READABLE_SITES}"
)


@dataclass(frozen=True, slots=True)
class HistoryForm:
    """A format of hand histories.

    ``title``: its name. ``mark``: a text that every hand of it contains. ``start``: the pattern of the line with which
    a hand begins; its group is the number of the hand.
    """

    title: str
    mark: str
    start: str


FORMS: dict[str, HistoryForm] = {
    "stars": HistoryForm(
        "PokerStars",
        "#",
        r"(?:PokerStars|POKERSTARS|MPLPoker|(?:PP)?Poker|Full\ Tilt(?=\ (?:Rush\ )?Hand)|Run\ It\ Once\ Poker"
        r"|PokerMaster|PokerBros|GGPoker|Suprema(?:\ ?Poker)?|Natural8)\ (?:\w+\ ){0,3}?(?:Hand|Game|GAME)\ \#(\w+):.*",
    ),
    "fulltilt": HistoryForm("Full Tilt Poker", "Tilt", r"Full\ ?Tilt\ ?Poker(?:\.\w+)?\ Game\ \#(\d+):.*"),
    "party": HistoryForm(
        "PartyPoker", "Game ", r"(?:Game\ \#(\d+)\ starts\..*|\*{5}\ Hand\ History\ [Ff]or\ Game\ (\w+)\ \*{5}.*)"
    ),
    "ongame": HistoryForm(
        "Ongame Network", "History for hand", r"\*{5}\ History\ for\ hand\ (\S+)(?:\ \(.*\))?\ \*{5}.*"
    ),
    "absolute": HistoryForm("Absolute Poker", "Stage #", r"Stage\ \#(\w+)\b.*"),
    "ipoker": HistoryForm("iPoker Network", "<game ", r'<game\s[^>]*?\bgamecode="(\d+)"[^>]*>'),
    "winamax": HistoryForm("Winamax", "Winamax", r"Winamax\ Poker\ -\ .*?\bHandId:\ \#([\d-]+)\ -\ .*"),
    "pacific": HistoryForm(
        "888poker", "Hand History", r"\*{5}\ (?:\S+\ ){1,3}?Hand\ History\ [Ff]or\ Game\ (\d+)\ \*{5}.*"
    ),
    "ignition": HistoryForm(
        "Ignition", "Hand #", r"(?:Ignition|Bovada|Bodog(?:\.\w+|\ [A-Z]{2})?)\ (?:Casino\ )?Hand\ \#(\d+).*"
    ),
    "winning": HistoryForm("Winning Poker Network", "Hand #", r"(?:Game\ )?Hand\ \#(\d+)\ -\ .*"),
    "winning before": HistoryForm("Winning Poker Network", "Game ID: ", r"Game\ ID:\ (\d+)\ .*"),
    "betonline": HistoryForm(
        "BetOnline", "Game #", r"(?:BetOnline\ Poker|PayNoRake|ActionPoker(?:\.com)?|Gear\ Poker)\ Game\ \#(\d+):.*"
    ),
    "cake": HistoryForm("Cake Poker", "Hand#", r"[\W_]{0,2}(?:ï»¿)?Hand\#(\w+)\ -\ .*"),
    "tracker": HistoryForm("PokerTracker", "GAME #", r"GAME\ \#(\d+)(?::|\ ).*"),
    "tracker merge": HistoryForm("PokerTracker", " #", r"(?:MERGE_GAME|Merge\ Game)\ \#([\d-]+)(?::|\ ).*"),
    "everest": HistoryForm("Everest Poker", "EverestPoker", r"EverestPoker\ Game\ \#(\d+):.*"),
    "prima text": HistoryForm("Microgaming", "** ", r"\*\*\ (?:Game\ ID|Hand\ \#)\ ?(\d+)\ .*starting.*"),
    "merge": HistoryForm("Merge", "<game id=", r'(?:<description\b[^>]*>\s*)?<game\s+id="([\d-]+)"[^>]*>'),
    "boss": HistoryForm("Boss Media", "<HISTORY ", r'<HISTORY\s+ID="(\d+)"[^>]*>'),
    "prima": HistoryForm("Microgaming", "<Game ", r'<Game\s[^>]*?\bid="(\d+)"[^>]*>'),
    "coinpoker": HistoryForm("CoinPoker", "CoinPoker Hand #", r"CoinPoker\ Hand\ \#(\d+):.*"),
    "ohh": HistoryForm("Open Hand History", NEVER.pattern, NEVER.pattern),
    "pokernow": HistoryForm("PokerNow", NEVER.pattern, NEVER.pattern),
    "acpc": HistoryForm("ACPC", "|", r"(?:STATE:(\d+):|[^:\s]+:(\d+):)[^:\n]*:[^:|\n]*\|[^:\n]*:[^:\n]+(?::[^:\n]+)?"),
}
_STARTS = {
    name: re.compile(rf"(?P<{name.replace(' ', '_')}>{line[0]}(?:{form.start}){line[1]})", re.MULTILINE | re.VERBOSE)
    for name, form in FORMS.items()
    for line in [("", "") if "<" in form.start[:25] else (r"^[ \t]*", "$")]
}
"""The patterns of the beginnings of hands by format: whole lines, or tags, of which a line may contain several."""
UNKNOWN = "unknown"
"""The format of a hand whose head looks like one but is of no known site."""
_HEAD = re.compile(
    r"(?P<unknown>^[ \t]*\**[ \t]*(?P<site>[A-Z0-9][\w'&. -]{1,40}?)[ ](?:Hand|Game|HAND|GAME|Stage)"
    r"(?:[ ]ID:|[ ]?\#)[ ]?(?P<hand>\w*\d\w*)\b.*$)",
    re.MULTILINE,
)
_UNREAD_SITES = (
    ("PKR", r"^Starting Hand #\d+$"),
    ("Seals with Clubs", r"^Site: Seals With Clubs"),
    ("Entraction", r"^Game # \d+ - .* - Table \""),
    ("Enet", r"^Game #\d+: .*\([^)]*/[^)]*\) - [\d:]+ [\d.]+ - %"),
    ("Unibet", r"^Game #\d+: Table .* - No Limit Hold'Em Banzai"),
    ("KingsClub", r"^#\d+: .* - [\d.,]+/[\d.,]+(?: .*)?$\n^\d{4}-\d\d-\d\d "),
)
"""Unsupported sites whose heads do not name them."""
_DRIVEHUD_SITE = re.compile(r"<HandHistory\b[\s\S]{0,4000}?<Site>\s*(?P<site>[\w .-]+?)\s*</Site>")
"""The XML in which the tracker DriveHUD saves hands, with the site they are from."""
_UNREAD_SITE_NAME = re.compile(
    r"(?i)\b(9 ?stacks|pokerbaazi|adda52|spartan ?poker|pokerdangal|betclic|pokermatch|wpt ?global)\b"
)
"""Names of unsupported sites, anywhere in the text."""
_NAMES = {"9stacks": "9stacks", "pokerbaazi": "PokerBaazi", "adda52": "Adda52", "betclic": "Betclic"}
_START_WITHIN_LINE = re.compile(r"(?P<stars>PokerStars (?:\w+ ){0,2}(?:Hand|Game) #(\d+): .{0,300}?\d{4}/\d\d/\d\d)")
_SECTION = re.compile(r"^[ \t]*\[[ \t]*(\"[^\"\n]*\"|'[^'\n]*'|[\w.-]+)[ \t]*\][ \t]*(?:\#.*)?$", re.MULTILINE)
_VARIANT = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_HAND_NAME = re.compile(r"^[ \t]*hand[ \t]*=[ \t]*(?:'([^'\n]*)'|\"([^\"\n]*)\"|([^\s#]+))", re.MULTILINE)
_PARTY_TITLE = "***** Hand"


def decode_history(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, otherwise Western European, which old sites wrote.

    Windows line ends are replaced here, while a long text still has one byte per character.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    odd_bytes = data[1:ENCODING_SAMPLE:2]
    if odd_bytes.count(0) * 2 > len(odd_bytes):  # UTF-16 without its byte order mark
        return data.decode("utf-16-le", "replace")
    data = data.replace(b"\r\n", b"\n")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def split_hands(text: str, check_cancelled: CancelCheck = never_cancelled) -> tuple[RawHand, ...]:
    r"""Return the hands of a file or of a pasted text, in their order; () if it contains none.

    ``check_cancelled`` is called every few milliseconds. A hand is a :class:`engine.histories.hand.RawHand`;
    :func:`engine.histories.reading.read_hand` replays it.

    >>> text = "PokerStars Hand #7: Hold'em No Limit ($1/$2) - 2024/03/01 20:00:00 ET\nSeat 1: Ada ($200 in chips)"
    >>> [(raw.form, raw.name) for raw in split_hands(text)]
    [('stars', 'hand 7')]
    """
    text = text.removeprefix("\ufeff").replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    if hands := tuple(open_hands(text, check_cancelled)) or pokernow_hands(text, check_cancelled):
        return hands
    sites = tuple(_site_hands(text, check_cancelled))
    pacific = [raw for raw in sites if raw.form == "pacific"]
    if pacific and (letters := letters_of("\n".join(raw.text for raw in pacific))):
        # Only texts of 888poker are known to have suits in the letters of other languages.
        sites = tuple(replace(raw, letters=letters) if raw.form == "pacific" else raw for raw in sites)
    return sites or tuple(_phh_hands(text, check_cancelled))


def unread_site(text: str) -> str:
    """Return the message that hands of an unsupported site are not read, or "" if the text names none."""
    beginning = text.replace("\r\n", "\n")[:MAX_HEAD_SEARCH]
    result = _HEAD.search(beginning)
    site = " ".join(result["site"].split()) if result else ""
    site = next((name for name, head in _UNREAD_SITES if re.search(head, beginning, re.MULTILINE)), site)
    if (saved := _DRIVEHUD_SITE.search(beginning)) is not None:
        site = f"{saved['site']} in the XML of DriveHUD"
    elif not site and (named := _UNREAD_SITE_NAME.search(beginning)) is not None:
        site = _NAMES.get(named[1].lower().replace(" ", ""), named[1])
    return f"hands of {site} are not supported. Supported: PHH files and hands of {READABLE_SITES}" if site else ""


def looks_like_hands(text: str) -> bool:
    """Return True if a pasted text has the beginning of a hand history."""
    lines = text.replace("\r\n", "\n")
    if next(open_hands(lines, never_cancelled), None) or is_pokernow(lines):
        return True
    if any(FORMS[name].mark in lines and start.search(lines) for name, start in _STARTS.items()):
        return True
    return bool(_VARIANT.search(text)) and "actions" in text


def _chunks(text: str, check_cancelled: CancelCheck) -> Iterator[tuple[int, int]]:
    """Yield the bounds of chunks of a long text that end at line ends; other threads run in between."""
    begin = 0
    while begin < len(text):
        check_cancelled()
        end = text.find("\n", begin + CHUNK_LENGTH) + 1 or len(text)
        yield begin, end
        begin = end


def _matches(
    pattern: re.Pattern[str], text: str, check_cancelled: CancelCheck, mark: str = "", without: Container[int] = ()
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern of whole lines that contain ``mark``; lines that begin at ``without`` are
    skipped."""
    words = (mark,) if mark else ()
    for begin, end in _chunks(text, check_cancelled):
        yield from find_on_lines(pattern, text, begin, end, words=words, without=without)


def _starts(name: str, text: str, check_cancelled: CancelCheck) -> Iterator[re.Match[str]]:
    """Yield the beginnings of the hands of one format."""
    mark = FORMS[name].mark
    if mark not in text:
        return
    # Tags may be written over several lines.
    if mark.startswith("<"):
        for begin, end in _chunks(text, check_cancelled):
            yield from _STARTS[name].finditer(text, begin, end)
    else:
        yield from _matches(_STARTS[name], text, check_cancelled, mark)


def _site_hands(text: str, check_cancelled: CancelCheck) -> Iterator[RawHand]:
    """Yield the hands of sites. Everything above the first hand goes to all hands as ``about``."""
    values = (_starts(name, text, check_cancelled) for name in _STARTS)
    begun = (start for start in merge(*values, key=re.Match.start) if not _is_second_title(text, start))
    starts = list(merge(begun, _starts_within_lines(text), key=re.Match.start))
    if starts:
        # Lines that look like heads of unknown sites also end a hand, so that its text does not swallow them; they
        # become hands that cannot be read.
        known = {start.start() for start in starts}
        heads = [head for head in _matches(_HEAD, text, check_cancelled, without=known) if head.start() not in known]
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


def _starts_within_lines(text: str) -> Iterator[re.Match[str]]:
    """Yield beginnings of PokerStars hands inside a line, after a hand that was cut off."""
    at = text.find("PokerStars ")
    while at >= 0:
        if at and text[at - 1] not in "\n \t\"'" and (result := _START_WITHIN_LINE.match(text, at)):
            yield result
        at = text.find("PokerStars ", at + 1)


def _is_second_title(text: str, start: re.Match[str]) -> bool:
    """Return True if a match is the title line that PartyPoker writes after the line with which the hand began."""
    if start.lastgroup != "party" or not start[0].lstrip().startswith(_PARTY_TITLE):
        return False
    before = text[max(start.start() - 200, 0) : start.start()]
    return f"Game #{re.sub(r'[^0-9]', '', start[0])} starts" in before


def _phh_hands(text: str, check_cancelled: CancelCheck) -> Iterator[RawHand]:
    """Yield the hands of a PHH file: its sections, or pieces that begin with a variant."""
    if next(_matches(_VARIANT, text, check_cancelled), None) is None:
        return
    sections = list(_matches(_SECTION, text, check_cancelled))
    if sections:
        starts = [(values.start(), values[1].strip("\"'")) for values in sections]
    else:
        values = [match.start() for match in _matches(_VARIANT, text, check_cancelled)]
        starts = [(0, ""), *((at, "") for at in values[1:])]
    line, counted = 1, 0
    for number, (start, section) in enumerate(starts, 1):
        end = starts[number][0] if number < len(starts) else len(text)
        # Counted from the previous hand on: counting from the beginning each time would be quadratic.
        line += text.count("\n", counted, start)
        counted = start
        body = text[start:end]
        name = _HAND_NAME.search(body)
        title = next(filter(None, name.groups()), "") if name else section or str(number)
        yield RawHand(number, line, "phh", f"hand {excerpt(title, MAX_NAME_LENGTH)}", body)


LANGUAGE_SAMPLE = 40_000
"""Number of characters in which the language is looked for."""
MIN_WORDS = 3
"""Number of different words of a language by which it is recognized."""
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
    """Return the language of a hand history that is not in English and the site it names, "" if it names none.

    Both are "" for any other text.
    """
    beginning = text[:LANGUAGE_SAMPLE]
    if not _CARDS.search(beginning) or len(set(_ENGLISH.findall(beginning))) >= MIN_WORDS:
        return "", ""
    values = {name: _count_words(words, beginning) for name, words in WORDS.items()}
    language = max(values, key=lambda name: values[name])
    if values[language] < MIN_WORDS:
        return "", ""
    return language, next((site for site in SITES if site.lower() in beginning.lower()), "")


def _count_words(words: str, text: str) -> int:
    """Return how many different words match, ignoring numbers and case."""
    return len({re.sub(r"\d+", "", word.lower()) for word in re.findall(words, text, re.IGNORECASE)})


def in_another_language(text: str) -> str:
    """Return the message for a hand history that is not in English, or "" for any other text."""
    language, site = language_of(text)
    if not language:
        return ""
    of_site = f" of {site}" if site else ""
    return f"this is a hand history{of_site} in {language}: switch the client to English and export the hands again"
