"""Reading a JSON object field by field: every problem is noted with its field, none stops the reading."""

import json
import math
from collections.abc import Mapping
from typing import Any

from engine.cards import shown
from engine.scenario import Problem, ScenarioError

LARGE = 1e15
"""From here on numbers are told with an exponent."""
MOST_ENTRIES = 1000
"""Of a list: more than there can be opponents."""
LONGEST_KEY = 60
"""Of a key that nobody knows, as much is told."""


class Fields:
    """The fields of one JSON object. A key that is absent or null takes its default.

    ``path`` is the name of the object in its parent, ``problems`` a list that objects within objects share. A
    field with a problem yields its default; call ``done`` before the values are used.
    """

    def __init__(
        self, value: Any, keys: tuple[str, ...], path: str = "", problems: list[Problem] | None = None
    ) -> None:
        self.problems: list[Problem] = [] if problems is None else problems
        self._path = path
        self._values: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        self._readable = isinstance(value, Mapping)
        if not self._readable:
            self.problems.append(Problem(path or "file", f"expected an object, found {_shown(value)}"))
        for key in self._values:
            if key not in keys:
                self.fail(shown(str(key), LONGEST_KEY), f"unknown key; known are {', '.join(keys)}")

    def fail(self, key: str, message: str, *, incomplete: bool = False) -> None:
        """Note a problem with the field ``key``."""
        self.problems.append(Problem(self._name(key), message, incomplete=incomplete))

    def good(self, *keys: str) -> bool:
        """Return whether there is an object, and no problem was noted with these fields or what is inside them."""
        if not self._readable:
            return False
        bad = {problem.field for problem in self.problems}
        names = [self._name(key) for key in keys]
        return not any(field == name or field.startswith((f"{name}.", f"{name}[")) for field in bad for name in names)

    def given(self, key: str) -> bool:
        """Return whether the key is there and not null."""
        return self._values.get(key) is not None

    def done(self) -> None:
        """Raise a ScenarioError with all problems, if there are any."""
        if self.problems:
            raise ScenarioError(*self.problems)

    def number(
        self,
        key: str,
        default: float | None = None,
        *,
        above: float = -math.inf,
        at_least: float = -math.inf,
        at_most: float = math.inf,
        below: float = math.inf,
        whole: bool = False,
    ) -> float:
        """Return a number within bounds; without a default the key is needed."""
        if not self.given(key):
            if default is None and self._readable:
                self.fail(key, "this value is missing", incomplete=True)
            return math.nan if default is None else default
        value = self._values[key]
        kind = int if whole else (int, float)
        right = isinstance(value, kind) and not isinstance(value, bool) and math.isfinite(value)
        if not (right and above < value < below and at_least <= value <= at_most):
            bounds = _bounds(value if right else None, above, at_least, at_most, below)
            found = int(value) if right and abs(value) < LARGE and not whole and value == int(value) else value
            self.fail(key, f"expected {'an integer' if whole else 'a number'}{bounds}, found {_shown(found)}")
            return math.nan if default is None else default
        return value if whole else float(value)

    def optional_number(self, key: str, *, at_least: float, at_most: float) -> float | None:
        """Return a number within bounds, or None where there is none."""
        return self.number(key, at_least=at_least, at_most=at_most) if self.given(key) else None

    def choice(self, key: str, choices: tuple[str, ...]) -> str | None:
        """Return one of the texts, or None where there is none."""
        if not self.given(key):
            return None
        value = self._values[key]
        if value not in choices:
            self.fail(key, f"expected one of {', '.join(choices)}, found {_shown(value)}")
        return str(value)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Return true or false."""
        value = self._values.get(key)
        if value is not None and not isinstance(value, bool):
            self.fail(key, f"expected true or false, found {_shown(value)}")
        return value if isinstance(value, bool) else default

    def numbers(self, key: str, default: float | None = None, *, at_least: float, at_most: float) -> tuple[float, ...]:
        """Return a list of numbers within bounds, empty where there is none; ``default`` stands for null in it."""
        if not self.given(key):
            return ()
        values = self._values[key]
        if not isinstance(values, list | tuple):
            self.fail(key, f"expected a list, found {_shown(values)}")
            return ()
        if len(values) > MOST_ENTRIES:
            self.fail(key, f"expected at most {MOST_ENTRIES} entries, found {len(values)}")
            return ()
        rows = Fields(
            {f"{key}[{i}]": value for i, value in enumerate(values)},
            tuple(f"{key}[{i}]" for i in range(len(values))),
            self._path,
            self.problems,
        )
        return tuple(
            rows.number(f"{key}[{i}]", default, at_least=at_least, at_most=at_most) for i in range(len(values))
        )

    def inside(self, key: str, keys: tuple[str, ...]) -> "Fields":
        """Return the fields of the object at ``key``."""
        return Fields(self._values[key], keys, self._name(key), self.problems)

    def _name(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key


def _bounds(value: float | None, above: float, at_least: float, at_most: float, below: float) -> str:
    """Return the bounds of a number that ``value`` does not keep; all of them where it is no number."""
    parts = [
        (above, "above", value is None or not value > above),
        (at_least, "of at least", value is None or value < at_least),
        (at_most, "of at most", value is None or value > at_most),
        (below, "below", value is None or not value < below),
    ]
    told = [f"{word} {_plain(bound)}" for bound, word, wanted in parts if wanted and math.isfinite(bound)]
    return " " + " and ".join(told) if told else ""


def _plain(bound: float) -> str:
    return f"{bound:.9f}".rstrip("0") if 0.0 < abs(bound) < 1e-3 else f"{bound:g}"


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, Mapping):
        return "an object"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, str | int | float | None) else repr(value)
    return text if len(text) <= 24 else text[:24] + "..."
