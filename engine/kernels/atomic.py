"""Atomic operations on integers that several threads read and write, for kernels that run at the same time.

Plain reads and writes of arrays are not enough for that: the compiler may keep a number in a register, and processors
may show one thread's writes to another one in a different order. All operations here are sequentially consistent:
everything that a thread has written before such an operation is visible to every thread that sees the operation's
result.

Arrays are C-contiguous, and indices are not checked.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from engine.kernels.jit import inlined

# isort: split
# After jit, which chooses how Numba compiles before it imports it.
from numba import extending, types

ORDER = "seq_cst"
WORD_BYTES = 8


def _address(context: Any, builder: Any, kind: Any, words: Any, index: Any) -> Any:
    """Return the address of a word."""
    return builder.gep(context.make_array(kind)(context, builder, words).data, [index])


def _as_load(_: Any, words: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        return builder.load_atomic(_address(context, builder, called.args[0], *values), ORDER, WORD_BYTES)

    return types.int64(words, types.intp), generate


def _as_store(_: Any, words: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        address = _address(context, builder, called.args[0], *values[:2])
        builder.store_atomic(values[2], address, ORDER, WORD_BYTES)
        return context.get_dummy_value()

    return types.void(words, types.intp, types.int64), generate


def _as_add(_: Any, words: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        address = _address(context, builder, called.args[0], *values[:2])
        return builder.atomic_rmw("add", address, values[2], ORDER)

    return types.int64(words, types.intp, types.int64), generate


def _as_replace(_: Any, words: Any, index: Any, expected: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        address = _address(context, builder, called.args[0], *values[:2])
        return builder.extract_value(builder.cmpxchg(address, *values[2:], ORDER, ORDER), 1)

    return types.boolean(words, types.intp, types.int64, types.int64), generate


def _as_call(_: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        function = ir.FunctionType(ir.IntType(32), []).as_pointer()
        builder.call(builder.inttoptr(values[0], function), [])
        return context.get_dummy_value()

    return types.void(types.int64), generate


_load: Any = extending.intrinsic(_as_load)
_store: Any = extending.intrinsic(_as_store)
_add: Any = extending.intrinsic(_as_add)
_replace: Any = extending.intrinsic(_as_replace)
_call: Any = extending.intrinsic(_as_call)


@inlined
def load_word(words: NDArray[np.int64], index: int) -> int:
    """Return a word of ``words`` int64[n]."""
    word: int = _load(words, index)
    return word


@inlined
def store_word(words: NDArray[np.int64], index: int, value: int) -> None:
    """Replace a word of ``words`` int64[n] by ``value``."""
    _store(words, index, value)


@inlined
def add_to_word(words: NDArray[np.int64], index: int, value: int) -> int:
    """Add ``value`` to a word of ``words`` int64[n], and return its previous value."""
    before: int = _add(words, index, value)
    return before


@inlined
def replace_word(words: NDArray[np.int64], index: int, expected: int, value: int) -> bool:
    """Replace a word of ``words`` int64[n] by ``value`` if it is ``expected``; return True if it was.

    This is the operation that is known as compare and swap.
    """
    replaced: bool = _replace(words, index, expected, value)
    return replaced


@inlined
def yield_processor(function: int) -> None:
    """Let another thread that is ready use this processor.

    ``function``: the address that :func:`engine.processors.yield_function` returns.
    """
    _call(function)
