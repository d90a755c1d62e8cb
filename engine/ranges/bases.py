"""A range text in two: its base, the range before the flop, and the street filters after it.

Whatever changes the base (a stroke, a slider, a preset) leaves the filters' text as it stands, and the other way round.
"""

from engine.cards import TextError
from engine.ranges.street_filters import STREETS, FilterItem, Street
from engine.ranges.street_text import format_items, read_streets, split_streets


def base_of(text: str) -> str:
    """Return the base of a range text, without blanks round it."""
    return _cut(text)[0]


def filters_of(text: str) -> str:
    """Return the text of the street filters after a range, from the first ``>`` on; empty where there are none."""
    return _cut(text)[1]


def _cut(text: str) -> tuple[str, str]:
    try:
        base, at = split_streets(text)
    except TextError:
        return text.strip(), ""
    return base.strip(), text[at:].strip()


def with_base(text: str, base: str) -> str:
    """Return a range text with ``base`` before its street filters.

    A base that is a whole text, with filters of its own, takes the place of all of it, and so does an empty one:
    nothing has no filters.
    """
    filters = filters_of(text)
    return f"{base.strip()} {filters}" if filters and base.strip() and not filters_of(base) else base


def with_street(text: str, street: Street, items: tuple[FilterItem, ...]) -> str:
    """Return a range text that keeps ``items`` on ``street``, everything where there are none; the rest stands as it
    was written.

    Raises:
        TextError: its filters cannot be read.
    """
    base, at = split_streets(text)
    filters, _ = read_streets(text, at)
    pieces = text[at:].split(">")[1:]
    values = {filter_.street: piece.strip() for filter_, piece in zip(filters, pieces, strict=True)}
    values[street] = f"{street} {format_items(items)}" if items else ""
    kept = (values[name] for name in STREETS if values.get(name))
    return " > ".join([base.strip(), *kept])


def without_street(text: str, street: Street) -> str:
    """Return a range text without the filter of ``street``; the rest stands as it was written.

    Raises:
        TextError: its filters cannot be read.
    """
    return with_street(text, street, ())
