"""Light and dark from one table of tokens; fonts; the look that widgets and charts are drawn with.

Contrast is at least 4.5:1 for text and 3:1 for marks against every background that they are drawn on (tested).
Seat colours differ in lightness as well as in hue, so that they stay apart for colour-blind eyes, and always
come with another sign: a line style and a marker (:data:`SEAT_DASHES`, :data:`SEAT_SYMBOLS`).
"""

import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

RESOURCES = Path(__file__).parents[2] / "resources"
FONTS = RESOURCES / "fonts"
ICONS = RESOURCES / "icons"
EXAMPLES, EXAMPLE_PAGES = RESOURCES / "examples", RESOURCES / "example_pages.json"
TEMPLATES = RESOURCES / "templates"
GUIDE, HELP_TEXTS = RESOURCES / "guide", RESOURCES / "help"
STYLES = RESOURCES / "styles"
"""Folders of data files of the program, in a checkout, a wheel or a bundle."""
CHANGELOGS = RESOURCES / "CHANGELOG.md", RESOURCES.parent / "CHANGELOG.md"
"""Its path in packages, and in a checkout."""

ThemeName = Literal["light", "dark"]
BET = "bet:"
"""How the name of a bet's colour begins."""

FONT_FAMILY = "Inter"
TEXT_SMALL, TEXT, TEXT_LARGE, TEXT_HERO = 11, 13, 16, 24
"""Pixel sizes at 100 %."""
CORNER = 6
WHOLE = 100
TEXT_SCALES = (80, 90, 100, 110, 125, 150, 175, 200)
"""Sizes of text in percent that can be chosen: each gives the application's font another size in pixels."""
_SCALES = {round(TEXT * percent / WHOLE): percent for percent in TEXT_SCALES}

SEAT_DASHES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine,
)
SEAT_SYMBOLS = ("o", "s", "t", "d", "t1", "p", "t2", "h", "t3", "star")


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as #rrggbb; ``family``: the face of the texts in charts."""

    name: ThemeName
    background: str
    surface: str
    raised: str
    line: str
    """Hairlines that divide."""
    outline: str
    """Borders of controls: a contrast of at least 3:1."""
    text: str
    muted: str
    accent: str
    on_accent: str
    selection: str
    good: str
    bad: str
    warn: str
    heat_low: str
    """Ends of heat maps: less than the middle, more than it."""
    heat_high: str
    worse: str
    """The same two hues, dark or bright enough for text and thin bars: an equity that falls or rises."""
    better: str
    card: str
    card_edge: str
    card_back: str
    deck_card: str
    """Face of a card that still lies in the deck: quieter than one on the table."""
    suits: tuple[str, str, str, str]
    """Spades, hearts, diamonds, clubs on a card face, four colours."""
    suits_two: tuple[str, str, str, str]
    deck_suits: tuple[str, str, str, str]
    """The same on ``deck_card``."""
    deck_suits_two: tuple[str, str, str, str]
    seats: tuple[str, ...]
    """Ten seat colours, the hero's (the accent) first."""
    fold: str
    """Backgrounds of actions: fold; check or call; bets, from the smallest to all in."""
    call: str
    bets: tuple[str, str, str]
    family: str = FONT_FAMILY

    def seat(self, index: int) -> QColor:
        return QColor(self.seats[index % len(self.seats)])

    def named(self, color: int | str) -> QColor:
        """Return the colour of a seat, of a token, or of a bet: ``bet:0.4``, from 0, the smallest, to 1, all in."""
        if isinstance(color, int):
            return self.seat(color)
        if not color.startswith(BET):
            return QColor(getattr(self, color))
        place = (len(self.bets) - 1) * float(color.removeprefix(BET))
        low = min(int(place), len(self.bets) - 2)
        return mixed(self.bets[low], self.bets[low + 1], place - low)


_INK = ("#171b24", "#c8202b", "#1f62c8", "#187a34")
_INK_TWO = ("#171b24", "#c8202b", "#c8202b", "#171b24")

