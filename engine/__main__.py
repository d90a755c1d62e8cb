"""``python -m engine solve FILE``, ``python -m engine range TEXT``: the headless verbs on their own."""

import sys

from engine.cli import main

sys.exit(main(sys.argv[1:]))
