"""The base class of the parsers of poker sites, which turn the text of a hand into a record.

Each line is matched with the patterns of the site once; seats, posts, actions and the end are read from the matches.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import ClassVar

from engine.cards import excerpt
from engine.histories.hand import UNKNOWN_CARD, RawHand
from engine.histories.record import (
    ALL_TOTALS,
    Amount,
    BetLimits,
    HandAction,
    HouseDeal,
    ParsedHand,
    StatedEnd,
    TotalKind,
    Verb,
    exact,
    size,
)
from engine.histories.splitting import NEVER, find_matches, first_match_per_line, required_words
from engine.histories.suits import english_cards
from engine.histories.unread import LineCheck, plain_amounts

CARDS = r"(?:10|[2-9TJQKA])[cdhs](?:,? ?(?:10|[2-9TJQKA])[cdhs])*"
NUMBER = r"[0-9](?:[0-9.,]|[ \u00a0](?=[0-9]{3}(?![0-9])))*"
"""The pattern of a number of chips, in which blanks or other characters may separate thousands."""
ALWAYS = re.compile("")
"""A pattern that matches everything."""
NO_END = "\f"
"""The end of the play for a site that writes no line there; it is in no text."""
THIRD_STREET_CARDS = 3
"""Number of cards of a player on third street."""
HOLE_CARDS = 2
GAMES_BY_HOLE_CARDS = {4: "Omaha", 5: "five card Omaha", 6: "six card Omaha"}
"""Unsupported games by a player's number of hole cards."""
_OTHER_GAME = re.compile(
    r"(?i)\b(?:(?:5|6|7|five|six|seven)[ -]?card )?"
    r"(?:omaha|courchevel|badugi|badeucey|badacey|stud|draw|2-7|irish|fusion|telesina|manila|drawmaha"
    r"|7card|h\.?o\.?r\.?s\.?e\.?|pineapple|short ?deck|six plus hold'?em|(?:double|split) hold'em|6\+ ?hold'?em)"
    r"(?: (?:hi[-/]?lo|h/l|hi|lowball|single draw|triple draw|fusion))?"
)
_PLO_GAME = re.compile(r"\bPLO(?:-?[4-8])?(?! ?[^-(]*hold'?em)")
_SMALL_BLIND = re.compile(r"(?i)small blind|\btype=\"1\"")
_RETURNED_BET = re.compile(r"\buncalled\b|not called|\breturned\b")
_GAME_IN_HEAD = re.compile(r"(?:#\S+:|, ) *(?P<game>[^,(]*?) *(?:\(|- )")
CHAT_MARK = " said, "
_CHAT_LINE = re.compile(rf"^.*{CHAT_MARK}\".*\"$")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]")
_CALL = re.compile(rf"(?i)\bcalls? (?:with )?[\[(]? ?\D{{0,3}}(?P<amount>{NUMBER})")
_AWARD = re.compile(rf"(?:won|collected) \(\D{{0,3}}({NUMBER})\)")
"""An amount that a line of the summary says was won; a board that was dealt twice has two."""
_DECIMALS = re.compile(r"[.,](\d+)$")
LOSS_SIGNS = ("-", "Loses", "lost", "net -")
"""Texts in front of an amount that mean a loss."""
AMOUNT_CACHE_SIZE = 5_000
"""Number of amounts whose values are cached: the same texts occur again and again."""
MAX_BET_ROUNDING = Decimal("1.1")
"""The largest ratio of a rounded big bet to twice the small bet."""


@lru_cache(AMOUNT_CACHE_SIZE)
def amount_of(text: str) -> Amount:
    """Return an amount of chips as a site writes it.

    If three digits follow the last separator it separates thousands, unless only a zero is in front of it.

    >>> amount_of("1,234.50"), amount_of("0,02"), amount_of("1 500"), amount_of("1.500")
    (Decimal('1234.50'), Decimal('0.02'), 1500, 1500)
    """
    text = "".join(text.split()).rstrip(".,")
    result = _DECIMALS.search(text)
    if result is None:
        return exact(text)
    whole, decimals = re.sub(r"[.,]", "", text[: result.start()]), result[1]
    if len(decimals) == 3 and whole.strip("0"):
        return exact(whole + decimals)
    return exact(f"{whole or 0}.{decimals}")


@dataclass(frozen=True, slots=True)
class _BigBlind:
    """The ``big`` blind that was posted. ``whole``: it was not all in for less."""

    big: Amount
    whole: bool


