"""Players learned from simulated histories of the shipped kinds: who they look like, their shares, their file."""

import json
from functools import cache

import numpy as np
import pytest

from engine.cli.main import main
from engine.histories.players.counting import Count, total_count
from engine.histories.players.frequencies import Profile, frequency_of, kind_probabilities, log_likelihood, profiles
from engine.histories.players.habits import shipped_habits
from engine.histories.players.learned import learned_player, learned_players, looks_text
from engine.histories.players.report import count_hands
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.matches.phh import match_hand_text
from engine.players.description import SHIPPED, later_street_names, read_players, shipped_player, write_players
from engine.players.first_hands import FIRST_HANDS
from engine.players.hands import CHIP, DESCRIBED, finished_hands, statistics_of

NAMES = ("Ada", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
TABLES = {"holdem": ("loose", "neutral", "tight", "neutral", "loose"), "razz": ("loose", "tight", "neutral") * 2}
"""The opponents of the player who is learned."""


def history(kind, game, hands, seed):
    """Return hands of Ada, who is of a kind, at a table of all kinds, as the text of a PHH file."""
    kinds, table = (kind, *TABLES[game]), DESCRIBED[game]
    names = NAMES[: len(kinds)]
    played = finished_hands([shipped_player(name) for name in kinds], game, table.rules, table.stack, hands, seed)
    return "\n".join(f"[{number}]\n{text_of(number, state, names, table)}" for number, state in enumerate(played, 1))


def text_of(number, state, names, table):
    """Return a finished hand as PHH."""
    stacks = [table.stack] * len(names)
    return match_hand_text(number, names, stacks, (state.stacks - table.stack).tolist(), table.rules, state)


@cache
def learned(kind, game, hands, seed=5):
    """Return the statistics of Ada."""
    rows = profiles(count_hands(split_hands(history(kind, game, hands, seed))))
    return next(row for row in rows if row.name == "Ada")


@pytest.mark.parametrize("game", DESCRIBED)
def test_a_played_hand_is_a_history_with_the_same_result(game):
    table, seats = DESCRIBED[game], DESCRIBED[game].seats
    kinds = [shipped_player(SHIPPED[seat % 3]) for seat in range(seats)]
    for number, state in enumerate(finished_hands(kinds, game, table.rules, table.stack, 120, 9)):
        (raw,) = split_hands(text_of(number, state, NAMES[:seats], table))
        hand = read_hand(raw)
        assert hand.reliable
        assert not hand.faults
        won = {NAMES[seat]: (int(state.stacks[seat]) - table.stack) / CHIP for seat in range(seats)}
        assert dict(zip(hand.names, hand.result, strict=True)) == pytest.approx(won), number


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in DESCRIBED for kind in SHIPPED])
def test_a_few_hundred_hands_tell_the_kind(game, kind):
    profile = learned(kind, game, 300)
    assert profile.kind(game) == kind
    assert profile.looks[game][kind] > 0.9
    assert sum(profile.looks[game].values()) == pytest.approx(1.0)
    assert looks_text(profile, game).startswith(f"looks {kind}, ")
    assert looks_text(profile, game).endswith(" after 300 hands")


@pytest.mark.parametrize("kind", SHIPPED)
def test_thirty_hands_tell_the_kind_more_often_than_not(kind):
    hands = list(learned(kind, "holdem", 600, seed=11).hands.items())
    looks = [Profile("Ada", dict(hands[i : i + 30])).looks["holdem"] for i in range(0, 600, 30)]
    right = [max(each, key=each.__getitem__) == kind for each in looks]
    assert sum(right) >= 11
    # What is said to be likely is right about as often.
    assert np.mean([max(each.values()) for each in looks]) == pytest.approx(np.mean(right), abs=0.25)


def test_without_hands_a_player_is_neutral_and_each_kind_is_as_likely():
    profile = Profile("Ada", {})
    assert kind_probabilities(profile.counts, "holdem") == pytest.approx(dict.fromkeys(SHIPPED, 1 / 3))
    assert learned_player(profile).games == shipped_player("neutral").games
    assert looks_text(profile, "holdem") == "no hands"


