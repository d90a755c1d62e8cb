"""What the Kelly panel and the tracked hand save with a scenario (``Scenario.kelly``): reads and replaces entries."""

from collections.abc import Mapping
from typing import Any

from engine.scenario import Scenario

Values = Mapping[str, Any]


def values_of(scenario: Scenario) -> Values:
    """Return what the panel holds."""
    return scenario.kelly or {}


def with_value(values: Values, key: str, value: Any) -> dict[str, Any] | None:
    """Return the values with another one; None takes a key out, and no values at all are None."""
    changed = {k: v for k, v in values.items() if k != key}
    if value is not None:
        changed[key] = value
    return changed or None


def with_item(values: Values, key: str, index: int, value: Any) -> dict[str, Any] | None:
    """Return the values with another entry of a list by row."""
    items = listed(values, key)
    items += [None] * (index + 1 - len(items))
    items[index] = value
    while items and items[-1] is None:
        items.pop()
    return with_value(values, key, items or None)


def listed(values: Values, key: str) -> list[Any]:
    """Return a list of the values, empty where there is none."""
    found = values.get(key)
    return list(found) if isinstance(found, list | tuple) else []
