"""Eight numbers as one value in kernels: added and multiplied like one number, in one or two vector registers.

A value of this type has, for example, a float64 for each of eight boards. The compiler vectorizes loops by itself only
if they are long and if it sees that no arrays overlap; this type makes vectors explicit.

Rows of lanes are float64[n, LANES] or float32[n, LANES], C-contiguous; row indices are not checked.
"""

import operator
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
from llvmlite import ir
from numpy.typing import NDArray

from engine.kernels.jit import inlined

# isort: split
# After jit, which chooses how Numba compiles before it imports it.
from numba import extending, types
from numba.core.typing import templates

LANES = 8

_signature: Any = templates.signature
_can_be_typed: Any = templates.infer_global
_can_be_lowered: Any = extending.lower_builtin
"""Untyped, like everything that Numba generates."""

VECTOR, SINGLE = ir.VectorType(ir.DoubleType(), LANES), ir.VectorType(ir.FloatType(), LANES)
CACHE_LINE = 64
"""Bytes."""


class _Lanes(types.Type):
    """Numba's type of the value."""

    def __init__(self) -> None:
        super().__init__(name=f"float64x{LANES}")


_LANES = _Lanes()


@extending.register_model(_Lanes)
class _Model(extending.models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)  # type: ignore[no-untyped-call]


def _address(context: Any, builder: Any, kind: Any, rows: Any, row: Any, column: Any = None) -> tuple[Any, int]:
    """Return the address of LANES numbers of ``rows``, and its alignment in bytes: they begin at any number."""
    made = context.make_array(kind)(context, builder, rows)
    first = builder.mul(row, builder.extract_value(made.shape, 1) if column else ir.Constant(row.type, LANES))
    if column:
        first = builder.add(first, column)
    vector = SINGLE if kind.dtype == types.float32 else VECTOR
    return builder.bitcast(builder.gep(made.data, [first]), vector.as_pointer()), kind.dtype.bitwidth // 8


