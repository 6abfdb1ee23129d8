"""An export as an operator of torch: its schema, or the reason why it can have none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any, Callable, Optional, Union

import torch

from .._manifest import NO_DEFAULT, Export, Parameter, Returned, RustDefault
from .._names import identifier
from .._shapes import Sources, binding_order, shape_source, sources
from .._signature import Signature, function, signature

KEYS = {"cpu": "CPU", "cuda": "CUDA"}
"""The dispatch key of each class of devices."""
MOST_ARGUMENTS = 64
TYPES = {"int": "SymInt", "float": "float", "bool": "bool", "ffi.String": "str", "ffi.Shape": "SymInt[]"}
WITHOUT_STABLE_FORM = ("str", "[]")
"""What torch before 2.10 cannot pass to a kernel that is not its own."""


class NoPlace(Exception):
    """An export is not an operator. The message is the reason."""


@dataclass(frozen=True)
class Output:
    """A result of an operator: an output of the export, or a tensor that it returns."""

    name: str
    of: Union[Parameter, Returned]
    dtype: str
    """Of torch: `float32`; or the name in Python of the input that has the same: `x`."""
    like: bool
    """Whether `dtype` is the name of an input."""
    shape: Optional[str]
    """The source of a tuple; None where only the kernel knows it."""
    need: Optional[str] = None
    """The argument that says whether the output is computed."""

    @property
    def is_allocated(self) -> bool:
        return isinstance(self.of, Parameter)

    @property
    def is_saved(self) -> bool:
        return isinstance(self.of, Parameter) and self.of.saved

    @property
    def zeroed(self) -> bool:
        return isinstance(self.of, Parameter) and self.of.init == "zero"


@dataclass(frozen=True)
class Operator:
    """An export as an operator of torch."""

    export: Export
    namespace: str
    name: str
    schema: str
    keys: tuple[str, ...]
    signature: Signature
    """The inputs, as the dispatcher passes them."""
    symbols: Sources
    outputs: tuple[Output, ...]

    @property
    def private(self) -> str:
        return f"_{self.name}"

    @property
    def public(self) -> Any:
        """`torch.ops.ns.f`: right everywhere."""
        return getattr(getattr(torch.ops, self.namespace), self.name).default

    @property
    def bare(self) -> Any:
        """`torch.ops.ns._f`: without a gradient."""
        return getattr(getattr(torch.ops, self.namespace), self.private).default

    def function(self, name: str, parameters: str, body: Sequence[str], scope: dict[str, Any], doc: Optional[str] = None) -> Callable[..., Any]:
        """A function of the operator, in a module that is not there: tracebacks show the name."""
        return function(self.name, parameters, body, scope, doc=doc, module=f"torch.ops.{self.namespace}", qualname=name)

    @property
    def tensors(self) -> tuple[Parameter, ...]:
        """The inputs that are tensors, lists of them among them."""
        return tuple(parameter for parameter in self.export.inputs if parameter.is_tensor)

    @property
    def changed(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.tensors if parameter.role == "inout")

    @property
    def arguments(self) -> list[str]:
        """The names of all arguments in Python."""
        needs = [output.need for output in self.outputs if output.need is not None]
        return [*map(self.python, self.export.inputs), *needs]

    @property
    def parameters(self) -> str:
        """The parameters of kernels: `need_<x>` follow the inputs."""
        needs = [f"{output.need}=True" for output in self.outputs if output.need is not None]
        return ", ".join([self.signature.text, *needs] if self.signature.text else needs)

    @property
    def names_of_tensors(self) -> list[str]:
        return [self.python(parameter) for parameter in self.tensors]

    @property
    def visible(self) -> list[int]:
        """The places of the results that callers get."""
        return [index for index, output in enumerate(self.outputs) if not output.is_saved]

    @property
    def has_stable_form(self) -> bool:
        """Whether torch before 2.10 can call a kernel in Rust."""
        return not any(mark in self.schema for mark in WITHOUT_STABLE_FORM)

    def python(self, parameter: Parameter) -> str:
        return self.signature.name(parameter)


def operator(export: Export, namespace: str) -> Operator:
    """Describe an export as an operator. Raises `NoPlace`."""
    if export.packed:
        raise NoPlace("it takes any arguments")
    shown = [json_defaults_only(parameter) for parameter in export.inputs]
    for parameter in shown:
        check_name(parameter.name)
    needed = [parameter for parameter in export.outputs if parameter.optional and parameter.grad]
    if len(shown) + len(needed) > MOST_ARGUMENTS:
        raise NoPlace(f"it has more than {MOST_ARGUMENTS} arguments")
    of_inputs = signature(export, parameters=shown)
    symbols = sources(export, of_inputs.names)
    outputs = (*of_parameters(export, of_inputs, symbols), *of_result(export, of_inputs, symbols))
    needs = [f"need_{parameter.name}" for parameter in needed]
    return Operator(
        export=export,
        namespace=namespace,
        name=operator_name(export),
        schema=schema(export, shown, needs, len(outputs)),
        keys=keys(export),
        signature=of_inputs,
        symbols=symbols,
        outputs=outputs,
    )


def operator_name(export: Export) -> str:
    return identifier(export.name)


def json_defaults_only(parameter: Parameter) -> Parameter:
    """A default that only the library can evaluate has no place in a schema: the argument is required."""
    return replace(parameter, default=NO_DEFAULT) if isinstance(parameter.default, RustDefault) else parameter


def check_name(name: str) -> None:
    if not name.isascii():
        raise NoPlace(f"`{name}`: names in a schema are ASCII")
    if name.startswith("__"):
        raise NoPlace(f"`{name}`: names that begin with `__` are those of this package")


def keys(export: Export) -> tuple[str, ...]:
    """The dispatch keys: of the devices that all tensors may be on."""
    tensors = [parameter for parameter in export.inputs if parameter.is_tensor]
    if not tensors:
        raise NoPlace("it takes no tensor, and torch chooses a kernel by the devices of tensors")
    found = tuple(key for device, key in KEYS.items() if all(not one.device or device in one.device for one in tensors))
    if not found:
        raise NoPlace(f"its tensors are on {', '.join(tensors[0].device)}")
    return found


def schema(export: Export, shown: Sequence[Parameter], needs: Sequence[str], outputs: int) -> str:
    """The schema in torch's language, without the namespace."""
    letters = iter(ascii_lowercase)
    optional_from = 1 + max((index for index, one in enumerate(shown) if not has_default(one)), default=-1)
    arguments = []
    for index, parameter in enumerate(shown):
        type = type_text(parameter, letters)
        default = f"={default_text(parameter, type)}" if index >= optional_from else ""
        arguments.append(f"{type} {parameter.name}{default}")
    arguments += [f"bool {need}=True" for need in needs]
    results = "Tensor" if outputs == 1 else "(" + ", ".join(["Tensor"] * outputs) + ")"
    return f"{operator_name(export)}({', '.join(arguments)}) -> {results}"


