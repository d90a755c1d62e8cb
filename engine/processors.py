"""The number of processors that share work, and of threads within one product."""

import os

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""The variables that the BLAS libraries of NumPy read when they are loaded."""


def processors() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def use_one_blas_thread() -> None:
    """Let NumPy compute a product of matrices in the thread that asks for it, unless the environment says otherwise;
    to be called before NumPy is imported, by what begins a process. Processes that it starts inherit this.

    The engine shares its work among threads of its own. Those of BLAS come on top of them, and wait for one another in
    loops wherever the processors are busy: a matrix by a vector then takes many times the processor time.
    """
    for variable in BLAS_THREADS:
        os.environ.setdefault(variable, "1")
