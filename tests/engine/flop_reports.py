"""A small report: the money goes in on the flop, or is checked down, so that a flop takes milliseconds."""

NONE = {"bet": [], "raise": []}
SIZES = {"flop": {"bet": ["40%", "all in"], "raise": []}, "turn": NONE, "river": NONE}
RANGES = ({"AcAd": 1.0, "KsKh": 0.5, "QcJc": 1.0}, {"JsJd": 1.0, "AcQd": 1.0, "7c7h": 0.25})
FLOPS = ["Ks7h2d", "QsJs4h:2", "8s8h3d:0.5", "Tc9c8h"]
WEIGHTS = {"Ks7h2d": 1.0, "QsJs4h": 2.0, "8s8h3d": 0.5, "Tc9c8h": 1.0}
TIMES = ("solve_s",)


def request(**more):
    seats = [{"cards": ", ".join(f"{hand}:{weight}" for hand, weight in hands.items())} for hands in RANGES]
    table = {"steelwheel": 1, "game": "holdem", "seats": seats}
    base = {"table": table, "pot": 100, "stack": 100, "sizes": SIZES, "target": 0.001, "flops": FLOPS}
    return {"steelwheel_flops": 1, **base, **more}


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(entry) for key, entry in value.items() if key not in TIMES}
    return [without_times(entry) for entry in value] if isinstance(value, list) else value
