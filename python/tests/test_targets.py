"""Wheels for other platforms: names, files, the list of crates, and the folder of a kernel. `with_targets` builds such wheels."""

import importlib.util
import json
import platform
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tvm_ffi_rs import BuildError, _binary, _hub, _sbom, _targets, _toolchain, build
from tvm_ffi_rs._crate import Crate
from tvm_ffi_rs._targets import of_platform
from tvm_ffi_rs._wheel import Distribution

EXAMPLE = Path(__file__).parents[2] / "examples" / "framework_kernels"


@pytest.mark.parametrize(
    ("name", "tag", "arguments"),
    [
        ("manylinux2014_x86_64", "manylinux_2_17_x86_64", ["--target", "x86_64-unknown-linux-gnu.2.17"]),
        ("manylinux_2_28_aarch64", "manylinux_2_28_aarch64", ["--target", "aarch64-unknown-linux-gnu.2.28"]),
        ("win_amd64", "win_amd64", ["--target", "x86_64-pc-windows-gnu"]),
        ("macosx_10_12_x86_64", "macosx_10_12_x86_64", ["--target", "x86_64-apple-darwin"]),
    ],
)
def test_names_of_platforms(name, tag, arguments):
    target = of_platform(name)
    assert (target.platform, target.arguments) == (tag, arguments)
    assert target.variables == ({"MACOSX_DEPLOYMENT_TARGET": "10.12"} if name.startswith("mac") else {})


def test_musl_is_that_of_the_system():
    assert 'target.aarch64-unknown-linux-musl.rustflags = ["-Ctarget-feature=-crt-static"]' in of_platform("musllinux_1_2_aarch64").arguments


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("linux", "there is no platform `linux`, expected names such as: manylinux2014_x86_64, "),
        ("x86_64-pc-windows-gnu", "there is no platform `x86_64-pc-windows-gnu`"),
        ("musllinux_1_1_x86_64", "there is no platform `musllinux_1_1_x86_64`"),
        ("manylinux2010_x86_64", "Rust's standard library needs glibc 2.17, so the oldest platform is `manylinux2014_x86_64`"),
    ],
)
def test_unknown_platforms(name, message):
    with pytest.raises(BuildError, match=message):
        of_platform(name)


def test_a_library_serves_newer_platforms():
    assert _binary.serves("manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
    assert not _binary.serves("manylinux_2_34_x86_64", "manylinux_2_28_x86_64")
    assert not _binary.serves("manylinux_2_17_aarch64", "manylinux_2_28_x86_64")
    assert not _binary.serves("linux_x86_64", "manylinux_2_28_x86_64")
    assert _binary.serves("win_amd64", "win_amd64") and not _binary.serves("win_arm64", "win_amd64")
    assert _binary.serves("macosx_10_12_x86_64", "macosx_11_0_x86_64")


def test_tags_are_those_in_the_files(tmp_path, library_path):
    expected = {"linux": "linux_", "darwin": "macosx_", "win32": "win_"}[sys.platform]
    found = _binary.platform_tag(library_path("cpu-kernels"), platform.machine())
    assert found.startswith(("manylinux_2_", expected)) and found.lower().endswith(platform.machine().lower())
    file = tmp_path / "library"
    # A header, and the command with the oldest version: macOS 11.3.
    file.write_bytes(_binary.MACH_O + struct.pack("<IIIIIII", 0x0100000C, 0, 6, 1, 24, 0, 0) + struct.pack("<IIIII", 0x32, 24, 1, 0x000B0300, 0))
    assert _binary.platform_tag(file, "") == "macosx_11_0_arm64"
    file.write_bytes(b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<H", 0xAA64))
    assert _binary.platform_tag(file, "") == "win_arm64"
    file.write_bytes(b"#!/bin/sh\n")
    with pytest.raises(ValueError, match="is no library of Linux, macOS, or Windows"):
        _binary.platform_tag(file, "")


@pytest.mark.parametrize("missing", ["tools", "standard library"])
def test_what_is_missing_is_named_before_anything_is_built(tmp_path, monkeypatch, missing):
    monkeypatch.chdir(EXAMPLE)
    monkeypatch.setattr(sys, "argv", ["build", "--target", "win_amd64,manylinux2014_aarch64", "--out", str(tmp_path / "dist")])
    monkeypatch.setattr(_targets, "zigbuild", lambda: None if missing == "tools" else "cargo-zigbuild")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(_toolchain, "run", lambda *_: f"{tmp_path}\n")
    monkeypatch.setattr(Crate, "build", lambda *_: pytest.fail("a build was started"))
    with pytest.raises(SystemExit) as ended:
        build.main()
    assert str(ended.value) == {
        "tools": "error: building for other platforms needs two packages: pip install cargo-zigbuild==0.24.1 ziglang==0.15.2",
        "standard library": "error: Rust's standard library is missing for some targets: rustup target add x86_64-pc-windows-gnu aarch64-unknown-linux-gnu",
    }[missing]
    assert not (tmp_path / "dist").exists()


def test_pip_builds_one_wheel(tmp_path, monkeypatch):
    monkeypatch.chdir(EXAMPLE)
    assert build.get_requires_for_build_wheel() == [] and "ziglang" in " ".join(build.get_requires_for_build_wheel({"target": "win_amd64"}))
    with pytest.raises(BuildError, match="pip builds one wheel at a time: `python -m tvm_ffi_rs.build --target win_amd64,win_arm64` builds several"):
        build.build_wheel(str(tmp_path), {"target": "win_amd64,win_arm64"})


def test_the_list_of_crates_has_those_of_the_library():
    listed = json.loads(_sbom.cyclonedx(Crate.in_folder(EXAMPLE).crates(_toolchain.host(EXAMPLE))))
    library = listed["metadata"]["component"]
    assert library["name"] == "framework-kernels" and library["purl"] == "pkg:cargo/framework-kernels@0.1.0"
    found = {one["name"]: one for one in listed["components"]}
    assert {"tvm-ffi-rs", "tvm-ffi-rs-core", "libloading", "half"} <= found.keys()
    # What only other members of the workspace have, and what is only there for tests or on other systems.
    assert found.keys().isdisjoint({"tvm-ffi-rs-python", "serde", "trybuild", "windows-link"} if sys.platform == "linux" else {"trybuild"})
    assert found["half"]["licenses"] == [{"expression": "MIT OR Apache-2.0"}] and found["half"]["version"][0] == "2"
    assert len(found) == len(listed["components"])


def test_a_kernel_for_hugging_face(kernel):
    import numpy as np

    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    assert kernel.rms_norm(x, np.ones(4, np.float32), 1e-6).shape == (2, 4)
    assert "rms_norm" in dir(kernel)


@pytest.mark.parametrize(
    ("name", "license", "device", "message"),
    [("k1", "", "cpu", "needs a license"), ("1k", "MIT", "cpu", "`1k` cannot be the name of a kernel"), ("k1", "MIT", "gpu", "expected `cpu`, or the version of CUDA")],
)
def test_what_a_kernel_needs(tmp_path, library_path, name, license, device, message):
    with pytest.raises(BuildError, match=message):
        _hub.check_device(device)
        described = Distribution(name, "1.0.0", license=license)
        _hub.write_kernel(tmp_path, described, library_path("framework-kernels"), of_platform("win_amd64"), device)
    assert not list(tmp_path.iterdir())