LIGHT = Theme(
    name="light",
    background="#eceff3",
    surface="#ffffff",
    raised="#f5f7f9",
    line="#d9dde4",
    outline="#7f8795",
    text="#171b24",
    muted="#5a6272",
    accent="#1f62c8",
    on_accent="#ffffff",
    selection="#d9e6fb",
    good="#117a44",
    bad="#c02b22",
    warn="#8f5600",
    heat_low="#d97706",
    heat_high="#3b82e0",
    worse="#9a4d00",
    better="#1f62c8",
    card="#ffffff",
    card_edge="#b4bcc8",
    card_back="#5d6f8c",
    deck_card="#ffffff",
    suits=_INK,
    suits_two=_INK_TWO,
    deck_suits=_INK,
    deck_suits_two=_INK_TWO,
    seats=(
        "#1f62c8",
        "#bb6f0c",
        "#00593a",
        "#a8107f",
        "#45105c",
        "#2090a6",
        "#8f1208",
        "#8f5400",
        "#656c58",
        "#5f8a52",
    ),
    fold="#d3d7de",
    call="#8db9f2",
    bets=("#fbdfb6", "#f0a54f", "#dc6420"),
)

DARK = Theme(
    name="dark",
    background="#12151b",
    surface="#1a1e26",
    raised="#232833",
    line="#343b48",
    outline="#6d7789",
    text="#eceff4",
    muted="#9aa4b4",
    accent="#6ca6ff",
    on_accent="#0d1420",
    selection="#27406a",
    good="#4cc38a",
    bad="#ff7b72",
    warn="#e5b567",
    heat_low="#c2650a",
    heat_high="#3a78e0",
    worse="#f0a04b",
    better="#6ca6ff",
    card="#eef0f4",
    card_edge="#0c0e12",
    card_back="#8296c2",
    deck_card="#262c38",
    suits=_INK,
    suits_two=_INK_TWO,
    deck_suits=("#e6e9ef", "#ff8078", "#7fb2ff", "#5fcb8f"),
    deck_suits_two=("#e6e9ef", "#ff8078", "#ff8078", "#e6e9ef"),
    seats=(
        "#6ca6ff",
        "#fca413",
        "#3f9882",
        "#ddb8c4",
        "#f3dc6b",
        "#8974ff",
        "#86fefb",
        "#ff4473",
        "#5fd8ff",
        "#719500",
    ),
    fold="#4a5263",
    call="#2459a6",
    bets=("#453a28", "#6e4113", "#b64b06"),
)

THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}


@dataclass(frozen=True, slots=True)
class Look:
    """The theme, and whether each suit of the deck has a colour of its own, for painters."""

    theme: Theme
    four_colours: bool = True

    def suit_color(self, suit: int, *, deck: bool = False) -> QColor:
        """Return the colour of a suit (0 s, 1 h, 2 d, 3 c) on a card face, on the table or in the deck."""
        theme = self.theme
        if deck:
            return QColor((theme.deck_suits if self.four_colours else theme.deck_suits_two)[suit])
        return QColor((theme.suits if self.four_colours else theme.suits_two)[suit])


LOOK_CHANGED = QEvent.Type(QEvent.registerEventType())
"""The event that each widget gets after the theme, the deck or the size of text has changed, parents first.

All widgets paint themselves again; one that has more to do overrides ``customEvent``, which gets no other event.
"""
LAYOUT_ROUNDS = 12
"""Rounds of layout requests at most: a widget with another size lays itself and its parent out again."""
_TWO_COLOURS = "twoColours"
"""Property of the application's style hints: the suits of the deck have two colours."""
_BY_GROUND = {QColor(theme.background).rgb(): theme for theme in THEMES.values()}


def current_theme() -> Theme:
    """Return the theme of the application, which its palette determines."""
    return _BY_GROUND.get(QApplication.palette().color(QPalette.ColorRole.Window).rgb(), LIGHT)


