"""Names in Python for what a library exports. `tvm-ffi-stubs` and the modules of `python_module!` have the same."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Union

LIBRARY = "_library"
"""The name of the library in the module that loads it; no export has it."""


def is_identifier(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


def identifier(text: str) -> str:
    name = "".join(c if c == "_" or c.isalnum() else "_" for c in text)
    if not (name[:1] == "_" or name[:1].isalpha()):
        name = "_" + name
    return name + "_" if keyword.iskeyword(name) else name


class Claimed(set[str]):
    """The names of one namespace, each used once."""

    def claim(self, wanted: str) -> str:
        name = identifier(wanted)
        while name in self:
            name += "_"
        self.add(name)
        return name


def claim(taken: dict[str, Any], stem: str, library: Any) -> str:
    """The name of a library in a framework, which has one for the whole process: that of its file, or `<file>_2` where another library has it."""
    wanted = identifier(stem[3:] if stem.startswith("lib") else stem)
    names = [wanted, *(f"{wanted}_{count}" for count in range(2, len(taken) + 3))]
    name = next(name for name in names if name not in taken)
    taken[name] = library
    return name


Tree = dict[str, Union[str, "Tree"]]
"""Names in Python: for exports with their names, for namespaces with the names in them."""


class Names:
    """The names of what a library exports."""

    def __init__(self, exports: Iterable[str], parents: Mapping[str, Optional[str]]) -> None:
        """`parents`: the classes by type key, each with the key of its parent."""
        tree = Prefixes()
        for export in exports:
            *prefix, last = export.split(".")
            place = tree
            for part in prefix:
                place = place.children.setdefault(part, Prefixes())
            place.functions[last] = export
        self.classes: dict[str, str] = {}
        self.parents = parents
        self.exports = self.name(tree, Claimed({LIBRARY}), is_root=True)

    def name(self, prefixes: Prefixes, claimed: Claimed, *, is_root: bool = False) -> Tree:
        """Names that may stay come first, then classes, namespaces, and the rest."""
        functions = prefixes.functions
        kept = sorted(filter(is_identifier, functions))
        found: Tree = {claimed.claim(name): functions[name] for name in kept}
        if is_root:
            self.name_classes(claimed)
        for name in sorted(prefixes.children):
            inner = self.name(prefixes.children[name], Claimed())
            found[claimed.claim(name)] = inner
        found.update({claimed.claim(name): functions[name] for name in sorted(set(functions) - set(kept))})
        return found

    def name_classes(self, claimed: Claimed) -> None:
        waiting, ordered = list(self.parents), []
        while waiting:
            # A circle would be a mistake of the manifest.
            first = next((key for key in waiting if self.parents[key] not in waiting), waiting[0])
            waiting.remove(first)
            ordered.append(first)
        short = [key.rpartition(".")[2] for key in ordered]
        for key, last in zip(ordered, short):
            is_free = short.count(last) == 1 and is_identifier(last) and last not in claimed
            self.classes[claimed.claim(last if is_free else key)] = key


class Prefixes:
    """Exports by the parts of their names."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}
        self.children: dict[str, Prefixes] = {}
