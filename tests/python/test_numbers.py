"""Numbers, booleans, pointers, dtypes, and devices as arguments and results, also beyond the limits of types."""

from __future__ import annotations

import ctypes
import math
import struct

import ml_dtypes
import numpy as np
import pytest
import tvm_ffi
from support.errors import argument_error, raises
from support.imported import is_imported

INTEGERS = {
    "i8": (-(2**7), 2**7 - 1),
    "i16": (-(2**15), 2**15 - 1),
    "i32": (-(2**31), 2**31 - 1),
    "i64": (-(2**63), 2**63 - 1),
    "isize": (-(2**63), 2**63 - 1),
    "i128": (-(2**127), 2**127 - 1),
    "u8": (0, 2**8 - 1),
    "u16": (0, 2**16 - 1),
    "u32": (0, 2**32 - 1),
    "u64": (0, 2**64 - 1),
    "usize": (0, 2**64 - 1),
    "u128": (0, 2**128 - 1),
}
FLOATS = {"f64": np.float64, "f32": np.float32, "f16": np.float16}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_at_their_limits(mod: tvm_ffi.Module, name: str) -> None:
    least, most = INTEGERS[name]
    for value in (least, least + 1, 0, 1, most - 1, most):
        result = mod[f"id_{name}"](value)
        assert (type(result), result) == (int, value)


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_beyond_their_limits_are_refused(mod: tvm_ffi.Module, name: str) -> None:
    least, most = INTEGERS[name]
    for value in (least - 1, most + 1, 2**64, -(2**64), 2**200, -(2**200), 10**300):
        if least <= value <= most:
            continue
        text = f"{value} is out of range for {name}, expected {least} to {most}"
        with raises(ValueError, argument_error(f"id_{name}", "x: int", text)):
            mod[f"id_{name}"](value)


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_accept_integral_values(mod: tvm_ffi.Module, name: str) -> None:
    for value in (True, False, np.int64(7), np.uint8(7)):
        result = mod[f"id_{name}"](value)
        assert (type(result), result) == (int, int(value))


def test_booleans(mod: tvm_ffi.Module) -> None:
    for value, expected in ((True, True), (False, False), (1, True), (0, False)):
        assert mod.id_bool(value) is expected
    for value in (2, -1, 2**63, 2**64, -(2**70)):
        text = f"{value} is out of range for bool, expected 0 or 1"
        with raises(ValueError, argument_error("id_bool", "x: bool", text)):
            mod.id_bool(value)


def test_floats_keep_all_bits(mod: tvm_ffi.Module) -> None:
    quiet, payload = struct.unpack("<2d", struct.pack("<2Q", 0x7FF8 << 48, 0xFFF8 << 48 | 0xBEEF))
    limits = (0.0, -0.0, 5e-324, -2.2250738585072014e-308, 1.7976931348623157e308, math.inf, -math.inf)
    for value in (*limits, 0.1, quiet, payload):
        assert struct.pack("<d", mod.id_f64(value)) == struct.pack("<d", value)
        assert mod.float_bits(value) == struct.unpack("<Q", struct.pack("<d", value))[0]


@pytest.mark.parametrize("name", FLOATS)
def test_floats_are_rounded_once_to_nearest_even(mod: tvm_ffi.Module, name: str) -> None:
    kind = FLOATS[name]
    info = np.finfo(kind)
    one, epsilon = 1.0, float(info.eps)
    values = [0.1, -0.0, 1 / 3, one + epsilon / 2, one + 1.5 * epsilon, float(info.max), float(info.tiny)]
    values += [float(info.smallest_subnormal), float(info.smallest_subnormal) / 2, math.inf, -math.inf]
    values += [float(info.max) + float(info.max) * epsilon / 4]
    for value in values:
        with np.errstate(over="ignore", under="ignore"):
            expected = float(kind(value))
        result = mod[f"id_{name}"](value)
        assert struct.pack("<d", result) == struct.pack("<d", expected), value
    assert math.isnan(mod[f"id_{name}"](math.nan))


def test_bfloat16_is_rounded_once_to_nearest_even(mod: tvm_ffi.Module) -> None:
    halfway = 1 + 2**-8
    cases = {
        halfway: 1.0,
        1 + 3 * 2**-8: 1 + 2**-6,
        0.1: 0.10009765625,
        math.inf: math.inf,
        3.39e38: 3.3895313892515355e38,
    }
    # Rounding to f32 first would give a tie, which rounds to the even neighbour.
    cases[math.nextafter(halfway, 2)] = 1 + 2**-7
    for value, expected in cases.items():
        assert mod.id_bf16(value) == expected
    assert math.isnan(mod.id_bf16(math.nan))


