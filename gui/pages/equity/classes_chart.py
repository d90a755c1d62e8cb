"""The widget of the chart of final hands."""

import numpy as np
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.details.lows import Lows, low_texts
from gui.charts.chart import Chart
from gui.charts.figure import Figure
from gui.look.captions import PAIRED, class_of_low
from gui.look.theme import Look
from gui.pages.equity.classes_figure import ClassesFigure
from gui.state.detail_requests import LatestDetail
from gui.state.session import Session


class ClassesChart(Chart):
    """The distribution of the final hands of every seat; in razz the exact one over a sampled one."""

    def __init__(self, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._classes = ClassesFigure(look.theme)
        super().__init__("classes", "Final hands", self._classes, session, look, parent)

    def _refresh(self) -> None:
        if self._outdated:
            self._classes.exact = exact_classes(self._session.detail("outcomes", Lows))
        super()._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.request_details("classes", {"outcomes"})

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.request_details("classes")

    def page(self) -> Figure:
        """Return a copy for paper."""
        page = ClassesFigure(self._look.theme, on_paper=True)
        page.exact = self._classes.exact
        return page


def exact_classes(found: LatestDetail[Lows] | None) -> dict[int, dict[str, float]]:
    """Return the exact class distributions by seat that lie over sampled ones; none where there are none to show."""
    if found is None or found.stale or found.snapshot.method == "exact":
        return {}
    detail, classes = found.value, dict[int, dict[str, float]]()
    for row, seat in enumerate(detail.seats):
        if detail.stderr[row] == 0.0:
            shares = {PAIRED: float(detail.paired[row].sum())}
            for place in np.flatnonzero(detail.lows[row]).tolist():
                name = class_of_low(low_texts()[place])
                shares[name] = shares.get(name, 0.0) + float(detail.lows[row, place])
            classes[seat] = shares
    return classes
