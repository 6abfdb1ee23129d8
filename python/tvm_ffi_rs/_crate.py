"""The crate that a wheel is built from, as cargo describes it."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from . import _cargo, _targets, _toolchain
from ._targets import Target
from ._wheel import Distribution

TABLE = FACADE = "tvm-ffi-rs"
KEYS = {"name", "requires-python", "dependencies", "features", "package"}
LICENSES = ("LICENSE", "LICENCE", "COPYING", "NOTICE")


@dataclass(frozen=True)
class Crate:
    """A crate with a shared library. `[package.metadata.tvm-ffi-rs]` in `Cargo.toml` has what only Python needs to know."""

    folder: Path
    package: dict[str, Any]
    target_folder: Path
    workspace: Path

    @classmethod
    def in_folder(cls, folder: Path) -> Crate:
        manifest = folder / "Cargo.toml"
        command = [_toolchain.program("cargo"), "metadata", "--no-deps", "--format-version=1", "--manifest-path", str(manifest)]
        ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        if ended.returncode:
            raise _cargo.BuildError(ended.stderr.strip())
        metadata = json.loads(ended.stdout)
        for package in metadata["packages"]:
            if Path(package["manifest_path"]) == manifest:
                return cls(folder, package, Path(metadata["target_directory"]), Path(metadata["workspace_root"])).checked()
        raise _cargo.BuildError(f"`{manifest}` has no package: build the wheel in the folder of one")

    def checked(self) -> Crate:
        unknown = sorted(self.table.keys() - KEYS)
        if unknown:
            raise _cargo.BuildError(f"[package.metadata.{TABLE}] has an unknown key `{unknown[0]}`, expected one of: {', '.join(sorted(KEYS))}")
        if not any("cdylib" in target["crate_types"] for target in self.package["targets"]):
            raise _cargo.BuildError(f'`{self.package["name"]}` builds no shared library: add `crate-type = ["cdylib"]` to `[lib]`')
        for dependency in self.package["dependencies"]:
            is_of_registry = (dependency["source"] or "").startswith("registry+") and dependency["registry"] is None
            if dependency["name"] == FACADE and is_of_registry:
                raise _cargo.BuildError(
                    f'`{FACADE}` is not in the public registry: write `{FACADE} = {{ path = "/path/to/tvm-ffi" }}` in {self.manifest}, or `git = ...`'
                )
        project = self.folder / "pyproject.toml"
        if project.exists() and "\n[project]" in "\n" + project.read_text(encoding="utf-8"):
            raise _cargo.BuildError(f"remove [project] from pyproject.toml: Cargo.toml has it, and [package.metadata.{TABLE}] what only Python knows")
        return self

    @property
    def table(self) -> dict[str, Any]:
        found: dict[str, Any] = (self.package["metadata"] or {}).get(TABLE, {})
        return found

    @property
    def manifest(self) -> Path:
        return Path(self.package["manifest_path"])

    @property
    def has_runtime(self) -> bool:
        """Whether the library needs no other package."""
        features = (dependency["features"] for dependency in self.package["dependencies"] if dependency["name"] == FACADE)
        return any("embedded" in of_facade for of_facade in features)

    def python_files(self) -> tuple[str, dict[str, Path]]:
        """The name of the package of Python in the crate, and its files by their paths in the wheel. Without one, the name is empty."""
        if "package" not in self.table:
            return "", {}
        folder = self.folder / self.table["package"]
        if not (folder / "__init__.py").is_file():
            raise _cargo.BuildError(f"[package.metadata.{TABLE}] has `package`, and there is no `{folder / '__init__.py'}`")
        found = (file for file in sorted(folder.rglob("*")) if file.is_file() and "__pycache__" not in file.parts)
        return folder.name, {f"{folder.name}/{file.relative_to(folder).as_posix()}": file for file in found}

    def distribution(self, *runtime: str) -> Distribution:
        """`runtime`: the package that loads the library."""
        package, table = self.package, self.table
        readme = package.get("readme")
        return Distribution(
            name=table.get("name", package["name"]),
            version=package["version"],
            summary=package["description"] or "",
            # Cargo also takes the old form `MIT/Apache-2.0`.
            license=(package["license"] or "").replace("/", " OR "),
            license_files=self.license_files(),
            authors=package["authors"],
            url=package["homepage"] or package["repository"] or "",
            requires_python=table.get("requires-python", ">=3.9"),
            dependencies=[*runtime, *table.get("dependencies", ())],
            description=(self.folder / readme).read_text(encoding="utf-8") if readme and (self.folder / readme).exists() else "",
        )

    def license_files(self) -> list[Path]:
        """The file that `Cargo.toml` names, or those in the folder of the crate, or in that of its workspace."""
        named = self.package["license_file"]
        if named:
            return [self.folder / named]
        for folder in (self.folder, self.workspace):
            found = sorted(file for file in folder.iterdir() if file.name.upper().startswith(LICENSES) and file.is_file())
            if found:
                return found
        return []

    def facade(self) -> str:
        """Where `tvm-ffi-rs` is, as an argument of `cargo install`."""
        for dependency in self.package["dependencies"]:
            if dependency["name"] == FACADE and dependency.get("path"):
                return f'--path "{dependency["path"]}"'
            if dependency["name"] == FACADE and (dependency["source"] or "").startswith("git+"):
                return f"{FACADE} --git {re.split('[?#]', dependency['source'][4:])[0]}"
        return "--path /path/to/tvm-ffi"

    @property
    def features(self) -> list[str]:
        """The features that are on in the wheel, as arguments of cargo."""
        return ["--features", ",".join(self.table["features"])] if self.table.get("features") else []

    def build(self, target: Optional[Target] = None) -> Path:
        """The shared library, optimised, for this machine or for another platform."""
        arguments = ["--release", "--lib", "--manifest-path", str(self.manifest), *self.features]
        if target is None:
            messages = _cargo.build(self.folder, arguments, {}, show=True)
        else:
            variables = {**target.variables, "CARGO_ZIGBUILD_ZIG_PATH": _targets.zig()}
            command = (_targets.zigbuild() or "cargo-zigbuild", "zigbuild")
            messages = _cargo.build(self.folder, [*arguments, *target.arguments], variables, command=command, show=True)
        [library] = _cargo.libraries(messages, self.manifest)
        return library

    def crates(self, triple: str) -> list[tuple[str, str, str]]:
        """Names, versions and licenses of the crates in the library, itself first. `cargo metadata` would also have those of its workspace."""
        arguments = ["--edges=normal", "--prefix=none", "--format={p}\t{l}", "--target", triple, "--manifest-path", str(self.manifest), *self.features]
        listed = subprocess.run([_toolchain.program("cargo"), "tree", *arguments], check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        # `half v2.6.0`, and for some the folder.
        lines = (re.match(r"(\S+) v(\S+).*\t([^(]*)", line) for line in listed.stdout.splitlines())
        return [(line.group(1), line.group(2), line.group(3).strip()) for line in lines if line]

    def sources(self) -> list[Path]:
        """The files that cargo would publish, and `pyproject.toml`."""
        command = [_toolchain.program("cargo"), "package", "--list", "--allow-dirty", "--manifest-path", str(self.manifest)]
        listed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout.splitlines()
        names = sorted({*listed, "pyproject.toml"})
        return [self.folder / name for name in names if (self.folder / name).is_file()]
