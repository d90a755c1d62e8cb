"""How much work something is: a measure that no other work of the machine disturbs."""

import sys
from contextlib import suppress


def calls(work, *given):
    """Return how many functions are called by ``work(*given)``, Python's own and built-in ones; an error ends it."""
    count = 0

    def on_event(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(on_event)
    try:
        with suppress(ValueError):
            work(*given)
    finally:
        sys.setprofile(None)
    return count
