"""The Qt style sheet of the window, a template over the tokens of :class:`gui.look.theme.Theme`.

Made for the Fusion style. Properties that widgets can set: ``role`` (``muted``, ``error``, ``title``, ``heading``,
``primary``), ``soft`` (a field on a raised ground), ``quiet`` (a field that looks like plain text until it is used),
``problem`` (a red edge), ``names`` (a header of rows that reads like their first column), ``tight`` (no margins next to
the text).
"""

STYLE_SHEET = """
QMainWindow, QDialog { background: $background; }
QWidget { color: $text; }
QLabel { background: transparent; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="error"] { color: $bad; }
QLabel[role="title"] { font-size: ${large}px; font-weight: 600; }
QLabel:disabled, QCheckBox:disabled, QRadioButton:disabled { color: $faint; }

QPushButton, QToolButton {
    background: $raised; border: 1px solid $line; border-radius: ${corner}px; padding: 4px 12px;
    min-height: 18px;
}
QPushButton:hover, QToolButton:hover { background: $hover; border-color: $outline; }
QPushButton:pressed, QToolButton:pressed, QToolButton:open { background: $pressed; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton:disabled, QToolButton:disabled { background: transparent; color: $faint; border-color: $line; }
QPushButton:checked, QToolButton:checked { background: $selection; border-color: $accent; }
QPushButton:checked:focus, QToolButton:checked:focus { border-color: $text; }
QPushButton:default, QPushButton[role="primary"] {
    background: $accent; border-color: $accent; color: $on_accent; font-weight: 600;
}
QPushButton:default:focus, QPushButton[role="primary"]:focus { border-color: $text; }
QPushButton[role="primary"]:disabled { background: transparent; color: $faint; border-color: $line; }
QPushButton::menu-indicator, QToolButton::menu-indicator { image: none; width: 0px; }
QToolButton[tight="true"] { padding: 4px 0px; }
QPushButton[low="true"], QToolButton[low="true"] { padding: 1px 10px; }
QFileDialog QToolButton { padding: 4px; }
QToolBar QToolButton { background: transparent; border: 1px solid transparent; padding: 4px; }
QToolBar QToolButton:hover { background: $hover; }
QToolBar QToolButton:pressed, QToolBar QToolButton:open { background: $pressed; }
QToolBar QToolButton:focus { border-color: $accent; }
QToolBar QToolButton:disabled { background: transparent; border-color: transparent; }

QLineEdit, QPlainTextEdit, QTextEdit {
    background: $surface; border: 1px solid $outline; border-radius: ${corner}px; padding: 3px 6px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit > QToolButton { background: transparent; border: none; padding: 0px; min-height: 0px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus { border-color: $accent; }
QLineEdit:disabled, QPlainTextEdit:disabled { color: $faint; border-color: $line; }
QLineEdit[soft="true"] { background: $raised; border-color: $line; }
QLineEdit[soft="true"]:hover { border-color: $outline; }
QLineEdit[soft="true"]:focus { background: $surface; border-color: $accent; }
QLineEdit[problem="true"], QLineEdit[problem="true"]:focus { border-color: $bad; }
QLineEdit[quiet="true"] {
    background: transparent; border-color: transparent; padding: 0px 3px; font-weight: 600;
}
QLineEdit[quiet="true"]:hover { border-color: $line; }
QLineEdit[quiet="true"]:focus { background: $surface; border-color: $accent; }

QComboBox, QAbstractSpinBox {
    background: $surface; border: 1px solid $outline; border-radius: ${corner}px; padding: 3px 8px;
    min-height: 18px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QAbstractSpinBox { padding: 3px 6px; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { background: transparent; border: none; padding: 0px 4px; }
QComboBox:focus, QAbstractSpinBox:focus { border-color: $accent; }
QComboBox:disabled, QAbstractSpinBox:disabled { color: $faint; border-color: $line; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow { image: url("$icons/style-down-$name.svg"); }
QAbstractSpinBox::up-arrow { image: url("$icons/style-up-$name.svg"); }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow, QAbstractSpinBox::up-arrow { width: 12px; height: 12px; }
QFileDialog #backButton { qproperty-icon: url("$icons/style-left-$name.svg"); }
QFileDialog #forwardButton { qproperty-icon: url("$icons/style-right-$name.svg"); }
QFileDialog #toParentButton { qproperty-icon: url("$icons/style-up-$name.svg"); }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: 18px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QCheckBox, QRadioButton { spacing: 6px; }
QCheckBox::indicator, QRadioButton::indicator, QMenu::indicator {
    width: 14px; height: 14px; border: 1px solid $outline; border-radius: 4px; background: $surface;
}
QRadioButton::indicator, QMenu::indicator:exclusive { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked, QRadioButton::indicator:checked, QMenu::indicator:checked {
    background: $accent; border-color: $accent; image: url("$icons/style-check-$name.svg");
}
QMenu::indicator { margin-left: 8px; }
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $line; outline: none; padding: 4px;
    selection-background-color: $selection; selection-color: $text;
}

QMenuBar { background: $background; border: none; padding: 2px 4px; }
QMenuBar::item { background: transparent; padding: 4px 8px; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $pressed; }
QMenu { background: $raised; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $selection; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QToolTip { background: $raised; color: $text; border: 1px solid $outline; padding: 4px 6px; }
QToolBar {
    background: $background; border: none; border-bottom: 1px solid $line; padding: 4px 8px;
    spacing: 4px;
}
QToolBar::separator { background: $line; width: 1px; margin: 4px 6px; }

QTabWidget::pane { border: none; border-top: 1px solid $line; background: $surface; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab {
    background: transparent; color: $muted; padding: 7px 4px 6px 4px; border: none;
    border-bottom: 2px solid transparent;
}
QTabBar[groups="true"]::tab { padding: 3px 8px 3px 8px; font-size: ${small}px; border: none; border-radius: 4px; }
QTabBar[groups="true"]::tab:selected { background: $selection; }
QTabBar QToolButton { background: $background; border: none; border-radius: 0px; padding: 0px; }
QTabBar QToolButton::left-arrow { image: url("$icons/style-left-$name.svg"); }
QTabBar QToolButton::right-arrow { image: url("$icons/style-right-$name.svg"); }
QTabBar::scroller { width: 32px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; }

QScrollArea, QAbstractScrollArea#seatScroll { background: transparent; border: none; }
QScrollArea:focus { border: 1px solid $accent; border-radius: 4px; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $handle; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0px; height: 0px; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSlider:horizontal { min-height: 16px; }
QSlider::groove:horizontal { height: $${groove}px; border-radius: 2px; background: $handle; }
QSlider::sub-page:horizontal { border-radius: 2px; background: $accent; }
QSlider::handle:horizontal {
    width: $${knob}px; margin: -$${above}px 0px; border-radius: $${half}px; border: 1px solid $outline;
    background: $surface;
}
QSlider::handle:horizontal:hover { background: $hover; }
QSlider::handle:horizontal:focus { border-color: $accent; background: $accent; }
QSlider::sub-page:horizontal:disabled { background: $handle; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent; }

QTableView {
    background: $surface; alternate-background-color: $raised; border: none; gridline-color: $line;
    selection-background-color: $selection; selection-color: $text;
}
QTableView::item { padding: 2px 8px; }
QTableView[dense="true"]::item { padding: 2px 3px; }
QTreeView {
    background: $surface; border: 1px solid $line; border-radius: ${corner}px; outline: none; padding: 4px;
    selection-background-color: $selection; selection-color: $text;
}
QTreeView:focus { border-color: $accent; }
QTreeView::item { padding: 3px 2px; border: none; }
QTreeView::item:selected { background: $selection; color: $text; }
QTreeView::item:hover:!selected { background: $raised; }
QFrame#palette { background: $raised; border: 1px solid $outline; border-radius: ${corner}px; }
QFrame#palette QListView { background: transparent; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section {
    font-weight: 500;
    background: $surface; color: $muted; border: none; border-bottom: 1px solid $line; padding: 6px 8px;
    font-size: ${small}px;
}
QHeaderView::down-arrow, QHeaderView::up-arrow { width: 10px; height: 8px; subcontrol-position: top center; }
QHeaderView::down-arrow { image: url("$icons/style-down-$name.svg"); }
QHeaderView::up-arrow { image: url("$icons/style-up-$name.svg"); }
QTableView[dense="true"] QHeaderView::section { padding: 6px 5px; }
QHeaderView[tight="true"]::section { border: none; padding: 0px; }
QTableCornerButton::section { background: $surface; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTableView::corner { background: $surface; border: none; }
QHeaderView[names="true"]::section { border: none; color: $text; font-size: ${size}px; font-weight: 600; }
QLabel[role="heading"] {
    background: $surface; color: $muted; border-bottom: 1px solid $line; padding: 0px 5px;
    font-size: ${small}px; font-weight: 500;
}
QProgressBar {
    background: $line; border: none; border-radius: 3px; max-height: 6px; min-height: 6px;
    text-align: center;
}
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QStatusBar { background: $background; border-top: 1px solid $line; color: $muted; }
QStatusBar::item { border: none; }
"""

FRAME_SHEET = """
QSplitter::handle { background: palette(mid); }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: palette(accent); }
QTabWidget::pane { border: none; border-top: 1px solid palette(mid); background: palette(base); }
QAbstractScrollArea::corner { background: transparent; border: none; }
"""
"""The rules for the holders of pages: independent of the theme, since a change would restyle everything below."""
