"""Make an installed PyTorch work without the NVIDIA libraries that its wheel links to.

PyPI has no wheel of PyTorch for the CPU alone on Linux. The dynamic loader has to find the libraries that
this one links to, but on a CPU PyTorch calls nothing in them. So each missing library becomes a stub, whose
functions return an error code. ``torch.cuda.is_available()`` is then false.

Run it with the interpreter that PyTorch is installed for. It needs ``readelf`` and a C compiler.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

NVIDIA = re.compile(r"lib(cu|nccl|nv)")
NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")
# The section with versions names each library, and then the versions that are expected of it.
VERSION = re.compile(r"File: (\S+)|Name: (\S+)")
# Number, address, size, type, binding, visibility, section, name, and for a symbol of another library its version.
SYMBOL = re.compile(r"^\s*\d+: \S+ +\S+ \S+ +(\S+) +\S+ +(\S+) ([^\s@]+)(?:@+(\S+))?", re.MULTILINE)

TRIAL = """
import torch
x = torch.ones(4, 4, requires_grad=True)
(x @ x).sum().backward()
assert not torch.cuda.is_available()
"""


class Library(NamedTuple):
    """What the dynamic loader reads of a library."""

    needed: set[str]
    defined: set[str]
    # Pairs of a name and a version.
    undefined: set[tuple[str, str]]
    # The library that a version is expected of.
    owners: dict[str, str]


def read(path: Path) -> Library:
    """Read a library with ``readelf``."""
    command = ["readelf", "--wide", "--dynamic", "--dyn-syms", "--version-info", str(path)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    library = Library(set(NEEDED.findall(text)), set(), set(), {})
    owner = ""
    for file, version in VERSION.findall(text):
        owner = file or owner
        library.owners[version] = owner
    for binding, section, name, version in SYMBOL.findall(text):
        if section != "UND":
            library.defined.add(name)
        elif binding == "GLOBAL":
            library.undefined.add((name, version))
    return library


def missing(folder: Path) -> dict[str, set[tuple[str, str]]]:
    """Find the missing libraries, each with the functions that PyTorch's libraries expect in it."""
    libraries = {path.name: read(path) for path in folder.glob("lib*.so*")}
    found = set(libraries)
    # The packages of NVIDIA install their libraries in `nvidia/*/lib`, where PyTorch's look for them.
    found.update(path.name for path in folder.parents[1].glob("nvidia/*/lib/*.so*"))
    needed = set().union(*(library.needed for library in libraries.values()))
    defined = set().union(*(library.defined for library in libraries.values()))
    stubs = {name: set[tuple[str, str]]() for name in needed - found if NVIDIA.match(name)}
    if not stubs:
        return {}
    unversioned = stubs[min(stubs)]
    for library in libraries.values():
        for name, version in library.undefined - {(name, "") for name in defined}:
            if library.owners.get(version) in stubs:
                stubs[library.owners[version]].add((name, version))
            elif not version and not name.startswith(("Py", "_Py")):
                # The loader looks in all libraries for it, so it may be in any of them.
                unversioned.add((name, ""))
    return stubs


def build(library: Path, functions: set[tuple[str, str]]) -> None:
    """Compile a stub."""
    source = "".join(f"int {name}(void) {{ return 1; }}\n" for name, _ in sorted(functions))
    by_version: defaultdict[str, list[str]] = defaultdict(list)
    for name, version in sorted(functions):
        by_version[version].append(name)
    by_version.pop("", None)
    script = "".join(f"{version} {{ {'; '.join(names)}; }};\n" for version, names in by_version.items())
    with TemporaryDirectory() as folder:
        (code, versions) = (Path(folder, "stub.c"), Path(folder, "versions"))
        code.write_text(source or "int nothing;\n")
        versions.write_text(script)
        command = [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-fno-builtin", "-o", str(library), str(code)]
        command.append(f"-Wl,-soname,{library.name}")
        if script:
            command.append(f"-Wl,--version-script,{versions}")
        subprocess.run(command, check=True)


def main() -> None:
    """Build the stubs, and try PyTorch."""
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        sys.exit("error: PyTorch is not installed")
    folder = Path(spec.origin).parent / "lib"
    stubs = missing(folder)
    for name, functions in stubs.items():
        build(folder / name, functions)
    if subprocess.run([sys.executable, "-c", TRIAL]).returncode != 0:
        for name in stubs:
            (folder / name).unlink()
        sys.exit(f"error: PyTorch does not work with {len(stubs)} stubs")
    print(f"PyTorch works with stubs of {len(stubs)} libraries")


if __name__ == "__main__":
    main()
