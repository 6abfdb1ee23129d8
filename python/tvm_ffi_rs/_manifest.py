"""What a library says about itself: the JSON of `tvm_ffi_manifest()` as dataclasses. Unknown keys are ignored."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, TypeVar, Union

VERSION = 1
MANIFEST = "tvm_ffi_manifest"
"""The function that returns it. With the names of an export and of a parameter it evaluates a `RustDefault`."""

Entry = Union[int, str]
"""An extent: a number, or Python over symbols. `_` is any number, `*s` and `*` are any number of dimensions, `n % 16` is `n`, a multiple."""

Item = TypeVar("Item")


class NoDefault:
    """The default of a parameter that has none."""

    def __repr__(self) -> str:
        return "NO_DEFAULT"


@dataclass(frozen=True)
class RustDefault:
    """A default that JSON has no value for: the library evaluates it where the argument is left out."""

    expression: str


NO_DEFAULT = NoDefault()


@dataclass(frozen=True)
class Parameter:
    """A parameter of an export."""

    name: str
    kind: str = "object"
    """`scalar`, `tensor`, `container`, `function`, `object`."""
    type: str = ""
    schema: dict[str, Any] = field(default_factory=dict)
    role: str = ""
    """For tensors: `in`, `out`, `inout`."""
    dtype: tuple[str, ...] = ()
    """The name of a variable, or the dtypes that are accepted. None: any."""
    ndim: Optional[int] = None
    shape: Optional[tuple[Entry, ...]] = None
    """Of a tensor; or the values of a sequence of integers."""
    strides: Optional[tuple[Entry, ...]] = None
    layout: Optional[str] = None
    """`contiguous` or `strided`."""
    align: Optional[int] = None
    device: tuple[str, ...] = ()
    init: Optional[str] = None
    """For outputs: `uninit` or `zero`."""
    alias: Optional[str] = None
    optional: bool = False
    is_list: bool = False
    default: Any = NO_DEFAULT
    """A JSON value, a `RustDefault`, or `NO_DEFAULT`."""
    doc: str = ""
    kw_only: bool = False
    grad: Optional[str] = None
    """In a backward: the tensor of the forward whose gradient this is."""
    saved: bool = False
    """In a forward: an output for the backward, which callers do not get."""

    @property
    def is_tensor(self) -> bool:
        return self.kind == "tensor"

    @property
    def is_out(self) -> bool:
        return self.role == "out"

    @property
    def has_default(self) -> bool:
        return self.default is not NO_DEFAULT

    @classmethod
    def of(cls, json: dict[str, Any]) -> Parameter:
        tensor = of_tensor(json)
        return cls(
            name=json["name"],
            kind=json.get("kind", "object"),
            type=json.get("type", ""),
            schema=json.get("schema", {}),
            role=json.get("role", ""),
            strides=entries(json.get("strides")),
            layout=json.get("layout"),
            align=json.get("align"),
            init=json.get("init"),
            alias=json.get("alias"),
            optional=json.get("optional", False),
            is_list=json.get("list", False),
            default=default(json),
            doc=json.get("doc", ""),
            kw_only=json.get("kw_only", False),
            grad=json.get("grad"),
            saved=json.get("saved", False),
            **tensor,
        )


@dataclass(frozen=True)
class Returned:
    """What is declared of a tensor that is returned."""

    dtype: tuple[str, ...] = ()
    ndim: Optional[int] = None
    shape: Optional[tuple[Entry, ...]] = None
    device: tuple[str, ...] = ()

    @classmethod
    def of(cls, json: Optional[dict[str, Any]]) -> Optional[Returned]:
        found = of_tensor(json or {})
        return cls(**found) if any(value not in ((), None) for value in found.values()) else None


@dataclass(frozen=True)
class Result:
    """The result of an export."""

    kind: str = "object"
    type: str = ""
    schema: dict[str, Any] = field(default_factory=dict)
    tensor: Optional[Returned] = None
    """What `returns(...)` declares of one tensor."""
    items: Optional[tuple[Optional[Returned], ...]] = None
    """What it declares of the elements of a tuple."""

    @property
    def is_none(self) -> bool:
        return self.schema.get("type") in ("None", None)

    @classmethod
    def of(cls, json: dict[str, Any]) -> Result:
        items = json.get("items")
        return cls(
            kind=json.get("kind", "object"),
            type=json.get("type", ""),
            schema=json.get("schema", {}),
            tensor=Returned.of(json),
            items=None if items is None else tuple(map(Returned.of, items)),
        )


@dataclass(frozen=True)
class Export:
    """A function of the library, a method, or a constructor."""

    name: str
    doc: str = ""
    packed: bool = False
    """Whether it takes any arguments. Then there are no parameters."""
    parameters: tuple[Parameter, ...] = ()
    result: Result = Result()
    dtype_vars: dict[str, tuple[str, ...]] = field(default_factory=dict)
    backward_of: Optional[str] = None
    constant: tuple[str, ...] = ()
    """In a backward: the inputs of the forward that have no gradient, on purpose."""
    file: str = ""
    line: int = 0

    @property
    def documentation(self) -> Optional[str]:
        """The documentation, with that of the parameters."""
        inputs, outputs = (
            "".join(f"\n    {one.name}: {indented}" for one in parameters if (indented := one.doc.strip().replace("\n", "\n        ")))
            for parameters in (self.inputs, self.outputs)
        )
        parts = [self.doc, inputs and f"Args:{inputs}", outputs and f"Returns:{outputs}"]
        return "\n\n".join(filter(None, parts)) or None

    @property
    def outputs(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.parameters if parameter.is_out)

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        """All parameters but the outputs: tensors that are changed in place, and scalars, too."""
        return tuple(parameter for parameter in self.parameters if not parameter.is_out)

    def dtypes(self, of: Union[Parameter, Returned]) -> tuple[str, ...]:
        """The dtypes that are accepted, those of a variable in its place; none: any."""
        variable = self.variable(of)
        return of.dtype if variable is None else self.dtype_vars[variable]

    def variable(self, of: Union[Parameter, Returned]) -> Optional[str]:
        """The variable that has the dtype of a tensor, if one has."""
        name = of.dtype[0] if len(of.dtype) == 1 else None
        return name if name in self.dtype_vars else None

    @classmethod
    def of(cls, name: str, kernel: dict[str, Any]) -> Export:
        variables = kernel.get("dtype_vars", {})
        return cls(
            name=name,
            doc=kernel.get("doc", ""),
            packed=kernel.get("packed", False),
            parameters=each(Parameter.of, kernel.get("params")),
            result=Result.of(kernel.get("result", {})),
            dtype_vars={variable: tuple(dtypes) for variable, dtypes in variables.items()},
            backward_of=kernel.get("backward_of"),
            constant=tuple(kernel.get("constant", ())),
            file=kernel.get("file", ""),
            line=kernel.get("line", 0),
        )


@dataclass(frozen=True)
class Manifest:
    """A library: its exports by name, and its classes by type key."""

    exports: dict[str, Export]
    objects: dict[str, dict[str, Any]]
    """As JSON: only the names of classes, fields and hooks are needed here."""
    not_registered: tuple[tuple[str, str], ...] = ()
    """Names that the library could not register, each with the reason."""

    @classmethod
    def parse(cls, text: str) -> Manifest:
        found = json.loads(text)
        if found.get("v") != VERSION:
            version = found.get("v")
            raise ValueError(f"the manifest is of version {version}, expected {VERSION}: use the Python package `tvm-ffi-rs` that belongs to the library's crate `tvm-ffi-rs`")
        exports = [Export.of(export["name"], export.get("kernel", {})) for export in found.get("exports", ())]
        return cls(
            exports={export.name: export for export in exports},
            objects={one["key"]: one for one in found.get("objects", ())},
            not_registered=each(lambda one: (one["name"], one.get("reason", "")), found.get("not_registered")),
        )


def each(read: Callable[[dict[str, Any]], Item], items: Optional[list[dict[str, Any]]]) -> tuple[Item, ...]:
    """A missing list is empty."""
    return tuple(map(read, items or ()))


def of_tensor(json: dict[str, Any]) -> dict[str, Any]:
    """The keys that parameters and results share."""
    dtype = json.get("dtype", ())
    return {
        "dtype": (dtype,) if isinstance(dtype, str) else tuple(dtype),
        "ndim": json.get("ndim"),
        "shape": entries(json.get("shape")),
        "device": tuple(json.get("device", ())),
    }


def entries(json: Optional[list[Entry]]) -> Optional[tuple[Entry, ...]]:
    return None if json is None else tuple(json)


def default(json: dict[str, Any]) -> Any:
    found = json.get("default", NO_DEFAULT)
    if isinstance(found, dict) and "expr" in found:
        return RustDefault(found["expr"])
    return found
