"""The widget of the map of next cards."""

from PySide6.QtWidgets import QWidget

from gui.charts.detail_chart import DetailChart
from gui.look.theme import Look
from gui.pages.next_card.card_map_figure import CardMapFigure
from gui.state.next_cards import NextTable
from gui.state.session import Session


class CardMapChart(DetailChart[NextTable]):
    """The cards that can come, by the equity of one seat behind them."""

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("cardMap", "Next card", CardMapFigure(look.theme), session, look, parent)
