"""The words of the page of ranges: names, hints and examples by game, and its help."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, unquote

from PySide6.QtCore import QEvent, QPoint, QSize, QUrl, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from engine import Game
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import NAMED_HANDS
from engine.ranges.razz import describe_razz
from gui.look.formatting import NO_BREAK, count
from gui.look.guard import Guarded
from gui.look.scale import px, scaled_size, set_text
from gui.look.theme import TEXT_LARGE, TEXT_SMALL, current_theme
from gui.parts.build import filled, label, named

Section = tuple[str, tuple[tuple[str, str], ...]]
"""A title, and examples with their meanings."""

HOLDEM_EXAMPLES: tuple[Section, ...] = (
    ("Hands", (
        ("AA", "a pair"),
        ("AKs", "suited"),
        ("AKo", "offsuit"),
        ("AK", "both"),
        ("AhKh", "this one combo; A♥K♥ works, too"),
    )),
    ("Many at once", (
        ("22+", "pairs from deuces up"),
        ("ATs+", "the kicker goes up to one below the top card"),
        ("99-66", "a span, either end first"),
        ("T9s-65s", "the same gap all the way down"),
        ("AhAs-QhQs", "a span that keeps its suits; 8s8h+ goes upwards"),
        ("Axs", "an ace with any suited card; Ax with any, aces too"),
        ("Ahx", "any hand with the ace of hearts; Ahxh suited ones"),
        *((hands.names[0], hands.meaning) for hands in NAMED_HANDS),
    )),
    ("The best hands", (
        ("15%", "the best 15 % by the order that is chosen beside the matrix"),
        ("5%-20%", "the best 20 % without the best 5 %"),
        ("fold-profile", "what an unknown player folds: weak hands nearly always, strong ones hardly ever"),
    )),
    ("Weights", (
        ("AA:0.5", "dealt half as often as the others"),
        ("22+, AKo:50%", "the same in percent; weights belong to the hand before them"),
        ("AA@50", "after @ a number is always percent"),
        ("22+, 77:0.25", "a combo given twice: the later weight stands"),
    )),
    ("Without", (
        ("22+, !77", "all pairs but sevens"),
        ("random, !15%", "what a player folds who plays the best 15 %"),
        ("random, !(22+, AKs:0.5)", "everything that the list in brackets does not play, weights and all"),
    )),
    ("What goes on at a street", (
        ("22+, ATs+ > flop top pair+, flush draw@50", "top pair or better, and half of the flush draws"),
        ("22+ > flop !(set) > turn best 30%", "no set on the flop; of these the best 30 % by equity on the turn"),
        ("22+, Ax > flop tp/Q+ & !fd, worst 20%", "top pair with a queen or better and no flush draw; the worst"),
        ("Ax > flop top pair/A, gutshot:0.5", "top pair with an ace beside it; half of the gutshots"),
        ("random > river equity 45%+", "what has at least 45 % on the river; equity 45%- has less"),
    )),
    ("As other programs write it", (
        ("AA, [50]KK, QQ[/50]", "Flopzilla, GTO+"),
        ("100: AA, KK, 50: QQ", "Equilab: a weight in percent leads a list"),
        ("AA, 80%(22-55)", "eval7"),
        ("AA, ATs+; Weights: AQs:75%", "PokerCruncher"),
        ("AA:0.5,KK:0.25", "PioSOLVER, GTO Wizard"),
    )),
)  # fmt: skip
RAZZ_EXAMPLES: tuple[Section, ...] = (
    ("Cards", (
        ("A29", "ace and deuce down, nine up; suits never matter"),
        ("A2 9 5", "then fourth street, and so on in dealing order"),
        ("x x K", "any two cards down, a king up"),
        ("x", "a wholly unknown hand"),
    )),
    ("Choices", (
        ("7-7-4", "two cards of seven or lower down, pairs as well"),
        ("[A23][A23]5", "each one of these ranks"),
        ("[5-8]x9", "at least one down card from five to eight"),
        ("8+8+7", "eight or higher, up to the king"),
    )),
    ("No pairs: parentheses", (
        ("(7-7-7)", "a seven up, two lower cards of different ranks down"),
        ("(7-7-)7", "the down cards differ from one another only"),
    )),
    ("Lists and weights", (
        ("A29, A39", "either hand, by the ways that the deck still allows"),
        ("A29, A39@50", "the second half as often"),
        ("(7-7-7), KK7:0.1", "a fraction after a colon"),
        ("15% 7", "the best share of the down cards behind a seven, by exact equity"),
        ("x x 7, !15% 7", "all but these"),
    )),
    ("This card or one of its rank", (
        ("A7-9", "this very ace: a second ace three ways, each other rank four"),
        ("[A]7-9", "any ace: two aces six ways, each other rank sixteen"),
    )),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RangeWords:
    """The words of a game. ``hint``: what can be typed, in a line; ``placeholder`` of the text, ``search`` of the
    inspection. ``help_title``, ``rules`` and ``examples`` are those of the help, ``number`` returns how many combos or
    suited ways an example has; ``reading`` explains the numbers of the inspection."""

    hint: str
    placeholder: str
    search: str
    help_title: str
    rules: str
    examples: tuple[Section, ...]
    number: Callable[[str], str]
    reading: str


def _combos(text: str) -> str:
    result = parse_range(text)
    weight = float(result.weights.sum())
    combos = f"{result.count}{NO_BREAK}combo{'' if result.count == 1 else 's'}"
    return combos if weight == result.count else f"{combos}, weight {weight:.4g}"


def _ways(text: str) -> str:
    ways = sum(row["combos"] for row in describe_razz(text)["items"])
    return f"{count(ways)} ways" if ways > 1 else ""


WORDS: Mapping[Game, RangeWords] = {
    "holdem": RangeWords(
        hint="`AA:0.5` half as often · `15%` the best share · `22+, !77` without",
        placeholder="as in 22+, ATs+, KQo:0.5",
        search="search: AK, Ah, TT+, suited",
        help_title="Ranges in hold'em",
        rules="Commas, semicolons or blanks stand between hands; case does not matter; 10 is T. What cannot be read is "
        "marked and changes nothing.",
        examples=HOLDEM_EXAMPLES,
        number=_combos,
        reading="Alone: by weight, once the board, the dead and all known cards are gone. Here: with all "
        "seats dealt together, where hands that need the same cards cannot be held at once.",
    ),
    "razz": RangeWords(
        hint="`7-` seven or lower · `[A25]` one of these · `(7-7-7)` no pair · `A39@50` half as often",
        placeholder="as in (7-7-7)",
        search="search: A, 7-7-, pairs",
        help_title="Hands in razz",
        rules="Two down cards, the door card, then the streets. What is not written is dealt. First the particular "
        "cards leave the deck, then the choices are filled from what is left: see Inspect for the ways.",
        examples=RAZZ_EXAMPLES,
        number=_ways,
        reading="Ways: first the particular cards leave the deck, then each choice is one of the cards of its rank "
        "that are left; a pair of down cards is a set. Alone: by weight and ways. Here: after what the other seats "
        "take, too.",
    ),
}


SCHEME = "try"
SIZE = QSize(540, 700)
TOP = 80


class RangeHelp(Guarded, QDialog):
    """Stays open beside the table. ``tried`` carries the text of an example."""

    tried = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game = "holdem"
        self._seat = ""
        self.setObjectName("rangeHelp")
        self.hint = label("", self, wrap=True)
        self.browser = named(QTextBrowser(self), "rangeHelp.examples", "Examples of range texts")
        self.browser.setOpenLinks(False)
        set_text(self.browser)
        self.browser.setStyleSheet("border: none; background: transparent; padding: 0px")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        filled(QVBoxLayout(self), self.hint, (self.browser, 1), buttons, spacing=8, margins=(20, 16, 20, 16))
        self.browser.anchorClicked.connect(self._on_clicked)

    def show_game(self, game: Game, seat: str) -> None:
        """Explain the texts of ``game``; examples are tried on ``seat``."""
        if (game, seat) != (self._game, self._seat):
            self._game, self._seat = game, seat
            self._render()

    @Slot()
    def _render(self) -> None:
        self.setWindowTitle(WORDS[self._game].help_title)
        hint = f"Click an example to try it on {self._seat} (Ctrl+Z takes it back), or select it and copy it."
        self.hint.setText(f"{hint} {WORDS[self._game].rules}")
        self.browser.setHtml(self.html())

    def html(self) -> str:
        """Return the sheet as rich text."""
        theme = current_theme()
        parts = []
        for title, examples in WORDS[self._game].examples:
            rows = "".join(
                f"<tr><td width='{px(190)}'><a style='color: {theme.accent}; text-decoration: none' "
                f"href='{SCHEME}:{quote(text)}'><b>{escape(text)}</b></a></td>"
                f"<td>{escape(meaning)} <span style='color: {theme.muted}; font-size: {px(TEXT_SMALL)}px'>"
                f"{WORDS[self._game].number(text)}</span></td></tr>"
                for text, meaning in examples
            )
            heading = f"<p style='font-size: {px(TEXT_LARGE - 2)}px; margin-bottom: 2px'><b>{escape(title)}</b></p>"
            parts.append(f"{heading}<table cellpadding='3'>{rows}</table>")
        return "".join(parts)

    @Slot(QUrl)
    def _on_clicked(self, url: QUrl) -> None:
        if url.scheme() == SCHEME:
            self.tried.emit(unquote(url.toString(QUrl.ComponentFormattingOption.FullyEncoded).split(":", 1)[1]))

    def open_beside(self, window: QWidget) -> None:
        """Show the sheet over the left of ``window``, where it leaves the range in sight."""
        if not self.isVisible():
            self.resize(scaled_size(SIZE.width(), SIZE.height()).boundedTo(window.size() - QSize(0, TOP)))
            self.move(window.mapToGlobal(QPoint(0, TOP)))
        self.show()
        self.raise_()
        self.activateWindow()

    def customEvent(self, event: QEvent) -> None:
        self._render()
