"""What the palette offers, and which of it is meant by what has been typed."""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

MOST_FOUND = 60
BEGINS, WORD, INITIALS, INSIDE = 0, 1, 2, 3
"""How far a word is from what it was found in: its beginning, that of one of its words, the first letters of several,
or some letters."""
IN_DETAIL = 2
"""The same of a word that is found only in the detail: added."""


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """Something to be done: its ``title``, the ``detail`` (what it is, where it stands), its shortcut."""

    title: str
    detail: str
    run: Callable[[], object]
    keys: str = ""


Source = Callable[[], Sequence[PaletteItem]]
"""What the palette asks each time that it opens."""


@dataclass(frozen=True, slots=True)
class Found:
    """An item, how far it is from what was typed, and the places of the letters in its title that were typed."""

    item: PaletteItem
    distance: int = 0
    letters: tuple[int, ...] = ()


def find(typed: str, items: Iterable[PaletteItem]) -> list[Found]:
    """Return the items that have every word that was typed, the nearest first, equally near ones in their order.

    A word stands at the beginning of the title, or of one of its words, is made of the first letters of words (``nt``
    finds *New table*), or stands inside the title or in the detail.
    """
    words = _plain(typed).split()
    found = (match for item in items if (match := _match(words, item)) is not None)
    return heapq.nsmallest(MOST_FOUND, found, key=lambda match: match.distance)


def _match(words: Sequence[str], item: PaletteItem) -> Found | None:
    title, detail = _plain(item.title), _plain(item.detail)
    distance, letters = 0, set[int]()
    for word in words:
        here = _place(word, title)
        if here is not None:
            distance += here[0]
            letters.update(here[1])
            continue
        there = _place(word, detail)
        if there is None or there[0] == INITIALS:
            return None
        distance += there[0] + IN_DETAIL
    return Found(item, distance, tuple(sorted(letters)))


def _place(word: str, text: str) -> tuple[int, range | list[int]] | None:
    """Return how far ``word`` is from ``text`` and the places of its letters there; None where it is not in it."""
    at = text.find(word)
    starts = at
    while starts >= 0 and not _begins_word(text, starts):
        starts = text.find(word, starts + 1)
    if starts >= 0:
        return BEGINS if starts == 0 else WORD, range(starts, starts + len(word))
    initials = _initials(word, text)
    if initials:
        return INITIALS, initials
    return (INSIDE, range(at, at + len(word))) if at >= 0 else None


def _initials(word: str, text: str) -> list[int]:
    """Return the places of the letters of ``word``, each behind the one before or at the beginning of a later word."""
    places: list[int] = []
    for sign in word:
        behind = places[-1] + 1 if places else 0
        if places and text[behind : behind + 1] == sign:
            places.append(behind)
            continue
        starts = (i for i in range(behind, len(text)) if text[i] == sign and _begins_word(text, i))
        place = next(starts, None)
        if place is None:
            return []
        places.append(place)
    return places


def _begins_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()


def _plain(text: str) -> str:
    """Return ``text`` in small letters, sign for sign."""
    return "".join(small if len(small := sign.lower()) == 1 else sign for sign in text)