def test_the_likelihood_is_that_of_the_beta_binomial_distribution():
    """In sequence: each chance has the probability that prior and chances before it give."""
    for prior in (0.15, 0.5, 0.004):
        times, rest = max(20 * prior, 0.5), max(20 * (1 - prior), 0.5)
        wanted = 1.0
        for taken in (True, False, False, True, False):
            wanted *= (times if taken else rest) / (times + rest)
            times, rest = times + taken, rest + (not taken)
        assert np.exp(log_likelihood(Count(2, 5), prior)) == pytest.approx(wanted)


def test_a_habit_never_shown_has_an_honest_interval():
    for prior, chances in ((0.0, 0), (0.0, 40), (0.0, 3000), (1.0, 5)):
        share = frequency_of(Count(0, chances), prior)
        assert share.low <= share.estimate <= share.high
        assert share.high > share.low
    assert frequency_of(Count(0, 40), 0.0).high == pytest.approx(0.032, abs=0.002)
    profile = learned("tight", "holdem", 30)
    for statistic in ("limp", "4-bet", "raise river", "squeeze"):
        share = profile.frequency(statistic)
        assert share.high > max(share.low, 0.005), statistic
    written = json.loads(write_players([learned_player(profile)]))["players"][0]
    for row in written["counts"]["holdem"]["statistics"].values():
        low, high = row["estimate_interval"]
        assert high > low


def statistics(player, game):
    return {row.title: row.share for row in statistics_of(player, game, hands=20_000, seed=2)}


@cache
def shipped_statistics(kind, game):
    return statistics(shipped_player(kind), game)


CLOSE = ("VPIP", "PFR", "3-bet", "C-bet", "W$SD", "Complete", "Call a completion")


@pytest.mark.parametrize(("game", "kind", "hands"), [
    ("holdem", "tight", 30), ("holdem", "tight", 300), ("razz", "loose", 300), ("holdem", "tight", 3000),
    ("holdem", "loose", 3000), ("razz", "tight", 3000),
])  # fmt: skip
def test_a_learned_player_plays_as_the_one_he_was_learned_from(game, kind, hands):
    """His statistics are those of a table of his kind, although he was seen at another table: with 3,000 hands within
    two points before the flop; how often he folds later depends a little on who sits there."""
    profile = learned(kind, game, hands)
    assert profile.kind(game) == kind
    own, real = statistics(learned_player(profile), game), shipped_statistics(kind, game)
    for title, share in real.items():
        if title == "AF":
            assert own[title] == pytest.approx(share, rel=0.5 if hands < 3000 else 0.25)
        elif title in CLOSE:
            assert own[title] == pytest.approx(share, abs=0.08 if hands < 3000 else 0.025), title
        else:
            assert own[title] == pytest.approx(share, abs=0.15), title


def test_with_many_hands_the_figures_are_his_own_and_not_those_of_his_kind():
    """A neutral player who opens every button is learned to do so."""
    profile = learned("neutral", "holdem", 300)
    many = {f"{i:016x}": hand for i, hand in enumerate(profile.hands.values())}
    opened = {}
    for key, hand in many.items():
        chances = tuple(
            c._replace(taken=c.statistic == "open") if c.statistic in ("open", "limp") else c for c in hand.chances
        )
        opened[key] = type(hand)(hand.position, chances if hand.position == "button" else hand.chances)
    wide = Profile("Ada", opened)
    row = learned_player(wide).games["holdem"].first_street["first"].own["button"]
    count = total_count(wide.counts, "open", ("button",))
    estimate = wide.frequency("open", "button").estimate
    assert count.times == count.chances > 10
    assert FIRST_HANDS["holdem"].weights(row.raise_, "button").mean() == pytest.approx(estimate, abs=0.1)
    assert row.why.startswith("raised ")


