"""Structs in Rust, given as dictionaries."""

from __future__ import annotations

from typing import Any

import pytest
import tvm_ffi


@pytest.mark.parametrize(
    "config, expected",
    [
        ({"rate": 1}, "rate: 1.0, layers: [], mode: Fast, name: None"),
        (
            {"rate": 0.5, "layers": [(3, [-1, True])], "mode": "fast", "name": "a"},
            'rate: 0.5, layers: [Layer(3, (-1, true))], mode: Fast, name: Some("a")',
        ),
        ({"rate": 2, "mode": {"slow": {"steps": 2**100}}}, f"rate: 2.0, layers: [], mode: Slow {{ steps: {2**100} }}, name: None"),
        ({"rate": 2, "mode": {"named": "x"}, "name": None}, 'rate: 2.0, layers: [], mode: Named("x"), name: None'),
    ],
)
def test_a_dictionary_is_a_struct(mod: tvm_ffi.Module, config: dict[str, Any], expected: str) -> None:
    assert mod.describe_config(config) == f"Config {{ {expected} }}"
    assert mod.count_configs([config, config]) == "2 None"
    assert mod.count_configs([], "fast") == "0 Some(Fast)"


@pytest.mark.parametrize(
    "config, kind, message",
    [
        ({"rate": "fast"}, TypeError, '`config`["rate"]: expected f32, got str'),
        ({"rate": 1, "layers": [(1, (2, True)), (300, (1, True))]}, ValueError, '`config`["layers"][1][0]: invalid value: integer `300`, expected u8'),
        ({"rate": 1, "layers": [(1, (2, 3))]}, TypeError, '`config`["layers"][0][1][1]: expected a boolean, got int'),
        ({"rate": 1, "layers": [(1, (2, True), 4)]}, ValueError, '`config`["layers"][0]: invalid length 3, expected 2 elements in sequence'),
        ({"rate": 1, "mode": {"slow": {"steps": None}}}, TypeError, '`config`["mode"]["slow"]["steps"]: expected i128, got None'),
        ({"rate": 1, "mode": "other"}, ValueError, "unknown variant `other`, expected one of `fast`, `slow`, `named`"),
        ({"rate": 1, "rote": 2}, ValueError, "unknown field `rote`, expected one of `rate`, `layers`, `mode`, `name`"),
        ({}, ValueError, "missing field `rate`"),
        (7, TypeError, "`config`: expected struct Config, got int"),
    ],
)
def test_an_error_says_where_it_is(mod: tvm_ffi.Module, config: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as raised:
        mod.describe_config(config)
    assert message in str(raised.value)


def test_dtypes_and_devices_are_their_names(mod: tvm_ffi.Module) -> None:
    for value, name in ((tvm_ffi.dtype("float32"), "float32"), (tvm_ffi.device("cuda", 1), "cuda:1")):
        assert mod.describe_config({"rate": 1, "name": value}).endswith(f'name: Some("{name}") }}')
    # As serde has it, a text may be given as its UTF-8.
    assert mod.describe_config({"rate": 1, "name": b"x"}).endswith('name: Some("x") }')
    with pytest.raises(TypeError, match=r'`config`\["name"\]: expected .*string, got an object'):
        mod.describe_config({"rate": 1, "name": len})


def test_a_value_may_be_nested_too_deeply(mod: tvm_ffi.Module) -> None:
    assert mod.depth([[[]], []]) == 3
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    # The package `tvm_ffi` refuses it in words of its own, or converts a part of it.
    with pytest.raises((ValueError, TypeError), match="nested too deeply|expected a sequence"):
        mod.depth(deep)
