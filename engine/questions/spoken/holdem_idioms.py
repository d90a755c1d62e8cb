"""The idioms of hold'em players: *hit the flop*, *set over set*, *an ace high flop*, *my flush draw gets there*."""

import re
from collections.abc import Callable, Iterator
from typing import ClassVar

from engine.cards import RANKS, SUITS, TextError, combo_index, parse_cards
from engine.questions.holdem_atoms import BOARD_WORDS
from engine.questions.spoken.holdem import card_specs, made_name
from engine.questions.spoken.idioms import Idiom, Idioms, Split, any_phrase
from engine.questions.spoken.words import rank_letter, sentence_tokens
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import DRAWS, MADE
from engine.ranges.patience import NotPrepared

_ON = r"(?: (?P<when>on the (?:flop|turn|river)|by the (?:turn|river)|now))?"
_COMES_WORDS = (
    "come, comes, coming, came, fall, falls, hit, hits, land, lands, appear, appears, peel off, peels off, roll off, "
    "rolls off, show up, shows up, is dealt, arrive, arrives, drop, drops, come out, comes out, turn up, turns up, "
    "will come, to come, pop up, pops up, out"
)
_COMES = rf"(?: {any_phrase(_COMES_WORDS)})?"
_TEXTURE = rf"(?P<texture>{'|'.join(map(re.escape, BOARD_WORDS))})"
_SEE = r"(?:there is |is there |we see |i see |i get |get |see )?"
_HIT = any_phrase(
    "hit, hits, hitting, connect, connects, connect with, connects with, smash, smashes, catch a piece of, "
    "catches a piece of, hit a piece of, hits a piece of, flop something, flops something, have a piece of, "
    "has a piece of, pair, pairs, catch, catches"
)
_HITS_CARD = any_phrase("hit, hits, catch, catches, spike, spikes, bink, binks, get, gets, see, sees, find, finds")
_MISS = any_phrase("miss, misses, missed, missing, whiff, whiffs, whiffed, whiffing, brick, bricks, bricked")
_ALL = r"(?: (?:completely|entirely))?"
_GETS_THERE = any_phrase(
    "get there, gets there, come in, comes in, hit, hits, complete, completes, make it, makes it, come through, "
    "comes through"
)
_COMPLETES = any_phrase(
    "get there, gets there, complete my draw, completes his draw, complete the draw, completes the draw, "
    "make my draw, makes his draw, make the draw, hit my draw, hits his draw, hit the draw, hit a draw, hit my outs, "
    "hit one of my outs, hits his outs, hit an out"
)
_DRAW = r"(?P<draw>(?:nut |backdoor )?(?:flush|straight) draw|gutshot|open-ended|draw)"
_COMPLETED = any_phrase(f"{_COMES_WORDS}, completes, complete, comes in, come in, gets there, get there")
_ENDS_WITH = any_phrase(
    "end up with, ends up with, wind up with, finish with, finishes with, ends with, end with, winds up with"
)
_IS_DEALT = any_phrase(
    "show up with, shows up with, turn up with, wake up with, wakes up with, is dealt, are dealt, am dealt, "
    "is holding, are holding, am holding, get dealt, gets dealt"
)
_OUTCOME = any_phrase(
    "good, best, ahead, behind, beat, beaten, win, wins, hold up, holds up, hold, holds, lose, loses, cracked"
)
_RANK = r"(?:10|[2-9TJQKAtjqka])"
_HAND = rf"(?:[2-9]s|{_RANK}{{2}}[so]?|[a-z]+s|{_RANK}[shdc]{_RANK}[shdc])"
_COMPARED = MADE[1 : MADE.index("nothing")]
"""The classes than which another one can be better and worse."""
_OWNERS = {"my": "i", "his": "villain", "her": "villain", "their": "villain"}
_AND_DRAW = r"(?P<other>[a-z -]+ draw|gutshot|open-ended)"


def _street_words(when: str | None) -> str:
    return (when or "").rpartition(" ")[2]


