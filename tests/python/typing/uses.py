"""What users of stubs write. Type checkers find nothing wrong, and it runs."""

from __future__ import annotations

import copy
from typing import Any, Callable

import cpu_kernels
import e2e_kernels as e2e
import numpy as np
import tvm_ffi
from numpy.typing import NDArray
from typing_extensions import assert_type

x: NDArray[np.float32] = np.ones((4, 8), np.float32)
weight: NDArray[np.float32] = np.ones(8, np.float32)
out: NDArray[np.float32] = np.empty((4, 8), np.float32)

# Scalars and text, with and without defaults.
assert_type(e2e.add(1, 2), int)
assert_type(e2e.add(b=2, a=1), int)
assert_type(e2e.math.halve(3), float)
assert_type(e2e.repeat("ab", 2), str)
assert_type(e2e.id_option_i64(None), "int | None")
assert_type(e2e.id_bytes(bytearray(b"ab")), bytes)
assert_type(e2e.nothing(), None)
assert_type(e2e.raw_names(1, 2), int)
assert_type(e2e.defaults(1), "tuple[int, int, float, str, bool, int | None, list[int], int]")

# Tensors of any framework.
e2e.rms_norm(x, weight, out)
cpu_kernels.rms_norm(tvm_ffi.from_dlpack(x), weight, 1e-5)
assert cpu_kernels.rms_norm(x, weight, eps=1e-5, out=out) is out
rows, row_max = cpu_kernels.softmax(x)
assert rows.shape == (4, 8) and row_max.shape == (4,)
assert_type(e2e.count_true(np.array([True, False])), int)
assert_type(e2e.sums([x.ravel().astype(np.float64), tvm_ffi.from_dlpack(np.ones(3))]), "list[float]")
assert_type(e2e.arange(3), Any)
assert_type(e2e.zeros("float32", [2, 3]), Any)
assert np.from_dlpack(e2e.transposed(np.ones((2, 3)))).shape == (3, 2)
assert np.from_dlpack(e2e.arange(3)).shape == (3,)
assert_type(e2e.sum_of(x[0]), "tuple[str, float]")

# Dtypes and devices, by their names too.
assert_type(e2e.id_dtype(np.dtype(np.float16)), str)
assert_type(e2e.id_dtype(tvm_ffi.dtype("int8")), str)
assert_type(e2e.id_device("cpu"), str)
assert_type(e2e.id_device(tvm_ffi.device("cpu")), str)

# Containers: what converts goes in, what it became comes out.
assert_type(e2e.join(["a", "b"]), str)
assert_type(e2e.join(("a", "b"), "-"), str)
assert_type(e2e.id_array([1, 2])[0], int)
assert_type(e2e.id_array(e2e.id_array([1, 2])), "list[int]")
assert_type(e2e.look_up({"a": 1}, "a"), "int | None")
assert_type(e2e.id_nested({"a": [(1, "b"), None]}), "dict[str, list[tuple[int, str] | None]]")

# Functions, and anything.


def describe(number: int, text: str) -> float:
    return number + len(text)


assert_type(e2e.call_typed(describe, 3), float)
assert_type(e2e.make_adder(3), "Callable[..., Any]")
assert_type(e2e.make_typed()(1, 2), int)
assert_type(len(e2e.collect(1, "two", None, [4.0])), int)
assert_type(e2e.error_parts(ValueError("wrong")), "tuple[str, str]")

# Classes.
tally = e2e.Tally(3, names=["a"])
assert_type(tally.add(), int)
assert_type(len(tally), int)
tally.count += 1
tally.names = ["a", "b"]
assert_type(tally.names, "list[str]")
assert_type(e2e.Tally.of(["a"]), e2e.Tally)
assert (tally.count, len(tally)) == (5, 2)

spot = e2e.Spot(1, name="one")
assert_type(spot.plus(e2e.Spot(2, 3)), e2e.Spot)
assert_type(spot(2), int)
assert (spot(), spot(2)) == (1, 2)
assert spot == e2e.Spot(1, 0, name="one") and hash(spot) == hash(e2e.Spot(1, name="one"))
assert [each.x for each in sorted([e2e.Spot(2), spot])] == [1, 2]
assert_type(copy.copy(spot), e2e.Spot)
assert_type(spot.plus(other=spot), e2e.Spot)

owned = e2e.stubs.own(spot, tally)
base: e2e.Owned = owned
assert base.owner is not None and base.owner.count == 5
assert_type(owned.coordinates(), Any)
assert_type(e2e.stubs.total([spot, owned.spot]), int)


class Named(e2e.Tally):
    """A class of Python's own."""

    def label(self) -> str:
        """Return the names in one text."""
        return ", ".join(self.names)


assert Named(names=["a", "b"]).label() == "a, b"

# Arguments by position or by name only, and any number of them.
assert_type(e2e.kinds(1, third=3), str)
assert_type(e2e.gathered(1, 2, 3, separator=" ", x=1.5), str)

# Constants, properties, class methods, operators, and exceptions.
assert_type(e2e.MOST_SIDES + e2e.Polygon.FEWEST_SIDES, int)


class Square(e2e.Polygon):
    """A class of Python's own."""


square = Square.square(1.0)
assert_type(square, Square)
square.perimeter = 8.0
assert_type(square.perimeter, float)
assert_type(e2e.Money(1) == "one", bool)
assert hash(e2e.Hashed(3)) == 3 and e2e.Hashed(3) != "three"

with e2e.Money(1) as money:
    money += e2e.Money(2)
    assert_type(3 * money + money, e2e.Money)

try:
    e2e.fail_with_shape_error(2)
except e2e.SidesError as error:
    value_error: ValueError = error
