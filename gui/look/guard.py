"""Keeps exceptions from leaving methods that Qt calls.

PySide 6.11 may crash if an exception leaves an overridden method that Qt calls while Python waits for Qt.
"""

import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from inspect import isfunction
from typing import Any, get_origin, get_type_hints

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAccessibleInterface

FOREIGN = ("PySide6.", "Shiboken", "shiboken6", "pyqtgraph.")
"""Prefixes of the modules whose classes have overridden methods."""
SPECIAL = frozenset({"__lt__"})
"""Methods with two underscores that Qt calls: it compares the rows of a tree by them."""
NEUTRAL = {"indexOfChild": -1}
"""Results that mean "nothing", for methods in which the empty value of the type means something else."""


class Guarded:
    """The first base of every class that overrides methods of Qt or pyqtgraph: guards the overrides.

    An exception is reported to ``sys.excepthook``, and Qt gets the result of the base class. A method that acts and
    returns None, or a bool for whether it has acted, is not called again in the base class: nothing is done twice.
    """

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        for name, method in list(vars(cls).items()):
            if isfunction(method) and overrides(cls, name):
                setattr(cls, name, _guarded(cls, name, method))


def overrides(cls: type, name: str) -> bool:
    """Return whether a method of this name in ``cls`` overrides one of Qt or pyqtgraph."""
    if name.startswith("__") and name not in SPECIAL:
        return False
    return any(name in vars(base) for base in cls.__mro__[1:] if base.__module__.startswith(FOREIGN))


def is_guarded(method: object) -> bool:
    """Return whether ``method`` is wrapped, so that no exception leaves it."""
    return hasattr(method, "guards")


def _guarded(cls: type, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``method`` so that an exception is reported and never reaches Qt, which could not handle it."""

    @wraps(method)
    def answer(self: object, *arguments: object, **named: object) -> Any:
        try:
            return method(self, *arguments, **named)
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            traceback.clear_frames(error.__traceback__)  # a painter in a frame would block other painters
        return _instead(cls, name, method, self, *arguments, **named)

    answer.guards = method  # type: ignore[attr-defined]
    return answer


def _instead(
    cls: type, name: str, method: Callable[..., Any], self: object, *arguments: object, **named: object
) -> Any:
    """Return the answer of the base class, or the empty value of the return type of ``method``.

    The base class is not called for the interface of a deleted widget, because Qt would access the widget.
    """
    kind: Any = None
    with suppress(Exception):
        kind = get_type_hints(method).get("return")
    if kind in (None, type(None)):
        return None
    # The base class can still compute a value, but a method that returns bool may have acted before it failed.
    if kind is not bool and not issubclass(cls, QAccessibleInterface):
        with suppress(Exception):
            return getattr(super(cls, self), name)(*arguments, **named)
    with suppress(Exception):
        return NEUTRAL[name] if name in NEUTRAL else _nothing(kind)
    return None


def _nothing(kind: Any) -> Any:
    """Return the empty value of a type, None for one that may be None or anything."""
    kind = get_origin(kind) or kind
    return kind() if isinstance(kind, type) and kind is not object else None


class Keyed(QObject):
    """Connects signals of one widget with a handler of several, which gets a key for the widget.

    It is a child of the widget and is deleted with it.
    """

    def __init__(self, widget: QObject, handler: Callable[..., object], key: Any) -> None:
        super().__init__(widget)
        self._handler, self._key = handler, key

    @Slot()
    def plain(self) -> None:
        """Call the handler with the key alone."""
        self._handler(self._key)

    def edited(self, value: object, merge: str) -> None:
        """Call the handler with the key, a value and the name under which edits are merged."""
        self._handler(self._key, value, merge)