def _as_load(_: Any, rows: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        address, aligned = _address(context, builder, called.args[0], *values)
        value = builder.load(address, align=aligned)
        return value if value.type == VECTOR else builder.fpext(value, VECTOR)

    return _LANES(rows, types.intp), generate


def _as_store(_: Any, rows: Any, at: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        address, aligned = _address(context, builder, called.args[0], *values[:2])
        value = values[2] if address.type.pointee == VECTOR else builder.fptrunc(values[2], SINGLE)
        builder.store(value, address, align=aligned)
        return context.get_dummy_value()

    return types.void(rows, types.intp, _LANES), generate


def _as_sum(_: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        lanes = [builder.extract_element(values[0], ir.Constant(ir.IntType(32), lane)) for lane in range(LANES)]
        while len(lanes) > 1:
            lanes = [builder.fadd(one, other) for one, other in zip(lanes[::2], lanes[1::2], strict=True)]
        return lanes[0]

    return types.float64(_LANES), generate


def _as_prefetch(_: Any, numbers: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        array, at = values
        data = context.make_array(called.args[0])(context, builder, array).data
        integer = ir.IntType(32)
        address = builder.bitcast(builder.gep(data, [at]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [address.type, integer, integer, integer])
        function = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(function, [address, integer(0), integer(2), integer(1)])  # data, to be read, into the second level
        return context.get_dummy_value()

    return types.void(numbers, types.intp), generate


def _turned(builder: Any, rows: list[Any]) -> list[Any]:
    """Return the columns of LANES vectors of as many numbers."""
    index = ir.IntType(32)
    for step in (1, 2, 4):
        low = [lane if not lane & step else LANES + lane - step for lane in range(LANES)]
        high = [lane + step if not lane & step else LANES + lane for lane in range(LANES)]
        masks = [ir.Constant(ir.VectorType(index, LANES), mask) for mask in (low, high)]
        for one in (row for row in range(LANES) if not row & step):
            pair = rows[one], rows[one + step]
            rows[one], rows[one + step] = (builder.shuffle_vector(*pair, mask) for mask in masks)
    return rows


def _rows_of_lanes(context: Any, builder: Any, kind: Any, rows: Any) -> list[Any]:
    """Return the first LANES numbers of ``rows``."""
    data = context.make_array(kind)(context, builder, rows).data
    return [builder.load(builder.gep(data, [ir.Constant(ir.IntType(64), lane)])) for lane in range(LANES)]


def _as_side_by_side(_: Any, numbers: Any, rows: Any, column: Any, lanes: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        kinds, (numbers, rows, column, lanes, at) = called.args, values
        read = []
        for row in _rows_of_lanes(context, builder, kinds[1], rows):
            address, aligned = _address(context, builder, kinds[0], numbers, row, column)
            read.append(builder.load(address, align=aligned))
        for step, value in enumerate(_turned(builder, read)):
            address, aligned = _address(context, builder, kinds[3], lanes, builder.add(at, at.type(step)))
            builder.store(value, address, align=aligned)
        return context.get_dummy_value()

    return types.void(numbers, rows, types.intp, lanes, types.intp), generate


def _as_part(_: Any, lanes: Any, at: Any, numbers: Any, rows: Any, column: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        kinds, (lanes, at, numbers, rows, column) = called.args, values
        read = []
        for step in range(LANES):
            address, aligned = _address(context, builder, kinds[0], lanes, builder.add(at, at.type(step)))
            read.append(builder.load(address, align=aligned))
        places = _rows_of_lanes(context, builder, kinds[3], rows)
        for row, value in zip(places, _turned(builder, read), strict=True):
            address, aligned = _address(context, builder, kinds[2], numbers, row, column)
            builder.store(value, address, align=aligned)
        return context.get_dummy_value()

    return types.void(lanes, types.intp, numbers, rows, types.intp), generate


_side_by_side: Any = extending.intrinsic(_as_side_by_side)
_part: Any = extending.intrinsic(_as_part)
_prefetch: Any = extending.intrinsic(_as_prefetch)
_load: Any = extending.intrinsic(_as_load)
_store: Any = extending.intrinsic(_as_store)
_sum: Any = extending.intrinsic(_as_sum)


@inlined
def load(rows: NDArray[np.floating[Any]], at: int) -> Any:
    """Return row ``at`` of ``rows`` float64[n, LANES] or float32[n, LANES]."""
    return _load(rows, at)


@inlined
def store(rows: NDArray[np.floating[Any]], at: int, value: Any) -> None:
    """Write ``value`` to row ``at`` of ``rows`` float64[n, LANES] or float32[n, LANES], rounded to these."""
    _store(rows, at, value)


@inlined
def side_by_side(
    numbers: NDArray[np.float32], rows: NDArray[np.int64], count: int, lanes: NDArray[np.float32], at: int
) -> None:
    """Write the first ``count`` numbers of some rows to ``lanes`` float32[n, LANES] from row ``at`` on.

    ``numbers`` float32[m, n]; ``rows`` int64[LANES]: its row for each lane. Numbers up to the next multiple of LANES
    are read and written.
    """
    for column in range(0, count, LANES):
        _side_by_side(numbers, rows, column, lanes, at + column)


@inlined
def part(lanes: NDArray[np.float32], numbers: NDArray[np.float32], rows: NDArray[np.int64], count: int) -> None:
    """Write the first ``count`` rows of ``lanes`` to the beginnings of rows: the inverse of :func:`side_by_side`.

    Arrays: ``lanes`` float32[n, LANES], ``numbers`` float32[m, n], ``rows`` int64[LANES].
    """
    for column in range(0, count, LANES):
        _part(lanes, column, numbers, rows, column)


@inlined
def fetch(numbers: NDArray[Any], at: int, count: int) -> None:
    """Have ``count`` numbers, from ``at`` on, brought to the processor's cache before they are needed.

    Arrays: ``numbers`` float32[n], int16[n] or uint16[n].
    """
    for i in range(at, at + count, CACHE_LINE // numbers.itemsize):
        _prefetch(numbers, i)


@inlined
def lane_sum(value: Any) -> Any:
    """Return the sum of the lanes."""
    return _sum(value)


def _define(operation: Callable[[Any, Any], Any], name: str) -> None:
    """Let kernels use an operation on two lanes values, or on one and a number."""
    pairs = ((_LANES, _LANES), (_LANES, types.float64), (types.float64, _LANES))

    @_can_be_typed(operation)
    class _Template(templates.ConcreteTemplate):
        cases: ClassVar = [_signature(_LANES, *pair) for pair in pairs]

    def lower(context: Any, builder: Any, called: Any, values: Any) -> Any:
        one, other = (
            value if kind == _LANES else _all_lanes(builder, value)
            for kind, value in zip(called.args, values, strict=True)
        )
        return getattr(builder, name)(one, other)

    for pair in pairs:
        _can_be_lowered(operation, *pair)(lower)


def _all_lanes(builder: Any, number: Any) -> Any:
    """Return lanes that all have the value ``number``."""
    index, undefined = ir.IntType(32), ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(undefined, number, ir.Constant(index, 0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(index, LANES), [0] * LANES))


for _operation, _name in (
    (operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul"),
    (operator.iadd, "fadd"), (operator.isub, "fsub"), (operator.imul, "fmul"),
):  # fmt: skip
    _define(_operation, _name)
