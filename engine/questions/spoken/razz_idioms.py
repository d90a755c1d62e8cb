"""The idioms of razz players: *a pair in the hole*, *catches a brick*, *what do I end up with when I win*."""

import re
from collections.abc import Callable, Iterator
from typing import ClassVar

from engine.cards import RAZZ_RANKS
from engine.questions.spoken.idioms import Idiom, Idioms, Reword, Split, any_phrase
from engine.questions.spoken.words import rank_letter

_BEST_LOW = RAZZ_RANKS.index("5")
_STREET = r"(?:third|fourth|fifth|sixth|seventh)"
_ON = rf"(?: (?P<when>(?:on|by|at) (?:the )?(?:{_STREET}|river)|{_STREET}))?"
_HOLE = r"(?: (?:in the hole|down|underneath|buried|in the pocket))"
_RANK_NAME = r"(?:ace|deuce|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)"
_LOW_NAME = r"(?:five|six|seven|eight|nine|ten|[5-9]|10)"
_CATCH = r"(?:catch|catches|get|gets|hit|hits)"
_BAD_CARD = any_phrase(
    "bad, badly, ugly, a bad card, a big card, a high card, a terrible card, a bad one, a big one, a blank, trash, "
    "garbage, a brick"
)
_GOOD_CARD = any_phrase("good, well, low, small, a good card, a good one, a low card, a small card, a baby, a low one")


def _card(idioms: "RazzIdioms", match: re.Match[str]) -> str:
    """Return the clause of a card that a seat catches, on the next street if the sentence names none."""
    names_low = re.search(r"\b(?:low|or better|wheel)\b", match["verb"])
    when = match["when"] or ""
    if names_low and (not when or when.startswith("by")):
        return ""
    when = when or idioms.next_street
    return f"{match['who']} {match['verb']} {when if ' ' in when else f'on {when}'}"


def _of_seat(template: str) -> Reword:
    """Return the rewording to an event in the grammar, with the ``{seat}`` and the ``{letter}`` of a rank."""

    def reworded(idioms: Idioms, match: re.Match[str]) -> str:
        letter = rank_letter(match.groupdict().get("rank") or "A")
        return template.format(seat=idioms.seat(match["who"]) + 1, letter=letter) if letter else ""

    return reworded


def _low_wins(idioms: Idioms, match: re.Match[str]) -> str:
    """Return the event that a low of exactly this rank wins or loses: *how often does a nine low win*."""
    seat = idioms.speech.subjects.hero()
    held = _exact_low(seat, match["rank"])
    outcome = "loses" if match["verb"].startswith("lose") else "wins"
    return f"{seat + 1} {outcome} given {held}" if held else ""


def _beats_low(idioms: Idioms, match: re.Match[str]) -> str:
    """Return the event that a seat wins if another one ends with a low of exactly this rank: *I beat an eight low*.

    The low is that of the only opponent if the player who asks beats it, and his own if an opponent does.
    """
    seat, hero = idioms.speech.seat_of(match["who"]), idioms.speech.subjects.hero()
    if seat is None:
        return ""
    held = _exact_low(idioms.rival() if seat == hero else hero, match["rank"])
    return f"{seat + 1} wins given {held}" if held else ""


def _exact_low(seat: int, word: str) -> str:
    """Return the event that a seat ends with a low of exactly a rank, or "" if no low has this rank."""
    rank = rank_letter(word)
    at = RAZZ_RANKS.find(rank) if rank else -1
    if at < _BEST_LOW:
        return ""
    better = f" and not {seat + 1} seventh low {RAZZ_RANKS[at - 1]}" if at > _BEST_LOW else ""
    return f"{seat + 1} seventh low {rank}{better}"


