"""The one door to Numba.

Every kernel is compiled lazily for the one signature it is called with, unless it was shipped compiled
(``shipped``), releases the GIL and is cached on disk. There is no ``parallel=True``: the window and the engine own
the threads.

Compiling is what a first start waits for, so it is kept short: what only other kernels call is compiled without the
code by which Python calls it, which for a dozen arrays is longer than the kernel.
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
"""The compiled kernels that came with the program, None where none fit. Numba reads the choice when it is imported."""

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
"""Compiles a kernel, given by its module and name, for a signature into the cache folder, in another process."""

SUMS = {"reassoc", "contract", "nsz"}
"""What the order of additions may change: sums by vectors, products fused with sums. Sums of integers stay exact."""

_njit: Any = njit
"""Untyped: a compiled function is called like the one it was made from."""


def lean_kernel(function: F) -> F:
    """Compile ``function`` with nogil and an on-disk cache, without reference counts of arrays: it may not allocate.
    No kernel may call it (:func:`linked`).

    Numba counts references with atomic instructions wherever an array (a field of a named tuple of arrays, say) is
    passed on in a loop; that costs several times the work itself.
    """
    return _called_from_python(function, _nrt=False)


def sum_kernel(function: F) -> F:
    """Compile like :func:`lean_kernel`, sums in any order: for loops that add up many products."""
    return _called_from_python(function, _nrt=False, fastmath=SUMS)


def linked(kernel: F) -> F:
    """Let other kernels call ``kernel``, too: its code for LLVM, three quarters of what it takes in memory, is kept."""
    if isinstance(kernel, _Kernel):
        kernel.linked = True
    return kernel


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
    """Return the folder that kernels are compiled into, chosen when the first is looked for there."""
    choose_cache_folder()
    config.reload_config()  # it has read the environment before
    return Path(os.environ[VARIABLE])


class _CacheFile(FunctionCache):
    """The files of one kernel in the folder of the user, verified before they are loaded."""

    def __init__(self, kernel: "_Kernel") -> None:
        super().__init__(kernel.py_func)
        self._kernel = kernel
        stamp = numba_version, self._impl.locator.get_source_stamp()
        files: Any = KernelFiles(Path(self.cache_path), self._impl.filename_base, stamp)
        self._cache_file = files

    def load(self, sig: Any, codegen: Any) -> Any:
        """Return a kernel as Numba reduces it for pickling, None where there is none."""
        return self._cache_file.load(self._index_key(sig, codegen))

    def has(self, sig: Any, codegen: Any) -> bool:
        """Return whether there is a kernel for a signature."""
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
        """Like Numba's, which first loads all that it takes to compile, a third of a second; compiling does so too."""
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class _KernelCache(_Cache):
    """What was compiled before: shipped, or in the folder of the user, which is looked at only if there is need."""

    def __init__(self, kernel: "_Kernel") -> None:
        self._kernel = kernel
        self._made: _CacheFile | None = None

    @property
    def file(self) -> _CacheFile:
        """The kernel in the folder of the user."""
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
        """Return whether a kernel was compiled before for a signature."""
        return self._read(sig, target_context) is not None or self.file.has(sig, target_context.codegen())

    def _shipped(self, sig: Any, target_context: Any) -> Any:
        data = self._read(sig, target_context)
        return None if data is None else CompileResult._rebuild(target_context, *pickle.loads(data))

    def _read(self, sig: Any, target_context: Any) -> bytes | None:
        if SHIPPED is None or target_context.codegen().magic_tuple() != SHIPPED.target:
            return None
        return SHIPPED.read(file_name(self._kernel.__module__, self._kernel.py_func.__qualname__, repr(sig)))

    def save_overload(self, sig: Any, data: Any) -> None:
        self.file.save_overload(sig, data._replace(type_annotation=""))  # its annotated source

    def enable(self) -> None:
        self.file.enable()

    def disable(self) -> None:
        self.file.disable()

    def flush(self) -> None:
        self.file.flush()


class _Kernel(CPUDispatcher):
    """Forgets what Numba has found out about a function once it is compiled: nobody looks at it (``inspect_types``),
    and for all kernels it is a hundred thousand objects.
    """

    elsewhere: ClassVar[Elsewhere | None] = None
    linked = False
    """Whether other kernels call it."""

    def enable_caching(self) -> None:
        self._cache = _KernelCache(self)

    def compile(self, sig: Any) -> Any:
        """Compile for ``sig``, or load what was compiled before, perhaps in another process just now."""
        elsewhere = _Kernel.elsewhere
        if elsewhere is not None and sig not in self.overloads and not self._cache.has(sig, self.targetctx):
            elsewhere(self.__module__, self.py_func.__qualname__, sig)
        return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Called when another kernel that calls this one is compiled: it finds no code where that was not kept."""
        if not self.linked:
            raise TypeError(
                f"{self.py_func.__name__} is a kernel for Python and not linked: other kernels cannot call it"
            )
        return super().get_call_template(args, kws)

    def add_overload(self, cres: Any) -> None:
        super().add_overload(cres._replace(type_annotation=None))


class _Part(_Kernel):
    """Numba would jump to address 0 where a function without the code for it is called from Python."""

    linked = True

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f"{self.py_func.__name__} is a part of kernels and cannot be called from Python")


def _unlinked(reduced: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a compiled kernel, as Numba reduces it for pickling, without its code for those that call it."""
    (name, kind, (machine_code, _)), described, *rest = reduced
    symbols = described.llvm_func_name, described.llvm_cpython_wrapper_name
    stubs = "\n".join(f'define void @"{symbol}"() {{ unreachable }}' for symbol in symbols)
    listed = parse_assembly(stubs).as_bitcode()  # Numba looks only for symbols that it lists
    return (name, kind, (machine_code, listed)), described, *rest


def compile_elsewhere(elsewhere: Elsewhere | None) -> None:
    """Have kernels that are not on the disk compiled by ``elsewhere``; None: by this process."""
    _Kernel.elsewhere = elsewhere


def compile_to_disk(module: str, name: str, signature: Any) -> bool:
    """Compile a kernel for a signature into the cache folder; return whether it is there."""
    kernel = getattr(import_module(module), name)
    kernel.compile(signature)
    if not kernel._cache.has(signature, kernel.targetctx):  # what was compiled for others may have no file
        kernel._cache.save_overload(signature, kernel.overloads[signature])
    has: bool = kernel._cache.has(signature, kernel.targetctx)
    return has