def current_look() -> Look:
    """Return the theme and the colours of the deck."""
    return Look(current_theme(), four_colours=not QApplication.styleHints().property(_TWO_COLOURS))


def set_theme(name: ThemeName) -> None:
    """Switch the application to another theme."""
    QApplication.setPalette(palette(THEMES[name]))
    send_look_changed(sizes=True)


def set_four_colours(on: bool) -> None:
    """Choose between a four-color and a two-color deck."""
    QApplication.styleHints().setProperty(_TWO_COLOURS, not on)
    send_look_changed()


def send_look_changed(*, sizes: bool = False) -> None:
    """Send :data:`LOOK_CHANGED` to all widgets.

    With ``sizes`` everything is laid out before it is painted, so that no frame shows half of the change, and all sizes
    are repeated for widgets that decide by them.
    """
    windows = [widget for widget in QApplication.topLevelWidgets() if widget.parent() is None]
    widgets = [widget for window in windows for widget in (window, *window.findChildren(QWidget))]
    # A handler may delete other widgets of the list, so each is checked just before its event.
    for widget in filter(isValid, widgets):
        QApplication.sendEvent(widget, QEvent(LOOK_CHANGED))
        widget.update()
    if sizes:
        # A widget that gets its size again may ask for another one, so the layouts run before and after.
        _lay_out()
        for widget in filter(isValid, widgets):
            repeat_size(widget)
        _lay_out()


def _lay_out() -> None:
    """Run the layout requests that wait, and those that follow from them."""
    for _ in range(LAYOUT_ROUNDS):
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def repeat_size(widget: QWidget) -> None:
    """Send the current size to a visible part of a window once more."""
    if widget.isVisible() and not widget.isWindow():
        QApplication.sendEvent(widget, QResizeEvent(widget.size(), widget.size()))


def mixed(color: QColor | str, other: QColor | str, share: float) -> QColor:
    """Return ``color`` with ``share`` (0 to 1) of ``other`` mixed in."""
    a, b = QColor(color), QColor(other)
    return QColor.fromRgbF(
        a.redF() + share * (b.redF() - a.redF()),
        a.greenF() + share * (b.greenF() - a.greenF()),
        a.blueF() + share * (b.blueF() - a.blueF()),
    )


def text_scale() -> int:
    """Return the size of text in percent, which the font of the application determines."""
    return _SCALES.get(QApplication.font().pixelSize(), WHOLE)


def font(
    size: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal, *, tabular: bool = True, family: str = FONT_FAMILY
) -> QFont:
    """Return the text face in a size at 100 %, with tabular figures, for painters that enlarge.

    Widgets of Qt get theirs from :func:`gui.look.scale.set_text`.
    """
    result = QFont(family)
    result.setPixelSize(size)
    result.setWeight(weight)
    if tabular:
        result.setFeature(QFont.Tag("tnum"), 1)
    return result


def palette(theme: Theme) -> QPalette:
    """Return the Qt palette of a theme."""
    result = QPalette()
    role = QPalette.ColorRole
    colors = {
        role.Window: theme.background,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.raised,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.BrightText: theme.bad,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Light: theme.raised,
        role.Midlight: theme.line,
        role.Mid: theme.line,
        role.Dark: theme.outline,
        role.Shadow: theme.outline,
        role.Accent: theme.accent,
    }
    for key, value in colors.items():
        result.setColor(key, QColor(value))
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, mixed(theme.muted, theme.background, 0.35))
    return result


_LENGTH = re.compile(r"\b([2-9]|\d\d+)px")