class RazzIdioms(Idioms):
    """Rewords the idioms of razz players."""

    suggested: ClassVar[tuple[str, ...]] = (
        "how often do I win", "what is my equity", "how often do I make an 8 or better",
        "how often do I make a 7 low by sixth", "how often do I make a wheel", "how often do I brick fourth",
        "how often does {he} brick fourth", "how often do we both brick fourth", "how often do I pair on fourth",
        "how often does {he} pair on fifth", "what is my equity if {he} bricks fourth",
        "what is my equity if I pair on fourth", "what is my equity if {he} catches a king on fourth",
        "how often am I ahead on fifth", "how often am I behind on sixth",
        "how often do I win if I am ahead on fifth",
        "how often do I win if I am behind on sixth",
        "how often does {he} have a pair in the hole",
        "how often does {he} have two wheel cards in the hole", "what do I end up with when I win", "what beats me",
        "how often does {he} make an 8 or better", "how often do we chop", "how often does {he} win",
        "how often does a nine low win", "how often do I catch a 5 or lower on fourth",
    )  # fmt: skip

    words: ClassVar[tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]] = (
        (rf"\b({_STREET}) street\b", r"\1"),
        (r"\bpairs? up\b", "pairs"),
        (r"\bbricks? (?:off|out)\b", "bricks"),
        (rf"\b{_CATCH} {_BAD_CARD}\b", "bricks"),
        (rf"\b{_CATCH} {_GOOD_CARD}\b", "catches [A-8]"),
        (r"\ban? (?:face|picture|paint)(?: card)?\b", "[JQK]"),
        (rf"\b({_RANK_NAME})s?[- ]low\b", lambda match: f"{rank_letter(match[1])} low"),
        (rf"\ban? ({_RANK_NAME}) or better\b", lambda match: f"a {rank_letter(match[1])} or better"),
        (
            rf"\ban? (?:made|pat) ({_RANK_NAME}|[5-9TJQK]|10)\b(?! low)",
            lambda match: f"a {rank_letter(match[1])} low now",
        ),
        (r"\bmade (?=by|on)\b", ""),
        (r"\b(?:my|his|her|their) (?=(?:[5-9TJQK]|10|eight|seven|six|nine|ten|wheel)\b)", "a "),
        (r"\b(?:ends?|finish|finishes|winds?)(?: up)? with\b", "makes"),
        (r"\b(?:smooth|rough|made|pat) (?=\w+ low)", ""),
        (r"\b(?:hits?|improves?|catches|catch) (?:for )?(?=a wheel\b|an? [5-9] low)", "makes "),
        (r"\b(?:get|gets|hit|hits) (an? )?(\w+) or (?:better|lower)(?! on)\b", r"makes \1\2 or better"),
    )  # fmt: skip
    patterns: ClassVar[tuple[Idiom, ...]] = (
        Idiom(
            rf"@who@ (?P<verb>bricks?|pairs?) (?:both |on both |twice on |twice |on )?"
            rf"(?P<one>{_STREET}) (?P<joint>and|or) (?P<two>{_STREET})",
            "{who} {verb} {one} {joint} {who} {verb} {two}",
        ),
        Idiom(rf"@who@ (?P<verb>bricks?|pairs?){_ON}", _card),
        Idiom(rf"@who@ (?P<verb>{_CATCH} .+?){_ON}", _card),
        Idiom(
            rf"@who@ (?:@has@|starts? with|started with|with) (?:a )?(?:pocket )?pair{_HOLE}",
            _of_seat("not {seat} has (K-K-)"),
        ),
        Idiom(rf"@who@ (?:paired|buried){_HOLE}", _of_seat("not {seat} has (K-K-)")),
        Idiom(r"@who@ @has@ a (?:buried|hidden) pair", _of_seat("not {seat} has (K-K-)")),
        Idiom(rf"@who@ @has@ @a@(?P<rank>\w+){_HOLE}", _of_seat("{seat} has [{letter}]x")),
        Idiom(rf"@who@ @has@ (?:two |2 )?wheel cards{_HOLE}?", _of_seat("{seat} has (5-5-)")),
        Idiom(
            rf"@who@ @has@ (?:two |2 )?(?:babies|baby cards|low cards|good cards){_HOLE}?",
            _of_seat("{seat} has (8-8-)"),
        ),
        Idiom(
            r"@who@ (?:makes?|@has@|gets?|shows?) (?:the |an? )?(?:better|best|winning) (?:low|hand)(?: at showdown)?",
            "{who} wins",
        ),
        Idiom(
            r"(?:an? )?(?P<rank>\w+) low (?:is |be )?(?P<verb>wins?|loses?|hold up|holds up|good)", _low_wins
        ),
        Idiom(r"@who@ (?:beat|beats|win against|wins against) (?:an? )?(?P<rank>\w+) low", _beats_low),
        Idiom(
            r"@who@ (?:starts?|started)(?: out)? with (?:three|3) (?:cards? )?(?:to an? |of )?(?P<rank>\w+)"
            r"(?: or (?:lower|better))?(?: low)?",
            _of_seat("{seat} has ({letter}-{letter}-) and {seat} third [A-{letter}]"),
        ),
        Idiom(
            r"@who@ (?:starts?|started)(?: out)? with a pair", _of_seat("{seat} third pairs or not {seat} has (K-K-)")
        ),
    )  # fmt: skip

    @property
    def next_street(self) -> str:
        """The street after the last one whose cards are all known."""
        streets = list(dict.fromkeys(self.speech.streets.values()))
        seat = self.speech.subjects.live[0] + 1
        known = [self.speech.same_event(f"{seat} ahead now", f"{seat} ahead {street}") for street in streets]
        return streets[min(known.index(True) + 1 if any(known) else 0, len(streets) - 1)]

    def is_hand(self, text: str) -> bool:
        """Return True for down cards: *beats an eight* is about this low, *has an eight* about this or a better one."""
        return not re.match("an? ", text) and self.speech.is_event(f"1 has {text}")

    def splits(self, text: str) -> Iterator[Split]:
        """Yield the split of *what beats me*, *what do I end up with*, *what does my card on fourth do to me*."""
        if re.fullmatch(r"(?:what|which)(?: lows?| hands?)? beats? (?:me|us|my hand|hero)", text):
            yield Split("i lose", f"{self.rival() + 1} low")
        match = re.fullmatch(_WHAT_LOW, text)
        if match:
            yield Split("", f"{self.seat(match['who']) + 1} low")
        match = re.fullmatch(_WHAT_CARD, text)
        if match:
            who = {"my": "i", "the": "i"}.get(match["who"], "villain")
            yield Split("", f"{self.seat(who) + 1} {match['street'] or self.next_street} rank")


_WHAT_LOW = (
    r"what(?: lows?| hand)? (?:do|does|will|would) (?P<who>.+?) "
    r"(?:makes?|have|end up with|ends? with|finish(?:es)? with)(?: by the river| by seventh)?"
)
_WHAT_CARD = (
    r"(?:what|how)(?: does| do| will)? (?P<who>my|his|her|their|the) (?:next )?card(?: on)?(?: the)? ?"
    rf"(?P<street>{_STREET})?"
    r"(?: (?:do|does|to|change|changes|matter|help|hurt|my|equity|me|us|for|i))*"
)
