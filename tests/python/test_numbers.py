"""Numbers, booleans, pointers, dtypes, and devices as arguments and results, also beyond the limits of types."""

from __future__ import annotations

import ctypes
import math
import struct

import pytest
from support.errors import argument_error, raises
from support.imported import is_imported
from support.package import np, tvm_ffi

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
@pytest.mark.parametrize("name", INTEGERS)
def test_integers_at_their_limits(mod: tvm_ffi.Module, name: str) -> None:
    least, most = INTEGERS[name]
    for value in (least, least + 1, 0, 1, most - 1, most):
        result = mod[f"id_{name}"](value)
        assert (type(result), result) == (int, value)


def shown(value: int) -> str:
    """A number as messages show it: its size, where it is beyond 128 bits."""
    if -(2**127) <= value < 2**128:
        return str(value)
    return f"an integer of {(value.bit_length() // 64 + 1) * 64} bits"


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_beyond_their_limits_are_refused(mod: tvm_ffi.Module, name: str) -> None:
    least, most = INTEGERS[name]
    for value in (least - 1, most + 1, 2**64, -(2**64), 2**200, -(2**200), 10**300):
        if least <= value <= most:
            continue
        text = f"{shown(value)} is out of range for {name}, expected {least} to {most}"
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
    ml_dtypes = pytest.importorskip("ml_dtypes")
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
