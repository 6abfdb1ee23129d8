"""Functions with real signatures: keywords and defaults cost what they cost in Python."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Optional

from ._manifest import NO_DEFAULT, Export, Parameter, RustDefault
from ._names import Claimed, is_identifier

OUT = "out"


@dataclass(frozen=True)
class Signature:
    """The signature of a wrapper: what callers pass."""

    text: str
    """Between the parentheses of a `def`: `x, weight, eps=1e-06, *, out=None`."""
    names: dict[str, str]
    """The names of the parameters in Python, by those in the export."""
    out: Optional[str] = None
    """The name of the keyword that takes the outputs."""
    args: Optional[str] = None
    """The name of the rest of the arguments, where the export takes any."""

    def name(self, parameter: Parameter) -> str:
        return self.names[parameter.name]


def signature(
    export: Export,
    *,
    with_out: bool = False,
    out_is_optional: bool = True,
    parameters: Optional[Sequence[Parameter]] = None,
) -> Signature:
    """The signature without outputs; `with_out`: with a keyword for all of them, if there are any."""
    shown = export.inputs if parameters is None else parameters
    claimed = Claimed()
    names = {parameter.name: claimed.claim(parameter.name) for parameter in shown}
    # A parameter whose name is not an identifier in Python is positional.
    positional = max((index + 1 for index, one in enumerate(shown) if not is_identifier(one.name)), default=0)
    first_default = 1 + max((index for index, one in enumerate(shown) if not one.has_default), default=-1)
    parts = []
    for index, parameter in enumerate(shown):
        default = f"={default_text(parameter.default)}" if index >= first_default else ""
        parts.append(names[parameter.name] + default)
        if index + 1 == positional:
            parts.append("/")
    out = args = None
    if export.packed:
        args = claimed.claim("args")
        parts.append(f"*{args}")
    if with_out and export.outputs:
        out = claimed.claim(OUT)
        parts.append(f"*, {out}=None" if out_is_optional else f"*, {out}")
    return Signature(", ".join(parts), names, out, args)


def default_text(default: Any) -> str:
    """A JSON value as Python; `...` for what only the library can evaluate."""
    if default is NO_DEFAULT:
        raise ValueError("there is no default")
    return "..." if isinstance(default, RustDefault) else repr(default)


def function(
    name: str,
    parameters: str,
    body: Sequence[str],
    scope: dict[str, Any],
    *,
    doc: Optional[str] = None,
    module: str = "tvm_ffi_rs",
    qualname: Optional[str] = None,
) -> FunctionType:
    """Compile a function in a scope of its own: the names that its body uses, which must differ from its parameters."""
    lines = [f"def {name}({parameters}):", *("    " + line for line in body)]
    source = "\n".join(lines) + "\n"
    file = f"<tvm_ffi_rs {module}.{qualname or name}>"
    # There is no `__name__` in the scope: `torch.compile` would look for these values in the module that has the name.
    exec(compile(source, file, "exec"), scope)  # noqa: S102
    made: FunctionType = scope[name]
    made.__doc__, made.__qualname__, made.__module__ = doc, qualname or name, module
    # Tracebacks and `inspect.getsource` show it.
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    return made
