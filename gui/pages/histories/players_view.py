"""Players of the open hands and saved players: their statistics as in trackers, by position, and how far hero's equity
depends on the uncertainty of these statistics.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QInputDialog, QVBoxLayout

from engine import GAMES, ScenarioError
from engine.cards import whole_text
from engine.histories.players.counting import DOORS, STATISTICS, SitePlayer, Statistic, counted_positions, site_of
from engine.histories.players.effect import Effect, interval_effect
from engine.histories.players.frequencies import CONTINUING, Frequency, Profile, profiles
from engine.histories.players.learned import MAX_SHOWN, looks_text
from engine.histories.players.report import statistics_rows
from engine.players.first_hands import POSITIONS
from engine.storage.regular_files import reason
from gui.export.files import table_csv
from gui.pages.histories.replay import Replay
from gui.parts.build import NO_MARGINS, STRETCH, ShownWidget, column, filled, label, named, push_button, split, stacked
from gui.parts.table import NEVER, Column, TableData, TableView
from gui.state.latest import Answers, Questions
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from gui.words.formatting import count, interval, number_of, percent

PLACES = ("Early", "Middle", "CO", "BTN", "SB", "BB")
"""The titles of positions, as short as at the table, so that all are visible side by side."""
FILTER = "Players (*.player.json *.json)"
SAVED = "saved"
EMPTY = (
    "Open hands with player names to see VPIP, PFR and more for each player. Only the hands that you open are counted."
)
DOOR_TITLES = ("A-5 up", "6-8 up", "9-K up")
NONE = "–"
OPENS_UNTIL = next(place for place, statistic in enumerate(STATISTICS) if statistic.key == "fold to reraise")
SHRUNK = (
    "Observed: times / opportunities, with a 90 % interval. Estimate: mixed with 20 opportunities of the tight, "
    "neutral or loose player whom he resembles most; his ranges use the estimate."
)
INTERVAL_TIP = "of the observed frequency: exact (Clopper-Pearson)"
ESTIMATE_TIP = "observed value pulled toward the type that he resembles; used for ranges"
LOOKS_TIP = "the type of player whom his statistics resemble most, and its probability"
AS_TIP = "Base this player's ranges on his own statistics, in all hands; click again for a neutral player"
SAVE_TIP = "Save this player to a file, or add these hands to a saved player; no hand counts twice"


@dataclass(frozen=True, slots=True, eq=False)
class PlayerRow:
    """A player in the table; ``saved``: from a file rather than from the open hands."""

    profile: Profile
    saved: bool

    @property
    def key(self) -> tuple[bool, str, str]:
        return self.saved, self.profile.site, self.profile.name


def players_table(rows: tuple[PlayerRow, ...]) -> TableData[PlayerRow]:
    """Return the players with the main statistics of the games that they have played, over all positions."""
    games = {game for row in rows for game in row.profile.games}
    statistics = tuple(statistic for statistic in STATISTICS if statistic.main and statistic.game in games)
    columns: tuple[Column[PlayerRow], ...] = (
        Column("Player", lambda row: whole_text(row.profile.name), number=False, wide=True, min_width=60,
                    sort=lambda row: row.profile.name.lower()),
        Column("Site", lambda row: SAVED if row.saved else row.profile.site, number=False, hide_order=len(STATISTICS) +
        1,
                    ink="muted", sort=lambda row: (row.saved, row.profile.site)),
        Column("Hands", lambda row: count(len(row.profile.hands)), "hands dealt in", extra=8,
                    sort=lambda row: len(row.profile.hands), descending=True),
        Column("Type", _looks, LOOKS_TIP, number=False, hide_order=len(STATISTICS), cell_tip=_looks_tip),
        *(_statistic_column(statistic, keep) for keep, statistic in enumerate(statistics)),
    )  # fmt: skip
    return TableData(
        columns,
        rows,
        key=lambda row: row.key,
        levels=(NEVER, NEVER, 1),
        padding=(12, 14),
        order=(2, Qt.SortOrder.DescendingOrder),
    )


def _looks(row: PlayerRow) -> str:
    """Return the type of player that somebody resembles in the game of most of his hands, as in ``tight 83 %``."""
    profile = row.profile
    if not profile.games:
        return NONE
    game = max(sorted(profile.games), key=profile.hands_of)
    return f"{profile.kind(game)} {percent(min(profile.looks[game][profile.kind(game)], MAX_SHOWN), exact_digits=0)}"


def _looks_tip(row: PlayerRow) -> str:
    games = sorted(row.profile.games)
    return "; ".join(f"{GAMES[game].title}: {looks_text(row.profile, game)}" for game in games)


def _statistic_column(statistic: Statistic, keep: int) -> Column[PlayerRow]:
    """Return the column of a statistic over all positions: value and counts, or the value alone if space is short."""

    def share(row: PlayerRow) -> Frequency | None:
        known = row.profile.frequency(statistic.key)
        return known if known is not None and known.chances else None

    def text(row: PlayerRow, words: Callable[[Statistic, Frequency], str]) -> str:
        known = share(row)
        return NONE if known is None else words(statistic, known)

    return Column(
        statistic.title,
        partial(text, words=lambda statistic, known: f"{value_text(statistic, known)} ({known.times}/{known.chances})"),
        statistic_tip(statistic),
        hide_order=keep,
        short=(partial(text, words=value_text),),
        cell_tip=partial(text, words=full_text),
        sort=lambda row: -1.0 if (known := share(row)) is None else known.observed,
        descending=True,
    )


def statistic_tip(statistic: Statistic) -> str:
    """Return the definition of a statistic."""
    if statistic.ratio:
        return "(bets + raises) / calls after the flop"
    return f"{statistic.does}; opportunity: {statistic.chance}"


def value_text(statistic: Statistic, frequency: Frequency) -> str:
    """Return the observed value of a statistic, as in ``2.5 %``; a ratio as a number."""
    return _amount_text(statistic, frequency.observed, digits=1)


def _amount_text(statistic: Statistic, share: float, *, digits: int) -> str:
    if not statistic.ratio:
        return f"{percent_number(share, digits)} %"
    return f"{share / (1.0 - share):.1f}" if share < 1.0 else "∞"


def percent_number(share: float, digits: int) -> str:
    """Return a share in percent without the sign, and without a zero after the point."""
    return f"{100 * share:.{digits}f}".removesuffix(".0")


def count_text(statistic: Statistic, frequency: Frequency) -> str:
    """Return the counts of a statistic: ``1 of 40``, of a ratio ``6 / 3``."""
    if statistic.ratio:
        return f"{frequency.times} / {frequency.chances - frequency.times}"
    return f"{frequency.times} of {frequency.chances}"


def span_text(statistic: Statistic, low: float, high: float) -> str:
    """Return an interval, as in ``0.1 – 11.3 %``."""
    if statistic.ratio:
        return f"{_amount_text(statistic, low, digits=1)} – {_amount_text(statistic, high, digits=1)}"
    return f"{percent_number(low, 1)} – {percent_number(high, 1)} %"


def estimate_text(statistic: Statistic, frequency: Frequency) -> str:
    """Return the estimate that ranges are made of."""
    return _amount_text(statistic, frequency.estimate, digits=1 if statistic.ratio else 0)


def full_text(statistic: Statistic, frequency: Frequency) -> str:
    """Return a statistic with its counts, both intervals and the estimate."""
    estimate = f"estimate {estimate_text(statistic, frequency)} ({span_text(statistic, frequency.low, frequency.high)})"
    observed = f"{value_text(statistic, frequency)} ({count_text(statistic, frequency)})"
    return f"{statistic.title} {observed}, 90 % interval {span_text(statistic, *frequency.interval)}; {estimate}"


def details_table(profile: Profile) -> TableData[Statistic]:
    """Return the statistics of a player in the games that he has played, over all positions and by position."""

    def known(statistic: Statistic, position: str | None) -> Frequency | None:
        share = profile.frequency(statistic.key, position)
        return share if share is not None and share.chances else None

    def cell(
        statistic: Statistic, position: str | None, words: Callable[[Statistic, Frequency], str], none: str = NONE
    ) -> str:
        share = known(statistic, position)
        return none if share is None else words(statistic, share)

    def total(
        title: str, words: Callable[[Statistic, Frequency], str], tip: str, hide_order: int = 0
    ) -> Column[Statistic]:
        return Column(title, partial(cell, position=None, words=words), tip, hide_order=hide_order)

    def shares(title: str, position: str, positions: tuple[str, ...]) -> Column[Statistic]:
        """Return the column of a position. A statistic that cannot occur there has an empty cell instead of a dash."""

        def text(statistic: Statistic, words: Callable[[Statistic, Frequency], str]) -> str:
            return cell(statistic, position, words, NONE if position in counted_positions(statistic.key) else "")

        def number(statistic: Statistic, share: Frequency) -> str:
            return value_text(statistic, share).removesuffix(" %")

        def rounded(statistic: Statistic, share: Frequency) -> str:
            return _amount_text(statistic, share.observed, digits=0).removesuffix(" %")

        def counted(statistic: Statistic, share: Frequency) -> str:
            return f"{value_text(statistic, share)} ({count_text(statistic, share)})"

        # From the widest form to the narrowest: with counts, the value alone, the value without decimals.
        full, short = partial(text, words=counted), (partial(text, words=number), partial(text, words=rounded))
        return Column(title, full, "observed at this position", short=short, cell_tip=partial(text, words=full_text))

    games = [(POSITIONS, PLACES, "holdem"), (DOORS, DOOR_TITLES, "razz")]
    columns: tuple[Column[Statistic], ...] = (
        Column("Statistic", lambda statistic: statistic.title, number=False, cell_tip=statistic_tip),
        total("Count", count_text, "times of opportunities; AF: bets and raises / calls"),
        total("Observed", value_text, "times / opportunities"),
        total(
            "90 % interval", lambda statistic, share: span_text(statistic, *share.interval), INTERVAL_TIP, hide_order=2
        ),
        total("Estimate", estimate_text, ESTIMATE_TIP, hide_order=1),
        *(
            shares(title, place, positions)
            for positions, titles, game in games
            for place, title in zip(positions, titles, strict=True)
            if game in profile.games
        ),
    )
    statistics = (*STATISTICS[:OPENS_UNTIL], CONTINUING, *STATISTICS[OPENS_UNTIL:])
    rows = tuple(statistic for statistic in statistics if statistic.game in profile.games)
    return TableData(columns, rows, key=lambda statistic: statistic.key, levels=(NEVER, NEVER, 1), padding=(10, 12))


class PlayersView(ShownWidget):
    """The page *Players* within *Histories*; ``message`` is for the status line."""

    message = Signal(str, bool)

    def __init__(self, replay: Replay, players: PlayerStore, settings: Settings, questions: Questions) -> None:
        super().__init__()
        named(self, "histories.players", "Players")
        self._replay, self._store, self._settings = replay, players, settings
        self._effect: Answers[Effect] = Answers(questions.apart("histories effect"), "effect", self)
        self._effect.changed.connect(self._render_effect)
        self._table: TableView[PlayerRow] = TableView("histories.players.table", "Players", self, height=24)
        self._details: TableView[Statistic] = TableView(
            "histories.players.details", "Statistics by position", self, height=22
        )
        self._title = label(name="histories.players.title", role="title", wrap=True)
        self._line = label(name="histories.players.effect", wrap=True)
        self._note = label(SHRUNK, name="histories.players.note", role="", wrap=True)
        self._empty = label(EMPTY, name="histories.players.empty", wrap=True, centred=True)
        self._plays = push_button("Use his stats", "histories.players.plays", self._on_plays, AS_TIP)
        self._plays.setCheckable(True)
        self._save = push_button("Save…", "histories.players.save", self._on_save, SAVE_TIP)
        import_ = push_button("Import…", "histories.players.import", self._on_import, "Import a player from a file")
        self._delete = push_button("Delete", "histories.players.delete", self._on_delete, "Delete the saved player")
        self._shown: tuple[object, ...] = ()
        buttons = self._plays, STRETCH, import_, self._save, self._delete
        row = filled(QHBoxLayout(), *buttons, spacing=8, margins=NO_MARGINS)
        below = column(self._title, (self._details, 1), self._line, self._note, row, spacing=6, margins=(0, 6, 0, 0))
        self._parts = split("histories.players.split", "Players and their statistics", (self._table, 2), (below, 3))
        self._views = stacked(self._empty, self._parts)
        filled(QVBoxLayout(self), (self._views, 1), margins=NO_MARGINS)
        self._table.reached.connect(self._render_chosen)
        self._table.entered.connect(self._render_chosen)
        players.changed.connect(self._on_changed)
        replay.changed.connect(self._on_changed)

    def csv(self) -> bytes:
        """Return the statistics of the players of the open hands as CSV, a row for each statistic and position.

        Raises:
            ValueError: there are no players.
        """
        rows = profiles(self._store.statistics)
        if not rows:
            raise ValueError("these hands have no player names")
        return table_csv(statistics_rows(rows))

    def _render(self) -> None:
        """Show the list of players, and the selected one."""
        saved = self._store.saved
        shown = (self._store.statistics, saved)
        if shown != self._shown:
            self._shown = shown
            rows = [PlayerRow(profile, False) for profile in profiles(self._store.statistics)]
            chosen = self._table.selected_row
            self._table.show_table(players_table((*(PlayerRow(profile, True) for profile in saved), *rows)))
            self._table.choose(None if chosen is None else chosen.key, first=True)
            if self._store.message:
                self.message.emit(self._store.message, True)
        self._views.setCurrentWidget(self._parts if self._table.rows else self._empty)
        self._render_chosen()

    @Slot()
    def _render_chosen(self) -> None:
        """Show the selected player, and compute the interval of hero's equity that the player's ranges leave open."""
        row = self._table.selected_row
        for widget in (self._plays, self._save, self._delete):
            widget.setEnabled(row is not None)
        if row is None:
            return
        profile = row.profile
        self._title.setText(f"{whole_text(profile.name)} · {number_of(len(profile.hands), 'hand')}")
        self._details.show_table(details_table(profile))
        self._save.setVisible(not row.saved)
        self._delete.setVisible(row.saved)
        self._plays.setVisible(not row.saved)
        kinds = dict(self._replay.outlook.kinds)
        self._plays.setChecked(SitePlayer(profile.site, profile.name) in kinds)
        replay, place = self._replay, self._place(profile)
        hand, moment = replay.hand, replay.moment
        if hand is None or moment is None or place is None:
            self._effect.forget()
        else:
            assumptions, painted = replay.outlook.assumptions(hand), replay.painted
            # Hand and profile are large, and replaced rather than changed: comparing their identity is enough.
            about = id(hand), replay.index, replay.hero, place, id(profile), replay.outlook, painted
            work = partial(
                interval_effect, hand, moment, replay.hero, place, profile, assumptions, painted, replay.orders
            )
            self._effect.ask(about, work)
        self._render_effect()

    def _place(self, profile: Profile) -> int | None:
        """Return the index of the player in the hand, or None if he is no opponent now or his hand is known."""
        hand, moment, hero = self._replay.hand, self._replay.moment, self._replay.hero
        if hand is None or moment is None or moment.folded[hero] or site_of(hand.raw) != profile.site:
            return None
        place = hand.names.index(profile.name) if profile.name in hand.names else hero
        return None if place == hero or moment.folded[place] or hand.known(place) else place

    @Slot()
    def _render_effect(self) -> None:
        """Show the effect of the selected player's ranges on hero's equity, an ellipsis while it is computed."""
        latest, hand, row = self._effect.latest, self._replay.hand, self._table.selected_row
        if hand is None or row is None or latest.about is None:
            self._line.setText("")
        elif latest.current is None:
            self._line.setText("…")
        else:
            hero = hand.names[self._replay.hero]
            self._line.setText(whole_text(effect_words(latest.current, hero, row.profile.name)))
        self._line.setVisible(bool(self._line.text()))

    @Slot()
    def _on_plays(self) -> None:
        row = self._table.selected_row
        if row is not None:
            player = SitePlayer(row.profile.site, row.profile.name)
            self._replay.set_kind(player, self._store.player(row.profile) if self._plays.isChecked() else None)

    @Slot()
    def _on_save(self) -> None:
        """Ask for a name and save the selected player under it."""
        row = self._table.selected_row
        if row is None:
            return
        name, chosen = QInputDialog.getText(self, "Save the player", "Name", text=row.profile.name)
        if chosen:
            with self._reporting("The player could not be saved"):
                saved = self._store.save(replace(row.profile, name=name.strip()))
                self._say_saved(saved)

    def _say_saved(self, saved: Profile) -> None:
        hands = number_of(len(saved.hands), "hand")
        self.message.emit(f"{whole_text(saved.name)} is saved with {hands}", False)

    @Slot()
    def _on_import(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Import a player", self._settings.folder, FILTER)
        if name:
            self._settings.folder = str(Path(name).parent)
            with self._reporting(f"{Path(name).name} could not be imported"):
                saved = self._store.import_file(Path(name))
                self._say_saved(saved)

    @Slot()
    def _on_delete(self) -> None:
        row = self._table.selected_row
        if row is not None and row.saved:
            with self._reporting("The player could not be deleted"):
                self._store.remove(row.profile.name)

    @contextmanager
    def _reporting(self, failure: str) -> Iterator[None]:
        """Report an error that is raised inside the context; ``failure`` begins the message."""
        try:
            yield
        except (ScenarioError, OSError) as error:
            self.message.emit(f"{failure}: {reason(error)}", True)


def effect_words(effect: Effect, hero: str, player: str) -> str:
    """Return how hero's equity depends on the interval of a range, in words."""
    words = [
        "unknown" if end is None else f"{percent(end.equity, end.stderr)} {interval(end.stderr)}".strip()
        for end in effect.ends
    ]
    ends = f"against the tight end, the estimate and the loose end of {player}'s ranges"
    return f"Equity of {hero} here: {words[0]} / {words[1]} / {words[2]} {ends}"
