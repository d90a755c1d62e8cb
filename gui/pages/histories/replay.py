"""The hand that is followed: its moments, its hero, assumptions about hidden hands, and the equities throughout."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, CancelToken
from engine.cards import whole_text
from engine.histories.assumed import Assumptions
from engine.histories.hand import HandError, Moment, PlayedHand, RawHand, without_shown
from engine.histories.listing import HandLine
from engine.histories.path import HandPath, hand_path
from engine.histories.players.counting import SitePlayer, site_of
from engine.histories.reading import read_hand
from engine.histories.scenarios import assumed_at, can_be_painted, scenario_at
from engine.kelly.responses.fold_shift import FoldShift, fold_shift, with_any_folded
from engine.players.description import Player
from engine.ranges.orders import Order
from engine.storage.regular_files import reason
from gui.pages.histories.hand_list import HandList, hand_error_text
from gui.state.document import Document
from gui.state.latest import Answers, Questions


@dataclass(frozen=True, slots=True)
class Outlook:
    """Which cards of a hand count as known, and the assumptions about the others.

    ``hero`` is the player whose cards are known from the start (None: the hand's own hero). If ``hidden``, hands that
    others have shown stay unknown. If ``any_folds``, players who folded may hold any cards; otherwise their folds
    narrow their ranges. ``kinds`` are the players whose kind is known.
    """

    hero: int | None = None
    hidden: bool = False
    any_folds: bool = False
    kinds: tuple[tuple[SitePlayer, Player], ...] = ()

    def seen(self, hand: PlayedHand) -> PlayedHand:
        """Return ``hand`` without the shown hands that this outlook hides."""
        return without_shown(hand, hand.hero if self.hero is None else self.hero) if self.hidden else hand

    def assumptions(self, hand: PlayedHand) -> Assumptions:
        """Return the assumptions about the players of ``hand``."""
        kinds, site = dict(self.kinds), site_of(hand.raw)
        known = {player: kinds.get(SitePlayer(site, name)) for player, name in enumerate(hand.names)}
        return Assumptions({player: kind for player, kind in known.items() if kind is not None}, not self.any_folds)


@dataclass(frozen=True, slots=True)
class Broken:
    """A hand that cannot be followed, and the reason."""

    raw: RawHand
    message: str


def follow(
    raw: RawHand, painted: Mapping[int, str], outlook: Outlook, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[HandPath | Broken]:
    """Yield the moments of a hand with their equities, as these become known.

    ``painted`` are ranges by player that replace assumed ones, ``orders`` the player's own orders of hands.
    """
    try:
        hand = read_hand(raw)
    except HandError as error:
        yield Broken(raw, hand_error_text(error, raw))
        return
    seen, assumptions = outlook.seen(hand), outlook.assumptions(hand)
    for path in hand_path(seen, painted, cancel, orders, hero=outlook.hero, assumptions=assumptions):
        yield replace(path, hand=hand)  # the complete hand, so that another outlook can be taken of it


class Replay(QObject):
    """Follows a hand of the list, moment by moment.

    ``hand_selected``: another hand, or none, is followed. ``leaving``: the moment, hero or the outlook is about to
    change, and ranges painted for the current ones have to be stored (:meth:`paint`). ``moved``: they have
    changed; ``changed``: anything has, equities included. ``shift_changed``: the effect of the folds on hero's equity.
    ``message`` is for the status line.
    """

    hand_selected = Signal()
    leaving = Signal()
    moved = Signal()
    changed = Signal()
    shift_changed = Signal()
    message = Signal(str, bool)

    def __init__(
        self, hands: HandList, document: Document, questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.selected: HandLine | None = None
        """The hand that is followed, or is to be once it has been read."""
        self.problem = ""
        """The reason why the selected hand cannot be followed, or ""."""
        self.index = 0
        """The index of the current moment in ``hand.moments``."""
        self._first_index = 0
        """The index of the moment at which the selected hand is to begin."""
        self._begun = False
        self.hero = 0
        """The player whose decisions are looked at."""
        self.painted: dict[int, str] = {}
        """The ranges by player that replace the assumed ones in this hand."""
        self.outlook = Outlook()
        self._seen: tuple[object, PlayedHand] | None = None
        self._shift: Answers[FoldShift] = Answers(questions.apart("histories folds"), "folds", self)
        self._path: Answers[HandPath | Broken] = Answers(questions.apart("histories path"), "path", self)
        self._path.changed.connect(self._on_followed)
        self._shift.changed.connect(self.shift_changed)
        hands.opened.connect(self._on_opened)
        hands.only_hand.connect(self.select)

    @property
    def path(self) -> HandPath | None:
        """The hand that is followed, with the equities that are known so far."""
        path = self._path.latest.value
        return path if isinstance(path, HandPath) else None

    @property
    def hand(self) -> PlayedHand | None:
        """The hand that is followed, without shown hands that the outlook hides."""
        if self.path is None:
            return None
        # Computed here rather than in the thread, so that a new outlook applies immediately; the equities follow later.
        key = id(self.path.hand), self.outlook.hidden, self.outlook.hero
        if self._seen is None or self._seen[0] != key:
            self._seen = key, self.outlook.seen(self.path.hand)
        return self._seen[1]

    @property
    def moment(self) -> Moment | None:
        """The current moment, or None if no hand is followed."""
        return None if self.path is None else self.path.hand.moments[self.index]

    @property
    def orders(self) -> tuple[Order, ...]:
        """The player's own orders of hands."""
        return self._document.orders

    @property
    def shift(self) -> FoldShift | None:
        """By how much the folds change hero's equity at the current moment, or None if that is not known."""
        return self._shift.latest.current

    @property
    def has_folds(self) -> bool:
        """Whether a fold narrows a range at the current moment."""
        return self._shift.latest.about is not None

    @property
    def counts_shift(self) -> bool:
        """Whether ``shift`` is being computed."""
        return self._shift.latest.busy

    @property
    def assumed(self) -> tuple[str, ...]:
        """How the ranges of hidden hands are derived: a line for each player and street."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return ()
        first = GAMES[hand.game].streets[0]
        lines = []
        paintable = can_be_painted(hand, moment, self.hero)
        for player, result in enumerate(assumed_at(hand, moment, self.outlook.assumptions(hand), self.painted)):
            painted = self.painted.get(player) if player in paintable else ""
            ways = (f"as you painted it: {painted}",) if painted else result.lines(first) if result else ()
            lines += [whole_text(f"{hand.names[player]}, {line}") for line in ways]
        return tuple(lines)

    @Slot(object)
    def select(self, line: HandLine, index: int = 0) -> None:
        """Follow a hand, beginning at the moment ``index``."""
        self._reset(line, index)
        self._ask_path()
        self.changed.emit()

    @Slot()
    def _on_opened(self) -> None:
        self._reset(None, 0)
        self.changed.emit()

    def _reset(self, line: HandLine | None, index: int) -> None:
        """Select another hand, or none, that begins at moment ``index``; all that belonged to the old one is
        dropped."""
        self._path.forget()
        self._shift.forget()
        self.selected, self.problem = line, ""
        self._first_index, self._begun, self.painted = index, False, {}
        self.outlook = replace(self.outlook, hero=None)
        self.hand_selected.emit()

    def _ask_path(self) -> None:
        if self.selected is not None:
            painted, outlook, orders = dict(self.painted), self.outlook, self.orders
            work = partial(follow, self.selected.raw, painted, outlook, orders)
            self._path.ask((self.selected, painted, outlook), work)

    @Slot()
    def _on_followed(self) -> None:
        """Take the hand with the equities known so far. The first report of a hand puts the replay at its moment."""
        latest = self._path.latest
        if latest.error is not None:
            self.problem = f"This could not be computed: {reason(latest.error)}"
            self.message.emit(self.problem, True)
            self.changed.emit()
        elif isinstance(latest.value, Broken):
            self.problem = f"{latest.value.raw.name}, {latest.value.message}"
            self.changed.emit()
        elif latest.busy and latest.value is not None:
            if self._begun:
                self.changed.emit()
                return
            hand = latest.value.hand
            self.index, self.hero = min(self._first_index, len(hand.moments) - 1), hand.hero
            self._begun = True
            self._on_moved()

    def _on_moved(self) -> None:
        self.moved.emit()
        self._ask_shift()
        self.changed.emit()

    def _ask_shift(self) -> None:
        """Compute the effect of the folds, if hero is still in the hand and a fold narrows a range."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return
        # The effect is that of the switch, so it is computed with narrowed ranges even while the outlook has it off.
        assumptions = replace(self.outlook.assumptions(hand), folds=True)
        table = scenario_at(hand, moment, self.hero, painted=self.painted, tracked=False, assumptions=assumptions)
        table = table.without_panels
        if moment.folded[self.hero] or len(moment.live) < 2 or with_any_folded(table) == table:
            self._shift.forget()
            self.shift_changed.emit()
        else:
            self._shift.ask((table, self.hero), partial(fold_shift, table, self.hero, self.orders))

    def go_to(self, index: int) -> None:
        """Go to another moment; an index beyond the ends means the first or the last one."""
        if self.path is None:
            return
        index = min(max(index, 0), len(self.path.hand.moments) - 1)
        if index != self.index:
            self.leaving.emit()
            self.index = index
            self._on_moved()

    def go_to_street(self, step: int) -> None:
        """Go to the start of the next street (``step`` 1); with -1 to that of this street, else of the previous one."""
        hand = self.hand
        if hand is None:
            return
        starts = [i for i, moment in enumerate(hand.moments) if moment.actor is None]
        if step > 0:
            self.go_to(next((i for i in starts if i > self.index), len(hand.moments) - 1))
        else:
            self.go_to(next((i for i in reversed(starts) if i < self.index), 0))

    def set_hero(self, player: int) -> None:
        """Look at the hand as another player, whom the Kelly page then advises."""
        if self.path is not None and player != self.hero:
            self.leaving.emit()
            self.hero = player
            self.outlook = replace(self.outlook, hero=player)
            self._ask_path()
            self._on_moved()

    def set_kind(self, player: SitePlayer, kind: Player | None) -> None:
        """Set the kind of a player in all hands; None: neutral."""
        kinds = dict(self.outlook.kinds)
        kinds.pop(player, None)
        if kind is not None:
            kinds[player] = kind
        self.set_outlook(replace(self.outlook, kinds=tuple(kinds.items())))

    def set_outlook(self, outlook: Outlook) -> None:
        """Change which cards count as known, and the assumptions about the others."""
        if outlook != self.outlook:
            self.leaving.emit()
            self.outlook = outlook
            if self.path is not None:
                self._ask_path()
                self._on_moved()

    def paint(self, ranges: dict[int, str]) -> None:
        """Replace the ranges that the player has painted in this hand; the equities follow."""
        if ranges != self.painted:
            self.painted = ranges
            self._ask_path()
            self.changed.emit()
