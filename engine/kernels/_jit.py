"""The one door to Numba.

Every kernel is compiled lazily for the one signature it is called with, releases the GIL and is cached on
disk. There is no ``parallel=True``: the window and the engine own the threads.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.kernels._cache import choose_cache_folder

choose_cache_folder()

import numba  # noqa: E402  (it reads where to keep its cache when it is imported)

F = TypeVar("F", bound=Callable[..., Any])

_njit: Any = numba.njit
"""Untyped: a compiled function is called like the one it was made from."""


def kernel(function: F) -> F:
    """Compile ``function`` with nogil and an on-disk cache."""
    compiled: F = _njit(nogil=True, cache=True, error_model="numpy")(function)
    return compiled


def lean_kernel(function: F) -> F:
    """Compile like :func:`kernel`, but without reference counts of arrays: for hot loops, which may not allocate.

    Numba counts references with atomic instructions wherever an array (a field of a named tuple of arrays, say) is
    passed on in a loop; that costs several times the work itself.
    """
    compiled: F = _njit(nogil=True, cache=True, error_model="numpy", _nrt=False)(function)
    return compiled


def inlined(function: F) -> F:
    """Compile a small helper that is always inlined into the kernels that call it; it may not allocate."""
    compiled: F = _njit(nogil=True, cache=True, error_model="numpy", forceinline=True, _nrt=False)(function)
    return compiled


SUMS = {"reassoc", "contract", "nsz"}
"""What the order of additions may change: sums by vectors, products fused with sums. Sums of integers stay exact."""


def sum_kernel(function: F) -> F:
    """Compile like :func:`lean_kernel`, sums in any order: for loops that add up many products."""
    compiled: F = _njit(nogil=True, cache=True, error_model="numpy", fastmath=SUMS, _nrt=False)(function)
    return compiled


def sum_inlined(function: F) -> F:
    """Compile like :func:`inlined`, sums in any order."""
    compiled: F = _njit(nogil=True, cache=True, error_model="numpy", fastmath=SUMS, forceinline=True, _nrt=False)(
        function
    )
    return compiled
