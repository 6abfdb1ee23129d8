"""The platforms that wheels are built for on this machine, by the names that pip has for them.

`cargo-zigbuild` links for all of them: against an old glibc, musl, Windows, and macOS, with what the package `ziglang` has.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from . import _toolchain
from ._cargo import BuildError

# Versions that link the tests.
TOOLS = ("cargo-zigbuild==0.24.1", "ziglang==0.15.2")
EXAMPLES = "manylinux2014_x86_64, manylinux_2_28_aarch64, musllinux_1_2_x86_64, win_amd64, macosx_11_0_arm64"
OLD_NAMES = {"manylinux1": "manylinux_2_5", "manylinux2010": "manylinux_2_12", "manylinux2014": "manylinux_2_17"}
WINDOWS = {"win_amd64": "x86_64-pc-windows-gnu", "win_arm64": "aarch64-pc-windows-gnullvm"}
# The oldest glibc that Rust's standard library runs on.
OLDEST_GLIBC = 17


@dataclass(frozen=True)
class Target:
    platform: str
    """The tag of its wheels, such as `manylinux_2_17_x86_64`."""
    triple: str
    """The name of the target for rustc."""
    glibc: str = ""
    """The version of glibc that the library is linked against, if it is."""
    options: Sequence[str] = ()
    """Further arguments for cargo."""
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def module_suffix(self) -> str:
        return ".pyd" if self.triple in WINDOWS.values() else ".so"

    @property
    def arguments(self) -> list[str]:
        """Arguments of `cargo zigbuild`."""
        return ["--target", f"{self.triple}.{self.glibc}" if self.glibc else self.triple, *self.options]


def targets(platforms: str) -> list[Target]:
    """The platforms in a list with commas, all of which can be built for."""
    found = [of_platform(name.strip()) for name in platforms.split(",")]
    check_tools()
    check_standard_library(found)
    return found


def of_platform(name: str) -> Target:
    """The target of a platform, or an error with the forms of such names."""
    old, _, machine = name.partition("_")
    name = f"{OLD_NAMES[old]}_{machine}" if old in OLD_NAMES else name
    if name in WINDOWS:
        return Target(name, WINDOWS[name])
    if matched := re.fullmatch(r"manylinux_2_(\d+)_(x86_64|aarch64)", name):
        minor, machine = matched.groups()
        if int(minor) < OLDEST_GLIBC:
            raise BuildError(f"`{name}`: Rust's standard library needs glibc 2.{OLDEST_GLIBC}, so the oldest platform is `manylinux2014_{machine}`")
        return Target(name, f"{machine}-unknown-linux-gnu", f"2.{minor}")
    if matched := re.fullmatch(r"musllinux_1_2_(x86_64|aarch64)", name):
        triple = f"{matched.group(1)}-unknown-linux-musl"
        # A shared library needs the musl of the system.
        return Target(name, triple, options=("--config", f'target.{triple}.rustflags = ["-Ctarget-feature=-crt-static"]'))
    if matched := re.fullmatch(r"macosx_(\d+)_(\d+)_(x86_64|arm64)", name):
        major, minor, machine = matched.groups()
        triple = f"{'aarch64' if machine == 'arm64' else machine}-apple-darwin"
        return Target(name, triple, variables={"MACOSX_DEPLOYMENT_TARGET": f"{major}.{minor}"})
    raise BuildError(f"there is no platform `{name}`, expected names such as: {EXAMPLES}")


def check_tools() -> None:
    if zigbuild() is None or importlib.util.find_spec("ziglang") is None:
        raise BuildError(f"building for other platforms needs two packages: pip install {' '.join(TOOLS)}")


def check_standard_library(wanted: Sequence[Target]) -> None:
    sysroot = Path(_toolchain.run(_toolchain.program("rustc"), Path.cwd(), "--print", "sysroot").strip())
    missing = [target.triple for target in wanted if not (sysroot / "lib" / "rustlib" / target.triple / "lib").is_dir()]
    if missing:
        raise BuildError(f"Rust's standard library is missing for some targets: rustup target add {' '.join(dict.fromkeys(missing))}")


def zigbuild() -> Optional[str]:
    """The program `cargo-zigbuild`: that of this environment, or one on the search path."""
    scripts = sysconfig.get_path("scripts")
    return shutil.which("cargo-zigbuild", path=os.pathsep.join([scripts, str(Path(sys.executable).parent)])) or shutil.which("cargo-zigbuild")


def zig() -> str:
    """The path of zig."""
    spec = importlib.util.find_spec("ziglang")
    assert spec is not None and spec.origin is not None
    return str(Path(spec.origin).with_name("zig.exe" if sys.platform == "win32" else "zig"))
