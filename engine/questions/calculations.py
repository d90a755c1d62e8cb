"""Questions that need no deals: pot odds, minimum defense, bluffs, and counts of combos.

A calculation has a text of its own, such as ``pot odds 50 into 100``, ``mdf 75%`` or ``combos 2 has AA``, which can be
typed again. Sentences of players are read by :func:`calculation_of_sentence`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engine.cards import COMBO_MASKS, TextError, plain_signs
from engine.equity.holdem.prepare import read_holdem
from engine.games import GAMES
from engine.questions.answer import TableQuestion, event_reader
from engine.questions.expression import Event
from engine.questions.holdem_atoms import HoldemAtom, HoleCardsAtom, MadeHandAtom
from engine.ranges.made_hands import made_hands
from engine.ranges.made_names import CELLS
from engine.ranges.orders import Order, find_order
from engine.scenario import Problem, Scenario, ScenarioError
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import known_mask

Kind = Literal["pot odds", "mdf", "bluff", "bluffs", "combos"]
NO_BREAK = "\u00a0"
USUAL_SIZES = (1 / 3, 1 / 2, 3 / 4, 1.0, 3 / 2)
"""Bets as shares of the pot, for questions that name none."""
_NUMBER = r"(?:[$€£])?(\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s?(?:chips?|c|bbs?|big blinds|dollars|bucks|usd|k|\$|€)\b)?"
_FRACTIONS = {
    "full pot": 1.0, "half": 0.5, "a half": 0.5, "third": 1 / 3, "a third": 1 / 3, "one third": 1 / 3,
    "two thirds": 2 / 3, "two third": 2 / 3, "quarter": 0.25, "a quarter": 0.25, "one quarter": 0.25,
    "three quarters": 0.75, "three quarter": 0.75, "double": 2.0, "twice": 2.0, "triple": 3.0,
}  # fmt: skip
_CANONICAL = re.compile(r"(pot odds|mdf|bluffs?)(?: (\S+) into (\S+)| (\S+)%| (\S+) to 1)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Calculation:
    """The result of a calculation.

    ``text`` is the calculation in a form that can be typed again. ``headline`` is the requested number, ``note`` its
    meaning in a few words, ``sentence`` an explanation. ``values``: all numbers by name, probabilities from 0 to 1.
    """

    text: str
    kind: Kind
    headline: str
    note: str
    sentence: str
    values: Mapping[str, float]

    @property
    def share(self) -> float | None:
        """The number of the headline from 0 to 1, or None if it is a number of combos of a whole range."""
        names = ("equity_needed", "mdf", "must_work", "bluffs", "share")
        return next((self.values[name] for name in names if name in self.values), None)


def share_text(share: float) -> str:
    """Return a share in percent with a decimal only if it is not whole.

    >>> share_text(0.25), share_text(1 / 3)
    ('25\\xa0%', '33.3\\xa0%')
    """
    percent = 100 * share
    return f"{percent:.0f}{NO_BREAK}%" if abs(percent - round(percent)) < 1e-6 else f"{percent:.1f}{NO_BREAK}%"


def calculation_json(calculation: Calculation) -> dict[str, Any]:
    """Return a calculation as JSON values."""
    plain = calculation.sentence.replace(NO_BREAK, " ")
    return {
        "steelwheel_ask_result": TableQuestion.VERSION,
        "calculation": calculation.text,
        **calculation.values,
        "sentence": plain,
    }


def _number_text(number: float) -> str:
    return f"{number:.10g}"


def _size_text(share: float) -> str:
    """Return the percent of a bet in a canonical text, such as ``66.67``."""
    return f"{100 * share:.2f}".rstrip("0").rstrip(".")


def _ratio_text(ratio: float) -> str:
    digits = 1 if ratio < 9.95 else 0
    text = f"{ratio:.{digits}f}"
    return f"{text.removesuffix('.0')}{NO_BREAK}:{NO_BREAK}1"


def calculation_of_text(table: Scenario, text: str, orders: Sequence[Order] = ()) -> Calculation | None:
    """Return the calculation of a text such as ``pot odds 50 into 100``, or None if the text is no calculation.

    >>> from engine.table.one_line import parse_line
    >>> calculation_of_text(parse_line("AhKh v QQ"), "pot odds 50 into 100").headline
    '25\\xa0%'

    Raises:
        ScenarioError: it is a count of combos that this table does not have; field ``question``.
        NotPrepared: the count needs a kernel for which this thread does not wait (``ranges.patience``).
    """
    plain = " ".join(plain_signs(text).split())
    if re.match(r"combos \d", plain, re.IGNORECASE):
        return _combos(table, plain, orders)
    match = _CANONICAL.fullmatch(plain)
    if match is None:
        return None
    kind = match[1].lower()
    try:
        if match[5]:
            return _by_ratio(float(match[5])) if kind == "pot odds" else None
        if match[4]:
            return _by_size(kind, float(match[4]) / 100)
        if match[2]:
            return _by_bet(kind, float(match[2]), float(match[3]))
    except ValueError:
        return None
    return _usual(kind)


def calculation_of_sentence(sentence: str) -> str:
    """Return the text of the calculation about bets that a sentence asks for, or "" if it asks for none.

    >>> calculation_of_sentence("he bets 75 into 100, how much equity do I need?")
    'pot odds 75 into 100'
    >>> calculation_of_sentence("mdf against a half pot bet"), calculation_of_sentence("how often must a bluff work")
    ('mdf 50%', 'bluff')
    """
    text = " ".join(plain_signs(sentence).lower().replace("’", "'").split()).rstrip("?.! ")
    kind = _kind(text)
    if not kind:
        return ""
    if kind == "pot odds":
        ratio = re.search(rf"{_NUMBER}\s*(?::|to|-to-)\s*(?:1|one)\b", text)
        if ratio:
            return f"pot odds {_number_text(_value(ratio[1]))} to 1"
        win = re.search(rf"\b(?:call|calling|pay|paying|risk|risking|put in)\s+{_NUMBER}\s+to\s+win\s+{_NUMBER}", text)
        if win:
            call, pot = _value(win[1]), _value(win[2])
            return f"pot odds {_number_text(pot / call)} to 1" if call > 0 else ""
    bet = _bet_into_pot(text)
    if bet:
        return f"{kind} {_number_text(bet[0])} into {_number_text(bet[1])}" if min(bet) > 0 else ""
    share = _share_of_pot(text)
    if share:
        return f"{kind} {_size_text(share)}%"
    # A sentence with a number that was not understood asks for more than the usual sizes.
    return kind if not re.search(r"\d", re.sub(r"\b[1-9](?:st|nd|rd|th|-bet)\b", "", text)) else ""


_MDF = re.compile(
    r"\bmdf\b|\bmin(?:imum|imal)?\.? def(?:en[sc]e|end(?:ing)?)?\b|\bdefend\b|\bdefen[sc]e frequency\b|"
    r"\bhow often (?:must|should|(?:does?|has|have)(?= \w+ (?:have|need|has) to)) "
    r"(?:he|she|they|villain|i|we|you|opponent) (?:have to |need to |has to )?(?:call|continue)\b(?! or)"
)
_BLUFF = re.compile(
    r"\bbluff\w*\b.*\b(?:works?|working|succeed|successful|success|profitabl[ey]|break[ -]?even|needs?|must|has to|"
    r"have to|get through|folds?|fold equity|required|cost)\b|"
    r"\b(?:break[ -]?even|fold equity|how often|needs?|must|profitable)\b.*"
    r"\bbluff\w*\b(?!.*\b(?:have|has|is he|is villain|is she|are they)\b)|\balpha\b|"
    r"\bhow often (?:does|do|must|should|has|have|would) (?:he|they|villain|she|opponent) "
    r"(?:have to |need to |has to )fold\b|"
    r"\b(?:break[ -]?even) (?:percentage|frequency|point|%)"
)
_BLUFFS = re.compile(
    r"\bbluffs?(?:[ -]?to[ -]?|\s?[:/]\s?| and )value\b|\bvalue(?:[ -]?to[ -]?|\s?[:/]\s?| and )bluffs?\b|"
    r"\bhow (?:many|much) (?:of my (?:bets|betting range|range) .*)?\bbluffs?\b(?!.*\b(?:he|villain|she|they)\b)|"
    r"\b(?:balanced|optimal) (?:bluff|bluffing)\b"
)
_ODDS = re.compile(
    r"\bpot odds\b|\b(?:what|how much|which)(?: is the)? (?:required |minimum |break[ -]?even )?equity "
    r"(?:do|does|would|will|must) (?:i|we|you|he|hero|one|villain) need\b|"
    r"\bhow much (?:do|does) (?:i|we|you|he|hero) need to call\b|"
    r"\bequity (?:do i need|needed|required|need|i need)\b|\b(?:need(?:ed)?|required) equity\b|"
    r"\b(?:what|which) price\b|"
    r"\bhow often (?:do|must|should) (?:i|we|you) (?:have to |need to )?(?:win|be good|be right)\b.*\bcall\b|"
    r"\benough equity (?:to|for)\b|\b(?:right|correct|good) (?:price|odds)\b|"
    r"\b(?:can|should) (?:i|we|you|hero) (?:profitably )?call\b(?=.*\d)|"
    r"\bdirect odds\b|\bodds (?:am i|i am|i'm|im|do i) get"
)


def _kind(text: str) -> str:
    """Return the quantity that a sentence about bets asks for, or ""."""
    if re.search(r"\bfold equity\b", text):
        return "bluff"
    if _BLUFFS.search(text):
        return "bluffs"
    if _MDF.search(text):
        return "mdf"
    if _ODDS.search(text):
        return "pot odds"
    return (
        "bluff"
        if _BLUFF.search(text) and not re.search(r"\b(?:is|are|am) (?:he|she|they|villain|i) bluffing\b", text)
        else ""
    )


def _value(number: str) -> float:
    return float(number.replace(",", ""))


def _bet_into_pot(text: str) -> tuple[float, float] | None:
    """Return bet and pot before it of *50 into 100*, *a bet of 50 in a pot of 100*, *the pot is 100, he bets 50*."""
    match = re.search(rf"{_NUMBER}(?: \w+)? (?:into|in to|in|to)(?: an?| the)?(?: pot of)? {_NUMBER}", text)
    if match and not re.search(r"% (?:into|in)", text):
        return _value(match[1]), _value(match[2])
    bet = re.search(
        rf"\b(?:bet|bets|betting|shoves?|jams?|bluff|bluffs|raise|raises|call|calling)(?: of| for| is| a)? {_NUMBER}",
        text,
    )
    pot = re.search(
        rf"\bpot (?:is|of|was|has|=|being|size)(?: is)? ?{_NUMBER}|{_NUMBER} (?:chip )?pot\b|\binto {_NUMBER}", text
    )
    if bet and pot and bet.start(1) != pot.start(1):
        return _value(bet[1]), _value(next(group for group in pot.groups() if group))
    return None


def _share_of_pot(text: str) -> float:
    """Return a bet as a share of the pot, or 0.0 if the sentence names none."""
    match = re.search(r"(\d+(?:\.\d+)?)\s*(?:%|percent|pct)", text)
    if match:
        return float(match[1]) / 100
    match = re.search(r"\b(\d+)\s*/\s*(\d+)", text)
    if match and float(match[2]):
        return float(match[1]) / float(match[2])
    match = re.search(r"\b(\d+(?:\.\d+)?)\s*x\b", text)
    if match:
        return float(match[1])
    for words in sorted(_FRACTIONS, key=len, reverse=True):
        if re.search(rf"\b{words}\b(?:[ -]?(?:the |of the )?(?:pot|size|sized|bet))", text):
            return _FRACTIONS[words]
    return (
        1.0
        if re.search(
            r"\bpot[ -]?(?:size|sized|bet|bluff)|\b(?:a|full) pot\b|\bpotting\b|\bpots it\b|\bbets? pot\b", text
        )
        else 0.0
    )


def _by_ratio(ratio: float) -> Calculation | None:
    """Return the equity needed for a call with pot odds of ``ratio`` to 1, or None if the ratio is out of range."""
    if not 0 < ratio < 1e9:
        return None
    need = 1 / (1 + ratio)
    text = f"pot odds {_number_text(ratio)} to 1"
    sentence = f"At {_ratio_text(ratio)} a call needs {share_text(need)} equity to break even."
    return Calculation(
        text, "pot odds", share_text(need), "equity needed", sentence, {"odds": ratio, "equity_needed": need}
    )


def _by_size(kind: str, share: float) -> Calculation | None:
    """Return a calculation about a bet of this share of the pot, or None if the share is out of range."""
    if not 0 < share < 1e6:
        return None
    return _of_bet(kind, share, f"{kind} {_size_text(share)}%", f"a bet of {share_text(share)} of the pot")


def _by_bet(kind: str, bet: float, pot: float) -> Calculation | None:
    """Return a calculation about a bet of ``bet`` chips into ``pot``, or None if an amount is out of range."""
    if not (0 < bet < 1e15 and 0 < pot < 1e15):
        return None
    sizes = f"{_number_text(bet)} into {_number_text(pot)}"
    result = _of_bet(kind, bet / pot, f"{kind} {sizes}", f"a bet of {sizes}")
    if kind != "pot odds":
        return result
    ratio, need = result.values["odds"], result.values["equity_needed"]
    sentence = (
        f"You call {_number_text(bet)} to win {_number_text(pot + bet)}: {_ratio_text(ratio)}. "
        f"The call breaks even with {share_text(need)} equity."
    )
    return Calculation(result.text, result.kind, result.headline, result.note, sentence, result.values)


def _of_bet(kind: str, share: float, text: str, bet: str) -> Calculation:
    """Return the calculation about a bet of a share of the pot; ``bet`` names it in the sentence."""
    if kind == "mdf":
        keep = 1 / (1 + share)
        sentence = (
            f"Against {bet}, call or raise with at least {share_text(keep)} of your range. "
            f"If you fold more than {share_text(1 - keep)}, any two cards can bluff at a profit."
        )
        return Calculation(text, "mdf", share_text(keep), "of the range, minimum defense", sentence, {"mdf": keep})
    if kind == "bluffs":
        bluffs = share / (1 + 2 * share)
        sentence = (
            f"On the river, {bet} with {share_text(bluffs)} bluffs leaves a bluff catcher indifferent between call and "
            f"fold: {_ratio_text((1 - bluffs) / bluffs)} value bets to bluffs."
        )
        return Calculation(
            text, "bluffs", share_text(bluffs), "of the betting range bluffs, river", sentence, {"bluffs": bluffs}
        )
    if kind == "bluff":
        works = share / (1 + share)
        bluff = bet.replace("a bet", "a bluff")
        sentence = (
            f"{bluff.capitalize()} breaks even if it works {share_text(works)} of the time, "
            "without any equity when it is called."
        )
        return Calculation(
            text, "bluff", share_text(works), "of the time a bluff has to work", sentence, {"must_work": works}
        )
    ratio, need = (1 + share) / share, share / (1 + 2 * share)
    sentence = f"Against {bet} you get {_ratio_text(ratio)}. The call breaks even with {share_text(need)} equity."
    return Calculation(
        text, "pot odds", share_text(need), "equity needed", sentence, {"odds": ratio, "equity_needed": need}
    )


def _usual(kind: str) -> Calculation:
    """Return the calculation about bets of the usual sizes, for a question without a size."""
    results = [(share, _of_bet(kind, share, "", "")) for share in USUAL_SIZES]
    rows = [f"{share_text(share)} pot: {result.headline}" for share, result in results]
    middle = _of_bet(kind, 0.5, "", "")
    values = {
        f"{name}_{_size_text(share)}": value for share, result in results for name, value in result.values.items()
    }  # fmt: skip
    note = f"{middle.note}, for a half-pot bet"
    return Calculation(kind, middle.kind, middle.headline, note, f"By the size of the bet: {' · '.join(rows)}.", values)


def _combos(table: Scenario, text: str, orders: Sequence[Order]) -> Calculation:
    """Return the number of live combos of a seat that an event about its own cards fits, such as ``combos 2 has AA``.

    Raises:
        ScenarioError: the text is not such an event, or the table cannot be computed.
    """
    match = re.fullmatch(r"combos (\d{1,3})(?: (.+))?", text, re.IGNORECASE)
    if match is None or not GAMES[table.game].hands_are_combos:
        raise ScenarioError(Problem("question", "combos of a hold'em seat are counted as in 'combos 2 has AA'"))
    seat, rest = int(match[1]) - 1, match[2] or ""
    if not 0 <= seat < len(table.seats):
        raise ScenarioError(Problem("question", f"there is no seat {seat + 1}: seats are 1 to {len(table.seats)}"))
    _, weights = read_holdem(table, find_order(table.order, orders))
    live = np.where(COMBO_MASKS & np.uint64(known_mask(table, seat)) == 0, weights[seat], 0.0)
    total = float(live.sum())
    count, name = total, table.seats[seat].name
    if rest:
        try:
            event: Event[HoldemAtom] = event_reader(table, orders)(f"{seat + 1} {rest}")
        except TextError as error:
            raise ScenarioError(Problem("question", error.message, error.position)) from None
        count = float(live[_combos_of(table, seat, event)].sum())
    number = f"{count:.10g}" if abs(count - round(count)) > 1e-9 else f"{round(count)}"
    noun = "combo" if number == "1" else "combos"
    share = count / total if total else 0.0
    what = re.sub(r"^(?:has|now|flop|turn|river) ", "", rest)
    of_all = f" of {total:.6g} ({share_text(share)})" if rest else ""
    sentence = f"{name} has {number} live {noun}{f' of {what}' if what else ''}{of_all}, after card removal."
    return Calculation(text, "combos", number, noun, sentence, {"combos": count, "of": total, "share": share})


def _combos_of(table: Scenario, seat: int, event: Event[HoldemAtom]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which combos of a seat make an event true, bool[1326].

    Raises:
        ScenarioError: the event is not about the cards of this seat on a street whose board is known.
    """
    board = plain_cards(table.board) or ()
    masks = dict[HoldemAtom, np.ndarray[tuple[int], np.dtype[np.bool_]]]()
    for atom in event.atoms():
        if isinstance(atom, HoleCardsAtom) and atom.seat == seat:
            masks[atom] = np.frombuffer(atom.combos, np.bool_)
        elif isinstance(atom, MadeHandAtom) and atom.seat == seat and len(board) >= 3 + atom.street:
            cells = made_hands(board[: 3 + atom.street]).cells()
            masks[atom] = np.any([cells[cell] for cell in range(CELLS) if atom.cells >> cell & 1], axis=0)
        else:
            raise ScenarioError(Problem("question", "combos are counted by hole cards, or by hands on the known board"))
    rows = ({atom: bool(mask[combo]) for atom, mask in masks.items()} for combo in range(len(COMBO_MASKS)))
    return np.array([event.holds(row.__getitem__) for row in rows], np.bool_)
