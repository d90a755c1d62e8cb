"""The processors for threads and processes of the engine, giving one to other threads, and a single thread for BLAS."""

import ctypes
import os
import sys

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""The variables that the BLAS libraries of NumPy read when they are loaded."""


def processors() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def yield_function() -> int:
    """Return the address of the system's function by which a thread lets others that are ready use its processor.

    It takes no arguments and returns an int. Kernels get the address as a number: a compiled kernel is kept on disk,
    and the address differs from process to process.
    """
    if sys.platform == "win32":
        function = ctypes.windll.kernel32.SwitchToThread
    else:
        function = ctypes.CDLL(None).sched_yield
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


def use_one_blas_thread() -> None:
    """Make NumPy compute matrix products in the calling thread, unless the environment sets a number of threads.

    Call it at the start of a process, before NumPy is imported. Processes started later inherit the setting.

    The engine has threads of its own. Those of BLAS would come in addition and wait for one another in busy loops if
    the processors are occupied: the product of a matrix and a vector then takes many times the processor time.
    """
    for variable in BLAS_THREADS:
        os.environ.setdefault(variable, "1")
