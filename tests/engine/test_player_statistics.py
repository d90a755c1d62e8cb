"""Opponents learned from hands: counts beside a naive reading, shares, intervals, ranges, their file."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from pokerkit.notation import HandHistory

from engine import ScenarioError
from engine.cli.main import main
from engine.histories.players.counting import (
    KEYS,
    RAZZ_KEYS,
    Count,
    PlayerStatistics,
    SitePlayer,
    StatisticsTally,
    player_hands,
    site_of,
    total_count,
)
from engine.histories.players.frequencies import (
    CONTINUES,
    PRIOR_WEIGHT,
    Profile,
    beta_below,
    beta_quantile,
    frequency_of,
    profiles,
)
from engine.histories.players.habits import shipped_habits
from engine.histories.players.learned import learned_player
from engine.histories.players.saved import dump_profile, read_profile
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.players.description import shipped_player
from engine.ranges.holdem import parse_range
from tests.engine.played_hands import FILES, PLAYED, RAISED, hand_of, hands_of, random_phh
from tests.reference.naive_player_statistics import naive_razz_statistics, naive_statistics

NAMES = ["Ada", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy"]


def named(text: str) -> str:
    history = HandHistory.loads(text)
    return f"{text}\nplayers = {json.dumps(NAMES[: len(history.starting_stacks)])}\n"


def hands_for(seeds: range) -> list[str]:
    """Return hands at random; those whose antes are trimmed are left out, for who has what then is no matter here."""
    texts = [random_phh(variant, seed, wild=True) for seed in seeds for variant in ("NT", "FT")]
    return [named(text) for text in texts if not HandHistory.loads(text).ante_trimming_status]


def tally_of(texts: list[str]) -> PlayerStatistics:
    tally = StatisticsTally()
    for text in texts:
        for raw in split_hands(text):
            tally.add(read_hand(raw))
    return tally.statistics()


@pytest.mark.parametrize("seed", range(0, 160, 40))
def test_counts_agree_with_the_naive_reference(seed: int) -> None:
    for text in hands_for(range(seed, seed + 40)):
        (raw,) = split_hands(text)
        hand = read_hand(raw)
        chances: Counter[tuple[int, str, str]] = Counter()
        times: Counter[tuple[int, str, str]] = Counter()
        for player, row in player_hands(hand):
            for statistic, taken in row.chances:
                key = NAMES.index(player.name), row.position, statistic
                chances[key] += 1
                times[key] += taken
        history = HandHistory.loads(text)
        wanted, taken = naive_statistics(history, result_known=hand.result is not None)
        assert chances == wanted, text
        assert +times == +taken, text


def test_counts_of_razz_agree_with_the_naive_reference() -> None:
    seen: Counter[str] = Counter()
    for text in (named(random_phh("FR", seed, wild=True)) for seed in range(120)):
        (raw,) = split_hands(text)
        chances: Counter[tuple[str, str, str]] = Counter()
        times: Counter[tuple[str, str, str]] = Counter()
        for player, row in player_hands(read_hand(raw)):
            for statistic, taken in row.chances:
                key = f"p{NAMES.index(player.name) + 1}", row.position, statistic
                chances[key] += 1
                times[key] += taken
                seen[statistic] += taken
        wanted, taken = naive_razz_statistics(HandHistory.loads(text))
        assert chances == wanted, text
        assert +times == +taken, text
    assert set(seen) == RAZZ_KEYS
    assert min(seen.values()) > 0


ADA = SitePlayer("PokerStars", "Ada")


def test_a_hand_counts_once_and_each_player_by_site_and_name() -> None:
    texts = [hand_of(1, RAISED), hand_of(2, PLAYED)]
    statistics = tally_of([*texts, *texts])
    assert statistics.read == 2
    assert set(statistics.players) == {ADA, SitePlayer("PokerStars", "Bob"), SitePlayer("PokerStars", "Cid")}
    ada, cid = (Profile(name, statistics.players["PokerStars", name]) for name in ("Ada", "Cid"))  # type: ignore[index]
    assert total_count(ada.counts, "open", ["button"]) == Count(2, 2)
    assert total_count(ada.counts, "limp", ["button"]) == Count(0, 2)
    assert total_count(ada.counts, "bet flop") == Count(1, 1)
    assert total_count(ada.counts, "showdown") == Count(0, 1)
    assert total_count(cid.counts, "call", ["big blind"]) == Count(1, 2)
    assert total_count(cid.counts, "fold flop") == Count(1, 1)
    more = StatisticsTally(statistics)
    more.add(read_hand(split_hands(hand_of(2, PLAYED))[0]))
    more.add(read_hand(split_hands(hand_of(3, PLAYED))[0]))
    assert more.statistics().read == 3
    assert len(more.statistics().players[ADA]) == 3
    assert len(statistics.players[ADA]) == 2


def phh(*actions: str, stacks: tuple[float, ...] = (100, 100, 100, 100), players: int = 4) -> str:
    """Return a hand of Ada (small blind), Bob (big blind), Cid and Dan (button)."""
    known = ["AhAd", "KhKd", "QhQd", "JhJd"]
    deals = [f"d dh p{i + 1} {known[i]}" for i in range(players)]
    return (
        "variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [1, 2, 0, 0]\nmin_bet = 2\n"
        f"starting_stacks = {list(stacks[:players])}\nactions = {json.dumps([*deals, *actions])}\n"
        f"players = {json.dumps(NAMES[:players])}\n"
    )


FLOP, TURN, RIVER = "d db 2c7d9s", "d db 3c", "d db 4h"
STREETS = {
    "walk": phh("p3 f", "p4 f", "p1 f"),
    "blinds": phh("p3 f", "p4 f", "p1 cc", "p2 cc", FLOP, "p1 cc", "p2 cbr 4", "p1 f"),
    "squeeze": phh("p3 cbr 6", "p4 cc", "p1 cbr 24", "p2 f", "p3 f", "p4 cc", FLOP, "p1 cbr 20", "p4 f"),
    "isolation": phh("p3 cc", "p4 cbr 8", "p1 f", "p2 f", "p3 cbr 20", "p4 f"),
    "cold 4-bet": phh("p3 cbr 6", "p4 cbr 18", "p1 cbr 50", "p2 f", "p3 f", "p4 f"),
    "no room": phh("p3 cbr 6", "p4 cc", "p1 f", "p2 f", "p3 sm QhQd", "p4 sm JhJd", FLOP, TURN, RIVER,
                   stacks=(100, 100, 100, 6)),
    "showdown": phh("p3 f", "p4 f", "p1 cbr 100", "p2 cc", "p1 sm AhAd", "p2 sm KhKd", FLOP, TURN, RIVER),
    "calls": phh("p3 f", "p4 f", "p1 cbr 6", "p2 cc", FLOP, "p1 cbr 4", "p2 cc", TURN, "p1 cbr 8", "p2 cc", RIVER,
                 "p1 cc", "p2 cbr 20", "p1 cc", "p2 sm KhKd", "p1 sm AhAd"),
}  # fmt: skip
DEFINITIONS = {
    ("walk", "Bob", "vpip"): (0, 0),
    ("walk", "Ada", "vpip"): (0, 1),
    ("blinds", "Ada", "vpip"): (1, 1),
    ("blinds", "Ada", "pfr"): (0, 1),
    ("blinds", "Bob", "vpip"): (0, 1),
    ("blinds", "Bob", "bet flop"): (0, 0),
    ("blinds", "Ada", "fold to c-bet"): (0, 0),
    ("blinds", "Ada", "fold flop"): (1, 1),
    ("squeeze", "Ada", "3-bet"): (1, 1),
    ("squeeze", "Ada", "reraise"): (0, 0),
    ("squeeze", "Cid", "fold to 3-bet"): (1, 1),
    ("squeeze", "Dan", "fold to 3-bet"): (0, 0),
    ("squeeze", "Dan", "3-bet"): (0, 1),
    ("squeeze", "Ada", "bet flop"): (1, 1),
    ("squeeze", "Dan", "fold to c-bet"): (1, 1),
    ("isolation", "Cid", "3-bet"): (1, 1),
    ("isolation", "Dan", "fold to 3-bet"): (1, 1),
    ("isolation", "Dan", "fold to reraise"): (0, 0),
    ("cold 4-bet", "Cid", "fold to 3-bet"): (0, 0),
    ("cold 4-bet", "Cid", "fold to reraise"): (1, 1),
    ("no room", "Dan", "3-bet"): (0, 0),
    ("no room", "Ada", "3-bet"): (0, 1),
    ("showdown", "Ada", "showdown"): (1, 1),
    ("showdown", "Ada", "won showdown"): (1, 1),
    ("showdown", "Bob", "won showdown"): (0, 1),
    ("calls", "Ada", "aggression"): (2, 3),
    ("calls", "Bob", "aggression"): (1, 3),
}
"""By hand, player and statistic the times and the chances, as PokerTracker counts them."""


@pytest.mark.parametrize("name", STREETS)
def test_statistics_are_counted_as_trackers_define_them(name: str) -> None:
    (raw,) = split_hands(STREETS[name])
    rows = {player.name: row.chances for player, row in player_hands(read_hand(raw))}
    for (hand, player, statistic), wanted in DEFINITIONS.items():
        if hand == name:
            taken = [chance.taken for chance in rows[player] if chance.statistic == statistic]
            assert (sum(taken), len(taken)) == wanted, (player, statistic)


def test_the_observed_proportion_has_its_exact_interval() -> None:
    """Clopper and Pearson's ends have the count in their tails with 5 %."""
    share = frequency_of(Count(1, 40), 0.15)
    assert share.observed == 0.025
    low, high = share.interval
    assert 1.0 - (1.0 - low) ** 40 == pytest.approx(0.05)
    assert (1.0 - high) ** 40 + 40 * high * (1.0 - high) ** 39 == pytest.approx(0.05)
    assert frequency_of(Count(0, 10), 0.1).interval == (0.0, pytest.approx(1.0 - 0.05**0.1))


