"""Compile the kernels of this example into the images that its library contains.

Usage: python images.py [--check] [--cuda FOLDER]

The images are in the repository, so that building the library takes no CUDA. Run this when a kernel has changed. It uses the CUDA
compiler in FOLDER or in the environment variable TVM_FFI_TEST_CUDA; without them it installs the compiler from pip packages into a
folder below `target`. Other versions of the compiler write other images, so the version is checked.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
KERNELS = HERE / "kernels"
IMAGES = HERE / "images"
REQUIREMENTS = REPOSITORY / "tests" / "python" / "requirements-cuda.txt"
VERSION = "V13.0.88"

# Without `-lineinfo`, so that images contain no paths.
FLAGS = ["-std=c++17", "--Werror", "all-warnings"]
CUBINS = ("sm_80", "sm_90")
# For GPUs newer than 9.x. Not for 8.0, which lacks the `griddepcontrol.wait` that kernels with `pdl` rely on.
PTX = "compute_90"


def commands() -> dict[str, list[str]]:
    """Return the arguments of the compiler for each image."""
    images = {}
    for name in ("rmsnorm", "softmax", "gemm"):
        source = f"{name}.cu"
        for arch in CUBINS:
            images[f"{name}.{arch}.cubin"] = ["-cubin", f"-arch={arch}", source]
        images[f"{name}.{PTX}.ptx"] = ["-ptx", f"-arch={PTX}", source]
    # Uncompressed, so that its kernels are checked when the library is compiled.
    fatbin = ["-fatbin", "--no-compress"]
    fatbin += [f"-gencode=arch={arch.replace('sm', 'compute')},code={arch}" for arch in CUBINS]
    images["dot.fatbin"] = [*fatbin, f"-gencode=arch={PTX},code={PTX}", "dot.cu"]
    return images


def install(folder: Path) -> Path:
    """Install the compiler into `folder`, unless it is there, and return its root."""
    stamp, requirements = folder / "requirements.txt", REQUIREMENTS.read_text()
    if not stamp.is_file() or stamp.read_text() != requirements:
        print(f"installing {REQUIREMENTS.name} into {folder}")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade"]
        subprocess.run([*pip, "--target", str(folder), "--requirement", str(REQUIREMENTS)], check=True)
        stamp.write_text(requirements)
    return folder / "nvidia" / "cu13"


def find_compiler(cuda: Path | None) -> Path:
    if cuda is None:
        named = os.environ.get("TVM_FFI_TEST_CUDA")
        target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
        cuda = Path(named) if named else install(target / "cuda")
    nvcc = cuda / "bin" / "nvcc"
    if not nvcc.is_file():
        sys.exit(f"no compiler `{nvcc}`")
    answer = subprocess.run([str(nvcc), "--version"], check=True, capture_output=True, text=True).stdout
    if VERSION not in answer:
        sys.exit(f"`{nvcc}` is another version than {VERSION}, expected that of {REQUIREMENTS.name}; it says:\n{answer}")
    return nvcc


def compile_image(nvcc: Path, arguments: list[str], output: Path) -> None:
    # Sources have relative paths, since an image might contain the path.
    done = subprocess.run([str(nvcc), *FLAGS, *arguments, "-o", str(output)], cwd=KERNELS, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"`nvcc {' '.join(arguments)}` failed:\n{done.stdout}{done.stderr}")


def check(nvcc: Path) -> None:
    """Compile everything again, and compare: the compiler writes the same bytes each time."""
    wrong = sorted({path.name for path in IMAGES.iterdir()} - commands().keys())
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in commands().items():
            output = Path(folder) / name
            compile_image(nvcc, arguments, output)
            image = IMAGES / name
            is_same = image.is_file() and image.read_bytes() == output.read_bytes()
            print(f"{name:<24} {'is what its source gives' if is_same else 'DIFFERS'}")
            if not is_same:
                wrong.append(name)
    if wrong:
        sys.exit(f"not what the sources give: {', '.join(wrong)}; run images.py without --check")


def build(nvcc: Path) -> None:
    IMAGES.mkdir(exist_ok=True)
    for name, arguments in commands().items():
        compile_image(nvcc, arguments, IMAGES / name)
        print(f"{name:<24} {(IMAGES / name).stat().st_size:>8} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the images that are there, and write nothing")
    parser.add_argument("--cuda", type=Path, metavar="FOLDER", help="the folder that has bin/nvcc")
    options = parser.parse_args()
    nvcc = find_compiler(options.cuda)
    (check if options.check else build)(nvcc)


if __name__ == "__main__":
    main()
