"""Hero's columns: results, positions, stacks and streets beside readings of the texts that know no replay."""

import re
from collections import defaultdict
from random import Random

import pytest
from pokerkit.notation import HandHistory
from pokerkit.state import State

from engine import GAMES
from engine.histories.hand import PlayedHand
from engine.histories.hero import HandFacts, HeroHand, hero_hand, winnings_summary
from engine.histories.listing import hand_line
from engine.histories.reading import read_hand
from engine.table.positions import POSITIONS, position_name
from tests.engine.played_hands import hand_of_text, random_phh, raw_hands

OF_TEXTS = {
    "888.txt": [(-60.0, "BTN", 60.0, "river", "flop"), (-4.0, "SB", 1011.75, "turn", None)],
    "fulltilt.txt": [(33.5, "BTN", 100.0, "river", None)],
    "ggpoker.txt": [(13600.0, "BTN", 20.06, "river", "preflop")],
    "ignition.txt": [(48.0, "BB", 100.0, "river", "flop")],
    "ipoker.xml": [(-7.0, "SB", 88.5, "turn", None)],
    "ongame.txt": [(7.0, "BTN", 100.0, "turn", None)],
    "party.txt": [(-45.0, "BTN", 98.5, "river", "flop")],
    "party2021.txt": [(2350.0, "BB", 21.875, "river", None)],
    "runitonce.txt": [(8.3, "BB", 75.5, "river", None)],
    "winamax.txt": [(-16.25, "CO", 100.0, "river", None), (-2.5, "bring-in", 10.0, "fourth street", None)],
    "winning.txt": [(13.0, "BB", 100.0, "flop", None), (35.0, "SB", 48.125, "river", "flop")],
    "razz.phh": [(69.0, "door 7", None, "seventh street", None)],
    "absolute.txt": [(None, "", None, None, None)],
}
"""What players of the hands in the test data won, read by hand; the stack in big blinds."""
CURRENCIES = {
    "888.txt": ["$", ""], "absolute.txt": ["$"], "ggpoker.txt": [""], "ignition.txt": ["$"], "ipoker.xml": ["$"],
    "ongame.txt": ["$"], "party.txt": ["$"], "party2021.txt": [""], "runitonce.txt": ["€"], "stars.txt": ["", "$", "$"],
    "winamax.txt": ["€", "€"], "winning.txt": ["$", ""], "razz.phh": [""],
}  # fmt: skip


def _street(hand: HeroHand, number: int | None) -> str | None:
    return None if number is None else GAMES[hand.game].streets[number]


@pytest.mark.parametrize("name", OF_TEXTS)
def test_the_hands_of_the_sites(name):
    for raw, expected in zip(raw_hands(name), OF_TEXTS[name], strict=True):
        hand = hero_hand(read_hand(raw))
        values = hand.net, hand.position, hand.stack, _street(hand, hand.street), _street(hand, hand.all_in)
        assert values == pytest.approx(expected, abs=1e-9), raw.name


def test_money_is_distinguished_from_chips():
    for name, signs in CURRENCIES.items():
        assert [hand_line(raw).currency for raw in raw_hands(name)] == signs, name


def _written_for(text: str, hero: int) -> str:
    """Return a hand of PHH in which nobody's hidden cards but hero's are known before they are shown."""
    dealt: dict[str, int] = defaultdict(int)

    def hidden(match: re.Match[str]) -> str:
        player, cards = match[1], match[2]
        had, dealt[player] = dealt[player], dealt[player] + len(match[2]) // 2
        if int(player) == hero + 1:
            return match[0]
        ups = "" if "'FR'" not in text else cards[4:] if had == 0 else cards if had < 6 else ""
        return f"d dh p{player} {'??' * ((len(cards) - len(ups)) // 2)}{ups}"

    return re.sub(r"d dh p(\d+) (\w+)", hidden, text)


def _naive(history: HandHistory, hero: int) -> tuple[float, int, bool, bool]:
    """Return what hero won, the number of the last street with hero, whether hero went to a showdown, and all in."""
    *_, last = history
    players = len(history.starting_stacks)
    in_play, street, reached = set(range(players)), 0, 0
    dealt: dict[int, int] = defaultdict(int)
    for action in history.actions:
        words = action.split()
        if words[:2] == ["d", "db"]:
            street += 1
        elif words[:2] == ["d", "dh"]:
            dealt[int(words[2][1:])] += 1
            street = max(street, max(dealt.values()) - 1) if history.variant == "FR" else street
        elif words[1] == "f":
            in_play.discard(int(words[0][1:]) - 1)
        reached = street if hero in in_play else reached
    shown = hero in in_play and len(in_play) > 1
    paid = _paid(last)
    behind = {i: history.starting_stacks[i] - paid[i] for i in in_play}
    closed = behind.get(hero, 1) == 0 or sum(chips > 0 for chips in behind.values()) <= 1
    return float(last.stacks[hero] - history.starting_stacks[hero]), reached, shown, shown and closed


