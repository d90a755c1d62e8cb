"""From a file to the texts of its hands: the format is told by how a hand begins, also where a file mixes them.

One pass over the text, so that thousands of hands are found in a moment; whether a hand can be replayed is another
matter (``engine.histories.replay``).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.histories.hand import RawHand

LONGEST_HAND = 200_000
"""Characters of one hand: a longer text is none, and slow to search."""
AT_ONCE = 50_000
"""Characters that are searched in one go: some milliseconds."""
NOTHING = (
    "this is no hand history that can be read: a PHH file, or a text of PokerStars, Full Tilt, PartyPoker, iPoker, "
    "Ongame, Absolute Poker or the ACPC"
)


@dataclass(frozen=True, slots=True)
class Form:
    """A format: the title, and the pattern of the line with which a hand begins; its group is the hand's name."""

    title: str
    start: str


FORMS: dict[str, Form] = {
    "stars": Form("PokerStars", r"(?:PokerStars|Poker)\ (?:\w+\ ){0,3}?(?:Hand|Game)\ \#(\w+):.*"),
    "fulltilt": Form("Full Tilt Poker", r"Full\ Tilt\ Poker\ Game\ \#(\d+):.*"),
    "party": Form("PartyPoker", r"(?:Game\ \#(\d+)\ starts\..*|\*{5}\ Hand\ History\ [Ff]or\ Game\ (\d+)\ \*{5}.*)"),
    "ongame": Form("Ongame Network", r"\*{5}\ History\ for\ hand\ (\S+)\ \*{5}.*"),
    "absolute": Form("Absolute Poker", r"Stage\ \#(\d+)\b.*"),
    "ipoker": Form("iPoker Network", r'<game\ gamecode="(\d+)".*'),
    "acpc": Form("ACPC", r"(?:STATE:(\d+):|[^:\s]+:(\d+):)[^:\n]*:[^:\n]*\|[^:\n]*:[^:\n]+(?::[^:\n]+)?"),
}
_STARTS = re.compile(
    "|".join(rf"(?P<{name}>^[ \t]*(?:{form.start})$)" for name, form in FORMS.items()), re.MULTILINE | re.VERBOSE
)
_SECTION = re.compile(r"^[ \t]*\[[ \t]*(\"[^\"\n]*\"|'[^'\n]*'|[\w.-]+)[ \t]*\][ \t]*(?:\#.*)?$", re.MULTILINE)
_VARIANT = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_HAND_NAME = re.compile(r"^[ \t]*hand[ \t]*=[ \t]*(?:'([^'\n]*)'|\"([^\"\n]*)\"|([^\s#]+))", re.MULTILINE)
_PARTY_TITLE = "***** Hand"


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, else Western European, in which old sites wrote."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def split_hands(text: str) -> tuple[RawHand, ...]:
    """Return the hands of a file or a pasted text, in their order; empty where there is none."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    sites = tuple(_site_hands(text))
    return sites or tuple(_phh_hands(text))


def looks_like_hands(text: str) -> bool:
    """Return whether a pasted text is meant to be a hand history: it has the beginning of one."""
    return bool(_STARTS.search(text.replace("\r\n", "\n")) or (_VARIANT.search(text) and "actions" in text))


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern of whole lines; other threads get their turn between parts of a long text."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin + AT_ONCE) + 1 or len(text)
        yield from pattern.finditer(text, begin, end)
        begin = end


def _site_hands(text: str) -> Iterator[RawHand]:
    starts = [found for found in _matches(_STARTS, text) if not _belongs_to_last(text, found)]
    about = text[: starts[0].start()] if starts else ""
    line, counted = 1, 0
    for number, start in enumerate(starts, 1):
        end = starts[number].start() if number < len(starts) else len(text)
        line += text.count("\n", counted, start.start())
        counted = start.start()
        form = str(start.lastgroup)
        name = next(filter(None, start.groups()[_group(form) :]))
        yield RawHand(number, line, form, f"hand {name}", text[start.start() : end].strip("\n "), about[-2000:])


def _group(form: str) -> int:
    """Return the place of the first group within the pattern of a format, among all groups."""
    return _STARTS.groupindex[form]


def _belongs_to_last(text: str, found: re.Match[str]) -> bool:
    """Return whether this is the title of PartyPoker behind the line with which the hand began."""
    if found.lastgroup != "party" or not found[0].lstrip().startswith(_PARTY_TITLE):
        return False
    before = text[max(found.start() - 200, 0) : found.start()]
    return f"Game #{re.sub(r'[^0-9]', '', found[0])} starts" in before


def _phh_hands(text: str) -> Iterator[RawHand]:
    if not _VARIANT.search(text):
        return
    sections = list(_matches(_SECTION, text))
    if sections:
        cuts = [(found.start(), found[1].strip("\"'")) for found in sections]
    else:
        found = [match.start() for match in _matches(_VARIANT, text)]
        cuts = [(0, ""), *((at, "") for at in found[1:])]
    line, counted = 1, 0
    for number, (start, section) in enumerate(cuts, 1):
        end = cuts[number][0] if number < len(cuts) else len(text)
        line += text.count("\n", counted, start)
        counted = start
        body = text[start:end]
        name = _HAND_NAME.search(body)
        title = next(filter(None, name.groups()), "") if name else section or str(number)
        yield RawHand(number, line, "phh", f"hand {title}", body)