def test_a_share_adds_the_next_hands_of_the_kinds_order_and_takes_the_last():
    tight, hands = shipped_player("tight"), FIRST_HANDS["holdem"]
    profile = learned("tight", "holdem", 300)
    low, high = (learned_player(profile, end) for end in ("low", "high"))
    for position in ("middle", "cutoff", "button"):
        texts = [one.games["holdem"].first_street["first"].own[position].raise_ for one in (low, tight, high)]
        few, usual, more = (hands.weights(text, position) for text in texts)
        assert (few <= more + 1e-9).all()
        assert few.sum() < more.sum()
        assert (few <= usual).all() or (few >= usual).all()  # nested: the same order decides
        assert (more >= usual).all() or (more <= usual).all()


@pytest.mark.parametrize("game", DESCRIBED)
def test_the_file_is_read_by_other_commands_and_keeps_its_counts(game, tmp_path, capsys):
    path, hands = tmp_path / "learned.json", tmp_path / "hands.phhs"
    hands.write_text(history("loose", game, 60, 3), encoding="utf-8")
    assert main(["players", str(hands)]) == 0
    text = capsys.readouterr().out
    path.write_text(text, encoding="utf-8")
    value = json.loads(text)
    assert value["steelwheel_players"] == 2
    assert {row["name"] for row in value["players"]} == set(NAMES[: len(TABLES[game]) + 1])
    ada = next(row for row in value["players"] if row["name"] == "Ada")
    assert ada["why"].startswith("looks loose, ")
    assert set(ada) == {"name", "why", game, "counts"}
    assert ada["counts"][game]["hands"] == 60
    players = read_players(text.encode())
    assert json.loads(write_players(players)) == value
    assert main(["players", str(path), "--describe", "Ada", "--hands", "200"]) == 0
    assert json.loads(capsys.readouterr().out)["player"] == "Ada"


@pytest.mark.parametrize(("files", "field"), [(("players.json",), "file"), ((), "arguments"), (("none.txt",), "file")])
def test_wrong_files_are_named(files, field, tmp_path, capsys):
    (tmp_path / "players.json").write_text(write_players([shipped_player("tight")]), encoding="utf-8")
    assert main(["players", *(str(tmp_path / file) for file in files)]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["field"] == field


BROKEN_COUNTS = {
    "counts.chess": {"chess": {}},
    "counts.holdem.hands": {"holdem": {"hands": -1, "looks": {}, "statistics": {}}},
    "counts.holdem.looks.wild": {"holdem": {"hands": 1, "looks": {"wild": 1}, "statistics": {}}},
    "counts.holdem.statistics.RFI.times": {
        "holdem": {"hands": 1, "looks": {}, "statistics": {"RFI": {"times": 2, "chances": 1}}}
    },
}


@pytest.mark.parametrize("field", BROKEN_COUNTS)
def test_wrong_counts_name_their_field(field):
    value = {"steelwheel_players": 2, "players": [{"name": "Ada", "counts": BROKEN_COUNTS[field]}]}
    with pytest.raises(ValueError, match=field.replace(".", r"\.")):
        read_players(json.dumps(value).encode())


def test_players_of_one_name_on_two_sites_have_names_of_their_own():
    profile = learned("tight", "holdem", 30)
    twins = tuple(Profile("Ada", profile.hands, site=site) for site in ("PokerStars", "GGPoker"))
    assert [player.name for player in learned_players(twins)] == ["Ada (PokerStars)", "Ada (GGPoker)"]


@pytest.mark.parametrize("game", DESCRIBED)
def test_the_shipped_habits_are_those_of_the_shipped_players(game):
    """A sample of hands, counted again, agrees with the file."""
    for kind in SHIPPED:
        habits, profile = shipped_habits(game)[kind], learned(kind, game, 400, seed=17)
        assert set(habits.later) == set(later_street_names(game))
        for statistic, _ in profile.counts:
            times, chances = total_count(profile.counts, statistic)
            share = habits.share(statistic)
            if chances >= 80:
                error = np.sqrt(max(share * (1 - share), 0.01) / chances)
                assert times / chances == pytest.approx(share, abs=4 * error + 0.04), (kind, statistic)
