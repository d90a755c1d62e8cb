"""The window of the guide. Its pages are Markdown files in ``resources/guide``, which can be read on the web, too.

``README.md`` there lists the pages. A further page shows the news: the top section of the changelog.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, QUrl, Slot
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QKeySequence,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QTextBrowser, QVBoxLayout, QWidget

from gui.look.guard import Guarded
from gui.look.keys import native_keys
from gui.look.scale import fix, scaled_size, set_text
from gui.look.theme import CHANGELOGS, FONT_FAMILY, GUIDE, TEXT, current_theme
from gui.parts.build import filled, label, named, on_keys
from gui.parts.text_entry import LineField

CONTENTS = "README.md"
NEWS, NEWS_TITLE = "news", "What’s new"
"""Name and title of the page with the news, which is not a file of the guide."""

LINK = re.compile(r"\[([^]]+)\]\(([\w-]+\.md)\)")
HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
SIZE, MIN_SIZE = QSize(960, 720), QSize(720, 420)
LIST_WIDTH, GAP = 208, 10
WEB = ("http", "https")


def contents() -> list[tuple[str, str]]:
    """Return (file name, title) of each page in reading order, the news last."""
    pages = [(name, title) for title, name in LINK.findall(_read(GUIDE / CONTENTS))]
    return [*pages, (NEWS, NEWS_TITLE)]


def page_text(name: str) -> str:
    """Return the Markdown of a page, or a message if its file cannot be read."""
    return news() if name == NEWS else _read(GUIDE / name)


def headings(name: str) -> list[str]:
    """Return the headings of the sections of a page, without the marks of Markdown."""
    return [re.sub(r"[`*]", "", heading) for heading in HEADING.findall(page_text(name))]


def news() -> str:
    """Return the top section of the changelog with a title."""
    text = _read(next((path for path in CHANGELOGS if path.is_file()), CHANGELOGS[0]))
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    head, _, body = sections[min(1, len(sections) - 1)].partition("\n")
    version = re.match(r"\[(.+?)\]", head)
    return f"# What’s new in {version[1]}\n{body}" if version else text


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        reason = error.strerror
        return f"`{path.name}` cannot be read: {reason}. Run Help > Self-test to see what else is missing."


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    part = block.begin()
    while not part.atEnd():
        yield part.fragment()
        part += 1


def _range(fragment: QTextFragment) -> tuple[int, int]:
    """Return the first position of a fragment and the one after its last."""
    return fragment.position(), fragment.position() + fragment.length()


class Guide(Guarded, QDialog):
    """The window: contents on the left, the page on the right. It stays open while the table is used."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._history: list[str] = []
        self._position = -1
        """The index of the current page in the history."""
        self.setObjectName("guide")
        self.setWindowTitle("Guide")
        self.setMinimumSize(MIN_SIZE)  # fixed pixels, so that large text also fits on small screens
        self.pages = named(QListWidget(self), "guide.contents", "Contents")
        fix(self.pages, width=LIST_WIDTH)
        self.pages.setSpacing(3)
        self.pages.setFrameShape(QListWidget.Shape.NoFrame)
        for name, title in contents():
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.pages.addItem(item)
        self.browser = named(QTextBrowser(self), "guide.page", "Page of the guide")
        self.browser.setSearchPaths([str(GUIDE)])
        self.browser.setOpenLinks(False)
        set_text(self.browser, TEXT + 1)
        self.browser.document().setDocumentMargin(16)
        self.search = named(LineField(self), "guide.find", "Search the page", "Ctrl+F; Enter: next match")
        self.search.setPlaceholderText("Search the page")
        self.search.setClearButtonEnabled(True)
        self.answer = label("", self, name="guide.answer", wrap=True)
        side = filled(QVBoxLayout(), self.search, (self.pages, 1), self.answer, spacing=8)
        filled(QHBoxLayout(self), side, (self.browser, 1), spacing=12, margins=(12, 12, 12, 12))
        self.resize(scaled_size(SIZE.width(), SIZE.height()).boundedTo(self.screen().availableSize()))
        self.pages.currentItemChanged.connect(self._on_chosen)
        self.browser.anchorClicked.connect(self._on_link)
        self.search.returnPressed.connect(self.find_next)
        self.search.textEdited.connect(self._on_search_edited)
        keys = QKeySequence.StandardKey
        rows = ((keys.Find, self._on_find), (keys.FindNext, self.find_next), (keys.FindPrevious, self.find_previous))
        on_keys(self, *rows, ("Alt+Left", self.go_back), ("Alt+Right", self.go_on))

    @property
    def page(self) -> str:
        """The name of the current page, "" before the first."""
        return self._history[self._position] if self._history else ""

    def open_at_first(self) -> None:
        """Show the window with the page displayed last, or the first page."""
        self.open_page(self.page or contents()[0][0])

    def open_page(self, name: str) -> None:
        """Show the window with a page."""
        self._go_to(name)
        self.show()
        self.raise_()
        self.activateWindow()
        self.browser.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_to(self, name: str) -> None:
        # As in browsers: another page replaces the pages that "forward" would show.
        if name != self.page:
            self._history[self._position + 1 :] = [name]
            self._position = len(self._history) - 1
            self._render()

    @Slot()
    def go_back(self) -> None:
        """Show the page before this one in the history."""
        self._step(-1)

    @Slot()
    def go_on(self) -> None:
        """Show the page after this one in the history."""
        self._step(1)

    def _step(self, by: int) -> None:
        if 0 <= self._position + by < len(self._history):
            self._position += by
            self._render()

    @Slot()
    def _render(self) -> None:
        """Show the current page from its beginning, and select it in the list of contents."""
        if not self.page:
            return
        self.browser.setMarkdown(native_keys(page_text(self.page)))
        self._dress_blocks()
        self._dress_tables()
        self._fit_pictures()
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)
        self.answer.setText("")
        # The list follows the page here: its signal would add the page to the history again.
        with QSignalBlocker(self.pages):
            names = [self.pages.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self.pages.count())]
            self.pages.setCurrentRow(names.index(self.page) if self.page in names else -1)

    def _dress_blocks(self) -> None:
        """Set the margins of paragraphs and headings, and show code in the text font on a coloured background.

        No fixed-width font is shipped with the program.
        """
        code_ranges = list[tuple[int, int]]()
        block = self.browser.document().begin()
        while block.isValid():
            cursor = QTextCursor(block)
            if cursor.currentTable() is None and block.textList() is None:
                style = block.blockFormat()
                style.setTopMargin(2 * GAP if style.headingLevel() > 1 else 0)
                style.setBottomMargin(GAP)
                cursor.setBlockFormat(style)
            if block.blockFormat().nonBreakableLines():
                code_ranges.append((block.position(), block.position() + block.length() - 1))
            code_ranges += [_range(part) for part in _fragments(block) if part.charFormat().fontFixedPitch()]
            block = block.next()
        # Changed after the loop: a new format splits and joins the fragments that the loop reads.
        code = QTextCharFormat()
        code.setFontFamilies([FONT_FAMILY])
        code.setFontFixedPitch(False)
        code.setBackground(QColor(current_theme().selection))
        for code_range in code_ranges:
            self._select(*code_range).mergeCharFormat(code)

    def _fit_pictures(self) -> None:
        """Shrink pictures to the width of the page."""
        pictures = list[tuple[tuple[int, int], QTextImageFormat]]()
        block = self.browser.document().begin()
        while block.isValid():
            pictures += [
                (_range(part), part.charFormat().toImageFormat())
                for part in _fragments(block)
                if part.charFormat().isImageFormat()
            ]
            block = block.next()
        for picture_range, style in pictures:
            style.setMaximumWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
            self._select(*picture_range).setCharFormat(style)

    def _select(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.browser.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _dress_tables(self) -> None:
        """Give tables a border and room in their cells, which Markdown cannot state."""
        for frame in self.browser.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                style = frame.format()
                style.setCellPadding(5)
                style.setBottomMargin(GAP)
                style.setBorderCollapse(True)
                style.setBorder(1)
                style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                style.setBorderBrush(QColor(current_theme().outline))
                frame.setFormat(style)

    @Slot()
    def _on_find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @Slot()
    def _on_search_edited(self) -> None:
        """Search from the top while the text is typed."""
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)
        self.find_next()

    @Slot()
    def find_next(self) -> None:
        """Select the next occurrence of the text on the page, after the last one the first."""
        self._find(QTextDocument.FindFlag(0), QTextCursor.MoveOperation.Start)

    @Slot()
    def find_previous(self) -> None:
        """Select the previous occurrence of the text on the page, before the first one the last."""
        self._find(QTextDocument.FindFlag.FindBackward, QTextCursor.MoveOperation.End)

    def _find(self, direction: QTextDocument.FindFlag, edge: QTextCursor.MoveOperation) -> None:
        """Select the next occurrence in ``direction``; after the last one continue from ``edge``."""
        text, result = self.search.text(), True
        if text and not self.browser.find(text, direction):
            previous = self.browser.textCursor()
            self.browser.moveCursor(edge)  # start again at the other end
            result = self.browser.find(text, direction)
            if not result:
                self.browser.setTextCursor(previous)
        self.answer.setText("" if result else "Not on this page")

    @Slot(QListWidgetItem)
    def _on_chosen(self, item: QListWidgetItem) -> None:
        self._go_to(item.data(Qt.ItemDataRole.UserRole))

    @Slot(QUrl)
    def _on_link(self, url: QUrl) -> None:
        """Show another page of the guide, or open an address of the web in the desktop's browser."""
        if url.scheme() in WEB:
            QDesktopServices.openUrl(url)
        elif url.path() in (name for name, _ in contents()):
            self._go_to(url.path())

    def customEvent(self, event: QEvent) -> None:
        self._render()
