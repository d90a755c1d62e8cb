"""PHH texts to records.

https://phh.readthedocs.io: a hand is a table of TOML; what the format does not know is left out.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from tomllib import TOMLDecodeError, loads
from typing import Any

from engine.histories.hand import UNKNOWN_CARD, HandError, RawHand
from engine.histories.record import BetLimits, HandAction, HandRecord, StatedEnd, Verb, exact
from engine.histories.replay import VARIANTS

OTHER_VARIANTS = {
    "NS": "short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "Omaha hi-lo",
    "F7S": "seven card stud",
    "F7S/8": "stud hi-lo",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
    "FB": "badugi",
}
MOST_PARTS = 8
"""Of a dotted key or the name of a table: the format has two at most, and TOML's reader takes a time and a memory that
grow with the square of them."""
DEEPEST = 8
"""Lists and tables within one another; the format has one in another."""
LARGEST_AMOUNT = 1_000_000_000_000_000
"""Chips; more are no hand, and floats no longer tell them apart."""
_NEEDED = {
    "NT": ("antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions"),
    "FT": ("antes", "blinds_or_straddles", "small_bet", "big_bet", "starting_stacks", "actions"),
    "FR": ("antes", "bring_in", "small_bet", "big_bet", "starting_stacks", "actions"),
}
_VERBS: dict[str, Verb] = {"f": "fold", "cc": "call", "cbr": "raise", "pb": "bring-in", "sm": "show"}
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks")
_AMOUNTS = ("small_bet", "big_bet", "min_bet", "bring_in")
_PIECES = re.compile(
    r"""\"{3}(?:[^\\]|\\.)*?(?:\"{3}|\Z) | '{3}.*?(?:'{3}|\Z) | "(?:[^"\\\n]|\\.)*+"? | '[^'\n]*+'? | \#[^\n]*+"""
    r"| [\[{] | [\]}] | [ \t]*\.[ \t]* | [\w+:-]+ | [ \t]+ | \n | .",
    re.VERBOSE | re.DOTALL,
)
"""The parts of a text of TOML: strings, comments, brackets, dots, words and the rest; each is found at once, also a
string that has no end."""
_CARD = re.compile(rf"[2-9TJQKA][cdhs]|{re.escape(UNKNOWN_CARD)}")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
NO_FIELD = "a line reads name = value, as in antes = [0, 0]"
FAULTS = (
    ("Expected '='", "'=' is missing after the name of a field"),
    ("Unterminated string|Illegal character|Expected (\"'|'\"')", "a quotation mark is missing"),
    ("Unclosed|Expected ']", "a closing bracket is missing"),
    ("Cannot|Duplicate", "a field stands there twice"),
    ("Invalid value", "a value is neither a number, a text in quotation marks nor a list in brackets"),
    ("Invalid (date|hex)", "a date or a number cannot be read"),
    ("Expected newline", "something follows the value of a field"),
    ("Escaped|Unescaped", "a backslash in a text stands for no sign"),
)
"""The beginnings of the messages of TOML's reader, and their meaning for the file."""


def phh_record(raw: RawHand) -> HandRecord:
    """Return the record of a PHH text.

    Raises:
        HandError: the text is no PHH, lacks a field, or is of a game that is not read.
        ValueError: an action is none.
    """
    table = _table(raw)
    variant = table.get("variant")
    if variant not in VARIANTS:
        stated = OTHER_VARIANTS.get(str(variant), f"the variant {variant!r}" if variant else "a hand without a variant")
        raise raw.not_read(stated)
    for name in _NEEDED[variant]:
        if name not in table:
            raise raw.error(f"the field '{name}' is missing")
    _check(raw, table)
    stacks = tuple(table["starting_stacks"])
    turned = -1 if len(stacks) == 2 else 1  # heads up the format lists the small blind first, and sits it last
    posts = tuple(table.get("blinds_or_straddles") or (0,) * len(stacks))[::turned]
    antes = tuple(table["antes"])[::turned]
    names = tuple(table.get("players") or ("",) * len(stacks))
    even = bool(table.get("ante_trimming_status"))
    actions = [action for text in table["actions"] if (action := _action(text, len(stacks))) is not None]
    return HandRecord(
        variant=variant,
        names=names,
        stacks=stacks,
        antes=antes,
        posts=posts,
        actions=tuple(actions),
        limits=BetLimits(**{key: table.get(key) or 0 for key in _AMOUNTS}),
        even=even,
        strict=True,
        told=_told_end(table, names),
    )


