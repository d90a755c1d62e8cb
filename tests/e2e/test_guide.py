"""The guide in the assembled program: opened from the menu; what is new is shown once after an update."""

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog

from engine import __version__
from gui.shell.guide import NEWS
from tests.e2e.playing import part


def guide_of(app):
    return app.main_window.findChild(QDialog, "guide")


def test_the_guide_opens_from_the_menu(app):
    assert guide_of(app) is None
    part(app, "action.guide", QAction).trigger()
    assert guide_of(app).isVisible()
    assert guide_of(app).page == "start.md"
    guide_of(app).reject()
    part(app, "action.news", QAction).trigger()
    assert guide_of(app).isVisible()
    assert guide_of(app).page == NEWS


@pytest.mark.parametrize(("seen", "shown"), [("", False), (__version__, False), ("0.0.9", True)])
def test_what_is_new_is_shown_once_after_an_update(app, seen, shown):
    app.settings.version_seen = seen
    app.main_window.show_news_after_update()
    assert (guide_of(app) is not None) == shown
    assert app.settings.version_seen == __version__
    if shown:
        guide_of(app).reject()
        app.main_window.show_news_after_update()
        assert not guide_of(app).isVisible()
