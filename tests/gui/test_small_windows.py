"""A window on a small screen: all of it is on the screen, nothing overlaps or is cut, what needs more room scrolls."""

from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QLabel,
    QPushButton,
    QScrollArea,
    QSlider,
    QWidget,
)

from engine import GAMES, RunOptions, scenario_from_json
from gui.charts.view import ChartView
from gui.look.scale import set_text_scale
from gui.look.theme import EXAMPLES
from gui.pages.next_card.table import NextCardView
from gui.parts.build import SteadyArea, scrolling
from gui.parts.page_scroll import PageScroll
from gui.shell.body import MIN_PAGES_SHARE, Body
from gui.shell.main_window import DEFAULT_SIZE, MIN_SIZE
from gui.table.slot_strip import SlotStrip
from tests.gui.object_names import app as app
from tests.gui.object_names import settle, show_all, switch_game, take_seats

SMALL = (960, 565)
"""A screen of 1440 x 900 at scale 1.5 without the title of the window."""
MIDDLE = (1024, 680)
SEATS = {"holdem": 9, "razz": 8}
BETS = {"bankroll": 12345, "pot_typed": True, "pot": 1234, "to_call": 567}
RUN = {"method": "sampled", "max_trials": 4_000}
ROUNDS = 12
"""What has got other room by now lays itself out once more, and so does what is around."""
HOLDEM = ("AhKh", "88+, ATs+, KQs, AJo+", "22+, A2s+, K9s+, QTs+, JTs, T9s, A9o+, KTo+, QJo", "QsQd", "random", "40%")
RAZZ = ("A 4 6", "x x K", "(8-8-5)", "x x Q", "x x 7", "[A-5][A-5]3", "x x J", "x x 2")
FOLDED = {"holdem": 4, "razz": 3}
FULL = {
    game: {
        "steelwheel": 1,
        "game": game,
        "seats": [{"name": f"Seat {i + 1}", "cards": c, "folded": i == FOLDED[game]} for i, c in enumerate(hands)],
        "kelly": BETS,
        "run": RUN,
    }
    for game, hands in (("holdem", HOLDEM), ("razz", RAZZ))
}
"""Tables on which everything stands that can: ranges, cards, a folded seat, pot and price."""
FULL["holdem"] |= {"board": "7h 8h 2c", "dead": "Ks 2d"}


def fill(app, qtbot, game):
    """Put a full table down, have its result and pin that."""
    app.document.replace("Fill", scenario_from_json(FULL[game]))
    qtbot.waitUntil(lambda: app.session.state == "idle" and app.session.can_pin)
    app.session.pin()
    settle()


def views(app, qtbot, game, size, seats=2, *, full=False):
    """Show all pages and views of a game in a window of that size, each with its answers; yield the title of each.

    The answers to what is asked before the flop of a ``full`` table are not waited for: they take a minute.
    """
    window = app.main_window
    switch_game(window, game)
    if full:
        fill(app, qtbot, game)
    else:
        take_seats(window, seats)
        # Exact answers of *Pre-flop* would take half of the time.
        app.document.edit("Sample", run=RunOptions("sampled", max_trials=RUN["max_trials"]))
    window.resize(*size)
    settle()
    pages = window.pages
    for _ in show_all(window):
        long = full and pages.tabText(pages.currentIndex()) == "Pre-flop"
        qtbot.waitUntil(
            lambda: app.session.state == "idle" and (long or app.questions.key is None),  # noqa: B023
            timeout=300_000,
        )
        for _ in range(ROUNDS):
            settle()
        assert (window.width(), window.height()) == size
        yield window.pages.tabText(window.pages.currentIndex())


def resized(window, size):
    """Make the window as large and let it lay itself out."""
    window.resize(*size)
    for _ in range(ROUNDS):
        settle()


def told(widget):
    """Return what a widget is called in a message."""
    return f"{type(widget).__name__} {widget.objectName()} {widget.geometry().getRect()}"


def own_children(widget):
    """Return the parts of ``widget`` that are on show, without those that Qt lays over each other."""
    parts = (child for child in widget.children() if isinstance(child, QWidget) and not child.isWindow())
    return [child for child in parts if child.isVisible() and not child.objectName().startswith("qt_")]


def holders(window):
    """Return all that stands in the window and lays others out, with their parts; what scrolls may be larger than what
    it stands in.
    """
    everything = [window.centralWidget(), *window.centralWidget().findChildren(QWidget)]
    visible = [w for w in everything if w.isVisible() and not isinstance(w, QAbstractScrollArea)]
    return {widget: own_children(widget) for widget in visible}


def outside(window, parts=None):
    """Return what hangs out of what it stands in."""
    scrolling = {area.viewport() for area in window.findChildren(QAbstractScrollArea)}
    return [
        f"{told(child)} in {told(holder)}"
        for holder, children in (holders(window) if parts is None else parts).items()
        if holder not in scrolling
        for child in children
        if not (holder.rect().contains(child.geometry()) or child.size().isEmpty())
    ]


