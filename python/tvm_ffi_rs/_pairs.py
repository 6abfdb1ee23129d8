"""Which exports are the backward of which, by the manifest."""

from __future__ import annotations

from collections.abc import Mapping

from ._manifest import Export


def backwards(exports: Mapping[str, Export]) -> dict[str, str]:
    """The name of the backward of each export that has one."""
    found: dict[str, str] = {}
    for export in exports.values():
        if export.backward_of is None:
            continue
        other = found.setdefault(export.backward_of, export.name)
        if other != export.name:
            raise ValueError(f"two exports are backwards of `{export.backward_of}`: `{other}`, `{export.name}`")
    return found
