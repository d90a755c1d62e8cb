"""The parser of PHH, the Poker Hand History format (https://phh.readthedocs.io).

A hand is a TOML table; fields that the format does not know are ignored.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from tomllib import TOMLDecodeError, loads
from typing import Any

from engine.histories.hand import UNKNOWN_CARD, HandError, RawHand
from engine.histories.record import BetLimits, HandAction, ParsedHand, StatedEnd, Verb, exact
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
MAX_KEY_PARTS = 8
"""Parts of a dotted key or of the name of a table. The format has two at most; the time and memory that TOML's parser
needs grow with the square of their number."""
MAX_DEPTH = 8
"""Nesting of lists and tables; the format has one level."""
MAX_AMOUNT = 1_000_000_000_000_000
"""Chips; larger numbers are not from hands, and floats cannot represent them exactly."""
_REQUIRED_FIELDS = {
    "NT": ("antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions"),
    "FT": ("antes", "blinds_or_straddles", "small_bet", "big_bet", "starting_stacks", "actions"),
    "FR": ("antes", "bring_in", "small_bet", "big_bet", "starting_stacks", "actions"),
}
_VERBS: dict[str, Verb] = {"f": "fold", "cc": "call", "cbr": "raise", "pb": "bring-in", "sm": "show"}
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks")
_AMOUNTS = ("small_bet", "big_bet", "min_bet", "bring_in")
_TOKENS = re.compile(
    r"""\"{3}(?:[^\\]|\\.)*?(?:\"{3}|\Z) | '{3}.*?(?:'{3}|\Z) | "(?:[^"\\\n]|\\.)*+"? | '[^'\n]*+'? | \#[^\n]*+"""
    r"| [\[{] | [\]}] | [ \t]*\.[ \t]* | [\w+:-]+ | [ \t]+ | \n | .",
    re.VERBOSE | re.DOTALL,
)
"""The tokens of a TOML text: strings, comments, brackets, dots, words and others. Each matches without backtracking,
even a string without an end."""
_CARD = re.compile(rf"[2-9TJQKA][cdhs]|{re.escape(UNKNOWN_CARD)}")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
NO_FIELD = "a line reads name = value, as in antes = [0, 0]"
ERROR_MEANINGS = (
    ("Expected '='", "'=' is missing after the name of a field"),
    ("Unterminated string|Illegal character|Expected (\"'|'\"')", "a quotation mark is missing"),
    ("Unclosed|Expected ']", "a closing bracket is missing"),
    ("Cannot|Duplicate", "a field appears twice"),
    ("Invalid value", "a value is neither a number, a text in quotation marks nor a list in brackets"),
    ("Invalid (date|hex)", "a date or a number cannot be read"),
    ("Expected newline", "unexpected text after the value of a field"),
    ("Escaped|Unescaped", "invalid backslash escape in a text"),
)
"""The beginnings of the messages of TOML's parser, and their meaning for the file."""


def phh_record(raw: RawHand) -> ParsedHand:
    """Return the record of a PHH text.

    Raises:
        HandError: the text is not PHH, lacks a field, or is of an unsupported game.
        ValueError: an action is not valid.
    """
    table = _table(raw)
    variant = table.get("variant")
    if variant not in VARIANTS:
        stated = OTHER_VARIANTS.get(str(variant), f"the variant {variant!r}" if variant else "a hand without a variant")
        raise raw.not_read(stated)
    for name in _REQUIRED_FIELDS[variant]:
        if name not in table:
            raise raw.error(f"the field '{name}' is missing")
    _check(raw, table)
    stacks = tuple(table["starting_stacks"])
    # Heads up PHH lists the posts with the small blind first although it is seated last.
    step = -1 if len(stacks) == 2 else 1
    posts = tuple(table.get("blinds_or_straddles") or (0,) * len(stacks))[::step]
    antes = tuple(table["antes"])[::step]
    names = tuple(table.get("players") or ("",) * len(stacks))
    even_antes = bool(table.get("ante_trimming_status"))
    actions = [action for text in table["actions"] if (action := _action(text, len(stacks))) is not None]
    return ParsedHand(
        variant=variant,
        names=names,
        stacks=stacks,
        antes=antes,
        posts=posts,
        actions=tuple(actions),
        limits=BetLimits(**{key: table.get(key) or 0 for key in _AMOUNTS}),
        even=even_antes,
        strict=True,
        stated=_stated_end(table, names),
    )


