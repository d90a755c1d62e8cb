"""What the parsers of all poker sites share: one hand of a site as PokerKit's history. Imports PokerKit.

PokerKit's own ``__call__`` prints what it cannot read and goes through the text twice more; here one hand is read at a
time, from the parts of the parser. The patterns are those of PokerKit's classes, and what they lack.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar

from pokerkit.notation import HandHistory, REParser
from pokerkit.utilities import UNMATCHABLE_PATTERN, parse_value

from engine.histories.hand import UNKNOWN_CARD, RawHand

Value = Callable[[str], int]
CARDS = r"(?:10|[2-9TJQKA])[cdhs](?:,? ?(?:10|[2-9TJQKA])[cdhs])*"
NO_END = "\f"
"""The end of the play, of a site that writes nothing there."""
THIRD = 3
"""Cards on third street."""
_OTHER_GAME = re.compile(
    r"(?i)\b(?:(?:5|6|7|five|six|seven)[ -]?card )?"
    r"(?:omaha|courchevel|badugi|badeucey|badacey|stud|draw|2-7|irish|fusion|telesina|manila|drawmaha"
    r"|double hold'em|6\+ hold'em)"
    r"(?: (?:hi[-/]?lo|h/l|hi|lowball|single draw|triple draw|fusion))?"
)
_SMALL_BLIND = re.compile(r"(?i)small blind|\btype=\"1\"")
_SAID = re.compile(r"^.* said, \".*\"$")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]")
_DECIMALS = re.compile(r"[.,](\d+)$")
SPARE = 1
"""Chips behind that PokerKit is told of a player who sits out, all in with a post, and is folded."""
ROUNDED = Decimal("1.1")
"""How much larger than twice the small bet a big bet can be that a site has rounded."""


def value(text: str) -> int:
    """Return an amount of chips as a site writes it: ``1,234.50``, ``1.234,50``, ``0,02``, ``1 500``.

    A last mark with three digits behind it parts thousands, unless nothing but a zero stands before it.
    """
    text = "".join(text.split()).rstrip(".,")
    found = _DECIMALS.search(text)
    if found is None:
        return parse_value(text)
    whole, decimals = re.sub(r"[.,]", "", text[: found.start()]), found[1]
    if len(decimals) == THIRD and whole.strip("0"):
        return parse_value(whole + decimals)
    return parse_value(f"{whole or 0}.{decimals}")


@dataclass(frozen=True, slots=True)
class _Blinds:
    """The ``big`` blind that was posted, and whether it was a ``whole`` one: its player had more."""

    big: int
    whole: bool


@dataclass
class Play:
    """What has been read of a hand: PokerKit's ``actions``, the ``bets`` of the street, the cards ``seen`` of each
    player, and what the history keeps besides.
    """

    players: Sequence[str]
    bets: defaultdict[str, int]
    actions: list[str] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=lambda: {"_mucked": {}, "_spare": {}})
    board: list[str] = field(default_factory=list)
    folded: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    stud: bool = False
    seen: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.seen = {name: [] for name in self.players}

    def act(self, name: str, deed: str) -> None:
        """Note what a player does."""
        self.actions.append(f"p{self.players.index(name) + 1} {deed}")

    def deal(self, name: str, cards: list[str]) -> None:
        """Note cards of a player; one that stands in several lines is dealt once."""
        own = self.seen[name]
        twice = next((card for card in cards if cards.count(card) > 1), None)
        if twice is not None:
            raise ValueError(f"{twice} is dealt twice")
        fresh = [card for card in cards if card not in own]
        hidden = THIRD - len(fresh) if self.stud and not own else 0
        own += fresh
        if fresh:
            self.actions.append(f"d dh p{self.players.index(name) + 1} {UNKNOWN_CARD * hidden}{''.join(fresh)}")

    def turn_up(self, cards: list[str]) -> None:
        """Note cards of the board; those that stand in several lines are dealt once."""
        self.bets.clear()
        fresh = cards if len(set(cards)) < len(cards) else [card for card in cards if card not in self.board]
        self.board += fresh
        if fresh:
            self.actions.append(f"d db {''.join(fresh)}")

    def show(self, name: str, cards: list[str]) -> None:
        """Note the cards that a player shows: at the showdown an action, else just known."""
        if name in self.folded or len(self.folded) == len(self.players) - 1:
            self.know(name, cards)
        elif name not in self.shown:
            self.shown.add(name)
            self.seen[name] += [card for card in cards if card not in self.seen[name]]
            self.act(name, f"sm {''.join(cards)}")

    def know(self, name: str, cards: list[str]) -> None:
        """Keep cards of a player who need not have shown them."""
        self.fields["_mucked"][self.players.index(name)] = "".join(cards)


class SiteParser(REParser):
    """What all sites share.

    ``STAKES`` holds the two numbers of a table's stakes, which are the bets of a limit game, or its blinds where
    ``LIMIT_STAKES_ARE_BLINDS``. ``END`` begins what is no play any more. ``STREET``: a street without board cards.
    ``BOTH``: a big and a small blind posted as one amount. ``KNOWN``: cards of players who did not show them down.
    ``CAP``: the most that a player can lose. ``DROP``: chips of the house in the pot.
    """

    STAKES: ClassVar[re.Pattern[str]] = re.compile(r"\D?([0-9.,]+)/\D?([0-9.,]+)")
    LIMIT_STAKES_ARE_BLINDS: ClassVar[bool] = False
    BRING_IN: ClassVar[re.Pattern[str]] = UNMATCHABLE_PATTERN
    STREET: ClassVar[re.Pattern[str]] = UNMATCHABLE_PATTERN
    BOTH: ClassVar[re.Pattern[str]] = UNMATCHABLE_PATTERN
    KNOWN: ClassVar[tuple[re.Pattern[str], ...]] = ()
    CAP: ClassVar[re.Pattern[str]] = UNMATCHABLE_PATTERN
    DROP: ClassVar[re.Pattern[str]] = UNMATCHABLE_PATTERN
    END: ClassVar[str] = "*** SUMMARY ***"

    def history(self, raw: RawHand) -> HandHistory:
        """Return a hand; whatever is wrong with the text is raised as PokerKit raises it."""
        lines = (line.strip() for line in raw.text.splitlines())
        text = "\n".join(line for line in lines if not _SAID.match(line)) + "\n\n\n"
        variant = self._variant(raw, text)
        seats, stacks = self._parse_seats(text), self._stacks(raw, text)
        names = self._parse_players(text)
        if len(names) < 2:
            raise ValueError("no two players with names do anything here")
        strange = sorted(names - (seats.keys() & stacks.keys()))
        if strange:
            raise ValueError(f"'{strange[0]}' plays without a seat or a stack")
        ordered = sorted(names, key=seats.__getitem__)
        if variant == "FR":
            return self._razz(raw, text, ordered, stacks)
        return self._holdem(raw, text, variant, ordered, seats, stacks)

    def _stacks(self, raw: RawHand, text: str) -> dict[str, int]:
        """Return what the players can lose."""
        stacks = self._parse_starting_stacks(text, value)
        cap = self.CAP.search(self._head(raw, text))
        return {name: min(stack, value(cap["cap"])) for name, stack in stacks.items()} if cap else stacks

    def _variant(self, raw: RawHand, text: str) -> str:
        """Return PHH's name of the game; raise an error that names another one."""
        found = self.VARIANT.search(f"{text}\n{raw.about}")
        name = " ".join(found["variant"].split()) if found else ""
        variant = self._variant_of(name)
        if variant is None:
            other = _OTHER_GAME.search("\n".join(text.splitlines()[:6]) + raw.about)
            told = other[0].replace("_", " ") if other else name or "a game whose name is not known here"
            raise raw.error(f"{told} is not read: hold'em and razz are")
        return variant

    def _variant_of(self, found: str) -> str | None:
        """Return PHH's name of a game by that of the site, None where it is not read."""
        return self.VARIANTS.get(found)

    def _holdem(
        self, raw: RawHand, text: str, variant: str, names: list[str], seats: dict[str, int], stacks: dict[str, int]
    ) -> HandHistory:
        """Return a hold'em hand: the players begin left of the button."""
        told, _, _ = text.partition(self.END)
        posts = self._parse_blinds_or_straddles(told, value)
        antes = self._unmatched(told, posts)
        places = [seats[name] for name in names]
        names = self._get_ordered_players(text, self._parse_final_seat(text), posts, names, places)
        if not any(posts.values()) and (blinds := self._told_blinds(raw, text, variant)) is not None:
            posts |= zip(names[::-1] if len(names) == 2 else names, blinds, strict=False)
        _to_dead_money(names, self._blinds_in(told, names, posts), posts, antes, stacks)
        play = self._read_play(text, value, names, {name: abs(bet) for name, bet in posts.items()})
        limits = self._limits(raw, text, variant, _blinds(names, posts, antes, stacks))
        if variant == "FT":
            limits["big_bet"] = _as_bet(play.actions, limits["big_bet"])
        drop = self.DROP.search(text)
        _lend(play, posts, antes, stacks, value(drop["drop"]) if drop else 0)
        turned = -1 if len(names) == 2 else 1  # heads up PokerKit turns the lists round
        return HandHistory(
            variant=variant,
            antes=[antes[name] for name in names][::turned],
            blinds_or_straddles=[posts[name] for name in names][::turned],
            **limits,
            starting_stacks=[stacks[name] for name in names],
            actions=play.actions,
            players=names,
            user_defined_fields=play.fields,
        )

    def _razz(self, raw: RawHand, text: str, names: list[str], stacks: dict[str, int]) -> HandHistory:
        antes = self._unmatched(text.partition(self.END)[0], {})
        small, big = self._stakes(raw, text) or (0, 0)
        brought = next((found for line in text.splitlines() if (found := self.BRING_IN.search(line))), None)
        play = self._read_play(text, value, names, {})
        return HandHistory(
            variant="FR",
            antes=[antes[name] for name in names],
            bring_in=value(brought["bring_in"]) if brought else 0,
            small_bet=small,
            big_bet=big,
            starting_stacks=[stacks[name] for name in names],
            actions=play.actions,
            players=names,
            user_defined_fields=play.fields,
        )

    def _limits(self, raw: RawHand, text: str, variant: str, blinds: _Blinds) -> dict[str, Any]:
        """Return the least bets, by the stakes that are written; who posted the big blind may have had less."""
        small, big = self._stakes(raw, text) or (blinds.big, blinds.big)
        if variant == "NT":
            return {"min_bet": blinds.big if blinds.whole else max(big, blinds.big)}
        if self.LIMIT_STAKES_ARE_BLINDS:
            return {"small_bet": big, "big_bet": 2 * big}
        return {"small_bet": small, "big_bet": big if big > small else 2 * small}

    def _stakes(self, raw: RawHand, text: str) -> tuple[int, int] | None:
        """Return the stakes that the head of a hand gives, None where it gives none."""
        found = list(self.STAKES.finditer(self._head(raw, text)))
        numbers = [text for text in found[-1].groups() if text] if found else []
        return (value(numbers[0]), value(numbers[1])) if numbers else None

    def _blinds_in(self, told: str, names: Sequence[str], posts: Mapping[str, int]) -> int:
        """Return how many players are in the blinds: one, where nobody posts a small blind and who sits behind the big
        one has posted as much.
        """
        alike = len(names) > 2 and 0 < posts[names[0]] == posts[names[1]]
        return 1 if alike and not _SMALL_BLIND.search(told) else 2

    def _told_blinds(self, raw: RawHand, text: str, variant: str) -> tuple[int, int] | None:
        """Return the blinds by the stakes; of a limit game these are the bets."""
        stakes = self._stakes(raw, text)
        if stakes is None or variant == "NT" or self.LIMIT_STAKES_ARE_BLINDS:
            return stakes
        return parse_value(str(Decimal(stakes[0]) / 2)), stakes[0]

    def _head(self, raw: RawHand, text: str) -> str:
        """Return where the stakes are written."""
        return text.partition("\n")[0]

    def _parse_final_seat(self, s: str) -> int:
        """Return the seat of the button; 0, where it is not told, leaves it to the blinds."""
        found = self.FINAL_SEAT.search(s)
        return int(found["final_seat"]) if found else 0

    def _parse_players(self, s: str) -> set[str]:
        """Return who plays; of those that only hold cards no more is told."""
        s, _, _ = s.partition(self.END)
        brought = {found["player"] for line in s.splitlines() if (found := self.BRING_IN.search(line))}
        return super()._parse_players(s) | brought

    def _parse_blinds_or_straddles(self, s: str, parse_value: Value) -> defaultdict[str, int]:
        """Return the bets that were posted: of several posts of a player the largest; the others are dead money."""
        posts: defaultdict[str, int] = defaultdict(int)
        lines = s.splitlines()
        for post in filter(None, map(self.BLIND_OR_STRADDLE_POSTING.search, lines)):
            posts[post["player"]] = max(posts[post["player"]], parse_value(post["blind_or_straddle"]))
        full = max(posts.values(), default=0)
        for post in filter(None, map(self.BOTH.search, lines)):
            both = parse_value(post["both"])
            posts[post["player"]] = min(full or both, both)
        return posts

    def _unmatched(self, s: str, posts: Mapping[str, int]) -> defaultdict[str, int]:
        """Return what nobody has to match: antes, and what a player has posted besides a bet of ``posts``."""
        antes: defaultdict[str, int] = defaultdict(int)
        kinds = (
            (self.ANTE_POSTING, "ante"),
            (self.BLIND_OR_STRADDLE_POSTING, "blind_or_straddle"),
            (self.BOTH, "both"),
        )
        for line in s.splitlines():
            for kind, group in kinds:
                if found := kind.search(line):
                    antes[found["player"]] += value(found[group])
        for name, live in posts.items():
            antes[name] -= live
        return antes

    def _read_play(self, s: str, parse_value: Value, players: Sequence[str], posts: Mapping[str, int]) -> Play:
        """Return what happens from the deal on, with ``posts`` in front."""
        play = Play(players, defaultdict(int, posts))
        for line in s.partition(self.END)[0].splitlines():
            if self.STREET.match(line):
                play.bets.clear()
                play.stud = True
            dealt = self.HOLE_DEALING.search(line)
            if dealt and dealt["player"] in play.seen:
                play.deal(dealt["player"], self._cards(dealt["cards"]))
            elif brought := self.BRING_IN.search(line):
                play.bets[brought["player"]] = parse_value(brought["bring_in"])
                play.act(brought["player"], "pb")
            elif not (self.BLIND_OR_STRADDLE_POSTING.search(line) or self.BOTH.search(line)):
                self._read_action(line, parse_value, play)
        for found in filter(None, (known.search(line) for known in self.KNOWN for line in s.splitlines())):
            if found["player"] in play.seen:
                play.know(found["player"], self._cards(found["cards"]))
        return play

    def _read_action(self, line: str, parse_value: Value, play: Play) -> None:
        """Read a line that may be an action, or cards of the board."""
        bets = play.bets
        if board := self.BOARD_DEALING.search(line):
            play.turn_up(self._cards(board["cards"]))
        elif found := self.FOLDING.search(line):
            play.act(found["player"], "f")
            play.folded.add(found["player"])
        elif found := self.CHECKING_OR_CALLING.search(line):
            bets[found["player"]] = max(bets.values(), default=0)
            play.act(found["player"], "cc")
        elif raised := self.COMPLETION_BETTING_OR_RAISING.search(line):
            name, before = raised["player"], max(bets.values(), default=0)
            amount = parse_value(raised["amount"])
            bets[name] = self._get_completion_betting_or_raising_to_amount(bets, name, amount, line)
            play.act(name, f"cbr {bets[name]}" if bets[name] > before else "cc")
        elif shown := self.HOLE_CARDS_SHOWING.search(line):
            play.show(shown["player"], self._cards(shown["cards"]))

    def _cards(self, words: str) -> list[str]:
        """Return the cards of a text; hidden ones are left out."""
        return _CARD.findall(words.replace("10", "T"))


