"""The export dialog: on the left the list of charts and results; on the right preview, format, look and destination."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QCloseEvent,
    QColor,
    QDesktopServices,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QShowEvent,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFontComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.cards import whole_text
from gui.export.catalog import Entry, ExportCatalog
from gui.export.files import FORMATS, Format, copy_as, export_to
from gui.look.guard import Guarded
from gui.look.scale import at_least, fix, keep_lines, px, scaled_size, text_font
from gui.look.theme import (
    FONT_FAMILY,
    PAPER_SIZES,
    PAPER_TEXTS,
    TEXT_SMALL,
    WHOLE,
    Paper,
    ThemeName,
    current_theme,
    largest_zoom,
)
from gui.parts.build import (
    STRETCH,
    Spoken,
    announce,
    bare_grid,
    combo_box,
    filled,
    label,
    named,
    push_button,
    restyle,
    stacked,
    tab_in_order,
)
from gui.parts.text_entry import LineField
from gui.storage.files import is_file, is_folder
from gui.storage.settings import Settings
from gui.words.formatting import NO_BREAK, number_of

SIZE = QSize(940, 640)
LIST_WIDTH = 264
THUMBNAIL = (240, 150)
"""Width and height of the page of a small picture, which is displayed in :data:`ICON` pixels at 100 % text."""
ICON = (96, 60)
THUMBNAIL_TEXT, FRAME = 22, 4
"""Size of text and width of the frame of a small picture, in its pixels: two per pixel of its page."""
MIN_PREVIEW_HEIGHT = 120
MAX_PREVIEW_LINES = 200
REFRESH_MS, RUNNING_REFRESH_MS = 400, 4000
"""Pause before the dialog follows a change, and the same during a run, whose results change all the time."""
THEMES_OF_PAPER: tuple[tuple[str, ThemeName | None], ...] = (("As window", None), ("Light", "light"), ("Dark", "dark"))
OTHER_PAGES, TABLE = "Other pages", "Table"
"""Headings of the list."""
NOT_DRAWN = "No chart yet"
CHART, RESULTS = "chart", "results"
"""The kinds of entries, for each of which the format is remembered."""
SUFFIXES = {form.suffix for form in FORMATS}
KEY = Qt.ItemDataRole.UserRole
AskFolder = Callable[[QWidget, str], str]
"""(parent, folder to begin with) -> the folder that the player has chosen, or ""."""
ShowFolder = Callable[[Path], bool]
"""Displays a folder; returns False if that is impossible."""


def ask_folder(parent: QWidget, folder: str) -> str:
    """Ask for a folder with the dialog of the desktop; return it, or "" if cancelled."""
    return QFileDialog.getExistingDirectory(parent, "Folder for exported files", folder)


def show_folder(folder: Path) -> bool:
    """Display a folder in the file manager of the desktop; return False if there is none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


@dataclass(frozen=True, slots=True)
class _File:
    """A complete file that is to be written."""

    path: Path
    suffix: str
    data: bytes


_LONG_WORD = re.compile(r"[^\s/-]{24}(?=[^\s/-])")