def _overcards(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a card above the named rank, or else above the board and the player's pocket pair."""
    groups = match.groupdict()
    bound = rank_letter(groups.get("rank") or "")
    pair, board = idioms.pocket_rank(), [card >> 2 for card, _ in parse_cards(idioms.table.board)]
    tops = [RANKS.index(bound)] if bound else [*board[:3], *([pair] if pair is not None else [])]
    higher = RANKS[max(tops) + 1 :] if tops else ""
    verb = (groups.get("verb") or "").removesuffix("s")
    when = groups.get("when") or (f"on the {verb}" if verb else idioms.next_street)
    if not higher or not when:
        return ""
    ranks = higher if len(higher) == 1 else f"[{higher}]"
    return f"{'it is not so that ' if groups.get('no') else ''}{ranks} {when}"


def _flush_card(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a card of the suit that the board has twice."""
    suit, when = idioms.draw_suit(), match["when"] or idioms.next_street
    if suit and when == "by the river":
        return " or ".join(f"{street} {suit}" for street in idioms.streets_to_come)
    return f"{suit} {when}" if suit and when else ""


def _hits_card(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the event that a card comes: *I hit an ace on the turn*; the seat is only the one that likes it."""
    groups = match.groupdict()
    specs, verb = card_specs(sentence_tokens(match["card"])), groups.get("verb") or ""
    if not specs or idioms.speech.seat_of(match["who"]) is None:
        return ""
    when = groups.get("when") or (f"on the {verb.removesuffix('s')}" if verb else idioms.next_street)
    if when == "by the river" and idioms.table.board:
        return " or ".join(f"{street} {spec}" for street in idioms.streets_to_come for spec in specs)
    return f"{match['card']} {when}" if when else ""


def _turn_or_river(_: "HoldemIdioms", match: re.Match[str]) -> str:
    specs = card_specs(sentence_tokens(match["card"]))
    return " or ".join(f"{street} {spec}" for street in ("turn", "river") for spec in specs)


def _street_brings_flush(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    suit = idioms.draw_suit()
    return f"{'it is not so that ' if match['no'] else ''}{suit} on the {match['street']}" if suit else ""


def _next_card(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a card without a street, which means the next one."""
    specs = card_specs(sentence_tokens(match["card"]))
    return f"{match['card']} {idioms.next_street}" if specs and idioms.next_street else ""


def _suit_by_river(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the event that a suit is among the cards to come: on a complete board only ranks can be looked for."""
    specs = card_specs(sentence_tokens(match["card"]))
    if not idioms.table.board or not any(spec in SUITS for spec in specs):
        return ""
    return " or ".join(f"{street} {spec}" for street in idioms.streets_to_come for spec in specs)


def _draw_gets_there(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause that a named draw becomes its hand, with the draw as the condition."""
    draw, when = match["draw"], match["when"] or "by the river"
    if made_name(draw) is None or draw == "draw":
        return _completes(idioms, match)
    who = _OWNERS.get(match["who"] or "", "i")
    early = when.startswith("on") and when != "on the flop"
    start = "on the flop" if "backdoor" in draw else idioms.before(when) if early else idioms.now
    return f"{who} has {'a flush' if 'flush' in draw else 'a straight'} {when} given {who} has {draw} {start}"


def _completes(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause that the draws of a known hand become a flush or a straight."""
    who = _OWNERS.get(match["who"] or "my", match["who"] or "i")
    target = idioms.target_of_draws(who)
    return f"{who} has {target} {match['when'] or 'by the river'}" if target else ""


def _made_hand_wins(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause about a made hand: *my overpair is good*, *two pair on the river loses*."""
    hand = re.sub(r"^(?:my|his|her|their|the|an?) ", "", match["hand"])
    if made_name(hand) is None:
        return ""
    who = _OWNERS.get(match["hand"].split()[0], "i")
    when, verb = match["when"] or match["late"] or idioms.now, match["verb"].split()[0]
    if verb in ("good", "best", "ahead"):
        outcome = "wins" if when == "on the river" else f"is ahead {when}"
    elif verb in ("behind", "beat", "beaten"):
        outcome = f"is behind {when}"
    else:
        outcome = "loses" if verb in ("lose", "loses", "cracked") else "wins"
    return f"{who} {outcome} given {who} has exactly {hand} {when}"


def _wins_with(_: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of winning with, or without, a made hand at showdown."""
    hand = re.sub(r"^(?:making|hitting|having|getting) ", "", match["hand"])
    if made_name(hand) is None:
        return ""
    negation = "does not have" if match["with"] == "without" else "has"
    return f"{match['who']} {match['verb']} and {match['who']} {negation} {hand} by the river"


def _pairs_of_a_range(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of pocket pairs, which *pairs* are before the flop: *how much of his range is pairs*."""
    return "" if idioms.table.board else f"{match['who']} has 22+"


def _over(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the event that two players have the same kind of hand, as in *set over set*."""
    street = _street_words(match["when"]) or ("now" if idioms.speech.has_known_street else "flop")
    return idioms.two_of_us(f"{street} {made_name(match['hand'])}")


def _higher_pair(_: "HoldemIdioms", match: re.Match[str]) -> str:
    rank = rank_letter(match["rank"])
    higher = RANKS[RANKS.index(rank) + 1 :] if rank else ""
    return f"{match['who']} has {higher[0] * 2}+" if higher else ""


def _rank_high(_: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the event that a rank is the highest of the flop."""
    rank = rank_letter(match["rank"])
    if not rank:
        return ""
    higher = RANKS[RANKS.index(rank) + 1 :]
    ranks = f"[{higher}]" if len(higher) > 1 else higher
    return f"(board flop {rank} and not board flop {ranks})" if higher else f"board flop {rank}"


def _compared(_: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of a hand that is better, or worse, than a class of made hands."""
    who, hand, when = match["who"], made_name(match["hand"]), match["when"] or ""
    if hand not in _COMPARED:
        return ""
    better = f"{who} has {MADE[MADE.index(hand) - 1]} or better {when}"
    if match["kind"] == "worse than":
        return f"it is not so that {who} has {hand} or better {when}"
    return better if match["kind"] == "better than" else f"it is not so that {better}"


def _or_worse(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of *second pair or worse*: not the next better class, or a better one."""
    hand = made_name(match["hand"])
    if hand not in _COMPARED:
        return ""
    return f"it is not so that {match['who']} has {MADE[MADE.index(hand) - 1]} or better {match['when'] or idioms.now}"


def _with_draw(_: "HoldemIdioms", match: re.Match[str]) -> str:
    if made_name(match["hand"]) is None:
        return ""
    return f"{match['who']} {match['verb']} {match['hand']} and {match['other']} {match['when'] or ''}"


def _named_hand(idioms: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause about the seat with a hand that is named instead of it: *AK hits the flop*."""
    seat = idioms.seat_with(match["hand"])
    if seat is None:
        return ""
    clause = next(idioms.reworded(f"{seat + 1} {match['rest']}"))
    holds_more = seat not in idioms.speech.seats_with(idioms.range_of(match["hand"]))[0]
    return f"{clause} given {seat + 1} has {match['hand']}" if holds_more and " given " not in clause else clause


def _flop_verb(_: "HoldemIdioms", match: re.Match[str]) -> str:
    """Return the clause of *an ace flops* or *an ace river*."""
    specs = card_specs(sentence_tokens(match["card"]))
    return f"{match['card']} on the {match['street'].removesuffix('s')}" if specs else ""


def _board_pairs(_: "HoldemIdioms", match: re.Match[str]) -> str:
    when = match["when"] or "by the river"
    return "board river paired" if when == "by the river" else f"the board pairs {when}"


def _named_ranks(match: re.Match[str]) -> str:
    """Return the range of two ranks by name: *ace king suited* is ``AKs``."""
    kind = {"": "", " suited": "s", " offsuit": "o"}[match[3] or ""]
    return f"{rank_letter(match[1])}{rank_letter(match[2])}{kind}"


class HoldemIdioms(Idioms):
    """Rewords the idioms of hold'em players."""

    suggested: ClassVar[tuple[str, ...]] = (
        "how often do I win", "what is my equity", "how often does {he} have top pair or better",
        "how often do I flop top pair or better", "how often do I flop a set", "how often do I hit the flop",
        "how often do I miss the flop", "how often do I make a flush by the river", "how often do we chop",
        "how often do I make a straight by the river", "how often do I make a full house by the river",
        "how often do I have two pair or better on the turn", "how often am I ahead on the flop",
        "how often am I ahead now", "how often am I behind now", "how often do I have the best hand on the turn",
        "what is my equity if the turn is an ace", "what is my equity if a heart comes on the turn",
        "what is my equity if the board pairs on the turn", "what is my equity on an ace high flop",
        "what is my equity when {he} has top pair or better", "what is my equity when {he} has a set",
        "what is my equity when {he} has a flush draw", "what is my equity when I flop a set", "what beats me",
        "how often do we both have top pair", "set over set", "which turn cards are good for me", "what do I flop",
        "how often does {he} win", "how often does {he} have AA", "how often does {he} have a pocket pair",
        "how often does {he} have AK", "how often does {he} have a flush draw", "how often does {he} have a draw",
        "how often does {he} have nothing on the flop", "how often does {he} have a set",
        "how often does {he} have two pair or better", "how often does {he} have an overpair",
        "how often does {he} flop a set", "how often does {he} make a flush by the river", "what does {he} flop",
        "how often does {he} suck out on the river", "how many combos of AA does {he} have",
        "how many combos of sets does {he} have", "what is {he}'s equity", "how often do I win when {he} has a set",
        "how often does the turn pair the board", "how often does the board pair by the river",
        "how often does an ace come on the turn", "how often does an ace flop", "how often is the flop monotone",
        "how often is the flop paired", "how often does an overcard come on the turn",
        "how often does a heart come on the turn", "how often do I lose if the turn is a heart",
        "how often do I win if the river pairs the board", "how often does {he} have top pair",
        "how often does {he} have second pair", "how often does {he} have a straight draw",
    )  # fmt: skip

    words: ClassVar[tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]] = (
        (r"\ban? (?:face|picture|paint) card\b|\ba court card\b", "[JQK]"),
        (r"\ba broadway(?: card)?\b", "[TJQKA]"),
        (r"\ba wheel card\b", "[2345A]"),
        (r"\ba red card\b", "a heart or diamond"),
        (r"\ba black card\b", "a spade or club"),
        (r"\b(?:another|(?:a|the) (?:third|fourth|fifth)) (?=(?:heart|spade|club|diamond)\b)", "a "),
        (r"\b(heart|spade|club|diamond)s? card\b", r"\1"),
        (r"\b(?:a )?(?:pocket|any) pairs?\b(?! below)", "22+"),
        (r"\ba suited ace\b|\bsuited aces\b", "A2s+"),
        (r"\b(ace|king|queen|jack|ten) (king|queen|jack|ten|nine)( suited| offsuit)?\b(?! on)", _named_ranks),
        (
            r"\b(?:aces|kings|queens|jacks|tens|nines|eights|sevens|sixes|fives|fours|threes|deuces) or better\b",
            lambda match: f"{rank_letter(match[0].split()[0]) * 2}+",
        ),
        (rf"\b({_RANK}{{2}}[so]?) or better\b", r"\1+"),
        (r"\btoo$", ""),
        (r"\b(?:a )?(?:piece|bit) of (?:the|that) flop\b", "a pair"),
        (r"\bthe (overpair|top pair|set|flush draw|draw|flush|straight)\b", r"a \1"),
        (
            r"\b(?:on|with) (?:an? )?(?=(?:flush draw|draw|gutshot|open-ended|straight draw|two overcards)\b)",
            "has ",
        ),
        (rf"\bon (?=(?:{_RANK}{{2}}[so]?\+?|aces|kings|queens|jacks)(?:$| or ))", "has "),
        (r"\b(?:am|is|are|have|has) has\b", "has"),
        (r"\b(?:drawing to|chasing) a (flush|straight)\b", r"has a \1 draw"),
        (r"\bgo runner runner (?:for )?\b|\bbackdoors? (?:into )?(?=a (?:flush|straight))", "makes "),
        (r"\brunner runner (?=flush|straight)", "a "),
        (rf"\b{_ENDS_WITH}\b", "makes"),
        (r"\bpicks? up\b", "makes"),
        (rf"\b{_IS_DEALT}\b", "holds"),
        (r"\b(?:boats? up|fills? up)\b", "makes a full house"),
        (r"\b(?:drawing|on the draw)$", "has a draw"),
    )  # fmt: skip
    patterns: ClassVar[tuple[Idiom, ...]] = (
        Idiom(
            r"(?:it is |there is |is it |is )?(?P<hand>set|flush|boat|full house|trips|two pair|quads) over (?P=hand)"
            rf"(?: happens?)?{_ON}",
            _over,
        ),
        Idiom(rf"@who@ {_HIT} (?:on )?(?:the|this|that) flop(?: at all)?", "{who} has a pair on the flop"),
        Idiom(rf"@who@ {_MISS}{_ALL} (?:on )?(?:the|this|that) flop{_ALL}", "{who} has nothing on the flop"),
        Idiom(rf"@who@ {_MISS}{_ALL}", lambda idioms, match: f"{match['who']} has nothing {idioms.now}"),
        Idiom(
            rf"(?:(?P<who>my|his|her|their|our|an?|the) )?{_DRAW}(?: on the flop)?(?: (?:do|does|will|to))? "
            rf"{_GETS_THERE}{_ON}",
            _draw_gets_there,
        ),
        Idiom(rf"@who@ {_COMPLETES}{_ON}", _completes),
        Idiom(rf"@who@ {_HITS_CARD} (?P<card>.+?){_ON}", _hits_card),
        Idiom(r"@who@ (?P<verb>turns?|rivers?) (?P<card>.+)", _hits_card),
        Idiom(
            r"(?:the )?(?:turn or (?:the )?river|river or (?:the )?turn)(?: (?:is|are|be|bring|brings|come|comes))? "
            r"(?P<card>.+)",
            _turn_or_river,
        ),
        Idiom(r"(?P<who>.+?) (?:am|is|are|has|have) pairs", _pairs_of_a_range),
        Idiom(
            rf"@who@ pairs?(?: up)?{_ON}",
            lambda idioms, match: f"{match['who']} has a pair {match['when'] or 'by the river'}",
        ),
        Idiom(r"@who@ (?P<verb>wins?|loses?)(?: the pot)? (?P<with>with|without) (?P<hand>.+)", _wins_with),
        Idiom(
            rf"(?P<hand>.+?)(?: (?P<when>on the (?:flop|turn|river)|now))?(?: (?:am|is|are|be|was|get|gets))? ?"
            rf"(?P<verb>{_OUTCOME})(?: (?P<late>on the (?:flop|turn|river)|now))?",
            _made_hand_wins,
        ),
        Idiom(
            rf"(?:my |the |his )?(?P<hand>{_HAND}) (?P<rest>(?:{_HIT}|{_MISS}|flops?|turns?|rivers?|makes?|wins?|"
            r"loses?|holds? up|get|gets|improves?|has|have|is|beats?|are|ties?)\b.*)",
            _named_hand,
        ),
        Idiom(r"my (?:hand|cards) (?P<rest>.+)", lambda idioms, match: next(idioms.reworded(f"i {match['rest']}"))),
        Idiom(
            r"@who@ @has@ @a@(?:overpair|(?:higher|bigger) (?:pocket )?pair)s? (?:to|than|over) (?:my |his )?"
            r"(?:pocket )?(?P<rank>\w+?)(?:s|es)?",
            _higher_pair,
        ),
        Idiom(
            rf"@who@ @has@ (?:anything |something )?(?P<kind>better than|worse than) @a@(?P<hand>.+?){_ON}", _compared
        ),
        Idiom(rf"@who@ @has@ @a@(?P<hand>.+?) or worse{_ON}", _or_worse),
        Idiom(
            rf"@who@ (?P<verb>has|have|flops?) (?P<hand>.+?) (?:with|and) (?:his |my |an? |their |the )?"
            rf"{_AND_DRAW}{_ON}",
            _with_draw,
        ),
        Idiom(
            r"(?:(?:is |are )?there (?:is |are |be |will be )?)?(?P<no>no )?(?:an? |any |one |some )?overcards?"
            r"(?: (?:to|above|over) (?:my |the )?(?:pocket )?(?:(?P<rank>\w+?)(?:s|es)?|pair|board|flop))?"
            rf"(?:{_COMES}{_ON}| (?P<verb>flops?|turns?|rivers?))",
            _overcards,
        ),
        Idiom(
            rf"(?:the |a |my |his )?(?:third |front door )?flush (?:card |draw )?{_COMPLETED}{_ON}",
            _flush_card,
        ),
        Idiom(rf"(?:the |a )?flush card{_ON}", _flush_card),
        Idiom(r"(?:the )?(?:turn|river)s?(?: card)? (?:will )?costs? me (?:the pot|it)", "i lose"),
        Idiom(
            r"(?:the )?(?P<street>turn|river)(?P<no> doesn't| doesnt| does not)? "
            r"(?:completes?|brings?|makes?|puts?|gets?)(?: in)? (?:the|a|his|my) flush(?: draw| card)?(?: there| in)?",
            _street_brings_flush,
        ),
        Idiom(
            r"(?:the |an? )?flop(?: is| come| comes| came)?(?: down| out)? (?:be )?(?:an? )?(?P<rank>\w+)[ -]high",
            _rank_high,
        ),
        Idiom(rf"{_SEE}@a@(?P<rank>\w+)[ -]high (?:flop|board)(?: come| comes)?", _rank_high),
        Idiom(rf"{_SEE}@a@{_TEXTURE} (?:flop|board)(?: come| comes)?", "the board is {texture} on the flop"),
        Idiom(rf"{_SEE}@a@{_TEXTURE} turn(?: come| comes)?", "the board is {texture} on the turn"),
        Idiom(
            rf"(?:the )?(?P<street>flop|turn|river)(?: is| come| comes| came)(?: down| out)? {_TEXTURE}",
            "the board is {texture} on the {street}",
        ),
        Idiom(
            rf"(?:there (?:is|are|will be|be) |is there )?(?:no|not an?) (?P<card>.+?){_COMES} "
            r"(?P<when>on the (?:flop|turn|river)|by the river)",
            "it is not so that {card} {when}",
        ),
        Idiom(rf"{_SEE}(?P<card>.+?){_COMES} by the river", _suit_by_river),
        Idiom(rf"(?P<card>.+?) {any_phrase(_COMES_WORDS)}(?: next)?", _next_card),
        Idiom(rf"(?P<card>.+?){_COMES} (?P<when>on the (?:flop|turn|river)|by the (?:turn|river))", "{card} {when}"),
        Idiom(r"(?:the )?(?P<card>.+) (?P<street>flops?|turns?|rivers?)", _flop_verb),
        Idiom(rf"(?:the )?board (?:will )?pairs?(?: up)?{_ON}", _board_pairs),
        Idiom(r"(?:the )?(?P<street>turn|river) (?:pair|pairs|pairing)(?: up)?(?: the board)?", "{street} pairs"),
    )

    @property
    def next_street(self) -> str:
        """The words for the street of the next card, or "" before the flop and after the river."""
        return {3: "on the turn", 4: "on the river"}.get(len(parse_cards(self.table.board)), "")

    @property
    def streets_to_come(self) -> tuple[str, ...]:
        """Which of turn and river are still to come, in the grammar."""
        return ("turn", "river")[max(len(parse_cards(self.table.board)) - 3, 0) :]

    def exact_cards(self, seat: int) -> tuple[int, ...]:
        """Return the two cards of a seat, or () if it has a range."""
        try:
            cards = parse_cards(self.table.seats[seat].cards)
        except TextError:
            return ()
        return tuple(card for card, _ in cards) if len(cards) == 2 else ()

    def has_known_hand(self) -> bool:
        """Return True if the cards of the player who asks are known."""
        try:
            return bool(self.exact_cards(self.speech.subjects.hero()))
        except TextError:
            return False

    def pocket_rank(self) -> int | None:
        """Return the rank of the pocket pair of the player who asks, or None if he has no particular pair."""
        try:
            cards = self.exact_cards(self.speech.subjects.hero())
        except TextError:
            return None
        return cards[0] >> 2 if cards and cards[0] >> 2 == cards[1] >> 2 else None

    def draw_suit(self) -> str:
        """Return the only suit that the board has at least twice before the river, or ""."""
        suits = [card & 3 for card, _ in parse_cards(self.table.board)[:4]]
        twice = [SUITS[suit] for suit in range(4) if suits.count(suit) >= 2]
        return twice[0] if len(twice) == 1 else ""

    def target_of_draws(self, who: str) -> str:
        """Return the hand that the draws of a seat with two known cards become, or "" if it has no draw."""
        cards = self.exact_cards(self.seat(who))
        board = [card for card, _ in parse_cards(self.table.board)]
        if not cards or len(board) not in (3, 4):
            return ""
        try:
            column = made_hands(board).draws[:, combo_index(*cards)]
        except NotPrepared:  # only in a window, and only during the first seconds of its first start
            return ""
        draws = {name for name, present in zip(DRAWS, column, strict=True) if present}
        flush, straight = draws & {"flush draw", "nut flush draw"}, draws & {"open-ended", "gutshot"}
        if straight:
            return "a straight or better" if flush else "a straight"
        return "a flush" if flush else ""

    @staticmethod
    def range_of(hand: str) -> str:
        """Return *aces* as ``AA``; another hand is returned unchanged."""
        rank = hand[0] if re.fullmatch(r"[2-9]s", hand) else rank_letter(hand)
        return rank * 2 if rank else hand

    def seat_with(self, hand: str) -> int | None:
        """Return the only live seat that has the named hand (*aces*, *AK*), or else may have it, or None."""
        text = self.range_of(hand)
        if not re.fullmatch(rf"{_RANK}{{2}}[so]?|(?:{_RANK}[shdc]){{2}}", text):
            return None
        return next((seats[0] for seats in self.speech.seats_with(text) if len(seats) == 1), None)

    def splits(self, text: str) -> Iterator[Split]:
        """Yield the split of *what beats me*, *what does villain flop*, *which turn cards are good for me*."""
        last = "now" if self.speech.has_known_street else "river"
        if re.fullmatch(_WHAT_BEATS_ME, text):
            yield Split("i am behind now" if last == "now" else "i lose", f"{self.rival() + 1} {last} hand")
        for form, street in ((_WHAT_FLOPS, ""), (_WHAT_HAS, last), (_WHAT_MAKES, "river")):
            match = re.fullmatch(form, text)
            if match:
                street = match.groupdict().get("street") or street
                yield Split("", f"{self.seat(match['who']) + 1} {street} hand")
        match = re.fullmatch(_WHICH_CARD_DECIDES, text)
        if match:
            yield Split("i lose" if match["verb"] in _COSTS else "i win", f"{match['street']} rank")
        match = re.fullmatch(_WHICH_CARDS, text)
        if match:
            yield Split("", f"{match['street']} rank")

    def board_phrase(self, text: str) -> str:
        """Return the clause of *on a heart turn*, *on an ace high flop*, *on paired boards*, or ""."""
        match = re.fullmatch(r"(?:on|in|with) (?:an? |the |any )?(?P<x>.+?) (?P<street>flop|turn|river|board)s?", text)
        if not match:
            return ""
        described, street = match["x"], match["street"].replace("board", "flop")
        if re.fullmatch(r"\w+[ -]high", described):
            return f"the flop is {described}" if street == "flop" else ""
        if described in BOARD_WORDS:
            known = match["street"] == "board" and self.table.board
            return f"the board is {described} {'now' if known else f'on the {street}'}"
        return f"{described} on the {street}" if card_specs(sentence_tokens(described)) else ""


_COSTS = (
    "cost me the pot",
    "costs me the pot",
    "beat me",
    "beats me",
    "kill me",
    "kills me",
    "lose",
    "loses",
    "hurt me",
)
_SAVES = ("win it for me", "wins it for me", "win", "wins", "save me", "saves me")
_WHAT_BEATS_ME = (
    r"(?:what|which)(?: hands?| combos?| holdings?)?(?: (?:would|can|do|does|could))? beats? "
    r"(?:me|us|my hand|hero)(?: now)?|"
    r"what(?: hands?)? (?:is|are|does|do) (?:he|villain|they|she) (?:beat|beating|ahead of) (?:me )?with|"
    r"what(?: hands?)? (?:is|are|am) (?:i|we) (?:losing to|behind to|behind|beaten by)"
)
_WHAT_FLOPS = r"what (?:do|does|will|did|would) (?P<who>.+?) (?P<street>flop|turn|river)"
_WHAT_HAS = (
    r"what(?: hands?| made hands?)? (?:do|does|can|could|will|would|is|are|am) (?P<who>.+?)(?: likely to)? "
    r"(?:have|has|hold|holding|show up with)(?: (?:on the |by the )?(?P<street>flop|turn|river|now))?"
)
_WHAT_MAKES = (
    r"what (?:do|does) (?P<who>.+?) (?:end up with|makes?|end with|finish with)(?: by the river)?"
)  # fmt: skip
_WHICH_CARD_DECIDES = rf"which (?P<street>turn|river)s?(?: cards?)? (?P<verb>{'|'.join((*_COSTS, *_SAVES))})"
_WHICH_CARDS = (
    r"(?:what|which|how)(?: does| do| is| are| will)?(?: each| every| the)? (?P<street>turn|river)s?(?: cards?)?"
    r"(?: (?:do|does|to|will|is|are|good|bad|best|better|worst|change|help|helps|hurt|hurts|i|for|want|like|the|my|"
    r"equity|me|us|him|villain))*"
)