def has_default(parameter: Parameter) -> bool:
    """Whether it has one in a schema, where a list of tensors has none."""
    return parameter.has_default and (parameter.default is None or not parameter.is_list)


def type_text(parameter: Parameter, letters: Iterator[str]) -> str:
    """The type of a parameter. `letters` name what the operator changes."""
    if parameter.is_tensor:
        text = f"Tensor({letter(letters)}!)" if parameter.role == "inout" else "Tensor"
        return text + ("[]" if parameter.is_list else "") + ("?" if parameter.optional else "")
    found = type_of_schema(parameter.schema)
    if found is None:
        raise NoPlace(f"`{parameter.name}` is `{parameter.type}`")
    return found


def letter(letters: Iterator[str]) -> str:
    found = next(letters, None)
    if found is None:
        raise NoPlace(f"it changes more than {len(ascii_lowercase)} tensors")
    return found


def type_of_schema(of: dict[str, Any]) -> Optional[str]:
    """The type of an argument that is not a tensor, by its type schema."""
    origin, args = of.get("type"), of.get("args", [])
    if origin in TYPES:
        return TYPES[origin]
    inner = [type_of_schema(arg) for arg in args]
    if origin == "Optional" and inner[0]:
        return f"{inner[0]}?"
    if origin == "ffi.Array" and inner and inner[0] in ("SymInt", "float"):
        return f"{inner[0]}[]"
    if origin == "Tuple" and set(inner) == {"SymInt"}:
        return "SymInt[]"
    return None