def overlapping(parts):
    """Return what lies over its neighbour, but for cards and the tools of charts, which are meant to."""
    result = []
    for holder, children in parts.items():
        if isinstance(holder, SlotStrip | ChartView) or holder.layout() is None:
            continue
        places = [(child, child.geometry()) for child in children if not child.size().isEmpty()]
        for (one, place), (other, beside) in combinations(places, 2):
            if place.intersects(beside):
                result.append(f"{told(one)} and {told(other)} in {told(holder)}")
    return result


def cut(window):
    """Return the texts that do not fit and are told nowhere else."""
    result = []
    for label in window.centralWidget().findChildren(QLabel):
        if not label.isVisible() or not label.text() or label.toolTip() or label.accessibleName():
            continue
        wide = label.contentsRect().width()
        needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
        if label.height() < needed or (not label.wordWrap() and wide < label.sizeHint().width() - 2 * label.margin()):
            result.append(f"{told(label)} {label.text()!r} needs {label.sizeHint().toTuple()} or {needed}")
    for button in window.centralWidget().findChildren(QPushButton):
        if button.isVisible() and button.width() < button.minimumSizeHint().width():
            result.append(f"{told(button)} {button.text()!r}")
    return result


def scrolled(window, *, across):
    """Return the areas that scroll as a whole, across or down."""
    areas = [area for area in window.findChildren(PageScroll) if area.isVisible()]
    bars = [area.horizontalScrollBar() if across else area.verticalScrollBar() for area in areas]
    return [told(area) for area, bar in zip(areas, bars, strict=True) if bar.maximum() > 0]


def lost_columns(window):
    """Return the tables of next cards that have to be scrolled across."""
    tables = [table for table in window.findChildren(NextCardView) if table.isVisible()]
    return [told(table) for table in tables if table.horizontalScrollBar().maximum() > 0]


def cut_at_the_side(window):
    """Return what is wider, without its margin, than the area in which it scrolls up and down only."""
    result = []
    for area in window.findChildren(QScrollArea):
        content, off = area.widget(), Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if not area.isVisible() or content is None or area.horizontalScrollBarPolicy() != off:
            continue
        margin = content.layout().contentsMargins().right() if content.layout() is not None else 0
        if content.width() - margin > area.viewport().width():
            result.append(f"{told(content)} in {told(area.viewport())}")
    return result


def faults(window):
    """Return all that is wrong with what is on show."""
    parts, cut_off = holders(window), cut(window) + cut_at_the_side(window)
    return outside(window, parts) + overlapping(parts) + cut_off + scrolled(window, across=True) + lost_columns(window)


def lasting(find, window):
    """Return what ``find`` finds, as soon as that is nothing or stays: an answer that comes at this very moment is not
    laid out yet.
    """
    for _ in range(ROUNDS):
        if not find(window):
            break
        settle()
    return find(window)


@pytest.mark.parametrize("hand", [1, 4])
def test_all_equities_are_seen_at_every_step_of_a_hand(app, qtbot, hand):
    """Seats come, fold and unfold, and the rows become higher and lower with them."""
    window = app.main_window
    window.resize(*MIDDLE)
    window.commands.open_path(EXAMPLES / "Histories - an evening in both games.phhs")
    window.toggle_table()
    hands = window.findChild(QAbstractItemView, "histories.list")
    qtbot.waitUntil(lambda: hands.model().rowCount() > hand)
    hands.scrollTo(hands.model().index(hand, 0))
    place = hands.visualRect(hands.model().index(hand, 0)).center()
    qtbot.mouseClick(hands.viewport(), Qt.MouseButton.LeftButton, pos=place)
    seats, slider = window.findChild(QWidget, "seatList"), window.findChild(QSlider, "histories.slider")
    qtbot.waitUntil(lambda: slider.maximum() > 10)
    slider.setFocus()
    seen = 0
    steps = [Qt.Key.Key_Right] * slider.maximum() + [Qt.Key.Key_Left] * slider.maximum()
    for key in (Qt.Key.Key_Home, *steps):
        qtbot.keyClick(slider, key)
        settle()
        figures = [row.parts.figure for row in seats.rows if row.parts.figure.isVisible()]
        seen += len(figures)
        for figure in figures:
            assert figure.visibleRegion().boundingRect() == figure.rect(), told(figure.parentWidget())
    assert seen > len(steps)


