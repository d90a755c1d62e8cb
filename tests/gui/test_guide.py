"""The guide: every page is in the contents, every link and picture is there, what is new is shown once."""

import re

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine import __version__
from gui.look.theme import GUIDE, current_theme, set_theme
from gui.shell import guide as guide_module
from gui.shell.guide import NEWS, Guide, contents, news, page_text

PAGES = sorted(path.name for path in GUIDE.glob("*.md") if path.name != "README.md")
LINK = re.compile(r"(!?)\[[^]]*\]\(([^)]+)\)")
IMAGE = QTextDocument.ResourceType.ImageResource


@pytest.fixture
def guide(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    made = Guide(parent)
    yield made
    made.reject()


def test_every_page_is_in_the_contents_under_its_own_title():
    titles = dict(contents())
    assert sorted(titles) == sorted([*PAGES, NEWS])
    assert len(PAGES) >= 12
    for name in PAGES:
        assert page_text(name).startswith(f"# {titles[name]}\n")


@pytest.mark.parametrize("name", ["README.md", *PAGES])
def test_links_and_pictures_are_there(name):
    text = page_text(name)
    for _, target in LINK.findall(text):
        assert (GUIDE / target).is_file(), target


def test_every_picture_is_used():
    used = {target for name in PAGES for picture, target in LINK.findall(page_text(name)) if picture}
    assert used == {f"{path.parent.name}/{path.name}" for path in GUIDE.rglob("*.png")}


@pytest.mark.parametrize("name", [*PAGES, NEWS])
def test_a_page_is_shown_with_all_its_pictures(guide, name):
    guide.open_page(name)
    assert guide.pages.currentItem().data(Qt.ItemDataRole.UserRole) == name
    assert guide.browser.horizontalScrollBar().maximum() == 0
    formats = [made for style in guide.browser.document().allFormats() if (made := style.toImageFormat()).isValid()]
    images = {image.name() for image in formats}
    assert len(images) == page_text(name).count("![")
    for image in images:
        assert guide.browser.loadResource(IMAGE, QUrl(image))


def test_contents_links_and_history(guide, monkeypatch):
    guide.open_at_first()
    assert guide.page == contents()[0][0]
    guide.browser.anchorClicked.emit(QUrl("numbers.md"))
    guide.pages.setCurrentRow(3)
    assert guide.page == contents()[3][0]
    guide.go_back()
    guide.go_back()
    guide.go_back()
    assert guide.page == "start.md"
    guide.go_on()
    assert guide.page == "numbers.md"
    guide.open_page("razz.md")
    guide.go_on()
    assert guide.page == "razz.md"
    guide.browser.anchorClicked.emit(QUrl("../secret.md"))
    assert guide.page == "razz.md"
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    guide.browser.anchorClicked.emit(QUrl("https://example.org/"))
    assert opened == [QUrl("https://example.org/")]


def test_the_page_is_searched(guide):
    guide.open_page("keyboard.md")
    QTest.keyClicks(guide.search, "backspace")
    assert guide.browser.textCursor().selectedText() == "Backspace"
    QTest.keyClicks(guide.search, "s")
    assert guide.answer.text() == "Not on this page"
    guide.search.setText("ctrl+")
    guide.find_next()
    first = guide.browser.textCursor().position()
    guide.find_next()
    assert guide.browser.textCursor().position() > first
    guide.find_previous()
    assert guide.browser.textCursor().position() == first
    guide.find_previous()  # behind the first comes the last
    assert guide.browser.textCursor().position() > first
    guide.find_next()
    assert (guide.browser.textCursor().position(), guide.answer.text()) == (first, "")


def test_colours_follow_the_theme(guide):
    guide.open_page("ranges.md")
    set_theme("dark")
    grounds = {f.background().color().name() for f in guide.browser.document().allFormats() if f.isCharFormat()}
    assert current_theme().selection in grounds


def test_what_is_new_is_the_top_section_of_the_changelog(monkeypatch, tmp_path):
    path = tmp_path / "CHANGELOG.md"
    path.write_text("# Changelog\n\nHead\n\n## [0.3.0] - 2027\n\n* New\n\n## [0.2.0]\n\n* Old\n", encoding="utf-8")
    monkeypatch.setattr(guide_module, "CHANGELOGS", (tmp_path / "none", path))
    assert news() == "# What’s new in 0.3.0\n\n* New\n\n"
    path.unlink()
    assert "cannot be read" in news()


def test_the_shipped_changelog_begins_with_this_version():
    assert news().startswith(f"# What’s new in {__version__}\n")
