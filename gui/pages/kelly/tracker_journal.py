"""The tracker's hands on their way to the journal: what was decided at each of hero's turns, and how the hand ended.

Each step, undo and redo makes the journal's hand anew from the tracked one, so that the two never differ. Only sessions
that are played in this window are followed: opening a file enters nothing.
"""

from dataclasses import replace

from engine.journal.played import Log, cancelled, hero_turns, played_hand
from engine.journal.records import Decision, decision
from engine.kelly.hand.session import Tracked
from gui.pages.kelly.question import Question
from gui.state.document import Document, TableFile
from gui.state.journal import Journal, now


class TrackerJournal:
    """Follows the tracker of a document. Decisions are remembered by the log that led to them, so that a redo brings
    them back.
    """

    def __init__(self, document: Document, journal: Journal) -> None:
        self._document, self._journal = document, journal
        self._decided: dict[tuple[str, Log], Decision] = {}
        self._played: set[tuple[str, TableFile]] = set()
        """The sessions that are played in this window, each with its table: the same one may be opened again."""
        self._own: set[tuple[str, TableFile, int]] = set()
        """Their hands that this window has entered."""

    def is_played(self, tracked: Tracked) -> bool:
        """Return whether a session is played in this window."""
        return (tracked.setup.session, self._document.file) in self._played

    def play(self, tracked: Tracked | None, asked: Question | None) -> None:
        """Take up a step: the state that it led to, and the question that hero was asked before it."""
        session = tracked.setup.session if tracked is not None else ""
        if tracked is None or not session:
            return
        self._played.add((session, self._document.file))
        turns = hero_turns(tracked.state)
        if asked is not None and asked.request is not None and asked.answer is not None and turns and not asked.stale:
            act = turns[-1][-1]
            self._decided[session, turns[-1]] = decision(
                *(asked.request, asked.answer, act.action, act.chips),
                at=now(),
                street=act.street,
                values=asked.values or {},
                put_in=asked.put_in,
            )
        self.follow(tracked)

    def end(self, tracked: Tracked | None) -> None:
        """The session ends: a hand under way goes from the journal, unless hero had folded, so that it is over for him.

        A session of an earlier window is followed too, for it ends here.
        """
        session = tracked.setup.session if tracked is not None else ""
        if tracked is None or tracked.state.over or not session:
            return
        state = tracked.state
        self._played.add((session, self._document.file))
        if state.players[state.hero].folded:
            self.follow(replace(tracked, state=replace(state, over=True)))
        elif self._journal.keeps:
            self._journal.keep(cancelled(tracked, now()), own=(session, self._document.file, state.hand) in self._own)

    def follow(self, tracked: Tracked) -> None:
        """Have the journal's hand be the tracked one."""
        session = tracked.setup.session
        hand = played_hand(tracked, lambda log: self._decided.get((session, log)), now())
        if hand is None or not self._journal.keeps:
            return
        key = (session, self._document.file, hand.place)
        if hand.decided or key in self._own:
            self._journal.keep(hand, own=key in self._own)
        if hand.decided:
            self._own.add(key)
