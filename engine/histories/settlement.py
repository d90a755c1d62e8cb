"""The end of a hand: the winners at a showdown by the rules of hold'em and of razz, each player's gain or loss,
before and after the rake, held against what its text says.

The text's own numbers (total pot, rake, collected amounts) are compared with the replay and with the cards that were
shown; where they disagree the hand has faults and no result.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cards import RANKS
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Moment, Pot
from engine.histories.record import Record, TotalKind
from engine.play.pots import chips_text
from engine.play.state import CHIP_DECIMALS
from engine.scenario import Game

LARGEST_RAKE = 0.15
"""Share of a pot that may be missing from the collected amounts of a text that tells no rake."""
CENT = 0.011
"""Chips by which a text may have rounded."""
DOWN, FLOP, SEVENTH = 2, 3, 7
_WITH_BACK: tuple[TotalKind, ...] = ("back", "back net")
Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """The end of the play: the cards that were ``shown``, by player, who ``mucked``, the boards, and the chips that
    went ``back`` since nobody had matched them."""

    shown: Mapping[int, Sequence[str]]
    mucked: Collection[int]
    boards: Sequence[Sequence[str]]
    back: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Settled:
    """Each player's gain or loss with the rake taken, and before it; the rake; the contradictions, or why there is no
    result; and whether the only reason is that nobody is known to have won (``undecided``)."""

    result: Numbers | None = None
    gross: Numbers | None = None
    rake: float | None = None
    faults: tuple[str, ...] = ()
    undecided: bool = False


def settled(game: Game, record: Record, last: Moment, showdown: Showdown) -> Settled:
    """Return how a hand ends, after its last moment.

    Chips leave a pot for the players who collect them, for the rake, and for the house, which gets what a player who
    cashed out has won. What the house pays to such a player, and insurances, come from outside the pot.
    """
    stated, pot, near = record.told, last.pot, _near(record)
    paid = [chips.total + chips.ante for chips in last.chips]
    won = _collected(record, last, showdown, paid)
    to_house = _to_house(record, won, pot)
    awarded = {player: won.get(player, 0.0) + to_house.get(player, 0.0) for player in {*won, *to_house}}
    given = _given(game, record, last, showdown)
    faults = _pot_faults(record, last, sum(showdown.back.values())) + _payment_faults(record, paid)
    rake = None if stated.rake is None else float(stated.rake)
    if awarded:
        faults += _sum_faults(awarded, pot, rake, float(stated.fee), _near_sum(record, awarded))
        rake = max(round(pot - sum(awarded.values()), CHIP_DECIMALS), 0.0) if rake is None else rake
        if given is not None:
            faults += [
                f"the text gives {record.names[player]} {chips_text(awarded.get(player, 0.0))}, "
                f"the cards {chips_text(chips)}"
                for player, chips in enumerate(given)
                if not chips - rake - near <= awarded.get(player, 0.0) <= chips + near
            ]
    elif given is None:
        if not faults:
            return Settled(faults=(_no_winner(game, record, last, showdown),), rake=rake, undecided=True)
        return Settled(faults=tuple(faults))
    if faults:
        return Settled(rake=rake, faults=tuple(faults))
    kept = 1.0 - (rake or 0.0) / pot if pot else 1.0
    net = [awarded.get(i, 0.0) for i in range(len(paid))] if awarded else [chips * kept for chips in given or ()]
    whole = sum(net)
    gross = list(given or (chips * pot / whole if whole else 0.0 for chips in net))
    payments = [0.0] * len(paid)
    for deal in stated.deals:
        payments[deal.player] += float(deal.received) - float(deal.paid)
        if deal.takes_pot:
            net[deal.player] = gross[deal.player] = 0.0
    return Settled(_results(net, payments, paid), _results(gross, payments, paid), rake or 0.0)


def _results(won: Sequence[float], payments: Sequence[float], paid: Sequence[float]) -> Numbers:
    return tuple(round(a + b - c, CHIP_DECIMALS) + 0.0 for a, b, c in zip(won, payments, paid, strict=True))


def _near(record: Record) -> float:
    """Return by how many chips sums may differ that a text has rounded."""
    whole = all(float(chips).is_integer() for chips in (*record.stacks, *record.posts, *record.told.won.values()))
    return 1.0 if whole else CENT * max(len(record.stacks), 2)


def _near_sum(record: Record, awarded: Mapping[int, float]) -> float:
    """Return by how many chips the collected amounts may differ from the pot: each of them may be rounded."""
    return min(_near(record), CENT * len(awarded)) if _near(record) < 1.0 else 1.0


def _collected(record: Record, last: Moment, showdown: Showdown, paid: Sequence[float]) -> dict[int, float]:
    """Return what each player has collected of the pot, without bets that nobody has matched."""
    stated = record.told
    if stated.net:
        housed = {deal.player for deal in stated.deals if deal.takes_pot}
        net = {i: float(net) + paid[i] for i, net in stated.net.items() if i not in housed}
        return {i: chips for i, chips in net.items() if chips > CENT}
    won = {player: float(chips) for player, chips in (stated.won or stated.awarded).items()}
    back = sum(showdown.back.values())
    over = sum(won.values()) + float(stated.rake or 0) - last.pot
    with_back = not stated.back or (stated.rake is not None and abs(over - back) <= CENT < abs(over))
    if back and with_back and over > CENT:
        won = {player: chips - showdown.back.get(player, 0.0) for player, chips in won.items()}
    return {player: chips for player, chips in won.items() if chips > 0.0}


def _to_house(record: Record, won: Mapping[int, float], pot: float) -> dict[int, float]:
    """Return by player what the house gets of the pot in place of somebody who cashed out.

    A text that does not say so leaves the house what nobody has collected; if several players cashed out it is listed
    with the first of them, since it makes no difference to any result.
    """
    stated = record.told
    housed = [deal.player for deal in stated.deals if deal.takes_pot]
    if not housed or stated.not_awarded:
        return {player: float(chips) for player, chips in stated.not_awarded.items()}
    rest = pot - float(stated.rake or 0) - sum(won.values())
    return {housed[0]: rest} if rest > _near(record) else {}


def _given(game: Game, record: Record, last: Moment, showdown: Showdown) -> Numbers | None:
    """Return by player what the pots give, None where that cannot be told."""
    count = len(last.chips)
    live = [player for player in last.live if player not in showdown.mucked] or list(last.live)
    if len(live) == 1:
        return tuple(last.pot if player in live else 0.0 for player in range(count))
    if _unknown(game, last, showdown, live) is not None:
        return None
    cards = [tuple(showdown.shown.get(player, ())) for player in range(count)]
    pots = [replace(pot, players=tuple(i for i in pot.players if i in live)) for pot in last.pots()]
    if not all(pot.players for pot in pots):
        return None
    whole = all(isinstance(chips, int) for chips in (*record.stacks, *record.posts, *record.antes))
    return shares(game, pots, cards, showdown.boards, whole=whole)


def _unknown(game: Game, last: Moment, showdown: Showdown, live: Sequence[int]) -> list[int] | None:
    """Return the players whose cards are not known at the showdown, an empty list if the board is not complete; None
    if everything is known."""
    board_cards = GAMES[game].board_cards
    if any(len(board) != board_cards for board in showdown.boards if board_cards):
        return []
    needed = DOWN if board_cards else SEVENTH - len(last.board)
    cards = {player: showdown.shown.get(player, ()) for player in live}
    return [player for player in live if len(cards[player]) != needed or UNKNOWN_CARD in cards[player]] or None


def _no_winner(game: Game, record: Record, last: Moment, showdown: Showdown) -> str:
    """Return why nobody is known to have won."""
    street = GAMES[game].streets[last.street]
    players = ", ".join(record.names[player] for player in last.live)
    unknown = _unknown(game, last, showdown, last.live)
    if unknown:
        hidden = ", ".join(record.names[player] for player in unknown)
        return f"the text does not say who won the pot, and the cards of {hidden} are not shown"
    return f"the text ends on the {street} before anybody has won: {players} are still in"


def _payment_faults(record: Record, paid: Sequence[float]) -> list[str]:
    """Return where the summary does not pay a player the cash-out that was announced."""
    stated, faults = record.told, []
    for deal in stated.deals:
        if deal.takes_pot and deal.player in stated.net:
            summary = float(stated.net[deal.player]) + paid[deal.player]
            if abs(summary - float(deal.received)) > _near(record):
                faults.append(
                    f"{record.names[deal.player]} cashed out for {chips_text(float(deal.received))}, but the summary "
                    f"has {chips_text(summary)} collected"
                )
    return faults


def _pot_faults(record: Record, last: Moment, back: float) -> list[str]:
    """Return in what the pot and the board are not those of the text."""
    stated, faults = record.told, []
    rake = float(stated.rake or 0)
    if stated.total is not None:
        totals: dict[TotalKind, float] = {
            "pot": last.pot,
            "net": last.pot - rake,
            "back": last.pot + back,
            "back net": last.pot + back - rake,
            "walk": last.pot + (back if _is_walk(record, last) else 0.0),
        }
        kinds = {*stated.total_kinds, *(() if stated.back else _WITH_BACK)}  # what is not returned is in the pot
        near = min(_near(record), 2 * CENT) if _near(record) < 1.0 else 1.0
        if all(abs(float(stated.total) - totals[kind]) > near for kind in kinds):
            total = chips_text(float(stated.total))
            faults.append(f"the text has a total pot of {total}, the replay of {chips_text(last.pot)}")
    board = stated.boards[0] if stated.boards else last.board
    if (sorted(board[:FLOP]), *board[FLOP:]) != (sorted(last.board[:FLOP]), *last.board[FLOP:]):
        faults.append(f"the text has the board {' '.join(board)}, the replay {' '.join(last.board) or 'none'}")
    return faults


def _is_walk(record: Record, last: Moment) -> bool:
    """Return True if everybody has folded to a blind and nobody has raised."""
    return last.street == 0 and len(last.live) == 1 and not any(action.verb == "raise" for action in record.actions)


def _sum_faults(won: Mapping[int, float], pot: float, rake: float | None, fee: float, near: float) -> list[str]:
    """Return whether the collected amounts are not those of the pot."""
    whole = sum(won.values())
    if rake is not None and abs(whole + rake - pot) > near:
        taken = f" and a rake of {chips_text(rake)}" if rake else ""
        return [f"the text has {chips_text(whole)} collected{taken} of a pot of {chips_text(pot)}"]
    if rake is None and not pot * (1 - LARGEST_RAKE) - fee - near <= whole <= pot + near:
        return [f"the text has {chips_text(whole)} collected of a pot of {chips_text(pot)}"]
    return []


WHEEL = (12, 3, 2, 1, 0)
FIVE = 5
Value = tuple[tuple[int, ...], ...]


def high_value(cards: Sequence[str]) -> Value:
    """Return the value of the best five of up to seven cards; larger is better."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    suits = Counter(card[1] for card in cards)
    flush = [RANKS.index(card[0]) for card in cards if suits[card[1]] >= FIVE]
    if flush and (top := _straight(flush)) is not None:
        return (8,), (top,)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    (first, most), second = groups[0], groups[1] if len(groups) > 1 else (0, 0)
    if most == 4:
        return (7,), (first, max(rank for rank in ranks if rank != first))
    if most == 3 and second[1] >= 2:
        return (6,), (first, second[0])
    if flush:
        return (5,), tuple(sorted(flush, reverse=True)[:FIVE])
    if (top := _straight(ranks)) is not None:
        return (4,), (top,)
    if most == 3:
        return (3,), (first, *[rank for rank in ranks if rank != first][:2])
    if most == 2 and second[1] == 2:
        return (2,), (first, second[0], max(rank for rank in ranks if rank not in (first, second[0])))
    if most == 2:
        return (1,), (first, *[rank for rank in ranks if rank != first][:3])
    return (0,), tuple(ranks[:FIVE])