class Preview(Spoken):
    """Displays a picture as large as there is room for it."""

    spoken_role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        named(self, "export.picture", "Preview")
        self.image = QImage()

    def show_image(self, image: QImage, text: str) -> None:
        """Display ``image``, which ``text`` describes."""
        self.image = image
        self.setAccessibleDescription(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.image.isNull():
            return
        size = self.image.size().scaled(self.size() - QSize(2, 2), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        area = QRectF(left, top, size.width(), size.height())
        # Scaled before it is painted: a painter takes only the nearest pixels, which makes small texts illegible.
        pixels = size * self.devicePixelRatioF()
        scaled = self.image.scaled(
            pixels, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        painter = QPainter(self)
        painter.drawImage(area, scaled)
        painter.setPen(QPen(QColor(current_theme().line), 1.0))
        painter.drawRect(area)
        painter.end()


class ExportDialog(Guarded, QDialog):
    """The dialog. It stays open while the window is used, and follows the page of the window.

    Its widgets are called ``export.<name>``. ``message`` carries a text for the status bar and whether it is an error.
    """

    message = Signal(str, bool)

    def __init__(
        self,
        catalog: ExportCatalog,
        settings: Settings,
        parent: QWidget,
        ask: AskFolder = ask_folder,
        show_in_desktop: ShowFolder = show_folder,
    ) -> None:
        super().__init__(parent)
        self._catalog, self._settings, self._ask, self._show_in_desktop = catalog, settings, ask, show_in_desktop
        self._entries: dict[str, Entry] = {}
        self._page, self._key = "", ""
        """The title of the displayed page, and the key of the selected entry."""
        self._thumbnails: dict[str, QPixmap] = {}
        self._outdated: list[str] = []
        """The keys of the entries whose thumbnails have to be drawn."""
        self._is_preview_outdated = self._is_name_typed = False
        self._waiting: list[_File] = []
        """The files of the question whether existing files shall be replaced."""
        self._written_to: Path | None = None
        """The folder of the files that the message reports as written."""
        self.setObjectName("export")
        self.setWindowTitle("Export")
        self._build()
        self._draw_later = QTimer(self, singleShot=True, interval=0)
        self._draw_later.timeout.connect(self._draw_next)
        self._refresh_later = QTimer(self, singleShot=True)
        self._refresh_later.timeout.connect(self.refresh)
        catalog.changed.connect(self._on_changed)
        self.resize(scaled_size(SIZE.width(), SIZE.height()).boundedTo(self.screen().availableSize()))

    def _build(self) -> None:
        self.list = named(QListWidget(), "export.list", "Charts and tables")
        fix(self.list, width=LIST_WIDTH)
        self.list.setProperty("boxed", True)
        self.list.setIconSize(scaled_size(*ICON))
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._on_selected)
        self.heading = label(name="export.title", role="title", wrap=True)
        self.picture = Preview()
        self.data = named(QPlainTextEdit(), "export.data", "Preview")
        self.data.setReadOnly(True)
        self.data.setTabChangesFocus(True)
        self.data.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.reason = label(name="export.reason", wrap=True, centred=True)
        self._views = stacked(self.picture, self.data, self.reason)
        at_least(self._views, height=MIN_PREVIEW_HEIGHT)
        self._build_buttons()
        note = filled(QHBoxLayout(), (self.note, 1), self.open_folder, self.replace, self.keep, spacing=8)
        buttons = filled(QHBoxLayout(), self.copy, STRETCH, self.save_all, self.save, self.close_button, spacing=8)
        side = filled(QVBoxLayout(), self.heading, (self._views, 1), self._form(), note, buttons, spacing=8)
        filled(QHBoxLayout(self), self.list, (side, 1), spacing=16, margins=(16, 16, 16, 16))
        tab_in_order(
            self.list, self.data, self.format, self.paper_theme, self.paper_size, self.text_size, self.font_family,
            self.file, self.folder, self.choose, self.open_folder, self.replace, self.keep, self.copy, self.save_all,
            self.save, self.close_button,
        )  # fmt: skip

    def _build_buttons(self) -> None:
        self.note = label(name="export.note", wrap=True)
        keep_lines(self.note, 2)
        self.replace = push_button("Replace", "export.replace", self._on_replace)
        self.keep = push_button("Cancel", "export.keep", self._on_keep, "Do not export")
        self.open_folder = push_button("Open folder", "export.openFolder", self._on_open_folder)
        for button in (self.replace, self.keep, self.open_folder):
            button.hide()
        self.copy = push_button("Copy", "export.copy", self._on_copy, "Copy what the preview shows")
        self.save_all = push_button("Save all", "export.saveAll", self._on_save_all)
        self.save = push_button("Save", "export.save", self._on_save)
        self.save.setDefault(True)
        self.close_button = push_button("Close", "export.close", self.reject)

    def _form(self) -> QGridLayout:
        """Return the layout with the fields: format and look of pictures, folder and name of the file."""
        self.format = combo_box("export.format", "Format", self._on_format_chosen)
        self.paper_theme = combo_box("export.theme", "Theme of pictures", self._on_paper_chosen)
        for title, theme in THEMES_OF_PAPER:
            self.paper_theme.addItem(title, theme)
        self.paper_size = combo_box("export.size", "Size of pictures", self._on_paper_chosen)
        for (width, height), title in PAPER_SIZES.items():
            self.paper_size.addItem(f"{title}, {width} × {height}", (width, height))
        self.text_size = combo_box("export.text", "Text size of pictures", self._on_paper_chosen)
        for percent in PAPER_TEXTS:
            self.text_size.addItem(f"{percent}{NO_BREAK}%", percent)
        self.font_family = named(QFontComboBox(), "export.font", "Font of pictures")
        self.font_family.setFontFilters(QFontComboBox.FontFilter.ScalableFonts)
        self.font_family.setWritingSystem(QFontDatabase.WritingSystem.Latin)
        self.font_family.setMinimumContentsLength(8)
        self.font_family.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.font_family.activated.connect(self._on_paper_chosen)
        family = self.font_family.lineEdit()
        assert family is not None
        self._font_field = family
        self._font_field.setAccessibleName(self.font_family.accessibleName())
        self._font_field.editingFinished.connect(self._on_paper_chosen)
        self.folder = named(LineField(), "export.folder", "Folder")
        self.folder.textEdited.connect(self._on_folder_edited)
        self.choose = push_button("Browse…", "export.folder.choose", self._on_choose, "Choose the folder")
        self.file = named(LineField(), "export.file", "File name")
        self.file.textEdited.connect(self._on_name_edited)
        form = bare_grid(None, 8, 8)
        pairs = (
            (("F&ormat", self.format), ("&Theme", self.paper_theme)),
            (("Si&ze", self.paper_size), ("Te&xt size", self.text_size)),
        )
        for row, fields in enumerate(pairs):
            for column, (title, field) in enumerate(fields):
                form.addWidget(self._label(title, field), row, 2 * column)
                form.addWidget(field, row, 2 * column + 1)
        folder = filled(QHBoxLayout(), (self.folder, 1), self.choose, spacing=8)
        form.addWidget(self._label("Fo&nt", self.font_family), 2, 0)
        form.addWidget(self.font_family, 2, 1, 1, 3)
        form.addWidget(self._label("File na&me", self.file), 3, 0)
        form.addWidget(self.file, 3, 1, 1, 3)
        form.addWidget(self._label("Fo&lder", self.folder), 4, 0)
        form.addLayout(folder, 4, 1, 1, 3)
        form.setColumnStretch(1, 1)
        form.setColumnStretch(3, 1)
        return form

    def _label(self, title: str, field: QWidget) -> QLabel:
        widget = label(title)
        widget.setBuddy(field)
        return widget

    # displaying

    def open_with(self, title: str = "") -> None:
        """Show the dialog; the entry with this title is selected if there is one."""
        if not self.isVisible():
            self._ask_nothing()
            self.folder.setText(self._settings.export_folder)
        self.refresh()
        key = next((key for key, entry in self._entries.items() if entry.title == title), "")
        if key:
            self._select(key)
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def refresh(self) -> None:
        """Display the current list of charts and results; all pictures are drawn again, one after the other."""
        entries = {entry.key: entry for entry in self._catalog.entries()}
        page = self._catalog.page_title
        if page != self._page:
            self._key = ""
        rows = [(entry.key, entry.title, entry.page, entry.reason) for entry in entries.values()]
        same = rows == [(entry.key, entry.title, entry.page, entry.reason) for entry in self._entries.values()]
        same = same and page == self._page
        self._entries, self._page = entries, page
        if not same or self._key not in entries:
            self._fill_list()
        self._show_paper()
        self._draw_all()
        self._show_entry()

    def _fill_list(self) -> None:
        """Fill the list, and select the same entry as before, or else the first one that is ready."""
        ready = [entry.key for entry in self._entries.values() if entry.ready]
        key = self._key if self._key in self._entries else (ready or list(self._entries))[0]
        self.list.blockSignals(True)
        self.list.clear()
        heading = ""
        for entry in self._entries.values():
            above = OTHER_PAGES if entry.page else TABLE if entry.chart is None else self._page
            if above != heading:
                heading = above
                self._add_heading(heading)
            self._add_item(entry)
        self.list.blockSignals(False)
        self._select(key)

    def _add_heading(self, title: str) -> None:
        item = QListWidgetItem(title, self.list)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(text_font(TEXT_SMALL, QFont.Weight.DemiBold))
        item.setForeground(QColor(current_theme().muted))

    def _add_item(self, entry: Entry) -> None:
        reason = NOT_DRAWN if entry.chart is not None else entry.reason
        note = (entry.page and f"{entry.page} page") if entry.ready else reason
        item = QListWidgetItem("\n".join(filter(None, (entry.title, note))), self.list)
        item.setData(KEY, entry.key)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (entry.title, note))))
        item.setToolTip(entry.reason)
        if not entry.ready:
            item.setForeground(QColor(current_theme().muted))
        item.setIcon(self._icon(self._thumbnails.get(entry.key) if entry.ready else None))

    def _icon(self, picture: QPixmap | None) -> QIcon:
        """Return the small picture of an entry, an empty page if there is none."""
        if picture is None:
            picture = QPixmap(*THUMBNAIL)
            picture.fill(QColor(current_theme().raised))
        icon = QIcon(_framed(picture))
        icon.addPixmap(_framed(picture), QIcon.Mode.Selected)  # otherwise the style tints it
        return icon

    def _items(self) -> dict[str, QListWidgetItem]:
        items = (self.list.item(row) for row in range(self.list.count()))
        return {item.data(KEY): item for item in items if item.data(KEY)}

    def _select(self, key: str) -> None:
        self.list.setCurrentItem(self._items()[key])

    @property
    def _entry(self) -> Entry:
        """The selected entry."""
        return self._entries[self._key]

    @property
    def _form_now(self) -> Format:
        """The selected format."""
        form: Format = self.format.currentData()
        return form

    @Slot()
    def _on_selected(self) -> None:
        item = self.list.currentItem()
        if item is not None and item.data(KEY) != self._key:
            self._key, self._is_name_typed = item.data(KEY), False
            self._ask_nothing()
            self._show_entry()

    def _show_entry(self) -> None:
        """Display the selected entry: its formats, the name of its file, and the preview once it is drawn."""
        entry = self._entry
        names = [form.name for form in entry.formats]
        if names != [self.format.itemData(i).name for i in range(self.format.count())]:
            self.format.clear()
            for form in entry.formats:
                self.format.addItem(form.title, form)
        name = self._settings.export_formats.get(_kind(entry), "")
        self.format.setCurrentIndex(names.index(name) if name in names else 0)
        self._show_format()

    def _show_format(self) -> None:
        """Display what depends on the format: which fields are used, the suffix of the file, the preview."""
        entry, form = self._entry, self._form_now
        for field in (self.paper_theme, self.paper_size, self.text_size, self.font_family):
            field.setEnabled(form.is_picture)
        for button in (self.copy, self.save):
            button.setEnabled(entry.ready)
        number = len(self._all_of_page())
        self.save_all.setEnabled(number > 0)
        self.save_all.setText(f"Save all {number}" if number > 1 else "Save all")
        self.save_all.setToolTip(f"Save {number_of(number, 'file')} of this page as {form.title}")
        self._show_name()
        self._is_preview_outdated = True
        self._draw_later.start()

    def _all_of_page(self) -> list[Entry]:
        """Return the ready entries of the displayed page, and the results, that have the selected format."""
        names = [(entry, [form.name for form in entry.formats]) for entry in self._entries.values()]
        return [entry for entry, forms in names if entry.ready and not entry.page and self._form_now.name in forms]

    def _show_name(self) -> None:
        """Suggest a file name, or change the suffix of the one that was typed."""
        suffix = self._form_now.suffix
        if self._is_name_typed:
            stem, _, end = self.file.text().rpartition(".")
            stem = stem if end.lower() in SUFFIXES else self.file.text()
            self.file.setText(f"{stem}.{suffix}" if stem.strip() else "")
            return
        try:
            self.file.setText(whole_text(f"{self._entry.stem()}.{suffix}") if self._entry.ready else "")
            self.file.setCursorPosition(0)  # the beginning of a name matters more than its end
        except ValueError:  # the preview shows the reason
            self.file.setText("")

    def _show_paper(self) -> None:
        """Display the look of pictures, which another window may have changed."""
        paper = self._settings.paper
        for combo, value in (
            (self.paper_theme, paper.theme),
            (self.paper_size, (paper.width, paper.height)),
            (self.text_size, paper.text),
        ):
            combo.setCurrentIndex(next((i for i in range(combo.count()) if combo.itemData(i) == value), -1))
        model = self.text_size.model()
        assert isinstance(model, QStandardItemModel)
        for row, percent in enumerate(PAPER_TEXTS):
            model.item(row).setEnabled(percent <= WHOLE * largest_zoom(paper.width, paper.height))
        if not self._font_field.hasFocus() or not self._font_field.text().strip():
            self.font_family.setEditText(paper.family)

    # pictures, drawn while nothing else is to be done

    def _draw_all(self) -> None:
        self._outdated = [entry.key for entry in self._entries.values() if entry.ready]
        self._is_preview_outdated = True
        self._draw_later.start()

    @Slot()
    def _draw_next(self) -> None:
        """Draw the preview, or else the next thumbnail."""
        if not self.isVisible():
            return
        if self._is_preview_outdated:
            self._is_preview_outdated = False
            self._draw_preview()
        elif self._outdated:
            self._draw_thumbnail(self._outdated.pop(0))
        if self._outdated:
            self._draw_later.start()

    def _draw_preview(self) -> None:
        """Show the selected entry as it would be exported: a picture, the first lines of a text, or why neither."""
        entry, form = self._entry, self._form_now
        self.heading.setText(_breakable(entry.title))
        if not entry.ready:
            self._show_reason(f"{NOT_DRAWN}. {entry.reason}" if entry.chart is not None else entry.reason)
            return
        try:
            if form.is_picture and entry.chart is not None:
                drawing = entry.chart.drawing()
                image = entry.chart.image(self._settings.paper)
                self.heading.setText(_breakable(drawing.title))
                self.picture.show_image(image, f"{drawing.title}. {drawing.about}")
                self._views.setCurrentWidget(self.picture)
            else:
                lines = entry.data(form, self._settings.paper).decode().splitlines()
                rest = len(lines) - MAX_PREVIEW_LINES
                more = [f"… and {number_of(rest, 'more line')}"] if rest > 0 else []
                face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
                face.setPixelSize(px(TEXT_SMALL + 1))
                self.data.setFont(face)
                self.data.setPlainText("\n".join(lines[:MAX_PREVIEW_LINES] + more))
                self._views.setCurrentWidget(self.data)
        except ValueError as error:
            self._show_reason(str(error))

    def _show_reason(self, text: str) -> None:
        self.reason.setText(text)
        self._views.setCurrentWidget(self.reason)

    def _draw_thumbnail(self, key: str) -> None:
        entry, item = self._entries.get(key), self._items().get(key)
        if entry is None or item is None:
            return
        try:
            self._thumbnails[key] = self._thumbnail(entry)
        except ValueError:  # the preview shows the reason
            self._thumbnails.pop(key, None)
        item.setIcon(self._icon(self._thumbnails.get(key)))

    def _thumbnail(self, entry: Entry) -> QPixmap:
        """Return a small picture of a chart, or of the first lines of the results.

        Raises:
            ValueError: there is nothing to export.
        """
        width, height = THUMBNAIL
        if entry.chart is None:
            return _text_picture(entry.data(entry.formats[0], self._settings.paper).decode())
        return QPixmap.fromImage(
            entry.chart.image(replace(self._settings.paper, width=width, height=height, text=WHOLE))
        )

    @Slot()
    def _on_changed(self) -> None:
        """Follow the page and the results of the window, soon."""
        if self.isVisible():
            running = self._catalog.session.state == "running"
            if not running or not self._refresh_later.isActive():
                self._refresh_later.start(RUNNING_REFRESH_MS if running else REFRESH_MS)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_later.start()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the page when the player returns to the dialog: not everything on it reports its changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self._entries:
            self.refresh()

    def customEvent(self, event: QEvent) -> None:
        """Follow a change of the theme or of the size of text."""
        self.list.setIconSize(scaled_size(*ICON))
        if self._entries:
            self._fill_list()
            self._draw_all()

    # the player's changes

    @Slot(int)
    def _on_format_chosen(self, _: int) -> None:
        chosen = {**self._settings.export_formats, _kind(self._entry): self._form_now.name}
        self._settings.export_formats = chosen
        self._ask_nothing()
        self._show_format()

    @Slot()
    @Slot(int)
    def _on_paper_chosen(self, _: int = 0) -> None:
        """Store the selected look of pictures, and draw them in it."""
        previous, (width, height) = self._settings.paper, self.paper_size.currentData() or (0, 0)
        paper = replace(
            previous,
            theme=self.paper_theme.currentData() if self.paper_theme.currentIndex() >= 0 else previous.theme,
            width=width or previous.width,
            height=height or previous.height,
            text=self.text_size.currentData() or previous.text,
            family=self.font_family.currentText().strip() or FONT_FAMILY,
        )
        if paper == previous:
            return
        self._settings.paper = paper
        self._ask_nothing()
        self._tell(_missing_font(paper))
        self._show_paper()
        self._draw_all()

    @Slot()
    def _on_folder_edited(self) -> None:
        self._ask_nothing()

    @Slot()
    def _on_name_edited(self) -> None:
        self._is_name_typed = True
        self._ask_nothing()

    @Slot()
    def _on_choose(self) -> None:
        folder = self._ask(self, self.folder.text())
        if folder:
            self._ask_nothing()
            self.folder.setText(folder)

    # copy and save

    @Slot()
    def _on_copy(self) -> None:
        entry, form = self._entry, self._form_now
        self._ask_nothing()
        if entry.chart is not None:
            self._tell(*copy_as(form, entry.chart, self._settings.paper))
            return
        try:
            QGuiApplication.clipboard().setText(entry.data(form, self._settings.paper).decode())
        except ValueError as error:
            self._tell(f"Not copied: {error}", is_error=True)
        else:
            self._tell("Results copied")

    @Slot()
    def _on_save(self) -> None:
        name, suffix = self.file.text().strip(), self._form_now.suffix
        if not name:
            self._tell("Enter a file name", is_error=True)
            return
        if not name.lower().endswith(f".{suffix}"):
            name = f"{name}.{suffix}"
        if Path(name).name != name:
            self._tell("Enter a file name without a folder; the folder has its own field", is_error=True)
            return
        try:
            file = _File(self._folder() / name, f".{suffix}", self._data(self._entry))
        except ValueError as error:
            self._tell(f"Not exported: {error}", is_error=True)
            return
        self._write_or_ask([file])

    @Slot()
    def _on_save_all(self) -> None:
        """Save everything of the page that has the selected format, each under the name that is suggested for it."""
        files, names, suffix = list[_File](), set[str](), self._form_now.suffix
        try:
            for entry in self._all_of_page():
                name = whole_text(entry.stem())
                numbers = (f"{name}-{i}" if i > 1 else name for i in range(1, len(self._entries) + 2))
                name = next(each for each in numbers if each not in names)
                names.add(name)
                files.append(_File(self._folder() / f"{name}.{suffix}", f".{suffix}", self._data(entry)))
        except ValueError as error:
            self._tell(f"Not exported: {error}", is_error=True)
            return
        self._write_or_ask(files)

    def _folder(self) -> Path:
        """Return the folder that has been entered.

        Raises:
            ValueError: there is no such folder, or its path is relative, so that it would depend on the folder in which
                the program was started.
        """
        text = self.folder.text().strip()
        folder = Path.home() / text[2:] if text.startswith("~/") else Path(text)
        if not folder.is_absolute():
            raise ValueError("enter the full path of a folder")
        if not is_folder(folder):
            raise ValueError(f"there is no folder {whole_text(text)}")
        return folder

    def _data(self, entry: Entry) -> bytes:
        return entry.data(self._form_now, self._settings.paper)

    def _write_or_ask(self, files: Sequence[_File]) -> None:
        """Write files, after a question if some of them exist."""
        existing = [whole_text(file.path.name) for file in files if is_file(file.path)]
        if not existing:
            self._write(files)
            return
        self._waiting = list(files)
        exist = "exists" if len(existing) == 1 else "exist"
        names = existing[0] if len(existing) == 1 else f"{len(existing)} of {number_of(len(files), 'file')}"
        self._tell(f"{names} {exist} already. Replace {'it' if len(existing) == 1 else 'them'}?")
        for button in (self.replace, self.keep):
            button.show()
        self.keep.setFocus(Qt.FocusReason.OtherFocusReason)

    def _write(self, files: Sequence[_File]) -> None:
        """Write files; all are tried even if one cannot be written."""
        results = [export_to(str(file.path), file.suffix, file.data, self._settings) for file in files]
        errors = [text for text, is_error in results if is_error]
        if len(files) == 1 or errors:
            text, is_error = (errors or [results[0][0]])[0], bool(errors)
            written = len(files) - len(errors)
            self._tell(f"{text} ({written} of {len(files)} written)" if len(files) > 1 else text, is_error=is_error)
        else:
            self._tell(f"Exported {number_of(len(files), 'file')} to {whole_text(str(files[0].path.parent))}")
        self._written_to = files[0].path.parent if len(errors) < len(files) else None
        self.open_folder.setVisible(self._written_to is not None)

    @Slot()
    def _on_open_folder(self) -> None:
        folder = self._written_to
        if folder is not None and not self._show_in_desktop(folder):
            self._tell(f"{whole_text(str(folder))} cannot be opened", is_error=True)

    @Slot()
    def _on_replace(self) -> None:
        files = self._waiting
        self._ask_nothing()
        self._write(files)

    @Slot()
    def _on_keep(self) -> None:
        self._ask_nothing()

    def _ask_nothing(self) -> None:
        """Withdraw the question whether existing files shall be replaced, and the last message."""
        buttons = (self.keep, self.replace, self.open_folder)
        had_focus = any(button.hasFocus() for button in buttons)
        self._waiting, self._written_to = [], None
        for button in buttons:
            button.hide()
        self.note.setText("")
        if had_focus:
            self.save.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, text: str, is_error: bool = False) -> None:
        """Display a message, and report it to the window and to screen readers."""
        self.note.setText(_breakable(text))
        restyle(self.note, "role", "error" if is_error else "muted")
        if text:
            announce(self.note, text)
        if text and not self._waiting:
            self.message.emit(text, is_error)

    def reject(self) -> None:
        """Close the dialog, or answer an open question with *Cancel*."""
        if self._waiting:
            self._ask_nothing()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the dialog even if a question is open."""
        self._ask_nothing()
        super().closeEvent(event)


def _kind(entry: Entry) -> str:
    return RESULTS if entry.chart is None else CHART


def _breakable(text: str) -> str:
    """Return ``text`` with invisible break points in long words, which would make the dialog wider than the screen."""
    return _LONG_WORD.sub("\\g<0>\u200b", text)


def _framed(picture: QPixmap) -> QPixmap:
    """Return a copy of a small picture with a thin frame, since the list may have the same background."""
    framed = picture.copy()
    painter = QPainter(framed)
    painter.setPen(QPen(QColor(current_theme().line), FRAME))
    painter.drawRect(framed.rect().adjusted(1, 1, -2, -2))
    painter.end()
    return framed


def _text_picture(text: str) -> QPixmap:
    """Return a small picture of the beginning of a text."""
    width, height = THUMBNAIL
    picture = QPixmap(width * 2, height * 2)
    picture.fill(QColor(current_theme().surface))
    face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    face.setPixelSize(THUMBNAIL_TEXT)
    painter = QPainter(picture)
    painter.setPen(QColor(current_theme().text))
    painter.setFont(face)
    area = QRect(0, 0, 8 * width, 2 * height).translated(THUMBNAIL_TEXT, THUMBNAIL_TEXT)
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft, text)
    painter.end()
    return picture


def _missing_font(paper: Paper) -> str:
    """Return a note if the font of the paper is not installed, or ""."""
    if paper.face == paper.family:
        return ""
    return f"“{paper.family}” is not installed: pictures use {FONT_FAMILY}."
