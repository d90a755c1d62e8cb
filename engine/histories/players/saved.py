"""A player as one file: his chances hand by hand, and the counts of all players read.

    {"steelwheel_player": 1, "name": "Ada", "site": "PokerStars",
     "others": {"limp": {"button": [3, 40]}},
     "hands": {"3f9a0c51e2b7d884": ["button", "+open", "-limp", "+bet flop", "-showdown"]}}

A hand is named by a digest of its site and number, so that it counts once however often it is added. ``+`` means that
the chance was taken, ``-`` that it was not. The file contains no cards; in razz the position is the class of the door
card. Files of version 1.0 lack VPIP, PFR and others; these are added with the hands when the hands are added again.
"""

import json
import re

from engine.histories.players.counting import (
    DOORS,
    KEYS,
    REPEATED_STATISTICS,
    Chance,
    Count,
    Counts,
    HandsById,
    PlayerHand,
)
from engine.histories.players.frequencies import Profile
from engine.players.first_hands import POSITIONS
from engine.scenario.reading import Reader, fail, integer, list_of, mapping, one_of, read_json, text_up_to

VERSION = 1
MAX_FILE_BYTES = 20_000_000
MAX_NAME_LENGTH = 80
MAX_COUNT = 1_000_000_000
_KEYS = ("steelwheel_player", "name", "site", "others", "hands")
_HAND_ID = re.compile(r"[0-9a-f]{16}")
_NAME = text_up_to(MAX_NAME_LENGTH)
_COUNT = list_of(integer(0, MAX_COUNT))
_WORDS = list_of(text_up_to(20))
_POSITION = one_of(*POSITIONS, *DOORS)


def dump_profile(profile: Profile) -> bytes:
    """Return a player as JSON, which :func:`read_profile` reads."""
    others: dict[str, dict[str, list[int]]] = {}
    for (statistic, position), count in profile.others.items():
        others.setdefault(statistic, {})[position] = list(count)
    hands = {name: [hand.position, *map(_chance_text, hand.chances)] for name, hand in profile.hands.items()}
    head = {"steelwheel_player": VERSION, "name": profile.name, "site": profile.site, "others": others}
    rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(words)}" for name, words in hands.items())
    begin = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{begin},\n "hands": {{\n{rows}\n }}\n}}\n'.encode()


def read_profile(data: bytes) -> Profile:
    """Return the player of a file.

    Raises:
        ScenarioError: the file is not of a player; the error names the field.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail("file", f"not UTF-8 text: {error.reason} at {error.start}")
    reader = Reader(read_json(text), "", _KEYS)
    reader.need("steelwheel_player", integer(VERSION, VERSION))
    name = reader.need("name", _NAME).strip()
    if not name:
        reader.fail("name", "a player needs a name")
    return Profile(name, reader.need("hands", _hands), reader.get("others", _others, {}), reader.get("site", _NAME, ""))


def _chance_text(chance: Chance) -> str:
    """Return a chance as a file has it: a sign, then the statistic, such as ``+vpip``."""
    return f"{'+' if chance.taken else '-'}{chance.statistic}"


def _hands(value: object, path: str) -> HandsById:
    """Parse the hands of a player by their ids. Equal hands share one object, because a file has many of them."""
    hand_of_words: dict[tuple[str, ...], PlayerHand] = {}
    result = {}
    for name, words in mapping(value, path).items():
        field = f"{path}.{name[:20]}"
        if not _HAND_ID.fullmatch(name):
            fail(field, "the name of a hand has 16 hexadecimal digits")
        key = tuple(_WORDS(words, field))
        if key not in hand_of_words:
            hand_of_words[key] = _hand(key, field)
        result[name] = hand_of_words[key]
    return result


def _hand(words: tuple[str, ...], path: str) -> PlayerHand:
    """Parse a hand: its position, then its chances."""
    if not words:
        fail(path, "the position is missing")
    position = _POSITION(words[0], f"{path}[0]")
    chances = tuple(_chance(word, f"{path}[{i}]") for i, word in enumerate(words[1:], 1))
    once = [chance.statistic for chance in chances if chance.statistic not in REPEATED_STATISTICS]
    if len(set(once)) < len(once):
        fail(path, "duplicate entry")
    return PlayerHand(position, chances)


def _chance(word: str, path: str) -> Chance:
    """Parse a chance; it begins with + if it was taken, with - if it was not."""
    if word[:1] not in ("+", "-"):
        fail(path, "an entry begins with + (taken) or - (not taken)")
    return Chance(one_of(*KEYS)(word[1:], path), word[0] == "+")


def _others(value: object, path: str) -> Counts:
    """Parse the counts of all players of the read histories, by statistic and position."""
    result = {}
    for statistic, row in mapping(value, path).items():
        one_of(*KEYS)(statistic, path)
        for position, pair in mapping(row, f"{path}.{statistic}").items():
            field = f"{path}.{statistic}.{position}"
            _POSITION(position, field)
            numbers = _COUNT(pair, field)
            if len(numbers) != 2 or numbers[0] > numbers[1]:
                fail(field, "expected two numbers: times and opportunities")
            result[statistic, position] = Count(*numbers)
    return result
