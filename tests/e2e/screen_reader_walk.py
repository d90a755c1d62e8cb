"""A walk over the screen, page by page and window by window: all of it has a name, and nothing else is there."""

import sys
import time
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from screen_reader import CONTROL, SHIFT, Atspi, State, actions_of, children, has, name_of, role_of
from screen_reader_stories import begins, deal_flop, hear_result, tell, turn_to

TABLES = {"holdem": ("AhKh", "QQ+, AKs", "Hero 20.35"), "razz": ("A 2 9 5", "4 5 7 8", "Hero 43.30")}
"""The hands of Hero and Seat 2, and the result."""
PAGES = {
    "holdem": {
        "Equity",
        "Range",
        "Made hands",
        "Graph",
        "Next card",
        "Flops",
        "Pre-flop",
        "Kelly",
        "Betting",
        "Flop report",
        "Ask",
        "A/B",
        "Trainer",
    },
    "razz": {
        "Equity",
        "Range",
        "Graph",
        "Next card",
        "Lows",
        "Starting hands",
        "Kelly",
        "Betting",
        "Ask",
        "A/B",
        "Trainer",
    },
}
"""Those that have to be there, among others."""
MAPS = {
    "View: Turn and river together": "Turn and river together",
    "View: Two next cards": "Two next cards",
    "Low vs low": "Low vs low",
}
"""Buttons of pages, and the maps that they bring."""
SHEETS = {
    "Shortcuts, Help": "Shortcuts",
    "About Steel Wheel, Help": "About Steel Wheel",
    "Guide, Help, Ctrl+F1": "Guide",
    "Save this table as a template, File › New table from a template": "Save a template",
    "Range notation, Help, F1": "Hands in razz",
    "Export, File, Ctrl+E": "Export",
    "Self-test, Help": "Self-test",
    "Repair, Help": "Repair",
}
"""Rows of the palette, which say title, menu and shortcut, and the windows that they open."""
MENUS = {"Final hands: seats, view and export": "Hero"}
"""Buttons with menus that are there at the start, and an entry of each."""
SAME = {"Simulate", "Tournament", "Journal", "Histories", "Match"}
"""Pages that have the same parts in both games."""
OPTIONS = "Run options"
LONG_PAGE, LARGER = 9, 5
"""The page with most in it, and how often texts are made larger, up to 200 %."""
PALETTE = "Find anything"
SILENT = {"filler", "panel", "layered pane", "split pane", "unknown", "menu bar", "frame", "application", "separator"}
"""Roles of what only holds other parts."""
WINDOWS = {"application", "frame", "dialog", "alert", "menu", "popup menu", "menu bar"}
SCROLLED = {"label", "push button", "check box", "radio button", "combo box", "table cell"}
"""Roles of what is not on the screen where it is scrolled out of sight; fields and tabs are Qt's own."""
TABLE_ROLES = {"table", "list", "tree", "tree table", "chart"}
LOOKS, BETWEEN_LOOKS_S = 5, 0.5
"""So often what looks wrong is looked at again, and the pause between."""
MOST_ITEMS = 30
"""Of a table so many headers and cells are looked at, from its beginning: there are tables of 19,600 rows."""


def parts_of(item, role=None):
    return islice(children(item), MOST_ITEMS if (role or role_of(item)) in TABLE_ROLES else None)


def where(item):
    """Return role and object names of a part."""
    return f"{role_of(item)} {'.'.join(item.get_accessible_id().split('.')[-3:])}"


