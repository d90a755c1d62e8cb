"""Tests here show windows: the rule of ``tests/qt_rules.py`` holds for all of them."""

from tests.qt_rules import nothing_left_behind as nothing_left_behind
