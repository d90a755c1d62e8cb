"""The words and sizes by which the window shows the games: one row of ``GAME_WORDS`` a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from engine import GAMES, Estimate
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import NAMED_HANDS
from engine.scenario.names import GameTable
from gui.words.formatting import NO_BREAK, count, percent

Density = Literal["roomy", "compact", "dense", "line"]
"""How much space the row of a seat takes; ``line``: everything is in one line."""
LINE = 36
"""Height of a row of one line."""


@dataclass(frozen=True, slots=True)
class TableStyle:
    """The texts of empty fields, and the size of the row of a seat."""

    hint: str
    """A hint on how to fill the first seat."""
    seat_text: str
    dead_text: str
    captions: tuple[str, ...]
    """The texts in the empty slots of a hand."""
    heights: Mapping[Density, int]
    """Height of a row without a problem and without details."""
    widths: Mapping[Density, int]
    """Width below which the parts of a row do not fit side by side."""
    folded_card: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ClassWords:
    """The names of the classes of a game's final hands, and how they are drawn.

    If ``standing``, they are vertical bars from the best class on, else horizontal ones from the worst class on.
    ``columns`` are their names on axes and in data, ``ticks`` those under narrow vertical bars.
    """

    tab: str
    title: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    ticks: tuple[str, ...] = ()
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """Classes of final hands whose chance is displayed at a seat.

    ``forms`` are their names, the longest first, ``meaning`` explains the chance.
    """

    classes: tuple[str, ...]
    forms: tuple[str, ...]
    meaning: str

    def share(self, estimate: Estimate) -> str:
        """Return the chance in whole percent."""
        return percent(sum(estimate.classes[name] for name in self.classes), exact_digits=0)


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
    """The texts of a game about ranges.

    ``hint`` is a line about possible input, ``placeholder`` is that of the text, ``search`` that of the inspection.
    ``help_title``, ``rules`` and ``examples`` are those of the help; ``number`` returns the number of combos or suited
    ways of an example. ``reading`` explains the numbers of the inspection.
    """

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
    from engine.ranges.razz import describe_razz

    ways = sum(row["combos"] for row in describe_razz(text)["items"])
    return f"{count(ways)} ways" if ways > 1 else ""


@dataclass(frozen=True, slots=True)
class GameWords:
    """How the window presents a game.

    ``key`` is the shortcut that switches to it, ``table`` the style of its seats, ``classes`` are its final hands,
    ``ranges`` its texts about ranges. ``lock_hint`` explains how to type the hands of locked play. ``glance`` has the
    classes whose chance is displayed next to the equity, or is None.
    """

    key: str
    table: TableStyle
    classes: ClassWords
    ranges: RangeWords
    lock_hint: str
    glance: Glance | None = None


GAME_WORDS: GameTable[GameWords] = GameTable("words in the window", {
    "holdem": GameWords(
        key="Ctrl+H",
        table=TableStyle(
            hint="Click two cards or type `ahkd`; a range works too: `TT+, AQs+`",
            seat_text="cards or range",
            dead_text="as in Ks 2d",
            captions=("", ""),
            heights={"roomy": 74, "compact": 64, "dense": 51, "line": LINE},
            widths={"roomy": 444, "compact": 436, "dense": 458, "line": 360},
            folded_card=(24, 31),
        ),
        classes=ClassWords(
            "Hands",
            "Hand categories at showdown",
            tuple(name.capitalize() for name in GAMES["holdem"].classes),
            GAMES["holdem"].classes,
        ),
        ranges=RangeWords(
            hint="`AA:0.5` half as often · `15%` the best share · `22+, !77` without",
            placeholder="as in 22+, ATs+, KQo:0.5",
            search="search: AK, Ah, TT+, suited",
            help_title="Ranges in hold'em",
            rules="Commas, semicolons or blanks stand between hands; case does not matter; 10 is T. What cannot be "
            "read is marked and changes nothing.",
            examples=HOLDEM_EXAMPLES,
            number=_combos,
            reading="Alone: by weight, once the board, the dead and all known cards are gone. Here: with all "
            "seats dealt together, where hands that need the same cards cannot be held at once.",
        ),
        lock_hint="all hands; or top pair+, flush draw",
    ),
    "razz": GameWords(
        key="Ctrl+R",
        table=TableStyle(
            hint="Click two down cards and a door or type `a29`; a range works too: `(7-7-7)`; `x` is unknown",
            seat_text="cards",
            dead_text="as in 7 7 K",
            captions=("down", "down", "door", "4th", "5th", "6th", "7th"),
            heights={"roomy": 109, "compact": 88, "dense": 64, "line": LINE},
            widths={"roomy": 504, "compact": 428, "dense": 444, "line": 360},
            folded_card=(19, 25),
        ),
        classes=ClassWords(
            "Outcomes",
            "Outcomes: the low that each hand becomes",
            (
                "Wheel (five low)", "Six low", "Seven low", "Eight low", "Nine low", "Ten low", "Jack low", "Queen low",
                "King low", "Paired (fewer than five ranks)",
            ),
            ("wheel", "6 low", "7 low", "8 low", "9 low", "T low", "J low", "Q low", "K low", "paired"),
            ("5", "6", "7", "8", "9", "T", "J", "Q", "K", "paired"),
            standing=True,
        ),
        ranges=RangeWords(
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
        lock_hint="all hands; or down cards, as [A-5][A-5]",
        glance=Glance(("5", "6", "7", "8"), ("8 or better", "8:"), "to an 8 or better"),
    ),
})  # fmt: skip