class Area(NamedTuple):
    """A part of the screen, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    def size(self):
        return max(self.right - self.left, 0), max(self.bottom - self.top, 0)

    def __and__(self, other):
        return Area(*map(max, self[:2], other[:2]), *map(min, self[2:], other[2:]))


def height_of(item):
    return item.get_extents(Atspi.CoordType.SCREEN).height


def in_sight(item, role, around):
    """Return where a part is in sight in ``around``, which it is if it has no size; None for a window of its own."""
    if role in WINDOWS:
        return None
    box = item.get_extents(Atspi.CoordType.SCREEN)
    if box.width <= 0 or box.height <= 0:
        return around
    area = Area(box.x, box.y, box.x + box.width, box.y + box.height)
    return area if around is None else area & around


def tells_hand_and_value(cell):
    """Return whether a cell says what it is about and its value; the first of a row has only the former to say."""
    name = name_of(cell)
    return ": " in name or name == "no hand" or Atspi.TableCell.get_position(cell)[2] == 0


def showing_in(item):
    """Yield what is said to be on the screen in ``item``, whether that is there itself or not."""
    for child in parts_of(item) if item.get_child_count() > MOST_ITEMS else children(item):
        # A table has an empty corner of Qt.
        if has(child, State.SHOWING) and (role_of(item), role_of(child)) != ("table", "panel"):
            yield f"not on the screen: {where(child)}"
        yield from showing_in(child)


class Walk:
    """Looks at what is on the screen, and notes the faults and where they were."""

    def __init__(self, reader):
        self.reader = reader
        self.found = []
        self.seen = set()
        """The names of what was on the screen when it was last looked at."""
        self.hidden = set()
        """The pages in which nothing was on the screen while another one was, by their object names."""

    def look(self, item, place):
        """Look at ``item``, and note its faults."""
        self.seen = set()
        self._note(self._faults, item, place)

    def _note(self, wrong, item, place):
        """Note what is wrong and stays so: parts come and go while a page is being filled."""
        left = None
        for _ in range(LOOKS):
            (parts,) = self.reader.wait(lambda: (list(wrong(item)),), f"all of {place}")
            left = [part for part in parts if left is None or part in left]
            if not left:
                return
            time.sleep(BETWEEN_LOOKS_S)
        self.found += [f"{place}: {part}" for part in left]

    def _faults(self, item, around=None):
        """Yield what has no name, although it is on the screen to be used or read, and cells that say too little; what
        is said to be on the screen and lies outside of what it stands in, of which ``around`` is in sight.
        """
        role, name = role_of(item), name_of(item).strip()
        self.seen.add(name)
        needs = not name and (role.endswith(("cell", "item", "header", "chart")) or has(item, State.FOCUSABLE))
        if needs or (not name and role not in SILENT and actions_of(item)):
            yield f"no name: {where(item)}"
        elif role == "table cell" and not tells_hand_and_value(item):
            yield f"{name!r} alone: {where(item)}"
        sight = in_sight(item, role, around)
        if role in SCROLLED and sight is not None and not all(sight.size()):
            yield f"out of sight: {name!r} {where(item)} {sight}"
        for child in parts_of(item, role):
            if has(child, State.SHOWING):
                yield from self._faults(child, sight)

    @contextmanager
    def window(self, title):
        """Wait for a window by its title, and afterwards until it has gone by Escape."""

        def found():
            windows = children(self.reader.application)
            return next((w for w in windows if name_of(w).startswith(title) and has(w, State.SHOWING)), None)

        yield self.reader.wait(found, f"window {title}")
        self.reader.press("Escape")
        self.reader.wait(lambda: found() is None, f"window {title} to go")

    def pages(self, game):
        """Turn to every page and look at it; nothing of the others is on the screen."""
        pages = self.reader.find("Pages")
        parts = {role_of(part): part for part in children(pages)}
        tabs = [tab for tab in children(parts["page tab list"]) if role_of(tab) == "page tab"]
        titles = [name_of(tab) for tab in tabs]
        assert PAGES[game] < set(titles), titles
        for tab, title in zip(tabs, titles, strict=True):
            if game == "razz" and title in SAME:
                continue
            self.reader.act_on(tab)
            self.reader.wait(lambda tab=tab: has(tab, State.SELECTED), f"page {title}")
            self.look(pages, f"{game}, {title}")
            for button in MAPS.keys() & self.seen:
                self.reader.check(button)
                self.map(MAPS[button])
        shown = [page for page in children(parts["layered pane"]) if has(page, State.SHOWING)]
        assert len(shown) == 1, shown
        for page in children(parts["layered pane"]):
            name = page.get_accessible_id()
            if page not in shown and name not in self.hidden:
                self.hidden.add(name)
                self._note(showing_in, page, f"{game}, hidden page {name}")

    def map(self, name):
        """Wait for the cells of a map, and look at them."""

        def painted():
            result = self.reader.search(name, "chart") or self.reader.search(name, "table")
            return result if result and any(role_of(c) == "table cell" for c in islice(children(result), 30)) else None

        self.look(self.reader.wait(painted, f"cells of {name}"), name)

    def menus(self):
        """Open the menus of buttons, look at them, and see that they have gone."""
        reader = self.reader
        for button, entry in MENUS.items():
            reader.act_until(lambda entry=entry: reader.search(entry, "menu item"), button, "ShowMenu", "push button")
            self.look(reader.application, f"menu of {button}")
            reader.press("Escape")
            reader.has_gone(entry, "menu item")

    def popup(self, name):
        """Wait for a pop-up, look at it, and close it by Escape."""
        self.look(self.reader.find(name, "panel"), f"pop-up {name}")
        self.reader.press("Escape")
        self.reader.has_gone(name, "panel")

    def popups(self):
        """Open the options of the run and the suits of a hand, and go back to the first page."""
        self.reader.act_until(lambda: self.reader.search(OPTIONS, "panel"), OPTIONS, role="push button")
        self.popup(OPTIONS)
        turn_to(self.reader, 2, "Range")
        self.reader.focus("Range of Hero", "table")
        self.reader.press("Return")
        self.popup("Combos of AA")
        turn_to(self.reader, 1, "Equity")

    def enlarged(self):
        """Look at the window with texts so large that much is scrolled out of sight."""
        turn_to(self.reader, LONG_PAGE, "Kelly")
        field = self.reader.find("Bankroll", "text")
        usual = height_of(field)
        for _ in range(LARGER):
            self.reader.shortcut("=", CONTROL)
        self.reader.wait(lambda: height_of(field) > 1.5 * usual, "large texts")
        self.look(self.reader.application, "large texts")
        self.reader.shortcut("F9", SHIFT)
        self.reader.wait(lambda: height_of(field) == usual, "texts of the usual size")

    def sheets(self):
        """Open the palette and with it all sheets and dialogs, and look at them."""
        for row, title in SHEETS.items():
            self.reader.shortcut("k", CONTROL)
            self.reader.wait(lambda: self.reader.search(PALETTE, "text"), "the palette")
            self.reader.write(PALETTE, row.split(",")[0])
            self.reader.find(row, "list item")
            self.look(self.reader.find(PALETTE, "panel"), f"palette with {title}")
            self.reader.press("Return")
            with self.window(title) as sheet:
                self.look(sheet, title)


def walk(reader, folder):
    """Every page of both games with results that are compared, menus, pop-ups, the palette, sheets and dialogs."""
    tour = Walk(reader)
    for game, (*hands, result) in TABLES.items():
        if game == "razz":
            reader.check("Play Razz")
            turn_to(reader, 1, "Equity")  # the trainer, which was looked at last, hides the table
        for name, cards in zip(("Hero: cards", "Seat 2: cards"), hands, strict=True):
            reader.write(name, cards)
        if game == "holdem":
            tour.popups()
            deal_flop(reader)
        hear_result(reader, result)  # of the whole table: no other can be pinned
        reader.press("F8")
        reader.find(begins("Result pinned"))
        reader.find("A/B", "page tab")
        tour.look(reader.application, game)
        if game == "holdem":
            tour.menus()
            tour.enlarged()  # before there are other pages, which would all have to be laid out again
        tour.pages(game)
    tour.sheets()
    assert not tour.found, "\n".join(dict.fromkeys(tour.found))


if __name__ == "__main__":
    tell(walk, *sys.argv[1:])
