"""Put CPython for Windows into a folder, with the packages that the tests need.

PyPI has no CPython for Windows. But Panda3D packs it into programs, so its wheel has the library and the
extension modules. The standard library is that of a Python on Linux.

Usage: ``install.py FOLDER SYSTEM PYTHON``. ``SYSTEM`` is Wine's folder of system libraries, and ``PYTHON`` is of
that version.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
PIP = ["pip", "download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]
PLATFORM = ["--python-version", "3.13", "--platform", "win_amd64"]

# The modules that no test needs. `_wmi` calls functions that Wine 8 does not have.
UNWANTED = ("_test*", "_tkinter*", "_wmi*", "api-ms-*", "tcl*", "tk*", "*.cp313t-*")
UNWANTED_STDLIB = ("ensurepip", "idlelib", "lib-dynload", "site-packages", "test", "tests", "tkinter", "__pycache__")

# The C++ runtime links to them. Those of Wine 8 are too old.
OF_CPP = ("msvcp140.dll", "vcruntime140.dll", "vcruntime140_1.dll")


def unpack(wheel: Path, folder: Path, packages: Path) -> None:
    """Unpack a wheel; of Panda3D only what is CPython's."""
    with ZipFile(wheel) as archive:
        if not wheel.name.startswith("panda3d"):
            archive.extractall(packages)
            return
        for name in map(Path, archive.namelist()):
            if name.parts[0] == "deploy_libs" and not any(name.match(pattern) for pattern in UNWANTED):
                (folder / name.name.lower()).write_bytes(archive.read(name.as_posix()))


def main(folder: Path, system: Path, python: Path) -> None:
    """Install everything."""
    packages = folder / "Lib" / "site-packages"
    question = "import sysconfig; print(sysconfig.get_path('stdlib'))"
    stdlib = subprocess.run([python, "-c", question], check=True, capture_output=True, text=True).stdout.strip()
    shutil.copytree(stdlib, folder / "Lib", ignore=shutil.ignore_patterns(*UNWANTED_STDLIB))
    with TemporaryDirectory() as wheels:
        subprocess.run([sys.executable, "-m", *PIP, *PLATFORM, "--dest", wheels, "-r", REQUIREMENTS], check=True)
        for wheel in Path(wheels).glob("*.whl"):
            unpack(wheel, folder, packages)
    found = {path.name: path for path in folder.rglob("*140*.dll")}
    for name in OF_CPP:
        shutil.copyfile(found[name], system / name)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
