"""A screen reader for tests: it starts the program and knows of it what AT-SPI tells and what keys do, nothing else.

Run by the system's Python, which has the bindings, inside ``dbus-run-session``; nothing of the project is imported.
"""

import ctypes
import os
import subprocess
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

State = Atspi.StateType
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
SCREEN = "1280x800x24"
PATIENCE_S = 240
"""A first start compiles what the first result needs."""
AGAIN_S = 30
LATEST_ANSWER_MS = 60_000
KEYS = {
    "Tab": 0xFF09, "Return": 0xFF0D, "Escape": 0xFF1B, "Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53, "Down": 0xFF54,
    "End": 0xFF57, "F5": 0xFFC2, "F8": 0xFFC5, "F9": 0xFFC6, "Space": 0x20,
}  # fmt: skip
CONTROL, SHIFT = 37, 50
"""Key codes of a PC keyboard: what is held down has to be named so."""
OF_TABLES = {None, "table cell"}
"""Roles for which tables are looked through, which have hundreds of cells and nothing else."""
EVENTS = ("object:state-changed:focused", "object:announcement")
WINDOWS = {"frame", "dialog", "alert"}
"""Roles of what a window manager gives the keyboard to; pop-ups take the keys of the window below them."""


@contextmanager
def process(*command, **options):
    """Run a command until the block is left."""
    with subprocess.Popen(command, **options) as started:
        try:
            yield started
        finally:
            started.terminate()