def _action(text: str, players: int) -> HandAction | None:
    """Return an action of PHH; None for a comment."""
    words = text.partition("#")[0].split()
    match words:
        case []:
            return None
        case "d", "db", cards:
            return HandAction("board", cards=_cards(cards))
        case "d", "dh", player, cards:
            return HandAction("deal", _player(player, players), cards=_cards(cards))
        case player, ("f" | "cc" | "pb") as verb:
            return HandAction(_VERBS[verb], _player(player, players))
        case player, "cbr", amount:
            return HandAction("raise", _player(player, players), exact(amount))
        case player, "sm":
            return HandAction("show", _player(player, players))
        case player, "sm", cards:
            known = cards == "-"
            return HandAction("show", _player(player, players), cards=() if known else _cards(cards), known=known)
    raise ValueError(f"the action '{text}' is none")


def _player(text: str, players: int) -> int:
    if text[:1] != "p" or not text[1:].isdecimal() or not 1 <= int(text[1:]) <= players:
        raise ValueError(f"there is no player '{text}'")
    return int(text[1:]) - 1


def _cards(text: str) -> tuple[str, ...]:
    cards = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    wrong = next((card for card in cards if not _CARD.fullmatch(card)), None)
    if wrong is not None:
        raise ValueError(f"'{wrong}' is no card")
    return cards


def _told_end(table: Mapping[str, Any], names: Sequence[str]) -> StatedEnd:
    """Return the end of the hand: who has collected what."""
    winnings = table.get("winnings")
    if not (isinstance(winnings, list) and len(winnings) == len(names) and all(map(_is_amount, winnings))):
        return StatedEnd()
    return StatedEnd(won={player: chips for player, chips in enumerate(winnings) if chips})


def _told(message: str) -> str:
    """Return in the words of the file what TOML's reader finds wrong."""
    return next((words for begin, words in FAULTS if re.match(begin, message)), NO_FIELD)


def _table(raw: RawHand) -> dict[str, Any]:
    """Return the fields of a hand, with those of its section if it stands in one."""
    _check_depth(raw)
    try:
        table = loads(raw.text, parse_float=exact)
    except ArithmeticError:
        raise raw.error("a number in it is too large") from None
    except TOMLDecodeError as error:
        result = _AT_LINE.search(str(error))
        line = raw.line + int(result[1]) - 1 if result else raw.line
        raise HandError(_told(str(error)), line, raw.name) from None
    while len(table) == 1 and isinstance(inner := next(iter(table.values())), Mapping):  # [1], [2.a]
        table = dict(inner)
    return table


def _check_depth(raw: RawHand) -> None:
    """Check, before the text is parsed, that it is not nested more deeply than a hand can be."""
    depth, parts, joined = 0, 0, False
    for result in _PIECES.finditer(raw.text):
        piece = result[0]
        if piece.strip(" \t") == ".":
            parts, joined = parts + 1, True
        elif piece in "[{" or piece in "]}":
            depth, parts = max(depth + (1 if piece in "[{" else -1), 0), 0
        elif not joined:
            parts = 0
        else:
            joined = False
        if depth > DEEPEST or parts >= MOST_PARTS:
            line = raw.line + raw.text.count("\n", 0, result.start())
            what = (
                f"more than {DEEPEST} lists in one another" if depth > DEEPEST else f"a key of over {MOST_PARTS} parts"
            )
            raise type(raw.error(""))(f"this is no hand: {what}", line, raw.name)


def _check(raw: RawHand, table: Mapping[str, Any]) -> None:
    """Check the types of what the replay reads."""
    players = table["starting_stacks"]
    for key in _LISTS:
        values = table.get(key)
        if values is not None and not (isinstance(values, list) and all(_is_amount(value) for value in values)):
            raise raw.error(f"'{key}' has to be a list of numbers of chips")
        if values is not None and len(values) != len(players):
            raise raw.error(f"'{key}' has {len(values)} entries for {len(players)} players")
    for key in _AMOUNTS:
        if table.get(key) is not None and not _is_amount(table[key]):
            raise raw.error(f"'{key}' has to be a number of chips")
    for key in ("actions", "players"):
        values = table.get(key, [])
        if not (isinstance(values, list) and all(isinstance(value, str) for value in values)):
            raise raw.error(f"'{key}' has to be a list of texts")
    if "players" in table and len(table["players"]) != len(players):
        raise raw.error(f"'players' has {len(table['players'])} entries for {len(players)} players")


def _is_amount(value: object) -> bool:
    """Return whether a value of a file is a number of chips, ``inf`` for a stack that is not known; one of TOML's
    floats is a Decimal here."""
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        return False
    number = Decimal(value)
    return not number.is_nan() and (number.is_infinite() or -LARGEST_AMOUNT <= number <= LARGEST_AMOUNT)