@pytest.mark.parametrize("name", [*FLOATS, "bf16"])
def test_floats_accept_integers_of_any_size(mod: tvm_ffi.Module, name: str) -> None:
    for value, expected in ((True, 1.0), (0, 0.0), (-3, -3.0), (2**70, 2.0**70), (-(2**64), -(2.0**64))):
        if name == "f16" and abs(value) > 65504:
            expected = math.copysign(math.inf, value)
        result = mod[f"id_{name}"](value)
        assert (type(result), result) == (float, expected)


def test_an_integer_is_rounded_once(mod: tvm_ffi.Module) -> None:
    # Rounding to f64 first would give a tie between two f32, which rounds to the even one below.
    assert mod.id_f32(2**60 + 2**36 + 1) == float(2**60 + 2**37)
    assert mod.id_f32(2**100 + 2**76 + 1) == float(2**100 + 2**77)
    assert mod.id_f64(2**70 + 2**17 + 1) == float(2**70 + 2**18)
    assert mod.id_f64(2**2000) == math.inf
    assert mod.id_f64(-(2**2000)) == -math.inf


def test_none_and_options(mod: tvm_ffi.Module) -> None:
    assert mod.id_unit(None) is None
    assert mod.nothing() is None
    for name, value in (("i64", 2**62), ("f32", 2.0**70), ("str", "a text of some length"), ("unit", None)):
        function = mod[f"id_option_{name}"]
        assert function(None) is None
        assert function(value) == value
    text = "9223372036854775808 is out of range for i64, expected -9223372036854775808 to 9223372036854775807"
    with raises(ValueError, argument_error("id_option_i64", "x: Optional[int]", text)):
        mod.id_option_i64(2**63)
    # An option converts a big integer to its common form.
    assert mod.id_option_f32(2**70) == 2.0**70


def test_pointers(mod: tvm_ffi.Module) -> None:
    for address in (1, 16, 2**48, 2**64 - 1):
        result = mod.id_pointer(ctypes.c_void_p(address))
        assert (type(result), result.value) == (ctypes.c_void_p, address)
    for null in (None, ctypes.c_void_p(None), ctypes.c_void_p(0)):
        result = mod.id_pointer(null)
        assert (type(result), result.value) == (ctypes.c_void_p, None)


DTYPES = [
    "float32",
    "bfloat16",
    "int8",
    "uint64",
    "bool",
    "float8_e4m3fn",
    "float4_e2m1fn",
    "float32x4",
    "handle",
]


@pytest.mark.parametrize("name", DTYPES)
def test_dtypes_in_both_forms(mod: tvm_ffi.Module, name: str) -> None:
    for form in (tvm_ffi.dtype(name), name):
        result = mod.id_dtype(form)
        assert type(result) is (str if is_imported(mod) else tvm_ffi.dtype)
        assert result == tvm_ffi.dtype(name)


def test_dtypes_of_numpy(mod: tvm_ffi.Module) -> None:
    assert mod.id_dtype(np.dtype("float16")) == tvm_ffi.dtype("float16")
    assert mod.id_dtype(np.dtype(ml_dtypes.bfloat16)) == tvm_ffi.dtype("bfloat16")


@pytest.mark.parametrize("name, kind, index", [("cpu", "cpu", 0), ("cuda:3", "cuda", 3), ("rocm", "rocm", 0)])
def test_devices_in_both_forms(mod: tvm_ffi.Module, name: str, kind: str, index: int) -> None:
    for form in (tvm_ffi.device(kind, index), name):
        result = mod.id_device(form)
        if is_imported(mod):
            assert result == f"{kind}:{index}" and mod.id_device(result) == result
            continue
        assert type(result) is tvm_ffi.Device
        assert (result, result.type, result.index) == (tvm_ffi.device(kind, index), kind, index)


def test_text_that_is_not_a_dtype_or_device_is_refused(mod: tvm_ffi.Module) -> None:
    kinds = "`int`, `uint`, `float`, `bfloat` or `complex` with a number of bits, `bool`, `handle`, `void`, "
    with pytest.raises(ValueError) as info:
        mod.id_dtype("flaot32")
    assert info.value.args[0].startswith(
        f"id_dtype: argument #0 `x`: `flaot32` is not a dtype, expected {kinds}"
    )
    assert info.value.args[0].endswith("\n  id_dtype(x: dtype)")
    with pytest.raises(ValueError) as info:
        mod.id_device("gpu:0")
    start = "id_device: argument #0 `x`: `gpu:0` is not a device, expected `cpu`, `cuda`, "
    assert info.value.args[0].startswith(start)
    assert info.value.args[0].endswith("\n  id_device(x: Device)")
