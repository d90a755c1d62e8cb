"""What of the page *Pre-flop* can be exported as pictures and data; the flop book, the seat tables and the matchups are
files of their own.
"""

from gui.charts.drawing import PaperDrawing
from gui.export.files import ExportItem
from gui.pages.preflop.map_drawing import HandsMapFigure
from gui.pages.preflop.page import PreflopPage
from gui.state.context import PageContext


def preflop_exports(page: PreflopPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported."""
    hands = PaperDrawing("hands", context.look, page.drawn_hands, HandsMapFigure)
    jam = PaperDrawing("map", context.look, page.drawn_jam, HandsMapFigure)
    return (
        ExportItem("preflop", "Worth of the flops", page, page.flops.chart),
        ExportItem("preflopTwo", "Two hands over one another", page, page.two),
        ExportItem("preflopHands", "All hands before the flop", page, hands),
        ExportItem("preflopJam", "Jam or fold", page, jam),
    )
