"""Questions as players type them, as texts of the grammar: ``how often do I flop a set`` is ``1 flop set``.

A text that can be read stays as it is. Any other is rewritten by rules, one after the other, and what comes out is
shown in its place, or not used where that cannot be read either.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from engine.asking.answer import BY, GIVEN, Question
from engine.asking.one_text import is_question, question_of_text
from engine.cards import TextError
from engine.ranges.orders import Order
from engine.ranges.phrases import RANK_NAMES
from engine.ranges.street_text import read_word
from engine.scenario import Game, Scenario

LONGEST = 400
_ASKS = (
    r"how (?:often|likely|many times)|what(?:'s| is| are)(?: the| my)? (?:odds|chances?|probability|likelihood)"
    r"|(?:the |my )?(?:odds|chances?|probability|likelihood|prob)"
)
OPENING = re.compile(rf"\s*(?:{_ASKS})\b(?:\s+(?:of|that|for|to|is it(?: that)?))?(\s+|$)", re.IGNORECASE)
"""The beginning of a question: ``how often``, ``what are the odds of``."""
_RANK, _STREET = (
    rf"(?:10|[2-9tjqka]|(?:{'|'.join(RANK_NAMES)})s?)",
    "(flop|turn|river|third|fourth|fifth|sixth|seventh)",
)
_PLACES = {"3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "7th": "seventh"}
_DRAWN = "flush|straight|full house|boat|quads|two pair|2 pair|trips|set|pair"

_Rule = tuple[str, str | Callable[[re.Match[str]], str]]


def _rank(text: str) -> str:
    return RANK_NAMES.get(text.lower().removesuffix("s"), text.upper().replace("10", "T"))


_WORDS: tuple[_Rule, ...] = (
    (r"[?.!]+\s*$", ""),
    (r"^p\((.*)\)$", r"\1"),
    (r"\b([3-7](?:rd|th))\b(?: street)?", lambda word: _PLACES.get(word[1], word[1])),
    (rf"\b{_STREET} street\b", r"\1"),
    (r"\b(?:if|when|whenever|assuming(?: that)?|provided(?: that)?)(?= )|\|(?= )|,(?= \d)", " given"),
    (r"\b(?:per|split by) (turn|river)(?: card| rank)?$", r"by \1 rank"),
    (r"\bby(?: the)? (turn|river) card$", r"by \1 rank"),
    (r"^(?:flop|hit|mak)\w* (.+) with (\S+)$", r"1 flop \1 given 1 has \2"),
    (r"\b(?:comes?|coming|falls?|falling|hits?) (?=(?:on|by) )", ""),
    (r"\b(?:i|me|we|hero|who|my hand)\b", "1"),
    (r"\b(?:he|him|they|villain|opponent|opp)\b", "2"),
    (r"\b(?:seat|player) (\d)\b", r"\1"),
    (r"(\d) (?:does not|doesn'?t|do not|don'?t|did not|never|cannot|can'?t) ", r"not \1 "),
    (r"\b(?:does|do|did|will|would|can|could|is|are|be|to|somebody|someone)\b(?! not)", " "),
    (r"\ban? (?=\w)|\b(?:the|some) (?=\w)", ""),
    (r"\b(?:win|winning|won|beats? \d|beating \d)\b", "wins"),
    (r"\b(?:lose|losing|lost)\b", "loses"),
    (r"(\d) and \d (?:tie|chop|split)s?\b|\b(?:(\d) )?(?:chops?|splits?|tie|ties \d)(?: pot)?$|^split pot$",
        lambda word: f"{word[1] or word[2] or 1} ties"),
    (r"\b(?:flops|flopping|flopped)\b", "flop"),
    (r"\b(?:turns|turning|turned)\b", "turn"),
    (r"\b(?:rivers|rivering|rivered)\b", "river"),
    (r"\b(ahead|behind)(?: on| at| by)? " + _STREET, r"\1 \2"),
    (r"\b(ahead|behind)$", r"\1 now"),
    (r"\b(?:hits?|hitting|makes?|making|gets?|getting|holds|have|having|with)\b", "has"),
    (r"\b(?:catch|catches|catching)\b", "has"),
)  # fmt: skip
_HOLDEM: tuple[_Rule, ...] = (
    (r"^has ", "1 has "),
    (r"^(flop) (?!" + _RANK + r"$)(?!has )", r"1 \1 "),
    (rf"^({_DRAWN})\b(?= (?:on|by|at) )", r"1 has \1"),
    (rf"(\d) has (.+?) (?:(?:on|by|at) )?{_STREET}", lambda word: f"{word[1]} {word[3]} {_better(word[2], word[3])}"),
    (rf"(\d) has ({_DRAWN})\+?$", r"1 river \2+"),
    (rf"(\d) has ({_RANK})$", lambda word: f"{word[1]} has {_rank(word[2])}x"),
    (r"(\d) has (\S+) or (\S+)$", r"\1 has \2, \3"),
    (r"(\d) has ([a-z][a-z0-9+/ -]+)$", lambda word: f"{word[1]} {'flop' if _is_made(word[2]) else 'has'} {word[2]}"),
    (r"\bby (turn|river)$", r"by \1 rank"),
    (rf"\b({_RANK}) (?:on|by) (flop)$|^flop (?:has )?({_RANK})$",
        lambda word: f"board flop {_rank(word[1] or word[3])}"),
    (rf"\b({_RANK}) (?:on|by) (turn|river)$", lambda word: f"{word[2]} {_rank(word[1])}"),
    (rf"\b(turn|river) ({_RANK})(?= |$)", lambda word: f"{word[1]} {_rank(word[2])}"),
    (rf"\b(turn|river) ({_RANK})\s*\+", lambda word: f"{word[1]} [{_rank(word[2])}-A]"),
    (rf"\b(turn|river) ({_RANK})\s*-\s*({_RANK})(?= |$)",
        lambda word: f"{word[1]} [{_rank(word[2])}-{_rank(word[3])}]"),
    (r"\b(turn|river) (spade|heart|diamond|club)s?\b", lambda word: f"{word[1]} {word[2][0].lower()}"),
    (r"\bboard (paired|pairs|two-tone|monotone|rainbow|connected)(?: (?:on|by) (flop|turn|river))?$",
        lambda word: f"board {word[2] or 'river'} {'paired' if word[1] == 'pairs' else word[1]}"),
    (r"^(turn|river) pairs?(?: board)?$", r"board \1 paired"),
    (r"\b(\d (?:flop|turn|river)) ([^&()]+?) & ([^&()]+)$", r"\1 \2 and \1 \3"),
    (rf"\b(\d {_STREET}) (.+?) and (?!\d|board|turn|river|not)(.+)$", r"\1 \3 and \1 \4"),
)  # fmt: skip
_RAZZ: tuple[_Rule, ...] = (
    (r"\bwheel\b", "5 low"),
    (r"\b(?:bricks?) (?:on )?" + _STREET, r"\1 [9-K]"),
    (r"\b" + _STREET + " bricks?", r"\1 [9-K]"),
    (rf"\bhas ({_RANK}) (?:on|by) {_STREET}$", lambda word: f"{word[2]} {_rank(word[1])}"),
    (r"\bpairs? (?:on )?" + _STREET, r"\1 pairs"),
    (rf"\b{_STREET} ({_RANK})\s*\+", lambda word: f"{word[1]} [{_rank(word[2])}-K]"),
    (rf"\b(?:has )?({_RANK})(?: low)?(?: or better)? (?:on|by) {_STREET}",
        lambda word: f"{word[2]} low {_rank(word[1])}"),
    (rf"(\d) (?:has )?(?:low ({_RANK})|({_RANK})(?: low)?(?: or better)?)$",
        lambda word: f"{word[1]} seventh low {_rank(word[2] or word[3])}"),
)  # fmt: skip


_RULES: Mapping[Game, tuple[_Rule, ...]] = {"holdem": _HOLDEM, "razz": _RAZZ}


def _is_made(text: str) -> bool:
    try:
        return read_word(text) is not None
    except TextError:
        return False


def _better(made: str, street: str) -> str:
    """Return a hand that is made by the river as it or a better one."""
    return f"{made}+" if street == "river" and re.fullmatch(_DRAWN, made) else made


def as_question(table: Scenario, text: str, orders: Sequence[Order] = ()) -> str:
    """Return the text of the grammar that a question about a table means; as it is where that can be read, or where no
    rule helps."""
    opening = OPENING.match(text)
    plain = text[opening.end() :] if opening else text
    for typed in (text, plain):
        if is_question(table, typed, orders):
            return typed
    if len(text) > LONGEST:
        return text
    words = _names_as_places(" ".join(plain.replace("’", "'").split()), table)
    for pattern, meaning in (*_WORDS, *_RULES[table.game]):
        words = " ".join(re.sub(pattern, meaning, words, flags=re.IGNORECASE).split())
    return words if is_question(table, words, orders) else text


def in_words(question: Question) -> tuple[Question, str]:
    """Return a question in the words of the grammar and its text, empty where it was in them."""
    parts = (question.event, question.given and f"{GIVEN} {question.given}", question.by and f"{BY} {question.by}")
    text = " ".join(filter(None, parts))
    read = as_question(question.table, text)
    return (question, "") if read == text else (question_of_text(question.table, read), read)


def _names_as_places(text: str, table: Scenario) -> str:
    """Return a text with the places of seats for their names and hands."""
    for place, seat in enumerate(table.seats, 1):
        for name in filter(None, (seat.name, seat.cards.strip())):
            if not name.isdigit():
                text = re.sub(rf'(?<![\w"]){re.escape(name)}(?![\w"])', str(place), text, count=1, flags=re.IGNORECASE)
    return text
