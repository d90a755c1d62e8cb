"""Translates clauses about razz: cards by street, lows, pairs, down cards."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from engine.cards import RAZZ_RANKS
from engine.questions.expression import Token
from engine.questions.spoken.clauses import HAVE, HOLD, PREFLOP, Clause, Speech, StreetTime
from engine.questions.spoken.subjects import Subject
from engine.questions.spoken.words import (
    list_items,
    lower_words,
    rank_letter,
    tokens_text,
    without_article,
    without_commas,
)

BRICKS = "[9-K]"
_BRICK = frozenset({"brick", "bricks", "bricking", "bricked"})
_PAIR = frozenset({"pair", "pairs", "pairing", "paired"})
_CATCH = frozenset(
    {"catch", "catches", "catching", "caught", "hit", "hits", "hitting", "get", "gets", "getting", "got"}
)
"""Verbs that are about the card of a street, never about a low."""
_MAKE = frozenset({"make", "makes", "making", "made"})
_MORE = frozenset({"draw", "draws", "ends", "end", "finishes", "finish", "with"})
_WHEELS = frozenset({"wheel", "bicycle", "bike"})
_LOW = re.compile(r"(?:low (\S+?)|(\S+?)(?:[ -]low)?)(?:,? or (?:better|lower))?")
_SAID_LOW = re.compile(r"\blow\b|or (?:better|lower)$")


class RazzSpeech(Speech):
    """Translates clauses about a razz table."""

    streets: ClassVar[Mapping[str, str]] = {
        word: street
        for street, more in {"third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th"}.items()
        for word in (street, more)
    } | {"river": "seventh"}  # fmt: skip
    last = "seventh"
    own_verbs = _BRICK | _PAIR | _MORE

    def predicate(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of ``bricks fourth``, ``pairs on fifth``, ``makes an 8 low``, ``holds A2``."""
        verb, after_verb = tokens[0].word, list(tokens[1:])
        if verb in self.streets and time is None:
            verb, time = "catches", StreetTime(self.streets[verb])
        if verb in _BRICK | _PAIR:
            after_verb, time = self.trailing_street(after_verb, time)
            if lower_words(after_verb) in (["up"], ["on"]):
                after_verb = []
            if after_verb or time is None or time.street in ("now", PREFLOP):
                return None
            things = (BRICKS,) if verb in _BRICK else ("pairs",)
            return Clause(Subject(()), "catches", things, time.street)
        if verb not in HAVE | HOLD | _MORE:
            return self._things(list(tokens), time)
        while after_verb and after_verb[0].word in _MORE:
            after_verb = after_verb[1:]
        if verb in _MAKE and time is not None:
            time = replace(time, by=True)  # "makes an 8 on sixth" is a low, while "catches an 8 on sixth" is a card
        down = self._down(after_verb, time) if verb in HOLD | {"has", "have"} else None
        return self._things(after_verb, time, catches=verb in _CATCH) or down

    def further_things(self, tokens: Sequence[Token], time: StreetTime | None, previous: Clause) -> Clause | None:
        """Return the clause of ``a queen`` after ``catches a king or``."""
        clause = self._down(tokens, time) if previous.verb == "has" else self._things(list(tokens), time, previous)
        return clause if clause is not None and clause.verb == previous.verb else None

    def cards_clause(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return None: in razz all cards belong to seats."""
        return None

    def cards_of(self, subject: Subject, tokens: Sequence[Token]) -> Clause | None:
        """Return the clause that ``subject`` has the down cards ``tokens``, or None if these are not down cards."""
        cards = self._down(tokens, None)
        return replace(cards, subject=subject) if cards is not None else None

    def texts(self, clause: Clause) -> tuple[str, ...]:
        """Return the predicate of a clause in the grammar: alternatives, of which one has to be true."""
        if clause.verb == "has":
            return (f"has {', '.join(clause.things)}",)
        street = clause.street or self.last
        if clause.verb == "low":
            return tuple(f"{street} low {thing}" for thing in clause.things)
        if clause.verb == "catches":
            ranks = [thing for thing in clause.things if len(thing) == 1]
            rest = [thing for thing in clause.things if len(thing) > 1]
            ranks = [f"[{''.join(ranks)}]"] if len(ranks) > 1 else ranks
            return tuple(f"{street} {thing}" for thing in (*ranks, *rest))
        return super().texts(clause)

    def _down(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of down cards, or None; they are not possible together with a later street."""
        text = tokens_text(without_commas(without_article(tokens)))
        if not text or (time is not None and time.street != PREFLOP) or not self.is_event(f"1 has {text}"):
            return None
        return Clause(Subject(()), "has", (text,))

    def _things(
        self, tokens: list[Token], time: StreetTime | None, previous: Clause | None = None, *, catches: bool = False
    ) -> Clause | None:
        """Return the clause of a low or of the card of a street, or None; ``catches``: the verb rules out a low."""
        tokens, time = self.trailing_street(tokens, time)
        if not tokens or (time is not None and time.street == PREFLOP):
            return None
        street = time.street if time is not None else ""
        text = tokens_text(without_article(tokens)).lower()
        low = _LOW.fullmatch(text)
        rank = "5" if text in _WHEELS else rank_letter(low[1] or low[2]) if low else ""
        names_low = text in _WHEELS or bool(_SAID_LOW.search(text))
        # A rank alone is the card of a street ("a king on fourth"). Without a street, or with "by", it is a low.
        is_low = (names_low or time is None or time.by) and not catches
        if previous is not None:
            if previous.verb == "low" and not names_low and time is not None and not time.by:
                return None  # "has a king or a queen on fifth" is about cards, although "has a king" alone is a low
            is_low = previous.verb == "low"
        if rank and is_low:
            return Clause(Subject(()), "low", (rank,), street) if RAZZ_RANKS.index(rank) > 3 else None
        if time is None and previous is None:
            return None
        single = _ranks(tokens)
        things = [single] if single else [_ranks(item) for item in list_items(tokens)]
        return Clause(Subject(()), "catches", tuple(things), street) if things and all(things) else None


def _ranks(tokens: Sequence[Token]) -> str:
    """Return a rank, a list of ranks or ``pairs`` in the grammar, or "" if the words are none of these."""
    tokens = without_article(tokens)
    text = tokens_text(tokens)
    if text.startswith("["):
        return text if text.endswith("]") else ""
    if text.lower() in _BRICK:
        return BRICKS
    if text.lower() in _PAIR:
        return "pairs"
    bound = re.fullmatch(r"(\S+?)\s*(\+|,? or (higher|worse|above|more|lower|better|below|less))", text, re.IGNORECASE)
    if bound and rank_letter(bound[1]):
        low = (bound[3] or "").lower() in ("lower", "better", "below", "less")
        return f"[A-{rank_letter(bound[1])}]" if low else f"[{rank_letter(bound[1])}-K]"
    span = re.fullmatch(r"(\S+?)\s*(?:-|to|through)\s*(\S+)", text, re.IGNORECASE)
    if span and rank_letter(span[1]) and rank_letter(span[2]):
        return f"[{rank_letter(span[1])}-{rank_letter(span[2])}]"
    return rank_letter(text) if len(tokens) == 1 else ""