def default_text(parameter: Parameter, type: str) -> str:
    """A JSON value in the language of schemas."""
    return value_text(parameter.name, parameter.default, type)


def value_text(name: str, value: Any, type: str) -> str:
    if isinstance(value, list):
        return f"[{', '.join(value_text(name, one, type) for one in value)}]"
    if isinstance(value, str):
        # torch writes control characters as C does.
        return re.sub(r"\\(u00(..)|.)", as_in_c, json.dumps(value, ensure_ascii=False))
    if isinstance(value, int) and type.startswith("float"):
        return repr(float(value))
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise NoPlace(f"`{name}`: the default is {value}, and integers of PyTorch have 64 bits")
    return repr(value)


def as_in_c(escape: re.Match[str]) -> str:
    return escape[0] if escape[2] is None else f"\\{int(escape[2], 16):03o}"


def of_parameters(export: Export, names: Signature, symbols: Sources) -> list[Output]:
    """The outputs that are allocated for the kernel."""
    found = []
    for parameter in export.outputs:
        if parameter.is_list:
            raise NoPlace(f"`{parameter.name}` is a list of outputs")
        if parameter.strides is not None:
            raise NoPlace(f"`{parameter.name}` has strides of its own, and outputs are row-major")
        shape = shape_source(parameter.shape, symbols)
        if shape is None:
            raise NoPlace(f"the shape of `{parameter.name}` is not known before the call")
        dtype, like = dtype_of(export, parameter, names, f"`{parameter.name}`")
        need = f"need_{parameter.name}" if parameter.optional and parameter.grad else None
        found.append(Output(parameter.name, parameter, dtype, like, shape, need))
    return found


def of_result(export: Export, names: Signature, symbols: Sources) -> list[Output]:
    """The tensors that the export returns, if all of them are declared."""
    result = export.result
    if result.is_none:
        return []
    returned = (result.tensor,) if result.items is None else result.items
    found = []
    for index, one in enumerate(returned):
        if one is None:
            raise NoPlace(f"it returns `{result.type}`: a result of an operator is a tensor that `returns(...)` declares")
        what = "the result" if result.items is None else f"result {index}"
        if one.shape is None or any(str(entry).startswith("*") and entry not in symbols for entry in one.shape):
            raise NoPlace(f"`returns(...)` does not declare the shape of {what}")
        dtype, like = dtype_of(export, one, names, what)
        found.append(Output(f"__result{index}", one, dtype, like, shape_source(one.shape, symbols)))
    return found


def dtype_of(export: Export, of: Union[Parameter, Returned], names: Signature, what: str) -> tuple[str, bool]:
    """The dtype of an output, and whether it is that of an input instead."""
    variable = export.variable(of)
    if variable is None:
        if len(of.dtype) != 1:
            raise NoPlace(f"the dtype of {what} is not one dtype: {', '.join(of.dtype) or 'none is declared'}")
        return of.dtype[0], False
    for parameter in binding_order(export):
        if parameter.is_tensor and not parameter.is_list and export.variable(parameter) == variable:
            return names.name(parameter), True
    raise NoPlace(f"the dtype of {what} is that of no input")
