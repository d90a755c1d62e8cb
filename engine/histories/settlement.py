"""The end of a hand: the winners at a showdown, each player's result before and after the rake, compared with the text.

The text's own numbers (total pot, rake, collected amounts) are compared with the replay and with the cards that were
shown. If they disagree, the hand has faults and no result.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cards import CARDS_BY_TEXT, razz_rank
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, HandPot, Moment
from engine.histories.record import ParsedHand, TotalKind
from engine.play.pots import chips_text
from engine.play.state import CHIP_DECIMALS
from engine.scenario import Game
from engine.table.hand_words import Key, high_key, low_key

MAX_UNSTATED_RAKE = 0.15
"""Share of a pot that may be missing from the collected amounts if the text does not state the rake."""
MAX_ROUNDING = 0.011
"""Chips by which a text may have rounded an amount."""
HOLE_CARDS, FLOP_CARDS, RAZZ_CARDS = 2, 3, 7
_WITH_BACK: tuple[TotalKind, ...] = ("back", "back net")
Amounts = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """The end of the play.

    ``shown``: the cards that players showed; ``mucked``: the players who did not show; ``boards``: the boards;
    ``back``: the chips that were returned because nobody matched them.
    """

    shown: Mapping[int, Sequence[str]]
    mucked: Collection[int]
    boards: Sequence[Sequence[str]]
    back: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a hand, or why it has none.

    ``result``: each player's gain or loss net of the rake; ``gross``: before the rake. ``faults``: contradictions, or
    why there is no result; ``undecided``: the only reason is that the winner is unknown.
    """

    result: Amounts | None = None
    gross: Amounts | None = None
    rake: float | None = None
    faults: tuple[str, ...] = ()
    undecided: bool = False


def settle_hand(game: Game, record: ParsedHand, last: Moment, showdown: Showdown) -> Settlement:
    """Return how a hand ends after its ``last`` moment.

    Chips leave a pot for the players who collect them, for the rake, and for the house, which receives the winnings of
    a player who cashed out. The payments of the house to such a player, and insurances, come from outside the pot.
    """
    stated, pot, tolerance = record.stated, last.pot, _tolerance(record)
    put_in = [chips.total + chips.ante for chips in last.chips]
    collected = _collected(record, last, showdown, put_in)
    to_house = _to_house(record, collected, pot)
    awarded = {player: collected.get(player, 0.0) + to_house.get(player, 0.0) for player in {*collected, *to_house}}
    by_cards = _won_by_cards(game, record, last, showdown)
    faults = _pot_faults(record, last, sum(showdown.back.values())) + _payment_faults(record, put_in)
    rake = None if stated.rake is None else float(stated.rake)
    if awarded:
        faults += _sum_faults(awarded, pot, rake, float(stated.fee), _sum_tolerance(record, awarded))
        rake = max(round(pot - sum(awarded.values()), CHIP_DECIMALS), 0.0) if rake is None else rake
        if by_cards is not None:
            faults += [
                f"the hand history gives {record.names[player]} {chips_text(awarded.get(player, 0.0))}, "
                f"the cards {chips_text(chips)}"
                for player, chips in enumerate(by_cards)
                # The rake may have been taken from this player's pot, so anything between the pot and the pot minus the
                # rake agrees.
                if not chips - rake - tolerance <= awarded.get(player, 0.0) <= chips + tolerance
            ]
    elif by_cards is None:
        # Nothing says who won: neither the text nor shown cards.
        if not faults:
            return Settlement(faults=(_no_winner(game, record, last, showdown),), rake=rake, undecided=True)
        return Settlement(faults=tuple(faults))
    if faults:
        return Settlement(rake=rake, faults=tuple(faults))
    # The results follow from the awards of the text, or else from the cards, with the rake taken in proportion.
    after_rake = 1.0 - (rake or 0.0) / pot if pot else 1.0
    net = (
        [awarded.get(i, 0.0) for i in range(len(put_in))]
        if awarded
        else [chips * after_rake for chips in by_cards or ()]
    )
    total = sum(net)
    gross = list(by_cards or (chips * pot / total if total else 0.0 for chips in net))
    payments = [0.0] * len(put_in)
    for deal in stated.deals:
        payments[deal.player] += float(deal.received) - float(deal.paid)
        if deal.takes_pot:
            net[deal.player] = gross[deal.player] = 0.0
    return Settlement(_results(net, payments, put_in), _results(gross, payments, put_in), rake or 0.0)


def _results(won: Sequence[float], payments: Sequence[float], put_in: Sequence[float]) -> Amounts:
    """Return won chips plus payments minus the chips put in, rounded, by player."""
    return tuple(round(a + b - c, CHIP_DECIMALS) + 0.0 for a, b, c in zip(won, payments, put_in, strict=True))


