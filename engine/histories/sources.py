"""Hands of several files as one list: numbered through, each hand of a site once."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

from engine.histories.hand import RawHand

SUFFIXES = (".phh", ".phhs", ".txt", ".xml", ".log")
"""Ends of the names of files in folders that are looked into."""
HAND = "hand "
"""The text before the number of a hand in its name."""
DIGEST = 20
"""Characters of a digest."""
UNNAMED = ("phh", "acpc", "unknown")
"""Forms whose hands have no numbers of their own: they are the same where their texts are."""


def hand_key(raw: RawHand) -> tuple[str, str]:
    """Return what is the same of two texts of one hand only."""
    return raw.form, raw.text if raw.form in UNNAMED else raw.name


def hand_id(raw: RawHand) -> str:
    """Return the id of a hand in files: its site and number, or a digest of the text of one that has no number."""
    form, name = hand_key(raw)
    return f"{form} {sha256(name.encode()).hexdigest()[:DIGEST]}" if form in UNNAMED else f"{form} {name[len(HAND) :]}"


def one_list(sources: Iterable[tuple[str, Sequence[RawHand]]]) -> tuple[RawHand, ...]:
    """Return the hands of sources with their names, in their order, the second of two equal ones left out."""
    hands: list[RawHand] = []
    seen: set[tuple[str, str]] = set()
    for name, raws in sources:
        for raw in raws:
            key = hand_key(raw)
            if key not in seen:
                seen.add(key)
                hands.append(replace(raw, number=len(hands) + 1, source=name))
    return tuple(hands)