def stylesheet(theme: Theme, percent: int = WHOLE) -> str:
    """Return the style sheet of the whole application in a theme and a size of text, made for the Fusion style.

    It is a template over the tokens of :class:`Theme`. Properties that widgets can set: ``role`` (``muted``, ``error``,
    ``title``, ``heading``, ``primary``), ``soft`` (a field on a raised ground), ``quiet`` (a field that looks like
    plain text until it is used), ``problem`` (a red edge), ``names`` (a header of rows that reads like their first
    column), ``tight`` (no margins next to the text).
    """
    tokens = {key: value for key, value in asdict(theme).items() if isinstance(value, str)}
    tokens |= {
        "hover": mixed(theme.raised, theme.text, 0.06).name(),
        "pressed": mixed(theme.raised, theme.text, 0.12).name(),
        "faint": mixed(theme.muted, theme.background, 0.35).name(),
        "handle": mixed(theme.background, theme.muted, 0.45).name(),
        "icons": ICONS.as_posix(),
        "corner": str(CORNER),
        "small": str(TEXT_SMALL),
        "size": str(TEXT),
        "large": str(TEXT_LARGE),
    }
    # The knob of a slider is as high as the groove with the space above and below, and as wide, without the hairlines
    # at its sides: rounded one by one these sizes would make an oval.
    groove, above = 2 * round(2 * percent / WHOLE), round(5 * percent / WHOLE)
    size = groove + 2 * above
    knob = {"groove": groove, "above": above, "knob": size - 2, "half": size // 2}
    sheet = Template(style_text("application")).substitute(tokens)
    return Template(scaled_sheet(sheet, percent)).substitute(knob)


@cache
def style_text(name: str) -> str:
    """Return the text of a style sheet that ships.

    ``application`` is a template; ``frame``, for the holders of pages, is independent of the theme, since a change of
    it would restyle everything below.
    """
    return (STYLES / f"{name}.qss").read_text(encoding="utf-8")


def scaled_sheet(sheet: str, percent: int) -> str:
    """Return a style sheet in a size of text: all its lengths but hairlines are those at 100 %."""
    return _LENGTH.sub(lambda result: f"{round(int(result[1]) * percent / WHOLE)}px", sheet)


PAPER_SIZES = {
    (960, 600): "Standard",
    (640, 400): "Forum",
    (1280, 720): "Wide",
    (1600, 1000): "Large",
    (800, 800): "Square",
}
"""(width, height) in pixels, and the name in the menu; the first is the default."""
PAPER_TEXTS = (80, 100, 125, 150)
"""Sizes of text in percent."""
MAX_SIDE = 10_000
MIN_LAYOUT_SIZE = (533, 400)
"""Width and height that hold every chart: text is not drawn so large that less is left."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of ``width`` by ``height`` pixels whose text is drawn at ``text`` percent, as far as it fits.

    ``theme``: light, dark, or None: as the window. ``family``: the face of its text.
    """

    theme: ThemeName | None = None
    width: int = 960
    height: int = 600
    text: int = WHOLE
    family: str = FONT_FAMILY

    def __post_init__(self) -> None:
        if not 0 < min(self.width, self.height) <= max(self.width, self.height) <= MAX_SIDE:
            raise ValueError(f"a page has sides of 1 to {MAX_SIDE:,} pixels")

    @property
    def face(self) -> str:
        """The font family of the text, or that of the program if the selected one is not installed."""
        return face_of(self.family)

    @property
    def zoom(self) -> float:
        """How much larger than on screen everything on the page is drawn."""
        return min(self.text / WHOLE, largest_zoom(self.width, self.height))

    @property
    def layout(self) -> tuple[int, int]:
        """Width and height that a chart is laid out in before it is enlarged by ``zoom``."""
        return round(self.width / self.zoom), round(self.height / self.zoom)


def face_of(family: str) -> str:
    """Return ``family``, or the font family of the program if it is not installed."""
    return family if QFontDatabase.hasFamily(family) else FONT_FAMILY


def largest_zoom(width: int, height: int) -> float:
    """Return how much larger than on screen a chart can be drawn on a page."""
    return min(width / MIN_LAYOUT_SIZE[0], height / MIN_LAYOUT_SIZE[1])
