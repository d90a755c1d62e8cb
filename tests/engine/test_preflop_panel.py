"""The page's values: the request that they make of a table, edits of the page, damaged files."""

from dataclasses import replace

import numpy as np
import pytest

from engine import Scenario, ScenarioError, Seat
from engine.players.description import shipped_player, shipped_players
from engine.players.first_street import FirstStreet, first_street
from engine.preflop.first_street import at_page_field
from engine.preflop.panel import PREFLOP, from_template, with_state
from engine.preflop.request import read_preflop_request
from engine.preflop.templates import example, table_templates
from engine.ranges.holdem import parse_range
from engine.scenario import PreflopPanel, Problem
from engine.scenario.seat_panel import BetSize
from engine.scenario.tournament import Tournament
from engine.table.serialize import dumps, loads, scenario_from_json

AFTER = {"bets": {"pot": 0.5}, "paid": 1}
NEUTRAL = shipped_player("neutral")


def continues(player, position, raises=0, raiser=None):
    """Return the weights of the hands that do not fold, float64[1326]."""
    play = first_street(player, "holdem", FirstStreet(position, raises, raiser))
    return play.raises + play.calls


def weights(text):
    return parse_range(text).weights


def table(*cards, dead="", preflop=None):
    seats = [Seat("Hero" if i == 0 else f"Seat {i + 1}", text) for i, text in enumerate(cards)]
    return Scenario("holdem", tuple(seats), dead=dead, preflop=PreflopPanel.read(preflop or {}))


def with_entry(scenario, seat, key, value):
    return PREFLOP.with_entries(scenario, seat, {key: value})


def asked_of(scenario):
    asked = PREFLOP.request(scenario)
    assert asked.problems == ()
    values = asked.request.to_json()
    assert read_preflop_request(values) == asked.request
    return values, asked.request


def test_the_table_is_the_situation():
    values, request = asked_of(table("AKs", "22+", dead="2c", preflop={"raise_to": 3}))
    assert values["hero"] == {"cards": "AKs", "in": 0.5}
    assert values["opponents"] == [{"name": "Seat 2", "in": 1.0, "cards": "22+"}]
    assert (request.dead, request.raise_to, request.price) == ("2c", 3.0, 1.0)
    assert values["after"]["bets"] == AFTER["bets"]


def test_an_empty_hero_is_any_hand_and_an_empty_seat_is_not_there():
    values, request = asked_of(table("", "", "random", "22+"))
    assert values["hero"]["cards"] == "random"
    assert request.hero == "random"
    assert PREFLOP.request(table("", "", "random", "22+")).seats == (2, 3)


def test_the_last_two_seats_post_the_blinds():
    rows = PREFLOP.rows(table("AKs", "22+", "33+", "44+", preflop={"small_blind": 1, "big_blind": 2, "ante": 0.25}))
    assert [row.chips for row in rows] == [0.0, 0.0, 1, 2]
    assert [row.position_name for row in rows] == ["CO", "BTN", "SB", "BB"]
    asked = PREFLOP.request(table("AKs", "22+", "33+", "44+", preflop={"ante": 0.25}))
    assert asked.request.to_json()["dead_money"] == 1.0


def test_the_big_blind_of_an_opened_hand_is_known():
    """The seats of a hand of a tournament stand as they sat; templates and other tables have the blinds last."""
    scenario = replace(table("AKs", "22+", "33+", "44+"), tournament=Tournament((5, 6, 7, 8), (10,), big_blind=1))
    rows = PREFLOP.rows(scenario)
    assert [row.position_name for row in rows] == ["SB", "BB", "CO", "BTN"]
    assert [row.chips for row in rows] == [0.5, 1.0, 0.0, 0.0]
    dead = replace(scenario, preflop=PreflopPanel.read({"small_blind": 0}))
    assert [row.position_name for row in PREFLOP.rows(dead)] == ["BTN", "BB", "UTG", "CO"]
    assert [row.chips for row in PREFLOP.rows(dead)] == [0.0, 1.0, 0.0, 0.0]
    after = from_template(scenario, table_templates()[0], 0)
    assert PREFLOP.rows(after)[-1].position_name == "BB"


def test_folded_seats_of_which_nothing_is_known_leave_their_chips_alone():
    scenario = table("AKs", "", "22+", "33+", preflop={"opponents": [{"in": 2}]})
    seats = list(scenario.seats)
    seats[1] = Seat("Seat 2", "", folded=True)
    asked = PREFLOP.request(replace(scenario, seats=tuple(seats)))
    assert asked.seats == (2, 3)
    assert asked.request.to_json()["dead_money"] == 2.0
    seats[1] = Seat("Seat 2", "15%", folded=True)
    asked = PREFLOP.request(replace(scenario, seats=tuple(seats)))
    assert asked.request.to_json()["opponents"][0] == {"name": "Seat 2", "in": 2, "cards": "15%", "folded": True}