@pytest.mark.parametrize("game", GAMES)
def test_all_of_many_empty_seats_is_on_a_small_screen(app, qtbot, game):
    window, wrong = app.main_window, []
    for title in views(app, qtbot, game, SMALL, SEATS[game]):
        wrong += [f"{title}: {fault}" for fault in lasting(faults, window)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_full_table_is_on_a_small_screen(app, qtbot, game):
    window, wrong = app.main_window, []
    for title in views(app, qtbot, game, SMALL, full=True):
        values = lasting(faults, window)
        resized(window, MIDDLE)
        values += lasting(faults, window)
        if title == "Range":
            values += scrolled(window, across=False)
        wrong += [f"{title}: {fault}" for fault in values]
        resized(window, SMALL)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_scrolls_across_in_larger_text(app, qtbot, game):
    window, wrong = app.main_window, []
    set_text_scale(150)
    for title in views(app, qtbot, game, DEFAULT_SIZE, full=True):
        wrong += [f"{title}: {fault}" for fault in lasting(faults, window)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_window_of_the_default_size_is_made_smaller_and_smaller(app, qtbot, game):
    """Nothing scrolls in the default size, nothing across in a middle one, and nothing hangs out in the smallest size.
    With so few seats all is on a small screen; the other pages are looked at there beside many seats.
    """
    window = app.main_window
    for number, title in enumerate(views(app, qtbot, game, DEFAULT_SIZE)):
        assert lasting(lambda _: scrolled(window, across=True) + scrolled(window, across=False), window) == [], title
        resized(window, MIDDLE)
        assert lasting(partial(scrolled, across=True), window) == [], title
        if number == 0:
            resized(window, SMALL)
            wrong = lasting(faults, window)
            assert wrong == [], "\n".join((title, *wrong))
        resized(window, MIN_SIZE)
        assert lasting(outside, window) == [], title
        assert window.centralWidget().minimumSizeHint().height() <= MIN_SIZE[1], title
        resized(window, DEFAULT_SIZE)


def test_what_the_tracker_advises_and_its_buttons_are_in_sight_in_larger_text(app, qtbot):
    window = app.main_window
    set_text_scale(150)
    resized(window, DEFAULT_SIZE)
    window.commands.open_path(EXAMPLES / "Journal - a hand to track.steelwheel")
    window.pages.show_page("Kelly")
    window.findChild(QWidget, "kelly.view.tracker").click()
    begin = window.findChild(QPushButton, "tracker.begin")
    if begin.isVisible():
        begin.click()
    shown = [
        window.findChild(QWidget, f"tracker.{name}") for name in ("advice", "fold", "call", "bet", "fullPot", "line")
    ]
    qtbot.waitUntil(lambda: app.session.state == "idle" and app.questions.key is None, timeout=300_000)
    for _ in range(ROUNDS):
        settle()
    for widget in shown:
        assert widget.visibleRegion().boundingRect() == widget.rect(), told(widget)
    above, below = shown[0], window.findChild(QWidget, "tracker.turn")
    assert above.mapTo(window, above.rect().bottomLeft()).y() < below.mapTo(window, below.rect().topLeft()).y()


def test_a_card_clicked_in_the_deck_stays_under_the_pointer_in_the_largest_text(app, qtbot):
    """There the table scrolls, and the slot that gets the card is above the part of it that is visible."""
    window = app.main_window
    set_text_scale(200)
    resized(window, DEFAULT_SIZE)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    bar = window.findChild(QAbstractScrollArea, "tableScroll").verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.maximum() > 0
    for name in ("deck.7h", "deck.7d", "deck.Kc"):
        qtbot.mouseClick(window.findChild(QWidget, name), Qt.MouseButton.LeftButton)
        settle()
        assert bar.value() == bar.maximum()
    assert app.document.scenario.seats[0].cards == "7h7d"


@pytest.mark.parametrize("need", [400, 505, 2000])
def test_a_table_that_needs_more_than_half_gets_it(expose, need):
    """At a text size of 150 % a table is a little wider than half of a window: its last cards were cut off."""
    table, other = QWidget(), QWidget()
    table.setMinimumWidth(need)
    body = expose(Body(table, other), (960, 600))
    body.setSizes([960, 0])
    settle()
    room = sum(body.sizes())
    assert body.sizes()[1] >= round(MIN_PAGES_SHARE * room)
    assert body.sizes()[0] >= min(need, room - round(MIN_PAGES_SHARE * room))


class Fickle(QWidget):
    """Needs more room where it is narrow, as its last size tells: one that lays itself out anew for each width."""

    def minimumSizeHint(self):
        return QSize(220 if self.width() < 210 else 200, 400)


def test_what_needs_another_width_at_each_width_does_not_fill_the_stack(qtbot):
    """A table of razz seats did where its text became larger."""
    content = Fickle()
    area = scrolling(SteadyArea(), content, "area", "Area")
    qtbot.addWidget(area)
    area.show()
    for width in (150, 205, 215, 180, 500, 200):
        area.resize(width, 100)
        assert content.width() >= min(200, area.viewport().width())
