"""Translates clauses about hold'em: made hands and draws, hole cards, the board, the cards of turn and river."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from engine.cards import COMBOS, RANKS, TextError
from engine.questions.expression import Token
from engine.questions.holdem_atoms import BOARD_WORDS, STREETS, HoleCardsAtom
from engine.questions.spoken.clauses import HAVE, HOLD, PREFLOP, Clause, Speech, StreetTime, is_any_of_rank
from engine.questions.spoken.subjects import Subject
from engine.questions.spoken.words import (
    SUIT_WORDS,
    is_plural,
    list_items,
    lower_words,
    rank_letter,
    tokens_text,
    without_article,
    without_helpers,
)
from engine.ranges.holdem import parse_range
from engine.ranges.made_names import MADE
from engine.ranges.street_filters import InCell, InHandSet
from engine.ranges.street_text import read_filter_word

COMPLETED = frozenset({
    "straight flush", "straight flushes", "quads", "four of a kind", "full house", "full houses", "boat", "boats",
    "flush", "flushes", "straight", "straights", "set", "sets", "trips", "two pair", "two pairs", "2 pair", "pair",
    "any pair",
})  # fmt: skip
"""Hands that a clause without a street expects by the river, these or better ones. All others are meant now."""
_ON_STREET = {
    verb: street
    for street in STREETS
    for verb in (street, f"{street}s", f"{street}ing", f"{street}ed", f"{street}ped", f"{street}ping")
}
_COMES = frozenset({
    "comes", "come", "coming", "came", "falls", "fall", "falling", "hits", "hit", "lands", "land", "appears", "dealt",
    "brings", "bring", "has", "have", "contains", "contain", "with", "card", "=",
})  # fmt: skip
_CLASSES = {
    "straight draw": "open-ended, gutshot", "straight draws": "open-ended, gutshot",
    "any straight draw": "open-ended, gutshot", "open-ended draw": "open-ended", "open-ended draws": "open-ended",
    "three of a kind": "set, trips", "top pair/A+": "top pair/A, overpair+", "any pair": "pair", "one pair": "pair",
    "a pair or better": "pair", "made hand": "pair", "made hands": "pair", "pair+": "pair",
    "pairs": "pair", "air+": "nothing+",
}  # fmt: skip
"""More names of classes of the grammar, some for two of them."""
_NO_HAND = ("nothing", "air")
"""Words for having no pair, if they are not part of a list of classes."""
_ONE_PAIR = ("overpair", "top pair", "pocket pair below top", "second pair", "low pair")
_PRESENT = frozenset({"has", "have", "having"})
_SET = re.compile(r"\b(\d+) (flop|turn|now) set\b(?!\+)")
_HOLE_CARDS = re.compile(r"\b(\d+) has ([^()]+?)(?= and | or |$)")
_BETTER = re.compile(r"\s*(?:\+|,? or (?:better|higher|more)|,? and better)$")
_KICKER = re.compile(r"(top pair|tp)(?:,| with)?(?: an?| the)? (\S+) kicker")
_PAIRS_BOARD = frozenset({"pairs", "pair", "pairing", "pairs board", "pair board", "pairing board"})


class HoldemSpeech(Speech):
    """Translates clauses about a hold'em table."""

    streets: ClassVar[Mapping[str, str]] = {street: street for street in STREETS}
    last = "river"
    own_verbs = frozenset(_ON_STREET)

    @property
    def _flop_is_known(self) -> bool:
        return self.is_event("board now paired")

    def seats_with(self, hand: str) -> tuple[list[int], list[int]]:
        """Return the live seats that can only have ``hand``, a range in the grammar, and those that may have it."""
        sure, possible = list[int](), list[int]()
        event = self.parsed(f"{self.subjects.live[0] + 1} has {hand}")
        if event is None or not isinstance(event.atom, HoleCardsAtom):
            return sure, possible
        mask = np.frombuffer(event.atom.combos, np.bool_)
        for seat in self.subjects.live:
            try:
                weights = parse_range(self.table.seats[seat].cards, self.table.dialect, None, self.table.names).weights
            except TextError:
                continue
            has = weights > 0
            if (has & mask).any():
                possible.append(seat)
            if has.any() and not (has & ~mask).any():
                sure.append(seat)
        return sure, possible

    def only_pairs(self, cards: str) -> bool:
        """Return True if the range ``cards`` has nothing but pocket pairs."""
        try:
            weights = parse_range(cards, self.table.dialect, None, self.table.names).weights
        except TextError:
            return False
        unpaired = COMBOS[:, 0] >> 2 != COMBOS[:, 1] >> 2
        return bool(weights.any() and not weights[unpaired].any())

    def finished(self, text: str, given: str) -> str:
        """Return a question in which a set of a seat that can only have a pocket pair means a set or better.

        Who flops a full house or quads with a pocket pair has flopped his set, too. With other hands a better class
        than a set would be another hand, such as a flush.
        """
        hands = dict(_HOLE_CARDS.findall(given))

        def better(match: re.Match[str]) -> str:
            cards = hands.get(match[1]) or self.table.seats[int(match[1]) - 1].cards
            return f"{match[0]}+" if self.only_pairs(cards) else match[0]

        return _SET.sub(better, text)

    def predicate(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of a predicate such as ``flops a set``, ``has a flush by the river`` or ``holds AA``.

        ``time``: the street that the rest of the sentence names, if any. Returns None if this is no such predicate.
        """
        verb, after_verb = tokens[0].word, list(tokens[1:])
        if verb in _ON_STREET:
            if time is not None:
                return None
            return self._things(after_verb, StreetTime(_ON_STREET[verb]), holds=False)
        if verb in HAVE | HOLD:
            clause = self._things(after_verb, time, holds=verb in HOLD)
            # "makes an ace" and "hits an ace" are about the board, so they cannot name hole cards. "gets AK" can, but
            # "gets an ace" cannot.
            if clause is not None and clause.verb == "has" and verb not in _PRESENT | HOLD | {"had", "get", "gets"}:
                return None
            if clause is not None and clause.verb == "has" and verb in ("get", "gets"):
                return None if any(map(is_any_of_rank, clause.things)) else clause
            # "he has a set" is about the current board, while "he makes a set" may still happen.
            return replace(clause, present=verb in _PRESENT) if clause is not None else None
        if verb in self.streets or verb == "now":
            return self._things(after_verb, StreetTime(verb), holds=False) if time is None else None
        return self._things(list(tokens), time, holds=False, has_verb=False)

    def further_things(self, tokens: Sequence[Token], time: StreetTime | None, previous: Clause) -> Clause | None:
        """Return the clause of ``KK`` after ``has AA or``, of ``a flush draw`` after ``has top pair and``."""
        if previous.verb in ("dealt", "board"):
            specs = card_specs(tokens)
            if not specs:
                return None
            if time is None or previous.verb == "board":
                return replace(previous, things=specs, street=time.street if time is not None else previous.street)
            return self._cards_on(time, specs)
        if previous.verb not in ("made", "has"):
            return None
        clause = self._things(list(tokens), time, holds=previous.verb == "has")
        return clause if clause is not None and clause.verb == previous.verb else None

    def _things(
        self, tokens: list[Token], time: StreetTime | None, *, holds: bool, has_verb: bool = True
    ) -> Clause | None:
        """Return the clause of a list of made hands or of hole cards, or None.

        ``holds``: prefer hole cards if both are possible, as after *holds*. Without a verb they are not possible.
        """
        tokens, time = self.trailing_street(tokens, time)
        negated = lower_words(tokens[:1]) == ["no"]
        if negated:
            tokens = tokens[1:]
        if not tokens:
            return None
        made, hands = self._made(tokens, time), self._holds(tokens, time) if has_verb else None
        pocket = lower_words(tokens[:1]) == ["pocket"] or lower_words(tokens[1:2]) == ["pocket"]
        clause = (hands or made) if holds or pocket else (made or hands)
        return replace(clause, negated=negated) if clause is not None else None

    def _made(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of a list of made hands and draws, or None if a token is neither."""
        if time is not None and time.street == PREFLOP:
            return None
        words = lower_words(tokens)
        exact = words[:1] == ["exactly"]
        at_least = words[:2] == ["at", "least"]
        tokens = tokens[1:] if exact else tokens[2:] if at_least else tokens
        # "set or better" is one name, although a list is divided at "or".
        single = made_name(tokens_text(tokens))
        names = [single] if single else [made_name(tokens_text(item)) for item in list_items(tokens)]
        if exact and names == ["pair"]:
            names = [*_ONE_PAIR]
        things = [f"{name}+" if at_least and name and not name.endswith("+") else name for name in names]
        if not all(things):
            return None
        street = time.street if time is not None else ""
        return Clause(Subject(()), "made", tuple(filter(None, things)), street, exact=exact)

    def _holds(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of hole cards, or None if the tokens are not hole cards or may also be a made hand."""
        things = self._hands(tokens)
        if not things or (time is not None and time.street != PREFLOP and any(map(is_any_of_rank, things))):
            return None  # "has a queen on the flop" may mean a pair of queens
        return Clause(Subject(()), "has", things)

    def _hands(self, tokens: Sequence[Token]) -> tuple[str, ...]:
        """Return a list of hole cards as ranges in the grammar, or () if they are not hole cards."""
        result = []
        for item in list_items(tokens):
            words = [token.text for token in without_article(item)]
            rank = rank_letter(words[0]) if len(words) == 1 else ""
            if rank and is_plural(words[0]):
                result.append(rank * 2)
            elif rank:
                result.append(f"{rank}x")
            else:
                texts = (tokens_text(without_article(item)), tokens_text(item))
                text = next((text for text in texts if self.is_event(f"1 has {text}")), "")
                if not text:
                    return ()
                result.append(text)
        return tuple(result)

    def cards_of(self, subject: Subject, tokens: Sequence[Token]) -> Clause | None:
        """Return the clause that ``subject`` has hole cards in the range ``tokens``, or None if it is not a range."""
        hands = self._hands(tokens)
        return Clause(subject, "has", hands) if hands else None

    def texts(self, clause: Clause) -> tuple[str, ...]:
        """Return the predicate of a clause in the grammar: alternatives, of which one has to be true."""
        if clause.verb == "has":
            return (f"has {', '.join(clause.things)}",)
        if clause.verb == "board":
            return tuple(f"{clause.street or self.last} {thing}" for thing in _merged(clause.things))
        if clause.verb == "dealt":
            return _merged(clause.things)
        if clause.verb != "made":
            return super().texts(clause)
        street = clause.street or self.default_street(clause.verb, clause.things, present=clause.present)
        better = street == self.last and not clause.exact
        things = [f"{thing}+" if better and thing in COMPLETED else thing for thing in clause.things]
        if len(things) == 1 and things[0] in _NO_HAND and not clause.exact:
            things = ["nothing", "ace high", "king high"]
        return (f"{street} {', '.join(things)}",)

    def exclude_each_other(self, things: Sequence[str]) -> bool:
        """Return True if nobody can have two of these made hands at the same time."""
        return all(thing.removesuffix("+") in MADE for thing in things)

    def default_street(self, verb: str, things: Sequence[str], *, present: bool = False) -> str:
        """Return the river for hands that may come until then; for others, such as draws, the current street."""
        if verb != "made":
            return ""
        if not (present and self._flop_is_known) and all(thing.removesuffix("+") in COMPLETED for thing in things):
            return self.last
        return "now" if self._flop_is_known else "flop"

    def cards_clause(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of ``the turn is a heart``, ``an ace on the flop``, ``the board pairs``."""
        tokens = without_article(tokens)
        words = lower_words(tokens)
        if words[0] in (*self.streets, "board") and len(tokens) > 1:
            after_verb, negated = without_helpers(tokens[1:])
            while after_verb and after_verb[0].word in _COMES:
                after_verb = after_verb[1:]
                after_verb, more = without_helpers(after_verb)
                negated = negated != more
            street = words[0]
            if street == "board":
                street = time.street if time is not None else ""
                after_verb, said = self.trailing_street(after_verb, time)
                street = said.street if said is not None else ""
                if street == "" and len(after_verb) > 1 and after_verb[0].word in (*self.streets, "now"):
                    after_verb, street = after_verb[1:], after_verb[0].word
            elif time is not None:
                return None
            by = time is not None and time.by
            clause = self._board(after_verb, street, by=by) or self._spec(after_verb, words[0], street)
            return replace(clause, negated=negated) if clause is not None else None
        if words[-1] in ("board", "flop") and words[0] in BOARD_WORDS and len(words) == 2:
            street = words[-1] if words[-1] == "flop" else time.street if time is not None else ""
            return Clause(Subject(("board",)), "board", (words[0],), street)
        while tokens and tokens[-1].word in _COMES | {"is", "dealt"}:
            tokens = tokens[:-1]
        if time is None and len(tokens) > 1 and tokens[-1].word in _ON_STREET:  # "an ace flops", "ace turn"
            tokens, time = tokens[:-1], StreetTime(_ON_STREET[tokens[-1].word])
        specs = card_specs(tokens) if time is not None else ()
        return self._cards_on(time, specs) if specs and time is not None else None

    def _cards_on(self, time: StreetTime, specs: tuple[str, ...]) -> Clause | None:
        """Return the clause of cards that come on a street, or by a street, which means anywhere on its board."""
        if time.street == PREFLOP:
            return None
        if time.street in ("flop", "now") or time.by:
            clause = Clause(Subject(("board",)), "board", specs, time.street)
        else:
            clause = Clause(Subject((time.street,)), "dealt", specs, time.street)
        return clause if self.is_event(f"{clause.subject.texts[0]} {self.texts(clause)[0]}") else None

    def _board(self, tokens: Sequence[Token], street: str, *, by: bool) -> Clause | None:
        """Return the clause of a texture of the board, or None; ``tokens`` are the tokens after ``the board``."""
        words = [word for word in lower_words(tokens) if word not in ("the", "a")]
        if " ".join(words) in _PAIRS_BOARD:
            if street in ("turn", "river") and not by:  # the card of this street pairs an earlier one
                return Clause(Subject((street,)), "dealt", ("pairs",), street)
            return Clause(Subject(("board",)), "board", ("paired",), street)
        things = [tokens_text(item).lower() for item in list_items(tokens)]
        if things and all(thing in BOARD_WORDS for thing in things):
            return Clause(Subject(("board",)), "board", tuple(things), street)
        return None

    def _spec(self, tokens: Sequence[Token], noun: str, street: str) -> Clause | None:
        """Return the clause of the cards named in ``tokens``, the tokens after ``the board has`` or ``the turn is``.

        ``noun``: the board, or the street of the card. Returns None if the tokens are not cards.
        """
        specs = card_specs(tokens)
        if not specs:
            return None
        if noun == "board":
            return Clause(Subject(("board",)), "board", specs, street)
        return self._cards_on(StreetTime(street), specs)


def made_name(text: str) -> str | None:
    """Return the name of a made hand or draw in the grammar, with a ``+`` for *or better*, or None.

    >>> made_name("a set or better"), made_name("top pair with a king kicker"), made_name("ace of spades")
    ('set+', 'top pair/K', None)
    """
    text = " ".join(text.lower().split())
    better = _BETTER.search(text)
    stem = text[: better.start()] if better else text
    stem = re.sub(r"^(?:an?|the|some|my|his|her|their|our|your|any) (?=\S)", "", stem)
    kicker = _KICKER.fullmatch(stem)
    if kicker:
        rank = "A" if kicker[2] == "top" else rank_letter(kicker[2])
        stem = f"{kicker[1]}/{rank}" if rank else stem
    name = f"{stem}+" if better else stem
    if name in _CLASSES:
        return _CLASSES[name]
    try:
        item = read_filter_word(name)
    except TextError:
        return None
    if isinstance(item, InCell) or item == InHandSet("any draw"):
        return name
    return None


def card_specs(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the cards that words name, in the grammar (``A``, ``h``, ``Ah``, ``[9-A]``), or () if there are none."""
    single = _spec_text(tokens)
    specs = [single] if single else [_spec_text(item) for item in list_items(tokens)]
    return tuple(filter(None, specs)) if specs and all(specs) else ()


def _spec_text(tokens: Sequence[Token]) -> str:
    """Return a rank, suit, card or list of ranks in the grammar, or "" if the words are none of these."""
    tokens = without_article(tokens)
    text = tokens_text(tokens)
    words = lower_words(tokens)
    if text.startswith("["):
        return text if text.endswith("]") else ""
    if not words:
        return ""
    bound = re.fullmatch(r"(\S+?)\s*(\+|,? or (higher|better|above|more|lower|below|worse|less))", text, re.IGNORECASE)
    if bound:
        rank = rank_letter(bound[1])
        low = (bound[3] or "").lower() in ("lower", "below", "worse", "less")
        return (f"[2-{rank}]" if low else f"[{rank}-A]") if rank else ""
    span = re.fullmatch(r"(\S+?)\s*(?:-|to|through)\s*(\S+)", text, re.IGNORECASE)
    if span and rank_letter(span[1]) and rank_letter(span[2]):
        return f"[{rank_letter(span[1])}-{rank_letter(span[2])}]"
    if len(words) == 3 and words[1] == "of" and rank_letter(words[0]) and words[2].removesuffix("s") in SUIT_WORDS:
        return rank_letter(words[0]) + SUIT_WORDS[words[2].removesuffix("s")]
    if len(words) != 1:
        return ""
    if words[0].removesuffix("s") in SUIT_WORDS:
        return SUIT_WORDS[words[0].removesuffix("s")]
    if words[0] in SUIT_WORDS.values():
        return words[0]
    if re.fullmatch(r"(?:10|[2-9tjqka])[shdc]", words[0]):
        return words[0][:-1].upper().replace("10", "T") + words[0][-1]
    return rank_letter(words[0])


def _merged(specs: Sequence[str]) -> tuple[str, ...]:
    """Return cards in the grammar with all single ranks merged into one list: ``A`` and ``K`` become ``[AK]``."""
    ranks = [spec for spec in specs if len(spec) == 1 and spec in RANKS]
    if len(ranks) < 2:
        return tuple(specs)
    return (f"[{''.join(ranks)}]", *(spec for spec in specs if spec not in ranks))
