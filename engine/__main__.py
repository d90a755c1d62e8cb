"""``python -m engine solve FILE``, ``python -m engine range TEXT``: the headless verbs on their own."""

import sys

from engine.processors import use_one_blas_thread

if __name__ == "__main__":  # and not in the processes that a batch starts
    use_one_blas_thread()
    from engine.cli.main import run_process

    sys.exit(run_process(sys.argv[1:]))
