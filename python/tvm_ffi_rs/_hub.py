"""The folder of a kernel for Hugging Face's package `kernels`: a build for one platform and one kind of device.

Nothing but `tvm_ffi` is installed where such a kernel is loaded. So the folder has a copy of this package.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

from ._cargo import BuildError
from ._targets import Target
from ._wheel import Distribution

PACKAGE = Path(__file__).parent
# The version of TVM-FFI that the ABI belongs to.
FRAMEWORK = "tvm-ffi01"
DEVICES = re.compile(r"cpu|cu\d{2,}")
SYSTEMS = {"linux": "linux", "apple": "darwin", "pc": "windows"}

INIT = '''"""{summary}"""

from ._ops import library

__getattr__, __dir__ = library.__getattr__, library.__dir__
'''
OPS = '''"""The library. `ops` has its operators of torch, which are in the namespace `torch.ops.{identity}`."""

from .{package} import load_beside

library = load_beside(__name__, __file__, "{identity}")


def __getattr__(name: str) -> object:
    # Callers without torch load the library too.
    if name == "ops":
        return library.torch
    raise AttributeError(name)


def add_op_namespace_prefix(name: str) -> str:
    """The name of an operator for `torch.library`."""
    return f"{identity}::{{name}}"
'''


def check_device(device: str) -> str:
    if DEVICES.fullmatch(device) is None:
        raise BuildError(f"`--hf {device}`: expected `cpu`, or the version of CUDA as in `cu128`")
    return device


def write_kernel(folder: Path, distribution: Distribution, library: Path, target: Target, device: str) -> None:
    """Write the folder into that of the kernel."""
    name = re.sub(r"[._-]+", "-", distribution.name).lower()
    if re.fullmatch(r"[a-z][-a-z0-9]*[a-z0-9]", name) is None:
        raise BuildError(f"`{distribution.name}` cannot be the name of a kernel: it has letters, digits, and dashes, and begins with a letter")
    if not distribution.license:
        raise BuildError("a kernel needs a license: add `license` to Cargo.toml")
    digest = hashlib.sha256(library.read_bytes()).hexdigest()[:8]
    identity = f"_{name.replace('-', '_')}_{device}_{digest}"
    machine, *rest = target.triple.split("-")
    system = next(SYSTEMS[part] for part in rest if part in SYSTEMS)
    place = folder / "build" / f"{FRAMEWORK}-{device}-{machine}-{system}"
    shutil.copytree(PACKAGE, place / PACKAGE.name, ignore=shutil.ignore_patterns("crates", "__pycache__"))
    # The name with which `load_beside` looks for it there.
    prefix = "" if library.suffix == ".dll" else "lib"
    shutil.copyfile(library, place / f"{prefix}{identity}{library.suffix}")
    summary = distribution.summary or name
    (place / "__init__.py").write_text(INIT.format(summary=summary), encoding="utf-8")
    (place / "_ops.py").write_text(OPS.format(identity=identity, package=PACKAGE.name), encoding="utf-8")
    (place / "metadata.json").write_text(json.dumps(metadata(name, identity, distribution, device), indent=2) + "\n", encoding="utf-8")


def metadata(name: str, identity: str, distribution: Distribution, device: str) -> dict[str, Any]:
    return {
        "name": name,
        "id": identity,
        # Kernels have whole numbers, from 1 on.
        "version": max(1, int(distribution.version.partition(".")[0])),
        "license": distribution.license,
        "python-depends": ["tvm-ffi"],
        "backend": {"type": "cpu" if device == "cpu" else "cuda"},
    }
