"""An export as a call of XLA."""

from __future__ import annotations

from typing import Any, Optional

import jax
import jax.numpy as jnp
import numpy as np

from .._direct import dtype_of
from .._manifest import Export, Parameter, RustDefault
from .._numpy import dtype
from .._shapes import begin_with_one_pack, ndim, shape_function
from ._varying import all_axes, varying


class Call:
    """A function of the inputs in order. It returns the outputs, and then the new values of the arrays that the export changes."""

    def __init__(self, export: Export, target: str) -> None:
        self.export, self.target = export, target
        self.outputs = [Output(export, output) for output in export.outputs]
        tensors = [parameter for parameter in export.parameters if parameter.is_tensor]
        # A mapped dimension is one more of the pack.
        is_elementwise = begin_with_one_pack(parameter.shape for parameter in tensors)
        self.vmap_method = "broadcast_all" if is_elementwise else "sequential"

    def __call__(self, *inputs: Any) -> tuple[Any, ...]:
        values = [self.array(parameter, value) if parameter.is_tensor else value for parameter, value in zip(self.export.inputs, inputs)]
        operands: list[Any] = []
        attributes: dict[str, Any] = {}
        aliases: dict[int, int] = {}
        axes = all_axes(value for parameter, value in zip(self.export.inputs, values) if parameter.is_tensor and value is not None)
        results = [output(values) for output in self.outputs]
        for parameter, value in zip(self.export.inputs, values):
            if parameter.is_tensor and value is not None:
                if parameter.role == "inout":
                    aliases[len(operands)] = len(results)
                    results.append(jax.ShapeDtypeStruct(value.shape, value.dtype))
                operands.append(value)
            elif not (value is ... and isinstance(parameter.default, RustDefault)):
                attributes[parameter.name] = self.attribute(parameter, value)
        call = jax.ffi.ffi_call(self.target, results, vmap_method=self.vmap_method, input_output_aliases=aliases)
        return tuple(varying(result, axes) for result in call(*operands, **attributes))

    def array(self, parameter: Parameter, value: Any) -> Any:
        """The array, with as many dimensions as declared: the shapes of outputs are made of them."""
        if value is None and parameter.optional:
            return None
        try:
            array = jnp.asarray(value)
        except TypeError:
            raise TypeError(f"{self.where(parameter)}: expected an array, got {type(value).__name__}") from None
        count, or_more = ndim(parameter)
        if array.ndim < count or (array.ndim > count and not or_more):
            more = " or more" if or_more else ""
            raise ValueError(f"{self.where(parameter)}: ndim is {array.ndim}, expected {count}{more}")
        return array

    def attribute(self, parameter: Parameter, value: Any) -> Any:
        """A value as XLA passes it: NumPy's types, since those of Python depend on `jax_enable_x64`."""
        schema = parameter.schema
        if schema.get("type") == "Optional":
            if value is None:
                # An empty dictionary is `None`.
                return {}
            schema = schema["args"][0]
        if value is None:
            return {}
        try:
            return converted(schema, value)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{self.where(parameter)}: {error}") from None

    def where(self, parameter: Parameter) -> str:
        return f"{self.export.name}: argument #{self.export.parameters.index(parameter)} `{parameter.name}`"


def converted(schema: dict[str, Any], value: Any) -> Any:
    """A number, a boolean, a text, or a list of numbers."""
    kind = schema.get("type")
    if kind == "int":
        return np.int64(value.__index__() if hasattr(value, "__index__") else refuse("int", value))
    if kind == "bool":
        return np.bool_(value if isinstance(value, (bool, np.bool_, int)) else refuse("bool", value))
    if kind == "float":
        return np.float64(refuse("float", value) if isinstance(value, str) else float(value))
    if kind == "ffi.Array":
        element = np.int64 if schema["args"][0].get("type") == "int" else np.float64
        return np.array([converted(schema["args"][0], item) for item in value], element)
    return value if isinstance(value, str) else refuse("str", value)


def refuse(expected: str, value: Any) -> Any:
    raise TypeError(f"expected {expected}, got {type(value).__name__}")


class Output:
    """An output as the contract describes it."""

    def __init__(self, export: Export, output: Parameter) -> None:
        self.name = f"{export.name}: `{output.name}`"
        shape = shape_function(export, output.shape)
        of = dtype_of(export, output)
        if shape is None or of is None:
            unknown = "shape" if shape is None else "dtype"
            raise TypeError(f"`{export.name}` cannot be a function of JAX: `{output.name}`: its {unknown} is not known before the call")
        self.shape, self.dtype = shape, of

    def __call__(self, inputs: list[Any]) -> Any:
        found: Optional[Any] = dtype(self.dtype) if isinstance(self.dtype, str) else inputs[self.dtype].dtype
        if jax.dtypes.canonicalize_dtype(found) != found:
            raise TypeError(f"{self.name} is {found}: set `jax_enable_x64`, without which JAX has no such arrays")
        return jax.ShapeDtypeStruct(self.shape(*inputs), found)