def _tolerance(record: ParsedHand) -> float:
    """Return by how many chips rounded sums of the text may differ from exact ones."""
    all_integers = all(
        float(chips).is_integer() for chips in (*record.stacks, *record.posts, *record.stated.won.values())
    )
    return 1.0 if all_integers else MAX_ROUNDING * max(len(record.stacks), 2)


def _sum_tolerance(record: ParsedHand, awarded: Mapping[int, float]) -> float:
    """Return by how many chips the sum of the collected amounts may differ from the pot: each of them may be
    rounded."""
    return min(_tolerance(record), MAX_ROUNDING * len(awarded)) if _tolerance(record) < 1.0 else 1.0


def _collected(record: ParsedHand, last: Moment, showdown: Showdown, put_in: Sequence[float]) -> dict[int, float]:
    """Return the chips that each player collected from the pot, without returned bets."""
    stated = record.stated
    if stated.net:
        cashed_out = {deal.player for deal in stated.deals if deal.takes_pot}
        net = {i: float(net) + put_in[i] for i, net in stated.net.items() if i not in cashed_out}
        return {i: chips for i, chips in net.items() if chips > MAX_ROUNDING}
    won = {player: float(chips) for player, chips in (stated.won or stated.awarded).items()}
    back = sum(showdown.back.values())
    excess = sum(won.values()) + float(stated.rake or 0) - last.pot
    # Collected amounts include the uncalled bet if no line returns it, or if the excess over the pot is exactly that
    # bet.
    with_back = not stated.back or (stated.rake is not None and abs(excess - back) <= MAX_ROUNDING < abs(excess))
    if back and with_back and excess > MAX_ROUNDING:
        won = {player: chips - showdown.back.get(player, 0.0) for player, chips in won.items()}
    return {player: chips for player, chips in won.items() if chips > 0.0}


def _to_house(record: ParsedHand, won: Mapping[int, float], pot: float) -> dict[int, float]:
    """Return, by player, the winnings that the house gets because the player cashed out.

    If the text does not say so, the house gets the chips that nobody has collected. If several players cashed out it is
    listed with the first of them, which makes no difference to any result.
    """
    stated = record.stated
    cashed_out = [deal.player for deal in stated.deals if deal.takes_pot]
    if not cashed_out or stated.not_awarded:
        return {player: float(chips) for player, chips in stated.not_awarded.items()}
    rest = pot - float(stated.rake or 0) - sum(won.values())
    return {cashed_out[0]: rest} if rest > _tolerance(record) else {}


def _won_by_cards(game: Game, record: ParsedHand, last: Moment, showdown: Showdown) -> Amounts | None:
    """Return each player's winnings according to the shown cards, or None if those do not decide it."""
    count = len(last.chips)
    live = [player for player in last.live if player not in showdown.mucked] or list(last.live)
    # Everybody else folded or mucked.
    if len(live) == 1:
        return tuple(last.pot if player in live else 0.0 for player in range(count))
    if _players_with_unknown_cards(game, last, showdown, live) is not None:
        return None
    cards = [tuple(showdown.shown.get(player, ())) for player in range(count)]
    pots = [replace(pot, players=tuple(i for i in pot.players if i in live)) for pot in last.pots()]
    if not all(pot.players for pot in pots):
        return None
    whole_chips = all(isinstance(chips, int) for chips in (*record.stacks, *record.posts, *record.antes))
    return pot_payouts(game, pots, cards, showdown.boards, whole=whole_chips)


def _players_with_unknown_cards(game: Game, last: Moment, showdown: Showdown, live: Sequence[int]) -> list[int] | None:
    """Return the players whose cards are unknown at the showdown; an empty list if the board is incomplete, or None if
    everything is known."""
    board_cards = GAMES[game].board_cards
    if any(len(board) != board_cards for board in showdown.boards if board_cards):
        return []
    needed = HOLE_CARDS if board_cards else RAZZ_CARDS - len(last.board)
    cards = {player: showdown.shown.get(player, ()) for player in live}
    return [player for player in live if len(cards[player]) != needed or UNKNOWN_CARD in cards[player]] or None


def _no_winner(game: Game, record: ParsedHand, last: Moment, showdown: Showdown) -> str:
    """Return why the winner is unknown."""
    street = GAMES[game].streets[last.street]
    players = ", ".join(record.names[player] for player in last.live)
    unknown = _players_with_unknown_cards(game, last, showdown, last.live)
    if unknown:
        hidden = ", ".join(record.names[player] for player in unknown)
        return f"the hand history does not say who won the pot, and the cards of {hidden} are unknown"
    return f"the hand history ends on the {street} without a winner: {players} are still in"


