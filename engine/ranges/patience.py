"""Threads that do not wait for kernels: the window would freeze while one is compiled, as happens on a first start.

Such a thread leaves out results that need an uncompiled kernel. The same work in a background thread compiles it, and
then both have the result. Importing this module does not load Numba.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_threads = threading.local()


class NotPrepared(Exception):  # noqa: N818  (it is no error)
    """A kernel is not compiled yet, and this thread does not wait for it."""


def waits_for_kernels() -> bool:
    """Return False in a thread that does not wait for kernels."""
    return getattr(_threads, "waits", True)


def if_prepared(call: Callable[[], object]) -> None:
    """Call a kernel, or raise an exception if this thread would have to wait until it is compiled.

    Raises:
        NotPrepared: the kernel is not compiled, and this thread does not wait for kernels.
    """
    from engine.kernels.common.compiling import CompileDeferred, deferring

    if waits_for_kernels():
        call()
        return
    try:
        with deferring(lambda: True):
            call()
    except CompileDeferred:
        raise NotPrepared from None


@contextmanager
def impatient() -> Iterator[None]:
    """In this block, the thread does not wait for kernels; see :func:`if_prepared`."""
    previous = waits_for_kernels()
    _threads.waits = False
    try:
        yield
    finally:
        _threads.waits = previous
