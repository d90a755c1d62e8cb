"""The idioms of hold'em players: *hit the flop*, *set over set*, *an ace high flop*, *my flush draw gets there*."""

import re
from collections.abc import Iterator
from typing import ClassVar

from engine.cards import RANKS, SUITS, TextError, parse_cards
from engine.questions.holdem_atoms import BOARD_WORDS
from engine.questions.spoken.holdem import COMPLETED, card_specs, made_name
from engine.questions.spoken.idioms import AM, BE, WHEN, WHO, Idiom, Idioms, Split
from engine.questions.spoken.words import SUIT_WORDS, not_understood, rank_letter, sentence_tokens
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import DRAWS, MADE

_STREET = r"(?P<street>flop|turn|river)"
_ON = rf"(?: (?P<when>on the (?:flop|turn|river)|by the (?:turn|river)|now))?"
_TEXTURES = "|".join(map(re.escape, BOARD_WORDS))
_COMES = (
    r"(?: (?:comes?|coming|came|falls?|hits?|lands?|appears?|peels? off|rolls? off|shows? up|is dealt|arrives?|drops?|"
    r"come out|comes out|turn up|turns up|will come|to come|pops? up|out))?"
)
_LOW_MADE = len(MADE) - MADE[::-1].index("low pair") - 1


