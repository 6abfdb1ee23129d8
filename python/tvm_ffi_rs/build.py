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

import argparse
import functools
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Optional

from . import __version__, _binary, _hub, _python_module, _sbom, _toolchain, _wheel
from ._cargo import BuildError
from ._crate import Crate
from ._hub import check_device
from ._loader import loader
from ._targets import EXAMPLES, TOOLS, Target, targets

STUBS = "TVM_FFI_STUBS"
# What loads a library: the oldest versions that can.
RUNTIME = "apache-tvm-ffi>=0.1.8"
PACKAGE = f"tvm-ffi-rs>={__version__}"

Settings = Optional[Mapping[str, Any]]


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    """Build a wheel, and return its name."""
    platforms = (config_settings or {}).get("target")
    if not platforms:
        return Package(Crate.in_folder(Path.cwd())).write_wheel(Path(wheel_directory))
    if "," in platforms:
        raise BuildError(f"pip builds one wheel at a time: `python -m tvm_ffi_rs.build --target {platforms}` builds several")
    [target] = targets(platforms)
    return Package(Crate.in_folder(Path.cwd()), target).write_wheel(Path(wheel_directory))


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
    return _wheel.write(Path(wheel_directory), package.distribution, f"py3-none-{package.platform_tag()}", files)


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
    return list(TOOLS) if (config_settings or {}).get("target") else []


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return []


get_requires_for_build_sdist = get_requires_for_build_editable


class Package:
    """The Python package of a crate, whose library is built, for this machine or for another platform."""

    def __init__(self, crate: Crate, target: Optional[Target] = None) -> None:
        self.crate, self.target, self.library = crate, target, crate.build(target)
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
        suffix = ".pyd" if self.library.suffix == ".dll" else ".so"
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

    def platform_tag(self) -> str:
        """The platform that the library is for, as the file says. For a target it is the older one that was asked for."""
        found = _binary.platform_tag(self.library, platform.machine())
        if self.target is None:
            return found
        if not _binary.serves(found, self.target.platform):
            raise BuildError(f"`{self.library}` is for `{found}`, which is not `{self.target.platform}`: a library that it links to needs the newer one")
        return self.target.platform

    def write_wheel(self, folder: Path) -> str:
        """Write the wheel, and return its name."""
        files = {path: content if isinstance(content, str) else content.read_bytes() for path, content in self.files().items()}
        triple = self.target.triple if self.target else _toolchain.host(self.crate.folder)
        sbom = _sbom.cyclonedx(self.crate.crates(triple))
        files[f"{self.distribution.stem}.dist-info/sboms/{self.distribution.name}.cyclonedx.json"] = sbom
        return _wheel.write(folder, self.distribution, f"py3-none-{self.platform_tag()}", files)

    def write_kernel(self, folder: Path, device: str) -> None:
        """Write the folder of a build for `kernels`."""
        assert self.target is not None
        self.platform_tag()
        _hub.write_kernel(folder, self.distribution, self.library, self.target, device)

    def stub(self) -> Optional[str]:
        """What `tvm-ffi-stubs` writes for the library; None where it is not installed. It loads the library, so that has to be one for this machine."""
        program = os.environ.get(STUBS) or shutil.which("tvm-ffi-stubs")
        if program is None:
            warn("there is no `tvm-ffi-stubs`, so the wheel has no stub for editors and type checkers: install it with "
                 f"`cargo install {self.crate.facade()} --features stubs`, or set TVM_FFI_STUBS to its path")  # fmt: skip
            return None
        library = self.library if self.target is None else self.crate.build()
        return subprocess.run([program, str(library)], check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


@functools.cache
def warn(message: str) -> None:
    """Print a warning, once."""
    print(f"warning: {message}", file=sys.stderr)


def stem_of(library: Path) -> str:
    """The name of the crate's library: `my_kernels` for `libmy_kernels.so`."""
    return library.stem if library.suffix == ".dll" else library.stem[len("lib") :]


def link(library: Path, place: Path) -> None:
    try:
        place.symlink_to(library)
    except OSError:
        # Windows asks for a privilege.
        shutil.copyfile(library, place)


def main() -> None:
    """Build the crate in the current folder for several platforms, as wheels or as a kernel. Nothing is left behind where one of them fails."""
    parser = argparse.ArgumentParser(prog="python -m tvm_ffi_rs.build", description=main.__doc__)
    parser.add_argument("--target", required=True, help=f"the platforms, with commas between them, such as {EXAMPLES}")
    parser.add_argument("--hf", metavar="DEVICE", help="a kernel for Hugging Face's `kernels`, for `cpu`, or a version of CUDA such as `cu128`")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="the folder of the wheels or of the kernel: dist")
    given = parser.parse_args()
    try:
        crate, wanted, device = Crate.in_folder(Path.cwd()), targets(given.target), given.hf and check_device(given.hf)
        with tempfile.TemporaryDirectory() as made:
            for target in wanted:
                package = Package(crate, target)
                if device:
                    package.write_kernel(Path(made), device)
                else:
                    package.write_wheel(Path(made))
            shutil.copytree(made, given.out, dirs_exist_ok=True)
            made_paths = sorted(Path(made).glob("build/*" if device else "*.whl"))
            print(*(given.out / path.relative_to(made) for path in made_paths), sep="\n")
    except BuildError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
