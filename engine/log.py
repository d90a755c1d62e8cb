"""Where warnings and faults of the engine are reported: the loggers below ``steelwheel``."""

import logging


def log_to_stderr() -> None:
    """Have this process report them on stderr."""
    logging.basicConfig(format="steelwheel: %(message)s")