@contextmanager
def screen():
    """A screen that nobody sees, with a window manager; yields the environment of programs on it."""
    ours, theirs = os.pipe()
    options = {"stderr": subprocess.DEVNULL}
    command = ("Xvfb", "-displayfd", str(theirs), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset")
    with process(*command, pass_fds=[theirs], **options):
        os.close(theirs)
        with open(ours) as numbers:
            os.environ["DISPLAY"] = f":{numbers.readline().strip()}"
        with window_manager(**options):
            yield


@contextmanager
def window_manager(**options):
    """A window manager that looks after the screen already, so that the first window gets the keyboard."""
    until = time.monotonic() + PATIENCE_S
    while True:
        with process("openbox", **options) as started, closing(Screen()) as seen:
            while not seen.is_managed() and started.poll() is None:
                assert time.monotonic() < until, "waited in vain for the window manager"
                time.sleep(0.05)
            if started.poll() is None:
                yield
                return
        time.sleep(0.5)  # the screen was not ready


class Screen:
    """What is asked of the screen itself: whether windows are managed, and keys, some of which the registry loses."""

    def __init__(self):
        self._x, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XListProperties.restype = ctypes.POINTER(ctypes.c_ulong)
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))

    def is_managed(self):
        """Return whether a window manager has told, by the standard of desktops, that it is there."""
        if not self._display:
            return False
        count, root = ctypes.c_int(), ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))
        wanted = self._x.XInternAtom(self._display, b"_NET_SUPPORTING_WM_CHECK", 0)
        text = self._x.XListProperties(self._display, root, ctypes.byref(count))
        return bool(text) and wanted in text[: count.value]

    def press(self, sign, held=()):
        """Press and release the key of a sign, by its number, while others are held down."""
        code = self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(sign))
        assert code, f"no key for {sign:#x}"
        for pressed, codes in ((1, (*held, code)), (0, (code, *held))):
            for one in codes:
                self._test.XTestFakeKeyEvent(self._display, one, pressed, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def put_pointer_away(self):
        """Leave the pointer in a corner: what opens below it would take it for a choice."""
        self._test.XTestFakeMotionEvent(self._display, -1, 0, 0, ctypes.c_ulong(0))
        self._x.XSync(self._display, 0)

    def close(self):
        if self._display:
            self._x.XCloseDisplay(self._display)


@contextmanager
def program(command, errors):
    """The program on a screen of its own; yields its reader. What it complains of goes to the file ``errors``."""
    launcher = next(path for path in LAUNCHERS if Path(path).exists())
    environment = {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    with ExitStack() as stack:
        stack.enter_context(screen())
        seen = stack.enter_context(closing(Screen()))
        seen.put_pointer_away()
        stack.enter_context(process(launcher, "--launch-immediately", stderr=subprocess.DEVNULL))
        file = stack.enter_context(open(errors, "w"))
        started = stack.enter_context(process(*command, env=os.environ | environment, stderr=file))
        Atspi.init()
        Atspi.set_timeout(LATEST_ANSWER_MS, LATEST_ANSWER_MS)
        yield Reader(started, seen)


def name_of(item):
    return item.get_name() or ""


def role_of(item):
    role = item.get_role_name()
    return "push button" if role == "button" else role  # AT-SPI from 2.56 on


def has(item, state):
    return item.get_state_set().contains(state)


def children(item):
    """All children there are, shown or not."""
    result = (item.get_child_at_index(i) for i in range(item.get_child_count()))
    return (child for child in result if child is not None)


def shown(item, inside=lambda role: True):
    """Items and their roles: one and all on the screen that is in it, the window that has opened last before others;
    ``inside`` says by role where to look.
    """
    role = role_of(item)
    yield item, role
    if inside(role):
        for child in reversed([*children(item)]) if role == "application" else children(item):
            if role == "application" or has(child, State.SHOWING):
                yield from shown(child, inside)


def actions_of(item):
    # Qt 6.12 writes "Show Menu" where it wrote "ShowMenu".
    names = (Atspi.Action.get_action_name(item, i) for i in range(Atspi.Action.get_n_actions(item)))
    return [name.replace(" ", "") for name in names]


class Reader:
    """Finds parts by role and name, operates them, and notes what is announced and what gets the focus."""

    def __init__(self, started, seen):
        self.process, self._screen = started, seen
        self.heard = []
        """What was announced, and the role and name of what got the focus."""
        self._listener = Atspi.EventListener.new(self._on_event)
        for kind in EVENTS:
            self._listener.register(kind)
        self.application = self.wait(self._application, "the program on the accessibility bus")

    def _on_event(self, event):
        if event.type.startswith("object:announcement"):
            self.heard.append(event.any_data)
        elif event.detail1:
            with suppress(GLib.GError):  # what had the focus a moment ago has gone
                self.heard.append((role_of(event.source), name_of(event.source)))

    def _application(self):
        desktop = Atspi.get_desktop(0)
        for result in children(desktop):
            if name_of(result) == "steelwheel" and result.get_child_count():
                result.set_cache_mask(Atspi.Cache.NONE)
                return result
        return None

    def _has_keyboard(self):
        """Return whether the window that has opened last has the keyboard, as the screen has told it."""
        windows = [w for w in children(self.application) if role_of(w) in WINDOWS and has(w, State.SHOWING)]
        return bool(windows) and has(windows[-1], State.ACTIVE)

    def _press(self, sign, *held):
        """Press a key as soon as it goes to the window that has opened last: another has it until a moment later, and
        none as long as one has closed and the window manager has not given its keyboard away.
        """
        self.wait(self._has_keyboard, "the keyboard in the last window")
        self._screen.press(sign, held)

    def wait(self, condition, what):
        """Wait until ``condition`` returns something, and return it."""
        until = time.monotonic() + PATIENCE_S
        while True:
            while GLib.MainContext.default().iteration(False):
                pass
            begun = time.monotonic()
            try:
                result = condition()
            except GLib.GError as error:  # what was there a moment ago has gone
                result, what = None, f"{what} ({error.message})"
            if result:
                return result
            assert self.process.poll() is None, f"the program has ended ({self.process.returncode}): {what}"
            assert time.monotonic() < until, f"waited in vain for {what}; heard {self.heard[-8:]}"
            # Who is asked all the time has none left for what is waited for.
            time.sleep(max(0.05, time.monotonic() - begun))

    def search(self, name, role=None):
        """Return a part that is on the screen, None where it is not."""
        wanted = name if callable(name) else lambda result: result == name
        parts = shown(self.application, lambda there: role in OF_TABLES or there != "table")
        result = (item for item, there in parts if role is None or there == role)
        return next((item for item in result if wanted(name_of(item))), None)

    def find(self, name, role=None):
        """Wait for a part on the screen; ``name`` is its name, or says of a name whether it is the one."""
        return self.wait(lambda: self.search(name, role), f"{role or 'part'} {name}")

    def has_gone(self, name, role=None):
        """Wait until a part is not on the screen."""
        self.wait(lambda: self.search(name, role) is None, f"{role or 'part'} {name} to go")

    def act(self, name, action="Press", role=None):
        """Do something to a part as soon as it offers it; when that has happened is another thing."""
        self.wait(lambda: self._offer(self.search(name, role), action), f"{role or 'part'} {name} to {action}")

    def act_on(self, item, action="Press"):
        """Do something to a part that is known."""
        self.wait(lambda: self._offer(item, action), f"{item} to offer {action}")

    def _offer(self, item, action):
        """Do ``action`` where ``item`` is there and offers it, and return whether it was so."""
        offered = [] if item is None else actions_of(item)
        return action in offered and Atspi.Action.do_action(item, offered.index(action))

    def act_until(self, done, name, action="Press", role=None):
        """Do something to a part, and wait until ``done()`` returns what it leads to; return that.

        Again after a while: Qt shows a button as pressed for a moment before it answers, and may have replaced it then.
        """
        again = time.monotonic()

        def found():
            nonlocal again
            if (there := done()) or time.monotonic() < again:
                return there
            if self._offer(self.search(name, role), action):
                again = time.monotonic() + AGAIN_S
            return None

        return self.wait(found, f"what {action} on {role or 'part'} {name} leads to")

    def check(self, name, role="check box"):
        """Turn on one of several switches, and wait until it is."""
        self.act_until(lambda: (item := self.search(name, role)) and has(item, State.CHECKED), name, role=role)

    def write(self, name, text):
        """Write a text into a field."""

        def written():
            field = self.search(name, "text")
            return field is not None and Atspi.EditableText.set_text_contents(field, text)

        self.wait(written, f"field {name}")

    def text_of(self, name):
        """Read what a field holds."""
        (text,) = self.wait(lambda: (Atspi.Text.get_text(self.find(name, "text"), 0, -1),), f"field {name}")
        return text

    def focus(self, name, role=None):
        """Give a part the keyboard."""

        def focused():
            item = self.search(name, role)
            if item is None or has(item, State.FOCUSED):
                return item
            Atspi.Component.grab_focus(item)
            return None

        return self.wait(focused, f"{name} to have the keyboard")

    def press(self, *keys):
        """Press keys one after the other, wherever the keyboard is."""
        for key in keys:
            self._press(KEYS[key])

    def shortcut(self, key, *held):
        """Press a letter, a digit or a named key while other keys are held down."""
        self._press(KEYS.get(key) or ord(key), *held)

    def type(self, text):
        """Type small letters and digits, wherever the keyboard is."""
        for sign in text:
            self._press(ord(sign))

    def hear(self, wanted, what):
        """Wait until something is announced or gets the focus, and forget what was before."""

        def found():
            places = [i for i, text in enumerate(self.heard) if wanted(text)]
            return places and self.heard[places[0]]

        text = self.wait(found, what)
        del self.heard[: self.heard.index(text) + 1]
        return text
