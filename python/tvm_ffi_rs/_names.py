"""Names in Python for what a library exports. `tvm-ffi-stubs` and the modules of `python_module!` have the same."""

from __future__ import annotations

import keyword


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
