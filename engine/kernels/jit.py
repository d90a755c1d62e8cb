"""The only access to Numba: decorators for kernels, and their cache on disk.

Every kernel is compiled lazily for the one signature with which it is called, unless it was shipped compiled
(``shipped``); it releases the GIL and is cached on disk. ``parallel=True`` is not used: the window and the engine own
the threads.

A first start waits for the compiler, so little is compiled: a function that only other kernels call is compiled without
the wrapper through which Python calls it, which for a dozen arrays is longer than the kernel itself.
"""

import os
import pickle
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NoReturn, TypeVar

from llvmlite.binding import get_host_cpu_features, parse_assembly

from engine.kernels.cache import VARIABLE, choose_cache_folder
from engine.kernels.shipped import choose_set, file_name
from engine.kernels.stored import KernelFiles

SHIPPED = choose_set(get_host_cpu_features)
"""The compiled kernels that came with the program, or None if none fit. Chosen first: importing Numba reads the
choice."""

from numba import __version__ as numba_version  # noqa: E402  (after the choice)
from numba import njit  # noqa: E402
from numba.core import config  # noqa: E402
from numba.core import event as event  # noqa: E402  (for ``compiling``)
from numba.core.caching import FunctionCache, _Cache  # noqa: E402
from numba.core.compiler import CompileResult  # noqa: E402
from numba.core.registry import CPUDispatcher  # noqa: E402
from numba.core.serialize import dumps  # noqa: E402

F = TypeVar("F", bound=Callable[..., Any])
Elsewhere = Callable[[str, str, Any], None]
"""A function that has another process compile a kernel, given by module and name, for a signature."""

SUMS = {"reassoc", "contract", "nsz"}
"""LLVM flags that allow another order of additions (vectors) and fused products. Sums of integers stay exact."""

_njit: Any = njit
"""Untyped, because a compiled function is called like the Python function from which it was made."""


def lean_kernel(function: F) -> F:
    """Compile ``function`` with nogil and an on-disk cache, without reference counts of arrays: it must not allocate.

    Called from Python; no other kernel can call it unless it is :func:`linked`. Numba would count references with
    atomic instructions wherever an array (or a named tuple of arrays) is passed on in a loop, which costs several times
    the work itself.
    """
    return _called_from_python(function, _nrt=False)


def sum_kernel(function: F) -> F:
    """Compile like :func:`lean_kernel`, with sums in any order: for loops that add up many products."""
    return _called_from_python(function, _nrt=False, fastmath=SUMS)


def linked(kernel: F) -> F:
    """Let other kernels call ``kernel``, too. For them its LLVM code, three quarters of its memory, is not released."""
    if isinstance(kernel, _Kernel):
        kernel.linked = True
    return kernel


def subkernel(function: F) -> F:
    """Compile a function that only other kernels call, like :func:`lean_kernel`."""
    return _called_from_kernels(function)


def sum_subkernel(function: F) -> F:
    """Compile a function that only other kernels call, like :func:`sum_kernel`."""
    return _called_from_kernels(function, fastmath=SUMS)


def inlined(function: F) -> F:
    """Compile a small helper that is always inlined into the kernels that call it; it must not allocate."""
    return _called_from_kernels(function, forceinline=True)


def sum_inlined(function: F) -> F:
    """Compile like :func:`inlined`, with sums in any order."""
    return _called_from_kernels(function, forceinline=True, fastmath=SUMS)


def _called_from_python(function: F, **options: Any) -> F:
    compiled: Any = _njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    result: F = _as(_Kernel, compiled)
    return result


def _called_from_kernels(function: F, **options: Any) -> F:
    options |= {"nogil": True, "error_model": "numpy", "_nrt": False}
    compiled: Any = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
    result: F = _as(_Part, compiled)
    return result


def _as(kind: type[CPUDispatcher], compiled: Any) -> Any:
    if isinstance(compiled, CPUDispatcher):  # not so with NUMBA_DISABLE_JIT
        compiled.__class__ = kind
        compiled.enable_caching()
    return compiled


@cache
def cache_folder() -> Path:
    """Return the folder for compiled kernels, which is chosen at the first call."""
    choose_cache_folder()
    config.reload_config()  # Numba has read the environment before
    return Path(os.environ[VARIABLE])