def _to_dead_money(
    names: Sequence[str], blinds: int, posts: dict[str, int], antes: dict[str, int], stacks: dict[str, int]
) -> None:
    """Part the posts behind so many blinds in bets, out of turn with PokerKit's sign, and dead money."""
    small, big = sorted([0, *(posts[name] for name in names[:blinds])])[-2:]
    for name in names[blinds:]:
        if 0 < posts[name] < min(big, stacks[name]):  # a small blind that was missed
            antes[name] += posts.pop(name)
        elif small and posts[name] == small + big:  # both blinds
            antes[name] += small
            posts[name] = -big
        elif posts[name] <= big:  # else it is a straddle
            posts[name] = -posts[name]


def _lend(play: Play, posts: dict[str, int], antes: dict[str, int], stacks: dict[str, int], drop: int) -> None:
    """Give players chips, noted in the play's fields, that PokerKit has no other place for.

    Who is all in cannot fold there: who sits out all in with a post does. Chips of the house (``drop``) are posted by
    the first player.
    """
    for name in play.folded:
        if stacks[name] == antes[name] + abs(posts[name]):
            stacks[name] += SPARE
            play.fields["_spare"][play.players.index(name)] = SPARE
    if drop:
        play.fields["_drop"] = drop
        stacks[play.players[0]] += drop
        antes[play.players[0]] += drop


def _blinds(names: Sequence[str], posts: dict[str, int], antes: dict[str, int], stacks: dict[str, int]) -> _Blinds:
    """Return the big blind, of the first two players."""
    small, big = sorted(names[:2], key=posts.__getitem__)
    left = stacks[big] - antes[big] - posts[big]
    return _Blinds(posts[big], whole=0 < posts[small] < posts[big] and left > 0)


def _as_bet(actions: Sequence[str], big_bet: int) -> int:
    """Return the big bet as it was made: sites with very small limits round it up."""
    boards = [place for place, action in enumerate(actions) if action.startswith("d db")]
    after = actions[boards[1] :] if len(boards) > 1 else []
    made = next((parse_value(action.split()[2]) for action in after if " cbr " in action), big_bet)
    return made if big_bet < made <= big_bet * ROUNDED else big_bet
