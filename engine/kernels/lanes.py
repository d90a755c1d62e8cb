"""Eight numbers as one value in kernels: added and multiplied like one number, in one or two vector registers.

A value of this type has, for example, a float64 for each of eight boards. The compiler vectorizes loops by itself only
if they are long and if it sees that no arrays overlap; this type makes vectors explicit.

Rows of lanes are float64[n, LANES], C-contiguous; row indices are not checked.
"""

import operator
from collections.abc import Callable
from typing import Any, ClassVar

from llvmlite import ir

from engine.arrays import F64
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

VECTOR = ir.VectorType(ir.DoubleType(), LANES)
ALIGNED = 8
"""Alignment in bytes: rows begin at any float64."""


class _Lanes(types.Type):
    """Numba's type of the value."""

    def __init__(self) -> None:
        super().__init__(name=f"float64x{LANES}")


_LANES = _Lanes()


@extending.register_model(_Lanes)
class _Model(extending.models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)  # type: ignore[no-untyped-call]


def _row_address(context: Any, builder: Any, kind: Any, rows: Any, at: Any) -> Any:
    """Return the address of row ``at`` of ``rows``."""
    data = context.make_array(kind)(context, builder, rows).data
    first = builder.mul(at, ir.Constant(at.type, LANES))
    return builder.bitcast(builder.gep(data, [first]), VECTOR.as_pointer())


def _as_load(_: Any, rows: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        return builder.load(_row_address(context, builder, called.args[0], *values), align=ALIGNED)

    return _LANES(rows, types.intp), generate


def _as_store(_: Any, rows: Any, at: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        builder.store(values[2], _row_address(context, builder, called.args[0], *values[:2]), align=ALIGNED)
        return context.get_dummy_value()

    return types.void(rows, types.intp, _LANES), generate


def _as_sum(_: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, called: Any, values: Any) -> Any:
        lanes = [builder.extract_element(values[0], ir.Constant(ir.IntType(32), lane)) for lane in range(LANES)]
        while len(lanes) > 1:
            lanes = [builder.fadd(one, other) for one, other in zip(lanes[::2], lanes[1::2], strict=True)]
        return lanes[0]

    return types.float64(_LANES), generate


_load: Any = extending.intrinsic(_as_load)
_store: Any = extending.intrinsic(_as_store)
_sum: Any = extending.intrinsic(_as_sum)


@inlined
def load(rows: F64, at: int) -> Any:
    """Return row ``at`` of ``rows`` float64[n, LANES]."""
    return _load(rows, at)


@inlined
def store(rows: F64, at: int, value: Any) -> None:
    """Write ``value`` to row ``at`` of ``rows`` float64[n, LANES]."""
    _store(rows, at, value)


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
