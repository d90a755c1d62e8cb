"""The status line: method, speed, progress and error of the run, the reason for its method, and messages."""

from collections import deque
from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from engine import GAMES, Snapshot
from engine.equity.reasons import reason_text, reason_words
from gui.look.guard import Guarded
from gui.look.keys import native_keys
from gui.look.scale import at_least, fix, px, set_text
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.parts.build import announce, filled, keep_room, named, show_progress
from gui.state.preparation import Preparation, preparing_text
from gui.state.session import Session
from gui.words.captions import common_card_note
from gui.words.formatting import (
    MIN_REMAINING_S,
    NO_BREAK,
    deals,
    describe_problem,
    duration,
    interval,
    percent,
    short_count,
)

Tone = Literal["text", "muted", "bad"]

MESSAGE_MS, ERROR_MS = 5_000, 12_000
PROGRESS_STEPS = 1000
PROGRESS_WIDTH = 120

HEIGHT = 30
LABEL = "All-in equity"
READY = "Ready: fill in the seats"
FILTERING = "Computing the equities for the street filters of the ranges…"


MAX_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class Message:
    """A message, its time, whether it is an error (``bad``), and the ``details`` of a fault of the program."""

    time: datetime
    text: str
    bad: bool
    details: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """The texts of the line, of which empty ones are hidden; ``progress`` is from 0 to 1, or None without a run."""

    text: str
    tone: Tone = "text"
    rate: str = ""
    error: str = ""
    deals: str = ""
    progress: float | None = None
    time: str = ""
    tip: str = ""
    """The long form of ``text``, with numbers, for the tool tip."""


def status_of(run: Session, prepared: float | None = None) -> Status:
    """Return the texts for the current state of a session.

    ``prepared``: how much of the engine is compiled while something in the window waits for it.
    """
    if run.problems:
        problem = next((p for p in run.problems if not p.incomplete), run.problems[0])
        full = describe_problem(problem, run.seat_names)
        brief = describe_problem(replace(problem, message=problem.brief or problem.message), run.seat_names)
        return Status(brief, "muted" if problem.incomplete else "bad", tip=full)
    if run.failure:
        return Status(run.failure, "bad", tip=run.failure)
    latest = run.latest
    counted = latest is not None and (latest.method == "sampled" or latest.final or bool(latest.stage))
    # A run that has counted nothing yet has only an estimate of its time, which does not include the preparation.
    if prepared is not None and (run.preparing or run.state == "idle" or (run.state == "running" and not counted)):
        return Status(preparing_text(prepared), "muted", progress=prepared)
    if latest is None:
        if run.state != "idle":
            text = FILTERING if run.filtering else "Preparing…"
            return Status(text, "muted", progress=0.0)
        return Status("Stopped before the first result" if run.stopped else READY, "muted")
    stderr = max((s.estimate.stderr for s in latest.active if s.estimate is not None), default=0.0)
    words = reason_words(latest.reason, run.speed, counted=counted and latest.method == "exact")
    return Status(
        text=_run_text(run, latest, words),
        rate=f"{short_count(latest.rate)}{NO_BREAK}deals/s" if latest.method == "sampled" else "",
        error=interval(stderr) if latest.seats and latest.method == "sampled" else "",
        deals=_deals(latest.deals) if counted else "",
        progress=latest.progress if run.state != "idle" else None,
        time=_time(run, latest),
        tip=_run_text(run, latest, reason_text(latest.reason, run.speed)),
    )


def _time(run: Session, latest: Snapshot) -> str:
    """Return the elapsed time, and the remaining time unless it is short or unknown."""
    elapsed, remaining = duration(latest.elapsed_s), latest.remaining_s
    if run.state != "running" or remaining is None or remaining < MIN_REMAINING_S:
        return elapsed
    return f"{elapsed} – {duration(float(ceil(remaining)))} left"


def _deals(number: int) -> str:
    return deals(number) if number < 1e7 else f"{short_count(number)} deals"


def _run_text(run: Session, latest: Snapshot, reason: str) -> str:
    """Return the text of a run: its current stage, the reason of a pause, or that it was stopped; else ``reason``."""
    stage = GAMES[latest.scenario.game].detail_words(latest.stage)
    if run.state == "paused":
        return f"Paused – {reason}"
    if run.state == "running" and stage:
        return f"Computing {stage} – {reason}"
    if run.state == "running" or latest.final:
        return reason
    if not run.stopped:
        return reason
    if stage:
        return f"Stopped before {stage} – {reason}"
    if latest.method == "exact":
        return "Stopped – an exact run that is not complete has no result"
    return f"Stopped at {_deals(latest.deals)} – {reason}"