def test_still_to_act_means_any_two_cards_and_calls():
    acts = with_state(table("AKs", "", "22+"), 1, "to act")
    assert acts.seats[1].cards == "random"
    row = PREFLOP.rows(acts)[1]
    assert (row.state, row.spot, row.locked) == ("to act", "small blind", False)
    assert PREFLOP.kind_of(acts, 1) == "neutral"
    request = asked_of(acts)[1]
    assert request.opponents[0].cards is None
    assert weights(request.opponents[0].calls) == pytest.approx(continues(NEUTRAL, "small blind"))
    limper = replace(acts, seats=(acts.seats[0], Seat("Seat 2", "TT+"), acts.seats[2]))
    assert PREFLOP.rows(limper)[1].state == "in"
    assert asked_of(limper)[1].opponents[0].cards == "TT+"


def test_who_has_paid_the_price_comes_along_with_anything():
    acts = with_state(table("AKs", "22+", ""), 2, "to act")
    row = PREFLOP.rows(acts)[2]
    assert (row.calls, row.locked) == ("random", True)
    paid = with_entry(with_state(table("AKs", "", "22+"), 1, "to act"), 1, "in", 1)
    assert (PREFLOP.rows(paid)[1].calls, PREFLOP.rows(paid)[1].locked) == ("random", True)


def test_the_example_is_computed_as_it_is_written():
    scenario = scenario_from_json(example())
    assert PREFLOP.rows(scenario)[1].locked is False
    request = asked_of(scenario)[1]
    assert request.opponents[0].calls == "22+ A9s+ KTs+ QJs AJo+ KQo"
    assert request.dead_money == 0.5


def test_states_can_be_changed_and_changed_back():
    start = table("AKs", "15%", "22+")
    folded = with_state(start, 1, "folded")
    assert (folded.seats[1].cards, folded.seats[1].folded) == ("random, !15%", True)
    assert with_state(folded, 1, "in").seats == start.seats
    acts = with_state(folded, 1, "to act")
    assert PREFLOP.rows(acts)[1].state == "to act"
    back = with_state(acts, 1, "in")
    assert (PREFLOP.rows(back)[1].state, PREFLOP.kind_of(back, 1)) == ("in", "neutral")


def test_kinds_fill_both_ranges_by_position():
    acts = with_state(table("AKs", "", "22+"), 1, "to act")
    for player in shipped_players():
        now = PREFLOP.with_kind(acts, 1, player)
        row = PREFLOP.rows(now)[1]
        assert PREFLOP.kind_of(now, 1) == player.name
        assert weights(row.calls) == pytest.approx(continues(player, "small blind"))
        assert weights(row.calls_raise) == pytest.approx(continues(player, "small blind", 1, "button"))
        own = PREFLOP.with_text(now, 1, "calls_raise", "AA")
        assert (PREFLOP.kind_of(own, 1), PREFLOP.rows(own)[1].calls) == ("", row.calls)


def sixmax(hero, kind=NEUTRAL):
    """A table for six of one kind; those before hero have folded."""
    now = from_template(table("AJs", "QQ"), table_templates()[0], hero)
    for seat in range(hero + 1, 6):
        now = PREFLOP.with_kind(now, seat, kind)
    return now


def opened(scenario, seat, chips):
    return edited(with_state(scenario, seat, "in"), seat, "in", chips)


def edited(scenario, seat, key, value):
    return PREFLOP.followed(scenario, with_entry(scenario, seat, key, value))


@pytest.mark.parametrize("kind", shipped_players(), ids=lambda kind: kind.name)
def test_a_raise_in_front_changes_what_everybody_behind_does(kind):
    """The cutoff raises to 2.5: the big blind does not call with any two cards, the small blind not with his limps."""
    start = sixmax(3, kind)
    assert PREFLOP.rows(start)[5].locked
    now = PREFLOP.with_number(
        edited(PREFLOP.with_kind(with_state(start, 2, "in"), 2, kind), 2, "in", 2.5), "raise_to", 8
    )
    rows = PREFLOP.rows(now)
    raises = first_street(kind, "holdem", FirstStreet("cutoff")).raises
    assert weights(rows[2].text) == pytest.approx(raises / raises.max(), abs=1e-6)
    for seat, position in ((4, "small blind"), (5, "big blind")):
        assert not rows[seat].locked
        assert PREFLOP.kind_of(now, seat) == kind.name
        assert weights(rows[seat].calls) == pytest.approx(continues(kind, position, 1, "cutoff"))
        assert weights(rows[seat].calls_raise) == pytest.approx(continues(kind, position, 2, "button"))
        assert weights(rows[seat].calls_raise).mean() < 0.12
    assert weights(rows[2].calls_raise) == pytest.approx(continues(kind, "cutoff", 2, "button"))
    back = edited(now, 2, "in", 1)
    assert PREFLOP.rows(back)[5].locked
    assert PREFLOP.kind_of(back, 2) == kind.name
    limps = first_street(kind, "holdem", FirstStreet("cutoff")).calls
    assert weights(back.seats[2].cards).mean() == pytest.approx(limps.mean(), abs=1e-6) or not limps.any()


