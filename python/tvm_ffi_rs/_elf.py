"""What a shared library of Linux needs from the system: the libraries, and the versions of their symbols."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

DYNAMIC, VERSIONS_NEEDED = 6, 0x6FFFFFFE
TAG_NEEDED = 1
MACHINES = {3: "i686", 40: "armv7l", 62: "x86_64", 183: "aarch64", 243: "riscv64"}
GLIBC = re.compile(r"GLIBC_2\.(\d+)")
# Libraries that the policy of manylinux allows, without what follows `.so`.
ALLOWED = {"libc", "libm", "libgcc_s", "libdl", "libpthread", "librt", "libutil", "ld-linux-x86-64", "ld-linux-aarch64", "ld-linux"}
OLDEST = 17


@dataclass(frozen=True)
class Section:
    kind: int
    link: int
    content: bytes


class File:
    """An ELF file of 64 bits, or of 32."""

    def __init__(self, path: Path) -> None:
        self.content = path.read_bytes()
        if self.content[:4] != b"\x7fELF":
            raise ValueError(f"`{path}` is not an ELF file")
        self.is_64 = self.content[4] == 2
        self.order = "<" if self.content[5] == 1 else ">"
        (machine,) = struct.unpack_from(self.order + "H", self.content, 18)
        self.machine: Optional[str] = MACHINES.get(machine)
        self.sections = list(self.read_sections())

    def read_sections(self) -> Iterator[Section]:
        (start,) = struct.unpack_from(self.order + ("Q" if self.is_64 else "I"), self.content, 40 if self.is_64 else 32)
        size, count = struct.unpack_from(self.order + "HH", self.content, 58 if self.is_64 else 46)
        layout = self.order + ("IIQQQQII" if self.is_64 else "IIIIIIII")
        for index in range(count):
            _, kind, _, _, offset, length, link, _ = struct.unpack_from(layout, self.content, start + index * size)
            yield Section(kind, link, self.content[offset : offset + length] if kind != 8 else b"")

    def of_kind(self, kind: int) -> Iterator[Section]:
        return (section for section in self.sections if section.kind == kind)

    def text(self, section: Section, offset: int) -> str:
        """A name in the table of names that belongs to a section."""
        names = self.sections[section.link].content
        return names[offset : names.index(0, offset)].decode()

    def needed(self) -> Iterator[str]:
        """The names of the libraries."""
        for section in self.of_kind(DYNAMIC):
            for tag, value in struct.iter_unpack(self.order + ("qQ" if self.is_64 else "iI"), section.content):
                if tag == TAG_NEEDED:
                    yield self.text(section, value)

    def versions(self) -> Iterator[str]:
        """The versions of symbols that have to be there: `GLIBC_2.17`."""
        for section in self.of_kind(VERSIONS_NEEDED):
            at, following = 0, 1
            while following:
                _, count, _, first, following = struct.unpack_from(self.order + "HHIII", section.content, at)
                entry = at + first
                for _ in range(count):
                    _, _, _, name, step = struct.unpack_from(self.order + "IHHII", section.content, entry)
                    yield self.text(section, name)
                    entry += step
                at += following


def platform_tag(path: Path, machine: str) -> str:
    """The platform of a wheel with the library: `manylinux_2_17_x86_64`, or `linux_x86_64` where it needs other libraries."""
    file = File(path)
    machine = file.machine or machine
    needed = {name.partition(".so")[0] for name in file.needed()}
    # The name of musl on Alpine, and that with which zig links.
    if "libc.so" in set(file.needed()) or any(name.startswith("libc.musl") for name in needed):
        return f"musllinux_1_2_{machine}"
    if needed - ALLOWED:
        return f"linux_{machine}"
    found = filter(None, map(GLIBC.match, file.versions()))
    minor = max([OLDEST, *(int(version.group(1)) for version in found)])
    return f"manylinux_2_{minor}_{machine}"