def _paid(last: State) -> list[float]:
    """Return the chips that each player has put in before the pots were pushed, without bets that went back."""
    pushed = [0.0] * len(last.stacks)
    for operation in last.operations:
        if type(operation).__name__ == "ChipsPushing":
            pushed = [had + amount for had, amount in zip(pushed, operation.amounts, strict=True)]
    return [float(amount - payoff) for payoff, amount in zip(last.payoffs, pushed, strict=True)]


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_random_hands_agree_with_pokerkit(variant):
    counted = {"shown": 0, "all in": 0, "not all in": 0}
    for seed in range(60):
        text = random_phh(variant, seed)
        history = HandHistory.loads(text)
        hero = Random(seed).randrange(len(history.starting_stacks))
        played = hand_of_text(_written_for(text, hero))
        assert played.own
        assert played.hero == hero
        hand = hero_hand(played)
        net, reached, shown, all_in = _naive(history, hero)
        assert hand.net == pytest.approx(net), seed
        assert hand.street == reached, seed
        assert hand.showdown == shown, seed
        assert (hand.all_in is not None) == all_in, seed
        counted["shown"] += shown
        counted["all in" if all_in else "not all in"] += 1
    assert counted["shown"] > 10
    assert counted["not all in"] > 10
    assert counted["all in"] > 5


SEATED = {
    2: ["BB", "SB"], 3: ["SB", "BB", "BTN"], 4: ["SB", "BB", "CO", "BTN"], 5: ["SB", "BB", "UTG", "CO", "BTN"],
    6: ["SB", "BB", "UTG", "MP", "CO", "BTN"],
}  # fmt: skip


def test_positions_have_the_names_of_the_table():
    seen = set()
    for seed in range(40):
        text = random_phh("NT", seed)
        players = len(HandHistory.loads(text).starting_stacks)
        for hero in range(players):
            assert hero_hand(hand_of_text(_written_for(text, hero))).position == SEATED[players][hero]
        seen.add(players)
    assert seen == set(SEATED)
    named = {position_name(place, players) for players in range(2, 11) for place in range(players)}
    assert named == set(POSITIONS)


def test_a_missing_small_blind_leaves_its_position_empty():
    text = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [2, 0, 0, 0]
min_bet = 2
starting_stacks = [100, 100, 100, 100]
actions = ['d dh p{0} AhKh', 'd dh p{1} ????', 'd dh p{2} ????', 'd dh p{3} ????', 'p2 f', 'p3 f', 'p4 f']
"""
    orders = [(hero, *(i for i in (1, 2, 3, 4) if i != hero)) for hero in (1, 2, 3, 4)]
    assert [hero_hand(_read(text, order)).position for order in orders] == ["BB", "UTG", "CO", "BTN"]


def _read(text: str, order: tuple[int, ...]) -> PlayedHand:
    return hand_of_text(text.format(*order))


def test_the_effective_stack_counts_players_in_at_the_first_decision():
    text = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [80, 60, 500, {hero}]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 AhKh', 'p3 f', 'p4 cbr 6', 'p1 f', 'p2 f']
"""
    assert hero_hand(hand_of_text(text.format(hero=300))).stack == 40.0
    assert hero_hand(hand_of_text(text.format(hero=50))).stack == 25.0
    assert hero_hand(hand_of_text(text.format(hero="inf"))).stack is None


def test_a_hand_that_contradicts_its_text_has_no_result():
    raw = raw_hands("fulltilt.txt")[0]
    played = hand_of_text(raw.text.replace("Total pot $70.50", "Total pot $75.50"))
    hand = hero_hand(played)
    assert played.faults
    assert hand.net is None
    assert hand.pot is None
    assert hand.units is None
    assert hand.position == "BTN"


def test_sums_are_those_of_numpy():
    raws = [raw for name in ("888.txt", "stars.txt", "winamax.txt") for raw in raw_hands(name)]
    raws = [
        type(raw)(**{key: getattr(raw, key) for key in raw.__slots__} | {"number": i}) for i, raw in enumerate(raws)
    ]
    lines = [hand_line(raw) for raw in raws]
    heroes = {raw.number: hero_hand(read_hand(raw)) for raw in raws}
    result = winnings_summary(lines, HandFacts(heroes))
    units = [hand.net / hand.unit for hand in heroes.values()]
    mean = sum(units) / len(units)
    error = (sum((each - mean) ** 2 for each in units) / (len(units) - 1) / len(units)) ** 0.5
    assert (result.hands, result.counted) == (7, 7)
    assert result.units == pytest.approx(sum(units))
    assert (result.per_100, result.stderr) == pytest.approx((100 * mean, 100 * error))
    assert dict(result.money) == pytest.approx({"$": -60.0 + 4.3 + 5.0, "€": -16.25 - 2.5})
    alone = winnings_summary(lines[:1], HandFacts(heroes))
    assert (alone.per_100, alone.stderr, alone.units) == (None, None, -60.0)
    assert winnings_summary(lines, HandFacts()).counted == 0
