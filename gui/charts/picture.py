"""Charts as files: PNG, SVG and PDF, each drawn on a page of fixed size. Equal results give identical files."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from html import escape, unescape
from typing import Any, TypeVar

import pyqtgraph as pg
from pyqtgraph.exporters import SVGExporter
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QRectF, QSizeF, Qt, QUuid
from PySide6.QtGui import QAction, QFont, QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter

from engine.cards import plain_name
from gui.charts.plot import PlotFigure
from gui.charts.style import text_width
from gui.charts.values import Table
from gui.look.theme import THEMES, Paper, Theme

PNG_SCALE = 2
PNG_QUALITY = 20
"""From 0 (smallest file, slow) to 100 (uncompressed); the pixels are the same."""
PIXELS_PER_INCH = 96
POINTS_PER_PIXEL = 72 / PIXELS_PER_INCH
FALLBACK_FONTS = "Helvetica Neue, Arial, sans-serif"
PROGRAM = "Steel Wheel"
Rendered = TypeVar("Rendered")
STANDARD_PAPER = Paper()
NOTHING = "there is nothing to export yet"
NO_RESULT, NOT_OPENED = "No result yet", "Open this view on the page first"
"""Reasons why a chart cannot be exported."""

_svg_module: Any = sys.modules[SVGExporter.__module__]


@contextmanager
def _page(figure: PlotFigure, paper: Paper, device_scale: float = 1.0) -> Iterator[pg.GraphicsView]:
    """Lay out the figure on a page that is not on screen."""
    view = pg.GraphicsView(background=figure.theme.surface)
    try:
        view.setFrameShape(pg.QtWidgets.QFrame.Shape.NoFrame)
        # The scene is laid out only when the view is shown, which this attribute allows without a window.
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.setCentralItem(figure.sheet)
        view.resize(*paper.layout)
        view.show()
        figure.set_device_scale(device_scale)
        figure.redraw()
        view.scene().prepareForPaint()
        yield view
    finally:
        view.hide()
        view.deleteLater()


def _render(view: pg.GraphicsView, paper: Paper, device: QPaintDevice) -> None:
    page = QRectF(0, 0, paper.width, paper.height)
    painter = QPainter(device)
    try:
        painter.fillRect(page, view.backgroundBrush())
        view.render(painter, page, QRect(0, 0, *paper.layout), Qt.AspectRatioMode.IgnoreAspectRatio)
    finally:
        painter.end()


def image_of(figure: PlotFigure, paper: Paper, title: str, description: str) -> QImage:
    """Return the figure as an image of twice the page's pixels, with title and description among its texts.

    Raises:
        ValueError: there is no room in memory for a picture of this size.
    """
    image = QImage(paper.width * PNG_SCALE, paper.height * PNG_SCALE, QImage.Format.Format_RGB32)
    if image.isNull():
        raise ValueError(f"a picture of {paper.width} x {paper.height} pixels cannot be drawn")
    image.setDevicePixelRatio(PNG_SCALE)
    for key, text in (("Title", title), ("Description", description), ("Software", PROGRAM)):
        image.setText(key, text)
    with _page(figure, paper, PNG_SCALE * paper.zoom) as view:
        _render(view, paper, image)
    image.setDevicePixelRatio(1.0)  # as of a picture that is read from a file
    return image


def png_bytes(figure: PlotFigure, paper: Paper, title: str, description: str) -> bytes:
    """Return the figure as a PNG of twice the page's pixels; title and description are in its text chunks.

    Raises:
        ValueError: there is no room in memory for a picture of this size.
    """
    image, data = image_of(figure, paper, title, description), QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", PNG_QUALITY)  # type: ignore[call-overload]
    return bytes(data.data())


def svg_bytes(figure: PlotFigure, paper: Paper, title: str, description: str) -> bytes:
    """Return the figure as an SVG with real texts, which viewers without the font display in another family."""
    with _page(figure, paper) as view, _paths_without_z():
        data: bytes = SVGExporter(view.scene()).export(toBytes=True)
    text = data.decode()
    title, description = (escape(plain_name(each), quote=False) for each in (title, description))
    text = text.replace("<title>pyqtgraph SVG export</title>", f"<title>{title}</title>")
    text = text.replace("<desc>Generated with Qt and pyqtgraph</desc>", f"<desc>{description}</desc>")
    width, height = paper.layout
    # Qt's SVG reader takes 100 % for 100 pixels, and draws clip paths that are not within <defs>.
    text = text.replace('<rect width="100%" height="100%"', f'<rect width="{width}" height="{height}"')
    text = _TEXT.sub(partial(_with_text_length, figure.theme), text)
    text = text.replace("<clipPath", "<defs><clipPath").replace("</clipPath>", "</clipPath></defs>")
    family = escape(figure.theme.family)
    text = text.replace(f'font-family="{family}"', f'font-family="{_font_stack(family)}"')
    return text.replace("<svg ", f'<svg width="{paper.width}" height="{paper.height}" ', 1).encode()


_TEXT = re.compile(r'<text ([^>]*font-size="([\d.]+)"[^>]*font-weight="(\d+)"[^>]*)>([^<]+)</text>')


def _font_stack(family: str) -> str:
    """Return a CSS list of a font family and its fallbacks."""
    words = family.split()
    name = family if all(re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", word) for word in words) else f"'{family}'"
    return f"{name}, {FALLBACK_FONTS}"


def _with_text_length(theme: Theme, match: re.Match[str]) -> str:
    """Return a text element with a fixed length, so that it has the width of the layout in any font."""
    attributes, size, weight, text = match.groups()
    width = text_width(unescape(text), (round(float(size)), QFont.Weight(int(weight))), theme)
    return f'<text {attributes} textLength="{width:.2f}" lengthAdjust="spacingAndGlyphs">{text}</text>'


@contextmanager
def _paths_without_z() -> Iterator[None]:
    """Strip ``Z`` from paths before pyqtgraph reads them.

    Qt 6.11 and later close paths with ``Z``, on which the exporter of pyqtgraph 0.14 fails ("not enough values
    to unpack"): https://github.com/pyqtgraph/pyqtgraph/issues/3485.
    Nothing is lost, because a closed shape also has an explicit line back to its start.
    """
    original = _svg_module.correctCoordinates

    def correct(node: Any, *rest: Any) -> None:
        for path in node.getElementsByTagName("path"):
            path.setAttribute("d", re.sub(r"\s*Z", "", path.getAttribute("d")))
        original(node, *rest)

    _svg_module.correctCoordinates = correct
    try:
        yield
    finally:
        _svg_module.correctCoordinates = original


def pdf_bytes(figure: PlotFigure, paper: Paper, title: str, description: str) -> bytes:
    """Return the figure as a PDF of one page, with vector graphics and the font embedded."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    with _page(figure, paper, paper.zoom) as view:
        writer = QPdfWriter(buffer)
        writer.setResolution(PIXELS_PER_INCH)
        size = QSizeF(paper.width * POINTS_PER_PIXEL, paper.height * POINTS_PER_PIXEL)
        writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
        writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        writer.setTitle(f"{title}. {description}")
        writer.setCreator(PROGRAM)
        # Qt's metadata contain the time of writing and a random id, and equal charts must give equal files.
        writer.setDocumentXmpMetadata(QByteArray(b" "))
        writer.setDocumentId(QUuid.createUuidV5(QUuid(), f"{title}. {description}".encode()))
        _render(view, paper, writer)
    return _TIME.sub(rb"\g<1>20000101000000", bytes(data.data()))


_TIME = re.compile(rb"(/(?:CreationDate|ModDate) \(D:)\d{14}")
"""The time of writing, which Qt always adds. Its replacement has the same length, since a PDF contains byte offsets."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart to be exported: its title, the situation ``about`` which it is, the ``stem`` of its file name, its data,
    and its ``figure`` on a page."""

    title: str
    about: str
    stem: str
    table: Callable[[], Table]
    figure: Callable[[], PlotFigure]


class Exportable:
    """A chart that can be exported; each kind implements ``ready`` and :meth:`drawing`.

    Without a chart everything except ``ready`` raises ``ValueError``.
    """

    __slots__ = ()

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        raise NotImplementedError

    @property
    def reason(self) -> str:
        """Why there is nothing to export, as a text for the player. Only meaningful if the chart is not ready."""
        return NO_RESULT

    def drawing(self) -> Drawing:
        """Return the current chart."""
        raise NotImplementedError

    def set_export(self, actions: list[QAction]) -> None:
        """Offer the actions that export it in its menu, if it has one."""

    @property
    def title(self) -> str:
        """The title of the chart."""
        return self.drawing().title

    def stem(self) -> str:
        """Return the suggested file name, without suffix."""
        return self.drawing().stem

    def table(self) -> Table:
        """Return the data as header and rows."""
        return self.drawing().table()

    def image(self, paper: Paper = STANDARD_PAPER) -> QImage:
        """Return the chart as an image with the pixels of the PNG, which need not be compressed to be displayed."""
        return self._rendered(image_of, paper)

    def png(self, paper: Paper = STANDARD_PAPER) -> bytes:
        """Return the chart as PNG."""
        return self._rendered(png_bytes, paper)

    def svg(self, paper: Paper = STANDARD_PAPER) -> bytes:
        """Return the chart as SVG."""
        return self._rendered(svg_bytes, paper)

    def pdf(self, paper: Paper = STANDARD_PAPER) -> bytes:
        """Return the chart as PDF."""
        return self._rendered(pdf_bytes, paper)

    def _rendered(self, render: Callable[[PlotFigure, Paper, str, str], Rendered], paper: Paper) -> Rendered:
        drawing = self.drawing()
        figure = drawing.figure()
        theme = figure.theme if paper.theme is None else THEMES[paper.theme]
        figure.set_theme(replace(theme, family=paper.face))
        return render(figure, paper, drawing.title, drawing.about)


class LateChart(Exportable):
    """The chart of a view that is built when it is first displayed: until then there is nothing to export."""

    def __init__(self) -> None:
        self._chart: Exportable | None = None
        self._actions: list[QAction] = []

    def set_chart(self, chart: Exportable) -> None:
        """Represent ``chart`` from now on. Called when the view has been built."""
        self._chart = chart
        chart.set_export(self._actions)

    def set_export(self, actions: list[QAction]) -> None:
        """Store the actions for the menu that the chart will have."""
        self._actions = actions
        if self._chart is not None:
            self._chart.set_export(actions)

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        return self._chart is not None and self._chart.ready

    @property
    def reason(self) -> str:
        return NOT_OPENED if self._chart is None else self._chart.reason

    def drawing(self) -> Drawing:
        """Return the current chart."""
        if self._chart is None:
            raise ValueError(NOTHING)
        return self._chart.drawing()
