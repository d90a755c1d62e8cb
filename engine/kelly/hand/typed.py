"""Reads a typed line of words that advance the tracked hand: actions, bet sizes and cards.

==========================  ===========================================================================================
``f`` ``x`` ``c``           fold, check (``k`` too), call (a check if that is free)
``b`` ``r``                 bet, raise or complete: as advised or the least; in fixed limit the legal amount
``120`` ``r120`` ``b120``   bet or raise *to* 120 on this street
``+60``                     raise *by* 60
``p`` ``1/2`` ``75%``       that share of the pot; a raise goes by the pot after the call
``a``                       all in
``7h8h2c``                  the cards that come to the board; in stud one word for each player who is in, or for each
                            seat, ``-`` for none
``(8-8-)7``                 in stud also possible cards of a player, to which later cards are added
``w`` ``1`` ``1=3`` ``2>1`` the showdown: hero, or players by their numbers; ``=`` share, ``>`` is better than
``n``                       the next hand
``ok``                      the proposed step: the advice, the cards typed elsewhere, the best hand
``u``                       a step back (the window's own)
==========================  ===========================================================================================
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from engine.cards import TextError, cards_text, parse_cards, plain_signs
from engine.games import GAMES
from engine.kelly.hand.session import TrackedSession, all_chips_whole
from engine.play.actions import BOARD_CARDS
from engine.play.state import (
    STREET_NAMES,
    LegalActions,
    TableState,
    illegal_size,
    is_bring_in_due,
    is_last_street,
    legal_actions,
)
from engine.ranges.razz_text import RazzText, append_card, format_razz, parse_razz
from engine.scenario import Problem, Scenario, ScenarioError
from engine.scenario.tracked_hand import TrackedAction
from engine.table.first_to_act import first_on, seats_without_card
from engine.table.hand_texts import HANDS, UNKNOWN
from engine.table.hand_words import distinct_texts, ranked_seats, shown_hand
from engine.table.slots import DOOR, seat_slot_texts

NO_CARDS = "-"
OK, NEXT, WINS, BACK = "ok", "n", "w", "u"
FOLD, CHECK, CALL, BET, ALL_IN, POT = (
    ("f", "fold"),
    ("x", "k", "check"),
    ("c", "call"),
    ("b", "r"),
    ("a",),
    ("p", "pot"),
)
_SIZE = re.compile(r"(?P<by>\+?)(?P<number>\d+(?:\.\d+)?)")
_SHARE = re.compile(r"(?:(?P<top>\d+)/(?P<bottom>\d+)|(?P<percent>\d+(?:\.\d+)?)%)p?")
_RANKING = re.compile(r"\d\d?(?:[=>]\d\d?)*")
_RANGE_SIGN = re.compile(r"[()\[\]+%!-]")
"""A sign that occurs only in texts of ranges, not in plain cards."""
_TOKEN = re.compile(r"10|[2-9tjqka][shdc]?|\S")
_WORD = re.compile(r"[^\s,;]+")
FIELD = "line"


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word of the line and its position."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class TypedStep:
    """The meaning of the first ``used`` words: the ``table`` with typed cards, and an action (None: only cards)."""

    used: int
    table: Scenario
    action: TrackedAction | None
    title: str


def typed_words(text: str) -> tuple[TypedWord, ...]:
    """Return the words of a line in lower case, with special signs replaced by plain ones.

    >>> [word.text for word in typed_words("F r120 ok")]
    ['f', 'r120', 'ok']
    """
    return tuple(TypedWord(match[0], match.start()) for match in _WORD.finditer(plain_signs(text).lower()))


def typed_step(
    scenario: Scenario, tracked: TrackedSession, words: Sequence[TypedWord], ready: TrackedAction | None
) -> TypedStep:
    """Return the step that the next words mean; ``ready``: the action of the word ``ok``, or None.

    Raises:
        ScenarioError: the words have no meaning in this state; the position is that of the word in the line.
    """
    state, first = tracked.state, words[0]
    if first.text == OK:
        if ready is None:
            _refuse(first, "there is no default step here: enter an action")
        return TypedStep(1, scenario, ready, ready.kind)
    if state.over:
        if first.text not in (NEXT, "next"):
            _refuse(first, f"the hand is over: `{NEXT}` starts the next one")
        return TypedStep(1, scenario, TrackedAction("hand"), "Next hand")
    if is_bring_in_due(state) or (state.to_act is None and not is_last_street(state)):
        return _dealt(scenario, state, words)
    if state.to_act is None:
        return _shown_down(scenario, state, words, 0.0 if ready is None else ready.rake)
    if _looks_like_cards(scenario, first.text):
        cards = _cards(first, first.text)
        if len(cards) != len(GAMES[state.game].hole_cards):
            _refuse(first, f"{state.players[state.hero].name} has {len(GAMES[state.game].hole_cards)} cards")
        return TypedStep(1, scenario.with_seat(state.hero, cards=cards_text(cards)), None, "Your cards")
    action = _bet_or_fold(tracked, state, first, ready)
    return TypedStep(1, scenario, action, f"{state.players[state.to_act].name}: {action.kind}")


def _bet_or_fold(
    tracked: TrackedSession, state: TableState, word: TypedWord, ready: TrackedAction | None
) -> TrackedAction:
    """Return the action of the player to act that a word means.

    A bet without a size is the advised one (``ready``) if that is a bet or raise, otherwise the smallest legal one.
    Raises ScenarioError with the position of the word if it is not a legal action.
    """
    assert state.to_act is not None
    allowed, text = legal_actions(state, state.to_act), word.text
    if text in FOLD:
        return TrackedAction("fold")
    if text in CHECK or (text in CALL and not allowed.call):
        return TrackedAction("check")
    if text in CALL:
        return TrackedAction("call")
    if allowed.low is None or allowed.high is None:
        _refuse(word, "no bet or raise is possible now: `f` folds, `c` calls or checks")
    if text in BET:
        as_advised = ready is not None and ready.kind == allowed.name
        return TrackedAction(allowed.name, chips=ready.chips if as_advised and ready is not None else allowed.low)
    if text in ALL_IN:
        return TrackedAction(allowed.name, chips=allowed.high)
    if state.stakes.fixed:
        # The one legal amount may be typed as well, as "10" is said for "complete to 10".
        match, legal = _SIZE.fullmatch(text), allowed.low + state.players[state.to_act].street
        if match is None or match["by"] or abs(float(match["number"]) - legal) > 1e-9:
            does = f"{allowed.name}s{' to' if allowed.name != 'bet' else ''} {legal:.10g}"
            _refuse(word, f"fixed limit: `r` (or `b`) {does}, `c` calls or checks, `f` folds")
        return TrackedAction(allowed.name, chips=allowed.low)
    return TrackedAction(allowed.name, chips=_added(tracked, state, allowed, word))


def _added(tracked: TrackedSession, state: TableState, allowed: LegalActions, word: TypedWord) -> float:
    """Return the chips that a typed bet size adds."""
    assert state.to_act is not None
    assert allowed.low is not None
    assert allowed.high is not None
    player, size = state.players[state.to_act], word.text.removeprefix("b").removeprefix("r")
    share = 1.0 if size in POT else _share(size)
    match = _SIZE.fullmatch(size)
    if share is not None:
        added = pot_share(state, share, whole=all_chips_whole(tracked))
    elif match:
        added = float(match["number"]) + (allowed.call if match["by"] else -player.street)
    else:
        _refuse(word, "not understood: `f`, `c`, `120` (to), `+60` (by), `1/2` or `p` (of the pot), `a` (all in)")
    if not allowed.low - 1e-9 <= added <= allowed.high + 1e-9:
        _refuse(word, illegal_size(player, allowed, added))
    return added


def pot_share(state: TableState, share: float, *, whole: bool) -> float:
    """Return the chips that the player to act adds for a bet of ``share`` of the pot, moved to the nearest legal
    amount.

    A raise adds the call and that share of the pot after the call; it is rounded to whole chips if ``whole``.
    """
    assert state.to_act is not None
    allowed = legal_actions(state, state.to_act)
    added = allowed.call + share * (state.pot + allowed.call)
    added = float(round(added)) if whole else added
    return min(max(added, allowed.low or 0.0), allowed.high or 0.0)


def _share(text: str) -> float | None:
    """Return the share of the pot that a text such as ``1/2`` or ``75%`` names, or None if it names none."""
    match = _SHARE.fullmatch(text)
    if match is None:
        return None
    if match["percent"]:
        return float(match["percent"]) / 100.0
    return int(match["top"]) / int(match["bottom"]) if int(match["bottom"]) else None


def _dealt(scenario: Scenario, state: TableState, words: Sequence[TypedWord]) -> TypedStep:
    """Return the dealing of the next street with the typed cards; in stud there is one word for each player."""
    if not GAMES[state.game].has_board:
        return _dealt_to_hands(scenario, state, words)
    street = STREET_NAMES[state.game][state.street + 1]
    needed, used, cards = BOARD_CARDS[street], 0, tuple[int, ...]()
    while len(cards) < needed and used < len(words):
        cards = _cards(words[used], "".join(word.text for word in words[: used + 1]))
        used += 1
    if len(cards) != needed:
        _refuse(words[used - 1], f"the {street} is {needed} card{'s' if needed > 1 else ''}, not {len(cards)}")
    name = cards_text(cards, " ")
    return TypedStep(used, scenario, TrackedAction("street", cards=name, note=name), f"Deal the {street}")


def _dealt_to_hands(scenario: Scenario, state: TableState, words: Sequence[TypedWord]) -> TypedStep:
    """Return the dealing of a stud street; each live player has a word of cards, on the last street only hero.

    On third street hero has three cards and the others one. Instead there may be a word for every seat, ``-`` for those
    that have folded.
    """
    street = 0 if is_bring_in_due(state) else state.street + 1
    last = street + 1 == len(STREET_NAMES[state.game])
    seats = [i for i in state.live if i == state.hero] if last else list(state.live)
    if not seats:
        _refuse(words[0], f"you have folded: `{OK}` deals the last cards")
    if not last and _has_folded_seats(state, words):
        seats = list(range(len(state.players)))
    if len(words) < len(seats):
        names = ", ".join(state.players[i].name for i in seats)
        _refuse(words[-1], f"one entry for each of {names}; `{NO_CARDS}` for none")
    for seat, word in zip(seats, words, strict=False):
        if word.text != NO_CARDS:
            scenario = scenario.with_seat(seat, cards=_grown(scenario, state, seat, street, word))
    first = first_on(scenario, street, state.live)
    if not first or (street == 0 and len(first) > 1):  # players with equal boards act in the order of the seats
        _refuse(words[len(seats) - 1], missing_for_first(scenario, state, first))
    title = "Bring-in" if street == 0 else f"Deal {STREET_NAMES[state.game][street]}"
    action = TrackedAction("street", first[0]) if street else TrackedAction("bring-in", first[0], state.stakes.bring_in)
    return TypedStep(len(seats), scenario, action, title)


def _has_folded_seats(state: TableState, words: Sequence[TypedWord]) -> bool:
    """Return whether the words are one for every seat of the table, ``-`` for each that has folded."""
    gone = [i for i in range(len(state.players)) if i not in state.live]
    return bool(gone) and len(words) >= len(state.players) and all(words[i].text == NO_CARDS for i in gone)


def missing_for_first(scenario: Scenario, state: TableState, first: Sequence[int]) -> str:
    """Return what must be typed to know who acts first on the next street, or who brings it in.

    ``first``: the players whose door cards tie, empty if up cards are missing.
    """
    bring_in = is_bring_in_due(state)
    street = 0 if bring_in else state.street + 1
    if first:
        names = " and ".join(state.players[i].name for i in first)
        return f"{names} have the same door card: add the suits, as in Kc, or choose who has the bring-in"
    names = ", ".join(state.players[i].name for i in seats_without_card(scenario, street, state.live))
    if bring_in:
        return f"to know who has the bring-in, enter the door card of {names}"
    return f"to know who is first, enter the up cards of {names} up to {STREET_NAMES[state.game][street]}"


def _grown(scenario: Scenario, state: TableState, seat: int, street: int, word: TypedWord) -> str:
    """Return the text of a stud hand with the typed cards of ``street`` added."""
    hand, slot = HANDS[scenario.game], DOOR + street
    expected = f"one card, or all {slot + 1} that {state.players[seat].name} has now"
    if _RANGE_SIGN.search(word.text):
        return _range_of(word, slot + 1, expected, scenario.order)
    tokens = [_read_token(word, token) for token in _TOKEN.findall(word.text)]
    text, known = scenario.seats[seat].cards, list(seat_slot_texts(scenario, seat) or ())
    if len(tokens) == 1 and text.strip() and not known:
        return append_card(text, slot, tokens[0], scenario.order) or _refuse(word, expected)
    if len(tokens) not in (1, slot + 1):
        _refuse(word, expected)
    slots = tokens if len(tokens) > 1 else [*known[:slot], *[UNKNOWN] * (slot - len(known)), tokens[0]]
    return hand.written(slots, hand.groups(scenario.seats[seat].cards) if len(tokens) == 1 else ())


def _range_of(word: TypedWord, count: int, expected: str, order: str | None) -> str:
    """Return the text of a stud range of ``count`` cards, of which all but the two down cards must be exact."""
    try:
        items = parse_razz(word.text, order=order).items
    except TextError as error:
        raise ScenarioError(Problem(FIELD, error.message, word.at + error.position)) from None
    if any(len(item.slots) != count or not all(slot.particular for slot in item.slots[DOOR:]) for item in items):
        _refuse(word, expected)
    return format_razz(RazzText(items))


def _read_token(word: TypedWord, token: str) -> str:
    text = token.replace("10", "T")
    if text[0].upper() not in "23456789TJQKA" and text != UNKNOWN:
        _refuse(word, f"'{token}' is not a card")
    return text if text == UNKNOWN else text[0].upper() + text[1:]


def _shown_down(scenario: Scenario, state: TableState, words: Sequence[TypedWord], rake: float) -> TypedStep:
    """Return the showdown: the typed winners, or a word of cards for each opponent, of which the best hands win."""
    first, seats = words[0], state.opponents if state.hero in state.live else state.live
    if first.text == WINS or _RANKING.fullmatch(first.text):
        ranking = ((state.hero,),) if first.text == WINS else _typed_ranking(state, first)
        note = showdown_text(scenario, state)
        return TypedStep(1, scenario, TrackedAction("showdown", ranking=ranking, rake=rake, note=note), "Showdown")
    if len(words) < len(seats):
        names = ", ".join(state.players[i].name for i in seats)
        _refuse(words[-1], f"one entry of cards for each of {names}; `{NO_CARDS}` for a player who shows none")
    typed = {seat: word for seat, word in zip(seats, words, strict=False) if word.text != NO_CARDS}
    for seat, word in typed.items():
        scenario = scenario.with_seat(seat, cards=_shown_cards(scenario, state, seat, word))
    hidden = {seat for seat in seats if seat not in typed}
    action = showdown_by_cards(scenario, state, hidden)
    return TypedStep(len(seats), scenario, action and replace(action, rake=rake), "Showdown")


def _shown_cards(scenario: Scenario, state: TableState, seat: int, word: TypedWord) -> str:
    """Return the text of an exposed hand; in stud the down cards, only the unknown ones, or all cards may be typed."""
    spec = GAMES[state.game]
    if not spec.stud:
        return cards_text(_cards(word, word.text))
    tokens = [_read_token(word, token) for token in _TOKEN.findall(word.text)]
    known = list(seat_slot_texts(scenario, seat) or ())
    if len(known) == len(spec.hole_cards):
        down = (*range(DOOR), len(known) - 1)
        hidden = [i for i in down if known[i] == UNKNOWN]
        indices = hidden if len(tokens) == len(hidden) else down if len(tokens) == len(down) else ()
        typed = dict(zip(indices, tokens, strict=False))
        tokens = [typed.get(i, text) for i, text in enumerate(known)] if indices else tokens
    if len(tokens) != len(spec.hole_cards):
        _refuse(word, f"the {DOOR + 1} down cards of {state.players[seat].name}, or all {len(spec.hole_cards)} cards")
    return HANDS[scenario.game].written(tokens, ())


def showdown_by_cards(scenario: Scenario, state: TableState, hidden: Collection[int] = ()) -> TrackedAction | None:
    """Return the showdown whose winners follow from the exposed hands.

    ``hidden``: the seats that show no hand and win nothing. Returns None if the cards of any other live seat are not
    completely known, or if there is no such seat.
    """
    seats = [i for i in state.live if i not in hidden]
    ranking = ranked_seats(scenario, seats)
    if not seats or sum(map(len, ranking)) < len(seats):
        return None
    return TrackedAction("showdown", ranking=ranking, note=showdown_text(scenario, state))


def showdown_text(scenario: Scenario, state: TableState) -> str:
    """Return the exposed hands with enough detail to distinguish them.

    For example ``Hero: a pair of nines, ace kicker; Bob: a pair of nines, king kicker``.
    """
    exposed = [(state.players[i].name, hand) for i in state.live if (hand := shown_hand(scenario, i)) is not None]
    texts = distinct_texts([hand for _, hand in exposed])
    return "; ".join(f"{name}: {text}" for (name, _), text in zip(exposed, texts, strict=True))


def _typed_ranking(state: TableState, word: TypedWord) -> tuple[tuple[int, ...], ...]:
    """Return the ranking of players that is typed by their numbers, such as ``1=3>2``: best first, ties together."""
    ranking = []
    for group in word.text.split(">"):
        seats = tuple(int(number) - 1 for number in group.split("="))
        if not set(seats) <= set(state.live):
            numbers = ", ".join(f"`{i + 1}` {state.players[i].name}" for i in state.live)
            _refuse(word, f"who won? {numbers}")
        ranking.append(seats)
    return tuple(ranking)


def _looks_like_cards(scenario: Scenario, text: str) -> bool:
    try:
        return not GAMES[scenario.game].stud and bool(parse_cards(text))
    except TextError:
        return False


def _cards(word: TypedWord, text: str) -> tuple[int, ...]:
    try:
        return tuple(card for card, _ in parse_cards(text))
    except TextError as error:
        _refuse(word, error.message)


def _refuse(word: TypedWord, message: str) -> NoReturn:
    raise ScenarioError(Problem(FIELD, message, word.at))
