"""What Qt calls lets no exception out: all methods of the window that override others are guarded."""

import importlib
import inspect
import pkgutil
import sys
from typing import get_type_hints

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLabel, QTableView

import gui
from gui.look.guard import Guarded, is_guarded, overrides


def subclasses(kind):
    for inner in type.__subclasses__(kind):
        yield inner
        yield from subclasses(inner)


def classes_of_the_window():
    """Return the classes of all modules of the window that derive from one of Qt."""
    for module in pkgutil.walk_packages(gui.__path__, "gui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    of_shiboken = QObject.__mro__[-2]
    return {kind for kind in subclasses(of_shiboken) if kind.__module__.startswith("gui.")}


def overriding():
    """Yield the name of each override, and the override."""
    for kind in classes_of_the_window():
        for name, value in vars(kind).items():
            made_by_hand = inspect.isfunction(value) or isinstance(value, (staticmethod, classmethod, property))
            if made_by_hand and overrides(kind, name):
                yield f"{kind.__module__}.{kind.__qualname__}.{name}", value


def test_every_override_is_guarded():
    values = dict(overriding())
    assert len(values) > 250
    unguarded = [name for name, method in values.items() if not is_guarded(method)]
    assert not unguarded, f"let these classes derive from Guarded, before their other bases: {unguarded}"


def test_every_override_says_what_it_returns():
    """What Qt is given in place of an exception follows from it."""
    assert [name for name, method in overriding() if "return" not in get_type_hints(method)] == []


@pytest.fixture
def faults(monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: reported.append(error))
    return reported


class Broken(Guarded, QLabel):
    """Breaks wherever Qt calls it."""

    pressed = Signal()

    def paintEvent(self, event) -> None:
        self.painter = QPainter(self)
        del self.painter
        inside = QPainter(self)
        raise KeyError(inside.isActive())

    def sizeHint(self) -> QSize:
        raise ZeroDivisionError

    def event(self, event) -> bool:
        if event.type() == event.Type.ToolTip:
            raise ValueError
        return super().event(event)


class Deeper(Broken):
    """Guarded because its base is."""

    def minimumSizeHint(self) -> QSize:
        raise IndexError


class BrokenModel(Guarded, QAbstractTableModel):
    """Has bases that answer nothing at all."""

    def rowCount(self, parent=QModelIndex()) -> int:  # noqa: B008
        raise ValueError

    def columnCount(self, parent=QModelIndex()) -> int:  # noqa: B008
        return 2

    def data(self, index, role=Qt.ItemDataRole.DisplayRole) -> object:
        raise ValueError

    def headerData(self, section, orientation, role=Qt.ItemDataRole.DisplayRole) -> object:
        raise ValueError


def test_a_value_is_that_of_the_base_class(qtbot, faults):
    widget, plain = Deeper("A text"), QLabel("A text")
    qtbot.addWidget(widget)
    qtbot.addWidget(plain)
    assert (widget.sizeHint(), widget.minimumSizeHint()) == (plain.sizeHint(), plain.minimumSizeHint())
    assert [type(fault) for fault in faults] == [ZeroDivisionError, IndexError]


def test_painting_that_breaks_leaves_no_painter_behind(expose, faults):
    widget = expose(Broken("A text"), (200, 100))
    faults.clear()
    for _ in range(2):
        widget.grab()
    assert [repr(fault) for fault in faults] == ["KeyError(True)"] * 2


def test_a_model_that_breaks_is_an_empty_one(expose, faults):
    model = BrokenModel()
    assert (model.rowCount(), model.data(QModelIndex())) == (0, None)
    view = QTableView()
    view.setModel(model)
    expose(view, (300, 200), model)
    assert model.headerData(0, Qt.Orientation.Horizontal) == 1
    assert faults
    assert {type(fault) for fault in faults} == {ValueError}


def test_an_argument_may_have_its_name(faults):
    assert BrokenModel().headerData(0, Qt.Orientation.Horizontal, role=Qt.ItemDataRole.DisplayRole) == 1
    assert len(faults) == 1
