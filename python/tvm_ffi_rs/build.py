"""The build backend of kernel libraries: `pip wheel .` and `pip install -e .` in a crate.

```toml
# pyproject.toml
[build-system]
requires = ["tvm-ffi-rs @ file:///path/to/tvm-ffi/python"]
build-backend = "tvm_ffi_rs.build"
```

Name, version, description, license and authors are those of `Cargo.toml`. A wheel has the package `my_kernels`: the library itself
where it is a Python module (`python_module!`), and otherwise the library and a module over `tvm_ffi_rs.load`. If the crate has a package of
Python, the wheel has that, and the library is a module in it.
"""

from __future__ import annotations

import io
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Optional

from . import __version__, _elf, _python_module, _wheel
from ._cargo import BuildError
from ._crate import Crate
from ._loader import loader

STUBS = "TVM_FFI_STUBS"
# What loads a library: the oldest versions that can.
RUNTIME = "apache-tvm-ffi>=0.1.8"
PACKAGE = f"tvm-ffi-rs>={__version__}"

Settings = Optional[Mapping[str, Any]]


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    """Build a wheel, and return its name."""
    package = Package(Crate.in_folder(Path.cwd()))
    tag = f"py3-none-{platform_tag(package.library)}"
    files = {path: content if isinstance(content, str) else content.read_bytes() for path, content in package.files().items()}
    return _wheel.write(Path(wheel_directory), package.distribution, tag, files)


def build_editable(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    """Build a wheel that imports the library from cargo's target folder, where `cargo build --release` replaces it."""
    package = Package(Crate.in_folder(Path.cwd()))
    folder = package.crate.target_folder / "tvm-ffi-rs" / package.distribution.name
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in package.files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            (folder / name).write_text(content, encoding="utf-8")
        else:
            link(content, folder / name)
    files = {f"__editable__.{package.distribution.stem}.pth": f"{folder}\n"}
    return _wheel.write(Path(wheel_directory), package.distribution, f"py3-none-{platform_tag(package.library)}", files)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Pack the sources, and return the name of the archive."""
    crate = Crate.in_folder(Path.cwd())
    distribution = crate.distribution(PACKAGE)
    name = f"{distribution.stem}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        files = {file.name: file for file in distribution.license_files}
        files.update((file.relative_to(crate.folder).as_posix(), file) for file in crate.sources())
        for path, file in files.items():
            archive.add(file, f"{distribution.stem}/{path}")
        described = distribution.metadata().encode()
        info = tarfile.TarInfo(f"{distribution.stem}/PKG-INFO")
        info.size = len(described)
        archive.addfile(info, io.BytesIO(described))
    return name


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return []


get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


class Package:
    """The Python package of a crate, whose library is built."""

    def __init__(self, crate: Crate) -> None:
        self.crate, self.library = crate, crate.build()
        imported = _python_module.name_in(self.library)
        self.is_module = imported is not None
        self.name = imported or stem_of(self.library)
        self.parent, self.python_files = crate.python_files()
        if self.parent and not self.is_module:
            raise BuildError("a library in a package of Python needs `python_module!`")
        runtime = [] if self.is_module and crate.has_runtime else [RUNTIME if self.is_module else PACKAGE]
        self.distribution = crate.distribution(*runtime)

    def files(self) -> dict[str, Any]:
        """The files by their paths in the wheel: texts, and the paths of files."""
        files: dict[str, Any] = dict(self.python_files)
        suffix = ".pyd" if sys.platform == "win32" else ".so"
        if self.parent:
            files[f"{self.parent}/{self.name}{suffix}"] = self.library
        elif self.is_module:
            files[f"{self.name}/__init__{suffix}"] = self.library
        else:
            files[f"{self.name}/{self.library.name}"] = self.library
            files[f"{self.name}/__init__.py"] = loader(stem_of(self.library))
        stub = self.stub()
        if stub is not None and self.parent:
            files[f"{self.parent}/{self.name}.pyi"] = stub
        elif stub is not None:
            files.update({f"{self.name}/__init__.pyi": stub, f"{self.name}/py.typed": ""})
        return files

    def stub(self) -> Optional[str]:
        """What `tvm-ffi-stubs` writes for the library; None where it is not installed."""
        program = os.environ.get(STUBS) or shutil.which("tvm-ffi-stubs")
        if program is None:
            print("warning: there is no `tvm-ffi-stubs`, so the wheel has no stub for editors and type checkers: install it with "
                  f"`cargo install {self.crate.facade()} --features stubs`, or set TVM_FFI_STUBS to its path", file=sys.stderr)  # fmt: skip
            return None
        return subprocess.run([program, str(self.library)], check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


def stem_of(library: Path) -> str:
    """The name of the crate's library: `my_kernels` for `libmy_kernels.so`."""
    return library.stem if sys.platform == "win32" else library.stem[len("lib") :]


def platform_tag(library: Path) -> str:
    if sys.platform == "linux":
        return _elf.platform_tag(library, platform.machine())
    if sys.platform == "darwin":
        machine = platform.machine()
        # What the compiler assumes, unless the variable says otherwise.
        version = os.environ.get("MACOSX_DEPLOYMENT_TARGET") or ("11.0" if machine == "arm64" else "10.12")
        return f"macosx_{version.replace('.', '_')}_{machine}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def link(library: Path, place: Path) -> None:
    try:
        place.symlink_to(library)
    except OSError:
        # Windows asks for a privilege.
        shutil.copyfile(library, place)
