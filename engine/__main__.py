"""``python -m engine solve FILE``, ``python -m engine range TEXT``: the headless verbs on their own."""

import sys

from engine.cli import main

if __name__ == "__main__":  # and not in the processes that a batch starts
    sys.exit(main(sys.argv[1:]))
