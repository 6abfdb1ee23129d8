"""Shapes of contracts as Python: where symbols get their values, what an output's shape is, which extents have to be equal.

All of it is source text over the parameters of the export, so that wrappers contain it, and numbers may be symbolic.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Callable, Optional

from ._manifest import Entry, Export, Parameter
from ._signature import function

Sources = dict[str, str]
"""The source of each symbol: `{"n": "x.shape[0]", "*s": "x.shape[1:]"}`."""


@dataclass(frozen=True)
class Check:
    """An extent of a parameter, and what it has to be."""

    parameter: str
    axis: str
    """`0`, or `1:` for a named pack of dimensions."""
    actual: str
    expected: str
    entry: Entry
    is_multiple: bool = False
    """`actual` is a multiple of `expected`, instead of equal to it."""


def sources(export: Export, names: Optional[Mapping[str, str]] = None) -> Sources:
    """Where the inputs have the symbols. `names` are those of the parameters in Python, where they differ."""
    found: Sources = {}
    for parameter in binding_order(export):
        name = python_name(parameter, names)
        if parameter.schema.get("type") == "int":
            found.setdefault(parameter.name, name)
        for entry, actual in extents(parameter, name):
            symbol = bound_symbol(entry)
            if symbol is not None:
                found.setdefault(symbol, actual)
    return found


def binding_order(export: Export) -> list[Parameter]:
    """The inputs, those first that are always there."""
    return sorted(export.inputs, key=lambda parameter: parameter.optional)


def shape_source(shape: Optional[Sequence[Entry]], symbols: Sources) -> Optional[str]:
    """The source of a tuple; None where an extent is not known before the call."""
    if shape is None:
        return None
    known = [extent for extent in (entry_source(entry, symbols) for entry in shape) if extent is not None]
    return tuple_of(known) if len(known) == len(shape) else None


def tuple_of(items: Iterable[str]) -> str:
    """The source of a tuple."""
    listed = list(items)
    return f"({listed[0]},)" if len(listed) == 1 else f"({', '.join(listed)})"


def shape_function(export: Export, shape: Optional[Sequence[Entry]]) -> Optional[Callable[..., tuple[Any, ...]]]:
    """A function of all inputs, by their names or in order, that returns the shape; None where it is not known before the call."""
    names = {parameter.name: f"_{index}" for index, parameter in enumerate(export.inputs)}
    source = shape_source(shape, sources(export, names))
    if source is None:
        return None
    return function("shape", ", ".join(names.values()), [f"return {source}"], {}, qualname=f"{export.name}.shape")


def checks(export: Export, names: Optional[Mapping[str, str]] = None) -> Iterator[Check]:
    """The extents of inputs that have to be numbers, or equal to others. The number of dimensions is not among them: see `ndim`."""
    symbols = sources(export, names)
    for parameter in binding_order(export):
        for entry, actual in extents(parameter, python_name(parameter, names)):
            axis = actual[actual.index("[") + 1 : -1]
            multiple = multiple_of(entry, symbols)
            if multiple is not None:
                yield Check(parameter.name, axis, actual, multiple, entry, is_multiple=True)
            expected = entry_source(entry, symbols)
            if expected is None or expected.lstrip("*") == actual:
                continue
            yield Check(parameter.name, axis, actual, expected.lstrip("*"), entry)


def ndim(parameter: Parameter) -> tuple[int, bool]:
    """The number of dimensions, and whether there may be more."""
    if parameter.shape is None:
        return (0, True) if parameter.ndim is None else (parameter.ndim, False)
    packs = sum(is_pack(entry) for entry in parameter.shape)
    return len(parameter.shape) - packs, packs > 0


def extents(parameter: Parameter, name: str) -> Iterator[tuple[Entry, str]]:
    """Each entry of a shape with the source of the extents that it is for."""
    shape = parameter.shape or ()
    pack = next((index for index, entry in enumerate(shape) if is_pack(entry)), len(shape))
    of = f"{name}.shape" if parameter.is_tensor else name
    behind = len(shape) - pack - 1
    for index, entry in enumerate(shape):
        if index < pack:
            yield entry, f"{of}[{index}]"
        elif index > pack:
            yield entry, f"{of}[{index - len(shape)}]"
        else:
            yield entry, f"{of}[{pack or ''}:{-behind if behind else ''}]"


def entry_source(entry: Entry, symbols: Sources) -> Optional[str]:
    """The source of an extent, or of a spliced pack; None for `_`, an unnamed pack, and symbols without a source."""
    if isinstance(entry, int):
        return str(entry)
    if is_pack(entry):
        source = symbols.get(entry)
        return None if source is None else f"*{source}"
    tree = ast.parse(symbol_of_multiple(entry) or entry, mode="eval")
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return ast.unparse(Substitution(symbols).visit(tree)) if names <= symbols.keys() else None


class Substitution(ast.NodeTransformer):
    """Replaces symbols by their sources."""

    def __init__(self, symbols: Sources) -> None:
        self.symbols = symbols

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.parse(self.symbols[node.id], mode="eval").body


def multiple_of(entry: Entry, symbols: Sources) -> Optional[str]:
    """The source of what an extent is a multiple of: `16` for `n % 16`."""
    if symbol_of_multiple(entry) is None:
        return None
    return entry_source(str(entry).partition("%")[2].strip(), symbols)


def symbol_of_multiple(entry: Entry) -> Optional[str]:
    """`n` for `n % 16`. A remainder has parentheses: `(n % 16)`."""
    symbol, sign, _ = str(entry).partition(" % ")
    return symbol if sign and symbol.isidentifier() else None


def bound_symbol(entry: Entry) -> Optional[str]:
    """The symbol, or the named pack, that an entry gives a value to if it has none."""
    text = symbol_of_multiple(entry) or str(entry)
    is_symbol = text.isidentifier() and text != "_" or is_pack(text) and text != "*"
    return text if is_symbol else None


def begin_with_one_pack(shapes: Iterable[Optional[Sequence[Entry]]]) -> bool:
    """Whether the same named pack is the first entry of each shape."""
    first = {shape[0] if shape else None for shape in shapes}
    entry = next(iter(first)) if len(first) == 1 else None
    return entry is not None and entry != "*" and is_pack(entry)


def is_pack(entry: Entry) -> bool:
    return str(entry).startswith("*")


def python_name(parameter: Parameter, names: Optional[Mapping[str, str]]) -> str:
    return parameter.name if names is None else names.get(parameter.name, parameter.name)
