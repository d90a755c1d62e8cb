"""The options of a run: seed and limits, each checked as it is typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLineEdit, QWidget

from engine import RunOptions, Scenario
from gui.look.theme import TEXT_SMALL, font
from gui.parts.number_text import FieldError, with_point
from gui.state.document import Document

FIELD_WIDTH = 140
LARGEST_COUNT = 10**15
LARGEST_SEED = 2**63 - 1
SUFFIXES = {"k": 3, "m": 6, "g": 9, "t": 12}


def parse_seed(text: str) -> int:
    """Read a seed: a whole number from 0."""
    if not text.isascii() or not text.isdigit() or int(text) > LARGEST_SEED:
        raise FieldError("a whole number of at least 0")
    return int(text)


def parse_trials(text: str) -> int | None:
    """Read a number of trials as ``1000000``, ``1 000 000``, ``1e6`` or ``1M``; empty: no limit."""
    compact = "".join(text.split()).lower()
    if not compact:
        return None
    exponent = SUFFIXES.get(compact[-1], 0)
    value = _decimal(compact[:-1] if exponent else compact) * 10**exponent
    if value != value.to_integral_value() or not 1 <= value <= LARGEST_COUNT:
        raise FieldError("a whole number such as 1000000, 1e6 or 1M")
    return int(value)


def parse_error(text: str) -> float | None:
    """Read a standard error in percentage points as a probability; empty: the default target."""
    compact = text.replace("%", "").strip()
    if not compact:
        return None
    value = _decimal(compact)
    if not Decimal("0.00001") <= value <= 50:
        raise FieldError("percentage points from 0.00001 to 50, such as 0.02")
    return float(value / 100)


def parse_seconds(text: str) -> float | None:
    """Read a time in seconds; empty: no limit."""
    compact = text.strip().lower().removesuffix("s").strip()
    if not compact:
        return None
    value = _decimal(compact)
    if not Decimal("0.01") <= value <= 86_400:
        raise FieldError("seconds from 0.01 to 86400")
    return float(value)


def _decimal(text: str) -> Decimal:
    try:
        value = Decimal(with_point(text))
    except InvalidOperation:
        raise FieldError("a number") from None
    if not value.is_finite() or abs(value.adjusted()) > 20:
        raise FieldError("a number")
    return value


def _plain(value: float | None, times: int = 1) -> str:
    return "" if value is None else f"{(Decimal(repr(value)) * times).normalize():f}"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field of :class:`RunOptions`: how it is called, read and written; ``empty``: nothing set."""

    key: str
    name: str
    title: str
    empty: str
    parse: Callable[[str], Any]
    write: Callable[[Any], str]


FIELDS = (
    FieldSpec("seed", "seed", "Seed", "1", parse_seed, str),
    FieldSpec(
        "max_trials",
        "maxTrials",
        "Most deals",
        "no limit",
        parse_trials,
        lambda v: "" if v is None else str(v),
    ),
    FieldSpec(
        "target_stderr",
        "targetError",
        "Standard error, % points",
        "0.02",
        parse_error,
        lambda v: _plain(v, 100),
    ),
    FieldSpec("max_seconds", "seconds", "Most seconds", "no limit", parse_seconds, _plain),
)


class RunOptionsPopup(QFrame):
    """Opens under a button; every valid entry is an edit of the document, an invalid one says what is wanted.

    The fields are called ``runOptions.seed``, ``.maxTrials``, ``.targetError`` and ``.seconds``.
    """

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("runOptions")
        self.setAccessibleName("Options of the run")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._document = document
        self._fields: dict[str, QLineEdit] = {}
        self._errors: dict[str, QLabel] = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setHorizontalSpacing(16)
        layout.setVerticalSpacing(2)
        for row, spec in enumerate(FIELDS):
            self._add_field(layout, 2 * row, spec)
        note = QLabel(
            "A sampled run ends at the first limit reached.\nWith none, at a standard error of 0.02 % points."
        )
        note.setProperty("role", "muted")
        note.setFont(font(TEXT_SMALL))
        layout.addWidget(note, 2 * len(FIELDS), 0, 1, 2)
        document.changed.connect(self._on_document_changed)
        self._render(document.scenario.run)

    def _add_field(self, layout: QGridLayout, row: int, spec: FieldSpec) -> None:
        edit = QLineEdit()
        edit.setObjectName(f"runOptions.{spec.name}")
        edit.setAccessibleName(spec.title)
        edit.setPlaceholderText(spec.empty)
        edit.setFixedWidth(FIELD_WIDTH)
        edit.setMaxLength(24)
        edit.textEdited.connect(self._on_text_edited)
        title = QLabel(spec.title)
        title.setBuddy(edit)
        error = QLabel()
        error.setObjectName(f"runOptions.{spec.name}.error")
        error.setProperty("role", "error")
        error.setFont(font(TEXT_SMALL))
        error.setMinimumHeight(16)
        layout.addWidget(title, row, 0)
        layout.addWidget(edit, row, 1)
        layout.addWidget(error, row + 1, 0, 1, 2, Qt.AlignmentFlag.AlignRight)
        self._fields[spec.key], self._errors[spec.key] = edit, error

    def open_below(self, button: QWidget) -> None:
        """Show the options under ``button``."""
        self._render(self._document.scenario.run)
        self.adjustSize()
        self.move(button.mapToGlobal(QPoint(0, button.height() + 4)))
        self.show()
        self._fields["seed"].setFocus(Qt.FocusReason.PopupFocusReason)

    @Slot(str)
    def _on_text_edited(self, text: str) -> None:
        sender = self.sender()
        spec = next(spec for spec in FIELDS if self._fields[spec.key] is sender)
        try:
            value = spec.parse(text)
        except FieldError as error:
            self._show_error(spec.key, f"{error}" if text.strip() else "")
            return
        run = replace(self._document.scenario.run, **{spec.key: value})
        wrong = self._document.edit(f"Set {spec.title.lower()}", merge=f"run.{spec.key}", run=run)
        self._show_error(spec.key, wrong[0].message if wrong else "")

    def _show_error(self, key: str, message: str) -> None:
        self._errors[key].setText(message)
        edit = self._fields[key]
        edit.setAccessibleDescription(message)
        edit.setProperty("problem", bool(message))
        edit.style().unpolish(edit)
        edit.style().polish(edit)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        changed = [spec for spec in FIELDS if getattr(before.run, spec.key) != getattr(after.run, spec.key)]
        self._render(after.run, changed)  # what another field has refused stays there to be put right

    def _render(self, run: RunOptions, fields: Sequence[FieldSpec] = FIELDS) -> None:
        for spec in fields:
            edit, value = self._fields[spec.key], getattr(run, spec.key)
            if not _says(spec, edit.text(), value):
                edit.setText(spec.write(value))
            self._show_error(spec.key, "")


def _says(spec: FieldSpec, text: str, value: Any) -> bool:
    """Say whether a text already means ``value``: what is being typed is left alone."""
    try:
        return bool(spec.parse(text) == value)
    except FieldError:
        return False
