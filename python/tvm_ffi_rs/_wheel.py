"""Writes wheels."""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Union

Content = Union[bytes, str]

# Semantic versions and those of Python name the stages before a release differently.
STAGES = {"alpha": "a", "beta": "b", "rc": "rc", "pre": "rc"}
EXECUTABLE = 0o100755 << 16


@dataclass(frozen=True)
class Distribution:
    """What a package index shows."""

    name: str
    version: str
    summary: str = ""
    license: str = ""
    license_files: Sequence[Path] = ()
    authors: Sequence[str] = ()
    url: str = ""
    requires_python: str = ">=3.9"
    dependencies: Sequence[str] = ()
    description: str = ""

    @property
    def stem(self) -> str:
        """How the names of its files begin."""
        return f"{re.sub(r'[-_.]+', '_', self.name)}-{python_version(self.version)}"

    def metadata(self) -> str:
        entries = [("Metadata-Version", "2.4"), ("Name", self.name), ("Version", python_version(self.version))]
        entries += [("Summary", " ".join(self.summary.split())), ("License-Expression", self.license), ("Home-page", self.url)]
        entries += [("License-File", file.name) for file in self.license_files]
        entries += [("Author", ", ".join(self.authors)), ("Requires-Python", self.requires_python)]
        entries += [("Requires-Dist", dependency) for dependency in self.dependencies]
        if self.description:
            entries.append(("Description-Content-Type", "text/markdown"))
        lines = [f"{name}: {value}\n" for name, value in entries if value]
        return "".join(lines) + (f"\n{self.description}" if self.description else "")


def python_version(version: str) -> str:
    """A version of Cargo as Python writes it: `1.0.0-alpha.2` is `1.0.0a2`."""
    release, _, stage = version.partition("+")[0].partition("-")
    if not stage:
        return release
    found = re.fullmatch(r"([a-z]+)[.-]?(\d*)", stage)
    if found is None or found.group(1) not in STAGES:
        raise ValueError(f"the version `{version}` has no form in Python: use alpha, beta, or rc, with a number")
    return f"{release}{STAGES[found.group(1)]}{found.group(2) or 0}"


def write(folder: Path, distribution: Distribution, tag: str, files: Mapping[str, Content]) -> str:
    """Write a wheel with the files, and return its name."""
    name = f"{distribution.stem}-{tag}.whl"
    info = f"{distribution.stem}.dist-info"
    is_pure = "true" if tag.endswith("-any") else "false"
    described = {
        **files,
        **{f"{info}/licenses/{file.name}": file.read_bytes() for file in distribution.license_files},
        f"{info}/METADATA": distribution.metadata(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: tvm-ffi-rs\nRoot-Is-Purelib: {is_pure}\nTag: {tag}\n",
    }
    record = ""
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in described.items():
            data = content.encode() if isinstance(content, str) else content
            archive.writestr(entry(path), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
        archive.writestr(entry(f"{info}/RECORD"), f"{record}{info}/RECORD,,\n")
    return name


def entry(path: str) -> zipfile.ZipInfo:
    """A file whose time is always the same, so that the same build gives the same wheel."""
    info = zipfile.ZipInfo(path)
    info.external_attr, info.compress_type = EXECUTABLE, zipfile.ZIP_DEFLATED
    return info