class _CacheFile(FunctionCache):
    """The cache files of one kernel in the user's folder, verified before they are loaded."""

    def __init__(self, kernel: "_Kernel") -> None:
        super().__init__(kernel.py_func)
        self._kernel = kernel
        stamp = numba_version, self._impl.locator.get_source_stamp()
        files: Any = KernelFiles(Path(self.cache_path), self._impl.filename_base, stamp)
        self._cache_file = files

    def load(self, sig: Any, codegen: Any) -> Any:
        """Return a compiled kernel in the form in which Numba pickles it, or None if there is no file."""
        return self._cache_file.load(self._index_key(sig, codegen))

    def has(self, sig: Any, codegen: Any) -> bool:
        """Return True if there is a compiled kernel for a signature."""
        files: Any = self._cache_file
        has: bool = files.has(self._index_key(sig, codegen))
        return has

    def _save_overload(self, sig: Any, data: Any) -> None:
        if self._enabled and self._impl.check_cachable(data):
            reduced = self._impl.reduce(data)
            if not self._kernel.linked:
                reduced = _unlinked(reduced)
            self._cache_file.save(self._index_key(sig, data.codegen), dumps(reduced))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load like Numba's method, without loading all of the compiler first, which takes a third of a second."""
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class _KernelCache(_Cache):
    """Finds compiled kernels: first the shipped ones, then, only if needed, those in the user's folder."""

    def __init__(self, kernel: "_Kernel") -> None:
        self._kernel = kernel
        self._made: _CacheFile | None = None

    @property
    def file(self) -> _CacheFile:
        """The files of the kernel in the user's folder."""
        if self._made is None:
            cache_folder()
            self._made = _CacheFile(self._kernel)
        return self._made

    @property
    def cache_path(self) -> Any:
        return self.file.cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        result = self._shipped(sig, target_context)
        return self.file.load_overload(sig, target_context) if result is None else result

    def has(self, sig: Any, target_context: Any) -> bool:
        """Return True if there is a compiled kernel for a signature."""
        return self._read(sig, target_context) is not None or self.file.has(sig, target_context.codegen())

    def _shipped(self, sig: Any, target_context: Any) -> Any:
        data = self._read(sig, target_context)
        return None if data is None else CompileResult._rebuild(target_context, *pickle.loads(data))

    def _read(self, sig: Any, target_context: Any) -> bytes | None:
        if SHIPPED is None or target_context.codegen().magic_tuple() != SHIPPED.target:
            return None
        return SHIPPED.read(file_name(self._kernel.__module__, self._kernel.py_func.__qualname__, repr(sig)))

    def save_overload(self, sig: Any, data: Any) -> None:
        self.file.save_overload(sig, data._replace(type_annotation=""))  # the annotated source is not needed

    def enable(self) -> None:
        self.file.enable()

    def disable(self) -> None:
        self.file.disable()

    def flush(self) -> None:
        self.file.flush()


class _Kernel(CPUDispatcher):
    """A compiled function without Numba's type annotations, which only ``inspect_types`` reads.

    For all kernels these would be a hundred thousand objects in memory.
    """

    elsewhere: ClassVar[Elsewhere | None] = None
    linked = False
    """Whether other kernels call it."""

    def enable_caching(self) -> None:
        self._cache = _KernelCache(self)

    def compile(self, sig: Any) -> Any:
        """Compile for ``sig``, or load the compiled kernel, possibly from another process that has just compiled it."""
        elsewhere = _Kernel.elsewhere
        if elsewhere is not None and sig not in self.overloads and not self._cache.has(sig, self.targetctx):
            elsewhere(self.__module__, self.py_func.__qualname__, sig)
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Called when a kernel that calls this one is compiled; an unlinked kernel has no code for that."""
        if not self.linked:
            raise TypeError(
                f"{self.py_func.__name__} is a kernel for Python and not linked: other kernels cannot call it"
            )
        return super().get_call_template(args, kws)

    def add_overload(self, cres: Any) -> None:
        super().add_overload(cres._replace(type_annotation=None))


class _Part(_Kernel):
    """A kernel that Python cannot call: without this check Numba would jump to address 0."""

    linked = True

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f"{self.py_func.__name__} is a part of kernels and cannot be called from Python")


def _unlinked(reduced: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a compiled kernel, in the form in which Numba pickles it, without its code for calling kernels.

    Numba only looks for the symbols of that code, so stubs replace it.
    """
    (name, kind, (machine_code, _)), described, *rest = reduced
    symbols = described.llvm_func_name, described.llvm_cpython_wrapper_name
    stubs = "\n".join(f'define void @"{symbol}"() {{ unreachable }}' for symbol in symbols)
    listed = parse_assembly(stubs).as_bitcode()
    return (name, kind, (machine_code, listed)), described, *rest


def compile_elsewhere(elsewhere: Elsewhere | None) -> None:
    """Have kernels that are not on disk compiled by ``elsewhere``; None: by this process."""
    _Kernel.elsewhere = elsewhere


def compile_to_disk(module: str, name: str, signature: Any) -> bool:
    """Compile a kernel for a signature into the cache folder; return True if its file exists then."""
    kernel = getattr(import_module(module), name)
    kernel.compile(signature)
    # A kernel that was compiled only as a part of others can be in memory without a file.
    if not kernel._cache.has(signature, kernel.targetctx):
        kernel._cache.save_overload(signature, kernel.overloads[signature])
    has: bool = kernel._cache.has(signature, kernel.targetctx)
    return has
