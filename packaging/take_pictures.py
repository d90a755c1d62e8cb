"""Take all pictures of guide and README from the program itself: ``python packaging/take_pictures.py``.

Each shows an example of ``resources/examples`` in a window that nobody sees: the offscreen platform, the fonts that are
shipped, the light theme, one pixel for one. Names on the command line limit it to these pictures.
"""

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PySide6.QtCore import QBuffer, QEvent, QEventLoop, QIODevice, QPoint, QRect, QSettings, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QTabWidget, QWidget

from gui.application import Application
from gui.look.styling import prepare_style
from gui.look.theme import EXAMPLES, GUIDE, RESOURCES
from gui.parts.build import AnyWidget
from gui.state.latest import Questions
from gui.storage.settings import Settings

ROOT = Path(__file__).parents[1]
SCREENSHOTS, PICTURES = RESOURCES / "screenshots", GUIDE / "pictures"
WINDOW, SMALL, TALL = QSize(1280, 800), QSize(1140, 720), QSize(1200, 800)
SETTLE_S, PATIENCE_S = 0.4, 120.0
COLOURS = 256


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: its file, the example on the table, the tab, buttons to click there, and what of the window is taken
    (an objectName; empty: all of it but the status line) in a window of ``size``.
    """

    file: Path
    example: str
    tab: str
    clicks: tuple[str, ...] = ()
    part: str = "pages"
    size: QSize = SMALL


SHOTS = (
    Shot(SCREENSHOTS / "holdem.png", "Six seats - ace-king suited", "Equity", part="", size=WINDOW),
    Shot(SCREENSHOTS / "range.png", "Flop - a range against any two", "Range", ("range.show.equity",), "", WINDOW),
    Shot(SCREENSHOTS / "razz.png", "Razz - A29 against a seven", "Equity", part="", size=WINDOW),
    Shot(PICTURES / "first-table.png", "Aces against kings", "Equity", part="table"),
    Shot(PICTURES / "numbers.png", "Six seats - ace-king suited", "Equity"),
    Shot(PICTURES / "ranges.png", "Range - weights and a street filter", "Range", ("range.show.equity",)),
    Shot(PICTURES / "made-hands.png", "Made hands - a raise and a call", "Made hands"),
    Shot(PICTURES / "graph.png", "Graph - a wide range against a narrow one", "Graph"),
    Shot(PICTURES / "next-card.png", "Next card - a flush draw against top pair", "Next card"),
    Shot(PICTURES / "ask.png", "Ask - top pair against a range", "Ask", size=TALL),
    Shot(PICTURES / "razz.png", "Razz - A29 against a seven", "Lows"),
    Shot(
        PICTURES / "preflop.png", "Pre-flop - ace-king suited against the big blind", "Pre-flop", size=QSize(1200, 720)
    ),
    Shot(PICTURES / "kelly.png", "Kelly - a draw that faces a bet", "Kelly", size=TALL),
    Shot(PICTURES / "betting.png", "Betting - a river between two ranges", "Betting", size=WINDOW),
)


def main() -> None:
    """Take the pictures, say how large they are."""
    os.environ.update(QT_QPA_PLATFORM="offscreen", QT_SCALE_FACTOR="1")
    application = QApplication(sys.argv[:1])
    prepare_style(application)
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings = Settings(store)
        settings.theme = "light"
        program = Application(application, settings, Path(folder))
        try:
            program.main_window.show()
            for shot in SHOTS:
                if not sys.argv[1:] or shot.file.stem in sys.argv[1:]:
                    _write(shot.file, _taken(program, shot))
        finally:
            program.main_window.close()
            program.shut_down()


def _taken(program: Application, shot: Shot) -> QImage:
    """Return the picture, once everything that it shows is computed."""
    window = program.main_window
    window.resize(shot.size)
    window.commands.open_example(EXAMPLES / f"{shot.example}.steelwheel")
    _wait(program)
    pages = _found(window, "pages", QTabWidget)
    pages.setCurrentIndex([pages.tabText(i) for i in range(pages.count())].index(shot.tab))
    _wait(program)
    for name in shot.clicks:
        _found(window, name, QAbstractButton).click()
        _wait(program)
    if shot.part:
        return _found(window, shot.part, QWidget).grab().toImage()
    status = _found(window, "status", QWidget)  # it says how long things took
    above = QRect(0, 0, window.width(), status.mapTo(window, QPoint(0, 0)).y())
    return window.grab(above).toImage()


def _found(window: QWidget, name: str, kind: type[AnyWidget]) -> AnyWidget:
    found = window.findChild(kind, name)
    if found is None:
        raise LookupError(name)
    return found


def _wait(program: Application) -> None:
    """Let the engine finish, and the window do what it has put off."""
    deadline, quiet = time.perf_counter() + PATIENCE_S, time.perf_counter() + SETTLE_S
    while time.perf_counter() < quiet:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if _is_busy(program):
            quiet = time.perf_counter() + SETTLE_S
        if time.perf_counter() > deadline:
            raise TimeoutError("no result")
        time.sleep(0.01)


def _is_busy(program: Application) -> bool:
    session, questions = program.session, program.questions
    asked = any(each.key is not None for each in (questions, *questions.findChildren(Questions)))
    return asked or session.stale or session.snapshot is None or session.state != "idle"


def _write(path: Path, image: QImage) -> None:
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    _few_colours(image).save(data, "PNG", 0)  # type: ignore[call-overload]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.data().data())
    print(f"{path.relative_to(ROOT)}: {image.width()} x {image.height()}, {path.stat().st_size:,} bytes")


def _few_colours(image: QImage) -> QImage:
    """Return the picture with a table of its most frequent colours, each other colour as the nearest of them: a third
    of the bytes, and the eye sees no difference.
    """
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(height, -1)[:, :width]
    colours, places, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    kept = colours[np.argsort(-counts, kind="stable")[:COLOURS]]
    parts = [np.stack([(c >> shift & 255).astype(np.int64) for shift in (0, 8, 16)], axis=1) for c in (colours, kept)]
    nearest = np.array([np.argmin(((parts[1] - colour) ** 2).sum(axis=1)) for colour in parts[0]], dtype=np.uint8)
    table = np.ascontiguousarray(nearest[places].reshape(height, width))
    result = QImage(table.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    result.setColorTable([int(colour) | 0xFF000000 for colour in kept])
    return result.copy()


if __name__ == "__main__":
    main()
