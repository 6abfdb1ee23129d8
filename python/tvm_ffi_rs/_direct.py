"""Calls of an export as it is, with arrays of any kind: guards, outputs that are left out, arrays that need more to be lent.

The wrapper of an export makes the common call itself, with arrays of NumPy only, and comes here for all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Callable, Optional, Union

import tvm_ffi

from . import _numpy
from ._frameworks import JAX, NOTHING, NUMPY, OTHER, TORCH, arrays_in, library_of, may_hold_arrays
from ._manifest import Export, Parameter, RustDefault
from ._results import converter
from ._shapes import shape_function
from ._values import conversion

Function = Callable[..., Any]


class Direct:
    """An export as a function of its inputs in order, and of its outputs."""

    def __init__(self, export: Export, call: Function, elsewhere: Callable[[str], Function], *, takes_names: bool) -> None:
        self.export, self.call, self.elsewhere = export, call, elsewhere
        self.takes_names = takes_names
        """Whether the function takes arguments by name, so that one in the middle may be left out."""
        self.arrays = [at for at, one in enumerate(export.inputs) if one.is_tensor or may_hold_arrays(one.schema)]
        self.returned = [index for index, one in enumerate(export.outputs) if not one.saved]
        self.allocations = [Allocation(export, output) for output in export.outputs]
        self.conversions = {one.name: convert for one in export.inputs if (convert := conversion(one.schema)) is not None}
        self.convert = converter(export.result.schema) if may_hold_arrays(export.result.schema) else None

    def __call__(self, inputs: tuple[Any, ...], out: Any = None) -> Any:
        checked = inputs if self.export.packed else [inputs[index] for index in self.arrays]
        arrays = [array for value in checked for array in arrays_in(value)]
        library = library_of(type(arrays[0])) if arrays else NOTHING
        if library in (TORCH, JAX):
            if library == JAX and out is not None:
                raise TypeError(f"{self.export.name}: arrays of JAX cannot change: leave out `out`")
            function = self.elsewhere(library)
            return function(*inputs) if out is None else function(*inputs, out=out)
        given = self.given(out)
        self.guard(inputs, given)
        outputs = self.outputs(inputs, given)
        for array in self.to_clear(given):
            _numpy.clear(array, inputs)
        return self.run(inputs, outputs, as_arrays=library != OTHER)

    def again(self, error: BufferError, inputs: tuple[Any, ...], outputs: tuple[Any, ...]) -> Any:
        """The call once more, if an array could not be passed as it is. Then the function has not run."""
        values = (*inputs, *outputs)
        arrays = [array for value in values for array in arrays_in(value) if library_of(type(array)) == NUMPY]
        if any(map(_numpy.refusal, arrays)):
            self.guard(inputs, outputs)
        if not any(map(_numpy.needs_lending, arrays)):
            raise error
        return self.run(inputs, outputs)

    def run(self, inputs: tuple[Any, ...], outputs: Sequence[Any], *, as_arrays: bool = True) -> Any:
        given, made = iter(inputs), iter(outputs)
        arguments = [self.lend(one, next(made if one.is_out else given)) for one in self.export.parameters]
        arguments.extend(given)
        result = self.call_with_gaps(arguments)
        if self.convert is not None and as_arrays:
            result = self.convert(result)
        results = [outputs[index] for index in self.returned]
        if not self.export.outputs:
            return result
        if not self.export.result.is_none:
            results.append(result)
        return results[0] if len(results) == 1 else tuple(results) if results else None

    def call_with_gaps(self, arguments: list[Any]) -> Any:
        """The call, without the arguments whose default only the library can evaluate."""
        parameters = self.export.parameters
        gaps = [index for index, one in enumerate(parameters) if is_gap(one, arguments[index])]
        if not gaps:
            return self.call(*arguments)
        first = gaps[0]
        if self.takes_names:
            named = {parameters[index].name: arguments[index] for index in range(first, len(parameters)) if index not in gaps}
            return self.call(*arguments[:first], **named)
        given = [one.name for one, value in zip(parameters[first:], arguments[first:]) if not is_left_out(one, value)]
        if given:
            left_out = parameters[first].name
            raise TypeError(f"{self.export.name}: pass `{left_out}` too, since `{given[0]}` is passed: only the library knows its default")
        return self.call(*arguments[:first])

    def lend(self, parameter: Parameter, value: Any) -> Any:
        if parameter.name in self.conversions:
            value = self.conversions[parameter.name](value)
        if isinstance(value, (list, tuple)):
            return [self.lend(parameter, item) for item in value]
        if library_of(type(value)) != NUMPY or not _numpy.needs_lending(value):
            return value
        if parameter.role in ("out", "inout") and not value.flags.writeable:
            raise BufferError(f"{self.where(parameter)} is read-only, and the function writes it")
        return _numpy.lend(value, as_view=parameter.role == "in")

    def given(self, out: Any) -> tuple[Any, ...]:
        """The outputs in `out`, one for each output of the export: None for those that are left out."""
        outputs: list[Any] = [None] * len(self.export.outputs)
        if out is None:
            return tuple(outputs)
        passed = tuple(out) if isinstance(out, (tuple, list)) and not self.takes_list else (out,)
        if len(passed) != len(self.returned):
            names = ", ".join(f"`{self.export.outputs[index].name}`" for index in self.returned)
            raise TypeError(f"{self.export.name}: `out` has {len(passed)} arrays, expected {len(self.returned)}: {names}")
        for index, array in zip(self.returned, passed):
            outputs[index] = array
        return tuple(outputs)

    @property
    def takes_list(self) -> bool:
        """Whether `out` itself is the list that the only output is."""
        return len(self.returned) == 1 and self.export.outputs[self.returned[0]].is_list

    def outputs(self, inputs: tuple[Any, ...], given: tuple[Any, ...]) -> tuple[Any, ...]:
        """All outputs: those that are given, and the others allocated."""
        for allocation, array in zip(self.allocations, given):
            if array is None and not allocation.is_known:
                name = allocation.output.name
                raise TypeError(f"{self.export.name}: the shape or the dtype of `{name}` is not known before the call: pass `out=`")
        if not self.are_possible(inputs, given):
            # Arguments that violate the contract: the library says so best.
            self.run(inputs, tuple(allocation.placeholder(inputs) for allocation in self.allocations))
        return tuple(allocation(inputs) if array is None else array for allocation, array in zip(self.allocations, given))

    def are_possible(self, inputs: tuple[Any, ...], given: tuple[Any, ...]) -> bool:
        """Whether the inputs have the shapes and the dtypes of all outputs that a caller does not give."""
        return all(allocation.is_possible(inputs) for allocation, array in zip(self.allocations, given) if array is None)

    def to_clear(self, given: tuple[Any, ...]) -> list[Any]:
        """The outputs of a caller that begin with zeros."""
        cleared = [array for allocation, array in zip(self.allocations, given) if allocation.output.init == "zero"]
        return [array for one in cleared for array in (one if isinstance(one, (list, tuple)) else [one]) if array is not None]

    def guard(self, inputs: tuple[Any, ...], outputs: tuple[Any, ...]) -> None:
        """Refuse arrays that the function would take and silently misuse."""
        for parameter, value in zip((*self.export.inputs, *self.export.outputs), (*inputs, *outputs)):
            for array in arrays_in(value):
                reason = reason_against(parameter, array)
                if reason is not None:
                    raise TypeError(f"{self.where(parameter)} {reason}")

    def where(self, parameter: Parameter) -> str:
        index = self.export.parameters.index(parameter)
        return f"{self.export.name}: argument #{index} `{parameter.name}`"


def reason_against(parameter: Parameter, array: Any) -> Optional[str]:
    library = library_of(type(array))
    if library == TORCH:
        return "is a torch.Tensor, and the first array is not: pass arrays of one library"
    if library == JAX and parameter.role in ("out", "inout"):
        return "is a jax.Array, which cannot change, and the function writes it"
    return _numpy.refusal(array) if library == NUMPY else None


def is_gap(parameter: Parameter, value: Any) -> bool:
    return value is ... and isinstance(parameter.default, RustDefault)


def is_left_out(parameter: Parameter, value: Any) -> bool:
    return is_gap(parameter, value) or (type(value) is type(parameter.default) and bool(value == parameter.default))


class Allocation:
    """An output as the contract describes it, made from the inputs."""

    def __init__(self, export: Export, output: Parameter) -> None:
        self.export, self.output = export, output
        self.shape = None if output.is_list else shape_function(export, output.shape)
        self.dtype = dtype_of(export, output)

    @property
    def is_known(self) -> bool:
        return self.shape is not None and self.dtype is not None

    def __call__(self, inputs: tuple[Any, ...]) -> Any:
        dtype = self.name_of_dtype(inputs)
        assert self.shape is not None and dtype is not None
        numpy = _numpy.numpy()
        make = numpy.zeros if self.output.init == "zero" else numpy.empty
        array = make(self.shape(*inputs), _numpy.dtype(dtype))
        is_tensor = any(type(value) is tvm_ffi.Tensor for value in inputs)
        return tvm_ffi.from_dlpack(array) if is_tensor else array

    def is_possible(self, inputs: tuple[Any, ...]) -> bool:
        """Whether the inputs have its shape and its dtype, where the contract says that they do."""
        if self.shape is None or self.dtype is None:
            return True
        try:
            return self.name_of_dtype(inputs) is not None and all(0 <= index(extent) < 2**63 for extent in self.shape(*inputs))
        except (AttributeError, IndexError, TypeError, ValueError):
            return False

    def name_of_dtype(self, inputs: tuple[Any, ...]) -> Optional[str]:
        """None where the input that has it is not an array."""
        if isinstance(self.dtype, int):
            found = getattr(inputs[self.dtype], "dtype", None)
            return None if found is None else str(found).rpartition(".")[2]
        return self.dtype

    def placeholder(self, inputs: tuple[Any, ...]) -> Any:
        """An output without elements, with which the library refuses the inputs."""
        numpy, ndim = _numpy.numpy(), self.output.ndim or 0
        return numpy.empty((0,) * ndim, _numpy.dtype(self.name_of_dtype(inputs) or "float32"))


def dtype_of(export: Export, output: Parameter) -> Union[int, str, None]:
    """The name of an output's dtype, or the index of the input that has the same; None where it is not known before the call."""
    variable = export.variable(output)
    if variable is None:
        return output.dtype[0] if len(output.dtype) == 1 else None
    found = (index for index, one in enumerate(export.inputs) if export.variable(one) == variable and not one.is_list and not one.optional)
    return next(found, None)
