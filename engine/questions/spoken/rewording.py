"""Rewords typed questions into the plain English of ``clauses``: abbreviations, typing errors, names of positions.

The words of a sentence are put into lower case except in names and hands, then single words and phrases are replaced.
Nothing here depends on the cards of the table, only on the names of its seats.
"""

import re
from collections.abc import Iterator

from engine.cards import plain_signs
from engine.scenario import Scenario

_WORDS = {
    "im": "i am", "i'm": "i am", "ive": "i have", "i've": "i have", "i'd": "i would", "i'll": "i will",
    "hes": "he is", "he's": "he is", "shes": "she is", "she's": "she is", "theyre": "they are", "they're": "they are",
    "we're": "we are", "weve": "we have", "we've": "we have", "whats": "what is", "what's": "what is",
    "hows": "how is", "how's": "how is", "thats": "that is", "that's": "that is", "theres": "there is",
    "there's": "there is", "its": "it is", "it's": "it is", "hasnt": "hasn't", "havent": "haven't", "u": "you",
    "ur": "your", "r": "are", "w": "with", "w/": "with", "w/o": "without", "w/out": "without", "b4": "before",
    "bc": "because", "wat": "what", "wats": "what is", "vilain": "villain", "villian": "villain", "vill": "villain",
    "villains": "villain 's", "v": "against", "oppo": "opponent", "opps": "opponent", "opponents": "opponent 's",
    "heros": "hero 's", "ppl": "players", "prob": "probability", "probs": "probability",
    "chances": "chance", "likelihood": "chance", "percentage": "chance", "pct": "chance", "freq": "often",
    "frequency": "often", "frequently": "often", "eq": "equity", "equities": "equity", "versus": "against",
    "vs": "against", "vs.": "against", "v.": "against", "agst": "against", "otf": "on the flop", "ott": "on the turn",
    "otr": "on the river", "pf": "preflop", "mono": "monotone", "twotone": "two-tone", "pre": "preflop",
    "fullhouse": "full house", "quad": "quads", "trip": "trips",
    "fd": "flush draw", "fds": "flush draws", "nfd": "nut flush draw", "oesd": "open-ended",
    "oesds": "open-ended", "gs": "gutshot", "tp": "top pair", "tptk": "top pair with an ace kicker",
    "2p": "two pair", "pp": "pocket pair", "pps": "pocket pairs", "bdfd": "backdoor flush draw",
    "4th": "fourth", "5th": "fifth", "6th": "sixth",
    "7th": "seventh", "3rd": "third", "plus": "or better", "gonna": "going to", "wanna": "want to", "cuz": "because",
    "tho": "", "lol": "", "pls": "", "plz": "", "please": "", "here": "", "again": "", "anyway": "", "anyways": "",
    "overall": "", "really": "", "actually": "", "basically": "", "usually": "", "normally": "",
    "just": "", "even": "", "somehow": "", "eventually": "by the river", "eventualy": "by the river",
    "combinations": "combos", "combo": "combos",
}  # fmt: skip
"""The meaning of abbreviations, chat words and typing errors; "" for words without a meaning of their own."""
_POSITIONS = (
    ("btn", "button", "bu", "dealer", "the button"),
    ("sb", "small blind"),
    ("bb", "big blind"),
    ("utg", "under the gun"),
    ("co", "cutoff", "cut off", "cut-off"),
    ("hj", "hijack"),
    ("lj", "lojack"),
    ("mp", "middle position"),
    ("ep", "early position"),
)
"""Names of positions: a seat that is called by one of a group may be named by another one."""
_HAND = re.compile(
    r"(?:(?:10|[2-9TJQKAtjqkax]){2}[so]?\+?(?:-(?:10|[2-9TJQKAtjqka]){2}[so]?)?|(?:(?:10|[2-9TJQKAtjqka])[shdc]){1,2})"
)
_NOT_HANDS = frozenset({"as", "ad", "ah", "ax", "at", "jac"})
"""Words that are more often a word than a hand. ``At`` and ``AS`` with a capital letter are hands."""
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|\[[^\]]*\]|[,;:()]|\.{2,}|[^\s,;:()\[\]"]+')
_PHRASES: tuple[tuple[str, str], ...] = (
    (r"\b(?:the|this|that) (?:guy|player|dude|fish|reg|opponent|villain)\b", "villain"),
    (r"\b(?:my|an?) (?:opponent)\b(?! 's)", "villain"),
    (r"\b(?:at|on|in) (?:this|that) (?:moment|point|spot|board|flop|turn|river|hand|table|texture)\b", "now"),
    (r"\b(?:as it stands|at present|as of now|for now|so far)\b", "now"),
    (r"\b(?:at|by|in|on) (?:the )?(?:end|showdown)\b", "by the river"),
    (r"\b(?:2 pair|two pairs|2 pairs)\b", "two pair"),
    (r"\b(?:2|two) over ?cards\b|\btwo overs\b|\b2 overs\b|\bovers\b", "two overcards"),
    (r"\b(?:over pair)\b", "overpair"),
    (r"\bover card", "overcard"),
    (r"\bunder pair\b", "underpair"),
    (r"\bunderpair\b", "low pair"),
    (r"\bgut ?shot (?:straight )?draws?\b|\bgutters?\b|\binside straight draws?\b|\bgut shots?\b", "gutshot"),
    (r"\bopen[ -]?end(?:ed|er|ers)(?: straight)?(?: draws?)?\b", "open-ended"),
    (r"\btop pair top kicker\b", "top pair with an ace kicker"),
    (r"\bflush draws\b", "flush draw"),
    (r"\bstraight draws\b", "straight draw"),
    (r"\btop pairs\b", "top pair"),
    (r"\b(set|straight|overpair|gutshot)s\b", r"\1"),
    (r"\bflushes\b", "flush"),
    (r"\btwo tone\b", "two-tone"),
    (r"\b(\S+) or (?:higher|more|bigger|stronger|greater)\b", r"\1 or better"),
    (r"\bto the river\b|\bby river\b", "by the river"),
    (r"\bby turn\b", "by the turn"),
    (r"\b(on|by) (flop|turn|river)\b", r"\1 the \2"),
    (r"\b(on|by) (fourth|fifth|sixth|seventh|third) st(?:reet)?\b", r"\1 \2"),
    (r"\bbefore (?:the )?flop\b|\bpre flop\b|\bpre-flop\b", "preflop"),
    (r"\b(?:any|some|no) (?:kind|sort) of\b", ""),
    (r"\b(?:when|if) (?:(?:i am|i get|we are|we get|i was) )?called by\b", "against"),
    (r"\ban? (?:\w+ing )?range of\b", ""),
    (r"\bin the hand\b|\bof the time\b|\bin this spot\b|\bin general\b|\bon average\b", ""),
    (r"\bit (?:is )?turn out that\b", ""),
    (r"\bahead of his range\b|\bahead of their range\b", "ahead of villain"),
    (
        r"\b(against|of) (?:his|their|villain 's|the|her) (?:whole |entire |full )?(?:range|hand|cards|holdings?)\b",
        r"\1 villain",
    ),
    (r"\bbehind (?:his|their|her) (?:range|hand)\b", "behind villain"),
    (r"\b(?:his|their|her) (?:whole |entire )?range\b", "villain"),
    (r"\bmy (?:whole |entire )?range\b", "i"),
    (r" 's (?:whole |entire |full )?range\b", ""),
    (r"\b(?:less|worse) than (?:an? |one )?pair\b", "nothing"),
    (r"\bdo not\b", "don't"), (r"\bdoes not\b", "doesn't"), (r"\bdid not\b", "didn't"),
    (r"\bam not\b|\bis not\b|\bare not\b", "isn't"),
)  # fmt: skip
"""Phrases of players, and plainer ones. They are replaced in this order."""
_SPELLED = (
    "villain", "opponent", "flush", "straight", "equity", "chance", "probability", "often", "monotone", "rainbow",
    "backdoor", "overpair", "gutshot", "suited", "pocket", "river", "board", "better", "ahead", "behind", "overcard",
    "combos", "against", "pairs", "draw", "turn", "flop", "hero", "quads", "trips", "kicker", "seventh", "fourth",
    "fifth", "sixth", "brick", "bricks", "catch", "catches", "heart", "hearts", "spade", "spades", "diamond", "club",
    "queens", "kings", "aces", "jacks", "wheel", "lower", "house", "open-ended", "second", "everybody", "somebody",
    "nobody", "anyone", "make", "makes", "have", "does", "when", "flops", "turns", "rivers", "nothing", "share",
)  # fmt: skip
"""Words that are recognized with one letter wrong, missing, added or exchanged with its neighbour."""
_KNOWN = frozenset({
    *_SPELLED, "deuce", "three", "seven", "eight", "queen", "king", "jack", "clubs", "diamonds", "pair", "draws",
    "hand", "hands", "board", "boards", "catching", "beat", "beats", "beaten", "tie", "ties", "wins", "loses", "loose",
    "street", "streets", "other", "others", "then", "than", "them", "they", "that", "this", "with", "what", "which",
    "given", "ever", "never", "every", "over", "under", "both", "hole", "hold", "holds", "whole", "makes", "made",
    "cards",
    "middle", "third", "bottom", "paired", "pairing", "flopping", "turning", "rivering", "winning", "losing",
    "connected", "offsuit", "worse", "higher", "least", "about", "where", "there", "these", "those", "would", "could",
    "should", "might", "hits", "gets", "miss", "misses", "whiff", "whiffs", "pocket", "pockets", "turned", "flopped",
    "alive", "again", "still", "after", "before", "while", "bricked", "match",
})  # fmt: skip
"""Words that are never corrected."""
_MIN_SPELLED_LENGTH, _MIN_CHANGED_LENGTH = 4, 5
"""The shortest words that are corrected: of four letters only if two are exchanged."""


def plain_words(text: str, table: Scenario, *, corrected: bool = False) -> str:
    """Return a sentence in plain words, in lower case except for names in quotes, hands and seats' own names.

    ``corrected``: also correct words with a single typing error.

    >>> from engine.table.one_line import parse_line
    >>> plain_words("Whats my eq vs villian's tp+ otf?", parse_line("AA v KK"))
    "what is my equity against villain 's top pair+ on the flop"
    """
    names = _seat_names(table)
    words = [
        word for token in _TOKEN.findall(plain_signs(text).replace("’", "'")) for word in _plain_word(token, names)
    ]
    if corrected:
        words = [_corrected(word, names) for word in words]
    result = " ".join(words)
    result = re.sub(r"\s+", " ", result).strip(" ,;:")
    for pattern, replacement in _PHRASES:
        result = re.sub(pattern, replacement, result)
    for pattern, name in _position_phrases(table):
        result = re.sub(pattern, name, result)
    return re.sub(r"\s+", " ", result).strip(" ,;:")


def _seat_names(table: Scenario) -> frozenset[str]:
    """Return the words of the names of all seats in lower case: they are never replaced."""
    return frozenset(word for seat in table.seats for word in seat.name.casefold().split())


def _plain_word(token: str, names: frozenset[str]) -> Iterator[str]:
    """Yield the plain words of a typed word."""
    if token[0] in '"[' or token in "(),;:":
        yield "," if token in ";:" else token
        return
    word = token.rstrip("?!.")
    if not word:
        return
    lower = word.lower()
    if lower in names:
        yield word
    elif lower in _WORDS:
        yield from _WORDS[lower].split()
    elif lower.endswith("'s") and len(lower) > 2:
        yield from _plain_word(word[:-2], names)
        yield "'s"
    elif lower.endswith("+") and lower[:-1] in _WORDS:
        yield f"{_WORDS[lower[:-1]]}+"
    elif word == "A":
        yield "A"
    elif _HAND.fullmatch(word) and not (lower in _NOT_HANDS and word[0].islower()):
        yield word
    else:
        yield lower


def _position_phrases(table: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the patterns of the other names of positions that seats are called by, and the names of the seats."""
    for seat in table.seats:
        group = next((group for group in _POSITIONS if seat.name.casefold() in group), ())
        others = [name for name in group if name != seat.name.casefold()]
        if others:
            yield rf"\b(?:the )?(?:{'|'.join(sorted(map(re.escape, others), key=len, reverse=True))})\b", seat.name


def _corrected(word: str, names: frozenset[str]) -> str:
    """Return the only correct word that differs from ``word`` by one typing error, else ``word``."""
    if len(word) < _MIN_SPELLED_LENGTH or not word.isalpha() or word.lower() in names or word in _KNOWN:
        return word
    near = [spelled for spelled in _SPELLED if _one_error(word, spelled)]
    if len(word) < _MIN_CHANGED_LENGTH:
        near = [spelled for spelled in near if sorted(spelled) == sorted(word)]
    return near[0] if len(near) == 1 else word


def _one_error(word: str, other: str) -> bool:
    """Return True if the words differ by one letter that is wrong, missing or added, or by two exchanged letters."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    rest, right = word[start:], other[start:]
    exchanged = len(rest) > 1 and len(right) > 1 and rest[:2] == right[1::-1] and rest[2:] == right[2:]
    return exchanged or rest[1:] == right[1:] or rest[1:] == right or rest == right[1:]
