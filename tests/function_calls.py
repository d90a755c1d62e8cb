"""A measure of work that does not depend on the load of the machine: the number of function calls."""

import sys
from contextlib import suppress


def calls(work, *given):
    """Return how many functions ``work(*given)`` calls, written in Python or C. A ValueError ends it early."""
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
