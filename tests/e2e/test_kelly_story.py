"""From a table to a bet in the assembled program: the panel says what the command line says of the same outcomes."""

import json
import re
import subprocess
import sys
from itertools import pairwise

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from engine import RunOptions, Scenario, Seat
from engine.cli.answers import answer_kelly
from engine.kelly.answer import kelly_answer, with_cassandra_counts
from engine.kelly.request import read_kelly_request
from engine.kelly.responses.callers import run_one_on_one
from engine.scenario.kelly import read_panel
from gui.pages.kelly.model import COUNTING
from gui.pages.kelly.words import cassandra_text
from gui.words.formatting import THIN, chips, growth_text, signed_chips
from tests.e2e.playing import RESULT_MS, click, go_to, part, result, type_into

INTERVAL = re.compile(r"95\xa0% interval (\d+)–(\d+)")


def command_line(verb, question):
    """Run the verb in a process of its own, as a shell would."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", verb, "-"], input=question, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def show_kelly(app):
    go_to(app, "Kelly")


def line(app, of="kelly"):
    return part(app, f"{of}.advice.line", QLabel).accessibleName()


def fact(app, name):
    return part(app, f"kelly.fact.{name}", QLabel).text()


def test_the_panels_advice_is_that_of_the_command_line(app, qtbot):
    seats = (Seat("Hero", "AhKh"), Seat("CO", "22+, ATs+, KQo"), Seat("BB", "random"))
    app.document.replace("Three", Scenario("holdem", seats, board="7h 8h 2c"))
    snapshot = result(app, qtbot)
    show_kelly(app)
    for field, text in (("bankroll", "5000"), ("chips0", "30"), ("chips1", "60"), ("chips2", "30"), ("chip", "1")):
        type_into(app, f"kelly.{field}", text)
    click(app, "kelly.multiple.0.5", "kelly.copy")
    question = QGuiApplication.clipboard().text()
    asked = json.loads(question)
    hero = snapshot.seats[0].estimate
    assert asked["outcomes"] == {"win": hero.win, "split": list(hero.split), "lose": hero.lose}
    assert asked["committed"] == {"hero": 30.0, "opponents": [60.0, 30.0], "folded": 0.0}
    answer = command_line("kelly", question)
    assert answer["decision"] == "raise"
    raised, by = chips(answer["bet"]), chips(answer["bet"] - 30)
    assert line(app) == f"Raise to {raised}, by {by} (half Kelly)"
    assert fact(app, "chipEv") == f"{signed_chips(answer['chip_ev'])}, fold 0"
    assert fact(app, "growth").startswith(growth_text(answer["growth"]))
    assert fact(app, "zero") == chips(answer["zero_growth_bet"])
    request = read_kelly_request(asked)
    assert answer_kelly(question.encode(), None) == answer
    qtbot.waitUntil(lambda: fact(app, "cassandra") != COUNTING, timeout=RESULT_MS)
    *_, last = run_one_on_one(app.document.scenario, 0)
    multiplied = with_cassandra_counts(kelly_answer(request), request, last.answer)
    assert fact(app, "cassandra") == cassandra_text(multiplied)
    doubt = answer["sensitivity"]
    assert fact(app, "doubt") == f"{chips(doubt['low']['bet'])} to {chips(doubt['high']['bet'])}"


def test_solve_and_kelly_on_the_command_line_say_the_same(app, qtbot):
    """No window in between: the outcomes that `solve` prints, asked of `kelly`."""
    app.document.replace("Two", Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Eve", "QsQd")), board="7h 8h 2c"))
    result(app, qtbot)
    show_kelly(app)
    type_into(app, "kelly.bankroll", "1000")
    seats = [{"name": "Hero", "cards": "AhKh"}, {"name": "Eve", "cards": "QsQd"}]
    solved = command_line("solve", json.dumps({"game": "holdem", "seats": seats, "board": "7h 8h 2c"}))
    hero = solved["seats"][0]
    outcomes = {key: hero[key] for key in ("win", "split", "lose")}
    answer = command_line("kelly", json.dumps({"bankroll": 1000, "opponents": 1, "outcomes": outcomes}))
    assert answer["decision"] == "bet"
    assert line(app) == f"Bet {chips(answer['bet'])} (full Kelly)"


def interval_width(app):
    result = INTERVAL.search(line(app).replace(THIN, ""))
    assert result is not None
    return int(result[2]) - int(result[1])


def test_the_interval_narrows_as_a_sampled_run_goes_on(app, qtbot):
    """Step by step: which snapshots of one run the window gets to see depends on what else the machine does."""
    seats = (Seat("Hero", "AhAd"), *(Seat(f"Seat {i}", "random") for i in range(2, 6)))
    show_kelly(app)
    run = RunOptions(method="sampled", max_trials=40_000)
    asked = {"bankroll": 1_000_000, "chip": 1}
    app.document.replace("Five", Scenario("holdem", seats, run=run, kelly=read_panel(asked)))
    result(app, qtbot)
    widths = [interval_width(app)]
    for _ in range(2):
        app.session.refine()
        qtbot.waitUntil(lambda: app.session.state == "idle", timeout=RESULT_MS)
        widths.append(interval_width(app))
    assert all(after < 0.6 * before for before, after in pairwise(widths))
    hero = app.session.snapshot.seats[0].estimate
    outcomes = {"win": hero.win, "split": list(hero.split), "lose": hero.lose}
    question = asked | {"opponents": 4, "outcomes": outcomes, "stderr": hero.stderr}
    ends = command_line("kelly", json.dumps(question))["interval"]
    assert widths[-1] == ends["high"]["bet"] - ends["low"]["bet"]


def test_a_razz_hand_is_tracked_to_its_showdown(app, qtbot):
    seats = (Seat("Hero", "A 2 9"), Seat("Bob", "x x K"), Seat("Cid", "x x 7"))
    app.document.replace("Razz", Scenario("razz", seats))
    show_kelly(app)
    click(app, "kelly.view.tracker")
    for field, text in (("stacks0", "200"), ("bankroll", "500"), ("ante", "1"), ("bringIn", "3"), ("smallBet", "10")):
        type_into(app, f"tracker.{field}", text)
    click(app, "tracker.begin", "tracker.deal", "tracker.call")
    result(app, qtbot)
    assert line(app, "tracker") == "Complete to 10"
    click(app, "tracker.bet", "tracker.fold", "tracker.call")
    assert [seat.folded for seat in app.document.scenario.seats] == [False, True, False]
    cards = [("A 2 9", "x x 7")]
    for hero, cid in (("5", "8"), ("6", "3"), ("T", "J"), ("4", "2")):
        cards.append((f"{cards[-1][0]} {hero}", f"{cards[-1][1]} {cid}"))
        type_into(app, "seat0.text", cards[-1][0])
        type_into(app, "seat2.text", cards[-1][1])
        click(app, "tracker.deal", "tracker.call", "tracker.call")
    type_into(app, "seat2.text", "K Q 7 8 3 J 2")
    result(app, qtbot)
    click(app, "tracker.pay")
    assert part(app, "tracker.over", QLabel).text() == "Hero wins 26"
    head = part(app, "tracker.head", QLabel).text()
    assert head.endswith("bankroll 515")
