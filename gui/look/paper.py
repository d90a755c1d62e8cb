"""What exported pictures are drawn on: their colours, size and size of text, as the player chooses them."""

from dataclasses import dataclass

from gui.look.theme import ThemeName

WHOLE = 100
PAPER_SIZES = {(960, 600): "Standard", (1280, 720): "Wide", (1600, 1000): "Large", (800, 800): "Square"}
"""(width, height) in pixels, and what the menu calls it; the first is that of a new player."""
PAPER_TEXTS = (80, 100, 125, 150)
"""Sizes of text in percent: at the largest the smallest paper still holds every chart."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of ``width`` by ``height`` pixels whose text is drawn at ``text`` percent.

    ``theme``: light, dark, or None: as the window.
    """

    theme: ThemeName | None = None
    width: int = 960
    height: int = 600
    text: int = WHOLE

    @property
    def zoom(self) -> float:
        """How much larger than on screen everything on the page is drawn."""
        return self.text / WHOLE

    @property
    def layout(self) -> tuple[int, int]:
        """Width and height that a chart is laid out in before it is enlarged by ``zoom``."""
        return round(self.width / self.zoom), round(self.height / self.zoom)
