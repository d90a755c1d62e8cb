"""The idioms of razz players: *a pair in the hole*, *catches a brick*, *what do I end up with when I win*."""

import re
from collections.abc import Callable, Iterator
from typing import ClassVar

from engine.cards import RAZZ_RANKS
from engine.questions.spoken.idioms import AM, BE, WHO, Idiom, Idioms, Split
from engine.questions.spoken.words import not_understood, rank_letter, sentence_tokens

LOWEST_LOW = RAZZ_RANKS.index("5")
_STREETS = r"third|fourth|fifth|sixth|seventh"
_ON = rf"(?: (?P<when>(?:on|by|at) (?:the )?(?:{_STREETS}|river)|(?:{_STREETS})(?: street)?))?"


def _card(idioms: Idioms, match: re.Match[str]) -> str:
    """Return the clause of a card that a seat catches, on the next street if the sentence names none."""
    when = match["when"] or f"on {idioms.next_street}"
    when = when if when.startswith(("on", "by", "at")) else f"on {when.removesuffix(' street')}"
    return f"{match['who']} {match['verb']} {when}"


def _both_streets(_: Idioms, match: re.Match[str]) -> str:
    who, verb = match["who"], match["verb"]
    return f"{who} {verb} {match['one']} {match['joint']} {who} {verb} {match['two']}"


def _of_seat(template: str) -> Callable[[Idioms, re.Match[str]], str]:
    """Return the rewording to an event in the grammar, with the ``{seat}`` and the ``{letter}`` of a rank."""

    def reworded(idioms: Idioms, match: re.Match[str]) -> str:
        seat = idioms.speech.seat_of(match["who"])
        letter = rank_letter(match.groupdict().get("rank") or "A")
        return template.format(seat=seat + 1, letter=letter) if seat is not None and letter else ""

    return reworded


def _low_wins(idioms: Idioms, match: re.Match[str]) -> str:
    """Return the clause that a low of exactly this rank wins or loses: *how often does a nine low win*."""
    rank = rank_letter(match["rank"])
    at = RAZZ_RANKS.find(rank) if rank else -1
    if at < LOWEST_LOW:
        return ""
    seat = idioms.speech.subjects.hero() + 1
    better = f" and not {seat} seventh low {RAZZ_RANKS[at - 1]}" if at > LOWEST_LOW else ""
    outcome = "loses" if match["verb"].startswith("lose") else "wins"
    return f_of_seat("{seat} {outcome} given {seat} seventh low {rank}{better}")