def _payment_faults(record: ParsedHand, put_in: Sequence[float]) -> list[str]:
    """Return a fault for each player whom the summary pays another amount than the announced cash-out."""
    stated, faults = record.stated, []
    for deal in stated.deals:
        if deal.takes_pot and deal.player in stated.net:
            summary = float(stated.net[deal.player]) + put_in[deal.player]
            if abs(summary - float(deal.received)) > _tolerance(record):
                faults.append(
                    f"{record.names[deal.player]} cashed out for {chips_text(float(deal.received))}, but the summary "
                    f"has {chips_text(summary)} collected"
                )
    return faults


def _pot_faults(record: ParsedHand, last: Moment, back: float) -> list[str]:
    """Return the faults in which the pot and the board contradict the text."""
    stated, faults = record.stated, []
    rake = float(stated.rake or 0)
    if stated.total is not None:
        totals: dict[TotalKind, float] = {
            "pot": last.pot,
            "net": last.pot - rake,
            "back": last.pot + back,
            "back net": last.pot + back - rake,
            "walk": last.pot + (back if _is_walk(record, last) else 0.0),
        }
        kinds = {
            *stated.total_kinds,
            *(() if stated.back else _WITH_BACK),
        }  # a bet that no line returns is in the total
        tolerance = min(_tolerance(record), 2 * MAX_ROUNDING) if _tolerance(record) < 1.0 else 1.0
        if all(abs(float(stated.total) - totals[kind]) > tolerance for kind in kinds):
            total = chips_text(float(stated.total))
            faults.append(f"the hand history has a total pot of {total}, the replay {chips_text(last.pot)}")
    board = stated.boards[0] if stated.boards else last.board
    if (sorted(board[:FLOP_CARDS]), *board[FLOP_CARDS:]) != (sorted(last.board[:FLOP_CARDS]), *last.board[FLOP_CARDS:]):
        faults.append(f"the hand history has the board {' '.join(board)}, the replay {' '.join(last.board) or 'none'}")
    return faults


def _is_walk(record: ParsedHand, last: Moment) -> bool:
    """Return True if everybody folded to a blind and nobody raised."""
    return last.street == 0 and len(last.live) == 1 and not any(action.verb == "raise" for action in record.actions)


def _sum_faults(won: Mapping[int, float], pot: float, rake: float | None, fee: float, tolerance: float) -> list[str]:
    """Return a fault if the collected amounts do not add up to the pot."""
    total = sum(won.values())
    if rake is not None and abs(total + rake - pot) > tolerance:
        rake_text = f" and a rake of {chips_text(rake)}" if rake else ""
        return [f"the text has {chips_text(total)} collected{rake_text}, but a pot of {chips_text(pot)}"]
    if rake is None and not pot * (1 - MAX_UNSTATED_RAKE) - fee - tolerance <= total <= pot + tolerance:
        return [f"the text has {chips_text(total)} collected, but a pot of {chips_text(pot)}"]
    return []


HandValue = Key


def value_of(game: Game, cards: Sequence[str], board: Sequence[str]) -> HandValue:
    """Return the value of a player's cards with those of the board; larger is better."""
    numbers = [CARDS_BY_TEXT[card] for card in (*cards, *board)]
    return low_key(list(map(razz_rank, numbers))) if GAMES[game].low else high_key(numbers)


def pot_payouts(
    game: Game, pots: Sequence[HandPot], cards: Sequence[Sequence[str]], boards: Sequence[Sequence[str]], *, whole: bool
) -> tuple[float, ...]:
    """Return each player's winnings from the pots, each board deciding an equal part of every pot.

    ``whole``: chips are not divided; the odd ones go to the first winners, one each.
    """
    won = [0.0] * len(cards)
    for pot in pots:
        for part, board in zip(_equal_parts(pot.chips, len(boards), whole=whole), boards, strict=True):
            values = {player: value_of(game, cards[player], board) for player in pot.players}
            best = max(values.values())
            winners = [player for player, value in values.items() if value == best]
            for winner, chips in zip(winners, _equal_parts(part, len(winners), whole=whole), strict=True):
                won[winner] += chips
    return tuple(won)


def _equal_parts(chips: float, count: int, *, whole: bool) -> list[float]:
    """Return ``chips`` in ``count`` equal parts; if ``whole``, the first parts get the odd chips."""
    if not whole:
        return [chips / count] * count
    part, odd = divmod(chips, count)
    return [part + (i < odd) for i in range(count)]
