"""Kelly requests in which opponents react to a bet."""

ONE = {"win": 0.57, "split": [0.06], "lose": 0.37}
ODDS = {
    "bankroll": 5000,
    "pot": 100,
    "opponents": 1,
    "min_bet": 10,
    "outcomes": ONE,
    "reaction": {"defend": "pot odds"},
}
TWO = {"win": 0.4, "split": [0.05, 0.01], "lose": 0.54}
SETS = [{"callers": [0], "outcomes": ONE}, {"callers": [1], "outcomes": ONE}, {"callers": [0, 1], "outcomes": TWO}]
SEVERAL = {
    "bankroll": 500,
    "pot": 100,
    "opponents": 2,
    "outcomes": TWO,
    "reaction": [{"defend": "pot odds"}, {"fold": 0.3}],
    "outcomes_by_callers": SETS,
}
