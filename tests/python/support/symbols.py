"""The symbols of a shared library, read from the file."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

NEEDED = 1
SECTION_DYNAMIC, SECTION_DYNAMIC_SYMBOLS = 6, 11


@dataclass
class DynamicSymbols:
    """What a library takes from others, and what it gives."""

    needed: list[str]
    undefined: set[str]
    exported: set[str]


def read_elf(path: Path) -> DynamicSymbols:
    """Read a 64-bit little-endian ELF file."""
    data = path.read_bytes()
    assert data[:6] == b"\x7fELF\x02\x01", f"{path} is not a 64-bit little-endian ELF file"
    (section_offset,) = struct.unpack_from("<Q", data, 40)
    entry_size, count = struct.unpack_from("<HH", data, 58)
    sections = [
        struct.unpack_from("<IIQQQQIIQQ", data, section_offset + index * entry_size) for index in range(count)
    ]

    def entries(section: tuple[int, ...], layout: str) -> list[tuple[int, ...]]:
        offset, size = section[4], section[5]
        return list(struct.iter_unpack(layout, data[offset : offset + size]))

    def strings(section: tuple[int, ...], offset: int) -> str:
        start = sections[section[6]][4] + offset
        return data[start : data.index(b"\0", start)].decode()

    symbols = DynamicSymbols([], set(), set())
    for section in sections:
        if section[1] == SECTION_DYNAMIC:
            symbols.needed += [
                strings(section, value) for tag, value in entries(section, "<QQ") if tag == NEEDED
            ]
        if section[1] == SECTION_DYNAMIC_SYMBOLS:
            for name, info, _, index, _, _ in entries(section, "<IBBHQQ"):
                is_local = info >> 4 == 0
                if not is_local:
                    (symbols.exported if index else symbols.undefined).add(strings(section, name))
    return symbols
