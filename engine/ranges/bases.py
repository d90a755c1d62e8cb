"""Splits a range text into its base, the range before the flop, and the street filters after it.

An edit of the base (a stroke, a slider, a preset) does not change the text of the filters, and vice versa.
"""

from engine.cards import TextError
from engine.ranges.street_filters import STREETS, FilterItem, Street
from engine.ranges.street_text import format_items, read_streets, split_streets


def base_of(text: str) -> str:
    """Return the base of a range text, without surrounding blanks."""
    return _cut(text)[0]


def filters_of(text: str) -> str:
    """Return the text of the street filters of a range, from the first ``>`` on, or "" if there are none."""
    return _cut(text)[1]


def _cut(text: str) -> tuple[str, str]:
    try:
        base, at = split_streets(text)
    except TextError:
        return text.strip(), ""
    return base.strip(), text[at:].strip()


def with_base(text: str, base: str) -> str:
    """Return a range text with its base replaced by ``base``.

    If ``base`` is empty or has street filters of its own, it replaces the complete text.
    """
    filters = filters_of(text)
    return f"{base.strip()} {filters}" if filters and base.strip() and not filters_of(base) else base


def with_street(text: str, street: Street, items: tuple[FilterItem, ...]) -> str:
    """Return a range text in which the filter of ``street`` keeps ``items``; without items, the filter is removed.

    The rest of the text stays unchanged.

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
    """Return a range text without the filter of ``street``. The rest stays unchanged.

    Raises:
        TextError: its filters cannot be read.
    """
    return with_street(text, street, ())