def _overcard_ranks(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the ranks above the board, or above a pocket pair if that is higher, as the clause of their card."""
    groups = match.groupdict()
    bound = rank_letter(groups.get("rank") or "")
    pair, board = idioms.pocket_rank(), [card >> 2 for card, _ in parse_cards(idioms.table.board)]
    if bound:
        top = RANKS.index(bound)
    elif pair is not None or board:
        top = max([*board[:3], *([pair] if pair is not None else [])])
    else:
        return ""
    higher = RANKS[top + 1 :]
    if not higher:
        return ""
    ranks = higher if len(higher) == 1 else f"[{higher}]"
    when = groups.get("when") or idioms.next_street
    negation = "it is not so that " if groups.get("no") else ""
    return f"{negation}{ranks} {when}" if when else ""


def _flush_card(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a card of the suit that the flop has twice."""
    suit = idioms.draw_suit()
    when = match["when"] or idioms.next_street
    return f"{suit} {when}" if suit and when else ""


def _next_card(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a card without a street, which means the next one."""
    specs = card_specs(sentence_tokens(match["x"]))
    return f"{match['x']} {idioms.next_street}" if specs and idioms.next_street else ""


def _suit_by_river(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a suit among the cards to come; only ranks can be looked for on a complete board."""
    specs = card_specs(sentence_tokens(match["x"]))
    board = len(parse_cards(idioms.table.board))
    if not specs or board < 3 or not any(spec in SUITS for spec in specs):
        return ""
    streets = ("turn", "river")[board - 3 :]
    return " or ".join(f"{street} {spec}" for street in streets for spec in specs)


def _completes(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause that a draw becomes the hand that it draws to; the draw is a condition if it is named."""
    groups = match.groupdict()
    draw = groups.get("draw") or ""
    who = {"my": "i", "his": "villain", "her": "villain", "their": "villain", "our": "i", "": "i", "a": "i", "an": "i"}.get(
        groups["who"] or "", groups["who"] or "i"
    )  # fmt: skip
    when = match["when"] or "by the river"
    if draw:
        name = made_name(draw)
        if name is None or not set(re.sub(r"\+", "", name).split(", ")) <= set(DRAWS):
            return ""
        made = "a flush" if "flush" in name else "a straight"
        start = idioms.before(match["when"]) if match["when"] and not match["when"].startswith("by") else idioms.now
        if "backdoor" in name:
            start = "on the flop"
        return f"{who} has {made} {when} given {who} has {draw} {start}"
    targets = idioms.targets(who)
    return f"{who} has {' or '.join(targets)} {when}" if targets else ""


def _hand_is(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause about a made hand of the player who asks: *my overpair is good*, *top pair wins*."""
    name, verb = match["x"], match["verb"].split()[-1]
    if made_name(re.sub(r"^(?:my|a|an|his|the) ", "", name)) is None:
        return ""
    who = "villain" if name.startswith("his ") else "i"
    name = re.sub(r"^(?:my|his|the) ", "", name)
    when = match["when"] or match["late"] or idioms.now
    if verb in ("good", "best", "ahead"):
        says = f"{who} wins" if when == "on the river" else f"{who} is ahead {when}"
    elif verb in ("behind", "beat", "beaten"):
        says = f"{who} is behind {when}"
    else:
        says = f"{who} {'loses' if verb in ('loses', 'lose', 'cracked') else 'wins'}"
    return f"{says} given {who} has exactly {name} {when}"


def _wins_with(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of winning with a made hand, which is had at showdown."""
    if made_name(match["x"]) is None:
        return ""
    negation = "does not have" if match["with"] == "without" else "has"
    hand = re.sub(r"^(?:making|hitting|having|getting) ", "", match["x"])
    return f"{match['who']} {match['verb']} and {match['who']} {negation} {hand} by the river"


def _set_over_set(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    street = {"turn": "turn", "river": "river", "flop": "flop"}.get((match["when"] or "").split()[-1:][0] if match["when"] else "")
    hand = match["x"]
    street = street or ("now" if idioms.speech.has_known_street else "flop")
    return idioms.pairs_of_seats(f"{street} {made_name(hand) or hand}")


def _higher_pair(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    rank = rank_letter(match["rank"])
    above = RANKS[RANKS.index(rank) + 1 :] if rank else ""
    return f"{match['who']} has {above[0] * 2}+" if above else ""


def _rank_high(_: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the event that a rank is the highest of the flop."""
    rank = rank_letter(match["rank"])
    higher = RANKS[RANKS.index(rank) + 1 :] if rank else ""
    if not rank:
        return ""
    ranks = f"[{higher}]" if len(higher) > 1 else higher
    return f"(board flop {rank} and not board flop {ranks})" if higher else f"board flop {rank}"


def _better_than(_: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a hand better, or worse, than a made hand."""
    name = made_name(match["x"])
    if name not in MADE or not 0 < MADE.index(name) <= _LOW_MADE:
        return ""
    when = match["when"] or ""
    if match["kind"] == "worse":
        return f"it is not so that {match['who']} has {name} or better {when}"
    return f"{match['who']} has {MADE[MADE.index(name) - 1]} or better {when}"


def _hand_hits(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause about a hand that is named instead of its seat, with the hand as the condition."""
    seat = idioms.seat_with(match["hand"])
    return f"{seat + 1} {match['rest']}" if seat is not None else ""


_HIT = (
    r"(?:hit|hits|hitting|connect|connects|connect with|connects with|smash|smashes|catch a piece of|"
    r"catches a piece of|hit a piece of|hits a piece of|flop something|flops something|have a piece of|has a piece of|"
    r"pair|pairs|catch|catches)"
)
_MISS = r"(?:miss|misses|missed|missing|whiff|whiffs|whiffed|whiffing|brick|bricks|bricked)"
_HAND_WORDS = r"(?:(?:10|[2-9TJQKAtjqka]){2}[so]?|[a-z]+s|(?:10|[2-9TJQKAtjqka])[shdc](?:10|[2-9TJQKAtjqka])[shdc])"


class HoldemIdioms(Idioms):
    """Rewords the idioms of hold'em players."""

    words: ClassVar[tuple[tuple[str, str], ...]] = (
        (r"\ban? (?:face|picture|paint) card\b|\ba court card\b", "[JQK]"),
        (r"\ba broadway(?: card)?\b", "[TJQKA]"),
        (r"\ba wheel card\b", "[2345A]"),
        (r"\ba red card\b", "a heart or diamond"), (r"\ba black card\b", "a spade or club"),
        (r"\b(?:another|a third|a fourth|a 3rd|a fourth|the third|the fourth|a fifth) (?=(?:heart|spade|club|diamond)\b)",
         "a "),
        (r"\b(heart|spade|club|diamond)s? card\b", r"\1"),
        (r"\b(?:a )?(?:pocket|any) pairs?\b(?! below)", "22+"),
        (r"\ba suited ace\b|\bsuited aces\b", "A2s+"),
        (r"\b(ace|king|queen|jack|ten) (king|queen|jack|ten|nine)( suited| offsuit)?\b(?! on)",
         lambda m: rank_letter(m[1]) + rank_letter(m[2]) + {"": "", " suited": "s", " offsuit": "o"}[m[3] or ""]),
        (r"\b(aces|kings|queens|jacks|tens|nines|eights|sevens|sixes|fives|fours|threes|deuces) or better\b",
         lambda m: rank_letter(m[1]) * 2 + "+"),
        (r"\b((?:10|[2-9TJQKAtjqka]){2}[so]?) or better\b", r"\1+"),
        (r"\btoo$", ""),
        (r"\b(?:a )?(?:piece|bit) of (?:the|that) flop\b", "a pair"),
        (r"\bthe (?:overpair|top pair|set|flush draw|draw|flush|straight)\b", lambda m: m[0].replace("the ", "a ")),
        (r"\b(?:on|with) (?:a |an )?(?=(?:flush draw|draw|gutshot|open-ended|straight draw|two overcards|combo draw)\b)",
         "has "),
        (r"\b(?:am|is|are) has\b|\bhave has\b|\bhas has\b", "has"),
        (r"\b(?:drawing to|chasing) a (flush|straight)\b", r"has a \1 draw"),
        (r"\bgo runner runner (?:for )?\b|\bbackdoors? (?:into )?(?=a (?:flush|straight))", "makes "),
        (r"\brunner runner (?=flush|straight)", "a "),
        (r"\b(?:end up with|ends up with|wind up with|finish with|finishes with|ends with|end with|pick up|picks up)\b",
         "makes"),
        (r"\b(?:show up with|shows up with|turn up with|wake up with|wakes up with|is dealt|are dealt|am dealt|"
         r"is holding|are holding|am holding|get dealt|gets dealt)\b", "holds"),
        (r"\b(?:boats? up|fills? up)\b", "makes a full house"),
    )  # fmt: skip
    patterns: ClassVar[tuple[Idiom, ...]] = (
        (rf"(?:it is |there is |is it |both (?:of us )?(?:have|flop) |is )?(?P<x>set|flush|boat|full house|trips|two pair|quads) over "
         rf"(?P=x)(?: happens?)?{_ON}", _set_over_set),
        (rf"{WHO}{BE} {_HIT} (?:the|this|that) (?:flop|board on the flop)(?: at all)?", "{who} has a pair on the flop"),
        (rf"{WHO}{BE} {_HIT} on the flop", "{who} has a pair on the flop"),
        (rf"{WHO}{BE} {_MISS}(?: (?:completely|entirely))?(?: (?:on )?(?:the|this|that) flop)(?: completely| entirely)?",
         "{who} has nothing on the flop"),
        (rf"{WHO}{BE} {_MISS}(?: completely)?", lambda i, m: f"{m['who']} has nothing {i.now}"),
        (rf"(?:(?P<who>my|his|her|their|our|an?) )?(?P<draw>(?:nut |backdoor )?(?:flush|straight) draw|gutshot|open-ended|draw)"
         rf"(?: on the flop)?{BE} (?:get there|gets there|come in|comes in|hit|hits|complete|completes|make it|makes it){_ON}",
         _completes),
        (rf"{WHO}{BE} (?:get there|gets there|complete (?:my|his|the|their|a) draw|completes (?:his|the) draw|make (?:my|his|the) draw|"
         rf"hit (?:my|his|the|a) draw|hits (?:his|the) draw|hit my outs|hit one of my outs){_ON}", _completes),
        (rf"{WHO}{BE} (?P<verb>wins?|loses?)(?: the pot)? (?P<with>with|without) (?P<x>.+)", _wins_with),
        (rf"(?P<x>(?:my |his |an? |the )?.+?)(?: (?P<when>on the (?:flop|turn|river)|now))?{AM}? ?"
         r"(?P<verb>good|best|ahead|behind|beat|beaten|win|wins|hold up|holds up|hold|holds|lose|loses|cracked|stand up)"
         r"(?: (?P<late>on the (?:flop|turn|river)|now))?", _hand_is),
        (rf"(?:my |the |his )?(?P<hand>{_HAND_WORDS}) (?P<rest>(?:{_HIT}|{_MISS}|flops?|turns?|rivers?|makes?|wins?|"
         r"loses?|holds? up|get|gets|improves?|has|have|is|beats?|are|ties?)\b.*)", _hand_hits),
        (rf"my (?:hand|cards)(?P<rest> .+)", "i{rest}"),
        (rf"{WHO}{BE} (?:has|have|holds?) (?:an? )?(?:overpair|higher pair|bigger pair|higher pocket pair)s? "
         rf"(?:to|than|over) (?:my |his )?(?:pocket )?(?P<rank>\w+?)(?:s|es)?", _higher_pair),
        (rf"{WHO}{BE} (?:has|have) (?:anything |something )?(?P<kind>better|worse) than (?:an? )?(?P<x>.+?){_ON}", _better_than),
        (rf"{WHO}{BE} (?:has|have) (?:an? )?(?P<x>.+?) or (?P<kind>worse){_ON}", lambda i, m: _or_worse(m)),
        (rf"{WHO}{BE} (?P<verb>has|have|flops?) (?P<x>.+?) (?:with|and) (?:his|my|a|an|their|the)? ?(?P<y>[a-z -]+ draw|gutshot|open-ended){_ON}",
         lambda i, m: f"{m['who']} {m['verb']} {m['x']} and {m['y']} {m['when'] or ''}" if made_name(m["x"]) else ""),
        (rf"(?:(?:is |are )?there (?:is |are |be |will be )?)?(?P<no>no )?(?:an? |any |one |some )?overcards?"
         rf"(?: (?:to|above|over) (?:my |the )?(?:pocket )?(?:(?P<rank>\w+?)(?:s|es)?|pair|board|flop))?{_COMES}{_ON}",
         _overcard_ranks),
        (rf"(?P<no>no )?(?:an? )?overcards? (?P<verb>flops?|turns?|rivers?)", lambda i, m: _overcard_verb(i, m)),
        (rf"(?:the |a |my |his )?(?:flush|flush draw|flush card|third flush card|third suit card|front door flush)"
         r"(?: (?:card )?(?:completes?|comes?(?: in)?|gets? there|hits?|arrives?|falls?))"
         rf"{_ON}", _flush_card),
        (rf"(?:the )?flush card{_ON}", _flush_card),
        (rf"(?:the |an? )?flop(?: is| come| comes| came)?(?: down| out)? (?:be )?(?:an? )?(?P<rank>\w+)[ -]high", _rank_high),
        (rf"(?:there is |is there |we see |i see |i get |get |see )?(?:an? |the )?(?P<rank>\w+)[ -]high (?:flop|board)(?: come| comes)?", _rank_high),
        (rf"(?:there is |is there |we see |i see |i get |get |see )?(?:an? |the )?(?P<x>{_TEXTURES}) (?P<street>flop|turn|board)(?: come| comes)?",
         lambda i, m: f"the board is {m['x']} on the {'flop' if m['street'] == 'board' else m['street']}"),
        (rf"(?:the )?(?P<street>flop|turn|river)(?: is| come| comes| came)(?: down| out)? (?P<x>{_TEXTURES}){_ON}",
         lambda i, m: f"the board is {m['x']} on the {m['street']}"),
        (rf"(?:there (?:is|are|will be|be) |is there )?(?:no|not an?) (?P<x>.+?){_COMES} (?P<when>on the (?:flop|turn|river)|by the river)",
         "it is not so that {x} {when}"),
        (rf"(?:there (?:is|are|will be|be) |is there |i see |we see )?(?P<x>.+?){_COMES} by the river", _suit_by_river),
        (rf"(?P<x>.+?) (?:comes?|falls?|hits?|lands?|peels? off|rolls? off)(?: next)?", _next_card),
        (rf"(?P<x>.+?){_COMES} (?P<when>on the (?:flop|turn|river)|by the (?:turn|river))", "{x} {when}"),
        (r"(?:the )?(?P<x>.+) (?P<street>flops?|turns?|rivers?)",
         lambda i, m: f"{m['x']} on the {m['street'].removesuffix('s')}" if card_specs(sentence_tokens(m["x"])) else ""),
        (rf"(?:the )?board (?:will )?pairs?(?: up)?{_ON}", lambda i, m: _board_pairs(m)),
        (rf"(?:the )?(?P<street>turn|river) (?:pair|pairs|pairing)(?: up)?(?: the board)?", "{street} pairs"),
        (rf"{WHO}{BE} (?:has|have|flops?|hold) (?:an?|any) (?P<x>.+?) on (?:an?|the) (?P<rank>\w+) high flop",
         "{who} has {x} on the flop"),
    )  # fmt: skip

    @property
    def next_street(self) -> str:
        """The words for the street of the next card, or "" before the flop and after the river."""
        return {3: "on the turn", 4: "on the river"}.get(len(parse_cards(self.table.board)), "")

    def exact(self, seat: int) -> tuple[int, ...]:
        """Return the two cards of a seat, or () if it has a range."""
        try:
            cards = parse_cards(self.table.seats[seat].cards)
        except TextError:
            return ()
        return tuple(card for card, _ in cards) if len(cards) == 2 else ()

    def pocket_rank(self) -> int | None:
        """Return the rank of the pocket pair of the player who asks, or None if he has no particular pair."""
        try:
            cards = self.exact(self.speech.subjects.hero())
        except TextError:
            return None
        return cards[0] >> 2 if cards and cards[0] >> 2 == cards[1] >> 2 else None

    def draw_suit(self) -> str:
        """Return the only suit that the flop and the turn have at least twice, or ""."""
        suits = [card & 3 for card, _ in parse_cards(self.table.board)[:4]]
        twice = [SUITS[suit] for suit in range(4) if suits.count(suit) >= 2]
        return twice[0] if len(twice) == 1 else ""

    def targets(self, who: str) -> tuple[str, ...]:
        """Return the hands that the draws of a seat with two known cards become: a flush, a straight."""
        seat = self.speech.seat_of(who)
        cards = self.exact(seat) if seat is not None else ()
        board = [card for card, _ in parse_cards(self.table.board)]
        if not cards or not 3 <= len(board) <= 4:
            return ()
        draws = made_hands(board).draws
        one = self.speech.combo(cards)
        held = {name for index, name in enumerate(DRAWS) if draws[index, one]}
        result = []
        if held & {"open-ended", "gutshot"}:
            result.append("a straight or better" if held & {"flush draw", "nut flush draw"} else "a straight")
        elif held & {"flush draw", "nut flush draw"}:
            result.append("a flush")
        return tuple(result)

    def seat_with(self, hand: str) -> int | None:
        """Return the only live seat whose cards are the named hand (*aces*, *AK*), or None."""
        rank = rank_letter(hand)
        text = rank * 2 if rank else hand
        if not re.fullmatch(r"(?:10|[2-9TJQKAtjqka]){2}[so]?|(?:(?:10|[2-9TJQKAtjqka])[shdc]){2}", text):
            return None
        sure, possible = self.speech.seats_with(text)
        for seats in (sure, possible):
            if len(seats) == 1:
                return seats[0]
        return None

    def splits(self, text: str) -> Iterator[Split]:
        """Yield the split of *what beats me*, *what does villain flop*, *which turn cards are good for me*."""
        subjects = self.speech.subjects
        last = "now" if self.speech.has_known_street else "river"
        if re.fullmatch(r"(?:what|which)(?: hands?| combos?| holdings?)?(?: would| can| do| does| could)? beats? (?:me|us|my hand|hero)(?: now)?", text):
            rival = self.rival()
            yield Split("i am behind now" if last == "now" else "i lose", f"{rival + 1} {last} hand")
        match = re.fullmatch(rf"what (?:do|does|will|did|would) (?P<who>.+?) (?P<street>flop|turn|river)", text)
        if match:
            yield Split("", f"{self._seat(match['who']) + 1} {match['street']} hand")
        match = re.fullmatch(r"what(?: hands?| made hands?)? (?:do|does|can|could|will|would|is|are|am) (?P<who>.+?)"
                             r"(?: likely to)? (?:have|has|hold|holding|show up with)(?P<late> (?:on the (?:flop|turn|river)|by the river|now))?", text)
        if match:
            street = (match["late"] or "").split()[-1:] or [last]
            yield Split("", f"{self._seat(match['who']) + 1} {street[0]} hand")
        match = re.fullmatch(r"what (?:do|does) (?P<who>.+?) (?:end up with|usually have|make|makes|end with|finish with)(?: by the river)?", text)
        if match:
            yield Split("", f"{self._seat(match['who']) + 1} river hand")
        match = re.fullmatch(r"(?:what|which|how)(?: does| do| is| are| will)?(?: each| every| the)? (?P<street>turn|river)s?(?: cards?)?"
                             r"(?: (?:do|does|to|will|is|are|good|bad|best|better|worst|change|help|helps|hurt|hurts|i|for|want|like|the|my|equity|me|us|him|villain)\b)*", text)
        if match:
            yield Split("", f"{match['street']} rank")
        match = re.fullmatch(r"which (?P<street>turn|river)s?(?: cards?)? (?P<x>costs? me the pot|beats? me|kills? me|loses?)", text)
        if match:
            yield Split("i lose", f"{match['street']} rank")
        if re.fullmatch(r"which (?:river|turn)s?(?: cards?)? (?:wins? it for me|wins?|saves? me)", text):
            yield Split("i win", f"{text.split()[1].removesuffix('s')} rank")
        del subjects

    def rival(self) -> int:
        """Return the only opponent of the player who asks. Raises TextError if there are several."""
        return self.speech.subjects.villain(sentence_tokens("villain")[0])

    def _seat(self, who: str) -> int:
        seat = self.speech.seat_of(who)
        if seat is None:
            raise not_understood(sentence_tokens(who))
        return seat

    def board_phrase(self, text: str) -> str:
        """Return the clause of *on a heart turn*, *on an ace high flop*, *on paired boards*, or ""."""
        match = re.fullmatch(r"(?:on|in|with) (?:an? |the |any )?(?P<x>.+?) (?P<street>flop|turn|river|board)s?", text)
        if not match:
            return ""
        x, street = match["x"], match["street"]
        on = f"on the {'flop' if street == 'board' else street}"
        if re.fullmatch(r"\w+[ -]high", x):
            return f"the flop is {x}" if street in ("flop", "board") else ""
        if x in BOARD_WORDS:
            return f"the board is {x} {on}" if not (street == "board" and self.table.board) else f"the board is {x} now"
        return f"{x} {on}" if card_specs(sentence_tokens(x)) else ""


def _or_worse(match: re.Match[str]) -> str:
    name = made_name(match["x"])
    if name not in MADE or not 0 < MADE.index(name):
        return ""
    return f"it is not so that {match['who']} has {MADE[MADE.index(name) - 1]} or better {match['when'] or ''}"


def _overcard_verb(idioms: HoldemIdioms, match: re.Match[str]) -> str:
    street = match["verb"].removesuffix("s")
    again = re.fullmatch(r"(?P<no>no )?overcard(?P<rank>)? (?P<when>.+)", f"{match['no'] or ''}overcard on the {street}")
    return _overcard_ranks(idioms, again) if again else ""


def _board_pairs(match: re.Match[str]) -> str:
    when = match["when"] or "by the river"
    return "board river paired" if when == "by the river" else f"the board pairs {when}"


SUIT_NOUNS = tuple(SUIT_WORDS)
__all__ = ["COMPLETED", "HoldemIdioms"]
