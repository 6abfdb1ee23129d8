"""The list of the crates in a library (a software bill of materials), which a wheel has in `.dist-info/sboms`: PEP 770, CycloneDX 1.6."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any


def cyclonedx(crates: Sequence[tuple[str, str, str]]) -> str:
    """The list as JSON. `crates`: names, versions and licenses, the library first."""
    library, *others = [component(*crate) for crate in dict.fromkeys(crates)]
    listed = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": library},
        "components": sorted(others, key=lambda crate: str(crate["purl"])),
    }
    return json.dumps(listed, indent=2) + "\n"


def component(name: str, version: str, license: str) -> dict[str, Any]:
    url = f"pkg:cargo/{name}@{version}"
    licenses = {"licenses": [{"expression": license.replace("/", " OR ")}]} if license else {}
    return {"type": "library", "bom-ref": url, "name": name, "version": version, **licenses, "purl": url}
