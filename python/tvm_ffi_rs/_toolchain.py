"""The Rust compiler: its version, found without starting it where it was found before."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Optional

from . import _cache


def program(name: str) -> str:
    """The path of `cargo` or `rustc`: that of the variable of the same name, or one on the search path."""
    found = os.environ.get(name.upper()) or shutil.which(name)
    if found is None:
        installed = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo") / "bin" / name
        found = shutil.which(str(installed))
    if found is None:
        raise RuntimeError(f"there is no `{name}`: install Rust (https://rustup.rs), or set {name.upper()} to its path")
    return found


def version(cwd: Path) -> str:
    """What `rustc -vV` prints in a folder."""
    compiler = program("rustc")
    memo = _cache.folder() / f"rustc-{_cache.key(compiler, os.environ.get('RUSTUP_TOOLCHAIN'), str(cwd))}.json"
    known = read(memo)
    if known is not None and known["files"] == stamps(list(known["files"])):
        return str(known["version"])
    sysroot = run(compiler, cwd, "--print", "sysroot").strip()
    found = run(compiler, cwd, "-vV")
    # The compiler itself, what `rustup` starts in its place, and what decides which compiler `rustup` starts.
    rustup = Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup")
    files = [compiler, str(Path(sysroot) / "bin" / Path(compiler).name), str(rustup / "settings.toml")]
    memo.parent.mkdir(parents=True, exist_ok=True)
    part = memo.with_name(f"{memo.name}.{os.getpid()}")
    part.write_text(json.dumps({"files": stamps(files), "version": found}))
    os.replace(part, memo)
    return found


def host(cwd: Path) -> str:
    """The target that the compiler is for when none is named."""
    return next(line.partition(" ")[2] for line in version(cwd).splitlines() if line.startswith("host: "))


def run(compiler: str, cwd: Path, *arguments: str) -> str:
    return subprocess.run([compiler, *arguments], cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def read(memo: Path) -> Optional[dict[str, Any]]:
    try:
        found: dict[str, Any] = json.loads(memo.read_text())
        return found
    except (OSError, ValueError):
        return None


def stamps(files: list[str]) -> dict[str, Optional[list[int]]]:
    """Size and time of each file, None for those that are missing."""
    return {file: stamp(file) for file in files}


def stamp(file: str) -> Optional[list[int]]:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return [found.st_size, found.st_mtime_ns]