def _action(text: str, players: int) -> HandAction | None:
    """Return an action of PHH, or None for a comment."""
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
    raise ValueError(f"'{text}' is not an action")


def _player(text: str, players: int) -> int:
    if text[:1] != "p" or not text[1:].isdecimal() or not 1 <= int(text[1:]) <= players:
        raise ValueError(f"there is no player '{text}'")
    return int(text[1:]) - 1


def _cards(text: str) -> tuple[str, ...]:
    """Return the cards of a text without spaces, such as ``Ah7c``. Raises ValueError if it is not one."""
    cards = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    wrong = next((card for card in cards if not _CARD.fullmatch(card)), None)
    if wrong is not None:
        raise ValueError(f"'{wrong}' is not a card")
    return cards


def _stated_end(table: Mapping[str, Any], names: Sequence[str]) -> StatedEnd:
    """Return the end of the hand: the chips that each player collected."""
    winnings = table.get("winnings")
    if not (isinstance(winnings, list) and len(winnings) == len(names) and all(map(_is_amount, winnings))):
        return StatedEnd()
    return StatedEnd(won={player: chips for player, chips in enumerate(winnings) if chips})


def _error_text(message: str) -> str:
    """Return the meaning of an error message of TOML's parser."""
    return next((text for beginning, text in ERROR_MEANINGS if re.match(beginning, message)), NO_FIELD)


def _table(raw: RawHand) -> dict[str, Any]:
    """Return the fields of a hand, taken out of its section if it has one."""
    _check_depth(raw)
    try:
        table = loads(raw.text, parse_float=exact)
    except ArithmeticError:
        raise raw.error("a number in it is too large") from None
    except TOMLDecodeError as error:
        result = _AT_LINE.search(str(error))
        line = raw.line + int(result[1]) - 1 if result else raw.line
        raise HandError(_error_text(str(error)), line, raw.name) from None
    while len(table) == 1 and isinstance(inner := next(iter(table.values())), Mapping):  # [1], [2.a]
        table = dict(inner)
    return table


def _check_depth(raw: RawHand) -> None:
    """Raise an error, before the text is parsed, if it is nested more deeply than a hand can be."""
    depth, parts, after_dot = 0, 0, False
    for result in _TOKENS.finditer(raw.text):
        token = result[0]
        if token.strip(" \t") == ".":
            # Dotted keys nest tables without brackets, so their parts are counted as well.
            parts, after_dot = parts + 1, True
        elif token in "[{" or token in "]}":
            depth, parts = max(depth + (1 if token in "[{" else -1), 0), 0
        elif not after_dot:
            parts = 0
        else:
            after_dot = False
        if depth > MAX_DEPTH or parts >= MAX_KEY_PARTS:
            line = raw.line + raw.text.count("\n", 0, result.start())
            problem = (
                f"more than {MAX_DEPTH} nested lists"
                if depth > MAX_DEPTH
                else f"a key with more than {MAX_KEY_PARTS} parts"
            )
            raise type(raw.error(""))(f"this is not a hand: {problem}", line, raw.name)


def _check(raw: RawHand, table: Mapping[str, Any]) -> None:
    """Raise an error if a field has a wrong type or length."""
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
    """Return True if a value is a number of chips. TOML floats are Decimals here; ``inf`` is an unknown stack."""
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        return False
    number = Decimal(value)
    return not number.is_nan() and (number.is_infinite() or -MAX_AMOUNT <= number <= MAX_AMOUNT)
