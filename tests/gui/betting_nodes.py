"""Small situations of betting, solved once, and their nodes."""

from functools import cache

from engine import Scenario, Seat, scenario_to_json
from engine.betting.request import read_betting_request
from engine.betting.run import run_betting
from engine.betting.watch import look
from gui.pages.betting.player_view import player_view

RIVER = Scenario(
    "holdem", (Seat("Hero", "KK, AQs, 65s, 87s"), Seat("Villain", "AA, JJ, KTs+, Q9s")), board="2c 7d 9h Ts Kc"
)
RAZZ = Scenario("razz", (Seat("Hero", "[A-8][A-8]567"), Seat("Villain", "[A-8][A-8]89T")))
SEVENTH = Scenario("razz", (Seat("Hero", "[A-6][A-6]5678x"), Seat("Villain", "[A-6][A-6]89T4x")))


@cache
def solution_of(scenario=RIVER, bankroll=None, pot=100.0):
    request = {"steelwheel_betting": 1, "table": scenario_to_json(scenario), "pot": pot, "target": 0.002}
    if scenario.game == "holdem":
        request |= {"stack": 300, "sizes": {"river": {"bet": ["50%", "100%"], "raise": ["all in"]}}}
    else:
        streets = ("seventh",) if scenario is SEVENTH else ("fifth", "sixth", "seventh")
        request |= {"limit": {**dict.fromkeys(streets, 10.0), "cap": 1}, "target": 0.05}
    if bankroll is not None:
        request["bankroll"] = bankroll
    last = list(run_betting(read_betting_request(request)))[-1]
    return last.solution, last.progress


def view_of(scenario=RIVER, path=(), bankroll=None):
    return look(*solution_of(scenario, bankroll), path)


def shown_of(scenario=RIVER, path=(), player=0, bankroll=None):
    view = view_of(scenario, path, bankroll)
    return player_view(view, player, scenario.seats[player].name)
