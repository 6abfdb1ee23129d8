"""`torch.device` as an argument for a `Device`. A library gets it as an opaque Python object."""

from __future__ import annotations

from typing import Any

import pytest
import tvm_ffi
from support.errors import raises


def fake_device(text: Any, module: str = "torch") -> Any:
    """A class with the name `torch.device`, for an environment without PyTorch."""

    def to_text(_: Any) -> Any:
        if isinstance(text, Exception):
            raise text
        return text

    return type("device", (), {"__module__": module, "__str__": to_text})()


@pytest.mark.parametrize(
    "text, device",
    [("cpu", ("cpu", 0)), ("cuda:1", ("cuda", 1)), ("cuda", ("cuda", 0)), ("mps:0", ("metal", 0))],
)
def test_a_device_by_its_text(mod: tvm_ffi.Module, text: str, device: tuple[str, int]) -> None:
    assert mod.id_device(fake_device(text)) == tvm_ffi.device(*device)
    assert mod.call_packed(mod.id_device, fake_device(text)) == tvm_ffi.device(*device)


@pytest.mark.parametrize(
    "device",
    [
        fake_device("cpu", module="another"),
        fake_device("no such device"),
        fake_device(5),
        fake_device("\ud800"),
        fake_device(ValueError("no text")),
        object(),
    ],
)
def test_other_objects_are_refused(mod: tvm_ffi.Module, device: Any) -> None:
    message = f"id_device: argument #0 `x`: expected Device, got {type(device).__name__}\n  id_device(x: Device)"
    for _ in range(2):
        with raises(TypeError, message):
            mod.id_device(device)
    assert mod.id_device(tvm_ffi.device("cpu")) == tvm_ffi.device("cpu")


def test_devices_of_pytorch(mod: tvm_ffi.Module) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    for text in ("cpu", "cpu:0", "cuda", "cuda:3"):
        assert mod.id_device(torch.device(text)) == tvm_ffi.device(text)
    assert mod.id_device(torch.zeros(2).device) == tvm_ffi.device("cpu")
    with pytest.raises(TypeError, match="expected Device"):
        mod.id_device(torch.device("meta"))