class RazzIdioms(Idioms):
    """Rewords the idioms of razz players."""

    words: ClassVar[tuple[tuple[str, str], ...]] = (
        (r"\bpairs? up\b", "pairs"), (r"\bbricks? (?:off|out)\b", "bricks"),
        (r"\bcatch(?:es)? (?:bad|badly|a (?:bad|big|high|terrible) card|a bad one|a blank|trash|garbage|ugly)\b", "bricks"),
        (r"\bcatch(?:es)? (?:a brick)\b", "bricks"),
        (r"\bcatch(?:es)? (?:good|a good card|a good one|well|low|a low card|small|a small card|a baby)\b", "catches [A-8]"),
        (r"\ban? (?:face|picture|paint)(?: card)?\b", "[JQK]"),
        (r"\b(ace|king|queen|jack|ten|deuce|two|three|four|five|six|seven|eight|nine)s?[- ]low\b",
         lambda m: f"{rank_letter(m[1])} low"),
        (r"\ban? (ace|deuce|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king) or better\b",
         lambda m: f"a {rank_letter(m[1])} or better"),
        (r"\bmade (?=by|on)\b", ""),
        (r"\b(?:my|his|her|their) (?=(?:[5-9TJQK]|10|eight|seven|six|nine|ten|wheel)\b)", "a "),
        (r"\b(?:end up with|ends up with|end with|ends with|finish with|finishes with|wind up with)\b", "makes"),
        (r"\b(?:smooth|rough|made|pat) (?=\w+ low)", ""),
        (r"\b(hits?|improves?|catches|catch) (?:for )?(?=a wheel\b|an? (?:5|6|7|8|9) low)", "makes "),
        (r"\b(fourth|fifth|sixth|seventh|third) street\b", r"\1"),
    )  # fmt: skip
    patterns: ClassVar[tuple[Idiom, ...]] = (
        (rf"{WHO}{BE} (?P<verb>bricks?|pairs?) (?:both|on both|on)? ?(?P<one>{_STREETS}) (?P<joint>and|or) (?P<two>{_STREETS})",
         _both_streets),
        (rf"{WHO}{BE} (?P<verb>(?:bricks?|pairs?)){_ON}", _card),
        (rf"{WHO}{BE} (?P<verb>(?:catch|catches|get|gets|hit|hits) .+?){_ON}", _card),
        (rf"{WHO}{BE} (?:has|have|is|starts? with|started with|holds?|with|paired)(?: an?| dealt an?)? (?:pocket )?(?:pair(?:ed)?|buried pair) "
         r"(?:in the hole|down|underneath|buried)", _of_seat("not {seat} has (K-K-)")),
        (rf"{WHO}{AM} (?:paired|buried) in the hole", _of_seat("not {seat} has (K-K-)")),
        (rf"{WHO}{BE} (?:has|have) a (?:buried|hidden) pair", _of_seat("not {seat} has (K-K-)")),
        (rf"{WHO}{BE} (?:has|have|holds?) (?:an? )?(?P<rank>\w+) (?:in the hole|down|underneath|buried)", _of_seat("{seat} has [{letter}]x")),
        (rf"{WHO}{BE} (?:has|have|holds?) (?:two |2 )?wheel cards(?: in the hole| down| underneath)?", _of_seat("{seat} has (5-5-)")),
        (rf"{WHO}{BE} (?:has|have|holds?) (?:two |2 )?(?:babies|baby cards|low cards|good cards)(?: in the hole| down| underneath)?",
         _of_seat("{seat} has (8-8-)")),
        (rf"{WHO}{BE} (?:makes?|has|have|gets?|end up with|shows?) (?:the |an? )?(?:better|best|winning) (?:low|hand)", "{who} wins"),
        (rf"(?:an? )?(?P<rank>\w+) low (?P<verb>wins?|loses?|hold up|holds up|is good|be good)", _low_wins),
        (rf"{WHO}{BE} (?:start|starts|started)(?: out)? with (?:three|3) (?:cards )?(?:to an? )?(?P<rank>\w+)(?: or (?:lower|better))?"
         r"(?: low)?", _of_seat("{seat} has ({letter}-{letter}-) and {seat} third [A-{letter}]")),
        (rf"{WHO}{BE} (?:start|starts|started)(?: out)? with (?:three|3) cards of (?P<rank>\w+) or (?:lower|better)",
         _of_seat("{seat} has ({letter}-{letter}-) and {seat} third [A-{letter}]")),
        (rf"{WHO}{BE} (?:start|starts|started)(?: out)? with a pair", _of_seat("{seat} third pairs or not {seat} has (K-K-)")),
    )  # fmt: skip

    @property
    def next_street(self) -> str:
        """The street of the next card of the seat with the fewest cards."""
        streets = list(dict.fromkeys(self.speech.streets.values()))
        known = next((at for at in range(len(streets), 0, -1) if self.is_known(streets[at - 1])), 0)
        return streets[min(known, len(streets) - 1)]

    def is_known(self, street: str) -> bool:
        """Return True if ``street`` is the last one whose cards are all known."""
        return self.speech.same_event("1 ahead now", f"1 ahead {street}")

    def splits(self, text: str) -> Iterator[Split]:
        """Yield the split of *what beats me*, *what do I end up with*, *what does my card on fourth do to me*."""
        subjects = self.speech.subjects
        if re.fullmatch(r"(?:what|which)(?: lows?| hands?)? beats? (?:me|us|my hand|hero)", text):
            yield Split("i lose", f"{subjects.villain(sentence_tokens('villain')[0]) + 1} low")
        match = re.fullmatch(r"what(?: low| lows| hand)? (?:do|does|will|would) (?P<who>.+?) (?:makes?|have|end up with|usually have|make)(?: by the river| by seventh)?", text)
        if match:
            yield Split("", f"{self._seat(match['who']) + 1} low")
        match = re.fullmatch(rf"(?:what|how)(?: does| do| will)? (?P<who>my|his|her|their|the) (?:next )?card(?: on)?(?: the)? ?(?P<street>{_STREETS})?"
                             r"(?: (?:do|does|to|change|changes|matter|help|hurt|my|equity|me|us|for|i)\b)*", text)
        if match:
            street = match["street"] or self.next_street
            who = {"my": "i", "the": "i"}.get(match["who"], "villain")
            yield Split("", f"{self._seat(who) + 1} {street} rank")

    def _seat(self, who: str) -> int:
        seat = self.speech.seat_of(who)
        if seat is None:
            raise not_understood(sentence_tokens(who))
        return seat

