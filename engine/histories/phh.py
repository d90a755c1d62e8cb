"""PHH texts to PokerKit's hand histories. Imports PokerKit: ``engine.histories.reading`` imports this when needed.

https://phh.readthedocs.io: a hand is a table of TOML; what the format does not know is left out.
"""

import re
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from tomllib import TOMLDecodeError, loads
from typing import Any

from pokerkit.notation import HandHistory
from pokerkit.utilities import parse_value

from engine.histories.hand import RawHand

VARIANTS = {"NT": "no-limit hold'em", "FT": "limit hold'em", "FR": "razz"}
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
_KNOWN = {field.name for field in fields(HandHistory)}
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks")
_AMOUNTS = ("small_bet", "big_bet", "min_bet", "bring_in")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


def phh_history(raw: RawHand) -> HandHistory:
    """Return a PHH text as PokerKit has it.

    Raises:
        HandError: the text is no PHH, lacks a field, or is of a game that is not read.
    """
    table = _table(raw)
    variant = table.get("variant")
    if variant not in VARIANTS:
        told = OTHER_VARIANTS.get(str(variant), f"the variant {variant!r}" if variant else "a hand without a variant")
        raise raw.error(f"{told} is not read: hold'em and razz are")
    for name in HandHistory.required_field_names[variant]:
        if name not in table:
            raise raw.error(f"the field '{name}' is missing")
    _check(raw, table)
    return HandHistory(**{key: value for key, value in table.items() if key in _KNOWN})


def _table(raw: RawHand) -> dict[str, Any]:
    """Return the fields of a hand, with those of its section if it stands in one."""
    try:
        table = loads(raw.text, parse_float=parse_value)
    except (TOMLDecodeError, ArithmeticError) as error:
        found = _AT_LINE.search(str(error))
        line = raw.line + int(found[1]) - 1 if found else raw.line
        raise type(raw.error(""))(f"not TOML: {_AT_LINE.sub('', str(error))}", line, raw.name) from None
    while len(table) == 1 and isinstance(inner := next(iter(table.values())), Mapping):  # [1], [2.a]
        table = dict(inner)
    return table


def _check(raw: RawHand, table: Mapping[str, Any]) -> None:
    """Check the types of what the replay reads: PokerKit takes them as they are."""
    players = table["starting_stacks"]
    for key in _LISTS:
        values = table.get(key)
        if values is not None and not (isinstance(values, list) and all(_is_amount(value) for value in values)):
            raise raw.error(f"'{key}' has to be a list of numbers")
        if values is not None and len(values) != len(players):
            raise raw.error(f"'{key}' has {len(values)} entries for {len(players)} players")
    for key in _AMOUNTS:
        if table.get(key) is not None and not _is_amount(table[key]):
            raise raw.error(f"'{key}' has to be a number")
    for key in ("actions", "players"):
        values = table.get(key, [])
        if not (isinstance(values, list) and all(isinstance(value, str) for value in values)):
            raise raw.error(f"'{key}' has to be a list of texts")
    if "players" in table and len(table["players"]) != len(players):
        raise raw.error(f"'players' has {len(table['players'])} entries for {len(players)} players")


def _is_amount(value: object) -> bool:
    """Return whether a value of a file is a number; one of TOML's floats is a Decimal here."""
    return isinstance(value, int | Decimal) and not isinstance(value, bool)