def _straight(ranks: Sequence[int]) -> int | None:
    """Return the highest rank of a straight, None where there is none."""
    held = set(ranks)
    for top in range(12, 3, -1):
        if held.issuperset(range(top - 4, top + 1)):
            return top
    return 3 if held.issuperset(WHEEL) else None


def low_value(cards: Sequence[str]) -> Value:
    """Return the value of the lowest five of seven cards, aces low; larger is better."""
    counts = Counter((RANKS.index(card[0]) + 1) % len(RANKS) for card in cards)
    ranks = sorted(counts)
    chosen = Counter(ranks[:FIVE])
    while chosen.total() < FIVE:  # pairs, as few and as low as can be
        paired = min((rank for rank in ranks if chosen[rank] < counts[rank]), key=lambda rank: (chosen[rank], rank))
        chosen[paired] += 1
    groups = sorted(chosen.items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    return tuple(-count for count in shape), tuple(-rank for rank, _ in groups)


def value_of(game: Game, cards: Sequence[str], board: Sequence[str]) -> Value:
    """Return the value of a player's cards with those of the board; larger is better."""
    return (low_value if GAMES[game].low else high_value)((*cards, *board))


def shares(
    game: Game, pots: Sequence[Pot], cards: Sequence[Sequence[str]], boards: Sequence[Sequence[str]], *, whole: bool
) -> tuple[float, ...]:
    """Return by player what the pots give; each board takes an equal part of every pot.

    ``whole``: chips are not divided; the odd ones go to the first winners, one to each.
    """
    won = [0.0] * len(cards)
    for pot in pots:
        for part, board in zip(_parts(pot.chips, len(boards), whole=whole), boards, strict=True):
            values = {player: value_of(game, cards[player], board) for player in pot.players}
            best = max(values.values())
            winners = [player for player, value in values.items() if value == best]
            for winner, chips in zip(winners, _parts(part, len(winners), whole=whole), strict=True):
                won[winner] += chips
    return tuple(won)


def _parts(chips: float, count: int, *, whole: bool) -> list[float]:
    """Return chips in equal parts, the odd ones with the first."""
    if not whole:
        return [chips / count] * count
    part, odd = divmod(chips, count)
    return [part + (place < odd) for place in range(count)]