@dataclass
class ParsedPlay:
    """The play as far as its lines have been read.

    ``bets``: the bets on the street. ``seen``: the cards dealt to each player. ``known``: cards of players who did not
    show them at the showdown.
    """

    players: Sequence[str]
    bets: defaultdict[str, Amount]
    actions: list[HandAction] = field(default_factory=list)
    known: dict[int, tuple[str, ...]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    folded: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    stud: bool = False
    seen: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.seen = {name: [] for name in self.players}

    def act(self, name: str, verb: Verb, amount: Amount = 0, cards: Sequence[str] = ()) -> None:
        """Add an action of a player."""
        self.actions.append(HandAction(verb, self.players.index(name), amount, tuple(cards)))

    def deal(self, name: str, cards: list[str]) -> None:
        """Deal cards to a player; cards that several lines repeat are dealt once."""
        seen = self.seen[name]
        repeated = next((card for card in cards if cards.count(card) > 1), None)
        if repeated is not None:
            raise ValueError(f"{repeated} is dealt twice")
        fresh = [card for card in cards if card not in seen]
        hidden = THIRD_STREET_CARDS - len(fresh) if self.stud and not seen else 0
        seen += fresh
        if fresh:
            self.act(name, "deal", cards=[UNKNOWN_CARD] * hidden + fresh)

    def show(self, name: str, cards: list[str]) -> None:
        """Note the cards that a player shows: an action at the showdown, otherwise they are only known."""
        if name in self.folded or len(self.folded) == len(self.players) - 1:
            self.know(name, cards)
        elif name not in self.shown:
            self.shown.add(name)
            self.seen[name] += [card for card in cards if card not in self.seen[name]]
            self.act(name, "show", cards=cards)

    def showed(self, name: str, cards: list[str]) -> None:
        """Note the cards that a player showed according to the summary, for which the play may have no line."""
        new_cards = [card for card in cards if card not in self.seen[name]]
        if not new_cards:
            if name not in self.shown:
                self.show(name, cards)
        elif len(self.seen[name]) + len(new_cards) > HOLE_CARDS and not self.stud:
            seen = " ".join(self.seen[name])
            self.faults.append(f"{name} holds {seen}, but {' '.join(cards)} in the summary")
        else:
            self.show(name, cards)

    def know(self, name: str, cards: list[str]) -> None:
        """Note cards of a player who need not have shown them."""
        self.known[self.players.index(name)] = tuple(cards)


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """A line of the play with the kind of pattern that it matched."""

    kind: str
    match: re.Match[str]

    @property
    def player(self) -> str:
        """The player of the line."""
        return self.match["player"]


class SiteParser:
    """The base class of all parsers. A site's subclass sets the patterns; their groups are the player, amounts and
    cards.

    Game: ``VARIANT`` finds its name; names that match ``FIXED`` are fixed limit, names with "Razz" razz. ``STAKES`` has
    the two numbers of the stakes, which are the bets of a limit game, or its blinds if ``LIMIT_STAKES_ARE_BLINDS``.
    ``CAP``: the most that a player can lose. ``DROP``: chips of the house in the pot.

    Posts: ``BOTH``: a big and a small blind as one amount. ``DEAD``: chips that are no bet. ``LIVE``: small posts that
    are bets.

    Play: ``ADDED`` matches bets and raises whose amount is added to the player's bet instead of the total.
    ``CALLS_ADD``: calls state the chips that they add. ``STREET``: a street without board cards. ``KNOWN``: cards of
    players who did not show them at the showdown; ``SHOWED``: cards that the summary says were shown. ``END`` begins
    the part after the play.

    End: ``WON``, ``NET``: the chips that each player collected, or his gain or loss. ``TOTAL``, ``RAKE``: of the pots;
    ``TOTALS``: the parts that the total includes. ``BOARDS``: the boards of the summary. ``AWARDED``: each player's
    winnings according to the summary; ``NOT_AWARDED``: the end of such a line if the house got it. ``CASH_OUT`` (with a
    ``fee``), ``RISK``, ``PREMIUM``, ``PAYOUT``: payments between players and the house; ``CHOICE``: the line at which a
    player cashes out.

    Other lines: ``CHAT`` and ``QUIET`` have no effect on the pot, like those of :mod:`engine.histories.unread`.
    """

    VARIANT: ClassVar[re.Pattern[str]]
    STAKES: ClassVar[re.Pattern[str]] = re.compile(r"\D?([0-9.,]+)/\D?([0-9.,]+)")
    LIMIT_STAKES_ARE_BLINDS: ClassVar[bool] = False
    SEATS: ClassVar[re.Pattern[str]]
    BLIND_OR_STRADDLE_POSTING: ClassVar[re.Pattern[str]]
    HOLE_DEALING: ClassVar[re.Pattern[str]]
    BOARD_DEALING: ClassVar[re.Pattern[str]]
    FOLDING: ClassVar[re.Pattern[str]] = re.compile(r"^(?P<player>.+) folds$")
    CHECKING_OR_CALLING: ClassVar[re.Pattern[str]] = re.compile(r"^(?P<player>.+) (?:checks$|calls )")
    COMPLETION_BETTING_OR_RAISING: ClassVar[re.Pattern[str]]
    HOLE_CARDS_SHOWING: ClassVar[re.Pattern[str]] = re.compile(rf"^(?P<player>.+) shows \[(?P<cards>{CARDS})\]")
    KNOWN: ClassVar[tuple[re.Pattern[str], ...]] = ()
    TOTAL: ClassVar[re.Pattern[str]] = re.compile(rf"(?m)^[Tt](?:otal|OTAL) [Pp](?:ot|OT) \D{{0,3}}(?P<total>{NUMBER})")
    RAKE: ClassVar[re.Pattern[str]] = re.compile(
        rf"(?:Rake|Jackpot|Bingo|Fortune|Tax|Insurance|Fee)(?: Rake)? \D{{0,3}}(?P<rake>{NUMBER})"
    )
    BOARDS: ClassVar[re.Pattern[str]] = re.compile(rf"(?m)^(?:\w+ )?Board(?: \d)?:? ?\[(?P<cards>{CARDS}) *\]")
    END: ClassVar[str] = "*** SUMMARY ***"
    TOTALS: ClassVar[tuple[TotalKind, ...]] = ALL_TOTALS
    CALLS_ADD: ClassVar[bool] = True
    # Patterns of lines that a site does not have match nothing.
    FIXED = FINAL_SEAT = CAP = DROP = NEVER
    ANTE_POSTING = DEAD = LIVE = BOTH = BRING_IN = STREET = ADDED = NEVER
    SHOWED = WON = NET = AWARDED = NOT_AWARDED = NEVER
    CASH_OUT = RISK = PREMIUM = PAYOUT = CHOICE = CHAT = QUIET = NEVER

    def __init__(self) -> None:
        """Prepare the patterns of the site for the search of lines.

        Each pattern of play is stored with the words that a matching line must contain. A line without them is skipped,
        which is much faster than matching. The order of ``_kinds`` is the order in which a line is tried.
        """
        known = [self.WON, self.NET, self.TOTAL, self.BOARDS, self.DROP, self.CASH_OUT, self.RISK, self.PREMIUM]
        known += [self.PAYOUT, self.CHOICE, self.CHAT, self.QUIET, *self.KNOWN]
        self._check = LineCheck(tuple(pattern for pattern in known if pattern is not NEVER))
        self._kinds = tuple(
            (kind, pattern.search, required_words(pattern))
            for kind, pattern in (
                ("seat", self.SEATS),
                ("deal", self.HOLE_DEALING),
                ("fold", self.FOLDING),
                ("call", self.CHECKING_OR_CALLING),
                ("raise", self.COMPLETION_BETTING_OR_RAISING),
                ("board", self.BOARD_DEALING),
                ("ante", self.ANTE_POSTING),
                ("dead", self.DEAD),
                ("post", self.BLIND_OR_STRADDLE_POSTING),
                ("both", self.BOTH),
                ("bring-in", self.BRING_IN),
                ("show", self.HOLE_CARDS_SHOWING),
                ("street", self.STREET),
            )
            if pattern is not NEVER
        )

    def record(self, raw: RawHand) -> ParsedHand:
        """Return the record of a hand.

        Raises:
            HandError: the game is not supported.
            ValueError: the text contradicts itself.
        """
        if raw.letters == "contradictory":
            raise raw.error(
                "the suits in this file are ambiguous: they mix the letters of English (c, d, h, s), Spanish (c, d, p, "
                "t), Portuguese (c, e, o, p) or Italian (c, f, p, q), so c could be clubs or hearts"
            )
        raw = self._prepared(replace(raw, text=english_cards(raw.text, raw.letters)))
        stripped = map(str.strip, plain_amounts(raw.text).splitlines())
        text = "\n".join(line for line in stripped if CHAT_MARK not in line or not _CHAT_LINE.match(line))
        variant = self._variant(raw, text)
        play, _, end = text.partition(self.END)
        lines, unread = self._lines(play)
        lines = lines if variant == "FR" else _without_draw(lines)
        _check_hole_cards(raw, variant, lines)
        seats, stacks = self._seats(text, lines), self._stacks(raw, text, lines)
        names = self._players(text, lines)
        if len(names) < 2:
            raise ValueError("fewer than two named players act in this hand")
        without_seat = sorted(names - (seats.keys() & stacks.keys()))
        if without_seat:
            raise ValueError(f"'{without_seat[0]}' acts without a seat or a stack")
        # Players are in the order of their seats; hold'em then rotates them so that the small blind is first.
        ordered = sorted(names, key=seats.__getitem__)
        if variant == "FR":
            record = self._razz(raw, text, lines, ordered, stacks)
        else:
            record = self._holdem(raw, text, lines, variant, ordered, seats, stacks)
        faults, hero_name = self._unread(unread, end, seats)
        hero = (
            record.hero if record.hero is not None or hero_name not in record.names else record.names.index(hero_name)
        )
        return replace(record, faults=(*record.faults, *faults), hero=hero)

    def _unread(self, unread: Sequence[str], end: str, seats: Mapping[str, int]) -> tuple[tuple[str, ...], str]:
        """Return what could not be read, and the player who was dealt cards that cannot be read.

        ``unread``: the lines of the play that no pattern matched; ``end``: the summary.
        """
        return self._check(unread, end.splitlines(), seats, self._strange_cards)

    def _prepared(self, raw: RawHand) -> RawHand:
        """Return the hand with its text changed so that the patterns match. Overridden by sites."""
        return raw

    def _lines(self, text: str) -> tuple[list[MatchedLine], list[str]]:
        """Return the lines that were understood, and the others that follow the first seat."""
        lines: list[MatchedLine] = []
        unread: list[str] = []
        seated = False
        for line in text.splitlines():
            for kind, search, words in self._kinds:
                # Looking for required words first saves most of the slow pattern matching. The inner else skips a
                # pattern none of whose words are in the line.
                for word in words:
                    if word in line:
                        break
                else:
                    continue
                if (result := search(line)) is not None:
                    lines.append(MatchedLine(kind, result))
                    seated = seated or kind == "seat"
                    if kind == "fold" and "[" in line:  # the cards shown with a fold may not be readable
                        unread.append(line)
                    break
            else:
                if seated and line:
                    unread.append(line)
        return lines, unread

    def _stacks(self, raw: RawHand, text: str, lines: Sequence[MatchedLine]) -> dict[str, Amount]:
        """Return the chips that each player can lose: his stack, or the cap of the table if that is less."""
        stacks: dict[str, Amount] = {}
        for line in lines:
            if line.kind == "seat":
                stacks[line.player] = amount_of(line.match["stack"])
        cap = self.CAP.search(self._head(raw, text))
        return {name: min(stack, amount_of(cap["cap"])) for name, stack in stacks.items()} if cap else stacks

    def _variant(self, raw: RawHand, text: str) -> str:
        """Return PHH's name of the game, or raise an error that names the unsupported one."""
        result = self.VARIANT.search(text) or (self.VARIANT.search(raw.about) if raw.about else None)
        name = " ".join(result["variant"].split()) if result else ""
        variant = self._variant_of(name)
        if variant is None:
            head = "\n".join(text.splitlines()[:6]) + raw.about
            other = _OTHER_GAME.search(head) or _PLO_GAME.search(head)
            raise raw.not_read(other[0].replace("_", " ") if other else name or _unknown_game(text))
        return variant

    def _variant_of(self, name: str) -> str | None:
        """Return PHH's name of a game by the site's name, or None if it is not supported."""
        if not name:
            return None
        return "FR" if "Razz" in name else "FT" if self.FIXED.search(name) else "NT"

    def _holdem(
        self,
        raw: RawHand,
        text: str,
        lines: Sequence[MatchedLine],
        variant: str,
        names: list[str],
        seats: dict[str, int],
        stacks: dict[str, Amount],
    ) -> ParsedHand:
        """Return the record of a hold'em hand, with the players from the left of the button."""
        posts = self._posts(lines)
        antes, dead = self._antes(lines), self._dead(lines, posts)
        names = _from_button(names, [seats[name] for name in names], self._final_seat(text), posts)
        blinds = None if any(posts.values()) or _is_bomb_pot(lines) else self._stated_blinds(raw, text, variant)
        if blinds is not None:
            # Without a line about blinds, those of the stakes are assumed: heads up the button posts the small one.
            posts |= zip(names[::-1] if len(names) == 2 else names, blinds, strict=False)
        live = {line.player for line in lines if line.kind == "post" and self.LIVE.search(line.match.string)}
        for name in self._live_by_calls(lines, posts, dead):
            live.add(name)
            if not posts[name]:
                posts[name], dead[name] = dead[name], 0
        _split_posts(names, self._blinds_in(text, names, posts), posts, dead, stacks, live)
        play = self._read_play(text, lines, names, {name: size(bet) for name, bet in posts.items()})
        small, big = sorted(names[:2], key=posts.__getitem__)
        # A big blind that is all in may be smaller than the small blind; the order of the seats decides which is which.
        short_big_blind = len(names) > 2 and 0 < posts[names[1]] < posts[names[0]]
        if short_big_blind:
            small, big = names[:2]
        # The posted big blind is the full one if it is larger than the small blind and its player has chips left.
        remaining = stacks[big] - antes[big] - dead[big] - posts[big]
        blind = _BigBlind(posts[big], whole=0 < posts[small] < posts[big] and remaining > 0)
        limits = self._limits(raw, text, variant, blind)
        if variant == "FT":
            limits = replace(limits, big_bet=_actual_big_bet(play.actions, limits.big_bet))
        min_bet = limits.min_bet or limits.small_bet
        drop = next(find_matches(self.DROP, text), None)
        return ParsedHand(
            variant=variant,
            names=tuple(names),
            stacks=tuple(stacks[name] for name in names),
            antes=tuple(antes[name] for name in names),
            posts=tuple(posts[name] for name in names),
            actions=tuple(play.actions),
            dead=tuple(dead[name] for name in names),
            limits=limits,
            least_call=0 if blind.whole or max(map(size, posts.values()), default=0) >= min_bet else min_bet,
            even=sum(ante > 0 for ante in antes.values()) > 1,
            text_leads=short_big_blind
            or any(posts[name] for name in names[2:])
            or 0 < posts[names[0]] == posts[names[1]],
            drop=amount_of(drop["drop"]) if drop else 0,
            known=play.known,
            hero=self._hero(raw, names),
            stated=self._stated_end(text, names, play),
            faults=tuple(play.faults),
        )

    def _live_by_calls(
        self, lines: Sequence[MatchedLine], posts: Mapping[str, Amount], dead: Mapping[str, Amount]
    ) -> set[str]:
        """Return the players whose posts are live bets, recognized by the amount of their first call.

        The call is lower by the post if that is live, even if the text calls the post dead.
        """
        bets: defaultdict[str, Amount] = defaultdict(int, posts)
        acted: set[str] = set()
        live: set[str] = set()
        for line in lines:
            if line.kind == "board":
                break
            if line.kind not in ("call", "raise"):
                continue
            name, top = line.player, max(bets.values(), default=0)
            if line.kind == "raise":
                bets[name] = self._raised_to(bets, name, amount_of(line.match["amount"]), line.match.string)
            else:
                call = _CALL.search(line.match.string, line.match.end("player")) if self.CALLS_ADD else None
                post = posts.get(name, 0) or dead.get(name, 0)
                if call and name not in acted and 0 < post == top - amount_of(call["amount"]):
                    live.add(name)
                bets[name] = top
            acted.add(name)
        return live

    def _razz(
        self, raw: RawHand, text: str, lines: Sequence[MatchedLine], names: list[str], stacks: dict[str, Amount]
    ) -> ParsedHand:
        """Return the record of a razz hand."""
        antes = self._antes(lines)
        small, big = self._stakes(raw, text) or (0, 0)
        brought = next((line for line in lines if line.kind == "bring-in"), None)
        play = self._read_play(text, lines, names, {})
        return ParsedHand(
            variant="FR",
            names=tuple(names),
            stacks=tuple(stacks[name] for name in names),
            antes=tuple(antes[name] for name in names),
            posts=(0,) * len(names),
            actions=tuple(play.actions),
            limits=BetLimits(amount_of(brought.match["bring_in"]) if brought else 0, small, big),
            even=sum(ante > 0 for ante in antes.values()) > 1,
            text_leads=True,
            known=play.known,
            stated=self._stated_end(text, names, play),
        )

    def _hero(self, raw: RawHand, names: Sequence[str]) -> int | None:
        """Return the player whom the text names as its own, or None if that follows from the dealt cards."""
        return None

    def _stated_end(self, text: str, names: Sequence[str], play: ParsedPlay) -> StatedEnd:
        """Return the end of the hand as the text states it."""
        total = next(find_matches(self.TOTAL, text), None)
        rakes = [amount_of(result["rake"]) for result in find_matches(self.RAKE, text, total.end() if total else 0)]
        won: dict[int, Amount] = {}
        for result in find_matches(self.WON, text):
            if result["player"] in names:
                player = names.index(result["player"])
                won[player] = won.get(player, 0) + amount_of(result["won"])
        net = {
            names.index(result["player"]): amount_of(result["net"]) * (-1 if result["sign"] in LOSS_SIGNS else 1)
            for result in find_matches(self.NET, text)
            if result["player"] in names
        }
        boards = tuple(tuple(self._cards(result["cards"])) for result in find_matches(self.BOARDS, text))
        awarded, not_awarded = self._awarded(text, names)
        return StatedEnd(
            total=amount_of(total["total"]) if total else None,
            rake=sum(rakes) if rakes else None,
            won=won,
            net=net,
            boards=boards,
            back=next(find_matches(_RETURNED_BET, text.lower()), None) is not None,
            total_kinds=self.TOTALS,
            awarded=awarded,
            not_awarded=not_awarded,
            deals=self._deals(text, names, play),
        )

    def _awarded(self, text: str, names: Sequence[str]) -> tuple[dict[int, Amount], dict[int, Amount]]:
        """Return each player's winnings according to the summary, and those that went to the house instead."""
        awarded: dict[int, Amount] = {}
        not_awarded: dict[int, Amount] = {}
        for result in find_matches(self.AWARDED, text):
            if result["player"] in names:
                player = names.index(result["player"])
                to_house = self.NOT_AWARDED.search(result.string, result.start(), _end_of_line(result)) is not None
                values = not_awarded if to_house else awarded
                amounts = _AWARD.findall(result.string, result.start("won"), _end_of_line(result))
                values[player] = sum(map(amount_of, amounts), exact("0"))
        return awarded, not_awarded

    def _deals(self, text: str, names: Sequence[str], play: ParsedPlay) -> tuple[HouseDeal, ...]:
        """Return the deals of all-in players with the house."""
        boards = self._boards_before(text, self.CHOICE, names)
        cash: dict[int, HouseDeal] = {}
        insurance: dict[int, HouseDeal] = {}
        for pattern in (self.CASH_OUT, self.RISK, self.PREMIUM, self.PAYOUT):
            for result in find_matches(pattern, text):
                if result["player"] not in names:
                    continue
                player, groups = names.index(result["player"]), result.groupdict()
                amount, fee = amount_of(result["amount"]), groups.get("fee")
                if pattern in (self.CASH_OUT, self.RISK):
                    received, paid = (amount, 0) if pattern is self.CASH_OUT else (0, amount)
                    deal = cash.get(player, HouseDeal("cash-out", player, board=boards.get(player)))
                    cash[player] = replace(
                        deal,
                        received=deal.received + received,
                        paid=deal.paid + paid,
                        takes_pot=deal.takes_pot or groups.get("house") is not None,
                        fee=amount_of(fee) if fee else deal.fee,
                    )
                else:
                    received, paid = (amount, 0) if pattern is self.PAYOUT else (0, amount)
                    deal = insurance.get(player, HouseDeal("insurance", player))
                    insurance[player] = replace(deal, received=deal.received + received, paid=deal.paid + paid)
        return (*cash.values(), *insurance.values())

    def _boards_before(self, text: str, pattern: re.Pattern[str], names: Sequence[str]) -> dict[int, int]:
        """Return, by player, the number of board cards at the line that matches ``pattern``."""
        result: dict[int, int] = {}
        if next(find_matches(pattern, text), None) is None:
            return result
        cards: set[str] = set()
        for line in text.splitlines():
            if (board := self.BOARD_DEALING.search(line)) is not None:
                cards.update(self._cards(board["cards"]))
            elif (choice := pattern.search(line)) is not None and choice["player"] in names:
                result.setdefault(names.index(choice["player"]), len(cards))
        return result

    def _limits(self, raw: RawHand, text: str, variant: str, blinds: _BigBlind) -> BetLimits:
        """Return the minimum bets from the stated stakes, as the player in the big blind may have had less."""
        small, big = self._stakes(raw, text) or (blinds.big, blinds.big)
        if variant == "NT":
            return BetLimits(min_bet=blinds.big if blinds.whole else max(big, blinds.big))
        if self.LIMIT_STAKES_ARE_BLINDS:
            return BetLimits(small_bet=big, big_bet=2 * big)
        return BetLimits(small_bet=small, big_bet=big if big > small else 2 * small)

    def _stakes(self, raw: RawHand, text: str) -> tuple[Amount, Amount] | None:
        """Return the two numbers of the stakes, or None."""
        values = list(self.STAKES.finditer(self._head(raw, text)))
        numbers = [text for text in values[-1].groups() if text] if values else []
        return (amount_of(numbers[0]), amount_of(numbers[1])) if numbers else None

    def _blinds_in(self, text: str, names: Sequence[str], posts: Mapping[str, Amount]) -> int:
        """Return the number of players in the blinds. It is one if nobody posts a small blind and the player after the
        big blind has posted as much."""
        equal_posts = len(names) > 2 and 0 < posts[names[0]] == posts[names[1]]
        return 1 if equal_posts and not _SMALL_BLIND.search(text.partition(self.END)[0]) else 2

    def _stated_blinds(self, raw: RawHand, text: str, variant: str) -> tuple[Amount, Amount] | None:
        """Return the blinds from the stakes, which are the bets of a limit game."""
        stakes = self._stakes(raw, text)
        if stakes is None or variant == "NT" or self.LIMIT_STAKES_ARE_BLINDS:
            return stakes
        return exact(str(Decimal(stakes[0]) / 2)), stakes[0]

    def _head(self, raw: RawHand, text: str) -> str:
        """Return the part of the text that contains the stakes."""
        return text.partition("\n")[0]

    def _final_seat(self, text: str) -> int:
        """Return the seat of the button, or 0 if it is not stated and has to follow from the blinds."""
        result = self.FINAL_SEAT.search(text)
        return int(result["final_seat"]) if result else 0

    def _seats(self, text: str, lines: Sequence[MatchedLine]) -> dict[str, int]:
        """Return the seats by player."""
        return {line.player: int(line.match["seat"]) for line in lines if line.kind == "seat"}

    def _players(self, text: str, lines: Sequence[MatchedLine]) -> set[str]:
        """Return the players who take part. A player who is only listed or dealt cards does not."""
        return {line.player for line in lines if line.kind not in ("seat", "deal", "board", "street")}

    def _posts(self, lines: Sequence[MatchedLine]) -> defaultdict[str, Amount]:
        """Return the bets that were posted. Of several posts of a player the largest counts; the others are dead
        money."""
        posts: defaultdict[str, Amount] = defaultdict(int)
        for line in lines:
            if line.kind == "post":
                posts[line.player] = max(posts[line.player], amount_of(line.match["blind_or_straddle"]))
        full = max(posts.values(), default=0)
        for line in lines:
            if line.kind == "both":
                both = amount_of(line.match["both"])
                posts[line.player] = min(full or both, both)
        return posts

    def _antes(self, lines: Sequence[MatchedLine]) -> defaultdict[str, Amount]:
        """Return the antes by player."""
        antes: defaultdict[str, Amount] = defaultdict(int)
        for line in lines:
            if line.kind == "ante":
                antes[line.player] += amount_of(line.match["ante"])
        return antes

    def _dead(self, lines: Sequence[MatchedLine], posts: Mapping[str, Amount]) -> defaultdict[str, Amount]:
        """Return the chips that players posted in addition to antes and the bets of ``posts``."""
        dead: defaultdict[str, Amount] = defaultdict(int)
        groups = {"dead": "dead", "post": "blind_or_straddle", "both": "both"}
        for line in lines:
            if group := groups.get(line.kind):
                dead[line.player] += amount_of(line.match[group])
                if "dead" in line.match.groupdict() and line.kind == "post" and (more := line.match["dead"]):
                    dead[line.player] += amount_of(more)
        for name, live in posts.items():
            dead[name] -= live
        return dead

    def _read_play(
        self, text: str, lines: Sequence[MatchedLine], players: Sequence[str], posts: Mapping[str, Amount]
    ) -> ParsedPlay:
        """Return the play from the deal on, after the players posted ``posts``."""
        play = ParsedPlay(players, defaultdict(int, posts))
        for line in lines:
            self._read_line(line, play)
        for known in self.KNOWN:
            for result in first_match_per_line(known, text):
                if result["player"] in play.seen:
                    play.know(result["player"], self._cards(result["cards"]))
        for result in first_match_per_line(self.SHOWED, text):
            if result["player"] in play.seen:
                play.showed(result["player"], self._cards(result["cards"]))
        return play

    def _read_line(self, line: MatchedLine, play: ParsedPlay) -> None:
        """Add a line to the play."""
        bets, result = play.bets, line.match
        match line.kind:
            case "street":
                bets.clear()
                play.stud = True
            case "deal" if line.player in play.seen:
                play.deal(line.player, self._cards(result["cards"]))
            case "bring-in":
                bets[line.player] = amount_of(result["bring_in"])
                play.act(line.player, "bring-in")
            case "board":
                cards = self._cards(result["cards"])
                play.bets.clear()
                new_cards = (
                    cards if len(set(cards)) < len(cards) else [card for card in cards if card not in play.board]
                )
                play.board += new_cards  # cards that several lines repeat are dealt once
                if new_cards:
                    play.actions.append(HandAction("board", cards=tuple(new_cards)))
            case "fold":
                play.act(line.player, "fold")
                play.folded.add(line.player)
            case "call":
                bets[line.player] = max(bets.values(), default=0)
                call = _CALL.search(result.string, result.end("player")) if self.CALLS_ADD else None
                play.act(line.player, "call", amount_of(call["amount"]) if call else 0)
            case "raise":
                amount = self._raised_to(bets, line.player, amount_of(result["amount"]), result.string)
                before = max(bets.values(), default=0)
                bets[line.player] = amount
                play.act(line.player, *(("raise", amount) if amount > before else ("call",)))
            case "show":
                play.show(line.player, self._cards(result["cards"]))

    def _raised_to(self, bets: dict[str, Amount], player: str, amount: Amount, line: str) -> Amount:
        """Return a player's total bet after a bet or raise. ``amount``: the amount of the line."""
        return amount + (bets[player] if self.ADDED.search(line) else 0)

    def _cards(self, text: str) -> list[str]:
        """Return the cards of a text without hidden ones."""
        return _CARD.findall(text.replace("10", "T"))

    def _strange_cards(self, text: str) -> list[str]:
        """Return the words of a text that are neither cards nor signs of hidden cards."""
        return [
            word
            for word in re.split(r"[\s,-]+", text)
            if word.strip("Xx?*_") and 2 * len(self._cards(word)) != len(word.replace("10", "T"))
        ]


def _unknown_game(text: str) -> str:
    """Return why the game of a hand is unknown: a converter may have written the text in the format of a site."""
    head = text.partition("\n")[0]
    if "Poker Now" in text or "PokerNow" in text:
        return "a PokerNow hand written by a converter; only PokerNow's own log can be read"
    if (game := _GAME_IN_HEAD.search(head)) is not None and re.search(r"(?i)hold'?em", game["game"]):
        return f"'{excerpt(game['game'], 60)}' is not a game of this site: a converter may have written the hand"
    return f"unknown game: {excerpt(head, 100)}"


def _end_of_line(match: re.Match[str]) -> int:
    """Return the index of the end of the line of a match."""
    end = match.string.find("\n", match.end())
    return end if end >= 0 else len(match.string)


def _without_draw(lines: list[MatchedLine]) -> list[MatchedLine]:
    """Return the lines without the draw for the button: one card for each seat before anything is posted."""
    posted = next((i for i, line in enumerate(lines) if line.kind in ("ante", "dead", "post", "both")), 0)
    drawn = [line for line in lines[:posted] if line.kind == "deal" and len(_CARD.findall(line.match["cards"])) == 1]
    return [line for line in lines if line not in drawn] if drawn else lines


def _check_hole_cards(raw: RawHand, variant: str, lines: Sequence[MatchedLine]) -> None:
    """Raise an error that names Omaha if a hand that calls itself hold'em deals more than two hole cards."""
    if variant == "FR":
        return
    for line in lines:
        if line.kind == "deal" and (count := len(line.match["cards"].replace(",", " ").split())) > HOLE_CARDS:
            raise raw.not_read(GAMES_BY_HOLE_CARDS.get(count, f"a game with {count} hole cards"))


def _from_button(names: list[str], seats: list[int], button: int, posts: Mapping[str, Amount]) -> list[str]:
    """Return the players starting from the left of the button."""
    if button in seats:
        last = seats.index(button)
    elif posts:
        first = names.index(next(iter(posts)))
        last = first if len(names) == 2 else first - 1
    else:
        raise ValueError("the hand history does not say who has the button")
    return names[last + 1 :] + names[: last + 1]


def _is_bomb_pot(lines: Sequence[MatchedLine]) -> bool:
    """Return True if there are antes and the flop comes without any betting before it."""
    kinds = [line.kind for line in lines]
    first = next((kind for kind in kinds if kind in ("fold", "call", "raise", "board", "show")), "")
    return "ante" in kinds and first == "board"


def _split_posts(
    names: Sequence[str],
    blinds: int,
    posts: dict[str, Amount],
    dead: dict[str, Amount],
    stacks: dict[str, Amount],
    live: Collection[str],
) -> None:
    """Split the posts of the players after the ``blinds`` blinds into bets, negative if out of turn, and dead money.

    Small posts are dead except those of ``live`` players, and except the small blind of the button of three players if
    nobody else posts it: 888poker leaves it there when a player has left.
    """
    small, big = sorted([0, *(posts[name] for name in names[:blinds])])[-2:]
    if len(names) == len(names[:blinds]) + 1 == 3 and not small:
        live = {*live, names[-1]}
    for name in names[blinds:]:
        if name not in live and 0 < posts[name] < min(big, stacks[name]):  # a missed small blind
            dead[name] += posts[name]
            posts[name] = 0
        elif small and posts[name] == small + big:  # both blinds
            dead[name] += small
            posts[name] = -big
        elif posts[name] <= big:  # a larger one is a straddle
            posts[name] = -posts[name]


def _actual_big_bet(actions: Sequence[HandAction], big_bet: Amount) -> Amount:
    """Return the big bet that was made: sites with very small limits round it up."""
    board_indices = [i for i, action in enumerate(actions) if action.verb == "board"]
    on_turn = actions[board_indices[1] :] if len(board_indices) > 1 else []
    bet = next((action.amount for action in on_turn if action.verb == "raise"), big_bet)
    return bet if big_bet < bet <= big_bet * MAX_BET_ROUNDING else big_bet
