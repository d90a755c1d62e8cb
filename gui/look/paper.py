"""What exported pictures are drawn on: colours, size, face and size of text, as the player chooses them."""

from dataclasses import dataclass

from PySide6.QtGui import QFontDatabase

from gui.look.theme import FONT_FAMILY, WHOLE, ThemeName

PAPER_SIZES = {
    (960, 600): "Standard",
    (640, 400): "Forum",
    (1280, 720): "Wide",
    (1600, 1000): "Large",
    (800, 800): "Square",
}
"""(width, height) in pixels, and what the menu calls it; the first is that of a new player."""
PAPER_TEXTS = (80, 100, 125, 150)
"""Sizes of text in percent."""
LONGEST_SIDE = 10_000
LEAST_LAYOUT = (533, 400)
"""Width and height that hold every chart: text is not drawn so large that less is left."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of ``width`` by ``height`` pixels whose text is drawn at ``text`` percent, as far as there is room for it.

    ``theme``: light, dark, or None: as the window. ``family``: the face of its text.
    """

    theme: ThemeName | None = None
    width: int = 960
    height: int = 600
    text: int = WHOLE
    family: str = FONT_FAMILY

    def __post_init__(self) -> None:
        if not 0 < min(self.width, self.height) <= max(self.width, self.height) <= LONGEST_SIDE:
            raise ValueError(f"a page has sides of 1 to {LONGEST_SIDE:,} pixels")

    @property
    def face(self) -> str:
        """The family that text is set in: that of the program where the chosen one is not on this machine."""
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
    """Return a family of fonts, that of the program where it is not on this machine."""
    return family if QFontDatabase.hasFamily(family) else FONT_FAMILY


def largest_zoom(width: int, height: int) -> float:
    """Return how much larger than on screen a chart can be drawn on a page."""
    return min(width / LEAST_LAYOUT[0], height / LEAST_LAYOUT[1])
