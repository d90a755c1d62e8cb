"""Signals are connected to methods of QObjects: PySide may crash when it disconnects one of another object."""

import ast
import importlib
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessibleInterface

import gui

FILES = sorted(
    path for path in Path(gui.__file__).parent.rglob("*.py") if ".connect(self." in path.read_text(encoding="utf-8")
)


def own_methods_connected(kind):
    """Return the methods of the class itself that its code connects to signals."""
    calls = (node for node in ast.walk(kind) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    given = (node.args[0] for node in calls if node.func.attr == "connect" and node.args)
    return [
        method.attr for method in given if isinstance(method, ast.Attribute) and ast.unparse(method.value) == "self"
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_receivers_are_qobjects_or_live_as_long_as_the_sender(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    connecting = {kind.name: own_methods_connected(kind) for kind in ast.walk(tree) if isinstance(kind, ast.ClassDef)}
    module = ".".join(("gui", *path.relative_to(Path(gui.__file__).parent).with_suffix("").parts)).removesuffix(
        ".__init__"
    )
    for name, methods in connecting.items():
        if methods:
            assert issubclass(getattr(importlib.import_module(module), name), QObject | QAccessibleInterface), methods