def test_a_player_of_version_1_0_is_read_and_gets_the_new_statistics_with_his_hands() -> None:
    statistics = tally_of([hand_of(1, PLAYED)])
    (digest,) = statistics.players[ADA]
    words = ["button", "+open", "-limp", "+bet flop", "-showdown"]
    old = {"steelwheel_player": 1, "name": "Ada", "site": "PokerStars", "hands": {digest: words}}
    profile = read_profile(json.dumps({**old, "others": {"limp": {"button": [3, 40]}}}).encode())
    assert total_count(profile.counts, "vpip") == Count(0, 0)
    assert total_count(profile.counts, "showdown") == Count(0, 1)
    grown = profile.with_hands(statistics.players[ADA], statistics.pooled)
    assert (total_count(grown.counts, "vpip"), total_count(grown.counts, "open")) == (Count(1, 1), Count(1, 1))


def test_statistics_of_both_games_as_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(
        "\n".join(f"[{i}]\n{text}" for i, text in enumerate((STREETS["calls"], STREETS["squeeze"]), 1)),
        encoding="utf-8",
    )
    assert main(["hands", "--players", str(path)]) == 0
    lines = {line["player"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (lines["Ada"]["hands"], lines["Ada"]["site"]) == (2, "PHH")
    vpip, factor = (lines["Ada"]["statistics"][title] for title in ("VPIP", "AF"))
    assert (vpip["times"], vpip["chances"], vpip["by_position"]["small blind"]["share"]) == (2, 2, 1.0)
    assert factor["ratio"] == 3.0
    assert main(["hands", "--players", "--hand", "1", str(path)]) == 2


def test_a_player_is_a_name_on_one_site() -> None:
    stars, party = hand_of(1, RAISED), hand_of(1, RAISED).replace("PokerStars Hand", "Poker Hand")
    statistics = tally_of([stars, party])
    assert {player.site for player in statistics.players} == {"PokerStars", "GGPoker"}
    assert statistics.read == 2


@pytest.mark.parametrize("name", FILES)
def test_seats_without_names_and_hands_with_faults_are_not_counted(name: str) -> None:
    for hand in hands_of(name):
        rows = list(player_hands(hand))
        counted = hand.reliable and hand.raw.form != "ignition"
        assert bool(rows) <= counted
        assert all("Player " not in player.name for player, _ in rows)
        assert site_of(hand.raw)


def test_quantiles_are_those_of_the_beta_distribution() -> None:
    random = np.random.default_rng(7)
    for a, b in ((0.4, 20.0), (5.0, 3.0), (63.0, 210.0), (1.0, 1.0), (400.5, 3000.0)):
        draws = np.sort(random.beta(a, b, 200_000))
        for p in (0.05, 0.5, 0.95):
            x = beta_quantile(a, b, p)
            assert beta_below(a, b, x) == pytest.approx(p, abs=1e-9)
            assert np.searchsorted(draws, x) / len(draws) == pytest.approx(p, abs=0.003)
    assert beta_quantile(1.0, 1.0, 0.3) == pytest.approx(0.3)
    assert beta_quantile(0.0, 5.0, 0.95) == 0.0
    assert beta_quantile(5.0, 0.0, 0.05) == 1.0


def test_estimates_are_shrunk_towards_the_prior() -> None:
    share = frequency_of(Count(15, 63), 0.2)
    assert share.estimate == pytest.approx((15 + PRIOR_WEIGHT * 0.2) / (63 + PRIOR_WEIGHT))
    assert share.low == pytest.approx(beta_quantile(19.0, 64.0, 0.05))
    assert share.high == pytest.approx(beta_quantile(19.0, 64.0, 0.95))
    statistics = tally_of([hand_of(number, PLAYED) for number in range(5)])
    ada, *_ = (row for row in profiles(statistics) if row.name == "Ada")
    opens = ada.frequency("open", "button")
    assert opens is not None
    assert opens.prior == pytest.approx(shipped_habits("holdem")[ada.kind("holdem")].share("open", "button"))
    assert (opens.times, opens.chances) == (5, 5)
    bets = ada.frequency("bet flop", "button")
    assert bets is not None
    assert 0.5 < bets.prior < 0.8
    folds = ada.frequency("fold turn", "button")
    assert folds is not None
    assert folds.chances == 0
    assert folds.estimate == pytest.approx(folds.prior)


def test_the_ranges_of_a_player_follow_from_his_frequencies() -> None:
    statistics = tally_of([hand_of(number, PLAYED) for number in range(30)] + hands_for(range(30)))
    for profile in profiles(statistics):
        for end in ("low", "estimate", "high"):
            play = learned_player(profile, end).games["holdem"].first_street  # type: ignore[arg-type]
            for row in (row for key in ("first", "open") for row in play[key].own.values()):
                assert all(parse_range(text).weights.any() for text in (row.raise_, row.call) if text), row
    ada = next(row for row in profiles(statistics) if (row.name, row.site) == ("Ada", "PokerStars"))
    opens, first = ada.frequency("open", "button"), learned_player(ada).games["holdem"].first_street["first"].own
    assert opens is not None
    weights = parse_range(first["button"].raise_).weights
    # A player whose range has 43 % of the hands opens 45 %: those who folded before him held worse cards than the rest.
    assert weights.mean() == pytest.approx(opens.estimate, abs=0.04)
    usual = shipped_player(ada.kind("holdem")).games["holdem"].first_street["first"].own["early"].raise_
    assert first["early"].raise_ == usual  # no chance there


def test_the_file_of_a_player_can_be_read_and_extended() -> None:
    statistics = tally_of([*hands_for(range(20)), hand_of(1, PLAYED)])
    for profile in profiles(statistics):
        again = read_profile(dump_profile(profile))
        assert (again.name, again.site) == (profile.name, profile.site)
        assert again.hands == profile.hands
        assert again.others == profile.others
        assert dump_profile(again) == dump_profile(profile)
    later = tally_of([hand_of(1, PLAYED), hand_of(2, RAISED)])
    ada = Profile("Ada", statistics.players[ADA], statistics.pooled, "PokerStars")
    grown = ada.with_hands(later.players[ADA], later.pooled)
    assert total_count(grown.counts, "open") == Count(2, 2)
    assert grown.with_hands(later.players[ADA], later.pooled).counts == grown.counts


BROKEN = {
    "{": "not JSON",
    "[]": "expected an object",
    '{"steelwheel_player": 2, "name": "A", "hands": {}}': "steelwheel_player",
    '{"steelwheel_player": 1, "name": " ", "hands": {}}': "name",
    '{"steelwheel_player": 1, "name": "A", "hands": {"x": []}}': "hands.x",
    '{"steelwheel_player": 1, "name": "A", "hands": {"0123456789abcdef": []}}': "position is missing",
    '{"steelwheel_player": 1, "name": "A", "hands": {"0123456789abcdef": ["left"]}}': "hands.0123456789abcdef[0]",
    '{"steelwheel_player": 1, "name": "A", "hands": {"0123456789abcdef": ["button", "open"]}}': "begins with +",
    '{"steelwheel_player": 1, "name": "A", "hands": {"0123456789abcdef": ["button", "+flies"]}}': "[1]",
    '{"steelwheel_player": 1, "name": "A", "hands": {"0123456789abcdef": ["button", "+open", "-open"]}}': "duplicate",
    '{"steelwheel_player": 1, "name": "A", "hands": {}, "others": {"open": {"button": [3, 2]}}}': "others.open.button",
    '{"steelwheel_player": 1, "name": "A", "hands": {}, "more": 1}': "more",
}


@pytest.mark.parametrize("text", BROKEN)
def test_broken_files_name_the_field(text: str) -> None:
    with pytest.raises(ScenarioError) as error:
        read_profile(text.encode())
    assert BROKEN[text] in str(error.value)


def test_names_of_statistics_and_positions_agree() -> None:
    assert len(set(KEYS)) == len(KEYS)
    assert CONTINUES not in KEYS