def test_players_of_a_type_raise_again_as_the_type_does():
    """After hero's raise to 8 of an open to 2.5, and after hero's call; a limp is not raised."""
    now = PREFLOP.with_number(opened(sixmax(3), 2, 2.5), "raise_to", 8)
    _, asked = asked_of(now)
    assert [one.name for one in asked.opponents] == ["CO", "SB", "BB"]
    assert (asked.raises_to.called, asked.raises_to.raised, asked.stack) == (7.5, pytest.approx(8 * 2.3), 100)
    for one, position in zip(asked.opponents, ("cutoff", "small blind", "big blind"), strict=True):
        again = first_street(NEUTRAL, "holdem", FirstStreet(position, 2, "button")).raises
        assert weights(one.raises_raise) == pytest.approx(again)
    squeezes = first_street(NEUTRAL, "holdem", FirstStreet("small blind", 1, "cutoff")).raises
    assert weights(asked.opponents[1].raises) == pytest.approx(squeezes)
    assert asked.opponents[0].raises is None
    _, limp = asked_of(PREFLOP.with_number(sixmax(3), "raise_to", 2.5))
    assert (limp.raises_to.called, limp.raises_to.raised) == (None, 7.5)
    _, all_in = asked_of(PREFLOP.with_number(opened(opened(sixmax(5), 2, 2.5), 3, 8), "raise_to", 18))
    assert all_in.raises_to.raised == 100


def test_a_learned_player_raises_again_and_ranges_that_are_typed_do_not():
    now = PREFLOP.with_number(opened(sixmax(3), 2, 2.5), "raise_to", 8)
    mia = replace(NEUTRAL, name="mia")
    learned = PREFLOP.with_kind(now, 4, mia)
    assert PREFLOP.kind_of(learned, 4, {"mia": mia}) == "mia"
    assert asked_of(learned)[1] == asked_of(now)[1]
    typed = PREFLOP.with_text(learned, 4, "calls_raise", "AA")
    _, asked = asked_of(typed)
    assert [one.raises_raise is None for one in asked.opponents] == [False, True, False]


def test_against_a_3_bet_a_4_bet_and_a_jam():
    start = opened(sixmax(5), 2, 2.5)
    three = opened(start, 3, 8)
    rows = PREFLOP.rows(three)
    play = first_street(NEUTRAL, "holdem", FirstStreet("button", 1, "cutoff"))
    assert weights(rows[3].text) == pytest.approx(play.raises / play.raises.max(), abs=1e-6)
    assert weights(rows[2].calls) == pytest.approx(continues(NEUTRAL, "cutoff", 2, "button"))
    four = edited(three, 2, "in", 20)  # the cutoff has raised again
    rows = PREFLOP.rows(four)
    opens = first_street(NEUTRAL, "holdem", FirstStreet("cutoff")).raises
    again = first_street(NEUTRAL, "holdem", FirstStreet("cutoff", 2, "button")).raises
    assert weights(rows[2].text) == pytest.approx(opens * again / (opens * again).max(), abs=1e-6)
    assert weights(rows[3].calls) == pytest.approx(continues(NEUTRAL, "button", 3, "cutoff"))
    jam = PREFLOP.with_number(start, "raise_to", 60)
    call = first_street(NEUTRAL, "holdem", FirstStreet("cutoff", 2, "big blind", jam=True)).calls
    assert weights(PREFLOP.rows(jam)[2].calls_raise) == pytest.approx(call)


def test_a_straddle_is_posted_and_both_blinds_pay():
    start = sixmax(3)
    now = with_entry(with_state(start, 0, "to act"), 0, "in", 2)
    rows = PREFLOP.rows(now)
    assert rows[0].locked
    assert not rows[5].locked
    assert weights(rows[5].calls) == pytest.approx(continues(NEUTRAL, "small blind"))
    assert weights(rows[0].calls_raise) == pytest.approx(continues(NEUTRAL, "big blind", 1, "cutoff"))


