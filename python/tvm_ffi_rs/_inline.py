"""Libraries from source in Python: compiled once, cached for the user, and loaded."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, Union

from . import __version__, _cache, _cargo, _toml, _toolchain
from ._library import Library, file_name, load_file

CRATE = "TVM_FFI_RS_CRATE"
FACADE = "tvm-ffi-rs"

Dependency = Union[str, Mapping[str, Any]]

# Variables that change what the compiler makes of a source.
VARIABLES = ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_BUILD_RUSTFLAGS")

# Kernels are optimised, and with them what they take from `tvm-ffi-rs-core` inline: all of a successful call. The rest of that crate
# takes most of the time of a first build, and serves errors, mostly.
PROFILE = """
[profile.release]
debug = false
[profile.release.package.tvm-ffi-rs-core]
opt-level = 0
"""


def load_inline(
    name: str,
    source: str,
    dependencies: Mapping[str, Dependency] = {},  # noqa: B006
    features: Sequence[str] = (),
    *,
    tvm_ffi: Union[Dependency, None] = None,
    verbose: bool = False,
) -> Library:
    """Compile Rust source to a library, and load it. The same source is compiled once for a user.

    Args:
        name: The name of the crate; its file is `<name>.rs` in messages of the compiler.
        source: The text of the crate: functions with `#[tvm_ffi::export]`.
        dependencies: Crates, as in `Cargo.toml`: `{"rand": "0.9", "mine": {"path": "../mine"}}`. Paths are from the current folder.
            A change of such a crate is noticed, and a change of a crate that it depends on is not.
        features: Features of the crate `tvm-ffi-rs`: `["torch", "cuda"]`.
        tvm_ffi: Where the crate `tvm-ffi-rs` is, as a dependency: `{"path": "../tvm-ffi"}`. By default the folder in the variable
            `TVM_FFI_RS_CRATE`, or the crate that belongs to this package.
        verbose: Show what cargo prints from the start, and not only where it takes longer than a second.

    Raises:
        BuildError: With what cargo prints. Its lines are those of `source`.
    """
    if not name.isidentifier() or not name.isascii():
        raise ValueError(f"`{name}` cannot be the name of a crate: letters, digits and `_`, not a digit first")
    crates = {other: absolute(one) for other, one in dependencies.items()}
    crates[FACADE] = with_features(with_source(absolute(tvm_ffi or crates.get(FACADE) or default_crate())), features)
    folder = _cache.folder()
    folder.mkdir(parents=True, exist_ok=True)
    compiler = compiler_in(folder)
    project = Project(shared_folder(folder), _cache.key(crates), name, crates)
    key = _cache.key(compiler, crates, list(map(newest, crates.values())), name, source)
    file = folder / "inline" / key / file_name(name)
    if not file.exists():
        with _cache.locked(folder / "inline" / f"{key}.lock"):
            if not file.exists():
                project.build(source, file, verbose=verbose)
    return load_file(file)


def compiler_in(folder: Path) -> list[Optional[str]]:
    """What decides how a source is compiled. Builds are in the folder of the cache, where no file chooses another toolchain."""
    return [_toolchain.version(folder), __version__, PROFILE, *map(os.environ.get, VARIABLES)]


def shared_folder(folder: Path) -> Path:
    """The folder for all that a compiler builds."""
    return folder / "build" / _cache.key(compiler_in(folder))


class Project:
    """The package that sources with the same dependencies are compiled in, one after another.

    All packages of a compiler share a folder for what cargo builds, so that it builds a dependency of two of them once.
    """

    def __init__(self, shared: Path, key: str, name: str, crates: Mapping[str, Dependency]) -> None:
        self.target, self.folder, self.name, self.crates = shared / "target", shared / key, name, crates

    def build(self, source: str, file: Path, *, verbose: bool) -> None:
        """Compile a source, and put the library into its place."""
        with _cache.locked(self.folder.with_suffix(".lock")):
            self.folder.mkdir(parents=True, exist_ok=True)
            manifest = self.folder / "Cargo.toml"
            manifest.write_text(self.manifest(), encoding="utf-8")
            (self.folder / f"{self.name}.rs").write_text(source, encoding="utf-8")
            variables = {"CARGO_TARGET_DIR": str(self.target)}
            # Once all crates are there, cargo need not ask a registry.
            complete = self.folder / "complete"
            arguments = ["--release", "--offline"] if complete.exists() else ["--release"]
            messages = _cargo.build(self.folder, arguments, variables, show=verbose)
            complete.touch()
            [library] = _cargo.libraries(messages, manifest)
            _cache.place(library, file)

    def manifest(self) -> str:
        package = {"name": self.name, "version": "0.0.0", "edition": "2024"}
        library = {"path": f"{self.name}.rs", "crate-type": ["cdylib"]}
        tables = [_toml.table("package", package), _toml.table("lib", library), _toml.table("dependencies", self.crates)]
        # Without it, cargo would look for a workspace in the folders above.
        return "\n".join([*tables, "[workspace]", PROFILE])


def default_crate() -> Dependency:
    """The folder in the variable; or the crates in the wheel of this package, or the repository that the package is in."""
    named = os.environ.get(CRATE)
    if named:
        return {"path": named}
    package = Path(__file__).absolute().parent
    for folder in (package / "crates", package.parents[1]):
        if (folder / "tvm-ffi-macros" / "Cargo.toml").is_file():
            return {"path": str(folder)}
    raise RuntimeError(f'there is no crate `{FACADE}` in `{package}`: set {CRATE} to its folder, or pass `tvm_ffi={{"path": ...}}`')


def with_source(dependency: dict[str, Any]) -> dict[str, Any]:
    """The dependency, if it says where the crate is: a crate of this name in the public registry would be another one."""
    if not dependency.keys() & {"path", "git", "registry"}:
        raise ValueError(f'`{FACADE}` is not in the public registry: pass `{{"path": ...}}` or `{{"git": ...}}`, got {dependency}')
    return dependency


def absolute(dependency: Dependency) -> dict[str, Any]:
    """A dependency as a table, whose path does not depend on the current folder."""
    table = {"version": dependency} if isinstance(dependency, str) else dict(dependency)
    if "path" in table:
        table["path"] = str(Path(table["path"]).absolute())
    return table


def newest(dependency: Mapping[str, Any]) -> int:
    """When the sources of a crate with a path were changed. The crates that it depends on are not looked at."""
    if "path" not in dependency:
        return 0
    crate = Path(dependency["path"])
    files = [crate / "Cargo.toml", crate / "build.rs", *(crate / "src").rglob("*.rs")]
    return max((file.stat().st_mtime_ns for file in files if file.exists()), default=0)


def with_features(dependency: dict[str, Any], features: Sequence[str]) -> dict[str, Any]:
    wanted = {*dependency.get("features", ()), *features}
    return {**dependency, "features": sorted(wanted)} if wanted else dependency
