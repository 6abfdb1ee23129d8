"""The source of an export's wrapper: the common calls, compiled once with a real signature.

```python
def rms_norm(x, weight, eps=1e-06, *, out=None):
    if type(x) is type(weight) is _array:
        if out is None:
            try:
                y = _empty((x.shape[0], x.shape[1]), x.dtype)
            except _refused:
                return _direct((x, weight, eps))
        elif type(out) is _array:
            y = out
        else:
            return _direct((x, weight, eps), out)
        try:
            _call(x, weight, y, eps)
        except BufferError as error:
            return _direct.again(error, (x, weight, eps), (y,))
        return y
    if _isinstance(x, _Tensor):
        if out is not None:
            return _torch.function(x, weight, eps, out=out)
        return _torch.function(x, weight, eps)
    return _direct((x, weight, eps), out)
```
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any, Callable, Optional

from . import _numpy
from ._direct import Allocation, Direct, Function
from ._frameworks import TORCH, may_hold_arrays
from ._late import Late
from ._manifest import Export, Parameter, RustDefault
from ._names import Claimed, identifier
from ._results import converter
from ._shapes import shape_source, sources, tuple_of
from ._signature import Signature, function, signature
from ._values import PLAIN, conversion, dtype

# What an argument raises that has no such extent, or no shape that is one.
REFUSED = (AttributeError, IndexError, TypeError, ValueError)


def wrapper(
    export: Export,
    call: Function,
    elsewhere: Callable[[str], Function],
    *,
    takes_names: bool = False,
    module: str,
    qualname: str,
) -> Function:
    """The function for an export that `call` calls with all arguments in order.

    `elsewhere` has the export's functions for the tensors of torch, and for those of JAX.
    """
    direct = Direct(export, call, elsewhere, takes_names=takes_names)
    is_known = all(allocation.is_known for allocation in direct.allocations)
    shown = signature(export, with_out=True, out_is_optional=is_known)
    name = identifier(export.name.rpartition(".")[2])
    source = Source(direct, shown, name)
    body = list(source.body())
    return function(name, shown.text, body, source.values, doc=export.documentation, module=module, qualname=qualname)


class Source:
    """The lines of a wrapper, and the values that they name."""

    def __init__(self, direct: Direct, of: Signature, name: str) -> None:
        self.export, self.direct, self.signature = direct.export, direct, of
        self.values: dict[str, Any] = {}
        taken = Claimed({*of.names.values(), of.out or "", of.args or ""})
        # Begins all other names.
        self.prefix = "_"
        while any(one.startswith(self.prefix) for one in (*taken, name)):
            self.prefix += "_"
        self.outputs = {one.name: taken.claim(one.name) for one in self.export.outputs}
        self.returned = [self.outputs[one.name] for one in self.export.outputs if not one.saved]
        self.passed = ", ".join(map(of.name, self.export.inputs))
        self.inputs = of.args or tuple_of(map(of.name, self.export.inputs))

    def value(self, name: str, value: Any) -> str:
        """The name of a value in the source."""
        self.values[self.prefix + name] = value
        return self.prefix + name

    def body(self) -> Iterator[str]:
        conditions = self.conditions()
        if conditions is None:
            yield from self.torch()
            yield self.general()
        elif not conditions:
            yield from self.common()
        else:
            yield f"if {' and '.join(conditions)}:"
            yield from indented(self.common())
            yield from self.torch()
            yield self.general()

    def general(self) -> str:
        direct = self.value("direct", self.direct)
        return f"return {direct}({self.inputs}, {self.signature.out})" if self.signature.out else f"return {direct}({self.inputs})"

    def conditions(self) -> Optional[list[str]]:
        """When the common call serves; None: never."""
        if self.export.packed or not self.knows_outputs or "numpy" not in sys.modules:  # `tvm_ffi` imports it where it is installed
            return None
        arrays, found = [], []
        kind, array = self.value("type", type), self.value("array", _numpy.numpy().ndarray)
        for one in self.export.inputs:
            name = self.signature.name(one)
            if isinstance(one.default, RustDefault):
                found.append(f"{name} is not ...")
            convert = conversion(one.schema)
            if convert is dtype:
                found.append(f"{kind}({name}) is not {kind}")
            elif convert is not None and not one.is_tensor:
                found.append(f"({name} is None or {kind}({name}) in {self.value('plain', PLAIN)})")
            if one.is_list or (not one.is_tensor and may_hold_arrays(one.schema)):
                return None
            if one.optional or one.is_tensor and one.schema.get("type") == "Optional":
                found.append(f"({name} is None or {kind}({name}) is {array})")
            elif one.is_tensor:
                arrays.append(f"{kind}({name})")
        return [*([" is ".join([*arrays, array])] if arrays else []), *found]

    @property
    def is_known(self) -> bool:
        return all(allocation.is_known for allocation in self.direct.allocations)

    @property
    def knows_outputs(self) -> bool:
        """Whether `out` can have all outputs, or none."""
        return self.is_known or len(self.returned) == len(self.outputs)

    def common(self) -> Iterator[str]:
        """The call with arrays of NumPy."""
        arguments = (self.outputs[one.name] if one.is_out else self.signature.name(one) for one in self.export.parameters)
        call = f"{self.value('call', self.direct.call)}({', '.join(arguments)})"
        if may_hold_arrays(self.export.result.schema):
            call = f"{self.value('arrays', converter(self.export.result.schema))}({call})"
        if not self.export.outputs:
            yield from self.guarded(f"return {call}")
            return
        yield from self.provide_outputs()
        results = list(self.returned)
        if self.export.result.is_none:
            yield from self.guarded(call)
        else:
            results.append(f"{self.prefix}result")
            yield from self.guarded(f"{results[-1]} = {call}")
        if results:
            yield f"return {', '.join(results)}"

    def guarded(self, line: str) -> Iterator[str]:
        """The call, and what to do with an array that NumPy does not pass on."""
        if not any(one.is_tensor for one in self.export.parameters):
            yield line
            return
        error, direct = self.prefix + "error", self.value("direct", self.direct)
        yield "try:"
        yield f"    {line}"
        yield f"except {self.value('BufferError', BufferError)} as {error}:"
        yield f"    return {direct}.again({error}, {self.inputs}, {tuple_of(self.outputs.values())})"

    def provide_outputs(self) -> Iterator[str]:
        """The outputs: allocated, or those in `out`. The saved ones are always allocated."""
        word = "if"
        if self.is_known:
            yield f"if {self.signature.out} is None:"
            yield from indented(self.allocated())
            word = "elif"
        # Those that begin with zeros are cleared by the general call.
        if len(self.returned) == len(self.outputs) and all(one.init != "zero" for one in self.export.outputs):
            yield f"{word} {self.are_arrays()}:"
            yield f"    {', '.join(self.returned)} = {self.signature.out}"
        yield "else:"
        yield f"    {self.general()}"

    def are_arrays(self) -> str:
        """Whether `out` is one array of NumPy for each output."""
        out, kind, array, count = self.signature.out, self.prefix + "type", self.prefix + "array", len(self.returned)
        if count == 1:
            return f"{kind}({out}) is {array}"
        items = " is ".join(f"{kind}({out}[{index}])" for index in range(count))
        return f"{kind}({out}) is {self.value('tuple', tuple)} and {self.value('len', len)}({out}) == {count} and {items} is {array}"

    def allocated(self) -> Iterator[str]:
        yield "try:"
        for allocation in self.direct.allocations:
            yield f"    {self.outputs[allocation.output.name]} = {self.allocation(allocation)}"
        yield f"except {self.value('refused', REFUSED)}:"
        yield f"    {self.general()}"

    def allocation(self, of: Allocation) -> str:
        """The expression for a new output."""
        shape = shape_source(of.output.shape, sources(self.export, self.signature.names))
        name = "zeros" if of.output.init == "zero" else "empty"
        make = self.value(name, getattr(_numpy.numpy(), name))
        if isinstance(of.dtype, int):
            return f"{make}({shape}, {self.signature.name(self.export.inputs[of.dtype])}.dtype)"
        # The package that has it need not be installed.
        if of.dtype in _numpy.ML_DTYPES:
            return f"{make}({shape}, {self.value('dtype', _numpy.dtype)}({of.dtype!r}))"
        return f"{make}({shape}, {self.value(str(of.dtype), _numpy.dtype(str(of.dtype)))})"

    def torch(self) -> Iterator[str]:
        """The way of tensors of torch, which `torch.compile` can follow."""
        conditions = list(self.has_tensor())
        if not conditions:
            return
        # Made when it is first used, also by `torch.compile`.
        function = self.value("torch", Late(TORCH, lambda _: self.direct.elsewhere(TORCH))) + ".function"
        out = self.signature.out
        yield f"if {' or '.join(conditions)}:"
        if out is not None:
            yield f"    if {out} is not None:"
            yield f"        return {function}({self.passed}, {out}={out})"
        yield f"    return {function}({self.passed})"

    def has_tensor(self) -> Iterator[str]:
        """Whether the first tensor is one of torch: the first that is there."""
        # `tvm_ffi` imports torch where it is installed. Where it comes later, the general call finds out.
        tensor = self.value("Tensor", getattr(sys.modules.get(TORCH), "Tensor", ()))
        is_instance = self.value("isinstance", isinstance)
        for one in self.export.inputs:
            name = self.signature.name(one)
            if one.is_list:
                yield f"{is_instance}({name}, {self.value('sequence', (list, tuple))}) and {name} and {is_instance}({name}[0], {tensor})"
            elif one.is_tensor:
                yield f"{is_instance}({name}, {tensor})"
            if one.is_tensor and not one.is_list and not one.optional:
                return

def indented(lines: Iterable[str]) -> Iterator[str]:
    return ("    " + line for line in lines)

