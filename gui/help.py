"""The sheet of shortcuts and the about box."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from engine import __version__

SHORTCUTS = (
    ("The table", (
        ("A K Q … 2, then s h d c", "Hold'em: the card goes to the marked slot"),
        ("A 2 … K", "Razz: the rank goes to the marked slot"),
        ("F", "Razz: folds the seat just typed"),
        ("Backspace", "Takes the last card back"),
        ("Tab", "Goes through the slots in table order"),
        ("/", "The range text of the seat; Enter goes back to the cards"),
        ("Ctrl+C, Ctrl+V", "Copy and paste what is marked: cards, as in [Ah Kd, Qc], a range, a board"),
        ("Ctrl+Shift+V", "Pastes there from a text, too"),
        ("Menu, Shift+F10", "The menu of the marked place; a right click opens that of any"),
        ("Esc", "Leaves a text"),
        ("Ctrl++", "Adds a seat"),
        ("Ctrl+H, Ctrl+R", "Hold'em, razz"),
        ("Ctrl+1 … Ctrl+9", "The pages on the right, from left to right"),
    )),
    ("The matrix", (
        ("Arrows, Shift", "Move; Shift selects more; Home, End, Page up and down go all the way"),
        ("Space", "Paints the selection, or erases it where it has the brush's weight"),
        ("1 … 9, 0", "10 % … 90 %, 100 %: weighs the selection and sets the brush"),
        ("+ or Ctrl+Shift+click", "This hand and all better ones; Alt+click too, where the desktop leaves it alone"),
        ("Ctrl+C, Ctrl+V", "Copy the selection or the whole range, paste a range"),
        ("Enter", "The suits of the hand; Esc closes them"),
        ("Delete", "Takes the selection out"),
        ("Ctrl+I", "What the range really holds here; there 1 … 6 sort the list"),
        ("F1", "All that can be typed into a range"),
    )),
    ("The run", (
        ("F5", "Runs, holds, goes on"),
        ("Esc", "Stops"),
        ("F6", "Refines: half the error"),
        ("F7", "Makes a sampled result exact, where that takes seconds"),
    )),
    ("Files and history", (
        ("Ctrl+N, Ctrl+O, Ctrl+S", "New, open, save"),
        ("Ctrl+Z, Ctrl+Shift+Z", "Undo, redo: everything on the table"),
        ("Ctrl+Shift+C", "Copies the results as text"),
        ("Ctrl+Q", "Quits"),
    )),
)  # fmt: skip

ABOUT = f"""<h2>Steel Wheel {__version__}</h2>
<p>An equity laboratory for Texas hold'em and razz.</p>
<p>Showdown equities: nobody folds from here on. Exact wherever that takes seconds, else sampled from the joint law
of all seats with a 95&nbsp;% interval.</p>
<p>MIT licence. The text face is Inter (SIL Open Font License).</p>"""


KELLY = """<h2>How much to bet: Kelly</h2>
<p>Kelly's rule bets what makes a bankroll grow fastest in the long run. Too small a bet leaves money on the table; too
large a bet grows it more slowly and swings wildly; about twice the optimum gains nothing at all, however good the
hand.</p>
<p><b>Type your bankroll and who has put in what.</b> The probabilities to win and to split come from the result of the
table as it is computed, or are typed. The advice then says what to do: check, bet so much, call or fold. Many play half
Kelly: three quarters of the growth at half the swings.</p>
<p><b>What is assumed:</b> the hand goes to the showdown with no further betting, as if all in, and all opponents call.
Nobody folds unless you say how often.</p>
<p><b>What is maximised:</b> g(x) = Σ p ln(1 + net/W). Best, tied with s of n opponents, net is
(c + (n + 1) x)/(1 + s) − x; beaten, it is −x. W is the bankroll, c the pot retained, x the bet.</p>
<p><b>Cassandra</b> had the idea of betting poker hands by Kelly. Its equation is right without a pot; with one it bets
too much. It is shown beside the advice, as published.</p>
<p><b>Chips in front of the players</b> say what you can win: the retained pot is c = pot − Σ (theirs − yours) over the
opponents still in, and the largest bet is what all of them can call. Where one is all in and others play on there is a
<b>side pot</b>: what goes into it counts as won only if you beat everybody, for the outcomes do not say whom you beat
when one of them beats you. The advice is a little too careful then. <b>Facing a bet</b> is another question than
checking: who does not call loses the pot, so the advice compares with growth 0. At <b>fixed limit</b> only the legal
amounts are compared: check, call, complete, bet, raise.</p>
<p><b>The hand tracker is for study and review.</b> Poker rooms forbid programs like this while you play, and they are
right: use it afterwards.</p>"""


def show_kelly(parent: QWidget) -> None:
    """Explain bet sizing and the hand tracker."""
    _show(parent, "Kelly", KELLY)


def show_shortcuts(parent: QWidget) -> None:
    """Show all shortcuts on one sheet."""
    blocks = []
    for title, rows in SHORTCUTS:
        lines = "".join(f"<tr><td width='176'><b>{keys}</b></td><td>{text}</td></tr>" for keys, text in rows)
        blocks.append(f"<h3>{title}</h3><table cellpadding='3'>{lines}</table>")
    _show(parent, "Shortcuts", "".join(blocks))


def show_about(parent: QWidget) -> None:
    """Show what this program is."""
    _show(parent, "About Steel Wheel", ABOUT)


def _show(parent: QWidget, title: str, html: str) -> None:
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setObjectName("help")
    text = QLabel(html)
    text.setTextFormat(Qt.TextFormat.RichText)
    text.setWordWrap(True)
    text.setMinimumWidth(480)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(24, 16, 24, 16)
    layout.addWidget(text)
    layout.addWidget(buttons)
    dialog.open()
