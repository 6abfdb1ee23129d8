"""Which platform a library is for, as the file itself says."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Optional

from . import _elf

MACH_O = b"\xcf\xfa\xed\xfe"
MACHINES_OF_MACH_O = {0x01000007: "x86_64", 0x0100000C: "arm64"}
# The load commands with the oldest macOS: LC_VERSION_MIN_MACOSX and LC_BUILD_VERSION, and where in them it is.
OLDEST_MACOS = {0x24: 8, 0x32: 12}
MACHINES_OF_PE = {0x8664: "win_amd64", 0xAA64: "win_arm64"}


def platform_tag(library: Path, machine: str) -> str:
    """The platform of a wheel with the library. `machine`: that of this computer, for ELF files that do not say theirs."""
    with open(library, "rb") as file:
        begin = file.read(4)
    if begin == b"\x7fELF":
        return _elf.platform_tag(library, machine)
    found = macos(library.read_bytes()) if begin == MACH_O else windows(library.read_bytes())
    if found is None:
        raise ValueError(f"`{library}` is no library of Linux, macOS, or Windows")
    return found


def macos(content: bytes) -> Optional[str]:
    (machine,) = struct.unpack_from("<I", content, 4)
    (commands,) = struct.unpack_from("<I", content, 16)
    at = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<II", content, at)
        if command in OLDEST_MACOS and machine in MACHINES_OF_MACH_O:
            (version,) = struct.unpack_from("<I", content, at + OLDEST_MACOS[command])
            major, minor = version >> 16, version >> 8 & 0xFF
            # From macOS 11 on, pip knows the first version of each year only.
            return f"macosx_{major}_{minor if major == 10 else 0}_{MACHINES_OF_MACH_O[machine]}"
        at += size
    return None


def windows(content: bytes) -> Optional[str]:
    if content[:2] != b"MZ":
        return None
    (header,) = struct.unpack_from("<I", content, 0x3C)
    signature, machine = struct.unpack_from("<4sH", content, header)
    return MACHINES_OF_PE.get(machine) if signature == b"PE\0\0" else None


def serves(found: str, wanted: str) -> bool:
    """Whether a library for `found` runs wherever pip installs wheels for `wanted`: on the same kind of system, of the same version or a newer one."""
    return split(found)[::2] == split(wanted)[::2] and split(found)[1] <= split(wanted)[1]


def split(platform: str) -> tuple[str, list[int], str]:
    """`manylinux_2_17_x86_64` is `manylinux`, 2.17, and `x86_64`."""
    name, *rest = platform.split("_")
    version = [int(part) for part in rest[:2]] if rest[0].isdigit() else []
    return name, version, "_".join(rest[len(version) :])