def test_bluffs_and_the_least_weight_widen_what_a_raiser_holds():
    start = opened(sixmax(3), 2, 2.5)
    assert PREFLOP.bluffs_of(start, 2) == 0.0
    assert PREFLOP.bluffs_of(start, 5) is None
    value = weights(start.seats[2].cards)
    more = edited(start, 2, "bluffs", 0.2)
    assert PREFLOP.bluffs_of(more, 2) == 0.2
    assert PREFLOP.kind_of(more, 2) == "neutral"
    wider = weights(more.seats[2].cards)
    assert (wider >= value).all()
    assert 1.0 - value.sum() / wider.sum() == pytest.approx(0.2, abs=0.01)
    assert edited(more, 2, "bluffs", None).seats == start.seats
    least = PREFLOP.followed(start, PREFLOP.with_number(start, "least", True))
    assert weights(least.seats[2].cards) == pytest.approx(np.maximum(value, 0.01), abs=1e-6)
    assert PREFLOP.kind_of(least, 2) == "neutral"


def test_texts_by_hand_stay_when_chips_change():
    start = opened(sixmax(3), 2, 2.5)
    own = replace(start, seats=(*start.seats[:2], Seat("CO", "77+"), *start.seats[3:]))
    assert PREFLOP.kind_of(own, 2) == ""
    assert edited(own, 2, "in", 3).seats[2].cards == "77+"


@pytest.mark.parametrize("template", table_templates(), ids=lambda t: t.name)
def test_a_template_makes_a_table_that_can_be_computed_from_every_position(template):
    start = table("AKs", "QQ", preflop={"rake": 0.05, "raise_to": 9, "stack": 12})
    for place, position in enumerate(template.positions):
        now = from_template(start, template, place)
        rows, request = PREFLOP.rows(now), asked_of(now)[1]
        assert PREFLOP.hero_seat(now) == place
        assert rows[place].name == "Hero"
        assert now.seats[place].cards == "AKs"
        assert request.raise_to == template.raise_to
        assert request.rake == 0.05
        assert now.preflop.stack == 12
        others = [row for row in rows if not row.hero]
        before, behind = [r for r in others if r.seat < place], [r for r in others if r.seat > place]
        assert all(row.state == "to act" for row in behind)
        if position == "BB":
            assert [row.state for row in before][-1] == "in"
            assert (before[-1].chips, request.price) == (1, 1.0)
            before = before[:-1]
        else:
            assert behind[-1].locked
            assert all(PREFLOP.kind_of(now, row.seat) == "neutral" for row in behind)
        assert all(row.state == "folded" for row in before)
        assert loads(dumps(now)) == now


def test_another_hero_keeps_the_chips_of_everybody():
    scenario = with_entry(table("AKs", "22+", "33+"), 1, "in", 4)
    now = PREFLOP.with_hero(scenario, 1)
    assert PREFLOP.hero_seat(now) == 1
    assert [row.chips for row in PREFLOP.rows(now)] == [0.0, 4, 1.0]
    values = asked_of(now)[0]
    assert values["hero"] == {"cards": "22+", "in": 4}
    assert PREFLOP.with_hero(now, 0).preflop == scenario.preflop


def test_removing_a_seat_leaves_the_others_what_they_have():
    scenario = table("AKs", "22+", "33+", "44+")
    for seat, chips in ((1, 2), (2, 3), (3, 4)):
        scenario = with_entry(scenario, seat, "in", chips)
    for seat in range(4):
        after = scenario.without_seat(seat)
        wanted = [row.chips for i, row in enumerate(PREFLOP.rows(scenario)) if i not in (0, seat)]
        assert [row.chips for row in PREFLOP.rows(after)][-len(wanted) :] == wanted
    moved = PREFLOP.with_hero(scenario, 2)
    after = moved.without_seat(0)
    assert PREFLOP.hero_seat(after) == 1
    assert PREFLOP.rows(after)[1].chips == 3
    assert table("AA", "KK").without_seat(1).preflop is None


def test_numbers_and_bets_are_taken_away_again():
    scenario = table("AKs", "22+")
    assert PREFLOP.with_number(PREFLOP.with_number(scenario, "raise_to", 3), "raise_to", None).preflop is None
    after = PREFLOP.with_after(scenario, "bets", BetSize(5))
    assert after.preflop.to_json() == {"after": {"bets": 5}}


