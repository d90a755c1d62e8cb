"""The one door to Numba.

Every kernel is compiled lazily for the one signature it is called with, releases the GIL and is cached on
disk. There is no ``parallel=True``: the window and the engine own the threads.

Compiling is what a first start waits for, so it is kept short: what only other kernels call is compiled without the
code by which Python calls it, which for a dozen arrays is longer than the kernel.
"""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from engine.kernels._cache import choose_cache_folder

choose_cache_folder()

import numba  # noqa: E402  (it reads where to keep its cache when it is imported)
from numba.core import event as event  # noqa: E402  (for ``compiling``)
from numba.core.registry import CPUDispatcher  # noqa: E402

F = TypeVar("F", bound=Callable[..., Any])

SUMS = {"reassoc", "contract", "nsz"}
"""What the order of additions may change: sums by vectors, products fused with sums. Sums of integers stay exact."""

_njit: Any = numba.njit
"""Untyped: a compiled function is called like the one it was made from."""


def kernel(function: F) -> F:
    """Compile ``function`` with nogil and an on-disk cache."""
    return _called_from_python(function)


def lean_kernel(function: F) -> F:
    """Compile like :func:`kernel`, but without reference counts of arrays: for hot loops, which may not allocate.

    Numba counts references with atomic instructions wherever an array (a field of a named tuple of arrays, say) is
    passed on in a loop; that costs several times the work itself.
    """
    return _called_from_python(function, _nrt=False)


def sum_kernel(function: F) -> F:
    """Compile like :func:`lean_kernel`, sums in any order: for loops that add up many products."""
    return _called_from_python(function, _nrt=False, fastmath=SUMS)


def part(function: F) -> F:
    """Compile what only other kernels call, like :func:`lean_kernel`."""
    return _called_from_kernels(function)


def sum_part(function: F) -> F:
    """Compile what only other kernels call, like :func:`sum_kernel`."""
    return _called_from_kernels(function, fastmath=SUMS)


def inlined(function: F) -> F:
    """Compile a small helper that is always inlined into the kernels that call it; it may not allocate."""
    return _called_from_kernels(function, forceinline=True)


def sum_inlined(function: F) -> F:
    """Compile like :func:`inlined`, sums in any order."""
    return _called_from_kernels(function, forceinline=True, fastmath=SUMS)


def _called_from_python(function: F, **options: Any) -> F:
    compiled: Any = _njit(nogil=True, cache=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    result: F = _as(_Kernel, compiled)
    return result


def _called_from_kernels(function: F, **options: Any) -> F:
    options |= {"nogil": True, "cache": True, "error_model": "numpy", "_nrt": False}
    compiled: Any = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
    result: F = _as(_Part, compiled)
    return result


def _as(kind: type[CPUDispatcher], compiled: Any) -> Any:
    if isinstance(compiled, CPUDispatcher):  # not so with NUMBA_DISABLE_JIT
        compiled.__class__ = kind
    return compiled


class _Kernel(CPUDispatcher):
    """Forgets what Numba has found out about a function once it is compiled: nobody looks at it (``inspect_types``),
    and for all kernels it is a hundred thousand objects.
    """

    def add_overload(self, cres: Any) -> None:
        super().add_overload(cres._replace(type_annotation=None))


class _Part(_Kernel):
    """Numba would jump to address 0 where a function without the code for it is called from Python."""

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f"{self.py_func.__name__} is a part of kernels and cannot be called from Python")