class StatusLine(Guarded, QWidget):
    """The state of the run in one line, replaced by a message for a few seconds (:meth:`show_message`).

    Screen readers speak the messages, and the result when a run has ended. Errors that arrive while another one is
    displayed, and faults of the program, wait in a list: a button says how many, and emits :attr:`list_requested`.

    Its widgets are ``status.text``, ``.messages``, ``.rate``, ``.error``, ``.deals``, ``.progress``, ``.time`` and
    ``.label``.
    """

    list_requested = Signal()

    def __init__(self, session: Session, preparation: Preparation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "status", "Status")
        self._messages: deque[Message] = deque(maxlen=MAX_MESSAGES)
        self._waiting = list[Message]()
        """Errors that have not been read in the list; a single one is dropped when its display ends."""
        fix(self, height=HEIGHT)
        self._session, self._preparation = session, preparation
        self._message: tuple[str, bool] | None = None
        self._announced: Snapshot | None = None
        """The result that was announced last to screen readers."""
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self._on_message_over)
        self.words = named(_ElidedLabel(self), "status.text")
        button = named(
            QPushButton(self), "status.messages", "Messages", "Show all messages, with a button to copy them"
        )
        button.setFlat(True)
        set_text(button, TEXT_SMALL)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(self.list_requested)
        button.hide()
        self.list_button = button
        self._rate = self._figure("rate", "Speed", "88.8 M deals/s")
        self.error = self._figure("error", "Largest 95 % interval (±)", "± 0.888 %")
        self.deals = self._figure("deals", "Deals", "8 888 888 deals")
        bar = named(QProgressBar(self), "status.progress", "Progress")
        bar.setRange(0, PROGRESS_STEPS)
        bar.setTextVisible(False)
        fix(bar, width=PROGRESS_WIDTH, height=6)
        keep_room(bar)
        self.progress = bar
        self._time = self._figure("time", "Time", "88.8 ms")
        self.kind = named(QLabel(LABEL), "status.label")
        set_text(self.kind, TEXT_SMALL)
        layout = filled(QHBoxLayout(self), (self.words, 1), spacing=16, margins=(12, 0, 12, 0))
        for part in (self.list_button, self._rate, self.error, self.deals, self.progress, self._time, self.kind):
            layout.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        session.changed.connect(self._render)
        preparation.changed.connect(self._render)
        session.changed.connect(self._announce_result)
        self._render()

    def _figure(self, name: str, meaning: str, widest: str) -> QLabel:
        label = named(QLabel(self), f"status.{name}", meaning, meaning)
        set_text(label, TEXT_SMALL)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        at_least(label, width=ceil(QFontMetricsF(font(TEXT_SMALL)).horizontalAdvance(widest)))
        return label

    @Slot(str, bool)
    def show_message(self, text: str, bad: bool = False) -> None:
        self._show(Message(datetime.now(), native_keys(text), bad))

    @Slot(str, str)
    def show_fault(self, text: str, details: str) -> None:
        """Show a fault of the program; its details are in the list."""
        self._show(Message(datetime.now(), text, True, details))

    def take_messages(self) -> tuple[Message, ...]:
        """Return all messages, oldest first, and mark the errors as read."""
        self._waiting = []
        self._render()
        return tuple(self._messages)

    def _show(self, message: Message) -> None:
        """Display a message for some seconds, announce it to screen readers, and list it unless it is repeated."""
        text, bad = message.text, message.bad
        if not self._messages or (self._messages[-1].text, self._messages[-1].details) != (text, message.details):
            # A fault while painting occurs again with every paint: it is listed only once.
            self._messages.append(message)
            self._waiting += [message] if bad else []
        self._message = (text, bad)
        announce(self.words, text)
        self.timer.start(ERROR_MS if bad else MESSAGE_MS)
        self._render()

    @Slot()
    def _announce_result(self) -> None:
        """Announce the equities to screen readers when a run has ended, but not those of a running one."""
        session = self._session
        result = None if session.stale or session.state != "idle" else session.snapshot
        if result is not None and result is not self._announced:
            known = ((seat.name, seat.estimate) for seat in result.active if seat.estimate is not None)
            texts = (f"{name} {percent(e.equity, e.stderr)} {interval(e.stderr)}".strip() for name, e in known)
            announce(self.words, f"Result: {', '.join(texts)}")
        self._announced = result

    @Slot()
    def _on_message_over(self) -> None:
        self._message = None
        if not self._listed:
            self._waiting = []
        self._render()

    @property
    def _listed(self) -> bool:
        """Whether there are errors for the list: more than one, or one with details."""
        return len(self._waiting) > 1 or any(message.details for message in self._waiting)

    @Slot()
    def _render(self) -> None:
        """Show the state of the run or the current message, the figures, and the button of earlier messages."""
        status, theme = status_of(self._session, self._preparation.share), current_theme()
        text, tone = status.text, status.tone
        if self._message is not None:
            text, bad = self._message
            tone = "bad" if bad else "text"
        tip = status.tip if self._message is None and status.tip else text
        self.words.show_text(text[:1].upper() + text[1:], tip[:1].upper() + tip[1:], QColor(getattr(theme, tone)))
        # A message replaces only the text; the figures of the run stay next to it.
        figures = {self._rate: status.rate, self.error: status.error, self.deals: status.deals, self._time: status.time}
        for label, figure in figures.items():
            label.setText(figure)
            label.setAccessibleName(f"{label.toolTip()}: {figure}")
            label.setVisible(bool(figure))
        number = len(self._waiting)
        self.list_button.setText("Details" if number == 1 else f"{number} messages")
        self.list_button.setAccessibleName(f"Messages: {self.list_button.text()}")
        self.list_button.setVisible(self._listed)
        latest = self._session.latest
        note = common_card_note(latest.scenario) if latest is not None else ""
        self.kind.setText(f"{LABEL} · {note}" if note else LABEL)
        self.progress.setVisible(status.progress is not None)
        show_progress(self.progress, round(PROGRESS_STEPS * (status.progress or 0.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current_theme().background))
        painter.fillRect(0, 0, self.width(), 1, QColor(current_theme().line))

    def customEvent(self, event: QEvent) -> None:
        self._render()


class _ElidedLabel(Guarded, QLabel):
    """One line of text, elided if it does not fit; the tool tip has the long form."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_text(self, TEXT_SMALL)
        self.color = QColor()

    def show_text(self, text: str, tip: str, color: QColor) -> None:
        self.color = color
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(text)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(px(80), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.color)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