def test_opponents_pay_as_their_players_call_unless_a_share_is_given():
    start = with_state(table("AKs", "", "22+", preflop={"raise_to": 3}), 1, "to act")
    request = asked_of(start)[1]
    assert all(0.5 < share < 1.0 for share in (*request.paid, *request.paid_raised))
    assert request.paid_raised[0] > request.paid[0]  # who calls a raise has better hands
    loose = asked_of(PREFLOP.with_kind(start, 1, shipped_player("loose")))[1]
    assert loose.paid[0] != request.paid[0]
    given = asked_of(PREFLOP.with_after(start, "paid", 0.3))[1]
    assert (given.paid, given.paid_raised) == ((0.3, 0.3), None)
    assert PREFLOP.with_after(start, "paid", None).preflop.after.paid is None


def test_a_request_without_paid_pays_all():
    values = asked_of(table("AKs", "22+"))[0]
    for after, paid, raised in (
        ({"bets": 2}, (1.0,), None),
        ({"bets": 2, "paid": {"call": 0.5, "raise": [0.9]}}, (0.5,), (0.9,)),
    ):
        request = read_preflop_request(values | {"after": after})
        assert (request.paid, request.paid_raised) == (paid, raised)
        assert read_preflop_request(request.to_json()) == request
    with pytest.raises(ScenarioError) as caught:
        read_preflop_request(values | {"after": {"bets": 2, "paid": {"call": 0.5, "raise": [0.9, 1]}}})
    assert caught.value.problems[0].field == "after.paid.raise"


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"raise_to": "x"}, "raise_to"),
        ({"raise_to": 0.5}, "raise_to"),
        ({"small_blind": -1}, "small_blind"),
        ({"after": {"bets": "x"}}, "after.bets"),
        ({"after": 7}, "after"),
        ({"after": {"bets": 1, "paid": 2}}, "after.paid"),
        ({"opponents": [{"in": "x"}]}, "in1"),
        ({"opponents": [{"calls": "AKx+"}]}, "calls1"),
        ({"opponents": [{"calls_raise": 7}]}, "calls_raise1"),
        ({"opponents": [{"whatever": 7}]}, "whatever1"),
        ({"opponents": "x"}, "opponents"),
        ({"opponents": ["x"]}, "opponents[0]"),
        ({"hero": 3}, "hero"),
        ({"hero": {"in": "x"}}, "in_hero"),
        ({"rake": 2}, "rake"),
        ({"nobody": "knows"}, "nobody"),
        ({"stack": "x"}, "stack"),
    ],
)
def test_damaged_values_are_named_at_their_field_and_nothing_is_lost(values, field):
    scenario = loads(dumps(table("AKs", "22+", preflop=values)))
    assert scenario.preflop.to_json() == values
    assert field in [problem.field for problem in PREFLOP.request(scenario).problems]
    kept = PREFLOP.with_number(scenario, "ante", 1).preflop.to_json()
    assert {key: kept.get(key) for key in values} == values


def test_problems_of_the_request_are_placed_at_the_seats():
    seats = (2, 4)
    assert at_page_field(Problem("opponents[1].calls", "x", 3), seats) == Problem("calls4", "x", 3)
    assert at_page_field(Problem("opponents[0].in", "x"), seats).field == "in2"
    assert at_page_field(Problem("hero.cards", "x"), seats).field == "hero"
    assert at_page_field(Problem("rake", "x"), seats).field == "rake"


def test_a_wrong_number_counts_as_not_set():
    panel = PreflopPanel.read({"big_blind": "x", "small_blind": 2})
    assert (panel.big_blind, panel.small_blind) == (1.0, 2)
    assert [problem.field for problem in panel.problems] == ["big_blind"]


def test_an_edit_of_a_seat_leaves_what_is_wrong_elsewhere():
    values = {"opponents": [{"in": 2, "note": "x"}, "y", {"calls": 7}], "after": 3, "players": 99}
    scenario = with_entry(table("AKs", "22+", "33+", "44+", preflop=values), 1, "calls", "QQ+")
    entries = [{"in": 2, "note": "x", "calls": "QQ+"}, "y", {"calls": 7}]
    assert scenario.preflop.to_json() == values | {"opponents": entries}
    mended = with_entry(scenario, 2, "in", 3)
    assert mended.preflop.to_json()["opponents"][1] == {"in": 3}


@pytest.mark.parametrize(
    "bets",
    [2, {"pot": 0.75}, {"call": 1, "raise": {"pot": 2}}, {"call": 1, "raise": 1}, {"pot": 1, "x": 2}, {"pot": "x"}],
)
def test_bets_after_the_flop_are_written_as_they_were_read(bets):
    values = {"after": {"bets": bets, "paid": [1, 0.5]}}
    assert PreflopPanel.read(values).to_json() == values
